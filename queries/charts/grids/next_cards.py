"""The equity of the first player by the next card: a grid of ranks across and suits down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from rich.text import Text

from pokerlake.engine.cards.text import RANKS, format_card, format_hand, parse_hand

from ...answers.equity import Showdown, Situation, Wanted, next_card_equities, situation_equity
from ..drawing import numerals, svg
from ..drawing.cells import (
    COLUMNS,
    GRID,
    SIDE,
    TERMINAL,
    Cell,
    append_cards,
    append_cell,
    cell_width,
    draw_cells,
)
from ..drawing.colours import FREE, SUITS_ANSI, Ends, Scale, scale_of
from ..drawing.layout import colour_legend
from ..given import players, shortened
from ..registry import Argument, Drawn, MaxOption, MinOption, Option, chart

_SUITS = ((3, "s", "♠"), (2, "h", "♥"), (1, "d", "♦"), (0, "c", "♣"))  # from the top
_ABOUT = 24.0  # room for the names of ranks and suits beside the grid

BoardOption = Annotated[str, Option("Known cards: Qh2h3d.", "CARDS")]
DeadOption = Annotated[str, Option("Cards that nobody can have: 7c7d.", "CARDS")]


@dataclass(frozen=True)
class NextCards:
    """The equity of each player now, and once each card has come."""

    title: str
    situation: Showdown
    now: npt.NDArray[np.float64]  # (p,), 0 to 1
    later: npt.NDArray[np.float64]  # (52, p), by the card's number; NaN where it cannot come
    ends: Ends = FREE  # of the scale in %, where they are given


@chart("next-card", place=100, example="AhKh QsQc --board Qh2h3d", terminal=True)
def next_card(
    hands: Annotated[
        list[str], Argument("2 to 10 hands or ranges: AhKh 'QQ+,AKs' random.", "HAND", wide=True)
    ],
    board: BoardOption = "",
    dead: DeadOption = "",
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw the first player's equity after each possible next card.

    Ranks are across and suits down. Pointed at in SVG or HTML, a cell shows the equity of every
    player, and how much it differs from the equity now.
    """
    ends = Ends.of(min_, max_)
    found = next_cards(*asked(hands, board, dead, lake), title, ends)
    return Drawn(found.title, (found,), draw_next_cards, next_cards_text)


def asked(hands: list[Any], board: str, dead: str, lake: Path | None) -> tuple[Situation, Wanted]:
    """The players, and how their equity is found: a sample is the same each time, as a picture is.

    Raises CardError, RangeError, UsageError as
    :meth:`pokerlake.queries.answers.equity.Situation.parse`.
    """
    return players(hands, board, dead, lake), Wanted(seed=0)


def players_on(situation: Showdown) -> str:
    """The players and the board in words: ``AhKh v QsQc on Jh2h3d``."""
    board = format_hand(situation.board)
    return " v ".join(map(shortened, situation.hands)) + (f" on {board}" if board else "")


def next_cards(
    situation: Showdown, wanted: Wanted | None = None, title: str = "", ends: Ends = FREE
) -> NextCards:
    """The equity of each player, now and once each other card has come.

    Raises UsageError if the board has five cards already; CardError, RangeError as
    :func:`pokerlake.queries.answers.equity.situation_equity`.
    """
    rows = next_card_equities(situation, wanted)
    later = np.full((52, len(situation.hands)), np.nan)
    cards = [int(parse_hand(card)[0]) for card in rows["card"].to_pylist()]
    later[cards] = np.column_stack([column.to_numpy() for column in rows.columns[1:]])
    title = (
        title
        or f"{players_on(situation)}: equity of {shortened(situation.hands[0])} by the next card"
    )
    return NextCards(title, situation, situation_equity(situation, wanted).equity, later, ends)


def draw_next_cards(found: NextCards) -> str:
    """The grid as SVG: ranks from A to 2 across, suits down, in a cell the first player's equity.

    Pointed at, a cell tells the equity of every player, and what the card changes.
    """
    width = 2 * svg.MARGIN + _ABOUT + GRID
    head, top = svg.heading(found.title, width)
    left, top = svg.MARGIN + _ABOUT, top + _ABOUT
    foot = top + len(_SUITS) * SIDE
    scale, cells = _cells(found, 0)
    first, room = found.situation.hands[0], width - 2 * svg.MARGIN
    notes = [f"Now: {100 * found.now[0]:.2f} % for {first}. Grey: cards that cannot come."]
    if scale.low == scale.high:  # a bar of one colour says nothing
        notes.insert(0, f"{scale.low:.2f} %, whatever comes.")
        legend, below = [], foot + 26
    else:
        spread = (
            100 * float(np.nanmin(found.later[:, 0])),
            100 * float(np.nanmax(found.later[:, 0])),
        )
        bar = scale, svg.MARGIN, foot + 14, room, "% equity"
        legend = [*colour_legend(*bar, spread=spread, strong=50.0)]
        below = foot + 78
    notes = [svg.shortened(note, room, svg.TEXT_SIZE) for note in notes]
    parts = [
        *head,
        *draw_cells(cells, left, top, list(_axes(left, top))),
        *legend,
        *svg.notes(notes, svg.MARGIN, below),
    ]
    return svg.document(found.title, width, below - 6 + svg.LINE * len(notes), parts)


def _axes(left: float, top: float) -> Iterator[str]:
    for column, rank in enumerate(reversed(RANKS)):
        yield svg.label(left + (column + 0.5) * SIDE, top - 8, rank)
    for row, (_, _, symbol) in enumerate(_SUITS):
        yield svg.label(left - _ABOUT / 2, top + (row + 0.62) * SIDE, symbol)


def _cells(found: NextCards, player: int) -> tuple[Scale, list[Cell]]:
    """The scale of a player's equities in %, and the cells of all cards, the top suit's first."""
    shares = found.later[:, player]
    scale = scale_of(100 * float(np.nanmin(shares)), 100 * float(np.nanmax(shares)), found.ends)
    cards = [4 * rank + suit for suit, _, _ in _SUITS for rank in reversed(range(COLUMNS))]
    return scale, [_cell(found, card, float(shares[card]), scale) for card in cards]


def _cell(found: NextCards, card: int, share: float, scale: Scale) -> Cell:
    if np.isnan(share):
        return Cell("", told=(_why_not(found.situation, card),))
    told = [format_card(card)]
    for hand, now, later in zip(found.situation.hands, found.now, found.later[card], strict=True):
        change = numerals.minus(f"{100 * (later - now):+z.2f}")
        told.append(f"{hand}: {100 * later:.2f} %, {change}")
    return Cell(numerals.even_percent(share), None, scale.colour(100 * share), tuple(told))


def _why_not(situation: Showdown, card: int) -> str:
    name = format_card(card)
    if card in situation.board:
        return f"{name} is on the board"
    if card in situation.dead:
        return f"{name} is dead"
    return f"{name} cannot come: whatever they hold, a player has it"


def next_cards_text(found: NextCards, columns: int = TERMINAL) -> Text:
    """The grid for a terminal, as :func:`draw_next_cards`; of each player where they are many.

    Of two, the second has what the first has not.
    """
    width = cell_width(columns)
    text = Text(no_wrap=True, overflow="ignore")
    append_cards(text, f"{svg.clean(found.title)}\n")
    hands = found.situation.hands if len(found.now) > 2 else ("",)
    for player, hand in enumerate(hands):
        append_cards(text, f"\n{svg.clean(hand)}\n" if hand else "\n")
        text.append(" " + "".join(f"{rank:>{width}}" for rank in reversed(RANKS)) + "\n")
        _, cells = _cells(found, player)
        for row, (_, name, _) in enumerate(_SUITS):
            text.append(name, SUITS_ANSI[name])
            for cell in cells[COLUMNS * row : COLUMNS * (row + 1)]:
                append_cell(text, f"{cell.name:>{width}}", cell.ground)
            text.append("\n")
        shares = found.later[:, player]
        low, high = map(numerals.even_percent, (np.nanmin(shares), np.nanmax(shares)))
        text.append(f"now {100 * found.now[player]:.2f} %, then {low} to {high} %\n")
    return text
