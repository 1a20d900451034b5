"""Kinds and draws of one hand: numbers with names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.text import CardError, whole_number
from pokerlake.engine.kinds.table import DRAWS, Kind, kinds_of
from pokerlake.queries.answers.kinds import draws_named, kinds_named
from pokerlake.queries.answers.orders import rule_of

from ..classes import named

Numbers = int | npt.NDArray[np.integer] | Sequence[int]


class MadeHand(int):
    """The kind of a made hand: an ``int`` with a name. 1 is the best of its game.

    Attributes
    ----------
    game : str
        The name of the game, whose order of hands numbers the kinds.

    Examples
    --------
    >>> MadeHand(31).name, MadeHand(31).category_name
    ('top pair with good kicker', 'one pair')
    """

    game: str

    def __new__(cls, code: int, game: Game | str = HOLDEM) -> MadeHand:
        """A kind; CardError for a number without a kind."""
        rule = rule_of(game) if isinstance(game, str) else game
        most = len(kinds_of(rule.high))
        if not (number := whole_number("kind", code, most + 1)) > 0:
            raise CardError(f"kind 0 is not in 1..{most}")
        made = super().__new__(cls, number)
        made.game = rule.name
        return made

    def __reduce__(self) -> tuple[type[MadeHand], tuple[int, str]]:
        return MadeHand, (int(self), self.game)

    @property
    def _kind(self) -> Kind:
        return kinds_of(rule_of(self.game).high)[self - 1]

    @property
    def name(self) -> str:
        """The name of the kind: ``top pair with good kicker``."""
        return self._kind.name

    @property
    def category_name(self) -> str:
        """Its category: ``one pair``."""
        return self._kind.category

    @property
    def about(self) -> str:
        """The definition of this kind."""
        return self._kind.about

    def __repr__(self) -> str:
        return f"MadeHand({int(self)}, {self.name!r})"

    __str__ = int.__repr__


class DrawSet(int):
    """The draws of a hand, a bit each: an ``int`` with names.

    Examples
    --------
    >>> DrawSet(9).names
    ('flush draw with two cards', 'open-ended')
    >>> "open-ended" in DrawSet(9)
    True
    """

    __slots__ = ()

    def __new__(cls, bits: int) -> DrawSet:
        """A set of draws; CardError for a number with other bits."""
        return super().__new__(cls, whole_number("draws", bits, 1 << len(DRAWS)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the draws."""
        return tuple(draw.name for bit, draw in enumerate(DRAWS) if self >> bit & 1)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __repr__(self) -> str:
        return f"DrawSet({int(self)}, {', '.join(self.names)!r})"

    __str__ = int.__repr__


def made_name(kinds: Numbers, *, game: str | None = None) -> Any:
    """The name of a kind, ``top pair with good kicker``; an array for many kinds.

    ``game`` is the game of the kinds. By default it is the game that a kind carries, as the result
    of :func:`made` for one hand does, else hold'em.

    Examples
    --------
    >>> made_name(31), made_name([21, 44]).tolist()
    ('top pair with good kicker', ['set', 'board plays'])
    """
    return named(kinds, _names(_rule(kinds, game)), "kind", "kinds")


def is_made(kinds: Numbers, names: str, *, game: str | None = None) -> Any:
    """Whether a kind is among those named; an array for many kinds.

    ``names`` are separated by commas. Each is a name, a category, or the beginning of names, such
    as "top pair"; "top pair+" means that or better. ``game`` is as in :func:`made_name`.

    Examples
    --------
    >>> is_made(31, "top pair, set"), is_made([21, 44], "two pair+").tolist()
    (True, [True, False])
    """
    rule = _rule(kinds, game)
    codes = [*kinds_named(names, rule)]
    named(kinds, _names(rule), "kind", "kinds")
    found = np.isin(np.asarray(kinds), codes)
    return bool(found) if found.ndim == 0 else found


def draw_names(draws: Numbers) -> Any:
    """The names of a set of draws, or a list for many sets.

    Examples
    --------
    >>> draw_names(9), draw_names([0, 32])
    (('flush draw with two cards', 'open-ended'), [(), ('gutshot',)])
    """
    given = np.asarray(draws)
    if given.ndim:
        return [DrawSet(bits).names for bits in given.tolist()]
    return DrawSet(given.item()).names


def is_draw(draws: Numbers, names: str) -> Any:
    """Whether a set of draws has one of those named; an array for many sets.

    ``names`` are separated by commas. Each is a name or the beginning of names, such as "flush
    draw".

    Examples
    --------
    >>> is_draw(9, "flush draw"), is_draw([0, 32], "straight draw").tolist()
    (True, [False, True])
    """
    bits = draws_named(names)
    if isinstance(draws, int):
        return DrawSet(draws) & bits != 0
    return np.asarray(draws) & bits != 0


def _rule(kinds: Any, game: str | None) -> Game:
    """The game of the kinds."""
    return rule_of(game if game is not None else getattr(kinds, "game", HOLDEM.name))


def _names(rule: Game) -> list[str]:
    return [kind.name for kind in kinds_of(rule.high)]
