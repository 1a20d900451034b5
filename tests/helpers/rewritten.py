"""As a program, compiles the modules of tests as pytest does, and all others here as Python does.

``pytest --collect-only`` does so too, and takes twice as long: it imports them all. Where a later
pytest keeps what it compiles in another way, each process of pytest compiles for itself.
"""

import compileall
import sys
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TESTS = Path(__file__).resolve().parents[1]


class Compiling:
    """Stands in place of what pytest does once its options are read."""

    def pytest_cmdline_main(self, config):
        state = config.stash[rewrite.assertstate_key]
        for name in ("conftest.py", "test_*.py"):
            for path in sorted(TESTS.rglob(name)):
                folder = rewrite.get_cache_dir(path)
                compiled = folder / (path.stem + rewrite.PYC_TAIL)
                if rewrite._read_pyc(path, compiled, state.trace) is None:
                    digest, code = rewrite._rewrite_test(path, config)
                    rewrite.try_makedirs(folder)
                    rewrite._write_pyc(state, code, digest, compiled)
        return 0


if __name__ == "__main__":
    for folder in TESTS.parent.iterdir():
        if folder.is_dir() and not folder.name.startswith("."):
            compileall.compile_dir(folder, quiet=2)
    compileall.compile_dir(TESTS.parent / ".src/pokerlake", maxlevels=0, quiet=2)
    sys.exit(pytest.main(["-p", "no:cacheprovider"], plugins=[Compiling()]))
