"""The functions of PQL of one deal, as their definitions say; and every deal of a small spot."""

import functools
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from oracle import hand_classes, naive, naive_omaha

RANKS = "23456789TJQKA"
TYPES = ["highcard", "pair", "twopair", "trips", "straight", "flush", "fullhouse", "quads",
         "straightflush"]  # fmt: skip
CATEGORIES = [
    "flopnothing", "flopunderpair", "flopthirdpair", "floppocket23", "flopsecondpair",
    "floppocket12", "floptoppair", "flopoverpair", "flopbottomtwo", "floptopandbottom",
    "floptoptwo", "floptrips", "flopset", "flopstraight", "flopflush", "flopfullhouse",
    "flopquads", "flopstraightflush",
]  # fmt: skip
STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
LOW = 57


@functools.cache
def high(hole, board):
    if len(hole) == 2:
        return naive.best_class([*hole, *board])
    return naive_omaha.class_of(hole, board)


def low(hole, board):
    return _low(tuple(sorted(c // 4 for c in hole)), tuple(sorted(c // 4 for c in board)))


@functools.cache
def _low(hole, board):
    return naive_omaha.low_of([4 * rank for rank in hole], [4 * rank for rank in board])


@functools.cache
def pair_classes(board, gone, used):
    """The class of each two cards that are not gone, with so many cards of the board."""
    pairs = np.array(list(combinations([card for card in range(52) if card not in gone], 2))).T
    found = []
    for cards in combinations(board, used):
        shown = np.repeat(np.array(cards)[:, None], pairs.shape[1], axis=1)
        found.append(hand_classes.class_ids(np.concatenate([pairs, shown]).astype(np.uint8)))
    return np.min(found, axis=0)


@functools.cache
def best_low(board, gone):
    """The best low of any two cards that are not gone."""
    left = [card for card in range(52) if card not in gone]
    return min(low((*pair, *pair), board) for pair in combinations(left, 2))


def type_of(class_id):
    return 9 - naive.category(class_id)


class Deal(NamedTuple):
    """Holes of all players, the cards of the board, dead cards, and the halves of the pot."""

    holes: tuple
    board: tuple
    dead: tuple
    halves: bool

    def shares(self, board):
        highs = [high(hole, board) for hole in self.holes]
        best = [h == min(highs) for h in highs]
        of_high = [b / sum(best) for b in best]
        lows = [low(hole, board) for hole in self.holes] if self.halves else [LOW]
        if min(lows) == LOW:
            return of_high
        bests = [one == min(lows) for one in lows]
        return [(h + b / sum(bests)) / 2 for h, b in zip(of_high, bests, strict=True)]


@functools.cache
def equities(deal, street):
    known = {card for hole in deal.holes for card in hole} | {*deal.board[:street], *deal.dead}
    left = [card for card in range(52) if card not in known]
    sums, boards = [0.0] * len(deal.holes), 0
    for more in combinations(left, 5 - street):
        boards += 1
        for player, share in enumerate(deal.shares((*deal.board[:street], *more))):
            sums[player] += share
    return [total / boards for total in sums]


def ranks_of(cards):
    return {card // 4 for card in cards}


def twice(cards):
    of = [card // 4 for card in cards]
    return {rank for rank in of if of.count(rank) > 1}


def nth(n, ranks):
    found = sorted(ranks, reverse=True)
    return found[n - 1] if n <= len(found) else -1


def suit_counts(cards):
    return [sum(card % 4 == suit for card in cards) for suit in range(4)]


def flop_category(hole, flop):
    return max(_category_of_two(two, flop) for two in combinations(hole, 2))


def _category_of_two(two, flop):
    made = type_of(naive.best_class([*two, *flop]))
    mine, board = sorted(card // 4 for card in two), sorted(ranks_of(flop), reverse=True)
    if made >= 4:
        return made + 9
    if made == 3:
        return CATEGORIES.index(
            "flopset" if mine[0] == mine[1] and len(board) == 3 else "floptrips"
        )
    hits = [place for place, rank in enumerate(board) if rank in mine]
    if made == 2 and len(board) == 3:
        return {(0, 1): 10, (0, 2): 9, (1, 2): 8}[tuple(hits)]
    if mine[0] == mine[1]:
        above = sum(rank > mine[0] for rank in board)
        if above == 0:
            return CATEGORIES.index("flopoverpair")
        if above == len(board):
            return CATEGORIES.index("flopunderpair")
        return CATEGORIES.index("floppocket12" if above == 1 else "floppocket23")
    return (
        CATEGORIES.index(("floptoppair", "flopsecondpair", "flopthirdpair")[hits[0]]) if hits else 0
    )


def next_types(d, p, street):
    known = {*d.holes[p], *d.board[:street], *d.dead}
    return [
        type_of(high(d.holes[p], (*d.board[:street], card)))
        for card in range(52)
        if card not in known
    ]


def _used(hole, board):
    return len(board) if len(hole) == 2 else 3


@functools.cache
def is_nut(hole, board, dead, of):
    gone = (*hole, *board, *dead)
    if of == "low":
        return low(hole, board) < LOW and low(hole, board) <= best_low(board, gone)
    return high(hole, board) <= pair_classes(board, gone, _used(hole, board)).min()


def nut_of_type(d, p, s):
    hole, board = d.holes[p], d.board[:s]
    mine = high(hole, board)
    others = pair_classes(board, (*hole, *board, *d.dead), _used(hole, board))
    return mine <= min((c for c in others.tolist() if type_of(c) == type_of(mine)), default=9999)


@functools.cache
def nut_outs(hole, board, dead, of):
    left = [card for card in range(52) if card not in {*hole, *board, *dead}]
    return sum(is_nut(hole, (*board, card), dead, of) for card in left)


def straight_board(board):
    ranks = [{*range(low, low + 5)} for low in range(9)] + [{12, 0, 1, 2, 3}]
    return any(len(ranks_of(board) & straight) >= 3 for straight in ranks)


def flush_cards(d, p, s):
    hole, board = suit_counts(d.holes[p]), suit_counts(d.board[:s])
    if len(d.holes[p]) == 2:
        return max(h + b if h else 0 for h, b in zip(hole, board, strict=True))
    return max(2 + b if h >= 2 else 0 for h, b in zip(hole, board, strict=True))


def plays(d, p, s):
    board, hole = d.board[:s], d.holes[p]
    if len(hole) > 2:
        return 2
    mine = high(hole, board)
    for n in (0, 1, 2):
        some = [x for x in combinations(hole, n) if len(board) + n >= 5]
        if any(naive.best_class([*x, *board]) == mine for x in some):
            return n
    raise AssertionError(hole)


def lows_of(cards):
    return len({card // 4 for card in cards} & {12, *range(7)})


def wins(values, p):
    return values[p] == min(values) and values.count(min(values)) == 1


def ties(values, p):
    return values[p] == min(values) and values.count(min(values)) > 1


def all_high(d, s=5):
    return [high(hole, d.board[:s]) for hole in d.holes]


def all_low(d, s=5):
    return [low(hole, d.board[:s]) for hole in d.holes]


# Of a deal, then of the arguments: players by number, streets by their cards, others as they are.
FUNCTIONS = {
    "riverEquity": lambda d, p: d.shares(d.board)[p],
    "fractionalRiverEquity": lambda d, p: d.shares(d.board)[p],
    "HvHequity": lambda d, p, s: equities(d._replace(board=d.board[:s]), s)[p],
    "minHvHequity": lambda d, p, s, x: equities(d._replace(board=d.board[:s]), s)[p] >= x,
    "winsHi": lambda d, p: wins(all_high(d), p),
    "tiesHi": lambda d, p: ties(all_high(d), p),
    "winsLo": lambda d, p: min(all_low(d)) < LOW and wins(all_low(d), p),
    "tiesLo": lambda d, p: min(all_low(d)) < LOW and ties(all_low(d), p),
    "scoops": lambda d, p: d.shares(d.board)[p] == 1,
    "winningHandType": lambda d: type_of(min(all_high(d))),
    "handType": lambda d, p, s: type_of(high(d.holes[p], d.board[:s])),
    "exactHandType": lambda d, p, s, t: type_of(high(d.holes[p], d.board[:s])) == t,
    "minHandType": lambda d, p, s, t: type_of(high(d.holes[p], d.board[:s])) >= t,
    "hiRating": lambda d, p, s: 7463 - high(d.holes[p], d.board[:s]),
    "minHiRating": lambda d, p, s, r: 7463 - high(d.holes[p], d.board[:s]) >= r,
    "maxHiRating": lambda d, p, s, r: 7463 - high(d.holes[p], d.board[:s]) <= r,
    "bestHiRating": lambda d, p, s: all_high(d, s)[p] == min(all_high(d, s)),
    "fiveCardHiHandNumber": lambda d, p, s: 7463 - high(d.holes[p], d.board[:s]),
    "cardsPlay": plays,
    "flopHandCategory": lambda d, p: flop_category(d.holes[p], d.board[:3]),
    "exactFlopHandCategory": lambda d, p, k: flop_category(d.holes[p], d.board[:3]) == k,
    "minFlopHandCategory": lambda d, p, k: flop_category(d.holes[p], d.board[:3]) >= k,
    "pocketPair": lambda d, p: bool(twice(d.holes[p])),
    "overpair": lambda d, p, s: max(twice(d.holes[p]), default=-1) > max(ranks_of(d.board[:s])),
    "threeFlush": lambda d, p, s: flush_cards(d, p, s) == 3,
    "fourFlush": lambda d, p, s: flush_cards(d, p, s) == 4,
    "nutHi": lambda d, p, s: is_nut(d.holes[p], d.board[:s], d.dead, "high"),
    "nutHiForHandType": nut_of_type,
    "nutHiOuts": lambda d, p, s: nut_outs(d.holes[p], d.board[:s], d.dead, "high"),
    "outsToHandType": lambda d, p, s, t: next_types(d, p, s).count(t),
    "minOutsToHandType": lambda d, p, s, t, n: next_types(d, p, s).count(t) >= n,
    "loRating": lambda d, p, s: LOW - low(d.holes[p], d.board[:s]),
    "bestLoRating": lambda d, p, s: all_low(d, s)[p] == min(all_low(d, s)) < LOW,
    "madeLo": lambda d, p, s: low(d.holes[p], d.board[:s]) < LOW,
    "nutLo": lambda d, p, s: is_nut(d.holes[p], d.board[:s], d.dead, "low"),
    "nutLoOuts": lambda d, p, s: nut_outs(d.holes[p], d.board[:s], d.dead, "low"),
    "boardLoCardCount": lambda d, s: lows_of(d.board[:s]),
    "boardAllowsMadeLo": lambda d, s: lows_of(d.board[:s]) >= 3,
    "boardHasOneDistinctLoCard": lambda d, s: lows_of(d.board[:s]) == 1,
    "boardHasTwoDistinctLoCards": lambda d, s: lows_of(d.board[:s]) == 2,
    "boardSuitCount": lambda d, s: sum(n > 0 for n in suit_counts(d.board[:s])),
    "rainbowBoard": lambda d, s: max(suit_counts(d.board[:s])) == 1,
    "twoToneBoard": lambda d, s: sum(n > 0 for n in suit_counts(d.board[:s])) == 2,
    "monotoneBoard": lambda d, s: sum(n > 0 for n in suit_counts(d.board[:s])) == 1,
    "flushingBoard": lambda d, s: max(suit_counts(d.board[:s])) >= 3,
    "pairedBoard": lambda d, s: bool(twice(d.board[:s])),
    "straightBoard": lambda d, s: straight_board(d.board[:s]),
    "turnCard": lambda d: d.board[3],
    "riverCard": lambda d: d.board[4],
    "boardRanks": lambda d, s: ranks_of(d.board[:s]),
    "duplicatedBoardRanks": lambda d, s: twice(d.board[:s]),
    "handRanks": lambda d, p, s: ranks_of(d.holes[p]),
    "duplicatedHandRanks": lambda d, p, s: twice(d.holes[p]),
    "intersectingHandRanks": lambda d, p, s: ranks_of(d.holes[p]) & ranks_of(d.board[:s]),
    "nonIntersectingHandRanks": lambda d, p, s: ranks_of(d.holes[p]) - ranks_of(d.board[:s]),
    "handBoardIntersections": lambda d, p, s: len(ranks_of(d.holes[p]) & ranks_of(d.board[:s])),
    "hasTopBoardRank": lambda d, p, s: nth(1, ranks_of(d.board[:s])) in ranks_of(d.holes[p]),
    "hasSecondBoardRank": lambda d, p, s: nth(2, ranks_of(d.board[:s])) in ranks_of(d.holes[p]),
    "maxRank": lambda d, r: max(r, default=-1),
    "minRank": lambda d, r: min(r, default=-1),
    "nthRank": lambda d, n, r: nth(n, r),
    "rankCount": lambda d, r: len(r),
}


def deals(holes, board, dead=(), *, halves=False):
    """Every deal: each player has one of his holes, later cards of the board in every order."""

    def tuples(players, taken):
        if not players:
            yield ()
            return
        for hole in players[0]:
            if not taken & {*hole}:
                for rest in tuples(players[1:], taken | {*hole}):
                    yield (hole, *rest)

    for held in tuples(holes, {*board, *dead}):
        known = {card for hole in held for card in hole} | {*board, *dead}
        left = [card for card in range(52) if card not in known]
        for more in permutations(left, 5 - len(board)):
            yield Deal(held, (*board, *more), tuple(dead), halves)
