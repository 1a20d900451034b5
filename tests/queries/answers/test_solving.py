"""Playing against habits, and lines of solved spots: gains are those of best responses."""

from dataclasses import replace

import numpy as np
import pytest

from helpers.spots import random_spot, spot, strategy_of
from oracle.naive_responses import Game
from pokerlake.engine.cards.holes import HOLES, format_hole
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.solving import solve
from pokerlake.engine.solving.best_response import respond
from pokerlake.queries.answers.solving.costs import cost_of
from pokerlake.queries.answers.solving.counter import counter, kept_table, told
from pokerlake.queries.answers.solving.habits import (
    COLUMNS,
    habit_by_hand,
    habits_of_rows,
    lock_of_text,
    shares_of_ranges,
)
from pokerlake.queries.answers.solving.lines import way_of
from pokerlake.queries.answers.solving.rows import (
    hand_columns,
    hands_table,
    hole_columns,
    holes_table,
)
from pokerlake.tables.errors import InputError, UsageError

EXACT = {"to": 1e-4, "iterations": 3000}


def countered(one, habits, **how):
    how = how or EXACT
    given = [habit_by_hand(one, line, shares) for line, shares in habits.items()]
    return counter(solve(one, **how), given, lambda other: solve(other, **how))


def test_who_folds_too_often_is_bluffed():
    """A pot-sized bluff needs half of the folds: with more the weakest always bet, else never."""
    one = spot("AsAc8d5s2s", "AhAd,7h6h,7d6d,KdKh", "KcQc,QhQd,JhJd", stack=100, bets="100")
    for folds, bluffs in ((0.9, 1.0), (0.2, 0.0)):
        found = countered(one, {"b100": {"f": folds}})
        first = found.solution.at()
        worst = np.argsort(first.equities)[:2]  # 7h6h and 7d6d
        assert first.shares[worst, 1] == pytest.approx([bluffs] * 2, abs=0.02)
        (kept,) = found.kept
        assert kept.now == pytest.approx([folds, 1 - folds], abs=1e-6)  # no hole shares a card
        assert found.value > found.before


def test_the_gain_is_that_of_a_best_response():
    """All decisions of a player on a river are locked, of which one is reached by others."""
    one = random_spot(np.random.default_rng(5), 5, 60, bets="50", raises="a")
    wanted = {
        "x": {"x": 0.3}, "x b50 r300": {"f": 0.8}, "b50": {"f": 0.7, "c": 0.3},
    }  # fmt: skip
    found = countered(one, wanted)
    free, locked = strategy_of(found.equilibrium), strategy_of(found.solution)
    tree = one.tree()

    def mixed(line, dealt):
        return (free if tree.player[tree.node(line)] == 0 else locked)(line, dealt)

    assert found.hero == 0
    there = found.solution.spot
    assert found.value == pytest.approx(respond(there, locked).best[0], abs=0.03)
    assert found.before == pytest.approx(respond(there, mixed).values[0], abs=1e-3)
    assert found.value - found.before > 1
    assert max(kept.off for kept in found.kept) < 0.05  # few holes, of which cards remove some
    rows = {(row["line"], row["action"]): row for row in kept_table(found.kept).to_pylist()}
    assert len(rows) == 7
    assert rows["x", "b50"]["habit"] == pytest.approx(0.7)
    assert rows["b50", "r300"] == {
        **rows["b50", "r300"], "player": "ip", "habit": 0, "found": 0, "decisions": None,
    }  # fmt: skip
    assert [line.split(":")[0] for line in told(found)[:3]] == [
        "ip after x", "ip after x b50 r300", "ip after b50",
    ]  # fmt: skip
    assert told(found)[-1].endswith(f": {found.value - found.before:+.2f}")


def test_habits_of_the_equilibrium_gain_nothing():
    one = random_spot(np.random.default_rng(8), 5, 40, bets="50", raises="a")
    free = solve(one, **EXACT)
    at = {line: free.at(line) for line in ("x", "b50")}
    wanted = {
        line: dict(zip(there.actions, taken / taken.sum(), strict=True))
        for line, there in at.items()
        for taken in [(there.reach * there.met) @ there.shares]
    }
    found = countered(one, wanted)
    assert found.value == pytest.approx(found.before, abs=0.05)  # of a pot of 100


# ---------------------------------------------------------------- habits out of rows


def row(*given):
    return dict(zip(COLUMNS, given, strict=True))


ROWS = [
    row("river", "ip", "nothing", None, None, "check", 40, 25.0),
    row("river", "ip", "nothing", None, None, "bet", 40, 75.0),
    row("river", "ip", "bet", 0, 60, "fold", 100, 50.0),
    row("river", "ip", "bet", 0, 60, "call", 100, 30.0),
    row("river", "ip", "bet", 0, 60, "raise", 100, 20.0),
    row("river", "ip", "bet", 60, None, "fold", 29, 60.0),
    row("river", "ip", "bet", 60, None, "call", 29, 40.0),
    row("river", "oop", "nothing", None, None, "check", 999, 100.0),
    row("turn", "ip", "nothing", None, None, "check", 999, 100.0),
]


def read(one=None, rows=ROWS, least=30, player=1):
    one = one or spot("AsAc8d5s2s", "KK", "QQ", pot=100, stack=300, bets="50,100", raises="a")
    found, left = habits_of_rows(one, player, rows, least=least, name="few.csv")
    return {habit.line: (habit.parts, habit.frequencies, habit.decisions) for habit in found}, left


def test_habits_by_what_is_faced():
    found, left = read()
    assert found == {
        "x": ((("x",), ("b50", "b100")), (0.25, 0.75), 40),
        "b50": ((("f",), ("c",), ("r300",)), (0.5, 0.3, 0.2), 100),
    }
    assert left == [
        "'x b50 r300', facing a raise: 0 decisions",
        "'x b100 r300', facing a raise: 0 decisions",
        "'b100', facing a bet of 100 % of the pot: 29 decisions",
    ]
    found, left = read(least=29)
    assert found["b100"] == ((("f",), ("c",), ("r300",)), (0.6, 0.4, 0), 29)
    assert len(left) == 2


def test_what_the_tree_does_not_have_is_shared_by_the_rest():
    found, _ = read(spot("AsAc8d5s2s", "KK", "QQ", pot=100, stack=50, bets="50"))
    assert found["b50"] == ((("f",), ("c",)), (pytest.approx(0.625), pytest.approx(0.375)), 100)


@pytest.mark.parametrize(
    ("rows", "error", "problem"),
    [
        ([{"street": "river"}], InputError, "few.csv has no column 'side', as those of habits"),
        ([*ROWS, ROWS[2]], InputError, "row 10: river, ip, bet and fold occur twice"),
        (ROWS[1:], InputError, "percentages of river, ip, nothing from 0 add up to 75, not to 100"),
        ([{**ROWS[0], "percent": "x"}], InputError, "row 1: percent is 'x'; give a number, 0 or"),
        ([{**ROWS[0], "bet_from": -1}], InputError, "row 1: bet_from is -1; give a number, 0 or"),
        ([], UsageError, "few.csv has too few decisions of ip on the river: at least 30 are asked"),
    ],
)
def test_rows_that_are_no_habits(rows, error, problem):
    with pytest.raises(error, match=problem):
        read(rows=rows)


# ---------------------------------------------------------------- what a strategy costs


@pytest.mark.parametrize("player", [0, 1])
def test_the_cost_of_a_strategy_is_that_of_plain_loops(player):
    """He bets whatever he has; all that both do is then told to an oracle, as text."""
    line = "x" if player else ""
    one = spot("AsKd8d5s2s", "AhQd,QcQs:0.5,7h6h,AcKc", "AhKh:0.25,7c6c,KsKh,QhQd", raises="a")
    free = solve(one, **EXACT)
    kept = solve(replace(one, locks={line: np.tile([0.0, 1.0], (HOLES, 1))}), **EXACT)
    found = cost_of(kept, free, player)
    decisions = [
        each
        for side, solution in enumerate((kept, free))
        for each in solution.decisions()
        if (each.player == player) == (side == 0)
    ]
    strategies = {
        ("", each.line): dict(
            zip(map(format_hole, each.holes.tolist()), each.shares.tolist(), strict=True)
        )
        for each in decisions
    }
    ranges = [{format_hole(h): row[h] for h in np.flatnonzero(row)} for row in one.ranges]
    lines = [free.tree.line(node) for node in range(len(free.tree))]
    game = Game("AsKd8d5s2s", ranges, one.pot, one.stack, lines, strategies)
    (own, best), (others, others_best) = (game.values(side) for side in (player, 1 - player))
    near = {"abs": 1e-5}
    assert found.unnoticed == pytest.approx(own, **near)
    assert found.equilibrium == pytest.approx(best, **near)
    assert found.noticed == pytest.approx(own - (others_best - others), **near)
    assert found.cost == pytest.approx(sum(found["lost"]))
    assert sum(found["percent"]) == pytest.approx(100)
    assert [row["line"] for row in found if row["locked"]] == [line]
    assert found.noticed == pytest.approx(kept.values[player], abs=found.error)
    assert found.cost > 1 > 10 * found.error


def test_what_both_do_anyway_costs_no_more_than_the_solution_is_off_by():
    one = random_spot(np.random.default_rng(8), 5, 30)
    free = solve(one)
    found = {each.line: each for each in free.decisions() if each.player == 0}
    locks = {
        line: np.tile(np.eye(each.shares.shape[1])[0], (HOLES, 1)) for line, each in found.items()
    }
    for line, shares in locks.items():
        shares[found[line].holes] = found[line].shares
    cost = cost_of(solve(replace(one, locks=locks)), free, 0)
    assert 0 < cost.cost == pytest.approx(2 * free.exploitability, rel=1e-3)


# ---------------------------------------------------------------- habits and locks by hand


@pytest.mark.parametrize(
    ("line", "shares", "problem"),
    [
        ("b51", {"f": 0.5}, "line 'b51' has 'b51': there is x, b50, b100"),
        ("x x", {"f": 0.5}, "nobody decides after 'x x': the hand is over"),
        ("b50", {"r30": 0.5}, "the habit after 'b50' has 'r30'; there is f, c, r300"),
        ("b50", {"f": 1.5}, "after 'b50' has f = 1.5; give a share, 0 to 1"),
        ("b50", {"f": "x"}, "after 'b50' has f = 'x'; give a share, 0 to 1"),
        ("b50", {"f": 0.6, "c": 0.6}, "has shares that add up to 1.2; give shares of f, c, r300"),
        ("b50", {"f": 0.2, "c": 0.2, "r300": 0.2}, "has shares that add up to 0.6"),
        ("b50", {}, "has shares that add up to 0; give"),
        ("b50", {"fold": 0.2, "f": 0.2}, "has f twice; give it once"),
    ],
)
def test_habits_that_are_none(line, shares, problem):
    one = spot("AsAc8d5s2s", "KK", "QQ", pot=100, stack=300, bets="50,100", raises="a")
    with pytest.raises(UsageError, match=problem):
        habit_by_hand(one, line, shares)


@pytest.mark.parametrize(
    ("text", "line", "ranges", "frequencies"),
    [
        ("x  b50:f=60%", "x b50", {}, {"f": 0.6}),
        (" : x = 12.5 % , b50=.5%", "", {}, {"x": 0.125, "b50": 0.005}),
        ("b94: c=TT+,AK,r260=KK:0.5,QQ", "b94", {"c": "TT+,AK", "r260": "KK:0.5,QQ"}, {}),
        ("b94: c=top 15%", "b94", {"c": "top 15%"}, {}),
        ("check, bet 50: fold=60%, Raise to 150=40%", "x b50", {}, {"f": 0.6, "r150": 0.4}),
    ],
)
def test_locks_as_text(text, line, ranges, frequencies):
    assert lock_of_text(text) == (line, ranges, pytest.approx(frequencies))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("b94", "the lock 'b94' is none; give LINE: ACTION=RANGE"),
        ("b94: TT+", "is none; give LINE"),
        ("b94: TT,f=AA", "is none; give LINE"),
        ("b94: f=10%,fold=20%", "has f twice"),
        ("b94: f=10%,c=AA", "has both ranges and frequencies; give one kind, and the best hands"),
    ],
)
def test_text_that_is_no_lock(text, problem):
    with pytest.raises(UsageError, match=problem):
        lock_of_text(text)


def test_ranges_of_all_actions_but_one():
    one = spot("AsAc8d5s2s", "KK", "QQ", pot=100, stack=300, bets="50", raises="a")
    half, none = np.full(1326, 0.5), np.zeros(1326)
    shares = shares_of_ranges(one, "b50", {"c": half, "r300": none})
    assert (shares == [0.5, 0.5, 0]).all()
    with pytest.raises(UsageError, match="has 1 of 3 actions; give a range for all but one of"):
        shares_of_ranges(one, "b50", {"c": half})
    with pytest.raises(UsageError, match=r"has weights of .* that add up to more than 1"):
        shares_of_ranges(one, "b50", {"c": half, "f": half + 0.1})


# ---------------------------------------------------------------- lines of solved spots


TURN = spot("QsJh2h8c", "AA,KQs,76s", "KK,T9s", pot=100, stack=60)


def test_a_line_leads_through_its_decisions():
    way = way_of(TURN, " x  b60 ", ())
    assert (way.line, way.next, way.pot) == ("x b60", "decision", 160)
    assert [(step.player, step.pot, step.to_call, step.taken) for step in way.steps] == [
        ("oop", 100, 0, "x"),
        ("ip", 100, 0, "b60"),
        ("oop", 160, 60, ""),
    ]
    assert way.steps[1].actions == ("x", "b60")
    assert way.steps[1].all_in == (False, True)
    assert way.steps[2].all_in == (False, True)  # a fold puts nothing in


@pytest.mark.parametrize(
    ("line", "dealt", "ends", "steps", "pot"),
    [
        ("x x", "", "deal", 2, 100),
        ("x x", "3d", "decision", 3, 100),
        ("x x x x", "3d", "showdown", 4, 100),
        ("b60 f", "", "fold", 2, 160),
        ("b60 c", "", "showdown", 2, 220),  # all in before the river: no card is asked for
    ],
)
def test_what_comes_after_a_line(line, dealt, ends, steps, pot):
    way = way_of(TURN, line, parse_hand(dealt).tolist())
    assert (way.next, len(way.steps), way.pot) == (ends, steps, pot)


@pytest.mark.parametrize(
    ("line", "dealt", "problem"),
    [
        ("x q", "", "line 'x q' has 'q': after 'x' there is x, b60"),
        ("x", "3d", "'x' comes after 0 cards dealt later; cards has 1"),
        ("x x b60", "", "'x x b60' comes after 1 card dealt later; cards has 0"),
        ("b60 f", "3d", "'b60 f' ends after another number of dealt cards; give exactly those"),
    ],
)
def test_lines_and_cards_that_do_not_fit(line, dealt, problem):
    with pytest.raises(UsageError) as caught:
        way_of(TURN, line, parse_hand(dealt).tolist())
    assert str(caught.value) == problem


def test_columns_are_rows_by_action():
    decision = solve(TURN).at("x b60")
    for columns, rows in (
        (hole_columns(decision), holes_table(decision)),
        (hand_columns(decision), hands_table(decision)),
    ):
        key = rows.column_names[0]
        assert columns[key].to_pylist() == rows[key].to_pylist()[:: len(decision.actions)]
        for at, action in enumerate(decision.actions):
            own = rows.slice(at).take(list(range(0, len(rows) - at, len(decision.actions))))
            assert set(own["action"].to_pylist()) == {action}
            for name in ("share", "value"):
                assert columns[f"{name} {action}"].to_pylist() == own[name].to_pylist()


def test_what_a_hole_and_a_hand_win_over_all_actions():
    decision = solve(TURN).at()
    holes = hole_columns(decision).to_pylist()
    hands = {row["hand"]: row for row in hand_columns(decision).to_pylist()}
    for row in holes:
        won = sum(row[f"share {action}"] * row[f"value {action}"] for action in decision.actions)
        assert row["value"] == pytest.approx(won)
    of_aces = [row for row in holes if row["hand"] == "AA"]
    weight = [row["weight"] for row in of_aces]
    assert hands["AA"]["combos"] == 6
    for name in ("value", "equity"):
        mean = np.average([row[name] for row in of_aces], weights=weight)
        assert hands["AA"][name] == pytest.approx(mean)
