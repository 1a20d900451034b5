"""Replays the betting of a hand: who may act, what it costs, and which pots it makes.

Whatever file a hand comes from, this is the one place where its actions are held against the rules
and its chips are counted. It checks turns, calls, stacks and streets. How large a raise must be it
does not check: sites differ there, and a wrong amount shows where the chips do not balance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .chips import shown
from .hand import (
    ANTE,
    AS_NEEDED,
    BET,
    BIG_BLIND,
    BOARD_CARDS,
    CALL,
    CHECK,
    DEAL,
    FOLD,
    POST,
    RAISE,
    RAISE_TO,
    SMALL_BLIND,
    STRADDLE,
    STREETS,
    BadHandError,
    Event,
    Hand,
    card_texts,
)

_MOST_ACTIONS = 65_535
_POSITIONS = ("CO", "HJ", "MP")  # from the button back


class Action(NamedTuple):
    """A row of ``actions``, with numbers for words and no hand yet."""

    street: int
    seat: int
    kind: int
    amount: int
    to_call: int
    pot: int
    total: int
    all_in: bool


class Pot(NamedTuple):
    """A pot: what is in it, and the seats that may win it."""

    size: int
    seats: tuple[int, ...]


@dataclass(slots=True)
class Played:
    """A hand with its betting replayed: all in ten-thousandths of a chip, by seat."""

    hand: Hand
    order: list[int]
    actions: list[Action]
    board: str
    invested: dict[int, int]
    folded: dict[int, int]
    pots: list[Pot]
    total: int
    returned: dict[int, int]
    ante: int


class _Table:
    """The state of a hand while its actions are replayed."""

    def __init__(self, hand: Hand) -> None:
        seats = {event.seat for event in hand.events if event.kind != DEAL} | set(hand.holes)
        if len(seats) < 2:
            raise BadHandError(f"{len(seats) or 'no'} players were dealt in")
        later = sorted(seat for seat in seats if seat > hand.button)
        self.order = later + sorted(seat for seat in seats if seat <= hand.button)
        self.hand = hand
        self.left = {seat: hand.stacks[seat] for seat in self.order}
        self.bets = dict.fromkeys(self.order, 0)
        self.live = dict.fromkeys(self.order, 0)  # bets of earlier streets, and antes that count
        self.dead = 0
        self.dead_of = dict.fromkeys(self.order, 0)
        self.folded: dict[int, int] = {}
        self.stuck: set[int] = set()
        self.street = 0
        self.level = 0
        self.pot = 0
        self.ante = 0
        self.board = ""
        self.waiting: list[int] | None = None  # None before anybody had to act
        self.actions: list[Action] = []

    # ------------------------------------------------------------ forced bets

    def post(self, event: Event) -> None:
        seat, amount = event.seat, event.amount
        if self.waiting is not None:
            raise BadHandError(f"{self.name(seat)} posts after the betting has begun", event.line)
        if amount > self.left[seat]:
            raise self.too_much(event, amount)
        if not amount:
            raise BadHandError(f"{self.name(seat)} posts nothing", event.line)
        dead = event.dead
        if event.kind == ANTE:
            self.ante = max(self.ante, amount)
            dead = 0 if self.hand.trimmed_antes else amount
            self.live[seat] += amount - dead
            bet = 0
        else:
            bet = amount - dead
        self.dead += dead
        self.dead_of[seat] += dead
        self.bets[seat] += bet
        self.left[seat] -= amount
        self.level = max(self.level, self.bets[seat])
        self.add(event, event.kind, amount, 0)

    # ------------------------------------------------------------ turns

    def may_act(self, seat: int) -> bool:
        return seat not in self.folded and self.left[seat] > 0 and seat not in self.stuck

    def after(self, seat: int) -> list[int]:
        """Who may act, clockwise from the next seat on, ending with this one."""
        at = self.order.index(seat) + 1
        return [s for s in self.order[at:] + self.order[:at] if self.may_act(s)]

    def act(self, event: Event) -> None:
        seat = event.seat
        if self.waiting is None:
            # Whoever acts first: straddles, dead blinds and empty seats leave no single rule.
            turns = self.after(seat)
            self.waiting = turns[-1:] + turns[:-1] if turns and turns[-1] == seat else turns
        if not self.waiting or self.waiting[0] != seat:
            raise self.not_his_turn(event)
        self.waiting.pop(0)
        kind, left, bet = event.kind, self.left[seat], self.bets[seat]
        owed = self.level - bet
        if kind == CALL and event.amount == AS_NEEDED and owed <= 0:
            kind = CHECK
        elif kind == RAISE_TO:
            kind = RAISE if self.level else BET
        if kind == FOLD:
            self.folded[seat] = self.street
            self.add(event, kind, 0, min(max(owed, 0), left))
            return
        if kind == CHECK:
            if owed > 0:
                raise BadHandError(
                    f"{self.name(seat)} checks, {shown(owed)} was to call", event.line
                )
            self.add(event, kind, 0, 0)
            return
        if kind == CALL:
            amount = self.call(event, owed)
        else:
            amount = event.amount - bet if kind == RAISE else event.amount
            if amount > left:
                raise self.too_much(event, amount)
            if (kind == BET) == (self.level > 0):
                problem = "bets, there is a bet" if kind == BET else "raises, there is no bet"
                raise BadHandError(f"{self.name(seat)} {problem}", event.line)
            if bet + amount <= self.level:
                raise BadHandError(
                    f"{self.name(seat)} raises to {shown(bet + amount)}, "
                    f"the bet is {shown(self.level)}",
                    event.line,
                )
        owed = min(max(owed, amount) if kind == CALL else owed, left)
        self.bets[seat] = bet + amount
        self.left[seat] = left - amount
        if event.stuck:
            self.stuck.add(seat)
        if kind != CALL:
            self.waiting = [s for s in self.after(seat) if s != seat]
        self.level = max(self.level, bet + amount)
        self.add(event, kind, amount, owed)

    def call(self, event: Event, owed: int) -> int:
        """What a call moves; some sites ask for all of a big blind that is short, some do not."""
        left = self.left[event.seat]
        if event.amount == AS_NEEDED:
            return min(owed, left)
        blind = self.hand.big_blind - self.bets[event.seat] if self.street == 0 else 0
        wanted = [min(owed, left), min(max(owed, blind), left)]
        if event.amount not in wanted and not (event.stuck and event.amount < owed):
            raise BadHandError(
                f"{self.name(event.seat)} calls {shown(event.amount)}, "
                f"{shown(max(wanted[0], 0))} was to call",
                event.line,
            )
        return event.amount

    def add(self, event: Event, kind: int, amount: int, to_call: int) -> None:
        seat = event.seat
        all_in = amount > 0 and self.left[seat] == 0
        if event.all_in and not all_in:
            raise BadHandError(
                f"{self.name(seat)} is all-in with {shown(self.left[seat])} left", event.line
            )
        self.actions.append(
            Action(self.street, seat, kind, amount, to_call, self.pot, self.bets[seat], all_in)
        )
        self.pot += amount

    # ------------------------------------------------------------ streets

    def closed(self) -> bool:
        """Whether nobody has to act any more."""
        if len(self.order) - len(self.folded) == 1:
            return True
        if self.waiting is None:
            waiting = [seat for seat in self.order if self.may_act(seat)]
            alone = len(waiting) == 1
        else:
            waiting = self.waiting
            alone = sum(map(self.may_act, self.order)) == 1
        # One who could act alone has nobody to bet against, once he has matched the others.
        others = max((self.bets[s] for s in self.order if s not in waiting), default=0)
        return not waiting or (alone and self.bets[waiting[0]] >= others)

    def deal(self, event: Event) -> None:
        if len(self.order) - len(self.folded) == 1:
            raise BadHandError("cards are dealt after all but one have folded", event.line)
        if not self.closed():
            waiting = self.waiting or [seat for seat in self.order if self.may_act(seat)]
            raise BadHandError(
                f"the {STREETS[min(self.street + 1, 3)]} comes before {self.name(waiting[0])} acts",
                event.line,
            )
        if self.street == 3:
            raise BadHandError("cards are dealt after the river", event.line)
        self.street += 1
        for seat, bet in self.bets.items():
            self.live[seat] += bet
            self.bets[seat] = 0
        self.level = 0
        cards = card_texts(event.cards, event.line)
        wanted = BOARD_CARDS[self.street] - BOARD_CARDS[self.street - 1]
        if len(cards) != wanted:
            raise BadHandError(
                f"the {STREETS[self.street]} is {len(cards)} cards, not {wanted}", event.line
            )
        self.board += "".join(cards)
        self.waiting = [seat for seat in self.order if self.may_act(seat)]
        if len(self.waiting) == 1:
            self.waiting = []

    # ------------------------------------------------------------ words

    def name(self, seat: int) -> str:
        return self.hand.players[seat]

    def too_much(self, event: Event, amount: int) -> BadHandError:
        return BadHandError(
            f"{self.name(event.seat)} puts in {shown(amount)}, "
            f"his stack is {shown(self.left[event.seat])}",
            event.line,
        )

    def not_his_turn(self, event: Event) -> BadHandError:
        name = self.name(event.seat)
        if event.seat in self.folded:
            return BadHandError(f"{name} acts after he has folded", event.line)
        if not self.left[event.seat]:
            return BadHandError(f"{name} acts after he is all-in", event.line)
        if not self.waiting:
            return BadHandError(f"{name} acts after the betting of the street is over", event.line)
        return BadHandError(
            f"{name} acts when it is {self.name(self.waiting[0])}'s turn", event.line
        )


_FORCED = {ANTE, SMALL_BLIND, BIG_BLIND, STRADDLE, POST}


def play(hand: Hand) -> Played:
    """Replay the betting of a hand.

    Raises
    ------
    BadHandError
        Where an action is against the rules, or the hand ends before it is decided.
    """
    table = _Table(hand)
    for event in hand.events:
        if event.kind == DEAL:
            table.deal(event)
        elif event.kind in _FORCED:
            table.post(event)
        else:
            table.act(event)
    contenders = [seat for seat in table.order if seat not in table.folded]
    if len(contenders) > 1 and (not table.closed() or table.street < 3):
        raise BadHandError("ends before the hand is over")
    _check_cards(hand, table)
    for seat, bet in table.bets.items():
        table.live[seat] += bet
    returned = _return_uncalled(hand, table, contenders)
    pots = _pots(table, contenders)
    total = sum(pot.size for pot in pots)
    invested = {seat: table.live[seat] + table.dead_of[seat] for seat in table.order}
    return Played(
        hand,
        table.order,
        table.actions,
        table.board,
        invested,
        table.folded,
        pots,
        total,
        returned,
        table.ante,
    )


def _check_cards(hand: Hand, table: _Table) -> None:
    """Refuse a card that is dealt twice, and more actions than can be numbered."""
    text = table.board + "".join(hand.holes.values())
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise BadHandError(f"{twice} is dealt twice")
    if len(table.actions) > _MOST_ACTIONS:
        raise BadHandError(f"{len(table.actions):,} actions are too many for one hand")


def _return_uncalled(hand: Hand, table: _Table, contenders: list[int]) -> dict[int, int]:
    """Return the bet that nobody called, as the file should say: how much, by seat."""
    live = table.live
    top = max(contenders, key=lambda seat: live[seat])
    uncalled = max(live[top] - max(live[seat] for seat in live if seat != top), 0)
    live[top] -= uncalled
    returned = {top: uncalled} if uncalled else {}
    if hand.returned is not None and hand.returned != returned:
        raise BadHandError(
            f"{_returns(hand, hand.returned)} by the file, "
            f"{_returns(hand, returned)} by the betting"
        )
    return returned


def _returns(hand: Hand, returned: dict[int, int]) -> str:
    given = [f"{shown(amount)} to {hand.players[seat]}" for seat, amount in returned.items()]
    return f"uncalled and returned is {' and '.join(given) or 'nothing'}"


def _pots(table: _Table, contenders: list[int]) -> list[Pot]:
    """The main pot and the side pots.

    Dead money is in the main pot; what folded hands have put in lies where it was matched.
    """
    live = table.live
    pots = []
    below = 0
    for level in sorted({live[seat] for seat in contenders}):
        size = sum(min(put, level) - min(put, below) for put in live.values())
        pots.append(Pot(size, tuple(seat for seat in contenders if live[seat] >= level)))
        below = level
    over = sum(put - below for put in live.values() if put > below)
    pots[-1] = Pot(pots[-1].size + over, pots[-1].seats)
    pots[0] = Pot(pots[0].size + table.dead, pots[0].seats)
    return pots


def positions(played: Played) -> dict[int, str]:
    """The position of each seat: by the blinds that were posted, else by the order of seats."""
    order = played.order
    button = played.hand.button
    small = next((a.seat for a in played.actions if a.kind == SMALL_BLIND), None)
    posted = [a.seat for a in played.actions if a.kind == BIG_BLIND]
    found: dict[int, str] = {}
    if button in order:
        found[button] = "BTN"
    if len(order) == 2:
        other = next((seat for seat in order if seat not in found), order[0])
        found.setdefault(other, "BB")
        return {seat: found.get(seat, "BTN") for seat in order}
    big = posted[0] if posted else None
    if small is None and big is None:
        small, big = order[0], order[1]
    if small is not None:
        found.setdefault(small, "SB")
    if big is not None:
        found.setdefault(big, "BB")
    start = order.index(big) + 1 if big is not None else 0
    rest = [seat for seat in order[start:] + order[:start] if seat not in found]
    for at, seat in enumerate(reversed(rest)):
        found[seat] = _POSITIONS[at] if at < len(_POSITIONS) else ""
    if len(rest) > 2:
        early = rest[: max(len(rest) - len(_POSITIONS), 1)]
        for at, seat in enumerate(early):
            found[seat] = f"UTG+{at}" if at else "UTG"
    return found
