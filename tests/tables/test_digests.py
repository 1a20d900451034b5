"""A file whose bytes have changed is never read; one that has not changed is read once."""

import json
import os
import random
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.tables import digests
from pokerlake.tables.check import ValuesDigest
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES

NAME = "starting_hands.parquet"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(digests, "_known", {})
    monkeypatch.setattr(digests, "_told", set())
    monkeypatch.setattr(digests, "SAME_TIME", 0)
    return tmp_path / "cache"


@pytest.fixture
def copied(lake, tmp_path, cache):
    """A lake of two tables."""
    there = tmp_path / "there"
    there.mkdir()
    manifest = json.loads((lake / "manifest.json").read_text())
    names = ("starting_hands", "matchups")
    manifest["tables"] = {name: manifest["tables"][name] for name in names}
    (there / "manifest.json").write_text(json.dumps(manifest))
    for name in names:
        shutil.copy(lake / f"{name}.parquet", there)
    return there


@pytest.fixture
def reads(monkeypatch):
    """The names of the files that are read whole."""
    names = []

    def note(path):
        names.append(path.name)
        return stored_file(path)

    stored_file = digests.stored_file
    monkeypatch.setattr(digests, "stored_file", note)
    return names


def new_process(monkeypatch):
    monkeypatch.setattr(digests, "_known", {})


def other_bytes(path):
    return (
        f"{path} has other bytes than it was written with: it is cut short or changed; "
        "build it anew with 'pokerlake build starting_hands'"
    )


def test_every_flipped_bit_is_seen(copied):
    path = copied / NAME
    whole = path.read_bytes()
    chance = random.Random(1399)
    for place in [0, 1399, len(whole) - 1, *chance.sample(range(len(whole)), 60)]:
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        with pytest.raises(LakeError) as caught:
            Lake.open(copied).files("starting_hands")
        assert str(caught.value) == other_bytes(path)
        files, lost = Lake.open(copied).opened()
        assert list(files) == ["matchups"]
        assert str(lost["starting_hands"]) == other_bytes(path)
    path.write_bytes(whole)
    assert Lake.open(copied).files("starting_hands") == [path]


def test_a_file_is_read_once(copied, cache, reads, monkeypatch):
    for _ in range(2):
        assert set(Lake.open(copied).opened()[0]) == {"starting_hands", "matchups"}
        Lake.open(copied).files("matchups")
        new_process(monkeypatch)
    assert sorted(reads) == ["matchups.parquet", NAME]
    (copied / NAME).touch()
    Lake.open(copied).opened()
    assert reads[2:] == [NAME]


def test_a_change_that_keeps_size_and_time_is_seen(copied):
    path = copied / NAME
    Lake.open(copied).files("starting_hands")
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=times)
    with pytest.raises(LakeError, match="has other bytes"):
        Lake.open(copied).files("starting_hands")


def test_another_file_in_its_place_is_seen(copied):
    path = copied / NAME
    Lake.open(copied).files("starting_hands")
    size = path.stat().st_size
    (copied / "new").write_bytes(bytes(size))
    (copied / "new").replace(path)
    with pytest.raises(LakeError, match="has other bytes"):
        Lake.open(copied).files("starting_hands")


def test_a_file_that_was_just_written_is_read_again(copied, reads, monkeypatch):
    monkeypatch.setattr(digests, "SAME_TIME", 60_000_000_000)
    for _ in range(2):
        Lake.open(copied).files("starting_hands")
    digests.remember(copied, Lake.open(copied).manifest.tables["starting_hands"].files)
    Lake.open(copied).files("starting_hands")
    assert reads == [NAME] * 3


def test_a_file_that_is_written_while_it_is_read(copied, monkeypatch):
    def read_and_touch(path):
        found = stored_file(path)
        os.utime(path)
        return found

    stored_file = digests.stored_file
    monkeypatch.setattr(digests, "stored_file", read_and_touch)
    with pytest.raises(LakeError, match="has other bytes"):
        Lake.open(copied).files("starting_hands")


def test_a_link_that_is_made_while_it_is_read(copied, monkeypatch):
    """It changes the file's times, and none of its bytes."""

    def read_and_link(path):
        found = stored_file(path)
        if not (copied / "link").exists():
            os.link(path, copied / "link")
        return found

    stored_file = digests.stored_file
    monkeypatch.setattr(digests, "stored_file", read_and_link)
    assert Lake.open(copied).files("starting_hands") == [copied / NAME]


SPOILT = ["", "[]", "{", '{"starting_hands.parquet": 1}', "\0", "[" * 100_000]


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_spoilt_memory_is_made_anew(copied, cache, reads, monkeypatch, spoilt):
    Lake.open(copied).opened()
    [memory] = (cache / "pokerlake" / "checked").iterdir()
    good = memory.read_text()
    memory.write_text(spoilt)
    new_process(monkeypatch)
    Lake.open(copied).opened()
    assert sorted(reads[2:]) == ["matchups.parquet", NAME]  # threads read them
    assert json.loads(memory.read_text()) == json.loads(good)


def test_a_cache_that_cannot_be_written(copied, cache, reads, monkeypatch):
    cache.write_text("a file where the folder should be")
    for _ in range(2):
        Lake.open(copied).opened()
        new_process(monkeypatch)
    assert len(reads) == 4


def test_what_another_process_knows(copied, cache, reads, monkeypatch):
    Lake.open(copied).opened()
    known = digests.known(copied)
    shutil.rmtree(cache)
    new_process(monkeypatch)
    digests.tell(copied, json.loads(json.dumps(known)))
    (copied / "matchups.parquet").touch()
    Lake.open(copied).opened()
    assert reads[2:] == ["matchups.parquet"]
    assert not cache.exists()


def test_few_folders_are_remembered(copied, cache, monkeypatch):
    monkeypatch.setattr(digests, "KEPT_FOLDERS", 3)
    memories = cache / "pokerlake" / "checked"
    memories.mkdir(parents=True)
    for n in range(5):
        (memories / f"{n}.json").touch()
        os.utime(memories / f"{n}.json", (n, n))
    Lake.open(copied).opened()
    names = {path.name for path in memories.iterdir()}
    assert len(names) == 3
    assert {"3.json", "4.json"} < names


def test_a_file_that_is_no_file(copied):
    (copied / NAME).unlink()
    os.mkfifo(copied / NAME)
    with pytest.raises(LakeError, match="is no file, though the manifest has table"):
        Lake.open(copied).files("starting_hands")


SCHEMA = pa.schema(
    [
        pa.field("number", pa.uint16(), False),
        pa.field("text", pa.string(), False),
        pa.field("maybe", pa.string(), True),
        pa.field("flag", pa.bool_(), False),
        pa.field("rate", pa.float64(), True),
    ]
)
ROWS = pa.table(
    {
        "number": [1, 2, 3, 65_535],
        "text": ["a", "", "bc", "é"],
        "maybe": ["x", None, "", "yz"],
        "flag": [True, False, False, True],
        "rate": [0.5, None, -0.0, 1e300],
    },
    SCHEMA,
)


def digest(rows, size=None):
    found = ValuesDigest(rows.schema)
    for batch in rows.to_batches(max_chunksize=size):
        found.update(batch)
    return found.hexdigest()


def with_cell(rows, name, row, value):
    values = rows[name].to_pylist()
    values[row] = value
    field = rows.schema.field(name)
    return rows.set_column(rows.column_names.index(name), field, pa.array(values, field.type))


def test_a_digest_that_stays_what_it_was():
    """Lakes are held against digests of this kind: another way to make them needs other ones."""
    assert digest(ROWS) == "bd3a864f5b56cf4657bfa7d25fcc6135a4224bcc4f86841c235b5a2fb86768f6"


@pytest.mark.parametrize("size", [1, 2, 3])
def test_cut_in_any_way(size):
    assert digest(ROWS, size) == digest(ROWS)
    assert digest(ROWS.slice(1, 3), size) == digest(ROWS.take([1, 2, 3]))
    assert digest(pa.concat_tables([ROWS, ROWS]), size) == digest(ROWS.take([0, 1, 2, 3] * 2))


def test_stored_in_any_way(tmp_path):
    pq.write_table(ROWS, tmp_path / "a", row_group_size=1, compression="gzip", use_dictionary=False)
    assert digest(pq.read_table(tmp_path / "a")) == digest(ROWS)


@pytest.mark.parametrize(
    ("name", "row", "value"),
    [
        ("number", 0, 0), ("text", 0, "b"), ("text", 1, "a"), ("maybe", 0, None), ("maybe", 1, ""),
        ("maybe", 2, None), ("flag", 1, True), ("rate", 1, 0.0), ("rate", 2, 0.0),
    ],
)  # fmt: skip
def test_every_change_is_seen(name, row, value):
    assert digest(with_cell(ROWS, name, row, value)) != digest(ROWS)


def test_letters_of_one_text_are_not_those_of_the_next():
    other = with_cell(with_cell(ROWS, "text", 0, ""), "text", 1, "a")
    assert digest(other) != digest(ROWS)


def test_names_types_and_rows_are_seen():
    found = {digest(ROWS)}
    found.add(digest(ROWS.rename_columns(["n", *SCHEMA.names[1:]])))
    wider = pa.array(ROWS["number"].to_pylist(), pa.uint32())
    found.add(digest(ROWS.set_column(0, pa.field("number", pa.uint32(), False), wider)))
    found.add(digest(ROWS.slice(0, 3)))
    found.add(digest(ROWS.take([1, 0, 2, 3])))
    found.add(digest(ROWS.select(["text", "number", "maybe", "flag", "rate"])))
    assert len(found) == 6


@pytest.mark.parametrize(
    "name", ["classes", "dag_nodes", "income_rates", "turns", "draw_hands", "openings"]
)
def test_one_cell_of_every_column_of_a_table(lake, name):
    rows = pq.read_table(lake / f"{name}.parquet")
    assert rows.schema.equals(TABLES[name].arrow_schema())
    known = {digest(rows)}
    for place, column in enumerate(rows.column_names):
        row = (1000 * place + 77) % len(rows)
        value = rows[column][row].as_py()
        field = rows.schema.field(column)
        if isinstance(value, str):
            other = value[:-1] + "*"
        elif isinstance(value, bool):
            other = not value
        else:
            other = 1 if value is None else value + 1 if value < 100 else value - 1
        before, after = rows[column].slice(0, row), rows[column].slice(row + 1)
        changed = pa.chunked_array([*before.chunks, pa.array([other], field.type), *after.chunks])
        known.add(digest(rows.set_column(place, field, changed)))
    assert len(known) == 1 + len(rows.column_names)
