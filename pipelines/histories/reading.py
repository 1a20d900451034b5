"""Reads pieces of files: rows of the good hands, and the problems of the others."""

from __future__ import annotations

import codecs
import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import GAMES, PLAYED_GAMES
from pokerlake.engine.histories import records as play

from . import json_hands, phh, pokernow, usual, xml_hands
from .chunk import Chunk, Hands, Head
from .columns import tables_of
from .hand import LONGEST_LINE, NO_TEXT, BadHandError, OtherGameError, midnight
from .heads import Stakes, moment_in, sign_in
from .sites.known import ANY_HAND, KIN, others_of, site_of, unread_in
from .sites.site import Site
from .sources import BETWEEN, Piece, Source
from .tells import Tells
from .tournaments.entries import Entry, too_large
from .tournaments.hands import entries_in, entries_of_object
from .tournaments.summaries import IN_SUMMARIES, SUMMARIES, read_summary, summaries_in
from .words import NO_BLIND

Tables = dict[str, pa.Table]

MOST_LISTED = 1000  # bad hands, of which each takes 570 bytes
# Bytes of each line that patterns of heads look at.
_LONGEST_OF_HEADS = (*[1000] * 3, *[LONGEST_LINE] * 20)
_FEWEST_LINES = 4
_SHOWN = 60  # characters of a line that belongs to no hand
_SOMETHING = re.compile(rb"[^\s]")
_NUMBER_SHOWN = re.compile(rb"#([A-Z]{0,3}[\d-]{1,40})")
_LONGEST_SEAT = 5  # digits
_LONGEST_NUMBER = 50  # characters of the number of a bad hand; a longer one is not shown
_PLAY = re.compile(rb"play (?:money|chips)|\bPM\b|\bHome Game\b", re.IGNORECASE)
_SEAT_SIGN = re.compile("[Ss]eat [^\n]*[( ](\\$|€|£|₹|¥) ?\\d".encode())
_FIRST_SEATS = 300  # bytes after a head
_EARLIEST, _LATEST = midnight(1900, 1, 1), midnight(2201, 1, 1)
NONE_BEGINS = "no hand begins in it"
UNFORESEEN = "cannot be read, which is a fault of pokerlake"


class Bad(NamedTuple):
    """A hand, or a file, that was left out.

    ``line`` is where the problem is, or where the hand begins. ``number`` is the number of the
    hand, if it is known.
    """

    file: str
    line: int | None
    number: str | None
    problem: str


def bad_hands(bad: Sequence[Bad]) -> pa.Table:
    """The hands and files that were left out, as a table."""
    types = (pa.string(), pa.uint32(), pa.string(), pa.string())
    schema = pa.schema(list(zip(Bad._fields, types, strict=True)))
    return pa.Table.from_pylist([one._asdict() for one in bad], schema)


@dataclass
class Read:
    """The contents of some pieces: the tables of the good hands, and the bad ones.

    ``bad`` has the first ``MOST_LISTED`` hands and files that are left out, ``left_out`` counts
    all, and ``unreadable`` the files among them. ``others`` counts hands of games that are missing
    from the catalogue. ``entries`` has the facts of summaries and hands about tournaments;
    ``bounties`` has what a hand, by its row, adds to the winnings of an entry.
    """

    tables: Tables
    bad: list[Bad] = field(default_factory=list)
    left_out: int = 0
    unreadable: int = 0
    others: Counter[str] = field(default_factory=Counter)
    entries: list[Entry] = field(default_factory=list)
    bounties: list[tuple[int, Entry]] = field(default_factory=list)
    summaries: int = 0


def read_pieces(pieces: Sequence[Piece]) -> Read:
    """Read all hands of some pieces."""
    reader = _Reader()
    for piece in pieces:
        reader.read(piece)
    read, rest = reader.done()
    if not rest:
        return read
    more = read_pieces(rest)  # hands of another site, after those of the first
    order = {piece.source.name: at for at, piece in reversed([*enumerate(pieces)])}
    bad = sorted(read.bad + more.bad, key=functools.partial(_place_in, order))
    return Read(
        joined([read.tables, more.tables]),
        bad[:MOST_LISTED],
        read.left_out + more.left_out,
        read.unreadable + more.unreadable,
        read.others + more.others,
        read.entries + more.entries,
        read.bounties
        + [(row + read.tables["hands"].num_rows, entry) for row, entry in more.bounties],
        read.summaries + more.summaries,
    )


class _Reader:
    """Reads pieces, and adds their hands to a chunk."""

    def __init__(self) -> None:
        self.chunk = Chunk()
        self.bad: list[Bad] = []
        self.others: Counter[str] = Counter()
        self.files: list[str] = []  # the names that rows have
        self.sources: list[Source] = []  # the source of each of them
        self.file_at: dict[str, int] = {}  # the first with each name
        self.at = -1  # the one that is being read
        self.any_long = True  # whether a line of the text may be longer than those of heads
        self.lines: dict[int, list[int]] = {}  # by line of a text that is made, its origin
        self.unreadable = 0
        self.entries: list[Entry] = []
        self.told_entries: dict[int, list[Entry]] = {}  # by hand, for hands whose objects have them
        self.summaries = 0
        self.rest: list[Piece] = []  # pieces that begin with a hand of another site

    def read(self, piece: Piece) -> None:
        """Add the hands of a piece."""
        name = piece.source.name
        if not self.files or self.files[self.at] != name:
            self.at = self.add_file(name, piece.source)
        if piece.problem is not None:
            self.bad.append(Bad(name, None, None, piece.problem))
            self.unreadable += 1
        elif piece.format in ("text", "summary"):
            self.texts(piece.text, piece.line)
        elif piece.format == "pokernow":
            self.log(_decoded(piece.text))
        else:
            self.tells(piece)

    def log(self, text: str) -> None:
        """Add the hands of a log, whose lines are rewritten."""
        try:
            lines = pokernow.lines(text)
        except BadHandError as problem:
            self.refuse(1, None, str(problem))
            return
        if not lines:
            self.refuse(1, None, NONE_BEGINS)
            return
        self.lines[self.at] = [line for line, _ in lines]
        self.text("".join(f"{said}\n" for _, said in lines).encode("utf-8", "surrogateescape"), 1)

    def texts(self, text: bytes, line: int) -> None:
        """Add the contents of a text: hands, and summaries of tournaments before or after."""
        starts = []
        if IN_SUMMARIES in text:  # to look at each line is a twentieth of reading
            starts = [match.start() for match in SUMMARIES.finditer(b"\n" + text)]
        front = text[: starts[0]] if starts else text
        if front or not starts:
            self.text(front, line)
        counted = 0
        for start, end in pairwise([*starts, len(text)]):
            line += text.count(b"\n", counted, start)
            counted = start
            hand = ANY_HAND.search(text, start, end)
            stop = hand.start() + 1 if hand else end
            if hand:
                behind = line + text.count(b"\n", start, stop)
                self.rest.append(Piece(self.sources[self.at], behind, text[stop:end]))
            for at, summary in summaries_in(text[start:stop]):
                try:
                    self.entries += read_summary(summary, self.files[self.at], line + at - 1)
                    self.summaries += 1
                except BadHandError as problem:
                    self.refuse(problem.line or line, None, str(problem))

    def refuse(
        self, line: int | None, number: str | None, problem: str, file: int | None = None
    ) -> None:
        """List something that is left out."""
        file = self.at if file is None else file
        number = number if len(number or "") <= _LONGEST_NUMBER else None
        source = self.sources[file]
        if line is not None and file in self.lines:
            line = self.lines[file][line - 1]
        self.bad.append(Bad(source.name, line, number, problem))

    def file_of(self, named: str | None) -> int:
        """The file of a hand: this one, or another that it names, as in an export."""
        if named is None:
            return self.at
        if named not in self.file_at:
            self.add_file(named, self.sources[self.at])
        return self.file_at[named]

    def add_file(self, name: str, source: Source) -> int:
        """Add a file; returns its index."""
        self.file_at.setdefault(name, len(self.files))
        self.files.append(name)
        self.sources.append(source)
        return len(self.files) - 1

    # ------------------------------------------------------------ text

    def text(self, raw: bytes, line: int) -> None:
        """Add the hands of a text, whose first line is ``line`` of the file."""
        data = raw.replace(_NO_BREAK, b" ") if _NO_BREAK in raw else raw
        site = site_of(data)
        if site is None:
            self.stray(line, data)
            return
        data = site.rewritten(data)
        # Where each hand begins, and where its beginning ends.
        spans = [match.span() for match in site.beginning.finditer(b"\n" + data)]
        self.stray(line, data[: spans[0][0]])
        whole = _is_text(data)
        self.any_long = not whole or _longest_line(data) > min(_LONGEST_OF_HEADS)
        base = len(self.chunk.text)
        if whole:
            self.chunk.text += data
        counted, kin = 0, KIN.get(site, ())
        for (start, begun), (end, _) in pairwise([*spans, (len(data), 0)]):
            line += data.count(b"\n", counted, start)
            counted = start
            hand = data
            if kin and start and any(each.beginning.match(data, start - 1) for each in kin):
                self.rest.append(Piece(self.sources[self.at], line, data[start:end]))
                continue
            if not whole:
                if other := others_of(site).search(data, begun - 1, end):
                    at = other.start() + 1
                    behind = line + data.count(b"\n", start, at)
                    self.rest.append(Piece(self.sources[self.at], behind, data[at:end]))
                    end = at
                hand = data[start:end]
                try:
                    hand = hand.decode("cp1252").encode() if not _is_text(hand) else hand
                except UnicodeDecodeError as error:
                    cut = hand.rfind(b"\n\n", 0, error.start) + 1
                    if not cut or not _is_text(hand[:cut]):
                        self.refuse(line, _number(hand), NO_TEXT)
                        continue
                    self.stray(line + hand.count(b"\n", 0, cut), hand[cut:])
                    hand = hand[:cut]
                base = len(self.chunk.text)
                self.chunk.text += hand
                self.hand(site, hand, 0, min(begun - 1 - start, len(hand)), len(hand), base, line)
            else:
                self.hand(site, hand, start, begun - 1, end, base, line)

    def hand(
        self, site: Site, text: bytes, start: int, begun: int, end: int, base: int, line: int
    ) -> None:
        """Add a hand of a site's text, whose beginning ends at ``begun``."""
        match = head = None
        if self.any_long and (long := _long_line(text, start, end)):
            at, most = long
            problem = f"a line is longer than {most:,} bytes"
            self.refuse(line + at, _number(text[start : min(end, start + most)]), problem)
        else:
            match = site.heading.match(text, start, end)
            head = self.head_or_none(site, match, text, start, end, line)
        begin = match.end() if match else begun
        first_line = line + text.count(b"\n", start, begin)
        first_line += begin == end and not text.endswith(b"\n", start, end)  # nothing follows
        # Not if a blank line ends a hand: the search takes a fifth of the time of reading it.
        closes = site.closes and head is not None
        foreign = None if closes else others_of(site).search(text, begin - 1, end)
        if foreign:
            behind = first_line + text.count(b"\n", begin, foreign.start() + 1)
            self.rest.append(Piece(self.sources[self.at], behind, text[foreign.start() + 1 : end]))
            end = foreign.start() + 1
        if head is not None:
            where = (base + start, base + begin, base + end, first_line)
            more = (*where, site.quirks, site.slack, site.closes)
            self.chunk.add(Head._make((*head, *more)), site)

    def head_or_none(
        self,
        site: Site,
        match: re.Match[bytes] | None,
        text: bytes,
        start: int,
        end: int,
        line: int,
    ) -> tuple[Any, ...] | None:
        """The head of a text; None if the hand is left out, and listed."""
        if match is None and text.count(b"\n", start, end) < _FEWEST_LINES:
            last = line + text[start:end].rstrip().count(b"\n")
            number = _number(text[start : min(end, start + LONGEST_LINE)])
            self.refuse(last, number, "is cut short: there is no table, or no seat")
            return None
        if match is None:
            first = text[start : min(end, start + LONGEST_LINE)].strip().partition(b"\n")[0]
            shown = first.decode("utf-8", "backslashreplace").rstrip()[:80]
            self.refuse(line, _number(first), f"{shown!r} is no first line of a hand")
            return None
        try:
            return self.head(site, match, text, end, line)
        except OtherGameError as other:
            self.others[other.game] += 1
        except BadHandError as problem:
            self.refuse(line, _number(match[0]), str(problem))
        except Exception as error:  # noqa: BLE001 a bug of ours; the other hands are read
            self.refuse(line, _number(match[0]), _unforeseen(error))
        return None

    def head(
        self, site: Site, match: re.Match[bytes], text: bytes, end: int, line: int
    ) -> tuple[Any, ...]:
        """The head of a text: the first of the fields of ``Head``."""
        facts = site.told(match, self.files[self.at])
        limit, name, stakes = site.game(match)
        if name not in (PLAYED_GAMES if site.boardless else GAMES):
            raise OtherGameError(name[:_SHOWN])
        played, zone = moment_in(facts.get("when", ""), months_first=site.months_first)
        _check_moment(played)
        button = facts.get("button", "-1")
        if len(button) > _LONGEST_SEAT:
            raise BadHandError(f"the button is seat {button:.20}…, and there is none")
        currency = stakes.currency
        if currency is None and "tournament" not in facts and not _PLAY.search(match[0]):
            seats = _SEAT_SIGN.search(text, match.end(), min(end, match.end() + _FIRST_SEATS))
            sign = sign_in(facts.get("table", "")) or sign_in(seats[1].decode() if seats else "")
            currency = sign or site.currency
        return (
            site.name,
            facts["number"],
            name,
            limit,
            stakes.small,
            stakes.small if limit == "fixed limit" and site.fixed_bets else stakes.big,
            currency,
            int(button),
            played,
            zone,
            site.zone,
            facts.get("table"),
            facts.get("tournament"),
            self.at,
            line,
        )

    def stray(self, line: int, text: bytes, file: int | None = None) -> None:
        """List the hands of a text that are known and not read, or its first stray line."""
        start = 0
        unread = unread_in(text)
        for at, name in unread:
            line += text.count(b"\n", start, at)
            start = at
            self.refuse(line, None, f"is of {name}, which is not read", file)
        if unread:
            return
        while something := _SOMETHING.search(
            text, start
        ):  # not line by line: there may be millions
            begin = text.rfind(b"\n", start, something.start()) + 1 or start
            stop = text.find(b"\n", something.start()) % (len(text) + 1)
            raw = text[begin : min(stop, begin + LONGEST_LINE)]
            shown = raw.decode("utf-8", "backslashreplace").strip().removeprefix("\ufeff")
            if shown and not shown.startswith("#") and not BETWEEN.fullmatch(shown):
                at = line + text.count(b"\n", 0, begin)
                self.refuse(at, None, f"no hand begins here: {shown[:_SHOWN]!r:.{_SHOWN}}", file)
                return
            start = stop

    # ------------------------------------------------------------ others

    def tells(self, piece: Piece) -> None:
        """Add the hands of a file whose hands are not lines of text."""
        before, left_out = len(self.chunk.heads), len(self.bad) + self.others.total()
        data = piece.text.removeprefix(codecs.BOM_UTF8)
        if not _is_text(data):
            data = _decoded(data).encode("utf-8", "surrogateescape")
        try:
            self.put_down(piece.format, data, piece.line)
        except BadHandError as problem:
            self.refuse(problem.line or piece.line, None, str(problem))
        more = self.chunk.heads[before:]
        is_silent = not more and left_out == len(self.bad) + self.others.total()
        if is_silent and piece.format != "phh" and data.strip(b" \r\n\t,[]"):
            self.refuse(piece.line, None, NONE_BEGINS)
        if any(head.tournament is not None for head in more):
            self.entries += entries_in(more[0].site, piece.text, self.files[self.at])

    def put_down(self, form: str, data: bytes, line: int) -> None:
        """Add hands: those in a usual form at once, the others one by one."""
        if form not in _USUAL:
            self.one_by_one(form, data, line)
            return
        in_form = _USUAL[form](data, is_text=_is_text(data))
        entries: dict[int, list[Entry]] = {}
        for hand, object_ in in_form.tournaments().items():
            try:
                entries[hand] = _entries_of(object_, self.files[self.at])
            except BadHandError:  # the reader of one hand reports it
                in_form.fine[hand] = False
        base = len(self.chunk.text)
        if any(in_form.fine):
            self.chunk.text += in_form.data
        for is_fine, group in groupby(range(len(in_form.fine)), in_form.fine.__getitem__):
            hands = list(group)
            first, stop = hands[0], hands[-1] + 1
            if is_fine:
                before = len(self.chunk.heads) - first
                heads = in_form.heads(first, stop, self.file_of, line)
                starts = in_form.told.first[first : stop + 1]
                self.chunk.tell_all(heads, in_form.rows[starts[0] : starts[-1]], starts, base)
                self.told_entries |= {
                    before + hand: entries[hand] for hand in hands if entries.get(hand)
                }
                continue
            for hand in hands:
                self.one_by_one(form, in_form.text(hand), line + in_form.line[hand])
        self.one_by_one(form, in_form.rest(), line + in_form.lines)

    def one_by_one(self, form: str, data: bytes, line: int) -> None:
        """Add hands that a reader parses one by one."""
        for behind, hand in _TOLD[form](data.decode("utf-8", "surrogateescape")):
            self.told(line + behind, hand)

    def told(self, line: int, hand: Callable[[], tuple[dict[str, Any], Tells]]) -> None:
        """Add a hand that a reader parses."""
        try:
            head, tells = hand()
            entries = []
            if head["tournament"] is not None and "object" in head:
                entries = _entries_of(head["object"], self.files[self.at])
            self.chunk.tell(_told_head(head, self.file_of(head.get("file")), line), tells)
            if entries:
                self.told_entries[len(self.chunk.heads) - 1] = entries
        except OtherGameError as other:
            self.others[other.game] += 1
        except BadHandError as problem:
            self.refuse(problem.line or line, None, str(problem))
        except Exception as error:  # noqa: BLE001 a bug of ours; the other hands are read
            self.refuse(line, None, _unforeseen(error))

    # ------------------------------------------------------------ all

    def done(self) -> tuple[Read, list[Piece]]:
        """The rows of all hands; and the later pieces, which begin with a hand of another site."""
        hands = self.chunk.played()
        hands.problem[(hands.problem == 0) & (hands.played.big_blind <= 0)] = NO_BLIND
        rest = self.rest
        for hand in np.flatnonzero((hands.problem != 0) & (hands.after < 0)).tolist():
            head = hands.heads[hand]
            if head.closes and (other := ANY_HAND.search(hands.bytes, head.begin - 1, head.end)):
                at = other.start() + 1
                line = head.first_line + hands.bytes.count(b"\n", head.begin, at)
                rest.append(Piece(self.sources[head.file], line, hands.bytes[at : head.end]))
        for hand in np.flatnonzero(hands.after >= 0).tolist():
            head, at = hands.heads[hand], int(hands.after[hand])
            text = hands.bytes[at : head.end]
            line = head.first_line + hands.bytes.count(b"\n", head.begin, at)
            if site_of(text):
                rest.append(Piece(self.sources[head.file], line, text))
            elif head.closes:
                self.stray(line, text, head.file)
        for hand, where, problem in hands.faults():
            head = hands.heads[hand]
            self.refuse(where, head.number, problem, head.file)
        if self.lines:
            lines = [
                self.lines[head.file][head.line - 1] if head.file in self.lines else head.line
                for head in hands.heads
            ]
            hands.columns = hands.columns._replace(line=lines)
        tables = tables_of(hands, self.files)
        order = {name: at for at, name in reversed([*enumerate(self.files)])}
        self.bad.sort(key=functools.partial(_place_in, order))
        bad, left_out = self.bad[:MOST_LISTED], len(self.bad)
        bounties = self.tournaments(hands)
        read = Read(
            tables, bad, left_out, self.unreadable, self.others, self.entries, bounties,
            self.summaries,
        )  # fmt: skip
        return read, rest

    def tournaments(self, hands: Hands) -> list[tuple[int, Entry]]:
        """Add the facts of tournament hands about tournaments; returns the bounties, by row."""
        good = np.flatnonzero(hands.problem == 0).tolist()
        in_tournaments = [
            (row, head)
            for row, head in enumerate(hands.heads[hand] for hand in good)
            if head.tournament is not None and head.end
        ]
        bounties = [
            (row, entry)
            for row, hand in enumerate(good)
            for entry in self.told_entries.get(hand, ())
            if entry.bounties_in_hands is not None
        ]
        self.entries += [
            entry._replace(bounties_in_hands=None)
            for hand in good
            for entry in self.told_entries.get(hand, ())
        ]
        for (site, file), group in groupby(in_tournaments, lambda one: (one[1].site, one[1].file)):
            texts = []
            for row, head in group:
                text = hands.bytes[head.start : head.end]
                texts.append(text)
                if b"ounty" in text:
                    bounties += [
                        (row, entry)
                        for entry in entries_in(site, text, self.files[file])
                        if entry.bounties_in_hands is not None
                    ]
            of_file = entries_in(site, b"".join(texts), self.files[file])
            self.entries += [entry._replace(bounties_in_hands=None) for entry in of_file]
        return bounties


def _place_in(order: dict[str, int], bad: Bad) -> tuple[int, bool, int]:
    """The sort key of bad hands: their files, and their lines."""
    return order[bad.file], bad.line is None, bad.line or 0


def _longest_line(text: bytes) -> int:
    """The bytes of the longest line."""
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    return int(np.diff(ends, prepend=-1, append=len(text)).max()) - 1


def _long_line(text: bytes, start: int, end: int) -> tuple[int, int] | None:
    """The first line of a head that is longer than heads may have, and its length.

    This bounds what patterns of heads try, whatever the text.
    """
    lines = _LONGEST_OF_HEADS if end - start > LONGEST_LINE else _LONGEST_OF_HEADS[:3]
    for at, most in enumerate(lines):
        stop = text.find(b"\n", start, end)
        if (end if stop < 0 else stop) - start > most:
            return at, most
        if stop < 0:
            return None
        start = stop + 1
    return None


_NO_BREAK = "\u00a0".encode()


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "surrogateescape")


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _number(text: bytes) -> str | None:
    """The number of a bad hand, if it has a usual length."""
    match = _NUMBER_SHOWN.search(text, 0, LONGEST_LINE)
    return match[1].decode() if match else None


def _unforeseen(error: Exception) -> str:
    return f"{UNFORESEEN} ({type(error).__name__}: {error!s:.200})"


def _entries_of(object_: dict[str, Any], file: str) -> list[Entry]:
    """The entries in a tournament that a JSON object has beside its hand."""
    try:
        entries = entries_of_object(object_, file)
        for entry in entries:
            "".join(value for value in entry if isinstance(value, str)).encode()
            if name := too_large(entry):
                raise ValueError(f"{name} is larger than the table holds")
        return entries
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadHandError(f"its tournament is not told as it should be: {error!s:.100}") from error


def _told_head(facts: dict[str, Any], file: int, line: int) -> Head:
    stakes = facts["stakes"] or Stakes(0, 0, None)
    if facts["game"] not in (PLAYED_GAMES if facts.get("boardless") else GAMES):
        raise OtherGameError(str(facts["game"]))
    if not facts["number"]:
        raise BadHandError("has no number")
    _check_moment(facts["played"])
    texts = [value for value in facts.values() if isinstance(value, str)]
    if any(len(text) > LONGEST_LINE for text in texts):
        raise BadHandError(f"a text is {max(map(len, texts)):,} characters long")
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as error:
        raise BadHandError(NO_TEXT) from error
    return Head(
        facts["site"], facts["number"], facts["game"], facts["limit"] or "no limit", stakes.small,
        stakes.big, stakes.currency, -1 if facts["button"] is None else facts["button"],
        facts["played"], facts["zone"],
        facts.get("clock") or "UTC", facts["table"], facts["tournament"], file, line,
        quirks=facts.get("quirks", play.LOOSE_POTS), slack=facts.get("slack", False),
    )  # fmt: skip


def _check_moment(played: int | None) -> None:
    if played is not None and not _EARLIEST <= played < _LATEST:
        raise BadHandError("was played before 1900 or after 2200")


Told = Iterator[tuple[int, Callable[[], tuple[dict[str, Any], Tells]]]]

_TOLD: dict[str, Callable[[str], Told]] = {
    "ohh": json_hands.hands,
    "phh": phh.hands,
    "xml": xml_hands.hands,
}
_USUAL = {"ohh": usual.find_ohh, "phh": usual.find_phh}

# ---------------------------------------------------------------- rows


def joined(parts: Sequence[Tables]) -> Tables:
    """Tables of hands, concatenated and numbered on."""
    first, ready = 0, []
    for tables in parts:
        ready.append({name: numbered(table, first) for name, table in tables.items()})
        first += tables["hands"].num_rows
    return {name: pa.concat_tables([tables[name] for tables in ready]) for name in ready[0]}


def numbered(table: pa.Table, first: int) -> pa.Table:
    """A table of hands whose first hand gets this ``hand_id``."""
    return table.set_column(0, table.schema.field(0), pc.add(table["hand_id"], np.uint64(first)))


def without(tables: Tables, hands: Iterable[int]) -> Tables:
    """The tables without some hands; the others are numbered anew."""
    keep = np.ones(tables["hands"].num_rows, bool)
    keep[list(hands)] = False
    number = np.cumsum(keep).astype(np.uint64) - 1
    remaining = {}
    for name, table in tables.items():
        ids = table["hand_id"].to_numpy()
        kept = table.filter(pa.array(keep[ids]))
        column = pa.array(number[ids[keep[ids]]], pa.uint64())
        remaining[name] = kept.set_column(0, table.schema.field(0), column)
    return remaining
