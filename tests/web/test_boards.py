"""Boards and flops as the page asks for them: what the lake's tables have."""

import numpy as np
import orjson
import pytest

import pokerlake as pk
from helpers.command_line import answer as printed
from helpers.page_answers import ask, run_python
from pokerlake.engine.equity import flop_equities
from pokerlake.queries.connection import connect
from pokerlake.tables.lake import Lake
from pokerlake.web.questions import answer_to
from pokerlake.web.questions.registry import StoppedError

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
        ("3h4sJh", {"villain": "TT+,AhKh:0.5"}),
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


# ---------------------------------------------------------------- one hole


@pytest.mark.parametrize(
    ("given", "cards"),
    [
        ({}, 47),
        ({"villain": "TT+"}, 47),
        ({"opponents": 2}, 47),
        ({"board": "3h4sJhKd", "villain": "KsKc"}, 46),
        ({"board": "JhTh9c", "game": "short deck"}, 31),
    ],
)
def test_next_cards_are_those_of_python_sql_and_commands(lake, monkeypatch, given, cards):
    asked = {"hole": "AhQh", "board": "3h4sJh", **given}
    answer = ask(lake, "hole_next", **asked)
    columns = answer["table"]["columns"]
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    assert len(rows) == cards
    met = [row["equity"] for row in rows if row["equity"] is not None]
    assert met == sorted(met, reverse=True)
    never = {"Ks", "Kc"} if given.get("villain") == "KsKc" else set()
    assert {row["card"] for row in rows[len(met) :]} == never
    assert run_python(answer, lake, monkeypatch).to_dicts() == rows
    assert printed(answer["same"]["command"].removeprefix("pokerlake ")) == rows
    if "game" in given:
        return
    against = f"'{given['villain']}'" if "villain" in given else given.get("opponents", 1)
    for row in rows[:: len(rows) // 5]:
        statement = f"select strength('AhQh', '{asked['board']}{row['card']}', {against}) as found"
        [of_sql] = rows_of(lake, statement)
        found = of_sql["found"] or {}
        assert [found.get(name) for name in ("hs", "ehs", "equity")] == [
            row[name] for name in ("hs", "ehs", "equity")
        ]


# ---------------------------------------------------------------- flops


HERO, VILLAIN = "QQ+,AKs", "TT,JTs:0.5"


def columns_in(lake, sql):
    """The columns of a statement."""
    with connect(Lake.open(lake)) as connection:
        return connection.sql(sql).to_arrow_table().to_pydict()


def columns_of(answer):
    return {name: np.array(column) for name, column in answer["table"]["columns"].items()}


# ---------------------------------------------------------------- equities


def test_equities_are_those_of_the_engine(lake):
    told = []
    answer = ask(lake, "flops", told.append, hero=HERO, villain=VILLAIN)
    rows = columns_of(answer)
    found = flop_equities(pk.Range(HERO).weights, pk.Range(VILLAIN).weights)
    assert rows["equity"].tolist() == found.equity[found.deals > 0].tolist()
    assert rows["deals"].tolist() == found.deals[found.deals > 0].tolist()
    shares = [orjson.loads(one)["data"]["share"] for one in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    same = columns_in(lake, answer["same"]["sql"])
    for name in ("board", "weight", "suits", "pairing", "high", "connected", "straights", "equity"):
        assert same[name] == rows[name].tolist()


def test_a_subset_has_its_weights(whole_lake):
    answer = ask(whole_lake, "flops", hero="AKs", villain="JJ", flops=22)
    rows = columns_of(answer)
    assert len(rows["board"]) == 22
    assert rows["weight"].sum() == pytest.approx(1)
    same = columns_in(whole_lake, answer["same"]["sql"])
    assert (same["board"], same["weight"]) == (rows["board"].tolist(), rows["weight"].tolist())


def test_it_stops_when_nobody_waits(lake):
    told = []

    def tell(answer):
        told.append(answer)
        if len(told) == 3:
            raise StoppedError

    asked = orjson.dumps({"hero": "AA", "villain": "KK"})
    assert answer_to("flops", asked, lake, tell=tell).status == 499
    assert len(told) == 3


# ---------------------------------------------------------------- strong hands


@pytest.mark.parametrize(
    ("by", "at", "condition"),
    [
        ("equity", 80, "equity >= 0.8"),
        ("category", 7, "category(class_id) <= 7"),
    ],
)
def test_strong_hands_are_counted(lake, monkeypatch, by, at, condition):
    answer = ask(lake, "flop_strong", range="AA,AKs:0.5", by=by, at=at)
    table = "flop_hands" if by == "category" else "flop_strength"
    asked = (
        f"select board_id, sum(if({condition}, weight * share, 0)) / sum(weight * share) as strong,"
        " sum(weight * share) as deals from (select *, case hand when 'AA' then 1e0 when 'AKs' "
        f"then 5e-1 end as share from {table}) where share is not null group by all order by all"
    )
    rows, known = columns_of(answer), columns_in(lake, asked)
    np.testing.assert_allclose(rows["strong"], known["strong"], rtol=1e-14)
    np.testing.assert_allclose(rows["deals"], known["deals"], rtol=1e-14)
    assert columns_in(lake, answer["same"]["sql"])["strong"] == rows["strong"].tolist()
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    same = eval(answer["same"]["python"], {"pk": pk})
    assert same.to_arrow_table()["strong"].to_pylist() == rows["strong"].tolist()


def test_the_picture_is_the_chart(lake, monkeypatch):
    answer = ask(lake, "flop_picture", range="TT+,AKs")
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    same = eval(answer["same"]["python"], {"pk": pk})
    assert same.svg() == answer["data"]["svg"]
