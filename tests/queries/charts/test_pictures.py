"""Each picture, byte for byte, and what is in it: cells, fills, lines, dots, and hover titles."""

import hashlib
import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.golden_files import assert_golden
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos, hand_of_hole
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.weights import hand_weights
from pokerlake.queries.charts.drawing.colours import DIVERGING, VIRIDIS, Ends
from pokerlake.queries.charts.grids.hand_values import HandValues
from pokerlake.queries.charts.grids.matchups import (
    chosen_hands,
    draw_matchups,
    matchups,
    matchups_text,
)
from pokerlake.queries.charts.grids.share_grid import (
    difference,
    draw_range,
    draw_ranges,
    hand_shares,
    range_text,
    range_total,
)
from pokerlake.queries.charts.grids.value_grid import draw_grid, value_grid
from pokerlake.queries.charts.plots.classes import (
    ClassCounts,
    class_counts,
    classes_text,
    draw_classes,
)
from pokerlake.queries.charts.plots.income_lines import (
    Line,
    draw_lines,
    income_lines,
    lines_text,
)
from pokerlake.queries.connection import connect
from pokerlake.queries.files.plain_duckdb import plain_connection
from pokerlake.tables.errors import QueryError, UsageError

SVG = "{http://www.w3.org/2000/svg}"
# A value for each hand without a file: 0 in one corner of the grid, 168 in the other.
VALUES = np.arange(168, -1, -1, dtype=np.float64)


def cells(picture):
    """Of each hand that tells something: what it tells, its rectangles and its texts."""
    found = {}
    for group in ET.fromstring(picture).iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            texts = [text.text for text in group.findall(f"{SVG}text")]
            rects = [rect for rect in group.findall(f"{SVG}rect") if rect.get("fill") != "none"]
            found[title.text.partition(":")[0]] = title.text, rects, texts
    return found


def weights(**of_hands):
    """Weights of holes from those of hands: a number for all, or one for each."""
    made = np.zeros(1326)
    for hand, weight in of_hands.items():
        made[hand_of_hole() == HAND_INDEX[hand]] = weight
    return made


# ---------------------------------------------------------------- the grid


def test_grid_of_values():
    picture = draw_grid(value_grid(HandValues(VALUES / 2), "All hands", "%"))
    found = cells(picture)
    assert list(found) == list(HANDS)
    title, (ground,), texts = found["AA"]
    assert title == "AA: 84 %, 6 combos, top 0.5 %"
    assert ground.get("fill") == VIRIDIS[-1]
    assert texts == ["AA", "84.0"]
    assert found["22"][0] == "22: 0 %, 6 combos, top 100.0 %"
    assert found["22"][1][0].get("fill") == VIRIDIS[0]
    assert found["AKs"][0] == "AKs: 83.5 %, 4 combos, top 0.8 %"
    assert_golden("range_grid.svg", picture.encode())


def test_grid_of_both_signs_with_labels_and_gaps():
    values = np.where(VALUES % 10 == 0, np.nan, (VALUES - 100) / 137)
    labels = tuple("all-in & more" if at % 7 == 0 else None for at in range(169))
    title = "Profit of a hand in the small blind, <folded around> to it, at a table of nine players"
    picture = draw_grid(value_grid(HandValues(values, labels), title, "per unit stake"))
    found = cells(picture)
    assert found["AA"][0] == "AA: 0.496350365 per unit stake, all-in & more, 6 combos, top 0.5 %"
    assert found["AA"][1][0].get("fill") != DIVERGING[-1]  # the lowest is farther from zero
    assert found["22"][0] == "22: no value, 6 combos"
    assert found["22"][2] == ["22"]
    assert "152 of 169 hands have a value; the others are grey." in picture
    assert_golden("range_signed.svg", picture.encode())


def test_grid_of_one_value():
    values = np.where(VALUES == 165, 7.0, np.nan)
    picture = draw_grid(value_grid(HandValues(values)))
    assert cells(picture)["AJs"][2] == ["AJs", "7"]
    assert "7, all hands alike" in picture
    assert "linearGradient" not in picture


@settings(max_examples=30)
@given(
    st.lists(st.floats(allow_infinity=False), min_size=169, max_size=169),
    st.lists(st.none() | st.text(), min_size=169, max_size=169),
    st.text(),
    st.text(),
)
def test_any_values_make_a_picture(values, labels, title, unit):
    hands = HandValues(np.array([1.0, *values[1:]]), tuple(labels))
    assert set(cells(draw_grid(value_grid(hands, title, unit)))) == set(HANDS)


# ---------------------------------------------------------------- ranges


def test_shares_are_of_combos():
    shares = hand_shares(weights(AA=1, AKs=[1, 0, 0.5, 0], KK=0.25))
    assert shares[[0, 1, HAND_INDEX["KK"], 168]].tolist() == [1, 0.375, 0.25, 0]
    assert range_total(shares) == "9 of 1,326 combos, 0.679 %"
    with pytest.raises(UsageError, match=r"^the range is empty; there is nothing to draw$"):
        hand_shares(np.zeros(1326))


def test_a_cell_is_filled_as_far_as_it_is_in_the_range():
    picture = draw_range(weights(AA=1, AKs=[1, 0, 0.5, 0], T9s=0.5), "TT+ & more")
    found = cells(picture)
    assert found["AKs"][0] == "AKs: 1.5 of 4 combos, 37.5 %"
    ground, fill = found["AKs"][1]
    assert float(fill.get("height")) == pytest.approx(0.375 * float(ground.get("height")), abs=0.01)
    assert float(fill.get("y")) + float(fill.get("height")) == pytest.approx(
        float(ground.get("y")) + float(ground.get("height"))
    )
    assert found["AKs"][2] == ["AKs", "37.5%"]
    assert len(found["AA"][1]) == 2
    assert found["AA"][2] == ["AA"]
    assert found["22"][0] == "22: 0 of 6 combos, 0 %"
    assert len(found["22"][1]) == 1
    assert_golden("range_weighted.svg", picture.encode())


def test_combos_of_hands_are_no_range():
    """169 sums of weights, up to 12, were drawn as shares of up to 12 times all combos."""
    combos = hand_weights(parse_range("22+,A2s+,KTo+"))
    with pytest.raises(RangeError, match=r"^a range is 1326 weights; an array of shape \(169,\)"):
        draw_range(combos)
    with pytest.raises(RangeError, match=r"^a range is 1326 weights; an array of shape \(169,\)"):
        range_text(combos / 12)


def test_two_ranges_and_their_difference():
    first = weights(AA=1, KK=1, AKs=0.5, T9s=[1, 0, 0, 1])
    second = weights(AA=1, KK=0.25, AKs=1)
    picture = draw_ranges(first, second, ("KK+, AKs:0.5", "AA, KK:0.25, AKs"), "Two ranges")
    titles = [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")]
    assert titles.count("KK: 6 of 6 combos, 100 %") == 1
    assert titles.count("KK: 1.5 of 6 combos, 25 %") == 1
    assert titles.count("KK: A 6 of 6 combos, 100 %; B 1.5 of 6 combos, 25 %") == 1
    last = cells(picture)  # of a hand, the last of three
    assert [last[hand][2] for hand in ("AA", "KK", "AKs", "T9s", "22")] == [
        ["AA", "="],
        ["KK", "+75"],
        ["AKs", "−50"],
        ["T9s", "+50"],
        ["22"],
    ]
    assert_golden("range_two.svg", picture.encode())


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [(1, 0, "+100"), (0, 1, "-100"), (0.5, 0.5001, "="), (0.625, 0.5, "+12.5"), (1, 1, "=")],
)
def test_differences(first, second, text):
    assert difference(first, second) == text


# ---------------------------------------------------------------- lines


def fake_lines():
    players = tuple(range(2, 11))
    exact = (None, None)
    return [
        Line(
            hand,
            players,
            tuple(start + step * (n - 2) for n in players),
            exact + (0.02,) * 7,
        )
        for hand, start, step in [
            ("AA", 0.7, 0.25),
            ("AKs", 0.34, 0.1),
            ("22", 0.007, 0.015),
            ("T9s", 0.08, 0.0625),
            ("72o", -0.31, -0.03),
        ]
    ]


def test_lines():
    picture = draw_lines(fake_lines(), "Income rate by number of players")
    titles = [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")][1:]
    assert len(titles) == 5 * 9
    assert titles[0] == "AA, 2 players: +0.7000, exact"
    assert titles[-1] == "72o, 10 players: -0.5500, standard error 0.02"
    assert_golden("lines.svg", picture.encode())


def test_lines_in_the_terminal():
    text = lines_text(fake_lines(), "Income rate by number of players").plain
    assert max(map(len, text.splitlines())) <= 80
    assert_golden("lines.txt", "".join(f"{line.rstrip()}\n" for line in text.splitlines()).encode())
    assert max(map(len, lines_text(fake_lines(), columns=140).plain.splitlines())) > 100
    assert max(map(len, lines_text(fake_lines(), columns=50).plain.splitlines())) <= 50


def test_ends_of_lines():
    picture = draw_lines(fake_lines(), ends=Ends(-0.2, 1))
    assert "Rates beyond −0.2 to 1 are drawn at the end of the axis." in picture
    assert "Rates beyond" not in draw_lines(fake_lines(), ends=Ends(-1, 3))
    heights = {float(y) for y in re.findall(r'<circle cx="[^"]*" cy="([^"]*)"', picture)}
    assert (min(heights), max(heights)) == (54, 454)
    only_positive = draw_lines(fake_lines(), ends=Ends(least=0.5))
    assert 'stroke="#1a1a1a"' not in only_positive.partition("<g>")[0]


def test_lines_without_errors():
    lines = [Line("AA", (2,), (0.7,), (None,))]
    picture = draw_lines(lines)
    assert "standard error" not in picture
    assert "AA, 2 players: +0.7000, exact" in picture


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


# ---------------------------------------------------------------- classes


def test_classes(lake):
    with connect(lake) as connection:
        found = class_counts(connection)
    assert found.counts.sum(axis=1).tolist() == [2_598_960, 20_358_520, 133_784_560]
    picture = draw_classes(found, "How often each of the 7,462 classes comes")
    titles = [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")][1:]
    assert len(titles) == 3 * 9
    assert titles[0] == "straight flush: classes 1 to 10, 40 hands of five cards, 0.001539 %"
    assert titles[-2] == "one pair: classes 3326 to 6185, 58,627,800 hands of seven cards, 43.82 %"
    assert_golden("classes.svg", picture.encode())


def test_classes_in_the_terminal(lake):
    with connect(lake) as connection:
        lines = classes_text(class_counts(connection)).plain.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[1].split() == ["straight", "flush", "five", "▏", "0.0015", "10"]
    assert lines[24].split()[0] == "seven"
    assert lines[24].split()[-2:] == ["43.82", "1,470"]


def test_a_dot_for_each_class_that_occurs():
    """Six classes of two categories: three alike side by side, none of one, two apart."""
    categories = np.repeat(np.arange(1, 10), [10, 156, 156, 1277, 10, 858, 858, 2860, 1277])
    counts = np.zeros((3, 7462), np.int64)
    counts[:, [0, 1, 2, 4000, 7461]] = [4, 4, 4, 8, 80]
    picture = draw_classes(ClassCounts(categories, counts))
    dots = re.findall(r'<path d="(M[^"]*)"[^>]*stroke-linecap="round"', picture)
    assert len(dots) == 3
    assert [len(dot.split("M")) - 1 for dot in dots] == [3, 3, 3]
    assert dots[0].split("M")[1].endswith("h0.2")


# ---------------------------------------------------------------- match-ups


def fake_equities(hands=169):
    """The stronger, the earlier in the grid; exact, so that no machine rounds otherwise."""
    place = np.arange(hands)
    return 0.5 + (place[None, :] - place[:, None]) / 400


def test_a_few_matchups():
    hands = chosen_hands(["AA", "KK", "AKs", "JTs", "22", "72o"], np.zeros(169))
    picture = draw_matchups(fake_equities(), hands, "Six hands")
    root = ET.fromstring(picture)
    titles = [title.text for title in root.iter(f"{SVG}title")][1:]
    assert len(titles) == 36
    assert titles[:2] == ["AA v AA 50.00 %", "AA v KK 53.50 %"]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("50.0") == 6
    assert (texts.count("53.5"), texts.count("46.5")) == (1, 1)
    assert_golden("matchups_six.svg", picture.encode())


def test_matchups_in_the_terminal():
    hands = chosen_hands(["AA", "KK", "AKs"], np.zeros(169))
    lines = matchups_text(fake_equities(), hands, "Three hands").plain.splitlines()
    assert [line.split() for line in lines[2:6]] == [
        ["AA", "KK", "AKs"],
        ["AA", "50.0", "53.5", "50.2"],
        ["KK", "46.5", "50.0", "46.8"],
        ["AKs", "49.8", "53.2", "50.0"],
    ]
    all_of_them = matchups_text(fake_equities(), list(range(169))).plain.splitlines()
    assert max(map(len, all_of_them)) <= 80
    assert len(all_of_them[1].split()) == 13
    # The mean over the first 15 hands against the second 15.
    assert float(all_of_them[1].split()[2]) == pytest.approx(50 + 15 / 4, abs=0.3)


def test_ends_of_matchups():
    hands = chosen_hands(["AA", "22"], np.zeros(169))
    picture = draw_matchups(fake_equities(), hands, ends=Ends(40, 60))
    assert ">≤ 40</text>" in picture
    assert ">≥ 60</text>" in picture


def test_all_matchups():
    equities = fake_equities()
    hands = chosen_hands([], equities @ hand_combos())
    assert hands == list(range(169))
    picture = draw_matchups(equities, hands, "All hands").encode()
    assert len(picture) < 2_000_000
    assert picture.count(b"<title>") == 1 + 28_561
    assert b"<title>22 v AA 8.00 %</title>" in picture
    digest = hashlib.sha256(picture).hexdigest()
    assert_golden("matchups_all.sha256", f"{digest}\n".encode())


@pytest.mark.parametrize("hands", [2, 13, 14, 40, 80, 168])
def test_names_on_the_axes_have_room(hands):
    picture = draw_matchups(fake_equities(), list(range(hands)))
    places = [
        float(y)
        for x, y in re.findall(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="end"', picture)
    ]
    assert len(places) >= 2
    assert all(after - before >= 14 for before, after in pairwise(places))


def test_chosen_hands():
    strengths = np.arange(169.0)
    assert chosen_hands([], strengths) == list(range(168, -1, -1))
    assert chosen_hands(["22", "AA"], strengths) == [168, 0]
    with pytest.raises(UsageError, match=r"^one hand is no match-up; give two or more, or none"):
        chosen_hands(["AA"], strengths)


def test_matchups_are_read(lake):
    with connect(lake) as connection:
        equities, strengths = matchups(connection)
    # Published: AA against KK, and the share of a random hand's pots that AA and 32o win.
    assert equities[0, HAND_INDEX["KK"]] == pytest.approx(0.8194605, abs=5e-8)
    assert equities + equities.T == pytest.approx(1)
    assert strengths[0] == pytest.approx(0.8520371, abs=5e-8)
    assert chosen_hands([], strengths)[:5] == [
        HAND_INDEX[h] for h in ("AA", "KK", "QQ", "JJ", "TT")
    ]
    assert chosen_hands([], strengths)[-1] == HAND_INDEX["32o"]


def test_matchups_that_are_missing():
    with plain_connection() as connection:
        connection.sql(
            "create table matchup_equities as "
            "select 'AA' as hero, 'AA' as villain, 0.5 as equity, 1 as deals"
        )
        with pytest.raises(QueryError, match=r"^matchups has not every pair of hands; run"):
            matchups(connection)
