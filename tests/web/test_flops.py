"""Flops as the page asks for them: the engine's equities, shares of the lake, and subsets."""

import numpy as np
import orjson
import pytest

import pokerlake as pk
from helpers.page_answers import ask
from pokerlake.engine.equity import flop_equities
from pokerlake.queries.connection import connect
from pokerlake.tables.lake import Lake
from pokerlake.web.questions import answer_to
from pokerlake.web.questions.registry import StoppedError

HERO, VILLAIN = "QQ+,AKs", "TT,JTs:0.5"


def rows_of(lake, sql):
    """The rows of a statement."""
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
    same = rows_of(lake, answer["same"]["sql"])
    for name in ("board", "weight", "suits", "pairing", "high", "connected", "straights", "equity"):
        assert same[name] == rows[name].tolist()


def test_the_mean_by_deals_is_the_equity_before_the_flop(lake):
    rows = columns_of(ask(lake, "flops", hero="AA", villain="KK"))
    weights = rows["weight"] * rows["deals"]
    before = pk.equity("AA", "KK", method="exact").equity[0]
    assert np.average(rows["equity"], weights=weights) == pytest.approx(before, abs=1e-12)


def test_a_subset_has_its_weights(whole_lake):
    answer = ask(whole_lake, "flops", hero="AKs", villain="JJ", flops=22)
    rows = columns_of(answer)
    assert len(rows["board"]) == 22
    assert rows["weight"].sum() == pytest.approx(1)
    same = rows_of(whole_lake, answer["same"]["sql"])
    assert (same["board"], same["weight"]) == (rows["board"].tolist(), rows["weight"].tolist())


def test_a_table_that_is_not_there(lake):
    asked = orjson.dumps({"hero": "AA", "villain": "KK", "flops": 95})
    found = answer_to("flops", asked, lake)
    assert (found.status, found.field) == (422, "flops")
    assert found.problem.endswith("build it with 'pokerlake build flop_subsets'")


def test_it_stops_when_nobody_waits(lake):
    told = []

    def tell(answer):
        told.append(answer)
        if len(told) == 3:
            raise StoppedError

    asked = orjson.dumps({"hero": "AA", "villain": "KK"})
    assert answer_to("flops", asked, lake, tell=tell).status == 499
    assert len(told) == 3


@pytest.mark.parametrize(
    ("name", "asked", "field", "line"),
    [
        ("flops", {"hero": "AAx"}, "hero", "'AAx'"),
        ("flops", {"hero": "AA", "villain": "@/etc/passwd"}, "villain", "'@'"),
        ("flops", {"hero": "AhAd", "villain": "AhKd"}, "hero", "no two holes"),
        ("flops", {"hero": "AA", "flops": 96}, "flops", "1755"),
        ("flop_strong", {"range": "AA", "at": 101}, "at", "give at most 100"),
        ("flop_strong", {"range": "@/etc/passwd"}, "range", "'@'"),
        ("flop_strong", {"range": "AA", "by": "class"}, "by", "'equity'"),
        ("flop_picture", {"range": "AAx"}, "range", "'AAx'"),
    ],
)
def test_what_is_wrong_is_said_with_its_field(lake, name, asked, field, line):
    found = answer_to(name, orjson.dumps(asked), lake)
    assert (found.status, found.field) == (400, field)
    assert line in found.problem


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
    rows, known = columns_of(answer), rows_of(lake, asked)
    np.testing.assert_allclose(rows["strong"], known["strong"], rtol=1e-14)
    np.testing.assert_allclose(rows["deals"], known["deals"], rtol=1e-14)
    assert rows_of(lake, answer["same"]["sql"])["strong"] == rows["strong"].tolist()
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    same = eval(answer["same"]["python"], {"pk": pk})
    assert same.to_arrow_table()["strong"].to_pylist() == rows["strong"].tolist()


def test_strong_hands_by_hand(lake):
    """Aces are a pair, on 2c2d2h a full house, and on a flop with an ace three of a kind."""
    one = columns_of(ask(lake, "flop_strong", range="AA", by="category", at=8))
    assert set(one["strong"].tolist()) == {1.0}
    three = columns_of(ask(lake, "flop_strong", range="AA", by="category", at=6))
    strong = dict(zip(three["board"].tolist(), three["strong"].tolist(), strict=True))
    assert (strong["2c2d2h"], strong["2c3dAh"], strong["2c3d4h"]) == (1, 1, 0)


def test_the_picture_is_the_chart(lake, monkeypatch):
    answer = ask(lake, "flop_picture", range="TT+,AKs")
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    same = eval(answer["same"]["python"], {"pk": pk})
    assert same.svg() == answer["data"]["svg"]
