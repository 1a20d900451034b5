"""The tables of boards, and of every hole on every flop, turn and river; the views on them.

The views have strength, potential and equity as ratios.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..schema import Column, Table, View

if TYPE_CHECKING:
    import numpy.typing as npt

PLACE = 4  # among the modules, see registry

RELATIONS = ("ahead", "tied", "behind")
TRANSITIONS = tuple(f"{now}_{then}" for now in RELATIONS for then in RELATIONS)

# Opponents of a hole, and next cards and run-outs for each of them, by cards on the board.
OPPONENTS = {3: 1081, 4: 1035, 5: 990}
NEXT_CARDS = {3: 45, 4: 44}
RUN_OUTS = {3: 990, 4: 44, 5: 1}
OWN_RUN_OUTS = {3: 1081, 4: 46, 5: 1}

_HOLES = "holes an opponent may have"
_THAN = {"ahead": "weaker than", "tied": "as strong as", "behind": "stronger than"}
_STREETS = {3: "flop", 4: "turn", 5: "river"}
_SUITS = {
    3: "rainbow, two-tone, monotone",
    4: "rainbow, two-tone, double two-tone (2-2), three-flush (3-1), monotone",
    5: "two-tone (2-1-1-1), double two-tone (2-2-1), three-flush, four-flush, monotone",
}
_VALUES = {
    "flops": "e9f510be44c1f7a0b4787effc9c4af6f8156d2ba280e2ba2cd18aef8a615d843",
    "turns": "11e1669a93fdeca4d1d4036a81a24028a81bf4b55c80e0a006b4ec4358dcda05",
    "rivers": "350260c588a164413de0da5839cb896b694de4bb527e03d78e13abe66302c3ff",
    "flop_hands": "e7e387dc55932ff274ae50aba6217651d131d8aa1ab6c70b19690433fd419175",
    "turn_hands": "a55f18a61bf8db6700d7a3780ca626aabcba43ac46dde99fb089e4b2a458ca7a",
}
_BOARD_ID = Column("board_id", "uint32", "rank of the canonical board among all of its size")


def count_columns(
    cards: int, now: npt.NDArray[Any], next_card: npt.NDArray[Any], river: npt.NDArray[Any]
) -> dict[str, npt.NDArray[Any]]:
    """Counts, or sums of weights, under the names of their columns.

    Parameters
    ----------
    cards : int
        On the board: 3 or 4. On a turn the next card is the river.
    now : (..., 3)
        Ahead, tied, behind.
    next_card, river : (..., 3, 3)
        ``[now, then]``.
    """
    columns = {name: now[..., i] for i, name in enumerate(RELATIONS)}
    for street, counts in (("turn", next_card), ("river", river))[cards - 3 :]:
        for i, name in enumerate(TRANSITIONS):
            columns[f"{street}_{name}"] = counts[..., i // 3, i % 3]
    return columns


def _boards(cards: int, rows: int, total: int) -> Table:
    street = _STREETS[cards]
    pairings = "unpaired, paired, two pair, trips, full house, quads"
    return Table(
        name=f"{street}s",
        one_row=f"a {street}, up to suits",
        rows=rows,
        columns=(
            _BOARD_ID,
            Column("board", "string", "its cards, ascending: 2c3d4h"),
            Column("weight", "uint8", f"{street}s that are the same up to suits"),
            Column("suits", "string", _SUITS[cards]),
            Column("pairing", "string", pairings),
            Column("high", "string", "the highest rank; the ace is high"),
            Column("connected", "uint8", "most of its ranks that one straight can hold: 1 .. 5"),
            Column("straights", "uint8", "of 91 pairs of ranks those that make a straight with it"),
            Column("flush_possible", "bool", "whether three of its cards are of one suit"),
        ),
        key=("board_id",),
        totals={"weight": total},
        source="the smallest of the boards that differ in suits only; ascending cards",
        values=_VALUES[f"{street}s"],
    )


def _key_columns(cards: int) -> Iterator[Column]:
    yield _BOARD_ID
    yield Column("hole_id", "uint16", "the smallest hole that is the same up to the board's suits")
    if cards < 5:
        yield Column("hand", "string", "AA, AKs (suited), AKo (offsuit), ...")
    yield Column("weight", "uint8", f"deals of hole and {_STREETS[cards]} that are the same")
    yield Column("class_id", "uint16", "the class now; 1 is best")


def _hands_before_the_river(cards: int, rows: int, total: int) -> Table:
    street = _STREETS[cards]
    deals = "run-outs" if cards == 3 else "river cards"
    later = [("river", f"uint{32 if cards == 3 else 16}", f"{RUN_OUTS[cards]} {deals}")]
    if cards == 3:
        later.insert(0, ("turn", "uint16", f"{NEXT_CARDS[3]} turn cards"))
    squares = f"(2 win + tie) squared, of 990 opponents, over its {OWN_RUN_OUTS[cards]:,} {deals}"
    return Table(
        name=f"{street}_hands",
        one_row=f"a hole on a {street}, up to suits",
        rows=rows,
        columns=(
            *_key_columns(cards),
            *(
                Column(name, "uint16", f"of {OPPONENTS[cards]:,} {_HOLES}, those {than} this one")
                for name, than in _THAN.items()
            ),
            *(
                Column(f"{by}_{now}_{then}", dtype, f"opponents now {now} x {dealt}: {then} after")
                for by, dtype, dealt in later
                for now in RELATIONS
                for then in RELATIONS
            ),
            Column("river_strength_squares", "uint32", squares),
        ),
        key=("board_id", "hole_id"),
        totals={"weight": total},
        source=(
            "D. Papp, MSc thesis, University of Alberta, 1998; opponents are ordered once a "
            "board, and swept on every later board"
        ),
        values=_VALUES[f"{street}_hands"],
    )


FLOPS = _boards(3, 1_755, 22_100)
TURNS = _boards(4, 16_432, 270_725)
RIVERS = _boards(5, 134_459, 2_598_960)
FLOP_HANDS = _hands_before_the_river(3, 1_286_792, 25_989_600)
TURN_HANDS = _hands_before_the_river(4, 13_960_050, 305_377_800)
RIVER_HANDS = Table(
    name="river_hands",
    one_row="a hole on a river, up to suits",
    rows=123_156_254,
    columns=(
        *_key_columns(5),
        Column("win", "uint16", f"of 990 {_HOLES}, those that lose to this one"),
        Column("tie", "uint16", "those that split the pot with it"),
    ),
    key=("board_id", "hole_id"),
    totals={"weight": 2_809_475_760},
    source="all holes of a board in order of strength, cards in common taken off",
    values="36b9228bfe401214e1a099d30265c38cb6295fe01928a154a2d78b973193e951",
)

_OPPONENTS = {"opponents": 1}
_VIEW_BOARD_ID = Column("board_id", "bigint", "of the canonical board")
_BOARD = Column("board", "varchar", "its cards, ascending: 2c3d4h")
_HAND = Column("hand", "varchar", "AA, AKs, AKo, ...")
_HS = Column("hs", "double", "hand strength: ahead + tied / 2, of all; to the power of opponents")
_EHS = Column("ehs", "double", "effective hand strength: hs + (1 - hs) ppot - hs npot")
_EQUITY = (
    Column("equity", "double", "win + tie / 2 at the river, of all, against one opponent"),
    Column("equity_squared", "double", "mean square of the strength at the river: E[HS squared]"),
)
_NEXT_CARD = (
    Column("ppot1", "double", "positive potential, one card: gets ahead if behind"),
    Column("npot1", "double", "negative potential, one card: falls behind if ahead"),
)
_TWO_CARDS = (
    Column("ppot2", "double", "positive potential, two cards"),
    Column("npot2", "double", "negative potential, two cards"),
)
_RATIOS = {
    "flop": (_HS, *_NEXT_CARD, *_TWO_CARDS, _EHS, *_EQUITY),
    "turn": (_HS, *_NEXT_CARD, _EHS, *_EQUITY),
    "river": (_HS, Column("ehs", "double", "the same as hs: no card is to come"), *_EQUITY),
}


def _strength(street: str) -> View:
    return View(
        name=f"{street}_strength",
        one_row=f"a hole on a {street}, up to suits",
        columns=(
            _VIEW_BOARD_ID,
            _BOARD,
            Column("hole_id", "bigint", "the smallest that is the same up to the board's suits"),
            Column("hole", "varchar", "AhQh"),
            _HAND,
            Column("weight", "bigint", f"deals of hole and {street} that are the same"),
            *_RATIOS[street],
            Column("percentile", "double", "holes of this board with at least this equity, x 100"),
        ),
        needs=(f"{street}_hands", f"{street}s", "holes"),
        parameters=_OPPONENTS,
    )


def _by_hand(street: str) -> View:
    return View(
        name=f"{street}_by_hand",
        one_row=f"a starting hand on a {street}, up to suits: the mean of its holes",
        columns=(
            _VIEW_BOARD_ID,
            _BOARD,
            _HAND,
            Column("weight", "bigint", f"deals of hole and {street}"),
            *_RATIOS[street],
        ),
        needs=(f"{street}_strength",),
        parameters=_OPPONENTS,
    )


HOLES = View(
    name="holes",
    one_row="one of the 1,326 holes",
    columns=(
        Column("hole_id", "bigint", "b (b - 1) / 2 + a for cards a < b"),
        Column("hole", "varchar", "the higher card first: AhKd"),
        _HAND,
    ),
    needs=(),
)
FLOP_STRENGTH, TURN_STRENGTH, RIVER_STRENGTH = map(_strength, ("flop", "turn", "river"))
FLOP_BY_HAND, TURN_BY_HAND, RIVER_BY_HAND = map(_by_hand, ("flop", "turn", "river"))
