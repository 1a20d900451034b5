"""The rules of games, each as data, and their names."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb

from ..cards.text import CARDS

_FULL_DECK = tuple(range(52))
_SHORT_DECK = _FULL_DECK[16:]  # six to ace


@dataclass(frozen=True)
class Rule:
    """What is dealt in a game with a board, and which hands share a pot.

    Orders are named; a hand of five cards is the best that a player can make by each of them.

    Attributes
    ----------
    name : str
        Its name: ``omaha hi-lo``.
    spellings : tuple of str
        What else it is called, of letters, digits and plus: ``omaha8`` also stands for
        ``Omaha-8``.
    about : str
        What it is, in a line.
    hole : int
        How many cards a player has.
    used : int or None
        How many of these a hand has, exactly; None if it may have any number.
    high : str
        The order by which the pot is won, or the high half of it.
    low : str or None
        The order by which the low half is won; without a hand of that order the high one wins
        both halves. None if the pot is not halved.
    deck : tuple of int
        The cards, ascending.
    """

    name: str
    spellings: tuple[str, ...]
    about: str
    hole: int
    used: int | None = None
    high: str = "high"
    low: str | None = None
    deck: tuple[int, ...] = _FULL_DECK

    @property
    def dead(self) -> tuple[int, ...]:
        """The cards that are not in its deck."""
        return tuple(card for card in range(len(CARDS)) if card not in self.deck)

    @property
    def holes(self) -> int:
        """How many holes its deck has."""
        return comb(len(self.deck), self.hole)

    @property
    def halves(self) -> bool:
        """Whether a pot has a high and a low half."""
        return self.low is not None


HOLDEM = Rule(
    "hold'em", ("holdem", "texas", "texasholdem", "nlhe", "nlh", "nolimitholdem", "limitholdem"),
    "two cards, of which a hand may have any number",
    2,
)  # fmt: skip
OMAHA = Rule(
    "omaha",
    (
        "omaha4", "plo", "plo4", "omahahi", "omahahigh", "omahaholdem", "potlimitomaha",
        "4cardplo", "4cardomaha", "fourcardplo", "fourcardomaha",
    ),
    "four cards, of which a hand has two",
    4, 2,
)  # fmt: skip
OMAHA5 = Rule(
    "omaha5", ("plo5", "5cardplo", "5cardomaha", "fivecardplo", "fivecardomaha"),
    "five cards, of which a hand has two",
    5, 2,
)  # fmt: skip
OMAHA6 = Rule(
    "omaha6", ("plo6", "6cardplo", "6cardomaha", "sixcardplo", "sixcardomaha"),
    "six cards, of which a hand has two",
    6, 2,
)  # fmt: skip
OMAHA_HI_LO = Rule(
    "omaha hi-lo",
    (
        "o8", "o8b", "omaha8", "omaha8b", "omaha8ob", "omaha8orbetter", "omahaeightorbetter",
        "omahahilo8", "omahahilo8orbetter", "omahahighlow", "omahahilow", "plo8", "plo8b",
        "plo8orbetter", "plohilo", "potlimitomaha8", "potlimitomahahilo",
    ),
    "Omaha of two halves: the high hand's, and the low one's if it is eight high or better",
    4, 2, low="eight or better",
)  # fmt: skip
SHORT_DECK = Rule(
    "short deck", ("short", "shortdeckholdem", "6+", "6+holdem", "6plus", "6plusholdem", "sixplus"),
    "hold'em with 36 cards, six to ace, in an order of its own",
    2, high="short deck", deck=_SHORT_DECK,
)  # fmt: skip

RULES = {rule.name: rule for rule in (HOLDEM, OMAHA, OMAHA5, OMAHA6, OMAHA_HI_LO, SHORT_DECK)}


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter == "+")


_SPELLINGS = {
    spelling: rule for rule in RULES.values() for spelling in (_plain(rule.name), *rule.spellings)
}


@functools.lru_cache(64)  # it is asked for with each range
def rule_named(name: str) -> Rule | None:
    """The rule of a name or another spelling, in any case; None if there is none.

    Blanks and hyphens do not count.

    Examples
    --------
    >>> rule_named("Omaha-8").name, rule_named("PLO").used, rule_named("chess")
    ('omaha hi-lo', 2, None)
    """
    return _SPELLINGS.get(_plain(name))
