"""``pokerlake deal``: random hands."""

from __future__ import annotations

from ..base import Output, note
from ..options import flag, option, seed_option


def deal(
    hands: int = option("Number of deals; each gives every player a hand.", default=1),
    players: int = option("Number of players, 1 to 10.", default=1),
    cards: int = option("Number of cards in a hand.", default=5),
    dead: str = option("Cards that are not in the deck: AsKd.", default=""),
    compare: bool = flag("--compare", "Count who wins instead of showing the hands."),
    seed: int | None = seed_option("Seed of the deals.  [default: a new one, shown]"),
    *,
    out: Output,
) -> None:
    """Deal random hands, or compare them."""
    import secrets

    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.queries.answers.deal import compared_deals, dealt_hands

    out.choose()
    chosen = secrets.randbits(32) if seed is None else seed
    work = compared_deals if compare else dealt_hands
    dealt = work(hands, players, cards, chosen, dead=parse_hand(dead).tolist())
    if seed is None:
        note(f"seed {chosen}")
    out.show(dealt)
