"""Rounds of buckets and centres, from several starts: what all kinds of clustering share.

Between two rounds all that is known is in a :class:`Midway`: who keeps that can go on later, and
comes to the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..given import shown

NEW_ROUND = 0.0005  # a round must bring the mean distance down by this part of it

Ints = npt.NDArray[np.int64]
State = tuple[npt.NDArray[Any], ...]  # the centres, and what a kind needs beside them
Listener = Callable[[int, int, int], object]


class Best(NamedTuple):
    """The end of the best start so far."""

    state: State
    total: int
    rounds: int


class Midway(NamedTuple):
    """Where the choice of buckets is, between two rounds, or between two restarts."""

    restart: int
    rounds: int  # of this restart, that are done
    before: int  # the sum of distances in the last of them
    state: State  # empty where none is done
    best: Best | None  # of the restarts before


class Rounds(Protocol):
    """A kind of rows, which can be put into buckets."""

    def start(self, k: int, rng: np.random.Generator) -> State:
        """Draw centres."""
        ...

    def measure(self, state: State) -> tuple[int, Ints]:
        """Put rows into buckets: the sum of their distances, times weights, and rows by bucket."""
        ...

    def move(self, state: State) -> State:
        """Move the centres of the buckets that were measured last."""
        ...


def best_of(
    kind: Rounds,
    k: int,
    *,
    seed: int,
    restarts: int,
    rounds: int,
    progress: Listener | None = None,
    midway: Midway | None = None,
    save: Callable[[Midway], object] | None = None,
) -> Best:
    """The best buckets of some starts; the kind has measured them last.

    ``k``: buckets; ``seed``, ``restarts``, ``rounds``: at most so many rounds in each restart;
    fewer where one changes the sum of distances by less than a two-thousandth; ``midway``: where to
    go on; ``save``: is given where it is after each round. Raises ValueError if a number is below
    1.
    """
    for name, number in (("k", k), ("restarts", restarts), ("rounds", rounds)):
        if number < 1:
            raise ValueError(f"{name} is {shown(number)}: give 1 or more")
    best = midway.best if midway else None
    state: State = ()
    for restart in range(midway.restart if midway else 0, restarts):
        before: int | None
        if midway and midway.state and restart == midway.restart:
            state, done, before = midway.state, midway.rounds, midway.before
        else:
            state, done, before = kind.start(k, np.random.default_rng([seed, restart])), 0, None
        while True:
            total, counts = kind.measure(state)
            done += 1
            if progress is not None:
                progress(restart, done, total)
            enough = before is not None and before - total <= NEW_ROUND * before
            if counts.min() and (done >= rounds or enough):
                break
            before, state = total, kind.move(state)
            if save is not None:
                save(Midway(restart, done, before, state, best))
        if best is None or total < best.total:
            best = Best(state, total, done)
    assert best is not None
    if best.state is not state:
        kind.measure(best.state)
    return best
