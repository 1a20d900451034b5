"""The subsets of flops, built anew: 40 s, which `make test` has no time for.

Run where ``$POKERLAKE_TEST_LAKE`` names a lake that has them; the rows beside the tests are held
against it too.
"""

import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from helpers.slices import stored_builds
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.equity import flop_equities
from pokerlake.engine.flop_subsets.fitting import held_out_ranges
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.manifest import read_manifest


@pytest.fixture(scope="module")
def lake():
    path = Path(os.environ.get("POKERLAKE_TEST_LAKE", ""))
    if not read_manifest(path).tables.keys() >= stored_builds().keys():
        pytest.skip("POKERLAKE_TEST_LAKE names no lake with flop_subsets and flop_subset_errors")
    return path


@pytest.mark.parametrize("name", ["flop_subsets", "flop_subset_errors"])
def test_built_anew(lake, name):
    rows = pq.read_table(lake / f"{name}.parquet")
    build, stored = all_builds()[name], stored_builds()[name]
    for made in (build, stored):
        (found,) = made.rows(iter([made.compute(0, {})]))
        assert found.equals(rows)


def test_errors_by_two_ranges_at_a_time(lake):
    """The largest error of some pairs is at most that of all, and near what the table says."""
    ranges = held_out_ranges()[:, hand_of_hole()]
    flops = canonical_boards(3)
    subsets = pq.read_table(lake / "flop_subsets.parquet").to_pandas()
    errors = {size: [] for size in (22, 49, 95, 184)}
    for hero, villain in list(combinations(range(32), 2))[::40]:
        found = flop_equities(ranges[hero], ranges[villain])
        points = found.win + found.tie / 2
        true = (flops.weight @ points) / (flops.weight @ found.deals)
        for size, rows in subsets.groupby("subset"):
            ids, weight = rows["board_id"], rows["weight"]
            mean = (weight @ points[ids]) / (weight @ found.deals[ids])
            errors[size].append(100 * (mean - true))
    table = pq.read_table(lake / "flop_subset_errors.parquet").to_pylist()
    for row in table:
        if row["choice"] == "fitted" and row["ranges"] == "held out":
            some = np.abs(errors[row["subset"]])
            assert some.max() <= row["max_error"] + 5e-5
            assert row["rms_error"] / 2 < np.sqrt((some**2).mean()) < 2 * row["rms_error"]
