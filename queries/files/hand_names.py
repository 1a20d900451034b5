"""Names of the 169 starting hands as people type them: ``KAs`` and ``aks`` are ``AKs``."""

from __future__ import annotations

from difflib import get_close_matches

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.cards.text import RANKS

_SPELLINGS = {  # either rank first
    spelled.lower(): hand for hand in HANDS for spelled in (hand, hand[1] + hand[0] + hand[2:])
}


def hand_named(text: str) -> str:
    """The hand as in tables, from text with either rank first, in either case, ``10`` or ``T``.

    Raises ValueError, which suggests the nearest, if it is none of the 169.

    Examples
    --------
    >>> hand_named("KAs"), hand_named("10jo"), hand_named("AA")
    ('AKs', 'JTo', 'AA')
    """
    if text in HAND_INDEX:
        return text
    spelled = text.strip().lower().replace("10", "t")
    if text.isascii() and spelled in _SPELLINGS:
        return _SPELLINGS[spelled]
    raise ValueError(f"{text!r} is none of the 169 hands; {_nearest(spelled)}")


def _nearest(spelled: str) -> str:
    near = [_SPELLINGS[s] for s in get_close_matches(spelled, _SPELLINGS, n=1)]
    if len(spelled) == 4 and spelled[0] != spelled[2] and set(spelled[1::2]) <= set("cdhs"):
        near = [_SPELLINGS.get(spelled[::2] + ("s" if spelled[1] == spelled[3] else "o"), "")]
    elif len(spelled) == 4 and spelled[0] == spelled[2] and set(spelled[1::2]) <= set("cdhs"):
        near = [_SPELLINGS.get(spelled[::2], "")]
    elif len(spelled) == 2 and set(spelled) <= set(RANKS.lower()):
        high, low = sorted(spelled.upper(), key=RANKS.index, reverse=True)
        return f"did you mean '{high}{low}s' or '{high}{low}o'?"
    if near and near[0]:
        return f"did you mean {near[0]!r}?"
    return "they are written AA, AKs, AKo"
