"""Arithmetic in SQL, on all of its numbers; what functions make of numbers; no minus zero."""

import re
import shutil
import subprocess
from pathlib import Path

import pyarrow as pa
import pytest

import pokerlake as pk
from pokerlake.queries.answers.solving.rows import _summary
from pokerlake.queries.charts.drawing import numerals, svg
from pokerlake.queries.charts.lines import number_text
from pokerlake.queries.files.formats.text import cell_text
from pokerlake.queries.files.plain_duckdb import first_line
from pokerlake.queries.functions import FUNCTIONS, MACROS
from pokerlake.queries.results import as_html
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import QueryError
from pokerlake.tables.registry import TABLES, VIEWS

# ---------------------------------------------------------------- all that there is

# Types of whole numbers other than BIGINT, wherever they stand in a type: in structs and lists too.
OTHER = re.compile(r"\b(U?(TINY|SMALL)INT|U?INTEGER|UBIGINT|U?HUGEINT)\b")
SEEDS = {
    ("abstractions", "seed"),
    ("blueprint_responses", "seed"),
    ("income_rates", "seed"),
    ("learning_runs", "seed"),
    ("push_fold_spots", "seed"),
    ("short_income_rates", "seed"),
}  # any number of 64 bits

# A call of each macro, all of them in a select or all behind a from.
CALLS = {
    "category_name": "category_name(1)",
    "deals": "deals(['AA', 'KK'], deals := 3)",
    "ehs": "ehs('AhKh', '2c3d4h')",
    "grid": "grid('hand_equities_as_values')",
    "hand_kinds": "hand_kinds('AhQd', 'Ad7c2d')",
    "hole_percentile": "hole_percentile('AhKh', '2c3d4h')",
    "hs": "hs('AhKh', '2c3d4h')",
    "range_holes": "range_holes('AA')",
    "range_vs_range": "range_vs_range('AA', 'KK')",
    "top_range": "top_range(0.1)",
    "bubble_factors": "bubble_factors('8,12', '2,1')",
    "compare": "compare('AsKsQsJsTs', '9s8s7s6s5s')",
    "draw_change": "draw_change()",
    "draw_hand": "draw_hand('7c7d9hKsAc')",
    "hits": "hits('AhKh', '2c3d4h')",
    "outs": "outs('AhKh', '2c3d4h')",
    "pql": "pql('select avg(1) from hero=''AA'', board=''2c3d4h''')",
    "showing": "showing('Kc,9d')",
    "somebody": "somebody(villain := 'KK+')",
}


@pytest.mark.parametrize("name", [*TABLES, *VIEWS])
def test_whole_numbers_of_tables_and_views_are_bigint(whole, name):
    described = whole.sql(f"describe {name}").fetchall()
    found = {(name, column) for column, dtype, *_ in described if OTHER.search(dtype)}
    assert found <= SEEDS
    if (view := VIEWS.get(name)) is not None and view.parameters:
        ones = ", ".join("1" * len(view.parameters))
        described = whole.sql(f"describe from {name}({ones})").fetchall()
        assert not [dtype for _, dtype, *_ in described if OTHER.search(dtype)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_whole_numbers_of_functions_are_bigint(name):
    assert not OTHER.search(FUNCTIONS[name].returns)


def test_whole_numbers_of_macros_are_bigint(whole):
    assert list(CALLS) == list(MACROS)
    with whole.cursor() as connection:
        connection.sql("create temp view hand_equities_as_values as "
                       "select hand, combos as value from hand_equities")  # fmt: skip
        for name, call in CALLS.items():
            sql = f"from {call}" if MACROS[name].is_table else f"select {call}"
            dtypes = [str(dtype) for dtype in connection.sql(sql).types]
            assert not [dtype for dtype in dtypes if OTHER.search(dtype)], name


def test_other_types_are_seen():
    for dtype in ("USMALLINT", "INTEGER[]", "STRUCT(a UTINYINT, b DOUBLE)[]", "MAP(INTEGER, DATE)"):
        assert OTHER.search(dtype)
    for dtype in ("BIGINT", "STRUCT(hole_id BIGINT)[]", "VARCHAR", "DECIMAL(18,4)", "DOUBLE"):
        assert not OTHER.search(dtype)


# ---------------------------------------------------------------- numbers given to functions


@pytest.mark.parametrize("dtype", ["tinyint", "utinyint", "integer", "bigint", "ubigint", "hugeint",
                                   "uhugeint", "decimal(9, 0)"])  # fmt: skip
def test_functions_take_whole_numbers_of_any_type(whole, dtype):
    sql = f"""
        select
            class_name(10::{dtype}), percentile(10::{dtype}, 7::{dtype}), hand_of(9::{dtype}),
            hand_of(0::{dtype}, 4::{dtype}), hole_id(0::{dtype}, 4::{dtype}),
            card_text(9::{dtype}), card_text([9, 51]::{dtype}[]), card_text([9, 51]::{dtype}[2]),
            class_of(51::{dtype}, 47::{dtype}, 43::{dtype}, 39::{dtype}, 35::{dtype}),
            class_of([51, 47, 43, 39, 35]::{dtype}[]),
            in_range(9::{dtype}, '32o'), equity(0::{dtype}, 'AsAh') > 0,
            strength(9::{dtype}, 'AsAhAd', 2::{dtype}).hs > 0
    """
    ((name, percentile, *found),) = whole.sql(sql).fetchall()
    assert (name, round(percentile, 6)) == ("straight flush, five high", 0.031083)
    cards = ["4d", "4dAs", "4dAs"]
    assert found == ["32o", "32s", 6, *cards, 1, 1, True, True, True]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("class_name(0)", "class 0 is not in 1..7462"),
        ("class_name(65537)", "class 65537 is not in 1..7462"),
        ("percentile(7463, 5)", "class 7463 is not in 1..7462"),
        ("percentile(1, 263)", "number of cards 263 is not in 5..7"),
        ("hand_of(65536)", "hole 65536 is not in 0..1325"),
        ("hand_of(-1)", "hole -1 is not in 0..1325"),
        ("hand_of(256, 1)", "card 256 is not in 0..51"),
        ("class_of(0, 1, 2, 3, 260)", "card 260 is not in 0..51"),
        ("class_of([0, 1, 2, 3, 260])", "card 260 is not in 0..51"),
        ("card_text([-1])", "card -1 is not in 0..51"),
        ("in_range(4294967296, '22+')", "hole 4294967296 is not in 0..1325"),
        ("equity(4294967296, 'AA')", "hole 4294967296 is not in 0..1325"),
        ("strength(65536, '2c3d4h')", "hole 65536 is not in 0..1325"),
        ("class_name(1::hugeint << 64)", "18446744073709551616 is beyond the whole numbers of 64"),
        ("card_text([1, 1::hugeint << 64])", "18446744073709551616 is beyond the whole numbers"),
        ("class_name(1.5)", "a class is a number 1 to 7462, not DECIMAL(2,1)"),
        ("class_name(1e0)", "a class is a number 1 to 7462, not DOUBLE"),
        ("hand_of(date '2020-01-01')", "a hole is text such as 'AhKd', or its number 0 to 1325, "
         "not DATE"),
        ("card_text({'a': 1})", "card_text takes a list of card numbers, or one, not "
         "STRUCT(a INTEGER)"),
        ("category(65537)", "class 65537 is not in 1..7462"),
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_one_line(whole, expression, message):
    with pytest.raises(QueryError) as caught:
        stream(whole, f"select {expression}").read_all()
    assert first_line(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------- minus zero


TINY = -1e-9
TOLD = Path(pk.__file__).parent / "web" / "page" / "parts" / "told.js"


def test_texts_of_results():
    assert [cell_text(-0.0), cell_text(0.0), cell_text(-0.5)] == ["0", "0", "-0.5"]
    assert "-0" not in as_html(pa.table({"value": [-0.0]}))
    line = _summary("QsJh2h", 60, (TINY, 60.0), 0.1, 10)
    assert "EV 0.00 for oop and 60.00 for ip, 0.0 and 100.0 % of the pot of 60;" in line


@pytest.mark.parametrize("values", [(-0.0, 5.0), (TINY, 0.5), (TINY, 5.0), (TINY, 50.0),
                                    (-0.0, 2e6), (-0.04, 2e6)])  # fmt: skip
def test_numbers_of_charts(values):
    write = numerals.cell_numerals(values)
    assert not write(values[0]).startswith(("-", "−"))


def test_coordinates_and_what_is_told_of_points():
    assert svg.number(TINY) == "0"
    assert number_text(-0.0) == "0"


def test_numbers_of_the_page():
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    told = TOLD.read_text("utf-8").splitlines()
    lines = [x for x in told if re.search("const (unsignedZero|withMinus|fixed) ", x)]
    line = " ".join(x.removeprefix("export ") for x in lines)
    asked = "[[-1e-9, 2], [-0.004, 2], [-0, 0], [-0.3, 0], [-0.01, 2], [-10, 0]]"
    script = f"{line} console.log({asked}.map((x) => fixed(...x)).join(' '))"
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout == "0.00 0.00 0 0 \N{MINUS SIGN}0.01 \N{MINUS SIGN}10\n"
