"""Values and best responses of a spot by plain enumeration: every deal, every line, word by word.

Slow, to be believed at sight. Cards, holes and lines are text. What a line means is read from its
words, ``b94 r260 c f x``; of the solver nothing is used but the list of lines that there are.
"""

from collections import defaultdict
from itertools import product
from typing import NamedTuple

import pokerlake as pk

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
OOP = 0


class Point(NamedTuple):
    """Where a line has led, once some cards are dealt."""

    what: str  # "decide", "deal", "fold" or "show down"
    player: int  # who decides, or has folded
    put_in: list[int]  # chips of both, since the spot began


class Played(NamedTuple):
    """What a player does at a decision, with a hole."""

    reach: float  # the weight of the hole, times how often he comes here with it
    met: float  # the other's reach, of all holes that this one can meet
    values: list[float]  # by action: the chips that he wins from here on


class Game:
    """A spot, and strategies of both players.

    ``ranges`` are weights by hole; ``strategies[dealt, line][hole]`` are shares of actions, in the
    order of ``lines``. ``played[dealt, line, hole]`` is filled by ``values``.
    """

    def __init__(self, board, ranges, pot, stack, lines, strategies, rake=0.0, cap=float("inf")):
        self.board, self.ranges, self.pot, self.stack = board, ranges, pot, stack
        self.strategies, self.rake, self.cap = strategies, rake, cap
        self.after = defaultdict(list)
        for line in dict.fromkeys(lines):
            if line:
                self.after[line.rpartition(" ")[0]].append(line)
        self.classes = {}
        self.played = {}

    def values(self, hero):
        """What the hero wins of the pot by the strategies, and by a best response."""
        pairs = product(*(rows.items() for rows in self.ranges))
        deals = sum(w * v for (one, w), (other, v) in pairs if apart(one, other))
        won = [-self.stack, -self.stack]
        for hole, weight in self.ranges[hero].items():
            others = {other: w for other, w in self.ranges[1 - hero].items() if apart(hole, other)}
            for k, chips in enumerate(self.walk("", "", hero, hole, weight, others)):
                won[k] += weight * chips / deals
        return won

    def walk(self, line, dealt, hero, hole, own, others):
        """The chips that the hero has at the end, times the reach of the others: mean, and best."""
        point = self.point(line, dealt)
        if point.what == "deal":
            return self.over_cards(line, dealt, hero, hole, own, others)
        if point.what != "decide":
            chips = sum(w * self.left(point, dealt, hero, hole, o) for o, w in others.items())
            return chips, chips
        shares, found = self.strategies[dealt, line], []
        for action, after in enumerate(self.after[line]):
            if point.player == hero:
                then = own * shares[hole][action], others
            else:
                then = own, {o: w * shares[o][action] for o, w in others.items()}
            found.append(self.walk(after, dealt, hero, hole, *then))
        if point.player != hero:
            return tuple(map(sum, zip(*found, strict=True)))
        met, has = sum(others.values()), self.stack - point.put_in[hero]
        values = [mean / met - has if met else None for mean, _ in found]
        self.played[dealt, line, hole] = Played(own, met, values)
        mean = sum(share * mean for share, (mean, _) in zip(shares[hole], found, strict=True))
        return mean, max(best for _, best in found)

    def over_cards(self, line, dealt, hero, hole, own, others):
        """The mean over the next card, which neither of two holes has."""
        known = [self.board[k : k + 2] for k in range(0, len(self.board), 2)]
        known += [dealt[k : k + 2] for k in range(0, len(dealt), 2)]
        left = [card for card in DECK if card not in known]
        found = [0.0, 0.0]
        for card in left:
            if apart(card, hole):
                live = {other: w for other, w in others.items() if apart(card, other)}
                for k, chips in enumerate(self.walk(line, dealt + card, hero, hole, own, live)):
                    found[k] += chips / (len(left) - 4)
        return found

    def point(self, line, dealt):
        """Play a line, word by word."""
        player, put_in, before = OOP, [0, 0], 0
        over, street = 0, []  # how many streets are over, and the words of this one
        for word in line.split():
            street.append(word)
            if word == "f":
                return Point("fold", player, put_in)
            if word[0] in "br":
                put_in[player] = before + int(word[1:])
            elif word == "c":
                put_in[player] = put_in[1 - player]
            player = 1 - player
            if word == "c" or street == ["x", "x"]:
                player, before, over, street = OOP, put_in[0], over + 1, []
        cards, to_come = len(dealt) // 2, 5 - len(self.board + dealt) // 2
        if street or (over == cards and not (over and put_in[0] == self.stack)):
            return Point("decide", player, put_in)
        return Point("deal" if to_come else "show down", -1, put_in)

    def left(self, point, dealt, hero, hole, other):
        """The chips that the hero has where a hand ends."""
        mine, theirs = point.put_in[hero], point.put_in[1 - hero]
        called = min(mine, theirs)
        pot = self.pot + 2 * called
        pot -= min(pot * self.rake, self.cap)
        if point.what == "fold":
            won = 0 if point.player == hero else pot
        else:
            own, met = self.class_of(hole, dealt), self.class_of(other, dealt)
            won = pot if own < met else pot / 2 if own == met else 0
        return self.stack - called + won

    def class_of(self, hole, dealt):
        """The class of a hole on a river; the best is 1."""
        if dealt not in self.classes:
            live = {h for rows in self.ranges for h in rows if apart(h, self.board + dealt)}
            hands = [h + self.board + dealt for h in live]
            self.classes[dealt] = dict(zip(live, pk.evaluate(hands).tolist(), strict=True))
        return self.classes[dealt][hole]


def apart(one, other):
    """Whether no card is in both."""
    return not {one[k : k + 2] for k in range(0, len(one), 2)} & {
        other[k : k + 2] for k in range(0, len(other), 2)
    }
