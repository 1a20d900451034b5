"""The problems of hands, in words: the kernels report them as numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pokerlake.catalogue import PLAYED_GAMES
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.histories import records as of_hands
from pokerlake.engine.histories import sharing_kernels as of_pots

from .hand import shown

CUT_SHORT = of_hands.CUT_SHORT
NO_BLIND = 255  # found by no kernel: a hand without stakes, in which nobody posts
_STREET_CARDS = (0, 3, 1, 1)
_NOBODY = 255


class Fault(NamedTuple):
    """A problem of a hand, as a kernel found it."""

    kind: int
    text: str  # of the line; empty for the hand as a whole
    who: int  # his place
    told: int
    due: int
    names: list[str]  # of the players, by place
    game: str
    pots: list[int]  # their sizes by the betting
    listed: list[int]  # by the file

    @property
    def name(self) -> str:
        """The player whom it concerns."""
        return self.named(self.who)

    def named(self, place: int) -> str:
        """A player."""
        return self.names[place] if 0 <= place < len(self.names) else "somebody"

    @property
    def action(self) -> str:
        """The text of the line after the player."""
        text = self.text
        for name in sorted(self.names, key=len, reverse=True):
            if text.startswith(name):
                return text[len(name) :].lstrip(" :")
        return text

    def street(self, number: int) -> str:
        """A street of the game."""
        streets = PLAYED_GAMES[self.game].streets
        return streets[number % len(streets)]

    def street_cards(self) -> int:
        """How many cards should come to the board."""
        return _STREET_CARDS[self.due % 4] if PLAYED_GAMES[self.game].boards else 0

    def pot(self, number: int) -> str:
        """A pot."""
        if len(self.pots) == 1:
            return "the pot"
        return f"side pot {number}" if number else "the main pot"


def cards_text(packed: int) -> str:
    """Packed cards as text, ``AhKd``."""
    numbers = [packed >> 6 * at & 63 for at in range(packed >> 48)]
    return "".join(CARDS[number] if number < len(CARDS) else "??" for number in numbers)


def is_unfinished(problem: str) -> bool:
    """Whether a problem may mean that a hand is not completely written yet."""
    return problem.startswith(("is cut short", "ends before", "does not tell who collects"))


def problem_of(fault: Fault) -> str:
    """A problem as one line."""
    told, due = fault.told, fault.due
    if fault.kind == of_hands.RETURNS:
        return (
            f"uncalled and returned is {_returned(fault, told)} by the file, "
            f"{_returned(fault, due)} by the betting"
        )
    if fault.kind == of_hands.FEW_PLAYERS:
        return f"{told} players are dealt in; two to ten are read"
    if fault.kind == of_hands.DEALT_BEFORE:
        return f"the {fault.street(told)} comes before {fault.name} acts"
    if fault.kind == of_hands.NOT_HIS_TURN and told >= len(fault.names):
        return f"{fault.name} acts after the betting is over"
    return _WORDS[fault.kind](fault)


def _returned(fault: Fault, amount: int) -> str:
    return f"{shown(amount)} to {fault.name}" if amount else "nothing"


def _amounts(text: str) -> Callable[[Fault], str]:
    """Words with ``{name}``, ``{told}`` and ``{due}``, which are amounts."""
    return lambda fault: text.format(
        name=fault.name,
        told=shown(fault.told),
        due=shown(fault.due),
        text=fault.text,
        action=fault.action,
    )


_WORDS: dict[int, Callable[[Fault], str]] = {
    **{
        kind: _amounts(text)
        for kind, text in {
            of_hands.NO_ACTION: "{action!r} is no action",
            of_hands.NO_PLAYER: "{text!r} is of somebody who has no seat",
            of_hands.NO_SEAT: "{text!r} is no seat",
            of_hands.SEATS_TAKEN: "{text!r}: the seat is taken, or there is none",
            of_hands.CUT_SHORT: "is cut short: its end is missing",
            of_hands.LONG_LINE: "a line is longer than 10,000 bytes",
            of_hands.TOO_MUCH: "tells more chips than can be counted",
            of_hands.POSTS_LATE: "{name} posts after the betting has begun",
            of_hands.PUTS_IN: "{name} puts in {told}, his stack is {due}",
            of_hands.HAS_FOLDED: "{name} acts after he has folded",
            of_hands.IS_ALL_IN: "{name} acts after he is all-in",
            of_hands.STREET_OVER: "{name} acts after the betting of the street is over",
            of_hands.FOLDS_LAST: "{name} folds after all others have folded",
            of_hands.CHECKS: "{name} checks, {due} was to call",
            of_hands.BETS: "{name} bets, there is a bet",
            of_hands.RAISES_NOTHING: "{name} raises, there is no bet",
            of_hands.RAISES_LESS: "{name} raises to {told}, the bet is {due}",
            of_hands.CALLS: "{name} calls {told}, {due} was to call",
            of_hands.NOT_ALL_IN: "{name} is all-in with {told} left",
            of_hands.DEALT_AFTER_FOLDS: "cards are dealt after all but one have folded",
            of_hands.NOT_OVER: "ends before the hand is over",
            of_pots.TOTAL_OTHER: "the total pot is {told} by the file, {due} by the betting",
            of_pots.LESS_THAN_NOTHING: "{name} collects {told} less than nothing",
            of_pots.NOT_IN_HAND: "{name} collects, who is not in the hand",
            of_pots.PAID_OTHER: "{told} is collected, the pot without rake is {due} by the file",
            of_pots.COLLECTED_MORE: "{told} is collected, the pot is {due}",
            of_pots.RAKE_LARGE: "{told} is collected, the pot is {due}: that is no rake",
            of_pots.MORE_THAN_PART: "{name} collects {told} more than his part of the pots",
            of_pots.NOT_TOLD: (
                "who wins is not told: there are no winnings, and the cards of {name} are not known"
            ),
            of_pots.FINISHES: "{name} finishes with {told} by the file, {due} by the betting",
            of_pots.NOTHING_COLLECTED: "does not tell who collects the pot",
        }.items()
    },
    NO_BLIND: lambda _: "the big blind is 0: no stakes are told, and nobody posts one",
    of_hands.NOT_HIS_TURN: lambda it: f"{it.name} acts when it is {it.named(it.told)}'s turn",
    of_hands.AFTER_RIVER: lambda it: f"cards are dealt after the {it.street(-1)}",
    of_hands.STREET_PLACE: lambda it: f"the {it.street(it.told)} is out of place",
    of_hands.STREET_CARDS: lambda it: (
        f"the {it.street(it.due)} is {it.told} cards, not {it.street_cards()}"
    ),
    of_hands.DEALT_TWICE: lambda it: f"{CARDS[it.told]} is dealt twice",
    of_hands.NOT_IN_DECK: lambda it: (
        f"{CARDS[it.told]} is dealt, which is not in the deck of {it.game}"
        if it.told < len(CARDS)
        else "a card of the board is not told"
    ),
    of_hands.REFUSES: lambda it: f"{it.text!r} is not read",
    of_hands.HOLE_CARDS: lambda it: f"{it.told} cards are dealt to {it.name}, not {it.due}",
    of_hands.HOLE_TWICE: lambda it: (
        f"{it.name} has {cards_text(it.told)}, and then {cards_text(it.due)}"
    ),
    of_hands.BOARD_OTHER: lambda it: f"{it.text!r} is not the board that was dealt",
    of_hands.BOARD_PLACE: lambda it: f"{it.text!r} is of board {it.told}; three are read",
    of_hands.MANY_ACTIONS: lambda it: f"{it.told:,} actions are too many for one hand",
    of_pots.RAKE_OTHER: lambda it: (
        f"{shown(it.told)} collected and {shown(it.due)} rake are {shown(it.told + it.due)}, "
        f"the pot is {shown(sum(it.pots))}"
    ),
    of_pots.POTS_OTHER: lambda it: (
        f"the pots are {', '.join(map(shown, it.listed))} by the file, "
        f"{', '.join(map(shown, it.pots))} by the betting"
    ),
    of_pots.NO_SIDE_POT: lambda it: (
        f"there is a side pot {it.told} by the file, the betting makes {it.due} pots"
    ),
    of_pots.NO_PART: lambda it: (
        f"{it.name} collects from side pot {it.told}, in which he has no part"
    ),
    of_pots.POT_OVER: lambda it: (
        f"{shown(it.told)} is collected from {it.pot(it.due)}, which has less"
    ),
    of_pots.BETTER: lambda it: (
        f"{it.name} collects from {it.pot(it.told)}, the cards of {it.named(it.due)} are better"
    ),
    of_pots.WITHOUT: lambda it: (
        f"{it.name} collects nothing from {it.pot(it.told)}, though nobody's cards are better"
    ),
    of_pots.PART_LESS: lambda it: (
        f"{it.name} collects {shown(it.told)} from {it.pot(it.due & 15)}, "
        f"by the cards at least {shown(it.due >> 4)}"
    ),
    of_pots.PART_MORE: lambda it: (
        f"{it.name} collects {shown(it.told)} from {it.pot(it.due & 15)}, "
        f"by the cards at most {shown(it.due >> 4)}"
    ),
}
