"""A decision of a solved spot as the 13 x 13 grid: each hand divided by what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from rich.text import Text

from pokerlake.engine.cards.holes import HANDS, hand_combos

from ...connection import connect
from ..drawing import numerals, svg
from ..drawing.cells import GRID, TERMINAL, Cell, Piece, cells_text, draw_cells
from ..drawing.colours import NOTHING
from ..drawing.layout import append_kinds, kind_legend
from ..grids.kind_grid import looks_of
from ..grids.value_grid import DIAGONAL, DIAGONAL_TEXT
from ..registry import Drawn, Option, chart
from .decisions import SolvedDecision, solved_decision

SPOT = Annotated[int, Option("The number of a spot in the lake.", "N")]
LINE = Annotated[str, Option("The actions so far: 'x b94'.  [default: none]", "ACTIONS")]
CARDS = Annotated[str, Option("The cards dealt by then: 8c.", "CARDS")]
_LEAST = 0.0005  # of a share that is drawn
_HEIGHT = "A cell is filled as high as its combos come here."


@chart("strategy", place=47, example="--spot 1", terminal=True)
def strategy(
    spot: SPOT, line: LINE = "", cards: CARDS = "", title: str = "", lake: Path | None = None
) -> Drawn:
    """Draw what each hand does in a decision of a solved spot.

    A cell is divided by how often the hand takes each action, and filled as high as its combos come
    here. Pointed at in SVG or HTML, it shows what each action wins. 'pokerlake solve --from' fills
    the lake.
    """
    with connect(lake) as connection:
        found = solved_decision(connection, spot, line, cards)
    return drawn_strategy(found, title)


def drawn_strategy(found: SolvedDecision, title: str = "") -> Drawn:
    """The picture of a decision; by default its title says the spot."""
    return Drawn(title or found.title, (found, title or found.title), draw_strategy, strategy_text)


def _cells(found: SolvedDecision) -> list[Cell]:
    """A cell for each of the 169 hands."""
    looks = looks_of(found.actions)
    hands, weight = found.hands, found.weight
    cells = []
    for at, name in enumerate(HANDS):
        holes = np.flatnonzero((hands == at) & (weight > 0))
        if not len(holes):
            cells.append(Cell(name, None, NOTHING, (f"{name}: never comes here",)))
            continue
        mass = weight[holes, None] * found.shares[holes]
        shares = mass.sum(axis=0) / mass.sum()
        values = np.nansum(mass * found.values[holes], axis=0)
        combos = float(found.reach[holes].sum())
        told = [f"{name}: {combos:.3g} of {int(hand_combos()[at])} combos"]
        there = [kind for kind in looks.order if shares[kind] >= _LEAST]
        told += [
            f"{found.actions[kind]}: {numerals.percent(float(shares[kind]))} %, "
            f"wins {values[kind] / mass[:, kind].sum():.2f}"
            for kind in there
        ]
        total = sum(shares[kind] for kind in there)
        pieces = tuple(
            Piece(float(shares[kind] / total), looks.colours[kind], looks.letters[kind])
            for kind in there
        )
        height = min(1.0, combos / float(hand_combos()[at]))
        cells.append(Cell(name, None, NOTHING, tuple(told), pieces=pieces, height=height))
    return cells


def draw_strategy(found: SolvedDecision, title: str) -> str:
    """The grid as SVG."""
    looks, totals = looks_of(found.actions), found.totals
    width = 2 * svg.MARGIN + GRID
    head, top = svg.heading(title, width)
    kinds = [(looks.colours[kind], totals[kind]) for kind in looks.order]
    legend, foot = kind_legend(kinds, svg.MARGIN, top + GRID + 14, GRID)
    parts = [
        *head,
        *draw_cells(_cells(found), svg.MARGIN, top, diagonal=True),
        *legend,
        *svg.notes([_HEIGHT, DIAGONAL], svg.MARGIN, foot + 13),
    ]
    return svg.document(title, width, foot + 13 + svg.LINE + 18, parts)


def strategy_text(found: SolvedDecision, title: str, columns: int = TERMINAL) -> Text:
    """The grid for a terminal: of each cell a bar of letters and colours."""
    looks, totals = looks_of(found.actions), found.totals
    text = cells_text(_cells(found), title, columns, diagonal=True)
    append_kinds(text, ((looks.colours[at], looks.letters[at], totals[at]) for at in looks.order))
    return text.append(f"\n{DIAGONAL_TEXT}")
