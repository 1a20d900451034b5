"""Words of every command, and SQL of strangers."""

from __future__ import annotations

import functools
import re
import shlex
from functools import partial
from random import Random
from typing import Any

import duckdb
import typer

from fuzz import mutate
from fuzz.commands import command
from fuzz.inputs import Target, add, unique
from pokerlake.cli import app
from pokerlake.tables.errors import PokerlakeError

from .texts import CARD_SEEDS, CHECKOUT, PARAMETERS, RANGE_SEEDS

# What runs for long, waits for a terminal, or is a shell for whoever types: given by no input.
LEFT_OUT = (
    "build",
    "abstract",
    "verify",
    "import",
    "learn",
    "sql",
    "export",
    "doctor",
    "drop",
    "pull",
)
SHORT = {
    "equity": ["--max-seconds", "0.05", "--se", "0.02"],
    "chart": ["-o", "never.xls"],  # all is read, and nothing drawn
}
VALUES = (
    "", "-", "--", "AsKs", "QsJsTs", "AsKsQsJsTs", "22+", "random", "top 15%", "15%", "1", "2", "7", "csv",
    "json", "ndjson", "md", "table", "piosolver", "nowhere", "x.csv", "folder/x.json", "equity",
    "income 6", "0.7,0.2", "hand=AKs", "=", "a=", "@nowhere", "1,5,10", "AKs=0.5", "best_flops", "cards=5",
)  # fmt: skip
_LINE = re.compile(r"^\$ pokerlake (.*?)(?: \\)?$", re.MULTILINE)


@functools.cache
def _commands() -> dict[tuple[str, ...], list[str]]:
    """Every command with its options."""
    found: dict[tuple[str, ...], list[str]] = {}

    def walk(group: Any, words: tuple[str, ...]) -> None:
        for name, one in group.commands.items():
            if hasattr(one, "commands"):
                walk(one, (*words, name))
            else:
                found[(*words, name)] = [
                    word for option in one.params for word in option.opts if word[:1] == "-"
                ]

    walk(typer.main.get_command(app), ())
    return found


@functools.cache
def _seeds() -> list[list[str]]:
    """The lines of the documents and of the tests of wrong input, and each command alone."""
    files = [*(CHECKOUT / "docs").glob("*.md"), CHECKOUT / "tests/commands/test_bad_input.py"]
    lines = [
        line
        for file in sorted(files)
        if file.exists()
        for line in _LINE.findall(file.read_text("utf-8"))
    ]
    found = [list(words) for words in _commands() if words[0] not in LEFT_OUT]
    for line in lines:
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        plain = not {"|", ">", "<", "&&", "-o", "--output"} & set(words)
        if words and plain and words[0] not in LEFT_OUT and len(line) < 300:
            found.append(words)
    return unique(found)


def _value(random: Random) -> str:
    if random.random() < 0.3:
        return mutate.number(random)
    seeds = random.choice((VALUES, VALUES, CARD_SEEDS, RANGE_SEEDS[:14]))
    text = random.choice(seeds)
    if random.random() < 0.4:
        text = mutate.text(random, seeds, VALUES)
    return text


@functools.cache
def _options() -> list[str]:
    return sorted({option for options in _commands().values() for option in options})


def _change(random: Random, seeds: Any) -> list[str]:
    given = random.choice(seeds)
    own = next(
        (options for words, options in _commands().items() if tuple(given[: len(words)]) == words),
        [],
    )
    options = own if own and random.random() < 0.8 else _options()
    return mutate.words(random, [given], options, _value)


def _words(words: list[str]) -> None:
    """A command of these words, where there is no lake; a shell cannot type NUL or a lone surrogate."""
    words = [
        word.replace("\0", "")
        .encode("utf-8", "surrogateescape" if _escaped(word) else "replace")
        .decode("utf-8", "surrogateescape")
        for word in words
    ]
    if (
        not words
        or words[0] in (*LEFT_OUT, "--install-completion", "--show-completion")
        or "-o" in words
    ):
        return
    if any(word.startswith(("--o", "-o", "--install", "--show-c")) for word in words):
        return
    # What may be shortened so that it is quick, where the words are of that command.
    more = SHORT.get(words[0], [])
    if "--" in words or "--exact" in words or any(word.startswith("--ex") for word in words):
        more = []
        if words[0] in ("equity", "chart", "draw"):
            return
    if words[0] == "deal" and any(len(re.sub(r"\D", "", word)) > 4 for word in words):
        return  # a million hands are dealt if somebody asks for them
    many = any(len(re.sub(r"\D", "", word)) > 5 for word in words)
    if many and (words[0] == "draw" or (words[0] == "equity" and "--deals" in words)):
        return
    command([*words, *more])


def _escaped(word: str) -> bool:
    return all(0xDC80 <= ord(one) <= 0xDCFF for one in word if 0xD800 <= ord(one) <= 0xDFFF)


add(Target("words", "words", _seeds, _change, _words, in_ci=10, share=2, ending=".json"))

# ---------------------------------------------------------------- a stranger's SQL

SQL_SEEDS = (
    "select 1", "select hand, win from starting_hands where row = col", "from classes limit 5",
    "select name, class_of('AsAhAdAcKd') as class from classes where class_id = 5",
    "select board, hole, ehs from flop_strength(5) where board_id = board_id('3h4sJh') order by ehs desc limit 1",
    "with recursive t(n) as (select 1 union all select n + 1 from t where n < 5) select count(*) from t",
    "with a as (select 1 as x), b as (select x from a) select * from b join a using (x)",
    "select count(*) over (partition by hand order by win) from starting_hands",
    "select {'a': [1, 2], 'b': map {1: 2}}.a[1], x -> x + 1, 'a' collate nocase, 5::hugeint",
    "select * exclude (hand) replace (win as win) from starting_hands qualify row_number() over () < 3",
    "pivot starting_hands on hand in ('AA', 'KK') using sum(win)", "values (1, 'a'), (2, null)",
    "select case when 1 in (select 2) then 3 else 4 end, 1 between 0 and 2, not exists (from classes)",
    "from read_csv('/etc/passwd')", "select 1; copy classes to 'classes.csv'", "select unnest(range(10))",
    "select * from duckdb_settings()", "select getenv('HOME')", "attach 'x'", "select a.b.c from a.b.c",
    "select /* /* */ */ 'a''b', \"c\"\"d\", $$x$$, E'\\n', 0x1F, 1e400, 1_000, -5 // 2, 2 ** 3, ~1",
    "select list_transform([1,2], lambda x: x + 1), [x for x in [1,2] if x > 1], try_cast('x' as int)",
)  # fmt: skip
SQL_TOKENS = (
    "select", "from", "where", "with", "recursive", "as", "union all", "(", ")", "((", ",", ";", "'", '"', "$$",
    "--", "/*", "*/", "classes", "starting_hands", "duckdb_tables()", "information_schema.tables",
    "sqlite_master", "pg_catalog.pg_class", "read_text('x')", "'/etc/passwd'", "glob('*')", "cte", "K",
    "\u212a", "::", "?", "$1", ":x", "[", "]", "{", "}", "lambda x:", "->", "limit 1", "sample 5",
    "at (version => 1)", "tablesample", "lateral", "json_serialize_sql", "query('select 1')", "query_table",
    "current_setting('x')", "set x = 1", "copy", "export_state", "columns('.*')", "collate", "null", "1",
)  # fmt: skip


@functools.cache
def _connection() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    for name in ("classes", "starting_hands", "flops"):
        connection.execute(f"create view {name} as select 1 as hand, 2 as win, 3 as row, 4 as col")
    return connection


@functools.cache
def _known() -> Any:
    from pokerlake.queries.untrusted.check import names_of

    return names_of(_connection())


def _sql(text: str) -> None:
    """What the check says; what passes can be serialised again and has no path in it."""
    from pokerlake.queries.untrusted.check import check

    text.encode()  # DuckDB takes no other
    if text.count("(") > 300:
        return  # DuckDB's parser takes minutes for thousands of them that are not closed
    found = check(_connection().cursor(), text, _known())
    assert all(isinstance(name, str) for name in found)
    # The same once more, within a select: it is one select, and stays so.
    if not re.search(r"--|/\*|;", text):
        check(_connection().cursor(), f"select * from (\n{text}\n) as t", _known())


add(
    Target(
        "sql", "text", lambda: SQL_SEEDS, partial(mutate.text, tokens=SQL_TOKENS), _sql,
        (PokerlakeError, UnicodeEncodeError), in_ci=40, share=1.5, ending=".sql",
    )
)  # fmt: skip

# ---------------------------------------------------------------- the parameters of named queries


@functools.cache
def _query_seeds() -> list[str]:
    from pokerlake.queries.sql.named import named_queries

    found = []
    for query in named_queries().values():
        values = [
            f"{one.name}={one.default or (PARAMETERS.get(one.type) or ('5',))[0]}"
            for one in query.parameters
        ]
        found += ["\n".join([query.name, *values[:n]]) for n in range(len(values) + 1)]
    return unique(found)


def _query(text: str) -> None:
    """``NAME`` and lines of ``NAME=VALUE``: bound to what DuckDB takes, or refused."""
    from pokerlake.queries.sql.named import given_parameters, named_query

    name, *lines = text.split("\n")
    asked = named_query(name)
    values = asked.bind(given_parameters(lines))
    _connection().cursor().execute(
        "select " + ", ".join(f"${key}" for key in values) if values else "select 1", values or None
    )


add(
    Target(
        "query", "text", _query_seeds,
        partial(mutate.text, tokens=("\n", "=", "AKs", "hand=", "count=", "cards=", "flop=", "hole=", "22+")),
        _query, (PokerlakeError, UnicodeEncodeError), in_ci=200, share=0.7,
    )
)  # fmt: skip
