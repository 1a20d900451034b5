"""Figures whose bytes are kept: of what is made by hand, and of tables."""

import numpy as np
import pyarrow as pa

from given import abstraction, convergence, plays, push_fold, solving
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos, hand_of_hole
from pokerlake.queries.answers.equity import TwoCardSituation
from pokerlake.queries.charts.boards import (
    BINS,
    GROUPS,
    Average,
    Distribution,
    Potential,
    Textures,
    distributions_figure,
    potential_figure,
    textures_figure,
)
from pokerlake.queries.charts.equities import (
    chosen_hands,
    hole_grid,
    matchups_figure,
    next_cards,
)
from pokerlake.queries.charts.given import HandValues, hand_kinds
from pokerlake.queries.charts.hand_grids import (
    KindGrid,
    range_figure,
    ranges_figure,
    value_grid,
)
from pokerlake.queries.charts.lines import Line, lines_figure
from pokerlake.queries.charts.range_chart import grid_of_means
from pokerlake.queries.charts.statistics import statistics_figure
from pokerlake.queries.statistics.asked import Statistics

# A value for each hand without a file: 0 in one corner of the grid, 168 in the other.
VALUES = np.arange(168, -1, -1, dtype=np.float64)
LABELS = tuple("all-in & more" if at % 7 == 0 else None for at in range(169))
FIFTH = np.where(hand_of_hole() % 5 == 0, 1.0, 0.0)
HALF = np.where(hand_of_hole() % 3 == 0, 0.5, 0.0)


def values(numbers, title="", unit="", labels=None):
    """A grid of values."""
    hands = HandValues(numbers) if labels is None else HandValues(numbers, labels)
    return value_grid(hands, title, unit).figure()


def signed():
    title = "Profit of a hand in the small blind, <folded around> to it, at a table of nine players"
    numbers = np.where(VALUES % 10 == 0, np.nan, (VALUES - 100) / 137)
    return values(numbers, title, "per unit stake", LABELS)


def signed_for_a_terminal():
    labels = tuple("all-in!" if at % 7 == 0 else None for at in range(169))
    return values(np.where(VALUES % 10 == 0, np.nan, VALUES - 100), labels=labels)


def weights(**of_hands):
    """Weights of holes from those of hands: a number for all, or one for each."""
    made = np.zeros(1326)
    for hand, weight in of_hands.items():
        made[hand_of_hole() == HAND_INDEX[hand]] = weight
    return made


def two_ranges():
    first = weights(AA=1, KK=1, AKs=0.5, T9s=[1, 0, 0, 1])
    second = weights(AA=1, KK=0.25, AKs=1)
    return ranges_figure(first, second, ("KK+, AKs:0.5", "AA, KK:0.25, AKs"), "Two ranges")


def solved():
    """A strategy: hands raised, called and folded by their places, and a tenth of some left."""
    hands, labels, shares = [], [], []
    for at, hand in enumerate(HANDS):
        raised = max(0.0, 1 - at / 60)
        called = min(1 - raised, max(0.0, 1 - at / 110))
        left = 0.1 if at % 10 == 0 and raised < 0.5 else 0.0
        for label, share in (
            ("fold", max(0.0, 1 - raised - called - left)),
            ("raise 2.5", raised / 2),
            ("call", called),
            ("raise 9", raised / 2),
        ):
            if share:
                hands.append(hand)
                labels.append(label)
                shares.append(share)
    rows = pa.table({"hand": hands, "label": labels, "value": shares})
    return KindGrid(hand_kinds(rows.to_reader()), "Facing a raise").figure()


def fake_grid():
    """A hand's value is its number: 168 for AA, 1 for 32o; of 22 nothing is left."""
    values = np.append(np.arange(168, 0, -1) / 2, np.nan)
    combos = (*hand_combos()[:-1].tolist(), 0)
    holes = tuple(
        (f"{hand} in hearts: {value:.2f} %", f"{hand} & others: 0.00 %") if combos else ()
        for hand, value, combos in zip(HANDS, values, combos, strict=True)
    )
    return grid_of_means("2h2s2c2d", "EHS", values, combos, holes).figure()


def fake_lines():
    players = tuple(range(2, 11))
    exact = (None, None)
    found = [
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
    return lines_figure(found, "Income rate by number of players")


def fake_equities(hands=169):
    """The stronger, the earlier in the grid; exact, so that no machine rounds otherwise."""
    place = np.arange(hands)
    return 0.5 + (place[None, :] - place[:, None]) / 400


def six_matchups():
    hands = chosen_hands(["AA", "KK", "AKs", "JTs", "22", "72o"], np.zeros(169))
    return matchups_figure(fake_equities(), hands, "Six hands")


def all_matchups():
    equities = fake_equities()
    return matchups_figure(equities, chosen_hands([], equities @ hand_combos()), "All hands")


def distributions():
    made = [
        Distribution("TT+ & more", np.array([0.9, 0.75, 0.5]), np.array([1.0, 2, 1]), 4),
        Distribution("<random>", np.linspace(1, 0, 101), np.ones(101), 1326),
    ]
    return distributions_figure(made, "3h4sJh", "Equity on 3h4sJh")


def potential():
    deals = np.zeros((BINS, BINS), np.int64)
    deals[0, 0], deals[10, 20], deals[49, 5], deals[48, 31] = 1, 100, 123_456, 5_000
    return potential_figure(Potential(deals, "deals", "two-step"), "HS and PPot")


def few_combos():
    deals = np.zeros((BINS, BINS), np.int64)
    deals[25, 12], deals[26, 12] = 3, 2
    holes = {(25, 12): "AhQh, AhKh", (26, 12): "KhQh"}
    return potential_figure(Potential(deals, "combos", "one-step", holes))


def fake_textures():
    kinds = {
        (texture, kind): Average(1000 * (at + 1), (at + 5) / 20)
        for texture, _, kinds in GROUPS
        for at, kind in enumerate(kinds)
    }
    kinds["high", "2"] = Average(4, None)
    found = Textures("equity", Average(22_100, 0.3125), kinds)
    return textures_figure(found, "Equity of 22 by texture")


SOLVED = solving.TABLES | solving.SUBSETS
AKS = TwoCardSituation.parse(["AhKh", "QsQc"], "Jh2h3d", "9c")


def statistics(by, cells, labels):
    """Statistics of cells: a name, a value, its interval, and how many chances."""
    names, *numbers = zip(*cells, strict=True)
    value, low, high, chances = (np.array(column, np.float64) for column in numbers)
    return Statistics(
        np.array(names, object), value, low, high, (high - low) / 4, value * chances / 100,
        chances, by, "row", "Ann", labels, None,
    )  # fmt: skip


def shares_by_month():
    """The second month has no chance, and a month that is not known is left out."""
    found = [("vpip", 25, 20, 31, 340), ("vpip", np.nan, np.nan, np.nan, 0)]
    found += [("vpip", 28, 22, 35, 210), ("vpip", 22, 19, 26, 520), ("vpip", 80, 60, 90, 5)]
    more = [("pfr", value - 6, low - 6, high - 6, count) for _, value, low, high, count in found]
    months = ["2021-01", "2021-02", "2021-03", "2021-04", None]
    return statistics_figure(statistics(("month",), found + more, (2 * months,)))


def rates_by_position():
    """One is far off, and one has no error."""
    found = [("bb_100", 12.5, -2, 27, 900), ("bb_100", -30, -95, 35, 80)]
    found += [("bb_100", 4, np.nan, np.nan, 1)]
    return statistics_figure(statistics(("position",), found, (["BTN", "SB", None],)))


FIGURES = {
    "range_grid": lambda: values(VALUES / 2, "All hands", "%"),
    "range_signed": signed,
    "range_weighted": lambda: range_figure(
        weights(AA=1, AKs=[1, 0, 0.5, 0], T9s=0.5), "TT+ & more"
    ),
    "range_two": two_ranges,
    "terminal_values": lambda: values(VALUES / 200, "All hands", "equity"),
    "terminal_signed": signed_for_a_terminal,
    "terminal_weighted": lambda: range_figure(FIFTH, "A fifth"),
    "terminal_two": lambda: ranges_figure(FIFTH, HALF, ("one", "other"), "Two ranges"),
    "kinds": solved,
    "board_grid": fake_grid,
    "lines": fake_lines,
    "matchups_six": six_matchups,
    "matchups_all": all_matchups,
    "distributions": distributions,
    "potential": potential,
    "potential_log": potential,
    "potential_linear": few_combos,
    "textures": fake_textures,
    "stats_lines": shares_by_month,
    "stats_bars": rates_by_position,
    "next_cards": lambda: next_cards(AKS).figure(),
    "holes": lambda: hole_grid(
        TwoCardSituation.parse(["AA, AKs:0.5, QQ", "KK, AQs"], "Qh2h3d")
    ).figure(),
}
# Charts of tables that are made by hand, and of the lake of `make lake`.
DRAWN = {
    "bucket": (abstraction.TABLES, "bucket", (1, 3), {}),
    "buckets": (abstraction.TABLES, "buckets", (1,), {}),
    "transitions": (abstraction.TABLES, "transitions", (1, 2), {}),
    "distance_by_k": (abstraction.TABLES, "distance-by-k", (), {}),
    "convergence": (convergence.TABLES, "convergence", ("akq",), {}),
    "winnings": (plays.TABLES, "winnings", ("Ann",), {}),
    "push_fold.svg": (push_fold.WHOLE, "push-fold", (), {"stack": 2, "title": "By hand"}),
    "push_fold.txt": (push_fold.WHOLE, "push-fold", (), {"spot": 2}),
    "jam_or_fold": (push_fold.WHOLE, "jam-or-fold", (), {}),
    "strategy": (SOLVED, "strategy", (), {"spot": 1, "line": "x b30"}),
    "equity_value": (SOLVED, "equity-value", (), {"spot": 1, "title": "By hand"}),
    "report": (SOLVED, "report", (), {"game": 1}),
    "report_by_high": (
        SOLVED, "report", (), {"game": 1, "line": "x", "by": "high", "title": "By hand"}
    ),
    "hits": (None, "hits", ("TT+,AQ+,JTs,98s,A2s+", "Qh7h2c"), {"villain": "22+,KTs+"}),
    "classes": (None, "classes", (), {"title": "How often each of the 7,462 classes comes"}),
    "ladder": (None, "ladder", (), {}),
}  # fmt: skip
