"""The report of one player: his hands as one page of HTML that needs no other file.

Belongs here: what is asked of the lake (``player``), and how the page looks (``page``).
Does not: how statistics are counted, or pictures drawn.
"""
