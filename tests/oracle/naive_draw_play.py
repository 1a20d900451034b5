"""Five-card draw for five players, dealt by a referee: plain Python, to be believed at sight.

Stacks are counted in sixtieths of a chip, of which all pots can be shared exactly. Nothing of
pokerlake is imported here.
"""

import math
from collections.abc import Callable, Iterator, Sequence

from oracle import naive

Best = Callable[[Sequence[int], int], set[int]]
Chooser = Callable[[int, str, str, int], str]


def words(state: int) -> Iterator[int]:
    """SplitMix64."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        yield word ^ word >> 31


def take(deck: list[int], cards: int, word: int) -> list[int]:
    """Take so many cards off the deck: each is changed for one of those left, and then on top."""
    fraction = word >> 6
    taken = []
    for _ in range(cards):
        place, fraction = divmod(fraction * len(deck), 2**58)
        deck[0], deck[place] = deck[place], deck[0]
        taken.append(deck.pop(0))
    return taken


def pairs(cards: Sequence[int]) -> str | None:
    """What three and more of a kind, two pair and pairs are called."""
    category, lead, *_ = naive.score(cards)
    rank = naive.RANKS[lead]
    names = {
        6: "trips",
        7: "two-pair-high" if rank in "AKQJ" else "two-pair-low",
        8: rank + rank,
    }
    return names.get(category)


def high(cards: Sequence[int]) -> str:
    """What a hand without a pair is called by its highest card."""
    rank = naive.RANKS[max(cards) // 4]
    return f"{rank}-high" if rank in "AK" else "low"


def first_hand(cards: Sequence[int]) -> str:
    """What a hand is called before the exchange."""
    category = naive.score(cards)[0]
    if category == 2:
        return "quads"
    if category <= 5:
        return "straight+"
    if pairs(cards):
        return str(pairs(cards))
    if max([card % 4 for card in cards].count(suit) for suit in range(4)) == 4:
        return "four-flush"
    ranks = {card // 4 for card in cards}
    if any({low, low + 1, low + 2, low + 3} <= ranks for low in range(9)):
        return "open-ended"
    return high(cards)


def final_hand(cards: Sequence[int]) -> str:
    """What a hand is called after the exchange."""
    category = naive.score(cards)[0]
    best = {1: "full-house+", 2: "full-house+", 3: "full-house+", 4: "flush", 5: "straight"}
    return best.get(category) or pairs(cards) or high(cards)


class Round:
    """A round, played to its end: ``stacks`` in the end, and ``moves``.

    ``choose(seat, state, choices, word)`` makes one of the choices, a letter each;
    ``best(hand, n)`` are the n cards that the hand throws away best.
    A move is a seat, a state, a choice, and the seat's stack before it.
    """

    def __init__(self, random: Iterator[int], choose: Chooser, best: Best) -> None:
        self.random, self.choose = random, choose
        self.stacks = [-60] * 5
        self.pot = 300
        self.moves: list[tuple[int, str, str, int]] = []
        deck = list(range(52))
        self.hands = [take(deck, 5, next(random)) for _ in range(5)]
        self.playing = list(range(5))
        self.exchanged: dict[int, int] = {}
        self.names = [first_hand(hand) for hand in self.hands]
        bets = self.bet(1)
        if len(self.playing) > 1:
            self.exchange(deck, bets, best)
            self.names = [final_hand(hand) for hand in self.hands]
            self.bet(2)
        self.winners = self.best_hands()
        for seat in self.winners:
            self.stacks[seat] += self.pot // len(self.winners)

    def move(self, seat: int, state: str, choices: str) -> str:
        choice = self.choose(seat, state, choices, next(self.random))
        self.moves.append((seat, state, choice, self.stacks[seat]))
        return choice

    def bet(self, betting: int) -> int:
        """A round of betting: how many bets were made."""
        bets = 0
        paid = dict.fromkeys(self.playing, 0)
        to_act = list(self.playing)
        while to_act and len(self.playing) > 1:
            seat = to_act.pop(0)
            call, players, behind = bets - paid[seat], len(self.playing), len(to_act)
            if betting == 2:
                players, behind = min(players, 4), min(behind, 2)
            state = f"betting={betting} hand={self.names[seat]} call={call} bets={bets}"
            state += f" players={players} behind={behind}"
            if betting == 2:
                others = [self.exchanged[other] for other in self.playing if other != seat]
                state += f" own={min(self.exchanged[seat], 4)} least={min([*others, 4])}"
            choice = self.move(seat, state, "f" * (call > 0) + "c" + "r" * (bets < 4))
            if choice == "f":
                self.playing.remove(seat)
                continue
            if choice == "r":
                bets += 1
                after = [other for other in self.playing if other > seat]
                to_act = after + [other for other in self.playing if other < seat]
            self.stacks[seat] -= 60 * (bets - paid[seat])
            self.pot += 60 * (bets - paid[seat])
            paid[seat] = bets
        return bets

    def exchange(self, deck: list[int], bets: int, best: Best) -> None:
        for seat in self.playing:
            least = min([*self.exchanged.values(), 4]) if self.exchanged else "none"
            state = f"exchange hand={self.names[seat]} bets={bets} players={len(self.playing)}"
            count = int(self.move(seat, f"{state} least={least}", "012345"))
            self.exchanged[seat] = count
            if count:
                kept = set(self.hands[seat]) - best(self.hands[seat], count)
                self.hands[seat] = [*kept, *take(deck, count, next(self.random))]

    def best_hands(self) -> list[int]:
        if len(self.playing) == 1:
            return self.playing
        classes = {seat: naive.best_class(self.hands[seat]) for seat in self.playing}
        return [seat for seat in self.playing if classes[seat] == min(classes.values())]


Table = dict[tuple[str, str], list[int]]


def learner(table: Table, explore: float) -> Chooser:
    """Who takes the choice that has won most a game, or one at random.

    One never made is made first; of equals it is the first.
    """

    def choose(_: int, state: str, choices: str, word: int) -> str:
        if word >> 32 < round(explore * 2**32):
            return choices[(word % 2**32 * len(choices)) >> 32]
        rows = [table.get((state, choice), [0, 0]) for choice in choices]
        means = [won / games if games else math.inf for games, won in rows]
        return choices[means.index(max(means))]

    return choose


def write_down(table: Table, played: Round) -> None:
    """Each move of a round into the table: one game more, and what was won from then on."""
    for seat, state, choice, stack in played.moves:
        row = table.setdefault((state, choice), [0, 0])
        row[0] += 1
        row[1] += played.stacks[seat] - stack
