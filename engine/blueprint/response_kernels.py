"""The kernel that finds best responses on a street: sixteen subtrees of one shape side by side.

Who responds sees the cards of the board and his own, and what the other comes to each node with: at
his decisions he takes, with each hole, what is worth the most. Below a board all boards with one
card more are walked first, and what they are worth is added up in double precision.

The way of M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response
Calculation in Large Extensive Games", IJCAI 2011.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, kernel
from ..signatures import F32, F64, I16, I32, I64, U8, Array, Input
from ..solving.lane_steps import (
    LANES,
    Vector,
    all_lanes,
    lanes_to_rows,
    larger,
    load,
    rows_to_lanes,
    store,
)
from ..solving.showdown_steps import ZERO, add_up, clear, live, live_upto, run_up
from ..solving.tree import DEAL, FOLD
from .rounds import END, ENTER, LEAVE, Round

ONE = np.float32(1)
WORST = np.float32(-3e38)  # less than anything is worth

# b = boards from a flop on, h = holes of all boards, i = images of all boards
# w = holes before the flop, up to a multiple of 16, l = levels of a street


class Boards(NamedTuple):
    """A flop and all that comes after it, up to suits, and the holes that can be held there."""

    start: Input[I64, "b, 2"]  # a board's first hole, the same for both players
    hands: Input[I64, "b, 2"]  # how many there are; on a river the weakest comes first
    cards: Input[U8, "h, 2"]
    card_start: Input[I64, "b, 2, 53"]  # as of the solver's dealing
    holding: Input[I32, "4 * h"]
    order: Input[I16, "h, 6"]
    bucket: Input[I32, "h"]
    first_image: Input[I64, "b + 1"]  # where the boards begin that suits make the same
    up_start: Input[I64, "i"]
    up: Input[I32, "u"]  # places of holes among those of the board before


class Roots(NamedTuple):
    """Numbers of each root of a street by hole of the board before; a row more for no root."""

    reach: Array[F32, "2, (r + 1) * w"]  # by player
    value: Array[F32, "4, (r + 1) * w"]  # of best responses, by player; then of mean strategies


class Met(NamedTuple):
    """What a player can meet."""

    sums: Array[F32, "52 * 16"]
    running: Array[F32, "(3 * w + 53) * 16"]


class Space(NamedTuple):
    """Space for a tile: lanes of each hole."""

    above: Array[F32, "2, w * 16"]  # reach, by hole of the board before
    reach: Array[F32, "2, l, w * 16"]  # by player, of the nodes on the way
    value: Array[F32, "4, l, w * 16"]
    total: Array[F64, "4, w * 16"]  # of boards, by hole of the board before
    at: Array[I64, "2, l"]  # which level has the reach of a node: who did not act stays as he was
    met: Met


@kernel
def respond(
    boards: Boards,
    betting: Round,
    shares: Input[F32, "k * a * 16"],  # by bucket, of all actions
    here: Roots,
    below: Roots,  # of the next street; on the last one nobody reads them
    room: Space,
    first_board: int,  # of those with one card more than one board
    last_board: int,
    above: int,  # holes of that board, up to a multiple of 16
    first: int,  # tile
    last: int,
    slots: int,  # actions of all tiles of the street
    is_up: bool,  # values are known below; else only reach is handed down
    to_come: np.float32,  # how often more cards can come, for two holes that are known
) -> None:
    """Walk tiles of a street on some boards, down to the next one or from there up."""
    for tile in range(first, last):
        base = betting.base[tile]
        for player in range(2):
            for h in range(0, above, LANES):
                rows_to_lanes(
                    room.above[player], h * LANES, here.reach[player], betting.roots,
                    tile * LANES, h,
                )  # fmt: skip
        for k in range(4):
            for place in range(above * LANES):
                room.total[k, place] = 0.0
        for board in range(first_board, last_board):
            _begin(boards, room, board)
            shape = betting.shape[tile]
            for e in range(betting.first_event[shape], betting.first_event[shape + 1]):
                what, of = betting.event[e], betting.event_node[e]
                node = betting.first_node[shape] + of
                worth = (betting.first_worth[tile] + of) * LANES
                kind, depth = betting.kind[node], betting.depth[node]
                if what == ENTER or (what == END and (is_up or kind == DEAL)):
                    if depth > 0:
                        _step(boards, betting, shares, room, board, node, base, slots)
                    if what == ENTER and is_up:
                        _open(boards, room, board, depth, betting.player[node])
                if what == END and kind == DEAL:
                    _deal(boards, betting, room, below, board, worth, depth, is_up)
                elif what == END and is_up:
                    if depth == 0:
                        _open(boards, room, board, 0, -1)
                    _settle(boards, betting, shares, room, board, node, worth, base, slots, to_come)
                if is_up and depth > 0 and (what == LEAVE or (what == END and kind == DEAL)):
                    _give(boards, betting, shares, room, board, node, base, slots)
            if is_up:
                _add(boards, room, board)
        if is_up:
            for k in range(4):
                for place in range(above * LANES):
                    room.value[k, 0, place] = np.float32(room.total[k, place])
                for h in range(0, above, LANES):
                    lanes_to_rows(
                        here.value[k], betting.roots, tile * LANES, h, room.value[k, 0],
                        h * LANES, all_lanes(ONE),
                    )  # fmt: skip


@borrowing
def _begin(boards: Boards, room: Space, board: int):
    """Set the reach of the roots: a hole's on the board before."""
    up = boards.up_start[boards.first_image[board]]
    for player in range(2):
        room.at[player, 0] = 0
        before, reach = room.above[player], room.reach[player, 0]
        for h in range(boards.hands[board, 0]):
            store(reach, h * LANES, load(before, np.int64(boards.up[up + h]) * LANES))


@borrowing
def _share(boards: Boards, shares: Input[F32, "k * a * 16"], hand: int, at: int, slots: int):
    """How often a hand takes an action."""
    return load(shares, (np.int64(boards.bucket[hand]) * slots + at) * LANES)


@borrowing
def _step(
    boards: Boards,
    betting: Round,
    shares: Input[F32, "k * a * 16"],
    room: Space,
    board: int,
    node: int,
    base: int,  # where a tile's actions begin
    slots: int,
):
    """Set the reach of a node."""
    depth, actor, at = betting.depth[node], betting.actor[node], base + betting.slot[node]
    first = boards.start[board, 0]
    before, reach = room.reach[actor, room.at[actor, depth - 1]], room.reach[actor, depth]
    room.at[actor, depth] = depth
    room.at[1 - actor, depth] = room.at[1 - actor, depth - 1]
    for h in range(boards.hands[board, 0]):
        share = _share(boards, shares, first + h, at, slots)
        store(reach, h * LANES, load(before, h * LANES) * share)


@borrowing
def _open(boards: Boards, room: Space, board: int, depth: int, player: int):
    """Let the values of a decision begin with nothing, and the best of who decides with worse."""
    stop = boards.hands[board, 0] * LANES
    for k in range(4):
        value = room.value[k, depth]
        if k == player:
            for at in range(0, stop, LANES):
                store(value, at, all_lanes(WORST))
        else:
            clear(value, 0, stop)


@borrowing
def _deal(
    boards: Boards,
    betting: Round,
    room: Space,
    below: Roots,
    board: int,
    worth: int,
    depth: int,
    is_up: bool,
):
    """Hand down the reach of roots of the next street, or take up what they are worth."""
    for h in range(0, boards.hands[board, 0], LANES):
        if is_up:
            for k in range(4):
                rows_to_lanes(
                    room.value[k, depth], h * LANES, below.value[k], betting.below, worth, h
                )
        else:
            for player in range(2):
                lanes_to_rows(
                    below.reach[player], betting.below, worth, h,
                    room.reach[player, room.at[player, depth]], h * LANES, all_lanes(ONE),
                )  # fmt: skip


@borrowing
def _settle(
    boards: Boards,
    betting: Round,
    shares: Input[F32, "k * a * 16"],
    room: Space,
    board: int,
    node: int,
    worth: int,
    base: int,
    slots: int,
    to_come: np.float32,
):
    """Give what both win at an end to the decision before it."""
    depth, folded, actor = betting.depth[node], betting.player[node], betting.actor[node]
    at = base + betting.slot[node]
    stake, nothing = load(betting.worth, worth) * all_lanes(to_come), all_lanes(ZERO)
    hands, first = boards.hands[board, 0], boards.start[board, 0]
    for hero in range(2):
        villain = 1 - hero
        reach = room.reach[villain, room.at[villain, depth]]
        acts = actor == hero
        if betting.kind[node] == FOLD:
            total = add_up(boards, room.met, board, villain, reach, 0)
            won = stake if folded == villain else nothing - stake
            for h in range(hands):
                others = live(boards, room.met, total, first + h) + load(reach, h * LANES)
                value = others * won
                share = _share(boards, shares, first + h, at, slots) if acts else nothing
                _put(room, hero, acts, depth - 1, h, value, value, share)
        else:
            total = run_up(boards, room.met, board, villain, reach, 0)
            level = max(depth - 1, 0)
            for h in range(hands):
                less = live_upto(boards, room.met, first + h, 0)
                upto = live_upto(boards, room.met, first + h, 3)
                won = (less + upto - live(boards, room.met, total, first + h)) * stake
                share = _share(boards, shares, first + h, at, slots) if acts else nothing
                _put(room, hero, acts, level, h, won, won, share)


@borrowing
def _put(
    room: Space,
    hero: int,
    acts: bool,  # whether he chose
    level: int,
    h: int,
    best: Vector,
    mean: Vector,
    share: Vector,
):
    """Give what a hole wins after an action to the decision before it."""
    at = h * LANES
    best_above, mean_above = room.value[hero, level], room.value[2 + hero, level]
    if acts:
        store(best_above, at, larger(load(best_above, at), best))
        store(mean_above, at, load(mean_above, at) + mean * share)
    else:
        store(best_above, at, load(best_above, at) + best)
        store(mean_above, at, load(mean_above, at) + mean)


@borrowing
def _give(
    boards: Boards,
    betting: Round,
    shares: Input[F32, "k * a * 16"],
    room: Space,
    board: int,
    node: int,
    base: int,
    slots: int,
):
    """Give what a node is worth to the decision before it."""
    depth, actor, at = betting.depth[node], betting.actor[node], base + betting.slot[node]
    first, nothing = boards.start[board, 0], all_lanes(ZERO)
    for hero in range(2):
        best, mean = room.value[hero, depth], room.value[2 + hero, depth]
        acts = actor == hero
        for h in range(boards.hands[board, 0]):
            share = _share(boards, shares, first + h, at, slots) if acts else nothing
            _put(
                room, hero, acts, depth - 1, h, load(best, h * LANES), load(mean, h * LANES), share
            )


@borrowing
def _add(boards: Boards, room: Space, board: int):
    """Add what roots are worth on a board and its images to the holes of the board before."""
    for image in range(boards.first_image[board], boards.first_image[board + 1]):
        up = boards.up_start[image]
        for k in range(4):
            value, total = room.value[k, 0], room.total[k]
            for h in range(boards.hands[board, 0]):
                at = np.int64(boards.up[up + h]) * LANES
                for lane in range(LANES):
                    total[at + lane] += np.float64(value[h * LANES + lane])
