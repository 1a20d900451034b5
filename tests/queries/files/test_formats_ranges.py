"""Rows of hands and weights as the text of a range: what is read back is what was written."""

import itertools
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from pokerlake.engine.cards.holes import HANDS, HOLES, format_hole, hand_of_hole
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.files.write import write_result
from pokerlake.tables.errors import UsageError

WITH_WEIGHTS = ["pokerlake", "piosolver", "flopzilla"]


@pytest.fixture
def text(tmp_path):
    """The text of rows, in a dialect."""
    number = itertools.count()

    def of(table, dialect):
        path = tmp_path / str(next(number))
        assert write_result(table, dialect, path) == table.num_rows
        return path.read_text()

    return of


def some_weights(seed, dialect):
    """A weight for each of the 169, of those that the dialect has."""
    draw = np.random.default_rng(seed)
    if dialect in WITH_WEIGHTS:
        return draw.choice([0.0, 0.25, 1 / 3, 0.1, 1.0], len(HANDS))
    if dialect == "propokertools":
        return draw.integers(0, 101, len(HANDS)) / 100
    return draw.integers(0, 2, len(HANDS)).astype(float)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("seed", range(5))
def test_hands(text, dialect, seed):
    weights = some_weights(seed, dialect)
    table = pa.table({"hand": HANDS, "range_weight": weights, "weight": range(169)})
    read = parse_range(text(table, dialect), dialect=dialect)
    assert read.tolist() == weights[hand_of_hole()].tolist()


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("column", ["hole", "hole_id"])
def test_holes(text, dialect, column):
    draw = np.random.default_rng(7)
    holes = draw.permutation(HOLES)[:300]
    weights = np.zeros(HOLES)
    weights[holes] = some_weights(1, dialect)[draw.integers(0, 169, 300)]
    values = holes if column == "hole_id" else [format_hole(int(hole)) for hole in holes]
    table = pa.table({"value": weights[holes], column: values, "hand": ["wrong"] * 300})
    assert parse_range(text(table, dialect), dialect=dialect).tolist() == weights.tolist()


def test_text_is_a_line_and_weights_are_one_where_there_are_none(text):
    assert text(pa.table({"hand": ["AKs", "AA", "KK"]}), "equilab") == "KK+,AKs\n"
    assert text(pa.table({"hand": ["KAs", "10Jo"]}), "equilab") == "AKs,JTo\n"
    assert text(pa.table({"hand": pa.array([], pa.string())}), "piosolver") == "\n"
    table = pa.table({"hand": ["AKs"], "weight": [Decimal("0.50")]})
    assert text(table, "piosolver") == "AKs:0.5\n"
    labels = pa.table({"hand": pa.array(["AA", "KK"]).dictionary_encode()})
    assert text(labels, "pokerlake") == "KK+\n"


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"x": [1]}, "pokerlake writes a range, of rows that have a column hole_id, hole or hand"),
        ({"hand": ["AK"]}, "'AK' is none of the 169 hands; did you mean 'AKs' or 'AKo'?"),
        ({"hand": [None]}, "column 'hand' has None, which is no hand"),
        ({"hand": ["AA", "AA"]}, "a range has each hole once, and AA is there again"),
        ({"hole": ["AhKh", "KhAh"]}, "a range has each hole once, and KhAh is there again"),
        ({"hole_id": [1326]}, "hole_id 1326 is not in 0..1325"),
        ({"hole_id": [-1]}, "hole_id -1 is not in 0..1325"),
        (
            {"hand": ["AA"], "weight": [1.5]},
            "column 'weight' has 1.5 for AA, and a weight is 0 to 1; name another column",
        ),
        (
            {"hand": ["AA"], "value": [float("nan")]},
            "column 'value' has nan for AA, and a weight is 0 to 1",
        ),
        ({"hand": ["AA"], "value": [None]}, "column 'value' has None for AA, and a weight is"),
        ({"hand": ["AA"], "value": ["1"]}, "column 'value' has 1 for AA, and a weight is"),
    ],
)
def test_rows_that_are_no_range(text, columns, problem):
    with pytest.raises(UsageError, match=f"^{problem}"):
        text(pa.table(columns), "pokerlake")


@pytest.mark.parametrize("name", ["equity", "freq", "share", "percent"])
@pytest.mark.parametrize("dtype", [pa.float64(), pa.int64(), pa.decimal128(5, 2)])
def test_numbers_that_may_be_weights_are_asked_for(text, name, dtype):
    """They were left out, and all weights were 1."""
    table = pa.table({"hand": ["AKs"], name: pa.array([1], dtype), "row": [1]})
    with pytest.raises(UsageError) as raised:
        text(table, "pokerlake")
    assert str(raised.value) == (
        f"which of the columns {name} is the weight? Name it weight, or leave all but hand out"
    )


def test_holes_that_are_none(text):
    with pytest.raises(CardError, match=r"^'AhK' at character 3"):
        text(pa.table({"hole": ["AhK"]}), "pokerlake")


def test_two_columns_of_one_name(text):
    table = pa.table([pa.array(["AA"])] * 2, names=["hand", "hand"])
    with pytest.raises(UsageError, match=r"^two columns are named 'hand'; rename one$"):
        text(table, "pokerlake")


def test_what_a_dialect_cannot_express(text):
    with pytest.raises(RangeError, match=r"^equilab has no weights, and AA has weight 0.5"):
        text(pa.table({"hand": ["AA"], "weight": [0.5]}), "equilab")
