"""The hold'em tables counted a second time: whole deals enumerated, nothing clever.

Nothing is shared with the engine: classes are those of :mod:`.hand_classes`, and holes are listed
there too. The kernels go over rank multisets, or sweep a board's holes in order of strength. Here a
match-up is ranked on each of its boards, a hand against each of its opponents, and pairs of
opponents are pairs in a matrix.

A hole is a number 0..1325, a card 0..51, boards are columns ``(5, n)``, and every count is an exact
``int64``. Numbers "per combo" are those of one hole, not of all the holes that make a hand.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, permutations
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oracle.hand_classes import (
    HOLES,
    class_ids,
    classes_of,
    hand_names,
    hand_of_hole,
    hole_cards,
    words_of,
)

Cards = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

POT = lcm(*range(1, 11))  # 2,520: the pot split among up to ten players in whole units

HANDS = hand_names()


class Outcome(NamedTuple):
    """How often the hero wins, ties and loses."""

    win: int
    tie: int
    lose: int


# One hole against another


def match_up(hero: int, villain: int) -> Outcome:
    """Two holes on all 1,712,304 boards, each of them ranked.

    Raises
    ------
    ValueError
        If the holes have a card in common.

    Examples
    --------
    >>> match_up(1271, 858)  # AhKh, QsQc
    Outcome(win=787966, tie=6732, lose=917606)
    """
    held = np.concatenate([hole_cards()[hero], hole_cards()[villain]])
    if len(set(held.tolist())) < 4:
        raise ValueError(f"holes {hero} and {villain} have a card in common")
    return showdowns(hero, villain, without(held)[_choices(48)])


def showdowns(hero: int, villain: int, boards: Cards) -> Outcome:
    """Two holes on the given boards, ``(5, n)``, that hold none of their cards."""
    on_board = words_of(boards)
    hero_class, villain_class = (
        classes_of(7, on_board, words_of(hole_cards()[hole])) for hole in (hero, villain)
    )
    win = int(np.count_nonzero(hero_class < villain_class))
    lose = int(np.count_nonzero(hero_class > villain_class))
    return Outcome(win, boards.shape[1] - win - lose, lose)


def without(held: Cards) -> Cards:
    """The deck without some cards, ascending."""
    return np.setdiff1d(np.arange(52, dtype=np.uint8), held)


@cache
def _choices(cards: int) -> Cards:
    """All choices of five of some number of cards, as columns ``(5, n)`` of places."""
    places = np.fromiter(chain.from_iterable(combinations(range(cards), 5)), np.uint8)
    return np.ascontiguousarray(places.reshape(-1, 5).T)


# Pairs of holes up to suits


class HolePairs(NamedTuple):
    """Unordered pairs of disjoint holes, ``(n,)`` int64, and how many each stands for."""

    hero: Ints
    villain: Ints
    weight: Ints


class CanonicalPairs(NamedTuple):
    """Representatives of pairs of holes, ``(n,)`` each, the hero's number the lower of the two.

    Where ``swapped``, the hero stands for the villain that was given, and wins and losses change
    places. Where both ways lead to the representative, which is not swapped, they are equal.
    """

    hero: Ints
    villain: Ints
    swapped: Flags


def canonical_pairs(hero: Ints, villain: Ints) -> CanonicalPairs:
    """The representative of pairs of disjoint holes, ``(n,)`` each.

    It is the smallest (hero, villain), compared by hero first, of all that the 24 permutations of
    the suits make of the pair in either order: at most 48, all of which are tried.
    """
    beyond = HOLES * HOLES
    straight, swapped = np.full(len(hero), beyond), np.full(len(hero), beyond)
    for image in hole_images():
        np.minimum(straight, HOLES * image[hero] + image[villain], out=straight)
        np.minimum(swapped, HOLES * image[villain] + image[hero], out=swapped)
    smallest = np.minimum(straight, swapped)
    return CanonicalPairs(smallest // HOLES, smallest % HOLES, swapped < straight)


@cache
def suit_orbits() -> HolePairs:
    """The 47,008 kinds of pairs of holes: the representatives of all 812,175, and how many each."""
    first, second = np.triu_indices(HOLES, 1)
    disjoint = _disjoint(np.arange(HOLES))[first, second]
    pairs = canonical_pairs(first[disjoint], second[disjoint])
    key, weight = np.unique(HOLES * pairs.hero + pairs.villain, return_counts=True)
    return HolePairs(key // HOLES, key % HOLES, weight.astype(np.int64))


@cache
def hole_images() -> Ints:
    """What each of the 24 permutations of the suits makes of each hole, ``(24, 1326)``."""
    low, high = np.sort(card_images()[:, hole_cards()], axis=2).transpose(2, 0, 1)
    images: Ints = high * (high - 1) // 2 + low
    return images


@cache
def card_images() -> Ints:
    """What each of the 24 permutations of the suits makes of each card, ``(24, 52)``."""
    suits = np.array(list(permutations(range(4))))
    images: Ints = np.arange(52) // 4 * 4 + suits[:, np.arange(52) % 4]
    return images


def _disjoint(holes: Ints) -> Flags:
    """Which two of the holes, ``(n,)``, have no card in common, ``(n, n)``."""
    cards = hole_cards()[holes]
    same = cards[:, None, :, None] == cards[None, :, None, :]
    flags: Flags = ~same.any(axis=(2, 3))
    return flags


# One hole against a random one


def river_counts(hole: int, boards: Cards) -> tuple[Ints, Ints]:
    """How many of the 990 opponents a hole beats, and ties, on each board: ``(n,)`` both."""
    on_board = words_of(boards)
    hero = classes_of(7, on_board, words_of(hole_cards()[hole]))
    seen = np.ones((boards.shape[1], 52), np.bool_)
    for column in (*boards, *hole_cards()[hole]):
        seen[np.arange(len(seen)), column] = False
    unseen = [words_of(cards[None]) for cards in np.nonzero(seen)[1].reshape(-1, 45).T.copy()]
    win, tie = np.zeros(len(hero), np.int64), np.zeros(len(hero), np.int64)
    for first, second in combinations(unseen, 2):
        villain = classes_of(7, on_board, first, second)
        win += hero < villain
        tie += hero == villain
    return win, tie


# Three players


class ThreePlayers(NamedTuple):
    """Unordered pairs of opponents, ``(n,)`` int64, by how many share the pot with the hero.

    The hero has it alone (``win``), with one of them (``tie_2``), with both (``tie_3``), or not.
    """

    win: Ints
    tie_2: Ints
    tie_3: Ints
    lose: Ints


def three_players_on_board(board: Cards) -> tuple[Ints, ThreePlayers]:
    """Each live hole against each two opponents on one river board; a tenth of a second.

    Parameters
    ----------
    board : (5,) uint8

    Returns
    -------
    holes : (1081,) int64
        The holes without a card of the board, ascending.
    counts : ThreePlayers
        ``(1081,)`` each.

    Notes
    -----
    With ``a[h, i]`` and ``b[h, j]`` saying whether opponents i and j stand to the hero h as they
    should, and ``d[i, j]`` whether i and j have no card in common, the pairs for h are the sum of
    ``a[h, i] d[i, j] b[h, j]`` over i and j: a product of matrices. Its numbers are below 2**53, so
    floating point has them exactly. Where a is b each unordered pair is counted twice.
    """
    holes = np.flatnonzero(~np.isin(hole_cards(), board).any(axis=1))
    classes = classes_of(7, words_of(board), words_of(hole_cards()[holes].T))
    disjoint = _disjoint(holes)
    hero, opponent = classes[:, None], classes[None, :]
    beaten, tied, ahead = (
        (disjoint & relation).astype(np.float64)
        for relation in (opponent > hero, opponent == hero, opponent < hero)
    )

    def pairs(first: Floats, second: Floats) -> Ints:
        counted: Ints = ((first @ disjoint) * second).sum(axis=1).astype(np.int64)
        return counted

    return holes, ThreePlayers(
        win=pairs(beaten, beaten) // 2,
        tie_2=pairs(beaten, tied),
        tie_3=pairs(tied, tied) // 2,
        lose=pairs(ahead, ahead) // 2 + pairs(ahead, tied + beaten),
    )


def three_players(boards: Cards, weights: Ints) -> ThreePlayers:
    """Counts of :func:`three_players_on_board`, weighted, over boards and over the holes of a hand.

    ``(169,)`` each, in the order of ``HANDS``; the boards are ``(5, n)``, the weights ``(n,)``.
    """
    total = np.zeros((4, len(HANDS)), np.int64)
    for board, weight in zip(boards.T, weights.tolist(), strict=True):
        holes, counts = three_players_on_board(board)
        hands = hand_of_hole()[holes]
        total += [_summed(hands, weight * column, len(HANDS)) for column in counts]
    return ThreePlayers(*total)


def shares_of_three(counts: ThreePlayers) -> tuple[Ints, Ints, Ints]:
    """``observations``, ``share_sum`` and ``share_sum_squares`` of three players, exact."""
    shares = np.array([POT, POT // 2, POT // 3, 0])
    return np.sum(counts, axis=0), shares @ np.array(counts), shares**2 @ np.array(counts)


# Any number of players, dealt


class ShareSums(NamedTuple):
    """Sums over deals, ``(169,)`` int64 each, in the order of ``HANDS``; those of two runs add up.

    In one deal a hand may be held in several seats: let n be their number and s their shares' sum.

    ``deal_nn``, ``deal_ns`` and ``deal_ss`` are the sums over the deals of n n, n s and s s.
    """

    observations: Ints
    share_sum: Ints
    share_sum_squares: Ints
    deal_nn: Ints
    deal_ns: Ints
    deal_ss: Ints


def seat_shares(cards: Cards, players: int) -> Ints:
    """Each seat's share of the pot, in units of 1/2520.

    Parameters
    ----------
    cards : (5 + 2 players, n) uint8
        Deals: the board, then the two cards of each seat in turn.
    players : int
        2 to 10.

    Returns
    -------
    (players, n) int64
        Each column adds up to 2,520.
    """
    holes = cards[5:].reshape(players, 2, -1)
    hands = [np.concatenate([cards[:5], hole]) for hole in holes]
    classes = np.array([class_ids(seven) for seven in hands])
    winners = classes == classes.min(axis=0)
    shares: Ints = winners * (POT // winners.sum(axis=0))
    return shares


def share_sums(cards: Cards, players: int) -> ShareSums:
    """What the seats of some deals, see :func:`seat_shares`, got with each hand."""
    shares = seat_shares(cards, players).ravel()
    low, high = np.sort(cards[5:].reshape(players, 2, -1).astype(np.int64), axis=1).swapaxes(0, 1)
    hands = hand_of_hole()[high * (high - 1) // 2 + low].ravel()
    deals = np.tile(np.arange(cards.shape[1]), players)
    held, place = np.unique(len(HANDS) * deals + hands, return_inverse=True)
    n = _summed(place, np.ones_like(shares), len(held))
    s = _summed(place, shares, len(held))
    return ShareSums(
        *(_summed(hands, each, len(HANDS)) for each in (np.ones_like(shares), shares, shares**2)),
        *(_summed(held % len(HANDS), each, len(HANDS)) for each in (n * n, n * s, s * s)),
    )


def _summed(places: npt.NDArray[np.integer[Any]], values: Ints, size: int) -> Ints:
    """Sums of the values at each place 0..size - 1."""
    total = np.zeros(size, np.int64)
    np.add.at(total, places, values)
    return total


def income_rate(players: int, observations: Ints, share_sum: Ints) -> Floats:
    """IR = players × E[pot share] − 1, per unit stake."""
    rate: Floats = players * share_sum / (POT * observations) - 1
    return rate


def standard_error(players: int, sums: ShareSums) -> Floats:
    """Standard error of the income rate, clustered by deal.

    Notes
    -----
    The seats of a deal share one pot, so the deals are what is independent, and the mean share
    m = Σ s / Σ n is a ratio of two sums over them. Its variance is Σ (s − m n)² / (Σ n)², in the
    limit of many deals: the ratio estimator's, and the cluster-robust one of a mean.

    References
    ----------
    W. G. Cochran, *Sampling Techniques*, 3rd ed., Wiley 1977, theorem 2.5 (ratios).
    K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models",
    *Biometrika* 73 (1986), 13-22.
    """
    mean = sums.share_sum / sums.observations
    squares = sums.deal_ss - 2 * mean * sums.deal_ns + mean * mean * sums.deal_nn
    error: Floats = players * np.sqrt(squares) / (POT * sums.observations)
    return error


# From pairs of holes to hands


class HandMatchUps(NamedTuple):
    """The columns of ``matchups``, ``(169, 169)`` int64 each: row hero, column villain."""

    deals: Ints
    win: Ints
    tie: Ints
    lose: Ints


def hand_matchups(pairs: HolePairs, win: Ints, tie: Ints, lose: Ints) -> HandMatchUps:
    """Add up match-ups of holes to match-ups of hands, over all disjoint holes in both seats.

    Parameters
    ----------
    pairs : HolePairs
        Any representatives will do.
    win, tie, lose : (n,) int64
        Of one pair of holes each, the hero's side.
    """
    hero, villain = (hand_of_hole()[holes].astype(np.int64) for holes in pairs[:2])
    cell, mirrored = len(HANDS) * hero + villain, len(HANDS) * villain + hero

    def matrix(straight: Ints, swapped: Ints) -> Ints:
        total = _summed(cell, pairs.weight * straight, len(HANDS) ** 2)
        total += _summed(mirrored, pairs.weight * swapped, len(HANDS) ** 2)
        return total.reshape(len(HANDS), len(HANDS))

    deals = win + tie + lose
    return HandMatchUps(
        matrix(deals, deals), matrix(win, lose), matrix(tie, tie), matrix(lose, win)
    )


def starting_hands(matchups: HandMatchUps) -> HandMatchUps:
    """The same counts against one random opponent, ``(169,)`` each: sums over the villains."""
    return HandMatchUps(*(matrix.sum(axis=1) for matrix in matchups))
