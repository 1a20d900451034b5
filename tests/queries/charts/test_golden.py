"""Figures whose bytes are kept, as pictures and in a terminal, and what holds for each of them."""

import hashlib
import io
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len
from rich.console import Console

from given.figures import DRAWN, FIGURES
from helpers.golden_files import GOLDEN, assert_golden
from helpers.pictures import SVG, texts, titles
from pokerlake.engine.cards.holes import HANDS
from pokerlake.queries.charts import Drawn, chart_named
from pokerlake.queries.charts.drawing import svg

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


# How many places of a picture tell something, and some of what they tell or what is written.
SHOWN = {
    "range_grid": (169, ["AA: 84 %, 6 combos, top 0.5 %", "22: 0 %, 6 combos, top 100.0 %"]),
    "range_signed": (
        169,
        [
            "AA: 0.496350365 per unit stake, all-in & more, 6 combos, top 0.5 %",
            "22: no value, 6 combos",
            "152 of 169 hands have a value; the others are grey.",
        ],
    ),
    "range_two": (
        3 * 169,
        [
            "KK: 6 of 6 combos, 100 %",
            "KK: 1.5 of 6 combos, 25 %",
            "KK: A 6 of 6 combos, 100 %; B 1.5 of 6 combos, 25 %",
            *("=", "+75", "−50", "+50"),
        ],
    ),
    "board_grid": (
        169,
        [
            "EHS of each hand on 2h2s2c2d, against a random hand",
            "AA: 84.00 % EHS, the mean of 6 live combos\n"
            "AA in hearts: 84.00 %\nAA & others: 0.00 %",
            "22: no combo is left on 2h2s2c2d",
            "Grey: no combo left, 22.",
        ],
    ),
    "matchups_six": (36, ["AA v AA 50.00 %", "AA v KK 53.50 %", "50.0", "53.5", "46.5"]),
    "matchups_all": (28_561, ["22 v AA 8.00 %"]),
    "next_cards": (
        52,
        [
            "AhKh v QsQc on Jh2h3d: equity of AhKh by the next card",
            "As\nAhKh: 97.67 %, +41.33\nQsQc: 2.33 %, −41.33",
            "Qs cannot come: whatever they hold, a player has it",
            *("Jh is on the board", "9c is dead"),
            "Now: 56.34 % for AhKh. Grey: cards that cannot come.",
        ],
    ),
    "holes": (
        169,
        [
            "AA, AKs:0.5, QQ v KK, AQs on Qh2h3d: equity by hand",
            "22: no equity",
            "Grey: not in the range, or not to be dealt.",
        ],
    ),
    "lines": (
        5 * 9,
        [
            "AA, 2 players: +0.7000, exact",
            "72o, 10 players: -0.5500, standard error 0.02",
        ],
    ),
    "distributions": (
        100,
        [
            *("72.50 % on average, 4 combos", "50.00 % on average, 1,326 combos"),
            "best 25 %:\nTT+ & more: 90.00 % and more\n<random>: 75.00 % and more",
            "best 100 %:\nTT+ & more: 50.00 % and more\n<random>: 0.00 % and more",
        ],
    ),
    "potential": (
        4,
        [
            "HS 0.00 to 0.02, PPot 0.00 to 0.02: 1 deal, <0.1 %",
            "HS 0.98 to 1.00, PPot 0.10 to 0.12: 123,456 deals, 96 %",
            *("deals, logarithmic", "1", "10", "100", "1,000", "10,000", "100,000", "0.7"),
        ],
    ),
    "potential_linear": (
        2,
        [
            "HS 0.50 to 0.52, PPot 0.24 to 0.26: 3 combos, 60 %\nAhQh, AhKh",
            *("combos, linear", "one-step PPot, against one random opponent"),
        ],
    ),
    "textures": (
        3 + 3 + 13 + 3 + 4,
        [
            "rainbow: 1,000 of 22,100 flops, 25.000 % equity, -6.250 against the mean",
            "2: 4 of 22,100 flops, on which the range cannot be dealt",
            "Bars go from 31.25 % equity, the mean over all 1,755 flops (0).",
            "Dashed: 50 % equity.",
        ],
    ),
    "convergence": (
        6 + 4 + 3 + 2 + 1,
        [
            "akq: how far from an equilibrium",
            "result-table, run 1: NashConv 2 at 1\nexplore 0.01, tables 8, seed 1",
            "cfr+: NashConv 2e-06 at 1,000",
            "mccfr: NashConv 0.02 at 1,000, standard error 0.015\nseed 5",
        ],
    ),
    "ladder": (
        7 + 13 + 8,
        [
            "one pair, aces: 84,480 of 2,598,960 hands, 3.25053 %\n"
            "top 10.8759 %: 282,660 hands are at least as strong\n"
            "the weakest: one pair, aces, four-three-deuce kickers (class 3,545)",
        ],
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_a_picture_shows(drawn, name):
    picture = drawn(name).svg()
    count, facts = SHOWN[name]
    told, written = titles(picture), texts(picture)
    assert len(told) == count
    assert [fact for fact in facts if fact not in {*told, *written}] == []


@pytest.mark.parametrize("name", [*FIGURES, *DRAWN])
def test_no_text_is_over_another_or_outside(drawn, name):
    root = ET.fromstring(drawn(name).svg())
    width, boxes = float(root.get("width")), []
    for text in root.findall(f"{SVG}text"):
        if text.get("transform"):  # on end
            continue
        size = float(text.get("font-size", svg.TEXT_SIZE))
        long = svg.text_width("".join(text.itertext()), size)
        x, y = float(text.get("x")), float(text.get("y"))
        left = x - long * {None: 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
        assert left >= 0
        assert left + long <= width
        boxes.append((left, left + long, y - 0.8 * size, y + 0.25 * size))
    for (a, b, top, bottom), (c, d, above, below) in combinations(boxes, 2):
        assert b <= c or d <= a or bottom <= above or below <= top
