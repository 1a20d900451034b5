"""The kernels that play five-card draw: rounds to learn from, and rounds against others."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.dealing.deck_kernels import philox
from pokerlake.engine.dealing.stream import below, next_word, unit
from pokerlake.engine.draw.hand_table_kernels import ascending, entry_of

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
# A player has at most five moves in a round of betting, and one between them.
MOST_MOVES = 11 * SEATS
# The rows of what is known of each seat: whether he is still in, chips paid after the ante and in
# this round of betting, his hand's place in its list, cards exchanged, the row of weights he plays
# by, and in the end what he takes in 1 / UNIT chips.
IN, PAID, HERE, HAND, EXCHANGED, PLAYS, TAKES = range(7)
SEAT_ROWS = 7
# The rows of what is known of each move: the choice made, by whom, and what he had paid before.
MADE, MAKER, BEFORE = range(3)

CLASS = (1 << HAND_SHIFT) - 1  # the part of a record that is the class
LOW58 = np.uint64((1 << 58) - 1)


@inlined
def _draw(deck, first, cards, word):
    """Bring ``cards`` random cards, five at most, of the deck from ``first`` on to its front.

    One word is enough: 58 of its bits are a fraction of the cards left, and what is left of it one
    of those left then.
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
def _look_up(hand, records, choose):
    """Put a hand of five in ascending order: its record."""
    a, b, c, d, e = ascending(
        np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]),
        np.int64(hand[4]),
    )  # fmt: skip
    hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
    return np.int64(entry_of(records, choose, a, b, c, d, e))


@inlined
def _thrown(record, exchanged, sets):
    """The places of the cards that a hand throws away, a bit each."""
    if exchanged == 0:
        return np.int64(0)
    if exchanged == 5:
        return np.int64(31)
    size = exchanged - 1
    return np.int64(sets[size, record >> SET_SHIFTS[size] & SET_MASKS[size]])


@inlined
def _choose(learning, weights, row, first, last, explore, random):
    """One of the choices from ``first`` to ``last``, by one random word.

    weights : where it is learned from, what each choice has won a game: the greatest, of equals
    the first, but of 2^32 choices ``explore`` one at random. Else shares of the choices, added up.
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
    """The fewest cards exchanged, as far as told apart, by those before ``stop`` but ``seat``.

    Of those who are in only; ``NO_LEAST`` where there are none.
    """
    least = NO_LEAST
    for other in range(stop):
        if seats[IN, other] and other != seat:
            least = min(least, MOST_EXCHANGED, seats[EXCHANGED, other])
    return least


@inlined
def _move(learning, weights, seats, seat, first, last, explore, random, made, moves):
    """A move of a seat, written down: the choice made."""
    choice = _choose(learning, weights, seats[PLAYS, seat], first, last, explore, random)
    made[MADE, moves] = choice
    made[MAKER, moves] = seat
    made[BEFORE, moves] = seats[PAID, seat]
    return choice


@inlined
def _bet(learning, final, players, seats, weights, explore, random, made, moves):
    """A round of betting: the bets made, the players left, and the number of moves by now."""
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
            choice = _move(
                learning, weights, seats, seat, first, last, explore, random, made, moves
            )  # fmt: skip
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
def _exchange(
    learning, bets, players, records, sets, choose, seats, weights, explore, random,
    deck, hands, known, made, moves,
):  # fmt: skip
    """The exchange after a round of betting: the number of moves by now."""
    dealt = 5 * SEATS
    for seat in range(SEATS):
        if seats[IN, seat]:
            state = (seats[HAND, seat] * EXCHANGE[1] + bets) * EXCHANGE[2] + players - 2
            state = state * EXCHANGE[3] + _least(seats, seat, seat)
            first = FIRST_EXCHANGE + 6 * state
            exchanged = _move(
                learning, weights, seats, seat, first, first + 6, explore, random, made, moves
            ) - first  # fmt: skip
            moves += 1
            seats[EXCHANGED, seat] = exchanged
            if exchanged:
                _draw(deck, dealt, exchanged, next_word(random))
                thrown = _thrown(known[seat], exchanged, sets)
                for i in range(5):
                    if thrown >> i & 1:
                        hands[seat, i] = deck[dealt]
                        dealt += 1
                known[seat] = _look_up(hands[seat], records, choose)
    return moves


@inlined
def _play(
    learning, records, sets, final_hand, choose, weights, explore, random,
    deck, hands, known, seats, made,
):  # fmt: skip
    """A round, from the deal to what each seat takes: the number of moves.

    A word for each hand dealt, each choice, and the cards of each exchange but of none.
    """
    for card in range(52):
        deck[card] = card
    for seat in range(SEATS):
        _draw(deck, 5 * seat, 5, next_word(random))
        for i in range(5):
            hands[seat, i] = deck[5 * seat + i]
        known[seat] = _look_up(hands[seat], records, choose)
    for seat in range(SEATS):
        seats[HAND, seat] = known[seat] >> HAND_SHIFT & 31
        seats[IN, seat] = 1
        seats[PAID, seat] = 0
    bets, players, moves = 0, SEATS, 0
    for betting in range(2):  # in a loop, so that betting is compiled once: it takes seconds
        if betting:
            moves = _exchange(
                learning, bets, players, records, sets, choose, seats, weights, explore, random,
                deck, hands, known, made, moves,
            )  # fmt: skip
            for seat in range(SEATS):
                seats[HAND, seat] = final_hand[known[seat] & CLASS]
        bets, players, moves = _bet(
            learning, betting == 1, players, seats, weights, explore, random, made, moves
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


TABLES = (array("uint32"), array("uint8", 2), array("uint8"), array("uint32", 2))


@kernel(
    types.void(
        *TABLES, types.uint64, types.int64, types.uint64[::1], types.int64[::1], types.int64[::1]
    )
)
def learn(records, sets, final_hand, choose, explore, rounds, random, games, won):
    """Play rounds and write each into the table ``games``, ``won``, (c,), before the next.

    explore : of 2^32 choices those that are made at random.
    """
    means = np.empty((1, CHOICES))
    for c in range(CHOICES):
        means[0, c] = won[c] / games[c] if games[c] else np.inf
    deck = np.empty(52, np.uint8)
    hands = np.empty((SEATS, 5), np.uint8)
    known = np.empty(SEATS, np.int64)
    seats = np.zeros((SEAT_ROWS, SEATS), np.int64)
    made = np.empty((3, MOST_MOVES), np.int64)
    for _ in range(rounds):
        moves = _play(
            True, records, sets, final_hand, choose, means, explore, random,
            deck, hands, known, seats, made,
        )  # fmt: skip
        for move in range(moves):
            choice, seat = made[MADE, move], made[MAKER, move]
            games[choice] += 1
            # What he has in the end, less what he had when he chose.
            won[choice] += seats[TAKES, seat] - UNIT * (seats[PAID, seat] - made[BEFORE, move])
            means[0, choice] = won[choice] / games[choice]


@kernel(
    types.void(
        *TABLES,
        array("float64", 2),
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.int64[::1],
    )
)
def play_against(
    records, sets, final_hand, choose, shares, seed, row, start, stop, totals
):  # fmt: skip
    """What one seat wins of four others, in 1 / UNIT chips: sum and sum of squares, (2,).

    shares : (2, c) of the choices of each state, added up: the one seat's, the others'. Rounds
    ``start`` to ``stop`` of a ``row`` of random numbers; the seat is the round's number modulo 5.
    """
    random = np.empty(1, np.uint64)
    deck = np.empty(52, np.uint8)
    hands = np.empty((SEATS, 5), np.uint8)
    known = np.empty(SEATS, np.int64)
    seats = np.zeros((SEAT_ROWS, SEATS), np.int64)
    made = np.empty((3, MOST_MOVES), np.int64)
    for number in range(start, stop):
        high, low, _, _ = philox(np.uint64(number), row, seed)
        random[0] = high << np.uint64(32) | low
        hero = number % SEATS
        for seat in range(SEATS):
            seats[PLAYS, seat] = seat != hero
        _play(
            False, records, sets, final_hand, choose, shares, np.uint64(0), random,
            deck, hands, known, seats, made,
        )  # fmt: skip
        won = seats[TAKES, hero] - UNIT * (1 + seats[PAID, hero])
        totals[0] += won
        totals[1] += won * won
