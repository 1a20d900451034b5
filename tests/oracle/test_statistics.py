"""What decisions face, and statistics over them, against hands replayed player by player."""

from collections import Counter, defaultdict
from itertools import groupby
from math import inf, isclose
from pathlib import Path
from statistics import stdev

import numpy as np
import pyarrow.parquet as pq
import pytest

import pokerlake as pk
from given import (
    histories,
    odd_histories,
    omaha_histories,
    other_sites,
    run_it_once,
    site_forms,
    sites,
)
from oracle.naive_statistics import (
    DECISIONS,
    HANDS,
    POSTS,
    counted,
    counted_of_entry,
    error_of_ratio,
    paid_in,
    replay,
    sessions,
    wilson,
)
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.queries.connection import connect
from pokerlake.queries.statistics import answer
from pokerlake.tables.definitions.statistics import STATISTICS

DATA = Path(__file__).parents[3] / "shared/data"


# The rest are in percent, or of 100 hands.
SUMS = {"net", "hours", "hands", "decisions"}
RATIOS = {"af", "hands_hour"}
ENTRIES = {"itm", "place", "finish", "buy_in_mean", "tournament_net", "bounties", "roi"}


def given_files(folder):
    """All hands of these texts, as files of a folder."""
    samples = (
        *sites.SAMPLES, *other_sites.SAMPLES, other_sites.CASES, *site_forms.SAMPLES,
        run_it_once.RUN_IT_ONCE,
    )  # fmt: skip
    texts = [(sample.file, sample.text) for sample in samples if sample.format == "text"]
    texts += [("file", text) for text in (histories.ALL, omaha_histories.ALL, *odd_histories.ALL)]
    for place, (name, text) in enumerate(texts):
        path = folder / str(place) / name
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    return [str(folder)]


@pytest.fixture(scope="module", params=["some", pytest.param("all", marks=pytest.mark.whole)])
def lake(request, tmp_path_factory):
    """A lake of the hands of tests, and of those that others played if they are there."""
    there = tmp_path_factory.mktemp("statistics")
    files = given_files(there / "given")
    some = 1 if request.param == "all" else 3
    files += [
        str(path) for path in sorted((DATA / "hand-histories").rglob("*.txt"))[:: 5 * some - 4]
    ]
    files += [str(path) for path in sorted((DATA / "sites/hands").glob("*/*"))[::some]]
    files += [str(path) for path in sorted((DATA / "sites/summaries").glob("*/*"))]
    import_histories(there / "lake", files)
    return there / "lake"


def rows_of(lake, table, *order):
    rows = [
        row for path in lake.glob(f"{table}_*.parquet") for row in pq.read_table(path).to_pylist()
    ]
    return sorted(rows, key=lambda row: [row[name] for name in order])


@pytest.fixture(scope="module")
def played(lake):
    """Each hand: its replay, and the rows of its seats and actions."""
    of_hand = {
        table: {key: [*rows] for key, rows in groupby(
            rows_of(lake, table, "hand_id", order), lambda row: row["hand_id"]
        )}
        for table, order in (("seats", "seat"), ("actions", "number"))
    }  # fmt: skip
    found = []
    for told in rows_of(lake, "hands", "hand_id"):
        seats, actions = (of_hand[table].get(told["hand_id"], []) for table in of_hand)
        found.append((replay(told, seats, actions), {row["seat"]: row for row in seats}, actions))
    return found


@pytest.mark.whole
def test_columns_are_those_of_a_replay(played):
    for hand, seats, actions in played:
        for row in actions:
            if row["action"] in POSTS:
                assert (row["turn"], row["facing"], row["first_bet"], row["side"]) == (
                    0,
                    None,
                    None,
                    None,
                )
        decided = [row for row in actions if row["action"] not in POSTS]
        for decision, row in zip(hand.decisions, decided, strict=True):
            columns = {name: row[name] for name in decision.columns}
            assert columns == decision.columns, (hand.told["number"], row["number"])
        for seat, columns in hand.seats.items():
            assert {name: seats[seat][name] for name in columns} == columns, hand.told["number"]
        assert (hand.told["straddle"], hand.told["bomb_pot"]) == (hand.straddle, hand.bomb_pot)


def person(told, row):
    """Who a player is, by his site."""
    if told["site"] != "Bovada":
        name = row["player"]
    elif row["seat"] == told["hero"]:
        name = "hero"
    else:
        place = told["table_name"] or told["tournament"]
        is_hand = not place or place.startswith("Zone ")
        at = f"hand {told['hand_id']}" if is_hand else f"table {place}"
        name = f"{at} seat {row['seat']}"
    return f"{name} at {told['site']}"


@pytest.fixture(scope="module")
def counts(played):
    """Of each decision and hand what it adds: statistic, taken and chances, and columns of it."""
    found, times, cells = [], defaultdict(dict), {}
    for hand, seats, _ in played:
        told = hand.told
        at = told["played_utc"] or told["played"]
        money = "tournament chips" if told["tournament"] else told["currency"] or "play money"
        for row in seats.values():
            who = person(told, row)
            cells[told["hand_id"], who] = {
                "position": row["position"], "player": row["player"], "person": who,
                "played_for": money,
                "day": (who, told["played"] and told["played"].date()),
                "session": (who, None),
            }  # fmt: skip
            if at is not None:
                times[who][told["hand_id"]] = at.timestamp()
        for name, seat, taken, chances in counted(hand, seats):
            found.append((name, taken, chances, cells[told["hand_id"], person(told, seats[seat])]))
    for who, of_hands in times.items():
        for hand, session, hours in sessions(of_hands):
            cell = cells[hand, who]
            cell["session"] = who, session
            found += [("hours", hours, 1, cell), ("hands_hour", 1, hours, cell)]
    return found


def _add(cell, taken, chances):
    cell[0] += taken
    cell[1] += chances


def value_of(name, taken, chances):
    if not chances:
        return None
    scale = 1 if name in RATIOS else 100
    return pytest.approx(taken if name in SUMS else scale * taken / chances, rel=1e-9, abs=1e-9)


def test_every_statistic_has_its_replay():
    told = STATISTICS.keys() - ENTRIES
    assert told == {*DECISIONS, *HANDS, "decisions", "af", "afq", "hours", "hands_hour"}


@pytest.mark.parametrize(
    ("by", "part"), [((), 0), (("position",), 1), (("person", "played_for"), 2)],
    ids=["all", "position", "person"],
)  # fmt: skip
def test_statistics_are_those_of_a_replay(request, lake, counts, by, part):
    """A third of them by each; of the whole, all."""
    names = sorted({name for name, *_ in counts})
    if "[all" not in request.node.name:
        names = names[part::3]
    names = [name for name in names if "played_for" in by or name != "net"]
    expected = defaultdict(lambda: [0.0, 0.0])
    asked = set(names)
    for name, taken, chances, cell in counts:
        if name in asked:
            _add(expected[name, *(cell[key] for key in by)], taken, chances)
    found = pk.stats(names, by=by, lake=lake).to_arrow().to_pylist()
    got = {(row["statistic"], *(row[key] for key in by)): row for row in found if row["chances"]}
    told = {key: each for key, each in expected.items() if each[1]}
    assert got.keys() == told.keys()
    for key, (taken, chances) in told.items():
        row = got[key]
        assert (row["taken"], row["chances"]) == pytest.approx((taken, chances), rel=1e-9, abs=1e-9)
        assert row["value"] == value_of(key[0], taken, chances)


def test_statistics_of_tournaments_are_those_of_their_entries(lake):
    expected = defaultdict(lambda: [0.0, 0.0])
    for entry in rows_of(lake, "tournaments", "site", "tournament", "player", "entry"):
        for name, taken, chances in counted_of_entry(entry):
            _add(expected[name, paid_in(entry)], taken, chances)
    found = pk.stats(sorted(ENTRIES), by="currency", lake=lake).to_arrow().to_pylist()
    got = {(row["statistic"], row["currency"]): (row["taken"], row["chances"]) for row in found}
    told = {key: pytest.approx(tuple(sums)) for key, sums in expected.items() if sums[1]}
    assert {key: sums for key, sums in got.items() if sums[1]} == told
    if DATA.exists():  # other hands are of few tournaments
        assert {name for name, _ in told} == ENTRIES


# ---------------------------------------------------------------- intervals


def test_intervals_of_one_player_are_wilsons(lake, counts):
    """Of the player with the most hands; and as the literature has it."""
    hands = Counter(cell["player"] for name, *_, cell in counts if name == "saw_flop")
    player = hands.most_common(1)[0][0]
    found = pk.stats("vpip,three_bet,cbet,wtsd", player=player, lake=lake)
    assert found.unit == "row"
    for row in found.to_arrow().to_pylist():
        mine = [each for each in counts if each[0] == row["statistic"]]
        taken = sum(taken for _, taken, _, cell in mine if cell["player"] == player)
        chances = sum(chances for _, _, chances, cell in mine if cell["player"] == player)
        low, high = wilson(taken, chances)
        share = taken / chances
        assert (row["low"], row["high"]) == pytest.approx((100 * low, 100 * high))
        assert row["error"] == pytest.approx(100 * (share * (1 - share) / chances) ** 0.5)


@pytest.mark.parametrize(
    ("taken", "chances", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_that_of_newcombe(taken, chances, low, high):
    """Newcombe 1998, Two-sided confidence intervals for the single proportion, table I."""
    found = answer.wilson(np.array([taken / chances]), np.array([chances]))
    assert [*np.concatenate(found)] == pytest.approx([low, high], abs=5e-5)
    assert wilson(taken, chances) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("unit", ["row", "player", "day", "session"])
def test_errors_are_those_of_what_is_independent(lake, counts, unit):
    names = ["af", "bb_100", "red_line", *["vpip", "cbet"] * (unit != "row")]  # else Wilson's
    units = {name: defaultdict(lambda: [0.0, 0.0]) for name in names}
    for place, (name, taken, chances, cell) in enumerate(counts):
        if name in units:
            of = place if unit == "row" else cell["person" if unit == "player" else unit]
            _add(units[name][of], taken, chances)
    for row in pk.stats(names, independent=unit, lake=lake).to_arrow().to_pylist():
        name = row["statistic"]
        scale = 1 if name == "af" else 100
        values = [*map(tuple, units[name].values())]
        if sum(chances != 0 for _, chances in values) < 2:
            assert row["error"] is None
            continue
        error = scale * error_of_ratio(values)
        assert row["error"] == pytest.approx(error, rel=1e-9)
        if unit == "row" and name == "bb_100":
            alone = [taken for taken, _ in values]
            assert error == pytest.approx(100 * stdev(alone) / len(alone) ** 0.5)
        width = 1.959963984540054 * error
        least, most = (0, 100) if name in ("vpip", "cbet") else (-inf, inf)
        assert row["high"] == pytest.approx(min(most, row["value"] + width))
        assert row["low"] == pytest.approx(max(least, row["value"] - width))


def test_error_of_a_sum_is_that_of_its_terms(lake, counts):
    found = pk.stats("net", by="played_for", independent="row", lake=lake).to_arrow().to_pylist()
    for row in found:
        money = row["played_for"]
        terms = [
            won for name, won, _, cell in counts if (name, cell["played_for"]) == ("net", money)
        ]
        assert row["error"] == pytest.approx(stdev(terms) * len(terms) ** 0.5)
        assert row["chances"] == len(terms)


def test_cells_conditions_and_cohorts_are_those_of_a_replay(lake, played):
    """3-bets of late positions by stacks, of those in pots of many beside those of few."""
    edges, late = (20, 50, 100), ("CO", "BTN", "SB", "BB")
    labels = ["below 20", "20 to 50", "50 to 100", "100 or more"]
    cohorts = {many: defaultdict(lambda: [0.0, 0.0]) for many in (True, False)}
    for hand, seats, _ in played:
        for d in hand.decisions:
            if DECISIONS["three_bet"][0](d) and d.player.position in late:
                stack = d.columns["effective_stack"] / hand.told["big_blind"]
                place = sum(stack >= edge for edge in edges)
                _add(cohorts[len(seats) > 6][labels[place]], d.action == "raise", 1)
    found = pk.stats(
        "three_bet", by={"stack": edges}, where={"position": late, "players": (None, 6)},
        beside={"players": (7, None)}, independent="row", lake=lake,
    ).to_arrow().to_pylist()  # fmt: skip
    few, many = cohorts[False], cohorts[True]
    assert [row["stack"] for row in found] == [label for label in labels if label in {*few, *many}]
    for row in found:
        (taken, chances), (others, other_chances) = few[row["stack"]], many[row["stack"]]
        assert (row["taken"], row["chances"]) == (taken, chances)
        assert row["other_chances"] == other_chances
        if not chances or not other_chances:
            assert row["difference"] is row["difference_error"] is None
            continue
        assert row["difference"] == pytest.approx(100 * (taken / chances - others / other_chances))
        variances = []
        for some, of in ((taken, chances), (others, other_chances)):
            low, high = wilson(some, of)
            usual = some / of * (1 - some / of) / of
            variances.append(usual or ((high - low) / 3.91992797) ** 2)  # of none, and of all
        assert row["difference_error"] == pytest.approx(100 * sum(variances) ** 0.5)


def close(found, wanted):
    """Whether values are equal, and numbers nearly so."""
    return all(
        a == b or (isinstance(b, float) and a is not None and isclose(a, b, rel_tol=1e-12))
        for a, b in zip(found, wanted, strict=True)
    )


def texture(board):
    """Suits, pairing and the highest rank of a flop."""
    if not board:
        return None, None, None
    ranks, suits = {*board[:6:2]}, {*board[1:6:2]}
    return (
        ["monotone", "two-tone", "rainbow"][len(suits) - 1],
        ["trips", "paired", "unpaired"][len(ranks) - 1],
        max(ranks, key="23456789TJQKA".index),
    )


def test_rows_of_opportunities_are_those_of_a_replay(lake, played):
    names = (
        "stack, behind, may_raise, spr, size, size_bb, cold, suits, pairing, high_card, net_bb, "
        "players"
    )
    with connect(lake) as connection:
        rows = connection.sql(
            f"select hand_id, seat, number, {names} from opportunities"
        ).fetchall()
    found = {tuple(row[:3]): row[3:] for row in rows}
    assert (
        len(found)
        == len(rows)
        == sum(len(hand.decisions) + len(seats) for hand, seats, _ in played)
    )
    for hand, seats, actions in played:
        told, blind = hand.told, float(hand.told["big_blind"])
        of_number = {row["number"]: row for row in actions}
        for seat, row in seats.items():
            stack, net = float(row["stack"]) / blind, float(row["net"]) / blind
            wanted = (stack, *[None] * 6, *texture(told["board"]), net, len(seats))
            assert close(found[told["hand_id"], seat, 0], wanted)
        for d in hand.decisions:
            row, seat = of_number[d.number], seats[d.player.seat]
            pot, call = float(row["pot"]), float(row["to_call"])
            behind = float(d.columns["behind"])
            size = size_bb = None
            if d.action in ("bet", "raise"):
                size = 100 * (float(row["amount"]) - call) / (pot + call) if pot + call else None
                size_bb = float(row["total"]) / blind
            wanted = (
                float(d.columns["effective_stack"]) / blind, behind / blind, d.may_raise,
                behind / pot if pot else None, size, size_bb, not d.put_in,
                *texture(row["board"]), float(seat["net"]) / blind, len(seats),
            )  # fmt: skip
            assert close(found[told["hand_id"], d.player.seat, d.number], wanted)


@pytest.mark.whole
def test_macros_are_those_of_a_replay(lake, counts):
    expected = defaultdict(lambda: [0.0, 0.0])
    for name, taken, chances, cell in counts:
        _add(expected[name, cell["position"]], taken, chances)
    names = [name for name, each in STATISTICS.items() if each.macro]
    assert {"vpip", "saw_flop", "cbet", "ev_bb_100", "af"} <= {*names}
    told = ", ".join(f"{name}(o)" for name in names)
    with connect(lake) as connection:
        rows = connection.sql(
            f"select position, {told} from opportunities as o group by position"
        ).fetchall()
    for position, *values in rows:
        for name, value in zip(names, values, strict=True):
            assert value == value_of(name, *expected[name, position])
