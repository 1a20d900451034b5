"""Answers to questions about hands, holes, ranges and boards.

Belongs here: what commands, SQL functions, charts and files all ask.
Does not: formats (``files/``) and pictures (``charts/``).
"""
