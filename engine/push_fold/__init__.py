"""Push or fold before the flop: who goes all in with what, and who calls.

Belongs here: the game of two to six players who each act once, prizes, the strategies in which
nobody gains much by deviating, and how much that is.
Does not: how often hands win (``starting_hands/``), which is given to the solver.

- ``Spot``: stacks, blinds, ante, prizes
- ``solve``: an ε-equilibrium of each spot, a ``Solution`` of ``Decision``s
- ``expected_prizes``, ``bubble_factors``: what stacks are worth in a tournament
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .prizes import bubble_factors, expected_prizes
    from .solve import Counts, solve
    from .spots import POSITIONS, Decision, Solution, Spot

__all__ = [
    "POSITIONS", "Counts", "Decision", "Solution", "Spot", "bubble_factors", "expected_prizes",
    "solve",
]  # fmt: skip

__getattr__ = loader(__name__)
