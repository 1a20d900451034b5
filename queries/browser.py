"""Pages in the browser of the user of this machine."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

from pokerlake.tables.store import writing

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # one is set if a browser can be opened

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0; background: #fff; }}
svg {{ display: block; margin: 0 auto; max-width: 100%; height: auto; }}
</style>
</head>
<body>
{body}</body>
</html>
"""


def page(title: str, body: str) -> str:
    """A self-contained page of HTML."""
    return _PAGE.format(title=escape(title), body=body)


def show(html: str) -> bool:
    """Open a page of HTML in a browser; False if there is none.

    The page is a temporary file. It is not removed, since a browser may read it after the program
    has ended.

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
            file.write(html)
    if not webbrowser.open(Path(name).as_uri()):
        Path(name).unlink()
        return False
    return True
