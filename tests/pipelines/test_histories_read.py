"""Hands of PokerStars and in PHH, row by row; and what is said of those that cannot be read."""

from decimal import Decimal

import pytest

from given_histories import (
    ALL,
    LIMIT,
    SAME_PHH,
    SAME_TEXT,
    SHORT_ANTE,
    SIDE_POTS,
    WALK,
)
from pokerlake.pipelines.histories.chips import AmountError, chips, shown
from pokerlake.pipelines.histories.reading import Bad, read_pieces
from pokerlake.pipelines.histories.sources import Piece, Source


def read(text, file_format="pokerstars"):
    """The tables and the bad hands of a text."""
    data = text if isinstance(text, bytes) else text.encode()
    return read_pieces([Piece(Source(None, "file", file_format), 1, data)])


def good(text, file_format="pokerstars"):
    """The rows of a text that has no bad hands, by table."""
    found = read(text, file_format)
    assert found.bad == []
    return {name: table.to_pylist() for name, table in found.tables.items()}


def bad(text, file_format="pokerstars"):
    """Line and problem of each bad hand of a text without good ones."""
    found = read(text, file_format)
    assert found.tables["hands"].num_rows == 0
    return [(one.line, one.problem) for one in found.bad]


def column(rows, *names):
    """Some columns, with amounts as floats, which they are exactly enough to be read."""
    values = ([row[name] for name in names] for row in rows)
    return [
        tuple(float(value) if isinstance(value, Decimal) else value for value in row)
        for row in values
    ]


# ---------------------------------------------------------------- whole hands


def test_a_hand_with_side_pots():
    rows = good(SIDE_POTS)
    (hand,) = rows["hands"]
    assert hand == {
        "hand_id": 0, "site": "PokerStars", "number": "1001", "file": "file", "line": 1,
        "played": hand["played"], "zone": "CET", "table_name": "Aludra II", "tournament": None,
        "game": "no limit hold'em", "currency": "USD",
        "small_blind": Decimal("0.05"), "big_blind": Decimal("0.10"), "ante": Decimal(0),
        "button": 1, "seats": 5, "board": "2c7dTsJh3s",
        "pot": Decimal("26.45"), "rake": Decimal(1), "showdown": True,
    }  # fmt: skip
    assert hand["played"].isoformat() == "2021-03-04T05:06:07"
    wanted = ("seat", "player", "position", "stack", "hole", "hand", "invested", "collected")
    assert column(rows["seats"], *wanted, "folded") == [
        (1, "Ann", "BTN", 10, "9c9s", "99", 0, 0, "preflop"),
        (2, "Bob: the [Bot]", "SB", 4, "7c7h", "77", 4, 4.33, None),
        (3, "Cy", "BB", 2.5, "JcJd", "JJ", 2.5, 9.67, None),
        (4, "Dan and is all-in", "HJ", 10, "AhAc", "AA", 10, 11.45, None),
        (6, "Flo", "CO", 12, "KhQh", "KQs", 9.95, 0, None),
    ]
    wanted = ("number", "street", "seat", "action", "amount", "to_call", "pot", "total", "all_in")
    assert column(rows["actions"], *wanted, "board") == [
        (1, "preflop", 2, "small blind", 0.05, 0, 0, 0.05, False, None),
        (2, "preflop", 3, "big blind", 0.1, 0, 0.05, 0.1, False, None),
        (3, "preflop", 4, "post", 0.15, 0, 0.15, 0.1, False, None),
        (4, "preflop", 4, "raise", 0.3, 0, 0.3, 0.4, False, None),
        (5, "preflop", 6, "call", 0.4, 0.4, 0.6, 0.4, False, None),
        (6, "preflop", 1, "fold", 0, 0.4, 1, 0, False, None),
        (7, "preflop", 2, "raise", 3.95, 0.35, 1, 4, True, None),
        (8, "preflop", 3, "call", 2.4, 2.4, 4.95, 2.5, True, None),
        (9, "preflop", 4, "call", 3.6, 3.6, 7.35, 4, False, None),
        (10, "preflop", 6, "call", 3.6, 3.6, 10.95, 4, False, None),
        (11, "flop", 4, "bet", 5.95, 0, 14.55, 5.95, True, "2c7dTs"),
        (12, "flop", 6, "call", 5.95, 5.95, 20.5, 5.95, False, "2c7dTs"),
    ]
    wanted = ("pot", "seat", "player", "hole", "size", "won", "wins")
    assert column(rows["showdowns"], *wanted) == [
        (0, 2, "Bob: the [Bot]", "7c7h", 10.05, 0, False),
        (0, 3, "Cy", "JcJd", 10.05, 9.67, True),
        (0, 4, "Dan and is all-in", "AhAc", 10.05, 0, False),
        (0, 6, "Flo", "KhQh", 10.05, 0, False),
        (1, 2, "Bob: the [Bot]", "7c7h", 4.5, 4.33, True),
        (1, 4, "Dan and is all-in", "AhAc", 4.5, 0, False),
        (1, 6, "Flo", "KhQh", 4.5, 0, False),
        (2, 4, "Dan and is all-in", "AhAc", 11.9, 11.45, True),
        (2, 6, "Flo", "KhQh", 11.9, 0, False),
    ]


def test_a_tournament_with_an_ante_that_is_not_whole():
    rows = good(SHORT_ANTE)
    (hand,) = rows["hands"]
    assert (hand["tournament"], hand["currency"], hand["table_name"]) == ("900", None, "900 7")
    assert (hand["ante"], hand["pot"], hand["seats"], hand["showdown"]) == (5, 53, 3, True)
    assert column(rows["seats"], "position", "invested", "collected", "hole", "folded") == [
        ("BB", 25, 0, "2c7h", "preflop"),
        ("BTN", 3, 9, "Ad3d", None),
        ("SB", 25, 44, "QsQd", None),
    ]
    assert column(rows["actions"], "action", "amount", "total", "all_in")[:4] == [
        ("ante", 5, 0, False),
        ("ante", 3, 0, True),
        ("ante", 5, 0, False),
        ("small blind", 10, 10, False),
    ]
    # The side pot has one player only, so no cards decide it.
    assert column(rows["showdowns"], "pot", "seat", "size", "won", "wins") == [
        (0, 2, 9, 9, True),
        (0, 4, 9, 0, False),
    ]


def test_a_hand_without_a_flop():
    rows = good(WALK)
    (hand,) = rows["hands"]
    assert (hand["board"], hand["currency"], hand["showdown"]) == (None, "EUR", False)
    assert column(rows["seats"], "position", "invested", "collected", "hole") == [
        ("BB", 0.01, 0.02, None),
        ("BTN", 0.01, 0, None),
    ]
    assert rows["showdowns"] == []


def test_fixed_limit_and_a_pot_that_is_split():
    rows = good(LIMIT)
    (hand,) = rows["hands"]
    assert (hand["game"], hand["small_blind"], hand["big_blind"]) == ("fixed limit hold'em", 1, 2)
    assert column(rows["showdowns"], "class_id", "won", "wins") == [
        (rows["showdowns"][0]["class_id"], 11.5, True),
        (rows["showdowns"][0]["class_id"], 11.5, True),
    ]


def test_both_forms_of_a_hand_give_the_same_rows():
    text, phh = good(SAME_TEXT), good(SAME_PHH, "phh")
    for row in text["hands"] + phh["hands"]:
        row.pop("line")
    assert phh == text
    assert column(phh["showdowns"], "pot", "seat", "size", "won", "wins") == [
        (0, 1, 61.5, 58.5, True),
        (0, 2, 61.5, 0, False),
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", " \n"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: "Transcript for your last 4 hands\n\n*********** # 1 **************\n" + text,
        lambda text: text.rstrip("\n"),
    ],
    ids=["windows", "trailing blanks", "no blank lines", "transcript", "no last line end"],
)
def test_the_same_hands_written_otherwise(change):
    lines = [row["line"] for row in good(ALL)["hands"]]
    assert lines == [
        number for number, line in enumerate(ALL.split("\n"), 1) if line.startswith("PokerStars")
    ]
    changed = good(change(ALL))
    expected = good(ALL)
    for row in changed["hands"] + expected["hands"]:
        row.pop("line")
    assert changed == expected


def test_an_old_file_in_windows_1252():
    expected = good(WALK.replace("Bob", "Zoë"))
    assert good(WALK.replace("Bob", "Zoë").encode("cp1252")) == expected
    assert expected["seats"][1]["player"] == "Zoë"
    assert bad(WALK.encode("cp1252").replace(b"Bob", b"B\x81b")) == [
        (1, "is neither UTF-8 nor Windows-1252")
    ]


# ---------------------------------------------------------------- who sits where


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (3, "BTN SB BB"),
        (4, "BTN SB BB CO"),
        (5, "BTN SB BB HJ CO"),
        (6, "BTN SB BB UTG HJ CO"),
        (7, "BTN SB BB UTG MP HJ CO"),
        (8, "BTN SB BB UTG UTG+1 MP HJ CO"),
        (10, "BTN SB BB UTG UTG+1 UTG+2 UTG+3 MP HJ CO"),
    ],
)
def test_positions(players, expected):
    head = [
        "PokerStars Hand #5: Hold'em No Limit (1/2) - 2020/01/02 03:04:05 ET",
        "Table 'x' 10-max Seat #1 is the button",
        *(f"Seat {seat}: p{seat} (100 in chips)" for seat in range(1, players + 1)),
        "p2: posts small blind 1",
        "p3: posts big blind 2",
        "*** HOLE CARDS ***",
        *(f"p{seat}: folds" for seat in (*range(4, players + 1), 1, 2)),
        "Uncalled bet (1) returned to p3",
        "p3 collected 2 from pot",
        "*** SUMMARY ***",
        "Total pot 2 | Rake 0",
    ]
    rows = good("\n".join(head))["seats"]
    assert [row["position"] for row in rows] == expected.split()


# ---------------------------------------------------------------- bad hands

BROKEN = [
    (
        "Flo: calls $3.60\n",
        "Flo: calls $3.50\n",
        "Flo: calls $3.50",
        "Flo calls 3.5, 3.6 was to call",
    ),
    ("Flo: calls $3.60\n", "", "*** FLOP *** [2c 7d Ts]", "the flop comes before Flo acts"),
    ("Ann: folds\n", "", "Bob: the [Bot]: raises $", "Bob: the [Bot] acts when it is Ann's turn"),
    (
        "bets $5.95 and",
        "bets $6 and",
        "Dan and is all-in: bets",
        "Dan and is all-in puts in 6, his stack is 5.95",
    ),
    (
        "Flo: calls $0.40",
        "Flo: calls -$0.40",
        "Flo: calls -$0.40",
        "'-$0.40' is no amount of chips",
    ),
    (
        "Flo: calls $0.40",
        "Flo: calls $0.400001",
        "Flo: calls $0.400001",
        "'$0.400001' is finer than a ten-thousandth of a chip",
    ),
    ("Flo: calls $0.40", "Flo: dances", "Flo: dances", "'dances' is no action"),
    ("Flo: calls $0.40", "Flo: checks", "Flo: checks", "Flo checks, 0.4 was to call"),
    ("Ann: folds\n", "Ann: folds\nAnn: folds\n", "Ann: folds", "Ann acts after he has folded"),
    ("[2c 7d Ts]\nDan", "[2c 7d]\nDan", "*** FLOP *** [2c 7d]", "the flop is 2 cards, not 3"),
    (
        "[2c 7d Ts]\nDan",
        "[2c 7d 1s]\nDan",
        "*** FLOP *** [2c 7d 1s]",
        "'1s' in '2c 7d 1s' is no card",
    ),
    (
        "[Jh]\n",
        "[Ah]\n",
        "Board [2c 7d Ts Jh 3s]",
        "'Board [2c 7d Ts Jh 3s]' is not the board that was dealt",
    ),
    ("Dealt to Ann [9c 9s]", "Dealt to Ann [9c Jh]", "PokerStars Hand", "Jh is dealt twice"),
    ("mucked [Kh Qh]", "mucked [Kh Xh]", "Seat 6: Flo mucked [Kh X", "'Xh' in 'Kh Xh' is no card"),
    (
        "Total pot $26.45",
        "Total pot $26.55",
        "PokerStars Hand",
        "the total pot is 26.55 by the file, 26.45 by the betting",
    ),
    (
        "Rake $1",
        "Rake $1.01",
        "PokerStars Hand",
        "25.45 collected and 1.01 rake are 26.46, the pot is 26.45",
    ),
    (
        "collected $9.67",
        "collected $9.66",
        "PokerStars Hand",
        "25.44 collected and 1 rake are 26.44, the pot is 26.45",
    ),
    (
        "Main pot $9.67.",
        "Main pot $10.67.",
        "PokerStars Hand",
        "the pots are 10.67, 4.33, 11.45 by the file, 10.05, 4.5, 11.",
    ),
    (
        "from side pot-1",
        "from side pot-3",
        "Bob: the [Bot] collected",
        "there is a side pot 3 by the file, the betting makes 3 pots",
    ),
    (
        "Cy collected $9.67",
        "Ann collected $9.67",
        "Ann collected $9.67 from",
        "Ann collects, who is not in the hand",
    ),
    ("Cy collected $9.67", "Zoe collected $9.67", "Zoe collected $9.67 from", "Zoe has no seat"),
    (
        "Cy: shows [Jc Jd]",
        "Cy: shows [Jc Js]",
        "Seat 3: Cy (big blind) s",
        "Cy has JcJs, and then JcJd",
    ),
    (
        "*** TURN ***",
        "*** FIRST TURN ***",
        "*** FIRST TURN *** [2c 7",
        "was run twice: hands of one board are read",
    ),
    (
        "*** TURN ***",
        "*** RIVER ***",
        "*** RIVER *** [2c 7d Ts]",
        "the river is out of place, or has no cards",
    ),
    ("Hold'em No", "Omaha No", "PokerStars Hand", "is Omaha No Limit, only Texas hold'em is read"),
    (
        "Hold'em No",
        "6+ Hold'em No",
        "PokerStars Hand",
        "is 6+ Hold'em No Limit, only Texas hold'em is read",
    ),
    ("2021/03/04", "2021/13/04", "PokerStars Hand", "2021/13/04 is no date"),
    (
        "Seat 6: Flo",
        "Seat 4: Flo",
        "Seat 4: Flo ($12 in chip",
        "seat 4 of Flo is taken, or there is none",
    ),
    (
        "Seat #1 is the button",
        "",
        "Table 'Aludra II' 6-max",
        "\"Table 'Aludra II' 6-max\" does not tell the button",
    ),
    (
        "#1001:",
        "#1001",
        "PokerStars Hand",
        "\"PokerStars Hand #1001  Hold'em No Limit ($0.05/$0.10 USD) -",
    ),
]


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
            "uncalled and returned is 0.02 to Ann by the file, uncalled and returned is 0.01 to "
            "Ann by the betting",
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


# ---------------------------------------------------------------- PHH

HEAD = SAME_PHH.split("\n\n")[0]
BROKEN_PHH = [
    ('"NT"', '"PO"', "is pot limit Omaha, only Texas hold'em is read"),
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
    assert old in HEAD
    ((line, found),) = bad(HEAD.replace(old, new, 1), "phh")
    assert found.startswith(problem)
    assert line == 1


def test_a_phh_hand_alone_in_its_file_and_without_a_number():
    text = HEAD.removeprefix("[1]\n").replace('venue = "PokerStars"\n', "")
    (hand,) = good(text, "phh")["hands"]
    assert (hand["site"], len(hand["number"])) == ("PHH", 16)
    assert good("# a comment\n" + text, "phh")["hands"][0]["number"] == hand["number"]
    assert (
        good(text.replace("hand = 77", "hand = 78"), "phh")["hands"][0]["number"] != hand["number"]
    )


def test_who_wins_a_phh_hand_is_told_by_cards_where_it_says_nothing():
    silent = HEAD.replace("winnings = [118.50, 0, 0]\nfinishing_stacks = [168, 0, 249.5]", "")
    rows = good(silent, "phh")
    assert column(rows["seats"], "collected") == [(121.5,), (0,), (0,)]
    assert column(rows["showdowns"], "won", "wins") == [(61.5, True), (0, False)]
    mucked = silent.replace("p2 sm 7c8c", "p2 sm")
    assert column(good(mucked, "phh")["showdowns"], "won", "wins") == [(61.5, None), (0, None)]
    unknown = silent.replace(', "p2 sm 7c8c"', "")
    assert bad(unknown, "phh") == [
        (1, "who wins is not told: there are no winnings, and the cards of Bob are not known")
    ]


# ---------------------------------------------------------------- chips


@pytest.mark.parametrize(
    ("text", "amount"),
    [("$0.05", 500), ("100", 1_000_000), ("€1,234.5", 12_345_000), (".5", 5000), ("7.", 70_000)],
)
def test_amounts(text, amount):
    assert chips(text) == amount


@pytest.mark.parametrize(
    "text", ["", "$", "-1", "1e3", "1,23", "0x1", "¤5", "1 2", "0.00001", "9" * 15]
)
def test_what_is_no_amount(text):
    with pytest.raises(AmountError):
        chips(text)


def test_amounts_as_shown():
    assert [shown(amount) for amount in (0, 500, 10_000, 12_345, 1_000_000)] == [
        "0", "0.05", "1", "1.2345", "100",
    ]  # fmt: skip
