"""What stacks are worth in a tournament: the Independent Chip Model (ICM) of Malmuth and Harville.

Who comes first is drawn with chances as the stacks are; then who comes second, of those who are
left, and so on. D. Harville, "Assigning probabilities to the outcomes of multi-entry competitions",
JASA 68 (1973); M. Malmuth, "Gambling Theory and Other Topics" (1987).

Belongs here: the model, for few stacks and for a thousand; what an all-in of two players changes.
Does not: hands, pots and strategies (``push_fold/``).

- ``expected_prizes``: what few stacks are worth, and of those who bust
- ``icm_values``: what any number of stacks are worth
- ``bubble_factors``: what a chip lost costs, for each one won
- ``MOST_STACKS``: how many stacks that takes
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .icm import MOST_STACKS, bubble_factors, icm_values
    from .subsets import expected_prizes

__all__ = ["MOST_STACKS", "bubble_factors", "expected_prizes", "icm_values"]

__getattr__ = loader(__name__)
