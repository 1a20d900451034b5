"""Computes an abstraction that the lake does not have, and adds it to its tables."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.abstraction import cluster, optimal_buckets, spread
from pokerlake.engine.threads import over_rows
from pokerlake.tables.definitions.abstraction import (
    ABSTRACTION,
    ABSTRACTIONS,
    BUCKETS,
)
from pokerlake.tables.definitions.boards import OWN_RUN_OUTS
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.manifest import package_version
from pokerlake.tables.schema import Table

from ..growing import adding, rows_so_far, tidy
from .asked import CARDS, Abstraction
from .holes import STRENGTHS, Holes, holes_of, river_strengths
from .potential import potential_buckets, with_next_run

MOST = STRENGTHS - 1  # a strength of all: an equity of 1
NEXT_CARDS, RUN_OUTS = 47, OWN_RUN_OUTS[4]  # after a flop, and after a turn
_KEY = ("street", "kind", "next_run", "k", "seed", "restarts")
_ROWS = 1 << 13  # of run-outs that are summed up at once

Row = dict[str, Any]
Buckets = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Listener = Callable[[str, float], object]  # what is at hand, and the share of it that is done


def abstract_into(
    lake: Path,
    asked: Abstraction,
    *,
    anew: bool = False,
    threads: int = 0,
    listener: Listener = lambda *_: None,
) -> Row:
    """Look an abstraction up in a lake, or compute it and add it.

    Parameters
    ----------
    lake : Path
        Made if it does not exist.
    asked : Abstraction
    anew : bool
        Whether it is computed even if the lake has it, and replaces all that it has.
    threads : int
        0 for all cores. The result is the same.
    listener : callable
        Is told what is at hand, and the share of that which is done.

    Returns
    -------
    dict
        The row of ``abstractions``.

    Raises
    ------
    UsageError
        If fewer holes on flops or turns differ than there are to be buckets, or the lake has no run
        of turns that potential looks at.
    LakeError
        If a table of the lake is damaged.
    OutputError
        If the disk is full or cannot be written.
    """
    refuse_file(lake)
    if asked.kind == "potential":
        if anew:
            raise UsageError(
                "potential looks at a run of turns that the lake has: give it without --replace"
            )
        asked = with_next_run(lake, asked)
    known = None if anew else _known(lake, asked)
    if known is not None:
        tidy(lake, ABSTRACTION)
        return known
    started = time.perf_counter()
    holes = (
        river_strengths(threads, lambda done: listener("strengths", done))
        if asked.street == "river"
        else holes_of(CARDS[asked.street], threads, lambda done: listener("run-outs", done))
    )
    totals = _totals(holes.strengths, threads)
    if asked.kind == "potential":  # gigabytes that are not looked at again
        holes = holes._replace(strengths=np.empty((0, holes.strengths.shape[1]), np.uint16))
    found = _buckets(lake, asked, holes, totals.sums, threads, listener)
    bucket = _by_equity(holes, totals.sums, found.bucket)
    row, buckets = _measured(asked, holes, totals, found, bucket)
    row["seconds"] = round(time.perf_counter() - started, 3)
    with adding(lake, ABSTRACTION, anew=anew, wait=True) as addition:
        row["run"] = addition.first
        addition.write[ABSTRACTIONS.name](_table(ABSTRACTIONS, {k: [v] for k, v in row.items()}))
        addition.write[BUCKETS.name](_table(BUCKETS, {**buckets, "run": addition.first}))
        of_holes = {"run": addition.first, "bucket": bucket}
        if asked.street == "river":
            of_holes |= {"strength": holes.strengths[:, 0], "deals": holes.deals}
        else:
            of_holes |= {"board_id": holes.board, "hole_id": holes.hole}
        stored = next(table for table in ABSTRACTION if table.name == f"{asked.street}_buckets")
        addition.write[stored.name](_table(stored, of_holes))
        addition.things = 1
        addition.seconds = row["seconds"]
    return {column.name: row[column.name] for column in ABSTRACTIONS.columns}


def _known(lake: Path, asked: Abstraction) -> Row | None:
    """The row of an abstraction that the lake has."""
    if not lake.exists():
        return None
    rows: list[Row] = rows_so_far(Lake.open(lake), ABSTRACTIONS).to_pylist()
    for row in rows:
        if tuple(row.get(name) for name in _KEY) == asked.key:
            return row
    return None


class _Found(NamedTuple):
    """Buckets of holes, and how far these are from the centres."""

    bucket: Buckets  # of each hole
    distance: Ints  # of each hole
    rounds: int  # that it took
    spread: Callable[[Buckets], Ints]  # the distances from the centres of any buckets
    whole: int  # the distance that is called 1


def _buckets(
    lake: Path, asked: Abstraction, holes: Holes, sums: Ints, threads: int, listener: Listener
) -> _Found:
    """Put each hole into a bucket."""
    whole = holes.strengths.shape[1] * MOST

    def apart(bucket: Buckets) -> Ints:
        return spread(holes.strengths, holes.deals, bucket, threads)

    def progress(restart: int, done: int, total: int) -> None:
        listener(
            f"restart {restart + 1} of {asked.restarts}, round {done}: "
            f"mean distance {total / (whole * float(holes.deals.sum())):.5f}",
            math.nan,
        )

    rounds = 0
    try:
        if asked.kind == "potential":
            whole = NEXT_CARDS * RUN_OUTS * MOST
            nexts, found = potential_buckets(lake, asked, holes.deals, threads, listener, progress)
            return _Found(found.bucket, found.distance, found.rounds, nexts.spread, whole)
        if asked.kind == "percentile":
            bucket = _percentiles(holes, sums, asked.k)
        elif asked.kind == "optimal":
            values = holes.strengths[:, 0]
            bucket = optimal_buckets(values, holes.deals, min(asked.k, len(values)))
        else:
            found = cluster(
                holes.strengths,
                holes.deals,
                asked.k,
                seed=asked.seed,
                restarts=asked.restarts,
                threads=threads,
                progress=progress,
            )
            bucket, rounds = found.bucket, found.rounds
    except ValueError as error:
        raise UsageError(str(error)) from error
    return _Found(bucket, apart(bucket), rounds, apart, whole)


def _percentiles(holes: Holes, sums: Ints, k: int) -> Buckets:
    """Buckets of as many deals, as nearly as whole values of the mean equity allow."""
    _, place = np.unique(sums, return_inverse=True)
    deals = np.bincount(place, holes.deals).astype(np.int64)
    middle = np.cumsum(deals) - deals / 2
    of_value = np.minimum((middle * k / deals.sum()).astype(np.int64), k - 1)
    _, numbered = np.unique(of_value, return_inverse=True)
    return numbered.astype(np.int32)[place]


class _Totals(NamedTuple):
    """Of each hole, the sum of its strengths and that of their squares."""

    sums: Ints
    squares: Ints


def _totals(strengths: npt.NDArray[np.uint16], threads: int) -> _Totals:
    found = _Totals(*np.empty((2, len(strengths)), np.int64))

    def add_up(start: int, stop: int) -> None:
        for low in range(start, stop, _ROWS):
            rows = slice(low, min(low + _ROWS, stop))
            part = strengths[rows].astype(np.int64)
            found.sums[rows] = part.sum(axis=1)
            found.squares[rows] = np.einsum("ij,ij->i", part, part)

    over_rows(add_up, len(strengths), threads)
    return found


def _by_equity(holes: Holes, sums: Ints, bucket: Buckets) -> Buckets:
    """The same buckets, numbered by their mean equity."""
    mean = np.bincount(bucket, sums * holes.deals) / np.bincount(bucket, holes.deals)
    place = np.empty(len(mean), np.int32)
    place[np.argsort(mean, kind="stable")] = np.arange(len(mean))
    return place[bucket]


def _measured(
    asked: Abstraction, holes: Holes, totals: _Totals, found: _Found, bucket: Buckets
) -> tuple[Row, dict[str, Any]]:
    """The row of ``abstractions``, and the columns of ``buckets``, which are numbered anew."""
    deals, run_outs = holes.deals, holes.strengths.shape[1]
    distance, scale = found.distance, found.whole
    rng = np.random.default_rng(asked.seed)
    # So many holes share a strength of rivers that each bucket would be like all of them.
    most = 1 if asked.street == "river" else asked.k
    dealt = rng.integers(most, size=len(bucket), dtype=np.int32)
    whole = int(deals.sum())

    def mean(apart: npt.NDArray[np.int64]) -> float:
        return int(apart @ deals) / float(scale * whole)

    percentile = (
        distance
        if asked.kind == "percentile"
        else found.spread(_percentiles(holes, totals.sums, asked.k))
    )
    street, kind, next_run, k, seed, restarts = asked.key
    row = {
        "street": street, "kind": kind, "next_run": next_run, "k": k, "seed": seed,
        "restarts": restarts, "rounds": found.rounds,
        "mean_distance": mean(distance), "percentile_distance": mean(percentile),
        "random_distance": mean(found.spread(dealt)),
        "buckets": len(np.unique(bucket)),
        "rows": int(holes.rows.sum()), "deals": whole, "package_version": package_version(),
    }  # fmt: skip
    of_bucket = np.bincount(bucket, deals, k)
    here = np.flatnonzero(of_bucket)
    count = of_bucket[here]
    mean_strength = np.bincount(bucket, totals.sums * deals, k)[here] / (count * run_outs)
    mean_square = np.bincount(bucket, totals.squares * deals, k)[here] / (count * run_outs)
    nearest = np.argsort(bucket.astype(np.int64) << 32 | distance, kind="stable")
    typical = nearest[np.searchsorted(bucket[nearest], here)]
    columns = {
        "bucket": here,
        "rows": np.bincount(bucket, holes.rows, k)[here].astype(np.int64),
        "deals": count.astype(np.int64),
        "mean_equity": mean_strength / MOST,
        "equity_deviation": np.sqrt(np.maximum(mean_square - mean_strength**2, 0)) / MOST,
        "mean_distance": np.bincount(bucket, distance * deals, k)[here] / (count * scale),
        "typical_board_id": holes.board[typical],
        "typical_hole_id": holes.hole[typical],
    }
    return row, columns


def _table(table: Table, columns: dict[str, Any]) -> pa.Table:
    """Rows of a table; a single number stands for all rows."""
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
