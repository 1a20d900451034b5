"""A file whose bytes have changed is never read; one that has not changed is read once."""

import json
import os
import random
import shutil

import pytest

from pokerlake.tables import digests
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake

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
