"""A spot after the flop in which players see their holes by buckets, solved in plain NumPy.

Bots that play by an abstraction forget what is not in it: on a street they know the bets so far and
the bucket of their hole on that board, and neither the board nor the buckets before. Regrets of all
holes and boards of a bucket are added up. Players take turns, regrets below zero are dropped, and
later strategies weigh more (CFR+: O. Tammelin, arXiv:1407.5042). Where players forget, nothing is
proved to come to an equilibrium: what comes out is measured in the whole game, by best responses of
``pokerlake.engine.solving.best_response``.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.solving.payoffs import payoffs_of
from pokerlake.engine.solving.tree import DEAL, DECISION, FOLD

NO_HAND = 1 << 20  # the rank of a hole that the board has a card of


class BucketedGame:
    """The game, and the strategies after some rounds.

    Parameters
    ----------
    spot : Spot
    seen : list of (b, 1326) int arrays or None
        For each street from that of the spot on: the buckets of holes on the boards of
        :attr:`dealt`; None where players see holes and boards as they are.
    """

    def __init__(self, spot, seen):
        self.spot, self.tree = spot, spot.tree()
        self.level = self.tree.street - spot.street
        self.dealt = boards_of(spot.board)
        self.holes = [np.flatnonzero(weights) for weights in spot.ranges]
        cards = [hole_cards()[own] for own in self.holes]
        self.live = [
            [~(own[None, :, :, None] == dealt[:, None, None, :]).any(axis=(2, 3)) for own in cards]
            for dealt in self.dealt
        ]
        apart = ~(cards[0][:, None, :, None] == cards[1][None, :, None, :]).any(axis=(2, 3))
        weights = [spot.ranges[player][own] for player, own in enumerate(self.holes)]
        self.apart = [apart.astype(np.float32), np.ascontiguousarray(apart.T, np.float32)]
        self.start = [own[None].astype(np.float32) for own in weights]
        worth = payoffs_of(spot, self.tree)
        self.stake, self.flat = worth.stake[:, 0], worth.flat
        self.signs = self._signs(apart)
        self.places = [
            [self._places(level, buckets, player) for player in range(2)]
            for level, buckets in enumerate(seen)
        ]
        self.infosets = [[matrix_of(place) for place in places] for places in self.places]
        self.decisions = [
            [int(n) for n in np.flatnonzero((self.tree.kind == DECISION) & (self.tree.player == p))]
            for p in range(2)
        ]
        self.rounds, self.mean = 0, {}
        self.regret, self.average = {}, {}
        for player in range(2):
            for node in self.decisions[player]:
                shape = self.infosets[self.level[node]][player].shape[0], self.tree.count[node]
                self.regret[node], self.average[node] = np.zeros(shape), np.zeros(shape)

    def solve(self, rounds):
        """Go on for so many rounds: in each, one player and then the other learns."""
        self.mean = {}
        for _ in range(rounds):
            self.rounds += 1
            for hero in range(2):
                self._learn(hero, self.rounds)

    def strategy(self, line, dealt):
        """The shares of actions at a line and the cards dealt, (1326, a); see ``best_response``."""
        node = self.tree.node(line) if line else self._past_deal(0)
        player, level = self.tree.player[node], self.level[node]
        (board,) = np.flatnonzero((self.dealt[level] == dealt).all(axis=1))
        if node not in self.mean:
            self.mean[node] = shares_of(self.average[node])
        shares = self.mean[node]
        found = np.full((1326, shares.shape[1]), 1 / shares.shape[1])
        found[self.holes[player]] = shares[self.places[level][player][board]]
        return found

    def _past_deal(self, node):
        while self.tree.kind[node] == DEAL:
            (node,) = self.tree.children_of(node)
        return int(node)

    def _signs(self, apart):
        """By hero and river, (h, o): 1 where he wins, -1 if he loses, 0 where they cannot meet."""
        ranks = []
        for own in self.holes:
            found = np.full((len(self.dealt[-1]), len(own)), NO_HAND)
            for place, dealt in enumerate(self.dealt[-1]):
                board = (*self.spot.board, *dealt)
                live = ~np.isin(hole_cards()[own], board).any(axis=1)
                hands = np.empty((int(live.sum()), 7), np.uint8)
                hands[:, :2], hands[:, 2:] = hole_cards()[own[live]], board
                found[place, live] = class_ids(hands, layout="rows")
            ranks.append(found)
        wins = (np.sign(ranks[1][:, None, :] - ranks[0][:, :, None]) * apart).astype(np.float32)
        return [wins, np.ascontiguousarray(-wins.transpose(0, 2, 1))]

    def _places(self, level, buckets, player):
        """Which of a player's infosets each hole on each board is in: (b, h)."""
        shape = len(self.dealt[level]), len(self.holes[player])
        if buckets is None:
            return np.arange(shape[0] * shape[1]).reshape(shape)
        _, place = np.unique(buckets[:, self.holes[player]], return_inverse=True)
        return place.reshape(shape)

    def _down(self, reach, level, player):
        """The same holes after each next card."""
        more = len(self.dealt[level + 1]) // len(self.dealt[level])
        return np.repeat(reach, more, axis=0) * self.live[level + 1][player]

    def _up(self, won, level, player):
        """The mean over the next card: neither the board's nor four in two holes can come."""
        before = len(self.dealt[level - 1])
        known = len(self.spot.board) + self.dealt[level].shape[1] - 1
        won = (won * self.live[level][player]).reshape(before, -1, won.shape[1])
        return won.sum(axis=1) / (52 - known - 4)

    def _learn(self, hero, done):
        tree, last = self.tree, len(self.dealt) - 1
        reach, shares, ends = self._reach(hero, last)
        values = self._showdowns(hero, ends, last)
        # Upwards: what each hole of the hero wins at each node, and what he regrets.
        for node in reversed(range(len(tree))):
            kind, level = tree.kind[node], self.level[node]
            if kind == FOLD:
                meeting = reach[node][1 - hero] @ self.apart[hero].T
                values[node] = np.float32(self.flat[node, hero]) * meeting
            elif kind == DEAL:
                (root,) = tree.children_of(node)
                values[node] = self._up(values.pop(int(root)), level + 1, hero)
            elif kind == DECISION:
                each = [values.pop(int(child)) for child in tree.children_of(node)]
                if tree.player[node] != hero:
                    values[node] = np.sum(each, axis=0)
                    continue
                of_actions = np.stack(each, axis=2)
                values[node] = (of_actions * shares[node]).sum(axis=2)
                gain = (of_actions - values[node][:, :, None]) * self.live[level][hero][:, :, None]
                infosets = self.infosets[level][hero]
                actions = gain.shape[2]
                regret = self.regret[node]
                regret += infosets @ gain.reshape(-1, actions)
                np.maximum(regret, 0, out=regret)
                played = (reach[node][hero][:, :, None] * shares[node]).reshape(-1, actions)
                self.average[node] += done * (infosets @ played)

    def _reach(self, hero, last):
        """What comes to each node of both players' holes, the shares there, and the showdowns."""
        tree = self.tree
        reach, shares, ends = {0: self.start}, {}, []
        for node in range(len(tree)):
            now, kind, level = reach[node], tree.kind[node], self.level[node]
            if kind == DECISION:
                player = tree.player[node]
                of_infoset = shares_of(self.regret[node]).astype(np.float32)
                shares[node] = of_infoset[self.places[level][player]]
                for place, child in enumerate(tree.children_of(node)):
                    parts = list(now)
                    parts[player] = now[player] * shares[node][:, :, place]
                    reach[int(child)] = parts
            elif kind == DEAL:
                (root,) = tree.children_of(node)
                reach[int(root)] = [self._down(now[p], level, p) for p in range(2)]
            elif kind != FOLD:
                others = now[1 - hero]
                for below in range(level, last):
                    others = self._down(others, below, 1 - hero)
                ends.append((node, others))
        return reach, shares, ends

    def _showdowns(self, hero, ends, last):
        """What holes win at all showdowns, of those that come there: worked out at once."""
        columns = np.stack([others for _, others in ends], axis=2)
        won = self.signs[hero] @ columns
        won *= self.stake[[node for node, _ in ends]].astype(np.float32)
        flat = self.flat[[node for node, _ in ends], hero]
        if flat.any():
            won += (self.apart[hero] @ columns) * flat.astype(np.float32)
        values = {}
        for place, (node, _) in enumerate(ends):
            values[node] = won[:, :, place]
            for level in range(last, self.level[node], -1):
                values[node] = self._up(values[node], level, hero)
        return values


def matrix_of(places):
    """Which infoset each hole on each board is in, as a matrix of 0 and 1 that adds them up."""
    n = places.size
    ones = np.ones(n, np.float32)
    return csr_array((ones, (places.ravel(), np.arange(n))), shape=(int(places.max()) + 1, n))


def shares_of(sums):
    """Rows that add up to 1; where there is nothing, all actions alike."""
    whole = sums.sum(axis=1, keepdims=True)
    return np.where(whole > 0, sums / np.where(whole > 0, whole, 1), 1 / sums.shape[1])


def boards_of(board):
    """The cards that may be dealt after a board, by street: (1, 0), (b, 1), (b, 2) ..."""
    found = [np.zeros((1, 0), np.int64)]
    for _ in range(5 - len(board)):
        found.append(
            np.array(
                [
                    [*dealt, card]
                    for dealt in found[-1].tolist()
                    for card in range(52)
                    if card not in board and card not in dealt
                ]
            )
        )
    return found
