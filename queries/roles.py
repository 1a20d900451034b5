"""The roles of columns by their names: players, board and dead cards, or cards of one hand.

Names are read leniently: ``Board``, `` board``, ``player 1``. A column that looks like a role but
is unclear is never ignored silently: that would answer another question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pokerlake.engine.cards.text import CardError

from .words import OTHERS

KNOWN = ("board", "dead")
_PLAYER = re.compile(r"(?:player|hand)_?([1-9]\d?)")
_VILLAIN = re.compile(r"(?:villain|opponent)_?([1-9]?)")
_ALIKE = {
    "player": re.compile(r"(?:player|hero|villain|opponent|third|fourth|fifth|sixth)(?:_.*|\d*)"),
    **{name: re.compile("|".join((*OTHERS[name], f"{name}(_?cards?)?"))) for name in KNOWN},
}
_OF_A_HAND = {"cards", "hand", "hands", "hole", "board", "flop", "turn", "river"}


class Roles(NamedTuple):
    """The columns of players, of the board and of dead cards, and all others."""

    players: list[str]  # empty if names do not identify them
    board: str | None
    dead: str | None
    others: list[str]


def alike(name: str, roles: Sequence[str]) -> str | None:
    """The role that a column seems to have: ``player``, ``board`` or ``dead``."""
    return next((role for role in roles if _ALIKE[role].fullmatch(_plain(name))), None)


def roles_of(names: Sequence[str]) -> Roles:
    """The roles of the columns of situations.

    Players are ``hero`` and ``villain``, ``villain_2``, ...; or ``player_1``, ``player_2``, ...,
    without gaps.

    Examples
    --------
    >>> roles_of(["id", "hero", "Villain", " board"])
    Roles(players=['hero', 'Villain'], board=' board', dead=None, others=['id'])
    """
    plain = {name: _plain(name) for name in names}
    board, dead = (_named(known, plain) for known in KNOWN)
    numbered = _in_order(plain, _PLAYER)
    hero, villains = _named("hero", plain), _in_order(plain, _VILLAIN)
    players = numbered if len(numbered) > 1 else [hero, *villains] if hero and villains else []
    return Roles(players, board, dead, [n for n in names if n not in {board, dead, *players}])


def refuse_no_cards(names: Sequence[str], what: str) -> None:
    """Refuse a frame whose columns, by their names, are not all cards of one hand.

    CardError with the column, and what to give instead of the frame.
    """
    plain = {name: _plain(name) for name in names}
    players = [
        name for name in names if _ALIKE["player"].fullmatch(plain[name]) or plain[name] == "hero"
    ]
    if len(players) > 1:
        raise CardError(
            f"{what} have columns of {len(players)} players, {_listed(players)}: give those of one"
        )
    numbered = [name for name in names if re.fullmatch(r".*\d", plain[name])]
    known = [
        name
        for name in names
        if plain[name] in _OF_A_HAND or name in players or (len(numbered) > 1 and name in numbered)
    ]
    others = [name for name in names if name not in known]
    if known and others:
        raise CardError(
            f"{what} have a column {others[0]!r} beside {_listed(known)}: leave it out, as "
            f"frame[{known!r}] does"
        )


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip().lower())


def _named(wanted: str, plain: dict[str, str]) -> str | None:
    """The column with this exact name, or the first with another spelling of it."""
    if wanted in plain:
        return wanted
    return next((name for name, said in plain.items() if said == wanted), None)


def _in_order(plain: dict[str, str], pattern: re.Pattern[str]) -> list[str]:
    """The columns of a pattern with numbers from 1 on, up to the first gap."""
    by_number: dict[int, str] = {}
    for name, said in plain.items():
        if match := pattern.fullmatch(said):
            by_number.setdefault(int(match[1] or 1), name)
    numbers = range(1, len(by_number) + 1)
    return [by_number[n] for n in numbers if all(m in by_number for m in range(1, n + 1))]


def _listed(names: Sequence[str]) -> str:
    return " and ".join(map(repr, names)) if len(names) < 3 else ", ".join(map(repr, names))
