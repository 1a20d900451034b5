"""Ranges of Omaha as text: what is written reads back exactly, and is short where it can be."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlake.engine.ranges.omaha_holes import OmahaRange, all_holes
from pokerlake.engine.ranges.omaha_parser import parse_omaha_range
from pokerlake.engine.ranges.omaha_patterns import format_omaha_range

PARTS = (
    "AA KK AAxx$ds QQ!A JT98-7654$ss RROO $ms $0g:$rb AxKxQyJy AsAh** AsKsQhJh 2c2d2h2s xxxy "
    "AA:KK [A-T][A-T][A-T][A-T]$np sssK *!(A,K,Q,J,T)"
)
RANGES = st.lists(
    st.tuples(
        st.sampled_from(PARTS.split()), st.sampled_from(["", "@50", "@0.1", "@33.3333333333"])
    ),
    max_size=4,
)


def reads_back(found, text):
    again = parse_omaha_range(text, found.cards)
    assert again.holes.tolist() == found.holes.tolist()
    assert again.weights.tolist() == found.weights.tolist()


@pytest.mark.parametrize(
    ("given", "cards", "text"),
    [
        ("", 4, ""),
        ("*@50", 4, "*@50"),
        ("AAxx", 4, "AA"),
        ("AA**", 4, "AA"),
        ("KK", 4, "AAKK,AKK[K-2],KK[K-2][K-2]"),
        ("$ds:AA", 4, "AA$ds"),
        ("xxyy", 4, "$ds"),
        ("KQJT$ss,AKQJ", 4, "AKQJ,KQJT$ss"),
        ("AKQ[A,J,T,5,4,3]", 4, "AAKQ,AKQ[JT,5-3]"),
        ("AxKxQyJy", 4, "AxKxQyJy"),
        ("AsAhAdAc,KhKsQdQs@12.5", 4, "AAAA,KsKhQsQd@12.5"),
        ("AAKKQ,AKQJT@5", 5, "AAKKQ,AKQJT@5"),
        ("xxxxy", 5, "xxxxy"),
        ("AAKKQQ$ds", 6, "AAKKQQ$ds"),
    ],
)
def test_text_is_short_and_the_same_for_the_same_range(given, cards, text):
    found = parse_omaha_range(given, cards)
    assert format_omaha_range(found) == text
    reads_back(found, text)


@pytest.mark.whole
@settings(max_examples=25)
@given(RANGES)
def test_what_is_written_reads_back_exactly(parts):
    found = parse_omaha_range(",".join(text + weight for text, weight in parts))
    reads_back(found, format_omaha_range(found))


@settings(max_examples=20)
@given(st.data(), st.sampled_from([4, 5]))
def test_any_holes_read_back_exactly(data, cards):
    numbers = data.draw(st.lists(st.integers(0, 5000), unique=True, max_size=60))
    weights = data.draw(
        st.lists(st.floats(1e-300, 1), min_size=len(numbers), max_size=len(numbers))
    )
    holes = all_holes(4)[-5001:][numbers] if cards == 4 else FIVE[numbers]
    found = OmahaRange.of(holes.reshape(-1, cards), weights)
    reads_back(found, format_omaha_range(found))


FIVE = np.concatenate([all_holes(4)[:5001], np.full((5001, 1), 51, np.uint8)], axis=1)
