"""A hand that was played: the table at each step, and the hand as text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions import question as declared

from ..answer import Answer
from ..declared import model_of, same_elsewhere
from ..registry import Asking, question

if TYPE_CHECKING:
    from pokerlake.api.played.shown_hand import Hand

_UNIT = 10_000
_HAND = declared.questions(*declared.EVERYWHERE)["hand"]


@question("hand", model_of(_HAND), seconds=30)
def hand(asked: Any, asking: Asking) -> Answer:
    """A hand that was played: its steps as rows, and the table after each."""
    values = asked.model_dump()
    played = _HAND.ask(values, asking.lake)
    asking.listen()
    number = played.head["hand_id"]
    same = replace(
        same_elsewhere(_HAND, values), sql=f"from actions where hand_id = {number} order by number"
    )
    data = {
        "title": played.title,
        "notes": played.notes,
        "seats": played.seats().to_dicts(),
        "button": played.head["button"],
        "hero": played.head["hero"],
        "game": played.head["game"],
        "tables": _tables(played),
        "texts": _texts(played),
        "link": played.link,
    }
    return Answer(data, played.to_arrow(), same, keep=True)


def _tables(played: Hand) -> list[dict[str, Any]]:
    """For each step: stacks, bets, who is in, and equities, by seat."""
    return [
        {
            "behind": {seat: chips / _UNIT for seat, chips in step.behind.items()},
            "bets": {seat: chips / _UNIT for seat, chips in step.bets.items() if chips},
            "live": step.live,
            "equities": known,
        }
        for step, known in zip(played.steps, played.equities, strict=True)
    ]


def _texts(played: Hand) -> dict[str, str | None]:
    """The hand in each format; None if the format lacks the game."""
    from pokerlake.queries.files.whole_hands import variants

    formats = {"text": played.text, "ohh": played.ohh, "phh": played.phh}
    return {
        name: text() if played.head["game"] in variants(name) else None
        for name, text in formats.items()
    }
