"""The kernels of the engine; as a program, ``python tests/helpers/kernels.py``, compiles them all.

One process compiles them as users have them, and another with bounds checks, so that the tests,
which run in two processes too, find all in the cache and compile nothing twice.
"""

import ast
import gc
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from pokerlake.engine import accelerate

ENGINE = Path(find_spec("pokerlake.engine").origin).resolve().parent

# LLVM optimises little then. An index that leaves its array does so all the same, and what is
# checked is no user's code anyway: loops with checks never become vectors.
BOUNDS = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}


def rooms():
    """The rooms of the engine."""
    return sorted(path.parent.name for path in ENGINE.glob("*/__init__.py"))


def modules(room="*"):
    """The modules that have kernels: their dotted names, and the kernels."""
    found = {}
    for path in sorted(ENGINE.glob(f"{room}/**/*.py")):
        source = path.read_text("utf-8")
        if "@kernel" not in source:  # most, and reading one as Python takes ten times as long
            continue
        kernels = [
            node.name
            for node in ast.parse(source).body
            if isinstance(node, ast.FunctionDef)
            and any(getattr(decorator, "id", "") == "kernel" for decorator in node.decorator_list)
        ]
        if kernels:
            names = path.relative_to(ENGINE).with_suffix("").parts
            found[".".join(("pokerlake", "engine", *names))] = kernels
    return found


def kernels(room):
    """The kernels of a room, by their full names."""
    return {f"{module}.{name}" for module, names in modules(room).items() for name in names}


def rooms_with_kernels():
    """The rooms that have kernels."""
    return [room for room in rooms() if kernels(room)]


def main():
    """Compile the modules that are named; without names all, with and without bounds checks."""
    if sys.argv[1:]:
        accelerate.logger.setLevel("ERROR")  # that kernels are compiled is what this says itself
        gc.disable()  # looking for what each kernel leaves is a twelfth of compiling
        for module in sys.argv[1:]:
            accelerate.prepare(module)
        return 0
    with ThreadPoolExecutor(2) as two:
        return int(any(two.map(compile_apart, ({}, BOUNDS))))


def compile_apart(environment):
    """Compile all modules in a process of its own, where steps that they share are compiled once.

    Returns its exit code.
    """
    command = [sys.executable, __file__, *modules()]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
