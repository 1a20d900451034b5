"""A plot in a terminal: characters in columns and rows between two axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from rich.style import Style
from rich.text import Text

from .cells import append_cards
from .colours import Scale, text_colour

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# A curve by columns: a character for the upper half of a row, for the lower half, and for both.
SOLID, DOTTED = ("▀", "▄", "█"), ("'", ".", ":")
SHADES = " ·░▒▓█"  # of a map, where there are no colours
_AXIS = 10  # columns to the left of a plot
_LEAST, _MOST = 24, 110  # columns of a plot

Place = tuple[float, float]  # from the left and from the foot, 0 to 1


class Canvas:
    """What is drawn between two axes. What comes first stays."""

    def __init__(self, columns: int, rows: int) -> None:
        """For a terminal of so many columns: a plot takes those that the axis leaves."""
        self.columns = max(_LEAST, min(_MOST, columns - _AXIS - 2))
        self.rows = rows
        self._cells: dict[tuple[int, int], tuple[str, Style | None]] = {}

    def letters(self, places: Sequence[Place], letter: str, colour: str) -> None:
        """A letter at each place, and dots from one to the next; letters cover what is there."""
        at = [(self._column(x), self._row(y)) for x, y in places]
        self._cells |= dict.fromkeys(at, (letter, Style(color=colour)))
        for (start, first), (end, last) in pairwise(at):
            for column in range(start + 1, end):
                row = round(first + (last - first) * (column - start) / (end - start))
                self._cells.setdefault((column, row), ("·", Style(color=colour)))

    def curve(self, heights: Sequence[float], signs: tuple[str, str, str], colour: str) -> None:
        """A height for each column, joined, with two places in each row."""
        last = 2 * self.rows - 1
        halves = [round((1 - min(1.0, max(0.0, height))) * last) for height in heights]
        filled: dict[tuple[int, int], set[int]] = {}
        for column, half in enumerate(halves):
            before = halves[column - 1] if column else half
            step = 1 if half > before else -1
            for at in {half, *range(before + step, half, step)}:
                filled.setdefault((column, at // 2), set()).add(at % 2)
        for cell, parts in filled.items():
            sign = signs[2] if len(parts) == 2 else signs[next(iter(parts))]
            self._cells.setdefault(cell, (sign, Style(color=colour)))

    def level(self, height: float, sign: str = "┄") -> None:
        """A line across, where nothing else is."""
        for column in range(self.columns):
            self._cells.setdefault((column, self._row(height)), (sign, None))

    def shade(self, column: int, row: int, scale: Scale, value: float) -> None:
        """A cell in the colour of a value, and a character as dark where there are no colours."""
        place, colour = scale.place(value), scale.colour(value)
        sign = SHADES[1 + round(place * (len(SHADES) - 2))]
        self._cells[column, row] = (sign, Style(color=text_colour(colour), bgcolor=colour))

    def _column(self, x: float) -> int:
        return round(x * (self.columns - 1))

    def _row(self, y: float) -> int:
        return round((1 - y) * (self.rows - 1))

    def append_to(
        self,
        text: Text,
        up: Iterable[tuple[float, str]],
        across: Iterable[tuple[float, str]],
        below: str,
    ) -> Text:
        """Add the plot with marks of both axes, places 0 to 1 and texts, and what is across."""
        marks = {self._row(place): mark for place, mark in up}
        for row in range(self.rows):
            text.append(f"{marks.get(row, ''):>8} {'┤' if row in marks else '│'}")
            for column in range(self.columns):
                sign, style = self._cells.get((column, row), (" ", None))
                text.append(sign, style)
            text.append("\n")
        text.append(f"{'':9}└{'─' * self.columns}\n{self._mark_line(across)}\n")
        indent = max(0, min(_AXIS, _AXIS + self.columns + 2 - len(below)))
        return append_cards(text, f"{'':{indent}}{below}\n")

    def _mark_line(self, marks: Iterable[tuple[float, str]]) -> str:
        """The marks of the axis across, each under its place as far as there is room."""
        line = " " * (_AXIS + self.columns + 2)
        free = 0
        for place, mark in marks:
            start = min(_AXIS + self._column(place), len(line) - len(mark))
            if start >= free:
                line = line[:start] + mark + line[start + len(mark) :]
                free = start + len(mark) + 1
        return line.rstrip()
