"""The conda recipe of a release, out of pyproject.toml: what a feedstock begins with."""

import hashlib
import tomllib
from pathlib import Path

import rattler_build as rattler

ROOT = Path(__file__).parents[1]
NAMES = {"duckdb": "python-duckdb"}  # of packages that are called otherwise there

TEMPLATE = """\
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


def write_recipe(sdist: Path) -> Path:
    """Write recipe.yaml beside the sdist; it is rendered, so that what is wrong in it is told."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = content["project"]
    ((name, entry),) = project["scripts"].items()
    python = f"python {project['requires-python']}"
    text = TEMPLATE.format(
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
    return f"{NAMES.get(name, name)} {requirement[at:]}"


def _listed(requirements: list[str]) -> str:
    return "\n".join(f"    - {each}" for each in requirements)
