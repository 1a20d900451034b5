"""Checks the starts of stud, stud hi-lo and razz against hands dealt anew, and each other.

What one start wins another loses: over all of them, each weighted by its number of card sets, as
many deals are won as lost, and in hi-lo each outcome of both halves is as frequent as its opposite.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine.stud.equity import stud_equity
from pokerlake.engine.stud.known_text import parse_stud
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.definitions.stud import DEALS_OF_START, RAZZ_STARTS, STUD_STARTS
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import Table

from .built import (
    CELLS,
    DEALS,
    MOST_ERRORS,
    ODD_DEALS,
    OUTCOMES,
    QUARTERS,
    all_of,
    any_seed,
    none_of,
    over_all,
    rows_of,
    stacked,
)  # fmt: skip


def starts(lake: Lake, table: Table, rule: Game) -> Iterator[Check]:
    """The checks of a table of starts, by the rule of its game."""
    rows = rows_of(lake, table.name)
    names = HI_LO_OUTCOMES if rule.halves else OUTCOMES
    outcomes = stacked(rows, *names).reshape(len(rows), 3, -1)
    wrong = int((outcomes.sum(axis=(1, 2)) != DEALS_OF_START).sum())
    yield none_of(table.name, "rows that do not add up to the deals", wrong)
    ours = np.array(
        [over_all(rows, outcome) for outcome in outcomes.reshape(len(rows), -1).T], object
    )
    opposite = [2, 1, 0, 3] if rule.halves else [0]
    theirs = ours.reshape(3, -1)[::-1][:, opposite].ravel()
    unlike = [name for name, is_unlike in zip(names, ours != theirs, strict=True) if is_unlike]
    what = "deals of each outcome over all starts, as many as of its opposite"
    yield all_of(table.name, what, "as many", unlike)
    if rule.halves and STUD_STARTS.name in lake.manifest.tables:
        high = stacked(rows_of(lake, STUD_STARTS.name), *OUTCOMES)
        wrong = int((outcomes.sum(axis=2) != high).any(axis=1).sum())
        yield none_of(table.name, f"rows whose high half is not that of {STUD_STARTS.name}", wrong)
    shares = QUARTERS / 4 if rule.halves else np.array([[1], [0.5], [0]])
    equities = (outcomes * shares).sum(axis=(1, 2)) / DEALS_OF_START
    yield _as_dealt(table, rows, equities, rule)


def _as_dealt(
    table: Table, rows: pa.Table, equities: np.ndarray[tuple[int], np.dtype[np.float64]], rule: Game
) -> Check:
    cells = np.random.default_rng().choice(len(rows), CELLS, replace=False)
    names = rows["start" if table is RAZZ_STARTS else "hand"].take(cells).to_pylist()
    unlike = []
    for name, equity in zip(names, equities[cells].tolist(), strict=True):
        known = [parse_stud(name), None]
        sampled = stud_equity(known, rule=rule, method="monte carlo", deals=DEALS, seed=any_seed())
        assert sampled.standard_error is not None
        error = sampled.standard_error[0] + ODD_DEALS / MOST_ERRORS / DEALS
        if abs(sampled.equity[0] - equity) > MOST_ERRORS * error:
            unlike.append(name)
    return all_of(
        table.name, f"{CELLS} random rows, each dealt {DEALS:,} times", "as dealt", unlike
    )
