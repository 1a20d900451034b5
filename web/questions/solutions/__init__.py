"""Solved spots after the flop: those of the lake, reports of many flops, and spots solved for one.

Belongs here: which spots and games there are, decisions of a spot, reports, what solving takes,
and spots that are solved for the page.
Does not: solving (``engine/solving/``), nor what reports count (``queries/sql/solving/``).
"""
