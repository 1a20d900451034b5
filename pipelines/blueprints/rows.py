"""Blueprints as rows of the lake's tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from pokerlake.engine.blueprint import Lines, Training
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.engine.solving.tree import DECISION
from pokerlake.tables.definitions.blueprints import (
    BLUEPRINT_NODES,
    BLUEPRINT_STRATEGIES,
    BLUEPRINTS,
)
from pokerlake.tables.manifest import package_version

from ..solving.rows import whole_shares
from .asked import Asked

STREETS = ("preflop", "flop", "turn", "river")
_PIECE = 2_000_000  # rows that are written at a time


def decisions_of(lines: Lines) -> list[int]:
    """The decisions, in the order of play: they are numbered from 1."""
    return np.flatnonzero(lines.kind == DECISION).tolist()


def information_sets(asked: Asked) -> int:
    """The number of information sets: decisions times buckets."""
    return sum(asked.buckets[asked.lines.street[node]] for node in decisions_of(asked.lines))


def blueprint_row(run: int, asked: Asked, training: Training, seconds: float) -> pa.Table:
    """The row of a blueprint."""
    decisions = decisions_of(asked.lines)
    regret = training.positive_regret() * 1000 / asked.big_blind
    row = {
        "run": run,
        **asked.columns,
        "decisions": len(decisions),
        "information_sets": information_sets(asked),
        "iterations": training.iterations,
        "regret_oop": float(regret[0]),
        "regret_ip": float(regret[1]),
        "seconds": round(seconds, 3),
        "package_version": package_version(),
    }
    return pa.Table.from_pylist([row], BLUEPRINTS.arrow_schema())


def node_rows(run: int, lines: Lines) -> pa.Table:
    """The rows of its decisions."""
    rows = []
    for number, node in enumerate(decisions_of(lines), 1):
        put_in, player = lines.put_in[node], int(lines.player[node])
        rows.append(
            {
                "run": run,
                "node": number,
                "line": lines.line(node),
                "street": STREETS[lines.street[node]],
                "player": PLAYERS[player],
                "pot": round(float(put_in.sum()) * lines.chip, 6),
                "to_call": round(float(put_in.max() - put_in[player]) * lines.chip, 6),
                "actions": ",".join(lines.actions[child] for child in lines.children[node]),
            }
        )
    return pa.Table.from_pylist(rows, BLUEPRINT_NODES.arrow_schema())


def strategy_rows(run: int, training: Training) -> Iterator[pa.Table]:
    """The rows of its strategies, some million at a time, in the order of their keys."""
    waiting: list[pa.Table] = []
    rows = 0
    for number, node in enumerate(decisions_of(training.lines), 1):
        waiting.append(_rows_of(run, number, node, training))
        rows += waiting[-1].num_rows
        if rows >= _PIECE:
            yield pa.concat_tables(waiting).unify_dictionaries()
            waiting, rows = [], 0
    if waiting:
        yield pa.concat_tables(waiting).unify_dictionaries()


def _rows_of(run: int, number: int, node: int, training: Training) -> pa.Table:
    lines = training.lines
    actions = [lines.actions[child] for child in lines.children[node]]
    order = np.argsort(actions)  # the key has them as text
    strategy = training.strategy(node)
    buckets, many = strategy.shape
    rows = buckets * many
    whole = whole_shares(strategy.ravel(), np.arange(0, rows, many), np.full(buckets, many)).astype(
        np.uint16
    )
    shares = whole.reshape(buckets, many)[:, order]
    columns = [
        pa.array(np.full(rows, run, np.uint32)),
        pa.array(np.full(rows, number, np.uint32)),
        pa.array(np.repeat(np.arange(buckets, dtype=np.uint16), many)),
        pa.DictionaryArray.from_arrays(
            np.tile(np.arange(many, dtype=np.int32), buckets), [actions[at] for at in order]
        ),
        pa.array(shares.ravel()),
        pa.array(training.regrets_of(node)[:, order].ravel()),
    ]
    return pa.Table.from_arrays(columns, names=BLUEPRINT_STRATEGIES.arrow_schema().names)
