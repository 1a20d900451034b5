"""Text from somewhere else on its way to a terminal: what moves its cursor, or turns text around.

The escape character moves the cursor or sets the title of a window; a mark of direction shows text
in another order than it has; what has no width hides.
"""

from __future__ import annotations

import codecs
import io
import json
import unicodedata
from collections.abc import Callable
from typing import IO, Any

_HIDDEN = {"Cc", "Cf", "Zl", "Zp"}  # categories: control, format, and what ends lines


class _Escapes(dict[int, str]):
    """What each character is shown as, by its code; for ``str.translate``, which fills it."""

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
    r"""The text with its control characters, marks of direction and blanks of no width escaped.

    Its line breaks are left where it may have several ``lines``.

    Examples
    --------
    >>> shown("\x1b[2J a\u202eb \N{BLACK SPADE SUIT}")
    '\\x1b[2J a\\u202eb ♠'
    """
    return text if text.isprintable() else text.translate(_LINES if lines else _LINE)


class Terminal(io.RawIOBase):
    """A terminal that is given text in UTF-8, and shows it: what JSON has stays JSON."""

    def __init__(self, sink: IO[bytes]) -> None:
        self._sink = sink
        self._decode = codecs.getincrementaldecoder("utf-8")().decode

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: Any) -> int:
        """Show the characters that are whole by now."""
        content = bytes(text)
        self._sink.write(self._decode(content).translate(_AS_IN_JSON).encode())
        return len(content)
