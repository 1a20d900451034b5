"""A connection that knows no lake, for results of any type."""

import duckdb
import pytest


@pytest.fixture(scope="module")
def database():
    with duckdb.connect() as connection:
        yield connection


@pytest.fixture
def sql(database):
    """A connection; of its own, since one waits for a result that an error keeps."""
    with database.cursor() as connection:
        connection.execute("set timezone = 'Etc/GMT+5'")
        yield connection
