"""The grid for a terminal: what is in it with and without colours, and that it has room."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from helpers.golden_files import assert_golden
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_of_hole
from pokerlake.queries.charts.grids.hand_values import HandValues
from pokerlake.queries.charts.grids.share_grid import range_text, ranges_text
from pokerlake.queries.charts.grids.value_grid import grid_text, value_grid

VALUES = np.arange(168, -1, -1, dtype=np.float64)
WEIGHTS = np.where(hand_of_hole() % 5 == 0, 1.0, 0.0)
HALF = np.where(hand_of_hole() % 3 == 0, 0.5, 0.0)
TEXTS = {
    "values": grid_text(value_grid(HandValues(VALUES / 200), "All hands", "equity")),
    "signed": grid_text(
        value_grid(
            HandValues(
                np.where(VALUES % 10 == 0, np.nan, VALUES - 100),
                tuple("all-in!" if at % 7 == 0 else None for at in range(169)),
            )
        )
    ),
    "weighted": range_text(WEIGHTS, "A fifth"),
    "two": ranges_text(WEIGHTS, HALF, ("one", "other"), "Two ranges"),
}


def shown(text):
    """What a terminal of 80 columns is sent."""
    sink = io.StringIO()
    console = Console(
        file=sink, force_terminal=True, color_system="truecolor", no_color=False, width=80
    )
    console.print(text, soft_wrap=True)
    return sink.getvalue()


@pytest.mark.parametrize("name", TEXTS)
def test_grids(name):
    assert_golden(f"terminal_{name}.ansi", shown(TEXTS[name]).encode())


@pytest.mark.parametrize("name", TEXTS)
def test_grids_have_room(name):
    lines = TEXTS[name].plain.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert sum(line.split()[:1] == [hand] for line in lines for hand in HANDS[::13]) == 13


@settings(max_examples=20)
@given(st.text(), st.floats(allow_nan=False, allow_infinity=False))
def test_labels_take_no_more_than_their_cell(label, value):
    values = np.where(VALUES == 168, value, np.nan)
    text = grid_text(value_grid(HandValues(values, (label, *(None,) * 168))))
    rows = text.plain.split("\n")[:26]
    assert {cell_len(row) for row in rows} == {78}


def test_unequal_labels():
    values = np.where(np.arange(169) == HAND_INDEX["AKs"], 1, np.nan)
    labels = tuple("calling" if hand == "AKs" else None for hand in HANDS)
    assert "calli…" in grid_text(value_grid(HandValues(values, labels))).plain
