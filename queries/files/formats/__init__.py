"""One module for each kind of output file.

Belongs here: a ``Format`` and its writer.
Does not: choosing a format, and writing files whole (``queries/files/``).
"""
