"""Files of hand histories in every form that an import reads, changed at random."""

from __future__ import annotations

import codecs
import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest import mock

import numpy as np
import pyarrow as pa

from fuzz import histories, mutate
from fuzz.inputs import Target, add
from fuzz.watch import WrongError
from given import histories as hands
from given import odd_histories, omaha_histories, other_sites, site_forms, sites, summaries
from pokerlake.pipelines.histories import sources
from pokerlake.pipelines.histories.reading import (
    MOST_LISTED,
    UNFORESEEN,
    Bad,
    Read,
    Tables,
    joined,
    read_pieces,
)  # fmt: skip
from pokerlake.pipelines.histories.sites.known import SITES
from pokerlake.pipelines.histories.sources import Amount, Piece, Source, pieces
from pokerlake.pipelines.histories.tournaments.entries import Entry, merged
from pokerlake.tables.definitions.histories import TOURNAMENTS

CHECKOUT = Path(__file__).parents[3]
SHARED = [place / "shared/data/sites" for place in (CHECKOUT.parent, CHECKOUT.parents[1])]
LONGEST_SEED = 30_000  # bytes
LONGEST = 1 << 17  # bytes
SMALL = 512  # bytes of a block and of a chunk, of which a file is cut
NO_ENTRIES = TOURNAMENTS.arrow_schema().empty_table()
BLANKS = "\ufeff\0 \t\r\u2028\u2029"
SHOWN = 5  # of what is wrong

# ---------------------------------------------------------------- what is changed


@functools.cache
def _forms() -> dict[str, list[bytes]]:
    """Files by their forms: those that are made up, and of others some if they are there."""
    samples = (*sites.SAMPLES, *other_sites.SAMPLES, other_sites.CASES, *site_forms.SAMPLES)
    found = {sample.name: [sample.text.encode()] for sample in samples}
    for at, text in enumerate(summaries.ALL):
        found[f"summary {at}"] = [text.encode()]
    found["phh"] = [
        text.encode() for text in (hands.FIRST_PHH, hands.SAME_PHH, omaha_histories.SIDE_POT_PHH)
    ]
    found["text"] = [
        text.encode() for text in (hands.ALL, odd_histories.TWICE, omaha_histories.ALL)
    ]
    for folder in next((place for place in SHARED if place.is_dir()), Path("/none")).glob("*/*"):
        files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
        chosen = [file for file in files if file.stat().st_size < LONGEST_SEED][
            :: len(files) // 9 + 1
        ]
        if chosen:
            found[f"{folder.parent.name}/{folder.name}"] = [file.read_bytes() for file in chosen]
    return found


def _seeds() -> Sequence[bytes]:
    return [text for texts in _forms().values() for text in texts]


@functools.cache
def _tokens(text: bytes) -> tuple[str, ...]:
    """Lines and words of a file, and what may stand between hands."""
    plain = text.decode("utf-8", "replace")
    found = {*re.findall(r"[^\n]+\n", plain), *re.findall(r"\S+ ?", plain)}
    return (*sorted(found), "\n", "\n\n", "\r", "[", "]", "{", "}", ",", '"', "<game ", "</game>")


def _change(random: Random, _: Sequence[bytes]) -> bytes:
    """A file of one form with faults of any text or of hands, or of two forms behind each other."""
    forms = _forms()
    texts = forms[random.choice(list(forms))]
    parts = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        seed = random.choice(texts)
        kind = random.random()
        if kind < 0.15:
            parts.append(seed)
        elif kind < 0.6:
            parts.append(mutate.lines(random, [seed, random.choice(texts)], _tokens(seed)))
        else:
            parts.append(histories.altered(seed.decode("utf-8", "replace"), random))
        if random.random() < 0.2:
            texts = forms[random.choice(list(forms))]
            parts.append(b"\n\n")  # by which PokerStars ends a hand
    whole = random.choice((b"", b"", b"\n\n")).join(parts)
    if random.random() < 0.02:
        whole = whole.decode("utf-8", "replace").encode("utf-16")
    return whole[:LONGEST]


# ---------------------------------------------------------------- what an import makes of it


class Found(NamedTuple):
    """What is read of a file."""

    tables: Tables
    bad: list[Bad]
    others: Mapping[str, int]
    summaries: int
    entries: pa.Table


def _read(source: Source, *, apart: bool) -> Iterator[tuple[list[Piece], Read]]:
    parts = list(pieces(source, Amount(None)))
    for some in [[part] for part in parts] if apart else [parts]:
        yield some, read_pieces(some)


@contextmanager
def _small() -> Iterator[None]:
    """Files are cut wherever hands begin."""
    with (
        mock.patch.object(sources, "CHUNK_BYTES", SMALL),
        mock.patch.object(sources, "_BLOCK_BYTES", SMALL),
    ):
        yield


def _found(source: Source, *, apart: bool) -> tuple[list[Piece], Found]:
    read = list(_read(source, apart=apart))
    others: Counter[str] = sum((one.others for _, one in read), Counter())
    return [piece for some, _ in read for piece in some], Found(
        joined([one.tables for _, one in read]),
        [bad for _, one in read for bad in one.bad],
        others,
        sum(one.summaries for _, one in read),
        merged(NO_ENTRIES, [entry for _, one in read for entry in _entries(one)]),
    )


def _entries(read: Read) -> list[Entry]:
    return read.entries + [entry for _, entry in read.bounties]


def _wrong(given: bytes) -> Iterator[str]:
    """What is wrong with an import of a file; nothing, if all is well."""
    file = Path("given.txt")
    file.write_bytes(given)
    try:
        source = Source(file, "given.txt")
        parts, whole = _found(source, apart=False)
        with _small():
            small, cut = _found(source, apart=True)
    finally:
        file.unlink()
    text = b"".join(part.text for part in parts)
    lines = text.count(b"\n") + 1
    for one in whole.bad:
        if one.problem.startswith(UNFORESEEN):
            yield one.problem
        if not one.problem or len(one.problem) > 400 or len(one.number or "") > 50:
            yield f"line {one.line}: a problem of {len(one.problem)} characters"
        if "\n" in one.problem:
            yield f"line {one.line}: a problem of several lines: {one.problem!r}"
        if one.line is not None and not 1 <= one.line <= lines:
            yield f"line {one.line} of {lines}: {one.problem}"
    for table in whole.tables.values():
        table.validate(full=True)
    yield from histories.unbalanced(whole.tables)
    yield from _silent(text, parts[0].format, whole)
    if parts[0].format != small[0].format:
        return  # by less than its beginning
    one, other = (dict(_by_line(tables)) for tables in (whole.tables, cut.tables))
    for name, table in one.items():
        if not table.equals(other[name]):
            yield f"{name}: {table.num_rows} rows, {other[name].num_rows} where it is cut"
    for name in ("others", "summaries", "bad"):  # what entries tell, hands may contradict
        one, other = getattr(whole, name), getattr(cut, name)
        if name == "bad":
            one, other = (sorted(bad, key=_place)[:MOST_LISTED] for bad in (one, other))
            if not _is_utf8(text):  # where hands of two sites meet, their encodings decide
                one, other = len(one), len(other)
        if one != other:
            yield f"{name}: {one}, where it is cut {other}"


def _is_utf8(text: bytes) -> bool:
    return "\ufffd" not in text.decode("utf-8", "replace")


def _place(bad: Bad) -> tuple[int, str]:
    return bad.line or 0, bad.problem


def _by_line(tables: Tables) -> Iterator[tuple[str, pa.Table]]:
    """The tables with hands in the order of their lines: what follows other hands is read later."""
    lines = tables["hands"]["line"].to_numpy()
    place = np.empty(len(lines), np.int64)
    place[np.argsort(lines, kind="stable")] = np.arange(len(lines))
    for name, table in tables.items():
        now = place[table["hand_id"].to_numpy()]
        table = table.set_column(0, "hand_id", pa.array(now))
        yield name, table.take(np.argsort(now, kind="stable"))


_TEXTS = b"|".join(b"(?:%b)" % site.begins.encode() for site in SITES)
_BEGINS = {
    "text": re.compile(rb"^[ \t]*(?:%b)" % _TEXTS, re.MULTILINE),
    "xml": re.compile(rb"<game ", re.IGNORECASE),
    "ohh": re.compile(rb'(?:^|[^:\s])\s*\{\s*"ohh"'),
}


def _silent(text: bytes, form: str, found: Found) -> Iterator[str]:
    """Hands, and files, of which nothing is said."""
    told = found.tables["hands"].num_rows + len(found.bad) + sum(found.others.values())
    told += found.summaries
    rows = text.removeprefix(codecs.BOM_UTF8).split(b"\n")
    shown = b"".join(row.strip() for row in rows if not row.startswith(b"#"))
    if not told and shown.decode("utf-8", "replace").strip(BLANKS):
        yield f"a file of {len(text)} bytes in {form} is read silently"
    begun = len(_BEGINS[form].findall(text)) if form in _BEGINS else 0
    if begun > told and not found.summaries:
        yield f"{begun} hands begin in {form}, {told} are told of"


def _run(given: bytes) -> None:
    """No file stops an import; each hand comes in, or is told of, however the file is cut."""
    wrong = list(_wrong(given))
    if wrong:
        raise WrongError("; ".join(wrong[:SHOWN]))


add(Target("histories", "data", _seeds, _change, _run, in_ci=50, share=3))
