"""Holds the tables of learned games against each other, and against the rules of the small ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerlake.engine.games.toy_poker import GAMES as SMALL_GAMES
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.lake import Lake

from .small_games import worth

if TYPE_CHECKING:
    import polars as pl

_CLOSE = 1e-9  # of sums of floats
_CHOICE = ["run", "checkpoint", "player", "state", "choice"]
_STATE = _CHOICE[:-1]


def learning(lake: Lake) -> Iterator[Check]:
    """Every check of the four tables that their own files do not tell.

    Raises
    ------
    LakeError
        If a table is not in the lake, or a file of it is gone or cut short.
    """
    import polars as pl

    scans = {table.name: lake.scan(table.name) for table in LEARNING}
    runs = scans["learning_runs"].collect()
    results, strategies = scans["result_table"], scans["strategies"]

    def none(table: str, what: str, wrong: pl.LazyFrame | pl.DataFrame) -> Check:
        """Nothing is wrong as long as there are no such rows."""
        count = wrong.lazy().select(pl.len()).collect().item()
        return Check(table, what, "0", f"{count:,}")

    numbered = runs["run"].to_list() == list(range(1, len(runs) + 1))
    yield Check("learning_runs", "runs 1, 2, 3, ...", "True", str(numbered))
    for name, scan in scans.items():
        of_none = scan.join(runs.lazy(), on="run", how="anti")
        yield none(name, "rows of a run that is none", of_none)
    ends = strategies.group_by("run").agg(pl.col("checkpoint").max())
    ended = runs.lazy().join(
        ends, left_on=["run", "games"], right_on=["run", "checkpoint"], how="anti"
    )
    yield none("learning_runs", "runs that do not end at a checkpoint", ended)
    chances = strategies.group_by(_STATE).agg(
        pl.col("probability").sum().alias("total"), pl.col("probability").min().alias("least")
    )
    yield none(
        "strategies",
        "states whose probabilities do not add up to 1",
        chances.filter(((pl.col("total") - 1).abs() > _CLOSE) | (pl.col("least") < 0)),
    )
    told = ["value", "nash_conv", "nash_conv_standard_error"]
    several = strategies.select([*_CHOICE[:2], *told]).unique().group_by(_CHOICE[:2]).len()
    yield none("strategies", "checkpoints of several values", several.filter(pl.col("len") > 1))
    counts = results.with_columns(pl.col("games").sum().over(_STATE).alias("times")).join(
        strategies, on=_CHOICE, how="full", coalesce=True
    )
    tabled = results.select("run").unique()
    counts = counts.join(tabled, on="run", how="semi")
    yield none(
        "result_table", "choices without a strategy", counts.filter(pl.col("probability").is_null())
    )
    yield none(
        "result_table", "strategies without a result", counts.filter(pl.col("games").is_null())
    )
    share = pl.col("games") / pl.col("times")
    yield none(
        "result_table",
        "shares of games unlike the strategy",
        counts.filter((pl.col("times") > 0) & ((share - pl.col("probability")).abs() > _CLOSE)),
    )
    before = (
        pl.col("games").shift(1).over(_STATE[:1] + _STATE[2:] + ["choice"], order_by="checkpoint")
    )
    yield none(
        "result_table",
        "games that become fewer",
        results.with_columns(before.alias("before")).filter(pl.col("games") < pl.col("before")),
    )
    squares = pl.col("won").cast(pl.Float64) ** 2
    yield none(
        "learned_profits",
        "sums that their squares do not allow",
        scans["learned_profits"].filter(
            squares > (pl.col("rounds") * pl.col("won_squares").cast(pl.Float64)) * (1 + _CLOSE)
        ),
    )
    yield from _small_games(runs, strategies)


def _small_games(runs: pl.DataFrame, strategies: pl.LazyFrame) -> Iterator[Check]:
    """Value and NashConv at the end of each run of a small game, by plain recursion."""
    import polars as pl

    for run in runs.filter(pl.col("game").is_in(list(SMALL_GAMES))).to_dicts():
        end = (pl.col("run") == run["run"]) & (pl.col("checkpoint") == run["games"])
        rows = strategies.filter(end).collect().to_dicts()
        wrong = _unlike_the_rules(SMALL_GAMES[run["game"]], rows)
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
