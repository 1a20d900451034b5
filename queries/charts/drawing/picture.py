"""A figure as SVG: each block in its place, with tooltips."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import fmean
from typing import Any

import numpy as np

from . import figure as fig
from . import numerals, svg
from .colours import (
    ABOVE,
    BELOW,
    BLACK,
    NOTHING,
    NOTHING_BELOW,
    OTHER,
    SHARE,
    WHITE,
    text_colour,
)

SWATCH = 16.0  # of a legend, and the height of its colours
_GAP = 1.5  # between two cells
_FRAME = 1.6  # of a cell on the diagonal
_NAME_SIZE, _BELOW_SIZE = 16.0, 12.0
_ABOUT = 24.0  # room for the names of rows and columns
_ROW, _BETWEEN = 24.0, 22.0  # of a legend: between its rows, and between two kinds
_LEGEND = 26.0  # the line in front of a curve's name
_MOST_NAME = 190.0  # the largest width of the name at the end of a line
_BAND = 0.15  # opacity of a band
_STEP = 22.0  # from one bar to the next
_LEAST = 1.5  # the least width of a piece, such as 40 straight flushes


def draw(figure: fig.Figure) -> str:
    """The figure as SVG."""
    if figure.whole:
        return figure.whole
    parts, y = svg.heading(figure.title, figure.width)
    for block in figure.blocks:
        drawn, y = _draw(block, fig.MARGIN, y)
        parts += drawn
    return svg.document(figure.title or figure.name, figure.width, y, parts)


@functools.singledispatch
def _draw(block: Any, _x: float, _y: float) -> tuple[list[str], float]:
    """A block at a place, and where the free height below it begins."""
    raise TypeError(type(block).__name__)


@_draw.register
def _(row: fig.Row, x: float, y: float) -> tuple[list[str], float]:
    drawn = [_draw(block, x + left, y) for left, block in row.blocks]
    return [part for parts, _ in drawn for part in parts], max(foot for _, foot in drawn)


@_draw.register
def _(drawing: fig.Drawing, x: float, y: float) -> tuple[list[str], float]:
    return list(drawing.parts(x, y)), y + drawing.height


@_draw.register
def _(caption: fig.Caption, x: float, y: float) -> tuple[list[str], float]:
    text = svg.shortened(svg.clean(caption.text), caption.width, 18)
    return [svg.label(x, y + 16, text, font_size=18)], y + 28


@_draw.register
def _(notes: fig.Notes, x: float, y: float) -> tuple[list[str], float]:
    if not notes.lines:
        return [], y + notes.empty
    bases = [y + notes.drop + svg.LINE * at for at in range(len(notes.lines))]
    placed = zip(notes.lines, bases, strict=True)
    return [svg.label(x + notes.indent, base, line) for line, base in placed], (
        bases[-1] + notes.foot
    )


# ---------------------------------------------------------------- grids


@_draw.register
def _(grid: fig.Grid, x: float, y: float) -> tuple[list[str], float]:
    around: list[str] = []
    if grid.names is not None:
        x, y = x + _ABOUT, y + _ABOUT
        across, down = grid.names
        around = [
            svg.label(x + (at + 0.5) * fig.SIDE, y - 8, name) for at, name in enumerate(across)
        ]
        around += [
            svg.label(x - _ABOUT / 2, y + (at + 0.62) * fig.SIDE, symbol)
            for at, (_, symbol) in enumerate(down)
        ]
    drawn = []
    for at, cell in enumerate(grid.cells):
        row, column = divmod(at, grid.columns)
        place = (column > row) - (column < row) if grid.diagonal else 1
        drawn.append(_draw_cell(cell, x + column * fig.SIDE, y + row * fig.SIDE, place))
    start = f'<g text-anchor="middle" font-size="{svg.number(_NAME_SIZE)}">'
    return [start, *around, *drawn, "</g>"], y + fig.SIDE * -(-len(grid.cells) // grid.columns)


def _draw_cell(cell: fig.Cell, x: float, y: float, place: int) -> str:
    """A cell; its place is 0 on the diagonal, negative below it."""
    colour = ground_of(cell.ground or NOTHING, place)
    left, top, side = x + _GAP / 2, y + _GAP / 2, fig.SIDE - _GAP
    parts = [svg.hover(*cell.tooltip), svg.rectangle(left, top, side, side, fill=colour)]
    if cell.share:  # black is legible on the fill as well as on the ground
        height = side * cell.share
        parts.append(svg.rectangle(left, top + side - height, side, height, fill=SHARE))
    start, height = left, side * cell.height
    for piece in cell.pieces:
        width = side * piece.share
        parts.append(svg.rectangle(start, top + side - height, width, height, fill=piece.colour))
        start += width
    if place == 0:
        # On a dark background the frame is white, with a gap to the white around the cell.
        ink = svg.INK if text_colour(colour) == BLACK else WHITE
        off = _FRAME / 2 if ink == svg.INK else 2 * _FRAME
        inset = left + off, top + off, side - 2 * off, side - 2 * off
        parts.append(svg.rectangle(*inset, fill="none", stroke=ink, stroke_width=_FRAME))
    parts += _cell_text(cell, x + fig.SIDE / 2, y)
    return f'<g fill="{text_colour(colour)}">{"".join(parts)}</g>'


def ground_of(ground: str, place: int) -> str:
    """The background of a cell: empty cells below the diagonal are darker than above."""
    return NOTHING_BELOW if ground == NOTHING and place < 0 else ground


def _cell_text(cell: fig.Cell, middle: float, y: float) -> Iterator[str]:
    """The lines of text; the size of the upper one is set by the group around the grid."""
    width = fig.SIDE - 2 * _GAP - 2 * _FRAME
    if cell.name:
        text = svg.shortened(cell.name, width, _NAME_SIZE)
        yield svg.plain_label(middle, y + fig.SIDE * (0.62 if cell.below is None else 0.45), text)
    if cell.below:
        text = cell.below if cell.label else numerals.minus(cell.below)
        text = svg.shortened(text, width, _BELOW_SIZE)
        yield svg.plain_label(middle, y + fig.SIDE * 0.81, text, font_size=_BELOW_SIZE)


# ---------------------------------------------------------------- legends


@_draw.register
def _(fill: fig.Fill, x: float, y: float) -> tuple[list[str], float]:
    y += 14
    return [
        svg.rectangle(x, y, SWATCH, SWATCH, fill=NOTHING),
        svg.rectangle(x, y + SWATCH / 2, SWATCH, SWATCH / 2, fill=SHARE),
        svg.label(x + SWATCH + 8, y + 13, fill.text),
        svg.label(x + fill.width, y + 13, fill.total, text_anchor="end"),
    ], y


@_draw.register
def _(legend: fig.Kinds, x: float, y: float) -> tuple[list[str], float]:
    x, y = x + legend.indent, y + legend.above
    parts, left = [], x
    for colour, _, name in legend.kinds:
        text = svg.shortened(svg.clean(name), legend.width / 2, svg.TEXT_SIZE)
        wide = SWATCH + 8 + svg.text_width(text, svg.TEXT_SIZE)
        if left > x and left + wide > x + legend.width:
            left, y = x, y + _ROW
        swatch = svg.rectangle(left, y, SWATCH, SWATCH, fill=colour)
        parts.append(swatch + svg.label(left + SWATCH + 8, y + 13, text))
        left += wide + _BETWEEN
    return parts, y + _ROW


@_draw.register
def _(legend: fig.Colours, x: float, y: float) -> tuple[list[str], float]:
    y += legend.above
    return list(_colours(legend, x + legend.indent, y)), y


def _colours(legend: fig.Colours, x: float, y: float) -> Iterator[str]:
    scale, strong = legend.scale, legend.strong
    unit = svg.shortened(legend.unit, legend.width / 3, svg.TEXT_SIZE) if legend.unit else ""
    bar = legend.width - (svg.text_width(unit, svg.TEXT_SIZE) + 12 if unit else 0)
    if scale.low == scale.high:
        yield svg.rectangle(x, y, SWATCH, SWATCH, fill=scale.colour(scale.low))
        text = numerals.minus(numerals.exact(scale.low)) + (f" {unit}" if unit else "")
        yield svg.label(x + SWATCH + 8, y + 13, f"{text}, all hands alike")
        return
    last = len(scale.colours) - 1
    stops = "".join(
        svg.element("stop", offset=at / last, stop_color=colour)
        for at, colour in enumerate(scale.colours)
    )
    # Pictures on one page must not use one name for different colours.
    name = f"scale-{zlib.crc32(stops.encode()):08x}"
    yield f'<defs><linearGradient id="{name}">{stops}</linearGradient></defs>'
    yield svg.rectangle(x, y, bar, SWATCH, fill=f"url(#{name})")
    if unit:
        yield svg.label(x + bar + 12, y + 13, unit)
    if strong is not None and scale.low < strong < scale.high:
        at = x + bar * scale.place(strong)
        yield svg.path("M", at, y - 3, "v", SWATCH + 8, stroke="#ffffff", stroke_width=4)
        yield svg.path("M", at, y - 3, "v", SWATCH + 8, stroke=svg.INK, stroke_width=2)
    for at, middle, text, is_strong in _legend_marks(legend, x, bar):
        weight = "bold" if is_strong else None
        yield svg.path("M", at, y + SWATCH, "v", 5, stroke=svg.INK)
        yield svg.label(middle, y + SWATCH + 19, text, text_anchor="middle", font_weight=weight)


def _legend_marks(
    legend: fig.Colours, x: float, bar: float
) -> list[tuple[float, float, str, bool]]:
    """The place of each mark of a bar, the middle of its text, and the text; none overlap."""
    scale, marks, spread, strong = legend.scale, legend.marks, legend.spread, legend.strong
    if marks is None:
        values = numerals.ticks(scale.low, scale.high, 6)
        marks = list(zip(values, numerals.tick_numerals(values), strict=True))
    wanted = [(value, text, False) for value, text in marks if value != strong]
    if spread and spread[1] > scale.high:
        wanted.insert(0, (scale.high, f"≥ {scale.high:g}", False))
    if spread and spread[0] < scale.low:
        wanted.insert(0, (scale.low, f"≤ {scale.low:g}", False))
    if strong is not None and scale.low < strong < scale.high:
        wanted.insert(0, (strong, f"{strong:g}", True))
    legend_marks: list[tuple[float, float, str, bool]] = []
    taken: list[tuple[float, float]] = []
    for value, text, is_strong in wanted:  # the most important first
        shown, at = numerals.minus(text), x + bar * scale.place(value)
        half = svg.text_width(shown, svg.TEXT_SIZE) / 2
        middle = min(max(at, x + half), x + bar - half)  # no text reaches beyond the ends
        if all(middle + half + 4 <= left or right <= middle - half - 4 for left, right in taken):
            taken.append((middle - half, middle + half))
            legend_marks.append((at, middle, shown, is_strong))
    return sorted(legend_marks)


# ---------------------------------------------------------------- plots


def apart(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """The middles nearest to the wanted ones at which no two labels overlap.

    They are in the order of ``wanted``, which is arbitrary, and no label reaches beyond ``low`` or
    ``high``. If the ``sizes`` do not fit between these, all shrink by one factor.

    Examples
    --------
    >>> apart([5, 5, 20], [4, 4, 4], 0, 30)
    [3.0, 7.0, 20.0]
    """
    room = min(1.0, (high - low) / sum(sizes))
    order = np.argsort(wanted, kind="stable")
    lengths = np.array(sizes, np.float64)[order] * room
    before = np.cumsum(lengths) - lengths
    # Minus the lengths before each, places that do not overlap ascend. Places out of order form a
    # group at the mean of their wanted places.
    groups: list[list[float]] = []
    for place in (np.array(wanted)[order] - lengths / 2 - before).tolist():
        group = [place]
        while groups and fmean(groups[-1]) > fmean(group):
            group = groups.pop() + group
        groups.append(group)
    places = [fmean(group) for group in groups for _ in group]
    middles = np.empty(len(wanted))
    middles[order] = np.clip(places, low, high - lengths.sum()) + before + lengths / 2
    return middles.tolist()


def upright_axis(
    marks: Iterable[tuple[float, str]], left: float, right: float, strong: float | None = None
) -> Iterator[str]:
    """Lines across a chart at heights ``y``, each with its text to the left."""
    for y, text in marks:
        yield svg.path("M", left, y, "H", right, stroke=svg.INK if y == strong else svg.FAINT)
        yield svg.label(left - 8, y + 5, numerals.minus(text), text_anchor="end")


def level_axis(marks: Iterable[tuple[float, str]], top: float, bottom: float) -> Iterator[str]:
    """Lines down a chart at places ``x``, each with its text below."""
    for x, text in marks:
        yield svg.path("M", x, top, "V", bottom, stroke=svg.FAINT)
        yield svg.label(x, bottom + 20, numerals.minus(text), text_anchor="middle")


@dataclass(frozen=True)
class _Frame:
    """Maps values of a plot to places."""

    left: float
    right: float
    top: float
    bottom: float
    plot: fig.Plot

    def x(self, value: float) -> float:
        return self.left + (self.right - self.left) * self.plot.across.place(value)

    def y(self, value: float) -> float:
        inset = self.plot.inset
        height = self.bottom - self.top - 2 * inset
        return self.bottom - inset - height * self.plot.up.place(value)


@_draw.register
def _(plot: fig.Plot, x: float, y: float) -> tuple[list[str], float]:
    across, up = plot.across, plot.up
    curves = [mark for mark in plot.marks if isinstance(mark, fig.Curve)]
    legend = _legend_above(curves, x, y, plot.width) if plot.listed_above else []
    top = y + plot.above
    frame = _Frame(
        x + plot.left, plot.width - fig.MARGIN - plot.right, top, top + plot.height, plot
    )
    left, right, bottom = frame.left, frame.right, frame.bottom
    strong = None if up.strong is None else frame.y(up.strong)
    heights = [(frame.y(value), text) for value, text in up.marks]
    places = [(frame.x(value), text) for value, text in across.marks]
    below = svg.label((left + right) / 2, bottom + plot.below, across.title, text_anchor="middle")
    if across.grouped:
        labels = (svg.label(at, bottom + 20, text) for at, text in places)
        title = svg.label((left + right) / 2, bottom + plot.below, across.title)
        level, below = ['<g text-anchor="middle">', *labels, title], "</g>"
    else:
        level = list(level_axis(places, top if across.ruled else bottom, bottom))
    parts = [
        *legend,
        svg.label(x, top - plot.drop, up.title),
        *(part for mark in plot.ground for part in _mark(mark, frame)),
        *upright_axis(heights, left, right if up.ruled else left, strong),
        *level,
        *(part for mark in plot.over for part in _mark(mark, frame)),
        below,
    ]
    ends = [frame.y(float(curve.y[~np.isnan(curve.y)][-1])) for curve in curves if curve.at_end]
    names = apart(ends, [svg.TEXT_SIZE + 4] * len(ends), top, bottom) if ends else []
    if not ends:
        names = [top + _ROW * at + 9 for at in range(len(curves))]
    heights_of = dict(zip(map(id, curves), names, strict=True))
    for mark in plot.marks:
        parts += _mark(mark, frame, heights_of.get(id(mark), 0.0))
    return parts, bottom


def _mark(mark: Any, frame: _Frame, name: float = 0.0) -> Iterator[str]:
    """A mark of a plot; ``name`` is the height of the name of a curve."""
    if isinstance(mark, fig.Curve):
        yield from _steps(mark, frame) if mark.steps else _curve(mark, frame, name)
    elif isinstance(mark, fig.Dots):
        if mark.look:
            yield _group(mark.look)
        yield from (_dot(dot, frame) for dot in mark.dots)
        if mark.look:
            yield "</g>"
    elif isinstance(mark, fig.Band):
        there = ~np.isnan(mark.low + mark.high)
        for part in np.split(np.arange(len(there)), np.flatnonzero(np.diff(there)) + 1):
            if len(part) > 1 and there[part[0]]:
                sides = (part, mark.low), (part[::-1], mark.high)
                around = [
                    (frame.x(mark.x[n]), frame.y(end[n])) for side, end in sides for n in side
                ]
                yield svg.points(around, fill=mark.colour, fill_opacity=_BAND)
    elif isinstance(mark, fig.Straight):
        (x, y), (to_x, to_y) = mark.start, mark.end
        ends = "M", frame.x(x), frame.y(y), "L", frame.x(to_x), frame.y(to_y)
        yield svg.path(*ends, stroke=svg.INK, stroke_dasharray="5 3")
    elif isinstance(mark, fig.Strips):
        wide = (frame.right - frame.left) / len(mark.tooltips)
        if mark.group:
            yield _group(mark.group)
        for at, tooltip in enumerate(mark.tooltips):
            box = frame.left + at * wide, frame.top, wide, frame.bottom - frame.top
            yield svg.rectangle(*box, *tooltip, **mark.look)
        if mark.group:
            yield "</g>"
    elif isinstance(mark, fig.HeatMap):
        wide = (frame.right - frame.left) / mark.columns
        high = (frame.bottom - frame.top) / mark.rows
        for column, row, value, tooltip in mark.cells:
            box = frame.left + wide * column, frame.bottom - high * (row + 1), wide, high
            yield svg.rectangle(*box, *tooltip, fill=mark.scale.colour(value))
    elif isinstance(mark, fig.Ground):
        box = frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top
        yield svg.rectangle(*box, fill=mark.colour)


def _group(look: Mapping[str, Any]) -> str:
    return svg.element("g", **look).replace("/>", ">")


def _curve(curve: fig.Curve, frame: _Frame, name: float) -> Iterator[str]:
    """A line with its points, and its name: at its end, or in a list at the right."""
    points = thinned(curve.x, curve.y, int(frame.right - frame.left))
    places = [(frame.x(x), frame.y(y)) for x, y in points]
    line: dict[str, Any] = {"stroke": curve.colour, "stroke_dasharray": curve.dashes}
    dots = [_dot(dot, frame, curve) for dot in curve.dots]
    right = frame.right
    if not curve.at_end:
        line = {"stroke": curve.colour, "stroke_width": 2} | line | {"fill": "none"}
        if len(places) > 1:
            yield svg.points(places, **line)
        yield from dots
        yield svg.path("M", right + 16, name, "h", _LEGEND, **line)
        yield svg.label(right + 16 + _LEGEND + 6, name + 5, curve.name)
        return
    x, y = places[-1]
    if dots:
        line = {"fill": "none"} | line
        yield svg.points(places, **{"fill": "none", "stroke_width": 2} | line)
        off = 3
    else:
        line |= {"fill": "none"}
        yield svg.points(places, stroke_width=2, **line)
        off = 0
        if len(places) == 1:
            yield svg.element("circle", cx=x, cy=y, r=3.5, fill=curve.colour)
    yield svg.path("M", x + 4 + off, y, "L", right + 24 + 2 * (off > 0), name, "h", 8, **line)
    text = svg.shortened(svg.clean(curve.name), _MOST_NAME, svg.TEXT_SIZE)
    yield svg.label(right + 38 + 2 * (off > 0), name + 5, text)
    yield from dots


def thinned(x: fig.Column, values: fig.Column, columns: int) -> list[tuple[float, float]]:
    """The points of a line; of many in a column, only the first, lowest, highest and last."""
    there = np.flatnonzero(~np.isnan(values))
    if len(there) <= 2 * columns:
        return list(zip(x[there].tolist(), values[there].tolist(), strict=True))
    places = (x[there] / 2 - x[0] / 2) / (x[-1] / 2 - x[0] / 2) * columns
    starts = np.flatnonzero(np.diff(np.floor(places), prepend=-1))
    kept = []
    for start, end in zip(starts, [*starts[1:], len(there)], strict=True):
        of_column = values[there[start:end]]
        kept += sorted({start, end - 1, start + of_column.argmin(), start + of_column.argmax()})
    chosen = there[kept]
    return list(zip(x[chosen].tolist(), values[chosen].tolist(), strict=True))


def _dot(dot: fig.Dot, frame: _Frame, curve: fig.Curve | None = None) -> str:
    """A point; on a curve it may have a bar, which may be shorter than the point."""
    tooltip, x = svg.hover(*dot.tooltip), frame.x(dot.x)
    if dot.look or curve is None:
        place = {"cx": x, "cy": frame.y(dot.y), "r": dot.radius}
        return svg.element("circle", tooltip, **place, **dot.look)
    bar = ""
    if dot.bar is not None:
        high, low = (frame.y(value) for value in dot.bar)
        caps = [step for end in (high, low) for step in ("M", x - 5, end, "h", 10)] * curve.caps
        whole = "M", x, high, "V", low
        bar = svg.path(*caps, *whole, stroke=curve.colour, stroke_width=1.5)
    point = svg.element("circle", cx=x, cy=frame.y(dot.y), r=dot.radius, fill=curve.colour)
    return svg.element("g", tooltip + point + bar)


def _steps(curve: fig.Curve, frame: _Frame) -> Iterator[str]:
    """A line that is level at each height, and then goes down to the next."""
    xs = [svg.number(frame.x(end)) for end in curve.x.tolist()]
    ys = [svg.number(frame.y(height)) for height in curve.y.tolist()]
    farthest = dict(zip(ys, xs, strict=True))  # the last x of each drawn height
    steps = "V".join(f"{height}H{end}" for height, end in farthest.items())
    path = f"M{svg.number(frame.left)} {steps}"
    yield svg.element("path", d=path, fill="none", stroke=curve.colour, stroke_width=2)


def _legend_above(curves: Sequence[fig.Curve], x: float, y: float, width: float) -> Iterator[str]:
    """Above a plot: the line and name of each curve, and on the right its text."""
    for at, curve in enumerate(curves):
        top, right = y + _ROW * at, width - fig.MARGIN
        room = right - svg.text_width(curve.said, svg.TEXT_SIZE) - fig.MARGIN - 48
        name = svg.shortened(svg.clean(curve.name), room, svg.TEXT_SIZE)
        yield svg.path("M", x, top + 9, "h", _ROW, stroke=curve.colour, stroke_width=3)
        yield svg.label(x + 32, top + 14, name)
        yield svg.label(right, top + 14, curve.said, text_anchor="end")


# ---------------------------------------------------------------- bars


@_draw.register
def _(block: fig.Bars, x: float, y: float) -> tuple[list[str], float]:
    left, right = x + block.names, block.width - fig.MARGIN - block.figures
    head, first, last = (20, 28, 4) if block.grounded else (18, 30, 6)
    count = len(block.heads)
    ends = [block.width - fig.MARGIN - block.figure * (count - 1 - at) for at in range(count)]
    rows, top = [], y + first
    for at, bar in enumerate(block.bars):
        step = block.thin if block.thin and at else block.step
        rows.append(_bar(bar, block, top + bar.gap, step, (left, right), ends))
        top += step + bar.gap
    bottom = top + last
    marks = [(left + (right - left) * mark / 100, str(mark)) for mark in range(0, 101, 20)]
    return [
        *(
            svg.label(end, y + head, text.strip(), text_anchor="end")
            for end, text in zip(ends, block.heads, strict=True)
        ),
        *level_axis(marks, y + 24, bottom),
        *rows,
        svg.label((left + right) / 2, bottom + 44, block.title, text_anchor="middle"),
    ], bottom


def _bar(
    bar: fig.Bar,
    block: fig.Bars,
    y: float,
    step: float,
    span: tuple[float, float],
    ends: Sequence[float],
) -> str:
    (left, right), is_thin = span, step == block.thin
    height = step if is_thin else SWATCH
    edges = [left + (right - left) * end for end in accumulate(p.share for p in bar.pieces)]
    edges.insert(0, left)
    boxes = []
    if block.grounded:
        edges[-2] = max(left, min(edges[-2], edges[-1] - _LEAST))
        edges[-1] = max(edges[-1], left + _LEAST)
    for piece, (start, end) in zip(bar.pieces, pairwise(edges), strict=True):
        if block.grounded:
            shape = {"x": start, "width": end - start, "fill": piece.colour}
            boxes.append(svg.element("rect", **shape, y=y, height=height))
        elif end > start:
            boxes.append(svg.rectangle(start, y, end - start, height, fill=piece.colour))
    base = y + height / 2 + 5
    parts = [svg.hover(*bar.tooltip)]
    if block.grounded:  # a box without a colour
        shape = {"x": 0, "width": block.width, "y": y - 3, "height": step}
        parts.append(svg.element("rect", **shape, fill="none", pointer_events="all"))
    name = [] if is_thin else [svg.label(left - 8, base, bar.name, text_anchor="end")]
    parts += [*name, *boxes] if block.grounded else [*boxes, *name]
    if not is_thin:
        parts += [
            svg.label(end, base, text, text_anchor="end")
            for end, text in zip(ends, bar.figures, strict=True)
        ]
    return svg.element("g", "".join(parts))


@_draw.register
def _(block: fig.Differences, x: float, y: float) -> tuple[list[str], float]:
    """Each group over the lines of the axis; the line of 0 is over the bars."""
    left, right = x + block.names, fig.WIDTH - fig.MARGIN - block.ends[-1]

    def at(value: float) -> float:
        return left + (right - left) * block.axis.place(value)

    places = [(mark, at(mark)) for mark, _ in block.axis.marks]
    y += 24
    parts = _figures(block.heads, block, right, y - 4)
    for heading, bars in block.groups:
        parts.append(svg.label(x, y + 22, heading))
        top, foot = y + 30, y + 30 + _STEP * len(bars)
        parts += [svg.path("M", place, top, "V", foot, stroke=svg.FAINT) for _, place in places]
        for row, bar in enumerate(bars):
            parts.append(_difference(bar, block, top + _STEP * row, at, (left, right)))
        look = {"stroke": svg.INK, "pointer_events": "none"}
        parts.append(svg.path("M", at(0), top, "V", foot, **look))
        if block.dashed is not None:
            look = {"stroke": svg.INK, "stroke_dasharray": "4 3", "pointer_events": "none"}
            parts.append(svg.path("M", at(block.dashed), top, "V", foot, **look))
        y = foot + 8
    for (mark, place), (_, text) in zip(places, block.axis.marks, strict=True):
        text = numerals.minus(text if mark <= 0 or not block.signed else f"+{text}")
        parts.append(svg.label(place, y + 8, text, text_anchor="middle"))
    return parts, y


def _difference(
    bar: fig.Difference,
    block: fig.Differences,
    y: float,
    at: Callable[[float], float],
    span: tuple[float, float],
) -> str:
    """A name, a bar and figures; an invisible background gives the whole row the tooltip."""
    (left, right), middle, base = span, y + _STEP / 2, y + _STEP / 2 + 5
    name = svg.shortened(svg.clean(bar.name), block.names - 8, svg.TEXT_SIZE)
    shown = [
        svg.rectangle(
            fig.MARGIN, y, fig.WIDTH - 2 * fig.MARGIN, _STEP, fill="none", pointer_events="all"
        ),
        svg.label(left - 8, base, name, text_anchor="end"),
    ]
    if bar.value is not None:
        start, end = sorted((at(0), at(bar.value)))
        box = start, middle - SWATCH / 2, end - start, SWATCH
        shown.append(svg.rectangle(*box, fill=ABOVE if bar.value > 0 else BELOW))
        if block.axis.is_beyond(bar.value):
            tip, back = (end, 9) if bar.value > 0 else (start, -9)
            arrow = ("M", tip, middle, "l", -back, -SWATCH / 2, "v", SWATCH, "z")
            shown.append(svg.path(*arrow, fill=svg.INK))
    if bar.interval is not None:
        low, high = map(at, bar.interval)
        caps = [step for end in (low, high) for step in ("M", end, middle - 4, "v", 8)]
        look = {"stroke": svg.INK, "stroke_width": 1.5, "pointer_events": "none"}
        shown.append(svg.path(*caps, "M", low, middle, "H", high, **look))
    if bar.other is not None:
        look = {"stroke": OTHER, "stroke_width": 3, "pointer_events": "none"}
        shown.append(svg.path("M", at(bar.other), y + 1, "v", _STEP - 2, **look))
    shown += _figures(map(numerals.minus, bar.figures), block, right, base)
    return f"<g>{svg.hover(bar.tooltip)}{''.join(shown)}</g>"


def _figures(texts: Iterable[str], block: fig.Differences, right: float, y: float) -> list[str]:
    """Texts, right-aligned in three columns."""
    return [
        svg.label(right + column, y, text, text_anchor="end")
        for text, column in zip(texts, block.ends, strict=True)
    ]
