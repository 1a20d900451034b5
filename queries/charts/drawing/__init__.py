"""What all pictures are drawn with.

Belongs here: SVG, cells, colours, numerals, layout, the font, and putting a picture out.
Does not: anything that knows of a card more than the colour of its suit.
"""
