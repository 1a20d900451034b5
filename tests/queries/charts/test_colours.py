"""Colours: every text on every ground is legible, and the scales are those that were published."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlake.queries.charts.drawing.colours import (
    BLACK,
    DIVERGING,
    KINDS,
    NOTHING,
    SHARE,
    VIRIDIS,
    WHITE,
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


def test_black_is_legible_in_a_range_and_beside_it():
    assert contrast(BLACK, SHARE) >= 4.5
    assert contrast(BLACK, NOTHING) >= 4.5
    assert text_colour(NOTHING) == BLACK


def test_luminance_and_contrast_are_those_of_wcag():
    # https://www.w3.org/TR/WCAG22/#dfn-relative-luminance; #767676 is its darkest passing grey
    assert luminance(WHITE) == pytest.approx(1)
    assert luminance("#ff0000") == pytest.approx(0.2126)
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast("#767676", WHITE) == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", WHITE) == pytest.approx(4.48, abs=0.005)


def test_viridis_grows_lighter_all_the_way():
    light = [luminance(mixed(VIRIDIS, step / 200)) for step in range(201)]
    assert light == sorted(light)


def test_diverging_is_darkest_at_its_ends():
    light = [luminance(mixed(DIVERGING, step / 200)) for step in range(201)]
    assert light[:101] == sorted(light[:101])
    assert light[100:] == sorted(light[100:], reverse=True)


def test_lines_show_on_white():
    assert min(contrast(colour, WHITE) for colour in KINDS) > 2
    assert len(set(KINDS)) == len(KINDS)


def test_values_of_both_signs_have_zero_in_the_middle():
    scale = scale_of(-1, 4)
    assert (scale.low, scale.high) == (-4, 4)
    assert scale.colour(0) == "#f7f7f7"
    assert scale_of(0, 4).colours == VIRIDIS
    assert scale_of(-4, 0).colours == VIRIDIS


def test_ends_and_middle():
    scale = Scale(2, 4, ("#000000", "#ffffff"))
    assert [scale.colour(v) for v in (1, 2, 3, 4, 5)] == [
        "#000000",
        "#000000",
        "#808080",
        "#ffffff",
        "#ffffff",
    ]


def test_one_value_is_in_the_middle():
    assert scale_of(7, 7).place(7) == 0.5


@given(FINITE, FINITE, FINITE)
def test_any_numbers_have_a_place(low, high, value):
    low, high = sorted((low, high))
    scale = scale_of(low, high)
    assert 0 <= scale.place(value) <= 1
    assert math.isfinite(scale.place(value))
    assert len(scale.colour(value)) == 7
