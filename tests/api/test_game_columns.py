"""``.poker`` of holes on boards by the rule of a game, as ``pk.evaluate``: polars and pandas."""

import pandas as pd
import polars as pl
import pytest

import pokerlake as pk
from pokerlake.tables.errors import UsageError

pk.register()

HOLES = ["As2sAhKh", "KdKc2c3c", None, "KsKhQsQh"]
BOARDS = ["3s4d5hQcQd", "4s5s6s", "4s5s6s", "4s5s6s7h"]


@pytest.fixture(scope="module")
def frame():
    return pl.DataFrame({"hole": HOLES, "board": BOARDS})


@pytest.mark.parametrize("game", ["omaha", "omaha hi-lo"])
def test_holes_on_boards(frame, game):
    hole = pl.col("hole").poker
    found = frame.lazy().select(
        hole.class_id("board", game=game).alias("id"),
        hole.category("board", game=game).alias("category"),
        hole.category_name("board", game=game).alias("category_name"),
        hole.class_name("board", game=game).alias("name"),
        hole.low_class_id("board").alias("low"),
        hole.low_name("board").alias("low_name"),
    )
    assert found.collect_schema().dtypes()[:2] == [pl.UInt16, pl.UInt8]
    rows = found.collect().rows()
    for row in (0, 1, 3):
        high, low = pk.evaluate(HOLES[row], BOARDS[row], game="omaha hi-lo")
        assert rows[row] == (
            int(high), high.category, high.category_name, high.name, int(low), low.name,
        )  # fmt: skip
    assert rows[2] == (None,) * 6


@pytest.mark.parametrize("game", ["omaha5", "omaha6", "short deck", "hold'em"])
def test_deals_as_numbers(game):
    deal = pk.deal(300, players=2, board=5, game=game, seed=2)
    expected = pk.evaluate(deal.holes[0], deal.board, game=game)
    holes = pl.Series(deal.holes[0].rows.tolist())
    found = holes.poker.class_id(pl.Series(deal.board.rows.tolist()), game=game)
    assert found.to_list() == expected.tolist()
    texts = pd.Series(deal.holes[0].texts)
    assert (
        texts.poker.class_id(pd.Series(deal.board.texts), game=game).tolist() == expected.tolist()
    )


def test_short_deck_without_a_board():
    hand = pl.Series(["AsKs9d8h7c6c"])
    assert hand.poker.class_name(game="short deck").to_list() == ["straight, nine high"]


def test_what_cannot_be_dealt(frame):
    wrong = pl.Series(["As2sAhKh", "As2s", "As2sAhKh", "As2sAhKx"])
    boards = ["3s4d5h", "3s4d5h", "AsKdQh", "3s4d5h"]
    found = wrong.poker.class_id(boards, game="omaha", strict=False)
    assert found.is_null().to_list() == [False, True, True, True]
    with pytest.raises(pk.CardError, match="holes: 'As2s' has 2 cards; 4 are needed"):
        wrong.poker.class_id(boards, game="omaha")
    with pytest.raises(pk.CardError, match=r"AsKdQh' has As twice"):
        wrong[2:3].poker.class_id(boards[2:3], game="omaha")
    with pytest.raises(
        UsageError, match="a hand of omaha is of a hole and a board; give the board"
    ):
        wrong.poker.class_id(game="omaha")
    with pytest.raises(UsageError, match="no game 'chess'"):
        wrong.poker.class_id(game="chess")
