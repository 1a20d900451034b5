"""Strategies that play, made up, and a hand of theirs in plain loops."""

import numpy as np

from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.play.following import Table
from pokerlake.engine.play.matches import Side
from pokerlake.engine.play.strategies import WHOLE, strategy_of
from pokerlake.pipelines.blueprints.asked import Asked

BUCKETS = (169, 3, 4, 5)
RUNS = (0, 1, 2, 3)


def buckets_of(holes, boards):
    """Starting hands, then buckets by number: (4, n)."""
    later = [(holes.astype(np.int64) + boards[0]) % many for many in BUCKETS[1:]]
    return np.array([hand_of_hole()[holes], *later])


def asked_of(game="nolimit", **given):
    return Asked(game, RUNS, BUCKETS, **given)


def made_up(asked, seed):
    """A strategy by chance, in which much is never done."""
    rng = np.random.default_rng(seed)
    lines, found = asked.lines, []
    for node in np.flatnonzero(lines.kind == 0):
        size = BUCKETS[lines.street[node]], len(lines.children[node])
        shares = rng.random(size) * (rng.random(size) > 0.4)
        shares[:, -1] += 1e-6
        upto = np.rint(np.cumsum(shares / shares.sum(axis=1, keepdims=True), axis=1) * WHOLE)
        upto[:, -1] = WHOLE
        found.append(np.diff(upto, axis=1, prepend=0).astype(np.uint16).ravel())
    return strategy_of(lines, BUCKETS, np.concatenate(found), asked.rules.stack)


def side_of(asked, seed):
    return Side(made_up(asked, seed), buckets_of, np.arange(169, dtype=np.int32))


class Seat:
    """A player as he sees it, in plain loops over the lines."""

    def __init__(self, asked, strategy, buckets):
        self.lines, self.strategy, self.buckets = asked.lines, strategy, buckets
        self.stack = asked.rules.stack

    def children(self, node):
        return sorted(self.lines.children[node], key=self.lines.actions.__getitem__)

    def more(self, node, child):
        if self.lines.actions[child] == "f":
            return -1
        return int(
            self.lines.put_in[child, self.lines.player[node]] - self.lines.put_in[node].max()
        )

    def below(self, child):
        """The decision that follows; None if there is none."""
        if self.lines.kind[child] == 1:
            (child,) = self.lines.children[child]
        return child if self.lines.kind[child] == 0 else None

    def does(self, node, table):
        """What is done at the table, how often, and the decision that follows."""
        if node is None:
            return [(0, 1.0, None)]
        children, found = self.children(node), []
        bucket = int(self.buckets[self.lines.street[node]])
        begin = int(self.strategy.begin[node]) + bucket * len(children)
        tree = int(self.lines.put_in[node].max())
        for place, child in enumerate(children):
            more, share = self.more(node, child), self.strategy.share[begin + place] / WHOLE
            did = 0
            if more < 0:
                did = -1 if table.put_in[table.player] < table.called else 0
            elif more and table.called < table.rules.stack:
                by = max(int(more * table.called / tree + 0.5), table.raised)
                did = min(table.called + by, table.rules.stack)
                did = table.rules.stack if tree + more == self.stack else did
            found.append((did, share, self.below(child)))
        return found

    def sees(self, node, did, table):
        """The decisions that what the other does leads to, and how often."""
        if node is None:
            return [(None, 1.0)]
        raises = {child: self.more(node, child) for child in self.children(node)}
        if did == 0:
            least = min((more, child) for child, more in raises.items() if more >= 0)
            return [(self.below(least[1]), 1.0)]
        tree = int(self.lines.put_in[node].max())
        sizes = sorted((more / tree / 2, child) for child, more in raises.items() if more > 0)
        if not sizes:
            return [(None, 1.0)]
        for size, child in sizes:
            if did == table.rules.stack and round(tree + 2 * tree * size) == self.stack:
                return [(self.below(child), 1.0)]
        x = (did - table.called) / table.called / 2
        under = [one for one in sizes if one[0] <= x + 1e-12]
        over = [one for one in sizes if one[0] >= x - 1e-12]
        if not under or not over or under[-1] == over[0]:
            return [(self.below((under[-1:] or over[:1])[0][1]), 1.0)]
        (a, low), (b, high) = under[-1], over[0]
        share = (b - x) * (1 + a) / ((b - a) * (1 + x))
        return [(self.below(low), share), (self.below(high), 1 - share)]


def worth(seats, rules, edge, did=(), nodes=(0, 0)):
    """What the big blind wins by all lines, where the better hole wins ``edge``, 1 or -1."""
    table = Table(rules)
    for one in did:
        table.do(one)
    if table.player < 0:
        if table.folded >= 0:
            return table.put_in[table.folded] * (-1 if table.folded == 0 else 1)
        return table.called * edge
    me, total = table.player, 0.0
    for one, share, mine in seats[me].does(nodes[me], table):
        if share == 0:
            continue
        seen = [(None, 1.0)] if one < 0 else seats[1 - me].sees(nodes[1 - me], one, table)
        for his, often in seen:
            then = (mine, his) if me == 0 else (his, mine)
            total += share * often * worth(seats, rules, edge, (*did, one), then)
    return total
