"""A picture as a file: its SVG, HTML around it, or a PNG of it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from pokerlake.tables.errors import OutputError, UsageError, flag
from pokerlake.tables.store import whole_file

from ...browser import page as page_of
from .svg import clean

ENDINGS = (".svg", ".html", ".png")
LEAST_SIZE, MOST_SIZE = 50, 10_000
# Characters in the font: Latin, Greek, Cyrillic, punctuation, mathematics, suits of cards.
_FONT_BLOCKS = (
    (0x0A, 0x0A), (0x20, 0x7E), (0xA0, 0x17F), (0x3A3, 0x45F), (0x2010, 0x2015), (0x2018, 0x201E),
    (0x2020, 0x2022), (0x2026, 0x2026), (0x2032, 0x2033), (0x20AC, 0x20AC), (0x2190, 0x2195),
    (0x2211, 0x2212), (0x221E, 0x221E), (0x2248, 0x2248), (0x2264, 0x2265), (0x2660, 0x2667),
    (0xFFFD, 0xFFFD),
)  # fmt: skip
_SCALE = 2.0  # pixels for a unit of the drawing by default, as on high-resolution screens


def require_output(path: Path | None, size: int | None) -> None:
    """Refuse a file that could not be written, before the work.

    Without a path, a terminal shows the chart. The size is the width of a PNG in pixels.

    Raises
    ------
    UsageError
        If the name has none of the three endings, or a size is given for another format than PNG,
        or is out of bounds.
    OutputError
        If the path is a folder, or cannot be the name of a file.
    """
    if path is None:
        if size is not None:
            raise UsageError(f"{flag('size')} is the width of a PNG; give one with -o")
        return
    ending = path.suffix.lower()
    try:
        is_folder = path.is_dir()
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from error
    if is_folder:
        raise OutputError(f"{path} is a folder; give the name of a file")
    if ending not in ENDINGS:
        raise UsageError(f"{path} has none of the endings {', '.join(ENDINGS)}; give it one")
    if size is not None and ending != ".png":
        raise UsageError(f"{flag('size')} is the width of a PNG, and {path} is none")
    if size is not None and not LEAST_SIZE <= size <= MOST_SIZE:
        raise UsageError(f"a width of {size} pixels; give {LEAST_SIZE} to {MOST_SIZE}")


def page(title: str, svg: str) -> str:
    """A self-contained page of HTML with a picture."""
    return page_of(clean(title), svg)


def write_picture(
    path: Path, title: str, svg: str | Callable[[], str], size: int | None = None
) -> None:
    """Write a picture in the format of the ending of the file's name, whole or not at all.

    A picture given as a function is drawn only after the checks of the file. The title is that of a
    page of HTML. The size is the width of a PNG in pixels; by default, two for each unit of the
    drawing.

    Raises
    ------
    UsageError, OutputError
        As :func:`require_output`, or if the file cannot be written.
    """
    require_output(path, size)
    svg = svg if isinstance(svg, str) else svg()
    ending = path.suffix.lower()
    if ending == ".png":
        made = png(svg, size)
    elif ending == ".html":
        made = page(title, svg).encode()
    else:
        made = svg.encode()
    with whole_file(path.resolve() if path.is_symlink() else path) as file:
        file.write(made)


def png(svg: str, size: int | None = None) -> bytes:
    """A picture as PNG, the same on every machine.

    Text is in the font beside this module, so it also works where no fonts are installed. Fonts of
    the system are only used if the text has characters that this font lacks.
    """
    import resvg_py

    folder = files(__package__) / "font" / "DejaVuSans.ttf"
    with as_file(folder) as font:
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=size,
            zoom=None if size else _SCALE,
            skip_system_fonts=all(
                any(first <= ord(character) <= last for first, last in _FONT_BLOCKS)
                for character in set(svg)
            ),
            font_files=[str(font)],
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
