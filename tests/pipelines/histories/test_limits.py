"""What an import lists and reads has limits, and what it takes is right for ever."""

import gzip

import pyarrow as pa
import pytest

from fuzz import histories as fuzz
from given.histories import FIRST_PHH, LIMIT, WALK
from helpers.command_line import run
from pokerlake import packed
from pokerlake.pipelines import growing
from pokerlake.pipelines.histories import importing, reading, sources
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.definitions.solving import SOLVED_SPOTS
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake

BAD = "PokerStars Hand #1\n\n"


def wrong(lake):
    """What `verify` finds to be wrong."""
    return [check for check in verify(Lake.open(lake)) if not check.ok]


# ---------------------------------------------------------------- what is taken, verify accepts


@pytest.mark.whole
@pytest.mark.parametrize(("form", "ending"), [("text", "txt"), ("phh", "phhs")])
def test_verify_accepts_whatever_is_taken(tmp_path, form, ending):
    """Hands altered at random, in a file whose name has control characters."""
    for number, whole, _, _ in fuzz.files(0, 40, form):
        path = tmp_path / f"{number}\t\x1b\n.{ending}"
        path.write_bytes(whole)
        done = import_histories(tmp_path / "lake", [str(path)])
        assert done.new
        assert wrong(tmp_path / "lake") == []


def test_odd_text_and_days_are_taken(tmp_path):
    odd = [
        (WALK, "Bob", "B\tb"),
        (WALK, "Bob", "B\x1bb\x7f"),
        (WALK, "Table 'H", "Table 'H\t\x01"),
        (LIMIT, "2020/01/02", "1900/01/02"),
        (LIMIT, "2020/01/02", "2200/12/31"),
    ]
    path = tmp_path / "a\tb.txt"
    text = ""
    for number, (hand, old, new) in enumerate(odd):
        assert old in hand
        text += hand.replace(old, new).replace("Hand #", f"Hand #9{number}", 1)
    path.write_text(text, "utf-8")
    assert import_histories(tmp_path / "lake", [str(path)]).new == len(odd)
    assert wrong(tmp_path / "lake") == []


def test_no_table_of_users_takes_what_verify_does_not_accept(tmp_path):
    row = dict.fromkeys(SOLVED_SPOTS.arrow_schema().names) | {"spot": 1, "pot": 0}
    rows = pa.Table.from_pylist([row], SOLVED_SPOTS.arrow_schema())
    problem = "row 1 for solved_spots has pot not above 0: 0.0; nothing is added"
    with (
        pytest.raises(LakeError, match=problem),
        growing.adding(tmp_path / "lake", [SOLVED_SPOTS]) as addition,
    ):
        addition.write[SOLVED_SPOTS.name](rows)


# ---------------------------------------------------------------- how much is listed and read


def test_all_bad_hands_are_counted_and_the_first_are_listed(at_home, monkeypatch):
    for module in (importing, reading):
        monkeypatch.setattr(module, "MOST_LISTED", 3)
    monkeypatch.setattr(sources, "CHUNK_BYTES", 100)
    (at_home / "a.txt").write_text(BAD * 50 + WALK, "utf-8")
    done = import_histories(at_home / "lake", ["a.txt"])
    assert (done.new, done.bad_hands, done.hands) == (1, 50, 51)
    assert [one.line for one in done.bad] == [1, 3, 5]
    finished = run("import a.txt --lake other -f csv")
    assert finished.text.count("\n") == 4
    first, *said = finished.err.splitlines()
    assert said == ["of 50 that are left out the first 3 are listed"]
    assert first.startswith("51 hands in 1 file: 1 new, 0 known, 50 bad; ")


def test_a_packed_file_that_grows_without_end_is_no_hands(at_home, monkeypatch):
    monkeypatch.setattr(packed, "MOST_BYTES", 1 << 20)
    (at_home / "a.txt.gz").write_bytes(gzip.compress(WALK.encode() + bytes(1 << 22)))
    finished = run("import a.txt.gz --lake lake -f csv")
    assert finished.code == 1
    assert "it unpacks to more than 1 MB, and 250 times its size" in finished.text


def test_a_packed_file_with_another_checksum_is_told(at_home):
    content = bytearray(gzip.compress(LIMIT.encode() * 1000))
    content[-8] ^= 1
    (at_home / "a.txt.gz").write_bytes(content)
    finished = run("import a.txt.gz --lake lake -f csv")
    assert finished.code == 1
    assert "cannot be read: its content is damaged (incorrect data check)" in finished.text


@pytest.mark.parametrize("blank", ["\n", " \r\n", "\t\n"])
def test_empty_lines_are_counted_and_nothing_else(tmp_path, blank):
    """They are passed over a block at a time; the lines behind keep their numbers."""
    lines = 300_000
    (tmp_path / "a.txt").write_text(WALK + blank * lines + LIMIT + "x\n" + blank * 9, "utf-8")
    done = import_histories(tmp_path / "lake", [str(tmp_path / "a.txt")])
    assert done.new == 2
    first = WALK.count("\n") + lines + 1
    assert [(one.line, one.problem) for one in done.bad] == [
        (first + LIMIT.count("\n"), "no hand begins here: 'x'")
    ]
    told = Lake.open(tmp_path / "lake")
    rows = growing.stored_rows(told, "hands", columns=["line"])
    assert rows["line"].to_pylist() == [1, first]


def test_a_hand_of_phh_that_ends_a_block_is_whole(tmp_path):
    (tmp_path / "a.phh").write_text(FIRST_PHH + "\n" * 200_000, "utf-8")
    assert import_histories(tmp_path / "lake", [str(tmp_path / "a.phh")]).new == 1
