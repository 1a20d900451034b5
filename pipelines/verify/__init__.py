"""Whether a lake holds what it should.

Belongs here: digests of files and of values, keys, totals; and checks of what users add.
Does not: recounts of standard tables, which are the tests' oracles (``tests/oracle``).
"""
