"""Weighted subsets of the flops, and by how much they miss what all flops come to."""

from __future__ import annotations

from ..schema import Column, Table, View

PLACE = 9  # among the modules, see registry

FLOP_SUBSETS = Table(
    name="flop_subsets",
    one_row="a flop of a subset that stands for all flops",
    rows=22 + 49 + 95 + 184,
    columns=(
        Column("subset", "uint8", "how many flops the subset has: 22, 49, 95 or 184"),
        Column("board_id", "uint32", "of flops"),
        Column("board", "string", "its cards, ascending: 2c3d4h"),
        Column("weight", "uint32", "parts of a million; those of a subset add up to a million"),
    ),
    key=("subset", "board_id"),
    totals={"weight": 4_000_000},
    source="fitted to exact equities of ranges and hands, and to the shares of textures",
    values="b61b6198af01ddc4f13cfc27fa899192dcf251f9703560a96d9ef1ae2437587e",
)

FLOP_SUBSET_ERRORS = Table(
    name="flop_subset_errors",
    one_row="a size of subsets, a way to choose them, and the ranges that it is held against",
    rows=4 * 3 * 2,
    columns=(
        Column("subset", "uint8", "how many flops: 22, 49, 95 or 184"),
        Column("choice", "string", "fitted: flop_subsets; most deals; random"),
        Column("ranges", "string", "fitted: those that flop_subsets is fitted to; held out"),
        Column("subsets", "uint16", "subsets that the errors are over: 200 random ones, else 1"),
        Column("pairs", "uint16", "pairs of ranges that the errors are over"),
        Column("rms_error", "double", "of mean equities, in points: root mean square"),
        Column("max_error", "double", "the largest, in points"),
    ),
    key=("subset", "choice", "ranges"),
    source="equities of all pairs of 32 ranges on all flops, exact",
    values="37d43ecc7329d0fa3fa6289702104ba3a29b648c3606c926a4007993e8cdb6a8",
)

FLOP_SUBSET_TEXTURES = View(
    name="flop_subset_textures",
    one_row="a subset of the flops and a kind of flops",
    columns=(
        Column("subset", "bigint", "how many flops: 22, 49, 95 or 184"),
        Column("texture", "varchar", "suits, pairing, high, connected, straights"),
        Column("kind", "varchar", "monotone, paired, A, ..."),
        Column("flops", "bigint", "flops of this kind in the subset"),
        Column("percent", "double", "of the subset, by weight"),
        Column("true_percent", "double", "of all 22,100 flops"),
    ),
    needs=("flops", "flop_subsets"),
)
