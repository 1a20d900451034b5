"""Lines: income rates, and any numbers of a query."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from helpers.pictures import svg_of, text_of, texts, titles
from pokerlake.engine.cards.holes import HANDS
from pokerlake.queries.charts import chart_named
from pokerlake.queries.charts.drawing.colours import Ends
from pokerlake.queries.charts.drawing.picture import thinned
from pokerlake.queries.charts.lines import (
    Line,
    income_lines,
    lines_figure,
    series_of,
)
from pokerlake.queries.files.plain_duckdb import plain_connection
from pokerlake.tables.errors import QueryError, UsageError


def test_ends_of_lines():
    lines = [Line("AA", (2, 10), (0.7, 2.7), (None, 0.02)), Line("72o", (2,), (-0.4,), (None,))]
    picture = svg_of(lines_figure(lines, ends=Ends(-0.2, 1)))
    assert "Rates beyond −0.2 to 1 are drawn at the end of the axis." in picture
    assert "Rates beyond" not in svg_of(lines_figure(lines, ends=Ends(-1, 3)))
    heights = {float(y) for y in re.findall(r'<circle cx="[^"]*" cy="([^"]*)"', picture)}
    assert (min(heights), max(heights)) == (54, 454)
    only_positive = svg_of(lines_figure(lines, ends=Ends(least=0.5)))
    assert 'stroke="#1a1a1a"' not in only_positive.partition("<g>")[0]


def rates(connection):
    connection.sql(
        "create table income_rates as select * from (values "
        "('AA', 3, 1.2e0, null), ('AA', 2, 7e-1, null), ('72o', 2, -3e-1, 1e-2)) "
        "as rates(hand, players, income_rate, standard_error)"
    )
    return connection


def test_lines_are_read_in_order():
    with rates(plain_connection()) as connection:
        first, second = income_lines(connection, ["72o", "AA"])
    assert first == Line("72o", (2,), (-0.3,), (0.01,))
    assert (second.hand, second.players, second.errors) == ("AA", (2, 3), (None, None))


def test_lines_that_cannot_be():
    with rates(plain_connection()) as connection:
        with pytest.raises(QueryError, match=r"^income_rates has no rows of KK; run"):
            income_lines(connection, ["AA", "KK"])
        with pytest.raises(UsageError, match=r"^15 hands; give 1 to 14, which can be told apart$"):
            income_lines(connection, HANDS[:15])


# ---------------------------------------------------------------- any numbers


def told(picture):
    """What is told where the picture is pointed at."""
    return [title.replace("−", "-").splitlines() for title in titles(picture)]


def test_long_lines_keep_what_stands_out():
    values = np.zeros(100_000)
    values[[31_234, 77_777]] = 50, -70
    x = np.arange(100_000.0)
    points = thinned(x, values, 500)
    assert len(points) <= 2000
    assert {(31_234, 50), (77_777, -70), (0, 0), (99_999, 0)} <= set(points)
    assert [place for place, _ in points] == sorted(place for place, _ in points)
    short = thinned(x[:9], np.where(x[:9] == 4, np.nan, x[:9]), 500)
    assert short == [(v, v) for v in range(9) if v != 4]


@settings(max_examples=30)
@given_any(
    st.lists(
        st.tuples(st.floats(), st.floats(), st.integers(-(1 << 63), (1 << 63) - 1)), min_size=1
    ),
    st.text(),
)
def test_any_numbers_make_a_picture_or_are_refused(rows, name):
    x, y, z = zip(*rows, strict=True)
    table = pa.table({"x": x, f"y{name}": y, "z": z})
    try:
        plot = series_of(table.to_reader(), name)
    except QueryError:
        assert not np.isfinite(x).any()
        return
    picture = svg_of(plot.figure())
    assert "nan" not in re.sub(r"<title>.*?</title>|<text.*?</text>", "", picture, flags=re.DOTALL)
    ET.fromstring(picture)
    assert text_of(plot.figure())


def test_series_of_rows():
    rows = pa.table({
        "n": [3, 1, 2, None], "a": [3.0, 1.0, None, 9.0], "name": ["x"] * 4, "b": [-1, 0, 1, 2]
    })  # fmt: skip
    plot = series_of(rows.to_reader())
    assert plot.x.tolist() == [1, 2, 3]
    assert [name for name, _ in plot.lines] == ["a", "b"]
    assert plot.lines[1][1].tolist() == [0, 1, -1]
    assert plot.title == "a, b by n"
    assert told(svg_of(plot.figure())) == [
        ["n: 1", "a: 1", "b: 0"], ["n: 2", "b: 1"], ["n: 3", "a: 3", "b: -1"]
    ]  # fmt: skip
    drawn = chart_named("series").drawn(values=rows, title="Two")
    assert drawn.svg() == svg_of(series_of(rows.to_reader(), "Two").figure())
    assert texts(drawn.svg()).count("1.5") == 1  # along it is no mark, where all are whole


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"hand": ["AA"], "x": [1]}, "column 'hand' is VARCHAR, not a number; the first column is"),
        ({"x": [1], "hand": ["AA"]}, "0 columns of numbers behind the first; give 1 to 14, which"),
        ({f"c{n}": [1] for n in range(16)}, "15 columns of numbers behind the first; give 1 to 14"),
        ({"x": [1], "y": [float("nan")]}, "the query gives no numbers to draw"),
    ],
)
def test_rows_that_are_no_series(columns, problem):
    with pytest.raises((UsageError, QueryError), match=f"^{re.escape(problem)}"):
        series_of(pa.table(columns).to_reader())


def test_series_needs_one_source():
    with pytest.raises(UsageError, match="give"):
        chart_named("series").drawn()
    with pytest.raises(UsageError, match="not both"):
        chart_named("series").drawn(sql="select 1, 2", values=pa.table({"x": [1], "y": [1]}))
