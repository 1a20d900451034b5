"""Spots to solve, and what is known of them by other ways."""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from pokerlake.engine.cards.holes import HOLES, hole_cards
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.hands import class_ids
from pokerlake.engine.ranges import parse_range
from pokerlake.engine.solving import Betting, Spot
from pokerlake.pipelines.solving.asked import Asked

FOLD, SHOWDOWN = 2, 3


def spot(board, oop, ip, pot=100, stack=200, bets="60", raises="60", **more):
    """A spot from text; what ``Betting.of`` does not take is the spot's."""
    own = {name: more.pop(name) for name in ("rake", "rake_cap", "locks", "prizes") if name in more}
    ranges = np.array([parse_range(oop), parse_range(ip)], np.float64)
    cards = tuple(int(card) for card in parse_hand(board))
    betting = Betting.of(bets, raises, street=len(cards) - 3, **more)
    return Spot(cards, ranges, pot, stack, betting, **own)


def five_rivers():
    """Five rivers that are asked for, which a moment solves; each is called by its last card."""
    more = {"pot": 60, "stack": 100, "bets": "50", "raises": "a"}
    return [
        Asked(spot(f"QsJh2h8c{card}", "QQ+,AK", "JJ-88,AQ", **more), card)
        for card in ("3d", "4d", "5d", "6d", "7d")
    ]


def random_spot(rng, cards, holes, bets="50,a", raises="60", **more):
    """A board of so many cards, and ranges of so many random holes and weights."""
    board = tuple(int(card) for card in rng.choice(52, cards, replace=False))
    ranges = np.zeros((2, HOLES))
    for weights in ranges:
        weights[rng.choice(HOLES, holes, replace=False)] = rng.random(holes)
    return Spot(board, ranges, 100, 300, Betting.of(bets, raises), **more)


def strategy_of(solution):
    """A solution as the function that ``respond`` takes, read by every board that can be dealt."""
    read = {}

    def shares(line, dealt):
        if dealt not in read:
            read[dealt] = {decision.line: decision for decision in solution.decisions(dealt)}
        found = read[dealt][line]
        rows = np.full((HOLES, len(found.actions)), 1 / len(found.actions))
        rows[found.holes] = found.shares
        return rows

    return shares


def value_by_programme(one):
    """What the player out of position wins of the pot of a river, by a linear programme.

    Sequence form: how often he plays each line with each hole; for each of the other's decisions
    and holes a bound, that none of the actions there goes below.
    """
    tree = one.tree()
    holes = [np.flatnonzero(weights) for weights in one.ranges]
    cards = [hole_cards()[own] for own in holes]
    ranks = [
        class_ids(
            np.hstack([own, np.tile(one.board, (len(own), 1))]).astype(np.uint8), layout="rows"
        )
        for own in cards
    ]
    apart = ~(cards[0][:, None, :, None] == cards[1][None, :, None, :]).any(axis=(2, 3))
    weight = one.ranges[0][holes[0]][:, None] * one.ranges[1][holes[1]] * apart
    order = np.sign(ranks[1].astype(int) - ranks[0].astype(int)[:, None])  # 1: the first wins
    n, m = map(len, holes)
    variables = 0
    below, equal, bounds = [], [], []  # (row, column, factor); how many rows

    def new(count, free):
        nonlocal variables
        variables += count
        bounds.extend([(None, None) if free else (0, None)] * count)
        return np.arange(variables - count, variables)

    def ends(node, line):
        """What the first wins at an end, by the other's hole: factors of lines."""
        called = min(tree.put_in[node])
        if tree.kind[node] == FOLD:
            won = np.full((n, m), -called if tree.player[node] == 0 else one.pot + called)
        else:
            won = np.array([-called, one.pot / 2, one.pot + called])[order + 1]
        return [(line[i], j, weight[i, j] * won[i, j]) for i in range(n) for j in range(m)]

    rows = [0, 0]

    def walk(node, line):
        """The expression of a subtree: columns, the other's holes, factors."""
        if tree.kind[node] in (FOLD, SHOWDOWN):
            return ends(node, line)
        children = tree.children_of(node)
        if tree.player[node] == 0:
            found = []
            parts = [new(n, free=False) for _ in children]
            for i in range(n):
                equal.extend([(rows[1], part[i], 1) for part in parts] + [(rows[1], line[i], -1)])
                rows[1] += 1
            for child, part in zip(children, parts, strict=True):
                found += walk(child, part)
            return found
        bound = new(m, free=True)
        for child in children:
            entries = walk(child, line)
            below.extend((rows[0] + j, column, -factor) for column, j, factor in entries)
            below.extend((rows[0] + j, bound[j], 1) for j in range(m))
            rows[0] += m
        return [(bound[j], j, 1.0) for j in range(m)]

    start = new(n, free=False)
    goal = np.zeros(0)
    entries = walk(0, start)
    goal = np.zeros(variables)
    for column, _, factor in entries:
        goal[column] -= factor
    equal.extend((rows[1] + i, start[i], 1) for i in range(n))
    right = np.concatenate([np.zeros(rows[1]), np.ones(n)])

    def matrix(parts, count):
        row, column, factor = zip(*parts, strict=True)
        return coo_array((factor, (row, column)), shape=(count, variables)).tocsr()

    found = linprog(
        goal, A_ub=matrix(below, rows[0]), b_ub=np.zeros(rows[0]),
        A_eq=matrix(equal, rows[1] + n), b_eq=right, bounds=bounds, method="highs",
    )  # fmt: skip
    assert found.status == 0, found.message
    return -found.fun / weight.sum()
