"""How the face of a room loads the names it offers: each on first use.

A face, the ``__init__`` of a folder, imports its names under ``if TYPE_CHECKING:`` only, where type
checkers and editors read them, and has ``__getattr__ = loader(__name__)``. Modules with kernels
import numba, and ``pokerlake --help`` must not wait for it. Python 3.15 has lazy imports (PEP 810),
which can replace this module.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False  # nothing may be imported before `pokerlake` listens for Ctrl-C
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType
    from typing import Any

_modules: dict[str, Mapping[str, str]] = {}  # the module of each name, by face


def loader(package: str) -> Callable[[str], Any]:
    """The ``__getattr__`` (PEP 562) of the face with this ``__name__``.

    It imports the module of a name and returns what the module has under that name. It raises
    AttributeError for a name that the face does not import.
    """

    def load(name: str) -> Any:
        if package not in _modules:
            _modules[package] = _read(package)
        modules = _modules[package]
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        face = sys.modules[package]
        assert face.__spec__ is not None
        value = getattr(import_module(modules[name], face.__spec__.parent), name)
        setattr(face, name, value)
        return value

    return load


def _read(package: str) -> Mapping[str, str]:
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


class Listing(ModuleType):
    """A module that can be called: ``pokerlake.tables()`` lists the tables of a lake."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:  # noqa: D102
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module("pokerlake.api.lakes"), name)(*arguments, **options)


class LazyModule:
    """Stands for a module of another library, and imports it on first use.

    For ``pyarrow.compute``: it takes 50 ms, and most commands do not use it.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module(self._name), name)
        setattr(self, name, value)
        return value


class NoPandas:
    """An entry of ``sys.meta_path`` that hides pandas, which pyarrow would load in 0.2 s."""

    def find_spec(self, name: str, _path: Any, _target: Any = None) -> None:
        """Raise for pandas; find nothing else."""
        if name == "pandas":
            raise ModuleNotFoundError("nothing here is given any of pandas", name=name)


class MissingExtraError(ImportError):
    """A library is missing that an extra of pokerlake installs."""


def require_extra(name: str, *libraries: str) -> None:
    """Check that all libraries of an extra are installed: for a room whose modules need them.

    Raises MissingExtraError if one is missing.
    """
    from importlib.util import find_spec

    for library in libraries:
        with extra(name):
            if find_spec(library) is None:
                raise ModuleNotFoundError(name=library)


class extra:  # noqa: N801 used like those of contextlib, which would have to be imported
    """Wraps the import of a library that ``pip install 'pokerlake[NAME]'`` installs.

    Raises MissingExtraError if the library is not installed.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if isinstance(error, ModuleNotFoundError):
            raise MissingExtraError(
                f"{error.name} is not installed; run: pip install 'pokerlake[{self._name}]'"
            ) from error
