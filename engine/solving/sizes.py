"""Bet sizes as text: what players may bet and raise on each street."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..given import as_number, shown

STREETS = ("flop", "turn", "river")
PLAYERS = ("oop", "ip")

_SIZE = re.compile(r"(?:(?P<number>\d+(?:\.\d+)?)(?P<unit>%|x|c)?|a)")
# Bare numbers below are refused: 0.5 is half the pot elsewhere, and 3 three times the bet.
LEAST_BARE = 5.0
_GRAMMAR = "33 or 33% (of the pot), 2.5x (of the bet raised), 50c (chips), a (all-in)"


@dataclass(frozen=True)
class Size:
    """One size of a bet or raise."""

    amount: float  # a share of the pot, a multiple of the bet that is raised, or chips
    unit: str  # ``"%"``, ``"x"``, ``"c"``, or ``"a"`` for all-in

    def bet(self, pot: int, stack: int) -> int:
        """Chips of a bet into a pot, of a player who has ``stack`` left."""
        chips = {"%": self.amount * pot, "c": self.amount, "a": stack}[self.unit]
        return _rounded(chips)

    def raise_by(self, bet: int, pot: int, stack: int) -> int:
        """Chips of a raise beyond the call.

        ``bet``: what the other has put in on this street; ``pot``: the pot after the call;
        ``stack``: what is left after the call.
        """
        multiple = (self.amount - 1) * bet
        chips = {"%": self.amount * pot, "x": multiple, "c": self.amount, "a": stack}[self.unit]
        return _rounded(chips)


def share_of(share: float, pot: int) -> float:
    """Chips of a share of the pot, less what binary fractions add: 29 % of 50 chips are 14.5."""
    return round(share * pot, 6)


def _rounded(chips: float) -> int:
    return math.floor(round(chips, 6) + 0.5)


@dataclass(frozen=True)
class Sizes:
    """What a player may do on a street beside checking, calling and folding."""

    bets: tuple[Size, ...] = ()
    raises: tuple[Size, ...] = ()
    # Of the player out of position: leading into who bet or raised last on the street before.
    # None allows what ``bets`` does.
    donks: tuple[Size, ...] | None = None


@dataclass(frozen=True)
class Betting:
    """Bet sizes of both players on each street, and how they are tidied.

    Attributes
    ----------
    sizes : 2 tuples of 3 Sizes
        By player, out of position first, and street.
    add_all_in : float
        All-in is added wherever what is left is at most so many pots. 0: nowhere.
    force_all_in : float
        A bet after whose call at most so many pots are left is all-in. 0: none.
    merge : float
        Of sizes that differ by less than so many pots only the largest stays. 0: all stay.
    most_raises : int
        Bets and raises of a street, together. 0: as many as stacks allow.
    """

    sizes: tuple[tuple[Sizes, Sizes, Sizes], tuple[Sizes, Sizes, Sizes]]
    add_all_in: float = 0.0
    force_all_in: float = 0.0
    merge: float = 0.0
    most_raises: int = 0
    text: dict[str, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        bets: str = "50",
        raises: str = "50",
        *,
        oop_bets: str | None = None,
        oop_raises: str | None = None,
        ip_bets: str | None = None,
        ip_raises: str | None = None,
        donks: str | None = None,
        add_all_in: float = 0.0,
        force_all_in: float = 0.0,
        merge: float = 0.0,
        most_raises: int = 0,
        least_bare: float = LEAST_BARE,
    ) -> Betting:
        """Read sizes as text: ``"33,75"`` on every street, ``"33/50,a/75"`` by street.

        A number without a unit is percent of the pot, from ``least_bare`` on.

        Raises
        ------
        ValueError
            If a size is none, or a threshold is no number or below zero.
        """
        for name, number in [
            ("add_all_in", add_all_in), ("force_all_in", force_all_in), ("merge", merge),
        ]:  # fmt: skip
            if not 0 <= as_number(number) < math.inf:
                raise ValueError(f"{name} is {shown(number)}: give 0 or more")
        if not (as_number(most_raises) >= 0 and as_number(most_raises).is_integer()):
            raise ValueError(f"most_raises is {shown(most_raises)}: give a whole number, 0 or more")
        given = {
            "oop_bets": (oop_bets, bets, "bets"),
            "ip_bets": (ip_bets, bets, "bets"),
            "oop_raises": (oop_raises, raises, "raises"),
            "ip_raises": (ip_raises, raises, "raises"),
        }
        texts, read = {}, {}
        for name, (own, both, name_of_both) in given.items():
            texts[name] = both if own is None else own
            said = name_of_both if own is None else name
            of = _bets if name_of_both == "bets" else by_street
            read[name] = of(texts[name], said, least_bare)
        leads: Sequence[tuple[Size, ...] | None] = (None,) * 3
        if donks is not None:
            leads = _bets(donks, "donks", least_bare)
            texts["donks"] = donks
        oop = [
            Sizes(bet, more, lead)
            for bet, more, lead in zip(read["oop_bets"], read["oop_raises"], leads, strict=True)
        ]
        ip = [
            Sizes(bet, more) for bet, more in zip(read["ip_bets"], read["ip_raises"], strict=True)
        ]
        return cls(
            ((oop[0], oop[1], oop[2]), (ip[0], ip[1], ip[2])),
            float(add_all_in), float(force_all_in), float(merge), int(most_raises), texts,
        )  # fmt: skip


def by_street(
    text: str, name: str = "sizes", least_bare: float = LEAST_BARE
) -> tuple[tuple[Size, ...], ...]:
    """Read sizes of the three streets, between which a slash stands; one entry is for all.

    Raises ValueError if there are neither one nor three entries, or a size is none.
    """
    if not isinstance(text, str):
        raise ValueError(  # noqa: TRY004 - as for any other size
            f"{name} is {shown(text)}: give text such as '33,75' or '33/50/75'"
        )
    streets = text.split("/")
    if len(streets) not in (1, len(STREETS)):
        raise ValueError(
            f"{name} is {shown(text)}: give one entry, or one for each street: '33/50/75'"
        )
    read = [
        tuple(_size(word, name, least_bare) for word in re.split(r"[\s,]+", street) if word)
        for street in streets
    ]
    return tuple(read * len(STREETS) if len(read) == 1 else read)


def _bets(text: str, name: str, least_bare: float) -> tuple[tuple[Size, ...], ...]:
    """Read sizes where there is no bet yet of which one could be a multiple."""
    streets = by_street(text, name, least_bare)
    if any(size.unit == "x" for sizes in streets for size in sizes):
        raise ValueError(f"{name} is {shown(text)}: a multiple is for raises only")
    return streets


def _size(word: str, name: str, least_bare: float) -> Size:
    match = _SIZE.fullmatch(word)
    if match is None:
        raise ValueError(f"{name} has {shown(word)}, which is no size: give {_GRAMMAR}")
    if match["number"] is None:
        return Size(0.0, "a")
    number, unit = float(match["number"]), match["unit"] or "%"
    if unit == "x" and number <= 1:
        raise ValueError(f"{name} has {shown(word)}: a raise is more than 1x")
    if number == 0 or not math.isfinite(number):
        raise ValueError(f"{name} has {shown(word)}, which is no size: give {_GRAMMAR}")
    if match["unit"] is None and number < least_bare:
        multiple = f", {word}x for {word} times the bet" if number > 1 and "raises" in name else ""
        raise ValueError(
            f"{name} has {shown(word)}, which is percent of the pot: write {100 * number:g}% for "
            f"{word} times the pot{multiple}, or {word}% if that is meant"
        )
    return Size(number / 100 if unit == "%" else number, unit)
