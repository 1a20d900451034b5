"""A measure of every starting hand on one board, as the 13 x 13 grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HANDS, hand_of_hole

from ..drawing.colours import FREE, Ends
from ..grids.hand_values import HandValues
from ..grids.value_grid import ValueGrid
from .board_holes import (
    BoardHoles,
    board_holes,
    board_title,
    names_of,
    parse_board,
    require_measure,
)


def board_grid(
    board: str,
    measure: str = "ehs",
    title: str = "",
    ends: Ends = FREE,
) -> ValueGrid:
    """A measure of every hand on a board in %: the mean of the hand's live holes.

    Raises CardError if the text is no board; UsageError if there is no such measure on such a
    board.
    """
    called = require_measure(measure, len(parse_board(board)))
    found = board_holes(board)
    percents = 100 * found.measures[measure]
    hand = hand_of_hole()[found.holes]
    combos = np.bincount(hand, minlength=len(HANDS))
    sums = np.bincount(hand, percents, minlength=len(HANDS))
    means = np.where(combos, sums / np.maximum(combos, 1), np.nan)
    holes = [list(_hole_lines(found, percents, hand == at)) for at in range(len(HANDS))]
    return grid_of_means(found.board, called, means, combos.tolist(), holes, title, ends)


def grid_of_means(
    board: str,
    measure: str,
    means: npt.NDArray[np.float64],
    combos: Sequence[int],
    holes: Sequence[Sequence[str]],
    title: str = "",
    ends: Ends = FREE,
) -> ValueGrid:
    """The grid of the means of live holes: of each hand, how many there are, and a line for each.

    Holes that are the same up to the board's suits share a line: ``AdKd, AcKc: 41.05 %``.
    """
    told = []
    for hand, mean, count, lines in zip(HANDS, means.tolist(), combos, holes, strict=True):
        counted = "1 live combo" if count == 1 else f"the mean of {count} live combos"
        first = f"{hand}: {mean:.2f} % {measure}, {counted}"
        told.append((first if count else f"{hand}: no combo is left on {board}", *lines))
    dead = ", ".join(hand for hand, count in zip(HANDS, combos, strict=True) if not count)
    return ValueGrid(
        HandValues(means),
        told,
        title or board_title(f"{measure} of each hand", board),
        f"% {measure}",
        "Against one random opponent; the mean of a hand's live combos.",
        f"Grey: no combo left, {dead}." if dead else "",
        ends,
    )


def _hole_lines(
    found: BoardHoles, percents: npt.NDArray[np.float64], own: npt.NDArray[np.bool_]
) -> Iterator[str]:
    """The holes of a hand, those that are the same up to suits together, the best first."""
    groups: dict[int, list[int]] = {}
    for at in np.flatnonzero(own).tolist():
        groups.setdefault(int(found.alike[at]), []).append(at)
    for group in sorted(groups.values(), key=lambda group: (-percents[group[0]], -group[-1])):
        yield f"{names_of(found.holes[group])}: {percents[group[0]]:.2f} %"
