"""``discards``: the sets of cards that a hand as dealt may throw away, as rows of the table."""

import duckdb
import numpy as np
import pytest

from oracle import naive
from pokerlake.engine.draw.exchange import canonical_discards
from pokerlake.queries.functions import register_functions
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import QueryError


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        register_functions(connection)
        yield connection


def discards(connection, hand):
    sql = "select unnest(discards($hand), recursive := true)"
    return connection.execute(sql, {"hand": hand}).fetchall()


def test_all_sets_of_a_hand(connection):
    rows = discards(connection, "Ks 9h 7c 7d Ac")
    assert len({kept for _, _, kept, _ in rows}) == 32
    assert {hand for hand, *_ in rows} == {"7c7d9hKsAc"}
    assert rows[0] == ("7c7d9hKsAc", 0, "Ks9h7c7dAc", "")
    assert rows[0b00011] == ("7c7d9hKsAc", 0b01100, "7c7dAc", "Ks9h")
    assert rows[31] == ("7c7d9hKsAc", 31, "", "Ks9h7c7dAc")


def test_suits_are_those_of_the_canonical_hand(connection):
    rows = discards(connection, "As2h2s3c2d")
    assert {hand for hand, *_ in rows} == {"2c2d2h3sAc"}
    by_thrown = {thrown: discard for _, discard, _, thrown in rows}
    # The deuces of hearts and diamonds are alike; that of spades is of the ace's suit.
    assert [by_thrown[cards] for cards in ("2h", "2d", "2s", "As", "3c")] == [2, 2, 1, 16, 8]
    assert [by_thrown[cards] for cards in ("2h2s", "2s2d", "2h2d")] == [3, 3, 6]


def test_of_a_column(connection):
    """Few hands are read without kernels, many with: both say the same."""
    hands = [naive.format_cards(hand) for hand in naive.random_hands(5, 300, 5)]
    texts = [*hands, None, "10c Jc Qc Kc Ac"]
    rows = connection.execute(
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
        (first,) = discards(connection, hand)[7:8]
        assert first == tuple(found[7].values())


def test_nulls_alone(connection):
    assert connection.sql("select discards(null)").fetchall() == [(None,)]
    assert connection.sql("select discards(x) from (select '' as x) where false").fetchall() == []


@pytest.mark.parametrize("others", [0, 100])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7c7d9hKs", "'7c7d9hKs' has 4 cards"),
        ("7c7d9hKsAcAd", "'7c7d9hKsAcAd' has 6 cards"),
        ("7c7d9hKs7c", "'7c7d9hKs7c' has 7c twice"),
        ("7c7d9hKsAx", "'7c7d9hKsAx' at character 10: 'x' is not a suit; suits are cdhs"),
    ],
)
def test_what_is_no_hand(connection, text, message, others):
    texts = ["2c3c4c5c6c"] * others + [text]
    with pytest.raises(QueryError) as raised:
        stream(
            connection, "select discards(hand) from unnest($texts) as t(hand)", {"texts": texts}
        ).read_all()
    assert str(raised.value).startswith(message)
