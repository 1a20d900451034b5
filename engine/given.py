"""User input: numbers read from text, and how messages quote what the user gave.

Numbers are plain ASCII, and short enough for a column. Python's own ``int`` and ``float`` accept
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
_SHOWN = 60  # the most characters of user input that a message quotes
_BETWEEN = re.compile(r"\s*[,;/ ]\s*")
_BLINDS = re.compile(r"\s*bb$", re.IGNORECASE)
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_LARGE = re.compile(r"[+-]?\d+(_\d+)*(\.\d+)?([eE]\+?\d{1,2})?", re.ASCII)  # 10_000, 2.5e9
_EXACT = 1 << 53  # floats beyond may stand for several whole numbers
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,99}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,9})?")


def shown(value: object) -> str:
    """A value as a message quotes it: the beginning, if it is long. Never raises.

    Dates, times and numbers of numpy look as people write them.

    Examples
    --------
    >>> shown("AsKd"), shown([1, 2]), shown(10**5000)
    ("'AsKd'", '[1, 2]', 'one int that cannot be shown')
    >>> shown(dt.date(1850, 1, 2)), shown(Decimal("1.50"))
    ('1850-01-02', '1.50')
    """
    try:
        if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
            value = value.item()
        text = str(value) if isinstance(value, _WRITTEN) else repr(value)
        if isinstance(value, str) and value[_SHOWN:]:
            text = repr(value[:_SHOWN] + "…")
    except Exception:  # noqa: BLE001 - numbers of thousands of digits, and whatever objects may do
        return f"one {type(value).__name__} that cannot be shown"
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN + 3 else f"{line[:_SHOWN]}…"


def is_whole(value: object) -> TypeGuard[int]:
    """Whether this is a whole number, Python's or numpy's, and not a boolean."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


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
    """A character in quotes. One of another alphabet also has its code point and name.

    Letters of different alphabets may look the same: a Cyrillic A is not an ace.

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
    """The text near the character ``text[at]``, in quotes; the whole text, if it is short."""
    start = 0 if len(text) <= _SHOWN else max(0, at - _SHOWN // 2)
    stop = len(text) if len(text) <= _SHOWN else start + _SHOWN
    return repr(("…" if start else "") + text[start:stop] + ("…" if stop < len(text) else ""))


def pieces(text: str) -> list[str]:
    """The parts between commas, semicolons, slashes and blanks, without brackets around the text.

    Examples
    --------
    >>> pieces("8, 12,20"), pieces("[50 30 20]"), pieces(" ")
    (['8', '12', '20'], ['50', '30', '20'], [])
    """
    inner = text.strip(" \t,;/[]()")
    return _BETWEEN.split(inner) if inner else []


def number_in(value: object) -> float:
    """A finite number. Text may give it in big blinds: ``"10bb"``.

    Raises
    ------
    ValueError
        If it is not a finite number.

    Examples
    --------
    >>> number_in("10 bb"), number_in(2)
    (10.0, 2.0)
    """
    number = math.nan
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):  # an array without axes
        value = value.item()
    if isinstance(value, str):
        number = plain_float(_BLINDS.sub("", value.strip()))
    elif isinstance(value, (Real, Decimal)) and not isinstance(value, bool):
        with suppress(OverflowError, ValueError):
            number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{shown(value)} is no number")
    return number + 0.0  # no -0


def share_in(value: object) -> float:
    """A share, from a number such as 0.05 or from text with a percent sign, ``"5 %"``.

    Raises
    ------
    ValueError
        If it is not a number.

    Examples
    --------
    >>> share_in("5 %"), share_in("0.05"), share_in(0.05)
    (0.05, 0.05, 0.05)
    """
    if isinstance(value, str) and value.rstrip().endswith("%"):
        return number_in(value.rstrip().removesuffix("%")) / 100
    return number_in(value)


def numbers_in(value: Any) -> tuple[float, ...]:
    """Numbers from text with commas, blanks or slashes between them, from a list, or one number.

    Raises
    ------
    ValueError
        If one of them is not a finite number.

    Examples
    --------
    >>> numbers_in("8, 12/20"), numbers_in([8, "12"]), numbers_in(3)
    ((8.0, 12.0, 20.0), (8.0, 12.0), (3.0,))
    """
    if isinstance(value, str):
        items: Iterable[object] = pieces(value) or [value]
    elif isinstance(value, (Real, Decimal, bytes)):
        items = [value]
    else:
        try:
            items = list(value.tolist() if hasattr(value, "tolist") else value)
        except TypeError:
            raise ValueError(f"{shown(value)} is no number") from None
    return tuple(map(number_in, items))


def as_number(value: object) -> float:
    """A number as Python's own; NaN, which is within no bounds, for anything else.

    Examples
    --------
    >>> as_number(2), as_number("2"), as_number(None)
    (2.0, nan, nan)
    """
    try:
        return float(value) if isinstance(value, Real) else math.nan
    except OverflowError:
        return math.nan


def is_blank(value: object) -> bool:
    """Whether a cell of a file or frame is blank: None, empty text, or NaN.

    Examples
    --------
    >>> is_blank(" "), is_blank(math.nan), is_blank(0)
    (True, True, False)
    """
    if isinstance(value, str):
        return not value.strip()
    # Only NaN differs from itself. An integer may be too large for math.isnan.
    return value is None or (isinstance(value, Real) and bool(value != value))


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
    """A number: ``12``, ``.5``, ``1e9``. Without ``finite``, ``1e999`` is infinity.

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
