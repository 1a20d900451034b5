"""SQL functions that are the engine's: they live in the connection, not in the lake's file.

Belongs here: which functions and macros there are (``registry``), and one module for each subject
with their bodies.
Does not: what they compute (``answers/``, ``engine/``).

- ``FUNCTIONS``: every function: its name, types and how it is called
- ``MACROS``: every macro, out of ``macros/``
- ``load_functions``: loads what they need, ahead
- ``register_functions``: adds them to a connection
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .registry import FUNCTIONS, MACROS, load_functions, register_functions

__all__ = ["FUNCTIONS", "MACROS", "load_functions", "register_functions"]

__getattr__ = loader(__name__)
