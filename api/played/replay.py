"""The steps of a hand: posts, cards, decisions and payments, each with the table after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from pokerlake.engine.cards.text import cards_in
from pokerlake.queries.files.whole_hands import BOARD_CARDS, POSTS, Act, Seat, Whole

if TYPE_CHECKING:
    from pokerlake.queries.functions.library import Library

PREFLOP = "preflop"
DEAL = "deal"
MOST_KNOWN = 10  # known holes, at most, for an exact equity


@dataclass(frozen=True)
class Step:
    """A step, and the table after it. Amounts are in ten-thousandths.

    Attributes
    ----------
    street : str
    boards : tuple of str
        The dealt cards of each board; empty before the flop.
    seat : int or None
        The seat that acts; None for cards, and for what the site adds or takes.
    action : str
        An action of the table ``actions``; or ``add`` (by the site), ``deal``, ``return`` (of an
        uncalled bet), ``collect``, ``cash-out``, ``rake``, ``keep`` (of what was cashed out).
    amount : int
        The chips moved; negative for a cash-out that costs.
    bets : dict
        The bet of each player on this street, by seat.
    pot, pot_after : int
        The pot before and after the step, bets included.
    behind : dict
        The stack behind of each player, by seat.
    live : tuple of int
        The seats that have not folded.
    number : int or None
        The number of the action in the table ``actions``.
    """

    street: str
    boards: tuple[str, ...]
    seat: int | None
    action: str
    amount: int
    bets: dict[int, int]
    pot: int
    pot_after: int
    behind: dict[int, int]
    live: tuple[int, ...]
    number: int | None = None


class Replay:
    """Replays a hand once."""

    def __init__(self, hand: Whole) -> None:
        self.hand = hand
        self.seats: dict[int, Seat] = {one.seat: one for one in hand.by_turn}
        self._pot = 0
        self._behind = {one.seat: one.stack for one in hand.seats}
        self._live = [one.seat for one in hand.by_turn]
        self._street = hand.streets()[0][0]
        self._boards: tuple[str, ...] = ()
        self._bets = dict.fromkeys(self.seats, 0)

    @cached_property
    def steps(self) -> list[Step]:
        """All steps in order."""
        return [*self._played(), *self._paid()]

    def _played(self) -> Iterator[Step]:
        hand = self.hand
        if hand.row["added"]:
            yield self._step("add", None, hand.row["added"])
        number = 0
        for street, _, acts in hand.streets():
            self._street, self._boards = street, _boards_at(hand, street)
            self._bets = dict.fromkeys(self.seats, 0)
            posts = [act for act in acts if act.action in POSTS]
            for at, act in enumerate(acts):
                if at == len(posts):
                    yield self._step(DEAL, None, 0)
                number += 1
                yield self._act(act, number)
            if len(acts) == len(posts):
                yield self._step(DEAL, None, 0)
            if number == len(hand.acts):  # later streets have nothing left to return
                yield from self._returned()

    def _act(self, act: Act, number: int) -> Step:
        if act.action == "fold":
            self._live.remove(act.seat)
        self._bets[act.seat] = act.total
        return self._step(act.action, act.seat, act.amount, number)

    def _returned(self) -> Iterator[Step]:
        """The uncalled bet."""
        for seat, one in self.seats.items():
            more = one.stack - self._behind[seat] - one.invested
            if more:
                self._bets[seat] -= more
                yield self._step("return", seat, more, sign=-1)

    def _paid(self) -> Iterator[Step]:
        row = self.hand.row
        self._bets = dict.fromkeys(self.seats, 0)
        for pot in self.hand.pots():
            for seat, won in pot.wins.items():
                yield self._step("collect", seat, won, sign=-1)
        for one in self.seats.values():
            if one.cashout:
                self._behind[one.seat] += one.cashout
                yield self._step("cash-out", one.seat, one.cashout, sign=0)
        for action, amount in (("rake", row["rake"]), ("keep", row["unpaid"])):
            if amount:
                yield self._step(action, None, amount, sign=-1)

    def _step(
        self,
        action: str,
        seat: int | None,
        amount: int,
        number: int | None = None,
        sign: int = 1,
    ) -> Step:
        before = self._pot
        self._pot += sign * amount
        if seat is not None:
            self._behind[seat] -= sign * amount
        return Step(
            self._street, self._boards, seat, action, amount, dict(self._bets), before, self._pot,
            dict(self._behind), tuple(self._live), number,
        )  # fmt: skip


def _boards_at(hand: Whole, street: str) -> tuple[str, ...]:
    """The dealt cards of each board on a street; equal boards count once."""
    _, end = BOARD_CARDS.get(street, (0, 0))
    boards = [hand.row["board"] or "", *hand.boards] if end else []
    return tuple(dict.fromkeys(board[: 2 * end] for board in boards))


# ---------------------------------------------------------------- equities


def equities_of(replay: Replay, library: Library) -> list[dict[int, float]]:
    """The equity of each known hole that has not folded, by seat, at each step.

    They are exact, by the rule of the game, among these holes. Cards of players who folded may
    still come, as in the query ``all_in_luck``. With several boards it is their mean. A step has
    none before the deal, in stud and draw, or with fewer than two known holes or more than
    ``MOST_KNOWN``.
    """
    from pokerlake.queries.functions.equities import equities

    known = {seat: one.hole for seat, one in replay.seats.items() if one.hole}
    if replay.hand.is_boardless:  # the lake does not have the street of each card
        known = {}
    moments: list[tuple[tuple[int, ...], tuple[str, ...]] | None] = []
    is_dealt = False
    for step in replay.steps:
        is_dealt |= step.action == DEAL
        seats = tuple(seat for seat in step.live if seat in known) if is_dealt else ()
        is_counted = 1 < len(seats) <= MOST_KNOWN
        moments.append((seats, step.boards or ("",)) if is_counted else None)
    asked = [
        (moment, board) for moment in dict.fromkeys(filter(None, moments)) for board in moment[1]
    ]
    found = equities(
        library,
        pa.array([[known[seat] for seat in seats] for (seats, _), _ in asked], _TEXTS),
        pa.array([board for _, board in asked], pa.string()),
        pa.array([_others(board, boards) for (_, boards), board in asked], pa.string()),
        pa.array([replay.hand.game] * len(asked), pa.string()),
    ).to_pylist()
    means: dict[Any, dict[int, float]] = {None: {}}
    for (moment, _), shares in zip(asked, found, strict=True):
        seats, boards = moment
        sums = means.setdefault(moment, dict.fromkeys(seats, 0.0))
        for seat, share in zip(seats, shares, strict=True):
            sums[seat] += share / len(boards)
    return [means[moment] for moment in moments]


_TEXTS = pa.list_(pa.string())


def _others(board: str, boards: Sequence[str]) -> str:
    """The cards of the other boards, which cannot come on this one."""
    mine = {*cards_in(board)}
    return "".join(card for card in dict.fromkeys(cards_in("".join(boards))) if card not in mine)
