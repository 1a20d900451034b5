"""Walks over all boards of a spot: the kernel's arguments, made once, and threads."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from queue import SimpleQueue
from typing import Any

import numpy as np

from ..signatures import F32, F64, I16, I32, I64, frozen
from ..threads import over_tasks, pieces, worker_count
from .blocks import Away, Layout, Numbers, Outsider, Piece, Taken, new_store
from .dealing import FLOP, RIVER, TURN, Dealt
from .lane_steps import LANES
from .payoffs import Payoffs
from .showdown_steps import CARDS, Dealing, Lanes, ShowdownScratch
from .street_kernels import (
    DOWN,
    EVALUATE,
    LEAST_TOTAL,
    RESPOND,
    UP,
    UPDATE,
    Betting,
    Store,
    add_river,
    add_turn,
    drop_shared,
    meet_rows,
    order_hands,
    walk,
)
from .tree import DEAL, SHOWDOWN, Tree

NONE = -1
BLOCK = 120  # nodes of river lines walked together: their rows stay in a core's cache
RIVERS = 6  # river boards in a task, if they are dealt to the spot's turn
PIECE = 1 << 24  # hands at nodes between two checks for Ctrl-C: 50 milliseconds
STILL = np.array([[1, 1, -1]], np.float32)  # factors of walks that change nothing
HEROES = np.arange(2)

# The largest 16-bit numbers, and the offset of those that are never below zero.
REGRETS = np.float32(2**15 - 1), np.float32(0)
SUMS = np.float32(2**16 - 1), np.float32(2**15)
ROUNDING = 1e-12  # of sums of double precision, at most: as a share of them


def size_of(tree: Tree, street: I64, hands: I64) -> tuple[int, int]:
    """How many numbers and rows the regrets of a spot have; the strategy sums have as many.

    ``street``: (b,) int64, of each board; ``hands``: (b, 2) int64, by board and player.
    """
    rows = tree.plan.rows[street]
    return int((rows * _padded(hands)).sum()) + LANES, int(rows.sum())


def block_of(below: I64, street: int) -> I64:
    """The block of boards, by the board dealt to the spot's own that they follow.

    ``below``: (b,) int64, counted from 1, 0 for the spot's own; ``street``: the spot's.
    """
    return below if street == FLOP else -(-below // RIVERS)


class Walks:
    """Regrets and strategy sums of a spot, and walks that read and improve them.

    Parameters
    ----------
    tree : Tree
    dealt : Dealt
    weights : (2, 1326) float64
        By player and hole.
    worth : Payoffs
        The values of the ends of the tree.
    locks : mapping of int to (1326, a) float64
        Shares of actions by hole, at locked decisions.
    threads : int
        0 for all cores. Results are the same for any number.
    compress : bool
        Whether regrets and sums take 16 bits each.
    outsider : callable, optional
        Provides bytes outside of memory for the regrets and sums of boards dealt from the spot's
        own; each thread then has those of the block that it walks in memory.
    """

    def __init__(
        self,
        tree: Tree,
        dealt: Dealt,
        weights: F64,
        worth: Payoffs,
        locks: Mapping[int, F64] | None = None,
        threads: int = 0,
        *,
        compress: bool = False,
        outsider: Outsider | None = None,
    ) -> None:
        self.tree, self.dealt, self.worths = tree, dealt, worth
        self.threads = worker_count(threads)
        self.street = int(dealt.street[0])
        self.is_short = compress
        plan = tree.plan
        rows, self.nodes, self.roots = plan.rows, plan.nodes, plan.roots
        locked = np.zeros(len(tree), np.bool_)
        locked[list(locks or {})] = True
        self.blocks = self._blocks()
        self.betting = Betting(
            tree.kind, tree.player, tree.parent, tree.first, tree.count, tree.children, plan.row,
            worth.stake.astype(np.float32), worth.flat.astype(np.float32),
            worth.tied.astype(np.float32), locked, self.roots,
            np.ascontiguousarray(self.nodes[:, 0]),
        )  # fmt: skip
        padded = _padded(dealt.hands)
        sizes = rows[dealt.street] * padded
        odds, odds_start, ties = self._odds(with_ties=bool(worth.tied.any()))
        run_outs = np.array([dealt.to_come[0] * dealt.to_come[1], dealt.to_come[1], 1])
        self.width = int(padded.max())
        up_start, up, down_start, down = self._maps(padded)
        self.layout = Layout(
            [np.zeros(1, np.int64), *self._boards_of_tasks], sizes, rows[dealt.street]
        )
        self.dealing = Dealing(
            dealt.start, dealt.hands, padded, dealt.cards,
            np.where(dealt.same < 0, np.int32(self.width), dealt.same), *self._order(),
            up_start, up, down_start, down, dealt.first_image, dealt.above, self.layout.starts,
            self.layout.row_starts, odds, odds_start, ties, run_outs, dealt.to_come,
        )  # fmt: skip
        self._close()
        numbers, lines = size_of(tree, dealt.street, dealt.hands)
        if outsider is not None and self.street < RIVER:
            whole = self.layout.whole(0)
            numbers, lines = whole.last + LANES, whole.last_row
        self.regrets, self.sums = (
            Numbers(new_store(numbers, lines, kind, compress=compress), self._away(outsider))
            for kind in (REGRETS, SUMS)
        )
        self._set_locks(locks or {})
        self.rooms = [self._room(street) for street in range(3)]
        self.lanes = self._lanes()
        self.spare = self._spare()
        self.ranges = self._ranges(weights)
        self.weight = self._weight()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "spare"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._close()
        self.spare = self._spare()

    def _close(self) -> None:
        """Make the tables read-only: kernels are compiled for the types of fields, which say so."""
        for table in (*self.betting, *self.dealing):
            table.flags.writeable = False

    def _away(self, outsider: Outsider | None) -> tuple[Away, Away] | None:
        """Numbers outside of memory, if there are to be any."""
        if outsider is None or self.street == RIVER:
            return None
        away = Away(self.layout, outsider, compress=self.is_short)
        return away, away

    def _spare(self) -> SimpleQueue[tuple[ShowdownScratch, ShowdownScratch, Lanes, list[Store]]]:
        """Scratch for each thread."""
        spare: SimpleQueue[tuple[ShowdownScratch, ShowdownScratch, Lanes, list[Store]]] = (
            SimpleQueue()
        )
        for _ in range(self.threads if self.street < RIVER else 0):
            turn = self._room(TURN if self.street < TURN else NONE)
            spare.put((turn, self._room(RIVER), self._lanes(), self._block_stores()))
        return spare

    def _block_stores(self) -> list[Store]:
        """Space for regrets and sums of any block, if they are outside of memory."""
        if self.sums.away is None:
            return []
        wholes = [self.layout.whole(block) for block in range(1, len(self.layout))]
        numbers = max(whole.last - whole.first for whole in wholes) + LANES
        rows = max(whole.last_row - whole.first_row for whole in wholes)
        return [new_store(numbers, rows, kind, compress=self.is_short) for kind in (REGRETS, SUMS)]

    @contextmanager
    def _block(
        self, block: int, hero: int, mode: int, strategy: Numbers, kept: float, stores: list[Store]
    ) -> Iterator[Taken]:
        """The numbers of a block for a walk; outside of memory, read before and written after."""
        if strategy.away is None:
            yield self._taken(strategy)
            return
        layout, whole = self.layout, self.layout.whole(block)
        regrets, sums = stores
        reads = [(strategy, sums, 1 - hero)]
        if mode == UPDATE:
            reads = [(self.regrets, regrets, player) for player in range(2)]
            reads += [(self.sums, sums, hero)] if kept >= 0 else []
        elif mode == EVALUATE or self.betting.locked.any():
            reads.append((strategy, sums, hero))
        for numbers, store, player in reads:
            numbers.transfer(layout, block, player, store, whole)
        dealing = self.dealing._replace(
            store=frozen(self.dealing.store - whole.first),
            rows=frozen(self.dealing.rows - whole.first_row),
        )
        yield Taken(dealing, regrets, sums, regrets if mode == UPDATE else sums)
        for numbers, store, player in reads if mode == UPDATE else ():
            if player == hero:
                numbers.transfer(layout, block, player, store, whole, back=True)

    def _soon(self, block: int, hero: int, mode: int, strategy: Numbers, kept: float) -> None:
        """Announce what a walk will read of a block."""
        if strategy.away is None or block >= len(self.layout):
            return
        for player in range(2):
            strategy.away[player].soon(block, player)
        if mode == UPDATE and kept >= 0 and self.sums.away is not None:
            self.sums.away[hero].soon(block, hero)

    def _taken(self, strategy: Numbers) -> Taken:
        return Taken(self.dealing, self.regrets.store, self.sums.store, strategy.store)

    def improve(self, factors: F32) -> None:
        """Improve both players' regrets in turn, once for each row of factors.

        ``factors``: (t, 3) float32, of positive regrets, negative regrets and strategy sums.
        """
        if self.street == RIVER:
            self._take(self._whole, HEROES, UPDATE, self._taken(self.regrets), factors)
            return
        for row in factors[:, None]:
            for hero in range(2):
                self._walk(hero, UPDATE, self.regrets, row)

    def worth(self, hero: int, *, best: bool = False, sums: Numbers | None = None) -> float:
        """The hero's winnings in a hand, in chips less half of the pot, by the mean strategies.

        With ``best`` the hero plays his best response. ``sums`` are strategy sums to use instead.
        """
        values = self.values(hero, best=best, sums=sums)
        return float(self.range_of(hero) @ values) / self.weight

    def values(self, hero: int, *, best: bool = False, sums: Numbers | None = None) -> F64:
        """The same for each of the hero's hands, times the other's reach that it meets."""
        self._walk(hero, RESPOND if best else EVALUATE, sums or self.sums, STILL)
        return self._at_root(hero)

    def improve_one(self, hero: int, factors: F32) -> F64:
        """Improve one player's regrets, once: ``factors`` (3,).

        Returns (n,) float64: the value of each of his hands, as in :meth:`values`.
        """
        self._walk(hero, UPDATE, self.regrets, factors[None])
        return self._at_root(hero)

    def range_of(self, player: int) -> F64:
        """A player's range at the root, by his hands: (n,) float64."""
        return self.ranges[player, : self.dealt.hands[0, player]].astype(np.float64)

    def set_range(self, player: int, weights: F64, own: F64) -> None:
        """Change a player's range at the root, for his present hands.

        ``weights``: (n,) float64, as the other meets them; ``own``: (n,), the weight of each in
        strategy sums.
        """
        ranges = self.ranges.copy()
        ranges[player, : len(weights)], ranges[2 + player, : len(own)] = weights, own
        self.ranges = frozen(ranges)
        self.weight = self._weight()

    def _at_root(self, hero: int) -> F64:
        """The values of the last walk, (n,) float64."""
        return self.rooms[self.street].value[: self.dealt.hands[0, hero]].astype(np.float64)

    def look(self, hero: int, board: int) -> ShowdownScratch:
        """Walk one board by the mean strategies, and the boards dealt from it.

        Returns the reach of the other's hands and of the hero's own, and the hero's values, by node
        of the board's street.
        """
        street = int(self.dealt.street[board])
        if board == 0:
            self._walk(hero, EVALUATE, self.sums, STILL)
            return self.rooms[street]
        above = int(self.dealt.above[board])
        steps = [self._steps(DOWN, above)] if above else []
        steps += [self._steps(DOWN, board), *self._below(board), self._steps(UP, board)]
        rooms = [self._room(s, whole=s == street) for s in range(3)]
        heroes, sums = np.array([hero]), self.sums
        taken_above = self._taken(sums)
        self._take(self._steps(DOWN, 0), heroes, EVALUATE, taken_above, STILL, rooms)
        block = int(self.layout.of_board[board])
        with self._block(block, hero, EVALUATE, sums, -1, self._block_stores()) as taken:
            self._take(np.concatenate(steps), heroes, EVALUATE, taken, STILL, rooms)
        return rooms[street]

    def _walk(self, hero: int, mode: int, strategy: Numbers, factors: F32) -> None:
        """Walk all boards; the values of the hero's hands are in the scratch's first row."""
        heroes = HEROES[hero : hero + 1]
        taken = self._taken(strategy)
        if self.street == RIVER:
            self._take(self._whole, heroes, mode, taken, factors)
            return
        self._take(self._steps(DOWN, 0), heroes, mode, taken, factors)
        self._walk_below(heroes, mode, strategy, factors)
        self._take(self._steps(UP, 0), heroes, mode, taken, factors)

    def _walk_below(self, heroes: I64, mode: int, strategy: Numbers, factors: F32) -> None:
        """Walk the boards that are dealt to the spot's own, in tasks for all threads."""
        room = self.rooms[self.street]
        hero, kept = int(heroes[0]), float(factors[0, 2])

        def work(task: int) -> F32:
            turn, river, lanes, stores = rooms = self.spare.get()
            try:
                own_room = room._replace(value=np.zeros_like(room.value))
                those = [own_room, turn, river] if self.street == FLOP else [turn, own_room, river]
                with self._block(task + 1, hero, mode, strategy, kept, stores) as taken:
                    self._soon(task + 1 + self.threads, hero, mode, strategy, kept)
                    self._take(self._tasks[task], heroes, mode, taken, factors, those, lanes)
                return own_room.value
            finally:
                self.spare.put(rooms)

        nodes = self.tree.kind[slice(*self.nodes[self.street])]
        deals = np.flatnonzero(nodes == DEAL)
        rows = room.value.reshape(-1, self.width)
        for values in over_tasks(work, range(len(self._tasks)), self.threads):
            rows[deals] += values.reshape(-1, self.width)[deals]

    @cached_property
    def _tasks(self) -> list[I64]:
        """The steps on the spot's own board around those dealt to it: a turn, or some rivers."""
        return [
            np.concatenate([part for board in range(*span) for part in self._around(board)])
            for span in self._spans
        ]

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        """The boards dealt to the spot's own in each task: the first and one past the last."""
        first, last = self.dealt.below[0].tolist()
        some = RIVERS if self.street == TURN else 1
        return [(at, min(at + some, last)) for at in range(first, last, some)]

    @cached_property
    def _boards_of_tasks(self) -> list[I64]:
        """All boards of each task, with the rivers of a turn."""
        if self.street == TURN:
            return [np.arange(*span) for span in self._spans]
        return [np.r_[turn, slice(*self.dealt.below[turn])] for turn, _ in self._spans]

    def _around(self, board: int) -> list[I64]:
        """The steps down a board, through the boards dealt from it, and up."""
        if self.dealt.street[board] == RIVER:
            return [self._river_steps(board)]
        return [self._steps(DOWN, board), *self._below(board), self._steps(UP, board)]

    def _below(self, board: int) -> list[I64]:
        """The steps through the rivers that are dealt to a turn."""
        return [self._river_steps(river) for river in range(*self.dealt.below[board])]

    def _river_steps(self, board: int) -> I64:
        """Down and up each block of lines of a river board."""
        steps = self._river_blocks.copy()
        steps[:, 1] = board
        return steps

    @cached_property
    def _whole(self) -> I64:
        """Down and up the spot's own board."""
        return np.concatenate([self._steps(DOWN, 0), self._steps(UP, 0)])

    @cached_property
    def _river_blocks(self) -> I64:
        spans = list(itertools.pairwise(self.blocks.tolist()))
        return np.array(
            [self._step(what, 0, RIVER, *span) for span in spans for what in (DOWN, UP)]
        )

    def _steps(self, what: int, board: int) -> I64:
        """A step down or up all of a board's street."""
        street = int(self.dealt.street[board])
        return np.array([self._step(what, board, street, *self.nodes[street].tolist())])

    def _step(self, what: int, board: int, street: int, low: int, high: int) -> list[int]:
        roots = np.searchsorted(self.roots, [low, high]).tolist()
        return [what, board, street, low, high, *roots]

    def _take(
        self,
        steps: I64,
        heroes: I64,
        mode: int,
        taken: Taken,
        factors: F32,
        rooms: Sequence[ShowdownScratch] | None = None,
        lanes: Lanes | None = None,
    ) -> None:
        """Have the kernel take steps."""
        flop, turn, river = rooms or self.rooms
        arguments = (
            self.betting, taken.dealing, flop, turn, river, lanes or self.lanes, taken.regrets,
            taken.sums, taken.strategy, self.ranges,
        )  # fmt: skip
        once = int((steps[:, 4] - steps[:, 3]).sum()) * self.width
        rows = PIECE // (once * len(heroes))
        if rows or len(steps) == 1:
            for first, last in pieces(0, len(factors), max(1, rows)):
                walk(*arguments, steps, heroes, mode, factors[first:last])
            return
        some = max(1, len(steps) * PIECE // once)
        for row, hero in itertools.product(factors[:, None], heroes[:, None]):
            for first, last in pieces(0, len(steps), some):
                walk(*arguments, steps[first:last], hero, mode, row)

    def _blocks(self) -> I64:
        """Where blocks of whole river lines begin, and the end of the last."""
        low, high = self.nodes[RIVER].tolist()
        blocks = [low]
        for end in [*self.roots[self.roots > low].tolist(), high]:
            if end - blocks[-1] >= BLOCK or end == high:
                blocks.append(end)
        return np.array(blocks)

    def _room(self, street: int, *, whole: bool = False) -> ShowdownScratch:
        """Scratch for the nodes of a street; for dealt rivers, for a block of nodes."""
        nodes = 0 if street == NONE or street < self.street else int(np.diff(self.nodes[street])[0])
        if street == RIVER and self.street < RIVER and not whole:
            nodes = int(np.diff(self.blocks).max())

        def rows(count: int) -> F32:
            return np.zeros(count * self.width, np.float32)

        def places(count: int) -> I64:
            return np.zeros(count, np.int64)

        return ShowdownScratch(
            rows(nodes + 1), rows(nodes + 1), rows(nodes + 1), rows(2 * nodes + 1), places(nodes),
            places(nodes), places(nodes + LANES), places(nodes + LANES),
            np.zeros(nodes + LANES, np.float32), np.zeros(nodes + LANES, np.float32),
        )  # fmt: skip

    def _lanes(self) -> Lanes:
        def rows(count: int) -> F32:
            return np.zeros(count * LANES, np.float32)

        actions = int(self.tree.count.max()) if self.is_short else 0
        width = self.width
        short = np.zeros((2, width * actions), np.float32)
        return Lanes(
            rows(width + 1), rows(width), rows(CARDS), rows(3 * width + CARDS + 1),
            np.zeros(width, np.float32), np.zeros(width, np.float32), short[0], short[1],
        )  # fmt: skip

    def _order(self) -> tuple[I64, I32, I16]:
        """The hands that hold each card, and counts of those weaker than or tied with a hand."""
        dealt = self.dealt
        hands = len(dealt.cards)
        card_start = np.zeros((len(dealt.boards), 2, CARDS + 1), np.int64)
        holding, order = np.zeros(2 * hands, np.int32), np.zeros((hands, 6), np.int16)
        order_hands(
            dealt.start, dealt.hands, dealt.cards, dealt.strength, card_start, holding, order
        )
        return card_start, holding, order

    def _maps(self, padded: I64) -> tuple[I64, I32, I64, I32]:
        """The places of hands on the previous board, by image and player, and the reverse."""
        dealt = self.dealt
        board = np.repeat(np.arange(len(dealt.boards)), np.diff(dealt.first_image))
        hands = dealt.hands[board].ravel()
        place = np.arange(hands.sum()) - np.repeat(np.cumsum(hands) - hands, hands)
        above = dealt.up[np.repeat(dealt.up_start.ravel(), hands) + place]
        up_size, down_size = padded[board], padded[dealt.above[board]]
        up_start, down_start = _starts(up_size), _starts(down_size)
        up = np.full(int(up_size.sum()), -1, np.int32)
        up[np.repeat(up_start.ravel(), hands) + place] = above
        down = np.full(int(down_size.sum()), -1, np.int32)
        down[np.repeat(down_start.ravel(), hands) + above] = place
        return up_start, up, down_start, down

    def _odds(self, *, with_ties: bool) -> tuple[I16, I64, I16]:
        """Showdowns before the river by both players' hands: their odds, where they begin, ties."""
        dealt = self.dealt
        before = self.tree.kind[self.tree.street < RIVER] == SHOWDOWN
        streets = set(self.tree.street[self.tree.street < RIVER][before].tolist())
        starts = np.full((len(dealt.boards), 2), -1)
        parts: list[I16] = [np.zeros(0, np.int16)]
        tied: list[I16] = [np.zeros(0, np.int16)]
        at = 0
        if streets and with_ties:
            self.counts, ties = self._counted(with_ties=True)
        for board, odds in self.counts.items() if streets else ():
            if int(dealt.street[board]) in streets:
                starts[board] = at, at + odds.size
                parts += [odds.T.ravel(), -odds.ravel()]
                tied += [ties[board].T.ravel(), ties[board].ravel()] if with_ties else []
                at += 2 * odds.size
        return np.concatenate(parts), starts, np.concatenate(tied)

    @cached_property
    def counts(self) -> dict[int, I16]:
        """Showdowns that the first player wins less those he loses, by board and both hands."""
        return self._counted(with_ties=False)[0]

    def _counted(self, *, with_ties: bool) -> tuple[dict[int, I16], dict[int, I16]]:
        """The same, and the showdowns that they tie."""
        dealt = self.dealt

        def count(turn: int) -> tuple[I16, I16]:
            odds = np.zeros(tuple(dealt.hands[turn]), np.int16)
            ties = np.zeros_like(odds if with_ties else odds[:0])
            first, second = (np.zeros(hands, np.uint16) for hands in odds.shape)
            for river in range(*dealt.below[turn]):
                images = dealt.up_start[slice(*dealt.first_image[river : river + 2])]
                add_river(
                    dealt.strength, dealt.start[river], dealt.hands[river], dealt.up, images, first,
                    second, odds, ties,
                )  # fmt: skip
            first_cards, second_cards = (
                dealt.cards[start : start + hands]
                for start, hands in zip(dealt.start[turn], dealt.hands[turn], strict=True)
            )
            for counts in (odds, ties)[: 1 + with_ties]:
                drop_shared(first_cards, second_cards, counts)
            return odds, ties

        turns = np.flatnonzero(dealt.street == TURN).tolist()
        counted = over_tasks(count, turns, self.threads)
        by_kind = [dict(zip(turns, of, strict=True)) for of in zip(*counted, strict=True)]
        if self.street == FLOP:
            for counts in by_kind[: 1 + with_ties]:
                whole = np.zeros(tuple(dealt.hands[0]), np.int16)
                for turn in turns:
                    images = dealt.up_start[slice(*dealt.first_image[turn : turn + 2])]
                    add_turn(counts[turn], dealt.up, images, whole)
                counts[0] = whole
        return by_kind[0], by_kind[1]

    def _set_locks(self, locks: Mapping[int, F64]) -> None:
        for node, shares in locks.items():
            player, street = int(self.tree.player[node]), int(self.tree.street[node])
            for board in np.flatnonzero(self.dealt.street == street).tolist():
                holes = self.holes(board, player)
                rows = np.zeros((shares.shape[1], self.dealing.room[board, player]), np.float32)
                rows[:, : len(holes)] = shares[holes].T
                for numbers in (self.regrets, self.sums):
                    self._write(numbers, node, board, rows)

    def holes(self, board: int, player: int) -> I64:
        """The holes of a player's hands on a board."""
        start = self.dealt.start[board, player]
        return self.dealt.hole[start : start + self.dealt.hands[board, player]]

    def shares(self, node: int, board: int) -> F64:
        """The mean strategy of a decision, ``(hands, actions)`` float64."""
        hands = self.dealt.hands[board, self.tree.player[node]]
        sums = np.maximum(self._read(node, board)[:, :hands].T, 0)
        total = sums.sum(axis=1, keepdims=True)
        shares: F64 = np.full(sums.shape, 1 / sums.shape[1])
        np.divide(sums, total, out=shares, where=total > LEAST_TOTAL)
        return shares

    def _place(self, node: int, board: int) -> Piece:
        """The place of a decision's numbers in a store, and of its rows."""
        player, row = int(self.tree.player[node]), int(self.betting.row[node])
        actions, room = int(self.tree.count[node]), int(self.dealing.room[board, player])
        number = int(self.dealing.store[board, player]) + row * room
        row += int(self.dealing.rows[board, player])
        return Piece(number, number + actions * room, row, row + actions)

    def _read(self, node: int, board: int) -> F64:
        """The sums of a decision, ``(actions, hands)``."""
        numbers, place = self.sums, self._place(node, board)
        block, player = int(self.layout.of_board[board]), int(self.tree.player[node])
        if numbers.away is None or block == 0:
            return _long(numbers.store, place)
        from_zero = place.less(place)
        store = new_store(from_zero.last, from_zero.last_row, SUMS, compress=self.is_short)
        of_block = place.less(self.layout.piece(block, player))
        numbers.away[player].read(block, player, of_block, store, from_zero)
        return _long(store, from_zero)

    def _write(self, numbers: Numbers, node: int, board: int, rows: F32) -> None:
        """Replace the rows of a decision."""
        place = self._place(node, board)
        block, player = int(self.layout.of_board[board]), int(self.tree.player[node])
        if numbers.away is None or block == 0:
            _put(numbers.store, place, rows)
            return
        from_zero = place.less(place)
        kind = numbers.store.most, numbers.store.middle
        store = new_store(from_zero.last, from_zero.last_row, kind, compress=self.is_short)
        _put(store, from_zero, rows)
        of_block = place.less(self.layout.piece(block, player))
        numbers.away[player].write(block, player, of_block, store, from_zero)

    def met(self, board: int, player: int, reach: F64) -> tuple[F64, F64]:
        """The reach that each of a player's hands meets, and its winnings from it if nobody bets.

        ``reach``: (d, m) float64, of the other's hands, a row for each decision. Returns met, won :
        (d, n) float64.
        """
        met, won = meet(self.dealt, board, player, reach)
        if self.dealt.street[board] < RIVER:
            run_outs = int(self.dealing.run_outs[self.dealt.street[board]])
            odds = self.counts[board] if player == 0 else -self.counts[board].T
            won = met / 2 + np.stack([odds @ row for row in reach]) / (2 * run_outs)
        return met, won

    def _ranges(self, weights: F64) -> F32:
        ranges = np.zeros((4, self.width), np.float32)
        ranges[2:] = 1
        for player in range(2):
            holes = self.holes(0, player)
            ranges[player, : len(holes)] = weights[player, holes]
        return frozen(ranges)

    def _weight(self) -> float:
        """The weight of all deals of two disjoint hands."""
        return float(self.range_of(0) @ meet(self.dealt, 0, 0, self.range_of(1)[None])[0][0])


def _starts(sizes: I64) -> I64:
    """Where each begins if they are stored one after the other."""
    return (np.cumsum(sizes) - sizes.ravel()).reshape(sizes.shape)


def _long(store: Store, place: Piece) -> F64:
    """Rows of a store, ``(rows, hands)``."""
    rows = place.last_row - place.first_row
    if not len(store.short):
        return store.numbers[place.numbers].reshape(rows, -1).astype(np.float64)
    parts = store.short[place.numbers].reshape(rows, -1).astype(np.float64)
    parts += store.middle
    return parts * np.abs(parts) * store.scale[place.rows, None]


def _put(store: Store, place: Piece, rows: F32) -> None:
    """Store rows, none of whose numbers is below zero."""
    if not len(store.short):
        store.numbers[place.numbers] = rows.ravel()
        return
    scale = rows.max(axis=1, keepdims=True) / store.most**2
    parts = np.divide(rows, scale, out=np.zeros_like(rows), where=scale > 0)
    store.scale[place.rows] = scale[:, 0]
    store.short[place.numbers] = np.rint(np.sqrt(parts) - store.middle).ravel().astype(np.int16)


def _padded(hands: I64) -> I64:
    return -(-hands // LANES) * LANES


def meet(dealt: Dealt, board: int, player: int, reach: F64) -> tuple[F64, F64]:
    """The other's reach over the hands that each of a player's hands can meet, and beats.

    Meeting is worth as much as a fold of the other, which wins the reach times a chip.

    ``reach``: (d, m) float64, of the other's hands, a row for each decision. Returns met : (d, n)
    float64, by decision and hand of the player; beaten : (d, n) float64, on a river: the reach of
    the hands it beats, and half of that of the hands it ties with; zeros on earlier streets.
    """
    own_hands, other_hands = (
        slice(start, start + hands)
        for start, hands in (
            (dealt.start[board, side], dealt.hands[board, side]) for side in (player, 1 - player)
        )
    )
    reach = np.ascontiguousarray(reach)
    totals = reach.sum(axis=1)
    met, beaten = np.zeros((2, len(reach), dealt.hands[board, player]))
    meet_rows(
        dealt.cards[own_hands], dealt.strength[own_hands], dealt.same[own_hands],
        dealt.cards[other_hands], dealt.strength[other_hands], reach, totals, ROUNDING,
        dealt.street[board] == RIVER, met, beaten,
    )  # fmt: skip
    return met, beaten
