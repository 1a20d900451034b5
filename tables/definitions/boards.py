"""The tables of boards, and of every hole on every flop, turn and river."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerlake.tables.schema import Column, Table

if TYPE_CHECKING:
    import numpy.typing as npt

RELATIONS = ("ahead", "tied", "behind")
TRANSITIONS = tuple(f"{now}_{then}" for now in RELATIONS for then in RELATIONS)

# Opponents of a hole, and next cards and run-outs for each of them, by cards on the board.
OPPONENTS = {3: 1081, 4: 1035, 5: 990}
NEXT_CARDS = {3: 45, 4: 44}
RUN_OUTS = {3: 990, 4: 44, 5: 1}
OWN_RUN_OUTS = {3: 1081, 4: 46, 5: 1}

_STREETS = {3: "flop", 4: "turn", 5: "river"}
_SUITS = {
    3: "rainbow, two-tone, monotone",
    4: "rainbow, two-tone, double two-tone (2-2), three-flush (3-1), monotone",
    5: "two-tone (2-1-1-1), double two-tone (2-2-1), three-flush, four-flush, monotone",
}
_BOARD_ID = Column("board_id", "uint32", "rank of the canonical board among all of its size")
_BOARD_SOURCE = "the smallest of the boards that differ in suits only; ascending cards"
_HAND_SOURCE = (
    "D. Papp, MSc thesis, University of Alberta, 1998; opponents are ordered once a board, and "
    "swept on every later board"
)


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
        source=_BOARD_SOURCE,
    )


def _key_columns(cards: int) -> Iterator[Column]:
    yield _BOARD_ID
    yield Column("hole_id", "uint16", "the smallest hole that is the same up to the board's suits")
    if cards < 5:
        yield Column("hand", "string", "AA, AKs (suited), AKo (offsuit), ...")
    yield Column("weight", "uint8", f"deals of hole and {_STREETS[cards]} that are the same")
    yield Column("class_id", "uint16", "the class now; 1 is best")


def _transition_columns(prefix: str, dtype: str, then: str, each: int) -> Iterator[Column]:
    for name in TRANSITIONS:
        now, later = name.split("_")
        meaning = f"opponents now {now} x {each} {then}: {later} after"
        yield Column(f"{prefix}_{name}", dtype, meaning)


def _hands_before_the_river(cards: int, rows: int, total: int) -> Table:
    street = _STREETS[cards]
    verbs = {"ahead": "weaker than", "tied": "as strong as", "behind": "stronger than"}
    later = [
        *(_transition_columns("turn", "uint16", "turn cards", NEXT_CARDS[3]) if cards == 3 else ()),
        *_transition_columns(
            "river",
            "uint32" if cards == 3 else "uint16",
            "run-outs" if cards == 3 else "river cards",
            RUN_OUTS[cards],
        ),
    ]
    return Table(
        name=f"{street}_hands",
        one_row=f"a hole on a {street}, up to suits",
        rows=rows,
        columns=(
            *_key_columns(cards),
            *(
                Column(
                    name,
                    "uint16",
                    f"of {OPPONENTS[cards]:,} holes an opponent may have, those {verb} this one",
                )
                for name, verb in verbs.items()
            ),
            *later,
            Column(
                "river_strength_squares",
                "uint32",
                f"(2 win + tie) squared, of 990 opponents, over its {OWN_RUN_OUTS[cards]:,} "
                + ("run-outs" if cards == 3 else "river cards"),
            ),
        ),
        key=("board_id", "hole_id"),
        totals={"weight": total},
        source=_HAND_SOURCE,
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
        Column("win", "uint16", "of 990 holes an opponent may have, those that lose to this one"),
        Column("tie", "uint16", "those that split the pot with it"),
    ),
    key=("board_id", "hole_id"),
    totals={"weight": 2_809_475_760},
    source="all holes of a board in order of strength, cards in common taken off",
)
