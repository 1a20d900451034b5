"""Kernels that walk the betting of the first street, before any card is on the board.

How often holes of two buckets meet, and which wins when both are all in, is counted over all deals.
What follows a deal is valued on the drawn board. A bucket that meets less on this board than on
average takes the missing part from its mean value on earlier boards: a control variate, which
reduces variance without bias, as in M. Schmid, N. Burch, M. Lanctot, M. Moravcik, R. Kadlec and
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, kernel
from ..signatures import F32, Array, Input
from ..solving.lane_steps import LANES
from ..solving.showdown_steps import CARDS
from ..solving.tree import DEAL, DECISION, FOLD
from .rounds import Round
from .walk_kernels import Dealing, Rows, Weights

# b = buckets, n = nodes, a = actions


class Meetings(NamedTuple):
    """How often holes of two buckets meet, averaged over the deals of the whole board."""

    pairs: Input[F32, "b, b"]  # pairs of holes that can be held at once
    better: Input[F32, "b, b"]  # of these, wins of the first less wins of the second


class FirstScratch(NamedTuple):
    """Arrays that the upward walk takes over from the downward walk."""

    reach: Array[F32, "2, n, b"]  # by player
    value: Array[F32, "2, n, b"]
    share: Array[F32, "a, b"]
    worth: Array[F32, "2, n, b"]  # of a deal's node, summed over the boards so far
    met: Array[F32, "2, n, b"]  # the meetings in that sum
    by_card: Array[F32, "52"]
    times: Array[F32, "2, b"]  # how often holes meet after a deal, on this board and on average


@kernel
def hand_down(
    betting: Round, dealing: Dealing, regrets: Array[F32, "b * a * 16"], below: Rows,
    room: FirstScratch, slots: int,
) -> None:  # fmt: skip
    """Set the reach of each bucket at each node, and of each hole on the next street."""
    buckets = room.reach.shape[2]
    one = np.float32(1)
    for player in range(2):
        for b in range(buckets):
            room.reach[player, 0, b] = one
    for node in range(len(betting.kind)):
        if betting.kind[node] == DECISION:
            _set_first_shares(betting, regrets, room, node, slots)
        if node > 0:
            actor, before, slot = betting.actor[node], betting.parent[node], betting.slot[node]
            for b in range(buckets):
                room.reach[actor, node, b] = room.reach[actor, before, b] * room.share[slot, b]
                room.reach[1 - actor, node, b] = room.reach[1 - actor, before, b]
        if betting.kind[node] == DEAL:
            start = betting.below[node * LANES]
            for h in range(dealing.hands[0, 0]):
                b = dealing.bucket[0, dealing.local[0, h]]
                for player in range(2):
                    below.reach[player, start + h] = room.reach[player, node, b]


@borrowing
def _set_first_shares(
    betting: Round, regrets: Array[F32, "b * a * 16"], room: FirstScratch, node: int, slots: int
):
    first, actions = betting.first_slot[node], betting.actions[node]
    even = np.float32(1) / np.float32(actions)
    for b in range(room.share.shape[1]):
        total = np.float32(0)
        for a in range(first, first + actions):
            total += max(regrets[(b * slots + a) * LANES], np.float32(0))
        for a in range(first, first + actions):
            more = max(regrets[(b * slots + a) * LANES], np.float32(0))
            room.share[a, b] = more / total if total > 0 else even


@kernel
def take_up(
    betting: Round, dealing: Dealing, meetings: Meetings, regrets: Array[F32, "b * a * 16"],
    sums: Array[F32, "b * a * 16"], below: Rows, room: FirstScratch, slots: int, weights: Weights,
) -> None:  # fmt: skip
    """Update regrets from the values of actions."""
    for node in range(len(betting.kind) - 1, -1, -1):
        for player in range(2):
            for b in range(room.value.shape[2]):
                room.value[player, node, b] = 0
        if betting.kind[node] == DECISION:
            _learn_first(betting, regrets, sums, room, node, slots, weights)
        elif betting.kind[node] == DEAL:
            for player in range(2):
                _take_deal(betting, dealing, meetings, below, room, player, node, weights)
        else:
            _settle_first(betting, meetings, room, node)


@borrowing
def _take_deal(
    betting: Round, dealing: Dealing, meetings: Meetings, below: Rows, room: FirstScratch,
    hero: int, node: int, weights: Weights,
):  # fmt: skip
    """Set the value of a deal from the drawn board and earlier boards."""
    villain, start = 1 - hero, betting.below[node * LANES]
    holes = dealing.hands[0, 0]
    total, by_card, met, mean = np.float32(0), room.by_card, room.times[0], room.times[1]
    for card in range(CARDS):
        by_card[card] = 0
    for h in range(holes):
        reach = below.reach[villain, start + h]
        total += reach
        by_card[dealing.cards[h, 0]] += reach
        by_card[dealing.cards[h, 1]] += reach
    buckets = room.value.shape[2]
    value = room.value[hero, node]
    for b in range(buckets):
        met[b] = mean[b] = 0
    for h in range(holes):
        b = dealing.bucket[0, dealing.local[0, h]]
        value[b] += below.value[hero, start + h]
        beside = by_card[dealing.cards[h, 0]] + by_card[dealing.cards[h, 1]]
        met[b] += total - beside + below.reach[villain, start + h]
    for other in range(buckets):
        for b in range(buckets):
            mean[b] += room.reach[villain, node, other] * meetings.pairs[other, b]
    for b in range(buckets):
        before = room.met[hero, node, b]
        usual = room.worth[hero, node, b] / before if before > 0 else np.float32(0)
        room.worth[hero, node, b] += value[b] * weights.regret
        room.met[hero, node, b] += met[b] * weights.regret
        value[b] += usual * (mean[b] - met[b])


@borrowing
def _settle_first(betting: Round, meetings: Meetings, room: FirstScratch, node: int):
    """Set both players' values where the betting ends for good."""
    buckets = room.value.shape[2]
    is_fold = betting.kind[node] == FOLD
    for hero in range(2):
        villain = 1 - hero
        # The last to act folded. One player's win is the other's loss.
        sign = -1 if not is_fold or hero == betting.actor[node] else 1
        stake = betting.worth[node * LANES] * np.float32(sign)
        for other in range(buckets):
            weight = room.reach[villain, node, other] * stake
            if weight == 0:
                continue
            for b in range(buckets):
                often = meetings.pairs[other, b] if is_fold else meetings.better[other, b]
                room.value[hero, node, b] += weight * often


@borrowing
def _learn_first(
    betting: Round, regrets: Array[F32, "b * a * 16"], sums: Array[F32, "b * a * 16"],
    room: FirstScratch, node: int, slots: int, weights: Weights,
):  # fmt: skip
    """Set the value of a decision, and update its regrets and strategy sums."""
    buckets = room.value.shape[2]
    actor = betting.player[node]
    for child in range(node + 1, len(betting.kind)):
        if betting.parent[child] == node:
            slot = betting.slot[child]
            for b in range(buckets):
                worth = room.value[actor, child, b] * room.share[slot, b]
                room.value[actor, node, b] += worth
                room.value[1 - actor, node, b] += room.value[1 - actor, child, b]
    for child in range(node + 1, len(betting.kind)):
        if betting.parent[child] == node:
            slot = betting.slot[child]
            for b in range(buckets):
                at = (b * slots + slot) * LANES
                more = room.value[actor, child, b] - room.value[actor, node, b]
                regrets[at] = max(regrets[at] + more * weights.regret, weights.least)
                sums[at] += room.reach[actor, child, b] * weights.strategy
