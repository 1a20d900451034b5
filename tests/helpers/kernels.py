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

from pokerlake.engine import accelerate

ENGINE = Path(find_spec("pokerlake.engine").origin).resolve().parent


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


def halves():
    """All modules in two lists of about as much to compile; what imports each other is together."""
    sources = {module: Path(find_spec(module).origin).read_text("utf-8") for module in modules()}
    groups = []
    for module, source in sources.items():
        name = module.rpartition(".")[2]
        alike = [
            group
            for group in groups
            if any(other.rpartition(".")[2] in source or name in sources[other] for other in group)
        ]
        groups = [group for group in groups if group not in alike]
        groups.append([module, *(other for group in alike for other in group)])
    found = [], []
    for group in sorted(groups, key=lambda group: -sum(len(sources[module]) for module in group)):
        min(found, key=lambda half: sum(len(sources[module]) for module in half)).extend(group)
    return found


def main():
    """Compile the modules that are named; without names all, two processes at a time."""
    if sys.argv[1:]:
        accelerate.logger.setLevel("ERROR")  # that kernels are compiled is what this says itself
        for module in sys.argv[1:]:
            accelerate.prepare(module)
        return 0
    first, second = halves()
    bounds = {"NUMBA_BOUNDSCHECK": "1"}
    # The second half takes longer: who is done with the first goes on with the second.
    tasks = [(first, {}), (second, {}), (second, bounds), (first, bounds)]
    with ThreadPoolExecutor(2) as two:
        return int(any(two.map(compile_apart, *zip(*tasks, strict=True))))


def compile_apart(modules, environment):
    """Compile modules in a process of its own; its exit code."""
    command = [sys.executable, __file__, *modules]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
