"""The functions of PQL: one table, from which help, documentation and errors are made.

A function reads the cards of the players in its parameters, or of all players with ``everyone``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import EIGHT_OR_BETTER, Game
from pokerlake.engine.cards.text import CARDS, RANKS, SUITS, CardError, card_number, parse_hand
from pokerlake.engine.orders.evaluate import order_class, order_ids
from pokerlake.engine.ranges.omaha_holes import hole_numbers
from pokerlake.engine.spots.boards import BoardRange
from pokerlake.engine.spots.spots import RIVER

from .columns import Cards, Column, Columns

STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": RIVER}
HAND_TYPES = {
    "highcard": "high card", "pair": "one pair", "twopair": "two pair", "trips": "three of a kind",
    "straight": "straight", "flush": "flush", "fullhouse": "full house", "quads": "four of a kind",
    "straightflush": "straight flush",
}  # fmt: skip
# From the weakest to the strongest.
FLOP_CATEGORIES = (
    "flopnothing", "flopunderpair", "flopthirdpair", "floppocket23", "flopsecondpair",
    "floppocket12", "floptoppair", "flopoverpair", "flopbottomtwo", "floptopandbottom",
    "floptoptwo", "floptrips", "flopset", "flopstraight", "flopflush", "flopfullhouse",
    "flopquads", "flopstraightflush",
)  # fmt: skip
# Kinds of parameters and results, in words. The first ones are known before any deal.
KINDS = {
    "player": "a player", "street": "a street", "text": "a text", "range": "a range",
    "board range": "a range of boards", "ranking": "a ranking", "number": "a number",
    "boolean": "a condition", "card": "a card", "rank": "a rank", "ranks": "a set of ranks",
    "hand type": "a hand type", "flop category": "a flop category", "hi rating": "a hi rating",
    "lo rating": "a lo rating",
}  # fmt: skip
TEXTS = ("text", "range", "board range", "ranking")  # in single quotes
FIXED = ("player", "street", *TEXTS)
ORDERED = ("number", "card", "rank", "hand type", "flop category", "hi rating", "lo rating")


@dataclass(frozen=True)
class Function:
    """A function: its usage, its kind of result, and its computation on columns.

    Attributes
    ----------
    takes : tuple of str
        The kinds of its parameters.
    work : callable
        Takes :class:`Columns` and a value for each parameter: players and streets as numbers.
    everyone : bool
        Whether it reads the cards of all players.
    first : int
        The fewest board cards of a street that it accepts.
    last : int
        The most.
    nanoseconds : float
        The approximate cost of a deal that differs from the one before, if it is large.
    of_two_cards : float, optional
        The same after the flop in games of two cards, if that differs.
    lows : bool
        Whether it needs a game with a low half.
    spare : str, optional
        The default of the last text.
    """

    name: str
    takes: tuple[str, ...]
    gives: str
    about: str
    work: Callable[..., Any]
    everyone: bool = False
    first: int = 3
    last: int = RIVER
    nanoseconds: float = 0.0
    of_two_cards: float | None = None
    lows: bool = False
    spare: str | None = None

    @property
    def usage(self) -> str:
        """Its usage: ``handType(player, street)``."""
        return f"{self.name}({', '.join(self.needed)})"

    def cost(self, rule: Game, street: int) -> float:
        """The nanoseconds in a game on a street."""
        is_quick = self.of_two_cards is not None and rule.hole == 2 and street
        return self.of_two_cards or 0.0 if is_quick else self.nanoseconds

    @property
    def needed(self) -> tuple[str, ...]:
        """The kinds of the required parameters."""
        return self.takes if self.spare is None else self.takes[:-1]


def _ranks_of(cards: Cards) -> Column:
    """The ranks among cards ``(c, n)`` as sets, ``(n,)``."""
    sets = np.left_shift(np.int16(1), (cards >> 2).astype(np.int16))
    return np.asarray(np.bitwise_or.reduce(sets, axis=0)) if len(cards) else _no_ranks(cards)


def _no_ranks(cards: Cards) -> Column:
    return np.zeros(cards.shape[1], np.int16)


def _twice(cards: Cards) -> Column:
    """The ranks that occur twice or more, as sets."""
    once, twice = _no_ranks(cards), _no_ranks(cards)
    for column in cards:
        rank = np.left_shift(np.int16(1), (column >> 2).astype(np.int16))
        twice |= once & rank
        once |= rank
    return twice


_SETS = np.arange(1 << 13)
_COUNT = np.array([int(ranks).bit_count() for ranks in _SETS], np.int8)
_HIGHEST = np.array([int(ranks).bit_length() - 1 for ranks in _SETS], np.int8)
_LOWEST = np.array([(int(ranks) & -int(ranks)).bit_length() - 1 for ranks in _SETS], np.int8)
_LOW_RANKS = sum(1 << rank for rank in (12, 0, 1, 2, 3, 4, 5, 6))


def _nth(n: int | Column, ranks: Column) -> Column:
    """The nth highest rank of sets; -1 if there are fewer."""
    left = np.array(ranks)
    for _ in range(max(0, int(n) - 1)):
        highest = np.maximum(_HIGHEST[left], 0).astype(np.int16)
        left = left & ~np.left_shift(np.int16(1), highest)
    return np.asarray(_HIGHEST[left])


def _suits(cards: Cards) -> Column:
    """How many cards there are of each suit, ``(4, n)``."""
    return np.stack([(cards & 3 == suit).sum(axis=0) for suit in range(len(SUITS))])


def _has_rank(c: Columns, player: int, street: int, n: int) -> Column:
    wanted = _nth(n, _ranks_of(c.board(street)))
    return np.asarray((c.hole(player) >> 2 == wanted).any(axis=0) & (wanted >= 0))


def _overpair(c: Columns, player: int, street: int) -> Column:
    return np.asarray(_HIGHEST[_twice(c.hole(player))] > _HIGHEST[_ranks_of(c.board(street))])


def _straights(c: Columns, street: int) -> Column:
    """Whether two cards could make a straight with the board."""
    ranks = _ranks_of(c.board(street)).astype(np.int32)
    wheel = 1 << len(RANKS) - len(c.rule.ranks)
    low = (ranks << 1) | ((ranks >> 12 & 1) * wheel)
    possible = np.zeros(len(c), np.bool_)
    for first in range(10):
        inside = 31 << first
        if inside < wheel:
            continue
        possible |= _COUNT[(low & inside) >> first] >= 3
    return possible


def _flop_category(c: Columns, player: int) -> Column:
    """The category of the best two cards of the hole with the flop."""
    hole, flop = c.hole(player), c.board(3)
    best = np.zeros(len(c), np.int8)
    for second in range(len(hole)):
        for first in range(second):
            two = hole[first], hole[second]
            classes = order_ids([*two, *flop], c.rule.high, layout="columns")
            best = np.maximum(best, _of_two(c, two, flop, classes))
    return best


def _of_two(c: Columns, two: tuple[Cards, Cards], flop: Cards, classes: Column) -> Column:
    types = _type_names(c.rule)[c.hand_types(classes)]  # as in HAND_TYPES
    ranks = _ranks_of(flop)
    top, second, third = (_nth(n, ranks) for n in (1, 2, 3))
    low, high = np.sort(np.stack(two) >> 2, axis=0).astype(np.int8)
    pocket = low == high
    hits = [(low == rank) | (high == rank) for rank in (top, second, third)]
    paired = np.select(
        [
            pocket & (high > top), pocket & (high > second) & (high < top),
            pocket & (high > third) & (high < second) & (third >= 0), pocket & (high < second),
            hits[0], hits[1], hits[2],
        ],
        [7, 5, 3, 1, 6, 4, 2], 0,
    )  # fmt: skip
    both = np.select([hits[0] & hits[1], hits[0] & hits[2], hits[1] & hits[2]], [10, 9, 8], 0)
    of_two_pair = np.where((third >= 0) & ~pocket, both, paired)
    trips = np.where((third >= 0) & pocket, 12, 11)
    made = np.array([-1, -1, -1, -1, 13, 14, 15, 16, 17])
    return np.select(
        [types == 0, types == 1, types == 2, types == 3],
        [0, paired, of_two_pair, trips],
        made[types],
    ).astype(np.int8)


def _type_names(rule: Game) -> npt.NDArray[np.int8]:
    """The place in HAND_TYPES of each type of hand of a game, whose order may differ."""
    places = [*HAND_TYPES]
    return np.array([places.index(name) for name in hand_types(rule)], np.int8)


def hand_types(rule: Game) -> dict[str, int]:
    """The types of hand of a game by name, numbered from the weakest."""
    names = {about: name for name, about in HAND_TYPES.items()} | {"no pair": "highcard"}
    return {names[about]: n for n, about in enumerate(rule.high.category_names[::-1])}


def _hi(c: Columns, classes: Any) -> Any:
    """A rating of high hands; higher is better."""
    return c.rule.high.classes + 1 - np.asarray(classes).astype(np.int32)


def _lo(classes: Any) -> Any:
    """A rating of lows; higher is better, 0 is no low."""
    return EIGHT_OR_BETTER.qualifying + 1 - np.asarray(classes).astype(np.int32)


def _rate(c: Columns, text: str, *, low: bool) -> Any:
    order = EIGHT_OR_BETTER if low else c.rule.high
    rated = order_class(parse_hand(text), order)
    return _lo(rated) if low else _hi(c, rated)


def _in_range(c: Columns, player: int, held: Any) -> Column:
    if hasattr(held, "weights_of"):
        return np.asarray(held.weights_of(np.sort(c.hole(player).T, axis=1)) > 0)
    low, high = np.sort(c.hole(player), axis=0).astype(np.int64)
    return np.asarray(held.weights[high * (high - 1) // 2 + low] > 0)


def _hand_ranking(c: Columns, player: int, percents: Column) -> Column:
    return np.asarray(percents[hole_numbers(np.sort(c.hole(player).T, axis=1))])


def _in_board_range(c: Columns, meant: BoardRange) -> Column:
    return np.asarray(meant.fits(c.board(max(meant.size, 3))))


def _wins(best: Column, player: int) -> Column:
    return np.asarray(best[player] & (best.sum(axis=0) == 1))


def _ties(best: Column, player: int) -> Column:
    return np.asarray(best[player] & (best.sum(axis=0) > 1))


def _nut(c: Columns, player: int, street: int) -> Column:
    best = c.nut_classes(player, street, c.rule.high)
    return np.asarray(c.high(player, street) <= best)


def _nut_low(c: Columns, player: int, street: int) -> Column:
    mine = c.low(player, street)
    best = c.nut_classes(player, street, EIGHT_OR_BETTER)
    return np.asarray((mine <= best) & (mine <= EIGHT_OR_BETTER.qualifying))


def _outs_to(c: Columns, player: int, street: int, kind: Any) -> Column:
    is_kind = c.next_types(player, street) == np.asarray(kind)[..., None]
    return np.asarray(is_kind.sum(axis=1))


def _plays(c: Columns, player: int, street: int) -> Column:
    """How many cards of the hole play: the fewest that make the hand."""
    if c.rule.used is not None:
        return np.full(len(c), c.rule.used)
    mine, board = c.high(player, street), c.board(street)
    if len(board) < RIVER:
        alone = np.zeros(len(c), np.bool_)
    else:
        alone = order_ids([*board], c.rule.high, layout="columns") == mine
    with_one = np.zeros(len(c), np.bool_)
    if len(board) > 3:
        for card in c.hole(player):
            with_one |= order_ids([card, *board], c.rule.high, layout="columns") == mine
    return np.where(alone, 0, np.where(with_one, 1, 2))


def _player_suits(c: Columns, player: int, street: int, cards: int) -> Column:
    """Whether exactly this many cards are of a suit, including some of the hole."""
    mine, all_ = _suits(c.hole(player)), _suits(c.own(player, street))
    if c.rule.used is not None:
        all_ = np.minimum(mine, c.rule.used) + _suits(c.board(street))
        mine = mine - (c.rule.used - 1)
    has = np.where(mine > 0, all_, 0)
    return np.asarray(has.max(axis=0) == cards)


def _low_count(c: Columns, street: int) -> Column:
    return np.asarray(_COUNT[_ranks_of(c.board(street)) & _LOW_RANKS])


def _others(c: Columns, player: int) -> tuple[str, ...]:
    return tuple(text for n, text in enumerate(c.texts) if n != player)


_P, _PS = ("player",), ("player", "street")
_S = ("street",)
_EQUITY: dict[str, Any] = {
    "everyone": True, "first": 0, "nanoseconds": 40_000.0, "of_two_cards": 1_000.0,
}  # fmt: skip
_RANGES: dict[str, Any] = {"first": 0, "nanoseconds": 2_000_000.0}
_NUTS: dict[str, Any] = {"nanoseconds": 5_000.0}
_LOW: dict[str, Any] = {"lows": True}

FUNCTIONS: dict[str, Function] = {
    function.name.lower(): function
    for function in (
        # ------------------------------------------------------------ equity
        Function("riverEquity", _P, "number", "the share of the pot on the river",
                 lambda c, p: c.shares[p], everyone=True),
        Function("fractionalRiverEquity", _P, "fraction", "the same, shown as a fraction",
                 lambda c, p: c.shares[p], everyone=True),
        Function("HvHequity", _PS, "number",
                 "equity against the hands of all others, over all that may come after a street",
                 lambda c, p, s: c.equity(p, s), **_EQUITY),
        Function("equity", _PS, "number", "HvHequity by another name",
                 lambda c, p, s: c.equity(p, s), **_EQUITY),
        Function("minHvHequity", (*_PS, "number"), "boolean", "whether it is so much or more",
                 lambda c, p, s, x: c.equity(p, s) >= x, **_EQUITY),
        Function("minEquity", (*_PS, "number"), "boolean", "minHvHequity by another name",
                 lambda c, p, s, x: c.equity(p, s) >= x, **_EQUITY),
        Function("HvRequity", _PS, "number", "equity of the hand against the ranges of all others",
                 lambda c, p, s: c.equity_against(p, s, _others(c, p)), **_RANGES),
        Function("minHvRequity", (*_PS, "number"), "boolean", "whether that is so much or more",
                 lambda c, p, s, x: c.equity_against(p, s, _others(c, p)) >= x, **_RANGES),
        Function("HvPerceivedRangeEquity", (*_PS, "text"), "number",
                 "equity of the hand against a range",
                 lambda c, p, s, r: c.equity_against(p, s, (r,)), **_RANGES),
        Function("minHvPerceivedRangeEquity", (*_PS, "text", "number"), "boolean",
                 "whether that is so much or more",
                 lambda c, p, s, r, x: c.equity_against(p, s, (r,)) >= x, **_RANGES),
        # ------------------------------------------------------------ outcomes
        Function("winsHi", _P, "boolean", "whether he wins alone, in hi-lo the high half",
                 lambda c, p: _wins(c.showdown.high_best, p), everyone=True),
        Function("tiesHi", _P, "boolean", "whether he splits that",
                 lambda c, p: _ties(c.showdown.high_best, p), everyone=True),
        Function("winsLo", _P, "boolean", "whether he wins the low half alone",
                 lambda c, p: _wins(c.showdown.low_best, p), everyone=True, **_LOW),
        Function("tiesLo", _P, "boolean", "whether he splits the low half",
                 lambda c, p: _ties(c.showdown.low_best, p), everyone=True, **_LOW),
        Function("scoops", _P, "boolean", "whether he wins all of the pot",
                 lambda c, p: c.shares[p] == 1, everyone=True),
        Function("winningHandType", (), "hand type", "the type of the hand that wins the high half",
                 lambda c: c.hand_types(c.best_high(RIVER)), everyone=True),
        # ------------------------------------------------------------ hands
        Function("handType", _PS, "hand type", "the type of his hand",
                 lambda c, p, s: c.hand_types(c.high(p, s))),
        Function("exactHandType", (*_PS, "hand type"), "boolean", "whether it is of a type",
                 lambda c, p, s, t: c.hand_types(c.high(p, s)) == t),
        Function("minHandType", (*_PS, "hand type"), "boolean",
                 "whether it is of a type or a better one",
                 lambda c, p, s, t: c.hand_types(c.high(p, s)) >= t),
        Function("hiRating", _PS, "hi rating", "how good his hand is",
                 lambda c, p, s: _hi(c, c.high(p, s))),
        Function("minHiRating", (*_PS, "hi rating"), "boolean", "whether it is as good or better",
                 lambda c, p, s, r: _hi(c, c.high(p, s)) >= r),
        Function("maxHiRating", (*_PS, "hi rating"), "boolean", "whether it is as good or worse",
                 lambda c, p, s, r: _hi(c, c.high(p, s)) <= r),
        Function("bestHiRating", _PS, "boolean", "whether nobody has a better hand",
                 lambda c, p, s: c.high(p, s) == c.best_high(s), everyone=True),
        Function("rateHiHand", ("text",), "hi rating", "how good five to seven cards are",
                 lambda c, t: _rate(c, t, low=False)),
        Function("fiveCardHiHandNumber", _PS, "number",
                 "the same as a number: 1 the worst hand, 7462 a royal flush",
                 lambda c, p, s: _hi(c, c.high(p, s))),
        Function("cardsPlay", _PS, "number", "how many cards of his hole play", _plays),
        Function("flopHandCategory", _P, "flop category", "what his hole makes of the flop",
                 _flop_category),
        Function("exactFlopHandCategory", (*_P, "flop category"), "boolean", "whether it is that",
                 lambda c, p, k: _flop_category(c, p) == k),
        Function("minFlopHandCategory", (*_P, "flop category"), "boolean",
                 "whether it is that or better",
                 lambda c, p, k: _flop_category(c, p) >= k),
        Function("pocketPair", _P, "boolean", "whether two cards of his hole are of one rank",
                 lambda c, p: _twice(c.hole(p)) > 0),
        Function("overpair", _PS, "boolean", "whether he has a pair above all of the board",
                 _overpair),
        Function("threeFlush", _PS, "boolean", "whether he has three cards of a suit, and no more",
                 lambda c, p, s: _player_suits(c, p, s, 3)),
        Function("fourFlush", _PS, "boolean", "whether he has four cards of a suit, and no more",
                 lambda c, p, s: _player_suits(c, p, s, 4)),
        Function("handRanking", (*_P, "ranking"), "number",
                 "the least x of which his hole is among the top x %", _hand_ranking,
                 spare="equity"),
        Function("handRankingFor", (*_P, "ranking"), "number",
                 "the same by a ranking: 'equity', or in hold'em 'income 6'", _hand_ranking),
        Function("inRange", ("player", "range"), "boolean", "whether his hole is in a range",
                 _in_range),
        # ------------------------------------------------------------ nuts and outs
        Function("nutHi", _PS, "boolean",
                 "whether no two cards that he does not see make a better hand", _nut, **_NUTS),
        Function("nutHiForHandType", _PS, "boolean", "whether none make a better one of its type",
                 lambda c, p, s: c.high(p, s) <= c.nut_classes(p, s, c.rule.high, -1), **_NUTS),
        Function("nutHiOuts", _PS, "number", "how many next cards give him the nuts",
                 lambda c, p, s: c.nut_outs(p, s, c.rule.high), last=4, nanoseconds=250_000.0),
        Function("outsToHandType", (*_PS, "hand type"), "number",
                 "how many next cards make his hand of a type", _outs_to, last=4,
                 nanoseconds=1_000.0),
        Function("minOutsToHandType", (*_PS, "hand type", "number"), "boolean",
                 "whether so many or more do", lambda c, p, s, t, n: _outs_to(c, p, s, t) >= n,
                 last=4, nanoseconds=1_000.0),
        # ------------------------------------------------------------ lows
        Function("loRating", _PS, "lo rating", "how good his low is",
                 lambda c, p, s: _lo(c.low(p, s)), **_LOW),
        Function("minLoRating", (*_PS, "lo rating"), "boolean", "whether it is as good or better",
                 lambda c, p, s, r: _lo(c.low(p, s)) >= r, **_LOW),
        Function("bestLoRating", _PS, "boolean", "whether he has a low, and nobody a better one",
                 lambda c, p, s: (_lo(c.low(p, s)) > 0) & (c.low(p, s) == c.best_low(s)),
                 everyone=True, **_LOW),
        Function("rateLoHand", ("text",), "lo rating", "how good the low of five cards is",
                 lambda c, t: _rate(c, t, low=True)),
        Function("madeLo", _PS, "boolean", "whether he has a low",
                 lambda c, p, s: _lo(c.low(p, s)) > 0, **_LOW),
        Function("nutLo", _PS, "boolean", "whether he has a low, and none could be better",
                 _nut_low, nanoseconds=25_000.0, **_LOW),
        Function("nutLoOuts", _PS, "number", "how many next cards give him the nut low",
                 lambda c, p, s: c.nut_outs(p, s, EIGHT_OR_BETTER), last=4,
                 nanoseconds=1_000_000.0, **_LOW),
        Function("boardLoCardCount", _S, "number", "how many ranks up to eight the board has",
                 _low_count),
        Function("boardAllowsMadeLo", _S, "boolean", "whether it has three of them",
                 lambda c, s: _low_count(c, s) >= 3),
        Function("boardHasOneDistinctLoCard", _S, "boolean", "whether it has one",
                 lambda c, s: _low_count(c, s) == 1),
        Function("boardHasTwoDistinctLoCards", _S, "boolean", "whether it has two",
                 lambda c, s: _low_count(c, s) == 2),
        # ------------------------------------------------------------ boards
        Function("boardInRange", ("board range",), "boolean", "whether the board is in a range",
                 _in_board_range),
        Function("boardSuitCount", _S, "number", "how many suits the board has",
                 lambda c, s: (_suits(c.board(s)) > 0).sum(axis=0)),
        Function("rainbowBoard", _S, "boolean", "whether no two of its cards are of a suit",
                 lambda c, s: _suits(c.board(s)).max(axis=0) == 1),
        Function("twoToneBoard", _S, "boolean", "whether it has two suits",
                 lambda c, s: (_suits(c.board(s)) > 0).sum(axis=0) == 2),
        Function("monotoneBoard", _S, "boolean", "whether it has one suit",
                 lambda c, s: (_suits(c.board(s)) > 0).sum(axis=0) == 1),
        Function("flushingBoard", _S, "boolean", "whether it has three cards of a suit",
                 lambda c, s: _suits(c.board(s)).max(axis=0) >= 3),
        Function("pairedBoard", _S, "boolean", "whether two of its cards are of a rank",
                 lambda c, s: _twice(c.board(s)) > 0),
        Function("straightBoard", _S, "boolean", "whether two cards could make a straight on it",
                 _straights),
        Function("turnCard", (), "card", "the turn", lambda c: c.board(4)[3], first=4),
        Function("riverCard", (), "card", "the river", lambda c: c.board(RIVER)[4], first=RIVER),
        # ------------------------------------------------------------ ranks
        Function("boardRanks", _S, "ranks", "the ranks of the board",
                 lambda c, s: _ranks_of(c.board(s))),
        Function("duplicatedBoardRanks", _S, "ranks", "those that it has twice or more",
                 lambda c, s: _twice(c.board(s))),
        Function("handRanks", _PS, "ranks", "the ranks of his hole",
                 lambda c, p, _: _ranks_of(c.hole(p)), first=0),
        Function("duplicatedHandRanks", _PS, "ranks", "those that it has twice or more",
                 lambda c, p, _: _twice(c.hole(p)), first=0),
        Function("intersectingHandRanks", _PS, "ranks", "the ranks that hole and board share",
                 lambda c, p, s: _ranks_of(c.hole(p)) & _ranks_of(c.board(s))),
        Function("nonIntersectingHandRanks", _PS, "ranks", "those of the hole that the board lacks",
                 lambda c, p, s: _ranks_of(c.hole(p)) & ~_ranks_of(c.board(s))),
        Function("handBoardIntersections", _PS, "number", "how many ranks hole and board share",
                 lambda c, p, s: _COUNT[_ranks_of(c.hole(p)) & _ranks_of(c.board(s))]),
        Function("hasTopBoardRank", _PS, "boolean", "whether he has the highest rank of the board",
                 lambda c, p, s: _has_rank(c, p, s, 1)),
        Function("hasSecondBoardRank", _PS, "boolean", "whether he has its second rank",
                 lambda c, p, s: _has_rank(c, p, s, 2)),
        Function("maxRank", ("ranks",), "rank", "the highest of a set of ranks",
                 lambda _, r: _HIGHEST[r]),
        Function("minRank", ("ranks",), "rank", "the lowest", lambda _, r: _LOWEST[r]),
        Function("nthRank", ("number", "ranks"), "rank", "the nth highest",
                 lambda _, n, r: _nth(n, r)),
        Function("rankCount", ("ranks",), "number", "how many there are", lambda _, r: _COUNT[r]),
        # ------------------------------------------------------------ texts
        Function("toCard", ("text",), "card", "a card: toCard('As')", lambda _, t: _card(t)),
        Function("toRank", ("text",), "rank", "a rank: toRank('A')", lambda _, t: _rank(t)),
    )
}  # fmt: skip

# Functions that also work in games of stud, in which "river" is the seventh card.
OF_STUD = frozenset(
    (
        "riverEquity", "fractionalRiverEquity", "HvHequity", "equity", "minHvHequity", "minEquity",
        "winsHi", "tiesHi", "winsLo", "tiesLo", "scoops", "winningHandType", "handType",
        "exactHandType", "minHandType", "hiRating", "minHiRating", "maxHiRating", "bestHiRating",
        "rateHiHand", "fiveCardHiHandNumber", "handRanks", "duplicatedHandRanks", "loRating",
        "minLoRating", "bestLoRating", "rateLoHand", "madeLo", "maxRank", "minRank", "nthRank",
        "rankCount", "toCard", "toRank",
    )
)  # fmt: skip


def _card(text: str) -> int:
    return card_number(int(parse_hand(text)[0])) if len(parse_hand(text)) == 1 else _no_card(text)


def _no_card(text: str) -> int:
    raise CardError(f"{text!r} is not one card; write As")


def _rank(text: str) -> int:
    rank = RANKS.find(text.upper().replace("10", "T")) if text else -1
    if rank < 0 or len(text.replace("10", "T")) != 1:
        raise CardError(f"{text!r} is no rank; ranks are {RANKS[::-1]}")
    return rank


def text_of(kind: str, rule: Game, value: Any) -> str:
    """A value of a column as text."""
    if kind == "boolean":
        return "true" if value else "false"
    if kind == "card":
        return str(CARDS[int(value)])
    if kind == "rank":
        return str(RANKS[int(value)]) if value >= 0 else "none"
    if kind == "ranks":
        return "".join(RANKS[rank] for rank in range(12, -1, -1) if int(value) >> rank & 1)
    if kind == "hand type":
        return list(HAND_TYPES)[int(_type_names(rule)[int(value)])]
    if kind == "flop category":
        return FLOP_CATEGORIES[int(value)]
    return f"{float(value):.10g}"
