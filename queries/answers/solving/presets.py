"""Named spots that are often solved: a row each of positions, stacks, ranges and sizes.

The ranges were written by hand for pokerlake. They are about as wide as poker manuals advise for
each position to open, call and raise. They are not taken from published charts, and they are not a
preflop equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import shown
from pokerlake.tables.errors import LakeError, UsageError

from ..lookup.stored import stored_rows

if TYPE_CHECKING:
    from pokerlake.tables.lake import Lake

SUBSETS = 22, 49, 95, 184
ALL = 1755
USUAL_FLOPS = 95
FLOP = 3  # cards, of the boards that the bets of presets are for


class Preset(NamedTuple):
    """How a spot begins, and its bet sizes. Amounts are big blinds."""

    preset: str
    about: str
    preflop: str
    stacks: str
    oop: str
    ip: str
    oop_bets: str
    ip_bets: str
    raises: str
    donks: str


_RAISER, _CALLER, _CALLER_BEHIND = "33,75/66,a/66,a", "-/66,a/66,a", "66/66,a/66,a"
_BTN_OPENS = (
    "22+,A2s+,K2s+,Q3s+,J5s+,T6s+,96s+,85s+,75s+,64s+,53s+,43s,A2o+,K8o+,Q9o+,J9o+,T8o+,98o"
)
_CO_OPENS = "22+,A2s+,K5s+,Q8s+,J8s+,T7s+,97s+,86s+,76s,65s,54s,A8o+,A5o,KTo+,QTo+,JTo"
_UTG_OPENS = "44+,A9s+,A5s-A4s,KTs+,QTs+,JTs,T9s,98s:0.5,87s:0.5,AJo+,KQo:0.5"
_BB_CALLS_BTN = (
    "99-22,AJs-A6s,A5s-A2s:0.5,KTs-K2s,QTs-Q2s,J9s-J4s,T8s-T5s,97s-95s,86s-84s,75s-74s,64s-63s,"
    "53s-52s,43s,AJo-A3o,KJo-K8o,QJo-Q8o,JTo-J8o,T9o-T8o,98o-97o,87o,KJs:0.5,QJs:0.5,JTs:0.5,"
    "T9s:0.5,98s:0.5,87s:0.5,76s:0.5,65s:0.5,54s:0.5"
)
_BB_CALLS_UTG = (
    "JJ-22,AQs-A6s,A5s-A2s:0.5,KQs:0.75,KJs-K9s,QTs+,Q9s,J9s+,T8s+,97s+,86s+,75s+,65s,54s,AQo-AJo,"
    "KQo:0.75"
)
_BB_RAISES_BTN = (
    "TT+,AQs+,A5s-A2s:0.5,KQs,KJs:0.5,QJs:0.5,JTs:0.5,T9s:0.5,98s:0.5,87s:0.5,76s:0.5,65s:0.5,"
    "54s:0.5,AQo+,KQo:0.5,A8o:0.25,K9o:0.25"
)
_BTN_CALLS_BB = (
    "JJ-66,55-22:0.5,AQs-A8s,A5s-A4s:0.5,KTs+,QTs+,J9s+,T9s,98s,87s,76s,65s,54s,AQo:0.75,AJo:0.5,"
    "KQo:0.75"
)
_BB_RAISES_SB = "TT+,AJs+,A5s-A2s:0.5,KQs,KJs:0.5,QJs:0.5,T8s:0.5,97s:0.5,86s:0.5,AQo+,KQo:0.5"
_SB_CALLS_BB = "99-22,AJs-A7s,KTs+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo:0.5,AJo,KQo"
_SB_OPENS = "22+,A2s+,K3s+,Q5s+,J7s+,T7s+,96s+,86s+,75s+,65s,54s,A3o+,K8o+,Q9o+,J9o+,T9o,98o"
_BB_CALLS_SB = (
    "99-22,ATs-A6s,KTs-K2s,QTs-Q3s,J9s-J5s,T9s,T7s-T6s,98s,96s,87s,85s,76s-75s,65s-64s,54s-53s,43s,"
    "AJo-A3o,KJo-K8o,QJo-Q8o,JTo-J8o,T9o-T8o,98o-97o,87o,A5s-A2s:0.5,KJs:0.5,QJs:0.5"
)
_BTN_RAISES_BB = "KK+,QQ:0.5,AKs,AKo:0.75,A5s:0.5,A4s:0.5"
_BB_CALLS_4 = "QQ-TT,AKs,AQs,KQs:0.5,AKo:0.5,99:0.5"

PRESETS = (
    Preset(
        "srp-btn-bb", "BTN opens, BB calls", "BTN r2.5, BB c", "100bb",
        _BB_CALLS_BTN, _BTN_OPENS, _CALLER, _RAISER, "60", "-",
    ),
    Preset(
        "srp-btn-bb-40bb", "BTN opens, BB calls, short", "BTN r2.2, BB c", "40bb",
        _BB_CALLS_BTN, _BTN_OPENS, _CALLER, _RAISER, "60", "-",
    ),
    Preset(
        "srp-co-bb", "CO opens, BB calls", "CO r2.5, BB c", "100bb",
        _BB_CALLS_BTN, _CO_OPENS, _CALLER, _RAISER, "60", "-",
    ),
    Preset(
        "srp-utg-bb", "UTG opens, BB calls", "UTG r2.5, BB c", "100bb",
        _BB_CALLS_UTG, _UTG_OPENS, _CALLER, _RAISER, "60", "-",
    ),
    Preset(
        "srp-sb-bb", "SB opens, BB calls", "SB r3, BB c", "100bb",
        _SB_OPENS, _BB_CALLS_SB, _RAISER, _CALLER_BEHIND, "60", "-",
    ),
    Preset(
        "3bp-bb-btn", "BTN opens, BB 3-bets, BTN calls", "BTN r2.5, BB r11, BTN c", "100bb",
        _BB_RAISES_BTN, _BTN_CALLS_BB, _RAISER, _CALLER_BEHIND, "60", "-",
    ),
    Preset(
        "3bp-bb-sb", "SB opens, BB 3-bets, SB calls", "SB r3, BB r9, SB c", "100bb",
        _SB_CALLS_BB, _BB_RAISES_SB, _CALLER, _RAISER, "60", "-",
    ),
    Preset(
        "4bp-btn-bb", "BTN opens, BB 3-bets, BTN 4-bets, BB calls",
        "BTN r2.5, BB r11, BTN r24, BB c", "100bb",
        _BB_CALLS_4, _BTN_RAISES_BB, "-/50,a/a", "25,50/50,a/a", "a", "-",
    ),
)  # fmt: skip
_BY_NAME = {one.preset: one for one in PRESETS}


def preset_of(name: str) -> Preset:
    """The preset with a name. UsageError if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UsageError(f"preset is {shown(name)}; there is {', '.join(_BY_NAME)}") from None


def spots_of_preset(preset: Preset, boards: Iterable[Any]) -> list[dict[str, Any]]:
    """The spots of a preset: a row of keywords of ``solve`` for each board."""
    options = preset._asdict()
    about = {"name": options.pop("preset"), "keep": "street"}
    options.pop("about")
    return [{"board": board, **about, **options} for board in boards]


def flops_of(number: int, lake: Lake | None) -> Sequence[str]:
    """That many flops: 22, 49, 95 or 184 from the lake's ``flop_subsets``, or all 1755.

    Raises UsageError for another number, LakeError if the lake lacks the table.
    """
    if number == ALL:
        return [format_hand(cards) for cards in canonical_boards(3).cards.tolist()]
    if number not in SUBSETS:
        raise UsageError(f"flops is {number:,}; give {', '.join(map(str, SUBSETS))} or {ALL}")
    if lake is None:
        raise LakeError("there is no lake to take flops from; run: pokerlake build flop_subsets")
    return [row["board"] for row in stored_rows(lake, "flop_subsets", subset=number)]
