"""A picture of a small rank graph, as Hammer's page draws one of three ranks and three cards."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Annotated

from pokerlake.tables.errors import UsageError

from ..drawing import svg
from ..registry import Drawn, Option, chart

MOST_RANKS, MOST_CARDS = 5, 4
_SUITS = 4  # no rank is there more often

# Okabe and Ito's colours, which the colour-blind tell apart; one a rank.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
_WIDTH, _ROW, _BOX, _MARGIN, _TOP = 190, 34, 22, 24, 74
_CHARACTER = 9

Node = tuple[int, ...]


@chart("graph", place=60, example="--ranks 4")
def graph(
    ranks: Annotated[int, Option("Number of ranks, 2 to 5.")] = 3,
    cards: Annotated[int, Option("Number of cards, 2 to 4.")] = 3,
) -> Drawn:
    """Draw the rank graph of a small deck."""
    return Drawn(f"The rank graph of {ranks} ranks", (ranks, cards), draw_graph)


def draw_graph(ranks: int = 3, cards: int = 3) -> str:
    """The rank graph of a small deck as SVG: its nodes in layers, an edge for each card added.

    The deck has 2 to 5 ranks, each in four suits, and a hand has 2 to 4 cards.

    Raises
    ------
    UsageError
        If the graph is not a small one.
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
    title = f"The rank graph of {ranks} ranks and {cards} cards"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" '
            f'width="{width}" height="{height:g}" font-family="sans-serif" font-size="14">',
            svg.hover(title),
            svg.element("rect", width=width, height=height, fill="white"),
            svg.label(_MARGIN, 26, title, font_size=16, font_weight="bold"),
            *(_legend(rank, _MARGIN + 84 * rank) for rank in range(ranks)),
            *edges,
            *(_box(node, *places[node]) for layer in layers for node in layer),
            "</svg>\n",
        ]
    )


def _dealt(node: Node) -> bool:
    return all(node.count(rank) <= _SUITS for rank in node)


def _label(node: Node) -> str:
    return " ".join(map(str, node)) or "no card"


def _box_width(node: Node) -> int:
    return _CHARACTER * len(_label(node)) + 16


def _box(node: Node, x: float, y: float) -> str:
    width = _box_width(node)
    look = {"rx": 6, "fill": "#f7f7f7", "stroke": "#555"}
    text = svg.label(x + width / 2, y + 5, _label(node), text_anchor="middle")
    return svg.rectangle(x, y - _BOX / 2, width, _BOX, **look) + text


def _edge(tail: tuple[float, float], width: int, head: tuple[float, float], rank: int) -> str:
    x, y = tail[0] + width, tail[1]
    bend = (head[0] - x) / 2
    return (
        f'<path d="M{x:g} {y:g} C{x + bend:g} {y:g} {head[0] - bend:g} {head[1]:g} '
        f'{head[0]:g} {head[1]:g}" fill="none" stroke="{_COLOURS[rank - 1]}" stroke-width="1.6"/>'
    )


def _legend(rank: int, x: float) -> str:
    look = {"stroke": _COLOURS[rank], "stroke_width": 3}
    line = svg.element("line", x1=x, y1=48, x2=x + 22, y2=48, **look)
    return line + svg.label(x + 28, 53, f"adds {rank + 1}")
