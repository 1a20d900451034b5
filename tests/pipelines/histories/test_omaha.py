"""Hands of Omaha and of short deck: their holes, whose cards are the best, and who is paid."""

from decimal import Decimal

import pytest

from given.omaha_histories import (
    ALL,
    BUTTON_BLIND,
    HALVES,
    NO_LOW,
    SIDE_POT,
    SIDE_POT_PHH,
    SIX_CARDS,
    SPLIT_POT,
)
from helpers.read_histories import bad, column, good
from pokerlake.catalogue import GAMES

SHARES = ("pot", "player", "hole", "size", "won", "wins")


def test_games():
    found = column(good(ALL)["hands"], "number", "game", "small_blind", "big_blind", "ante")
    assert found == [
        ("2001", "pot limit omaha", 0.25, 0.5, 0),
        ("2002", "pot limit omaha5", 15, 30, 0),
        ("2003", "pot limit omaha hi-lo", 0.05, 0.1, 0),
        ("2004", "fixed limit omaha hi-lo", 2, 5, 0),
        ("2005", "no limit short deck", 0, 0.25, 0.25),
        ("2006", "pot limit omaha6", 0.01, 0.02, 0),
    ]


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("8-Game (Omaha Pot Limit, $0.25/$0.50 USD)", "pot limit omaha"),
        ("Omaha No Limit ($0.25/$0.50 USD)", "no limit omaha"),
        ("Omaha Limit ($0.50/$1 USD)", "fixed limit omaha"),
        ("Omaha Pot Limit ($0.25/$0.50 - $15 Cap -  USD)", "pot limit omaha"),
        ("Omaha Hi/Lo No Limit ($0.25/$0.50 USD)", "no limit omaha hi-lo"),
    ],
)
def test_first_lines(line, game):
    text = SIDE_POT.replace("Omaha Pot Limit ($0.25/$0.50 USD)", line)
    (hand,) = good(text)["hands"]
    assert (hand["game"], hand["small_blind"], hand["big_blind"]) == (
        game, Decimal("0.25"), Decimal("0.5"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("site", "game", "more"),
    [
        ("5 Card Omaha Hi/Lo", "omaha5 hi-lo", ("Th", "4d", "9c")),
        ("6 Card Omaha Hi/Lo", "omaha6 hi-lo", ("Th 5s", "4d 9d", "9c 6d")),
    ],
)
def test_more_cards_of_hi_lo(site, game, more):
    """The same hand with cards more that change nothing."""
    text = HALVES.replace("Omaha Hi/Lo", site)
    for hole, others in zip(("Ah 3d Qs Jc", "Ac 3c 7d 7s", "Ad 3s Kc Qd"), more, strict=True):
        text = text.replace(hole, f"{hole} {others}")
    rows, four = good(text), good(HALVES)
    assert column(rows["hands"], "game") == [(f"pot limit {game}",)]
    results = ("pot", "player", "size", "won", "wins")
    assert column(rows["showdowns"], *results) == column(four["showdowns"], *results)
    assert {len(hole) // 2 for (hole,) in column(rows["seats"], "hole")} == {GAMES[game].hole}
    said = [(1, f"is {game}, for which PHH has no variant")]
    assert bad(f"variant = '{game}'\n", "phh") == said


def test_a_side_pot():
    rows = good(SIDE_POT)
    assert column(rows["showdowns"], *SHARES) == [
        (0, "Ann", "AsKsQdJd", 37.75, 0, False),
        (0, "Bob", "TcTd8c7c", 37.75, 36.25, True),
        (0, "Cy", "9c9d6h5h", 37.75, 0, False),
        (1, "Ann", "AsKsQdJd", 35.5, 0, False),
        (1, "Cy", "9c9d6h5h", 35.5, 34.5, True),
    ]
    # Tens full of deuces, nines full of deuces, a straight to the king: two of each hole.
    assert column(rows["showdowns"][:3], "class_id") == [(1601,), (226,), (238,)]
    assert column(rows["seats"], "player", "position", "hole", "hand") == [
        ("Ann", "BTN", "AsKsQdJd", None),
        ("Bob", "SB", "TcTd8c7c", None),
        ("Cy", "BB", "9c9d6h5h", None),
        ("Dan", "CO", None, None),
    ]


def test_both_forms_of_a_hand_give_the_same_rows():
    text, phh = good(SIDE_POT), good(SIDE_POT_PHH, "phh")
    for row in text["hands"] + phh["hands"]:
        del row["hero"]
    assert phh == text
    silent = SIDE_POT_PHH.replace("winnings = [36.25, 34.50, 0, 0]\n", "")
    assert column(good(silent, "phh")["showdowns"], "pot", "won", "wins") == [
        (0, 0, False), (0, 37.75, True), (0, 0, False), (1, 0, False), (1, 35.5, True),
    ]  # fmt: skip


def test_a_pot_of_equal_hands():
    rows = good(SPLIT_POT)
    assert rows["hands"][0]["tournament"] == "3000"
    assert column(rows["showdowns"], *SHARES) == [
        (0, "Ann", "AdQc9h8s6h", 2940, 1470, True),
        (0, "Bob", "AcQh9c5d4h", 2940, 1470, True),
    ]


def test_halves_of_two_pots():
    """Who has the best cards in one half wins; a second payment from a pot adds to the first."""
    assert column(good(HALVES)["showdowns"], *SHARES) == [
        (0, "Ann", "Ah3dQsJc", 6, 0.97, True),
        (0, "Bob", "Ac3c7d7s", 6, 3.87, True),
        (0, "Cy", "Ad3sKcQd", 6, 0.96, True),
        (1, "Bob", "Ac3c7d7s", 8, 5.78, True),
        (1, "Cy", "Ad3sKcQd", 8, 1.92, True),
    ]


# The same hand in PHH, whose only hi-lo is of fixed limit: the betting is not held against limits.
HALVES_PHH = """\
variant = "FO/8"
antes = [0, 0, 0]
blinds_or_straddles = [0.05, 0.10, 0]
small_bet = 0.10
big_bet = 0.20
starting_stacks = [2, 10, 10]
actions = [
  "d dh p1 Ah3dQsJc", "d dh p2 Ac3c7d7s", "d dh p3 Ad3sKcQd",
  "p3 cbr 0.35", "p1 cc", "p2 cc", "d db 2h7c8s", "p1 cbr 1", "p2 cc", "p3 cc",
  "d db Kd", "p1 cbr 0.65", "p2 cbr 4.65", "p3 cc", "d db Ks", "p2 cc", "p3 cc",
  "p2 sm Ac3c7d7s", "p3 sm Ad3sKcQd", "p1 sm Ah3dQsJc",
]
"""


@pytest.mark.parametrize(
    ("ending", "won"),
    [
        ("", [1, 4, 1, 6, 2]),
        ("winnings = [1, 10, 3]", [1, 4, 1, 6, 2]),
        ("winnings = [0.95, 9.9, 2.95]", [0.95, 3.9, 0.95, 6, 2]),  # the rake is of the main pot
        ("finishing_stacks = [1, 14, 7]", [1, 4, 1, 6, 2]),
    ],
)
def test_halves_that_a_file_does_not_tell_by_pots(ending, won):
    rows = good(HALVES_PHH + ending, "phh")
    assert [float(row["won"]) for row in rows["showdowns"]] == won


def test_an_odd_chip_is_of_the_high_half_and_of_the_first_in_turn():
    text = HALVES_PHH.replace("0.05, 0.10", "1, 2").replace("0.10", "2").replace("0.20", "4")
    text = text.replace("[2, 10, 10]", "[3, 3, 3]")
    text = text[: text.index('  "p3 cbr 0.35"')] + (
        '  "p3 cbr 3", "p1 cc", "p2 cc", "d db 2h7c8s", "d db Kd", "d db Ks",\n]\n'
    )
    assert column(good(text, "phh")["showdowns"], "player", "won") == [
        ("p1", 2), ("p2", 6), ("p3", 1),
    ]  # fmt: skip


def test_without_a_low_the_high_hand_wins_all():
    rows = good(NO_LOW)
    assert column(rows["showdowns"], *SHARES) == [
        (0, "Gus", "Ad3hQcKh", 45, 44, True),
        (0, "Hal", "2hKc3cJh", 45, 0, False),
    ]
    ((_, problem),) = bad(NO_LOW.replace("Gus collected $44", "Hal collected $44"))
    assert problem == "Hal collects from the pot, the cards of Gus are better"


def test_the_best_low_alone_has_the_low_half():
    worse = HALVES.replace("Ah 3d Qs Jc", "Ah 4d Qs Jc")  # 8,7,4,2,A where the others have a three
    ((_, problem),) = bad(worse)
    assert problem == "Ann collects from the main pot, the cards of Bob are better"


def test_who_has_a_half_must_be_paid():
    from_main = "Ann collected $0.97 from main pot\n"
    ((_, problem),) = bad(HALVES.replace(from_main, "").replace("$0.97 from", "$1.94 from"))
    assert problem == "Ann collects nothing from the main pot, though nobody's cards are better"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"Bob collected $2.90": "Cy collected $2.90"},
         "Bob collects 0.97 from the main pot, by the cards at least 3.86"),
        ({"$3.85 from side": "$3.86 from side", "$1.92 from side": "$1.91 from side"},
         "Bob collects 5.79 from side pot 1, by the cards at most 5.78"),
        ({"Cy collected $0.96": "Cy collected $0.97", "Ann collected $0.97": "Ann collected $0.96"},
         None),
    ],
)  # fmt: skip
def test_everybody_gets_his_part_of_each_half(changes, expected):
    text = HALVES
    for old, new in changes.items():
        text = text.replace(old, new)
    if expected is None:  # where the odd chips go is left open
        assert [row["wins"] for row in good(text)["showdowns"]] == [True] * 5
    else:
        ((_, problem),) = bad(text)
        assert problem == expected


def test_a_blind_of_the_button_and_the_order_of_short_deck():
    rows = good(BUTTON_BLIND)
    wanted = ("player", "position", "hand", "invested", "collected")
    assert column(rows["seats"], *wanted) == [
        ("Ann", "HJ", "JTs", 25, 49),
        ("Bob", "CO", None, 0.25, 0),
        ("Cy", "BTN", "98s", 25, 0),
    ]
    assert column(rows["actions"], "action", "amount", "to_call", "total")[2:6] == [
        ("ante", 0.25, 0, 0), ("big blind", 0.25, 0, 0.25),
        ("raise", 0.75, 0.25, 0.75), ("fold", 0, 0.75, 0),
    ]  # fmt: skip
    assert column(rows["showdowns"], "player", "wins") == [("Ann", True), ("Cy", False)]


@pytest.mark.parametrize("players", [2, 3])
def test_a_blind_of_the_button_in_phh(players):
    blinds = [0.25, 0] if players == 2 else [0, 0, 0.25]
    text = f"""\
variant = "NS"
ante_trimming_status = true
antes = {[0.25] * players}
blinds_or_straddles = {blinds}
min_bet = 0.25
starting_stacks = {[25] * players}
actions = [{'"p2 cc", "p1 f"' if players == 2 else '"p1 f", "p2 cbr 1", "p3 f"'}]
"""
    rows = good(text, "phh")
    (hand,) = rows["hands"]
    assert column([hand], "small_blind", "big_blind", "button") == [(0, 0.25, players)]
    assert column(rows["actions"], "player", "action", "amount")[players] == (
        f"p{players}", "big blind", 0.25,
    )  # fmt: skip
    assert rows["seats"][-1]["position"] == "BTN"


def test_some_cards_that_are_shown_are_no_hole():
    rows = good(SIX_CARDS)
    assert column(rows["seats"], "player", "hole") == [("Ann", None), ("Bob", "AcAd9h7s4c2d")]


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        (SIDE_POT, "[As Ks Qd Jd]\nDan", "[As Ks]\nDan", "2 cards are dealt to Ann, not 4"),
        (SIDE_POT, "shows [As Ks Qd Jd]", "shows [As Ks Qd Jc]",
         "Ann has AsKsQdJd, and then AsKsQdJc"),
        (SIDE_POT, "[9c 9d 6h 5h]", "[9c 9d 6h As]", "As is dealt twice"),
        (BUTTON_BLIND, "[Jh Th]\nAnn", "[Jh 5h]\nAnn", "Ann has Jh5h, and then JhTh"),
        (BUTTON_BLIND, "[8c]", "[5c]", "5c is dealt, which is not in the deck of short deck"),
        (BUTTON_BLIND, "Ann collected", "Cy collected",
         "Cy collects from the pot, the cards of Ann are better"),
    ],
)  # fmt: skip
def test_what_cannot_be(text, old, new, expected):
    assert old in text
    ((_, problem),) = bad(text.replace(old, new).replace("Board [9h 8h 6h 9s 8c]\n", ""))
    assert expected in problem
