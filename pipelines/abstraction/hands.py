"""The 169 starting hands as buckets that lose nothing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, HOLES, hand_combos, hand_of_hole
from pokerlake.engine.strength.rivers import river_outcomes
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.definitions.abstraction import BUCKETS
from pokerlake.tables.manifest import package_version

from .asked import Abstraction
from .holes import TASKS, share_of
from .measured import MOST, Columns, Ints, Row


def starting_hands(
    asked: Abstraction, threads: int, listener: Callable[[float], object]
) -> tuple[Row, dict[str, Columns]]:
    """The row of an abstraction of the starting hands, and the columns of its tables."""
    deals, sums, squares = _river_sums(threads, listener)
    mean = sums / deals
    row = {
        **asked.columns,
        "mean_distance": 0.0,
        "percentile_distance": None,
        "random_distance": None,
        "buckets": len(HANDS),
        "rounds": 0,
        "rows": len(HANDS),
        "deals": HOLES,
        "package_version": package_version(),
    }
    hands, smallest = np.unique(hand_of_hole(), return_index=True)
    columns = {
        "bucket": hands,
        "rows": np.ones(len(HANDS), np.int64),
        "deals": hand_combos(),
        "mean_equity": mean / MOST,
        "equity_deviation": np.sqrt(squares / deals - mean**2) / MOST,
        "mean_distance": np.zeros(len(HANDS)),
        "typical_board_id": [None] * len(HANDS),
        "typical_hole_id": smallest,
    }
    return row, {BUCKETS.name: columns}


def _river_sums(threads: int, listener: Callable[[float], object]) -> tuple[Ints, Ints, Ints]:
    """Of each starting hand: deals with a river, the sum of strengths, and of their squares."""
    boards = canonical_boards(5)
    done = 0

    def count(task: int) -> Ints:
        nonlocal done
        first, last = share_of(len(boards.weight), task)
        here = river_outcomes(boards.cards[first:last], layout="rows")
        strength = 2 * here.win.astype(np.int64) + here.tie
        deals = boards.weight[first + here.board].astype(np.int64) * here.orbit
        hand = hand_of_hole()[here.hole]
        done += 1
        listener(done / TASKS)
        return np.array(
            [
                np.bincount(hand, part, len(HANDS)).astype(np.int64)
                for part in (deals, deals * strength, deals * strength**2)
            ]
        )

    deals, sums, squares = np.sum(over_tasks(count, range(TASKS), threads), axis=0)
    return deals, sums, squares
