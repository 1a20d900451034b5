"""Answers that the lake may store: looked up in its tables, else computed.

Belongs here: every reading of stored equities, counts and rankings; commands, SQL functions, charts
and files all come this way.
Does not: what other rooms compute from them.
"""
