"""The kernel that finds best responses on a street: sixteen subtrees of one shape side by side.

The responder sees the board, his own cards, and the other player's reach at each node. At his
decisions he takes the action with the highest value for each hole. Below a board, all boards with
one card more are walked first, and their values are added up in double precision.

The method of M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response
Calculation in Large Extensive Games", IJCAI 2011.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, kernel
from ..signatures import F32, F64, I32, I64, U8, U16, Array, Input
from ..solving.lane_steps import (
    LANES,
    Vector,
    add_wide,
    all_lanes,
    lanes_to_rows,
    larger,
    load,
    rows_to_lanes,
    store,
)
from ..solving.showdown_steps import CARDS, ONE, ZERO, clear
from ..solving.tree import DEAL, FOLD
from .rounds import END, ENTER, Round

WORST = np.float32(-3e38)  # below any value

# b = boards from a flop on, h = holes of all boards, i = images of all boards
# w = holes before the flop, up to a multiple of 16, l = levels of a street


class Boards(NamedTuple):
    """A flop and all later boards, up to suits, and the holes that can be held there."""

    start: Input[I64, "b"]  # a board's first hole
    holes: Input[I64, "b"]  # how many there are
    cards: Input[U8, "h, 2"]
    strength: Input[U16, "h"]  # on a river, ascending
    bucket: Input[I32, "h"]
    first_image: Input[I64, "b + 1"]  # where the boards equal to one up to suits begin
    up_start: Input[I64, "i"]
    up: Input[I32, "u"]  # places of holes among those of the previous board


class Roots(NamedTuple):
    """Values of each root by hole of the previous board; one more row stands for no root."""

    reach: Array[F32, "2, (r + 1) * w"]  # by player
    # By player: for a response that begins on this street, on the next street, on the one after,
    # and so on to never; the last times his own reach at the root.
    value: Array[F32, "8, (r + 1) * w"]


class Space(NamedTuple):
    """Scratch for a tile: lanes of each hole, by player."""

    above: Array[F32, "2, w * 16"]  # reach, by hole of the previous board
    reach: Array[F32, "2, l, w * 16"]  # at the nodes on the way
    best: Array[F32, "2, l, w * 16"]  # at these nodes: the value of a best response
    mean: Array[F32, "2, w * 16"]  # the value of the mean strategy at all ends, times its reach
    later: Array[F32, "6, w * 16"]  # the value of later responses where a street follows
    total: Array[F64, "8, w * 16"]  # over boards, by hole of the previous board
    at: Array[I64, "2, l"]  # the level with the reach of a node: it changes only for the actor
    met: Array[F32, "2, 52 * 16"]  # the reach of holes with each card
    won: Array[F32, "2, w * 16"]


@kernel
def respond(
    boards: Boards,
    betting: Round,
    shares: Input[F32, "k * a * 16"],  # by bucket, of all actions
    here: Roots,
    below: Roots,  # of the next street; not read on the last one
    space: Space,
    first_board: int,  # of the boards with one card more than a board
    last_board: int,
    above: int,  # holes of that board, up to a multiple of 16
    first: int,  # tile
    last: int,
    slots: int,  # actions of all tiles of the street
    later: int,  # streets on which the response can begin, from this one on
    is_up: bool,  # values below are known; else only reach is handed down
    to_come: np.float32,  # in how many ways the rest can be dealt beside two known holes
) -> None:
    """Walk tiles of a street on some boards, down to the next street or back up from it."""
    for tile in range(first, last):
        base = betting.base[tile]
        for player in range(2):
            for h in range(0, above, LANES):
                rows_to_lanes(
                    space.above[player], h * LANES, here.reach[player], betting.roots,
                    tile * LANES, h,
                )  # fmt: skip
        for k in range(2 + 2 * later):
            for place in range(above * LANES):
                space.total[k, place] = 0.0
        for board in range(first_board, last_board):
            _begin(boards, space, board, later)
            shape = betting.shape[tile]
            for e in range(betting.first_event[shape], betting.first_event[shape + 1]):
                what, event_node = betting.event[e], betting.event_node[e]
                node = betting.first_node[shape] + event_node
                worth = (betting.first_worth[tile] + event_node) * LANES
                kind, depth = betting.kind[node], betting.depth[node]
                if what == ENTER or (what == END and (is_up or kind == DEAL)):
                    if depth > 0:
                        _step(boards, betting, shares, space, board, node, base, slots)
                    if what == ENTER and is_up:
                        _open(boards, space, board, depth, betting.player[node])
                if what == END and kind == DEAL:
                    _deal(boards, betting, space, below, board, worth, depth, later, is_up)
                elif what == END and is_up:
                    _settle(boards, betting, space, board, node, worth, to_come)
                if is_up and depth > 0 and what != ENTER:
                    _give(boards, space, board, depth, betting.actor[node])
            if is_up:
                _add(boards, space, board, later)
        if is_up:
            for k in range(2 + 2 * later):
                for place in range(above * LANES):
                    space.above[0, place] = np.float32(space.total[k, place])
                for h in range(0, above, LANES):
                    lanes_to_rows(
                        here.value[k], betting.roots, tile * LANES, h, space.above[0],
                        h * LANES, all_lanes(ONE),
                    )  # fmt: skip


@borrowing
def _begin(boards: Boards, space: Space, board: int, later: int):
    """Set the reach of the roots: that of each hole on the previous board."""
    up = boards.up_start[boards.first_image[board]]
    for player in range(2):
        space.at[player, 0] = 0
        before, reach = space.above[player], space.reach[player, 0]
        for h in range(boards.holes[board]):
            store(reach, h * LANES, load(before, np.int64(boards.up[up + h]) * LANES))
        clear(space.mean[player], 0, boards.holes[board] * LANES)
    for k in range(2 * later):
        clear(space.later[k], 0, boards.holes[board] * LANES)


@borrowing
def _step(
    boards: Boards,
    betting: Round,
    shares: Input[F32, "k * a * 16"],
    space: Space,
    board: int,
    node: int,
    base: int,  # where the actions of a tile begin
    slots: int,
):
    """Set the reach of a node."""
    depth, actor, at = betting.depth[node], betting.actor[node], base + betting.slot[node]
    first = boards.start[board]
    before, reach = space.reach[actor, space.at[actor, depth - 1]], space.reach[actor, depth]
    space.at[actor, depth] = depth
    space.at[1 - actor, depth] = space.at[1 - actor, depth - 1]
    for h in range(boards.holes[board]):
        share = load(shares, (np.int64(boards.bucket[first + h]) * slots + at) * LANES)
        store(reach, h * LANES, load(before, h * LANES) * share)


@borrowing
def _open(boards: Boards, space: Space, board: int, depth: int, player: int):
    """Start the value of a decision at zero, or at the worst for the one who chooses."""
    stop = boards.holes[board] * LANES
    for hero in range(2):
        best, least = space.best[hero, depth], all_lanes(WORST if hero == player else ZERO)
        for at in range(0, stop, LANES):
            store(best, at, least)


@borrowing
def _deal(
    boards: Boards,
    betting: Round,
    space: Space,
    below: Roots,
    board: int,
    worth: int,
    depth: int,
    later: int,
    is_up: bool,
):
    """Hand down the reach of roots of the next street, or take their values back."""
    stop = boards.holes[board] * LANES
    for player in range(2):
        best, won = space.best[player, depth], space.won[player]
        reach = space.reach[player, space.at[player, depth]]
        for h in range(0, boards.holes[board], LANES):
            if is_up:
                rows_to_lanes(best, h * LANES, below.value[player], betting.below, worth, h)
            else:
                lanes_to_rows(
                    below.reach[player], betting.below, worth, h, reach, h * LANES, all_lanes(ONE)
                )
        if is_up:
            first = space.later[player]
            for at in range(0, stop, LANES):
                store(first, at, load(first, at) + load(best, at) * load(reach, at))
            for k in range(1, later):
                more, value = space.later[2 * k + player], below.value[2 * k + player]
                for h in range(0, boards.holes[board], LANES):
                    rows_to_lanes(won, h * LANES, value, betting.below, worth, h)
                for at in range(0, stop, LANES):
                    store(more, at, load(more, at) + load(won, at))


@borrowing
def _settle(
    boards: Boards,
    betting: Round,
    space: Space,
    board: int,
    node: int,
    worth: int,
    to_come: np.float32,
):
    """Set both players' values at an end."""
    depth, folded = betting.depth[node], betting.player[node]
    stake = load(betting.worth, worth) * all_lanes(to_come)
    if betting.kind[node] == FOLD:
        _meet(boards, space, board, depth)
        loss = all_lanes(ZERO) - stake
        stakes = (loss, stake) if folded == 0 else (stake, loss)
    else:
        _show_down(boards, space, board, depth)
        stakes = stake, stake
    for hero in range(2):
        best, mean, won = space.best[hero, depth], space.mean[hero], space.won[hero]
        own_reach = space.reach[hero, space.at[hero, depth]]
        for at in range(0, boards.holes[board] * LANES, LANES):
            value = load(won, at) * stakes[hero]
            store(best, at, value)
            store(mean, at, load(mean, at) + value * load(own_reach, at))


@borrowing
def _apart(met: Array[F32, "52 * 16"], total: Vector, card: int, other_card: int):
    """The reach of the holes with neither of two cards, less that of the hole of both."""
    return total - load(met, card) - load(met, other_card)


@borrowing
def _add_cards(met: Array[F32, "52 * 16"], card: int, other_card: int, came: Vector):
    """Count the reach of a hole with both of its cards."""
    store(met, card, load(met, card) + came)
    store(met, other_card, load(met, other_card) + came)


@borrowing
def _meet(boards: Boards, space: Space, board: int, depth: int):
    """Set how much of the other's reach each hole of both players meets."""
    first, holes = boards.start[board], boards.holes[board]
    first_met, second_met = space.met[0], space.met[1]
    reach, others = space.reach[0, space.at[0, depth]], space.reach[1, space.at[1, depth]]
    won, others_won = space.won[0], space.won[1]
    clear(first_met, 0, CARDS * LANES)
    clear(second_met, 0, CARDS * LANES)
    total, others_total = all_lanes(ZERO), all_lanes(ZERO)
    for h in range(holes):
        low = np.int64(boards.cards[first + h, 0]) * LANES
        high = np.int64(boards.cards[first + h, 1]) * LANES
        came, others_came = load(reach, h * LANES), load(others, h * LANES)
        total, others_total = total + came, others_total + others_came
        _add_cards(first_met, low, high, came)
        _add_cards(second_met, low, high, others_came)
    for h in range(holes):
        low = np.int64(boards.cards[first + h, 0]) * LANES
        high = np.int64(boards.cards[first + h, 1]) * LANES
        came, others_came = load(reach, h * LANES), load(others, h * LANES)
        store(won, h * LANES, _apart(second_met, others_total, low, high) + others_came)
        store(others_won, h * LANES, _apart(first_met, total, low, high) + came)


@borrowing
def _show_down(boards: Boards, space: Space, board: int, depth: int):
    """Set how much more of the other's reach each hole beats than it loses to.

    Walking from the weakest hole to the strongest adds up the reach that is weaker and the reach
    that is no stronger; the stronger reach is the total less the latter.
    """
    first, holes = boards.start[board], boards.holes[board]
    first_met, second_met = space.met[0], space.met[1]
    reach, others = space.reach[0, space.at[0, depth]], space.reach[1, space.at[1, depth]]
    won, others_won = space.won[0], space.won[1]
    clear(first_met, 0, CARDS * LANES)
    clear(second_met, 0, CARDS * LANES)
    total, others_total = all_lanes(ZERO), all_lanes(ZERO)
    start = 0
    while start < holes:
        stop, strength = start + 1, boards.strength[first + start]
        while stop < holes and boards.strength[first + stop] == strength:
            stop += 1
        for h in range(start, stop):
            low = np.int64(boards.cards[first + h, 0]) * LANES
            high = np.int64(boards.cards[first + h, 1]) * LANES
            store(won, h * LANES, _apart(second_met, others_total, low, high))
            store(others_won, h * LANES, _apart(first_met, total, low, high))
        for h in range(start, stop):
            low = np.int64(boards.cards[first + h, 0]) * LANES
            high = np.int64(boards.cards[first + h, 1]) * LANES
            came, others_came = load(reach, h * LANES), load(others, h * LANES)
            total, others_total = total + came, others_total + others_came
            _add_cards(first_met, low, high, came)
            _add_cards(second_met, low, high, others_came)
        for h in range(start, stop):
            at = h * LANES
            low = np.int64(boards.cards[first + h, 0]) * LANES
            high = np.int64(boards.cards[first + h, 1]) * LANES
            store(won, at, load(won, at) + _apart(second_met, others_total, low, high))
            store(others_won, at, load(others_won, at) + _apart(first_met, total, low, high))
        start = stop
    for h in range(holes):
        at = h * LANES
        low = np.int64(boards.cards[first + h, 0]) * LANES
        high = np.int64(boards.cards[first + h, 1]) * LANES
        store(won, at, load(won, at) - _apart(second_met, others_total, low, high))
        store(others_won, at, load(others_won, at) - _apart(first_met, total, low, high))


@borrowing
def _give(boards: Boards, space: Space, board: int, depth: int, actor: int):
    """Pass the value of a node to the decision before it."""
    for hero in range(2):
        best, above = space.best[hero, depth], space.best[hero, depth - 1]
        for at in range(0, boards.holes[board] * LANES, LANES):
            if hero == actor:
                store(above, at, larger(load(above, at), load(best, at)))
            else:
                store(above, at, load(above, at) + load(best, at))


@borrowing
def _add(boards: Boards, space: Space, board: int, later: int):
    """Add the values of roots on a board and its images to the holes of the previous board."""
    for k in range(2 * later):
        value, ends = space.later[k], space.mean[k % 2]
        for at in range(0, boards.holes[board] * LANES, LANES):
            store(value, at, load(value, at) + load(ends, at))
    for image in range(boards.first_image[board], boards.first_image[board + 1]):
        up = boards.up_start[image]
        for k in range(2 + 2 * later):
            value = space.best[k, 0] if k < 2 else space.later[k - 2]
            total = space.total[k]
            for h in range(boards.holes[board]):
                add_wide(total, np.int64(boards.up[up + h]) * LANES, load(value, h * LANES))
