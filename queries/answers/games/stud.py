"""Players of stud with some known cards, as ``answers/equity.py`` wants them of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import RANKS, Game
from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.layout import is_one_hand
from pokerlake.engine.cards.text import CardError, counted, format_hand
from pokerlake.engine.equity.exact import Way
from pokerlake.engine.monte_carlo.plan import Holdings
from pokerlake.engine.pot_shares import Equity
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.stud.equity import plan, stud_equity
from pokerlake.engine.stud.known_text import parse_stud
from pokerlake.engine.stud.situation import situation_of
from pokerlake.tables.errors import UsageError
from pokerlake.tables.errors import counted as nouns
from pokerlake.tables.lake import Lake

from ...reading import in_field, reading
from ..equity import Cards, Listener, OnCount, Showdown, Wanted, cards_given
from ..lookup.matchups import StoredEquity
from ..lookup.omaha import equity_of_row
from ..lookup.stored import lake_at
from ..ranges.given import reader_of
from ..ranges.omaha import OmahaReader, is_top
from ..ranges.reader import given_text, is_any
from ..situations import SHARES, Batches, Seen
from .columns import HALVES
from .equity import MOST_BY_HOLE

_START = 3  # cards


@dataclass(frozen=True)
class StudSituation(Showdown):
    """Players of a game of stud before their last cards."""

    hands: tuple[str, ...]  # as written, one for each player
    held: tuple[Holdings | None, ...]  # None if no card is known
    dead: Cards  # cards that nobody can have, such as those of folded players
    rule: Game
    board: Cards  # none

    @classmethod
    def of(
        cls,
        rule: Game,
        hands: Sequence[Any],
        board: Any,
        dead: Any,
        *,
        files: bool = False,
        reader: OmahaReader | None = None,
    ) -> StudSituation:
        """From the known cards of each player, in any form. UsageError, CardError or RangeError.

        With ``files``, ``@FILE`` and ``-`` stand for the text of a range. ``reader`` has the lake.
        """
        if len(board) if hasattr(board, "__len__") else board is not None:
            raise UsageError(
                f"{rule.name} has no board; give each player's own cards, as AhKhQs, and those of "
                "who has folded as dead"
            )
        if not 2 <= len(hands) <= rule.most_players:
            raise UsageError(
                f"{nouns(len(hands), 'player')}; {rule.name} is for 2 to {rule.most_players}"
            )
        with in_field("dead"):
            dead_cards = cards_given(dead, "dead cards", rule)
        held = []
        for player, hand in enumerate(hands):
            with in_field("hands", player), reading("cards of stud", hand, RangeError):
                text = given_text(hand) if files and isinstance(hand, str) else hand
                held.append(held_of(text, rule, reader))
        names = [
            hand if isinstance(hand, str) else _name(rule, holding) if holding else "random"
            for hand, holding in zip(hands, held, strict=True)
        ]
        return cls(tuple(names), tuple(held), dead_cards, rule, np.empty(0, np.uint8))

    def holdings(self) -> list[Holdings | None]:
        """The cards that each player may have, with weights; None if no card is known."""
        return list(self.held)

    def require_deals(self) -> None:
        """CardError or RangeError if the players cannot be dealt together."""
        situation_of(self.rule, self.held, self.dead)

    def equity(
        self, how: Wanted, threads: int, listener: Listener | None, on_count: OnCount | None
    ) -> Equity:
        """The equity of each player; errors are those of ``stud_equity``."""
        return stud_equity(
            self.held,
            self.dead,
            rule=self.rule,
            threads=threads,
            listener=listener,
            on_count=on_count,
            **how.to_engine(),
        )

    def ways(self, threads: int) -> list[Way]:
        """The exact way."""
        return plan(self.held, self.dead, rule=self.rule, threads=threads)

    def stored(self, lake: Path | None) -> StoredEquity | None:
        """The equity of three known cards (in razz, ranks) against a random hand, from a table."""
        return self.stored_in(lake_at(lake))

    def stored_in(self, lake: Lake | None) -> StoredEquity | None:
        """The same from an open lake; None if no table has it."""
        first, *others = self.held
        if len(others) != 1 or len(self.dead) or (first is None) == (others[0] is None):
            return None
        swapped = first is None
        known = others[0] if first is None else first
        assert known is not None
        if known.cards.shape[1] != _START or len(set(known.weights.tolist())) > 1:
            return None
        table = f"{self.rule.slug}_starts"
        if self.rule.high.lows_win:
            ranks = np.unique(np.sort(known.cards >> 2, axis=1), axis=0)
            start = "".join(sorted((RANKS[at] for at in ranks[0]), key=self.rule.high.ranks.index))
            key = {"start": start}
        else:
            ranks = known.cards
            hand = min(map(sorted, suit_images()[:, known.cards[0]].tolist()))
            key = {"hand": format_hand(hand[::-1])}
        if len(ranks) != 1:
            return None
        return equity_of_row(lake, table, self.rule, swapped, **key)

    def alone(self) -> Iterator[tuple[int, StudSituation]]:
        """Each set of cards of the first player by itself; UsageError if there are too many."""
        first = self.held[0]
        if first is None or len(first.cards) > MOST_BY_HOLE:
            many = "any cards" if first is None else f"{len(first.cards):,} sets of cards"
            raise UsageError(f"{self.hands[0]!r} is {many}; give {MOST_BY_HOLE:,} at most")
        for row in range(len(first.cards)):
            holding = Holdings(first.cards[row : row + 1], np.ones(1))
            yield row, replace(self, held=(holding, *self.held[1:]))

    def named(self, rows: list[int]) -> dict[str, Any]:
        """Columns that name the cards of the first player."""
        first = self.held[0]
        assert first is not None  # ``alone`` refuses it
        return {
            "cards": [format_hand(cards[::-1]) for cards in first.cards[rows]],
            "range_weight": first.weights[rows],
        }


class StudBatches(Batches[StudSituation]):
    """Goes through batches of a game of stud, situation by situation; ``rule`` is the game."""

    def __init__(
        self,
        lake: Callable[[], Lake | None],
        wanted: Wanted,
        *,
        rule: Game,
        impossible_is_null: bool = False,
        skip_bad: bool = False,
    ) -> None:
        super().__init__(wanted, impossible_is_null=impossible_is_null, skip_bad=skip_bad)
        self._lake, self._rule, self._hole = lake, rule, rule.hole
        self.names = (*SHARES, *HALVES) if rule.halves else SHARES

    def _is_known(self, texts: list[pa.Array], _: Seen) -> npt.NDArray[np.bool_]:
        return np.zeros(len(texts[0]), np.bool_)

    def _known_hands(self, *_: object) -> None:
        raise AssertionError  # no row is known

    def _situation(self, hands: list[str], board: str, dead: str) -> StudSituation:
        reader = OmahaReader(self._rule, lake=self._lake())
        return StudSituation.of(self._rule, hands, board, dead, reader=reader)

    def _stored(self, situation: StudSituation) -> StoredEquity | None:
        return situation.stored_in(self._lake())


def _name(rule: Game, held: Holdings) -> str:
    """The cards that a player may have, as text."""
    if len(held.cards) == 1:
        return format_hand(held.cards[0][::-1])
    return reader_of(rule).text(OmahaRange.of(held.cards, held.weights))


def held_of(hand: Any, rule: Game, reader: OmahaReader | None = None) -> Holdings | None:
    """The known cards of a player, from text, cards, or a range in any form.

    ``reader`` has the lake for percentages; without it, that is ``$POKERLAKE_LAKE`` or ``./lake``.
    """
    if isinstance(hand, str) and is_top(hand):
        hand = (reader or OmahaReader(rule)).read(hand)
    if is_any(hand):
        return None
    if isinstance(hand, str):
        return parse_stud(hand, rule.hole, ace_low=rule.high.ace_low)
    if not is_one_hand(hand):
        hole_range = reader_of(rule).any(hand)
        return Holdings(hole_range.holes, hole_range.weights)
    cards = cards_given(hand, "cards of a player", rule)
    if len(cards) > rule.hole:
        raise CardError(f"{counted(len(cards))}; a player of {rule.name} has {rule.hole} in all")
    return Holdings(np.sort(cards)[None], np.ones(1)) if len(cards) else None
