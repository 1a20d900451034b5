"""Ranges of boards in ProPokerTools' generic syntax: ``AKK``, ``AwKwxy``, ``Qh2h3d``, ``JJ!JJJ``.

::

    range  part { "," part }
    part   one { ":" one | "!" one }
    one    run | "(" range ")"

A run is one of cards as in ranges of Omaha. The first three cards of a pattern are of the flop, in
any order; the fourth is the turn, the fifth the river. A pattern of fewer than three says what the
flop has among its cards.

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
    """What stands between the signs of a part: a run, or parts in parentheses."""

    patterns: tuple[Pattern, ...]  # of which a board has one
    parts: tuple[tuple[_One, ...], ...]
    is_left_out: bool

    @property
    def longest(self) -> int:
        """The most cards that it says something of."""
        sizes = [len(pattern) for pattern in self.patterns]
        return max(sizes + [one.longest for part in self.parts for one in part])

    def fits(self, board: U8) -> Bool:
        """Which boards ``(b, n)`` it means; of patterns of more cards the first count."""
        if self.parts:
            return _fits_any(self.parts, board)
        found: Bool = np.logical_or.reduce(
            [_fits(pattern[: len(board)], board) for pattern in self.patterns]
        )
        return found


@dataclass(frozen=True)
class BoardRange:
    """Boards that are meant; of no part those of any cards."""

    text: str
    parts: tuple[tuple[_One, ...], ...]

    @property
    def size(self) -> int:
        """How many cards are said something of: 0, 3, 4 or 5."""
        sizes = [one.longest for part in self.parts for one in part]
        return max(_FLOP, *sizes) if sizes else 0

    def fits(self, board: U8) -> Bool:
        """Which boards ``(b, n)`` are meant; of patterns of more cards the first count."""
        if not self.parts:
            return np.ones(board.shape[1], np.bool_)
        return _fits_any(self.parts, board)

    def boards(self, dead: tuple[int, ...] = ()) -> U8:
        """All of them of as many cards as are said something of, ``(m, b)``.

        RangeError if there is none without these dead cards, or there are millions.
        """
        if not self.size:
            return np.empty((1, 0), np.uint8)
        live = np.setdiff1d(np.arange(52), dead).astype(np.uint8)
        found = live[all_holes(_FLOP, len(live))].T
        found = np.ascontiguousarray(found[:, self.fits(found)])
        for _ in range(_FLOP, self.size):
            if found.shape[1] * len(live) > 52 * _MOST_BOARDS:
                raise RangeError(f"{self.text!r} means too many boards; say less of the river")
            more = np.repeat(found, len(live), axis=1)
            found = np.concatenate([more, np.tile(live, found.shape[1])[None]])
            found = found[:, (found[:-1] != found[-1]).all(axis=0)]
            found = np.ascontiguousarray(found[:, self.fits(found)])
        if not found.shape[1]:
            raise RangeError(f"no board is {self.text!r}")
        if found.shape[1] > _MOST_BOARDS:
            raise RangeError(f"{self.text!r} means too many boards; say less of the river")
        return self._as_written(found).T

    def _as_written(self, found: U8) -> U8:
        """One known board has its cards in their order."""
        if found.shape[1] > 1:
            return found
        pattern = _first_pattern(self.parts)
        known = [card.among.bit_length() - 1 for card in pattern]
        return np.array(known, np.uint8)[:, None] if set(known) == set(found[:, 0]) else found


def parse_board_range(text: str) -> BoardRange:
    """The boards that a text means; an empty text, or ``*``, means any.

    RangeError if the text cannot be read, with the character.

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
    """The parts of a text, or those up to the end of parentheses within so many."""
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
        found = _One((), _parts(scanner, depth + 1), is_left_out)
    else:
        found = _One(tuple(map(pattern_of, scanner.run())), (), is_left_out)
    scanner.blanks()
    return found


def _first_pattern(parts: tuple[tuple[_One, ...], ...]) -> Pattern:
    one = parts[0][0]
    return _first_pattern(one.parts) if one.parts else one.patterns[0]


def _fits_any(parts: tuple[tuple[_One, ...], ...], board: U8) -> Bool:
    found: Bool = np.logical_or.reduce([_fits_all(part, board) for part in parts])
    return found


def _fits_all(part: tuple[_One, ...], board: U8) -> Bool:
    found = np.ones(board.shape[1], np.bool_)
    for one in part:
        if not one.is_left_out:
            found &= one.fits(board)
        elif one.longest <= len(board):  # else what is left out is not known yet
            found &= ~one.fits(board)
    return found


def _fits(pattern: Pattern, board: U8) -> Bool:
    """Which boards have the cards of a pattern."""
    found = np.zeros(board.shape[1], np.bool_)
    later = list(range(_FLOP, len(pattern)))
    for places in permutations(range(_FLOP), min(len(pattern), _FLOP)):
        found |= fits_in_order(pattern, board[[*places, *later]])
    return found
