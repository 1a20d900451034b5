"""Classes of the lows of whole batches of Omaha hands."""

from __future__ import annotations

from ...cards.layout import Cards, Layout
from ..evaluate import Classes, Columns, classes_on_boards
from .tables import low_of_sets


def omaha_low_ids(
    holes: Cards,
    boards: Cards,
    *,
    layout: Layout | None = None,
    out: Classes | None = None,
    threads: int = 1,
) -> Classes:
    """The class of the best low of two cards of each hole and three of its board, eight or better.

    Parameters
    ----------
    holes, boards, layout, out, threads
        As of :func:`~pokerlake.engine.omaha.omaha_class_ids`.

    Returns
    -------
    (n,) uint16
        The classes of the order "eight or better": 1 for five high, 5-4-3-2-A, .. 56, and 57 where
        there is no low; lower is better.

    Raises
    ------
    CardError, ValueError
        As ``omaha_class_ids``.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> omaha_low_ids(parse_hand("As2sKhKd")[None], parse_hand("3c4d5hQsJs"))
    array([1], dtype=uint16)
    """
    from .evaluate_kernels import low_holes

    def walk(columns: Columns, shared: Columns, start: int, stop: int, out: Classes) -> int:
        return low_holes(columns, shared, low_of_sets(), start, stop, out)

    return classes_on_boards(walk, holes, boards, layout, out, threads)
