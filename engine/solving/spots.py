"""A spot: two ranges on a board, the pot, the stacks, and what may be bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..cards.holes import HOLES, dead_holes, hole_cards
from ..cards.text import format_hand
from ..given import as_number, shown
from .sizes import PLAYERS, Betting
from .tree import Tree, betting_tree

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Spot:
    """What is solved.

    Attributes
    ----------
    board : tuple of int
        Three to five cards.
    ranges : (2, 1326) float64
        The weight of each hole, 0 to 1: of the player out of position, then of the one in position.
    pot, stack : int
        Chips in the pot, and what each player has left.
    betting : Betting
        The sizes of bets and raises.
    rake : float
        The share of the pot that the house takes, also where the hand ends before the showdown. A
        bet that nobody called is no part of the pot.
    rake_cap : float
        The most that it takes, in chips.
    locks : mapping of str to (1326, a) float64
        By line: how often the player there takes each action, hole by hole. He keeps to that.

    Raises
    ------
    ValueError
        If two holes of the ranges cannot meet, or a number is out of its bounds.
    """

    board: tuple[int, ...]
    ranges: Weights
    pot: int
    stack: int
    betting: Betting
    rake: float = 0.0
    rake_cap: float = float("inf")
    locks: Mapping[str, Weights] = field(default_factory=dict)

    def __post_init__(self) -> None:
        board = tuple(int(card) for card in self.board)
        if len(set(board)) != len(board) or not all(0 <= card < 52 for card in board):
            raise ValueError(f"board is {shown(self.board)}: give different cards, 0 to 51")
        if len(board) not in (3, 4, 5):
            raise ValueError(f"board {format_hand(board)} has {len(board)} cards: give 3, 4 or 5")
        ranges = np.array(self.ranges, np.float64)
        if ranges.shape != (2, HOLES):
            raise ValueError(f"ranges have shape {ranges.shape}: give (2, {HOLES})")
        if not ((ranges >= 0) & (ranges <= 1)).all():
            raise ValueError("a weight of a range is not within 0 and 1")
        ranges[:, dead_holes(board)] = 0
        for player, weights in zip(PLAYERS, ranges, strict=True):
            if not weights.any():
                raise ValueError(f"the range of {player} has no hole on {format_hand(board)}")
        if not 0 <= as_number(self.rake) < 1:
            raise ValueError(f"rake is {shown(self.rake)}: give a share of the pot, 0.05 for 5 %")
        if not as_number(self.rake_cap) >= 0:
            raise ValueError(f"rake_cap is {shown(self.rake_cap)}: give chips, 0 or more")
        if not _can_meet(ranges > 0):
            raise ValueError("the ranges have no holes that can meet: each shares a card with all")
        ranges.flags.writeable = False
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "ranges", ranges)

    @property
    def street(self) -> int:
        """0 flop, 1 turn, 2 river."""
        return len(self.board) - 3

    def tree(self) -> Tree:
        """The public tree."""
        return betting_tree(self.pot, self.stack, self.betting, self.street)


def _can_meet(there: npt.NDArray[np.bool_]) -> bool:
    """Whether two holes of the ranges, (2, 1326), share no card."""
    first, second = there.astype(np.int64)
    cards = hole_cards()
    by_card = np.bincount(cards[there[1]].ravel(), minlength=52)
    apart = second.sum() - by_card[cards].sum(axis=1) + second  # itself has both its cards
    return bool((apart[first > 0] > 0).any())


def payoffs(
    tree: Tree, pot: int, rake: float = 0.0, rake_cap: float = float("inf")
) -> tuple[Weights, Weights]:
    """What players win where a hand ends, in chips, less half of the pot that the spot begins with.

    Without rake one wins what the other loses, and a tie is worth nothing.

    ``rake``, ``rake_cap``: as of :class:`Spot`; ``pot``: chips that the spot begins with. Returns
    stake : (n,) float64, what the winner of a showdown has more than in a tie, and the loser has
    less; flat : (n, 2) float64, by player: what a fold is worth to him, or a tie.
    """
    put_in = tree.put_in.astype(np.float64)
    matched = put_in.min(axis=1)
    whole = pot + 2 * matched
    taken = np.minimum(rake * whole, rake_cap)
    flat = np.repeat(-taken[:, None] / 2, 2, axis=1)
    for player in range(2):
        folded = (tree.kind == 2) & (tree.player == player)
        flat[folded, player] = -(pot / 2 + put_in[folded, player])
        flat[folded, 1 - player] = (whole - taken - matched - pot / 2)[folded]
    return (whole - taken) / 2, flat
