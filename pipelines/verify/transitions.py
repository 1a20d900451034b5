"""Holds the transitions between buckets against the buckets, and counts some of them again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hand_of_hole, hole_cards
from pokerlake.engine.keys.canonical_rows import canonical_rows, table_rows
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.abstraction import (
    ABSTRACTIONS,
    BUCKET_TRANSITIONS,
    BUCKETS,
    TRANSITIONS,
)
from pokerlake.tables.lake import Lake

from ..abstraction.asked import CARDS
from ..abstraction.by_row import ByRow, buckets_by_row
from ..abstraction.measured import Row
from ..cells import of_cells
from ..growing import rows_so_far

if TYPE_CHECKING:
    import duckdb

# By the street that deals leave: next cards of each, and ways in which each of the next arises.
WAYS = {"preflop": (19_600, 1), "flop": (47, 4), "turn": (46, 5)}
TABLE = BUCKET_TRANSITIONS.name
_ROWS = 1 << 18  # that are counted again at once


def transitions(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of ``bucket_transitions``, a view of the connection.

    Of each pair, all deals that leave a bucket, and all that come to one, are those of the buckets.
    The deals of the bucket with the fewest are counted again, one next card after the other.
    """
    for table in TRANSITIONS:
        yield from of_cells(connection, table.name)
    stored = rows_so_far(lake, BUCKET_TRANSITIONS)
    runs = {row["run"]: row for row in rows_so_far(lake, ABSTRACTIONS).to_pylist()}
    names = ("pair", "run", "next_run")
    pairs = stored.group_by(names).aggregate([]).sort_by("pair").select(names).to_pylist()
    streets = list(CARDS)
    follow = []
    for pair in pairs:
        one, other = (runs.get(pair[name], {}).get("street") for name in names[1:])
        if one in WAYS and other == streets[streets.index(one) + 1]:
            follow.append(pair)
    yield Check(TABLE, "pairs of runs that do not follow", "0", str(len(pairs) - len(follow)))
    twice = len(follow) - len({(pair["run"], pair["next_run"]) for pair in follow})
    yield Check(TABLE, "pairs of runs that are there twice", "0", str(twice))
    buckets = rows_so_far(lake, BUCKETS)
    for pair in follow:
        before, after = runs[pair["run"]], runs[pair["next_run"]]
        here = stored.filter(pc.equal(stored["pair"], pair["pair"]))
        counts = np.zeros((before["buckets"], after["buckets"]), np.int64)
        counts[here["bucket"].to_numpy(), here["next_bucket"].to_numpy()] = here["deals"].to_numpy()
        leave, come = WAYS[before["street"]]
        deals, deals_after = (
            buckets.filter(pc.equal(buckets["run"], run["run"]))["deals"]
            .to_numpy()
            .astype(np.int64)
            for run in (before, after)
        )
        wrong = int((counts.sum(axis=1) != deals * leave).sum())
        wrong += int((counts.sum(axis=0) != deals_after * come).sum())
        what = f"buckets of runs {pair['run']} and {pair['next_run']} that have other deals"
        yield Check(TABLE, what, "0", f"{wrong:,}")
        yield _counted_again(lake, before, after, int(np.argmin(deals)), counts)


def _counted_again(
    lake: Lake, before: Row, after: Row, bucket: int, counts: npt.NDArray[np.int64]
) -> Check:
    """The deals from the bucket with the fewest, over all next cards."""
    to = buckets_by_row(lake, after, 0, lambda _: None)
    known = np.zeros(after["buckets"], np.int64)
    if before["street"] == "preflop":
        rows = canonical_rows(3)
        here = hand_of_hole()[rows.hole_id] == bucket
        np.add.at(known, to[here], rows.weight[here])
    else:
        _add_next(before, buckets_by_row(lake, before, 1, lambda _: None), bucket, to, known)
    what = (
        f"deals from bucket {bucket} of run {before['run']} to run {after['run']} that are others"
    )
    return Check(TABLE, what, "0", f"{int((counts[bucket] != known).sum()):,}")


def _add_next(
    before: Row, of_row: ByRow, bucket: int, to: ByRow, counts: npt.NDArray[np.int64]
) -> None:
    """Add the deals of all rows of a bucket, card by card."""
    cards = CARDS[before["street"]]
    rows = canonical_rows(cards)
    all_boards = canonical_boards(cards).cards
    chosen = np.flatnonzero(of_row == bucket)
    for first in range(0, len(chosen), _ROWS):
        places = chosen[first : first + _ROWS]
        boards = all_boards[np.searchsorted(rows.start, places, "right") - 1]
        holes, weight = rows.hole_id[places], rows.weight[places].astype(np.int64)
        taken = np.hstack([boards, hole_cards()[holes]])
        for card in range(52):
            live = (taken != card).all(axis=1)
            longer = np.column_stack([boards[live], np.full(int(live.sum()), card, np.uint8)])
            if len(longer):
                np.add.at(counts, to[table_rows(holes[live], longer, layout="rows")], weight[live])
