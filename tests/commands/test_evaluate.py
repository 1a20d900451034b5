"""Files of hands evaluated: every format in and out, other columns kept, null for null."""

import csv
import gzip
import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.command_line import run
from pokerlake.engine.cards.text import CARDS
from pokerlake.queries.files.source import BATCH_ROWS

ROYAL = {"class_id": 1, "category": 1, "name": "royal flush", "best_five": "AsKsQsJsTs"}
WORST = {
    "class_id": 7462,
    "category": 9,
    "name": "high card, seven-five-four-three-deuce",
    "best_five": "7c5d4h3s2c",
}
ADDED = ["class_id", "category", "name", "percentile", "best_five"]
NOTHING = dict.fromkeys(ADDED)
OF_FIVE, OF_SIX, OF_SEVEN = 2_598_960, 20_358_520, 133_784_560

# Five, six and seven cards, in ways to write them; and no hand at all.
HANDS = {
    "AsKsQsJsTs": {**ROYAL, "percentile": 100 * 4 / OF_FIVE},
    "as ks qs js 10s 2c": {**ROYAL, "percentile": 100 * 188 / OF_SIX},
    "As,Ks,Qs,Js,Ts,2c,3d": {**ROYAL, "percentile": 100 * 4324 / OF_SEVEN},
    "7C5D4H3S2C": {**WORST, "percentile": 100.0},
    None: NOTHING,
}
NOTES = ["007", " kept as it is ", "a,b", 'say "x"', "1e3"]


def separated(separator):
    sink = io.StringIO()
    writer = csv.writer(sink, delimiter=separator)
    writer.writerow(["note", "cards"])
    writer.writerows(zip(NOTES, HANDS, strict=True))
    return sink.getvalue().encode()


def parquet(table):
    sink = io.BytesIO()
    pq.write_table(pa.table(table), sink)
    return sink.getvalue()


CSV = separated(",")
PARQUET = parquet({"note": NOTES, "cards": list(HANDS)})
NDJSON = "".join(
    json.dumps({"note": note, "cards": hand}) + "\n"
    for note, hand in zip(NOTES, HANDS, strict=True)
).encode()
FILES = {
    "hands.csv": CSV,
    "hands.CSV": CSV,
    "hands.tsv": separated("\t"),
    "hands.csv.gz": gzip.compress(CSV),
    "hands.tsv.gz": gzip.compress(separated("\t")),
    "hands.ndjson": NDJSON,
    "hands.jsonl": NDJSON,
    "hands.ndjson.gz": gzip.compress(NDJSON),
    "hands.parquet": PARQUET,
}


def evaluated(line, stdin=b""):
    """The rows that come of a command."""
    finished = run(f"evaluate {line} -f ndjson", stdin=stdin)
    assert (finished.code, finished.err) == (0, "")
    return [json.loads(row) for row in finished.out.splitlines()]


def expected(**columns):
    names = [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]
    return [
        {**row, **result, "percentile": pytest.approx(result["percentile"], rel=1e-12)}
        if result["percentile"]
        else {**row, **result}
        for row, result in zip(names, HANDS.values(), strict=True)
    ]


@pytest.mark.parametrize("name", FILES)
def test_files_of_every_format(at_home, name):
    (at_home / name).write_bytes(FILES[name])
    assert evaluated(f"--from {name}") == expected(note=NOTES, cards=HANDS)
    (at_home / "hands").write_bytes(FILES[name])
    if not name.endswith(".gz"):
        given = {"csv": "csv", "tsv": "csv", "CSV": "csv", "jsonl": "ndjson"}
        ending = name.rpartition(".")[2]
        line = f"--from hands --input-format {given.get(ending, ending)}"
        assert evaluated(line) == expected(note=NOTES, cards=HANDS)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_dialects_of_csv(at_home, separator, line_end, mark):
    lines = [f"id{separator}cards", f"#1{separator}AsKsQsJsTs", f"{separator}7c5d4h3s2c"]
    (at_home / "hands.csv").write_bytes((mark + line_end.join(lines)).encode())
    found = evaluated("--from hands.csv")
    assert [(row["id"], row["class_id"]) for row in found] == [("#1", 1), (None, 7462)]


def test_columns_of_a_csv_are_kept_as_they_are(at_home):
    header = ["", "cards", "same", "same", "a b", "NULL"]
    lines = [
        ["007", "AsKsQsJsTs", "", " x ", "NULL", "2020-01-01"],
        ["1.50", "7c5d4h3s2c", "#", "ä\nb", '"', "nan"],
    ]
    with (at_home / "hands.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *lines])

    assert run("evaluate --from hands.csv -o result.csv").code == 0

    with (at_home / "result.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.reader(file))
    assert found[0] == [*header, *ADDED]
    assert [row[:6] for row in found[1:]] == lines
    assert [row[6] for row in found[1:]] == ["1", "7462"]


def test_columns_of_parquet_keep_their_types(at_home):
    table = pa.table(
        {
            "cards": pa.array(["AsKsQsJsTs", None]).dictionary_encode(),
            "seat": pa.array([1, 2], pa.uint8()),
            "when": pa.array([0, 1], pa.timestamp("us")),
            "stacks": pa.array([[1, 2], None], pa.list_(pa.int64())),
            "won": pa.array([True, None]),
        }
    )
    pq.write_table(table, at_home / "hands.parquet")

    assert run("evaluate --from hands.parquet -o result.parquet").code == 0

    found = pq.read_table(at_home / "result.parquet")
    assert found.select(table.column_names[1:]).equals(table.drop_columns("cards"))
    assert found["class_id"].to_pylist() == [1, None]
    assert [str(found.schema.field(name).type) for name in ADDED] == [
        "uint16", "uint8", "string", "double", "string",
    ]  # fmt: skip


@pytest.mark.parametrize("names", [["cards", "a", "A", "é", "a b"], ["cards", "a", "a", "b", ""]])
def test_names_of_parquet_columns_are_kept(at_home, names):
    table = pa.table([pa.array(["AsKsQsJsTs"]), *[pa.array([n]) for n in range(4)]], names=names)
    pq.write_table(table, at_home / "hands.parquet")
    finished = run("evaluate --from hands.parquet -f csv")
    assert finished.text == (
        f"{','.join([*names, *ADDED])}\n"
        "AsKsQsJsTs,0,1,2,3,1,1,royal flush,0.000153907716932927,AsKsQsJsTs\n"
    )


def test_values_of_ndjson_are_kept_as_they_are(at_home):
    given = [
        {"cards": "AsKsQsJsTs", "day": "2020-01-01", "at": "2020-01-01T10:00:00Z", "id": "007",
         "mixed": 1, "seats": [1, {"a": None}], "won": True, "pot": 1.5},
        {"cards": "7c5d4h3s2c", "mixed": "x"},
    ]  # fmt: skip
    given += [{"cards": None}] * 30_000 + [{"cards": None, "late": 2}]
    (at_home / "hands.ndjson").write_text("".join(json.dumps(row) + "\n" for row in given), "utf-8")

    found = evaluated("--from hands.ndjson")

    first = {**given[0], "mixed": "1", "late": None}
    assert {name: found[0][name] for name in first if name != "seats"} == {
        name: value for name, value in first.items() if name != "seats"
    }
    assert found[1]["mixed"] == "x"
    assert found[-1]["late"] == 2
    assert [row["class_id"] for row in found] == [1, 7462, *[None] * 30_001]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_columns_of_numbers(at_home, cards):
    hands = np.random.default_rng(5).permuted(np.tile(np.arange(52), (200, 1)), axis=1)[:, :cards]
    names = [f"c{number}" for number in range(cards)]
    columns = {name: pa.array(hands[:, n], pa.int16()) for n, name in enumerate(names)}
    (at_home / "hands.parquet").write_bytes(parquet(columns))
    (at_home / "hands.csv").write_text(
        "\n".join([",".join(names), *(",".join(map(str, hand)) for hand in hands)]), "ascii"
    )
    (at_home / "text.csv").write_text(
        "\n".join(["cards", *("".join(CARDS[card] for card in hand) for hand in hands)]), "ascii"
    )
    chosen = " ".join(f"--cards {name}" for name in names)

    text = [row["class_id"] for row in evaluated("--from text.csv")]
    for name in ("hands.parquet", "hands.csv"):
        found = evaluated(f"--from {name} {chosen}")
        assert [row["class_id"] for row in found] == text
        assert [int(found[3][column]) for column in names] == hands[3].tolist()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("hands.csv", b"cards,note\n"),
        ("hands.csv", b"cards,note"),
        ("hands.parquet", parquet(dict.fromkeys(("cards", "note"), pa.array([], pa.string())))),
    ],
)
def test_a_header_without_rows_has_an_empty_result(at_home, name, content):
    (at_home / name).write_bytes(content)
    assert run(f"evaluate --from {name} -f csv") == (
        0,
        b"cards,note,class_id,category,name,percentile,best_five\n",
        "",
    )
    assert run(f"evaluate --from {name} -f json").out == b"[]\n"


def test_rows_keep_their_order_over_many_batches(at_home):
    total = 2 * BATCH_ROWS + 1000
    (at_home / "hands.csv").write_text(
        "row,cards\n"
        + "".join(f"{n},{('AsKsQsJsTs', '7c5d4h3s2c')[n % 2]}\n" for n in range(total)),
        "ascii",
    )
    finished = run("evaluate --from hands.csv -o result.parquet")
    assert finished == (0, b"", f"{total:,} rows in result.parquet\n")
    found = pq.read_table(at_home / "result.parquet")
    assert found["row"].to_pylist() == [str(n) for n in range(total)]
    assert found["class_id"].to_pylist() == [(1, 7462)[n % 2] for n in range(total)]


def test_a_file_can_be_replaced_by_its_own_result(at_home):
    (at_home / "hands.csv").write_bytes(b"cards\nAsKsQsJsTs\n")
    assert run("evaluate --from hands.csv -o hands.csv").code == 0
    assert (at_home / "hands.csv").read_bytes().startswith(b"cards,class_id")
