"""SQL functions that are the engine's: they live in the connection, not in the lake's file."""

from __future__ import annotations

from .registry import FUNCTIONS, MACROS, Function, Macro, register_functions

__all__ = ["FUNCTIONS", "MACROS", "Function", "Macro", "register_functions"]
