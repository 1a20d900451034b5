"""What a range has made of a board: a grid of hands by groups of kinds, and a bar for each kind."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.kinds.evaluate import draw_bits, made_kinds, on_boards
from pokerlake.engine.kinds.table import DRAWS, first_codes, kinds_of
from pokerlake.engine.ranges.scanner import RangeError

from .drawing import figure as fig
from .drawing import numerals
from .given import HandKinds, NamedRange, named_range, parse_board
from .hand_grids import DIAGONAL, DIAGONAL_TEXT, KindGrid
from .hand_grids import WIDTH as GRID_WIDTH
from .registry import Argument, Option, chart

_GROUPS = (
    "two pair or better", "overpair", "top pair", "lower pair", "draw", "overcards", "nothing"
)  # fmt: skip
_FOOT = fig.Notes([], empty=60)  # the bars' axis
_OPEN = sum(
    1 << bit
    for bit, draw in enumerate(DRAWS)
    if draw.name.startswith(("flush draw", "open-ended", "double", "gutshot"))
)


@chart("hits", place=12, example="'TT+,AQ+,KQs' Qh7h2c", terminal=True)
def hits(
    hands: Annotated[Any, Argument("A range: 'TT+,AQ+'.", "RANGE", wide=True)],
    board: Annotated[str, Argument("A flop, turn or river: Qh7h2c.", "BOARD")],
    villain: Annotated[
        str | None, Option("Another range, whose bars stand beside.", "RANGE", wide=True)
    ] = None,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw what a range has made of a board: each hand by what its combos are, a bar for each kind.

    A cell of the grid is divided among two pair or better, overpair, top pair, lower pairs, draws
    (flush and straight draws of a hand without a pair), overcards and nothing; what of it is grey
    is not in the range. Pointed at in SVG or HTML, a cell or bar shows its numbers.
    """
    mine = named_range(hands, lake)
    cards = parse_board(board)
    ranges = [mine] if villain is None else [mine, named_range(villain, lake)]
    return hits_figure(ranges, cards, title)


def hits_figure(
    ranges: list[NamedRange], board: npt.NDArray[np.uint8], title: str = ""
) -> fig.Figure:
    """The grid of the first range, and bars of one or two."""
    made, drawn = (on_boards(work, HOLDEM, board[:, None])[0] for work in (made_kinds, draw_bits))
    live = made > 0
    weights = [one.weights * live for one in ranges]
    if not all(of.sum() for of in weights):
        raise RangeError("no hand of the range is live on the board")
    group = _groups(made, drawn)
    hand = hand_of_hole()
    combos = np.bincount(hand, live, len(HANDS))
    shares = np.stack(
        [
            np.bincount(hand, weights[0] * (group == at), len(HANDS)) / np.maximum(combos, 1)
            for at in range(len(_GROUPS))
        ]
    )
    found = KindGrid(HandKinds(_GROUPS, shares))
    total = weights[0].sum()
    texts = [
        f"{name}: {numerals.percent(float(weights[0][group == at].sum() / total))} %"
        for at, name in enumerate(_GROUPS)
    ]
    grid = fig.Grid(found.cells(), diagonal=True)
    legend = found.looks.legend(texts)
    bars = _bars(made, weights, found)
    text = format_hand(board)
    names = " against ".join(one.short for one in ranges)
    meaning = f"The legend has the share of {total:,.10g} combos of {ranges[0].short}."
    return fig.Figure(
        title or f"{names} on {text}",
        [grid, legend, fig.Notes((meaning, DIAGONAL), drop=13, foot=18), bars, _FOOT],
        lambda _: [grid, legend, f"\n{meaning}\n{DIAGONAL_TEXT}\n", bars],
        f"Hits on {text}",
        GRID_WIDTH,
    )


def _groups(made: npt.NDArray[np.uint8], drawn: npt.NDArray[np.uint32]) -> npt.NDArray[np.intp]:
    """The group of each hole, by its kind and its draws."""
    first = first_codes(HOLDEM.high)
    names = [kind.name for kind in kinds_of(HOLDEM.high)]
    own = np.array([0, *map(_group_of, names)], np.intp)
    group = own[made]
    high = made >= first["high card"]
    group[high & (drawn & np.uint32(_OPEN) != 0)] = _GROUPS.index("draw")
    pair_on_board = made == names.index("pair on board") + 1
    group[pair_on_board & (drawn & np.uint32(_OPEN) != 0)] = _GROUPS.index("draw")
    return group


def _group_of(name: str) -> int:
    """The group of a kind without its draws."""
    if name.startswith(("high card with two", "high card with one")):
        return _GROUPS.index("overcards")
    if name.startswith(("high card", "pair on board", "board")):
        return _GROUPS.index("nothing")
    if name == "overpair" or name.startswith("top pair"):
        return _GROUPS.index(name[: len("overpair")])
    lower = "pocket pair", "second pair", "third pair", "low ", "underpair"
    return _GROUPS.index("lower pair") if name.startswith(lower) and "flush" not in name else 0


def _bars(
    made: npt.NDArray[np.uint8], weights: list[npt.NDArray[np.float64]], found: KindGrid
) -> fig.Bars:
    """A bar for each kind that a range has, the best first."""
    kinds = kinds_of(HOLDEM.high)
    sums = [np.bincount(made, of, len(kinds) + 1)[1:] for of in weights]
    bars = []
    for at, kind in enumerate(kinds):
        if not any(of[at] for of in sums):
            continue
        group = _group_of(kind.name)
        figures, told = [], [f"{kind.name}: {kind.about}"]
        for of in sums:
            share = float(of[at] / of.sum())
            figures += [f"{of[at]:,.6g}", numerals.percent(share)]
            better = numerals.percent(float(of[: at + 1].sum() / of.sum()))
            told.append(f"{of[at]:,.6g} combos, {figures[-1]} %; this or better {better} %")
        share = float(sums[0][at] / sums[0].sum())
        look = found.looks
        piece = fig.Piece(share, look.colours[group], look.letters[group])
        bars.append(fig.Bar(kind.name, (piece,), figures, tuple(told)))
    heads = ["combos", "%", "villain", "%"][: 2 * len(weights)]
    return fig.Bars(
        bars, heads, "% of the range", GRID_WIDTH, names=236, figures=66 * len(heads),
        figure=66, step=20, most=30,
    )  # fmt: skip
