"""Python calls as text, for whoever wants the same without the page."""

from __future__ import annotations

import json
from typing import Any


def call(name: str, *arguments: Any, **options: Any) -> str:
    """``pk.equity("AhKh", "QsQc", board="Jh2h3d")``; empty named arguments are left out.

    Examples
    --------
    >>> call("pk.equity", "AhKh", "QsQc", board="Jh2h3d", dead="")
    'pk.equity("AhKh", "QsQc", board="Jh2h3d")'
    """
    places = [literal(value) for value in arguments]
    names = [
        f"{key}={literal(value)}" for key, value in options.items() if value not in (None, "", [])
    ]
    return f"{name}({', '.join([*places, *names])})"


def literal(value: Any) -> str:
    """A value as a Python literal, text in double quotes."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(literal, value))}]"
    return repr(value)


def sql_text(value: str | list[str]) -> str:
    """Text, or a list of texts, as an SQL literal."""
    if not isinstance(value, str):
        return f"[{', '.join(map(sql_text, value))}]"
    return "'" + value.replace("'", "''") + "'"
