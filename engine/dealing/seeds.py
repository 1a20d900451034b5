"""Seeds of random numbers for users who give none."""

import secrets


def new_seed() -> int:
    """A fresh seed below 2**63, which every file format can hold as a whole number."""
    return secrets.randbits(63)
