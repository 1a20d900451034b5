"""How the face of a room loads what it names: not before it is asked for.

A face, the ``__init__`` of a folder, imports its names under ``if TYPE_CHECKING:`` only, where type
checkers and editors read them, and has ``__getattr__ = loader(__name__)``. Kernels load numba where
they are imported, and ``pokerlake --help`` must not wait for it. Python 3.15 has lazy imports
of its own (PEP 810), which can take the place of this module.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any


def loader(package: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a face (PEP 562).

    Parameters
    ----------
    package : str
        The face's ``__name__``.

    Returns
    -------
    callable
        Imports the module that a name stands in and returns what it has under that name. It raises
        AttributeError for a name that the face does not import.
    """

    def load(name: str) -> Any:
        modules = _modules(package)
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return load


@functools.cache
def _modules(package: str) -> Mapping[str, str]:
    """The module of each name that a face imports, relative to the face."""
    import ast

    spec = sys.modules[package].__spec__
    assert spec is not None
    source = getattr(spec.loader, "get_source")(package)  # noqa: B009
    return {
        alias.name: "." * node.level + (node.module or "")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    }


class LazyModule:
    """Stands for a module of another library, which is imported when something of it is used.

    For ``pyarrow.compute``, which takes 50 ms, and of which most commands use nothing.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module(self._name), name)
        setattr(self, name, value)
        return value


class MissingExtraError(ImportError):
    """A library is not installed that only an extra of pokerlake brings."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around the import of a library that ``pip install 'pokerlake[NAME]'`` installs.

    Raises
    ------
    MissingExtraError
        If the library is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"{error.name} is not installed; run: pip install 'pokerlake[{name}]'"
        ) from error
