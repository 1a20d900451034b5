"""Files: rows from users, and results in any format.

Belongs here: reading and writing files, streams and standard input and output, whatever the rows
are.
Does not: the questions that the rows answer; nothing here imports :mod:`pokerlake.queries.answers`.
"""
