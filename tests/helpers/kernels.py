"""The kernels of the engine; as a program, ``python tests/helpers/kernels.py``, compiles them all.

Two processes compile a module each at a time, also with bounds checks, so that the tests, which
run in two processes too, find all in the cache and compile nothing twice.
"""

import ast
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

ENGINE = Path(find_spec("pokerlake.engine").origin).resolve().parent


def rooms():
    """The rooms of the engine."""
    return sorted(path.parent.name for path in ENGINE.glob("*/__init__.py"))


def modules(room="*"):
    """The modules that have kernels: their dotted names, and the kernels."""
    found = {}
    for path in sorted(ENGINE.glob(f"{room}/**/*.py")):
        kernels = [
            node.name
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.FunctionDef)
            and any(
                isinstance(call, ast.Call) and getattr(call.func, "id", "") == "kernel"
                for call in node.decorator_list
            )
        ]
        if kernels:
            names = path.relative_to(ENGINE).with_suffix("").parts
            found[".".join(("pokerlake", "engine", *names))] = kernels
    return found


def kernels(room):
    """The kernels of a room, by their full names."""
    return {f"{module}.{name}" for module, names in modules(room).items() for name in names}


def compile_module(module, bounds_checks):
    """Import a module in a process of its own, which compiles its kernels."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"} if bounds_checks else None
    subprocess.run([sys.executable, "-c", f"import {module}"], env=environment, check=True)


def main():
    tasks = [(module, checks) for module in modules() for checks in (False, True)]
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(compile_module, *task) for task in tasks]:
            done.result()


if __name__ == "__main__":
    main()
