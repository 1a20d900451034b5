"""What a question is, as it is declared, and the list of all."""

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

_SECTION = re.compile(r"\n(?:Parameters|Returns)\n")  # of a docstring, for programs

P = ParamSpec("P")
R = TypeVar("R", bound="Result")


@dataclass(frozen=True)
class Column:
    """A column of the answer's rows: its name, its type in SQL, and what it means."""

    name: str
    sql_type: str
    meaning: str


@dataclass(frozen=True)
class Door:
    """How a door wants an answer.

    Attributes
    ----------
    lake : Path, optional
        Where tables and rankings are.
    people : bool
        Whether people read the answer, and not a program.
    ranges : bool
        Whether it is written as a range.
    hands : bool
        Whether it is written as a hand history.
    nested : bool
        Whether its rows can have lists.
    counts : bool
        Whether all that can be counted is wanted, which tables may lack.
    files : bool
        Whether ``@FILE`` and ``-`` are the text of a file.
    charts : callable, optional
        Gives a module of ``queries/charts/``, where a figure can be shown: charts stand above.
    note : callable
        Takes a line that is said beside the answer.
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

    ``answer`` takes what the question's takes, and gives a result, a table or a figure; or it is
    the name of a method of the result.
    """

    flag: str
    about: str
    answer: Callable[..., Any] | str


@dataclass(frozen=True)
class Part:
    """A method of the result that gives a part of it, or another: options of the command.

    Attributes
    ----------
    method : str
    fields : tuple of Field
        The method is called where one is given that is no ``effort``.
    is_range : bool
        Whether it is what a dialect of ranges writes of the result.
    is_last : bool
        Whether what it gives has none of the parts and views that follow, but for a picture.
    is_drawn : bool
        Whether it gives a picture.
    before : callable
        Takes what is asked and what is given of the part: refuses it before the answer is made.
    """

    method: str
    fields: tuple[Field, ...]
    is_range: bool = False
    is_last: bool = False
    is_drawn: bool = False
    before: Callable[[Mapping[str, Any], Mapping[str, Any]], object] = lambda *_: None


@dataclass(frozen=True)
class File:
    """How a question is asked of the rows of a file.

    Attributes
    ----------
    fields : tuple of Field
        Which of its columns have what; of the command alone.
    shared : tuple of str
        The fields of the question that rows have in common; others are not given with a file.
    open : callable
        Takes the file's name, the values of all these by name, a :class:`Door`, and what
        :meth:`Output.show_file` gives.
    instead : str
        What is given where there is no file: ``hands such as AhKh QsQc``.
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
    """A question: every door is made of this.

    Attributes
    ----------
    name : str
        Of the function in Python, the command, the function and the macro of SQL, the page.
    fields : tuple of Field
        Those that must be given are in front, and are given by place.
    columns : tuple of Column
        Of the answer's rows.
    examples : sequence of mappings
        Fields as text. The first is the one that pages and help show.
    answer : callable
        Takes the values of the fields, read, by name, and a :class:`Door` if it has a parameter
        ``door``. Its docstring is the help.
    command : str
        Of the command, where that has another name.
    counted : str
        What a long answer counts, by :func:`.telling.telling`: the words of its bar.
    kept : str
        What is said of an answer that is stopped, if what is done by then is in the lake.
    parts : sequence of Part
        What of the result can be shown alone.
    chosen_by : str
        The option by which it is asked, where a command asks several questions.
    on_cluster : bool
        Whether the workers of a cluster may compute it.
    workers_read : bool
        Whether they read the lake for it.
    page : str
        The address of the page's own view of it.
    is_python : bool
        Whether the answer is a function of Python as it is: it takes the lake, and no door.
    in_python : str
        What Python asks instead, where it has no function of that name: ``pk.Range({}).hands``.
    is_text : bool
        Whether the answer is a text, which commands write bare where no format is asked for.
    views : sequence of View
        What else a command and the page may show of it.
    in_rows : bool
        Whether SQL and frames have it by this declaration, as a list of rows for each row; not
        where they have a function of columns that is faster.
    on_page : bool
        Whether the page has it by this declaration.
    has_lake : bool
        Whether the command takes a lake.
    printed : callable, optional
        Takes a result and a :class:`Door`: the rows that the command shows, and what it says below;
        by default those of the result.
    seconds : float
        How long it may take on the page.
    file : File, optional
        How the command asks it of the rows of a file.
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
        """What it says of itself, without the sections for programs."""
        return _SECTION.split(inspect.getdoc(self.answer) or "", maxsplit=1)[0].strip()

    @property
    def title(self) -> str:
        """What it asks, in a line."""
        return self.help.partition("\n")[0].rstrip(".")

    @property
    def by_place(self) -> tuple[Field, ...]:
        """The fields that must be given, and are given by place."""
        return tuple(field for field in self.fields if field.needed and not field.by_keyword)

    @property
    def in_place(self) -> tuple[Field, ...]:
        """The fields that Python takes by place."""
        by_place = [field.name for field in self.by_place]
        return tuple(f for f in self.fields if f.by_place or f.name in by_place)

    @property
    def of_parts(self) -> tuple[Field, ...]:
        """The fields of the command that are of parts of the result."""
        return tuple(field for part in self.parts for field in part.fields)

    @property
    def may_keep(self) -> bool:
        """Whether the answer is kept in the lake if it is told to, as commands do."""
        fields = {field.name for field in self.fields}
        return "keep" in self.signature.parameters.keys() - fields

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """How Python calls the answer."""
        return inspect.signature(self.answer)

    @functools.cached_property
    def _in_turn(self) -> tuple[Field, ...]:
        """The fields as they are read: the game is in front, by which others are."""
        return tuple(sorted(self.fields, key=lambda field: field.name != "game"))

    @property
    def is_public(self) -> bool:
        """Whether other doors have it; else it is another form of a command's question."""
        return not self.name.startswith("_")

    @property
    def at_all_doors(self) -> tuple[Field, ...]:
        """The fields without those of the command alone."""
        return tuple(field for field in self.fields if not field.only_commands)

    @property
    def row_type(self) -> str:
        """The type of a row in SQL."""
        return f"STRUCT({', '.join(f'{c.name} {c.sql_type}' for c in self.columns)})"

    def as_command(self, given: Mapping[str, Any]) -> str:
        """The words of a command line that asks this: ``outs AhKh Qh2h3d --villain QsQc``."""
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
        """The answer to what is given, by name; what is not given is the default.

        ``how`` is for the answer alone, as it is.
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
        """The values of all fields, or those of these names."""
        from pokerlake.catalogue import HOLDEM

        setting = Setting(HOLDEM, lake)
        values: dict[str, Any] = {}
        for field in self._in_turn:
            if names and field.name not in names:
                continue
            try:  # a context for each of thirty fields would be a tenth of a small answer
                values[field.name] = field.read(given.get(field.name, field.default), setting)
            except ValueError:  # what a field refuses is one: it goes on, with the field's name
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
    """A word as it is typed; one with single quotes is between double ones, if that is plain."""
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

    What is declared is called in Python with whatever people have: fields are read, and the
    function gets their values. ``lake`` is a keyword of those that need one.
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
            declared.signature.bind(*given, **named)  # TypeError as of any function
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
    """All questions by name that these packages and modules declare; of ``BELOW`` if none."""
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
