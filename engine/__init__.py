"""numpy in, numpy out: cards, decks, classes, the rank graph and its jitted walks.

Nothing here knows a file, SQL or a terminal, and nothing is imported before it is asked for:
``from pokerlake.engine.hands.evaluate import class_ids``.
"""
