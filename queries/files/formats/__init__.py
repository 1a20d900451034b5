"""One module for each kind of file that a result can be written to.

Belongs here: a ``Format`` and its writer.
Does not: choosing one and writing it whole (``queries/files/``).
"""
