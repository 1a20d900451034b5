"""Push-or-fold spots, and what a solution of one contains."""

from __future__ import annotations

import functools
from collections.abc import Collection
from dataclasses import dataclass
from itertools import product

import numpy as np

from ..cards.holes import HANDS, hand_of_hole
from ..given import shown
from ..prizes import MOST_PLACES, check_prizes
from ..ranges.notation import format_range, parse_range
from ..ranges.shapes import hand_holes
from ..signatures import F64

MOST_PLAYERS = 9
ALL_SOLVED = 6  # the most players who may all go in
ALL_IN_AT_MOST = 4  # with more players: a fifth folds
LEAST_BLINDS, MOST_BLINDS = 1e-6, 10_000.0  # of a stack, in big blinds

# The positions in the order in which they act, by the number of players.
POSITIONS = {
    2: ("SB", "BB"),
    3: ("BTN", "SB", "BB"),
    4: ("CO", "BTN", "SB", "BB"),
    5: ("HJ", "CO", "BTN", "SB", "BB"),
    6: ("UTG", "HJ", "CO", "BTN", "SB", "BB"),
    7: ("UTG", "LJ", "HJ", "CO", "BTN", "SB", "BB"),
    8: ("UTG", "UTG+1", "LJ", "HJ", "CO", "BTN", "SB", "BB"),
    9: ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB"),
}


@dataclass(frozen=True)
class PushFoldSpot:
    """A hand about to be dealt, in which each player goes all in or folds.

    All amounts are big blinds; the big blind posts 1.

    Parameters
    ----------
    stacks : tuple of float
        Before posting, in the order in which the players act: the small blind and the big blind are
        the last two. Two to nine.
    small_blind : float
        What the small blind posts: 0 .. 1.
    ante : float
        What each player posts besides the blinds.
    bb_ante : float
        What the big blind posts for everybody besides the blinds; his blind comes first if he has
        less.
    prizes : tuple of float
        For the first place, the second, and so on, in any unit. Empty if chips count.
    others : tuple of float
        The stacks of players who are not in the hand; only with prizes.
    fixed : str
        Ranges of decisions that are not chosen freely: ``BB=22+,A2s+; SB/f=55+:0.5``, see
        ``fixed_text``.

    Raises
    ------
    ValueError
        If a number is out of range, or there are too many or too few.
    """

    stacks: tuple[float, ...]
    small_blind: float = 0.5
    ante: float = 0.0
    prizes: tuple[float, ...] = ()
    others: tuple[float, ...] = ()
    bb_ante: float = 0.0
    fixed: str = ""

    def __post_init__(self) -> None:
        if not 2 <= len(self.stacks) <= MOST_PLAYERS:
            problem = f"stacks has {len(self.stacks)}; give 2 to {MOST_PLAYERS}"
            raise ValueError(problem)
        _check_stacks("stacks", self.stacks)
        _check_stacks("others", self.others)
        if not 0 <= self.small_blind <= 1:
            problem = f"small_blind is {shown(self.small_blind)}; give 0 to 1 big blinds"
            raise ValueError(problem)
        if not 0 <= self.ante <= MOST_BLINDS:
            raise ValueError(f"ante is {shown(self.ante)}; give 0 or more, in big blinds")
        if not 0 <= self.bb_ante <= MOST_BLINDS:
            raise ValueError(f"bb_ante is {shown(self.bb_ante)}; give 0 or more, in big blinds")
        self._check_prizes()
        self.fixed_shares  # noqa: B018 - raises ValueError

    def _check_prizes(self) -> None:
        places = len(self.stacks) + len(self.others)
        if not self.prizes:
            if self.others:
                raise ValueError("others is for prizes; give prizes, or leave it out")
            return
        if places > MOST_PLACES:
            raise ValueError(f"others is of {places} stacks in all; give {MOST_PLACES} at most")
        check_prizes(self.prizes, places)

    @property
    def players(self) -> int:
        """The number of players in the hand."""
        return len(self.stacks)

    @property
    def positions(self) -> tuple[str, ...]:
        """The names of the players' positions, as they act."""
        return POSITIONS[self.players]

    @property
    def worth_of_a_blind(self) -> float:
        """The mean worth of a big blind in the unit of the values; 1 for chips."""
        return sum(self.prizes) / sum(self.stacks + self.others) if self.prizes else 1.0

    @property
    def most_in(self) -> int:
        """The most players who can be in: all, except that with seven and more a fifth folds."""
        return self.players if self.players <= ALL_SOLVED else ALL_IN_AT_MOST

    def dead(self) -> float:
        """What the big blind has posted for everybody: after his own ante and his blind."""
        return min(max(self.stacks[-1] - self.ante - 1.0, 0.0), self.bb_ante)

    def held(self) -> F64:
        """The stacks less what is posted for everybody."""
        held = np.array(self.stacks, np.float64)
        held[-1] -= self.dead()
        return held

    def posted(self) -> F64:
        """What each player has posted of that: ante and blind, or his stack if that is less."""
        blinds = np.zeros(self.players)
        blinds[-2:] = self.small_blind, 1.0
        return np.minimum(self.held(), self.ante + blinds)

    def information_sets(self, most_in: int | None = None) -> list[tuple[int, str]]:
        """Who decides, and the actions of the players before him: a letter each, in or folded.

        The big blind has no decision if all before him have folded. Neither has a player after the
        largest number who may be in.

        ``most_in``: the most players in; by default as many as the spot allows.
        """
        most = self.most_in if most_in is None else most_in
        sets = [
            (player, "".join(letters))
            for player in range(self.players)
            for letters in product("fi", repeat=player)
            if letters.count("i") < most
        ]
        sets.remove((self.players - 1, "f" * (self.players - 1)))
        return sets

    @functools.cached_property
    def fixed_shares(self) -> dict[tuple[int, str], F64]:
        """How often each hand goes in, ``(169,)``, at the decisions that ``fixed`` names."""
        fixed: dict[tuple[int, str], F64] = {}
        parts = [part.partition("=") for part in self.fixed.split(";") if part.strip()]
        # A position stands for all its decisions; a single decision takes precedence.
        for name, sign, text in sorted(parts, key=lambda part: "/" in part[0]):
            position, _, before = name.strip().partition("/")
            if not sign or position not in self.positions:
                there = ", ".join(self.positions)
                raise ValueError(
                    f"fixed has {shown(name.strip())}; give POSITION=RANGE, of {there}"
                )
            player = self.positions.index(position)
            histories = [each for of, each in self.information_sets() if of == player]
            if "/" in name and before not in histories:
                raise ValueError(
                    f"fixed has {shown(name.strip())}; give a letter for each player before, f "
                    f"folded and i went in, such as {position}/{histories[-1]}"
                )
            share = _share_of(name.strip(), text)
            fixed |= {
                (player, each): share for each in histories if "/" not in name or each == before
            }
        return fixed


def _share_of(name: str, text: str) -> F64:
    """How often each hand goes in, from a range of whole hands."""
    weights = parse_range(text)
    share = np.array([weights[holes[0]] for holes in hand_holes()])
    if (weights != share[hand_of_hole()]).any():
        at = int(np.flatnonzero(weights != share[hand_of_hole()])[0])
        hand = HANDS[hand_of_hole()[at]]
        raise ValueError(f"fixed has some suits of {hand} in {name}; give whole hands, {hand}:0.5")
    return share


def fixed_text(ranges: dict[str, F64]) -> str:
    """The fixed ranges of a spot as text: ``BB=22+,A2s+; SB/f=55+:0.5``.

    ``ranges``: weights ``(1326,)`` by position, or by a decision: the position, a slash and the
    actions before it.
    """
    return "; ".join(f"{name}={format_range(ranges[name])}" for name in sorted(ranges))


def history(inside: Collection[int], player: int) -> str:
    """The actions before a player if these go in: a letter each, as in ``Decision``."""
    return "".join("i" if before in inside else "f" for before in range(player))


def _check_stacks(name: str, stacks: tuple[float, ...]) -> None:
    wrong = [stack for stack in stacks if not LEAST_BLINDS <= stack <= MOST_BLINDS]
    if wrong:
        problem = f"{name} has {shown(wrong[0])}; give {LEAST_BLINDS:f} to {MOST_BLINDS:,.0f}"
        raise ValueError(f"{problem} big blinds")


@dataclass(frozen=True)
class Decision:
    """A player's strategy after the actions of the players before him."""

    player: int
    before: str  # a letter for each player before: "f" folded, "i" in
    share: F64  # (169,): how often each hand goes in, 0 .. 1
    value_in: F64  # (169,): of going in, in the unit of the solution's values
    value_fold: F64  # (169,): of folding
    reach: float  # how often the decision is reached

    @property
    def choice(self) -> str:
        """The name of going in: ``push`` if nobody is in yet, else ``call``."""
        return "call" if "i" in self.before else "push"


@dataclass(frozen=True)
class PushFoldSolution:
    """Strategies of all players, and each player's gain from deviating alone."""

    spot: PushFoldSpot
    decisions: tuple[Decision, ...]  # by player, then by the actions before
    values: F64  # (n,): big blinds that each wins a hand; with prizes, his expected prize
    gains: F64  # (n,): of his best response to the others, with fixed decisions kept
    iterations: int
    method: str

    @property
    def gain(self) -> float:
        """The largest gain, in big blinds; for prizes, divided by the mean worth of one."""
        return float(self.gains.max()) / self.spot.worth_of_a_blind
