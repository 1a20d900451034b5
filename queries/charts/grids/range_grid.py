"""The 13 x 13 grid of starting hands, coloured by a value: pairs on the diagonal, suited above."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pokerlake.engine.cards.holes import HANDS, hand_combos
from pokerlake.queries.charts.drawing import numerals, svg
from pokerlake.queries.charts.drawing.colours import NOTHING, Scale, scale_of, text_colour

from .hand_values import HandValues

SIDE = 13
CELL = 52.0
GAP = 1.5  # between two cells
HAND_SIZE, VALUE_SIZE = 16.0, 12.0
BAR = 16.0


def draw_grid(hands: HandValues, title: str = "", unit: str = "") -> str:
    """The grid of hands as SVG: each cell has its hand, its value, and more while pointed at.

    Parameters
    ----------
    hands : HandValues
        At least one hand has a value.
    title : str
        Above the grid.
    unit : str
        Of the values, such as ``%``: named in the legend.

    Returns
    -------
    str
        The same for the same values, byte for byte.
    """
    width = 2 * svg.MARGIN + SIDE * CELL
    head, top = svg.heading(title, width)
    given = hands.given.tolist()
    scale = scale_of(min(given), max(given))
    foot = top + SIDE * CELL
    legend = list(colour_legend(scale, svg.MARGIN, foot + 14, width - 2 * svg.MARGIN, unit))
    notes: list[str] = []
    if len(given) < len(HANDS):
        text = f"{len(given)} of {len(HANDS)} hands have a value; the others are grey."
        notes.append(svg.label(svg.MARGIN, foot + 78, text))
    parts = [
        *head,
        f'<g text-anchor="middle" font-size="{svg.number(HAND_SIZE)}">',
        *_cells(hands, scale, top, unit),
        "</g>",
        *legend,
        *notes,
    ]
    return svg.document(title or "Starting hands", width, foot + (92 if notes else 70), parts)


def _cells(hands: HandValues, scale: Scale, top: float, unit: str) -> Iterator[str]:
    write = numerals.cell_numerals(hands.given.tolist())
    shares = hands.top_percent().tolist()
    for at, (hand, value) in enumerate(zip(HANDS, hands.values.tolist(), strict=True)):
        x = svg.MARGIN + at % SIDE * CELL
        y = top + at // SIDE * CELL
        if math.isnan(value):
            told = f"{hand}: no value, {combos_text(at)}"
            yield cell(x, y, NOTHING, [(hand, HAND_SIZE)], told)
            continue
        label = hands.labels[at]
        shown = numerals.minus(write(value)) if label is None else label
        told = f"{hand}: {numerals.exact(value)}{_spaced(unit)}" + (f", {label}" if label else "")
        told += f", {combos_text(at)}, top {shares[at]:.1f} %"
        yield cell(x, y, scale.colour(value), [(hand, HAND_SIZE), (shown, VALUE_SIZE)], told)


def combos_text(at: int) -> str:
    """How many combos a hand has, in words."""
    return f"{hand_combos()[at]} combos"


def _spaced(unit: str) -> str:
    return f" {unit}" if unit else ""


def cell(
    x: float,
    y: float,
    colour: str,
    lines: list[tuple[str, float]],
    told: str | Sequence[str],
    within: str = "",
) -> str:
    """A cell of a grid: its lines of text, each with its size, and what is told on hovering.

    That is a line or several. ``within`` is drawn on the ground and below the text.
    """
    told = (told,) if isinstance(told, str) else told
    side = CELL - GAP
    ground = svg.rectangle(x + GAP / 2, y + GAP / 2, side, side, fill=colour)
    texts = _cell_text(x, y, lines)
    return f'<g fill="{text_colour(colour)}">{svg.hover(*told)}{ground}{within}{texts}</g>'


def _cell_text(x: float, y: float, lines: list[tuple[str, float]]) -> str:
    """Lines of text in the middle of a cell; the first is in the size that is around it."""
    places = (0.62,) if len(lines) == 1 else (0.45, 0.81)
    first = lines[0][1]
    return "".join(
        svg.label(
            x + CELL / 2,
            y + CELL * place,
            svg.shortened(text, CELL - 2 * GAP, size),
            font_size=None if size == first else size,
        )
        for (text, size), place in zip(lines, places, strict=True)
        if text
    )


def colour_legend(
    scale: Scale,
    x: float,
    y: float,
    width: float,
    unit: str = "",
    marks: Sequence[tuple[float, str]] | None = None,
) -> Iterator[str]:
    """A bar of a scale's colours with values below, and the unit behind.

    The values are round ones where ``marks``, values and their texts, are not given.
    """
    unit_text = svg.shortened(unit, width / 3, svg.TEXT_SIZE) if unit else ""
    bar = width - (svg.text_width(unit_text, svg.TEXT_SIZE) + 12 if unit_text else 0)
    if scale.low == scale.high:
        yield svg.rectangle(x, y, BAR, BAR, fill=scale.colour(scale.low))
        text = numerals.minus(numerals.exact(scale.low))
        yield svg.label(x + BAR + 8, y + 13, f"{text}{_spaced(unit_text)}, all hands alike")
        return
    last = len(scale.colours) - 1
    stops = "".join(
        svg.element("stop", offset=at / last, stop_color=colour)
        for at, colour in enumerate(scale.colours)
    )
    yield f'<defs><linearGradient id="scale">{stops}</linearGradient></defs>'
    yield svg.rectangle(x, y, bar, BAR, fill="url(#scale)")
    if unit_text:
        yield svg.label(x + bar + 12, y + 13, unit_text)
    if marks is None:
        round_values = numerals.ticks(scale.low, scale.high, 6)
        marks = list(zip(round_values, numerals.tick_numerals(round_values), strict=True))
    for mark, text in marks:
        text = numerals.minus(text)
        at = x + bar * scale.place(mark)
        half = svg.text_width(text, svg.TEXT_SIZE) / 2
        yield svg.element("path", d=f"M{svg.number(at)} {svg.number(y + BAR)}v5", stroke=svg.INK)
        middle = min(max(at, x + half), x + bar - half)  # nothing stands out at the ends
        yield svg.label(middle, y + BAR + 19, text, text_anchor="middle")
