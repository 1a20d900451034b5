"""README.md and docs/ run as they are written: each document in order, in a folder of its own.

What blocks mean stands in helpers/documents.py. A command of pokerlake runs inside this process,
also where a shell is given what it writes, unless it takes a shell itself. A picture that a
document makes is the one in docs/, byte for byte; ``REWRITE_GOLDEN=1`` writes it anew.
"""

import contextlib
import doctest
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.documents import PASSING, SHARED, Step, pattern, steps, without_shared, words
from helpers.lakes import share
from helpers.slices import stored_builds
from pokerlake.cli import app
from pokerlake.pipelines import runner
from pokerlake.tables.manifest import read_manifest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    path.relative_to(ROOT).as_posix()
    for path in [*ROOT.glob("README.md"), *sorted(ROOT.glob("docs/*.md"))]
    if re.search("^```(console|pycon)", path.read_text("utf-8"), re.MULTILINE)
]


def talk(step, document, names):
    """A block of a session of Python, on the names that are known so far."""
    cell = doctest.DocTestParser().get_doctest(step.text, names, document, document, step.line)
    assert cell.examples, f"{document}, line {step.line}: no >>>"
    said = []
    doctest.DocTestRunner().run(cell, out=said.append, clear_globs=False)
    assert not said, "".join(said)
    names.update(cell.globs)


def run_python(text):
    """A program, as a module of its own."""
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text, "<document>", "exec"), {"__name__": "__main__"})


def run_inside(arguments, filters, folder):
    """What a command of pokerlake shows, as it may be mixed, and whether it succeeds.

    Where a pipe follows, what the programs behind it show of what the command writes.
    """
    result = CliRunner().invoke(app, arguments, input=b"")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    out = result.stdout_bytes.decode()
    if filters:
        assert result.exit_code == 0
        (out,), succeeds = run_outside(filters, folder, out)
        return [result.stderr + out], succeeds
    return [out + result.stderr, result.stderr + out], result.exit_code == 0


def run_outside(command, folder, given=""):
    """The same of any command, in a shell."""
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return [result.stdout], result.returncode == 0


def follow(step, document, folder, names):
    """Take one step of a document."""
    if step.file:
        (folder / step.file).write_text(step.text, "utf-8")
    elif step.language == "pycon":
        talk(step, document, names)
    elif step.language == "python":
        run_python(step.text)
    else:
        arguments, filters = words(step.text, folder)
        shown, succeeds = (
            run_outside(step.text, folder)
            if arguments is None
            else run_inside(arguments, filters, folder)
        )
        shown = [PASSING.sub("", text.replace("\r\n", "\n")) for text in shown]
        where = f"{document}, line {step.line}: {step.text}"
        assert succeeds == step.succeeds, f"{where}\n{shown[0]}"
        if not any(re.fullmatch(pattern(step.output), text) for text in shown):
            assert f"{where}\n{shown[0]}" == f"{where}\n{step.output}"


@pytest.fixture
def folder(document, checkout, lake, tmp_path, monkeypatch):
    """Stands for the checkout after `make lake`: the programs, the lake, and the data beside it."""
    place = tmp_path / "pokerlake"
    (place / ".venv").mkdir(parents=True)
    programs = Path(sys.executable).parent
    (place / ".venv/bin").symlink_to(programs)
    builds = document in ("docs/flop-subsets.md", "docs/stud.md")
    filling = r"^\$ pokerlake (abstract|import|learn|pushfold|solve --from)"
    if builds or re.search(filling, (checkout / document).read_text("utf-8"), re.M):
        share(lake, place / "lake")
    else:
        (place / "lake").symlink_to(lake)
    if builds:  # after `pokerlake build`, which takes half a minute
        stored = stored_builds()
        runner.build(place / "lake", list(stored), workers=1, builds=stored)
    if (checkout.parent / "shared/data").is_dir():
        (tmp_path / "shared").symlink_to(checkout.parent / "shared")
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    monkeypatch.setenv("POKERLAKE_LAKE", str(place / "lake"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(place)
    return place


# Seconds to half a minute each, of what other pages and tests do in little: by hand.
BY_HAND = {
    f"docs/{name}.md"
    for name in (
        *("abstraction", "charts", "draw", "duels", "export", "flop-subsets", "flop-textures"),
        *("gallery", "hand-histories", "learned-draw", "learning", "lowball", "pluribus"),
        *("push-fold", "shell", "solving", "strength", "tour", "untrusted"),
    )
}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(name, marks=pytest.mark.whole) if name in BY_HAND else name
        for name in DOCUMENTS
    ],
)
def test_document(document, checkout, folder, subtests):
    text = (checkout / document).read_text("utf-8")
    to_do = list(steps(text))
    there = (folder.parent / "shared").exists()
    left_out = set() if there else without_shared(to_do)
    names = {}
    for step in to_do:
        if step not in left_out:
            follow(step, document, folder, names)
    if left_out:
        lines = ", ".join(str(step.line) for step in to_do if step in left_out)
        with subtests.test(document):
            pytest.skip(f"{document}: without {SHARED} beside the checkout not run: lines {lines}")
    for made in folder.glob("*.svg"):
        picture = checkout / "docs" / made.name
        if f"{picture.name})" in text:
            if os.environ.get("REWRITE_GOLDEN"):
                picture.write_bytes(made.read_bytes())
            assert made.read_bytes() == picture.read_bytes(), f"docs/{picture.name} is out of date"


def test_push_or_fold_of_three_players(checkout, lake, tmp_path, monkeypatch):
    """What takes any three hands, where $POKERLAKE_TEST_LAKE has them; the page has it as text."""
    given = Path(os.environ.get("POKERLAKE_TEST_LAKE", lake))
    if "matchups3" not in read_manifest(given).tables:
        pytest.skip("needs a $POKERLAKE_TEST_LAKE with matchups3")
    shutil.copytree(given, tmp_path / "lake")
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    document = "docs/push-fold.md"
    for step in steps((checkout / document).read_text("utf-8"), with_text=True):
        if step.succeeds and "--plan" not in step.text and step.language == "console":
            follow(step, document, tmp_path, {})
        elif step.file:
            (tmp_path / step.file).write_text(step.text, "utf-8")


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
        Step(4, "select 1\n", file="a.sql"),
        Step(8, "cat a.sql", "select 1\n"),
        Step(12, "printf 'a\\n$b\\nc\\n' \\\n    && true", "a\n…\nc\n"),
        Step(20, "false", "", succeeds=False),
        Step(24, "print(1)\n", language="python"),
        Step(28, ">>> one = 1\n", language="pycon"),
    ]


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("pokerlake sql 'a > 1' \\\n    -o b.csv", ["sql", "a > 1", "-o", "b.csv"]),
        ('pokerlake sql "$(cat a.sql)" -f csv', ["sql", "select 1", "-f", "csv"]),
        ("pokerlake sql 'a $b *' \"c = 'd'\"", ["sql", "a $b *", "c = 'd'"]),
        ("pokerlake sql < a.sql", None),
        ("pokerlake sql < a.sql | head", None),
        ("pokerlake sql $HOME", None),
        ('pokerlake sql "$HOME"', None),
        ("pokerlake sql *.sql", None),
        ("pokerlake sql $'a'", None),
        ("cat a.sql", None),
        ("cat a.sql | pokerlake sql", None),
    ],
)
def test_words_of_a_command_without_a_shell(command, arguments, tmp_path):
    (tmp_path / "a.sql").write_text("select 1\n")
    assert words(command, tmp_path) == (arguments, "")


def test_what_stands_behind_a_pipe_is_for_a_shell(tmp_path):
    found = words("pokerlake sql 'a | b' | head -2 | cut -d'|' -f 1", tmp_path)
    assert found == (["sql", "a | b"], "head -2 | cut -d'|' -f 1")


def test_without_shared_all_is_left_out_that_needs_it():
    taken = [
        Step(1, "from 'hands.parquet'", file="free.sql"),
        Step(2, 'pokerlake sql "$(cat free.sql)" -o free.csv', ""),
    ]
    not_taken = [
        Step(3, "from '../shared/data/a.csv'", file="a.sql"),
        Step(4, 'pokerlake sql "$(cat a.sql)" -o a.csv', ""),
        Step(5, "head -2 a.csv > b.csv", ""),
        Step(6, "rm b.csv", ""),
        Step(7, "pokerlake import ../shared/data/hand-histories", ""),
        Step(8, "pokerlake query all_in_luck", ""),
        Step(9, "pokerlake sql 'select 1 from opportunities'", ""),
    ]
    more = [Step(10, "pokerlake sql 'select hands from classes'", "")]
    assert without_shared([*taken, *not_taken, *more]) == set(not_taken)


def test_a_session_goes_on_and_has_to_print_what_is_there():
    names = {}
    talk(Step(1, ">>> one = 1\n", language="pycon"), "a.md", names)
    talk(Step(5, ">>> one + 1\n2\n", language="pycon"), "a.md", names)
    with pytest.raises(AssertionError, match=r"(?s)a.md.*Expected:.*3.*Got:.*2"):
        talk(Step(9, ">>> one + 1\n3\n", language="pycon"), "a.md", names)
    with pytest.raises(AssertionError, match="line 13: no >>>"):
        talk(Step(13, "one + 1\n", language="pycon"), "a.md", names)


@pytest.mark.parametrize(
    ("shown", "fits"),
    [("a\nc\n", True), ("a\nb\nb\nc\n", True), ("a\nb\n", False), ("a\nb\nc\nd\n", False)],
)
def test_ellipsis_stands_for_any_lines(shown, fits):
    assert bool(re.fullmatch(pattern("a\n…\nc\n"), shown)) == fits


def test_bars_are_not_shown():
    shown = "rows ━━━━━━━━╸     250/251 --:--\ncompiling kernels for this machine, once\n7 rows\n"
    shown += "spot 3, 8c8dAh, iteration 40, 2.56 %: 875 of 1,000, about 2 s left\n"
    assert PASSING.sub("", shown) == "7 rows\n"
