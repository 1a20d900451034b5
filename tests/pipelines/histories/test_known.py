"""Which hands a lake has: of its file only groups of rows are read that may have the new ones."""

from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.pipelines.histories.importing import IDENTITY, OF_A_FILE, Known


def hands(numbers, site="PokerStars", file="a.txt"):
    columns = [site] * len(numbers), numbers, [file] * len(numbers)
    return pa.table([pa.array(values, pa.string()) for values in columns], list(IDENTITY))


def known_of(path):
    known = Known()
    known.look_at([path])
    return known


@pytest.fixture
def stored(tmp_path):
    """Hands 100 to 199 of two sites, ten a group of rows, and two of a site's files."""
    rows = [hands([str(number) for number in range(100, 200)], site) for site in ("GG", "iPoker")]
    rows += [hands(["1", "2"], OF_A_FILE, name) for name in ("x/log.csv", "other.csv")]
    path = tmp_path / "hands.parquet"
    with pq.ParquetWriter(path, rows[0].schema) as writer:
        for some in rows:
            writer.write_table(some, row_group_size=10)
    return path


def test_each_hand_is_known_whatever_was_read_before(stored):
    rng = Random(5)
    for _ in range(40):
        known, seen = known_of(stored), set()
        for _ in range(6):
            numbers = [str(rng.randrange(90, 210)) for _ in range(rng.randrange(8))]
            site = rng.choice(["GG", "iPoker", "SwC"])
            new = []
            for number in numbers:
                there = site != "SwC" and 100 <= int(number) < 200
                new.append(not there and (site, number) not in seen)
                seen.add((site, number))
            assert known.add(hands(numbers, site)).tolist() == new


@pytest.mark.parametrize(
    ("numbers", "site", "read"),
    [
        (["205", "206"], "GG", 0),
        (["117"], "GG", 1),
        (["117", "121"], "GG", 2),
        (["117"], "Winamax", 0),
        ([], "GG", 0),
        (["0"], "SwC", 0),
    ],
)
def test_only_groups_are_read_that_may_have_them(numbers, site, read, stored):
    known = known_of(stored)
    before = len(known._unread)
    known.add(hands(numbers, site))
    assert before - len(known._unread) == read


def test_numbers_that_begin_anew_in_each_file_are_told_apart_by_its_name(stored):
    known = known_of(stored)
    assert not known.add(hands(["1", "2"], OF_A_FILE, "elsewhere/log.csv")).any()
    assert known.add(hands(["1", "3"], OF_A_FILE, "third.csv")).all()


def test_a_file_that_tells_no_least_and_greatest_is_read(stored):
    pq.write_table(pq.read_table(stored), stored, write_statistics=False)
    assert known_of(stored).add(hands(["117", "300"], "GG")).tolist() == [False, True]
