"""The log of a PokerNow game as lines of hands: the file has it backwards, with much beside."""

from __future__ import annotations

import csv
import io
import re

from .hand import BadHandError

_NAMED = re.compile(r'"(?P<name>.*?) @ (?P<id>[\w-]+)"')
_START = re.compile(
    r"-- starting hand #(?P<number>\d+) (?:\(id: (?P<id>\w+)\) )? ?\((?P<game>[^()]*)\) (?"
    r":\(dealer: (?P<dealer>.*)\)|\(dead button\)) --"
)
_STACK = re.compile(r"#(?P<seat>\d+) (?P<name>.*?) \((?P<stack>[\d.]+)\)(?: \| |$)")
_SUITS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c"})


def lines(text: str) -> str:
    """The hands of a log, each with a head, its seats and its lines in order of time.

    BadHandError if the text is no CSV.
    """
    log = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), ("entry", "at", "order"))
    try:
        rows = list(log)[:0:-1]  # but for the heads of the columns, however they are written
    except csv.Error as error:
        raise BadHandError(f"is no CSV: {error}") from error
    ids: dict[str, str] = {}
    for row in rows:
        for match in _NAMED.finditer(row["entry"] or ""):
            ids.setdefault(match["name"], match["id"])

    def named(match: re.Match[str]) -> str:
        """A player by his name alone, where no other has it."""
        alone = ids[match["name"]] == match["id"]
        return match["name"] if alone else f"{match['name']} @ {match['id']}"

    found: list[str] = []
    inside = False
    tournament = any("is in the tournament" in (row["entry"] or "") for row in rows)
    for row in rows:
        entry = _NAMED.sub(named, row["entry"] or "").translate(_SUITS)
        if start := _START.fullmatch(entry):
            kind = "Tournament " if tournament else ""
            found.append(f"\nPokerNow {kind}Hand #{start['number']}: {start['game']} - {row['at']}")
            dealer = start["dealer"]
            inside = True
        elif entry.startswith("-- ending hand"):
            found.append(entry)
            inside = False
        elif not inside:
            continue
        elif entry.startswith("Player stacks: "):
            found += [
                f"Seat {seat['seat']}: {seat['name']} ({seat['stack']})"
                for seat in _STACK.finditer(entry.removeprefix("Player stacks: "))
            ]
            found.append(f"Dealer: {dealer or ''}")
        else:
            found.append(entry)
    return "\n".join(found)
