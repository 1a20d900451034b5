"""Questions about spots that are solved, as they are declared; commands are made of them.

Belongs here: push or fold, and spots after the flop, one or many, into the lake or not.
Does not: what answers, which is imported when it is asked: ``--help`` waits for no library.
"""
