"""docs/architecture.md: every room, file and function that it names is there."""

import ast
import re

import pytest

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
