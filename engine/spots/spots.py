"""Spots: who may hold what on which boards, and all deals of them as columns of cards.

A deal is a hole for each player and the cards of the board, none of them twice. It weighs the
product of the weights of its holes; sampled ones come up as often as that, and weigh 1.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pokerlake.catalogue import Game

from ..cards.holes import card_sets, hole_cards
from ..cards.text import CARDS, CardError, counted
from ..dealing.deck import require_seed
from ..monte_carlo.deals import BLOCK, Deals
from ..monte_carlo.plan import Holdings, plan_holdings
from ..ranges.omaha_holes import all_holes
from ..ranges.scanner import RangeError
from ..signatures import F64, I64, U8, Bool

RIVER = 5
_STREETS = (3, 4, 5)  # how many cards are on the board
_PAIRS = 1 << 26  # of holes that are looked at for a list of deals
_PAIRS_AT_ONCE = 1 << 22
_ATTEMPT = 40  # the bits of a block's number: each attempt at it has numbers of its own
_ATTEMPTS = 1 << 10


@dataclass(frozen=True)
class Dealt:
    """Deals as columns: n of p players with holes of k cards, and b cards of the board."""

    holes: U8  # (p, k, n)
    board: U8  # (b, n): the flop, the turn, the river
    weights: F64 | None  # (n,); None where all weigh 1

    def __len__(self) -> int:
        return len(self.board.T)

    def kept(self, rows: Bool) -> Dealt:
        """Some of them, of a mask ``(n,)``."""
        if rows.all():
            return self
        weights = None if self.weights is None else self.weights[rows]
        holes = np.ascontiguousarray(self.holes[..., rows])
        return Dealt(holes, np.ascontiguousarray(self.board[:, rows]), weights)


@dataclass(frozen=True)
class Spot:
    """Who may hold what.

    ``held``: for each player his holes and their weights; None for any hole, all as likely.
    ``boards``: (m, b) uint8, what the first b cards of the board may be, all as likely; b is 0
    where nothing of it is known, and m 1 where all of it is. ``dead``: cards that nobody has and
    that do not come, with those that are not in the deck.
    """

    rule: Game
    held: tuple[Holdings | None, ...]
    boards: U8
    dead: tuple[int, ...]

    @functools.cached_property
    def _live_boards(self) -> U8:
        fine = ~np.isin(self.boards, self.dead).any(axis=1)
        if not fine.any():
            raise RangeError("no board is left without a dead card")
        return self.boards[fine]

    def without(self, players: Iterable[int]) -> Spot:
        """The same spot without some players."""
        gone = set(players)
        held = tuple(of for player, of in enumerate(self.held) if player not in gone)
        return replace(self, held=held)

    # ------------------------------------------------------------ listed

    def stages(self, streets: Iterable[int] = _STREETS) -> tuple[int, ...]:
        """How many cards come at a time if the board is looked at with so many cards."""
        shown = self.boards.shape[1]
        later = sorted({size for size in streets if size > shown})
        return tuple(np.diff([shown, *later]).tolist())

    def run_outs(self, stages: Sequence[int]) -> int:
        """In how many ways the board goes on beside any holes."""
        left = len(CARDS) - len(self.dead) - self.rule.hole * len(self.held) - self.boards.shape[1]
        return prod(comb(left - sum(stages[:at]), size) for at, size in enumerate(stages))

    def most_deals(self, stages: Sequence[int]) -> int:
        """At most how many deals there are: as if no two holes had a card in common."""
        sizes = [self.rule.holes if of is None else len(of.cards) for of in self.held]
        return prod(sizes) * len(self._live_boards) * self.run_outs(stages)

    def listed(self, stages: Sequence[int], most: int) -> Listing | None:
        """All deals, if there are no more than ``most``, and holes enough can be put together."""
        if self.most_deals(stages) > most * 64:
            return None
        found = self._tuples()
        if found is None or len(found.cards) * self.run_outs(stages) > most:
            return None
        if not len(found.cards):
            raise RangeError("these hands cannot be dealt together, on such a board")
        left = len(CARDS) - len(self.dead) - found.cards.shape[1]
        places = []
        for size in stages:
            places.append(all_holes(size, left))
            left -= size
        return Listing(self, found.cards, found.weights, tuple(places))

    def _tuples(self) -> Holdings | None:
        """The holes of all players and the known board, that have no card in common."""
        found = Holdings(np.empty((1, 0), np.uint8), np.ones(1))
        board = Holdings(self._live_boards, np.ones(len(self._live_boards)))
        for of in (*self.held, board):
            more = (_all_holes(self.rule) if of is None else of).without(self.dead)
            if len(found.cards) * len(more.cards) > _PAIRS:
                return None
            found = _beside(found, more)
        return found

    # ------------------------------------------------------------ sampled

    def sampling(self) -> Sampling:
        """Make sampling ready; RangeError or CardError if nothing can be dealt."""
        boards = self._live_boards
        is_known = len(boards) == 1
        known = boards[0].tolist() if is_known else []
        deals, tries = plan_holdings(self.held, self.rule.hole, known, self.dead)
        seats = deals.seats[:, None] + np.arange(self.rule.hole)
        # Of a range of boards the first cards are chosen apart, and the others come.
        board = deals.board if is_known else deals.board[: RIVER - boards.shape[1]]
        columns = np.concatenate([seats.ravel(), board])
        return Sampling(self, deals, columns, None if is_known else boards, tries)


@functools.cache
def _all_holes(rule: Game) -> Holdings:
    cards = hole_cards() if rule.hole == 2 else all_holes(rule.hole)
    return Holdings(cards, np.ones(len(cards)))


def _beside(one: Holdings, other: Holdings) -> Holdings:
    """All pairs that have no card in common, those of the first holes in front."""
    mine, theirs = card_sets(one.cards), card_sets(other.cards)
    step = max(1, _PAIRS_AT_ONCE // max(1, len(theirs)))
    firsts, seconds = [], []
    for begin in range(0, max(1, len(mine)), step):
        i, j = np.nonzero(mine[begin : begin + step, None] & theirs == 0)
        firsts.append(i + begin)
        seconds.append(j)
    i, j = np.concatenate(firsts), np.concatenate(seconds)
    return Holdings(
        np.concatenate([one.cards[i], other.cards[j]], axis=1), one.weights[i] * other.weights[j]
    )


@dataclass(frozen=True)
class Listing:
    """All deals of a spot, numbered: for each tuple of holes all cards that come."""

    spot: Spot
    held: U8  # (t, h): the cards of the holes, and those known of the board
    weights: F64  # (t,)
    places: tuple[U8, ...]  # of each stage (ways, size): which of the cards left come

    @property
    def deals(self) -> int:
        """How many there are."""
        return len(self.held) * self._run_outs

    @property
    def _run_outs(self) -> int:
        return prod(len(each) for each in self.places)

    def columns(self, first: int, number: int) -> Dealt:
        """So many deals from number ``first`` on; fewer at the end."""
        number = min(number, self.deals - first)
        from .spots_kernels import list_deals

        sizes = [each.shape[1] for each in self.places]
        cards = np.empty((self.held.shape[1] + sum(sizes), number), np.uint8)
        list_deals(
            self.held,
            np.uint64(sum(1 << card for card in self.spot.dead)),
            np.concatenate([each.ravel() for each in (*self.places, np.empty((0, 1), np.uint8))]),
            np.cumsum([0, *(each.size for each in self.places)]),
            np.array(sizes, np.int64),
            first,
            cards,
        )
        weights = None
        if not (self.weights == 1).all():
            weights = self.weights[np.arange(first, first + number) // self._run_outs]
        return _dealt(self.spot, cards, weights)


class Sampling(NamedTuple):
    """Deals of a spot at random, made ready: deal number i of a seed is always the same."""

    spot: Spot
    deals: Deals
    columns_of: I64  # (c,): which column of a block each card is: holes, then the board
    boards: U8 | None  # (m, b): what the board begins with, if there are several
    tries: float  # how many choices of holes it takes for a deal

    def columns(self, first: int, number: int, seed: int) -> Dealt:
        """So many deals from number ``first`` on, a multiple of ``BLOCK``."""
        require_seed(seed)
        block = first // BLOCK
        if self.boards is None:
            return _dealt(self.spot, self._cards(block, number, seed), None)
        found = [
            cards
            for begin in range(0, number, BLOCK)
            for cards in self._block(block + begin // BLOCK, min(BLOCK, number - begin), seed)
        ]
        return _dealt(self.spot, np.concatenate(found, axis=1), None)

    def _block(self, block: int, number: int, seed: int) -> Iterator[U8]:
        """Deals of a block, tried until there are enough: whole blocks, of numbers far apart."""
        for attempt in range(_ATTEMPTS):
            cards = self._with_boards((attempt << _ATTEMPT) + block, seed)[:, :number]
            yield cards
            number -= cards.shape[1]
            if not number:
                return
        raise RangeError("these hands can hardly be dealt together on such a board, if at all")

    def _cards(self, block: int, number: int, seed: int) -> U8:
        from .spots_kernels import write_deals

        cards = np.empty((len(self.columns_of), number), np.uint8)
        write_deals(self.deals, self.columns_of, np.uint64(seed), block, cards)
        return cards

    def _with_boards(self, block: int, seed: int) -> U8:
        """Those of a block whose board has no card that is a player's, or comes later."""
        assert self.boards is not None
        cards = self._cards(block, BLOCK, seed)
        words = np.random.Philox(key=[seed, block]).random_raw(BLOCK)
        chosen = ((words >> np.uint64(11)) * (len(self.boards) / (1 << 53))).astype(np.int64)
        boards = self.boards[chosen]
        fine = card_sets(cards.T) & card_sets(boards) == 0
        held = self.spot.rule.hole * len(self.spot.held)
        return np.concatenate([cards[:held, fine], boards[fine].T, cards[held:, fine]])


def _dealt(spot: Spot, cards: U8, weights: F64 | None) -> Dealt:
    players, hole = len(spot.held), spot.rule.hole
    held = players * hole
    return Dealt(cards[:held].reshape(players, hole, cards.shape[1]), cards[held:], weights)


def known_board(cards: Sequence[int]) -> U8:
    """A board of known cards, as :class:`Spot` has it; CardError for more than five."""
    if len(cards) > RIVER:
        raise CardError(f"{counted(len(cards))} on the board; it has {RIVER}")
    return np.array(cards, np.uint8).reshape(1, len(cards))
