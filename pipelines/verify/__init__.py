"""Whether a lake holds what it should.

Belongs here: file digests, keys, totals and digests of values; and checks of what users put in.
Does not: recounts, which are the tests' oracles.
"""
