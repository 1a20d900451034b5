"""What a question is, as it is declared, and the list of all."""

from __future__ import annotations

import functools
import inspect
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from ..words import worded
from .fields import Field, Setting, of_field

if TYPE_CHECKING:
    from os import PathLike

    from ..results import Result

P = ParamSpec("P")
R = TypeVar("R", bound="Result")


@dataclass(frozen=True)
class Column:
    """A column of the answer's rows: its name, its type in SQL, and what it means."""

    name: str
    sql_type: str
    meaning: str


@dataclass(frozen=True)
class View:
    """Another result, which a result gives by a method of that name: a flag of the command."""

    name: str
    about: str
    method: str = ""  # of another name


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
    before : callable
        Takes what is asked and what is given of the part: refuses it before the answer is made.
    """

    method: str
    fields: tuple[Field, ...]
    is_range: bool = False
    before: Callable[[Mapping[str, Any], Mapping[str, Any]], object] = lambda *_: None


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
        Takes the values of the fields, read, by name. Its docstring is the help.
    command : str
        Of the command, where that has another name: ``bubble``, ``draw hand``.
    counted : str
        What a long answer counts, by :func:`.telling.telling`: the words of its bar.
    kept : str
        What is said of an answer that is stopped, if what is done by then is in the lake: it takes
        ``keep``, which commands give.
    page : str
        The address of the page's own view of it, which is then not made of this.
    views : sequence of View
        What else the result can be shown as.
    parts : sequence of Part
        What of the result can be shown alone.
    chosen_by : str
        The option by which it is asked, where a command asks several questions.
    on_cluster : bool
        Whether the workers of a cluster may compute it.
    """

    name: str
    fields: tuple[Field, ...]
    columns: tuple[Column, ...]
    examples: Sequence[Mapping[str, str]]
    answer: Callable[..., Result]
    command: str
    counted: str = ""
    kept: str = ""
    page: str = ""
    views: Sequence[View] = ()
    parts: Sequence[Part] = ()
    chosen_by: str = ""
    on_cluster: bool = False

    @property
    def help(self) -> str:
        """What it says of itself, without the sections for programs."""
        return (inspect.getdoc(self.answer) or "").partition("\nParameters\n")[0].strip()

    @property
    def title(self) -> str:
        """What it asks, in a line."""
        return self.help.partition("\n")[0].rstrip(".")

    @property
    def by_place(self) -> tuple[Field, ...]:
        """The fields that Python takes by their place, in this order."""
        parameters = inspect.signature(self.answer).parameters
        by_place = (each for each in parameters.values() if each.kind is each.POSITIONAL_OR_KEYWORD)
        by_name = {field.name: field for field in self.fields}
        return tuple(by_name[each.name] for each in by_place)

    @property
    def is_kept(self) -> bool:
        """Whether the answer may be kept in the lake, which commands ask for."""
        return "keep" in inspect.signature(self.answer).parameters

    @property
    def is_on_page(self) -> bool:
        """Whether the page asks it in its view of all questions."""
        return self.is_public and not (self.page or self.kept)

    @property
    def is_public(self) -> bool:
        """Whether Python has it too; others are forms of a command alone."""
        return not self.name.startswith("_")

    @property
    def in_sql(self) -> bool:
        """Whether SQL has it: what is declared in ``api/`` stands above SQL's functions."""
        return self.answer.__module__.startswith(BELOW)

    @property
    def in_frames(self) -> bool:
        """Whether columns of cards have it, as a method of ``.poker``."""
        return self.fields[0].cards is not None

    @property
    def row_type(self) -> str:
        """The type of a row in SQL."""
        return f"STRUCT({', '.join(f'{c.name} {c.sql_type}' for c in self.columns)})"

    def as_command(self, given: Mapping[str, str]) -> str:
        """The words of a command line that asks this: ``outs AhKh Qh2h3d --villain QsQc``."""
        import shlex

        words = self.command.split()
        for field in self.fields:
            words += field.in_words(given.get(field.name, field.default))
        return shlex.join(words)

    def ask(
        self, given: Mapping[str, Any], lake: PathLike[str] | str | None = None, **how: Any
    ) -> Result:
        """The answer to what is given, by name; what is not given is the default.

        ``how`` is for the answer alone, as it is.

        Raises
        ------
        CardError, RangeError, UsageError
            With the name of the field in front; it is ``error.field``, and ``error.bare`` is what
            is wrong without it.
        LakeError
            If the lake lacks a ranking that is needed.
        """
        place = None if lake is None else Path(lake)
        if "lake" in inspect.signature(self.answer).parameters:
            how["lake"] = place
        return self.answer(**self.read(given, place), **how)

    def read(self, given: Mapping[str, Any], lake: Path | None = None) -> dict[str, Any]:
        """The values of all fields. The game is read first, by which the others are."""
        from pokerlake.catalogue import HOLDEM

        setting = Setting(HOLDEM, lake)
        values: dict[str, Any] = {}
        for field in sorted(self.fields, key=lambda field: field.name != "game"):
            with of_field(field.name):
                values[field.name] = field.read(given.get(field.name, field.default), setting)
            if field.name == "game":
                setting = Setting(values["game"], lake)
        self._refuse_shared_cards(values)
        return values

    def _refuse_shared_cards(self, values: Mapping[str, Any]) -> None:
        from pokerlake.engine.cards.text import CARDS, CardError

        owners: dict[int, str] = {}
        for field in self.fields:
            for card in field.cards(values[field.name]).tolist() if field.cards else ():
                if card in owners:
                    raise CardError(f"{owners[card]} and {field.name} both have {CARDS[card]}")
                owners[card] = field.name


def question(
    *fields: Field,
    columns: Sequence[Column],
    examples: Sequence[Mapping[str, str]],
    command: str = "",
    **more: Any,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a question; see :class:`Question` for the parameters.

    What is declared is called in Python with whatever people have: fields are read, and the
    function gets their values. ``lake`` is a keyword of those that need one.
    """

    def declare(answer: Callable[P, R]) -> Callable[P, R]:
        name = answer.__name__
        declared = Question(name, fields, tuple(columns), examples, answer, command or name, **more)
        places = [field.name for field in declared.by_place]

        @worded
        @functools.wraps(answer)
        def ask(*given: Any, **named: Any) -> Any:
            inspect.signature(answer).bind(*given, **named)  # TypeError as of any function
            fields = {
                field.name: named.pop(field.name)
                for field in declared.fields
                if field.name in named
            }
            return declared.ask(dict(zip(places, given, strict=False)) | fields, **named)

        ask.question = declared  # type: ignore[attr-defined]
        return cast("Callable[P, R]", ask)

    return declare


# Packages and modules that declare questions: those that SQL and frames have too, and with them
# those whose answers stand above `queries/`, which only commands and the page have.
BELOW = ("pokerlake.queries.questions",)
EVERYWHERE = (*BELOW, "pokerlake.api.duels", "pokerlake.api.spots")


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
