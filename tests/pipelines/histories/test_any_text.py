"""Whatever the text of a hand is: it is read right or listed as bad, and the others are read."""

import os
import time

import pytest

from fuzz import histories
from given.histories import FIRST_PHH, LIMIT, SAME_PHH, SHORT_ANTE, SIDE_POTS, WALK
from helpers.read_histories import bad, good, read
from pokerlake.pipelines.histories import phh, reading
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.histories.sites import site
from pokerlake.pipelines.histories.sources import amount_of, find_sources, pieces

MANY = "9" * 5000

# ---------------------------------------------------------------- PokerStars

ODD = [
    (WALK, "Seat #2 is", "Seat #٢ is", 1, '"PokerStars Zoom Hand #1003:'),
    (WALK, "Seat #2 is", f"Seat #{MANY[:900]} is", 1, "the button is seat 999"),
    (WALK, "Seat #2 is", f"Seat #{MANY} is", 2, "a line is longer than 1,000 bytes"),
    (WALK, "Seat 1: Ann (€2", "Seat ²: Ann (€2", 3, "'Seat ²: Ann (€2 in chips)' is no seat"),
    (WALK, "Seat 1: Ann (€2", "Seat ٣: Ann (€2", 3, "'Seat ٣: Ann (€2 in chips)' is no seat"),
    (WALK, "Seat 2: Bob (€1", f"Seat {MANY}: Bob (€1", 4, "'Seat 999"),
    (
        WALK,
        "Seat 2: Bob (€1",
        "Seat 2: Ann (€1",
        4,
        "'Seat 2: Ann (€1.99 in chips)': the seat is t",
    ),
    (
        WALK,
        "Seat 2: Bob (€1",
        "Seat 1: Bob (€1",
        4,
        "'Seat 1: Bob (€1.99 in chips)': the seat is t",
    ),
    (WALK, "(€1.99 in", f"(€{MANY} in", 4, "'Seat 2: Bob (€999"),
    (WALK, "(€1.99 in", "(€10000000000000 in", 4, "'Seat 2: Bob (€10000000000000 in chips)' is no"),
    (WALK, "(€1.99 in", "(€٣ in", 4, "'Seat 2: Bob (€٣ in chips)' is no seat"),
    (WALK, "(€1.99 in", "(€1_000 in", 4, "'Seat 2: Bob (€1_000 in chips)' is no seat"),
    (WALK, "(€1.99 in", "(€+5 in", 4, "'Seat 2: Bob (€+5 in chips)' is no seat"),
    (WALK, "#1003:", f"#{MANY}:", 1, "a line is longer than 1,000 bytes"),
    (WALK, "#1003:", "#٣٤:", 1, '"PokerStars Zoom Hand #٣٤'),
    (WALK, "03:04:05", "24:00:00", 1, "24:00:00 is no time"),
    (WALK, "2020/01/02", "2019/02/29", 1, "2019/02/29 is no date"),
    (WALK, "Uncalled", "Ann: folds\nUncalled", 9, "Ann folds after all others have folded"),
    (LIMIT, "*** TURN *** [2c", "*** TURN *** [[2c", 15, "'*** TURN *** [[2c"),
    (SIDE_POTS, "from side pot-2", f"from side pot-{MANY}", 1, "14 collected and 1 rake are 15"),
    (SIDE_POTS, "calls $0.40", f"calls ${MANY}", 15, "'calls $999"),
    (LIMIT, "Ann: bets $2\n", f"Ann: bets $2{' ' * 10_000}x\n", 13, "a line is longer than 10,000"),
]


@pytest.mark.parametrize(("hand", "old", "new", "line", "problem"), ODD)
def test_a_hand_of_text_with_something_odd(hand, old, new, line, problem):
    assert old in hand
    ((found_line, found),) = bad(hand.replace(old, new, 1))
    assert found.startswith(problem)
    assert len(found) < 400
    assert found_line == line


def test_a_seat_of_the_summary_is_no_seat_of_other_digits():
    shown = LIMIT.replace("Board", "Seat ²: Ann showed [2h 2d]\nBoard")
    assert good(shown)["seats"] == good(LIMIT)["seats"]


@pytest.mark.parametrize(
    "name",
    [
        "A\x00b",
        "*** FLOP ***",
        "x collected 5 from pot",
        "x [2c",
        "(5 in chips)",
        "' Seat #9",
        "\u202ea",
        "🂡",
    ],
)
def test_a_name_may_be_anything(name):
    for hand in (LIMIT, SHORT_ANTE):
        rows, renamed = good(hand), good(hand.replace("Cy", name))
        assert name in [row["player"] for row in renamed["seats"]]
        for row in (*renamed["seats"], *renamed["actions"], *renamed["showdowns"]):
            row["player"] = "Cy" if row["player"] == name else row["player"]
        assert renamed == rows


def test_what_follows_a_hand_does_not_make_it_bad():
    found = read(WALK.encode() + b"\x81" * 20_000 + b"\n" + LIMIT.encode())
    assert found.tables["hands"]["number"].to_pylist() == ["1003", "1004"]
    assert [(one.line, one.problem[:20]) for one in found.bad] == [(17, "no hand begins here:")]


def test_a_fault_of_ours_is_listed_and_the_others_are_read(monkeypatch):
    def failing(text, **how):  # of stakes that no other test reads: games are remembered
        if "€0.07" in text:
            raise KeyError("seat")
        return real(text, **how)

    real = site.game_in
    monkeypatch.setattr(site, "game_in", failing)
    found = read(WALK.replace("(€0.01/€0.02)", "(€0.01/€0.07 EUR)") + LIMIT)
    assert found.tables["hands"]["number"].to_pylist() == ["1004"]
    ((line, problem),) = [(one.line, one.problem) for one in found.bad]
    assert (line, problem) == (1, f"{reading.UNFORESEEN} (KeyError: 'seat')")


# ---------------------------------------------------------------- PHH

ODD_PHH = [
    ("year = 2020", "year = 99999999999", "[99999999999, 1, 2] is no date"),
    ("year = 2020", "year = true", "[True, 1, 2] is no date"),
    ("month = 1", 'month = "1"', "[2020, '1', 2] is no date"),
    ("time = 03:04:05", 'time = "03:04"', "time is '03:04', which is no time of day"),
    ("time = 03:04:05", "time = 25:00:00", "is no TOML: "),
    ("year = 2020", "year = 1850", "was played before 1900 or after 2200"),
    ('"p1 cc"', f'"p{MANY} f"', "'p999"),
    ('"p1 cc"', '"p٣ cc"', "'p٣ cc' has no player: 'p٣'"),
    ('"p1 cc"', "1", "1 is no action"),
    ("hand = 77", f"hand = {MANY}", "has a number of thousands of digits"),
    ("hand = 77", f"hand = 0x{'f' * 5000}", "has a number of 20000 bits; TOML's have 64"),
    ("hand = 77", "hand = 7.5", "hand is '7.5', which is no text"),
    ("hand = 77", f"x = {'[' * 5000}", "is no TOML that can be read: it is nested too deeply"),
    ("hand = 77", f"x = {'[' * 50}{']' * 50}", "is no hand in PHH: its values are nested"),
    ("hand = 77", f"{'a.' * 4000}a = 1", "is no hand in PHH: a key has 16 dots or more"),
    ("hand = 77", f"x = '''{'a' * 9000}\n{'a' * 9000}'''\nhand = []", "hand is [], which is no t"),
    ("[100, 20.50, 300]", "[100, nan, 300]", "starting_stacks has nan: a stack that is not known"),
    ("[100, 20.50, 300]", '[100, "20.50", 300]', "starting_stacks has '20.50', which is no amount"),
    ("[100, 20.50, 300]", "[100, true, 300]", "starting_stacks has True, which is no amount"),
    ("[100, 20.50, 300]", "[100, 2e1, 300]", "'2e1' is no amount of chips"),
    ("[100, 20.50, 300]", f"{[100] * 11}", "11 players; two to ten are read"),
    ("[100, 20.50, 300]", "{}", "starting_stacks is {}; an amount for each player is needed"),
    ("[1, 2, 5]", "[true, 2, 5]", "seats is [True, 2, 5]; a number for each player is needed"),
    ("[1, 2, 5]", "[1, 2, 2]", "seats is [1, 2, 2]; a number for each player is needed"),
    ("[1, 2, 5]", "[[], 2, 5]", "seats is [[], 2, 5]; a number for each player is needed"),
    ('["Ann", "Bob", "Cy"]', '["Ann", "Bob", "Ann"]', "players has 'Ann' twice"),
    ('["Ann", "Bob", "Cy"]', '["Ann", "Bob", {}]', "players is {}, which is no text"),
    ("trimming_status = true", "trimming_status = 1", "ante_trimming_status is 1, neither true"),
    ("[1, 2, 0]\nmin_bet = 2", "[0, 0, 0]\nmin_bet = 0", "blinds_or_straddles and min_bet are 0"),
    ('"d dh p1 QsQh"', '"d dh p1 QsQs"', "Ann has QsQs, and then QsQh"),
    ('"p1 f"', '"p9 f"', "'p9 f' has no player"),
]


@pytest.mark.parametrize(("old", "new", "problem"), ODD_PHH)
def test_a_hand_in_phh_with_something_odd(old, new, problem):
    text = FIRST_PHH if old in FIRST_PHH else SAME_PHH
    hands = read(text.replace(old, new, 1) + "\n\n" + SAME_PHH, "phh")
    assert hands.bad[0].problem.startswith(problem)
    assert hands.tables["hands"].num_rows == 2 + text.count("[2]")


def test_numbers_with_the_marks_of_toml():
    changed = FIRST_PHH.replace("[100, 20.50, 300]", "[1_00, +20.5_0, 300.0]")
    assert good(changed, "phh") == good(FIRST_PHH, "phh")


# ---------------------------------------------------------------- files


def test_half_a_character_of_utf_16_makes_one_hand_bad(tmp_path):
    text = WALK + LIMIT.replace("Ann", "A\ud800n") + WALK.replace("1003", "1005")
    (tmp_path / "old.txt").write_bytes(text.encode("utf-16", "surrogatepass"))
    done = import_histories(tmp_path / "lake", [str(tmp_path / "old.txt")])
    assert (done.new, [one.number for one in done.bad]) == (2, ["1004"])


def test_a_line_without_an_end_is_one_problem(tmp_path):
    (tmp_path / "long.txt").write_bytes(b"x" * 20_000_000 + b"\n" + WALK.encode())
    sources = find_sources([str(tmp_path)])
    found = [reading.read_pieces([piece]) for piece in pieces(sources[0], amount_of(sources))]
    assert [one.line for read in found for one in read.bad] == [1]
    lines = [line for read in found for line in read.tables["hands"]["line"].to_pylist()]
    assert lines == [2]


def test_a_pipe_or_a_device_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "zeros.txt").symlink_to("/dev/zero")
    (tmp_path / "good.txt").write_text(WALK)
    (tmp_path / "folder.txt").mkdir()
    names = [str(tmp_path / name) for name in ("pipe.txt", "zeros.txt", "good.txt")]
    done = import_histories(tmp_path / "lake", names)
    assert (done.new, done.unreadable) == (1, 2)
    assert [one.problem for one in done.bad] == [
        "cannot be read: it is a pipe, and nobody writes to it",
        "cannot be read: it is a device; '-' reads stdin",
    ]
    with pytest.MonkeyPatch.context() as patch:  # files that are gone by then
        patch.setattr("pokerlake.pipelines.histories.importing.find_sources", lambda *_: sources)
        sources = find_sources([str(tmp_path / "good.txt"), str(tmp_path)])
        sources = [sources[0]._replace(path=tmp_path / "gone.txt", name="gone.txt"), *sources]
        again = import_histories(tmp_path / "lake", [])
    assert (again.known, [one.problem for one in again.bad]) == (
        1,
        ["cannot be read: No such file or directory"],
    )


# ---------------------------------------------------------------- at random


@pytest.mark.parametrize(("file_format", "count"), [("text", 700), ("phh", 400)])
def test_altered_hands_keep_no_others_out(file_format, count):
    assert [problem for problem, _ in histories.problems(20, count, file_format)] == []


# ---------------------------------------------------------------- time

SLOW = [  # what once took a time that grew with the square, and its kin
    (SIDE_POTS, "Flo mucked [Kh Qh]", "Flo {showed [}"),
    (SIDE_POTS, " - 2021", "{ }x - 2021"),
    (SIDE_POTS, "Hand #1001:  Hold'em", "Hand #1001: {{a} }Hold'em"),
    (SIDE_POTS, "($0.05/$0.10 USD) - ", "{(1/2) - 2020/01/01 00:00:00 [}"),
    (SIDE_POTS, "$0.05/$0.10 USD", "$0.05/$0.10, { }usd"),
    (SIDE_POTS, "$0.05/$0.10 USD", "$0.05/{1,}usd"),
    (SIDE_POTS, "Table 'Aludra II'", "Table '{' Seat #1}'"),
    (SIDE_POTS, "Seat 3: Cy (", "Seat 3: Cy{ (1 in chips, }("),
    (SIDE_POTS, "Dealt to Ann [9c 9s]", "Dealt to {Ann [}"),
    (SIDE_POTS, "*** FLOP *** [2c", "*** FLOP *** {[}2c"),
    (SIDE_POTS, "Flo: mucks hand", "Flo{ collected 5 from pot (}"),
    (SIDE_POTS, "Total pot $26.45 ", "Total pot $26{.45 Main pot 1}"),
    (SIDE_POTS, " | Rake", "{1}Rake"),
    (SIDE_POTS, "*** SUMMARY ***", "{*** SUMMARY ***\n}"),
    (SIDE_POTS, "Board [", "{Board [2c 7d Ts Jh 3s]\n}Board ["),
    (SIDE_POTS, "*** SUMMARY ***", "*** SUMMARY ***{\n }x"),
    (FIRST_PHH, "hand = 77", "{a.}a = 1"),
    (FIRST_PHH, "hand = 77", "{a. }a = 1"),
    (FIRST_PHH, "hand = 77", "x = {[}"),
    (FIRST_PHH, "hand = 77", "hand{ }x"),
    (FIRST_PHH, "[1]\n", "{[}=\n"),
    (FIRST_PHH, "[1]\n", "[1{] [}=\n"),
    (FIRST_PHH, "hand = 77", "{x}"),
    (FIRST_PHH, '"p1 cc"', '"{p1 cc }"'),
]


@pytest.mark.parametrize(("hand", "old", "new"), SLOW)
def test_a_line_takes_time_in_proportion_to_its_length(hand, old, new, monkeypatch):
    monkeypatch.setattr(reading, "LONGEST_LINE", 1 << 30)
    monkeypatch.setattr(phh, "LONGEST_LINE", 1 << 30)
    begin, run, end = (new[: (at := new.index("{"))], *new[at + 1 :].rsplit("}", 1))

    def seconds(length):
        text = hand.replace(old, begin + run * (length // len(run)) + end, 1)
        assert text != hand
        times = []
        for _ in range(2):
            started = time.process_time()
            read(text, "phh" if hand is FIRST_PHH else "text")
            times.append(time.process_time() - started)
        return min(times)

    # In proportion it would be four times; with the square sixteen, and more than seconds.
    assert seconds(60_000) < 8 * seconds(15_000) + 0.1
