"""The kinds of made hands and the draws: code, name and definition of each, for all to read.

Names, documentation and the kernels' numbers come from here. The codes of kinds count from 1, the
best, category by category in the order of the game: in short deck a flush precedes a full house.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from pokerlake.catalogue import Order


@dataclass(frozen=True)
class Kind:
    """A kind of made hand."""

    category: str  # one of ``Order.category_names``
    name: str
    about: str  # when a hole is of this kind


@dataclass(frozen=True)
class Draw:
    """A draw, a bit of a set of them."""

    name: str
    about: str  # when a hole has this draw


_FLUSHES = (
    ("nut", "the highest"), ("second nut", "the second"), ("third nut", "the third"),
    ("low", "a lower one"),
)  # fmt: skip

# In the order of high hands; within a category best first, like all codes.
_KINDS = (
    Kind("straight flush", "straight flush", "five in a row of one suit"),
    Kind("four of a kind", "quads with pocket pair", "a pocket pair, and two on the board"),
    Kind("four of a kind", "quads with one card", "one card of the hole, and three on the board"),
    Kind("four of a kind", "quads on board", "four on the board"),
    Kind("full house", "full house with set", "a pocket pair, one on the board, and its pair"),
    Kind("full house", "full house with two cards", "one card makes three, the other a pair"),
    Kind("full house", "full house with one card", "one card makes three; the pair is the board's"),
    Kind("full house", "full house over board trips", "a pair above the board's three"),
    Kind("full house", "full house under board trips", "a pair below the board's three"),
    *(
        Kind(
            "flush",
            f"{height} flush with {cards}",
            f"{on} of a suit on the board; the hole's highest is {which} of those that it lacks",
        )
        for height, which in _FLUSHES
        for cards, on in (("two cards", "three"), ("one card", "four or five"))
    ),
    Kind("straight", "nut straight", "the best straight that any hole makes on the board"),
    Kind("straight", "straight with two cards", "it needs two ranks of the hole"),
    Kind("straight", "straight with one card", "it needs one rank of the hole"),
    Kind("three of a kind", "set", "a pocket pair, and one on the board"),
    Kind("three of a kind", "trips with top kicker", "one card, and two on the board; top kicker"),
    Kind("three of a kind", "trips with good kicker", "the same with a good kicker"),
    Kind("three of a kind", "trips with weak kicker", "the same with a weak kicker"),
    Kind("three of a kind", "trips on board", "three on the board"),
    Kind("two pair", "two pair with two cards", "none of the two pairs is the board's"),
    Kind("two pair", "two pair with board pair", "one of the two pairs is the board's"),
    Kind("two pair", "two pair on board", "both are the board's, and the hole has the kicker"),
    Kind("one pair", "overpair", "a pocket pair above all ranks of the board"),
    Kind("one pair", "top pair with top kicker", "the board's highest rank; top kicker"),
    Kind("one pair", "top pair with good kicker", "the same with a good kicker"),
    Kind("one pair", "top pair with weak kicker", "the same with a weak kicker"),
    Kind("one pair", "pocket pair under top rank", "between the board's first and second rank"),
    Kind("one pair", "second pair", "the board's second rank"),
    Kind("one pair", "pocket pair under second rank", "between its second and third rank"),
    Kind("one pair", "third pair", "the board's third rank"),
    Kind("one pair", "low pocket pair", "under the third rank, but not under all"),
    Kind("one pair", "low pair", "the board's fourth or fifth rank"),
    Kind("one pair", "underpair", "a pocket pair under all ranks of the board"),
    Kind("one pair", "pair on board", "a pair on the board only"),
    Kind("high card", "high card with two overcards", "both cards above the board"),
    Kind("high card", "high card with one overcard", "one card above the board"),
    Kind("high card", "high card without overcards", "no card above the board"),
    Kind("board", "board plays", "on the river no card of the hole plays"),
)  # fmt: skip

DRAWS = (
    Draw("flush draw with two cards", "two of a suit in the hole, and two on the board"),
    Draw("flush draw with one card", "one of a suit in the hole, and three on the board"),
    Draw("nut flush draw", "with the highest card of the suit that the board lacks"),
    Draw("open-ended", "two ranks complete a straight, and four in a row are there"),
    Draw("double gutshot", "two ranks complete a straight, and no four in a row are there"),
    Draw("gutshot", "one rank completes a straight"),
    Draw("one-card straight draw", "one of the cards alone has the same straight draw"),
    Draw("combo draw", "a flush draw and a straight draw"),
    Draw("two overcards", "two cards above the board, and no pair with a card of the hole"),
    Draw("one overcard", "the same of one card"),
    Draw("backdoor flush with two cards", "on the flop two of a suit, and one on the board"),
    Draw("backdoor flush with one card", "on the flop one of a suit, and two on the board"),
    Draw("backdoor straight with two cards", "on the flop three of a straight, two of the hole"),
    Draw("backdoor straight with one card", "on the flop three of a straight, one of the hole"),
    Draw("wrap of 20 outs", "of Omaha: more ranks than two complete a straight, with 20 cards"),
    Draw("wrap of 16 to 19 outs", "the same with 16 to 19"),
    Draw("wrap of 13 to 15 outs", "the same with 13 to 15"),
    Draw("wrap of 9 to 12 outs", "the same with 9 to 12"),
)


@functools.cache
def kinds_of(order: Order) -> tuple[Kind, ...]:
    """The kinds of an order's hands, best first: code 1 stands for the first."""
    place = {name: at for at, name in enumerate((*order.category_names, "board"))}
    return tuple(sorted(_KINDS, key=lambda kind: place[kind.category]))


@functools.cache
def first_codes(order: Order) -> dict[str, int]:
    """The code of the first kind of each category of an order."""
    kinds = kinds_of(order)
    return {kind.category: code for code, kind in reversed([*enumerate(kinds, 1)])}
