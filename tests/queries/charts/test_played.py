"""Imported hands as pictures: winnings over time, and statistics by anything."""

import math
from datetime import datetime, timedelta

import pytest

import pokerlake as pk
from given import plays as given_plays
from given.figures import statistics
from given.hands import given_lake
from helpers.pictures import cells, svg_of, text_of, texts, titles
from pokerlake.queries.charts import chart_named
from pokerlake.queries.charts.played import winnings, winnings_conditions
from pokerlake.queries.charts.statistics import statistics_figure
from pokerlake.queries.statistics.given import conditions_of
from pokerlake.tables.errors import UsageError


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Hands 1 and 2 of the 5th of May, 3 of the 7th, 4 of the next month; 5 has no day."""
    moment = datetime.fromisoformat("2021-05-05 20:00")
    days = {1: 0, 2: 0, 3: 2, 4: 30}
    rows = [
        {
            **row,
            "played": moment + timedelta(days[row["hand_id"]]) if row["hand_id"] in days else None,
        }
        for row in given_plays.TABLES["hands"]
    ]
    tables = {**given_plays.TABLES, "hands": rows}
    with given_lake(tmp_path_factory.mktemp("played"), **tables) as connection:
        yield connection


def won(played, *where, player="Ann", **asked):
    conditions = winnings_conditions(player, conditions_of([*where]))
    return winnings(played, conditions, "Winnings", **asked)


def test_winnings_by_hands(played):
    found = won(played)
    lines = dict(found.lines)
    assert found.x.tolist() == [0, 1, 2, 3, 4, 5]
    assert lines["won"].tolist() == [0, 3, 13, 13, 63, 63]
    assert lines["all-in EV"][:2].tolist() == [0, 3]
    assert (lines["all-in EV"][2:] > lines["won"][2:]).all()  # her kings lost to queens
    assert (lines["with showdown"] + lines["without showdown"]).tolist() == lines["won"].tolist()
    assert dict(won(played, player="Cy").lines)["without showdown"].tolist() == [
        0, 0, 0, 0.5, -0.5, -0.5,
    ]  # fmt: skip
    assert (found.along, found.up) == ("hands", "big blinds")
    told = [title.splitlines() for title in titles(svg_of(found.figure()))]
    assert told[2][:2] == ["hands: 2", "won: 13"]


def test_winnings_by_days(played):
    found = won(played, "day>=2021-05-05", by="days")
    assert [found.tell(day) for day in found.x] == [
        "2021-05-04", "2021-05-05", "2021-05-07", "2021-06-04",
    ]  # fmt: skip
    assert found.lines[0][1].tolist() == [0, 13, 13, 63]
    assert "2021-05-14" in texts(svg_of(found.figure()))
    with pytest.raises(UsageError, match=r"^1 hands have no day; draw by hands$"):
        won(played, by="days")


def test_winnings_by_stakes(played):
    found = won(played, "hand_id<=3", lines="stakes", unit="chips")
    assert [(name, values.tolist()) for name, values in found.lines] == [
        ("1/2 USD", [0, 6, 26, 26])
    ]
    assert found.up == "USD"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"unit": "x"}, "unit= ?is 'x'; give one of bb, chips"),
        ({"by": "x"}, "by= ?is 'x'; give one of hands, days"),
        ({"lines": "x"}, "lines= ?is 'x'; give one of results, stakes"),
        ({"where": "street=flop"}, "where has street, which hands do not have"),
    ],
)
def test_winnings_that_cannot_be(options, problem):
    with pytest.raises(UsageError, match=rf"^{problem}$"):
        chart_named("winnings").drawn("Bob", **options)


def test_no_winnings(played):
    with pytest.raises(UsageError, match=r"^no hand has .*; leave one out, or draw"):
        won(played, "big_blind=3")


# ---------------------------------------------------------------- statistics


def drawn(by, cells, *labels, **options):
    return statistics_figure(statistics(by, cells, labels), **options)


def test_statistics_by_hand_are_a_grid():
    picture = svg_of(drawn(("hand",), [("vpip", 90, 80, 95, 40), ("vpip", 8, 4, 15, 120)],
                           ["AA", "72o"]))  # fmt: skip
    told = cells(picture)
    assert told["AA"][0] == "AA: 90.0 %, 80.0 to 95.0, of 40"
    assert told["72o"][2] == ["72o", "8"]
    assert told["KK"][0] == "KK: not known"


def test_sizes_are_a_histogram():
    sizes = [("decisions", 30, math.nan, math.nan, 30), ("decisions", 90, math.nan, math.nan, 90)]
    shown = text_of(drawn(("street", "size"), sizes, ["flop", "flop"], ["0 to 25", "25 to 40"]))
    assert "Decisions of Ann by street and size" in shown
    assert "street flop" in shown
    assert [line.split()[-2:] for line in shown.splitlines() if " to " in line] == [
        ["30", "25.0"], ["90", "75.0"],
    ]  # fmt: skip


def test_hours_and_weekdays_are_in_their_order():
    days = [("vpip", 20, 10, 30, 50), ("vpip", 40, 30, 50, 60)]
    picture = svg_of(drawn(("weekday",), days, [7, 1]))
    assert [word for word in texts(picture) if word in ("Mon", "Sun")] == ["Mon", "Sun"]
    assert [told.partition(":")[0] for told in titles(picture)] == ["VPIP, Mon", "VPIP, Sun"]


@pytest.mark.parametrize(
    ("by", "names", "labels", "problem"),
    [
        ((), ["vpip", "bb_100"], [], "statistics are in %, bb/100; draw those of one unit"),
        (("a", "b", "c"), ["vpip"], [["x"]] * 3, "by has 3 columns; a picture has room for 2"),
        (("hand", "day"), ["vpip"], [["AA"], [1]], "a grid shows one statistic by hand; leave"),
        (("player",), ["vpip"] * 121, [["x"] * 121], "121 bars; a picture has room for 120"),
        (("site", "hour"), ["vpip"] * 15, [list("abcdefghijklmno"), [1] * 15], "15 lines; draw 1"),
        (("hand",), ["vpip"], [[None]], "no hole is known"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_line(by, names, labels, problem):
    with pytest.raises(UsageError, match=f"^{problem}"):
        drawn(by, [(name, 1, 0, 2, 9) for name in names], *labels)


def test_statistics_of_a_lake(whole_lake):
    found = pk.stats("vpip,pfr", by="position", player="Ann", lake=whole_lake)
    assert found.chart().title == "VPIP, PFR of Ann by position"
    asked = {"by": "position", "player": "Ann", "lake": whole_lake}
    assert chart_named("stats").drawn("vpip,pfr", **asked).svg() == found.chart().svg()
    beside = chart_named("stats").drawn("vpip,pfr", **asked, beside="Bob").svg()
    assert "Blue strokes are the other cohort." in texts(beside)
    assert any("; beside " in told for told in titles(beside))
