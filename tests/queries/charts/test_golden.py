"""Figures whose bytes are kept, as pictures and in a terminal, and what holds for each of them."""

import hashlib
import io
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len
from rich.console import Console

from given.figures import DRAWN, FIGURES
from helpers.golden_files import GOLDEN, assert_golden
from pokerlake.engine.cards.holes import HANDS
from pokerlake.queries.charts import Drawn, chart_named

ENDED = (  # of whose text the last line has an end
    "bucket", "buckets", "distance_by_k", "distributions", "kinds", "lines", "potential",
    "textures", "transitions",
)  # fmt: skip
FILES = sorted(path.name for path in GOLDEN.glob("*.*") if not path.name.startswith("chart_"))


@pytest.fixture
def drawn(drawn_of, request):
    """Draws the figure of a file."""

    def draw(file):
        stem = file.partition(".")[0]
        if stem in FIGURES:
            return Drawn(FIGURES[stem]())
        tables, name, given, options = DRAWN.get(file) or DRAWN[stem]
        if tables is None:
            lake = request.getfixturevalue("lake")
            return chart_named(name).drawn(*given, lake=lake, **options)
        return drawn_of(**tables)(name, *given, **options)

    return draw


def sent(text):
    """What a terminal of 80 columns is sent."""
    sink = io.StringIO()
    console = Console(
        file=sink, force_terminal=True, color_system="truecolor", no_color=False, width=80
    )
    console.print(text, soft_wrap=True)
    return sink.getvalue()


@pytest.mark.parametrize("file", FILES)
def test_bytes(drawn, file):
    stem, _, ending = file.partition(".")
    found = drawn(file)
    made = {
        "svg": lambda: found.svg(),
        "txt": lambda: str(found) + "\n" * (stem in ENDED),
        "ansi": lambda: sent(found.terminal()),
        "sha256": lambda: hashlib.sha256(found.svg().encode()).hexdigest() + "\n",
    }[ending]()
    assert_golden(file, made.encode())


def test_each_figure_is_kept():
    kept = {name for file in FILES for name in (file, file.partition(".")[0])}
    assert kept >= {*FIGURES, *DRAWN}


@pytest.mark.parametrize("file", [*FIGURES, *DRAWN])
def test_every_figure_is_a_picture_and_has_room_in_a_terminal(drawn, file):
    found = drawn(file)
    root = ET.fromstring(found.svg())
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    for columns in (50, 78, 120):
        lines = found.terminal(columns).plain.splitlines()
        rows = [line for line in lines if {*line} & {*"│┤└█░"}]
        assert max(map(cell_len, rows), default=0) <= max(columns, 80)


@pytest.mark.parametrize("name", [name for name in FIGURES if name.startswith("terminal")])
def test_every_hand_has_a_cell_in_a_terminal(name):
    lines = Drawn(FIGURES[name]()).terminal().plain.splitlines()
    assert sum(line.split()[:1] == [hand] for line in lines for hand in HANDS[::13]) == 13
