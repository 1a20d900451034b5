"""Push or fold as the 13 x 13 grid: what each hand does in a decision, and up to which stack."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.given import pieces, plain_float, shown
from pokerlake.tables.errors import UsageError, flag

from ...connection import connect
from ...sql.named import named_query
from ...statements.run import own_rows, stream
from ..drawing.figure import Figure, Grid
from ..drawing.numerals import exact, percent
from ..given import HandValues
from ..registry import Drawn, Option, chart
from .hand_grids import ValueGrid, filled, range_total, share_cell

PLAYERS = "Number of players with the same stack."
SMALL_BLIND = "The small blind in big blinds."
ANTE = "The ante of each player in big blinds."
POSITION = "Who decides: BTN, SB, BB, ...  [default: who acts first]"
BEFORE = "A letter for each player before: f folded, i went in.  [default: the first there is]"
BEFORE_OR_FIRST = "A letter for each player before: f folded, i went in; first: the first."
_NEVER = "Grey: never, at any stack that was solved."
_AGAIN = "* folds at some smaller stack; pointed at, a cell tells all."


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
) -> Figure:
    """Draw who goes in with what, in a decision of push or fold that was solved.

    A cell is filled by how often the hand goes in. Pointed at in SVG or HTML, it shows what going
    in and folding are worth. 'pokerlake pushfold' solves spots.
    """
    if sum(given is not None for given in (spot, stack, stacks)) != 1:
        first, second, last = map(flag, ("spot", "stack", "stacks"))
        raise UsageError(f"give one of {first}, {second} and {last}")
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
    return _decision(rows, title)


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
    return Drawn(_decision(rows, title))


def _decision(rows: Sequence[dict[str, Any]], title: str) -> Figure:
    rows = sorted(rows, key=lambda row: HAND_INDEX[row["hand"]])
    choice = str(rows[0]["choice"])
    cells = []
    for row in rows:
        share = round(row["share"], 3)  # what is left of a mean over iterations is no share
        told = [f"{row['hand']}: {choice} {percent(share)} %"]
        if row["value_in"] is not None:
            told.append(f"{choice}: {exact(round(row['value_in'], 4))}")
            told.append(f"fold: {exact(round(row['value_fold'], 4))}")
        cells.append(share_cell(row["hand"], share, tuple(told)))
    total = range_total(np.array([row["share"] for row in rows]))
    grid, title = Grid(cells, diagonal=True), title or _title(rows[0])
    return filled(grid, title, f"{choice}, by its share", total, f"{choice} in % of the times")


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
) -> Figure:
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
    return _stacks_grid(rows, title or said).figure()


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
