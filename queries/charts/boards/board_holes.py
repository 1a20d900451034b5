"""Every hole that is live on one board, with its strength as the lake's views have it.

It is computed: for one board that takes 16 milliseconds, less than to read it, and needs no lake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import dead_holes, format_hole
from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.tables.errors import UsageError, did_you_mean

from ...answers.lookup.boards import RATIOS, BoardStrengths

STREETS = {3: "flop", 4: "turn", 5: "river"}
BOARD_HELP = "A flop, turn or river: 3h4sJh."
OF_HELP = "ehs, hs, equity, equity_squared, ppot1, npot1, ppot2 or npot2."
# What a picture says of a column of the views.
MEASURES = {
    "ehs": "EHS",
    "hs": "HS",
    "equity": "equity",
    "equity_squared": "E[HS²]",
    "ppot1": "one-step PPot",
    "npot1": "one-step NPot",
    "ppot2": "two-step PPot",
    "npot2": "two-step NPot",
}


@dataclass(frozen=True)
class BoardHoles:
    """The holes that are live on a board."""

    board: str  # as given, in the usual notation
    holes: npt.NDArray[np.uint16]  # (n,), raw hole ids: 1,176, 1,128 or 1,081 by the street
    alike: npt.NDArray[np.uint16]  # (n,), equal where two are the same up to the board's suits
    measures: Mapping[str, npt.NDArray[np.float64]]  # (n,), 0 to 1, by the columns of the view


def require_measure(name: str, cards: int) -> str:
    """What to call a measure of holes on boards of so many cards.

    Raises UsageError if there is no such measure, or not on these boards.
    """
    if name not in MEASURES:
        raise UsageError(f"no measure {name!r}; {did_you_mean(name, MEASURES)}")
    steps = int(name[-1]) if "pot" in name else 0
    if steps > 5 - cards:
        has = "no card" if cards == 5 else "one card"
        raise UsageError(f"a {STREETS[cards]} has no {name}: {has} is to come")
    return MEASURES[name]


def parse_board(text: str) -> npt.NDArray[np.uint8]:
    """The cards of a flop, turn or river, in the order written.

    Raises CardError if the text is not three to five different cards.
    """
    cards = parse_hand(text)
    if len(cards) not in STREETS:
        raise CardError(f"{text!r} has {counted(len(cards))}; a board has 3, 4 or 5")
    return cards


def board_holes(board: str) -> BoardHoles:
    """The holes that are live on a board, with what the SQL function ``strength`` says of them.

    Raises CardError if the text is no board.
    """
    cards = parse_board(board)
    board = format_hand(cards)
    live = np.flatnonzero(~dead_holes(cards.tolist())).astype(np.uint16)
    board_id, alike = row_keys(live, np.tile(cards, (len(live), 1)), layout="rows")
    found = BoardStrengths(None).of(len(cards), board_id, alike)
    ratios = dict(zip(RATIOS, found, strict=True))
    measures = {name: ratios[name] for name in MEASURES if not np.isnan(ratios[name]).all()}
    return BoardHoles(board, live, alike, measures)


def board_title(what: str, board: str | None, against: str = "a random hand") -> str:
    """What stands above a picture of a board, or of all flops where none is given.

    Raises CardError if the text is no board.
    """
    where = "over all flops" if board is None else f"on {format_hand(parse_board(board))}"
    return f"{what[0].upper()}{what[1:]} {where}, against {against}"


def names_of(holes: Sequence[int] | npt.NDArray[np.integer]) -> str:
    """Holes as text with commas, those of high cards first."""
    return ", ".join(format_hole(int(hole)) for hole in sorted(holes, reverse=True))
