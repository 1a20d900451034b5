"""What the hands of a player can meet of the other's, and what they beat, in double precision."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .dealing import RIVER, Dealt
from .meeting_kernels import meet_rows

Weights = npt.NDArray[np.float64]

ROUNDING = 1e-12  # of sums of double precision, at most: as a share of them


def meet(dealt: Dealt, board: int, player: int, reach: Weights) -> tuple[Weights, Weights]:
    """The other's reach over the hands that each of a player's hands can meet, and beats.

    Each is worth as much as a fold of the other, which wins the reach times a chip.

    ``reach``: (d, m) float64, of the other's hands, a row for each decision. Returns met : (d, n)
    float64, by decision and hand of the player; beaten : (d, n) float64, on a river: the reach of
    what it beats, and half of that of what it ties with. Zeros before.
    """
    own, others = (
        slice(start, start + hands)
        for start, hands in (
            (dealt.start[board, side], dealt.hands[board, side]) for side in (player, 1 - player)
        )
    )
    reach = np.ascontiguousarray(reach)
    totals = reach.sum(axis=1)
    met, beaten = np.zeros((2, len(reach), dealt.hands[board, player]))
    meet_rows(
        dealt.cards[own], dealt.strength[own], dealt.same[own], dealt.cards[others],
        dealt.strength[others], reach, totals, ROUNDING, dealt.street[board] == RIVER, met, beaten,
    )  # fmt: skip
    return met, beaten
