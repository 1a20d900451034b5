"""Seeds of random numbers for who gives none."""

import secrets


def new_seed() -> int:
    """A seed that nobody has had, below 2**63: the whole numbers that every file format holds."""
    return secrets.randbits(63)
