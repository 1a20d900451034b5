"""Lines of a spot step by step, and decisions as columns, held against rows by action."""

import numpy as np
import pytest

from helpers.spots import spot
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.solving import solve
from pokerlake.queries.answers.solving.lines import dealt_of, way_of
from pokerlake.queries.answers.solving.rows import (
    hand_columns,
    hands_table,
    hole_columns,
    holes_table,
)
from pokerlake.tables.errors import UsageError

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
        ("b60 f", "3d", "'b60 f' ends where other cards are dealt; give those alone"),
    ],
)
def test_lines_and_cards_that_do_not_fit(line, dealt, problem):
    with pytest.raises(UsageError) as caught:
        way_of(TURN, line, parse_hand(dealt).tolist())
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("Qs", "card Qs is on the board QsJh2h8c already"),
        ("3d3c", "3d3c are 2 cards; 1 at most can come"),
    ],
)
def test_cards_that_cannot_come(cards, problem):
    with pytest.raises(UsageError) as caught:
        dealt_of(TURN, parse_hand(cards).tolist())
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
