"""Hand strength against positive potential as a heat map: of a board, a hand, or all flops."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import duckdb
import numpy as np
import numpy.typing as npt
from rich.text import Text

from pokerlake.engine.cards.holes import HANDS
from pokerlake.tables.errors import QueryError, UsageError

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.canvas import SHADES, Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import FREE, VIRIDIS, Ends, Scale
from ..drawing.layout import colour_legend, level_axis, upright_axis
from ..grids.hand_values import require_hands
from ..registry import Drawn, MaxOption, MinOption, Option, chart
from .board_holes import BOARD_HELP, STREETS, board_holes, board_title, names_of, parse_board

BINS = 50  # of 0 to 1, either way
_MOST_NAMED = 24  # holes that a cell names
_CELL, _LEFT, _GROUND = 13.0, 46.0, "#f4f4f4"
_LEAST_ROWS = 25  # half of the way up, however little potential there is
_AXIS = 12  # columns of a terminal beside the map
_LOGARITHMIC = 100  # how many times the fewest deals the most must be

Bin = tuple[int, int]


@dataclass(frozen=True)
class Potential:
    """How many deals have which hand strength and potential."""

    # (50, 50), [hs, ppot], in steps of 0.02: cell i is from 0.02 i up to, but without, the next
    # one's; the last has 1 as well.
    deals: npt.NDArray[np.int64]
    counted: str  # combos of a board, or deals on all flops
    steps: str  # how far ahead the potential looks: one-step or two-step
    holes: Mapping[Bin, str] = field(default_factory=dict)  # the names of those in a cell


@chart("potential", place=80, example="--board 3h4sJh", terminal=True)
def potential(
    board: Annotated[str | None, Option(f"{BOARD_HELP}  [default: all flops]", "CARDS")] = None,
    hand: Annotated[str | None, Option("A hand: AKs.  [default: all hands]", "HAND")] = None,
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw hand strength against positive potential.

    The picture is for a board, or for all flops. Potential is two cards ahead on a flop, and one on
    a turn. Pointed at in SVG or HTML, a cell shows its deals, and on a board its combos.
    """
    ends = Ends.of(min_, max_)
    if min_ is not None and min_ < 1:
        raise UsageError(f"--min {min_:g}; a cell with a colour has 1 deal or more")
    if board is not None and hand is not None:
        raise UsageError("give --board or --hand, not both")
    whose = hand or "each hand"
    title = title or board_title(f"hand strength and potential of {whose}", board)
    if board is not None:
        found = board_potential(board)
    else:
        with connect(lake) as connection:
            found = flop_potential(connection, hand)
    return Drawn(title, (found, title, ends), draw_potential, potential_text)


def board_potential(board: str) -> Potential:
    """The holes on a flop or a turn.

    Raises CardError if the text is no board; UsageError if it is a river.
    """
    cards = len(parse_board(board))
    if cards == 5:
        raise UsageError(f"{board} is a {STREETS[5]}, with no card to come: it has no potential")
    found = board_holes(board)
    steps, column = ("two-step", "ppot2") if cards == 3 else ("one-step", "ppot1")
    ratios = np.stack([found.measures["hs"], found.measures[column]])
    bins = np.minimum(np.floor(BINS * ratios), BINS - 1).astype(np.int64)
    deals = np.zeros((BINS, BINS), np.int64)
    np.add.at(deals, tuple(bins), 1)
    holes: dict[Bin, list[int]] = {}
    for hole, row, col in zip(found.holes.tolist(), *bins.tolist(), strict=True):
        holes.setdefault((row, col), []).append(hole)
    named = {place: _named(members) for place, members in holes.items()}
    return Potential(deals, "combos", steps, named)


def _named(holes: list[int]) -> str:
    more = len(holes) - _MOST_NAMED
    shown = sorted(holes, reverse=True)[:_MOST_NAMED]
    return names_of(shown) + (f" and {more} more" if more > 0 else "")


def flop_potential(connection: duckdb.DuckDBPyConnection, hand: str | None = None) -> Potential:
    """The deals of a hand, or of all, on all flops, from the lake's view ``flop_strength``.

    Raises UsageError if the hand is none of the 169; QueryError if the view is not there, or lacks
    the hand.
    """
    if hand is not None:
        hand = HANDS[require_hands([hand])[0]]
    rows = own_rows(connection, "charts/flop_potential", hand=hand, bins=BINS)
    if not len(rows):
        raise QueryError(f"flop_hands has no rows of {hand or 'any hand'}; run 'pokerlake verify'")
    deals = np.zeros((BINS, BINS), np.int64)
    deals[rows["hs_bin"].to_numpy(), rows["ppot_bin"].to_numpy()] = rows["deals"].to_numpy()
    return Potential(deals, "deals", "two-step")


def draw_potential(potential: Potential, title: str = "", ends: Ends = FREE) -> str:
    """The heat map as SVG: pointed at, a cell tells how many deals it has."""
    rows = _rows(potential.deals)
    left = svg.MARGIN + _LEFT
    right = left + BINS * _CELL
    head, top = svg.heading(title, right + svg.MARGIN)
    top += 34
    bottom = top + rows * _CELL
    marks = [mark / 10 for mark in range(11)]
    heights = [mark for mark in marks if mark * BINS <= rows + 1e-9]
    name, scale = _scale(potential.deals, ends)
    is_log = name == "logarithmic"
    there = potential.deals[potential.deals > 0]
    spread = float(there.min()), float(there.max())
    if is_log:
        powers = range(math.ceil(scale.low - 1e-9), math.floor(scale.high + 1e-9) + 1)
        places = [(float(power), f"{10**power:,}") for power in powers]
    else:
        marks_of = numerals.ticks(scale.low, scale.high, 6)
        whole = [mark for mark in marks_of if mark == int(mark)]
        places = list(zip(whole, numerals.tick_numerals(whole), strict=True))
    unit = f"{potential.counted}, {name}"
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 14, f"{potential.steps} PPot, against one random opponent"),
        svg.rectangle(left, top, BINS * _CELL, rows * _CELL, fill=_GROUND),
        *upright_axis([(bottom - at * BINS * _CELL, f"{at:g}") for at in heights], left, right),
        *level_axis([(left + at * BINS * _CELL, f"{at:g}") for at in marks], top, bottom),
        svg.label((left + right) / 2, bottom + 44, "HS", text_anchor="middle"),
        *_cells(potential, scale, is_log, left, bottom),
        *colour_legend(scale, left, bottom + 66, BINS * _CELL, unit, places),
        *svg.notes(_beyond(spread, ends), left, bottom + 66 + 60),
    ]
    height = bottom + 66 + 50 + svg.LINE * len(_beyond(spread, ends))
    return svg.document(title or "Potential", right + svg.MARGIN, height, parts)


def _beyond(spread: tuple[float, float], ends: Ends) -> list[str]:
    """A note on numbers that the scale does not have."""
    low, high = ends.over(*spread)
    fewer = [f"fewer than {low:,.9g}"] * (spread[0] < low)
    more = [f"more than {high:,.9g}"] * (spread[1] > high)
    beyond = " or ".join(fewer + more)
    return [f"Cells of {beyond} have the colour of the end."] if beyond else []


def _scale(deals: npt.NDArray[np.int64], ends: Ends) -> tuple[str, Scale]:
    """The colours of numbers of deals, by the numbers or their logarithms, and which of both."""
    fewest, most = ends.over(float(deals[deals > 0].min()), float(deals.max()))
    if most >= _LOGARITHMIC * fewest:
        return "logarithmic", Scale(math.log10(fewest), math.log10(most), VIRIDIS)
    return "linear", Scale(0 if ends.least is None else fewest, most, VIRIDIS)


def _rows(deals: npt.NDArray[np.int64]) -> int:
    """How many steps of potential are drawn: all that there are, to a tenth above."""
    highest = int(np.flatnonzero(deals.any(axis=0))[-1]) + 1
    tenth = BINS // 10
    return max(_LEAST_ROWS, -(-highest // tenth) * tenth)


def _cells(
    potential: Potential, scale: Scale, logarithmic: bool, left: float, bottom: float
) -> Iterator[str]:
    total = int(potential.deals.sum())
    for row, col in np.argwhere(potential.deals).tolist():
        count = int(potential.deals[row, col])
        counted = potential.counted.removesuffix("s" if count == 1 else "")
        told = [
            f"HS {_step(row)}, PPot {_step(col)}: "
            f"{count:,} {counted}, {numerals.percent(count / total)} %"
        ]
        if (row, col) in potential.holes:
            told.append(potential.holes[row, col])
        colour = scale.colour(math.log10(count) if logarithmic else count)
        x, y = left + _CELL * row, bottom - _CELL * (col + 1)
        yield svg.rectangle(x, y, _CELL, _CELL, *told, fill=colour)


def _step(at: int) -> str:
    return f"{at / BINS:.2f} to {(at + 1) / BINS:.2f}"


def potential_text(
    potential: Potential, title: str = "", ends: Ends = FREE, columns: int = TERMINAL
) -> Text:
    """The heat map for a terminal: a column a step of strength, or two; a row two of potential."""
    wide = 1 if columns >= BINS + _AXIS else 2
    rows = -(-_rows(potential.deals) // 2)
    text, canvas = start_text(title), Canvas(BINS // wide + _AXIS, rows)
    deals = potential.deals.reshape(BINS // wide, wide, BINS // 2, 2).sum(axis=(1, 3))
    name, scale = _scale(deals, ends)
    for column, row in np.argwhere(deals).tolist():
        if row < rows:
            count = float(deals[column, row])
            value = math.log10(count) if name == "logarithmic" else count
            canvas.shade(column, rows - 1 - row, scale, value)
    across = [(column / 10, f"{column / 10:g}") for column in range(11)]
    heights = [
        ((mark * BINS / 2 / 10 - 0.5) / (rows - 1), f"{mark / 10:g}")
        for mark in range(1, 11)
        if mark * BINS / 20 <= rows
    ]
    text.append(f"{potential.steps} PPot, against one random opponent\n")
    canvas.append_to(text, heights, across, "HS\n")
    there = deals[deals > 0]
    low, high = ends.over(float(there.min()), float(there.max()))
    text.append(f"{SHADES.strip()} {low:,.9g} to {high:,.9g} {potential.counted}, {name}")
    for note in _beyond((float(there.min()), float(there.max())), ends):
        text.append(f"\n{note}")
    return text
