"""Arrow columns of text, of every kind Arrow has, given to the engine."""

import pyarrow as pa
import pytest

from pokerlake.engine.cards.text import CardError
from pokerlake.queries.files.text import classes_of_text, is_text, joined_text, text_column
from pokerlake.tables.errors import InputError

HANDS = ["AsKsQsJsTs", None, "7c5d4h3s2c", "AsKsQsJsTs2c3d"]
CLASSES, COUNTS = [1, 0, 7462, 1], [5, 0, 5, 7]

PLAIN = pa.array(HANDS)
BESIDE = pa.array(["nonsense", *HANDS, None, "AsAs"])  # sliced to what is wanted of it

COLUMNS = {
    "string": PLAIN,
    "large_string": PLAIN.cast(pa.large_string()),
    "string_view": PLAIN.cast(pa.string_view()),
    "dictionary": PLAIN.dictionary_encode(),
    "dictionary with a null in it": pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, 3], pa.int8()), PLAIN
    ),
    "dictionary of large_string": PLAIN.cast(pa.large_string()).dictionary_encode(),
    "sliced": BESIDE.slice(1, 4),
    "sliced large_string": BESIDE.cast(pa.large_string()).slice(1, 4),
    "sliced string_view": BESIDE.cast(pa.string_view()).slice(1, 4),
    "sliced dictionary": BESIDE.dictionary_encode().slice(1, 4),
    "one chunk": pa.chunked_array([PLAIN]),
    "chunks": pa.chunked_array([PLAIN[:1], PLAIN[1:1], PLAIN[1:]]),
    "chunks of slices": pa.chunked_array([BESIDE.slice(1, 2), BESIDE.slice(3, 2)]),
    "chunks of dictionaries": pa.chunked_array(
        [PLAIN[:2].dictionary_encode(), PLAIN[2:].dictionary_encode()]
    ),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_classes_of_every_kind_of_column(kind):
    ids, count = classes_of_text(COLUMNS[kind])
    assert (ids.tolist(), count.tolist()) == (CLASSES, COUNTS)
    assert is_text(COLUMNS[kind].type)


@pytest.mark.parametrize("kind", [kind for kind in COLUMNS if "chunk" not in kind])
def test_text_of_every_kind_of_column(kind):
    column = text_column(COLUMNS[kind])
    assert [column.text(row) for row in (0, 2, 3)] == [HANDS[0], HANDS[2], HANDS[3]]
    assert column.valid.tolist() == [True, False, True, True]


def test_text_is_not_copied():
    column = text_column(BESIDE.slice(1, 4))
    assert column.data.ctypes.data == BESIDE.buffers()[2].address


@pytest.mark.parametrize(
    "column",
    [
        pa.array([], pa.string()),
        pa.array([], pa.large_string()),
        pa.array([], pa.string_view()),
        pa.array([], pa.dictionary(pa.int8(), pa.string())),
        pa.array([], pa.null()),
        PLAIN[2:2],
        pa.chunked_array([], pa.string()),
    ],
    ids=str,
)
def test_empty_columns(column):
    ids, count = classes_of_text(column)
    assert (ids.tolist(), count.tolist()) == ([], [])


@pytest.mark.parametrize("dtype", [pa.null(), pa.string(), pa.large_string(), pa.string_view()])
def test_columns_of_nulls(dtype):
    ids, count = classes_of_text(pa.nulls(3, dtype))
    assert (ids.tolist(), count.tolist()) == ([0, 0, 0], [0, 0, 0])


@pytest.mark.parametrize("dtype", [pa.binary(), pa.int64(), pa.list_(pa.string()), pa.float64()])
def test_other_columns_are_refused(dtype):
    assert not is_text(dtype)
    with pytest.raises(InputError, match=r"^cards are read from text, not from "):
        text_column(pa.nulls(1, dtype))


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        ("", "'' has 0 cards; 5 to 7 are needed"),
        ("As", "'As' has 1 card; 5 to 7 are needed"),
        ("AsKsQsJsTs9s8s7s", "'AsKsQsJsTs9s8s7s' has 8 cards; 5 to 7 are needed"),
        ("AsKsQsJsAs", "'AsKsQsJsAs' has As twice"),
    ],
)
def test_a_bad_hand_has_its_row(hand, problem):
    with pytest.raises(CardError) as raised:
        classes_of_text(pa.chunked_array([PLAIN, pa.array([hand])]))
    assert (raised.value.problem, raised.value.index) == (problem, 4)


def test_joined_text_has_a_blank_between():
    hole = pa.array(["AsKs", None, "2c2d", None]).dictionary_encode()
    board = pa.array(["QsJsTs", "QsJsTs", None, None], pa.string_view())
    assert joined_text([hole, board]).to_pylist() == ["AsKs QsJsTs", None, None, None]
    assert joined_text([hole, hole, board]).to_pylist()[0] == "AsKs AsKs QsJsTs"


def test_one_column_is_not_joined():
    assert joined_text([PLAIN]) is PLAIN
