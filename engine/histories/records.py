"""What is told of hands: records, and the arrays that come of them; their numbers.

Readers put down records, whatever they read; the kernels of this room take them.
"""

from __future__ import annotations

from typing import NamedTuple

from ..signatures import I32, I64, U8, U16, Array, Bool

MOST_SEATS = 10
MOST_CARDS = 7
HIGHEST_SEAT = 65_535
UNKNOWN = 63  # a card that is not told
CHIP = 10_000  # ten-thousandths

# What is wrong with a hand; the words are in pipelines/histories.
FINE, NO_ACTION, SEATS_TAKEN, NO_SEAT, NO_PLAYER, CUT_SHORT, TOO_MUCH, LONG_LINE = range(8)
LONGEST_ACT = 300  # bytes; of a line that moves chips, whoever's they are
LONGEST_LINE = 10_000  # bytes; of a site's own the longest are talk, of some hundreds


class Records(NamedTuple):
    """What lines tell, a row each; amounts in ten-thousandths of a chip."""

    op: Array[U8, "n"]
    place: Array[U8, "n"]  # of the player among the seats of the hand; 255: none
    amount: Array[I64, "n"]
    other: Array[I64, "n"]  # a second amount, the number of a seat or of a pot
    cards: Array[I64, "n"]  # 6 bits a card, their number from bit 48 on
    flag: Array[U8, "n"]
    line: Array[I32, "n"]  # within the hand


ANTE, SMALL_BLIND, BIG_BLIND, STRADDLE, POST, FOLD, CHECK, CALL, BET, RAISE = range(10)
(
    DEAL,  # cards: ``other`` is of which board, 0 for all, and 16 times the street, 0 if not told
    RAISE_TO,  # a bet or a raise: ``amount`` is the player's total on the street
    RAISE_BY,  # a bet or a raise: ``amount`` is what it adds
    CALL_TO,  # a call: ``amount`` is the player's total on the street
    CALL_EITHER,  # a call: ``amount`` is what it adds, or the player's total of the street
    SHOVE,  # a call, a bet or a raise: of all that is left
    CALL_REST,  # a call of what it takes, or all that is left; or a check
    ALL_IN,  # a call, a bet or a raise: ``amount`` is what it adds
    DEAD,  # a post that is no bet
    BLINDS,  # a post, of which all above the big blind is no bet
    MISSED,  # a post of one who comes back: it is a bet if it is as large as the big blind
    STRADDLE_TO,  # ``amount`` is the player's total on the street
    LIVE_AND_DEAD,  # a post of ``amount``, and of ``other`` that is no bet
    SIT,  # ``amount`` is the stack, ``cards`` the number of the seat, ``other`` the name
    HOLE,  # cards of a player
    HOLE_CARD,  # one of them, and others come
    DEALT,  # a player has cards
    MUCK,
    RETURN,  # ``amount`` comes back that nobody called
    COLLECT_LATE,  # as ``COLLECT``, where no other line tells it
    COLLECT,  # ``amount`` from pot ``other``, -1 where it is not told
    TOTAL,  # the pot, before the rake
    TOTAL_PAID,  # the pot, after it
    FEE,  # taken by the site
    ADDED,  # put in the pot by the site
    CASH_OUT,  # the site pays ``amount`` to a player, who gives up what the pot gives
    CASH_OUT_RISK,  # a player pays ``amount`` to the site, and keeps what the pot gives
    CASH_OUT_PAID,  # the site pays ``amount`` to a player, beside what the pot gives
    BOARD,  # the cards of board ``other``, once more
    BUTTON,  # ``cards`` is the number of the seat
    BUTTON_PLAYER,
    MARK,  # nothing but a part of the hand
    REFUSED,  # what is not read: ``other`` says why
    HERO,
    LISTED,  # the size of one of the pots
    NETS,  # a player has ``amount``, and had or put in ``other``: what he won is the difference;
    # -1: what he sat down with, and a cash-out counts
    SHOW_BOARD,  # what is collected from here on is of board ``other``
    DISCARD,  # a player throws away ``other`` cards, of which he may have none
) = range(10, 48)

# What is wrong with a hand, from 32 on: what stands before is of reading lines.
(
    FEW_PLAYERS, POSTS_LATE, PUTS_IN, NOT_HIS_TURN, HAS_FOLDED, IS_ALL_IN, STREET_OVER, FOLDS_LAST,
    CHECKS, BETS, RAISES_NOTHING, RAISES_LESS, CALLS, NOT_ALL_IN, DEALT_AFTER_FOLDS, DEALT_BEFORE,
    AFTER_RIVER, STREET_CARDS, NOT_OVER, DEALT_TWICE, NOT_IN_DECK, RETURNS, REFUSES, HOLE_CARDS,
    HOLE_TWICE, BOARD_OTHER, BOARD_PLACE, MANY_ACTIONS, STREET_PLACE,
) = range(32, 61)  # fmt: skip

BOARDS = 3
WITH_BOARD, STUD, DRAW = range(3)  # families of games
STANDS_PAT = 10  # of actions; then one card thrown away, two, ...

# Quirks of sites, a bit each.
DEAD_ANTES = 1  # antes are no bets: who has fewer chips is in for all
IMPLIED = 2  # streets may have no lines of their own
BY_ACTS = 4  # players act in the order of lines, whatever their seats
LOOSE_POTS = 8  # the pots that lines name are not always those of the betting
REPEATS = 16  # a line may stand there again and again
COMPUTES = 32  # who wins is not told, and computed
LIVE_SMALL = 64  # a second small blind, or a smaller post, is a bet
IMPLIED_BLINDS = 128  # blinds may not be told
UNORDERED = 256  # lines may stand in another order than what they tell was done
# Flags of records.
ALL_CHIPS = 1  # a player is all-in by it
STUCK = 2  # who does it may not bet more; of a fold: whosever turn it is; of a seat: the stack
# is told after the posts
FACE_UP = 4  # whose it is plays on this screen, if he alone has it with cards that are told
UNTOLD = 8  # of a seat: a stack of 0 is not told

MOST_ACTIONS = 65_535
MOST_CHIPS = 4e18  # of all records: what 64 bits hold


OPS = {
    name.lower().replace("_", " "): number
    for number, name in enumerate(
        (
            "ANTE", "SMALL_BLIND", "BIG_BLIND", "STRADDLE", "POST", "FOLD", "CHECK", "CALL",
            "BET", "RAISE", "DEAL", "RAISE_TO", "RAISE_BY", "CALL_TO", "CALL_EITHER", "SHOVE",
            "CALL_REST", "ALL_IN", "DEAD", "BLINDS", "MISSED", "STRADDLE_TO", "LIVE_AND_DEAD",
            "SIT", "HOLE", "HOLE_CARD", "DEALT", "MUCK", "RETURN", "COLLECT_LATE", "COLLECT",
            "TOTAL", "TOTAL_PAID", "FEE", "ADDED", "CASH_OUT", "CASH_OUT_RISK", "CASH_OUT_PAID",
            "BOARD", "BUTTON", "BUTTON_PLAYER", "MARK", "REFUSED", "HERO", "LISTED", "NETS",
            "SHOW_BOARD", "DISCARD",
        )
    )
}  # fmt: skip


class Played(NamedTuple):
    """Hands: what their heads tell, and what came of the betting."""

    family: Array[U8, "h"]  # of the game: with a board, stud, or draw
    last: Array[U8, "h"]  # the number of its last street
    hole: Array[U8, "h"]  # cards in a hole of the game
    decks: Array[I64, "h"]  # which cards its deck has, a bit each
    small_blind: Array[I64, "h"]  # of the stakes; written for fixed limit
    big_blind: Array[I64, "h"]
    slack: Array[I64, "h"]  # how far equal parts of a pot may lie from each other
    fixed: Array[Bool, "h"]  # whether the game has a fixed limit
    quirks: Array[U16, "h"]  # of the site, see below
    button: Array[I64, "h"]  # the number of a seat; 0: a record tells it
    # The rest is written.
    problem: Array[U8, "h"]
    where: Array[I32, "h"]  # the line
    who: Array[U8, "h"]  # the place of the player
    told: Array[I64, "h"]
    due: Array[I64, "h"]
    ante: Array[I64, "h"]
    street: Array[U8, "h"]
    boards: Array[I64, "h, 3"]  # cards, 6 bits each, their number from bit 48 on
    runs: Array[U8, "h"]  # boards that there are at the end, 1 to 3
    split: Array[U8, "h"]  # cards that the boards have in common
    pots: Array[U8, "h"]
    added: Array[I64, "h"]
    fees: Array[I64, "h"]  # -1: not told
    total: Array[I64, "h"]  # as told; -1: not told
    total_paid: Array[I64, "h"]  # as told, without the rake; -1: not told
    returned: Array[I64, "h"]  # what came back
    returner: Array[U8, "h"]
    tells_return: Array[Bool, "h"]
    hero: Array[U8, "h"]  # his place; 255: none
    actions: Array[I64, "h + 1"]  # where the actions of each hand begin


class Seats(NamedTuple):
    """Players of hands, by place: (h, 10) each."""

    number: Array[I64, "h, 10"]
    order: Array[
        U8, "h, 10"
    ]  # the places of those who were dealt in, in their turn before the flop
    dealt: Array[U8, "h"]  # how many
    stack: Array[I64, "h, 10"]
    left: Array[I64, "h, 10"]
    name: Array[I64, "h, 10"]  # where it begins in the text, shifted by 20, and its length
    hole: Array[I64, "h, 10"]  # cards, as of records; 0: not known; in draw the last he had
    up: Array[I64, "h, 10"]  # in stud those that all saw
    live: Array[I64, "h, 10"]  # bets that came to the pots
    dead: Array[I64, "h, 10"]
    folded: Array[U8, "h, 10"]  # the street; 255: not
    mucked: Array[Bool, "h, 10"]
    position: Array[U8, "h, 10"]
    cashed: Array[I64, "h, 10"]  # what a cash-out gave or took
    gave_up: Array[Bool, "h, 10"]  # whether that takes the place of what the pot gives


class Actions(NamedTuple):
    """Rows of actions."""

    place: Array[U8, "a"]
    street: Array[U8, "a"]
    kind: Array[U8, "a"]
    amount: Array[I64, "a"]
    to_call: Array[I64, "a"]
    pot: Array[I64, "a"]
    total: Array[I64, "a"]
    all_in: Array[Bool, "a"]
    held: Array[I64, "a"]  # of an exchange: the hand before it, 0 where it is not known


class Pots(NamedTuple):
    """Pots of hands, by number: (h, 10) each."""

    size: Array[I64, "h, 10"]
    seats: Array[U16, "h, 10"]  # the places that may win it, a bit each
