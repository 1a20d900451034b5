"""What is dealt to whom, and how: sampling prepared for its kernel.

There are three kinds of players, in any game:

- A player whose range has one hole left has known cards.
- A player who can have any hole, all equally likely, is dealt from the rest of the deck after all
  others. For each choice of their cards he has the same number of holes, so this does not change
  the chances of the others.
- For each other player a hole is drawn from a list. All are drawn again if a card is there twice.
  If that happens too often, several players share one list of the holes that they can have
  together.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import card_sets, hole_cards
from ..cards.text import CARDS, CardError, counted
from ..hands.board_tables import HIGH, BoardOrder
from ..hands.rank_graph import MERGED_LAYERS, layer_of
from ..ranges.scanner import RangeError
from ..ranges.top_percent import require_weights
from ..signatures import F64, I64, U8, U16, U32, U64
from ..threads import pieces
from .deals import BLOCK, Classes, Deals, Lists

PLAYERS = range(2, 11)

_BLOCKS_AT_ONCE = 64

# Two lists are merged if a smaller share of choices than this can be dealt, and the merged list is
# not larger than this: a small one costs 1 ms, a large one 0.3 s and the cache.
_MERGED = ((0.75, 1 << 13), (0.125, 1 << 15), (0.002, 1 << 20))
_BLOCKS = 4  # of choices, to estimate that share
_LAST_BLOCKS = 1 << 12


class Holdings(NamedTuple):
    """What a player may have: holes ``(n, k)`` with their weights ``(n,)``, all above 0."""

    cards: U8
    weights: F64

    def without(self, dead: Iterable[int]) -> Holdings:
        """The holes that have none of these cards."""
        live = np.ones(len(CARDS), np.bool_)
        live[list(dead)] = False
        left = live[self.cards].all(axis=1)
        return Holdings(self.cards[left], self.weights[left])


class Dealer(NamedTuple):
    """Deals hold'em for prepared ranges and cards."""

    players: int
    deals: Deals
    tries: float  # how many choices of holes it takes for one that can be dealt
    classes: Classes
    categories: list[int]  # numbered as those of high hands, in the order of what beats what

    def deal(self, first: int, number: int, seed: int) -> tuple[I64, I64]:
        """Deal from number ``first`` on: ``shared`` and ``categories``, as in ``Sample``."""
        from .sampling_kernels import add_deals

        shared = np.zeros((self.players, self.players + 1), np.int64)
        categories = np.zeros((self.players, 10), np.int64)
        tables = self.deals, self.classes
        for start, stop in pieces(first, first + number, dealt_at_once(self.tries)):
            add_deals(*tables, np.uint64(seed), start, stop - start, shared, categories)
        categories[:, self.categories] = categories[:, 1:].copy()
        return shared, categories


def dealt_at_once(tries: float) -> int:
    """How many deals one call of a kernel makes: milliseconds of hold'em, and 0.2 s of Omaha."""
    return BLOCK * max(1, int(_BLOCKS_AT_ONCE / tries))


def plan_deals(
    ranges: npt.ArrayLike, board: Iterable[int], dead: Iterable[int], order: BoardOrder = HIGH
) -> Dealer:
    """Prepare sampling of hold'em; parameters and errors are those of :func:`.sampling.sample`."""
    weights = np.array(ranges, np.float64)
    if weights.ndim != 2 or len(weights) not in PLAYERS:
        raise ValueError(f"ranges of shape {weights.shape}: give (p, 1326) of 2 to 10 players")
    for row in weights:
        require_weights(row)
    held = [Holdings(hole_cards()[row > 0], row[row > 0]) for row in weights]
    deals, tries = plan_holdings(held, 2, board, dead)
    return Dealer(len(weights), deals, tries, classes_by_ranks(order), list(order.categories))


def plan_holdings(
    held: Sequence[Holdings | None],
    hole: int,
    board: Iterable[int],
    dead: Iterable[int],
    more: int = 0,
) -> tuple[Deals, float]:
    """Prepare dealing with holes of ``hole`` cards, in any game.

    None stands for a player who may have any hole. ``more`` cards are drawn for another board:
    their columns come after those of the first. Returns what kernels deal, and how many choices of
    holes it takes for one that can be dealt.

    Raises CardError or RangeError.
    """
    on_board = np.array(list(board), np.int64)
    if len(on_board) > 5:
        raise CardError(f"{counted(len(on_board))} on the board; it has 5")
    seen = np.concatenate([on_board, np.array(list(dead), np.int64)])
    _check_known(seen)
    known, left = known_holdings(held, seen)
    unavailable = np.concatenate([seen, *known.values()])
    others = [player for player in range(len(held)) if player not in known]
    live = np.setdiff1d(np.arange(len(CARDS)), unavailable)
    if len(live) < hole * len(others) + 5 - len(on_board) + more:
        raise RangeError(
            f"{counted(len(live))} left in the deck are too few for the holes of"
            f" {len(held)} players and the board"
        )
    at_random = [player for player in others if _is_any(left.get(player), comb(len(live), hole))]
    lists, tries = without_hopeless_tries(
        [
            HoleList.of((player,), held.cards, card_sets(held.cards), held.weights)
            for player, held in left.items()
            if player not in at_random
        ]
    )

    # Columns: holes of the lists, draws for the board and for players at random, known cards.
    to_come = 5 - len(on_board)
    draws = to_come + more + hole * len(at_random)
    first_drawn = hole * sum(len(each.players) for each in lists)
    first_known = first_drawn + 3 * -(-draws // 3)
    by_kind = [player for each in lists for player in each.players], at_random, list(known)
    first_seats = 0, first_drawn + to_come + more, first_known + len(on_board)
    seats = np.empty(len(held), np.int64)
    for first, players in zip(first_seats, by_kind, strict=True):
        seats[players] = first + hole * np.arange(len(players))

    deals = Deals(
        concatenated(lists, np.cumsum(np.isin(np.arange(len(CARDS)), live)) - 1),
        hole,
        np.sort(unavailable).astype(np.uint8),
        np.concatenate([on_board, *known.values()]).astype(np.uint8),
        draws,
        np.r_[
            first_known : first_known + len(on_board),
            first_drawn : first_drawn + to_come + more,
        ],
        seats,
    )
    return deals, tries


def known_holdings(
    held: Sequence[Holdings | None], seen: I64
) -> tuple[dict[int, I64], dict[int, Holdings]]:
    """The known holes of players with only one, and the holdings of others with a range.

    A hole that becomes known removes its cards from others, whose holes may become known by that.
    """
    left = {player: each for player, each in enumerate(held) if each is not None}
    known: dict[int, I64] = {}
    dead = seen.tolist()
    while True:
        for player, each in left.items():
            left[player] = each.without(dead)
            if not len(left[player].cards):
                raise RangeError(
                    f"these ranges cannot be dealt: player {player + 1} has no hole without a card"
                    " that is dead, on the board or certain to be another player's"
                )
        single = next((player for player, each in left.items() if len(each.cards) == 1), None)
        if single is None:
            return known, left
        known[single] = left.pop(single).cards[0].astype(np.int64)
        dead = known[single].tolist()


def _is_any(held: Holdings | None, holes: int) -> bool:
    """Whether a player may have any hole that is left, all equally likely."""
    return held is None or (len(held.cards) == holes and bool(np.ptp(held.weights) == 0))


def _check_known(cards: I64) -> None:
    outside = cards[(cards < 0) | (cards >= len(CARDS))]
    if len(outside):
        raise CardError(f"card {outside[0]} is not in 0..51")
    values, counts = np.unique(cards, return_counts=True)
    if (counts > 1).any():
        twice = CARDS[values[counts > 1][0]]
        raise CardError(f"{twice} is there twice, on the board or among the dead cards")


@functools.cache
def classes_by_ranks(order: BoardOrder) -> Classes:
    """The classes of 91 pairs of ranks with each board, of flushes, and the category bounds."""
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
    flush_class[flush_class == 0] = 65535  # no flush: the class by ranks is always better
    last_class = [np.flatnonzero(graph.category == kind)[-1] for kind in order.categories]
    return Classes(rank_class.ravel(), flush_class, np.array([0, *last_class], np.uint16))


class HoleList(NamedTuple):
    """Holes that one or several players can have together, with their weights."""

    players: tuple[int, ...]
    cards: U8  # (t, c): the cards of the players, one after another
    masks: U64  # (t,) their cards, a bit each
    weights: F64
    keep: U32  # (t,) Vose's tables
    alias: U32

    @classmethod
    def of(cls, players: tuple[int, ...], cards: U8, masks: U64, weights: F64) -> HoleList:
        """A list with its tables."""
        from .sampling_kernels import alias_table

        weights = weights / weights.max()
        keep = np.full(len(cards), 0xFFFFFFFF, np.uint32)
        alias = np.arange(len(cards), dtype=np.uint32)
        if np.ptp(weights) > 0:
            alias_table(weights, keep, alias)
        return cls(players, cards, masks, weights, keep, alias)

    def card_chances(self) -> F64:
        """How often each card is among these holes."""
        chances = np.bincount(
            self.cards.ravel(), np.repeat(self.weights, self.cards.shape[1]), len(CARDS)
        )
        mean: F64 = chances / self.weights.sum()
        return mean


def concatenated(lists: list[HoleList], number: I64) -> Lists:
    """All lists, one after another; ``number`` ``(52,)`` numbers the cards that are left."""
    held = [_in_twos(number[each.cards]).ravel() for each in lists]
    none = np.empty(0, np.uint32)
    return Lists(
        np.cumsum([0, *(len(each.cards) for each in lists)]),
        np.array([np.ptp(each.weights) > 0 for each in lists], np.int64),
        np.concatenate([*(each.keep for each in lists), none]),
        np.concatenate([*(each.alias for each in lists), none]),
        np.concatenate([*(each.masks for each in lists), np.empty(0, np.uint64)]),
        np.array([each.cards.shape[1] for each in lists], np.int64),
        np.cumsum([0, *map(len, held)]),
        np.concatenate([*held, np.empty(0, np.uint16)]),
    )


def _in_twos(cards: I64) -> U16:
    """Cards ``(t, c)``, two in a number: ``(t, (c + 1) // 2)``."""
    twos = cards[..., ::2].astype(np.uint16)
    second = cards[..., 1::2].astype(np.uint16)
    twos[..., : second.shape[-1]] |= second << np.uint16(8)
    return twos


def without_hopeless_tries(lists: list[HoleList]) -> tuple[list[HoleList], float]:
    """Lists merged until enough choices can be dealt, and how many choices it takes for a deal."""
    from .sampling_kernels import dealable

    def dealt(blocks: int) -> int:
        return dealable(concatenated(lists, np.arange(len(CARDS))), blocks)

    while True:
        lists.sort(
            key=lambda each: len(each.cards)
        )  # large lists last, where fewest tries are left
        share = dealt(_BLOCKS) / (_BLOCKS * BLOCK) if len(lists) > 1 else 1.0
        limit = max((size for enough, size in _MERGED if share < enough), default=0)
        chances = [each.card_chances() for each in lists]
        pairs = [
            (round(float(chances[i] @ chances[j]), 9), i, j)  # rounded: equal on all machines
            for i, j in combinations(range(len(lists)), 2)
            if len(lists[i].cards) * len(lists[j].cards) <= limit
        ]
        if not pairs:
            break
        _, i, j = max(pairs)
        merged = _merged(lists[i], lists[j])
        lists = [each for k, each in enumerate(lists) if k not in (i, j)] + [merged]
    if share == 0:
        share = dealt(_LAST_BLOCKS) / (_LAST_BLOCKS * BLOCK)
        if share == 0:
            raise RangeError(
                f"these ranges can hardly be dealt, if at all: of {_LAST_BLOCKS * BLOCK:,} choices"
                " of holes each has a card twice"
            )
    return lists, 1 / share


def _merged(first: HoleList, second: HoleList) -> HoleList:
    """The pairs of holes of two lists that have no card in common."""
    weights = np.outer(first.weights, second.weights)
    i, j = np.nonzero((first.masks[:, None] & second.masks == 0) & (weights > 0))
    if not len(i):
        players = sorted(player + 1 for player in first.players + second.players)
        raise RangeError(
            "these ranges cannot be dealt: players"
            f" {', '.join(map(str, players[:-1]))} and {players[-1]} cannot all have a hole"
        )
    return HoleList.of(
        first.players + second.players,
        np.concatenate([first.cards[i], second.cards[j]], axis=1),
        first.masks[i] | second.masks[j],
        weights[i, j],
    )
