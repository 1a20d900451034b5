"""Showing: the up cards of stud, who brings it in, and who acts first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.catalogue import STUD, STUD_GAMES, listed

from ...results import Rows
from ..fields import Field, Setting, game_field
from ..question import Column, question

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pokerlake.catalogue import Game

_ANY = game_field(least=0, default=STUD.name)
_ACTS = ("acts first", "brings in")


def _hands(given: Any, by: Setting) -> npt.NDArray[np.uint8]:
    """The cards of each player, ``(p, k)``, from text such as ``Kc,9d,Ah``, a list, or rows."""
    import numpy as np

    from pokerlake.engine.cards.layout import one_hand
    from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.errors import counted as nouns

    each = [given] if isinstance(given, str) else given
    parts = [part for one in each for part in (one.split(",") if isinstance(one, str) else [one])]
    hands = [part for part in parts if not isinstance(part, str) or part.strip()]
    if not hands:
        raise UsageError("no cards; give those of each player, as Kc,9d,Ah")
    rows = [
        parse_hand(hand) if isinstance(hand, str) else np.array(one_hand(hand), np.uint8)
        for hand in hands
    ]
    if len(rows) > by.game.most_players:
        raise UsageError(
            f"{nouns(len(rows), 'player')}; {by.game.name} is for up to {by.game.most_players}"
        )
    for row in rows:
        if not 1 <= len(row) <= by.game.hole:
            raise CardError(
                f"{format_hand(row)!r} is {counted(len(row))}; a player has 1 to {by.game.hole}"
            )
        if len(row) != len(rows[0]):
            raise CardError(
                f"{format_hand(rows[0])} is {counted(len(rows[0]))}, and {format_hand(row)} is "
                f"{counted(len(row))}; give as many of each player who has not folded"
            )
    every = np.concatenate(rows).tolist()
    for place, card in enumerate(every):
        if card in every[:place]:
            raise CardError(f"{format_hand([card])} is there twice")
    return np.stack(rows)


def _game(given: Any, by: Setting) -> Game:
    from pokerlake.tables.errors import UsageError

    found: Game = _ANY.read(given, by)
    if found.boards:
        raise UsageError(
            f"in {found.name} no player has cards that are up; give {listed(STUD_GAMES)}"
        )
    return found


@question(
    Field(
        "up",
        "The up cards of each player who has not folded, from the dealer's left on: Kc,9d,Ah; "
        "later 2 to 4 cards each.",
        "UP",
        _hands,
        needed=True,
        several=True,
    ),
    replace(_ANY, about=f"The game: {listed(STUD_GAMES)}.", read=_game),
    columns=[
        Column("player", "BIGINT", "the player, in the order given, from 1"),
        Column("up", "VARCHAR", "his cards"),
        Column("class_id", "BIGINT", "the class among hands of as many cards; 1 is the best"),
        Column("name", "VARCHAR", "the name of that class; up to 4 cards, only pairs count"),
        Column("place", "BIGINT", "1 for the best showing hand; equal hands have equal places"),
        Column("acts", "VARCHAR", "brings in or acts first; null for other players"),
    ],
    examples=[
        {"up": "Kc,9d,2h,2c"},
        {"up": "KcKd,9d9h,AhQs"},
        {"up": "Kc,9d,Ah", "game": "razz"},
        {"up": "4c3d8s,KhKdKs,4h3s8d", "game": "razz"},
    ],
    has_lake=False,
)
def showing(up: Any, *, game: Any = STUD.name) -> Rows:
    """Rank the up cards of stud, and say who brings it in and who acts first.

    With one card up each, the lowest card brings it in; in razz, the highest. Suits rank from
    clubs over diamonds and hearts to spades. Later the best showing hand acts first; in razz, the
    lowest. Among equal hands it is the first from the dealer's left. Of five to seven cards the
    best five count.

    Parameters
    ----------
    up : text, list or Cards
        The up cards of each player who has not folded, from the dealer's left on.
    game : str
        ``"stud"``, ``"stud hi-lo"`` or ``"razz"``.

    Returns
    -------
    Rows
        A row for each player.

    Raises
    ------
    CardError, UsageError
        If a field is wrong. The message begins with its name.

    Examples
    --------
    >>> showing(["Kc", "9d", "Ah"], game="razz")["acts"]
    array(['brings in', None, None], dtype=object)
    """
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.cards.text import format_hand
    from pokerlake.engine.stud.showing import openers, showing_ids, showing_names

    order, cards = game.high, up.shape[1]
    classes = showing_ids(order, np.ascontiguousarray(up.T))
    names = showing_names(order, cards)
    first = int(openers(order, up[:, :, None])[0])
    acts: list[str | None] = [None] * len(up)
    acts[first] = _ACTS[cards == 1]
    return Rows(
        pa.table(
            {
                "player": pa.array(range(1, len(up) + 1), pa.int64()),
                "up": [format_hand(hand) for hand in up],
                "class_id": pa.array(classes, pa.int64()),
                "name": [names[each - 1] for each in classes.tolist()],
                "place": pa.array([1 + int((classes < each).sum()) for each in classes]),
                "acts": pa.array(acts, pa.string()),
            }
        )
    )
