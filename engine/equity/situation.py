"""What can be dealt to players with ranges: tuples of disjoint holes, and boards, up to suits."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Order

from ..cards.boards import suit_images
from ..cards.holes import hole_bits, hole_cards
from ..cards.suit_symmetry import hole_images
from ..cards.text import CARDS, CardError, card_number, counted, format_hand
from ..orders.evaluate import deck_text
from ..ranges.scanner import RangeError
from ..signatures import F64, I64, U8, U16, U64
from ..threads import pieces

PLAYERS = range(2, 11)
_MANY = 1_000_000  # tuples: up to here the array is allocated without counting them first
_FOR_EVER = 1 << 62
_PATIENCE = 20_000_000  # steps
_PATIENCE_IN_SETS = 3000  # steps of a search: 0.1 s
# Tuples, and their images, that numpy lists in the time that loading the kernels takes.
_FEW = 100_000
_HOLE_BITS = 11
_IMAGES = 20_000_000  # holes under permutations in one call of a kernel: 0.1 seconds

Permutations = npt.NDArray[np.intp]  # of the suits, numbered as in ``suit_images``


class Dealt:
    """The base of situations in all games: players with ranges, and known cards."""

    ranges: Sized
    board: U8  # (k,)
    dead: U8  # (d,): with those that are not in the deck
    plain: bool  # whether all weights are 0 or 1
    hole: int  # cards of a hole

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.ranges)

    @property
    def dtype(self) -> type[np.int64] | type[np.float64]:
        """The dtype of sums of weights."""
        return np.int64 if self.plain else np.float64

    @functools.cached_property
    def unseen(self) -> U8:
        """The cards that are neither on the board nor dead."""
        cards = np.ones(52, np.bool_)
        cards[self.board] = cards[self.dead] = False
        return np.flatnonzero(cards).astype(np.uint8)

    @functools.cached_property
    def permutations(self) -> Permutations:
        """The permutations of the suits that leave the board and the dead cards as they are."""
        alike = np.ones(len(suit_images()), np.bool_)
        for cards in (self.board, self.dead):
            if len(cards):
                alike &= (np.sort(suit_images()[:, cards], axis=1) == np.sort(cards)).all(axis=1)
        return np.flatnonzero(alike)

    @property
    def boards(self) -> int:
        """In how many ways the board can be completed, given any holes of all players."""
        unseen = 52 - len(self.board) - len(self.dead)
        return comb(unseen - self.hole * self.players, 5 - len(self.board))


@dataclass(frozen=True)
class Situation(Dealt):
    """Players with ranges, and the cards that are known."""

    ranges: F64  # (p, 1326): 0 for holes with a card of the board, or a dead card
    board: U8  # (k,)
    dead: U8  # (d,): with those that are not in the deck
    order: Order = HIGH  # what beats what

    @functools.cached_property
    def holes(self) -> list[npt.NDArray[np.intp]]:
        """The holes that each player may have."""
        return [np.flatnonzero(weights) for weights in self.ranges]

    @functools.cached_property
    def plain(self) -> bool:  # type: ignore[override]
        """Whether all weights are 0 or 1."""
        return all(
            bool((weights[holes] == 1).all())
            for weights, holes in zip(self.ranges, self.holes, strict=True)
        )

    hole = 2
    halved = False  # whether the pot has a high and a low half

    @property
    def least_product(self) -> float:
        """The smallest product of a weight of each player; 0 if it underflows."""
        both = zip(self.ranges, self.holes, strict=True)
        return prod(float(weights[holes].min()) for weights, holes in both)

    @functools.cached_property
    def kinds(self) -> Kinds:
        """The tuples of holes of all players."""
        return _kinds(self, range(self.players), lambda: self.permutations)

    @functools.cached_property
    def sweep(self) -> Sweep:
        """The two players whose ranges are swept over, and the others."""
        sizes = [len(holes) for holes in self.holes]
        *others, first, second = sorted(range(self.players), key=sizes.__getitem__)
        alike, more = (keeping(self.ranges[j], self.permutations) for j in (first, second))
        both = np.intersect1d(alike, more)
        if len(alike) > len(more):
            first, second, more = second, first, alike
        return Sweep(first, second, others, more, both)

    @functools.cached_property
    def other_kinds(self) -> Kinds:
        """The tuples of holes of the players who are not swept over."""
        return _kinds(self, self.sweep.others, lambda: self.sweep.both_alike)


@dataclass(frozen=True)
class Kinds:
    """Tuples of disjoint holes of q players, by kind: up to suits and the order of the holes."""

    holes: U16  # (u, q): the holes of each kind, ascending
    # (u + 1,): where the tuples of each kind begin; tuples are sorted by kind.
    first: I64
    places: U8  # (n, q): which of the holes of the kind each player has
    weights: F64  # (n,)

    def shares(self, kinds: npt.NDArray[np.integer]) -> tuple[F64, F64]:
        """The weights of the tuples of some kinds by place, ``(k, q, q)``, and in all, ``(k,)``.

        ``[:, j, i]`` is for tuples in which player ``j`` has hole ``i`` of the kind.
        """
        k, q = len(kinds), self.places.shape[1]
        tuples = np.diff(self.first)[kinds]
        before = np.cumsum(tuples) - tuples
        rows = np.arange(tuples.sum()) + np.repeat(self.first[kinds] - before, tuples)
        kind_of_row, weights = np.repeat(np.arange(k), tuples), self.weights[rows]
        by_place = np.empty((k, q, q))
        for j in range(q):
            sums = np.bincount(kind_of_row * q + self.places[rows, j], weights, k * q)
            by_place[:, j] = sums.reshape(k, q)
        return by_place, np.bincount(kind_of_row, weights, k).astype(np.float64)


@dataclass(frozen=True)
class Sweep:
    """The two players with the most holes, whose ranges are swept over, and the others."""

    # Players. Boards are listed up to suits that are alike in the range of the second.
    first: int
    second: int
    others: list[int]
    alike: Permutations  # (g,): the permutations that leave the range of the second as it is
    both_alike: Permutations  # (h,): the permutations that leave both as they are


def groups(kinds: Kinds, alike: Permutations) -> list[tuple[npt.NDArray[np.intp], Permutations]]:
    """The kinds, grouped by the permutations that leave each of their holes as it is."""
    fixed = (hole_images()[alike][:, kinds.holes] == kinds.holes).all(axis=2)
    sets, group_of_kind = np.unique(fixed.T, axis=0, return_inverse=True)
    return [
        (np.flatnonzero(group_of_kind.ravel() == i), alike[permutations])
        for i, permutations in enumerate(sets)
    ]


def keeping(weights: F64, permutations: Permutations) -> Permutations:
    """The permutations that leave a range as it is."""
    images = weights[hole_images()[permutations]]
    kept: Permutations = permutations[(images == weights).all(axis=1)]
    return kept


def rivers_of(situation: Dealt, group: Permutations) -> tuple[U8, U8]:
    """The board completed to five cards, up to a group of permutations.

    Returns the rivers, ``(n, 5)``, and how many boards each stands for, ``(n,)``.
    """
    from ..cards.boards_kernels import list_rivers

    most = comb(len(situation.unseen), 5 - len(situation.board))
    rivers, weights = np.empty((most, 5), np.uint8), np.empty(most, np.uint8)
    n = list_rivers(situation.board, situation.unseen, suit_images()[group], rivers, weights)
    return rivers[:n], weights[:n]


def can_be_dealt(situation: Situation, players: Sequence[int]) -> bool:
    """Whether there are disjoint holes for these players.

    Also True if a search of 0.1 seconds does not decide it; only contrived ranges take so long.
    """
    holes = sorted((situation.holes[j] for j in players), key=len)
    if len(holes[-1]) == 1:
        cards = np.bitwise_or.reduce(hole_bits()[np.concatenate(holes)])
        return int(cards).bit_count() == 2 * len(holes)
    if prod(map(len, holes)) <= _FEW:
        return len(_few_tuples(holes)) > 0
    from .sweep_kernels import disjoint_tuples

    rows = np.empty((0, len(holes)), np.uint16)
    return int(disjoint_tuples(*_lists(holes), 1, _PATIENCE, rows)) != 0


def can_share_no_card(listed: Iterable[U64]) -> bool:
    """Whether each list has a set of cards so that no two of these sets share a card.

    Also True if a search of 0.1 seconds does not decide it.
    """
    by_size = sorted(listed, key=len)
    steps = 0

    def search(depth: int, taken: np.uint64) -> bool:
        nonlocal steps
        if depth == len(by_size):
            return True
        for mask in by_size[depth][by_size[depth] & taken == 0]:
            steps += 1
            if steps > _PATIENCE_IN_SETS or search(depth + 1, taken | mask):
                return True
        return False

    return search(0, np.uint64(0))


def pairs_beside(weights: F64, taken: U64) -> tuple[F64, I64]:
    """The weight and the number of the pairs of disjoint holes of two ranges.

    ``weights`` is ``(2, 1326)``. ``taken``, ``(n,)``, are sets of cards: for each of them, pairs
    with one of its cards are left out. Both results are ``(n,)``.
    """
    from .sweep_kernels import disjoint_pairs

    holes = np.flatnonzero(weights.any(axis=0))
    sums, counts = np.empty(len(taken)), np.empty(len(taken), np.int64)
    range_weights = np.ascontiguousarray(weights[:, holes].T)
    disjoint_pairs(hole_cards()[holes], range_weights, taken, sums, counts)
    return sums, counts


def _kinds(
    situation: Situation, players: Sequence[int], permutations: Callable[[], Permutations]
) -> Kinds:
    """The tuples of disjoint holes of these players, by kind."""
    rows = _tuples([situation.holes[player] for player in players])
    n, q = rows.shape
    weights = np.ones(n)
    for j, player in enumerate(players):
        weights *= situation.ranges[player, rows[:, j]]
    if n == 1:
        places = np.arange(q, dtype=np.uint8)[None]
        return Kinds(rows, np.array([0, 1]), places, weights)
    images = hole_images()[permutations()]
    few = n * q * len(images) <= _FEW and q * _HOLE_BITS < 64
    kinds, kind_of, places = (_number_few if few else _number_many)(rows, images)
    order = np.argsort(kind_of, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(kind_of, minlength=len(kinds)))])
    return Kinds(kinds, first, places[order], weights[order])


Numbered = tuple[U16, I64, U8]


def _number_many(rows: U16, images: U16) -> Numbered:
    """The kinds, ``(u, q)``, and for each tuple its kind, ``(n,)``, and the places, ``(n, q)``."""
    from .sweep_kernels import number_kinds

    n, q = rows.shape
    table = np.full(1 << n.bit_length(), -1)
    kinds, kind_of = np.empty((n, q), np.uint16), np.empty(n, np.int64)
    places = np.empty((n, q), np.uint8)
    u = 0
    for some in pieces(0, n, max(1, _IMAGES // (q * len(images)))):
        u = number_kinds(rows, images, table, kinds, kind_of, places, *some, u)
    return kinds[:u].copy(), kind_of, places


def _number_few(rows: U16, images: U16) -> Numbered:
    """The same as :func:`_number_many`, without a kernel."""
    n, q = rows.shape
    row_images = images[:, rows]
    order = np.argsort(row_images, axis=2)
    ascending = np.take_along_axis(row_images, order, axis=2)
    key = np.zeros(row_images.shape[:2], np.int64)
    for j in range(q):
        key = key << _HOLE_BITS | ascending[..., j]
    best = key.argmin(axis=0), np.arange(n)
    _, first, kind_of = np.unique(key[best], return_index=True, return_inverse=True)
    met = np.argsort(first)  # kinds are numbered in the order of their first tuples
    number = np.empty(len(met), np.int64)
    number[met] = np.arange(len(met))
    places = np.empty((n, q), np.uint8)
    np.put_along_axis(places, order[best], np.arange(q, dtype=np.uint8)[None], axis=1)
    return ascending[best][first[met]], number[kind_of.ravel()], places


def _tuples(holes: Sequence[npt.NDArray[np.intp]]) -> U16:
    """All tuples of disjoint holes, ``(n, q)``, with one hole from each list."""
    if all(len(each) == 1 for each in holes):
        return np.array([[each[0] for each in holes]], np.uint16)
    if prod(map(len, holes)) <= _FEW:
        return _few_tuples(holes)
    from .sweep_kernels import disjoint_tuples

    lists = _lists(holes)
    most = prod(map(len, holes))
    if most > _MANY:
        most = disjoint_tuples(*lists, -1, _FOR_EVER, np.empty((0, len(holes)), np.uint16))
    rows = np.empty((most, len(holes)), np.uint16)
    return rows[: disjoint_tuples(*lists, -1, _FOR_EVER, rows)]


def _few_tuples(holes: Sequence[npt.NDArray[np.intp]]) -> U16:
    """The same without a kernel: the holes of each player are added to all tuples so far."""
    rows = np.empty((1, 0), np.uint16)
    taken = np.zeros(1, np.uint64)
    for player_holes in holes:
        bits = hole_bits()[player_holes]
        before, i = np.nonzero((taken[:, None] & bits) == 0)
        rows = np.column_stack([rows[before], player_holes[i].astype(np.uint16)])
        taken = taken[before] | bits[i]
    return rows


def _lists(holes: Sequence[npt.NDArray[np.intp]]) -> tuple[Any, Any, Any]:
    """The holes of all players, one after another, their cards, and where each player begins."""
    listed = np.concatenate(holes)
    return listed.astype(np.uint16), hole_bits()[listed], np.cumsum([0, *map(len, holes)])


def known_cards(
    board: Iterable[int], dead: Iterable[int], order: Order = HIGH
) -> tuple[list[int], list[int]]:
    """The cards of a board, and the dead cards with those that are not in the deck.

    Raises CardError if the board is not a board, or a card is there twice.
    """
    shown, unavailable = (
        list(map(card_number, cards.tolist() if isinstance(cards, np.ndarray) else cards))
        for cards in (board, dead)
    )
    for card in [*shown, *unavailable]:
        if card in order.dead:
            raise CardError(f"{CARDS[card]} is not in {deck_text(order)}")
    unavailable += order.dead
    if len(shown) > 5:
        raise CardError(f"{format_hand(shown)} has {counted(len(shown))}; a board has up to 5")
    for place, card in enumerate([*shown, *unavailable]):
        if card in [*shown, *unavailable][:place]:
            raise CardError(f"{CARDS[card]} is there twice on the board or dead")
    return shown, unavailable


def require_players(ranges: Sized) -> int:
    """How many players there are, one for each range; RangeError if there are not 2 to 10."""
    if len(ranges) not in PLAYERS:
        raise RangeError(f"{len(ranges)} ranges; 2 to 10 are needed, one for each player")
    return len(ranges)


def in_the_way(
    players: Sequence[int], can_be_dealt: Callable[[Sequence[int]], bool]
) -> Sequence[int]:
    """A minimal set of players who cannot be dealt together; empty if all can be dealt."""
    together = list(players)
    if can_be_dealt(together):
        return ()
    for player in players:
        others = [other for other in together if other != player]
        if not can_be_dealt(others):
            together = others
    return together


def no_hole(player: int, holes: U8, seen: Sequence[int], within: str = "") -> RangeError:
    """The error of a player, from 1 on, whose holes all have a card that is already known.

    ``holes``: (n, k) uint8, the holes of his range, ascending in each row. ``seen``: the cards of
    the board, and dead cards. ``within``: the deck, in words for the message.
    """
    says = f"player {player} has no hole{within}"
    if not len(holes) and not within:
        return RangeError(f"{says}: his range is empty")
    if seen:
        says += f" without a card of {format_hand(seen)}"
    if len(holes) == 1 and (shared := [card for card in holes[0][::-1] if card in seen]):
        says += f": {format_hand(holes[0][::-1])} has {format_hand(shared)}"
    return RangeError(says)


def not_together(players: Sequence[int], holes: Sequence[U8]) -> RangeError:
    """The error of players, from 1 on, who cannot be dealt together.

    ``holes``: the holes of each of them, ``(n, k)``.
    """
    *most, last = map(str, players)
    why = "whatever they hold, a card is there twice"
    if all(len(each) == 1 for each in holes):
        cards, times = np.unique(np.concatenate([each[0] for each in holes]), return_counts=True)
        why = f"both have {format_hand(cards[times > 1][::-1])}"
    return RangeError(f"players {', '.join(most)} and {last} cannot be dealt together: {why}")
