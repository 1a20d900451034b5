"""What tests have workers of a cluster do: they import it by its name."""

import os
import time

from pokerlake.tables.errors import UsageError


class OddError(Exception):
    """Cannot be made of its message alone, as pickle does."""

    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")


def where(number):
    """The process that answers, after a moment; two numbers are wrong."""
    if number == 3:
        raise OddError(1, 2)
    if number == 4:
        raise UsageError("four is too many")
    time.sleep(0.02)
    return os.getpid()
