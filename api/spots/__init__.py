"""The declared questions about spots to solve; commands are made from them.

Belongs here: push or fold, and spots after the flop, one or many, in a lake or not.
Does not: the code that answers. It is imported on demand, so that ``--help`` loads no library.
"""
