"""Few damaged lakes and power cuts; `make damage LAKES=300 SEED=7` tries any number."""

import json
import subprocess
import sys

import pytest

from helpers.command_line import with_tests

SEED = "19980415"
linux = pytest.mark.skipif(sys.platform != "linux", reason="pipes, devices, descriptors as files")


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env=with_tests(), capture_output=True, text=True, check=False,
    )  # fmt: skip


@linux
def test_a_damaged_lake_answers_as_before_or_says_what_is_wrong(lake):
    done = run("damage", "--lakes", "2", "--seed", SEED, "--tables", "1", "--given", lake)
    assert done.stdout == f"2 damaged lakes, seed {SEED}: none went wrong\n", done.stderr
    assert done.returncode == 0


@linux
def test_what_was_synced_is_there_after_a_power_cut(tmp_path):
    done = run("damage.power", tmp_path, SEED, "1", "import")
    (found,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert found["program"] == "import", done.stderr
    assert found["operations"] > 50
    assert found["wrong"] == []
