"""An abstraction as arrays in a folder, for look-ups by a few lines of any language.

The cards of a raw board give its place among the boards of its size. ``boards`` has the canonical
board and the permutation of suits that leads there, ``holes`` the hole after that permutation, and
``buckets`` a bucket for each of the 1,326 holes on each canonical board. Holes that are the same up
to the board's suits repeat their bucket, so a look-up needs no more suit symmetry.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.boards import PERMUTATIONS, WAY_BITS, canonical_boards
from pokerlake.engine.cards.holes import HOLES, hole_bits
from pokerlake.engine.cards.suit_symmetry import choose, hole_images, symmetries
from pokerlake.engine.threads import over_tasks, worker_count
from pokerlake.tables.errors import OutputError
from pokerlake.tables.store import whole_folder

from .deals import Buckets
from .runs import STREETS, Run

PERMUTATION_BITS = 5
DEAD = {"uint8": 255, "uint16": 65535}
README = "abstraction.json"

_FILES = {f"{name}.npy" for name in ("buckets", "boards", "holes", "places")} | {README}
_SHARE = 64  # boards that a thread looks up at a time
_DECK = 52
_NO_HOLE = 65535

Listener = Callable[[float], object]


def write_arrays(
    buckets: Buckets,
    run: Run,
    folder: Path,
    *,
    replace: bool = False,
    threads: int = 0,
    listener: Listener = lambda _: None,
) -> dict[str, Any]:
    """Write the arrays of an abstraction to a folder, whole or not at all.

    The folder is new, or with ``replace`` an older one of this kind, which it replaces. The
    listener is called with the share of the boards that are done. Returns the content of
    ``abstraction.json``: the abstraction, its arrays, and how to use them. OutputError if the
    folder exists, holds other files, or cannot be written; LakeError if a table is damaged.
    """
    cards = STREETS[run.street]
    about = buckets.row(run)
    kind = "uint8" if int(str(about["buckets"])) <= DEAD["uint8"] else "uint16"
    arrays: dict[str, tuple[npt.NDArray[np.integer], str]] = {
        "boards": (_board_keys(cards), "canonical board << 5 | permutation, by place"),
        "holes": (_hole_numbers(), "hole, by permutation and two cards in any order"),
        "places": (
            choose(),
            "by the number of lower cards on the board, and the card: they add up to its place",
        ),
    }
    boards = _boards(cards)
    shape = (len(boards), HOLES)
    described = {
        name: {"dtype": str(array.dtype), "shape": list(array.shape), "is": what}
        for name, (array, what) in arrays.items()
    } | {"buckets": {"dtype": kind, "shape": list(shape), "is": "bucket, by board and hole"}}
    layout = {
        **{name: value for name, value in about.items() if name != "seconds"},
        "cards": "4 rank + suit: rank 0 deuce .. 12 ace, suit 0 clubs, 1 diamonds, 2 hearts, "
        "3 spades",
        "lookup": "key = boards[sum of places]; buckets[key >> 5][holes[key & 31][card][card]]",
        "no_bucket": DEAD[kind],
        "no_hole": _NO_HOLE,
        "arrays": described,
    }
    if not replace and folder.is_dir() and any(folder.iterdir()):
        raise OutputError(f"{folder} is there already; --replace replaces it, or give another name")
    with whole_folder(folder, replaced=_FILES if replace else ()) as new:
        for name, (array, _) in arrays.items():
            np.save(new / f"{name}.npy", array)
        with (new / "buckets.npy").open("wb") as file:
            header = {"descr": np.dtype(kind).str, "fortran_order": False, "shape": shape}
            np.lib.format.write_array_header_1_0(file, header)
            done = 0
            for part in _rows(buckets, run, boards, threads):
                file.write(part.astype(kind).tobytes())  # no bucket: the greatest value
                done += len(part)
                listener(done / len(boards))
        text = json.dumps(layout, indent=2, ensure_ascii=False)
        (new / README).write_text(text + "\n", "utf-8")
    return layout


def _rows(
    buckets: Buckets, run: Run, boards: npt.NDArray[np.uint8], threads: int
) -> Iterator[npt.NDArray[np.uint16]]:
    """Buckets of all holes on canonical boards ``(n, k)``, yielded in order, some at a time."""
    bits = np.left_shift(np.uint64(1), boards, dtype=np.uint64, casting="unsafe")
    dead = np.bitwise_or.reduce(bits, axis=1)
    workers = worker_count(threads)

    def some(first: int) -> npt.NDArray[np.uint16]:
        here = slice(first, first + _SHARE)
        board, hole = np.nonzero((hole_bits()[None] & dead[here, None]) == 0)
        of_holes = np.ascontiguousarray(boards[here][board].T)
        rows = np.full((len(dead[here]), HOLES), _NO_HOLE, np.uint16)
        rows[board, hole] = buckets.of(run, hole.astype(np.uint16), of_holes)
        return rows

    step = 8 * workers * _SHARE  # boards in memory at a time
    for start in range(0, len(boards), step):
        shares = range(start, min(start + step, len(boards)), _SHARE)
        yield from over_tasks(some, shares, workers)


def _boards(cards: int) -> npt.NDArray[np.uint8]:
    """The canonical boards. Before the flop there is one, without cards."""
    return canonical_boards(cards).cards if cards else np.empty((1, 0), np.uint8)


def _board_keys(cards: int) -> npt.NDArray[np.uint32]:
    """The canonical board of each raw board, and the permutation that leads there."""
    if not cards:
        return np.zeros(1, np.uint32)
    key = symmetries(cards).key
    permutation = (key & (1 << WAY_BITS) - 1) % PERMUTATIONS
    assert len(key) == comb(_DECK, cards)
    return (key >> WAY_BITS << PERMUTATION_BITS | permutation).astype(np.uint32)


def _hole_numbers() -> npt.NDArray[np.uint16]:
    """The hole of two cards after each permutation, ``(24, 52, 52)``; 65535 on the diagonal."""
    low, high = np.triu_indices(_DECK, 1)
    number = high * (high - 1) // 2 + low
    numbers = np.full((PERMUTATIONS, _DECK, _DECK), _NO_HOLE, np.uint16)
    numbers[:, low, high] = numbers[:, high, low] = hole_images()[:, number]
    return numbers
