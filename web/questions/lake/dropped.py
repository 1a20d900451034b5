"""Hands of files that were dropped on the page: read, counted and shown, and kept on request.

Each question brings the whole text, packed, so the server has nothing to remember. The text becomes
a lake in a temporary folder; a process keeps the last one. Only ``keep_hands`` adds hands to the
served lake, if the server was started with that option.
"""

from __future__ import annotations

import atexit
import base64
import binascii
import hashlib
import os
import shutil
import tempfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import to_json

from pokerlake.tables.errors import UsageError

from ..answer import Answer, Same
from ..registry import Asked, Asking, field, question, questions
from ..rows import rows_of
from .sql import FOLDERS, remove_left

if TYPE_CHECKING:
    from pokerlake.pipelines.histories.importing import Imported

MOST_TEXT = 4 << 20  # bytes, unpacked
_MOST_PACKED = 60_000  # characters, of the 64 KB that a request may have
_MOST_FILES = 200
_MOST_BAD = 20  # hands that are listed

_TEXTS = TypeAdapter(Annotated[list[str], Field(min_length=1, max_length=_MOST_FILES)])
_last: list[_Made] = []  # the lake of the hands that this process was asked about last, one at most

_LISTED = """
select hands.hand_id, hands.number, hands.site, hands.game,
    cast(hands.played as varchar) as played, hands.big_blind, hands.board,
    seats.player as hero, seats.position, seats.hole, seats.net
from hands
left join seats on hands.hand_id = seats.hand_id and hands.hero = seats.seat
order by hands.hand_id
"""


class DroppedAsked(Asked):
    """The text of hands, and a question about them.

    ``packed`` is a JSON list of texts, one per file, in UTF-8, gzip and base64. ``ask`` is another
    question and ``asked`` its request; the answer to ``list`` is all hands.
    """

    packed: str = Field(min_length=1, max_length=_MOST_PACKED)
    ask: Literal[
        "list", "hand", "stats", "stats_picture", "played", "winnings", "habits", "shown"
    ] = "list"
    asked: dict[str, Any] = Field({}, max_length=50)


@question("dropped", DroppedAsked, seconds=60)
def dropped(asked: DroppedAsked, asking: Asking) -> Answer:
    """All hands of dropped files, or the answer to another question about them."""
    with field("packed"):
        made = _lake_of(_unpacked(asked.packed))
    asking.listen()
    its_lake = replace(asking, lake=made.path)
    if asked.ask == "list":
        return Answer({"left_out": made.left_out, "bad": made.bad}, rows_of(its_lake, _LISTED))
    other = questions()[asked.ask]
    # As JSON, so that errors read as those of that question.
    answer: Answer = other.answer(other.model.model_validate_json(to_json(asked.asked)), its_lake)
    return replace(answer, same=Same(), keep=False)


class KeepAsked(Asked):
    """The text of hands, as ``dropped`` takes it."""

    packed: str = Field(min_length=1, max_length=_MOST_PACKED)


@question("keep_hands", KeepAsked, seconds=60, at_once=1)
def keep_hands(asked: KeepAsked, asking: Asking) -> Answer:
    """Put hands of dropped files into the lake, if ``serve --keep-hands`` runs."""
    from pokerlake.pipelines.histories.importing import import_histories

    if not asking.keeps_hands:
        raise UsageError(
            "this page keeps no hands; 'pokerlake serve --keep-hands' does, and 'pokerlake import "
            "FILES' puts them into the lake"
        )
    with field("packed"):
        text = _unpacked(asked.packed)
        asking.listen()
        with tempfile.TemporaryDirectory(prefix=f"{FOLDERS}{os.getpid()}-") as folder:
            done = import_histories(asking.lake, _written(Path(folder), text))
    return Answer({"new": done.new, "known": done.known, "left_out": _left_out(done)})


@dataclass(frozen=True)
class _Made:
    """A lake of hands in its own folder."""

    digest: str
    folder: Path
    left_out: int
    bad: list[str]

    @property
    def path(self) -> Path:
        return self.folder / "lake"


def _unpacked(packed: str) -> bytes:
    """The text; UsageError if it is invalid, or too long."""
    unpacking = zlib.decompressobj(wbits=31)
    try:
        text = unpacking.decompress(base64.b64decode(packed, validate=True), MOST_TEXT)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise UsageError("this is no text in gzip and base64") from error
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise UsageError(f"the hands have more than {MOST_TEXT >> 20} MB; drop fewer files")
    return text


def _lake_of(text: bytes) -> _Made:
    """The lake of a text; that of the previous text is removed."""
    digest = hashlib.sha256(text).hexdigest()
    if not _last or _last[0].digest != digest:
        _forget()
        remove_left()
        folder = Path(tempfile.mkdtemp(prefix=f"{FOLDERS}{os.getpid()}-"))
        try:
            _last.append(_imported(digest, folder, text))
        except BaseException:
            shutil.rmtree(folder)
            raise
    return _last[0]


def _imported(digest: str, folder: Path, text: bytes) -> _Made:
    from pokerlake.pipelines.histories.importing import import_histories

    files = _written(folder, text)
    done = import_histories(folder / "lake", files)
    for file in files:
        Path(file).unlink()
    if not done.new:
        first_problem = f": {done.bad[0].problem}" if done.bad else ""
        raise UsageError(f"no hand can be read in what was dropped{first_problem}")
    bad = [
        f"{Path(each.file).name}, line {each.line or 1:,}: {each.problem}"
        for each in done.bad[:_MOST_BAD]
    ]
    return _Made(digest, folder, _left_out(done), bad)


def _left_out(done: Imported) -> int:
    return done.bad_hands + done.others.total()


def _written(folder: Path, text: bytes) -> list[str]:
    """The names of files with these texts; UsageError for anything but a list of texts."""
    try:
        texts = _TEXTS.validate_json(text)
    except ValidationError as error:
        raise UsageError("this is no list of texts in JSON") from error
    files = [folder / f"file {number}" for number in range(1, 1 + len(texts))]
    for file, content in zip(files, texts, strict=True):
        file.write_text(content, "utf-8", newline="")
    return list(map(str, files))


@atexit.register
def _forget() -> None:
    while _last:
        shutil.rmtree(_last.pop().folder, ignore_errors=True)
