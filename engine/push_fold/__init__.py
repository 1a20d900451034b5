"""Push or fold before the flop: who goes all in with what, and who calls.

Belongs here: the game of two to six players who each act once, prizes, the strategies in which
nobody gains much by deviating, and how much that is.
Does not: how often hands win (``starting_hands/``), which is given to the solver.

- ``Spot``: stacks, blinds, ante, prizes
- ``POSITIONS``: the names of positions, by the number of players
- ``Counts``: how often hands win
- ``solve``: an ε-equilibrium of each spot
- ``Solution``: strategies, values, and what each player could still gain
- ``Decision``: what a player does with each hand, after what came before
- ``expected_prizes``: what few stacks are worth in a tournament, and of those who bust
- ``icm_values``: what any number of stacks are worth
- ``bubble_factors``: what a chip lost costs, for each one won
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .counts import Counts
    from .prizes import bubble_factors, expected_prizes, icm_values
    from .solving import solve
    from .spots import POSITIONS, Decision, Solution, Spot

__all__ = [
    "POSITIONS", "Counts", "Decision", "Solution", "Spot", "bubble_factors", "expected_prizes",
    "icm_values", "solve",
]  # fmt: skip

__getattr__ = loader(__name__)
