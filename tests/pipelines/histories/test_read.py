"""Hands of PokerStars and in PHH, row by row."""

from decimal import Decimal

import pytest

from given.histories import ALL, FIRST_PHH, LIMIT, SAME_PHH, SAME_TEXT, SHORT_ANTE, SIDE_POTS, WALK
from helpers.read_histories import bad, column, good, read
from pokerlake.pipelines.histories.hand import BadHandError, chips, shown
from pokerlake.pipelines.histories.heads import amount_of

# ---------------------------------------------------------------- whole hands


def test_a_hand_with_side_pots():
    rows = good(SIDE_POTS)
    (hand,) = rows["hands"]
    assert hand == {
        "hand_id": 0, "site": "PokerStars", "number": "1001", "file": "file", "line": 1,
        "played": hand["played"], "zone": "CET", "table_name": "Aludra II", "tournament": None,
        "played_utc": hand["played_utc"], "game": "no limit hold'em", "currency": "USD",
        "small_blind": Decimal("0.05"), "big_blind": Decimal("0.10"), "ante": Decimal(0),
        "button": 1, "seats": 5, "hero": 1,
        "board": "2c7dTsJh3s", "board2": None, "board3": None, "over": "flop",
        "pot": Decimal("26.45"),
        "added": Decimal(0), "rake": Decimal(1), "unpaid": Decimal(0), "showdown": True,
        "straddle": Decimal(0), "bomb_pot": False,
    }  # fmt: skip
    assert hand["played"].isoformat() == "2021-03-04T05:06:07"
    assert hand["played_utc"].isoformat() == "2021-03-04T04:06:07"
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
        del row["line"], row["hero"]
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


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("PokerStars Home Game Hand #1: {Club #5}  Hold'em Pot Limit (£0.05/£0.10 GBP)",
         ("pot limit hold'em", "GBP", None, 0.05, 0.1)),
        ("PokerStars Hand #1:  8-Game (Hold'em No Limit, $0.05/$0.10 USD)",
         ("no limit hold'em", "USD", None, 0.05, 0.1)),
        ("PokerStars Game #1:  Hold'em No Limit ($0.05/$0.10 - $2 Cap -  USD)",
         ("no limit hold'em", "USD", None, 0.05, 0.1)),
        ("PokerStars Hand #1: Tournament #7, Freeroll  Hold'em No Limit - Match Round II, "
         "Level III (0.05/0.10)", ("no limit hold'em", None, "7", 0.05, 0.1)),
        ("PokerStars Hand #1:  Hold'em No Limit (0.05/0.10)",
         ("no limit hold'em", "USD", None, 0.05, 0.1)),  # by the signs beside the stacks
    ],
)  # fmt: skip
def test_first_lines(line, found):
    text = SIDE_POTS.replace(SIDE_POTS.split(" - 2021")[0], line, 1)
    wanted = ("game", "currency", "tournament", "small_blind", "big_blind")
    assert column(good(text)["hands"], *wanted) == [found]


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("7 Card Omaha Hi/Lo Pot Limit ($1/$2 USD)", "seven card Omaha"),
        ("Courchevel Hi/Lo Pot Limit ($1/$2 USD)", "Courchevel hi-lo"),
        ("Fusion Pot Limit ($1/$2 USD)", "Fusion"),
        ("Split Hold'em No Limit ($1/$2 USD)", "Split hold'em"),
        ("5 Card Stud Limit ($1/$2 USD)", "five card stud"),
        ("HORSE (2-7 Razz Limit, $1/$2 USD)", "razz 2-7"),
    ],
)
def test_hands_of_other_games_are_counted(game, name):
    text = SIDE_POTS.replace("Hold'em No Limit ($0.05/$0.10 USD)", game, 1)
    found = read(text + LIMIT + text.replace("#1001", "#1002"))
    assert found.bad == []
    assert found.others == {name: 2}
    assert found.tables["hands"]["number"].to_pylist() == ["1004"]


def test_an_old_file_in_windows_1252():
    expected = good(WALK.replace("Bob", "Zoë"))
    assert good(WALK.replace("Bob", "Zoë").encode("cp1252")) == expected
    assert expected["seats"][1]["player"] == "Zoë"
    assert bad(WALK.encode("cp1252").replace(b"Bob", b"B\x81b")) == [
        (1, "has bytes that are no text: neither UTF-8 nor UTF-16 nor Windows-1252")
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


def test_a_second_small_blind_is_dead():
    """Whoever comes back posts it: it is in the pot, and is no bet."""
    text = "\n".join(
        [
            "PokerStars Hand #6: Hold'em No Limit (1/2) - 2020/01/02 03:04:05 ET",
            "Table 'x' 6-max Seat #1 is the button",
            *(f"Seat {seat}: p{seat} (100 in chips)" for seat in range(1, 5)),
            "p2: posts small blind 1",
            "p3: posts big blind 2",
            "p4: posts small blind 1",
            "*** HOLE CARDS ***",
            "p4: calls 2",
            *(f"p{seat}: folds" for seat in (1, 2)),
            "p3: checks",
            "*** FLOP *** [2c 7d Ts]",
            "p3: folds",
            "p4 collected 6 from pot",
            "*** SUMMARY ***",
            "Total pot 6 | Rake 0",
        ]
    )
    rows = good(text)
    wanted = ("seat", "action", "amount", "to_call", "pot")
    assert column(rows["actions"], *wanted)[2:4] == [(4, "post", 1, 0, 3), (4, "call", 2, 2, 4)]
    assert column(rows["seats"], "invested") == [(0,), (1,), (2,), (3,)]


# ---------------------------------------------------------------- PHH


def test_antes_of_two_players_are_listed_as_for_three():
    text = SAME_PHH.split("\n\n")[1].replace("antes = [0, 0]", "antes = [0.5, 0]")
    rows = good(text.replace("[0, 4]", "[0, 4.5]"), "phh")
    assert column(rows["actions"], "seat", "action", "amount")[:3] == [
        (5, "ante", 0.5),
        (5, "small blind", 1),
        (1, "big blind", 2),
    ]


def test_a_phh_hand_alone_in_its_file_and_without_a_number():
    text = FIRST_PHH.removeprefix("[1]\n").replace('venue = "PokerStars"\n', "")
    (hand,) = good(text, "phh")["hands"]
    assert (hand["site"], len(hand["number"])) == ("PHH", 16)
    assert good("# a comment\n" + text, "phh")["hands"][0]["number"] == hand["number"]
    assert (
        good(text.replace("hand = 77", "hand = 78"), "phh")["hands"][0]["number"] != hand["number"]
    )


def test_who_wins_a_phh_hand_is_told_by_cards_where_it_says_nothing():
    silent = FIRST_PHH.replace("winnings = [118.50, 0, 0]\nfinishing_stacks = [168, 0, 249.5]", "")
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
    with pytest.raises(BadHandError):
        chips(text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("0,02", 200), ("25 000", 250_000_000), ("1.234,5", 12_345_000), ("1'040", 10_400_000),
     ("1.234", 12_340_000), ("0.125", 1250), ("1.5K", 15_000_000), ("2M", 20_000_000_000)],
)  # fmt: skip
def test_amounts_as_sites_write_them(text, amount):
    assert amount_of(text) == amount


def test_amounts_as_shown():
    assert [shown(amount) for amount in (0, 500, 10_000, 12_345, 1_000_000)] == [
        "0", "0.05", "1", "1.2345", "100",
    ]  # fmt: skip
