"""Several columns in one argument: whether its parts are rows or columns, by one rule.

Tuples, as ``zip`` makes them, and an array of texts are rows: one deal or hand each. Separate
arguments, frames and mappings are columns. A list of lists is whichever fits. If both fit it is
refused, with what to write instead. Iterators are read once, here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Any

import numpy as np

from pokerlake.engine.cards.layout import Layout, is_one_hand
from pokerlake.engine.cards.text import SUIT_PATTERN, CardError, counted
from pokerlake.engine.given import shown
from pokerlake.queries.roles import KNOWN, alike, roles_of
from pokerlake.tables.errors import UsageError
from pokerlake.tables.errors import counted as nouns

_CARD = re.compile(SUIT_PATTERN, re.I | re.A)  # its suit; the reader refuses a card without one
_LISTS = (list, tuple)


def listed(given: Any) -> Any:
    """A list of the items of an iterator, such as ``zip``; another value unchanged."""
    return list(given) if isinstance(given, (Iterator, KeysView, ValuesView)) else given


def named_columns(given: Any, what: str) -> dict[str, Any] | None:
    """The columns of a frame, a mapping of columns or a list of mappings; None for another value.

    UsageError for a lazy frame, or for rows with different names.
    """
    if hasattr(given, "collect"):
        raise UsageError(f"{what} are a lazy frame; give frame.collect()")
    if isinstance(given, Mapping):
        return {str(name): column for name, column in given.items()}
    if isinstance(given, _LISTS) and given and all(isinstance(row, Mapping) for row in given):
        for n, row in enumerate(given):
            if list(row) != list(given[0]):
                raise UsageError(f"{what}: row {n} has {[*row]}, and row 0 has {[*given[0]]}")
        return {str(name): [row[name] for row in given] for name in given[0]}
    names = getattr(given, "column_names", getattr(given, "columns", None))
    if names is None or isinstance(names, np.ndarray):  # as of Cards
        return None
    return {str(name): given[name] for name in names}


def situations_of(
    given: Any, what: str, roles: Sequence[str] = KNOWN
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The columns of a frame: those of players, and those that ``roles`` name.

    None for another value. UsageError for a column that resembles one of ``roles``, and, if names
    tell which columns are players, for any other column.
    """
    frame = named_columns(given, what)
    if frame is None:
        return None
    found = roles_of([*frame])
    named = {role: name for role in roles if (name := getattr(found, role)) is not None}
    missing = [role for role in KNOWN if role not in named]
    others = [name for name in frame if name not in {*named.values(), *found.players}]
    for name in others:
        if role := alike(name, missing):
            instead = f"call it {role!r}, or leave it out" if role in roles else "leave it out"
            raise UsageError(f"{what} have a column {name!r}: {instead}")
        if found.players:
            whose = " and ".join(map(repr, found.players))
            raise UsageError(
                f"{what} are the columns {whose}, and there is {name!r}: leave it out, or call "
                "them player_1, player_2, ..."
            )
    columns = {name: frame[name] for name in found.players or others}
    return columns, {role: frame[name] for role, name in named.items()}


def by_player(
    given: Any, what: str, *, deals: set[int] | None = None, layout: Layout | None = None
) -> list[Any]:
    """A column for each player, from a list by deal or a list by player.

    Parameters
    ----------
    given : list, tuple or array
        One argument with all players.
    what : str
        Its name in messages.
    deals : set of int, optional
        Numbers of deals that other columns allow; empty if they allow any.
    layout : "columns" or "rows", optional
        The layout of lists and of arrays of numbers.

    Raises
    ------
    CardError
        If lists fit both layouts, or rows have different numbers of players.
    """
    is_array = isinstance(given, np.ndarray)
    if (not is_array and not isinstance(given, _LISTS)) or (is_array and not given.ndim):
        raise CardError(
            f"{what} are a {type(given).__name__}; a list of columns of {what} is needed"
        )
    parts = list(given)
    if layout == "columns" or any(map(is_one_hand, parts)):
        return parts
    rows = layout == "rows" or _are_rows(given, parts, what, deals or set())
    return _turned(parts, what) if rows else parts


def _are_rows(given: Any, parts: Sequence[Any], what: str, deals: set[int]) -> bool:
    """Whether each part has the players of one deal, rather than the deals of one player."""
    if isinstance(given, np.ndarray) and given.ndim == 2:  # of texts
        return True
    if all(isinstance(part, tuple) for part in parts):
        return True
    of_rows = isinstance(given, np.ndarray) or all(isinstance(part, _LISTS) for part in parts)
    if not of_rows:
        return False  # series, arrays of cards, and texts for all
    from pokerlake.engine.showdowns.evaluate import MOST_PLAYERS

    players = range(2, MOST_PLAYERS + 1)
    sizes = {len(part) for part in parts}
    as_columns = len(parts) in players and deals - {1} <= sizes and len(sizes) == 1
    as_rows = len(sizes) == 1 and min(sizes) in players and deals - {1} <= {len(parts)}
    if as_rows and as_columns:
        raise CardError(
            f"{what} are {len(parts)} lists of {min(sizes)}, for players or for deals: give a "
            "tuple for each deal, as zip(heroes, villains) does, or an argument for each player"
        )
    return as_rows


def _turned(rows: Sequence[Any], what: str) -> list[Any]:
    """A list for each player, from rows with one part for each player."""
    players = len(rows[0])
    for n, row in enumerate(rows):
        if len(row) != players:
            raise CardError(
                f"{what}: row {n} has {nouns(len(row), 'player')}, and row 0 has {players}", n
            )
    return [[row[player] for row in rows] for player in range(players)]


# ---------------------------------------------------------------- a card for each row


def is_card_for_each(given: Any, rows: int) -> bool:
    """Whether a hand has as many single cards as there are rows, one for each."""
    return (
        isinstance(given, (list, np.ndarray))
        and rows > 1
        and len(given) == rows
        and is_one_hand(given)
    )


def of_all_or_each(what: str, given: Any) -> CardError:
    """The message about cards that may serve all rows, or be one for each row."""
    return CardError(
        f"{what} {shown(given)} may be of all rows, or a card for each: give one text for those "
        "of all, or a list of tuples or a series for a card each"
    )


# ---------------------------------------------------------------- hands in parts


def joined_texts(given: Any, sizes: Sequence[int], layout: Layout | None, what: str) -> Any:
    """Hands in several texts, joined to one text each; another value unchanged.

    Parameters
    ----------
    given : object
        Lists of lists or tuples of texts, or an array of texts ``(n, p)``, are joined.
    sizes : sequence of int
        The allowed numbers of cards in a hand.
    layout : "columns" or "rows", optional
        Whether lists are hands, or parts of all hands.
    what : str
        Their name in messages.

    Raises
    ------
    CardError
        If lists fit both hands and columns.
    """
    if isinstance(given, np.ndarray) and given.ndim == 2 and given.dtype.kind in "UOST":
        given = [tuple(row) for row in given.astype(np.str_).tolist()]
    if not isinstance(given, _LISTS) or not given:
        return given
    if not all(isinstance(part, _LISTS) and part and isinstance(part[0], str) for part in given):
        return given
    if layout is None and all(isinstance(part, list) for part in given):
        layout = _layout_of_lists(given, sizes, what)
    if layout == "columns":
        lengths = {len(part) for part in given}
        if len(lengths) > 1:
            raise CardError(f"columns of {what} are {min(lengths)} and {max(lengths)} long")
        given = list(zip(*given, strict=True))
    return [" ".join(map(str, part)) for part in given]


def _layout_of_lists(given: Sequence[list[str]], sizes: Sequence[int], what: str) -> Layout | None:
    """Whether lists of texts are hands or columns, by the resulting number of cards."""
    rows_fit = _cards_in(given[0]) in sizes
    columns_fit = len({len(part) for part in given}) == 1 and (
        _cards_in([part[0] for part in given]) in sizes
    )
    if rows_fit and columns_fit and len(given) > 1:
        raise CardError(
            f"{what} are {len(given)} lists of {len(given[0])} texts, of "
            f"{counted(_cards_in(given[0]))} each, which may be hands or columns: give a tuple "
            'for each hand, or layout="rows" or layout="columns"'
        )
    return "columns" if columns_fit and not rows_fit else None


def _cards_in(texts: Sequence[Any]) -> int:
    return sum(len(_CARD.findall(text)) for text in texts if isinstance(text, str))
