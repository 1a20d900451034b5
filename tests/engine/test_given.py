"""Numbers from text: what Python's own readers take and people do not mean."""

import datetime as dt
import math
import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from pokerlake.engine.cards.text import CardError, parse_card
from pokerlake.engine.given import as_whole, plain_digits, plain_float, plain_int, shown
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import top_range

NEITHER = ["", " ", "٣", "²", "1_000", " 5", "5 ", "5\n", "0x10", "½", "--1", "x", "9" * 5000]


@pytest.mark.parametrize("text", [*NEITHER, "1e3", "1.0", "9" * 19])
def test_no_whole_number(text):
    with pytest.raises(ValueError, match="no whole number"):
        plain_int(text)


@pytest.mark.parametrize(
    "text", [*NEITHER, "nan", "inf", "-Infinity", "1e400", "1e", ".", "1e9999999999"]
)
def test_no_number(text):
    with pytest.raises(ValueError, match="no number"):
        plain_float(text)


@pytest.mark.parametrize(
    "given", [1.5, math.nan, math.inf, True, "1", None, 2.0**53 + 2, Decimal("1.5"), [1]]
)
def test_not_as_whole(given):
    assert as_whole(given) is None


def test_as_whole():
    given = [2, np.uint8(2), 2.0, np.float32(2), Decimal("2.0"), Fraction(4, 2)]
    assert [as_whole(number) for number in given] == [2] * 6
    assert as_whole(2**70) == 2**70


def test_plain_digits():
    texts = ["1e6", "10_000", "2.5e3", "10.0", "2.5", "1e-3", "x"]
    found = ["1000000", "10000", "2500", "10", "2.5", "1e-3", "x"]
    assert [plain_digits(text) for text in texts] == found


def test_numbers():
    assert [plain_int(text) for text in ("0", "+5", "-12", "9" * 18)] == [0, 5, -12, 10**18 - 1]
    assert [plain_float(text) for text in ("1", ".5", "5.", "-2.5e3")] == [1, 0.5, 5, -2500]


def test_percentages_are_plain():
    ranking = list(range(169))
    for text in ("٣٠", "1_0", " 5", "nan", "0." + "1" * 5000):
        with pytest.raises(RangeError, match="is not a percentage"):
            top_range(ranking, text)


def test_a_kelvin_sign_is_no_king():
    for text in ("A\u212a", "\u212a\u212a", "A\u212as"):
        for dialect in ("pokerlake", "propokertools"):
            with pytest.raises(RangeError, match="rank"):
                parse_range(text, dialect=dialect)
    with pytest.raises(CardError):
        parse_card("\u212aing of spades")


@pytest.mark.parametrize(
    ("begin", "run", "end"),
    [("5", " ", ""), ("5", " ", "-"), ("5%", " ", "("), ("5 -", " ", ""), ("top", " ", ""),
     ("AA,5", "\t", "x"), ("(5", " ", "(AA"), ("1" * 400, " ", "%"),
     ("5" + " " * 5000 + "-", " ", "x")],
)  # fmt: skip
def test_a_range_takes_time_in_proportion_to_its_length(begin, run, end):
    def seconds(length):
        times = []
        for _ in range(2):
            started = time.process_time()
            with pytest.raises(RangeError):
                parse_range(begin + run * length + end)
            times.append(time.process_time() - started)
        return min(times)

    # In proportion it would be four times; with the square sixteen, and more than seconds.
    assert seconds(40_000) < 8 * seconds(10_000) + 0.1


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (dt.datetime(1850, 1, 2, 3, 4, 5, tzinfo=dt.UTC), "1850-01-02 03:04:05+00:00"),
        (dt.date(2020, 1, 2), "2020-01-02"),
        (dt.time(3, 4), "03:04:00"),
        (dt.timedelta(days=1, hours=2), "1 day, 2:00:00"),
        (np.datetime64("1850-01-02T03:04:05"), "1850-01-02 03:04:05"),
        (np.float64(0.5), "0.5"),
        (np.array(7), "7"),
        (Decimal("1.50"), "1.50"),
        ("7" * 99, "'" + "7" * 60 + "…'"),
    ],
)
def test_values_are_shown_as_people_write_them(given, text):
    assert shown(given) == text
