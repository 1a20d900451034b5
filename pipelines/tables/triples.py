"""Builds the tables of any three starting hands, on every board, exact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, SHORT_DECK_HIGH, Order
from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.orders.evaluate import board_order
from pokerlake.engine.starting_hands.triples import (
    ONE_ABOVE,
    ONE_BELOW,
    ORDERS,
    SHARES,
    STRICT,
    hand_triples,
    order_counts,
    triple_deals,
)
from pokerlake.tables.definitions.starting_hands import MATCHUPS3, SHORT_MATCHUPS3
from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import Parameters
from pokerlake.tables.store import read_table

from ..build import Build, Cost

TRIPLES = {HIGH: MATCHUPS3, SHORT_DECK_HIGH: SHORT_MATCHUPS3}  # by order of hands

Counts = npt.NDArray[np.int64]
Places = npt.NDArray[np.intp]

_HANDS = ["first", "second", "third"]
_PAIRS = ((0, 1), (0, 2), (1, 2))
_KINDS = [len(STRICT), len(STRICT) + len(ONE_ABOVE)]  # where the next kind of orders begins


def _orders(partition: int, _: Parameters, *, order: Order) -> pa.Table:
    """The orders of a share of the rivers, a column each: all rivers together fit 32 bits."""
    counts = order_counts(partition, board_order(order)).T.astype(np.uint32)
    return pa.table({f"order_{number}": column for number, column in enumerate(counts)})


def _matchups3(parts: Iterator[pa.Table], _: Parameters, *, order: Order) -> Iterator[pa.Table]:
    """The rows, those of the parts added up one by one; in each the hands are in order of text."""
    hands = hand_triples(board_order(order))
    orders = np.zeros((ORDERS + 1, len(hands)), np.int64)
    for part in parts:
        for total, column in zip(orders, part.columns, strict=False):
            total += column.to_numpy()
    orders[ORDERS] = triple_deals(board_order(order)) - orders.sum(axis=0)  # all three tie
    names = np.array(HANDS)
    place = names.argsort().argsort()[hands]  # of each name among all, in order of text
    at = place.argsort(axis=1, kind="stable")
    rows = np.lexsort(np.take_along_axis(place, at, axis=1).T[::-1])
    by_text = np.take_along_axis(hands, at, axis=1)[rows]
    named = zip(_HANDS, by_text.T, strict=True)
    columns = {name: pa.DictionaryArray.from_arrays(hand, pa.array(names)) for name, hand in named}
    yield pa.table({**columns, **_named_counts(orders[:, rows], at[rows])})


def stored_orders(lake: Lake, order: Order = HIGH) -> Counts:
    """The orders of any three hands, from ``matchups3`` or ``short_matchups3`` of a lake.

    Returns (818805, 13) int64: a row for each of
    :func:`~pokerlake.engine.starting_hands.triples.hand_triples`. Columns are those of
    :func:`~pokerlake.engine.starting_hands.triples.order_counts`, and the deals in which all three
    tie. They add up to all deals of the three hands. Raises LakeError if the lake does not have the
    table, or it is damaged.
    """
    stored, triples = TRIPLES[order], hand_triples(board_order(order))
    damaged = LakeError(
        f"table {stored.name} of {lake.path} is damaged; '{stored.made_by}' makes it anew"
    )
    try:
        table = read_table(lake.files(stored.name))
    except (OSError, pa.ArrowException) as error:
        what = f"table {stored.name} of {lake.path}"
        raise from_outside(error, what) or damaged from error
    names = pa.array(HANDS)
    by_text = np.stack([pc.index_in(table[name], names).to_numpy() for name in _HANDS], axis=1)
    at = by_text.argsort(axis=1, kind="stable")  # where a triple's hands stand in its row
    hands = np.take_along_axis(by_text, at, axis=1)
    rows = np.lexsort(hands.T[::-1])
    if len(rows) != len(triples) or (hands[rows] != triples).any():
        raise damaged
    columns = {name: table[name].to_numpy()[rows] for name in table.column_names[len(_HANDS) :]}
    return _orders_of(columns, at[rows])


def _named_counts(orders: Counts, at: Places) -> dict[str, Counts]:
    """The columns of counts, of orders ``(13, n)``.

    The three hands of a row are those that stand ``at`` ``(n, 3)`` of its ascending triple.
    """
    n = np.arange(len(at))
    then = np.zeros((3, 3, len(at)), np.int64)  # who wins alone, who is second alone
    alone, last = np.zeros((2, 3, len(at)), np.int64)  # who is alone above or below a tie
    strict, above, below = np.split(orders[:ORDERS], _KINDS)
    for (best, second, _), count in zip(STRICT, strict, strict=True):
        then[best, second] = count
    for (best, _, __), count in zip(ONE_ABOVE, above, strict=True):
        alone[best] = count
    for (_, __, worst), count in zip(ONE_BELOW, below, strict=True):
        last[worst] = count
    win = alone + then.sum(axis=1)
    return {
        "deals": orders.sum(axis=0),
        **{f"win_{i + 1}": win[at[:, i], n] for i in range(3)},
        **{f"tie_{i + 1}{j + 1}": last[at[:, 3 - i - j], n] for i, j in _PAIRS},
        "tie_123": orders[ORDERS],
        **{
            f"win_{i + 1}_then_{j + 1}": then[at[:, i], at[:, j], n]
            for i, j in permutations(range(3), 2)
        },
    }


def _orders_of(columns: dict[str, Counts], at: Places) -> Counts:
    """The orders ``(n, 13)`` of triples whose hands stand ``at`` ``(n, 3)`` of the row."""
    n = np.arange(len(at))
    then, last = np.zeros((3, 3, len(at)), np.int64), np.zeros((3, len(at)), np.int64)
    for i, j in permutations(range(3), 2):
        then[i, j] = columns[f"win_{i + 1}_then_{j + 1}"]
    for i, j in _PAIRS:
        last[3 - i - j] = columns[f"tie_{i + 1}{j + 1}"]
    alone = np.stack([columns[f"win_{i + 1}"] for i in range(3)]) - then.sum(axis=1)
    strict = [then[at[:, best], at[:, second], n] for best, second, _ in STRICT]
    above = [alone[at[:, best], n] for best, _, __ in ONE_ABOVE]
    below = [last[at[:, worst], n] for _, __, worst in ONE_BELOW]
    return np.stack([*strict, *above, *below, columns["tie_123"].astype(np.int64)], axis=1)


def _build(order: Order, cost: Cost) -> Build:
    compute, combine = partial(_orders, order=order), partial(_matchups3, order=order)
    return Build(TRIPLES[order], compute, cost, SHARES, combine, on_request=True)


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    _build(HIGH, Cost(220, 1_100_000_000, 32_000_000)),
    _build(SHORT_DECK_HIGH, Cost(28, 750_000_000, 3_350_000)),
)
