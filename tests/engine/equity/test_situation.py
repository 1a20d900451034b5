"""Tuples of holes that are the same up to suits: a kernel numbers many of them, numpy a few."""

import numpy as np
import pytest

from pokerlake.engine.cards.suit_symmetry import hole_images
from pokerlake.engine.equity import situation


@pytest.mark.parametrize("q", [2, 3])
def test_many_tuples_are_numbered_as_few(q, monkeypatch):
    rng = np.random.default_rng(q)
    rows = rng.integers(0, 60, (4000, q)).astype(np.uint16)
    images = hole_images()
    few = situation._number_few(rows, images)
    monkeypatch.setattr(situation, "_IMAGES", 1000 * q * len(images))  # in four pieces
    many = situation._number_many(rows, images)
    for of_few, of_many in zip(few, many, strict=True):
        assert of_few.tolist() == of_many.tolist()
    assert len(many[0]) < len(rows) / 2
