"""The words, the rooms and the examples that documentation names are all there."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
from importlib.util import find_spec

import pytest
import typer

import pokerlake as pk
from pokerlake.cli import app
from pokerlake.queries.functions.registry import FUNCTIONS, MACROS
from pokerlake.queries.words import OTHERS, option_of

HIDDEN = {"self", "_", "_named", "all_spots", "install_completion", "show_completion"}


def of_python():
    """Parameters of calls, and of the methods of results."""
    calls = [getattr(pk, name) for name in pk.__all__]
    for name in pk.results.__all__:
        methods = vars(getattr(pk.results, name)).items()
        calls += [call for method, call in methods if method[0] != "_" and inspect.isroutine(call)]
    for call in calls:
        is_error = isinstance(call, type) and issubclass(call, Exception)
        if callable(call) and not inspect.ismodule(call) and not is_error:
            yield from inspect.signature(call).parameters


def of_commands():
    """Options, and what stands for arguments."""

    def walk(command):
        yield from command.params
        for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
            yield from walk(command.get_command(None, name))

    for parameter in walk(typer.main.get_command(app)):
        is_option = parameter.param_type_name == "option"
        yield parameter.opts[0] if is_option else parameter.metavar or parameter.name.upper()


def of_sql():
    """Parameters of functions and macros."""
    for function in (*FUNCTIONS.values(), *MACROS.values()):
        inner = function.usage.partition("(")[2].rpartition(")")[0]
        parts = re.sub("'[^']*'", "", inner).split(",")  # a default may have commas
        yield from (part.partition(":=")[0].strip(' []"') for part in parts)


def plain(word):
    return word.lstrip("-").replace("-", "_").lower()


def test_every_word_is_there(checkout):
    page = (checkout / "docs/words.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    listed = {plain(word).partition("=")[0] for word in re.findall(r"`([^`]+)`", "\n".join(rows))}
    for words in (of_python, of_commands, of_sql):
        found = {plain(word) for word in words()} - HIDDEN - {""}
        assert len(found) > 15
        assert found - listed == set(), words.__name__


def test_no_word_of_ours_is_told_to_be_anothers(checkout):
    """What is answered with another word is a word of some door, or that answer leads nowhere."""
    options, keywords = set(of_commands()), set(of_python())
    for own in OTHERS:
        assert own in keywords or option_of(own) in options, own


# ---------------------------------------------------------------- docs/architecture.md: every room


ROOMS = "engine|tables|pipelines|queries|commands|web|tests"
PATH = re.compile(rf"`((?:{ROOMS})/(?:\w+/)*(?:\w+\.py)?)`((?:\s+`\w+`)*)")


@pytest.fixture(scope="module")
def page(checkout):
    return (checkout / "docs/architecture.md").read_text("utf-8")


def names(path):
    """What stands at the top of a module."""
    body = ast.parse(path.read_text("utf-8")).body
    assigned = [node for node in body if isinstance(node, ast.Assign | ast.AnnAssign)]
    stored = {
        name.id
        for node in assigned
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    defined = (ast.FunctionDef, ast.ClassDef)
    return stored | {node.name for node in body if isinstance(node, defined)}


def test_every_file_and_name_is_there(page, checkout):
    missing = []
    mentioned = PATH.findall(page)
    for path, following in mentioned:
        place = checkout / path
        if not place.exists():
            missing.append(path)
        elif place.suffix == ".py":
            wanted = set(re.findall(r"\w+", following))
            missing += [f"{path} {name}" for name in sorted(wanted - names(place))]
    assert missing == []
    assert len(mentioned) > 80


def test_every_room_is_in_the_picture(page, checkout):
    picture = page[page.index("```text") : page.index("`tables/` and `engine/`")]
    rooms = {
        face.parent.name
        for part in ROOMS.split("|")[:-1]
        for face in (checkout / part).rglob("__init__.py")
    }
    assert {room for room in rooms if f"{room}/" not in picture} == set()


# ---------------------------------------------------------------- The examples in docstrings give


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
