"""Files of hands that are not what they should be: one line names the file, the place, the value.

A full disk, a read-only folder and killed builds have tests of their own.
"""

import gzip
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.command_line import contents, run

ROYAL = "AsKsQsJsTs"
NOISE = bytes(range(256)) * 40
FIVE = " ".join(f"--cards c{number}" for number in range(1, 6))


def parquet(**columns):
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


def numbers(*, c5):
    """Five columns of card numbers in three rows, as Parquet; the last column is given."""
    return parquet(c1=[0, 0, 0], c2=[1, 1, 1], c3=[2, 2, 2], c4=[3, 3, 3], c5=c5)


WHOLE = parquet(cards=[ROYAL] * 1000, number=list(range(1000)))
DAMAGED = WHOLE[:40] + b"X" * 20 + WHOLE[60:]
FOLDER = object()

# A file, what is in it, the line on stderr with {} for its name, and where there are some, more of
# the command and an exit code other than 1.
CASES = [
    # No file that can be read at all.
    ("hands.csv", None, "there is no file {}"),
    ("''", None, "the name of the file is empty"),
    ("-", None, "stdin is empty"),
    ("hands.csv", FOLDER, "{} is a folder; give the name of a file"),
    ("hands.csv", "", "{} is empty"),
    ("hands.xls", "cards\n",
     "{} has no ending that names a format; give one of .csv .tsv .parquet .ndjson .jsonl, or "
     "--input-format", "", 2),
    ("hands.json", "[]",
     "{} is of a format that is only written; give one of .csv .tsv .parquet .ndjson .jsonl, or "
     "--input-format", "", 2),
    ("hands.csv", "cards\n",
     "no input format 'excel'; there are: csv, parquet, ndjson", "--input-format excel", 2),
    # Another format than the ending says, or cut short.
    ("hands.csv", NOISE, "{} is not text in UTF-8: it has zero bytes"),
    ("hands.ndjson", NOISE, "{}, line 1: not text: it has zero bytes"),
    ("hands.parquet", NOISE, "{} is not a Parquet file: it does not begin with PAR1"),
    ("hands.csv", f"cards\n{ROYAL}\n",
     "{} is not a Parquet file: it does not begin with PAR1", "--input-format parquet"),
    ("hands.csv.gz", f"cards\n{ROYAL}\n", "{} cannot be read: it is not packed as .gz says"),
    ("hands.csv.gz", gzip.compress(f"cards\n{ROYAL}\n".encode(), mtime=0)[:-12],
     "{} cannot be read: it breaks off"),
    ("hands.parquet", WHOLE[:-100], "{} cannot be read: No magic bytes found at end of file '{}'"),
    ("hands.parquet", b"PAR1" + bytes(500) + b"PAR1",
     "{} cannot be read: Footer length error in file '{}'"),
    ("hands.parquet", DAMAGED,
     '{} cannot be read: Failed to read file "{}": Snappy decompression failure: Uncompressed '
     'data size mismatch'),
    # CSV that is not regular: nothing is skipped, guessed or padded.
    ("hands.csv", f"\n\ncards\n{ROYAL}\n",
     "the first line of {} is empty; it has to name the columns"),
    ("hands.csv", f"id,cards\n1,{ROYAL}\n2\n3,{ROYAL},x,y\n",
     "{}, line 3: 1 column, where the first line has 2"),
    ("hands.csv", "id,cards\n" + f"1,{ROYAL}\n" * 200_000 + "2\n",
     "{}, line 200,002: 1 column, where the first line has 2", "-o result.csv"),
    ("hands.csv", f'id,cards\n1,"{ROYAL}\n2,{ROYAL}\n',
     "{}, line 2: a quote is opened and not closed"),
    ("hands.csv", f"id,cards\n1,{ROYAL}\r2,{ROYAL}\n",
     "{}, line 2: a line end of another kind is inside of it"),
    ("hands.csv", f"id,cards\n1,{ROYAL}\n2,As\0Ks\n", "{}, line 3: not text: it has zero bytes"),
    ("hands.csv", b"player,cards\nJos\xe9,AsKsQsJsTs\n", "{}, line 2: not text in UTF-8"),
    ("hands.csv", b"id,cards\n" + b"1,AsKsQsJsTs\n" * 200_000 + b"\xe9,AsKsQsJsTs\n",
     "{}, line 200,002: not text in UTF-8", "-o result.csv"),
    ("hands.csv", '"' + "x" * 200_000,
     "the first line of {} cannot be read: a quote is opened and not closed"),
    ("hands.csv", "id,cards\n" + "x" * 9_000_000 + f",{ROYAL}\n",
     "{}, line 2: a row is longer than 8 MB"),
    # NDJSON.
    ("hands.ndjson", b'{"cards":null}\n' * 200_000 + b'{"cards":"\xe9"}\n',
     "{}, line 200,001: not text in UTF-8"),
    ("hands.ndjson", f'{{"cards":"{ROYAL}"}}\n'.encode("utf-8-sig"),
     "{}, line 1: a byte order mark; save the file without one"),
    ("hands.ndjson", f'{{"cards":"{ROYAL}"}}\n' * 2 + f'{{"cards":"{ROYAL}\n',
     "{}, line 3: not JSON: Unterminated string starting at (character 10)"),
    ("hands.ndjson", f'[{{"cards":"{ROYAL}"}}]\n',
     "{} is a JSON array; ndjson is one object a line"),
    ("hands.ndjson", f'{{"cards":"{ROYAL}"}}\n{{"cards":{"[" * 100_000}\n',
     "{}, line 2: nested too deeply"),
    ("hands.ndjson", f'{{"cards":"{ROYAL}","x":{"[" * 100}{"]" * 100}}}\n',
     "{}, line 1: nested too deeply; a column has 60 levels at most"),
    *(("hands.ndjson", f'{{"cards":"{ROYAL}","x":1}}\n{{"cards":"{ROYAL}","x":{number}}}\n',
       f"{{}}, line 2: {number[:40]}{'…' * (len(number) > 40)} is no number that a column can hold")
      for number in ("1e400", "NaN", "9" * 5000)),
    ("hands.ndjson", f'{{"cards":"{ROYAL}"}}\n{{"cards":"2c","cards":"{ROYAL}"}}\n',
     "{}, line 2: key 'cards' is there twice"),
    ("hands.ndjson", f'{{"cards":"{ROYAL}"}}\n{{"Cards":"{ROYAL}"}}\n',
     "{}: the keys 'Cards' and 'cards' differ only in case; rename one"),
    ("hands.ndjson", f'{{"cards":"{ROYAL}"}}\n{{"cards":"\\ud800"}}\n',
     r"{}, line 2: \ud800 is half a character"),
    # Columns.
    ("hands.csv", "hole,board\nAsKs,QsJsTs\n",
     "{} has no column 'bord'; did you mean 'board'? there are: hole, "
     "board", "--cards hole --cards bord"),
    ("hands.csv", f"Cards\n{ROYAL}\n",
     "{} has no column 'cards'; did you mean 'Cards'? there are: Cards"),
    ("hands.csv", ROYAL,
     "{} has no column 'cards'; its first line has to name the columns, and is " f"'{ROYAL}': "
     "put a line of names above it"),
    ("hands.csv", "1,10,1,11\n",
     "{} has no column 'S1'; its first line has to name the columns, and is '1,10,1,11': put "
     "a line of names above it", "--cards S1"),
    ("hands.ndjson", '{"x":"y"}', "{} has no column 'cards'; write --cards x"),
    ("hands.csv", "x,y\n", "{} has no column 'cards'; name one with --cards; there are: x, y"),
    ("hands.csv", "x,y\n", "{} has no column 'x,y'; write --cards x --cards y", "--cards x,y"),
    ("hands.csv", "hole,board\n",
     "{} has no column 'cards'; for holes on boards write --cards hole --board-column board"),
    ("hands.csv", "hole,flop\n",
     "{} has no column 'board'; name one with --board-column; there are: hole, "
     "flop", "--game omaha"),
    ("hands.csv", "a\n1\n", "column 'a' is given twice", "--cards a --cards a", 2),
    ("hands.csv", f"cards,cards\n{ROYAL},1\n", "{} has 2 columns 'cards'; rename all but one"),
    ("hands.csv", f"cards,class_id\n{ROYAL},1\n",
     "{} has a column 'class_id' already; rename that first"),
    ("hands.csv", '"car\nds","\x1b[2J"\na,b\n',
     r"{} has no column 'cards'; name one with --cards; there are: car\nds, \x1b[2J"),
    ("hands.ndjson", '{"cards":["As","Ks"]}\n',
     "{}: column 'cards' is VARCHAR[]; give columns of text such as AsKd, or 5 to 7 columns "
     "of numbers 0 to 51, a card each"),
    ("hands.parquet", parquet(cards=[1.5]),
     "{}: column 'cards' is DOUBLE; give columns of text such as AsKd, or 5 to 7 columns of "
     "numbers 0 to 51, a card each"),
    ("hands.parquet", numbers(c5=[4, 5, 6]),
     "{}: column 'c1' is BIGINT; cards as numbers take 5 to 7 columns, a card each, and 2 are "
     "given", "--cards c1 --cards c2"),
    # Hands, with the number of the row that has them.
    ("hands.csv", f"id,cards\n1,{ROYAL}\n2,AsKsQsJs\n",
     "{}, row 2: 'AsKsQsJs' has 4 cards; 5 to 7 are needed"),
    ("hands.csv", "hole,board\nAsKs,QsJsTs\nAsKs,QsJsAs\n",
     "{}, row 2: 'AsKs QsJsAs' has As twice", "--cards hole --cards board"),
    # not the hand that the two would be without a blank between them
    ("hands.csv", "hole,board\nAsK,sQsJsTs\n",
     "{}, row 1: 'AsK sQsJsTs' at character 4: ' ' is not a suit; suits are "
     "cdhs", "--cards hole --cards board"),
    # beyond the first batch of 122,880 rows
    ("hands.csv", "cards\n" + f"{ROYAL}\n" * 130_000 + "AsKsQsJs?s\n",
     "{}, row 130,001: 'AsKsQsJs?s' at character 9: '?' is not a rank; ranks are "
     "23456789TJQKA", "-o result.csv"),
    ("hands.parquet", parquet(cards=[ROYAL] * 250_000 + ["AsAs"]),
     "{}, row 250,001: 'AsAs' has As twice", "-o result.parquet"),
    # what a number becomes in a column that has text too
    ("hands.ndjson", f'{{"cards":"{ROYAL}"}}\n{{"cards":7}}\n',
     "{}, row 2: '7' at character 1: '7' has no suit; suits are cdhs"),
    ("hands.csv", "cards\nAs\x1b[2JKs\n",
     r"{}, row 1: 'As\x1b[2JKs' at character 3: '\x1b' is not a rank; ranks are 23456789TJQKA"),
    ("hands.parquet", numbers(c5=[4, 5, 52]), "{}, row 3: card 52 is not in 0..51", FIVE),
    ("hands.parquet", numbers(c5=[4, None, 3]), "{}, row 3: '2c2d2h2s2s' has 2s twice", FIVE),
    ("hands.csv", "c1,c2,c3,c4,c5\n0,1,2,3,4\n0,1,2,3,x\n",
     "{}, row 2: 'x' is not a card number 0..51", FIVE),
    # Where the result goes.
    ("hands.csv", f"cards\n{ROYAL}\n", "no format 'xls'; did you mean 'xlsx'?", "-f xls", 2),
    ("hands.csv", f"cards\n{ROYAL}\n",
     "none/result.csv cannot be written: there is no folder none", "-o none/result.csv"),
    ("hands.ndjson", f'{{"cards":"{ROYAL}","seats":[1,2]}}\n',
     "column 'seats' is BIGINT[], which csv cannot hold; take table or json or ndjson or "
     "parquet or arrow or md or duckdb, or cast it to varchar in SQL", "-o result.csv", 2),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0]}: {case[2][:70]}" for case in CASES])
def test_bad_file_is_one_line(at_home, case):
    name, content, message, more, code = *case, *("", 1)[len(case) - 3 :]
    path = at_home / name
    if content is FOLDER:
        path.mkdir()
    elif content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = contents(at_home)

    finished = run(f"evaluate --from {name} {more}")

    assert finished == (code, b"", f"error: {message.replace('{}', name)}\n")
    assert contents(at_home) == before


@pytest.mark.parametrize(
    ("content", "input_format", "message"),
    [
        (b"", "csv", "stdin is empty"),
        (gzip.compress(b"cards\nAs\n", mtime=0)[:-1], "csv", "stdin cannot be read: it breaks off"),
        (gzip.compress(b"PAR1", mtime=0), "parquet", "stdin is not a Parquet file: it does not "
         "begin with PAR1; it is packed: unpack it with 'gzip -dc'"),
        (b'{"cards": "As"}\n', "csv", "the first line of stdin is JSON, which is read with "
         "--input-format ndjson"),
        (b"cards\nAs\n", "csv", "stdin, row 1: 'As' has 1 card; 5 to 7 are needed"),
        (b"cards\n", "parquet", "stdin is not a Parquet file: it does not begin with PAR1"),
        (WHOLE[:-9], "parquet",
         "stdin cannot be read: No magic bytes found at end of file 'stdin'"),
        (b'{"cards": }\n', "ndjson", "stdin, line 1: not JSON: Expecting value (character 11)"),
    ],
)  # fmt: skip
def test_bad_stdin_is_one_line(at_home, content, input_format, message):
    finished = run(f"evaluate --from - --input-format {input_format}", stdin=content)

    assert finished == (1, b"", f"error: {message}\n")


def test_many_keys_are_many_columns(at_home):
    rows = "".join(f'{{"cards":"{ROYAL}","x{number}":1}}\n' for number in range(300))
    (at_home / "hands.ndjson").write_text(rows, "ascii")
    finished = run("evaluate --from hands.ndjson -f csv")
    assert finished.text.splitlines()[0].split(",")[:3] == ["cards", "x0", "x1"]
    assert finished.text.count("royal flush") == 300


def test_error_after_the_first_rows_keeps_an_older_result(at_home):
    (at_home / "hands.csv").write_text("cards\n" + f"{ROYAL}\n" * 130_000 + "As\n", "ascii")
    (at_home / "result.csv").write_bytes(b"an older result")
    before = contents(at_home)

    assert run("evaluate --from hands.csv -o result.csv").code == 1
    assert contents(at_home) == before


# ---------------------------------------------------------------- bad rows skipped


def skipping(tmp_path, line, name, content):
    """The rows of a command with --skip-bad as columns, and what it says."""
    tmp_path.joinpath(name).write_bytes(content.encode() if isinstance(content, str) else content)
    finished = run(f"{line} {name} --skip-bad -o found.parquet")
    assert finished.code == 0, finished.err
    return pq.read_table("found.parquet"), finished.err


def test_bad_hands_are_skipped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hands = ["cards", ROYAL, "AsKd", "AsAsKdQd2c", "xx", "7c5d4h3s2c"]
    found, said = skipping(tmp_path, "evaluate --from", "hands.csv", "\n".join(hands))
    assert found["class_id"].to_pylist() == [1, None, None, None, 7462]
    assert found["name"].null_count == found["percentile"].null_count == 3
    assert found["error"].to_pylist() == [
        None, "'AsKd' has 2 cards; 5 to 7 are needed", "'AsAsKdQd2c' has As twice",
        "'xx' at character 1: 'x' is not a rank; ranks are 23456789TJQKA", None,
    ]  # fmt: skip
    assert said == ("5 rows in found.parquet\n3 of 5 rows are bad; the column error says why\n")


def test_bad_card_numbers_are_skipped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong = ["card 52 is not in 0..51", "'2c2d2h2s2c' has 2c twice", None, None]
    typed = numbers(c5=[52, 0, None]), "1,0,2,3,52\n1,0,2,3,0\n0,1,2,3,\n4,5,8,9,x\nx,1,2,3,4\n"
    found, _ = skipping(tmp_path, f"evaluate {FIVE} --from", "numbers.parquet", typed[0])
    assert found["error"].to_pylist() == wrong[:3]
    assert found["class_id"].null_count == 3
    text = "c1,c2,c3,c4,c5\n" + typed[1].replace("1,0,", "0,1,")
    found, _ = skipping(tmp_path, f"evaluate {FIVE} --from", "numbers.csv", text)
    text = "'x' is not a card number 0..51"
    assert found["error"].to_pylist() == [*wrong[:3], text, text]


def test_lines_that_are_no_rows_come_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = f"cards,n\n{ROYAL},1\n{ROYAL}\n{ROYAL},2,3\n{ROYAL},4\n"
    found, said = skipping(tmp_path, "evaluate --from", "hands.csv", lines)
    assert found["n"].to_pylist() == ["1", "4", None, None]
    assert found["error"].to_pylist()[2:] == [
        "line 3: 1 column, where the first line has 2",
        "line 4: 3 columns, where the first line has 2",
    ]
    assert "2 of 4 rows are bad" in said


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_lines_of_ndjson_that_are_no_rows_come_last(tmp_path, monkeypatch, pack):
    monkeypatch.chdir(tmp_path)
    good = f'{{"cards":"{ROYAL}","n":1}}'
    lines = [
        good, '{"cards":"AhKh', "[1]", good, '{"cards":"AhKh","n":NaN}', '{"n":1,"n":2}', "",
        "\0", '"text"', good, f'{{"x":{"[" * 80}{"]" * 80}}}',
    ]  # fmt: skip
    content = pack("\n".join(lines).encode())
    found, said = skipping(tmp_path, "evaluate --from", "hands.ndjson", content)
    assert found["n"].to_pylist() == [1, 1, 1, *[None] * 7]
    assert found["error"].to_pylist()[3:] == [
        "line 2: not JSON: Unterminated string starting at (character 10)",
        "line 3: not a JSON object but [1]",
        "line 5: NaN is no number that a column can hold",
        "line 6: key 'n' is there twice",
        "line 8: not JSON: Expecting value (character 1)",
        'line 9: not a JSON object but "text"',
        "line 11: nested too deeply; a column has 60 levels at most",
    ]
    assert "7 of 10 rows are bad" in said


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\n \n", "hands.ndjson has no rows: all of its lines are empty"),
        (b"[\n{}\n]\n", "hands.ndjson is a JSON array; ndjson is one object a line"),
        (b"1\n2\n", "hands.ndjson, line 1: not a JSON object but 1"),
        (gzip.compress(b'{"cards":1}\n1\n', mtime=0)[:-1],
         "hands.ndjson cannot be read: it breaks off"),
    ],
)  # fmt: skip
def test_ndjson_of_which_no_line_is_a_row_is_refused(at_home, content, problem):
    (at_home / "hands.ndjson").write_bytes(content)
    before = contents(at_home)
    finished = run("evaluate --from hands.ndjson --skip-bad -o x.csv")
    assert finished == (1, b"", f"error: {problem}\n")
    assert contents(at_home) == before


@pytest.mark.parametrize("ending", ["gzip", "zstd"])
@pytest.mark.parametrize(
    ("text", "input_format"),
    [(f"cards\n{ROYAL}\n", "csv"), (f'{{"cards":"{ROYAL}"}}\n', "ndjson")],
)
def test_what_is_packed_needs_no_ending(at_home, ending, text, input_format):
    packed = pa.compress(text.encode(), ending, asbytes=True)
    (at_home / f"hands.{input_format}").write_bytes(packed)
    of_file = run(f"evaluate --from hands.{input_format} -f csv")
    of_stdin = run(f"evaluate --from - --input-format {input_format} -f csv", stdin=packed)
    assert of_file.out.splitlines()[1].startswith(f"{ROYAL},1,1,royal flush".encode())
    assert of_file == of_stdin


def test_situations_that_are_bad_are_skipped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        ("AhKh", "QsQc", "Qh2h3dAs", ""),
        ("AhAh", "QsQc", "", ""),
        ("AhKh", "AhQc", "Qh2h3dAs", ""),
        ("AhKh", "QsQc", "Qh2h3dQs", ""),
        ("AhKh", "QsQc", "Qh2", ""),
        ("AhKh", "QsQc", "Qh2h3dAs", "zz"),
        ("AKx", "QQ", "Qh2h3dAs", ""),
        ("AhKh", "AhKh", "Qh2h3dAs", "2c"),
        ("", "QsQc", "Qh2h3dAs", ""),
    ]
    text = "hero,villain,board,dead\n" + "\n".join(map(",".join, rows))
    found, said = skipping(tmp_path, "equity --from", "spots.csv", text)
    problems = found["error"].to_pylist()
    assert (problems[0], problems[8]) == (None, None)
    assert [problem.split("' ")[0].strip("'") for problem in problems[1:8]] == [
        "AhAh", "AhKhAhQcQh2h3dAs", "AhKhQsQcQh2h3dQs", "Qh2", "zz", "AKx",
        "AhKhAhKhQh2h3dAs2c",
    ]  # fmt: skip
    assert found["equity_1"].to_pylist() == [8 / 44, *[None] * 8]
    assert found["deals"].null_count == found["method"].null_count == 8
    assert "7 of 9 rows are bad" in said


def test_a_million_rows_with_bad_ones_take_seconds(tmp_path, monkeypatch):
    """Not once through all rows for each bad one: 2 s here, and 100 times that."""
    monkeypatch.chdir(tmp_path)
    hands = [ROYAL] * 300_000
    hands[::100] = ["AsAsKdQd2c"] * 3000
    found, _ = skipping(tmp_path, "evaluate --from", "hands.parquet", parquet(cards=hands))
    assert len(found) - found["error"].null_count == 3000
    assert found["class_id"].null_count == 3000


@pytest.mark.parametrize("line", [f"evaluate {ROYAL}", "equity AA KK"])
def test_what_is_no_file_has_no_bad_rows(line):
    finished = run(f"{line} --skip-bad")
    assert finished.code == 2
    assert "--skip-bad" in finished.err
    assert finished.err.count("\n") == 1
