"""The page of a report: sections of tables and pictures in HTML, light and dark."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..drawing.colours import SUITS
from ..drawing.svg import card_runs, clean

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
:root {{ --ground: #ffffff; --ink: #1a1a1a; --faint: #d9d9d9; --muted: #595959;
  --mark: #fde9c8; {suits} }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ground: #191919; --ink: #ececec; --faint: #444444; --muted: #b4b4b4;
    --mark: #5a3d0c; {dark_suits} }}
  .picture {{ filter: invert(0.9) hue-rotate(180deg); }}
}}
body {{ margin: 0 auto; max-width: 1100px; padding: 0 20px 60px; background: var(--ground);
  color: var(--ink); font: 15px/1.5 "DejaVu Sans", Verdana, sans-serif; }}
h1 {{ font-size: 26px; }}
h2 {{ font-size: 20px; margin-top: 44px; }}
p {{ max-width: 760px; color: var(--muted); }}
.wide, pre {{ overflow-x: auto; }}
details {{ margin: 6px 0; }}
summary {{ cursor: pointer; }}
pre {{ font-size: 13px; line-height: 1.4; }}
a {{ color: inherit; }}
table {{ border-collapse: collapse; font-size: 13px; }}
th, td {{ padding: 4px 10px; border-bottom: 1px solid var(--faint); text-align: right;
  vertical-align: top; white-space: nowrap; }}
th.left, td.left {{ text-align: left; }}
td small {{ display: block; color: var(--muted); font-size: 11px; line-height: 1.3; }}
td.marked {{ background: var(--mark); }}
.picture {{ margin: 16px 0; background: #ffffff; border-radius: 6px; overflow-x: auto; }}
.picture svg {{ display: block; max-width: 100%; height: auto; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""

_DARK_SUITS = {"c": "#5cc46e", "d": "#7db2ff", "h": "#ff8a93", "s": "#ececec"}


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    below: tuple[str, ...] = ()  # smaller lines
    about: str = ""  # the tooltip
    marked: bool = False
    opens: str = ""  # the name of the folded text that it links to
    cards: bool = False


@dataclass(frozen=True)
class Table:
    """A table; its first columns have text, the others numbers."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    lefts: int

    def html(self) -> Iterator[str]:
        """The lines of it."""
        sides = [' class="left"' if at < self.lefts else "" for at in range(len(self.heads))]
        yield '<div class="wide" tabindex="0"><table>'
        heads = zip(self.heads, sides, strict=True)
        shown = "".join(
            f"<th{side}>{_text(head)}</th>" if head else "<td></td>" for head, side in heads
        )
        yield f"<thead><tr>{shown}</tr></thead>"
        yield "<tbody>"
        for row in self.rows:
            yield f"<tr>{''.join(_cell(cell, at < self.lefts) for at, cell in enumerate(row))}</tr>"
        yield "</tbody></table></div>"


@dataclass(frozen=True)
class Folded:
    """Text that is shown when it is opened, or when a link to its name is followed."""

    name: str
    title: str
    text: str

    def html(self) -> Iterator[str]:
        """Its lines of HTML; browsers open the element that contains the target of a link."""
        yield f"<details><summary><code>{_text(self.title)}</code></summary>"
        lines = "\n".join(map(_text, self.text.splitlines()))
        yield f'<pre id="{_text(self.name)}">{lines}</pre></details>'


@dataclass(frozen=True)
class Section:
    """A part of a report, under a title."""

    title: str
    paragraphs: Sequence[str]
    parts: Sequence[Table | Folded | str]  # pictures are SVG

    def html(self) -> Iterator[str]:
        """The lines of it."""
        yield f"<section><h2>{_text(self.title)}</h2>"
        yield from (f"<p>{_text(line)}</p>" for line in self.paragraphs)
        for part in self.parts:
            if isinstance(part, str):
                yield f'<div class="picture">{part}</div>'
            else:
                yield from part.html()
        yield "</section>"


def page(player: str, sections: Sequence[Section]) -> str:
    """The page with all sections."""
    body = "\n".join(line for section in sections for line in section.html())
    suits, dark_suits = (
        " ".join(f"--{suit}: {colour};" for suit, colour in colours.items())
        for colours in (SUITS, _DARK_SUITS)
    )
    title = _text(f"Report of {player}")
    return _PAGE.format(title=title, body=body, suits=suits, dark_suits=dark_suits)


def _text(text: str) -> str:
    return html.escape(clean(text))


def _cell(cell: Cell, is_left: bool) -> str:
    kinds = ["left"] * is_left + ["marked"] * cell.marked
    look = f' class="{" ".join(kinds)}"' if kinds else ""
    look += f' title="{_text(cell.about)}"' if cell.about else ""
    shown = _text(cell.text)
    if cell.opens:
        shown = f'<a href="#{_text(cell.opens)}">{shown}</a>'
    if cell.cards:
        shown = "".join(
            f'<span style="color: var(--{suit})">{_text(piece)}</span>' if suit else _text(piece)
            for piece, suit in card_runs(cell.text)
        )
    return (
        f"<td{look}>{shown}{''.join(f'<small>{_text(line)}</small>' for line in cell.below)}</td>"
    )
