"""Spots: who may hold what on which boards, and all deals of them as columns of cards.

A deal is a hole for each player and the cards of the board, none of them twice. Its weight is the
product of the weights of its holes. Sampled deals come up in proportion to that, and have weight 1.
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
_PAIRS = 1 << 26  # the most pairs of holes that are examined for a list of deals
_PAIRS_AT_ONCE = 1 << 22
_ATTEMPT = 40  # the bits of a block's number: each attempt at it has numbers of its own
_ATTEMPTS = 1 << 10


@dataclass(frozen=True)
class Dealt:
    """Deals as columns: n deals of p players with holes of k cards, and b cards of the board."""

    holes: U8  # (p, k, n)
    board: U8  # (b, n): the flop, the turn, the river
    weights: F64 | None  # (n,); None if all are 1

    def __len__(self) -> int:
        return len(self.board.T)

    def kept(self, rows: Bool) -> Dealt:
        """The deals that a mask ``(n,)`` selects."""
        if rows.all():
            return self
        weights = None if self.weights is None else self.weights[rows]
        holes = np.ascontiguousarray(self.holes[..., rows])
        return Dealt(holes, np.ascontiguousarray(self.board[:, rows]), weights)


@dataclass(frozen=True)
class DealtSpot:
    """Who may hold what, and on which boards.

    ``held``: the holes of each player and their weights; None for any hole, all equally likely.
    ``boards``: (m, b) uint8, the possible first b cards of the board, all equally likely; b is 0 if
    nothing of it is known, and m is 1 if all of them are known. ``dead``: cards that nobody has and
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

    def without(self, players: Iterable[int]) -> DealtSpot:
        """The same spot without some players."""
        removed = set(players)
        held = tuple(each for player, each in enumerate(self.held) if player not in removed)
        return replace(self, held=held)

    # ------------------------------------------------------------ listed

    def stages(self, streets: Iterable[int] = _STREETS) -> tuple[int, ...]:
        """How many cards come at each stage if the board is shown with these numbers of cards."""
        shown = self.boards.shape[1]
        later = sorted({size for size in streets if size > shown})
        return tuple(np.diff([shown, *later]).tolist())

    def run_outs(self, stages: Sequence[int]) -> int:
        """In how many ways the board can continue, given any holes."""
        left = len(CARDS) - len(self.dead) - self.rule.hole * len(self.held) - self.boards.shape[1]
        return prod(comb(left - sum(stages[:at]), size) for at, size in enumerate(stages))

    def most_deals(self, stages: Sequence[int]) -> int:
        """An upper bound of the number of deals, without card removal between holes."""
        sizes = [self.rule.holes if held is None else len(held.cards) for held in self.held]
        return prod(sizes) * len(self._live_boards) * self.run_outs(stages)

    def listed(self, stages: Sequence[int], most: int) -> Listing | None:
        """All deals, if there are at most ``most`` and they can be listed quickly enough."""
        if self.most_deals(stages) > most * 64:
            return None
        tuples = self._tuples()
        if tuples is None or len(tuples.cards) * self.run_outs(stages) > most:
            return None
        if not len(tuples.cards):
            raise RangeError("these hands cannot be dealt together, on such a board")
        left = len(CARDS) - len(self.dead) - tuples.cards.shape[1]
        places = []
        for size in stages:
            places.append(all_holes(size, left))
            left -= size
        return Listing(self, tuples.cards, tuples.weights, tuple(places))

    def _tuples(self) -> Holdings | None:
        """Tuples of the holes of all players and the known board, without a common card."""
        tuples = Holdings(np.empty((1, 0), np.uint8), np.ones(1))
        board = Holdings(self._live_boards, np.ones(len(self._live_boards)))
        for held in (*self.held, board):
            more = (_all_holes(self.rule) if held is None else held).without(self.dead)
            if len(tuples.cards) * len(more.cards) > _PAIRS:
                return None
            tuples = _beside(tuples, more)
        return tuples

    # ------------------------------------------------------------ sampled

    def sampling(self) -> Sampling:
        """Prepare sampling; RangeError or CardError if nothing can be dealt."""
        boards = self._live_boards
        is_known = len(boards) == 1
        known = boards[0].tolist() if is_known else []
        deals, tries = plan_holdings(self.held, self.rule.hole, known, self.dead)
        seats = deals.seats[:, None] + np.arange(self.rule.hole)
        # With a range of boards the first cards are chosen separately, and the others are dealt.
        board = deals.board if is_known else deals.board[: RIVER - boards.shape[1]]
        columns = np.concatenate([seats.ravel(), board])
        return Sampling(self, deals, columns, None if is_known else boards, tries)


@functools.cache
def _all_holes(rule: Game) -> Holdings:
    cards = hole_cards() if rule.hole == 2 else all_holes(rule.hole)
    return Holdings(cards, np.ones(len(cards)))


def _beside(first: Holdings, second: Holdings) -> Holdings:
    """All pairs without a common card, ordered by the first holes."""
    mine, theirs = card_sets(first.cards), card_sets(second.cards)
    step = max(1, _PAIRS_AT_ONCE // max(1, len(theirs)))
    firsts, seconds = [], []
    for begin in range(0, max(1, len(mine)), step):
        i, j = np.nonzero(mine[begin : begin + step, None] & theirs == 0)
        firsts.append(i + begin)
        seconds.append(j)
    i, j = np.concatenate(firsts), np.concatenate(seconds)
    return Holdings(
        np.concatenate([first.cards[i], second.cards[j]], axis=1),
        first.weights[i] * second.weights[j],
    )


@dataclass(frozen=True)
class Listing:
    """All deals of a spot, numbered: for each tuple of holes all cards that come."""

    spot: DealtSpot
    held: U8  # (t, h): the cards of the holes, and the known cards of the board
    weights: F64  # (t,)
    places: tuple[U8, ...]  # (ways, size) for each stage: which of the cards left come

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.held) * self._run_outs

    @property
    def _run_outs(self) -> int:
        return prod(len(each) for each in self.places)

    def columns(self, first: int, number: int) -> Dealt:
        """``number`` deals from number ``first`` on; fewer at the end."""
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
    """Prepared sampling of a spot: deal number i of a seed is always the same."""

    spot: DealtSpot
    deals: Deals
    columns_of: I64  # (c,): which column of a block each card is: holes, then the board
    boards: U8 | None  # (m, b): the first cards of the board, if there are several boards
    tries: float  # how many choices of holes it takes for a deal

    def columns(self, first: int, number: int, seed: int) -> Dealt:
        """``number`` deals from number ``first`` on, a multiple of ``BLOCK``."""
        require_seed(seed)
        block = first // BLOCK
        if self.boards is None:
            return _dealt(self.spot, self._cards(block, number, seed), None)
        columns = [
            cards
            for begin in range(0, number, BLOCK)
            for cards in self._block(block + begin // BLOCK, min(BLOCK, number - begin), seed)
        ]
        return _dealt(self.spot, np.concatenate(columns, axis=1), None)

    def _block(self, block: int, number: int, seed: int) -> Iterator[U8]:
        """Deals of a block, from whole blocks with numbers far apart until there are enough."""
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
        """The deals of a block whose board shares no card with a player or with later cards."""
        assert self.boards is not None
        cards = self._cards(block, BLOCK, seed)
        words = np.random.Philox(key=[seed, block]).random_raw(BLOCK)
        chosen = ((words >> np.uint64(11)) * (len(self.boards) / (1 << 53))).astype(np.int64)
        boards = self.boards[chosen]
        fine = card_sets(cards.T) & card_sets(boards) == 0
        held = self.spot.rule.hole * len(self.spot.held)
        return np.concatenate([cards[:held, fine], boards[fine].T, cards[held:, fine]])


def _dealt(spot: DealtSpot, cards: U8, weights: F64 | None) -> Dealt:
    players, hole = len(spot.held), spot.rule.hole
    held = players * hole
    return Dealt(cards[:held].reshape(players, hole, cards.shape[1]), cards[held:], weights)


def known_board(cards: Sequence[int]) -> U8:
    """A board of known cards, as in :class:`DealtSpot`; CardError for more than five."""
    if len(cards) > RIVER:
        raise CardError(f"{counted(len(cards))} on the board; it has {RIVER}")
    return np.array(cards, np.uint8).reshape(1, len(cards))
