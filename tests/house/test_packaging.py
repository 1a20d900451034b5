"""What is built, pinned and installed is the house that stands in the checkout."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

FOLDERS = ["api", "engine", "tables", "pipelines", "queries", "commands", "web"]
NOT_INSTALLED = "web/vendor"  # what makes the page's libraries
FILES = [
    "__init__.py",
    "__main__.py",
    "caches.py",
    "catalogue.py",
    "causes.py",
    "cli.py",
    "lazy.py",
    "leaving.py",
    "packed.py",
    "py.typed",
    "results.py",
]


@pytest.fixture(scope="session")
def pyproject(checkout):
    return tomllib.loads((checkout / "pyproject.toml").read_text())


@pytest.fixture(scope="session")
def sources(checkout):
    """The paths under pokerlake/ that an installation must have: modules, SQL, py.typed."""
    return {*FILES} | {
        path.relative_to(checkout).as_posix()
        for folder in FOLDERS
        for path in (checkout / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and checkout / NOT_INSTALLED not in path.parents
    }


@pytest.fixture(scope="session")
def built(checkout, tmp_path_factory):
    """A folder with the sdist and the wheel, built by the installed hatchling."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-d", folder]
    subprocess.run(command, cwd=checkout, check=True)
    return folder


@pytest.fixture(scope="session")
def wheel(built):
    (path,) = built.glob("*.whl")
    return path


def pins(path):
    """The requirements of a file, each with its list of hashes."""
    lines = path.read_text().replace("\\\n", " ").splitlines()
    found = {}
    for line in lines:
        requirement, *hashes = line.partition("#")[0].split("--hash=")
        if requirement.strip():
            found[Requirement(requirement).name] = (
                Requirement(requirement),
                [text.strip() for text in hashes],
            )
    return found


def pinned(requirement):
    (specifier,) = requirement.specifier
    assert specifier.operator == "=="
    return specifier.version


# ---------------------------------------------------------------- the links


def test_links_are_what_the_wheel_includes(checkout, pyproject):
    there = [*(checkout / ".src/pokerlake").iterdir()]
    links = {path.name: path for path in there if path.name != "__pycache__"}
    wheel = pyproject["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(links) == set(wheel["only-include"]) == {*FOLDERS, *FILES}
    for name, link in links.items():
        assert link.readlink() == Path("../..") / name
        assert link.exists()


def test_the_package_is_typed(checkout):
    assert (checkout / "py.typed").read_bytes() == b""
    assert all((checkout / folder / "__init__.py").is_file() for folder in FOLDERS)


def test_tests_are_no_package(checkout):
    """With an __init__.py pytest would put the root on the path: a broken wheel would pass."""
    assert not (checkout / "tests/__init__.py").exists()


# ---------------------------------------------------------------- the requirements


@pytest.mark.parametrize("name", ["pip.txt", "run.txt", "test.txt", "coverage.txt", "bench.txt"])
def test_requirements_name_no_place(checkout, name):
    for line in (checkout / "requirements" / name).read_text().splitlines():
        assert not re.search(r"://|--(?!hash=)|(^|[\s'\"=])[/~\\]\w", line)


@pytest.mark.parametrize("name", ["pip.txt", "run.txt", "test.txt", "coverage.txt", "bench.txt"])
def test_every_pin_has_hashes(checkout, name):
    found = pins(checkout / "requirements" / name)
    assert found
    for requirement, hashes in found.values():
        assert pinned(requirement)
        assert hashes
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", text) for text in hashes)


def test_test_requirements_hold_the_run_requirements(checkout):
    run = pins(checkout / "requirements/run.txt")
    test = pins(checkout / "requirements/test.txt")
    for name, (requirement, hashes) in run.items():
        assert pinned(test[name][0]) == pinned(requirement)
        assert test[name][1] == hashes


def test_pins_are_what_pyproject_asks_for(checkout, pyproject):
    """Else somebody has edited the one and not run `make requirements`."""
    groups = pyproject["dependency-groups"]
    run = [*pyproject["project"]["dependencies"], *groups["build"]]
    extras = pyproject["project"]["optional-dependencies"]
    assert extras["all"] == [f"pokerlake[{','.join(sorted(extras.keys() - {'all'}))}]"]
    optional = [text for name, texts in extras.items() if name != "all" for text in texts]
    test = run + optional + [entry for entry in groups["test"] if isinstance(entry, str)]
    coverage = [entry for entry in groups["coverage"] if isinstance(entry, str)]
    for name, wanted in [
        ("pip.txt", groups["pip"]),
        ("run.txt", run),
        ("test.txt", test),
        ("coverage.txt", test + coverage),
    ]:
        found = pins(checkout / "requirements" / name)
        for text in wanted:
            requirement = Requirement(text)
            assert requirement.specifier.contains(pinned(found[requirement.name][0]))


# ---------------------------------------------------------------- the distributions


def test_wheel_holds_all_folders_and_files(wheel, sources):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {f"pokerlake/{path}" for path in sources}


def test_sdist_holds_sources_and_tests(built, checkout, sources):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    tests = {file.relative_to(checkout).as_posix() for file in checkout.glob("tests/**/*.py")}
    assert names >= sources | tests | {"LICENSE", "README.md", "pyproject.toml"}
    assert {name.partition("/")[0] for name in names if "/" in name} == {*FOLDERS, "tests"}


@pytest.fixture(scope="session")
def target(wheel, tmp_path_factory):
    """A folder the wheel is installed in, apart from this environment."""
    folder = tmp_path_factory.mktemp("target")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--target", folder, wheel], check=True)
    return folder


def run(target, folder, *arguments):
    result = subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_installed_wheel_is_imported_from_where_it_is(target, tmp_path, sources):
    """Of each module: an editable installation is in this environment, too."""
    modules = sorted(
        f"pokerlake/{path}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in sources
        if path.endswith(".py")
    )
    code = (
        "import sys; from importlib.util import find_spec; from pathlib import Path\n"
        "for name in sys.argv[1:]: print(Path(find_spec(name).origin).resolve().as_posix())"
    )
    origins = run(target, tmp_path, "-c", code, *modules).splitlines()
    assert len(origins) == len(modules)
    assert [path for path in origins if not Path(path).is_relative_to(target.resolve())] == []


def test_installed_wheel_tells_its_version(target, tmp_path, pyproject):
    output = run(target, tmp_path, "-m", "pokerlake", "--version")
    assert output.split()[-1] == pyproject["project"]["version"]


def test_version_is_the_metadata(pyproject):
    assert version("pokerlake") == pyproject["project"]["version"]


def test_no_group_of_a_pattern_is_possessive(checkout):
    """Python before 3.11.5 loses matches of such a pattern; with ``(?>...)`` it has them all."""
    possessive = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+")
    modules = (path for folder in FOLDERS for path in (checkout / folder).rglob("*.py"))
    texts = {path: path.read_text("utf-8") for path in modules}
    assert [path for path, text in texts.items() if possessive.search(text)] == []
