"""The tables of starts of three cards in razz, stud and stud hi-lo, and the views on them."""

from __future__ import annotations

from math import comb

from ..schema import Column, Table, View
from .starting_hands import HI_LO_MEASURES, HIGH_MEASURES, outcome_columns

PLACE = 3  # among the modules, see registry

SETS = comb(52, 3)
# Four more cards for one of them, and seven for the opponent.
DEALS_OF_START = comb(49, 4) * comb(45, 7)

_COUNTS = (
    Column("win", "int64", "deals that one of them wins against one random hand"),
    Column("tie", "int64", "deals split with it"),
    Column("lose", "int64", f"deals lost to it; {DEALS_OF_START:,} deals in all"),
)
_SOURCE = "all hands of seven cards, each met with all that share no card with it"

RAZZ_STARTS = Table(
    name="razz_starts",
    one_row="three cards in razz, by their ranks",
    rows=455,
    columns=(
        Column("start_id", "uint16", "its place among all, in the order of ranks from the ace on"),
        Column("start", "string", "its ranks, the lowest first: A23"),
        Column("combos", "uint8", "sets of three cards that have these ranks"),
        *_COUNTS,
    ),
    key=("start_id",),
    totals={"combos": SETS},
    source=f"{_SOURCE}, by how many cards of each rank they have",
    values="931a8fec0edd951f32151e329f06be1b534c92da0c17082b23ff6c54d06c6aa6",
)


def _starts(name: str, game: str, counts: tuple[Column, ...], values: str) -> Table:
    return Table(
        name=name,
        one_row=f"three cards in {game}, up to suits",
        rows=1755,
        columns=(
            Column("hand_id", "uint16", "its rank among all, as of flops"),
            Column("hand", "string", "the cards of the smallest suits, highest card first"),
            Column("combos", "uint8", "sets of cards that are the same up to suits"),
            *counts,
        ),
        key=("hand_id",),
        totals={"combos": SETS},
        source=_SOURCE,
        values=values,
    )


STUD_STARTS = _starts(
    "stud_starts",
    "stud",
    _COUNTS,
    "8db6aec7cdcf6f3a752caf78c3a81d631bd0756a8c6c856e5413f9c712028863",
)
STUD8_STARTS = _starts(
    "stud8_starts",
    "stud hi-lo",
    outcome_columns(f"{DEALS_OF_START:,}"),
    "cb8791d82eb26f3953d62beffc1f353afd1de26ad505577269920f102b12f486",
)

RAZZ_EQUITIES = View(
    name="razz_equities",
    one_row="three cards in razz, by their ranks, against one random hand",
    columns=(
        Column("start_id", "bigint", "its place among all"),
        Column("start", "varchar", "its ranks, the lowest first: A23"),
        Column("pairing", "varchar", "unpaired, paired or trips"),
        Column("combos", "bigint", "sets of three cards that have these ranks"),
        *HIGH_MEASURES,
        Column("rank", "bigint", "1 the best start; equal for equal equities"),
        Column("top_percent", "double", "combos with at least this equity, of 22,100, x 100"),
    ),
    needs=("razz_starts",),
)


def _equities(
    name: str, like: str, instead: str, needed: str, game: str, measures: tuple[Column, ...]
) -> View:
    return View(
        name=name,
        one_row=f"three cards in {game}, up to suits, against one random hand",
        columns=(
            Column("hand_id", "bigint", "its rank among all, as of flops"),
            Column("hand", "varchar", "the cards of the smallest suits, highest card first"),
            Column("ranks", "varchar", "its ranks: AAK"),
            Column("pairing", "varchar", "unpaired, paired or trips"),
            Column("suits", "varchar", "rainbow; ss: two cards of one suit; ms: all three"),
            Column("combos", "bigint", "sets of cards that are the same up to suits"),
            *measures,
            Column("rank", "bigint", "1 the best start; equal for equal equities"),
            Column("top_percent", "double", "combos with at least this equity, of 22,100, x 100"),
        ),
        needs=(needed,),
        like=like,
        instead={instead: needed},
    )


STUD_EQUITIES = _equities(
    "stud_equities", "omaha_equities", "omaha_hands", "stud_starts", "stud", HIGH_MEASURES
)
STUD8_EQUITIES = _equities(
    "stud8_equities", "omaha8_equities", "omaha8_hands", "stud8_starts", "stud hi-lo",
    HI_LO_MEASURES,
)  # fmt: skip
