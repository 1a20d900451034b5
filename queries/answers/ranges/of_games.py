"""Ranges of any game as holes with their weights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.ranges.scanner import RangeError

from .given import RangeReader, weights_of
from .omaha import OmahaReader

Cards = npt.NDArray[np.uint8]
Weights = npt.NDArray[np.float64]


def holes_and_weights(given: Any, game: Game, lake: Path | None = None) -> tuple[Cards, Weights]:
    """The holes of a range of a game, ``(k, m)`` ``uint8``, and their weights, ``(m,)``.

    Parameters
    ----------
    given : str or other
        A hand, or a range as the game writes them; in Python also what ``Range`` and ``OmahaRange``
        take, and these.
    game : Game
    lake : Path, optional
        Where rankings for percentages are.

    Raises
    ------
    RangeError, CardError
        If it is no range, or an empty one.
    LakeError
        If a percentage needs a table that is not there.
    """
    holes, weights = _READERS[game.hole == 2](given, game, lake)
    if not len(weights):
        raise RangeError("the range is empty")
    return holes, weights


def _by_hole_id(given: Any, game: Game, lake: Path | None) -> tuple[Cards, Weights]:
    reader = RangeReader(lake, order=game.high, dead=game.dead)
    weights = reader.alive(weights_of(given, reader.weights))
    there = np.flatnonzero(weights)
    return np.ascontiguousarray(hole_cards()[there].T), weights[there]


def _by_cards(given: Any, game: Game, lake: Path | None) -> tuple[Cards, Weights]:
    found = OmahaReader(game, lake).any(given)
    return np.ascontiguousarray(found.holes.T), found.weights


_READERS: dict[bool, Callable[[Any, Game, Path | None], tuple[Cards, Weights]]] = {
    True: _by_hole_id,
    False: _by_cards,
}
