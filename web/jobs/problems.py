"""What is wrong, as a line of text: with which field of the request, and the status of HTTP."""

from __future__ import annotations

import orjson

from .frames import Reply


def problem(status: int, text: str, field: str | None = None) -> Reply:
    """A reply that says what is wrong; ``field`` is such as ``board`` or ``hands.1``."""
    return Reply(status, orjson.dumps({"problem": text, "field": field}))
