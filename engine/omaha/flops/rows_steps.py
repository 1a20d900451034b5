"""Steps on holes of four cards that kernels of this room inline."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import inlined
from ...cards.steps import sorted2
from ...signatures import U8, U32, Input


@inlined
def image_number(
    a: np.uint8,
    b: np.uint8,
    c: np.uint8,
    d: np.uint8,
    image: Input[U8, "52"],  # the cards under a permutation of the suits
    choose: Input[U32, "5, 52"],
):
    """Return the number of the hole that a hole becomes."""
    a, b = sorted2(image[a], image[b])
    c, d = sorted2(image[c], image[d])
    a, c = sorted2(a, c)
    b, d = sorted2(b, d)
    b, c = sorted2(b, c)
    return choose[0, a] + choose[1, b] + choose[2, c] + choose[3, d]
