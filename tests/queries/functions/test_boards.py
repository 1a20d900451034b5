"""The SQL functions of boards: keys of raw deals in the tables, and ranges on every flop."""

import random
from itertools import combinations, permutations

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from given.rankings import write_rankings
from helpers.sql_answers import column, error, one
from oracle import naive
from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_cards, hole_id
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.queries.functions import register_functions
from pokerlake.tables.lake import Lake

SIZES = (3, 4, 5)


def dealt(cards, deals, seed):
    """Texts of random holes and boards, in no order; and their keys."""
    hands = naive.random_hands(cards + 2, deals, seed)
    texts = [(naive.format_cards(hand[:2]), naive.format_cards(hand[2:])) for hand in hands]
    holes = np.array([hole_id(*hand[:2]) for hand in hands], np.uint16)
    boards = np.array([hand[2:] for hand in hands], np.uint8)
    keys = row_keys(holes, boards, layout="rows")
    return texts, list(zip(keys.board_id.tolist(), keys.hole_id.tolist(), strict=True))


# ---------------------------------------------------------------- board_id, hole_id


@pytest.mark.parametrize("cards", SIZES)
def test_canonical_boards_are_numbered(no_lake, cards):
    every = 1 + CANONICAL_BOARDS[cards] // 3000
    boards = canonical_boards(cards).cards[::every].tolist()
    given = pa.table({"board": [naive.format_cards(board) for board in boards]})  # noqa: F841
    found = no_lake.sql("select board_id(board) from given").fetchall()
    assert found == [(board_id,) for board_id in range(0, CANONICAL_BOARDS[cards], every)]


@pytest.mark.parametrize("board", ["3h4sJh", "3h4sJhKd", "5c5d5h9sKc"])
def test_cards_in_any_order_and_suits_renamed(no_lake, board):
    cards = naive.parse_cards(board)
    keys = set()
    for to in permutations(range(4)):
        renamed = [card // 4 * 4 + to[card % 4] for card in cards]
        for order in list(permutations(renamed))[::7]:
            keys.add(one(no_lake, "board_id($board)", board=naive.format_cards(order)))
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("hole", "board", "key"),
    [
        ("2s3c", "2c2d2h", (0, hole_id(3, 4))),
        ("3d2s", "2h2d2c", (0, hole_id(3, 4))),  # as 2s3c is: three suits are alike
        ("3s2s", "2h2d2c", (0, hole_id(3, 7))),
        ("AcKd", "AhAdAs", (1754, hole_id(51, 44))),
        ("AhQh", "3h4sJh", (442, 1168)),
        ("QhAh", "Jh 4s, 3H", (442, 1168)),
        ("qdad", "JD4c3d", (442, 1168)),
        ("5c5d", "2s2h2d2c", (0, hole_id(12, 13))),
        ("QdKs", "AcAdAhAsKc", (134_458, hole_id(42, 45))),  # Kd Qh
    ],
)
def test_keys_by_hand(no_lake, hole, board, key):
    given = {"hole": hole, "board": board}
    found = no_lake.execute("select board_id($board), hole_id($hole, $board)", given).fetchall()
    assert found == [key]


def test_boards_of_all_sizes_nulls_and_shared_cards_in_one_column(no_lake):
    rows, expected = [], []
    for cards in SIZES:
        for (hole, board), (board_id, hole_key) in zip(*dealt(cards, 2500, cards), strict=True):
            rows.append((hole, board))
            expected.append((board_id, hole_key))
            rows.append((hole[:2] + board[-2:], board))  # a card of the board
            expected.append((board_id, None))
        rows += [(None, board), (hole, None), (None, None)]
        expected += [(board_id, None), (None, None), (None, None)]
    order = random.Random(1).sample(range(len(rows)), len(rows))
    given = pa.table(  # noqa: F841
        {
            "hole": pa.array([rows[i][0] for i in order], pa.string()),
            "board": pa.array([rows[i][1] for i in order], pa.string()),
        }
    )
    found = no_lake.sql("select board_id(board), hole_id(hole, board) from given").fetchall()
    assert found == [expected[i] for i in order]


def test_types_and_nulls(no_lake):
    sql = "select board_id('3h4sJh') as board, hole_id('AhQh', '3h4sJh') as hole"
    assert no_lake.sql(sql).types == ["BIGINT", "BIGINT"]
    nothing = "select board_id(x), hole_id(x, x) from (select 'AA' as x) where false"
    assert no_lake.sql(nothing).fetchall() == []
    for expression in ("board_id(null)", "hole_id(null, '3h4sJh')", "hole_id('AhQh', null)",
                       "hole_id(null, null)", "hole_id('3hQh', '3h4sJh')",
                       "hole_id('3h4s', '3h4sJh')"):  # fmt: skip
        assert one(no_lake, expression) is None


def test_a_bad_row_far_down(no_lake):
    """Its number counts from a vector's start, so it is not in the message."""
    texts, _ = dealt(3, 5000, seed=9)
    boards = [board for _, board in texts]
    boards[4321] = "2c2c3d"
    given = pa.table({"board": boards})
    no_lake.register("far_down", given)
    assert error(no_lake, "max(board_id(board)) from far_down") == "'2c2c3d' has 2c twice"


# ---------------------------------------------------------------- flop_equities


def plain_equity(hero, villain, flop):
    """Of two ranges on one flop: every pair of holes that can be dealt, on every run-out."""
    weights = [parse_range(text) for text in (hero, villain)]
    held = [
        {tuple(hole_cards()[hole].tolist()): weight[hole] for hole in np.flatnonzero(weight)}
        for weight in weights
    ]
    won = of = 0.0
    for mine, weight in held[0].items():
        for his, other in held[1].items():
            seen = {*mine, *his, *flop}
            if len(seen) < 7:
                continue
            later = np.array(list(combinations(sorted(set(range(52)) - seen), 2)))
            known = np.tile(flop, (len(later), 1))
            classes = [
                class_ids(
                    np.column_stack([known, later, np.tile(hole, (len(later), 1))])
                    .astype(np.uint8),
                    layout="rows",
                ).astype(int)
                for hole in (mine, his)
            ]  # fmt: skip
            deals = weight * other
            won += deals * ((classes[0] < classes[1]) + (classes[0] == classes[1]) / 2).sum()
            of += deals * len(later)
    return won / of if of else None


FLOPS_EQUITIES = "select unnest(flop_equities($hero, $villain), recursive := true)"


def equities(no_lake, hero, villain):
    rows = no_lake.execute(FLOPS_EQUITIES, {"hero": hero, "villain": villain})
    assert [column[0] for column in rows.description] == ["board_id", "equity"]
    return dict(rows.fetchall())


@pytest.mark.parametrize(
    ("hero", "villain", "boards"),
    [
        ("AA", "KK", [0, 442, 1700, 1754]),
        ("AKs,QQ:0.5", "QQ,JTs:0.25", [5, 900]),
    ],
)
def test_flop_equities_as_one_by_one(no_lake, hero, villain, boards):
    found = equities(no_lake, hero, villain)
    for board in boards:
        expected = plain_equity(hero, villain, canonical_boards(3).cards[board].tolist())
        assert found.get(board, 0) == pytest.approx(expected or 0, rel=1e-12)


def test_flop_equities_of_a_column(no_lake):
    rows = no_lake.sql("""
        select hero, len(flop_equities(hero, villain))
        from (values ('AA', 'KK'), (null, 'KK'), ('AA', 'AA')) as t(hero, villain)
    """)
    assert rows.fetchall() == [("AA", 1753), (None, None), ("AA", 1376)]  # flops without an ace


def test_flop_equities_by_the_equity_in_the_lake(no_lake, tmp_path):
    lake = Lake.open(write_rankings(tmp_path / "lake"))
    with duckdb.connect() as other:
        register_functions(other, lake)
        assert equities(other, "0.4%", "AA") == equities(other, "AA:0.884", "AA")
    assert error(no_lake, "flop_equities('1%', 'AA')") == (
        "'1%' at character 1: '1%' needs a ranking of the 169 hands, and none is given"
    )


# ---------------------------------------------------------------- holes


def test_all_holes_by_text_number_and_cards(standard):
    standard.execute("set threads = 2")
    found = standard.sql("""
        select hole_id(hole), hole_id(hole_id), hole_id(reverse_hole), hand_of(hole),
            hand_of(hole_id), hand_of(cards(hole)[1], cards(hole)[2]),
            hole_id(cards(hole)[1], cards(hole)[2]), hole_id, hand
        from (select *, hole[3:4] || lower(hole[1:2]) as reverse_hole from holes) order by hole_id
    """).fetchall()
    assert len(found) == 1326
    for number, values in enumerate(found):
        hand = HANDS[hand_of_hole()[number]]
        assert values == (number, number, number, hand, hand, hand, number, number, hand)


def test_canonical_is_both_keys(standard):
    found = standard.sql("""
        select
            count(*),
            count(*) filter (canonical(hole, board) = {
                'board_id': board_id(board), 'hole_id': hole_id(hole, board)
            }),
            count(canonical(hole, board)),
            count(*) filter (
                hole_id(holes.hole_id, board) is not distinct from hole_id(hole, board)
            )
        from holes
        cross join (values ('2c2d2h'), ('Ah Kd 7s'), ('3h4sJh9c'), ('7d5h9d7cQh')) boards(board)
    """).fetchall()
    live = sum((52 - n) * (51 - n) // 2 for n in (3, 3, 4, 5))
    assert found == [(4 * 1326, live, live, 4 * 1326)]


def test_null_gives_null(standard):
    for expression in (
        "hand_of(null)", "hand_of(null, 3)", "hand_of(3, null)", "hole_id(null)",
        "hole_id(null, '3h4sJh')", "hole_id('AsKs', null)", "hole_id(1, null)",
        "canonical(null, '3h4sJh')", "canonical('AsKs', null)", "canonical(null, null)",
        "canonical('3hKs', '3h4sJh')",
    ):  # fmt: skip
        assert one(standard, expression) is None, expression
    mixed = "select hand_of(x) from (values ('AsKs'), (null), ('2c2d')) t(x)"
    assert column(standard, mixed) == ["AKs", None, "22"]
