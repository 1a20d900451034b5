"""The equity of starting hands against each other as a heat map: a few hands, or all 169.

All 28,561 cells are one small picture inside the SVG, so that no hairlines show between them
however it is scaled, and over each lies a cell without colour that tells its pair. 28,561 coloured
rectangles would be half as much again, and each with a class of its own would need a style sheet,
which not everything that shows SVG reads.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import duckdb
import numpy as np
import numpy.typing as npt
from rich.text import Text

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.tables.errors import QueryError, UsageError

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.cells import TERMINAL, append_cell, cell_width, start_text
from ..drawing.colours import DIVERGING, FREE, Ends, Scale, channels, text_colour
from ..drawing.layout import colour_legend
from ..registry import Argument, Drawn, MaxOption, MinOption, chart
from .hand_values import require_hands

_MOST_WRITTEN = 13  # hands whose equities have room in their cells
_MOST_TEXT = 12  # rows and columns for a terminal
_PLOT = 676.0
_LEFT = 52.0  # room for the names of the rows
_LEVELS = 201  # colours in the picture: a step of half a percent
_BETWEEN_NAMES = 12  # hands from one name on an axis to the next, where all 169 are drawn


class Matchups(NamedTuple):
    """Equities of the hands, in the order of ``HANDS``; 0 to 1."""

    equities: npt.NDArray[np.float64]  # (169, 169): the hero's hand by the villain's
    strengths: npt.NDArray[np.float64]  # (169,) against one random hand


@chart("matchups", place=50, example="AA AKs JTs 22", terminal=True)
def matchups_chart(
    hands: Annotated[
        list[str] | None, Argument("Two or more hands; all 169 by default.", "HAND")
    ] = None,
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw the equity of hands against each other.

    Pointed at in SVG or HTML, a cell shows its two hands.
    """
    ends = Ends.of(min_, max_)
    with connect(lake) as connection:
        found = matchups(connection)
    chosen = chosen_hands(hands or [], found.strengths)
    who = f"{', '.join(HANDS[hand] for hand in chosen)} against each other"
    title = title or f"Equity of {who if hands else 'each hand against each'} before the flop"
    return Drawn(title, (found.equities, chosen, title, ends), draw_matchups, matchups_text)


def matchups(connection: duckdb.DuckDBPyConnection) -> Matchups:
    """The equity of each hand against each, from the lake's view ``matchup_equities``.

    Raises QueryError if the table below it is not there, or has not every pair.
    """
    rows = own_rows(connection, "charts/matchup_equities")
    heroes = [HAND_INDEX[hand] for hand in rows["hero"].to_pylist()]
    villains = [HAND_INDEX[hand] for hand in rows["villain"].to_pylist()]
    equities, deals = np.full((2, len(HANDS), len(HANDS)), np.nan)
    equities[heroes, villains] = rows["equity"].to_numpy()
    deals[heroes, villains] = rows["deals"].to_numpy()
    if np.isnan(equities).any():
        raise QueryError("matchups has not every pair of hands; run 'pokerlake verify'")
    return Matchups(equities, (equities * deals).sum(axis=1) / deals.sum(axis=1))


def chosen_hands(names: Sequence[str], strengths: npt.NDArray[np.float64]) -> list[int]:
    """Indices of the hands to draw: those named, as they are, or all from strong to weak.

    Raises UsageError if a name is none of the 169 or is given twice, or there is only one.
    """
    if not names:
        order: list[int] = np.argsort(-strengths, kind="stable").tolist()
        return order
    if len(names) == 1:
        raise UsageError("one hand is no match-up; give two or more, or none for all")
    return require_hands(names)


def draw_matchups(
    equities: npt.NDArray[np.float64],
    hands: Sequence[int],
    title: str = "",
    ends: Ends = FREE,
) -> str:
    """The equities of some hands against each other as SVG: 1.9 MB for all 169 of them."""
    shown = equities[np.ix_(hands, hands)]
    scale = _scale(shown, ends)
    left = svg.MARGIN + _LEFT
    width = left + _PLOT + svg.MARGIN
    head, top = svg.heading(title, width)
    top += 54  # the names of the columns, on end
    side = _PLOT / len(hands)
    foot = top + _PLOT
    parts = [
        *head,
        _image(shown, scale, left, top),
        *_names(hands, left, top, side),
        *(_written(shown, scale, left, top, side) if len(hands) <= _MOST_WRITTEN else ()),
        *_told(shown, hands, left, top, side),
        *colour_legend(
            scale, left, foot + 14, _PLOT, "% equity", spread=_spread(shown), strong=50.0
        ),
        svg.label(left, foot + 70, "Rows: the hand whose equity it is. Columns: its opponent."),
    ]
    return svg.document(title or "Match-ups", width, foot + 70 + svg.MARGIN, parts)


def _spread(shown: npt.NDArray[np.float64]) -> tuple[float, float]:
    return 100 * float(shown.min()), 100 * float(shown.max())


def _scale(shown: npt.NDArray[np.float64], ends: Ends) -> Scale:
    """White is 50 %, if that is between the ends."""
    if ends == FREE:
        return Scale(0, 100, DIVERGING)
    low, high = ends.over(*_spread(shown))
    low, high = (0.0 if ends.least is None else low), (100.0 if ends.most is None else high)
    return Scale(low, high, DIVERGING, 50.0 if low < 50 < high else None)


def _image(shown: npt.NDArray[np.float64], scale: Scale, x: float, y: float) -> str:
    levels = np.round(shown * (_LEVELS - 1)).astype(np.uint8)
    palette = [scale.colour(100 * level / (_LEVELS - 1)) for level in range(_LEVELS)]
    data = base64.b64encode(_png(levels, palette)).decode()
    shape = {"x": x, "y": y, "width": _PLOT, "height": _PLOT, "style": "image-rendering:pixelated"}
    return svg.element("image", **shape, href=f"data:image/png;base64,{data}")


def _png(pixels: npt.NDArray[np.uint8], palette: Sequence[str]) -> bytes:
    """A PNG of pixels that are indices into a palette.

    It is not compressed, because what zlib makes of it depends on the build of Python.
    """
    height, width = pixels.shape
    raw = np.pad(pixels, ((0, 0), (1, 0))).tobytes()  # before each row, its filter: none
    blocks = [raw[at : at + 65535] for at in range(0, len(raw), 65535)]
    stored = b"".join(
        struct.pack("<BHH", at == len(blocks) - 1, len(block), len(block) ^ 0xFFFF) + block
        for at, block in enumerate(blocks)
    )
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(channel for colour in palette for channel in channels(colour))),
        (b"IDAT", b"\x78\x01" + stored + struct.pack(">I", zlib.adler32(raw))),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def _names(hands: Sequence[int], left: float, top: float, side: float) -> Iterator[str]:
    """Names of rows and columns; where there is no room for all, of every twelfth."""
    step = 1 if side >= svg.TEXT_SIZE + 2 else max(2, round(_BETWEEN_NAMES * 4 / side))
    for at in range(0, len(hands), step):
        name = HANDS[hands[at]]
        middle = side * (at + 0.5)
        yield svg.label(left - 8, top + middle + 5, name, text_anchor="end")
        x, y = left + middle + 5, top - 8
        yield svg.label(x, y, name, transform=f"rotate(-90 {svg.number(x)} {svg.number(y)})")


def _written(
    shown: npt.NDArray[np.float64], scale: Scale, left: float, top: float, side: float
) -> Iterator[str]:
    yield '<g text-anchor="middle">'
    for row, equities in enumerate((100 * shown).tolist()):
        for col, equity in enumerate(equities):
            ground = scale.colour(round(equity * (_LEVELS - 1) / 100) * 100 / (_LEVELS - 1))
            x, y = left + side * (col + 0.5), top + side * (row + 0.5) + 5
            yield svg.label(x, y, f"{equity:.1f}", fill=text_colour(ground))
    yield "</g>"


def _told(
    shown: npt.NDArray[np.float64], hands: Sequence[int], left: float, top: float, side: float
) -> Iterator[str]:
    """A cell without colour for each pair, in as few bytes as tell it: its side is one."""
    place = f"translate({svg.number(left)} {svg.number(top)}) scale({side:.6g})"
    yield f'<g transform="{place}" fill="none" pointer-events="all">'
    names = [HANDS[hand] for hand in hands]
    for row, (hero, equities) in enumerate(zip(names, (100 * shown).tolist(), strict=True)):
        yield "".join(
            f'<path d="M{col} {row}h1v1H{col}z"><title>{hero} v {villain} {equity:.2f} %'
            "</title></path>"
            for col, (villain, equity) in enumerate(zip(names, equities, strict=True))
        )
    yield "</g>"


def matchups_text(
    equities: npt.NDArray[np.float64],
    hands: Sequence[int],
    title: str = "",
    ends: Ends = FREE,
    columns: int = TERMINAL,
) -> Text:
    """The equities for a terminal, in %: of each pair, or of many hands the means of groups."""
    shown, width = equities[np.ix_(hands, hands)], cell_width(columns)
    groups = np.array_split(np.arange(len(hands)), min(len(hands), _MOST_TEXT))
    means = [[float(shown[np.ix_(row, col)].mean()) for col in groups] for row in groups]
    scale = _scale(shown, ends)
    text = start_text(title)
    names = [HANDS[hands[group[0]]] for group in groups]
    text.append(" " * width + "".join(f"{name:>{width}}" for name in names) + "\n")
    for name, row in zip(names, means, strict=True):
        text.append(f"{name:<{width}}")
        for mean in row:
            shown_mean = numerals.even_percent(mean)
            append_cell(text, f"{shown_mean:>{width}}", scale.colour(100 * mean))
        text.append("\n")
    text.append("% equity of the row's hand against the column's")
    text.append("; white is 50 %\n" if scale.low < 50 < scale.high else "\n")
    if len(groups) < len(hands):
        most = len(groups[0])
        text.append(f"Each cell is a mean: of {most} hands or fewer from the one that is named on,")
        text.append("\nfrom the strongest to the weakest, against as many.\n")
    return text
