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


@pytest.mark.whole
@linux
def test_a_damaged_lake_answers_as_before_or_says_what_is_wrong(lake):
    done = run("damage", "--lakes", "1", "--seed", SEED, "--tables", "1", "--given", lake)
    assert done.stdout == f"1 damaged lakes, seed {SEED}: none went wrong\n", done.stderr
    assert done.returncode == 0


@pytest.mark.whole
@linux
def test_a_lake_is_as_before_or_after_where_a_program_is_killed_or_the_power_is_cut(tmp_path):
    """After every fortieth of their file operations; `make damage` looks at all."""
    done = run("damage.power", tmp_path, SEED, "1", "40", "build", "import", "learn")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["program"] for one in found] == ["build", "import", "learn"], done.stderr
    for one in found:
        assert one["operations"] > 50
        assert one["states"] > 2 * one["operations"] // 40
        assert one["wrong"] == []
