"""Numbers from text as people write them: plain ASCII, and of a length that fits a column.

Python's own ``int`` and ``float`` take more: digits of any alphabet, ``1_000``, and blanks around.
"""

from __future__ import annotations

import math
import re

_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,99}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,9})?")


def plain_int(text: str) -> int:
    """A whole number of up to 18 digits.

    Raises
    ------
    ValueError
        If the text is anything else.

    Examples
    --------
    >>> plain_int("-12")
    -12
    """
    if not _WHOLE.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no whole number")
    return int(text)


def plain_float(text: str, *, finite: bool = True) -> float:
    """A number: ``12``, ``.5``, ``1e9``; without ``finite`` also infinity, for ``1e999``.

    Raises
    ------
    ValueError
        If the text is anything else.

    Examples
    --------
    >>> plain_float("2.5e3")
    2500.0
    """
    number = float(text) if _NUMBER.fullmatch(text) else math.nan
    if math.isnan(number) or (finite and math.isinf(number)):
        raise ValueError(f"{text[:40]!r} is no number")
    return number
