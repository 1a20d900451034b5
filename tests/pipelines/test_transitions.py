"""Deals from the buckets of a street to those of the next, beside plain counts."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from pokerlake.engine.cards.boards import Boards, canonical_boards
from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.keys.canonical_rows import canonical_rows
from pokerlake.pipelines import growing
from pokerlake.pipelines.abstraction import holes, transitions
from pokerlake.pipelines.abstraction.asked import Abstraction
from pokerlake.pipelines.abstraction.running import abstract_into
from pokerlake.pipelines.abstraction.transitions import transitions_into
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

PICKED = [0, 900, 1754]


@pytest.fixture
def few(tmp_path, monkeypatch):
    """A lake with three runs, of flops and of turns with three boards, whose rows are all there."""
    flops, turns = (canonical_boards(cards) for cards in (3, 4))

    def boards(cards):
        whole = {3: flops, 4: turns}[cards]
        return Boards(whole.cards[PICKED], whole.weight[PICKED])

    lake = tmp_path / "lake"
    monkeypatch.setattr(growing, "write_database", lambda lake: (lake.path / "lake.duckdb").touch())
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
    monkeypatch.setattr("pokerlake.pipelines.growing.write_database", lambda _: None)
    abstract_into(few, Abstraction("flop", "percentile", k=3), anew=True)
    assert "bucket_transitions" not in Lake.open(few).manifest.tables
