"""Kinds of play in the 13 x 13 grid: raise, call and fold side by side in a cell, by their shares.

Actions have the colours of solvers' grids; black is legible on each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.text import Text

from pokerlake.engine.cards.holes import HANDS, HOLES, hand_combos
from pokerlake.tables.errors import UsageError

from ..drawing import numerals, svg
from ..drawing.cells import GRID, TERMINAL, Cell, Piece, cells_text, draw_cells
from ..drawing.colours import NOTHING, mixed
from ..drawing.layout import append_kinds, kind_legend
from .hand_values import HandKinds
from .value_grid import DIAGONAL, DIAGONAL_TEXT

# Actions from the left of a cell to the right: how each is written, its letter, and its colours
# from the first of that action to the last.
_ACTIONS = (
    (r"all[- ]?in|shove|jam|push", "a", ("#d9403a", "#e8726a")),
    (r"(re-?)?raises?|open|[345]-?bet|r\d", "r", ("#ee6f63", "#f9bfb6")),
    (r"(over)?bets?|b\d", "b", ("#f08a4b", "#fad2b4")),
    (r"calls?|limps?", "c", ("#4fb861", "#a5dbac")),
    (r"checks?|x", "x", ("#93d19c", "#c7e8cb")),
    (r"folds?", "f", ("#86b9e6", "#bfd9f1")),
)
# For other kinds: colours of Okabe and Ito's that black is legible on, the nearest to an action's
# last. https://jfly.uni-koeln.de/color/
_OTHERS = ("#e69f00", "#cc79a7", "#f0e442", "#009e73", "#56b4e9", "#d55e00", "#b0b0b0")
MOST_OTHERS = len(_OTHERS)
_MOST_SHADES = 4  # of one action
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Looks:
    """How kinds look."""

    order: tuple[int, ...]  # from the left to the right
    colours: tuple[str, ...]  # by kind
    letters: tuple[str, ...]  # by kind: what stands for it in a terminal


@dataclass(frozen=True)
class KindGrid:
    """Kinds of starting hands, and how each looks, from the left of a cell to the right."""

    hands: HandKinds
    order: tuple[int, ...]  # of the kinds
    colours: tuple[str, ...]  # by kind, as in hands
    letters: tuple[str, ...]  # by kind: what stands for it in a terminal
    title: str = ""
    unit: str = ""  # of values that are written

    def total(self, kind: int) -> str:
        """How much of all hands that are shown a kind is: ``raise: 23.4 %``."""
        combos = hand_combos()
        share = self.hands.shares[kind] @ combos / combos[self.hands.there].sum()
        return f"{self.hands.kinds[kind]}: {numerals.percent(float(share))} %"

    def cells(self) -> list[Cell]:
        """A cell for each of the 169 hands."""
        hands, cells = self.hands, []
        write = None
        if hands.values is not None:
            write = numerals.cell_numerals(hands.values[hands.there].tolist())
        for at, hand in enumerate(HANDS):
            there = [kind for kind in self.order if hands.shares[kind, at] > 0]
            pieces = tuple(
                Piece(float(hands.shares[kind, at]), self.colours[kind], self.letters[kind])
                for kind in there
            )
            told = [f"{hand}: {int(hand_combos()[at])} combos"]
            below = None
            if write and hands.values is not None and there:
                below = write(hands.values[at])
                unit = f" {self.unit}" if self.unit else ""
                told.append(f"{hands.kinds[there[0]]}: {numerals.exact(hands.values[at])}{unit}")
            else:
                for kind in there:
                    share = numerals.percent(float(hands.shares[kind, at]))
                    told.append(f"{hands.kinds[kind]}: {share} %")
            cells.append(Cell(hand, below, NOTHING, tuple(told), pieces=pieces))
        return cells


def kind_grid(hands: HandKinds, title: str = "", unit: str = "") -> KindGrid:
    """The grid of kinds.

    Raises UsageError if there are more than can be told apart.
    """
    looks = looks_of(hands.kinds)
    return KindGrid(hands, looks.order, looks.colours, looks.letters, title, unit)


def looks_of(kinds: Sequence[str]) -> Looks:
    """How kinds look.

    Well-known actions have the colours that solvers' grids have, and stand in their order; other
    kinds follow as they come.

    Raises UsageError if there are more than can be told apart.
    """
    actions = [_action(kind) for kind in kinds]
    others = [kind for kind, action in zip(kinds, actions, strict=True) if action is None]
    if len(others) > MOST_OTHERS:
        raise UsageError(
            f"column 'label' has {len(kinds)} kinds; a chart has colours for {MOST_OTHERS} "
            "beside raise, call, fold and the like (for a text in each cell, name it 'text')"
        )
    for at in range(len(_ACTIONS)):
        if actions.count(at) > _MOST_SHADES:
            name = kinds[actions.index(at)]
            raise UsageError(
                f"{actions.count(at)} kinds as {name!r}; a chart has {_MOST_SHADES} shades of one"
            )
    ranks = [len(_ACTIONS) if action is None else action for action in actions]
    order = sorted(range(len(ranks)), key=lambda kind: (ranks[kind], _size(kinds, kind)))
    colours = [""] * len(ranks)
    rest = iter(_OTHERS)
    for kind in order:
        action = actions[kind]
        if action is None:
            colours[kind] = next(rest)
        else:
            alike = [other for other in order if actions[other] == action]
            place = alike.index(kind) / max(1, len(alike) - 1)
            colours[kind] = mixed(_ACTIONS[action][2], place)
    return Looks(tuple(order), tuple(colours), _letters(kinds, actions, order))


def _action(kind: str) -> int | None:
    """Which of the actions a kind is: raise, raise 2.5, RAISE to 8bb."""
    for at, (pattern, _, _) in enumerate(_ACTIONS):
        if re.match(rf"(?:{pattern})(?![a-z])", kind.strip().casefold()):
            return at
    return None


def _size(kinds: Sequence[str], kind: int) -> tuple[float, int]:
    """The larger of two raises first; else as they come."""
    number = re.search(r"\d+(?:\.\d+)?", kinds[kind])
    return (-float(number[0]) if number and _action(kinds[kind]) is not None else 0.0, kind)


def _letters(
    kinds: Sequence[str], actions: Sequence[int | None], order: Sequence[int]
) -> tuple[str, ...]:
    """A letter for each kind, no two alike, if it can be of its own name."""
    found: dict[int, str] = {}
    for kind in order:
        name, action = kinds[kind].casefold(), actions[kind]
        # Of two raises the second has a digit of its size.
        own = "" if action is None else _ACTIONS[action][1] + re.sub("[^0-9]", "", name)
        wanted = own + re.sub("[^a-z0-9]", "", name) + _LETTERS
        found[kind] = next(letter for letter in wanted if letter not in found.values())
    return tuple(found[kind] for kind in range(len(kinds)))


def draw_kinds(grid: KindGrid) -> str:
    """The grid as SVG: a cell is divided by the shares of its kinds, and tells them."""
    width = 2 * svg.MARGIN + GRID
    head, top = svg.heading(grid.title, width)
    kinds = [(grid.colours[kind], grid.total(kind)) for kind in grid.order]
    legend, foot = kind_legend(kinds, svg.MARGIN, top + GRID + 14, GRID)
    below = foot + 13
    notes = [_meaning(grid), DIAGONAL]
    parts = [
        *head,
        *draw_cells(grid.cells(), svg.MARGIN, top, diagonal=True),
        *legend,
        *svg.notes(notes, svg.MARGIN, below),
    ]
    return svg.document(grid.title or "Starting hands", width, below + svg.LINE + 18, parts)


def _meaning(grid: KindGrid) -> str:
    hands = grid.hands
    there, combos = hands.there, hand_combos()
    given = int(combos[there].sum())
    of = "of all combos" if given == HOLES else f"of the {given:,} combos that have a kind"
    rest = float(np.maximum(1 - hands.shares.sum(axis=0), 0)[there] @ combos[there]) / given
    left = f"; {numerals.percent(rest)} % has none, grey" if rest > 0.0005 else ""
    return f"The legend has the share {of}{left}."


def kinds_text(grid: KindGrid, columns: int = TERMINAL) -> Text:
    """The grid for a terminal: of each cell a bar of letters and colours, five to the whole."""
    text = cells_text(grid.cells(), grid.title, columns, diagonal=True)
    shown = ((grid.colours[kind], grid.letters[kind], grid.total(kind)) for kind in grid.order)
    append_kinds(text, shown)
    return text.append(f"\n{_meaning(grid).replace(', grey', '')}\n{DIAGONAL_TEXT}")
