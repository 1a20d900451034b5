"""The kernels of the engine; as a program, ``python tests/helpers/kernels.py``, compiles them all.

In one process, where steps that kernels share are compiled once, so that the tests, which run in
two processes, find all in the cache and compile nothing twice.
"""

import ast
import gc
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


if __name__ == "__main__":
    accelerate.logger.setLevel("ERROR")  # that kernels are compiled is what this says itself
    gc.disable()  # looking for what each kernel leaves is a twelfth of compiling
    for name in modules():
        accelerate.prepare(name)
