"""Counts holes on rivers against clusters of hands one by one, beside the buckets of a run."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction.ochs import HAND_CLUSTERS
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_cards
from pokerlake.engine.hands import class_ids

WHOLE = 16_383  # an equity of 1


def equities(board: npt.NDArray[np.uint8], hole: int) -> list[int]:
    """The equities of a hole on a river against each cluster, of 16,383, hand by hand."""
    cards = hole_cards()
    seen = [*board.tolist(), *cards[hole].tolist()]
    others = np.flatnonzero(~np.isin(cards, seen).any(axis=1))
    holes = cards[[hole, *others]]
    hands = np.column_stack([holes, np.tile(board, (len(holes), 1))])
    classes = class_ids(hands, layout="rows").astype(np.int64)  # lower is better
    won = 2 * (classes[1:] > classes[0]) + (classes[1:] == classes[0])
    found = []
    for hands_there in HAND_CLUSTERS:
        here = np.isin(np.array(HANDS)[hand_of_hole()[others]], hands_there)
        equity = Fraction(int(won[here].sum()), 2 * int(here.sum()))
        found.append(int(WHOLE * equity + Fraction(1, 2)))
    return found


def wrong_buckets(rows: Iterable[tuple[int, int, int]], centres: npt.NDArray[np.integer]) -> int:
    """How many holes on rivers are in another bucket than the first with the nearest centre.

    Parameters
    ----------
    rows : iterable of (int, int, int)
        Of ``river_hand_buckets``: board_id, hole_id, bucket.
    centres : (k, 8) int
        Those of ``bucket_centres``.
    """
    boards = canonical_boards(5).cards
    wrong = 0
    for board_id, hole, bucket in rows:
        apart = centres.astype(np.int64) - equities(boards[board_id], hole)
        wrong += int((apart**2).sum(axis=1).argmin()) != bucket
    return wrong
