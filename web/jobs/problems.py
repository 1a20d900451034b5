"""What is wrong, as a line of text: with which field of the request, and the status of HTTP."""

from __future__ import annotations

import orjson

from .frames import Reply


def problem(status: int, text: str, field: str | None = None, *, making: bool = False) -> Reply:
    """A reply that says what is wrong; ``field`` is such as ``board`` or ``hands.1``.

    With ``making`` it is answered once what it needs has been made ready.
    """
    told = {"problem": text, "field": field} | ({"making": True} if making else {})
    return Reply(status, orjson.dumps(told))
