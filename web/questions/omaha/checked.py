"""What is asked held against the parameters of a named query."""

from __future__ import annotations

from ..registry import field


def checked(query: str, **given: tuple[str, str]) -> None:
    """What is wrong with a parameter is wrong with its field: ``flop=("board", "Jh2h3d")``."""
    from pokerlake.queries.sql.named import named_query

    for parameter in named_query(query).parameters:
        if parameter.name in given:
            name, text = given[parameter.name]
            with field(name):
                parameter.value(text)
