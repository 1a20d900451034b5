"""The storage of regrets and strategy sums: in memory, or block by block outside of it.

A block is walked at once: a turn with its rivers, or some rivers of a turn. The numbers of the two
players in a block are stored one after the other, so that those of one player are read and written
in one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..signatures import I64
from .showdown_steps import Dealing
from .street_kernels import Store

_SCALE = np.dtype(np.float32).itemsize


class Outside(Protocol):
    """Bytes outside of memory, zeros at first."""

    def read(self, at: int, into: npt.NDArray[Any]) -> None:
        """Fill an array with the bytes from a place on."""

    def write(self, at: int, array: npt.NDArray[Any]) -> None:
        """Write an array from a place on."""

    def soon(self, at: int, size: int) -> None:
        """Announce that these bytes will be read soon."""


Outsider = Callable[[int], Outside]  # provides that many bytes


class Piece(NamedTuple):
    """A range of numbers in a store, and of their rows: the beginning and end of each."""

    first: int
    last: int
    first_row: int
    last_row: int

    @property
    def numbers(self) -> slice:
        """The numbers."""
        return slice(self.first, self.last)

    @property
    def rows(self) -> slice:
        """Their rows."""
        return slice(self.first_row, self.last_row)

    def less(self, other: Piece) -> Piece:
        """The same range, counted from the beginning of another."""
        first, row = other.first, other.first_row
        return Piece(
            self.first - first, self.last - first, self.first_row - row, self.last_row - row
        )


class Layout:
    """The places of the numbers of boards: block by block, and within a block player by player.

    Parameters
    ----------
    blocks : sequence of arrays of int
        The boards of each; the first has the spot's own board.
    sizes, rows : (b, 2) int64
        The numbers and rows of each board, by player.
    """

    def __init__(self, blocks: Sequence[I64], sizes: I64, rows: I64) -> None:
        parts = [2 * boards + player for boards in blocks for player in range(2)]
        order = np.concatenate(parts)
        self.starts, self.row_starts = (_starts(of, order) for of in (sizes, rows))
        self.of_board = np.zeros(len(sizes), np.int64)
        for block, boards in enumerate(blocks):
            self.of_board[boards] = block
        cuts = [
            [0, *np.cumsum([of.ravel()[part].sum() for part in parts]).tolist()]
            for of in (sizes, rows)
        ]
        self._pieces = [
            Piece(*cuts[0][place : place + 2], *cuts[1][place : place + 2])
            for place in range(len(parts))
        ]

    def __len__(self) -> int:
        return len(self._pieces) // 2

    def piece(self, block: int, player: int) -> Piece:
        """A player's numbers of a block."""
        return self._pieces[2 * block + player]

    def whole(self, block: int) -> Piece:
        """Both players' numbers of a block."""
        first, second = self.piece(block, 0), self.piece(block, 1)
        return Piece(first.first, second.last, first.first_row, second.last_row)


def _starts(sizes: I64, order: I64) -> I64:
    """Where each begins if they are stored one after the other in an order."""
    ordered = sizes.ravel()[order]
    starts = np.zeros(sizes.size, np.int64)
    starts[order] = np.cumsum(ordered) - ordered
    return starts.reshape(sizes.shape)


class Numbers(NamedTuple):
    """Regrets, or strategy sums."""

    store: Store  # all, or those of the spot's own board
    away: tuple[Away, Away] | None = None  # by player: those of the blocks dealt from it

    def transfer(
        self,
        layout: Layout,
        block: int,
        player: int,
        store: Store,
        whole: Piece,
        *,
        back: bool = False,
    ) -> None:
        """Read a player's numbers of a block to the beginning of a store, or write them from it."""
        if self.away is None:
            raise ValueError("all numbers are in memory")
        piece = layout.piece(block, player)
        away = self.away[player]
        (away.write if back else away.read)(
            block, player, piece.less(piece), store, piece.less(whole)
        )

    def mixed(self, other: Numbers, player: int, layout: Layout) -> Numbers:
        """The same numbers, with those of one player taken from another."""
        store = self.store._replace(
            **{name: getattr(self.store, name).copy() for name in ("numbers", "short", "scale")}
        )
        for block in range(len(layout) if self.away is None else 1):
            copy(other.store, store, layout.piece(block, player), layout.piece(block, player))
        if self.away is None or other.away is None:
            return Numbers(store)
        both = [self.away[0], self.away[1]]
        both[player] = other.away[player]
        return Numbers(store, (both[0], both[1]))


def copy(source: Store, target: Store, taken: Piece, put: Piece) -> None:
    """Copy a range of a store into another."""
    if len(source.short):
        target.short[put.numbers] = source.short[taken.numbers]
        target.scale[put.rows] = source.scale[taken.rows]
    else:
        target.numbers[put.numbers] = source.numbers[taken.numbers]


def new_store(
    numbers: int, rows: int, kind: tuple[np.float32, np.float32], *, compress: bool
) -> Store:
    """Zeros for so many numbers and rows."""
    return Store(
        np.zeros(0 if compress else numbers, np.float32),
        np.zeros(numbers if compress else 0, np.int16),
        np.zeros(rows if compress else 0, np.float32),
        *kind,
    )


class Away:
    """Numbers of the dealt blocks, outside of memory.

    Parameters
    ----------
    layout : Layout
    compress : bool
        Whether they are stored in 16 bits.
    outsider : callable
        Provides the bytes.
    """

    def __init__(self, layout: Layout, outsider: Outsider, *, compress: bool) -> None:
        self._layout, self._is_short = layout, compress
        self._item = np.dtype(np.int16 if compress else np.float32).itemsize
        pieces = [layout.piece(block, player) for block in range(len(layout)) for player in (0, 1)]
        ends = np.cumsum([0, 0, *(self._bytes(piece) for piece in pieces[2:])]).tolist()
        self._starts = [0, *ends]
        self._outside = outsider(ends[-1])

    def _bytes(self, piece: Piece) -> int:
        numbers, rows = piece.last - piece.first, piece.last_row - piece.first_row
        return self._item * numbers + (_SCALE * rows if self._is_short else 0)

    def read(self, block: int, player: int, piece: Piece, store: Store, put: Piece) -> None:
        """Read numbers of a player in a block, counted from its first, into a store."""
        for at, array in self._parts(block, player, piece, store, put):
            self._outside.read(at, array)

    def write(self, block: int, player: int, piece: Piece, store: Store, taken: Piece) -> None:
        """Write numbers from a store to those of a player in a block, counted from its first."""
        for at, array in self._parts(block, player, piece, store, taken):
            self._outside.write(at, array)

    def soon(self, block: int, player: int) -> None:
        """Announce that a player's numbers of a block will be read soon."""
        self._outside.soon(self._starts[2 * block + player], self._bytes(self._all(block, player)))

    def _all(self, block: int, player: int) -> Piece:
        return self._layout.piece(block, player)

    def _parts(
        self, block: int, player: int, piece: Piece, store: Store, in_store: Piece
    ) -> list[tuple[int, npt.NDArray[Any]]]:
        """The places of numbers outside of memory, and their arrays."""
        at = self._starts[2 * block + player]
        first = at + self._item * piece.first
        if not self._is_short:
            return [(first, store.numbers[in_store.numbers])]
        whole = self._all(block, player)
        scales = at + self._item * (whole.last - whole.first) + _SCALE * piece.first_row
        return [(first, store.short[in_store.numbers]), (scales, store.scale[in_store.rows])]


class Taken(NamedTuple):
    """What a kernel takes: the numbers of all boards that it walks, and their places."""

    dealing: Dealing
    regrets: Store
    sums: Store
    strategy: Store
