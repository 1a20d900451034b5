"""What holes are on boards: one, or a batch of them."""

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
    """The kind of made hand that a hole is on a board of 3 to 5 cards: set, overpair, top pair.

    Every hole on every board is of exactly one kind. In Omaha it is the best kind of any two cards
    of the hole, with three of the board. All kinds: https://pokerlake.github.io/pokerlake/kinds/

    Parameters
    ----------
    hole, board : text, numbers, array, column, frame or Cards
        One of each, or a batch, of which one may be the same for all; as of :func:`evaluate`.
    game : str, optional
        By whose rule.
    layout : "rows" or "columns", optional
        How arrays lie, where their shapes do not say it.
    threads : int
        Threads to share a batch out among; 0 for all cores.

    Returns
    -------
    MadeHand or (n,) uint8
        From 1, the best. Of one hand it is an ``int`` that has a name.

    Raises
    ------
    CardError
        For the first hand that cannot be dealt, with its row.
    UsageError
        If there is no such game.

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
    """What a hole draws to on a flop or turn: flush draw, open-ended, gutshot, overcards.

    A draw is empty once that hand, or one of a better category, is made.
    https://pokerlake.github.io/pokerlake/kinds/ has all draws. Parameters and errors are those of
    :func:`made`.

    Returns
    -------
    DrawSet or (n,) uint32
        A bit for each draw; 0 on rivers. Of one hand it is an ``int`` that has names.

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
    """Which of the hands that a board allows a hole has: 1 for the nuts, 2 for the second nuts.

    Hands are the classes that all holes of the cards off the board can make, each counted once.
    Parameters and errors are those of :func:`made`.

    Returns
    -------
    int or (n,) uint16
        From 1, the nuts.

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
    """What is found of each hole on its board, the game, and whether there is one of both."""
    from pokerlake.engine.kinds.evaluate import on_streets

    rule = rule_of(game)
    layout, threads = layout_of(layout), threads_of(threads)
    given = [listed(hole), listed(board)]
    holes, boards = hole_and_board(given, rule, layout, strict=True)
    found = on_streets(work, dtype, rule, holes, boards, threads=threads)
    return found, rule, all(map(is_one_hand, given)) and len(found) == 1
