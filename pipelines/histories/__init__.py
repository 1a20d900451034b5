"""Hands that were played, from files of hand histories to the tables of the lake.

Belongs here: reading two formats, going through the betting again, and what each hand came to.
Does not: adding rows to the lake (``pipelines/growing``).
"""
