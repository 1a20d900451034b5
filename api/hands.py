"""Hands: what they are worth, who wins, and random ones."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args, overload

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.layout import Layout, in_rows
from pokerlake.engine.cards.text import CardError, check_cards
from pokerlake.engine.dealing.deck import deal as deal_columns
from pokerlake.engine.hands.classes import CATEGORY_NAMES, CLASSES, hand_classes
from pokerlake.engine.hands.evaluate import SIZES, class_ids
from pokerlake.engine.hands.one_hand import class_of, class_of_cards, class_of_text
from pokerlake.tables.errors import UsageError

from .cards import (
    Cards,
    GivenCards,
    columns_of,
    is_numbers,
    is_one_hand,
    joined_columns,
    joined_texts,
    one_hand,
)
from .shown import Result

if TYPE_CHECKING:
    import pyarrow as pa

PLAYERS = range(2, 11)


class HandClass(int):
    """The class of a hand: 1 for a royal flush .. 7462, lower is better. It is an ``int``.

    Examples
    --------
    >>> HandClass(1).name, HandClass(1).category_name
    ('royal flush', 'straight flush')
    """

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name of the class: ``full house, aces over kings``."""
        return str(class_name(self))

    @property
    def category(self) -> int:
        """The category: 1 straight flush .. 9 high card."""
        return int(hand_classes().category[self - 1])

    @property
    def category_name(self) -> str:
        """The name of the category: ``full house``."""
        return CATEGORY_NAMES[self.category - 1]

    def percentile(self, cards: int = 7) -> float:
        """The share x 100 of all hands of 5, 6 or 7 cards that are at least as strong."""
        from pokerlake.queries.answers.class_columns import top_percents

        if cards not in SIZES:
            raise CardError(f"hands of {cards} cards; give 5, 6 or 7")
        return float(top_percents(cards)[self])

    def __repr__(self) -> str:
        return f"HandClass({int(self)}, {self.name!r})"

    __str__ = int.__repr__


_CLASSES = [HandClass(number) for number in range(7463)]


@overload
def evaluate(*cards: int) -> HandClass: ...
@overload
def evaluate(*cards: str) -> HandClass: ...
@overload
def evaluate(
    *cards: GivenCards, layout: Layout | None = None, strict: bool = True, threads: int = 0
) -> Any: ...
def evaluate(
    *cards: GivenCards, layout: Layout | None = None, strict: bool = True, threads: int = 0
) -> Any:
    """The class of the best five cards of hands of five to seven cards.

    Parameters
    ----------
    *cards : text, numbers, arrays, columns or frames
        One hand: ``evaluate("AsKsQsJsTs")``, ``evaluate([51, 47, 43, 39, 35])``,
        ``evaluate(51, 47, 43, 39, 35)``, ``evaluate(["As", "Ks", "Qs", "Js", "Ts"])``. Or a batch:
        a list of texts, ``(n, k)`` or ``(k, n)`` numbers 0..51, a series, a frame with a card a
        column. Several of these are parts of the same hands: ``evaluate(holes, boards)``.
    layout : "rows" or "columns", optional
        Needed where both sides of an array may be the cards of a hand: that is refused.
    strict : bool
        Of a batch: without it, rows that cannot be read or dealt are 0.
    threads : int
        Of a batch; 0 for all cores.

    Returns
    -------
    HandClass or (n,) uint16
        1 for a royal flush .. 7462; lower is better. Of one hand it is an ``int`` that has a name.

    Raises
    ------
    CardError
        For the first hand that cannot be dealt, with the row and the value.

    Examples
    --------
    >>> evaluate("AsKsQsJsTs")
    HandClass(1, 'royal flush')
    >>> evaluate(["AsKsQsJsTs", "7c7d9hKsAc2d2h"])
    array([   1, 3205], dtype=uint16)
    """
    if not cards:
        raise CardError("no cards; give 5 to 7, as text or numbers")
    first = cards[0]
    if len(cards) == 1:
        kind = type(first)
        if kind is str:
            return _CLASSES[class_of_text(first)]
        if (kind is list or kind is tuple) and first and type(first[0]) is int:
            return _CLASSES[class_of_cards(first)]
        if kind is np.ndarray and first.ndim == 1 and first.dtype.kind in "iu":
            return _CLASSES[class_of_cards(first.tolist())]
        return _evaluated(first, layout, strict, threads)
    if type(first) is int:
        return _CLASSES[class_of(*cards)]
    return _of_parts(cards, layout, threads)


def _evaluated(given: GivenCards, layout: Layout | None, strict: bool, threads: int) -> Any:
    """The class of a hand that is no text and no list of ints, or those of a batch."""
    if isinstance(given, (list, tuple)) and not given:
        return np.empty(0, np.uint16)
    if is_one_hand(given):
        return _CLASSES[class_of_cards(one_hand(given))]
    if isinstance(given, Cards):
        return class_ids(columns_of(given, SIZES), layout="columns", threads=threads)
    if is_numbers(given) and not strict:
        return _of_possible(np.asarray(given), layout, threads)
    if isinstance(given, np.ndarray) and given.dtype == np.uint8:
        return class_ids(given, layout=layout, threads=threads)
    if is_numbers(given):
        return class_ids(columns_of(given, SIZES, layout), layout="columns", threads=threads)
    import pyarrow as pa

    from pokerlake.queries.columns.given import arrow_of
    from pokerlake.queries.columns.hands import class_id

    column = _text_of_frame(arrow_of(joined_texts(given)))
    if len(column) in SIZES and pa.types.is_integer(column.type):  # a hand, as an array is
        return _CLASSES[class_of_cards(column.to_pylist())]
    ids = class_id(column, strict)
    if ids.null_count and strict:
        raise CardError("null is no hand; leave the row out", ids.is_null().index(True).as_py())
    return ids.fill_null(0).to_numpy()


def _text_of_frame(column: pa.Array) -> pa.Array:
    """A frame with the text of a card a column as a column of hands; all else as it is."""
    import pyarrow as pa

    from pokerlake.queries.files.text import is_text, joined_text

    if pa.types.is_struct(column.type) and all(is_text(field.type) for field in column.type):
        return joined_text(column.flatten())
    return column


def _of_possible(
    numbers: npt.NDArray[Any], layout: Layout | None, threads: int
) -> npt.NDArray[np.uint16]:
    """Classes of hands in an array, 0 of those that cannot be dealt."""
    if numbers.dtype.kind not in "iu":
        raise CardError(f"cards are {numbers.dtype}; whole numbers 0..51 are needed")
    columns = numbers.T if in_rows(numbers.shape, layout, SIZES) else numbers
    ordered = np.sort(columns, axis=0)
    possible = (ordered[0] >= 0) & (ordered[-1] <= 51) & (ordered[1:] != ordered[:-1]).all(axis=0)
    ids = np.zeros(columns.shape[1], np.uint16)
    dealt = columns[:, possible].astype(np.uint8)
    ids[possible] = class_ids(dealt, layout="columns", threads=threads)
    return ids


def _of_parts(parts: Sequence[GivenCards], layout: Layout | None, threads: int) -> Any:
    """Classes of hands whose cards are in several columns: hole and board."""
    columns = joined_columns(parts, SIZES, layout)
    if all(map(is_one_hand, parts)):
        return _CLASSES[class_of_cards(columns[:, 0])]
    return class_ids(columns, layout="columns", threads=threads)


def class_name(classes: int | npt.NDArray[np.integer] | Sequence[int]) -> Any:
    """The English name of a class, or an array of those of many: ``full house, aces over kings``.

    Examples
    --------
    >>> class_name(1), class_name([1, 7462]).tolist()
    ('royal flush', ['royal flush', 'high card, seven-five-four-three-deuce'])
    """
    return _named(classes, hand_classes().names)


def category_name(classes: int | npt.NDArray[np.integer] | Sequence[int]) -> Any:
    """The name of the category of a class, or an array of those of many: ``full house``."""
    return _named(classes, _category_names())


@functools.cache
def _category_names() -> list[str]:
    return [CATEGORY_NAMES[category - 1] for category in hand_classes().category.tolist()]


def _named(classes: Any, names: list[str]) -> Any:
    numbers = np.asarray(classes)
    if numbers.dtype.kind not in "iu":
        raise CardError(f"classes are {numbers.dtype}; whole numbers 1..{CLASSES} are needed")
    outside = (numbers < 1) | (numbers > CLASSES)
    if outside.any():
        raise CardError(f"class {numbers[outside].flat[0]} is not in 1..{CLASSES}")
    if numbers.ndim == 0:
        return names[int(numbers) - 1]
    return np.array(names, object)[numbers - 1]


# ---------------------------------------------------------------- showdowns


@dataclass(frozen=True, repr=False, eq=False)
class Winners(Result):
    """Who wins at the showdown of n deals with p players. Of one deal arrays have no first side.

    Attributes
    ----------
    shares : (n, p) float64
        The share of the pot of each player: 1 for who wins alone, 1/2 for each of two who tie.
    classes : (n, p) uint16
        The class of each hand, lower is better.
    """

    shares: npt.NDArray[np.float64]
    classes: npt.NDArray[np.uint16]

    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who has a share, ``(n, p)``."""
        return np.asarray(self.shares > 0)

    @property
    def split(self) -> npt.NDArray[np.bool_]:
        """Whether the pot is split, ``(n,)``."""
        return np.asarray(self.winners.sum(axis=-1) > 1)

    def __len__(self) -> int:
        return len(np.atleast_2d(self.shares))

    def to_arrow(self) -> pa.Table:
        """A row a deal, with share and class of each player: ``share_1``, ``class_1``, ..."""
        import pyarrow as pa

        shares, classes = np.atleast_2d(self.shares), np.atleast_2d(self.classes)
        columns: dict[str, Any] = {}
        for player in range(shares.shape[1]):
            columns[f"share_{player + 1}"] = shares[:, player]
            columns[f"class_{player + 1}"] = classes[:, player]
        return pa.table(columns)

    def _for_people(self) -> pa.Table:
        """Of one deal a row a player, with the name of his hand."""
        import pyarrow as pa

        if self.shares.ndim == 2:
            return self.to_arrow()
        players = range(1, len(self.shares) + 1)
        names = [class_name(int(number)) for number in self.classes]
        return pa.table({"player": [*players], "share": self.shares, "hand": names})


def winners(
    holes: Any, boards: GivenCards = None, *, layout: Layout | None = None, threads: int = 0
) -> Winners:
    """Who wins the pot: 2 to 10 known holes on boards of five cards, ties split.

    Parameters
    ----------
    holes : sequence, array or Deals
        The holes of each player, a column each: ``["AhKh", "QsQc"]`` for one deal, ``[heroes,
        villains]`` for n of them, each a list, series or array of n holes. A list of the holes of
        each deal will do too, and cards as an array ``(p, n, 2)`` or ``(n, p, 2)``; or what
        :func:`deal` dealt, with its boards.
    boards : text, column or array
        The board of each deal, or one of all.
    layout : "columns" or "rows", optional
        Whether a list in ``holes`` has the holes of a player, or those of a deal. Needed only
        where it may be either: that is refused.
    threads : int
        0 for all cores.

    Raises
    ------
    CardError
        For the first deal that has a card twice, or a hole or board of another number of cards.
    UsageError
        If there are fewer than 2 players, or more than 10.

    Examples
    --------
    >>> winners(["AhKh", "QsQc"], "2h7d9hTc4h").shares
    array([1., 0.])
    >>> heroes, villains = ["AhKh", "2c2d", "7s8s"], ["AsKs", "3c3d", "7c8c"]
    >>> winners([heroes, villains], ["QcJdTs4h5h", "AcKdTs9h5h", "5h6h9dKcKd"]).shares
    array([[0.5, 0.5],
           [0. , 1. ],
           [0.5, 0.5]])
    """
    if isinstance(holes, Deals):
        boards = holes.board if boards is None else boards
        players: list[GivenCards] = list(holes.holes)
    else:
        players = _players(holes, boards, layout)
    if len(players) not in PLAYERS:
        raise UsageError(f"{len(players)} players; give 2 to 10")
    hands = [
        columns_of(player, (2,), what=f"holes of player {n}") for n, player in enumerate(players, 1)
    ]
    board = columns_of(boards, (5,), what="boards")
    rows = {part.shape[1] for part in [*hands, board]} - {1} or {1}
    if len(rows) > 1:
        lengths = " and ".join(f"{n:,}" for n in sorted(rows))
        raise UsageError(f"columns of {lengths} rows; give a hole and a board for each deal")
    n = rows.pop()
    *hands, board = (np.broadcast_to(part, (len(part), n)) for part in [*hands, board])
    dealt = np.concatenate([*hands, board])
    check_cards(dealt)
    classes = np.empty((len(hands), n), np.uint16)
    for hand, own in zip(hands, classes, strict=True):
        class_ids([*hand, *board], layout="columns", out=own, threads=threads)
    best = classes == classes.min(axis=0)
    shares = best / best.sum(axis=0, dtype=np.uint8)
    one = all(map(is_one_hand, [*players, boards]))
    return Winners(shares[:, 0], classes[:, 0]) if one else Winners(shares.T, classes.T)


def _players(holes: Any, boards: GivenCards, layout: Layout | None) -> list[GivenCards]:
    """The holes of each player, however they are given."""
    if layout is not None and layout not in get_args(Layout):
        raise CardError(f'layout is {layout!r}: give "columns" or "rows"')
    if not isinstance(holes, (list, tuple, np.ndarray)):
        raise CardError(f"holes are a {type(holes).__name__}; a list of columns of holes is needed")
    nested = isinstance(holes, np.ndarray) or any(isinstance(one, (list, tuple)) for one in holes)
    if not nested or any(map(is_one_hand, holes)):
        return list(holes)
    outer, inner = len(holes), len(holes[0])
    deals = {1 if boards is None or is_one_hand(boards) else len(boards)} - {1}
    by_player = outer in PLAYERS and deals <= {inner}
    by_deal = inner in PLAYERS and deals <= {outer}
    if layout is None and by_player and by_deal:
        raise CardError(
            f"holes are {outer} lists of {inner}, for players or for deals: "
            'say layout="columns" (a list for each player) or layout="rows" (for each deal)'
        )
    if layout == "rows" or (layout is None and by_deal):
        return [[deal[player] for deal in holes] for player in range(inner)]
    return list(holes)


# ---------------------------------------------------------------- random hands


@dataclass(frozen=True, repr=False, eq=False)
class Deals(Result):
    """Random deals: a hole for each player, and a board that all share.

    Attributes
    ----------
    holes : tuple of Cards
        Of each player, n of them.
    board : Cards or None
        The boards, n of them, if any were dealt.
    seed : int
        What they were dealt from.
    """

    holes: tuple[Cards, ...]
    board: Cards | None
    seed: int

    def __len__(self) -> int:
        return len(self.holes[0])

    def to_arrow(self) -> pa.Table:
        """A row a deal, as text: ``player_1``, ..., ``board``."""
        import pyarrow as pa

        columns = {f"player_{n}": hole.to_arrow() for n, hole in enumerate(self.holes, 1)}
        board = {} if self.board is None else {"board": self.board.to_arrow()}
        return pa.table({**columns, **board})

    def _summary(self) -> str:
        return f"{len(self):,} deals, seed {self.seed}"


@overload
def deal(
    deals: int,
    cards: int,
    *,
    seed: int | None = None,
    dead: GivenCards = "",
    threads: int = 0,
) -> Cards: ...
@overload
def deal(
    deals: int,
    cards: int = 2,
    *,
    players: int,
    board: int = 0,
    seed: int | None = None,
    dead: GivenCards = "",
    threads: int = 0,
) -> Deals: ...
def deal(
    deals: int,
    cards: int | None = None,
    *,
    players: int | None = None,
    board: int = 0,
    seed: int | None = None,
    dead: GivenCards = "",
    threads: int = 0,
) -> Cards | Deals:
    """Random hands: every deal is equally likely, and the same for the same seed.

    Parameters
    ----------
    deals : int
        How many.
    cards : int
        How many cards each hand has; 2 where players are given.
    players : int, optional
        How many players are dealt a hole. The result is :class:`Deals` then.
    board : int
        How many cards are dealt that all players share.
    seed : int, optional
        0 .. 2**64 - 1; another one each time if not given.
    dead : text or cards
        Cards that are not dealt.
    threads : int
        0 for all cores; the result is the same.

    Raises
    ------
    ValueError
        If a number is out of range.
    CardError
        If the deck has too few cards.

    Examples
    --------
    >>> deal(2, 5, seed=1)
    Cards(['Jc9hKh2hTs', '7h5c5h3c7c'])
    >>> deal(1000, players=6, board=5, seed=1).board[:3]
    Cards(['5h6h5sQs3h', 'Tc3hQd9hKc', 'QdTd4c2s3d'])
    """
    if cards is None and players is None:
        raise UsageError(
            "deal(deals, cards) deals hands, deal(deals, players=6) holes: give either"
        )
    for what, number, least in (("cards", cards, 1), ("players", players, 1), ("board", board, 0)):
        if number is not None:
            _require_whole(what, number, least)
    _require_whole("deals", deals, 0)
    size = 2 if cards is None else int(cards)
    seed = secrets.randbits(64) if seed is None else seed
    if players is None and board:
        raise UsageError(f"board is {board}, which players share: give players, too")
    many = size * (players or 1) + board
    dealt = deal_columns(deals, many, seed=seed, dead=one_hand(dead, "dead cards"), threads=threads)
    if players is None:
        return Cards._of(dealt)
    hands = tuple(Cards._of(dealt[size * n : size * (n + 1)]) for n in range(players))
    return Deals(hands, Cards._of(dealt[size * players :]) if board else None, seed)


def _require_whole(what: str, number: object, least: int) -> None:
    if not isinstance(number, (int, np.integer)) or number < least:
        raise UsageError(f"{what} is {number!r}; give a whole number, {least} or more")
