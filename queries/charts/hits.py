"""A chart of what a range hits: a grid of hands by groups of kinds, and a bar for each kind."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import GAMES, HOLDEM, Game, listed
from pokerlake.engine.cards.holes import hands_without
from pokerlake.engine.cards.text import CardError, format_hand
from pokerlake.engine.kinds.table import kinds_of
from pokerlake.engine.orders.evaluate import not_in_deck
from pokerlake.engine.ranges.scanner import RangeError

from ..answers.hits import GROUPS, combos_by_hand, groups_of, live_combos, on_board
from ..answers.orders import rule_of
from ..answers.ranges.given import reader_of
from ..reading import reading
from .drawing import figure as fig
from .drawing import numerals
from .given import HandKinds, parse_board, shortened
from .hand_grids import DIAGONAL, DIAGONAL_TEXT, KindGrid, Looks, looks_of
from .hand_grids import WIDTH as GRID_WIDTH
from .registry import Argument, Option, chart

_FOOT = fig.Notes([], empty=60)  # room for the axis of the bars


@dataclass(frozen=True)
class Held:
    """The holes of a range on a board, with their kinds and draws."""

    short: str  # the name of the range in the picture
    holes: npt.NDArray[np.uint8]  # (k, m), those that can be dealt
    weights: npt.NDArray[np.float64]  # (m,)
    made: npt.NDArray[np.uint8]  # (m,)
    drawn: npt.NDArray[np.uint32]  # (m,)


@chart("hits", place=12, example="'TT+,AQ+,KQs' Qh7h2c", terminal=True)
def hits(
    hands: Annotated[Any, Argument("A range: 'TT+,AQ+'.", "RANGE", wide=True)],
    board: Annotated[str, Argument("A flop, turn or river: Qh7h2c.", "BOARD")],
    villain: Annotated[
        str | None, Option("Another range, with bars of its own.", "RANGE", wide=True)
    ] = None,
    game: Annotated[str | None, Option(f"Whose hands these are: {listed(GAMES)}.", "GAME")] = None,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw what a range makes on a board: a grid of hands, and a bar for each kind.

    A cell of the grid is divided among two pair or better, overpair, top pair, lower pairs, draws
    (flush and straight draws of a hand without a pair), overcards and nothing. Its grey part is not
    in the range. Omaha has bars only. In SVG and HTML, pointing at a cell or bar shows its numbers.
    """
    rule = _game_of(game, hands)
    cards = parse_board(board)
    if np.isin(cards, rule.dead).any():
        raise CardError(not_in_deck(cards.tolist(), rule.high))
    ranges = [hands] if villain is None else [hands, villain]
    return hits_figure(rule, [_held(rule, each, cards, lake) for each in ranges], cards, title)


def _game_of(name: str | None, value: Any) -> Game:
    """The named game, else that of a range object."""
    game = getattr(value, "game", None)
    return rule_of(name or (game if isinstance(game, str) else HOLDEM.name))


def _held(rule: Game, value: Any, board: npt.NDArray[np.uint8], lake: Path | None) -> Held:
    reader = reader_of(rule, lake)
    with nullcontext() if isinstance(value, str) else reading("a range", value, RangeError):
        hole_range = reader.given(value) if isinstance(value, str) else reader.any(value)
    holes = np.ascontiguousarray(hole_range.holes[hole_range.weights > 0].T)
    weights = hole_range.weights[hole_range.weights > 0]
    made, drawn = on_board(rule, holes, board)
    live = made > 0
    if not weights[live].sum():
        raise RangeError("no hand of the range is live on the board")
    short = shortened(value if isinstance(value, str) else reader.text(hole_range))
    return Held(short, holes[:, live], weights[live], made[live], drawn[live])


def hits_figure(
    rule: Game, ranges: list[Held], board: npt.NDArray[np.uint8], title: str = ""
) -> fig.Figure:
    """The grid of the first range, if holes have two cards, and bars of one or two ranges."""
    first = ranges[0]
    group = groups_of(rule, first.made, first.drawn)
    total = first.weights.sum()
    parts = np.bincount(group, first.weights, len(GROUPS)) / total
    texts = [
        f"{name}: {numerals.percent(float(part))} %"
        for name, part in zip(GROUPS, parts, strict=True)
    ]
    looks = looks_of(GROUPS)
    legend, bars = looks.legend(texts), _bars(rule, ranges, group, looks)
    grids: list[fig.Grid] = []
    meaning = f"The legend has the share of {total:,.10g} combos of {first.short}."
    notes: tuple[str, ...] = (meaning,)
    said = meaning
    if rule.hole == 2:
        grids = [_grid(rule, first, group, board)]
        notes, said = (meaning, DIAGONAL), f"{meaning}\n{DIAGONAL_TEXT}"
    names = " against ".join(held.short for held in ranges)
    return fig.Figure(
        title or f"{names} on {format_hand(board)}",
        [*grids, legend, fig.Notes(notes, drop=13, foot=18), bars, _FOOT],
        [*grids, legend, f"\n{said}\n", bars],
        f"Hits on {format_hand(board)}",
        GRID_WIDTH,
    )


def _grid(
    rule: Game, held: Held, group: npt.NDArray[np.intp], board: npt.NDArray[np.uint8]
) -> fig.Grid:
    """A cell for each hand of the deck, divided by the groups of its live combos."""
    combos = np.maximum(live_combos(rule, board), 1)
    shares = combos_by_hand(held.holes, held.weights, group) / combos
    cells = KindGrid(HandKinds(GROUPS, shares)).cells()
    there = [cells[at] for at in hands_without(rule.dead).tolist()]
    return fig.Grid(there, len({card >> 2 for card in rule.deck}), diagonal=True)


def _bars(rule: Game, ranges: list[Held], group: npt.NDArray[np.intp], looks: Looks) -> fig.Bars:
    """A bar for each kind in a range, the best first, divided by the groups of the first range."""
    kinds = kinds_of(rule.high)
    sums = [np.bincount(held.made, held.weights, len(kinds) + 1)[1:] for held in ranges]
    first = ranges[0]
    bars = []
    for at, kind in enumerate(kinds):
        if not any(combos[at] for combos in sums):
            continue
        figures, tooltip = [], [f"{kind.name}: {kind.about}"]
        for combos in sums:
            share = float(combos[at] / combos.sum())
            figures += [f"{combos[at]:,.6g}", numerals.percent(share)]
            better = numerals.percent(float(combos[: at + 1].sum() / combos.sum()))
            tooltip.append(f"{combos[at]:,.6g} combos, {figures[-1]} %; this or better {better} %")
        of_kind = first.weights * (first.made == at + 1)
        shares = np.bincount(group, of_kind, len(GROUPS)) / first.weights.sum()
        bars.append(fig.Bar(kind.name, looks.pieces(shares.tolist()), figures, tuple(tooltip)))
    heads = ["combos", "%", "villain", "%"][: 2 * len(ranges)]
    return fig.Bars(
        bars, heads, "% of the range", GRID_WIDTH, names=236, figures=66 * len(heads),
        figure=66, step=20, most=30,
    )  # fmt: skip
