"""One module for each subject: how its tables are computed.

Belongs here: partitions, and the calls of the engine that compute them.
Does not: resuming and writing (``runner``, ``parts``), and listing builds (``planning``).
"""
