"""Files of hand histories, cut into pieces of whole hands that can be read independently."""

from __future__ import annotations

import codecs
import io
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pokerlake.packed import UNPACK, ending_of, unpacked
from pokerlake.tables.errors import InputError, UsageError, did_you_mean
from pokerlake.tables.manifest import MANIFEST

from .hand import LONGEST_LINE
from .json_hands import JSON_HAND, JSON_HEAD
from .sites.known import ANY_HAND, site_of
from .tournaments.summaries import SUMMARIES, is_summary

FORMATS = ("text", "summary", "phh", "ohh", "xml", "pokernow")
STDIN = "-"
CHUNK_BYTES = 1 << 21
_LONGEST_HAND = 1 << 23
_BLOCK_BYTES = 1 << 16  # of a truncated packed file, the text before the end is read
_NEAR_BYTES = 1 << 13  # of the end of a chunk, where the last hand is searched first
_MANY_BLANKS = 1 << 15
_MOST_WHOLE = 1 << 28  # bytes of a file that is not a sequence of hands

ENDINGS = (".txt", ".phh", ".phhs", ".ohh", ".json", ".jsonl", ".xml", ".csv")
# The beginning of a file in each format that is not text.
_FORMS = {
    "ohh": re.compile(rb"[\s\[]*" + JSON_HEAD.encode()),
    "xml": re.compile(rb"\s*(?:-+PRIMA\.DAT-+\s*)?<"),
    "pokernow": re.compile(rb'\s*"?entry"?,"?at"?,"?order"?'),
    "phh": re.compile(rb"(?>(?:\s*(?:#[^\n]*)?\n)*)(?:\[\w+\]\s*\n|\w+\s*=)"),
}
# Where hands begin in files that are cut, counted from the end of the previous line; a file in
# another format is read whole.
_BEGINNINGS = {
    "phh": re.compile(rb"\n\[[^\[\]\r\n_][^\[\]\r\n]*\][ \t]*\r?$", re.MULTILINE),
    "ohh": re.compile(JSON_HAND.pattern.encode()),
    "summary": SUMMARIES,
}
_ARCHIVES = {
    "a zip archive": re.compile(rb"PK\x03\x04"),
    "a tar archive": re.compile(rb".{257}ustar", re.DOTALL),
    "a 7z archive": re.compile(rb"7z\xbc\xaf\x27\x1c"),
    "a rar archive": re.compile(rb"Rar!\x1a\x07"),
}
# Text that may stand between hands: the marks of transcripts and of downloads.
BETWEEN = re.compile(r"\*{3,} # [0-9]+ \*{3,}|Transcript for your last .*|Hand #[0-9]+:")


class Source(NamedTuple):
    """A file to read: its path (None for stdin), its name in rows and messages.

    ``format`` is None if the file's beginning decides it.
    """

    path: Path | None
    name: str
    format: str | None = None


class Piece(NamedTuple):
    """Whole hands of a file from line ``line`` on, or why the file cannot be read further."""

    source: Source
    line: int
    text: bytes
    problem: str | None = None
    format: str = "text"


@dataclass
class Amount:
    """The bytes on disk that are to be read, and those that have been read."""

    total: int | None
    done: int = 0


def find_sources(names: Sequence[str], input_format: str | None = None) -> list[Source]:
    """The files of a command line; those of a folder are found by their endings, in order of names.

    ``names``: files, folders, or ``-`` for stdin; ``input_format``: of all of them; by default each
    file's beginning decides. Raises UsageError or InputError.
    """
    if input_format is not None and input_format not in FORMATS:
        raise UsageError(f"no input format {input_format!r}; {did_you_mean(input_format, FORMATS)}")
    sources: dict[str, Source] = {}
    for name in names:
        for source in _sources(name, input_format):
            key = STDIN if source.path is None else os.path.realpath(source.path)
            sources.setdefault(key, source)
    return list(sources.values())


def _sources(name: str, input_format: str | None) -> Iterator[Source]:
    if name == STDIN:
        if sys.stdin is None:
            raise InputError("stdin is closed; give the name of a file")
        yield Source(None, "stdin", input_format)
        return
    if not name:
        raise InputError("the name of the file is empty")
    path = Path(name)
    if not path.is_dir():
        if not path.exists():
            raise InputError(f"there is no file {name}")
        yield Source(path, _text(path), input_format)
        return
    inside = [p for p in _files_in(path) if _has_ending(p)]
    if not inside:
        raise InputError(f"{name} has no hand histories: no {endings()} files")
    yield from (Source(p, _text(p), input_format) for p in inside)


def passed_over(names: Sequence[str]) -> list[str]:
    """The files of folders that :func:`find_sources` leaves out because of their endings.

    ``names``: as there.
    """
    folders = [Path(name) for name in names if name and Path(name).is_dir()]
    left_out = [p for folder in folders for p in _files_in(folder) if not _has_ending(p)]
    return list({os.path.realpath(path): _text(path) for path in left_out}.values())


def endings() -> str:
    """The endings of hand histories, as messages list them."""
    return " ".join(ENDINGS)


def _files_in(folder: Path) -> list[Path]:
    """The files of a folder and of its subfolders, except lakes."""
    lakes = {path.parent for path in folder.rglob(MANIFEST)}
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path for path in files if lakes.isdisjoint(path.parents)]


def _has_ending(path: Path) -> bool:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in UNPACK:
        suffixes.pop()
    return bool(suffixes) and suffixes[-1] in ENDINGS


def _text(path: Path) -> str:
    """A path as text that a column can hold; file names may have any bytes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def amount_of(sources: Iterable[Source]) -> Amount:
    """The bytes of all files; the total is None if stdin is one of them."""
    total = 0
    for source in sources:
        if source.path is None:
            return Amount(None)
        try:
            total += source.path.stat().st_size
        except OSError:  # reading it will report it
            continue
    return Amount(total)


def chunks(sources: Iterable[Source], amount: Amount) -> Iterator[list[Piece]]:
    """The hands of all files in order, in chunks of about a million bytes."""
    chunk: list[Piece] = []
    size = 0
    for source in sources:
        for piece in pieces(source, amount):
            chunk.append(piece)
            size += len(piece.text) + 1000
            if size >= CHUNK_BYTES:
                yield chunk
                chunk, size = [], 0
    if chunk:
        yield chunk


def pieces(source: Source, amount: Amount) -> Iterator[Piece]:
    """A file in pieces that begin and end with hands."""
    form = source.format
    beginning: re.Pattern[bytes] | None = None
    waiting, line = bytearray(), 1
    seen = 0  # before it, only the first hand begins
    try:
        with _opened(source, amount) as file:
            while block := file.read(_BLOCK_BYTES):
                # No text continues after so many empty lines, and there may be millions of them.
                if len(block) >= _MANY_BLANKS and block.isspace():
                    form = form or (_format_of(waiting) if waiting else None)
                    if waiting and form in _TEXTS:
                        yield Piece(source, line, bytes(waiting), format=form)
                    if not waiting or form in _TEXTS:
                        line += waiting.count(b"\n") + block.count(b"\n")
                        waiting.clear()
                        seen = 0
                        continue
                waiting += block
                if line == 1 and not seen and (archive := _archive_of(waiting)):
                    waiting.clear()  # text that is stored plain in it would be read in part
                    raise ValueError(f"it is {archive}; unpack it, and import the folder")
                if len(waiting) < CHUNK_BYTES:
                    continue
                form = form or _format_of(waiting)
                if form not in ("text", *_BEGINNINGS):
                    if len(waiting) > _MOST_WHOLE:
                        raise ValueError(f"it is larger than {_MOST_WHOLE >> 20} MB in one piece")
                    continue
                if beginning is None:
                    site = site_of(bytes(waiting)) if form == "text" else None
                    beginning = site.beginning if site else _BEGINNINGS.get(form, _NONE)
                cut = _last_beginning(beginning, waiting, seen)
                seen = max(waiting.rfind(b"\n") + 1, len(waiting) - LONGEST_LINE)
                if not cut and len(waiting) > _LONGEST_HAND:  # not hand histories
                    if form in _TEXTS:
                        beginning = _ANYTHING
                        cut = _last_beginning(beginning, waiting, 0)
                    cut = cut or waiting.rfind(b"\n") + 1
                    if not cut:  # a bad line, however it continues
                        del waiting[LONGEST_LINE + 1 :]
                if cut:
                    yield Piece(source, line, bytes(waiting[:cut]), format=form)
                    line += waiting.count(b"\n", 0, cut)
                    del waiting[:cut]
                    seen = 0
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        yield Piece(source, line, bytes(waiting), format=form or _format_of(waiting))
        yield Piece(source, 0, b"", f"cannot be read: {reason}")
        return
    yield Piece(source, line, bytes(waiting), format=form or _format_of(waiting))


_TEXTS = ("text", "summary")
_ANYTHING = re.compile(b"%b|%b" % (SUMMARIES.pattern, ANY_HAND.pattern))
_NONE = re.compile(rb"(?!)")
_MOST_LINES = 6  # of the beginning of a hand, including blank ones


def _archive_of(begin: bytearray) -> str | None:
    """The kind of archive that begins so; None for another file."""
    return next((kind for kind, form in _ARCHIVES.items() if form.match(begin)), None)


def _last_beginning(beginning: re.Pattern[bytes], waiting: bytearray, seen: int) -> int:
    """Where the last hand begins; 0 if it is the only one, or if none begins after ``seen``."""
    for size in (_NEAR_BYTES, _BLOCK_BYTES, len(waiting)):  # most hands are short
        last = _last_match(beginning, waiting, max(seen - 1, len(waiting) - size, 0))
        if last >= 0:
            break
    else:
        return 0
    # From some lines before, so that a beginning of several lines is found at its first.
    begin = last
    for _ in range(_MOST_LINES):
        begin = max(waiting.rfind(b"\n", 0, begin), 0)
    if not begin and (first := beginning.match(b"\n" + waiting[: 2 * LONGEST_LINE])):
        begin = first.end() - 1  # no line ends before the first
    return _last_match(beginning, waiting, begin) + 1


def _last_match(beginning: re.Pattern[bytes], waiting: bytearray, begin: int) -> int:
    """Where the last match begins; -1 if there is none."""
    last = -1
    for match in beginning.finditer(waiting, begin):
        last = match.start()
    return last


def _format_of(waiting: bytearray) -> str:
    """The format of a file, from its beginning."""
    begin = bytes(waiting[:_BLOCK_BYTES]).removeprefix(codecs.BOM_UTF8)
    for name, form in _FORMS.items():
        if form.match(begin):
            return name
    return "summary" if is_summary(begin) else "text"


@contextmanager
def _opened(source: Source, amount: Amount) -> Iterator[_Recoded]:
    """The bytes of a file, unpacked, in its own encoding; reading them counts as progress."""
    if source.path is None:
        yield _Recoded(unpacked(_Counted(sys.stdin.buffer, amount), None))
        return
    with _open(source.path) as file:
        yield _Recoded(unpacked(_Counted(file, amount), ending_of(source.path)))


def _open(path: Path) -> BinaryIO:
    """A file, or a pipe that another process writes to; OSError for others."""
    if sys.platform == "win32":
        how = os.O_BINARY  # otherwise Windows changes the ends of lines
    else:
        how = os.O_NONBLOCK  # a pipe would wait for a writer
    descriptor = os.open(path, os.O_RDONLY | how)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise OSError("it is a device; '-' reads stdin")
        if sys.platform != "win32":
            os.set_blocking(descriptor, True)
        file = os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise
    if stat.S_ISFIFO(mode) and not file.peek(1):
        file.close()
        raise OSError("it is a pipe, and nobody writes to it")
    return file


class _Counted(io.RawIOBase):
    """The bytes of a file, counted as they are read."""

    def __init__(self, file: Any, amount: Amount) -> None:
        self._file = file
        self._amount = amount

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        block: bytes = self._file.read(size)
        self._amount.done += len(block)
        return block


class _Recoded:
    """The bytes in UTF-8, with modern ends of lines.

    The first two bytes show whether a file is in UTF-16.
    """

    def __init__(self, file: Any) -> None:
        self._file = file
        self._decoder: codecs.IncrementalDecoder | None = None
        self._begun = False
        self._return = False  # whether the last byte was a carriage return, which is held back

    def read(self, size: int = -1, /) -> bytes:
        block: bytes = self._file.read(size)
        if not self._begun:
            self._begun = True
            if block[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
                self._decoder = codecs.getincrementaldecoder("utf-16")(_AS_BAD_BYTE)
        ended = not block
        if self._decoder is not None:
            block = self._decoder.decode(block, final=ended).encode("utf-8", "surrogateescape")
        if self._return:
            block = b"\r" + block
            self._return = False
        if b"\r" not in block:
            return block
        if block.endswith(b"\r") and not ended:
            self._return = True
            block = block[:-1] or self.read(size)
        return block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


# Invalid UTF-16 becomes a byte that is invalid as text in any encoding, so that one hand is bad and
# not all. Half a unit at the end is dropped: old clients leave one after line ends of one byte.
_AS_BAD_BYTE = "pokerlake.bad_byte"


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    half = error.end == len(error.object) and error.end - error.start == 1
    return "" if half else "\udc81", error.end


codecs.register_error(_AS_BAD_BYTE, _replaced)
