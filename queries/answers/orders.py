"""Orders of hands, and games, by the names that people give them."""

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
_LIMITS = re.compile(r"[pn]lo")  # pot limit and no limit Omaha, which say nothing of a low
_SHORTER = ("short", "A-5", "8 or better", "2-7")  # as people also write them


def order_of(given: object) -> Order:
    """An order by its name, or another spelling of it: ``2-7``; UsageError for what is none.

    Examples
    --------
    >>> order_of("2-7").name
    'deuce to seven'
    """
    if isinstance(given, Order):
        return given
    if not isinstance(given, str):
        raise UsageError(f"order is {shown(given)}; give one of: {', '.join(ORDERS)}")
    found = order_named(given)
    if found is None:
        raise UsageError(f"no order {shown(given)}: {order_hint(given)}")
    return found


def order_hint(name: str) -> str:
    """Which order was meant by a name that is none: ``did you mean 'x'?``, or the list of them.

    An order of other digits is not meant: by ``A-6`` not ``A-5``.
    """
    known = [*ORDERS, *_SHORTER]
    digits = set(filter(str.isdigit, name))
    return _hint(name, [other for other in known if digits <= set(other)], known)


_DRAW = by_door("draw hand and draw duel", "draw_hand and draw_duel")


def rule_of(
    given: object,
    known: Sequence[str] = tuple(GAMES),
    *,
    boards: int = 1,
    least: int = 1,
    draws: bool = False,
) -> Game:
    """The rule of a game by its name, or another spelling of it; UsageError for what is none.

    ``known`` are the names that are told then. A game of more than so many ``boards`` is refused,
    and one of fewer than ``least``: games of stud have none, and pineapple goes with them. Games of
    draw are refused without ``draws``.

    Examples
    --------
    >>> rule_of("PLO8").name
    'omaha hi-lo'
    """
    all_known = [*known, *(() if least else (name for name in OTHER_GAMES if name not in known))]
    if not isinstance(given, str):
        raise UsageError(f"game is {shown(given)}; give one of: {', '.join(all_known)}")
    found = game_named(given)
    if found is None and (refused := refused_game(given)):
        raise UsageError(refused)
    if found is None and (order := order_named(given)) is not None:
        by_it = [name for name, rule in DRAW_GAMES.items() if rule.high is order]
        drawn = f", and {_DRAW} have {listed(by_it)}" if by_it else ""
        raise UsageError(
            f"{shown(given)} is an order of hands and no game: evaluate takes it as its order"
            f"{drawn}; games are {', '.join(all_known)}"
        )
    if found is None:
        more = DOUBLE_BOARD_GAMES if boards > 1 else ()
        raise UsageError(f"no game {shown(given)}: {game_hint(given, all_known, more)}")
    if found.boards > boards:
        raise UsageError(
            f"{found.name} is played on two boards, and one is looked at here; give {found.each}"
        )
    if found.draws and not draws:
        raise UsageError(
            f"{found.name} is a game of draw, and is not asked here, but of "
            f"{_DRAW}; games here are {', '.join(all_known)}"
        )
    if least and found.name in OTHER_GAMES:
        has = "three cards in a hole" if found.boards else "no board"
        raise UsageError(
            f"{found.name} has {has}, and is not asked here, but of equity; games here are "
            f"{', '.join(known)}"
        )
    return found


def draw_rule_of(given: object) -> Game:
    """The rule of a game of draw by its name, or another spelling of it.

    UsageError for what is none.

    Examples
    --------
    >>> draw_rule_of("27sd").name, draw_rule_of("draw").name
    ('2-7 single draw', 'five-card draw')
    """
    if not isinstance(given, str):
        raise UsageError(f"game is {shown(given)}; give one of: {', '.join(DRAW_GAMES)}")
    found = game_named(given)
    if found is None:
        raise UsageError(
            refused_game(given)
            or f"no game {shown(given)}: {_hint(given, [*DRAW_GAMES], [*DRAW_GAMES])}"
        )
    if not found.draws:
        raise UsageError(f"no cards are exchanged in {found.name}; give {listed(DRAW_GAMES)}")
    return found


def refused_game(name: str) -> str:
    """Why a game of this name is not played here; empty for any other."""
    found = refused(name)
    return f"{found[0]} is not played here: {found[1]}" if found else ""


def game_hint(name: str, known: Sequence[str], more: Iterable[str] = ()) -> str:
    """Which game was meant by a name that is none: ``did you mean 'x'?``, or the list of them.

    A game of other cards or halves than the name says is not meant: by ``omaha 8x`` not Omaha.
    ``more`` are names that may be meant, too, and are not listed.

    Examples
    --------
    >>> game_hint("omahaa", ["omaha", "omaha hi-lo"]), game_hint("omaha9", ["omaha", "hold'em"])
    ("did you mean 'omaha'?", "there are: omaha, hold'em")
    """
    meant = [other for other in known if other not in GAMES or _may_mean(name, GAMES[other])]
    return _hint(name, [*meant, *more], known)


def _hint(name: str, meant: Sequence[str], known: Sequence[str]) -> str:
    """The nearest of those that may be meant, or the list of all."""
    hint = did_you_mean(name, meant)
    return hint if hint.startswith("did") else f"there are: {', '.join(known)}"


def _may_mean(name: str, rule: Game) -> bool:
    """Whether the digits of a name, and what it says of a low half, are those of a game."""
    plain = _LIMITS.sub("", name.lower())
    numbers = set(re.findall(r"\d+", plain)) - ({"8"} if rule.halves else set())
    cards = {"6"} if rule.dead else {str(rule.hole)}
    return bool(_LOW_HALF.search(plain)) == rule.halves and numbers <= cards


def game_of(given: object) -> Game:
    """A game of two cards in the hole by its name, or another spelling of it.

    UsageError for what is none.

    Examples
    --------
    >>> game_of("6+").name
    'short deck'
    """
    known = [name for name, rule in GAMES.items() if rule.hole == 2]
    found = rule_of(given, known)
    if found.name not in known:
        raise UsageError(
            f"holes of {found.name} have {found.hole} cards; give one of: {', '.join(known)}"
        )
    return found


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
