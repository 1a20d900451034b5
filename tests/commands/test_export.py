"""`pokerlake export`: every source, every format by its ending, and what is refused before work."""

import json
import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import duckdb
import numpy as np
import openpyxl
import polars as pl
import pyarrow as pa
import pytest

from helpers.command_line import contents, on_terminal, run, start, told, told_of

READ = {
    "csv": lambda path: pl.read_csv(path).rows(),
    "csv.gz": lambda path: pl.read_csv(path).rows(),
    "csv.zst": lambda path: pl.read_csv(path).rows(),
    "tsv": lambda path: pl.read_csv(path, separator="\t", has_header=False).rows(),
    "json": lambda path: [tuple(row.values()) for row in json.loads(path.read_text())],
    "ndjson.gz": lambda path: pl.read_ndjson(path).rows(),
    "jsonl": lambda path: pl.read_ndjson(path).rows(),
    "parquet": lambda path: duckdb.read_parquet(str(path)).fetchall(),
    "arrow": lambda path: pl.read_ipc(path).rows(),
    "feather": lambda path: [tuple(r.values()) for r in pa.feather.read_table(path).to_pylist()],
    "xlsx": lambda path: list(openpyxl.load_workbook(path).active.iter_rows(2, values_only=True)),
    "sqlite": lambda path: from_sqlite(path, "starting_hands"),
    "db": lambda path: from_sqlite(path, "starting_hands"),
    "duckdb": lambda path: from_duckdb(path, "starting_hands"),
    "npz": lambda path: list(zip(*(a.astype("O") for a in np.load(path).values()), strict=True)),
}


def from_sqlite(path, table):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(f"select * from {table}").fetchall()


def from_duckdb(path, table):
    with duckdb.connect(path, read_only=True) as database:
        return database.sql(f"from {table}").fetchall()


@pytest.mark.parametrize("ending", READ)
def test_every_ending(at_home, lake, ending):
    import pyarrow.feather  # noqa: F401 it is an attribute of pa once it is imported

    output = f"hands.{ending}"
    assert run(f"export starting_hands -o {output}") == (0, b"", f"169 rows in {output}\n")
    expected = duckdb.read_parquet(str(lake / "starting_hands.parquet")).fetchall()
    found = READ[ending](at_home / output)
    if ending == "npz":
        found = [(hand.decode(), *row) for hand, *row in found]
    assert found == expected
    assert list(contents(at_home)) == [output]


def test_columns_and_rows(at_home):
    line = "export flop_hands --columns hole_id,board_id --where 'board_id < 2 and ahead > 900'"
    assert run(f"{line} -o some.parquet").code == 0
    found = pl.read_parquet("some.parquet")
    whole = pl.read_parquet(Path(os.environ["POKERLAKE_LAKE"], "flop_hands.parquet"))
    expected = whole.filter((pl.col("board_id") < 2) & (pl.col("ahead") > 900))
    assert found.equals(expected.select("hole_id", "board_id"))
    query = "export --query category_odds -p cards=7 --where 'category > 7' --columns hands"
    assert run(f"{query} -f csv").text == "hands\n58627800\n23294460\n"
    view = "export flop_strength --where \"hole = 'AcQc' and board = '3c4dJc'\" --columns hs -f csv"
    assert run(view).text == "hs\n0.5851063829787234\n"
    assert run("export --sql 'from classes' --where 'class_id = 1' --columns name -f tsv").text == (
        "royal flush\n"
    )


BAD = r"""
export classes --sql 'select 1' | give one of these: tables or views, --query NAME, --sql STATEMENT
export classes -p cards=7 | --param is for a named query; give it with --query
export flop_hands -o flops.xlsx | xlsx has at most 1,048,575 rows below its header, and the result has 1,286,792; take parquet or csv, or a filter for fewer rows
export flop_hands --where 'board_id > 100' -o flops.xlsx | xlsx has at most 1,048,575 rows below its header, and the result has 1,216,550; take parquet or csv, or a filter for fewer rows
export flops --columns bord,weight | there is no column 'bord'; did you mean 'board'? there are: board_id, board, weight, suits, pairing, high, connected, straights, flush_possible
export flops --columns board, | --columns 'board,' has an empty name; give names with commas between
export flops --columns board,board | --columns 'board,board' has 'board' twice
export --sql 'select 1 as a, 2 as a' --columns a | 2 columns are named 'a'; rename all but one
export flops --where 'bord_id < 10' | --where 'bord_id < 10': there is no column 'bord_id' here; did you mean 'board_id'?
export flops --where 'board_id <' | --where 'board_id <': syntax error at '<'
export flops --where "board = 'AhKd2c'" | --where "board = 'AhKd2c'": no board is 'AhKd2c': up to suits the tables write '2cKdAh'; board_id = board_id('AhKd2c') takes any
export --sql 'from hand_equities' --where "hand = 'KAs'" | --where "hand = 'KAs'": no hand is 'KAs': the tables write 'AKs'
export flops --where '' | --where '': give an expression, such as 'board_id < 10'
export flops --where 'board_id < 10, weight < 3' | --where 'board_id < 10, weight < 3': give one expression, such as 'board_id < 10'
export flops --where 'true order by weight' | --where 'true order by weight': give one expression, such as 'board_id < 10'
export flops --where 'true) or (true' | --where 'true) or (true': syntax error at ')'
[1] export flops --where "board_id = 'x'" | Could not convert string 'x' to BIGINT
export classes -f sqlite | sqlite is a file of its own; name it with -o
export classes -f npy | an .npy file has one column, and there are 8; take -f npy and a folder for an array each, .npz, or select one column
export classes -o classes.parquet.gz | parquet is not compressed further; leave out .gz
export classes -o classes.sqlite --table 'my classes' | 'my classes' cannot name a table; give letters, digits and _
[1] export classes -f npy -o there | there is there already; remove it or give another name
export --sql "select 'AA' as hand, 2 as weight" -f piosolver | column 'weight' has 2 for AA, and a weight is 0 to 1; name another column range_weight
"""  # noqa: E501


@pytest.mark.parametrize(("line", "said"), told_of(BAD))
def test_bad_input_is_one_line(at_home, line, said):
    (at_home / "there").mkdir()
    (at_home / "there" / "file").touch()
    before = contents(at_home)
    assert told(run(line)) == said
    assert contents(at_home) == before


def test_names_of_tables(at_home):
    assert run("export classes -o a.sqlite").code == 0
    assert run("export flops -o a.sqlite --table boards").code == 0
    assert run("export --query category_odds -p cards=5 -o a.sqlite").code == 0
    assert run("export --sql 'select 1 as n' -o a.sqlite").code == 0
    with closing(sqlite3.connect("a.sqlite")) as database:
        names = [name for (name,) in database.execute("select name from sqlite_schema")]
    assert sorted(names) == ["boards", "category_odds", "classes", "result"]
    assert run("export flops -o a.xlsx").code == 0
    assert openpyxl.load_workbook("a.xlsx").sheetnames == ["flops"]


@pytest.mark.parametrize("output", ["x.csv.gz", "folder"])
def test_a_killed_export_leaves_the_old_result(at_home, output):
    """Only what is unfinished is left, under a name that says so, and is replaced later."""
    line = "export --sql 'select range as n from range(400_000_000)'"
    form = " -f npy" if output == "folder" else ""
    if output != "folder":
        assert run(f"export --sql 'select 7 as n' -o {output}").code == 0
    before = contents(at_home)
    process = start(*line.split(" ", 2)[:2], line.split(" ", 2)[2].strip("'"), *form.split(),
                    "-o", output)  # fmt: skip
    deadline = time.monotonic() + 60
    while not (at_home / f"{output}.wip").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    left = contents(at_home)
    assert {name: left.get(name) for name in before} == before
    assert all(name in before or ".wip" in name for name in left)
    assert run(f"export --sql 'select 8 as n' -o {output}{form}").code == 0
    assert not [name for name in contents(at_home) if ".wip" in name]


def test_progress_has_an_estimate_on_a_terminal(at_home):
    code, shown = on_terminal("export", "dag_nodes", "-o", "x.csv")
    assert code == 0
    assert "76154/76154" in shown
    assert "76,154 rows in x.csv" in shown


# ---------------------------------------------------------------- databases


def keys(path):
    """The columns of the key of each table of a SQLite file, in their order."""
    with closing(sqlite3.connect(path)) as database:
        names = [n for (n,) in database.execute("select name from sqlite_schema where sql > ''")]
        return {
            name: [
                column
                for column, place in sorted(
                    (
                        (row[1], row[5])
                        for row in database.execute(f"pragma table_info({name})").fetchall()
                    ),
                    key=lambda pair: pair[1],
                )
                if place
            ]
            for name in names
        }


def test_tables_of_sqlite_have_their_keys(at_home):
    finished = run("export classes flops starting_hands hand_equities -o lake.sqlite")
    assert finished.err.splitlines() == [
        "7,462 rows of classes in lake.sqlite",
        "1,755 rows of flops in lake.sqlite",
        "169 rows of starting_hands in lake.sqlite",
        "169 rows of hand_equities in lake.sqlite",
    ]
    run("export starting_hands -o lake.sqlite --table few --where 'row < 2'")
    run("export starting_hands -o lake.sqlite --table some --columns hand,row")
    assert keys("lake.sqlite") == {
        "classes": ["class_id"],
        "flops": ["board_id"],
        "starting_hands": ["row", "col"],
        "hand_equities": [],
        "few": ["row", "col"],
        "some": [],
    }
    with closing(sqlite3.connect("lake.sqlite")) as database:
        rows = database.execute("select hand, win from starting_hands order by row, col").fetchall()
        plan = database.execute(
            "explain query plan select * from starting_hands where row = 1 and col = 2"
        ).fetchall()
    asked = "select hand, win from starting_hands order by row, col"
    answer = json.loads(run("sql -f json", asked).text)
    assert rows == [(row["hand"], row["win"]) for row in answer]
    assert "USING PRIMARY KEY" in plan[0][3]


def test_several_tables_of_duckdb(at_home):
    assert run("export classes flops classes -o lake.duckdb").code == 0
    with duckdb.connect("lake.duckdb", read_only=True) as database:
        names = database.sql("select table_name, estimated_size from duckdb_tables() order by 1")
        assert names.fetchall() == [("classes", 7462), ("flops", 1755)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("classes flops -o a.xlsx", "xlsx holds one table; give -o a file of .sqlite or .duckdb"),
        ("classes flops", "table holds one table; give -o a file of .sqlite or .duckdb"),
        ("classes flops -o a.db --table x",
         "--columns, --where and --table are for one table; give one"),
        ("classes clases -o a.db", "no table or view 'clases'; did you mean 'classes'?"),
    ],
)  # fmt: skip
def test_several_tables_that_cannot_be(line, message, at_home):
    assert run(f"export {line}") == (2, b"", f"error: {message}\n")
    assert list(at_home.iterdir()) == []
