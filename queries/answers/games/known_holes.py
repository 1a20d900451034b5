"""Equities of known holes by the rule of a game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokerlake.engine.cards.text import CardError, counted, parse_hand
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.equity.omaha import omaha_equity
from pokerlake.engine.orders.catalogue import ORDERS
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.omaha import OmahaRange
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.rules import Rule


def known_equities(rule: Rule, holes: Sequence[str], board: str, dead: str) -> list[float] | None:
    """The equity of each of 2 to 10 known holes, over all boards; None if a card is there twice.

    CardError if a hole has not as many cards as the game's, or cards are none of its deck.
    """
    known = [parse_hand(hole) for hole in holes]
    for hole, cards in zip(holes, known, strict=True):
        if len(cards) != rule.hole:
            needed = f"a hole of {rule.name} has {rule.hole}"
            raise CardError(f"{hole!r} has {counted(len(cards))}; {needed}")
    shared = parse_hand(board) if board else np.empty(0, np.uint8)
    gone = parse_hand(dead) if dead else np.empty(0, np.uint8)
    together = np.concatenate([*known, shared, gone])
    if len(np.unique(together)) < len(together):
        return None
    try:
        if rule.used is not None:
            ranges = [OmahaRange.of(cards[None]) for cards in known]
            found = omaha_equity(ranges, shared, gone, rule=rule, method="exact")
        else:
            weights = [parse_range(hole) for hole in holes]
            found = equity(weights, shared, gone, order=ORDERS[rule.high], method="exact")
    except RangeError as error:
        raise CardError(error.problem) from error
    shares: list[float] = found.equity.tolist()
    return shares
