"""What an input is, and how it lies in a file: text, bytes, or the words of a command line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Given = Any  # a text, bytes or a list of words: what the kind of a target says


@dataclass(frozen=True)
class Target:
    """Something that takes inputs.

    ``seeds`` gives real inputs, ``change`` makes another one of them, and ``run`` takes it. ``run``
    raises what is wrong with the answer, and lets through what a user would see; ``ours`` are the
    exceptions that may come.
    """

    name: str
    kind: str  # "text", "data" or "words"
    seeds: Callable[[], Sequence[Given]]
    change: Callable[[Random, Sequence[Given]], Given]
    run: Callable[[Given], object]
    ours: tuple[type[BaseException], ...] = ()
    in_ci: int = 0  # how many inputs CI tries
    share: float = 1.0  # of the time of `make fuzz`
    ending: str = ".txt"


TARGETS: dict[str, Target] = {}


def add(target: Target) -> None:
    """Enter a target into the registry."""
    assert target.name not in TARGETS
    TARGETS[target.name] = target


def to_bytes(kind: str, given: Given) -> bytes:
    """An input as the bytes of a file; lone surrogates are kept."""
    if kind == "data":
        return bytes(given)
    text = json.dumps(given) if kind == "words" else given
    return text.encode("utf-8", "surrogatepass")


def from_bytes(kind: str, raw: bytes) -> Given:
    """The input that a file holds."""
    if kind == "data":
        return raw
    text = raw.decode("utf-8", "surrogatepass")
    return json.loads(text) if kind == "words" else text


def smaller(given: Given) -> Iterator[Given]:
    """Inputs with something left out: halves first, single characters last."""
    size = len(given)
    part = size // 2
    while part:
        for at in range(0, size, part):
            yield given[:at] + given[at + part :]
        part //= 2
    if isinstance(given, list):
        for at, word in enumerate(given):
            for shorter in smaller(word):
                yield [*given[:at], shorter, *given[at + 1 :]]


def minimised(given: Given, fails: Callable[[Given], bool], seconds: float = 6.0) -> Given:
    """The smallest input found in so many seconds that still fails."""
    end = time.perf_counter() + seconds
    again = True
    while again:
        again = False
        for candidate in smaller(given):
            if time.perf_counter() > end:
                return given
            if fails(candidate):
                given, again = candidate, True
                break
    return given


def unique(inputs: Iterable[Given]) -> list[Given]:
    """Each input once, in their order."""
    found: list[Given] = []
    for one in inputs:
        if one not in found:
            found.append(one)
    return found
