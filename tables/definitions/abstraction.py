"""The tables of card abstractions: runs, their buckets, the bucket of every hole, transitions."""

from __future__ import annotations

from functools import partial

from ..schema import Column, Filling, Table, View

PLACE = 11  # among the modules, see registry

_table = partial(
    Table,
    source="buckets of river equities, see https://pokerlake.github.io/pokerlake/abstraction/",
    filling=Filling(
        "pokerlake abstract flop --k 200", "pokerlake abstract flop --k 200 --replace", verb="fill"
    ),
)
_RUN = Column("run", "uint32", "the abstraction: 1, 2, 3, ...")
_BUCKET = Column(
    "bucket", "uint16", "0 .. k - 1, the weakest first; before the flop 13 row + col of the hand"
)
_BOARD_ID = Column("board_id", "uint32", "the canonical board, as in the table of boards")
_HOLE_ID = Column("hole_id", "uint16", "the smallest hole that is the same up to the board's suits")
_OF_EQUITY = "a part of 1, the mean over all deals"

ABSTRACTIONS = _table(
    name="abstractions",
    one_row="an abstraction of a street: the holes of all its boards in k buckets",
    columns=(
        _RUN,
        Column("street", "string", "preflop, flop, turn or river"),
        Column(
            "kind",
            "string",
            "distribution: by the equities of all run-outs; optimal: by the equity, with the least "
            "squares; percentile: as many deals in each bucket, by mean equity; potential: by the "
            "buckets that next_run has holes in after each turn card; ochs: by the equities "
            "against eight clusters of starting hands; lossless: the 169 starting hands",
        ),
        Column(
            "next_run",
            "uint32",
            "the run of turns that potential looks at; null for other kinds",
            True,
        ),
        Column("k", "uint16", "the requested number of buckets"),
        Column("buckets", "uint16", "the number of buckets: k, or fewer if fewer equities differ"),
        Column("seed", "uint64", "of the starts; null if nothing is random", True, True),
        Column("restarts", "uint16", "of which the best was kept"),
        Column("rounds", "uint32", "of the best restart; 0 without restarts"),
        Column(
            "mean_distance",
            "double",
            f"from a hole to the centre of its bucket, earth mover's: {_OF_EQUITY}; of potential "
            "that of turn buckets, which are as far apart as their centres",
        ),
        Column(
            "percentile_distance",
            "double",
            "the same for k percentiles of mean equity; null before the flop",
            True,
        ),
        Column(
            "random_distance",
            "double",
            "the same for k random buckets; null before the flop",
            True,
        ),
        Column("rows", "uint32", "canonical holes on all boards"),
        Column("deals", "uint64", "that they stand for"),
        Column("seconds", "double", "that it took"),
        Column("package_version", "string", "the pokerlake that computed it"),
    ),
    key=("run",),
)

BUCKETS = _table(
    name="buckets",
    one_row="a bucket of an abstraction",
    columns=(
        _RUN,
        _BUCKET,
        Column("rows", "uint32", "canonical holes on boards"),
        Column("deals", "uint64", "of hole and board that they stand for"),
        Column("mean_equity", "double", "on the river against a random hole, 0 .. 1"),
        Column("equity_deviation", "double", "the standard deviation of it, over all run-outs"),
        Column("mean_distance", "double", "from its holes to its centre, as a part of 1"),
        Column(
            "typical_board_id",
            "uint32",
            "the board of the hole nearest to its centre; null before the flop",
            True,
        ),
        Column("typical_hole_id", "uint16", "that hole"),
    ),
    key=("run", "bucket"),
)


def _holes(street: str) -> Table:
    return _table(
        name=f"{street}_buckets",
        one_row=f"a hole on a {street}, up to suits, in an abstraction",
        columns=(_RUN, _BOARD_ID, _HOLE_ID, _BUCKET),
        key=("run", "board_id", "hole_id"),
    )


FLOP_BUCKETS, TURN_BUCKETS = _holes("flop"), _holes("turn")

RIVER_BUCKETS = _table(
    name="river_buckets",
    one_row="a strength of holes on rivers, in an abstraction",
    columns=(
        _RUN,
        Column("strength", "uint16", "2 win + tie of 990 opponents, as in river_hands: 0 .. 1980"),
        _BUCKET,
        Column("deals", "uint64", "of hole and river with it"),
    ),
    key=("run", "strength"),
)

RIVER_HAND_BUCKETS = Table(
    name="river_hand_buckets",
    one_row="a hole on a river, up to suits, in an abstraction of kind ochs",
    columns=(_RUN, _BOARD_ID, _HOLE_ID, _BUCKET),
    key=("run", "board_id", "hole_id"),
    source="buckets of equities against clusters of hands, see https://pokerlake.github.io/pokerlake/abstraction/",
    filling=Filling(
        "pokerlake abstract river --kind ochs",
        "pokerlake abstract river --kind ochs --replace",
        verb="fill",
    ),
)

BUCKET_CENTRES = _table(
    name="bucket_centres",
    one_row="a number of the centre of a bucket: a strength, a turn bucket or an equity",
    columns=(
        _RUN,
        _BUCKET,
        Column(
            "place",
            "uint16",
            "0 .. 1080 of run-outs of flops, 45 of turns, 46 of next cards, 7 of clusters of hands",
        ),
        Column(
            "value",
            "uint16",
            "2 win + tie of 990 opponents, ascending; or a bucket; or 16,383 times an equity",
        ),
    ),
    key=("run", "bucket", "place"),
)

BUCKET_DISTANCES = _table(
    name="bucket_distances",
    one_row="two buckets of an abstraction: all, or of more than 1,000 the 100 nearest of each",
    columns=(
        _RUN,
        _BUCKET,
        Column("other", "uint16", "another bucket of the run"),
        Column("distance", "double", "of their centres, earth mover's, as a part of 1"),
    ),
    key=("run", "bucket", "other"),
)

ABSTRACTION = (
    ABSTRACTIONS,
    BUCKETS,
    FLOP_BUCKETS,
    TURN_BUCKETS,
    RIVER_BUCKETS,
    RIVER_HAND_BUCKETS,
    BUCKET_CENTRES,
    BUCKET_DISTANCES,
)

BUCKET_TRANSITIONS = Table(
    name="bucket_transitions",
    one_row="a bucket of a street, and one of the next street that its holes reach",
    columns=(
        Column("pair", "uint32", "of run and next_run: 1, 2, 3, ... in the order of requests"),
        _RUN,
        Column("next_run", "uint32", "the abstraction of the next street"),
        _BUCKET,
        Column("next_bucket", "uint16", "of next_run"),
        Column("deals", "uint64", "of hole, board and next cards that go there; never 0"),
    ),
    key=("pair", "bucket", "next_bucket"),
    source="holes of a street and all next cards, see https://pokerlake.github.io/pokerlake/abstraction/",
    filling=Filling(
        "pokerlake transitions 1 2", "pokerlake transitions 1 2 --replace", verb="fill"
    ),
)

TRANSITIONS = (BUCKET_TRANSITIONS,)

BUCKET_HOLES = View(
    name="bucket_holes",
    one_row="a hole on a flop, turn or river, up to suits, in an abstraction",
    columns=(
        Column("street", "varchar", "flop, turn or river; rivers need river_hands"),
        Column("run", "bigint", "the abstraction"),
        Column("bucket", "bigint", "0 .. k - 1, the weakest first"),
        Column("board_id", "bigint", "of the canonical board"),
        Column("board", "varchar", "its cards, ascending: 2c3d4h"),
        Column("hole_id", "bigint", "the smallest that is the same up to the board's suits"),
        Column("hole", "varchar", "the higher card first: AhQh"),
        Column("hand", "varchar", "AA, AKs, AKo, ..."),
        Column("deals", "bigint", "of hole and board that are the same"),
    ),
    needs=("flop_buckets", "turn_buckets", "river_buckets", "flops", "turns", "rivers", "holes"),
    uses=("river_hands",),
)
