"""Files of pictures: the one drawing as SVG, HTML and PNG, whole or not at all."""

import re
import struct

import pytest

from pokerlake.queries.charts.drawing import output, svg
from pokerlake.queries.charts.drawing.output import png, require_output, write_picture
from pokerlake.tables.errors import OutputError


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


def test_svg_is_as_drawn(tmp_path):
    write_picture(tmp_path / "a.SVG", "", drawing())
    assert (tmp_path / "a.SVG").read_text("utf-8") == drawing()


def test_png_has_the_width_asked_for(tmp_path):
    assert size(png(drawing())) == (80, 40)
    assert size(png(drawing(), 50)) == (50, 25)
    write_picture(tmp_path / "a.png", "", drawing(), 1000)
    assert size((tmp_path / "a.png").read_bytes()) == (1000, 500)


def test_png_is_the_same_each_time():
    assert png(drawing()) == png(drawing())


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


def test_a_folder(tmp_path):
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(OutputError, match=r"a\.svg is a folder; give the name of a file$"):
        require_output(tmp_path / "a.svg", None)


def test_a_link_is_kept_and_its_target_written(tmp_path):
    (tmp_path / "link.svg").symlink_to(tmp_path / "target.svg")
    write_picture(tmp_path / "link.svg", "", drawing())
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "target.svg").read_text("utf-8") == drawing()
