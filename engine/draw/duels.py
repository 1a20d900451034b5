"""Duels of draw: known hands, what each exchanges, and how often each wins.

Discards do not come back. Two players are counted exactly whatever they exchange. Three and more
are counted exactly if that takes seconds: all draws of all players but one are enumerated, and for
each of these the last player's remaining draws are counted by bits. Larger duels are sampled, with
an error. So are duels of several draws, in which players discard by rules after the first.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb, prod, sqrt
from typing import Literal

import numpy as np

from pokerlake.catalogue import HIGH, Order

from ..cards.layout import as_columns
from ..cards.suit_symmetry import choose
from ..cards.text import CARDS, CardError, card_number
from ..clock import now
from ..dealing.deck import deal, require_seed
from ..hands.order_classes import order_classes
from ..orders.evaluate import order_ids
from ..pot_shares import PotShares, equity_of
from ..signatures import F64, I64, U8, U16, frozen
from ..threads import over_rows, over_tasks, worker_count
from .becoming import class_of_rank, hand_size
from .rules import rule_table

Method = Literal["exact", "monte carlo"]

STANDARD_ERROR = 0.0002
_WITHIN_REACH = 2e10  # words of bits to count; a thread counts 1.4e9 a second
_SECONDS_A_WORD = 7e-10
_BLOCK = 1 << 18  # deals


@dataclass(frozen=True, kw_only=True)
class Duel(PotShares):
    """The results of all or of sampled deals of a duel; hands count after the exchange."""

    method: Method  # ``exact`` or ``monte carlo``
    standard_error: F64  # (p,) float64, of the equity; 0 if it is exact
    seed: int | None  # the seed of a sample
    seconds: float  # the time it took


def duel(
    hands: U8,
    discards: Sequence[int],
    dead: Sequence[int] = (),
    *,
    order: Order = HIGH,
    later: int = 0,
    rules: Sequence[str] = (),
    method: Method | None = None,
    deals: int | None = None,
    standard_error: float = STANDARD_ERROR,
    seed: int = 1,
    threads: int = 1,
    listener: Callable[[int], object] | None = None,
) -> Duel:
    """Count how often each player wins after the exchange.

    ``hands``: (p, k) uint8, the cards of 2 to 10 players: five, of badugi four; ``discards``:
    sequence of int, for each player the set of places of his hand that he discards: bit i for
    place i; ``dead``: sequence of int, other cards that cannot be drawn; ``order``: of ``ORDERS``,
    by which hands win; ``later``: how many draws follow the first; ``rules``: sequence of str, the
    rule by which each player discards in these, see :func:`.rules.thrown_by`; ``method``: by
    default exact if that takes seconds, otherwise Monte Carlo, which is always used for later
    draws; ``deals``: the number of Monte Carlo deals; ``standard_error``: without ``deals``,
    sampling goes on until every equity has at most this error; ``seed``: 0 .. 2**64 - 1, of Monte
    Carlo; ``threads``: 0 for all cores. The result is the same for any number; two players are
    counted on one; ``listener``: called by Monte Carlo with the number of deals so far.
    number of deals so far.

    Raises CardError if there are not 2 to 10 hands of k cards 0..51, a card is given twice, too
    few cards are left to draw, or a discard is not a set of k places; ValueError if another
    argument
    is out of range, or an exact count takes too long.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> hands = np.stack([parse_hand("AsAhAdAcKs"), parse_hand("KhKdKcQsQh")])
    >>> duel(hands, [0, 0]).shared.tolist()
    [[0, 1, 0], [1, 0, 0]]
    """
    drawing = _checked(hands, discards, dead, order, later, rules)
    _check_sampling(method, deals, standard_error, seed, threads)
    started = now()
    within_reach = not later and drawing.work <= _WITHIN_REACH
    if method == "exact" and later:
        raise ValueError("several draws are not counted, since what comes is hidden; sample them")
    if method == "exact" and not within_reach:
        raise ValueError(
            f"an exact count takes about {drawing.work * _SECONDS_A_WORD:.0f} seconds or more; "
            "Monte Carlo gives an estimate"
        )
    if method is None:
        method = "exact" if within_reach else "monte carlo"
    if method == "exact":
        two = len(drawing.kept) == 2
        shared = _two_players(drawing) if two else _enumerated(drawing, threads)
        categories, errors = _categories(drawing), np.zeros(len(shared))
    else:
        limits = deals, standard_error
        shared, categories, errors = _sampled(drawing, *limits, seed, threads, listener)
    dealt = int(shared[0].sum())
    return Duel(
        method=method,
        deals=dealt,
        weight=dealt,
        shared=shared,
        categories=categories,
        standard_error=errors,
        seed=seed if method == "monte carlo" else None,
        seconds=now() - started,
    )


@dataclass(frozen=True)
class _Drawing:
    """A checked duel: the cards that each player keeps, how many he draws, and the deck."""

    kept: list[U8]
    drawn: list[int]
    deck: U8
    order: Order
    hands: U8
    discards: U8
    later: int = 0
    rules: tuple[str, ...] = ()

    @property
    def most_drawn(self) -> list[int]:
        """The largest number of cards that each player may draw in all."""
        return [first + self.later * self.hands.shape[1] for first in self.drawn]

    @property
    def deals(self) -> int:
        left = len(self.deck)
        ways = []
        for size in self.drawn:
            ways.append(comb(left, size))
            left -= size
        return prod(ways)

    @property
    def work(self) -> float:
        """The words of bits to count if all draws but the last player's are enumerated."""
        if len(self.kept) == 2:
            return 0
        most = max(self.drawn)
        words = comb(len(self.deck), most) / 64
        others = self.deals / comb(len(self.deck) - sum(self.drawn) + most, most)
        return others * (words / 2 + 8)


def _checked(
    hands: U8,
    discards: Sequence[int],
    dead: Sequence[int],
    order: Order = HIGH,
    later: int = 0,
    rules: Sequence[str] = (),
) -> _Drawing:
    size = hand_size(order)
    hands = as_columns(hands, "rows", (size,), "hands").T
    if not 2 <= len(hands) <= 10:
        raise CardError(f"{len(hands)} hand{'s' * (len(hands) != 1)}; a duel has 2 to 10 players")
    if len(discards) != len(hands):
        raise CardError(f"{len(hands)} hands and {len(discards)} discards; give one for each")
    known = [*hands.reshape(-1).tolist(), *dead]
    for card in map(card_number, known):
        if known.count(card) > 1:
            raise CardError(f"{CARDS[card]} is there twice")
    for discard in discards:
        if not 0 <= discard < 1 << size:
            raise CardError(f"{discard} is no set of {size} places: give 0..{(1 << size) - 1}")
    deck = np.array([card for card in range(52) if card not in known], np.uint8)
    drawn = [int(discard).bit_count() for discard in discards]
    kept = [
        hand[[place for place in range(size) if not discard >> place & 1]]
        for hand, discard in zip(hands, discards, strict=True)
    ]
    arguments = np.ascontiguousarray(hands), np.array(discards, np.uint8), later, tuple(rules)
    drawing = _Drawing(kept, drawn, deck, order, *arguments)
    most = sum(drawing.most_drawn)
    if most > len(deck):
        verb = "may be" if later else "are"
        raise CardError(
            f"{most} cards {verb} drawn and {len(deck)} are left; nobody's discards come back"
        )
    return drawing


def _check_sampling(
    method: str | None, deals: int | None, standard_error: float, seed: int, threads: int
) -> None:
    if method not in (None, "exact", "monte carlo"):
        raise ValueError(f"method is {method!r}: give 'exact' or 'monte carlo'")
    if deals is not None and deals < 1:
        raise ValueError(f"deals is {deals}: give 1 or more")
    if not 0 < standard_error < np.inf:
        raise ValueError(f"standard_error is {standard_error}: give a number above 0")
    require_seed(seed)
    worker_count(threads)  # raises for an invalid number of threads


@functools.lru_cache(maxsize=2)
def _draws(size: int, deck: int) -> U8:
    """All draws of ``size`` cards, as ``(size, n)`` ascending numbers, in colex order."""
    n = comb(deck, size)
    cards = chain.from_iterable(combinations(range(deck - 1, -1, -1), size))
    draws = np.fromiter(cards, np.uint8, n * size).reshape(n, size)
    draws = np.ascontiguousarray(draws[::-1, ::-1].T)
    return frozen(draws)


def _final(drawing: _Drawing, player: int, draws: U8, threads: int = 1) -> U16:
    """The class of a player's hand after each draw of cards 0..51, ``(size, n)``."""
    n = draws.shape[1]
    kept = np.repeat(drawing.kept[player][:, None], n, axis=1)
    hands = np.concatenate([kept, draws])
    return order_ids(hands, drawing.order, layout="columns", threads=threads)


def _two_players(drawing: _Drawing) -> I64:
    from .duels_kernels import sweep

    def weakest_first(player: int) -> tuple[U8, U16]:
        draws = _draws(drawing.drawn[player], len(drawing.deck))
        ids = _final(drawing, player, drawing.deck[draws])
        order = np.argsort(-ids.astype(np.int32), kind="stable")
        return np.ascontiguousarray(draws.T[order]), ids[order]

    most = min(drawing.drawn)
    sizes = [comb(len(drawing.deck), size) for size in range(most + 1)]
    starts = np.zeros(7, np.int64)
    starts[1 : len(sizes) + 1] = np.cumsum(sizes)
    outcomes = np.zeros(2, np.int64)
    counts = np.zeros(sum(sizes), np.uint32)
    sweep(*weakest_first(0), *weakest_first(1), choose(), starts, counts, outcomes)
    win, tie = outcomes.tolist()
    lose = drawing.deals - win - tie
    return np.array([[lose, win, tie], [win, lose, tie]], np.int64)


def _enumerated(drawing: _Drawing, threads: int) -> I64:
    from .duels_kernels import LastDraws, enumerate_draws

    players = len(drawing.kept)
    last = int(np.argmax(drawing.drawn))
    order = [player for player in range(players) if player != last] + [last]
    deck = len(drawing.deck)
    draws = [_draws(drawing.drawn[player], deck) for player in order]
    ids = [
        _final(drawing, player, drawing.deck[of]) for player, of in zip(order, draws, strict=True)
    ]
    sizes = np.array([drawing.drawn[player] for player in order[:-1]], np.int64)

    weakest_first = np.argsort(-ids[-1].astype(np.int32), kind="stable")
    counts = np.bincount(ids[-1], minlength=drawing.order.classes + 1)
    at_most = counts[::-1].cumsum()[::-1].copy()
    bits = np.zeros((deck, -(-len(weakest_first) // 64) * 64), np.bool_)
    for cards in draws[-1]:
        bits[cards[weakest_first], np.arange(len(weakest_first))] = True
    with_card = np.packbits(bits, axis=1, bitorder="little").view(np.uint64)

    of_draws = np.zeros((players - 1, max(map(len, ids[:-1]))), np.uint16)
    for row, class_ids in zip(of_draws, ids[:-1], strict=True):
        row[: len(class_ids)] = class_ids
    drawn = int(sizes.sum())
    left = comb(deck - drawn, drawing.drawn[last])
    tables = sizes, of_draws, choose(), LastDraws(with_card, at_most - counts, at_most, left)

    def share(card: int) -> I64:
        shared = np.zeros((players, players + 1), np.int64)
        enumerate_draws(*tables, card, card + 1, shared)
        return shared

    class_ids = np.zeros((players, players + 1), np.int64)
    if drawn:
        for part in over_tasks(share, range(deck), threads):
            class_ids += part
    else:  # nobody but the last player draws
        first = of_draws[:, 0]
        best = first.min()
        winners = np.flatnonzero(first == best)
        weaker, tied = int(at_most[best] - counts[best]), int(counts[best])
        class_ids[winners, len(winners)] = weaker
        class_ids[[*winners, players - 1], len(winners) + 1] = tied
        class_ids[players - 1, 1] = left - weaker - tied
    shared: I64 = np.empty_like(class_ids)
    shared[order] = class_ids
    shared[:, 0] = drawing.deals - shared[:, 1:].sum(axis=1)
    return shared


def _categories(drawing: _Drawing) -> I64:
    """Final categories of each player; each of his draws leaves equally many to the others."""
    by_category = np.zeros((len(drawing.kept), 10), np.int64)
    for player, size in enumerate(drawing.drawn):
        draws = drawing.deck[_draws(size, len(drawing.deck))]
        counts = _by_category(_final(drawing, player, draws), drawing.order)
        by_category[player] = counts * (drawing.deals // counts.sum())
    return by_category


def _by_category(ids: U16, order: Order) -> I64:
    return np.bincount(order_classes(order).category[ids.astype(np.int64) - 1], minlength=10)


def _after_all(drawing: _Drawing, cards: U8, threads: int) -> U16:
    """The class of each player's hand after all his draws, in each deal of cards, ``(x, n)``."""
    from .becoming_kernels import draw_on

    names = [*dict.fromkeys(drawing.rules)]
    rules = np.stack([rule_table(drawing.order, name) for name in names])
    classes = np.empty((len(drawing.kept), cards.shape[1]), np.uint16)
    arguments = (
        np.cumsum([0, *drawing.most_drawn[:-1]]), drawing.hands, drawing.discards,
        np.array([names.index(rule) for rule in drawing.rules], np.int64), rules, drawing.later,
        class_of_rank(drawing.order), choose(),
    )  # fmt: skip
    over_rows(
        lambda start, stop: draw_on(cards, *arguments, start, stop, classes),
        cards.shape[1],
        threads,
    )
    return classes


def _sampled(
    drawing: _Drawing,
    deals: int | None,
    standard_error: float,
    seed: int,
    threads: int,
    listener: Callable[[int], object] | None,
) -> tuple[I64, I64, F64]:
    """Who shares, the categories, and the standard errors of the equities."""
    players = len(drawing.kept)
    dead = [card for card in range(52) if card not in drawing.deck]
    bounds = np.cumsum([0, *drawing.most_drawn])
    shared = np.zeros((players, players + 1), np.int64)
    categories = np.zeros((players, 10), np.int64)
    done = 0
    errors = np.full(players, np.inf)
    while done < deals if deals is not None else errors.max() > standard_error:
        block = _BLOCK if deals is None else min(_BLOCK, deals - done)
        cards = deal(block, int(bounds[-1]), seed=seed, first=done, dead=dead, threads=threads)
        if drawing.later:
            ids = _after_all(drawing, cards, threads)
        else:
            draws = np.split(cards, bounds[1:-1])
            ids = np.stack([_final(drawing, j, draws[j], threads) for j in range(players)])
        winners = ids == ids.min(axis=0)
        sharers = winners.sum(axis=0) * winners
        for player in range(players):
            shared[player] += np.bincount(sharers[player], minlength=players + 1)
            categories[player] += _by_category(ids[player], drawing.order)
        done += block
        errors = _errors(shared, done)
        if listener is not None:
            listener(done)
    return shared, categories, errors


def _errors(shared: I64, deals: int) -> F64:
    if deals == 1:  # which gives no estimate of the error
        return np.full(len(shared), np.nan)
    mean = equity_of(shared, deals)
    square = (shared[:, 1:] / np.arange(1, shared.shape[1]) ** 2).sum(axis=1) / deals
    variance = np.maximum(square - mean**2, 0)
    error: F64 = np.sqrt(variance) / sqrt(deals)
    return error
