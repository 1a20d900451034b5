"""The whole tables that are built on request, which `make test` has no time to build.

Run where ``$POKERLAKE_TEST_LAKE`` names a lake that has them; do so before a digest of their values
is changed, since `pokerlake verify` knows no more of them than that. Of any three hands ``$ROWS``
rows are counted anew on all boards, 20 if that is not given.
"""

import os
import re
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from helpers.board_rows import assert_equities_are_those_of_hands
from helpers.documents import COMMAND, pattern, words
from helpers.queries import ask
from helpers.slices import (
    CARDS,
    EIGHT_HANDS,
    SLICES,
    boards_of_piece,
    some_triples,
    stored_builds,
)
from oracle import naive_triples
from pokerlake.cli import app
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.equity import flop_equities
from pokerlake.engine.flop_subsets.fitting import held_out_ranges
from pokerlake.pipelines.planning import all_builds
from pokerlake.pipelines.verify.checks import verify
from pokerlake.queries.connection import connect
from pokerlake.tables.check import ValuesDigest
from pokerlake.tables.definitions.boards import RELATIONS
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest


def lake_with(*names):
    """The lake that is named, where it has these tables; else the test is skipped."""
    path = Path(os.environ.get("POKERLAKE_TEST_LAKE", ""))
    if not read_manifest(path).tables.keys() >= {*names}:
        pytest.skip(f"POKERLAKE_TEST_LAKE names no lake with {', '.join(names)}")
    return Lake.open(path)


# ---------------------------------------------------------------- holes on boards


@pytest.fixture(scope="module")
def on_boards():
    with connect(lake_with(*SLICES)) as connection:
        yield connection


def over_all_boards(connection, street):
    """By hand what it wins and ties on all raw boards, and the squares of its strength there."""
    counts = {
        name: " + ".join(f"river_{now}_{then}::bigint" for now in RELATIONS)
        for then, name in (("ahead", "win"), ("tied", "tie"))
    }
    counts["squares"] = "river_strength_squares"
    if street == "river":
        twice = "(2 * win::bigint + tie)"
        counts = {"win": "win", "tie": "tie", "squares": f"{twice} * {twice}"}
    sums = ", ".join(f"sum(weight::bigint * ({count})) as {name}" for name, count in counts.items())
    found = connection.sql(f"""
        with by_hole as (select hole_id, {sums} from {street}_hands group by hole_id)
        select hand, sum(win), sum(tie), sum(squares)
        from by_hole inner join holes on by_hole.hole_id = holes.hole_id
        group by hand order by hand
    """)
    return {hand: np.array([int(count) for count in sums]) for hand, *sums in found.fetchall()}


@pytest.fixture(scope="module")
def over_rivers(on_boards):
    return over_all_boards(on_boards, "river")


def test_all_rivers_are_the_starting_hands(on_boards, over_rivers):
    known = on_boards.sql("select hand, win, tie from starting_hands").fetchall()
    assert {hand: counts[:2].tolist() for hand, counts in over_rivers.items()} == {
        hand: [win, tie] for hand, win, tie in known
    }


@pytest.mark.parametrize(("street", "times"), [("flop", 10), ("turn", 5)])
def test_a_river_is_that_of_ten_flops_and_of_five_turns(on_boards, over_rivers, street, times):
    found = over_all_boards(on_boards, street)
    assert len(found) == 169
    assert all((found[hand] == times * counts).all() for hand, counts in over_rivers.items())


def test_equity_over_all_turns_is_that_of_the_hand(on_boards):
    assert_equities_are_those_of_hands(on_boards, "turn", 1e-12)


@pytest.mark.parametrize("name", SLICES)
def test_slices_of_tests_are_of_the_whole_tables(name):
    part, (path,) = SLICES[name], lake_with(name).files(name)
    digest, rows, weight = None, 0, 0
    for piece in part.pieces:
        first, *_, last = boards_of_piece(name, CARDS[name], piece)
        boards = [("board_id", ">=", first), ("board_id", "<=", last)]
        found = pq.read_table(path, filters=boards)
        digest = digest or ValuesDigest(found.schema)
        for batch in found.to_batches():
            digest.update(batch)
        rows += len(found)
        weight += found["weight"].to_numpy().sum(dtype=np.int64)
    assert (rows, weight, digest.hexdigest()) == (part.rows, part.weight, part.values)


# ---------------------------------------------------------------- subsets of flops


@pytest.mark.whole
@pytest.mark.parametrize("name", ["razz_starts", "stud_starts", "stud8_starts"])
def test_starts_of_stud_built_anew(name):
    """Half a minute each of one core."""
    build, stored = all_builds()[name], stored_builds()[name]
    pieces = [build.compute(piece, {}) for piece in range(build.partitions)]
    assert next(build.rows(iter(pieces))).equals(next(stored.rows(iter([stored.compute(0, {})]))))


@pytest.mark.parametrize("name", ["flop_subsets", "flop_subset_errors"])
def test_subsets_of_flops_built_anew(name):
    """Forty seconds; the rows beside the tests are held against them too."""
    rows = pq.read_table(lake_with(name).path / f"{name}.parquet")
    build, stored = all_builds()[name], stored_builds()[name]
    for made in (build, stored):
        (found,) = made.rows(iter([made.compute(0, {})]))
        assert found.equals(rows)


def test_errors_by_two_ranges_at_a_time():
    """The largest error of some pairs is at most that of all, and near what the table says."""
    lake = lake_with(*stored_builds()).path
    ranges = held_out_ranges()[:, hand_of_hole()]
    flops = canonical_boards(3)
    subsets = pq.read_table(lake / "flop_subsets.parquet").to_pandas()
    errors = {size: [] for size in (22, 49, 95, 184)}
    for hero, villain in list(combinations(range(32), 2))[::40]:
        found = flop_equities(ranges[hero], ranges[villain])
        points = found.win + found.tie / 2
        true = (flops.weight @ points) / (flops.weight @ found.deals)
        for size, rows in subsets.groupby("subset"):
            ids, weight = rows["board_id"], rows["weight"]
            mean = (weight @ points[ids]) / (weight @ found.deals[ids])
            errors[size].append(100 * (mean - true))
    table = pq.read_table(lake / "flop_subset_errors.parquet").to_pylist()
    for row in table:
        if row["choice"] == "fitted" and row["ranges"] == "held out":
            some = np.abs(errors[row["subset"]])
            assert some.max() <= row["max_error"] + 5e-5
            assert row["rms_error"] / 2 < np.sqrt((some**2).mean()) < 2 * row["rms_error"]


# ---------------------------------------------------------------- Omaha


@pytest.fixture(scope="module")
def six():
    return lake_with("omaha_hands6")


def test_nothing_is_wrong_with_holes_of_six_cards(six):
    assert [check for check in verify(six, ["omaha_hands6"]) if not check.ok] == []


def test_all_deals_of_six_cards(six):
    with connect(six) as connection:
        sums = [f"sum(combos * {name}::hugeint)" for name in ("win", "tie", "lose")]
        (row,) = connection.sql(f"select {', '.join(sums)} from omaha_hands6").fetchall()
    assert [int(deals) for deals in row] == [
        61_019_132_930_293_882_812, 3_440_288_037_692_857_416, 61_019_132_930_293_882_812,
    ]  # fmt: skip
    assert sum(map(int, row)) == comb(52, 6) * comb(46, 6) * comb(40, 5)


def test_the_best_and_the_worst_holes_of_six_cards(six):
    """AATT99 in three suits is best against other aces, too, as Cardquant has it."""
    with connect(six) as connection:
        ranked = "select hand, ranks, suits, equity from omaha6_equities order by rank"
        found = connection.sql(ranked).fetchall()
    assert [hand for hand, *_ in found[:3]] == ["AhAdThTc9d9c", "AhAdJhJcTdTc", "AhAdThTc8d8c"]
    assert found[0][1:] == ("AATT99", "ds+ss", pytest.approx(0.664524, abs=5e-7))
    assert found[-1] == ("7c3c2s2h2d2c", "732222", "ts", pytest.approx(0.126918, abs=5e-7))


@pytest.fixture(scope="module")
def eight():
    with connect(lake_with("omaha_hands", "omaha8_hands")) as connection:
        yield connection


def test_the_best_and_the_worst_hands_of_hi_lo(eight):
    ranking = ask(eight, "omaha8_ranking", count="16432")
    assert [row["hand"] for row in ranking[:4]] == ["AdAc3d2c", "AdAc4d2c", "AdAc4d3c", "AdAc5d2c"]
    assert ranking[0]["equity"] == pytest.approx(0.726033, abs=5e-7)
    assert ranking[-1]["hand"] == "2s2h2d2c"


def test_all_deals_of_hi_lo(eight):
    sums = ", ".join(f"sum(combos * {name}::hugeint)" for name in HI_LO_OUTCOMES)
    (row,) = eight.sql(f"select {sums} from omaha8_hands").fetchall()
    assert dict(zip(HI_LO_OUTCOMES, map(int, row), strict=True)) == {
        "high_win_low_win": 6_054_383_025_660_728,
        "high_win_low_tie": 425_743_873_911_712,
        "high_win_low_lose": 7_528_196_865_760_968,
        "high_win_no_low": 14_190_649_818_605_732,
        "high_tie_low_win": 140_714_550_858_240,
        "high_tie_low_tie": 108_594_748_710_080,
        "high_tie_low_lose": 140_714_550_858_240,
        "high_tie_no_low": 420_400_566_059_160,
        "high_lose_low_win": 7_528_196_865_760_968,
        "high_lose_low_tie": 425_743_873_911_712,
        "high_lose_low_lose": 6_054_383_025_660_728,
        "high_lose_no_low": 14_190_649_818_605_732,
    }


def test_the_high_half_is_omaha(eight):
    ((unlike,),) = eight.sql("""
        select count(*)
        from omaha8_equities as eight
        inner join omaha_equities as high on eight.hand_id = high.hand_id
        where eight.high_equity <> high.equity or eight.suits <> high.suits
    """).fetchall()
    assert unlike == 0


# ---------------------------------------------------------------- any three hands


@pytest.fixture(scope="module", params=["matchups3", "short_matchups3"])
def table(request):
    return request.param


@pytest.fixture(scope="module")
def triples(table):
    return lake_with(table)


def test_it_holds_what_it_should(triples, table):
    checks = verify(triples, [table])
    assert [check for check in checks if not check.ok] == []
    assert len(checks) == 13


def test_random_rows_by_plain_enumeration(triples, table, capsys):
    assert not naive_triples.main(triples.path, os.environ.get("ROWS", 20), name=table)
    assert "none unlike" in capsys.readouterr().out


def test_the_rows_of_the_tests_are_of_the_whole_table(triples, table):
    only = [(name, "in", EIGHT_HANDS[table]) for name in ("first", "second", "third")]
    assert pq.read_table(triples.path / f"{table}.parquet", filters=only).equals(
        some_triples(table)
    )


@pytest.mark.parametrize("table", ["matchups3"], indirect=True)
def test_the_page_shows_what_it_says(triples, checkout, monkeypatch):
    """Commands of the page that need the table stand in blocks of text."""
    monkeypatch.setenv("POKERLAKE_LAKE", str(triples.path))
    page = (checkout / "docs/starting-hands.md").read_text("utf-8")
    blocks = re.findall(r"^```text\n(\$ .*?)^```$", page, re.MULTILINE | re.DOTALL)
    commands = [found for block in blocks for found in COMMAND.finditer(block)]
    assert len(commands) == 5
    for found in commands:
        result = CliRunner().invoke(app, words(found[1], checkout)[0])
        assert re.fullmatch(pattern(found[2]), result.stdout + result.stderr), found[1]
