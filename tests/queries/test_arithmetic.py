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
from pokerlake.queries.charts.lines import _told
from pokerlake.queries.files.formats.text import cell_text
from pokerlake.queries.files.plain_duckdb import first_line
from pokerlake.queries.functions import FUNCTIONS, MACROS
from pokerlake.queries.results import as_html
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import QueryError
from pokerlake.tables.registry import TABLES, VIEWS

STATEMENTS = {
    # tables
    "max(100 * ahead / 1081) from flop_hands": 100.0,
    "min(ahead - behind) from flop_hands": -1073,
    "avg(ahead - behind) from flop_hands where board_id = 0": 29.396825396825395,
    "min(100 * ahead * ahead) from flop_hands where board_id = 0 and hole_id > 1000": 46_785_600,
    "max(1000 * river_strength_squares) from flop_hands": 4_237_952_400_000,
    "min(-weight) from flop_hands": -24,
    "sum(tied - ahead) from turn_hands where board_id = 0": -54_988,
    "min(tie - win) from river_hands": -990,
    "min(class_id - 7462) from river_hands": -7461,
    "max(board_id * 1000000) from rivers": 134_458_000_000,
    "min(connected - 91 * straights) from flops": -270,
    "min(row - col) from starting_hands": -12,
    "min(combos - 13) from starting_hands": -9,
    "min(hero_hole_id - villain_hole_id) from combo_matchups": -101,
    "min(weight - 100) from combo_matchups": -97,
    "min(category - 10) from classes": -9,
    "max(class_id * 100) from classes": 746_200,
    "min(rank_class - flush_class * 100) from dag_nodes": -159_901,
    "min(players - 11) from income_rates": -9,
    "min(weight - 30) from draw_hands": -26,
    "max(class_id * class_id) from draw_hands": 55_681_444,
    "max(draws * 10000) from draw_exchanges": 15_339_390_000,
    "min(ties_sum - strength_sum) from draw_exchanges": -2_158_034_975_740,
    "max(100 * top_percent) from openings": 7500,
    "min(cents - 5 * coin * coins) from change": -300,
    "min(number - 100) from actions": -99,
    "min(seat - button) from seats join hands using (hand_id)": -2,
    "min(hand_id - 1000) from hands": -999,
    "min(run - checkpoint) from strategies": 0,
    "min(players - 10 * run) from learning_runs": -8,
    # views
    "min(hole_id - 1326) from holes": -1326,
    "max(hole_id * 100) from flop_strength where board_id = 0": 132_300,
    "min(weight - 30) from turn_strength": -26,
    "min(board_id - 134459) from river_strength": -134_459,
    "min(cards - 10) from category_odds": -5,
    "max(cards * 1000000000) from class_percentiles": 7_000_000_000,
    "min(combos - rank) from income_ranks": -159,
    "min(exchanged - discard) from draw_strengths": -26,
    "min(class_id - 7463) from draw_ladder": -7453,
    "min(seat - number) from decisions": -11,
    # functions
    "class_of('AsKsQsJsTs') - class_of('7c5d4h3s2c')": -7461,
    "class_of('7c5d4h3s2c') * 1000": 7_462_000,
    "category(class_of('AsKsQsJsTs')) - category(7462)": -8,
    "cards('2c3d')[1] - cards('2c3d')[2]": -5,
    "list_sum(list_transform(cards('2cAs'), lambda card: -100 * card))": -5100,
    "hole_id('3c2c') - hole_id('AsAh')": -1319,
    "board_id('2c3d4h') - board_id('AsKdQh')": -1695,
    "canonical('AhKh', '2c3d4h').hole_id - 1326": -55,
    "canonical('AhKh', '2c3d4h').board_id * 10000000": 510_000_000,
    "range_holes('22')[1].hole_id - range_holes('AA')[1].hole_id": -1320,
    "discards('2c3d4h5s7c')[1].discard - discards('2c3d4h5s7c')[32].discard": -31,
    "max(1 - board_id) from (select unnest(flop_equities('AA', 'KK'), recursive := true))": 1,
}


@pytest.mark.parametrize(("expression", "value"), STATEMENTS.items())
def test_first_arithmetic(whole, expression, value):
    assert stream(whole, f"select {expression}").read_all().column(0).to_pylist() == [value]


# ---------------------------------------------------------------- all that there is

# Types of whole numbers other than BIGINT, wherever they stand in a type: in structs and lists too.
OTHER = re.compile(r"\b(U?(TINY|SMALL)INT|U?INTEGER|UBIGINT|U?HUGEINT)\b")
SEEDS = {
    ("abstractions", "seed"),
    ("income_rates", "seed"),
    ("learning_runs", "seed"),
    ("push_fold_spots", "seed"),
    ("short_income_rates", "seed"),
}  # any number of 64 bits

# A call of each macro, all of them in a select or all behind a from.
CALLS = {
    "category_name": "category_name(1)",
    "ehs": "ehs('AhKh', '2c3d4h')",
    "grid": "grid('hand_equities_as_values')",
    "hole_percentile": "hole_percentile('AhKh', '2c3d4h')",
    "hs": "hs('AhKh', '2c3d4h')",
    "range_holes": "range_holes('AA')",
    "range_vs_range": "range_vs_range('AA', 'KK')",
    "top_range": "top_range(0.1)",
    "bubble_factors": "bubble_factors('8,12', '2,1')",
    "compare": "compare('AsKsQsJsTs', '9s8s7s6s5s')",
    "draw_change": "draw_change()",
    "draw_hand": "draw_hand('7c7d9hKsAc')",
    "outs": "outs('AhKh', '2c3d4h')",
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
    assert "oop wins 0.00 and ip 60.00" in line


@pytest.mark.parametrize("values", [(-0.0, 5.0), (TINY, 0.5), (TINY, 5.0), (TINY, 50.0),
                                    (-0.0, 2e6), (-0.04, 2e6)])  # fmt: skip
def test_numbers_of_charts(values):
    write = numerals.cell_numerals(values)
    assert not write(values[0]).startswith(("-", "−"))


def test_coordinates_and_what_is_told_of_points():
    assert svg.number(TINY) == "0"
    assert _told(-0.0) == "0"


def test_numbers_of_the_page():
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    told = TOLD.read_text("utf-8").splitlines()
    lines = [x for x in told if "const unsignedZero" in x or "const fixed" in x]
    line = " ".join(x.removeprefix("export ") for x in lines)
    asked = "[[-1e-9, 2], [-0.004, 2], [-0, 0], [-0.3, 0], [-0.01, 2], [-10, 0]]"
    script = f"{line} console.log({asked}.map((x) => fixed(...x)).join(' '))"
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout == "0.00 0.00 0 0 -0.01 -10\n"
