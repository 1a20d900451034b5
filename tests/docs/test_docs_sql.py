"""The pages of SQL: every function, macro and view is there, and every example is right."""

import re

import pytest

from helpers.sql_examples import blocks, examples, statement, written
from pokerlake.commands.base import Output
from pokerlake.queries.connection import connect
from pokerlake.queries.functions import FUNCTIONS, MACROS
from pokerlake.queries.statements.run import stream
from pokerlake.tables.registry import VIEWS

OF_HOLDEM = """
    riverEquity fractionalRiverEquity HvHequity minHvHequity winsHi tiesHi scoops winningHandType
    inRange boardInRange handType exactHandType minHandType hiRating minHiRating maxHiRating
    bestHiRating rateHiHand fiveCardHiHandNumber flopHandCategory exactFlopHandCategory
    minFlopHandCategory pocketPair overpair fourFlush hasTopBoardRank hasSecondBoardRank handRanks
    duplicatedHandRanks intersectingHandRanks nonintersectingHandRanks handBoardIntersections
    boardRanks duplicatedBoardRanks boardSuitCount rainbowBoard twoToneBoard monotoneBoard
    flushingBoard pairedBoard straightBoard turnCard riverCard toCard toRank maxRank minRank nthRank
    rankCount nutHi nutHiForHandType nutHiOuts outsToHandType minOutsToHandType avg count max min
    histogram
"""


@pytest.fixture(scope="module")
def page(checkout):
    """All pages as one, with PQL last."""
    names = ("sql", "sql-functions", "sql-views", "sql-propokertools")
    return "\n".join((checkout / f"docs/{name}.md").read_text("utf-8") for name in names)


@pytest.fixture(scope="module")
def connection(whole_lake):
    with connect(whole_lake) as connection:
        yield connection


def run_on_the_page(page):
    """All SQL that is run: what a name must be in, to have an example."""
    return "\n".join([*(sql for sql, _ in blocks(page)), *(one.sql for one in examples(page))])


@pytest.mark.parametrize("name", [*FUNCTIONS, *MACROS])
def test_every_function_and_macro_has_an_example(name, page):
    assert re.search(rf"\b{name}\(", run_on_the_page(page))


@pytest.mark.parametrize("name", [name for name, macro in MACROS.items() if macro.is_table])
def test_every_table_macro_stands_in_a_from_clause(name, page):
    assert re.search(rf"\b(?:from|join|,\n)\s*{name}\(", run_on_the_page(page))


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_has_an_example(name, page):
    assert re.search(rf"\bfrom {name}\b", run_on_the_page(page))


def test_every_example_gives_what_the_page_says(page, connection):
    found = examples(page)
    assert len(found) > 90
    wrong = {}
    for example in found:
        ((value,),) = connection.sql(statement(example.sql)).fetchall()
        if written(value) != example.gives:
            wrong[example.sql] = f"{written(value)}, and not {example.gives}"
    assert wrong == {}


def test_every_query_shows_what_the_page_says(page, connection, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert len(blocks(page)) > 20
    for sql, shown in blocks(page):
        Output(None, None, wide=False).show(stream(connection, sql))
        out = capsys.readouterr().out
        # What hands that were played give depends on whose they are.
        assert shown is None or out == shown, sql


def test_the_functions_of_the_poker_query_language_are_there(page):
    """Those of hold'em that its own reference has."""
    rows = page[page.index("| PQL |") :]
    first = " ".join(line.split(" | ")[0] for line in rows.splitlines())
    assert [name for name in OF_HOLDEM.split() if not re.search(rf"\b{name}\b", first)] == []
