"""The log of a PokerNow game as lines of hands; the file has it in reverse, with much else."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from .hand import BadHandError

_ID = re.compile(r' @ (?P<id>[\w-]+)"')
_START = re.compile(
    r"-- starting hand #(?P<number>\d+) (?:\(id: (?P<id>\w+)\) )? ?\((?P<game>[^()]*)\) (?"
    r":\(dealer: (?P<dealer>.*)\)|\(dead button\)) --"
)
_SEAT = re.compile(r"#(?P<seat>\d+) (?P<name>.*) \((?P<stack>[\d.]+)\)")
_BREAK = re.compile(r"(?<=\)) \| (?=#\d)")
_SUITS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c"})


def lines(text: str) -> list[tuple[int, str]]:
    """The hands of a log: each has a head, its seats and its lines in order of time.

    Each line comes with its number in the file. BadHandError if the text is not CSV.
    """
    log = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), ("entry", "at", "order"))
    rows: list[tuple[int, str, str | None]] = []
    line = 1
    try:
        for row in log:
            rows.append((line, row["entry"] or "", row["at"]))
            line = log.line_num + 1
    except csv.Error as error:
        raise BadHandError(f"is no CSV: {error}") from error
    rows = rows[:0:-1]  # without the column titles, whatever they are
    ids: dict[str, str] = {}
    for _, entry, _ in rows:
        for begin, match in _named(entry):
            ids.setdefault(entry[begin + 1 : match.start()], match["id"])
    tournament = any("is in the tournament" in entry for _, entry, _ in rows)
    numbered: list[tuple[int, str]] = []
    inside = False
    for line, entry_text, at in rows:
        entry = _with_names(entry_text, ids).translate(_SUITS)
        said = [entry]
        if start := _START.fullmatch(entry):
            kind = "Tournament " if tournament else ""
            said = ["", f"PokerNow {kind}Hand #{start['number']}: {start['game']} - {at}"]
            dealer = start["dealer"]
            inside = True
        elif entry.startswith("-- ending hand"):
            inside = False
        elif not inside:
            continue
        elif entry.startswith("Player stacks: "):
            stacks = _BREAK.split(entry.removeprefix("Player stacks: "))
            said = [
                f"Seat {seat['seat']}: {seat['name']} ({seat['stack']})"
                for seat in map(_SEAT.fullmatch, stacks)
                if seat
            ]
            said.append(f"Dealer: {dealer or ''}")
        numbered += [(line, each) for part in said for each in part.split("\n")]
    return numbered


def _named(entry: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Where an entry names players, ``"Ann @ x1"``: the first mark of each, and its end."""
    end = 0
    for match in _ID.finditer(entry):
        begin = entry.find('"', max(end, entry.rfind("\n", end, match.start()) + 1), match.start())
        if begin >= 0:
            yield begin, match
            end = match.end()


def _with_names(entry: str, ids: dict[str, str]) -> str:
    """An entry with players by their names alone, if the names are unique."""
    parts, end = [], 0
    for begin, match in _named(entry):
        name = entry[begin + 1 : match.start()]
        alone = ids[name] == match["id"]
        parts += [entry[end:begin], name if alone else f"{name} @ {match['id']}"]
        end = match.end()
    return "".join([*parts, entry[end:]])
