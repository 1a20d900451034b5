"""Colours: every text on every ground is legible, and the scales are those that were published."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlake.engine.cards.text import SUITS as SUIT_LETTERS
from pokerlake.queries.charts.drawing.colours import (
    BLACK,
    DIVERGING,
    FREE,
    SHARE,
    SUITS,
    VIRIDIS,
    WHITE,
    Ends,
    Scale,
    contrast,
    luminance,
    mixed,
    scale_of,
    text_colour,
)

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("colours", [VIRIDIS, DIVERGING, (WHITE, SHARE)])
def test_text_is_legible_over_the_whole_scale(colours):
    for step in range(2001):
        ground = mixed(colours, step / 2000)
        assert contrast(text_colour(ground), ground) >= 4.5, ground


def test_luminance_and_contrast_are_those_of_wcag():
    # https://www.w3.org/TR/WCAG22/#dfn-relative-luminance; #767676 is its darkest passing grey
    assert luminance(WHITE) == pytest.approx(1)
    assert luminance("#ff0000") == pytest.approx(0.2126)
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast("#767676", WHITE) == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", WHITE) == pytest.approx(4.48, abs=0.005)


@given(FINITE, FINITE, FINITE)
def test_any_numbers_have_a_place(low, high, value):
    low, high = sorted((low, high))
    scale = scale_of(low, high)
    assert 0 <= scale.place(value) <= 1
    assert math.isfinite(scale.place(value))
    assert len(scale.colour(value)) == 7


# ---------------------------------------------------------------- given ends


def test_given_ends_are_those_of_the_scale():
    scale = scale_of(32, 85, Ends(40, 60))
    assert (scale.low, scale.high, scale.colours) == (40, 60, VIRIDIS)
    assert [scale.place(value) for value in (32, 40, 50, 60, 85)] == [0, 0, 0.5, 1, 1]
    assert scale_of(32, 85, Ends(most=60)) == Scale(32, 60, VIRIDIS)


def test_white_is_zero_wherever_the_ends_are():
    scale = scale_of(0.1, 5, Ends(-1, 3))
    assert scale.colours == DIVERGING
    assert [scale.place(value) for value in (-2, -1, -0.5, 0, 1.5, 3, 9)] == [
        0, 0, 0.25, 0.5, 0.75, 1, 1
    ]  # fmt: skip
    assert scale.colour(0) == DIVERGING[4]
    assert scale_of(-1, 3, FREE) == Scale(-3, 3, DIVERGING)
    assert scale_of(-1, 3, Ends(most=2)) == Scale(-1, 2, DIVERGING, 0)
    assert scale_of(-1, 3, Ends(least=0)) == Scale(0, 3, VIRIDIS)


@given(FINITE, FINITE, FINITE)
def test_a_middle_leaves_values_on_their_sides(low, high, value):
    scale = Scale(min(low, -1.0), max(high, 1.0), DIVERGING, 0.0)
    place = scale.place(value)
    assert 0 <= place <= 1
    assert place <= 0.5 if value < 0 else place >= 0.5


# ---------------------------------------------------------------- suits


def test_suits_are_legible_on_white_and_told_apart():
    assert set(SUITS) == set(SUIT_LETTERS)
    assert len(set(SUITS.values())) == 4
    assert min(contrast(colour, WHITE) for colour in SUITS.values()) >= 4.5
