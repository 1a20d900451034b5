"""The tables of flops, turns and rivers counted a second time: nothing swept, nothing clever.

Nothing is shared with the engine: classes are those of :mod:`.hand_classes`. The kernels list
canonical boards from ranks and sets of suits, and sweep all holes of a board at once over run-outs
that are alike. Here every board is dealt and put into other suits, and a hole is dealt every
run-out there is, and ranked on it with every opponent.

A hole is a number 0..1325, a card 0..51, a board its cards in ascending order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oracle.hand_classes import HOLES, class_ids, hole_cards
from oracle.recount_holdem import card_images, hole_images, without

Cards = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RELATIONS = ("ahead", "tied", "behind")
STRAIGHTS = [{top - 4, top - 3, top - 2, top - 1, top} for top in range(4, 13)] + [{12, 0, 1, 2, 3}]

# By how many cards a board has of each suit, and of each rank.
_SUITS = {
    (1, 1, 1): "rainbow",
    (2, 1): "two-tone",
    (3,): "monotone",
    (1, 1, 1, 1): "rainbow",
    (2, 1, 1): "two-tone",
    (2, 2): "double two-tone",
    (3, 1): "three-flush",
    (4,): "monotone",
    (2, 1, 1, 1): "two-tone",
    (2, 2, 1): "double two-tone",
    (3, 1, 1): "three-flush",
    (3, 2): "three-flush",
    (4, 1): "four-flush",
    (5,): "monotone",
}
_PAIRING = {
    (1,): "unpaired",
    (2,): "paired",
    (2, 2): "two pair",
    (3,): "trips",
    (3, 2): "full house",
    (4,): "quads",
}


# Boards


class Boards(NamedTuple):
    """Canonical boards in ascending order.

    ``cards`` ``(n, k)`` uint8 are ascending within a board, ``weight`` ``(n,)`` int64 is how many
    boards it stands for, ``keeps`` ``(n, 24)`` bool says which permutations of the suits leave it
    as it is.
    """

    cards: Cards
    weight: Ints
    keeps: Flags

    def part(self, first: int, stop: int) -> Boards:
        """Boards ``first..stop``."""
        return Boards(self.cards[first:stop], self.weight[first:stop], self.keeps[first:stop])


@cache
def canonical_boards(cards: int) -> Boards:
    """All boards of 3, 4 or 5 cards, each put into 24 suits: the smallest, and how often it is.

    2,598,960 rivers take 1.3 seconds and 150 MB.
    """
    dealt = np.fromiter(chain.from_iterable(combinations(range(52), cards)), np.uint8)
    boards = np.ascontiguousarray(dealt.reshape(-1, cards).T)
    smallest = np.zeros(boards.shape[1], np.int64)
    for image in card_images():
        np.maximum(smallest, _as_bits(image, boards), out=smallest)
    bits, weight = np.unique(smallest, return_counts=True)
    places = np.nonzero(bits[::-1, None] << np.arange(52) >> 51 & 1)[1]
    chosen = places.astype(np.uint8).reshape(-1, cards)
    own = _as_bits(np.arange(52), chosen.T)
    keeps = np.stack([_as_bits(image, chosen.T) == own for image in card_images()], axis=1)
    return Boards(chosen, weight[::-1].astype(np.int64), keeps)


def _as_bits(image: Ints, boards: Cards) -> Ints:
    """Boards ``(k, n)`` as numbers, the deuce of clubs the highest of 52 bits.

    Of two boards that with the greater number is the smaller tuple of ascending cards.
    """
    bits: Ints = (1 << (51 - image))[boards].sum(axis=0)
    return bits


class Texture(NamedTuple):
    """What can be said of a board by its cards alone; columns of ``flops``, ``turns``, ``rivers``.

    ``connected``: the most different ranks of the board that one straight can hold. ``straights``:
    of 91 pairs of ranks, those that make a straight together with the board.
    """

    suits: str
    pairing: str
    high: str
    connected: int
    straights: int
    flush_possible: bool


def texture(board: Iterable[int]) -> Texture:
    """The texture of one board.

    Examples
    --------
    >>> texture([6, 11, 38])  # 3h4sJh
    Texture(suits='two-tone', pairing='unpaired', high='J', connected=2, straights=0, \
flush_possible=False)
    """
    cards = list(board)
    ranks = Counter(card // 4 for card in cards)
    by_suit = tuple(sorted(Counter(card % 4 for card in cards).values(), reverse=True))
    repeated = tuple(sorted((n for n in ranks.values() if n > 1), reverse=True))
    return Texture(
        suits=_SUITS[by_suit],
        pairing=_PAIRING[repeated or (1,)],
        high=RANKS[max(ranks)],
        connected=max(len(straight & ranks.keys()) for straight in STRAIGHTS),
        straights=_pairs_to_a_straight(frozenset(ranks)),
        flush_possible=by_suit[0] >= 3,
    )


@cache
def _pairs_to_a_straight(ranks: frozenset[int]) -> int:
    pairs = combinations_with_replacement(range(13), 2)
    return sum(any(straight <= ranks.union(pair) for straight in STRAIGHTS) for pair in pairs)


def board_text(board: Iterable[int]) -> str:
    """The cards of a board: ``3h4sJh``."""
    return "".join(RANKS[card // 4] + SUITS[card % 4] for card in board)


# Holes on a board


def canonical_holes(board: Cards) -> tuple[Ints, Ints]:
    """The holes of a board that are different up to its own suits, ascending.

    Returns
    -------
    holes, sizes : (r,) int64
        The smallest of those that are the same, and how many these are.
    """
    own = set(board.tolist())
    keeps = [{int(image[card]) for card in own} == own for image in card_images()]
    smallest = hole_images()[keeps].min(axis=0)
    live = ~np.isin(hole_cards(), board).any(axis=1)
    holes, sizes = np.unique(smallest[live], return_counts=True)
    return holes, sizes


class Rows(NamedTuple):
    """Canonical holes of some boards, board by board, ``(r,)`` each.

    ``board`` counts from the first of these boards; ``weight`` is how many (hole, board) deals a
    row stands for.
    """

    board: Ints
    hole: Ints
    weight: Ints


def rows_of(boards: Boards) -> Rows:
    """What :func:`canonical_holes` says of each board, all boards of one symmetry at a time.

    A permutation that leaves a board as it is takes its live holes to live holes. Which of these
    are the smallest and how many are the same is therefore up to the permutations alone, and boards
    have few sets of them.
    """
    groups, group = np.unique(boards.keeps, axis=0, return_inverse=True)
    smallest = np.stack([hole_images()[keeps].min(axis=0) for keeps in groups])
    sizes = np.stack([np.bincount(row, minlength=HOLES) for row in smallest])
    chosen = (smallest == np.arange(HOLES))[group]
    holds = (hole_cards() == np.arange(52)[:, None, None]).any(axis=2)
    for card in boards.cards.T:
        chosen &= ~holds[card]
    board, hole = np.nonzero(chosen)
    return Rows(board, hole, boards.weight[board] * sizes[group[board], hole])


def hands_of(boards: Boards, rows: Rows) -> Cards:
    """Board and hole of each row as columns ``(k + 2, r)``."""
    hands = np.empty((boards.cards.shape[1] + 2, len(rows.hole)), np.uint8)
    for place, cards in enumerate(boards.cards.T):
        hands[place] = cards[rows.board]
    hands[-2:] = hole_cards()[rows.hole].T
    return hands


# One hole on a board, against every opponent


def flop_row(board: Cards, hole: int) -> dict[str, int]:
    """A hole on a flop: opponents now, after each turn card, and at the river of each run-out.

    1,070,190 showdowns at the river and 48,645 on the turn take 9 ms.

    Parameters
    ----------
    board : (3,) uint8
    hole : int

    Returns
    -------
    dict of str to int
        Columns of ``flop_hands``.
    """
    return {
        **_now(board, hole),
        **_later("turn", board, hole, 1),
        **_later("river", board, hole, 2),
    }


def turn_row(board: Cards, hole: int) -> dict[str, int]:
    """A hole on a turn: opponents now, and after each river card. Columns of ``turn_hands``."""
    return {**_now(board, hole), **_later("river", board, hole, 1)}


def river_row(board: Cards, hole: int) -> dict[str, int]:
    """A hole on a river: the opponents it beats and ties. Columns of ``river_hands``."""
    now = _now(board, hole)
    return {"class_id": now["class_id"], "win": now["ahead"], "tie": now["tied"]}


def _now(board: Cards, hole: int) -> dict[str, int]:
    hero, relations = _showdowns(board, hole, 0)
    counts = np.bincount(relations[0], minlength=3).tolist()
    return {"class_id": int(hero[0]), **dict(zip(RELATIONS, counts, strict=True))}


def _later(street: str, board: Cards, hole: int, more: int) -> dict[str, int]:
    """Opponents by how they stand to the hole now, and how after so many more cards."""
    _, now = _showdowns(board, hole, 0)
    _, then = _showdowns(board, hole, more)
    _, left, _ = _deals(50 - len(board), more)
    counts = np.bincount((3 * now[0][left] + then).ravel(), minlength=9).tolist()
    names = [f"{street}_{x}_{y}" for x in RELATIONS for y in RELATIONS]
    columns = dict(zip(names, counts, strict=True))
    if street == "river":
        wins, ties = ((then == relation).sum(axis=1) for relation in (0, 1))
        columns["river_strength_squares"] = int(((2 * wins + ties) ** 2).sum())
    return columns


def _showdowns(
    board: Cards, hole: int, more: int
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]:
    """The hole against all opponents, once each choice of so many more cards is on the board.

    Returns
    -------
    hero : (n,) int16
        Class of the hole on each of the later boards.
    relations : (n, m) uint8
        0 where it is ahead of the opponent, 1 where they tie, 2 where it is behind.
    """
    unseen = without(np.concatenate([board, hole_cards()[hole]]))
    run_outs, _, opponents = _deals(len(unseen), more)
    hands = np.empty((len(board) + more + 2, *opponents.shape[1:]), np.uint8)
    hands[: len(board)] = board[:, None, None]
    hands[len(board) : -2] = unseen[run_outs][:, :, None]
    hands[-2:] = unseen[opponents]
    opponent = class_ids(hands)
    hands[-2:] = hole_cards()[hole][:, None, None]
    hero = class_ids(hands[:, :, 0])
    relations = (opponent <= hero[:, None]).astype(np.uint8) + (opponent < hero[:, None])
    return hero, relations


@cache
def _deals(unseen: int, more: int) -> tuple[Cards, Ints, Cards]:
    """All choices of so many of the unseen cards, and who may still be an opponent after each.

    Returns
    -------
    run_outs : (more, n) uint8
        Places among the unseen cards.
    left : (n, m) int64
        Which of the opponents that there were before.
    opponents : (2, n, m) uint8
        Places of their cards.
    """
    pairs = np.array(list(combinations(range(unseen), 2)), np.uint8)
    run_outs = np.array(list(combinations(range(unseen), more)), np.uint8)
    dealt = (pairs[None, :, :, None] == run_outs[:, None, None, :]).any(axis=(2, 3))
    left = np.nonzero(~dealt)[1].reshape(len(run_outs), comb(unseen - more, 2))
    return run_outs.T.copy(), left, np.moveaxis(pairs[left], 2, 0).copy()
