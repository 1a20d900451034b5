"""Hand histories drawn over the shapes of hands that tests know, in files of any size.

Each hand has other cards, amounts, names, times and numbers than its shape, and balances as it
does: all amounts are scaled by a whole number, and whoever was ahead at the showdown still is.
"""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from given import histories, odd_histories, omaha_histories, sites
from helpers.command_line import run
from pokerlake.engine.cards.text import CARDS, RANKS, SUITS
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.omaha.evaluate import omaha_class_ids

GIVEN = (
    histories.ALL + histories.SAME_TEXT,
    odd_histories.TWICE + odd_histories.EMPTY_BUTTON,
    omaha_histories.ALL,
    sites.POKERSTARS.text,
)
FORMS = {"PokerStars": "txt", "GGPoker": "txt", "PHH": "phhs", "OHH": "ohh"}
FILE_BYTES = 50_000_000
DEALS = 20_000  # drawn for each shape; those are taken that leave the same players ahead
PLAYERS, TABLES = 20_000, 500
LARGEST = 200  # times the amounts of the shape
FIRST = datetime(2024, 1, 1, tzinfo=UTC)

_CARD, _AMOUNT = re.compile(f"[{RANKS}][{SUITS}]"), re.compile(r"\d+(?:\.\d+)?")
_PLAYER = re.compile(r"^Seat \d+: (.+) \([$€][\d.]+ in chips", re.M)
_SHOWN = re.compile(r"(?:: shows|mucked) \[([^]]+)\]")
_BOARD = re.compile(r"^(?:FIRST |SECOND )?Board \[([^]]+)\]", re.M)

# What is drawn anew, as the forms write it: a group each, named by its kind.
_TEXT = r"""
Hand\ \#[A-Z]*(?P<number>\d+)|(?P<time>\d{4}/\d\d/\d\d\ \d{1,2}:\d\d:\d\d)|
^Table\ '(?P<table>.*)'\ |\[(?P<cards>[2-9TJQKAcdhs ]+)\]|[$€](?P<amounts>\d+(?:\.\d+)?)|
(?<!\w)(?P<name>NAMES)(?!\w)
"""
_PATTERNS = {
    "PokerStars": _TEXT,
    "GGPoker": _TEXT,
    "PHH": r"""
^\[(?P<at>\d+)\]$|^hand\ =\ "(?P<number>\d+)"|^(?P<date>year\ =.*\n.*\n.*\ntime\ =.*)$|
^table\ =\ "(?P<table>.*)"$|\ (?P<cards>(?:[2-9TJQKA][cdhs])+)"|cbr\ (?P<amounts>[\d.]+)|
^(?:antes|blinds_or_straddles|min_bet|starting_stacks|winnings|finishing_stacks)\ =\ (?P<list>.*)$|
"(?P<name>NAMES)"
""",
    "OHH": r"""
"game_number":"(?P<number>\d+)"|"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z"|
"table_name":"(?P<table>(?:[^"\\]|\\.)*)"|"(?P<cards>(?:[2-9TJQKA][cdhs])+)"|
"(?:\w*amount|starting_stack|rake|_dead)":(?P<amounts>[\d.]+)|"(?P<name>NAMES)"
""",
}
_TIMES = {
    "PokerStars": "%Y/%m/%d %H:%M:%S",
    "GGPoker": "%Y/%m/%d %H:%M:%S",
    "PHH": "year = %Y\nmonth = %-m\nday = %-d\ntime = %H:%M:%S",
    "OHH": "%Y-%m-%dT%H:%M:%S",
}


@dataclass
class Shape:
    """A hand: its text with a gap for each thing that is drawn, and what stands in the gaps."""

    source: str  # the text that it is of
    text: str
    gaps: list[tuple[str, str]]  # the kind, and what the shape has there
    deals: np.ndarray  # decks for the cards of the shape's own, as numbers of cards

    def drawn(self, chance: Random, number: int, moment: datetime, form: str) -> str:
        """A hand of this shape."""
        deck = self.deals[chance.randrange(len(self.deals))].tolist()
        suits = chance.sample(range(4), 4)
        times = chance.randint(1, LARGEST)
        who = iter(chance.sample(range(PLAYERS), 10))
        new: dict[tuple[str, str], str] = {}
        for gap in self.gaps:
            if gap in new:
                continue
            kind, was = gap
            if kind == "card":
                card = deck[CARDS.index(was)]
                new[gap] = CARDS[card - card % 4 + suits[card % 4]]
            elif kind == "amount":
                cents = times * round(100 * float(was))
                new[gap] = f"{cents / 100:.2f}" if cents % 100 else str(cents // 100)
            elif kind == "name":
                new[gap] = _name(next(who), form)
            elif kind == "time":
                new[gap] = (moment + timedelta(seconds=float(was))).strftime(_TIMES[form])
            elif kind == "table":
                new[gap] = f"Table {chance.randrange(TABLES)}"
            else:
                new[gap] = str(number)
        return self.text % tuple(map(new.__getitem__, self.gaps))


def shapes() -> dict[str, list[Shape]]:
    """The shapes of cash games, by form; those of PHH and OHH are exported by pokerlake."""
    hands = re.findall(r"^PokerStars .*?(?=^PokerStars |\Z)", "".join(GIVEN), re.M | re.S)
    cash = [hand for hand in hands if "Tournament" not in hand]
    texts = {
        str(number): re.sub(r"#\d+", f"#{number}", text.rstrip(), count=1) + "\n\n\n\n"
        for number, text in enumerate(cash, 1)
    }
    forms = {
        "PokerStars": texts,
        "GGPoker": {number: _as_ggpoker(text) for number, text in texts.items()},
    }
    with TemporaryDirectory() as folder:
        given, lake = Path(folder, "given.txt"), Path(folder, "lake")
        given.write_text("".join(texts.values()), "utf-8")
        _done(f"import {given} --lake {lake}")
        for form, begins in (("PHH", r"^(?=\[\d+\]$)"), ("OHH", r'^(?=\{"ohh")')):
            out = Path(folder, f"out.{FORMS[form]}")
            _done(f"export hands -o {out} --lake {lake}")
            exported = re.split(begins, out.read_text("utf-8"), flags=re.M)[1:]
            numbers = r'(?:^hand = |"game_number":)"(\d+)"'
            forms[form] = {re.search(numbers, own, re.M)[1]: own for own in exported}
    # Keys of pokerlake's own are not of PHH; without them it has no dead blind and no second board.
    forms["PHH"] = {
        number: re.sub(r"^_.*\n", "", own, flags=re.M)
        for number, own in forms["PHH"].items()
        if "small & big blinds" not in texts[number] and "SECOND" not in texts[number]
    }
    own = sites.GGPOKER.text.rstrip() + "\n\n\n\n"  # has lines that PokerStars has not
    forms["GGPoker"]["GG"] = own
    texts = {**texts, "GG": own}
    deals = {number: _deals(text) for number, text in texts.items()}
    return {
        form: [_shape(own, texts[n], deals[n], form) for n, own in hands.items()]
        for form, hands in forms.items()
    }


def write(form: str, shapes: list[Shape], hands: int, folder: Path, first: int = 1) -> int:
    """Write hands, numbered from ``first``, into new files of a folder; returns their bytes."""
    chance = Random(first)
    moment = FIRST + timedelta(seconds=2 * first)
    total = in_file = 0
    with ExitStack() as stack:
        for number in range(first, first + hands):
            if in_file % FILE_BYTES == 0:
                stack.close()
                path = folder / f"{form}-{number:09}.{FORMS[form]}"
                file = stack.enter_context(path.open("wb"))
            moment += timedelta(seconds=chance.randrange(4))
            shape = chance.choice(shapes)
            size = file.write(shape.drawn(chance, 10**9 + number, moment, form).encode())
            total += size
            in_file = 0 if in_file + size >= FILE_BYTES else in_file + size
    return total


def _done(line: str) -> None:
    done = run(line)
    if done.code:
        raise RuntimeError(f"pokerlake {line}: {done.err}")


def _shape(own: str, text: str, deals: np.ndarray, form: str) -> Shape:
    names = {written for name in _PLAYER.findall(text) for written in (name, _quoted(name))}
    longest = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(_PATTERNS[form].strip().replace("NAMES", longest), re.M | re.X)
    pieces, gaps, done, base = [], [], 0, None
    for match in pattern.finditer(own):
        kind = match.lastgroup
        start, stop = match.span(kind)
        inside = {"cards": _CARD, "amounts": _AMOUNT, "list": _AMOUNT}.get(kind)
        if inside is None:
            was = match[kind]
            if kind in ("time", "date"):
                moment = _moment(was)
                base = base or moment
                kind, was = "time", str((moment - base).total_seconds())
            spans = [(kind, was, start, stop)]
        else:
            kind = "card" if inside is _CARD else "amount"
            spans = [(kind, m[0], *m.span()) for m in inside.finditer(own, start, stop)]
        for kind, was, start, stop in spans:
            pieces.append(own[done:start].replace("%", "%%"))
            gaps.append((kind, was))
            done = stop
    return Shape(text, "%s".join([*pieces, own[done:].replace("%", "%%")]), gaps, deals)


def _moment(written: str) -> datetime:
    return datetime(*map(int, re.findall(r"\d+", written)), tzinfo=UTC)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)[1:-1]


def _name(number: int, form: str) -> str:
    if form == "GGPoker":
        return f"{number * 2654435761 % 2**32:08x}"
    return f"player{number}"


def _as_ggpoker(text: str) -> str:
    """A hand as GGPoker writes it: no zone, all that are dealt in, other headings."""
    dealt = dict(re.findall(r"^Dealt to (.+) (\[.*\])$", text, re.M))
    players = _PLAYER.findall(re.sub(r"^.*in chips\) is sitting out\n", "", text, flags=re.M))
    all_dealt = "".join(f"Dealt to {name} {dealt.get(name, '')}\n" for name in players)
    text = re.sub(r"^Dealt to .*\n", "", text, flags=re.M)
    for was, is_now in (
        (
            r"^PokerStars .*?#(\d+): +(.*?)(?: USD)?\) - (\S+ \S+) .*$",
            r"Poker Hand #RC\1: \2) - \3",
        ),
        (r"^(\*\*\* HOLE CARDS \*\*\*\n)", lambda match: match[1] + all_dealt),
        (r"SHOW DOWN", "SHOWDOWN"),
        (r"(\| Rake .(\S+))$", r"\1 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0"),
    ):
        text = re.sub(was, is_now, text, flags=re.M)
    return text


def _deals(text: str) -> np.ndarray:
    """Decks that leave the same players ahead; of what is shared by halves, the shape's own.

    Where hands of a shape are shown, decks are drawn and those are kept in which each two of them
    compare as in the shape, on each board.
    """
    own = np.arange(52, dtype=np.uint8)[None]
    if "Hi/Lo" in text or "6+" in text:
        return own
    decks = np.random.default_rng(1).permuted(np.repeat(own, DEALS, axis=0), axis=1)
    decks = np.concatenate([own, decks])
    holes, boards = (
        [[CARDS.index(card) for card in cards.split()] for cards in dict.fromkeys(found)]
        for found in (_SHOWN.findall(text), _BOARD.findall(text))
    )
    kept = np.ones(len(decks), bool)
    for board in boards:
        if len(board) < 5:
            continue
        classes = [_classes(decks, hole, board).astype(int) for hole in holes]
        for one, other in combinations(classes, 2):
            signs = np.sign(one - other)
            kept &= signs == signs[0]
    return decks[kept]


def _classes(decks: np.ndarray, hole: list[int], board: list[int]) -> np.ndarray:
    if len(hole) == 2:
        return class_ids(np.ascontiguousarray(decks[:, hole + board]), layout="rows")
    cards = (np.ascontiguousarray(decks[:, own]) for own in (hole, board))
    return omaha_class_ids(*cards, layout="rows")
