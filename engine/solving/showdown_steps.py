"""What lines that end on a board are worth to the hero: sixteen at once meet all other hands."""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing
from ..signatures import F32, I16, I32, I64, U8, U16, Array, Input
from .lane_steps import LANES, all_lanes, lanes_to_rows, load, rows_to_lanes, store

ALL_HANDS = 52 * LANES  # where the sums of all hands are, after those of each card

ZERO = np.float32(0)

# b = boards, n = nodes, h = hands of all boards and players, i = images of all boards
# s = a row: hands of a board, up to the next multiple of LANES


class Dealing(NamedTuple):
    """Who can hold what on each board."""

    start: Input[I64, "b, 2"]  # a player's first hand
    hands: Input[I64, "b, 2"]  # how many he has
    room: Input[I64, "b, 2"]  # the same up to the next multiple of LANES: as long are his rows
    cards: Input[U8, "h, 2"]
    strength: Input[U16, "h"]  # on a river: hands are in this order, the weakest first
    same: Input[I32, "h"]  # the place of the same hole among the other's hands, -1 for none
    # What a hand is on the board before: by image, and by player; hands in their order.
    up_start: Input[I64, "i, 2"]
    up: Input[I32, "u"]
    first_image: Input[I64, "b + 1"]
    store: Input[I64, "b, 2"]  # where a player's regrets begin
    rows: Input[I64, "b, 2"]  # the same in rows, one for each of his actions on the street
    odds: Input[I16, "o"]  # showdowns won less lost, by villain's hand and hero's, all run-outs
    odds_start: Input[I64, "b, 2"]  # -1 where there are none
    run_outs: Input[I64, "3"]  # of a showdown on each street
    to_come: Input[I64, "3"]  # cards that can come after each street, for two holes that are known


class Room(NamedTuple):
    """Room to walk the nodes of one street, or some of them; rows follow each other."""

    reach: Array[F32, "(n + 1) * s"]
    own: Array[F32, "(n + 1) * s"]
    share: Array[F32, "(n + 1) * s"]
    value: Array[F32, "(2 * n + 1) * s"]  # then what rake takes of each, and a row for nobody
    reach_row: Array[I64, "n"]
    own_row: Array[I64, "n"]
    starts: Array[I64, "n + LANES"]
    ends: Array[I64, "n + LANES"]
    factors: Array[F32, "n + LANES"]


class Lanes(NamedTuple):
    """Room to meet sixteen lines at once."""

    reach: Array[F32, "s * LANES"]
    results: Array[F32, "s * LANES"]
    sums: Array[F32, "53 * LANES"]
    odds: Array[F32, "s"]
    regret_rows: Array[F32, "a * s"]  # of a decision whose store is short
    sum_rows: Array[F32, "a * s"]


@borrowing
def _add(dealing: Dealing, lanes: Lanes, hand: int, row: int):
    """Add a row of lanes to the sums of all hands and of a hand's two cards."""
    added = load(lanes.reach, row)
    one = np.int64(dealing.cards[hand, 0]) * LANES
    two = np.int64(dealing.cards[hand, 1]) * LANES
    store(lanes.sums, ALL_HANDS, load(lanes.sums, ALL_HANDS) + added)
    store(lanes.sums, one, load(lanes.sums, one) + added)
    store(lanes.sums, two, load(lanes.sums, two) + added)


@borrowing
def _live(dealing: Dealing, lanes: Lanes, hand: int):
    """The sum of all hands less those of a hand's two cards."""
    one = np.int64(dealing.cards[hand, 0]) * LANES
    two = np.int64(dealing.cards[hand, 1]) * LANES
    return load(lanes.sums, ALL_HANDS) - load(lanes.sums, one) - load(lanes.sums, two)


@borrowing
def meet(dealing: Dealing, room: Room, lanes: Lanes, board: int, hero: int, ends: int, spare: int):
    """Set values to the reach of all hands that a hand can meet, times factors."""
    villain = 1 - hero
    first, last = dealing.start[board, hero], dealing.hands[board, hero]
    other, others = dealing.start[board, villain], dealing.hands[board, villain]
    _fill_up(room, ends, spare)
    clear(lanes.results, last * LANES, dealing.room[board, hero] * LANES)
    for line in range(0, ends, LANES):
        for h in range(0, others, LANES):
            rows_to_lanes(lanes.reach, h * LANES, room.reach, room.starts, line, h)
        clear(lanes.sums, 0, len(lanes.sums))
        for h in range(others):
            _add(dealing, lanes, other + h, h * LANES)
        for h in range(last):
            met = _live(dealing, lanes, first + h)
            twin = np.int64(dealing.same[first + h])
            if twin >= 0:
                met = met + load(lanes.reach, twin * LANES)
            store(lanes.results, h * LANES, met)
        factor = load(room.factors, line)
        for h in range(0, last, LANES):
            lanes_to_rows(room.value, room.ends, line, h, lanes.results, h * LANES, factor)


@borrowing
def show_down(
    dealing: Dealing, room: Room, lanes: Lanes, board: int, hero: int, ends: int, spare: int
):
    """Set values to the reach of weaker hands less that of stronger ones, times factors.

    A hand beats the villain's hands before its tie, and loses to those after it. Either way those
    that share a card with it do not count: of one that shares both, it is no showdown that is won
    or lost, as the two tie.
    """
    villain = 1 - hero
    first, last = dealing.start[board, hero], dealing.hands[board, hero]
    other, others = dealing.start[board, villain], dealing.hands[board, villain]
    _fill_up(room, ends, spare)
    clear(lanes.results, last * LANES, dealing.room[board, hero] * LANES)
    for line in range(0, ends, LANES):
        for h in range(0, others, LANES):
            rows_to_lanes(lanes.reach, h * LANES, room.reach, room.starts, line, h)
        clear(lanes.sums, 0, len(lanes.sums))
        met = 0
        h = 0
        while h < last:
            strength = dealing.strength[first + h]
            tie = h
            while met < others and dealing.strength[other + met] < strength:
                _add(dealing, lanes, other + met, met * LANES)
                met += 1
            while tie < last and dealing.strength[first + tie] == strength:
                store(lanes.results, tie * LANES, _live(dealing, lanes, first + tie))
                tie += 1
            while met < others and dealing.strength[other + met] == strength:
                _add(dealing, lanes, other + met, met * LANES)
                met += 1
            while h < tie:
                won = load(lanes.results, h * LANES)
                store(lanes.results, h * LANES, won + _live(dealing, lanes, first + h))
                h += 1
        while met < others:
            _add(dealing, lanes, other + met, met * LANES)
            met += 1
        for h in range(last):
            won = load(lanes.results, h * LANES)
            store(lanes.results, h * LANES, won - _live(dealing, lanes, first + h))
        factor = load(room.factors, line)
        for h in range(0, last, LANES):
            lanes_to_rows(room.value, room.ends, line, h, lanes.results, h * LANES, factor)


@borrowing
def clear(row: Array[F32, "n"], start: int, stop: int):
    """Set numbers of a row to zero, a multiple of lanes."""
    nothing = all_lanes(ZERO)
    for place in range(start, stop, LANES):
        store(row, place, nothing)


@borrowing
def _fill_up(room: Room, ends: int, spare: int):
    """Let lanes that are left over work on the last line, into a row that nobody reads."""
    for lane in range(ends, (ends + LANES - 1) // LANES * LANES):
        room.starts[lane] = room.starts[ends - 1]
        room.ends[lane] = spare
        room.factors[lane] = ZERO


@borrowing
def run_out(
    dealing: Dealing, room: Room, lanes: Lanes, board: int, hero: int, street: int, ends: int
):
    """Set values of showdowns before the river."""
    hands, rows = dealing.hands[board, hero], dealing.room[board, hero]
    start = dealing.odds_start[board, hero]
    share = np.float32(1.0 / dealing.run_outs[street])
    for end in range(ends):
        clear(room.value, room.ends[end], room.ends[end] + rows)
    clear(lanes.odds, 0, rows)
    for met in range(dealing.hands[board, 1 - hero]):
        for h in range(hands):
            lanes.odds[h] = np.float32(dealing.odds[start + met * hands + h]) * share
        for end in range(ends):
            factor = all_lanes(room.reach[room.starts[end] + met] * room.factors[end])
            at = room.ends[end]
            for h in range(0, rows, LANES):
                more = load(lanes.odds, h) * factor
                store(room.value, at + h, load(room.value, at + h) + more)
