"""The views of hands that were played: decisions, and what was all-in before the river."""

from __future__ import annotations

from pokerlake.tables.schema import Column, View

_HAND_ID = Column("hand_id", "ubigint", "the hand, of hands")

DECISIONS = View(
    name="decisions",
    one_row="a decision of a player: an action that is no post, and what he faced",
    columns=(
        _HAND_ID,
        Column("number", "usmallint", "of the action within the hand"),
        Column("street", "varchar", "preflop, flop, turn, river"),
        Column("seat", "utinyint", "the player's seat"),
        Column("player", "varchar", "his name"),
        Column("position", "varchar", "BTN, SB, BB, UTG, ..."),
        Column("hole", "varchar", "'AhKd'; null if not known"),
        Column("hand", "varchar", "AA, AKs, AKo, ...; null if not known"),
        Column("board", "varchar", "the cards on it then; null before the flop"),
        Column("action", "varchar", "fold, check, call, bet, raise"),
        Column("amount", "decimal(18,4)", "chips moved into the pot by it"),
        Column("to_call", "decimal(18,4)", "what a call would have cost him"),
        Column("pot", "decimal(18,4)", "before the action, all bets included"),
        Column("raises", "bigint", "bets and raises on this street before it; blinds are none"),
        Column("calls", "bigint", "calls on this street before it"),
        Column("opponents", "bigint", "other players who had not folded"),
    ),
    needs=("hands", "seats", "actions"),
)

ALL_INS = View(
    name="all_ins",
    one_row=(
        "a player's share in a pot that the cards decided after the betting was over, before the "
        "river; only where all holes in it are known"
    ),
    columns=(
        _HAND_ID,
        Column("pot", "utinyint", "0 the main pot, 1, 2, ... side pots"),
        Column("seat", "utinyint", "the player's seat"),
        Column("player", "varchar", "his name"),
        Column("street", "varchar", "on which the betting was over: preflop, flop, turn"),
        Column("board", "varchar", "the cards on it then; empty before the flop"),
        Column("hole", "varchar", "'AhKd'"),
        Column("holes", "varchar[]", "of all in this pot, by seat"),
        Column("place", "integer", "of his hole among them, from 1"),
        Column("dead", "varchar", "cards at this showdown that are not in this pot"),
        Column("folded", "varchar", "known cards of those who folded; empty if there are none"),
        Column("paid", "decimal(18,4)", "of the pot, after rake"),
        Column("won", "decimal(18,4)", "what he collected of it"),
    ),
    needs=("seats", "actions", "showdowns"),
)
