"""Computes an abstraction that the lake does not have, and adds it to its tables."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from pokerlake.engine.abstraction import cluster, optimal_buckets
from pokerlake.tables.definitions.abstraction import (
    ABSTRACTION,
    ABSTRACTIONS,
    BUCKET_CENTRES,
    BUCKET_DISTANCES,
    BUCKET_TRANSITIONS,
    BUCKETS,
    TRANSITIONS,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.schema import Table

from ..dropping import drop
from ..growing import adding, rows_so_far, tidy
from .asked import CARDS, DRAWN, Abstraction, refuse_memory
from .by_row import run_of
from .checkpoints import Checkpoint, checkpoint_in, folder_of, forget
from .hands import starting_hands
from .holes import Holes, holes_of, river_strengths
from .measured import (
    Chosen,
    Columns,
    Ints,
    Row,
    Space,
    buckets_of,
    by_equity,
    centres_of,
    distances_of,
    percentiles,
    row_of,
    strength_space,
    totals_of,
)
from .ochs import ochs_buckets
from .potential import next_buckets, next_space, with_next_run

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
        of turns that potential looks at, or too little memory is free.
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
    folder = None
    if asked.kind in DRAWN:
        next_run = asked.next_run and run_of(Lake.open(lake), asked.next_run)
        folder = folder_of(lake, asked.columns, next_run or None)
    known = None if anew else _known(lake, asked)
    if known is not None:
        tidy(lake, ABSTRACTION)
        if folder is not None:
            forget(folder)
        return known
    refuse_memory(asked)
    with checkpoint_in(folder) as kept:
        row = _add(lake, asked, kept, threads, listener, anew=anew)
    return {column.name: row[column.name] for column in ABSTRACTIONS.columns}


def _add(
    lake: Path,
    asked: Abstraction,
    kept: Checkpoint | None,
    threads: int,
    listener: Listener,
    *,
    anew: bool,
) -> Row:
    """Compute an abstraction, add it, and return its row."""
    started = time.perf_counter()
    row, columns = (
        starting_hands(asked, threads, lambda done: listener("rivers", done))
        if asked.street == "preflop"
        else ochs_buckets(asked, kept, threads, listener)
        if asked.kind == "ochs"
        else _in_buckets(lake, asked, kept, threads, listener)
    )
    row["seconds"] = round(time.perf_counter() - started, 3)
    if anew:  # pairs of runs that are replaced
        _forget_transitions(lake)
    with adding(lake, ABSTRACTION, anew=anew, wait=True) as addition:
        # An object store has no lock: another command may have computed it meanwhile.
        if not anew and (known := _known(lake, asked)) is not None:
            return known
        row["run"] = addition.first
        columns[ABSTRACTIONS.name] = {name: [value] for name, value in row.items()}
        for table in ABSTRACTION:
            if table.name in columns:
                filled = {**columns[table.name], "run": addition.first}
                addition.write[table.name](table_of(table, filled))
        addition.things = 1
        addition.seconds = row["seconds"]
    return row


def _known(lake: Path, asked: Abstraction) -> Row | None:
    """The row of an abstraction that the lake has."""
    if not lake.exists():
        return None
    rows: list[Row] = rows_so_far(Lake.open(lake), ABSTRACTIONS).to_pylist()
    for row in rows:
        if asked.columns.items() <= row.items():
            return row
    return None


def _in_buckets(
    lake: Path, asked: Abstraction, kept: Checkpoint | None, threads: int, listener: Listener
) -> tuple[Row, dict[str, Columns]]:
    """The row of an abstraction of flops, turns or rivers, and the columns of its tables."""
    holes = (
        river_strengths(threads, lambda done: listener("strengths", done))
        if asked.street == "river"
        else holes_of(CARDS[asked.street], threads, lambda done: listener("run-outs", done))
    )
    totals = totals_of(holes.strengths, threads)
    if asked.kind == "potential":  # gigabytes that are not looked at again
        holes = holes._replace(strengths=np.empty((0, holes.strengths.shape[1]), np.uint16))
    space, chosen = _chosen(lake, asked, kept, holes, totals.sums, threads, listener)
    chosen = by_equity(holes, totals.sums, chosen)
    of_holes: Columns = {"bucket": chosen.bucket}
    if asked.street == "river":
        of_holes |= {"strength": holes.strengths[:, 0], "deals": holes.deals}
    else:
        of_holes |= {"board_id": holes.board, "hole_id": holes.hole}
    columns = {
        BUCKETS.name: buckets_of(holes, totals, chosen, space),
        f"{asked.street}_buckets": of_holes,
        BUCKET_CENTRES.name: centres_of(chosen.centres),
        BUCKET_DISTANCES.name: distances_of(chosen.centres, space),
    }
    return row_of(asked, holes, totals.sums, chosen, space), columns


def _chosen(
    lake: Path,
    asked: Abstraction,
    kept: Checkpoint | None,
    holes: Holes,
    sums: Ints,
    threads: int,
    listener: Listener,
) -> tuple[Space, Chosen]:
    """The buckets of all holes, and how far these are apart."""
    if asked.kind == "potential":
        nexts = next_buckets(lake, asked, holes.deals, threads, listener)
        space, clusters = next_space(nexts), nexts.cluster
    else:
        space = strength_space(holes, threads)
        clusters = functools.partial(cluster, holes.strengths, holes.deals, threads=threads)
    if asked.kind == "percentile":
        return space, space.around(percentiles(holes, sums, asked.k))
    whole = space.whole * float(holes.deals.sum())

    def progress(restart: int, done: int, total: int) -> None:
        listener(
            f"restart {restart + 1} of {asked.restarts}, round {done}: "
            f"mean distance {total / whole:.5f}",
            math.nan,
        )

    try:
        if asked.kind == "optimal":
            values = holes.strengths[:, 0]
            return space, space.around(
                optimal_buckets(values, holes.deals, min(asked.k, len(values)))
            )
        assert kept is not None
        if kept.midway is not None:
            listener(f"going on after round {kept.midway.rounds}", math.nan)
        found = clusters(
            asked.k,
            seed=asked.seed,
            restarts=asked.restarts,
            progress=progress,
            midway=kept.midway,
            save=kept.save,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    return space, Chosen(found.bucket, found.centres, found.distance, found.rounds)


def _forget_transitions(lake: Path) -> None:
    """Remove all transitions of a lake."""
    if lake.exists() and BUCKET_TRANSITIONS.name in Lake.open(lake).manifest.tables:
        drop(lake, [table.name for table in TRANSITIONS])


def table_of(table: Table, columns: dict[str, Any]) -> pa.Table:
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
