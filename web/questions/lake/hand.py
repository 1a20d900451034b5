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
    """A hand that was played: its steps as rows, and of each the table after it."""
    values = asked.model_dump()
    found = _HAND.ask(values, asking.lake)
    asking.listen()
    number = found.head["hand_id"]
    same = replace(
        same_elsewhere(_HAND, values), sql=f"from actions where hand_id = {number} order by number"
    )
    data = {
        "title": found.title,
        "notes": found.notes,
        "seats": found.seats().to_dicts(),
        "button": found.head["button"],
        "hero": found.head["hero"],
        "game": found.head["game"],
        "tables": _tables(found),
        "texts": _texts(found),
        "link": found.link,
    }
    return Answer(data, found.to_arrow(), same, keep=True)


def _tables(found: Hand) -> list[dict[str, Any]]:
    """Of each step what each player has behind and has bet, who is in, and equities, by seat."""
    return [
        {
            "behind": {seat: chips / _UNIT for seat, chips in step.behind.items()},
            "bets": {seat: chips / _UNIT for seat, chips in step.bets.items() if chips},
            "live": step.live,
            "equities": known,
        }
        for step, known in zip(found.steps, found.equities, strict=True)
    ]


def _texts(found: Hand) -> dict[str, str | None]:
    """The hand in each format; None where that has not the game."""
    from pokerlake.queries.files.whole_hands import variants

    formats = {"text": found.text, "ohh": found.ohh, "phh": found.phh}
    return {
        name: text() if found.head["game"] in variants(name) else None
        for name, text in formats.items()
    }
