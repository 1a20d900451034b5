"""Rankings of the holes of Omaha, which percentages of ranges go by, out of the lake."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import GAMES, Game
from pokerlake.engine.cards.boards import CANONICAL_HOLES
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.lake import Lake, lake_path

from .stored import damaged, kept, stored_columns

Ranking = npt.NDArray[np.float64]

_SHARES = {"win": 2, "tie": 1, "lose": 0}  # of a half, in quarters of the pot


def omaha_ranking(rule: Game, lake: Lake | None = None, path: Path | None = None) -> Ranking:
    """What each hole of a game, up to suits, gets on average against a random one.

    Parameters
    ----------
    rule : Game
        Omaha of four to six cards, or hi-lo.
    lake : Lake, optional
        That at ``path`` if not given; ``$POKERLAKE_LAKE`` or ``./lake`` without that.

    Returns
    -------
    (16432,), (134459,) or (962988,) float64
        In the order of the game's table: whole numbers, which are exact, and tie where it does.

    Raises
    ------
    RangeError
        If there is no table of such holes.
    LakeError
        If the table is not in the lake, or is damaged.
    """
    if not rule.holes_table:
        known = ", ".join(game.name for game in GAMES.values() if game.holes_table)
        raise RangeError(f"there is no ranking of the holes of {rule.name}; there are of {known}")
    table = rule.holes_table
    values = _quarters if rule.halves else _halves
    lake = lake or Lake.open(lake_path(path))
    found: Ranking = kept(lake, table, lambda lake: values(lake, table))
    if len(found) != CANONICAL_HOLES[rule.hole]:
        raise damaged(lake, table)
    return found


def _halves(lake: Lake, table: str) -> Ranking:
    rows = stored_columns(lake, table, ["win", "tie"])
    total = 2 * rows["win"].astype(np.int64) + rows["tie"]
    return np.asarray(total, np.float64)


def _quarters(lake: Lake, table: str) -> Ranking:
    rows = stored_columns(lake, table, HI_LO_OUTCOMES)
    total = np.zeros(len(rows[HI_LO_OUTCOMES[0]]), np.int64)
    for name, deals in rows.items():  # high_win_low_tie, high_win_no_low
        _, high, *low = name.split("_")
        share = _SHARES[high] + _SHARES[high if low == ["no", "low"] else low[1]]
        total += share * deals.astype(np.int64)
    return total.astype(np.float64)
