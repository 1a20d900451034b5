"""The fields of questions: their names, and how each reads its value.

A field reads what the door has: text from the command line, SQL, the page and frames; from Python
also arrays, lists and ranges. An error belongs to its field, and each door calls the field by its
own name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..words import option_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pokerlake.catalogue import Game, Order

    Cards = npt.NDArray[np.uint8]


MOST_WHOLE = 10**9
MOST_SEED = 2**64 - 1
MOST_WORKERS = 1024
_LONGEST = 40  # the longest text of a number


_WORDS_OF_SQL = {"order"}  # that also name fields


@dataclass(frozen=True)
class Setting:
    """The context for reading fields: the game, and the lake with rankings."""

    game: Game
    lake: Path | None = None


@dataclass(frozen=True)
class Field:
    """A field of a question.

    Attributes
    ----------
    name : str
        The keyword in Python and JSON, the parameter in SQL, the option of the command.
    about : str
        Its meaning in one line.
    metavar : str
        The placeholder in the command's help.
    read : callable
        Takes the given value and a :class:`Setting`.
    default : object
        The value if it is not given.
    needed : bool
        Whether it must be given. Such fields are positional.
    cards : callable, optional
        The cards of its value, which no other field may use.
    longest : int
        The longest text in characters, for the page.
    by_name : bool
        Whether the command takes it as an option, although it is needed.
    of_file : bool
        Whether the command line takes ``@FILE`` and ``-`` for its text; no other door reads files.
    names_file : bool
        Whether it also takes ``FILE``, unless the text begins with a brace.
    kind : type
        The type at doors with types: text, ``int``, ``float``, or ``bool`` for a flag.
    least, most : int or float, optional
        The bounds of a number at these doors.
    several : bool
        Whether it may be repeated; the value is then a list.
    option : str
        The option of the command, if it differs from the name.
    flags : mapping
        For a choice by flags of the command: the flag and its help, by value.
    only_commands : bool
        Whether only the command line has it.
    told : str
        The default in words.
    by_place : bool
        Whether it is positional, although it is not needed.
    by_keyword : bool
        Whether Python takes it by keyword only, although it is needed.
    of_rows : str
        The contents of a file or frame whose rows may be its value: the command takes ``--from
        FILE``, Python takes frames.
    effort : bool
        Whether it says how to compute or keep the answer, not what to ask; the page leaves it out.
    blank : bool
        Whether empty text is a value, such as no sizes at all.
    names : callable
        Some possible values, to complete words of the command.
    under : str
        Its heading in a long form.
    """

    name: str
    about: str
    metavar: str
    read: Callable[[Any, Setting], Any]
    default: Any = ""
    needed: bool = False
    cards: Callable[[Any], Cards] | None = None
    longest: int = 200
    by_name: bool = False
    of_file: bool = False
    names_file: bool = False
    kind: type = str
    least: float | None = None
    most: float | None = None
    several: bool = False
    option: str = ""
    flags: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    only_commands: bool = False
    told: str = ""
    by_place: bool = False
    by_keyword: bool = False
    of_rows: str = ""
    effort: bool = False
    blank: bool = False
    names: Callable[[], Iterable[str]] = tuple
    under: str = ""

    @property
    def in_sql(self) -> str:
        """Its name in SQL, quoted if it is a keyword there."""
        return f'"{self.name}"' if self.name in _WORDS_OF_SQL else self.name

    @property
    def is_argument(self) -> bool:
        """Whether it is positional in the command."""
        return self.by_place or (self.needed and not self.by_name)

    @property
    def in_commands(self) -> str:
        """Its name in the command line: an option, or the placeholder of its position."""
        return self.metavar if self.is_argument else self.option or option_of(self.name)

    def says(self, value: Any) -> bool:
        """Whether this value counts as given."""
        return value not in (None, []) and (value != "" or self.blank)

    def words(self, value: Any) -> list[str]:
        """The words of the command line that give the value; none for the default."""
        if not self.says(value) or (value == self.default and not self.is_argument):
            return []
        values = [*value] if isinstance(value, (list, tuple)) else [value]
        if self.is_argument:
            return [str(each) for each in values]
        if self.kind is bool or self.flags:
            return [self.flags[value][0] if self.flags else self.in_commands]
        texts = (f"{each:g}" if isinstance(each, float) else str(each) for each in values)
        return [word for text in texts for word in (self.in_commands, text)]


@contextmanager
def of_field(name: str) -> Iterator[None]:
    """An error inside belongs to this field; it gets two attributes.

    ``error.field`` is the field. ``error.bare`` is the message: a sentence of its own, or one that
    begins with the name, such as "pot is 0; give a whole number, 1 or more". An error about a
    missing table gets only the field: its sentence is about the lake.
    """
    from pokerlake.engine.cards.text import CardError
    from pokerlake.engine.ranges.scanner import RangeError
    from pokerlake.tables.errors import LakeError, UsageError

    try:
        yield
    except LakeError as error:
        error.field = name  # type: ignore[attr-defined]
        raise
    except (CardError, RangeError, UsageError) as error:
        problem = str(getattr(error, "problem", error.args[0]))
        told = type(error)(problem if begins_with(name, problem) else f"{name}: {problem}")
        told.field, told.bare = name, problem  # type: ignore[union-attr]
        raise told from error


def begins_with(name: str, problem: str) -> bool:
    """Whether what is wrong is a sentence about the field."""
    return problem.startswith((f"{name} is ", f"{name} has "))


def in_words_of(called: str, name: str, problem: str) -> str:
    """The message about a field, under the name it has at this door: ``--pot is 0; give ...``."""
    has_name = begins_with(name, problem)
    return f"{called}{problem.removeprefix(name)}" if has_name else f"{called}: {problem}"


# ---------------------------------------------------------------- kinds


def plain_field(name: str, about: str, metavar: str = "", **settings: Any) -> Field:
    """A field that the answer itself reads and checks."""
    settings = {"default": None, **settings}
    return Field(name, about, metavar or name.upper(), lambda given, _: given, **settings)


def where_field(about: str) -> Field:
    """Conditions on rows of imported hands, a mapping or texts; the answer itself reads them."""
    return plain_field("where", about, "CONDITION", longest=4000, several=True)


def player_field() -> Field:
    """A player of imported hands; empty for all."""
    about = "Of one player; hero is the owner of the files."
    return plain_field("player", about, "NAME", default="")


column_field = partial(plain_field, metavar="COLUMN", only_commands=True)  # of a file


def hole_field(name: str, about: str, *, needed: bool = True) -> Field:
    """The cards of a player; None if they are optional and not given."""

    def read(given: Any, by: Setting) -> Cards:
        sizes = (by.game.hole,) if needed else (0, by.game.hole)
        return _dealt(given, sizes, f"a hole of {by.game.name}", by)

    return Field(name, about, name.upper(), read, needed=needed, cards=lambda cards: cards)


def hand_field(
    name: str, about: str, sizes: tuple[int, ...] = (), *, of_game: bool = False
) -> Field:
    """The cards of a hand, which other fields may share; of a fixed number, if one is named.

    With ``of_game`` that is the number in a hole of the game.
    """

    def read(given: Any, by: Setting) -> Cards:
        if of_game:
            return _dealt(given, (by.game.hole,), f"a hand of {by.game.name}", by)
        return _dealt(given, sizes, "a hand here", by) if sizes else _cards(given)

    return Field(name, about, name.upper(), read, needed=True)


def order_field() -> Field:
    """The order of hands."""

    def read(given: Any, _: Setting) -> Order:
        from ..answers.orders import order_of

        return order_of(given)

    orders = "high, short deck, A-5, 8 or better, 2-7 or badugi"
    return Field("order", f"What beats what: {orders}.", "ORDER", read, "high")


def board_field(name: str, about: str, sizes: tuple[int, ...], *, needed: bool = True) -> Field:
    """A board with a number of cards."""

    def read(given: Any, by: Setting) -> Cards:
        return _dealt(given, sizes, "a board here", by)

    return Field(name, about, name.upper(), read, needed=needed, cards=lambda cards: cards)


def dead_field(about: str = "Cards that are out of play: 7c7d.") -> Field:
    """Cards that are out of play."""
    return Field("dead", about, "CARDS", lambda given, _: _cards(given), cards=lambda cards: cards)


def range_field(name: str, about: str) -> Field:
    """A hand or a range: its holes ``(k, m)`` and weights ``(m,)``; None if not given."""

    def read(given: Any, by: Setting) -> tuple[Cards, npt.NDArray[np.float64]] | None:
        if given is None or (isinstance(given, str) and not given.strip()):
            return None
        import numpy as np

        from pokerlake.engine.ranges.scanner import RangeError

        from ..answers.ranges.given import reader_of

        found = reader_of(by.game, by.lake).any(given)
        if not len(found):
            raise RangeError("the range is empty")
        there = np.flatnonzero(found.weights)
        return np.ascontiguousarray(found.holes[there].T), found.weights[there]

    return Field(name, about, "RANGE", read, longest=16_384, of_file=True)


def numbers_field(name: str, about: str) -> Field:
    """Several needed numbers, such as stacks; an option of the command."""

    def read(given: Any, _: Setting) -> tuple[float, ...]:
        from pokerlake.engine.given import numbers_in
        from pokerlake.tables.errors import UsageError

        from ..reading import reading

        if not isinstance(given, str) and hasattr(given, "__iter__"):
            with reading("numbers", given):
                given = given.tolist() if hasattr(given, "tolist") else given
                is_list = hasattr(given, "__iter__") and not isinstance(given, bytes)
                given = [*given] if is_list else given
        try:
            return numbers_in(given)
        except ValueError as error:
            raise UsageError(f"{error}; give numbers such as 8,12,20") from error

    return Field(name, about, name.upper(), read, needed=True, longest=2000, by_name=True)


def whole_field(name: str, about: str, *, least: int, most: int = MOST_WHOLE) -> Field:
    """A whole number, ``least`` to ``most``; None if not given."""
    wanted = f"a whole number, {least} to {most:,}"

    def fits(number: float) -> bool:
        return number.is_integer() and least <= number <= most

    return _numeric(name, about, "N", int, fits, wanted)


def seed_field(about: str, told: str, **settings: Any) -> Field:
    """The seed of random numbers; None if not given."""

    def read(given: Any, _: Setting) -> int | None:
        from pokerlake.engine.given import as_whole, shown
        from pokerlake.tables.errors import UsageError

        if given is None:
            return None
        seed = given
        if isinstance(given, str):
            digits = given.strip().replace("_", "")
            number = _number(given, percent=False)
            plain = digits.isascii() and digits.isdigit()
            seed = int(digits[:_LONGEST]) if plain else int(number) if number >= 0 else None
        whole = as_whole(seed)
        if whole is None or not 0 <= whole <= MOST_SEED:
            raise UsageError(f"seed is {shown(given)}; give a whole number, 0 to {MOST_SEED:,}")
        return whole

    return Field("seed", about, "N", read, None, longest=_LONGEST, told=told, **settings)


def threads_field(about: str) -> Field:
    """The number of threads or processes; 0 for all cores."""
    field = whole_field("threads", about, least=0)

    def read(given: Any, by: Setting) -> int:
        from pokerlake.engine.threads import MOST_THREADS

        return min(field.read(given, by) or 0, MOST_THREADS)

    told = "0, one per core"
    return replace(field, read=read, kind=int, least=0, most=MOST_WORKERS, effort=True, told=told)


def flag_field(name: str, about: str, **settings: Any) -> Field:
    """True or False."""

    def read(given: Any, _: Setting) -> bool:
        from pokerlake.engine.given import shown
        from pokerlake.tables.errors import UsageError

        if type(given).__name__ not in ("bool", "bool_"):  # of Python, of numpy
            raise UsageError(f"{name} is {shown(given)}; give True or False")
        return bool(given)

    return Field(name, about, "", read, False, kind=bool, **settings)


def choice_field(name: str, about: str, flags: Mapping[str, tuple[str, str]]) -> Field:
    """One of a few words, each a flag of the command; None if not given."""

    def read(given: Any, _: Setting) -> Any:
        from pokerlake.engine.given import shown
        from pokerlake.tables.errors import UsageError

        if given is None or given == "":
            return None
        if given not in flags:
            raise UsageError(f"{name} is {shown(given)}; give {' or '.join(map(repr, flags))}")
        return given

    return Field(name, about, name.upper(), read, None, flags=flags)


def number_field(name: str, about: str, *, above: bool = False) -> Field:
    """A number, 0 or more; None if not given.

    ``above``: 0 is refused, and the text for the bounds says so.
    """
    wanted = "a number above 0" if above else "a number, 0 or more"
    return _numeric(name, about, "NUMBER", float, lambda number: number >= 0, wanted)


def chips_field(name: str, about: str) -> Field:
    """Chips above 0; text in big blinds stays text: ``"5.5bb"``."""
    wanted = f"a number above 0, {MOST_WHOLE:,} at most"
    field = _numeric(name, about, "NUMBER", float, lambda chips: 0 < chips <= MOST_WHOLE, wanted)

    def read(given: Any, by: Setting) -> Any:
        found = field.read(given, by)
        return given if str(given).rstrip().lower().endswith("bb") else found

    return replace(field, read=read)


def share_field(name: str, about: str) -> Field:
    """A share below 1: 0.05, or as text 5%; None if not given."""
    wanted = "a share below 1, as 0.05 or 5%"
    return _numeric(name, about, "SHARE", float, lambda number: 0 <= number < 1, wanted)


def _numeric(
    name: str,
    about: str,
    metavar: str,
    kind: type,
    fits: Callable[[float], bool],
    wanted: str,
) -> Field:
    def read(given: Any, _: Setting) -> Any:
        from pokerlake.engine.given import shown
        from pokerlake.tables.errors import UsageError

        if given is None:
            return None
        number = _number(given, percent=metavar == "SHARE")
        if not fits(number):
            blank = isinstance(given, str) and not given.strip()
            raise UsageError(f"{name} is {'blank' if blank else shown(given)}; give {wanted}")
        return kind(number)

    return Field(name, about, metavar, read, None, longest=40)


def _number(given: Any, *, percent: bool) -> float:
    """A number, also from text such as 1_000 or 5 %; NaN for an invalid one."""
    import math

    from pokerlake.engine.given import number_in, share_in

    plain = isinstance(given, str) and given.isascii() and given.replace("_", "").isdigit()
    try:
        return (share_in if percent else number_in)(given.replace("_", "") if plain else given)
    except ValueError:
        return math.nan


def sizes_field(name: str, about: str) -> Field:
    """Sizes of bets or raises as text, a number or a list of them; None if not given.

    The board sets the number of streets, so the spot checks them.
    """

    def read(given: Any, _: Setting) -> str | None:
        from pokerlake.engine.given import number_in, shown
        from pokerlake.engine.solving.sizes import refuse_no_sizes
        from pokerlake.tables.errors import UsageError

        if given is None:
            return None
        many = isinstance(given, (list, tuple))
        try:
            text = ",".join(map(str, given)) if many else given
            text = text.strip() if isinstance(text, str) else f"{number_in(text):g}"
        except ValueError:
            raise UsageError(
                f"{name} is {shown(given)}; give sizes as text, such as '33,75'"
            ) from None
        try:
            refuse_no_sizes(text, name)
        except ValueError as error:
            raise UsageError(str(error)) from error
        return text

    return Field(name, about, "SIZES", read, None, blank=True)


def tree_field(name: str, about: str) -> Field:
    """The tree of a spot, as a mapping, JSON or indented lines; None if not given."""

    def read(given: Any, _: Setting) -> str | None:
        from pokerlake.engine.solving.written import tree_text
        from pokerlake.tables.errors import UsageError

        if given is None:
            return None
        try:
            return tree_text(given)
        except ValueError as error:
            raise UsageError(str(error)) from error

    return Field(name, about, "FILE", read, None, longest=1_000_000, of_file=True, names_file=True)


def text_field(name: str, about: str, metavar: str) -> Field:
    """Text without the blanks around it."""

    def read(given: Any, _: Setting) -> str:
        from pokerlake.engine.given import shown
        from pokerlake.tables.errors import UsageError

        if not isinstance(given, str):
            raise UsageError(f"{name} is {shown(given)}; give text")
        return given.strip()

    return Field(name, about, metavar, read)


def game_field(
    *, cards: int = 0, boards: int = 1, least: int = 1, draws: bool = False, **settings: Any
) -> Field:
    """By whose rule; it is read before the others. With ``cards``, games of so many in a hole.

    Of games with up to so many ``boards``, and at ``least`` so many: those of stud have none, and
    pineapple goes with them. Those of draw with ``draws``.
    """
    from pokerlake.catalogue import DRAW_GAMES, GAMES, HOLDEM, OTHER_GAMES, TWO_CARD_GAMES, listed

    def read(given: Any, _: Setting) -> Game:
        from ..answers.orders import game_of, rule_of

        if cards:
            return game_of(given)
        return rule_of(given, boards=boards, least=least, draws=draws)

    every = [*GAMES, *(() if least else OTHER_GAMES), *(DRAW_GAMES if draws else ())]
    names = [game.name for game in TWO_CARD_GAMES.values()] if cards else every
    settings = {"default": HOLDEM.name, **settings}
    return Field("game", f"The game: {listed(names)}.", "GAME", read, **settings)


def draw_game_field() -> Field:
    """A game of draw, by whose rule; it is read before the others."""
    from pokerlake.catalogue import DRAW_GAMES, FIVE_CARD_DRAW, listed

    def read(given: Any, _: Setting) -> Game:
        from ..answers.orders import draw_rule_of

        return draw_rule_of(given)

    return Field("game", f"The game: {listed(DRAW_GAMES)}.", "GAME", read, FIVE_CARD_DRAW.name)


def _dealt(given: Any, sizes: tuple[int, ...], what: str, by: Setting) -> Cards:
    from pokerlake.engine.cards.text import CardError, counted, format_hand, not_in_deck

    cards = _cards(given)
    if len(cards) not in sizes:
        needed = " or ".join(map(str, sizes))
        has = f"{format_hand(cards)!r} has {counted(len(cards))}"
        raise CardError(f"{has if len(cards) else 'no cards'}; {what} has {needed}")
    if by.game.dead and set(cards.tolist()) & set(by.game.dead):
        raise CardError(not_in_deck(cards.tolist(), by.game.dead))
    return cards


def _cards(given: Any) -> Cards:
    """The cards of one hand in any form, ``(k,)`` ``uint8``."""
    import numpy as np

    from pokerlake.engine.cards.layout import is_one_hand, one_hand
    from pokerlake.engine.cards.text import CardError, parse_hand
    from pokerlake.engine.given import shown

    if isinstance(given, str):
        return parse_hand(given)
    if given is None:
        return np.empty(0, np.uint8)
    rows: Any = getattr(given, "rows", None)  # of Cards
    if getattr(rows, "ndim", 0) == 2 and len(rows) == 1:
        given = rows[0]
    if not is_one_hand(given):
        raise CardError(f"{shown(given)} is not one hand; give text such as AhKh, or its cards")
    return np.array(one_hand(given), np.uint8)
