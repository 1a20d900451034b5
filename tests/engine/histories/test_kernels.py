"""Every kernel of hand histories on hands as they are, and on hands with faults.

Rows are held to what is right in tests/pipelines/histories; here kernels are run, also with every
index checked.
"""

import random

import numpy as np
import pytest

from fuzz.histories import altered
from given import histories, odd_histories, ohh_hands, omaha_histories
from helpers.read_histories import put_down, read
from pokerlake.engine.histories import records
from pokerlake.engine.histories.scan_kernels import Scanned, scan
from pokerlake.engine.histories.text_kernels import names_of_numbers
from pokerlake.pipelines.histories.importing import Known
from pokerlake.pipelines.histories.sites.pokerstars import POKERSTARS

TEXTS = [
    text
    for module in (histories, omaha_histories, odd_histories)
    for text in vars(module).values()
    if isinstance(text, str) and text.startswith(("PokerStars", "[1]\n", "variant"))
]


def form_of(text):
    return "text" if text.startswith("PokerStars") else "phh"


def test_there_are_hands_of_both_forms():
    assert sum(form_of(text) == "text" for text in TEXTS) > 5
    assert sum(form_of(text) == "phh" for text in TEXTS) > 2


def test_hands_as_they_are():
    for text in TEXTS:
        found = read(text, form_of(text))
        assert found.bad == []
        assert found.tables["hands"].num_rows > 0


@pytest.mark.parametrize("seed", range(8))
def test_hands_with_faults(seed):
    """Whatever stands there: it is read, or listed, and nothing else is touched."""
    rng = random.Random(seed)
    for text in (ohh_hands.OWN, ohh_hands.OTHERS):
        for _ in range(20):
            broken = altered(text, rng)
            assert put_down(text.encode() + broken, "ohh")["heads"]
            put_down(text.encode()[: rng.randrange(len(text))], "ohh")
    for text in TEXTS:
        broken = b"\n".join(altered(text, rng) for _ in range(4))
        whole = TEXTS[0].encode() if form_of(text) == "text" else b""
        found = read(whole + broken + b"\n" + whole, form_of(text))
        assert found.tables["seats"].num_rows >= 2 * found.tables["hands"].num_rows


def test_hands_are_known_again():
    rows = read(histories.ALL).tables["hands"]
    known = Known()
    assert known.add(rows).all()
    assert not known.add(rows).any()
    assert not known.add(rows.slice(1)).any()


def test_a_table_of_known_pairs_takes_those_whose_places_are_taken():
    low = np.array([1, 5, 9, 1, 5], np.int64)  # all want the second place of four
    high = np.array([1, 1, 1, 1, 3], np.int64)
    is_new = np.empty(5, np.bool_)
    table = np.zeros((8, 2), np.int64)
    assert names_of_numbers(low[:3] * 8 + 1, high[:3], table, is_new[:3]) == 3
    assert names_of_numbers(low * 8 + 1, high, table, is_new) == 1
    assert is_new.tolist() == [False, False, False, False, True]


def scanned(text):
    """The records of the lines of a hand of PokerStars: op, place, amount, other, cards, flag."""
    room = len(text) + 16
    dtypes = (np.uint8, np.uint8, np.int64, np.int64, np.int64, np.uint8, np.int32)
    rows = records.Records._make(np.zeros(room, dtype) for dtype in dtypes)
    found = Scanned(
        np.zeros(2, np.int64), np.zeros(1, np.uint8), np.zeros(1, np.int32), np.zeros(1, np.int64)
    )
    begin, end = np.zeros(1, np.int64), np.array([len(text)])
    line = np.frombuffer(text, np.uint8)
    n = scan(line, begin, end, POKERSTARS.lines, rows, found)
    assert found.first.tolist() == [0, n]
    return list(zip(*(column[:n].tolist() for column in rows[:6]), strict=True)), found


PLAY = b"Seat 1: Ann (5 in chips)\nSeat 4: Ann (x) (7 in chips)\n*** HOLE CARDS ***\n"


@pytest.mark.parametrize(
    ("line", "record"),
    [
        (b"Uncalled bet ($1.25) returned to Ann", (records.RETURN, 0, 12_500, 0, 0, 0)),
        (b"Ann: raises 1 to 3 and is all-in", (records.RAISE, 0, 30_000, 0, 0, 1)),
        (b"Ann (x): calls 2", (records.CALL, 1, 20_000, 0, 0, 0)),
        (b"Ann collected 4 from side pot-2", (records.COLLECT, 0, 40_000, 2, 0, 0)),
        (b"*** TURN *** [2c 2d 2h] [2s]", (records.DEAL, 255, 0, 32, 0x0004_0000_000C_2040, 0)),
    ],
)
def test_a_line_is_a_record_by_the_form_that_it_fits(line, record):
    rows, found = scanned(PLAY + line + b"\n*** SUMMARY ***\n")
    assert found.problem[0] == records.FINE
    assert rows[1][:3] == (records.SIT, 1, 70_000)  # a name that has a bracket ends at the last
    assert rows[3] == record


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"Ann: dances", records.NO_ACTION),
        (b"*** RAIN ***", records.NO_ACTION),
        (b"Bob: calls 2", records.NO_PLAYER),
        (b"Seat 5: Ann (5 in chips)", records.CUT_SHORT),
    ],
)
def test_a_line_that_no_form_fits(line, problem):
    _, found = scanned(PLAY + line)
    assert (found.problem[0], found.where[0]) == (problem, 4)


def test_seats_that_are_taken():
    for line in (b"Seat 4: Ben (5 in chips)", b"Seat 5: Ann (5 in chips)"):
        _, found = scanned(PLAY.replace(b"***", line + b"\n***", 1))
        assert (found.problem[0], found.where[0]) == (records.SEATS_TAKEN, 3)
