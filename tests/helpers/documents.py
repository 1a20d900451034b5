"""Documents as what a reader does: blocks of commands, of Python, of files to save.

A ``console`` block has commands, ``$ command``, and below each what the terminal shows, standard
error included. A command that ends with a backslash goes on in the next line. The output is
compared exactly, but a line ``…`` stands for any lines; progress bars are not shown in documents.
Commands must succeed, except in a block marked ``console fails``: there they must not.

A ``python`` or ``sql`` block after text that ends in ``as `name`:`` is written to the file of that
name; any other ``python`` block is run. ``pycon`` blocks are one session of Python for the whole
document, as in a notebook, and what it prints is compared exactly.
"""

import re
import shlex
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.registry import TABLES, VIEWS, views_on

# What installs or gets the project: there is nothing of it in the folder of a test.
NOT_RUN = ("make ", "git ", "cd ")
SHARED = "../shared/"  # data beside the checkout, which a fresh clone does not have

BLOCK = re.compile(r"^```(\w+)( fails)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED_AS = re.compile(r"as\s`([\w.-]+)`:\s*$")
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
# What a terminal shows and a document leaves out: progress, and the first start of kernels.
PASSING = re.compile(
    r"^(?:\w+ +[━╸╺][━╸╺ ]*\d+/.*|compiling kernels for this machine.*"
    r"|.+: [\d,]+ of [\d,]+(?:, about [\d,]+ s left)?)\n",
    re.MULTILINE,
)
CONTENT = re.compile(r"\$\(cat ([\w.-]+)\)")
QUOTED = re.compile(r"""'[^']*'|"[^"]*"|[^'"]""")
MADE = re.compile(r"(?:-o|>)\s+([\w./-]+)")


class Step(NamedTuple):
    """One thing a reader does: a command or Python, what it shows, and whether it succeeds."""

    line: int
    text: str
    output: str | None = None
    succeeds: bool = True
    file: str | None = None
    language: str = "console"


def steps(text, *, with_text=False):
    """All steps of a document, in its order; with those in blocks of ``text`` if so wanted."""
    for block in BLOCK.finditer(text):
        language, fails, body = block.groups()
        line = text.count("\n", 0, block.start(3)) + 1
        saved = SAVED_AS.search(text, 0, block.start())
        if language == "console" or (with_text and language == "text" and body.startswith("$ ")):
            commands = list(COMMAND.finditer(body))
            assert "".join(found[0] for found in commands) == body, f"line {line}: not a command"
            for found in commands:
                if not f"{found[1]} ".startswith(NOT_RUN):
                    at = line + body.count("\n", 0, found.start())
                    yield Step(at, found[1], found[2], not fails)
        elif saved:
            yield Step(line, body, file=saved[1])
        elif language in ("python", "pycon"):
            yield Step(line, body, language=language)


def pattern(output):
    """Output as a document has it, as a regular expression."""
    lines = output.splitlines()
    return "".join("(?:.*\n)*" if line == "…" else re.escape(line) + "\n" for line in lines)


def words(command, folder):
    """What a shell makes of a command of pokerlake, and the programs that a pipe leads to.

    None for the words of another command, and where it takes a shell. Of what shells do only
    quotes, ``$(cat FILE)`` in them and pipes are understood.
    """
    line, filters = command.replace("\\\n", ""), ""
    for found in QUOTED.finditer(line):
        if found[0] == "|":
            line, filters = line[: found.start()], line[found.end() :].strip()
            break
        special = {"'": "", '"': "$`\\"}.get(found[0][0], "$`\\*?~&;<>()#")
        if set(special) & set(CONTENT.sub("", found[0])):
            return None, ""
    program, *arguments = shlex.split(line)
    if program != "pokerlake":
        return None, ""
    return [
        CONTENT.sub(lambda name: Path(folder, name[1]).read_text("utf-8").rstrip("\n"), word)
        for word in arguments
    ], filters


ASKS_HANDS = "hand|habits|report|shown|stats|winnings"  # commands that answer from imported hands


def of_histories():
    """Names that answer nothing until hands have been imported."""
    tables = {table.name for table in HISTORIES}
    views = {view.name for view in VIEWS.values()} - {v.name for v in views_on({*TABLES} - tables)}
    sources = files("pokerlake.queries") / "sql/histories"
    queries = {Path(query.name).stem for query in sources.iterdir() if query.name.endswith(".sql")}
    return tables | views | queries


def without_shared(all_steps):
    """The steps that cannot be taken without ../shared: they need it, or what such a step makes."""
    missing = {re.escape(SHARED)}
    found = set()
    for step in all_steps:
        if not any(re.search(name, step.text) for name in missing):
            continue
        found.add(step)
        made = [*MADE.findall(step.text), *([step.file] if step.file else [])]
        missing |= {rf"(?<![\w.-]){re.escape(name)}(?![\w-])" for name in made}
        if step.text.startswith("pokerlake import"):
            names = "|".join(sorted(of_histories()))
            missing.add(rf"\b(?:from|join|query|export|chart|schema)\s+(?:{names})\b")
            missing.add(rf"\bpokerlake (?:chart )?(?:{ASKS_HANDS})\b|--(?:population|habits)\b")
    return found
