"""Bet sizes as text: the bets and raises allowed on each street."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..given import as_number, shown

STREETS = ("flop", "turn", "river")
PLAYERS = ("oop", "ip")

# Words for sizes, and how these are written back; a number before e counts bets.
_SIZE = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)(?P<unit>%|x|c|e)?|(?P<word>a|all-?in|pot|e|min)", re.IGNORECASE
)
_WORDS = {"allin": "a", "all-in": "a"}
NONE = "-"
# Smaller bare numbers are rejected: elsewhere 0.5 is half the pot, and 3 is three times the bet.
LEAST_BARE = 5.0
GRAMMAR = (
    "33 or 33% (of the pot), pot, 2.5x (of the bet raised), 50c (chips), e (equal shares of the "
    "pot to be all-in by the river; 2e in two bets), min (a raise; with blinds a bet too), "
    "a (all-in), - (none)"
)


@dataclass(frozen=True)
class Size:
    """One size of a bet or raise.

    Attributes
    ----------
    amount : float
        A share of the pot, a multiple of the bet being raised, chips, or the number of bets: 0 for
        as many as there are streets left.
    unit : str
        ``"%"``, ``"x"``, ``"c"``, ``"e"``, or ``"a"`` for all-in, ``"min"`` for the least bet
        or raise.
    """

    amount: float
    unit: str

    @property
    def text(self) -> str:
        """The text of a size, which is read as the same size."""
        if self.unit in ("a", "min"):
            return self.unit
        number = plain(100 * self.amount if self.unit == "%" else self.amount)
        if self.unit == "%":
            return number if 100 * self.amount >= LEAST_BARE else f"{number}%"
        return "e" if (self.amount, self.unit) == (0, "e") else f"{number}{self.unit}"

    def raise_by(self, bet: int, pot: int, stack: int, streets: int, chip: float = 1) -> int:
        """Chips of a raise beyond the call.

        ``bet``: what the other has put in on this street; ``pot``: the pot after the call;
        ``stack``: what is left after the call; ``streets``: how many are left, including this one;
        ``chip``: the value of a chip in the unit of ``amount``.
        """
        if self.unit == "e":
            # So many bets of the same share s of the pot, all called, are all-in:
            # pot (1 + 2 s) ** bets = pot + 2 stack.
            bets = self.amount or streets
            return _rounded(pot * ((1 + 2 * stack / pot) ** (1 / bets) - 1) / 2)
        chips = {
            "%": self.amount * pot, "x": (self.amount - 1) * bet, "a": stack,
            "c": self.amount / chip,
            "min": 0,  # below the minimum of the rules
        }  # fmt: skip
        return _rounded(chips[self.unit])


def plain(number: float) -> str:
    """A number without an exponent, and without the noise of binary fractions."""
    return f"{number:.9f}".rstrip("0").rstrip(".")


def amount(chips: float) -> str:
    """Chips as text for people."""
    return f"{chips:,.6f}".rstrip("0").rstrip(".")


def in_unit(chips: float, chip: float) -> float:
    """Chips in the unit in which they were given; whole if a chip is whole."""
    return chips * int(chip) if float(chip).is_integer() else round(chips * chip, 9)


def chips_of(name: str, amount: float, chip: float) -> int:
    """An amount in chips. ValueError if it is not whole."""
    chips = round(amount / chip, 6)
    if not chips.is_integer():
        raise ValueError(
            f"{name} is {plain(amount)}, no whole chips of {plain(chip)}: give a multiple, or "
            "another chip"
        )
    return int(chips)


def share_of(share: float, pot: int) -> float:
    """Chips of a share of the pot, without the noise of binary fractions: 29 % of 50 are 14.5."""
    return round(share * pot, 6)


def _rounded(chips: float) -> int:
    return math.floor(round(chips, 6) + 0.5)


@dataclass(frozen=True)
class Sizes:
    """A player's bets and raises on a street."""

    bets: tuple[Size, ...] = ()
    raises: tuple[Size, ...] = ()
    # Of the player out of position: leading into the player who bet or raised last on the previous
    # street. None allows the same as ``bets``.
    donks: tuple[Size, ...] | None = None


@dataclass(frozen=True)
class Betting:
    """Bet sizes of both players on each street, and how they are simplified.

    Attributes
    ----------
    sizes : 2 tuples of 3 Sizes
        By player, out of position first, and street.
    add_all_in : float
        All-in is added if at most so many pots are left. 0: nowhere.
    force_all_in : float
        A bet that leaves at most so many pots after the call becomes all-in. 0: none.
    merge : float
        Of sizes that differ by less than so many pots only the largest stays. 0: all stay.
    most_raises : int
        Bets and raises of a street, together. 0: as many as stacks allow.
    street : int
        The first street of the spot: 0 flop, 1 turn, 2 river. Earlier streets have no sizes.
    chip : float
        The value of a chip in the unit in which amounts are given and written: pots and stacks of a
        spot are whole numbers of chips, and bets are rounded to one.
    big_blind : float
        The least bet, in that unit; 0: a chip.
    tree : str
        Bets that are written line by line, as of :func:`.written.tree_text`; may be empty. Where
        they say what can be done after a line, neither sizes nor their simplification apply.
    """

    sizes: tuple[tuple[Sizes, Sizes, Sizes], tuple[Sizes, Sizes, Sizes]]
    add_all_in: float = 0.0
    force_all_in: float = 0.0
    merge: float = 0.0
    most_raises: int = 0
    street: int = 0
    tree: str = ""
    chip: float = 1.0
    big_blind: float = 0.0

    @property
    def texts(self) -> dict[str, str | None]:
        """The sizes and the tree as canonical text; donks and tree may be None."""
        (oop, ip), begin = self.sizes, self.street
        return {
            "oop_bets": _text(each.bets for each in oop[begin:]),
            "oop_raises": _text(each.raises for each in oop[begin:]),
            "ip_bets": _text(each.bets for each in ip[begin:]),
            "ip_raises": _text(each.raises for each in ip[begin:]),
            "donks": None if oop[-1].donks is None else _text(
                each.donks or () for each in oop[begin:]
            ),
            "tree": self.tree or None,
        }  # fmt: skip

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
        tree: object = None,
        add_all_in: float = 0.0,
        force_all_in: float = 0.0,
        merge: float = 0.0,
        most_raises: int = 0,
        chip: float = 1.0,
        big_blind: float = 0.0,
        street: int = 0,
        is_kept: bool = False,
    ) -> Betting:
        """Read sizes as text: ``"33,75"`` on every street, ``"33/50,a/75"`` by street.

        A number without a unit is percent of the pot, from ``LEAST_BARE`` on. ``tree``: as
        :func:`.written.tree_text` takes it. ``street``: the first street of the spot, which has the
        first entry. ``is_kept``: the text is from a lake, which may have smaller numbers without a
        unit, and entries for all streets, whatever the board.

        Raises
        ------
        ValueError
        If a size is invalid, there are too many or too few streets, or a threshold is not a
        number or below zero.
        """
        from .written import tree_text

        for name, number in [
            ("add_all_in", add_all_in), ("force_all_in", force_all_in), ("merge", merge),
        ]:  # fmt: skip
            if not 0 <= as_number(number) < math.inf:
                raise ValueError(f"{name} is {shown(number)}: give 0 or more")
        if not 0 < as_number(chip) < math.inf:
            raise ValueError(f"chip is {shown(chip)}: give a number above 0")
        if not (as_number(most_raises) >= 0 and as_number(most_raises).is_integer()):
            raise ValueError(f"most_raises is {shown(most_raises)}: give a whole number, 0 or more")
        arguments = {
            "oop_bets": (oop_bets, bets, "bets"),
            "ip_bets": (ip_bets, bets, "bets"),
            "oop_raises": (oop_raises, raises, "raises"),
            "ip_raises": (ip_raises, raises, "raises"),
        }
        read = {}
        for name, (own_sizes, both, name_of_both) in arguments.items():
            said = name_of_both if own_sizes is None else name
            read[name] = by_street(
                both if own_sizes is None else own_sizes,
                said,
                street,
                is_kept=is_kept,
                has_min=big_blind > 0,
            )
        leads: Sequence[tuple[Size, ...] | None] = (None,) * 3
        if donks is not None:
            leads = by_street(donks, "donks", street, is_kept=is_kept, has_min=big_blind > 0)
        oop = [
            Sizes(bet, more, lead)
            for bet, more, lead in zip(read["oop_bets"], read["oop_raises"], leads, strict=True)
        ]
        ip = [
            Sizes(bet, more) for bet, more in zip(read["ip_bets"], read["ip_raises"], strict=True)
        ]
        return cls(
            ((oop[0], oop[1], oop[2]), (ip[0], ip[1], ip[2])),
            float(add_all_in), float(force_all_in), float(merge), int(most_raises), street,
            "" if tree is None else tree_text(tree), float(chip),
            float(big_blind),
        )  # fmt: skip


def by_street(
    text: str,
    name: str = "sizes",
    street: int = 0,
    *,
    is_kept: bool = False,
    has_min: bool = False,
) -> tuple[tuple[Size, ...], ...]:
    """Read sizes of the three streets, separated by slashes; a single entry is for all.

    ``street``, ``is_kept``: as of :meth:`Betting.of`; ``has_min``: whether there is a least bet.
    Streets before the first have no sizes. Raises ValueError if there is neither one entry nor one
    for each street, or a size is invalid.
    """
    if not isinstance(text, str):
        raise ValueError(  # noqa: TRY004 - as for any other size
            f"{name} is {shown(text)}: give text such as '33,75' or '33/50/75'"
        )
    entries = text.split("/")
    if is_kept and len(entries) == len(STREETS):
        entries = entries[street:]
    if len(entries) not in (1, len(STREETS) - street):
        raise ValueError(f"{name} is {shown(text)}: give {_entries(street)}")
    read = [_entry(entry, name, LEAST_BARE * (not is_kept), has_min=has_min) for entry in entries]
    there = read * (len(STREETS) - street) if len(read) == 1 else read
    return (*((),) * street, *there)


def refuse_no_sizes(text: str, name: str) -> None:
    """Raise ValueError if the text has invalid sizes, on whichever streets."""
    for entry in text.split("/"):
        _entry(entry, name, LEAST_BARE, has_min=True)


def _entries(street: int) -> str:
    """How many entries are allowed, in words."""
    if street == len(STREETS) - 1:
        return "one entry: a spot on the river has no street after it"
    example = "/".join(("33", "50", "75")[street:])
    begins = ", which the spot begins on" if street else ""
    return (
        f"one entry, or one for each street from the {STREETS[street]}{begins}: '{example}'; "
        f"{NONE} is no size"
    )


def _entry(text: str, name: str, least_bare: float, *, has_min: bool) -> tuple[Size, ...]:
    """The sizes of a street."""
    words = [word for word in re.split(r"[\s,]+", text) if word]
    if words == [NONE]:
        return ()
    # Before the first bet there is no multiple of a bet, and no least raise.
    is_raise = "raises" in name
    return tuple(
        size_of(word, name, least_bare, is_raise=is_raise, has_min=has_min) for word in words
    )


def size_of(
    word: str, name: str, least_bare: float = 0.0, *, is_raise: bool, has_min: bool
) -> Size:
    """One size; ``name`` is what messages call the option. ValueError if it is invalid."""
    match = _SIZE.fullmatch(word)
    no_size = f"{name} has {shown(word)}, which is no size: give {GRAMMAR}"
    if match is None:
        raise ValueError(no_size)
    if match["word"]:
        unit = match["word"].lower()
        unit = _WORDS.get(unit, unit)
        if unit == "min" and not (is_raise or has_min):
            raise ValueError(
                f"{name} has {shown(word)}: min is for raises, and for bets where blinds are "
                "given; give chips, as 2c"
            )
        return Size(1.0, "%") if unit == "pot" else Size(0.0, unit)
    number, unit = float(match["number"]), (match["unit"] or "%").lower()
    if unit == "x" and not is_raise:
        raise ValueError(f"{name} has {shown(word)}: a multiple is for raises only")
    if unit == "x" and number <= 1:
        raise ValueError(f"{name} has {shown(word)}: a raise is more than 1x")
    if unit == "e" and not (number >= 1 and number.is_integer()):
        raise ValueError(f"{name} has {shown(word)}: give a whole number of bets, as 2e")
    if number == 0 or not math.isfinite(number):
        raise ValueError(no_size)
    if match["unit"] is None and number < least_bare:
        multiple = f", {word}x for {word} times the bet" if number > 1 and is_raise else ""
        raise ValueError(
            f"{name} has {shown(word)}, which is percent of the pot: write {100 * number:g}% for "
            f"{word} times the pot{multiple}, or {word}% if that is meant"
        )
    return Size(number / 100 if unit == "%" else number, unit)


def _text(streets: Iterable[tuple[Size, ...]]) -> str:
    """Sizes of streets as :func:`by_street` reads them."""
    entries = [",".join(size.text for size in sizes) or NONE for sizes in streets]
    return entries[0] if len(set(entries)) == 1 else "/".join(entries)
