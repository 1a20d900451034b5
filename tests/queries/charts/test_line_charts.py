"""Lines over a number: winnings of a player, and any numbers of a query."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from given import plays as given_plays
from given.hands import given_lake
from helpers.golden_files import assert_golden
from pokerlake.queries.charts import chart_named
from pokerlake.queries.charts.plots.lines import Plot, _thinned, draw_plot, plot_text
from pokerlake.queries.charts.plots.series import plot_of
from pokerlake.queries.charts.plots.winnings import winnings
from pokerlake.tables.errors import QueryError, UsageError

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    with given_lake(tmp_path_factory.mktemp("played"), **given_plays.TABLES) as connection:
        yield connection


def told(picture):
    """What is told where the picture is pointed at."""
    titles = ET.fromstring(picture).iter(f"{SVG}title")
    return [title.text.replace("−", "-").splitlines() for title in titles][1:]


def test_winnings(played):
    plot = winnings(played, {"player": "Ann"})
    assert plot.x.tolist() == [0, 1, 2, 3, 4, 5]
    (won, real), (expected, due) = plot.lines
    assert (won, expected) == ("won", "all-ins at equity")
    assert real.tolist() == [0, 3, 13, 13, 63, 63]
    assert due[:2].tolist() == [0, 3]
    assert (due[2:] > real[2:]).all()  # her kings lost to queens
    assert (plot.title, plot.along, plot.up) == ("Winnings of Ann", "hands", "big blinds")
    picture = draw_plot(plot)
    assert told(picture)[2][:2] == ["hands: 2", "won: 13"]
    assert_golden("winnings.svg", picture.encode())


def test_winnings_in_chips(played):
    plot = winnings(played, {"player": "Bob", "big_blind": "2", "until": "any"}, "bb", "Mine")
    assert plot.title == "Mine"
    with pytest.raises(UsageError, match=r"^Bob played for USD and chips; count bb$"):
        winnings(played, {"player": "Bob"}, "chips")
    with pytest.raises(UsageError, match=r"^no hand of Bob is of these days and stakes$"):
        winnings(played, {"player": "Bob", "big_blind": "3"})
    with pytest.raises(UsageError, match=r"^no player 'Bo' in seats; did you mean 'Bob'\?$"):
        winnings(played, {"player": "Bo"})
    with pytest.raises(UsageError, match=r"^unit= ?is 'x'; give one of bb, chips$"):
        chart_named("winnings").drawn("Bob", unit="x")


def test_winnings_for_a_terminal(played):
    text = plot_text(winnings(played, {"player": "Ann"})).plain
    assert "█ won: 63 at the end" in text
    assert text.startswith("Winnings of Ann\n")


def test_long_lines_keep_what_stands_out():
    values = np.zeros(100_000)
    values[[31_234, 77_777]] = 50, -70
    x = np.arange(100_000.0)
    points = _thinned(x, values, 500)
    assert len(points) <= 2000
    assert {(31_234, 50), (77_777, -70), (0, 0), (99_999, 0)} <= set(points)
    assert [place for place, _ in points] == sorted(place for place, _ in points)
    short = _thinned(x[:9], np.where(x[:9] == 4, np.nan, x[:9]), 500)
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
        plot = plot_of(table.to_reader(), name)
    except QueryError:
        assert not np.isfinite(x).any()
        return
    picture = draw_plot(plot)
    assert "nan" not in re.sub(r"<title>.*?</title>|<text.*?</text>", "", picture, flags=re.DOTALL)
    ET.fromstring(picture)
    assert plot_text(plot).plain


def test_series_of_rows():
    rows = pa.table({
        "n": [3, 1, 2, None], "a": [3.0, 1.0, None, 9.0], "name": ["x"] * 4, "b": [-1, 0, 1, 2]
    })  # fmt: skip
    plot = plot_of(rows.to_reader())
    assert plot.x.tolist() == [1, 2, 3]
    assert [name for name, _ in plot.lines] == ["a", "b"]
    assert plot.lines[1][1].tolist() == [0, 1, -1]
    assert plot.title == "a, b by n"
    assert told(draw_plot(plot)) == [
        ["n: 1", "a: 1", "b: 0"], ["n: 2", "b: 1"], ["n: 3", "a: 3", "b: -1"]
    ]  # fmt: skip
    drawn = chart_named("series").drawn(values=rows, title="Two")
    assert drawn.svg() == draw_plot(plot_of(rows.to_reader(), "Two"))
    assert [place for place, _ in plot.marks_along()] == [0, 0.5, 1]


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
        plot_of(pa.table(columns).to_reader())


def test_series_needs_one_source():
    with pytest.raises(UsageError, match="give"):
        chart_named("series").drawn()
    with pytest.raises(UsageError, match="not both"):
        chart_named("series").drawn(sql="select 1, 2", values=pa.table({"x": [1], "y": [1]}))


def test_a_plot_of_one_point():
    plot = Plot(np.array([5.0]), (("y", np.array([2.0])),), "x", "y", "One")
    assert "circle" in draw_plot(plot)
    assert "y: 2 at the end" in plot_text(plot).plain
