"""Values and best responses of a whole game by plain enumeration: every hole, board and line."""

from collections import defaultdict
from itertools import combinations
from math import comb, perm

from oracle.naive import best_class, canonical_key

DECISION, _, FOLD, SHOWDOWN = range(4)
BOARD = (0, 3, 4, 5)  # cards on it, by street


class Game:
    """A game of four streets on a deck, and mean strategies of both players.

    ``strategy(node)[bucket]`` are shares of actions, ``buckets_of(board)[hole]`` buckets, and
    ``cards[hole]`` two cards of the deck, whose suits are all alike.
    """

    def __init__(self, lines, strategy, buckets_of, cards, deck):
        self.lines, self.buckets_of, self.deck = lines, buckets_of, deck
        self.cards = {hole: set(two) for hole, two in enumerate(cards) if set(two) <= set(deck)}
        self.shares = {
            node: strategy(node).tolist()
            for node in range(len(lines))
            if lines.kind[node] == DECISION
        }
        self.kind, self.player, self.street = (
            row.tolist() for row in (lines.kind, lines.player, lines.street)
        )
        self.stake = lines.put_in.min(axis=1).tolist()
        self.buckets, self.classes = {}, {}

    def values(self, hero):
        """What a best response of the hero wins, and his mean strategy, in chips a hand."""
        return self.won(hero, [set(self.shares), set()])

    def won(self, hero, chosen):
        """What the hero wins who chooses best at some decisions, and else plays his mean strategy.

        ``chosen`` has sets of decisions; there is a number for each.
        """
        total, deals = [0] * len(chosen), 0
        alike = defaultdict(list)  # up to suits
        for hole, two in self.cards.items():
            alike[canonical_key(two, ())].append(hole)
        for hole, *more in alike.values():
            two, same = self.cards[hole], 1 + len(more)
            others = {other: 1.0 for other, those in self.cards.items() if not two & those}
            won = self.walk(0, (), hero, hole, others, chosen)
            total = [so_far + same * more for so_far, more in zip(total, won, strict=True)]
            deals += same * len(others)
        deals *= self.to_come(())
        return [one / deals for one in total]

    def walk(self, node, board, hero, hole, others, chosen):
        """What the hero wins below a node against other holes as often as they come there.

        It is added up over all cards to come.
        """
        kind, children = self.kind[node], self.lines.children[node]
        if kind == DECISION:
            street = self.street[node]
            if len(board) < BOARD[street]:
                return self.dealt(node, board, hero, hole, others, chosen)
            if self.player[node] == hero:
                won = [self.walk(child, board, hero, hole, others, chosen) for child in children]
                mine = self.shares[node][self.bucket(board, hole)]
                return [
                    max(each)
                    if node in those
                    else sum(share * one for share, one in zip(mine, each, strict=True))
                    for those, *each in zip(chosen, *won, strict=True)
                ]
            total = [0] * len(chosen)
            shares = {other: self.shares[node][self.bucket(board, other)] for other in others}
            for action, child in enumerate(children):
                those = {other: reach * shares[other][action] for other, reach in others.items()}
                won = self.walk(child, board, hero, hole, those, chosen)
                total = [one + more for one, more in zip(total, won, strict=True)]
            return total
        if kind == SHOWDOWN and len(board) < 5:  # all in
            return self.dealt(node, board, hero, hole, others, chosen)
        if kind == FOLD:
            won = sum(others.values()) * (1 if self.player[node] != hero else -1)
            won *= self.to_come(board)
        elif kind == SHOWDOWN:
            own = self.strength(board, hole)
            won = 0
            for other, reach in others.items():
                that = self.strength(board, other)
                won += reach * ((own < that) - (own > that))
        else:
            return self.walk(children[0], board, hero, hole, others, chosen)
        return [won * self.stake[node]] * len(chosen)

    def dealt(self, node, board, hero, hole, others, chosen):
        """The same, with the cards of the next street: three, then one by one."""
        free = [card for card in self.deck if card not in board and card not in self.cards[hole]]
        total = [0] * len(chosen)
        for cards in combinations(free, 1 if board else 3):
            those = {
                other: reach
                for other, reach in others.items()
                if self.cards[other].isdisjoint(cards)
            }
            won = self.walk(node, (*board, *cards), hero, hole, those, chosen)
            total = [one + more for one, more in zip(total, won, strict=True)]
        return total

    def to_come(self, board):
        """In how many ways the rest of the board comes, where two holes are known."""
        left = len(self.deck) - 4 - len(board)
        flops = 1 if board else comb(left, 3)
        left -= 0 if board else 3
        return flops * perm(left, min(2, 5 - len(board)))

    def bucket(self, board, hole):
        """The bucket of a hole."""
        if board not in self.buckets:
            self.buckets[board] = self.buckets_of(board).tolist()
        return self.buckets[board][hole]

    def strength(self, board, hole):
        """The class of a hole at the showdown, the lower the better."""
        seven = tuple(sorted((*board, *self.cards[hole])))
        if seven not in self.classes:
            self.classes[seven] = best_class(seven)
        return self.classes[seven]
