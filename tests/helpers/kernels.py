"""The kernels of the engine; as a program, ``python tests/helpers/kernels.py``, compiles them all.

In two processes, so that the tests find all in the cache and compile nothing twice.
"""

import ast
import functools
import gc
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from pokerlake.engine import accelerate, kernel_cache

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


@functools.cache
def kernels(room):
    """The kernels of a room, by their full names."""
    return {f"{module}.{name}" for module, names in modules(room).items() for name in names}


def rooms_with_kernels():
    """The rooms that have kernels."""
    return [room for room in rooms() if kernels(room)]


def _alone():
    """What a process needs that does nothing but compile."""
    kernel_cache.logger.setLevel("ERROR")  # that kernels are compiled is what this says itself
    gc.disable()  # looking for what each kernel leaves is a twelfth of compiling


def _length(module):
    return Path(find_spec(module).origin).stat().st_size


if __name__ == "__main__":
    with ProcessPoolExecutor(2, initializer=_alone) as two:
        # The longest takes a sixth of all: it is begun first, and both end together.
        list(two.map(accelerate.prepare, sorted(modules(), key=_length, reverse=True)))
