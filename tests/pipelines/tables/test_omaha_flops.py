"""The table of holes of four cards on flops: its rows, its pieces, and a build that is stopped."""

from dataclasses import replace
from itertools import permutations
from math import comb

import numpy as np
import pyarrow.parquet as pq
import pytest

from helpers.slices import boards_of_piece, sliced_builds
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.omaha.flops import flop_outcomes
from pokerlake.pipelines import runner
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.definitions.boards import OMAHA_FLOP_DEALS
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES

NAME = "omaha_flop_hands"
TABLE = TABLES[NAME]


@pytest.fixture(scope="module")
def rows(whole_lake):
    (path,) = Lake.open(whole_lake).files(NAME)
    return pq.read_table(path)


def pairs_left_alone(to):
    """Pairs of a flop and a hole that a permutation of the suits takes to themselves.

    Each takes whole cycles of cards: the coefficient of x^3 y^4 in a product over the cycles.
    """
    lengths = [1 + sum(1 for _ in cycle) for cycle in cycles(to)] * 13
    ways = np.zeros((4, 5), np.int64)
    ways[0, 0] = 1
    for length in lengths:
        more = ways.copy()
        more[length:, :] += ways[: max(4 - length, 0), :] if length < 4 else 0
        more[:, length:] += ways[:, : 5 - length]
        ways = more
    return ways[3, 4]


def cycles(to):
    """The cycles of a permutation, each without its first member."""
    left = {*range(4)}
    while left:
        first = left.pop()
        cycle = []
        while (following := to[cycle[-1] if cycle else first]) != first:
            cycle.append(following)
        left -= {*cycle}
        yield cycle


def test_as_many_rows_as_suits_leave():
    """By Burnside's lemma; and as many deals as there are."""
    alone = [pairs_left_alone(to) for to in permutations(range(4))]
    assert alone[0] == comb(52, 3) * comb(49, 4)
    assert sum(alone) / 24 == TABLE.rows == 204_461_673
    assert TABLE.totals == {"weight": 4_682_459_600} == {"weight": comb(52, 3) * comb(49, 4)}
    assert comb(45, 2) * comb(43, 4) == OMAHA_FLOP_DEALS < 1 << 32


def test_pieces_are_all_flops_once():
    build = all_builds()[NAME]
    pieces = [boards_of_piece(NAME, 3, piece) for piece in range(build.partitions)]
    assert np.concatenate(pieces).tolist() == list(range(1755))
    assert {len(piece) for piece in pieces} == {5}
    assert build.on_request


def test_rows_of_a_flop(rows):
    flops = canonical_boards(3)
    of_flop = rows.filter(rows["board_id"].to_numpy() == 442)
    found = flop_outcomes(flops.cards[442])
    for name, column in vars(found).items():
        expected = column * flops.weight[442] if name == "orbit" else column
        assert (of_flop["weight" if name == "orbit" else name].to_numpy() == expected).all()


def test_rows_in_order_with_all_deals_of_their_flops(rows):
    assert rows.schema.equals(TABLE.arrow_schema())
    board, hole, weight = (rows[name].to_numpy() for name in ("board_id", "hole_id", "weight"))
    assert (np.diff(board.astype(np.int64) * 270_725 + hole) > 0).all()
    boards = [*range(5), *range(440, 445)]
    assert np.unique(board).tolist() == boards
    deals = np.bincount(board, weight)[boards]
    assert (deals == 211_876 * canonical_boards(3).weight[boards].astype(int)).all()


@pytest.mark.whole
def test_a_build_that_is_stopped_goes_on(whole_lake, tmp_path, monkeypatch):
    """With the pieces that are there; the bytes are those of a build that nothing stopped."""
    monkeypatch.setattr(runner, "write_database", lambda lake: None)
    whole = sliced_builds()[NAME]
    computed = []
    stops = [1]

    def stopping(piece, parameters):
        if piece in stops:
            stops.remove(piece)
            raise KeyboardInterrupt
        computed.append(piece)
        return whole.compute(piece, parameters)

    builds = {NAME: replace(whole, compute=stopping)}
    with pytest.raises(KeyboardInterrupt):
        runner.build(tmp_path, [NAME], builds=builds)
    assert runner.build(tmp_path, [NAME], builds=builds) == [NAME]
    assert computed == [0, 1]
    same = [(path / f"{NAME}.parquet").read_bytes() for path in (tmp_path, whole_lake)]
    assert same[0] == same[1]
