"""Where things go on a chart: labels kept apart, axes of values, and a legend of colours."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from rich.style import Style
from rich.text import Text

from . import numerals, svg
from .colours import BLACK, Scale

_MOST_MARKS = 11  # on a logarithmic axis
_BAR = 16.0  # the height of a legend's colours
_ROW, _BETWEEN = 24.0, 22.0  # of a legend of kinds: between its rows, and between two kinds


def apart(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Middles as near to those wanted as they can be without any two overlapping.

    They are in the order of ``wanted``, which is any, and none reaches beyond ``low`` or ``high``.
    Where the ``sizes`` do not all fit between these, all shrink alike.

    Examples
    --------
    >>> apart([5, 5, 20], [4, 4, 4], 0, 30)
    [3.0, 7.0, 20.0]
    """
    room = min(1.0, (high - low) / sum(sizes))
    order = np.argsort(wanted, kind="stable")
    lengths = np.array(sizes, np.float64)[order] * room
    before = np.cumsum(lengths) - lengths
    # Less what lies before each, places that do not overlap are places in order. Those out of order
    # move as one, to the mean of what they want.
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


@dataclass(frozen=True)
class LogAxis:
    """A logarithmic axis over whole powers of ten."""

    low: int
    high: int
    write: Callable[[list[float]], list[str]]  # its marks

    @classmethod
    def over(cls, values: Sequence[float], write: Callable[[list[float]], list[str]]) -> LogAxis:
        """From a power not over the least value to one not under the greatest, and to another."""
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return cls(low, max(high, low + 1), write)

    def place(self, value: float) -> float:
        """Where a positive value lies, 0 to 1; what is off the axis is at its end."""
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, part))

    def marks(self) -> list[tuple[float, str]]:
        """The places of its powers, and how they are written."""
        powers = range(self.low, self.high + 1, -(-(self.high - self.low) // _MOST_MARKS))
        values = [10.0**power for power in powers]
        return list(zip(map(self.place, values), self.write(values), strict=True))


def upright_axis(
    marks: Sequence[tuple[float, str]], left: float, right: float, strong: float | None = None
) -> Iterator[str]:
    """Lines across a chart at heights ``y``, each with its text to the left of it.

    That at the height ``strong`` is dark.
    """
    for y, text in marks:
        yield svg.path("M", left, y, "H", right, stroke=svg.INK if y == strong else svg.FAINT)
        yield svg.label(left - 8, y + 5, numerals.minus(text), text_anchor="end")


def level_axis(marks: Sequence[tuple[float, str]], top: float, bottom: float) -> Iterator[str]:
    """Lines down a chart at places ``x``, each with its text below it."""
    for x, text in marks:
        yield svg.path("M", x, top, "V", bottom, stroke=svg.FAINT)
        yield svg.label(x, bottom + 20, numerals.minus(text), text_anchor="middle")


def kind_legend(
    kinds: Iterable[tuple[str, str]], x: float, y: float, width: float
) -> tuple[list[str], float]:
    """Kinds, each a colour and a text, in rows; and the height that is free below them."""
    parts, left = [], x
    for colour, name in kinds:
        text = svg.shortened(svg.clean(name), width / 2, svg.TEXT_SIZE)
        wide = _BAR + 8 + svg.text_width(text, svg.TEXT_SIZE)
        if left > x and left + wide > x + width:
            left, y = x, y + _ROW
        swatch = svg.rectangle(left, y, _BAR, _BAR, fill=colour)
        parts.append(swatch + svg.label(left + _BAR + 8, y + 13, text))
        left += wide + _BETWEEN
    return parts, y + _ROW


def append_kinds(text: Text, kinds: Iterable[tuple[str, str, str]]) -> Text:
    """Add kinds to a text for a terminal, each a colour, a letter on it, and a text."""
    for at, (colour, letter, name) in enumerate(kinds):
        text.append("   " if at else "")
        text.append(f" {letter} ", Style(color=BLACK, bgcolor=colour))
        text.append(f" {svg.clean(name)}")
    return text


def colour_legend(
    scale: Scale,
    x: float,
    y: float,
    width: float,
    unit: str = "",
    marks: Sequence[tuple[float, str]] | None = None,
    *,
    spread: tuple[float, float] | None = None,
    strong: float | None = None,
) -> Iterator[str]:
    """A bar of a scale's colours with values below, and the unit behind.

    The values are round ones where ``marks``, values and their texts, are not given. ``spread`` is
    the lowest and the highest value that is shown: an end that is passed says so, ``≤ 30``. The
    value ``strong`` has a line through the bar, if it is on the scale.
    """
    unit_text = svg.shortened(unit, width / 3, svg.TEXT_SIZE) if unit else ""
    bar = width - (svg.text_width(unit_text, svg.TEXT_SIZE) + 12 if unit_text else 0)
    if scale.low == scale.high:
        yield svg.rectangle(x, y, _BAR, _BAR, fill=scale.colour(scale.low))
        text = numerals.minus(numerals.exact(scale.low))
        unit_text = f" {unit_text}" if unit_text else ""
        yield svg.label(x + _BAR + 8, y + 13, f"{text}{unit_text}, all hands alike")
        return
    last = len(scale.colours) - 1
    stops = "".join(
        svg.element("stop", offset=at / last, stop_color=colour)
        for at, colour in enumerate(scale.colours)
    )
    # Pictures that share a page must not share a name for other colours.
    name = f"scale-{zlib.crc32(stops.encode()):08x}"
    yield f'<defs><linearGradient id="{name}">{stops}</linearGradient></defs>'
    yield svg.rectangle(x, y, bar, _BAR, fill=f"url(#{name})")
    if unit_text:
        yield svg.label(x + bar + 12, y + 13, unit_text)
    if strong is not None and scale.low < strong < scale.high:
        at = x + bar * scale.place(strong)
        yield svg.path("M", at, y - 3, "v", _BAR + 8, stroke="#ffffff", stroke_width=4)
        yield svg.path("M", at, y - 3, "v", _BAR + 8, stroke=svg.INK, stroke_width=2)
    for at, middle, text, is_strong in _marks(scale, x, bar, marks, spread, strong):
        weight = "bold" if is_strong else None
        yield svg.path("M", at, y + _BAR, "v", 5, stroke=svg.INK)
        yield svg.label(middle, y + _BAR + 19, text, text_anchor="middle", font_weight=weight)


def _marks(
    scale: Scale,
    x: float,
    bar: float,
    marks: Sequence[tuple[float, str]] | None,
    spread: tuple[float, float] | None,
    strong: float | None,
) -> list[tuple[float, float, str, bool]]:
    """Where each mark of a bar lies, the middle of its text, and the text; none overlap."""
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
    found: list[tuple[float, float, str, bool]] = []
    taken: list[tuple[float, float]] = []
    for value, text, is_strong in wanted:  # the most wanted first
        shown, at = numerals.minus(text), x + bar * scale.place(value)
        half = svg.text_width(shown, svg.TEXT_SIZE) / 2
        middle = min(max(at, x + half), x + bar - half)  # nothing stands out at the ends
        if all(middle + half + 4 <= left or right <= middle - half - 4 for left, right in taken):
            taken.append((middle - half, middle + half))
            found.append((at, middle, shown, is_strong))
    return sorted(found)
