"""Charts of hands of five to seven cards: the ladder, the classes, the rank graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, combinations_with_replacement, pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.hands.classes import CATEGORY_NAMES, CLASSES, hand_classes
from pokerlake.tables.errors import UsageError

from ..connection import connect
from ..statements.run import own_rows
from .drawing import figure as fig
from .drawing import svg
from .drawing.colours import KINDS, WHITE, mixed
from .drawing.picture import apart, upright_axis
from .registry import Option, chart

CARDS = ("five", "six", "seven")
_PANEL, _BETWEEN, _LEFT = 170.0, 44.0, 78.0
_MOST_BAR, _MOST_SHARE = 60, 0.51  # columns of a terminal, and the share they stand for
_DECADES = (-8, -2)  # of the share of all hands: from 4 of 133,784,560 to 747,980 of them
_MARKS = ((-2, "1 in 100"), (-4, "1 in 10k"), (-6, "1 in 1M"), (-8, "1 in 100M"))
_NAME_WIDTH, _NAME_STEP = 62.0, 18.0  # of names of categories; long ones have two lines

MOST_RANKS, MOST_CARDS = 5, 4
_SUITS = 4  # no rank occurs more often
# Colours of Okabe and Ito, which the colour-blind can tell apart; one for each rank.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
_WIDTH, _ROW, _BOX, _MARGIN, _TOP = 190, 34, 22, 24, 74
_CHARACTER = 9

Node = tuple[int, ...]

# ---------------------------------------------------------------- the ladder


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder, and how many hands are on it or above it."""

    name: str  # three of a kind; one pair, aces; king high
    class_id: int  # of the weakest hand on it
    hands: int  # on it
    at_least: int  # on it or above: the top percent, times all hands

    @property
    def kind(self) -> int:
        """Straights and better, three of a kind, two pair, one pair, high card: 0 to 4."""
        return max(0, int(hand_classes().category[self.class_id - 1]) - 5)


@chart("ladder", place=40, terminal=True)
def ladder(title: str = "The ladder of five-card hands", lake: Path | None = None) -> fig.Figure:
    """Draw the ladder of five-card hands.

    It goes from straight flush to seven high. A rung is a category, a pair or a high card, with its
    top percent. In SVG and HTML, pointing at a rung shows its exact numbers.
    """
    with connect(lake) as connection:
        return ladder_figure(ladder_rungs(connection), title)


def ladder_rungs(connection: duckdb.DuckDBPyConnection) -> list[Rung]:
    """The rungs of the lake's view ``draw_ladder``, the strongest first."""
    rows = own_rows(connection, "charts/ladder").to_pylist()
    sums = accumulate(row["hands"] for row in rows)
    return [Rung(**row, at_least=at_least) for row, at_least in zip(rows, sums, strict=True)]


def ladder_figure(rungs: Sequence[Rung], title: str = "") -> fig.Figure:
    """A bar for each rung as long as its top percent; its own share is in full colour."""
    total, bars = rungs[-1].at_least, []
    for rung, before in zip(rungs, [rungs[0], *rungs], strict=False):
        colour, above = KINDS[rung.kind], (rung.at_least - rung.hands) / total
        pieces = (
            fig.Piece(above, mixed((colour, WHITE), 0.75), "░"),
            fig.Piece(rung.at_least / total - above, colour, "█"),
        )
        figures = percent(rung.hands / total), percent(rung.at_least / total)
        gap = 8.0 * (rung.kind != before.kind)
        bars.append(fig.Bar(rung.name, pieces, figures, rung_tooltip(rung, total), gap))
    block = fig.Bars(
        bars,
        ("dealt %", "  top %"),
        "% of hands on the rung or above it; its own share is dark",
        560.0,  # narrow, so that text is legible at 400 pixels
        names=128,
        figures=136,
        figure=70,
        step=22,
        grounded=True,
        most=40,
    )
    shown = [block, fig.Notes([], empty=60)]
    return fig.Figure(title, shown, [block], "The ladder of hands", block.width)


def percent(share: float) -> str:
    """A share as a percentage: to a hundredth, or three digits below 1 %.

    Examples
    --------
    >>> percent(1), percent(0.03250), percent(0.0017), percent(40 / 2_598_960)
    ('100.00', '3.25', '0.170', '0.00154')
    """
    return f"{100 * share:.2f}" if share >= 0.01 else f"{100 * share:#.3g}"


def rung_tooltip(rung: Rung, total: int) -> tuple[str, ...]:
    """The tooltip of a rung: exact numbers, and its weakest hand."""
    return (
        f"{rung.name}: {rung.hands:,} of {total:,} hands, {100 * rung.hands / total:.6g} %",
        f"top {100 * rung.at_least / total:.6g} %: {rung.at_least:,} hands are at least as strong",
        f"the weakest: {hand_classes().names[rung.class_id - 1]} (class {rung.class_id:,})",
    )


# ---------------------------------------------------------------- the classes


class ClassCounts(NamedTuple):
    """The number of hands of each class."""

    categories: npt.NDArray[np.int64]  # (7462,), 1 to 9
    counts: npt.NDArray[np.int64]  # (3, 7462), hands of five, six and seven cards


@chart("classes", place=30, terminal=True)
def classes(
    title: str = "How often each of the 7,462 classes of hands comes", lake: Path | None = None
) -> fig.Figure:
    """Draw how often each class of hands comes."""
    with connect(lake) as connection:
        return classes_figure(class_counts(connection), title)


def class_counts(connection: duckdb.DuckDBPyConnection) -> ClassCounts:
    """The counts of the lake's table ``classes``."""
    rows = own_rows(connection, "charts/class_counts")
    categories, *counts = (
        rows[name].to_numpy().astype(np.int64)
        for name in ("category", "count5", "count6", "count7")
    )
    return ClassCounts(categories, np.stack(counts))


def classes_figure(class_counts: ClassCounts, title: str = "") -> fig.Figure:
    """The share of each class among all hands: three panels, one below the other.

    A terminal shows the share of each category, with a bar for each number of cards.
    """
    height = 2 * _NAME_STEP + 50 + len(CARDS) * (_PANEL + _BETWEEN) - _BETWEEN + 36
    parts = fig.Drawing(partial(_panels, class_counts), height)
    return fig.Figure(title, [parts], partial(_by_category, class_counts), "Classes")


def _panels(class_counts: ClassCounts, margin: float, names_top: float) -> Iterator[str]:
    categories, counts = class_counts
    left, right, top = margin + _LEFT, fig.WIDTH - fig.MARGIN, names_top + 2 * _NAME_STEP + 50
    # Edges between categories, as classes: 0, 10, 166, ... 7462.
    edges = [0, *np.cumsum(np.bincount(categories, minlength=10)[1:]).tolist()]
    x = [left + (right - left) * edge / CLASSES for edge in edges]
    tops = [top + (_PANEL + _BETWEEN) * at for at in range(len(CARDS))]
    bottom = tops[-1] + _PANEL
    yield from _category_names(x, names_top, top - 24)
    for at, (cards, y) in enumerate(zip(CARDS, tops, strict=True)):
        total = int(counts[at].sum())
        there = np.count_nonzero(counts[at])
        heights = [(_height(y, 10.0**power), text) for power, text in _MARKS]
        yield svg.label(left, y - 8, f"{cards} cards: {total:,} hands, {there:,} classes occur")
        yield from _bands(x, y, edges, counts[at], cards)
        yield from upright_axis(heights, left, right)
        yield _dots(counts[at] / total, left, right, y, KINDS[at])
    yield svg.label(left, bottom + 20, "class 1, the best")
    yield svg.label(right, bottom + 20, f"class {CLASSES}", text_anchor="end")


def _height(top: float, shares: npt.NDArray[np.float64] | float) -> Any:
    low, high = _DECADES
    return top + _PANEL * (high - np.log10(shares)) / (high - low)


def _dots(
    shares: npt.NDArray[np.float64], left: float, right: float, top: float, colour: str
) -> str:
    """A dot for each class that occurs; neighbours at one height are one stroke."""
    there = np.flatnonzero(shares)
    # Rounding to a tenth of a unit, a fifth of a pixel at the usual size, gives many equal heights.
    xs = np.round((left + (right - left) * (there + 0.5) / CLASSES) * 10).astype(np.int64)
    ys = np.round(_height(top, shares[there]) * 10).astype(np.int64)
    breaks = (np.diff(ys) != 0) | (np.diff(xs) > 3)
    starts, ends = np.flatnonzero(np.append(True, breaks)), np.flatnonzero(np.append(breaks, True))
    strokes = np.stack([xs[starts], ys[starts], xs[ends] - xs[starts]], axis=1) / 10
    path = [f"M{x:g} {y:g}h{length:g}" for x, y, length in strokes.tolist()]
    look = {"stroke_width": 1.8, "stroke_linecap": "round", "fill": "none"}
    return svg.element("path", d="".join(path), stroke=colour, **look, pointer_events="none")


def _bands(
    x: list[float], top: float, edges: list[int], counts: npt.NDArray[np.int64], cards: str
) -> Iterator[str]:
    """A background for each category, every other one grey, with its numbers as the tooltip."""
    total = int(counts.sum())
    for at, name in enumerate(CATEGORY_NAMES):
        hands = int(counts[edges[at] : edges[at + 1]].sum())
        tooltip = (
            f"{name}: classes {edges[at] + 1} to {edges[at + 1]}, {hands:,} hands of "
            f"{cards} cards, {100 * hands / total:.4g} %"
        )
        colour = "#f3f3f3" if at % 2 == 0 else "#ffffff"
        yield svg.rectangle(x[at], top, x[at + 1] - x[at], _PANEL, tooltip, fill=colour)


def _category_names(x: list[float], top: float, foot: float) -> Iterator[str]:
    """The names of categories, each with a line down to the middle of its band."""
    middles = [(a + b) / 2 for a, b in pairwise(x)]
    lines = [svg.wrapped(name, _NAME_WIDTH, svg.TEXT_SIZE, 2) for name in CATEGORY_NAMES]
    sizes = [max(svg.text_width(line, svg.TEXT_SIZE) for line in name) + 12 for name in lines]
    places = apart(middles, sizes, fig.MARGIN, fig.WIDTH - fig.MARGIN)
    yield '<g text-anchor="middle">'
    for name, place, middle in zip(lines, places, middles, strict=True):
        for row, line in enumerate(reversed(name)):
            yield svg.label(place, top + 14 + _NAME_STEP * (1 - row), line)
        start = top + 20 + _NAME_STEP
        yield svg.points([(place, start), (middle, foot)], stroke="#8c8c8c", fill="none")
    yield "</g>"


def _by_category(class_counts: ClassCounts, columns: int) -> Iterator[str | fig.Span]:
    room = max(10, min(_MOST_BAR, columns - 38))
    shares = [
        np.bincount(class_counts.categories, counts, 10)[1:] / counts.sum()
        for counts in class_counts.counts
    ]
    yield f"{'':16} cards {'':{room}} {'hands %':>8} classes\n"
    for at, name in enumerate(CATEGORY_NAMES):
        for row, cards in enumerate(CARDS):
            share = float(shares[row][at])
            there = np.count_nonzero(class_counts.counts[row][class_counts.categories == at + 1])
            yield f"{name if row == 0 else '':16} {cards:5} "
            length = round(2 * room * share / _MOST_SHARE)
            sign = "█" * (length // 2) + "▌" * (length % 2) or "▏"
            yield fig.Span(f"{sign:{room}}", KINDS[row])
            shown = f"{100 * share:.2f}" if share >= 0.01 else f"{100 * share:#.2g}"
            yield f" {shown:>8} {there:>7,}\n"
    yield "Classes are those of the category that such hands have as their best."


# ---------------------------------------------------------------- the rank graph


@chart("graph", place=60, example="--ranks 4")
def graph(
    ranks: Annotated[int, Option("Number of ranks, 2 to 5.")] = 3,
    cards: Annotated[int, Option("Number of cards, 2 to 4.")] = 3,
) -> fig.Figure:
    """Draw the rank graph of a small deck."""
    return fig.Figure(f"The rank graph of {ranks} ranks", whole=draw_graph(ranks, cards))


def draw_graph(ranks: int = 3, cards: int = 3) -> str:
    """The rank graph of a small deck as SVG: nodes in layers, an edge for each card added.

    The deck has 2 to 5 ranks, each in four suits, and a hand has 2 to 4 cards.
    """
    if not 2 <= ranks <= MOST_RANKS or not 2 <= cards <= MOST_CARDS:
        raise UsageError(
            f"a graph of {ranks} ranks and {cards} cards is not drawn: "
            f"give 2 to {MOST_RANKS} ranks and 2 to {MOST_CARDS} cards"
        )
    layers = [
        [node for node in combinations_with_replacement(range(1, ranks + 1), size) if _dealt(node)]
        for size in range(cards + 1)
    ]
    height = _TOP + _ROW * max(map(len, layers)) + _MARGIN
    width = 2 * _MARGIN + _WIDTH * cards + _box_width(layers[-1][0])
    middle = (_TOP + height - _MARGIN) / 2
    places = {
        node: (_MARGIN + _WIDTH * depth, middle + _ROW * (i - (len(layer) - 1) / 2))
        for depth, layer in enumerate(layers)
        for i, node in enumerate(layer)
    }
    edges = [
        _edge(places[node], _box_width(node), places[head], rank)
        for layer in layers[:-1]
        for node in layer
        for rank in range(1, ranks + 1)
        if _dealt(head := tuple(sorted((*node, rank))))
    ]
    legend, boxes = [], []
    for rank in range(ranks):
        x = _MARGIN + 84 * rank
        look = {"stroke": _COLOURS[rank], "stroke_width": 3}
        legend.append(svg.element("line", x1=x, y1=48, x2=x + 22, y2=48, **look))
        legend[-1] += svg.label(x + 28, 53, f"adds {rank + 1}")
    for node, (left, y) in places.items():
        box = left, y - _BOX / 2, _box_width(node), _BOX
        boxes.append(svg.rectangle(*box, rx=6, fill="#f7f7f7", stroke="#555"))
        middle_of = left + _box_width(node) / 2
        boxes[-1] += svg.label(middle_of, y + 5, _label(node), text_anchor="middle")
    title = f"The rank graph of {ranks} ranks and {cards} cards"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" '
            f'width="{width}" height="{height:g}" font-family="sans-serif" font-size="14">',
            svg.hover(title),
            svg.element("rect", width=width, height=height, fill="white"),
            svg.label(_MARGIN, 26, title, font_size=16, font_weight="bold"),
            *legend,
            *edges,
            *boxes,
            "</svg>\n",
        ]
    )


def _dealt(node: Node) -> bool:
    return all(node.count(rank) <= _SUITS for rank in node)


def _label(node: Node) -> str:
    return " ".join(map(str, node)) or "no card"


def _box_width(node: Node) -> int:
    return _CHARACTER * len(_label(node)) + 16


def _edge(tail: tuple[float, float], width: int, head: tuple[float, float], rank: int) -> str:
    x, y = tail[0] + width, tail[1]
    bend = (head[0] - x) / 2
    return (
        f'<path d="M{x:g} {y:g} C{x + bend:g} {y:g} {head[0] - bend:g} {head[1]:g} '
        f'{head[0]:g} {head[1]:g}" fill="none" stroke="{_COLOURS[rank - 1]}" stroke-width="1.6"/>'
    )
