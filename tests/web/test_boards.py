"""Strength on a board as the page asks for it: the lake's numbers, and what is wrong by field."""

import numpy as np
import pytest

import pokerlake as pk
from helpers.page_answers import ask, refused, run_python
from pokerlake.queries.connection import connect
from pokerlake.tables.lake import Lake

MEASURES = ("hs", "ppot1", "npot1", "ppot2", "npot2", "ehs", "equity")
BOARDS = {"3h4sJh": 1176, "Jh3h4sKd": 1128, "3h4sJhKd2c": 1081}


def rows_of(lake, sql):
    """The rows of a statement."""
    with connect(Lake.open(lake)) as connection:
        return connection.sql(sql).to_arrow_table().to_pylist()


def numbers(values):
    return np.array(values, np.float64)  # None is nan


# ---------------------------------------------------------------- all holes


@pytest.mark.parametrize(
    ("board", "given"),
    [
        *((board, {}) for board in BOARDS),
        ("3h4sJh", {"opponents": 3}),
        ("3h4sJhKd2c", {"opponents": 9}),
        ("3h4sJh", {"villain": "TT+,AhKh:0.5"}),
        ("3h4sJhKd", {"villain": "top 5%"}),
        ("3h4sJhKd2c", {"villain": "KK,AsKs"}),
    ],
)
def test_holes_have_the_numbers_of_python_and_sql(lake, monkeypatch, board, given):
    answer = ask(lake, "board", board=board, **given)
    rows = answer["table"]["columns"]
    assert len(rows["hole"]) == BOARDS.get(board, len(rows["hole"])) == len(set(rows["hole"]))
    same = run_python(answer, lake, monkeypatch)
    holes = list(pk.Range("random").without(board))
    order = [holes.index(hole) for hole in rows["hole"]]
    for name in MEASURES:
        np.testing.assert_allclose(
            numbers(rows[name]), getattr(same, name)[order], rtol=1e-14, atol=0
        )
    asked = rows_of(lake, answer["same"]["sql"])
    known = [row for row in zip(rows["hole"], rows["rank"], strict=True) if row[1] is not None]
    assert [(row["hole"], row["rank"]) for row in asked] == known


def test_classes_and_percentiles_are_those_of_the_lake(lake):
    rows = ask(lake, "board", board="3h4sJh")["table"]["columns"]
    strengths = rows_of(
        lake,
        "select hole, hand, strength(hole, '3h4sJh').hole_percentile as hole_percentile, "
        "class_of(hole, '3h4sJh') as class_id from holes",
    )
    stored = {row["hole"]: row for row in strengths}
    classes = {row["class_id"]: row for row in rows_of(lake, "from classes")}
    for hole, hand, percentile, category, name in zip(
        *(rows[name] for name in ("hole", "hand", "hole_percentile", "category", "class")),
        strict=True,
    ):
        assert (hand, percentile) == (stored[hole]["hand"], stored[hole]["hole_percentile"])
        assert name == classes[stored[hole]["class_id"]]["name"]
        assert name.startswith(category)


def test_percentiles_against_a_range_by_hand(lake):
    """Of the range only KsKd is left: 45 holes have no card of it and are ranked with it."""
    rows = ask(lake, "board", board="3h4sJhKh2c", villain="KsKd")["table"]["columns"]
    met = [hole for hole in rows["hole"] if "Ks" not in hole and "Kd" not in hole]
    ranked = [place for place, rank in enumerate(rows["rank"]) if rank is not None]
    assert {rows["hole"][place] for place in ranked} == set(met)
    # A flush, five hearts; or a straight, ace to five and two to six, which beat three kings.
    better = [place for place in ranked if rows["equity"][place] == 1]
    assert {rows["category"][place] for place in better} == {"flush", "straight"}
    assert all(rows["hole_percentile"][place] == 100 * len(better) / len(met) for place in better)
    assert all(rows["rank"][place] == 1 for place in better)
    assert rows["rank"][ranked[-1]] == len(better) + 1
    assert rows["hole_percentile"][ranked[-1]] == 100


def test_a_range_weighs_the_holes(lake):
    rows = ask(lake, "board", board="3h4sJh", range="AKs:0.5,JJ")["table"]["columns"]
    weights = dict(zip(rows["hole"], rows["range_weight"], strict=True))
    assert {hole: weight for hole, weight in weights.items() if weight} == {
        "JsJd": 1, "JsJc": 1, "JdJc": 1, "AsKs": 0.5, "AhKh": 0.5, "AdKd": 0.5, "AcKc": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "field", "line"),
    [
        ({"board": "3h4sJx"}, "board", "'x' is not a suit"),
        ({"board": "3h4s"}, "board", "'3h4s' has 2 cards; a board has 3, 4 or 5"),
        ({"board": "3h4sJh5c6c7c"}, "board", "has 6 cards"),
        ({"board": "3h3h4s"}, "board", "'3h3h4s'"),
        ({"board": "@/etc/passwd"}, "board", "'@'"),
        ({"board": "3h4sJh", "villain": "Jh4s"}, "villain", "no hole without a card of 3h4sJh"),
        ({"board": "3h4sJh", "villain": "@/etc/passwd"}, "villain", "'@'"),
        ({"board": "3h4sJh", "range": "22++"}, "range", "'22++'"),
        ({"board": "3h4sJh", "opponents": 10}, "opponents", "give at most 9"),
        ({"board": "3h" * 30}, "board", "at most 40"),
    ],
)
def test_what_is_wrong_is_said_with_its_field(lake, asked, field, line):
    found, problem = refused(lake, "board", **asked)
    assert found == field
    assert line in problem


# ---------------------------------------------------------------- one hole


@pytest.mark.parametrize("given", [{}, {"villain": "TT+"}, {"opponents": 2}])
def test_next_cards_are_those_of_python_and_sql(lake, monkeypatch, given):
    answer = ask(lake, "hole_next", hole="AhQh", board="3h4sJh", **given)
    rows = answer["table"]["columns"]
    assert len(rows["card"]) == 47
    assert rows["equity"] == sorted(rows["equity"], reverse=True)
    same = run_python(answer, lake, monkeypatch)
    assert sorted(same.equity.tolist(), reverse=True) == rows["equity"]
    asked = {row["card"]: row for row in rows_of(lake, answer["same"]["sql"])}
    assert [asked[card]["equity"] for card in rows["card"]] == rows["equity"]
    assert [asked[card]["ehs"] for card in rows["card"]] == rows["ehs"]


def test_next_cards_lead_to_the_equity_now(lake):
    """Against any hand each card comes equally often."""
    rows = ask(lake, "hole_next", hole="AhQh", board="3h4sJh")["table"]["columns"]
    now = ask(lake, "strength", hole="AhQh", board="3h4sJh")["table"]["columns"]["equity"][0]
    assert sum(rows["equity"]) / 47 == pytest.approx(now, abs=1e-12)
    assert refused(lake, "hole_next", hole="AhQh", board="3h4sJhKd2c")[0] == "board"
