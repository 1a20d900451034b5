"""What the ends of a hand come to, as it is summed over the hands of the players."""

from __future__ import annotations

from typing import NamedTuple

from ..spots import Floats

# Who is in, and what each player gets, ``(orders, n)``, as ``payoffs`` has it.
Ends = list[tuple[tuple[int, ...], Floats]]


class Sums(NamedTuple):
    """What ends come to for each player and each hand of his, over the hands of the others.

    How often the others do what leads to the end is multiplied in; what he does is not.
    """

    mass: Floats  # (ends, n, 169): chances
    worth: Floats  # (ends, n, 169): chances times what he gets
    total: Floats  # (ends,): chances of the ends, what he does included
    paid: Floats  # (ends, n): chances times what each gets

    @classmethod
    def of_hands(cls, mass: Floats, worth: Floats, actions: Floats) -> Sums:
        """With the totals of what is exact for each player."""
        return cls(mass, worth, (actions * mass)[:, 0].sum(axis=1), (actions * worth).sum(axis=2))
