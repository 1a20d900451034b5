"""The tables of the hand classes and of the rank graph, and the views that derive from them.

Hold'em and short deck have tables with the same columns; they differ by the deck and the order. The
hands of deuce to seven and badugi are classes of draw, which has no boards.
"""

from __future__ import annotations

from math import comb
from typing import Any

from pokerlake.catalogue import BADUGI, DEUCE_TO_SEVEN, HOLDEM, SHORT_DECK, Game, Order

from ..schema import Column, Table, View

PLACE = 1  # among the modules, see registry


def of_game(game: Game) -> str:
    """The words that follow the meaning of a row in a game's tables: none for hold'em."""
    return f" in {game.name}" if game.prefix else ""


def view_of(game: Game, view: str, *tables: str, needs: tuple[str, ...] = (), **more: Any) -> View:
    """A view that each game has: hold'em's has the SQL file, the others read their own tables."""
    read = game.named(*tables)
    return View(
        name=f"{game.prefix}{view}", needs=(*read.values(), *needs), like=view, instead=read, **more
    )


def _classes(game: Game, source: str, values: str) -> Table:
    sizes = {5: "of this class", 6: "whose best five are this", 7: "whose best five are this"}
    words = {5: "five", 6: "six", 7: "seven"}
    return Table(
        name=f"{game.prefix}classes",
        one_row=f"one of the {game.high.classes:,} classes of hands{of_game(game)}",
        rows=game.high.classes,
        columns=(
            Column("class_id", "uint16", f"1 royal flush .. {game.high.classes} {game.high.worst}"),
            Column("category", "uint8", "1 straight flush .. 9 high card"),
            Column("name", "string", "in English: full house, aces over kings"),
            Column("ranks", "string", "the five ranks, the deciding ones first: AAAKK"),
            Column("suited", "bool", "whether the five cards are of one suit"),
            *(
                Column(
                    f"count{k}",
                    "int64",
                    f"hands of {words[k]} cards {kind}, of {game.boards_of(k):,}",
                )
                for k, kind in sizes.items()
            ),
        ),
        key=("class_id",),
        totals={f"count{k}": game.boards_of(k) for k in sizes},
        source=source,
        values=values,
    )


CLASSES = _classes(
    HOLDEM,
    "Cactus Kev's order of the classes; the counts are made by dealing every hand",
    "5eb0eab1129721d4d233a2ea4b90eb0cb3797ae3751bb888b560e41d5c70d660",
)


def _dag_nodes(game: Game, nodes: int, source: str, values: str) -> Table:
    ranks = game.ranks
    return Table(
        name=f"{game.prefix}dag_nodes",
        one_row=(
            f"a node of the rank graph{of_game(game)}: one to seven cards, their suits left out"
        ),
        rows=nodes,
        columns=(
            Column(
                "node_id",
                "int32",
                f"0..{nodes - 1}, layer by layer; 0..{len(game.ranks) - 1} are the single ranks "
                f"{ranks[0]}..{ranks[-1]}",
            ),
            *(
                Column(
                    f"next_{rank}", "int32", f"the node once one more {rank} is added; 0: cannot be"
                )
                for rank in ranks
            ),
            Column("flush_class", "int16", "class if all cards are of one suit; -1: no flush"),
            Column("rank_class", "int16", "class if no flush is there; -1: fewer than seven cards"),
            Column("cards", "string", "the ranks from the highest down: [J, 4, 2]"),
            Column("worst_rank_class", "int16", "worst rank_class of seven cards within reach"),
            Column(
                "worst_flush_class", "int16", "worst flush within reach; -1: a rank is there twice"
            ),
            Column("best_rank_class", "int16", "best rank_class of seven cards within reach"),
            Column(
                "best_flush_class", "int16", "best flush within reach; -1: a rank is there twice"
            ),
        ),
        key=("node_id",),
        source=source,
        values=values,
    )


DAG_NODES = _dag_nodes(
    HOLDEM,
    76_154,
    "M. Hammer, A hand evaluator for 7-card poker games (2008); his node count put right",
    "c697ab8638663e3001522a14cbf7e778fa03cbe63e5b58343f2fc28268b2b1df",
)

SHORT_CLASSES = _classes(
    SHORT_DECK,
    "the order as data; the counts are ways to choose ranks and suits",
    "8cde5821f5f017771dd0b29e24444e2417d82a47f0ea36bde42c84a0ef94b881",
)

SHORT_DAG_NODES = _dag_nodes(
    SHORT_DECK,
    10_944,
    "that of hold'em, with the ranks of the deck and the classes of the order as data",
    "8faef05203b8ca654423ff97f566f81eac00d536b967fb78b8a70cc89da88f9f",
)


def _draw_hands(
    order: Order, name: str, ranks: str, more: tuple[Column, ...], values: str
) -> Table:
    cards = order.sizes[0]
    count = Column(f"count{cards}", "int64", f"hands of this class, of {comb(52, cards):,}")
    categories = ", ".join(
        f"{place} {category}" for place, category in enumerate(order.category_names, 1)
    )
    return Table(
        name=name,
        one_row=f"one of the {order.classes:,} classes of hands in {order.name}, the best first",
        rows=order.classes,
        columns=(
            Column("class_id", "uint16", f"1 is the best, {order.classes} the worst"),
            Column("category", "uint8", categories),
            Column("name", "string", "in English"),
            Column("ranks", "string", ranks),
            *more,
            count,
        ),
        key=("class_id",),
        totals={count.name: comb(52, cards)},
        source="the order as data; the counts are ways to choose ranks and suits",
        values=values,
    )


DEUCE_HANDS = _draw_hands(
    DEUCE_TO_SEVEN,
    "deuce_hands",
    "the five ranks, the deciding ones first: 75432",
    (Column("suited", "bool", "whether the five cards are of one suit"),),
    "7f2498d6e76ed6e895357727af202881d01f2e9315d81c89f4f6ec0c4c420b95",
)

BADUGI_HANDS = _draw_hands(
    BADUGI,
    "badugi_hands",
    "the ranks that count, the highest first: 432A",
    (Column("cards", "uint8", "how many cards count: 4 .. 1"),),
    "73046045d19462e9cb3345ed9d6d1fe4fcd6c700a3921026bb9f028242d980bd",
)


def _class_percentiles(game: Game) -> View:
    return view_of(
        game,
        "class_percentiles",
        "classes",
        one_row=f"a class among hands of 5, 6 or 7 cards{of_game(game)}",
        columns=(
            Column("cards", "bigint", "cards in a hand: 5, 6 or 7"),
            Column("class_id", "bigint", "the class"),
            Column("hands", "bigint", "hands of so many cards of this class"),
            Column("hands_at_least", "bigint", "hands of this class or a stronger one"),
            Column(
                "top_percent",
                "double",
                "hands_at_least of all hands, x 100; ties count as at least",
            ),
        ),
    )


def _category_odds(game: Game) -> View:
    return view_of(
        game,
        "category_odds",
        "classes",
        one_row=f"a category among hands of 5, 6 or 7 cards{of_game(game)}",
        columns=(
            Column("cards", "bigint", "cards in a hand: 5, 6 or 7"),
            Column("category", "bigint", "1 straight flush .. 9 high card"),
            Column("category_name", "varchar", "its name"),
            Column("classes", "bigint", "classes of this category that so many cards can end in"),
            Column("hands", "bigint", "hands of so many cards"),
            Column("percent", "double", "of all hands"),
            Column("odds_against", "double", "hands of other categories for one of this"),
        ),
        constants={
            place: f"'{name}'"
            for place, name in zip(("third", "fourth"), game.high.category_names[2:4], strict=True)
        },
    )


CLASS_PERCENTILES, SHORT_CLASS_PERCENTILES = map(_class_percentiles, (HOLDEM, SHORT_DECK))
CATEGORY_ODDS, SHORT_CATEGORY_ODDS = map(_category_odds, (HOLDEM, SHORT_DECK))
