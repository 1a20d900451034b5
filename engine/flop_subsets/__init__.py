"""Few flops that stand for all 1,755: weighted subsets, and by how much they miss.

Belongs here: many ranges on all flops, the choice of flops and their weights, errors.
Does not: two ranges of any weights on all flops (``equity/``).

- ``SIZES``: how many flops the subsets have
- ``fitted_subsets``: the flops of each subset, with weights
- ``subset_errors``: by how much subsets miss the equities of ranges
- ``many_flop_equities``: thirty-two ranges against each other on all flops
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .fitting import SIZES, fitted_subsets, subset_errors
    from .many_ranges import many_flop_equities

__all__ = ["SIZES", "fitted_subsets", "many_flop_equities", "subset_errors"]

__getattr__ = loader(__name__)
