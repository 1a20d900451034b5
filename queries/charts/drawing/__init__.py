"""Figures, and the two ways to show them: as a picture, and in a terminal.

Belongs here: blocks, SVG, text, colours, numerals, the font, and writing pictures.
Does not: anything about cards beyond the colours of suits.
"""
