"""Equity in a game without kernels of its own: deals as columns, which are evaluated."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pokerlake.catalogue import Game

from ..equity.calculate import Strategy
from ..equity.omaha import held_in
from ..equity.omaha_exact import CATEGORIES, ExactSums, Sums, ways_of
from ..equity.omaha_situation import OmahaSituation, equity_tables, kinds_of
from ..monte_carlo.sampling import Estimate, estimate_halves
from ..ranges.omaha_holes import all_holes
from ..showdowns.evaluate import showdown
from ..showdowns.two_boards import Table, in_chunks, on_all_boards
from ..signatures import I64, U8
from ..threads import over_tasks
from .spots import DealtSpot, Sampling, known_board

_COLUMNS = 1 << 18  # showdowns at a time


class ColumnDealer(NamedTuple):
    """Deals a game without halves as columns, and evaluates them."""

    sampling: Sampling
    tries: float

    def deal(self, first: int, number: int, seed: int) -> tuple[I64, I64, I64]:
        """Deal from number ``first`` on, and return ``halves``, shared, categories."""
        dealt = self.sampling.columns(first, number, seed)
        (shared,), (categories,) = _counts(self.sampling.spot.rule, [*dealt.holes], dealt.board, 1)
        return shared[..., None], shared, categories


def _counts(rule: Game, holes: list[U8], boards: U8, tuples: int) -> tuple[I64, I64]:
    """Counts of sharers and of categories, ``(t, p, ...)``; each tuple has as many columns."""
    result = showdown(rule, holes, boards)
    sharers = np.where(result.high_best, result.high_best.sum(axis=0), 0)
    category = equity_tables(rule.high).category[result.high]

    def counted(values: I64 | U8, size: int) -> I64:
        first = np.arange(len(holes) * tuples).reshape(-1, tuples, 1) * size
        cells = first + values.reshape(len(holes), tuples, -1)
        counts = np.bincount(cells.ravel(), minlength=len(holes) * tuples * size)
        return counts.reshape(len(holes), tuples, size).swapaxes(0, 1)

    return counted(sharers, len(holes) + 1), counted(category, CATEGORIES)


def by_columns(situation: OmahaSituation, *, threads: int = 1) -> ExactSums:
    """List the tuples of holes of all players, and evaluate one of each kind on all boards."""
    kinds = kinds_of(situation)
    players = zip(situation.listed, kinds.tuples.T, strict=True)
    holes = np.stack([range_.holes[rows] for range_, rows in players], axis=1)
    table = Table.run_twice(situation.rule, held_in(situation), situation.board, situation.dead)
    completions = np.ascontiguousarray(all_holes(table.to_come[0], table.left).T)
    chunks = list(in_chunks(len(holes), _COLUMNS // completions.shape[1]))
    shares = kinds.shares().astype(situation.dtype)

    def count(number: int) -> list[Sums]:
        some = chunks[number]
        dealt = on_all_boards(table, holes[some], 0, completions)
        counts = _counts(situation.rule, *dealt, len(holes[some]))
        return [np.einsum("ujk,ukn->jn", shares[some], each) for each in counts]

    counted = over_tasks(count, range(len(chunks)), threads)
    shared, categories = (np.sum(parts, axis=0) for parts in zip(*counted, strict=True))
    deals = len(kinds.weights) * situation.boards
    weight = deals if situation.plain else float(kinds.weights.sum()) * situation.boards
    return ExactSums(deals, weight, shared[..., None], categories, len(holes))


def _sampled_columns(situation: OmahaSituation, **limits: Any) -> Estimate:
    board, dead = known_board(situation.board.tolist()), tuple(situation.dead.tolist())
    sampling = DealtSpot(situation.rule, held_in(situation), board, dead).sampling()
    return estimate_halves(ColumnDealer(sampling, sampling.tries), **limits)


PINEAPPLE_WAYS = Strategy(ways_of, {"holes": by_columns}, _sampled_columns)
