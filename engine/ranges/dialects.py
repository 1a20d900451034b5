"""The dialects in which ranges are read and written, each with the sources for its grammar.

The programs are not free and most have no published grammar. Each rule here comes from a source, or
is marked as general knowledge; anything else is refused, not guessed. Reading is lenient if the
meaning is clear: every dialect takes either case, ``10`` for ``T``, blanks, and the ends of a run
in either order.
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
    # The weight of a hole that is in several parts: that of the last or the first of them, the
    # largest, or the same in all of them, in which case different weights are an error.
    overlap: Overlap
    # Characters that may precede a weight: ``:`` a number 0 to 1, ``@`` a percentage.
    weight_marks: str = ""
    # Whether it has ``[50]AKs[/50]``, ``0.5(AKs,QQ)``, ``15%``, ``!AKs``.
    blocks: bool = False
    groups: bool = False
    percentages: bool = False
    exclusions: bool = False
    everything: str = ""  # the word for all 1,326 holes; empty if there is none
    any_hand: tuple[str, ...] = ()  # other words that it reads as all holes
    # Whether ``T9s+`` means T9s, JTs ... AKs. Otherwise only the kicker rises: T9s alone.
    both_rise: bool = False
    # Whether suited is ``AxKx`` and offsuit ``AxKy``, in place of ``AKs`` and ``AKo``.
    suit_variables: bool = False
    numbers: bool = False  # whether 1,326 numbers in the order of ``hole_id`` are also a range
    # Whether runs such as ``T9s-76s`` are written. All dialects read them.
    writes_connectors: bool = False

    def join(self, weight: float, parts: Sequence[str]) -> str:
        """Write parts of one weight; RangeError if this dialect has no such weight."""
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
"""The native dialect. Each of its features comes from another program.

``:0.5`` is PioSOLVER's, ``@50`` rust_poker's and pokers' (also a percentage), ``0.5(AA, AK)`` and
``40%(ATs+)`` are eval7's (after PokerStove), ``5%-15%`` is ProPokerTools' and ``random`` Equilab's.
A later part overrides an earlier one: that is the meaning of ``22+,QQ@50``, the example in
rust_poker's documentation.

References
----------
https://docs.rs/rust_poker/latest/rust_poker/hand_range/struct.HandRange.html
https://github.com/julianandrews/pyeval7, ``eval7/rangestring.py``, its docstring
"""

PIOSOLVER = Dialect("piosolver", "first", ":", both_rise=True, numbers=True, writes_connectors=True)
"""PioSOLVER: ``QQ+,AKs,A5s-A2s:0.5``, weights 0 to 1, or 1,326 numbers in its hand order.

Its own documentation has no grammar of range text. This is the grammar of postflop-solver, whose
author says that it is compatible with PioSOLVER: an earlier part wins over a later one. With ``+``
both cards of connectors rise, ``98s+`` = 98s T9s JTs QJs KQs AKs, and only the kicker of other
hands. Weights are written without exponents. Files saved by PioSOLVER have 1,326 numbers instead,
in the order of ``show_hand_order``, 2d2c 2h2c 2h2d 2s2c ...: the order of ``hole_id``.

References
----------
https://github.com/b-inary/postflop-solver, ``src/range.rs`` and its tests
https://github.com/b-inary/desktop-postflop/discussions/20, "syntax compatible with PioSOLVER"
https://piosolver.com/docs/upi/commands/, ``set_range`` and ``show_hand_order``
https://pastebin.com/7CwEWTUq, a PioSOLVER file that confirms the order
"""

EQUILAB = Dialect("equilab", "same", percentages=True, everything="random")
"""PokerStrategy's Equilab: ``22+,A2s+,KTo+,AhKh,random``. A hand is in the range or not.

There is no published grammar. ``K4o+`` as "all similar hands with a better kicker", ``K4`` as
suited and offsuit, ``random``, and any case are from OMPEval, which calls its syntax EquiLab-like.
Runs such as ``99-22`` and ``A5s-A2s``, and percentages, are general knowledge. Equilab's
percentages use a ranking of its own; here they use the ranking of the caller. That its text has no
weights is also general knowledge: Power-Equilab, another program, has them.

References
----------
https://github.com/zekyll/OMPEval, ``omp/CardRange.h``
"""

FLOPZILLA = Dialect("flopzilla", "same", blocks=True)
"""Flopzilla, and GTO+ of the same maker: ``[50]AKs,QQ[/50],22+``, weights in percent.

Its manual says that a range can be exported as text, but not how the text looks. Blocks are as in
ranges that it exported, such as ``[100]K8s[/100],[75]K7s[/75]``, and as in parsers of its format,
such as pynlh, whose tests have ``[5.2]AKs-ATs,KQo-K5o[/5.2]``. Blocks do not nest. A hand in two
parts must have the same weight in both, because no source says which one counts.

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
and a single card: ``RR``, ``[A-T][A-T]``, ``Ax*x``, ``A``. Weights are relative to each other
there; here ``@100`` is 1. Left out: macros, other rankings (``15%6h``), and ``+`` after two ranks,
for which the help has no example in hold'em. ``AKs`` would be an ace with the king of spades, and
is refused with a hint.

References
----------
http://www.propokertools.com/oracle_help/range_of_hands
http://www.propokertools.com/oracle_help/weighted_ranges
https://pastebin.com/Hxvr2vpr, runs of kickers such as ``AxKx-Ax3x`` in use
"""

DIALECTS = {
    dialect.name: dialect for dialect in (POKERLAKE, PIOSOLVER, EQUILAB, FLOPZILLA, PROPOKERTOOLS)
}
