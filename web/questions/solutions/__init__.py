"""Solved spots after the flop: those of the lake, reports of many flops, and spots solved here.

Belongs here: spots and games of the lake, decisions of a spot, reports, the cost of solving, and
spots that are solved for the page.
Does not: solving (``engine/solving/``), nor what reports count (``queries/sql/solving/``).
Does not: solving (``engine/solving/``), nor what reports count (``queries/sql/solving/``).
"""
