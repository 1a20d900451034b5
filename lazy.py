"""How the face of a room loads what it names: not before it is asked for.

A face, the ``__init__`` of a folder, imports its names under ``if TYPE_CHECKING:`` only, where type
checkers and editors read them, and has ``__getattr__ = loader(__name__)``. Kernels load numba where
they are imported, and ``pokerlake --help`` must not wait for it. Python 3.15 has lazy imports
of its own (PEP 810), which can take the place of this module.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False  # what is imported here is imported before `pokerlake` listens for Ctrl-C
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType
    from typing import Any

_found: dict[str, Mapping[str, str]] = {}  # the modules of each face's names


def loader(package: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a face (PEP 562), whose ``__name__`` is given.

    It imports the module that a name stands in and returns what it has under that name. It raises
    AttributeError for a name that the face does not import.
    """

    def load(name: str) -> Any:
        if package not in _found:
            _found[package] = _read(package)
        modules = _found[package]
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
    """A module that is called for what it holds: ``pokerlake.tables()`` lists those of a lake."""

    def __call__(self, *given: Any, **named: Any) -> Any:  # noqa: D102
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module("pokerlake.api.lakes"), name)(*given, **named)


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


class NoPandas:
    """In ``sys.meta_path`` it says that there is no pandas, which pyarrow else loads for 0.2 s."""

    def find_spec(self, name: str, _path: Any, _target: Any = None) -> None:
        """Look for a module."""
        if name == "pandas":
            raise ModuleNotFoundError("nothing here is given any of pandas", name=name)


class MissingExtraError(ImportError):
    """A library is not installed that only an extra of pokerlake brings."""


def require_extra(name: str, *libraries: str) -> None:
    """See that all libraries of an extra are there: for a room in which most modules need one.

    Raises MissingExtraError if one is not installed.
    """
    from importlib.util import find_spec

    for library in libraries:
        with extra(name):
            if find_spec(library) is None:
                raise ModuleNotFoundError(name=library)


class extra:  # noqa: N801 it is used as contextlib's are, which would have to be imported
    """Around the import of a library that ``pip install 'pokerlake[NAME]'`` installs.

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
