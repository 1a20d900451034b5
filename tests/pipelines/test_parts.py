"""Parts of a build are used again only if nothing has changed that decides what they hold."""

import shutil

import pytest

from helpers.fake_builds import builds
from pokerlake.pipelines import parts

PACKAGE = parts.PACKAGE
ROOMS = sorted(
    path.parent.relative_to(PACKAGE).as_posix()
    for room in ("engine", "tables", "pipelines")
    for path in (PACKAGE / room).rglob("__init__.py")
)
MODULES = [
    path.relative_to(PACKAGE).as_posix()
    for room in ROOMS
    for path in sorted((PACKAGE / room).glob("*.py"))[-1:]
]


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of the sources, to be edited."""
    copied = tmp_path_factory.mktemp("package")
    for name in ("engine", "tables", "pipelines", "queries"):
        shutil.copytree(PACKAGE / name, copied / name, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(PACKAGE / "lazy.py", copied)
    return copied


@pytest.fixture
def goes_on(sources, tmp_path, monkeypatch):
    """Whether a build that was stopped goes on with its parts after an edit of the sources."""
    monkeypatch.setattr(parts, "PACKAGE", sources)
    build = builds()["dag_nodes"]

    def begin():
        parts.code_digest.cache_clear()
        return parts.begin(tmp_path, build)

    def goes_on(edit):
        assert begin() == 0
        parts.partition(tmp_path, build, 2)
        edit()
        spent = begin()
        kept = list(parts.finished_parts(tmp_path, build))
        assert (kept, spent > 0) in (([2], True), ([], False))
        return kept == [2]

    yield goes_on
    parts.code_digest.cache_clear()


def append_comment(path):
    path.write_text(path.read_text("utf-8") + "# edited\n", "utf-8")


def test_rooms_are_found():
    assert {"engine", "engine/cards", "engine/games/tree", "pipelines/tables"} <= set(ROOMS)


def test_nothing_edited(goes_on):
    assert goes_on(lambda: None)


@pytest.mark.parametrize("module", [*MODULES, "lazy.py"])
def test_an_edit_in_any_room(module, goes_on, sources):
    assert not goes_on(lambda: append_comment(sources / module))


def test_an_edit_where_nothing_is_computed(goes_on, sources):
    assert goes_on(lambda: append_comment(sources / "queries/shell.py"))


def test_a_module_that_moves(goes_on, sources):
    path = sources / "engine/threads.py"
    assert not goes_on(lambda: path.rename(path.with_name("strands.py")))


@pytest.mark.parametrize("library", ["numba", "numpy", "pyarrow"])
def test_another_library(library, goes_on, monkeypatch):
    def version(name, known=parts.version):
        return "99.0" if name == library else known(name)

    assert not goes_on(lambda: monkeypatch.setattr(parts, "version", version))
