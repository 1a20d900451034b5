"""A page in the browser of whoever sits at this machine."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from pokerlake.tables.store import writing

from .output import page

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # one is set where there is a browser to open


def show(title: str, body: str) -> bool:
    """Open a page of HTML in a browser; whether there was one.

    The page is a file in the folder for temporary files. It stays there, since a browser may read
    it after the program has ended.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    if sys.platform not in ("darwin", "win32") and not any(map(os.environ.get, _SCREENS)):
        return False
    import webbrowser

    with writing(Path(tempfile.gettempdir())):
        descriptor, name = tempfile.mkstemp(".html", "pokerlake-")
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 it is open already
            file.write(page(title, body))
    if not webbrowser.open(Path(name).as_uri()):
        Path(name).unlink()
        return False
    return True
