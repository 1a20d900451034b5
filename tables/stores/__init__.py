"""Lakes in object stores: addresses, reading, and writing.

Belongs here: all code that knows fsspec, and the cache of files on this machine.
Does not: what a table or a manifest is (the modules above), who writes when (``pipelines/``).
"""
