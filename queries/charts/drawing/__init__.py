"""What a figure is, and the two ways to show it: as a picture, and in a terminal.

Belongs here: blocks, SVG, text, colours, numerals, the font, and putting a picture out.
Does not: anything that knows of a card more than the colour of its suit.
"""
