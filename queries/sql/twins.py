"""Queries made of others: the same question of short deck, or of other holes of Omaha.

``-- in short deck: income_ranks`` on top of a query makes another of the same file, which reads
the table or view of short deck in place of that one, and its ranges as those of short deck.
``-- in omaha5: omaha_equities`` makes one of five cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pokerlake.catalogue import GAMES, Game, game_named
from pokerlake.engine.given import shown
from pokerlake.tables.schema import reading_instead

_TABLES = ("starting_hands", "matchups", "matchups3", "combo_matchups", "income_rates")
_TWINS = {game.name: game for game in GAMES.values() if game.twin}
_RANGE_HANDS = re.compile(r"range_hands\((\$\w+)\)")
_TWIN = re.compile(rf"^-- in ({'|'.join(map(re.escape, _TWINS))}): (.*)\n", re.M)


def with_twins(name: str, sql: str) -> Iterator[tuple[str, str]]:
    """The name and the text of a query, and of each twin that its header has."""
    plain = _TWIN.sub("", sql)
    yield name, plain
    for twin in _TWIN.finditer(sql):
        game = _TWINS[twin[1]]
        lines = (
            _header(game, line) if line.startswith("-- ") else line
            for line in plain.splitlines(keepends=True)
        )
        read = {other: _named(game, other) for other in twin[2].split(", ")}
        text = "".join(lines)
        if game.hole == 2:
            text = _RANGE_HANDS.sub(rf"range_hands(\1, '{game.name}')", text)
        yield _named(game, name), reading_instead(text, read)


def _named(game: Game, name: str) -> str:
    """The name of a game for that of its twin: ``omaha5_equities`` for ``omaha_equities``."""
    assert game.twin is not None
    return game.prefix + name.removeprefix(GAMES[game.twin.of].prefix)


def _header(game: Game, line: str) -> str:
    """A line of the header, in the words of a game."""
    twin = game.twin
    assert twin is not None
    words = {**twin.words, **(game.named(*_TABLES) if game.hole == 2 else {})}
    if twin.lead and (title := re.match("-- title: ", line)):
        at = title.end()
        line = f"{title[0]}{twin.lead}: {line[at].lower()}{line[at + 1 :]}"
    pattern = "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words)
    return re.sub(pattern, lambda found: words[found[0]], line)


def of_game(name: str, text: str, known: Collection[str]) -> str:
    """What a query is named that is wanted of another game, for messages."""
    game = game_named(text)
    asked = game.name if game else text
    prefixes = sorted({each.prefix for each in GAMES.values()}, key=len, reverse=True)
    own = next(prefix for prefix in prefixes if name.startswith(prefix))
    if game and game.prefix == own:
        return f"leave it out for {asked}"
    other = game.prefix + name.removeprefix(own) if game else ""
    return f"for {asked} ask {other}" if other in known else f"there is none for {shown(asked)}"
