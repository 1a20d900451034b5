"""One module for each subject: how its tables are computed.

Belongs here: partitions, and the engine's calls for each.
Does not: resuming and writing (``runner``, ``parts``), and listing builds (``planning``).
"""
