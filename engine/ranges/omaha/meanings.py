"""What a part of a range means: conditions on holes, joined by "and", "or" and "without".

A meaning has the lists of ranks and of suits that its holes can have; only holes of these are
looked at one by one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .hole_lists import Block, Mask, Piece, hole_lists, in_order, joined
from .hole_range import Cards, Weights, hole_numbers
from .patterns import Card, Pattern, has_pattern, lists_with

Found = Mask | Weights


@dataclass(frozen=True)
class Meaning:
    """Which holes of some cards are meant, and with which weights."""

    cards: int
    ranks: Mask  # (r,): of hole_lists. Its holes have no others.
    suits: Mask  # (s,)
    weights: Callable[[Block], Found]  # of each hole of a block (n,), or whether it is meant
    listing: Callable[[], tuple[Cards, Weights]] | None = None  # what ``holes`` returns, if simpler
    by_rank: bool = False  # whether it means all holes of its lists of ranks

    def holes(self) -> tuple[Cards, Weights]:
        """All its holes ``(n, k)`` by ascending number, and their weights ``(n,)``, above 0."""
        if self.listing:
            return self.listing()
        pieces = []
        for block in hole_lists(self.cards).blocks(self.ranks, self.suits):
            weights = self.weights(block)
            meant = weights > 0
            if meant.any():
                numbers = block.numbers[meant].astype(np.int32)
                pieces.append(Piece(numbers, block.holes[meant], weights[meant]))
        return in_order(pieces, self.cards)


def listed(cards: int, ranks: Mask | None = None, suits: Mask | None = None) -> Meaning:
    """Holes of some lists of ranks and of suits; None for all lists."""
    lists = hole_lists(cards)
    ranks = np.ones(len(lists.ranks), np.bool_) if ranks is None else ranks
    suits = np.ones(len(lists.suits), np.bool_) if suits is None else suits
    return Meaning(
        cards, ranks, suits, lambda block: ranks[block.rank_list] & suits[block.suit_list]
    )


def with_pattern(pattern: Pattern, cards: int) -> Meaning:
    """Holes that have a pattern."""
    ranks, suits = lists_with(pattern, cards)
    by_rank = all(card.of_suit() == Card() for card in pattern)
    return Meaning(cards, ranks, suits, lambda block: has_pattern(block, pattern), by_rank=by_rank)


def known(hole: Cards) -> Meaning:
    """One hole, ``(k,)`` ascending cards."""
    lists = hole_lists(len(hole))
    number = int(hole_numbers(hole[None])[0])
    ranks = (lists.ranks == hole >> 2).all(axis=1)
    suits = (lists.suits == np.sort(hole & 3)).all(axis=1)
    return Meaning(
        len(hole),
        ranks,
        suits,
        lambda block: block.numbers == number,
        lambda: (hole[None], np.ones(1)),
    )


def ranked(cards: int, by_number: Callable[[], Weights]) -> Meaning:
    """Holes with weights by number, ``(C(52, k),)``, that are asked for when they are needed."""
    everything = listed(cards)
    return Meaning(
        cards, everything.ranks, everything.suits, lambda block: by_number()[block.numbers]
    )


def both(one: Meaning, other: Meaning) -> Meaning:
    """What two meanings have in common, with the smaller weight."""

    def weights(block: Block) -> Found:
        found: Found = np.minimum(one.weights(block), other.weights(block))
        return found

    return Meaning(one.cards, one.ranks & other.ranks, one.suits & other.suits, weights)


def without(one: Meaning, other: Meaning) -> Meaning:
    """What one means and the other does not: the weights less those of the other, 0 at least."""

    def weights(block: Block) -> Found:
        found: Weights = one.weights(block).astype(np.float64) - other.weights(block)
        return np.maximum(found, 0.0)

    return Meaning(one.cards, one.ranks, one.suits, weights)


def either(meanings: Sequence[Meaning]) -> Meaning:
    """What one of several means, with the largest weight."""
    if len(meanings) == 1:
        return meanings[0]
    if all(each.by_rank for each in meanings):
        return listed(meanings[0].cards, np.logical_or.reduce([each.ranks for each in meanings]))

    def weights(block: Block) -> Found:
        found: Found = functools.reduce(np.maximum, (each.weights(block) for each in meanings))
        return found

    def listing() -> tuple[Cards, Weights]:
        holes, found = zip(*(each.holes() for each in meanings), strict=True)
        return joined(np.concatenate(holes), np.concatenate(found))

    ranks = np.logical_or.reduce([each.ranks for each in meanings])
    suits = np.logical_or.reduce([each.suits for each in meanings])
    return Meaning(meanings[0].cards, ranks, suits, weights, listing)
