"""Changes real inputs: text, bytes, words of a command line. The same seed makes the same changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

DIGITS = re.compile(r"\d+(?:\.\d+)?")

NUMBERS = (
    "0", "-0", "-1", "1", "2", "7", "10", "51", "52", "53", "100", "127", "128", "255", "256",
    "65535", "65536", "2147483647", "2147483648", "4294967296", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e9", "1e18", "1e308",
    "1e309", "1e-400", "1E5", "0.5", ".5", "5.", "0x10", "1_000", "1,000", "+1", "--1", "nan", "NaN",
    "inf", "-inf", "Infinity", "٣", "１２", "²", "५०", "Ⅷ", "1e99999", "0" * 40 + "1", "9" * 30,
    "340282366920938463463374607431768211456", "00", "007", "1e", "1e+", "0.1e-300", "1/2",
)  # fmt: skip
"""What stands where a number is expected, one time or another."""

CHARACTERS = (
    *"\0\t\n\v\f\r\x1b\x1c\x7f\x85\xa0",
    *"\u1680\u2003\u2028\u2029\u3000\u200b\u200d\u2060\ufeff",  # blanks, and what looks like none
    *"\u200e\u200f\u202a\u202d\u202e\u2066\u2069\u061c",  # bidirectional marks
    *"\ud800\udbff\udc80\udfff\ufffe\uffff\U0010ffff\U0001f0a1",
    *"\u212a\u017f\u0131\u0130ßﬁΣς\u0307\u0301",  # what changes when its case does, and marks
    *"♠♥♦♣♤♡♢♧٣５²५ＡＫｓ",
    *"'\"`\\/|;:,.!?@#$%^&*()[]{}<>=+-_~",
    *" AKQJT98765432cdhsoxyz",
)
"""Characters that a reader of text may not expect."""

REPEATED = 1 << 20  # characters at most
WORDS = ("", " ", "null", "None", "NULL", "true", "..", "~", "-", "--", "%s", "{}", "${x}", "𝟙")


def of(random: Random, options: Sequence[str]) -> str:
    """One of several, or many of them in a row."""
    chosen = random.choice(options)
    return chosen * _times(random) if random.random() < 0.03 else chosen


def _times(random: Random) -> int:
    """How often something is repeated: seldom thousands of times."""
    return int(2 ** random.uniform(1, random.choice((3, 3, 6, 6, 10, 13))))


def number(random: Random) -> str:
    """A number, or what is written like one."""
    kind = random.random()
    if kind < 0.06:
        digit = random.choice("0179")
        return random.choice(("", "", "-", "0.", "1e", "1.")) + digit * random.choice((400, 5000))
    if kind < 0.3:
        return str(random.randint(-3, 60))
    return random.choice(NUMBERS)


def text(random: Random, seeds: Sequence[str], tokens: Sequence[str]) -> str:
    """One of the seeds, changed in one place or in a few."""
    now = random.choice(seeds)
    if random.random() < 0.02:
        return random.choice((*WORDS, of(random, CHARACTERS), number(random)))
    for _ in range(1 + int(random.expovariate(0.8))):
        now = _changed(random, now, seeds, tokens)
    return now


def _changed(random: Random, now: str, seeds: Sequence[str], tokens: Sequence[str]) -> str:
    start, end = _slice(random, len(now))
    change = random.randrange(12)
    if change == 0:  # a number
        found = list(DIGITS.finditer(now))
        if found:
            one = random.choice(found)
            return now[: one.start()] + number(random) + now[one.end() :]
        return now[:start] + number(random) + now[end:]
    if change == 1:  # a character
        return now[:start] + of(random, CHARACTERS) + now[start + random.randint(0, 1) :]
    if change in (2, 3) and tokens:
        return now[:start] + of(random, tokens) + now[random.choice((start, end)) :]
    if change == 4:
        return now[:start] + now[end:]
    if change == 5:
        times = min(_times(random), REPEATED // max(end - start, 1) + 1)
        return now[:end] + now[start:end] * times + now[end:]
    if change == 6:
        return now[:start]
    if change == 7:  # a part of another
        other = random.choice(seeds)
        begin, stop = _slice(random, len(other))
        return now[:start] + other[begin:stop] + now[random.choice((start, end)) :]
    if change == 8:
        later = random.randint(end, len(now))
        return now[:start] + now[later:] + now[start:later]
    if change == 9:
        case = random.choice((str.upper, str.lower, str.swapcase, str.title))
        return now[:start] + case(now[start:end]) + now[end:]
    if change == 10:  # within brackets, within brackets
        opening, closing = random.choice(("()", "[]", "{}", '""', "''", "<>"))
        deep = _times(random)
        return now[:start] + opening * deep + now[start:end] + closing * deep + now[end:]
    if start < len(now):  # a character next to it in Unicode
        near = chr((ord(now[start]) + random.choice((-1, 1, 32, -32, 0xFEE0))) % 0x110000)
        return now[:start] + near + now[start + 1 :]
    return now + now


def _slice(random: Random, length: int) -> tuple[int, int]:
    start = random.randint(0, length)
    end = min(length, start + random.choice((1, 1, 2, 3, 8, 40, length)))
    return start, end


INTEGERS = [(value, size) for size in (1, 2, 4, 8) for value in (0, 1, 2 ** (8 * size - 1) - 1)]


def data(random: Random, seeds: Sequence[bytes]) -> bytes:
    """Bytes with some of them changed, lost, moved or from another seed."""
    now = bytearray(random.choice(seeds))
    for _ in range(1 + int(random.expovariate(0.6))):
        at = random.randint(0, max(0, len(now) - 1))
        size = random.choice((1, 1, 2, 4, 8, 64, 1024))
        change = random.randrange(8)
        if change <= 1 and now:
            now[at] ^= 1 << random.randrange(8)
        elif change == 2 and now:
            now[at] = random.choice((0, 1, 127, 128, 254, 255))
        elif change == 3:
            value, width = random.choice(INTEGERS)
            sign = random.choice((value, 256**width - 1 - value))
            now[at : at + width] = sign.to_bytes(width, random.choice(("little", "big")))
        elif change == 4:
            del now[at : at + size]
        elif change == 5:
            del now[at:]
        elif change == 6:
            now[at:at] = now[at : at + size] * random.choice((1, 1, 2, 50))
        else:
            other = random.choice(seeds)
            begin = random.randint(0, len(other))
            now[at : at + random.choice((0, size))] = other[begin : begin + size]
    return bytes(now)


def lines(random: Random, seeds: Sequence[bytes], tokens: Sequence[str]) -> bytes:
    """A file of text, mostly with changes a writer of text would make."""
    if random.random() < 0.15:
        return data(random, seeds)
    few = [random.choice(seeds).decode("utf-8", "surrogateescape") for _ in range(2)]
    return text(random, few, tokens).encode("utf-8", "surrogatepass")


def words(
    random: Random,
    seeds: Sequence[Sequence[str]],
    options: Sequence[str],
    values: Callable[[Random], str],
) -> list[str]:
    """The words of a command line: some changed, added, lost or moved; the command mostly stays."""
    now = list(random.choice(seeds))
    for _ in range(1 + int(random.expovariate(0.9))):
        at = random.randint(min(1, len(now)), len(now)) if random.random() < 0.95 else 0
        change = random.randrange(9)
        if change <= 2 and at < len(now):
            now[at] = text(random, [now[at], random.choice(random.choice(seeds) or [""])], WORDS)
        elif change == 3 and at < len(now):
            now[at] = values(random)
        elif change == 4:
            now[at:at] = [random.choice(options)]
        elif change == 5:
            now[at:at] = [random.choice(options), values(random)]
        elif change == 6:
            del now[at : at + 1]
        elif change == 7:
            now[at:at] = [values(random)]
        else:
            now[at:at] = now[at : at + 2]
    return now
