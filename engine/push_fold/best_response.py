"""The best response of each player to the strategies of the others.

Each player acts once, so his choice after one history does not affect his value after another: his
best response takes the better choice at each decision with each hand.

For four to nine players the values are approximate.

- Hands of up to three players who are in have their exact probabilities and exact equities.
- Whether the others fold depends on these hands, and on each other, as in ``exact_response``.
- Who wins between two depends on the cards of each folded player, and these effects are added. Who
  wins among three does not depend on them.
- Pots of four and more are played on sampled deals to the players who are in. With seven players
  and more, nobody goes in as the fifth; what he would gain is computed by ``one_more``.
- A folded hand's effect on a pot of two is through the hands that the two may hold. In a larger
  pot its probability is the sum of the effects of the hands that are in.

``tests/engine/push_fold/simulate.py`` compares the values with those of full deals.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, HOLES, hand_of_hole, hole_cards
from ..dealing.deck import deal
from ..hands.evaluate import class_ids
from ..signatures import F64, U8, U16
from .counts import Counts, payoffs, weak_orders
from .exact_response import (
    ORDERS,
    Chances,
    Ends,
    Folds,
    Sums,
    chances_of,
    of_three,
    of_two,
    ratio,
    tensors_of,
)
from .one_more import gains_of_one_more
from .spots import PushFoldSpot, history

_HANDS = len(HANDS)

Set = tuple[int, str]  # a player, and the actions before him
SAMPLED = 1 << 20  # deals, for the one pot of four players; fewer for each of several pots
SEED = 720_919  # of these deals; the solver uses others


@dataclass(frozen=True)
class Response:
    """Values of strategies, and each player's gain from his best response.

    Keys of ``value_in``, ``value_fold`` and ``reach`` are a player and the actions before him, see
    ``PushFoldSpot.information_sets``. Values are big blinds won, or with prizes, prizes.
    """

    values: F64  # (n,): of the strategies
    gains: F64  # (n,): of the best response, never below 0; fixed decisions stay as they are
    value_in: dict[Set, F64]  # (169,): by hand at the decision; NaN if it is never reached
    value_fold: dict[Set, F64]
    reach: dict[Set, float]  # how often the decision is reached


def respond(spot: PushFoldSpot, shares: Mapping[Set, F64], counts: Counts) -> Response:
    """Compute the values of strategies, and each player's gain from his best response.

    ``shares``: mapping of (int, str) to (169,) float64, for each of ``spot.information_sets()``:
    how often each hand goes in, 0 .. 1. For two and three players the result is exact up to
    rounding, for more it is approximate. Raises ValueError if the counts of three hands are needed
    but missing.
    """
    ends = payoffs(spot)
    actions = np.stack([actions_of(spot, shares, inside) for inside in ends])
    sums_of = {2: of_two, 3: of_three}.get(spot.players, of_several)
    response = _assemble(spot, shares, list(ends), sums_of(list(ends.items()), actions, counts))
    if spot.most_in < spot.players:
        more = [
            (inside, paid)
            for inside, paid in payoffs(spot, spot.most_in + 1).items()
            if len(inside) > spot.most_in
        ]
        actions = np.stack([actions_of(spot, shares, inside) for inside, _ in more])
        response.gains[:] += gains_of_one_more(ends, more, actions, counts)
    return response


def actions_of(spot: PushFoldSpot, shares: Mapping[Set, F64], inside: tuple[int, ...]) -> F64:
    """How often each player's hands lead to these players being in: ``(n, 169)``."""
    actions = np.ones((spot.players, _HANDS))
    for player in range(spot.players):
        share = shares.get((player, history(inside, player)))
        if share is not None:  # the big blind has no decision if all before him folded
            actions[player] = share if player in inside else 1.0 - share
    return actions


def _assemble(
    spot: PushFoldSpot, shares: Mapping[Set, F64], ends: list[tuple[int, ...]], sums: Sums
) -> Response:
    """Collect the ends by decision."""
    total = sums.total.sum()
    gains = np.zeros(spot.players)
    value_in: dict[Set, F64] = {}
    value_fold: dict[Set, F64] = {}
    reach: dict[Set, float] = {}
    for player, before in spot.information_sets():
        here = [history(inside, player) == before for inside in ends]
        goes_in = np.array([player in inside for inside in ends])
        mass, worth = (
            np.stack([of[here & side, player].sum(axis=0) for side in (goes_in, ~goes_in)])
            for of in (sums.mass, sums.worth)
        )
        with np.errstate(invalid="ignore"):
            of_in, of_folding = worth / mass
        at, share = (player, before), shares[player, before]
        value_in[at], value_fold[at] = of_in, of_folding
        # Whether he then goes in or folds does not change how often the decision is reached.
        reach[at] = float(mass[0].sum() / total)
        better = np.maximum(of_in, of_folding) - share * of_in - (1.0 - share) * of_folding
        if at in spot.fixed_shares:
            continue
        # Hands for which only one choice was sampled are left out.
        gains[player] += (mass[0] * better)[np.isfinite(better)].sum() / total
    return Response(sums.paid.sum(axis=0) / total, gains, value_in, value_fold, reach)


def of_several(ends: Ends, actions: F64, counts: Counts) -> Sums:
    """The sums of the ends, by the model described at the top of this module."""
    chances = chances_of(counts)
    folds = Folds(actions, chances)
    n = actions.shape[1]
    mass, worth = np.zeros((2, len(ends), n, _HANDS))
    sums = Sums(mass, worth, np.zeros(len(ends)), np.zeros((len(ends), n)))
    for end, (inside, paid) in enumerate(ends):
        out = [player for player in range(n) if player not in inside]
        if len(inside) == 1:
            _add_alone(sums, end, inside[0], out, paid[0], actions[end], chances, folds)
        elif len(inside) == 2:
            _add_pair(sums, end, inside, out, paid, actions[end], chances, folds)
    _add_pots_of_three(sums, ends, actions, chances, counts, folds)
    _add_sampled_pots(sums, ends, actions, chances, counts, folds)
    return sums


def _add_alone(
    sums: Sums, end: int, first: int, out: list[int], paid: F64, does: F64,
    chances: Chances, folds: Folds,
) -> None:  # fmt: skip
    """One goes in and takes the pot: others fold given his hand, and a folder given his own too."""
    sums.mass[end, first] = chances.one * folds.factors(end, out, 1)[0]
    for player in out:
        others = [other for other in out if other != player]
        each, both = folds.factors(end, others, 2)
        sums.mass[end, player] = (does[first] * each) @ (chances.two * both) * each
    sums.worth[end] = sums.mass[end] * paid[:, None]
    sums.total[end] = sums.mass[end, first] @ does[first]
    sums.paid[end] = sums.total[end] * paid


def _add_pair(
    sums: Sums, end: int, inside: tuple[int, ...], out: list[int], paid: F64, does: F64,
    chances: Chances, folds: Folds,
) -> None:  # fmt: skip
    """Two are in. A folder's own hand counts only through the hands that the two may hold."""
    first, second = does[list(inside)]
    each, folded = folds.factors(end, out, 2)
    folded = folded * np.outer(each, each)
    pairs = chances.two * folded
    worths = (folds.orders_of_two(end, out) @ paid) * pairs[:, :, None]  # (169, 169, n)
    sums.mass[end, inside] = pairs @ second, first @ pairs
    sums.worth[end, inside] = worths[:, :, inside[0]] @ second, first @ worths[:, :, inside[1]]
    sums.total[end] = first @ pairs @ second
    sums.paid[end] = np.einsum("a,abp,b->p", first, worths, second)
    for player in out:
        others = [other for other in out if other != player]
        each, folded = folds.factors(end, others, 2)
        weights = np.outer(first * each, second * each) * folded * chances.two
        gets = np.stack([weights, weights * (folds.orders_of_two(end, others) @ paid[:, player])])
        sums.mass[end, player], sums.worth[end, player] = gets.reshape(2, -1) @ chances.given_two


class _Pot:
    """A pot of three, summed over the hands of the first of the three."""

    def __init__(
        self, end: int, inside: tuple[int, ...], paid: F64, does: F64, folds: Folds
    ) -> None:
        self.end, self.inside = end, inside
        self.out = [player for player in range(len(does)) if player not in inside]
        self.does = does
        self.gets = np.vstack([paid.T, np.ones(len(paid))])  # of each player; the chance comes last
        self.one, self.two = folds.factors(end, self.out, 3)
        self.of_others = self.two * np.outer(self.one, self.one)
        # By the hand of each of the three, without his own share.
        self.sums = np.zeros((3, len(self.gets), _HANDS))

    def add(self, hand: int, by_order: F64) -> None:
        """Add a hand of the first: ``(13, 28561)``, the chances by the hands of the other two."""
        first, second, third = self.does[list(self.inside)]
        folded = self.two[hand]
        sums = (self.gets @ by_order).reshape(-1, _HANDS, _HANDS)
        sums *= self.of_others
        by_second = self.one[hand] * folded * (sums @ (folded * third))
        by_third = self.one[hand] * folded * ((folded * second) @ sums)
        self.sums[0, :, hand] = by_second @ second
        self.sums[1] += first[hand] * by_second
        self.sums[2] += first[hand] * by_third


def _put(
    into: Sums, end: int, inside: tuple[int, ...], sums: F64, does: F64,
    chances: Chances, folds: Folds,
) -> None:  # fmt: skip
    """Put a pot's sums in place: ``(m, n + 1, 169)``, by the hand of each of the m players in it.

    First the sums of each player's payoffs, then the chances; a player's own share is left out.
    """
    for place, player in enumerate(inside):
        into.mass[end, player] = sums[place, -1]
        into.worth[end, player] = sums[place, player]
    joint = sums * does[list(inside)][:, None]
    totals = joint[0].sum(axis=1)
    into.paid[end], into.total[end] = totals[:-1], totals[-1]
    # The probability of a folded hand is the sum of the effects of the hands that are in.
    likely = (joint @ chances.given_one).sum(axis=0) - (len(inside) - 1) * np.outer(
        totals, chances.one
    )
    for player in range(len(does)):
        fold = folds.given_none[folds.which[end, player]]
        if player not in inside and fold > 0:
            into.mass[end, player] = likely[-1] / fold
            into.worth[end, player] = likely[player] / fold


def _add_pots_of_three(
    sums: Sums, ends: Ends, actions: F64, chances: Chances, counts: Counts, folds: Folds
) -> None:
    pots = [
        _Pot(end, inside, paid, actions[end], folds)
        for end, (inside, paid) in enumerate(ends)
        if len(inside) == 3
    ]
    tensors = tensors_of(counts)
    by_order = np.empty((len(ORDERS), _HANDS, _HANDS))
    for hand in np.flatnonzero(chances.one).tolist():  # counts may cover only some hands
        for each, (kind, way) in zip(by_order, ORDERS, strict=True):
            others = tensors[kind].take(hand, axis=way.index(0))
            each[:] = others if way.index(1) < way.index(2) else others.T
        for pot in pots:
            pot.add(hand, by_order.reshape(len(ORDERS), -1))
    for pot in pots:
        _put(sums, pot.end, pot.inside, pot.sums, pot.does, chances, folds)


class _Deals(NamedTuple):
    """Deals to some players, sampled with bias, and the weights that correct for it."""

    hands: U8  # (players, deals)
    classes: U16  # (players, deals): of the hands at showdown
    weights: F64  # (deals,): they sum to 1


@functools.lru_cache(maxsize=3)
def _deals_to(players: int, deals: int, counts: Counts) -> _Deals:
    """Deals to four players and more, biased to good hands: otherwise few would go in.

    Half of the holes are any, a quarter of the best 25 %, a quarter of the best 8 % of hands.
    """
    wins, _, splits = np.moveaxis(counts.two.sum(axis=1), -1, 0)
    equity = ratio(wins + splits / 2, counts.two.sum(axis=(1, 2)))[hand_of_hole()]
    best = np.argsort(np.argsort(-equity, kind="stable"))
    often = np.full(HOLES, 0.5 / HOLES)
    for share in (0.25, 0.08):
        often += np.where(best < share * HOLES, 0.25 / int(share * HOLES), 0.0)
    often /= often.sum()
    rng = np.random.default_rng([SEED, players])
    cards = hole_cards().astype(np.uint64)
    bits = (np.uint64(1) << cards).sum(axis=1)
    holes = np.empty((players, 0), np.int64)
    while holes.shape[1] < deals:
        drawn = rng.choice(HOLES, (players, deals), p=often)
        apart = np.bitwise_count(np.bitwise_or.reduce(bits[drawn], axis=0)) == 2 * players
        holes = np.hstack([holes, drawn[:, apart]])
    holes = holes[:, :deals]
    # The first five cards of a shuffled deck that nobody holds.
    deck = deal(deals, 2 * players + 5, seed=SEED)
    known = np.bitwise_or.reduce(bits[holes], axis=0)
    live = (known >> deck.astype(np.uint64)) & np.uint64(1) == 0
    place = np.cumsum(live, axis=0) * live
    board = [np.take_along_axis(deck, (place == k).argmax(axis=0)[None], 0)[0] for k in range(1, 6)]
    classes = np.stack(
        [class_ids([*hole_cards()[of].T.copy(), *board], layout="columns") for of in holes]
    )
    weights = 1 / often[holes].prod(axis=0)
    return _Deals(hand_of_hole()[holes], classes, weights / weights.sum())


def _add_sampled_pots(
    sums: Sums, ends: Ends, actions: F64, chances: Chances, counts: Counts, folds: Folds
) -> None:
    """Pots of four and more. In each deal the players rotate until each has held each hand."""
    n = actions.shape[1]
    for end, (inside, paid) in enumerate(ends):
        m = len(inside)
        if m < 4:
            continue
        deals = _deals_to(m, SAMPLED >> (min(n, 6) - 4 + 2 * (m - 4)), counts)
        each, two = folds.factors(end, [p for p in range(n) if p not in inside], m)
        pot_sums = np.zeros((m, n + 1, _HANDS))
        constant = np.ptp(paid, axis=0) == 0
        for turn in range(m):
            hands = np.roll(deals.hands, turn, axis=0)
            does = np.stack([actions[end, p][hand] for p, hand in zip(inside, hands, strict=True)])
            some = np.flatnonzero(np.count_nonzero(does, axis=0) >= m - 1)
            hands, does = hands[:, some], does[:, some]
            weights = deals.weights[some] / m
            for hand in hands:
                weights = weights * each[hand]
            for first, second in combinations(hands, 2):
                weights *= two[first, second]
            gets = paid[_order_rows(np.roll(deals.classes, turn, axis=0)[:, some])]
            for place, hand in enumerate(hands):
                chance = np.delete(does, place, axis=0).prod(axis=0) * weights
                pot_sums[place, -1] += np.bincount(hand, chance, _HANDS)
                for player in np.flatnonzero(~constant):
                    pot_sums[place, player] += np.bincount(hand, chance * gets[:, player], _HANDS)
        pot_sums[:, :-1][:, constant] = paid[0, constant, None] * pot_sums[:, -1:]
        _put(sums, end, inside, pot_sums, actions[end], chances, folds)


def _order_rows(classes: U16) -> npt.NDArray[np.intp]:
    """The row of ``weak_orders`` of each deal, of classes ``(hands, deals)``; lower is better."""

    def code(places: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.intp]:
        number = np.zeros(places.shape[1], np.intp)
        for each in places:
            number = len(places) * number + (places < each).sum(axis=0)
        return number

    of_rows = code(weak_orders(len(classes)).T)
    order = np.argsort(of_rows)
    rows: npt.NDArray[np.intp] = order[np.searchsorted(of_rows[order], code(classes))]
    return rows
