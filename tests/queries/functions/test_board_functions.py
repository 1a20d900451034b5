"""The SQL functions of boards: keys of raw deals in the tables, and ranges on every flop."""

import random
from itertools import combinations, permutations

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from given.rankings import write_rankings
from oracle import naive
from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards
from pokerlake.engine.cards.holes import hole_cards, hole_id
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.queries.connection import connect
from pokerlake.queries.functions import register_functions
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import QueryError
from pokerlake.tables.lake import Lake

SIZES = (3, 4, 5)


@pytest.fixture(scope="module")
def connection():
    with duckdb.connect() as connection:
        register_functions(connection)
        yield connection


def one(connection, expression, **parameters):
    ((value,),) = connection.execute(f"select {expression}", parameters).fetchall()
    return value


def error(connection, expression, **parameters):
    with pytest.raises(QueryError) as raised:
        stream(connection, f"select {expression}", parameters).read_all()
    return str(raised.value)


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
def test_canonical_boards_are_numbered(connection, cards):
    every = 1 + CANONICAL_BOARDS[cards] // 3000
    boards = canonical_boards(cards).cards[::every].tolist()
    given = pa.table({"board": [naive.format_cards(board) for board in boards]})  # noqa: F841
    found = connection.sql("select board_id(board) from given").fetchall()
    assert found == [(board_id,) for board_id in range(0, CANONICAL_BOARDS[cards], every)]


@pytest.mark.parametrize("board", ["3h4sJh", "3h4sJhKd", "5c5d5h9sKc"])
def test_cards_in_any_order_and_suits_renamed(connection, board):
    cards = naive.parse_cards(board)
    keys = set()
    for to in permutations(range(4)):
        renamed = [card // 4 * 4 + to[card % 4] for card in cards]
        for order in list(permutations(renamed))[::7]:
            keys.add(one(connection, "board_id($board)", board=naive.format_cards(order)))
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
def test_keys_by_hand(connection, hole, board, key):
    given = {"hole": hole, "board": board}
    found = connection.execute("select board_id($board), hole_id($hole, $board)", given).fetchall()
    assert found == [key]


@pytest.mark.parametrize("cards", SIZES)
def test_columns_longer_than_a_vector(connection, cards):
    texts, keys = dealt(cards, 5000, seed=cards)
    given = pa.table({"hole": [t[0] for t in texts], "board": [t[1] for t in texts]})  # noqa: F841
    found = connection.sql("select board_id(board), hole_id(hole, board) from given").fetchall()
    assert found == keys


def test_boards_of_all_sizes_nulls_and_shared_cards_in_one_column(connection):
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
    found = connection.sql("select board_id(board), hole_id(hole, board) from given").fetchall()
    assert found == [expected[i] for i in order]


def test_types_and_nulls(connection):
    sql = "select board_id('3h4sJh') as board, hole_id('AhQh', '3h4sJh') as hole"
    assert connection.sql(sql).types == ["BIGINT", "BIGINT"]
    nothing = "select board_id(x), hole_id(x, x) from (select 'AA' as x) where false"
    assert connection.sql(nothing).fetchall() == []
    for expression in ("board_id(null)", "hole_id(null, '3h4sJh')", "hole_id('AhQh', null)",
                       "hole_id(null, null)", "hole_id('3hQh', '3h4sJh')",
                       "hole_id('3h4s', '3h4sJh')"):  # fmt: skip
        assert one(connection, expression) is None


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("board_id('')", "'' has 0 cards; 3 to 5 are needed"),
        ("board_id('3h4s')", "'3h4s' has 2 cards; 3 to 5 are needed"),
        ("board_id('2c3c4c5c6c7c')", "'2c3c4c5c6c7c' has 6 cards; 3 to 5 are needed"),
        ("board_id('3h4sJx')", "'3h4sJx' at character 6: 'x' is not a suit; suits are cdhs"),
        ("board_id('3h3h4s')", "'3h3h4s' has 3h twice"),
        ("hole_id('Ah', '3h4sJh')", "'Ah' has 1 card; 2 are needed"),
        ("hole_id('AhKhQh', '3h4sJh')", "'AhKhQh' has 3 cards; 2 are needed"),
        ("hole_id('AhAh', '3h4sJh')", "'AhAh' has Ah twice"),
        ("hole_id('AhKx', '3h4sJh')", "'AhKx' at character 4: 'x' is not a suit; suits are cdhs"),
        ("hole_id('AhKh', '3h')", "'3h' has 1 card; 3 to 5 are needed"),
        ("hole_id('AKs', '3h4sJh')", "'AKs' at character 2: 'K' is not a suit; suits are cdhs"),
        ("hole_id('AhKx', null)", "'AhKx' at character 4: 'x' is not a suit; suits are cdhs"),
    ],
)
def test_what_is_no_hole_or_board(connection, expression, message):
    assert error(connection, expression) == message


def test_a_bad_row_far_down(connection):
    """Its number counts from a vector's start, so it is not in the message."""
    texts, _ = dealt(3, 5000, seed=9)
    boards = [board for _, board in texts]
    boards[4321] = "2c2c3d"
    given = pa.table({"board": boards})
    connection.register("far_down", given)
    assert error(connection, "max(board_id(board)) from far_down") == "'2c2c3d' has 2c twice"


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


def equities(connection, hero, villain):
    rows = connection.execute(FLOPS_EQUITIES, {"hero": hero, "villain": villain})
    assert [column[0] for column in rows.description] == ["board_id", "equity"]
    return dict(rows.fetchall())


@pytest.mark.parametrize(
    ("hero", "villain", "boards"),
    [
        ("AA", "KK", [0, 442, 1700, 1754]),
        ("AKs,QQ:0.5", "QQ,JTs:0.25", [5, 900]),
    ],
)
def test_flop_equities_as_one_by_one(connection, hero, villain, boards):
    found = equities(connection, hero, villain)
    for board in boards:
        expected = plain_equity(hero, villain, canonical_boards(3).cards[board].tolist())
        assert found.get(board, 0) == pytest.approx(expected or 0, rel=1e-12)


def pairs_on_flops(hero, villain):
    """Pairs of disjoint holes of two hands on each canonical flop, times the flops it is."""
    flops = canonical_boards(3)
    mine, his = (
        hole_cards()[np.flatnonzero(parse_range(text))].tolist() for text in (hero, villain)
    )
    pairs = [{*a, *b} for a in mine for b in his if not {*a} & {*b}]
    return [
        weight * sum(not pair & {*flop} for pair in pairs)
        for flop, weight in zip(flops.cards.tolist(), flops.weight.tolist(), strict=True)
    ]


@pytest.mark.parametrize(("hero", "villain"), [("AA", "KK"), ("AKs", "72o")])
def test_flop_equities_averaged_by_deals_are_those_before_the_flop(lake, hero, villain):
    with connect(lake) as whole:
        found = equities(whole, hero, villain)
        known = whole.execute(
            "select equity, deals from matchup_equities where hero = $hero and villain = $villain",
            {"hero": hero, "villain": villain},
        ).fetchall()
    deals = dict(enumerate(pairs_on_flops(hero, villain)))
    assert sorted(found) == [board for board, count in deals.items() if count]
    mean = sum(deals[board] * equity for board, equity in found.items()) / sum(deals.values())
    assert known == [
        (pytest.approx(mean, rel=1e-13), sum(deals.values()) * 1_712_304 // (48 * 47 * 46 // 6))
    ]


def test_flop_equities_of_a_column(connection):
    rows = connection.sql("""
        select hero, len(flop_equities(hero, villain))
        from (values ('AA', 'KK'), (null, 'KK'), ('AA', 'AA')) as t(hero, villain)
    """)
    assert rows.fetchall() == [("AA", 1753), (None, None), ("AA", 1376)]  # flops without an ace


def test_flop_equities_by_the_equity_in_the_lake(connection, tmp_path):
    lake = Lake.open(write_rankings(tmp_path / "lake"))
    with duckdb.connect() as other:
        register_functions(other, lake)
        assert equities(other, "0.4%", "AA") == equities(other, "AA:0.884", "AA")
    assert error(connection, "flop_equities('1%', 'AA')") == (
        "'1%' at character 1: '1%' needs a ranking of the 169 hands, and none is given"
    )


@pytest.mark.parametrize(
    ("hero", "villain", "message"),
    [
        ("AhAd", "AhKh", "no two holes of the ranges can meet on any flop"),
        ("AA", "", "no two holes of the ranges can meet on any flop"),
        ("AsKx", "AA", "'AsKx' at character 4: 'x' is not a suit; suits are cdhs"),
    ],
)
def test_flop_equities_of_what_cannot_be(connection, hero, villain, message):
    given = {"hero": hero, "villain": villain}
    assert error(connection, "flop_equities($hero, $villain)", **given) == message
