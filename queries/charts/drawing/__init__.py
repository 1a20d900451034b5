"""What all pictures are drawn with.

Belongs here: SVG, cells, colours, numerals, layout, the font, and putting a picture out.
Does not: anything that knows a card.
"""
