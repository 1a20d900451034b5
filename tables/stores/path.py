"""The address of a lake, or of a file in it, in an object store; it is used in place of a Path.

It has the methods of :class:`pathlib.Path` that lakes need. Folders of a store are only prefixes:
they exist while something is in them, and need not be made.
"""

from __future__ import annotations

import fnmatch
import functools
import math
import posixpath
import re
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from pokerlake.lazy import extra

from ..errors import HIDDEN, LakeError, OutputError, UsageError, by_door, without_secrets

S3 = ("s3", "s3a")  # protocols
WEB = ("http", "https")  # plain servers, see ``web.py``
ONLY_READ = (*WEB, "hf")  # they take no files, or none that appear whole with a manifest

# The prefix of DuckDB's names for files of a lake in an object store, see ``reading.py``.
DUCKDB_PREFIX = "pokerlake+"
HTTPFS_PREFIX = "s3://"  # the prefix for DuckDB's own httpfs, see there

_ADDRESS = re.compile(r"(?P<protocol>[a-z][a-z0-9+.-]+)://(?P<rest>.*)", re.DOTALL)
_KEYS = re.compile(r"[^/:@]*[:@]")  # the beginning of an S3 address with keys in it
_PLAIN = re.compile(r"[^*?\[]+")  # the beginning of a pattern
_REFUSED = ("PreconditionFailed", "ConditionalRequestConflict", "412", "409")  # S3's answers
_BLOCK = 1 << 23  # bytes of a file that is copied
_LISTED_SECONDS = 2.0  # for which a list of a folder's files is trusted


class Stored(NamedTuple):
    """An object as its store lists it."""

    st_size: int
    mark: str  # differs once it was replaced
    st_mtime: float  # seconds since 1970, by the store's clock; 0.0 if unknown


_List = tuple[Mapping[str, Stored], Collection[str]]  # objects, and names with something under them


def in_store(path: object) -> StorePath | None:
    """An address in an object store, if a path is one; else None."""
    return path if isinstance(path, StorePath) else None


def is_remote(path: Path) -> bool:
    """Whether a path is an address in an object store."""
    return in_store(path) is not None


def address_of(text: str) -> Path | None:
    """The address in a text, as ``s3://bucket/lake``; None for the path of a folder.

    The store is not contacted yet. Raises UsageError if it is not a valid place in a store.
    """
    match = _ADDRESS.fullmatch(text)
    if match is None:
        return None
    if match["protocol"] in ("file", "local"):
        return Path(match["rest"])
    path = posixpath.normpath(match["rest"])
    if match["protocol"] in S3 and "@" in path and _KEYS.match(path):
        raise UsageError(
            "an address in S3 has no keys in it; set AWS_ACCESS_KEY_ID and "
            "AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
        )
    if match["protocol"] in WEB and ("?" in path or "#" in path):
        raise UsageError(
            f"{text!r} has something behind ? or #; give the address of the folder that has the "
            "lake's manifest.json"
        )
    if path in (".", "..", "/") or path.startswith("../") or not text.isprintable():
        raise UsageError(f"{text!r} names no place in a store; give an address as s3://bucket/lake")
    return cast(Path, StorePath(f"{match['protocol']}://{path.removeprefix('/')}"))


def _shown(url: str) -> str:
    """An address without its secret, which :func:`_whole` finds again.

    So file names, and SQL with them, have no secrets either.
    """
    protocol, _, rest = url.partition("://")
    host, slash, key = rest.partition("/")
    user, at, place = host.rpartition("@")
    if not at or user.startswith(HIDDEN):
        return without_secrets(url)
    with _lock:
        number = ""
        while _secrets.setdefault((protocol, f"{HIDDEN}{number}@{place}"), host) != host:
            number = str(int(number or 1) + 1)  # another user's
    return without_secrets(f"{protocol}://{place}{slash}{key}").replace(
        f"{protocol}://", f"{protocol}://{HIDDEN}{number}@", 1
    )


def _whole(shown: str) -> str:
    """The address that this process has shown as this one; itself if it has not."""
    protocol, _, rest = shown.partition("://")
    host = rest.partition("/")[0]
    return f"{protocol}://{_secrets.get((protocol, host), host)}{rest.removeprefix(host)}"


@functools.lru_cache(maxsize=16)
def _filesystem(protocol: str, host: str) -> tuple[Any, str]:
    """The file system of a protocol, and the prefix of its own paths before those of a store."""
    if protocol in WEB:
        from .web import WebFiles

        return WebFiles(protocol, host), f"{protocol}://{host}"
    with extra("cluster"):
        from fsspec import url_to_fs
    url = f"{protocol}://{host}"
    shown = without_secrets(url)
    # fsspec must not cache lists: it would not see the writes of others.
    options = {"use_listings_cache": False} if protocol in S3 else {}
    try:
        filesystem, path = url_to_fs(url, **options)
    except ImportError as error:
        with extra("cluster"):
            if protocol in S3:
                raise ModuleNotFoundError(name="s3fs") from error
        if protocol == "hf":
            needed = "huggingface_hub is not installed; run: pip install huggingface_hub"
            raise LakeError(f"{shown} cannot be reached: {needed}") from error
        raise LakeError(f"{shown} cannot be reached: {error}") from error
    except ValueError as error:
        raise UsageError(
            f"{shown}: {_line(error)}; give the path of a folder, or an address as "
            "s3://bucket/lake, gs://bucket/lake or another that fsspec knows"
        ) from error
    return filesystem, path


class StorePath:
    """An address in an object store: with its protocol, without a slash at its end."""

    def __init__(self, url: str) -> None:
        self._url = _whole(url)
        self._name = _shown(self._url)

    @property
    def url(self) -> str:
        """The address with its secrets, if any: for requests, never to be shown."""
        return self._url

    @property
    def protocol(self) -> str:
        """The part before ``://``."""
        return self._url.partition("://")[0]

    @property
    def only_read(self) -> bool:
        """Whether nothing can be written there."""
        return self.protocol in ONLY_READ

    def refuse_writing(self) -> None:
        """Raise UsageError if nothing can be written."""
        if self.only_read:
            raise UsageError(
                f"{self}: a lake at an address of {self.protocol}:// is only read; name one of "
                f"your own with {by_door('--lake', 'lake=')}, and fetch tables into it with "
                f"'pokerlake pull --from {self}'"
            )

    @property
    def filesystem(self) -> Any:
        """The file system of fsspec.

        Raises MissingExtraError or UsageError.
        """
        return self._found[0]

    @property
    def key(self) -> str:
        """The path within :attr:`filesystem`."""
        rest = self._url.partition("://")[2].partition("/")[2]
        return posixpath.join(self._found[1], rest)

    @property
    def _found(self) -> tuple[Any, str]:
        protocol, _, rest = self._url.partition("://")
        with naming_store(self):
            return _filesystem(protocol, rest.partition("/")[0])

    # ------------------------------------------------------------ names

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"StorePath({self._name!r})"

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return StorePath, (self._url,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StorePath) and self._url == other._url

    def __hash__(self) -> int:
        return hash(self._url)

    def __lt__(self, other: StorePath) -> bool:
        return self._url < other._url

    def __truediv__(self, name: str) -> StorePath:
        return StorePath(f"{self._url}/{name}")

    @property
    def name(self) -> str:
        """The last part."""
        return self._url.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The last part without its ending."""
        return posixpath.splitext(self.name)[0]

    @property
    def parent(self) -> StorePath:
        """All but the last part; that of a bucket is itself."""
        above = self._url.rpartition("/")[0]
        return self if above.endswith("/") else StorePath(above)

    @property
    def parents(self) -> list[StorePath]:
        """The addresses above, the nearest first."""
        above = [self]
        while above[-1].parent != above[-1]:
            above.append(above[-1].parent)
        return above[1:]

    def with_name(self, name: str) -> StorePath:
        """The address beside it with another last part."""
        return self.parent / name

    def absolute(self) -> StorePath:
        """Itself: an address is absolute."""
        return self

    resolve = absolute

    # ------------------------------------------------------------ contents

    def files(self, *, anew: bool = False) -> Mapping[str, Stored]:
        """The objects directly under it, by name: one list, which is trusted for a moment."""
        return self._listed(anew=anew)[0]

    def folders(self) -> Collection[str]:
        """The names of prefixes directly under it; from the same list."""
        return self._listed()[1]

    def take_for_listed(self, files: Mapping[str, Stored]) -> None:
        """Assume that these objects are directly under it, and do not ask the store."""
        with _lock:
            _lists[self._url] = math.inf, (files, ())

    def _listed(self, *, anew: bool = False) -> _List:
        with _lock:
            when, known = _lists.get(self._url, (0.0, None))
            age = time.monotonic() - when
            if known is not None and (age < 0 or (not anew and age < _LISTED_SECONDS)):
                return known
        now = time.monotonic()
        filesystem, key = self.filesystem, self.key
        objects: list[dict[str, Any]] = []
        with naming_store(self):
            filesystem.invalidate_cache(key)
            try:
                objects = filesystem.ls(key, detail=True)
            except NotADirectoryError:
                pass
            except FileNotFoundError as error:
                if answer_of(error) == _NO_BUCKET:
                    raise
        files, folders = {}, set()
        for info in objects:
            name = info["name"].rstrip("/")
            if info["type"] == "directory":
                folders.add(posixpath.basename(name))
            elif name.lstrip("/") != key.strip("/"):  # an object lists itself
                files[posixpath.basename(name)] = _stored(info)
        with _lock:
            _lists[self._url] = now, (files, folders)
        return files, folders

    def _ask(
        self,
        method: str,
        *positional: object,
        kind: type[LakeError | OutputError] = LakeError,
        missing: bool = True,
        **options: object,
    ) -> Any:
        """The uncached result of a method of the file system; errors as of :func:`naming_store`."""
        filesystem, key = self.filesystem, self.key
        with naming_store(self, kind, missing=missing):
            filesystem.invalidate_cache(key)
            return getattr(filesystem, method)(key, *positional, **options)

    def stat(self) -> Stored:
        """Its size and time; FileNotFoundError if it is not an object."""
        info = self._ask("info", missing=False)
        if info["type"] == "directory":
            raise FileNotFoundError(2, "there is no such object", str(self))
        return _stored(info)

    def is_file(self) -> bool:
        """Whether there is such an object."""
        try:
            self.stat()
        except FileNotFoundError:
            return False
        return True

    def is_dir(self) -> bool:
        """Whether something is under it."""
        return any(self._listed())

    def exists(self) -> bool:
        """Whether it is an object, or something is under it."""
        return self.is_file() or self.is_dir()

    def is_symlink(self) -> bool:
        """No store has links."""
        return False

    def iterdir(self) -> Iterator[StorePath]:
        """The addresses directly under it."""
        files, folders = self._listed(anew=True)
        return (self / name for name in (*files, *folders))

    def glob(self, pattern: str) -> Iterator[StorePath]:
        """The objects directly under it whose names match a pattern; S3 lists no others."""
        begin = _PLAIN.match(pattern)
        names: Iterable[str]
        if self.protocol in S3 and begin is not None:
            above = self.key.rstrip("/") + "/"
            objects = self._ask("find", prefix=begin[0])
            names = (name.removeprefix(above) for name in objects)
        else:
            names = self.files(anew=True)
        return (
            self / name for name in names if "/" not in name and fnmatch.fnmatchcase(name, pattern)
        )

    # ------------------------------------------------------------ reading and writing

    def read_bytes(self) -> bytes:
        """Its content; FileNotFoundError if it does not exist."""
        content: bytes = self._ask("cat_file", missing=False)
        return content

    def read_range(self, start: int, end: int) -> bytes:
        """The bytes ``start..end-1``."""
        content: bytes = self._ask("cat_file", start=start, end=end)
        return content

    def blocks(self, start: int, size: int) -> Iterator[tuple[int, bytes]]:
        """Its bytes from ``start`` on, block by block, each with its place; see ``web.py``."""
        if self.protocol in WEB:
            with naming_store(self):
                yield from self.filesystem.blocks(self.key, start)
            return
        while start < size:
            end = min(start + _BLOCK, size)
            yield start, self.read_range(start, end)
            start = end

    def open(self, mode: str = "rb") -> IO[bytes]:
        """A file object to read it."""
        if mode != "rb":
            raise ValueError(mode)
        opened: IO[bytes] = self._ask("open", "rb", missing=False)
        return opened

    def read_marked(self) -> tuple[bytes | None, str]:
        """Its content, and its mark for :meth:`put_over`; None if it does not exist.

        The mark is requested first. If the object is replaced in between, the mark is too old, and
        :meth:`put_over` notices.
        """
        try:
            mark = self.stat().mark
            return self.read_bytes(), mark
        except FileNotFoundError:
            return None, ""

    def put_over(self, content: bytes, mark: str) -> bool:
        """Put it whole if it still has this mark, or still does not exist if the mark is empty.

        S3 itself decides that, by ``If-Match`` and ``If-None-Match``. Other stores are asked just
        before: that is safe within one process, and between processes except for a moment.

        Returns whether it was put. If not, another program was faster, or the answer to an earlier
        attempt of ours was lost on the way: read it to find out. Raises OutputError if the store
        refuses it for another reason.
        """
        self.refuse_writing()
        forget_lists()
        filesystem, key = self.filesystem, self.key
        with naming_store(self, OutputError), _one_at_a_time:
            try:
                if not mark:
                    filesystem.pipe_file(key, content, mode="create")
                elif self.protocol in S3:
                    filesystem.pipe_file(key, content, IfMatch=mark)
                elif self.is_file() and self.stat().mark == mark:
                    filesystem.pipe_file(key, content)
                else:
                    return False
            except FileExistsError:
                return False
            except OSError as error:
                if answer_of(error) in _REFUSED:
                    return False
                raise
        return True

    def put(self, local: Path) -> None:
        """Put a local file there, whole: nobody sees a part of it.

        Raises OutputError if the store refuses it.
        """
        self.refuse_writing()
        filesystem, key = self.filesystem, self.key
        with naming_store(self, OutputError):
            filesystem.put_file(str(local), key)
        forget_lists()

    def get(self, local: Path) -> None:
        """Copy it to a local file."""
        self._ask("get_file", str(local))

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove it."""
        self.refuse_writing()
        try:
            self._ask("rm_file", kind=OutputError, missing=False)
        except FileNotFoundError:
            if not missing_ok:
                raise
        finally:
            forget_lists()

    def remove_all(self) -> None:
        """Remove everything under it."""
        self.refuse_writing()
        filesystem, key = self.filesystem, self.key
        with naming_store(self, OutputError):
            filesystem.invalidate_cache(key)
            try:
                filesystem.rm(key, recursive=True)
            except FileNotFoundError:
                pass
            finally:
                forget_lists()


_secrets: dict[tuple[str, str], str] = {}  # hosts with their users, by protocol and shown host
_lists: dict[str, tuple[float, _List]] = {}
_lock = threading.Lock()
_one_at_a_time = threading.Lock()  # for those who replace an object


def forget_lists() -> None:
    """Ask stores again for their contents: something has just changed."""
    with _lock:
        _lists.clear()


def _stored(info: Mapping[str, Any]) -> Stored:
    times = ("LastModified", "last_modified", "modified", "mtime", "updated", "created")
    when = next((info[name] for name in times if info.get(name) is not None), 0.0)
    stamp = when.timestamp() if hasattr(when, "timestamp") else when
    seconds = float(stamp) if isinstance(stamp, int | float) else 0.0
    tag = info.get("ETag") or info.get("etag") or info.get("blob_id")  # the last is of hf://
    return Stored(int(info["size"] or 0), str(tag or f"{info['size']} {when}"), seconds)


# ---------------------------------------------------------------- errors


@contextmanager
def naming_store(
    path: StorePath, kind: type[LakeError | OutputError] = LakeError, *, missing: bool = True
) -> Iterator[None]:
    """An error of the store names the address, in one line.

    ``kind``: of the errors raised; ``missing``: whether that includes a missing object; otherwise
    FileNotFoundError comes through.
    """
    try:
        yield
    except FileNotFoundError as error:
        if not missing and answer_of(error) != _NO_BUCKET:
            raise FileNotFoundError(2, "there is no such object", str(path)) from _cause(
                path, error
            )
        problem = _line(error) or "there is no such object"
        raise kind(f"{path}: {problem}") from _cause(path, error)
    except PermissionError as error:
        problem = f"the store refuses it ({_line(error)}); look at its rights"
        raise kind(f"{path}: {problem}") from _cause(path, error)
    except UsageError:
        raise
    except (OSError, ValueError) as error:  # the latter for an invalid address
        raise kind(f"{path}: {_line(error)}") from _cause(path, error)
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in _LIBRARIES:
            raise
        raise kind(f"{path}: {_line(error)}") from _cause(path, error)


def _cause(path: StorePath, error: Exception) -> Exception | None:
    """The error to give as the cause; None if it may have the secret of the address."""
    return error if path.url == str(path) else None


_ASKED = re.compile(r"\?[\w%=&.*/-]{20,}")  # the query of an address of the web


def answer_of(error: BaseException) -> str:
    """The code of S3's own answer that caused an error, if it has one."""
    answer = getattr(error.__cause__, "response", None)
    return str(answer.get("Error", {}).get("Code", "")) if isinstance(answer, Mapping) else ""


_NO_BUCKET = "NoSuchBucket"
_ADVICE = {  # by the names of botocore's errors
    "NoCredentialsError": "; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
}

# Libraries whose errors are not OSErrors: no credentials, no network, no such profile.
_LIBRARIES = (
    "aiobotocore", "aiohttp", "azure", "botocore", "fsspec", "gcsfs", "google", "httpx",
    "httpx2", "huggingface_hub",
)  # fmt: skip


def _line(error: BaseException) -> str:
    words = [str(error.strerror)] if isinstance(error, OSError) and error.strerror else []
    text = (words or [str(error)])[0].strip()
    line = text.splitlines()[0].rstrip(".") if text else type(error).__name__
    advice = (
        "; make the bucket first, or name another"
        if answer_of(error) == _NO_BUCKET
        else _ADVICE.get(type(error).__name__, "")
    )
    return _ASKED.sub("", line) + advice
