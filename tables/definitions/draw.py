"""The tables of five-card draw, of opening hands, and of change; and the views on them."""

from __future__ import annotations

from ..schema import Column, Table, View

PLACE = 5  # among the modules, see registry

CATEGORIES = (
    "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
    "three_of_a_kind", "two_pair", "one_pair", "high_card",
)  # fmt: skip
EXCHANGES = 83_166_720  # 2,598,960 hands and 32 discards of each

DRAW_HANDS = Table(
    name="draw_hands",
    one_row="a hand of five cards, up to suits, and what it draws to",
    rows=134_459,
    columns=(
        Column("hand_id", "uint32", "rank of the canonical hand among all; the board_id of rivers"),
        Column("hand", "string", "its cards, ascending: 7c7d9hKsAc"),
        Column("weight", "uint8", "hands that are the same up to suits"),
        Column("class_id", "uint16", "1 is best"),
        Column("category", "uint8", "1 straight flush .. 9 high card"),
        Column("pair", "string", "the rank of its highest pair, three or four of a kind", True),
        Column("kicker", "string", "the highest rank that stands alone", True),
        Column("four_flush", "bool", "whether four cards, and not five, are of one suit"),
        Column("open_ended", "bool", "whether two ranks make a straight of four of its cards"),
        Column("inside_straight", "bool", "whether one rank does, and not two"),
        Column(
            "four_straight_flush",
            "bool",
            "whether four cards of one suit, and not five, are one rank short of a straight",
        ),
        Column(
            "draw",
            "string",
            "as what it is usually played: pat, four of a kind, three of a kind, two pair, pair, "
            "four-flush, open-ended, ace or king high, nothing",
        ),
        Column("usual_discard", "uint8", "what is then thrown away; bits as in draw_exchanges"),
    ),
    key=("hand_id",),
    totals={"weight": 2_598_960},
    source="the smallest of the hands that differ in suits only; usual discards: document 000",
    values="2dc33955df2564db52b51c258e40781338fb0b8714d768a35ee8dc23271947a5",
)

DRAW_EXCHANGES = Table(
    name="draw_exchanges",
    one_row="a hand of five cards and what of it is thrown away, up to suits",
    rows=4_147_208,
    columns=(
        Column("hand_id", "uint32", "the hand"),
        Column(
            "discard",
            "uint8",
            "bit i is set where the card at place i of the hand is thrown away: 0 .. 31; of those "
            "that its suits make alike the smallest",
        ),
        Column("exchanged", "uint8", "cards thrown away"),
        Column("weight", "uint8", "hands and discards that are the same up to suits"),
        Column("draws", "uint32", "C(47, exchanged)"),
        *(
            Column(name, "uint32", f"draws that end in a {name.replace('_', ' ')}")
            for name in CATEGORIES
        ),
        Column(
            "strength_sum",
            "uint64",
            "of the 2,598,960 hands those that each result beats or ties, over all draws",
        ),
        Column("ties_sum", "uint64", "those that it ties, itself among them, over all draws"),
    ),
    key=("hand_id", "discard"),
    totals={"weight": EXCHANGES},
    source="results added up over all hands that hold a set of cards; inclusion and exclusion",
    values="ecc3fa80e44544e7ddb1cf32c9e731c3cad469c4d62c7b9306372dd32e38a3c4",
)

OPENINGS = Table(
    name="openings",
    one_row="what the players before one have done, each acting once, where all pay an ante",
    rows=937,
    columns=(
        Column("players", "uint8", "2 .. 10"),
        Column(
            "line", "string", "a letter for each before him: c checks, b bets, r raises, f folds"
        ),
        Column("player", "uint8", "whose turn it is: 1 is the first"),
        Column("action", "string", "bet, or raise where there is a bet"),
        Column("top_percent", "uint8", "of hands with which to do it, by whole numbers"),
        Column("continuous_percent", "double", "where the chance to have the best hand is 1/2"),
        Column("class_id", "uint16", "the weakest class within top_percent; null for none", True),
    ),
    key=("players", "line"),
    source="the chances to beat each opponent, multiplied: above 1/2 (two players: at least)",
    values="5d88d0966ffc3fd5698a1fe4b2c72247cd44403dc15bd8d176d632f1b3a090e1",
)

CHANGE = Table(
    name="change",
    one_row="an amount of change and a coin",
    rows=400,
    columns=(
        Column("cents", "uint8", "0 .. 99"),
        Column("coin", "uint8", "1, 5, 10 or 25 cents"),
        Column("coins", "uint8", "how many of it the fewest coins for the amount have"),
    ),
    key=("cents", "coin"),
    totals={"coins": 470},
    source="the fewest coins of the United States; all amounts are equally likely",
    values="d78903c59fcaa81019d2ae37b068b17516ab1c0d326bd4b32726109ac7d662bd",
)

DRAW_LADDER = View(
    name="draw_ladder",
    one_row="a rung of the ladder of five-card hands: a category, a pair, or a highest card",
    columns=(
        Column("rung", "bigint", "1 is the strongest"),
        Column("name", "varchar", "two pair; one pair, aces; ace high"),
        Column("class_id", "bigint", "the weakest class of the rung"),
        Column("hands", "bigint", "of the 2,598,960"),
        Column("percent", "double", "of all hands"),
        Column("top_percent", "double", "hands of this rung or a stronger one, of all, x 100"),
    ),
    needs=("classes",),
)

DRAW_STRENGTHS = View(
    name="draw_strengths",
    one_row="a hand of five cards and what of it is thrown away, up to suits",
    columns=(
        Column("hand_id", "bigint", "rank of the canonical hand among all"),
        Column("hand", "varchar", "its cards, ascending: 7c7d9hKsAc"),
        Column("class_id", "bigint", "of the hand as it is dealt"),
        Column("category", "bigint", "1 straight flush .. 9 high card"),
        Column("draw", "varchar", "as what it is usually played"),
        Column("discard", "bigint", "bit i is set where the card at place i is thrown away"),
        Column("exchanged", "bigint", "cards thrown away"),
        Column("kept", "varchar", "the other cards: 7c7d"),
        Column("thrown", "varchar", "the cards thrown away: 9hKsAc"),
        Column("weight", "bigint", "hands and discards that are the same up to suits"),
        Column("draws", "bigint", "C(47, exchanged)"),
        Column(
            "expected_strength", "double", "hands that the result beats or ties, of all: 0 .. 1"
        ),
        Column("expected_top_percent", "double", "hands at least as strong as it, of all, x 100"),
        *(
            Column(f"{name}_percent", "double", f"draws that end in a {name.replace('_', ' ')}")
            for name in CATEGORIES
        ),
        Column("usual", "boolean", "whether this is usually thrown away; one discard of each hand"),
    ),
    needs=("draw_hands", "draw_exchanges"),
)
