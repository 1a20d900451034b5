"""The table of attacks on the sealed SQL: ``attacks.txt``, and those made of names and scopes."""

import re
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("attacks.txt")
OUTCOMES = ("refused", "wrong", "stopped", "answers")
_SECTION = re.compile(r"# (\w+), (\w+)(?:: (.+))?")
_ROW = re.compile(r"(.+?)(?: +\[([^\[\]]+(?:\[\d\]'?)?)\])?")
_ESCAPE = re.compile(r"\\(\\|n|x[0-9a-f]{2}|u[0-9a-f]{4})")

# What a table of its own would be read instead of, and what look like it to others than DuckDB.
_NAMES = (
    "duckdb_views", "duckdb_tables", "duckdb_databases", "duckdb_constraints",
    "duckdb_columns", "duckdb_indexes", "duckdb_schemas", "duckdb_types",
    "pragma_database_list", "sqlite_master", "sqlite_schema", "sqlite_temp_master", "pg_settings",
    "pg_tables", "pg_views", "pg_class", "pg_type", "pg_database", "pg_attribute", "pg_namespace",
)  # fmt: skip
_LOOK_ALIKES = {"k": "\u212a", "s": "\u017f", "i": "\u0131", "e": "\u0435", "a": "\uff41"}
_READ = (
    "from {of}",
    "select * from (from {of})",
    "select (select count(*) from {of})",
    "from classes, {of}",
    "from classes where exists (from {of})",
    "from classes limit (select count(*) from {of})",
    "select [x for x in (select list(1) from {of})]",
    "from range(1), lateral (from {of})",
    "with x as (from {of}) from x",
    "with recursive x as (select 1 as n from {of} union all select n from x) from x",
    "pivot {of} on name in ('a') using count(*)",
    "select 1 union all select count(*) from {of}",
    "select row_number() over (order by (select count(*) from {of}))",
)
_DECLARED = (
    "with {own} as (select 1 as n) from {of}",
    "with recursive {own} as (from {of} union all select 1) from {own}",
    "with recursive {own} as (select 1 union all select 2 from {of}) from {own}",
    "with {own} as (from {of}) from {own}",
    "with x as (from {of}), {own} as (select 1) from x",
    "with {own} as (select 1 as n) from (with {own} as (from {of}) from {own})",
    "with {own} as materialized (select 1 as n) select (select count(*) from {of})",
)
_BESIDE = (
    "from (with {own} as (select 1 as n) from {own}), {of}",
    "(with {own} as (select 1 as n) from {own}) union all (select 1 from {of})",
)


@dataclass(frozen=True)
class Attack:
    """One statement of a stranger's, and what has to come of it.

    ``outcome`` is one of OUTCOMES: refused by the check, wrong SQL, stopped at a limit, or an
    answer. The message has all that is ``said``, in one of the ways that ``|`` sets apart.
    """

    kind: str
    outcome: str
    sql: str
    said: tuple[str, ...] = ()

    def is_said(self, message: str) -> bool:
        """Whether a message is the one that has to come."""
        return all(any(word in message for word in words.split("|")) for words in self.said)


def attacks() -> list[Attack]:
    """All of them."""
    return [*_written(), *_generated()]


def _written() -> list[Attack]:
    found, kind, outcome, phrase = [], "", "", ""
    for line in FILE.read_text("utf-8").splitlines():
        section = _SECTION.fullmatch(line)
        if section:
            kind, outcome, phrase = section[1], section[2], section[3] or ""
            assert outcome in OUTCOMES, line
        elif line:
            told = outcome in ("refused", "wrong")
            sql, words = _ROW.fullmatch(line).groups() if told else (line, None)
            assert words or phrase or outcome == "answers", line
            found.append(Attack(kind, outcome, _unescaped(sql), (phrase, words or "")))
    return found


def _unescaped(sql: str) -> str:
    """What stands for characters that a line of text cannot show, and for more than a line has."""
    sql = _ESCAPE.sub(
        lambda found: {"\\": "\\", "n": "\n"}.get(found[1]) or chr(int(found[1][1:], 16)), sql
    )
    sql = sql.replace("LONG", "x" * 70_000)
    sql = sql.replace("DEEP1DEEP", "(" * 1200 + "1" + ")" * 1200)
    return sql.replace("DEEP2DEEP", "not " * 15_000 + "true")


def _generated() -> list[Attack]:
    found = []
    for name in _NAMES:
        for spelled in (name, name.upper(), f'"{name}"', f'"{name.title()}"'):
            found += [_unknown("catalogues", sql.format(of=spelled)) for sql in _READ]
            for template in _DECLARED:
                sql = template.format(own=spelled, of=name)
                found.append(Attack("scopes", "refused", sql, ("cannot name a table",)))
            for template in _BESIDE:
                found.append(_unknown("scopes", template.format(own=spelled, of=name)))
        for letter, look_alike in _LOOK_ALIKES.items():
            if letter in name:
                own = f'"{name.replace(letter, look_alike, 1)}"'
                found += [
                    _unknown("names", sql.format(own=own, of=name))
                    for sql in (*_DECLARED, *_BESIDE)
                ]
        for schema in ("main", "system.main", "pg_catalog", "information_schema", "memory.main"):
            dotted = f"{schema}.{name}"
            found.append(Attack("catalogues", "refused", f"from {dotted}", ("without a dot",)))
    return found


def _unknown(kind: str, sql: str) -> Attack:
    return Attack(kind, "wrong", sql, ("no table",))
