"""Kinds, draws and nut ranks of holes on boards, one or a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.layout import Layout, is_one_hand
from pokerlake.queries.answers.orders import rule_of

from ..cards import GivenCards
from ..given import layout_of, threads_of
from ..hands import hole_and_board
from ..lists import listed
from .named import DrawSet, MadeHand


def made(
    hole: GivenCards,
    board: GivenCards,
    *,
    game: str = HOLDEM.name,
    layout: Layout | None = None,
    threads: int = 0,
) -> Any:
    """The kind of made hand of a hole on a board of 3 to 5 cards: set, overpair, top pair.

    Every hole on every board has exactly one kind. In Omaha it is the best kind of any two cards
    of the hole with three of the board. All kinds: https://pokerlake.github.io/pokerlake/kinds/

    Parameters
    ----------
    hole, board : text, numbers, array, column, frame or Cards
        One of each, or a batch; one hole or board may serve all rows. As in :func:`evaluate`.
    game : str, optional
        The game whose rule applies; hold'em by default.
    layout : "rows" or "columns", optional
        The layout of arrays whose shape fits both.
    threads : int
        For a batch; 0 for all cores.

    Returns
    -------
    MadeHand or (n,) uint8
        1 is the best kind. One hand gives an ``int`` with a name.

    Raises
    ------
    CardError
        For the first hand that cannot be dealt, with its row.
    UsageError
        If the game is unknown.

    Examples
    --------
    >>> made("AhQd", "Ad7c2d")
    MadeHand(31, 'top pair with good kicker')
    >>> made(["8h8d", "KcQc"], "8c7c2d").tolist()
    [21, 41]
    """
    from pokerlake.engine.kinds.evaluate import made_kinds

    found, rule, is_one = _of_each(made_kinds, "u1", hole, board, game, layout, threads)
    return MadeHand(int(found[0]), rule) if is_one else found


def draws(
    hole: GivenCards,
    board: GivenCards,
    *,
    game: str = HOLDEM.name,
    layout: Layout | None = None,
    threads: int = 0,
) -> Any:
    """The draws of a hole on a flop or turn: flush draw, open-ended, gutshot, overcards.

    A draw no longer counts once that hand, or one of a better category, is made.
    https://pokerlake.github.io/pokerlake/kinds/ lists all draws. Parameters and errors are those of
    :func:`made`.

    Returns
    -------
    DrawSet or (n,) uint32
        A bit for each draw; 0 on rivers. One hand gives an ``int`` with names.

    Examples
    --------
    >>> draws("AhKh", "Qh7h2c").names[:3]
    ('flush draw with two cards', 'nut flush draw', 'two overcards')
    """
    from pokerlake.engine.kinds.evaluate import draw_bits

    found, _, is_one = _of_each(draw_bits, "u4", hole, board, game, layout, threads)
    return DrawSet(int(found[0])) if is_one else found


def nut_rank(
    hole: GivenCards,
    board: GivenCards,
    *,
    game: str = HOLDEM.name,
    layout: Layout | None = None,
    threads: int = 0,
) -> Any:
    """The rank of a hole among the hands that a board allows: 1 for the nuts, 2 for the next.

    Each class that a hole can make on the board counts once. Parameters and errors are those of
    :func:`made`.

    Returns
    -------
    int or (n,) uint16
        1 is the nuts.

    Examples
    --------
    >>> nut_rank("QhQd", "Qs7c2d"), nut_rank("7h7d", "Qs7c2d")
    (1, 2)
    """
    from pokerlake.engine.kinds.evaluate import nut_ranks

    found, _, is_one = _of_each(nut_ranks, "u2", hole, board, game, layout, threads)
    return int(found[0]) if is_one else found


def _of_each(
    work: Callable[..., Any],
    dtype: str,
    hole: GivenCards,
    board: GivenCards,
    game: str,
    layout: Layout | None,
    threads: int,
) -> tuple[Any, Game, bool]:
    """The result for each hole on its board, the game, and whether the call is for one hand."""
    from pokerlake.engine.kinds.evaluate import on_streets

    rule = rule_of(game)
    layout, threads = layout_of(layout), threads_of(threads)
    given = [listed(hole), listed(board)]
    holes, boards = hole_and_board(given, rule, layout, strict=True)
    found = on_streets(work, dtype, rule, holes, boards, threads=threads)
    return found, rule, all(map(is_one_hand, given)) and len(found) == 1
