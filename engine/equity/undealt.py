"""What is said of players who cannot be dealt: whose cards are in the way of whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..cards.text import format_hand
from ..ranges.scanner import RangeError

Cards = npt.NDArray[np.uint8]


def no_hole(player: int, holes: Cards, seen: Sequence[int], within: str = "") -> RangeError:
    """The error of a player, from 1 on, whose holes all have a card that others have.

    Parameters
    ----------
    player : int
    holes : (n, k) uint8
        His holes, ascending in each row, as they were given.
    seen : sequence of int
        The cards of the board, and dead ones.
    within : str
        What deck they must be of, as a message has it.
    """
    says = f"player {player} has no hole{within}"
    if not len(holes) and not within:
        return RangeError(f"{says}: his range is empty")
    if seen:
        says += f" without a card of {format_hand(seen)}"
    if len(holes) == 1 and (shared := [card for card in holes[0][::-1] if card in seen]):
        says += f": {format_hand(holes[0][::-1])} has {format_hand(shared)}"
    return RangeError(says)


def not_together(players: Sequence[int], holes: Sequence[Cards]) -> RangeError:
    """The error of players, from 1 on, who are in each other's way, every one of them.

    ``holes`` are those of each of them, ``(n, k)``.
    """
    *most, last = map(str, players)
    why = "whatever they hold, a card is there twice"
    if all(len(of) == 1 for of in holes):
        cards, times = np.unique(np.concatenate([of[0] for of in holes]), return_counts=True)
        why = f"both have {format_hand(cards[times > 1][::-1])}"
    return RangeError(f"players {', '.join(most)} and {last} cannot be dealt together: {why}")
