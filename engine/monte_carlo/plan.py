"""What is dealt to whom, and how: sampling made ready for its kernel.

There are three kinds of players:

- One whose range has one hole left has known cards.
- One who can have any hole, all as likely, is dealt from the rest of the deck after all others. For
  each choice of their cards he has as many holes, so that this changes no chance of theirs.
- For others a hole is drawn from each range, and all of them again if a card is there twice. Where
  that happens too often, several players share one list of the holes that they can have together.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import dead_holes, hole_cards
from ..cards.text import CARDS, CardError, counted
from ..hands.board_tables import HIGH, BoardOrder
from ..hands.rank_graph import MERGED_LAYERS, layer_of
from ..ranges.scanner import RangeError
from ..ranges.weights import require_weights
from ..signatures import U16
from .deals import BLOCK, Deals, Lists

PLAYERS = range(2, 11)

# Lists are merged where fewer choices than this share can be dealt, and if the merged one is not
# larger than this: a small one costs 1 ms, a large one 0.3 s and the cache.
_MERGED = ((0.75, 1 << 13), (0.125, 1 << 15), (0.002, 1 << 20))
_BLOCKS = 4  # of choices, to learn that share
_LAST_BLOCKS = 1 << 12

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Cards = npt.NDArray[np.uint8]


class _List(NamedTuple):
    """Holes that one or several players can have together, and how often they come up."""

    players: tuple[int, ...]
    holes: npt.NDArray[np.uint16]  # (t, players)
    masks: npt.NDArray[np.uint64]  # (t,) their cards, a bit each
    weights: Floats
    keep: npt.NDArray[np.uint32]  # (t,) Vose's tables
    alias: npt.NDArray[np.uint32]

    @classmethod
    def of(
        cls,
        players: tuple[int, ...],
        holes: npt.NDArray[np.uint16],
        masks: npt.NDArray[np.uint64],
        weights: Floats,
    ) -> _List:
        from .sampling_kernels import alias_table

        weights = weights / weights.max()
        keep = np.full(len(holes), 0xFFFFFFFF, np.uint32)
        alias = np.arange(len(holes), dtype=np.uint32)
        if np.ptp(weights) > 0:
            alias_table(weights, keep, alias)
        return cls(players, holes, masks, weights, keep, alias)

    def card_chances(self) -> Floats:
        """How often each card is among these holes."""
        cards = hole_cards()[self.holes].reshape(len(self.holes), -1)
        chances = np.bincount(cards.ravel(), np.repeat(self.weights, cards.shape[1]), len(CARDS))
        mean: Floats = chances / self.weights.sum()
        return mean


class Dealer(NamedTuple):
    """Deals what is made ready for given ranges and cards."""

    players: int
    deals: Deals
    tries: float  # how many choices of holes it takes for one that can be dealt
    categories: list[int]  # as high hands have them, in the order of what beats what

    def deal(self, first: int, number: int, seed: int) -> tuple[Counts, Counts]:
        """Deal from number ``first`` on: ``shared`` and ``categories``, as in ``Sample``."""
        from .sampling_kernels import add_deals

        shared = np.zeros((self.players, self.players + 1), np.int64)
        categories = np.zeros((self.players, 10), np.int64)
        add_deals(self.deals, np.uint64(seed), first, number, shared, categories)
        categories[:, self.categories] = categories[:, 1:].copy()
        return shared, categories


def plan_deals(
    ranges: npt.ArrayLike, board: Iterable[int], dead: Iterable[int], order: BoardOrder = HIGH
) -> Dealer:
    """Make sampling ready; parameters and errors are those of ``monte_carlo.sample``."""
    weights = np.array(ranges, np.float64)
    if weights.ndim != 2 or len(weights) not in PLAYERS:
        raise ValueError(f"ranges of shape {weights.shape}: give (p, 1326) of 2 to 10 players")
    for given in weights:
        require_weights(given)
    on_board = np.array(list(board), np.int64)
    if len(on_board) > 5:
        raise CardError(f"{counted(len(on_board))} on the board; it has 5")
    seen = np.concatenate([on_board, np.array(list(dead), np.int64)])
    _check_known(seen)

    known: dict[int, npt.NDArray[np.int64]] = {}
    while True:  # a hole that becomes known takes its cards from others, who may be known by that
        gone = np.concatenate([seen, *known.values()])
        others = [player for player in range(len(weights)) if player not in known]
        dead_now = dead_holes(gone)
        for player in others:
            weights[player, dead_now] = 0
        left = np.count_nonzero(weights, axis=1)
        for player in others:
            if not left[player]:
                raise RangeError(
                    f"these ranges cannot be dealt: player {player + 1} has no hole without a card"
                    " that is dead, on the board or certain to be another player's"
                )
        single = next((player for player in others if left[player] == 1), None)
        if single is None:
            break
        known[single] = hole_cards()[int(np.argmax(weights[single]))].astype(np.int64)

    live = np.setdiff1d(np.arange(len(CARDS)), gone)
    if len(live) < 2 * len(others) + 5 - len(on_board):
        raise RangeError(
            f"{counted(len(live))} left in the deck are too few for the holes of"
            f" {len(weights)} players and the board"
        )
    alike = [np.ptp(weights[player][weights[player] > 0]) == 0 for player in others]
    at_random = [
        player
        for player, equal in zip(others, alike, strict=True)
        if equal and left[player] == comb(len(live), 2)
    ]
    lists, tries = _without_hopeless_tries(
        [
            _List.of((player,), holes[:, None], _masks()[holes], weights[player, holes])
            for player in others
            if player not in at_random
            for holes in [np.flatnonzero(weights[player]).astype(np.uint16)]
        ]
    )

    # Columns: holes of the lists, draws for the board and for players at random, known cards.
    to_come = 5 - len(on_board)
    draws = to_come + 2 * len(at_random)
    first_drawn = 2 * sum(len(of.players) for of in lists)
    first_known = first_drawn + 3 * -(-draws // 3)
    by_kind = [player for of in lists for player in of.players], at_random, list(known)
    first_seats = 0, first_drawn + to_come, first_known + len(on_board)
    seats = np.empty(len(weights), np.int64)
    for first, players in zip(first_seats, by_kind, strict=True):
        seats[players] = first + 2 * np.arange(len(players))

    deals = Deals(
        _concatenated(lists, np.cumsum(np.isin(np.arange(len(CARDS)), live)) - 1),
        np.sort(gone).astype(np.uint8),
        np.concatenate([on_board, *known.values()]).astype(np.uint8),
        draws,
        np.r_[first_known : first_known + len(on_board), first_drawn : first_drawn + to_come],
        seats,
        *_tables(order),
    )
    return Dealer(len(weights), deals, tries, list(order.categories))


@functools.cache
def _masks() -> npt.NDArray[np.uint64]:
    """The cards of each hole, a bit each."""
    first, second = np.uint64(1) << hole_cards().T.astype(np.uint64)
    masks: npt.NDArray[np.uint64] = first | second
    return masks


def _check_known(cards: npt.NDArray[np.int64]) -> None:
    outside = cards[(cards < 0) | (cards >= len(CARDS))]
    if len(outside):
        raise CardError(f"card {outside[0]} is not in 0..51")
    values, counts = np.unique(cards, return_counts=True)
    if (counts > 1).any():
        twice = CARDS[values[counts > 1][0]]
        raise CardError(f"{twice} is there twice, on the board or among the dead cards")


def _concatenated(lists: list[_List], number: npt.NDArray[np.int64]) -> Lists:
    """All lists one after another; ``number`` ``(52,)`` is what the cards that are left count."""
    pair = (number[hole_cards()] @ [1, 256]).astype(np.uint16)
    held = [pair[of.holes].ravel() for of in lists]
    none = np.empty(0, np.uint32)
    return Lists(
        np.cumsum([0, *(len(of.holes) for of in lists)]),
        np.array([np.ptp(of.weights) > 0 for of in lists], np.int64),
        np.concatenate([*(of.keep for of in lists), none]),
        np.concatenate([*(of.alias for of in lists), none]),
        np.concatenate([*(of.masks for of in lists), np.empty(0, np.uint64)]),
        np.cumsum([0, *map(len, held)]),
        np.concatenate([*held, np.empty(0, np.uint16)]),
    )


def _without_hopeless_tries(lists: list[_List]) -> tuple[list[_List], float]:
    """Lists whose choices can be dealt often enough; how many it takes for a deal."""
    from .sampling_kernels import dealable

    def found(blocks: int) -> int:
        return dealable(_concatenated(lists, np.arange(len(CARDS))), blocks)

    while True:
        lists.sort(key=lambda of: len(of.holes))  # the large ones for the fewest tries
        share = found(_BLOCKS) / (_BLOCKS * BLOCK) if len(lists) > 1 else 1.0
        limit = max((size for enough, size in _MERGED if share < enough), default=0)
        chances = [of.card_chances() for of in lists]
        pairs = [
            (round(float(chances[i] @ chances[j]), 9), i, j)  # as rounded, equal on all machines
            for i, j in combinations(range(len(lists)), 2)
            if len(lists[i].holes) * len(lists[j].holes) <= limit
        ]
        if not pairs:
            break
        _, i, j = max(pairs)
        merged = _merged(lists[i], lists[j])
        lists = [of for k, of in enumerate(lists) if k not in (i, j)] + [merged]
    if share == 0:
        share = found(_LAST_BLOCKS) / (_LAST_BLOCKS * BLOCK)
        if share == 0:
            raise RangeError(
                f"these ranges can hardly be dealt, if at all: of {_LAST_BLOCKS * BLOCK:,} choices"
                " of holes each has a card twice"
            )
    return lists, 1 / share


def _merged(first: _List, second: _List) -> _List:
    """The holes of both that have no card in common."""
    weights = np.outer(first.weights, second.weights)
    i, j = np.nonzero((first.masks[:, None] & second.masks == 0) & (weights > 0))
    if not len(i):
        players = sorted(player + 1 for player in first.players + second.players)
        raise RangeError(
            "these ranges cannot be dealt: players"
            f" {', '.join(map(str, players[:-1]))} and {players[-1]} cannot all have a hole"
        )
    return _List.of(
        first.players + second.players,
        np.column_stack([first.holes[i], second.holes[j]]),
        first.masks[i] | second.masks[j],
        weights[i, j],
    )


@functools.cache
def _tables(order: BoardOrder) -> tuple[U16, U16, U16]:
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
    return rank_class.ravel(), flush_class, np.array([0, *last_class], np.uint16)
