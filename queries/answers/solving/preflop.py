"""The pot and the stack on the flop, of blinds, stacks and what was done before it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pokerlake.engine.given import number_in, numbers_in, pieces, shown
from pokerlake.engine.solving.sizes import amount

# In the order in which they act after the flop.
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
        In the unit of the blinds; the stack is what the shorter of both has left.
    oop, ip : str
        Who is out of position, and in position.
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
    def of(cls, given: Any) -> Blinds:
        """Read them: ``"0.5/1"``. ValueError if they are none."""
        found: tuple[float, ...] = ()
        with suppress(ValueError):
            found = numbers_in(given)
        if len(found) != 2 or not 0 <= found[0] <= found[1] or found[1] <= 0:
            raise ValueError(f"blinds is {shown(given)}; give the small and the big one, as 0.5/1")
        return cls(*found)

    def amount(self, name: str, given: Any) -> float:
        """An amount in the unit of the blinds, which may be said in big ones: ``"100bb"``."""
        try:
            found = number_in(given)
        except ValueError:
            found = -1.0
        if not found >= 0:
            raise ValueError(f"{name} is {shown(given)}; give an amount, 0 or more: 2.5, or 100bb")
        is_blinds = isinstance(given, str) and _IN_BLINDS.search(given)
        return round(found * self.big if is_blinds else found, 9)


def position_of(name: str, given: str) -> str:
    """A position by any of its names. ValueError if it is none."""
    found = _ALIASES.get(given.upper(), given.upper())
    if found not in POSITIONS:
        raise ValueError(f"{name} has {shown(given)}, which is no position: give one of "
                         f"{', '.join(POSITIONS)}")  # fmt: skip
    return found


def begun(
    preflop: str,
    stacks: Any,
    blinds: Blinds,
    *,
    ante: Any = None,
    straddle: Any = None,
    players: int | None = None,
) -> Begun:
    """What the actions before the flop leave.

    Parameters
    ----------
    preflop : str
        The actions in their order, without folds of who had not put anything in: ``"BTN r2.5, BB
        c"``. Blinds that do not act fold.
    stacks : number, text or mapping
        Of all players, or by position: ``"BTN 100, BB 60"``.
    blinds : Blinds
    ante : number or text, optional
        Of each player; or of one: ``"BB 1"``.
    straddle : number or text, optional
        Of UTG; or of another: ``"BTN 2"``.
    players : int, optional
        Who are dealt in; with two the button has the small blind.

    Raises
    ------
    ValueError
        If it does not leave two players who have bet as much, with chips left.
    """
    small = "BTN" if players == 2 else "SB"

    def seat(name: str, given: str) -> str:
        found = position_of(name, given)
        return small if (found, players) == ("SB", 2) else found

    put_in: dict[str, float] = {small: blinds.small, "BB": blinds.big}
    antes, dead = _by_position("ante", ante, blinds, seat)
    if antes and players is None:
        raise ValueError("ante is of each player: give players too, or ante 'BB 1' of one of them")
    one, posted = _by_position("straddle", straddle, blinds, seat)
    if one:
        posted = {"UTG": one}
    if any(each <= blinds.big for each in posted.values()):
        raise ValueError(f"straddle is {shown(straddle)}; give more than the big blind")
    put_in |= posted
    every, own = _by_position("stacks", stacks, blinds, seat)

    def stack_of(position: str) -> float:
        found = own.get(position, every)
        if not found:
            raise ValueError(f"stacks is {shown(stacks)}: {position} has none; give one")
        return round(found - antes - dead.get(position, 0.0), 9)

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
            left = [one for one in left if one != who]
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
        left = [one for one in left if one != who] + [who]
    if len(left) != 2:
        raise ValueError(
            f"preflop is {shown(preflop)}, which leaves {', '.join(left) or 'nobody'}: give "
            f"actions that leave two, as {_EXAMPLE!r}"
        )
    oop, ip = sorted(left, key=POSITIONS.index)
    if small == "BTN":
        oop, ip = "BB", "BTN"
    least = min(put_in[one] for one in left)
    behind = min(stack_of(one) for one in left)
    if max(put_in[one] for one in left) > least and least < behind:
        raise ValueError(
            f"preflop is {shown(preflop)}, where {left[0]} has put in {put_in[left[0]]:g} and "
            f"{left[1]} {put_in[left[1]]:g}: give the call too"
        )
    others = sum(min(put_in[one], level) for one in put_in if one not in left)
    pot = 2 * least + others + antes * (players or 0) + sum(dead.values())
    if behind <= least:
        raise ValueError(f"preflop is {shown(preflop)}: {least:g} is all in, and nothing is left")
    return Begun(round(pot, 9), round(behind - least, 9), oop, ip)


def _by_position(
    name: str, given: Any, blinds: Blinds, seat: Any
) -> tuple[float, dict[str, float]]:
    """An amount of all, or amounts by position: ``"BTN 100, BB 60"``, ``{"BTN": 100}``."""
    if given is None or given == "":
        return 0.0, {}
    if isinstance(given, str) and re.match(r"\s*[A-Za-z]", given):
        pairs = [each.replace(":", " ").split(None, 1) for each in re.split(r"[,;]", given)]
        if any(len(pair) != 2 for pair in pairs):
            raise ValueError(f"{name} is {shown(given)}; give one amount, or BTN 100, BB 60")
        given = dict(pairs)
    if isinstance(given, Mapping):
        return 0.0, {seat(name, who): blinds.amount(name, each) for who, each in given.items()}
    return blinds.amount(name, given), {}


def cap_of_two(given: Any) -> Any:
    """The most rake with two players, of caps by players: ``"2: 0.5, 3-4: 1, 5+: 2"``.

    Anything else is as it was given. ValueError if there is none for two.
    """
    if isinstance(given, str) and ":" in given:
        given = dict(each.split(":", 1) for each in given.split(",") if ":" in each)
    if not isinstance(given, Mapping):
        return given
    for who, cap in given.items():
        ends = [int(one) for one in pieces(re.sub("[+-]", " ", str(who))) if one.isdigit()]
        if ends and ends[0] <= 2 and (ends[-1] >= 2 or str(who).strip().endswith("+")):
            return cap.strip() if isinstance(cap, str) else cap
    raise ValueError(f"rake_cap is {shown(given)}, which has no cap for two players: give one")
