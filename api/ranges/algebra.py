"""What ranges of all games do with each other: ``|``, ``&``, ``-``, ``*`` and ``/``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from pokerlake.engine.given import shown
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.orders import rule_of

from ..given import number

if TYPE_CHECKING:
    from pokerlake.queries.charts import Drawn

GivenRange = Any  # text, a Range, a mapping, a list of texts, or an array: as of Range
Weights = npt.NDArray[np.float64]


class RangeAlgebra(ABC):
    """Ranges of one game; another one is read from whatever is given."""

    __slots__ = ()
    __array_priority__ = 1000  # `0.5 * range` with numpy's numbers is a range, too
    __array_ufunc__ = None

    @property
    @abstractmethod
    def game(self) -> str:
        """The game whose holes these are."""

    @abstractmethod
    def _read(self, given: GivenRange) -> Self:
        """A range of the same game."""

    @abstractmethod
    def _merged(self, other: Self, how: Callable[[Weights, Weights], Weights]) -> Self:
        """The range of weights that are made of those of two."""

    @abstractmethod
    def _each(self, how: Callable[[Weights], Weights]) -> Self:
        """The range of other weights for its holes; RangeError if one is not in 0..1."""

    @abstractmethod
    def chart(self, title: str = "") -> Drawn:
        """The range as a picture."""

    def show(self) -> None:
        """Open the picture in a browser; where there is no screen or no browser it is printed."""
        self.chart().show()

    def __or__(self, other: GivenRange) -> Self:
        """What is in either, with the larger weight."""
        return self._merged(self._read(other), np.maximum)

    def __and__(self, other: GivenRange) -> Self:
        """What is in both, with the smaller weight."""
        return self._merged(self._read(other), np.minimum)

    def __sub__(self, other: GivenRange) -> Self:
        """The weights less those of the other, 0 at least."""
        return self._merged(self._read(other), _less)

    def __ror__(self, other: GivenRange) -> Self:
        return self._read(other) | self

    def __rand__(self, other: GivenRange) -> Self:
        return self._read(other) & self

    def __rsub__(self, other: GivenRange) -> Self:
        return self._read(other) - self

    def __mul__(self, factor: float) -> Self:
        """Each weight times a number; RangeError if one is above 1 then."""
        if not np.isscalar(factor):
            return NotImplemented
        by = number("factor", factor)
        return self._each(lambda weights: weights * by)

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Self:
        """Each weight divided by a number."""
        if not np.isscalar(divisor):
            return NotImplemented
        by = number("divisor", divisor)
        if by == 0:
            raise RangeError("a range cannot be divided by 0")
        with np.errstate(over="ignore"):
            return self._each(lambda weights: weights / by)


def require_game(given: RangeAlgebra, game: str) -> None:
    """RangeError unless a range is of this game."""
    own, wanted = rule_of(given.game), rule_of(game)
    if own != wanted:
        how = f"read its text anew with game={game!r}"
        if (own.hole, own.deck) == (wanted.hole, wanted.deck):
            how = f"make it one by Range(it, game={game!r})"
        raise RangeError(f"a range of {own.name} is none of {wanted.name}; {how}")


def require_games(given: Iterable[GivenRange], game: str) -> None:
    """RangeError if one of what is given is a range of another game."""
    for one in given:
        if isinstance(one, RangeAlgebra):
            require_game(one, game)


def _less(one: Weights, other: Weights) -> Weights:
    return np.maximum(one - other, 0.0)


def percent_text(percent: object) -> str:
    """The text ``top 15%`` of what is given as a percentage; RangeError if it is none."""
    if not isinstance(percent, (str, int, float, np.number)):
        raise RangeError(f"{shown(percent)} is no percentage; give 0 to 100")
    if not isinstance(percent, str):
        share = number("percent", percent)
        if 0 < share < 1:
            raise RangeError(
                f"{share:g} percent is less than a hand in a hundred: give {100 * share:g} for "
                f"{100 * share:g} %, or the text '{share:g}%'"
            )
        percent = repr(share)
    return f"top {percent.strip().removesuffix('%')}%"
