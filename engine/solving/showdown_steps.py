"""The hero's values of lines that end on a board: sixteen lines meet all other hands at once."""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing
from ..signatures import F32, I16, I32, I64, U8, Array, Input
from .lane_steps import LANES, Vector, all_lanes, lanes_to_rows, load, rows_to_lanes, store

CARDS = 52
ZERO, ONE = np.float32(0), np.float32(1)

# b = boards, n = nodes, h = hands of all boards and players, i = images of all boards
# s = a row: hands of a board, padded to a multiple of LANES


class Dealing(NamedTuple):
    """The hands that each player can hold on each board."""

    start: Input[I64, "b, 2"]  # a player's first hand
    hands: Input[I64, "b, 2"]  # how many he has
    room: Input[I64, "b, 2"]  # the same, padded to a multiple of LANES: the length of his rows
    cards: Input[U8, "h, 2"]
    # The place of the same hole among the other's hands; one past a row's end without one.
    same: Input[I32, "h"]
    # Where the hands with a card begin in ``holding``, and where those of the last card end.
    card_start: Input[I64, "b, 2, 53"]
    holding: Input[I32, "2 * h"]  # their places, ascending: on a river the weakest first
    # On a river, of a hand: the running sums of all weaker hands, and of those with either of its
    # cards; then of all hands that are not stronger. See ``run_up``.
    order: Input[I16, "h, 6"]
    # The place of a hand on the previous board, by image and player, and the place of a hand of
    # that board on this one. Hands are in order, -1 for none, padded to a multiple of LANES.
    up_start: Input[I64, "i, 2"]
    up: Input[I32, "u"]
    down_start: Input[I64, "i, 2"]
    down: Input[I32, "d"]
    first_image: Input[I64, "b + 1"]
    above: Input[I64, "b"]  # the board before the last card, -1 for the spot's own
    store: Input[I64, "b, 2"]  # where a player's regrets begin
    rows: Input[I64, "b, 2"]  # the same in rows, one for each of his actions on the street
    odds: Input[I16, "o"]  # showdowns won less lost, by villain's hand and hero's, all run-outs
    odds_start: Input[I64, "b, 2"]  # -1 if there are none
    ties: Input[I16, "t"]  # showdowns tied, as ``odds``; empty if a tie is worth half
    run_outs: Input[I64, "3"]  # of a showdown on each street
    to_come: Input[I64, "3"]  # cards that can come after each street, beside two known holes


class ShowdownScratch(NamedTuple):
    """Scratch for the nodes of one street, or some of them; rows are stored one after the other."""

    reach: Array[F32, "(n + 1) * s"]
    own: Array[F32, "(n + 1) * s"]
    share: Array[F32, "(n + 1) * s"]
    value: Array[F32, "(2 * n + 1) * s"]  # then the rake of each, and a row for nobody
    reach_row: Array[I64, "n"]
    own_row: Array[I64, "n"]
    starts: Array[I64, "n + LANES"]
    ends: Array[I64, "n + LANES"]
    factors: Array[F32, "n + LANES"]
    ties: Array[F32, "n + LANES"]  # the same, of ties


class Lanes(NamedTuple):
    """Scratch to meet sixteen lines at once."""

    reach: Array[F32, "(s + 1) * LANES"]  # the last of nobody
    results: Array[F32, "s * LANES"]
    sums: Array[F32, "52 * LANES"]  # of the hands with each card
    running: Array[F32, "(3 * s + 53) * LANES"]
    odds: Array[F32, "s"]
    ties: Array[F32, "s"]
    regret_rows: Array[F32, "a * s"]  # of a decision stored in 16 bits
    sum_rows: Array[F32, "a * s"]


@borrowing
def add_up(
    dealing: Dealing, lanes: Lanes, board: int, player: int, reach: Array[F32, "r"], start: int
):
    """Set the sums of the hands with each card, and return the sum of all hands.

    ``reach``: lanes of each hand, from ``start`` on.
    """
    for card in range(CARDS):
        first = dealing.card_start[board, player, card]
        total = all_lanes(ZERO)
        for place in range(first, dealing.card_start[board, player, card + 1]):
            total = total + load(reach, start + np.int64(dealing.holding[place]) * LANES)
        store(lanes.sums, card * LANES, total)
    total = all_lanes(ZERO)
    for h in range(dealing.hands[board, player]):
        total = total + load(reach, start + h * LANES)
    return total


@borrowing
def run_up(
    dealing: Dealing, lanes: Lanes, board: int, player: int, reach: Array[F32, "r"], start: int
):
    """The same, and set running sums: of all hands, then of those with each card."""
    hands = dealing.hands[board, player]
    row = hands + 1
    for card in range(CARDS):
        first = dealing.card_start[board, player, card]
        total = all_lanes(ZERO)
        store(lanes.running, row * LANES, total)
        for place in range(first, dealing.card_start[board, player, card + 1]):
            total = total + load(reach, start + np.int64(dealing.holding[place]) * LANES)
            row += 1
            store(lanes.running, row * LANES, total)
        row += 1
        store(lanes.sums, card * LANES, total)
    total = all_lanes(ZERO)
    store(lanes.running, 0, total)
    for h in range(hands):
        total = total + load(reach, start + h * LANES)
        store(lanes.running, (h + 1) * LANES, total)
    return total


@borrowing
def live(dealing: Dealing, lanes: Lanes, total: Vector, hand: int):
    """The sum of all hands less those with either of a hand's two cards."""
    first = load(lanes.sums, np.int64(dealing.cards[hand, 0]) * LANES)
    return total - first - load(lanes.sums, np.int64(dealing.cards[hand, 1]) * LANES)


@borrowing
def live_upto(dealing: Dealing, lanes: Lanes, hand: int, first: int):
    """The same for hands up to a strength, from running sums."""
    total = load(lanes.running, np.int64(dealing.order[hand, first]) * LANES)
    first_card = load(lanes.running, np.int64(dealing.order[hand, first + 1]) * LANES)
    return (
        total - first_card - load(lanes.running, np.int64(dealing.order[hand, first + 2]) * LANES)
    )


@borrowing
def meet(
    dealing: Dealing,
    room: ShowdownScratch,
    lanes: Lanes,
    board: int,
    hero: int,
    ends: int,
    spare: int,
):
    """Set values to the reach of all hands that a hand can meet, times factors."""
    villain = 1 - hero
    first, last = dealing.start[board, hero], dealing.hands[board, hero]
    others = dealing.hands[board, villain]
    _fill_up(room, ends, spare)
    clear(lanes.results, last * LANES, dealing.room[board, hero] * LANES)
    for line in range(0, ends, LANES):
        for h in range(0, others, LANES):
            rows_to_lanes(lanes.reach, h * LANES, room.reach, room.starts, line, h)
        total = add_up(dealing, lanes, board, villain, lanes.reach, 0)
        for h in range(last):
            twin = load(lanes.reach, np.int64(dealing.same[first + h]) * LANES)
            store(lanes.results, h * LANES, live(dealing, lanes, total, first + h) + twin)
        factor = load(room.factors, line)
        for h in range(0, last, LANES):
            lanes_to_rows(room.value, room.ends, line, h, lanes.results, h * LANES, factor)


@borrowing
def show_down(
    dealing: Dealing,
    room: ShowdownScratch,
    lanes: Lanes,
    board: int,
    hero: int,
    ends: int,
    spare: int,
    tied: bool,
):
    """Set values to the reach of weaker hands less that of stronger ones, times factors.

    That is the sum of weaker hands and of hands that are not stronger, less all hands. Hands that
    share a card do not count; a hand that shares both ties, so it adds nothing anyway. If some ties
    are not worth half the pot, the reach of ties is added, times its own factors.
    """
    villain = 1 - hero
    first, last = dealing.start[board, hero], dealing.hands[board, hero]
    _fill_up(room, ends, spare)
    clear(lanes.results, last * LANES, dealing.room[board, hero] * LANES)
    for line in range(0, ends, LANES):
        for h in range(0, dealing.hands[board, villain], LANES):
            rows_to_lanes(lanes.reach, h * LANES, room.reach, room.starts, line, h)
        total = run_up(dealing, lanes, board, villain, lanes.reach, 0)
        factor, extra = load(room.factors, line), load(room.ties, line)
        for h in range(first, first + last):
            less, upto = live_upto(dealing, lanes, h, 0), live_upto(dealing, lanes, h, 3)
            won = (less + upto - live(dealing, lanes, total, h)) * factor
            if tied:
                twin = load(lanes.reach, np.int64(dealing.same[h]) * LANES)
                won = won + (upto - less + twin) * extra
            store(lanes.results, (h - first) * LANES, won)
        for h in range(0, last, LANES):
            lanes_to_rows(room.value, room.ends, line, h, lanes.results, h * LANES, all_lanes(ONE))


@borrowing
def clear(row: Array[F32, "n"], start: int, stop: int):
    """Set numbers of a row to zero; their count is a multiple of the lanes."""
    nothing = all_lanes(ZERO)
    for place in range(start, stop, LANES):
        store(row, place, nothing)


@borrowing
def _fill_up(room: ShowdownScratch, ends: int, spare: int):
    """Let the spare lanes repeat the last line, and write to a row that nobody reads."""
    for lane in range(ends, (ends + LANES - 1) // LANES * LANES):
        room.starts[lane] = room.starts[ends - 1]
        room.ends[lane] = spare
        room.factors[lane] = ZERO
        room.ties[lane] = ZERO


@borrowing
def run_out(
    dealing: Dealing,
    room: ShowdownScratch,
    lanes: Lanes,
    board: int,
    hero: int,
    street: int,
    ends: int,
    tied: bool,
):
    """Set values of showdowns before the river."""
    hands, rows = dealing.hands[board, hero], dealing.room[board, hero]
    start = dealing.odds_start[board, hero]
    share = np.float32(1.0 / dealing.run_outs[street])
    for end in range(ends):
        clear(room.value, room.ends[end], room.ends[end] + rows)
    clear(lanes.odds, 0, rows)
    clear(lanes.ties, 0, rows)
    for met in range(dealing.hands[board, 1 - hero]):
        for h in range(hands):
            lanes.odds[h] = np.float32(dealing.odds[start + met * hands + h]) * share
        if tied:
            for h in range(hands):
                lanes.ties[h] = np.float32(dealing.ties[start + met * hands + h]) * share
        for end in range(ends):
            factor = all_lanes(room.reach[room.starts[end] + met] * room.factors[end])
            at = room.ends[end]
            for h in range(0, rows, LANES):
                more = load(lanes.odds, h) * factor
                store(room.value, at + h, load(room.value, at + h) + more)
            if tied:
                factor = all_lanes(room.reach[room.starts[end] + met] * room.ties[end])
                for h in range(0, rows, LANES):
                    more = load(lanes.ties, h) * factor
                    store(room.value, at + h, load(room.value, at + h) + more)
