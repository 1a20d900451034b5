"""The equity of each player now, and once each other card has come."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.text import format_hand, parse_hand

from ...answers.equity import Situation, Wanted, next_card_equities, situation_equity


@dataclass(frozen=True)
class NextCards:
    """The equity of each player now, and once each card has come.

    Attributes
    ----------
    hands : tuple of str
        Of the players, as given.
    board, dead : str
        Known cards: ``Qh2h3d``.
    now : (p,) float64
        Equities, 0 to 1.
    later : (52, p) float64
        By the card's number; NaN where it cannot come.
    """

    hands: tuple[str, ...]
    board: str
    dead: str
    now: npt.NDArray[np.float64]
    later: npt.NDArray[np.float64]

    @property
    def title(self) -> str:
        """What stands above the grid if nothing else is wanted."""
        return f"{players_on(self.hands, self.board)}: equity of {self.hands[0]} by the next card"


def next_cards(situation: Situation, wanted: Wanted | None = None) -> NextCards:
    """The equity of each player, now and once each other card has come.

    Raises
    ------
    UsageError
        If the board has five cards already.
    CardError, RangeError
        As :func:`pokerlake.queries.answers.equity.situation_equity`.
    """
    rows = next_card_equities(situation, wanted)
    later = np.full((52, len(situation.hands)), np.nan)
    cards = [int(parse_hand(card)[0]) for card in rows["card"].to_pylist()]
    for player in range(len(situation.hands)):
        later[cards, player] = rows[f"equity_{player + 1}"].to_numpy()
    now = situation_equity(situation, wanted).equity
    board, dead = format_hand(situation.board), format_hand(situation.dead)
    return NextCards(situation.hands, board, dead, now, later)


def players_on(hands: tuple[str, ...], board: str) -> str:
    """The players and the board in words: ``AhKh v QsQc on Jh2h3d``."""
    return " v ".join(hands) + (f" on {board}" if board else "")
