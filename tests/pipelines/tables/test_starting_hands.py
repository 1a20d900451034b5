"""Income rates held against Papp's, and three players; the same by any number of workers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from helpers.slices import EIGHT_HANDS, TRIPLES, some_triples
from oracle import naive_triples as naive
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.starting_hands.triples import hand_triples, triple_deals
from pokerlake.pipelines import runner
from pokerlake.pipelines.planning import all_builds
from pokerlake.pipelines.tables.starting_hands import stored_orders
from pokerlake.queries.connection import connect
from pokerlake.tables.check import check_file
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import Entry, Manifest, write_manifest
from pokerlake.tables.store import stored_file, write_parquet

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


# ---------------------------------------------------------------- three players


BUILD = all_builds()["matchups3"]


@pytest.fixture(scope="module")
def parts():
    """Any orders, in two parts, that do not exceed the deals."""
    share = triple_deals()[None] // 30
    random = np.random.default_rng(3).integers(0, 1 << 31, (2, 12, len(hand_triples())))
    return random % (share + 1)


@pytest.fixture(scope="module")
def rows(parts):
    pieces = (pa.table({f"order_{n}": c.astype(np.uint32) for n, c in enumerate(p)}) for p in parts)
    (table,) = BUILD.rows(pieces)
    return table


def a_lake(path, rows):
    file = path / "matchups3.parquet"
    write_parquet(file, [rows], BUILD.table.arrow_schema(), BUILD.table.key)
    entry = Entry(len(rows), {}, (stored_file(file),), "0", 1.0)
    write_manifest(path, Manifest({"matchups3": entry}))
    return Lake.open(path)


@pytest.mark.whole
def test_rows_are_in_the_order_of_their_texts(rows):
    names = ["first", "second", "third"]
    keys = pl.from_arrow(rows.select(names)).cast(pl.String)
    assert keys.equals(keys.sort(names))
    assert keys.n_unique() == len(keys) == 818_805
    assert (keys["first"] <= keys["second"]).all()
    assert (keys["second"] <= keys["third"]).all()


@pytest.mark.whole
def test_columns_as_from_the_orders_of_a_row(rows, parts):
    orders = parts.sum(axis=0)
    orders = np.vstack([orders, triple_deals() - orders.sum(axis=0)])
    for place in np.random.default_rng(4).choice(len(rows), 40, replace=False).tolist():
        row = rows.slice(place, 1).to_pylist()[0]
        names = [row.pop(name) for name in ("first", "second", "third")]
        numbers = [HANDS.index(name) for name in names]
        triple = sorted(numbers)
        if len(set(numbers)) < 3:  # two of one hand would have the same counts, which are any here
            continue
        (at,) = np.flatnonzero((hand_triples() == triple).all(axis=1))
        places = [[order[triple.index(n)] for n in numbers] for order in naive.ORDERS]
        of_text = {tuple(p): count for p, count in zip(places, orders[:, at], strict=True)}
        assert row == naive.columns_of([of_text[order] for order in naive.ORDERS])


@pytest.mark.whole
def test_orders_are_read_as_they_were_written(rows, parts, tmp_path):
    found = stored_orders(a_lake(tmp_path, rows))
    apart = np.flatnonzero((np.diff(hand_triples().astype(int), axis=1) > 0).all(axis=1))
    assert found.shape == (818_805, 13)
    assert found.dtype == np.int64
    assert (found[apart, :12] == parts.sum(axis=0).T[apart]).all()
    assert (found.sum(axis=1) == triple_deals()).all()


def test_a_table_that_lacks_rows_is_damaged(tmp_path):
    there = a_lake(tmp_path, some_triples())
    problem = r"^table matchups3 of .* is damaged; build it anew with 'pokerlake build matchups3'$"
    with pytest.raises(LakeError, match=problem):
        stored_orders(there)


def test_the_stored_rows_are_of_eight_hands(tmp_path):
    a_lake(tmp_path, some_triples())
    checks = check_file(TRIPLES["matchups3"], tmp_path / "matchups3.parquet")
    assert [check for check in checks if not check.ok] == []
    found = pq.read_table(tmp_path / "matchups3.parquet")
    assert {*found["first"].to_pylist(), *found["third"].to_pylist()} == {*EIGHT_HANDS["matchups3"]}


@pytest.mark.whole
def test_a_part_is_a_share_of_the_rivers(monkeypatch):
    """Of all rivers together a count fits 32 bits, and so it does of a part."""
    from pokerlake.engine.starting_hands import triples

    boards = canonical_boards(5)
    taken = boards.cards[:: len(boards.cards) // 2][:2], boards.weight[:2]
    monkeypatch.setattr(triples, "river_share", lambda share, shares, order: taken)
    part = BUILD.compute(0, {})
    assert part.num_rows == 818_805
    assert {str(field.type) for field in part.schema} == {"uint32"}
    expected = triples.order_counts_of(*taken)
    assert (np.stack([column.to_numpy() for column in part.columns], axis=1) == expected).all()
    assert triple_deals().max() < 1 << 32
    assert replace(BUILD, partitions=triples.SHARES) == BUILD
    assert BUILD.on_request
