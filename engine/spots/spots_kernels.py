"""The kernels that write deals as columns: sampled by the block, or listed one after another."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..monte_carlo.deal_columns import deal_block, deal_room
from ..monte_carlo.deals import BLOCK, Deals
from ..signatures import I64, U8, U16, Array, Input

# c = cards of a deal, n = deals, t = tuples of holes, h = their cards, s = stages

u64 = np.uint64


@kernel
def write_deals(
    deals: Deals,
    columns: Input[I64, "c"],  # which column of a block each card of a deal is
    seed: u64,
    first_block: int,
    cards: Array[U8, "c, n"],  # written: whole blocks, and part of the last
) -> None:
    """Deal random deals, from a block on."""
    room = deal_room(deals)
    n = cards.shape[1]
    for begin in range(0, n, BLOCK):
        deal_block(deals, first_block + begin // BLOCK, seed, room)
        rows = min(BLOCK, n - begin)
        for c in range(len(columns)):
            column = room.cards[columns[c]]
            for i in range(rows):
                cards[c, begin + i] = column[i]


@kernel
def write_letters(
    cards: Input[U8, "k, n"],
    letters: Input[U16, "52"],  # the two letters of each card, as they lie in memory
    text: Array[U16, "n, k"],  # written
) -> None:
    """Write cards as text, row after row: three times as fast as by numpy."""
    for i in range(cards.shape[1]):
        for c in range(len(cards)):
            text[i, c] = letters[cards[c, i]]


@borrowing
def leave_out(
    cards: Array[U8, "52"],
    places: Input[U8, "k"],
    others: Array[U8, "52"],  # written
) -> None:
    """Write the cards that are not at these ascending places."""
    m = 0
    at = 0
    for place in range(len(cards)):
        if at < len(places) and places[at] == place:
            at += 1
        else:
            others[m] = cards[place]
            m += 1


@kernel
def list_deals(
    held: Input[U8, "t, h"],  # the cards of each tuple: holes, and known cards of the board
    dead_set: u64,  # the cards that nobody has and that do not come, as a set
    places: Input[U8, "x"],  # for all stages: which of the cards left come, ascending
    begins: Input[I64, "s + 1"],  # where each stage begins in ``places``
    sizes: Input[I64, "s"],  # how many cards come at each stage
    first: int,
    cards: Array[U8, "c, n"],  # written: the held cards, then those that come
) -> None:
    """List deals from number ``first`` on: for each tuple all cards that come, stage by stage."""
    stages = len(sizes)
    h = held.shape[1]
    ways = empty(stages + 1, np.int64)  # of this stage and those after it
    ways[stages] = 1
    for s in range(stages - 1, -1, -1):
        ways[s] = ways[s + 1] * ((begins[s + 1] - begins[s]) // sizes[s])
    left = empty((stages + 1, 52), np.uint8)  # the cards left before each stage
    shown = empty(stages + 1, np.int64)  # the current way of each stage, and the current tuple
    for s in range(stages + 1):
        shown[s] = -1
    for i in range(cards.shape[1]):
        held_by = (first + i) // ways[0]
        rest = (first + i) - held_by * ways[0]
        fresh = held_by != shown[stages]
        if fresh:
            shown[stages] = held_by
            taken = dead_set
            for c in range(h):
                taken |= u64(1) << u64(held[held_by, c])
            m = 0
            for card in range(52):
                if not taken >> u64(card) & u64(1):
                    left[0, m] = card
                    m += 1
        for c in range(h):
            cards[c, i] = held[held_by, c]
        row = h
        for s in range(stages):
            way = rest // ways[s + 1]
            rest -= way * ways[s + 1]
            at = begins[s] + way * sizes[s]
            for c in range(sizes[s]):
                cards[row, i] = left[s, places[at + c]]
                row += 1
            fresh |= way != shown[s]
            if fresh and s + 1 < stages:
                shown[s] = way
                leave_out(left[s], places[at : at + sizes[s]], left[s + 1])
