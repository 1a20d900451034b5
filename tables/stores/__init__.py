"""Lakes in object stores: addresses, what is read of them, and how they are written.

Belongs here: all that knows of fsspec, and the cache of files on this machine.
Does not: what a table or a manifest is (the modules above), who writes when (``pipelines/``).
"""
