"""The tables of holes in Omaha, and what is reckoned from them."""

from __future__ import annotations

from typing import Any

from ..schema import Column, Table, View

PLACE = 3  # among the modules, see registry


def _hands(
    name: str, game: str, cards: str, id_type: str, counts: tuple[Column, ...], **known: Any
) -> Table:
    return Table(
        name=name,
        one_row=f"a hole of {cards} cards in {game}, up to suits",
        columns=(
            Column("hand_id", id_type, f"its rank among all, as of boards of {cards} cards"),
            Column("hand", "string", "the hole of the smallest suits, highest card first"),
            Column("combos", "uint8", "holes that are the same up to suits"),
            *counts,
        ),
        key=("hand_id",),
        source="a sweep over all rivers by their ranks and those of a suit with a flush",
        **known,
    )


def _high(deals: str) -> tuple[Column, ...]:
    return (
        Column("win", "int64", "deals that one of them wins against one random opponent"),
        Column("tie", "int64", "deals split with him"),
        Column("lose", "int64", f"deals lost to him; {deals} deals in all"),
    )


# By the high hand and by the low, against one random opponent.
_HALVES = {
    "high_win_low_win": "deals in which it has the better high and the better low: the whole pot",
    "high_win_low_tie": "the better high, the same low: three quarters",
    "high_win_low_lose": "the better high, the worse low: half",
    "high_win_no_low": "the better high, and neither has a low: the whole pot",
    "high_tie_low_win": "the same high, the better low: three quarters",
    "high_tie_low_tie": "the same high and the same low: half",
    "high_tie_low_lose": "the same high, the worse low: a quarter",
    "high_tie_no_low": "the same high, and neither has a low: half",
    "high_lose_low_win": "the worse high, the better low: half",
    "high_lose_low_tie": "the worse high, the same low: a quarter",
    "high_lose_low_lose": "the worse high and the worse low: nothing",
    "high_lose_no_low": "the worse high, and neither has a low: nothing; 211,315,436,640 in all",
}
HI_LO_OUTCOMES = tuple(_HALVES)

OMAHA_HANDS = _hands(
    "omaha_hands", "Omaha", "four", "uint16", _high("211,315,436,640"), rows=16_432,
    totals={"combos": 270_725},
    values="0f7c39c7d764c1c4cb5f3c784094745e9ef1a1eefc388792a8cf9c10fb61156c",
)  # fmt: skip

OMAHA_HANDS5 = _hands(
    "omaha_hands5", "Omaha", "five", "uint32", _high("1,304,872,821,252"), rows=134_459,
    totals={"combos": 2_598_960},
    values="af0ce0f0fe7ce72f657c598ba18f4db8ec2afd953f80dfc7f5b2707c8e4c41c2",
)  # fmt: skip

OMAHA8_HANDS = _hands(
    "omaha8_hands", "Omaha hi-lo", "four", "uint16",
    tuple(Column(name, "int64", meaning) for name, meaning in _HALVES.items()),
    rows=16_432,
    totals={"combos": 270_725},
    values="574dbf8d93b59b0e27807ec6edcde94670240a15aa499a716ff4537d33be4902",
)  # fmt: skip

OMAHA_FLOP_DEALS = 990 * 123_410  # of a hole of four cards on a flop: run-outs, and opponents

OMAHA_FLOP_HANDS = Table(
    name="omaha_flop_hands",
    one_row="a hole of four cards in Omaha on a flop, up to suits",
    rows=204_461_673,
    columns=(
        Column("board_id", "uint32", "rank of the canonical flop, as flops has it"),
        Column("hole_id", "uint32", "the smallest hole that is the same up to the flop's suits"),
        Column("weight", "uint8", "deals of hole and flop that are the same"),
        Column("class_id", "uint16", "the class now, by two cards of the hole; 1 is best"),
        Column("win", "uint32", f"of {OMAHA_FLOP_DEALS:,} run-outs and opponents, those won"),
        Column("tie", "uint32", "those in which the pot is split; all others are lost"),
    ),
    key=("board_id", "hole_id"),
    totals={"weight": 22_100 * 211_876},
    source=(
        "a sweep over all turns and rivers of a flop by their ranks and those of a suit with a "
        "flush; hole_id is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) for cards a < b < c < d"
    ),
    values="8d932553951a08a95400b90e3b876f10730a6e98444f4b01a2ba5e5ef2a4d8fb",
)

_SUITEDNESS = (
    "rainbow; ss, ds: two cards of one suit, of two; ts: three of one, ts+ss with two of another; "
    "qs: four of five; ms: all"
)


def _equities(name: str, needed: str, of: str, holes: str, measures: tuple[Column, ...]) -> View:
    return View(
        name=name,
        one_row=f"a hole of {of} against one random opponent",
        columns=(
            Column("hand_id", "bigint", "its rank among all, as of boards"),
            Column("hand", "varchar", "the hole of the smallest suits, highest card first"),
            Column("ranks", "varchar", "its ranks: AAKK"),
            Column("pairing", "varchar", "unpaired, paired, two pair, trips, full house, quads"),
            Column("suits", "varchar", _SUITEDNESS),
            Column("combos", "bigint", "holes that are the same up to suits"),
            *measures,
            Column("rank", "bigint", "1 the best hand; the same where the equity is"),
            Column("top_percent", "double", f"combos with at least this equity, of {holes}, x 100"),
        ),
        needs=(needed,),
    )


_HIGH_MEASURES = (
    Column("equity", "double", "(win + tie / 2) / deals"),
    Column("win_percent", "double", "of all deals"),
    Column("tie_percent", "double", "of all deals"),
)
_HI_LO_MEASURES = (
    Column("equity", "double", "mean share of the pot"),
    Column("high_equity", "double", "of the high half: that of Omaha without a low"),
    Column("low_equity", "double", "of the low half, where there is one"),
    Column("scoop_percent", "double", "deals in which it gets the whole pot, of all"),
    Column("three_quarters_percent", "double", "those in which it gets three quarters"),
    Column("half_percent", "double", "half: one of the halves, or the whole pot is split"),
    Column("quarter_percent", "double", "a quarter: half of one half"),
    Column("nothing_percent", "double", "nothing; these five make 100"),
    Column("no_low_percent", "double", "deals in which neither has a low, of all"),
)

OMAHA_EQUITIES = _equities(
    "omaha_equities", "omaha_hands", "four cards in Omaha", "270,725", _HIGH_MEASURES
)
OMAHA5_EQUITIES = _equities(
    "omaha5_equities", "omaha_hands5", "five cards in Omaha", "2,598,960", _HIGH_MEASURES
)
OMAHA8_EQUITIES = _equities(
    "omaha8_equities", "omaha8_hands", "four cards in Omaha hi-lo", "270,725", _HI_LO_MEASURES
)

_OF_FOUR = (
    Column("ranks", "varchar", "its ranks: AKQJ"),
    Column("pairing", "varchar", "unpaired, paired, two pair, trips, quads"),
    Column(
        "suits", "varchar", "rainbow; ss, ds: two cards of one suit, of two; ts: three; ms: all"
    ),
)

OMAHA_HOLES = View(
    name="omaha_holes",
    one_row="one of the 270,725 holes of four cards",
    columns=(
        Column("hole_id", "bigint", "C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) for a < b < c < d"),
        Column("hole", "varchar", "the highest card first: AhKhQdJd"),
        *_OF_FOUR,
    ),
    needs=(),
)

OMAHA_FLOP_EQUITIES = View(
    name="omaha_flop_equities",
    one_row="a hole of four cards in Omaha on a flop, up to suits, against one random opponent",
    columns=(
        Column("board_id", "bigint", "of the canonical flop"),
        Column("board", "varchar", "its cards, ascending: 2c3d4h"),
        Column("hole_id", "bigint", "the smallest that is the same up to the flop's suits"),
        Column("hole", "varchar", "AhKhQdJd"),
        *_OF_FOUR,
        Column("weight", "bigint", "deals of hole and flop that are the same"),
        Column("class_id", "bigint", "the class now; 1 is best"),
        Column("equity", "double", "win + tie / 2 at the river, of all deals"),
        Column("win_percent", "double", "of all deals"),
        Column("tie_percent", "double", "of all deals"),
    ),
    needs=("omaha_flop_hands", "flops", "omaha_holes"),
)
