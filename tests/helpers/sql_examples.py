"""The SQL of the pages docs/sql*.md: their examples, and how what these give is written."""

import re
from typing import NamedTuple

BLOCK = re.compile(r"^```sql\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
EXPRESSIONS_OF = {"top_range(list(hand), list(win_percent), 3)": "hand_equities"}


class Example(NamedTuple):
    """A line of a table: what is asked, and what the page says it gives."""

    sql: str
    gives: str


def blocks(text):
    """Whole queries, each with the table that follows it, None if there is none."""
    return [(found[1], found[2]) for found in BLOCK.finditer(text)]


def examples(text):
    """The lines of tables that have something to run."""
    found = []
    for line in text.splitlines():
        if not line.startswith("| ") or line.startswith(("| example", "| PQL")):
            continue
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        is_pql = "# Coming from" in text[: text.index(line)]
        asked, gives = (cells[1], cells[2]) if is_pql else (cells[0], cells[1])
        if gives:
            (sql,) = CODE.findall(asked)
            found.append(Example(sql, gives))
    return found


def statement(sql):
    """An expression as a statement."""
    if sql.startswith("select"):
        return sql
    table = EXPRESSIONS_OF.get(sql)
    return f"select {sql}" + (f" from {table}" if table else "")


def written(value):
    """A value as the page has it."""
    return f"`{plain(value)}`"


def plain(value):
    """A value without its marks."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return f"[{', '.join(map(plain, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {plain(item)}" for name, item in value.items()) + "}"
    return str(value)
