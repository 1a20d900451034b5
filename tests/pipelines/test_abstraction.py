"""Abstractions of some flops and of all rivers into a lake, and what deals make of buckets."""

from dataclasses import replace
from types import SimpleNamespace

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.executors import Here
from helpers.lakes import without_views
from pokerlake.engine.abstraction.features import next_rows
from pokerlake.engine.abstraction.next_buckets import NextBuckets
from pokerlake.engine.cards.boards import Boards, canonical_boards
from pokerlake.engine.cards.holes import hand_combos, hand_of_hole
from pokerlake.engine.keys.canonical_rows import canonical_rows
from pokerlake.engine.strength.transitions import river_outcomes, strengths
from pokerlake.pipelines.abstraction import checkpoints, holes, potential, transitions
from pokerlake.pipelines.abstraction import computing as hands
from pokerlake.pipelines.abstraction import measured as by_row
from pokerlake.pipelines.abstraction.asked import Abstraction, cost_of
from pokerlake.pipelines.abstraction.measured import buckets_by_row
from pokerlake.pipelines.abstraction.running import abstract_into
from pokerlake.pipelines.abstraction.transitions import transitions_into
from pokerlake.pipelines.verify.abstraction import hands_of_buckets
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES

PICKED = [0, 900, 1754]


@pytest.fixture
def few_flops(monkeypatch):
    """The street is three flops; lakes have no database, which takes as long as all else."""
    boards = canonical_boards(3)
    few = Boards(boards.cards[PICKED], boards.weight[PICKED])
    monkeypatch.setattr(holes, "canonical_boards", lambda _: few)
    without_views(monkeypatch)
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


@pytest.mark.whole
@pytest.mark.parametrize("kind", ["distribution", "potential"])
def test_what_was_stopped_goes_on(kind, turns_too, tmp_path, monkeypatch):
    """With the same result; nothing is left of it."""
    rng = np.random.default_rng(0)
    turns = rng.integers(9, size=13_960_050, dtype=np.uint16)
    centres = np.sort(rng.integers(1981, size=(9, 46), dtype=np.uint16), axis=1)
    monkeypatch.setattr(potential, "buckets_by_row", lambda *_: turns)
    monkeypatch.setattr(potential, "stored_centres", lambda *_: centres)
    monkeypatch.setattr(checkpoints, "SECONDS_A_SAVE", 0.0)
    lake, asked = tmp_path / "lake", Abstraction("flop", kind, k=20, restarts=2)
    abstract_into(lake, Abstraction("turn", k=4))
    said = []

    def stop(text, _):
        said.append(text)
        if text.startswith("restart 2 of 2, round 3"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        abstract_into(lake, asked, listener=stop)
    (state,) = (lake / "wip").glob("abstract_*/midway.npz")
    assert table(lake, "abstractions")["run"] == [1]
    before = len(said)
    row = abstract_into(lake, asked, listener=lambda text, _: said.append(text), threads=1)
    rounds = [text for text in said[before:] if "round" in text]
    assert rounds[0] == "going on after round 2"
    assert rounds[1].startswith("restart 2 of 2, round 3: ")
    assert not (lake / "wip").exists()
    fresh = abstract_into(lake, replace(asked, seed=2))
    assert fresh["run"] == 3
    whole = tmp_path / "whole"
    abstract_into(whole, Abstraction("turn", k=4))
    again = abstract_into(whole, asked)
    assert {**again, "seconds": 0} == {**row, "seconds": 0}
    for name in ("flop_buckets", "bucket_centres"):
        stored = table(whole, name)
        n = len(stored["run"])
        assert {key: column[:n] for key, column in table(lake, name).items()} == stored
    state.parent.mkdir(parents=True)
    state.write_bytes(b"PK")
    with pytest.raises(LakeError, match=r"midway.npz cannot be gone on with .*; remove"):
        checkpoints.Checkpoint(state.parent)


def test_too_little_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlake.pipelines.abstraction.asked.free_memory", lambda: 10**9)
    with pytest.raises(UsageError, match=r"buckets of the flop take 3.4 GB, and 1.0 GB are free"):
        abstract_into(tmp_path / "lake", Abstraction("flop"))
    assert not (tmp_path / "lake").exists()


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
    ({"street": "preflop", "k": 200}, "k is 200; before the flop there are 169 hands: leave it"),
    ({"street": "river", "kind": "distribution"},
     "no kind 'distribution' for the river; give optimal or percentile"),
    ({"street": "flop", "k": 1}, "k is 1; give 2 to 10,000 buckets"),
    ({"street": "flop", "restarts": 0}, "restarts is 0; give 1 to 1,000"),
    ({"street": "flop", "seed": -1}, "seed is -1; give a whole number from 0 on"),
    ({"street": "flop", "next_run": 1}, "next_run is 1; only potential looks at one"),
    ({"street": "turn", "kind": "potential"},
     "no kind 'potential' for the turn; give distribution or percentile"),
])  # fmt: skip
def test_what_there_is_no_abstraction_for(asked, message):
    with pytest.raises(UsageError) as caught:
        Abstraction(**asked)
    assert str(caught.value).startswith(message)


@pytest.fixture
def turns_too(monkeypatch):
    """Of flops and of turns three boards; lakes have no database."""

    def few(cards):
        boards = canonical_boards(cards)
        return Boards(boards.cards[PICKED], boards.weight[PICKED])

    monkeypatch.setattr(holes, "canonical_boards", few)
    monkeypatch.setattr(potential, "canonical_boards", few)
    without_views(monkeypatch)


@pytest.mark.whole
@pytest.mark.parametrize("kind", ["distribution", "potential"])
def test_restarts_are_tasks_of_an_executor(kind, turns_too, tmp_path, monkeypatch):
    """With the same result; those that are done are not done again."""
    turns = np.random.default_rng(0).integers(9, size=13_960_050, dtype=np.uint16)
    centres = np.sort(np.random.default_rng(1).integers(1981, size=(9, 46), dtype=np.uint16))
    monkeypatch.setattr(potential, "buckets_by_row", lambda *_: turns)
    monkeypatch.setattr(potential, "stored_centres", lambda *_: centres)
    asked = Abstraction("flop", kind, k=20, restarts=3)
    found = {}
    for name in ("here", "there"):
        abstract_into(tmp_path / name, Abstraction("turn", k=4))
    found["here"] = abstract_into(tmp_path / "here", asked)

    def stop(text, _):
        if text == "restart 2 of 3":
            raise KeyboardInterrupt

    stopped, executor = Here(), Here()
    with pytest.raises(KeyboardInterrupt):
        abstract_into(tmp_path / "there", asked, executor=stopped, listener=stop)
    found["there"] = abstract_into(tmp_path / "there", asked, executor=executor)
    assert [task.midway.restart for task in stopped.tasks] == [0, 1, 2]
    assert [task.midway.restart for task in executor.tasks] == [2, 3]
    assert {**found["there"], "seconds": 0} == {**found["here"], "seconds": 0}
    for name in ("flop_buckets", "buckets", "bucket_centres", "bucket_distances"):
        assert table(tmp_path / "there", name) == table(tmp_path / "here", name)
    assert not (tmp_path / "there" / "wip").exists()


def test_other_kinds_are_one_task(few_flops, tmp_path):
    executor = Here()
    asked = Abstraction("flop", "percentile", k=5)
    there = abstract_into(tmp_path / "there", asked, executor=executor)
    assert len(executor.tasks) == 1
    here = abstract_into(tmp_path / "here", asked)
    assert {**there, "seconds": 0} == {**here, "seconds": 0}
    assert table(tmp_path / "there", "flop_buckets") == table(tmp_path / "here", "flop_buckets")


def test_centres_and_their_distances_are_stored(turns_too, tmp_path):
    """Of percentiles they are medians; of distribution what holes are nearest to."""
    lake = tmp_path / "lake"
    abstract_into(lake, Abstraction("turn", "percentile", k=3))
    row = abstract_into(lake, Abstraction("turn", k=4))
    bucket = np.array(table(lake, "turn_buckets")["bucket"]).reshape(2, -1)
    opened = Lake.open(lake)
    assert np.array_equal(buckets_by_row(opened, row, 1, lambda _: None), bucket[1])
    known = holes.holes_of(4, 0, lambda _: None)
    medians = by_row.stored_centres(opened, by_row.run_of(opened, 1))
    for one in range(3):
        here = bucket[0] == one
        for place in (0, 20, 45):
            values = np.repeat(known.strengths[here, place], known.deals[here])
            assert medians[one, place] == np.sort(values)[(len(values) - 1) // 2]
    centres = by_row.stored_centres(opened, row).astype(int)
    apart = np.abs(known.strengths[:, None].astype(int) - centres).sum(axis=2)
    nearest = apart[np.arange(len(apart)), bucket[1]]
    assert (nearest == apart.min(axis=1)).all()
    assert row["mean_distance"] == nearest @ known.deals / (46 * 1980 * known.deals.sum())
    stored = table(lake, "bucket_distances")
    assert (len(stored["run"]), stored["bucket"][6:9]) == (3 * 2 + 4 * 3, [0, 0, 0])
    for name in zip(*(stored[name][6:] for name in ("bucket", "other", "distance")), strict=True):
        one, other, distance = name
        assert distance == np.abs(centres[one] - centres[other]).sum() / (46 * 1980)


def test_holes_on_flops_are_in_buckets_by_those_of_turns(turns_too, tmp_path, monkeypatch):
    lake = tmp_path / "lake"
    abstract_into(lake, Abstraction("turn", k=4))
    abstract_into(lake, Abstraction("turn", "percentile", k=4))
    rng = np.random.default_rng(0)
    turns = rng.integers(9, size=13_960_050, dtype=np.uint16)
    centres = np.sort(rng.integers(1981, size=(9, 46), dtype=np.uint16), axis=1)
    with pytest.raises(LakeError, match=r"run 1 of turn_buckets .* and not 13,960,050"):
        abstract_into(lake, Abstraction("flop", "potential", 20, next_run=1))
    monkeypatch.setattr(potential, "buckets_by_row", lambda *_: turns)
    monkeypatch.setattr(potential, "stored_centres", lambda *_: centres)
    said = []
    row = abstract_into(
        lake, Abstraction("flop", "potential", 20), listener=lambda *now: said.append(now)
    )
    assert (row["run"], row["kind"], row["next_run"], row["k"]) == (3, "potential", 1, 20)
    # These turn buckets are drawn: so are percentiles.
    assert row["mean_distance"] < min(row["percentile_distance"], row["random_distance"])
    assert said[-1][0].startswith(f"restart 1 of 1, round {row['rounds']}: mean distance 0.")
    on_flops = holes.holes_of(3, 0, lambda _: None)
    known = NextBuckets(
        potential.buckets_after(3, turns, 1, lambda _: None), on_flops.deals, centres
    )
    cards = canonical_boards(3).cards[PICKED]
    assert np.array_equal(
        known.rows[known.place], np.sort(turns[next_rows(cards, layout="rows")], axis=1)
    )
    buckets = {name: np.array(column)[8:] for name, column in table(lake, "buckets").items()}
    assert buckets["bucket"].tolist() == list(range(20))
    assert (np.diff(buckets["mean_equity"]) >= 0).all()
    weighted = np.average(buckets["mean_distance"], weights=buckets["deals"])
    assert weighted == pytest.approx(row["mean_distance"])
    stored = {name: np.array(column) for name, column in table(lake, "bucket_centres").items()}
    own = stored["value"][stored["run"] == 3].astype(np.uint16).reshape(20, 47)
    far = {name: np.array(column) for name, column in table(lake, "bucket_distances").items()}
    (here,) = np.nonzero(far["run"] == 3)
    apart = known.between(own, far["bucket"][here].astype(int), far["other"][here])
    assert np.array_equal(far["distance"][here], apart / (47 * 46 * 1980))
    assert len(here) == 20 * 19
    found = known.cluster(20, seed=1)
    assert found.total / (47 * 46 * 1980 * on_flops.deals.sum()) == row["mean_distance"]
    # The same buckets: another number for each.
    both = {*zip(table(lake, "flop_buckets")["bucket"], found.bucket.tolist(), strict=True)}
    assert len(both) == 20
    assert abstract_into(lake, Abstraction("flop", "potential", 20, next_run=1)) == row
    other = abstract_into(lake, Abstraction("flop", "potential", 20, next_run=2), threads=3)
    assert (other["run"], other["next_run"]) == (4, 2)
    assert other["mean_distance"] == row["mean_distance"]
    with pytest.raises(UsageError, match=r"only [0-9,]+ rows differ: give that or less"):
        abstract_into(lake, Abstraction("flop", "potential", 9999))


def test_what_potential_cannot_look_at(turns_too, tmp_path):
    lake = tmp_path / "lake"
    asked = Abstraction("flop", "potential", k=5)
    with pytest.raises(UsageError, match=r"has none; make some with 'pokerlake abstract turn --k"):
        abstract_into(lake, asked)
    abstract_into(lake, Abstraction("turn", "percentile", k=3))
    with pytest.raises(UsageError, match=r"has none; make some with 'pokerlake abstract turn --k"):
        abstract_into(lake, asked)
    with pytest.raises(UsageError, match=r"run 7 of .* is no run of turns; there are: 1"):
        abstract_into(lake, Abstraction("flop", "potential", k=5, next_run=7))
    with pytest.raises(UsageError, match="give it without --replace"):
        abstract_into(lake, asked, anew=True)


def test_more_buckets_than_equities(tmp_path, monkeypatch):
    """Each is a bucket of its own then."""
    boards = canonical_boards(5)
    few = Boards(boards.cards[::9000], boards.weight[::9000])
    monkeypatch.setattr(holes, "canonical_boards", lambda _: few)
    without_views(monkeypatch)
    row = abstract_into(tmp_path / "lake", Abstraction("river", k=10_000))
    assert (row["k"], row["mean_distance"]) == (10_000, 0)
    rows = table(tmp_path / "lake", "river_buckets")
    assert rows["bucket"] == list(range(row["buckets"]))


def test_starting_hands_are_buckets_by_themselves(tmp_path, monkeypatch):
    boards = canonical_boards(5)
    few = Boards(boards.cards[::9000], boards.weight[::9000])
    monkeypatch.setattr(hands, "canonical_boards", lambda _: few)
    without_views(monkeypatch)
    row = abstract_into(tmp_path / "lake", Abstraction("preflop"), threads=2)
    assert (row["k"], row["buckets"], row["deals"], row["mean_distance"]) == (169, 169, 1326, 0)
    buckets = table(tmp_path / "lake", "buckets")
    assert buckets["deals"] == hand_combos().tolist()
    found = river_outcomes(few.cards, layout="rows")
    here = hand_of_hole()[found.hole] == 14  # KK
    equity = (2 * found.win[here].astype(int) + found.tie[here]) / 1980
    deals = few.weight[found.board[here]].astype(int) * found.orbit[here]
    mean = np.average(equity, weights=deals)
    assert buckets["mean_equity"][14] == pytest.approx(mean, abs=1e-12)
    deviation = np.sqrt(np.average((equity - mean) ** 2, weights=deals))
    assert buckets["equity_deviation"][14] == pytest.approx(deviation, abs=1e-9)
    assert hand_of_hole()[buckets["typical_hole_id"]].tolist() == list(range(169))


def test_costs_grow_with_buckets():
    costs = [cost_of(Abstraction(street)) for street in ("river", "turn", "flop")]
    assert [cost["rows"] for cost in costs] == [123_156_254, 13_960_050, 1_286_792]
    assert all(cost["gigabytes"] < 8 for cost in costs)


# ---------------------------------------------------------------- transitions


@pytest.fixture
def few(tmp_path, monkeypatch):
    """A lake with three runs, of flops and of turns with three boards, whose rows are all there."""
    flops, turns = (canonical_boards(cards) for cards in (3, 4))

    def boards(cards):
        whole = {3: flops, 4: turns}[cards]
        return Boards(whole.cards[PICKED], whole.weight[PICKED])

    lake = tmp_path / "lake"
    without_views(monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(holes, "canonical_boards", boards)
        abstract_into(lake, Abstraction("flop", "percentile", k=5))
        abstract_into(lake, Abstraction("turn", "percentile", k=4))
    return lake


def drawn(monkeypatch):
    """Buckets of all rows, drawn."""
    rng = np.random.default_rng(3)
    of_street = {
        "flop": rng.integers(5, size=1_286_792, dtype=np.uint16),
        "turn": rng.integers(4, size=13_960_050, dtype=np.uint16),
    }
    monkeypatch.setattr(transitions, "buckets_by_row", lambda _, row, *__: of_street[row["street"]])
    return of_street


@pytest.mark.whole
def test_from_flops_to_turns(few, monkeypatch):
    """All deals, one way and another."""
    of_street = drawn(monkeypatch)
    found = transitions_into(few, 1, 2, threads=2)
    assert sum(found["deals"].to_pylist()) == 25_989_600 * 47
    counts = np.zeros((5, 4), np.int64)
    counts[found["bucket"].to_numpy(), found["next_bucket"].to_numpy()] = found["deals"].to_numpy()
    # A turn hole comes from four flops: count these, from the turns.
    assert (
        counts.sum(axis=0).tolist()
        == np.bincount(of_street["turn"], canonical_rows(4).weight * 4.0).astype(int).tolist()
    )
    deals = np.bincount(of_street["flop"], canonical_rows(3).weight).astype(int)
    assert counts.sum(axis=1).tolist() == (deals * 47).tolist()
    known = transitions_into(few, 1, 2)  # looked up
    assert known == found
    assert transitions_into(few, 1, 2, anew=True, threads=1)["deals"] == found["deals"]
    stored = pq.read_table(Lake.open(few).files("bucket_transitions"))
    assert stored == found


def test_from_starting_hands_to_flops(few, monkeypatch):
    """In the 169 buckets that lose nothing."""
    of_street = drawn(monkeypatch)
    of_street["preflop"] = hand_of_hole().astype(np.uint16)
    monkeypatch.setattr(
        transitions,
        "run_of",
        lambda _, run: {"street": ["preflop", "flop"][run - 1], "buckets": [169, 5][run - 1]},
    )
    found = transitions_into(few, 1, 2).to_pandas()
    assert found["deals"].sum() == 25_989_600
    assert found.groupby("bucket")["deals"].sum()[0] == 6 * 19_600


@pytest.mark.parametrize(("runs", "message"), [
    ((2, 1), "run 2 is of the turn and run 1 of the flop; give two that follow each other, of p"),
    ((1, 7), "no abstraction 7 in .*: give 1 to 2"),
])  # fmt: skip
def test_runs_that_do_not_follow(runs, message, few):
    with pytest.raises(UsageError, match=message):
        transitions_into(few, *runs)


def test_abstractions_that_are_replaced_have_no_transitions(few, monkeypatch):
    drawn(monkeypatch)
    transitions_into(few, 1, 2)
    boards = canonical_boards(3)
    one = Boards(boards.cards[:1], boards.weight[:1])
    monkeypatch.setattr(holes, "canonical_boards", lambda _: one)
    without_views(monkeypatch)
    abstract_into(few, Abstraction("flop", "percentile", k=3), anew=True)
    assert "bucket_transitions" not in Lake.open(few).manifest.tables


def test_verification_counts_hands_of_turns_twice_in_more_than_16_bits(tmp_path):
    schema = TABLES["turn_hands"].arrow_schema()
    row = dict.fromkeys(schema.names, 0) | {"hand": "AA", "weight": 4, "river_ahead_ahead": 40_000}
    pq.write_table(pa.Table.from_pylist([row], schema), tmp_path / "hands.parquet")
    lake = SimpleNamespace(files=lambda _: [tmp_path / "hands.parquet"])
    with duckdb.connect() as connection:
        connection.execute(
            "create table turn_buckets as "
            "select 1 as run, 0 as board_id, 0 as hole_id, 7 as bucket; "
            "create table buckets as select 1 as run, unnest([7, 8]) as bucket, 4 as deals, "
            "40_000 / (990 * 46) as mean_equity"
        )
        assert hands_of_buckets(lake, connection, "turn").ok
        connection.execute("update buckets set mean_equity = 0.8")
        assert hands_of_buckets(lake, connection, "turn").found == "1"
