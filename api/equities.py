"""Equity: of one situation with all that is counted, and of columns of situations."""

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

# Tells what long counting will take: a warning, which Python prints on stderr unless the program
# has logging of its own. That kernels are compiled is told in the same way.
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
    """How 2 to 10 players share the pot: exactly where that is quick, else by sampling.

    Parameters
    ----------
    *hands : text, Range, cards or weights
        A hand or a range for each player: all that :class:`Range` takes. One list of them will do.
    board : text or cards
        Its 0 to 5 known cards; of a game of two boards a list of both: ``["Qh2h3d", "7c8c9s"]``.
    dead : text or cards
        Cards that nobody has and that do not come.
    game : str
        ``"hold'em"``; ``"short deck"``: 36 cards, in the order of :func:`evaluate`, where range
        texts are those of hold'em without what is not in the deck, and ``15%`` goes by its own
        ranking; or ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``,
        ``"omaha5 hi-lo"`` (Big O), ``"omaha6 hi-lo"`` or ``"short deck omaha"``, where ranges are
        those of :class:`OmahaRange`. With ``double board``
        before it, any of them is played on two boards from one deck, for half of the pot on each:
        ``"double board omaha"``. ``win`` then is all of the pot, ``tie`` a part of it.
        In ``"stud"``, ``"stud hi-lo"`` and ``"razz"`` a player is what is known of his seven cards:
        ``"AhKhQs"``, ranks of any suits, ``"A23"``, and ``x`` for a card that nobody knows,
        ``"(xx)/K"``. There is no board; cards of who has folded are ``dead``.
    runs : int
        2 to run it twice, up to 4: the cards to come are dealt so often from one deck, each time
        for as large a part of the pot. The equity is that of one run. The result then has the
        standard deviation of the share of the pot, in ``spread``: exact where that is quick, for
        known hands from any street, else sampled.
    method : "exact" or "monte carlo", optional
        Without it, exact if it is estimated to take at most ``max_seconds``, 5 by default. What
        counting is estimated to take is logged as a warning if it is 5 seconds or more, which
        Python prints on stderr; Ctrl-C ends it.
    standard_error : float, optional
        Sampling ends at this error of each equity: 0.0002 by default.
    deals : int, optional
        How many deals are sampled, in place of an error.
    max_seconds : float, optional
        How long it may take: an exact result that is estimated to take longer is refused.
    seed : int, optional
        Of sampling, 0 .. 2**64 - 1. The result has the one that was taken.
    threads : int
        0 for all cores. The result is the same.
    lake : str or Path, optional
        Tables in which players before the flop are looked up: two or three of hold'em, a hand of
        Omaha against a random one. ``$POKERLAKE_LAKE`` or
        ``./lake`` if that is there; without one they are counted.

    Raises
    ------
    UsageError
        If there are fewer than 2 players or more than 10, or arguments go against each other.
    CardError, RangeError
        If something is no card or no range, or the players cannot be dealt together.

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
                f"hands are {len(hands)} lists of hands, and equity is of one situation: give "
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
    """Whether this is a list of several hands or ranges, and no hand in several texts."""
    of_texts = isinstance(given, (list, tuple)) and len(given) > 1 and not is_one_hand(given)
    return of_texts and all(isinstance(one, (str, Range, OmahaRange)) for one in given)


def _refuse_columns(hands: Sequence[Any]) -> None:
    """Refuse columns of situations, which would be read as a range each.

    A list alone is a range; lists as long as each other, and what is no list, are columns.
    """
    columns = [_as_list(hand) for hand in hands]
    rows = [len(column) if _has_hands(column) else 0 for column in columns]
    of_frames = [
        n for n, hand in zip(rows, hands, strict=True) if n and not isinstance(hand, list | tuple)
    ]
    if of_frames or (min(rows) > 0 and len(set(rows)) == 1):
        raise UsageError(
            f"hands are columns of {max(rows)} hands, and equity is of one situation: give "
            "equities(...) for many; a range of several hands is a text, such as 'AhKh,7d7c'"
        )


def _as_list(given: Any) -> Any:
    """What a column of a frame or an array holds."""
    if isinstance(given, (str, list, tuple, Range, OmahaRange)):
        return given
    names = ("to_pylist", "to_list", "tolist")
    return next((getattr(given, name)() for name in names if hasattr(given, name)), given)


def _wanted(method: Any, standard_error: Any, deals: Any, max_seconds: Any, seed: Any) -> Wanted:
    """How it is to be counted or sampled; UsageError for what is no such number."""
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
    """The equity of p players in n situations. A row that cannot be dealt has nan, and a reason.

    Attributes
    ----------
    equity, win, tie : (n, p) float64
        The mean share of the pot of each player, how often he wins alone, and how often he splits
        it: 0 to 1.
    deals : (n,) int64
        How many were counted or sampled; 0 where there is none.
    high_equity, low_equity : (n, p) float64, or None
        Where the pot has two halves: the mean share of the high half, and of the low half where
        there is a low. ``win`` is then all of the pot, and ``tie`` a part of it.
    errors : list of str or None
        Why a row has none.
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
        """What is said below the rows."""
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
    """The equities of whole columns of situations, a row each.

    Known holes are counted together, those before the flop are looked up. Ranges are done one
    after the other on all cores, each different situation once.

    Parameters
    ----------
    *players : columns, texts or Ranges
        A column of holes or ranges for each of 2 to 10 players: a list, array or series of texts,
        or holes as numbers ``(n, 2)``, of Omaha ``(n, 4)``. One text or :class:`Range` is that of
        all rows. Or one argument: a list or ``zip`` of tuples, or an array of texts ``(n, p)``,
        with the players of a situation in each row; a frame or mapping with a column for each
        player, such as ``hero``, ``villain`` and ``villain_2``, and maybe ``board`` and ``dead``;
        what :func:`deal` has dealt; or a list of columns. A frame's other columns are refused.
        A list of lists that may be either is refused.
    board : column, text or array, optional
        The known cards of each row, 0 to 5; or those of all rows. Null and empty text are no
        board: before the flop.
    dead : column or text, optional
        Cards that nobody has.
    game : str
        As of :func:`equity`. In Omaha known holes on a flop, turn or river are counted together, a
        hundred thousand flops a second on one thread; those before the flop one by one.
    method, standard_error, deals, seed, lake
        As of :func:`equity`, for ranges.

    Raises
    ------
    UsageError
        If there are fewer than 2 players or more than 10, or columns are not equally long.
    CardError
        If a column is none of cards. A row that cannot be read or dealt is no error: it is nan.

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
    lake_at(place)  # if it is named it must be there, also where nothing is looked up
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
    """The rows with a reason for a player that is null, too."""
    import pyarrow.compute as pc

    error = rows["error"]
    for player, column in enumerate(hands, 1):
        if column.null_count:
            says = f"player {player} is null"
            error = pc.if_else(pc.and_(column.is_null(), error.is_null()), says, error)
    return rows.set_column(rows.schema.get_field_index("error"), "error", error)
