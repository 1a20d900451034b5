"""Tables that the kernels of known holes share: classes by ranks, and flushes by sets of ranks.

A board by rank is one of the 6,175 multisets of five ranks. A pair of ranks is one of 91, numbered
``high * (high + 1) / 2 + low``; it stands for the ranks of a hole.

The tables are kept beside the compiled kernels: reading them takes a tenth of the time of building
them. The folder is named by a digest of all sources of the engine, so kept tables are those that
would be built. If a file cannot be read, or is damaged, the tables are built.
"""

from __future__ import annotations

import functools
import os
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_type_hints
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from pokerlake.caches import keep_private, read_own

from ..hands.board_tables import HIGH, BoardOrder, BoardTables
from ..hands.rank_graph import MERGED_LAYERS
from ..signatures import U8, U16, Input, frozen

T = TypeVar("T", bound=tuple[Any, ...])

# What zipfile and NumPy raise for a damaged file. A zip file has a CRC-32 of each array.
_UNREADABLE = (
    OSError, ValueError, KeyError, EOFError, RuntimeError, StopIteration, BadZipFile, zlib.error,
)  # fmt: skip
NO_FLUSH = 9999  # in place of a class: worse than all
NO_RANKS = 91  # in place of a pair of ranks
WIDTHS = (96, 16)  # the 91 pairs of ranks and the 13 ranks, padded to whole vectors


def kept(name: str, kind: type[T], build: Callable[[], T]) -> T:
    """The tables kept under a name. If there are none, they are built, and kept.

    ``name``: of the file. ``kind``: a named tuple of arrays, or of named tuples of arrays.
    ``build``: makes the tables. The arrays returned are contiguous and read-only.
    """
    from ..kernel_cache import FOLDER_VARIABLE, cache_folder

    path = cache_folder() / f"{name}.npz"
    with (
        suppress(*_UNREADABLE),
        np.load(BytesIO(read_own(path)), allow_pickle=False) as stored,
    ):
        return _of(kind, iter([_frozen(stored[f"t{i}"]) for i in range(len(stored.files))]))
    built = _of(kind, iter([_frozen(array) for array in _arrays(build())]))
    if not os.environ.get(FOLDER_VARIABLE):  # a folder that the user named is only read
        with suppress(OSError):
            _write(path, _arrays(built))
    return built


def _arrays(tables: tuple[Any, ...]) -> list[npt.NDArray[Any]]:
    arrays: list[npt.NDArray[Any]] = []
    for table in tables:
        arrays.extend(_arrays(table) if isinstance(table, tuple) else [table])
    return arrays


def _of(kind: type[T], arrays: Any) -> T:
    """A named tuple of the next arrays."""
    fields: list[Any] = [
        _of(field, arrays) if hasattr(field, "_fields") else next(arrays)
        for field in get_type_hints(kind).values()
    ]
    return kind(*fields)


def _write(path: Path, arrays: list[npt.NDArray[Any]]) -> None:
    """Write a file, whole or not at all."""
    handle, unfinished = tempfile.mkstemp(dir=path.parent, suffix=".npz")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, allow_pickle=False, **{f"t{i}": a for i, a in enumerate(arrays)})
        keep_private(Path(unfinished), path.parent)
        Path(unfinished).replace(path)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise


class RankTables(NamedTuple):
    """Tables by rank alone, without flushes.

    The first four describe the 8,555 multisets of up to five ranks, numbered as the nodes of the
    merged graph; the last 6,175 are the boards by rank.
    """

    # The node after one more card of each rank; 0 if there can be no such card.
    next_node: Input[U16, "27428, 13"]
    parent: Input[U16, "8555"]  # the multiset without one card of its highest rank
    stem: Input[U16, "8555"]  # the multiset without all cards of its highest rank
    # The highest rank and how many cards have it, as ``4 * rank + cards - 1``.
    last: Input[U8, "8555"]
    pair_ranks: Input[U8, "91, 2"]  # the two ranks of each pair, the higher first
    classes: Input[U16, "91, 6175"]  # the class of each pair with each board by rank


class SuitTables(NamedTuple):
    """Boards with three, four or five cards of one suit, by the set of ranks in that suit.

    There are f = 286 sets of three ranks, 715 of four and 1,287 of five. The rest of the board is
    one of o = 91 pairs of ranks with three, one of 13 ranks with four, and nothing with five.
    """

    sets: Input[U16, "f"]  # the ranks, a bit each
    boards: Input[U16, "f, o"]  # the board by rank that each set and its rest make
    # By rank alone, the class of each pair of ranks with each set and its rest. Rows are padded
    # with 0 to ``w`` of ``WIDTHS``; w is 1 if there is no rest.
    classes: Input[U16, "91, f, w"]
    least: Input[U16, "91, f"]  # the best of these classes with any rest
    # The flush of each set with each pair of ranks of the suit, and with ``NO_RANKS``; ``NO_FLUSH``
    # for fewer than five cards.
    flushes: Input[U16, "92, f"]


class Tables(NamedTuple):
    """All tables of known holes. Arrays are read-only."""

    ranks: RankTables
    # For boards with so many cards of a suit.
    three: SuitTables
    four: SuitTables
    five: SuitTables
    ranks_of_four: Input[U8, "715, 4"]  # the ranks of each set of four
    # By rank alone, the class of each pair of ranks with each set of four and a fifth card that
    # pairs one of the four ranks.
    paired: Input[U16, "91, 4, 715"]


def known_hole_tables(order: BoardOrder = HIGH) -> Tables:
    """The tables. They take 10 MB; they are built in 0.2 s, once, and read in 0.02 s."""
    return _known_hole_tables(order)


@functools.cache
def _known_hole_tables(order: BoardOrder) -> Tables:
    name = "known_holes" if order is HIGH else f"known_holes_{order.name.replace(' ', '_')}"
    return kept(name, Tables, lambda: _built(order.tables()))


def _built(graph: BoardTables) -> Tables:
    ranks = _rank_tables(graph)
    four = _suit_tables(4, ranks.pair_ranks, graph)
    ranks_of_four = np.array(list(combinations(range(13), 4)), np.uint8)
    paired = np.take_along_axis(four.classes, ranks_of_four[None].astype(np.int64), axis=2)
    three, five = (_suit_tables(cards, ranks.pair_ranks, graph) for cards in (3, 5))
    tables_of_four = _frozen(ranks_of_four), _frozen(paired.transpose(0, 2, 1))
    return Tables(ranks, three, four, five, *tables_of_four)


def _rank_tables(graph: BoardTables) -> RankTables:
    nodes = [()] + [
        ranks
        for k in range(1, 6)
        for ranks in combinations_with_replacement(range(13), k)
        if k < 5 or ranks[0] < ranks[-1]
    ]
    number = {ranks: node for node, ranks in enumerate(nodes)}
    assert len(nodes) == sum(MERGED_LAYERS[:6])
    parent, stem = np.zeros((2, len(nodes)), np.uint16)
    last = np.zeros(len(nodes), np.uint8)
    for node, ranks in enumerate(nodes[1:], 1):
        copies = ranks.count(ranks[-1])
        parent[node] = number[ranks[:-1]]
        stem[node] = number[ranks[:-copies]]
        last[node] = 4 * ranks[-1] + copies - 1
    pair_ranks = np.array([(high, low) for high in range(13) for low in range(high + 1)], np.uint8)
    boards = np.arange(len(nodes) - MERGED_LAYERS[5], len(nodes), dtype=np.uint16)
    return RankTables(
        _frozen(graph.next_node),
        _frozen(parent),
        _frozen(stem),
        _frozen(last),
        _frozen(pair_ranks),
        _frozen(_classes(boards, pair_ranks, graph)),
    )


def _suit_tables(cards: int, pair_ranks: U8, graph: BoardTables) -> SuitTables:
    """The tables of boards with so many cards of a suit."""
    ranks = np.array(list(combinations(range(13), cards)))
    sets = (1 << ranks).sum(axis=1).astype(np.uint16)
    nodes = np.zeros(len(ranks), np.uint16)
    for rank in ranks.T:
        nodes = graph.next_node[nodes, rank]
    if cards == 3:
        boards = _two_more(nodes, pair_ranks, graph)
    else:
        boards = graph.next_node[nodes] if cards == 4 else nodes[:, None]
    classes = _classes(boards, pair_ranks, graph)
    least = np.where(classes == 0, NO_FLUSH, classes).min(axis=2).astype(np.uint16)
    if cards < 5:
        classes = np.pad(classes, [(0, 0), (0, 0), (0, WIDTHS[cards - 3] - boards.shape[1])])
    high, low = pair_ranks.T.astype(np.int64)
    held = np.append(1 << high | 1 << low, 0)
    flushes = graph.flush_of_set[held[:, None] | sets]
    flushes[flushes == 0] = NO_FLUSH
    boards -= sum(MERGED_LAYERS[:5])
    return SuitTables(*map(_frozen, (sets, boards, classes, least, flushes)))


def _two_more(nodes: U16, pair_ranks: U8, graph: BoardTables) -> U16:
    """The nodes after cards of each pair of ranks, ``(..., 91)``."""
    next_node = graph.next_node
    return next_node[next_node[nodes][..., pair_ranks[:, 0]], pair_ranks[:, 1]]


def _classes(boards: U16, pair_ranks: U8, graph: BoardTables) -> U16:
    """The class of each pair of ranks on each board by rank, ``(91, ...)``."""
    return np.moveaxis(graph.rank_class[_two_more(boards, pair_ranks, graph)], -1, 0)


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array contiguous and read-only, as kernels declare the fields of named tuples."""
    return frozen(np.ascontiguousarray(array).view())
