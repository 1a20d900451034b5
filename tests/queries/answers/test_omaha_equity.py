"""A hole of Omaha against a random one, out of tables."""

from types import SimpleNamespace

import numpy as np
import pytest

from pokerlake.catalogue import OMAHA, OMAHA6, OMAHA_HI_LO
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.queries.answers.lookup import omaha
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES

ACES = OmahaRange.of(parse_hand("AsAhKsKh")[None])
LAKE = SimpleNamespace(
    manifest=SimpleNamespace(tables={"omaha_hands", "omaha_hands6", "omaha8_hands"})
)


@pytest.fixture
def asked(monkeypatch):
    """The rows that are looked up, each of which has the counts 1, 2, 4, ..."""
    found = []

    def row(lake, table, **key):
        found.append((table, key))
        names = HI_LO_OUTCOMES if table == "omaha8_hands" else ("win", "tie", "lose")
        return {name: 1 << place for place, name in enumerate(names)}

    monkeypatch.setattr(omaha, "stored_row", row)
    return found


def test_a_hole_in_any_suits(asked):
    found = omaha.stored_equity(LAKE, OMAHA, ACES, None)
    assert found.shared.tolist() == [[4, 1, 2], [1, 4, 2]]
    other = OmahaRange.of(parse_hand("AdAcKdKc")[None])
    swapped = omaha.stored_equity(LAKE, OMAHA, None, other)
    assert swapped.shared.tolist() == [[1, 4, 2], [4, 1, 2]]
    assert asked[0] == asked[1]
    assert asked[0] == ("omaha_hands", {"hand": "AdAcKdKc"})
    six = OmahaRange.of(parse_hand("3sAsAhKsKh2d")[None])
    assert omaha.stored_equity(LAKE, OMAHA6, six, None).win.tolist() == [1 / 7, 4 / 7]
    assert asked[2] == ("omaha_hands6", {"hand": "AhAdKhKd3d2c"})


def test_halves(asked):
    found = omaha.stored_equity(LAKE, OMAHA_HI_LO, ACES, None)
    swapped = omaha.stored_equity(LAKE, OMAHA_HI_LO, None, ACES)
    assert found.deals == 4095
    assert (found.halves == swapped.halves[::-1]).all()
    # Wins of both halves, and of the high one without a low; all is won by one of the two.
    assert found.win.tolist() == [(1 + 8) / 4095, (1024 + 2048) / 4095]
    assert found.equity.sum() == pytest.approx(1)
    mean = [1, 0.75, 0.5, 1, 0.75, 0.5, 0.25, 0.5, 0.5, 0.25, 0, 0] @ (1 << np.arange(12))
    assert found.equity[0] == pytest.approx(mean / 4095)
    assert found.three_quarters.tolist() == [(2 + 16) / 4095, (64 + 512) / 4095]


def test_what_no_table_has(asked):
    two = OmahaRange.of(np.stack([parse_hand("AsAhKsKh"), parse_hand("2s2h3s3h")]))
    half = OmahaRange.of(parse_hand("AsAhKsKh")[None], 0.5)
    none = SimpleNamespace(manifest=SimpleNamespace(tables=set()))
    for lake, rule, *ranges in [
        (None, OMAHA, ACES, None), (none, OMAHA, ACES, None), (LAKE, OMAHA6, None, None),
        (LAKE, OMAHA, None, None), (LAKE, OMAHA, ACES, two), (LAKE, OMAHA, two, None),
        (LAKE, OMAHA, half, None),
    ]:  # fmt: skip
        assert omaha.stored_equity(lake, rule, *ranges) is None
    assert not asked
