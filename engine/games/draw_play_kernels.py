"""Kernels that play five-card draw: rounds to learn from, and rounds against opponents."""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel, zeros
from ..dealing.deck_kernels import below, next_word, philox, unit
from ..draw.exchange_kernels import HAND_SHIFT, SET_MASKS, SET_SHIFTS, entry_of, sorted_hand
from ..signatures import F64, I64, U8, U64, Array, Input
from .draw_states import (
    CHOICES,
    EXCHANGE,
    FINAL,
    FIRST,
    FIRST_EXCHANGE,
    FIRST_FINAL,
    MOST_BEHIND,
    MOST_BETS,
    MOST_EXCHANGED,
    MOST_PLAYERS,
    NO_LEAST,
    HandRecords,
)

# c = choices of all states

SEATS = 5
UNIT = 60
# A player has at most five moves in each round of betting, and one exchange between them.
MOST_MOVES = 11 * SEATS
# The rows of the scratch's ``seats``: whether a player is still in, the chips he has paid after the
# ante and in this round of betting, the place of his hand in its list, the cards he has exchanged,
# the row of his weights, and what he takes at the end in 1 / UNIT chips.
IN, PAID, HERE, HAND, EXCHANGED, PLAYS, TAKES = range(7)
SEAT_ROWS = 7
# The rows of the scratch's ``made``: the choice, the seat that made it, and what it had paid
# before.
MADE, MAKER, BEFORE = range(3)

CLASS = (1 << HAND_SHIFT) - 1  # the bits of a record that hold the class
LOW58 = np.uint64((1 << 58) - 1)


class DrawPlayScratch(NamedTuple):
    """Scratch of a round."""

    deck: Array[U8, "52"]
    hands: Array[U8, "5, 5"]  # the ascending cards of each seat
    known: Array[I64, "5"]  # the record of each hand
    seats: Array[I64, "7, 5"]  # the state of each seat: rows ``IN`` .. ``TAKES``
    made: Array[I64, "3, 55"]  # each move: rows ``MADE``, ``MAKER``, ``BEFORE``


@inlined
def _room():
    return DrawPlayScratch(
        empty(52, np.uint8), empty((SEATS, 5), np.uint8), empty(SEATS, np.int64),
        zeros((SEAT_ROWS, SEATS), np.int64), empty((3, MOST_MOVES), np.int64),
    )  # fmt: skip


@borrowing
def _draw(deck: Array[U8, "52"], first: int, cards: int, word: np.uint64) -> None:
    """Draw ``cards`` random cards, five at most, of the deck's cards from ``first`` on.

    They are swapped to the places from ``first`` on. One random ``word`` (uint64) is enough: 58 of
    its bits are a fraction of the cards left, and the remainder is a fraction for the next card.
    """
    fraction = word >> np.uint64(6)
    for place in range(first, first + cards):
        product = fraction * np.uint64(52 - place)
        other = place + np.int64(product >> np.uint64(58))
        fraction = product & LOW58
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card


@borrowing
def _look_up(hand: Array[U8, "5"], tables: HandRecords):
    """Sort a hand, and return its record."""
    cards = sorted_hand(hand)
    hand[0], hand[1], hand[2], hand[3], hand[4] = cards
    return np.int64(entry_of(tables.records, tables.binomials, cards))


@borrowing
def _thrown(record: int, exchanged: int, sets: Input[U8, "4, 10"]):
    """Return the places that a hand discards to exchange so many cards."""
    if exchanged == 0:
        return np.int64(0)
    if exchanged == 5:
        return np.int64(31)
    size = exchanged - 1
    return np.int64(sets[size, record >> SET_SHIFTS[size] & SET_MASKS[size]])


@borrowing
def _decide(
    learning: bool,  # a constant, so that the other half is not compiled
    # When learning, the mean winnings of each choice: the greatest is taken, the first of equals.
    # Otherwise the cumulative shares of the choices of each state.
    weights: Input[F64, "x, c"],
    row: int,  # the row of ``weights``
    first: int,
    last: int,
    explore: np.uint64,  # when learning: out of 2^32 choices, how many are random
    random: Array[U64, "1"],  # the random state
):
    """Make one of the choices ``first`` to ``last - 1``, using one random word."""
    word = next_word(random)
    choice = first
    if learning:
        most = weights[row, first]
        for c in range(first + 1, last):
            if weights[row, c] > most:
                choice, most = c, weights[row, c]
        if word >> np.uint64(32) < explore:
            choice = first + below(word, last - first)
    else:
        share = unit(word)
        while choice < last - 1 and share >= weights[row, choice]:
            choice += 1
    return choice


@borrowing
def _least(seats: Input[I64, "7, 5"], seat: int, stop: int):
    """The fewest cards exchanged by the opponents still in among the seats before ``stop``.

    At most ``MOST_EXCHANGED``; ``NO_LEAST`` without opponents.
    """
    least = NO_LEAST
    for other in range(stop):
        if seats[IN, other] and other != seat:
            least = min(least, MOST_EXCHANGED, seats[EXCHANGED, other])
    return least


@borrowing
def _move(
    learning: bool,
    weights: Input[F64, "x, c"],
    room: DrawPlayScratch,
    seat: int,
    first: int,
    last: int,
    explore: np.uint64,
    random: Array[U64, "1"],
    moves: int,
):
    """Make move number ``moves``, of ``seat``, and record it; see :func:`_decide`."""
    row = room.seats[PLAYS, seat]
    choice = _decide(learning, weights, row, first, last, explore, random)
    room.made[MADE, moves] = choice
    room.made[MAKER, moves] = seat
    room.made[BEFORE, moves] = room.seats[PAID, seat]
    return choice


@borrowing
def _bet(
    learning: bool,
    final: bool,
    players: int,
    room: DrawPlayScratch,
    weights: Input[F64, "x, c"],
    explore: np.uint64,
    random: Array[U64, "1"],
    moves: int,
):
    """Play a betting round, the ``final`` or the first, of ``players``, after ``moves`` moves.

    Returns
    -------
    bets, players, moves : int
    The bets made, the players left, and the moves made so far.
    """
    seats = room.seats
    for seat in range(SEATS):
        seats[HERE, seat] = 0
    bets = 0
    pending = players
    seat = 0
    while pending > 0:
        if seats[IN, seat]:
            call = bets - seats[HERE, seat]
            pending -= 1
            state = seats[HAND, seat] * FIRST[1] + bets * (bets - 1) // 2 + call
            if final:
                state_players = min(players, MOST_PLAYERS)
                state = (
                    state * FINAL[2]
                    + state_players * (state_players - 1) // 2
                    - 1
                    + min(pending, MOST_BEHIND)
                )
                state = state * FINAL[3] + min(seats[EXCHANGED, seat], MOST_EXCHANGED)
                fold = FIRST_FINAL + 3 * (state * FINAL[4] + _least(seats, seat, SEATS))
            else:
                fold = 3 * (state * FIRST[2] + players * (players - 1) // 2 - 1 + pending)
            first = fold if call else fold + 1
            last = fold + 3 if bets < MOST_BETS else fold + 2
            choice = _move(learning, weights, room, seat, first, last, explore, random, moves)
            moves += 1
            if choice == fold:
                seats[IN, seat] = 0
                players -= 1
                if players == 1:
                    break
            else:
                if choice == fold + 2:
                    bets += 1
                    pending = players - 1
                seats[PAID, seat] += bets - seats[HERE, seat]
                seats[HERE, seat] = bets
        seat = seat + 1 if seat < SEATS - 1 else 0
    return bets, players, moves


@borrowing
def _exchange(
    learning: bool,
    bets: int,
    players: int,
    tables: HandRecords,
    room: DrawPlayScratch,
    weights: Input[F64, "x, c"],
    explore: np.uint64,
    random: Array[U64, "1"],
    moves: int,
):
    """Play the exchange after ``bets`` bets, and return the number of moves so far."""
    seats, hands, known = room.seats, room.hands, room.known
    dealt = 5 * SEATS
    for seat in range(SEATS):
        if seats[IN, seat]:
            state = (seats[HAND, seat] * EXCHANGE[1] + bets) * EXCHANGE[2] + players - 2
            state = state * EXCHANGE[3] + _least(seats, seat, seat)
            first = FIRST_EXCHANGE + 6 * state
            choice = _move(learning, weights, room, seat, first, first + 6, explore, random, moves)
            exchanged = choice - first
            moves += 1
            seats[EXCHANGED, seat] = exchanged
            if exchanged:
                _draw(room.deck, dealt, exchanged, next_word(random))
                thrown = _thrown(known[seat], exchanged, tables.sets)
                for i in range(5):
                    if thrown >> i & 1:
                        hands[seat, i] = room.deck[dealt]
                        dealt += 1
                known[seat] = _look_up(hands[seat], tables)
    return moves


@borrowing
def _play(
    learning: bool,
    tables: HandRecords,
    room: DrawPlayScratch,
    weights: Input[F64, "x, c"],
    explore: np.uint64,
    random: Array[U64, "1"],
):
    """Play a round, from the deal to what each seat takes, and return the number of moves.

    Each deal of a hand, each choice, and each exchange of a card or more uses one random word.
    """
    deck, hands, known, seats = room.deck, room.hands, room.known, room.seats
    for card in range(52):
        deck[card] = card
    for seat in range(SEATS):
        _draw(deck, 5 * seat, 5, next_word(random))
        for i in range(5):
            hands[seat, i] = deck[5 * seat + i]
        known[seat] = _look_up(hands[seat], tables)
    for seat in range(SEATS):
        seats[HAND, seat] = known[seat] >> HAND_SHIFT & 31
        seats[IN, seat] = 1
        seats[PAID, seat] = 0
    bets, players, moves = np.int64(0), np.int64(SEATS), np.int64(0)
    for betting in range(2):  # a loop, so that the betting is compiled once: it takes seconds
        if betting:
            moves = _exchange(
                learning, bets, players, tables, room, weights, explore, random, moves
            )  # fmt: skip
            for seat in range(SEATS):
                seats[HAND, seat] = tables.final_hand[known[seat] & CLASS]
        bets, players, moves = _bet(
            learning, betting == 1, players, room, weights, explore, random, moves
        )  # fmt: skip
        if players == 1:
            break
    pot = SEATS
    best = CLASS
    winners = 0
    for seat in range(SEATS):
        pot += seats[PAID, seat]
        if seats[IN, seat]:
            class_id = known[seat] & CLASS
            if class_id < best:
                best = class_id
                winners = 0
            winners += class_id == best
    for seat in range(SEATS):
        wins = seats[IN, seat] and known[seat] & CLASS == best
        seats[TAKES, seat] = pot * UNIT // winners if wins else 0
    return moves


@kernel
def learn(
    tables: HandRecords,
    explore: np.uint64,  # out of 2^32 choices, how many are random
    rounds: int,
    random: Array[U64, "1"],  # the random state
    # The result table, updated.
    games: Array[I64, "c"],
    won: Array[I64, "c"],
) -> None:
    """Play rounds, recording each in the result table before the next."""
    means = empty((1, CHOICES), np.float64)
    for c in range(CHOICES):
        means[0, c] = won[c] / games[c] if games[c] else np.inf
    room = _room()
    made, seats = room.made, room.seats
    for _ in range(rounds):
        for move in range(_play(True, tables, room, means, explore, random)):
            choice, seat = made[MADE, move], made[MAKER, move]
            games[choice] += 1
            # His final chips less his chips when he chose.
            won[choice] += seats[TAKES, seat] - UNIT * (seats[PAID, seat] - made[BEFORE, move])
            means[0, choice] = won[choice] / games[choice]


@kernel
def play_against(
    tables: HandRecords,
    # Cumulative shares of the choices of each state: of the hero, and of the others.
    shares: Input[F64, "2, c"],
    # Rounds of each row have their own random numbers.
    seed: np.uint64,  # with the number of a round, of its random numbers
    row: np.uint64,
    # The numbers of the rounds.
    start: int,
    stop: int,
    totals: Array[I64, "2"],  # added to: what the hero wins, in 1 / UNIT chips, and its square
) -> None:
    """Play a hero against four others; in round n he has seat n modulo 5."""
    random = empty(1, np.uint64)
    room = _room()
    seats = room.seats
    for number in range(start, stop):
        high, low, _, _ = philox(np.uint64(number), row, seed)
        random[0] = high << np.uint64(32) | low
        hero = number % SEATS
        for seat in range(SEATS):
            seats[PLAYS, seat] = seat != hero
        _play(False, tables, room, shares, np.uint64(0), random)
        won = seats[TAKES, hero] - UNIT * (1 + seats[PAID, hero])
        totals[0] += won
        totals[1] += won * won
