"""Files that commands read: CSV, NDJSON and Parquet of hands, situations and amounts."""

from __future__ import annotations

import csv
import functools
import gzip
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from fuzz import mutate
from fuzz.commands import command
from fuzz.inputs import Target, add
from fuzz.watch import WrongError
from pokerlake.engine.cards.text import CARDS
from pokerlake.queries.files import source
from pokerlake.queries.files.plain_duckdb import plain_connection

HANDS = (
    "cards\nAsKsQsJsTs\n7c7d9hKsAc2d2h\n",
    'id,cards,name\r\n1,AsKsQsJsTs,Ann\r\n2,,Bob\r\n3,"2c 3c 4c 5c 7d","C""y"\r\n',
    "cards\tname\nAsKsQsJsTs\tx\n10h10d10c10s2c\ty\n",
    "\ufeffcards;number\nas ks qs js ts;1,5\n",
    "cards\n" + "AsKsQsJsTs\n" * 40,
)
SPOTS = (
    "hero,villain,board\nAhKh,QsQc,Jh2h3d\n7c7d,AsKs,2h7d9hTc4h\n",
    "player_1,player_2,player_3,board,dead\nAhKh,QsQc,7c7d,Jh2h3dTs,2c\nAsAh,KsKh,,,\n",
    "hero,villain,board\n\"QQ+,AKs\",random,Jh2h3d4c5s\nAKs,22,Jh2h3d4c5s\n",
)  # fmt: skip
AMOUNTS = (
    "amount,weight\n8,5\n99,2\n1,1\n", "price,weight\n199,5\n349,2\n1000,1\n", "amount\n1\n2\n3\n",
    "price\n1.99\n$3.49\n",
)  # fmt: skip
TOKENS = (
    *CARDS[::7], "AsKsQsJsTs", "cards", "error", "hero", "villain", "board", "dead", "player_1",
    "class_id", "amount", "price", "weight", ",", ";", "\t", "|", '"', '""', "\n", "\r\n", "\r", "\n\n",
    "#", "\\", "null", "NULL", "NaN", "1,5", "random", "22+", "\ufeff", "column_0", "'",
)  # fmt: skip
JSON_TOKENS = (
    '{"cards": "AsKsQsJsTs"}', "{", "}", "[", "]", ":", ",", '"', "\n", "null", "true", "1e400", "-",
    '"cards"', '"board"', '"hero"', "\\u0000", "\\ud800", "\\n", "1" * 30, "[1,2,3,4,5]", "{}", "[]",
    "9007199254740993", '{"a":' * 40, "[" * 200, '"2020-01-01"', "NaN", "0.1", '"error"',
)  # fmt: skip

EVALUATE = [["evaluate"]]
EQUITY = [["equity", "--max-seconds", "0.2", "--seed", "1", "--deals", "200"]]
AMOUNT = [["draw", "change"]]


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of a seed."""
    separator = max(",;\t", key=text.partition("\n")[0].count)
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), delimiter=separator))


def ndjson_of(text: str) -> bytes:
    """The rows of a seed, an object a line; numbers are numbers."""
    rows = [
        {name: int(value) if value.isdecimal() else value or None for name, value in row.items()}
        for row in rows_of(text)
    ]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@functools.cache
def parquet_of(text: str, numbers: bool = False) -> bytes:
    """The rows of a seed as Parquet; or their cards as numbers, and no other column."""
    rows: Any = rows_of(text)
    if numbers:
        hands = [[1, 5, 9, 13, 50], [51, 47, 43, 39, 35]]
        rows = [{f"c{n}": card for n, card in enumerate(hand)} for hand in hands]
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), sink, compression="none", use_dictionary=False)
    return sink.getvalue()


@contextmanager
def removed(file: Path) -> Iterator[None]:
    """The file is gone at the end."""
    try:
        yield
    finally:
        file.unlink()


@contextmanager
def one_connection() -> Iterator[None]:
    """Commands read files over one connection, which takes 12 ms to open: most of a short command."""
    with mock.patch.object(source, "plain_connection", _cursor):
        yield


def _cursor() -> duckdb.DuckDBPyConnection:
    return _connection().cursor()


@functools.cache
def _connection() -> duckdb.DuckDBPyConnection:
    return plain_connection({"temp_directory": ""})


def ran(given: bytes, ending: str, verb: list[str], option: str) -> None:
    """A command that reads a file; with ``--skip-bad`` good rows are as without."""
    file = Path(f"given.{ending}")
    file.write_bytes(given)
    with one_connection(), removed(file):
        words = [*verb, option, str(file)]
        if verb[0] == "evaluate" and b"cards" not in given and b"c0" in given:
            words += [word for n in range(5) for word in ("--cards", f"c{n}")]
        strict = command([*words, "-f", "ndjson"])
        if verb[0] == "draw":
            return
        lenient = command([*words, "--skip-bad", "-f", "ndjson"])
        if strict.code == 0 and lenient.code != 0 and '"error"' not in strict.text:
            raise WrongError(f"--skip-bad fails: {lenient.err[:200]}")
        if strict.code == 0 and lenient.code == 0:
            with_error = [json.loads(line) for line in lenient.out.splitlines()]
            bad = [row["error"] for row in with_error if row.pop("error") is not None]
            if bad or [json.loads(line) for line in strict.out.splitlines()] != with_error:
                raise WrongError(f"--skip-bad finds another result, and {bad[:3]}")


def _text_target(
    name: str,
    ending: str,
    seeds: list[bytes],
    verb: list[str],
    option: str,
    tokens: Any,
    **more: Any,
) -> None:
    add(
        Target(
            name, "data", lambda: seeds, partial(mutate.lines, tokens=tokens),
            partial(ran, ending=ending, verb=verb, option=option), ending=f".{ending}", **more,
        )
    )  # fmt: skip


for _name, _seeds, (_verb,), _option in (
    ("evaluate", HANDS, EVALUATE, "--from"),
    ("equity", SPOTS, EQUITY, "--from"),
    ("change", AMOUNTS, AMOUNT, "--from"),
):
    _csv = [seed.encode() for seed in _seeds]
    _json = [ndjson_of(seed) for seed in _seeds]
    _binary = [parquet_of(seed) for seed in _seeds]
    if _name == "evaluate":
        _binary.append(parquet_of(HANDS[0], numbers=True))
        _json.append(b'{"c0":1,"c1":5,"c2":9,"c3":13,"c4":50}\n')
    _text_target(f"{_name}_csv", "csv", _csv, _verb, _option, TOKENS, in_ci=5)
    _text_target(
        f"{_name}_ndjson", "ndjson", _json, _verb, _option, (*TOKENS, *JSON_TOKENS), in_ci=5
    )
    add(
        Target(
            f"{_name}_parquet", "data", lambda seeds=_binary: seeds, mutate.data,
            partial(ran, ending="parquet", verb=_verb, option=_option), in_ci=5, ending=".parquet",
        )
    )  # fmt: skip

_packed = [gzip.compress(seed.encode(), mtime=0) for seed in HANDS]
add(
    Target(
        "evaluate_gz", "data", lambda: _packed, mutate.data,
        partial(ran, ending="csv.gz", verb=["evaluate"], option="--from"), in_ci=5, share=0.3,
        ending=".csv.gz",
    )
)  # fmt: skip

# ---------------------------------------------------------------- the same rows in three formats


def _rows(texts: list[str]) -> None:
    """Texts as the column of a CSV, of NDJSON and of Parquet are evaluated alike."""
    texts = [text.encode("utf-8", "replace").decode() for text in texts if "\0" not in text]
    # An empty cell of a CSV is null, and a lone one an empty line; all is regular within quotes.
    texts = [text for text in texts if text]
    if not texts:
        return
    quoted = io.StringIO()
    writer = csv.writer(quoted, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([["number", "cards"], *([f"n{n}", text] for n, text in enumerate(texts))])
    made: dict[str, Callable[[], bytes]] = {
        "csv": lambda: quoted.getvalue().encode(),
        "ndjson": lambda: "".join(
            json.dumps({"number": f"n{n}", "cards": text}) + "\n" for n, text in enumerate(texts)
        ).encode(),
        "parquet": lambda: _parquet(texts),
    }
    found: dict[str, Any] = {}
    for ending, make in made.items():
        file = Path(f"rows.{ending}")
        file.write_bytes(make())
        with one_connection(), removed(file):
            skipping = command(["evaluate", "--from", str(file), "--skip-bad", "-f", "ndjson"])
            strict = command(["evaluate", "--from", str(file), "-f", "ndjson"])
        problem = re.sub(r"rows\.\w+", "FILE", strict.err)
        found[ending] = skipping.code, skipping.out, strict.code, strict.out, problem
    if not found["csv"] == found["ndjson"] == found["parquet"]:
        raise WrongError(f"formats differ: {found}"[:600])


def _parquet(texts: list[str]) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({"number": [f"n{n}" for n in range(len(texts))], "cards": texts}), sink)
    return sink.getvalue()


def _change_rows(random: Random, seeds: Any) -> list[str]:
    from .texts import CARD_SEEDS, CARD_TOKENS

    texts = [mutate.text(random, CARD_SEEDS, CARD_TOKENS) for _ in range(random.randint(1, 4))]
    if random.random() < 0.5:
        texts[:0] = ["AsKsQsJsTs"] * random.choice((1, 20))
    return texts


add(Target("rows", "words", lambda: [["AsKsQsJsTs", "7c7d9hKsAc"]], _change_rows, _rows, in_ci=4))
