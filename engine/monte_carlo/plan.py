"""What is dealt to whom, and how: sampling made ready for its kernel.

There are three kinds of players, in any game:

- One whose range has one hole left has known cards.
- One who can have any hole, all as likely, is dealt from the rest of the deck after all others. For
  each choice of their cards he has as many holes, so that this changes no chance of theirs.
- For others a hole is drawn from each range (see ``lists``).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import hole_cards
from ..cards.text import CARDS, CardError, counted
from ..hands.board_tables import HIGH, BoardOrder
from ..hands.rank_graph import MERGED_LAYERS, layer_of
from ..ranges.scanner import RangeError
from ..ranges.weights import require_weights
from ..threads import pieces
from .deals import BLOCK, Classes, Deals
from .lists import HoleList, concatenated, masks_of, without_hopeless_tries

PLAYERS = range(2, 11)

_BLOCKS_AT_ONCE = 64

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Cards = npt.NDArray[np.uint8]


class Holdings(NamedTuple):
    """What a player may have: holes ``(n, k)`` with their weights ``(n,)``, all above 0."""

    cards: Cards
    weights: Floats

    def without(self, gone: Iterable[int]) -> Holdings:
        """The holes that have none of these cards."""
        live = np.ones(len(CARDS), np.bool_)
        live[list(gone)] = False
        left = live[self.cards].all(axis=1)
        return Holdings(self.cards[left], self.weights[left])


class Dealer(NamedTuple):
    """Deals hold'em as it is made ready for given ranges and cards."""

    players: int
    deals: Deals
    tries: float  # how many choices of holes it takes for one that can be dealt
    classes: Classes
    categories: list[int]  # as high hands have them, in the order of what beats what

    def deal(self, first: int, number: int, seed: int) -> tuple[Counts, Counts]:
        """Deal from number ``first`` on: ``shared`` and ``categories``, as in ``Sample``."""
        from .sampling_kernels import add_deals

        shared = np.zeros((self.players, self.players + 1), np.int64)
        categories = np.zeros((self.players, 10), np.int64)
        of = self.deals, self.classes
        for start, stop in pieces(first, first + number, dealt_at_once(self.tries)):
            add_deals(*of, np.uint64(seed), start, stop - start, shared, categories)
        categories[:, self.categories] = categories[:, 1:].copy()
        return shared, categories


def dealt_at_once(tries: float) -> int:
    """How many deals a kernel is left alone with: milliseconds of hold'em, and 0.2 s of Omaha."""
    return BLOCK * max(1, int(_BLOCKS_AT_ONCE / tries))


def plan_deals(
    ranges: npt.ArrayLike, board: Iterable[int], dead: Iterable[int], order: BoardOrder = HIGH
) -> Dealer:
    """Make sampling of hold'em ready; parameters and errors are those of ``monte_carlo.sample``."""
    weights = np.array(ranges, np.float64)
    if weights.ndim != 2 or len(weights) not in PLAYERS:
        raise ValueError(f"ranges of shape {weights.shape}: give (p, 1326) of 2 to 10 players")
    for given in weights:
        require_weights(given)
    held = [Holdings(hole_cards()[own > 0], own[own > 0]) for own in weights]
    deals, tries = plan_holdings(held, 2, board, dead)
    return Dealer(len(weights), deals, tries, _classes(order), list(order.categories))


def plan_holdings(
    held: Sequence[Holdings | None],
    hole: int,
    board: Iterable[int],
    dead: Iterable[int],
    more: int = 0,
) -> tuple[Deals, float]:
    """Make the dealing of holes of so many cards ready, in any game.

    None stands for a player who may have any hole. Returns what kernels deal, and how many choices
    of holes it takes for one that can be dealt. So many ``more`` cards are drawn for another
    board: their columns come behind those of the first.

    Raises
    ------
    CardError
        If a card is none or is there twice, or if there are more than five on the board.
    RangeError
        If no deal is possible.
    """
    on_board = np.array(list(board), np.int64)
    if len(on_board) > 5:
        raise CardError(f"{counted(len(on_board))} on the board; it has 5")
    seen = np.concatenate([on_board, np.array(list(dead), np.int64)])
    _check_known(seen)
    known, left = _known(held, seen)
    gone = np.concatenate([seen, *known.values()])
    others = [player for player in range(len(held)) if player not in known]
    live = np.setdiff1d(np.arange(len(CARDS)), gone)
    if len(live) < hole * len(others) + 5 - len(on_board) + more:
        raise RangeError(
            f"{counted(len(live))} left in the deck are too few for the holes of"
            f" {len(held)} players and the board"
        )
    at_random = [player for player in others if _is_any(left.get(player), comb(len(live), hole))]
    lists, tries = without_hopeless_tries(
        [
            HoleList.of((player,), of.cards[:, None], masks_of(of.cards), of.weights)
            for player, of in left.items()
            if player not in at_random
        ]
    )

    # Columns: holes of the lists, draws for the board and for players at random, known cards.
    to_come = 5 - len(on_board)
    draws = to_come + more + hole * len(at_random)
    first_drawn = hole * sum(len(of.players) for of in lists)
    first_known = first_drawn + 3 * -(-draws // 3)
    by_kind = [player for of in lists for player in of.players], at_random, list(known)
    first_seats = 0, first_drawn + to_come + more, first_known + len(on_board)
    seats = np.empty(len(held), np.int64)
    for first, players in zip(first_seats, by_kind, strict=True):
        seats[players] = first + hole * np.arange(len(players))

    deals = Deals(
        concatenated(lists, np.cumsum(np.isin(np.arange(len(CARDS)), live)) - 1),
        hole,
        np.sort(gone).astype(np.uint8),
        np.concatenate([on_board, *known.values()]).astype(np.uint8),
        draws,
        np.r_[
            first_known : first_known + len(on_board),
            first_drawn : first_drawn + to_come + more,
        ],
        seats,
    )
    return deals, tries


def _known(
    held: Sequence[Holdings | None], seen: Counts
) -> tuple[dict[int, Counts], dict[int, Holdings]]:
    """The holes of players who can have one alone, and what others who are not at random have.

    A hole that becomes known takes its cards from others, who may be known by that.
    """
    left = {player: of for player, of in enumerate(held) if of is not None}
    known: dict[int, Counts] = {}
    gone = seen.tolist()
    while True:
        for player, of in left.items():
            left[player] = of.without(gone)
            if not len(left[player].cards):
                raise RangeError(
                    f"these ranges cannot be dealt: player {player + 1} has no hole without a card"
                    " that is dead, on the board or certain to be another player's"
                )
        single = next((player for player, of in left.items() if len(of.cards) == 1), None)
        if single is None:
            return known, left
        known[single] = left.pop(single).cards[0].astype(np.int64)
        gone = known[single].tolist()


def _is_any(of: Holdings | None, holes: int) -> bool:
    """Whether a player may have any hole that is left, all as likely."""
    return of is None or (len(of.cards) == holes and bool(np.ptp(of.weights) == 0))


def _check_known(cards: npt.NDArray[np.int64]) -> None:
    outside = cards[(cards < 0) | (cards >= len(CARDS))]
    if len(outside):
        raise CardError(f"card {outside[0]} is not in 0..51")
    values, counts = np.unique(cards, return_counts=True)
    if (counts > 1).any():
        twice = CARDS[values[counts > 1][0]]
        raise CardError(f"{twice} is there twice, on the board or among the dead cards")


@functools.cache
def _classes(order: BoardOrder) -> Classes:
    """Classes by ranks, 91 pairs with each board; those of flushes; the last of each category."""
    from .sampling_kernels import RANK_SETS

    graph = order.tables()
    boards, _ = layer_of(5)
    choose = np.array([[comb(rank + i, i + 1) for rank in range(13)] for i in range(5)])
    numbers = choose[np.arange(5), boards].sum(axis=1)
    first = sum(MERGED_LAYERS[:5])
    pairs = np.array([(high, low) for high in range(13) for low in range(high + 1)])
    nodes = graph.next_node[first : first + len(boards)][:, pairs[:, 0]]
    rank_class = np.zeros((len(pairs), RANK_SETS), np.uint16)
    rank_class[:, numbers] = graph.rank_class[graph.next_node[nodes, pairs[:, 1]]].T
    flush_class = graph.flush_of_set.copy()
    flush_class[flush_class == 0] = 65535  # none: whatever the ranks make is better
    last_class = [np.flatnonzero(graph.category == kind)[-1] for kind in order.categories]
    return Classes(rank_class.ravel(), flush_class, np.array([0, *last_class], np.uint16))
