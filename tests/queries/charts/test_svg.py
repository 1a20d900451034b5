"""Pictures: text that is measured, cut and always XML, numbers, legends, and their files."""

import re
import struct
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from pokerlake.queries.charts.drawing import numerals, output, svg
from pokerlake.queries.charts.drawing.colours import SUITS, VIRIDIS, Scale
from pokerlake.queries.charts.drawing.figure import Colours, Figure
from pokerlake.queries.charts.drawing.output import png, write_picture
from pokerlake.queries.charts.drawing.picture import apart, draw
from pokerlake.queries.charts.drawing.terminal import append_cards

WIDTHS = st.floats(1, 100)


@given(st.text(), WIDTHS)
def test_what_is_cut_has_room(text, width):
    cut = svg.shortened(text, width, 10)
    assert cut == "…" or svg.text_width(cut, 10) <= width


@given(st.text(), st.text(), st.text())
def test_any_text_makes_xml(title, text, attribute):
    drawn = svg.document(title, 10, 10, [svg.label(1, 2, text, fill=svg.clean(attribute))])
    root = ET.fromstring(drawn)
    found = root.find("{http://www.w3.org/2000/svg}text")
    assert "".join(found.itertext()) == svg.clean(text)  # cards stand apart, in their colours
    assert found.get("fill") == svg.clean(attribute)


def test_control_characters_are_shown_as_unknown():
    assert svg.clean("a\x1b[2J\x00\ud800\tb\n") == "a\ufffd[2J\ufffd\ufffd b "


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1, 20, 300], ["1", "20", "300"]),
        ([0.85204, 0.5, -0.0001], ["0.852", "0.500", "0.000"]),
        ([-1.005, 2.5], ["-1.00", "2.50"]),
        ([84.81, 5.0], ["84.8", "5.0"]),
        ([123.4, 0.2], ["123", "0"]),
        ([1_781_508_418, 1000, 0, -5_250_000], ["1.8G", "1k", "0", "-5.2M"]),
        ([999_950, 99_960], ["1.0M", "100k"]),
        ([2e-5, 0], ["2e-05", "0"]),
        ([1e300, 5], ["1e+300", "5e+00"]),
    ],
)
def test_cells_are_written_alike(values, texts):
    write = numerals.cell_numerals(values)
    assert [write(value) for value in values] == texts


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_cells_are_short(values):
    write = numerals.cell_numerals(values)
    assert max(len(write(value)) for value in values) <= 7


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_there_are_few_marks(low, high):
    low, high = sorted((low, high))
    marks = numerals.ticks(low, high, 6)
    assert 1 <= len(marks) <= 7
    assert len({*numerals.tick_numerals(marks)}) == len({*marks})


@given(st.lists(st.tuples(st.floats(-50, 550), st.floats(1, 60)), min_size=1, max_size=20))
def test_labels_are_apart(wanted):
    middles, sizes = zip(*wanted, strict=True)
    places = apart(middles, sizes, 0, 500)
    shrunk = min(1, 500 / sum(sizes))
    spans = sorted(
        (place - size * shrunk / 2, place + size * shrunk / 2)
        for place, size in zip(places, sizes, strict=True)
    )
    assert spans[0][0] >= -1e-6
    assert spans[-1][1] <= 500 + 1e-6
    for (_, end), (start, _) in pairwise(spans):
        assert start >= end - 1e-6


# ---------------------------------------------------------------- cards and legends


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("EHS on 3h4sJh, against AhKh:0.5", ["3h", "4s", "Jh", "Ah", "Kh"]),
        ("As played, 22+, AKs, JTs, KdQ, xAhKh", []),
        ("♠ and ♥", ["♠", "♥"]),
    ],
)
def test_cards_have_the_colours_of_their_suits(text, cards):
    drawn = ET.fromstring(svg.label(0, 0, text))
    assert "".join(drawn.itertext()) == text
    assert [(one.text, one.get("fill")) for one in drawn] == [
        (card, SUITS[svg.SYMBOLS.get(card, card[-1])]) for card in cards
    ]
    plain = ET.fromstring(svg.plain_label(0, 0, text))
    assert (plain.text, len(plain)) == (text, 0)


def test_cards_have_colours_in_a_terminal():
    text = append_cards(Text(), "on 3h4s, 5c6d")
    spans = {text.plain[span.start : span.end]: span.style.color.name for span in text.spans}
    assert spans == {"3h": "red", "5c": "green", "6d": "bright_blue"}


def legend_of(*given, **named):
    """The parts of a legend."""
    return draw(Figure("", [Colours(*given, **named)])).splitlines()


def legend(*given, **named):
    """The texts of a legend's marks with their places, and how many lines go through the bar."""
    drawn = legend_of(*given, **named)
    found = [ET.fromstring(part) for part in drawn if part.startswith("<text")]
    through = sum('stroke-width="2"' in part for part in drawn)
    return [(one.text, one.get("font-weight")) for one in found], through


def test_a_legend_marks_a_half_and_what_is_beyond():
    scale = Scale(40, 65, VIRIDIS)
    marks, through = legend(scale, width=600, spread=(32, 85), strong=50)
    assert marks == [
        ("≤ 40", None), ("45", None), ("50", "bold"), ("55", None), ("60", None), ("≥ 65", None)
    ]  # fmt: skip
    assert through == 1
    marks, through = legend(scale, width=600, spread=(40, 65), strong=70)
    assert [text for text, _ in marks] == ["40", "45", "50", "55", "60", "65"]
    assert through == 0


@given(st.floats(-1e6, 1e6), st.floats(0.1, 1e6), st.floats(0, 1), st.floats(60, 700))
def test_marks_of_a_legend_do_not_overlap(low, size, at, width):
    scale = Scale(low, low + size, VIRIDIS)
    spread = low - 1, low + size + 1
    drawn = legend_of(scale, width=width, spread=spread, strong=low + at * size)
    found = [ET.fromstring(part) for part in drawn if part.startswith("<text")]
    ends = [
        (float(one.get("x")) + side * svg.text_width(one.text, svg.TEXT_SIZE) / 2)
        for one in found
        for side in (-1, 1)
    ]
    assert all(after - before > -0.02 for before, after in pairwise(ends))


# ---------------------------------------------------------------- files


def drawing(text="AKs", **values):
    return svg.document("A test", 40, 20, [svg.label(2, 14, text, **values)])


def size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def test_html_holds_the_very_drawing(tmp_path):
    write_picture(tmp_path / "a.html", "Title <b>", drawing())
    page = (tmp_path / "a.html").read_text("utf-8")
    assert drawing() in page
    assert "<title>Title &lt;b&gt;</title>" in page
    assert re.findall(r"(?:https?:)?//[^\"'\s]+", page) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<script|<link|@import|url\(", page)


def test_png_has_the_width_asked_for(tmp_path):
    assert size(png(drawing())) == (80, 40)
    assert size(png(drawing(), 50)) == (50, 25)
    write_picture(tmp_path / "a.png", "", drawing(), 1000)
    assert size((tmp_path / "a.png").read_bytes()) == (1000, 500)


def test_text_needs_no_font_of_the_system():
    """Every character that is said to be in the font shows, with the fonts of the system unread."""
    blank = png(drawing("\u00a0"))
    unseen = [
        character
        for first, last in output._FONT_BLOCKS
        for character in map(chr, range(first, last + 1))
        if character not in "\n \u00a0\u00ad\u2011" and png(drawing(character)) == blank
    ]
    assert unseen == []


def test_a_title_in_another_script_asks_the_system(monkeypatch):
    import resvg_py

    asked = []
    render = resvg_py.svg_to_bytes

    def spy(**options):
        asked.append(options["skip_system_fonts"])
        return render(**options)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", spy)
    png(drawing("Größe ♠ ≥ Ω Ж"))
    png(drawing("漢"))
    assert asked == [True, False]


def test_a_link_is_kept_and_its_target_written(tmp_path):
    (tmp_path / "link.svg").symlink_to(tmp_path / "target.svg")
    write_picture(tmp_path / "link.svg", "", drawing())
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "target.svg").read_text("utf-8") == drawing()
