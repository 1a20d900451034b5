"""README.md and docs/ run as they are written: each document in order, in a folder of its own.

A ``console`` block has commands, ``$ command``, and below each what the terminal shows, standard
error included. A command that ends with a backslash goes on in the next line. The output is
compared exactly, but a line ``…`` stands for any lines; progress bars are not shown in documents.
Commands must succeed, except in a block marked ``console fails``: there they must not.

A ``python`` or ``sql`` block after text that ends in ``as `name`:`` is written to the file of that
name; any other ``python`` block is run. ``pycon`` blocks are one session of Python for the whole
document, as in a notebook, and what it prints is compared exactly. A picture that a document makes
is the one in docs/, byte for byte.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    path.relative_to(ROOT).as_posix()
    for path in [*ROOT.glob("README.md"), *sorted(ROOT.glob("docs/*.md"))]
    if re.search("^```(console|pycon)", path.read_text("utf-8"), re.MULTILINE)
]

# What installs or gets the project: there is nothing of it in the folder of a test.
NOT_RUN = ("make ", "git ", "cd ")

BLOCK = re.compile(r"^```(\w+)( fails)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED_AS = re.compile(r"as\s`([\w.-]+)`:\s*$")
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
# What a terminal shows and a document leaves out: progress bars, and the first start of kernels.
PASSING = re.compile(
    r"^(?:\w+ +[━╸╺][━╸╺ ]*\d+/|compiling kernels for this machine).*\n", re.MULTILINE
)


class Step(NamedTuple):
    """One thing a reader does: the command, what it shows, and whether it should succeed."""

    line: int
    command: list[str]
    output: str | None
    succeeds: bool = True
    file: str | None = None
    session: bool = False


def steps(text):
    """All steps of a document, in its order."""
    for block in BLOCK.finditer(text):
        language, fails, body = block.groups()
        line = text.count("\n", 0, block.start(3)) + 1
        saved = SAVED_AS.search(text, 0, block.start())
        if language == "console":
            commands = list(COMMAND.finditer(body))
            assert "".join(found[0] for found in commands) == body, f"line {line}: not a command"
            for found in commands:
                if not f"{found[1]} ".startswith(NOT_RUN):
                    at = line + body.count("\n", 0, found.start())
                    yield Step(at, ["bash", "-c", found[1]], found[2], not fails)
        elif saved:
            yield Step(line, [], body, file=saved[1])
        elif language == "python":
            yield Step(line, [sys.executable, "-c", body], None)
        elif language == "pycon":
            yield Step(line, [], body, session=True)


def pattern(output):
    """Output as a document has it, as a regular expression."""
    lines = output.splitlines()
    return "".join("(?:.*\n)*" if line == "…" else re.escape(line) + "\n" for line in lines)


def talk(step, document, names):
    """A block of a session of Python, on the names that are known so far."""
    cell = doctest.DocTestParser().get_doctest(step.output, names, document, document, step.line)
    assert cell.examples, f"{document}, line {step.line}: no >>>"
    said = []
    doctest.DocTestRunner().run(cell, out=said.append, clear_globs=False)
    assert not said, "".join(said)
    names.update(cell.globs)


@pytest.fixture
def folder(document, checkout, lake, tmp_path, monkeypatch):
    """Stands for the checkout after `make lake`: the programs, the lake, and the data beside it."""
    place = tmp_path / "pokerlake"
    (place / ".venv").mkdir(parents=True)
    programs = Path(sys.executable).parent
    (place / ".venv/bin").symlink_to(programs)
    if re.search(r"^\$ pokerlake (import|learn)", (checkout / document).read_text("utf-8"), re.M):
        shutil.copytree(lake, place / "lake")
    else:
        (place / "lake").symlink_to(lake)
    if (checkout.parent / "shared/data").is_dir():
        (tmp_path / "shared").symlink_to(checkout.parent / "shared")
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    monkeypatch.setenv("POKERLAKE_LAKE", str(place / "lake"))
    monkeypatch.setenv("COLUMNS", "80")
    return place


@pytest.mark.parametrize("document", DOCUMENTS)
def test_document(document, checkout, folder, monkeypatch):
    text = (checkout / document).read_text("utf-8")
    if "../shared/" in text and not (folder.parent / "shared").exists():
        pytest.skip("needs ../shared/data beside the checkout")
    monkeypatch.chdir(folder)
    names = {}
    for step in steps(text):
        if step.file:
            (folder / step.file).write_text(step.output, "utf-8")
            continue
        if step.session:
            talk(step, document, names)
            continue
        result = subprocess.run(
            step.command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        shown = PASSING.sub("", result.stdout.replace("\r\n", "\n"))
        where = f"{document}, line {step.line}: {step.command[-1]}"
        assert (result.returncode == 0) == step.succeeds, f"{where}\n{shown}"
        if step.output is not None and not re.fullmatch(pattern(step.output), shown):
            assert f"{where}\n{shown}" == f"{where}\n{step.output}"
    for made in folder.glob("*.svg"):
        picture = checkout / "docs" / made.name
        if f"{picture.name})" in text:
            assert made.read_bytes() == picture.read_bytes(), f"docs/{picture.name} is out of date"


def test_every_picture_is_made_by_the_document_that_shows_it(checkout):
    shown = [
        picture
        for path in checkout.glob("docs/*.md")
        for picture in re.findall(r"!\[.*\]\((.*)\)", path.read_text("utf-8"))
        if f"-o {picture}\n" in path.read_text("utf-8")
    ]
    assert sorted(shown) == sorted(path.name for path in checkout.glob("docs/*.svg"))


# ---------------------------------------------------------------- the harness itself


SAMPLE = """\
Save this as `a.sql`:

```sql
select 1
```

```console
$ cat a.sql
select 1
$ make lake
all of it
$ printf 'a\\n$b\\nc\\n' \\
    && true
a
…
c
```

```console fails
$ false
```

```python
print(1)
```

```pycon
>>> one = 1
```

```text
$ not run
```
"""


def test_steps_of_a_document():
    assert list(steps(SAMPLE)) == [
        Step(4, [], "select 1\n", file="a.sql"),
        Step(8, ["bash", "-c", "cat a.sql"], "select 1\n"),
        Step(12, ["bash", "-c", "printf 'a\\n$b\\nc\\n' \\\n    && true"], "a\n…\nc\n"),
        Step(20, ["bash", "-c", "false"], "", succeeds=False),
        Step(24, [sys.executable, "-c", "print(1)\n"], None),
        Step(28, [], ">>> one = 1\n", session=True),
    ]


def test_a_session_goes_on_and_has_to_print_what_is_there():
    names = {}
    talk(Step(1, [], ">>> one = 1\n", session=True), "a.md", names)
    talk(Step(5, [], ">>> one + 1\n2\n", session=True), "a.md", names)
    with pytest.raises(AssertionError, match=r"(?s)a.md.*Expected:.*3.*Got:.*2"):
        talk(Step(9, [], ">>> one + 1\n3\n", session=True), "a.md", names)
    with pytest.raises(AssertionError, match="line 13: no >>>"):
        talk(Step(13, [], "one + 1\n", session=True), "a.md", names)


@pytest.mark.parametrize(
    ("shown", "fits"),
    [("a\nc\n", True), ("a\nb\nb\nc\n", True), ("a\nb\n", False), ("a\nb\nc\nd\n", False)],
)
def test_ellipsis_stands_for_any_lines(shown, fits):
    assert bool(re.fullmatch(pattern("a\n…\nc\n"), shown)) == fits


def test_bars_are_not_shown():
    shown = "rows ━━━━━━━━╸     250/251 --:--\ncompiling kernels for this machine, once\n7 rows\n"
    assert PASSING.sub("", shown) == "7 rows\n"
