"""Exact values of best responses and mean strategies on a flop, over all turns and rivers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..cards.holes import HOLES
from ..signatures import F32, F64, I64, frozen
from ..solving.dealing import Dealt, deal
from ..solving.lane_steps import LANES
from ..solving.showdown_steps import CARDS
from ..solving.tree import DEAL, DECISION, SHOWDOWN
from ..threads import pieces
from .deals import require_buckets, width_of
from .lines import Lines
from .response_kernels import Boards, Roots, Space, respond
from .rounds import Shaped, rounds_of

TURN, RIVER = 2, 3  # streets
TILES = 4  # walked on all rivers between two checks for Ctrl-C: 0.1 seconds

BucketsOf = Callable[[tuple[int, ...]], npt.NDArray[np.integer]]


def dealt_out(lines: Lines) -> tuple[Lines, I64]:
    """The same lines without a showdown before the river: the cards are dealt first.

    Also returns the new number of each node, ``(n,)``.
    """
    last = len(lines.roots) - 1
    number = np.zeros(len(lines), np.int64)
    kind, player, street, parent, put_in, actions = ([] for _ in range(6))  # type: ignore[var-annotated]
    for node in range(len(lines)):
        is_early = lines.kind[node] == SHOWDOWN and lines.street[node] < last
        number[node] = len(kind)
        above = number[lines.parent[node]] if node else -1
        for at in range(lines.street[node], (last if is_early else lines.street[node]) + 1):
            is_dealt = is_early and at < last
            parent.append(above if at == lines.street[node] else len(kind) - 1)
            kind.append(DEAL if is_dealt else lines.kind[node])
            player.append(lines.player[node])
            street.append(at)
            put_in.append(lines.put_in[node])
            actions.append(lines.actions[node] if at == lines.street[node] else "")
    dealt = replace(
        lines,
        kind=np.array(kind, np.int8),
        player=np.array(player, np.int8),
        street=np.array(street, np.int8),
        parent=np.array(parent, np.int32),
        put_in=np.array(put_in, np.int64),
        actions=actions,
    )
    return dealt, number


def moved(shares: F32, lines: Lines, nodes: I64, old: Shaped, new: Shaped) -> F32:
    """Move shares of a street's actions to their places when more roots share a shape."""
    there = old.place[:, 0] >= 0
    if np.array_equal(old.place[there], new.place[nodes[there]]):
        return np.ascontiguousarray(shares)
    rows = shares.reshape(-1, old.slots, LANES)
    moved_rows = np.zeros((len(rows), new.slots, LANES), np.float32)
    for node in np.flatnonzero(there & (lines.kind == DECISION)).tolist():
        (first, lane), (then, new_lane) = old.place[node], new.place[nodes[node]]
        for action in range(len(lines.children[node])):
            moved_rows[:, then + action, new_lane] = rows[:, first + action, lane]
    return moved_rows.reshape(-1)


class FlopResponses:
    """Walks all boards below a flop, a turn or a river.

    Parameters
    ----------
    lines : Lines
        The betting of four streets.
    shares : sequence of (k * a * 16,) float32
        By street, bucket and action: how often it is taken (see ``Training.mean_shares``).
    buckets_of : callable
        The bucket of each hole, (1326,), on a board of 0, 3, 4 or 5 cards, in the order of streets.
        Suits that are equivalent on the board must give the same bucket.
    in_deck : (1326,) bool
        The holes that can be held.
    """

    def __init__(
        self,
        lines: Lines,
        shares: Sequence[F32],
        buckets_of: BucketsOf,
        in_deck: npt.NDArray[np.bool_],
        dead: Sequence[int],
    ) -> None:
        self.lines, self._nodes = dealt_out(lines)
        self.width = width_of(HOLES)
        self.rounds = rounds_of(self.lines, self.width)
        self.shares = [
            moved(of, lines, self._nodes, old, new)
            for of, old, new in zip(shares, rounds_of(lines, self.width), self.rounds, strict=True)
        ]
        self.many = [
            len(of) // max(one.slots * LANES, 1) or 1 << 30  # where nobody acts all will do
            for of, one in zip(self.shares, self.rounds, strict=True)
        ]
        self.buckets_of = buckets_of
        self.in_deck = in_deck
        self.dead = tuple(dead)
        left = CARDS - len(dead) - 7
        # By street, in how many ways the rest of the board can be dealt beside two known holes.
        self.to_come = (0, left * (left - 1), left - 1, 1)

    def root_of(self, node: int) -> int:
        """The index, among its street's roots, of a node that begins a street."""
        here = int(self._nodes[node])
        return self.lines.roots[self.lines.street[here]].index(here)

    def values(self, board: tuple[int, ...], reach: F64) -> F64:
        """The values of the roots of a board's street, over all later cards.

        Parameters
        ----------
        board : tuple of int
            A flop, a flop with a turn, or a flop with a turn and a river.
        reach : (2, r, 1326) float64
            The reach of both players at each root with each hole.

        Returns
        -------
        (5 - s, 2, r, 1326) float64
            For a player who best-responds from this street s on, from the next street on, and so
            on, and finally never; until then he plays his mean strategy. By player, root and hole:
            chips, times the reach of the holes that it can meet, times the number of ways to deal
            the remaining cards; all rows but the first also times his own reach.
        """
        # Both can hold the same holes, so only those of one player are listed.
        dealt = deal(board, np.stack([self.in_deck, self.in_deck & False]) * 1.0, dead=self.dead)
        boards, on = self._boards(board, dealt), len(board) - 2
        rows = [
            Roots(
                np.zeros((2, (len(roots) + 1) * self.width), np.float32),
                np.zeros((2 * len(self.lines.roots), (len(roots) + 1) * self.width), np.float32),
            )
            for roots in (*self.lines.roots[1:], [])
        ]
        here, roots = rows[on - 1], len(self.lines.roots[on])
        here.reach.reshape(2, roots + 1, -1)[:, :roots, :HOLES] = reach
        space = self._space()

        def walk(street: int, first: int, last: int, above: int, *, is_up: bool) -> None:
            shaped = self.rounds[street]
            for start, stop in pieces(0, len(shaped.round.shape), TILES):
                respond(
                    boards, shaped.round, self.shares[street], rows[street - 1], rows[street],
                    space, first, last, above, start, stop, shaped.slots, 4 - street, is_up,
                    np.float32(self.to_come[street]),
                )  # fmt: skip

        def walk_whole(street: int, board: int, above: int) -> None:
            """Walk a flop or a turn, and all boards dealt from it."""
            walk(street, board, board + 1, above, is_up=False)
            width = width_of(int(dealt.hands[board, 0]))
            first, last = dealt.below[board].tolist()
            if street == TURN:
                walk(RIVER, first, last, width, is_up=True)
            else:
                turns = np.zeros_like(rows[1].value, np.float64)
                for turn in range(first, last):
                    walk_whole(TURN, turn, width)
                    turns += rows[1].value
                rows[1].value[:] = turns
            walk(street, board, board + 1, above, is_up=True)

        if on == RIVER:
            walk(on, 0, 1, self.width, is_up=True)
        else:
            walk_whole(on, 0, self.width)
        values = here.value.reshape(4, 2, roots + 1, -1)[: 5 - on, :, :roots, :HOLES]
        return values.astype(np.float64)

    def _boards(self, board: tuple[int, ...], dealt: Dealt) -> Boards:
        """The boards in the form that the kernel takes."""
        start, holes = dealt.start[:, 0].copy(), dealt.hands[:, 0].copy()
        bucket = np.empty(len(dealt.hole), np.int32)
        for more, first, many in zip(dealt.boards, start, holes, strict=True):
            here = slice(first, first + many)
            bucket[here] = self.buckets_of((*board, *more))[dealt.hole[here]]
            require_buckets(bucket[here], self.many[len(board) + len(more) - 2])
        hole = dealt.hole[: holes[0]]
        return frozen(
            Boards(
                start, holes, dealt.cards, dealt.strength, bucket,
                np.concatenate([[0], 1 + dealt.first_image[1:]]),
                np.concatenate([[0], len(hole) + dealt.up_start[:, 0]]),
                np.concatenate([hole, dealt.up]).astype(np.int32),
            )
        )  # fmt: skip

    def _space(self) -> Space:
        levels, width = max(shaped.levels for shaped in self.rounds), self.width * LANES
        return Space(
            np.zeros((2, width), np.float32),
            np.zeros((2, levels, width), np.float32),
            np.zeros((2, levels, width), np.float32),
            np.zeros((2, width), np.float32),
            np.zeros((6, width), np.float32),
            np.zeros((8, width)),
            np.zeros((2, levels), np.int64),
            np.zeros((2, CARDS * LANES), np.float32),
            np.zeros((2, width), np.float32),
        )
