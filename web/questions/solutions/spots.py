"""Spots that are solved, for the page or in the lake: their cost, and their decisions."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from pokerlake.api.spots import postflop as declared

from ...settings import SOLVE_SECONDS
from ..answer import Answer, Same
from ..declared import model_of, same_elsewhere
from ..fields import ShareNumber
from ..registry import Asked, Asking, field, question
from ..same import call, literal, sql_text
from .solver import MOST_ITERATIONS, Solver, effort_of

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.api.solving import Solved
    from pokerlake.engine.solving import Decision, Spot
    from pokerlake.pipelines.solving.stored import Found, Stored
    from pokerlake.queries.answers.solving.lines import Step, Way
    from pokerlake.queries.answers.solving.spots import GivenSpot

# The fields of a spot here: as ``pk.solve`` takes them; numbers too. Locks are ``LockedAsked``'s.
_DECLARED: Any = declared.solve.question  # type: ignore[attr-defined]
_FIELDS = [each for each in _DECLARED.fields if not each.effort and each.name != "locks"]
_USUAL = {"bets": "50", "raises": "50"}
_CHIPS = {"pot": 100, "stack": 300}  # if neither they nor the actions before the flop are given
SpotAsked: Any = model_of(
    replace(_DECLARED, fields=tuple(_FIELDS)),
    **{
        each.name: (
            Annotated[str, Field(max_length=each.longest)]
            | (dict[str, Any] if each.name == "tree" else int | float)
            | None,
            _USUAL.get(each.name, ... if each.needed else None),
        )
        for each in _FIELDS
    },
)


# ---------------------------------------------------------------- places


class PlaceAsked(Asked):
    """The actions so far, the cards dealt by then, and how well to solve what is not stored."""

    line: Annotated[str, Field(max_length=1000)] = ""
    cards: Annotated[str, Field(max_length=10)] = ""
    to: Annotated[ShareNumber, Field(ge=0.0001, le=0.1)] = 0.005


def place_of(asked: PlaceAsked, spot: Spot) -> tuple[Way, tuple[int, ...]]:
    """Where the actions and cards lead."""
    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.queries.answers.solving.lines import dealt_of, way_of

    with field("cards"):
        dealt = dealt_of(spot, parse_hand(asked.cards).tolist())
    with field("line"):
        return way_of(spot, asked.line, dealt), dealt


def place_data(spot: Spot, way: Way, dealt: tuple[int, ...]) -> dict[str, Any]:
    """The facts about a place, whoever decides there."""
    from pokerlake.engine.cards.text import format_hand

    return {
        "board": format_hand(spot.board),
        "cards": format_hand(dealt),
        "combos": dict(zip(("oop", "ip"), spot.ranges.sum(axis=1).tolist(), strict=True)),
        "line": way.line,
        "next": way.next,
        "pot": way.pot,
        "steps": [_step(step) for step in way.steps],
    }


def decision_data(
    spot: Spot, way: Way, dealt: tuple[int, ...], at: Callable[[str, tuple[int, ...]], Decision]
) -> tuple[dict[str, Any], pa.Table]:
    """The strategy at the end of a way: for all hands together, by hand and by kind; a row a hole.

    For the player who waits it has the hands that he holds. ``at`` takes a line and the cards dealt
    by then, and returns the decision, in the unit of the spot.
    """
    from pokerlake.queries.answers.solving.rows import (
        actions_table,
        hand_columns,
        hole_columns,
        kinds_table,
    )
    from pokerlake.queries.answers.solving.waiting import (
        both_players,
        waiting_hands,
        waiting_range,
    )

    decision = at(way.line, dealt)
    board = spot.board + dealt
    actions = actions_table([decision])
    names = ("action", "percent", "value", "combos", "range")
    waiting = waiting_hands(decision, waiting_range(spot, way, dealt, at), board)
    data = {
        "actions": actions.select(names).to_pylist(),
        "hands": hand_columns(decision).to_pydict(),
        "kinds": {
            by: kinds_table(decision, board, by).to_pydict() for by in ("made", "draw", "category")
        },
        "players": both_players(spot, decision, waiting),
        "waiting": waiting.to_pydict(),
    }
    return data, hole_columns(decision)


def _step(step: Step) -> dict[str, Any]:
    from pokerlake.queries.charts.solving import action_words

    words = [
        f"{action_words(action)}{', all in' if goes else ''}"
        for action, goes in zip(step.actions, step.all_in, strict=True)
    ]
    return {
        "line": step.line,
        "street": step.street,
        "player": step.player,
        "pot": step.pot,
        "to_call": step.to_call,
        "actions": step.actions,
        "words": words,
        "taken": step.taken,
    }


# ---------------------------------------------------------------- solved here


class LockedAsked(SpotAsked):  # type: ignore[misc]
    """A spot, and its locks: ``["x: b50=60%", "b50: c=AA,KK"]``."""

    locks: list[Annotated[str, Field(max_length=5000)]] = Field(
        default_factory=list, max_length=100
    )


class SolveAsked(LockedAsked, PlaceAsked):
    """A spot, its locks, and a place in its tree.

    ``against`` plays by his habits in imported hands of ``where``, from ``least`` decisions and
    more.
    """

    against: Literal["", "oop", "ip"] = ""
    where: Annotated[str, Field(max_length=1000)] = ""
    least: Annotated[int, Field(ge=1, le=10**9)] = 30


class CostAsked(LockedAsked):
    """A spot, its locks, and whose cost: that of the only player with locks, by default."""

    whose: Literal["", "oop", "ip"] = ""
    to: Annotated[ShareNumber, Field(ge=0.0001, le=0.1)] = 0.005


@question("solve_plan", LockedAsked, at_once=1)
def solve_plan(asked: Any, asking: Asking) -> Answer:
    """The cost of solving a spot, and whether the page solves it: ``refused`` says why not."""
    read = _read(asked, asking)
    spot = read.spot
    effort = effort_of(spot, asking.jobs_gb, locked=bool(asked.locks))
    data = {
        "said": read.said,
        "street": spot.street,
        "nodes": effort.cost.nodes,
        "boards": effort.cost.boards,
        "gigabytes": effort.cost.bytes / 1e9,
        "seconds": effort.cost.seconds,
        "iterations": effort.iterations,
        "refused": effort.refused,
        "has_jobs": bool(asking.jobs_gb),
        "not_as_job": effort.not_as_job,
    }
    plan = _same_spot(asked.model_copy(update={"locks": []})).command  # locks do not change it
    same = replace(_same_spot(asked), command=f"{plan} --plan")
    return Answer(data, same=same, keep=True)


class SolveJobAsked(SpotAsked):  # type: ignore[misc]
    """A spot, and how well to solve it."""

    to: Annotated[ShareNumber, Field(ge=0.0001, le=0.1)] = 0.005


@question("solve_job", SolveJobAsked, is_job=True)
def solve_job(asked: Any, asking: Asking) -> Answer:
    """Solve a spot into the lake, as a job that continues when nobody waits for it."""
    from pokerlake.tables.errors import UsageError

    spot = _read(asked, asking).spot
    effort = effort_of(spot, asking.jobs_gb)
    if effort.not_as_job:
        raise UsageError(effort.not_as_job)
    words = shlex.split(_same_spot(asked, to=asked.to).command)[1:]
    before = f", {asked.preflop}" if asked.preflop else ""
    title = f"{asked.board}{before}: pot {spot.told(spot.pot):g}, stack {spot.told(spot.stack):g}"
    said = f"it takes {effort.takes}"
    return Answer(
        {"title": title, "words": [*words, "--save"], "page": "#/solutions", "said": said}
    )


@question("solve", SolveAsked, seconds=SOLVE_SECONDS, at_once=1)
def solve(asked: SolveAsked, asking: Asking) -> Answer:
    """Solve a spot, and show what a player does at a place of its tree.

    While it is solved, ``progress`` has the iterations, and the exploitability in percent of the
    pot. The same spot has the same solution; the last ones are cached.
    """
    from pokerlake.engine.solving.units import told
    from pokerlake.queries.answers.solving.rows import summary

    spot = _read(asked, asking).spot
    way, dealt = place_of(asked, spot)
    solved, how = _solved(asked, asking, Solver(asking, asked.to))
    if asked.against:
        with field("where"):
            solved = solved.against(asked.against, where=asked.where or None, least=asked.least)
    solution = solved._solution
    data: dict[str, Any] = {
        "summary": solved.summary() if asked.locks or asked.against else "",
        "about": {
            "pot": spot.told(spot.pot),
            "stack": spot.told(spot.stack),
            "value_oop": spot.worth(solution.values[0]),
            "value_ip": spot.worth(solution.values[1]),
            "equity_oop": solution.equities[0],
            "equity_ip": solution.equities[1],
            "exploitability": 100 * solution.exploitability / solution.pot,
            "iterations": solution.iterations,
            "to": 100 * solution.to,
            "reached": solution.reached,
            "prizes": summary(solution) if spot.prizes else "",
        },
        **place_data(spot, way, dealt),
    }
    same = _same_against(asked, _same_spot(asked, **how))
    if way.next == "deal":
        return _next_cards(data, solved, same, way.line)
    if way.next != "decision":
        return Answer(data, same=same, keep=True)
    answer, table = decision_data(
        spot, way, dealt, lambda line, cards: told(solution.at(line, cards), spot)
    )
    cards = data["cards"]
    python = same.python + call(".at", way.line, *[cards] if cards else [])
    line = f" --line {shlex.quote(way.line)}{f' --cards {cards}' if cards else ''} --hands"
    return Answer(data | answer, table, Same(python, command=same.command + line), keep=True)


@question("solve_cost", CostAsked, seconds=SOLVE_SECONDS, at_once=1)
def solve_cost(asked: CostAsked, asking: Asking) -> Answer:
    """The cost of a player's locks, at each decision: on rivers and turns."""
    from pokerlake.tables.errors import UsageError

    if not _read(asked, asking).spot.street:
        raise UsageError("what a strategy costs on a flop takes minutes; ask Python or a command")
    solved, how = _solved(asked, asking, Solver(asking, asked.to))
    with field("whose"):
        cost = solved.cost(asked.whose)
    same = _same_spot(asked, **how)
    python = same.python + call(".cost", *[asked.whose] if asked.whose else [])
    command = f"{same.command} --cost {cost.player}"
    data = {"summary": cost.summary(), "shown": cost.for_people().to_pylist()}
    return Answer(data, cost.to_arrow(), Same(python, command=command), keep=True)


def _solved(asked: Any, asking: Asking, solver: Any) -> tuple[Solved, dict[str, Any]]:
    """A spot solved for the page, and the options for Python and commands."""
    from pokerlake.api.locks import keeping_to
    from pokerlake.api.solving import solved

    with field("locks"):
        kept, habits = keeping_to(_read(asked, asking), asked.locks, asking.lake)
    result = solved(kept, habits, asking.lake, solver)
    how: dict[str, Any] = {"to": asked.to}
    if solver.iterations < MOST_ITERATIONS:
        how["iterations"] = solver.iterations
    return result, how


def _next_cards(data: dict[str, Any], solved: Any, same: Same, line: str) -> Answer:
    """The effect of each next card on the line that led here: a row for each."""
    cards = data["cards"]
    runouts = solved.runouts(line, cards)
    dealt = f" --cards {cards}" if cards else ""
    return Answer(
        {**data, "card_names": runouts.keys()[1:]},
        runouts.to_arrow(),
        Same(
            same.python + call(".runouts", line, *[cards] if cards else []),
            command=f"{same.command} --runouts {shlex.quote(line)}{dealt}",
        ),
        keep=True,
    )


def _read(asked: Any, asking: Asking) -> GivenSpot:
    from pokerlake.api.solving import given_spot

    return given_spot(_with_defaults(asked), asking.lake)


def _with_defaults(asked: Any) -> dict[str, Any]:
    """The request, with the usual pot and stack if nothing determines them."""
    fields: dict[str, Any] = asked.model_dump()
    if asked.preflop is None:
        fields |= {name: chips for name, chips in _CHIPS.items() if fields[name] is None}
    return fields


def _same_spot(asked: Any, **how: Any) -> Same:
    """The request elsewhere, without defaults of ``pk.solve``."""
    from pokerlake.engine.solving.written import tree_text

    fields = {each.name: _with_defaults(asked)[each.name] for each in _FIELDS}
    if fields["tree"] is not None:
        fields["tree"] = tree_text(fields["tree"])
    usual = {**_USUAL, "rake": 0, "add_all_in": 0, "force_all_in": 0, "merge": 0, "most_raises": 0}
    changed = {k: v for k, v in fields.items() if v is not None and usual.get(k) != v} | how
    if getattr(asked, "locks", ()):
        changed["locks"] = asked.locks
    return same_elsewhere(_DECLARED, changed)


def _same_against(asked: SolveAsked, same: Same) -> Same:
    """The same against a player who plays by his habits."""
    if not asked.against:
        return same
    how: dict[str, Any] = {"where": asked.where} if asked.where else {}
    words = ["--against", asked.against, *(["--habits", shlex.quote(asked.where)] if how else [])]
    if asked.least != 30:
        how["least"] = asked.least
        words += ["--least", str(asked.least)]
    return Same(
        same.python + call(".against", asked.against, **how),
        command=" ".join([same.command, *words]),
    )


# ---------------------------------------------------------------- spots of the lake


MOST_SPOTS = 5000
_LISTED = (
    "spot", "name", "board", "street", "pot", "stack", "oop_bets", "ip_bets", "value_oop",
    "value_ip", "equity_oop", "equity_ip", "exploitability", "kept",
)  # fmt: skip
_SIZES = (
    "oop_bets", "oop_raises", "ip_bets", "ip_raises", "donks", "tree", "add_all_in", "force_all_in",
    "merge", "most_raises", "rake", "rake_cap",
)  # fmt: skip
_ABOUT = (
    "spot", "name", "pot", "stack", "chip", "big_blind", "oop", "ip", *_SIZES, "value_oop",
    "value_ip", "equity_oop", "equity_ip", "exploitability", "iterations", "kept",
)  # fmt: skip

SpotNumber = Annotated[int, Field(ge=1, lt=1 << 32)]


class SpotsAsked(Asked):
    """No fields: all spots."""


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
    """The strategy at a place of a solved spot: over the range, by hand, and by hole.

    A later street that the lake does not keep is solved, with the ranges that reach it. If a card
    is to come, or the hand is over, the answer has only the way there.
    """
    with field("spot"):
        stored = _opened(asked.spot, asking)
    way, dealt = place_of(asked, stored.spot)
    about = {name: stored.row[name] for name in _ABOUT}
    data: dict[str, Any] = {"about": about, **place_data(stored.spot, way, dealt)}
    opened = call("pk.solved_spot", asked.spot)
    if way.next == "deal" and stored.row["kept"] == "all":
        solved = declared.solved_spot(asked.spot, lake=asking.lake)
        same = Same(opened, command=f"pokerlake solve --spot {asked.spot}")
        return _next_cards(data, solved, same, way.line)
    if way.next != "decision":
        return Answer(data, same=Same(opened), keep=True)
    solver = Solver(asking, asked.to)
    here = stored.at(way.line, dealt, solver=solver)
    facts, table = decision_data(
        stored.spot, way, dealt,
        lambda line, cards: (
            here if (line, cards) == (way.line, dealt) else stored.at(line, cards, solver=solver)
        ).decision,
    )  # fmt: skip
    solution = here.solution
    data["solved"] = solution and {
        "exploitability": 100 * solution.exploitability / solution.spot.pot,
        "iterations": solution.iterations,
        "to": 100 * solution.to,
        "reached": solution.reached,
    }
    return Answer(data | facts, table, _same_stored(asked, data["cards"], here, solver), keep=True)


def _opened(spot: int, asking: Asking) -> Stored:
    from pokerlake.pipelines.solving.stored import stored_spot
    from pokerlake.tables.lake import Lake

    return stored_spot(Lake.open(asking.lake), spot)


def _same_stored(asked: StoredAsked, cards: str, decision: Found, solver: Solver) -> Same:
    line = decision.decision.line
    how: dict[str, Any] = {} if decision.solution is None else {"to": asked.to}
    if decision.solution is not None and solver.iterations < MOST_ITERATIONS:
        how["iterations"] = solver.iterations
    at = call(".at", line, *[cards] if cards else [], **how)
    sql = ""
    if decision.board:
        sql = (
            "select action, percent, value, combos from solved_actions "  # noqa: S608 as text
            f"where spot = {asked.spot} and line = {sql_text(line)} "
            f"and board = {sql_text(decision.board)} order by action"
        )
    words = [f"--to {100 * asked.to:g}%"] if "to" in how else []
    words += [f"--iterations {how['iterations']}"] if "iterations" in how else []
    dealt = f" --cards {cards}" if cards else ""
    command = f"pokerlake solve --spot {asked.spot} --line '{line}'{dealt} --hands"
    return Same(f"pk.solved_spot({asked.spot}){at}", sql, " ".join([command, *words]))


class PopulationAsked(Asked):
    """A spot of the lake, and the players to compare with."""

    spot: SpotNumber
    where: Annotated[str, Field(max_length=1000)] = "all"
    least: Annotated[int, Field(ge=1, le=10**9)] = 30


@question("solved_population", PopulationAsked, seconds=60)
def solved_population(asked: PopulationAsked, asking: Asking) -> Answer:
    """The actions of imported hands at the decisions of a solved street, and what they cost."""
    from pokerlake.api.spots.postflop import solved_spot

    how = {} if asked.least == 30 else {"least": asked.least}
    with field("spot"):
        stored = solved_spot(asked.spot, lake=asking.lake)
    asking.listen()
    population = stored.population(asked.where, least=asked.least)
    same = Same(
        f"{call('pk.solved_spot', asked.spot)}{call('.population', asked.where, **how)}",
        command=""
        if how
        else f"pokerlake solve --spot {asked.spot} --population {shlex.quote(asked.where)}",
    )
    return Answer({"summary": population.summary()}, population.to_arrow(), same, keep=True)


class PictureAsked(Asked):
    """A decision of a spot that the lake keeps, and which picture of it."""

    chart: Literal["strategy", "equity-value"]
    spot: SpotNumber
    line: Annotated[str, Field(max_length=1000, pattern="^[fxcbr0-9. ]*$")] = ""
    cards: Annotated[str, Field(max_length=10)] = ""


@question("solution_picture", PictureAsked)
def solution_picture(asked: PictureAsked, asking: Asking) -> Answer:
    """A picture of a stored decision: the strategy of each hand, or the EV of each hole."""
    from pokerlake.queries.charts import chart_named

    options: dict[str, Any] = {"spot": asked.spot, "line": asked.line, "cards": asked.cards}
    drawn = chart_named(asked.chart).drawn(**options, lake=asking.lake)
    options = {name: value for name, value in options.items() if value}
    return Answer(
        {"svg": drawn.svg()}, same=Same(call("pk.chart", asked.chart, **options)), keep=True
    )
