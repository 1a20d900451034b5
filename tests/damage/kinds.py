"""The kinds of damage that are done to a lake, each by chance; each says what it has done.

A kind has a name that begins with what it is done to: ``file`` (of a table), ``cell`` (with a
manifest that fits), ``manifest``, ``database``, ``left`` (what a killed program leaves).
"""

import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq

from damage.lakes import files_of
from helpers.changed_cells import with_cell
from pokerlake.tables.manifest import read_manifest, write_manifest
from pokerlake.tables.store import stored_file

Damage = Callable[[Path, random.Random], str]
PAGES = (512, 4096)


def flip(path: Path, chance: random.Random) -> str:
    """Some bits, anywhere or in the last part."""
    content = bytearray(path.read_bytes())
    first = chance.choice([0, 0, len(content) * 9 // 10])
    places = [chance.randrange(first, len(content)) for _ in range(chance.choice([1, 1, 2, 8]))]
    for place in places:
        content[place] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    return f"bits of the bytes {sorted(places)} are flipped"


def zero(path: Path, chance: random.Random) -> str:
    content = bytearray(path.read_bytes())
    size = chance.choice(PAGES)
    first = chance.randrange(0, len(content), size)
    content[first : first + size] = bytes(len(content[first : first + size]))
    path.write_bytes(content)
    return f"{size} bytes from {first} are zeros"


def cut(path: Path, chance: random.Random) -> str:
    size = chance.choice([0, chance.randrange(path.stat().st_size), path.stat().st_size - 1])
    os.truncate(path, size)
    return f"cut to {size} bytes"


def append(path: Path, chance: random.Random) -> str:
    more = chance.randbytes(chance.choice([1, 4, 4096]))
    with path.open("ab") as file:
        file.write(more)
    return f"{len(more)} bytes follow it"


def other_kind(path: Path, chance: random.Random) -> str:
    """Something that is no file, or a link."""
    content = path.read_bytes()
    path.unlink()
    kind = chance.choice(["pipe", "folder", "zeros", "nowhere", "itself", "gone", "socket", "link"])
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        os.mknod(path, 0o140600)
    elif kind == "link":  # to what it was: nothing is wrong with that
        target = path.parent.with_name(f"{path.parent.name}.link")
        target.write_bytes(content)
        path.symlink_to(target)
    elif kind != "gone":
        path.symlink_to({"zeros": "/dev/zero", "nowhere": "not/there", "itself": path.name}[kind])
    return f"{kind} in its place"


def _of_table(damage: Damage) -> Damage:
    def damage_it(lake: Path, chance: random.Random) -> str:
        name = chance.choice(sorted(files_of(lake)))
        return f"{name}: {damage(lake / name, chance)}"

    return damage_it


def _of_file(name: str, damage: Damage) -> Damage:
    return lambda lake, chance: f"{name}: {damage(lake / name, chance)}"


def swapped(lake: Path, chance: random.Random) -> str:
    """Two files of tables, one in the other's place, or a file in both places."""
    one, other = chance.sample(sorted(files_of(lake)), 2)
    if chance.random() < 0.5:
        shutil.copyfile(lake / one, lake / other)
        return f"{other} has the bytes of {one}"
    (lake / one).rename(lake / "between")
    (lake / other).rename(lake / one)
    (lake / "between").rename(lake / other)
    return f"{one} and {other} are exchanged"


def _changed(lake: Path, chance: random.Random, **options: object) -> tuple[str, str, int]:
    """Another value in a cell of a table; its file's name, the column and the row."""
    files = {name: table for name, table in files_of(lake).items() if _rows(lake / name)}
    name = chance.choice(sorted(files))
    rows = pq.read_table(lake / name)
    column = chance.choice(rows.column_names)
    row = chance.randrange(len(rows))
    pq.write_table(with_cell(rows, column, row), lake / name, **options)
    return name, column, row


def _rows(path: Path) -> int:
    return pq.read_metadata(path).num_rows


def older(lake: Path, chance: random.Random) -> str:
    """A version of a table's file with another value, or with fewer rows."""
    if chance.random() < 0.5:
        name, column, row = _changed(lake, chance, compression="zstd")
        return f"{name}: another {column} in row {row}"
    name = chance.choice(sorted(files_of(lake)))
    rows = pq.read_table(lake / name)
    pq.write_table(rows.slice(0, max(len(rows) - 1, 0)), lake / name, compression="zstd")
    return f"{name}: without its last row"


def cell(lake: Path, chance: random.Random) -> str:
    """Another value in a cell, and a manifest that has the new size and digest of the file."""
    table_of = files_of(lake)
    name, column, row = _changed(lake, chance)
    manifest = read_manifest(lake)
    entry = manifest.tables[table_of[name]]
    files = tuple(
        replace(stored_file(lake / name), values=file.values) if file.name == name else file
        for file in entry.files
    )
    write_manifest(lake, manifest.with_tables({table_of[name]: replace(entry, files=files)}))
    return f"{name}: another {column} in row {row}, which the manifest knows"


def value(lake: Path, chance: random.Random) -> str:
    """Another value of the manifest, or one that is gone."""
    path = lake / "manifest.json"
    content = json.loads(path.read_text())
    place, keys = content, []
    while isinstance(place, dict | list) and place and (not keys or chance.random() < 0.85):
        above = place
        keys.append(chance.choice(sorted(place) if isinstance(place, dict) else range(len(place))))
        place = place[keys[-1]]
    if chance.random() < 0.2:
        del above[keys[-1]]
        what = "is gone"
    else:
        near = place + 1 if isinstance(place, int | float) else f"{place}x"[-70:]
        odd = [None, True, -1, 0, 1e300, 10**40, "", "../x", "\u202e", "a\nb", [], {}, [[]], near]
        above[keys[-1]] = chance.choice([near, *odd])
        what = f"is {above[keys[-1]]!r}"
    path.write_text(json.dumps(content))
    return f"manifest.json: {'.'.join(map(str, keys))} {what}"


def text(lake: Path, chance: random.Random) -> str:
    """A manifest that is no JSON, or more than JSON."""
    path = lake / "manifest.json"
    whole = path.read_text()
    key = chance.choice(['"rows"', '"bytes"', '"format_version"', '"tables"', '"seconds"'])
    at = whole.index(key)
    odd = chance.choice([
        whole[:at] + f"{key}: 1, " + whole[at:],
        whole[:at] + f"{key}: NaN, " + whole[at:],
        whole[:at] + f'"x": {"[" * 5000}{"]" * 5000}, ' + whole[at:],
        whole[:at] + f'"x": {"9" * 5000}, ' + whole[at:],
        "\ufeff" + whole, whole + "}", whole[:at], "[" * 200_000, "null", "", "[]", "{}", "0",
    ])  # fmt: skip
    path.write_text(odd)
    return f"manifest.json: {odd[max(at - 20, 0) : at + 60]!r}"


def left(lake: Path, chance: random.Random) -> str:
    """What a program that was killed may leave, whole or not."""
    junk = chance.choice([b"", b"PAR1", b"{", chance.randbytes(5000)])
    names = [
        "manifest.json.wip", "lake.duckdb.wip", "classes.parquet.wip", "wip", "wip/classes",
        "wip/classes/plan.json", "wip/classes/part_00000_0.001_0123456789abcdef.parquet",
        "wip/more_hands/hands.parquet", "wip/learning_0123456789ab/state.npz",
        "hands_1_9_01234567.parquet", "hands_1_9_01234567.parquet.wip", "lake.duckdb.wal",
    ]  # fmt: skip
    name = chance.choice(names)
    path = lake / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(junk)
    what = f"{len(junk)} bytes"
    if chance.random() < 0.3:
        what = other_kind(path, chance)
    return f"{name} is there: {what}"


_MANIFEST, _DATABASE = "manifest.json", "lake.duckdb"
KINDS: dict[str, Damage] = {
    "file flip": _of_table(flip),
    "file flip again": _of_table(flip),
    "file zero": _of_table(zero),
    "file cut": _of_table(cut),
    "file append": _of_table(append),
    "file other": _of_table(other_kind),
    "file swapped": swapped,
    "file older": older,
    "cell": cell,
    "cell again": cell,
    "manifest flip": _of_file(_MANIFEST, flip),
    "manifest cut": _of_file(_MANIFEST, cut),
    "manifest other": _of_file(_MANIFEST, other_kind),
    "manifest value": value,
    "manifest value again": value,
    "manifest text": text,
    "database flip": _of_file(_DATABASE, flip),
    "database cut": _of_file(_DATABASE, cut),
    "database zero": _of_file(_DATABASE, zero),
    "database other": _of_file(_DATABASE, other_kind),
    "left": left,
    "left again": left,
}
