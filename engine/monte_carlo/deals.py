"""The input of the sampling kernels: the holes to draw from, and the columns that cards go to."""

from __future__ import annotations

from typing import NamedTuple, get_args

import numpy as np

from ..dealing.deck import require_seed
from ..pot_shares import Method
from ..ranges.scanner import RangeError
from ..signatures import I64, U8, U16, U32, U64, Array

BLOCK = 1024  # deals that are dealt at once
MAX_SECONDS = 5.0
STANDARD_ERROR = 0.0002


class Lists(NamedTuple):
    """All lists of holes, one after another, in the form that kernels take.

    There are g lists of t tuples: a tuple has a hole for each of the players who share the list.
    """

    start: Array[I64, "g + 1"]  # where the tuples of each list begin
    weighted: Array[I64, "g"]  # 0 if all tuples of the list are equally likely, else 1
    # Vose's tables: a tuple is kept if a random word is below ``keep``, otherwise it is ``alias``.
    keep: Array[U32, "t"]
    alias: Array[U32, "t"]
    masks: Array[U64, "t"]  # their cards as sets
    cards: Array[I64, "g"]  # how many cards a tuple of each list has
    held_start: Array[I64, "g + 1"]  # where the holes of each list begin in ``held``
    # The holes, tuple after tuple: two cards in a number, a byte each. A tuple with an odd number
    # of cards leaves the last byte free. Cards are numbered without those in ``Deals.gone``.
    held: Array[U16, "h"]


class Deals(NamedTuple):
    """What kernels deal, and to whom.

    They deal into columns of cards: those of the lists, of draws, and of known cards.
    """

    lists: Lists
    hole: int  # how many cards a player has; in stud how many he is dealt in all
    gone: Array[U8, "x"]  # the cards that are known or dead, ascending
    known: Array[U8, "y"]  # the known cards: of the board, then of players
    draws: int
    # The five columns of the board, then the draws of another board; in stud all draws.
    board: Array[I64, "b"]
    seats: Array[I64, "p"]  # the column of each player's first card; his other cards follow


class Classes(NamedTuple):
    """The tables with which the hold'em kernel classes hands."""

    rank_class: Array[U16, "91 * 6188"]  # the class of each pair of ranks with each board's ranks
    flush_class: Array[U16, "8192"]  # the class of a set of ranks in a suit; 65535 for no flush
    last_class: Array[U16, "10"]  # the last class of each category


def check_arguments(
    method: str | None,
    standard_error: float | None,
    deals: int | None,
    max_seconds: float | None,
    seed: int | None,
) -> None:
    """Raise ValueError for arguments with which no equity can be computed."""
    if method not in (None, *get_args(Method)):
        raise ValueError(f"no method {method!r}; there are: {', '.join(get_args(Method))}")
    limits = {"standard_error": standard_error, "deals": deals, "max_seconds": max_seconds}
    for name, value in limits.items():
        if value is not None and not 0 < value < np.inf:
            raise ValueError(f"{name} is {value}: give more than 0")
    if seed is not None:
        require_seed(seed)


def require_time(seconds: float, max_seconds: float | None) -> None:
    """Raise RangeError if an exact result is estimated to take longer than allowed."""
    if max_seconds is not None and seconds > max_seconds:
        takes = f"{seconds:,.0f}" if seconds >= 10 else f"{seconds:.2g}"
        raise RangeError(
            f"an exact result is estimated to take {takes} seconds, and {max_seconds:g} are "
            "allowed; Monte Carlo gives an estimate"
        )
