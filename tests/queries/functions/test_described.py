"""The list of SQL functions: complete, and true, as their examples show."""

import json
import re

import pytest

from helpers.command_line import run
from pokerlake.queries.describe import functions
from pokerlake.queries.functions import FUNCTIONS, MACROS


def test_every_function_is_listed_once(at_home):
    listed = functions().to_pylist()
    names = [(row["function"], row["kind"].endswith("macro")) for row in listed]
    assert names == sorted([*((name, False) for name in FUNCTIONS), *((m, True) for m in MACROS)])
    assert all(row["meaning"] and not row["meaning"].endswith(".") for row in listed)
    assert json.loads(run("functions -f json").text) == listed


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_returns_what_is_said(standard, name):
    (row,) = [row for row in functions(name).to_pylist() if row["kind"] == "function"]
    given = standard.sql(f"select {row['example']} as given, typeof(given)").fetchall()
    ((value, dtype),) = given
    assert value is not None
    assert re.sub('"', "", dtype) == row["returns"]
    assert row["example"].startswith(f"{name}(")


@pytest.mark.parametrize("name", MACROS)
def test_a_macro_returns_what_is_said(standard, name):
    (row,) = [row for row in functions(name).to_pylist() if row["kind"] != "function"]
    if row["kind"] == "table macro":
        assert row["returns"] == "TABLE"
        assert standard.sql(row["example"]).fetchall()
        return
    asked = f"select {row['example']}, typeof({row['example']})"
    ((value, dtype),) = standard.sql(asked).fetchall()
    assert value is not None
    assert dtype == row["returns"]


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("equity", "equity(hand, hand[, board][, dead])"),
        ("class_of", "class_of(cards[, ...])"),
        ("in_range", "in_range(hole, range)"),
        ("hs", "hs(hole, board := '', opponents := 1)"),
    ],
)
def test_what_may_be_left_out(name, call):
    assert functions(name)["call"].to_pylist() == [call]


def test_one_in_full(at_home):
    shown = run("functions CLASS_OF").text.splitlines()
    assert shown[0].split() == ["item", "value"]
    assert shown[2].split() == ["function", "class_of"]
    assert shown[-1].split(maxsplit=1) == ["example", "class_of('AhKd', 'AdKcKs')"]
    rows = json.loads(run("functions top_range -f json").text)
    assert [row["kind"] for row in rows] == ["function", "table macro"]
    finished = run("functions equty")
    assert finished.err == "error: no function 'equty'; did you mean 'equity'?\n"
    assert finished.code == 2
