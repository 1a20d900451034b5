"""The dialects a range can be read and written in, each with what its grammar is known from.

The programs are not free and most have no published grammar. What is declared here is what a source
has, or general knowledge where that is said; anything else is refused, not guessed. Reading is
lenient where no meaning is at stake: every dialect takes either case, ``10`` for ``T``, blanks, and
the ends of a run in either order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from .scanner import RangeError

_HINT = "; pokerlake, piosolver and flopzilla can write it"

Overlap = Literal["last", "first", "largest", "same"]


@dataclass(frozen=True)
class Dialect:
    """How a program writes ranges."""

    name: str
    # Which weight a hole has that is in several parts: that of the last or the first of them, the
    # largest, or the same in all of them, since anything else is an error.
    overlap: Overlap
    # What may stand before a weight: ``:`` a number 0 to 1, ``@`` a percentage.
    weight_marks: str = ""
    # Whether it has ``[50]AKs[/50]``, ``0.5(AKs,QQ)``, ``15%``, ``!AKs``.
    blocks: bool = False
    groups: bool = False
    percentages: bool = False
    exclusions: bool = False
    everything: str = ""  # the word for all 1,326 holes; empty if it has none
    any_hand: tuple[str, ...] = ()  # what else it reads as that
    # Whether ``T9s+`` are T9s, JTs ... AKs. Elsewhere the kicker rises, so that it is T9s alone.
    both_rise: bool = False
    # Whether suited is ``AxKx`` and offsuit ``AxKy``, in place of ``AKs`` and ``AKo``.
    suit_variables: bool = False
    numbers: bool = False  # whether 1,326 numbers in the order of ``hole_id`` are a range, too
    # Whether runs such as ``T9s-76s`` are written. All dialects read them.
    writes_connectors: bool = False

    def join(self, weight: float, parts: Sequence[str]) -> str:
        """Parts of one weight as this dialect writes them; RangeError if it has no such weight."""
        if self.suit_variables:
            mark = f"@{_whole_percent(weight, parts[0], self.name)}"
            return parts[0] + mark if len(parts) == 1 else f"({','.join(parts)}){mark}"
        if weight == 1:
            return ",".join(parts)
        if self.groups and len(parts) > 1:
            return f"{weight!r}({','.join(parts)})"
        if ":" in self.weight_marks:
            # Only pokerlake's own notation is known to take 1e-05.
            number = repr(weight) if self.groups else plain(Decimal(repr(weight)))
            return ",".join(f"{part}:{number}" for part in parts)
        if self.blocks:
            percent = plain(Decimal(repr(weight)).scaleb(2))
            return f"[{percent}]{','.join(parts)}[/{percent}]"
        raise RangeError(f"{self.name} has no weights, and {parts[0]} has weight {weight!r}{_HINT}")


def plain(number: Decimal) -> str:
    """A number without an exponent or needless zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _whole_percent(weight: float, part: str, name: str) -> int:
    percent = round(weight * 100)
    if not 1 <= percent <= 100 or float(f"{percent}e-2") != weight:
        raise RangeError(
            f"{name} has whole weights 1 to 100, and {part} has weight {weight!r}{_HINT}"
        )
    return percent


POKERLAKE = Dialect(
    "pokerlake",
    "last",
    ":@",
    groups=True,
    percentages=True,
    exclusions=True,
    everything="random",
    any_hand=("any", "**", "*", "??"),
    writes_connectors=True,
)
"""The native one, made of what others have in common; each feature is somebody's.

``:0.5`` is PioSOLVER's, ``@50`` rust_poker's and pokers' (there too as percent), ``0.5(AA, AK)``
and ``40%(ATs+)`` are eval7's (after PokerStove), ``5%-15%`` is ProPokerTools' and ``random``
Equilab's. A later part overrides an earlier one, which is what ``22+,QQ@50``, the example in
rust_poker's documentation, wants to say.

References
----------
https://docs.rs/rust_poker/latest/rust_poker/hand_range/struct.HandRange.html
https://github.com/julianandrews/pyeval7, ``eval7/rangestring.py``, its docstring
"""

PIOSOLVER = Dialect("piosolver", "first", ":", both_rise=True, numbers=True, writes_connectors=True)
"""PioSOLVER: ``QQ+,AKs,A5s-A2s:0.5``, weights 0 to 1, or 1,326 numbers in its hand order.

Its own documentation has no grammar of range text. This is the one of postflop-solver, whose author
says that it is compatible with PioSOLVER: an earlier part wins over a later one, and ``+`` lets
neighbours rise together, ``98s+`` = 98s T9s JTs QJs KQs AKs, but only the kicker of others. Weights
are written without exponents. Files saved by PioSOLVER have 1,326 numbers instead, in the order
that ``show_hand_order`` gives, 2d2c 2h2c 2h2d 2s2c ...: the order of ``hole_id``.

References
----------
https://github.com/b-inary/postflop-solver, ``src/range.rs`` and its tests
https://github.com/b-inary/desktop-postflop/discussions/20, "syntax compatible with PioSOLVER"
https://piosolver.com/docs/upi/commands/, ``set_range`` and ``show_hand_order``
https://pastebin.com/7CwEWTUq, a file of PioSOLVER that bears the order out
"""

EQUILAB = Dialect("equilab", "same", percentages=True, everything="random")
"""PokerStrategy's Equilab: ``22+,A2s+,KTo+,AhKh,random``, either in the range or not.

There is no published grammar. ``K4o+`` as "all similar hands with a better kicker", ``K4`` as
suited and offsuit, ``random``, and any case are from OMPEval, which calls its syntax EquiLab-like;
runs such as ``99-22`` and ``A5s-A2s`` and percentages are general knowledge. Equilab's
percentages go by a ranking of its own; here they go by the ranking that is given. That its text
has no weights is general knowledge too: Power-Equilab, another program, has them.

References
----------
https://github.com/zekyll/OMPEval, ``omp/CardRange.h``
"""

FLOPZILLA = Dialect("flopzilla", "same", blocks=True)
"""Flopzilla, and GTO+ of the same maker: ``[50]AKs,QQ[/50],22+``, weights in percent.

Its manual says that a range can be exported as text, and not what the text looks like. The blocks
are as in ranges that it exported, such as ``[100]K8s[/100],[75]K7s[/75]``, and as in parsers of
its format, such as pynlh, whose tests have ``[5.2]AKs-ATs,KQo-K5o[/5.2]``. One block does not hold
another; a hand in two parts is only taken with the same weight, for no source says which holds.

References
----------
https://flopzilla.com/written.html, "Importing/exporting a range in text format"
"""

PROPOKERTOOLS = Dialect(
    "propokertools", "largest", "@", percentages=True, everything="*", suit_variables=True
)
"""A subset of ProPokerTools' generic syntax: ``AA-22,AxKx-Ax2x,AxKy-AxTy,AsKh,15%,*``.

The subset: two cards, each with a suit, a suit variable ``wxyz`` or none; runs ``-``; ``+`` and a
trailing ``-`` after a pair; ``:xx`` and ``:xy`` for suited and offsuit; ``!`` between two ranges
for the first without the second; parentheses; percentages; ``*``; weights ``@1`` to ``@100`` on
all parts or on none, the largest of which wins; rank variables, lists in brackets, ``*`` for a rank
and a card alone: ``RR``, ``[A-T][A-T]``, ``Ax*x``, ``A``. Weights are relative to each other there;
here ``@100`` is 1. Left out: macros, other rankings (``15%6h``), and ``+`` after two ranks, where
the help has no example for hold'em. ``AKs`` would be an ace with the king of spades, and is refused
with a hint.

References
----------
http://www.propokertools.com/oracle_help/range_of_hands
http://www.propokertools.com/oracle_help/weighted_ranges
https://pastebin.com/Hxvr2vpr, runs of kickers such as ``AxKx-Ax3x`` in use
"""

DIALECTS = {
    dialect.name: dialect for dialect in (POKERLAKE, PIOSOLVER, EQUILAB, FLOPZILLA, PROPOKERTOOLS)
}
