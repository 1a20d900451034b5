"""A lake of rows that are made by hand."""

import pytest

from given.hands import given_lake


@pytest.fixture(scope="module")
def given(request, tmp_path_factory):
    """A connection to a lake of the tables that the module names ``GIVEN``."""
    with given_lake(tmp_path_factory.mktemp("given"), **request.module.GIVEN) as connection:
        yield connection
