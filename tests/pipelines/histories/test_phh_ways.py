"""PHH is read in three ways: all of a chunk by kernels, a hand by patterns, a hand by tomllib.

Each way leaves to the next one what it cannot read for sure, and tells what the next one would.
"""

import random
import re
from pathlib import Path

import pytest

from given import histories, odd_histories
from given.histories import USUAL_PHH
from helpers.command_line import run
from helpers.read_histories import put_down
from pokerlake.pipelines.histories import phh, reading, usual

SITES = Path(__file__).parents[4] / "shared/data/sites/hands"

HEADS_UP = """\
[2]
variant = 'FT'
antes = [0, 1]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [1284.44, 20.5]
actions = ['d dh p1 8h7d', 'd dh p2 JsTh', 'p2 cc', 'p1 cc', 'd db 4sTcJh', 'p1 f']
venue = 'Somewhere'
hand = '7'
players = ['a', 'b']
winnings = [0, 21]
finishing_stacks = [1274.44, 31.50]
event = 'A night'
_mine = [[1, 2], [3]]

"""
SHORT_DECK = """\
[3]
variant = "NS"
ante_trimming_status = true
antes = [29.50, 29.50, 29.50]
blinds_or_straddles = [0, 0, 29.50]
min_bet = 29.50
starting_stacks = [2950, 2950, 20]
actions = []
venue = "Somewhere"
hand = 0
year = 2000
month = 12
day = 31
time_zone = "Europe/Berlin"
players = ["a", "b", "c"]
_program = "pokerlake"
_stakes = [0.0001, 9999999999999.9999]
_button = -1
_calls = [-1, 5]
_by_acts = true
_hero = 3
_tournament = "77"
_clock = "UTC-05:00"
_file = "a file.txt"
_added = 1
_fee = 0.5

"""
ALL = USUAL_PHH + HEADS_UP + SHORT_DECK


def both_ways(data, monkeypatch):
    """How many hands of a piece the kernels read, after the other reader has told the same."""
    found = []
    find = usual.find_phh

    def one_by_one(data, *, is_text):
        found.append(find(data, is_text=is_text))
        found[0].fine, fine = [False] * len(found[0].fine), found[0].fine
        found.append(fine)
        return found[0]

    at_once = put_down(data, "phh")
    with monkeypatch.context() as patch:
        patch.setitem(reading._USUAL, "phh", one_by_one)
        assert put_down(data, "phh") == at_once
    return sum(found[1])


def test_hands_in_the_usual_form_are_read_at_once(monkeypatch):
    assert both_ways(ALL.encode(), monkeypatch) == 3
    assert both_ways(ALL.removeprefix("[1]\n").encode(), monkeypatch) == 3
    assert both_ways(ALL.replace("\n\n", "\n").strip().encode(), monkeypatch) == 3
    assert both_ways(("\ufeff" + USUAL_PHH).encode(), monkeypatch) == 1
    exact = put_down(USUAL_PHH.encode(), "phh")
    assert exact["heads"][0][:14] == (
        "Somewhere", "3017254774", "hold'em", "no limit", 50_000, 100_000, "USD", 1,
        1_204_243_378, "ET", "UTC", "CLEO AVE", None, 0,
    )  # fmt: skip
    assert exact["names"][2] == "Zoë".encode()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[1]\n", "[1] \n"), ("[1]\n", "[1] # one\n"), ("[1]\n", "[1]\n# one\n"),
        ("venue = ", "venue= "), ("'NT'", "'XX'"), ("'NT'", '"""NT"""'), ("'ET'", "5.5"),
        ("'Somewhere'", "''"), ("'Somewhere'", "'Some\twhere'"), ("'Somewhere'", '"\\u0041"'),
        ("hand = 3017254774", "hand = -3"), ("hand = 3017254774", "hand = 1_000"),
        ("hand = 3017254774\n", ""), ("1492.50", "1492.00001"), ("1492.50", "-1"),
        ("1492.50", "01"), ("1492.50", "1e3"), ("1492.50", "10000000000000"), ("1492.50", "nan"),
        ("[5, 10, 0]", "[5, 10]"), ("[5, 10, 0]", "[5,10,0]"), ("[5, 10, 0]", "[5, 10, 0, ]"),
        ("seats = [5, 6, 1]", "seats = [5, 1, 6]"), ("seats = [5, 6, 1]", "seats = [5, 6, 6]"),
        ("seats = [5, 6, 1]", "seats = [5, 6, 65536]"), ("day = 29", "day = 30"),
        ("year = 2008", "year = 1969"), ("year = 2008", "year = 2009"), ("00:02:58", "24:00:00"),
        ("'Zoë'", "''"), ("'Zoë'", "'XrM1XlN29RxmLx3oZHhG0w'"), ("'Zoë'", "'a', 'b'"),
        ("p3 cbr 40", "p3 cbr 1,000"), ("p3 cbr 40", "p4 cbr 40"), ("p3 cbr 40", "p03 cbr 40"),
        ("p3 cbr 40", "p3 bets 40"), ("p3 cbr 40", "p3 cbr 40 50"), ("p3 cbr 40", "p3 cbr"),
        ("p1 f", "p1\u00a0f"), ("Kc7s4h", "Kc7S4h"), ("Kc7s4h", "Kc7s4"), ("AhAc", "AhAcAd"),
        ("Kc7s4h", "????"), ("'$'", "3.5"), ("false", "0"), ("false", "False"),
        ("min_bet = 10", "min_bet = 10\nmin_bet = 10"), ("min_bet = 10", "a = 1\na = 1"),
        ("min_bet = 10", "_pots = []"), ("min_bet = 10", "_hero = 4"), ("min_bet = 10", "a.b = 1"),
        ("min_bet = 10", "_calls = [-2]"), ("min_bet = 10", "_button = 65536"),
        ("min_bet = 10", "_fee = '5'"), ("min_bet = 10", "_stakes = [5]"), ("'p1 f'", '"p1 f"'),
    ],
)  # fmt: skip
def test_what_is_not_usual_is_left_to_the_other_reader(monkeypatch, old, new):
    assert old in USUAL_PHH
    assert both_ways(USUAL_PHH.replace(old, new, 1).encode(), monkeypatch) == 0


def test_bytes_that_are_no_utf_8_are_read_as_windows_1252_at_once(monkeypatch):
    assert both_ways(USUAL_PHH.encode("cp1252"), monkeypatch) == 1
    assert both_ways(USUAL_PHH.encode("cp1252").replace(b"AVE", b"\x81"), monkeypatch) == 0


@pytest.mark.parametrize("seed", range(4))
def test_mutated_hands_are_told_the_same_both_ways(monkeypatch, seed):
    chance = random.Random(seed)
    hands = [re.sub(r"^\[\d\]\n", "", hand) for hand in (USUAL_PHH, HEADS_UP, SHORT_DECK)]
    fast = 0
    for _ in range(40):
        many = [mutated(chance.choice(hands), chance) for _ in range(30)]
        fast += both_ways(
            "".join(f"[{n}]\n{hand}" for n, hand in enumerate(many)).encode(), monkeypatch
        )
    assert fast > 50


@pytest.mark.whole
@pytest.mark.skipif(not SITES.exists(), reason="needs sites/hands of shared/data")
def test_hands_of_all_sites_are_told_the_same_both_ways(no_lake, monkeypatch):
    assert "new" in run(f"import {SITES} --lake first").err
    assert run("export hands -o out.phhs --lake first").code == 0
    assert both_ways(Path("out.phhs").read_bytes(), monkeypatch) > 1000


# ---------------------------------------------------------------- by patterns, and by tomllib


def test_the_fast_way_reads_what_tomllib_reads(no_lake):
    (no_lake / "given.txt").write_text(histories.ALL + "".join(odd_histories.ALL), encoding="utf-8")
    assert ", 0 bad;" in run("import given.txt --lake first").err
    assert run("export hands -o out.phhs --lake first").code == 0
    hands = (no_lake / "out.phhs").read_text(encoding="utf-8").split("\n\n")
    bodies = [hand.partition("]\n")[2] for hand in hands if hand]
    bodies += [hand.partition("]\n")[2] for hand in histories.SAME_PHH.split("\n\n")]
    chance = random.Random(38)
    fast = 0
    for body in bodies:
        for turn in range(150):
            text = body if turn == 0 else mutated(body, chance)
            found = phh._plain_fields(text)
            if found is None:
                continue
            fast += 1
            assert as_told(found) == as_told(phh._toml(text)), text
    assert fast > 100


_PIECES = (
    *"\"',0-\\#\n[]_\x7f\t\u00e9", ", ", "1.", ".5", "\r\n", " = ",
    "true", "e3", '", "', "0x1", "]\n", *"123456789pcfdsAKT", *"0123",
)  # fmt: skip


def mutated(text, chance):
    """The text with a few characters or lines changed."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text))
        piece = chance.choice(_PIECES)
        text = text[:at] + piece + text[at + chance.randint(0, 2) :]
    return text


def as_told(value):
    """A value with its type, so that 1 and true and 1.0 differ."""
    if isinstance(value, dict):
        return {key: as_told(inside) for key, inside in value.items()}
    if isinstance(value, list):
        return [as_told(inside) for inside in value]
    return type(value).__name__, value
