"""Push or fold as the 13 x 13 grid: what each hand does in a decision, and up to which stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from rich.text import Text

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, HOLES, hand_combos
from pokerlake.engine.given import pieces, plain_float, shown
from pokerlake.tables.errors import UsageError

from ...connection import connect
from ...sql.named import named_query
from ...statements.run import own_rows, stream
from ..drawing import numerals, svg
from ..drawing.cells import GRID, TERMINAL, Cell, cells_text, draw_cells
from ..drawing.colours import NOTHING, SHARE
from ..registry import Drawn, Option, chart
from .hand_values import HandValues
from .value_grid import DIAGONAL, DIAGONAL_TEXT, ValueGrid, draw_grid, grid_text

PLAYERS = "Number of players with the same stack."
SMALL_BLIND = "The small blind in big blinds."
ANTE = "The ante of each player in big blinds."
POSITION = "Who decides: BTN, SB, BB, ...  [default: who acts first]"
BEFORE = "A letter for each player before: f folded, i went in.  [default: the first there is]"
BEFORE_OR_FIRST = "A letter for each player before: f folded, i went in; first: the first."
_NEVER = "Grey: never, at any stack that was solved."
_AGAIN = "* folds at some smaller stack; pointed at, a cell tells all."


@dataclass(frozen=True)
class PushFoldGrid:
    """What each hand does in a decision."""

    rows: Sequence[dict[str, Any]]  # in the order of HANDS
    title: str

    @property
    def shares(self) -> np.ndarray:
        """How often each goes in, ``(169,)``."""
        return np.array([row["share"] for row in self.rows])

    @property
    def choice(self) -> str:
        """What going in is called: push or call."""
        return str(self.rows[0]["choice"])

    @property
    def total(self) -> str:
        """How many of all hands go in, in words."""
        combos = float(self.shares @ hand_combos())
        return f"{combos:,.6g} of {HOLES:,} combos, {100 * combos / HOLES:.3g} %"

    def cells(self) -> list[Cell]:
        """A cell for each of the 169 hands, filled by its share."""
        cells = []
        for row in self.rows:
            share = round(row["share"], 3)  # what is left of a mean over iterations is no share
            below = f"{numerals.percent(share)}%" if 0 < share < 1 else None
            told = [f"{row['hand']}: {self.choice} {numerals.percent(share)} %"]
            if row["value_in"] is not None:
                told.append(f"{self.choice}: {numerals.exact(round(row['value_in'], 4))}")
                told.append(f"fold: {numerals.exact(round(row['value_fold'], 4))}")
            cells.append(Cell(row["hand"], below, NOTHING, tuple(told), share))
        return cells


@chart("push-fold", place=45, example="--stack 10 --position BB", terminal=True)
def push_fold_chart(
    spot: Annotated[int | None, Option("The number of a spot in the lake.", "N")] = None,
    stack: Annotated[
        float | None, Option("The stack of every player, in big blinds.", "STACK")
    ] = None,
    stacks: Annotated[
        str | None, Option("The stack of each player: 8,12,20.", "STACKS", wide=True)
    ] = None,
    players: Annotated[int, Option(PLAYERS)] = 2,
    small_blind: Annotated[float, Option(SMALL_BLIND)] = 0.5,
    ante: Annotated[float, Option(ANTE)] = 0.0,
    prizes: Annotated[str, Option("Prizes: 50,30,20.", "PRIZES", wide=True)] = "",
    others: Annotated[
        str, Option("Stacks of players who are not in the hand.", "STACKS", wide=True)
    ] = "",
    position: Annotated[str | None, Option(POSITION, "POSITION")] = None,
    before: Annotated[str | None, Option(BEFORE, "LETTERS")] = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw who goes in with what, in a decision of push or fold that was solved.

    A cell is filled by how often the hand goes in. Pointed at in SVG or HTML, it shows what going
    in and folding are worth. 'pokerlake pushfold' solves spots.
    """
    if sum(given is not None for given in (spot, stack, stacks)) != 1:
        raise UsageError("give one of --spot, --stack and --stacks")
    asked = {
        "spot": spot, "stack": stack, "stacks": None if stacks is None else _numbers(stacks),
        "players": players, "small_blind": small_blind, "ante": ante, "prizes": _numbers(prizes),
        "others": _numbers(others), "position": position, "before": before,
    }  # fmt: skip
    with connect(lake) as connection:
        rows = own_rows(connection, "charts/push_fold", **asked).to_pylist()
    if not rows:
        raise UsageError(
            "no such decision is in this lake; solve the spot with 'pokerlake pushfold' and the "
            "same options, or see 'pokerlake sql \"from push_fold_ranges\"'"
        )
    return drawn_decision(rows, title)


def drawn_decision(rows: Sequence[dict[str, Any]], title: str = "") -> Drawn:
    """The picture of a decision.

    Parameters
    ----------
    rows : sequence of dict
        One for each of the 169 hands: ``hand``, ``choice``, ``share``, ``value_in``,
        ``value_fold``, and what is known of the spot: ``stack`` of all or None, ``stacks``,
        ``small_blind``, ``ante``, ``prizes``, ``others``, ``position``, ``facing``.
    title : str
        By default of what is known of the spot.
    """
    in_order = sorted(rows, key=lambda row: HAND_INDEX[row["hand"]])
    grid = PushFoldGrid(in_order, title or _title(in_order[0]))
    return Drawn(grid.title, (grid,), draw_push_fold, push_fold_text)


def _numbers(given: Any) -> list[float]:
    """Numbers as text with commas between, or a list."""
    if not isinstance(given, str):
        return [float(number) for number in given]
    try:
        return [plain_float(piece) for piece in pieces(given)]
    except ValueError as error:
        raise UsageError(f"{shown(given)} are no numbers; give such as 8,12,20") from error


def _title(row: dict[str, Any]) -> str:
    stacks = f"{row['stack']:g} each" if row["stack"] is not None else row["stacks"]
    parts = [f"{row['position']} {'calls' if row['choice'] == 'call' else 'pushes'}, {stacks}"]
    parts += [f"after {row['facing']}"] if row["facing"] else []
    parts += [f"small blind {row['small_blind']:g}"] if row["small_blind"] != 0.5 else []
    parts += [f"ante {row['ante']:g}"] if row["ante"] else []
    parts += [f"prizes {row['prizes']}"] if row["prizes"] else []
    parts += [f"others {row['others']}"] if row["others"] else []
    return "; ".join(parts)


def draw_push_fold(grid: PushFoldGrid) -> str:
    """The grid as SVG."""
    width = 2 * svg.MARGIN + GRID
    head, top = svg.heading(grid.title, width)
    foot, swatch = top + GRID + 14, 16.0
    parts = [
        *head,
        *draw_cells(grid.cells(), svg.MARGIN, top, diagonal=True),
        svg.rectangle(svg.MARGIN, foot, swatch, swatch, fill=NOTHING),
        svg.rectangle(svg.MARGIN, foot + swatch / 2, swatch, swatch / 2, fill=SHARE),
        svg.label(svg.MARGIN + swatch + 8, foot + 13, f"{grid.choice}, by its share"),
        svg.label(svg.MARGIN + GRID, foot + 13, grid.total, text_anchor="end"),
        svg.label(svg.MARGIN, foot + 13 + svg.LINE + 4, DIAGONAL),
    ]
    return svg.document(grid.title, width, foot + 40 + svg.MARGIN, parts)


def push_fold_text(grid: PushFoldGrid, columns: int = TERMINAL) -> Text:
    """The grid for a terminal: how often each hand goes in, in percent."""
    text = cells_text(grid.cells(), grid.title, columns, diagonal=True)
    text.append(f"{grid.choice} in % of the times: {grid.total}\n")
    return text.append(DIAGONAL_TEXT)


# ---------------------------------------------------------------- by stacks


@chart("jam-or-fold", place=46, example="--position SB", terminal=True)
def jam_or_fold_chart(
    players: Annotated[int, Option(PLAYERS)] = 2,
    position: Annotated[str, Option("Who decides: BTN, SB, BB, ...", "POSITION")] = "SB",
    before: Annotated[str, Option(BEFORE_OR_FIRST, "LETTERS")] = "first",
    small_blind: Annotated[float, Option(SMALL_BLIND)] = 0.5,
    ante: Annotated[float, Option(ANTE)] = 0.0,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw up to which stack each hand goes in, of the stacks that were solved.

    All players have the same stack, and chips count. Pointed at in SVG or HTML, a cell shows all
    stacks at which the hand goes in. 'pokerlake pushfold 1:20:0.25' solves stacks.
    """
    query = named_query("jam_or_fold")
    asked = {
        "players": players, "position": position, "before": before.lower(),
        "small_blind": small_blind, "ante": ante,
    }  # fmt: skip
    with connect(lake) as connection:
        bound = query.bind({name: str(value) for name, value in asked.items()})
        rows = stream(connection, query.sql, bound).read_all().to_pylist()
    if not any(row["stack"] is not None for row in rows):
        raise UsageError(
            "no such stacks are in this lake; solve some with 'pokerlake pushfold --stack "
            "1:20:0.25' and the same options"
        )
    choice = rows[0]["choice"]
    said = f"{position.upper()} {'calls' if choice == 'call' else 'pushes'} up to this stack"
    said += f", {players} players" * (players > 2) + f", ante {ante:g}" * (ante > 0)
    said += f", small blind {small_blind:g}" * (small_blind != 0.5)
    grid = _stacks_grid(rows, title or said)
    return Drawn(grid.title, (grid,), draw_grid, grid_text)


def _stacks_grid(rows: Sequence[dict[str, Any]], title: str) -> ValueGrid:
    values = np.full(len(HANDS), np.nan)
    labels: list[str | None] = [None] * len(HANDS)
    told: list[tuple[str, ...]] = [()] * len(HANDS)
    for row in rows:
        at = HAND_INDEX[row["hand"]]
        told[at] = (f"{row['hand']}: {row['choice']} at {row['stacks'] or 'no stack'}",)
        if row["stack"] is not None:
            values[at] = row["stack"]
            mark = "+" if row["at_all_larger"] else ""
            again = "*" if row["intervals"] > 1 else ""
            labels[at] = f"{row['stack']:.4g}{mark}{again}"
    return ValueGrid(
        HandValues(values, tuple(labels)),
        told,
        title,
        "big blinds",
        _AGAIN if any(row["intervals"] > 1 for row in rows) else "",
        _NEVER if np.isnan(values).any() else "",
    )
