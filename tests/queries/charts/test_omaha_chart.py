"""The chart of Omaha's holes: every hole in one cell, its mean by hand, and what is refused."""

import re
from fractions import Fraction
from itertools import combinations

import duckdb
import numpy as np
import pytest

import pokerlake as pk
from helpers.pictures import svg_of, text_of
from pokerlake.queries.charts import chart_named
from pokerlake.queries.charts.omaha import (
    SUITS,
    PatternGrid,
    by_pattern,
    hole_values,
    holes,
)
from pokerlake.tables.errors import QueryError, UsageError

VALUES = np.arange(16_432) % 997 / 7.0


def rows(sql):
    return duckdb.sql(sql).to_arrow_reader()


def test_each_hole_has_one_pattern_and_one_kind_of_suits():
    """Counted from all 270,725 holes: 1,820 patterns, and as many combos as there are of each."""
    dealt = np.array(list(combinations(range(52), 4)))
    ranks, counts = np.unique(-np.sort(-(dealt >> 2), axis=1), axis=0, return_counts=True)
    expected = {"".join("23456789TJQKA"[rank] for rank in row): n
                for row, n in zip(ranks.tolist(), counts.tolist(), strict=True)}  # fmt: skip
    found = np.bincount(holes().pattern, holes().combos)
    assert {holes().name(at): int(n) for at, n in enumerate(found)} == expected
    by_suits = np.bincount(holes().suits, holes().combos).astype(int)
    assert dict(zip(SUITS, by_suits.tolist(), strict=True)) == {
        "ds": 36_504, "ss": 158_184, "rainbow": 28_561, "ts": 44_616, "ms": 2_860
    }  # fmt: skip


@pytest.mark.parametrize("suits", ["ds", "rainbow", "all"])
def test_means_are_those_of_the_holes_one_by_one(suits):
    found = by_pattern(VALUES, suits)
    of = holes()
    for name in ("AKQJ", "AAKK", "7742", "2222"):
        pattern = next(at for at in range(1820) if of.name(at) == name)
        own = [
            at
            for at in np.flatnonzero(of.pattern == pattern).tolist()
            if suits == "all" or list(SUITS)[of.suits[at]] == suits
        ]
        if not own:
            assert np.isnan(found.mean[pattern])
            continue
        combos = sum(int(of.combos[at]) for at in own)
        total = sum(Fraction(VALUES[at]) * int(of.combos[at]) for at in own)
        assert found.mean[pattern] == pytest.approx(float(total / combos), abs=1e-12)
        assert found.combos[pattern] == combos
        assert (found.lowest[pattern], found.highest[pattern]) == (
            min(VALUES[own]), max(VALUES[own])
        )  # fmt: skip


def test_a_mean_of_two_ranks_counts_holes_as_often_as_they_are_dealt():
    of, found = holes(), by_pattern(VALUES, "ss")
    ace_king = (of.places[of.pattern][:, :2] == [0, 1]).all(axis=1) & (of.suits == 1)
    expected = np.average(VALUES[ace_king], weights=of.combos[ace_king])
    assert found.of_top_ranks()[0, 1] == pytest.approx(expected)
    single = of.suits == 1
    everywhere = np.average(VALUES[single], weights=of.combos[single])
    assert found.everywhere() == pytest.approx(everywhere)


def test_every_pattern_has_a_cell_on_each_side():
    grid = PatternGrid(by_pattern(VALUES, "ds"), by_pattern(VALUES, "rainbow"))
    drawn = svg_of(grid.figure())
    told = re.findall(r"<title>(\w{4}) (double-suited|rainbow):", drawn)
    assert len(told) == len(set(told)) == 2 * 1820
    places = re.findall(r'<path d="M(\d+) (\d+)h1v1h-1z"', drawn)
    assert len(places) == len(set(places)) == 2 * (1820 - 91)
    assert len(set(re.findall(r'<path d="M(\d+) \1[hv]1[hv]1z"', drawn))) == 91


def test_cells_tell_the_range_of_their_holes():
    values = np.full(16_432, np.nan)
    pattern = next(at for at in range(1820) if holes().name(at) == "AAKK")
    own = np.flatnonzero((holes().pattern == pattern) & (holes().suits == 0))
    values[own] = range(len(own))
    grid = PatternGrid(by_pattern(values, "ds"), by_pattern(values, "all"), unit="% equity")
    combos = int(holes().combos[own].sum())
    assert grid.tooltip(grid.above, pattern) == f"AAKK double-suited: 0 %, {combos} combos"
    text = text_of(grid.figure())
    assert "  AA    AK" in text
    assert "Double-suited above the diagonal, all suits below it." in text


def test_values_are_of_holes_in_any_suits():
    found = hole_values(rows("select unnest(['KhAdKsAh', '2s2d2h2c']) as hand, 2.5::decimal(3, 1) "
                             "as value"))  # fmt: skip
    there = np.flatnonzero(~np.isnan(found))
    assert {holes().name(holes().pattern[at]) for at in there} == {"AAKK", "2222"}
    assert set(found[there]) == {2.5}


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("select 'AsKs' as hand, 1 as value", "'AsKs' has 2 cards"),
        ("select 'AsAsKsKh' as hand, 1 as value", "a hole is four cards"),
        ("select null::varchar as hand, 1 as value", "null in column 'hand'"),
        ("select 'AsAhKsKh' as hand, null::double as value", "value of AsAhKsKh is null"),
        ("select 'AsAhKsKh' as hand, 1 as value where false", "gives no rows"),
        ("select unnest(['AsAhKsKh', 'AcAdKcKd']) as hand, 1 as value",
         "gives AsAhKsKh and AcAdKcKd, which are one hole"),
    ],
)  # fmt: skip
def test_rows_that_are_no_values_are_refused(sql, says):
    with pytest.raises(QueryError, match=says):
        hole_values(rows(sql))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"above": "suited"}, "above= ?'suited' is no kind of suits"),
        ({"sql": "select 1", "query": "top_hands"}, "give one of"),
        ({"param": ["a=1"]}, "for a named query"),
        ({"range_": "AAxx", "unit": "%"}, "are for values"),
        ({"sql": "select 1 as hand, 1 as value"}, "column 'hand' is INTEGER"),
        ({"sql": "select 'AsAhKsKh' as hand, 'x' as value"}, "not a number"),
        ({"sql": "select 'AsAhKsKh' as hand, 1 as value", "below": "ts", "above": "ms"}, "no hole"),
    ],
)
def test_what_is_no_chart_is_refused(lake, given, says):
    given = {name.rstrip("_"): value for name, value in given.items()}
    with pytest.raises(UsageError, match=says):
        chart_named("omaha").drawn(lake=lake, **given)


def test_equities_are_what_is_drawn_of_a_lake(whole_lake):
    drawn = chart_named("omaha").drawn(lake=whole_lake)
    assert "AAKK double-suited: 70." in drawn.svg()
    assert drawn.title == "Equity of Omaha's holes against one random hand"


def test_a_range_is_drawn_by_its_share_of_combos():
    drawn = chart_named("omaha").drawn(range="AAxx$ds, KQJT@50", below="ss")
    assert drawn.title == "AAxx$ds, KQJT@50"
    cells = dict(re.findall(r"<title>(\w{4} [a-z-]+): ([^,<]+)", drawn.svg()))
    assert cells["AAKK double-suited"] == "100 %"
    assert cells["AAKK single-suited"] == "0 %"
    assert cells["KQJT double-suited"] == cells["KQJT single-suited"] == "50 %"
    # Aces with two others that are double-suited, and half of 256.
    both = pk.Range("AAxx$ds, KQJT@50", game="omaha")
    assert f"{both.combos:,.6g} of 270,725 combos" in drawn.svg()
    assert (
        chart_named("omaha").drawn(range=both, below="ss", title=drawn.title).svg() == drawn.svg()
    )
    assert both.chart().title == str(both)


def test_a_range_of_other_holes_has_no_chart(tmp_path):
    with pytest.raises(UsageError, match="holes of four cards"):
        pk.Range("AAxxx", game="omaha5").chart()
    with pytest.raises(UsageError, match="the range is empty"):
        chart_named("omaha").drawn(range=pk.Range("AAxx", game="omaha") - "AAxx")
    assert pk.Range("AAxx", game="omaha").save(tmp_path / "a.svg").read_text("utf-8")[:4] == "<svg"
