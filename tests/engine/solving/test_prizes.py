"""Spots of tables that play for prizes: what ends are worth, and what deviating gains."""

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest
from tests.helpers.spots import spot, strategy_of
from tests.oracle.bimatrix import equilibria

from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.hands import class_ids
from pokerlake.engine.solving import solve
from pokerlake.engine.solving.best_response import respond
from pokerlake.engine.solving.payoffs import payoffs_of
from pokerlake.engine.solving.tree import Prizes

RANGES = "88+,AJs,KQo,T9s:0.5,A8s", "22-77,A5s,QJs,T9s,98o"
TABLE = Prizes((50.0, 30.0, 20.0), (60.0, 160.0), (400.0, 150.0), (5.0, 2.0))


def drawn_in_order(stacks, prizes):
    """What each wins if all orders in which the places can be won are listed; who has 0 is last."""
    alive = [player for player, chips in enumerate(stacks) if chips > 0]
    worth = [0.0] * len(stacks)
    for order in permutations(alive):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate(order[: len(prizes)]):
            worth[player] += chance * prizes[place]
    for player in set(range(len(stacks))) - set(alive):
        worth[player] += prizes[len(alive)] if len(alive) < len(prizes) else 0.0
    return worth


@pytest.mark.parametrize("board", ["Qs Jh 2h 8c 3d", "Qs Jh 2h 8c"])
def test_what_players_gain_is_what_every_hole_against_every_other_gains(board):
    one = replace(spot(board, *RANGES, stack=60, rake=0.03, rake_cap=4), prizes=TABLE)
    found = solve(one, to=0.002, iterations=400)
    naive = respond(one, strategy_of(found))
    assert found.reached
    assert found.values == pytest.approx(naive.values, abs=2e-5)
    assert found.gains == pytest.approx(naive.best - naive.values, abs=2e-5)
    assert found.exploitability == pytest.approx(sum(found.gains) / 2)
    assert sum(found.values) < 100 - 20  # the others have their share


def test_ends_are_worth_what_orders_of_places_say():
    one = replace(spot("Qs Jh 2h 8c 3d", *RANGES, stack=60), prizes=TABLE)
    tree = one.tree()
    worth = payoffs_of(one, tree)
    for node in range(len(tree)):
        called = min(tree.put_in[node])
        for player in range(2):
            for share in (1.0, 0.5, 0.0):
                both = np.array([share, 1 - share]) * (100 + 2 * called) - called
                stacks = np.array(TABLE.behind) + both[:: 1 - 2 * player]
                expected = drawn_in_order([*stacks, *TABLE.others], TABLE.prizes)[player]
                expected += TABLE.bounties[player] * (stacks[1 - player] == 0)
                found = worth.base[player]
                if tree.kind[node] == 3:
                    found += worth.flat[node, player] + (2 * share - 1) * worth.stake[node, player]
                    found += (share == 0.5) * worth.tied[node, player]
                elif tree.kind[node] == 2 and share == float(tree.player[node] != player):
                    found += worth.flat[node, player]
                elif share == 0:
                    found += worth.given_up[node, player]
                else:
                    continue
                assert found == pytest.approx(expected, abs=1e-10)


def test_where_the_winner_takes_all_prizes_are_chips():
    one = spot("Qs Jh 2h 8c", *RANGES, stack=60)
    table = Prizes((1.0,), (60.0, 360.0), (500.0, 250.0))
    chips, prizes = (
        solve(each, to=1e-3, iterations=400) for each in (one, replace(one, prizes=table))
    )
    whole = 100 + 60 + 360 + 500 + 250
    won = np.array(prizes.values) * whole - table.behind
    assert won == pytest.approx(chips.values, abs=2 * 0.001 * 100)
    assert prizes.pot * whole == pytest.approx(100)
    assert not np.any(payoffs_of(prizes.spot, prizes.tree).tied)


def as_matrices(one):
    """What both win on a river by whole plans: an action for each of their holes and lines."""
    tree = one.tree()
    held = [np.flatnonzero(weights) for weights in one.ranges]
    cards = [hole_cards()[holes] for holes in held]
    boards = [np.tile(one.board, (len(own), 1)).astype(np.uint8) for own in cards]
    ranks = [
        class_ids(np.hstack(hands), layout="rows") for hands in zip(cards, boards, strict=True)
    ]
    plans = []
    for player in range(2):
        nodes = np.flatnonzero((tree.kind == 0) & (tree.player == player))
        places = list(product(range(len(held[player])), nodes))
        ways = product(*(tree.children_of(node) for _, node in places))
        plans.append([dict(zip(places, way, strict=True)) for way in ways])

    def end(holes, chosen):
        """Where two plans lead two holes."""
        node = 0
        while tree.kind[node] == 0:
            player = tree.player[node]
            node = chosen[player][holes[player], node]
        return node

    def won(holes, node):
        """What both win there, by their stacks afterwards."""
        called = tree.put_in[node].min()
        best, other = (int(ranks[player][hole]) for player, hole in enumerate(holes))
        share = ((best < other) + (best <= other)) / 2
        if tree.kind[node] == 2:
            share = float(tree.player[node] == 1)
        stacks = np.array(one.prizes.behind) - called
        stacks += np.array([share, 1 - share]) * (one.pot + 2 * called)
        worth = drawn_in_order([*stacks, *one.prizes.others], one.prizes.prizes)[:2]
        return np.array(worth) + np.array(one.prizes.bounties) * (stacks[::-1] == 0)

    matrices = np.zeros((2, len(plans[0]), len(plans[1])))
    weight = 0.0
    for holes in product(*map(range, map(len, held))):
        a, b = (cards[player][hole].tolist() for player, hole in enumerate(holes))
        if set(a).isdisjoint(b):
            chance = np.prod([one.ranges[p][held[p][hole]] for p, hole in enumerate(holes)])
            weight += chance
            for at, own in enumerate(plans[0]):
                for to, other in enumerate(plans[1]):
                    matrices[:, at, to] += chance * won(holes, end(holes, (own, other)))
    return matrices / weight


@pytest.mark.parametrize(
    ("oop", "ip", "table"),
    [
        ("QdQc,7c6c", "JdTd,8h8d", TABLE),
        ("QdQc,7c6c:0.6", "AcJc,5s4s", replace(TABLE, bounties=(0.0, 0.0))),
        ("AdQd,9c7c", "KhJd,KdTd", Prizes((70.0, 30.0), (60.0, 60.0), (80.0,))),
        ("AdQd,KcTc", "KhJd:0.7,9d7d", Prizes((60.0, 25.0, 15.0), (60.0, 200.0), (20.0, 20.0))),
    ],
)
def test_small_games_end_in_an_equilibrium_of_their_linear_complementarity(oop, ip, table):
    one = replace(spot("Qs Jh 2h 8c 3d", oop, ip, stack=60, bets="a"), prizes=table)
    found = solve(one, to=1e-5, iterations=10_000)
    apart = 1e-9 * np.random.default_rng(1).random((2, 16, 16))  # without ties
    known = np.array(list(equilibria(*(as_matrices(one) + apart))))
    off = np.abs(known - found.values).max(axis=1).min()
    assert off < max(2 * max(found.gains), 1e-3) < 0.1


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"behind": (70.0, 160.0)}, r"behind is \(70.0, 160.0\): give what both have left"),
        ({"others": (0.0,)}, "others has 0.0: give numbers above 0"),
        ({"others": (1.0,) * 11}, "others has 11 stacks: give 10 at most"),
        ({"bounties": (1.0, -1.0)}, "bounties has -1.0: give numbers 0 or more"),
        ({"bounties": (1.0,)}, "bounties is .*: give what each wins, two numbers"),
        ({"prizes": (30.0, 50.0)}, "goes up"),
        ({"prizes": (5.0,) * 4, "bounties": (0.0, 0.0)}, "prizes are the same whoever wins"),
    ],
)
def test_tables_that_are_none_are_refused(more, problem):
    with pytest.raises(ValueError, match=problem):
        solve(replace(spot("Qs Jh 2h 8c 3d", *RANGES, stack=60), prizes=replace(TABLE, **more)))
