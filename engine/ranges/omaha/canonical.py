"""Holes of Omaha up to suits: the one of the smallest suits that stands for all of a kind."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ...cards.boards import canonical_boards, suit_images
from .hole_range import Cards, hole_numbers


def canonical_holes(holes: Cards) -> Cards:
    """The smallest of the holes that each is up to suits, ``(n, k)``, as the tables have it.

    Parameters
    ----------
    holes : (n, k) uint8
        4 to 6 cards, ascending in each row.

    Examples
    --------
    >>> canonical_holes(np.array([[46, 47, 50, 51]], np.uint8)).tolist()  # KhKsAhAs
    [[44, 45, 48, 49]]
    """
    if holes.shape[1] < 6:
        hands: Cards = canonical_boards(holes.shape[1]).cards
        found: Cards = hands[hand_of_number(holes.shape[1])[hole_numbers(holes)]]
        return found
    images = np.sort(suit_images()[:, holes], axis=2)
    codes = np.zeros(images.shape[:2], np.int64)
    for place in range(holes.shape[1]):
        codes = 52 * codes + images[:, :, place]
    smallest: Cards = images[codes.argmin(axis=0), np.arange(len(holes))]
    return smallest


@functools.cache
def hand_of_number(cards: int) -> npt.NDArray[np.int32]:
    """Which hole up to suits, in the order of ``omaha_hands``, each hole is: by number, read-only.

    That of 4 cards takes 5 ms and 1 MB, that of 5 cards 0.15 s and 10 MB, that of 6 cards 1.2 s and
    81 MB, once.
    """
    hands = canonical_boards(cards)
    found = np.empty(int(hands.weight.sum(dtype=np.int64)), np.int32)
    for image in suit_images():
        found[hole_numbers(np.sort(image[hands.cards], axis=1))] = np.arange(len(hands.cards))
    found.flags.writeable = False
    return found
