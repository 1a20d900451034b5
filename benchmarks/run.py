"""Measure the engine: `make bench`. Prints a table and writes results.json beside this file.

Everything runs on the same random hands (fixed seed, random order of cards), several times in turn;
the best and the median are shown. The peer of evaluation is Hammer's other method in the same run,
so that a ratio means something on a noisy machine.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np
import pyarrow as pa
from rich.console import Console
from rich.table import Table

from pokerlake.engine.cards import format_column, parse_column
from pokerlake.engine.count import HANDS, class_counts
from pokerlake.engine.deck import deal
from pokerlake.engine.evaluate import class_ids
from pokerlake.engine.graph import merged_graph
from pokerlake.queries.text import classes_of_text

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "tests"))
from five_pointer import five_pointer_walk  # noqa: E402

N = 4_000_000
RUNS = 7


def main():
    graph = merged_graph()
    tables = graph.next, graph.rank_class, graph.flush_class
    out = np.empty(N, np.uint16)
    works = {}
    for k in (7, 6, 5):
        columns = deal(N, k, seed=k, threads=0)
        works[f"{k} random cards, columns"] = (
            N,
            lambda t, c=columns: class_ids(c, out=out, threads=t),
            ("five-pointer walk", lambda c=columns: five_pointer_walk(c, *tables, out)),
        )
    columns = deal(N, 7, seed=7, threads=0)
    rows = np.ascontiguousarray(columns.T)
    works["7 random cards, columns, checked"] = (N, lambda t: class_ids(columns, threads=t), None)
    works["7 random cards, rows"] = (
        N,
        lambda t: class_ids(rows, out=out, threads=t),
        None,
    )
    for k, hands in HANDS.items():
        works[f"all hands of {k} cards, counted"] = (
            hands,
            lambda t, k=k: class_counts(k, threads=t),
            None,
        )
    text = format_column(columns)
    works["7 cards, text to cards"] = (N, lambda t: parse_column(text, threads=t), None)
    buffers = [None, pa.py_buffer(text.offsets), pa.py_buffer(text.data)]
    arrow = pa.Array.from_buffers(pa.large_string(), N, buffers)
    works["7 cards, Arrow text to classes (all cores)"] = (N, lambda t: classes_of_text(arrow), None)
    works["2 x 5 cards, dealt"] = (N, lambda t: deal(N, 10, seed=1, threads=t), None)

    results = []
    for name, (items, work, peer) in works.items():
        results += measure(name, items, work, peer)
    (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    show(results)


def measure(name, items, work, peer):
    calls = {1: lambda: work(1), 2: lambda: work(2)}
    if "all cores" in name:
        calls = {2: calls[2]}
    if peer is not None:
        calls["peer"] = peer[1]
    seconds = {key: [] for key in calls}
    for run in range(RUNS + 1):  # the first warms up
        for key, call in calls.items():
            started = time.perf_counter()
            call()
            if run:
                seconds[key].append(time.perf_counter() - started)
    peer_best = items / min(seconds["peer"]) if peer is not None else None
    return [
        {
            "work": name,
            "threads": threads,
            "ours_per_second": round(items / min(seconds[threads])),
            "ours_per_second_median": round(items / median(seconds[threads])),
            "peer": peer[0] if peer and threads == 1 else None,
            "peer_per_second": round(peer_best) if peer and threads == 1 else None,
            "ratio": round(items / min(seconds[threads]) / peer_best, 2)
            if peer and threads == 1
            else None,
        }
        for threads in seconds
        if threads != "peer"
    ]


def show(results):
    table = Table("work", "threads", "best M/s", "median M/s", "peer", "peer M/s", "ratio")
    for row in results:
        peer = row["peer_per_second"]
        table.add_row(
            row["work"],
            str(row["threads"]),
            f"{row['ours_per_second'] / 1e6:,.0f}",
            f"{row['ours_per_second_median'] / 1e6:,.0f}",
            row["peer"] or "",
            f"{peer / 1e6:,.0f}" if peer else "",
            str(row["ratio"] or ""),
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
