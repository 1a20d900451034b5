"""What people have, read as cards: texts, lists, arrays, Arrow, polars and pandas."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from pokerlake.engine.cards.text import CardError
from pokerlake.queries.columns.given import cards_of, texts_of

TEXTS = ["AsKd", None, "2c2d"]
WHOLE = ["AsKd", "2c2d"]
FORMS = {
    "list": TEXTS,
    "tuple": tuple(TEXTS),
    "generator": iter(TEXTS),
    "numpy objects": np.array(TEXTS, object),
    "numpy str": np.array(WHOLE),
    "numpy bytes": np.array([text.encode() for text in WHOLE]),
    "numpy strings": np.array(WHOLE, np.dtypes.StringDType()),
    "polars": pl.Series(TEXTS),
    "polars categories": pl.Series(TEXTS, dtype=pl.Categorical()),
    "polars enum": pl.Series(TEXTS, dtype=pl.Enum(WHOLE)),
    "polars frame": pl.DataFrame({"x": TEXTS}),
    "pandas": pd.Series(TEXTS),
    "pandas objects": pd.Series(["AsKd", np.nan, "2c2d"], dtype=object),
    "pandas NA": pd.array(["AsKd", pd.NA, "2c2d"], dtype="string"),
    "pandas categories": pd.Series(TEXTS, dtype="category"),
    "pandas index": pd.Index(WHOLE),
    "pandas frame": pd.DataFrame({"x": TEXTS}, index=[7, 8, 9]),
    "arrow": pa.array(TEXTS),
    "arrow views": pa.array(TEXTS, pa.string_view()),
    "arrow labels": pa.array(TEXTS).dictionary_encode(),
    "arrow chunks": pa.chunked_array([TEXTS[:1], TEXTS[1:]]),
    "arrow table": pa.table({"x": TEXTS}),
}


@pytest.mark.parametrize("form", FORMS)
def test_text(form):
    is_whole = form in ("numpy str", "numpy bytes", "numpy strings", "pandas index")
    expected = WHOLE if is_whole else TEXTS
    found = texts_of(FORMS[form] if form != "generator" else iter(TEXTS))
    assert found.to_pylist() == expected
    assert found.type in (pa.string(), pa.large_string())
    if form != "generator":
        cards = cards_of(FORMS[form], 2, 2)
        assert cards.cards.T[cards.count > 0].tolist() == [[51, 45], [0, 1]]
        assert (cards.count == 0).tolist() == [text is None for text in expected]


def test_whatever_gives_an_arrow_stream():
    """As a relation of DuckDB does, and frames of other libraries."""

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.table({"x": TEXTS}).__arrow_c_stream__(requested_schema)

    assert texts_of(Stream()).to_pylist() == TEXTS


def test_one_text_and_none():
    assert texts_of("AsKd").to_pylist() == ["AsKd"]
    assert cards_of("AsKd2c", 2, 5).cards.T.tolist() == [[51, 45, 0, 255, 255]]
    assert len(texts_of([])) == 0
    assert cards_of([], 5, 7).cards.shape == (7, 0)


HANDS = np.array([[0, 5, 10, 15, 20], [51, 2, 3, 4, 49]])
NAMES = list("abcde")
NUMBERS = {
    "rows": HANDS,
    "columns": HANDS.T,
    "int8": HANDS.astype(np.int8),
    "uint64": HANDS.astype(np.uint64),
    "lists": HANDS.tolist(),
    "tuples": [tuple(hand) for hand in HANDS.tolist()],
    "list of rows": list(HANDS),
    "list of columns": list(HANDS.T),
    "polars lists": pl.Series(HANDS.tolist()),
    "polars arrays": pl.Series(HANDS),
    "polars structs": pl.DataFrame(HANDS).to_struct("x"),
    "polars frame": pl.DataFrame(HANDS),
    "pandas lists": pd.Series(HANDS.tolist()),
    "pandas arrays": pd.Series(list(HANDS)),
    "pandas frame": pd.DataFrame(HANDS, columns=NAMES, index=[8, 9]),
    "arrow lists": pa.array(HANDS.tolist()),
    "arrow table": pa.table(dict(zip(NAMES, HANDS.T, strict=True))),
}


@pytest.mark.parametrize("form", NUMBERS)
def test_numbers(form):
    found = cards_of(NUMBERS[form], 5, 7)
    assert found.cards.dtype == np.uint8
    assert found.cards[:5].T.tolist() == HANDS.tolist()
    assert found.cards[5:].tolist() == [[255, 255]] * 2
    assert found.count.tolist() == [5, 5]


def test_one_hand_of_numbers_and_hands_of_several_sizes():
    for one in ([0, 5, 10, 15, 20], HANDS[0], pl.Series(HANDS[0]), pa.array(HANDS[0])):
        assert cards_of(one, 5, 7).cards[:5].T.tolist() == [HANDS[0].tolist()]
    mixed = [[0, 1, 2, 3, 4, 5], None, [0, 1, 2, 3, 4]]
    for rows in (mixed, pl.Series(mixed), pd.Series(mixed)):
        assert cards_of(rows, 5, 7).count.tolist() == [6, 0, 5]


def test_what_may_be_rows_or_columns_is_refused():
    square = np.arange(25).reshape(5, 5)
    for given in (square, list(square), square.tolist()):
        with pytest.raises(CardError, match="may be columns or rows: say layout"):
            cards_of(given, 5, 7)
        assert cards_of(given, 5, 7, layout="rows").cards[:5].T.tolist() == square.tolist()
        assert cards_of(given, 5, 7, layout="columns").cards[:5].tolist() == square.tolist()
    with pytest.raises(CardError, match="layout is 'foo'"):
        cards_of(square, 5, 7, layout="foo")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (5, "cards are 5; text such as 'AsKd', or whole numbers 0..51 are needed"),
        (None, "cards are None; text"),
        (b"AsKd", "cards are b'AsKd'; text"),
        ({"a": 1}, "cards are {'a': 1}; text"),
        (["AsKsQsJsTs", 3], "at index 1: 3 is not text as other rows of cards are"),
        (pd.Series(["AsKsQsJsTs", 3], dtype=object), "at index 1: 3 is not text as other rows"),
        (["AsKs"], "at index 0: 'AsKs' has 2 cards; 5 to 7 are needed"),
        ([["As", "Ks"]], "cards are read from text such as AsKd, or 5 to 7 whole numbers, not"),
        (np.array([["As", "Ks"]]), "cards have shape (1, 2); a row each is needed, of text"),
        (HANDS + 0.5, "cards are float64; whole numbers 0..51 are needed"),
        (HANDS > 3, "cards are bool; whole numbers 0..51 are needed"),
        (HANDS + 1, "at index 1: card 52 is not in 0..51"),
        (HANDS - 1, "at index 0: card -1 is not in 0..51"),
        ((HANDS + 256).tolist(), "at index 0: card 256 is not in 0..51"),
        (pl.DataFrame(HANDS + 1), "at index 1: card 52 is not in 0..51"),
        ([[0, 1, 2, 3, 3]] * 2, "at index 0: '2c2d2h2s2s' has 2s twice"),
        (pl.Series([[0, 1, 2, 3, 4], [7, 1, 2, 3, 7]]), "at index 1: '3s2d2h2s3s' has 3s twice"),
        (pl.Series([[0, 1, 2, 3, 4], [1, 2]]), "at index 1: [1, 2] has 2 cards; 5 to 7 are needed"),
        (pl.Series([1.5]), "cards are read from text such as AsKd, or 5 to 7 whole numbers, not"),
        (np.arange(3), "cards have shape (3,); (k, n) or (n, k) is needed"),
        (np.zeros((1, 5, 5), int), "cards have shape (1, 5, 5); (k, n) or (n, k) is needed"),
    ],
)
def test_what_is_refused_in_one_line(given, problem):
    with pytest.raises(CardError) as raised:
        cards_of(given, 5, 7)
    assert str(raised.value).startswith(problem)
    assert "\n" not in str(raised.value)
