"""Colours that the colour-blind tell apart, and text that is legible on each of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from pokerlake.tables.errors import UsageError, flag

# Viridis at 17 places, by Nathaniel Smith and Stefan van der Walt (2015, CC0): dark to light, and
# as even a step in grey as in colour. https://bids.github.io/colormap/
VIRIDIS = (
    "#440154", "#48186a", "#472d7b", "#424086", "#3b528b", "#33638d", "#2c728e", "#26828e",
    "#21918c", "#1fa088", "#28ae80", "#3fbc73", "#5ec962", "#84d44b", "#addc30", "#d8e219",
    "#fde725",
)  # fmt: skip
# Blue over white to orange: halves of RdBu and PuOr of Cynthia Brewer's, which mark both as safe
# for the colour-blind. https://colorbrewer2.org/
DIVERGING = (
    "#2166ac", "#4393c3", "#92c5de", "#d1e5f0", "#f7f7f7", "#fee0b6", "#fdb863", "#e08214",
    "#b35806",
)  # fmt: skip
# For kinds, in an order in which neighbours differ most: Okabe and Ito (2008), without the yellow
# that is lost on white. https://jfly.uni-koeln.de/color/
KINDS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")

# Suits of the usual four-colour deck, legible on white; a terminal has colours of its own.
SUITS = {"c": "#007a33", "d": "#0050c8", "h": "#c8102e", "s": "#1a1a1a"}
SUITS_ANSI = {"c": "green", "d": "bright_blue", "h": "red", "s": None}

BLACK, WHITE = "#000000", "#ffffff"
NOTHING = "#ececec"  # for cells without a value
NOTHING_BELOW = "#dedede"  # the same below the diagonal of a grid of hands
ABOVE, BELOW = "#e08214", "#4393c3"  # of bars above and below a mean
OTHER = "#0072b2"  # the stroke over a bar for the value it is compared with
SHARE = "#e69f00"  # the part of a hand in a range: black is legible on it and beside it


@dataclass(frozen=True)
class Scale:
    """Colours from the lowest value to the highest, evenly spaced."""

    low: float  # finite, as high is
    high: float  # if equal to low, all values have the middle colour
    colours: tuple[str, ...]  # two or more, #rrggbb
    middle: float | None = None  # the value of the middle colour, if not halfway

    def place(self, value: float) -> float:
        """The place of a value between the lowest, 0, and the highest, 1."""
        if self.middle is None:
            return _part(value, self.low, self.high)
        if value < self.middle:
            return _part(value, self.low, self.middle) / 2
        return 0.5 + _part(value, self.middle, self.high) / 2

    def colour(self, value: float) -> str:
        """The colour of a value."""
        return mixed(self.colours, self.place(value))


class Ends(NamedTuple):
    """The given ends of a scale or an axis; values beyond are drawn at the end."""

    least: float | None = None
    most: float | None = None

    @classmethod
    def of(cls, least: float | None, most: float | None) -> Ends:
        """From the options ``--min`` and ``--max``; UsageError if they are invalid."""
        for name, value in (("min", least), ("max", most)):
            if value is not None and not math.isfinite(value):
                raise UsageError(f"{flag(name)} is {value:g}; give a finite number")
        if least is not None and most is not None and least >= most:
            low, high = flag("min", f"{least:g}"), flag("max", f"{most:g}")
            raise UsageError(f"{low} is not below {high}")
        return cls(least, most)

    def over(self, low: float, high: float) -> tuple[float, float]:
        """The ends for values from low to high; UsageError if no value is between them."""
        if self.least is not None and self.most is None and high <= self.least:
            option = flag("min", f"{self.least:g}")
            raise UsageError(f"{option} is not below any value; the highest is {high:g}")
        if self.most is not None and self.least is None and low >= self.most:
            option = flag("max", f"{self.most:g}")
            raise UsageError(f"{option} is not above any value; the lowest is {low:g}")
        return self.within(low, high)

    def within(self, low: float, high: float) -> tuple[float, float]:
        """The ends, with low and high for those that are not given."""
        return (
            low if self.least is None else self.least,
            high if self.most is None else self.most,
        )


FREE = Ends()  # none is given


def scale_of(low: float, high: float, ends: Ends = FREE) -> Scale:
    """The scale for values from low to high, or between the given ends.

    If there are both signs, white is zero, so the colour shows the sign, and both sides are equally
    long unless an end is given. Otherwise it is viridis over the whole range.
    """
    low, high = ends.over(low, high)
    if not low < 0 < high:
        return Scale(low, high, VIRIDIS)
    if ends == FREE:
        low, high = -max(-low, high), max(-low, high)
    return Scale(low, high, DIVERGING, None if low == -high else 0.0)


def _part(value: float, low: float, high: float) -> float:
    # Halved first: the difference of two finite numbers need not be finite.
    span = high / 2 - low / 2
    part = (value / 2 - low / 2) / span if span else 0.5
    return min(1.0, max(0.0, part))


def mixed(colours: tuple[str, ...], place: float) -> str:
    """The colour at a place from 0 to 1 along evenly spaced colours."""
    at = place * (len(colours) - 1)
    left = min(int(at), len(colours) - 2)
    part = at - left
    first, second = channels(colours[left]), channels(colours[left + 1])
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rrggbb``, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """The relative luminance of a colour by WCAG 2.2, 0 to 1."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in channels(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, 1 to 21: WCAG wants 4.5 between text and background."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def text_colour(ground: str) -> str:
    """Black or white, whichever is more legible: the contrast is at least 4.58."""
    return BLACK if contrast(BLACK, ground) >= contrast(WHITE, ground) else WHITE
