"""The kernel that adds up what hands meet and beat: sums of all hands less those of two cards."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import kernel
from ...signatures import F64, I32, U8, U16, Array, Input


@kernel
def meet_rows(
    cards: Input[U8, "n, 2"],
    strength: Input[U16, "n"],  # ascending, on a river
    same: Input[I32, "n"],  # the place of the same hole among the other's, -1 for none
    others: Input[U8, "m, 2"],
    other_strength: Input[U16, "m"],
    reach: Array[F64, "d, m"],
    totals: Array[F64, "d"],  # of reach
    rounding: float,  # sums below that share of all are nothing
    is_river: bool,
    met: Array[F64, "d, n"],  # set, from zeros
    beaten: Array[F64, "d, n"],  # set on a river, from zeros
) -> None:
    """Set what hands meet, and what they beat with half of what they tie with, row by row."""
    by_card = np.zeros(256)
    for d in range(len(reach)):
        row = reach[d]
        for card in range(len(by_card)):
            by_card[card] = 0.0
        for h in range(len(row)):
            by_card[others[h, 0]] += row[h]
            by_card[others[h, 1]] += row[h]
        for h in range(len(cards)):
            found = totals[d] - (by_card[cards[h, 0]] + by_card[cards[h, 1]])
            if same[h] >= 0:
                found += row[same[h]]
            met[d, h] = 0.0 if found < rounding * totals[d] else found
        if not is_river:
            continue
        for ties in range(2):  # what is weaker; then what is weaker or ties
            for card in range(len(by_card)):
                by_card[card] = 0.0
            below = 0.0
            upto = 0
            for h in range(len(cards)):
                while upto < len(row) and (
                    other_strength[upto] < strength[h]
                    or (ties == 1 and other_strength[upto] == strength[h])
                ):
                    below += row[upto]
                    by_card[others[upto, 0]] += row[upto]
                    by_card[others[upto, 1]] += row[upto]
                    upto += 1
                beaten[d, h] += below - (by_card[cards[h, 0]] + by_card[cards[h, 1]])
        for h in range(len(cards)):
            if same[h] >= 0:
                beaten[d, h] += row[same[h]]
            beaten[d, h] /= 2
