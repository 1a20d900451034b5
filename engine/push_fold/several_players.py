"""Four to nine players: pots of two and three by exact counts, the rest approximately.

Pots of two and three are weighted and won by the exact counts. The probability that a player has
folded depends on the cards of the players who are in: exactly for two; for three through each pair.
Who wins between two depends on what each of the others has folded. Folded players depend on each
other by pairs, given each hand that is in, and by triples. Pots of four and more are played on
sampled deals.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, hand_of_hole, hole_cards
from ..hands.board_tables import board_tables
from ..signatures import F64, U8, U16
from ..threads import over_tasks
from .counts import Chances, Counts, order_rows, part_values, payoffs, weak_orders
from .spots import PushFoldSpot, history

_HANDS = len(HANDS)
SAMPLED = 1 << 17  # deals for all pots of four and more together
_ANYHOW = 0.05  # added to the share of each hand when deals are sampled by shares
_SAMPLES = (0, 15, 60)  # iterations before which deals are sampled anew, by the shares then
_LOOK = 10  # iterations between two computations of the gain
_FIRST = 0.25  # of hands that go in at first
_LEAST = 1e-3  # smaller shares count as 0


class Values(NamedTuple):
    """Sums of each decision by hand: probabilities, and probabilities times the player's payoff."""

    going_in: F64  # (2, decisions, 169)
    folding: F64

    def advantage(self) -> F64:
        """Of going in over folding, times the reach of the decision; ``(decisions, 169)``."""
        chance = self.going_in[0]
        advantage: F64 = chance * (_mean(*self.going_in) - _mean(*self.folding))
        return advantage


def _mean(chances: F64, sums: F64) -> F64:
    mean: F64 = np.divide(sums, chances, out=np.zeros_like(sums), where=chances > 0)
    return mean


def solve_several_players(
    spot: PushFoldSpot, counts: Counts, seed: int, enough: float, most: int, threads: int
) -> tuple[F64, int]:
    """Find the shares of all decisions, ``(decisions, 169)``, and count the iterations.

    Regret matching with a floor, as for fewer players, for all players at once.
    """
    game = _Game(spot, counts, seed, threads)
    shares = game.first_shares()
    fixed = [game.number[at] for at in spot.fixed_shares]
    held = np.array([*spot.fixed_shares.values()]).reshape(-1, _HANDS)
    shares[fixed] = held
    regrets = np.zeros((2, *shares.shape))
    total = np.zeros_like(shares)
    owner = np.array([player for player, _ in game.sets])
    mean = shares
    weights = done = 0
    while done < most:
        if done in _SAMPLES:
            game.sample(mean, done)
        done += 1
        gain = game.values(shares).advantage()
        gain[fixed] = 0.0  # without regrets a share does not change
        regrets = np.maximum(0.0, regrets + np.stack([gain * (1 - shares), -gain * shares]))
        both = regrets.sum(axis=0)
        shares = np.divide(regrets[0], both, out=shares.copy(), where=both > 0)
        total += done**2 * shares
        weights += done**2
        mean = total / weights
        if done % _LOOK == 0 or done == most:
            mean = _without_traces(mean)
            mean[fixed] = held
            gain = game.values(mean).advantage()
            gain[fixed] = 0.0
            gains = (np.maximum(0.0, gain) - gain * mean).sum(axis=1)
            if np.bincount(owner, gains).max() <= enough:
                break
    return mean, done


def _without_traces(shares: F64) -> F64:
    """Round shares that are nearly 0 or 1: they are traces of the first iterations."""
    shares = np.where(shares < _LEAST, 0.0, shares)
    return np.where(shares > 1 - _LEAST, 1.0, shares)


class _Game:
    """A spot, and the values of its decisions for given shares."""

    def __init__(self, spot: PushFoldSpot, counts: Counts, seed: int, threads: int) -> None:
        self.spot, self.seed, self.threads = spot, seed, threads
        self.sets = spot.information_sets()
        self.number = {at: number for number, at in enumerate(self.sets)}
        self.payoffs = payoffs(spot)
        self.chances = counts.chances
        self.deals: dict[tuple[tuple[int, ...], int], Deals] = {}
        # Decisions at which folding always has the same value.
        folding = [
            {round(float(worth), 12) for end, by_order in self.payoffs.items() if player not in end
             for worth in by_order[:, player]}
            for player in range(spot.players)
        ]  # fmt: skip
        self.folded_matters = any(len(each) > 1 for each in folding)
        self.lost = np.array([min(each) for each in folding])

    def first_shares(self) -> F64:
        """Initial shares: the best hands against a random hand go in."""
        strength = self.chances.strength
        best = strength >= np.quantile(strength, 1 - _FIRST)
        return np.tile(best.astype(np.float64), (len(self.sets), 1))

    def decision(self, player: int, inside: tuple[int, ...]) -> int:
        """The decision of a player on the way to an end; -1 for the big blind without one."""
        return self.number.get((player, history(inside, player)), -1)

    def sample(self, shares: F64, key: int) -> None:
        """Sample the deals of large pots for each player in, by how often the others go in."""
        pots = [(end, t) for end in self.payoffs if len(end) > 3 for t in range(len(end))]

        def deal(at: int) -> Deals:
            end, t = pots[at]
            others = [self.decision(player, end) for player in end if player != end[t]]
            return sampled_deals((self.seed, key, at), SAMPLED // len(pots), shares[others])

        dealt = over_tasks(deal, range(len(pots)), self.threads)
        self.deals = dict(zip(pots, dealt, strict=True))

    def values(self, shares: F64) -> Values:
        """The values of all decisions."""
        folds = _Folds(shares, self.chances)
        values = Values(np.zeros((2, *shares.shape)), np.zeros((2, *shares.shape)))
        ends = [_End(self, inside, worth, shares, folds) for inside, worth in self.payoffs.items()]
        small, large = ([end for end in ends if end.large is of] for of in (False, True))
        for end in small:
            end.add_to(values)
        played = over_tasks(lambda at: large[at].play(), range(len(large)), self.threads)
        for end, results in zip(large, played, strict=True):  # in a fixed order, for any threads
            end.add_found(values, *results)
        if not self.folded_matters:
            for number, (player, _) in enumerate(self.sets):
                values.folding[0, number] = 1.0
                values.folding[1, number] = self.lost[player]
        return values


class _Folds:
    """Probabilities that the player of each decision folds, by the hands that are in."""

    def __init__(self, shares: F64, chances: Chances) -> None:
        self.any_hand = 1 - shares @ chances.one
        self.of_one = 1 - shares @ (chances.two / chances.one)
        of_two = shares.astype(np.float32) @ chances.given_two
        self.of_two = 1 - of_two.reshape(len(shares), _HANDS, _HANDS).astype(np.float64)
        # How much more often a hand beats another if the player of this decision folds:
        # (decisions, loser, winner), ties by half.
        whole = (chances.orders_of_two @ [1.0, 0.0, 0.5]).T
        equity = whole - (shares.astype(np.float32) @ chances.equity_of_third).reshape(
            len(shares), _HANDS, _HANDS
        )
        chance = chances.two * self.of_two
        known = np.divide(whole, chances.two, out=np.zeros_like(whole), where=chances.two > 0)
        self.wins_more = np.divide(
            equity, chance, out=np.tile(known, (len(shares), 1, 1)), where=chance > 1e-12
        )
        self.wins_more -= known
        # How much likelier two decisions both end in a fold than if they were independent.
        both = (1 - shares) @ chances.two @ (1 - shares).T
        apart = np.outer(self.any_hand, self.any_hand)
        self.both = np.divide(both, apart, out=np.ones_like(both), where=apart > 0)
        np.fill_diagonal(self.both, 1.0)

        self.shares, self.chances = shares, chances
        self.both_given: dict[tuple[int, ...], F64] = {}

    def together_given(self, decisions: list[int], inside: int) -> F64:
        """How much likelier these all fold together than independently: a factor by each hand in.

        By pairs of them given one hand, and by triples whatever the others hold.
        """
        each = np.ones(_HANDS)
        for pair in combinations(decisions, 2):
            both = float(self.both[pair]) ** (1 - 1 / inside)
            each *= self._both_given(*pair) / both if both > 0 else 0.0
        for three in combinations(decisions, 3):
            each *= self._all_three(*three) ** (1 / inside)
        return each

    def _both_given(self, first: int, second: int) -> F64:
        if (first, second) not in self.both_given:
            given_one = self.chances.two / self.chances.one[:, None]
            both = (given_one * self.of_two[first]) @ (1 - self.shares[second])
            apart = self.of_one[first] * self.of_one[second]
            self.both_given[first, second] = np.divide(
                both, apart, out=np.ones_like(both), where=apart > 0
            )
        return self.both_given[first, second]

    def _all_three(self, *three: int) -> float:
        if three not in self.both_given:
            one, other, third = three
            both = self.chances.two * self.of_two[third]
            apart = self.any_hand[list(three)].prod()
            apart *= np.prod([self.both[pair] for pair in combinations(three, 2)])
            together = (1 - self.shares[one]) @ both @ (1 - self.shares[other])
            self.both_given[three] = np.array(together / apart if apart > 0 else 1.0)
        return float(self.both_given[three])

    def together(self, decisions: list[int]) -> float:
        """The product of the factors of all pairs of these decisions."""
        return float(np.sqrt(self.both[np.ix_(decisions, decisions)].prod()))


class _End:
    """An end: the players in, and its contribution to all decisions on the way."""

    def __init__(
        self, game: _Game, inside: tuple[int, ...], worth: F64, shares: F64, folds: _Folds
    ) -> None:
        self.game, self.inside, self.worth, self.folds = game, inside, worth, folds
        self.decisions = [game.decision(player, inside) for player in inside]
        self.out = [player for player in range(game.spot.players) if player not in inside]
        self.out_decisions = [game.decision(player, inside) for player in self.out]
        self.shares = np.stack(
            [shares[at] if at >= 0 else np.ones(_HANDS) for at in self.decisions]
        )

        self.together = folds.together(self.out_decisions)
        self.large = len(inside) > 2

    def add_to(self, values: Values) -> None:
        """Add probabilities, and probabilities times payoffs, to the decisions."""
        if len(self.inside) == 1:
            self._add_one(values)
        else:
            self._add_two(values)

    def play(self) -> tuple[F64, F64]:
        """Play a pot of three or more.

        Returns (2, players in, 169) float64, by the hand of each player in: the probability of the
        pot without his own share, and the same times his payoff; and (players,) float64, the
        probability of the pot at ``[0]``, and the payoffs of those who folded after those in.
        """
        return self._play_three() if len(self.inside) == 3 else self._play_sampled()

    def _add_one(self, values: Values) -> None:
        chances, of_one = self.game.chances, self.folds.of_one
        folded = of_one[self.out_decisions].prod(axis=0)
        folded = folded * self.folds.together_given(self.out_decisions, 1)
        self._go_in(values, 0, chances.one * folded, None)
        if self.game.folded_matters:
            for player, at in zip(self.out, self.out_decisions, strict=True):
                chance = (chances.two * self._others_fold(at)) @ self.shares[0]
                values.folding[:, at] += chance, chance * self.worth[0, player]

    def _others_fold(self, at: int) -> F64:
        """The probability that all who are out fold except one, by the hands of two players."""
        others = [other for other in self.out_decisions if other != at]
        each = self.folds.together_given(others, 2)
        folded: F64 = self.folds.of_two[others].prod(axis=0) * np.outer(each, each)
        return folded

    def _go_in(self, values: Values, place: int, chance: F64, sums: F64 | None) -> None:
        at = self.decisions[place]
        if at >= 0:  # the big blind has no decision if all others fold
            known = chance * self.worth[0, self.inside[place]] if sums is None else sums
            values.going_in[:, at] += chance, known

    def _add_two(self, values: Values) -> None:
        chances, of_two = self.game.chances, self.folds.of_two
        each = self.folds.together_given(self.out_decisions, 2)
        folded = of_two[self.out_decisions].prod(axis=0) * np.outer(each, each)
        more = chances.two * self.folds.wins_more[self.out_decisions].sum(axis=0).T
        for place, player in enumerate(self.inside):
            gets = chances.orders_of_two @ self.worth[:, player]
            gets += more * (self.worth[0, player] - self.worth[1, player])
            chance, sums = chances.two * folded, gets * folded
            if place == 1:
                chance, sums = chance.T, sums.T
            other = self.shares[1 - place]
            self._go_in(values, place, chance @ other, sums @ other)
        if not self.game.folded_matters:
            return
        both = np.outer(*self.shares)
        for player, at in zip(self.out, self.out_decisions, strict=True):
            weights = both * self._others_fold(at)
            gets = chances.orders_of_two @ self.worth[:, player]
            pair = np.stack([weights * chances.two, weights * gets]).reshape(2, -1)
            values.folding[:, at] += (chances.given_two @ pair.T.astype(np.float32)).T

    def _play_three(self) -> tuple[F64, F64]:
        from .solving_kernels import add_pot_of_three

        chances, folds = self.game.chances, self.folds
        folded = folds.of_two[self.out_decisions].prod(axis=0)
        by_one = folds.of_one[self.out_decisions].prod(axis=0)
        by_one = np.divide(1.0, by_one, out=np.zeros_like(by_one), where=by_one > 1e-12)
        by_one *= folds.together_given(self.out_decisions, 3)
        factors = np.stack([self._factors(player) for player in self._with_others()])
        results = np.zeros((2, 3, _HANDS))
        of_others = np.zeros(len(factors))
        add_pot_of_three(
            chances.parts_of_three,
            self.shares,
            folded,
            by_one,
            factors,
            results[0],
            results[1],
            of_others,
        )
        folded_at_all = self.folds.any_hand[self.out_decisions].prod()
        return results * folded_at_all, of_others * folded_at_all

    def _factors(self, player: int) -> F64:
        """The coefficients of a player's payoffs with three in; ``(2, 8)``."""
        t = self.inside.index(player) if player in self.inside else 0
        first, second = (place for place in range(3) if place != t)
        places = weak_orders(3)
        so, changed = (
            part_values(places[:, [first, second, t]]),
            part_values(places[:, [second, first, t]]),
        )
        # Three of the parts are the same with x and y swapped.
        different = [part for part in range(len(so)) if (so[part] != changed[part]).any()]
        made = np.linalg.solve(np.vstack([so, changed[different]]).T, self.worth[:, player])
        factors = np.zeros((2, len(so)))
        factors[0] = made[: len(so)]
        factors[1, different] = made[len(so) :]
        factors[np.abs(factors) < 1e-10] = 0.0
        return factors

    def _play_sampled(self) -> tuple[F64, F64]:
        from .solving_kernels import add_sampled_pot

        players = len(self.inside)
        any_hand = self.folds.any_hand[self.out_decisions]
        folded = self.folds.of_one[self.out_decisions] / np.maximum(any_hand, 1e-12)[:, None]
        results = np.zeros((2, players, _HANDS))
        paid = self._with_others()
        of_others = np.zeros(len(paid))
        for t in range(players):
            worth = self.worth[_orders_with(players, t)]
            # His own payoff; and once, with the first player, those of the players who folded.
            gets = worth[:, :, [self.inside[t], *(paid[players:] if t == 0 else ())]]
            others = np.delete(self.shares, t, axis=0) * folded.prod(axis=0)
            own_factors = np.stack([folded.prod(axis=0), self.shares[t]])
            more = np.zeros(gets.shape[2])
            add_sampled_pot(
                *self.game.deals[self.inside, t], others, own_factors,
                np.ascontiguousarray(np.moveaxis(gets, 2, 0)), results[0, t], results[1, t], more,
            )  # fmt: skip
            if t == 0:
                of_others[0], of_others[players:] = more[0], more[1:]
        times = any_hand.prod() * self.together
        return results * times, of_others * times

    def _with_others(self) -> list[int]:
        """The players by their payoffs: those in, and if it matters those who folded."""
        return [*self.inside, *(self.out if self.game.folded_matters else ())]

    def add_found(self, values: Values, results: F64, of_others: F64) -> None:
        """Add the results of a played pot to the values of the decisions."""
        for place in range(len(self.inside)):
            self._go_in(values, place, results[0, place], results[1, place])
        if self.game.folded_matters:
            # The effect of folded cards on so large a pot is neglected.
            for place, at in enumerate(self.out_decisions):
                if self.folds.any_hand[at] > 0:
                    each = self.game.chances.one / self.folds.any_hand[at]
                    got = of_others[len(self.inside) + place]
                    values.folding[:, at] += of_others[0] * each, got * each


class Deals(NamedTuple):
    """Deals to all players but one, of whom none folds, and results of the other one's holes."""

    hands: U8  # (n, opponents): their starting hands
    weights: F64  # (n,): with these, sums over deals are means over all deals
    orders: U16  # (n,): the order of their hands, see ``weak_orders``
    # (n, 2 opponents + 1, 169): of each hand, the number of holes that beat all opponents, that tie
    # with the best, that come between him and the next, and so on.
    counts: U8


def sampled_deals(key: Sequence[int], number: int, shares: F64) -> Deals:
    """Deal to the opponents by how often they go in, with weights that correct for it.

    All holes of the other player are compared with them on each deal, so that no hand of his is
    better than another by the luck of its deals.

    ``shares``: (opponents, 169) float64, how often each goes in with a hand; ``key``: seeds the
    random numbers; ``number``: how many to deal. Deals in which a card would occur twice are left
    out.
    """
    from .solving_kernels import count_places

    random = np.random.Generator(np.random.Philox(np.random.SeedSequence(key)))
    often = (shares + _ANYHOW)[:, hand_of_hole()]
    often /= often.sum(axis=1, keepdims=True)
    holes = np.stack([random.choice(len(of), number, p=of) for of in often], axis=1)
    cards = hole_cards()[holes].reshape(number, -1)
    apart = np.flatnonzero((np.diff(np.sort(cards, axis=1)) > 0).all(axis=1))
    holes, cards = holes[apart], cards[apart]
    opponents = len(shares)
    alike = 1 / np.prod([comb(52 - 2 * before, 2) for before in range(opponents)], dtype=float)
    weights = alike / often[np.arange(opponents), holes].prod(axis=1) / number
    deck = random.random((len(holes), 52))
    np.put_along_axis(deck, cards, 2.0, axis=1)
    boards = np.argpartition(deck, 5, axis=1)[:, :5].astype(np.uint8)
    counts = np.zeros((len(holes), 2 * opponents + 1, _HANDS), np.uint8)
    places = np.empty(holes.shape, np.uint8)
    count_places(boards, holes, board_tables(), hole_cards(), counts, places)
    orders = order_rows(places).astype(np.uint16)
    return Deals(hand_of_hole()[holes], weights, orders, counts)


@functools.cache
def _orders_with(players: int, t: int) -> npt.NDArray[np.intp]:
    """The order of all, ``(orders of the others, 2 others + 1)``, by the place of player t."""
    others = weak_orders(players - 1).astype(np.intp)
    levels = 2 * others + 1  # there is a place between any two of them, and at either end
    with_t = np.empty((len(others), 2 * players - 1, players), np.intp)
    with_t[:, :, [player for player in range(players) if player != t]] = levels[:, None, :]
    with_t[:, :, t] = np.arange(2 * players - 1)
    return order_rows(with_t.reshape(-1, players)).reshape(len(others), -1)
