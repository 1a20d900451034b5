"""Other libraries in the same process find numba, typer and DuckDB as they left them."""

import json
import subprocess
import sys

import duckdb
import pytest

from helpers.modules import MODULES
from pokerlake.queries.connection import connect
from pokerlake.queries.functions import register_functions
from pokerlake.queries.interrupts import InterruptibleConnection

PROGRAM = """
import json, sys
from importlib import import_module
from types import ModuleType

import duckdb, numba, typer
# What numba itself imports, and sets, when it first compiles and loads.
numba.njit(lambda x: x + 1)(1)
app = typer.Typer()
app.command()(lambda x: None)

def attributes():
    found = {}
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] not in ("_duckdb", "duckdb", "numba", "typer"):
            continue
        for key, value in list(vars(module).items()):
            found[name, key] = value
            if isinstance(value, type) and value.__module__.partition(".")[0] in sys.argv[1:]:
                for part, own in list(vars(value).items()):
                    found[name, key, part] = own
    return found

before = attributes()
lake, *modules = json.load(sys.stdin)
for module in modules:
    import_module(module)
import pokerlake as pk
from typer.testing import CliRunner
from pokerlake.cli import app
with pk.connect(lake) as connection:
    connection.execute("select class_of('AsKsQsJsTs')").fetchall()
pk.evaluate("AsKsQsJsTs")
print(CliRunner().invoke(app, ["deal", "1e0"]).exit_code)
after = attributes()
changed = [
    key for key, value in before.items()
    if after.get(key) is not value and (callable(value) or callable(after.get(key)))
]
print(len(before) > 10_000, changed)
"""
NAMES = ("_duckdb", "duckdb", "numba", "typer")


def test_no_class_or_function_of_numba_typer_or_duckdb_is_replaced(lake):
    modules = [name for name in MODULES if not name.endswith("__main__")]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *NAMES],
        input=json.dumps([str(lake), *modules]),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "0\nTrue []\n"


@pytest.fixture
def plain():
    with duckdb.connect() as opened:
        yield opened


def test_a_connection_of_ones_own_stays_plain(lake, plain):
    before = dict(vars(duckdb.DuckDBPyConnection))
    register_functions(plain)
    with connect(lake) as ours, ours.cursor() as cursor, plain.cursor() as second:
        assert ours.execute("select class_of('AsKsQsJsTs')").fetchall() == [(1,)]
        assert plain.execute("select class_of('AsKsQsJsTs')").fetchall() == [(1,)]
        assert {type(ours), type(cursor)} == {InterruptibleConnection}
        assert {type(plain), type(second)} == {duckdb.DuckDBPyConnection}
    assert isinstance(ours, duckdb.DuckDBPyConnection)
    assert dict(vars(duckdb.DuckDBPyConnection)) == before


def test_asking_leaves_the_callers_variables_alone(lake):
    names = {"connection": connect(lake)}
    exec("rows = connection.execute('select 7').fetchall()", names)
    names.pop("connection").close()
    assert names.keys() == {"__builtins__", "rows"}
    assert names["rows"] == [(7,)]
