"""The card of a data set of tables: README.md, with the header that Hugging Face reads."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import metadata

from pokerlake.tables.manifest import Entry
from pokerlake.tables.registry import TABLES
from pokerlake.tables.schema import Table

TITLE = "Pokerlake: the whole game of poker as exact tables"
ABOUT = (
    "Exact counts of poker as Parquet: classes of hands, boards up to suits, every hole on every "
    "flop with what becomes of it, starting hands against each other, and what was computed from "
    "them. Whole numbers are counts of all deals, not samples; ratios are left to who asks."
)
KEYWORDS = ["poker", "texas-holdem", "omaha", "equity", "game-theory", "combinatorics"]
LICENCE = "MIT"


@dataclass(frozen=True)
class About:
    """Facts about a whole release."""

    version: str
    date: str  # of publication: 2026-12-01
    source: str  # the address of the program
    documentation: str

    @classmethod
    def of(cls, version: str, date: str) -> "About":
        """With the addresses of the project; ValueError for an invalid date."""
        dt.date.fromisoformat(date)
        lines = metadata("pokerlake").get_all("Project-URL") or []
        urls = dict(line.split(", ", 1) for line in lines)
        source = urls.get("Source", "https://github.com/pokerlake/pokerlake")
        return cls(version, date, source, urls.get("Documentation", source))


def size_of(rows: int) -> str:
    """Hugging Face's word for a number of rows.

    >>> size_of(999), size_of(1000), size_of(137_000_000), size_of(10**12)
    ('n<1K', '1K<n<10K', '100M<n<1B', 'n>1T')
    """
    words = ["1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T"]
    place = sum(rows >= 10 ** (3 + power) for power in range(len(words)))
    if place == 0:
        return "n<1K"
    return f"n>{words[-1]}" if place == len(words) else f"{words[place - 1]}<n<{words[place]}"


def card(tables: Mapping[str, Entry], about: About, digest: str) -> str:
    """README.md of a folder with these tables; ``digest``: the SHA-256 of its manifest."""
    return "\n".join(
        [
            *_head(tables),
            *_what(tables),
            *_reading(tables, digest),
            *_all_columns(tables),
            *_end(about),
        ]
    )


def _head(tables: Mapping[str, Entry]) -> list[str]:
    lines = [
        "---",
        f"license: {LICENCE.lower()}",
        f"pretty_name: {TITLE!r}",
        "language:",
        "- en",
        "tags:",
        *(f"- {word}" for word in KEYWORDS),
        "size_categories:",
        f"- {size_of(sum(entry.rows for entry in tables.values()))}",
        "configs:",
    ]
    for name, entry in tables.items():
        lines += [f"- config_name: {name}", "  data_files:"]
        lines += [f"  - {file.name}" for file in entry.files]
    return [*lines, "---", ""]


def _what(tables: Mapping[str, Entry]) -> list[str]:
    lines = [
        f"# {TITLE}", "", ABOUT, "",
        "| table | one row is | rows | bytes |", "| --- | --- | ---: | ---: |",
    ]  # fmt: skip
    for name, entry in tables.items():
        size = sum(file.bytes for file in entry.files)
        lines.append(f"| [{name}](#{name}) | {TABLES[name].one_row} | {entry.rows:,} | {size:,} |")
    return [*lines, ""]


def _reading(tables: Mapping[str, Entry], digest: str) -> list[str]:
    name = "starting_hands" if "starting_hands" in tables else next(iter(tables))
    file = tables[name].files[0].name
    column = TABLES[name].key[-1]
    return [
        "## Reading",
        "",
        "`sha256sum --check SHA256SUMS` looks at what was downloaded. By the address of this",
        "folder, wherever it lies, pokerlake reads the tables in place, or fetches and checks",
        "them:",
        "",
        "```text",
        "pip install pokerlake",
        f"pokerlake sql 'from {name} limit 5' --lake ADDRESS",
        f"pokerlake pull {name} --from ADDRESS --sha256 {digest}",
        "```",
        "",
        "The files are plain Parquet. Whole numbers in them are as narrow as their values and",
        "mostly unsigned: widen them before you add or multiply. In this folder, or with its",
        "address in front of the name:",
        "",
        "DuckDB",
        "",
        "```python",
        "import duckdb",
        "",
        f"print(duckdb.sql(\"select count(*), max({column}) from '{file}'\"))",  # noqa: S608
        "```",
        "",
        "polars",
        "",
        "```python",
        "import polars as pl",
        "",
        f'print(pl.scan_parquet("{file}").select(pl.len(), pl.max("{column}")).collect())',
        "```",
        "",
        "pandas",
        "",
        "```python",
        "import pandas as pd",
        "",
        f'print(pd.read_parquet("{file}", columns=["{column}"]).describe())',
        "```",
        "",
        "R",
        "",
        "```r",
        "library(arrow)",
        f'hands <- read_parquet("{file}")',
        "head(hands)",
        "```",
        "",
        "R reads numbers that pass 2^31 as integer64, which drops fractions: take `as.numeric` of",
        "such a column before you divide it, or multiply it by part of one.",
        "",
    ]


def _all_columns(tables: Mapping[str, Entry]) -> list[str]:
    lines = ["## Columns", ""]
    for name, entry in tables.items():
        lines += _columns(TABLES[name], entry)
    return lines


def _columns(table: Table, entry: Entry) -> list[str]:
    first, rest = table.one_row[:1].upper(), table.one_row[1:]
    source = f" From {table.source}." if table.source else ""
    made = f" Made by `{table.made_by}`, pokerlake {entry.package_version}"
    parameters = ", ".join(f"{key} = {value}" for key, value in entry.parameters.items())
    lines = [
        f"### {table.name}",
        "",
        f"{first}{rest}. Ordered by {', '.join(table.key)}, which no two rows share.{source}{made}"
        f"{' with ' + parameters if parameters else ''}.",
        "",
        "| column | type | what it is |",
        "| --- | --- | --- |",
    ]
    for column in table.columns:
        null = "; null where there is none" if column.nullable else ""
        meaning = column.meaning.replace("|", "\\|")
        lines.append(f"| `{column.name}` | {column.file_type} | {meaning}{null} |")
    return [*lines, ""]


def _end(about: About) -> list[str]:
    return [
        "## Licence, versions, citation",
        "",
        f"{LICENCE}, see LICENSE. Version {about.version}, {about.date}. The numbers are those",
        f"that pokerlake {about.version} counts: `pokerlake verify` holds the tables against",
        "definitions, digests and each other. Views that make equities and other ratios of them,",
        f"queries and the program are at <{about.source}>, explained at",
        f"<{about.documentation}>. Cite the program by its CITATION.cff, and the version of the",
        "tables.",
        "",
    ]
