"""All formats, by name, and which of them is meant."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path

from pokerlake.tables.errors import OutputError, UsageError, did_you_mean

from . import formats
from .format import Format


def _collected() -> dict[str, Format]:
    """The ``FORMATS`` of every module in ``formats/``, in the order of their ``PLACE``."""
    names = [found.name for found in pkgutil.iter_modules(formats.__path__)]
    modules = [import_module(f"{formats.__name__}.{name}") for name in sorted(names)]
    modules.sort(key=lambda module: int(module.PLACE))
    return {known.name: known for module in modules for known in module.FORMATS}


FORMATS = _collected()
COMPRESSED = {".gz": "gzip", ".zst": "zstd"}


def choose_format(format_name: str | None, output: Path | None) -> Format:
    """The format asked for by name, or by the ending of the file.

    Raises
    ------
    UsageError
        If there is no such format, it is binary and stdout is a terminal, or is no stream and no
        file is given; or if a file is to be compressed that is so already.
    OutputError
        If the file is a folder, the folder is there already, or stdout is closed.
    """
    chosen = _format(format_name, output)
    if output is None:
        if sys.stdout is None:
            raise OutputError("stdout is closed; give a file with -o")
        if chosen.write is None:
            raise UsageError(f"{chosen.name} is a file of its own; name it with -o")
        if chosen.binary and sys.stdout.isatty():
            raise UsageError(f"{chosen.name} is not for a terminal; give a file with -o")
    elif chosen.is_folder(output):
        if output.exists() and not (output.is_dir() and not any(output.iterdir())):
            raise OutputError(f"{output} is there already; remove it or give another name")
    elif output.is_dir():
        raise OutputError(f"{output} is a folder; give the name of a file")
    elif chosen.binary and output.suffix.lower() in COMPRESSED:
        raise UsageError(f"{chosen.name} is not compressed further; leave out {output.suffix}")
    return chosen


def codec_of(chosen: Format, output: Path | None) -> str | None:
    """How the output is to be compressed, if at all."""
    return None if output is None or chosen.binary else COMPRESSED.get(output.suffix.lower())


def _format(name: str | None, output: Path | None) -> Format:
    if name is not None:
        if name not in FORMATS:
            raise UsageError(f"no format {name!r}; {did_you_mean(name, FORMATS)}")
        return FORMATS[name]
    if output is None:
        return FORMATS["table"]
    inner = output.with_suffix("") if output.suffix.lower() in COMPRESSED else output
    for known in FORMATS.values():
        if inner.suffix.lower() in known.endings:
            return known
    endings = [ending for known in FORMATS.values() for ending in known.endings]
    near = did_you_mean(inner.suffix, endings) if inner.suffix else ""
    hint = near if near.startswith("did") else f"give one of {' '.join(endings)}, or --format"
    raise UsageError(f"{output} has no ending that names a format; {hint}")
