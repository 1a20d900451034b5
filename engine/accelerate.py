"""How kernels are compiled and where their machine code is kept: numba's options, all of them.

A step that kernels of every room inline stands here too: ``popcount``.

Every kernel declares its types (see ``signatures``), so it compiles when its module is imported and
never again: modules of kernels are therefore imported lazily, one per feature. ``nogil`` lets plain
threads run them side by side (``parallel=True`` costs 17 s of compilation and gains nothing over
that).

The cache folder is named by a digest of all of the engine's sources, because numba by itself
looks only at the file of the kernel and not at what it calls: a change in a callee would leave the
caller stale. It lies where the user's caches belong, and in a private temporary folder where that
cannot be written. numba's global cache setting is left alone: it would take over the user's caches.

Kernels copy arrays by loops. For ``a[:n] = b`` numba compiles the text of its errors, for a second.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import atexit
import functools
import hashlib
import logging
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import platformdirs
from numba.core import caching, config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NativeLowering
from numba.extending import intrinsic

from .signatures import signature_of

P = ParamSpec("P")
T = TypeVar("T")

# A program may want to tell its user why the first start takes seconds: one record for each kernel
# that is compiled because it is not in the cache.
# The record's kernel_module is the module that importing compiles.
logger = logging.getLogger(__name__)

FOLDER_VARIABLE = "POKERLAKE_KERNELS"

# Nothing in C calls a kernel: wrappers for that would be 7 % of compiling.
_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function as its parameters are declared, without the GIL, through the cache."""
    dispatcher: Any = numba.njit(**_OPTIONS)(function)
    dispatcher._cache = _KernelCache(function)
    dispatcher.compile(signature_of(function))
    dispatcher.disable_compile()
    compiled: Callable[P, T] = dispatcher
    return compiled


def inlined(function: Callable[P, T]) -> Callable[P, T]:
    """A step that several kernels share, inlined into each of them whatever its size.

    Where LLVM is left to choose, it keeps larger steps apart, and makes no vectors of a loop that
    calls one: random numbers took eight times as long.
    """
    return _step(function)


def borrowing(function: Callable[P, T]) -> Callable[P, T]:
    """An inlined step that borrows its arrays: it makes none, returns none, counts no references.

    Otherwise every array that a step takes, in a named tuple too, costs two atomic additions a
    call: 10 % of ``add_multiway``. Numba refuses a step that makes an array, and ``_StepLowering``
    one that returns an array, which would be freed too early.
    """
    return _step(function, _nrt=False)


def _step(function: Callable[P, T], **options: Any) -> Callable[P, T]:
    """A step has no entry for Python, and no machine code but that of the kernels that inline it.

    Both were a fifth of compiling. So that calling one is no crash, numba's look-up of entries
    finds none. (``_insert`` and ``_compile_for_args`` are private to numba, as ``_nrt`` is.) As a
    plain function that numba overloads, a step would compile faster still, but seven-card hands
    took three times as long.
    """

    def refuse(*_: object, **__: object) -> None:
        raise TypeError(f"{function.__name__} is a step: only kernels call it")

    given: Any = {"forceinline": True, "no_cpython_wrapper": True, **_OPTIONS, **options}
    dispatcher: Any = numba.njit(pipeline_class=_Step, **given)(function)
    dispatcher._insert = lambda *_, **__: None
    dispatcher._compile_for_args = refuse
    step: Callable[P, T] = dispatcher
    return step


class _StepLibrary(JITCodeLibrary):
    """The code of a step, for LLVM to inline: numba's own would make machine code of it, too."""

    def _optimize_final_module(self) -> None:
        # Without that, two known hands take twice as long, for fewer loops become vectors.
        if not getattr(config, "BOUNDSCHECK", None):
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, _: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, *_: object) -> None:
        """Do nothing: what is never entered needs no environment."""


@register_pass(mutates_CFG=True, analysis_only=False)
class _StepLowering(NativeLowering):
    _name = "step_lowering"

    def run_pass(self, state: Any) -> Any:
        returned = state.return_type
        parts: Any = returned if isinstance(returned, types.BaseTuple) else (returned,)
        array = any(isinstance(part, types.Array | types.BaseTuple) for part in parts)
        if array and not state.flags.nrt:
            raise TypeError(f"{state.func_id.func_name} is borrowing and returns {returned}")
        state.library = _StepLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().run_pass(state)


class _Step(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        own = {NativeLowering: _StepLowering}
        passes.passes = [(own.get(step, step), name) for step, name in passes.passes]
        passes.finalize()
        return [passes]


def _count_bits(_, word):
    def generate(_, builder, __, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(word), generate


# LLVM counts bits in one instruction, and numba does not offer it.
popcount: Any = intrinsic(_count_bits)


@functools.cache
def sources_digest() -> str:
    """A digest of the engine's sources and of what else decides the machine code."""
    digest = hashlib.sha256()
    digest.update(
        f"numba {numba.__version__} boundscheck {getattr(config, 'BOUNDSCHECK', None)}".encode()
    )
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def kernels_path() -> Path:
    """Where the user's caches have the folders of compiled kernels, there or not."""
    return platformdirs.user_cache_path("pokerlake") / "kernels"


@functools.cache
def cache_folder() -> Path:
    """The folder of compiled kernels, made if need be.

    ``<user cache>/pokerlake/kernels/<digest>``, or a temporary folder that goes with the process
    where the user's cache cannot be written. ``$POKERLAKE_KERNELS`` names another, which a process
    that may not write only reads.
    """
    given = os.environ.get(FOLDER_VARIABLE)
    if given:
        return Path(given)
    folder = kernels_path() / sources_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        temporary = tempfile.mkdtemp(prefix="pokerlake-kernels-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return Path(temporary)


class _Locator(caching._CacheLocator):
    def __init__(self, function: Callable[..., Any], source: str) -> None:
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return os.fspath(cache_folder())

    def get_source_stamp(self) -> str:
        return sources_digest()

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> _Locator:
        return cls(function, source)


class _KernelCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 as numba has it


class _KernelCache(caching.FunctionCache):
    _impl_class = _KernelCacheImpl

    def load_overload(self, sig: object, target_context: object) -> object:
        try:
            # numba's own first imports all that compiling needs, for a sixth of a second.
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                loaded = self._load_overload(sig, target_context)
        except (OSError, EOFError, pickle.UnpicklingError):
            loaded = None  # a file cut short: the kernel is compiled, and all of it written anew
            self.flush()
        if loaded is None:
            module = {"kernel_module": self._py_func.__module__}
            logger.info("compiling kernel %s", self._name, extra=module)
        return loaded

    def save_overload(self, sig: object, data: object) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:
            self.disable()  # a full disk costs the next start its compiled kernel, not this one

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            self.disable()
