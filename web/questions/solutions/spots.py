"""Spots that are solved for the page: what that takes, and their decisions."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field as Limits
from pydantic import create_model

from pokerlake.queries.questions.spots import FIELDS, spot_after_flop
from pokerlake.queries.words import option_of

from ...settings import SOLVE_SECONDS
from ..answer import Answer, Same
from ..registry import Asked, Asking, question
from ..same import call, literal
from .nodes import PlaceAsked, decision_data, place_data, place_of
from .solver import MOST_ITERATIONS, Solver, effort_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pokerlake.engine.solving import Spot

# What a spot is given by here: as ``pk.solve`` takes it.
_FIELDS = [each for each in FIELDS if each.name not in ("name", "keep")]
_USUAL = {"bets": "50", "raises": "50"}
_DEFAULTS = {"pot": 100, "stack": 300, **_USUAL}

_PARTS: dict[str, Any] = {
    each.name: (
        Annotated[str, Limits(max_length=each.longest)] | int | float | None,
        _DEFAULTS.get(each.name, ... if each.needed else None),
    )
    for each in _FIELDS
}
SpotAsked: Any = create_model("SpotAsked", __base__=Asked, **_PARTS)


class SolveAsked(SpotAsked, PlaceAsked):  # type: ignore[misc]
    """A spot, and a place in its tree."""


@question("solve_plan", SpotAsked, at_once=1)
def solve_plan(asked: Any, asking: Asking) -> Answer:
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


def _spot_of(asked: Any, asking: Asking) -> Spot:
    """The spot; what is wrong with a part of it is wrong with its field."""
    from pokerlake.api.ranges import Range

    given = {each.name: getattr(asked, each.name) for each in _FIELDS}

    def weights(text: str) -> npt.NDArray[np.float64]:
        return Range(text, lake=asking.lake).weights

    return spot_after_flop(given, weights, is_none=lambda part: part is None).spot


def _given(asked: Any, **how: Any) -> dict[str, Any]:
    """What is asked, but for what ``pk.solve`` has anyway."""
    given = {each.name: getattr(asked, each.name) for each in _FIELDS}
    usual = {**_USUAL, "rake": 0, "add_all_in": 0, "force_all_in": 0, "merge": 0, "most_raises": 0}
    return {k: v for k, v in given.items() if v is not None and usual.get(k) != v} | how


def _python(asked: Any, **how: Any) -> str:
    given = _given(asked, **how)
    places = [given.pop(name) for name in ("oop", "ip", "board")]
    named = [f"{name}={literal(value)}" for name, value in given.items()]  # "" is no bets at all
    return f"pk.solve({', '.join([*map(literal, places), *named])})"


def _command(asked: Any, **how: Any) -> str:
    words = [f"{option_of(name)} {shlex.quote(str(v))}" for name, v in _given(asked, **how).items()]
    return " ".join(["pokerlake solve", *words])
