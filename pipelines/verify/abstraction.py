"""Checks the tables of abstractions against each other, and against the boards of the street.

For each run of ``distribution`` and ``potential`` it checks whether some holes are in the bucket
with the nearest centre; strengths are counted here by evaluating every hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from pokerlake.engine.abstraction.features import HAND_CLUSTERS
from pokerlake.engine.abstraction.next_buckets import NextBuckets
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_cards, hole_id
from pokerlake.engine.hands import class_ids
from pokerlake.engine.keys.canonical_rows import canonical_rows, table_rows
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.abstraction import (
    ABSTRACTION,
    ABSTRACTIONS,
    BUCKET_TRANSITIONS,
    BUCKETS,
    TRANSITIONS,
)
from pokerlake.tables.definitions.boards import OPPONENTS, RELATIONS, RUN_OUTS
from pokerlake.tables.lake import Lake, duckdb_name
from pokerlake.tables.view_sql import file_itself

from ..abstraction.asked import CARDS, DRAWN
from ..abstraction.measured import ByRow, Row, buckets_by_row, run_of, stored_centres
from ..abstraction.ochs import WHOLE
from ..cells import of_cells, of_rows
from ..growing import rows_so_far

if TYPE_CHECKING:
    import duckdb


SAMPLED = 12  # holes of each run whose nearest bucket is computed

Cards = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.integer]

_OTHER_ROWS = (
    "from buckets as b join abstractions as a using (run) left join (select run, bucket, "
    "count(*) as found from {} group by all) using (run, bucket) "
    "where {} and found is distinct from b.rows"
)
# The table, what is counted, and a select of invalid rows: there should be none.
_WRONG = (
    (
        "abstractions", "runs that are there twice",
        "select run from abstractions "
        "qualify count(*) over (partition by street, kind, next_run, k, seed, restarts) "
        "> 1",
    ),
    (
        "abstractions", "runs whose rows or deals are not those of their buckets",
        "from abstractions as a left join (select run, sum(rows) as found, sum(deals) as dealt, "
        "count(*) as here, max(bucket) + 1 as ends from buckets group by run) using (run) "
        "where found is distinct from a.rows or dealt is distinct from a.deals "
        "or here <> buckets or ends <> buckets or buckets > k "
        "or kind in ('distribution', 'potential', 'ochs') and here <> k",
    ),
    (
        "abstractions", "runs whose next run is no run of turns before them",
        "from abstractions as a left join abstractions as n on n.run = a.next_run "
        "where a.next_run is not null and not coalesce(n.street = 'turn' and n.run < a.run, false)",
    ),
    (
        "abstractions", "runs with other deals than those of their street",
        "from abstractions where deals <> case street when 'preflop' then 1326 "
        "when 'flop' then 25_989_600 "
        "when 'turn' then 305_377_800 else 2_809_475_760 end",
    ),
    (
        "abstractions", "runs whose mean distance is not that of their buckets",
        "from abstractions as a join (select run, sum(mean_distance * deals) / sum(deals) as mean "
        "from buckets group by run) using (run) where abs(mean - a.mean_distance) > 1e-9",
    ),
    (
        "buckets", "buckets out of the order of their equities",
        "from buckets join abstractions using (run) where street <> 'preflop' "
        "qualify mean_equity < lag(mean_equity) over (partition by run order by bucket) - 1e-12",
    ),
    (
        "bucket_centres", "runs whose centres are not one of each bucket, with all places",
        "from abstractions as a left join (select run, count(*) as here, "
        "count(distinct bucket) as ends, max(place) + 1 as wide from bucket_centres group by run) "
        "using (run) where coalesce(ends, 0) <> if(street = 'preflop', 0, buckets) "
        "or here <> buckets * wide::bigint or wide <> "
        "case kind when 'potential' then 47 when 'ochs' then 8 else "
        "case street when 'flop' then 1081 when 'turn' then 46 else 1 end end",
    ),
    (
        "bucket_distances", "runs whose distances are not of as many pairs as they have",
        "from abstractions as a left join (select run, count(*) as here from bucket_distances "
        "group by run) using (run) where street <> 'preflop' and coalesce(here, 0) <> "
        "buckets::bigint * if(buckets > 1000, 100, buckets - 1)",
    ),
    (
        "bucket_distances", "distances of the first bucket that its centre does not have",
        "from (select d.run, other, any_value(distance) as distance, "
        "sum(abs(a.value::bigint - b.value)) / (count(*) * 1980) as apart "
        "from bucket_distances as d join abstractions using (run) "
        "join bucket_centres as a on a.run = d.run and a.bucket = 0 "
        "join bucket_centres as b on b.run = d.run and b.bucket = d.other and b.place = a.place "
        "where d.bucket = 0 and kind not in ('potential', 'ochs') group by all) "
        "where abs(distance - apart) > 1e-12",
    ),
    *(
        (table, "buckets whose rows are others", _OTHER_ROWS.format(table, which))
        for table, which in (
            ("flop_buckets", "street = 'flop'"), ("turn_buckets", "street = 'turn'"),
            ("river_hand_buckets", "kind = 'ochs'"),
        )
    ),
    (
        "river_buckets", "buckets whose deals or equities are others",
        "from buckets as b join abstractions as a using (run) left join (select run, bucket, "
        "sum(deals) as found, sum(deals * strength) / sum(deals) / 1980 as mean "
        "from river_buckets group by all) using (run, bucket) where street = 'river' "
        "and kind <> 'ochs' and (found is distinct from b.deals or abs(mean - mean_equity) > 1e-9)",
    ),
)  # fmt: skip
# By the street before: next cards of each deal, and the ways in which each next deal arises.
WAYS = {"preflop": (19_600, 1), "flop": (47, 4), "turn": (46, 5)}
TABLE = BUCKET_TRANSITIONS.name
_ROWS = 1 << 18  # that are recounted at once


def abstraction(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of these tables, views of the connection.

    Deals and mean equities of the buckets of flops and turns must match ``flop_hands`` and
    ``turn_hands``, if the lake has these: other code counts them.
    """
    yield from of_rows(connection, ABSTRACTION, _WRONG)
    for run in rows_so_far(lake, ABSTRACTIONS).to_pylist():
        if run["kind"] == "ochs":
            yield _nearest_means(lake, connection, run)
        elif run["kind"] in DRAWN:
            yield _nearest(lake, run)
    for street in ("flop", "turn"):
        if f"{street}_hands" in lake.manifest.tables:
            yield hands_of_buckets(lake, connection, street)


def _nearest(lake: Lake, run: dict[str, Any]) -> Check:
    """Whether a random sample of holes is in the bucket with the nearest centre."""
    rng = np.random.default_rng(run["run"])
    bucket = buckets_by_row(lake, run, 1, lambda _: None)
    places = rng.integers(len(bucket), size=SAMPLED)
    rows = canonical_rows(CARDS[run["street"]])
    board_of = np.searchsorted(rows.start, places, "right") - 1
    boards = canonical_boards(CARDS[run["street"]]).cards[board_of]
    holes = hole_cards()[rows.hole_id[places]]
    centres = stored_centres(lake, run)
    if run["kind"] == "potential":
        turns = run_of(lake, run["next_run"])
        of_turn = buckets_by_row(lake, turns, 1, lambda _: None)
        nexts = np.array(
            [_next_buckets(*deal, of_turn) for deal in zip(boards, holes, strict=True)]
        )
        space = NextBuckets(nexts, np.ones(SAMPLED, np.int64), stored_centres(lake, turns), 1)
        every = np.arange(len(centres))
        apart = np.array([space.spread(centres, np.full(SAMPLED, one)) for one in every]).T
    else:
        strengths = [_strengths(*deal) for deal in zip(boards, holes, strict=True)]
        apart = np.array([np.abs(centres - chosen).sum(axis=1) for chosen in strengths])
    chosen = apart[np.arange(SAMPLED), bucket[places]]
    far = int((chosen > apart.min(axis=1)).sum())
    what = f"holes of run {run['run']}, of {SAMPLED} drawn, that are nearer to another bucket"
    return Check(f"{run['street']}_buckets", what, "0", f"{far:,}")


def _next_buckets(board: Cards, hole: Cards, of_turn: npt.NDArray[np.uint16]) -> Strengths:
    """The buckets of a hole after each turn card."""
    left = np.setdiff1d(np.arange(52), [*board, *hole]).astype(np.uint8)
    boards = np.column_stack([np.tile(board, (len(left), 1)), left])
    return of_turn[table_rows(np.full(len(left), hole_id(*hole), np.uint16), boards, layout="rows")]


def _strengths(board: Cards, hole: Cards) -> Strengths:
    """2 win + tie of a hole on all rivers after a board, ascending: every hand is evaluated."""
    left = np.setdiff1d(np.arange(52), [*board, *hole])
    strengths = []
    for more in combinations(left.tolist(), 5 - len(board)):
        river = np.array([*board, *more], np.uint8)
        others = hole_cards()[~np.isin(hole_cards(), [*river, *hole]).any(axis=1)]
        hands = np.empty((len(others) + 1, 7), np.uint8)
        hands[:-1, :2], hands[-1, :2], hands[:, 2:] = others, hole, river
        classes = class_ids(hands, layout="rows")
        strengths.append(
            2 * (classes[:-1] > classes[-1]).sum() + (classes[:-1] == classes[-1]).sum()
        )
    return np.sort(np.array(strengths, np.int64))


def _nearest_means(lake: Lake, connection: duckdb.DuckDBPyConnection, run: dict[str, Any]) -> Check:
    """Whether a sample of holes is in the bucket with the nearest centre, by other code."""
    sample = connection.execute(
        "select board_id, hole_id, bucket from river_hand_buckets "
        "where run = ? and board_id % 1345 = 7 and hole_id % 701 = 5",
        [run["run"]],
    ).fetchall()
    wrong = wrong_buckets(sample, stored_centres(lake, run))
    what = f"holes of run {run['run']}, of {len(sample)}, that are nearer to another bucket"
    return Check("river_hand_buckets", what, "0", f"{wrong:,}")


def hands_of_buckets(lake: Lake, connection: duckdb.DuckDBPyConnection, street: str) -> Check:
    """Deals and mean equities of all buckets of a street, by the table of its hands."""
    paths = [file_itself(duckdb_name(path)) for path in lake.files(f"{street}_hands")]
    hands = connection.read_parquet(paths, hive_partitioning=False)
    won = " + ".join(
        f"{2 - after} * river_{now}_{then}::bigint"
        for now in RELATIONS
        for after, then in enumerate(RELATIONS[:2])
    )
    whole = 2 * OPPONENTS[CARDS[street]] * RUN_OUTS[CARDS[street]]
    hands.create_view("hands_of_street")
    wrong = connection.sql(
        f"from (from {street}_buckets join hands_of_street using (board_id, hole_id) "
        "select run, bucket, sum(weight) as dealt, "
        f"sum(weight * ({won})) / sum(weight) / {whole} as mean group by all) "
        "join buckets as b using (run, bucket) "
        "where dealt <> b.deals or abs(mean - b.mean_equity) > 1e-9"
    )
    count = f"{len(wrong):,}"
    connection.execute("drop view hands_of_street")
    return Check(f"{street}_buckets", f"buckets that {street}_hands has otherwise", "0", count)


def transitions(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of ``bucket_transitions``, a view of the connection.

    For each pair of runs, all deals that leave a bucket, and all that reach one, must be those of
    the buckets. The deals of the smallest bucket are recounted, one next card after the other.
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
        street, next_street = (runs.get(pair[name], {}).get("street") for name in names[1:])
        if street in WAYS and next_street == streets[streets.index(street) + 1]:
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


def equities(board: npt.NDArray[np.uint8], hole: int) -> list[int]:
    """The equities of a hole on a river against each cluster, of 16,383, hand by hand."""
    cards = hole_cards()
    seen = [*board.tolist(), *cards[hole].tolist()]
    others = np.flatnonzero(~np.isin(cards, seen).any(axis=1))
    holes = cards[[hole, *others]]
    hands = np.column_stack([holes, np.tile(board, (len(holes), 1))])
    classes = class_ids(hands, layout="rows").astype(np.int64)  # lower is better
    won = 2 * (classes[1:] > classes[0]) + (classes[1:] == classes[0])
    of_clusters = []
    for hands_there in HAND_CLUSTERS:
        here = np.isin(np.array(HANDS)[hand_of_hole()[others]], hands_there)
        equity = Fraction(int(won[here].sum()), 2 * int(here.sum()))
        of_clusters.append(int(WHOLE * equity + Fraction(1, 2)))
    return of_clusters


def wrong_buckets(rows: Iterable[tuple[int, int, int]], centres: npt.NDArray[np.integer]) -> int:
    """How many holes on rivers are not in the first of the buckets with the nearest centre.

    ``centres``: (k, 8) int, those of ``bucket_centres``; ``rows``: of ``river_hand_buckets``:
    board_id, hole_id, bucket.
    """
    boards = canonical_boards(5).cards
    wrong = 0
    for board_id, hole, bucket in rows:
        apart = centres.astype(np.int64) - equities(boards[board_id], hole)
        wrong += int((apart**2).sum(axis=1).argmin()) != bucket
    return wrong
