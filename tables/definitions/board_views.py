"""Views on every hole on every flop, turn and river: strength, potential and equity as ratios."""

from __future__ import annotations

from pokerlake.tables.schema import Column, View

_OPPONENTS = {"opponents": 1}
_BOARD_ID = Column("board_id", "uinteger", "of the canonical board")
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
            _BOARD_ID,
            _BOARD,
            Column("hole_id", "usmallint", "the smallest that is the same up to the board's suits"),
            Column("hole", "varchar", "AhQh"),
            _HAND,
            Column("weight", "utinyint", f"deals of hole and {street} that are the same"),
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
            _BOARD_ID,
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
        Column("hole_id", "usmallint", "b (b - 1) / 2 + a for cards a < b"),
        Column("hole", "varchar", "the higher card first: AhKd"),
        _HAND,
    ),
    needs=(),
)
FLOP_STRENGTH, TURN_STRENGTH, RIVER_STRENGTH = map(_strength, ("flop", "turn", "river"))
FLOP_BY_HAND, TURN_BY_HAND, RIVER_BY_HAND = map(_by_hand, ("flop", "turn", "river"))
