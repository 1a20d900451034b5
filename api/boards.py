"""Holes on boards: their strength, one by one or in columns, and their buckets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.layout import Layout, as_columns, is_one_hand, one_hand
from pokerlake.engine.keys.canonical_rows import hole_ids
from pokerlake.queries.answers import strength as answers
from pokerlake.queries.answers.buckets import STREETS
from pokerlake.queries.answers.lookup.boards import RATIOS
from pokerlake.queries.answers.orders import game_of, order_of_game
from pokerlake.queries.answers.strength import Strength
from pokerlake.queries.reading import reading
from pokerlake.queries.results import Result
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError, counted

from .cards import Column, GivenCards, column_of, columns_of, equally_long
from .given import LakePath, flag, layout_of, number, place_of, text, threads_of, whole
from .lists import listed
from .ranges import GivenRange

if TYPE_CHECKING:
    import pyarrow as pa

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False, eq=False)
class Strengths(Result):
    """The strength of n holes, each on its board; nan for a row without a result.

    Attributes
    ----------
    hs, ehs, equity : (n,) float64
        Hand strength now, effective hand strength, and equity: 0 to 1.
    equity_squared : (n,) float64
        The mean square of the strength at the river, 0 to 1.
    ppot1, npot1, ppot2, npot2 : (n,) float64
        Positive and negative potential, over one card and over two.
    hole_percentile : (n,) float64
        The percentage of all live holes on that board with at least this equity.
    """

    hs: Floats
    ppot1: Floats
    npot1: Floats
    ppot2: Floats
    npot2: Floats
    ehs: Floats
    equity: Floats
    equity_squared: Floats
    hole_percentile: Floats

    def __len__(self) -> int:
        return len(self.hs)

    def summary(self) -> str:
        """The line below the rows."""
        return counted(len(self), "hole")

    def to_arrow(self) -> pa.Table:
        """A row for each hole and a column for each ratio; null without a result."""
        import pyarrow as pa

        columns = {name: getattr(self, name) for name in RATIOS}
        return pa.table({n: pa.array(c, mask=np.isnan(c)) for n, c in columns.items()})


@overload
def strength(
    hole: str,
    board: str,
    villain: GivenRange | Sequence[GivenRange] | None = None,
    *,
    opponents: int = 1,
    game: str = "hold'em",
    pot: float | None = None,
    bet: float | None = None,
    later: float = 0.0,
    lake: LakePath | None = None,
) -> Strength: ...
@overload
def strength(
    hole: Any,
    board: Any = None,
    villain: GivenRange | Sequence[GivenRange] | None = None,
    *,
    opponents: int = 1,
    game: str = "hold'em",
    pot: float | None = None,
    bet: float | None = None,
    later: float = 0.0,
    lake: LakePath | None = None,
    strict: bool = True,
) -> Any: ...
@worded
def strength(
    hole: Any,
    board: Any = None,
    villain: GivenRange | Sequence[GivenRange] | None = None,
    *,
    opponents: int = 1,
    game: str = "hold'em",
    pot: float | None = None,
    bet: float | None = None,
    later: float = 0.0,
    lake: LakePath | None = None,
    strict: bool = True,
) -> Any:
    """Hand strength, potential and equity of a hole on a board, or of columns of both.

    Parameters
    ----------
    hole : text, cards or a column of holes
    board : text, cards or a column of boards
        3, 4 or 5 cards. Null or empty text means before the flop. One board may serve all holes.
    villain : range, optional
        The opponent's range; any hand if not given. Give a list of ranges for several opponents.
        With columns, give one range or a column of texts.
    opponents : int
        How many opponents. Two or more are an approximation: their cards count as independent.
    game : str
        ``"hold'em"``, or ``"short deck"``: 36 cards, six to ace.
    pot, bet, later : float, optional
        For one hole that faces a bet: the pot including the bet, the cost of a call, and what
        both players will pay later.
    lake : str or Path, optional
        The lake to look counts up in: ``$POKERLAKE_LAKE`` or ``./lake`` if not given. Without a
        lake they are computed, with the same result.
    strict : bool
        With columns: raise for a row that cannot be read or dealt. If False, such a row is nan.

    Returns
    -------
    Strength or Strengths

    Raises
    ------
    CardError
        If a hole or board is invalid, or they share a card. The message names the row.
    RangeError
        If a range is invalid, or the known cards leave none of its holes.
    UsageError
        If arguments contradict each other.

    Examples
    --------
    >>> strength("AhQh", "3h4sJh").ehs
    0.7093637578373934
    >>> strength(["AhQh", "7c7d"], "3h4sJh").hs.round(4)
    array([0.5851, 0.8275])
    >>> round(strength("AhKh", "QhJh6c", game="short deck").equity, 4)
    0.7066
    """
    opponents = whole("opponents", opponents, 1, answers.MOST_OPPONENTS)
    hole, board, villain = map(listed, (hole, board, villain))
    with reading("hole", hole), reading("board", board):
        one = is_one_hand(hole) and (isinstance(hole, str) or np.size(hole) > 0)
        one = one and board is not None and is_one_hand(board) and _has_cards(board)
    later, strict = number("later", later), flag("strict", strict)
    if one:
        several = isinstance(villain, (list, tuple))
        return answers.strength(
            hole,
            board,
            () if villain is None else villain if several else (villain,),
            opponents=opponents if opponents > 1 else None,
            rule=game_of(game),
            pot=None if pot is None else number("pot", pot),
            bet=None if bet is None else number("bet", bet),
            later=later,
            lake=place_of(lake),
        )
    if bet is not None or pot is not None or later:
        raise UsageError("pot, bet and later are for one hole on one board")
    return _of_columns(hole, board, villain, opponents, game, lake, strict)


def _has_cards(board: Any) -> bool:
    """Whether a board has cards: a text needs more than blanks and commas."""
    return any(map(str.isalnum, board)) if isinstance(board, str) else len(one_hand(board)) > 0


def _of_columns(
    hole: Any,
    board: Any,
    villain: Any,
    opponents: int,
    game: str,
    lake: LakePath | None,
    strict: bool,
) -> Strengths:
    import pyarrow as pa

    from pokerlake.queries.columns.spots import strength as of_columns

    against = opponents if villain is None else column_of(villain, 2, 2, "villain")
    columns = {
        "hole": column_of(hole, 2, 2, "hole"),
        "board": None if board is None else column_of(board, 0, 5, "board"),
        "villain": None if isinstance(against, int) else against,
    }
    holes, boards, ranges = equally_long(columns)
    if isinstance(against, int) and against != 1:
        ranges = pa.array(np.full(len(holes), against))
    place = place_of(lake)
    order = order_of_game(game_of(game))
    found = of_columns(holes, boards, ranges, lake=place, order=order, strict=strict)
    return Strengths(
        *(column.fill_null(np.nan).to_numpy(zero_copy_only=False) for column in found.flatten())
    )


# ---------------------------------------------------------------- buckets

_STREET = {cards: street for street, cards in STREETS.items()}
_BOARDS = (3, 4, 5)
_MOST_RUNS = (1 << 32) - 1


@worded
def buckets(
    holes: GivenCards,
    boards: GivenCards = None,
    *,
    run: int | None = None,
    kind: str | None = None,
    k: int | None = None,
    layout: Layout | None = None,
    threads: int = 0,
    lake: LakePath | None = None,
) -> Any:
    """The bucket of a hole on a board in an abstraction of the lake, or of columns of both.

    Arrays of ``uint8`` take 20 million rows a second and more. A process reads the table of a run
    once: 3 MB for flops, 28 MB for turns. A few rivers are computed on demand. Many rivers make it
    compute all of them once, in two seconds and 246 MB.

    Parameters
    ----------
    holes : text, cards or a column of holes
        One hole may serve all boards.
    boards : text, cards or a column of boards, optional
        3, 4 or 5 cards, all of one street. Without boards the bucket is the starting hand,
        0 .. 168. One board may serve all holes.
    run : int, optional
        The abstraction: a row of the table ``abstractions``. By default the newest of the street.
    kind : str, optional
        Take the newest abstraction of this kind instead, such as ``"distribution"``.
    k : int, optional
        Take the newest abstraction with k buckets instead.
    layout : "rows" or "columns", optional
        Needed for an array whose shape fits both; it is refused otherwise.
    threads : int
        0 for all cores.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Returns
    -------
    int or (n,) uint16
        0 .. k - 1, the weakest bucket first; an ``int`` for one hole on one board.

    Raises
    ------
    CardError
        For the first impossible deal, with its row and value.
    UsageError
        If the numbers of holes and boards differ, or the run is of another street.
    LakeError
        If there is no lake, or it lacks the abstraction. The message says how to make one.

    Examples
    --------
    >>> buckets("AhQh")
    2
    >>> buckets(["AhQh", "7c7d"])
    array([ 2, 98], dtype=uint16)
    """
    from pokerlake.queries.columns.spots import library_of

    layout, threads = layout_of(layout), threads_of(threads)
    holes, boards = listed(holes), listed(boards)
    run = None if run is None else whole("run", run, 1, _MOST_RUNS)
    k = None if k is None else whole("k", k, 1)
    kind = None if kind is None else text("kind", kind)
    if isinstance(holes, (list, tuple)) and not holes:
        return np.empty(0, np.uint16)
    with reading("holes", holes), reading("boards", boards):
        one = is_one_hand(holes) and (boards is None or is_one_hand(boards))
        preflop = boards is None or (is_one_hand(boards) and not one_hand(boards))
    own = _columns(holes, (2,), layout, "holes")
    on = None if preflop else _columns(boards, _BOARDS, layout, "boards")
    known = library_of(place_of(lake)).buckets
    chosen = known.run("preflop" if on is None else _STREET[len(on)], run=run, kind=kind, k=k)
    numbers = hole_ids(own, layout="columns", threads=threads)
    numbers, on = _equally_long(numbers, np.empty((0, 1), np.uint8) if on is None else on)
    found = known.of(chosen, numbers, on, threads=threads)
    return int(found[0]) if one else found


def _columns(given: GivenCards, sizes: tuple[int, ...], layout: Layout | None, what: str) -> Column:
    """Cards as ``(k, n)``. Arrays of ``uint8`` are not checked here: the look-up does that."""
    if isinstance(given, np.ndarray) and given.dtype == np.uint8 and given.ndim == 2:
        return as_columns(given, layout, sizes, what)
    return columns_of(given, sizes, layout, what)


def _equally_long(
    holes: npt.NDArray[np.uint16], boards: Column
) -> tuple[npt.NDArray[np.uint16], Column]:
    """Both with as many rows; one row serves all of the other. UsageError for other lengths."""
    n, m = len(holes), boards.shape[1]
    if n == m:
        return holes, boards
    if m == 1:
        return holes, np.broadcast_to(boards, (len(boards), n))
    if n == 1:
        return np.broadcast_to(holes, m), boards
    raise UsageError(f"holes are {n:,} and boards {m:,}; give equally many, or one of either")
