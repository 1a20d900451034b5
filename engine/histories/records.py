"""Records of hands, the arrays made of them, and their numbers.

Readers of all formats write records; the kernels of this folder take them.
"""

from __future__ import annotations

from typing import NamedTuple

from ..signatures import I32, I64, U8, U16, Array, Bool

MOST_SEATS = 10
MOST_CARDS = 7
HIGHEST_SEAT = 65_535
UNKNOWN = 63  # a card that is not known
CHIP = 10_000  # ten-thousandths

# Problems of a hand; their texts are in pipelines/histories.
FINE, NO_ACTION, SEATS_TAKEN, NO_SEAT, NO_PLAYER, CUT_SHORT, TOO_MUCH, LONG_LINE = range(8)
LONGEST_ACT = 300  # bytes of a line that moves chips, whichever player's
LONGEST_LINE = 10_000  # bytes; the longest lines of sites are chat, of some hundreds


class Records(NamedTuple):
    """Facts read from lines, a row each; amounts in ten-thousandths of a chip."""

    op: Array[U8, "n"]
    place: Array[U8, "n"]  # of the player among the seats of the hand; 255: none
    amount: Array[I64, "n"]
    other: Array[I64, "n"]  # a second amount, the number of a seat or of a pot
    cards: Array[I64, "n"]  # 6 bits a card, their number from bit 48 on
    flag: Array[U8, "n"]
    line: Array[I32, "n"]  # within the hand


ANTE, SMALL_BLIND, BIG_BLIND, STRADDLE, POST, FOLD, CHECK, CALL, BET, RAISE = range(10)
(
    DEAL,  # cards: ``other`` is the board, 0 for all, plus 16 times the street, 0 if unknown
    RAISE_TO,  # a bet or a raise: ``amount`` is the player's total on the street
    RAISE_BY,  # a bet or a raise: ``amount`` is what it adds
    CALL_TO,  # a call: ``amount`` is the player's total on the street
    CALL_EITHER,  # a call: ``amount`` is what it adds, or the player's total on the street
    SHOVE,  # a call, a bet or a raise of all remaining chips
    CALL_REST,  # a call, or an all-in for less; or a check
    ALL_IN,  # a call, a bet or a raise: ``amount`` is what it adds
    DEAD,  # a dead post
    BLINDS,  # a post that is dead above the big blind
    MISSED,  # a post of a returning player: live if it is as large as the big blind
    STRADDLE_TO,  # ``amount`` is the player's total on the street
    LIVE_AND_DEAD,  # a post of ``amount``, and of ``other`` that is dead
    SIT,  # ``amount`` is the stack, ``cards`` the number of the seat, ``other`` the name
    HOLE,  # cards of a player
    HOLE_CARD,  # one card of a player, with more to follow
    DEALT,  # a player has cards
    MUCK,
    RETURN,  # ``amount`` is returned as an uncalled bet
    COLLECT_LATE,  # as ``COLLECT``, used if no other line says it
    COLLECT,  # ``amount`` from pot ``other``, -1 if unknown
    TOTAL,  # the pot, before the rake
    TOTAL_PAID,  # the pot, after it
    FEE,  # taken by the site
    ADDED,  # put in the pot by the site
    CASH_OUT,  # the site pays ``amount`` to a player, who gives up his share of the pot
    CASH_OUT_RISK,  # a player pays ``amount`` to the site, and keeps his share of the pot
    CASH_OUT_PAID,  # the site pays ``amount`` to a player, besides his share of the pot
    BOARD,  # the cards of board ``other``, repeated
    BUTTON,  # ``cards`` is the number of the seat
    BUTTON_PLAYER,
    MARK,  # only marks a part of the hand
    REFUSED,  # not read: ``other`` is the reason
    HERO,
    LISTED,  # the size of one of the pots
    NETS,  # a player ends with ``amount``, and had or put in ``other``: he won the difference;
    # -1: he had his starting stack, and a cash-out counts
    SHOW_BOARD,  # from here on collections belong to board ``other``
    DISCARD,  # a player discards ``other`` cards, possibly none
) = range(10, 48)

# Problems of a hand, from 32 on; those above come from reading lines.
(
    FEW_PLAYERS, POSTS_LATE, PUTS_IN, NOT_HIS_TURN, HAS_FOLDED, IS_ALL_IN, STREET_OVER, FOLDS_LAST,
    CHECKS, BETS, RAISES_NOTHING, RAISES_LESS, CALLS, NOT_ALL_IN, DEALT_AFTER_FOLDS, DEALT_BEFORE,
    AFTER_RIVER, STREET_CARDS, NOT_OVER, DEALT_TWICE, NOT_IN_DECK, RETURNS, REFUSES, HOLE_CARDS,
    HOLE_TWICE, BOARD_OTHER, BOARD_PLACE, MANY_ACTIONS, STREET_PLACE,
) = range(32, 61)  # fmt: skip

BOARDS = 3
WITH_BOARD, STUD, DRAW = range(3)  # families of games
STANDS_PAT = 10  # an action; then follow discards of one card, two, ...

# Quirks of sites, a bit each.
DEAD_ANTES = 1  # antes are dead: a player with fewer chips is in for all pots
IMPLIED = 2  # streets may have no lines of their own
BY_ACTS = 4  # players act in the order of lines, whatever their seats
LOOSE_POTS = 8  # pots named by lines are not always those of the betting
REPEATS = 16  # a line may be repeated
COMPUTES = 32  # winners are not written, but computed
LIVE_SMALL = 64  # a second small blind, or a smaller post, is live
IMPLIED_BLINDS = 128  # blinds may be missing
UNORDERED = 256  # lines may not be in the order of play
# Flags of records.
ALL_CHIPS = 1  # makes the player all-in
STUCK = 2  # the player may not bet any more; of a fold: whoever's turn it is; of a seat: the stack
# is given after the posts
FACE_UP = 4  # the player is the hero if he alone has known cards with this flag
UNTOLD = 8  # of a seat: a stack of 0 means unknown

MOST_ACTIONS = 65_535
MOST_CHIPS = 4e18  # over all records: the limit of 64 bits


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
    """Hands: the facts of their heads, and the results of the betting."""

    family: Array[U8, "h"]  # of the game: with a board, stud, or draw
    last: Array[U8, "h"]  # the number of its last street
    hole: Array[U8, "h"]  # cards in a hole of the game
    decks: Array[I64, "h"]  # the cards of its deck, a bit each
    small_blind: Array[I64, "h"]  # of the stakes; written for fixed limit
    big_blind: Array[I64, "h"]
    slack: Array[I64, "h"]  # how much equal parts of a pot may differ
    fixed: Array[Bool, "h"]  # whether the game has a fixed limit
    quirks: Array[U16, "h"]  # of the site, see above
    button: Array[I64, "h"]  # the number of a seat; 0: given by a record
    # The rest is written.
    problem: Array[U8, "h"]
    where: Array[I32, "h"]  # the line
    who: Array[U8, "h"]  # the place of the player
    told: Array[I64, "h"]
    due: Array[I64, "h"]
    ante: Array[I64, "h"]
    street: Array[U8, "h"]
    boards: Array[I64, "h, 3"]  # cards, 6 bits each, their number from bit 48 on
    runs: Array[U8, "h"]  # the number of boards at the end, 1 to 3
    split: Array[U8, "h"]  # the number of cards that the boards share
    pots: Array[U8, "h"]
    added: Array[I64, "h"]
    fees: Array[I64, "h"]  # -1: unknown
    total: Array[I64, "h"]  # as written; -1: unknown
    total_paid: Array[I64, "h"]  # as written, without the rake; -1: unknown
    returned: Array[I64, "h"]  # uncalled bets
    returner: Array[U8, "h"]
    tells_return: Array[Bool, "h"]
    hero: Array[U8, "h"]  # his place; 255: none
    actions: Array[I64, "h + 1"]  # where the actions of each hand begin


class Seats(NamedTuple):
    """Players of hands, by place: (h, 10) each."""

    number: Array[I64, "h, 10"]
    order: Array[U8, "h, 10"]  # the places of the players dealt in, in their preflop order
    dealt: Array[U8, "h"]  # how many
    stack: Array[I64, "h, 10"]
    left: Array[I64, "h, 10"]
    name: Array[I64, "h, 10"]  # its beginning in the text, shifted by 20, and its length
    hole: Array[I64, "h, 10"]  # cards, as in records; 0: unknown; in draw his last
    up: Array[I64, "h, 10"]  # in stud the up cards
    live: Array[I64, "h, 10"]  # bets that went into the pots
    dead: Array[I64, "h, 10"]
    folded: Array[U8, "h, 10"]  # the street; 255: not
    mucked: Array[Bool, "h, 10"]
    position: Array[U8, "h, 10"]
    cashed: Array[I64, "h, 10"]  # what a cash-out gave or took
    gave_up: Array[Bool, "h, 10"]  # whether that replaces his share of the pot


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
    held: Array[I64, "a"]  # of an exchange: the hand before it, 0 if unknown


class Pots(NamedTuple):
    """Pots of hands, by number: (h, 10) each."""

    size: Array[I64, "h, 10"]
    seats: Array[U16, "h, 10"]  # the places that may win it, a bit each
