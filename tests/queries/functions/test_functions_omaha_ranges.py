"""SQL functions of holes of Omaha: their suits made the smallest, and their weights in ranges."""

import duckdb
import numpy as np
import pytest

from given.omaha_rankings import write_omaha_rankings
from helpers.sql_answers import error, one, row
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.ranges.omaha.parser import parse_omaha_range
from pokerlake.queries.functions import register_functions
from pokerlake.tables.lake import Lake


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    folder = write_omaha_rankings(tmp_path_factory.mktemp("ranked"), tables=("omaha_hands",))
    with duckdb.connect() as connection:
        register_functions(connection, Lake.open(folder))
        yield connection


def smallest(hole):
    """The hole with the smallest suits, by trying all."""
    from itertools import permutations

    cards = [CARDS.index(hole[at : at + 2]) for at in range(0, len(hole), 2)]
    images = [sorted(card & ~3 | to[card & 3] for card in cards) for to in permutations(range(4))]
    return "".join(CARDS[card] for card in reversed(min(images)))


def random_holes(cards, n):
    rng = np.random.default_rng(cards)
    return ["".join(CARDS[c] for c in rng.permutation(52)[:cards]) for _ in range(n)]


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_the_smallest_suits(cards, ranked):
    holes = random_holes(cards, 200)
    found = ranked.execute("select omaha_hand(unnest($holes))", {"holes": holes}).fetchall()
    assert [hand for (hand,) in found] == [smallest(hole) for hole in holes]


def test_the_hole_that_tables_have_is_its_own():
    names = np.array(CARDS)[canonical_boards(4).cards[::50, ::-1]]
    assert all(smallest("".join(name)) == "".join(name) for name in names.tolist())


def test_holes_of_several_sizes_and_nulls(ranked):
    rows = ranked.sql(
        "select omaha_hand(h), in_omaha_range(h, 'AA'), omaha_range_weight(h, r) from (values "
        "('AsAhKsKh', 'AAxx$ds@50'), ('AsAhKsKhQs', 'AAKKQ'), (null, 'AA'), ('2s2hKsKhQsQh', null))"
        " as t(h, r)"
    ).fetchall()
    assert rows == [
        ("AdAcKdKc", True, 0.5),
        ("AdAcKdKcQc", True, 1.0),
        (None, None, None),
        ("KdKcQdQc2d2c", False, None),
    ]


def test_weights_of_random_holes(ranked):
    texts = ["AAxx", "$ds@25", "KQJT$ss", "*", "", "RRON", "1%"]
    holes = random_holes(4, 300)
    found = ranked.execute(
        "select hole, range, omaha_range_weight(hole, range) from "
        "(select unnest($holes) as hole), (select unnest($texts) as range)",
        {"holes": holes, "texts": texts},
    ).fetchall()
    assert len(found) == len(holes) * len(texts)
    ranges = {text: parse_omaha_range(text) for text in texts if "%" not in text}
    for hole, text, weight in found:
        if text in ranges:
            cards = sorted(CARDS.index(hole[at : at + 2]) for at in range(0, 8, 2))
            assert weight == ranges[text].weights_of(np.array([cards], np.uint8))[0]
    assert one(ranked, "omaha_range_weight('AsAhAdAc', '1%')") == 1
    assert row(ranked, "in_omaha_range('2s3s4s5s', '1%')") == (False,)


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("in_omaha_range('AsAhKs', 'AA')", "'AsAhKs' has 3 cards; 4 to 6 are needed"),
        ("in_omaha_range('AsAhKsKs', 'AA')", "'AsAhKsKs' has Ks twice"),
        ("in_omaha_range('AsAhKsKh', 'AAds')", "write AA$ds"),
        ("in_omaha_range('AsAhKsKh', 5)", "a range is text"),
        ("in_omaha_range('AsAhKsKhQs', '5%')", "pokerlake build omaha_hands5"),
        ("in_omaha_range('AsAhKsKhQsQh', '5%')", "pokerlake build omaha_hands6"),
        ("omaha_hand('AsAhKs')", "4 to 6 are needed"),
        ("omaha_hand(5)", "cards are read from text"),
    ],
)
def test_what_is_no_hole_or_range(expression, says, ranked):
    assert says in error(ranked, expression)


def test_without_a_lake_there_are_no_percentages():
    with duckdb.connect() as connection:
        register_functions(connection)
        assert one(connection, "in_omaha_range('AsAhKsKh', 'AA')")
        assert "the ranking of holes is in a lake, and there is none" in error(
            connection, "in_omaha_range('AsAhKsKh', '5%')"
        )
