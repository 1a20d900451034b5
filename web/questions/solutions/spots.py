"""Spots that are solved for the page: what that takes, and their decisions."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ...settings import SOLVE_SECONDS
from ..answer import Answer, Same
from ..fields import BoardText, RangeText, ShareNumber
from ..registry import Asked, Asking, FieldError, field, question
from ..same import call, literal
from .nodes import PlaceAsked, decision_data, place_data, place_of
from .solver import MOST_ITERATIONS, Solver, effort_of

if TYPE_CHECKING:
    from pokerlake.engine.solving import Spot

Sizes = Annotated[str, Field(max_length=100)]
Chips = Annotated[int, Field(ge=1, le=10**9)]
Pots = Annotated[float, Field(ge=0, le=1000)]
_SIZES = ("bets", "raises", "oop_bets", "oop_raises", "ip_bets", "ip_raises", "donks")
_NUMBERS = ("add_all_in", "force_all_in", "merge", "most_raises", "rake", "rake_cap")
_OF_A_RANGE = re.compile("the range of (oop|ip) ")


class SpotAsked(Asked):
    """Two ranges on a board, chips, and what may be bet; sizes as ``pk.solve`` takes them."""

    oop: RangeText
    ip: RangeText
    board: BoardText
    pot: Chips = 100
    stack: Chips = 300
    bets: Sizes = "50"
    raises: Sizes = "50"
    oop_bets: Sizes | None = None
    oop_raises: Sizes | None = None
    ip_bets: Sizes | None = None
    ip_raises: Sizes | None = None
    donks: Sizes | None = None
    add_all_in: Pots = 0.0
    force_all_in: Pots = 0.0
    merge: Pots = 0.0
    most_raises: Annotated[int, Field(ge=0, le=100)] = 0
    rake: Annotated[ShareNumber, Field(ge=0, lt=1)] = 0.0
    rake_cap: Annotated[float, Field(ge=0)] | None = None


class SolveAsked(SpotAsked, PlaceAsked):
    """A spot, and a place in its tree."""


@question("solve_plan", SpotAsked, at_once=1)
def solve_plan(asked: SpotAsked, asking: Asking) -> Answer:
    """What solving a spot takes, and whether the page solves it: ``refused`` says why not."""
    spot = _spot_of(asked, asking)
    effort = effort_of(spot)
    data = {
        "street": spot.street,
        "nodes": effort.cost.nodes,
        "boards": effort.cost.boards,
        "gigabytes": effort.cost.bytes / 1e9,
        "seconds": effort.cost.seconds,
        "iterations": effort.iterations,
        "refused": effort.refused,
    }
    same = Same(_python(asked), command=f"{_command(asked)} --plan")
    return Answer(data, same=same, keep=True)


@question("solve", SolveAsked, seconds=SOLVE_SECONDS, at_once=1)
def solve(asked: SolveAsked, asking: Asking) -> Answer:
    """Solve a spot, and say what a player does at a place of its tree.

    While it is solved, ``progress`` has the iterations, and the exploitability in percent of the
    pot. The same spot has the same solution; the last ones are at hand.
    """
    spot = _spot_of(asked, asking)
    way, dealt = place_of(asked, spot)
    solver = Solver(asking)
    solution = solver(spot, to=asked.to)
    data: dict[str, Any] = {
        "about": {
            "pot": spot.pot,
            "stack": spot.stack,
            "value_oop": solution.values[0],
            "value_ip": solution.values[1],
            "equity_oop": solution.equities[0],
            "equity_ip": solution.equities[1],
            "exploitability": 100 * solution.exploitability / spot.pot,
            "iterations": solution.iterations,
            "to": 100 * solution.to,
            "reached": solution.reached,
        },
        **place_data(spot, way, dealt),
    }
    how: dict[str, Any] = {"to": asked.to}
    if solver.iterations < MOST_ITERATIONS:
        how["iterations"] = solver.iterations
    python, command = _python(asked, **how), _command(asked, **how)
    if way.next != "decision":
        return Answer(data, same=Same(python, command=command), keep=True)
    told, table = decision_data(solution.at(way.line, dealt))
    cards = data["cards"]
    python += call(".at", way.line, *[cards] if cards else [])
    command += f" --line {shlex.quote(way.line)}{f' --cards {cards}' if cards else ''} --hands"
    return Answer(data | told, table, Same(python, command=command), keep=True)


def _spot_of(asked: SpotAsked, asking: Asking) -> Spot:
    """The spot; what is wrong with a part of it is wrong with its field."""
    from pokerlake.api.ranges import Range
    from pokerlake.engine.cards.text import CardError, counted, parse_hand
    from pokerlake.engine.solving import Betting
    from pokerlake.queries.answers.solving.spots import spot_of
    from pokerlake.tables.errors import UsageError

    ranges = []
    for name in ("oop", "ip"):
        with field(name):
            ranges.append(Range(getattr(asked, name), lake=asking.lake).weights)
    with field("board"):
        board = parse_hand(asked.board).tolist()
        if not 3 <= len(board) <= 5:
            raise CardError(f"board {asked.board!r} has {counted(len(board))}; give 3, 4 or 5")
    sizes = {name: getattr(asked, name) for name in _SIZES if getattr(asked, name) is not None}
    for name, text in sizes.items():
        with field(name):
            try:
                Betting.of(**{name: text})
            except ValueError as error:
                raise UsageError(str(error)) from error
    numbers = {name: getattr(asked, name) for name in _NUMBERS}
    try:
        return spot_of(board, ranges, pot=asked.pot, stack=asked.stack, **sizes, **numbers)
    except UsageError as error:
        named = _OF_A_RANGE.match(str(error))
        if named is None:
            raise
        raise FieldError(named[1], str(error)) from error


def _given(asked: SpotAsked) -> dict[str, Any]:
    """The sizes and numbers that are not as ``pk.solve`` has them anyway."""
    fields = type(asked).model_fields
    return {
        name: getattr(asked, name)
        for name in (*_SIZES, *_NUMBERS)
        if getattr(asked, name) != fields[name].default
    }


def _python(asked: SpotAsked, **how: Any) -> str:
    given = {"pot": asked.pot, "stack": asked.stack, **_given(asked), **how}
    named = [f"{name}={literal(value)}" for name, value in given.items()]
    return f"pk.solve({', '.join([*map(literal, (asked.oop, asked.ip, asked.board)), *named])})"


def _command(asked: SpotAsked, **how: Any) -> str:
    given: dict[str, Any] = {
        "board": asked.board, "oop": asked.oop, "ip": asked.ip, "pot": asked.pot,
        "stack": asked.stack, **_given(asked), **how,
    }  # fmt: skip
    words = [f"--{name.replace('_', '-')} {shlex.quote(str(text))}" for name, text in given.items()]
    return " ".join(["pokerlake solve", *words])
