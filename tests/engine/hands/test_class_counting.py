"""Counts of all hands, class by class, against the recount and the published frequencies."""

import hashlib

import numpy as np
import pytest

from oracle import recount
from pokerlake.engine.hands.classes import hand_classes
from pokerlake.engine.hands.evaluate import SHARES, class_counts, class_counts_of, class_ways
from pokerlake.pipelines.planning import all_builds

TOTALS = {5: 2_598_960, 6: 20_358_520, 7: 133_784_560}
POSSIBLE = {5: 7462, 6: 6075, 7: 4824}
BY_CATEGORY = {
    5: [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540],
    6: [1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900],
    7: [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460],
}


@pytest.mark.parametrize("k", [5, 6, 7])
def test_all_classes_are_the_recounts(k):
    counts = class_counts(k)
    assert np.array_equal(counts, recount.class_counts(k))
    assert counts.sum() == TOTALS[k]
    assert (counts > 0).sum() == POSSIBLE[k]
    assert np.array_equal(class_counts(k, threads=3), counts)


@pytest.mark.parametrize("k", BY_CATEGORY)
def test_published_frequencies(k):
    by_category = np.bincount(hand_classes().category, weights=class_counts(k)[1:])
    assert by_category[1:].tolist() == BY_CATEGORY[k]


@pytest.mark.parametrize(
    ("k", "sha256"),
    [
        (5, "d781bed9ac0a5e9037678d6d2a0698e607fa5b1a6dff6980be974bf4034addfa"),
        (6, "8211023604ddf87674b515eb20ea962eb1040b9c55f592a11910799b02540fd0"),
        (7, "81c677cf7fb291b619073eac3382e95af3e3a3a85a767cabf0aac82c97aa2622"),
    ],
)
def test_a_brute_force_dealt_them_once(k, sha256):
    """The digest of what a brute force over every hand's five-card subsets counted."""
    assert hashlib.sha256(class_counts(k).astype("<i8").tobytes()).hexdigest() == sha256


def test_shares_add_up():
    shares = [class_counts_of(6, *share) for share in SHARES]
    assert np.array_equal(sum(shares), class_counts(6))
    assert len(shares) == all_builds()["classes"].partitions


def test_other_sizes_are_refused():
    with pytest.raises(ValueError, match=r"^hands of 8 cards are not counted: give 5, 6 or 7$"):
        class_counts(8)
    with pytest.raises(ValueError, match=r"^threads is -1: give 0 \(all cores\) or more$"):
        class_counts(7, threads=-1)


@pytest.mark.parametrize("k", [5, 6, 7])
def test_ways_by_combinatorics_are_those_of_hands_that_are_dealt(k):
    assert np.array_equal(class_ways(k), class_counts(k))


def test_ways_of_other_hands():
    with pytest.raises(ValueError, match="hands of 8 cards are not counted"):
        class_ways(8)
