"""A place in the tree of a spot, as the page shows it: the way there, and what is done there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ..fields import ShareNumber
from ..registry import Asked, field

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.engine.solving import Decision, Spot
    from pokerlake.queries.answers.solving.lines import Step, Way


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
    """What is said of a place, whoever decides there."""
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


def decision_data(decision: Decision) -> tuple[dict[str, Any], pa.Table]:
    """What is done at a decision: by all hands together and by each hand, and a row a hole."""
    from pokerlake.queries.answers.solving.rows import actions_table, hand_columns, hole_columns

    actions = actions_table([decision])
    names = ("action", "percent", "value", "combos", "range")
    hands = hand_columns(decision)
    data = {
        "actions": actions.select(names).to_pylist(),
        "hands": hands.to_pydict(),
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
