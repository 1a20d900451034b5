"""Income rates held against Papp's, and built the same by any number of workers."""

from pathlib import Path

import numpy as np
import pyarrow.csv
import pytest

from pokerlake.pipelines import runner
from pokerlake.pipelines.planning import all_builds
from pokerlake.queries.connection import connect
from pokerlake.tables.store import stored_file

PAPP = Path(__file__).parents[4] / "shared/data/papp-income-rates.csv"
GAMES = 1_000_000  # simulated by him for each hand
PLACES = 0.001  # in which his rates are printed


@pytest.fixture(scope="module")
def rates(lake):
    with connect(lake) as connection:
        return connection.sql("from income_rates").to_arrow_table()


@pytest.mark.skipif(not PAPP.exists(), reason="needs papp-income-rates.csv of shared/data")
@pytest.mark.parametrize("players", [2, 4, 7])
def test_as_far_from_papp_as_his_games_make_it(rates, players):
    table = pyarrow.csv.read_csv(PAPP)
    hands, printed = table["hand"].to_pylist(), table[f"ir{players}_x1000"].to_pylist()
    papp = dict(zip(hands, printed, strict=True))
    z = []
    for row in rates.to_pylist():
        if row["players"] != players:
            continue
        mean = row["share_sum"] / row["observations"]
        variance = row["share_sum_squares"] / row["observations"] - mean**2
        error = variance * (players / 2520) ** 2 / GAMES
        error += (row["standard_error"] or 0) ** 2 + PLACES**2 / 12
        z.append((papp[row["hand"]] / 1000 - row["income_rate"]) / error**0.5)
    assert len(z) == 169
    assert 0.8 < np.sqrt(np.mean(np.square(z))) < 1.4


@pytest.mark.parametrize(
    ("hand", "players", "rate"),  # of his appendix
    [
        ("AA", 2, 0.704), ("AA", 4, 1.554), ("AA", 7, 2.043),
        ("72o", 2, -0.308), ("72o", 4, -0.432), ("72o", 7, -0.495),
    ],
)  # fmt: skip
def test_corners_of_papps_table(rates, hand, players, rate):
    (found,) = (
        row["income_rate"]
        for row in rates.to_pylist()
        if (row["hand"], row["players"]) == (hand, players)
    )
    assert found == pytest.approx(rate, abs=0.008)


def test_the_same_bytes_for_any_number_of_workers(tmp_path, outcomes_known):
    builds = all_builds({"standard_error": 0.1, "seed": 5})
    files = set()
    for workers in (0, 5):
        there = tmp_path / str(workers)
        runner.build(there, ["income_rates"], workers=workers, builds=builds)
        files.add(stored_file(there / "income_rates.parquet"))
    assert len(files) == 1


def test_every_sampled_rate_is_as_exact_as_asked(rates):
    errors = [row["standard_error"] for row in rates.to_pylist() if row["players"] > 3]
    assert len(errors) == 7 * 169
    assert max(errors) <= 0.003
    exact = [row for row in rates.to_pylist() if row["players"] <= 3]
    assert {(row["method"], row["standard_error"], row["seed"]) for row in exact} == {
        ("exact", None, None)
    }
