"""Notebooks from docs/notebooks/*.py: run, written with what they show, and put as pages.

A source has cells that begin with ``# %%``; those of ``# %% [markdown]`` are text. A line
``# !command`` of a cell is a command of the shell, as Jupyter has it. ``python -m website.notebooks
LAKE`` runs all, each in a folder of its own with a lake that has the tables of LAKE.
"""

import ast
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .pages import ROOT

FOLDER = ROOT / "docs/notebooks"
_CELL = re.compile(r"^# %%(.*)\n", re.MULTILINE)
_COMMAND = re.compile(r"^# !(.*)$", re.MULTILINE)
# Times, progress and compiled kernels are others on each machine.
_TAKES = re.compile(
    r"^(?:compiling kernels|MB read).*\n|^.+: [\d,]+ of [\d,]+(, about [\d,]+ s left)?\n"
    r"|[,;] [\d,.]+ s\b",
    re.MULTILINE,
)
_LONGEST = 30_000  # of HTML: what is longer is shown as text


class Cell(NamedTuple):
    """Text, or code."""

    text: str
    is_code: bool


def sources() -> dict[str, Path]:
    """The source of each notebook, by its name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.py"))}


def cells(path: Path) -> list[Cell]:
    """The cells of a source."""
    _, *parts = _CELL.split(path.read_text("utf-8"))
    made = []
    for kind, text in zip(parts[::2], parts[1::2], strict=True):
        text = text.strip("\n")
        if kind.strip() == "[markdown]":
            made.append(Cell(re.sub(r"^# ?", "", text, flags=re.MULTILINE), is_code=False))
        else:
            made.append(Cell(_COMMAND.sub(r"!\1", text), is_code=True))
    return made


def shown(cell: Cell, names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run a cell, and what Jupyter would keep of what it shows."""
    code = re.sub(r"^!(.*)$", lambda found: f"_run({found[1]!r})", cell.text, flags=re.MULTILINE)
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307
    if said.getvalue():
        yield {"output_type": "stream", "name": "stdout", "text": lines(said.getvalue())}
    if value is not None:
        yield {"output_type": "display_data", "metadata": {}, "data": bundle(value)}


def _run(command: str) -> None:
    # Commands of this environment.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=True,
    )
    print(done.stdout, end="")


def bundle(value: Any) -> dict[str, list[str]]:
    """A value in the forms that a notebook shows."""
    made = {"text/plain": lines(repr(value))}
    if drawn := getattr(value, "_repr_svg_", lambda: None)():
        return made | {"image/svg+xml": lines(drawn)}
    html = getattr(value, "_repr_html_", lambda: None)()
    if html and len(html) < _LONGEST:
        made["text/html"] = lines(html)
    return made


def lines(text: str) -> list[str]:
    """Text as notebooks have it."""
    return _TAKES.sub("", text).splitlines(keepends=True)


def run(path: Path, lake: Path) -> dict[str, Any]:
    """A notebook with what its cells show, from a folder with a copy of a lake."""
    there = Path(tempfile.mkdtemp(prefix="notebook-"))
    before = Path.cwd()
    try:
        shutil.copytree(lake, there / "lake")
        os.chdir(there)
        names: dict[str, Any] = {"__name__": "__main__", "_run": _run}
        made = [(cell, list(shown(cell, names)) if cell.is_code else []) for cell in cells(path)]
    finally:
        os.chdir(before)
        shutil.rmtree(there)
    return notebook(made)


def notebook(made: list[tuple[Cell, list[dict[str, Any]]]]) -> dict[str, Any]:
    """Cells in Jupyter's format."""
    written = []
    for number, (cell, outputs) in enumerate(made):
        entry = {"id": f"cell-{number}", "metadata": {}, "source": lines(cell.text)}
        if cell.is_code:
            entry |= {"cell_type": "code", "execution_count": None, "outputs": outputs}
        else:
            entry["cell_type"] = "markdown"
        written.append(entry)
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": python, "language_info": {"name": "python"}}
    return {"cells": written, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def page(made: Mapping[str, Any], name: str) -> str:
    """A notebook as a page of the site."""
    parts = []
    for cell in made["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", [])})
            if "image/svg+xml" in data:
                drawn = re.sub(r"\n\s*\n", "\n", "".join(data["image/svg+xml"]))
                parts.append(f'<div class="output">\n{drawn.strip()}\n</div>')
            elif "text/html" in data:
                table = re.sub(r"\n\s*\n", "\n", "".join(data["text/html"]))
                parts.append(f'<div class="output">\n{table.strip()}\n</div>')
            else:
                parts.append(f"```text\n{''.join(data['text/plain']).rstrip()}\n```")
    head, _, rest = "\n\n".join(parts).partition("\n\n")
    address = f"/docs/notebooks/{name}.ipynb"
    return f"{head}\n\nThis page is [a notebook]({address}) with what it shows.\n\n{rest}\n"


def pages() -> dict[str, str]:
    """Each notebook's page, by its path on the site."""
    return {
        f"notebooks/{name}.md": page(
            json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8")), name
        )
        for name in sources()
    }


def main(arguments: list[str]) -> int:
    """Write all notebooks, or those that are named after the lake."""
    lake = Path(arguments[0])
    os.environ.pop("POKERLAKE_LAKE", None)
    for name, path in sources().items():
        if len(arguments) > 1 and name not in arguments[1:]:
            continue
        text = json.dumps(run(path, lake), indent=1, ensure_ascii=False) + "\n"
        path.with_suffix(".ipynb").write_text(text, "utf-8")
        print(f"docs/notebooks/{name}.ipynb written, {len(text) / 1e3:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
