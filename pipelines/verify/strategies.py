"""Checks the tables of learned games, of push or fold and of solved spots against each other.

The values of strategies are computed again. For small learned games by plain recursion over the
rules: it shares the rules with the engine, but no tree, no levels and no arrays. For spots by best
responses that share nothing with the solvers: for as many spots as take a few seconds, and in
tables in which nothing else is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.engine.games.tree.game import CHANCE, OVER, Game
from pokerlake.engine.push_fold import best_response as push_fold_response
from pokerlake.engine.push_fold.counts import Counts
from pokerlake.engine.solving.best_response import respond
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.definitions.push_fold import SOLVED
from pokerlake.tables.definitions.solving import SOLUTIONS, SOLVED_SPOTS
from pokerlake.tables.lake import Lake

from ..cells import of_rows
from ..push_fold.rows import Solved, solved_of, worths
from ..push_fold.solving import counts_of
from ..solving.asked import ALL, Asked, spot_of_row
from ..solving.rows import node_rows
from ..solving.stored import Stored

if TYPE_CHECKING:
    import duckdb

T = TypeVar("T")

_CLOSE = 1e-9  # of values that are recomputed from the same strategy


def _spread(rows: Sequence[T], most: int) -> Sequence[T]:
    """Evenly picked rows, at most ``most``."""
    return rows[:: -(-len(rows) // most) or 1]


def _first_wrong(table: str, what: str, problems: Sequence[str], right: str) -> Check:
    return Check(table, what, right, next(filter(None, problems), right))


# ---------------------------------------------------------------- learned games

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
# Here and below: the table, what is counted, and a select of invalid rows: there should be none.
_WRONG_LEARNING = (
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
    connection.execute(_COUNTS)
    yield from of_rows(connection, LEARNING, _WRONG_LEARNING)
    for run in connection.sql("from learning_runs").to_arrow_table().to_pylist():
        game = GAMES.get(run["game"])
        if game and game.rules:
            parameters = {name: run[name] for name in ("run", "games")}
            sql = "from strategies where run = $run and checkpoint = $games"
            rows = connection.sql(sql, params=parameters).to_arrow_table().to_pylist()
            problem = _unlike_the_rules(game.rules, rows)
            yield _first_wrong(
                "strategies", f"run {run['run']}, {run['game']}", [problem], "as counted"
            )


def _unlike_the_rules(game: Any, rows: list[dict[str, Any]]) -> str:
    strategy = {(row["player"], row["state"], row["choice"]): row["probability"] for row in rows}
    try:
        counted = worth(game, strategy)
    except KeyError as error:
        return f"there is no choice {error}"
    for name, value in zip(("value", "nash_conv"), counted, strict=True):
        if rows[0][name] is None or abs(rows[0][name] - value) > _CLOSE:
            return f"{name} {rows[0][name]}, not {value:.12g}"
    return ""


def worth(game: Game[Any], strategy: Strategy) -> tuple[float, float]:
    """The value of a strategy of all players, in chips a game.

    Returns what the first player wins, and the NashConv: the total that the players could gain,
    each by a best response.
    """
    now = _won(game, strategy, game.start())
    best = [_Best(game, strategy, player).value(game.start()) for player in range(game.players)]
    return now[0], sum(best) - sum(now)


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
    """The best response of one player to the others."""

    def __init__(self, game: Game[Any], strategy: Strategy, player: int) -> None:
        self.game, self.strategy, self.player = game, strategy, player
        # The nodes of each of his states, with the probability that the others' choices lead there.
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


# ---------------------------------------------------------------- push or fold

_MOST_PUSH_FOLD = {2: 200, 3: 20}  # spots whose best responses are recomputed, by players
_PLACE = (
    "if(players > 6, ['UTG', 'UTG+1', 'UTG+2'][:players::int - 6] || "
    "['LJ', 'HJ', 'CO', 'BTN', 'SB', 'BB'], "
    "['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'][7 - players::int:])[player]"
)
_WRONG_PUSH_FOLD = (
    (
        "push_fold_spots", "spots that are there twice",
        "select spot from push_fold_spots "
        "qualify count(*) over (partition by stacks, small_blind, ante, "
        "prizes, others, bb_ante, fixed, seed) > 1",
    ),
    (
        "push_fold_spots", "spots without all their players",
        "select spot from push_fold_spots left join (select spot, list(player) as there, "
        "list(stack) as held from push_fold_players group by spot) using (spot) "
        "where there is distinct from range(1, players + 1) "
        "or held <> try_cast(string_split(stacks, ',') as double[])",
    ),
    *(
        (
            table, "positions of another place",
            f"from {table} join push_fold_spots using (spot) where position <> {_PLACE}",
        )
        for table in ("push_fold_players", "push_fold")
    ),
    (
        "push_fold_spots", "gain_by_deviating that is not the largest gain",
        "from (select spot, max(gain) as largest from push_fold_players group by spot) "
        "join push_fold_spots using (spot) where prizes = '' and largest <> gain_by_deviating",
    ),
    (
        "push_fold_spots", "spots without 169 hands for each decision",
        "select spot from push_fold_spots left join "
        "(select spot, count(*) as hands from push_fold group by spot) using (spot) "
        # With seven players and more, all cases in which fewer than four are in before.
        "where coalesce(hands, 0) <> 169 * "
        "if(players > 6, [97, 161, 254][players::int - 6], 2 ** players - 2)",
    ),
    (
        "push_fold", "decisions without all hands, or of several positions",
        "select spot from push_fold group by spot, player, before "
        "having count(distinct hand) <> 169 or min(position) <> max(position) "
        "or min(reach) <> max(reach)",
    ),
    # The values of the first player's hands, weighted by combos, are his value.
    (
        "push_fold", "values of first players that are not sums",
        "from (select spot, sum((share * value_in + (1 - share) * value_fold) * case "
        "when length(hand) = 2 then 6 when hand like '%s' then 4 else 12 end / 1326) as found "
        "from push_fold where player = 1 group by spot) "
        "join push_fold_spots using (spot) join push_fold_players using (spot) "
        "where players < 4 and player = 1 "
        "and abs(found - value) > 1e-9 * greatest(1, abs(value))",
    ),
)  # fmt: skip


def push_fold(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the three tables, views of the connection, against each other."""
    checks = list(of_rows(connection, SOLVED, _WRONG_PUSH_FOLD))
    yield from checks
    if not all(check.ok for check in checks):
        return
    for players, most in _MOST_PUSH_FOLD.items():
        tables = {"matchups"} | ({"matchups3"} if players > 2 else set())
        picked = "select spot from push_fold_spots where players = $players"
        there = [row[0] for row in connection.execute(picked, {"players": players}).fetchall()]
        if not there or not tables <= lake.manifest.tables.keys():
            continue
        chosen = _spread(there, most)
        counts = counts_of(lake, three=players > 2)
        sql = "from {} where spot in (select unnest($spots)) order by all"
        rows = tuple(
            connection.sql(sql.format(table.name), params={"spots": chosen})
            .to_arrow_table()
            .cast(table.arrow_schema())
            for table in SOLVED
        )
        worth: dict[int, list[float]] = defaultdict(list)
        for row in rows[1].select(["spot", "worth"]).to_pylist():
            worth[row["spot"]].append(row["worth"])
        problems = [
            _unlike_response(solved, worth[solved.number], counts) for solved in solved_of(*rows)
        ]
        what = f"best responses of {len(chosen):,} spots of {players} players"
        yield _first_wrong("push_fold_spots", what, problems, "as computed")


def _unlike_response(solved: Solved, worth: list[float], counts: Counts) -> str:
    """What of a spot does not match its shares."""
    solution, spot = solved.solution, f"spot {solved.number}"
    if not np.allclose(worth, worths(solution.spot), rtol=_CLOSE, atol=0.0):
        return f"{spot}: worth {worth}, not {worths(solution.spot)}"
    shares = {(at.player, at.before): at.share for at in solution.decisions}
    response = push_fold_response.respond(solution.spot, shares, counts)
    close = _CLOSE * max(1.0, solution.spot.worth_of_a_blind)
    for name, stored, recomputed in (
        ("value", solution.values, response.values),
        ("gain", solution.gains, response.gains),
    ):
        if not np.allclose(stored, recomputed, rtol=_CLOSE, atol=close):
            return f"{spot}: {name} {stored.tolist()}, not {recomputed.tolist()}"
    for at in solution.decisions:
        information_set = (at.player, at.before)
        for name, stored, recomputed in (
            ("value_in", at.value_in, response.value_in[information_set]),
            ("value_fold", at.value_fold, response.value_fold[information_set]),
        ):
            if not np.allclose(stored, recomputed, rtol=_CLOSE, atol=close, equal_nan=True):
                return f"{spot}: {name} of player {at.player + 1} after {at.before!r}"
    return ""


# ---------------------------------------------------------------- solved spots

_MOST_SOLVED = {"river": 200, "turn": 3}  # spots whose best responses are recomputed
_TREES = 1000  # spots whose trees are rebuilt
_LARGEST = 400_000  # numbers of a turn that plain numpy answers in a second or two
_ROUNDED = 5e-4  # of the pot: shares are rounded to ten-thousandths
_WRONG_SOLVING = (
    (
        "solved_strategies", "rows of an unknown decision",
        "from solved_strategies anti join solved_nodes using (spot, line)",
    ),
    (
        "solved_nodes", "decisions without rows",
        "from solved_nodes anti join solved_strategies using (spot, line)",
    ),
    (
        "solved_strategies", "boards of another spot or street",
        "from solved_strategies as s join solved_nodes as n using (spot, line) "
        "join solved_spots as p using (spot) where not starts_with(s.board, p.board) or "
        "length(s.board) // 2 <> case n.street when 'flop' then 3 when 'turn' then 4 "
        "else 5 end",
    ),
    (
        "solved_strategies", "actions that the decision does not have",
        "from solved_strategies join solved_nodes using (spot, line) "
        "where not list_contains(string_split(actions, ','), action)",
    ),
    (
        "solved_strategies", "holes whose shares do not add up, or that have several numbers",
        "from (select spot, line, sum(share) as sum, count(*) as rows, "
        "count(distinct coalesce(equity, -1)) + count(distinct reach) + count(distinct weight) "
        "as numbers from solved_strategies group by spot, line, board, hole) "
        "join solved_nodes using (spot, line) "
        "where sum <> 10000 or numbers <> 3 or rows <> len(string_split(actions, ','))",
    ),
    (
        "solved_strategies", "holes that share a card with the board",
        "from solved_strategies where contains(board, hole[1:2]) or contains(board, hole[3:4])",
    ),
    (
        "solved_spots", "values that are not those of the first decision",
        "from (select spot, sum(weight * share * coalesce(value, 0)) / sum(weight * share) / 1e4 "
        "as mean from solved_strategies where line = '' group by spot) "
        "join solved_spots using (spot) "
        "where prizes is null and abs(mean - value_oop / pot) > 5e-4",
    ),
    (
        "solved_spots", "equities that are not those of the first decision",
        "from (select spot, sum(weight * share * coalesce(equity, 0)) / sum(weight * share) / 1e4 "
        "as mean from solved_strategies where line = '' group by spot) "
        "join solved_spots using (spot) where abs(mean - equity_oop) > 5e-4",
    ),
    (
        "solved_spots", "values that do not add up to the pot, less the rake",
        "from solved_spots where prizes is null and (value_oop + value_ip > pot * 1.0005 "
        "or value_oop + value_ip < pot * 0.9995 and rake = 0)",
    ),
    (
        "solved_spots", "gains whose mean is another exploitability",
        "from solved_spots where abs((gain_oop + gain_ip) / 2 - exploitability) > 1e-3",
    ),
    (
        "solved_spots", "pots of chips that are worth others",
        "from solved_spots where prizes is null and pot_worth <> pot",
    ),
    (
        "solved_spots", "equities that do not add up to 1",
        "from solved_spots where abs(equity_oop + equity_ip - 1) > 1e-6",
    ),
)  # fmt: skip


def solving(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the three tables, views of the connection, against each other."""
    checks = list(of_rows(connection, SOLUTIONS, _WRONG_SOLVING))
    yield from checks
    if not all(check.ok for check in checks):
        return
    rows = (
        connection.sql("from solved_spots order by spot")
        .to_arrow_table()
        .cast(SOLVED_SPOTS.arrow_schema())
        .to_pylist()
    )
    picked = _spread(rows, _TREES)
    problems = [_other_tree(row, connection) for row in picked]
    yield _first_wrong("solved_nodes", f"trees of {len(picked):,} spots", problems, "as grown")
    for street, most in _MOST_SOLVED.items():
        whole = [row for row in rows if row["street"] == street and row["kept"] == ALL]
        small = [row for row in whole if street == "river" or _asked(row).numbers <= _LARGEST]
        picked = _spread(small, most)
        if picked:
            problems = [_other_values(Stored(lake, row)) for row in picked]
            what = f"best responses of {len(picked):,} {street}s"
            yield _first_wrong("solved_spots", what, problems, "as computed")


def _asked(row: dict[str, Any]) -> Asked:
    return Asked(spot_of_row(row), row["name"], row["kept"], (row["oop"], row["ip"]))


def _other_tree(row: dict[str, Any], connection: duckdb.DuckDBPyConnection) -> str:
    """What of a spot's row or of its decisions does not match its sizes."""
    try:
        asked = _asked(row)
        tree = asked.spot.tree()
    except ValueError as error:
        return f"spot {row['spot']}: {error}"
    columns = {name: row[name] for name in asked.columns}
    if (columns, row["nodes"], row["kept"]) != (asked.columns, len(tree), asked.kept):
        return f"spot {row['spot']} is not as its board, ranges and sizes have it"
    expected = node_rows([(asked, tree)]).drop_columns(["spot"])
    nodes = connection.sql(
        "select line, street, player, pot, to_call, actions from solved_nodes where spot = $spot "
        "order by line",
        params={"spot": row["spot"]},
    )
    same: bool = nodes.to_arrow_table().cast(expected.schema).equals(expected)
    return "" if same else f"spot {row['spot']} has other decisions"


def _other_values(stored: Stored) -> str:
    """What of a spot does not match its strategies."""
    row, spot = stored.row, stored.spot

    def shares(line: str, dealt: tuple[int, ...]) -> npt.NDArray[np.float64]:
        decision = stored.kept(line, dealt)
        weights = np.full((HOLES, len(decision.actions)), 1 / len(decision.actions))
        weights[decision.holes] = decision.shares
        return weights

    response = respond(spot, shares)
    worth, (oop, ip) = row["pot_worth"], map(spot.worth, response.values)
    gains = [100 * spot.worth(gain) / worth for gain in response.best - response.values]
    percent = 100 * spot.worth(response.exploitability) / worth
    for name, recomputed, unit in (
        ("value_oop", oop, worth), ("value_ip", ip, worth),
        ("exploitability", percent, 100), ("gain_oop", gains[0], 200), ("gain_ip", gains[1], 200),
    ):  # fmt: skip
        if abs(row[name] - recomputed) > 2 * _ROUNDED * unit:
            return f"spot {row['spot']}: {name} {row[name]:.6g}, not {recomputed:.6g}"
    return ""
