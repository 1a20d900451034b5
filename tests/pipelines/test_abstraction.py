"""Abstractions of some flops and of all rivers into a lake."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from pokerlake.engine.cards.boards import Boards, canonical_boards
from pokerlake.engine.strength import river_outcomes, strengths
from pokerlake.pipelines import growing
from pokerlake.pipelines.abstraction import Abstraction, abstract_into, cost_of, holes
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

PICKED = [0, 900, 1754]


@pytest.fixture
def few_flops(monkeypatch):
    """The street is three flops; lakes have no database, which takes as long as all else."""
    boards = canonical_boards(3)
    few = Boards(boards.cards[PICKED], boards.weight[PICKED])
    monkeypatch.setattr(holes, "canonical_boards", lambda _: few)
    monkeypatch.setattr(growing, "write_database", lambda lake: (lake.path / "lake.duckdb").touch())
    return few


def table(lake, name):
    opened = Lake.open(lake)
    return pq.read_table(opened.files(name)).to_pydict()


def test_holes_on_flops_are_in_buckets(few_flops, tmp_path):
    lake = tmp_path / "lake"
    said = []
    row = abstract_into(lake, Abstraction("flop", k=30), listener=lambda *now: said.append(now))
    assert (row["run"], row["k"], row["kind"]) == (1, 30, "distribution")
    assert row["mean_distance"] < row["percentile_distance"] < row["random_distance"]
    known = strengths(few_flops.cards, layout="rows")
    assert (row["rows"], row["deals"]) == (len(known.hole), 1176 * few_flops.weight.sum())
    assert said[-1][0].startswith(f"restart 1 of 1, round {row['rounds']}: mean distance 0.")

    of_holes = table(lake, "flop_buckets")
    assert np.array_equal(of_holes["board_id"], known.board)
    assert np.array_equal(of_holes["hole_id"], known.hole)
    bucket = np.array(of_holes["bucket"])
    deals = few_flops.weight[known.board].astype(int) * known.orbit
    won = known.river[:, :, 0].sum(axis=1) * 2 + known.river[:, :, 1].sum(axis=1)
    equity = won / (1081 * 1980)
    buckets = table(lake, "buckets")
    assert buckets["bucket"] == list(range(30))
    assert buckets["deals"] == np.bincount(bucket, deals).astype(int).tolist()
    assert buckets["rows"] == np.bincount(bucket).tolist()
    mean = np.bincount(bucket, deals * equity) / np.bincount(bucket, deals)
    assert np.allclose(buckets["mean_equity"], mean, atol=1e-12)
    assert (np.diff(mean) >= 0).all()
    squares = known.river_strength_squares / (1081 * 1980**2)
    spread = np.bincount(bucket, deals * squares) / np.bincount(bucket, deals) - mean**2
    assert np.allclose(buckets["equity_deviation"], np.sqrt(spread), atol=1e-9)
    weighted = np.average(buckets["mean_distance"], weights=buckets["deals"])
    assert weighted == pytest.approx(row["mean_distance"])
    keys = list(zip(of_holes["board_id"], of_holes["hole_id"], strict=True))
    typical = zip(buckets["typical_board_id"], buckets["typical_hole_id"], strict=True)
    assert [bucket[keys.index(one)] for one in typical] == list(range(30))


def test_what_the_lake_has_is_not_computed_again(few_flops, tmp_path, monkeypatch):
    lake = tmp_path / "lake"
    first = abstract_into(lake, Abstraction("flop", k=5), threads=1)
    second = abstract_into(lake, Abstraction("flop", "percentile", k=5), threads=2)
    assert (first["run"], second["run"]) == (1, 2)
    deals = np.array(table(lake, "buckets")["deals"])[5:]
    assert abs(deals / deals.sum() - 0.2).max() < 0.01
    other = abstract_into(tmp_path / "other", Abstraction("flop", k=5), threads=3)
    assert {**other, "seconds": 0} == {**first, "seconds": 0}
    assert (
        table(tmp_path / "other", "flop_buckets")["bucket"]
        == table(lake, "flop_buckets")["bucket"][: first["rows"]]
    )
    monkeypatch.setattr(holes, "canonical_boards", None)
    assert abstract_into(lake, Abstraction("flop", k=5)) == first
    # What draws nothing has no seed.
    assert abstract_into(lake, Abstraction("flop", "percentile", k=5, seed=9)) == second


def test_all_rivers_are_in_the_best_buckets(whole_lake):
    rows = table(whole_lake, "river_buckets")
    assert sum(rows["deals"]) == 2_809_475_760
    bucket, deals = np.array(rows["bucket"]), np.array(rows["deals"])
    assert (np.diff(bucket) >= 0).all()
    assert set(bucket) == set(range(20))
    buckets = table(whole_lake, "buckets")
    mean = np.bincount(bucket, deals * np.array(rows["strength"])) / np.bincount(bucket, deals)
    assert np.allclose(buckets["mean_equity"], mean / 1980, atol=1e-12)
    assert sum(buckets["rows"]) == 123_156_254
    place = np.array(buckets["typical_board_id"])
    found = river_outcomes(canonical_boards(5).cards[place], layout="rows")
    for number, hole in enumerate(buckets["typical_hole_id"]):
        (row,) = np.flatnonzero((found.board == number) & (found.hole == hole))
        strength = 2 * int(found.win[row]) + int(found.tie[row])
        assert bucket[rows["strength"].index(strength)] == number


@pytest.mark.parametrize(("asked", "message"), [
    ({"street": "flops"}, "the street is 'flops'; did you mean 'flop'"),
    ({"street": "river", "kind": "distribution"},
     "no kind 'distribution' for the river; give optimal or percentile"),
    ({"street": "flop", "k": 1}, "k is 1; give 2 to 10,000 buckets"),
    ({"street": "flop", "restarts": 0}, "restarts is 0; give 1 to 1,000"),
    ({"street": "flop", "seed": -1}, "seed is -1; give a whole number from 0 on"),
])  # fmt: skip
def test_what_there_is_no_abstraction_for(asked, message):
    with pytest.raises(UsageError) as caught:
        Abstraction(**asked)
    assert str(caught.value).startswith(message)


def test_more_buckets_than_equities(tmp_path, monkeypatch):
    """Each is a bucket of its own then."""
    boards = canonical_boards(5)
    few = Boards(boards.cards[::9000], boards.weight[::9000])
    monkeypatch.setattr(holes, "canonical_boards", lambda _: few)
    monkeypatch.setattr(growing, "write_database", lambda lake: (lake.path / "lake.duckdb").touch())
    row = abstract_into(tmp_path / "lake", Abstraction("river", k=10_000))
    assert (row["k"], row["mean_distance"]) == (10_000, 0)
    rows = table(tmp_path / "lake", "river_buckets")
    assert rows["bucket"] == list(range(row["buckets"]))


def test_costs_grow_with_buckets():
    costs = [cost_of(Abstraction(street)) for street in ("river", "turn", "flop")]
    assert [cost["rows"] for cost in costs] == [123_156_254, 13_960_050, 1_286_792]
    assert all(cost["gigabytes"] < 8 for cost in costs)
