"""How commands and their options are declared, and the options that many share."""

from __future__ import annotations

import functools
import inspect
import os
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
import typer.core

from pokerlake.catalogue import GAMES, TWO_CARD_GAMES, listed
from pokerlake.tables.errors import UsageError

# What joins the values of an option that holds several in one word, by how the help writes it.
_JOINED = {
    "AMOUNT:WEIGHT,...": ",", "CARDS": "", "COINS": ",", "NAMES": ",", "PRIZES": ",", "RANGE": ",",
    "SIZES": ",", "STACKS": ",",
}  # fmt: skip
_LARGE = re.compile(r"\d+(_\d+)*(\.\d+)?([eE]\+?\d{1,2})?", re.ASCII)  # 10_000, 2.5e9
_EXTRA = re.compile(r"Got unexpected extra argument\(?s?\)? \((?P<word>.+)\)")
_NO_COMMAND = re.compile(r"No such command '(?P<word>.*?)'")
_LONGEST_VALUE = 60  # characters of a value that the message on a repeated option shows


class Command(typer.core.TyperCommand):
    """A command that refuses an option of one value that is given twice."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command."""
        refuse_repeated(self, ctx, args)
        return super().parse_args(ctx, args)


def refuse_repeated(command: Any, ctx: Any, args: Sequence[str]) -> None:
    """Raise UsageError for an option of one value that is there twice; it says how to write it.

    The parser keeps the last value alone. Flags may be repeated: all mean the same.
    """
    if ctx.resilient_parsing:  # words are completed, and there may be more to come
        return
    _, _, order = command.make_parser(ctx).parse_args(list(args))
    for param in dict.fromkeys(order):
        if param.param_type_name != "option" or param.is_flag or param.multiple or param.count:
            continue
        if order.count(param) > 1:
            raise UsageError(_told_repeated(param, _values(command, ctx, args, param)))


def _values(command: Any, ctx: Any, args: Sequence[str], repeated: Any) -> list[str]:
    """All values of an option that is repeated."""
    parser = type(command.make_parser(ctx))(ctx)
    for param in command.get_params(ctx):
        if param is repeated:
            parser.add_option(param, param.opts, param.name, action="append")
        else:
            param.add_to_parser(parser, ctx)
    values: list[str] = parser.parse_args(list(args))[0][repeated.name]
    return values


def _told_repeated(param: Any, values: Sequence[str]) -> str:
    """What is wrong with an option of these values, and how it is written once."""
    name, times = param.opts[0], "twice" if len(values) == 2 else f"{len(values)} times"
    told = f"{name} is given {times}"
    distinct = list(dict.fromkeys(values))
    joiner = _JOINED.get(param.metavar or "")
    if len(distinct) > 1 and joiner is not None:
        together = f"{name} {shlex.quote(joiner.join(distinct))}"
        what = {"RANGE": "ranges", "AMOUNT:WEIGHT,...": "values"}.get(param.metavar)
        return f"{told}; give its {what or param.metavar.lower()} at once: {together}"
    if len(distinct) > 1 and not any("://" in value for value in values):  # as secrets are in
        *others, last = map(_shortened, distinct)
        told += f", as {', '.join(others)} and {last}"
    return f"{told}; give it once"


# What a word without an option is of these commands; of others the option named as the command is.
_PLACES = {"deal": "--hands", "pushfold": "--stack", "serve": "--port"}
# What is done in these groups to a word that is no command.
_VERBS = {"draw": "hand", "range": "show"}
_FEW = 8  # commands that are all named


def words_hint(error: Any) -> str:
    """What a word that is refused may have been meant as; empty if that is not known.

    A word too many is the value of an option. A word that is no command of a group is given to one
    of its commands. An option that is not there may be of other commands.
    """
    context = error.ctx
    if context is None:
        return ""
    command, path = context.command, context.command_path
    if match := _EXTRA.match(error.message):
        option = _PLACES.get(context.info_name, f"--{context.info_name}")
        if all(option not in param.opts for param in command.params):
            return ""
        return f"did you mean {option} {shlex.quote(match['word'])}?"
    if (match := _NO_COMMAND.match(error.message)) and context.parent is not None:
        verb = _VERBS.get(context.info_name)
        if verb is None or "Did you mean" in error.format_message():
            return ""
        return f"did you mean {path} {verb} {shlex.quote(match['word'])}?"
    name = getattr(error, "option_name", None)
    if name is None or getattr(error, "possibilities", None) == [name]:
        return ""
    commands = context.find_root().command.commands
    have = [verb for verb, one in commands.items() if any(name in p.opts for p in one.params)]
    return f"{name} is an option of {', '.join(have)}" if 0 < len(have) <= _FEW else ""


def _shortened(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 1]}…"


class App(typer.Typer):
    """A list of commands, in whose signatures a dataclass of options stands for these options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(rich_markup_mode=None, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[..., Any]:
        """Make a function a command."""
        register = super().command(name, **{"cls": Command, **settings})

        def add(function: Callable[..., None]) -> Callable[..., None]:
            register(_expanded(function))
            return function

        return add


def signed(
    function: Callable[..., None], options: Iterable[tuple[str, Any, Any]]
) -> Callable[..., None]:
    """The function with these parameters, to be given by name: name, annotation and default."""
    by_name = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter(name, by_name, annotation=hint, default=default)
        for name, hint, default in options
    ]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def _expanded(function: Callable[..., None]) -> Callable[..., None]:
    """The function with the options of each group in the group's place."""
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    options: list[tuple[str, Any, Any]] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in groups:
            own = get_type_hints(groups[name], include_extras=True)
            options += ((part.name, own[part.name], part.default) for part in fields(groups[name]))
        else:
            options.append((name, hints[name], parameter.default))

    @functools.wraps(function)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{part.name: given.pop(part.name) for part in fields(group)})
        function(**given)

    return signed(run, options)


# ---------------------------------------------------------------- words


MOST = 2**63 - 1  # of whole numbers that have no other limit: more is in no table and no memory
MOST_WORKERS = 1024
_WHOLE_NUMBERS = (int, list[int])


class _Given:
    """What typer makes of the words of one parameter, mostly without pydantic.

    Importing that takes 0.08 seconds, a fifth of a short command.
    Texts, whole numbers within their limits and paths that may be opened are plain. Of all others,
    and so of every word that is refused, typer makes what it makes.
    """

    def __init__(self, descriptor: Any) -> None:
        self._descriptor = descriptor
        self._by_typer: Any = None
        if descriptor.annotation in _WHOLE_NUMBERS and descriptor.parameter_info.max is None:
            limited = copy(descriptor.parameter_info)  # of which the help says nothing
            limited.max = MOST
            self._descriptor = replace(descriptor, parameter_info=limited)

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter; ``param`` and ``ctx`` are typer's."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        kind, info = self._descriptor.annotation, self._descriptor.parameter_info
        if info.parser is _lake and _is_text(value):
            return _lake(value)
        if info.parser is None:
            if kind == list[str] and isinstance(value, list | tuple):
                if all(map(_is_text, value)):
                    return list(value)
            elif kind is str and not self._descriptor.is_path:
                if _is_text(value):
                    return value
            elif kind is int and not info.clamp:
                value = plain_digits(value)
                number = int(value) if _is_digits(value) else value
                if type(number) is int and _is_within(number, info):
                    return number
            elif kind is Path and _is_text(value) and _opens(value, info):
                return Path(value)
        if self._by_typer is None:
            self._by_typer = _by_typer(self._descriptor)
        return self._by_typer.coerce(value, param=param, ctx=ctx)


def _is_text(value: Any) -> bool:
    return type(value) is str and (value.isascii() or value.isprintable())


def plain_digits(value: Any) -> Any:
    """Whole numbers as digits, as in 1e6 or 10_000; other words as they are, to be refused."""
    if type(value) is not str or not _LARGE.fullmatch(value):
        return value
    digits, _, power = value.replace("_", "").lower().partition("e")
    whole, _, part = digits.partition(".")
    zeros = int(power or 0) - len(part)
    return f"{whole}{part}{'0' * zeros}" if zeros >= 0 else value


def _is_digits(value: Any) -> bool:
    return type(value) is str and value.isascii() and value.isdecimal() and len(value) < 40


def _is_within(number: int, info: Any) -> bool:
    return (info.min is None or info.min <= number) and (info.max is None or number <= info.max)


def _opens(path: str, info: Any) -> bool:
    """Whether typer would take a path as it is: most look at none, or at one that can be read."""
    looks = (info.exists, info.writable, info.resolve_path, info.allow_dash, info.path_type)
    if any(looks) or not (info.file_okay and info.dir_okay and path.isprintable()):
        return False
    return os.access(path, os.R_OK) or not os.path.lexists(path)


_by_typer: Any = getattr(typer.core, "build_runtime_param", None)
if _by_typer is not None:  # typer before 0.27 has none, and no pydantic
    vars(typer.core)["build_runtime_param"] = _Given


# ---------------------------------------------------------------- options


def option(*words: str, default: Any = None, **settings: Any) -> Any:
    """An option: its name, unless it is the parameter's, and its help."""
    *names, text = words
    return typer.Option(default, *names, help=text, **settings)


def flag(name: str, text: str) -> Any:
    """An option that is given or not."""
    return typer.Option(False, name, help=text)


def argument(metavar: str | None, text: str, *, default: Any = ..., **settings: Any) -> Any:
    """An argument: its name in the help, unless it is the parameter's, and its help."""
    return typer.Argument(default, metavar=metavar, help=text, **settings)


def format_option(rest: str) -> Any:
    """The option ``--format`` with the list of formats, which ``rest`` completes."""
    formats = (
        "table, csv, tsv (no header), json, ndjson, parquet, arrow, md, xlsx, sqlite, duckdb, npy"
    )
    return option("--format", "-f", formats + rest)


def seed_option(text: str) -> Any:
    """The option ``--seed`` of a command, and what it seeds."""
    return option(text, min=0, max=2**64 - 1)


def workers_option(text: str) -> Any:
    """The option ``--workers`` of a command, and what they are."""
    text = f"{text}  [default: 0, one per core]"
    return option(text, default=0, min=0, max=MOST_WORKERS, show_default=False)


ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Compute on the workers of a scheduler of Dask's, as tcp://host:8786, or in N "
        "processes of this machine, local:N.  [default: threads]",
    ),
]
_TWO_CARD_GAMES = [game.name for game in TWO_CARD_GAMES.values()]
GameOption = Annotated[
    str, typer.Option("--game", help=f"The game: {listed(GAMES)}.", metavar="GAME")
]
TwoCardGameOption = Annotated[
    str, typer.Option("--game", help=f"The game: {listed(_TWO_CARD_GAMES)}.", metavar="GAME")
]
SkipBadOption = Annotated[
    bool,
    typer.Option(
        "--skip-bad",
        help="Give nulls for rows that cannot be read or dealt, and a column error; do not stop.",
    ),
]


def complete_table(start: str) -> list[str]:
    """Names of tables and views that begin so."""
    from pokerlake.tables.registry import TABLES, VIEWS

    return [name for name in (*TABLES, *VIEWS) if name.startswith(start)]


def complete_query(start: str) -> list[str]:
    """Names of queries that begin so."""
    from pokerlake.queries.sql.named import named_queries

    return [name for name in named_queries() if name.startswith(start)]


def complete_function(start: str) -> list[str]:
    """Names of SQL functions and macros that begin so."""
    from pokerlake.queries.functions import FUNCTIONS, MACROS

    return [name for name in sorted({*FUNCTIONS, *MACROS}) if name.startswith(start)]


def _lake(text: str) -> Path:
    from pokerlake.tables.lake import lake_path

    return lake_path(text)


LakeOption = Annotated[
    Path | None,
    typer.Option(
        "--lake",
        help="The folder of the lake, or its address, as s3://bucket/lake.  "
        "[default: $POKERLAKE_LAKE, else ./lake]",
        metavar="PATH",
        parser=_lake,
    ),
]
InputFormatOption = Annotated[
    str | None,
    typer.Option(help="csv, parquet or ndjson.  [default: by FILE's ending; csv on stdin]"),
]
ParamOption = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the query."),
]
TablesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="TABLE", help="Tables; all by default.", autocompletion=complete_table),
]
TableArgument = Annotated[
    str, typer.Argument(metavar="TABLE", help="A table or view.", autocompletion=complete_table)
]
