"""Best responses in plain numpy: every card is dealt, every hole meets every other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..cards.holes import hole_cards
from ..hands.evaluate import class_ids
from ..prizes import expected_prizes
from ..signatures import F64, I64
from .tree import DEAL, DECISION, FOLD, Spot

Cards = tuple[int, ...]
# By line and by the cards dealt after the spot's board: shares of actions, ``(1326, a)``.
Strategy = Callable[[str, Cards], F64]


@dataclass(frozen=True)
class Responses:
    """The players' winnings from the pot, in chips, out of position first; or in prizes."""

    values: F64  # (2,) float64, if both play the strategies
    best: F64  # (2,) float64, if one plays the best response to the other's strategy
    # By line, what its player loses by his play there, over all cards and holes, if he plays the
    # best response afterwards. A player's losses sum to his best value less his value.
    lost: dict[str, float]

    @property
    def exploitability(self) -> float:
        """The exploitability: the mean gain of both players."""
        return float((self.best - self.values).mean())


def respond(spot: Spot, strategy: Strategy) -> Responses:
    """Compute the values of strategies, and of the best responses to them.

    Flops with all 1,176 run-outs take long: this is for checking.

    ``spot``: players keep to its locks; ``strategy``: the shares of actions, ``(1326, a)`` float64,
    at a line and the cards dealt so far.
    """
    game = _Game(spot, strategy)
    return Responses(
        np.array([game.value(hero, best=False) for hero in range(2)]),
        np.array([game.value(hero, best=True) for hero in range(2)]),
        game.lost,
    )


class _Game:
    def __init__(self, spot: Spot, strategy: Strategy) -> None:
        self.spot, self.strategy = spot, strategy
        self.tree = spot.tree()
        self.holes = [np.flatnonzero(weights) for weights in spot.ranges]
        self.weights = [weights[weights > 0] for weights in spot.ranges]
        self.lines = [self.tree.line(node) for node in range(len(self.tree))]
        self.locked = {self.tree.node(line) for line in spot.locks}
        self.ranks: dict[Cards, list[I64]] = {}
        self.ahead: tuple[Cards, F64] | None = None  # of the last river
        self.lost: dict[str, float] = {}

    @cached_property
    def apart(self) -> F64:
        """1 if a hole of the first player shares no card with one of the second, else 0."""
        first, second = (hole_cards()[holes] for holes in self.holes)
        shared = first[:, None, :, None] == second[None, :, None, :]
        apart: F64 = (~shared.any(axis=(2, 3))).astype(np.float64)
        return apart

    @cached_property
    def deals(self) -> float:
        """The pairs of holes that can be dealt together, by their weights."""
        return float(self.weights[0] @ self.apart @ self.weights[1])

    def value(self, hero: int, *, best: bool) -> float:
        """The hero's winnings from the pot."""
        own_reach = self.weights[hero]
        won = self.walk(0, (), hero, own_reach, self.weights[1 - hero], best=best)
        return float(own_reach @ won / self.deals)

    def walk(
        self, node: int, dealt: Cards, hero: int, own_reach: F64, reach: F64, *, best: bool
    ) -> F64:
        """The value of each of the hero's holes, times the reach of the holes that it meets.

        ``own_reach`` is the reach of each under the hero's strategy.
        """
        tree = self.tree
        kind = tree.kind[node]
        if kind == FOLD:
            return self.folded(node, hero, reach)
        if kind == DEAL:
            (root,) = tree.children_of(node)
            return self.over_cards(
                dealt, hero, own_reach, reach,
                lambda more, mine, left: self.walk(root, more, hero, mine, left, best=best),
            )  # fmt: skip
        if kind != DECISION:
            return self.shown_down(node, dealt, hero, reach)
        player, line = tree.player[node], self.lines[node]
        shares = self.strategy(line, dealt)[self.holes[player]].T
        children = list(zip(tree.children_of(node), shares, strict=True))
        won: F64
        if player != hero:
            each = [self.walk(c, dealt, hero, own_reach, reach * s, best=best) for c, s in children]
            won = np.sum(each, axis=0)
            return won
        each = [self.walk(c, dealt, hero, own_reach * s, reach, best=best) for c, s in children]
        won = np.sum(shares * each, axis=0)
        if best and node not in self.locked:
            most: F64 = np.max(each, axis=0)
            self.lost[line] = self.lost.get(line, 0.0) + float(
                own_reach @ (most - won) / self.deals
            )
            return most
        return won

    def over_cards(
        self,
        dealt: Cards,
        hero: int,
        own_reach: F64,
        reach: F64,
        then: Callable[[Cards, F64, F64], F64],
    ) -> F64:
        """The mean over the next card: not one of the board, nor of the four in two holes."""
        known = self.spot.board + dealt
        chance = 1 / (52 - len(known) - 4)
        won = np.zeros(len(self.holes[hero]))
        for card in set(range(52)) - set(known):
            mine, others = (
                chance_of * (hole_cards()[self.holes[player]] != card).all(axis=1)
                for player, chance_of in ((hero, chance), (1 - hero, 1.0))
            )
            won += mine * then((*dealt, card), own_reach * mine, reach * others)
        return won

    def meeting(self, hero: int) -> F64:
        """By the hero's hole and the other's: 1 if they share no card."""
        return self.apart if hero == 0 else self.apart.T

    def won(self, node: int, hero: int, share: float) -> float:
        """The value of an end to a hero with a share of the pot: in chips, or in prizes."""
        called = float(min(self.tree.put_in[node]))
        pot = self.spot.pot + 2 * called
        pot -= min(pot * self.spot.rake, self.spot.rake_cap)
        more = np.array([share * pot - called, (1 - share) * pot - called])
        table = self.spot.prizes
        if table is None:
            return float(more[0])
        stacks = np.array([table.behind[hero], table.behind[1 - hero]]) + more
        worth = expected_prizes([*stacks, *table.others], table.prizes)[0]
        return float(worth + table.bounties[hero] * (stacks[1] == 0))

    def folded(self, node: int, hero: int, reach: F64) -> F64:
        share = 0.0 if self.tree.player[node] == hero else 1.0
        return self.won(node, hero, share) * (self.meeting(hero) @ reach)

    def shown_down(self, node: int, dealt: Cards, hero: int, reach: F64) -> F64:
        if len(self.spot.board) + len(dealt) < 5:
            return self.over_cards(
                dealt, hero, np.zeros(len(self.holes[hero])), reach,
                lambda more, _, left: self.shown_down(node, more, hero, left),
            )  # fmt: skip
        if self.ahead is None or self.ahead[0] != dealt:
            self.ahead = dealt, self.ahead_on(dealt)
        ahead = self.ahead[1] if hero == 0 else -self.ahead[1].T
        lose, tie, win = (self.won(node, hero, share) for share in (0.0, 0.5, 1.0))
        won: F64 = tie * (self.meeting(hero) @ reach) + (win - lose) / 2 * (ahead @ reach)
        if self.spot.prizes is not None:  # half the pot is not worth half of what all of it is
            won += ((win + lose) / 2 - tie) * (np.abs(ahead) @ reach)
        return won

    def ahead_on(self, dealt: Cards) -> F64:
        """For disjoint holes on a river: 1 if the first is better, -1 if it is worse."""
        if dealt not in self.ranks:
            self.ranks[dealt] = [self.ranks_of(holes, dealt) for holes in self.holes]
        first, second = self.ranks[dealt]
        ahead: F64 = np.sign(second - first[:, None]) * self.apart
        return ahead

    def ranks_of(self, holes: npt.NDArray[np.intp], dealt: Cards) -> I64:
        """The class of each hole on a river, 1 for the best; 0 for holes that clash with it."""
        board = self.spot.board + dealt
        live = ~np.isin(hole_cards()[holes], board).any(axis=1)
        hands = np.empty((int(live.sum()), 7), np.uint8)
        hands[:, :2], hands[:, 2:] = hole_cards()[holes[live]], board
        ranks = np.zeros(len(holes), np.int64)
        ranks[live] = class_ids(hands, layout="rows")
        return ranks
