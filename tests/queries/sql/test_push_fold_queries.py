"""Queries and the view on push or fold: what comes of rows made by hand."""

import re

import pytest

from given import push_fold
from given.hands import given_lake
from helpers.queries import ask, has_grain, values
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import QueryError

GIVEN = push_fold.TABLES


@pytest.mark.parametrize(
    ("name", "parameters", "key", "rows"),
    [
        ("jam_or_fold", {}, "hand", 4),
        ("ante_effect", {"stack": "2"}, "position ante", 4),
        ("bubble_effect", {}, "spot position", 2),
        ("push_fold_gains", {}, "spot position", 15),
    ],
)
def test_grain_of_queries(given, name, parameters, key, rows):
    assert has_grain(given, name, key, rows, **parameters)


def test_a_lake_without_solved_spots(tmp_path):
    problem = r"^'push_fold(_spots)?' is not in this lake; fill it with 'pokerlake pushfold 10'"
    with given_lake(tmp_path) as connection, pytest.raises(QueryError, match=problem):
        ask(connection, "jam_or_fold")


def test_a_hand_goes_in_and_out_and_in(given):
    """At 1, 2, 3 and 4: the largest is not known to be the last."""
    columns = "hand choice stack at_all_larger stacks intervals mixed_stacks solved_stacks"
    assert values(given, "jam_or_fold", columns) == [
        ("AA", "push", 4.0, True, "1+", 1, 0, 4),
        ("AKs", "push", 3.0, False, "1, 3", 2, 1, 4),
        ("AKo", "push", 2.0, False, "1-2", 1, 1, 4),
        ("22", "push", None, False, "", 0, 0, 4),
    ]
    assert values(given, "jam_or_fold", "hand choice stacks", position="BB")[0] == (
        "AA", "call", "1+"
    )  # fmt: skip
    assert values(given, "jam_or_fold", "hand stacks", ante="0.5") == [
        ("AA", "2+"), ("AKs", "2+"), ("AKo", "2+"), ("22", "")
    ]  # fmt: skip
    assert ask(given, "jam_or_fold", players="4") == []
    three = values(given, "jam_or_fold", "choice stacks", players="3", position="SB")
    assert three[0] == ("push", "8+")
    three = values(given, "jam_or_fold", "choice stacks", players="3", position="SB", before="i")
    assert three[0] == ("call", "8+")


def test_what_an_ante_does(given):
    columns = "position facing choice ante more_percent comes_in goes_out"
    rows = values(given, "ante_effect", columns, stack="2")
    assert [(*row[:4], round(row[4], 6), *row[5:]) for row in rows] == [
        ("SB", "", "push", 0.0, 0.0, "", ""),
        ("SB", "", "push", 0.5, round(100 * 4 * 0.75 / 1326, 6), "AKs", ""),
        ("BB", "SB pushes", "call", 0.0, 0.0, "", ""),
        ("BB", "SB pushes", "call", 0.5, 0.0, "", ""),
    ]


def test_what_prizes_do(given):
    columns = "spot stacks prizes others position chips_percent percent comes_in goes_out"
    first, second = values(given, "bubble_effect", columns)
    assert first[:5] == (6, "2,2", "3,1", "9", "SB")
    assert first[7:] == ("22", "AKo")
    assert first[5] == pytest.approx(100 * (6 + 4 * 0.25 + 12 * 0.5) / 1326)
    assert first[6] == pytest.approx(100 * (6 + 4 * 0.25 + 6) / 1326)
    assert second[4:] == ("BB", second[5], second[5], "", "")


def test_who_gains(given):
    columns = "spot position stack value won gain is_close"
    assert values(given, "push_fold_gains", columns, spot="6") == [
        (6, "SB", 2.0, 1.5, 1.0, 0.001 - 1e-9, True), (6, "BB", 2.0, 0.5, 0.0, 0.0, True)
    ]  # fmt: skip
    assert len(ask(given, "push_fold_gains", players="3")) == 3
    assert {row["spot"] for row in ask(given, "push_fold_gains", least_gain="0.001")} == {7}


def test_ranges(given):
    columns = "spot, position, before, facing, choice, combos, reach"
    rows = given.sql(f"select {columns} from push_fold_ranges where spot in (1, 7)").fetchall()
    assert sorted(rows) == [
        (1, "BB", "i", "SB pushes", "call", 6.0, 0.5),
        (1, "SB", "", "", "push", 22.0, 1.0),
        (7, "BB", "fi", "BTN folds, SB pushes", "call", 6.0, 0.5),
        (7, "BB", "if", "BTN pushes, SB folds", "call", 6.0, 0.5),
        (7, "BB", "ii", "BTN pushes, SB calls", "call", 6.0, 0.5),
        (7, "BTN", "", "", "push", 6.0, 1.0),
        (7, "SB", "f", "BTN folds", "push", 6.0, 0.5),
        (7, "SB", "i", "BTN pushes", "call", 6.0, 0.5),
    ]
    [(percent, stack)] = given.sql(
        "select percent, stack from push_fold_ranges where spot = 1 and player = 1"
    ).fetchall()
    assert (percent, stack) == (pytest.approx(2200 / 1326), 1.0)


def test_every_query_says_where_it_is_from():
    for name in ("jam_or_fold", "ante_effect", "bubble_effect", "push_fold_gains"):
        assert re.search(r"push_fold", named_query(name).source)
