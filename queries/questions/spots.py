"""The fields of spots, after the flop and for push or fold; all doors read them the same way.

The answers are in ``api/`` and ``commands/``: solutions go into the lake, which questions of this
room do not write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from pokerlake.engine.given import is_blank

from .fields import (
    MOST_WHOLE,
    Field,
    Setting,
    board_field,
    chips_field,
    number_field,
    numbers_field,
    of_field,
    plain_field,
    range_field,
    share_field,
    sizes_field,
    text_field,
    tree_field,
    whole_field,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pokerlake.engine.push_fold.spots import PushFoldSpot
    from pokerlake.engine.solving import Betting
    from pokerlake.engine.solving.tree import Prizes, Tree

    from ..answers.solving.preflop import Begun, Blinds
    from ..answers.solving.spots import GivenSpot

T = TypeVar("T")

MOST_SPOTS = 1_000_000
MOST_DECIMALS = 4  # of pots and stacks
_OF_A_FIELD = re.compile("the range of (?P<range>oop|ip) |(?P<name>[a-z_]+) (is|has) ")


def _fixed_field(name: str, about: str) -> Field:
    """Ranges by position, as a mapping or text with ``=`` and ``;``; the value is text."""

    def read(given: Any, setting: Setting) -> str:
        from pokerlake.engine.given import shown
        from pokerlake.engine.push_fold.spots import fixed_text
        from pokerlake.tables.errors import UsageError

        from ..answers.ranges.given import reader_of

        if isinstance(given, str):
            parts = [part.partition("=") for part in given.split(";") if part.strip()]
            wrong = next((at for at, sign, _ in parts if not sign or not at.strip()), None)
            if wrong is not None:
                raise UsageError(
                    f"{name} has {shown(wrong.strip())}; give POSITION=RANGE, such as BB=22+,A2s+"
                )
            given = {at: text for at, _, text in parts}
        if not isinstance(given, Mapping) or not all(isinstance(at, str) for at in given):
            raise UsageError(
                f"{name} is {shown(given)}; give ranges by position, as {{'BB': '22+'}}"
            )
        ranges = {}
        for at, own in given.items():
            position, slash, before = at.strip().partition("/")
            key = f"{position.upper()}{slash}{before.lower()}"
            if key in ranges:
                raise UsageError(f"{name} has {key} twice; give one range of it")
            ranges[key] = reader_of(setting.game, setting.lake).any(own).weights
        return fixed_text(ranges)

    return Field(name, about, "RANGES", read, longest=4000)


def _cap_field(name: str, about: str) -> Field:
    """The rake cap, one for all or by players: that for two players, as given."""

    def read(given: Any, _: Setting) -> Any:
        from pokerlake.tables.errors import UsageError

        from ..answers.solving.preflop import Blinds, cap_of_two

        if given is None:
            return None
        try:
            cap = cap_of_two(given)
            Blinds().amount(name, cap)
        except ValueError as error:
            raise UsageError(str(error)) from error
        return cap

    return Field(name, about, "AMOUNT", read, None)


# The parts of a spot: options of the command, columns of a file, keywords, fields of the page.
_FIELDS = (
    text_field("name", "The name of the spots in the lake, for the set they belong to.", "NAME"),
    board_field("board", "Three to five cards: QsJh2h.", (3, 4, 5)),
    range_field("oop", "The range of the player out of position, who acts first."),
    range_field("ip", "The range of the player in position."),
    chips_field("pot", "Chips in the pot: 60, or 5.5 in big blinds."),
    chips_field("stack", "Chips behind, of each player."),
    plain_field(
        "preflop",
        "In place of pot and stack: the actions before the flop, by position, as 'BTN r2.5, BB "
        "c'. Blinds that do not act fold.",
        "ACTIONS",
    ),
    plain_field(
        "stacks",
        "With preflop: the stacks before the hand, all 100bb, or 'BTN 100, BB 60'.",
        "AMOUNTS",
    ),
    plain_field("blinds", "The small and the big blind; no bet is smaller.  [default: 0.5/1]"),
    plain_field("ante", "With preflop: the ante of each player, or of one, 'BB 1'.", "AMOUNT"),
    plain_field(
        "straddle", "With preflop: the straddle of UTG, or of another position, 'BTN 2'.", "AMOUNT"
    ),
    whole_field("players", "With preflop: the number of players dealt in.", least=2, most=10),
    sizes_field(
        "bets",
        "Bets in percent of the pot: 33,75; below 5 with the sign, 2%. Also pot, 50c for chips, e "
        "for equal shares of the pot to be all-in by the river (2e: in two bets), a for all-in, - "
        "for none; by street from the board's on with slashes: 33/50/75,a.  [default: 50]",
    ),
    sizes_field(
        "raises",
        "Raises in percent of the pot after the call, as bets; or 2.5x the bet, or min.  "
        "[default: 50]",
    ),
    sizes_field("oop_bets", "Bets of the player out of position."),
    sizes_field("oop_raises", "His raises."),
    sizes_field("ip_bets", "Bets of the player in position."),
    sizes_field("ip_raises", "His raises."),
    sizes_field(
        "donks",
        "Bets out of position into the last aggressor of the street before.  [default: as bets]",
    ),
    tree_field(
        "tree",
        "What can be done line by line, in place of sizes: JSON of what follows each action, "
        '{"x": {"b50": {}}, "b33": {}}, or lines as --show-tree writes them.',
    ),
    number_field(
        "add_all_in", "Add an all-in where the stack is at most this many pots.  [default: 0]"
    ),
    number_field(
        "force_all_in",
        "Make a bet all in if a call would leave at most this many pots.  [default: 0]",
    ),
    number_field(
        "merge", "Of sizes less than this many pots apart, keep the largest.  [default: 0]"
    ),
    whole_field("most_raises", "Bets and raises a street.  [default: any number]", least=0),
    chips_field(
        "chip",
        "The smallest chip: bets are rounded to it.  [default: 1; 0.1, 0.01, ... where pot or "
        "stack has decimals]",
    ),
    share_field("rake", "Share of the pot that the house takes: 5%.  [default: 0]"),
    _cap_field(
        "rake_cap",
        "The most that it takes, as the pot; of caps by players, '2: 0.5, 3+: 1', two's counts.",
    ),
    *(
        replace(numbers_field(name, about), needed=False, default=None)
        for name, about in (
            (
                "prizes",
                "Play for the prizes of the first place, the second, ...: 50,30,20; stacks are "
                "worth of them what ICM says (Malmuth-Harville).",
            ),
            ("others", "With prizes: the stacks of players who are not in the hand: 40,25."),
            (
                "behind",
                "With prizes: the stacks behind of both, out of position first: 97,140.  [default: "
                "stack]",
            ),
            (
                "bounties",
                "With prizes: what each wins at once by knocking the other out: 10,5.  [default: "
                "0]",
            ),
        )
    ),
    text_field(
        "keep",
        "Decisions that the lake keeps: all, street (those of the board), or lines of later "
        "streets: 'x c,x b33 c'.  [default: all; of flops street]",
        "LINES",
    ),
)
_NEEDED = ("board", "oop", "ip")
_AMOUNTS = ("pot", "stack", "chip", "rake_cap")
_OF_PRIZES = ("prizes", "others", "behind", "bounties")
_BEFORE = ("preflop", "stacks", "blinds", "ante", "straddle", "players")
_UNDER = {
    **dict.fromkeys(_BEFORE, "Before the flop"),
    **dict.fromkeys(("tree",), "A tree of one's own"),
    **dict.fromkeys(("rake", "rake_cap"), "Rake"),
    **dict.fromkeys(_OF_PRIZES, "Prizes"),
}
PARTS = tuple(field.name for field in _FIELDS)
_SIZES = PARTS[PARTS.index("bets") : PARTS.index("chip")]
_MORE_SIZES = PARTS[PARTS.index("oop_bets") : PARTS.index("rake")]
FIELDS = tuple(
    replace(
        each,
        needed=each.name in _NEEDED,
        by_name=True,
        under=_UNDER.get(each.name, "More of the betting" if each.name in _MORE_SIZES else ""),
    )
    for each in _FIELDS
)
# The parts that set the possible bets.
_OF_BETS = ("board", "pot", "stack", "chip", *_BEFORE, *_SIZES)
OF_BETS = tuple(field for field in FIELDS if field.name in _OF_BETS)

_OF_PUSH_FOLD = (
    replace(
        number_field(
            "stack",
            "The stack of every player in big blinds: 10, or 1:50:0.25 for all from 1 to 50 by "
            "0.25.",
            above=True,
        ),
        metavar="STACK",
        several=True,
        of_rows="spots, whose columns are named as these options",
    ),
    numbers_field("stacks", "The stack of each player, in the order of acting: 8,12,20."),
    whole_field("players", "Number of players with STACK: 2 to 9.  [default: 2]", least=2, most=9),
    number_field("small_blind", "The small blind in big blinds.  [default: 0.5]"),
    number_field("ante", "The ante of each player in big blinds.  [default: 0]"),
    number_field(
        "bb_ante", "The ante that the big blind posts for all, in big blinds.  [default: 0]"
    ),
    numbers_field(
        "prizes",
        "Prizes of the first place, the second, ...: 50,30,20.  [default: none, chips count]",
    ),
    numbers_field("others", "Stacks of players who are not in the hand: 15,9; with --prizes."),
    _fixed_field(
        "fixed",
        "Fixed ranges: 'BB=22+,A2s+; SB/f=55+', for all decisions of a position or one of them.",
    ),
)
PUSH_FOLD = tuple(
    replace(one, needed=False, by_name=not one.several, by_place=one.several)
    for one in _OF_PUSH_FOLD
)


def read_parts(
    given: Mapping[str, Any],
    fields: Iterable[Field],
    ranges: Callable[[Any], Any] | None = None,
    *,
    is_none: Callable[[Any], bool] = is_blank,
) -> dict[str, Any]:
    """Read the given parts of a spot; ranges have their own reader.

    ``is_none`` says which parts are missing: blank cells in a row, only None in a call. UsageError,
    CardError or RangeError if a part is unknown, missing or invalid; ``error.field`` names it.
    """
    from pokerlake.catalogue import HOLDEM
    from pokerlake.tables.errors import UsageError, did_you_mean

    parts = {name: value for name, value in given.items() if not is_none(value)}
    by_name = {field.name: field for field in fields}
    unknown = [name for name in parts if name not in by_name]
    if unknown:
        raise UsageError(f"no {unknown[0]!r} in a spot; {did_you_mean(unknown[0], by_name)}")
    setting = Setting(HOLDEM)
    values: dict[str, Any] = {}
    for name, field in by_name.items():
        if name in parts:
            with of_field(name):
                own = ranges if name in ("oop", "ip") else None
                values[name] = own(parts[name]) if own else field.read(parts[name], setting)
        elif field.needed:
            raise UsageError(f"the {name} is missing")
    return values


def of_rows(
    rows: Iterable[Mapping[str, Any]], name: str, read: Callable[[Mapping[str, Any]], T]
) -> Iterator[T]:
    """Read rows; an error names the number of the row.

    Raises
    ------
    InputError
        At the first row without a valid spot, or if there are too many.
    """
    from pokerlake.engine.cards.text import CardError
    from pokerlake.engine.ranges.scanner import RangeError
    from pokerlake.tables.errors import InputError, UsageError

    for number, row in enumerate(rows, 1):
        if number > MOST_SPOTS:
            raise InputError(f"{name} has more than {MOST_SPOTS:,} spots; give fewer at once")
        try:
            yield read(row)
        except (UsageError, CardError, RangeError) as error:
            raise InputError(f"{name}, row {number:,}: {error}") from error


# ---------------------------------------------------------------- after the flop


def spot_after_flop(
    given: Mapping[str, Any],
    weights: Callable[[Any], npt.NDArray[np.float64]],
    text_of: Callable[[Any], str] | None = None,
    *,
    is_none: Callable[[Any], bool] = is_blank,
) -> GivenSpot:
    """The spot from its parts, each as text, a number or a Python value.

    Parameters
    ----------
    given : mapping
        By the names of ``FIELDS``.
    weights : callable
        Reads a range, ``(1326,)``.
    text_of : callable, optional
        Rewrites a range in the form that the lake keeps.
    is_none : callable
        As in :func:`read_parts`: in a call, empty text for sizes means no sizes.

    Raises
    ------
    UsageError, CardError, RangeError
        If it is not a valid spot. ``error.field`` names the wrong part.
    """
    import numpy as np

    from pokerlake.engine.solving.sizes import PLAYERS
    from pokerlake.engine.solving.tree import Spot

    from ..answers.solving.spots import GivenSpot

    values = read_parts(given, FIELDS, weights, is_none=is_none)
    board = values["board"]
    ranges = np.stack([values[player] for player in PLAYERS])
    with _refusing():
        blinds, begun = _begun(values)
        pot, stack, betting = _chips(values, blinds, begun)
        rake, cap = values.get("rake", 0.0), values.get("rake_cap", np.inf) / betting.chip
        prizes = _prizes(values, stack, betting.chip)
        spot = Spot(tuple(board.tolist()), ranges, pot, stack, betting, rake, cap, prizes=prizes)
        spot.tree()
    name, keep = values.get("name", ""), values.get("keep", "")
    oop, ip = ("", "") if text_of is None else (text_of(given[player]) for player in PLAYERS)
    return GivenSpot(spot, name, keep, (oop, ip), begun.said if begun else "")


def _prizes(values: Mapping[str, Any], stack: int, chip: float) -> Prizes | None:
    """The prizes of the table, in chips of the spot."""
    from pokerlake.engine.given import shown
    from pokerlake.engine.solving.tree import Prizes

    there = {name: values[name] for name in _OF_PRIZES if name in values}
    if "prizes" not in there:
        for name, given in there.items():
            raise ValueError(f"{name} is {shown(given)}, which goes with prizes: give those")
        return None
    behind = tuple(round(each / chip, 6) for each in there.get("behind", (stack * chip,) * 2))
    others = tuple(each / chip for each in there.get("others", ()))
    return Prizes(there["prizes"], behind, others, there.get("bounties", (0.0, 0.0)))


def bets_after_flop(given: Mapping[str, Any]) -> tuple[int, int, Betting, Tree]:
    """The pot, the stack, the bets and the tree of a spot whose ranges do not matter.

    ``given``: as in :func:`spot_after_flop`. Raises UsageError or CardError.
    """
    from pokerlake.engine.solving.tree import betting_tree

    values = read_parts(given, OF_BETS, is_none=lambda part: part is None)
    with _refusing():
        pot, stack, betting = _chips(values, *_begun(values))
        return pot, stack, betting, betting_tree(pot, stack, betting, betting.street)


def _begun(values: dict[str, Any]) -> tuple[Blinds, Begun | None]:
    """The blinds, and the result of the actions before the flop, if these are given.

    Amounts in big blinds among ``values`` are converted to the unit of the others.
    """
    from pokerlake.engine.given import shown

    from ..answers.solving.preflop import Blinds, begun

    there = {name: values[name] for name in _BEFORE if name in values}
    given = there.pop("blinds", None)
    blinds = Blinds() if given is None else Blinds.of(given)
    values |= {name: blinds.amount(name, values[name]) for name in _AMOUNTS if name in values}
    if "preflop" not in there:
        if there:
            name = next(iter(there))
            raise ValueError(f"{name} is {shown(there[name])}, which goes with preflop: give that")
        return blinds, None
    if "stacks" not in there:
        raise ValueError("preflop is given without stacks: give these, as 100bb")
    found = begun(str(there.pop("preflop")), there.pop("stacks"), blinds, **there)
    for name in ("pot", "stack"):
        if values.get(name, getattr(found, name)) != getattr(found, name):
            raise ValueError(
                f"{name} is {values[name]:g}, and preflop leaves {getattr(found, name):g}: give one"
            )
    return blinds, found


def _chips(
    values: Mapping[str, Any], blinds: Blinds, begun: Begun | None
) -> tuple[int, int, Betting]:
    """The pot and the stack in chips, and the bets, from the read parts."""
    from pokerlake.engine.solving import Betting
    from pokerlake.engine.solving.sizes import chips_of

    for name in ("pot", "stack"):
        if begun is None and name not in values:
            raise ValueError(f"the {name} is missing; give it, or preflop and stacks")
    amounts = {name: getattr(begun, name) if begun else values[name] for name in ("pot", "stack")}
    big_blind = blinds.big if begun or "blinds" in values else 0.0
    chip = values.get("chip") or _chip(amounts | ({"blinds": big_blind} if big_blind else {}))
    pot, stack = (chips_of(name, each, chip) for name, each in amounts.items())
    for name, chips in (("pot", pot), ("stack", stack)):
        if chips > MOST_WHOLE:
            raise ValueError(f"{name} is {chips:,} chips; give {MOST_WHOLE:,} at most")
    sizes = {name: values[name] for name in _SIZES if name in values}
    street = len(values["board"]) - 3
    return pot, stack, Betting.of(**sizes, chip=chip, big_blind=big_blind, street=street)


def _chip(amounts: Mapping[str, float]) -> float:
    """The largest of 1, 0.1, 0.01, ... that divides all amounts."""
    decimals = 0
    for name, each in amounts.items():
        exponent = Decimal(repr(round(each, 9))).normalize().as_tuple().exponent
        if not isinstance(exponent, int) or -exponent > MOST_DECIMALS:
            raise ValueError(f"{name} is {each}; give {MOST_DECIMALS} decimals at most")
        decimals = max(decimals, -exponent)
    return 10.0**-decimals if decimals else 1.0


@contextmanager
def _refusing() -> Iterator[None]:
    """Report a refusal of the engine as the user's error, with the field if it names one."""
    from pokerlake.tables.errors import UsageError

    try:
        yield
    except ValueError as error:
        field = _OF_A_FIELD.match(str(error))
        name = field and (field["range"] or field["name"])
        with of_field(name) if name in PARTS else nullcontext():
            raise UsageError(str(error)) from error


def spots_after_flop(
    rows: Iterable[Mapping[str, Any]],
    name: str,
    weights: Callable[[str], npt.NDArray[np.float64]],
) -> Iterator[GivenSpot]:
    """The spots of rows; an error names the number of the row.

    Parameters
    ----------
    rows : iterable of mapping
        With some of ``PARTS``, as numbers or text. None and empty text count as missing.
    name : str
        The name of the rows in messages.
    weights : callable
        Reads a range.

    Raises
    ------
    InputError
        At the first row without a valid spot.
    """
    from pokerlake.engine.ranges.notation import format_range

    read = cache(weights)
    text_of = cache(lambda text: format_range(read(text)))
    return of_rows(rows, name, lambda row: spot_after_flop(row, read, text_of))


# ---------------------------------------------------------------- push or fold


def spot_of_push_fold(given: Mapping[str, Any]) -> PushFoldSpot:
    """A spot from its parts, as numbers, text or lists; None and empty text count as missing.

    Parameters
    ----------
    given : mapping
        ``stack`` for all ``players`` (2 by default), or ``stacks`` for each; optionally
        ``small_blind``, ``ante``, ``bb_ante``, ``prizes``, ``others`` and ``fixed``.

    Raises
    ------
    UsageError
        If a part is unknown, stacks are missing or given twice, or a number is invalid or out of
        range. ``error.field`` names the part.
    """
    from pokerlake.engine.push_fold.spots import PushFoldSpot
    from pokerlake.tables.errors import UsageError

    values = read_parts(given, PUSH_FOLD)
    players, stack = values.pop("players", None), values.pop("stack", None)
    if (stack is None) == ("stacks" not in values):
        both = "is missing" if stack is None else "is given twice"
        raise UsageError(
            f"the size of the stacks {both}; give either stack, the same for all players, "
            "or stacks, one for each"
        )
    if stack is not None:
        values["stacks"] = (stack,) * (players or 2)
    elif players not in (None, len(values["stacks"])):
        with of_field("stacks"):
            raise UsageError(
                f"there are {len(values['stacks'])} stacks for {players} players; "
                "leave players out, or give stack if all have the same"
            )
    try:
        return PushFoldSpot(**values)
    except ValueError as error:
        problem = str(error)
        if stack is not None and problem.startswith("stacks has "):
            problem = f"stack is {problem.removeprefix('stacks has ')}"
        name = problem.partition(" ")[0]
        values["stack"] = stack
        with of_field(name) if name in values else nullcontext():
            raise UsageError(problem) from error


def stacks_of(text: str) -> list[float]:
    """One stack, or several as FROM:TO:STEP, both ends included; the step is 1 by default.

    UsageError if it is neither.

    Examples
    --------
    >>> stacks_of("10"), stacks_of("1:2:0.25")
    ([10.0], [1.0, 1.25, 1.5, 1.75, 2.0])
    """
    from pokerlake.engine.given import pieces, shown
    from pokerlake.tables.errors import UsageError, by_door

    ends = text.split(":")
    if len(ends) == 1:
        if len(pieces(text)) > 1:
            stacks = by_door(f"--stacks {text}", f"stacks={text!r}")
            raise UsageError(
                f"stack is {shown(text)}; give one number, the stack of every player, or "
                f"FROM:TO:STEP. For players with these stacks give {stacks}"
            )
        return [_stack(text)]
    if len(ends) > 3:
        raise UsageError(f"stack is {shown(text)}; give FROM:TO:STEP, such as 1:50:0.25")
    low, high, *rest = (Decimal(repr(_stack(end))) for end in ends)
    step = rest[0] if rest else Decimal(1)
    if step <= 0 or high < low:
        raise UsageError(
            f"stack is {shown(text)}; give FROM:TO:STEP with FROM the smallest and STEP above 0, "
            "such as 1:50:0.25"
        )
    steps = int((high - low) / step)
    if steps >= MOST_SPOTS:
        raise UsageError(f"stack is {shown(text)}: {steps + 1:,} stacks; give a larger step")
    return [float(low + at * step) for at in range(steps + 1)]


def _stack(text: str) -> float:
    from pokerlake.engine.given import number_in, shown
    from pokerlake.tables.errors import UsageError

    try:
        return number_in(text)
    except ValueError:
        raise UsageError(f"stack is {shown(text)}; give a number of big blinds") from None
