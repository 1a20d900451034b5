"""How kernels are compiled: all of numba's options, and what kernels use in place of numpy.

A kernel declares its types (see ``signatures``). It compiles for them when it is first called,
through the cache (see ``kernel_cache``), and never again: a call waits only for the kernels that it
enters. Modules of kernels are imported where they are used, because they import numba. ``nogil``
lets plain threads run kernels side by side (``parallel=True`` costs 17 s of compilation and gains
nothing over that).

Steps inline into kernels. Private attributes of numba are set on our own dispatchers only.

Kernels copy arrays by loops. For ``a[:n] = b`` numba compiles the text of its errors, for a second.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, ParamSpec, TypeVar

import numba
from numba.core import cgutils, config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.extending import intrinsic

from .clock import left_out
from .kernel_cache import KernelCache, compiled_so_far
from .signatures import signature_of
from .threads import aside

P = ParamSpec("P")
T = TypeVar("T")

# Nothing in C calls a kernel. Wrappers for C would be 7 % of compile time.
_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

_kernels: dict[str, list[_Kernel[Any, Any]]] = {}  # of each imported module


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """A function that compiles when it is first called, or prepared, and runs without the GIL.

    Its types are those that its parameters declare.
    """
    compiled = _Kernel(function)
    _kernels.setdefault(function.__module__, []).append(compiled)
    return compiled


class _Kernel(Generic[P, T]):
    """A kernel, compiled before numba's dispatcher sees a call of it.

    The dispatcher looks for new code only at the start of a call. A call that began while another
    thread was compiling would raise "no definition matches". ``_type_of`` handles two threads that
    see a new type at the same moment.
    """

    def __init__(self, function: Callable[P, T]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.dispatcher: Any = numba.njit(**_OPTIONS)(function)
        self.dispatcher._cache = KernelCache(function)
        self.dispatcher.typeof_pyval = functools.partial(_type_of, self.dispatcher)

    @property
    def _numba_type_(self) -> Any:
        """What numba sees in a kernel that calls this one."""
        return self.dispatcher._numba_type_

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.dispatcher._can_compile:
            _prepare(self.dispatcher)
        result: T = self.dispatcher(*args, **kwargs)
        return result


def prepare(module: str) -> tuple[int, int]:
    """Load the kernels of a module from the cache, or compile those that are not there.

    ``module`` is its full name; it is imported if need be. Returns how many kernels it has, and how
    many of them were compiled.
    """
    import_module(module)
    before = compiled_so_far()
    kernels = _kernels.get(module, [])
    for each in kernels:
        _prepare(each.dispatcher)
    return len(kernels), compiled_so_far() - before


def _prepare(dispatcher: Any) -> None:
    """Load or compile a kernel, unless that is done.

    Ctrl-C does not interrupt it: numba would be left with half a kernel.
    """
    if dispatcher._can_compile:
        aside(functools.partial(_compile, dispatcher))


def _compile(dispatcher: Any) -> None:
    with global_compiler_lock:  # one thread compiles, the others wait
        if dispatcher._can_compile:
            collecting = gc.isenabled()
            gc.disable()  # compiling leaves little garbage; collecting takes a twelfth of the time
            try:
                with left_out():
                    dispatcher.compile(signature_of(dispatcher.py_func))
            finally:
                if collecting:
                    gc.enable()
            dispatcher.disable_compile()


def _type_of(dispatcher: Any, argument: object) -> Any:
    """Numba's type of an argument of a new kind. numba itself remembers it for later calls.

    If two threads see a new type at once, each gives it a number and numba keeps one of them. A
    kernel called with the other would raise "no definition matches". So threads take the lock in
    turn, and so does a thread that compiles, because compiling makes types too.
    """
    with global_compiler_lock:
        return type(dispatcher).typeof_pyval(dispatcher, argument)


def inlined(function: Callable[P, T]) -> Callable[P, T]:
    """A step that several kernels share, inlined into each of them whatever its size.

    Left to choose, LLVM does not inline larger steps, and does not vectorise a loop that calls one:
    random numbers took eight times as long.
    """
    return _step(function)


def borrowing(function: Callable[P, T]) -> Callable[P, T]:
    """An inlined step that borrows its arrays: it makes none, returns none, counts no references.

    Otherwise every array that a step takes, in a named tuple too, costs two atomic additions a
    call: 10 % of ``add_multiway``. numba refuses a step that makes an array. ``_StepLowering``
    refuses one that returns an array, which would be freed too early.
    """
    return _step(function, _nrt=False)


def vectorized(function: Callable[P, T]) -> Callable[P, T]:
    """A borrowing step that LLVM optimises fully before it is inlined, not only afterwards.

    That doubles the compile time of a step. It is for loops that are not vectorised without it: two
    known hands took 1.7 times as long.
    """
    return _step(function, _VectorizedStep, _nrt=False)


def _step(
    function: Callable[P, T], pipeline: type[_Step] | None = None, **options: Any
) -> Callable[P, T]:
    """A step has no entry for Python, and no machine code outside of the kernels that inline it.

    Both were a fifth of compile time. Calling a step raises an error rather than crashing: numba
    finds no entry for it. (``_insert``, ``_compile_for_args`` and ``_nrt`` are private to numba.)
    As a plain function that numba overloads, a step would compile faster still, but seven-card
    hands took three times as long.
    """

    def refuse(*_: object, **__: object) -> None:
        raise TypeError(f"{function.__name__} is a step: only kernels call it")

    settings: Any = {"forceinline": True, "no_cpython_wrapper": True, **_OPTIONS, **options}
    dispatcher: Any = numba.njit(pipeline_class=pipeline or _Step, **settings)(function)
    dispatcher._insert = lambda *_, **__: None
    dispatcher._compile_for_args = refuse
    step: Callable[P, T] = dispatcher
    return step


class _StepLibrary(JITCodeLibrary):
    """The code of a step, for LLVM to inline. numba's own class would also make machine code."""

    def _optimize_final_module(self) -> None:
        """Optimise the step a little: each kernel optimises it again after inlining.

        With no optimisation, fewer loops become vectors later. Full optimisation takes a fifth
        longer.
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
        """Do nothing: a step is never entered, so it needs no environment."""


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
        replaced = {NativeLowering: self.lowering}
        passes.passes = [(replaced.get(each, each), name) for each, name in passes.passes]
        passes.finalize()
        return [passes]


class _VectorizedStep(_Step):
    lowering = _VectorizedLowering


def _count_bits(_, word):
    def generate(_, builder, __, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(word), generate


# LLVM counts bits in one instruction. numba has no function for that.
popcount: Any = intrinsic(_count_bits)


def _make(_, shape, dtype):
    from numba.core.typing.npydecl import parse_dtype  # loaded only to compile

    sides: Any = shape
    dimensions = sides.count if isinstance(shape, types.BaseTuple) else 1
    array = types.Array(parse_dtype(dtype), dimensions, "C")
    return array(shape, dtype), _allocated


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


# As ``np.empty`` and ``np.zeros``, for kernels only.
empty: Any = intrinsic(_make)
zeros: Any = intrinsic(_make_of_zeros)
