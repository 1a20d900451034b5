"""Subsets of the flops, fitted to the equities of ranges and of hands, and to textures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..cards.boards import canonical_boards
from ..cards.texture import textures
from .choosing import chosen
from .many_ranges import ManyEquities, many_flop_equities
from .shapes import fitted_ranges

SIZES = (22, 49, 95, 184)
MILLION = 1_000_000  # what the weights of a subset add up to
TEXTURES = ("suits", "pairing", "high", "connected", "straights")

# How much errors weigh beside one of the equities of ranges, and how bad uneven weights are.
_OF_HANDS = 0.3
_OF_TEXTURES = 0.03
_EVEN = 1e-5

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Subset:
    """Flops that stand for all.

    Attributes
    ----------
    flops : (n,) intp
        Their ``board_id``, ascending.
    weights : (n,) int64
        Parts of a million.
    """

    flops: npt.NDArray[np.intp]
    weights: npt.NDArray[np.int64]


def fitted_subsets(*, threads: int = 0) -> dict[int, Subset]:
    """The subsets of each of ``SIZES``: 13 s on one thread, nearly all of it for exact equities.

    Weighted sums over a subset come near those over all flops: of the equities of 32 ranges against
    each other and of the 169 hands against a random one, of each texture's share.

    Parameters
    ----------
    threads : int
        0 for all cores. The result is always the same.
    """
    ranges = many_flop_equities(fitted_ranges(), threads=threads)
    numbers, wanted = _numbers(ranges)
    return {size: _subset(*chosen(numbers, wanted, size, _EVEN)) for size in SIZES}


def missed(equity: Numbers, deals: Numbers) -> tuple[Numbers, Numbers]:
    """What each flop adds to the error of a mean equity, and to the deals that this is a mean of.

    ``equity`` and ``deals`` are ``(1755, k)``, and so are both results. With weights ``w`` that add
    up to 1, the mean over a subset is off by ``w @ first / w @ second``; for all flops that is 0,
    and ``w @ second`` is 1.
    """
    shares = flop_shares()
    share_of_deals = deals / (shares @ deals)
    mean = shares @ (share_of_deals * equity)
    return share_of_deals * (equity - mean), share_of_deals


def pairs_of_ranges(ranges: ManyEquities) -> tuple[Numbers, Numbers]:
    """:func:`missed` of each range against each after it, ``(1755, 496)``."""
    hero, villain = np.triu_indices(ranges.equity.shape[1], 1)
    return missed(ranges.equity[:, hero, villain], ranges.deals[:, hero, villain])


def flop_shares() -> Numbers:
    """The share of each canonical flop in all 22,100, ``(1755,)``."""
    weight = canonical_boards(3).weight
    return np.asarray(weight / weight.sum(), np.float64)


def _numbers(ranges: ManyEquities) -> tuple[Numbers, Numbers]:
    """What is fitted, ``(1755, f)``, and what it comes to over all flops, ``(f,)``."""
    of_ranges, _ = pairs_of_ranges(ranges)
    of_hands, _ = missed(ranges.hand_equity, ranges.hand_deals)
    found = vars(textures(canonical_boards(3).cards, layout="rows"))
    kinds = [found[name][:, None] == np.unique(found[name]) for name in TEXTURES]
    numbers = np.hstack(
        [
            of_ranges / np.sqrt(of_ranges.shape[1]),
            _OF_HANDS * of_hands / np.sqrt(of_hands.shape[1]),
            _OF_TEXTURES * np.hstack(kinds),
            np.ones((len(of_ranges), 1)),
        ]
    )
    return numbers, flop_shares() @ numbers


def _subset(flops: npt.NDArray[np.intp], weights: Numbers) -> Subset:
    """The weights in whole parts of a million: rounded down, and up where most was left off."""
    exact = MILLION * weights / weights.sum()
    whole = np.floor(exact).astype(np.int64)
    order = np.argsort(whole - exact, kind="stable")
    whole[order[: MILLION - whole.sum()]] += 1
    return Subset(flops, whole)
