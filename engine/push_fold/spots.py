"""Spots in which all play push or fold, and what a solution of one holds."""

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
ALL_SOLVED = 6  # players up to whom all may go in
ALL_IN_AT_MOST = 4  # of more: whoever would be the fifth folds
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
class Spot:
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
        What each player posts beside the blinds.
    bb_ante : float
        What the big blind posts beside the blinds for all; his blind comes first if he has less.
    prizes : tuple of float
        For the first place, the second, and so on, in any unit. None if chips are what counts.
    others : tuple of float
        The stacks of players who are not in the hand; only with prizes.
    fixed : str
        Ranges of decisions that nobody chooses: ``BB=22+,A2s+; SB/f=55+:0.5``, see ``fixed_text``.

    Raises
    ------
    ValueError
        If a number is out of its range, or there are too many or too few.
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
        """What a big blind is worth on average, in the unit of the values; 1 for chips."""
        return sum(self.prizes) / sum(self.stacks + self.others) if self.prizes else 1.0

    @property
    def most_in(self) -> int:
        """How many go all in at most: all, but for those who would be a fifth of seven and more."""
        return self.players if self.players <= ALL_SOLVED else ALL_IN_AT_MOST

    def dead(self) -> float:
        """What the big blind has posted for all: beside the ante of his own, after his blind."""
        return min(max(self.stacks[-1] - self.ante - 1.0, 0.0), self.bb_ante)

    def held(self) -> F64:
        """The stacks less what is posted for all."""
        held = np.array(self.stacks, np.float64)
        held[-1] -= self.dead()
        return held

    def posted(self) -> F64:
        """What each player has posted of that: ante and blind, or his stack if that is less."""
        blinds = np.zeros(self.players)
        blinds[-2:] = self.small_blind, 1.0
        return np.minimum(self.held(), self.ante + blinds)

    def information_sets(self, most_in: int | None = None) -> list[tuple[int, str]]:
        """Who decides, and what the players before him did: a letter each, in or folded.

        The big blind has nothing to decide where all before him have folded, nor has anyone after
        whom no more may go in.

        ``most_in``: how many at most; those of the spot by default.
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
        """How often each hand goes in, ``(169,)``, of the decisions that ``fixed`` names."""
        found: dict[tuple[int, str], F64] = {}
        parts = [part.partition("=") for part in self.fixed.split(";") if part.strip()]
        # Of a position all decisions; of one of them alone what is said of that.
        for name, sign, text in sorted(parts, key=lambda part: "/" in part[0]):
            position, _, before = name.strip().partition("/")
            if not sign or position not in self.positions:
                there = ", ".join(self.positions)
                raise ValueError(
                    f"fixed has {shown(name.strip())}; give POSITION=RANGE, of {there}"
                )
            player = self.positions.index(position)
            own = [each for of, each in self.information_sets() if of == player]
            if "/" in name and before not in own:
                raise ValueError(
                    f"fixed has {shown(name.strip())}; give a letter for each player before, f "
                    f"folded and i went in, such as {position}/{own[-1]}"
                )
            share = _share_of(name.strip(), text)
            found |= {(player, each): share for each in own if "/" not in name or each == before}
        return found


def _share_of(name: str, text: str) -> F64:
    """How often each hand goes in, of a range of whole hands."""
    weights = parse_range(text)
    share = np.array([weights[holes[0]] for holes in hand_holes()])
    if (weights != share[hand_of_hole()]).any():
        at = int(np.flatnonzero(weights != share[hand_of_hole()])[0])
        hand = HANDS[hand_of_hole()[at]]
        raise ValueError(f"fixed has some suits of {hand} in {name}; give whole hands, {hand}:0.5")
    return share


def fixed_text(ranges: dict[str, F64]) -> str:
    """The ranges of a spot that are fixed, as it has them: ``BB=22+,A2s+; SB/f=55+:0.5``.

    ``ranges``: of a position, or of a decision of it with a slash and what the players before did,
    weights ``(1326,)``.
    """
    return "; ".join(f"{name}={format_range(ranges[name])}" for name in sorted(ranges))


def history(inside: Collection[int], player: int) -> str:
    """What the players before this one did where these go in: a letter each, as in ``Decision``."""
    return "".join("i" if before in inside else "f" for before in range(player))


def _check_stacks(name: str, stacks: tuple[float, ...]) -> None:
    wrong = [stack for stack in stacks if not LEAST_BLINDS <= stack <= MOST_BLINDS]
    if wrong:
        problem = f"{name} has {shown(wrong[0])}; give {LEAST_BLINDS:f} to {MOST_BLINDS:,.0f}"
        raise ValueError(f"{problem} big blinds")


@dataclass(frozen=True)
class Decision:
    """What one player does with each hand, after what the players before him did."""

    player: int
    before: str  # a letter for each player before: "f" folded, "i" in
    share: F64  # (169,): how often each hand goes in, 0 .. 1
    value_in: F64  # (169,): of going in, in the unit of the solution's values
    value_fold: F64  # (169,): of folding
    reach: float  # how often it comes to this decision

    @property
    def choice(self) -> str:
        """What going in is called: ``push`` if nobody is in yet, else ``call``."""
        return "call" if "i" in self.before else "push"


@dataclass(frozen=True)
class Solution:
    """Strategies of all players, and what each could still gain by deviating."""

    spot: Spot
    decisions: tuple[Decision, ...]  # by player, then by what came before
    values: F64  # (n,): big blinds that each wins a hand; with prizes, his expected prize
    gains: F64  # (n,): what his best response to the others gains him, fixed decisions left out
    iterations: int
    method: str

    @property
    def gain(self) -> float:
        """The largest of the gains, in big blinds; for prizes, of the mean worth of one."""
        return float(self.gains.max()) / self.spot.worth_of_a_blind
