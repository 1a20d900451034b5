"""``pokerlake deal``: random hands."""

from __future__ import annotations

from typing import Annotated

import typer

from ..base import FormatOption, OutputOption, note, show

SeedOption = Annotated[
    int | None,
    typer.Option(min=0, max=2**64 - 1, help="Seed of the deals.  [default: a new one, shown]"),
]


def deal(
    hands: Annotated[
        int, typer.Option(help="Number of deals; each gives every player a hand.")
    ] = 1,
    players: Annotated[int, typer.Option(help="Number of players, 1 to 10.")] = 1,
    cards: Annotated[int, typer.Option(help="Number of cards in a hand.")] = 5,
    dead: Annotated[str, typer.Option(help="Cards that are not in the deck: AsKd.")] = "",
    compare: Annotated[
        bool, typer.Option("--compare", help="Count who wins instead of showing the hands.")
    ] = False,
    seed: SeedOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Deal random hands, or compare them."""
    import secrets

    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.queries.answers.deal import compared_deals, dealt_hands
    from pokerlake.queries.files import choose_format

    choose_format(fmt, output)
    chosen = secrets.randbits(32) if seed is None else seed
    work = compared_deals if compare else dealt_hands
    dealt = work(hands, players, cards, chosen, dead=parse_hand(dead).tolist())
    if seed is None:
        note(f"seed {chosen}")
    show(dealt, fmt, output)
