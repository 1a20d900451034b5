"""How commands and their options are declared, and the options that many share."""

from __future__ import annotations

import functools
import inspect
import math
import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer
import typer.core

from pokerlake.catalogue import GAMES, RANKS, listed
from pokerlake.engine.given import plain_digits
from pokerlake.queries.questions.fields import MOST_WORKERS, begins_with, in_words_of
from pokerlake.queries.words import OTHERS, command_called, option_of
from pokerlake.tables.errors import UsageError

if TYPE_CHECKING:
    from pokerlake.queries.questions.fields import Field

# What joins several values of an option in one word, by how the help writes them.
_JOINED = {
    "AMOUNT:WEIGHT,...": ",", "CARDS": "", "COINS": ",", "NAMES": ",", "PRIZES": ",", "RANGE": ",",
    "SIZES": ",", "STACKS": ",",
}  # fmt: skip
_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_EXTRA = re.compile(r"Got unexpected extra argument\(?s?\)? \((?P<word>.+)\)")
_NO_COMMAND = re.compile(r"No such command '(?P<word>.*?)'")
_LONGEST_VALUE = 60  # characters of a value that the message on a repeated option shows


class Command(typer.core.TyperCommand):
    """A command that refuses to take an option of one value twice."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command."""
        refuse_repeated(self, ctx, args)
        make_values(self, ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run it; of an error that begins with a parameter's name it is told as it is written."""
        try:
            return super().invoke(ctx)
        except UsageError as error:
            problem = str(error.args[0])
            param = next((each for each in self.params if begins_with(each.name, problem)), None)
            if param is None:
                raise
            called: Any = param.opts[0] if param.param_type_name == "option" else param.metavar
            raise UsageError(in_words_of(called, param.name, problem)) from error


class Group(typer.core.TyperGroup):
    """A group of commands that also refuses it for the options before the command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words before the command."""
        refuse_repeated(self, ctx, args)
        make_values(self, ctx)
        return super().parse_args(ctx, args)


def refuse_repeated(command: Any, ctx: Any, args: Sequence[str]) -> None:
    """Raise UsageError for an option of one value that occurs twice; it says how to write it.

    The parser keeps only the last value. Flags may be repeated: the meaning is the same.
    """
    if ctx.resilient_parsing:  # words are being completed, and more may come
        return
    _, _, order = command.make_parser(ctx).parse_args(list(args))
    for param in dict.fromkeys(order):
        if param.param_type_name != "option" or param.is_flag or param.multiple or param.count:
            continue
        if order.count(param) > 1:
            raise UsageError(_repeated_problem(param, _values(command, ctx, args, param)))


def _values(command: Any, ctx: Any, args: Sequence[str], repeated: Any) -> list[str]:
    """All values of a repeated option."""
    parser = type(command.make_parser(ctx))(ctx)
    for param in command.get_params(ctx):
        if param is repeated:
            parser.add_option(param, param.opts, param.name, action="append")
        else:
            param.add_to_parser(parser, ctx)
    values: list[str] = parser.parse_args(list(args))[0][repeated.name]
    return values


def _repeated_problem(param: Any, values: Sequence[str]) -> str:
    """The message on a repeated option, and how to write it once."""
    name, times = param.opts[0], "twice" if len(values) == 2 else f"{len(values)} times"
    problem = f"{name} is given {times}"
    distinct = list(dict.fromkeys(values))
    joiner = _JOINED.get(param.metavar or "")
    if len(distinct) > 1 and joiner is not None:
        together = f"{name} {shlex.quote(joiner.join(distinct))}"
        what = {"RANGE": "ranges", "AMOUNT:WEIGHT,...": "values"}.get(param.metavar)
        return f"{problem}; give its {what or param.metavar.lower()} at once: {together}"
    if len(distinct) > 1 and not any("://" in value for value in values):  # they may have secrets
        *others, last = map(_shortened, distinct)
        problem += f", as {', '.join(others)} and {last}"
    return f"{problem}; give it once"


# The command of a group that takes a word which is not one of its commands.
_VERBS = {"draw": "hand", "range": "show"}
_RANKS = RANKS[-5:]  # the ranks with letters
_CARD = re.compile(f"(10|[{RANKS}])[cdhs]", re.IGNORECASE)
_FORMATS = ("csv", "json", "md", "ndjson", "parquet", "table", "tsv", "xlsx")
_FEW = 8  # commands that are all listed


def words_hint(error: Any) -> str:
    """What a refused word may have meant; empty if that is unknown.

    A surplus word may be the value of an option, or of an argument that takes several values in one
    word; otherwise the hint is an example of the command, as for a missing option. A word that is
    not a command of a group may belong to one of its commands. An unknown option may exist in other
    commands, or have another name here.
    """
    context = error.ctx
    if context is None:
        return ""
    command = context.command
    if match := _EXTRA.match(error.message):
        return _extra_hint(context, match["word"])
    if _is_missing_option(error):
        return _example(command)
    if match := _NO_COMMAND.match(error.message):
        return _command_hint(context, match["word"], "Did you mean" in error.format_message())
    name = getattr(error, "option_name", None)
    if name is None or getattr(error, "possibilities", None) == [name]:
        return ""
    word = name.lstrip("-").lower().replace("-", "_")
    if word in _FORMATS and any("--format" in param.opts for param in command.params):
        return f"here it is --format {word}"
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    places = " ".join(param.metavar or "" for param in arguments)
    named = []
    for own in (word, *(own for own, others in OTHERS.items() if word in others)):
        if any(option_of(own) in param.opts for param in command.params):
            named.append(option_of(own))
        elif not named and any(param.metavar == own.upper() for param in arguments):
            return f"here it is {own.upper()}, by its place: {context.command_path} {places}"
    if named:
        return f"here it is {' or '.join(named)}"
    commands = context.find_root().command.commands
    have = [verb for verb, each in commands.items() if any(name in p.opts for p in each.params)]
    return f"{name} is an option of {', '.join(have)}" if 0 < len(have) <= _FEW else ""


def _is_missing_option(error: Any) -> bool:
    missing = type(error).__name__ == "MissingParameter"
    return missing and getattr(error.param, "param_type_name", "") == "option"


def _extra_hint(context: Any, extra: str) -> str:
    """What surplus words may have meant."""
    params = context.command.params
    options = {name: param for param in params for name in param.opts}
    named = f"--{context.info_name}" if context.info_name != "serve" else "--port"
    if named not in options and extra in _dialects():
        named = next((name for name in ("--to", "--dialect") if name in options), "")
    pairs = [word.partition("=") for word in extra.split()]
    if context.info_name == "query" and all(equals for _, equals, _ in pairs):
        meant = " ".join(f"--{name.replace('_', '-')} {value}" for name, _, value in pairs)
        return f"did you mean {meant}?"
    arguments = [param for param in params if param.param_type_name == "argument"]
    if named not in options and not arguments:
        named = "--player"
    if named in options:
        return f"did you mean {named} {shlex.quote(extra)}?"
    given = [context.params.get(param.name) for param in arguments]
    if given and all(isinstance(each, str) for each in given):
        *before, last = given
        words, metavar = [last, *extra.split()], arguments[-1].metavar or ""
        joiner = "" if all(map(_CARD.fullmatch, words)) else _JOINED.get(metavar)
        if joiner is not None:
            together = shlex.join([*before, joiner.join(words)])
            return f"give {metavar} at once: {context.command_path} {together}"
    return _example(context.command)


def _dialects() -> Iterable[str]:
    from pokerlake.engine.ranges.dialects import DIALECTS

    return DIALECTS


def _example(command: Any) -> str:
    """An example of a command, if its help has one."""
    parts = [" ".join(part.split()) for part in (command.help or "").split("\n\n")]
    example = next((part for part in parts if part.startswith("pokerlake ")), "")
    return example and f"write it as in '{example}'"


def _command_hint(context: Any, word: str, is_guessed: bool) -> str:
    """What an unknown command may have meant, if typer has no guess."""
    path = context.command_path
    if context.parent is None:
        name = command_called(word)
        return f"did you mean {path} {name}?" if name else ""
    if is_guessed:
        return ""
    verb = _VERBS.get(context.info_name)
    if verb is not None and any(each.isdigit() or each in _RANKS for each in word):
        return f"did you mean {path} {verb} {shlex.quote(word)}?"
    names = list(context.command.commands)
    return f"there are: {', '.join(names)}" if len(names) <= _FEW else ""


def _shortened(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 1]}…"


class App(typer.Typer):
    """A list of commands, in whose signatures a dataclass stands for its options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"cls": Group, "rich_markup_mode": None, **settings})

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
    """The function with these keyword parameters: name, annotation and default."""
    by_name = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter(name, by_name, annotation=hint, default=default)
        for name, hint, default in options
    ]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def _expanded(function: Callable[..., None]) -> Callable[..., None]:
    """The function with each group of options expanded."""
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    options: list[tuple[str, Any, Any]] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in groups:
            types = get_type_hints(groups[name], include_extras=True)
            options += (
                (part.name, types[part.name], part.default) for part in fields(groups[name])
            )
        else:
            options.append((name, hints[name], parameter.default))

    @functools.wraps(function)
    def run(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{part.name: values.pop(part.name) for part in fields(group)})
        function(**values)

    return signed(run, options)


# ---------------------------------------------------------------- words


MOST = 2**63 - 1  # for whole numbers without another limit: larger ones fit no table and no memory
_MOST_DIGITS = 4000  # Python reads no more
_LEFT = object()  # marks what is left to typer


class WordError(typer.BadParameter):
    """A word is refused, and the message names it."""

    def __init__(self, word: object, message: str, **where: Any) -> None:
        super().__init__(message, **where)
        self.word = word


def make_values(command: Any, ctx: Any) -> None:
    """Have a command convert most of its words here, and leave the others to typer.

    Typer converts any word with pydantic, whose import takes 0.08 seconds, a fifth of a short
    command. Typer accepts no parameters of another class, so each parameter it made for this
    command gets its own ``process_value``, which click calls for its value.
    """
    for param in command.get_params(ctx):
        if hasattr(param, "type_descriptor"):  # typer before 0.27 has none, and no pydantic
            param.process_value = functools.partial(_value, param)


def _value(param: Any, ctx: Any, word: Any) -> Any:
    """The value of a parameter, after its callback; ``param`` and ``ctx`` are typer's."""
    value = _made(param, ctx, word)
    if value is _LEFT or (param.required and param.value_is_missing(value)):
        return type(param).process_value(param, ctx, word)
    return value if param.callback is None else param.callback(ctx, param, value)


def _made(param: Any, ctx: Any, word: Any) -> Any:
    """The value of a word: numbers, texts, and paths that can be opened."""
    if word is None:
        return () if param.multiple or param.nargs == -1 else None
    kind, info = param.type_descriptor.annotation, param.type_descriptor.parameter_info
    if info.parser is lake_word:
        return lake_word(word) if _is_text(word) else _LEFT
    if kind in (int, float):
        return _number(kind, word, info, ctx=ctx, param=param)
    if kind is str and _is_text(word):
        return word
    if kind == list[str] and isinstance(word, list | tuple) and all(map(_is_text, word)):
        return list(word)
    if kind is Path and _is_text(word) and _opens(word, info):
        return Path(word)
    return _LEFT


def _is_text(value: Any) -> bool:
    return type(value) is str and (value.isascii() or value.isprintable())


def _number(kind: type, word: Any, info: Any, **where: Any) -> int | float:
    """A number within its limits; WordError if it is beyond them, or the word is not a number."""
    most = MOST if kind is int and info.max is None else info.max
    try:
        number = _whole(word) if kind is int else _decimal(word)
    except (TypeError, ValueError):
        problem = "no whole number; give such as 5, 1_000 or 1e6"
        if kind is float:
            problem = "no number; give such as 5, 0.25 or 1e6"
        listed = getattr(info, "listed", "")
        problem = f"no number of a run; '{listed}' lists them" if listed else problem
        raise WordError(word, f"it is {problem}", **where) from None
    if (info.min is None or info.min <= number) and (most is None or number <= most):
        return number
    limits = f"{info.min:,} or more" if most is None else f"at most {most:,}"
    if info.min is not None and most is not None:
        limits = f"{info.min:,} to {most:,}"
    raise WordError(word, f"give {limits}", **where)


def _whole(word: Any) -> int | float:
    """A whole number; infinity if it has too many digits."""
    if type(word) is int:
        return word
    digits = plain_digits(word.strip()) if type(word) is str else ""
    if not _WHOLE.fullmatch(digits):
        raise ValueError(word)
    if len(digits) > _MOST_DIGITS:
        return -math.inf if digits.startswith("-") else math.inf
    return int(digits)


def _decimal(word: Any) -> float:
    if type(word) is str and not word.isascii():  # Python also reads digits of other alphabets
        raise ValueError(word)
    return float(word)


def _opens(path: str, info: Any) -> bool:
    """Whether typer would take a path as it is: most options check none, or that it is readable."""
    looks = (info.exists, info.writable, info.resolve_path, info.allow_dash, info.path_type)
    if any(looks) or not (info.file_okay and info.dir_okay and path.isprintable()):
        return False
    return os.access(path, os.R_OK) or not os.path.lexists(path)


# ---------------------------------------------------------------- options


def option(*words: str, default: Any = None, **settings: Any) -> Any:
    """An option: its name, unless it is the parameter's, and its help."""
    *names, text = words
    return typer.Option(default, *names, help=text, **settings)


def flag(name: str, text: str) -> Any:
    """An option without a value."""
    return typer.Option(False, name, help=text)


# The command that lists abstractions, whose numbers are called runs.
ABSTRACTIONS_LIST = "pokerlake query abstraction_list"


def argument(
    metavar: str | None, text: str, *, default: Any = ..., listed: str = "", **settings: Any
) -> Any:
    """An argument: its name in the help, unless it is the parameter's, and its help.

    ``listed`` is the command that lists valid numbers, for the message on an invalid one.
    """
    made = typer.Argument(default, metavar=metavar, help=text, **settings)
    made.listed = listed
    return made


def format_option(rest: str) -> Any:
    """The option ``--format`` with the list of formats, which ``rest`` completes."""
    formats = (
        "table, csv, tsv (no header), json, ndjson, parquet, arrow, md, xlsx, sqlite, duckdb, npy"
    )
    return option("--format", "-f", formats + rest)


def seed_option(text: str) -> Any:
    """The option ``--seed`` of a command, and its meaning."""
    return option(text, min=0, max=2**64 - 1)


def workers_option(text: str) -> Any:
    """The option ``--workers`` of a command, and its meaning."""
    text = f"{text}  [default: 0, one per core]"
    return option(text, default=0, min=0, max=MOST_WORKERS, show_default=False)


ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Compute on the workers of a Dask scheduler, as tcp://host:8786, or in N "
        "processes of this machine, local:N.  [default: threads]",
    ),
]
GameOption = Annotated[
    str, typer.Option("--game", help=f"The game: {listed(GAMES)}.", metavar="GAME")
]
SkipBadOption = Annotated[
    bool,
    typer.Option(
        "--skip-bad",
        help="Give nulls for rows that cannot be read or dealt, and a column error; do not stop.",
    ),
]


def complete_table(start: str) -> list[str]:
    """Names of tables and views that begin with this text."""
    from pokerlake.tables.registry import TABLES, VIEWS

    return [name for name in (*TABLES, *VIEWS) if name.startswith(start)]


def complete_query(start: str) -> list[str]:
    """Names of queries that begin with this text."""
    from pokerlake.queries.sql.named import named_queries

    return [name for name in named_queries() if name.startswith(start)]


def complete_function(start: str) -> list[str]:
    """Names of SQL functions and macros that begin with this text."""
    from pokerlake.queries.functions import FUNCTIONS, MACROS

    return [name for name in sorted({*FUNCTIONS, *MACROS}) if name.startswith(start)]


def lake_word(text: str) -> Path:
    """The lake in a word of a command line: a folder or an address."""
    from pokerlake.tables.lake import lake_path

    return lake_path(text)


LakeOption = Annotated[
    Path | None,
    typer.Option(
        "--lake",
        help="The folder of the lake, or its address, as s3://bucket/lake.  "
        "[default: $POKERLAKE_LAKE, else ./lake]",
        metavar="PATH",
        parser=lake_word,
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


def texts_of_files(fields: Iterable[Field], values: Mapping[str, Any]) -> dict[str, str]:
    """The texts of fields that may be in files, as ``@FILE`` or ``-``, or by the file's name."""
    from pokerlake.queries.answers.ranges.reader import given_text

    texts = {}
    for field in fields:
        text = values.get(field.name)
        if field.of_file and text is not None:
            is_name = field.names_file and not text.lstrip().startswith(("{", "@", "-"))
            texts[field.name] = given_text(f"@{text}" if is_name else text)
    return texts


@contextmanager
def words_of_commands(fields: Iterable[Field]) -> Iterator[None]:
    """Errors of a field use the command's name for it."""
    try:
        yield
    except Exception as error:
        name, problem = getattr(error, "field", None), getattr(error, "bare", None)
        field = next((each for each in fields if each.name == name), None)
        if field is None or problem is None:
            raise
        raise type(error)(in_words_of(field.in_commands, field.name, problem)) from error
