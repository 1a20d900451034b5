"""Showdowns: random deals, and who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import EIGHT_OR_BETTER, HOLDEM, Game
from pokerlake.engine.cards.layout import Layout, is_one_hand, one_hand
from pokerlake.engine.cards.text import CARDS, CardError, check_cards, format_hand
from pokerlake.engine.dealing.deck import deal as deal_columns
from pokerlake.engine.dealing.seeds import new_seed
from pokerlake.engine.given import shown
from pokerlake.engine.showdowns.evaluate import showdown
from pokerlake.queries.answers.orders import rule_of
from pokerlake.queries.answers.spots import NumberedDeals, spot_of
from pokerlake.queries.reading import reading
from pokerlake.queries.results import Result
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError, counted

from .cards import Cards, GivenCards, card_for_each, columns_of
from .classes import class_name
from .given import SEEDS, LakePath, layout_of, place_of, threads_of, whole
from .lists import by_player, is_card_for_each, listed, situations_of
from .ranges import GivenRange, OmahaRange, Range

if TYPE_CHECKING:
    import pyarrow as pa

MOST_DEALS = 10**12
_MOST_AT_ONCE = 1 << 32  # deals of a spot
_TWO_BOARDS = (
    "{} is played on two boards; give a list of the first boards and the second ones: "
    'board=["2h7d9hTc4h", "QhQd2s3c8c"]'
)


@dataclass(frozen=True, repr=False, eq=False)
class Winners(Result):
    """The winners of n deals with p players. For one deal, arrays lack the axis n.

    Attributes
    ----------
    shares : (n, p) float64
        The share of the pot of each player: 1 for a single winner, 1/2 for each of two who tie. In
        hi-lo, the mean of his shares of both halves; on two boards, of both boards.
    classes : (n, p) uint16
        The class of each hand, lower is better. With two boards ``(2, n, p)``, like
        ``low_classes``.
    order : str
        The order of these classes.
    low_classes : (n, p) uint16, or None
        The class of each low in the order "eight or better"; 57 is no low. None unless the game is
        hi-lo.
    """

    shares: npt.NDArray[np.float64]
    classes: npt.NDArray[np.uint16]
    order: str = "high"
    low_classes: npt.NDArray[np.uint16] | None = None

    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who has a share, ``(n, p)``."""
        return np.asarray(self.shares > 0)

    @property
    def high_winners(self) -> npt.NDArray[np.bool_]:
        """Who has the best hand, ``(n, p)``; with two boards ``(2, n, p)``."""
        return np.asarray(self.classes == self.classes.min(axis=-1, keepdims=True))

    @property
    def low_winners(self) -> npt.NDArray[np.bool_]:
        """Who has the best low, if a low qualifies.

        ``(n, p)``, with two boards ``(2, n, p)``.
        """
        lows = self.low_classes
        if lows is None:
            return np.zeros(self.classes.shape, np.bool_)
        best = lows.min(axis=-1, keepdims=True)
        return np.asarray((lows == best) & (lows <= EIGHT_OR_BETTER.qualifying))

    @property
    def split(self) -> npt.NDArray[np.bool_]:
        """Whether players share the pot, ``(n,)``."""
        return np.asarray(self.winners.sum(axis=-1) > 1)

    def __len__(self) -> int:
        return len(np.atleast_2d(self.shares))

    def to_arrow(self) -> pa.Table:
        """A row for each deal: share and class of each player, ``share_1``, ``class_1``, ...

        Hi-lo adds ``low_class_1``. With two boards classes are ``class_1_board_1`` and so on.
        """
        import pyarrow as pa

        lows = {} if self.low_classes is None else {"low_class": self.low_classes}
        of_players: dict[str, npt.NDArray[Any]] = {
            "share": self.shares,
            "class": self.classes,
            **lows,
        }
        columns: dict[str, Any] = {}
        for player in range(np.shape(self.shares)[-1]):
            for name, values in of_players.items():
                own = values[..., player]
                if own.ndim > np.ndim(self.shares) - 1:
                    for number, of_board in enumerate(own, 1):
                        named = f"{name}_{player + 1}_board_{number}"
                        columns[named] = np.atleast_1d(of_board)
                else:
                    columns[f"{name}_{player + 1}"] = np.atleast_1d(own)
        return pa.table(columns)

    def for_people(self) -> pa.Table:
        """A row for each player of one deal, with the name of his hand; in hi-lo, what he wins."""
        import pyarrow as pa

        if self.shares.ndim == 2:
            return self.to_arrow()
        players = range(1, len(self.shares) + 1)
        if self.classes.ndim > 1:
            return self._on_two_boards()
        names = [class_name(int(number), order=self.order) for number in self.classes]
        columns = {"player": [*players], "share": self.shares, "hand": names}
        if self.low_classes is not None:
            lows = [class_name(int(low), order=EIGHT_OR_BETTER.name) for low in self.low_classes]
            columns |= {"low": lows, "wins": self._won()}
        return pa.table(columns)

    def _on_two_boards(self) -> pa.Table:
        """A row for each player of one deal, with the names of his hand and low on each board."""
        import pyarrow as pa

        columns: dict[str, Any] = {"player": [*range(1, len(self.shares) + 1)]}
        columns["share"] = self.shares
        lows = {} if self.low_classes is None else {"low": (self.low_classes, EIGHT_OR_BETTER.name)}
        for name, (classes, order) in {"hand": (self.classes, self.order), **lows}.items():
            for number, of_board in enumerate(classes.tolist(), 1):
                columns[f"{name}_board_{number}"] = [class_name(c, order=order) for c in of_board]
        return pa.table(columns)

    def _won(self) -> list[str]:
        """The halves of a pot that each player has a share of."""
        names = {(True, True): "high and low", (True, False): "high", (False, True): "low"}
        of_players = zip(self.high_winners.tolist(), self.low_winners.tolist(), strict=True)
        return [names.get(halves, "") for halves in of_players]


@worded
def winners(
    *holes: Any,
    board: GivenCards = None,
    game: str | None = None,
    layout: Layout | None = None,
    threads: int = 0,
) -> Winners:
    """The winners of the pot: 2 to 10 known holes on boards of five cards. Ties split.

    In hi-lo the best hand wins one half and the best low the other. Without a low the best hand
    wins both. Shares are exact: odd chips are ignored.

    Parameters
    ----------
    *holes : sequence, array or Deals
        A column of holes for each player: ``["AhKh", "QsQc"]`` for one deal, ``[heroes,
        villains]`` for n deals, each a list, series or array of n holes. A list or ``zip`` of
        tuples, or an array of texts ``(n, p)``, has the holes of one deal in each row. Cards may
        be an array ``(p, n, k)`` or ``(n, p, k)``, with k cards in a hole. A frame or mapping has a
        column of holes for each player, and ``board``. The result of :func:`deal` includes its
        boards. With ``board=`` each player may be an argument: ``winners(heroes, villains,
        board=boards)``.
    board : text, column or array
        The board of each deal, or one for all; also as the second argument, after a list of holes.
        A game of two boards takes a list of two: the first boards and the second boards.
    game : str, optional
        ``"hold'em"``, ``"short deck"``, ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``,
        ``"omaha5 hi-lo"`` (Big O), ``"omaha6 hi-lo"`` or ``"short deck omaha"``. By default the
        game of the deals, else hold'em. A prefix ``double board`` plays it on two boards, for half
        of the pot on each. In ``"stud"``, ``"stud hi-lo"`` and ``"razz"`` holes are hands of seven
        cards, and there is no board.
    layout : "columns" or "rows", optional
        Whether a list in ``holes`` has the holes of one player or of one deal. Needed for lists
        and arrays that fit both; they are refused otherwise.
    threads : int
        0 for all cores.

    Raises
    ------
    CardError
        For the first deal with a repeated card, or a hole or board of the wrong size.
    UsageError
        If there are fewer than 2 players, more than 10, or more than the deck has holes for (7
        with six cards); or if there is no board.

    Examples
    --------
    >>> winners(["AhKh", "QsQc"], "2h7d9hTc4h").shares
    array([1., 0.])
    >>> heroes, villains = ["AhKh", "2c2d", "7s8s"], ["AsKs", "3c3d", "7c8c"]
    >>> winners([heroes, villains], ["QcJdTs4h5h", "AcKdTs9h5h", "5h6h9dKcKd"]).shares
    array([[0.5, 0.5],
           [0. , 1. ],
           [0.5, 0.5]])
    >>> winners(["AsKsAhKh", "Ac2cJdTd"], "3h4d5hQsKd", game="omaha hi-lo").shares
    array([0., 1.])
    >>> winners("AhKhQhJhTh9h8h", "2c2d2h3c3d3h4c", game="stud").shares
    array([1., 0.])
    >>> boards = ["2h7d9hTc4h", "QhQd2s3c8c"]
    >>> winners(["AhKh", "QsQc"], board=boards, game="double board hold'em").shares
    array([0.5, 0.5])
    """
    threads = threads_of(threads)
    given = tuple(map(listed, holes))
    rule = None if game is None else rule_of(game, boards=2, least=0)
    second: GivenCards = None
    if rule is not None and not rule.boards:
        return _winners_of_stud(rule, given, board, layout_of(layout), threads)
    if rule is not None and rule.boards > 1 and board is None and len(given) > 1:
        *given_holes, board = given
        given = tuple(given_holes)
    if rule is not None and rule.boards > 1 and board is not None:
        board, second = _both_boards(board, rule)
    dealt, board = _given_holes(given, listed(board), layout_of(layout))
    players: list[GivenCards] = dealt
    if isinstance(dealt, Deals):
        rule = rule_of(dealt.game, boards=2, least=0) if rule is None else rule
        if not rule.boards:
            return _winners_of_stud(rule, (dealt,), board, None, threads)
        players = list(dealt.holes)
        second = dealt.second_board if second is None and rule.boards > 1 else second
    rule = HOLDEM if rule is None else rule
    if rule.boards > 1 and second is None:
        raise UsageError(_TWO_BOARDS.format(rule.name))
    if board is None:
        raise UsageError('no board; give one for each deal, or of all: board="2h7d9hTc4h"')
    if not 2 <= len(players) <= rule.most_players:
        raise UsageError(f"{counted(len(players), 'player')}; give 2 to {rule.most_players}")
    whose = "holes" if rule.hole == 2 else f"{rule.name} holes"
    hands = [
        columns_of(player, (rule.hole,), what=f"{whose} of player {n}")
        for n, player in enumerate(players, 1)
    ]
    given_boards = [board] if second is None else [board, second]
    boards = [columns_of(one, (5,), what="boards") for one in given_boards]
    rows = {part.shape[1] for part in [*hands, *boards]} - {1} or {1}
    if len(rows) > 1:
        lengths = " and ".join(f"{n:,}" for n in sorted(rows))
        raise UsageError(f"columns of {lengths} rows; give a hole and a board for each deal")
    n = rows.pop()
    is_one = bool(n) and all(map(is_one_hand, [*players, *given_boards]))
    return _shown(rule, hands, boards, n, is_one, threads)


def _winners_of_stud(
    rule: Game, given: tuple[Any, ...], board: GivenCards, layout: Layout | None, threads: int
) -> Winners:
    """The winners among hands of seven cards, without a board."""
    if board is not None:
        raise UsageError(f"{rule.name} has no board; give the seven cards of each player")
    players: list[GivenCards] = [*given]
    if len(given) == 1:
        (hands,) = given
        frame = None if isinstance(hands, (Cards, Deals)) else situations_of(hands, "hands", ())
        if frame is not None:
            players = [*frame[0].values()]
        elif isinstance(hands, Deals):
            players = [*hands.holes]
        else:
            with reading("hands", hands):
                players = [*by_player(hands, "hands", deals=set(), layout=layout)]
    if not 2 <= len(players) <= rule.most_players:
        raise UsageError(f"{counted(len(players), 'player')}; give 2 to {rule.most_players}")
    columns = [
        columns_of(player, (rule.hole,), what=f"{rule.name} hands of player {n}")
        for n, player in enumerate(players, 1)
    ]
    rows = {part.shape[1] for part in columns} - {1} or {1}
    if len(rows) > 1:
        lengths = " and ".join(f"{n:,}" for n in sorted(rows))
        raise UsageError(f"columns of {lengths} rows; give a hand of each player for each deal")
    n = rows.pop()
    is_one = bool(n) and all(map(is_one_hand, players))
    return _shown(rule, columns, [np.empty((0, n), np.uint8)], n, is_one, threads)


def _shown(
    rule: Game, hands: list[Any], boards: list[Any], n: int, is_one: bool, threads: int
) -> Winners:
    """The winners of n deals; hands and boards have one row or n."""
    hands, boards = (
        [part if part.shape[1] == n else np.broadcast_to(part, (len(part), n)) for part in parts]
        for parts in (hands, boards)
    )
    check_cards(np.concatenate([*hands, *boards]))
    found = [showdown(rule, hands, one, threads=threads) for one in boards]
    at: Any = 0 if is_one else slice(None)
    shares = found[0].shares.T[at]
    if len(found) > 1:
        shares = (shares + found[1].shares.T[at]) / 2
    classes = [one.high.T[at] for one in found]
    lows = [one.low.T[at] for one in found if one.low is not None]
    of_boards = [np.stack(one) if rule.boards > 1 else one[0] for one in (classes, lows) if one]
    return Winners(shares, of_boards[0], rule.high.name, of_boards[1] if lows else None)


def _both_boards(board: Any, rule: Game) -> tuple[GivenCards, GivenCards]:
    """The first and the second boards of a game of two."""
    if not isinstance(board, (list, tuple)) or len(board) != 2:
        raise UsageError(_TWO_BOARDS.format(rule.name))
    first, second = board
    return listed(first), listed(second)


def _given_holes(
    given: tuple[Any, ...], board: GivenCards, layout: Layout | None
) -> tuple[Any, GivenCards]:
    """The holes of each player and the board, from arguments or from deals.

    The call is ``winners(holes, board)``, or has an argument for each player.
    """
    if not given:
        raise UsageError("no holes; give those of 2 to 10 players")
    if board is not None and len(given) > 1:
        return [*given], board
    holes, *rest = given
    frame = None if isinstance(holes, (Cards, Deals)) else situations_of(holes, "holes", ("board",))
    if not rest and frame is not None and board is None:
        board = frame[1].get("board")
    if rest:
        is_list = isinstance(holes, (list, tuple, np.ndarray, Deals)) and not is_one_hand(holes)
        if len(rest) > 1 or not (is_list or frame):
            raise UsageError(
                f"{len(given)} hands or columns, and which is the board? Name it: "
                'winners("AhKh", "QsQc", board="2h7d9hTc4h")'
            )
        board = rest[0]
    if isinstance(holes, Deals):
        return holes, holes.board if board is None else board
    if frame is not None:
        return [*frame[0].values()], board
    deals = set() if board is None or is_one_hand(board) else {len(board)}
    with reading("holes", holes):
        return by_player(holes, "holes", deals=deals, layout=layout), board


# ---------------------------------------------------------------- random hands


@dataclass(frozen=True, repr=False, eq=False)
class Deals(Result):
    """Random deals: a hole for each player, and a shared board.

    Attributes
    ----------
    holes : tuple of Cards
        n holes for each player.
    board : Cards or None
        n boards, if any were dealt.
    seed : int
        The seed of the deals.
    game : str
        The game.
    second_board : Cards or None
        The second boards in a game of two.
    """

    holes: tuple[Cards, ...]
    board: Cards | None
    seed: int
    game: str = "hold'em"
    second_board: Cards | None = None

    def __len__(self) -> int:
        return len(self.holes[0])

    def to_arrow(self) -> pa.Table:
        """A row for each deal, as text: ``player_1``, ..., ``board`` (two: ``board_1``, ...)."""
        import pyarrow as pa

        columns = {f"player_{n}": hole.to_arrow() for n, hole in enumerate(self.holes, 1)}
        boards = {"board": self.board}
        if self.second_board is not None:
            boards = {"board_1": self.board, "board_2": self.second_board}
        dealt = {name: of.to_arrow() for name, of in boards.items() if of is not None}
        return pa.table({**columns, **dealt})

    def summary(self) -> str:
        """The line below the rows."""
        return f"{counted(len(self), 'deal')}, seed {self.seed}"


@overload
def deal(
    deals: int,
    cards: int,
    *,
    seed: int | None = None,
    dead: GivenCards = "",
    game: str = "hold'em",
    threads: int = 0,
) -> Cards: ...
@overload
def deal(
    deals: int,
    cards: int | None = None,
    *,
    players: int,
    board: int = 0,
    seed: int | None = None,
    dead: GivenCards = "",
    game: str = "hold'em",
    threads: int = 0,
) -> Deals: ...
@worded
def deal(
    deals: int,
    cards: int | None = None,
    *,
    players: int | None = None,
    board: int = 0,
    seed: int | None = None,
    dead: GivenCards = "",
    game: str = "hold'em",
    threads: int = 0,
) -> Cards | Deals:
    """Deal random hands: all deals are equally likely, and a seed repeats them.

    Parameters
    ----------
    deals : int
        The number of deals.
    cards : int
        The number of cards in each hand; with ``players``, that of a hole of the game.
    players : int, optional
        The number of players who are dealt a hole. The result is then :class:`Deals`.
    board : int
        The number of board cards, 0 to 5; in a game of two boards on each.
    seed : int, optional
        0 .. 2**64 - 1; random if not given.
    dead : text or cards
        Cards that are not dealt.
    game : str
        ``"hold'em"``, ``"short deck"``, ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``,
        ``"omaha5 hi-lo"`` (Big O), ``"omaha6 hi-lo"`` or ``"short deck omaha"``. Short decks have
        36 cards. A prefix ``double board`` deals two boards. In ``"stud"``, ``"stud hi-lo"`` and
        ``"razz"`` a hole is seven cards, and there is no board.
    threads : int
        0 for all cores. The result is the same for any number.

    Raises
    ------
    UsageError
        If a number is out of range, or there is not enough memory.
    CardError
        If the deck has too few cards.

    Examples
    --------
    >>> deal(2, 5, seed=1)
    Cards(['Jc9hKh2hTs', '7h5c5h3c7c'])
    >>> deal(1000, players=6, board=5, seed=1).board[:3]
    Cards(['5h6h5sQs3h', 'Tc3hQd9hKc', 'QdTd4c2s3d'])
    >>> deal(1, players=2, board=5, game="omaha", seed=1).holes
    (Cards('Jc9hKh2h'), Cards('Ts8s2sJd'))
    """
    if cards is None and players is None:
        raise UsageError(
            "deal(deals, cards) deals hands, deal(deals, players=6) holes: give either"
        )
    deals, board = whole("deals", deals, 0, MOST_DEALS), whole("board", board, 0, 5)
    rule = rule_of(game, boards=2, least=0)
    if board and not rule.boards:
        raise UsageError(f"board is {board}, and {rule.name} has none; leave it out")
    size = rule.hole if cards is None else whole("cards", cards, 1)
    players = None if players is None else whole("players", players, 1)
    seed = new_seed() if seed is None else whole("seed", seed, 0, SEEDS - 1)
    if players is None and board:
        raise UsageError(f"board is {shown(board)}, which players share: give players, too")
    many = size * (players or 1) + rule.boards * board
    with reading("dead cards", dead):
        gone = sorted({*one_hand(dead, "dead cards"), *rule.dead})
    if many + len(gone) > len(CARDS):
        raise CardError(
            f"{shown(many)} cards cannot be dealt from a deck of {len(CARDS) - len(gone)}"
        )
    try:
        dealt = deal_columns(deals, many, seed=seed, dead=gone, threads=threads_of(threads))
    except MemoryError as error:
        raise UsageError(
            f"{deals:,} deals of {many} cards take {deals * many / 1e9:,.0f} GB of memory; "
            "deal fewer at once"
        ) from error
    if players is None:
        return Cards._of(dealt)
    hands = tuple(Cards._of(dealt[size * n : size * (n + 1)]) for n in range(players))
    held = size * players
    boards = [
        Cards._of(dealt[held + board * n : held + board * (n + 1)])
        for n in range(rule.boards)
        if board
    ]
    first, second = [*boards, None, None][:2]
    return Deals(hands, first, seed, rule.name, second)


def players_of(given: Any, board: Any, dead: Any) -> tuple[list[str], tuple[Any, ...], Any, Any]:
    """The columns of players, board and dead cards, from one argument with all players.

    Returns the names of a frame's columns first, for messages.
    """
    if isinstance(given, Deals):
        return [], given.holes, given.board if board is None else board, dead
    if isinstance(given, (str, Cards, Range, OmahaRange)):
        return [], (given,), board, dead
    frame = situations_of(given, "players")
    if frame is not None:
        of_all = {"board": board, "dead": dead}
        for name, own in of_all.items():
            column = frame[1].get(name)
            if isinstance(column, list) and is_card_for_each(column, len(column)):
                column = card_for_each(column)
            of_all[name] = column if own is None else own
        names = [f"column {name!r}" for name in frame[0]]
        return names, tuple(frame[0].values()), *of_all.values()
    if not isinstance(given, (list, tuple, np.ndarray)):
        return [], (given,), board, dead
    if len(given) and all(map(is_one_hand, given)):
        raise UsageError(
            f"players are {len(given)} hands, of one situation or one player: give an argument for "
            "each player, or a list with a tuple for each situation"
        )
    others = [len(c) for c in (board, dead) if c is not None and not is_one_hand(c)]
    with reading("players", given):
        return [], tuple(by_player(given, "players", deals=set(others))), board, dead


# ---------------------------------------------------------------- deals of a spot


@dataclass(frozen=True, repr=False, eq=False)
class SpotDeals(Result):
    """Deals of a spot: a hole for each player, and a complete board.

    Attributes
    ----------
    holes : tuple of Cards
        n holes for each player.
    board : Cards
        n boards: the flop, the turn, the river. In stud they are empty.
    weight : (n,) float64
        The weight of each deal: the product of the weights of its holes. Random deals come up in
        proportion to it, and all weigh 1.
    seed : int, or None
        The seed of random deals; None if all deals are listed.
    game : str
        The game.
    """

    holes: tuple[Cards, ...]
    board: Cards
    weight: npt.NDArray[np.float64]
    seed: int | None
    game: str = "hold'em"

    def __len__(self) -> int:
        return len(self.weight)

    def to_arrow(self) -> pa.Table:
        """A row for each deal, as text: ``player_1``, ..., ``flop``, ``turn``, ``river``."""
        import pyarrow as pa

        board = self.board.columns
        streets = {"flop": board[:3], "turn": board[3:4], "river": board[4:], "board": board}
        of_players = {f"player_{n}": hole.to_arrow() for n, hole in enumerate(self.holes, 1)}
        shown = streets.items() if len(board) else ()
        of_streets = {name: Cards._of(cards.copy()).to_arrow() for name, cards in shown}
        return pa.table({"weight": self.weight, **of_players, **of_streets})

    def summary(self) -> str:
        """The line below the rows."""
        dealt = counted(len(self), "deal")
        return f"all {dealt}" if self.seed is None else f"{dealt}, seed {self.seed}"


@worded
def deals(
    *hands: GivenRange,
    board: str | GivenCards = "",
    dead: GivenCards = "",
    game: str = "hold'em",
    deals: int | None = None,
    seed: int | None = None,
    lake: LakePath | None = None,
) -> SpotDeals:
    """The deals of a spot in which players hold hands or ranges: all of them, or random ones.

    SQL has the same as ``from deals(['AhKh', 'QQ+'], board := 'Qh2h3d')``, streamed.

    Parameters
    ----------
    *hands : text, Range, cards or weights
        A hand or a range for each of 1 to 10 players, as in :func:`equity`, or one list of them.
    board : text or cards
        0 to 5 known cards, or a range of boards as text: ``"AKK"``, ``"AxKx2x"``.
    dead : text or cards
        Cards that are out of play.
    game : str
        As in :func:`equity`, with at most one board. In stud a player has seven cards, the known
        ones first, and deals are always random.
    deals : int, optional
        The number of random deals. Without it all deals are listed; flop, turn and river count in
        every order that differs.
    seed : int, optional
        The seed of random deals, 0 .. 2**64 - 1; random if not given.
    lake : str or Path, optional
        The lake with the rankings of percentages.

    Raises
    ------
    UsageError
        If a number is out of range, there are too many deals to list, or memory is too small.
    CardError, RangeError
        If a card or range is invalid, or the players cannot be dealt together.

    Examples
    --------
    >>> found = deals("AhKh", "QQ+", board="Qh2h3d")
    >>> len(found), found.board[0], found.holes[1][0]
    (17820, Cards('Qh2h3d2c2d'), Cards('QcQd'))
    >>> deals("AhKh", "15%", board="AxKx2x", deals=2, seed=1).board
    Cards(['2dKdAdQs8s', '2sKsAsTc7h'])
    """
    given = listed(hands[0]) if len(hands) == 1 else hands
    players = given if isinstance(given, (list, tuple)) else hands
    rule = rule_of(game, least=0)
    number = 0 if deals is None else whole("deals", deals, 1, _MOST_AT_ONCE)
    seed = new_seed() if seed is None else whole("seed", seed, 0, SEEDS - 1)
    texts = [
        of if isinstance(of, str) else format_hand(one_hand(of, what))
        for of, what in ((board, "board"), (dead, "dead cards"))
    ]
    spot = spot_of(rule, players, *texts, lake=place_of(lake))
    found = NumberedDeals(spot, number, seed)
    try:
        dealt = found.columns(0, found.number)
    except MemoryError as error:
        raise UsageError(
            f"{found.number:,} deals take {found.number * 16 / 1e9:,.0f} GB of memory; "
            "give deals, how many are dealt at random, or ask SQL, which streams them"
        ) from error
    weights = np.ones(len(dealt)) if dealt.weights is None else dealt.weights
    return SpotDeals(
        tuple(Cards._of(np.ascontiguousarray(hole)) for hole in dealt.holes),
        Cards._of(np.ascontiguousarray(dealt.board)),
        weights,
        seed if number else None,
        rule.name,
    )
