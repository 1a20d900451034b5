"""Commands of the questions that are declared, in ``queries/questions/`` or ``api/``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import in_words_of
from pokerlake.queries.questions.question import EVERYWHERE, questions
from pokerlake.queries.questions.telling import StoppedError, Telling, told

from .base import Output, going_on, note, progress_bars, stopped
from .options import (
    App,
    ClusterOption,
    InputFormatOption,
    LakeOption,
    argument,
    flag,
    option,
    signed,
)

if TYPE_CHECKING:
    from pokerlake.queries.files.format import Format
    from pokerlake.queries.questions.fields import Field
    from pokerlake.queries.questions.question import Question

    Given = Mapping[str, Any]


def add_questions(app: App, group: str = "") -> None:
    """Add the commands of all questions, or those of a group."""
    commands: dict[str, list[Question]] = {}
    for asked in questions(*EVERYWHERE).values():
        commands.setdefault(asked.command, []).append(asked)
    for command, several in commands.items():
        of_group, _, name = command.rpartition(" ")
        if of_group == group:
            app.command(name)(_command(sorted(several, key=lambda asked: asked.chosen_by)))


def _command(several: Sequence[Question]) -> Callable[..., None]:
    """The command of a question, or of several: the first is asked if no option chooses another."""
    first = several[0]
    alone = len(several) == 1
    of_each = [_options(asked, is_needed=alone) for asked in several]

    def run(lake: Any, out: Output, **given: Any) -> None:
        chosen = out.choose()
        there = _given(given, several)
        asked = _asked(several, of_each, there)
        given = {name: given[name] for name in of_each[several.index(asked)]}
        results = _results(asked, given, lake, is_range=chosen.for_ranges)
        out.show(_table(results[-1], out, chosen))
        for line in _said(results).splitlines():
            note(line)

    run.__doc__ = f"{first.help}\n\n" + "\n\n".join(
        f"pokerlake {first.as_command(example)}" for example in first.examples if example
    )
    options = {name: declared for each in of_each for name, declared in each.items()}
    made = [(name, *declared) for name, declared in options.items()]
    return signed(run, [*made, ("lake", LakeOption, None), ("out", Output, ...)])


# ---------------------------------------------------------------- options


def _options(asked: Question, *, is_needed: bool) -> dict[str, tuple[Any, Any]]:
    """The parameters of a question's command: of fields, views and parts; how each is declared."""
    fields = [*asked.fields, *(field for part in asked.parts for field in part.fields)]
    found = {
        name: declared
        for field in fields
        for name, declared in _declared(field, is_needed=is_needed)
    }
    for field in asked.fields:
        if field.of_rows:
            words = f"A file with {field.of_rows}; - for stdin."
            found["source"] = str | None, option("--from", words, metavar="FILE")
            found["input_format"] = InputFormatOption, None
    found |= {view.name: (bool, flag(f"--{view.name}", view.about)) for view in asked.views}
    return found | ({"cluster": (ClusterOption, None)} if asked.on_cluster else {})


def _declared(field: Field, *, is_needed: bool) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """A field as parameters: a flag for each value, or one option or argument."""
    for each in field.flags:
        yield _parameter(each.option), (bool, flag(each.option, each.about))
    if field.flags or not field.metavar:
        return
    is_needed = is_needed and field.needed
    default = ... if is_needed else None if field.several else field.default
    words: dict[str, Any] = {"default": default, "autocompletion": _completing(field)}
    if field.default:
        words["show_default"] = True
    kind: Any = list[str] if field.several else str
    kind = kind if is_needed else kind | None
    if field.in_commands == field.metavar:
        yield field.name, (kind, argument(field.metavar, field.about, **words))
    else:
        made = option(field.in_commands, field.about, metavar=field.metavar, **words)
        yield field.name, (kind, made)


def _completing(field: Field) -> Callable[[str], list[str]]:
    def names(start: str) -> list[str]:
        return [name for name in field.names() if name.lower().startswith(start.lower())]

    return names


def _parameter(word: str) -> str:
    return word.removeprefix("--").replace("-", "_")


# ---------------------------------------------------------------- what is asked


def _given(given: Given, several: Iterable[Question]) -> dict[str, str]:
    """What is given: parameters, and the words of the command for each."""
    fields = {
        field.name: field
        for asked in several
        for field in (*asked.fields, *(each for part in asked.parts for each in part.fields))
    }
    words = {name: field.in_commands for name, field in fields.items() if not field.flags}
    words["source"] = "--from"
    usual = {name: field.default for name, field in fields.items()}
    return {
        name: words.get(name, f"--{name.replace('_', '-')}")
        for name, value in given.items()
        if value not in (None, False, []) and value != usual.get(name)
    }


def _asked(
    several: Sequence[Question], of_each: Sequence[Given], given: Mapping[str, str]
) -> Question:
    """The question that is asked, by the option that chooses it; what it has not is refused."""
    from pokerlake.tables.errors import UsageError

    if "input_format" in given and "source" not in given:
        raise UsageError("--input-format is of a file; give one with --from")
    choosing = [asked for asked in several if asked.chosen_by in given.values()]
    asked = max(choosing, key=lambda each: each.chosen_by, default=several[0])
    mine = of_each[several.index(asked)]
    for name, word in given.items():
        if name in mine:
            continue
        others = [each.chosen_by for each, of in zip(several, of_each, strict=True) if name in of]
        if asked.chosen_by:
            raise UsageError(f"{word} does not go with {asked.chosen_by}; leave one of them out")
        raise UsageError(f"{word} goes with {' or '.join(others)}; give that too, or leave it out")
    if "source" not in given:
        _require(asked, several, given)
    return asked


def _require(asked: Question, several: Sequence[Question], given: Mapping[str, str]) -> None:
    """Refuse a question without a field that it needs, where the command asks others too."""
    from pokerlake.tables.errors import UsageError

    for field in asked.fields if len(several) > 1 else ():
        if field.needed and not field.flags and field.name not in given:
            without = [
                each.chosen_by
                for each in several
                if all(one.name != field.name or not one.needed for one in each.fields)
            ]
            raise UsageError(f"{' or '.join([field.in_commands, *without])} is missing; give it")


def _results(asked: Question, given: Given, lake: Any, *, is_range: bool) -> list[Any]:
    """The answer, and the parts and the view of it that are asked for, one of the other."""
    from pokerlake.tables.errors import UsageError

    view = _one_of({f"--{view.name}": view for view in asked.views if given[view.name]})
    values = {field.name: _value(field, given) for field in asked.fields}
    parts = [
        (part, {each.name: _value(each, given) for each in part.fields}) for part in asked.parts
    ]
    parts = [
        (part, {name: value for name, value in of_part.items() if value is not None})
        for part, of_part in parts
        if any(of_part[field.name] is not None for field in part.fields if not field.effort)
    ]
    for part in asked.parts:
        if is_range and part.is_range and all(part is not each for each, _ in parts):
            options = " and ".join(field.in_commands for field in part.fields)
            raise UsageError(f"a dialect writes one range; say which with {options}")
    fields = [*asked.fields, *(field for part in asked.parts for field in part.fields)]
    with words_of_commands(fields), ExitStack() as stack:
        for field in asked.fields:
            if field.of_rows and given["source"] is not None:
                values[field.name] = _rows(stack, field, values[field.name], given)
        stack.enter_context(_telling(asked, given, values))
        for part, of_part in parts:
            part.before(values | {"lake": lake}, of_part)
        results: list[Any] = [asked.ask(values, lake, **({"keep": True} if asked.is_kept else {}))]
        for part, of_part in parts:
            results.append(getattr(results[-1], part.method)(**of_part))
        if view is not None:
            shown = getattr(results[-1], view.method or view.name)()
            results = [shown] if hasattr(shown, "said") else [*results, shown]
    return results


def _value(field: Field, given: Given) -> Any:
    """What is given of a field, as its reader takes it."""
    if field.flags:
        flags = {each.option: each.value for each in field.flags}
        return _one_of({name: value for name, value in flags.items() if given[_parameter(name)]})
    value = given.get(field.name)
    if field.of_file and value is not None:
        from pokerlake.queries.answers.ranges.reader import given_text

        return given_text(value)
    if field.several and not field.by_name:
        return value[0] if len(value or ()) == 1 else value or None
    return value or None if field.several else value


def _one_of(flags: dict[str, Any]) -> Any:
    """What the flag that is given stands for; None if none is."""
    from pokerlake.tables.errors import UsageError

    if len(flags) > 1:
        raise UsageError(f"{' and '.join(flags)} are given; give one of them")
    return next(iter(flags.values()), None)


def _rows(stack: ExitStack, field: Field, value: Any, given: Given) -> Any:
    """The rows of a file, as the value of a field."""
    from pokerlake.queries.files.source import open_source
    from pokerlake.tables.errors import UsageError

    if value not in (None, field.default):
        raise UsageError(f"{field.in_commands} and --from are given; give one of them")
    return stack.enter_context(open_source(given["source"], given["input_format"]))


# ---------------------------------------------------------------- what is shown


def _table(found: Any, out: Output, chosen: Format) -> Any:
    """The rows of a result in the form that the format has; those of a table as they are."""
    if not hasattr(found, "for_people"):
        return found
    if chosen.for_ranges:
        return found.for_ranges()
    return found.for_people() if out.for_people() else found.for_programs(nested=out.nested())


def _said(results: Sequence[Any]) -> str:
    """What is said below the rows, by the last that says something."""
    from pokerlake.tables.errors import in_commands

    for found in reversed(results):
        if hasattr(found, "said"):
            text: str = found.said()
            if text:
                return in_commands(text)
    return ""


@contextmanager
def _telling(asked: Question, given: Given, values: Given) -> Iterator[None]:
    """How far a long answer is, in a bar; one that keeps what it has may be stopped."""
    if not asked.counted:
        yield
        return
    with ExitStack() as stack:
        stop: Callable[[], bool] = Telling.stop
        executor = None
        if asked.kept:
            cluster = given.get("cluster")
            if cluster is not None:
                from pokerlake.pipelines.cluster import refuse_no_cluster

                refuse_no_cluster(cluster, 0 if values["threads"] == "0" else values["threads"])
            bars, executor, stop = stack.enter_context(going_on(asked.kept, cluster))
        else:
            bars = stack.enter_context(progress_bars())
        task = bars.add_task(asked.counted, total=None, visible=False)

        def count(done: float, of: float | None = None, words: str = asked.counted) -> None:
            bars.update(task, completed=done, total=of, description=words, visible=True)

        stack.enter_context(told(Telling(count, stop, executor)))
        try:
            yield
        except StoppedError as error:
            stopped(f"{error}; {asked.kept}")


@contextmanager
def words_of_commands(fields: Iterable[Field]) -> Iterator[None]:
    """What is wrong with a field is told by what the command calls it."""
    try:
        yield
    except Exception as error:
        name, problem = getattr(error, "field", None), getattr(error, "bare", None)
        field = next((each for each in fields if each.name == name), None)
        if field is None or problem is None:
            raise
        raise type(error)(in_words_of(field.in_commands, field.name, problem)) from error
