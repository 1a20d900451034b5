"""What pokerlake keeps for itself is the user's alone, and nobody else's is taken."""

import os
import pickle
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pokerlake import caches
from pokerlake.engine import kernel_cache
from pokerlake.tables import digests
from pokerlake.tables.stores import cache

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
AS_ROOT = pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives away")


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_folders_and_files_whatever_the_umask(tmp_path):
    folder = caches.private_folder(tmp_path / "a" / "b")
    assert [mode(folder), mode(folder.parent)] == [0o700, 0o700]
    file = folder / "file"
    file.write_bytes(b"x")
    caches.keep_private(file, folder)
    assert mode(file) == 0o600
    assert caches.read_own(file) == b"x"


def test_a_folder_that_is_shared_to_be_read_has_files_that_are(tmp_path):
    """Such as kernels that root compiles into an image."""
    tmp_path.chmod(0o755)
    file = tmp_path / "file"
    file.write_bytes(b"x")
    caches.keep_private(file, tmp_path)
    assert mode(file) == 0o644


def test_what_others_may_write_to_is_not_taken(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x")
    for rights in (0o620, 0o602, 0o666):
        file.chmod(rights)
        assert caches.why_foreign(file) == "others may write to it"
        with pytest.raises(PermissionError, match="others may write to it"):
            caches.read_own(file)
    file.chmod(0o644)
    assert caches.why_foreign(file) == ""


@AS_ROOT
def test_what_another_user_has_is_not_taken(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x")
    os.chown(file, 12345, 12345)
    assert caches.why_foreign(file) == "it belongs to another user"
    with pytest.raises(PermissionError, match="belongs to another user"):
        caches.read_own(file)


@AS_ROOT
def test_what_root_has_is_taken_by_all():
    code = (
        "import os, sys; from pathlib import Path; from pokerlake.caches import why_foreign\n"
        "path = Path(sys.argv[1]); os.setuid(12345); print(repr(why_foreign(path)))"
    )
    # Each session of pytest that begins closes the folder above all tmp_path to others.
    with tempfile.TemporaryDirectory() as there:
        Path(there).chmod(0o755)
        file = Path(there, "file")
        file.write_bytes(b"x")
        found = subprocess.check_output([sys.executable, "-P", "-c", code, file], text=True)
    assert found == "''\n"


def test_the_users_own_folder_is_closed_to_others(tmp_path):
    folder = tmp_path / "kernels"
    folder.mkdir()
    folder.chmod(0o777)
    assert mode(caches.users_folder(folder)) == 0o700


def test_kernels_that_another_may_have_written_are_not_loaded(tmp_path):
    files = object.__new__(kernel_cache._KernelFiles)
    path = tmp_path / "kernel.nbc"
    files._save(os.fspath(path), {"some": "code"})
    assert mode(path) & 0o022 == 0
    assert pickle.loads(kernel_cache._read_whole(os.fspath(path))) == {"some": "code"}
    path.chmod(0o666)
    with pytest.raises(OSError, match="others may write to it"):
        kernel_cache._read_whole(os.fspath(path))
    assert [each.name for each in tmp_path.iterdir()] == ["kernel.nbc"]


@pytest.fixture
def place(monkeypatch):
    """Where kernels go, found out anew."""
    kernel_cache._place.cache_clear()
    yield kernel_cache._place
    kernel_cache._place.cache_clear()


def test_kernels_that_are_kept(place, tmp_path, monkeypatch):
    monkeypatch.setenv(kernel_cache.FOLDER_VARIABLE, str(tmp_path / "mine"))
    assert place() == (tmp_path / "mine", "")
    assert mode(tmp_path / "mine") == 0o700


def test_a_cache_that_cannot_be_written_is_told_with_what_to_do(place, tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.delenv(kernel_cache.FOLDER_VARIABLE, raising=False)
    monkeypatch.setattr(kernel_cache, "kernels_path", lambda: tmp_path / "file" / "kernels")
    folder, why = place()
    assert folder.name.startswith("pokerlake-kernels-")
    assert why == (
        f"{tmp_path}/file/kernels/{kernel_cache.sources_digest()} cannot be written (Not a "
        "directory); name a folder of your own, which stays, with $POKERLAKE_KERNELS"
    )


def test_a_named_cache_that_others_may_write_to_is_told(place, tmp_path, monkeypatch):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv(kernel_cache.FOLDER_VARIABLE, str(shared))
    folder, why = place()
    assert folder != shared
    assert why.startswith(
        f"what is in $POKERLAKE_KERNELS, {shared}, is not loaded, since others may write to it; "
    )


def test_what_is_known_of_files_is_found_out_again_if_others_may_have_written_it(
    tmp_path, monkeypatch
):
    memory = tmp_path / "memory.json"
    memory.write_text('{"x.parquet": [1, 2, 3]}')
    monkeypatch.setattr(digests, "_memory", lambda _: memory)
    monkeypatch.setattr(digests, "_known", {})
    memory.chmod(0o666)
    assert digests._recall(tmp_path) == {}
    digests._known.clear()
    memory.chmod(0o600)
    assert digests._recall(tmp_path) == {"x.parquet": [1, 2, 3]}


def test_a_cached_file_of_a_store_that_others_may_have_written_is_copied_anew(
    tmp_path, monkeypatch
):
    from hashlib import sha256

    from pokerlake.tables.stores.path import address_of

    store = address_of("memory://caches/lake/x.parquet")
    store.filesystem.pipe_file(store.key, b"good")
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path / "cache"))
    digest = sha256(b"good").hexdigest()
    kept = cache.at_hand(store, digest)
    assert (mode(kept.parent), mode(kept)) == (0o700, 0o600)
    kept.write_bytes(b"evil")
    kept.chmod(0o666)
    assert cache.at_hand(store, digest).read_bytes() == b"good"
    assert mode(kept) == 0o600
