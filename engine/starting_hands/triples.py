"""Three starting hands."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS


@functools.cache
def hand_triples() -> npt.NDArray[np.uint8]:
    """The triples of starting hands, in any order and with repetition.

    Returns
    -------
    (818805, 3) uint8
        Numbers of hands, ascending within a triple. Read-only.
    """
    hands = np.arange(len(HANDS), dtype=np.uint8)
    first, second, third = (of.ravel() for of in np.meshgrid(hands, hands, hands, indexing="ij"))
    ascending = (first <= second) & (second <= third)
    triples = np.stack([first, second, third], axis=1)[ascending]
    triples.flags.writeable = False
    return triples
