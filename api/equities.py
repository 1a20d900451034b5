"""Equity: of one situation with all its counts, and of columns of situations."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import GAMES, HOLDEM, Game
from pokerlake.engine.cards.layout import is_one_hand
from pokerlake.engine.cards.text import CardError, counted, parse_hand
from pokerlake.engine.equity.situation import PLAYERS
from pokerlake.engine.given import shown
from pokerlake.engine.pot_shares import Method
from pokerlake.queries.answers import players as answers
from pokerlake.queries.answers.equity import Wanted
from pokerlake.queries.answers.games.two_boards import MOST_RUNS
from pokerlake.queries.answers.lookup.stored import lake_at
from pokerlake.queries.answers.orders import rule_of
from pokerlake.queries.answers.players import EquityResult
from pokerlake.queries.results import Result
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError
from pokerlake.tables.errors import counted as nouns

from .cards import GivenCards, column_of, equally_long
from .given import LakePath, number, place_of, seed_of, threads_of, whole
from .lists import is_card_for_each, listed, of_all_or_each
from .ranges import GivenRange, OmahaRange, Range, require_games
from .showdowns import Deals, players_of

if TYPE_CHECKING:
    import pyarrow as pa

# Warns before a long count. Python prints it on stderr unless the program has its own logging.
logger = logging.getLogger(__name__)

MOST_DEALS = (1 << 63) - 1
_SIZES = {"board": (0, 5), "dead": (0, 48)}  # cards, where they are numbers

Floats = npt.NDArray[np.float64]


@worded
def equity(
    *hands: GivenRange,
    board: GivenCards = "",
    dead: GivenCards = "",
    game: str = "hold'em",
    runs: int = 1,
    method: Method | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int = 0,
    lake: LakePath | None = None,
) -> EquityResult:
    """The equity of 2 to 10 players: exact if that is quick, else sampled.

    Parameters
    ----------
    *hands : text, Range, cards or weights
        A hand or a range for each player, in any form that :class:`Range` takes, or one list of
        them.
    board : text or cards
        The known cards of the board, 0 to 5. A game of two boards takes a list of both:
        ``["Qh2h3d", "7c8c9s"]``.
    dead : text or cards
        Cards that are out of play: no player holds them, and they cannot come.
    game : str
        ``"hold'em"``, ``"short deck"`` (36 cards, with the order of hands that :func:`evaluate`
        has), ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``, ``"omaha5 hi-lo"``
        (Big O), ``"omaha6 hi-lo"`` or ``"short deck omaha"``. Range texts of short deck are those
        of hold'em without the missing cards, and ``15%`` goes by its own ranking. Ranges of Omaha
        are those of :class:`OmahaRange`. A prefix ``double board`` plays a game on two boards from
        one deck, for half of the pot on each: ``"double board omaha"``. ``win`` then means all of
        the pot, ``tie`` a part of it.
        In ``"stud"``, ``"stud hi-lo"`` and ``"razz"`` a player is the known part of his seven
        cards: ``"AhKhQs"``, ranks of any suits as ``"A23"``, and ``x`` for an unknown card as
        ``"(xx)/K"``. There is no board. Cards of players who folded are ``dead``.
    runs : int
        2 to run it twice, up to 4. The remaining cards are dealt that often from one deck, each
        run for an equal part of the pot. The equity is that of one run. ``spread`` then holds the
        standard deviation of the share of the pot: exact for known hands where that is quick,
        else sampled.
    method : "exact" or "monte carlo", optional
        By default exact, if it is estimated to take at most ``max_seconds`` (5 if not given). An
        estimate of 5 seconds or more is logged as a warning, which Python prints on stderr.
        Ctrl-C ends the count.
    standard_error : float, optional
        Sampling ends at this standard error of each equity; 0.0002 by default.
    deals : int, optional
        The number of deals to sample, in place of a standard error.
    max_seconds : float, optional
        Refuse an exact count that is estimated to take longer.
    seed : int, optional
        The seed of sampling, 0 .. 2**64 - 1; random if not given. The result holds it.
    threads : int
        0 for all cores. The result is the same for any number.
    lake : str or Path, optional
        The lake to look up players before the flop in: two or three of hold'em, or a hand of
        Omaha against a random one. ``$POKERLAKE_LAKE`` or ``./lake`` if not given. Without a lake
        they are counted.

    Raises
    ------
    UsageError
        If there are fewer than 2 players or more than 10, or arguments contradict each other.
    CardError, RangeError
        If a card or range is invalid, or the players cannot be dealt together.

    Examples
    --------
    >>> equity("AhKh", "QsQc", board="Jh2h3d").equity.round(4)
    array([0.5535, 0.4465])
    >>> equity("AhKh", "QsQc", game="short deck").equity.round(4)
    array([0.5428, 0.4572])
    >>> boards = ["Qh7d2s", "KdJc9h"]
    >>> found = equity("AsAhKsKh", "QcQdJsTd", game="double board omaha", board=boards)
    >>> found.equity.round(4), found.win.round(4)
    (array([0.2952, 0.7048]), array([0.0772, 0.4869]))
    >>> twice = equity("AhKh", "QsQc", board="Jh2h3d", runs=2)
    >>> twice.equity.round(4), twice.standard_deviation.round(4)
    (array([0.5535, 0.4465]), array([0.3455, 0.3455]))
    >>> equity("AsAhKsKh", "QcQdJcTd", game="omaha", board="Qh7d2s").equity.round(4)
    array([0.2293, 0.7707])
    >>> equity("A23", "KQJ", game="razz", dead="Ac2d").equity.round(4)
    array([0.9442, 0.0558])
    """
    given = listed(hands[0]) if len(hands) == 1 else hands
    if isinstance(given, (list, tuple)):
        hands = tuple(given)
        if given is not hands and any(map(_has_hands, hands)):
            raise UsageError(
                f"hands are {len(hands)} lists of hands, and equity takes one situation: give "
                "equities(...) for many, or a range for each player as an argument"
            )
    rule = (GAMES.get(game) if type(game) is str else None) or rule_of(game, boards=2, least=0)
    if len(hands) > 2 and rule.boards:
        _refuse_board(hands[-1], rule, len(hands))
    wanted = _wanted(method, standard_error, deals, max_seconds, seed)
    threads, runs = threads_of(threads), whole("runs", runs, 1, MOST_RUNS)
    if not all(type(hand) is str for hand in hands):
        _refuse_columns(hands)
        require_games(hands, rule.on_each_board.name)
    place = place_of(lake)
    return answers.equity(
        rule,
        hands,
        board,
        dead,
        wanted,
        lake=place,
        runs=runs,
        threads=threads,
        on_long=logger.warning,
    )


def _refuse_board(given: object, rule: Game, player: int) -> None:
    """UsageError for a board that is given as the last player's hand."""
    if not isinstance(given, str):
        return
    try:
        cards = len(parse_hand(given))
    except CardError:
        return
    if rule.hole < cards <= _SIZES["board"][1]:
        raise UsageError(
            f"player {player} has {counted(cards)}, {shown(given)}: a board is given by its name, "
            "board=..."
        )


def _has_hands(given: Any) -> bool:
    """Whether this is a list of several hands or ranges, not one hand in several texts."""
    of_texts = isinstance(given, (list, tuple)) and len(given) > 1 and not is_one_hand(given)
    return of_texts and all(isinstance(one, (str, Range, OmahaRange)) for one in given)


def _refuse_columns(hands: Sequence[Any]) -> None:
    """Refuse columns of situations, which would be read as one range each.

    One list is a range. Several lists of one length, and arrays or series, are columns.
    """
    columns = [_as_list(hand) for hand in hands]
    rows = [len(column) if _has_hands(column) else 0 for column in columns]
    of_frames = [
        n for n, hand in zip(rows, hands, strict=True) if n and not isinstance(hand, list | tuple)
    ]
    if of_frames or (min(rows) > 0 and len(set(rows)) == 1):
        raise UsageError(
            f"hands are columns of {max(rows)} hands, and equity takes one situation: give "
            "equities(...) for many; a range of several hands is a text, such as 'AhKh,7d7c'"
        )


def _as_list(given: Any) -> Any:
    """The values of a column or array."""
    if isinstance(given, (str, list, tuple, Range, OmahaRange)):
        return given
    names = ("to_pylist", "to_list", "tolist")
    return next((getattr(given, name)() for name in names if hasattr(given, name)), given)


def _wanted(method: Any, standard_error: Any, deals: Any, max_seconds: Any, seed: Any) -> Wanted:
    """How to count or sample; UsageError for an invalid number."""
    if method is not None and (not isinstance(method, str) or method not in get_args(Method)):
        raise UsageError(f"method is {shown(method)}; give 'exact' or 'monte carlo'")
    return Wanted(
        method,  # type: ignore[arg-type]
        None if standard_error is None else number("standard_error", standard_error, above=0),
        None if deals is None else whole("deals", deals, 1, MOST_DEALS),
        None if max_seconds is None else number("max_seconds", max_seconds, above=0),
        seed_of(seed),
    )


# ---------------------------------------------------------------- columns of situations


@dataclass(frozen=True, repr=False, eq=False)
class Equities(Result):
    """The equity of p players in n situations. A row that cannot be dealt has nan and a reason.

    Attributes
    ----------
    equity, win, tie : (n, p) float64
        For each player the mean share of the pot, and how often he wins it alone or splits it:
        0 to 1.
    deals : (n,) int64
        The number of deals counted or sampled; 0 for a row without a result.
    high_equity, low_equity : (n, p) float64, or None
        In hi-lo, the mean share of the high half, and of the low half when there is a low. ``win``
        then means all of the pot, and ``tie`` a part of it.
    errors : list of str or None
        Why a row has no result.
    """

    equity: Floats
    win: Floats
    tie: Floats
    deals: npt.NDArray[np.int64]
    errors: list[str | None]
    high_equity: Floats | None
    low_equity: Floats | None
    _rows: pa.Table

    def __len__(self) -> int:
        return len(self.errors)

    def to_arrow(self) -> pa.Table:
        """``equity_1``, ``win_1``, ``tie_1``, ..., ``deals``, ``method``, ``error``: a row each."""
        return self._rows

    def summary(self) -> str:
        """The line below the rows."""
        bad = sum(error is not None for error in self.errors)
        many = "situation" if len(self) == 1 else "situations"
        return f"{len(self):,} {many}" + (f", {bad:,} of them impossible" if bad else "")


@worded
def equities(
    *players: Any,
    board: Any = None,
    dead: Any = None,
    game: str = "hold'em",
    method: Method | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    seed: int | None = None,
    lake: LakePath | None = None,
) -> Equities:
    """The equities of columns of situations, one row each.

    Known holes are counted together; before the flop they are looked up. Situations with ranges
    are counted one after the other on all cores, equal ones once.

    Parameters
    ----------
    *players : columns, texts or Ranges
        A column of holes or ranges for each of 2 to 10 players: a list, array or series of texts,
        or holes as numbers ``(n, 2)``, ``(n, 4)`` in Omaha. One text or :class:`Range` serves all
        rows. Or one argument with all players: a list or ``zip`` of tuples, or an array of texts
        ``(n, p)``, with a situation in each row; a frame or mapping with a column for each player,
        such as ``hero``, ``villain`` and ``villain_2``, and optionally ``board`` and ``dead``; the
        result of :func:`deal`; or a list of columns. Other columns of a frame are refused. So is
        a list of lists that could be rows or columns.
    board : column, text or array, optional
        The known cards of each row, 0 to 5, or one board for all rows. Null or empty text means
        before the flop.
    dead : column or text, optional
        Cards that are out of play.
    game : str
        As in :func:`equity`. In Omaha, known holes on a flop, turn or river are counted together,
        a hundred thousand flops a second on one thread. Before the flop they are counted one by
        one.
    method, standard_error, deals, seed, lake
        As in :func:`equity`, for ranges.

    Raises
    ------
    UsageError
        If there are fewer than 2 players or more than 10, or the lengths of columns differ.
    CardError
        If a column does not hold cards. A single row that cannot be read or dealt is nan instead.

    Examples
    --------
    >>> found = equities(["AhKh", "7c7d"], "QsQc", board=["Jh2h3d", "QsQd2c"])
    >>> found.equity.round(4)
    array([[0.5535, 0.4465],
           [   nan,    nan]])
    >>> found = equities(["AsAhKsKh", "8d7d6c5c"], "QcQdJcTd", board="Qh7c2s", game="omaha")
    >>> found.equity.round(4)
    array([[0.2293, 0.7707],
           [0.1085, 0.8915]])
    >>> equities([("AhKh", "QsQc"), ("7c7d", "AsKs")]).equity.round(4)
    array([[0.4621, 0.5379],
           [0.5212, 0.4788]])
    """
    from pokerlake.queries.answers import batches

    board, dead, names = listed(board), listed(dead), list[str]()
    if len(players) == 1:
        if isinstance(players[0], Deals):
            game = players[0].game if game == HOLDEM.name else game
        names, players, board, dead = players_of(listed(players[0]), board, dead)
    if len(players) not in PLAYERS:
        raise UsageError(f"{nouns(len(players), 'column')} of players; give 2 to 10")
    if len(names) != len(players):
        names = [f"player {n}" for n in range(1, len(players) + 1)]
    named = dict(zip(names, players, strict=True))
    missing = [name for name, column in named.items() if column is None]
    if missing:
        raise UsageError(f"{missing[0]} is None; give a column of hands or ranges")
    named |= {"board": board, "dead": dead}
    rule = rule_of(game, least=0)
    least = rule.hole if rule.boards else 1
    sizes = {**dict.fromkeys(named, (least, rule.hole)), **_SIZES}
    texts = {
        name: None if column is None else column_of(column, *sizes[name], name)
        for name, column in named.items()
    }
    *hands, known, gone = equally_long(texts)
    if len(players) > 2 and board is None and len(hands[-1]) and rule.boards:
        _refuse_board(hands[-1][0].as_py(), rule, len(players))
    if is_card_for_each(dead, len(hands[0])):
        raise of_all_or_each("dead", dead)
    lists = [column for column in players if isinstance(column, (list, tuple))]
    for given in (players, *lists):
        require_games(given, rule.name)
    wanted = _wanted(method, standard_error, deals, None, seed)
    place = place_of(lake)
    lake_at(place)  # a named lake must exist, even when nothing is looked up
    rows = batches.equities(hands, known, gone, wanted=wanted, rule=rule, lake=place, skip_bad=True)
    rows = _with_reasons(rows, hands)

    def of_players(what: str) -> Floats:
        columns = [rows[f"{what}_{n}"].to_numpy() for n in range(1, len(players) + 1)]
        return np.stack(columns, axis=1)

    return Equities(
        high_equity=of_players("high_equity") if rule.halves else None,
        low_equity=of_players("low_equity") if rule.halves else None,
        equity=of_players("equity"),
        win=of_players("win"),
        tie=of_players("tie"),
        deals=rows["deals"].fill_null(0).to_numpy(),
        errors=rows["error"].to_pylist(),
        _rows=rows,
    )


def _with_reasons(rows: pa.Table, hands: list[pa.Array]) -> pa.Table:
    """The rows, with a reason for each row that has a null player."""
    import pyarrow.compute as pc

    error = rows["error"]
    for player, column in enumerate(hands, 1):
        if column.null_count:
            says = f"player {player} is null"
            error = pc.if_else(pc.and_(column.is_null(), error.is_null()), says, error)
    return rows.set_column(rows.schema.get_field_index("error"), "error", error)
