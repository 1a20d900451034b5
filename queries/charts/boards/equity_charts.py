"""Equity card by card and hole by hole: a grid of next cards, and a range's 13 x 13 grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.cards.text import RANKS, format_card, format_hand, parse_hand
from pokerlake.queries.answers.equity import (
    Situation,
    Wanted,
    hole_equities,
    next_card_equities,
    situation_equity,
)
from pokerlake.queries.charts.drawing import numerals, svg
from pokerlake.queries.charts.drawing.colours import NOTHING, Scale, scale_of
from pokerlake.queries.charts.grids.hand_values import HandValues
from pokerlake.queries.charts.grids.range_grid import (
    CELL,
    HAND_SIZE,
    SIDE,
    VALUE_SIZE,
    cell,
    colour_legend,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.text import Text

SUIT_ROWS = ((3, "s", "♠"), (2, "h", "♥"), (1, "d", "♦"), (0, "c", "♣"))  # from the top
HOLES_MEANING = "The mean of a hand's holes, by their weight in the range."
_ABOUT = 24.0  # room for the names of ranks and suits beside the grid
_NOTE = 20.0  # from one note to the next
_TEXT_CELL = 6  # columns of a terminal


# ---------------------------------------------------------------- the next card


@dataclass(frozen=True)
class NextCards:
    """The equity of each player now, and once each card has come.

    Attributes
    ----------
    hands : tuple of str
        Of the players, as given.
    board, dead : str
        Known cards: ``Qh2h3d``.
    now : (p,) float64
        Equities, 0 to 1.
    later : (52, p) float64
        By the card's number; NaN where it cannot come.
    """

    hands: tuple[str, ...]
    board: str
    dead: str
    now: npt.NDArray[np.float64]
    later: npt.NDArray[np.float64]

    @property
    def title(self) -> str:
        """What stands above the grid if nothing else is wanted."""
        return f"{_players(self.hands, self.board)}: equity of {self.hands[0]} by the next card"


def next_cards(situation: Situation, wanted: Wanted | None = None) -> NextCards:
    """The equity of each player, now and once each other card has come.

    Raises
    ------
    UsageError
        If the board has five cards already.
    CardError, RangeError
        As :func:`pokerlake.queries.answers.equity.situation_equity`.
    """
    rows = next_card_equities(situation, wanted)
    later = np.full((52, len(situation.hands)), np.nan)
    cards = [int(parse_hand(card)[0]) for card in rows["card"].to_pylist()]
    for player in range(len(situation.hands)):
        later[cards, player] = rows[f"equity_{player + 1}"].to_numpy()
    now = situation_equity(situation, wanted).equity
    board, dead = format_hand(situation.board), format_hand(situation.dead)
    return NextCards(situation.hands, board, dead, now, later)


def draw_next_cards(found: NextCards, title: str = "") -> str:
    """The grid as SVG: ranks from A to 2 across, suits down, in a cell the first player's equity.

    Pointed at, a cell tells the equity of every player, and what the card changes.
    """
    title = title or found.title
    width = 2 * svg.MARGIN + _ABOUT + SIDE * CELL
    head, top = svg.heading(title, width)
    left, top = svg.MARGIN + _ABOUT, top + _ABOUT
    foot = top + len(SUIT_ROWS) * CELL
    percents = 100 * found.later[:, 0]
    scale = scale_of(float(np.nanmin(percents)), float(np.nanmax(percents)))
    notes = [f"Now: {100 * found.now[0]:.2f} % for {found.hands[0]}. Grey: cards that cannot come."]
    if scale.low == scale.high:  # a bar of one colour says nothing
        notes.insert(0, f"{scale.low:.2f} %, whatever comes.")
        legend: list[str] = []
    else:
        room = width - 2 * svg.MARGIN
        legend = list(colour_legend(scale, svg.MARGIN, foot + 14, room, "% equity"))
    below = foot + (78 if legend else 26)
    parts = [
        *head,
        f'<g text-anchor="middle" font-size="{svg.number(HAND_SIZE)}">',
        *_axes(left, top),
        *_card_cells(found, scale, left, top),
        "</g>",
        *legend,
        *_notes(notes, below, width),
    ]
    return svg.document(title, width, below - 6 + _NOTE * len(notes), parts)


def _axes(left: float, top: float) -> Iterator[str]:
    for column, rank in enumerate(reversed(RANKS)):
        yield svg.label(left + (column + 0.5) * CELL, top - 8, rank)
    for row, (_, _, symbol) in enumerate(SUIT_ROWS):
        yield svg.label(left - _ABOUT / 2, top + (row + 0.62) * CELL, symbol)


def _card_cells(found: NextCards, scale: Scale, left: float, top: float) -> Iterator[str]:
    for row, (suit, _, _) in enumerate(SUIT_ROWS):
        for column in range(SIDE):
            card = 4 * (SIDE - 1 - column) + suit
            x, y = left + column * CELL, top + row * CELL
            share = float(found.later[card, 0])
            if np.isnan(share):
                yield cell(x, y, NOTHING, [("", HAND_SIZE)], _why_not(found, card))
            else:
                lines = [(_percent(share), HAND_SIZE)]
                yield cell(x, y, scale.colour(100 * share), lines, _card_lines(found, card))


def _why_not(found: NextCards, card: int) -> str:
    name = format_card(card)
    if card in parse_hand(found.board):
        return f"{name} is on the board"
    if card in parse_hand(found.dead):
        return f"{name} is dead"
    return f"{name} cannot come: whatever they hold, a player has it"


def _card_lines(found: NextCards, card: int) -> list[str]:
    lines = [format_card(card)]
    for hand, now, later in zip(
        found.hands, found.now.tolist(), found.later[card].tolist(), strict=True
    ):
        change = numerals.minus(f"{100 * (later - now):+.2f}")
        lines.append(f"{hand}: {100 * later:.2f} %, {change}")
    return lines


def next_cards_text(found: NextCards, title: str = "") -> Text:
    """The grid for a terminal, as :func:`draw_next_cards`; of each player where they are many.

    Of two, the second has what the first has not.
    """
    from rich.style import Style
    from rich.text import Text

    from pokerlake.queries.charts.drawing.colours import text_colour

    text = Text(no_wrap=True, overflow="ignore")
    text.append(f"{svg.clean(title or found.title)}\n")
    for player in range(len(found.hands) if len(found.hands) > 2 else 1):
        shares = found.later[:, player]
        low, high = float(np.nanmin(shares)), float(np.nanmax(shares))
        scale = scale_of(100 * low, 100 * high)
        if len(found.hands) > 2:
            text.append(f"\n{svg.clean(found.hands[player])}\n")
        else:
            text.append("\n")
        text.append(" " + "".join(f"{rank:>{_TEXT_CELL}}" for rank in reversed(RANKS)) + "\n")
        for suit, name, _ in SUIT_ROWS:
            text.append(name)
            for share in shares[suit::4][::-1].tolist():
                if np.isnan(share):
                    text.append(" " * _TEXT_CELL)
                    continue
                colour = scale.colour(100 * share)
                style = Style(color=text_colour(colour), bgcolor=colour)
                text.append(f"{_percent(share):>{_TEXT_CELL}}", style)
            text.append("\n")
        ends = _percent(low), _percent(high)
        text.append(f"now {100 * found.now[player]:.2f} %, then {ends[0]} to {ends[1]} %\n")
    return text


# ---------------------------------------------------------------- hole by hole


@dataclass(frozen=True)
class HoleGrid:
    """The equity of a range's hands against the other ranges.

    Attributes
    ----------
    players : tuple of str
        The ranges, as given; the grid is the first's.
    board : str
    hands : HandValues
        Means in %, NaN where no hole of a hand can be dealt.
    holes : tuple of tuple of str
        A line for each hole of each hand, the best first: ``AhKh: 41.05 %``.
    """

    players: tuple[str, ...]
    board: str
    hands: HandValues
    holes: tuple[tuple[str, ...], ...]

    @property
    def title(self) -> str:
        """What stands above the grid if nothing else is wanted."""
        return f"{_players(self.players, self.board)}: equity by hand"


def hole_grid(situation: Situation, wanted: Wanted | None = None) -> HoleGrid:
    """The equity of each hole of the first player's range, and of each hand the mean.

    Raises
    ------
    UsageError
        If no hole of the range can be dealt.
    CardError, RangeError
        As :func:`pokerlake.queries.answers.equity.situation_equity`.
    """
    rows = hole_equities(situation, wanted)
    weights, percents = rows["range_weight"].to_numpy(), 100 * rows["equity"].to_numpy()
    at = np.array([HAND_INDEX[hand] for hand in rows["hand"].to_pylist()])
    total = np.bincount(at, weights, minlength=len(HANDS))
    sums = np.bincount(at, weights * percents, minlength=len(HANDS))
    means = np.full(len(HANDS), np.nan)
    np.divide(sums, total, out=means, where=total > 0)
    lowest, highest = np.full((2, len(HANDS)), np.nan)
    np.fmin.at(lowest, at, percents)
    np.fmax.at(highest, at, percents)
    means = np.clip(means, lowest, highest)  # no rounding makes 99.9… of holes that have 100
    labels = tuple(None if np.isnan(mean) else _percent(mean / 100) for mean in means)
    board = format_hand(situation.board)
    return HoleGrid(situation.hands, board, HandValues(means, labels), _hole_lines(rows))


def _hole_lines(rows: pa.Table) -> tuple[tuple[str, ...], ...]:
    lines: list[list[str]] = [[] for _ in HANDS]
    for row in rows.to_pylist():
        weight = "" if row["range_weight"] == 1 else f", weight {row['range_weight']:.6g}"
        lines[HAND_INDEX[row["hand"]]].append(f"{row['hole']}: {100 * row['equity']:.2f} %{weight}")
    return tuple(map(tuple, lines))


def draw_holes(grid: HoleGrid, title: str = "") -> str:
    """The grid as SVG: pointed at, a cell tells the equity of each of its holes."""
    title = title or grid.title
    width = 2 * svg.MARGIN + SIDE * CELL
    head, top = svg.heading(title, width)
    given = grid.hands.given.tolist()
    scale = scale_of(min(given), max(given))
    foot = top + SIDE * CELL
    notes = [HOLES_MEANING]
    if len(given) < len(HANDS):
        notes.append("Grey: not in the range, or not to be dealt.")
    parts = [
        *head,
        f'<g text-anchor="middle" font-size="{svg.number(HAND_SIZE)}">',
        *_hand_cells(grid, scale, top),
        "</g>",
        *colour_legend(scale, svg.MARGIN, foot + 14, width - 2 * svg.MARGIN, "% equity"),
        *_notes(notes, foot + 78, width),
    ]
    return svg.document(title, width, foot + 72 + _NOTE * len(notes), parts)


def _hand_cells(grid: HoleGrid, scale: Scale, top: float) -> Iterator[str]:
    rows = zip(HANDS, grid.hands.values.tolist(), grid.hands.labels, grid.holes, strict=True)
    for at, (hand, value, label, holes) in enumerate(rows):
        x, y = svg.MARGIN + at % SIDE * CELL, top + at // SIDE * CELL
        if label is None:
            yield cell(x, y, NOTHING, [(hand, HAND_SIZE)], f"{hand}: no equity")
            continue
        of = "1 hole" if len(holes) == 1 else f"the mean of {len(holes)} holes"
        told = f"{hand}: {value:.2f} %, {of}"
        lines = [(hand, HAND_SIZE), (label, VALUE_SIZE)]
        yield cell(x, y, scale.colour(value), lines, (told, *holes))


def holes_text(grid: HoleGrid, title: str = "") -> Text:
    """The grid for a terminal; as :func:`draw_holes`."""
    from pokerlake.queries.charts.grids.terminal import grid_text

    text = grid_text(grid.hands, title or grid.title, "% equity")
    return text.append(f"\n{HOLES_MEANING}")


# ---------------------------------------------------------------- both


def _players(hands: tuple[str, ...], board: str) -> str:
    return " v ".join(hands) + (f" on {board}" if board else "")


def _percent(share: float) -> str:
    """With one decimal, so that they stand in line; 0 and 100 have none, and are exact."""
    text = numerals.percent(share)
    return text if "." in text or share in (0, 1) else f"{text}.0"


def _notes(notes: list[str], y: float, width: float) -> Iterator[str]:
    for at, note in enumerate(notes):
        text = svg.shortened(note, width - 2 * svg.MARGIN, svg.TEXT_SIZE)
        yield svg.label(svg.MARGIN, y + _NOTE * at, text)
