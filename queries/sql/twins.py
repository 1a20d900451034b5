"""Queries made of others: the same question of short deck, or of other holes of Omaha.

``-- in short deck: income_ranks`` on top of a query makes another of the same file, which reads
the table or view of short deck in place of that one, and its ranges as those of short deck.
``-- in omaha5: omaha_equities`` makes one of five cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from pokerlake.engine.given import shown
from pokerlake.tables.definitions.classes import SHORT_DECK
from pokerlake.tables.schema import reading_instead


@dataclass(frozen=True)
class _Game:
    """A game, and how names and headers of queries are in it."""

    prefix: str  # of its queries, tables and views, in place of the other game's
    of: str  # that other game's prefix
    lead: str = ""  # before the title
    # What stands in the header in place of other words.
    words: Mapping[str, str] = field(default_factory=dict)
    ranges: str = ""  # the game of its ranges, where they are read otherwise

    def named(self, name: str) -> str:
        """The name of this game for another's: ``omaha5_equities`` for ``omaha_equities``."""
        return self.prefix + name.removeprefix(self.of)

    def header(self, line: str) -> str:
        """A line of the header, in the words of this game."""
        if self.lead and (title := re.match("-- title: ", line)):
            at = title.end()
            line = f"{title[0]}{self.lead}: {line[at].lower()}{line[at + 1 :]}"
        pattern = "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in self.words)
        return re.sub(pattern, lambda found: self.words[found[0]], line) if pattern else line


_HOLDEM_TABLES = ("starting_hands", "matchups", "matchups3", "combo_matchups", "income_rates")
_GAMES = {
    "short deck": _Game(
        SHORT_DECK.prefix, "", "Short deck", SHORT_DECK.named(*_HOLDEM_TABLES), SHORT_DECK.order
    ),
    "omaha5": _Game("omaha5_", "omaha_", words={
        "four cards": "five cards", "omaha_hands": "omaha_hands5", "16432": "134459",
        "omaha_hole": "omaha5_hole", "omaha_ranks": "omaha5_ranks",
        "AsKsQhJh": "AsKsQhJhTc", "AAxx": "AAxxx",
        "trips, quads": "trips, full house, quads",
        "rainbow, ss, ds, ts, ms": "ss, ds, ts, ts+ss, qs, ms",
        "ms: all four": "ts: three; ts+ss: three and two; qs: four; ms: all",
    }),
    "omaha6": _Game("omaha6_", "omaha_", words={
        "four cards": "six cards", "omaha_hands": "omaha_hands6", "16432": "962988",
        "omaha_hole": "omaha6_hole", "omaha_ranks": "omaha6_ranks",
        "AsKsQhJh": "AsKsQhJhTc9c", "AAxx": "AAxxxx",
        "trips, quads": "three pair, trips, full house, two trips, quads",
        "rainbow, ss, ds, ts, ms": "ds, ds+ss, ts, ts+ss, ts+ts, qs, qs+ss, 5s, ms",
        "ss: two of one suit; ms: all four":
            "ds+ss: two of each of three suits; ts: three; qs: four; 5s: five; ms: all",
    }),
    "omaha hi-lo": _Game("omaha8_", "omaha_", words={
        "Omaha of four cards": "Omaha hi-lo", "omaha_hands": "omaha8_hands",
    }),
}  # fmt: skip
_RANGE_HANDS = re.compile(r"range_hands\((\$\w+)\)")
_TWIN = re.compile(rf"^-- in ({'|'.join(map(re.escape, _GAMES))}): (.*)\n", re.M)


def with_twins(name: str, sql: str) -> Iterator[tuple[str, str]]:
    """The name and the text of a query, and of each twin that its header has."""
    plain = _TWIN.sub("", sql)
    yield name, plain
    for twin in _TWIN.finditer(sql):
        game = _GAMES[twin[1]]
        lines = (
            game.header(line) if line.startswith("-- ") else line
            for line in plain.splitlines(keepends=True)
        )
        read = {other: game.named(other) for other in twin[2].split(", ")}
        text = "".join(lines)
        if game.ranges:
            text = _RANGE_HANDS.sub(rf"range_hands(\1, '{game.ranges}')", text)
        yield game.named(name), reading_instead(text, read)


def of_game(name: str, text: str, known: Collection[str]) -> str:
    """What a query is named that is wanted of another game, for messages."""
    from pokerlake.engine.rules import rule_named

    rule = rule_named(text)
    game = rule.name if rule else text
    prefixes = {"hold'em": "", "omaha": "omaha_"}
    prefixes |= {twin: found.prefix for twin, found in _GAMES.items()}
    own = next((prefix for prefix in prefixes.values() if prefix and name.startswith(prefix)), "")
    if prefixes.get(game) == own:
        return f"leave it out for {game}"
    other = prefixes.get(game, "?") + name.removeprefix(own)
    return f"for {game} ask {other}" if other in known else f"there is none for {shown(game)}"
