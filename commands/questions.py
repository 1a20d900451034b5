"""Commands of the questions that are declared, in ``queries/questions/`` or ``api/``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer

from pokerlake.catalogue import HOLDEM
from pokerlake.queries.questions.fields import Setting, of_field
from pokerlake.queries.questions.question import EVERYWHERE, Door, questions
from pokerlake.queries.questions.telling import StoppedError, Telling, told
from pokerlake.queries.results import Result
from pokerlake.tables.errors import UsageError, in_commands

from .base import Output, TextOutput, going_on, note, progress_bars, stopped
from .options import (
    App,
    ClusterOption,
    InputFormatOption,
    LakeOption,
    SkipBadOption,
    argument,
    flag,
    option,
    signed,
    texts_of_files,
    words_of_commands,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pokerlake.queries.questions.fields import Field
    from pokerlake.queries.questions.question import File, Question


def add_questions(app: App, group: str = "") -> None:
    """Add the commands of all questions, or those of a group."""
    commands: dict[str, list[Question]] = {}
    for asked in questions(*EVERYWHERE).values():
        commands.setdefault(asked.command, []).append(asked)
    for command, several in sorted(commands.items()):
        of_group, _, name = command.rpartition(" ")
        if of_group == group:
            app.command(name)(_command(sorted(several, key=lambda asked: asked.chosen_by)))


def _command(several: Sequence[Question]) -> Callable[..., None]:
    """The command of a question, or of several: the first is asked if no option chooses another."""
    first = several[0]
    of_each = [_options(asked, is_alone=len(several) == 1) for asked in several]

    def run(ctx: typer.Context, out: Output, lake: Any = None, **arguments: Any) -> None:
        asked = _chosen(several, of_each, arguments) if several[1:] else first
        if asked.is_text and not first.is_text:
            out = TextOutput(**vars(out))
        arguments = {name: arguments[name] for name in of_each[several.index(asked)]}
        path = out.path
        drawn = [each for part in asked.parts if part.is_drawn for each in part.fields]
        if is_drawn := any(arguments[each.name] is not None for each in drawn):
            out = _of_picture(out)
        chosen = out.choose()
        door = Door(
            lake,
            people=out.for_people(),
            ranges=chosen.for_ranges,
            hands=chosen.of_hands,
            nested=out.nested(),
            counts=not out.for_people(),
            files=True,
            charts=_charts if out.path is None and out.for_people() else None,
            note=note,
        )
        fields = (*asked.fields, *asked.of_parts)
        with words_of_commands(fields):
            view = _view(asked, arguments)
            arguments |= {
                field.name: _of_flags(field, arguments) for field in fields if field.flags
            }
            if asked.file is not None and _is_of_file(asked, arguments, view):
                _show_file(asked, arguments, door, out)
                return
            with _telling(asked, arguments, lake):
                results = _results(asked, arguments, door, view)
                result = results[-1]
                printed = None if view else asked.printed
                table, said = (printed or _printed)(result, door) if hasattr(result, "said") else (
                    result, ""
                )  # fmt: skip
        if hasattr(result, "blocks"):
            from .charts import show_figure

            show_figure(result)
            return
        if is_drawn:
            from .charts import show_drawn

            show_drawn(result, path)
        else:
            out.show(table)
        said = said or next(filter(None, map(_said, reversed(results[:-1]))), "")
        for line in said.splitlines():
            note(line)
        missed = results[0].missed() if isinstance(results[0], Result) else ""
        if missed and _is_given(missed, ctx):
            raise typer.Exit(1)

    examples = [asked for asked in first.examples if asked][: 2 if several[1:] else 1]
    run.__doc__ = "\n\n".join(
        [first.help, *(f"pokerlake {first.as_command(example)}" for example in examples or [{}])]
    )
    options = {name: (kind, made) for each in of_each for name, kind, made in each.values()}
    made = [(name, *declared) for name, declared in options.items()]
    lake = [("lake", LakeOption, None)] if first.has_lake else []
    return signed(
        run,
        [
            ("ctx", typer.Context, ...),
            *made,
            *lake,
            ("out", TextOutput if first.is_text else Output, ...),
        ],
    )


def _is_given(name: str, ctx: typer.Context) -> bool:
    """Whether the option is on the command line itself."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _of_picture(out: Output) -> Output:
    """The same output, but for a picture; UsageError if it cannot be written there."""
    from pokerlake.queries.charts.drawing.output import require_output

    if out.fmt is not None:
        raise UsageError("--format is of rows; a picture is as the ending of its file says")
    require_output(out.path, None)
    return replace(out, path=None)


def _charts(module: str) -> Any:
    return import_module(f"pokerlake.queries.charts.{module}")


def _results(asked: Question, arguments: dict[str, Any], door: Door, view: Any) -> list[Any]:
    """The answer, with the requested parts and views of it, each made from the one before."""
    parts = _parts(asked, arguments, door)
    _refuse_behind(parts, view)
    of_file = {field.name: arguments[field.name] for field in asked.fields if field.of_file}
    if [*of_file.values()].count("-") > 1:
        raise UsageError("only one thing can be read from standard input")
    arguments |= texts_of_files(asked.fields, of_file)
    values = {field.name: arguments.get(field.name) for field in asked.fields}
    with ExitStack() as stack:
        for field in asked.fields:
            if field.of_rows:
                values[field.name] = _rows(stack, field, values[field.name], arguments)
        for part, of_part in parts:
            part.before(values | {"lake": door.lake}, of_part)
        keep: dict[str, Any] = {"keep": True} if asked.may_keep else {}
        results = [asked.ask(values, door=door, view=view, **keep)]
        for part, of_part in parts:
            results.append(getattr(results[-1], part.method)(**of_part))
        if view is not None and isinstance(view.answer, str):
            viewed = getattr(results[-1], view.answer)()
            results = [viewed] if hasattr(viewed, "said") else [*results, viewed]
        return results


def _parts(asked: Question, arguments: Mapping[str, Any], door: Door) -> list[tuple[Any, Any]]:
    """The requested parts of the result, each with its options.

    An option of several parts belongs to the first that is requested.
    """
    chosen, taken = [], set[str]()
    for part in asked.parts:
        there = (each for each in part.fields if arguments[each.name] != _unset(each))
        named = {each.name: each for each in there if each.name not in taken}
        if any(not each.effort for each in named.values()):
            values = {}
            for name, each in named.items():
                with of_field(name):
                    values[name] = each.read(arguments[name], Setting(HOLDEM, door.lake))
            chosen.append((part, values))
            taken |= named.keys()
        elif door.ranges and part.is_range:
            options = " and ".join(each.in_commands for each in part.fields)
            raise UsageError(f"a dialect writes one range; say which with {options}")
    return chosen


def _refuse_behind(parts: Sequence[tuple[Any, Any]], view: Any) -> None:
    """Refuse parts and views of a result without any, and pictures of what cannot be drawn."""
    last = ""
    for part, of_part in parts:
        word = next(each.in_commands for each in part.fields if each.name in of_part)
        if part.is_drawn and not last:
            raise UsageError(f"{word} draws what next cards make of a line; give it with --runouts")
        if last and not part.is_drawn:
            raise UsageError(f"{word} does not go with {last}; leave one of them out")
        last = word if part.is_last else last
    if last and view is not None:
        raise UsageError(f"{view.flag} does not go with {last}; leave one of them out")


def _rows(stack: ExitStack, field: Field, value: Any, arguments: Mapping[str, Any]) -> Any:
    """The value of a field that may be the rows of a file."""
    from pokerlake.queries.files.source import open_source

    if arguments["source"] is None:
        if arguments["input_format"] is not None:
            raise UsageError("--input-format is for a file; give it with --from")
        return value
    if value not in (None, field.default):
        raise UsageError(f"{field.in_commands} and --from are given; give one of them")
    return stack.enter_context(open_source(arguments["source"], arguments["input_format"]))


def _printed(result: Any, door: Door) -> tuple[Any, str]:
    if door.ranges:
        return result.for_ranges(), _said(result)
    if door.hands:
        return result.for_hands(), ""
    if door.people:
        return result.for_people(), _said(result)
    return result.for_programs(nested=door.nested), _said(result)


def _said(result: Any) -> str:
    return in_commands(result.said())


@contextmanager
def _telling(asked: Question, arguments: Mapping[str, Any], lake: Path | None) -> Iterator[None]:
    """Report the progress of an answer, in a bar once it says so; some answers can be stopped."""
    with ExitStack() as stack:
        bars: Any = None
        task: Any = None
        stop: Callable[[], bool] = Telling.stop
        executor = None
        if asked.kept:
            cluster, seen = arguments.get("cluster"), None
            if cluster is not None:
                from pokerlake.pipelines.cluster import refuse_no_cluster
                from pokerlake.tables.lake import lake_path

                refuse_no_cluster(cluster, arguments["threads"] or 0)
                seen = lake_path(lake) if asked.workers_read else None
            bars, executor, stop = stack.enter_context(going_on(asked.kept, cluster, lake=seen))

        def count(done: float, total: float | None = None, words: str = asked.counted) -> None:
            nonlocal bars, task
            if task is None:  # quick work says nothing, and loads no library of bars
                bars = bars or stack.enter_context(progress_bars())
                task = bars.add_task(words, total=total)
            bars.update(task, completed=done, total=total, description=words)

        stack.enter_context(told(Telling(count, stop, executor)))
        try:
            yield
        except StoppedError as error:
            stopped(f"{error}; {asked.kept}")


# ---------------------------------------------------------------- which question


def _chosen(
    several: Sequence[Question], of_each: Sequence[Mapping[str, Any]], arguments: Mapping[str, Any]
) -> Question:
    """The question that the options choose; options that it lacks are refused.

    If several are chosen, it is one that has all the options; it needs what they all need.
    """
    there = _there(several, arguments)
    choosing = [asked for asked in several if asked.chosen_by in there.values()]
    whole = [each for each in choosing if there.keys() <= of_each[several.index(each)].keys()]
    asked = max(whole or choosing, key=lambda each: each.chosen_by, default=several[0])
    for name, word in there.items():
        if name not in of_each[several.index(asked)]:
            if asked.chosen_by:
                raise UsageError(
                    f"{word} does not go with {asked.chosen_by}; leave one of them out"
                )
            others = [
                each.chosen_by
                for each, names in zip(several, of_each, strict=True)
                if name in names
            ]
            raise UsageError(f"{word} goes with {' or '.join(others)}; give that, or leave it out")
    for field in asked.fields if "source" not in there else ():
        needed = all(
            part.needed
            for each in choosing or [asked]
            for part in each.fields
            if part.name == field.name
        )
        if needed and field.kind is not bool and field.name not in there:
            # It is missing for a chosen question; otherwise another question may be meant.
            without = [
                each.chosen_by
                for each in several
                if not choosing
                and all(part.name != field.name or not part.needed for part in each.fields)
            ]
            raise UsageError(f"{' or '.join([field.in_commands, *without])} is missing; give it")
    return asked


def _there(several: Iterable[Question], arguments: Mapping[str, Any]) -> dict[str, str]:
    """The parameters that are given, and the command's word for each."""
    fields = {field.name: field for asked in several for field in (*asked.fields, *asked.of_parts)}
    words = {name: field.in_commands for name, field in fields.items()} | {"source": "--from"}
    usual = {name: _unset(field) for name, field in fields.items()}
    return {
        name: words.get(name, f"--{name.replace('_', '-')}")
        for name, value in arguments.items()
        if value not in (None, False, []) and value != usual.get(name)
    }


# ---------------------------------------------------------------- options that are given


def _name(view: Any) -> str:
    name: str = view.flag.removeprefix("--").replace("-", "_")
    return name


def _flag(field: Field, value: str) -> str:
    return f"{field.name}_{value.replace(' ', '_')}"


def _view(asked: Question, arguments: dict[str, Any]) -> Any:
    """The requested view, if any; its flag is removed from the options."""
    wanted = [view for view in asked.views if arguments.pop(_name(view))]
    if len(wanted) > 1:
        raise UsageError(f"{_listed(view.flag for view in wanted)} are views; give one")
    for view in wanted:
        if callable(view.answer) and arguments.get("cluster"):
            raise UsageError(f"{view.flag} computes nothing; leave --cluster out")
    return wanted[0] if wanted else None


def _of_flags(field: Field, arguments: dict[str, Any]) -> Any:
    """The value of a choice that is made by flags."""
    chosen = [value for value in field.flags if arguments.pop(_flag(field, value))]
    if len(chosen) > 1:
        raise UsageError(f"{_listed(field.flags[v][0] for v in chosen)} are choices; give one")
    return chosen[0] if chosen else field.default


def _is_of_file(asked: Question, arguments: dict[str, Any], view: Any) -> bool:
    """Whether the question is asked for a file; UsageError for conflicting options."""
    file, hands = asked.file, asked.by_place[0]
    assert file is not None
    source = arguments["source"]
    if source is not None and arguments[hands.name]:
        raise UsageError(f"{hands.metavar} and --from are given; give one of them")
    if source is None and not arguments[hands.name]:
        raise UsageError(
            f"nothing is given; give {file.instead}, or a file with --from: - for stdin"
        )
    if arguments[hands.name] == ["-"] and not hands.of_file:
        raise UsageError(f"{hands.metavar} is '-'; stdin is read with --from -")
    if source is not None:
        options = [f for f in asked.fields if f is not hands and f.name not in file.shared]
        wrong = [field.in_commands for field in options if arguments[field.name] != _unset(field)]
        wrong += [view.flag] if view else []
        if wrong:
            verb, what = "is" if len(wrong) == 1 else "are", f"{hands.metavar.lower()}s"
            raise UsageError(
                f"{_listed(wrong)} {verb} for {what} given here; --from has them in a file"
                f"{_columns(file, wrong)}"
            )
        return True
    wrong = [field.in_commands for field in file.fields if arguments.pop(field.name)]
    for name in ("source", "input_format", "skip_bad"):
        wrong += [f"--{name.replace('_', '-')}"] if arguments.pop(name) else []
    if wrong:
        verb = "is" if len(wrong) == 1 else "are"
        raise UsageError(f"{_listed(wrong)} {verb} for a file; give it with --from")
    return False


def _unset(field: Field) -> Any:
    """The command's value for a field that is not given."""
    return None if field.several else field.default


def _columns(file: File, words: Iterable[str]) -> str:
    """The options for the columns of a file that replace these options."""
    columns = [field.in_commands for field in file.fields]
    named = [f"{word}-column" for word in words if f"{word}-column" in columns]
    return f", in the column that {_listed(named)} names" if named else ""


def _refuse_names(file: File, arguments: Mapping[str, Any]) -> None:
    """Refuse the name of a column if cards for all rows are given."""
    from pokerlake.engine.cards.text import CardError, parse_hand

    for field in file.fields:
        of_all = field.name.removesuffix("_column")
        text = arguments[of_all] if of_all != field.name and of_all in file.shared else None
        try:
            parse_hand(text or "")
        except CardError as error:
            raise UsageError(
                f"--{of_all} is {text!r}: {error.problem}; a column of the file is named with "
                f"{field.in_commands}"
            ) from error


def _show_file(asked: Question, arguments: dict[str, Any], door: Door, out: Output) -> None:
    file = asked.file
    assert file is not None
    _refuse_names(file, arguments)
    values = asked.read(arguments, door.lake, *file.shared)
    columns = {field.name: arguments[field.name] for field in file.fields}
    how = {"door": door, "file_format": arguments["input_format"]}
    opening = partial(file.open, arguments["source"], **how, **values, **columns)
    out.show_file(opening, skip_bad=arguments["skip_bad"], result=file.result)


def _listed(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


# ---------------------------------------------------------------- options


def _options(asked: Question, *, is_alone: bool) -> dict[str, tuple[str, Any, Any]]:
    """The parameters of a question's command: fields, views, a file, parts of the result."""
    fields = (*asked.fields, *asked.of_parts)
    declared = [
        each for one in fields for each in _declared(one, is_needed=is_alone and not asked.file)
    ]
    declared += [(_name(view), bool, flag(view.flag, view.about)) for view in asked.views]
    text = "A CSV, Parquet or NDJSON file, with what is asked in its rows; - for stdin."
    rows = next((f"A file with {each.of_rows}; - is stdin." for each in fields if each.of_rows), "")
    if asked.file is not None or rows:
        declared.append(("source", str | None, option("--from", rows or text, metavar="FILE")))
        of_file = asked.file.fields if asked.file else ()
        declared += [each for one in of_file for each in _declared(one, is_needed=False)]
        declared.append(("input_format", InputFormatOption, None))
    if asked.file is not None:
        declared.append(("skip_bad", SkipBadOption, False))
    if asked.on_cluster:
        declared.append(("cluster", ClusterOption, None))
    return {each[0]: each for each in declared}


def _declared(field: Field, *, is_needed: bool) -> Iterator[tuple[str, Any, Any]]:
    """The options or the argument of a field: name, type, and typer's declaration."""
    for value, (name, about) in field.flags.items():
        yield _flag(field, value), bool, flag(name, about)
    if field.flags or (not field.metavar and field.of_rows):
        return
    if field.kind is bool:
        yield field.name, bool, flag(field.in_commands, field.about)
        return
    files = "- for stdin" if field.names_file else "@FILE, or - for stdin"
    about = f"{field.about[:-1]}; {files}." if field.of_file else field.about
    about = f"{about}  [default: {field.told}]" if field.told else about
    kind: Any = list[str] | None if field.several else field.kind
    limits: dict[str, Any] = {} if field.kind is str else {"min": field.least, "max": field.most}
    limits = {name: value for name, value in limits.items() if value is not None}
    needed = field.needed and is_needed
    default = ... if needed else _unset(field)
    kind = kind | None if default is None else kind
    if field.is_argument:
        yield field.name, kind, argument(field.metavar, about, default=default, **limits)
        return
    words: dict[str, Any] = {"default": default, "autocompletion": _completing(field), **limits}
    if not needed:
        words["show_default"] = field.default not in ("", None) and not field.told
    metavar = field.metavar if field.kind is str else None
    yield field.name, kind, option(field.in_commands, about, metavar=metavar, **words)


def _completing(field: Field) -> Callable[[str], list[str]]:
    def names(start: str) -> list[str]:
        return [name for name in field.names() if name.startswith(start)]

    return names
