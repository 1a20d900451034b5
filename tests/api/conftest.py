"""A lake that the tests of a module may write to."""

import pytest

from helpers.lakes import share


@pytest.fixture(scope="module")
def own_lake(lake, tmp_path_factory):
    """The lake of `make lake` for a module alone."""
    there = tmp_path_factory.mktemp("own") / "lake"
    share(lake, there)
    return there


@pytest.fixture
def its_lake(own_lake, monkeypatch):
    """Calls that name no lake take that of the module."""
    monkeypatch.setenv("POKERLAKE_LAKE", str(own_lake))
