"""Ranges, cards and parameters as text."""

from __future__ import annotations

import re
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from fuzz import mutate
from fuzz.inputs import Target, add, unique
from fuzz.watch import WrongError
from pokerlake.engine.cards.text import (
    CARDS,
    CardError,
    TextColumn,
    parse_card,
    parse_column,
    parse_hand,
)
from pokerlake.engine.ranges.notation import format_range, parse_range, read_parts
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import PokerlakeError, UsageError

CHECKOUT = Path(__file__).parents[3]
OURS = (CardError, RangeError, PokerlakeError)

# ---------------------------------------------------------------- ranges

RANGE_TOKENS = (
    "22+", "AKs", "AKo", "AK", "T9s+", "A5s-A2s", "TT-77", "AhKh", "QQ", "10 10", "random", "top ",
    "top 15%", "15%", "5%-15%", "0%", "100%", "*", "!", "!AKs", "(", ")", "0.5(", "40%(", ":0.5",
    ":1", ":0", ":1e-5", "@50", "@100", "@0", "@1", "@50%", "[50]", "[/50]", "[5.2]", "[/5.2]",
    "AxKx", "AxKy-AxTy", "Ax2x", "AsKh", "AA-22", ":xx", ":xy", "wxyz", ",", ", ", "\n", "\r\n", "+",
    "-", ":", "@", "%", "2d2c", "1 0 0.5 ", "0 " * 1326, "1.0\n" * 1326, "A", "s", "o", " ",
)  # fmt: skip

RANGE_SEEDS = (
    "22+, A2s+, KTo+, AhKh, QJs:0.5, top 15%", "22+,A2s+,KTs+,AJo+", "random,!AKs", "QQ+,AK@50",
    "0.5(AKs,QQ),40%(ATs+)", "top 15%", "5%-15%", "AA:0.25,KK:0.125,AKs:1e-05", "",
    "QQ+,AKs,A5s-A2s:0.5,98s+", "[50]AKs,QQ[/50],22+", "[5.2]AKs-ATs,KQo-K5o[/5.2],AA",
    "AA-22,AxKx-Ax2x,AxKy-AxTy,AsKh,15%,*", "(AA,KK)@50,(AxKx,QQ)@25", "22+!(AA,KK),AKs",
    "AhKh AhQh", "22+\nA2s+\nKTs", " ".join(["0.5"] * 1326), "T9s-76s,AJo-A8o", "AK+,AQs-A2s",
    "!(AA)", "random,!(22+,A2s+)", "((((AA))))", "AA" + ",KK" * 500, "AcAd:1e-300,AcAh:0.1",
)  # fmt: skip


@cache
def _ranking() -> Any:
    return np.linspace(1, 0, 169)


def _quoted() -> list[str]:
    """What stands in backticks and quotes in the docs of ranges: real ranges, and some other words."""
    pages = [CHECKOUT / "docs" / name for name in ("ranges.md", "equity.md", "python.md")]
    found = [
        match[1] or match[2]
        for page in pages
        if page.exists()
        for match in re.finditer(r"`([^`\n]+)`|[\"']([^\"'\n]+)[\"']", page.read_text("utf-8"))
    ]
    return unique([text for text in found if re.search(r"[2-9TJQKA]", text) and len(text) < 200])


@cache
def range_seeds() -> list[str]:
    """Ranges in all dialects."""
    return unique([*RANGE_SEEDS, *_quoted()])


def _range(text: str, dialect: str) -> None:
    """What is read and written in the same dialect reads as the same."""
    weights = parse_range(text, dialect=dialect, ranking=_ranking)
    if not (weights.shape == (1326,) and (weights >= 0).all() and (weights <= 1).all()):
        raise WrongError(f"weights from {weights.min()} to {weights.max()}")
    for part in read_parts(text, dialect=dialect, ranking=_ranking):
        if not part.reading.isprintable():
            raise WrongError(f"a reading is {part.reading!r}")
    written = format_range(weights, dialect=dialect)
    again = parse_range(written, dialect=dialect, ranking=_ranking)
    if not np.array_equal(again, weights):
        raise WrongError(f"{written[:200]!r} reads as other weights")
    if not np.array_equal(parse_range(format_range(weights)), weights):
        raise WrongError("pokerlake's own notation reads as other weights")


for _dialect in ("pokerlake", "piosolver", "equilab", "flopzilla", "propokertools"):
    add(
        Target(
            f"range_{_dialect}", "text", range_seeds,
            partial(mutate.text, tokens=RANGE_TOKENS), partial(_range, dialect=_dialect),
            OURS, in_ci=200, share=1.5,
        )
    )  # fmt: skip

# ---------------------------------------------------------------- cards

CARD_TOKENS = (
    *CARDS,
    "10h",
    "10",
    "1",
    "as",
    "AS",
    " ",
    ",",
    ", ",
    "|",
    "A♠",
    "ace of spades",
    "T",
    "s",
)
CARD_SEEDS = (
    "AsKsQsJsTs", "As Kd 10h", "7c 7d 9h Ks Ac 2d 2h", "2c3c4c5c7d", "as, 10d", "Jh2h3d", "AhKh", "",
    "".join(CARDS), "ace of spades", "Ten of Hearts", "Qs", "QsJsTs9s8s7s", "10h10d10c10s2c", "AsAs",
)  # fmt: skip
_CARD = re.compile("(10|[2-9TJQKAtjqka])([cdhsCDHS]|[♣♦♥♠][\ufe0e\ufe0f]?)[ \t,]*")


def _by_pattern(text: str) -> list[int] | None:
    """The cards of a text, read in another way; None if it is no hand."""
    at, found = 0, []
    while at < len(text) and text[at] in " \t,":
        at += 1
    while at < len(text):
        match = _CARD.match(text, at)
        if match is None:
            return None
        rank = "T" if match[1] == "10" else match[1].upper()
        suit = match[2][0].lower()
        found.append(CARDS.index(rank + dict(zip("♣♦♥♠", "cdhs", strict=True)).get(suit, suit)))
        at = match.end()
    return found if len(set(found)) == len(found) else None


def _hand(text: str) -> None:
    """One text, a column of few and one of many read as the same cards, or are all refused."""
    expected = _by_pattern(text)
    try:
        cards = parse_hand(text).tolist()
    except CardError:
        cards = None
    if cards != expected:
        raise WrongError(f"{cards} is not {expected}")
    for column in ([text], ["2c"] * 40 + [text]):
        try:
            raw = TextColumn.of(column)
        except UnicodeEncodeError:
            return
        if cards is None or not 0 <= len(cards) <= 7:
            try:
                parse_column(raw)
            except CardError as error:
                if error.index != len(column) - 1:
                    raise WrongError(f"row {error.index} is not the wrong one") from error
            else:
                raise WrongError("a column of it is read")
        else:
            read = parse_column(raw)
            last = read.cards[: read.count[-1], -1].tolist()
            if last != cards:
                raise WrongError(f"a column of it is {last}, not {cards}")
    parse_hand(text)


add(
    Target(
        "cards", "text", lambda: CARD_SEEDS, partial(mutate.text, tokens=CARD_TOKENS),
        _hand, OURS, in_ci=300, share=1.5,
    )
)  # fmt: skip


def _names(text: str) -> None:
    """Long names of cards, and hands named as in ``AKs``."""
    from pokerlake.queries.files.hand_names import hand_named

    for read in (parse_card, hand_named):
        try:
            read(text)
        except ValueError as error:
            if not isinstance(error, OURS) and type(error) is not ValueError:
                raise
    parse_card(text)


add(
    Target(
        "names", "text",
        lambda: [*CARD_SEEDS, "AKs", "kas", "AK", "22", "T9o", "AsKs", "two of clubs", "AA"],
        partial(mutate.text, tokens=(*CARD_TOKENS, "AKs", "o", "of", "ace", "king")),
        _names, OURS, in_ci=200, share=0.5,
    )
)  # fmt: skip

# ---------------------------------------------------------------- parameters

PARAMETERS = {
    "integer": ("5", "-1", "007", "1_000"), "number": ("0.5", "1e3", "-2"), "text": ("a", ""),
    "hand": CARD_SEEDS, "five_cards": CARD_SEEDS, "category": ("full house", "3", "high_card"),
    "hole": ("AhKd", "kdah"), "starting_hand": ("AKs", "kas", "22"),
    "omaha_hole": ("AsKsQhJh", "any"), "omaha_ranks": ("AAxx", "x", "any"), "range": RANGE_SEEDS,
    "range_of_hands": RANGE_SEEDS,
    "flop": ("jh 3h 4s",), "turn": ("jh 3h 4s 2c",), "river": ("jh 3h 4s 2c 9d",),
}  # fmt: skip


def _parameter(text: str) -> None:
    """``kind=text``; whatever is read, DuckDB has a type for."""
    from pokerlake.queries.sql.named import READERS, read_value

    kind, _, value = text.partition("=")
    if kind not in READERS:
        kind = list(READERS)[len(text) % len(READERS)]
    found = read_value("it", kind, value)
    if not isinstance(found, (int, float, str)):
        raise WrongError(f"{type(found)}")
    if isinstance(found, int) and not -(2**63) <= found < 2**63:
        raise WrongError(f"a whole number of {found.bit_length()} bits")


add(
    Target(
        "parameter", "text",
        lambda: [f"{kind}={text}" for kind, texts in PARAMETERS.items() for text in texts],
        partial(mutate.text, tokens=(*CARD_TOKENS, "=", "AKs", "full house", "straight-flush")),
        _parameter, OURS, in_ci=200, share=0.7,
    )
)  # fmt: skip


def _named_parameters(text: str) -> None:
    """Lines of ``NAME=VALUE`` as ``query -p``, ``chart`` and ``learn -p`` take them."""
    from pokerlake.engine.games.catalogue import GAMES
    from pokerlake.pipelines.learning.lessons import Lesson
    from pokerlake.queries.sql.named import given_parameters

    game, _, rest = text.partition("\n")
    game, _, algorithm = game.partition(" ")
    given = given_parameters(rest.split("\n") if rest else [])
    try:
        Lesson.of(GAMES, game, algorithm or None, rounds=10, seed=1, parameters=given)
    except UsageError as error:
        if len(str(error)) > 2000 + 24 * len(text):
            raise WrongError(f"a message of {len(str(error)):,} characters") from error
        raise


def _lessons() -> list[str]:
    from pokerlake.engine.games.catalogue import GAMES

    lines = ("", "\nexplore=0.05", "\ntables=8\nexplore=0.01", "\nplayers=3\nunit=60")
    how = [
        f"{name} {algorithm.name}" for name, game in GAMES.items() for algorithm in game.algorithms
    ]
    return [one + more for one in [*GAMES, *how] for more in lines]


add(
    Target(
        "learn", "text", _lessons,
        partial(
            mutate.text,
            tokens=("\n", "=", "explore", "tables", "players", "unit", "akq", "kuhn", "draw", "cfr+"),
        ),
        _named_parameters, OURS, in_ci=200, share=0.5,
    )
)  # fmt: skip
