"""pokerlake needs nothing of Python that Windows does not have."""

import subprocess
import sys
from pathlib import Path

import pytest

from given import histories


@pytest.mark.whole
@pytest.mark.skipif(sys.platform == "win32", reason="all tests run there")
def test_without_what_windows_lacks(tmp_path):
    program = Path(__file__).parents[1] / "helpers/windows.py"
    hands = tmp_path / "hands.txt"
    hands.write_text(histories.ALL, "utf-8")
    command = [sys.executable, str(program), str(hands)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
