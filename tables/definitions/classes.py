"""The table of the 7,462 hand classes, and what is reckoned from it."""

from __future__ import annotations

from ..schema import Column, Table, View

PLACE = 1  # among the modules, see registry

CLASSES = Table(
    name="classes",
    one_row="one of the 7,462 classes of hands",
    rows=7462,
    columns=(
        Column("class_id", "uint16", "1 royal flush .. 7462 seven-five-four-three-deuce"),
        Column("category", "uint8", "1 straight flush .. 9 high card"),
        Column("name", "string", "in English: full house, aces over kings"),
        Column("ranks", "string", "the five ranks, the deciding ones first: AAAKK"),
        Column("suited", "bool", "whether the five cards are of one suit"),
        Column("count5", "int64", "hands of five cards of this class, of 2,598,960"),
        Column("count6", "int64", "hands of six cards whose best five are this, of 20,358,520"),
        Column("count7", "int64", "hands of seven cards whose best five are this, of 133,784,560"),
    ),
    key=("class_id",),
    totals={"count5": 2_598_960, "count6": 20_358_520, "count7": 133_784_560},
    source="Cactus Kev's order of the classes; the counts are made by dealing every hand",
    values="5eb0eab1129721d4d233a2ea4b90eb0cb3797ae3751bb888b560e41d5c70d660",
)

CLASS_PERCENTILES = View(
    name="class_percentiles",
    one_row="a class among hands of 5, 6 or 7 cards",
    columns=(
        Column("cards", "bigint", "cards in a hand: 5, 6 or 7"),
        Column("class_id", "bigint", "the class"),
        Column("hands", "bigint", "hands of so many cards of this class"),
        Column("hands_at_least", "bigint", "hands of this class or a stronger one"),
        Column(
            "top_percent", "double", "hands_at_least of all hands, x 100; ties count as at least"
        ),
    ),
    needs=("classes",),
)

CATEGORY_ODDS = View(
    name="category_odds",
    one_row="a category among hands of 5, 6 or 7 cards",
    columns=(
        Column("cards", "bigint", "cards in a hand: 5, 6 or 7"),
        Column("category", "bigint", "1 straight flush .. 9 high card"),
        Column("category_name", "varchar", "its name"),
        Column("classes", "bigint", "classes of this category that so many cards can end in"),
        Column("hands", "bigint", "hands of so many cards"),
        Column("percent", "double", "of all hands"),
        Column("odds_against", "double", "hands of other categories for one of this"),
    ),
    needs=("classes",),
)
