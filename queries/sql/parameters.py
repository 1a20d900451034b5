"""The values of a query's parameters, from what a user types: numbers, hands, holes and ranges."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from difflib import get_close_matches

from pokerlake.tables.errors import UsageError

Value = int | float | str


def _text(_: str, text: str) -> str:
    return text


def _integer(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise UsageError(f"parameter {name} is {text!r}; give a whole number") from error


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UsageError(f"parameter {name} is {text!r}; give a number")
    return number


def _hand(name: str, text: str) -> str:
    from pokerlake.engine.cards.text import CardError, parse_hand

    try:
        cards = len(parse_hand(text))
    except CardError as error:
        raise UsageError(f"parameter {name}: {error}") from error
    if not 5 <= cards <= 7:
        counted = "1 card" if cards == 1 else f"{cards} cards"
        raise UsageError(f"parameter {name}: {text!r} has {counted}; 5 to 7 are needed")
    return text


def _five_cards(name: str, text: str) -> str:
    """In the order given: ``AhKd9s9c2h`` for ``ah kd 9s 9c 2h``."""
    from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand

    try:
        hand = parse_hand(text)
    except CardError as error:
        raise UsageError(f"parameter {name}: {error}") from error
    if len(hand) != 5:
        raise UsageError(f"parameter {name}: {text!r} has {counted(len(hand))}, not 5")
    return format_hand(hand)


def _category(name: str, text: str) -> int:
    """1 for ``straight flush`` .. 9 for ``high card``; its number will do too."""
    from pokerlake.engine.hands.classes import CATEGORY_NAMES

    tidy = " ".join(text.lower().replace("_", " ").replace("-", " ").split())
    if tidy in CATEGORY_NAMES:
        return CATEGORY_NAMES.index(tidy) + 1
    if tidy.isdecimal() and 1 <= int(tidy) <= len(CATEGORY_NAMES):
        return int(tidy)
    near = get_close_matches(tidy, CATEGORY_NAMES, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(CATEGORY_NAMES)}"
    raise UsageError(f"parameter {name}: {text!r} is no category; {hint}")


def _hole(name: str, text: str) -> str:
    """As the tables write it, the higher card first: ``AhKd`` for ``kdah``."""
    from pokerlake.engine.cards.holes import format_hole, parse_hole
    from pokerlake.engine.cards.text import CardError

    try:
        return format_hole(parse_hole(text))
    except CardError as error:
        raise UsageError(f"parameter {name}: {error}") from error


def _board(cards: int) -> Callable[[str, str], str]:
    """Reads a board of so many cards, and writes it as tables do: ``3h4sJh`` for ``jh 3h 4s``."""

    def read(name: str, text: str) -> str:
        from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand

        try:
            board = parse_hand(text)
        except CardError as error:
            raise UsageError(f"parameter {name}: {error}") from error
        if len(board) != cards:
            raise UsageError(f"parameter {name}: {text!r} has {counted(len(board))}, not {cards}")
        return format_hand(sorted(board))

    return read


def refuse_shared_cards(one: str, cards: str, other: str, other_cards: str) -> None:
    """Refuse holes and boards that cannot be dealt at once, by the names of their parameters.

    Raises
    ------
    UsageError
        If they have a card in common.
    """
    held = [{text[at : at + 2] for at in range(0, len(text), 2)} for text in (cards, other_cards)]
    shared = sorted(held[0] & held[1])
    if shared:
        raise UsageError(f"parameters {one} and {other} both have {' and '.join(shared)}")


def _starting_hand(name: str, text: str) -> str:
    """As the tables write it: ``AKs`` for ``kas``."""
    from pokerlake.engine.cards.holes import HAND_INDEX, HANDS

    tidy = text.strip().replace("10", "T")
    ranks, suits = tidy[:2].upper(), tidy[2:].lower()
    hand = ranks + suits
    for spelled in (hand, ranks[::-1] + suits):
        if spelled in HAND_INDEX:
            return spelled
        if spelled + "s" in HAND_INDEX:
            raise UsageError(f"parameter {name}: {text!r} is two hands; {spelled}s or {spelled}o?")
    near = get_close_matches(hand, HANDS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else "give one such as AA, AKs or AKo"
    raise UsageError(f"parameter {name}: {text!r} is not a starting hand; {hint}")


def _range(name: str, text: str) -> str:
    """The text itself; percentages wait for the ranking in the lake.

    No ``@FILE`` is read, as the commands for ranges do: queries are also run for strangers.
    """
    import numpy as np

    from pokerlake.engine.cards.holes import HANDS
    from pokerlake.engine.ranges.notation import parse_range
    from pokerlake.engine.ranges.scanner import RangeError

    try:
        weights = parse_range(text, ranking=np.zeros(len(HANDS)))
    except RangeError as error:
        raise UsageError(f"parameter {name}: {error}") from error
    if not weights.any():
        raise UsageError(f"parameter {name}: no hand is in {text!r}")
    return text


READERS: Mapping[str, Callable[[str, str], Value]] = {
    "integer": _integer,
    "number": _number,
    "text": _text,
    "hand": _hand,
    "five_cards": _five_cards,
    "category": _category,
    "hole": _hole,
    "starting_hand": _starting_hand,
    "range": _range,
    "flop": _board(3),
    "turn": _board(4),
    "river": _board(5),
}
