"""Holes and boards as masks of ranks, a block of rows at a time, for kinds and draws."""
# mypy: ignore-errors

from __future__ import annotations

from ..accelerate import borrowing
from ..signatures import U8, U16, Array, Input
from .rank_steps import NONE, ONE, mask, rank_bit, suit_of, u8, u16, when

# n = rows, b = cards of a board, m = rows of a block

BLOCK = 1024
# Where the masks of a block stand: row r of them begins at ``r * BLOCK``. One array with fixed
# steps shows the compiler that no two of them overlap.
(
    A, B,  # the ranks of the two cards of the hole
    A_SUITED, B_SUITED,  # the same if they are of the board's suit, otherwise 0
    MANY, TWO, THREE, FOUR,  # the board's ranks with one card or more, two or more, and so on
    SUITED,  # the board's ranks in the suit of which it has three cards or more, if any
    SUIT, COUNTS,  # that suit, or 4; how many cards of each suit, four bits a suit
    A_BOARD, B_BOARD,  # the board's ranks in the suit of the hole's first card, and of its second
    A_COUNT, B_COUNT,  # how many cards these are
    SAME_SUIT,  # all bits if both cards of the hole are of one suit, otherwise 0
) = (BLOCK * row for row in range(16))  # fmt: skip
MASKS = 16 * BLOCK


@borrowing
def board_masks(
    boards: Input[U8, "b, n"],
    first: int,
    m: int,
    masks: Array[U16, "16 * 1024"],  # written
) -> None:
    """Write the masks of boards."""
    for i in range(m):
        for row in (MANY, TWO, THREE, FOUR, SUITED, COUNTS):
            masks[row + i] = NONE
    for j in range(len(boards)):
        cards = boards[j, first : first + m]
        for i in range(m):
            rank = rank_bit(cards[i])
            one, two, three = masks[MANY + i], masks[TWO + i], masks[THREE + i]
            masks[FOUR + i] = u16(masks[FOUR + i] | u16(three & rank))
            masks[THREE + i] = u16(three | u16(two & rank))
            masks[TWO + i] = u16(two | u16(one & rank))
            masks[MANY + i] = u16(one | rank)
            more = u16(ONE << u16(suit_of(cards[i]) << u16(2)))
            masks[COUNTS + i] = u16(masks[COUNTS + i] + more)
    for i in range(m):
        many = u16(u16(masks[COUNTS + i] + u16(0x5555)) & u16(0x8888))  # suits of three or more
        no_clubs = u16(u16(many > u16(0x8)) + u16(many > u16(0x80)))
        masks[SUIT + i] = u16(
            u16(no_clubs + u16(many > u16(0x800))) + u16(u16(many == NONE) << u16(2))
        )
    for j in range(len(boards)):
        cards = boards[j, first : first + m]
        for i in range(m):
            rank = when(suit_of(cards[i]) == masks[SUIT + i], rank_bit(cards[i]))
            masks[SUITED + i] = u16(masks[SUITED + i] | rank)


@borrowing
def hole_masks(
    first_cards: Input[U8, "m"],
    second_cards: Input[U8, "m"],
    m: int,
    masks: Array[U16, "16 * 1024"],  # written; it has the boards
) -> None:
    """Write the masks of the two cards of holes."""
    for i in range(m):
        a, b, suit = rank_bit(first_cards[i]), rank_bit(second_cards[i]), masks[SUIT + i]
        masks[A + i] = a
        masks[B + i] = b
        masks[A_SUITED + i] = when(suit_of(first_cards[i]) == suit, a)
        masks[B_SUITED + i] = when(suit_of(second_cards[i]) == suit, b)


@borrowing
def suits_of_holes(
    first_cards: Input[U8, "m"],
    second_cards: Input[U8, "m"],
    boards: Input[U8, "b, n"],
    first: int,
    m: int,
    masks: Array[U16, "16 * 1024"],  # written; it has the boards
) -> None:
    """Write the cards of boards in the suits of holes."""
    for i in range(m):
        masks[A_BOARD + i] = NONE
        masks[B_BOARD + i] = NONE
        a, b = u16(suit_of(first_cards[i]) << u16(2)), u16(suit_of(second_cards[i]) << u16(2))
        masks[A_COUNT + i] = u16(u16(masks[COUNTS + i] >> a) & u16(7))
        masks[B_COUNT + i] = u16(u16(masks[COUNTS + i] >> b) & u16(7))
        masks[SAME_SUIT + i] = mask(a == b)
    for j in range(len(boards)):
        cards = boards[j, first : first + m]
        for i in range(m):
            rank, suit = rank_bit(cards[i]), suit_of(cards[i])
            a_rank = when(suit == suit_of(first_cards[i]), rank)
            b_rank = when(suit == suit_of(second_cards[i]), rank)
            masks[A_BOARD + i] = u16(masks[A_BOARD + i] | a_rank)
            masks[B_BOARD + i] = u16(masks[B_BOARD + i] | b_rank)


@borrowing
def cannot_be_dealt(
    holes: Input[U8, "k, n"],
    boards: Input[U8, "b, n"],
    least: int,  # the lowest card of the deck
    first: int,
    m: int,
    bad: Array[U8, "m"],  # written: 1 for each such row
):
    """Return whether a row of a block has a card twice, or one that is not in the deck."""
    lowest = u8(least)
    k = len(holes)
    for i in range(m):
        bad[i] = u8(0)
    for j in range(k + len(boards)):
        cards = holes[j, first : first + m] if j < k else boards[j - k, first : first + m]
        for i in range(m):
            bad[i] |= u8(cards[i] > u8(51)) | u8(cards[i] < lowest)
        for other in range(j):
            others = (
                holes[other, first : first + m]
                if other < k
                else boards[other - k, first : first + m]
            )
            for i in range(m):
                bad[i] |= u8(cards[i] == others[i])
    any_bad = u8(0)
    for i in range(m):
        any_bad |= bad[i]
    return any_bad != 0
