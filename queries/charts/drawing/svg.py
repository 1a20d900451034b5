"""Elements of all pictures: measured text, rectangles, paths, and the document around them.

A picture is a string of SVG, the same bytes for the same input. Text is not shaped here, but its
width is known well enough to keep labels apart: the font of PNG files is DejaVu Sans, and Verdana,
which browsers have instead, is as wide.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any
from xml.sax.saxutils import escape

from .colours import SUITS

MARGIN = 20.0
TITLE_SIZE = 20.0
TEXT_SIZE = 14.0
LINE = 20.0  # from one note to the next
INK = "#1a1a1a"
FAINT = "#d9d9d9"
FONT = "DejaVu Sans, Verdana, sans-serif"

# Two cards or more: a single one may be a word, such as As.
CARDS = re.compile("(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]){2,10}(?![A-Za-z0-9])|[♣♦♥♠]")
SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}

_MOST_TITLE_LINES = 3
# Advance widths of the characters from space to tilde in DejaVu Sans, in hundredths of its size.
_WIDTHS = (
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53,
    100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50,
    50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61,
    63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
)  # fmt: skip


def number(value: float) -> str:
    """A coordinate to a hundredth, in as few characters as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """The text without characters that XML cannot hold or a terminal would obey."""

    def shown(character: str) -> str:
        is_bad = unicodedata.category(character) in ("Cc", "Cs") or character in "\ufffe\uffff"
        return " " if character in "\t\n\r" else "\ufffd" if is_bad else character

    return "".join(map(shown, text))


def text_width(text: str, size: float) -> float:
    """The approximate width of a line of text, in the units of the drawing."""
    return sum(_character_width(c) for c in text) * size / 100


def _character_width(character: str) -> int:
    code = ord(character) - 32
    if 0 <= code < len(_WIDTHS):
        return _WIDTHS[code]
    # East Asian characters are squares; in other scripts, few are wider than 0.8.
    return 100 if unicodedata.east_asian_width(character) in "WF" else 80


def shortened(text: str, width: float, size: float) -> str:
    """The text, or as much of it as fits before an ellipsis."""
    if text_width(text, size) <= width:
        return text
    used, kept = _character_width("…"), 0
    for character in text:
        used += _character_width(character)
        if used * size / 100 > width:
            break
        kept += 1
    return text[:kept].rstrip() + "…"


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """The text in lines of that width, cut after ``most`` lines."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        count = len(words)
        if len(lines) < most - 1:  # as many words as fit; at least one
            fits = (text_width(" ".join(words[:n]), size) <= width for n in range(2, count + 1))
            count = 1 + sum(takewhile(bool, fits))
        lines.append(shortened(" ".join(words[:count]), width, size))
        words = words[count:]
    return lines


def element(name: str, content: str = "", /, **values: Any) -> str:
    """An element around content, which is SVG.

    Underscores in names of attributes stand for hyphens; None omits an attribute.
    """
    start = name
    for attribute, value in values.items():
        if value is not None:
            text = number(value) if isinstance(value, float | int) else value
            start += f' {attribute.replace("_", "-")}="{escape(text, {chr(34): "&quot;"})}"'
    return f"<{start}>{content}</{name}>" if content else f"<{start}/>"


def label(x: float, y: float, text: str, **values: Any) -> str:
    """A line of text; ``y`` is its base line. Cards have the colours of their suits."""
    return element("text", _with_suits(escape(clean(text))), x=x, y=y, **values)


def plain_label(x: float, y: float, text: str, **values: Any) -> str:
    """A line of text without colours for suits, for a coloured background."""
    return element("text", escape(clean(text)), x=x, y=y, **values)


def card_runs(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text, each with the letter of its suit; empty for text that is not a card."""
    end = 0
    for match in CARDS.finditer(text):
        yield text[end : match.start()], ""
        cards = match[0]
        step = 1 if cards in SYMBOLS else 2
        for at in range(0, len(cards), step):
            yield cards[at : at + step], SYMBOLS.get(cards[at], cards[at + step - 1])
        end = match.end()
    yield text[end:], ""


def _with_suits(text: str) -> str:
    if not CARDS.search(text):
        return text
    return "".join(
        f'<tspan fill="{SUITS[suit]}">{piece}</tspan>' if suit else piece
        for piece, suit in card_runs(text)
    )


def hover(*lines: str) -> str:
    """The tooltip of the element around it."""
    return element("title", "\n".join(escape(clean(line)) for line in lines))


def rectangle(x: float, y: float, width: float, height: float, *lines: str, **values: Any) -> str:
    """A rectangle with a tooltip."""
    content = hover(*lines) if lines else ""
    return element("rect", content, x=x, y=y, width=width, height=height, **values)


def notes(lines: Iterable[str], x: float, y: float) -> list[str]:
    """Lines of text below each other; ``y`` is the base line of the first."""
    return [label(x, y + LINE * at, line) for at, line in enumerate(lines)]


def path(*steps: str | float, **values: Any) -> str:
    """A path of commands and their coordinates: ``path("M", 1, 2, "H", 9)``."""
    texts = [step if isinstance(step, str) else f"{number(step)} " for step in steps]
    return element("path", d=re.sub(" (?=[A-Za-z]|$)", "", "".join(texts)), **values)


def points(places: Iterable[tuple[float, float]], **values: Any) -> str:
    """A line through places, each ``x`` and ``y``."""
    first, *others = places
    return path("M", *first, *(step for place in others for step in ("L", *place)), **values)


def heading(title: str, width: float) -> tuple[list[str], float]:
    """The title in as many lines as it takes, and where the free height below it begins."""
    lines = wrapped(clean(title), width - 2 * MARGIN, TITLE_SIZE, _MOST_TITLE_LINES)
    step = 1.3 * TITLE_SIZE
    texts = [
        label(MARGIN, MARGIN + TITLE_SIZE * 0.8 + step * line, text, font_size=TITLE_SIZE)
        for line, text in enumerate(lines)
    ]
    return texts, MARGIN + step * len(lines) + (12 if lines else 0)


def document(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A whole picture, on white."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} '
            f'{number(height)}" width="{number(width)}" height="{number(height)}" '
            f'font-family="{FONT}" font-size="{number(TEXT_SIZE)}" fill="{INK}">',
            hover(title),
            rectangle(0, 0, width, height, fill="#ffffff"),
            *parts,
            "</svg>\n",
        ]
    )
