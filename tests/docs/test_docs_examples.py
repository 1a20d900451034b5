"""The examples in docstrings give what they say."""

import doctest
import importlib
import pkgutil
from importlib.util import find_spec

import pytest

MODULES = [
    module.name
    for module in pkgutil.walk_packages(
        find_spec("pokerlake").submodule_search_locations, "pokerlake."
    )
]


def source(name):
    return find_spec(name).loader.get_source(name)


def test_modules_are_found():
    assert {"pokerlake.cli", "pokerlake.engine.cards.text", "pokerlake.tables.lake"} <= set(MODULES)


@pytest.mark.parametrize("name", [name for name in MODULES if ">>> " in source(name)])
def test_examples(name, request, monkeypatch):
    if name.startswith("pokerlake.api."):
        lake = request.getfixturevalue("lake")
        monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
        monkeypatch.chdir(lake.parent)
    module = importlib.import_module(name)
    examples = [test.examples for test in doctest.DocTestFinder().find(module)]
    assert sum(map(len, examples)) == source(name).count(">>> ")  # none hides from doctest
    assert doctest.testmod(module).failed == 0
