"""Builds the tables of starts of three cards in razz, stud and stud hi-lo."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import ACE_TO_FIVE, STUD, STUD_HI_LO, Game
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.stud.starts import Starts, meet_piece, rank_starts, starts_of
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.definitions.stud import RAZZ_STARTS, STUD8_STARTS, STUD_STARTS
from pokerlake.tables.manifest import Parameters
from pokerlake.tables.schema import Table

from ..parts import Build, Cost


def _razz(_: int, __: Parameters) -> pa.Table:
    ranking = rank_starts(ACE_TO_FIVE)
    ranks = np.array(list(ACE_TO_FIVE.ranks))
    lowest_first = np.roll(ranking.ranks, 1, axis=1)  # the ace is the last of cards, and here low
    order = np.lexsort(-lowest_first.T[::-1].astype(np.int64))
    return pa.table(
        {
            "start_id": np.arange(len(order)),
            "start": ["".join(np.repeat(ranks, lowest_first[row])) for row in order],
            "combos": ranking.combos[order],
            "win": ranking.win[order],
            "tie": ranking.tie[order],
            "lose": ranking.lose[order],
        }
    )


def _met(piece: int, _: Parameters, *, rule: Game, pieces: int) -> pa.Table:
    return pa.table({"sums": meet_piece(rule, piece, pieces).ravel()})


def _starts(pieces: Iterator[pa.Table], _: Parameters, *, rule: Game) -> Iterator[pa.Table]:
    met = sum(piece["sums"].to_numpy() for piece in pieces)
    starts: Starts = starts_of(rule, met)
    cards = canonical_boards(3)
    halves = starts.counts.reshape(len(starts.counts), -1)
    names = HI_LO_OUTCOMES if rule.halves else ("win", "tie", "lose")
    yield pa.table(
        {
            "hand_id": np.arange(len(cards.weight)),
            "hand": [format_hand(each[::-1]) for each in cards.cards],
            "combos": cards.weight,
            **dict(zip(names, halves.T, strict=True)),
        }
    )


def _build(table: Table, rule: Game, pieces: int, cost: Cost) -> Build:
    return Build(
        table,
        partial(_met, rule=rule, pieces=pieces),
        cost,
        pieces,
        partial(_starts, rule=rule),
        on_request=True,
    )


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(RAZZ_STARTS, _razz, Cost(4, 320_000_000, 11_000), on_request=True),
    _build(STUD_STARTS, STUD, 4, Cost(16, 650_000_000, 36_000)),
    _build(STUD8_STARTS, STUD_HI_LO, 6, Cost(30, 920_000_000, 110_000)),
)
