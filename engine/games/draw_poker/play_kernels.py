"""The kernels that play five-card draw: rounds to learn from, and rounds against others."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ...accelerate import array, inlined, kernel
from ...dealing.deck_kernels import philox
from ...dealing.stream import below, next_word, unit
from ...draw.hand_table_kernels import ascending, entry_of
from .hand_records import HandRecords
from .hand_records_kernels import HAND_SHIFT, SET_MASKS, SET_SHIFTS
from .states import (
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
)

# c = choices of all states

SEATS = 5
UNIT = 60
# A player has at most five moves in each round of betting, and one between them.
MOST_MOVES = 11 * SEATS
# The rows of ``Room.seats``: whether a player is still in, the chips he has paid after the ante and
# in this round of betting, the place of his hand in its list, the cards he has exchanged, the row
# of weights that he plays by, and what he takes in the end in 1 / UNIT chips.
IN, PAID, HERE, HAND, EXCHANGED, PLAYS, TAKES = range(7)
SEAT_ROWS = 7
# The rows of ``Room.made``: the choice, the seat that made it, and what it had paid before.
MADE, MAKER, BEFORE = range(3)

CLASS = (1 << HAND_SHIFT) - 1  # the part of a record that is the class
LOW58 = np.uint64((1 << 58) - 1)

RECORDS = types.NamedTuple(
    (array("uint32"), array("uint8", 2), array("uint8"), array("uint32", 2)), HandRecords
)


class Room(NamedTuple):
    """Scratch of a round.

    Attributes
    ----------
    deck : (52,) uint8
    hands : (5, 5) uint8
        The ascending cards of each seat.
    known : (5,) int64
        The record of each hand.
    seats : (7, 5) int64
        What is known of each seat: rows ``IN`` .. ``TAKES``.
    made : (3, 55) int64
        What is known of each move: rows ``MADE``, ``MAKER``, ``BEFORE``.
    """

    deck: npt.NDArray[np.uint8]
    hands: npt.NDArray[np.uint8]
    known: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int64]
    made: npt.NDArray[np.int64]


@inlined
def _room():
    return Room(
        np.empty(52, np.uint8), np.empty((SEATS, 5), np.uint8), np.empty(SEATS, np.int64),
        np.zeros((SEAT_ROWS, SEATS), np.int64), np.empty((3, MOST_MOVES), np.int64),
    )  # fmt: skip


@inlined
def _draw(deck, first, cards, word):
    """Draw ``cards`` random cards, five at most, of the deck's cards from ``first`` on.

    They are swapped to the places from ``first`` on. One random ``word`` (uint64) is enough: 58 of
    its bits are a fraction of the cards left, and the remainder is a fraction of those left then.
    """
    fraction = word >> np.uint64(6)
    for place in range(first, first + cards):
        product = fraction * np.uint64(52 - place)
        other = place + np.int64(product >> np.uint64(58))
        fraction = product & LOW58
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card


@inlined
def _look_up(hand, tables):
    """Put a hand ``(5,)`` in ascending order, and return its record."""
    a, b, c, d, e = ascending(
        np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]),
        np.int64(hand[4]),
    )  # fmt: skip
    hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
    return np.int64(entry_of(tables.records, tables.binomials, a, b, c, d, e))


@inlined
def _thrown(record, exchanged, sets):
    """The set of places that the hand of a record throws away to exchange so many cards.

    sets : (4, 10) uint8, as in :class:`.hand_records.HandRecords`.
    """
    if exchanged == 0:
        return np.int64(0)
    if exchanged == 5:
        return np.int64(31)
    size = exchanged - 1
    return np.int64(sets[size, record >> SET_SHIFTS[size] & SET_MASKS[size]])


@inlined
def _decide(learning, weights, row, first, last, explore, random):
    """Make one of the choices ``first`` to ``last - 1``, by one random word.

    Parameters
    ----------
    learning : bool
        A constant, so that the other half is not compiled.
    weights : (x, c) float64
        In learning, what each choice has won a round: the greatest is taken, the first of equals.
        Else cumulative shares of the choices of each state.
    row : int
        The row of ``weights``.
    first, last : int
    explore : uint64
        In learning, the number of choices of 2^32 that are random.
    random : (1,) uint64
        The state of the random numbers.
    """
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


@inlined
def _least(seats, seat, stop):
    """The fewest cards exchanged by the others still in, of the seats before ``stop``.

    At most ``MOST_EXCHANGED``; ``NO_LEAST`` where there are no others.
    """
    least = NO_LEAST
    for other in range(stop):
        if seats[IN, other] and other != seat:
            least = min(least, MOST_EXCHANGED, seats[EXCHANGED, other])
    return least


@inlined
def _move(learning, weights, room, seat, first, last, explore, random, moves):
    """Make the move number ``moves``, of ``seat``, and write it down; as in :func:`_decide`."""
    row = room.seats[PLAYS, seat]
    choice = _decide(learning, weights, row, first, last, explore, random)
    room.made[MADE, moves] = choice
    room.made[MAKER, moves] = seat
    room.made[BEFORE, moves] = room.seats[PAID, seat]
    return choice


@inlined
def _bet(learning, final, players, room, weights, explore, random, moves):
    """Play a round of betting, the ``final`` one or the first, of so many ``players``.

    The others are as in :func:`_decide`; ``moves`` were made before.

    Returns
    -------
    bets, players, moves : int
        The bets made, the players left, and the moves made by now.
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
                told = min(players, MOST_PLAYERS)
                state = state * FINAL[2] + told * (told - 1) // 2 - 1 + min(pending, MOST_BEHIND)
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


@inlined
def _exchange(learning, bets, players, tables, room, weights, explore, random, moves):
    """Play the exchange after ``bets`` bets, and return the number of moves by now.

    tables : HandRecords; the others are as in :func:`_bet`.
    """
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


@inlined
def _play(learning, tables, room, weights, explore, random):
    """Play a round, from the deal to what each seat takes, and return the number of moves.

    Each hand dealt, each choice, and each exchange of a card or more takes one random word. The
    parameters are as in :func:`_exchange`.
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
    bets, players, moves = 0, SEATS, 0
    for betting in range(2):  # in a loop, so that betting is compiled once: it takes seconds
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


@kernel(
    types.void(
        RECORDS, types.uint64, types.int64, types.uint64[::1], types.int64[::1], types.int64[::1]
    )
)
def learn(tables, explore, rounds, random, games, won):
    """Play rounds, and write each into the result table before the next.

    Parameters
    ----------
    tables : HandRecords
    explore : uint64
        The number of choices of 2^32 that are random.
    rounds : int
    random : (1,) uint64
        The state of the random numbers.
    games, won : (c,) int64
        The result table, updated.
    """
    means = np.empty((1, CHOICES))
    for c in range(CHOICES):
        means[0, c] = won[c] / games[c] if games[c] else np.inf
    room = _room()
    made, seats = room.made, room.seats
    for _ in range(rounds):
        for move in range(_play(True, tables, room, means, explore, random)):
            choice, seat = made[MADE, move], made[MAKER, move]
            games[choice] += 1
            # What he has in the end, less what he had when he chose.
            won[choice] += seats[TAKES, seat] - UNIT * (seats[PAID, seat] - made[BEFORE, move])
            means[0, choice] = won[choice] / games[choice]


@kernel(
    types.void(
        RECORDS,
        array("float64", 2),
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.int64[::1],
    )
)
def play_against(tables, shares, seed, row, start, stop, totals):
    """Play one seat against four others; in round n it is seat n modulo 5.

    Parameters
    ----------
    tables : HandRecords
    shares : (2, c) float64
        Cumulative shares of the choices of each state: of the one seat, and of the others.
    seed, row : uint64
        Rounds of each row have their own random numbers.
    start, stop : int
        The numbers of the rounds.
    totals : (2,) int64
        What the one seat wins, in 1 / UNIT chips, and its square are added.
    """
    random = np.empty(1, np.uint64)
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
