"""A request for a blueprint: a game, its betting, and the buckets of cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pokerlake.engine.blueprint.lines import HOLDEM, Limit, Lines, NoLimit, lines_of
from pokerlake.engine.solving.sizes import Betting, Size, chips_of, size_of

CHIP = 0.01  # big blinds, in no limit
LIMIT, NO_LIMIT = "limit", "nolimit"
NONE = "-"
BATCH = 16  # boards that are dealt together


@dataclass(frozen=True)
class Asked:
    """A requested blueprint. Equal requests have equal strategies after as many iterations.

    Attributes
    ----------
    game : str
        ``limit`` or ``nolimit``.
    runs, buckets : (int, int, int, int)
        By street: the number of the abstraction, 0 for the starting hands, and its number of
        buckets.
    seed : int
        For the boards.
    restart : int
        Boards after which training starts afresh, a multiple of ``BATCH``; the strategies are the
        mean of all. 0: never.
    stack, small_blind, ante : float
        In no limit: big blinds. Both players post an ante.
    opens, reraises : str
        In no limit: sizes before the flop. Numbers are multiples of the big blind, or of the
        previous raise; a slash separates the sizes of the next raise from those of later ones.
    limps : bool
        Whether the small blind may limp.
    bets, raises : str
        In no limit: sizes from the flop on, as the solver takes them.
    """

    game: str
    runs: tuple[int, ...]
    buckets: tuple[int, ...]
    seed: int = 1
    restart: int = 0
    stack: float = 20.0
    small_blind: float = 0.5
    ante: float = 0.0
    opens: str = "2.5,a"
    reraises: str = "3,a"
    limps: bool = True
    bets: str = "50,a"
    raises: str = "a"

    @cached_property
    def rules(self) -> Limit | NoLimit:
        """The betting. ValueError if an amount or a size is invalid."""
        if self.game == LIMIT:
            return HOLDEM
        ante, small, stack = (
            chips_of(name, getattr(self, name), CHIP) for name in ("ante", "small_blind", "stack")
        )
        big = round(1 / CHIP)
        if not 0 < small < big:
            raise ValueError(f"small_blind is {self.small_blind:g}: give big blinds, below 1")
        if stack <= big + ante:
            raise ValueError(f"stack is {self.stack:g}: give more big blinds than are posted")
        texts = [("opens", self.opens), *(("reraises", x) for x in self.reraises.split("/"))]
        levels = tuple(_multiples(*text) for text in texts)
        betting = Betting.of(self.bets, self.raises, chip=CHIP, big_blind=1.0)
        return NoLimit(
            stack, (big + ante, small + ante), ante, levels, self.limps,
            betting,
        )  # fmt: skip

    @cached_property
    def lines(self) -> Lines:
        """All lines of the betting."""
        return lines_of(self.rules)

    @property
    def big_blind(self) -> int:
        """In chips of the lines."""
        return round(1 / self.rules.chip)

    @property
    def columns(self) -> dict[str, Any]:
        """The request as columns of ``blueprints``."""
        free = ("stack", "opens", "reraises", "bets", "raises")
        return {
            "game": self.game,
            **{name: getattr(self, name) if self.game == NO_LIMIT else None for name in free},
            "small_blind": self.small_blind,
            "ante": self.ante,
            "limps": self.limps,
            "buckets": "/".join(map(str, self.buckets)),
            "runs": "/".join(map(str, self.runs)),
            "seed": self.seed,
            "restart": self.restart,
        }


def asked_of(row: dict[str, Any]) -> Asked:
    """The request of a row of ``blueprints``."""
    arguments: dict[str, Any] = {
        name: row[name] for name in Asked.__dataclass_fields__ if row[name] is not None
    }
    for name in ("runs", "buckets"):
        arguments[name] = tuple(map(int, row[name].split("/")))
    return Asked(**arguments)


def _multiples(name: str, text: str) -> tuple[Size, ...]:
    """Sizes of raises; numbers are multiples of the bet that is raised."""
    words = [word for word in text.replace(",", " ").split() if word != NONE]
    return tuple(
        size_of(f"{word}x" if word[-1].isdigit() else word, name, is_raise=True, has_min=True)
        for word in words
    )
