"""The kernel that walks all betting of a street on one deal of the board, for both players at once.

Nobody knows the other player's hole, so each node has two numbers for each hole: how often its
player comes there with it (reach), and its value against everything the other comes there with.
Nodes of sixteen subtrees of one shape stand side by side, so that sixteen are computed at a time
without gathering: each bucket's shares of actions are computed once and read by its holes.

Only the board is sampled: public chance sampling, as in M. Johanson, N. Bard, M. Lanctot
and M. Bowling, "Efficient Nash Equilibrium Approximation through Monte Carlo Counterfactual Regret
Minimization", AAMAS 2012.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, kernel
from ..signatures import F32, I16, I32, I64, U8, Array, Input
from ..solving.lane_steps import (
    LANES,
    all_lanes,
    divided,
    lanes_to_rows,
    larger,
    load,
    positive,
    rows_to_lanes,
    store,
    where_positive,
)
from ..solving.showdown_steps import ZERO, add_up, clear, live, live_upto, run_up
from ..solving.tree import DEAL, FOLD
from .rounds import END, ENTER, LEAVE, Round

ONE = np.float32(1)
NOTHING = -9  # no event

# h = holes on a board, w = the same up to a multiple of 16, s = streets, l = levels of a street


class Dealing(NamedTuple):
    """The holes on a deal of the whole board, the weakest first, and their buckets."""

    hands: Input[I64, "1, 2"]  # the same number for both players
    cards: Input[U8, "h, 2"]
    card_start: Input[I64, "1, 2, 53"]  # as of the solver's dealing
    holding: Input[I32, "2 * h"]
    order: Input[I16, "h, 6"]
    local: Input[I32, "s, w"]  # each hole's bucket, numbered among the buckets on this board
    bucket: Input[I32, "s, w"]  # these buckets
    buckets: Input[I64, "s"]  # the number of these buckets


class Rows(NamedTuple):
    """Values of each root of a street by hole; one more row stands for no root."""

    reach: Array[F32, "2, (r + 1) * w"]  # by player
    value: Array[F32, "2, (r + 1) * w"]


class Sums(NamedTuple):
    """Sums of one player's reach."""

    sums: Array[F32, "52 * 16"]
    running: Array[F32, "(3 * w + 53) * 16"]
    total: Array[F32, "16"]


class WalkScratch(NamedTuple):
    """Scratch for a tile: lanes of each hole or bucket."""

    reach: Array[F32, "2, l, w * 16"]  # by player, of the nodes on the way
    value: Array[F32, "2, l, w * 16"]
    share: Array[F32, "w * a * 16"]  # by bucket, of all actions of the tile
    won: Array[F32, "l, w * c * 16"]  # by bucket: summed values of a decision's actions
    came: Array[F32, "w * 16"]  # by bucket: the reach of an action
    at: Array[I64, "2, l"]  # the level with the reach of a node: it changes only for the actor
    made: Array[I64, "2, l"]  # the event at which that was set
    met: Array[I64, "2"]  # the event of whose reach there are sums, or also running sums
    first: Sums
    second: Sums


class Weights(NamedTuple):
    """How much a walk counts."""

    regret: np.float32
    strategy: np.float32  # 0 leaves strategy sums as they are
    least: np.float32  # the floor of regrets


@kernel
def walk_round(
    street: int,
    betting: Round,
    dealing: Dealing,
    regrets: Array[F32, "b * a * 16"],  # by bucket
    sums: Array[F32, "b * a * 16"],
    here: Rows,
    below: Rows,  # of the next street; not read on the last one
    room: WalkScratch,
    first: int,  # tile
    last: int,
    slots: int,  # actions of all tiles of the street
    is_up: bool,  # values below are known: learn; else only reach is handed down
    weights: Weights,
) -> None:
    """Walk tiles of a street, down to the next street or back up from it."""
    width = dealing.local.shape[1]
    for tile in range(first, last):
        shape = betting.shape[tile]
        nodes = betting.first_node[shape]
        base = betting.base[tile] * LANES
        _set_shares(street, betting, dealing, regrets, room, shape, base, slots)
        for h in range(0, width, LANES):
            for player in range(2):
                rows_to_lanes(
                    room.reach[player, 0], h * LANES, here.reach[player], betting.roots,
                    tile * LANES, h,
                )  # fmt: skip
        for player in range(2):
            room.at[player, 0] = 0
            room.made[player, 0] = -1
            room.met[player] = NOTHING
        for e in range(betting.first_event[shape], betting.first_event[shape + 1]):
            what, event_node = betting.event[e], betting.event_node[e]
            node, worth = nodes + event_node, (betting.first_worth[tile] + event_node) * LANES
            kind, depth = betting.kind[node], betting.depth[node]
            is_worth = what == LEAVE
            if what == ENTER or (what == END and (is_up or kind == DEAL)):
                if depth > 0:
                    keep = weights.strategy if is_up else ZERO
                    _step(street, betting, dealing, sums, room, shape, node, base, slots, keep)
                    room.made[betting.actor[node], depth] = e
                if what == ENTER and is_up:
                    _open(street, betting, dealing, room, node)
                elif what == END and kind == DEAL:
                    _deal(betting, room, below, width, worth, depth, is_up)
                    is_worth = is_up
                elif what == END:
                    is_last = street == dealing.local.shape[0] - 1
                    _settle(street, betting, dealing, room, shape, node, worth, is_last)
            if not (is_up and is_worth):
                continue
            if what == LEAVE:
                _learn(street, betting, dealing, regrets, room, shape, node, base, slots, weights)
            if depth > 0:
                _give(street, betting, dealing, room, shape, node)
        if is_up:
            for h in range(0, width, LANES):
                for player in range(2):
                    lanes_to_rows(
                        here.value[player], betting.roots, tile * LANES, h, room.value[player, 0],
                        h * LANES, all_lanes(ONE),
                    )  # fmt: skip


@borrowing
def _set_shares(
    street: int,
    betting: Round,
    dealing: Dealing,
    regrets: Array[F32, "b * a * 16"],
    room: WalkScratch,
    shape: int,
    base: int,  # of the tile's numbers among those of a bucket
    slots: int,
):
    """Set the strategy of the buckets on this board from their regrets."""
    zeros, ones = all_lanes(ZERO), all_lanes(ONE)
    shape_slots = betting.slots[shape]
    for local in range(dealing.buckets[street]):
        numbers = np.int64(dealing.bucket[street, local]) * slots * LANES + base
        shares = local * shape_slots * LANES
        for node in range(betting.first_node[shape], betting.first_node[shape + 1]):
            actions = betting.actions[node]
            if actions == 0:
                continue
            first = betting.first_slot[node] * LANES
            total = positive(load(regrets, numbers + first))
            for a in range(1, actions):
                total = total + positive(load(regrets, numbers + first + a * LANES))
            factor = where_positive(total, divided(ones, total), zeros)
            even = where_positive(total, zeros, all_lanes(ONE / np.float32(actions)))
            for a in range(actions):
                at = first + a * LANES
                share = positive(load(regrets, numbers + at)) * factor + even
                store(room.share, shares + at, share)


@borrowing
def _step(
    street: int,
    betting: Round,
    dealing: Dealing,
    sums: Array[F32, "b * a * 16"],
    room: WalkScratch,
    shape: int,
    node: int,
    base: int,
    slots: int,
    keep: np.float32,  # the weight of the actor's reach; 0 for not at all
):
    """Set the reach of a node, and add the actor's to his strategy sums."""
    depth, actor = betting.depth[node], betting.actor[node]
    shape_slots, slot = betting.slots[shape], betting.slot[node]
    before, reach = room.reach[actor, room.at[actor, depth - 1]], room.reach[actor, depth]
    room.at[actor, depth] = depth
    room.at[1 - actor, depth] = room.at[1 - actor, depth - 1]
    if keep > ZERO:
        clear(room.came, 0, dealing.buckets[street] * LANES)
    for h in range(dealing.local.shape[1]):
        local = np.int64(dealing.local[street, h])
        share = load(room.share, (local * shape_slots + slot) * LANES)
        came = load(before, h * LANES) * share
        store(reach, h * LANES, came)
        if keep > ZERO:
            store(room.came, local * LANES, load(room.came, local * LANES) + came)
    if keep > ZERO:
        for local in range(dealing.buckets[street]):
            at = (np.int64(dealing.bucket[street, local]) * slots + slot) * LANES + base
            more = load(room.came, local * LANES) * all_lanes(keep)
            store(sums, at, load(sums, at) + more)


@borrowing
def _open(street: int, betting: Round, dealing: Dealing, room: WalkScratch, node: int):
    """Start the values of a decision at zero."""
    depth = betting.depth[node]
    for player in range(2):
        clear(room.value[player, depth], 0, dealing.local.shape[1] * LANES)
    clear(room.won[depth], 0, dealing.buckets[street] * betting.actions[node] * LANES)


@borrowing
def _deal(
    betting: Round, room: WalkScratch, below: Rows, width: int, worth: int, depth: int, is_up: bool
):
    """Hand down the reach of roots of the next street, or take their values back."""
    for h in range(0, width, LANES):
        for player in range(2):
            if is_up:
                rows_to_lanes(
                    room.value[player, depth], h * LANES, below.value[player], betting.below,
                    worth, h,
                )  # fmt: skip
            else:
                lanes_to_rows(
                    below.reach[player], betting.below, worth, h,
                    room.reach[player, room.at[player, depth]], h * LANES, all_lanes(ONE),
                )  # fmt: skip


@borrowing
def _settle(
    street: int,
    betting: Round,
    dealing: Dealing,
    room: WalkScratch,
    shape: int,
    node: int,
    worth: int,
    is_last: bool,
):
    """Add both players' values at an end to the decision before it."""
    depth, actor = betting.depth[node], betting.actor[node]
    slots, slot = betting.slots[shape], betting.slot[node]
    before = betting.parent[node]
    actions, action = betting.actions[before], slot - betting.first_slot[before]
    stake = load(betting.worth, worth)
    won = room.won[depth - 1]
    is_fold = betting.kind[node] == FOLD
    for hero in range(2):
        villain = 1 - hero
        level = room.at[villain, depth]
        reach, above = room.reach[villain, level], room.value[hero, depth - 1]
        sums = room.first if villain == 0 else room.second
        # After a fold, the call meets the same reach: running sums are made at once.
        needs_running = not is_fold or (is_last and villain != actor)
        made = 2 * room.made[villain, level]
        if room.met[villain] != made + 1 and (needs_running or room.met[villain] != made):
            if needs_running:
                total = run_up(dealing, sums, 0, villain, reach, 0)
            else:
                total = add_up(dealing, sums, 0, villain, reach, 0)
            store(sums.total, 0, total)
            room.met[villain] = made + needs_running
        total = load(sums.total, 0)
        factor = all_lanes(ZERO) - stake if is_fold and villain != actor else stake
        for h in range(dealing.hands[0, 0]):
            at = h * LANES
            if is_fold:
                value = live(dealing, sums, total, h) + load(reach, at)
            else:
                less, upto = live_upto(dealing, sums, h, 0), live_upto(dealing, sums, h, 3)
                value = less + upto - live(dealing, sums, total, h)
            value = value * factor
            if hero == actor:
                local = np.int64(dealing.local[street, h])
                share = load(room.share, (local * slots + slot) * LANES)
                store(above, at, load(above, at) + value * share)
                lane_of = (local * actions + action) * LANES
                store(won, lane_of, load(won, lane_of) + value)
            else:
                store(above, at, load(above, at) + value)


@borrowing
def _give(street: int, betting: Round, dealing: Dealing, room: WalkScratch, shape: int, node: int):
    """Add the value of a node to the decision before it."""
    depth, actor = betting.depth[node], betting.actor[node]
    slots, slot = betting.slots[shape], betting.slot[node]
    before = betting.parent[node]
    actions, action = betting.actions[before], slot - betting.first_slot[before]
    value, other = room.value[actor, depth], room.value[1 - actor, depth]
    above, other_above = room.value[actor, depth - 1], room.value[1 - actor, depth - 1]
    won = room.won[depth - 1]
    for h in range(dealing.local.shape[1]):
        at = h * LANES
        local = np.int64(dealing.local[street, h])
        share = load(room.share, (local * slots + slot) * LANES)
        worth = load(value, at)
        store(above, at, load(above, at) + worth * share)
        store(other_above, at, load(other_above, at) + load(other, at))
        lane_of = (local * actions + action) * LANES
        store(won, lane_of, load(won, lane_of) + worth)


@borrowing
def _learn(
    street: int,
    betting: Round,
    dealing: Dealing,
    regrets: Array[F32, "b * a * 16"],
    room: WalkScratch,
    shape: int,
    node: int,
    base: int,
    slots: int,
    weights: Weights,
):
    """Add the regret of each action of a decision."""
    depth, actions = betting.depth[node], betting.actions[node]
    shape_slots, first = betting.slots[shape], betting.first_slot[node]
    weight, least = all_lanes(weights.regret), all_lanes(weights.least)
    won = room.won[depth]
    for local in range(dealing.buckets[street]):
        mean = all_lanes(ZERO)
        for a in range(actions):
            share = load(room.share, (local * shape_slots + first + a) * LANES)
            mean = mean + load(won, (local * actions + a) * LANES) * share
        for a in range(actions):
            at = (np.int64(dealing.bucket[street, local]) * slots + first + a) * LANES + base
            more = load(won, (local * actions + a) * LANES) - mean
            store(regrets, at, larger(load(regrets, at) + more * weight, least))
