"""Duels of five-card draw: a question whose columns depend on the players, so that SQL has none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import (
    Field,
    Setting,
    choice_field,
    dead_field,
    number_field,
    seed_field,
    whole_field,
)
from pokerlake.queries.questions.question import Column, question
from pokerlake.queries.questions.telling import telling

if TYPE_CHECKING:
    from pokerlake.queries.answers.duels import DrawDuel


def _duelists(given: Any, _: Setting) -> Any:
    from pokerlake.queries.answers.duels import duelists_of

    return duelists_of(given)


@question(
    Field(
        "hands",
        "2 to 10 hands, and the cards thrown away of each, - for none: 7c7d9hKsAc:9hKs; the usual "
        "without a colon.",
        "HAND[:THROWN]",
        _duelists,
        needed=True,
        several=True,
        cards=lambda duelists: duelists.hands.ravel(),
    ),
    dead_field("Cards that nobody can draw: 2c3c."),
    choice_field(
        "method",
        "Whether to count or to sample.",
        {
            "exact": ("--exact", "Count; refused if that takes too long."),
            "monte carlo": ("--mc", "Sample, and do not count."),
        },
    ),
    replace(
        number_field("standard_error", "Sample until no standard error is larger."), told="0.0002"
    ),
    whole_field("deals", "Sample this number of deals, whatever the error.", least=1, most=10**15),
    seed_field("Seed of the deals.", "a new one"),
    columns=[
        Column("player", "BIGINT", "the player, in the order given, from 1"),
        Column("hand", "VARCHAR", "his hand"),
        Column("kept", "VARCHAR", "what he keeps"),
        Column("thrown", "VARCHAR", "what he throws away"),
        Column("exchanged", "BIGINT", "how many cards these are"),
        Column("win", "DOUBLE", "the share of deals that he wins"),
        Column("tie", "DOUBLE", "the share that he ties"),
        Column("lose", "DOUBLE", "the share that he loses"),
        Column("equity", "DOUBLE", "what he gets of the pot, 0 to 1"),
        Column("standard_error", "DOUBLE", "of the equity; 0 if all deals were counted"),
        Column("deals", "BIGINT", "deals that were counted or sampled"),
        Column("method", "VARCHAR", "exact or monte carlo"),
        Column("seed", "BIGINT", "of a sample"),
        Column("seconds", "DOUBLE", "that it took"),
    ],
    examples=[
        {"hands": ["7c7d9hKsAc", "QsQhTd5c2d"]},
        {"hands": ["2c7c9cJc3d:3d", "AsAh8d5h4s:5h4s"], "dead": "KcQc"},
        {"hands": ["7c7d9hKsAc:9hKs", "QsQhTd5c2d", "TsThJd4c2h"], "deals": "1000", "seed": "3"},
    ],
    command="draw duel",
    counted="deals",
    in_rows=False,
    is_python=True,
    has_lake=False,
)
def draw_duel(
    hands: Any,
    *,
    dead: Any = "",
    method: str | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    seed: int | None = None,
) -> DrawDuel:
    """Compute who wins how often when 2 to 10 known hands exchange cards.

    Cards thrown away do not come back. For two players all ways to draw are counted, and for more
    players if that takes seconds; otherwise deals are sampled to a standard error. JSON has the
    exact counts, ties by the number of players who share them, and categories.

    Parameters
    ----------
    hands : list or text
        A text for each player: his five cards, and after a colon those that he throws away, ``-``
        for none; what is usual without a colon.
    dead : text or numbers
        Cards that nobody can draw.
    method : str, optional
        ``"exact"`` or ``"monte carlo"``; by what takes seconds if not given.
    standard_error : float, optional
        Sample until no standard error is larger: 0.0002 if not given.
    deals : int, optional
        Sample so many deals.
    seed : int, optional
        Of the deals: 0 .. 2**64 - 1, a new one if not given.

    Returns
    -------
    DrawDuel
        A row for each player.

    Raises
    ------
    CardError, UsageError
        If a field is wrong; the message begins with its name. If too few cards are left to draw, or
        an exact count takes too long.

    Examples
    --------
    >>> draw_duel(["7c7d9hKsAc", "QsQhTd5c2d"]).equity.round(4)
    array([0.2349, 0.7651])
    """
    import secrets

    from pokerlake.engine.cards.text import CardError
    from pokerlake.engine.draw.duels import STANDARD_ERROR, duel
    from pokerlake.queries.answers.duels import DrawDuel
    from pokerlake.queries.answers.equity import Wanted
    from pokerlake.tables.errors import UsageError

    wanted = Wanted(method, standard_error, deals)  # type: ignore[arg-type] # as its field read it
    try:
        found = duel(
            hands.hands,
            hands.discards,
            dead.tolist(),
            method=wanted.chosen_method,
            deals=deals,
            standard_error=standard_error or STANDARD_ERROR,
            seed=secrets.randbits(32) if seed is None else seed,
            threads=0,
            listener=lambda done: telling().count(done, words=f"{done:,} deals"),
        )
    except CardError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error
    return DrawDuel.of(hands, found)
