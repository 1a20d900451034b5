"""Subsets of the flops, fitted to the equities of ranges and hands, and to textures.

A few weighted rows stand for all if they have the same averages. They are added one by one, each
time the row that reduces the error most. After each, the weights are the best nonnegative ones
(Lawson and Hanson, *Solving Least Squares Problems*, 1974). Then rows are exchanged one by one as
long as that helps.

The fit is to the exact equities of thirty-two ranges against each other on all flops. All combos of
a hand have the same weight, 0, 1/2 or 1, so suits make no difference.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..cards.boards import CANONICAL_BOARDS, canonical_boards
from ..cards.holes import HOLES, hand_combos, hand_of_hole, hole_cards, run_outs_of_two
from ..cards.texture import textures
from ..hands.board_tables import board_tables
from ..keys.canonical_rows import board_ids
from ..ranges.notation import parse_range
from ..ranges.scanner import RangeError
from ..ranges.top_percent import hand_weights
from ..signatures import F32, F64, I32, I64
from ..threads import over_tasks, worker_count

RANGES = 32
_HANDS = 169
_FLOPS = CANONICAL_BOARDS[3]


@dataclass(frozen=True)
class ManyEquities:
    """Ranges against each other, and hands against the first of them, on every canonical flop.

    Numbers are means over the flops that are equal up to suits, by ``board_id``. Deals are pairs of
    holes without a common card, weighted by the product of their weights; all have as many
    run-outs.
    """

    # (1755, 32, 32) float64, ``[flop, hero, villain]``; the equity is 0 where there are no deals
    equity: F64
    deals: F64
    # (1755, 169) float64, ``[flop, hand]``, in the order of ``HANDS``
    hand_equity: F64
    hand_deals: F64


def many_flop_equities(hand_weights: npt.ArrayLike, *, threads: int = 0) -> ManyEquities:
    """Thirty-two ranges against each other on all flops: 9 s on one thread.

    ``hand_weights``: (32, 169) float64, 0, 0.5 or 1 for each hand in the order of ``HANDS``. Raises
    RangeError if these are not 32 ranges with such weights.
    """
    weights = np.asarray(hand_weights, np.float64)
    if weights.shape != (RANGES, _HANDS):
        raise RangeError(f"hand weights have shape {weights.shape}: give ({RANGES}, {_HANDS})")
    if not np.isin(weights, (0, 0.5, 1)).all():
        wrong = weights[~np.isin(weights, (0, 0.5, 1))][0]
        raise RangeError(f"a hand has weight {wrong}: give 0, 0.5 or 1")
    doubled = 2 * weights.T
    points, hand_points = _points(doubled.astype(np.float32), threads)
    deals, hand_deals = _deals(doubled[hand_of_hole()])
    run_outs = 2 * run_outs_of_two(3, 2)
    return ManyEquities(
        _ratio(points, run_outs * deals),
        deals / 4,
        _ratio(hand_points, run_outs * hand_deals),
        hand_deals / 2,
    )


def _points(hand_weights: F32, threads: int) -> tuple[F64, F64]:
    """Two points for a deal that is won and one for a tie: of ranges, and of hands."""
    from .many_ranges_kernels import meet_on_flops

    rivers, weight = canonical_boards(5), canonical_boards(3).weight
    weights = np.ascontiguousarray(hand_weights[hand_of_hole()])
    shares = worker_count(threads)
    bounds = [len(rivers.weight) * share // shares for share in range(shares + 1)]

    def work(share: int) -> tuple[F64, F64]:
        points = np.zeros((_FLOPS, RANGES, RANGES)), np.zeros((_FLOPS, _HANDS))
        meet_on_flops(
            rivers.cards, rivers.weight, _flops_of_rivers(), board_tables(), weights,
            np.ascontiguousarray(hand_weights), bounds[share], bounds[share + 1], *points,
        )  # fmt: skip
        return points

    points, hand_points = (
        sum(parts) for parts in zip(*over_tasks(work, range(shares), threads), strict=True)
    )
    return points / weight[:, None, None], hand_points / weight[:, None]


@functools.cache
def _flops_of_rivers() -> I32:
    """The ``board_id`` of the ten flops that each canonical river has, ``(134459, 10)``."""
    rivers = np.ascontiguousarray(canonical_boards(5).cards.T)
    return np.stack([board_ids(flop) for flop in combinations(rivers, 3)], axis=1).astype(np.int32)


def _deals(weights: F64) -> tuple[F64, F64]:
    """Weighted pairs of disjoint holes: of ranges, and of hands against the first range.

    ``weights`` is ``(1326, 32)``. Pairs that share a card are subtracted once for each card. Pairs
    of
    equal holes, which share two cards, are added back once.
    """
    cards = hole_cards()
    has = (cards[:, :, None] == np.arange(52)).any(axis=1).astype(np.float64)  # (1326, 52)
    dead = has[:, canonical_boards(3).cards].any(axis=2).T  # (1755, 1326)
    live = 1.0 - dead
    with_card = np.stack([live @ (weights * has[:, card, None]) for card in range(52)], axis=1)
    total = live @ weights
    same = live @ (weights[:, :, None] * weights[:, None]).reshape(HOLES, -1)
    deals = total[:, :, None] * total[:, None] - with_card.transpose(0, 2, 1) @ with_card
    of_card = with_card[:, :, 0]
    others = total[:, :1] - of_card @ has.T + weights[:, 0]  # (1755, 1326), beside each hole
    of_hand = (hand_of_hole()[:, None] == np.arange(_HANDS)).astype(np.float64)
    return deals + same.reshape(deals.shape), (live * others) @ of_hand


def _ratio(points: F64, most: F64) -> F64:
    return np.asarray(points / np.where(most > 0, most, 1), np.float64)


SEEDS = (1, 3)  # of the ranges that are fitted, and of those that are held out
_WRITTEN = (  # an opener, callers from the blinds, a player who reraised
    "22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,76s,65s,A9o+,KTo+,QTo+,JTo",
    "22-99,A2s-ATs,K5s-KJs,Q7s+,J7s+,T7s+,96s+,85s+,74s+,64s+,53s+,43s,A5o-AJo,K9o-KJo,Q9o-QJo,"
    "J9o+,T9o",
    "TT-77,66-22:0.5,AQs-ATs,A5s-A2s:0.5,KQs-KTs,QTs+,JTs,T9s,98s,87s,76s,AQo:0.5,KQo:0.5",
    "TT+,AJs+,A5s-A3s:0.5,KTs+,QJs:0.5,AQo+,KQo:0.5,76s:0.5",
)

Places = npt.NDArray[np.intp]

_LEAST = 1e-12
_EXCHANGES = 200  # at most
SIZES = (22, 49, 95, 184)
MILLION = 1_000_000  # the sum of a subset's weights
TEXTURES = ("suits", "pairing", "high", "connected", "straights")

# The weight of errors relative to the equities of ranges, and the penalty for uneven weights.
_OF_HANDS = 0.3
_OF_TEXTURES = 0.03
_EVEN = 1e-5
DRAWS = 200  # of random subsets
SEED = 5


def fitted_ranges() -> F64:
    """A random hand, and 31 ranges of random shapes, ``(32, 169)``: 0, 0.5 or 1 for each hand."""
    return np.vstack([np.ones((1, 169)), _random_ranges(31, SEEDS[0])])


def held_out_ranges() -> F64:
    """Four ranges written by hand, and 28 of random shapes by another seed; as the fitted ones."""
    written = [hand_weights(parse_range(text)) / hand_combos() for text in _WRITTEN]
    return np.vstack([written, _random_ranges(28, SEEDS[1])])


def _random_ranges(count: int, seed: int) -> F64:
    """Ranges as players have them: the best hands by some taste, often without the top.

    A taste weighs high cards, pairs, suits and connected ranks, and adds some noise. A range takes
    6 to 60 % of all holes; half of the ranges leave out the best 2 to 12 %, which were raised.
    Hands
    next to the borders have weight 1/2.
    """
    random = np.random.default_rng(seed)
    return np.array([_range(random) for _ in range(count)])


def _range(random: np.random.Generator) -> F64:
    high, low, pair, suited, near = _features()
    taste = random.random(5)
    merit = (
        high + (0.3 + 0.6 * taste[0]) * low + (6 + 8 * taste[1]) * pair
        + (1 + 4 * taste[2]) * suited + 3.5 * taste[3] * near + 1.5 * random.random(169)
    )  # fmt: skip
    order = np.argsort(-merit, kind="stable")
    before = np.cumsum(hand_combos()[order]) / 1326
    top = (0.02 + 0.1 * random.random()) * (random.random() < 0.5)
    end = top + 0.06 + 0.54 * random.random() ** 2
    border = 0.25 * (end - top) * taste[4]
    weights = np.zeros(169)
    inside = (before > top) & (before <= end)
    outside = (before > end) & (before <= end + border) | (before > top - border / 4) & (
        before <= top
    )
    weights[order] = inside + 0.5 * outside
    return weights


@functools.cache
def _features() -> tuple[F64, ...]:
    """The higher rank of each hand, the lower, whether it is a pair, suited, and the gap."""
    row, column = np.divmod(np.arange(169), 13)
    high, low = 12.0 - np.minimum(row, column), 12.0 - np.maximum(row, column)
    pair = (row == column) * 1.0
    near = np.maximum(0, 4 - (high - low)) * (1 - pair)
    features = high, low, pair, row < column, near
    return tuple(np.asarray(feature, np.float64) for feature in features)


def chosen(numbers: F64, wanted: F64, size: int, even: float) -> tuple[Places, F64]:
    """Rows and weights for which the weighted sums of ``numbers`` are near ``wanted``.

    ``numbers``: (n, f) float64, of each row, in units that make an error of 1 equally bad in all
    columns; ``wanted``: (f,) float64. Returns the rows, (size,) intp, ascending, and their weights,
    (size,) float64, above 0. Raises ValueError if fewer rows do as well.
    """
    products = numbers @ numbers.T
    products[np.diag_indices_from(products)] += even
    towards = numbers @ wanted
    rows, weights = _filled(products, towards, [], size)
    gain = towards[rows] @ weights
    for _ in range(_EXCHANGES):
        kept = _without_least(products, towards, rows)
        trial, trial_weights = _filled(products, towards, kept, size)
        better = towards[trial] @ trial_weights
        if better <= gain * (1 + _LEAST):
            break
        rows, weights, gain = trial, trial_weights, better
    order = np.argsort(rows)
    return np.array(rows)[order], weights[order]


def _filled(products: F64, towards: F64, rows: list[int], size: int) -> tuple[list[int], F64]:
    """Add the next rows up to that size; a row that was left out does not come back."""
    barred: set[int] = set()
    weights = np.zeros(0)
    if rows:
        rows, weights = _fitted(products, towards, rows)
    while len(rows) < size:
        following = _next(products, towards, rows, barred)
        if following < 0:
            raise ValueError(f"{len(rows)} rows do as well as {size}: choose so many")
        kept, weights = _fitted(products, towards, [*rows, following])
        barred |= {*rows, following} - {*kept}
        rows = kept
    return rows, weights


def _next(products: F64, towards: F64, rows: list[int], barred: set[int]) -> int:
    """The row that reduces the error most after refitting all weights; -1 if none does."""
    inverse = np.linalg.inv(products[np.ix_(rows, rows)])
    across = products[:, rows]
    ahead = towards - across @ (inverse @ towards[rows])
    beside = np.diag(products) - np.einsum("ij,ij->i", across @ inverse, across)
    worth = np.where(ahead > 0, ahead**2 / np.maximum(beside, _LEAST), -1)
    worth[[*rows, *barred]] = -1
    best = int(np.argmax(worth))
    return best if worth[best] > 0 else -1


def _fitted(products: F64, towards: F64, rows: list[int]) -> tuple[list[int], F64]:
    """The best weights; rows whose weight would not be positive are left out one by one."""
    while True:
        among = products[np.ix_(rows, rows)]
        weights = np.asarray(np.linalg.solve(among, towards[rows]), np.float64)
        least = int(np.argmin(weights))
        if weights[least] > _LEAST:
            return rows, weights
        rows = rows[:least] + rows[least + 1 :]


def _without_least(products: F64, towards: F64, rows: list[int]) -> list[int]:
    """All rows but the one whose removal adds the least error."""
    inverse = np.linalg.inv(products[np.ix_(rows, rows)])
    weights = inverse @ towards[rows]
    least = int(np.argmin(weights**2 / np.diag(inverse)))
    return rows[:least] + rows[least + 1 :]


@dataclass(frozen=True)
class Subset:
    """A weighted subset of the flops."""

    flops: npt.NDArray[np.intp]  # (n,) intp, their ``board_id``, ascending
    weights: I64  # (n,) int64, in millionths


def fitted_subsets(*, threads: int = 0) -> dict[int, Subset]:
    """The subsets of each of ``SIZES``: 13 s on one thread, nearly all of it for exact equities.

    Weighted sums over a subset are near those over all flops: for the equities of 32 ranges against
    each other, those of the 169 hands against a random one, and the share of each texture.
    """
    ranges = many_flop_equities(fitted_ranges(), threads=threads)
    numbers, wanted = _numbers(ranges)
    return {size: _subset(*chosen(numbers, wanted, size, _EVEN)) for size in SIZES}


def missed(equity: F64, deals: F64) -> tuple[F64, F64]:
    """The contribution of each flop to the error of a mean equity, and to the deals of that mean.

    ``equity`` and ``deals`` are ``(1755, k)``, and so are both results. For weights ``w`` that sum
    to
    1, the mean over a subset is off by ``w @ first / w @ second``. Over all flops that is 0, and
    ``w @ second`` is 1.
    """
    shares = flop_shares()
    share_of_deals = deals / (shares @ deals)
    mean = shares @ (share_of_deals * equity)
    return share_of_deals * (equity - mean), share_of_deals


def pairs_of_ranges(ranges: ManyEquities) -> tuple[F64, F64]:
    """:func:`missed` of each range against each after it, ``(1755, 496)``."""
    hero, villain = np.triu_indices(ranges.equity.shape[1], 1)
    return missed(ranges.equity[:, hero, villain], ranges.deals[:, hero, villain])


def flop_shares() -> F64:
    """The share of each canonical flop among all 22,100, ``(1755,)``."""
    weight = canonical_boards(3).weight
    return np.asarray(weight / weight.sum(), np.float64)


def _numbers(ranges: ManyEquities) -> tuple[F64, F64]:
    """The numbers to fit, ``(1755, f)``, and their values over all flops, ``(f,)``."""
    of_ranges, _ = pairs_of_ranges(ranges)
    of_hands, _ = missed(ranges.hand_equity, ranges.hand_deals)
    texture_of = vars(textures(canonical_boards(3).cards, layout="rows"))
    kinds = [texture_of[name][:, None] == np.unique(texture_of[name]) for name in TEXTURES]
    numbers = np.hstack(
        [
            of_ranges / np.sqrt(of_ranges.shape[1]),
            _OF_HANDS * of_hands / np.sqrt(of_hands.shape[1]),
            _OF_TEXTURES * np.hstack(kinds),
            np.ones((len(of_ranges), 1)),
        ]
    )
    return numbers, flop_shares() @ numbers


def _subset(flops: npt.NDArray[np.intp], weights: F64) -> Subset:
    """Weights in whole millionths, rounded down, and up for the largest remainders."""
    exact = MILLION * weights / weights.sum()
    whole = np.floor(exact).astype(np.int64)
    order = np.argsort(whole - exact, kind="stable")
    whole[order[: MILLION - whole.sum()]] += 1
    return Subset(flops, whole)


@dataclass(frozen=True)
class SubsetError:
    """Errors of the mean equities of pairs of ranges, in percentage points of equity."""

    size: int
    choice: str  # fitted, most deals, random
    ranges: str  # fitted, held out
    subsets: int  # over which the errors are taken
    pairs: int  # of ranges
    rms_error: float  # root mean square
    max_error: float


def subset_errors(subsets: dict[int, Subset], *, threads: int = 0) -> list[SubsetError]:
    """The errors of subsets, of the flops with most deals, and of random flops: 20 s on one thread.

    Flops that are not fitted are weighted by their deals. Errors are rounded to four places.

    ``subsets``: by size.
    """
    subset_errors = []
    for name, ranges in (("fitted", fitted_ranges()), ("held out", held_out_ranges())):
        missed, deals = pairs_of_ranges(many_flop_equities(ranges, threads=threads))
        for size, subset in subsets.items():
            fitted = np.zeros((1, len(missed)))
            fitted[0, subset.flops] = subset.weights / MILLION
            choices = {"fitted": fitted, "most deals": _most(size), "random": _drawn(size)}
            for choice, weights in choices.items():
                points = np.abs(100 * (weights @ missed) / (weights @ deals))
                errors = np.sqrt((points**2).mean()), points.max()
                subset_errors.append(
                    SubsetError(
                        size, choice, name, *points.shape, *(round(float(e), 4) for e in errors)
                    )
                )
    return subset_errors


def _most(size: int) -> F64:
    """The flops with most deals, the first of equals, ``(1, 1755)``."""
    order = np.argsort(-canonical_boards(3).weight.astype(np.int64), kind="stable")
    return _by_deals(order[None, :size])


def _drawn(size: int) -> F64:
    """Random subsets, all equally likely, ``(200, 1755)``."""
    random = np.random.default_rng([SEED, size])
    flops = len(canonical_boards(3).weight)
    return _by_deals(np.argsort(random.random((DRAWS, flops)), axis=1)[:, :size])


def _by_deals(flops: npt.NDArray[np.intp]) -> F64:
    weight = canonical_boards(3).weight
    weights = np.zeros((len(flops), len(weight)))
    np.put_along_axis(weights, flops, weight[flops].astype(np.float64), axis=1)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)
