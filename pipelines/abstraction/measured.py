"""The columns that describe buckets: distances to their centres, deals and equities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.abstraction.clustering import Clusters, medians_of, neighbours, spread
from pokerlake.engine.abstraction.features import row_strengths
from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.threads import over_rows
from pokerlake.tables.definitions.abstraction import (
    ABSTRACTIONS,
    BUCKET_CENTRES,
    RIVER_BUCKETS,
    RIVER_HAND_BUCKETS,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import package_version
from pokerlake.tables.schema import Table

from ..growing import rows_so_far, stored_rows
from .asked import Abstraction
from .holes import STRENGTHS, Holes

MOST = STRENGTHS - 1  # the highest strength: an equity of 1
ALL_PAIRS = 1000  # up to this many buckets, all distances are stored
NEAREST = 100  # stored distances of each bucket, if there are more
_ROWS = 1 << 13  # of run-outs that are summed up at once

Row = dict[str, Any]
Columns = dict[str, Any]
Buckets = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Centres = npt.NDArray[np.uint16]
ByRow = npt.NDArray[np.uint16]


class Chosen(NamedTuple):
    """Buckets of holes, and their centres."""

    bucket: Buckets
    centres: Centres
    distance: Ints  # from each hole to the centre of its bucket
    rounds: int


class Space(NamedTuple):
    """The distances between holes and centres of a kind."""

    whole: float  # the distance that is stored as 1
    around: Callable[[Buckets], Chosen]  # computes centres for given buckets
    neighbours: Callable[[Centres, int], tuple[Buckets, Ints]]  # the nearest centres of each


class Ready(NamedTuple):
    """The holes of a street, ready for a choice of buckets."""

    # ``choose(k, seed=, restarts=, progress=, midway=, save=)``, for kinds with random starts.
    choose: Callable[..., Clusters]
    distances: Callable[[Clusters], Ints]  # from each hole to the centre of its bucket
    told: Callable[[int], str]  # a sum of distances as text
    finish: Callable[[Chosen], tuple[Row, dict[str, Columns]]]  # the row, and columns of tables


class Totals(NamedTuple):
    """For each hole, the sum of its strengths and that of their squares."""

    sums: Ints
    squares: Ints


def totals_of(strengths: npt.NDArray[np.uint16], threads: int) -> Totals:
    """The sums of rows of strengths."""
    totals = Totals(*np.empty((2, len(strengths)), np.int64))

    def add_up(start: int, stop: int) -> None:
        for low in range(start, stop, _ROWS):
            rows = slice(low, min(low + _ROWS, stop))
            part = strengths[rows].astype(np.int64)
            totals.sums[rows] = part.sum(axis=1)
            totals.squares[rows] = np.einsum("ij,ij->i", part, part)

    over_rows(add_up, len(strengths), threads)
    return totals


def percentiles(holes: Holes, sums: Ints, k: int) -> Buckets:
    """Buckets with equal numbers of deals, as nearly as whole values of the mean equity allow."""
    _, place = np.unique(sums, return_inverse=True)
    deals = np.bincount(place, holes.deals).astype(np.int64)
    middle = np.cumsum(deals) - deals / 2
    of_value = np.minimum((middle * k / deals.sum()).astype(np.int64), k - 1)
    _, numbered = np.unique(of_value, return_inverse=True)
    return numbered.astype(np.int32)[place]


def strength_space(holes: Holes, threads: int) -> Space:
    """Holes by their sorted strengths; the centres of buckets are medians."""

    def around(bucket: Buckets) -> Chosen:
        centres = medians_of(holes.strengths, holes.deals, bucket, threads)
        return Chosen(bucket, centres, spread(holes.strengths, centres, bucket, threads), 0)

    whole = holes.strengths.shape[1] * MOST
    return Space(whole, around, lambda centres, most: neighbours(centres, most, threads))


def by_equity(holes: Holes, sums: Ints, chosen: Chosen) -> Chosen:
    """The same buckets, numbered by their mean equity."""
    deals = holes.deals
    mean = np.bincount(chosen.bucket, sums * deals) / np.bincount(chosen.bucket, deals)
    order = np.argsort(mean, kind="stable")
    place = np.empty(len(mean), np.int32)
    place[order] = np.arange(len(mean))
    return chosen._replace(bucket=place[chosen.bucket], centres=chosen.centres[order])


def row_of(asked: Abstraction, holes: Holes, sums: Ints, chosen: Chosen, space: Space) -> Row:
    """The row of ``abstractions``, without the run and the seconds."""
    deals = holes.deals
    rng = np.random.default_rng(asked.seed)
    # Many holes of the river share a strength, so each bucket would be like all of them.
    most = 1 if asked.street == "river" else asked.k
    dealt = rng.integers(most, size=len(deals), dtype=np.int32)
    whole = int(deals.sum())

    def mean(buckets: Chosen) -> float:
        return int(buckets.distance @ deals) / float(space.whole * whole)

    percentile = (
        chosen if asked.kind == "percentile" else space.around(percentiles(holes, sums, asked.k))
    )
    return {
        **asked.columns,
        "mean_distance": mean(chosen),
        "percentile_distance": mean(percentile),
        "random_distance": mean(space.around(dealt)),
        "buckets": len(chosen.centres),
        "rounds": chosen.rounds,
        "rows": int(holes.rows.sum()),
        "deals": whole,
        "package_version": package_version(),
    }


def buckets_of(holes: Holes, totals: Totals, chosen: Chosen, space: Space) -> Columns:
    """The columns of ``buckets``, without the run."""
    deals, run_outs, bucket = holes.deals, holes.strengths.shape[1], chosen.bucket
    here = np.arange(len(chosen.centres))
    count = np.bincount(bucket, deals)
    mean = np.bincount(bucket, totals.sums * deals) / (count * run_outs)
    mean_square = np.bincount(bucket, totals.squares * deals) / (count * run_outs)
    nearest = np.argsort(bucket.astype(np.int64) << 32 | chosen.distance, kind="stable")
    typical = nearest[np.searchsorted(bucket[nearest], here)]
    return {
        "bucket": here,
        "rows": np.bincount(bucket, holes.rows).astype(np.int64),
        "deals": count.astype(np.int64),
        "mean_equity": mean / MOST,
        "equity_deviation": np.sqrt(np.maximum(mean_square - mean**2, 0)) / MOST,
        "mean_distance": np.bincount(bucket, chosen.distance * deals) / (count * space.whole),
        "typical_board_id": holes.board[typical],
        "typical_hole_id": holes.hole[typical],
    }


def centres_of(centres: Centres) -> Columns:
    """The columns of ``bucket_centres``, without the run."""
    k, places = centres.shape
    return {
        "bucket": np.repeat(np.arange(k), places),
        "place": np.tile(np.arange(places), k),
        "value": centres.ravel(),
    }


def distances_of(centres: Centres, space: Space) -> Columns:
    """The columns of ``bucket_distances``, without the run."""
    k = len(centres)
    other, apart = space.neighbours(centres, k if k <= ALL_PAIRS else NEAREST)
    return {
        "bucket": np.repeat(np.arange(k), other.shape[1]),
        "other": other.ravel(),
        "distance": apart.ravel() / space.whole,
    }


def table_of(table: Table, columns: dict[str, Any]) -> pa.Table:
    """Rows of a table; a single number fills its column."""
    rows = max(len(column) for column in columns.values() if np.ndim(column))
    schema = table.arrow_schema()
    arrays = [
        pa.array(
            columns[field.name]
            if np.ndim(columns[field.name])
            else np.full(rows, columns[field.name])
        ).cast(field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def run_of(lake: Lake, run: int) -> Row:
    """The row of ``abstractions`` of a run.

    Raises UsageError if there is none.
    """
    rows: list[Row] = rows_so_far(lake, ABSTRACTIONS).to_pylist()
    for row in rows:
        if row["run"] == run:
            return row
    there = f"give 1 to {len(rows)}" if rows else "make one with 'pokerlake abstract flop'"
    raise UsageError(f"no abstraction {run} in {lake.path}: {there}")


def buckets_by_row(
    lake: Lake, run: Row, threads: int, listener: Callable[[float], object]
) -> ByRow:
    """The bucket of each canonical hole of a street, in canonical order; or of the 1,326 holes.

    For rivers this takes 250 MB and two seconds.
    """
    street = run["street"]
    if street == "preflop":
        return hand_of_hole().astype(np.uint16)
    of_run = [("run", "=", run["run"])]
    if run["kind"] == "ochs":
        return _column(lake, RIVER_HAND_BUCKETS.name, "bucket", of_run)
    if street != "river":
        return _column(lake, f"{street}_buckets", "bucket", of_run)
    of_strength = np.zeros(STRENGTHS, np.uint16)
    of_strength[_column(lake, RIVER_BUCKETS.name, "strength", of_run)] = _column(
        lake, RIVER_BUCKETS.name, "bucket", of_run
    )
    strengths = row_strengths(threads=threads, progress=listener)
    return np.take(of_strength, strengths, out=strengths, mode="clip")


def stored_centres(lake: Lake, run: Row) -> ByRow:
    """The centres of the buckets of a run, (k, v) uint16."""
    of_run = [("run", "=", run["run"])]
    return _column(lake, BUCKET_CENTRES.name, "value", of_run).reshape(run["buckets"], -1)


def _column(lake: Lake, table: str, name: str, filters: list[tuple[str, str, int]]) -> ByRow:
    column: ByRow = stored_rows(lake, table, columns=[name], filters=filters)[name].to_numpy()
    return column
