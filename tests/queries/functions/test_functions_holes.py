"""SQL functions of holes and boards: all holes, keys against the engine, nulls and errors."""

from itertools import combinations

import pytest

from helpers.sql_answers import column, error, one, row
from oracle import naive
from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_cards


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


def test_holes_of_plain_arithmetic(standard):
    pairs = list(combinations(range(52), 2))
    given = ", ".join(f"({b}, {a}, '{naive.format_cards([b, a])}')" for a, b in pairs)
    found = standard.sql(f"select hole_id(b, a), hole_id(t) from (values {given}) v(b, a, t)")
    assert found.fetchall() == [(b * (b - 1) // 2 + a,) * 2 for a, b in pairs]


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


def test_canonical_joins_the_tables(standard):
    """The rows of raw deals: as many on a flop as it has live holes, with the weights' shares."""
    found = standard.sql("""
        with dealt as (
            select canonical(hole, '8h8d2h') as key, count(*) as deals from holes group by key
        )
        select count(*), sum(deals), bool_and(flop_hands.weight = deals * flops.weight)
        from dealt
        inner join flop_hands on flop_hands.board_id = key.board_id
            and flop_hands.hole_id = key.hole_id
        inner join flops on flops.board_id = flop_hands.board_id
    """).fetchall()
    rows = one(standard, "count(*) from flop_hands where board_id = board_id('8h8d2h')")
    assert found == [(rows, 1176, True)]


def test_types(standard):
    found = row(
        standard, "typeof(hole_id('AsKs'))", "typeof(board_id('3h4sJh'))", "typeof(hand_of(0))",
        "typeof(canonical('AsKs', '3h4sJh'))",
    )  # fmt: skip
    key = "STRUCT(board_id BIGINT, hole_id BIGINT)"
    assert found == ("BIGINT", "BIGINT", "VARCHAR", key)


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


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("hand_of('AK')", "'AK' at character 2: 'K' is not a suit; suits are cdhs"),
        ("hand_of('AsAs')", "'AsAs' has As twice"),
        ("hand_of('AsKsQs')", "'AsKsQs' has 3 cards; 2 are needed"),
        ("hand_of(1326)", "hole 1326 is not in 0..1325"),
        ("hand_of(51, 51)", "a hole has As twice"),
        ("hand_of(51, 52)", "card 52 is not in 0..51"),
        ("hand_of(1.5)", "a hole is text such as 'AhKd', or its number 0 to 1325, "
                         "not DECIMAL(2,1)"),
        ("hole_id(-1)", "hole -1 is not in 0..1325"),
        ("hole_id('As')", "'As' has 1 card; 2 are needed"),
        ("hole_id('AsKs', 'Qs')", "'Qs' has 1 card; 3 to 5 are needed"),
        ("hole_id('AsKs', '')", "'' has 0 cards; 3 to 5 are needed"),
        ("canonical('AsKs', '3h4s')", "'3h4s' has 2 cards; 3 to 5 are needed"),
        ("canonical('AsKs', '3h4s3h')", "'3h4s3h' has 3h twice"),
        ("canonical('AsKx', '3h4sJh')", "'AsKx' at character 4: 'x' is not a suit; suits are cdhs"),
        ("canonical('AsKs')", "canonical(hole, board) takes 2 values, and 1 are given"),
        ("canonical('AsKs', 5)", "cards are read from text such as 'AhKd', not INTEGER"),
        ("board_id(5)", "cards are read from text such as 'AhKd', not INTEGER"),
    ],
)  # fmt: skip
def test_what_is_no_hole_or_board(standard, expression, message):
    assert error(standard, expression) == message


def test_hole_cards_are_what_sql_has(standard):
    assert column(standard, "select list_sort(cards(hole)) from holes order by hole_id") == (
        hole_cards().tolist()
    )
