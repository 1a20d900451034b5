"""``pokerlake deal``: random hands."""

from __future__ import annotations

from functools import partial

from ..base import Output, note
from ..options import GameOption, argument, flag, option, seed_option


def deal(
    deals: int = argument("DEALS", "Number of deals; each gives every player a hand.", default=1),
    players: int = option("Number of players, 1 to 10.", default=1),
    cards: int | None = option(
        "Number of cards in a hand.  [default: 5; in a hole 2, in Omaha 4, 5 or 6]"
    ),
    board: int = option("Number of cards on a board that all players share, 0 to 5.", default=0),
    dead: str = option("Cards that are not in the deck: AsKd.", default="", metavar="CARDS"),
    game: GameOption = "hold'em",
    compare: bool = flag("--compare", "Count who wins instead of showing the hands."),
    seed: int | None = seed_option("Seed of the deals.  [default: a new one, shown]"),
    *,
    out: Output,
) -> None:
    """Deal random hands, or compare them.

    With a board, a hand is compared as what a player holds and the board together; in Omaha as two
    cards of the hole and three of the board. A deal that is won in hi-lo is won of both halves.
    """
    import secrets

    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.queries.answers.deal import compared_deals, dealt_hands
    from pokerlake.queries.answers.orders import rule_of

    out.choose()
    chosen = secrets.randbits(32) if seed is None else seed
    rule = rule_of(game)
    gone = sorted({*parse_hand(dead).tolist(), *rule.dead})
    work = partial(compared_deals, rule=rule) if compare else dealt_hands
    each = cards
    if each is None:
        each = rule.hole if board else rule.alone
    dealt = work(deals, players, each, chosen, dead=gone, board=board)
    if seed is None:
        note(f"seed {chosen}")
    out.show(dealt)
