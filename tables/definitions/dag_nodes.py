"""The table of the rank graph's nodes, with the columns of Hammer's file."""

from __future__ import annotations

from ..schema import Column, Table

PLACE = 2  # among the modules, see registry

RANKS = "23456789TJQKA"

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
