"""SQL functions of cards and classes: every overload, all classes, nulls, errors, threads."""

import random

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.sql_answers import column, error, one, row
from oracle import naive, naive_omaha
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.draw.exchange import canonical_discards
from pokerlake.engine.hands.evaluate import class_ids

SIZES = (5, 6, 7)
NUMBERS = ", ".join(f"c{i}" for i in range(7))


def texts(hands):
    return [naive.format_cards(hand) for hand in hands]


# ---------------------------------------------------------------- cards, card_text


def test_cards_of_any_number_and_back(standard):
    dealer = random.Random(3)
    hands = [dealer.sample(range(52), n % 53) for n in range(5000)]
    given = pa.table({"hand": [*texts(hands), None]})
    standard.register("any_number", given)
    assert column(standard, "select cards(hand) from any_number") == [*hands, None]
    back = column(standard, "select card_text(cards(hand)) from any_number")
    assert back == [*texts(hands), None]


def test_card_text_of_lists_and_numbers(standard):
    for expression, text in [
        ("card_text([51, 45]::utinyint[])", "AsKd"),
        ("card_text([51, 45])", "AsKd"),
        ("card_text([]::tinyint[])", ""),
        ("card_text([51, null])", None),
        ("card_text([null])", None),
        ("card_text(null)", None),
        ("card_text(0)", "2c"),
        ("card_text(51::utinyint)", "As"),
    ]:
        assert one(standard, expression) == text
    assert column(standard, "select card_text(i) from range(52) t(i)") == texts(
        [[card] for card in range(52)]
    )
    assert column(
        standard, "select card_text(x) from (values ([1, 2]), (null), ([3]), ([null])) t(x)"
    ) == ["2d2h", None, "2s", None]


# ---------------------------------------------------------------- omaha_class_of, omaha_low_of


def test_omaha_of_every_size_as_plain_search(standard):
    """Rows of all sizes at once, and nulls between them."""
    dealer = random.Random(4)
    hands, expected = [], []
    for n in range(300):
        hole, board = 4 + n % 3, 3 + n // 3 % 3
        cards = dealer.sample(range(52), hole + board)
        hands.append(texts([cards[:hole], cards[hole:]]))
        expected.append(
            (
                naive_omaha.class_of(cards[:hole], cards[hole:]),
                naive_omaha.low_of(cards[:hole], cards[hole:]),
            )
        )
    hands += [[None, "3s4d5h"], ["AsKsAhKh", None], ["AsKsAhKh", "3s4dAh"]]
    holes, boards = zip(*hands, strict=True)
    standard.register("omaha_rows", pa.table({"hole": holes, "board": boards}))
    found = standard.execute(
        "select omaha_class_of(hole, board), omaha_low_of(hole, board) from omaha_rows"
    ).fetchall()
    assert found == [*expected, (None, None), (None, None), (None, None)]


# ---------------------------------------------------------------- best_five, low_five


def test_which_five_play_of_every_size_and_game(standard):
    hands = [naive.random_hands(n % 3 + 5, 1, seed=n)[0] for n in range(300)]
    whole, hole, board = (
        [*texts(hands), None],
        [*texts(hand[:2] for hand in hands), "AsKs"],
        [*texts(hand[2:] for hand in hands), "As3s4s"],
    )
    standard.register("fives", pa.table({"whole": whole, "hole": hole, "board": board}))
    found = standard.execute(
        "select best_five(whole), best_five(hole, board), class_of(best_five(whole)), "
        "class_of(whole) from fives"
    ).fetchall()
    assert all(one == other and of_five == of_all for one, other, of_five, of_all in found)
    assert found[-1] == (None,) * 4
    for expression, five in [
        ("best_five('As2sKhKd', '3c4d8h9c9d')", "KhKd9c9d8h"),
        ("low_five('As2sKhKd', '3c4d8h9c9d')", "8h4d3c2sAs"),
        ("low_five('AsKsAhKh', 'QsJsTs2h2c')", None),
        ("best_five('AhKh', '9h8h7h6h', 'short deck')", "9h8h7h6hAh"),
        ("best_five('AhKh', 'AhJhTh')", None),
    ]:
        assert one(standard, expression) == five


# ---------------------------------------------------------------- class_of


@pytest.mark.parametrize("cards", SIZES)
def test_every_overload_of_class_of_as_plain_search(standard, cards):
    hands = naive.random_hands(cards, 200, seed=cards)
    expected = [naive.best_class(hand) for hand in hands]
    given = {f"c{i}": pa.array([hand[i] for hand in hands], pa.uint8()) for i in range(cards)}
    split = {
        "whole": texts(hands),
        "hole": texts(hand[:2] for hand in hands),
        "rest": texts(hand[2:] for hand in hands),
        "three": texts(hand[2:5] for hand in hands),
    }
    split |= {f"card_{i}": texts([hand[i]] for hand in hands) for i in range(5, cards)}
    standard.register(f"dealt_{cards}", pa.table({**given, **split}))
    numbers = ", ".join(given)
    later = "".join(f", card_{i}" for i in range(5, cards))
    for call in (
        "class_of(whole)",
        f"class_of({numbers})",
        f"class_of({', '.join(f'{name}::bigint' for name in given)})",
        f"class_of({', '.join(f'{name}::tinyint' for name in given)})",
        "class_of(cards(whole))",
        f"class_of([{numbers}])",
        "class_of(hole, rest)",
        f"class_of(hole, three{later})",
        "class_of(whole || ' ')",
        "class_of(lower(hole), rest || ',')",
    ):
        assert column(standard, f"select {call} from dealt_{cards}") == expected, call


def test_class_of_boards_of_all_sizes_in_one_column(standard):
    hands = [naive.random_hands(n % 3 + 5, 1, seed=n)[0] for n in range(3000)]
    given = pa.table(
        {
            "whole": [*texts(hands), None],
            "hole": [*texts(hand[:2] for hand in hands), "AsKs"],
            "board": [*texts(hand[2:] for hand in hands), None],
        }
    )
    standard.register("mixed", given)
    expected = [naive.best_class(hand) for hand in hands[:300]]
    found = standard.sql(
        "select class_of(whole), class_of(hole, board), class_of(cards(whole)) from mixed"
    ).fetchall()
    assert [values[0] for values in found[:300]] == expected
    assert all(len(set(values)) == 1 for values in found)
    assert found[-1] == (None, None, None)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_class_of_many_rows_on_several_threads(standard, threads):
    hands = deal(300_000, 7, seed=8)
    table = pa.table({f"c{i}": hands[i] for i in range(7)})
    expected = int(class_ids(hands, layout="columns").sum(dtype="int64"))
    with standard.cursor() as cursor:
        cursor.execute(f"set threads = {threads}")
        cursor.register("many", table)
        text = "card_text([" + NUMBERS + "])"
        cursor.execute(f"create temp table stored as select *, {text} as hand from many")
        found = cursor.sql(f"select sum(class_of({NUMBERS})), sum(class_of(hand)) from stored")
        assert found.fetchall() == [(expected, expected)]


def test_null_gives_null(standard):
    for expression in (
        "class_of(null)", "class_of(null, 'AsKsQs')", "class_of('AsKs', null)",
        "class_of(null::varchar, null::varchar)", "class_of(1, 2, 3, 4, null)",
        "class_of(1, 2, null, 4, 5::utinyint, 6)", "class_of([1, 2, 3, 4, null])",
        "class_of(null::utinyint[])", "class_of(1, 2, 3, 4, 5, null::utinyint, 7)",
        "category(null)", "category_name(null)", "name_of_category(null)",
        "category(1, null)", "category_name(1, null)", "percentile(1, 5, null)",
        "class_name(null)", "percentile(null)",
        "percentile(1, null)", "percentile(null, 5)",
    ):  # fmt: skip
        assert one(standard, expression) is None, expression
    rows = standard.sql(
        "select class_of(a, b, c, d, e) from (values (51, 47, 43, 39, 35), (0, 1, 2, 3, null)) "
        "t(a, b, c, d, e)"
    ).fetchall()
    assert rows == [(1,), (None,)]
    for empty in ("class_of(x)", "class_of(x, x)", "cards(x)", "card_text(cards(x))"):
        assert standard.sql(f"select {empty} from (select 'x' as x) where false").fetchall() == []


def test_hole_and_board_with_a_card_in_common_cannot_be_dealt(standard):
    assert one(standard, "class_of('AsKs', 'AsQsJs')") is None
    boards = "select class_of(hole, 'AsKsQsJsTs') from holes"
    assert sum(value is None for value in column(standard, boards)) == 1326 - 47 * 46 // 2
    assert set(column(standard, boards)) == {1, None}


# ---------------------------------------------------------------- what is told of a class


def test_all_classes_as_the_table_has_them(standard):
    wrong = standard.sql("""
        select class_id from classes
        where category(class_id) <> category or class_name(class_id) <> name
            or category_name(class_id) <> split_part(replace(name, 'royal', 'straight'), ',', 1)
            or name_of_category(category) <> category_name(class_id)
    """).fetchall()
    assert wrong == []
    assert one(standard, "count(class_name(class_id)) from classes") == 7462
    assert [naive.category(n) for n in range(1, 7463)] == column(
        standard, "select category(i) from range(1, 7463) t(i)"
    )


def test_a_name_means_a_class_in_python_in_sql_and_in_frames(standard):
    hands = [("6h5h4h3h2h", "straight flush"), ("AhAdAcAsKd", "four of a kind"),
             ("2c3c4c5c7d", "high card"), ("7c7d9hKsAc", "one pair")]  # fmt: skip
    for hand, name in hands:
        assert one(standard, f"category_name(class_of('{hand}'))") == name
        assert pk.category_name(pk.evaluate(hand)) == pk.evaluate(hand).category_name == name
        assert pk.poker(pl.Series([hand])).category_name().to_list() == [name]
    for game, hand in (("short deck", "AhKhQhJhTh"), ("2-7", "7c5d4h3s2c"), ("badugi", "As2d3c4h")):
        found = pk.evaluate(hand, order=game)
        assert row(
            standard, f"category({int(found)}, '{game}')", f"category_name({int(found)}, '{game}')",
            f"percentile({int(found)}, null, '{game}') is null",
            f"percentile({int(found)}, {len(hand) // 2}, '{game}')",
            f"name_of_category({found.category}, '{game}')",
        ) == (
            found.category, found.category_name, True, found.percentile(len(hand) // 2),
            found.category_name,
        )  # fmt: skip


@pytest.mark.parametrize(
    "expression",
    [
        "category_name(category(9))",
        "category_name(category) from classes",
        "category_name(c.category) from classes as c",
        "category_name(category + 0) from category_odds",
    ],
)
def test_the_name_of_a_category_is_not_asked_of_a_class(standard, expression):
    told = error(standard, expression)
    assert told.startswith("category_name takes a class, and ")
    assert told.endswith("is a category: write name_of_category(category)")


# ---------------------------------------------------------------- other orders


def test_other_orders(standard):
    found = row(
        standard, "class_of('As2d3c4h', 'badugi')", "class_of('As2d', '3c4h', 'badugi')",
        "class_of('As2d', '3cAs', 'badugi')", "class_of('AhKd', 'AdKcKs', 'short deck')",
        "class_of(51, 47, 43, 39, 35, '6+')", "class_of([51, 1, 6, 8], 'badugi')",
        "class_of(51::utinyint, 1::utinyint, 6::utinyint, 8::utinyint, 'badugi')",
        "class_of('7c5d4h3s2c', '2-7')", "class_of('AsKsQsJsTs', 'high')",
        "class_of(null::varchar, 'short deck')",
    )  # fmt: skip
    assert found == (1, 1, None, 207, 1, 1, 1, 1, 1, None)
    names = row(standard, "class_name(1, '2-7')", "class_name(57, '8 or better')")
    assert names == ("no pair, seven-five-four-three-deuce", "no low")


# ---------------------------------------------------------------- discards


def discards(no_lake, hand):
    sql = "select unnest(discards($hand), recursive := true)"
    return no_lake.execute(sql, {"hand": hand}).fetchall()


def test_all_sets_of_a_hand(no_lake):
    rows = discards(no_lake, "Ks 9h 7c 7d Ac")
    assert len({kept for _, _, kept, _ in rows}) == 32
    assert {hand for hand, *_ in rows} == {"7c7d9hKsAc"}
    assert rows[0] == ("7c7d9hKsAc", 0, "Ks9h7c7dAc", "")
    assert rows[0b00011] == ("7c7d9hKsAc", 0b01100, "7c7dAc", "Ks9h")
    assert rows[31] == ("7c7d9hKsAc", 31, "", "Ks9h7c7dAc")


def test_suits_are_those_of_the_canonical_hand(no_lake):
    rows = discards(no_lake, "As2h2s3c2d")
    assert {hand for hand, *_ in rows} == {"2c2d2h3sAc"}
    by_thrown = {thrown: discard for _, discard, _, thrown in rows}
    # The deuces of hearts and diamonds are alike; that of spades is of the ace's suit.
    assert [by_thrown[cards] for cards in ("2h", "2d", "2s", "As", "3c")] == [2, 2, 1, 16, 8]
    assert [by_thrown[cards] for cards in ("2h2s", "2s2d", "2h2d")] == [3, 3, 6]


def test_of_a_column(no_lake):
    """Few hands are read without kernels, many with: both say the same."""
    hands = [naive.format_cards(hand) for hand in naive.random_hands(5, 300, 5)]
    texts = [*hands, None, "10c Jc Qc Kc Ac"]
    rows = no_lake.execute(
        "select discards(hand) from unnest($texts) as t(hand)", {"texts": texts}
    ).fetchall()
    assert rows[300] == (None,)
    assert rows[301][0][0] == {
        "hand": "TcJcQcKcAc", "discard": 0, "kept": "TcJcQcKcAc", "thrown": ""
    }  # fmt: skip
    expected = canonical_discards(np.array([naive.parse_cards(hand) for hand in hands], np.uint8))
    for (found,), hand, canonical, own in zip(rows, hands, *expected, strict=False):
        assert {row["hand"] for row in found} == {naive.format_cards(canonical)}
        assert [row["discard"] for row in found] == own.tolist()
        (first,) = discards(no_lake, hand)[7:8]
        assert first == tuple(found[7].values())
