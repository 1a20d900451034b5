"""The table of attacks on the sealed SQL: what the check says, and what comes of the others."""

import functools
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from attacks import run
from attacks.table import attacks
from pokerlake.queries.statements import explain
from pokerlake.queries.untrusted import process as untrusted

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="refused elsewhere")

KINDS = {
    "files", "environment", "settings", "catalogues", "names", "scopes", "types", "sizes", "time",
    "memory", "crashes", "functions", "statements",
}  # fmt: skip

# Seals itself as the worker does, and says what each statement comes to.
PROGRAM = """
import io, json, os, sys
from dataclasses import replace
from pathlib import Path
from pokerlake.queries.untrusted.worker import Request, seal, sealed_connection, write_rows
from pokerlake.tables.lake import Lake

lake = Lake.open(Path(sys.argv[1]))
request = Request(sys.argv[1], "", 60, 400, 10_000, 32, os.getppid())
files = seal(lake, request)
from pokerlake.queries.untrusted.check import check, names_of
from pokerlake.queries.untrusted.sizes import table_of, without_paths

connection = sealed_connection(lake, files, 400)
names = names_of(connection)

def came(sql):
    result = io.BytesIO()
    try:
        check(connection, sql, names)
        write_rows(connection, replace(request, sql=sql), result)
        return "answers", str(table_of(bytearray(result.getvalue()), 32 << 20))
    except Exception as error:
        return type(error).__name__, without_paths(str(error), sys.argv[1])

print(json.dumps([came(sql) for sql in json.load(sys.stdin)]))
"""


@pytest.fixture(scope="module")
def judged(lake):
    """The attacks that pass the check, those that do not, and those that it misjudges.

    What is near to a table that is not there is looked for once: 97 names for 1,867 attacks.
    """
    near = functools.cache(explain.did_you_mean)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explain, "did_you_mean", lambda name, known: near(name, (*known,)))
        return run.judged(lake)


def test_the_table_has_every_kind():
    known = attacks()
    assert {attack.kind for attack in known} == KINDS
    written = [attack for attack in known if attack.kind not in ("catalogues", "scopes", "names")]
    assert len(written) > 400
    assert min(Counter(attack.kind for attack in known).values()) >= 10


def test_the_check_judges_every_attack(judged):
    passing, refused, unlike = judged
    assert unlike == []
    assert len(refused) > 2500
    assert len(passing) > 100


@pytest.mark.whole
def test_what_passes_the_check_ends_as_the_table_says(lake, judged):
    """All that takes little, in one process; no text of it has a path of this machine."""
    chosen = [attack for attack in judged[0] if attack.kind not in ("time", "memory")]
    finished = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, str(lake)],
        input=json.dumps([attack.sql for attack in chosen]),
        stdout=subprocess.PIPE,
        cwd="/",
        env=untrusted._environment(),
        text=True,
        check=True,
    )
    found = json.loads(finished.stdout)
    outcomes = {
        "answers": ("answers",),
        "wrong": ("QueryError",),
        "stopped": ("StoppedError", "LimitError", "QueryError"),
    }
    unlike = []
    for attack, (outcome, text) in zip(chosen, found, strict=True):
        told = outcome in ("StoppedError", "QueryError") and attack.outcome != "stopped"
        if outcome not in outcomes[attack.outcome] or (told and not attack.is_said(text)):
            unlike.append((attack.sql, outcome, text))
        for path in (str(lake), str(lake.resolve()), sys.prefix, str(Path.home()), str(Path.cwd())):
            assert path not in text
    assert unlike == []
    assert len(chosen) > 60


@pytest.mark.whole
def test_attacks_through_the_command(lake, judged, capsys, monkeypatch):
    """A few by chance, as `make attacks` runs hundreds of them: memory, files and paths too."""
    rng = random.Random(17)
    monkeypatch.setattr(run, "SECONDS", 60)  # a machine may do other things too
    short = [attack for attack in judged[0] if attack.kind not in ("time", "memory")]
    failures, worst = run.run(rng.sample(short, 2), lake, rng)
    assert (failures, capsys.readouterr().out) == (0, "")
    assert 50 < worst["MB"] < run.MOST_MB
