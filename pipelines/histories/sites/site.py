"""A site: how it begins a hand, the facts in its head, and the forms of its lines."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pokerlake.engine.histories import records as play
from pokerlake.engine.histories.scan_kernels import Forms

from ..forms import compiled
from ..heads import Stakes, amount_of, game_in, stakes_in


class Game(NamedTuple):
    """The limit and the game by the names that heads know, and the stakes."""

    limit: str
    game: str  # as written, if its name is unknown
    stakes: Stakes


# Groups of heads that differ from hand to hand.
_OF_HAND = ("number", "when", "table", "button", "tournament")
_MOST_GAMES = 1 << 12  # that are cached
_SHORT = 500  # bytes
_NO_STAKES = Stakes(0, 0, None)


@dataclass(frozen=True, eq=False)
class Site:
    """How a site writes its hands, as text.

    Attributes
    ----------
    name : str
        Its name in ``hands.site``.
    begins : str
        A pattern of a hand's beginning, at the beginning of a line.
    head : str
        A pattern from there to the beginning of its lines. It has the groups ``number`` and
        ``about`` (the game and the stakes). It may have ``when``, ``table``, ``button`` and
        ``tournament``; ``dealt``, the cards of a hole, if heads call Omaha hold'em; ``posted``, a
        big blind, if they do not name the limit; and ``blinds``, which replace those of ``about``.
        A group that may stand in two places has a number after its name, and the later one counts.
    forms : str
        Its lines, see ``forms``.
    file : str
        A pattern for the names of its files, with groups as those of the head.
    zone : str
        Of its clock, if the text names none.
    rewrites : tuple
        Patterns in its text with their replacements, of as many lines. The time to match them must
        grow no faster than the text, whatever it contains.
    """

    name: str
    begins: str
    head: str
    forms: str
    file: str = ""
    mark: str = ": "
    hero: str = ""
    all_in: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()  # ends of lines that are ignored
    rewrites: tuple[tuple[str, str | Callable[[re.Match[bytes]], bytes]], ...] = ()
    strict: bool = True
    repeats: bool = False  # a line may be repeated
    live_small: bool = False  # a second small blind is a bet
    implied_blinds: bool = False  # blinds may have no lines
    unordered: bool = False  # lines may not be in the order of play
    loose_pots: bool = False  # the pots that lines name are not always those of the betting
    ends: bool = True  # whether each hand has a part of its own after its play
    zone: str = "UTC"
    misnamed: tuple[tuple[str, str], ...] = ()  # names in heads, and their meanings
    limit: str = ""  # for games whose heads name none
    currency: str | None = None  # for its cash games, if their heads name none
    months_first: bool = False
    implied: bool = False  # streets may have no lines of their own
    by_acts: bool = False  # seats are in no order
    slack: bool = False  # equal parts of a pot may differ by less than a big blind
    boardless: bool = False  # whether its stud and draw are read
    fixed_bets: bool = True  # stakes of a fixed limit are its bets, not its blinds

    closes: bool = False  # whether a hand ends at the first blank line after its end

    @functools.cached_property
    def quirks(self) -> int:
        """Its quirks as bits for the replay."""
        bits = {
            play.IMPLIED: self.implied,
            play.BY_ACTS: self.by_acts,
            play.LOOSE_POTS: self.loose_pots,
            play.REPEATS: self.repeats,
            play.LIVE_SMALL: self.live_small,
            play.IMPLIED_BLINDS: self.implied_blinds,
            play.UNORDERED: self.unordered,
        }
        return sum(bit for bit, has in bits.items() if has)

    @functools.cached_property
    def beginning(self) -> re.Pattern[bytes]:
        """Where hands begin, from the end of the previous line: three times as fast as ``^``."""
        return re.compile(rb"\n[ \t]*(?:\xef\xbb\xbf)*(?:" + self.begins.encode() + rb")")

    @functools.cached_property
    def heading(self) -> re.Pattern[bytes]:
        """The head of a hand."""
        return re.compile(rb"[ \t]*(?:\xef\xbb\xbf)*" + self.head.encode(), re.MULTILINE)

    @functools.cached_property
    def lines(self) -> Forms:
        """The forms of its lines, for the kernel."""
        return compiled(
            self.forms,
            mark=self.mark,
            hero=self.hero,
            all_in=self.all_in,
            noise=self.noise,
            strict=self.strict,
            ends=self.ends,
            closes=self.closes,
        )

    @functools.cached_property
    def _rewriting(self) -> list[tuple[re.Pattern[bytes], bytes | Callable[..., bytes]]]:
        return [
            (
                re.compile(pattern.encode(), re.MULTILINE),
                instead.encode() if isinstance(instead, str) else instead,
            )
            for pattern, instead in self.rewrites
        ]

    def rewritten(self, text: bytes) -> bytes:
        """A text of hands with its replacements."""
        for pattern, instead in self._rewriting:
            text = pattern.sub(instead, text)
        return text

    @functools.cached_property
    def naming(self) -> re.Pattern[str]:
        """The pattern for the names of its files."""
        return re.compile(self.file)

    @functools.cached_property
    def _of_hand(self) -> list[tuple[str, int]]:
        """The groups of a head that differ from hand to hand, by name."""
        return [(name, at - 1) for name, at in self._groups if name in _OF_HAND]

    @functools.cached_property
    def _of_game(self) -> list[tuple[str, int]]:
        """The other groups."""
        return [(name, at - 1) for name, at in self._groups if name not in _OF_HAND]

    @functools.cached_property
    def _groups(self) -> list[tuple[str, int]]:
        return [(name.rstrip("12"), at) for name, at in self.heading.groupindex.items()]

    @functools.cached_property
    def _games(self) -> dict[tuple[bytes | None, ...], Game]:
        """The games of heads that were read, by those groups."""
        return {}

    def told(self, head: re.Match[bytes], file: str) -> dict[str, str]:
        """The told in the head of a hand and the name of its file, by names of groups."""
        groups = head.groups()
        facts = {
            name: value.decode().strip() for name, at in self._of_hand if (value := groups[at])
        }
        if self.file and (match := self.naming.search(file)):
            facts = {name: value for name, value in match.groupdict().items() if value} | facts
        return facts

    def game(self, head: re.Match[bytes]) -> Game:
        """The game of a hand, from its head; raises BadHandError.

        Few games recur again and again: they are cached, except for long texts.
        """
        groups = head.groups()
        key = tuple([groups[at] for _, at in self._of_game])
        game = self._games.get(key)
        if game is None:
            facts = {
                name: value.decode().strip()
                for (name, _), value in zip(self._of_game, key, strict=True)
                if value
            }
            game = self._game(**facts)
            if len(self._games) < _MOST_GAMES and sum(map(len, filter(None, key))) <= _SHORT:
                self._games[key] = game
        return game

    def _game(
        self, about: str, dealt: str = "", posted: str | None = None, blinds: str = "", **_: str
    ) -> Game:
        if blinds:
            about = f"{blinds} {about}"
        written = about.strip()
        omaha = _OMAHA.get(len(dealt.split()))
        if omaha:
            about = _HOLDEM.sub(omaha, about)
        for said, meant in self.misnamed:
            about = about.replace(said, meant)
        if game_in(about)[0] is None:
            about = f"{about} {self.limit or _limit(about, posted)}"
        limit, game = game_in(about)
        return Game(limit or "no limit", game or written, stakes_in(about) or _NO_STAKES)


def _limit(about: str, posted: str | None) -> str:
    """The limit of a game: fixed if the big blind is the smaller of the stakes."""
    stakes = stakes_in(about)
    if posted and stakes is not None and amount_of(posted) == stakes.small < stakes.big:
        return "Limit"
    return "Pot Limit" if "omaha" in str(game_in(about)[1]) else "No Limit"


_HOLDEM = re.compile("Hold'?em", re.IGNORECASE)
_OMAHA = {4: "Omaha", 5: "5 Card Omaha", 6: "6 Card Omaha"}
