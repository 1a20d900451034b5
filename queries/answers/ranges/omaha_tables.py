"""Ranges of Omaha as tables of rows: by ranks and suits, their holes, and where two differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.text import CARDS, RANKS
from pokerlake.engine.ranges.omaha.hole_lists import hole_lists
from pokerlake.engine.ranges.omaha.hole_range import Cards, OmahaRange, hole_numbers
from pokerlake.engine.ranges.omaha.parser import OmahaPart
from pokerlake.engine.ranges.omaha.patterns import suitedness_of

_DIFFERENCE = pa.schema(
    {
        "holes": pa.string(),
        "ranks": pa.string(),
        "suits": pa.string(),
        "combos": pa.int64(),
        "first_weight": pa.float64(),
        "second_weight": pa.float64(),
        "difference": pa.float64(),
        "only": pa.uint8(),
    }
)


def kinds_table(
    found: OmahaRange, dead: tuple[int, ...] = (), *, as_text: bool = False
) -> pa.Table:
    """The ranks and suits in a range, the highest ranks first.

    Each has the mean weight of its live holes, and the combos. As text they are what reads as these
    holes: ``AAKK$ds``.
    """
    kinds, place = _kinds(found.holes)
    combos = np.bincount(place, found.weights, minlength=len(kinds))
    ranks, suits = (_names(kinds, part, found.cards) for part in ("ranks", "suits"))
    live = _live(kinds, found.cards, dead)
    if as_text:
        signs = suitedness_signs(found.cards)
        names = [
            f"{r}{signs[s]}" for r, s in zip(ranks.to_pylist(), suits.to_pylist(), strict=True)
        ]
        return pa.table({"text": pa.array(names, pa.string()), "range_weight": combos / live})
    return pa.table(
        {"ranks": ranks, "suits": suits, "range_weight": combos / live, "combos": combos}
    )


def omaha_summary(found: OmahaRange, live: int) -> str:
    """How many combos a range has, and what share of all live ones that is."""
    share = 100 * found.combos / max(live, 1)
    return f"{found.combos:,.10g} of {live:,} combos, {share:.4g} %"


def omaha_holes_table(found: OmahaRange) -> pa.Table:
    """The holes in a range, one row each, the highest cards first."""
    order = np.lexsort(found.holes.T)[::-1]
    holes = found.holes[order]
    kinds, place = _kinds(holes)
    return pa.table(
        {
            "hole": hole_texts(holes),
            "ranks": _names(kinds, "ranks", found.cards).take(pa.array(place)),
            "suits": _names(kinds, "suits", found.cards).take(pa.array(place)),
            "range_weight": found.weights[order],
        }
    )


def hole_texts(holes: Cards) -> pa.Array:
    """Holes ``(n, k)`` of ascending cards as text, the highest card first."""
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)[holes[:, ::-1]]
    ends = 2 * holes.shape[1] * np.arange(len(holes) + 1, dtype=np.int32)
    data = pa.py_buffer(np.ascontiguousarray(letters).tobytes())
    return pa.StringArray.from_buffers(len(holes), pa.py_buffer(ends), data)


def omaha_parts_table(parts: Sequence[OmahaPart], dead: tuple[int, ...] = ()) -> pa.Table:
    """The parts of a text and how they were read, one row each, as of hold'em.

    A hole has its weight from the first of the parts that give it the largest one.
    """
    deciding = np.zeros(len(parts), np.int64)
    if parts:
        numbers = np.concatenate([hole_numbers(part.holes) for part in parts])
        weights = np.concatenate([part.weights for part in parts])
        which = np.repeat(np.arange(len(parts)), [len(part.holes) for part in parts])
        order = np.lexsort((which, -weights, numbers))
        first = order[np.flatnonzero(np.diff(numbers[order], prepend=-1))]
        holes = np.concatenate([part.holes for part in parts])[first]
        live = ~np.isin(holes, list(dead)).any(axis=1)
        deciding = np.bincount(which[first[live]], minlength=len(parts))
    return pa.table(
        {
            "part": pa.array([part.text for part in parts], pa.string()),
            "character": pa.array([part.start + 1 for part in parts], pa.int64()),
            "reading": pa.array([part.reading for part in parts], pa.string()),
            "holes": pa.array([len(part.holes) for part in parts], pa.int64()),
            "combos": pa.array([float(part.weights.sum()) for part in parts], pa.float64()),
            "deciding": pa.array(deciding.tolist(), pa.int64()),
        }
    )


def omaha_difference_table(first: OmahaRange, second: OmahaRange) -> pa.Table:
    """Where two ranges differ: a row for ranks and suits whose holes all do alike, else for a hole.

    ``only`` is the range, 1 or 2, that alone has it; 0 where both have it with different weights.
    """
    either = first.merged(second, np.maximum)
    one, other = first.weights_of(either.holes), second.weights_of(either.holes)
    kinds, place = _kinds(either.holes)
    ranks, suits = (_names(kinds, part, first.cards).to_pylist() for part in ("ranks", "suits"))
    whole = np.bincount(place, minlength=len(kinds)) == _live(kinds, first.cards, ())
    order = np.lexsort((*either.holes.T, -place))[::-1]
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    texts = hole_texts(either.holes)
    rows: list[dict[str, Any]] = []
    for rows_of in np.split(order, starts[1:]) if len(order) else ():
        kind = int(place[rows_of[0]])
        alike = (one[rows_of] == one[rows_of[0]]).all() and (
            other[rows_of] == other[rows_of[0]]
        ).all()
        for row in rows_of[:1] if alike and whole[kind] else rows_of:
            a, b = float(one[row]), float(other[row])
            if a != b:
                as_one = alike and whole[kind]
                name = f"{ranks[kind]} {suits[kind]}" if as_one else texts[int(row)].as_py()
                combos = len(rows_of) if as_one else 1
                only = 1 if not b else 2 if not a else 0
                cells = name, ranks[kind], suits[kind], combos, a, b, a - b, only
                rows.append(dict(zip(_DIFFERENCE.names, cells, strict=True)))
    rows.sort(key=lambda row: row["only"] or 3)
    return pa.Table.from_pylist(rows, _DIFFERENCE)


# ---------------------------------------------------------------- ranks and suits

# Of how many cards of the same suit, the most first: as in the view omaha_equities.
_SUITEDNESS = {
    (): "rainbow",
    (2,): "ss",
    (2, 2): "ds",
    (2, 2, 2): "ds+ss",
    (3,): "ts",
    (3, 2): "ts+ss",
    (3, 3): "ts+ts",
    (4,): "qs",
    (4, 2): "qs+ss",
    (5,): "5s",
}


def _kinds(holes: Cards) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.intp]]:
    """The kinds there are of ranks and suits, the highest ranks first, and that of each hole."""
    lists = hole_lists(holes.shape[1])
    suits = _suitedness(holes.shape[1])[1]
    ranks = lists.numbers_of_ranks(holes >> np.uint8(2))
    suit = suits[lists.numbers_of_suits(np.sort(holes & np.uint8(3), axis=1))]
    # Ranks descend from the highest card on, where lists are numbered from the lowest card on.
    order = np.lexsort(lists.ranks.T)[::-1]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    kinds, which = np.unique(place[ranks] * 16 + suit, return_inverse=True)
    return order[kinds // 16] * 16 + kinds % 16, which


def _suitedness(cards: int) -> tuple[list[str], npt.NDArray[np.intp]]:
    """The names of suitedness, and which each list of suits has."""
    rows = hole_lists(cards).suits.tolist()
    names = []
    for row in rows:
        counts = sorted((row.count(suit) for suit in set(row)), reverse=True)
        twos = tuple(count for count in counts if count > 1)
        names.append("ms" if len(counts) == 1 else _SUITEDNESS[twos])
    known = [name for name in (*_SUITEDNESS.values(), "ms") if name in names]
    return known, np.array([known.index(name) for name in names])


def suitedness_signs(cards: int) -> dict[str, str]:
    """What stands after ranks for each suitedness: ``$ds``, ``:xxxyy``."""
    known, which = _suitedness(cards)
    signs = map(suitedness_of, hole_lists(cards).suits.tolist())
    return {known[number]: sign for number, sign in zip(which.tolist(), signs, strict=True)}


def _names(kinds: npt.NDArray[np.int64], what: str, cards: int) -> pa.Array:
    if what == "suits":
        known = _suitedness(cards)[0]
        return pa.array([known[kind] for kind in (kinds % 16).tolist()], pa.string())
    ranks = hole_lists(cards).ranks[:, ::-1][kinds // 16].tolist()
    return pa.array(["".join(RANKS[rank] for rank in row) for row in ranks], pa.string())


def _live(kinds: npt.NDArray[np.int64], cards: int, dead: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """How many holes of each kind have no dead card."""
    lists = hole_lists(cards)
    ranks = np.zeros(len(lists.ranks), np.bool_)
    ranks[kinds // 16] = True
    counts = np.zeros((len(ranks), 16), np.int64)
    suits = _suitedness(cards)[1]
    gone = np.zeros(52, np.bool_)
    gone[list(dead)] = True
    for block in lists.blocks(ranks, np.ones(len(lists.suits), np.bool_)):
        live = ~gone[block.holes].any(axis=1)
        np.add.at(counts, (block.rank_list[live], suits[block.suit_list[live]]), 1)
    return np.maximum(counts.ravel()[kinds], 1)
