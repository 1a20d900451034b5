"""The tables of boards, and of holes on them, against oracles that share nothing with the engine.

The pins of their values stand with their builds. Where a recount takes minutes it is of a slice.
"""

import numpy as np
import pyarrow.parquet as pq
import pytest

from given.boards import hands
from helpers.slices import boards_in_slice
from oracle import recount_boards as recount
from oracle.hand_classes import class_ids, hand_names, hand_of_hole, hole_cards
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.tables.definitions.boards import (
    OPPONENTS,
    OWN_RUN_OUTS,
    RELATIONS,
    RUN_OUTS,
    TRANSITIONS,
)
from pokerlake.tables.definitions.classes import HOLDEM

HAND_TABLES = {"flop_hands": 3, "turn_hands": 4, "river_hands": 5}
ROWS_ENUMERATED = {"flop_hands": 25, "turn_hands": 200, "river_hands": 500}
SQUARES = "river_strength_squares"


def columns_of(rows):
    """The columns of a table as arrays, whole numbers as int64."""
    found = {name: rows[name].to_numpy() for name in rows.column_names}
    return {name: c.astype(np.int64) if c.dtype.kind in "ui" else c for name, c in found.items()}


class Part:
    """The rows of whole boards of one table: those of the first row groups, or all of flops."""

    def __init__(self, lake, name):
        self.name, self.cards = name, HAND_TABLES[name]
        file = pq.ParquetFile(lake / f"{name}.parquet")
        if self.cards == 3:
            self.rows = columns_of(file.read())
        else:
            rows = columns_of(file.read_row_groups([0, 1]))
            whole = rows["board_id"] < rows["board_id"][-1]
            self.rows = {column: values[whole] for column, values in rows.items()}
        self.boards = recount.canonical_boards(self.cards).part(0, self.rows["board_id"][-1] + 1)

    def one_sided(self, counts):
        """Boards whose sums change if hero and opponent change places: ahead is behind then."""
        first = np.flatnonzero(np.diff(self.rows["board_id"], prepend=-1))
        flat = counts.reshape(len(counts), -1) * self.rows["weight"][:, None]
        sums = np.add.reduceat(flat, first, axis=0)
        return np.count_nonzero((sums != sums[:, ::-1]).any(axis=1))


@pytest.fixture(scope="module", params=HAND_TABLES)
def part(request, whole_lake):
    return Part(whole_lake, request.param)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("name", "cards", "every"), [("flops", 3, 1), ("turns", 4, 1), ("rivers", 5, 50)]
)
def test_boards(lake, name, cards, every):
    boards = recount.canonical_boards(cards)
    rows = pq.read_table(lake / f"{name}.parquet")
    assert rows["board_id"].to_pylist() == list(range(len(boards.weight)))
    assert (rows["weight"].to_numpy() == boards.weight).all()
    listed = boards.cards[::every].tolist()
    assert rows["board"].to_pylist()[::every] == [recount.board_text(board) for board in listed]
    textures = [recount.texture(board) for board in listed]
    for column, values in zip(recount.Texture._fields, zip(*textures, strict=True), strict=True):
        assert rows[column].to_pylist()[::every] == list(values)


@pytest.mark.whole
def test_keys(part):
    """Which holes a board has, how many each stands for, and what they are worth now."""
    expected = recount.rows_of(part.boards)
    assert (part.rows["board_id"] == expected.board).all()
    assert (part.rows["hole_id"] == expected.hole).all()
    assert (part.rows["weight"] == expected.weight).all()
    classes = class_ids(recount.hands_of(part.boards, expected))
    assert (part.rows["class_id"] == classes).all()
    if part.cards < 5:
        hands = np.array(hand_names(), object)[hand_of_hole()[expected.hole]]
        assert (part.rows["hand"] == hands).all()


@pytest.mark.whole
def test_sums(part):
    """Every opponent is counted once, and each board is the same seen from the other side."""
    rows, opponents = part.rows, OPPONENTS[part.cards]
    if part.cards == 5:
        lose = opponents - rows["win"] - rows["tie"]
        assert lose.min() >= 0
        assert part.one_sided(np.stack([rows["win"], rows["tie"], lose], axis=1)) == 0
        return
    now = np.stack([rows[name] for name in RELATIONS], axis=1)
    assert (now.sum(axis=1) == opponents).all()
    assert part.one_sided(now) == 0
    streets = {"turn": HOLDEM.next_cards(3)} if part.cards == 3 else {}
    for street, each in {**streets, "river": RUN_OUTS[part.cards]}.items():
        counts = np.stack([rows[f"{street}_{name}"] for name in TRANSITIONS], axis=1)
        then = counts.reshape(-1, 3, 3)
        assert (then.sum(axis=2) == each * now).all()
        assert part.one_sided(then) == 0
    # Whatever run-outs give such sums: the square of their mean is not above the mean of squares.
    strengths = then.sum(axis=1) @ [2, 1, 0]
    assert (strengths**2 <= OWN_RUN_OUTS[part.cards] * rows[SQUARES]).all()
    assert (rows[SQUARES] <= 2 * OPPONENTS[5] * strengths).all()


@pytest.mark.whole
def test_some_rows_enumerated(part):
    """Each opponent and each run-out dealt."""
    row_of = {3: recount.flop_row, 4: recount.turn_row, 5: recount.river_row}[part.cards]
    places = np.random.default_rng(4).integers(
        0, len(part.rows["hole_id"]), ROWS_ENUMERATED[part.name]
    )
    for place in places:
        board = part.boards.cards[part.rows["board_id"][place]]
        expected = row_of(board, int(part.rows["hole_id"][place]))
        assert {name: part.rows[name][place] for name in expected} == expected


def at_the_river(rows):
    """River wins, ties and squared strengths of rows of flops or turns, ``(3, n)``."""
    win, tie = (sum(rows[f"river_{now}_{then}"] for now in RELATIONS) for then in ("ahead", "tied"))
    return np.stack([win, tie, rows[SQUARES]])


def test_all_flops_add_up_to_starting_hands(lake):
    """A deal of a board of five has ten flops."""
    rows = columns_of(pq.read_table(lake / "flop_hands.parquet"))
    known = pq.read_table(lake / "starting_hands.parquet").sort_by(
        [("row", "ascending"), ("col", "ascending")]
    )
    for outcome, then in {"win": "ahead", "tie": "tied", "lose": "behind"}.items():
        counts = rows["weight"] * sum(rows[f"river_{now}_{then}"] for now in RELATIONS)
        total = np.zeros(169, np.int64)
        np.add.at(total, hand_of_hole()[rows["hole_id"]], counts)
        assert total.tolist() == [10 * count for count in known[outcome].to_pylist()]


def rows_of_boards(lake, name, boards):
    """Rows of a table; where the slice in the lake lacks a board, all are counted by the engine."""
    if not np.isin(boards, boards_in_slice(HAND_TABLES[name])).all():
        return columns_of(hands(HAND_TABLES[name], boards))
    path = lake / f"{name}.parquet"
    return columns_of(pq.read_table(path, filters=[("board_id", "in", boards)]))


@pytest.mark.parametrize(
    ("earlier", "later", "board_id"),
    [
        # Trips, paired and monotone; of these the lake has all later boards.
        *(("flop_hands", "turn_hands", board_id) for board_id in (0, 25, 26)),
        # Quads, two pair of two suits, trips, three-flush and monotone.
        *(("turn_hands", "river_hands", board_id) for board_id in (0, 25, 457, 493, 510)),
        # Monotone; the flop and the turn of the documents, two-tone.
        ("flop_hands", "turn_hands", 1200),
        ("flop_hands", "turn_hands", 442),
        ("turn_hands", "river_hands", 5620),
    ],
)
def test_streets_add_up(whole_lake, earlier, later, board_id):
    """What opponents are after the next card they are now on the boards of one card more."""
    rows = rows_of_boards(whole_lake, earlier, [board_id])
    holes = rows["hole_id"]
    board = recount.canonical_boards(HAND_TABLES[earlier]).cards[board_id]
    keys = []
    for card in np.setdiff1d(np.arange(52, dtype=np.uint8), board):
        live = np.flatnonzero((hole_cards()[holes] != card).all(axis=1))
        dealt = np.tile([*board, card], (len(live), 1)).astype(np.uint8)
        found = row_keys(holes[live].astype(np.uint16), dealt, layout="rows")
        keys.append((live, 1326 * found.board_id.astype(np.int64) + found.hole_id))
    boards = sorted({int(board_id) for _, key in keys for board_id in key // 1326})
    then = rows_of_boards(whole_lake, later, boards)
    if later == "river_hands":
        win, tie = then["win"], then["tie"]
        values = np.stack([win, tie, (2 * win + tie) ** 2])
        expected = at_the_river(rows)
    else:
        values = np.concatenate([at_the_river(then), np.stack([then["ahead"], then["tied"]])])
        turn = [sum(rows[f"turn_{now}_{t}"] for now in RELATIONS) for t in ("ahead", "tied")]
        expected = np.concatenate([2 * at_the_river(rows), turn])  # run-outs have two orders
    total = np.zeros_like(expected)
    known = 1326 * then["board_id"] + then["hole_id"]
    for live, key in keys:
        total[:, live] += values[:, np.searchsorted(known, key)]
    assert (total == expected).all()
