"""Writing ranges: always the same text, the longest runs first, and read back bit by bit."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pokerlake.engine.cards.holes import HANDS, HOLES, hand_of_hole
from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.engine.ranges.notation import RangeError, format_range, parse_range


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        ("AA,KK", "KK+"),
        ("KK,QQ", "KK-QQ"),
        ("66-22,TT+", "TT+,66-22"),
        ("AA,AK,AQ", "AQs+,AQo+,AA"),
        ("KQ,KT,K9,K8,K6,K5", "KTs-K8s,K6s-K5s,KTo-K8o,K6o-K5o,KQs,KQo"),
        # pairs, kickers suited and offsuit, connectors, hands, combos
        (
            "AhKd,QJo,T9s,98s,87s,76s,KTo+,A5s-A2s,A2s+,TT-77,22",
            "TT-77,A2s+,KTo+,T9s-76s,22,QJo,AhKd",
        ),
        ("T9s,98s", "T9s,98s"),
        ("T9s,98s,87s", "T9s-87s"),
        ("AKs,KQs,QJs,JTs", "AKs-JTs"),
        ("AQo,KJo,QTo,J9o", "AQo-J9o"),
        ("22+,!AhAd", "KK-22,AsAh,AsAd,AsAc,AhAc,AdAc"),
        ("AKo:0.5,AKs:0.5,QQ", "QQ,0.5(AKs,AKo)"),
        ("AA:0.5,KK:1,QQ:1,JJ:0.5", "KK-QQ,0.5(AA,JJ)"),
        ("AA:0.25,KK:0.5,QQ:0.75", "QQ:0.75,KK:0.5,AA:0.25"),
        ("random", "random"),
        ("random@25", "random:0.25"),
        ("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32", "random"),
        ("AsKs,AhKh,AdKd,AcKc", "AKs"),
        ("22:1e-05", "22:1e-05"),
    ],
)
def test_printed(text, printed):
    assert format_range(parse_range(text)) == printed


# ---------------------------------------------------------------- read back


def random_floats(rng, size):
    """Any doubles in [0, 1], of all magnitudes: the bits are random."""
    top = int(np.float64(1).view(np.uint64))
    return rng.integers(0, top, size, dtype=np.uint64, endpoint=True).view(np.float64)


def random_hands(rng):
    """Whole hands with weight 1."""
    return (rng.random(169) < rng.random())[hand_of_hole()].astype(np.float64)


def few_weights(rng):
    """Whole hands with a few weights."""
    return rng.choice([0, 0.1, 1 / 3, 0.5, 1], 169)[hand_of_hole()]


def any_weights(rng):
    """Whole hands with weights of any bits."""
    weights = np.where(rng.random(169) < 0.3, random_floats(rng, 169), 0)
    return weights[hand_of_hole()]


def random_holes(rng):
    """Some holes, with a few weights or any."""
    weights = np.zeros(HOLES)
    holes = rng.integers(0, HOLES, rng.integers(1, 40))
    some = rng.integers(0, 2)
    weights[holes] = random_floats(rng, len(holes)) if some else rng.choice([0.5, 1], len(holes))
    return weights


def changed_hands(rng):
    """Whole hands with a few holes taken out or changed."""
    weights = random_hands(rng)
    holes = rng.integers(0, HOLES, 10)
    weights[holes] = rng.choice([0, 0.7, 1], 10)
    return weights


KINDS = [random_hands, few_weights, any_weights, random_holes, changed_hands]


@pytest.mark.parametrize("kind", KINDS)
def test_random_ranges_are_read_back(kind):
    rng = np.random.default_rng(KINDS.index(kind))
    for _ in range(200):
        weights = kind(rng)
        text = format_range(weights)
        assert parse_range(text).tobytes() == (weights + 0.0).tobytes(), text


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_dialect_reads_what_it_writes(dialect, kind):
    rng = np.random.default_rng(KINDS.index(kind))
    for _ in range(25):
        weights = kind(rng)
        if dialect == "equilab":
            weights = np.ceil(weights)
        if dialect == "propokertools":
            weights = np.ceil(weights * 100) / 100
        text = format_range(weights, dialect=dialect)
        np.testing.assert_array_equal(parse_range(text, dialect=dialect), weights, text)


@pytest.mark.parametrize("dialect", ["pokerlake", "piosolver", "flopzilla"])
def test_1326_different_weights_are_read_back(dialect):
    weights = random_floats(np.random.default_rng(7), HOLES)
    np.testing.assert_array_equal(
        parse_range(format_range(weights, dialect=dialect), dialect=dialect), weights
    )


@pytest.mark.parametrize(
    "weight", [5e-324, 2.2e-308, 1e-5, 0.07, 0.29, 0.57, 0.1 + 0.2, np.nextafter(1, 0), 1.0]
)
@pytest.mark.parametrize("dialect", ["pokerlake", "piosolver", "flopzilla"])
def test_awkward_weights_are_read_back(dialect, weight):
    weights = np.zeros(HOLES)
    weights[[0, 1325]] = weight
    text = format_range(weights, dialect=dialect)
    assert parse_range(text, dialect=dialect).tobytes() == weights.tobytes()
    if dialect != "pokerlake":
        assert "e" not in text


@given(
    hands=arrays(np.float64, 169, elements=st.floats(0, 1), fill=st.just(0.0)),
    holes=st.dictionaries(st.integers(0, HOLES - 1), st.floats(0, 1), max_size=8),
)
def test_any_range_is_read_back(hands, holes):
    weights = hands[hand_of_hole()]
    for hole, weight in holes.items():
        weights[hole] = weight
    text = format_range(weights)
    np.testing.assert_array_equal(parse_range(text), weights)


@given(st.text(alphabet="AKQJT98765432shdco+-:@!()[]%/.,0 \n*xtopradm", max_size=30))
def test_any_text_is_a_range_or_a_range_error(text):
    ranking = np.linspace(1, 0, 169)
    for dialect in DIALECTS:
        found = None
        with suppress(RangeError):  # and no other error
            found = parse_range(text, dialect=dialect, ranking=ranking)
        if found is not None:
            assert found.shape == (HOLES,)
            assert ((found >= 0) & (found <= 1)).all()


def test_every_hand_is_printed_as_itself():
    for hand in HANDS:
        assert format_range(parse_range(hand)) == hand
