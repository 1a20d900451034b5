"""Files: rows that users bring, and results written in any format.

Belongs here: reading and writing files, streams and standard input and output, whatever the rows
mean.
Does not: what the rows are an answer to; nothing here knows :mod:`pokerlake.queries.answers`.
"""
