"""Somebody: whether one of several opponents has a hand of a range, or a better hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from ...results import Result
from ..fields import (
    Setting,
    board_field,
    dead_field,
    game_field,
    hole_field,
    of_field,
    range_field,
    seed_field,
    whole_field,
)
from ..question import Column, question

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from pokerlake.catalogue import Game

    Floats = npt.NDArray[np.float64]

_OPPONENTS = 8
_DEALS = 1_000_000


@dataclass(frozen=True, repr=False, eq=False)
class Somebody(Result):
    """The probability that at least one of 1 to n opponents has a hand of a range.

    Attributes
    ----------
    chance, nobody : (n,) float64
        The probability that at least one opponent has one, and that none has, 0 to 1.
    error : (n,) float64, or None
        The standard errors of sampled probabilities; None if they are exact.
    combos : float
        The combos of the range that opponents can have.
    holes : int
        The number of possible holes of an opponent.
    deals, seed : int, or None
        The deals and the seed of sampled probabilities.
    """

    chance: Floats
    nobody: Floats
    error: Floats | None
    combos: float
    holes: int
    deals: int | None
    seed: int | None
    _asked: str

    @property
    def exact(self) -> bool:
        """Whether the probabilities are counted, not sampled."""
        return self.error is None

    def to_arrow(self) -> pa.Table:
        """A row for each number of opponents, from 1 on."""
        import pyarrow as pa

        n = len(self.chance)
        error = pa.nulls(n, pa.float64()) if self.error is None else pa.array(self.error)
        return pa.table(
            {
                "opponents": pa.array(range(1, n + 1), pa.int64()),
                "somebody": self.chance,
                "nobody": self.nobody,
                "error": error,
            }
        )

    def summary(self) -> str:
        """The question, its number of holes, and the probability for all opponents."""
        n = len(self.chance)
        how = "exact" if self.exact else f"{self.deals:,} deals, seed {self.seed}"
        plural = "s" if n > 1 else ""
        return (
            f"{self.combos:,.10g} of {self.holes:,} holes {self._asked}\n"
            f"one of {n} opponent{plural} has one in {100 * self.chance[-1]:.4g} % ({how})"
        )


@question(
    replace(
        range_field("villain", "A hand or range; by default all holes that beat yours."),
        by_place=True,
    ),
    replace(
        whole_field("opponents", "The number of opponents; the answer also has all smaller "
                                 "numbers.", least=1, most=22),
        default=str(_OPPONENTS),
    ),
    hole_field("hole", "Your hole: AhKh.", needed=False),
    board_field("board", "A flop, turn or river: Qh2h3d.", (0, 3, 4, 5), needed=False),
    dead_field(),
    game_field(),
    replace(
        whole_field("deals", "Deals of a sampled probability.", least=2), default=str(_DEALS)
    ),
    replace(seed_field("Seed of a sampled probability.", ""), default="0"),
    columns=[
        Column("opponents", "BIGINT", "the number of opponents, from 1 on"),
        Column("somebody", "DOUBLE", "the probability that at least one has such a hand"),
        Column("nobody", "DOUBLE", "the probability that none has"),
        Column("error", "DOUBLE", "the standard error of sampled probabilities"),
    ],
    examples=[
        {"villain": "KK+", "hole": "QhQd"},
        {"hole": "AhQs", "board": "QdTd4c", "opponents": "3"},
        {"villain": "AA:0.5,AKs", "opponents": "9", "dead": "As"},
        {"villain": "AAxx", "opponents": "5", "game": "omaha", "deals": "50000", "seed": "3"},
        {"hole": "Ah9h", "board": "QhTh7d", "opponents": "2", "game": "short deck"},
    ],
)  # fmt: skip
def somebody(
    villain: Any = None,
    *,
    opponents: int = _OPPONENTS,
    hole: Any = "",
    board: Any = "",
    dead: Any = "",
    game: Any = "hold'em",
    deals: int = _DEALS,
    seed: int = 0,
    lake: PathLike[str] | str | None = None,  # noqa: ARG001 the ranking of a range is read by it
) -> Somebody:
    """Compute how likely one of several opponents has a hand of a range, or one that beats yours.

    Without a range it counts all holes that beat yours on the board now; in hi-lo, for the high
    half. Opponents hold random holes from the rest of the deck. Nobody has folded.

    Probabilities are exact for holes of two cards, by inclusion and exclusion over sets of disjoint
    holes, and for one opponent in Omaha. Others are sampled, with standard errors.

    Parameters
    ----------
    villain : text, Range or other, optional
        A hand or range; a hand of weight 0.5 counts half of the time.
    opponents : int
        The number of opponents, 1 to 22; the answer also has all smaller numbers.
    hole, board : text, numbers or Cards, optional
        Your hole and the board.
    dead : text or numbers
        Cards that are out of play.
    game : str
        The game whose rule applies.
    deals : int
        The number of deals for a sampled probability.
    seed : int
        The seed of a sampled probability.
    lake : str or Path, optional
        The lake with the rankings of percentages.

    Returns
    -------
    Somebody
        A row for each number of opponents.

    Raises
    ------
    CardError, RangeError, UsageError
        If a field is wrong. The message begins with its name.

    Examples
    --------
    >>> somebody("KK+", hole="QhQd").chance[[0, 7]].round(5)
    array([0.0098 , 0.07667])
    >>> somebody(hole="AhQs", board="QdTd4c", opponents=2).combos
    37.0
    """
    import math

    import numpy as np

    from pokerlake.engine.opponents.chances import nobody_has, nobody_sampled
    from pokerlake.tables.errors import UsageError

    from ...answers.hits import without

    gone = sorted({*hole.tolist(), *board.tolist(), *dead.tolist(), *game.dead})
    live = [card for card in range(52) if card not in gone]
    if opponents * game.hole > len(live):
        with of_field("opponents"):
            raise UsageError(
                f"opponents is {opponents}; the {len(live)} cards that are left are holes for "
                f"{len(live) // game.hole}"
            )
    asked = "are of the range"
    if villain is None:
        holes, weights = _that_beat(game, hole, board, gone)
        asked = "beat yours"
    else:
        holes, weights = without(gone, *villain)
    combos, there = float(weights.sum()), math.comb(len(live), game.hole)
    none = None
    if game.hole == 2:
        none = nobody_has(live, holes, weights.tolist(), opponents)
    if none is not None:
        chance = np.array([float(1 - each) for each in none])
        nobody, error = np.array([*map(float, none)]), None
    else:
        nobody, error = nobody_sampled(gone, holes, weights, opponents, deals, seed)
        chance = 1 - nobody
        chance[0], nobody[0], error[0] = combos / there, 1 - combos / there, 0.0
        if opponents == 1:
            error = None
    return Somebody(
        chance,
        nobody,
        error,
        combos,
        there,
        None if error is None else deals,
        None if error is None else seed,
        asked,
    )


def _that_beat(
    game: Game, hole: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], gone: list[int]
) -> tuple[npt.NDArray[np.uint8], Floats]:
    """The holes of unseen cards that beat a hole, ``(k, m)``, and weights of 1."""
    import numpy as np

    from pokerlake.engine.showdowns.evaluate import high_ids
    from pokerlake.tables.errors import UsageError

    from ...answers.hits import without

    for name, cards in (("hole", hole), ("board", board)):
        if not len(cards):
            with of_field(name):
                raise UsageError("needed to see which holes beat yours; or give a range, as 'KK+'")
    holes, weights = without(gone, *range_field("villain", "").read("random", Setting(game)))
    shown = np.broadcast_to(board[:, None], (len(board), holes.shape[1]))
    better = high_ids(game, holes, shown) < high_ids(game, hole[:, None], board[:, None])
    return holes[:, better], weights[better]
