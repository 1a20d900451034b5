"""The tables of holes in Omaha: what others counted and published, and how pieces add up."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.omaha.outcomes import (
    deals_of,
    hilo_outcomes_of,
    hilo_outcomes_on,
    outcomes_of,
    outcomes_on,
    rank_boards,
)
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.lake import Lake


@pytest.fixture(scope="module")
def rows(whole_lake):
    (path,) = Lake.open(whole_lake).files("omaha_hands")
    return pq.read_table(path)


@pytest.fixture(scope="module")
def by_hand(rows):
    return {row["hand"]: row for row in rows.to_pylist()}


def test_aces_and_kings_as_counted_by_another_program(by_hand):
    row = by_hand["AdAcKdKc"]
    assert (row["combos"], row["win"], row["tie"]) == (6, 148_999_832_330, 707_700_224)
    assert row["win"] + row["tie"] + row["lose"] == deals_of(4) == 211_315_436_640


@pytest.mark.parametrize(
    ("hand", "percent"),
    [("AdAcKdKc", 70.7), ("AdAcJdTc", 70.6), ("AdAcTdTc", 71.5)],
)
def test_equities_as_published(by_hand, hand, percent):
    """Of the first two in a table of Card Player, 2004; the third was sampled as 72.41 later."""
    row = by_hand[hand]
    assert round(100 * (row["win"] + row["tie"] / 2) / deals_of(4), 1) == percent


def high(boards, holes):
    counts = outcomes_of(outcomes_on(boards, holes.shape[1]), holes)
    return dict(zip(("win", "tie", "lose"), counts, strict=True))


def hi_lo(boards, holes):
    counts = hilo_outcomes_of(hilo_outcomes_on(boards), holes)
    return {
        "high_win_low_win": counts[:, 0, 0], "high_win_low_tie": counts[:, 0, 1],
        "high_win_low_lose": counts[:, 0, 2], "high_win_no_low": counts[:, 0, 3],
        "high_tie_low_win": counts[:, 1, 0], "high_tie_low_tie": counts[:, 1, 1],
        "high_tie_low_lose": counts[:, 1, 2], "high_tie_no_low": counts[:, 1, 3],
        "high_lose_low_win": counts[:, 2, 0], "high_lose_low_tie": counts[:, 2, 1],
        "high_lose_low_lose": counts[:, 2, 2], "high_lose_no_low": counts[:, 2, 3],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "cards", "columns"),
    [
        ("omaha_hands", 4, high), ("omaha8_hands", 4, hi_lo),
    ],
)  # fmt: skip
def test_a_piece_has_every_few_ranks_and_pieces_add_up(name, cards, columns, monkeypatch):
    build = all_builds()[name]
    monkeypatch.setattr("pokerlake.pipelines.tables.omaha.rank_boards", lambda: rank_boards()[:40])
    pieces = [build.compute(piece, {}) for piece in range(2)]
    found = pa.concat_tables(build.rows(iter(pieces)))
    boards = np.concatenate([rank_boards()[:40][piece :: build.partitions] for piece in range(2)])
    holes = canonical_boards(cards).cards
    expected = columns(boards, holes)
    for column, counts in expected.items():
        assert (found[column].to_numpy() == counts).all()
    assert found.column_names == ["hand_id", "hand", "combos", *expected]
    assert found.num_rows == len(holes) == build.table.rows
    assert found.schema == build.table.arrow_schema()
    assert isinstance(found, pa.Table)
    assert build.on_request
