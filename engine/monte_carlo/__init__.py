"""Equity by sampling, to a number of deals or a standard error.

Belongs here: what is dealt to whom, the kernel that deals it, and errors of the estimate.
Does not: exact answers (``equity/``).

- ``sample``: a number of deals
- ``estimate``: as many deals as an error takes
- ``plan_deals``: what is to be dealt, made ready for the kernel
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .plan import plan_deals
    from .sampling import estimate, sample

__all__ = ["estimate", "plan_deals", "sample"]

__getattr__ = loader(__name__)
