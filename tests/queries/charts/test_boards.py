"""Holes on boards are those of that very board; and what is drawn of boards, one by one."""

import re
from itertools import product

import numpy as np
import pytest

from given.boards import board_lake
from helpers.pictures import svg_of, text_of, texts
from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.holes import dead_holes, format_hole, hole_cards, hole_id, parse_hole
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.strength.transitions import strengths
from pokerlake.queries.charts.boards import (
    BINS,
    GROUPS,
    Average,
    Distribution,
    Potential,
    Textures,
    board_distributions,
    board_potential,
    distributions_figure,
    flop_distributions,
    flop_potential,
    flop_textures,
    potential_figure,
    textures_figure,
    versus_distributions,
)
from pokerlake.queries.charts.drawing import svg
from pokerlake.queries.charts.drawing.colours import VIRIDIS, Ends
from pokerlake.queries.charts.given import (
    NamedRange,
    board_holes,
    names_of,
)
from pokerlake.queries.connection import connect
from pokerlake.queries.files.plain_duckdb import plain_connection
from pokerlake.tables.errors import QueryError, UsageError

FLOPS = ["2c2d2h", "2c5d6d", "2cAcAd", "3c4dJc", "5c6c7c", "AcAdAh"]
FAKE = [
    Distribution("TT+ & more", np.array([0.9, 0.75, 0.5]), np.array([1.0, 2, 1]), 4),
    Distribution("<random>", np.linspace(1, 0, 101), np.ones(101), 1326),
]


@pytest.fixture(scope="module")
def flops(tmp_path_factory):
    with connect(board_lake(tmp_path_factory.mktemp("boards") / "lake", *FLOPS)) as found:
        yield found


def of_hole(found, measure, hole):
    return found.measures[measure][found.holes.tolist().index(parse_hole(hole))]


@pytest.mark.parametrize("board", ["3h4sJh", "Jd3d4c", "2s2h2d", "7s5s6s"])
def test_every_hole_has_the_value_of_its_own_suits(board):
    """Against the engine's counts on the raw board, where holes are told apart by other means."""
    found = board_holes(board)
    cards = np.sort(parse_hand(board))
    raw = strengths(cards[None])
    hs = dict(zip(raw.hole.tolist(), (raw.now[:, 0] + raw.now[:, 1] / 2) / 1081, strict=True))
    same = [image for image in suit_images() if np.array_equal(np.sort(image[cards]), cards)]
    for hole, value in zip(found.holes, found.measures["hs"], strict=True):
        low, high = np.sort([image[hole_cards()[hole]] for image in same], axis=1).T.astype(int)
        smallest = int((high * (high - 1) // 2 + low).min())
        assert value == pytest.approx(hs[smallest], abs=1e-15), format_hole(hole)


def test_holes_that_are_the_same_up_to_suits():
    found = board_holes("3h4sJh")
    groups = {}
    for hole, alike in zip(found.holes.tolist(), found.alike.tolist(), strict=True):
        groups.setdefault(alike, []).append(hole)
    names = {names_of(group) for group in groups.values()}
    assert {"AhQh", "AsQs", "AdQd, AcQc", "AhQd, AhQc", "AdAc", "AsAh"} <= names
    assert sum(len(group) for group in groups.values()) == 1176


@pytest.mark.parametrize(
    ("board", "holes", "measures"),
    [
        ("3h4sJhKd", 1128, ["ehs", "equity", "equity_squared", "hs", "npot1", "ppot1"]),
        ("2s2h9s9h", 1128, ["ehs", "equity", "equity_squared", "hs", "npot1", "ppot1"]),
        ("Kc3h4sJhKd", 1081, ["ehs", "equity", "equity_squared", "hs"]),
    ],
)
def test_turns_and_rivers(board, holes, measures):
    found = board_holes(board)
    assert len(found.holes) == holes
    assert sorted(found.measures) == measures
    # Every pair of disjoint holes is dealt to either player as often.
    assert found.measures["equity"].mean() == pytest.approx(0.5)
    assert found.measures["hs"].mean() == pytest.approx(0.5)


# ---------------------------------------------------------------- distributions


def test_a_distribution_on_a_board_is_that_of_its_holes():
    weights = parse_range("AA, AhQh:0.5, J3s, 72o:0.25")
    (found,) = board_distributions("3h4sJh", [NamedRange("some", weights)])
    holes = board_holes("3h4sJh")
    rows = sorted(
        (-equity, weight)
        for equity, weight in zip(
            holes.measures["equity"].tolist(), weights[holes.holes].tolist(), strict=True
        )
        if weight
    )
    assert found.combos == sum(weight for _, weight in rows) == 6 + 0.5 + 3 + 3
    assert found.mean == pytest.approx(-sum(e * w for e, w in rows) / found.combos)
    assert np.repeat(found.equities, (4 * found.weights).astype(int)).tolist() == [
        -equity for equity, weight in rows for _ in range(int(4 * weight))
    ]
    assert (np.diff(found.equities) < 0).all()
    best = holes.measures["equity"][holes.holes.tolist().index(parse_hole("Js3s"))]
    assert found.at(0.01) >= best


def hand_made_strengths():
    """Three rows of AA, one of KK and one of AKs, with equities that fall into few thousandths."""
    connection = plain_connection()
    connection.sql(
        "create table flop_strength as select * from (values "
        "('AA', 24, 0.9e0, 0.5e0, 0.31e0), ('AA', 12, 0.9004e0, 0.515e0, 0.3e0), "
        "('AA', 12, 1e0, 1e0, 0e0), ('KK', 24, 0.9008e0, 0.51e0, 0.319e0), "
        "('AKs', 1, 0.25e0, 0e0, 1e0)) as rows(hand, weight, equity, hs, ppot2)"
    )
    return connection


def test_a_distribution_over_flops_weighs_deals():
    ranges = [NamedRange(text, parse_range(text)) for text in ("AA, KK:0.5", "AhKh")]
    with hand_made_strengths() as connection:
        first, second = flop_distributions(connection, ranges)
    assert first.weights.tolist() == [12, 24 + 12 + 24 / 2]
    mean = (24 * 0.9 + 12 * 0.9004 + 12 * 0.9008) / 48
    assert first.equities.tolist() == pytest.approx([1, mean])
    assert first.mean == pytest.approx((12 + 48 * mean) / 60)
    assert (first.combos, second.combos) == (9, 1)
    assert second.equities.tolist() == [0.25]
    assert second.weights.tolist() == [0.25]


@pytest.mark.parametrize(
    ("hero", "villain", "board"),
    [
        ("AA, AhQh:0.5, 72o:0.25", "JJ+, AQs:0.75, AhQh", "3h4sJh"),
        ("22+, A2s+", "K9s, QQ:0.5", "3h4sJhKd"),
        ("AA, KK:0.5", "QQ", "3h4sJhKd2c"),
    ],
)
def test_ranges_against_each_other(hero, villain, board):
    both = [NamedRange(text, parse_range(text)) for text in (hero, villain)]
    found = versus_distributions(board, *both)
    expected = equity([one.weights for one in both], parse_hand(board), method="exact").equity
    assert [one.mean for one in found] == pytest.approx(expected.tolist(), abs=1e-12)
    assert [one.name for one in found] == [hero, villain]
    assert all((np.diff(one.equities) < 0).all() for one in found)


def test_a_hole_counts_as_often_as_it_is_dealt():
    """Against AhAc the other aces are one combo of six, KK are all, and AhAs cannot be dealt."""
    hero, villain = (NamedRange(one, parse_range(one)) for one in ("AA, KK", "AhAc"))
    found, _ = versus_distributions("2c3d4h", hero, villain)
    assert found.combos == 1 + 6
    assert found.weights[0] * 6 == pytest.approx(found.weights[1:].sum())
    assert found.equities[0] == pytest.approx(0.5, abs=0.05)


def test_ends_of_a_distribution():
    picture = svg_of(distributions_figure(FAKE, None, ends=Ends(40, 80)))
    shown = texts(picture)
    assert "Equities beyond 40 to 80 % are drawn at the end of the axis." in shown
    assert [text for text in ("30", "40", "50", "80", "90") if shown.count(text) == 2] == [
        "40", "50", "80"
    ]  # fmt: skip
    assert "Equities beyond" not in svg_of(distributions_figure(FAKE, None))
    # 90 % is drawn at 80, at the top, 75 % an eighth of the way down, 50 % three quarters.
    (path,) = re.findall(r'd="(M[^"]*)" [^>]*stroke="#0072b2" stroke-width="2"', picture)
    top = float(path[4:].partition("H")[0])
    assert path == f"M66 {top:g}H234.5V{top + 52.5:g}H571.5V{top + 315:g}H740"


# ---------------------------------------------------------------- potential


def test_potential_of_a_board_is_that_of_its_holes():
    found = board_potential("3h4sJh")
    holes = board_holes("3h4sJh").measures
    assert found.deals.sum() == 1176
    # AhQh: HS 0.585, PPot 0.504.
    assert "AhQh" in found.holes[29, 25].split(", ")
    for row, col in product(range(BINS), repeat=2):
        there = (holes["hs"] >= row / BINS) & (holes["ppot2"] >= col / BINS)
        assert found.deals[row:, col:].sum() == there.sum()


def test_potential_over_flops_weighs_deals():
    with hand_made_strengths() as connection:
        aces = flop_potential(connection, "AA").deals
        everything = flop_potential(connection).deals
    assert {tuple(at): int(aces[tuple(at)]) for at in np.argwhere(aces).tolist()} == {
        (25, 15): 36,
        (49, 0): 12,
    }
    added = everything - aces
    assert {tuple(at): int(added[tuple(at)]) for at in np.argwhere(added).tolist()} == {
        (25, 15): 24,
        (0, 49): 1,
    }


def test_ends_of_potential():
    deals = np.zeros((BINS, BINS), np.int64)
    deals[0, 0], deals[1, 1], deals[2, 2] = 1, 20, 80
    picture = svg_of(potential_figure(Potential(deals, "deals", "two-step"), ends=Ends(10, 40)))
    assert "Cells of fewer than 10 or more than 40 have the colour of the end." in texts(picture)
    fills = re.findall(r'height="13" fill="(#\w+)"><title>', picture)
    assert fills[0] == VIRIDIS[0]
    assert fills[2] == VIRIDIS[-1]


# ---------------------------------------------------------------- textures


KINDS = {
    (texture, kind): Average(1000 * (at + 1), (at + 5) / 20)
    for texture, _, kinds in GROUPS
    for at, kind in enumerate(kinds)
} | {("high", "2"): Average(4, None)}


def test_ends_of_textures():
    found = Textures("equity", Average(22_100, 0.3125), KINDS)
    figure = textures_figure(found, ends=Ends(-5, 20))
    picture = svg_of(figure)
    shown = texts(picture)
    assert "Differences beyond −5 to +20 are cut off, with an arrow." in shown
    over = sum(abs(average.percent - 31.25 - 7.5) > 12.5 and average.value is not None
               for average in KINDS.values())  # fmt: skip
    assert picture.count(f'fill="{svg.INK}"/>') == over
    assert (text_of(figure).count("▶"), text_of(figure).count("◀")) == (6, 5)
    with pytest.raises(UsageError, match=r"^an axis from 2 to 3; it needs 0, the mean, where bars"):
        textures_figure(found, ends=Ends(2, 3))


def raw_averages(flops, weights, measure):
    """Of each texture by name the mean over raw holes on raw flops, one by one."""
    sums = {}
    for flop in flops:
        cards = parse_hand(flop)
        for raw in np.unique(np.sort(suit_images()[:, cards], axis=1), axis=0):
            found = strengths(raw[None])
            ahead, tied, _ = found.river.sum(axis=1).T
            value = {
                "equity": (ahead + tied / 2) / (1081 * 990),
                "hs": (found.now[:, 0] + found.now[:, 1] / 2) / 1081,
            }[measure]
            of_hole = dict(zip(found.hole.tolist(), value.tolist(), strict=True))
            same = [image for image in suit_images() if (np.sort(image[raw]) == raw).all()]
            for hole in np.flatnonzero((weights > 0) & ~dead_holes(raw.tolist())):
                a, b = HOLE_CARDS[hole]
                smallest = min(hole_id(int(image[a]), int(image[b])) for image in same)
                yielded = weights[hole], of_hole[smallest]
                for name in names_of_texture(raw.tolist()):
                    total = sums.setdefault(name, [0.0, 0.0])
                    total[0] += yielded[0]
                    total[1] += yielded[0] * yielded[1]
    return {name: total / weight for name, (weight, total) in sums.items()}


HOLE_CARDS = [(a, b) for b in range(52) for a in range(b)]


def names_of_texture(cards):
    suits, ranks = {card & 3 for card in cards}, {card >> 2 for card in cards}
    yield "suits", {3: "rainbow", 2: "two-tone", 1: "monotone"}[len(suits)]
    yield "pairing", {3: "unpaired", 2: "paired", 1: "trips"}[len(ranks)]
    yield "high", "23456789TJQKA"[max(ranks)]


@pytest.mark.parametrize("measure", ["equity"])
def test_averages_by_texture_are_those_of_raw_enumeration(flops, measure):
    """A range of single combos on six flops: every raw hole on every raw flop that is such."""
    weights = parse_range("AhQh, KK:0.5, 7h2c:0.25, 6s5s, Ah2d:0.75")
    found = flop_textures(flops, weights, measure)
    raw = raw_averages(FLOPS, weights, measure)
    assert len(raw) == 3 + 3 + 5
    for name, average in raw.items():
        assert found.kinds[name].value == pytest.approx(average, rel=1e-12), name
    assert found.kinds["suits", "monotone"].flops == 1144
    assert found.kinds["high", "K"] == Average(4052, None)  # of these none is in the lake


@pytest.mark.parametrize(
    "asked",
    [
        lambda connection: flop_potential(connection, "QQ"),
        lambda connection: flop_distributions(connection, [NamedRange("QQ+", parse_range("QQ+"))]),
    ],
)
def test_hands_that_the_lake_lacks(asked):
    with (
        hand_made_strengths() as connection,
        pytest.raises(QueryError, match=r"^flop_hands has no rows of QQ; run 'pokerlake verify'$"),
    ):
        asked(connection)


def test_a_lake_without_strengths():
    with plain_connection() as connection:
        connection.sql("create table flops as select * from (values (1)) as flops(board_id)")
        with pytest.raises(QueryError, match=r"^'flop_strength' is not in this lake; build it"):
            flop_textures(connection, parse_range("AA"))
