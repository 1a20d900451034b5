"""The pot and the stack on the flop, from blinds, stacks and the actions before it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pokerlake.engine.given import number_in, numbers_in, pieces, shown
from pokerlake.engine.solving.sizes import amount

# In the order of action after the flop.
POSITIONS = (
    "SB", "BB", "UTG", *(f"UTG+{at}" for at in range(1, 5)), "MP", "HJ", "CO", "BTN",
)  # fmt: skip
_ALIASES = {"BU": "BTN", "BUTTON": "BTN", "LJ": "MP", "EP": "UTG", "UTG1": "UTG+1"}
MOST_PLAYERS = 10
_ACTION = re.compile(
    r"(?P<position>[A-Za-z+0-9]+)\s+(?:(?P<plain>folds?|f|checks?|x|calls?|limps?|c)|"
    r"(?:raises?(?:\s+to)?|r|bets?|b)\s*(?P<to>\d+(?:\.\d+)?(?:\s*bb)?|a|all-?in))",
    re.IGNORECASE,
)
_IN_BLINDS = re.compile(r"bb\s*$", re.IGNORECASE)
_EXAMPLE = "BTN r2.5, BB c"


@dataclass(frozen=True)
class Begun:
    """How a spot after the flop begins.

    Attributes
    ----------
    pot, stack : float
        In the unit of the blinds; the stack is that of the player with fewer chips left.
    oop, ip : str
        The positions of the players out of position and in position.
    """

    pot: float
    stack: float
    oop: str
    ip: str

    @property
    def said(self) -> str:
        """The same in words."""
        return (
            f"{self.oop} is out of position and {self.ip} in position; pot {amount(self.pot)}, "
            f"{amount(self.stack)} left"
        )


@dataclass(frozen=True)
class Blinds:
    """Blinds, in any unit."""

    small: float = 0.5
    big: float = 1.0

    @classmethod
    def of(cls, value: Any) -> Blinds:
        """Read blinds: ``"0.5/1"``. ValueError if they are invalid."""
        numbers: tuple[float, ...] = ()
        with suppress(ValueError):
            numbers = numbers_in(value)
        if len(numbers) != 2 or not 0 <= numbers[0] <= numbers[1] or numbers[1] <= 0:
            raise ValueError(f"blinds is {shown(value)}; give the small and the big one, as 0.5/1")
        return cls(*numbers)

    def amount(self, name: str, value: Any) -> float:
        """An amount in the unit of the blinds; it may be written in big blinds: ``"100bb"``."""
        try:
            number = number_in(value)
        except ValueError:
            number = -1.0
        if not number >= 0:
            raise ValueError(f"{name} is {shown(value)}; give an amount, 0 or more: 2.5, or 100bb")
        is_blinds = isinstance(value, str) and _IN_BLINDS.search(value)
        return round(number * self.big if is_blinds else number, 9)


def position_of(name: str, text: str) -> str:
    """A position by any of its names. ValueError for an unknown one."""
    position = _ALIASES.get(text.upper(), text.upper())
    if position not in POSITIONS:
        raise ValueError(f"{name} has {shown(text)}, which is no position: give one of "
                         f"{', '.join(POSITIONS)}")  # fmt: skip
    return position


def begun(
    preflop: str,
    stacks: Any,
    blinds: Blinds,
    *,
    ante: Any = None,
    straddle: Any = None,
    players: int | None = None,
) -> Begun:
    """The spot that the actions before the flop lead to.

    Parameters
    ----------
    preflop : str
        The actions in order, such as ``"BTN r2.5, BB c"``. Folds of players without chips in the
        pot may be left out. Blinds that do not act fold.
    stacks : number, text or mapping
        Of all players, or by position: ``"BTN 100, BB 60"``.
    blinds : Blinds
    ante : number or text, optional
        Of each player; or of one: ``"BB 1"``.
    straddle : number or text, optional
        Of UTG; or of another player: ``"BTN 2"``.
    players : int, optional
        How many are dealt in; with two, the button has the small blind.

    Raises
    ------
    ValueError
        If the actions do not leave two players with equal bets and chips behind.
    """
    small = "BTN" if players == 2 else "SB"

    def seat(name: str, position: str) -> str:
        known = position_of(name, position)
        return small if (known, players) == ("SB", 2) else known

    put_in: dict[str, float] = {small: blinds.small, "BB": blinds.big}
    antes, dead = _by_position("ante", ante, blinds, seat)
    if antes and players is None:
        raise ValueError("ante is of each player: give players too, or ante 'BB 1' of one of them")
    straddle_size, posted = _by_position("straddle", straddle, blinds, seat)
    if straddle_size:
        posted = {"UTG": straddle_size}
    if any(each <= blinds.big for each in posted.values()):
        raise ValueError(f"straddle is {shown(straddle)}; give more than the big blind")
    put_in |= posted
    every, own_stacks = _by_position("stacks", stacks, blinds, seat)

    def stack_of(position: str) -> float:
        stack = own_stacks.get(position, every)
        if not stack:
            raise ValueError(f"stacks is {shown(stacks)}: {position} has none; give one")
        return round(stack - antes - dead.get(position, 0.0), 9)

    left: list[str] = []  # who acted and did not fold
    level = max(put_in.values())
    folded: set[str] = set()
    for text in re.split(r"\s*[,;]\s*", preflop.strip(" ,;")):
        match = _ACTION.fullmatch(text)
        if match is None:
            raise ValueError(
                f"preflop has {shown(text)}; give actions by position, as {_EXAMPLE!r}"
            )
        who = seat("preflop", match["position"])
        if who in folded:
            raise ValueError(f"preflop has {shown(text)}, and {who} has folded")
        kind = (match["plain"] or "r")[0].lower()
        if kind == "f":
            folded.add(who)
            left = [player for player in left if player != who]
            continue
        mine, stack = put_in.get(who, 0.0), stack_of(who)
        if kind == "x" and mine < level:
            raise ValueError(f"preflop has {shown(text)}: {who} must call {level:g}")
        if kind == "r":
            is_all = match["to"][0].lower() == "a"
            to = stack if is_all else blinds.amount("preflop", match["to"])
            if to <= level or to > stack:
                raise ValueError(
                    f"preflop has {shown(text)}: give more than {level:g}, at most {stack:g}"
                )
            level = to
        put_in[who] = min(level, stack)
        left = [player for player in left if player != who] + [who]
    if len(left) != 2:
        raise ValueError(
            f"preflop is {shown(preflop)}, which leaves {', '.join(left) or 'nobody'}: give "
            f"actions that leave two, as {_EXAMPLE!r}"
        )
    oop, ip = sorted(left, key=POSITIONS.index)
    if small == "BTN":
        oop, ip = "BB", "BTN"
    least = min(put_in[player] for player in left)
    behind = min(stack_of(player) for player in left)
    if max(put_in[player] for player in left) > least and least < behind:
        raise ValueError(
            f"preflop is {shown(preflop)}, where {left[0]} has put in {put_in[left[0]]:g} and "
            f"{left[1]} {put_in[left[1]]:g}: give the call too"
        )
    others = sum(min(put_in[player], level) for player in put_in if player not in left)
    pot = 2 * least + others + antes * (players or 0) + sum(dead.values())
    if behind <= least:
        raise ValueError(f"preflop is {shown(preflop)}: {least:g} is all in, and nothing is left")
    return Begun(round(pot, 9), round(behind - least, 9), oop, ip)


def _by_position(
    name: str, value: Any, blinds: Blinds, seat: Any
) -> tuple[float, dict[str, float]]:
    """One amount for all, or amounts by position: ``"BTN 100, BB 60"``, ``{"BTN": 100}``."""
    if value is None or value == "":
        return 0.0, {}
    if isinstance(value, str) and re.match(r"\s*[A-Za-z]", value):
        pairs = [each.replace(":", " ").split(None, 1) for each in re.split(r"[,;]", value)]
        if any(len(pair) != 2 for pair in pairs):
            raise ValueError(f"{name} is {shown(value)}; give one amount, or BTN 100, BB 60")
        value = dict(pairs)
    if isinstance(value, Mapping):
        return 0.0, {seat(name, who): blinds.amount(name, each) for who, each in value.items()}
    return blinds.amount(name, value), {}


def cap_of_two(value: Any) -> Any:
    """The cap on rake with two players, from caps by players: ``"2: 0.5, 3-4: 1, 5+: 2"``.

    Any other value is returned as is. ValueError if there is no cap for two.
    """
    if isinstance(value, str) and ":" in value:
        value = dict(each.split(":", 1) for each in value.split(",") if ":" in each)
    if not isinstance(value, Mapping):
        return value
    for who, cap in value.items():
        ends = [int(number) for number in pieces(re.sub("[+-]", " ", str(who))) if number.isdigit()]
        if ends and ends[0] <= 2 and (ends[-1] >= 2 or str(who).strip().endswith("+")):
            return cap.strip() if isinstance(cap, str) else cap
    raise ValueError(f"rake_cap is {shown(value)}, which has no cap for two players: give one")
