"""Reads pieces of files: rows of the good hands, and what is wrong with the others."""

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

MOST_LISTED = 1000  # hands that are bad, of which each takes 570 bytes
# Bytes of each line in which patterns of heads look.
_LONGEST_OF_HEADS = (*[1000] * 3, *[LONGEST_LINE] * 20)
_FEWEST_LINES = 4
_SHOWN = 60  # characters of a line that is no hand
_SOMETHING = re.compile(rb"[^\s]")
_NUMBER_SHOWN = re.compile(rb"#([A-Z]{0,3}[\d-]{1,40})")
_LONGEST_SEAT = 5  # digits
_LONGEST_NUMBER = 50  # characters of that of a bad hand; a longer one is not shown
_PLAY = re.compile(rb"play (?:money|chips)|\bPM\b|\bHome Game\b", re.IGNORECASE)
_SEAT_SIGN = re.compile("[Ss]eat [^\n]*[( ](\\$|€|£|₹|¥) ?\\d".encode())
_FIRST_SEATS = 300  # bytes behind a head
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
    """What some pieces hold: the tables of the good hands, and the bad ones.

    ``bad`` has the first ``MOST_LISTED`` hands and files that are left out, ``left_out`` is the
    number of all, and ``unreadable`` that of the files. ``others`` counts hands of games that are
    not of the catalogue. ``entries`` is what summaries and hands tell of tournaments, and
    ``bounties`` what a hand, by its row, adds to what an entry has won.
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
    more = read_pieces(rest)  # hands of another site, behind those of the first
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
    """Reads pieces, and puts down their hands in a chunk."""

    def __init__(self) -> None:
        self.chunk = Chunk()
        self.bad: list[Bad] = []
        self.others: Counter[str] = Counter()
        self.files: list[str] = []  # the names that rows have
        self.sources: list[Source] = []  # what was read, for each of them
        self.file_at: dict[str, int] = {}  # the first of each name
        self.at = -1  # which of them is read
        self.any_long = True  # whether a line of the text may be longer than those of heads
        self.lines: dict[int, list[int]] = {}  # of those whose text is made, the lines it is of
        self.unreadable = 0
        self.entries: list[Entry] = []
        self.told_entries: dict[int, list[Entry]] = {}  # by hands whose objects tell them
        self.summaries = 0
        self.rest: list[Piece] = []  # which begin with a hand of another site

    def read(self, piece: Piece) -> None:
        """Put down the hands of a piece."""
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
        """Put down the hands of a log, whose lines are written anew."""
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
        """Put down what a text tells: hands, and summaries of tournaments in front or behind."""
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
            for at, told in summaries_in(text[start:stop]):
                try:
                    self.entries += read_summary(told, self.files[self.at], line + at - 1)
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

    def file_of(self, told: str | None) -> int:
        """The file that a hand is of: this one, or another that it names, as in an export."""
        if told is None:
            return self.at
        if told not in self.file_at:
            self.add_file(told, self.sources[self.at])
        return self.file_at[told]

    def add_file(self, name: str, source: Source) -> int:
        """Put down a file; returns which it is."""
        self.file_at.setdefault(name, len(self.files))
        self.files.append(name)
        self.sources.append(source)
        return len(self.files) - 1

    # ------------------------------------------------------------ text

    def text(self, raw: bytes, line: int) -> None:
        """Put down the hands of a text, whose first line is ``line`` of the file."""
        data = raw.replace(_NO_BREAK, b" ") if _NO_BREAK in raw else raw
        site = site_of(data)
        if site is None:
            self.stray(line, data)
            return
        data = site.rewritten(data)
        # Where each begins, and where its beginning ends.
        found = [match.span() for match in site.beginning.finditer(b"\n" + data)]
        self.stray(line, data[: found[0][0]])
        whole = _is_text(data)
        self.any_long = not whole or _longest_line(data) > min(_LONGEST_OF_HEADS)
        base = len(self.chunk.text)
        if whole:
            self.chunk.text += data
        counted, kin = 0, KIN.get(site, ())
        for (start, begun), (end, _) in pairwise([*found, (len(data), 0)]):
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
        """Put down a hand of a site's text, whose beginning ends at ``begun``."""
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
        first_line += begin == end and not text.endswith(b"\n", start, end)  # nothing is behind it
        # Not where a blank line ends a hand: the search takes a fifth of the time of reading it.
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
        """What the head of a text tells; None where the hand is left out, which is listed."""
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
        except Exception as error:  # noqa: BLE001 a fault of ours; the others are read
            self.refuse(line, _number(match[0]), _unforeseen(error))
        return None

    def head(
        self, site: Site, match: re.Match[bytes], text: bytes, end: int, line: int
    ) -> tuple[Any, ...]:
        """What the head of a text tells: the first of the fields of ``Head``."""
        told = site.told(match, self.files[self.at])
        limit, name, stakes = site.game(match)
        if name not in (PLAYED_GAMES if site.boardless else GAMES):
            raise OtherGameError(name[:_SHOWN])
        played, zone = moment_in(told.get("when", ""), months_first=site.months_first)
        _check_moment(played)
        button = told.get("button", "-1")
        if len(button) > _LONGEST_SEAT:
            raise BadHandError(f"the button is seat {button:.20}…, and there is none")
        currency = stakes.currency
        if currency is None and "tournament" not in told and not _PLAY.search(match[0]):
            seats = _SEAT_SIGN.search(text, match.end(), min(end, match.end() + _FIRST_SEATS))
            sign = sign_in(told.get("table", "")) or sign_in(seats[1].decode() if seats else "")
            currency = sign or site.currency
        return (
            site.name,
            told["number"],
            name,
            limit,
            stakes.small,
            stakes.small if limit == "fixed limit" and site.fixed_bets else stakes.big,
            currency,
            int(button),
            played,
            zone,
            site.zone,
            told.get("table"),
            told.get("tournament"),
            self.at,
            line,
        )

    def stray(self, line: int, text: bytes, file: int | None = None) -> None:
        """List the hands of a text that are known and not read, or its first line that is none."""
        start = 0
        unread = unread_in(text)
        for at, name in unread:
            line += text.count(b"\n", start, at)
            start = at
            self.refuse(line, None, f"is of {name}, which is not read", file)
        if unread:
            return
        while found := _SOMETHING.search(text, start):  # not line by line: there may be millions
            begin = text.rfind(b"\n", start, found.start()) + 1 or start
            stop = text.find(b"\n", found.start()) % (len(text) + 1)
            raw = text[begin : min(stop, begin + LONGEST_LINE)]
            shown = raw.decode("utf-8", "backslashreplace").strip().removeprefix("\ufeff")
            if shown and not shown.startswith("#") and not BETWEEN.fullmatch(shown):
                at = line + text.count(b"\n", 0, begin)
                self.refuse(at, None, f"no hand begins here: {shown[:_SHOWN]!r:.{_SHOWN}}", file)
                return
            start = stop

    # ------------------------------------------------------------ others

    def tells(self, piece: Piece) -> None:
        """Put down the hands of a file whose hands are no lines."""
        before, told = len(self.chunk.heads), len(self.bad) + self.others.total()
        data = piece.text.removeprefix(codecs.BOM_UTF8)
        if not _is_text(data):
            data = _decoded(data).encode("utf-8", "surrogateescape")
        try:
            self.put_down(piece.format, data, piece.line)
        except BadHandError as problem:
            self.refuse(problem.line or piece.line, None, str(problem))
        more = self.chunk.heads[before:]
        is_silent = not more and told == len(self.bad) + self.others.total()
        if is_silent and piece.format != "phh" and data.strip(b" \r\n\t,[]"):
            self.refuse(piece.line, None, NONE_BEGINS)
        if any(head.tournament is not None for head in more):
            self.entries += entries_in(more[0].site, piece.text, self.files[self.at])

    def put_down(self, form: str, data: bytes, line: int) -> None:
        """Put down hands: those in a usual form in one go, the others one by one."""
        if form not in _USUAL:
            self.one_by_one(form, data, line)
            return
        found = _USUAL[form](data, is_text=_is_text(data))
        entries: dict[int, list[Entry]] = {}
        for hand, told in found.tournaments().items():
            try:
                entries[hand] = _entries_of(told, self.files[self.at])
            except BadHandError:  # the reader of one hand tells it
                found.fine[hand] = False
        base = len(self.chunk.text)
        if any(found.fine):
            self.chunk.text += found.data
        for is_fine, group in groupby(range(len(found.fine)), found.fine.__getitem__):
            hands = list(group)
            first, stop = hands[0], hands[-1] + 1
            if is_fine:
                before = len(self.chunk.heads) - first
                heads = found.heads(first, stop, self.file_of, line)
                of = found.told.first[first : stop + 1]
                self.chunk.tell_all(heads, found.rows[of[0] : of[-1]], of, base)
                self.told_entries |= {
                    before + hand: entries[hand] for hand in hands if entries.get(hand)
                }
                continue
            for hand in hands:
                self.one_by_one(form, found.text(hand), line + found.line[hand])
        self.one_by_one(form, found.rest(), line + found.lines)

    def one_by_one(self, form: str, data: bytes, line: int) -> None:
        """Put down hands that a reader tells one by one."""
        for behind, hand in _TOLD[form](data.decode("utf-8", "surrogateescape")):
            self.told(line + behind, hand)

    def told(self, line: int, hand: Callable[[], tuple[dict[str, Any], Tells]]) -> None:
        """Put down a hand that a reader tells."""
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
        except Exception as error:  # noqa: BLE001 a fault of ours; the others are read
            self.refuse(line, None, _unforeseen(error))

    # ------------------------------------------------------------ all

    def done(self) -> tuple[Read, list[Piece]]:
        """The rows of all hands; and what follows them, and begins with one of another site."""
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
            hands.of = hands.of._replace(line=lines)
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
        """Put down what the hands of tournaments tell of them; returns the bounties, by row."""
        good = np.flatnonzero(hands.problem == 0).tolist()
        own = [
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
        for (site, file), group in groupby(own, lambda one: (one[1].site, one[1].file)):
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
            told = entries_in(site, b"".join(texts), self.files[file])
            self.entries += [entry._replace(bounties_in_hands=None) for entry in told]
        return bounties


def _place_in(order: dict[str, int], one: Bad) -> tuple[int, bool, int]:
    """By what bad hands are ordered: their files, and their lines."""
    return order[one.file], one.line is None, one.line or 0


def _longest_line(text: bytes) -> int:
    """The bytes of the longest line."""
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    return int(np.diff(ends, prepend=-1, append=len(text)).max()) - 1


def _long_line(text: bytes, start: int, end: int) -> tuple[int, int] | None:
    """The first line of a head that is longer than those of heads are, and how long they are.

    So what patterns of heads try is bounded, whatever stands there.
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
    """The number of a bad hand, if it has one of a usual length."""
    match = _NUMBER_SHOWN.search(text, 0, LONGEST_LINE)
    return match[1].decode() if match else None


def _unforeseen(error: Exception) -> str:
    return f"{UNFORESEEN} ({type(error).__name__}: {error!s:.200})"


def _entries_of(told: dict[str, Any], file: str) -> list[Entry]:
    """The entries in a tournament that an object of JSON tells, beside its hand."""
    try:
        entries = entries_of_object(told, file)
        for entry in entries:
            "".join(value for value in entry if isinstance(value, str)).encode()
            if name := too_large(entry):
                raise ValueError(f"{name} is larger than the table holds")
        return entries
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadHandError(f"its tournament is not told as it should be: {error!s:.100}") from error


def _told_head(told: dict[str, Any], file: int, line: int) -> Head:
    stakes = told["stakes"] or Stakes(0, 0, None)
    if told["game"] not in (PLAYED_GAMES if told.get("boardless") else GAMES):
        raise OtherGameError(str(told["game"]))
    if not told["number"]:
        raise BadHandError("has no number")
    _check_moment(told["played"])
    texts = [value for value in told.values() if isinstance(value, str)]
    if any(len(text) > LONGEST_LINE for text in texts):
        raise BadHandError(f"a text is {max(map(len, texts)):,} characters long")
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as error:
        raise BadHandError(NO_TEXT) from error
    return Head(
        told["site"], told["number"], told["game"], told["limit"] or "no limit", stakes.small,
        stakes.big, stakes.currency, -1 if told["button"] is None else told["button"],
        told["played"], told["zone"],
        told.get("clock") or "UTC", told["table"], told["tournament"], file, line,
        quirks=told.get("quirks", play.LOOSE_POTS), slack=told.get("slack", False),
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
    """Tables of hands behind each other, numbered on."""
    first, found = 0, []
    for tables in parts:
        found.append({name: numbered(table, first) for name, table in tables.items()})
        first += tables["hands"].num_rows
    return {name: pa.concat_tables([tables[name] for tables in found]) for name in found[0]}


def numbered(table: pa.Table, first: int) -> pa.Table:
    """A table of hands whose first hand gets this ``hand_id``."""
    return table.set_column(0, table.schema.field(0), pc.add(table["hand_id"], np.uint64(first)))


def without(tables: Tables, hands: Iterable[int]) -> Tables:
    """The tables without some hands; the others are numbered anew."""
    keep = np.ones(tables["hands"].num_rows, bool)
    keep[list(hands)] = False
    number = np.cumsum(keep).astype(np.uint64) - 1
    found = {}
    for name, table in tables.items():
        ids = table["hand_id"].to_numpy()
        kept = table.filter(pa.array(keep[ids]))
        column = pa.array(number[ids[keep[ids]]], pa.uint64())
        found[name] = kept.set_column(0, table.schema.field(0), column)
    return found
