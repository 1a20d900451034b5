"""Cards in polars: every engine, from text, columns, arrays and lists, with nulls and errors."""

import typing

import numpy as np
import polars as pl
import pytest

import pokerlake as pk
from oracle import naive
from pokerlake import poker
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.keys.canonical_rows import hole_ids, row_keys
from pokerlake.queries.answers.evaluate import evaluate_hands

pk.register()

ENGINES = ["in-memory", "streaming"]
CARDS = [f"c{n}" for n in range(1, 8)]
N = 3000


def text_of(cards):
    return ["".join(map(naive.format_card, hand)) for hand in cards.T.tolist()]


@pytest.fixture(scope="module")
def hands():
    """Random hands of seven cards as text and as columns."""
    cards = deal(N, 7, seed=5)
    columns = dict(zip(CARDS, cards, strict=True))
    return pl.DataFrame({"cards": text_of(cards), **columns})


@pytest.fixture(scope="module")
def evaluated(hands):
    """What `pokerlake evaluate` says of them."""
    return pl.DataFrame(evaluate_hands(hands["cards"].to_list()).read_all())


def every(cards):
    """All that is said of a hand."""
    return [
        cards.poker.class_id().alias("class_id"),
        cards.poker.category().alias("category"),
        cards.poker.class_name().alias("name"),
        cards.poker.percentile().alias("percentile"),
        cards.poker.best_five().alias("best_five"),
    ]


SOURCES = {
    "text": pl.col("cards"),
    "categorical": pl.col("cards").cast(pl.Categorical()),
    "columns": pl.struct(*CARDS),
    "list": pl.concat_list(*CARDS),
    "array": pl.concat_list(*CARDS).list.to_array(7),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("source", SOURCES)
def test_hands(hands, evaluated, engine, source):
    lazy = hands.lazy().select(every(SOURCES[source]))
    found = lazy.collect(engine=engine)
    assert found.equals(evaluated.drop("cards"))
    assert lazy.collect_schema() == found.schema
    assert found.schema == {
        "class_id": pl.UInt16, "category": pl.UInt8, "name": pl.String, "percentile": pl.Float64,
        "best_five": pl.String,
    }  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_five_and_six_cards_and_some_of_each(engine):
    rows = deal(400, 7, seed=2).T.tolist()
    mixed = [row[: 5 + i % 3] for i, row in enumerate(rows)]
    mixed[7] = None
    expected = [row and naive.best_class(row) for row in mixed]
    texts = [row and "".join(map(naive.format_card, row)) for row in mixed]
    frame = pl.DataFrame({"text": texts, "list": pl.Series(mixed, dtype=pl.List(pl.UInt8))})
    found = frame.lazy().select(pl.all().poker.class_id()).collect(engine=engine)
    assert found["text"].to_list() == found["list"].to_list() == expected
    for k in (5, 6):
        cards = deal(50, k, seed=k)
        frame = pl.DataFrame(dict(zip(CARDS, cards, strict=False)))
        ids = frame.select(pl.struct(pl.all()).poker.class_id()).to_series()
        assert ids.to_list() == [naive.best_class(row) for row in cards.T.tolist()]


@pytest.mark.parametrize("engine", ENGINES)
def test_in_filters_groups_and_windows(hands, engine):
    category = pl.struct(*CARDS).poker.category()
    lazy = hands.lazy().with_columns(category=category)
    counts = lazy.group_by("category").len().sort("category").collect(engine=engine)
    flushes = hands.lazy().filter(category == 4).collect(engine=engine)
    assert counts.filter(pl.col("category") == 4)["len"].to_list() == [len(flushes)]
    best = (
        lazy.group_by("category")
        .agg(pl.col("cards").poker.class_id().min())
        .sort("category")
        .collect(engine=engine)
    )
    assert best["cards"].is_sorted()
    over = lazy.select(pl.col("cards").poker.class_id().min().over("category"))
    assert over.collect(engine=engine)["cards"].n_unique() == len(best)


def test_columns_are_read_where_they_lie(hands):
    """No copy is made of them."""
    from pokerlake.queries.columns.cards import groups_of

    ((rows, columns),) = groups_of(hands.select(CARDS).to_struct("x").to_arrow(), (5, 6, 7))
    assert rows == slice(None)
    for name, column in zip(CARDS, columns, strict=True):
        assert column.ctypes.data == hands[name].to_numpy().ctypes.data


@pytest.mark.parametrize("engine", ENGINES)
def test_nulls_give_nulls(hands, engine):
    holed = hands.head(10).with_columns(
        cards=pl.when(pl.int_range(10) % 3 > 0).then("cards"),
        c3=pl.when(pl.int_range(10) % 3 > 0).then("c3"),
    )
    expected = [None if i % 3 == 0 else i for i in range(10)]
    whole = hands.head(10).select(every(pl.col("cards")))
    for source in (pl.col("cards"), pl.struct(*CARDS)):
        found = holed.lazy().select(every(source)).collect(engine=engine)
        for name in found.columns:
            assert found[name].to_list() == [
                None if i is None else whole[name][i] for i in expected
            ]
    nothing = pl.DataFrame({"cards": [None, None]}).select(pl.col("cards").poker.class_id())
    assert nothing["cards"].to_list() == [None, None]
    nothing = hands.head(0).select([*every(pl.col("cards")), "c1"])
    assert nothing.shape == (0, 6)


@pytest.mark.parametrize("engine", ENGINES)
def test_holes(engine):
    holes = ["AhKh", "kdah", "7c 7d", None, "2c2d"]
    frame = pl.DataFrame({"hole": holes}).lazy()
    lazy = frame.select(
        hand=pl.col("hole").poker.hand(),
        id=pl.col("hole").poker.hole_id(),
        again=pl.col("hole").poker.hole_id().poker.hand(),
    )
    found = lazy.collect(engine=engine)
    assert found["hand"].to_list() == ["AKs", "AKo", "77", None, "22"]
    assert found["id"].to_list() == [
        50 * 49 // 2 + 46, 50 * 49 // 2 + 45, 21 * 20 // 2 + 20, None, 0,
    ]  # fmt: skip
    assert found["again"].to_list() == found["hand"].to_list()
    assert lazy.collect_schema() == found.schema
    numbers = pl.DataFrame({"a": [50, 0], "b": [46, 1]}, {"a": pl.UInt8, "b": pl.UInt8})
    assert numbers.select(pl.struct("a", "b").poker.hand()).to_series().to_list() == ["AKs", "22"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("k", [3, 4, 5])
def test_canonical_keys(engine, k):
    cards = deal(500, 2 + k, seed=k)
    expected = row_keys(hole_ids(cards[:2]), cards[2:], layout="columns")
    columns = dict(zip(CARDS, cards, strict=False))
    frame = pl.DataFrame({"hole": text_of(cards[:2]), "board": text_of(cards[2:]), **columns})
    for both in (
        pl.col("hole").poker.canonical(pl.col("board")),
        pl.col("hole").poker.canonical("board"),
        pl.struct("hole", "board").poker.canonical(),
        pl.struct(*CARDS[: 2 + k]).poker.canonical(),
    ):
        lazy = frame.lazy().select(both.struct.unnest())
        found = lazy.collect(engine=engine)
        assert found["board_id"].to_numpy().tolist() == expected.board_id.tolist()
        assert found["hole_id"].to_numpy().tolist() == expected.hole_id.tolist()
        assert found.schema == {"board_id": pl.UInt32, "hole_id": pl.UInt16}
        assert lazy.collect_schema() == found.schema


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        ({"x": ["AsKsQsJsTs", "AsKsQsJsTx"]}, "'AsKsQsJsTx' at character 10: 'x' is not a suit"),
        ({"x": ["AsKs"]}, "'AsKs' has 2 cards; 5 to 7 are needed"),
        ({"x": ["AsAsQsJsTs"]}, "'AsAsQsJsTs' has As twice"),
        ({"x": pl.Series([[0, 1, 2, 3]], dtype=pl.List(pl.UInt8))},
         r"\[0, 1, 2, 3\] has 4 cards; 5 to 7 are needed"),
        ({"x": pl.Series([[0, 1, 2, 3, 52]], dtype=pl.List(pl.UInt8))}, "card 52 is not in 0..51"),
        ({"x": pl.Series([[0, 1, 2, 3, None]], dtype=pl.List(pl.UInt8))},
         "a list of cards has a null in it"),
    ],
)  # fmt: skip
def test_what_is_no_hand_is_named(engine, frame, problem):
    lazy = pl.DataFrame(frame).lazy().select(pl.col("x").poker.class_id())
    with pytest.raises(CardError, match=f"^{problem}"):
        lazy.collect(engine=engine)


def test_what_are_no_cards_is_named():
    for frame in ({"x": [1.5]}, {"x": [1]}, {"x": [{"a": 1}]}, {"x": [[0.5] * 5]}):
        for strict in (True, False):
            with pytest.raises(CardError, match=r"^cards are read from text such as AsKd, or 5 to"):
                pl.DataFrame(frame).select(pl.col("x").poker.class_id(strict=strict))
    with pytest.raises(CardError, match=r"^hole 1326 is not in 0\.\.1325"):
        pl.DataFrame({"x": [0, 1326]}).select(pl.col("x").poker.hand())
    with pytest.raises(CardError, match=r"^'AhK' at character 3: 'K' has no suit"):
        pl.DataFrame({"x": ["AhK"]}).select(pl.col("x").poker.hole_id())


def test_from_file_to_file_in_the_streaming_engine(hands, evaluated, tmp_path):
    hands.write_parquet(tmp_path / "hands.parquet", row_group_size=500)
    lazy = pl.scan_parquet(tmp_path / "hands.parquet")
    lazy.with_columns(class_id=pl.struct(*CARDS).poker.class_id()).sink_parquet(
        tmp_path / "evaluated.parquet"
    )
    found = pl.read_parquet(tmp_path / "evaluated.parquet")
    assert found["class_id"].to_list() == evaluated["class_id"].to_list()
    assert np.isclose(evaluated["percentile"].mean(), 50, atol=5)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_wrong_is_null_if_not_strict(engine):
    texts = ["AsKsQsJsTs", "AsKsQsJsTx", None, "AsKs", "AsAsQsJsTs", "2c3d4h5s7c8d9h"]
    rows = [[51, 47, 43, 39, 35], [51, 47, 43, 39, 52], None, [51], [51, 51, 1, 2, 3]]
    rows += [[0, 1, 2, 3, None], [0, 5, 10, 15, -1], [0, 5, 10, 15, 20, 25, 30]]
    expected = [row and naive.best_class(row) for row in (rows[0], rows[-1])]
    text = pl.DataFrame({"x": texts}).lazy()
    number = pl.DataFrame({"x": rows}, {"x": pl.List(pl.Int64)}).lazy()
    found = text.select(pl.col("x").poker.class_id(strict=False)).collect(engine=engine)
    assert found["x"].to_list()[:5] == [1, None, None, None, None]
    assert found["x"][5] == naive.best_class(naive.parse_cards(texts[5]))
    found = number.select(pl.col("x").poker.class_id(strict=False)).collect(engine=engine)
    assert found["x"].to_list() == [expected[0], *[None] * 6, expected[1]]
    columns = pl.DataFrame([[0, 5], [5, 5], [0, 52], [None, 1]], ["a", "b"], orient="row")
    hands = columns.select(pl.struct("a", "b").poker.hand(strict=False)).to_series()
    assert hands.to_list() == ["32o", None, None, None]
    numbers = pl.Series([0, -1, 1326, None, 1325])
    assert numbers.poker.hand(strict=False).to_list() == ["22", None, None, None, "AA"]


def test_columns_of_labels_and_of_nothing():
    holes = pl.Series(["AhKh", None, "7c7d", "AhKh"])
    for dtype in (pl.Categorical(), pl.Enum(["AhKh", "7c7d"])):
        assert holes.cast(dtype).poker.hand().to_list() == ["AKs", None, "77", "AKs"]
    board = pl.Series(["2c3c4c"] * 4, dtype=pl.Categorical())
    assert holes.cast(pl.Categorical()).poker.hs(board).null_count() == 1
    nothing = pl.DataFrame({"x": []}, {"x": pl.String}).lazy()
    lazy = nothing.select(
        pl.col("x").poker.equities(pl.lit("AA")), y=pl.col("x").poker.hs(pl.lit("2c3c4c"))
    )
    assert lazy.collect().schema == lazy.collect_schema()


def test_one_column_at_a_time():
    frame = pl.DataFrame({"a": ["AhKh"], "b": ["7c7d"], "board": ["2c3c4c"]})
    with pytest.raises(CardError, match=r"^3 columns at once; call \.poker on one of them"):
        frame.select(pl.col("a", "b").poker.hs("board"))
    two = frame.select(pl.col("a", "b").poker.hand())
    assert two.row(0) == ("AKs", "77")
    assert frame.select(pl.col("a").poker.equity("b", board="board")).columns == ["a"]


def test_the_typed_twin():
    """What type checkers are told of it; the package itself is checked by mypy."""
    from pokerlake.queries.columns.polars_frames import PokerExpr, PokerSeries

    kinds = [overload.__annotations__ for overload in typing.get_overloads(poker)]
    assert [kind["return"] for kind in kinds] == ["PokerExpr", "PokerSeries", "PokerPandas"]
    assert isinstance(poker(pl.col("x")), PokerExpr)
    assert isinstance(poker(pl.Series(["AhKh"])), PokerSeries)
    assert poker(pl.Series(["AhKh"])).hand().to_list() == ["AKs"]
