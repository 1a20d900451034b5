"""Chips as whole numbers of ten-thousandths: no amount is ever rounded."""

from __future__ import annotations

import re

UNIT = 10_000  # of these are one chip, or one dollar
DECIMALS = 4
MOST = 10**13 * UNIT  # ten stacks of it fit the eighteen digits of a column

_AMOUNT = re.compile(r"(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|\.(\d+)", re.ASCII)
CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY"}
SYMBOLS = "".join(CURRENCIES)

_known: dict[str, int] = {}  # few amounts are written again and again
_MOST_KNOWN = 100_000


class AmountError(ValueError):
    """Text that is not an amount of chips."""


def chips(text: str) -> int:
    """The ten-thousandths of an amount: ``$1,234.5``, ``0.25``, ``100``.

    Raises
    ------
    AmountError
        If it is not an amount, or negative, finer than a ten-thousandth or too large for a column.

    Examples
    --------
    >>> chips("$0.05")
    500
    """
    found = _known.get(text)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[text] = _read(text)
    return found


def _read(text: str) -> int:
    plain = text[1:] if text[:1] and text[0] in SYMBOLS else text
    match = _AMOUNT.fullmatch(plain)
    if match is None:
        raise AmountError(f"{text!r} is no amount of chips")
    decimals = (match[1] or match[2] or "").rstrip("0")
    if len(decimals) > DECIMALS:
        raise AmountError(f"{text!r} is finer than a ten-thousandth of a chip")
    whole = plain.partition(".")[0].replace(",", "") or "0"
    amount = int(whole) * UNIT + int(decimals.ljust(DECIMALS, "0") or "0")
    if amount >= MOST:
        raise AmountError(f"{text!r} is more than a column of chips holds")
    return amount


def shown(amount: int) -> str:
    """An amount as text, with as few decimals as it has.

    Examples
    --------
    >>> shown(500), shown(1_000_000)
    ('0.05', '100')
    """
    whole, part = divmod(amount, UNIT)
    return f"{whole}.{part:04}".rstrip("0") if part else str(whole)


def unit_of(amounts: list[int]) -> int:
    """The largest unit that divides all amounts: a chip, a hundredth, or a ten-thousandth."""
    return next(unit for unit in (UNIT, 100, 1) if not any(amount % unit for amount in amounts))
