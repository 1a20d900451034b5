"""Strength and equity in polars and pandas, against plain enumeration and SQL."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import pokerlake as pk
from oracle import naive
from oracle.hand_classes import class_ids, hole_cards
from oracle.naive_histories import equities
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.dealing.deck import deal
from pokerlake.tables.errors import LakeError, UsageError

pk.register()

ENGINES = ["in-memory", "streaming"]
ROWS = 12


def text_of(cards):
    return ["".join(map(naive.format_card, hand)) for hand in cards.T.tolist()]


@pytest.fixture(scope="module")
def frame():
    """Two holes on a river, a turn or a flop, or before the flop; a null."""
    cards = deal(ROWS, 9, seed=3)
    boards = [
        text[: 2 * size] for text, size in zip(text_of(cards[4:]), [5, 4, 3] * 4, strict=True)
    ]
    boards[3] = ""
    boards[4] = None
    holes = text_of(cards[:2])
    holes[5] = None
    return pl.DataFrame({"hole": holes, "villain": text_of(cards[2:4]), "board": boards})


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """No lake, unless one is given."""
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "none"))


@pytest.mark.parametrize("engine", ENGINES)
def test_equity_of_two_holes(frame, engine):
    lazy = frame.lazy().select(
        one=pl.col("hole").poker.equity("villain", board="board"),
        all=pl.col("hole").poker.equities(pl.col("villain"), board="board"),
    )
    found = lazy.collect(engine=engine)
    assert lazy.collect_schema() == found.schema
    assert found.schema["one"] == pl.Float64
    rows = found.unnest("all").to_dicts()
    for given, row in zip(frame.to_dicts(), rows, strict=True):
        if given["hole"] is None:
            assert set(row.values()) == {None}
        elif given["board"]:  # the others take a second each to enumerate
            expected = equities([given["hole"], given["villain"]], given["board"])
            assert [row["equity_1"], row["equity_2"]] == pytest.approx(expected, abs=1e-12)
            assert row["one"] == row["equity_1"]
            assert row["method"] == "exact"
        else:
            assert row["deals"] == 1_712_304


def naive_strength(hole, board):
    """The share of opponents' holes that a hole beats now, ties half."""
    taken = naive.parse_cards(hole) + naive.parse_cards(board)
    others = hole_cards().astype(np.uint8)
    others = others[~np.isin(others, taken).any(axis=1)]
    known = np.tile(naive.parse_cards(board), (len(others), 1)).astype(np.uint8)
    theirs = class_ids(np.hstack([others, known]).T)
    own = naive.best_class(taken)
    return np.mean((theirs > own) + (theirs == own) / 2)


@pytest.mark.parametrize("engine", ENGINES)
def test_strength(frame, engine):
    given = frame.filter(pl.col("hole").is_not_null(), pl.col("board") != "")
    poker = pl.col("hole").poker
    lazy = given.lazy().select(
        "hole",
        "board",
        hs=poker.hs("board"),
        ehs=poker.ehs("board"),
        two=poker.hs("board", opponents=2),
        equity=poker.equity(board="board"),
        all=poker.strength("board"),
    )
    found = lazy.collect(engine=engine)
    assert lazy.collect_schema() == found.schema
    for row in found.to_dicts():
        assert row["hs"] == pytest.approx(naive_strength(row["hole"], row["board"]))
        assert row["two"] == pytest.approx(row["hs"] ** 2)
        assert row["ehs"] == pytest.approx(row["equity"])
        assert row["all"]["hs"] == row["hs"]
        assert (row["all"]["ppot1"] is None) == (len(row["board"]) == 10)
    whole = {"AhKh": naive_strength("AhKh", "2h3hQd9c9d")}
    assert pl.Series(list(whole)).poker.ehs("2h3hQd9c9d").to_list() == pytest.approx(
        [*whole.values()]
    )


def test_before_the_flop_and_null(frame, lake, monkeypatch):
    """A board that is null or empty is none; a hole that is null has nothing."""
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    found = frame.select(
        hs=pl.col("hole").poker.hs("board"), equity=pl.col("hole").poker.equity(board="board")
    )
    alone = frame.select(hs=pl.col("hole").poker.hs(), equity=pl.col("hole").poker.equity())
    assert found[3:5].equals(alone[3:5])
    assert found.null_count().row(0) == alone.null_count().row(0) == (1, 1)
    aces = pl.Series(["AhAd", None]).poker.equity().to_list()
    assert aces == [pytest.approx(0.852037, abs=1e-6), None]


def test_as_in_sql(frame, lake, standard):
    given = frame.filter(pl.col("board") != "")
    sql = (
        "select hs(hole, board), ehs(hole, board), equity(hole, villain, board), "
        "equity(hole, 'QQ+'), hs(hole, board, opponents := 'TT+') "
        "from (select unnest(?) as hole, unnest(?) as villain, unnest(?) as board)"
    )
    expected = standard.execute(sql, [column.to_list() for column in given]).fetchall()
    poker = pl.col("hole").poker
    found = given.select(
        hs=poker.hs("board", lake=lake),
        ehs=poker.ehs("board", lake=str(lake)),
        equity=poker.equity("villain", board="board", lake=lake),
        against=poker.equity(pl.lit("QQ+"), lake=lake),
        strength=poker.hs("board", opponents=pl.lit("TT+"), lake=lake, strict=False),
    )
    assert found.rows() == expected
    top = pl.Series(["AhAd"]).poker.equity("top 1%", lake=lake)
    assert 0.5 < top[0] < 0.9


HOLES = ["AhKh", "AhKh", "AhAh", "AhKx", None, "AhKh", "AhKh"]
VILLAINS = ["QsQc", "AhQc", "QsQc", "QsQc", "QsQc", "zz", "QsQc"]
BOARDS = ["2c3c4d", "2c3c4d", "2c3c4d", "2c3c4d", "2c3c4d", "2c3c4d", "2cXx4d"]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_wrong_is_null_if_not_strict(engine):
    frame = pl.DataFrame({"hole": HOLES, "villain": VILLAINS, "board": BOARDS}).lazy()
    poker = pl.col("hole").poker
    found = frame.select(
        equity=poker.equity("villain", board="board", strict=False),
        alone=poker.equity(board="board", strict=False),
        hs=poker.hs("board", strict=False),
        range=poker.hs("board", opponents="villain", strict=False),
        dead=poker.equity(pl.lit("JJ"), dead=pl.lit("Xx"), strict=False),
    ).collect(engine=engine)
    assert [i for i, x in enumerate(found["equity"]) if x is not None] == [0]
    for name in ("alone", "hs"):
        assert [i for i, x in enumerate(found[name]) if x is not None] == [0, 1, 5]
    # Of AhQc no hole is left, as the hole has the ace.
    assert [i for i, x in enumerate(found["range"]) if x is not None] == [0]
    assert found["dead"].null_count() == 7


PROBLEMS = [
    (("AhKh", "2c3c4d", "AhQc"), "'AhKh' against 'AhQc' on '2c3c4d': players 1 and 2 cannot be"),
    (("AhKh", "AhKd4d", None), "hole 'AhKh' and board 'AhKd4d' both have Ah"),
    (("AhKh", "2c3c", None), "board '2c3c' has 2 cards; 3, 4 or 5 are needed, or none before"),
    (("AhKx", "2c3c4d", "QsQc"), "'AhKx' at character 4: 'x' is not a suit; suits are cdhs"),
    (("AhKh", "2c3c4d", "zz"), "'zz' at character 1: 'z' is not a rank"),
    (("AhKh", "2c3c4dd", "QsQc"), "'2c3c4dd' at character 7: 'd' is not a rank"),
    (("AhKh", "2c3c4d5c6c7c", "QsQc"), "'2c3c4d5c6c7c' has 6 cards; 0 to 5 are needed"),
]


@pytest.mark.parametrize(("row", "problem"), PROBLEMS)
def test_what_is_wrong_is_named(row, problem):
    hole, board, villain = row
    given = {"hole": ["7c7d", hole], "villain": ["5c5d", villain], "board": ["9c9d9h", board]}
    columns = {name: pl.col(name) for name in given}

    def asked(poker, columns):
        if villain is None:
            return poker.hs(columns["board"])
        return poker.equity(columns["villain"], board=columns["board"])

    with pytest.raises(CardError) as raised:
        pl.DataFrame(given).select(asked(pl.col("hole").poker, columns))
    assert str(raised.value).startswith(problem)  # of a piece, so without its row
    frame = pd.DataFrame(given)
    with pytest.raises(CardError) as raised:
        asked(frame.hole.poker, frame)
    assert str(raised.value).startswith(f"at index 1: {problem}")


def test_other_errors():
    holes = pl.Series(["AhKh", "7c7d"])
    for opponents in (2.0, np.int64(2)):
        found = holes.poker.hs("2c3c4d", opponents=opponents).to_list()
        assert found == holes.poker.hs("2c3c4d", opponents=2).to_list()
    frame = pl.DataFrame({"hole": holes})
    found = frame.select(pk.poker(pl.col("hole")).hs(pl.lit("2c3c4d"), opponents=2.0))
    assert found["hole"].to_list() == holes.poker.hs("2c3c4d", opponents=2).to_list()
    with pytest.raises(CardError, match=r"^\[2\] is no column; give an expression, or the name"):
        frame.select(pk.poker(pl.col("hole")).hs(pl.lit("2c3c4d"), opponents=[2]))
    with pytest.raises(UsageError, match=r"^opponents 0: give a whole number, 1 or more"):
        holes.poker.hs("2c3c4d", opponents=0)
    with pytest.raises(CardError, match=r"^'22\+,zz' at character 5: 'z' is not a rank"):
        holes.poker.hs("2c3c4d", opponents="22+,zz")
    with pytest.raises(CardError, match=r"^of the range 'AhAs' no hole is left on board '2c3c4d'"):
        holes.poker.hs("2c3c4d", opponents="AhAs")
    with pytest.raises(CardError, match=r"^hands and ranges are double; text such as 'AhKh'"):
        holes.poker.equity([0.5, 0.5])
    with pytest.raises(CardError, match=r"^a column has 3 rows, and another 2"):
        holes.poker.equity(["AA"] * 3)
    with pytest.raises(LakeError, match=r"^no lake at /nowhere"):
        holes.poker.hs("2c3c4d", lake="/nowhere")
    with pytest.raises(UsageError, match=r"^11 players; give 2 to 10 hands or ranges"):
        holes.poker.equity(*["22+"] * 10)


def test_cards_as_numbers():
    holes = deal(6, 5, seed=1)
    numbers = pl.DataFrame(dict(zip("abcde", holes.astype(np.int64), strict=True)))
    text = pl.DataFrame({"hole": text_of(holes[:2]), "board": text_of(holes[2:])})
    given = pl.struct("a", "b").poker
    assert numbers.select(given.hs(pl.struct("c", "d", "e"))).to_series().to_list() == (
        text["hole"].poker.hs(text["board"]).to_list()
    )
    ids = text["hole"].poker.hole_id()
    board = numbers.select(pl.concat_list("c", "d", "e")).to_series()
    assert ids.poker.equity("random", board=board).to_list() == pytest.approx(
        text["hole"].poker.ehs(text["board"]).to_list()
    )


# ---------------------------------------------------------------- pandas


def test_pandas_says_what_polars_says(frame, lake, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    given = frame.to_pandas().set_index(pd.Index(list("abcdefghijkl")))
    hole = given.hole.poker
    poker = pl.col("hole").poker
    asked = {
        "hand": (hole.hand(), poker.hand(), "string"),
        "hole_id": (hole.hole_id(), poker.hole_id(), "UInt16"),
        "hs": (hole.hs(given.board), poker.hs("board"), "Float64"),
        "equity": (
            hole.equity(given.villain, board=given.board),
            poker.equity("villain", board="board"),
            "Float64",
        ),
    }
    for found, expression, dtype in asked.values():
        assert found.dtype == dtype
        assert found.name == "hole"
        assert found.index.equals(given.index)
        assert found.isna().tolist() == [at == 5 for at in range(ROWS)]
        expected = frame.select(expression).to_series().to_list()
        assert [None if value is pd.NA else value for value in found] == expected
    several = hole.equities("QQ+", board=given.board)
    assert several.index.equals(given.index)
    assert several.dtypes.astype(str).to_dict() == {
        **{f"{what}_{n}": "Float64" for n in (1, 2) for what in ("equity", "win", "tie")},
        "deals": "Int64",
        "method": "string",
    }
    keys = given[["hole", "board"]].iloc[:3].poker.canonical()
    assert keys.dtypes.astype(str).to_dict() == {"board_id": "UInt32", "hole_id": "UInt16"}
    assert keys.equals(given.hole.iloc[:3].poker.canonical(given.board))


def test_pandas_finds_rows_by_the_index():
    holes = pd.Series(["AhKh", "7c7d"], index=["x", "y"])
    boards = pd.Series(["7h7s2c", "AsAd2c"], index=["y", "x"])
    expected = pd.Series(["AhKh", "7c7d"]).poker.hs(["AsAd2c", "7h7s2c"])
    assert holes.poker.hs(boards).tolist() == expected.tolist()
    twice = pd.Series(["7h7s2c"] * 2, index=["y", "y"])
    with pytest.raises(CardError, match=r"^two columns have different indexes, one with a label"):
        holes.poker.hs(twice)
    assert holes.poker.hs(boards.to_numpy()[::-1]).tolist() == expected.tolist()
