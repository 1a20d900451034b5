"""Exact counts of all deals of stud: by the sets of cards that each player may get, or by ranks.

If suits do not count, as in razz, two players are compared by the number of cards of each rank that
they get: at most 2.4 billion pairs, for two unknown hands.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np

from pokerlake.catalogue import Game, Order

from ..cards.holes import card_sets
from ..cards.text import CARDS
from ..equity.exact import CATEGORIES, Way
from ..equity.omaha_exact import ExactSums
from ..hands.order_classes import five_card_classes
from ..orders.evaluate import order_ids, order_tables
from ..signatures import I64, U8, U16, frozen
from ..threads import over_tasks, pieces, worker_count
from .situation import MOST_TUPLES, StudPlayers

_HAND = 7
_RANKS = 13
_OF_A_RANK = 4
_DISJOINT = 4  # largest sets of cards that are met by inclusion and exclusion
_MOST_SETS = 1 << 20  # of one player
_PIECE = 1 << 27  # pairs between two checks for Ctrl-C: a tenth of a second

# Seconds
_TUPLE = 20e-6  # to list a tuple, up to suits
_CLASSED = 8e-9  # a set
_COUNTED = 0.12e-6  # a set, with all its subsets
_MET = 4e-9  # a tuple of sets
_BY_RANKS = 0.7e-9  # a pair of multisets


def ways_of(situation: StudPlayers, *, threads: int = 1) -> list[Way]:
    """The exact method, and what it takes."""
    if _is_by_ranks(situation):
        units = prod(comb(_RANKS + cards - 1, cards) for cards in situation.to_come)
        within = situation.size <= MOST_TUPLES
        seconds = units * _BY_RANKS * min(situation.size, _rank_kinds(situation))
        return [Way("ranks", situation.size, units, seconds / worker_count(threads), within)]
    sizes = [comb(situation.left, cards) for cards in situation.to_come]
    within = situation.size <= MOST_TUPLES and max(sizes) <= _MOST_SETS and not situation.has_common
    once = sum(sizes) * _CLASSED
    if _is_disjoint(situation):
        once, units = once + sum(sizes) * _COUNTED, sum(sizes)
    else:
        once, units = once + prod(sizes) * _MET, prod(sizes)
    seconds = situation.size * (once + _TUPLE) / worker_count(threads)
    return [Way("sets", situation.size, units, seconds, within)]


def _is_by_ranks(situation: StudPlayers) -> bool:
    """Whether only ranks decide, between two players and for one pot."""
    flushes = order_tables(situation.rule.high).flush_of_set
    two = situation.players == 2 and not situation.has_common
    return two and not situation.halved and not flushes.any()


def _rank_kinds(situation: StudPlayers) -> int:
    """An upper bound of the tuples of ranks that players may be known to hold."""
    return prod(
        1 if of is None else len(np.unique(np.sort(of.cards >> 2, axis=1), axis=0))
        for of in situation.held
    )


def _is_disjoint(situation: StudPlayers) -> bool:
    """Whether sets are met by inclusion and exclusion."""
    return situation.players == 2 and not situation.halved and max(situation.to_come) <= _DISJOINT


def _multinomial(left: int, sizes: list[int]) -> int:
    """In how many ways sets of these sizes are dealt from the cards left."""
    ways = 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


# ---------------------------------------------------------------- by sets of cards


def by_sets(situation: StudPlayers, *, threads: int = 1) -> ExactSums:
    """Go through the sets of cards that may come to the players with each tuple of known cards."""
    p, rule = situation.players, situation.rule
    rows, weights = situation.kinds()
    exact = np.int64 if situation.plain else np.float64
    halves = np.zeros((p, p + 1, p + 2 if rule.halves else 1), exact)
    categories = np.zeros((p, CATEGORIES), exact)
    ways = _multinomial(situation.left, situation.to_come)
    inner = threads if len(rows) == 1 else 1

    def count(kind: int) -> tuple[I64, I64]:
        return _beside(_sets(situation, rows[kind]), rule, inner)

    for first in range(0, len(rows), 64):
        some = range(first, min(first + 64, len(rows)))
        for kind, (shares, had) in zip(some, over_tasks(count, some, threads), strict=True):
            weight = weights[kind].astype(exact)
            halves += weight * shares.astype(exact)
            others = [ways // comb(situation.left, cards) for cards in situation.to_come]
            categories += weight * (had * np.array(others)[:, None]).astype(exact)
    deals = len(situation.tuples.rows) * ways
    weight = deals if situation.plain else float(situation.tuples.weights.sum()) * ways
    return ExactSums(deals, weight, halves, categories, len(rows) * ways)


@dataclass(frozen=True)
class _Sets:
    """The sets that may come to each player beside his known cards."""

    live: U8  # (n,) the cards that can come
    comes: list[U8]  # (c, m) sets of each player, as places among these
    classes: list[U16]  # (m,) of his hand with each set
    lows: list[U16]  # (m,) of its low half; zeros without one


def _sets(situation: StudPlayers, row: I64) -> _Sets:
    known = [
        np.empty(0, np.uint8) if of is None else of.cards[at]
        for of, at in zip(situation.held, row.tolist(), strict=True)
    ]
    known_cards = np.concatenate([situation.dead, *known])
    live = np.setdiff1d(np.arange(len(CARDS), dtype=np.uint8), known_cards)
    comes, classes, lows = [], [], []
    for own_cards, cards in zip(known, situation.to_come, strict=True):
        places = _places(len(live), cards)
        hands = np.empty((_HAND, places.shape[1]), np.uint8)
        hands[: len(own_cards)] = own_cards[:, None]
        hands[len(own_cards) :] = live[places]
        comes.append(places)
        classes.append(order_ids(hands, situation.rule.high, layout="columns"))
        low = situation.rule.low
        none = np.zeros(places.shape[1], np.uint16)
        lows.append(none if low is None else order_ids(hands, low, layout="columns"))
    return _Sets(live, comes, classes, lows)


@functools.lru_cache(8)
def _places(left: int, cards: int) -> U8:
    """All ascending sets of so many of the cards left, ``(cards, m)``."""
    every = np.fromiter(
        combinations(range(left), cards), np.dtype((np.uint8, cards)), comb(left, cards)
    )
    return frozen(np.ascontiguousarray(every.T))


def _beside(sets: _Sets, rule: Game, threads: int) -> tuple[I64, I64]:
    """Results of all deals beside known cards, and each player's sets by category."""
    p = len(sets.comes)
    had = np.array([_by_category(rule.high, classes) for classes in sets.classes])
    most = max(len(comes) for comes in sets.comes)
    if p == 2 and not rule.halves and most <= _DISJOINT:
        return _met_disjoint(sets), had
    from .exact_kernels import meet_all

    masks = [card_sets(sets.live[comes.T]) for comes in sets.comes]
    begins = np.cumsum([0, *map(len, masks)])
    no_low = rule.low.qualifying + 1 if rule.low else 1 << 15
    arguments = (
        begins, np.concatenate(masks), np.concatenate(sets.classes), np.concatenate(sets.lows),
        no_low,
    )  # fmt: skip
    size = max(1, _PIECE // max(1, prod(map(len, masks[1:]))))

    def work(start: int, stop: int) -> I64:
        halves = np.zeros((p, p + 1, p + 2 if rule.halves else 1), np.int64)
        for first, last in pieces(start, stop, size):
            meet_all(*arguments, first, last, halves)
        return halves

    tasks = min(len(masks[0]), 8 * worker_count(threads))
    bounds = [len(masks[0]) * at // tasks for at in range(tasks + 1)]
    results = over_tasks(lambda at: work(bounds[at], bounds[at + 1]), range(tasks), threads)
    return np.sum(results, axis=0), had


def _by_category(order: Order, classes: U16) -> I64:
    """The number of hands of each category, ``(10,)``."""
    category = np.concatenate([[0], five_card_classes(order).category])
    return np.bincount(category[classes], minlength=CATEGORIES).astype(np.int64)


def _met_disjoint(sets: _Sets) -> I64:
    """Results of all deals of two players: ``(2, 3, 1)``."""
    from .exact_kernels import meet_disjoint

    orders = [np.argsort(classes, kind="stable") for classes in sets.classes]
    first, second = (
        (np.ascontiguousarray(comes[:, order]), classes[order])
        for comes, classes, order in zip(sets.comes, sets.classes, orders, strict=True)
    )
    left = len(sets.live)
    starts = np.cumsum([0, *(comb(left, size) for size in range(_DISJOINT))])
    outcomes = np.empty(2, np.int64)
    sets_there = int(starts[-1]) + comb(left, _DISJOINT)
    meet_disjoint(*first, *second, _choose(), starts, sets_there, outcomes)
    wins, ties = outcomes.tolist()
    every = _multinomial(left, [len(comes) for comes in sets.comes])
    return np.array([[every - wins - ties, wins, ties], [wins, every - wins - ties, ties]])[
        ..., None
    ]


@functools.cache
def _choose() -> I64:
    """Binomial coefficients, ``(53, 5)``."""
    return frozen(np.array([[comb(n, k) for k in range(5)] for n in range(53)], np.int64))


# ---------------------------------------------------------------- by ranks


def by_ranks(situation: StudPlayers, *, threads: int = 1) -> ExactSums:
    """Compare two players by the number of cards of each rank that they get."""
    tuples = situation.tuples
    ranks = np.zeros((len(tuples.rows), 2, _RANKS), np.uint8)
    for player, holdings in enumerate(situation.held):
        if holdings is not None:
            ranks[:, player] = counts_of((holdings.cards >> 2).astype(np.uint8))[
                tuples.rows[:, player]
            ]
    kinds, which = np.unique(ranks.reshape(len(ranks), -1), axis=0, return_inverse=True)
    exact = np.int64 if situation.plain else np.float64
    weights = np.bincount(which.ravel(), tuples.weights).astype(exact)
    dead = counts_of((situation.dead[None] >> 2).astype(np.uint8))[0]
    halves = np.zeros((2, 3, 1), exact)
    categories = np.zeros((2, CATEGORIES), exact)
    units = 0
    for kind, weight in zip(kinds.reshape(-1, 2, _RANKS), weights, strict=True):
        met = Met.of(situation.rule.high, kind, dead, situation.to_come)
        wins, ties = met.shares(threads)
        every = int(met.ways.sum()) * met.every
        won, tied = int(met.ways @ wins), int(met.ways @ ties)
        halves[0, :, 0] += weight * np.array([every - won - tied, won, tied], exact)
        halves[1, :, 0] += weight * np.array([won, every - won - tied, tied], exact)
        categories += weight * met.categories().astype(exact)
        units += met.pairs
    ways = _multinomial(situation.left, situation.to_come)
    deals = len(tuples.rows) * ways
    weight = deals if situation.plain else float(tuples.weights.sum()) * ways
    return ExactSums(deals, weight, halves, categories, units)


@dataclass(frozen=True)
class Met:
    """Ranks that may come to two players: ``a`` and ``b`` multisets, beside known cards."""

    order: Order
    left: I64  # (13,) cards of each rank left in the deck
    first: U8  # (a, 13) multisets of the first player
    first_classes: U16  # (a,)
    ways: I64  # (a,) in how many ways each is dealt
    second: U8  # (b, 13) multisets of the second player, the best hand first
    second_classes: U16  # (b,)
    every: int  # in how many ways the second is dealt, whatever the first has

    @classmethod
    def of(cls, order: Order, known: U8, dead: U8, to_come: list[int]) -> Met:
        """From both players' known cards by ranks, ``(2, 13)``, and dead cards, ``(13,)``."""
        left = (_OF_A_RANK - dead - known.sum(axis=0)).astype(np.int64)
        first, second = (multisets(cards) for cards in to_come)
        first, second = (each[(each <= left).all(axis=1)] for each in (first, second))
        classes = [
            order_tables(order).numbers[_HAND].classes_of(_ranks_of(each + own))
            for each, own in zip((first, second), known, strict=True)
        ]
        best_first = np.argsort(classes[1], kind="stable")
        return cls(
            order, left, first, classes[0], ways_to_deal(left, first),
            second[best_first], classes[1][best_first],
            comb(int(left.sum()) - to_come[0], to_come[1]),
        )  # fmt: skip

    @property
    def pairs(self) -> int:
        """The number of pairs of multisets."""
        return len(self.first) * len(self.second)

    def shares(self, threads: int) -> tuple[I64, I64]:
        """Ways in which the second has a worse or an equal hand, by the first's multiset."""
        from .exact_kernels import meet_by_ranks

        worse = np.searchsorted(self.second_classes, self.first_classes, "right")
        tied = np.searchsorted(self.second_classes, self.first_classes, "left")
        front, front_of = _patterns(self.second[:, :7])
        back, back_of = _patterns(self.second[:, 7:])
        wins, ties = np.empty(len(self.first), np.int64), np.empty(len(self.first), np.int64)
        arguments = (
            self.left, np.ascontiguousarray(self.first), worse.astype(np.int64),
            tied.astype(np.int64), front, back, front_of, back_of, _choose(), self.every,
        )  # fmt: skip
        size = max(1, _PIECE // len(self.second))

        def work(start: int, stop: int) -> None:
            for first, last in pieces(start, stop, size):
                meet_by_ranks(*arguments, first, last, wins, ties)

        tasks = min(len(self.first), 16 * worker_count(threads))
        bounds = [len(self.first) * at // tasks for at in range(tasks + 1)]
        over_tasks(lambda at: work(bounds[at], bounds[at + 1]), range(tasks), threads)
        return wins, ties

    def categories(self) -> I64:
        """The number of deals in which each player has a hand of each category, ``(2, 10)``."""
        category = np.concatenate([[0], five_card_classes(self.order).category])
        deals = np.zeros((2, CATEGORIES), np.int64)
        np.add.at(deals[0], category[self.first_classes], self.ways * self.every)
        others = int(self.ways.sum()) * self.every
        ways = ways_to_deal(self.left, self.second)
        np.add.at(deals[1], category[self.second_classes], ways * (others // int(ways.sum())))
        return deals


def counts_of(ranks: U8) -> U8:
    """How many cards of each rank rows have, ``(n, 13)``, of ranks ``(n, k)``."""
    counts = np.zeros((len(ranks), _RANKS), np.uint8)
    for column in ranks.T:
        counts[np.arange(len(ranks)), column] += 1
    return counts


@functools.lru_cache(8)
def multisets(cards: int) -> U8:
    """All multisets of ranks of so many cards, ``(n, 13)``, at most four of a rank."""
    ranks = np.array(list(combinations_with_replacement(range(_RANKS), cards)), np.uint8)
    counts = counts_of(ranks.reshape(-1, cards))
    return frozen(np.ascontiguousarray(counts[(counts <= _OF_A_RANK).all(axis=1)]))


def _ranks_of(counts: U8) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Ascending ranks ``(n, 7)`` from counts of each rank, ``(n, 13)``."""
    flat = np.repeat(np.tile(np.arange(_RANKS, dtype=np.int8), len(counts)), counts.ravel())
    return flat.reshape(len(counts), _HAND)


def ways_to_deal(left: I64, counts: U8) -> I64:
    """In how many ways each multiset of ranks is dealt from the cards left, ``(n,)``."""
    return np.asarray(np.prod(_choose()[left, counts], axis=1))


def _patterns(counts: U8) -> tuple[U8, U16]:
    """The different rows, and the number of each row among them."""
    rows, which = np.unique(counts, axis=0, return_inverse=True)
    return np.ascontiguousarray(rows), which.ravel().astype(np.uint16)
