"""What players of stud show: who brings it in and who acts first, as pokerkit has it."""

import random

import numpy as np
import pokerkit
import pytest
from pokerkit.state import _HighHandOpeningLookup, _LowHandOpeningLookup

import pokerlake as pk
from pokerlake.catalogue import RAZZ, STUD, STUD_GAMES
from pokerlake.engine.cards.text import CardError, format_hand
from pokerlake.engine.stud.showing import openers, showing_ids, showing_names
from pokerlake.tables.errors import UsageError


@pytest.mark.parametrize("rule", STUD_GAMES.values(), ids=STUD_GAMES)
def test_who_opens_is_who_opens_in_pokerkit(rule):
    chance = random.Random(44)
    low = rule is RAZZ
    lookup = (_LowHandOpeningLookup if low else _HighHandOpeningLookup)()
    ranks = (pokerkit.RankOrder.REGULAR if low else pokerkit.RankOrder.STANDARD).index
    for case in range(400):
        players, cards = 2 + case % 7, 1 + case % 4
        deck = [4 * rank + suit for rank in chance.sample(range(13), 9) for suit in range(4)]
        up = np.array(chance.sample(deck, players * cards), np.uint8).reshape(players, cards)
        kit = [list(pokerkit.Card.parse(format_hand(hand))) for hand in up]
        if cards == 1:
            worth = [(ranks(card.rank), card.suit) for (card,) in kit]
            first = worth.index((max if low else min)(worth))
        else:
            worth = [lookup.get_entry(hand) for hand in kit]
            first = worth.index((min if low else max)(worth))
            classes = showing_ids(rule.high, up.T)
            assert (np.argsort(classes, kind="stable")[0], openers(rule.high, up[..., None])) == (
                first, [first],
            )  # fmt: skip
        assert openers(rule.high, up[:, :, None]).tolist() == [first]


def test_names_of_what_shows():
    for rule, cards, first, last in (
        (STUD, 1, "high card, ace", "high card, deuce"),
        (STUD, 3, "three of a kind, aces", "high card, four-three-deuce"),
        (RAZZ, 4, "no pair, four-three-deuce-ace", "four of a kind, kings"),
    ):
        names = showing_names(rule.high, cards)
        assert (names[0], names[-1]) == (first, last)
        assert len(set(names)) == len(names) == {1: 13, 3: 455, 4: 1820}[cards]
    assert "two pair, aces and kings" in showing_names(STUD.high, 4)
    assert "one pair, nines, ace-king kickers" in showing_names(STUD.high, 4)


def test_who_shows_what_in_python():
    found = pk.showing(["4c3d8s", "KhKdKs", "4h3s8d"], game="razz")
    assert found["place"].tolist() == [1, 3, 1]
    assert found["acts"].tolist() == ["acts first", None, None]
    assert pk.showing(pk.Cards(["AhKhQhJhTh", "2c2d2h2s3s"]))["name"][0] == "royal flush"
    with pytest.raises(UsageError, match="in omaha no player has cards that are up"):
        pk.showing("Ah,Kh", game="omaha")
    with pytest.raises(CardError, match="Ah is there twice"):
        pk.showing("Ah,Ah")
