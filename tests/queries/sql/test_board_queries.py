"""Queries on boards: each against plain arithmetic on rows of the tables, and what it refuses."""

import functools
from fractions import Fraction
from math import floor

import numpy as np
import pytest

from helpers.board_rows import WHOLE, live_holes, ratios, read, row_numbers
from helpers.queries import ask
from oracle import naive
from pokerlake.engine.cards.holes import HANDS, format_hole, hand_of_hole
from pokerlake.engine.equity.all_flops import flop_equities
from pokerlake.engine.hands.classes import hand_classes
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.queries.connection import connect
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import UsageError
from pokerlake.tables.manifest import Manifest, write_manifest

CATEGORIES = hand_classes().category


# ---------------------------------------------------------------- all of them


A_FLOP = {"flop": "3h4sJh"}
A_BET = {"hole": "AhQh", "flop": "3h4sJh", "pot": "10", "bet": "5"}


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("flop_ranking", {}, "query flop_ranking needs flop: three cards: 3h4sJh"),
        ("flop_ranking", {"flop": "3h4s"}, "parameter flop: '3h4s' has 2 cards, not 3"),
        ("flop_ranking", {"flop": "3h4sJhKd"}, "parameter flop: '3h4sJhKd' has 4 cards, not 3"),
        ("flop_ranking", {"flop": "3h4s3h"}, "parameter flop: '3h4s3h' has 3h twice"),
        ("flop_ranking", {"flop": "3h4sJx"},
         "parameter flop: '3h4sJx' at character 6: 'x' is not a suit; suits are cdhs"),
        ("flop_ranking", A_FLOP | {"opponents": "0"},
         "parameter opponents is '0'; give a number 1..9"),
        ("flop_ranking", A_FLOP | {"opponents": "10"},
         "parameter opponents is '10'; give a number 1..9"),
        ("flop_ranking", A_FLOP | {"opponents": "1.5"},
         "parameter opponents is '1.5'; give a whole number"),
        ("turn_ranking", {"turn": "3h4sJh"}, "parameter turn: '3h4sJh' has 3 cards, not 4"),
        ("river_ranking", {"river": "3h"}, "parameter river: '3h' has 1 card, not 5"),
        ("best_flops", {"hand": "AK"},
         "parameter hand: 'AK' is none of the 169 hands; did you mean 'AKs' or 'AKo'?"),
        ("best_flops", {"hand": "AA", "count": "0"},
         "parameter count is '0'; give a number 1..1755"),
        ("best_flops", {"hand": "AA", "count": "1756"},
         "parameter count is '1756'; give a number 1..1755"),
        ("best_flops", {"hand": "AA", "by": "ppot"},
         "parameter by is 'ppot'; give one of equity, ehs, hs"),
        ("range_textures", {"range": ""}, "parameter range: no hand is in ''"),
        ("range_against_range", {"hero": "AA"},
         "query range_against_range needs villain: the other range"),
        ("range_against_range", {"hero": "AA", "villain": "KK", "top": "101"},
         "parameter top is '101'; give a number 0..100"),
        ("flop_strong_hands", {"range": "AA", "by": "class"},
         "parameter by is 'class'; give one of equity, hole_percentile, category"),
        ("flop_strong_hands", {"range": "AA", "at": "101"},
         "parameter at is '101'; give a number 0..100"),
        ("flop_distribution", {"hand": "AA", "bins": "0"},
         "parameter bins is '0'; give a number 1..1000"),
        ("flop_distribution", {"hand": "AA", "bins": "1001"},
         "parameter bins is '1001'; give a number 1..1000"),
        ("pot_odds", A_BET | {"flop": "Ah4sQh"}, "parameters hole and flop both have Ah and Qh"),
        ("pot_odds", A_BET | {"hole": "Ah"}, "parameter hole: 'Ah' has 1 card; a hole has 2"),
        ("pot_odds", A_BET | {"pot": "-1"}, "parameter pot is '-1'; give a number 0..1e12"),
        ("pot_odds", A_BET | {"bet": "inf"}, "parameter bet is 'inf'; give a number"),
        ("pot_odds", A_BET | {"later": "2e12"}, "parameter later is '2e12'; give a number 0..1e12"),
    ],
)  # fmt: skip
def test_refused(name, parameters, message):
    with pytest.raises(UsageError) as raised:
        named_query(name).bind(parameters)
    assert str(raised.value) == message


# ---------------------------------------------------------------- rankings


@pytest.mark.parametrize(
    ("street", "board", "opponents"),
    [
        ("flop", "3h4sJh", 1), ("flop", "QdQs7d", 3), ("flop", "8s6s7s", 1),
        ("turn", "7s3h4d9d", 2), ("turn", "AsAhKhKs", 1), ("river", "TcJdQhKsAc", 1),
        ("river", "9h2s9s2h7d", 4),
    ],
)  # fmt: skip
def test_rankings_are_those_of_the_raw_board(whole, street, board, opponents):
    """The holes with their own suits; each has the values of its row, which others share."""
    cards = naive.parse_cards(board)
    parameters = {street: board, "opponents": str(opponents)}
    found = ask(whole, f"{street}_ranking", **parameters)
    holes = live_holes(cards)
    board_id = int(row_keys(np.array(holes[:1], np.uint16), np.array([cards], np.uint8),
                            layout="rows").board_id[0])  # fmt: skip
    view = read(
        whole, f"from {street}_strength({opponents}) where board_id = {board_id} order by hole_id"
    )
    rows = row_numbers(view, holes, cards)
    assert sorted(row["hole"] for row in found) == sorted(map(format_hole, holes))
    by_hole = {row["hole"]: row for row in found}
    equities = sorted(view["equity"][rows].tolist(), reverse=True)
    names = set(found[0]) - {"rank", "hole"}
    for hole, row in zip(holes, rows.tolist(), strict=True):
        given = by_hole[format_hole(hole)]
        assert {name: given[name] for name in names} == {name: view[name][row] for name in names}
        assert given["hand"] == HANDS[hand_of_hole()[hole]]
        assert given["rank"] == 1 + equities.index(given["equity"])
    order = [(-row["equity"], row["hole"]) for row in found]
    assert order == sorted(order)


@pytest.mark.parametrize(("street", "board"), [("turn", "7s3h4d9d"), ("river", "TcJdQhKsAc")])
def test_rankings_need_no_table(whole, tmp_path, street, board):
    """Of turns and rivers few lakes have one."""
    write_manifest(tmp_path, Manifest())
    with connect(tmp_path) as empty:
        assert ask(empty, f"{street}_ranking", **{street: board}) == ask(
            whole, f"{street}_ranking", **{street: board}
        )


# ---------------------------------------------------------------- range_textures


TEXTURES = ["all", "suits", "pairing", "high", "connected", "straights"]


@pytest.mark.whole
def test_range_textures_are_means_over_raw_deals(whole, flop_hands, flops):
    """Of every raw hole in the range on every raw flop, by its weight in the range."""
    text, opponents = "TT+,AQs+,KQo:0.5,AhKh:0.75,7d2c:0.25", 3
    found = ask(whole, "range_textures", range=text, opponents=str(opponents))
    # The weight of a row in the range is the mean of the raw holes of its hand.
    weights = parse_range(text)
    of_hand = np.bincount(hand_of_hole(), weights) / np.bincount(hand_of_hole())
    deals = flop_hands["weight"] * of_hand[hand_of_hole()[flop_hands["hole_id"]]]
    values = ratios(flop_hands, opponents)
    columns = {"all": np.full(1755, "all")} | flops
    expected = {}
    for texture in TEXTURES:
        kinds = columns[texture]
        for kind in np.unique(kinds).tolist():
            these = deals * (kinds == kind)[flop_hands["board_id"]]
            raw = int(flops["weight"][kinds == kind].sum())
            mean = {name: (these * value).sum() / these.sum() for name, value in values.items()}
            expected[texture, str(kind)] = (raw, these.sum(), mean)
    assert {(row["texture"], row["kind"]) for row in found} == set(expected)
    for row in found:
        raw, of, mean = expected[row["texture"], row["kind"]]
        assert row["flops"] == raw
        assert row["deals"] == pytest.approx(of, rel=1e-12)
        for name, value in mean.items():
            assert row[name] == pytest.approx(value, rel=1e-11)


# ---------------------------------------------------------------- range_against_range


def best_holes(rows, top):
    """Whether each row of all flops is one of the top holes of its flop."""
    order = np.lexsort([-rows["equity"], rows["board_id"]])
    best = np.zeros(len(order), np.bool_)
    for board in np.split(order, np.flatnonzero(np.diff(rows["board_id"][order])) + 1):
        at_least = np.cumsum(rows["weight"][board])
        _, first, tied = np.unique(-rows["equity"][board], return_index=True, return_inverse=True)
        last = np.append(first[1:], len(board)) - 1
        best[board] = 100 * at_least[last[tied]] <= top * at_least[-1]
    return best


def shares(rows, text, best):
    """On each flop the percent of a range that is in the top holes, and how much of it there is."""
    weights = parse_range(text)
    of_hand = np.bincount(hand_of_hole(), weights) / np.bincount(hand_of_hole())
    held = rows["weight"] * of_hand[hand_of_hole()[rows["hole_id"]]]
    of = np.bincount(rows["board_id"], held, 1755)
    return np.bincount(rows["board_id"], held * best, 1755), of


@pytest.mark.whole
@pytest.mark.parametrize(
    ("hero", "villain", "top"),
    [("QQ+,AKs", "TT,JTs:0.5", 5), ("AA", "KK,76s", 0)],
)
def test_range_against_range_as_computed(whole, flop_hands, flops, hero, villain, top):
    found = ask(whole, "range_against_range", hero=hero, villain=villain, top=str(top))
    meetings = flop_equities(parse_range(hero), parse_range(villain))
    best = best_holes(flop_hands, top)
    (hero_best, hero_all), (villain_best, villain_all) = (
        shares(flop_hands, text, best) for text in (hero, villain)
    )
    place = {board: i for i, board in enumerate(flops["board"].tolist())}
    assert sorted(place[row["board"]] for row in found) == np.flatnonzero(meetings.deals).tolist()
    for row in found:
        i = place[row["board"]]
        assert row == {
            "board": flops["board"][i],
            "flops": flops["weight"][i],
            "suits": flops["suits"][i],
            "pairing": flops["pairing"][i],
            "equity": meetings.equity[i],
            "hero_top": pytest.approx(100 * hero_best[i] / hero_all[i], rel=1e-12),
            "villain_top": pytest.approx(100 * villain_best[i] / villain_all[i], rel=1e-12),
        }
    order = [(-row["equity"], place[row["board"]]) for row in found]
    assert order == sorted(order)


# ---------------------------------------------------------------- flop_strong_hands


@pytest.mark.whole
@pytest.mark.parametrize(
    ("text", "by", "at"),
    [("QQ+,JTs:0.5", "hole_percentile", 5), ("AKo", "equity", 62.5), ("AhKh,22", "category", 7)],
)
def test_flop_strong_hands_as_computed(whole, flop_hands, flops, text, by, at):
    """A hand counts with the mean weight of its holes: over suits all holes of it are the same."""
    found = ask(whole, "flop_strong_hands", range=text, by=by, at=str(at))
    is_strong = {
        "hole_percentile": lambda: best_holes(flop_hands, at),
        "equity": lambda: flop_hands["equity"] >= 1.25 * WHOLE,
        "category": lambda: CATEGORIES[flop_hands["class_id"] - 1] <= at,
    }[by]()
    strong, held = shares(flop_hands, text, is_strong)
    assert len(found) == 1755
    for i, row in enumerate(found):
        assert row == {
            "board_id": i,
            **{name: flops[name][i] for name in ("board", "suits", "pairing")},
            "flops": flops["weight"][i],
            "deals": pytest.approx(held[i], rel=1e-12),
            "strong": pytest.approx(strong[i] / held[i], rel=1e-12),
        }


# ---------------------------------------------------------------- flop_distribution


def plain_spread(rows, hand, bins, column):
    """Deals by bin, of exact values."""
    held = hand_of_hole()[rows["hole_id"]] == HANDS.index(hand)
    whole = {"hs": 2162, "equity": 2 * WHOLE}[column]
    values, which = np.unique(rows[column][held], return_inverse=True)
    deals = np.bincount(which, rows["weight"][held]).astype(int).tolist()
    found = [0] * bins
    for value, count in zip(values.tolist(), deals, strict=True):
        found[min(floor(Fraction(value * bins, whole)), bins - 1)] += count
    return found


@pytest.mark.whole
@pytest.mark.parametrize(
    ("hand", "by", "bins"),
    [
        ("72o", "equity", 20),
        ("AA", "hs", 1),
        ("T9o", "hs", 23),  # of 2,162 = 2 x 23 x 47 values, so that many are a bin's lower end
    ],
)
def test_flop_distribution_as_counted(whole, flop_hands, hand, by, bins):
    found = ask(whole, "flop_distribution", hand=hand, by=by, bins=str(bins))
    assert [row["deals"] for row in found] == plain_spread(flop_hands, hand, bins, by)
    deals = {"AKs": 4, "K8s": 4, "54s": 4, "AA": 6, "72o": 12, "T9o": 12}[hand] * 19_600
    assert sum(row["deals"] for row in found) == deals
    for place, row in enumerate(found):
        assert (row["at_least"], row["below"]) == (place / bins, (place + 1) / bins)
        assert row["percent"] == pytest.approx(100 * row["deals"] / deals, rel=1e-14)


# ---------------------------------------------------------------- pot_odds


@functools.cache
def ace_queen():
    """AhQh on 3h4sJh: equity of 1,070,190, from the counts in the documents as corrected."""
    won, tied = 529_685 + 3_240 + 221_903, 2_347 + 5_625 + 680
    return Fraction(2 * won + tied, 2 * WHOLE)


@pytest.mark.parametrize(
    ("pot", "bet", "later", "can_call"),
    [
        ("10", "5", "0", True), ("0.1", "1", "0", False), ("0.1", "1", "20", True),
        ("1", "2.44", "0", True), ("1", "2.45", "0", False), ("1e12", "0", "0", True),
        ("0", "3", "0", False), ("0", "0", "0", True),
    ],
)  # fmt: skip
def test_pot_odds_of_ace_queen(whole, pot, bet, later, can_call):
    given = {"hole": "QhAh", "flop": "Jh3h4s", "pot": pot, "bet": bet, "later": later}
    (row,) = ask(whole, "pot_odds", **given)
    p, b, more = map(Fraction, (pot, bet, later))
    assert row == {
        "hole": "AhQh",
        "flop": "3h4sJh",
        "hs": 0.5851063829787234,
        "ppot2": 0.50417891287456507,
        "npot2": 0.14514153391623746,
        "chance": float(ace_queen()),
        "pot_odds": pytest.approx(float(b / (p + b)) if b else 0, rel=1e-15),
        "effective_odds": pytest.approx(
            float((b + more) / (p + b + 2 * more)) if b + more else 0, rel=1e-15
        ),
        "largest_call": pytest.approx(float(ace_queen() * p / (1 - ace_queen())), rel=1e-14),
        "can_call": can_call,
    }


def test_pot_odds_of_a_hole_that_cannot_lose(whole):
    """It calls any bet, so there is no largest."""
    given = {"hole": "AcQc", "flop": "KcTcJc", "pot": "0", "bet": "1e12"}
    (row,) = ask(whole, "pot_odds", **given)
    assert (row["chance"], row["pot_odds"], row["can_call"]) == (1.0, 1.0, True)
    assert row["largest_call"] is None


# ---------------------------------------------------------------- the best flops


def means(rows, hand, column):
    """On each flop the exact mean over the raw holes of a hand."""
    held = hand_of_hole()[rows["hole_id"]] == HANDS.index(hand)
    board, weight = rows["board_id"][held], rows["weight"][held]
    of = np.bincount(board, weight, 1755).astype(int).tolist()
    values = np.bincount(board, weight * rows[column][held], 1755).astype(int).tolist()
    whole = {"hs": 2162, "equity": 2 * WHOLE}[column]
    return {i: Fraction(v, n * whole) for i, (v, n) in enumerate(zip(values, of, strict=True)) if n}


@pytest.mark.parametrize(("hand", "by"), [("AA", "equity"), ("72o", "hs")])
def test_best_flops_as_ranked_exactly(whole, flop_hands, flops, hand, by):
    """Flops of one value are tied, and in the order of their numbers."""
    exact = means(flop_hands, hand, by)
    order = sorted(exact, key=lambda board: (-exact[board], board))
    values = [exact[board] for board in order]
    found = ask(whole, "best_flops", hand=hand, by=by, count="1755")
    assert [row["board"] for row in found] == [flops["board"][board] for board in order]
    firsts = {value: place for place, value in reversed(list(enumerate(values, start=1)))}
    assert [row["rank"] for row in found] == [firsts[value] for value in values]
    assert len(firsts) < len(found)
    assert [row[by] for row in found] == pytest.approx(list(map(float, values)), abs=1e-15)
    combos = {"AA": 6, "AKs": 4, "72o": 12, "54s": 4}[hand]
    assert sum(row["deals"] for row in found) == combos * 19_600
    for row, board in zip(found, order, strict=True):
        assert (row["suits"], row["pairing"]) == (flops["suits"][board], flops["pairing"][board])


@pytest.mark.parametrize(("count", "opponents"), [(10, 4)])
def test_best_flops_are_both_ends(whole, flop_hands, count, opponents):
    parameters = {"hand": "JTs", "by": "ehs", "opponents": str(opponents)}
    every = ask(whole, "best_flops", count="1755", **parameters)
    found = ask(whole, "best_flops", count=str(count), **parameters)
    ends = every if 2 * count >= 1755 else every[:count] + every[-count:]
    assert [(row["rank"], row["board"]) for row in found] == [
        (row["rank"], row["board"]) for row in ends
    ]
    held = hand_of_hole()[flop_hands["hole_id"]] == HANDS.index("JTs")
    rows = {name: values[held] for name, values in flop_hands.items()}
    ehs = ratios(rows, opponents)["ehs"]
    weight = np.bincount(rows["board_id"], rows["weight"], 1755)
    expected = np.bincount(rows["board_id"], rows["weight"] * ehs, 1755) / weight
    assert sorted(row["ehs"] for row in every) == pytest.approx(np.sort(expected), rel=1e-12)
    for worse, better in zip(every[1:], every, strict=False):
        assert worse["ehs"] <= better["ehs"] + 1e-12
