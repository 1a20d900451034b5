"""Holds the tables of learned games against each other, and against the rules of the small ones.

What strategies of small games are worth is told by plain recursion over the rules. It shares the
rules of the games with the engine, but no tree, no levels and no arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerlake.engine.games.catalogue import GAMES
from pokerlake.engine.games.tree.game import CHANCE, OVER, Game
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.lake import Lake

from ..cells import of_cells

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
Strategy = Mapping[tuple[int, str, str], float]  # player 1 .., state, choice


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


@dataclass(frozen=True)
class Worth:
    """Chips a game."""

    value: float  # what the first player wins
    nash_conv: float  # what the players could win more in all, each by a best response


def worth(game: Game[Any], strategy: Strategy) -> Worth:
    """The value and the NashConv of a strategy of all players."""
    now = _won(game, strategy, game.start())
    best = [_Best(game, strategy, player).value(game.start()) for player in range(game.players)]
    return Worth(now[0], sum(best) - sum(now))


def _won(game: Game[Any], strategy: Strategy, node: Any) -> list[float]:
    """The chips that each player wins on average from a node on."""
    if game.turn(node) == OVER:
        return [float(chips) for chips in game.won(node)]
    total = [0.0] * game.players
    for chance, after in _steps(game, strategy, node):
        if chance:
            won = _won(game, strategy, after)
            total = [sum_ + chance * chips for sum_, chips in zip(total, won, strict=True)]
    return total


def _steps(game: Game[Any], strategy: Strategy, node: Any) -> list[tuple[float, Any]]:
    turn = game.turn(node)
    if turn == CHANCE:
        return [(float(chance), after) for chance, after in game.chances(node)]
    seen = game.seen(node)
    return [
        (strategy[turn + 1, seen, choice], game.after(node, choice))
        for choice in game.choices(node)
    ]


class _Best:
    """The best that one player can do against the others."""

    def __init__(self, game: Game[Any], strategy: Strategy, player: int) -> None:
        self.game, self.strategy, self.player = game, strategy, player
        # The nodes of each of his states, with the chance that the others' choices lead to them.
        self.nodes: dict[str, list[tuple[float, Any]]] = defaultdict(list)
        self.chosen: dict[str, str] = {}
        self._collect(game.start(), 1.0)

    def _collect(self, node: Any, reach: float) -> None:
        turn = self.game.turn(node)
        if turn == OVER:
            return
        if turn == self.player:
            self.nodes[self.game.seen(node)].append((reach, node))
            for choice in self.game.choices(node):
                self._collect(self.game.after(node, choice), reach)
            return
        for chance, after in _steps(self.game, self.strategy, node):
            self._collect(after, reach * chance)

    def value(self, node: Any) -> float:
        """The chips that the player wins from a node on."""
        turn = self.game.turn(node)
        if turn == OVER:
            return float(self.game.won(node)[self.player])
        if turn == self.player:
            return self.value(self.game.after(node, self._choice(self.game.seen(node))))
        steps = _steps(self.game, self.strategy, node)
        return sum(chance * self.value(after) for chance, after in steps if chance)

    def _choice(self, seen: str) -> str:
        if seen not in self.chosen:
            nodes, after = self.nodes[seen], self.game.after

            def gain(choice: str) -> float:
                reached = ((reach, node) for reach, node in nodes if reach)
                return sum(reach * self.value(after(node, choice)) for reach, node in reached)

            self.chosen[seen] = max(self.game.choices(nodes[0][1]), key=gain)
        return self.chosen[seen]
