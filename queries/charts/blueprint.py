"""A chart of blueprints: the strategy of each starting hand at a decision before the flop."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos
from pokerlake.engine.given import shown
from pokerlake.engine.solving.sizes import amount
from pokerlake.tables.errors import LakeError, UsageError

from ..connection import connect
from ..statements.run import own_rows
from .drawing import figure as fig
from .drawing.colours import NOTHING
from .drawing.numerals import percent
from .hand_grids import DIAGONAL, DIAGONAL_TEXT, WIDTH, looks_of
from .registry import Option, chart
from .solving import action_words

RUN = Annotated[int | None, Option("The number of a blueprint.  [default: the newest]", "N")]
LINE = Annotated[str, Option("The actions so far: 'r2.5 r7.5'.  [default: none]", "ACTIONS")]
_PLAYERS = {"oop": "the big blind", "ip": "the dealer"}
_LEAST = 0.0005  # smaller shares are not drawn
_MOST_NAMED = 12  # lines in a message
_HEIGHT = "A cell is filled as high as the hand comes here by its player's own choices."


@dataclass(frozen=True, eq=False)
class PreflopDecision:
    """The strategy of each of the 169 hands."""

    title: str
    actions: tuple[str, ...]
    comes: npt.NDArray[np.float64]  # (169,), 0 to 1
    shares: npt.NDArray[np.float64]  # (169, actions), 0 to 1


@chart("blueprint", place=43, example="--run 1 --line c", terminal=True)
def blueprint(
    run: RUN = None, line: LINE = "", title: str = "", lake: Path | None = None
) -> fig.Figure:
    """Draw what each hand does before the flop, in a decision of a blueprint.

    A cell is divided by how often the hand takes each action, and filled as high as the hand comes
    here. 'pokerlake blueprint' trains blueprints.
    """
    return preflop_figure(preflop_decision(run, line, lake), title)


def preflop_figure(decision: PreflopDecision, title: str = "") -> fig.Figure:
    """The picture of a decision; the default title names the blueprint."""
    words = list(map(action_words, decision.actions))
    looks = looks_of(words)
    weight = hand_combos() * decision.comes
    means = weight @ decision.shares / weight.sum()
    totals = [f"{name}: {percent(mean)} %" for name, mean in zip(words, means, strict=True)]
    cells = []
    for at, hand in enumerate(HANDS):
        comes, shares = decision.comes[at], decision.shares[at]
        there = [kind for kind in looks.order if shares[kind] >= _LEAST]
        tooltip = [f"{hand}: comes here {percent(float(comes))} %"]
        tooltip += [f"{words[kind]}: {percent(float(shares[kind]))} %" for kind in there]
        seen = np.where(shares >= _LEAST, shares, 0)
        pieces = looks.pieces(seen / seen.sum()) if comes > 0 else ()
        cells.append(
            fig.Cell(hand, None, NOTHING, tuple(tooltip), pieces=pieces, height=float(comes))
        )
    grid, legend = fig.Grid(cells, diagonal=True), looks.legend(totals)
    return fig.Figure(
        title or decision.title,
        [grid, legend, fig.Notes([_HEIGHT, DIAGONAL], drop=13, foot=18)],
        [grid, legend, f"\n{DIAGONAL_TEXT}"],
        "Starting hands",
        WIDTH,
    )


def preflop_decision(run: int | None, line: str, lake: Path | None) -> PreflopDecision:
    """A decision from the lake's tables. UsageError if there is none, or it is never reached."""
    line = " ".join(line.split())
    with connect(lake) as connection:
        rows = own_rows(connection, "charts/blueprint_decision", run=run, line=line).to_pylist()
        if not rows:
            lines = own_rows(connection, "charts/blueprint_lines", run=run)["line"].to_pylist()
            raise _none_such(run, line, lines)
    actions = sorted({row["action"] for row in rows})
    comes, shares = np.zeros(len(HANDS)), np.zeros((len(HANDS), len(actions)))
    for row in rows:
        at = HAND_INDEX[row["hand"]]
        comes[at] = row["comes"] / 100
        shares[at, actions.index(row["action"])] = row["percent"] / 100
    first = rows[0]
    if not comes.any():
        raise UsageError(f"{_PLAYERS[first['player']]} never comes to {shown(line)}")
    stack = "" if first["stack"] is None else f", {amount(first['stack'])} big blinds"
    after = f" after {line}" if line else ""
    game = first["game"].replace("nolimit", "no limit")
    title = (
        f"Blueprint {first['run']}, {game}{stack}: {_PLAYERS[first['player']]}{after}, "
        f"pot {amount(first['pot'])}"
    )
    return PreflopDecision(title, tuple(actions), comes, shares)


def _none_such(run: int | None, line: str, lines: list[str]) -> UsageError | LakeError:
    if not lines:
        which = "" if run is None else f" {run}"
        return LakeError(
            f"no blueprint{which} in the lake; 'pokerlake sql \"from blueprints\"' lists them"
        )
    beginning = line.split()
    while beginning and " ".join(beginning) not in lines:
        beginning.pop()
    near = [other for other in lines if other.startswith(" ".join(beginning)) and other]
    more = f" and {len(near) - _MOST_NAMED} more" if len(near) > _MOST_NAMED else ""
    return UsageError(
        f"no decision before the flop after {shown(line)}; there are "
        f"{', '.join(map(shown, near[:_MOST_NAMED]))}{more}"
    )
