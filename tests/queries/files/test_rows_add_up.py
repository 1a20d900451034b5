"""Rows read, written and bad add up to the rows of the file; packed files are whole, or refused."""

import gzip
import io
import json
import random

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.command_line import run
from pokerlake import packed
from pokerlake.packed import PackedError, unpacked
from pokerlake.queries.files import lines as csv_rows
from pokerlake.queries.files import source
from pokerlake.queries.files.lines import CsvRows, count_rows
from pokerlake.queries.files.source import open_source
from pokerlake.tables.errors import InputError

ROYAL = "AsKsQsJsTs"


def read(content, *, block=1 << 22, longest=1 << 23):
    """The columns of a CSV, its rows, and what is wrong with other lines."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(csv_rows, "BLOCK_BYTES", block)
        patched.setattr(csv_rows, "LONGEST_ROW", longest)
        rows = CsvRows(io.BytesIO(content), "given", skip_bad=True)
        found = [tuple(row.values()) for batch in rows.batches() for row in batch.to_pylist()]
    return rows.names, found, [text for texts in rows.bad for text in texts.to_pylist()]


# ---------------------------------------------------------------- CSV


def naive(content):
    """Rows and numbers of bad lines of a CSV of commas and line feeds, a character at a time."""
    text, rows, bad, at, line = content.decode(), [], [], 0, 1
    columns = None
    while at < len(text):
        start, cells, fault = at, [], False
        while True:
            blanks = len(text[at:]) - len(text[at:].lstrip(" "))
            if text[at + blanks : at + blanks + 1] == '"':
                opened, cell, at = at, "", at + blanks + 1
                while at < len(text) and (text[at] != '"' or text[at : at + 2] == '""'):
                    cell += text[at]
                    at += 1 + (text[at] == '"')
                closed = at < len(text)
                at += 1
                while text[at : at + 1] == " ":
                    at += 1
                if not closed or text[at : at + 1] not in (",", "\n", ""):
                    fault = True
                    at = opened
            else:
                cell = ""
                while at < len(text) and text[at] not in ",\n":
                    cell += text[at]
                    at += 1
            if fault or text[at : at + 1] != ",":
                break
            cells.append(cell)
            at += 1
        if fault:
            at = text.find("\n", at) % (len(text) + 1)
        stop = min(at, len(text))
        is_blank = text[start:stop] == ""
        if fault:
            bad.append(line)
        elif columns is None:
            columns = [*cells, cell]
        elif not is_blank or len(columns) == 1:
            row = tuple(value or None for value in [*cells, cell])
            if len(row) == len(columns):
                rows.append(row)
            else:
                bad.append(line)
        line += text.count("\n", start, stop + 1)
        at = stop + 1
    return columns, rows, bad


@given(st.text(st.sampled_from('ab,"\n" é'), max_size=60), st.integers(1, 30), st.integers(1, 3))
@example('"a\n"b,c\n', 3, 2)
@example('"""\n""",""\n,\n', 2, 2)
@example('a"b"c,"""\nx,y\n\n"",', 5, 2)
@example("\n\n", 1, 1)
def test_every_line_is_in_a_row_or_is_told(text, block, columns):
    content = (",".join("xyz"[:columns]) + "\n" + text).encode()
    names, rows, bad = read(content, block=block, longest=1 << 16)
    assert (names, rows, [int(line.split()[1].rstrip(":")) for line in bad]) == naive(content)


@given(
    st.lists(
        st.sampled_from([b"ab", b",", b'"', b"\n", b"\r\n", b"\r", b"\0", b" ", b"\xff", b"\xc3"]),
        max_size=40,
    ),
    st.integers(1, 20),
)
def test_blocks_of_any_size_give_the_same_rows(parts, block):
    content = b"x,y\n" + b"".join(parts)
    assert read(content, block=block, longest=1 << 16) == read(content)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_quotes_and_line_ends_inside_of_cells(line_end):
    cell = f'one{line_end}"two", three'
    row = ",".join('"' + cell.replace('"', '""') + '"' for _ in range(2)) + line_end
    content = (f"x,y{line_end}" + row * 50).encode()
    assert read(content, block=64) == (["x", "y"], [(cell, cell)] * 50, [])


def test_lines_of_two_kinds_of_ends_are_rows():
    assert read(b"x,y\n1,2\r\n3,4\n\r\n5,6")[1:] == ([("1", "2"), ("3", "4"), ("5", "6")], [])


@pytest.mark.parametrize("columns", [1, 2])
def test_a_row_that_is_too_long_is_one_bad_row(columns):
    """Be it a line, cells in quotes, or zero bytes; the others are read."""
    row = ",".join(["1"] * columns)
    begin = ",".join("xy"[:columns]) + "\n" + f"{row}\n" * 3
    wrong = {
        "x" * 5000 + "\n": "line 5: a row is longer than 0 MB",
        "x" * 5000 + "\r\n": "line 5: a row is longer than 0 MB",
        "\0" * 5000 + "\n": "line 5: not text: it has zero bytes",
        '"' + "x" * 5000 + '"\n': "line 5: a quote is opened and not closed",
    }
    for text, problem in wrong.items():
        for block in (100, 999, 1000):
            for rest in (0, 2000):
                content = begin + text + f"{row}\n" * rest
                found = read(content.encode(), block=block, longest=1000)
                assert len(found[1]) == 3 + rest
                assert found[2] == [problem]


def test_an_open_quote_takes_no_other_line_with_it():
    lines = [f"{at},{ROYAL}" for at in range(5000)]
    lines[1000] = f'1000,"{ROYAL}'
    lines[3000] = f'3000,"{ROYAL}"'
    lines[4000] = f'"4000,{ROYAL}'
    for block in (100, 1 << 22):
        _, rows, bad = read(("id,cards\n" + "\n".join(lines)).encode(), block=block)
        assert len(rows) == 4998
        assert bad == [
            "line 1,002: a quote out of place",
            "line 4,002: a quote is opened and not closed",
        ]


def test_what_arrow_gives_is_compared_with_the_count(monkeypatch):
    """As if it had lost a row of each block."""
    of_arrow = pyarrow.csv.read_csv
    monkeypatch.setattr(csv_rows.pc, "read_csv", lambda *a, **more: of_arrow(*a, **more)[1:])
    with pytest.raises(InputError, match="from line 2 on there are 2 rows, of which 1 are found"):
        read(b"x,y\n1,2\n3,4\n")


# ---------------------------------------------------------------- other formats


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"", 0),
        (b"\n \n\t\r\n", 0),
        (b'{"a":1}', 1),
        (b'{"a":1}\n{"a":2}\n', 2),
        (b'\n\n{"a":1}\n \n{"a":2}\n\n', 2),
        (b'{"a":1}\r\n\r\n{"a":2}\r\n  ', 2),
        (b" " * 5000 + b'\n{"a":1}\n' + b" " * 5000, 1),
    ],
)
@pytest.mark.parametrize("block", [1, 2, 7, 1 << 20])
def test_lines_of_ndjson_are_counted(monkeypatch, content, rows, block):
    monkeypatch.setattr("pokerlake.queries.files.lines._BLOCK_BYTES", block)
    assert count_rows(io.BytesIO(content), "given") == rows


@pytest.mark.parametrize("ending", ["parquet", "ndjson"])
def test_rows_that_are_not_found_are_an_error(tmp_path, monkeypatch, ending):
    """As if the reader had lost one."""
    path = tmp_path / f"hands.{ending}"
    if ending == "ndjson":
        path.write_text(f'{{"cards":"{ROYAL}"}}\n' * 3, "ascii")
        monkeypatch.setattr(source, "count_rows", lambda *_: 4)
    else:
        pq.write_table(pa.table({"cards": [ROYAL] * 3}), path)
        told = type("Told", (), {"num_rows": 4, "schema": pq.read_metadata(path).schema})
        monkeypatch.setattr(source.pq, "read_metadata", lambda _: told)
    with (
        open_source(str(path)) as opened,
        pytest.raises(InputError, match="it has 4 rows, of which 3 are found"),
    ):
        list(opened.batches())


# ---------------------------------------------------------------- packed files


def packed_as(ending, content):
    if ending == ".gz":
        return gzip.compress(content, mtime=0)
    return pa.compress(content, "zstd", asbytes=True)


def plain_of(content, ending):
    file = unpacked(io.BytesIO(content), ending)
    return b"".join(iter(lambda: file.read(1000), b""))


ROWS = "".join(f"{number},{ROYAL}\n" for number in random.Random(1).sample(range(10**9), 50_000))
PLAIN = ("id,cards\n" + ROWS).encode()
ENDINGS = [".gz", ".zst"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_members_that_follow_each_other_are_one_file(ending):
    parts = [PLAIN, b"", b"1,2\n", PLAIN]
    content = b"".join(packed_as(ending, part) for part in parts)
    assert plain_of(content, ending) == b"".join(parts)


def test_zeros_behind_a_gzip_fill_a_tape():
    content = packed_as(".gz", PLAIN) + bytes(100_000)
    assert plain_of(content, ".gz") == PLAIN
    assert plain_of(content + packed_as(".gz", b"more"), ".gz") == PLAIN + b"more"


def damaged(ending):
    """Packed files that are not whole, and what is told of them."""
    content = packed_as(ending, PLAIN)
    yield content[:-1], "it breaks off"
    yield content[: len(content) // 2], "it breaks off"
    yield content + content[:5], "it breaks off"
    yield content + b"junk" * 10, "behind its end are bytes that do not belong to it"
    yield b"junk" + content, f"it is not packed as {ending} says"
    if ending == ".gz":
        checksum = bytearray(content)
        checksum[-8] ^= 1
        yield bytes(checksum), "its content is damaged (incorrect data check)"
        length = bytearray(content)
        length[-1] ^= 1
        yield bytes(length), "its content is damaged (incorrect length check)"
        whole = packed_as(ending, PLAIN)
        yield whole + bytes(checksum) + whole, "its content is damaged (incorrect data check)"


DAMAGED = [(ending, *case) for ending in ENDINGS for case in damaged(ending)]


@pytest.mark.parametrize(("ending", "content", "problem"), DAMAGED)
def test_a_packed_file_that_is_not_whole_is_refused(ending, content, problem):
    with pytest.raises(PackedError) as told:
        plain_of(content, ending)
    assert str(told.value) == problem


@pytest.mark.parametrize(("ending", "content", "problem"), DAMAGED)
@pytest.mark.parametrize("kind", ["csv", "ndjson"])
def test_rows_of_a_packed_file_that_is_not_whole_are_no_result(
    at_home, kind, ending, content, problem
):
    if kind == "ndjson":
        if "damaged" not in problem:
            pytest.skip("looked at by the same reader")
        lines = "".join(
            json.dumps({"cards": ROYAL, "id": at}) + "\n" for at in range(100_000)
        ).encode()
        content = bytearray(packed_as(ending, lines))
        content[-8 if "data" in problem else -1] ^= 1
    name = f"hands.{kind}{ending}"
    (at_home / name).write_bytes(content)
    finished = run(f"evaluate --from {name} -o found.parquet")
    assert finished == (1, b"", f"error: {name} cannot be read: {problem}\n")
    assert not (at_home / "found.parquet").exists()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_packed_file_that_grows_without_end_is_told(monkeypatch, ending):
    monkeypatch.setattr(packed, "MOST_BYTES", 1 << 22)
    content = packed_as(ending, bytes(1 << 23))
    with pytest.raises(PackedError, match=r"more than 4 MB, and 250 times its size; if .* -dc'"):
        plain_of(content, ending)
    assert len(plain_of(packed_as(ending, bytes(1 << 22)), ending)) == 1 << 22  # it is not so large
    noise = random.Random(1).randbytes(1 << 18) * 32  # nor has it grown so much
    assert plain_of(packed_as(ending, noise), ending) == noise


def test_an_open_quote_takes_no_situation_with_it(at_home):
    lines = "hero,villain\n" + "AhKh,QsQc\n" * 20 + '"AhKh,QsQc\n' + "AhKh,QsQc\n" * 20
    (at_home / "spots.csv").write_text(lines, "ascii")
    finished = run("equity --from spots.csv --skip-bad -o found.parquet")
    assert "1 of 41 rows is bad" in finished.err
    found = pq.read_table("found.parquet")
    assert found["equity_1"].null_count == 1
    assert found["error"].to_pylist()[-1] == "line 22: a quote is opened and not closed"


@pytest.mark.parametrize("command", ["solve", "pushfold"])
def test_spots_of_a_file_that_is_not_whole_are_not_solved(at_home, command):
    (at_home / "spots.csv").write_text('stack\n10\n"11\n', "ascii")
    finished = run(f"{command} --from spots.csv")
    assert finished.code in (1, 2)
    if command == "pushfold":
        assert finished.err == "error: spots.csv, line 3: a quote is opened and not closed\n"
    assert not (at_home / "lake" / "manifest.json").exists()
