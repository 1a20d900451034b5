"""Numbers in charts: one format for all cells, and ticks at round values."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Callable, Iterable

_MINUS = re.compile(r"(?<!\d)-")
_DAYS = (1, 2, 5, 10)  # from one tick to the next
_YEAR = 12
_MONTHS = (1, 2, 3, 6, *(_YEAR * years for years in (1, 2, 5, 10, 20, 50, 100, 10_000)))
_THOUSANDS = ("", "k", "M", "G", "T", "P", "E")


def cell_numerals(values: Iterable[float]) -> Callable[[float], str]:
    """A format for values that stand side by side, in about six characters at most.

    Integers stay integers. Other values all have the number of decimals that gives the largest
    three digits. If the largest has more than five digits, values are in thousands: ``12.3M``.
    """
    values = list(values)
    largest = max(map(abs, values), default=0.0)
    if largest >= 1e21 or 0 < largest < 1e-3:
        return lambda value: f"{value:.0e}" if value else "0"
    if largest >= 1e5:
        return _in_thousands
    if all(value == int(value) for value in values):
        return lambda value: f"{value:z.0f}"
    decimals = 3 if largest < 1 else 2 if largest < 10 else 1 if largest < 100 else 0

    def write(value: float) -> str:
        text = f"{value:.{decimals}f}"
        return text.removeprefix("-") if float(text) == 0 else text

    return write


def _in_thousands(value: float) -> str:
    power = 0
    while abs(value) >= 999.5 and power < len(_THOUSANDS) - 1:
        value, power = value / 1000, power + 1
    text = f"{value:z.0f}" if abs(value) >= 99.95 or value == int(value) else f"{value:z.1f}"
    return text + _THOUSANDS[power]


def exact(value: float) -> str:
    """A value to nine digits."""
    return f"{value:.9g}" if value else "0"


def percent(share: float) -> str:
    """A share as a percentage, with one decimal unless that is 0; 0 and 100 are exact.

    Examples
    --------
    >>> percent(0.5), percent(0.125), percent(0.0001), percent(0.9999)
    ('50', '12.5', '<0.1', '>99.9')
    """
    if 0 < share < 0.0005:
        return "<0.1"
    if 0.9995 <= share < 1:
        return ">99.9"
    return f"{100 * share:.1f}".removesuffix(".0")


def even_percent(share: float) -> str:
    """A share as :func:`percent`, but always with one decimal, so that figures line up.

    Examples
    --------
    >>> even_percent(0.5), even_percent(1)
    ('50.0', '100')
    """
    text = percent(share)
    return text if "." in text or share in (0, 1) else f"{text}.0"


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round, evenly spaced values from low to high.

    Examples
    --------
    >>> ticks(0.32, 0.85, 6)
    [0.4, 0.5, 0.6, 0.7, 0.8]
    """
    span = high / most - low / most
    if not span > 0 or not math.isfinite(span):
        return [low]
    power = 10.0 ** math.floor(math.log10(span))
    step = next(times * power for times in (1, 2, 5, 10, 20) if times * power >= span)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{count * step:.12g}") for count in range(first, last + 1)]


def tick_numerals(marks: Iterable[float]) -> list[str]:
    """The marks of an axis as different texts.

    Examples
    --------
    >>> tick_numerals([0, 500_000, 1_000_000])
    ['0', '500k', '1M']
    """
    marks = list(marks)
    texts = [_round_thousands(mark) for mark in marks]
    return texts if len({*texts}) == len(marks) else [f"{mark:.12g}" for mark in marks]


def _round_thousands(mark: float) -> str:
    if not 1e5 <= abs(mark) < 1e21:
        return f"{mark:g}"
    power = int(math.log10(abs(mark)) / 3 + 1e-9)
    return f"{mark / 1000**power:g}" + _THOUSANDS[power]


def day_ticks(first: dt.date, last: dt.date, most: int) -> list[tuple[dt.date, str]]:
    """Days from the first to the last for an axis: days, months or years apart.

    Examples
    --------
    >>> [text for _, text in day_ticks(dt.date(2019, 12, 20), dt.date(2020, 4, 2), 6)]
    ['2020-01', '2020-02', '2020-03', '2020-04']
    """
    span = (last - first).days
    for step in _DAYS:
        if span <= step * (most - 1):
            days = [first + dt.timedelta(step * n) for n in range(span // step + 1)]
            return [(day, day.isoformat()) for day in days]
    months = range(12 * first.year + first.month - (first.day == 1), 12 * last.year + last.month)
    step = next(step for step in _MONTHS if len(months) <= step * most)
    starts = [dt.date(month // 12, month % 12 + 1, 1) for month in months if not month % step]
    return [(day, day.isoformat()[: 4 if step >= _YEAR else 7]) for day in starts]


def minus(text: str) -> str:
    """The text of a number for a picture: its minus sign is as wide as a digit; days are as is."""
    return _MINUS.sub("−", text)
