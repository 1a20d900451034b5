"""How kernels are compiled and where their machine code is kept: numba's options, all of them.

A step that kernels of every room inline stands here too: ``popcount``.

Every kernel declares its types (see ``signatures``), for which it compiles when it is first called,
and never again: a call waits for the kernels that it enters, and for no others. Modules of kernels
are imported where they are used, for numba is imported with them. ``nogil`` lets plain threads run
kernels side by side (``parallel=True`` costs 17 s of compilation and gains nothing over that).

The cache folder is named by a digest of all of the engine's sources, because numba by itself
looks only at the file of the kernel and not at what it calls: a change in a callee would leave the
caller stale. It lies where the user's caches belong, and in a private temporary folder where that
cannot be written, or somebody else may have written it: machine code is run as it lies there.
numba's global cache setting is left alone: it would take over the user's caches.

What the cache needs of numba's private classes stands in this file, as subclasses: numba has no
public way to name a folder and what a kernel depends on, nor to look at what is read before it is
run. What else is private here is set on dispatchers of our own. No class or module of numba's is
changed: who imports this beside other kernels finds numba as it was.

Kernels copy arrays by loops. For ``a[:n] = b`` numba compiles the text of its errors, for a second.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import functools
import gc
import hashlib
import logging
import os
import pickle
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

import numba
import platformdirs
from numba.core import caching, cgutils, config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NativeLowering
from numba.extending import intrinsic

from pokerlake import leaving
from pokerlake.caches import keep_private, private_folder, read_own, users_folder, why_foreign

from .clock import left_out
from .signatures import signature_of
from .threads import aside

P = ParamSpec("P")
T = TypeVar("T")

# Tells why the first start takes seconds: a warning before the first kernel that a process compiles
# because it is not in the cache, which Python prints on stderr unless the program has logging of
# its own; and for each kernel a record of level INFO, whose kernel_module is the kernel's module.
logger = logging.getLogger(__name__)

FOLDER_VARIABLE = "POKERLAKE_KERNELS"
_TO_DO = f"name a folder of your own, which stays, with ${FOLDER_VARIABLE}"

# Nothing in C calls a kernel: wrappers for that would be 7 % of compiling.
_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


_DIGEST_BYTES = 32  # SHA-256

# The kernels of each module that is imported, and how many this process compiled.
_kernels: dict[str, list[_Kernel[Any, Any]]] = {}
_compiled = 0


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function as its parameters are declared, without the GIL, through the cache.

    That happens when it is first called, or prepared.
    """
    compiled = _Kernel(function)
    _kernels.setdefault(function.__module__, []).append(compiled)
    return compiled


class _Kernel(Generic[P, T]):
    """A kernel, which numba sees no call of before it is compiled.

    The dispatcher asks at the beginning of a call whether there may be new code for it; a call that
    began while another thread was compiling says that no definition matches. Nor may two threads
    see a type first at the same moment, see ``_type_of``.
    """

    def __init__(self, function: Callable[P, T]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.dispatcher: Any = numba.njit(**_OPTIONS)(function)
        self.dispatcher._cache = _KernelCache(function)
        self.dispatcher.typeof_pyval = functools.partial(_type_of, self.dispatcher)

    @property
    def _numba_type_(self) -> Any:
        """What another kernel sees, which calls it."""
        return self.dispatcher._numba_type_

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.dispatcher._can_compile:
            _prepare(self.dispatcher)
        result: T = self.dispatcher(*args, **kwargs)
        return result


def prepare(module: str) -> tuple[int, int]:
    """Load the kernels of a module from the cache, or compile those that are not there.

    ``module``: its full name. It is imported if need be. Returns how many it has, and how many of
    them were compiled.
    """
    import_module(module)
    before = _compiled
    for one in _kernels.get(module, ()):
        _prepare(one.dispatcher)
    return len(_kernels.get(module, ())), _compiled - before


def _prepare(dispatcher: Any) -> None:
    """Load a kernel, or compile it, unless that is done.

    Ctrl-C does not break it off, which would leave numba with half a kernel.
    """
    if dispatcher._can_compile:
        aside(functools.partial(_compile, dispatcher))


def _compile(dispatcher: Any) -> None:
    with global_compiler_lock:  # of several threads one compiles, and the others wait
        if dispatcher._can_compile:
            collecting = gc.isenabled()
            gc.disable()  # compiling leaves little behind, and looking for it takes a twelfth
            try:
                with left_out():
                    dispatcher.compile(signature_of(dispatcher.py_func))
            finally:
                if collecting:
                    gc.enable()
            dispatcher.disable_compile()


def _type_of(dispatcher: Any, argument: object) -> Any:
    """Numba's type of an argument of a kind that no call had before; later ones do not come here.

    Two threads that are the first to see a type each give it a number, of which numba keeps one: a
    kernel that is called with the other says that no definition matches. So they follow one
    another, and whoever compiles, which makes types too.
    """
    with global_compiler_lock:
        return type(dispatcher).typeof_pyval(dispatcher, argument)


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


def vectorized(function: Callable[P, T]) -> Callable[P, T]:
    """A borrowing step that LLVM optimises fully before it is inlined, not only afterwards.

    That doubles what compiling a step takes. It is for loops that do not become vectors without
    it: two known hands took 1.7 times as long.
    """
    return _step(function, _VectorizedStep, _nrt=False)


def _step(
    function: Callable[P, T], pipeline: type[_Step] | None = None, **options: Any
) -> Callable[P, T]:
    """A step has no entry for Python, and no machine code but that of the kernels that inline it.

    Both were a fifth of compiling. So that calling one is no crash, numba's look-up of entries
    finds none. (``_insert`` and ``_compile_for_args`` are private to numba, as ``_nrt`` is.) As a
    plain function that numba overloads, a step would compile faster still, but seven-card hands
    took three times as long.
    """

    def refuse(*_: object, **__: object) -> None:
        raise TypeError(f"{function.__name__} is a step: only kernels call it")

    given: Any = {"forceinline": True, "no_cpython_wrapper": True, **_OPTIONS, **options}
    dispatcher: Any = numba.njit(pipeline_class=pipeline or _Step, **given)(function)
    dispatcher._insert = lambda *_, **__: None
    dispatcher._compile_for_args = refuse
    step: Callable[P, T] = dispatcher
    return step


class _StepLibrary(JITCodeLibrary):
    """The code of a step, for LLVM to inline: numba's own would make machine code of it, too."""

    def _optimize_final_module(self) -> None:
        """Optimise the step a little: what all kernels make of it is optimised in each of them.

        Not at all, its loops would be less often vectors there; fully, it takes a fifth longer.
        """
        if not getattr(config, "BOUNDSCHECK", None):
            passes, builder = self._codegen._module_pass_manager(
                loop_vectorize=True, slp_vectorize=False, opt=self._codegen._opt_level, cost="cheap"
            )
            passes.run(self._final_module, builder)

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


class _VectorizedLibrary(_StepLibrary):
    """The code of a step that is optimised as fully as a kernel."""

    def _optimize_final_module(self) -> None:
        if not getattr(config, "BOUNDSCHECK", None):
            JITCodeLibrary._optimize_final_module(self)


@register_pass(mutates_CFG=True, analysis_only=False)
class _StepLowering(NativeLowering):
    _name = "step_lowering"
    library = _StepLibrary

    def run_pass(self, state: Any) -> Any:
        returned = state.return_type
        parts: Any = returned if isinstance(returned, types.BaseTuple) else (returned,)
        array = any(isinstance(part, types.Array | types.BaseTuple) for part in parts)
        if array and not state.flags.nrt:
            raise TypeError(f"{state.func_id.func_name} is borrowing and returns {returned}")
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class _VectorizedLowering(_StepLowering):
    _name = "vectorized_step_lowering"
    library = _VectorizedLibrary


class _Step(CompilerBase):
    lowering: type[NativeLowering] = _StepLowering

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        own = {NativeLowering: self.lowering}
        passes.passes = [(own.get(step, step), name) for step, name in passes.passes]
        passes.finalize()
        return [passes]


class _VectorizedStep(_Step):
    lowering = _VectorizedLowering


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
    options = [f"{name} {getattr(config, name, None)}" for name in ("BOUNDSCHECK", "OPT")]
    digest.update(f"numba {numba.__version__} {' '.join(options)}".encode())
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
    return _place()[0]


def why_not_kept() -> str:
    """Why kernels that this process compiles are not there at the next start; nothing if they are.

    It says which folder it is about, and what to do.
    """
    return _place()[1]


@functools.cache
def _place() -> tuple[Path, str]:
    given = os.environ.get(FOLDER_VARIABLE)
    folder = Path(given) if given else kernels_path() / sources_digest()
    named = f"${FOLDER_VARIABLE}, {folder}," if given else str(folder)
    try:
        why = why_foreign(private_folder(folder) if given else users_folder(folder))
        if why:
            why = f"what is in {named} is not loaded, since {why}"
        else:
            with tempfile.TemporaryFile(dir=folder):
                return folder, ""
    except OSError as error:
        why = f"{named} cannot be written ({error.strerror})"
        if given and not (folder.exists() and why_foreign(folder)):
            return folder, f"{why}; {_TO_DO}"
    return leaving.folder_until_exit("pokerlake-kernels-"), f"{why}; {_TO_DO}"


def _announce(kernel_name: str, module: str) -> None:
    global _compiled
    logger.info("compiling kernel %s", kernel_name, extra={"kernel_module": module})
    if not _compiled and why_not_kept():
        logger.warning(
            "compiling kernels for this machine, at every start: a few seconds for each feature; "
            "%s",
            why_not_kept(),
        )
    elif not _compiled:
        logger.warning(
            "compiling kernels for this machine, once: a few seconds for each feature; they are "
            "kept in %s (pokerlake doctor --warm compiles all of them ahead)",
            cache_folder(),
        )
    _compiled += 1


class _Locator(caching._CacheLocator):
    def __init__(self, function: Callable[..., Any], source: str) -> None:
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return os.fspath(cache_folder())

    def ensure_cache_path(self) -> None:
        folder = private_folder(cache_folder())
        tempfile.TemporaryFile(dir=folder).close()  # whether it can be written

    def get_source_stamp(self) -> str:
        return sources_digest()

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> _Locator:
        return cls(function, source)


class _KernelCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 as numba has it


class _KernelFiles(caching.IndexDataCacheFile):
    """Each file begins with the digest of the rest: machine code with a wrong bit could do all."""

    def _load_index(self) -> dict[Any, str]:
        try:
            content = _read_whole(self._index_path)
        except FileNotFoundError:
            return {}
        version, stamp, overloads = pickle.loads(content)
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._save(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(_read_whole(self._data_path(name)))

    def _save_data(self, name: str, data: object) -> None:
        self._save(self._data_path(name), data)

    def _save(self, path: str, content: object) -> None:
        data = self._dump(content)
        folder, name = os.path.split(path)
        descriptor, unfinished = tempfile.mkstemp(prefix=f"{name}.tmp.", dir=folder)
        try:
            with open(descriptor, "wb") as file:  # noqa: PTH123 a descriptor
                file.write(hashlib.sha256(data).digest() + data)
            keep_private(Path(unfinished), Path(folder))
            Path(unfinished).replace(path)
        except BaseException:
            Path(unfinished).unlink(missing_ok=True)
            raise


def _read_whole(path: str) -> memoryview:
    """What was written to a file; EOFError where it has other bytes now.

    OSError where it cannot be read, or somebody else may have written it.
    """
    content = memoryview(read_own(Path(path)))
    data = content[_DIGEST_BYTES:]
    if hashlib.sha256(data).digest() != content[:_DIGEST_BYTES]:
        raise EOFError(f"{path} is cut short or changed")
    return data


class _KernelCache(caching.FunctionCache):
    _impl_class = _KernelCacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        files = self._cache_file
        self._cache_file = _KernelFiles(
            self._cache_path, self._impl.filename_base, files._source_stamp
        )

    def load_overload(self, sig: object, target_context: object) -> object:
        try:
            # numba's own first imports all that compiling needs, for a sixth of a second.
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                loaded = self._load_overload(sig, target_context)
        except (OSError, EOFError):
            loaded = None  # a damaged file: the kernel is compiled, and all of it written anew
            self.flush()
        if loaded is None:
            _announce(self._name, self._py_func.__module__)
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


def _make(_, shape, dtype):
    from numba.core.typing.npydecl import parse_dtype  # loading it is for those who compile

    sides: Any = shape
    dimensions = sides.count if isinstance(shape, types.BaseTuple) else 1
    made = types.Array(parse_dtype(dtype), dimensions, "C")
    return made(shape, dtype), _allocated


def _allocated(context, builder, signature, arguments):
    return _array(context, builder, signature, arguments)._getvalue()


def _array(context, builder, signature, arguments):
    from numba.np.arrayobj import _empty_nd_impl, _parse_shape

    sides = _parse_shape(context, builder, signature.args[0], arguments[0])
    return _empty_nd_impl(context, builder, signature.return_type, sides)


def _make_of_zeros(_, shape, dtype):
    signature, _ = _make(_, shape, dtype)

    def generate(context, builder, signature, arguments):
        array = _array(context, builder, signature, arguments)
        cgutils.memset(builder, array.data, builder.mul(array.itemsize, array.nitems), 0)
        return array._getvalue()

    return signature, generate


# As ``np.empty`` and ``np.zeros``; kernels alone call them.
empty: Any = intrinsic(_make)
zeros: Any = intrinsic(_make_of_zeros)
