"""A lake whose manifest says anything: read, asked, verified. tests/damage changes the tables."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from functools import partial
from pathlib import Path

from fuzz import mutate
from fuzz.commands import command
from fuzz.inputs import Target, add
from fuzz.watch import WrongError

TOKENS = (
    "{", "}", "[", "]", ":", ",", '"', "null", "true", "[]", "{}", '""', "1e400", "-1", '"tables"', '"files"',
    '"rows"', '"classes"', '"format_version"', '"parameters"', '"name"', '"../classes.parquet"', '"/etc/passwd"',
    '"\\u0000"', '"\\ud800"', "NaN", "[" * 2000, '{"a":' * 2000, '"classes.parquet"', '"*.parquet"', '"."',
)  # fmt: skip
COMMANDS = (
    ["tables", "--lake", "lake"],
    ["sql", "select count(*) from classes", "-f", "csv", "--lake", "lake"],
    ["build", "--plan", "classes", "--lake", "lake"],
    ["verify", "classes", "--lake", "lake"],
)


@functools.cache
def _lake() -> Path:
    """A lake of one small table, built once."""
    from pokerlake.pipelines import runner

    usual = Path(tempfile.gettempdir())  # that of a test, two folders down, goes with it
    above = usual.parents[1] if len(usual.parents) > 1 else usual
    folder = Path(tempfile.mkdtemp(prefix="fuzz-lake-", dir=above))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    runner.build(folder / "lake", ["classes"])
    return folder / "lake"


def _seeds() -> list[str]:
    return [(_lake() / "manifest.json").read_text("utf-8")]


def _manifest(text: str) -> None:
    """Each command answers rightly, or says in one line what is wrong."""
    try:
        shutil.copytree(_lake(), "lake")
        Path("lake/manifest.json").write_bytes(text.encode("utf-8", "surrogatepass"))
        for words in COMMANDS:
            found = command(words)
            if (
                words[0] == "sql"
                and found.code == 0
                and found.text.split() != ["count_star()", "7462"]
            ):
                raise WrongError(f"{found.text!r} classes")
    finally:
        shutil.rmtree("lake")


add(
    Target(
        "manifest", "text", _seeds, partial(mutate.text, tokens=TOKENS), _manifest,
        in_ci=5, share=0.5, ending=".json",
    )
)  # fmt: skip
