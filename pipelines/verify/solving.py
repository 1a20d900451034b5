"""Holds the tables of solved spots against each other, and against a best response."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.solving.best_response import respond
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.solving import SOLUTIONS, SOLVED_SPOTS
from pokerlake.tables.lake import Lake

from ..cells import of_cells
from ..solving.asked import ALL, Asked, spot_of_row
from ..solving.rows import node_rows
from ..solving.stored import Stored

if TYPE_CHECKING:
    import duckdb

_MOST = {"river": 200, "turn": 3}  # spots whose best responses are computed again, by street
_TREES = 1000  # spots whose trees are grown again
_LARGEST = 400_000  # numbers of a turn that plain numpy answers in a second or two
_CLOSE = 5e-4  # of the pot: shares are rounded to ten-thousandths

# The table, what is counted, and the rows that are wrong: there are none of them.
_WRONG = (
    (
        "solved_nodes", "decisions of a spot that is none",
        "from solved_nodes anti join solved_spots using (spot)",
    ),
    (
        "solved_strategies", "rows of a decision that is none",
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
        "solved_strategies", "actions that are none of the decision",
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
        "join solved_spots using (spot) where abs(mean - value_oop / pot) > 5e-4",
    ),
    (
        "solved_spots", "equities that are not those of the first decision",
        "from (select spot, sum(weight * share * coalesce(equity, 0)) / sum(weight * share) / 1e4 "
        "as mean from solved_strategies where line = '' group by spot) "
        "join solved_spots using (spot) where abs(mean - equity_oop) > 5e-4",
    ),
    (
        "solved_spots", "values that do not add up to the pot, less the rake",
        "from solved_spots where value_oop + value_ip > pot * 1.0005 "
        "or value_oop + value_ip < pot * 0.9995 and rake = 0",
    ),
    (
        "solved_spots", "equities that do not add up to 1",
        "from solved_spots where abs(equity_oop + equity_ip - 1) > 1e-6",
    ),
)  # fmt: skip


def solving(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the three tables, views of the connection, against each other.

    Trees are grown again, and values and exploitabilities of whole rivers and small turns computed
    again, of as many spots as that takes seconds for, by the best response, which knows nothing of
    the solver. That takes tables in which nothing else is wrong.
    """
    checks = list(_of_rows(connection))
    yield from checks
    if all(check.ok for check in checks):
        yield from _of_spots(lake, connection)


def _of_rows(connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    found = connection.sql("select spot from solved_spots").fetchall()
    in_order = [number for (number,) in found] == list(range(1, len(found) + 1))
    yield Check("solved_spots", "spots 1, 2, 3, ...", "True", str(in_order))
    for table in SOLUTIONS:
        yield from of_cells(connection, table.name)
    for name, what, wrong in _WRONG:
        yield Check(name, what, "0", f"{len(connection.sql(wrong)):,}")


def _of_spots(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    rows = (
        connection.sql("from solved_spots order by spot")
        .to_arrow_table()
        .cast(SOLVED_SPOTS.arrow_schema())
        .to_pylist()
    )
    picked = _spread(rows, _TREES)
    wrong = [problem for row in picked if (problem := _other_tree(row, connection))]
    what = f"trees of {len(picked):,} spots"
    yield Check("solved_nodes", what, "as grown", wrong[0] if wrong else "as grown")
    for street, most in _MOST.items():
        whole = [row for row in rows if row["street"] == street and row["kept"] == ALL]
        small = [row for row in whole if street == "river" or _asked(row).numbers <= _LARGEST]
        picked = _spread(small, most)
        wrong = [problem for row in picked if (problem := _other_values(Stored(lake, row)))]
        if picked:
            what = f"best responses of {len(picked):,} {street}s"
            yield Check("solved_spots", what, "as computed", wrong[0] if wrong else "as computed")


def _spread(rows: Sequence[dict[str, Any]], most: int) -> Sequence[dict[str, Any]]:
    """So many rows, evenly picked."""
    return rows[:: -(-len(rows) // most) or 1]


def _asked(row: dict[str, Any]) -> Asked:
    return Asked(spot_of_row(row), row["name"], row["kept"], (row["oop"], row["ip"]))


def _other_tree(row: dict[str, Any], connection: duckdb.DuckDBPyConnection) -> str:
    """What of a spot's row or of its decisions is not as its sizes have it."""
    try:
        asked = _asked(row)
        tree = asked.spot.tree()
    except ValueError as error:
        return f"spot {row['spot']}: {error}"
    given = {name: row[name] for name in asked.given}
    if (given, row["nodes"], row["kept"]) != (asked.given, len(tree), asked.kept):
        return f"spot {row['spot']} is not as its board, ranges and sizes have it"
    expected = node_rows([(asked, tree)]).drop_columns(["spot"])
    found = connection.sql(
        "select line, street, player, pot, to_call, actions from solved_nodes where spot = $spot "
        "order by line",
        params={"spot": row["spot"]},
    )
    same: bool = found.to_arrow_table().cast(expected.schema).equals(expected)
    return "" if same else f"spot {row['spot']} has other decisions"


def _other_values(stored: Stored) -> str:
    """What of a spot is not as its strategies have it."""
    row, spot = stored.row, stored.spot

    def shares(line: str, dealt: tuple[int, ...]) -> npt.NDArray[np.float64]:
        decision = stored.kept(line, dealt)
        found = np.full((HOLES, len(decision.actions)), 1 / len(decision.actions))
        found[decision.holes] = decision.shares
        return found

    response = respond(spot, shares)
    for name, expected, found in (
        ("value_oop", row["value_oop"], response.values[0]),
        ("value_ip", row["value_ip"], response.values[1]),
        ("exploitability", row["exploitability"] * spot.pot / 100, response.exploitability),
    ):
        if abs(expected - found) > 2 * _CLOSE * spot.pot:
            return f"spot {row['spot']}: {name} {expected:.6g}, not {found:.6g} chips"
    return ""
