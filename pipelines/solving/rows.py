"""Solved spots as rows of the three tables, and rows as strategies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.ranges.shapes import hole_names
from pokerlake.engine.solving import Decision, Solution, Tree
from pokerlake.engine.solving.sizes import PLAYERS, STREETS
from pokerlake.engine.solving.tree import DECISION
from pokerlake.tables.definitions.solving import (
    SOLVED_NODES,
    SOLVED_SPOTS,
    SOLVED_STRATEGIES,
    WHOLE,
)
from pokerlake.tables.manifest import package_version

from .asked import ALL, Asked

_SHARES = slice(4, None)  # of the columns of solved_strategies: those that are numbers


@dataclass(frozen=True)
class Kept:
    """A solved spot as rows, which have no number of it yet.

    Attributes
    ----------
    asked : Asked
    spot : dict
        The row of ``solved_spots``.
    nodes, strategies : pyarrow.Table
        Rows of the other tables, in the order of their keys.
    """

    asked: Asked
    spot: dict[str, Any]
    nodes: pa.Table
    strategies: pa.Table


def kept_of(asked: Asked, solution: Solution) -> Kept:
    """The rows of a solution."""
    return Kept(
        asked,
        _spot_row(asked, solution),
        node_rows(asked, solution.tree),
        _strategy_rows(asked, solution),
    )


def numbered(rows: pa.Table, number: int, schema: pa.Schema) -> pa.Table:
    """The rows of a spot with its number."""
    numbers = pa.array(np.full(len(rows), number, np.uint32))
    return rows.add_column(0, "spot", numbers).cast(schema)


def _spot_row(asked: Asked, solution: Solution) -> dict[str, Any]:
    pot = asked.spot.pot
    return {
        "name": asked.name,
        **asked.given,
        "iterations": solution.iterations,
        "exploitability": 100 * solution.exploitability / pot,
        **dict(zip(("value_oop", "value_ip"), solution.values, strict=True)),
        **dict(zip(("equity_oop", "equity_ip"), solution.equities, strict=True)),
        "nodes": len(solution.tree),
        "kept": asked.kept,
        "seconds": round(solution.seconds, 4),
        "package_version": package_version(),
    }


def spot_rows(found: Sequence[tuple[int, Kept]]) -> pa.Table:
    """Rows of ``solved_spots``."""
    rows = [{"spot": number, **one.spot} for number, one in found]
    return pa.Table.from_pylist(rows, SOLVED_SPOTS.arrow_schema())


def kept_nodes(asked: Asked, tree: Tree) -> list[int]:
    """The decisions of the tree that are kept, by line."""
    street = asked.spot.street
    decisions = np.flatnonzero(tree.kind == DECISION).tolist()
    lines = set(asked.lines)
    named = ((tree.line(node), node) for node in decisions)
    return [
        node
        for line, node in sorted(named)
        if asked.kept == ALL or tree.street[node] == street or line in lines
    ]


def node_rows(asked: Asked, tree: Tree) -> pa.Table:
    """Rows of ``solved_nodes``, without the number of the spot."""
    pot = asked.spot.pot
    rows = [
        {
            "line": tree.line(node),
            "street": STREETS[tree.street[node]],
            "player": PLAYERS[tree.player[node]],
            "pot": pot + int(tree.put_in[node].sum()),
            "to_call": int(tree.put_in[node].max() - tree.put_in[node, tree.player[node]]),
            "actions": ",".join(tree.actions[child] for child in tree.children_of(node)),
        }
        for node in kept_nodes(asked, tree)
    ]
    schema = pa.schema(list(SOLVED_NODES.arrow_schema())[1:])
    return pa.Table.from_pylist(rows, schema)


def _decisions(asked: Asked, solution: Solution) -> Iterator[Decision]:
    """The decisions that are kept, on all boards that are dealt by then."""
    lines = {solution.tree.line(node) for node in kept_nodes(asked, solution.tree)}
    streets = {int(solution.tree.street[solution.tree.node(line)]) for line in lines}
    for dealt in solution.boards():
        if asked.spot.street + len(dealt) in streets:
            yield from (one for one in solution.decisions(dealt) if one.line in lines)


def _strategy_rows(asked: Asked, solution: Solution) -> pa.Table:
    """A row for each decision, board, hole and action, by the texts of each."""
    board, pot = asked.spot.board, asked.spot.pot
    found = [(one.line, format_hand(board + one.dealt), one) for one in _decisions(asked, solution)]
    found.sort(key=lambda item: item[:2])
    names = sorted({action for _, _, one in found for action in one.actions})
    places = {name: place for place, name in enumerate(names)}
    parts = [_numbers(one, pot, places) for _, _, one in found]
    sizes = [len(part[0]) for part in parts]
    schema = list(SOLVED_STRATEGIES.arrow_schema())[1:]
    columns: list[pa.Array] = [
        _repeated([line for line, _, _ in found], sizes),
        _repeated([text for _, text, _ in found], sizes),
    ]
    joined = [np.concatenate(column) for column in zip(*parts, strict=True)]
    columns.append(_texts(hole_names(), joined[0]))
    columns.append(_texts(names, joined[1]))
    for field, column in zip(schema[_SHARES], joined[2:], strict=True):
        columns.append(pa.array(column, field.type, mask=np.isnan(column)))
    return pa.Table.from_arrays(columns, schema=pa.schema(schema))


def _numbers(one: Decision, pot: int, places: dict[str, int]) -> list[npt.NDArray[Any]]:
    """The columns of a decision: hole, place of the action, share, value, equity, reach, weight."""
    count = len(one.actions)
    holes = np.argsort(_place_by_text()[one.holes])
    actions = np.argsort([places[name] for name in one.actions])
    shares = np.diff(np.rint(np.cumsum(one.shares, axis=1) * WHOLE), axis=1, prepend=0)
    either = np.ix_(holes, actions)

    def by_hole(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.repeat(column[holes], count)

    return [
        by_hole(one.holes),
        np.tile(np.sort([places[name] for name in one.actions]), len(holes)),
        shares[either].ravel(),
        np.rint(one.values[either].ravel() * (WHOLE / pot)),
        by_hole(np.rint(one.equities * WHOLE)),
        by_hole(one.reach.astype(np.float32)),
        by_hole((one.reach * one.met).astype(np.float32)),
    ]


@cache
def _place_by_text() -> npt.NDArray[np.int64]:
    """The place of each hole among all by their text, which is the order of rows."""
    return np.argsort(np.argsort(np.array(hole_names())))


def _texts(names: Sequence[str], places: npt.NDArray[Any]) -> pa.Array:
    """Texts by their places among names."""
    return pa.array(names, pa.string()).take(pa.array(places.astype(np.int32)))


def _repeated(texts: Sequence[str], times: Sequence[int]) -> pa.Array:
    return _texts(texts, np.repeat(np.arange(len(texts)), times))
