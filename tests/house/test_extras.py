"""Without the libraries of the extras each thing that needs one says so in a line.

They are hidden here. ``make wheel-test`` names the Python of an environment in which the wheel is
installed without extras: ``$PLAIN_PYTHON``.
"""

import json
import os
import subprocess
import sys

import pytest

# What only extras install, and what comes with that.
LIBRARIES = {
    "pandas": ["pandas"],
    "games": ["scipy"],
    "cluster": ["distributed", "dask", "cloudpickle", "fsspec", "s3fs", "aiobotocore"],
    "web": ["fastapi", "starlette", "uvicorn", "httptools", "orjson", "uvloop"],
}

PYTHON = {
    "web": [
        "import pokerlake.web",
        "import pokerlake.web.asgi",
        "import pokerlake.web.questions.registry",
        "from pokerlake.web import Settings, serve",
        "from pokerlake.web.jobs.pool import Pool",
    ],
    "pandas": [
        "pk.equity('AA', 'KK').to_pandas()",
        "import pokerlake.queries.columns.pandas_frames",
    ],
    "cluster": [
        "pk.Lake('s3://bucket/lake')",
        "import pokerlake.tables.stores.reading",
        "pk.equity('AA', 'KK', lake='s3://bucket/lake')",
    ],
    "games": [
        "from pokerlake.engine.games.tree import values; values._plan(None, 0)",
    ],
}
# What works without extras.
WITHOUT = [
    "import polars as pl",
    "assert pk.equity('AA', 'KK').to_polars().height == 2",
    "assert pk.open_lake(LAKE).scan('classes').select(pl.len()).collect().item() == 7462",
    "pk.register(); assert pl.Series(['AhKh']).poker.hand().item() == 'AKs'",
    "assert pk.Range(pl.DataFrame({'hand': ['AA'], 'weight': [0.5]})).combos == 3",
]
COMMANDS = {
    "web": ["serve --port 0"],
    "cluster": [
        "verify --cluster local:1",
        "tables --lake s3://bucket/lake",
        "sql 'select 1' --lake s3://bucket/lake",
        "import hands.txt --cluster local:1",
    ],
}

SCRIPT = """
import contextlib, importlib.util, io, json, os, shlex, sys, traceback

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

BLOCKED, python, commands, LAKE = json.load(sys.stdin)
if BLOCKED:
    sys.meta_path.insert(0, Blocked())
    found = importlib.util.find_spec
    importlib.util.find_spec = lambda name, *other: (
        None if name.partition(".")[0] in BLOCKED else found(name, *other)
    )
import pokerlake as pk
from pokerlake.cli import app
told = {}
for source in python:
    try:
        exec(source)
        told[source] = "nothing"
    except Exception as error:
        told[source] = f"{type(error).__name__}: {error}"
for words in commands:
    err = io.StringIO()
    code = None
    with contextlib.redirect_stderr(err):
        try:
            app(shlex.split(words))
        except SystemExit as stop:
            code = stop.code
        except Exception:
            code = traceback.format_exc()
    told[words] = f"{code} {err.getvalue()}"
print(json.dumps(told))
"""


def said(lake, folder, blocked=()):
    """What each of them says, in a process of its own in which these libraries are missing."""
    python = [*WITHOUT, *(source for sources in PYTHON.values() for source in sources)]
    commands = [words for listed in COMMANDS.values() for words in listed]
    (folder / "hands.txt").write_text("")
    finished = subprocess.run(
        [os.environ.get("PLAIN_PYTHON", sys.executable), "-c", SCRIPT],
        input=json.dumps([list(blocked), python, commands, str(lake)]),
        capture_output=True,
        check=False,
        text=True,
        cwd=folder,
        env={**os.environ, "POKERLAKE_LAKE": str(lake)},
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def without(lake, tmp_path_factory):
    blocked = [name for names in LIBRARIES.values() for name in names]
    blocked = [] if "PLAIN_PYTHON" in os.environ else blocked
    return said(lake, tmp_path_factory.mktemp("without"), blocked)


@pytest.mark.parametrize(
    ("extra", "source"), [(extra, one) for extra in PYTHON for one in PYTHON[extra]]
)
def test_python_says_what_to_install(extra, source, without):
    line = without[source]
    assert line.startswith("MissingExtraError: "), line
    assert line.endswith(f" is not installed; run: pip install 'pokerlake[{extra}]'")
    assert "\n" not in line


def test_frames_of_polars_need_no_extra(without):
    assert {source: without[source] for source in WITHOUT} == dict.fromkeys(WITHOUT, "nothing")


@pytest.mark.parametrize(
    ("extra", "words"), [(extra, one) for extra in COMMANDS for one in COMMANDS[extra]]
)
def test_commands_say_what_to_install(extra, words, without):
    code, _, line = without[words].partition(" ")
    assert code == "1"
    assert line.startswith("error: ")
    assert line.endswith(f" is not installed; run: pip install 'pokerlake[{extra}]'\n")
    assert line.count("\n") == 1
