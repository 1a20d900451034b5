"""Files of SQL as notebooks: cells, and parameters that the head declares."""

import pytest

from pokerlake.queries.sql.named import Parameter, parameter_named
from pokerlake.queries.statements.notebook import Notebook, fill, names_in, read
from pokerlake.tables.errors import UsageError

HAND = Parameter("hand", "starting_hand", "AKs", None, "whose equity")
TEXT = """\
-- parameter: hand starting_hand = AKs -- whose equity

-- The best; of all.
select '$hand; x' as x -- $hand; here
;

from pql($$
select avg(riverEquity(hero)) from hero=$hand, villain='*'
$$);
"""


def test_a_file_is_read_as_it_is_written():
    found = read(TEXT)
    assert found.parameters == (HAND,)
    first, second = found.cells
    assert first == "-- The best; of all.\nselect '$hand; x' as x -- $hand; here"
    assert names_in(first) == []
    assert names_in(second) == ["hand"]
    assert found.text() == TEXT
    assert Notebook(("-- a note", "select 1", "-- the end")).text() == (
        "-- a note\nselect 1;\n\n-- the end\n"
    )


def test_values_take_the_place_of_names():
    text = "select $n, $other, $$n$$, $q$ $n $q$, \"$n\" /* $n */ from pql($$ $n, '$n' $$)"
    assert fill(text, {"n": "it's"}) == (
        "select 'it''s', $other, $$n$$, $q$ $n $q$, \"$n\" /* $n */ from pql($$ 'it''s', '$n' $$)"
    )
    assert fill("limit $n;a$n", {"n": 3}) == "limit 3;a$n"
    book = Notebook(("select 1",), (HAND, Parameter("n", "integer", None, "1..9", "how many")))
    assert book.filled({"n": "4", "hand": "AKs"}) == {"hand": "AKs", "n": 4}
    for given, problem in (
        ({}, "the file needs n: how many"),
        ({"n": "12"}, "parameter n is '12'; give a number 1..9"),
        ({"n": "1", "hnd": "AA"}, "the file has no parameter 'hnd'; did you mean 'hand'?"),
    ):
        with pytest.raises(UsageError) as told:
            book.filled(given)
        assert str(told.value) == problem
    for line in (each.declared() for each in book.parameters):
        assert parameter_named(line).declared() == line


@pytest.mark.parametrize(
    ("book", "problem"),
    [
        (Notebook(("select 'x",)), "a cell has more than one statement, or a quote that is not"),
        (Notebook(("select 1; select 2",)), "a cell has more than one statement"),
        (Notebook(("select $p",), (Parameter("p", "text", "Son of Sam", None, "a value"),)),
         "the value of p cannot stand in a file; leave it empty, and give it by --param"),
    ],
)  # fmt: skip
def test_what_a_file_would_not_hold_is_refused(book, problem):
    with pytest.raises(UsageError) as told:
        book.text()
    assert str(told.value).startswith(problem)


def test_a_card_is_not_in_two_parameters():
    """As of named queries: a hole and a board that share one would be no deal."""
    book = read(
        "-- parameter: hole hole = AhKh -- whose\n-- parameter: board flop = Qh7d2s -- where\n"
        "select $hole, $board"
    )
    assert book.filled({}) == {"hole": "AhKh", "board": "2s7dQh"}
    with pytest.raises(UsageError, match="Ah"):
        book.filled({"board": "Ah7d2s"})


def test_a_parameter_is_declared_once():
    with pytest.raises(UsageError, match=r"^parameter n is declared twice$"):
        read("-- parameter: n integer = 1 -- a\n-- parameter: n integer = 2 -- b\nselect $n")


def test_a_parameter_that_cannot_be_read_is_told():
    with pytest.raises(UsageError, match="cannot read parameter 'x y'; write NAME TYPE = DEFAULT"):
        read("-- parameter: x y\nselect 1")
