"""Training of a blueprint: each deal of the board improves both players' regrets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from queue import SimpleQueue

import numpy as np

from ..signatures import F32, F64
from ..solving.lane_steps import LANES
from ..solving.showdown_steps import CARDS
from ..solving.tree import DECISION
from ..threads import over_tasks, worker_count
from .deals import HOLES_BESIDE, Deal, dealing_of, require_buckets, width_of
from .first_kernels import FirstScratch, Meetings, hand_down, take_up
from .lines import Lines
from .rounds import rounds_of
from .walk_kernels import Dealing, Rows, Sums, WalkScratch, Weights, walk_round

TASKS = 8  # into which a street's tiles are split, if it has that many
NO_LEAST = np.float32(-3e38)


class Training:
    """Regrets and strategy sums of a game, by street, bucket, decision and action.

    Parameters
    ----------
    lines : Lines
        The betting.
    buckets : sequence of int
        The number of buckets, by street.
    holes : int
        How many holes can be held on a whole board: 1,081 in hold'em.
    meetings : Meetings
        How holes of two buckets of the first street meet. Its sum is the number of ways in which
        both can hold a hole on a board: 1,081 x 990 in hold'em.
    threads : int
        0 for all cores. Results are the same for any number.
    """

    def __init__(
        self,
        lines: Lines,
        buckets: Sequence[int],
        meetings: Meetings,
        holes: int = HOLES_BESIDE,
        threads: int = 0,
    ) -> None:
        self.lines = lines
        self.buckets = tuple(buckets)
        self.holes, self.meetings = holes, meetings
        self.width = width_of(holes)
        self.threads = worker_count(threads)
        self.rounds = rounds_of(lines, self.width)
        self.regrets, self.sums = (
            [
                np.zeros(some * shaped.slots * LANES, np.float32)
                for some, shaped in zip(buckets, self.rounds, strict=True)
            ]
            for _ in range(2)
        )
        self.iterations = 0
        self._rows = [
            Rows(*np.zeros((2, 2, (len(roots) + 1) * self.width), np.float32))
            for roots in (*lines.roots, [])
        ]
        self._rooms = [SimpleQueue[WalkScratch]() for _ in self.rounds]
        nodes, slots = len(self.rounds[0].round.kind), self.rounds[0].slots
        reach, value, worth, met = np.zeros((4, 2, nodes, buckets[0]), np.float32)
        share, times = (np.zeros((some, buckets[0]), np.float32) for some in (slots, 2))
        by_card = np.zeros(CARDS, np.float32)
        self._first = FirstScratch(reach, value, share, worth, met, by_card, times)
        self._weight = np.zeros(1)  # of all boards so far

    @property
    def state(self) -> list[F32 | F64]:
        """All that training needs to continue. Each array is a sum over the boards so far."""
        return [*self.regrets, *self.sums, self._first.worth, self._first.met, self._weight]

    def forget(self) -> None:
        """Start over."""
        for table in self.state:
            table[:] = 0
        self.iterations = 0

    def add(self, iterations: int, state: Iterable[F32 | F64]) -> None:
        """Add the boards of another training; the strategy is then the mean of both."""
        for table, more in zip(self.state, state, strict=True):
            table += more
        self.iterations += iterations

    def improve(self, deal: Deal, weights: Weights) -> None:
        """Walk all lines on one deal of the board.

        Raises ValueError if its holes or buckets do not fit the game.
        """
        if len(deal.cards) != self.holes or len(deal.buckets) != len(self.buckets):
            shape, wanted = (len(deal.buckets), len(deal.cards)), (len(self.buckets), self.holes)
            raise ValueError(f"buckets are of {shape}, streets and holes: give {wanted}")
        for buckets, there in zip(deal.buckets, self.buckets, strict=True):
            require_buckets(buckets, there)
        dealing = dealing_of(deal)
        first, later = self.rounds[0], range(1, len(self.rounds))
        tables = self.regrets[0], self.sums[0]
        hand_down(first.round, dealing, tables[0], self._rows[1], self._first, first.slots)
        for street in later[:-1]:
            self._walk(street, dealing, weights, is_up=False)
        for street in reversed(later):
            self._walk(street, dealing, weights, is_up=True)
        take_up(
            first.round, dealing, self.meetings, *tables, self._rows[1], self._first, first.slots,
            weights,
        )  # fmt: skip
        self.iterations += 1
        self._weight += weights.regret

    def improve_on(self, deals: Sequence[Deal]) -> None:
        """Improve on deals in turn; the t-th counts t times (linear CFR).

        See https://pokerlake.github.io/pokerlake/blueprint/ for what else was tried.
        """
        for deal in deals:
            weight = np.float32(self.iterations + 1)
            self.improve(deal, Weights(weight, weight, NO_LEAST))

    def regrets_of(self, node: int) -> F32:
        """The regret of each action, summed over all deals: (b, a) float32, a view."""
        return self._of(self.regrets, node)

    def positive_regret(self) -> F64:
        """The positive regret of both players for the best action of each bucket: chips a hand.

        Deals have the weights they were walked with: the t-th counts t times.
        """
        regret = np.zeros(2)
        for node in np.flatnonzero(self.lines.kind == DECISION).tolist():
            most = self.regrets_of(node).max(axis=1)
            regret[self.lines.player[node]] += np.maximum(most, 0).sum(dtype=np.float64)
        mean: F64 = regret / max(self._weight[0], 1) / self.meetings.pairs.sum(dtype=np.float64)
        return mean

    def strategy(self, node: int) -> F64:
        """The mean strategy at a decision: (b, a) float64, by bucket and action."""
        sums = self._of(self.sums, node).astype(np.float64)
        total = sums.sum(axis=1, keepdims=True)
        return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / sums.shape[1])

    def mean_shares(self) -> list[F32]:
        """The mean strategies by street, laid out as ``sums``: how often each action is taken."""
        shares = []
        for sums, shaped in zip(self.sums, self.rounds, strict=True):
            wide = LANES * shaped.slots
            rows = np.zeros((len(sums) // max(wide, 1), shaped.slots, LANES), np.float32)
            betting = shaped.round
            for shape, base in zip(betting.shape, betting.base, strict=True):
                for node in range(betting.first_node[shape], betting.first_node[shape + 1]):
                    first = base + betting.first_slot[node]
                    here = slice(first, first + betting.actions[node])
                    bucket_sums = sums.reshape(rows.shape)[:, here]
                    total = bucket_sums.sum(axis=1, keepdims=True)
                    even = np.float32(1 / max(betting.actions[node], 1))
                    rows[:, here] = np.where(
                        total > 0, bucket_sums / np.where(total > 0, total, 1), even
                    )
            shares.append(rows.reshape(-1))
        return shares

    def _of(self, tables: Sequence[F32], node: int) -> F32:
        street = int(self.lines.street[node])
        shaped = self.rounds[street]
        first, lane = shaped.place[node]
        actions = len(self.lines.children[node])
        rows = tables[street].reshape(-1, shaped.slots, LANES)
        return rows[:, first : first + actions, lane]

    def _walk(self, street: int, dealing: Dealing, weights: Weights, *, is_up: bool) -> None:
        shaped = self.rounds[street]
        tiles = len(shaped.round.shape)
        tasks = min(tiles, TASKS)

        def work(task: int) -> None:
            room = self._room(street)
            try:
                walk_round(
                    street, shaped.round, dealing, self.regrets[street], self.sums[street],
                    self._rows[street], self._rows[street + 1], room, task * tiles // tasks,
                    (task + 1) * tiles // tasks, shaped.slots, is_up, weights,
                )  # fmt: skip
            finally:
                self._rooms[street].put(room)

        over_tasks(work, range(tasks), self.threads)

    def _room(self, street: int) -> WalkScratch:
        if not self._rooms[street].empty():
            return self._rooms[street].get()
        shaped, width = self.rounds[street], self.width * LANES

        def sums() -> Sums:
            return Sums(
                np.zeros(CARDS * LANES, np.float32),
                np.zeros((3 * self.width + CARDS + 1) * LANES, np.float32),
                np.zeros(LANES, np.float32),
            )

        return WalkScratch(
            np.zeros((2, shaped.levels, width), np.float32),
            np.zeros((2, shaped.levels, width), np.float32),
            np.zeros(shaped.most_slots * width, np.float32),
            np.zeros((shaped.levels, shaped.most_actions * width), np.float32),
            np.zeros(width, np.float32), np.zeros((2, shaped.levels), np.int64),
            np.zeros((2, shaped.levels), np.int64), np.zeros(2, np.int64), sums(), sums(),
        )  # fmt: skip
