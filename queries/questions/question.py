"""The declaration of a question, and the list of all questions."""

from __future__ import annotations

import functools
import inspect
import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from pokerlake.tables.lake import lake_path

from ..words import worded
from .fields import Field, Setting, of_field

if TYPE_CHECKING:
    from os import PathLike

    from ..results import Result

_SECTION = re.compile(r"\n(?:Parameters|Returns)\n")  # a section of a docstring, for programs

P = ParamSpec("P")
R = TypeVar("R", bound="Result")


@dataclass(frozen=True)
class Column:
    """A column of the answer's rows: its name, type in SQL, and meaning."""

    name: str
    sql_type: str
    meaning: str


@dataclass(frozen=True)
class Door:
    """How a door wants the answer.

    Attributes
    ----------
    lake : Path, optional
        The lake with tables and rankings.
    people : bool
        Whether people read the answer, rather than a program.
    ranges : bool
        Whether it is written as a range.
    hands : bool
        Whether it is written as a hand history.
    nested : bool
        Whether its rows may hold lists.
    counts : bool
        Whether all counts are wanted, which tables may lack.
    files : bool
        Whether ``@FILE`` and ``-`` mean the text of a file.
    charts : callable, optional
        Imports a module of ``queries/charts/``, if the door shows figures. Charts are a layer
        above, so a question cannot import them.
    note : callable
        Takes a line to show beside the answer.
    """

    lake: Path | None = None
    people: bool = False
    ranges: bool = False
    hands: bool = False
    nested: bool = False
    counts: bool = False
    files: bool = False
    charts: Callable[[str], Any] | None = None
    note: Callable[[str], object] = lambda _: None


@dataclass(frozen=True)
class View:
    """Another view of an answer: a flag of the command.

    ``answer`` takes the arguments of the question's answer and returns a result, a table or a
    figure; or it names a method of the result.
    """

    flag: str
    about: str
    answer: Callable[..., Any] | str


@dataclass(frozen=True)
class Part:
    """A method of the result that returns a part of it or another result: options of a command.

    Attributes
    ----------
    method : str
    fields : tuple of Field
        The method is called if one of them is given that is not an ``effort``.
    is_range : bool
        Whether dialects of ranges write this part.
    is_last : bool
        Whether its result lacks later parts and views, except a picture.
    is_drawn : bool
        Whether it returns a picture.
    before : callable
        Takes the fields and the part's values, to refuse them before the answer is computed.
    """

    method: str
    fields: tuple[Field, ...]
    is_range: bool = False
    is_last: bool = False
    is_drawn: bool = False
    before: Callable[[Mapping[str, Any], Mapping[str, Any]], object] = lambda *_: None


@dataclass(frozen=True)
class File:
    """How a question takes the rows of a file.

    Attributes
    ----------
    fields : tuple of Field
        Fields that name its columns; for commands only.
    shared : tuple of str
        The fields of the question that all rows share; others are refused with a file.
    open : callable
        Takes the name of the file, the values of all these by name, a :class:`Door`, and the
        result of :meth:`Output.show_file`.
    instead : str
        The arguments without a file: ``hands such as AhKh QsQc``.
    result : str, optional
        The column that is null in rows without an answer.
    """

    fields: tuple[Field, ...]
    shared: tuple[str, ...]
    open: Callable[..., Any]
    instead: str
    result: str | None = None


@dataclass(frozen=True)
class Question:
    """A question: every door is derived from it.

    Attributes
    ----------
    name : str
        The name of the function in Python, the command, the SQL function and macro, and the page.
    fields : tuple of Field
        Needed fields come first, and are positional.
    columns : tuple of Column
        The columns of the answer's rows.
    examples : sequence of mappings
        Fields as text. Pages and help show the first example.
    answer : callable
        Takes the values of the fields by name, and a :class:`Door` if it has a parameter ``door``.
        Its docstring is the help.
    command : str
        The name of the command, if it differs.
    counted : str
        What a long answer counts through :func:`.telling.telling`: the words of its progress bar.
    kept : str
        The message for a stopped answer whose work so far is in the lake.
    parts : sequence of Part
        The parts of the result that can be shown alone.
    chosen_by : str
        The option that selects it, if a command has several questions.
    on_cluster : bool
        Whether the workers of a cluster may compute it.
    workers_read : bool
        Whether they read the lake for it.
    page : str
        The address of its own view on the page.
    is_python : bool
        Whether Python calls the answer directly: it takes the lake and no door.
    in_python : str
        The Python expression, if there is no function of that name: ``pk.Range({}).hands``.
    is_text : bool
        Whether the answer is a text, which commands write bare unless a format is named.
    views : sequence of View
        Further views for the command and the page.
    in_rows : bool
        Whether SQL and frames derive it from this declaration, as a list of rows for each row. Not
        if they have a faster function of columns.
    on_page : bool
        Whether the page derives it from this declaration.
    has_lake : bool
        Whether the command takes a lake.
    printed : callable, optional
        Takes a result and a :class:`Door`: returns the rows that the command shows, and the line
        below. By default those of the result.
    seconds : float
        Its time limit on the page.
    file : File, optional
        How the command takes the rows of a file.
    """

    name: str
    fields: tuple[Field, ...]
    columns: tuple[Column, ...]
    examples: Sequence[Mapping[str, Any]]
    answer: Callable[..., Result]
    command: str
    counted: str = ""
    kept: str = ""
    parts: Sequence[Part] = ()
    chosen_by: str = ""
    on_cluster: bool = False
    workers_read: bool = False
    page: str = ""
    is_python: bool = False
    in_python: str = ""
    is_text: bool = False
    views: Sequence[View] = ()
    in_rows: bool = True
    on_page: bool = True
    has_lake: bool = True
    printed: Callable[[Any, Door], tuple[Any, str]] | None = None
    seconds: float = 10.0
    file: File | None = None

    @property
    def help(self) -> str:
        """Its docstring without the sections for programs."""
        return _SECTION.split(inspect.getdoc(self.answer) or "", maxsplit=1)[0].strip()

    @property
    def title(self) -> str:
        """The question in one line."""
        return self.help.partition("\n")[0].rstrip(".")

    @property
    def by_place(self) -> tuple[Field, ...]:
        """The needed, positional fields."""
        return tuple(field for field in self.fields if field.needed and not field.by_keyword)

    @property
    def in_place(self) -> tuple[Field, ...]:
        """The positional fields in Python."""
        by_place = [field.name for field in self.by_place]
        return tuple(f for f in self.fields if f.by_place or f.name in by_place)

    @property
    def of_parts(self) -> tuple[Field, ...]:
        """The fields of the command that belong to parts of the result."""
        return tuple(field for part in self.parts for field in part.fields)

    @property
    def may_keep(self) -> bool:
        """Whether the lake keeps the answer on demand, as for commands."""
        fields = {field.name for field in self.fields}
        return "keep" in self.signature.parameters.keys() - fields

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """The signature in Python."""
        return inspect.signature(self.answer)

    @functools.cached_property
    def _in_turn(self) -> tuple[Field, ...]:
        """The fields in the order of reading: the game first, since others need it."""
        return tuple(sorted(self.fields, key=lambda field: field.name != "game"))

    @property
    def is_public(self) -> bool:
        """Whether other doors have it; otherwise it is a variant of a command's question."""
        return not self.name.startswith("_")

    @property
    def at_all_doors(self) -> tuple[Field, ...]:
        """The fields without those for commands only."""
        return tuple(field for field in self.fields if not field.only_commands)

    @property
    def row_type(self) -> str:
        """The SQL type of a row."""
        return f"STRUCT({', '.join(f'{c.name} {c.sql_type}' for c in self.columns)})"

    def as_command(self, given: Mapping[str, Any]) -> str:
        """The words of the command line: ``outs AhKh Qh2h3d --villain QsQc``."""
        values = ((field, given.get(field.name, field.default)) for field in self.fields)
        words = (word for field, value in values for word in field.words(value))
        return " ".join(map(_in_a_shell, (*self.command.split(), *words)))

    def ask(
        self,
        given: Mapping[str, Any],
        lake: PathLike[str] | str | None = None,
        door: Door | None = None,
        view: View | None = None,
        **how: Any,
    ) -> Any:
        """The answer for fields by name; others take their defaults.

        ``how`` goes to the answer unchanged.
        """
        door = door or Door(None if lake is None else lake_path(lake))
        if view and callable(view.answer):
            return view.answer(**self.read(given, door.lake), door=door)
        if not (self.in_rows or self.is_python):
            how["door"] = door
        if "lake" in self.signature.parameters:
            how["lake"] = door.lake
        return self.answer(**self.read(given, door.lake), **how)

    def read(
        self, given: Mapping[str, Any], lake: Path | None = None, *names: str
    ) -> dict[str, Any]:
        """The values of all fields, or of the named ones."""
        from pokerlake.catalogue import HOLDEM

        setting = Setting(HOLDEM, lake)
        values: dict[str, Any] = {}
        for field in self._in_turn:
            if names and field.name not in names:
                continue
            try:  # a context for each of thirty fields would be a tenth of a small answer
                values[field.name] = field.read(given.get(field.name, field.default), setting)
            except ValueError:  # a refusal is one of these; it gets the field's name and goes on
                with of_field(field.name):
                    raise
            if field.name == "game" and values["game"] is not None:
                setting = Setting(values["game"], lake)
        self._refuse_shared_cards(values)
        return values

    def _refuse_shared_cards(self, values: Mapping[str, Any]) -> None:
        from pokerlake.engine.cards.text import CARDS, CardError

        owners: dict[int, str] = {}
        for field in self.fields:
            if field.cards is None or field.name not in values:
                continue
            for card in field.cards(values[field.name]).tolist():
                if card in owners:
                    raise CardError(f"{owners[card]} and {field.name} both have {CARDS[card]}")
                owners[card] = field.name


def _in_a_shell(word: str) -> str:
    """A word as typed in a shell; with single quotes inside, in double quotes if that is safe."""
    import shlex

    is_plain = "'" in word and not set(word) & set('"$`\\!')
    return f'"{word}"' if is_plain else shlex.quote(word)


def question(
    *fields: Field,
    columns: Sequence[Column],
    examples: Sequence[Mapping[str, Any]],
    command: str = "",
    **settings: Any,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a question; see :class:`Question` for the parameters.

    Python calls the declared question with values in any form: fields read them, and the function
    gets the results. Questions that need a lake take the keyword ``lake``.
    """

    def declare(answer: Callable[P, R]) -> Callable[P, R]:
        name = answer.__name__
        declared = Question(
            name, fields, tuple(columns), examples, answer, command or name, **settings
        )
        places = [field.name for field in declared.in_place]

        @worded
        @functools.wraps(answer)
        def ask(*given: Any, **named: Any) -> Any:
            declared.signature.bind(*given, **named)  # TypeError as from any function
            lake = named.pop("lake", None)
            mine = [field.name for field in fields if field.name in named]
            asked = dict(zip(places, given, strict=False)) | {
                name: named.pop(name) for name in mine
            }
            return declared.ask(asked, lake, **named)

        ask.question = declared  # type: ignore[attr-defined]
        return cast("Callable[P, R]", ask)

    return declare


# Packages and modules that declare questions: those that SQL and frames have too, and with them
# those whose answers stand above `queries/`, which only commands and the page have.
BELOW = (
    "pokerlake.queries.questions",
    "pokerlake.queries.questions.boards",
    "pokerlake.queries.pql.asked",
    "pokerlake.queries.statistics.asked",
    "pokerlake.queries.statistics.habits",
    "pokerlake.queries.statistics.shown",
)
EVERYWHERE = (*BELOW, "pokerlake.api.played.hand", "pokerlake.api.spots")


@functools.cache
def questions(*places: str) -> Mapping[str, Question]:
    """All questions that these packages and modules declare, by name; by default ``BELOW``."""
    found = {}
    for place in places or BELOW:
        package = import_module(place)
        inside = pkgutil.iter_modules(getattr(package, "__path__", ()), f"{place}.")
        for module in (package, *(import_module(each.name) for each in inside)):
            for value in vars(module).values():
                declared = getattr(value, "question", None)
                if isinstance(declared, Question):
                    found[declared.name] = declared
    return dict(sorted(found.items()))
