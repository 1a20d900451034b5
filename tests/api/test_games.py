"""Games of holes and boards in Python: evaluate, winners and deal by the rule of a game."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerlake as pk
from oracle import naive_two_boards as naive
from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import parse_hand
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


def test_rows_that_are_none():
    holes = ["As2sAhKh", "As2sAhKh", "AsAsAdAc", "AsKs", None, "xx"]
    boards = ["3s4d5hQcTs", "3s4d5hAsTs", "3s4d5h", "4c5d6h", "4c5d6h", "4c5d6h"]
    expected = [1609, 0, 0, 0, 0, 0]
    assert pk.evaluate(holes, boards, game="omaha", strict=False).tolist() == expected
    found = pk.evaluate(["AsKs", "AsKs"], ["QsJsTs", "QsJs2s"], game="6+", strict=False)
    assert found.tolist() == [1, 0]


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
        ("omaha", 10, 4), ("omaha5", 9, 5), ("omaha6", 7, 6), ("omaha hi-lo", 10, 4),
        ("omaha5 hi-lo", 9, 5), ("omaha6 hi-lo", 7, 6),
    ],
)  # fmt: skip
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


# ---------------------------------------------------------------- frames


HOLES_OF_ROWS = ["As2sAhKh", "KdKc2c3c", None, "KsKhQsQh"]
BOARDS_OF_ROWS = ["3s4d5hQcQd", "4s5s6s", "4s5s6s", "4s5s6s7h"]


@pytest.fixture(scope="module")
def frame():
    pk.register()
    return pl.DataFrame({"hole": HOLES_OF_ROWS, "board": BOARDS_OF_ROWS})


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
        high, low = pk.evaluate(HOLES_OF_ROWS[row], BOARDS_OF_ROWS[row], game="omaha hi-lo")
        assert rows[row] == (
            int(high), high.category, high.category_name, high.name, int(low), low.name,
        )  # fmt: skip
    assert rows[2] == (None,) * 6


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
        UsageError, match="a hand of omaha needs a hole and a board; give the board"
    ):
        wrong.poker.class_id(game="omaha")
    with pytest.raises(UsageError, match="no game 'chess'"):
        wrong.poker.class_id(game="chess")


# ---------------------------------------------------------------- two boards


SHARES = {
    "hold'em": naive.holdem_shares,
    "omaha": naive.omaha_shares,
    "omaha5 hi-lo": naive.hilo_shares,
}


def test_run_it_twice():
    once = pk.equity("AhKh", "QsQc", board="Jh2h3d")
    twice = pk.equity("AhKh", "QsQc", board="Jh2h3d", runs=2)
    thrice = pk.equity("AhKh", "QsQc", board="Jh2h3d", runs=3)
    assert (once.runs, once.spread, once.standard_deviation) == (1, None, None)
    assert (twice.equity == once.equity).all()
    assert twice.standard_deviation.round(4).tolist() == [0.3455, 0.3455]
    assert (thrice.standard_deviation < twice.standard_deviation).all()
    one = (once.equity * (1 - once.equity)) ** 0.5
    assert twice.spread.standard_deviation_once == pytest.approx(one)
    assert twice["win_both"].tolist() == twice.spread.pairs.win.tolist()
    assert twice.to_arrow().schema.names[-4:] == [
        "standard_deviation", "standard_deviation_once", "win_both", "lose_both",
    ]  # fmt: skip
    assert "win_both" not in thrice.to_arrow().schema.names
    assert pickle.loads(pickle.dumps(twice)) == twice
    assert "standard deviation: 893,970 pairs of run-outs, exact" in repr(twice)


def test_two_boards_are_the_mean_of_both():
    boards = ["Qh7d2s", "KdJc9h8s"]
    hands = ("AsAhKsKh", "AAxx$ds", "QcQdJsTd")
    found = pk.equity(*hands, board=boards, game="double board omaha")
    each = [
        pk.equity(*hands, board=one, dead=other, game="omaha").equity
        for one, other in (boards, boards[::-1])
    ]
    assert found.by_board == pytest.approx(np.array(each), abs=1e-12)
    assert found.equity == pytest.approx(np.mean(each, axis=0), abs=1e-12)
    assert found.win.sum() + found.chop == pytest.approx(1)
    assert (found.method, found.halves) == ("exact", None)
    assert [len(board) for board in found.board.split(", ")] == [6, 8]
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(UsageError, match="categories are of hands on one board"):
        found.categories  # noqa: B018


@pytest.mark.parametrize("game", SHARES)
def test_winners_and_deals_on_two_boards(game):
    dealt = pk.deal(200, players=3, board=5, game=f"double board {game}", seed=8)
    found = pk.winners(dealt)
    assert dealt.to_arrow().schema.names == [
        "player_1", "player_2", "player_3", "board_1", "board_2",
    ]  # fmt: skip
    for row, texts in enumerate(zip(*(c.to_pylist() for c in dealt.to_arrow()), strict=True)):
        *holes, first, second = [tuple(parse_hand(text).tolist()) for text in texts]
        assert len({card for part in (*holes, first, second) for card in part}) == sum(
            map(len, (*holes, first, second))
        )
        pairs = zip(SHARES[game](holes, first), SHARES[game](holes, second), strict=True)
        means = [float(one + other) / 2 for one, other in pairs]
        assert found.shares[row] == pytest.approx(means, abs=1e-15)
    named = pk.winners(
        list(dealt.holes), board=[dealt.board, dealt.second_board], game=f"double board {game}"
    )
    assert (named.shares == found.shares).all()
    assert found.classes.shape == (2, 200, 3)
    assert (found.high_winners.any(axis=2)).all()


def test_pineapple(lake):
    hands = ("AsAhKs", "QdJdTc")
    found = pk.equity(*hands, board="2d3d9s", game="lazy pineapple")
    assert found.deals == 903
    assert found.equity.sum() == 1
    assert pk.equity(hands[0], "random", board="2d3d9s2c", game="tahoe").deals == 14190 * 42
    assert pk.evaluate("AsKsKh", "QsJsTs2h2c", game="pineapple").name == "royal flush"
    assert pk.evaluate("AsKs2d", "QcJcTd2s9s", game="pineapple").name.startswith("straight")
    db = pk.connect(lake)
    texts = "['AsAhKs', 'QdJdTc'], '2d3d9s', '', 'pineapple'"
    (row,) = db.sql(f"select equities({texts}), in_omaha_range('AsAhKs', 'AAx')").fetchall()
    assert row == (found.equity.tolist(), True)
    for refused in (
        lambda: pk.outs(hands[0], "2d3d9s", game="pineapple"),
        lambda: pk.pql("select count(a) from game='pineapple', a='AAx'", lake=lake),
        lambda: pk.equity(*hands, game="super hold'em"),
    ):
        with pytest.raises(pk.PokerlakeError, match="pineapple"):
            refused()
