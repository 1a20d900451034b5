"""The rules of games, as data.

Belongs here: what is dealt, how many of a hole's cards a hand uses, and which hands share a pot.
Does not: what beats what, which is an order of hands (``hands/``), and what kernels do of it.

- ``Rule``: the rule of a game
- ``RULES``: all of them, by name
- ``rule_named``: one of them, also by another name or spelling
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .catalogue import RULES, Rule, rule_named

__all__ = ["RULES", "Rule", "rule_named"]

__getattr__ = loader(__name__)
