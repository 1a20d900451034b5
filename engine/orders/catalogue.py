"""The orders of hands, each as data, and their names."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ..cards.text import RANKS
from ..hands.classes import CATEGORY_NAMES

_LOW_CATEGORIES = (
    "no pair", "one pair", "two pair", "three of a kind", "full house", "four of a kind",
)  # fmt: skip


@dataclass(frozen=True)
class Order:
    """What beats what: classes of hands, of which the lower is the better, also where lows win.

    Attributes
    ----------
    name : str
        Its name: ``deuce to seven``.
    spellings : tuple of str
        What else it is called, of letters and digits: ``27`` also stands for ``2-7``.
    about : str
        What it is, in a line.
    classes : int
        How many there are: 1 is the best hand.
    category_names : tuple of str
        The categories, the best in front.
    ranks : str
        The ranks of its deck, the lowest in front: the ace is first where it is low.
    lows_win : bool
        Whether within a category the lower ranks win.
    sizes : tuple of int
        How many cards a hand may have. Its class is that of the best five, in badugi of the best
        up to four.
    qualifying : int
        Classes beyond are no hand that could win: all that do not qualify are one class.
    """

    name: str
    spellings: tuple[str, ...]
    about: str
    classes: int
    category_names: tuple[str, ...]
    ranks: str = RANKS
    lows_win: bool = False
    sizes: tuple[int, ...] = (5, 6, 7)
    qualifying: int = 1 << 15

    @functools.cached_property
    def dead(self) -> tuple[int, ...]:
        """The cards that are not in its deck."""
        return tuple(card for card in range(52) if RANKS[card >> 2] not in self.ranks)

    @property
    def deck(self) -> int:
        """How many cards its deck has."""
        return 4 * len(self.ranks)


HIGH = Order(
    "high", ("hi", "holdem", "standard"),
    "the best five cards of 52, as in hold'em and Omaha",
    7462, CATEGORY_NAMES,
)  # fmt: skip
SHORT_DECK = Order(
    "short deck", ("short", "6+", "6plus", "sixplus", "shortdeckholdem"),
    "36 cards, six to ace: a flush beats a full house, A-6-7-8-9 is the lowest straight",
    1404,
    (
        "straight flush", "four of a kind", "flush", "full house", "straight",
        "three of a kind", "two pair", "one pair", "high card",
    ),
    ranks=RANKS[4:],
)  # fmt: skip
ACE_TO_FIVE = Order(
    "ace to five",
    (
        "a5", "ato5", "acefive", "a5low", "a5lowball", "acetofivelow", "acetofivelowball", "razz",
        "california",
    ),
    "the lowest five cards, the ace low; straights and flushes do not count",
    6175, _LOW_CATEGORIES,
    ranks="A23456789TJQK", lows_win=True,
)  # fmt: skip
EIGHT_OR_BETTER = Order(
    "eight or better", ("8orbetter", "8ob", "8", "eight", "8low", "eightorbetterlow"),
    "ace to five, but only five different ranks up to eight are a low",
    57, ("low", "no low"),
    ranks="A23456789TJQK", lows_win=True, qualifying=56,
)  # fmt: skip
DEUCE_TO_SEVEN = Order(
    "deuce to seven",
    (
        "27", "2to7", "deuceseven", "27low", "27lowball", "deucetosevenlow",
        "deucetosevenlowball", "kansascity", "27td", "27tripledraw", "deucetoseventripledraw",
        "27sd", "27singledraw",
    ),
    "the lowest five cards, the ace high; straights and flushes count against",
    7462,
    (
        "no pair", "one pair", "two pair", "three of a kind", "straight", "flush",
        "full house", "four of a kind", "straight flush",
    ),
    lows_win=True,
)  # fmt: skip
BADUGI = Order(
    "badugi", ("badougi", "padooki"),
    "of four cards the most of different suits and ranks, and of those the lowest; the ace is low",
    1092, ("badugi", "three cards", "two cards", "one card"),
    ranks="A23456789TJQK", lows_win=True, sizes=(4,),
)  # fmt: skip

ORDERS = {
    order.name: order
    for order in (HIGH, SHORT_DECK, ACE_TO_FIVE, EIGHT_OR_BETTER, DEUCE_TO_SEVEN, BADUGI)
}
_SPELLINGS = {
    spelling: order
    for order in ORDERS.values()
    for spelling in (order.name.replace(" ", ""), *order.spellings)
}


def order_named(name: str) -> Order | None:
    """The order of a name or another spelling, in any case; None if there is none.

    Blanks and hyphens do not count.

    Examples
    --------
    >>> order_named("2-7").name, order_named("8 or better").name, order_named("chess")
    ('deuce to seven', 'eight or better', None)
    """
    return _SPELLINGS.get("".join(c for c in name.lower() if c.isalnum() or c == "+"))
