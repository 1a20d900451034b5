"""Solved spots as rows of the three tables, and rows as strategies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HOLES
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

Ints = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

_SHARES = slice(5, None)  # the numeric columns of solved_strategies


@dataclass(frozen=True)
class SpotRows:
    """Solved spots as rows, with places of spots instead of their numbers."""

    asked: list[Asked]
    spots: list[dict[str, Any]]  # their rows of ``solved_spots``
    # Rows of the other tables, in the order of their keys. Texts are dictionaries.
    nodes: pa.Table
    strategies: pa.Table


def rows_of_solutions(solved: Sequence[tuple[Asked, Solution]]) -> SpotRows:
    """The rows of solutions."""
    return SpotRows(
        [asked for asked, _ in solved],
        [_spot_row(asked, solution) for asked, solution in solved],
        node_rows([(asked, solution.tree) for asked, solution in solved]),
        _strategy_rows(solved),
    )


def numbered(rows: pa.Table, numbers: Ints) -> pa.Table:
    """The rows with the numbers of spots, by place; without spots of number 0."""
    of_row = numbers[rows["spot"].to_numpy()]
    there = of_row > 0
    if not there.all():
        rows, of_row = rows.filter(pa.array(there)), of_row[there]
    return rows.set_column(0, "spot", pa.array(of_row.astype(np.uint32)))


def _spot_row(asked: Asked, solution: Solution) -> dict[str, Any]:
    spot = asked.spot
    gains = [100 * gain / solution.pot for gain in solution.gains]
    return {
        "name": asked.name,
        **asked.columns,
        "iterations": solution.iterations,
        "exploitability": 100 * solution.exploitability / solution.pot,
        **dict(zip(("gain_oop", "gain_ip"), gains, strict=True)),
        "pot_worth": spot.worth(solution.pot),
        **dict(zip(("value_oop", "value_ip"), map(spot.worth, solution.values), strict=True)),
        **dict(zip(("equity_oop", "equity_ip"), solution.equities, strict=True)),
        "nodes": len(solution.tree),
        "kept": asked.kept,
        "seconds": round(solution.seconds, 4),
        "package_version": package_version(),
    }


def spot_rows(rows: Sequence[dict[str, Any]]) -> pa.Table:
    """Rows of ``solved_spots``."""
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


def node_rows(spots: Sequence[tuple[Asked, Tree]]) -> pa.Table:
    """Rows of ``solved_nodes``, with the places of spots."""
    rows = []
    for place, (asked, tree) in enumerate(spots):
        spot = asked.spot
        for node in kept_nodes(asked, tree):
            player, put_in = int(tree.player[node]), tree.put_in[node].tolist()
            rows.append(
                {
                    "spot": place,
                    "line": tree.line(node),
                    "street": STREETS[tree.street[node]],
                    "player": PLAYERS[player],
                    "pot": spot.told(spot.pot + sum(put_in)),
                    "to_call": spot.told(max(put_in) - put_in[player]),
                    "actions": ",".join(tree.actions[child] for child in tree.children_of(node)),
                }
            )
    return pa.Table.from_pylist(rows, SOLVED_NODES.arrow_schema())


# ---------------------------------------------------------------- strategies of holes


class _Found(NamedTuple):
    """A decision that is kept; the fields before it are its sort key."""

    place: int  # of the spot
    line: str
    board: str
    decision: Decision


def _decisions(place: int, asked: Asked, solution: Solution) -> Iterator[_Found]:
    """The decisions that are kept, on all boards that may be dealt by then."""
    tree, board = solution.tree, asked.spot.board
    nodes = kept_nodes(asked, tree)
    lines = {tree.line(node) for node in nodes}
    streets = set(tree.street[nodes].tolist())
    for dealt in solution.boards():
        if asked.spot.street + len(dealt) in streets:
            text = format_hand(board + dealt)
            for decision in solution.decisions(dealt):
                if decision.line in lines:
                    yield _Found(place, decision.line, text, decision)


def _strategy_rows(solved: Sequence[tuple[Asked, Solution]]) -> pa.Table:
    """A row for each decision, board, hole and action, in text order.

    All decisions are concatenated into columns of holes, and of actions of holes. One by one they
    would take as long as solving a river.
    """
    kept = [
        decision
        for place, (asked, solution) in enumerate(solved)
        for decision in _decisions(place, asked, solution)
    ]
    kept.sort(key=lambda decision: decision[:3])
    decisions = [decision.decision for decision in kept]
    # For each hole of a decision: its decision, the number of actions, and where the first stands.
    decision_of = np.repeat(np.arange(len(kept)), [len(decision.holes) for decision in decisions])
    count = np.array([len(decision.actions) for decision in decisions])[decision_of]
    first = np.cumsum(count) - count
    holes = np.concatenate([decision.holes for decision in decisions])
    reach = np.concatenate([decision.reach for decision in decisions])
    met = np.concatenate([decision.met for decision in decisions])
    equities = np.concatenate([decision.equities for decision in decisions])
    shares = np.concatenate([decision.shares.ravel() for decision in decisions])
    values = np.concatenate([decision.values.ravel() for decision in decisions])
    # For each row: its hole, and its action, in text order.
    order = np.argsort(decision_of * HOLES + _place_by_text()[holes])
    hole = np.repeat(order, count[order])
    names = sorted({action for decision in decisions for action in decision.actions})
    by_text = [np.argsort(decision.actions) for decision in decisions]
    starts = np.cumsum([0, *map(len, by_text)])
    nth = np.arange(len(hole)) - np.repeat(np.cumsum(count[order]) - count[order], count[order])
    action = np.concatenate(by_text)[starts[decision_of[hole]] + nth]
    at = first[hole] + action
    called = {name: number for number, name in enumerate(names)}
    numbers = np.array([called[name] for decision in decisions for name in decision.actions])
    chips = np.array([WHOLE / solved[decision.place][1].pot for decision in kept])
    columns: list[pa.Array] = [
        pa.array(np.array([decision.place for decision in kept], np.uint32)[decision_of[hole]]),
        _texts([decision.line for decision in kept], decision_of[hole]),
        _texts([decision.board for decision in kept], decision_of[hole]),
        pa.DictionaryArray.from_arrays(holes[hole].astype(np.int32), hole_names()),
        pa.DictionaryArray.from_arrays(
            numbers[starts[decision_of[hole]] + action].astype(np.int32),
            pa.array(names, pa.string()),
        ),
    ]
    rounded = [
        whole_shares(shares, first, count)[at],
        np.rint(values[at] * chips[decision_of[hole]]),
        np.rint(equities * WHOLE)[hole],
        reach.astype(np.float32)[hole],
        (reach * met).astype(np.float32)[hole],
    ]
    schema = SOLVED_STRATEGIES.arrow_schema()
    for field, column in zip(list(schema)[_SHARES], rounded, strict=True):
        columns.append(pa.array(column, field.type, mask=np.isnan(column)))
    return pa.Table.from_arrays(columns, names=schema.names)


def whole_shares(shares: Weights, first: Ints, count: Ints) -> Weights:
    """Shares in whole parts of ``WHOLE`` that add up to it: differences of rounded sums.

    ``shares``: (r,) float64, by hole and action; ``first``, ``count``: (n,) int64, the first action
    of each hole, and how many it has.
    """
    whole = np.empty_like(shares)
    upto = np.zeros(len(first))
    before = np.zeros(len(first))
    for action in range(int(count.max(initial=0))):
        there = np.flatnonzero(count > action)
        at = first[there] + action
        upto[there] += shares[at]
        rounded = np.rint(upto[there] * WHOLE)
        whole[at] = rounded - before[there]
        before[there] = rounded
    return whole


@cache
def _place_by_text() -> Ints:
    """The place of each hole in text order, which is the order of rows."""
    return np.argsort(np.argsort(np.array(hole_names())))


def _texts(texts: Sequence[str], places: Ints) -> pa.Array:
    """Texts by place, stored once each."""
    kinds = list(dict.fromkeys(texts))
    numbers = {text: number for number, text in enumerate(kinds)}
    indices = np.array([numbers[text] for text in texts], np.int32)[places]
    return pa.DictionaryArray.from_arrays(indices, pa.array(kinds, pa.string()))
