"""The writers of results: what they make of every type, of nulls, of nothing, of odd names."""

import datetime as dt
import decimal
import io
import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.queries.files.format import About
from pokerlake.queries.files.write import FORMATS, choose_format, write_result
from pokerlake.tables.errors import OutputError, UsageError
from pokerlake.tables.schema import sql_type

STREAMS = [  # whatever the columns are
    name
    for name, known in FORMATS.items()
    if known.write and not known.of_hands and name not in (*DIALECTS, "npy")
]


@pytest.fixture
def write(tmp_path):
    """Write a table in a format, and give the bytes."""

    def written(table, name):
        path = tmp_path / "result"
        rows = write_result(table, name, path)
        assert rows == (table.num_rows if isinstance(table, pa.Table) else rows)
        assert list(tmp_path.iterdir()) == [path]
        return path.read_bytes()

    return written


TABLE = pa.table(
    {
        "number": pa.array([1, None, -3], pa.int64()),
        "largest": pa.array([2**64 - 1, 0, None], pa.uint64()),
        "ratio": pa.array([0.1, None, 1e300]),
        "exact": pa.array([decimal.Decimal("1.50"), None, decimal.Decimal("-0.25")]),
        "yes": pa.array([True, False, None]),
        "text": pa.array(["plain", "", None]),
        "label": pa.array(["x", None, "x"]).dictionary_encode(),
        "day": pa.array([dt.date(2020, 1, 2), None, dt.date(1, 1, 1)]),
        "nothing": pa.nulls(3),
    }
)


def test_csv(write):
    assert write(TABLE, "csv").decode().splitlines() == [
        "number,largest,ratio,exact,yes,text,label,day,nothing",
        "1,18446744073709551615,0.1,1.50,true,plain,x,2020-01-02,",
        ',0,,,false,"",,,',
        "-3,,1e+300,-0.25,,,x,0001-01-01,",
    ]


def test_json_keeps_types(write):
    first = {
        "number": 1, "largest": 2**64 - 1, "ratio": 0.1, "exact": 1.5, "yes": True,
        "text": "plain", "label": "x", "day": "2020-01-02", "nothing": None,
    }  # fmt: skip
    assert json.loads(write(TABLE, "json"))[0] == first
    assert json.loads(write(TABLE, "ndjson").splitlines()[0]) == first
    second = json.loads(write(TABLE, "json"))[1]
    assert {name for name, value in second.items() if value is None} == {
        "number", "ratio", "exact", "label", "day", "nothing",
    }  # fmt: skip


def test_table(write):
    table = TABLE.select(["number", "ratio", "exact", "yes", "text"]).slice(0, 2)
    assert write(table, "table").decode() == (
        "number  ratio  exact  yes    text\n"
        "------  -----  -----  -----  -----\n"
        "     1    0.1    1.5  True   plain\n"
        "                      False\n"
    )


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0.000153907716932927, "0.000153908"),
        (100.0, "100"),
        (123456.789, "123457"),
        (133784560.5, "133784560.5"),
        (1e-300, "1e-300"),
        (float("inf"), "inf"),
    ],
)
def test_ratios_in_a_table_have_six_digits(write, number, shown):
    assert write(pa.table({"r": [number]}), "table").decode().split() == [
        "r",
        "-" * len(shown),
        shown,
    ]


def test_nested_values_are_for_json_and_parquet(write):
    nested = pa.table({"pair": [[1, None], None], "hand": [{"hole": ["As"]}, None]})
    rows = [{"pair": [1, None], "hand": {"hole": ["As"]}}, {"pair": None, "hand": None}]
    assert json.loads(write(nested, "json")) == rows
    assert [json.loads(line) for line in write(nested, "ndjson").splitlines()] == rows
    assert pq.read_table(io.BytesIO(write(nested, "parquet"))).to_pylist() == rows
    for name in ("csv", "tsv"):
        with pytest.raises(UsageError, match=rf"^column 'pair' is [A-Z]+\[\], which {name} cannot"):
            write(nested, name)


@pytest.mark.parametrize("name", ["csv", "tsv", "json", "ndjson"])
@pytest.mark.parametrize(
    "column",
    [
        pa.array([b"\0\xff"]),
        pa.array([dt.timedelta(1)]),
        pa.array([pa.MonthDayNano([1, 2, 3])]),
        pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])]),
    ],
    ids=lambda column: str(column.type),
)
def test_what_a_format_cannot_hold_is_refused_with_those_that_can(write, column, name):
    with pytest.raises(UsageError) as raised:
        write(pa.table({"odd": column}), name)
    assert str(raised.value).startswith(
        f"column 'odd' is {sql_type(column.type)}, which {name} cannot hold;"
    )
    assert "take table" in str(raised.value)


def test_times_beyond_all_calendars_are_written(write):
    table = pa.table(
        {"at": pa.array([2**62], pa.timestamp("us")), "on": pa.array([2**30], pa.date32())}
    )
    for name in STREAMS:
        assert write(table, name)


EMPTY = pa.schema({"number": pa.int64(), "a, b": pa.string()})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("table", b"number  a, b\n------  ----\n"),
        ("csv", b'number,"a, b"\n'),
        ("tsv", b""),
        ("json", b"[]\n"),
        ("ndjson", b""),
    ],
)
@pytest.mark.parametrize("batches", [[], [pa.RecordBatch.from_pylist([], EMPTY)]])
def test_no_rows(write, name, expected, batches):
    assert write(pa.RecordBatchReader.from_batches(EMPTY, batches), name) == expected


def test_batches_are_joined(write):
    batches = [
        pa.record_batch({"n": list(range(start, stop))}) for start, stop in [(0, 2), (2, 2), (2, 5)]
    ]

    def reader():
        return pa.RecordBatchReader.from_batches(batches[0].schema, batches)

    assert write(reader(), "csv") == b"n\n0\n1\n2\n3\n4\n"
    assert [row["n"] for row in json.loads(write(reader(), "json"))] == list(range(5))
    assert len(write(reader(), "table").splitlines()) == 7


@pytest.mark.parametrize(
    "name", ["json", "ndjson", "parquet", "arrow", "sqlite", "duckdb", "npy", "npz"]
)
def test_one_name_for_two_columns_is_refused_where_names_matter(write, name):
    table = pa.table([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(UsageError, match=rf"^two columns are named 'a', which {name} cannot hold"):
        write(table, name)


@pytest.mark.parametrize("name", ["sqlite", "duckdb", "npy", "npz"])
def test_names_that_differ_in_case_only_are_refused_where_that_is_one_name(write, name):
    table = pa.table([pa.array([1]), pa.array([2])], names=["a", "A"])
    with pytest.raises(UsageError, match=rf"^two columns are 'a' and 'A', which {name} cannot"):
        write(table, name)


def test_one_name_for_two_columns_elsewhere(write):
    table = pa.table([pa.array([1]), pa.array([2])], names=["a", "a"])
    assert write(table, "csv") == b"a,a\n1,2\n"
    assert write(table, "tsv") == b"1\t2\n"
    assert write(table, "table") == b"a  a\n-  -\n1  2\n"


def test_text_that_needs_quotes(write):
    table = pa.table({"text": ['say "x"', "a,b", "a\tb", "a\nb", " a ", "ä"]})
    assert write(table, "csv").decode() == 'text\n"say ""x"""\n"a,b"\na\tb\n"a\nb"\n a \nä\n'
    assert write(table, "tsv").decode() == '"say ""x"""\na,b\n"a\tb"\n"a\nb"\n a \nä\n'


def test_a_table_shows_lines_below_each_other_and_no_control_characters(write):
    table = pa.table({"n": [1, 22], "text": ["two\nlines", "\x1b[2Jred"], "last": ["a", "b"]})
    assert write(table, "table").decode() == (
        " n  text        last\n"
        "--  ----------  ----\n"
        " 1  two         a\n"
        "    lines\n"
        "22  \\x1b[2Jred  b\n"
    )


def test_rows_wider_than_the_first_thousand_keep_a_table_whole(write):
    table = pa.table({"text": ["x"] * 1500 + ["much wider"], "n": range(1501)})
    assert write(table, "table").decode().splitlines()[-1] == "much wider  1500"


def test_nothing_is_written_before_the_first_rows(tmp_path, capfdbinary):
    def broken():
        raise UsageError("wrong from the first row on")
        yield

    reader = pa.RecordBatchReader.from_batches(EMPTY, broken())
    with pytest.raises(UsageError, match="wrong from the first row on"):
        write_result(reader, "csv")
    assert capfdbinary.readouterr().out == b""


def test_an_error_on_the_way_leaves_no_file(tmp_path):
    def breaks():
        yield pa.RecordBatch.from_pylist([{"number": 1, "a, b": "x"}], EMPTY)
        raise UsageError("wrong later")

    for name in (*STREAMS, "sqlite", "duckdb", "npy"):
        reader = pa.RecordBatchReader.from_batches(EMPTY, breaks())
        with pytest.raises(UsageError, match="wrong later"):
            write_result(reader, name, tmp_path / "result")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_chosen_by_name_and_by_every_ending(name, tmp_path):
    assert choose_format(name, tmp_path / "result").name == name
    for ending in FORMATS[name].endings:
        assert choose_format(None, tmp_path / f"result{ending}").name == name
        assert choose_format(None, tmp_path / f"RESULT{ending.upper()}").name == name
        assert choose_format("csv", tmp_path / f"result{ending}").name == "csv"


def test_formats_that_are_not_there(tmp_path):
    with pytest.raises(UsageError, match=r"^no format 'jsn'; did you mean 'json'\?$"):
        choose_format("jsn", None)
    with pytest.raises(
        UsageError,
        match=r"result\.jsn has no ending that names a format; did you mean '\.json'\?$",
    ):
        choose_format(None, tmp_path / "result.jsn")
    with pytest.raises(UsageError, match=r"result has no ending that names a format; give one of"):
        choose_format(None, tmp_path / "result")
    with pytest.raises(OutputError, match=r"is a folder; give the name of a file$"):
        choose_format("csv", tmp_path)
    for name in ("sqlite", "duckdb"):
        with pytest.raises(UsageError, match=rf"^{name} is a file of its own; name it with -o$"):
            choose_format(name, None)


@pytest.mark.parametrize("name", ["table", "csv", "tsv", "json", "ndjson", *DIALECTS])
@pytest.mark.parametrize("ending", [".gz", ".ZST"])
def test_text_is_compressed_by_its_last_ending(name, ending, tmp_path):
    for before in FORMATS[name].endings:
        assert choose_format(None, tmp_path / f"result{before}{ending}").name == name
    assert choose_format(name, tmp_path / f"result{ending}").name == name


@pytest.mark.parametrize("name", ["parquet", "arrow", "xlsx", "sqlite", "duckdb", "npz"])
def test_what_is_not_compressed_further(name, tmp_path):
    ending = FORMATS[name].endings[0]
    with pytest.raises(UsageError, match=rf"^{name} is not compressed further; leave out \.gz$"):
        choose_format(None, tmp_path / f"result{ending}.gz")


def test_stdout_that_is_closed(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match=r"^stdout is closed; give a file with -o$"):
        choose_format(None, None)


# ---------------------------------------------------------------- tables on a terminal


WIDE = pa.table(
    {
        "name": ["a" * 30, "b"],
        "first": [1, 22],
        "meaning": ["c" * 50, "d" * 12],
        "second": [3.5, None],
    }
)


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            60,
            [
                "name                   first  meaning                second",
                "---------------------  -----  ---------------------  ------",
                "aaaaaaaaaaaaaaaaaaaa…      1  cccccccccccccccccccc…     3.5",
                "b                         22  dddddddddddd",
            ],
        ),
        (
            30,
            [
                "name        first  meaning     …",
                "----------  -----  ----------  …",
                "aaaaaaaaa…      1  ccccccccc…  …",
                "b              22  ddddddddd…  …",
            ],
        ),
    ],
)
def test_a_table_fits_the_terminal(width, lines, tmp_path):
    cut = []
    about = About(width=width + 2 * (width == 30), when_cut=lambda: cut.append(True))
    write_result(WIDE, "table", tmp_path / "t.txt", about=about)
    assert (tmp_path / "t.txt").read_text("utf-8").splitlines() == lines
    assert cut == [True]
