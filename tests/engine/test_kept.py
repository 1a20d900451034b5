"""Tables that are kept beside the compiled kernels."""

from typing import NamedTuple

import numpy as np
import pytest

from pokerlake.engine import kernel_cache
from pokerlake.engine.known_holes.rank_tables import kept


class Inner(NamedTuple):
    first: np.ndarray
    second: np.ndarray


class Outer(NamedTuple):
    inner: Inner
    last: np.ndarray


def build():
    return Outer(
        Inner(np.arange(3, dtype=np.uint8), np.ones((2, 3), np.int64).T), np.zeros(1, "u1")
    )


def never():
    raise AssertionError("built again")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)
    monkeypatch.delenv(kernel_cache.FOLDER_VARIABLE, raising=False)
    return tmp_path


def flat(tables):
    return [*tables.inner, tables.last]


def test_built_once_and_read_as_built(folder):
    built = kept("some", Outer, build)
    read = kept("some", Outer, never)
    assert isinstance(read.inner, Inner)
    for one, other, made in zip(flat(built), flat(read), flat(build()), strict=True):
        assert one.dtype == other.dtype == made.dtype
        assert np.array_equal(one, made)
        assert np.array_equal(other, made)
        for array in (one, other):
            assert array.flags.c_contiguous
            assert not array.flags.writeable
    assert [path.name for path in folder.iterdir()] == ["some.npz"]


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9])
def test_a_damaged_file_is_built_and_written_anew(folder, part):
    kept("some", Outer, build)
    path = folder / "some.npz"
    content = path.read_bytes()
    path.write_bytes(content[: int(part * len(content))])
    assert np.array_equal(kept("some", Outer, build).last, build().last)
    assert path.read_bytes() == content


def test_no_changed_bit_is_an_error_or_another_table(folder):
    kept("some", Outer, build)
    path = folder / "some.npz"
    whole = path.read_bytes()
    for place in [*range(0, len(whole), 9), *range(len(whole) - 120, len(whole))]:
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        for one, made in zip(flat(kept("some", Outer, build)), flat(build()), strict=True):
            assert one.dtype == made.dtype
            assert np.array_equal(one, made)


def test_a_folder_that_cannot_be_written(folder, monkeypatch):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: folder / "not there")
    assert kept("some", Outer, build).last.tolist() == [0]
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: folder)
    monkeypatch.setenv(kernel_cache.FOLDER_VARIABLE, str(folder))
    assert kept("some", Outer, build).last.tolist() == [0]
    assert not list(folder.iterdir())
