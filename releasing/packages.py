"""``make release``: build the sdist and the wheel, and try them without a checkout.

An error ends it with a line, and dist/ has what was built. Each Python from 3.11 on that is found
here runs the quick start from the wheel; for other versions and systems pip checks that all
dependencies have wheels. The version must match ``--tag v1.0.0``.
"""

import argparse
import email
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import rattler_build as rattler

from helpers.documents import PASSING, pattern, steps

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
SYSTEMS = {
    "Linux": ["manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_17_x86_64"],
    "Linux on ARM": ["manylinux_2_28_aarch64", "manylinux_2_27_aarch64", "manylinux_2_17_aarch64"],
    "macOS": ["macosx_14_0_arm64", "macosx_13_0_arm64", "macosx_12_0_arm64", "macosx_11_0_arm64"],
    "Windows": ["win_amd64"],
}
# What a feedstock of conda begins with; some packages are called otherwise there.
CONDA_NAMES = {"duckdb": "python-duckdb"}  # of packages with other names there

RECIPE = """\
package:
  name: pokerlake
  version: "{version}"
source:
  url: {source}/releases/download/v{version}/{file}
  sha256: {digest}
build:
  number: 0
  noarch: python
  script: python -m pip install . -vv --no-deps --no-build-isolation
  python:
    entry_points: ["{entry}"]
requirements:
  host:
{host}
  run:
{run}
tests:
  - python:
      imports: [pokerlake]
      pip_check: true
  - script: ["pokerlake --version", "pokerlake equity AhKh QsQc --board Jh2h3d"]
about:
  summary: "{summary}"
  license: {license}
  license_file: {files}
  homepage: {homepage}
  repository: {source}
"""
LINK = re.compile(r"\]\((?P<to>[^)\s]+)\)")


def run(*command: object, **options: object) -> str:
    """The output of a command; the release ends if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        **options,
    )
    if done.returncode:
        shown = " ".join(str(word) for word in command)
        sys.exit(f"{done.stdout}\n{shown} ended with {done.returncode}")
    return done.stdout


def say(what: str) -> None:
    """Print a finding."""
    print(what, flush=True)


def version_everywhere(tag: str | None) -> str:
    """The version of pyproject.toml, which changelog, citation and tag must match."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    if f"\n## {version}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        sys.exit(f"CHANGELOG.md has no heading '## {version}', the version of pyproject.toml")
    if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text("utf-8"):
        sys.exit(f"CITATION.cff does not name {version}, the version of pyproject.toml")
    if tag and tag != f"v{version}":
        sys.exit(f"the tag is {tag}, and pyproject.toml has version {version}")
    return version


def packages() -> tuple[Path, Path]:
    """An sdist, and the wheel that is built from it, not from the checkout."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", DIST, cwd=ROOT)
    (sdist,) = DIST.glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "-qq", "wheel", "--no-deps", "--no-build-isolation"]
    run(*pip, "-w", DIST, sdist)
    (wheel,) = DIST.glob("*.whl")
    for path in (sdist, wheel):
        say(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    return sdist, wheel


def check_contents(sdist: Path, wheel: Path, version: str) -> None:
    """Metadata, licences, types, and the links of the index page."""
    say(run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel).strip())
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        head = f"pokerlake-{version}.dist-info"
        metadata = email.message_from_string(archive.read(f"{head}/METADATA").decode("utf-8"))
    licences = [name for name in names if name.startswith(f"{head}/licenses/")]
    for wanted in metadata.get_all("License-File", []):
        if f"{head}/licenses/{wanted}" not in licences:
            sys.exit(f"{wheel.name} lacks the licence {wanted}")
    if "pokerlake/py.typed" not in names:
        sys.exit(f"{wheel.name} lacks py.typed")
    readme = str(metadata.get_payload())
    links = [match["to"] for match in LINK.finditer(readme)]
    source = dict(url.split(", ", 1) for url in metadata.get_all("Project-URL", []))["Source"]
    raw = source.replace("github.com", "raw.githubusercontent.com")
    for link in links:
        if not link.startswith(("https://", "#")):
            sys.exit(f"{link} in README.md leads nowhere on a package index")
        for base in (f"{source}/blob/v{version}/", f"{raw}/v{version}/"):
            path = link.removeprefix(base).partition("#")[0]
            if link.startswith(base) and not (ROOT / path).exists():
                sys.exit(f"{link} in README.md: there is no {path}")
    say(f"licences: {len(licences)}; links of README.md: {len(links)}, all lead somewhere")


def write_recipe(sdist: Path) -> Path:
    """Write the conda recipe beside the sdist, from pyproject.toml, and render it."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = content["project"]
    ((name, entry),) = project["scripts"].items()
    python = f"python {project['requires-python']}"
    text = RECIPE.format(
        version=project["version"],
        source=project["urls"]["Source"],
        file=sdist.name,
        digest=hashlib.sha256(sdist.read_bytes()).hexdigest(),
        entry=f"{name} = {entry}",
        host=_listed([python, "pip", *map(_conda, content["build-system"]["requires"])]),
        run=_listed([python, *map(_conda, project["dependencies"])]),
        summary=project["description"],
        license=project["license"],
        files=project["license-files"],
        homepage=project["urls"]["Documentation"],
    )
    path = sdist.with_name("recipe.yaml")
    path.write_text(text, "utf-8")
    rattler.Stage0Recipe.from_yaml(text).render(rattler.VariantConfig(), rattler.RenderConfig())
    return path


def _conda(requirement: str) -> str:
    at = next(i for i, letter in enumerate(requirement) if letter in "<>=!~")
    name = requirement[:at]
    return f"{CONDA_NAMES.get(name, name)} {requirement[at:]}"


def _listed(requirements: list[str]) -> str:
    return "\n".join(f"    - {each}" for each in requirements)


def pythons() -> Iterator[tuple[str, str]]:
    """Each Python from 3.11 on that is found here: its version and program.

    Including those of pyenv and uv: in the path these may be stand-ins that do not run.
    """
    folders = [Path.home() / ".pyenv/versions", Path.home() / ".local/share/uv/python"]
    for version in PYTHONS:
        name = f"python{version}"
        installed = (path for folder in folders for path in folder.glob(f"*/bin/{name}"))
        for program in filter(None, [shutil.which(name), *map(str, sorted(installed))]):
            works = subprocess.run([program, "-c", "import ensurepip, venv"], capture_output=True)
            if works.returncode == 0:
                yield version, program
                break


def quick_start(programs: Path, folder: Path) -> int:
    """Follow docs/quick-start.md there with these programs; returns the number of steps."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
    }
    document = "docs/quick-start.md"
    taken, talk = 0, []
    for step in steps((ROOT / document).read_text("utf-8")):
        where = f"{document}, line {step.line}: {step.text}"
        if step.file:
            (folder / step.file).write_text(step.text, "utf-8")
        elif step.language == "console":
            if step.text.startswith("export PATH"):
                continue
            done = subprocess.run(
                ["bash", "-c", step.text],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            shown = PASSING.sub("", done.stdout.replace("\r\n", "\n"))
            if (done.returncode == 0) != step.succeeds:
                sys.exit(f"{where}\n{shown}")
            if not re.fullmatch(pattern(step.output), shown):
                sys.exit(f"{where}\n{shown}\nand the page has\n{step.output}")
        elif step.language == "python":
            run(programs / "python", "-c", step.text, cwd=folder, env=environment)
        else:
            talk.append(step.text)
        taken += 1
    (folder / "session.txt").write_text("\n\n".join(talk), "utf-8")
    run(programs / "python", "-m", "doctest", "session.txt", cwd=folder, env=environment)
    return taken


def sizes(python: Path) -> None:
    """The installed size by package, and what requires each."""
    listed = json.loads(
        run(
            python,
            "-c",
            "import json, importlib.metadata as m\n"
            "print(json.dumps([(d.name, sum(f.locate().stat().st_size for f in d.files or []"
            " if f.locate().is_file()), d.requires or []) for d in m.distributions()]))",
        )
    )
    needed: dict[str, list[str]] = {}
    for name, _, requires in listed:
        for text in requires:
            if "extra ==" not in text:
                needed.setdefault(plain(re.split(r"[^\w.-]", text)[0]), []).append(name)
    for name, size, _ in sorted(listed, key=lambda row: -row[1]):
        if size > 1e6:
            by = ", ".join(sorted(needed.get(plain(name), [])))
            why = f"for {by}" if by else "itself" if name == "pokerlake" else "came with Python"
            say(f"  {size / 1e6:6.1f} MB  {name} ({why})")
    say(f"  {sum(size for _, size, _ in listed) / 1e6:6.1f} MB  in all")


def plain(name: str) -> str:
    """A package's name, normalised as an index does."""
    return re.sub(r"[-_.]+", "-", name).lower()


def try_wheel(wheel: Path) -> None:
    """The quick start without a checkout, with each Python that is here."""
    first = True
    for version, program in pythons():
        with tempfile.TemporaryDirectory() as there:
            venv = Path(there, "venv")
            run(program, "-m", "venv", venv)
            python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
            pip = [python, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
            pinned = ROOT / "requirements/run.txt"
            run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", pinned)
            run(*pip, "--no-deps", wheel)
            folder = Path(there, "elsewhere")
            folder.mkdir()
            run(python.parent / "pokerlake", "build", cwd=folder)
            taken = quick_start(python.parent, folder)
            say(f"Python {version}: the quick start from the wheel, {taken} steps")
            if first:
                sizes(python)
                first = False
    versions = {version for version, _ in pythons()}
    for version in PYTHONS:
        if version not in versions:
            say(f"Python {version}: not here, so not run")


def check_wheels() -> None:
    """Whether all dependencies have a wheel for the other versions and systems."""
    for system, platforms in SYSTEMS.items():
        for version in PYTHONS:
            with tempfile.TemporaryDirectory() as there:
                options = [word for tag in platforms for word in ("--platform", tag)]
                done = subprocess.run(
                    [
                        *(sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check"),
                        *("install", "--dry-run", "--ignore-installed", "--target", there),
                        *("--only-binary", ":all:", "--no-deps", "--python-version", version),
                        *("--implementation", "cp", *options),
                        *("-r", str(ROOT / "requirements/run.txt")),
                    ],
                    capture_output=True,
                    encoding="utf-8",
                    check=False,
                )
            lacks = done.stderr.strip().splitlines()
            say(
                f"{system}, Python {version}: "
                + ("every dependency has a wheel" if done.returncode == 0 else lacks[-1])
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", help="the tag that is released, as v1.0.0")
    parser.add_argument("--quick", action="store_true", help="build and check, and install nothing")
    given = parser.parse_args()
    released = version_everywhere(given.tag)
    made = packages()
    check_contents(*made, released)
    say(f"{write_recipe(made[0]).name}: a conda recipe, which renders")
    if not given.quick:
        try_wheel(made[1])
        check_wheels()
    say(f"pokerlake {released} is in {DIST.relative_to(ROOT)}/")
