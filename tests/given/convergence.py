"""Runs of a game at few checkpoints, made by hand, as a chart of their convergence needs them."""

from pathlib import Path

import pyarrow as pa

from given.learning import run, strategy
from pokerlake.pipelines.growing import adding
from pokerlake.tables import registry

# NashConv, or that and its standard error, by checkpoint.
_POINTS = {
    1: {1: 2, 10: 1, 100: 0.3, 1000: 0.15, 1_000_000: 0.13, 2_000_000_000: 0.125},
    2: {1: 1.5, 10: 0.1, 100: 0.003, 1000: 2e-6, 2000: 0},
    3: {10: (0.5, 0.05), 1000: (0.02, 0.015), 10_000: (0.004, 0.001)},
    4: {1: 1e-16},
    5: {1: 1.9, 10: 0.9, 50: None},
    6: {20: 0.4},
}

LEARNING_RUNS = [
    run(1, "akq", "result-table", 2_000_000_000, parameters='{"explore": 0.01, "tables": 8}'),
    run(2, "akq", "cfr+", 2000, seed=None),
    run(3, "akq", "mccfr", 10_000, seed=5),
    run(4, "akq", "exact", 1, seed=None),
    run(5, "akq", "result-table", 50, parameters='{"explore": 0.1, "tables": 1}'),
    run(6, "akq", "cfr", 20, seed=None),
    run(7, "kuhn", "cfr", 1, seed=None),
    run(8, "draw", "result-table", 2, players=5, unit=60),
]
STRATEGIES = [
    row
    for number, points in _POINTS.items()
    for checkpoint, point in points.items()
    for nash_conv, error in [point if isinstance(point, tuple) else (point, 0)]
    for row in strategy(
        number, checkpoint, {(1, "Q"): {"c": 0.5, "r": 0.5}},
        value=-1 / 36, nash_conv=nash_conv, error=error,
    )
]  # fmt: skip
STRATEGIES += strategy(7, 1, {(1, "J"): {"c": 1}}, value=0, nash_conv=1, error=0)
STRATEGIES += [
    row for games in (1, 2) for row in strategy(8, games, {(0, "exchange hand=AA"): {"3": 1}})
]

TABLES = {"learning_runs": LEARNING_RUNS, "strategies": STRATEGIES}


def learn_in(lake: Path) -> None:
    """Add the given runs to a lake, or make one of them."""
    with adding(lake, [registry.TABLES[name] for name in TABLES]) as addition:
        for name, rows in TABLES.items():
            table = registry.TABLES[name]
            rows = sorted(rows, key=lambda row, table=table: [row[key] for key in table.key])
            addition.write[name](pa.Table.from_pylist(rows, table.arrow_schema()))
        addition.things = len(LEARNING_RUNS)
