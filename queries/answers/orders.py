"""Orders of hands and games by their names and other spellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pokerlake.catalogue import (
    DOUBLE_BOARD_GAMES,
    DRAW_GAMES,
    GAMES,
    ORDERS,
    OTHER_GAMES,
    Game,
    Order,
    game_named,
    listed,
    order_named,
    refused,
)
from pokerlake.engine.given import shown
from pokerlake.tables.errors import UsageError, by_door, did_you_mean

_LOW_HALF = re.compile(r"8|split|better|lo")
_LIMITS = re.compile(r"[pn]lo")  # pot limit and no limit Omaha: this "lo" is not a low half
_SHORTER = ("short", "A-5", "8 or better", "2-7")  # other spellings


def order_of(name: object) -> Order:
    """An order by its name, or another spelling such as ``2-7``; UsageError for an unknown name.

    Examples
    --------
    >>> order_of("2-7").name
    'deuce to seven'
    """
    if isinstance(name, Order):
        return name
    if not isinstance(name, str):
        raise UsageError(f"order is {shown(name)}; give one of: {', '.join(ORDERS)}")
    order = order_named(name)
    if order is None:
        raise UsageError(f"no order {shown(name)}: {order_hint(name)}")
    return order


def order_hint(name: str) -> str:
    """A hint for an unknown order: ``did you mean 'x'?``, or the list of orders.

    An order with other digits is not suggested: not ``A-5`` for ``A-6``.
    """
    known = [*ORDERS, *_SHORTER]
    digits = set(filter(str.isdigit, name))
    return _hint(name, [other for other in known if digits <= set(other)], known)


_DRAW = by_door("draw hand and draw duel", "draw_hand and draw_duel")


def rule_of(
    name: object,
    known: Sequence[str] = tuple(GAMES),
    *,
    boards: int = 1,
    least: int = 1,
    draws: bool = False,
) -> Game:
    """The rule of a game by its name, or another spelling; UsageError for an unknown name.

    The error lists the names in ``known``. A game with more than ``boards`` boards is refused, and
    one with fewer than ``least``: games of stud have none, and pineapple is treated like them.
    Games of draw are refused without ``draws``.

    Examples
    --------
    >>> rule_of("PLO8").name
    'omaha hi-lo'
    """
    all_known = [*known, *(() if least else (entry for entry in OTHER_GAMES if entry not in known))]
    if not isinstance(name, str):
        raise UsageError(f"game is {shown(name)}; give one of: {', '.join(all_known)}")
    rule = game_named(name)
    if rule is None and (refused := refused_game(name)):
        raise UsageError(refused)
    if rule is None and (order := order_named(name)) is not None:
        by_it = [entry for entry, other in DRAW_GAMES.items() if other.high is order]
        drawn = f", and {_DRAW} have {listed(by_it)}" if by_it else ""
        raise UsageError(
            f"{shown(name)} is an order of hands and no game: evaluate takes it as its order"
            f"{drawn}; games are {', '.join(all_known)}"
        )
    if rule is None:
        more = DOUBLE_BOARD_GAMES if boards > 1 else ()
        raise UsageError(f"no game {shown(name)}: {game_hint(name, all_known, more)}")
    if rule.boards > boards:
        raise UsageError(
            f"{rule.name} is played on two boards, and one is looked at here; give {rule.each}"
        )
    if rule.draws and not draws:
        raise UsageError(
            f"{rule.name} is a game of draw, and is not asked here, but of "
            f"{_DRAW}; games here are {', '.join(all_known)}"
        )
    if least and rule.name in OTHER_GAMES:
        has = "three cards in a hole" if rule.boards else "no board"
        raise UsageError(
            f"{rule.name} has {has}, and is not asked here, but of equity; games here are "
            f"{', '.join(known)}"
        )
    return rule


def draw_rule_of(name: object) -> Game:
    """The rule of a game of draw by its name, or another spelling.

    UsageError for an unknown name.

    Examples
    --------
    >>> draw_rule_of("27sd").name, draw_rule_of("draw").name
    ('2-7 single draw', 'five-card draw')
    """
    if not isinstance(name, str):
        raise UsageError(f"game is {shown(name)}; give one of: {', '.join(DRAW_GAMES)}")
    rule = game_named(name)
    if rule is None:
        raise UsageError(
            refused_game(name)
            or f"no game {shown(name)}: {_hint(name, [*DRAW_GAMES], [*DRAW_GAMES])}"
        )
    if not rule.draws:
        raise UsageError(f"no cards are exchanged in {rule.name}; give {listed(DRAW_GAMES)}")
    return rule


def refused_game(name: str) -> str:
    """Why a game of this name is not played here; empty for any other."""
    refusal = refused(name)
    return f"{refusal[0]} is not played here: {refusal[1]}" if refusal else ""


def game_hint(name: str, known: Sequence[str], more: Iterable[str] = ()) -> str:
    """A hint for an unknown game: ``did you mean 'x'?``, or the list of games.

    A game with other cards or halves than the name says is not suggested: not Omaha for
    ``omaha 8x``. Names in ``more`` may be suggested, but are not listed.

    Examples
    --------
    >>> game_hint("omahaa", ["omaha", "omaha hi-lo"]), game_hint("omaha9", ["omaha", "hold'em"])
    ("did you mean 'omaha'?", "there are: omaha, hold'em")
    """
    meant = [other for other in known if other not in GAMES or _may_mean(name, GAMES[other])]
    return _hint(name, [*meant, *more], known)


def _hint(name: str, meant: Sequence[str], known: Sequence[str]) -> str:
    """The nearest of the names that may be meant, or the list of all."""
    hint = did_you_mean(name, meant)
    return hint if hint.startswith("did") else f"there are: {', '.join(known)}"


def _may_mean(name: str, rule: Game) -> bool:
    """Whether a game agrees with the digits of a name, and with what it says about a low half."""
    plain = _LIMITS.sub("", name.lower())
    numbers = set(re.findall(r"\d+", plain)) - ({"8"} if rule.halves else set())
    cards = {"6"} if rule.dead else {str(rule.hole)}
    return bool(_LOW_HALF.search(plain)) == rule.halves and numbers <= cards


def game_of(name: object) -> Game:
    """A game of two cards in the hole by its name, or another spelling.

    UsageError for an unknown name.

    Examples
    --------
    >>> game_of("6+").name
    'short deck'
    """
    known = [entry for entry, other in GAMES.items() if other.hole == 2]
    rule = rule_of(name, known)
    if rule.name not in known:
        raise UsageError(
            f"holes of {rule.name} have {rule.hole} cards; give one of: {', '.join(known)}"
        )
    return rule


def require_one_half(rule: Game) -> Order:
    """What beats what in a game of one pot, not of two halves; UsageError for the others."""
    if rule.halves:
        order = by_door("--order", "order=")
        raise UsageError(
            f"a hand of {rule.name} has a high and a low class: give {order} 'high', or '8 or "
            "better'"
        )
    return rule.high


def order_of_game(rule: Game) -> Order:
    """What beats what in a game."""
    return rule.high
