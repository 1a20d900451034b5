"""Every kernel of hand histories on hands as they are, and on hands with faults.

Rows are held to what is right in tests/pipelines/histories; here kernels are run, also with every
index checked.
"""

import random

import numpy as np
import pytest

from fuzz.histories import altered
from given import histories, odd_histories, omaha_histories
from helpers.read_histories import read
from pokerlake.engine.histories import records
from pokerlake.engine.histories.scan_kernels import match, match_plain
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


def test_a_line_is_of_the_forms_that_it_fits():
    """As ``scan`` calls it, which tries only the forms that begin as a line does."""
    forms = POKERSTARS.lines
    line = np.frombuffer(b"Uncalled bet ($1.25) returned to Ann", np.uint8)
    names, lengths = np.full(10, 33, np.int64), np.full(10, 3, np.int64)
    found, room = np.zeros(9, np.int64), np.zeros(1, np.int64)

    def fits(how, form):
        start = int(forms.start[form])
        return how(forms.program, start, line, 0, len(line), names, lengths, 1, found, room)

    fitting = [form for form in range(len(forms.start)) if fits(match, form)]
    assert [int(forms.op[form]) for form in fitting] == [records.RETURN]
    assert fits(match_plain, fitting[0]) == -2
    assert (found[0], found[1], found[3]) == (0, 12_500, 0)
