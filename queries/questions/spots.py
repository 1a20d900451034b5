"""The fields of a spot after the flop, which ``solve`` and ``solve_many`` ask at all doors.

The answer is in ``api/solving`` and ``commands/hands/solve.py``: solutions go to the lake, which
questions of this room do not write.
"""

from __future__ import annotations

from dataclasses import replace

from .fields import (
    board_field,
    number_field,
    range_field,
    share_field,
    sizes_field,
    text_field,
    whole_field,
)

# What a spot is given by: options of the command, columns of a file, keywords, fields of the page.
_FIELDS = (
    text_field("name", "What to call spots in the lake: the set that they are in.", "NAME"),
    board_field("board", "Three to five cards: QsJh2h.", (3, 4, 5)),
    range_field("oop", "The range of the player out of position, who acts first."),
    range_field("ip", "The range of the player in position."),
    whole_field("pot", "Chips in the pot.", least=1),
    whole_field("stack", "Chips that each player has left.", least=1),
    sizes_field(
        "bets",
        "Bets in percent of the pot: 33,75; below 5 with the sign, 2%. Also 50c for chips, a for "
        "all-in; by street with slashes: 33/50/75,a.  [default: 50]",
    ),
    sizes_field(
        "raises", "Raises in percent of the pot after the call, or 2.5x the bet.  [default: 50]"
    ),
    sizes_field("oop_bets", "Bets of the player out of position."),
    sizes_field("oop_raises", "His raises."),
    sizes_field("ip_bets", "Bets of the player in position."),
    sizes_field("ip_raises", "His raises."),
    sizes_field(
        "donks",
        "Bets out of position into who bet last on the street before.  [default: as bets]",
    ),
    number_field("add_all_in", "Add all-in where at most so many pots are left.  [default: 0]"),
    number_field(
        "force_all_in", "Go all in where a call would leave at most so many pots.  [default: 0]"
    ),
    number_field("merge", "Of sizes less than so many pots apart keep the largest.  [default: 0]"),
    whole_field("most_raises", "Bets and raises a street.  [default: any number]", least=0),
    share_field("rake", "Share of the pot that the house takes: 5%.  [default: 0]"),
    number_field("rake_cap", "The most that it takes, in chips."),
    text_field(
        "keep",
        "Decisions that the lake keeps: all, street (those of the board), or lines of later "
        "streets: 'x c,x b33 c'.  [default: all; of flops street]",
        "LINES",
    ),
)
_NEEDED = ("board", "oop", "ip", "pot", "stack")
FIELDS = tuple(replace(each, needed=each.name in _NEEDED, by_name=True) for each in _FIELDS)
PARTS = tuple(field.name for field in FIELDS)
