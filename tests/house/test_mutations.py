"""The list of mutations fits the code that it changes."""

import tomllib
from pathlib import Path

import pytest

LIST = Path(__file__).parents[1] / "mutations" / "mutations.toml"
MUTATIONS = tomllib.loads(LIST.read_text("utf-8"))["mutation"]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation["name"])
def test_what_is_replaced_is_there_once(mutation, checkout):
    assert (checkout / mutation["path"]).read_text("utf-8").count(mutation["old"]) == 1
    assert all((checkout / tests).exists() for tests in mutation["tests"])
