"""What people gave: numbers read from their text, and how messages quote what they gave.

Numbers are plain ASCII, and of a length that fits a column. Python's own ``int`` and ``float`` take
more: digits of any alphabet, ``1_000``, and blanks around.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, TypeGuard

_WRITTEN = (dt.date, dt.time, dt.timedelta, Decimal)
_SHOWN = 60  # characters of what was given that a message quotes
_BETWEEN = re.compile(r"\s*[,;/ ]\s*")
_BLINDS = re.compile(r"\s*bb$", re.IGNORECASE)
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_LARGE = re.compile(r"[+-]?\d+(_\d+)*(\.\d+)?([eE]\+?\d{1,2})?", re.ASCII)  # 10_000, 2.5e9
_EXACT = 1 << 53  # floats beyond may stand for several whole numbers
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,99}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,9})?")


def shown(given: object) -> str:
    """What was given, as a message has it: its beginning, if it is long; nothing fails on it.

    Dates, times and numbers of numpy are as people write them.

    Examples
    --------
    >>> shown("AsKd"), shown([1, 2]), shown(10**5000)
    ("'AsKd'", '[1, 2]', 'one int that cannot be shown')
    >>> shown(dt.date(1850, 1, 2)), shown(Decimal("1.50"))
    ('1850-01-02', '1.50')
    """
    try:
        if getattr(given, "ndim", None) == 0 and hasattr(given, "item"):
            given = given.item()
        text = str(given) if isinstance(given, _WRITTEN) else repr(given)
        if isinstance(given, str) and given[_SHOWN:]:
            text = repr(given[:_SHOWN] + "…")
    except Exception:  # noqa: BLE001 - numbers of thousands of digits, and what else objects may do
        return f"one {type(given).__name__} that cannot be shown"
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN + 3 else f"{line[:_SHOWN]}…"


def is_whole(given: object) -> TypeGuard[int]:
    """Whether this is a whole number, Python's or numpy's; a boolean is none."""
    return type(given) is int or (isinstance(given, Integral) and not isinstance(given, bool))


def as_whole(given: object) -> int | None:
    """A whole number as Python's own, also of a float or decimal that is one; None for another.

    Examples
    --------
    >>> as_whole(1e6), as_whole(2.5), as_whole(True)
    (1000000, None, None)
    """
    if is_whole(given):
        return int(given)
    if isinstance(given, (Real, Decimal)) and not isinstance(given, bool):
        with suppress(ArithmeticError, ValueError):
            number = float(given)
            if number.is_integer() and number == given and abs(number) <= _EXACT:
                return int(number)
    return None


def plain_digits(text: str) -> str:
    """A whole number as digits, as in ``1e6`` or ``10_000``; other text as it is.

    Examples
    --------
    >>> plain_digits("2.5e9"), plain_digits("10_000"), plain_digits("2.5")
    ('2500000000', '10000', '2.5')
    """
    if not _LARGE.fullmatch(text):
        return text
    digits, _, power = text.replace("_", "").lower().partition("e")
    whole, _, part = digits.partition(".")
    part = part.rstrip("0")
    zeros = int(power or 0) - len(part)
    return f"{whole}{part}{'0' * zeros}" if zeros >= 0 else text


def letter(character: str) -> str:
    """A character in quotes; one of another alphabet with its code point and name.

    Letters of different alphabets may look the same: a Cyrillic A is no ace.

    Examples
    --------
    >>> letter("x"), letter("\u2664")
    ("'x'", "'♤' (U+2664, White spade suit)")
    """
    if character.isascii() or character in "♣♦♥♠":
        return repr(character)
    from unicodedata import name

    return f"{character!r} (U+{ord(character):04X}, {name(character, 'no name').capitalize()})"


def around(text: str, at: int) -> str:
    """What is near the character ``text[at]``, in quotes; the whole text, if it is short."""
    start = 0 if len(text) <= _SHOWN else max(0, at - _SHOWN // 2)
    stop = len(text) if len(text) <= _SHOWN else start + _SHOWN
    return repr(("…" if start else "") + text[start:stop] + ("…" if stop < len(text) else ""))


def pieces(text: str) -> list[str]:
    """What stands between commas, semicolons, slashes and blanks; brackets around it are left out.

    Examples
    --------
    >>> pieces("8, 12,20"), pieces("[50 30 20]"), pieces(" ")
    (['8', '12', '20'], ['50', '30', '20'], [])
    """
    inner = text.strip(" \t,;/[]()")
    return _BETWEEN.split(inner) if inner else []


def number_in(given: object) -> float:
    """A finite number, of text too, which may say that it is big blinds: ``"10bb"``.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> number_in("10 bb"), number_in(2)
    (10.0, 2.0)
    """
    found = math.nan
    if getattr(given, "ndim", None) == 0 and hasattr(given, "item"):  # an array without axes
        given = given.item()
    if isinstance(given, str):
        found = plain_float(_BLINDS.sub("", given.strip()))
    elif isinstance(given, (Real, Decimal)) and not isinstance(given, bool):
        with suppress(OverflowError, ValueError):
            found = float(given)
    if not math.isfinite(found):
        raise ValueError(f"{shown(given)} is no number")
    return found + 0.0  # no -0


def share_in(given: object) -> float:
    """A share from a number, 0.05, or from text with the sign, ``"5 %"``.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> share_in("5 %"), share_in("0.05"), share_in(0.05)
    (0.05, 0.05, 0.05)
    """
    if isinstance(given, str) and given.rstrip().endswith("%"):
        return number_in(given.rstrip().removesuffix("%")) / 100
    return number_in(given)


def numbers_in(given: Any) -> tuple[float, ...]:
    """Numbers of text that has commas, blanks or slashes between them, of a list, or of one number.

    Raises
    ------
    ValueError
        If one is no finite number.

    Examples
    --------
    >>> numbers_in("8, 12/20"), numbers_in([8, "12"]), numbers_in(3)
    ((8.0, 12.0, 20.0), (8.0, 12.0), (3.0,))
    """
    if isinstance(given, str):
        items: Iterable[object] = pieces(given) or [given]
    elif isinstance(given, (Real, Decimal, bytes)):
        items = [given]
    else:
        try:
            items = list(given.tolist() if hasattr(given, "tolist") else given)
        except TypeError:
            raise ValueError(f"{shown(given)} is no number") from None
    return tuple(map(number_in, items))


def as_number(given: object) -> float:
    """A number as Python's own; NaN, which is within no bounds, for what is none.

    Examples
    --------
    >>> as_number(2), as_number("2"), as_number(None)
    (2.0, nan, nan)
    """
    try:
        return float(given) if isinstance(given, Real) else math.nan
    except OverflowError:
        return math.nan


def is_blank(given: object) -> bool:
    """Whether a cell of a file or frame says nothing: None, empty text, or NaN.

    Examples
    --------
    >>> is_blank(" "), is_blank(math.nan), is_blank(0)
    (True, True, False)
    """
    if isinstance(given, str):
        return not given.strip()
    # NaN alone is not itself; an integer may be too large for math.isnan.
    return given is None or (isinstance(given, Real) and bool(given != given))


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
        raise ValueError(f"{shown(text)} is no whole number")
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
        raise ValueError(f"{shown(text)} is no number")
    return number
