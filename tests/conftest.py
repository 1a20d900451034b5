"""Where tests find their helpers and the checkout."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# For `import naive`. pokerlake itself is not importable from here, so a broken wheel still shows.
sys.path.append(str(TESTS))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The repository's root; the test is skipped where only the wheel and tests/ are at hand."""
    root = TESTS.parent
    if not (root / ".src").is_dir():
        pytest.skip("needs the files of the checkout, and runs outside of it")
    return root
