"""The kernels that solve push or fold of two and three players.

Regret matching with a floor, each player in turn, with later shares counting more in the mean:
CFR+ of O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", arXiv:1407.5042 (2014).
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, kernel
from ..arrays import empty
from ..signatures import F32, F64, I64, U8, Array, Input

HANDS = 169
LOOK = 25  # iterations between two looks at the gain


@kernel
def spread_three(
    hands: Input[U8, "n, 3"],  # ascending
    weights: Input[F64, "n, 13"],  # how often they come in each order
    payoffs: Input[F64, "t, 6, 13"],  # of each term, by who has which hand, by order
    axes: Input[I64, "t, 3"],  # the players whose hands are the dimensions of a term; -1 for none
    slots: Input[I64, "t"],  # where a term's go, in the array that has its number of axes
    who: Input[I64, "6, 3"],  # which of the three hands each player has
    constants: Array[F64, "d, 169"],  # added to: of terms of one axis, the last
    matrices: Array[F64, "m, 169, 169"],  # of two
    tensors: Array[F32, "k, 169, 169, 169"],  # written: of three
) -> None:
    """Multiply payoffs by how often they come, by the hands of players."""
    for row in range(len(hands)):
        for way in range(6):
            # The player who has each hand. Of equal hands only one way counts.
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
    of: Input[F64, "169, 169"], shares: Array[F64, "169"], to: Array[F64, "169"]
) -> None:
    for row in range(HANDS):
        share = shares[row]
        if share != 0.0:
            for column in range(HANDS):
                to[column] += share * of[row, column]


@borrowing
def _add_tensor(
    of: Input[F32, "169, 169, 169"],
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
                    to[column] += share * of[plane, row, column]


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
    """Add to the regrets of a decision; make its shares of now, and add them to the total."""
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
    """What always making the better choice of a decision gains."""
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
    # The terms of two axes, and then those of three: the decisions by whose shares they are
    # multiplied, -1 and one or two, and the one whose advantage they are part of.
    at: Input[I64, "t, 3"],
    constants: Input[F64, "d, 169"],
    matrices: Input[F64, "m, 169, 169"],
    tensors: Input[F32, "k, 169, 169, 169"],
    so_far: Array[F64, "d, 2, 169"],  # regrets, which are added to, and so are the next two
    last: Array[F64, "d, 169"],  # the shares of the last iteration
    sums: Array[F64, "d, 169"],  # of the shares of all, each by its weight
    done: int,  # iterations before
    stop: int,  # iterations to end after, with those before
    most: int,  # iterations in all, after which the gain is looked at, too
    enough: float,  # gain of a player at which to end
    shares: Array[F64, "d, 169"],  # written, where the gain is looked at: how often each goes in
) -> int:
    """Improve strategies; return the iterations, or minus these if no player gains more.

    The gain is that from the mean strategies, which are looked at after each LOOK iterations.
    """
    decisions = len(players)
    advantage = empty(HANDS, np.float64)
    # Arrays of its own cannot overlap others, as LLVM knows: a sixth faster.
    regrets = empty((decisions, 2, HANDS), np.float64)
    now = empty((decisions, HANDS), np.float64)
    total = empty((decisions, HANDS), np.float64)
    _copy(so_far, last, sums, regrets, now, total)
    while done < stop:
        done += 1
        weight = float(done) * float(done)
        for decision in range(decisions):
            _find_advantage(decision, at, constants, matrices, tensors, now, advantage)
            move(advantage, regrets[decision], now[decision], total[decision], weight)
        if done % LOOK == 0 or done == most:
            weights = float(done * (done + 1) * (2 * done + 1) // 6)  # of all iterations
            for decision in range(decisions):
                for hand in range(HANDS):
                    shares[decision, hand] = total[decision, hand] / weights
            largest = gain = 0.0
            for decision in range(decisions):
                if decision > 0 and players[decision] != players[decision - 1]:
                    gain = 0.0
                _find_advantage(decision, at, constants, matrices, tensors, shares, advantage)
                gain += gain_of(advantage, shares[decision])
                largest = max(largest, gain)
            if largest <= enough:
                return -done
    _copy(regrets, now, total, so_far, last, sums)
    return done
