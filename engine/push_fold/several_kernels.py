"""The kernels for pots of three, and of more on sampled deals, where four to six can be in."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..arrays import empty
from ..hands.board_order import LIVE_HOLES, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..signatures import F32, F64, I64, U8, U16, Array, Input

HANDS = 169
PARTS = 8


@kernel
def add_pot_of_three(
    parts: Input[F32, "8, 169, 169, 169"],  # of payoffs of x, y and t; see part_values
    shares: Input[F64, "3, 169"],  # how often each of those in goes in
    folded: Input[F64, "169, 169"],  # chance that all others fold, by two hands of those in
    by_one: Input[F64, "169"],  # 1 over the same chance, by one hand; or 0
    # How payoffs are made of parts, by whose hand is t: of parts with x and y, and with both
    # changed. Those of players who are in come first, then those of others where t is the first.
    factors: Input[F64, "p, 2, 8"],
    chances: Array[F64, "3, 169"],  # added to: the chance of the pot but for his own share
    sums: Array[F64, "3, 169"],  # added to: the same times what he gets
    of_others: Array[F64, "p"],  # added to: the chance of the pot, and what others get in it
) -> None:
    """Add what a pot of three players comes to, by the hand of each of them."""
    weights = empty(HANDS, np.float64)
    gets = empty(HANDS, np.float64)
    for t in range(3):
        one = 1 if t == 0 else 0
        two = 1 if t == 2 else 2
        for x in range(HANDS):
            if shares[one, x] == 0.0:
                continue
            for y in range(HANDS):
                times = shares[one, x] * shares[two, y] * folded[x, y] * by_one[x] * by_one[y]
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
    counts: Array[U8, "n, 2m + 1, 169"],  # added to: the holes of each hand, by where they come
    places: Array[U8, "n, m"],  # written: where the opponents come, 0 is the best
) -> None:
    """Compare all holes with those of opponents, on river boards."""
    room = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    group = empty(1326, np.int64)
    opponents = holes.shape[1]
    levels = empty(opponents, np.int64)  # the opponents' groups, each once
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
            own = np.uint64(1) << np.uint64(hole_cards[hole, 0])
            own |= np.uint64(1) << np.uint64(hole_cards[hole, 1])
            if own & dead:
                continue
            place = 0
            for j in range(distinct):
                place += 2 * (levels[j] > group[hole]) + (levels[j] == group[hole])
            counts[deal, place, board_tables.hand_of_hole[hole]] += 1


@kernel
def add_sampled_pot(
    hands: Input[U8, "n, m"],  # of the opponents, on each deal
    weights: Input[F64, "n"],
    orders: Input[U16, "n"],  # in which the opponents come
    counts: Input[U8, "n, 2m + 1, 169"],  # of holes of the player, by where they come among them
    others: Input[F64, "m, 169"],  # how often each opponent goes in, times what follows for a hand
    own: Input[F64, "2, 169"],  # the same of the player: what follows; how often he goes in
    payoffs: Input[
        F64, "p, o, 2m + 1"
    ],  # his, and of those who folded, by order and where he comes
    chances: Array[F64, "169"],  # added to: the chance of the pot but for his own share
    sums: Array[F64, "169"],  # added to: the same times what he gets
    of_others: Array[F64, "p"],  # added to: the chance of the pot, and what those who folded get
) -> None:
    """Add what a pot of four or more comes to for one player, by his hand."""
    opponents = hands.shape[1]
    # Holes that he can have: what is left of the deck by twos.
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
                number = own[0, hand] * counts[deal, place, hand]
                chances[hand] += times * number
                sums[hand] += gets * number
            if len(of_others) > 1:
                chance = 0.0
                for hand in range(HANDS):
                    chance += times * own[0, hand] * own[1, hand] * counts[deal, place, hand]
                of_others[0] += chance
                for player in range(1, len(of_others)):
                    of_others[player] += chance * payoffs[player, orders[deal], place]
