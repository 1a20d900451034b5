"""Ranges of boards in ProPokerTools' generic syntax: ``AKK``, ``AwKwxy``, ``Qh2h3d``, ``JJ!JJJ``.

::

    range  part { "," part }
    part   one { ":" one | "!" one }
    one    run | "(" range ")"

A run is a run of cards as in ranges of Omaha. The first three cards of a pattern are the flop, in
any order; the fourth is the turn, the fifth the river. A pattern of fewer than three cards
describes some cards of the flop.

References
----------
http://www.propokertools.com/oracle_help/range_of_hands
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ..ranges.omaha_card_text import CardScanner, pattern_of
from ..ranges.omaha_holes import all_holes
from ..ranges.omaha_patterns import Pattern, fits_in_order
from ..ranges.scanner import DEEPEST, RangeError
from ..signatures import U8, Bool

_FLOP = 3
_RIVER = 5
_MOST_BOARDS = 1_000_000


@dataclass(frozen=True)
class _One:
    """An operand of a part: a run, or parts in parentheses."""

    patterns: tuple[Pattern, ...]  # of which a board has one
    parts: tuple[tuple[_One, ...], ...]
    is_left_out: bool

    @property
    def longest(self) -> int:
        """The most cards that it describes."""
        sizes = [len(pattern) for pattern in self.patterns]
        return max(sizes + [each.longest for part in self.parts for each in part])

    def fits(self, board: U8) -> Bool:
        """Which boards ``(b, n)`` it means; of longer patterns only the first cards count."""
        if self.parts:
            return _fits_any(self.parts, board)
        matching: Bool = np.logical_or.reduce(
            [_fits(pattern[: len(board)], board) for pattern in self.patterns]
        )
        return matching


@dataclass(frozen=True)
class BoardRange:
    """The boards that a text means; without a part, all boards."""

    text: str
    parts: tuple[tuple[_One, ...], ...]

    @property
    def size(self) -> int:
        """How many cards are described: 0, 3, 4 or 5."""
        sizes = [each.longest for part in self.parts for each in part]
        return max(_FLOP, *sizes) if sizes else 0

    def fits(self, board: U8) -> Bool:
        """Which boards ``(b, n)`` are meant; of longer patterns only the first cards count."""
        if not self.parts:
            return np.ones(board.shape[1], np.bool_)
        return _fits_any(self.parts, board)

    def boards(self, dead: tuple[int, ...] = ()) -> U8:
        """All boards with as many cards as are described, ``(m, b)``.

        Raises RangeError if there is none without these dead cards, or if there are millions.
        """
        if not self.size:
            return np.empty((1, 0), np.uint8)
        live = np.setdiff1d(np.arange(52), dead).astype(np.uint8)
        boards = live[all_holes(_FLOP, len(live))].T
        boards = np.ascontiguousarray(boards[:, self.fits(boards)])
        for _ in range(_FLOP, self.size):
            if boards.shape[1] * len(live) > 52 * _MOST_BOARDS:
                raise RangeError(f"{self.text!r} means too many boards; say less of the river")
            more = np.repeat(boards, len(live), axis=1)
            boards = np.concatenate([more, np.tile(live, boards.shape[1])[None]])
            boards = boards[:, (boards[:-1] != boards[-1]).all(axis=0)]
            boards = np.ascontiguousarray(boards[:, self.fits(boards)])
        if not boards.shape[1]:
            raise RangeError(f"no board is {self.text!r}")
        if boards.shape[1] > _MOST_BOARDS:
            raise RangeError(f"{self.text!r} means too many boards; say less of the river")
        return self._as_written(boards).T

    def _as_written(self, boards: U8) -> U8:
        """Put the cards of a single known board in the order of the text."""
        if boards.shape[1] > 1:
            return boards
        pattern = _first_pattern(self.parts)
        known = [card.among.bit_length() - 1 for card in pattern]
        return np.array(known, np.uint8)[:, None] if set(known) == set(boards[:, 0]) else boards


def parse_board_range(text: str) -> BoardRange:
    """The boards that a text means; an empty text, or ``*``, means any.

    Raises RangeError if the text cannot be read, with the place in it.

    Examples
    --------
    >>> len(parse_board_range("AKK").boards()), len(parse_board_range("AxKx2x").boards())
    (24, 4)
    >>> len(parse_board_range("Qh2h3d").boards()), parse_board_range("Qh2h3dAs").size
    (1, 4)
    >>> len(parse_board_range("(AKK,AAK):xxy").boards())
    24
    """
    scanner = CardScanner(text, _RIVER)
    scanner.space()
    if not text.strip(" \t*"):
        return BoardRange(text, ())
    return BoardRange(text.strip(), _parts(scanner, 0))


def _parts(scanner: CardScanner, depth: int) -> tuple[tuple[_One, ...], ...]:
    """The parts of a text, or up to the end of the parentheses at this depth."""
    parts = []
    opened = scanner.at - 1
    if depth > DEEPEST:
        scanner.fail("parentheses are nested too deeply", opened)
    while scanner.at < len(scanner.text):
        ones = [_one(scanner, depth, is_left_out=False)]
        while (sign := scanner.here()) and sign in ":!":
            scanner.at += 1
            ones.append(_one(scanner, depth, is_left_out=sign == "!"))
        parts.append(tuple(ones))
        if depth and scanner.take(")"):
            return tuple(parts)
        scanner.require_separator()
    if depth:
        scanner.fail("'(' is not closed", opened)
    return tuple(parts)


def _one(scanner: CardScanner, depth: int, *, is_left_out: bool) -> _One:
    scanner.blanks()
    if scanner.here() == "(":
        scanner.at += 1
        scanner.space()
        operand = _One((), _parts(scanner, depth + 1), is_left_out)
    else:
        operand = _One(tuple(map(pattern_of, scanner.run())), (), is_left_out)
    scanner.blanks()
    return operand


def _first_pattern(parts: tuple[tuple[_One, ...], ...]) -> Pattern:
    operand = parts[0][0]
    return _first_pattern(operand.parts) if operand.parts else operand.patterns[0]


def _fits_any(parts: tuple[tuple[_One, ...], ...], board: U8) -> Bool:
    matching: Bool = np.logical_or.reduce([_fits_all(part, board) for part in parts])
    return matching


def _fits_all(part: tuple[_One, ...], board: U8) -> Bool:
    matching = np.ones(board.shape[1], np.bool_)
    for operand in part:
        if not operand.is_left_out:
            matching &= operand.fits(board)
        elif operand.longest <= len(board):  # otherwise it cannot be excluded yet
            matching &= ~operand.fits(board)
    return matching


def _fits(pattern: Pattern, board: U8) -> Bool:
    """Which boards have the cards of a pattern."""
    matching = np.zeros(board.shape[1], np.bool_)
    later = list(range(_FLOP, len(pattern)))
    for places in permutations(range(_FLOP), min(len(pattern), _FLOP)):
        matching |= fits_in_order(pattern, board[[*places, *later]])
    return matching
