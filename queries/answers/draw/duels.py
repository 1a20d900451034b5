"""Duels of five-card draw: known hands, what each player throws away, and who wins how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.text import CardError, format_card, format_hand, parse_hand
from pokerlake.engine.draw.duels import STANDARD_ERROR, Duel, duel
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.tables.errors import UsageError, counted

from ..equity import Wanted, counts_table, plus_minus
from .discards import NOTHING, Hand, parse_draw_hand, split_hand

PLAYERS = range(2, 11)


@dataclass(frozen=True)
class Duelists:
    """Players with known hands, and what each throws away."""

    hands: npt.NDArray[np.uint8]  # (p, 5), in the order written
    discards: tuple[int, ...]  # bit i for place i
    dead: npt.NDArray[np.uint8]  # cards that nobody can draw

    @classmethod
    def parse(cls, players: Sequence[str], dead: str = "") -> Duelists:
        """From text: a hand, and after a colon the cards thrown away, ``-`` for none.

        ``7c7d9hKsAc:9hKs`` throws two away; without a colon it is what is usual.

        Raises
        ------
        UsageError
            If there are not 2 to 10 players, or there is nothing after a colon.
        CardError
            If something is no card or no hand of five, or a card is there twice.
        """
        if len(players) not in PLAYERS:
            raise UsageError(f"{len(players)} hand{'s'[: len(players) != 1]}; give 2 to 10")
        read = [_parse_player(text) for text in players]
        hands = np.stack([hand for hand, _ in read])
        gone = parse_hand(dead)
        _refuse_twice(hands, gone)
        usual = draw_hands(hands, layout="rows").usual_discard.tolist()
        chosen = [use if of is None else of for use, (_, of) in zip(usual, read, strict=True)]
        return cls(hands, tuple(chosen), gone)


def _parse_player(text: str) -> tuple[Hand, int | None]:
    cards, colon, thrown = text.partition(":")
    hand = parse_draw_hand(cards)
    if not colon:
        return hand, None
    if not thrown.strip():
        raise UsageError(f"{text!r} has nothing after the colon; give cards to throw away, or -")
    gone = parse_hand("" if thrown.strip() == NOTHING else thrown)
    for card in gone.tolist():
        if card not in hand:
            raise CardError(f"{text!r} throws away {format_card(card)}, which is not in the hand")
    return hand, sum(1 << int(np.flatnonzero(hand == card)[0]) for card in gone)


def _refuse_twice(hands: npt.NDArray[np.uint8], dead: Hand) -> None:
    seen: dict[int, str] = {}
    holders = [*((f"player {n}", hand) for n, hand in enumerate(hands, 1)), ("dead cards", dead)]
    for holder, cards in holders:
        for card in cards.tolist():
            if card in seen:
                raise CardError(f"{seen[card]} and {holder} both have {format_card(card)}")
            seen[card] = holder


def fight(
    duelists: Duelists,
    wanted: Wanted,
    *,
    seed: int,
    threads: int = 0,
    listener: Callable[[int], object] | None = None,
) -> Duel:
    """Who wins how often: see :func:`pokerlake.engine.draw.duels.duel`.

    Raises
    ------
    UsageError
        If an exact result is asked for that takes too long.
    CardError
        If too few cards are left to draw.
    """
    try:
        return duel(
            duelists.hands,
            duelists.discards,
            duelists.dead.tolist(),
            method=wanted.chosen_method,
            deals=wanted.deals,
            standard_error=wanted.standard_error or STANDARD_ERROR,
            seed=seed,
            threads=threads,
            listener=listener,
        )
    except CardError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error


def duel_for_people(duelists: Duelists, found: Duel) -> pa.Table:
    """A row for each player, with shares from 0 to 1."""
    columns = {**_players(duelists, none=NOTHING), **_shares_of(found)}
    if found.seed is not None:
        columns["standard_error"] = found.standard_error
    return pa.table(columns)


def _shares_of(found: Duel) -> dict[str, Any]:
    lose = found.shared[:, 0] / found.deals
    return {"win": found.win, "tie": found.tie, "lose": lose, "equity": found.equity}


def duel_table(duelists: Duelists, found: Duel, *, nested: bool) -> pa.Table:
    """For programs: shares and counts of each player, as :func:`..equity.counts_table` has them."""
    exchanged = [discard.bit_count() for discard in duelists.discards]
    players = {**_players(duelists, none=""), "exchanged": exchanged, **_shares_of(found)}
    return counts_table(players, found, nested=nested)


def _players(duelists: Duelists, *, none: str) -> dict[str, Any]:
    split = [split_hand(*one) for one in zip(duelists.hands, duelists.discards, strict=True)]
    return {
        "player": range(1, len(split) + 1),
        "hand": [format_hand(hand) for hand in duelists.hands],
        "kept": [kept or none for kept, _ in split],
        "thrown": [thrown or none for _, thrown in split],
    }


def summary(found: Duel) -> str:
    """How a duel was decided, in a line."""
    deals, seconds = counted(found.deals, "deal"), f"{found.seconds:.2g} s"
    if found.seed is None:
        return f"{deals}, exact, {seconds}"
    error = float(found.standard_error.max())
    return f"{deals}, {found.method}, seed {found.seed}, {plus_minus(error)}, {seconds}"
