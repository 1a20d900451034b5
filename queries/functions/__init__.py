"""SQL functions of the engine. They live in the connection, not in the lake.

Belongs here: the registry of functions and macros, and the functions, in a module for each subject.
Does not: the computations (``answers/``, ``engine/``).

- ``FUNCTIONS``: every function: its name, types and usage
- ``MACROS``: every macro in ``macros/``
- ``load_functions``: loads their modules ahead of the first call
- ``register_functions``: adds them to a connection
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .registry import FUNCTIONS, MACROS, load_functions, register_functions

__all__ = ["FUNCTIONS", "MACROS", "load_functions", "register_functions"]

__getattr__ = loader(__name__)
