"""The question about one hand that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.fields import Field, Setting, text_field
from pokerlake.queries.questions.question import Column, View, question

if TYPE_CHECKING:
    from ..given import LakePath
    from .shown_hand import Hand


def _read_id(given: Any, _: Setting) -> int | str:
    from pokerlake.engine.given import is_whole, shown
    from pokerlake.tables.errors import UsageError

    if is_whole(given) and given >= 0:
        return int(given)
    if isinstance(given, str) and given.strip().removeprefix("#"):
        return given.strip().removeprefix("#")
    raise UsageError(
        f"hand_id is {shown(given)}; give hand_id of the table hands, or a site's own number as "
        "text"
    )


@question(
    Field(
        "hand_id",
        "Which hand: hand_id of the table hands, or the site's own number.",
        "ID",
        _read_id,
        needed=True,
    ),
    text_field("site", "The site of the number: PokerStars.", "SITE"),
    columns=[
        Column("step", "BIGINT", "1, 2, 3, ..."),
        Column("street", "VARCHAR", "preflop, flop, turn, river"),
        Column("board", "VARCHAR", "the cards there then; several boards are apart by a comma"),
        Column("seat", "BIGINT", "the player's seat; null of cards, and of what the site does"),
        Column("player", "VARCHAR", "his name"),
        Column("position", "VARCHAR", "BTN, SB, BB, UTG, ..."),
        Column("hole", "VARCHAR", "his cards; null if not known"),
        Column(
            "action",
            "VARCHAR",
            "as in actions; also deal, return (of a bet nobody called), collect, cash-out, and "
            "of the site add, rake, keep",
        ),
        Column("amount", "DOUBLE", "the chips moved"),
        Column("pot", "DOUBLE", "the pot before it, with all bets and what the site added"),
        Column("pot_after", "DOUBLE", "after it"),
        Column("stack", "DOUBLE", "his stack after it"),
        Column("equity", "DOUBLE", "of his hole against the other known ones, 0 to 1"),
        Column(
            "spot", "BIGINT", "the solved spot of the same board and line; null if there is none"
        ),
        Column("line", "VARCHAR", "the actions of that spot before it"),
        Column("taken", "VARCHAR", "the action of the spot that matches his; empty if none does"),
        Column(
            "mix",
            "VARCHAR",
            "how often the solution takes each action with his hole; sizes in parts of the pot",
        ),
    ],
    examples=[{"hand_id": "1"}],
    in_rows=False,
    on_page=False,
    is_python=True,
    views=[View("--seats", "Show the players, and what they won by their equity.", "seats")],
    page="#/hand",
)
def hand(hand_id: int | str, *, site: str = "", lake: LakePath | None = None) -> Hand:
    """Show a hand that was played: each step with pot, stacks and the equities of known holes.

    A number given as text may be ``hand_id`` of the table ``hands``, or the site's own. Equities
    are exact, by the rule of the game, among the known holes that have not folded; on several
    boards they are the mean. Unknown holes are left out. A decision shows how a stored solution of
    the same board plays the hole, if there is one. As pokerstars, phh or ohh the hand itself is
    written.

    Parameters
    ----------
    hand_id : int or str
        The number in the table ``hands``; as text also the site's own number.
    site : str, optional
        The site that the number belongs to.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Returns
    -------
    Hand
        A row for each step; ``head``, ``seats`` and ``equities`` have the rest.

    Raises
    ------
    UsageError
        If no hand has the number, or several have.
    LakeError
        If there is no lake, or it has no hands.
    """
    from .shown_hand import hand_in

    return hand_in(lake, hand_id, site)
