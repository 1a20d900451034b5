"""Games of holes and boards in Python: evaluate, winners and deal by the rule of a game."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerlake as pk
from pokerlake.catalogue import GAMES
from pokerlake.engine.omaha.evaluate import omaha_class_ids, omaha_low_ids
from pokerlake.tables.errors import UsageError

HOLES = ["As2sAhKh", "KdKc2c3c", "AsKsAhKh"]
BOARDS = ["3s4d5hQcQd", "4s5s6s", "QsJsTs2h2c"]


def columns(texts):
    return pk.Cards(texts).columns


def test_one_hand():
    royal = pk.evaluate("AsKsAhKh", "QsJsTs2h2c", game="omaha")
    assert (royal, royal.name, type(royal)) == (1, "royal flush", pk.HandClass)
    # With three of the hole it would be better.
    assert pk.evaluate("AsAhAdKh", "KsQc2d7h8c", game="PLO").name == (
        "one pair, aces, king-queen-eight kickers"
    )
    assert pk.evaluate("AsKs", "QsJsTs6h6c", game="short deck").order == "short deck"
    high, low = pk.evaluate("As2sAhKh", "3s4d5hQcQd", game="omaha8")
    assert (high.name, low.name) == ("straight, five high", "low, five-four-three-deuce-ace")
    assert (low.order, pk.evaluate("KsKhQsQh", "3s4d5hJcJd", game="O8").low.name) == (
        "eight or better", "no low",
    )  # fmt: skip


@pytest.mark.parametrize(
    "as_given",
    [
        list, np.array, pl.Series, pd.Series, pk.Cards,
        lambda texts: pl.Series(texts).cast(pl.Categorical),
        lambda texts: [pk.parse_cards(text).tolist() for text in texts],
        lambda texts: pk.Cards(texts).rows,
    ],
)  # fmt: skip
def test_columns(as_given):
    holes, boards = HOLES[:2], ["3s4d5hQcQd", "4s5s6s2d2h"]
    expected = omaha_class_ids(columns(holes), columns(boards))
    found = pk.evaluate(as_given(holes), as_given(boards), game="omaha")
    assert found.dtype == np.uint16
    assert found.tolist() == expected.tolist()
    one = pk.evaluate(as_given(holes), "5c6c7d", game="omaha8")
    board = pk.parse_cards("5c6c7d")
    assert one.high.tolist() == omaha_class_ids(columns(holes), board).tolist()
    assert one.low.tolist() == omaha_low_ids(columns(holes), board).tolist()


def test_boards_of_several_sizes_and_one_hole():
    each = [pk.evaluate(*hand, game="omaha") for hand in zip(HOLES, BOARDS, strict=True)]
    assert pk.evaluate(HOLES, BOARDS, game="omaha").tolist() == each
    one = pk.evaluate("AhKh7c7d", BOARDS, game="omaha")
    assert one.tolist() == [pk.evaluate("AhKh7c7d", board, game="omaha") for board in BOARDS]
    assert pk.evaluate([], [], game="omaha").shape == (0,)


def test_holdem_is_as_without_a_game():
    for game in ("hold'em", "short deck"):
        holes, boards = ["AsKs", "7c7d"], ["QsJsTs6h6c", "7h8h9h"]
        found = pk.evaluate(holes, boards, game=game)
        together = [a + b for a, b in zip(holes, boards, strict=True)]
        assert found.tolist() == pk.evaluate(together, game=game).tolist()
        order = "high" if game == "hold'em" else game
        assert found.tolist() == pk.evaluate(together, order=order).tolist()
    assert pk.evaluate(51, 47, 43, 39, 35, game="hold'em") == 1


def test_rows_that_are_none():
    holes = ["As2sAhKh", "As2sAhKh", "AsAsAdAc", "AsKs", None, "xx"]
    boards = ["3s4d5hQcTs", "3s4d5hAsTs", "3s4d5h", "4c5d6h", "4c5d6h", "4c5d6h"]
    expected = [1609, 0, 0, 0, 0, 0]
    assert pk.evaluate(holes, boards, game="omaha", strict=False).tolist() == expected
    found = pk.evaluate(["AsKs", "AsKs"], ["QsJsTs", "QsJs2s"], game="6+", strict=False)
    assert found.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("given", "game", "problem"),
    [
        (("AsKsQs", "2c3c4c"), "omaha", "^omaha holes of 3 cards each; 4 are needed"),
        ((["AsKsQs"], "2c3c4c"), "omaha", "'AsKsQs' has 3 cards; 4 are needed"),
        (("AsKsQsJs", "2c3c4c"), "plo5", "^omaha5 holes of 4 cards each; 5 are needed"),
        (("AsKsQsJs", "2c3c4c"), "hold'em", "^hold'em holes of 4 cards each; 2 are needed"),
        (("AsKsQsJs", "2c3c"), "omaha", "^boards of 2 cards each; 3 to 5 are needed"),
        ((HOLES, BOARDS[:2]), "omaha", "^3 holes and 2 boards; give a board for each hole"),
        ((HOLES, [*BOARDS[:2], None]), "omaha", "at index 2: null is among the boards"),
        ((HOLES, [*BOARDS[:2], "AsQs2d"]), "omaha", "at index 2: 'AsKsAhKhAsQs2d' has As twice"),
        (("AsKsQsJsTs2h2c",), "omaha", "a hand of omaha has 2 cards of the hole"),
        ((51, 47), "omaha", "a hand of omaha has 2 cards of the hole"),
        (("AsKs", "2c3c4c"), "6+", "has 2c, which is not in the deck of 36 cards"),
        (("AsKs", "2c3c4c"), "chess", "no game 'chess'"),
        (("AsKsQsJs",), "badugi", "^'badugi' is an order of hands and no game: evaluate takes it"),
        (("AsKs", "2c3c4c"), 7, "game is 7; give one of: hold'em, omaha"),
    ],
)  # fmt: skip
def test_what_is_refused(given, game, problem):
    with pytest.raises(ValueError, match=problem):
        pk.evaluate(*given, game=game)


def test_a_game_and_an_order():
    with pytest.raises(UsageError, match="order is '2-7' and game 'omaha': give either"):
        pk.evaluate("AsKsQsJs", "2c3c4c", game="omaha", order="2-7")


# ---------------------------------------------------------------- showdowns


def test_winners_of_one_deal():
    found = pk.winners(["KsKhQcJc", "As2s9d9h", "Ac2c7c7d"], "3h4d8hKcJd", game="omaha hi-lo")
    assert found.shares.tolist() == [0.5, 0.25, 0.25]
    assert found.high_winners.tolist() == [True, False, False]
    assert found.low_winners.tolist() == [False, True, True]
    assert found.low_classes.tolist() == [57, 22, 22]
    assert found.split
    assert str(found).splitlines()[2:] == [
        "     1    0.5  three of a kind, kings, jack-eight kickers  "
        "no low                           high",
        "     2   0.25  one pair, nines, king-jack-eight kickers    "
        "low, eight-four-three-deuce-ace  low",
        "     3   0.25  one pair, sevens, king-jack-eight kickers   "
        "low, eight-four-three-deuce-ace  low",
    ]
    high = pk.winners(["KsKhQcJc", "As2s9d9h"], "3h4d8hKcJd", game="omaha")
    assert (high.shares.tolist(), high.low_classes) == ([1, 0], None)
    assert not high.low_winners.any()


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("omaha", 10, 4),
        ("omaha5", 9, 5),
        ("omaha6", 7, 6),
        ("omaha hi-lo", 10, 4),
        ("omaha5 hi-lo", 9, 5),
        ("omaha6 hi-lo", 7, 6),
    ],
)
def test_winners_of_what_was_dealt(game, players, size):
    dealt = pk.deal(500, players=players, board=5, game=game, seed=3)
    assert (len(dealt.holes), dealt.game) == (players, game)
    assert {hole.columns.shape for hole in dealt.holes} == {(size, 500)}
    found = pk.winners(dealt)
    assert found.shares.sum(axis=1) == pytest.approx(np.ones(500))
    classes = [pk.evaluate(hole, dealt.board, game=game) for hole in dealt.holes]
    highs = [one.high if GAMES[game].halves else one for one in classes]
    assert (found.classes == np.stack(highs, axis=1)).all()
    table = found.to_arrow()
    assert (table.num_rows, table["class_2"].to_pylist()) == (500, highs[1].tolist())
    if GAMES[game].halves:
        assert table["low_class_1"].to_pylist() == classes[0].low.tolist()
        assert (found.split == ((found.shares > 0).sum(axis=1) > 1)).all()
    rows = np.stack([hole.rows for hole in dealt.holes], axis=1)
    again = pk.winners(rows, dealt.board, game=game, layout="rows")
    assert (again.shares == found.shares).all()
    with pytest.raises(UsageError, match=f"{players + 1} players; give 2 to {players}"):
        pk.winners([*dealt.holes, dealt.holes[0]], dealt.board, game=game)


@pytest.mark.parametrize("game", ["omaha", "omaha5", "omaha8", "short deck", "hold'em"])
def test_a_board_by_its_name(game):
    """Players and boards as people have them: arguments, a list, a frame, what was dealt."""
    dealt = pk.deal(20, players=3, board=5, game=game, seed=2)
    table = dealt.to_arrow()
    board, frame = table["board"], pl.from_arrow(table)
    holes, named = frame.drop("board"), {"board": board}
    players = [table[f"player_{n}"] for n in (1, 2, 3)]
    expected = pk.winners(dealt).shares
    for given, more in (
        (players, named), ([players], named), ([players, board], {}),
        ([holes], named), ([holes, board], {}), ([frame], {}),
        ([frame.to_pandas()], {}), ([table], {}), ([of.rows for of in dealt.holes], named),
    ):  # fmt: skip
        assert (pk.winners(*given, **more, game=game).shares == expected).all()
    one = [of[0].as_py() for of in players]
    assert (pk.winners(*one, board=board[0].as_py(), game=game).shares == expected[0]).all()
    found = pk.evaluate(players[0], board=board, game=game)
    assert str(found) == str(pk.evaluate(players[0], board, game=game))


def test_which_is_the_board():
    for given in (("AhKh", "QsQc"), ("AhKh", "QsQc", "2h7d9hTc4h")):
        with pytest.raises(UsageError, match=rf"^{len(given)} hands .* is the board\? Name it: "):
            pk.winners(*given)
    with pytest.raises(UsageError, match=r"^no board; give one for each deal"):
        pk.winners(["AhKh", "QsQc"])
    with pytest.raises(UsageError, match=r"^no holes; give those of 2 to 10 players"):
        pk.winners(board="2h7d9hTc4h")
    with pytest.raises(UsageError, match=r"^board has rows; equity is of one situation"):
        pk.equity("AA", "KK", board=np.arange(6).reshape(2, 3))


def test_what_winners_refuses():
    with pytest.raises(
        pk.CardError, match=r"^omaha holes of player 2 of 2 cards each; 4 are needed"
    ):
        pk.winners(["KsKhQcJc", "As2s"], "3h4d8hKcJd", game="omaha")
    with pytest.raises(pk.CardError, match=r"^boards of 3 cards each; 5 are needed"):
        pk.winners(["KsKhQcJc", "As2s3s4s"], "3h4d8h", game="omaha")
    with pytest.raises(pk.CardError, match="has Ks twice"):
        pk.winners(["KsKhQcJc", "KsAs2s3s"], "3h4d8h9c9d", game="omaha")
    with pytest.raises(pk.CardError, match="53 cards cannot be dealt"):
        pk.deal(1, players=8, board=5, game="omaha6")
