"""Equity of 2 to 10 players in Omaha: exact where that is quick, else sampled.

A deal is one hole for each player, all disjoint from each other, the board and the dead cards, with
one completion of the board to five cards. Its weight is the product of the weights of the holes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pokerlake.catalogue import OMAHA, Game

from ..monte_carlo.deals import check_arguments
from ..monte_carlo.sampling import Sample
from ..pot_shares import Equity, Method
from ..ranges.omaha.hole_range import OmahaRange
from .calculate import Limits, Strategy, answered
from .cost import Way
from .omaha_exact import by_boards, by_holes, ways_of
from .omaha_sampling import sampled
from .omaha_situation import situation_of

_OMAHA = Strategy(ways_of, by_holes, by_boards, sampled)


def omaha_equity(
    ranges: Sequence[OmahaRange | None],
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    rule: Game = OMAHA,
    method: Method | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    listener: Callable[[Sample], object] | None = None,
    on_count: Callable[[Way], object] | None = None,
) -> Equity:
    """How 2 to 10 players share the pot in Omaha, exactly or by Monte Carlo.

    Parameters
    ----------
    ranges : sequence of OmahaRange or None
        A range for each player, of holes of as many cards as the game has; None for any hole. A
        known hand is a range of one hole.
    board : (b,) integer
        The 0 to 5 cards of it that are known.
    dead : (d,) integer
        Cards that nobody has and that do not come.
    rule : Game
        A game of holes of which two cards are used.
    method, standard_error, deals, max_seconds, seed, threads, listener, on_count
        As of :func:`~pokerlake.engine.equity.calculate.equity`.

    Returns
    -------
    Equity
        :class:`HalvedEquity` where the pot has two halves.

    Raises
    ------
    CardError
        If board and dead cards are none, are there twice, or leave too few cards.
    RangeError
        If there are not 2 to 10 ranges of holes of this game, if they cannot be dealt together, or
        if an exact result is asked for that takes years, gigabytes, or more seconds than it may.
    ValueError
        If another argument is out of range.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> aces, kings = (OmahaRange.of(parse_hand(text)[None]) for text in ("AsAhKsQh", "KcKdJcTd"))
    >>> found = omaha_equity([aces, kings], parse_hand("Ac7d2h"))
    >>> found.choice, found.shared.tolist()
    ('exact: 1 pair of holes', [[88, 732, 0], [732, 88, 0]])
    """
    check_arguments(method, standard_error, deals, max_seconds, seed)
    limits = Limits(method, standard_error, deals, max_seconds, seed, threads)
    return answered(situation_of(rule, ranges, board, dead), _OMAHA, limits, listener, on_count)


def plan(
    ranges: Sequence[OmahaRange | None],
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    rule: Game = OMAHA,
    threads: int = 1,
) -> list[Way]:
    """In which exact ways the equity can be had, the quickest first, and what each takes, about.

    Parameters and errors are those of :func:`omaha_equity`.

    Examples
    --------
    >>> [way.by for way in plan([None, None], [0, 5, 9])]
    ['boards', 'holes']
    """
    return ways_of(situation_of(rule, ranges, board, dead), threads=threads)
