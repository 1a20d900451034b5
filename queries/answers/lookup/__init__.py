"""What the lake stores, looked up in its tables; else computed.

Belongs here: every reading of stored equities, counts and rankings; commands, SQL functions, charts
and files all come this way.
Does not: what is made of them, which stands in the rooms beside.
"""
