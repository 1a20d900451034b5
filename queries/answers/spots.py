"""Spots as users write them, and their deals as rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import CARDS, CardError, parse_hand
from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.monte_carlo.plan import Holdings
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.spots.boards import parse_board_range
from pokerlake.engine.spots.spots import Dealt, DealtSpot, Listing, Sampling
from pokerlake.engine.stud.equity import plan_deals
from pokerlake.engine.stud.situation import situation_of
from pokerlake.tables.errors import UsageError

from ..reading import in_field, reading
from .games.stud import held_of
from .ranges.given import reader_of
from .ranges.omaha import OmahaReader
from .ranges.reader import is_any

MOST_PLAYERS = 10
_MOST_LISTED = 1 << 32  # deals


def spot_of(
    rule: Game,
    hands: Sequence[Any],
    board: str = "",
    dead: str = "",
    *,
    lake: Path | None = None,
    dialect: str = "pokerlake",
) -> DealtSpot:
    """A spot from hands or ranges, a board or a range of boards, and dead cards, as text.

    CardError, RangeError or UsageError if one of them is invalid.
    """
    if not 1 <= len(hands) <= MOST_PLAYERS:
        raise UsageError(f"{len(hands)} hands; give 1 to {MOST_PLAYERS}")
    with in_field("dead"):
        dead_cards = parse_hand(dead).tolist()
        twice = sorted(set(dead_cards) & set(rule.dead))
        if twice:
            raise CardError(f"{CARDS[twice[0]]} is not in the deck of {rule.name}")
    dead_cards = tuple(sorted({*dead_cards, *rule.dead}))
    with in_field("board"):
        if rule.is_stud and board.strip():
            raise UsageError(f"{rule.name} has no board")
        boards = parse_board_range(board).boards(dead_cards)
    reader = reader_of(rule, lake, dialect=dialect if rule.hole == 2 else "pokerlake")
    held = []
    for player, hand in enumerate(hands):
        with in_field("hands", player), reading("a range", hand, RangeError):
            if rule.is_stud:
                held.append(held_of(hand, rule, OmahaReader(rule, lake)))
            else:
                held.append(None if is_any(hand) else _holdings(reader.any(hand)))
    kind = StudSpot if rule.is_stud else DealtSpot
    return kind(rule, tuple(held), boards, dead_cards)


class StudSpot(DealtSpot):
    """The known cards of players of stud, who get seven cards each and have no board."""

    def listed(self, _stages: Sequence[int], _most: int) -> None:
        """None: deals of stud are not listed."""

    def sampling(self) -> Sampling:
        """Prepare sampling; the known cards of a player are the first of his cards."""
        dealer = plan_deals(situation_of(self.rule, self.held, self.dead, least=1))
        return Sampling(self, dealer.deals, dealer.at.ravel(), None, dealer.tries)


def _holdings(hole_range: Any) -> Holdings:
    there = np.flatnonzero(hole_range.weights)
    if not len(there):
        raise RangeError("the range is empty")
    return Holdings(np.ascontiguousarray(hole_range.holes[there]), hole_range.weights[there])


class NumberedDeals:
    """Deals of a spot by number: ``number`` random ones, or all deals if that is 0."""

    def __init__(self, spot: DealtSpot, number: int, seed: int) -> None:
        self.seed = seed
        self._of: Listing | Sampling
        if number:
            self._of, self.number = spot.sampling(), number
            return
        listing = spot.listed(spot.stages(), _MOST_LISTED)
        if listing is None:
            raise UsageError(
                "there are too many deals to list all of them; give deals, how many are dealt at "
                "random"
            )
        self._of, self.number = listing, listing.deals

    def columns(self, first: int, number: int) -> Dealt:
        """That many deals from a number on, or all that are left."""
        number = min(number, self.number - first)
        if isinstance(self._of, Listing):
            return self._of.columns(first, number)
        before = first % BLOCK  # the deals of a block are dealt together
        dealt = self._of.columns(first - before, before + number, self.seed)
        return dealt.kept(np.arange(len(dealt)) >= before)
