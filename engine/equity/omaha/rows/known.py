"""Known holes in Omaha on boards of their own: a row each, with who shares each pot."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ....cards.text import CardError, check_cards
from ....omaha.class_tables import omaha_tables
from ....omaha.lows.tables import low_of_sets
from ....threads import over_tasks

BOARD_SIZES = (3, 4, 5)
HOLE_SIZES = (4, 5, 6)
PLAYERS = range(2, 11)
_SHARE = 64  # rows a task takes: a millisecond, on flops

Cards = npt.NDArray[np.uint8]


def omaha_multiway(
    holes: Cards,
    boards: Cards,
    dead: Cards | None = None,
    *,
    halves: bool = False,
    threads: int = 0,
) -> npt.NDArray[np.int64]:
    """Who shares the pot, over all that can come to boards of three to five cards.

    Two players on a flop take 9 microseconds, six take 12.

    Parameters
    ----------
    holes : (p, k, n) uint8
        2 to 10 players of four to six cards each, in n situations.
    boards : (b, n) uint8
        Three to five cards.
    dead : (d, n) uint8, optional
        Cards that nobody has and that do not come.
    halves : bool
        Whether the pot has a low half, eight or better.
    threads : int
        0 for all cores. The result is always the same.

    Returns
    -------
    (n, p, p + 1, w) int64
        ``[row, player, h, l]``: how many boards there are on which he is one of h winners of the
        high half and one of l of the low half, as in ``HalvedShares``; w is 1 without halves, and
        else p + 2. A row's boards are the sum over h and l.

    Raises
    ------
    CardError
        For the first row with a card that is none or is there twice, with its index; and if the
        cards that are left are too few for the board.
    ValueError
        If shapes or dtypes are others.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> holes = np.stack([parse_hand(text)[:, None] for text in ("AsAhKsQh", "KcKdJcTd")])
    >>> omaha_multiway(holes, parse_hand("Ac7d2h")[:, None])[0, ..., 0].tolist()
    [[88, 732, 0], [732, 88, 0]]
    """
    from .known_kernels import count_rows

    p, k, n = holes.shape
    gone = np.empty((0, n), np.uint8) if dead is None else dead
    arrays = holes, boards, gone
    if any(of.dtype != np.uint8 for of in arrays) or {of.shape[1:] for of in arrays[1:]} != {(n,)}:
        raise ValueError("holes (p, k, n), boards (b, n) and dead cards (d, n) of uint8 are needed")
    if p not in PLAYERS or k not in HOLE_SIZES or len(boards) not in BOARD_SIZES:
        raise ValueError(
            f"{p} players of {k} cards on boards of {len(boards)}: 2 to 10 of 4 to 6 on boards of "
            "3 to 5 are needed"
        )
    dealt = np.concatenate([holes.reshape(p * k, n), boards, gone])
    check_cards(dealt)
    if len(dealt) + 5 - len(boards) > 52:
        raise CardError(f"{52 - len(dealt)} cards are left; too few for the board")
    counts = np.zeros((n, p, p + 1, p + 2 if halves else 1), np.int64)
    read = holes, boards, gone, omaha_tables(5), low_of_sets()

    def count(start: int) -> None:
        count_rows(*read, start, min(start + _SHARE, n), counts)

    over_tasks(count, range(0, n, _SHARE), threads)
    return counts
