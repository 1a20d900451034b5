"""Equities of hands against each other, card by card and hole by hole."""

import re
from itertools import pairwise

import numpy as np
import pytest

from given.figures import fake_equities
from helpers.pictures import svg_of, texts
from pokerlake.engine.cards.holes import HAND_INDEX
from pokerlake.engine.cards.text import format_card, parse_hand
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.equity import TwoCardSituation
from pokerlake.queries.charts.drawing.colours import Ends
from pokerlake.queries.charts.equities import (
    chosen_hands,
    hole_grid,
    matchups,
    matchups_figure,
    next_cards,
)
from pokerlake.queries.files.plain_duckdb import plain_connection
from pokerlake.tables.errors import QueryError, UsageError

# ---------------------------------------------------------------- match-ups


def test_ends_of_matchups():
    hands = chosen_hands(["AA", "22"], np.zeros(169))
    picture = svg_of(matchups_figure(fake_equities(), hands, ends=Ends(40, 60)))
    assert ">≤ 40</text>" in picture
    assert ">≥ 60</text>" in picture


@pytest.mark.parametrize("hands", [2, 13, 14, 40, 80, 168])
def test_names_on_the_axes_have_room(hands):
    picture = svg_of(matchups_figure(fake_equities(), list(range(hands))))
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


def test_matchups_that_are_missing():
    with plain_connection() as connection:
        connection.sql(
            "create table matchup_equities as "
            "select 'AA' as hero, 'AA' as villain, 0.5 as equity, 1 as deals"
        )
        with pytest.raises(QueryError, match=r"^matchups lacks some pairs of hands; run"):
            matchups(connection)


# ---------------------------------------------------------------- the next card


def test_a_cell_is_the_equity_with_that_card():
    hands, board = ["AhKh", "QsQc", "7d7c"], "Th2h3d"
    found = next_cards(TwoCardSituation.parse(hands, board))
    ranges = [parse_range(hand) for hand in hands]
    gone = parse_hand("".join([board, *hands])).tolist()
    for card in range(52):
        if card in gone:
            assert np.isnan(found.later[card]).all()
        else:
            exact = equity(ranges, [*parse_hand(board), card])
            assert found.later[card].tolist() == exact.equity.tolist()
    # The equity now is the mean over the cards that come: each is as likely.
    assert np.nanmean(found.later, axis=0) == pytest.approx(found.now, abs=1e-12)
    assert f"{format_card(51)} cannot come" not in svg_of(found.figure())


@pytest.mark.parametrize(
    ("hands", "board", "error", "said"),
    [
        (["AhKh", "QsQc"], "Jh2h3d4s5c", UsageError, "the board has five cards; no other comes"),
        (["AhKh", "AhQc"], "", RangeError, "players 1 and 2 cannot be dealt together"),
    ],
)
def test_no_next_cards(hands, board, error, said):
    with pytest.raises(error, match=said):
        next_cards(TwoCardSituation.parse(hands, board))


# ---------------------------------------------------------------- hole by hole


def test_a_cell_is_the_mean_of_its_holes_by_weight():
    grid = hole_grid(TwoCardSituation.parse(["AsKs:0.25, AhKh, 72o:0.1", "QQ"], "Qh2h3dJc"))
    against = parse_range("QQ")
    board = parse_hand("Qh2h3dJc")
    one, two = (
        100 * equity([parse_range(hole), against], board).equity[0] for hole in ("AsKs", "AhKh")
    )
    assert one != two
    mean = (0.25 * one + two) / 1.25
    assert grid.hands.values[HAND_INDEX["AKs"]] == pytest.approx(mean, abs=1e-12)
    assert grid.tooltips[HAND_INDEX["AKs"]][1:] == (
        f"AhKh: {two:.2f} %",
        f"AsKs: {one:.2f} %, weight 0.25",
    )
    assert np.flatnonzero(~np.isnan(grid.hands.values)).tolist() == sorted(
        HAND_INDEX[hand] for hand in ("AKs", "72o")
    )


def test_a_mean_of_what_is_certain_is_certain():
    grid = hole_grid(TwoCardSituation.parse(["73o:0.1, 74o:0.7", "AKs, QQ"], "7c7d7h2c2d"))
    assert [len(told) for told in grid.tooltips if told[1:]] == [4, 4]
    assert grid.hands.given.tolist() == [100, 100]
    assert {label for label in grid.hands.labels if label} == {"100"}
    assert "100 % equity, all hands alike" in texts(svg_of(grid.figure()))


def test_no_hole_to_draw():
    with pytest.raises(UsageError, match="no hole of 'AA' can be dealt with the others"):
        hole_grid(TwoCardSituation.parse(["AA", "KK"], "AhAsAd"))
