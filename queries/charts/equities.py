"""Charts of equities: hands against each other, by the next card, and by the hands of a range.

All 28,561 match-ups are one small image inside the SVG, so that no hairlines show between them at
any scale. An invisible cell over each has its tooltip. 28,561 coloured rectangles would add half as
much again, and classes would need a style sheet, which not every viewer of SVG reads.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.cards.text import RANKS, format_card, format_hand, parse_hand
from pokerlake.tables.errors import QueryError, UsageError

from ..answers.equity import (
    Showdown,
    TwoCardSituation,
    Wanted,
    hole_equities,
    next_card_equities,
    situation_equity,
)
from ..connection import connect
from ..statements.run import own_rows
from .drawing import figure as fig
from .drawing import numerals, svg
from .drawing.colours import DIVERGING, FREE, Ends, Scale, channels, scale_of, text_colour
from .given import Floats, HandValues, means_of, players, require_hands, shortened
from .hand_grids import ValueGrid
from .registry import Argument, Option, chart

_MOST_WRITTEN = 13  # hands: with more, equities do not fit into their cells
_MOST_TEXT = 12  # rows and columns for a terminal
_PLOT = 676.0
_LEFT, _TOP = 52.0, 54.0  # room for the names of rows, and of columns, which are upright
_LEVELS = 201  # colours in the picture: a step of half a percent
_ABOUT = 24.0  # room for the names of ranks and suits
_BETWEEN_NAMES = 12  # hands from one name on an axis to the next, if all 169 are drawn
_SUITS = ((3, "s", "♠"), (2, "h", "♥"), (1, "d", "♦"), (0, "c", "♣"))  # from the top


@chart("matchups", place=50, example="AA AKs JTs 22", terminal=True)
def matchups_chart(
    hands: Annotated[
        list[str] | None, Argument("Two or more hands; all 169 by default.", "HAND")
    ] = None,
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw the equity of hands against each other.

    In SVG and HTML, pointing at a cell shows its two hands.
    """
    with connect(lake) as connection:
        equities, strengths = matchups(connection)
    chosen = chosen_hands(hands or [], strengths)
    who = f"{', '.join(HANDS[hand] for hand in chosen)} against each other"
    title = title or f"Equity of {who if hands else 'each hand against each'} before the flop"
    return matchups_figure(equities, chosen, title, ends)


def matchups(connection: duckdb.DuckDBPyConnection) -> tuple[Floats, Floats]:
    """Equities, 0 to 1, from the lake's view ``matchup_equities``, in the order of ``HANDS``.

    They are ``(169, 169)``, of the hero's hand by the villain's, and ``(169,)`` against one random
    hand.
    """
    rows = own_rows(connection, "charts/matchup_equities")
    heroes = [HAND_INDEX[hand] for hand in rows["hero"].to_pylist()]
    villains = [HAND_INDEX[hand] for hand in rows["villain"].to_pylist()]
    equities, deals = np.full((2, len(HANDS), len(HANDS)), np.nan)
    equities[heroes, villains] = rows["equity"].to_numpy()
    deals[heroes, villains] = rows["deals"].to_numpy()
    if np.isnan(equities).any():
        raise QueryError("matchups lacks some pairs of hands; run 'pokerlake verify'")
    return equities, (equities * deals).sum(axis=1) / deals.sum(axis=1)


def chosen_hands(names: Sequence[str], strengths: Floats) -> list[int]:
    """Indices of the hands to draw: the named ones in their order, or all from strong to weak."""
    if not names:
        order: list[int] = np.argsort(-strengths, kind="stable").tolist()
        return order
    if len(names) == 1:
        raise UsageError("one hand is no match-up; give two or more, or none for all")
    return require_hands(names)


def matchups_figure(
    equities: Floats, hands: Sequence[int], title: str = "", ends: Ends = FREE
) -> fig.Figure:
    """The equities of some hands against each other: 1.9 MB of SVG for all 169 of them.

    A terminal shows each pair, or the means of groups of hands if there are many.
    """
    shown = equities[np.ix_(hands, hands)]
    spread = 100 * float(shown.min()), 100 * float(shown.max())
    scale = Scale(0, 100, DIVERGING)
    if ends != FREE:
        ends.over(*spread)  # refuses ends with no value between them
        low, high = ends.within(0, 100)
        scale = Scale(low, high, DIVERGING, 50.0 if low < 50 < high else None)
    names = [HANDS[hand] for hand in hands]

    legend = fig.Colours(scale, "% equity", _PLOT, spread=spread, strong=50.0, indent=_LEFT)
    note = "Rows: the hand whose equity it is. Columns: its opponent."
    white = "; white is 50 %" if scale.low < 50 < scale.high else ""
    return fig.Figure(
        title,
        [
            fig.Drawing(partial(_square, shown, names, scale), _TOP + _PLOT),
            legend,
            fig.Notes([note], drop=56, foot=20, indent=_LEFT),
        ],
        partial(_means, shown, names, scale, white),
        "Match-ups",
        2 * fig.MARGIN + _LEFT + _PLOT,
    )


def _square(shown: Floats, names: Sequence[str], scale: Scale, x: float, y: float) -> Iterator[str]:
    yield _image(shown, scale, x + _LEFT, y + _TOP)
    yield from _cells(shown, names, scale, x + _LEFT, y + _TOP)


def _means(
    shown: Floats, hands: Sequence[str], scale: Scale, white: str, _: int
) -> Iterator[str | fig.Grid]:
    """The means of groups of hands, or single hands if there are few."""
    groups = np.array_split(np.arange(len(hands)), min(len(hands), _MOST_TEXT))
    names = [hands[group[0]] for group in groups]
    means = [float(shown[np.ix_(row, col)].mean()) for row in groups for col in groups]
    cells = [
        fig.Cell(numerals.even_percent(mean), ground=scale.colour(100 * mean)) for mean in means
    ]
    yield fig.Grid(cells, len(groups), names=(names, [(name, "") for name in names]))
    yield f"% equity of the row's hand against the column's{white}\n"
    if len(groups[0]) > 1:
        yield f"Each cell is a mean over up to {len(groups[0])} hands against as many. A group is "
        yield "named by\nits first hand; hands go from the strongest to the weakest.\n"


def _image(shown: Floats, scale: Scale, x: float, y: float) -> str:
    levels = np.round(shown * (_LEVELS - 1)).astype(np.uint8)
    palette = [scale.colour(100 * level / (_LEVELS - 1)) for level in range(_LEVELS)]
    data = base64.b64encode(_png(levels, palette)).decode()
    shape = {"x": x, "y": y, "width": _PLOT, "height": _PLOT, "style": "image-rendering:pixelated"}
    return svg.element("image", **shape, href=f"data:image/png;base64,{data}")


def _png(pixels: npt.NDArray[np.uint8], palette: Sequence[str]) -> bytes:
    """A PNG of pixels that are indices into a palette.

    It is not compressed, because the output of zlib depends on the build of Python.
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


def _cells(
    shown: Floats, names: Sequence[str], scale: Scale, left: float, top: float
) -> Iterator[str]:
    """Names of rows and columns, or every twelfth; equities, if there are few; and tooltips."""
    side, percents = _PLOT / len(names), (100 * shown).tolist()
    step = 1 if side >= svg.TEXT_SIZE + 2 else max(2, round(_BETWEEN_NAMES * 4 / side))
    for at in range(0, len(names), step):
        middle = side * (at + 0.5)
        yield svg.label(left - 8, top + middle + 5, names[at], text_anchor="end")
        x, y = left + middle + 5, top - 8
        turned = f"rotate(-90 {svg.number(x)} {svg.number(y)})"
        yield svg.label(x, y, names[at], transform=turned)
    if len(names) <= _MOST_WRITTEN:
        yield '<g text-anchor="middle">'
        for row, equities in enumerate(percents):
            for col, equity in enumerate(equities):
                ground = scale.colour(round(equity * (_LEVELS - 1) / 100) * 100 / (_LEVELS - 1))
                x, y = left + side * (col + 0.5), top + side * (row + 0.5) + 5
                yield svg.label(x, y, f"{equity:.1f}", fill=text_colour(ground))
        yield "</g>"
    # An invisible cell for each pair, in few bytes: its side is one.
    place = f"translate({svg.number(left)} {svg.number(top)}) scale({side:.6g})"
    yield f'<g transform="{place}" fill="none" pointer-events="all">'
    for row, (hero, equities) in enumerate(zip(names, percents, strict=True)):
        yield "".join(
            f'<path d="M{col} {row}h1v1H{col}z"><title>{hero} v {villain} {equity:.2f} %'
            "</title></path>"
            for col, (villain, equity) in enumerate(zip(names, equities, strict=True))
        )
    yield "</g>"


# ---------------------------------------------------------------- the next card


BoardOption = Annotated[str, Option("Known cards: Qh2h3d.", "CARDS")]
DeadOption = Annotated[str, Option("Cards that are out of play: 7c7d.", "CARDS")]


# The cards of a grid with ranks across and suits down, and the names of its columns and rows.
DECK = [4 * rank + suit for suit, _, _ in _SUITS for rank in reversed(range(fig.COLUMNS))]
DECK_WIDTH = fig.GRID + _ABOUT
DECK_NAMES = [*reversed(RANKS)], [(name, symbol) for _, name, symbol in _SUITS]


@dataclass(frozen=True)
class NextCards:
    """The equity of each player now, and after each next card."""

    title: str
    situation: Showdown
    now: Floats  # (p,), 0 to 1
    later: Floats  # (52, p), by the card's number; NaN if it cannot come
    ends: Ends = FREE  # of the scale in %, if given

    def cells(self, player: int) -> tuple[Scale, list[fig.Cell]]:
        """The scale of a player's equities in %, and the cells of all cards, from the top suit."""
        shares = self.later[:, player]
        scale = scale_of(100 * float(np.nanmin(shares)), 100 * float(np.nanmax(shares)), self.ends)
        return scale, [self._cell(card, float(shares[card]), scale) for card in DECK]

    def _cell(self, card: int, share: float, scale: Scale) -> fig.Cell:
        name, situation = format_card(card), self.situation
        if np.isnan(share):
            why = f"{name} cannot come: whatever they hold, a player has it"
            why = f"{name} is dead" if card in situation.dead else why
            why = f"{name} is on the board" if card in situation.board else why
            return fig.Cell("", tooltip=(why,))
        tooltip = [name]
        for hand, now, later in zip(situation.hands, self.now, self.later[card], strict=True):
            change = numerals.minus(f"{100 * (later - now):+z.2f}")
            tooltip.append(f"{hand}: {100 * later:.2f} %, {change}")
        ground = scale.colour(100 * share)
        return fig.Cell(numerals.even_percent(share), ground=ground, tooltip=tuple(tooltip))

    def figure(self) -> fig.Figure:
        """Ranks across and suits down; in a picture, a cell has the first player's equity.

        A terminal shows a grid for each of three or more players; with two, the second has the rest
        of the first's equity.
        """
        names = DECK_NAMES
        scale, cells = self.cells(0)
        first = self.situation.hands[0]
        notes = [f"Now: {100 * self.now[0]:.2f} % for {first}. Grey: cards that cannot come."]
        room, blocks, drop = DECK_WIDTH, [], 64.0
        if scale.low == scale.high:  # a bar of one colour is of no use
            notes.insert(0, f"{scale.low:.2f} %, whatever comes.")
            drop = 26.0
        else:
            shares = self.later[:, 0]
            spread = 100 * float(np.nanmin(shares)), 100 * float(np.nanmax(shares))
            blocks = [fig.Colours(scale, "% equity", room, spread=spread, strong=50.0)]
        notes = [svg.shortened(note, room, svg.TEXT_SIZE) for note in notes]
        return fig.Figure(
            self.title,
            [fig.Grid(cells, names=names), *blocks, fig.Notes(notes, drop)],
            partial(self._words, names),
            width=2 * fig.MARGIN + room,
        )

    def _words(
        self, names: tuple[Sequence[str], Sequence[tuple[str, str]]], _: int
    ) -> Iterator[Any]:
        hands = self.situation.hands if len(self.now) > 2 else ("",)
        for player, hand in enumerate(hands):
            yield "\n" * (player > 0) + (f"{svg.clean(hand)}\n" if hand else "")
            yield fig.Grid(self.cells(player)[1], names=names)
            shares = self.later[:, player]
            low, high = map(numerals.even_percent, (np.nanmin(shares), np.nanmax(shares)))
            yield f"now {100 * self.now[player]:.2f} %, then {low} to {high} %\n"


@chart("next-card", place=100, example="AhKh QsQc --board Qh2h3d", terminal=True)
def next_card(
    hands: Annotated[
        list[str], Argument("2 to 10 hands or ranges: AhKh 'QQ+,AKs' random.", "HAND", wide=True)
    ],
    board: BoardOption = "",
    dead: DeadOption = "",
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw the first player's equity after each possible next card.

    Ranks are across and suits down. In SVG and HTML, pointing at a cell shows the equity of every
    player, and how much it differs from the equity now.
    """
    return next_cards(*asked(hands, board, dead, lake), title, ends).figure()


def asked(
    hands: list[Any], board: str, dead: str, lake: Path | None
) -> tuple[TwoCardSituation, Wanted]:
    """The players, and how to compute their equity: with a fixed seed."""
    return players(hands, board, dead, lake), Wanted(seed=0)


def players_on(situation: Showdown) -> str:
    """The players and the board in words: ``AhKh v QsQc on Jh2h3d``."""
    board = format_hand(situation.board)
    return " v ".join(map(shortened, situation.hands)) + (f" on {board}" if board else "")


def next_cards(
    situation: Showdown, wanted: Wanted | None = None, title: str = "", ends: Ends = FREE
) -> NextCards:
    """The equity of each player, now and after each next card."""
    rows = next_card_equities(situation, wanted)
    later = np.full((52, len(situation.hands)), np.nan)
    cards = [int(parse_hand(card)[0]) for card in rows["card"].to_pylist()]
    later[cards] = np.column_stack([column.to_numpy() for column in rows.columns[1:]])
    title = (
        title
        or f"{players_on(situation)}: equity of {shortened(situation.hands[0])} by the next card"
    )
    return NextCards(title, situation, situation_equity(situation, wanted).equity, later, ends)


# ---------------------------------------------------------------- hand by hand


@chart("by-hole", place=110, example="AA,KK:0.5 QQ --board Qh2h3d", terminal=True)
def by_hole(
    ranges: Annotated[
        list[str], Argument("2 to 10 hands or ranges; the first is drawn.", "RANGE", wide=True)
    ],
    board: BoardOption = "",
    dead: DeadOption = "",
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw the equity of each hand of a range against other ranges.

    The equity of a hand is the mean of its holes, by their weight in the range. In SVG and HTML,
    pointing at a cell shows the equity of each hole.
    """
    return hole_grid(*asked(ranges, board, dead, lake), title, ends).figure()


def hole_grid(
    situation: TwoCardSituation, wanted: Wanted | None = None, title: str = "", ends: Ends = FREE
) -> ValueGrid:
    """The equity in % of each hand of the first player's range: the mean of its holes."""
    rows = hole_equities(situation, wanted)
    weights, percents = rows["range_weight"].to_numpy(), 100 * rows["equity"].to_numpy()
    at = np.array([HAND_INDEX[hand] for hand in rows["hand"].to_pylist()])
    means, *_ = means_of(at, percents, weights, len(HANDS))
    labels = tuple(None if np.isnan(mean) else numerals.even_percent(mean / 100) for mean in means)
    holes: list[list[str]] = [[] for _ in HANDS]
    for row in rows.to_pylist():
        weight = "" if row["range_weight"] == 1 else f", weight {row['range_weight']:.6g}"
        holes[HAND_INDEX[row["hand"]]].append(f"{row['hole']}: {100 * row['equity']:.2f} %{weight}")
    tooltips = []
    for hand, mean, lines in zip(HANDS, means.tolist(), holes, strict=True):
        mean_of = "1 hole" if len(lines) == 1 else f"the mean of {len(lines)} holes"
        tooltips.append(
            (f"{hand}: {mean:.2f} %, {mean_of}" if lines else f"{hand}: no equity", *lines)
        )
    return ValueGrid(
        HandValues(means, labels),
        tooltips,
        title or f"{players_on(situation)}: equity by hand",
        "% equity",
        "The mean of a hand's holes, by their weight in the range.",
        "Grey: not in the range, or not to be dealt." if np.isnan(means).any() else "",
        ends,
    )
