"""The tables of the 7,462 hand classes and of the rank graph, and what is reckoned from them."""

from __future__ import annotations

from ..schema import Column, Table, View

PLACE = 1  # among the modules, see registry

RANKS = "23456789TJQKA"

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

DAG_NODES = Table(
    name="dag_nodes",
    one_row="a node of the rank graph: one to seven cards, their suits left out",
    rows=76_154,
    columns=(
        Column("node_id", "int32", "0..76153, layer by layer; 0..12 are the single ranks 2..A"),
        *(
            Column(f"next_{rank}", "int32", f"the node once one more {rank} is added; 0: cannot be")
            for rank in RANKS
        ),
        Column("flush_class", "int16", "class if all cards are of one suit; -1: no flush"),
        Column("rank_class", "int16", "class if no flush is there; -1: fewer than seven cards"),
        Column("cards", "string", "the ranks from the highest down: [J, 4, 2]"),
        Column("worst_rank_class", "int16", "worst rank_class of seven cards within reach"),
        Column("worst_flush_class", "int16", "worst flush within reach; -1: a rank is there twice"),
        Column("best_rank_class", "int16", "best rank_class of seven cards within reach"),
        Column("best_flush_class", "int16", "best flush within reach; -1: a rank is there twice"),
    ),
    key=("node_id",),
    source="M. Hammer, A hand evaluator for 7-card poker games (2008); his node count put right",
    values="c697ab8638663e3001522a14cbf7e778fa03cbe63e5b58343f2fc28268b2b1df",
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
