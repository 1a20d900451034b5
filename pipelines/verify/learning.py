"""Holds the tables of learned games against each other, and against the rules of the small ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerlake.engine.games.catalogue import GAMES
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.lake import Lake

from ..cells import of_cells
from .small_games import worth

if TYPE_CHECKING:
    import duckdb

_CLOSE = 1e-9  # of sums of floats
_NO_RUN = "rows of a run that is none"
# Results and strategies side by side, of the runs that have a result table.
_COUNTS = """
create temp view counts as
from (
    select *, sum(games) over (partition by run, checkpoint, player, state) as times
    from result_table
)
full join (select run, checkpoint, player, state, choice, probability from strategies)
    using (run, checkpoint, player, state, choice)
where run in (select run from result_table)
"""
# The table, what is counted, and the rows that are wrong: there are none of them.
_WRONG = (
    ("learning_runs", _NO_RUN, "from learning_runs where run is null"),
    ("result_table", _NO_RUN, "from result_table anti join learning_runs using (run)"),
    ("strategies", _NO_RUN, "from strategies anti join learning_runs using (run)"),
    ("learned_profits", _NO_RUN, "from learned_profits anti join learning_runs using (run)"),
    (
        "learning_runs", "runs that do not end at a checkpoint",
        "from learning_runs anti join (select run, max(checkpoint) as games from strategies "
        "group by run) using (run, games)",
    ),
    (
        "strategies", "states whose probabilities do not add up to 1",
        "select run from strategies group by run, checkpoint, player, state "
        "having abs(sum(probability) - 1) > 1e-9 or min(probability) < 0",
    ),
    (
        "strategies", "checkpoints of several values",
        "select run from (select distinct run, checkpoint, value, nash_conv, "
        "nash_conv_standard_error from strategies) group by run, checkpoint having count(*) > 1",
    ),
    ("result_table", "choices without a strategy", "from counts where probability is null"),
    ("result_table", "strategies without a result", "from counts where games is null"),
    (
        "result_table", "shares of games unlike the strategy",
        "from counts where times > 0 and abs(games / times - probability) > 1e-9",
    ),
    (
        "result_table", "games that become fewer",
        "from result_table qualify games < lag(games) over "
        "(partition by run, player, state, choice order by checkpoint)",
    ),
    (
        "learned_profits", "sums that their squares do not allow",
        "from learned_profits where cast(won as double) ** 2 "
        "> rounds * cast(won_squares as double) * (1 + 1e-9)",
    ),
)  # fmt: skip


def learning(_: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the four tables, views of the connection, against each other."""
    runs = connection.sql("from learning_runs").to_arrow_table().to_pylist()
    numbered = [run["run"] for run in runs] == list(range(1, len(runs) + 1))
    yield Check("learning_runs", "runs 1, 2, 3, ...", "True", str(numbered))
    for table in LEARNING:
        yield from of_cells(connection, table.name)
    connection.execute(_COUNTS)
    for name, what, wrong in _WRONG:
        yield Check(name, what, "0", f"{len(connection.sql(wrong)):,}")
    yield from _small_games(connection, runs)


def _small_games(
    connection: duckdb.DuckDBPyConnection, runs: list[dict[str, Any]]
) -> Iterator[Check]:
    """Value and NashConv at the end of each run of a small game, by plain recursion."""
    sql = "from strategies where run = $run and checkpoint = $games"
    for run in runs:
        game = GAMES.get(run["game"])
        if game and game.rules:
            given = {name: run[name] for name in ("run", "games")}
            rows = connection.sql(sql, params=given).to_arrow_table().to_pylist()
            wrong = _unlike_the_rules(game.rules, rows)
            yield Check("strategies", f"run {run['run']}, {run['game']}", "as counted", wrong)


def _unlike_the_rules(game: Any, rows: list[dict[str, Any]]) -> str:
    strategy = {(row["player"], row["state"], row["choice"]): row["probability"] for row in rows}
    try:
        found = worth(game, strategy)
    except KeyError as error:
        return f"there is no choice {error}"
    stored = rows[0]
    for name, counted in vars(found).items():
        if stored[name] is None or abs(stored[name] - counted) > _CLOSE:
            return f"{name} {stored[name]}, not {counted:.12g}"
    return "as counted"
