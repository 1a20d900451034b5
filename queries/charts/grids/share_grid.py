"""Ranges in the grid of hands: each is filled as far up as its combos are in the range.

It is 13 x 13, and of a game with a smaller deck no larger than that: 9 x 9 in short deck.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from rich.text import Text

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.holes import HANDS, hand_combos, hands_without
from pokerlake.engine.ranges.weights import Weights, as_range, hand_weights
from pokerlake.tables.errors import UsageError

from ..drawing import numerals, svg
from ..drawing.cells import (
    COLUMNS,
    SIDE,
    TERMINAL,
    Cell,
    append_cards,
    cells_text,
    draw_cells,
)
from ..drawing.colours import DIVERGING, NOTHING, SHARE, Scale
from ..drawing.layout import colour_legend
from .value_grid import DIAGONAL, DIAGONAL_TEXT

Shares = npt.NDArray[np.float64]

_SPACE = 34.0  # between two grids
_SHORT = "Pairs are framed, suited hands above them."  # for a smaller grid
_DIFFERENCE = Scale(-1, 1, DIVERGING)


def hand_shares(weights: Weights) -> Shares:
    """The share of each hand's combos, ``(169,)``, that is in a range: ``(1326,)`` weights, 0 to 1.

    RangeError if these are no such weights, and UsageError if all are 0.
    """
    given = as_range(weights)
    if not given.any():
        raise UsageError("the range is empty; there is nothing to draw")
    return hand_weights(given) / hand_combos()


def range_total(shares: Shares, game: Game = HOLDEM) -> str:
    """How much of all hands a range is, in words: ``73.5 of 1,326 combos, 5.54 %``."""
    combos = float(shares @ hand_combos())
    return f"{combos:,.6g} of {game.holes:,} combos, {100 * combos / game.holes:.3g} %"


def _columns(game: Game) -> int:
    """How many hands are in a row: a rank of the deck each."""
    return len({card >> 2 for card in game.deck})


def draw_range(weights: Weights, title: str = "", game: Game = HOLDEM) -> str:
    """One range, ``(1326,)`` weights, as SVG; errors are those of :func:`hand_shares`."""
    shares, columns = hand_shares(weights), _columns(game)
    side = columns * SIDE
    width = 2 * svg.MARGIN + side
    head, top = svg.heading(title, width)
    foot = top + side + 14
    cells = _filled_cells(shares, game)
    parts = [
        *head,
        *draw_cells(cells, svg.MARGIN, top, diagonal=True, columns=columns),
        *_share_legend(shares, game, svg.MARGIN, foot),
        svg.label(svg.MARGIN, foot + 13 + svg.LINE + 4, DIAGONAL if columns == COLUMNS else _SHORT),
    ]
    return svg.document(title or "Range", width, foot + 40 + svg.MARGIN, parts)


def draw_ranges(
    one: Weights,
    other: Weights,
    names: tuple[str, str],
    title: str = "",
    game: Game = HOLDEM,
) -> str:
    """Two ranges side by side, each under its name, and the first less the second, as SVG."""
    first, second = hand_shares(one), hand_shares(other)
    columns = _columns(game)
    side = columns * SIDE
    width = 2 * svg.MARGIN + 3 * side + 2 * _SPACE
    head, top = svg.heading(title, width)
    lefts = [svg.MARGIN + at * (side + _SPACE) for at in range(3)]
    grids = [
        _filled_cells(first, game),
        _filled_cells(second, game),
        _difference_cells(first, second, game),
    ]
    captions = (f"A: {names[0]}", f"B: {names[1]}", "A less B")
    grid_top = top + 28
    foot = grid_top + side + 14
    parts = [
        *head,
        *(
            svg.label(left, top + 16, svg.shortened(svg.clean(text), side, 18), font_size=18)
            for left, text in zip(lefts, captions, strict=True)
        ),
        *(
            part
            for cells, left in zip(grids, lefts, strict=True)
            for part in draw_cells(cells, left, grid_top, diagonal=True, columns=columns)
        ),
        *_share_legend(first, game, lefts[0], foot),
        *_share_legend(second, game, lefts[1], foot),
        svg.label(lefts[0], foot + 13 + svg.LINE + 4, DIAGONAL),
        *colour_legend(Scale(-100, 100, DIVERGING), lefts[2], foot, side, "% of combos"),
    ]
    return svg.document(title or "Two ranges", width, foot + 36 + svg.MARGIN, parts)


def _share_legend(shares: Shares, game: Game, x: float, y: float) -> list[str]:
    """What a fill is, and on the right how much of all hands the range is."""
    swatch = 16.0
    return [
        svg.rectangle(x, y, swatch, swatch, fill=NOTHING),
        svg.rectangle(x, y + swatch / 2, swatch, swatch / 2, fill=SHARE),
        svg.label(x + swatch + 8, y + 13, "in the range"),
        svg.label(x + _columns(game) * SIDE, y + 13, range_total(shares, game), text_anchor="end"),
    ]


def _combos_in(at: int, share: float) -> str:
    """How much of a hand is in a range, in words: ``3 of 4 combos, 75 %``."""
    combos = int(hand_combos()[at])
    return f"{share * combos:.4g} of {combos} combos, {numerals.percent(share)} %"


def _filled_cells(shares: Shares, game: Game) -> list[Cell]:
    cells = []
    for at in hands_without(game.dead).tolist():
        hand, share = HANDS[at], float(shares[at])
        below = f"{numerals.percent(share)}%" if 0 < share < 1 else None
        cells.append(Cell(hand, below, NOTHING, (f"{hand}: {_combos_in(at, share)}",), share))
    return cells


def _difference_cells(first: Shares, second: Shares, game: Game) -> list[Cell]:
    cells = []
    for at in hands_without(game.dead).tolist():
        hand, a, b = HANDS[at], float(first[at]), float(second[at])
        told = (f"{hand}: A {_combos_in(at, a)}; B {_combos_in(at, b)}",)
        below, ground = (difference(a, b), _DIFFERENCE.colour(a - b)) if a or b else (None, NOTHING)
        cells.append(Cell(hand, below, ground, told))
    return cells


def difference(first: float, second: float) -> str:
    """How much more of a hand one range has than the other: ``+50``, ``=``."""
    if abs(first - second) < 0.0005:
        return "="
    return ("+" if first > second else "-") + numerals.percent(abs(first - second))


def range_text(
    weights: Weights, title: str = "", game: Game = HOLDEM, columns: int = TERMINAL
) -> Text:
    """One range for a terminal: the percentage of each hand's combos that is in it."""
    shares = hand_shares(weights)
    cells = _filled_cells(shares, game)
    text = cells_text(cells, title, columns, diagonal=True, in_row=_columns(game))
    text.append(f"% of a hand's combos that is in the range: {range_total(shares, game)}\n")
    return text.append(DIAGONAL_TEXT)


def ranges_text(
    one: Weights,
    other: Weights,
    names: tuple[str, str],
    title: str = "",
    game: Game = HOLDEM,
    columns: int = TERMINAL,
) -> Text:
    """Two ranges as one grid for a terminal: how many % more of each hand the first has."""
    first, second = hand_shares(one), hand_shares(other)
    cells = _difference_cells(first, second, game)
    text = cells_text(cells, title, columns, diagonal=True, in_row=_columns(game))
    text.append("% of a hand's combos, A less B; = in both alike")
    for name, given, shares in zip("AB", names, (first, second), strict=True):
        append_cards(text, f"\n{name}: {svg.clean(given)}: {range_total(shares, game)}")
    return text.append(f"\n{DIAGONAL_TEXT}")
