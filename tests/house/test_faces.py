"""Each room has a face: what belongs in it, what does not, and its names, loaded when used."""

import re
import subprocess
import sys
from importlib import import_module

import pytest

from helpers.modules import MODULES

FACES = sorted(name for name, path in MODULES.items() if path.name == "__init__.py")
# What a face describes: "- ``name``: what it is".
DESCRIBED = re.compile(r"^- ``(\w+)``: ", re.MULTILINE)
MOST_NAMES = 10


@pytest.mark.parametrize("face", FACES)
def test_face(face):
    room = import_module(face)
    assert "\nBelongs here: " in room.__doc__
    assert "\nDoes not: " in room.__doc__

    names = getattr(room, "__all__", [])
    assert sorted(DESCRIBED.findall(room.__doc__)) == sorted(names)
    assert len(names) <= MOST_NAMES
    beside = {name.removeprefix(f"{face}.") for name in MODULES}
    assert beside & set(names) == set(), "a name and a module: an import would tell which is meant"
    for name in names:
        assert getattr(room, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        room.nonsense  # noqa: B018


def test_faces_load_nothing_before_it_is_used():
    code = f"import sys, {', '.join(FACES)}; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split()
    assert {"numba", "numpy", "duckdb", "pandas", "polars", "pyarrow"} & set(loaded) == set()
    assert {name for name in loaded if name.startswith("pokerlake.")} == {*FACES, "pokerlake.lazy"}
