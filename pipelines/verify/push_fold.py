"""Holds the tables of push or fold against each other, and against a best response."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.engine.push_fold.best_response import respond
from pokerlake.engine.push_fold.counts import Counts
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.push_fold import SOLVED
from pokerlake.tables.lake import Lake

from ..cells import of_cells
from ..push_fold.rows import Solved, solved_of, worths
from ..push_fold.solving import counts_of

if TYPE_CHECKING:
    import duckdb

_CLOSE = 1e-9  # of values that are computed again from the same shares
_MOST = {2: 200, 3: 20}  # spots whose best responses are computed again, by players

_PLACE = "['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'][6 - players + player]"
# The table, what is counted, and the rows that are wrong: there are none of them.
_WRONG = (
    (
        "push_fold_spots", "spots that are there twice",
        "select spot from push_fold_spots "
        "qualify count(*) over (partition by stacks, small_blind, ante, prizes, others, seed) > 1",
    ),
    ("push_fold", "rows of a spot that is none", "from push_fold anti join push_fold_spots "
     "using (spot)"),
    (
        "push_fold_players", "players of a spot that is none",
        "from push_fold_players anti join push_fold_spots using (spot)",
    ),
    (
        "push_fold_spots", "spots without all their players",
        "select spot from push_fold_spots left join (select spot, list(player) as there, "
        "list(stack) as held from push_fold_players group by spot) using (spot) "
        "where there is distinct from range(1, players + 1) "
        "or held <> try_cast(string_split(stacks, ',') as double[])",
    ),
    (
        "push_fold_players", "positions of another place",
        f"from push_fold_players join push_fold_spots using (spot) where position <> {_PLACE}",
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
        "where coalesce(hands, 0) <> 169 * (2 ** players - 2)",
    ),
    (
        "push_fold", "decisions without all hands, or of several positions",
        "select spot from push_fold group by spot, player, before "
        "having count(distinct hand) <> 169 or min(position) <> max(position) "
        "or min(reach) <> max(reach)",
    ),
    (
        "push_fold", "positions of another place",
        f"from push_fold join push_fold_spots using (spot) where position <> {_PLACE}",
    ),
)  # fmt: skip
# What the first player's hands come to, weighted by combos, is his value.
_FIRST = """
from (
    select spot, sum(
        (share * value_in + (1 - share) * value_fold)
        * case when length(hand) = 2 then 6 when hand like '%s' then 4 else 12 end / 1326
    ) as found
    from push_fold where player = 1 group by spot
)
join push_fold_spots using (spot)
join push_fold_players using (spot)
where players < 4 and player = 1 and abs(found - value) > 1e-9 * greatest(1, abs(value))
"""


def push_fold(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the three tables, views of the connection, against each other.

    What each player gains by deviating is computed again, of as many spots as that takes seconds
    for, by the best response, which knows nothing of the solver. That takes tables in which nothing
    else is wrong.
    """
    checks = list(_of_rows(connection))
    yield from checks
    if all(check.ok for check in checks):
        yield from _best_responses(lake, connection)


def _of_rows(connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    found = connection.sql("select spot from push_fold_spots").fetchall()
    in_order = [number for (number,) in found] == list(range(1, len(found) + 1))
    yield Check("push_fold_spots", "spots 1, 2, 3, ...", "True", str(in_order))
    for table in SOLVED:
        yield from of_cells(connection, table.name)
    for name, what, wrong in (
        *_WRONG,
        ("push_fold", "values of first players that are no sums", _FIRST),
    ):
        yield Check(name, what, "0", f"{len(connection.sql(wrong)):,}")


def _best_responses(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """Values and gains of some spots, evenly picked, from their shares."""
    for players, most in _MOST.items():
        tables = {"matchups"} | ({"matchups3"} if players > 2 else set())
        if not tables <= lake.manifest.tables.keys():
            continue
        picked = "select spot from push_fold_spots where players = $players"
        there = [row[0] for row in connection.execute(picked, {"players": players}).fetchall()]
        chosen = there[:: -(-len(there) // most) or 1]
        if not chosen:
            continue
        counts = counts_of(lake, three=players > 2)
        sql = "from {} where spot in (select unnest($spots)) order by all"
        rows = tuple(
            connection.sql(sql.format(table.name), params={"spots": chosen})
            .to_arrow_table()
            .cast(table.arrow_schema())
            for table in SOLVED
        )
        worth: dict[int, list[float]] = {}
        for row in rows[1].select(["spot", "worth"]).to_pylist():
            worth.setdefault(row["spot"], []).append(row["worth"])
        wrong = [
            f"spot {one.number}: {problem}"
            for one in solved_of(*rows)
            if (problem := _unlike(one, worth[one.number], counts))
        ]
        what = f"best responses of {len(chosen):,} spots of {players} players"
        yield Check("push_fold_spots", what, "as computed", wrong[0] if wrong else "as computed")


def _unlike(one: Solved, worth: list[float], counts: Counts) -> str:
    """What of a spot is not as its shares have it."""
    solution = one.solution
    if not np.allclose(worth, worths(solution.spot), rtol=_CLOSE, atol=0.0):
        return f"worth {worth}, not {worths(solution.spot)}"
    shares = {(at.player, at.before): at.share for at in solution.decisions}
    response = respond(solution.spot, shares, counts)
    close = _CLOSE * max(1.0, solution.spot.worth_of_a_blind)
    for name, stored, found in (
        ("value", solution.values, response.values),
        ("gain", solution.gains, response.gains),
    ):
        if not np.allclose(stored, found, rtol=_CLOSE, atol=close):
            return f"{name} {stored.tolist()}, not {found.tolist()}"
    for at in solution.decisions:
        own = (at.player, at.before)
        for name, stored, found in (
            ("value_in", at.value_in, response.value_in[own]),
            ("value_fold", at.value_fold, response.value_fold[own]),
        ):
            if not np.allclose(stored, found, rtol=_CLOSE, atol=close, equal_nan=True):
                return f"{name} of player {at.player + 1} after {at.before!r}"
    return ""
