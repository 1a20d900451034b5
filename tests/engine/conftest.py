"""In a run with bounds checks, the kernels that tests enter stand in ``$KERNELS_ENTERED``."""

import functools
import os
from pathlib import Path

from pokerlake.engine import accelerate

entered = set()
compiled_for = accelerate.kernel


def noting_kernel(function):
    """Compiles a kernel as ever, and notes each call from Python."""
    compiled = compiled_for(function)

    @functools.wraps(function)
    def enter(*arguments):
        entered.add(f"{function.__module__}.{function.__name__}")
        return compiled(*arguments)

    enter._numba_type_ = compiled._numba_type_  # for another kernel, which calls the kernel itself
    return enter


if "KERNELS_ENTERED" in os.environ:
    accelerate.kernel = noting_kernel


def pytest_sessionfinish():
    if "KERNELS_ENTERED" in os.environ:
        Path(os.environ["KERNELS_ENTERED"]).write_text("\n".join(sorted(entered)))
