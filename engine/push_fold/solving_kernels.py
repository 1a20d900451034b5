"""Kernels that solve push or fold: two and three players, and pots of four and more.

Regret matching with a floor, each player in turn, with later shares weighted more in the mean:
CFR+ of O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", arXiv:1407.5042 (2014).
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..hands.board_order import LIVE_HOLES, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..signatures import F32, F64, I64, U8, U16, Array, Input

HANDS = 169
LOOK = 25  # iterations between two computations of the gain


@kernel
def spread_three(
    hands: Input[U8, "n, 3"],  # ascending
    weights: Input[F64, "n, 13"],  # how often each order occurs
    payoffs: Input[F64, "t, 6, 13"],  # of each term, by who holds which hand, by order
    axes: Input[I64, "t, 3"],  # the players whose hands are the dimensions of a term; -1 for none
    slots: Input[I64, "t"],  # the place of a term in the array with its number of axes
    who: Input[I64, "6, 3"],  # which of the three hands each player holds
    constants: Array[F64, "d, 169"],  # added to: terms of one axis, the last
    matrices: Array[F64, "m, 169, 169"],  # terms of two axes
    tensors: Array[F32, "k, 169, 169, 169"],  # written: terms of three axes
) -> None:
    """Weight payoffs by how often the orders occur, by the hands of players."""
    for row in range(len(hands)):
        for way in range(6):
            # The player who holds each hand. Of equal hands only one way counts.
            first = second = third = 0
            for player in range(3):
                if who[way, player] == 0:
                    first = player
                elif who[way, player] == 1:
                    second = player
                else:
                    third = player
            if hands[row, 0] == hands[row, 1] and first > second:
                continue
            if hands[row, 1] == hands[row, 2] and second > third:
                continue
            for term in range(len(payoffs)):
                worth = 0.0
                for order in range(13):
                    worth += weights[row, order] * payoffs[term, way, order]
                slot = slots[term]
                last = hands[row, who[way, axes[term, 2]]]
                if axes[term, 1] < 0:
                    constants[slot, last] += worth
                    continue
                middle = hands[row, who[way, axes[term, 1]]]
                if axes[term, 0] < 0:
                    matrices[slot, middle, last] += worth
                else:
                    tensors[slot, hands[row, who[way, axes[term, 0]]], middle, last] = worth


@borrowing
def _add_matrix(
    matrix: Input[F64, "169, 169"], shares: Array[F64, "169"], to: Array[F64, "169"]
) -> None:
    for row in range(HANDS):
        share = shares[row]
        if share != 0.0:
            for column in range(HANDS):
                to[column] += share * matrix[row, column]


@borrowing
def _add_tensor(
    tensor: Input[F32, "169, 169, 169"],
    first: Array[F64, "169"],
    second: Array[F64, "169"],
    to: Array[F64, "169"],
) -> None:
    for plane in range(HANDS):
        if first[plane] == 0.0:
            continue
        for row in range(HANDS):
            share = first[plane] * second[row]
            if share != 0.0:
                for column in range(HANDS):
                    to[column] += share * tensor[plane, row, column]


@borrowing
def _find_advantage(
    decision: int,
    at: Input[I64, "t, 3"],
    constants: Input[F64, "d, 169"],
    matrices: Input[F64, "m, 169, 169"],
    tensors: Input[F32, "k, 169, 169, 169"],
    shares: Array[F64, "d, 169"],
    advantage: Array[F64, "169"],
) -> None:
    for hand in range(HANDS):
        advantage[hand] = constants[decision, hand]
    for term in range(len(at)):
        if at[term, 2] != decision:
            continue
        if at[term, 0] < 0:
            _add_matrix(matrices[term], shares[at[term, 1]], advantage)
        else:
            tensor = tensors[term - len(matrices)]
            _add_tensor(tensor, shares[at[term, 0]], shares[at[term, 1]], advantage)


@borrowing
def move(
    advantage: Array[F64, "169"],  # of going in over folding, now
    regrets: Array[F64, "2, 169"],
    now: Array[F64, "169"],
    total: Array[F64, "169"],
    weight: float,
) -> None:
    """Add to the regrets of a decision; compute its new shares, and add them to the total."""
    for hand in range(HANDS):
        gain = advantage[hand]
        share = now[hand]
        going_in = max(0.0, regrets[0, hand] + gain * (1.0 - share))
        folding = max(0.0, regrets[1, hand] - gain * share)
        regrets[0, hand] = going_in
        regrets[1, hand] = folding
        if going_in + folding > 0.0:
            share = going_in / (going_in + folding)
            now[hand] = share
        total[hand] += weight * share


@borrowing
def gain_of(advantage: Array[F64, "169"], share: Array[F64, "169"]) -> float:
    """The gain from always making the better choice at a decision."""
    gain = 0.0
    for hand in range(HANDS):
        gain += max(0.0, advantage[hand]) - advantage[hand] * share[hand]
    return gain


@borrowing
def _copy(
    regrets: Array[F64, "d, 2, 169"],
    now: Array[F64, "d, 169"],
    total: Array[F64, "d, 169"],
    to_regrets: Array[F64, "d, 2, 169"],
    to_now: Array[F64, "d, 169"],
    to_total: Array[F64, "d, 169"],
) -> None:
    for decision in range(len(now)):
        for hand in range(HANDS):
            to_regrets[decision, 0, hand] = regrets[decision, 0, hand]
            to_regrets[decision, 1, hand] = regrets[decision, 1, hand]
            to_now[decision, hand] = now[decision, hand]
            to_total[decision, hand] = total[decision, hand]


@kernel
def improve_few(
    players: Input[I64, "d"],  # who decides
    fixed: Input[U8, "d"],  # 1 if the shares stay as they are
    # The terms of two axes, and then those of three: the decisions whose shares multiply them, -1
    # and one or two, and the decision to whose advantage they belong.
    at: Input[I64, "t, 3"],
    constants: Input[F64, "d, 169"],
    matrices: Input[F64, "m, 169, 169"],
    tensors: Input[F32, "k, 169, 169, 169"],
    so_far: Array[F64, "d, 2, 169"],  # regrets; added to, as are the next two
    last: Array[F64, "d, 169"],  # the shares of the last iteration
    sums: Array[F64, "d, 169"],  # the weighted shares of all iterations
    done: int,  # iterations before
    stop: int,  # the last iteration of this call
    most: int,  # iterations in all; the gain is computed after the last, too
    enough: float,  # the gain of a player at which to stop
    shares: Array[F64, "d, 169"],  # written when the gain is computed: how often each hand goes in
) -> int:
    """Improve strategies; return the iterations, or minus these once no player gains more.

    The gain is that over the mean strategies, computed after each LOOK iterations.
    """
    decisions = len(players)
    advantage = empty(HANDS, np.float64)
    # Local arrays cannot overlap others, which LLVM knows: a sixth faster.
    regrets = empty((decisions, 2, HANDS), np.float64)
    now = empty((decisions, HANDS), np.float64)
    total = empty((decisions, HANDS), np.float64)
    _copy(so_far, last, sums, regrets, now, total)
    while done < stop:
        done += 1
        weight = float(done) * float(done)
        for decision in range(decisions):
            if fixed[decision]:
                continue
            _find_advantage(decision, at, constants, matrices, tensors, now, advantage)
            move(advantage, regrets[decision], now[decision], total[decision], weight)
        if done % LOOK == 0 or done == most:
            weights = float(done * (done + 1) * (2 * done + 1) // 6)  # of all iterations
            for decision in range(decisions):
                for hand in range(HANDS):
                    kept = fixed[decision] == 1
                    mean = total[decision, hand] / weights
                    shares[decision, hand] = now[decision, hand] if kept else mean
            largest = gain = 0.0
            for decision in range(decisions):
                if decision > 0 and players[decision] != players[decision - 1]:
                    gain = 0.0
                if fixed[decision]:
                    continue
                _find_advantage(decision, at, constants, matrices, tensors, shares, advantage)
                gain += gain_of(advantage, shares[decision])
                largest = max(largest, gain)
            if largest <= enough:
                return -done
    _copy(regrets, now, total, so_far, last, sums)
    return done


PARTS = 8


@kernel
def add_pot_of_three(
    parts: Input[F32, "8, 169, 169, 169"],  # of payoffs of x, y and t; see part_values
    shares: Input[F64, "3, 169"],  # how often each of those in goes in
    folded: Input[F64, "169, 169"],  # probability that all others fold, by two hands that are in
    by_one: Input[F64, "169"],  # 1 over the same probability, by one hand; or 0
    # The coefficients of payoffs in terms of parts, by whose hand is t: for parts with x and y, and
    # with both swapped. Those of players in come first, then those of others where t is the first.
    factors: Input[F64, "p, 2, 8"],
    chances: Array[F64, "3, 169"],  # added to: the probability of the pot without his own share
    sums: Array[F64, "3, 169"],  # added to: the same times his payoff
    of_others: Array[F64, "p"],  # added to: probability of the pot, and the others' payoffs in it
) -> None:
    """Add the results of a pot of three players, by the hand of each of them."""
    weights = empty(HANDS, np.float64)
    gets = empty(HANDS, np.float64)
    for t in range(3):
        first = 1 if t == 0 else 0
        second = 1 if t == 2 else 2
        for x in range(HANDS):
            if shares[first, x] == 0.0:
                continue
            for y in range(HANDS):
                times = shares[first, x] * shares[second, y] * folded[x, y] * by_one[x] * by_one[y]
                if times == 0.0:
                    continue
                for hand in range(HANDS):
                    weights[hand] = times * folded[x, hand] * folded[y, hand] * by_one[hand]
                    chances[t, hand] += weights[hand] * parts[0, x, y, hand]
                    gets[hand] = 0.0
                for part in range(PARTS):
                    factor = factors[t, 0, part]
                    if factor != 0.0:
                        for hand in range(HANDS):
                            gets[hand] += factor * parts[part, x, y, hand]
                    factor = factors[t, 1, part]
                    if factor != 0.0:
                        for hand in range(HANDS):
                            gets[hand] += factor * parts[part, y, x, hand]
                for hand in range(HANDS):
                    sums[t, hand] += weights[hand] * gets[hand]
                if t == 0 and len(of_others) > 3:
                    for part in range(PARTS):
                        so = changed = 0.0
                        for hand in range(HANDS):
                            weight = weights[hand] * shares[0, hand]
                            so += weight * parts[part, x, y, hand]
                            changed += weight * parts[part, y, x, hand]
                        if part == 0:
                            of_others[0] += so
                        for player in range(3, len(of_others)):
                            of_others[player] += so * factors[player, 0, part]
                            of_others[player] += changed * factors[player, 1, part]


@kernel
def count_places(
    boards: Input[U8, "n, 5"],
    holes: Input[I64, "n, m"],  # of the opponents
    board_tables: BoardTables,
    hole_cards: Input[U8, "1326, 2"],
    counts: Array[U8, "n, 2m + 1, 169"],  # added to: the holes of each hand, by their place
    places: Array[U8, "n, m"],  # written: the places of the opponents, 0 is the best
) -> None:
    """Compare all holes with those of opponents, on river boards."""
    room = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    group = empty(1326, np.int64)
    opponents = holes.shape[1]
    levels = empty(opponents, np.int64)  # the different groups of the opponents
    for deal in range(len(boards)):
        live = weakest_first(boards[deal], board_tables, room, keys)
        start = 0
        while start < live:
            stop = end_of_tie(keys, live, start)
            for i in range(start, stop):
                group[keys[i] & 2047] = start
            start = stop
        dead = np.uint64(0)
        distinct = 0
        for i in range(opponents):
            hole = holes[deal, i]
            for side in range(2):
                dead |= np.uint64(1) << np.uint64(hole_cards[hole, side])
            known = False
            for j in range(distinct):
                known = known or levels[j] == group[hole]
            if not known:
                levels[distinct] = group[hole]
                distinct += 1
        for i in range(opponents):
            better = 0
            for j in range(distinct):
                better += levels[j] > group[holes[deal, i]]
            places[deal, i] = better
        for i in range(live):
            hole = np.int64(keys[i] & 2047)
            hole_bits = np.uint64(1) << np.uint64(hole_cards[hole, 0])
            hole_bits |= np.uint64(1) << np.uint64(hole_cards[hole, 1])
            if hole_bits & dead:
                continue
            place = 0
            for j in range(distinct):
                place += 2 * (levels[j] > group[hole]) + (levels[j] == group[hole])
            counts[deal, place, board_tables.hand_of_hole[hole]] += 1


@kernel
def add_sampled_pot(
    hands: Input[U8, "n, m"],  # of the opponents, on each deal
    weights: Input[F64, "n"],
    orders: Input[U16, "n"],  # the order of the opponents
    counts: Input[U8, "n, 2m + 1, 169"],  # of the player's holes, by their place among them
    others: Input[F64, "m, 169"],  # how often each opponent goes in, times later factors
    own_factors: Input[F64, "2, 169"],  # of the player: the later factors; how often he goes in
    payoffs: Input[
        F64, "p, o, 2m + 1"
    ],  # his, and those of the players who folded, by order and his place
    chances: Array[F64, "169"],  # added to: the probability of the pot without his own share
    sums: Array[F64, "169"],  # added to: the same times his payoff
    of_others: Array[F64, "p"],  # added to: probability of the pot, and payoffs of folded players
) -> None:
    """Add the results of a pot of four or more for one player, by his hand."""
    opponents = hands.shape[1]
    # Holes that he can have: all pairs of the remaining cards.
    left = 52 - 5 - 2 * opponents
    each = 2.0 / (left * (left - 1))
    for deal in range(len(hands)):
        times = weights[deal] * each
        for i in range(opponents):
            times *= others[i, hands[deal, i]]
        if times == 0.0:
            continue
        for place in range(counts.shape[1]):
            gets = times * payoffs[0, orders[deal], place]
            for hand in range(HANDS):
                number = own_factors[0, hand] * counts[deal, place, hand]
                chances[hand] += times * number
                sums[hand] += gets * number
            if len(of_others) > 1:
                chance = 0.0
                for hand in range(HANDS):
                    chance += (
                        times
                        * own_factors[0, hand]
                        * own_factors[1, hand]
                        * counts[deal, place, hand]
                    )
                of_others[0] += chance
                for player in range(1, len(of_others)):
                    of_others[player] += chance * payoffs[player, orders[deal], place]
