"""Solved spots of the lake: which there are, their decisions, and pictures of those."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from ...settings import SOLVE_SECONDS
from ..answer import Answer, Same
from ..registry import Asked, Asking, field, question
from ..same import call, literal, sql_text
from .nodes import PlaceAsked, decision_data, place_data, place_of
from .solver import MOST_ITERATIONS, Solver

if TYPE_CHECKING:
    from pokerlake.pipelines.solving.stored import Found, Stored

MOST_SPOTS = 5000
_LISTED = (
    "spot", "name", "board", "street", "pot", "stack", "oop_bets", "value_oop", "value_ip",
    "equity_oop", "equity_ip", "exploitability", "kept",
)  # fmt: skip
_SIZES = (
    "oop_bets", "oop_raises", "ip_bets", "ip_raises", "donks", "add_all_in", "force_all_in",
    "merge", "most_raises", "rake", "rake_cap",
)  # fmt: skip
_ABOUT = (
    "spot", "name", "pot", "stack", "oop", "ip", *_SIZES, "value_oop", "value_ip", "equity_oop",
    "equity_ip", "exploitability", "iterations", "kept",
)  # fmt: skip

SpotNumber = Annotated[int, Field(ge=1, lt=1 << 32)]


class SpotsAsked(Asked):
    """Nothing: all spots."""


@question("solved_spots", SpotsAsked, warm=[{}])
def solved_spots(_: SpotsAsked, asking: Asking) -> Answer:
    """The solved spots of the lake, the newest first, without their ranges."""
    from pokerlake.pipelines.growing import stored_rows
    from pokerlake.tables.definitions.solving import SOLVED_SPOTS
    from pokerlake.tables.lake import Lake

    lake = Lake.open(asking.lake)
    rows = stored_rows(lake, SOLVED_SPOTS.name, columns=list(_LISTED))
    newest = rows.sort_by([("spot", "descending")]).slice(0, MOST_SPOTS)
    names = ", ".join(_LISTED)
    sql = f"select {names} from solved_spots order by spot desc limit {MOST_SPOTS}"  # noqa: S608 our own names
    return Answer({"spots": len(rows)}, newest, Same(f"pk.sql({literal(sql)}).pl()", sql), True)


class StoredAsked(PlaceAsked):
    """A place in the tree of a spot of the lake."""

    spot: SpotNumber


@question("solved_decision", StoredAsked, seconds=SOLVE_SECONDS)
def solved_decision(asked: StoredAsked, asking: Asking) -> Answer:
    """What a player does at a place of a solved spot: over his range, by hand, and by hole.

    A later street that the lake does not keep is solved, with the ranges that come to it. Where a
    card is to come, or the hand is over, the way there is told alone.
    """
    with field("spot"):
        stored = _opened(asked.spot, asking)
    way, dealt = place_of(asked, stored.spot)
    about = {name: stored.row[name] for name in _ABOUT}
    data: dict[str, Any] = {"about": about, **place_data(stored.spot, way, dealt)}
    opened = call("pk.solved_spot", asked.spot)
    if way.next != "decision":
        return Answer(data, same=Same(opened), keep=True)
    solver = Solver(asking)
    found = stored.at(way.line, dealt, to=asked.to, solver=solver)
    told, table = decision_data(found.decision)
    solution = found.solution
    data["solved"] = solution and {
        "exploitability": 100 * solution.exploitability / solution.spot.pot,
        "iterations": solution.iterations,
        "to": 100 * solution.to,
        "reached": solution.reached,
    }
    return Answer(data | told, table, _same(asked, data["cards"], found, solver), keep=True)


def _opened(spot: int, asking: Asking) -> Stored:
    from pokerlake.pipelines.solving.stored import stored_spot
    from pokerlake.tables.lake import Lake

    return stored_spot(Lake.open(asking.lake), spot)


def _same(asked: StoredAsked, cards: str, found: Found, solver: Solver) -> Same:
    line = found.decision.line
    how: dict[str, Any] = {} if found.solution is None else {"to": asked.to}
    if found.solution is not None and solver.iterations < MOST_ITERATIONS:
        how["iterations"] = solver.iterations
    at = call(".at", line, *[cards] if cards else [], **how)
    sql = ""
    if found.board:
        sql = (
            "select action, percent, value, combos from solved_actions "  # noqa: S608 as text
            f"where spot = {asked.spot} and line = {sql_text(line)} "
            f"and board = {sql_text(found.board)} order by action"
        )
    words = [f"--to {100 * asked.to:g}%"] if "to" in how else []
    words += [f"--iterations {how['iterations']}"] if "iterations" in how else []
    dealt = f" --cards {cards}" if cards else ""
    command = f"pokerlake solve --spot {asked.spot} --line '{line}'{dealt} --hands"
    return Same(f"pk.solved_spot({asked.spot}){at}", sql, " ".join([command, *words]))


class PictureAsked(Asked):
    """A decision of a spot that the lake keeps, and which picture of it."""

    chart: Literal["strategy", "equity-value"]
    spot: SpotNumber
    line: Annotated[str, Field(max_length=1000, pattern="^[fxcbr0-9 ]*$")] = ""
    cards: Annotated[str, Field(max_length=10)] = ""


@question("solution_picture", PictureAsked)
def solution_picture(asked: PictureAsked, asking: Asking) -> Answer:
    """A picture of a stored decision: what each hand does, or what each hole wins."""
    from pokerlake.queries.charts import chart_named

    given: dict[str, Any] = {"spot": asked.spot, "line": asked.line, "cards": asked.cards}
    drawn = chart_named(asked.chart).drawn(**given, lake=asking.lake)
    given = {name: value for name, value in given.items() if value}
    return Answer(
        {"svg": drawn.svg()}, same=Same(call("pk.chart", asked.chart, **given)), keep=True
    )
