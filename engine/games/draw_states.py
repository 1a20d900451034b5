"""The states of a five-card draw player, and the records of all hands.

The states are few enough to learn: hands count by kind, and players and cards exchanged count up to
a bound. A name consists of fields separated by spaces, such as
``betting=1 hand=AA call=1 bets=1 players=4 behind=2``:

betting
    1 before the exchange, 2 after it; names of states of the exchange begin with ``exchange``.
hand
    One of ``FIRST_HANDS``, after the exchange of ``FINAL_HANDS``.
call
    The bets that the player would have to call.
bets
    The bets made in this round of betting; in the exchange, in the first round.
players
    The players still in, including himself; after the exchange 4 stands for 5 too.
behind
    The players still in who act after him if he does not raise; after the exchange 2 stands for
    more.
own
    The cards that he exchanged; 4 stands for 5 too.
least
    The fewest cards that an opponent still in has exchanged; 4 stands for 5 too. In the exchange
    only opponents before him count; ``none`` if there are none.

The choices are ``f`` to fold to a bet, ``c`` to check or call, ``r`` to bet or raise below four
bets, and ``0`` .. ``5`` cards to exchange.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.boards import canonical_boards, suit_images
from ..cards.suit_symmetry import choose
from ..cards.text import RANKS
from ..draw.exchange import HANDS, exchanges
from ..draw.hands import draw_hands
from ..hands.classes import CLASSES, hand_classes
from ..signatures import I64, U8, U32, Bool, Input, frozen

MOST_BETS = 4
_PAIRS = tuple(rank * 2 for rank in "AKQJT98765432")
# The kind of a hand before the exchange is the first of these that fits. Two pair are high from
# jacks up; `straight+` excludes four of a kind; draws have no pair.
FIRST_HANDS = (
    "straight+", "quads", "trips", "two-pair-high", "two-pair-low", *_PAIRS,
    "four-flush", "open-ended", "A-high", "K-high", "low",
)  # fmt: skip
FINAL_HANDS = (
    "full-house+", "flush", "straight", "trips", "two-pair-high", "two-pair-low", *_PAIRS,
    "A-high", "K-high", "low",
)  # fmt: skip
# The usual number of cards to exchange with each of FIRST_HANDS.
USUAL_EXCHANGE = (0, 1, 2, 1, 1, *[3] * 13, 1, 1, 4, 4, 5)

BETS = "fcr"
EXCHANGES = "012345"
# The bets to call and the bets made, by number: bets * (bets - 1) / 2 + call.
STAKES = (
    (0, 0),
    *((call, bets) for bets in range(1, MOST_BETS + 1) for call in range(1, bets + 1)),
)
# The players in and those behind, by number: players * (players - 1) / 2 - 1 + behind.
FIRST_PLACES = tuple((players, behind) for players in range(2, 6) for behind in range(players))
FINAL_PLACES = tuple(
    (players, behind) for players in range(2, 5) for behind in range(min(players, 3))
)
MOST_PLAYERS, MOST_BEHIND = 4, 2  # larger numbers are not distinguished after the exchange
MOST_EXCHANGED = 4  # larger numbers of cards are not distinguished
NO_LEAST = MOST_EXCHANGED + 1  # nobody has exchanged yet

# The sizes of the fields of a state's number. The last field changes fastest.
FIRST = (len(FIRST_HANDS), len(STAKES), len(FIRST_PLACES))
EXCHANGE = (len(FIRST_HANDS), MOST_BETS + 1, 4, NO_LEAST + 1)
FINAL = (len(FINAL_HANDS), len(STAKES), len(FINAL_PLACES), MOST_EXCHANGED + 1, MOST_EXCHANGED + 1)
FIRST_STATES, EXCHANGE_STATES, FINAL_STATES = (
    int(np.prod(sizes)) for sizes in (FIRST, EXCHANGE, FINAL)
)
STATES = FIRST_STATES + EXCHANGE_STATES + FINAL_STATES
# The choices of all states are numbered in one sequence. Those of the exchange and of the final
# betting round begin at
FIRST_EXCHANGE = len(BETS) * FIRST_STATES
FIRST_FINAL = FIRST_EXCHANGE + len(EXCHANGES) * EXCHANGE_STATES
CHOICES = FIRST_FINAL + len(BETS) * FINAL_STATES

# The sets of one to four of five places; a record names one of each size.
SETS = [[held for held in range(32) if held.bit_count() == size] for size in range(1, 5)]
# Hands at a time: exchanges take 2 kB a hand.
CHUNK = 16_384
JACK = 9


class Fields(NamedTuple):
    """The fields of each choice's state, all ``(c,)`` ``int64``; -1 if the state lacks the field.

    ``betting`` is 0 in the exchange; ``hand`` is a place in ``FIRST_HANDS``, or in ``FINAL_HANDS``
    if ``betting`` is 2; ``choice`` is 0, 1, 2 for f, c, r, or the number of cards exchanged.
    """

    state: I64
    choice: I64
    betting: I64
    hand: I64
    call: I64
    bets: I64
    players: I64
    behind: I64
    own: I64
    least: I64


@functools.cache
def fields() -> Fields:
    """The fields of all 172,386 choices; read-only."""
    first, exchange, final = (
        np.indices(size).reshape(len(size), -1) for size in (FIRST, EXCHANGE, FINAL)
    )
    stakes, first_places, final_places = map(np.array, (STAKES, FIRST_PLACES, FINAL_PLACES))
    parts = [
        (1, first[0], *stakes[first[1]].T, *first_places[first[2]].T, -1, -1),
        (0, exchange[0], -1, exchange[1], exchange[2] + 2, -1, -1, exchange[3]),
        (2, final[0], *stakes[final[1]].T, *final_places[final[2]].T, final[3], final[4]),
    ]
    sizes = [len(BETS), len(EXCHANGES), len(BETS)]
    states = [FIRST_STATES, EXCHANGE_STATES, FINAL_STATES]
    columns = [
        np.concatenate(
            [
                np.broadcast_to(part[column], count).repeat(size)
                for part, count, size in zip(parts, states, sizes, strict=True)
            ]
        )
        for column in range(8)
    ]
    choice = np.concatenate(
        [np.tile(np.arange(size), count) for count, size in zip(states, sizes, strict=True)]
    )
    return frozen(Fields(np.arange(STATES).repeat(np.repeat(sizes, states)), choice, *columns))


@functools.cache
def allowed() -> Bool:
    """Which of all choices the rules allow, ``(c,)``; read-only."""
    _, choice, betting, _, call, bets, *_ = fields()
    is_allowed: Bool = np.where(choice == 0, call > 0, bets < MOST_BETS)
    is_allowed |= (betting == 0) | (choice == 1)
    return frozen(is_allowed)


def choice_names(choices: I64) -> list[str]:
    """The names of choices, by their numbers."""
    texts = np.array([*BETS, *EXCHANGES])
    all_fields = fields()
    exchange = all_fields.betting[choices] == 0
    return texts[all_fields.choice[choices] + len(BETS) * exchange].tolist()  # type: ignore[no-any-return]


@functools.cache
def state_names() -> list[str]:
    """The names of all 54,702 states, in the order of their numbers."""
    all_fields = fields()
    firsts = np.flatnonzero(all_fields.choice == 0)
    names = []
    for betting, hand, call, bets, players, behind, own, least in zip(
        *(column[firsts].tolist() for column in all_fields[2:]), strict=True
    ):
        if betting:
            hands = FIRST_HANDS if betting == 1 else FINAL_HANDS
            name = (
                f"betting={betting} hand={hands[hand]} call={call} bets={bets} players={players} "
                f"behind={behind}"
            )
            names.append(name if betting == 1 else f"{name} own={own} least={least}")
        else:
            least = "none" if least == NO_LEAST else least
            names.append(
                f"exchange hand={FIRST_HANDS[hand]} bets={bets} players={players} least={least}"
            )
    return names


def choice_numbers(states: Sequence[str], choices: Sequence[str]) -> I64:
    """The numbers of choices, by the names of their states and their own.

    Raises ValueError if a state or choice does not exist, or the rules do not allow it.
    """
    first = dict(zip(state_names(), np.flatnonzero(fields().choice == 0).tolist(), strict=True))
    numbers = np.empty(len(states), np.int64)
    for i, (state, choice) in enumerate(zip(states, choices, strict=True)):
        names = EXCHANGES if state.startswith("exchange") else BETS
        if state not in first or len(choice) != 1 or choice not in names:
            raise ValueError(f"five-card draw has no choice {choice!r} in a state {state!r}")
        numbers[i] = first[state] + names.index(choice)
        if not allowed()[numbers[i]]:
            raise ValueError(f"the rules do not allow {choice!r} in {state!r}")
    return numbers


class HandRecords(NamedTuple):
    """Read-only tables for kernels."""

    # A record for each hand, by its colex rank. The low 13 bits are ``class_id``, the next 5 the
    # place in ``FIRST_HANDS``. Then follow 3, 4, 4 and 3 bits for discards of one, two, three and
    # four cards: the place in ``sets``.
    records: Input[U32, "2598960"]
    # The sets of one to four places of an ascending hand, in ascending order; bit i for place i.
    sets: Input[U8, "4, 10"]
    final_hand: Input[U8, "7463"]  # the place in ``FINAL_HANDS`` of each class; index 0 is not used
    binomials: Input[U32, "5, 52"]  # what a card adds to the colex rank, by its place in the hand


@functools.cache
def hand_records() -> HandRecords:
    """The tables, which are made once, in 0.8 s.

    For each number of cards, a hand discards the set after which it beats or ties the most hands on
    average, counted exactly. Of equal sets any is taken.
    """
    from ..draw.exchange_kernels import spread

    hands = canonical_boards(5).cards
    facts = np.empty((len(hands), 2), np.uint16)
    thrown = np.empty((len(hands), len(SETS)), np.uint8)
    for start in range(0, len(hands), CHUNK):
        chunk = slice(start, start + CHUNK)
        hand_facts = draw_hands(hands[chunk], layout="rows")
        facts[chunk, 0] = hand_facts.class_id
        facts[chunk, 1] = first_hands(hands[chunk])
        thrown[chunk] = best_discards(hands[chunk])
    sets = np.zeros((len(SETS), 10), np.uint8)
    place = np.zeros(32, np.uint8)
    for row, held in zip(sets, SETS, strict=True):
        row[: len(held)] = held
        place[held] = np.arange(len(held))
    records = np.empty(HANDS, np.uint32)
    spread(hands, facts, thrown, place, suit_images(), choose(), records)
    return frozen(HandRecords(records, sets, final_hands(), choose()))


def best_discards(hands: U8) -> U8:
    """The best one, two, three and four cards to discard from each hand, ``(n, 4)``.

    The hands are ``(n, 5)`` ascending cards. Bit i is set for place i. Of equal sets the smallest
    is taken.
    """
    results = exchanges(hands, layout="rows")
    strength = np.full((len(hands), 32), -1, np.int64)
    strength[results.hand, results.discard] = results.strength
    best = [np.array(held)[strength[:, held].argmax(axis=1)] for held in SETS]
    return np.stack(best, axis=1).astype(np.uint8)


def first_hands(hands: U8) -> U8:
    """The kinds of hands ``(n, 5)`` before the exchange: places in ``FIRST_HANDS``, ``(n,)``."""
    facts = draw_hands(hands, layout="rows")
    high = (hands >> 2).max(axis=1)
    chosen = {
        "quads": facts.category == 2,
        "straight+": facts.category <= 5,
        "trips": facts.category == 6,
        "two-pair-high": (facts.category == 7) & (facts.pair_rank >= JACK),
        "two-pair-low": facts.category == 7,
        **_pairs(facts.category, facts.pair_rank),
        "four-flush": facts.four_flush,
        "open-ended": facts.open_ended,
        "A-high": high == 12,
        "K-high": high == 11,
    }
    return _places(chosen, FIRST_HANDS)


def final_hands() -> U8:
    """The kinds of classes after the exchange: places in ``FINAL_HANDS``, ``(7463,)``; 0 at 0."""
    classes = hand_classes()
    category = classes.category
    lead = classes.ranks[:, 0]
    chosen = {
        "full-house+": category <= 3,
        "flush": category == 4,
        "straight": category == 5,
        "trips": category == 6,
        "two-pair-high": (category == 7) & (lead >= JACK),
        "two-pair-low": category == 7,
        **_pairs(category, lead),
        "A-high": lead == 12,
        "K-high": lead == 11,
    }
    kinds = np.zeros(CLASSES + 1, np.uint8)
    kinds[1:] = _places(chosen, FINAL_HANDS)
    return kinds


def _pairs(category: U8, rank: npt.NDArray[np.integer]) -> dict[str, Bool]:
    """For each rank, which hands are a pair of it."""
    return {
        name: (category == 8) & (rank == RANKS.index(name[0]))
        for name in FINAL_HANDS
        if name[0] == name[1]
    }


def _places(chosen: dict[str, Bool], names: tuple[str, ...]) -> U8:
    """The place in ``names`` of the first kind that applies, or of the last name if none does."""
    places = [names.index(name) for name in chosen]
    return np.select(list(chosen.values()), places, len(names) - 1).astype(np.uint8)
