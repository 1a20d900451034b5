"""Hands of stud and draw: PokerStars' text, and PHH beside pokerkit's own count of chips."""

import random
import re
import warnings

import pokerkit
from pokerkit import Automation, HandHistory

from given.boardless_histories import BOARDLESS
from given.histories import LIMIT
from helpers.read_histories import bad, column, good, read

_HANDS = re.split(r"\n{2,}(?=PokerStars)", BOARDLESS)


def test_what_hands_seats_and_actions_tell():
    rows = good(BOARDLESS)
    names = ("game", "small_blind", "big_blind", "ante", "button", "hero", "over", "rake")
    assert column(rows["hands"], *names) == [
        ("fixed limit stud", 0.25, 0.5, 0.1, None, 2, "5th street", 0.3),
        ("fixed limit razz", 0.25, 0.5, 0.1, None, 2, "3rd street", 0),
        ("fixed limit stud hi-lo", 0.25, 0.5, 0.1, None, 2, "7th street", 0),
        ("fixed limit 2-7 triple draw", 0.25, 0.5, 0, 2, 2, "third draw", 0.25),
        ("no limit five-card draw", 0.25, 0.5, 0, 1, 1, "first draw", 0.3),
        ("fixed limit badugi", 0.25, 0.5, 0, 2, 2, "third draw", 0),
    ]
    seats = column(rows["seats"], "player", "position", "hole", "up", "luck", "net", "saw", "vpip")
    assert seats[:5] == [
        ("Ann", None, "5d5hKd3sKh7s8c", "Kd3sKh7s", None, -3, "7th street", True),
        ("Ben", None, "4cAs9hAc", "9hAc", None, -0.6, "4th street", True),
        ("Cid", None, "2hTd2c2d9sJdTh", "2c2d9sJd", None, 3.3, "7th street", True),
        ("Ann", None, None, "Kd", None, -0.35, "3rd street", False),
        ("Ben", None, "4cAs9h", "9h", None, 0.35, "3rd street", True),
    ]
    assert seats[7:] == [
        ("Ann", "BB", "2h3h4d5c9c", None, None, -2.5, "third draw", True),
        ("Ben", "BTN", "2c3d7h4s8h", None, None, 2.5, "third draw", True),
        ("Cid", "SB", None, None, None, -0.25, "before the draw", False),
        ("Ann", "BTN", "AcAdAs2d3d", None, None, 3.2, "first draw", True),
        ("Ben", "BB", None, None, None, -3.5, "first draw", True),
        ("Ann", "BB", "4h3s2dAc", None, None, 1, "third draw", True),
        ("Ben", "BTN", "2c3d7hTs", None, None, -1, "third draw", True),
    ]
    acts = column(rows["actions"], "hand_id", "street", "player", "action", "total", "turn", "side")
    assert [act[1:] for act in acts if act[0] == 0][3:9] == [
        ("3rd street", "Cid", "bring-in", 0.25, 0, None),
        ("3rd street", "Ann", "raise", 0.5, 1, None),
        ("3rd street", "Ben", "call", 0.5, 1, None),
        ("3rd street", "Cid", "call", 0.5, 1, None),
        ("4th street", "Ben", "check", 0, 1, None),
        ("4th street", "Cid", "bet", 0.5, 1, None),
    ]
    assert [act[1:] for act in acts if act[0] == 4][4:7] == [
        ("first draw", "Ben", "stand pat", 0, 0, None),
        ("first draw", "Ann", "discard 3", 0, 0, None),
        ("first draw", "Ben", "bet", 2, 1, "oop"),
    ]
    assert column(rows["showdowns"], "hand_id", "player", "class_id", "won", "wins") == [
        (0, "Ann", 2682, 0, False), (0, "Cid", 315, 6.3, True),
        (2, "Ann", 4172, 1.35, True), (2, "Ben", 2633, 1.35, True),
        (3, "Ann", 19, 0, False), (3, "Ben", 10, 5, True),
        (5, "Ann", 1, 2, True), (5, "Ben", 149, 0, False),
    ]  # fmt: skip


def test_what_does_not_add_up_and_what_is_not_read():
    stud, _, halves, triple, *_ = _HANDS
    for text, problem in (
        (stud.replace("[Kd 3s Kh]", "[Qd 3s Kh]", 1), "Ann has Kd3sKh, and then Qd3sKh7s"),
        (stud.replace("[2h Td 2c 2d", "[2h Td 3c 2d", 1), "Cid has 2c2d9sJd, and then 2hTd3c2d"),
        (halves.replace("Kc Qc]", "Kc Js]").replace("Kc] [Qc", "Kc] [Js"), "Js is dealt twice"),
        (triple.replace("7h 4s] [8h]", "7h 4s] [Th]").replace("4s 8h]", "4s Th]"),
         "Ben collects from the pot, the cards of Ann are better"),
        (triple.replace("Ann: calls $1\n*** THIRD", "*** THIRD"),
         "the third draw comes before Ann acts"),
        (triple.replace("*** SECOND DRAW", "*** 6th STREET"), "the third draw is out of place"),
    ):  # fmt: skip
        ((_, found),) = bad(text)
        assert problem in found, found
    five = stud.replace("7 Card Stud", "5 Card Stud")
    found = read(five + "\n\n\n" + LIMIT + "\n\n" + halves)
    assert found.bad == []
    assert found.others == {"five card stud": 1}
    assert found.tables["hands"]["number"].to_pylist() == ["1004", "50000000003"]


_UNIT = 24  # pots of so many can be halved and split without a rest
_AUTOMATIC = tuple(step for step in Automation if step is not Automation.RUNOUT_COUNT_SELECTION)
_STUD = (
    pokerkit.FixedLimitSevenCardStud,
    pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    pokerkit.FixedLimitRazz,
)
_DRAW = (pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, pokerkit.FixedLimitBadugi)
_SINGLE = pokerkit.NoLimitDeuceToSevenLowballSingleDraw


def _played(chance):
    """A random hand: its PHH, and what each player wins by pokerkit."""
    variant = chance.choice([*_STUD, *_DRAW, _SINGLE])
    count = chance.randint(2, 8 if variant in _STUD else 5)  # eight share the last card
    stacks = [_UNIT * chance.choice([3, 8, 20, 100]) for _ in range(count)]
    blinds = [2 * _UNIT, 4 * _UNIT] if variant not in _STUD else [2 * _UNIT]
    bets = [4 * _UNIT] if variant is _SINGLE else [4 * _UNIT, 8 * _UNIT]
    posts = blinds if variant in _STUD else [blinds]
    game = variant(_AUTOMATIC, True, _UNIT if variant in _STUD else 0, *posts, *bets)
    state = game(stacks, count)
    while state.status:
        if (index := state.stand_patter_or_discarder_index) is not None:
            cards = [card for card in state.hole_cards[index] if chance.random() < 0.4]
            state.stand_pat_or_discard(cards)
        elif state.can_post_bring_in() and chance.random() < 0.8:
            state.post_bring_in()
        elif chance.random() < 0.1 and state.can_fold():
            state.fold()
        elif chance.random() < 0.3 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif state.can_check_or_call():
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to()
    text = HandHistory.from_game_state(game, state).dumps()
    return text, [after - before for after, before in zip(state.stacks, stacks, strict=True)]


def test_what_is_won_is_what_pokerkit_counts():
    before = random.getstate()
    random.seed(44)  # pokerkit deals from a deck that Python's own generator shuffles
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of decks that run out
            hands = [_played(random) for _ in range(60)]
    finally:
        random.setstate(before)
    rows = good("\n".join(f"[{at}]\n{text}" for at, (text, _) in enumerate(hands, 1)), "phh")
    nets = {}
    for seat in rows["seats"]:
        nets.setdefault(seat["hand_id"], []).append(int(seat["net"]))
    assert [nets[at] for at in range(len(hands))] == [net for _, net in hands]
    assert len({hand["game"] for hand in rows["hands"]}) == 6
    assert all(share["wins"] is not None for share in rows["showdowns"])
    assert {"discard 3", "stand pat", "bring-in"} <= {act["action"] for act in rows["actions"]}
