"""Replays the betting of a hand: who may act, what it costs, and which pots it makes.

Whatever file a hand comes from, this is the one place where its actions are held against the rules
and its chips are counted. It checks turns, calls, stacks and streets. How large a raise must be it
does not check: sites differ there, and a wrong amount shows where the chips do not balance.
"""

from __future__ import annotations

from typing import NamedTuple

from .hand import (
    AS_NEEDED,
    BOARD_CARDS,
    CARD_NUMBER,
    STREETS,
    BadHandError,
    Event,
    Hand,
    Kind,
    card_texts,
    cards_of,
    shown,
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


class Played:
    """A hand and its betting as it is replayed: all in ten-thousandths of a chip, by seat."""

    def __init__(self, hand: Hand) -> None:
        seats = {event.seat for event in hand.events if event.kind != Kind.DEAL} | set(hand.holes)
        if len(seats) < 2:
            raise BadHandError(f"{len(seats) or 'no'} players were dealt in")
        later = sorted(seat for seat in seats if seat > hand.button)
        self.order = later + sorted(seat for seat in seats if seat <= hand.button)
        self.hand = hand
        self.left = {seat: hand.stacks[seat] for seat in self.order}
        self.bets = dict.fromkeys(self.order, 0)
        self.live = dict.fromkeys(self.order, 0)  # bets of earlier streets, and antes that count
        self.dead = dict.fromkeys(self.order, 0)
        self.folded: dict[int, int] = {}  # the street
        self.stuck: set[int] = set()
        self.street = 0
        self.level = 0
        self.pot = 0
        self.ante = 0
        self.board = ""
        self.waiting: list[int] | None = None  # None before anybody had to act
        self.actions: list[Action] = []
        # Known once the betting is over.
        self.returned: dict[int, int] = {}
        self.pots: list[Pot] = []

    @property
    def total(self) -> int:
        """What is in all pots."""
        return sum(pot.size for pot in self.pots)

    @property
    def invested(self) -> dict[int, int]:
        """What each seat has put in and did not get back."""
        return {seat: self.live[seat] + self.dead[seat] for seat in self.order}

    # ------------------------------------------------------------ forced bets

    def post(self, event: Event) -> None:
        """Take a forced bet, before the first decision."""
        seat, amount = event.seat, event.amount
        if self.waiting is not None:
            raise self.wrong(seat, "posts after the betting has begun")
        if amount > self.left[seat]:
            raise self.too_much(seat, amount)
        if not amount:
            raise self.wrong(seat, "posts nothing")
        dead = event.dead
        if event.kind == Kind.ANTE:
            self.ante = max(self.ante, amount)
            dead = 0 if self.hand.trimmed_antes else amount
            self.live[seat] += amount - dead
        else:
            self.bets[seat] += amount - dead
        self.dead[seat] += dead
        self.left[seat] -= amount
        self.level = max(self.level, self.bets[seat])
        self.add(event, event.kind, amount, 0)

    # ------------------------------------------------------------ turns

    def may_act(self, seat: int) -> bool:
        """Whether a seat has decisions before it."""
        return seat not in self.folded and self.left[seat] > 0 and seat not in self.stuck

    def after(self, seat: int) -> list[int]:
        """Who may act, clockwise from the next seat on, ending with this one."""
        at = self.order.index(seat) + 1
        return [s for s in self.order[at:] + self.order[:at] if self.may_act(s)]

    def act(self, event: Event) -> None:
        """Take the decision of the seat whose turn it is."""
        seat = event.seat
        if self.waiting is None:
            # Whoever acts first: straddles, dead blinds and empty seats leave no single rule.
            turns = self.after(seat)
            self.waiting = turns[-1:] + turns[:-1] if turns and turns[-1] == seat else turns
        if not self.waiting or self.waiting[0] != seat:
            raise self.not_his_turn(seat)
        self.waiting.pop(0)
        kind, left, bet = event.kind, self.left[seat], self.bets[seat]
        owed = self.level - bet
        if kind == Kind.CALL and event.amount == AS_NEEDED and owed <= 0:
            kind = Kind.CHECK
        elif kind == Kind.RAISE_TO:
            kind = Kind.RAISE if self.level else Kind.BET
        if kind == Kind.FOLD:
            self.folded[seat] = self.street
            if len(self.folded) == len(self.order):
                raise self.wrong(seat, "folds after all others have folded")
            self.add(event, kind, 0, min(max(owed, 0), left))
            return
        if kind == Kind.CHECK:
            if owed > 0:
                raise self.wrong(seat, f"checks, {shown(owed)} was to call")
            self.add(event, kind, 0, 0)
            return
        if kind == Kind.CALL:
            amount = self.call(event, owed)
        else:
            amount = event.amount - bet if kind == Kind.RAISE else event.amount
            if amount > left:
                raise self.too_much(seat, amount)
            if (kind == Kind.BET) == (self.level > 0):
                there = "bets, there is a bet" if kind == Kind.BET else "raises, there is no bet"
                raise self.wrong(seat, there)
            if bet + amount <= self.level:
                to = shown(bet + amount)
                raise self.wrong(seat, f"raises to {to}, the bet is {shown(self.level)}")
        owed = min(max(owed, amount) if kind == Kind.CALL else owed, left)
        self.bets[seat] = bet + amount
        self.left[seat] = left - amount
        if event.stuck:
            self.stuck.add(seat)
        if kind != Kind.CALL:
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
            owed = max(wanted[0], 0)
            raise self.wrong(event.seat, f"calls {shown(event.amount)}, {shown(owed)} was to call")
        return event.amount

    def add(self, event: Event, kind: int, amount: int, to_call: int) -> None:
        """List an action, whose chips have left the stack."""
        seat = event.seat
        all_in = amount > 0 and self.left[seat] == 0
        if event.all_in and not all_in:
            raise self.wrong(seat, f"is all-in with {shown(self.left[seat])} left")
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
        """Close the betting of a street, and take the cards of the next."""
        if len(self.order) - len(self.folded) == 1:
            raise BadHandError("cards are dealt after all but one have folded")
        if not self.closed():
            waiting = self.waiting or [seat for seat in self.order if self.may_act(seat)]
            street, name = STREETS[min(self.street + 1, 3)], self.hand.players[waiting[0]]
            raise BadHandError(f"the {street} comes before {name} acts")
        if self.street == 3:
            raise BadHandError("cards are dealt after the river")
        self.street += 1
        for seat, bet in self.bets.items():
            self.live[seat] += bet
            self.bets[seat] = 0
        self.level = 0
        cards = card_texts(event.cards)
        wanted = BOARD_CARDS[self.street] - BOARD_CARDS[self.street - 1]
        if len(cards) != wanted:
            raise BadHandError(f"the {STREETS[self.street]} is {len(cards)} cards, not {wanted}")
        self.board += "".join(cards)
        self.waiting = [seat for seat in self.order if self.may_act(seat)]
        if len(self.waiting) == 1:
            self.waiting = []

    # ------------------------------------------------------------ words

    def wrong(self, seat: int, what: str) -> BadHandError:
        """What a player does against the rules."""
        return BadHandError(f"{self.hand.players[seat]} {what}")

    def too_much(self, seat: int, amount: int) -> BadHandError:
        """He has not so many chips."""
        return self.wrong(seat, f"puts in {shown(amount)}, his stack is {shown(self.left[seat])}")

    def not_his_turn(self, seat: int) -> BadHandError:
        """He acts, and should not."""
        if seat in self.folded:
            return self.wrong(seat, "acts after he has folded")
        if not self.left[seat]:
            return self.wrong(seat, "acts after he is all-in")
        if not self.waiting:
            return self.wrong(seat, "acts after the betting of the street is over")
        return self.wrong(seat, f"acts when it is {self.hand.players[self.waiting[0]]}'s turn")


def play(hand: Hand) -> Played:
    """Replay the betting of a hand.

    BadHandError where an action is against the rules, or the hand ends before it is decided.
    """
    played = Played(hand)
    for event in hand.events:
        try:
            if event.kind == Kind.DEAL:
                played.deal(event)
            elif event.kind <= Kind.POST:  # a forced bet
                played.post(event)
            else:
                played.act(event)
        except BadHandError as error:
            error.line = event.line
            raise
    contenders = [seat for seat in played.order if seat not in played.folded]
    if len(contenders) > 1 and (not played.closed() or played.street < 3):
        raise BadHandError("ends before the hand is over")
    _check_cards(played)
    for seat, bet in played.bets.items():
        played.live[seat] += bet
    played.returned = _return_uncalled(played, contenders)
    played.pots = _pots(played, contenders)
    return played


def _check_cards(played: Played) -> None:
    """Refuse a card that is dealt twice or is not in the deck, and too many actions."""
    hand = played.hand
    cards = cards_of(played.board + "".join(hand.holes.values()))
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise BadHandError(f"{twice} is dealt twice")
    if dead := hand.rule.dead:
        other = next((card for card in cards if CARD_NUMBER[card] in dead), None)
        if other is not None:
            raise BadHandError(f"{other} is dealt, which is not in the deck of {hand.rule.name}")
    if len(played.actions) > _MOST_ACTIONS:
        raise BadHandError(f"{len(played.actions):,} actions are too many for one hand")


def _return_uncalled(played: Played, contenders: list[int]) -> dict[int, int]:
    """Return the bet that nobody called, as the file should say: how much, by seat."""
    hand, live = played.hand, played.live
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


def _pots(played: Played, contenders: list[int]) -> list[Pot]:
    """The main pot and the side pots.

    Dead money is in the main pot; what folded hands have put in lies where it was matched.
    """
    live = played.live
    pots = []
    below = 0
    for level in sorted({live[seat] for seat in contenders}):
        size = sum(min(put, level) - min(put, below) for put in live.values())
        pots.append(Pot(size, tuple(seat for seat in contenders if live[seat] >= level)))
        below = level
    over = sum(put - below for put in live.values() if put > below)
    pots[-1] = Pot(pots[-1].size + over, pots[-1].seats)
    pots[0] = Pot(pots[0].size + sum(played.dead.values()), pots[0].seats)
    return pots


def positions(played: Played) -> dict[int, str]:
    """The position of each seat: by the blinds that were posted, else by the order of seats."""
    order = played.order
    button = played.hand.button
    small = next((a.seat for a in played.actions if a.kind == Kind.SMALL_BLIND), None)
    big = next((a.seat for a in played.actions if a.kind == Kind.BIG_BLIND), None)
    found: dict[int, str] = {}
    if button in order:
        found[button] = "BTN"
    if len(order) == 2:
        other = next((seat for seat in order if seat not in found), order[0])
        found.setdefault(other, "BB")
        return {seat: found.get(seat, "BTN") for seat in order}
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
    early = rest[: max(len(rest) - len(_POSITIONS), 1)] if len(rest) > 2 else ()
    found |= {seat: f"UTG+{at}" if at else "UTG" for at, seat in enumerate(early)}
    return found
