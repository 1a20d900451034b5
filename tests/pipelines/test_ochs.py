"""A run of some rivers by their equities against clusters of hands."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from helpers.executors import Here
from helpers.lakes import without_views
from pokerlake.engine.abstraction.features import cluster_equities, rounded
from pokerlake.engine.abstraction.k_means import cluster_points
from pokerlake.engine.cards.boards import Boards, canonical_boards
from pokerlake.engine.strength.transitions import river_outcomes
from pokerlake.pipelines.abstraction import ochs
from pokerlake.pipelines.abstraction.asked import Abstraction, cost_of
from pokerlake.pipelines.abstraction.measured import buckets_by_row
from pokerlake.pipelines.abstraction.running import abstract_into
from pokerlake.pipelines.verify import abstraction
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

PICKED = [0, 70_000, 134_458]


@pytest.fixture
def few(monkeypatch):
    """The street is three rivers; lakes have no database."""
    whole = canonical_boards(5)
    boards = Boards(whole.cards[PICKED], whole.weight[PICKED])
    monkeypatch.setattr(ochs, "canonical_boards", lambda _: boards)
    without_views(monkeypatch)
    return boards


def table(lake, name):
    return pq.read_table(Lake.open(lake).files(name)).to_pydict()


def test_holes_on_rivers_are_in_buckets(few, tmp_path):
    lake = tmp_path / "lake"
    said = []
    asked = Abstraction("river", "ochs", 20)
    row = abstract_into(lake, asked, threads=2, listener=lambda *now: said.append(now))
    assert (row["run"], row["kind"], row["k"], row["seed"]) == (1, "ochs", 20, 1)
    assert row["mean_distance"] < row["percentile_distance"] < row["random_distance"]
    assert said[-1][0].startswith(f"restart 1 of 1, round {row['rounds']}: root of the mean sq")
    found, known = (f(few.cards, layout="rows") for f in (cluster_equities, river_outcomes))
    rows = rounded(found)
    deals = few.weight[found.board].astype(int) * found.orbit
    assert (row["rows"], row["deals"]) == (len(rows), deals.sum())

    of_holes = table(lake, "river_hand_buckets")
    assert np.array_equal(of_holes["board_id"], found.board)
    assert np.array_equal(of_holes["hole_id"], found.hole)
    bucket = np.array(of_holes["bucket"])
    assert buckets_by_row(Lake.open(lake), row, 1, lambda _: None).tolist() == bucket.tolist()
    centres = np.array(table(lake, "bucket_centres")["value"]).reshape(20, 8)
    apart = rows[:, None].astype(int) - centres
    squares = (apart**2).sum(axis=2)
    assert np.array_equal(squares[np.arange(len(rows)), bucket], squares.min(axis=1))
    distance = np.sqrt(squares.min(axis=1) / 8) / 16_383
    assert row["mean_distance"] == pytest.approx(np.average(distance, weights=deals), abs=1e-6)
    middle = np.average(rows, axis=0, weights=deals)
    random = np.sqrt(((rows - middle) ** 2).mean(axis=1)) / 16_383
    assert row["random_distance"] == pytest.approx(np.average(random, weights=deals), abs=1e-4)

    buckets = {name: np.array(column) for name, column in table(lake, "buckets").items()}
    assert buckets["deals"].tolist() == np.bincount(bucket, deals).astype(int).tolist()
    assert buckets["rows"].tolist() == np.bincount(bucket).tolist()
    equity = (2 * known.win + known.tie) / 1980
    mean = np.bincount(bucket, deals * equity) / np.bincount(bucket, deals)
    assert np.allclose(buckets["mean_equity"], mean, atol=1e-12)
    assert (np.diff(mean) >= 0).all()
    off = np.bincount(bucket, deals * distance) / np.bincount(bucket, deals)
    assert np.allclose(buckets["mean_distance"], off, atol=1e-6)
    keys = list(zip(of_holes["board_id"], of_holes["hole_id"], strict=True))
    typical = zip(
        buckets["typical_board_id"].tolist(), buckets["typical_hole_id"].tolist(), strict=True
    )
    for number, one in enumerate(typical):
        here = squares[bucket == number, number]
        assert squares[keys.index(one), number] == here.min()
    pairs = table(lake, "bucket_distances")
    assert len(pairs["other"]) == 20 * 19
    between = np.sqrt(((centres[3] - centres[9]) ** 2).mean()) / 16_383
    place = list(zip(pairs["bucket"], pairs["other"], strict=True)).index((3, 9))
    assert pairs["distance"][place] == pytest.approx(between, abs=1e-6)

    again = abstract_into(tmp_path / "other", asked, threads=1)
    assert {**again, "seconds": 0} == {**row, "seconds": 0}
    assert table(tmp_path / "other", "river_hand_buckets") == of_holes


def test_restarts_are_tasks_of_an_executor(few, tmp_path):
    asked, executor = Abstraction("river", "ochs", 20, restarts=3), Here()
    here = abstract_into(tmp_path / "here", asked)
    there = abstract_into(tmp_path / "there", asked, executor=executor)
    assert len(executor.tasks) == 4
    assert {**there, "seconds": 0} == {**here, "seconds": 0}
    for name in ("river_hand_buckets", "bucket_centres"):
        assert table(tmp_path / "there", name) == table(tmp_path / "here", name)


def test_a_recount_finds_what_is_wrong(few):
    found = cluster_equities(few.cards, layout="rows")
    rows = rounded(found)
    for place in (0, 1500, len(rows) - 1):
        board = few.cards[found.board[place]]
        assert abstraction.equities(board, int(found.hole[place])) == rows[place].tolist()
    known = cluster_points(rows, np.ones(len(rows), np.int64), 9)
    sample = [
        (PICKED[found.board[place]], int(found.hole[place]), int(known.bucket[place]))
        for place in range(0, len(rows), 100)
    ]
    assert abstraction.wrong_buckets(sample, known.centres) == 0
    board, hole, bucket = sample[5]
    sample[5] = board, hole, (bucket + 1) % 9
    assert abstraction.wrong_buckets(sample, known.centres) == 1


def test_more_buckets_than_holes_that_differ(few, tmp_path):
    with pytest.raises(UsageError, match=r"k is 10,?000, but only \S+ points differ"):
        abstract_into(tmp_path / "lake", Abstraction("river", "ochs", 10_000))


def test_what_it_costs():
    few, many = (cost_of(Abstraction("river", "ochs", k)) for k in (200, 10_000))
    assert few["rows"] == many["rows"] == 123_156_254
    assert 10 < few["seconds"] < many["seconds"] < 3600
    assert few["gigabytes"] < 8
