"""Kinds and draws of one hand: numbers that have names."""

from __future__ import annotations

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.text import CardError, whole_number
from pokerlake.engine.kinds.table import DRAWS, Kind, kinds_of
from pokerlake.queries.answers.orders import rule_of


class MadeHand(int):
    """The kind of a made hand, 1 the best of its game: an ``int`` that has a name.

    Attributes
    ----------
    game : str
        The name of the game, by whose order of hands codes count.

    Examples
    --------
    >>> MadeHand(31).name, MadeHand(31).category_name
    ('top pair with good kicker', 'one pair')
    """

    game: str

    def __new__(cls, code: int, game: Game | str = HOLDEM) -> MadeHand:
        """A kind; CardError for a number that is no code."""
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
        """The category that it is of: ``one pair``."""
        return self._kind.category

    @property
    def about(self) -> str:
        """When a hole is of this kind."""
        return self._kind.about

    def __repr__(self) -> str:
        return f"MadeHand({int(self)}, {self.name!r})"

    __str__ = int.__repr__


class DrawSet(int):
    """The draws of a hand, a bit each: an ``int`` that has names.

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
