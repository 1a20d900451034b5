"""What decisions face, and statistics over them, against hands replayed player by player."""

from collections import defaultdict
from itertools import groupby
from pathlib import Path

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
from oracle.naive_statistics import DECISIONS, HANDS, POSTS, counted, hours, replay
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.tables.definitions.statistics import ENTRIES, STATISTICS

DATA = Path(__file__).parents[3] / "shared/data"
# One sits between the button and the small blind; one is all-in by his ante, and never acts.
ODD_SIDES = {"143941885", "143944112", "19421044", "2697696244"}
LUCK = {"ev_bb_100", "luck_100"}  # equities have an oracle of their own


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
            if hand.told["number"] in ODD_SIDES:
                columns["side"] = decision.columns["side"]
            assert columns == decision.columns, (hand.told["number"], row["number"])
        for seat, columns in hand.seats.items():
            assert {name: seats[seat][name] for name in columns} == columns, hand.told["number"]
        assert (hand.told["straddle"], hand.told["bomb_pot"]) == (hand.straddle, hand.bomb_pot)


@pytest.fixture(scope="module")
def sums(played):
    """What is taken and chances of each statistic, by it and by columns of a cell."""
    found = defaultdict(lambda: [0.0, 0.0])
    times, cells = defaultdict(dict), {}
    for hand, seats, _ in played:
        told = hand.told
        at = told["played_utc"] or told["played"]
        money = "tournament chips" if told["tournament"] else told["currency"] or "play money"
        for seat, row in seats.items():
            cells[seat] = row["position"], row["player"], money
            if at is not None:
                times[row["player"]][told["hand_id"]] = at.timestamp(), cells[seat]
        for name, seat, taken, chances in counted(hand, seats):
            _add(found[name, *cells[seat]], taken, chances)
    for of_hands in times.values():
        for hand, long in hours({hand: at for hand, (at, _) in of_hands.items()}):
            _add(found["hours", *of_hands[hand][1]], long, 1)
            _add(found["hands_hour", *of_hands[hand][1]], 1, long)
    return found


def _add(cell, taken, chances):
    cell[0] += taken
    cell[1] += chances


def test_every_statistic_has_its_replay():
    told = {name for name, each in STATISTICS.items() if each.rows != ENTRIES}
    assert told == {*DECISIONS, *HANDS, "af", "afq", "hours", "hands_hour", *LUCK}


@pytest.mark.parametrize(
    ("by", "part"), [((), 0), (("position",), 1), (("player", "played_for"), 2)],
    ids=["all", "position", "player"],
)  # fmt: skip
def test_statistics_are_those_of_a_replay(request, lake, sums, by, part):
    """A third of them by each; of the whole, all."""
    names = sorted({name for name, *_ in sums})
    if "[all" not in request.node.name:
        names = names[part::3]
    names = [name for name in names if "played_for" in by or name != "net"]
    expected = defaultdict(lambda: [0.0, 0.0])
    for (name, *cell), each in sums.items():
        of = dict(zip(("position", "player", "played_for"), cell, strict=True))
        if name in names:
            _add(expected[name, *(of[key] for key in by)], *each)
    found = pk.stats(names, by=by, lake=lake).to_arrow().to_pylist()
    got = {(row["statistic"], *(row[key] for key in by)): row for row in found if row["chances"]}
    told = {key: each for key, each in expected.items() if each[1]}
    assert got.keys() == told.keys()
    for key, (taken, chances) in told.items():
        row = got[key]
        assert (row["taken"], row["chances"]) == pytest.approx((taken, chances), rel=1e-9, abs=1e-9)
        scale = 1 if row["unit"] in ("", "hands/hour") else 100
        value = taken if key[0] in ("net", "hours") else scale * taken / chances
        assert row["value"] == pytest.approx(value, rel=1e-9, abs=1e-9)
