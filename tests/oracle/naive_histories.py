"""Hands of PokerStars' text, read line by line, and what is in their pots; to be believed at sight.

Made for no-limit hold'em as the files of the tests have it. Chips are fractions.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from oracle.naive import parse_cards
from oracle.naive_equity import enumerate_deals

CHIPS = r"[\d.]+"
POSTS = ("small blind", "big blind")


class Action(NamedTuple):
    """An action, with what stood in the pot before it."""

    street: str
    player: str
    action: str
    amount: Fraction
    to_call: Fraction
    pot: Fraction
    board: str


class Hand(NamedTuple):
    """A hand; what belongs to a player stands under his name."""

    number: str
    big_blind: Fraction
    holes: dict[str, str]
    actions: list[Action]
    folded: dict[str, str]
    invested: dict[str, Fraction]
    collected: dict[str, Fraction]
    board: str

    @property
    def left(self) -> list[str]:
        """The players who did not fold."""
        return [player for player in self.holes if player not in self.folded]


def read_hands(text: str) -> Iterator[Hand]:
    """All hands of a file."""
    for part in re.split(r"\n\n+", text.strip()):
        yield read_hand(part)


def read_hand(text: str) -> Hand:
    """One hand."""
    number, big_blind = re.search(rf"Hand #(\d+): .*\({CHIPS}/({CHIPS})\)", text).groups()
    stacks = {
        name: Fraction(chips)
        for name, chips in re.findall(rf"^Seat \d+: (.+) \(({CHIPS}) in chips\)", text, re.M)
    }
    holes = {
        name: cards.replace(" ", "") for name, cards in re.findall(r"Dealt to (.+) \[(.+)\]", text)
    }
    street, board = "preflop", ""
    actions: list[Action] = []
    folded: dict[str, str] = {}
    invested = dict.fromkeys(stacks, Fraction(0))
    collected = dict.fromkeys(stacks, Fraction(0))
    bets = dict.fromkeys(stacks, Fraction(0))
    for line in text.partition("*** SUMMARY ***")[0].splitlines():
        if turned := re.match(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (.*)", line):
            street, board = turned[1].lower(), re.sub(r"[\[\] ]", "", turned[2])
            bets = dict.fromkeys(stacks, Fraction(0))
        elif returned := re.match(rf"Uncalled bet \(({CHIPS})\) returned to (.+)", line):
            invested[returned[2]] -= Fraction(returned[1])
        elif paid := re.match(rf"(.+) collected ({CHIPS}) from", line):
            collected[paid[1]] += Fraction(paid[2])
        elif done := re.match(
            r"(.+?): (posts small blind|posts big blind|folds|checks|calls|bets|raises)(.*)", line
        ):
            name, verb, rest = done.groups()
            chips = [Fraction(number) for number in re.findall(CHIPS, rest)]
            amount = (
                chips[-1] - bets[name] if verb == "raises" else chips[-1] if chips else Fraction(0)
            )
            to_call = min(max(bets.values()) - bets[name], stacks[name] - invested[name])
            verb = verb.removeprefix("posts ") if "posts" in verb else verb.removesuffix("s")
            to_call = Fraction(0) if verb in POSTS else to_call
            pot = sum(invested.values(), Fraction(0))
            actions.append(Action(street, name, verb, amount, to_call, pot, board))
            bets[name] += amount
            invested[name] += amount
            if verb == "fold":
                folded[name] = street
    return Hand(number, Fraction(big_blind), holes, actions, folded, invested, collected, board)


def pots(hand: Hand) -> list[tuple[Fraction, list[str]]]:
    """The main pot and the side pots: how large, and who may win it."""
    found = []
    paid = Fraction(0)
    for level in sorted({hand.invested[player] for player in hand.left}):
        size = sum(
            (min(chips, level) - min(chips, paid) for chips in hand.invested.values()), Fraction(0)
        )
        found.append((size, [player for player in hand.left if hand.invested[player] >= level]))
        paid = level
    return found


def all_in_luck(hand: Hand) -> dict[str, tuple[Fraction, float]]:
    """What each player collected, and what was his share by equity when the betting was over.

    Only of hands in which that was before the river and two players or more were left.
    """
    last = hand.actions[-1]
    if last.street == "river" or len(hand.left) < 2:
        return {}
    shares = dict.fromkeys(hand.left, 0.0)
    for size, players in pots(hand):
        live = [hand.holes[player] for player in players]
        others = "".join(hand.holes[player] for player in hand.left if player not in players)
        for player, equity in zip(players, equities(live, last.board, others), strict=True):
            shares[player] += equity * float(size)
    return {player: (hand.collected[player], shares[player]) for player in hand.left}


def equities(holes: list[str], board: str, dead: str = "") -> list[float]:
    """Of known holes, over all boards."""
    if len(holes) == 1:
        return [1.0]
    ranges: list[Any] = [{tuple(sorted(parse_cards(hole))): 1.0} for hole in holes]
    cards = [parse_cards(text) if text else [] for text in (board, dead)]
    found = enumerate_deals(ranges, *cards)
    return [
        sum(float(weight) / n for n, weight in enumerate(shared) if n) / found.weight
        for shared in found.shared
    ]
