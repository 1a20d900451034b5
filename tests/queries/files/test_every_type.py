"""Every type of DuckDB in every format: read back it is what SQL says it is, or it was refused."""

from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from helpers.every_type import (
    RARE,
    READERS,
    REFUSED,
    VALUES,
    WITHOUT_NULL,
    again,
    expected,
    laid_out,
    statement,
)
from pokerlake.queries.files.write import write_result
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import UsageError

ROWS_ONLY = ("csv", "tsv", "xlsx", "sqlite")  # no lists


def test_every_type_of_duckdb_is_among_these(sql):
    known = sql.sql("select distinct logical_type from duckdb_types()").fetchall()
    here = {sql.sql(f"select null::{dtype} as x").types[0].id.upper() for dtype in VALUES}
    assert {name for (name,) in known} - here == {"TYPE"}  # of which there is no column


@pytest.mark.parametrize("name", READERS)
def test_what_is_read_is_what_was_written(sql, name, tmp_path):
    of = {dtype: values for dtype, values in VALUES.items() if dtype not in REFUSED[name]}
    rows = laid_out(of, with_null=name not in WITHOUT_NULL)
    path = tmp_path / ("result.xlsx" if name == "xlsx" else "result")
    assert write_result(stream(sql, statement(of, rows)), name, path) == len(rows)
    wanted = expected(sql, of, rows)
    for dtype, found in READERS[name](sql, path, of):
        if name in ("csv", "tsv") and dtype == "varchar":
            found = [text or None for text in found]
            wanted[dtype] = [text or None for text in wanted[dtype]]
        if name == "sqlite":  # which has no -0.0
            wanted[dtype] = [text if text != "-0.0" else "0.0" for text in wanted[dtype]]
        assert (dtype, found) == (dtype, wanted[dtype])


def cells_of_table(path):
    return path.read_text("utf-8").removesuffix("\n").split("\n")[2:]


def cells_of_md(path):
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))
    for before, token in pairwise(tokens):
        if before.type == "td_open":
            parts = token.children
            assert {part.type for part in parts} <= {"text", "text_special", "html_inline"}
            yield "".join("\n" if part.type == "html_inline" else part.content for part in parts)


@pytest.mark.parametrize("name", ["table", "md"])
def test_what_people_read_is_the_value(sql, name, tmp_path):
    read = {"table": cells_of_table, "md": cells_of_md}[name]
    for dtype, values in (VALUES | RARE).items():
        if dtype in ("varchar", "char", "json"):
            continue  # other tests have odd text
        rows = laid_out({dtype: values})
        write_result(stream(sql, statement([dtype], rows)), name, tmp_path / "x")
        cells = [cell.strip() or None for cell in read(tmp_path / "x")]
        if dtype == "blob":
            cells[1] = ""
        wanted = expected(sql, [dtype], rows)[dtype]
        if dtype in ("float", "double"):  # six digits of them
            cells, wanted = ([x if x is None else f"{float(x):.6g}" for x in of]
                             for of in (cells, wanted))  # fmt: skip
        assert (dtype, again(sql, dtype, cells)) == (dtype, again(sql, dtype, wanted))


@pytest.mark.parametrize("name", READERS)
def test_numbers_and_times_that_few_have(sql, name, tmp_path):
    """NaN, infinity, years that no calendar has, 24:00, NUL."""
    for place, (dtype, values) in enumerate(RARE.items()):
        is_number = dtype.startswith(("float", "double"))
        is_refused = dtype.endswith("[]") and name in ROWS_ONLY
        if name in WITHOUT_NULL:
            is_refused = dtype not in ("float", "double")
        if is_number and name == "xlsx":
            continue  # they are errors there, see test_formats_read_back.py
        of = {dtype: values, "boolean": ["true"]}
        rows = laid_out(of, with_null=name not in WITHOUT_NULL)
        path = tmp_path / f"{place}.xlsx" if name == "xlsx" else tmp_path / f"{place}"
        asked = stream(sql, statement(of, rows))
        if is_refused:
            with pytest.raises(UsageError, match=r"^[^\n]+$"):
                write_result(asked, name, path)
            del asked
            assert not path.exists()
            continue
        write_result(asked, name, path)
        (_, found), _ = READERS[name](sql, path, of)
        wanted = expected(sql, of, rows)[dtype]
        if name in ("csv", "tsv"):
            found = [text or None for text in found]
        if is_number and name in ("json", "ndjson"):
            wanted = [None if text in ("nan", "inf", "-inf") else text for text in wanted]
            wanted = ["[NULL, NULL, 1.0]" if text and "nan" in text else text for text in wanted]
        elif is_number and name == "sqlite":
            wanted = [None if text == "nan" else text for text in wanted]
        assert (dtype, found) == (dtype, wanted)


@pytest.mark.parametrize(
    ("name", "dtype"), [(name, dtype) for name, those in REFUSED.items() for dtype in sorted(those)]
)
def test_what_is_refused_is_said_in_a_line_before_a_byte_is_written(sql, name, dtype, tmp_path):
    with pytest.raises(UsageError) as raised:
        write_result(
            stream(sql, statement([dtype], laid_out({dtype: VALUES[dtype]}, with_null=False))),
            name,
            tmp_path / "result",
        )
    assert "cast it to varchar" in str(raised.value)
    assert "\n" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", ["get_type(1)", "get_type({'a': [1]})"])
def test_a_type_is_its_name(sql, value):
    ((name,),) = sql.sql(f"select ({value})::varchar").fetchall()
    assert stream(sql, f"select {value} as x").read_all().to_pylist() == [{"x": name}]
