"""The shared state of the functions of one connection: its lake, and cached results."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from pokerlake.catalogue import HIGH, TWO_CARD_GAMES, Order

if TYPE_CHECKING:
    from pokerlake.catalogue import Game
    from pokerlake.engine.ranges.omaha_holes import OmahaRange
    from pokerlake.engine.ranges.parser import Weights
    from pokerlake.engine.ranges.top_percent import Ranking
    from pokerlake.tables.lake import Lake

    from ..answers.buckets import Buckets
    from ..answers.lookup.boards import BoardStrengths
    from ..answers.lookup.rankings import Preflop
    from ..answers.situations import Batches, Situations
    from ..answers.spots import NumberedDeals

Range = TypeVar("Range", bound="Weights | OmahaRange")

_KEPT_DEALS = 8  # spots
_KEPT_HOLES = 10_000_000  # of all ranges: 200 MB


class Library:
    """The lake and the caches of a connection.

    Without a lake, ranges cannot have percentages, and all counts are computed.
    """

    def __init__(self, lake: Lake | None, order: Order = HIGH) -> None:
        self.lake = lake
        self.order = order  # what beats what, and the deck
        self._ranges: OrderedDict[tuple[str, int], Any] = OrderedDict()
        self._holes = 0  # of all ranges
        self._rankings: dict[str, Ranking] = {}
        self._situations: dict[str, Batches[Any]] = {}
        self._others: dict[Order, Library] = {}
        self._deals: OrderedDict[Any, NumberedDeals] = OrderedDict()

    def of_order(self, order: Order) -> Library:
        """The library of another order, with the same lake."""
        if order is self.order:
            return self
        return self._others.setdefault(order, Library(self.lake, order))

    def weights(self, text: str) -> Weights:
        """The weights of a range from text, ``(1326,)``, read-only. Files are not read.

        RangeError for an invalid range, LakeError if a percentage needs a missing table.
        """
        from pokerlake.engine.ranges.notation import parse_range

        def read() -> Weights:
            is_known = self.lake is not None or self.order is not HIGH
            weights = parse_range(text, ranking=self.ranking if is_known else None)
            weights.flags.writeable = False
            return weights

        return self._kept(text, 2, read)

    def omaha_range(self, text: str, cards: int) -> OmahaRange:
        """A range of holes of three cards or more, from text; errors as in :meth:`weights`."""
        from pokerlake.engine.ranges.omaha_parser import parse_omaha_range

        return self._kept(
            text, cards, lambda: parse_omaha_range(text, cards, lambda: self.omaha_ranking(cards))
        )

    def _kept(self, text: str, cards: int, read: Callable[[], Range]) -> Range:
        """The range of a text, read once; the oldest are dropped when many holes are kept."""
        hole_range: Range | None = self._ranges.get((text, cards))
        if hole_range is None:
            hole_range = read()
            if self._ranges.setdefault((text, cards), hole_range) is hole_range:
                self._holes += len(hole_range)
            while self._holes > _KEPT_HOLES and len(self._ranges) > 1:
                self._holes -= len(self._ranges.popitem(last=False)[1])
        return hole_range

    def deals(self, key: Any, read: Callable[[], NumberedDeals]) -> NumberedDeals:
        """The deals of a spot, prepared once for all their pieces."""
        if key not in self._deals:
            self._deals[key] = read()
            if len(self._deals) > _KEPT_DEALS:
                self._deals.popitem(last=False)
        return self._deals[key]

    def omaha_ranking(self, cards: int) -> Ranking:
        """A value for each hole of that many cards up to suits, from the lake.

        LakeError if there is no lake, or it lacks the table.
        """
        from pokerlake.catalogue import PINEAPPLE, game_of_holes
        from pokerlake.tables.errors import LakeError

        from ..answers.lookup.omaha import omaha_ranking

        if self.lake is None:
            raise LakeError("the ranking of holes is in a lake, and there is no lake")
        rule = PINEAPPLE if cards == PINEAPPLE.hole else game_of_holes(cards)
        return omaha_ranking(rule, self.lake)

    def ranking(self, name: str = "equity") -> Ranking:
        """A value for each of the 169 hands, ``(169,)``, from the lake.

        The equity of short deck is computed if the lake lacks it. UsageError for an unknown
        ranking, LakeError if there is no lake, or it lacks the table.
        """
        from pokerlake.tables.errors import LakeError

        from ..answers.lookup.rankings import (
            computed_equities,
            counts_itself,
            lake_ranking,
            ranking_name,
        )

        name = ranking_name(name, None)
        if self.order is not HIGH and counts_itself(self.lake, name, self.order):
            return computed_equities(self.order)
        if self.lake is None:
            raise LakeError(f"the ranking {name!r} is in a lake, and there is no lake")
        if name not in self._rankings:
            self._rankings[name] = lake_ranking(self.lake, name, self.order)
        return self._rankings[name]

    def situations_of(self, rule: Game) -> Batches[Any]:
        """Equities of columns of situations of a game; impossible deals are null."""
        batches = self._situations.get(rule.name)
        if batches is None:
            batches = self._situations[rule.name] = self._made(rule)
        return batches

    def _made(self, rule: Game) -> Batches[Any]:
        from ..answers.equity import Wanted
        from ..answers.games.columns import OmahaBatches
        from ..answers.ranges.omaha import OmahaReader

        if rule.hole == 2:
            return self.of_order(rule.high).situations
        if not rule.boards:
            from ..answers.games.stud import StudBatches

            return StudBatches(
                lambda: self.lake, Wanted(seed=1), rule=rule, impossible_is_null=True
            )
        reader = OmahaReader(rule, lake=self.lake)
        return OmahaBatches(
            lambda: self.lake, reader, Wanted(seed=1), rule=rule, impossible_is_null=True
        )

    @functools.cached_property
    def situations(self) -> Situations:
        """Equities of columns of situations; impossible deals are null."""
        from ..answers.equity import Wanted
        from ..answers.situations import Situations

        wanted = Wanted(seed=1)
        return Situations(
            lambda: self.lake,
            self,
            wanted,
            rule=TWO_CARD_GAMES[self.order],
            impossible_is_null=True,
        )

    @functools.cached_property
    def board_strengths(self) -> BoardStrengths:
        """The ratios of all holes on the boards requested so far."""
        from ..answers.lookup.boards import BoardStrengths

        return BoardStrengths(self.lake, self.order)

    @functools.cached_property
    def preflop(self) -> Preflop:
        """Equities and percentiles of the holes before the flop."""
        from ..answers.lookup.rankings import Preflop

        return Preflop.of(self.lake, self.order)

    @functools.cached_property
    def buckets(self) -> Buckets:
        """The abstractions of the lake."""
        from ..answers.buckets import Buckets

        return Buckets(self.lake)
