"""Escapes for foreign text on its way to a terminal.

The escape character moves the cursor or sets the title of a window; marks of direction reorder
text; characters without width hide.
"""

from __future__ import annotations

import codecs
import io
import json
import unicodedata
from collections.abc import Callable
from typing import IO, Any

_HIDDEN = {"Cc", "Cf", "Zl", "Zp"}  # categories: control, format, line and paragraph ends


class _Escapes(dict[int, str]):
    """The text for each character code; filled on demand by ``str.translate``."""

    def __init__(self, keep: str, escape: Callable[[str], str]) -> None:
        self._keep, self._escape = keep, escape

    def __missing__(self, code: int) -> str:
        character = chr(code)
        is_hidden = unicodedata.category(character) in _HIDDEN and character not in self._keep
        return self.setdefault(code, self._escape(character) if is_hidden else character)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


_LINE, _LINES = _Escapes("", _escaped), _Escapes("\n", _escaped)
_AS_IN_JSON = _Escapes("\n\t", lambda character: json.dumps(character)[1:-1])


def shown(text: str, *, lines: bool = False) -> str:
    r"""The text with control characters, marks of direction and zero-width spaces escaped.

    With ``lines``, line breaks are kept.

    Examples
    --------
    >>> shown("\x1b[2J a\u202eb \N{BLACK SPADE SUIT}")
    '\\x1b[2J a\\u202eb ♠'
    """
    return text if text.isprintable() else text.translate(_LINES if lines else _LINE)


class Terminal(io.RawIOBase):
    """A terminal for text in UTF-8, with escapes that keep JSON valid."""

    def __init__(self, sink: IO[bytes]) -> None:
        self._sink = sink
        self._decode = codecs.getincrementaldecoder("utf-8")().decode

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: Any) -> int:
        """Show the characters that are complete."""
        content = bytes(text)
        self._sink.write(self._decode(content).translate(_AS_IN_JSON).encode())
        return len(content)
