"""``pokerlake chart``: one command for each picture.

Belongs here: options of pictures and where they are written.
Does not: drawing (``queries/charts/``).
"""
