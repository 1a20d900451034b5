"""The fields of questions: how each is called, and how what people give is read.

A field reads whatever the door has: text of the command line, of SQL, of the page and of frames;
in Python arrays, lists and ranges too. What is wrong is told of the field, which each door calls
by its own name for it.
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
_LONGEST = 40  # characters of a number


_WORDS_OF_SQL = {"order"}  # that are names of fields


@dataclass(frozen=True)
class Setting:
    """What fields are read by: the game, and the lake that rankings are in."""

    game: Game
    lake: Path | None = None


@dataclass(frozen=True)
class Field:
    """A part of what is asked.

    Attributes
    ----------
    name : str
        Of the keyword in Python and JSON, the parameter in SQL, the option of the command.
    about : str
        What it is, in a line.
    metavar : str
        What stands for it in the command's help.
    read : callable
        Takes what is given and a :class:`Setting`.
    default : object
        What it is where it is not given.
    needed : bool
        Whether it must be given. Those that must are given by place.
    cards : callable, optional
        The cards of its value that nobody else can have.
    longest : int
        Characters of its text, for the page.
    by_name : bool
        Whether the command takes it as an option, although it must be given.
    of_file : bool
        Whether the command line takes ``@FILE`` and ``-`` for its text; no other door reads files.
    names_file : bool
        Whether it takes ``FILE`` as well, unless the text begins with a brace.
    kind : type
        Of its value at doors that have types: text, ``int``, ``float``, or ``bool`` of a flag.
    least, most : int or float, optional
        Of a number, at these doors.
    several : bool
        Whether it may be given several times: the value is a list.
    option : str
        What the command calls it, if not by its name.
    flags : mapping
        Of a choice that the command makes by flags: value, then the flag and what it is.
    only_commands : bool
        Whether no other door has it.
    told : str
        What it is by default, in words.
    by_place : bool
        Whether it is taken by its place, although it need not be given.
    by_keyword : bool
        Whether Python takes it by its name alone, although it must be given.
    of_rows : str
        What a file has whose rows may be its value: the command takes ``--from FILE``, and Python
        frames.
    effort : bool
        Whether it says how the answer is computed or kept, not what is asked: the page has none.
    blank : bool
        Whether empty text is a value of its own, as sizes that are none at all.
    names : callable
        Some of what it may be, to complete words of the command.
    under : str
        The heading that a long form has it under.
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
        """What SQL calls it: in quotes, if it is one of its own words."""
        return f'"{self.name}"' if self.name in _WORDS_OF_SQL else self.name

    @property
    def is_argument(self) -> bool:
        """Whether the command takes it by its place."""
        return self.by_place or (self.needed and not self.by_name)

    @property
    def in_commands(self) -> str:
        """What the command line calls it: an option, or what stands for its place."""
        return self.metavar if self.is_argument else self.option or option_of(self.name)

    def says(self, value: Any) -> bool:
        """Whether this gives the field, or leaves it out."""
        return value not in (None, []) and (value != "" or self.blank)

    def words(self, value: Any) -> list[str]:
        """What gives the value on the command line; nothing for the default."""
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
    """What is wrong inside is wrong with this field; the error says so by its attributes.

    ``error.field`` is the field, and ``error.bare`` what is wrong: a sentence of its
    own, or one that begins with the name, as "pot is 0; give a whole number, 1 or more". Of a table
    that the lake has not only the field is told: the sentence is about the lake.
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
    """What is wrong with a field, which is called so here: ``--pot is 0; give ...``."""
    has_name = begins_with(name, problem)
    return f"{called}{problem.removeprefix(name)}" if has_name else f"{called}: {problem}"


# ---------------------------------------------------------------- kinds


def plain_field(name: str, about: str, metavar: str = "", **settings: Any) -> Field:
    """A field that the answer itself reads, and says what is wrong with."""
    settings = {"default": None, **settings}
    return Field(name, about, metavar or name.upper(), lambda given, _: given, **settings)


def where_field(about: str) -> Field:
    """Conditions on rows of imported hands: a mapping, or texts; read by the answer itself."""
    return plain_field("where", about, "CONDITION", longest=4000, several=True)


def player_field() -> Field:
    """A player of imported hands; empty for all."""
    about = "Of one player; hero is whose files they are."
    return plain_field("player", about, "NAME", default="")


column_field = partial(plain_field, metavar="COLUMN", only_commands=True)  # of a file


def hole_field(name: str, about: str, *, needed: bool = True) -> Field:
    """The cards of a player; none where they need not be given."""

    def read(given: Any, by: Setting) -> Cards:
        sizes = (by.game.hole,) if needed else (0, by.game.hole)
        return _dealt(given, sizes, f"a hole of {by.game.name}", by)

    return Field(name, about, name.upper(), read, needed=needed, cards=lambda cards: cards)


def hand_field(
    name: str, about: str, sizes: tuple[int, ...] = (), *, of_game: bool = False
) -> Field:
    """The cards of a hand, of which others may have some; of so many cards, if that is said.

    With ``of_game`` of as many as the game has.
    """

    def read(given: Any, by: Setting) -> Cards:
        if of_game:
            return _dealt(given, (by.game.hole,), f"a hand of {by.game.name}", by)
        return _dealt(given, sizes, "a hand here", by) if sizes else _cards(given)

    return Field(name, about, name.upper(), read, needed=True)


def order_field() -> Field:
    """What beats what."""

    def read(given: Any, _: Setting) -> Order:
        from ..answers.orders import order_of

        return order_of(given)

    orders = "high, short deck, A-5, 8 or better, 2-7 or badugi"
    return Field("order", f"What beats what: {orders}.", "ORDER", read, "high")


def board_field(name: str, about: str, sizes: tuple[int, ...], *, needed: bool = True) -> Field:
    """A board of so many cards."""

    def read(given: Any, by: Setting) -> Cards:
        return _dealt(given, sizes, "a board here", by)

    return Field(name, about, name.upper(), read, needed=needed, cards=lambda cards: cards)


def dead_field(about: str = "Cards that nobody can have: 7c7d.") -> Field:
    """Cards that nobody has, and that do not come."""
    return Field("dead", about, "CARDS", lambda given, _: _cards(given), cards=lambda cards: cards)


def range_field(name: str, about: str) -> Field:
    """A hand or a range: its holes, ``(k, m)``, and their weights, ``(m,)``; None for none."""

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
    """Several numbers that must be given, such as stacks; an option of the command."""

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
    """A whole number, ``least`` to ``most``; None where it is not given."""
    wanted = f"a whole number, {least} to {most:,}"

    def fits(number: float) -> bool:
        return number.is_integer() and least <= number <= most

    return _numeric(name, about, "N", int, fits, wanted)


def seed_field(about: str, told: str, **settings: Any) -> Field:
    """What random numbers begin with; None where it is not given."""

    def read(given: Any, _: Setting) -> int | None:
        from pokerlake.engine.given import is_whole, shown
        from pokerlake.tables.errors import UsageError

        if given is None:
            return None
        seed = given
        if isinstance(given, str):
            digits = given.strip().replace("_", "")
            number = _number(given, percent=False)
            plain = digits.isascii() and digits.isdigit()
            seed = int(digits[:_LONGEST]) if plain else int(number) if number >= 0 else None
        if not (is_whole(seed) and 0 <= seed <= MOST_SEED):
            raise UsageError(f"seed is {shown(given)}; give a whole number, 0 to {MOST_SEED:,}")
        return int(seed)

    return Field("seed", about, "N", read, None, longest=_LONGEST, told=told, **settings)


def threads_field(about: str) -> Field:
    """How many threads, or processes; 0 for one on each core."""
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
    """One of few words, by the flag of the command for each; None where it is not given."""

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
    """A number, 0 or more; None where it is not given.

    ``above``: that 0 is none of them, which is told by what says how small it may be.
    """
    wanted = "a number above 0" if above else "a number, 0 or more"
    return _numeric(name, about, "NUMBER", float, lambda number: number >= 0, wanted)


def chips_field(name: str, about: str) -> Field:
    """Chips, more than none; text as it is if it says that they are big blinds: ``"5.5bb"``."""
    wanted = f"a number above 0, {MOST_WHOLE:,} at most"
    field = _numeric(name, about, "NUMBER", float, lambda chips: 0 < chips <= MOST_WHOLE, wanted)

    def read(given: Any, by: Setting) -> Any:
        found = field.read(given, by)
        return given if str(given).rstrip().lower().endswith("bb") else found

    return replace(field, read=read)


def share_field(name: str, about: str) -> Field:
    """A share below 1: 0.05, or as text 5%; None where it is not given."""
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
    """A number, of text too, as 1_000 and maybe 5 %; NaN, which fits nowhere, for what is none."""
    import math

    from pokerlake.engine.given import number_in, share_in

    plain = isinstance(given, str) and given.isascii() and given.replace("_", "").isdigit()
    try:
        return (share_in if percent else number_in)(given.replace("_", "") if plain else given)
    except ValueError:
        return math.nan


def sizes_field(name: str, about: str) -> Field:
    """Sizes of bets or raises as text, a number or a list of them; None where none is given.

    How many streets they may have the board says: they are read whole with the spot.
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
    """What follows each action of a spot, as a mapping, JSON or lines; None if it is not given."""

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
