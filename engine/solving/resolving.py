"""Re-solving a spot of a larger strategy, so that an opponent who knows of it gains nothing.

Players who keep to the larger strategy come to the spot with known ranges. An opponent who knows
that one player re-solves it may come with other ranges. So he is given an alternative: before the
spot he chooses, with each hole, between playing it and his value against the larger strategy. The
solution is then no easier to exploit than that strategy, by N. Burch, M. Johanson and M. Bowling,
"Solving Imperfect Information Games Using Decomposition", AAAI 2014.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .. import clock
from ..cards.holes import HOLES
from ..cards.suit_symmetry import hole_images
from ..signatures import F32, F64
from .dealing import deal, symmetries_of
from .payoffs import payoffs_of
from .solving import LOOK, Solution, check_effort, discounts
from .tree import Spot
from .walks import Walks


@dataclass(frozen=True)
class Resolved:
    """A re-solved spot, and what opponents can gain from it.

    Attributes
    ----------
    solution : Solution
        Its values are those for the given ranges.
    gain : float
        The exploitability of the game that was solved, with the alternative if there was one: the
        mean gain of both players, in chips a hand.
    excess : (2, 1326) float64
        A player's largest value with each hole by coming here, less his value against the larger
        strategy: chips. NaN if he cannot hold it, and for a player without an alternative if the
        other has one.
    met : (2, 1326) float64
        How much of the other's range each hole meets.
    """

    solution: Solution
    gain: float
    excess: F64
    met: F64


def resolve(
    spot: Spot,
    outs: F64,
    player: int | None = None,
    *,
    to: float = 0.005,
    iterations: int = 1000,
    threads: int = 0,
    compress: bool = False,
    report: Callable[[int, float], None] | None = None,
) -> Resolved:
    """Solve a spot, and measure what can be won against it that could not be won before.

    Parameters
    ----------
    spot : Spot
        With the ranges of the larger strategy; without rake, prizes or locks.
    outs : (2, 1326) float64
        The value of each player's holes against the larger strategy: chips less half of the pot,
        the mean over all holes that it can meet.
    player : int, optional
        Whose strategy is solved for, 0 out of position, 1 in position: the other has the
        alternative. By default nobody has one, and the spot is solved for the given ranges.
    to, iterations, threads, compress, report
        As of :func:`.solve`.

    Raises
    ------
    ValueError
        If a number is out of range, or the spot has rake, prizes or locks.
    """
    check_effort(to, iterations)
    if spot.rake or spot.prizes or spot.locks:
        raise ValueError("a spot that is solved again has no rake, prizes or locks")
    begun = clock.now()
    others = [0, 1] if player is None else [1 - player]
    alike = symmetries_of(spot.board, spot.ranges)
    # Made equal for holes that are equal up to suits: means in another order may differ in the last
    # bit.
    outs = outs[:, hole_images()[alike]].mean(axis=1).round(9)
    every = spot.ranges.copy()
    every[others] = 1
    every = replace(spot, ranges=every).ranges  # without those that clash with the board
    dealt = deal(spot.board, every, [np.concatenate([outs[others], spot.ranges]).T])
    tree = spot.tree()
    walks = Walks(tree, dealt, every, payoffs_of(spot, tree), {}, threads, compress=compress)
    for player_out in others:
        _come(walks, player_out, spot.ranges[player_out])
    game = _Plain(walks) if player is None else _Game(walks, 1 - player, outs[1 - player])
    done, gain = 0, np.inf
    while done < iterations and gain > to * spot.pot:
        more = min(LOOK, iterations - done)
        game.improve(discounts(done, done + more, int(iterations)))
        done += more
        gain = game.gain()
        if report:
            report(done, gain / spot.pot)
    for player_out in others:
        _come(walks, player_out, spot.ranges[player_out])
    met, excess = np.zeros((2, HOLES)), np.full((2, HOLES), np.nan)
    for player_out in others:
        holes, meets = walks.holes(0, player_out), _meets(walks, player_out)
        met[player_out, holes] = meets
        won = walks.values(player_out, best=True)[meets > 0] / meets[meets > 0]
        excess[player_out, holes[meets > 0]] = won - outs[player_out, holes[meets > 0]]
    best = walks.worth(0, best=True), walks.worth(1, best=True)
    solution = Solution(spot, walks, done, best, to)
    solution.seconds = clock.now() - begun
    return Resolved(solution, float(gain), excess, met)


def _come(walks: Walks, player: int, weights: F64) -> None:
    """Set the range with which a player comes."""
    hand_weights = weights[walks.holes(0, player)]
    walks.set_range(player, hand_weights, np.ones(len(hand_weights)))


def _meets(walks: Walks, player: int) -> F64:
    """How much of the other's range each of a player's hands meets."""
    met, _ = walks.met(0, player, walks.range_of(1 - player)[None])
    meets: F64 = met[0]
    return meets


class _Plain:
    """The spot with the given ranges; holes with a weight of zero are walked too."""

    def __init__(self, walks: Walks) -> None:
        self.walks = walks

    def improve(self, factors: F32) -> None:
        self.walks.improve(factors)

    def gain(self) -> float:
        return sum(self.walks.worth(player, best=True) for player in range(2)) / 2


class _Game:
    """The spot with an alternative: the opponent's first decision, hole by hole, is part of it."""

    def __init__(self, walks: Walks, other: int, outs: F64) -> None:
        self.walks, self.other = walks, other
        self.own, self.met = walks.range_of(1 - other), _meets(walks, other)
        self.out = outs[walks.holes(0, other)] * self.met
        self.regrets = np.zeros((2, len(self.out)))  # of playing, and of the alternative
        self.played = np.zeros(len(self.out))  # the sum over iterations
        self.weight = 0.0
        self._play(self._follows())

    def improve(self, factors: F32) -> None:
        """Improve both players in turn, once for each row of factors."""
        for row in factors:
            for hero in range(2):
                if hero != self.other:
                    self.walks.improve_one(hero, row)
                    continue
                follows = self._follows()
                worth = np.stack([self.walks.improve_one(hero, row), self.out])
                mean = follows * worth[0] + (1 - follows) * worth[1]
                left = np.where(self.regrets > 0, row[0], row[1]) * self.regrets
                self.regrets = left + (worth - mean)
                if row[2] >= 0:
                    self.played = self.played * row[2] + follows
                    self.weight = self.weight * row[2] + 1
                self._play(self._follows())

    def gain(self) -> float:
        """The mean gain of both players: chips a hand."""
        plays = self.played / max(self.weight, 1)
        best = np.maximum(self.walks.values(self.other, best=True), self.out).sum()
        self._play(plays)
        best += self.own @ self.walks.values(1 - self.other, best=True)
        self._play(self._follows())
        return float((best - (self.out * (1 - plays)).sum()) / 2 / self.met.sum())

    def _follows(self) -> F64:
        """The current share of each hole that plays the spot."""
        positive = np.maximum(self.regrets, 0)
        total = positive.sum(axis=0)
        return np.where(total > 0, positive[0] / np.where(total > 0, total, 1), 0.5)

    def _play(self, often: F64) -> None:
        self.walks.set_range(self.other, often, often)
