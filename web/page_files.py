"""The files of the page: read once, compressed, and given with a tag of their content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}
_IS_TEXT = ("text/", "image/svg", "application/json")


@dataclass(frozen=True)
class PageFile:
    """A file of the page.

    Attributes
    ----------
    content : bytes
    compressed : bytes or None
        By gzip, where that is shorter.
    media_type : str
    tag : str
        Of the content, for ``ETag``.
    """

    content: bytes
    compressed: bytes | None
    media_type: str
    tag: str


def page_files() -> Mapping[str, PageFile]:
    """All files of the page, by their paths in it, such as ``vendor/preact.js``."""
    return dict(_files(resources.files(__package__) / "page", ""))


def _files(folder: Traversable, path: str) -> list[tuple[str, PageFile]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += _files(entry, f"{path}{entry.name}/")
        elif "." in entry.name:
            found.append((f"{path}{entry.name}", _page_file(entry.name, entry.read_bytes())))
    return found


def _page_file(name: str, content: bytes) -> PageFile:
    ending = name[name.rindex(".") :]
    media_type = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = media_type.startswith(_IS_TEXT)
    packed = gzip.compress(content, 9, mtime=0) if is_text else content
    return PageFile(
        content,
        packed if len(packed) < len(content) else None,
        f"{media_type}; charset=utf-8" if is_text else media_type,
        f'"{hashlib.sha256(content).hexdigest()[:20]}"',
    )
