"""Connections to lakes for tests of what is asked of them."""

import duckdb
import pytest

from helpers import board_rows
from pokerlake.queries.connection import connect
from pokerlake.queries.functions import register_functions


@pytest.fixture(scope="session")
def whole(whole_lake):
    """A connection to the lake that has every table; read only."""
    with connect(whole_lake) as connection:
        yield connection


@pytest.fixture(scope="session")
def flop_hands(whole):
    """All of the table as arrays, with twice hs and equity as whole numbers."""
    return board_rows.exact_flop_hands(whole)


@pytest.fixture(scope="session")
def flops(whole):
    """All of the table as arrays."""
    return board_rows.read(whole, "from flops order by board_id")


@pytest.fixture(scope="session")
def standard(lake):
    """A connection to the lake of `make lake`; read only."""
    with connect(lake) as connection:
        yield connection


@pytest.fixture(scope="module")
def no_lake():
    """A connection with the functions alone."""
    with duckdb.connect() as connection:
        register_functions(connection)
        yield connection
