"""The report on one player: his hands as one self-contained page of HTML.

Belongs here: queries and sections (``player``), and the look of the page (``page``).
Does not: counting statistics, or drawing pictures.
"""
