"""What a player of stud may have, as text: held against plain loops over how three cards lie."""

from itertools import combinations

import pytest

from pokerlake.catalogue import RANKS
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.stud.known_text import parse_stud

SPLITS = [
    (tuple(card for card in three if card != up), up)
    for three in combinations(range(52), 3)
    for up in three
]


def ranks(*cards):
    return "".join(sorted(RANKS[card >> 2] for card in cards))


def one_suit(*cards):
    return len({card & 3 for card in cards}) == 1


# A text where the ace is low, and how much of a way to lay three cards is meant.
TEXTS = {
    "(A23)": lambda down, up: ranks(*down, up) == "23A",
    "(A2)/3": lambda down, up: ranks(*down) == "2A" and ranks(up) == "3",
    "[A2]A/A": lambda down, up: ranks(*down) in ("2A", "AA") and ranks(up) == "A",
    "[A-4][A-4]/[2-5]": lambda down, up: set(ranks(*down)) <= set("A234") and ranks(up) in "2345",
    "AxKx/[c,d], (2h3h)5": lambda down, up: (
        (ranks(*down) == "AK" and one_suit(*down) and up & 3 < 2)
        or (sorted(down) == [2, 6] and ranks(up) == "5")
    ),
    "432-,KKK!KsKhKd": lambda down, up: (
        ranks(*down, up) == "234"
        or ranks(*down, up) == "23A"
        or (ranks(*down, up) == "KKK" and {up, *down} != {45, 46, 47})
    ),
    "(AA-33)/[T+]": lambda down, up: ranks(*down) in ("22", "33", "AA") and ranks(up) in "TJQK",
}


@pytest.mark.parametrize("text", TEXTS)
def test_sets_weigh_as_many_ways_to_lay_them_as_are_meant(text):
    meant = TEXTS[text]
    ways = {}
    for down, up in SPLITS:
        if meant(down, up):
            three = tuple(sorted((*down, up)))
            ways[three] = ways.get(three, 0) + 1
    found = parse_stud(text, ace_low=True)
    assert found.cards.tolist() == sorted(map(list, ways), key=lambda cards: cards[::-1])
    expected = [ways[tuple(cards)] / max(ways.values()) for cards in found.cards.tolist()]
    assert found.weights == pytest.approx(expected)


def test_parts_of_other_weights_meet_by_the_way_that_cards_lie():
    found = parse_stud("AKQ:0.25, KQ/A@50, 65/7@50")  # a way in three of AKQ is there more often
    weights = dict(zip(map(format_hand, found.cards[:, ::-1]), found.weights, strict=True))
    assert weights["AcKcQc"] == pytest.approx(0.5)  # (0.25 + 0.25 + 0.5) / 3, and
    assert weights["7c6c5c"] == pytest.approx(0.25)  # 0.5 / 3


@pytest.mark.parametrize(
    ("text", "problem"),
    {
        "A2,A23": "3 cards known here, and 2 cards before",
        "AK/Q,A/KQ": "as many cards down, and as many up",
        "Ah/Ah": "a card is there twice",
        "[2-K][2-K][2-K][2-K]": "too many cards without a suit",
        "*!A": "give cards as AhKhQs, ranks as A23",
        "15%": "needs a ranking",
        "A2:7": "weight 7 is not in 0..1",
        "AAA/AA": "a rank more than four times",
        "A23,": "a part is missing",
    }.items(),
)
def test_what_is_no_range_is_told(text, problem):
    with pytest.raises(RangeError, match=problem.replace("*", "[*]")):
        parse_stud(text)
