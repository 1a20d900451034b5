"""What is said of hands that cannot be read, or do not add up."""

import pytest

from given.histories import FIRST_PHH, LIMIT, SIDE_POTS, WALK
from helpers.read_histories import bad, read
from pokerlake.pipelines.histories.reading import Bad

# ---------------------------------------------------------------- PokerStars

BROKEN = [
    ("Flo: calls $3.60\n", "Flo: calls $3.50\n", "Flo: calls $3.50",
     "Flo calls 3.5, 3.6 was to call"),
    ("Flo: calls $3.60\n", "", "*** FLOP *** [2c 7d Ts]", "the flop comes before Flo acts"),
    ("Ann: folds\n", "", "Bob: the [Bot]: raises $", "Bob: the [Bot] acts when it is Ann's turn"),
    ("bets $5.95 and", "bets $6 and", "Dan and is all-in: bets",
     "Dan and is all-in puts in 6, his stack is 5.95"),
    ("Flo: calls $0.40", "Flo: calls -$0.40", "Flo: calls -$0.40",
     "'calls -$0.40' is no action"),
    ("Flo: calls $0.40", "Flo: calls $0.400001", "Flo: calls $0.400001",
     "'calls $0.400001' is no action"),
    ("raises $3.60 to $4 and is all-in", "raises $0 to $0.40", "Bob: the [Bot]: raises $0 to $0.40",
     "Bob: the [Bot] raises to 0.4, the bet is 0.4"),
    ("Flo: calls $0.40", "Flo: dances", "Flo: dances", "'dances' is no action"),
    ("Flo: calls $0.40", "Flo: checks", "Flo: checks", "Flo checks, 0.4 was to call"),
    ("Ann: folds\n", "Ann: folds\nAnn: folds\n", "Ann: folds", "Ann acts after he has folded"),
    ("[2c 7d Ts]\nDan", "[2c 7d]\nDan", "*** FLOP *** [2c 7d]", "the flop is 2 cards, not 3"),
    ("[2c 7d Ts]\nDan", "[2c 7d 1s]\nDan", "*** FLOP *** [2c 7d 1s]",
     "'*** FLOP *** [2c 7d 1s]' is no action"),
    ("[Jh]\n", "[Ah]\n", "*** RIVER *** [2c 7d Ts Jh] [3s]",
     "'*** RIVER *** [2c 7d Ts Jh] [3s]' is not the board that was dealt"),
    ("Dealt to Ann [9c 9s]", "Dealt to Ann [9c Jh]", "PokerStars Hand", "Jh is dealt twice"),
    ("Total pot $26.45", "Total pot $26.55", "PokerStars Hand",
     "the total pot is 26.55 by the file, 26.45 by the betting"),
    ("Rake $1", "Rake $1.01", "PokerStars Hand",
     "25.45 collected and 1.01 rake are 26.46, the pot is 26.45"),
    ("collected $9.67", "collected $9.66", "PokerStars Hand",
     "25.44 collected and 1 rake are 26.44, the pot is 26.45"),
    ("Main pot $9.67.", "Main pot $10.67.", "PokerStars Hand",
     "the pots are 10.67, 4.33, 11.45 by the file, 10.05, 4.5, 11."),
    ("from side pot-1", "from side pot-3", "Bob: the [Bot] collected",
     "there is a side pot 3 by the file, the betting makes 3 pots"),
    ("Cy collected $9.67", "Ann collected $9.67", "Ann collected $9.67 from",
     "Ann collects, who is not in the hand"),
    ("Cy collected $9.67", "Zoe collected $9.67", "Zoe collected $9.67",
     "'Zoe collected $9.67 from main pot' is of somebody who has no seat"),
    ("Cy: shows [Jc Jd]", "Cy: shows [Jc Js]", "Seat 3: Cy (big blind) s",
     "Cy has JcJs, and then JcJd"),
    ("*** TURN ***", "*** RIVER ***", "*** RIVER *** [2c 7d Ts]",
     "the river is out of place"),
    ("Hold'em No", "Omaha No", "Dealt to Ann [", "2 cards are dealt to Ann, not 4"),
    ("Hold'em No", "6+ Hold'em No", "PokerStars Hand",
     "2c is dealt, which is not in the deck of short deck"),
    ("2021/03/04", "2021/13/04", "PokerStars Hand", "2021/13/04 is no date"),
    ("Seat 6: Flo", "Seat 4: Flo", "Seat 4: Flo ($12 in chip",
     "'Seat 4: Flo ($12 in chips)': the seat is taken, or there is none"),
    ("#1001:", "#1001", "PokerStars Hand",
     "\"PokerStars Hand #1001  Hold'em No Limit ($0.05/$0.10 USD) -"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "problem"), BROKEN)
def test_a_hand_with_one_thing_wrong(old, new, line, problem):
    assert SIDE_POTS.count(old) >= 1
    broken = SIDE_POTS.replace(old, new, 1)
    ((found_line, found),) = bad(broken)
    assert found.startswith(problem)
    assert broken.split("\n")[found_line - 1].startswith(line)
    # Its neighbours are read.
    around = read(WALK + broken + LIMIT)
    assert around.tables["hands"]["number"].to_pylist() == ["1003", "1004"]
    assert [one.problem for one in around.bad] == [found]


def test_winners_that_the_cards_do_not_bear_out():
    text = LIMIT.replace("[Ah Kc]", "[Ah 2h]")
    assert bad(text) == [(1, "Bob collects from the pot, the cards of Ann are better")]
    text = LIMIT.replace("Ann collected $11.50", "Ann collected $0").replace(
        "Bob collected $11.50", "Bob collected $23"
    )
    assert bad(text) == [(1, "Ann collects nothing from the pot, though nobody's cards are better")]


def test_a_bet_that_came_back_otherwise():
    text = WALK.replace("bet (€0.01)", "bet (€0.02)")
    assert bad(text) == [
        (
            1,
            "uncalled and returned is 0.02 to Ann by the file, 0.01 to Ann by the betting",
        )
    ]


@pytest.mark.parametrize("lines", range(1, 12))
def test_a_hand_that_is_cut_short(lines):
    text = "\n".join(WALK.split("\n")[:lines])
    ((line, problem),) = bad(text + "\n")
    assert problem.startswith("is cut short: ")
    assert line == lines
    assert len(read(LIMIT + text).bad) == len(read(text + "\n\n" + LIMIT).bad) == 1


def test_text_that_is_no_hand():
    found = read("something else\n\n" + WALK)
    assert found.bad == [Bad("file", 1, None, "no hand begins here: 'something else'")]
    assert found.tables["hands"].num_rows == 1
    stray = read(WALK + "PokerStarsHand #1: broken\nSeat 1: Ann\n\n" + LIMIT)
    assert [one.problem for one in stray.bad] == [
        "no hand begins here: 'PokerStarsHand #1: broken'"
    ]
    assert stray.bad[0].line == WALK.count("\n") + 1
    assert stray.tables["hands"]["number"].to_pylist() == ["1003", "1004"]


def test_hands_that_are_known_and_not_read():
    text = "Main PokerStars n°{0} :  Hold'em No Limit (1/2)\nSiège 1: Ann (20 en jetons)\n\n"
    found = read(
        text.format(71) + text.format(72) + "Mano n.º 73 de Zoom de PokerStars:  x\n" + WALK
    )
    assert found.tables["hands"].num_rows == 1
    assert [(one.line, one.problem) for one in found.bad] == [
        (1, "is of PokerStars in French, which is not read"),
        (4, "is of PokerStars in French, which is not read"),
        (7, "is of PokerStars in Spanish, which is not read"),
    ]


# ---------------------------------------------------------------- PHH

BROKEN_PHH = [
    ('"NT"', '"PO"', "'QsQh' are 2 cards; a hole is 4"),
    ('"NT"', '"NS"', "2c is dealt, which is not in the deck of short deck"),
    ('variant = "NT"', "", "has no variant: it is no hand in PHH"),
    ("[100, 20.50, 300]", "[100, 20.50, inf]", "starting_stacks has inf: a stack that is not "),
    ("[100, 20.50, 300]", "[100, -20.50, 300]", "starting_stacks has '-20.50', which is no amount"),
    ("[100, 20.50, 300]", "[100]", "1 players; two to ten are read"),
    ('"p1 cc"', '"p9 cc"', "'p9 cc' has no player: 'p9'"),
    ('"p1 cc"', '"p1 dances"', "'p1 dances' is no action"),
    ('"p3 f",', "", "the river comes before Cy acts"),
    ("7c8c", "7c7d", "7d is dealt twice"),
    ("[118.50, 0, 0]", "[118.50, 4, 0]", "Bob collects 4 more than his part of the pots"),
    ("[118.50, 0, 0]", "[0, 118.50, 0]", "Bob collects 118.5 more than his part of the pots"),
    ("[168, 0, 249.5]", "[168, 0, 249]", "Cy finishes with 249 by the file, 249.5 by the betting"),
    ("[1, 2, 5]", "[1, 5, 2]", "seats [1, 5, 2] do not go round the table"),
    ("antes = [", "antes = ", "is no TOML: "),
    ("day = 2", "day = 32", "[2020, 1, 32] is no date"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN_PHH)
def test_a_phh_hand_with_one_thing_wrong(old, new, problem):
    assert old in FIRST_PHH
    ((line, found),) = bad(FIRST_PHH.replace(old, new, 1), "phh")
    assert found.startswith(problem)
    assert line == 1
