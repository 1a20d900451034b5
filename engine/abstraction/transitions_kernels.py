"""The kernel of transitions."""
# mypy: ignore-errors

from __future__ import annotations

from ..accelerate import kernel
from ..signatures import I64, U16, U32, Array, Input

# r = rows of some boards, c = next cards, m = all rows of the next street; k, l = buckets


@kernel
def count_next(
    rows: Input[U32, "r, c"],
    buckets: Input[U16, "r"],
    deals: Input[I64, "r"],
    next_buckets: Input[U16, "m"],
    counts: Array[I64, "k, l"],  # added to
) -> None:
    """Add the deals of each row to the buckets that it comes to."""
    for row in range(len(rows)):
        for card in range(rows.shape[1]):
            counts[buckets[row], next_buckets[rows[row, card]]] += deals[row]
