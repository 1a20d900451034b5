"""Computes an abstraction that the lake lacks, and adds it to its tables."""

from __future__ import annotations

import time
from concurrent.futures import Executor
from pathlib import Path

from pokerlake.tables.definitions.abstraction import (
    ABSTRACTION,
    ABSTRACTIONS,
    BUCKET_TRANSITIONS,
    TRANSITIONS,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, refuse_file

from ..growing import adding, drop, rows_so_far, tidy
from .asked import DRAWN, Abstraction, refuse_memory
from .checkpoints import Checkpoint, checkpoint_in, folder_of, forget
from .computing import Listener, computed, computed_elsewhere
from .measured import Row, run_of, table_of
from .potential import with_next_run


def abstract_into(
    lake: Path,
    asked: Abstraction,
    *,
    anew: bool = False,
    threads: int = 0,
    executor: Executor | None = None,
    listener: Listener = lambda *_: None,
) -> Row:
    """Look an abstraction up in a lake, or compute it and add it.

    ``lake``: made if it does not exist; ``anew``: whether to compute it even if the lake has it,
    and replace all abstractions. Returns the row of ``abstractions``. Raises UsageError, LakeError
    or OutputError.
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
    if executor is None:
        refuse_memory(asked)
    with checkpoint_in(folder) as kept:
        row = _add(lake, asked, kept, threads, executor, listener, anew=anew)
    return {column.name: row[column.name] for column in ABSTRACTIONS.columns}


def _add(
    lake: Path,
    asked: Abstraction,
    kept: Checkpoint | None,
    threads: int,
    executor: Executor | None,
    listener: Listener,
    *,
    anew: bool,
) -> Row:
    """Compute an abstraction, add it, and return its row."""
    started = time.perf_counter()
    row, columns = (
        computed(lake, asked, kept, threads, listener)
        if executor is None
        else computed_elsewhere(lake, asked, kept, executor, listener)
    )
    row["seconds"] = round(time.perf_counter() - started, 3)
    if anew:  # pairs of runs that are replaced
        _forget_transitions(lake)
    with adding(lake, ABSTRACTION, anew=anew, wait=True) as addition:
        # An object store has no lock: another command may have computed it in the meantime.
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
    """The row of an abstraction, if the lake has it."""
    if not lake.exists():
        return None
    rows: list[Row] = rows_so_far(Lake.open(lake), ABSTRACTIONS).to_pylist()
    for row in rows:
        if asked.columns.items() <= row.items():
            return row
    return None


def _forget_transitions(lake: Path) -> None:
    """Remove all transitions of a lake."""
    if lake.exists() and BUCKET_TRANSITIONS.name in Lake.open(lake).manifest.tables:
        drop(lake, [table.name for table in TRANSITIONS])
