"""The bucket of a hole on a board, in an abstraction of the lake."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CardError, counted
from pokerlake.tables.errors import UsageError, did_you_mean
from pokerlake.tables.schema import sql_type

from ..answers.buckets import STREETS
from ..files.text import is_text
from .columns import column_of, different_texts, either, keys_of, numbers
from .library import Library


def bucket(
    library: Library,
    streets: pa.Array,
    holes: pa.Array,
    boards: pa.Array | None = None,
    runs: pa.Array | None = None,
) -> pa.Array:
    """The bucket of a hole on a board of a street, in a run or in the newest run of the street.

    Null if the hole shares a card with the board.
    """
    if boards is None:
        boards = pa.array([""] * len(holes))
    texts, which = _streets(streets)
    keys = keys_of(holes, boards, fewest=0)
    run, nulls = (None, keys.null) if runs is None else numbers(runs, "run", 1, (1 << 32) - 1)
    nulls = either(keys.null, nulls)
    none = np.array([text is None for text in texts])[which]
    nulls = either(nulls, none if none.any() else None)
    buckets = np.zeros(len(holes), np.int64)
    wanted = np.ones(len(holes), np.bool_) if nulls is None else ~nulls
    for number, street in enumerate(texts):
        here = wanted & (which == number)
        if street is None or not here.any():
            continue
        cards = STREETS[street]
        _refuse_others(street, keys.cards[here & (keys.cards != cards)])
        for run_number in [None] if run is None else np.unique(run[here]).tolist():
            rows = np.flatnonzero(here if run is None else here & (run == run_number))
            chosen = library.buckets.run(street, run=run_number)
            on = np.empty((0, len(rows)), np.uint8)
            if cards:
                on = np.ascontiguousarray(canonical_boards(cards).cards[keys.board_id[rows]].T)
            buckets[rows] = library.buckets.of(chosen, keys.hole_id[rows], on)
    return column_of(buckets, nulls)


def _streets(column: pa.Array) -> tuple[list[str | None], np.ndarray]:
    """The distinct streets, and the place of each row's street among them."""
    if not is_text(column.type):
        raise UsageError(f"a street is {', '.join(STREETS)} as text, not {sql_type(column.type)}")
    texts, which = different_texts(column)
    for text in texts:
        if text is not None and text not in STREETS:
            raise UsageError(f"the street is {text!r}; {did_you_mean(text, STREETS)}")
    return texts, np.zeros(len(column), np.intp) if which is None else which


def _refuse_others(street: str, cards: np.ndarray) -> None:
    """CardError for boards of another street."""
    if not len(cards):
        return
    count, needed = int(cards[0]), STREETS[street]
    if not needed:
        raise CardError(f"before the flop there is no board; one has {counted(count)}")
    if not count:
        raise CardError(f"no board; the {street} has {counted(needed)}")
    raise CardError(f"a board has {counted(count)}; the {street} has {needed}")
