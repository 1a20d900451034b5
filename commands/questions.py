"""A command for each question that is declared in ``queries/questions/``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import in_words_of
from pokerlake.queries.questions.question import EVERYWHERE, Door, questions
from pokerlake.tables.errors import UsageError

from .base import Output, note, progress_bars
from .options import (
    App,
    InputFormatOption,
    LakeOption,
    SkipBadOption,
    argument,
    flag,
    option,
    signed,
)

if TYPE_CHECKING:
    from pokerlake.queries.questions.fields import Field
    from pokerlake.queries.questions.question import Question


def add_questions(app: App) -> None:
    """Add the commands of all questions."""
    for asked in questions(*EVERYWHERE).values():
        app.command(asked.command)(_command(asked))


def _command(asked: Question) -> Callable[..., None]:
    """The command of a question: its fields, its views, a file, the lake, and an output."""

    def run(out: Output, lake: Any = None, **given: Any) -> None:
        chosen = out.choose()
        door = Door(
            lake,
            people=out.for_people(),
            nested=out.nested(),
            counts=not out.for_people(),
            files=True,
            drawn=out.path is None and chosen.name in ("table", "md"),
            note=note,
        )
        with words_of_commands(asked.fields):
            view = _view(asked, given)
            given |= {field.name: _of_flags(field, given) for field in asked.fields if field.flags}
            if asked.file is not None and _is_of_file(asked, given, view):
                _show_file(asked, given, door, out)
                return
            found = _asked(asked, {**given}, door, view)
        if hasattr(found, "blocks"):
            from .charts import show_figure

            show_figure(found)
            return
        if not hasattr(found, "summary"):  # rows alone
            out.show(found)
            return
        with _counted(asked, found) as counting:
            table, said = (asked.printed or _printed)(counting, door)
        out.show(table)
        if door.people or not asked.counted:  # people see fewer rows of what is long
            for line in said.splitlines():
                note(line)

    run.__doc__ = f"{asked.help}\n\npokerlake {asked.as_command(asked.examples[0])}"
    options = [each for field in asked.fields for each in _declared(field, asked)]
    options += [(_name(view), bool, flag(view.flag, view.about)) for view in asked.views]
    if asked.file is not None:
        text = "A CSV, Parquet or NDJSON file, with what is asked in its rows; - for stdin."
        options.append(("source", str | None, option("--from", text, metavar="FILE")))
        options += [each for field in asked.file.fields for each in _declared(field, asked)]
        options += [("input_format", InputFormatOption, None), ("skip_bad", SkipBadOption, False)]
    lake = [("lake", LakeOption, None)] if asked.has_lake else []
    return signed(run, [*options, *lake, ("out", Output, ...)])


def _asked(asked: Question, given: dict[str, Any], door: Door, view: Any) -> Any:
    """The answer; how far it is, is told in a bar, from when it is told first."""
    from pokerlake.queries.answers.ranges.reader import given_text

    for field in asked.fields:
        if field.of_file:
            given[field.name] = given_text(given[field.name])
    with ExitStack() as stack:
        shown: dict[str, Any] = {}

        def progress(line: str) -> None:
            if not shown:
                shown["bars"] = stack.enter_context(progress_bars())
                shown["task"] = shown["bars"].add_task("", total=None)
            shown["bars"].update(shown["task"], description=line)

        return asked.ask(given, door=replace(door, progress=progress), view=view)


def _printed(found: Any, door: Door) -> tuple[Any, str]:
    return found.for_people() if door.people else found.to_arrow(), found.summary()


@contextmanager
def _counted(asked: Question, found: Any) -> Iterator[Any]:
    """The result, whose rows are counted in a bar while they are made, if that takes long."""
    if not asked.counted:
        yield found
        return
    with progress_bars() as bars:
        task = bars.add_task(asked.counted, total=None, visible=False)

        def listener(done: int, of: int) -> None:
            bars.update(task, completed=done, total=of, visible=True)

        yield replace(found, _listener=listener)


# ---------------------------------------------------------------- what is given


def _name(view: Any) -> str:
    name: str = view.flag.removeprefix("--").replace("-", "_")
    return name


def _flag(field: Field, value: str) -> str:
    return f"{field.name}_{value.replace(' ', '_')}"


def _view(asked: Question, given: dict[str, Any]) -> Any:
    """The view that is asked for, if one is; its flags are taken out of what is given."""
    wanted = [view for view in asked.views if given.pop(_name(view))]
    if len(wanted) > 1:
        raise UsageError(f"{_listed(view.flag for view in asked.views)} are views; give one")
    return wanted[0] if wanted else None


def _of_flags(field: Field, given: dict[str, Any]) -> Any:
    """The value of a choice that is made by flags."""
    chosen = [value for value in field.flags if given.pop(_flag(field, value))]
    if len(chosen) > 1:
        raise UsageError(f"{_listed(field.flags[v][0] for v in chosen)} are choices; give one")
    return chosen[0] if chosen else field.default


def _is_of_file(asked: Question, given: dict[str, Any], view: Any) -> bool:
    """Whether it is asked of a file; UsageError for what goes against that."""
    file, hands = asked.file, asked.by_place[0]
    assert file is not None
    source = given["source"]
    if (source is not None) == bool(given[hands.name]):
        raise UsageError(f"give {file.instead}, or a file with --from, and not both")
    if source is not None:
        options = [f for f in asked.fields if f is not hands and f.name not in file.shared]
        wrong = [field.in_commands for field in options if given[field.name] != _unset(field)]
        wrong += [view.flag] if view else []
        if wrong:
            verb, what = "is" if len(wrong) == 1 else "are", f"{hands.metavar.lower()}s"
            raise UsageError(
                f"{_listed(wrong)} {verb} for {what} given here; --from has them in a file"
            )
        return True
    wrong = [field.in_commands for field in file.fields if given.pop(field.name)]
    for name in ("source", "input_format", "skip_bad"):
        wrong += [f"--{name.replace('_', '-')}"] if given.pop(name) else []
    if wrong:
        verb = "is" if len(wrong) == 1 else "are"
        raise UsageError(f"{_listed(wrong)} {verb} for a file; give it with --from")
    return False


def _unset(field: Field) -> Any:
    """What the command has for a field that is not given."""
    return None if field.several else field.default


def _show_file(asked: Question, given: dict[str, Any], door: Door, out: Output) -> None:
    file = asked.file
    assert file is not None
    values = asked.read(given, door.lake, *file.shared)
    columns = {field.name: given[field.name] for field in file.fields}
    how = {"door": door, "file_format": given["input_format"]}
    opening = partial(file.open, given["source"], **how, **values, **columns)
    out.show_file(opening, skip_bad=given["skip_bad"], result=file.result)


def _listed(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


# ---------------------------------------------------------------- options


def _declared(field: Field, asked: Question) -> Iterator[tuple[str, Any, Any]]:
    """The options or the argument of a field: name, type, and typer's declaration."""
    for value, (name, about) in field.flags.items():
        yield _flag(field, value), bool, flag(name, about)
    if field.flags:
        return
    if field.kind is bool:
        yield field.name, bool, flag(field.in_commands, field.about)
        return
    about = f"{field.about}  [default: {field.told}]" if field.told else field.about
    kind: Any = list[str] | None if field.several else field.kind
    limits: dict[str, Any] = {} if field.kind is str else {"min": field.least, "max": field.most}
    limits = {name: value for name, value in limits.items() if value is not None}
    needed = field.needed and asked.file is None
    default = ... if needed else _unset(field)
    kind = kind | None if default is None else kind
    if field.is_argument:
        yield field.name, kind, argument(field.metavar, about, default=default, **limits)
        return
    words: dict[str, Any] = {"default": default, **limits}
    if not needed:
        words["show_default"] = field.default not in ("", None) and not field.told
    names = [field.option] if field.option else []
    metavar = field.metavar if field.kind is str else None
    yield field.name, kind, option(*names, about, metavar=metavar, **words)


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
