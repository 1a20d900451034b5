"""Charts of what was learned: how games converge, and abstractions."""

import re

import numpy as np
import pytest

from given.abstraction import TABLES as ABSTRACTIONS
from given.convergence import TABLES
from given.hands import given_lake
from given.learning import run, strategy
from helpers.pictures import svg_of
from pokerlake.queries.charts import abstraction, chart_named
from pokerlake.queries.charts.abstraction import Run, transitions_figure
from pokerlake.queries.charts.drawing.colours import KINDS
from pokerlake.queries.charts.lines import MOST_CURVES, convergence
from pokerlake.tables.errors import QueryError, UsageError


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    with given_lake(tmp_path_factory.mktemp("given"), **TABLES) as connection:
        yield connection


@pytest.fixture(scope="module")
def akq(given):
    return convergence(given, "akq")


def plot_of(figure):
    plot, _ = figure.blocks
    return plot


def notes_of(figure):
    """What stands below the plot in a wide terminal."""
    return [line.rstrip() for line in figure.terminal(1000)[1:]]


def test_curves(akq):
    curves = plot_of(akq).marks
    assert [curve.name for curve in curves] == [
        "result-table, run 1", "cfr+", "mccfr", "result-table, run 5", "cfr"
    ]  # fmt: skip
    colours = [KINDS.index(curve.colour) for curve in curves]
    assert list(zip(colours, (curve.dashes for curve in curves), strict=True)) == [
        (0, None), (1, None), (2, None), (0, "6 3"), (3, None)
    ]  # fmt: skip
    assert [curve.dots[0].tooltip[1:] for curve in curves] == [
        ("explore 0.01, tables 8, seed 1",), (), ("seed 5",), ("explore 0.1, tables 1, seed 1",), ()
    ]  # fmt: skip
    assert curves[1].x.tolist() == [1, 10, 100, 1000]
    assert curves[1].y.tolist() == [1.5, 0.1, 0.003, 2e-6]
    assert [dot.bar[0] - dot.y for dot in curves[2].dots] == pytest.approx([0.1, 0.03, 0.002])
    assert akq.title == "akq: how far from an equilibrium"
    assert (
        plot_of(akq).across.title == "games played; for cfr and cfr+, walks through all of the game"
    )


def test_what_is_not_drawn_is_told(akq):
    assert notes_of(akq) == [
        "Not drawn: 1 of 5 checkpoints of run 2 (cfr+), where NashConv is not over 0.",
        "Not drawn: 1 of 3 checkpoints of run 5 (result-table), where NashConv is not known.",
        "Not drawn: run 4 (exact): NashConv 0, value −0.0277778 to player 1.",
        "Bars are 2 standard errors to either side of what is sampled.",
    ]


def test_bars_end_where_the_axis_does(akq):
    """2 standard errors below 0.02 is no positive number."""
    picture = svg_of(akq)
    bottom = max(float(y) for y in re.findall(r'V([\d.]+)" stroke="#d9d9d9"', picture))
    bars = re.findall(r'V([\d.]+)" stroke="#009e73"', picture)
    assert [float(bar) < bottom for bar in bars] == [True, False, True]
    assert float(bars[1]) == bottom


def given_runs(folder, count):
    points = {1: 1, 10: 0.1}
    runs = [run(number, "akq", "mccfr", 10, seed=number) for number in range(1, count + 1)]
    rows = [
        row
        for number in range(1, count + 1)
        for games, nash_conv in points.items()
        for row in strategy(number, games, {(1, "Q"): {"c": 1}}, nash_conv=nash_conv, error=0)
    ]
    return given_lake(folder, learning_runs=runs, strategies=rows)


def test_walks_alone(tmp_path):
    runs = [run(1, "leduc", "cfr+", 10, seed=None)]
    rows = [
        row
        for games in (1, 10)
        for row in strategy(1, games, {(1, "Q"): {"c": 1}}, nash_conv=0.1, error=0)
    ]
    with given_lake(tmp_path, learning_runs=runs, strategies=rows) as connection:
        found = convergence(connection, "leduc")
    assert plot_of(found).across.title == "walks through all of the game"
    # All as far from an equilibrium: one decade is drawn all the same.
    heights = re.findall(r'cy="([\d.]+)"', svg_of(found))
    assert len(set(heights)) == 1


def test_the_latest_of_many_runs(tmp_path):
    with given_runs(tmp_path, MOST_CURVES + 2) as connection:
        found = convergence(connection, "akq")
    assert [curve.name for curve in plot_of(found).marks] == [
        f"mccfr, run {n}" for n in range(3, 23)
    ]
    assert notes_of(found) == ["The latest 20 of 22 runs are drawn."]
    assert plot_of(found).across.title == "games played"
    assert svg_of(found).count("mccfr, run 22</text>") == 1


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("kuhm", r"no run of 'kuhm' is in this lake; did you mean 'kuhn'\?"),
        ("chess", "no run of 'chess' is in this lake; there are: akq, draw, kuhn"),
        ("kuhn", "no run of kuhn has two checkpoints where NashConv is known and over 0, as a"),
        ("draw", "no run of draw has two checkpoints where NashConv is known and over 0, as a"),
    ],
)
def test_nothing_to_draw(given, game, message):
    with pytest.raises(UsageError, match=f"^{message}"):
        convergence(given, game)


def test_a_lake_without_learned_games(tmp_path):
    with (
        given_lake(tmp_path) as connection,
        pytest.raises(QueryError, match=r"^'learning_runs' is not in this lake; "),
    ):
        convergence(connection, "akq")


# ---------------------------------------------------------------- abstractions


@pytest.fixture
def drawn(drawn_of):
    return drawn_of(**ABSTRACTIONS)


def test_cells_tell_exact_shares(drawn):
    picture = drawn("transitions", 1, 2).svg()
    rows = [row for row in ABSTRACTIONS["bucket_transitions"] if row["bucket"] == 5]
    deals = {row["next_bucket"]: row["deals"] for row in rows}
    for other, dealt in deals.items():
        percent = 100 * dealt / sum(deals.values())
        assert f"flop 5 to turn {other}: {percent:.1f} %, {dealt:,} deals" in picture


def many(number, street, size):
    """A run of so many buckets, whose numbers are not in the order of equity."""
    return Run(
        number, street, "distribution", np.arange(size)[::-1], np.full(size, 10),
        np.linspace(0.1, 0.9, size), np.full(size, 0.2), np.full(size, 0.01),
    )  # fmt: skip


def test_many_buckets_are_drawn_in_groups():
    deals = np.zeros((1000, 130), np.int64)
    deals[np.arange(1000), np.arange(1000) * 130 // 1000] = 47 * 10
    found = transitions_figure(many(1, "flop", 1000), many(2, "turn", 130), deals, "Many")
    picture = svg_of(found)
    assert "Rows are 50 groups of 20 buckets, columns are 50 groups of 2 or 3 buckets" in picture
    assert "equity.</text>" in picture  # in a line of its own
    assert picture.count("<title>flop ") <= 150
    assert "<title>flop 999 to 980 to turn 129 to 127: 100 %, 9,400 deals</title>" in picture


@pytest.mark.parametrize(("given", "message"), [
    (("bucket", 9, 0), "no run 9 in abstractions; there are: 1, 2, 3"),
    (("buckets", 0), "no run 0 in abstractions; there are: 1, 2, 3"),
    (("bucket", 1, 6), "run 1 has buckets 0 to 5, not 6"),
    (("bucket", 1, -1), "run 1 has buckets 0 to 5, not -1"),
    (("transitions", 2, 3),
     "bucket_transitions has none from run 2 to run 3; 'pokerlake transitions 2 3' counts them"),
])  # fmt: skip
def test_what_is_not_there(drawn, given, message):
    with pytest.raises(UsageError) as caught:
        drawn(*given)
    assert str(caught.value) == message


def test_a_lake_without_abstractions(standard, monkeypatch):
    monkeypatch.setattr(abstraction, "connect", lambda _: standard.cursor())
    with pytest.raises(QueryError, match=r"^'abstractions' is not in this lake; fill it with"):
        chart_named("buckets").drawn(1)
