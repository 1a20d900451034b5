"""``make release-lake``: the published parts of a lake, as a folder and as archives.

The folder is a lake: on a web server it can be read in place, and tables can be pulled from it. It
is a data set too: README.md is its card, croissant.json describes its columns. An archive has a
part of it, and is a lake as well once it is unpacked. Imported hands and learned games are never in
it. The same lake, version and date give the same bytes.
"""

import argparse
import hashlib
import io
import os
import shutil
import sys
import tarfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from card import About, card
from croissant import croissant

from pokerlake.pipelines.growing import TOGETHER, rows_so_far
from pokerlake.pipelines.planning import all_builds
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.definitions.abstraction import ABSTRACTIONS
from pokerlake.tables.errors import LakeError, PokerlakeError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.manifest import MANIFEST, Manifest, manifest_text, package_version
from pokerlake.tables.registry import GROUPS, TABLES
from pokerlake.tables.store import parquet_schema, stored_file, whole_file, whole_folder

ROOT = Path(__file__).parents[1]
NAME = "pokerlake-tables"
SUMS = "SHA256SUMS"


@dataclass(frozen=True)
class Archive:
    """Tables that are published together."""

    name: str
    tables: tuple[str, ...]
    how: str  # the command that puts them into a lake


def archives() -> list[Archive]:
    """All archives that are published, if the lake has their tables."""

    def together(table: str) -> tuple[str, ...]:
        return next(group for group in TOGETHER if table in group)

    standard = tuple(name for name, build in all_builds().items() if not build.on_request)
    alone = [
        "turn_hands", "river_hands", "matchups3", "omaha_hands", "omaha_hands5", "omaha_hands6",
        "omaha8_hands", "omaha_flop_hands",
    ]  # fmt: skip
    return [
        Archive("standard", standard, "pokerlake build"),
        *(Archive(name, (name,), f"pokerlake build {name}") for name in alone),
        Archive("short_deck", GROUPS["short_deck"], "pokerlake build short_deck"),
        Archive(
            "flop_subsets",
            ("flop_subsets", "flop_subset_errors"),
            "pokerlake build flop_subsets flop_subset_errors",
        ),
        Archive(
            "abstractions",
            (*together("abstractions"), *together("bucket_transitions")),
            "pokerlake abstract flop --k 200",
        ),
        Archive("blueprints", together("blueprints"), "pokerlake blueprint limit"),
        Archive("solved", together("solved_spots"), "pokerlake solve --preset srp-btn-bb"),
    ]


def files_of(lake: Lake, tables: Iterable[str], about: About) -> Mapping[str, bytes | Path]:
    """The published files of some tables of a lake, by name."""
    chosen = {name: lake.manifest.tables[name] for name in TABLES if name in set(tables)}
    files: dict[str, bytes | Path] = {}
    for name in chosen:
        for path in lake.files(name):
            if parquet_schema(path) != TABLES[name].arrow_schema():
                raise LakeError(
                    f"{path} has other columns than pokerlake {package_version()} gives {name}; "
                    f"make it anew with '{TABLES[name].brought_up_by}', or drop it"
                )
            files[path.name] = path
    files[MANIFEST] = manifest_text(Manifest(chosen)).encode()
    files["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files["croissant.json"] = croissant(chosen, about).encode()
    digest = hashlib.sha256(files[MANIFEST]).hexdigest()
    files["README.md"] = card(chosen, about, digest).encode()
    known = {file.name: file.sha256 for entry in chosen.values() for file in entry.files}
    files[SUMS] = _sums(
        {
            name: known[name] if isinstance(content, Path) else hashlib.sha256(content).hexdigest()
            for name, content in files.items()
        }
    )
    return dict(sorted(files.items()))


def _sums(digests: Mapping[str, str]) -> bytes:
    """The input of ``sha256sum --check``."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items())).encode()


def write_folder(folder: Path, files: Mapping[str, bytes | Path]) -> None:
    """Write files to a folder, whole; files of the lake become links if possible."""
    if folder.exists():
        shutil.rmtree(folder)
    with whole_folder(folder) as place:
        for name, content in files.items():
            if isinstance(content, bytes):
                (place / name).write_bytes(content)
                continue
            try:
                os.link(content, place / name)
            except OSError:  # another disk, or one without links
                shutil.copyfile(content, place / name)


def write_archive(path: Path, files: Mapping[str, bytes | Path]) -> None:
    """Write files to a tar archive, in a folder of its name, whole.

    Facts about the machine or the time are left out. Parquet is compressed already; tar is not.
    """
    with (
        whole_file(path) as out,
        tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name, content in files.items():
            info = tarfile.TarInfo(f"{path.stem}/{name}")
            info.mode = 0o644
            if isinstance(content, bytes):
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
                continue
            info.size = content.stat().st_size
            with content.open("rb") as file:
                tar.addfile(info, file)


def release(lake: Lake, to: Path, about: About) -> list[Archive]:
    """Write the folder and the archives; returns those that the lake lacks."""
    to.mkdir(parents=True, exist_ok=True)
    there, missing = [], []
    for archive in archives():
        has = [name for name in archive.tables if name in lake.manifest.tables]
        # Some tables that users fill may be empty, and missing.
        is_there = has if TABLES[archive.tables[0]].filled else len(has) == len(archive.tables)
        if is_there and archive.tables[0] in has:
            there.append((archive, has))
        else:
            missing.append(archive)
    every = [name for _, has in there for name in has]
    if not every:
        sys.exit(f"{lake.path} has none of the tables that are published; build some first")
    stem = f"{NAME}-{about.version}"
    write_folder(to / stem, files_of(lake, every, about))
    digests = {}
    for archive, has in there:
        path = to / f"{stem}-{archive.name}.tar"
        write_archive(path, files_of(lake, has, about))
        digests[path.name] = stored_file(path).sha256
        print(f"{path.name}: {path.stat().st_size:,} bytes, {', '.join(has)}", flush=True)
    with whole_file(to / SUMS) as file:
        file.write(_sums(digests))
    return missing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("lake", nargs="?", help="the lake; $POKERLAKE_LAKE or ./lake by default")
    parser.add_argument("--to", type=Path, default=ROOT / "dist/tables", help="where it is written")
    parser.add_argument("--date", required=True, help="of publication, as 2026-12-01")
    arguments = parser.parse_args()
    about = About.of(package_version(), arguments.date)
    try:
        lake = Lake.open(lake_path(arguments.lake))
        for check in verify(lake):
            if not check.ok:
                sys.exit(f"{check.table}: {check.check} is {check.found}, not {check.expected}")
        missing = release(lake, arguments.to, about)
        runs = rows_so_far(lake, ABSTRACTIONS, columns=["k"])
        ks = set(runs["k"].to_pylist())
    except PokerlakeError as error:
        sys.exit(f"error: {error.in_commands()}")
    if ks and 200 not in ks:
        other_ks = ", ".join(map(str, sorted(ks)))
        print(f"not in the lake: abstractions at k = 200, but at {other_ks}", file=sys.stderr)
    for archive in missing:
        print(f"not in the lake: {archive.name}; '{archive.how}' makes it", file=sys.stderr)
    print(f"{arguments.to / f'{NAME}-{about.version}'} is a lake, and a data set with its card")


if __name__ == "__main__":
    main()
