"""Files that output is held to, byte for byte: tests/golden/.

``REWRITE_GOLDEN=1 pytest tests`` writes them anew; look at each before you commit it.
"""

import os
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(name: str, made: bytes) -> None:
    """What was made is what the file holds, or becomes it where files are to be rewritten."""
    path = GOLDEN / name
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_bytes(made)
        pytest.skip(f"{name} is written anew")
    assert made == path.read_bytes(), f"{name} differs; REWRITE_GOLDEN=1 writes it anew"
