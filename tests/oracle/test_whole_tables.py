"""The whole tables of holes on boards, which `make test` has no time to build.

Run where ``$POKERLAKE_TEST_LAKE`` names a lake that has them; do so before a digest of their values
is changed, since `pokerlake verify` knows no more of them than that.
"""

import os
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from helpers.board_rows import assert_equities_are_those_of_hands
from helpers.slices import CARDS, SLICES, boards_of_piece
from pokerlake.queries.connection import connect
from pokerlake.tables.check import ValuesDigest
from pokerlake.tables.definitions.boards import RELATIONS
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest


@pytest.fixture(scope="module")
def lake():
    path = Path(os.environ.get("POKERLAKE_TEST_LAKE", ""))
    if not read_manifest(path).tables.keys() >= SLICES.keys():
        pytest.skip("POKERLAKE_TEST_LAKE names no lake with whole tables of holes on boards")
    return Lake.open(path)


@pytest.fixture(scope="module")
def connection(lake):
    with connect(lake) as connection:
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
def over_rivers(connection):
    return over_all_boards(connection, "river")


def test_all_rivers_are_the_starting_hands(connection, over_rivers):
    known = connection.sql("select hand, win, tie from starting_hands").fetchall()
    assert {hand: counts[:2].tolist() for hand, counts in over_rivers.items()} == {
        hand: [win, tie] for hand, win, tie in known
    }


@pytest.mark.parametrize(("street", "times"), [("flop", 10), ("turn", 5)])
def test_a_river_is_that_of_ten_flops_and_of_five_turns(connection, over_rivers, street, times):
    found = over_all_boards(connection, street)
    assert len(found) == 169
    assert all((found[hand] == times * counts).all() for hand, counts in over_rivers.items())


def test_equity_over_all_turns_is_that_of_the_hand(connection):
    assert_equities_are_those_of_hands(connection, "turn", 1e-12)


@pytest.mark.parametrize("name", SLICES)
def test_slices_of_tests_are_of_the_whole_tables(lake, name):
    part, (path,) = SLICES[name], lake.files(name)
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
