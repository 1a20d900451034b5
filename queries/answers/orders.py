"""Orders of hands, and games, by the names that people give them."""

from __future__ import annotations

from collections.abc import Sequence

from pokerlake.engine.given import shown
from pokerlake.engine.orders.catalogue import ORDERS, Order, order_named
from pokerlake.engine.rules.catalogue import RULES, Rule, rule_named
from pokerlake.tables.errors import UsageError, did_you_mean

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
        raise UsageError(f"no order {shown(given)}: {did_you_mean(given, [*ORDERS, *_SHORTER])}")
    return found


def rule_of(given: object, known: Sequence[str] = tuple(RULES)) -> Rule:
    """The rule of a game by its name, or another spelling of it; UsageError for what is none.

    ``known`` are the names that are told then.

    Examples
    --------
    >>> rule_of("PLO8").name
    'omaha hi-lo'
    """
    if not isinstance(given, str):
        raise UsageError(f"game is {shown(given)}; give one of: {', '.join(known)}")
    found = rule_named(given)
    if found is None and order_named(given) is not None:
        raise UsageError(
            f"{shown(given)} is an order of hands and no game: evaluate takes it as its order; "
            f"games are {', '.join(known)}"
        )
    if found is None:
        raise UsageError(f"no game {shown(given)}: {did_you_mean(given, known)}")
    return found


def game_of(given: object) -> Rule:
    """A game of two cards in the hole by its name, or another spelling of it.

    UsageError for what is none.

    Examples
    --------
    >>> game_of("6+").name
    'short deck'
    """
    known = [name for name, rule in RULES.items() if rule.hole == 2]
    found = rule_of(given, known)
    if found.name not in known:
        raise UsageError(
            f"holes of {found.name} have {found.hole} cards; give one of: {', '.join(known)}"
        )
    return found


def order_of_game(rule: Rule) -> Order:
    """What beats what in a game."""
    return ORDERS[rule.high]
