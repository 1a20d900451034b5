"""SQL statements: run, streamed, split, and their errors explained.

Belongs here: what can be said of any statement on any connection.
Does not: the connection to a lake (``connection``) and the SQL that pokerlake brings (``sql/``).
"""
