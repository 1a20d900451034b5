"""Regrets and strategies outside of memory: the same solution, to the last bit."""

from dataclasses import replace

import numpy as np
import pytest
from tests.helpers.spots import spot

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.solving import cost, solve

FLOP = spot("QsJs2s", "AA", "KK,76s:0.5", most_raises=1)
TURN = spot("QsJh2h8c", "AA,KQs,76s", "QQ,AKs,98s", most_raises=1)


class Bytes:
    """Bytes that are not numbers of a solver, and how many were asked for in all."""

    sizes: list

    def __init__(self, size):
        self.all = np.zeros(size, np.uint8)
        self.sizes.append(size)

    def read(self, at, into):
        into.view(np.uint8)[:] = self.all[at : at + into.nbytes]

    def write(self, at, array):
        self.all[at : at + array.nbytes] = array.view(np.uint8)

    def soon(self, at, size):
        assert 0 <= at <= at + size <= len(self.all)


def said(solution, other):
    """All that a solution says of itself and of some decisions, as bytes."""
    flop = len(solution.spot.board) == 3
    dealt = parse_hand("8c" if flop else "3d").tolist()
    lines = [("x", ()), ("x x", dealt)] + [("x x x x", [*dealt, 0])] * flop
    found = [solution.at(*line) for line in lines]
    parts = [part for one in found for part in (one.shares, one.values, one.equities, one.reach)]
    out = [] if flop else solution.run_outs("x x")[0]
    numbers = [*solution.values, *solution.gains, *(value for one in out for value in one.values)]
    numbers.append(solution.value_with(other, 1))
    return [np.asarray(part).tobytes() for part in (*parts, numbers)]


@pytest.mark.whole
@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("one", [FLOP, TURN], ids=["flop", "turn"])
def test_what_is_outside_of_memory_changes_nothing(one, compress):
    line = "x x x" if one is TURN else "x x x x x"  # locked on rivers
    locked = replace(one, locks={line: np.tile([0.3, 0.7], (HOLES, 1))})
    kinds = []
    for threads, outsider in ((2, None), (2, Bytes), (1, Bytes))[: 2 if one is FLOP else 3]:
        Bytes.sizes = []
        how = {"compress": compress, "threads": threads, "outsider": outsider, "to": 1e-9}
        free, kept = (solve(each, iterations=3, **how) for each in (one, locked))
        kinds.append(said(free, kept) + said(kept, free))
        if outsider:
            _, outside = cost(one).outside(compress=compress, threads=threads)
            assert sum(Bytes.sizes[:2]) == pytest.approx(outside, rel=0.15)
    assert all(kind == kinds[0] for kind in kinds)


def test_a_block_is_a_small_part_of_all():
    for one in (FLOP, TURN):
        found = cost(one)
        within, outside = found.outside(compress=False, threads=2)
        assert within < found.bytes - 0.7 * 8 * found.numbers
        assert outside == pytest.approx(8 * found.numbers, rel=0.1)
    Bytes.sizes = []
    plain, away = (solve(TURN, iterations=1, outsider=kind) for kind in (None, Bytes))
    with pytest.raises(ValueError, match="stores its numbers differently"):
        plain.value_with(away, 0)
