"""A notebook of the page as a file for ``pokerlake sql --file``, and such a file as a notebook."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from ..answer import Answer, Same
from ..registry import Asked, Asking, field, question
from .sql import Given

# A cell of PQL in the file.
_PQL = re.compile(r"\s*from\s+pql\(\s*\$\$(.*)\$\$\s*\)\s*\Z", re.DOTALL | re.IGNORECASE)
_MEANING = "a value"  # of a parameter that the page made


class NotebookAsked(Asked):
    """The cells and parameters of a notebook, or the text of a file."""

    cells: list[Annotated[str, Field(max_length=60_000)]] = Field([], max_length=100)
    parameters: list[Given] = Field([], max_length=50)
    text: str = Field("", max_length=60_000)


@question("notebook", NotebookAsked, warm=[{"cells": ["select 1"]}])
def notebook(asked: NotebookAsked, _: Asking) -> Answer:
    """The cells, the parameters and the text of a notebook; from ``text`` if that is given."""
    from pokerlake.queries.sql.named import Parameter
    from pokerlake.queries.statements.notebook import Notebook, read

    if asked.text:
        with field("text"):
            book = read(asked.text)
    else:
        parameters = []
        for given in asked.parameters:
            with field("parameters", given.name):
                parameters.append(
                    Parameter(given.name, given.type, given.value or None, None, _MEANING)
                )
        book = Notebook(tuple(filter(str.strip, map(_cell, asked.cells))), tuple(parameters))
    with field("cells"):
        text = book.text()
    data = {
        "cells": [_shown(cell) for cell in book.cells],
        "parameters": [
            {"name": each.name, "type": each.type, "value": each.default or ""}
            for each in book.parameters
        ],
        "text": text,
    }
    return Answer(data, same=Same(command="pokerlake sql --file notebook.sql"))


def _cell(text: str) -> str:
    """A cell as the file has it: a PQL query becomes SQL."""
    from pokerlake.tables.view_sql import quoted

    if not _is_pql(text):
        return text.strip().removesuffix(";")
    query = text.strip().removesuffix(";")
    return f"from pql('{quoted(query)}')" if "$$" in query else f"from pql($$\n{query}\n$$)"


def _shown(cell: str) -> str:
    """A cell of the file as the page has it."""
    match = _PQL.match(cell)
    return match[1].strip() if match and _is_pql(match[1]) else cell


def _is_pql(text: str) -> bool:
    """Whether it is a PQL query, even if parameters replace its texts."""
    from pokerlake.queries.pql.syntax import is_query
    from pokerlake.queries.statements.notebook import fill, names_in

    return is_query(fill(text, dict.fromkeys(names_in(text), "")))
