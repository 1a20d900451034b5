"""Files of plain web servers, read by byte ranges: what an address needs of a file system.

A server lists nothing. The manifest of a lake names the files, and each size is requested. Tables
are fetched through it too, see ``fetching.py``.
"""

from __future__ import annotations

import email.utils
import functools
import hashlib
import io
import re
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse, PoolManager

MANIFEST = "manifest.json"

_SECONDS = 30.0  # without a byte
_ATTEMPTS = 4
_WAIT_SECONDS = 0.5
_MOST_BYTES = (16 << 20) + 1  # of what is read whole
_BLOCK = 1 << 20
_AHEAD = 1 << 23  # bytes per request when a whole file is read
_MOST_MOVES = 10  # redirects
_AT_ONCE = 16  # requests for sizes
_MOST_FILES = 10_000
_NAMES = re.compile(rb'"name":\s*"(\w+\.parquet)"')
_RANGE = re.compile(r"bytes (?:(\d+)-(\d+)|\*)/(\d+)")
_AGAIN = (429, 500, 502, 503, 504)  # answers of a busy server

T = TypeVar("T")


class About(NamedTuple):
    """A file of a server."""

    size: int | None  # None if unknown
    mark: str  # differs once it was replaced
    time: float
    has_ranges: bool


class WebFiles:
    """The files of a server, by their addresses; read-only.

    Errors are OSErrors: FileNotFoundError if there is no such file, PermissionError if the server
    refuses it.

    ``protocol``: ``http`` or ``https``; ``host``: with user, password and port, if the address has
    them.
    """

    def __init__(self, protocol: str, host: str) -> None:
        from urllib3.util import make_headers

        user, _, self._host = host.rpartition("@")
        self.place = f"{protocol}://{self._host}"
        self._headers: dict[str, str] = make_headers(
            accept_encoding="identity", user_agent="pokerlake", basic_auth=unquote(user) or None
        )
        self._lists: dict[str, tuple[str, list[dict[str, Any]]]] = {}

    def invalidate_cache(self, key: str) -> None:
        """Only lists are cached, and they are as old as their manifests."""

    def ls(self, key: str, detail: bool = True) -> list[dict[str, Any]]:  # noqa: ARG002
        """The files of a lake: the manifest and those it names, as far as they exist."""
        try:
            about = self.about(f"{key}/{MANIFEST}")
        except FileNotFoundError:
            return []
        mark, known = self._lists.get(key, ("", []))
        if mark == about.mark and mark:
            return known
        content = self.cat_file(f"{key}/{MANIFEST}")
        names = sorted({name.decode() for name in _NAMES.findall(content)})[:_MOST_FILES]
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            infos = pool.map(self._info_if_there, (f"{key}/{name}" for name in names))
            files = [info for info in infos if info is not None]
        mark = about.mark or hashlib.sha256(content).hexdigest()
        about = about._replace(size=len(content), mark=mark)
        self._lists[key] = mark, [_info(f"{key}/{MANIFEST}", about), *files]
        return self._lists[key][1]

    def _info_if_there(self, key: str) -> dict[str, Any] | None:
        try:
            return self.info(key)
        except FileNotFoundError:
            return None

    def info(self, key: str) -> dict[str, Any]:
        """Size and time of a file."""
        about = self.about(key)
        if about.size is None:
            raise OSError(0, "the server does not say how many bytes it has")
        if not about.has_ranges and not key.endswith(MANIFEST):
            raise OSError(0, NO_RANGES)
        return _info(key, about)

    def about(self, key: str) -> About:
        """The server's facts about a file, from a request for its first byte."""

        def asked() -> About:
            with self._opened(key, "bytes=0-0") as answer:
                headers = answer.headers
                match = _RANGE.fullmatch(headers.get("Content-Range", ""))
                length = headers.get("Content-Length", "")
                if match:
                    answer.read()  # its first byte, to free the connection
                size = int(match[3]) if match else int(length) if length.isdecimal() else None
                changed = headers.get("Last-Modified", "")
                mark = headers.get("ETag") or changed
                return About(size, f"{mark} {size}" if mark else "", _seconds(changed), bool(match))

        return _patiently(asked)

    def cat_file(self, key: str, start: int | None = None, end: int | None = None) -> bytes:
        """The bytes ``start..end-1`` of a file; all of a small one."""
        if start is None or end is None:
            return _patiently(lambda: self._whole(key))
        if end <= start:
            return b""
        return _patiently(lambda: self._range(key, start, end))

    def _whole(self, key: str) -> bytes:
        with self._opened(key) as answer:
            content = _read(answer, _MOST_BYTES)
        if len(content) == _MOST_BYTES:
            raise OSError(0, f"it is longer than {_MOST_BYTES - 1:,} bytes")
        return content

    def _range(self, key: str, start: int, end: int) -> bytes:
        with self._opened(key, f"bytes={start}-{end - 1}") as answer:
            if _begin_of(answer.headers) != start:
                raise OSError(0, NO_RANGES)
            content = _read(answer, end - start)
        if len(content) != end - start:
            raise _CutError(0, f"{len(content):,} of {end - start:,} bytes came")
        return content

    def blocks(self, key: str, start: int) -> Iterator[tuple[int, bytes]]:
        """The rest of a file from a byte on, block by block, each with its place.

        A server without ranges sends the whole file: then the first place is 0. The blocks end
        where the connection is cut, which only the size reveals.
        """
        with self._opened(key, f"bytes={start}-" if start else "") as answer:
            place = start if start and _begin_of(answer.headers) == start else 0
            held, more = bytearray(), b" "
            while more:
                more = b""
                with suppress(_CutError):  # keep what has come even if the rest does not
                    more = _read(answer, _BLOCK, as_it_comes=True)
                held += more
                if len(held) >= _BLOCK or (held and not more):
                    yield place, bytes(held)
                    place += len(held)
                    held.clear()

    def get_file(self, key: str, local: str) -> None:
        """Copy a file here."""
        with Path(local).open("wb") as file:
            for _, block in self.blocks(key, 0):
                file.write(block)

    def open(self, key: str, mode: str) -> IO[bytes]:
        """A file to be read from beginning to end."""
        if mode != "rb":
            raise ValueError(mode)
        return cast(IO[bytes], io.BufferedReader(_Ranges(self, key), _AHEAD))

    @contextmanager
    def _opened(self, key: str, wanted: str = "") -> Iterator[BaseHTTPResponse]:
        """The answer of the server, after redirects; ``wanted``: a range of bytes.

        Redirects from an encrypted to an unencrypted address are refused, and the password of an
        address goes to its own server only.
        """
        rest = key.partition("://")[2].partition("/")[2]
        url, headers = f"{self.place}/{rest}", dict(self._headers)
        if wanted:
            headers["Range"] = wanted
        with _network_errors():
            for _ in range(_MOST_MOVES):
                answer = _pool(url).request(
                    "GET", url, headers=headers, redirect=False, retries=False, timeout=_SECONDS,
                    preload_content=False,
                )  # fmt: skip
                try:
                    to = answer.get_redirect_location()
                    if not to:
                        self._check(answer)
                        yield answer
                        return
                    answer.drain_conn()
                finally:
                    answer.close()  # one that was read whole has returned its connection
                before, url = url, urljoin(url, to)
                protocol = urlsplit(url).scheme
                if protocol not in ("http", "https") or before.startswith("https:") > (
                    protocol == "https"
                ):
                    raise OSError(0, f"the server sends us on to an address of {protocol}://")
                if not url.startswith(f"{self.place}/"):
                    headers.pop("authorization", None)
            raise OSError(0, f"the server sends us on more than {_MOST_MOVES} times")

    @staticmethod
    def _check(answer: BaseHTTPResponse) -> None:
        if answer.status >= 300:
            raise _refused(answer.status, answer.reason or "")
        if answer.headers.get("Content-Encoding", "identity") != "identity":
            raise OSError(0, "the server packs what it sends, though it was asked not to")


@functools.cache
def _connections(proxy: str) -> PoolManager:
    """Connections that are kept, as many as threads want: through a proxy, if one is named."""
    from urllib3 import PoolManager, ProxyManager

    kept: dict[str, Any] = {"maxsize": _AT_ONCE, "num_pools": _AT_ONCE}
    return ProxyManager(proxy, **kept) if proxy else PoolManager(**kept)


def _pool(url: str) -> PoolManager:
    """The connections for an address, by the proxy of the environment or the system."""
    parts = urlsplit(url)
    direct = proxy_bypass(parts.hostname or "")
    return _connections("" if direct else getproxies().get(parts.scheme, ""))


NO_RANGES = (
    "the server sends no ranges of bytes, so that a lake there cannot be read in place; fetch its "
    "tables with 'pokerlake pull'"
)


class _Ranges(io.RawIOBase):
    """A file, range by range."""

    def __init__(self, files: WebFiles, key: str) -> None:
        self._files, self._key = files, key
        self._place, self._size = 0, files.info(key)["size"]

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes."""
        end = min(self._place + len(buffer), self._size)
        content = self._files.cat_file(self._key, self._place, end)
        buffer[: len(content)] = content
        self._place = end
        return len(content)


class _CutError(OSError):
    """A connection that was cut."""


def _read(answer: BaseHTTPResponse, most: int, *, as_it_comes: bool = False) -> bytes:
    """The next bytes; _CutError if the connection is cut."""
    with _network_errors():
        return answer.read1(most) if as_it_comes else answer.read(most)


def _info(key: str, about: About) -> dict[str, Any]:
    info = {"name": key, "size": about.size, "type": "file", "ETag": about.mark}
    return {**info, "mtime": about.time}


def _begin_of(headers: Mapping[str, str]) -> int:
    """The start of the range that a server sends: 0 if it sends the whole file."""
    match = _RANGE.fullmatch(headers.get("Content-Range", ""))
    return int(match[1]) if match and match[1] else 0


def _seconds(changed: str) -> float:
    try:
        return email.utils.parsedate_to_datetime(changed).timestamp()
    except ValueError:
        return 0.0


def _patiently(ask: Callable[[], T]) -> T:
    """A server's answer, with a few attempts if it is busy or cuts a connection."""
    for attempt in range(1, _ATTEMPTS):
        try:
            return ask()
        except _CutError:
            time.sleep(_WAIT_SECONDS * 2**attempt)
    return ask()


@contextmanager
def _network_errors() -> Iterator[None]:
    """Errors of the network become an OSError, in one line."""
    from urllib3 import exceptions

    try:
        yield
    except exceptions.NewConnectionError as error:  # a subclass of the next
        raise OSError(0, _reason(error)) from error
    except exceptions.TimeoutError as error:
        raise _CutError(0, f"no answer within {_SECONDS:g} seconds") from error
    except (exceptions.ProtocolError, exceptions.IncompleteRead) as error:
        raise _CutError(0, "the server cut the connection") from error
    except exceptions.HTTPError as error:
        raise OSError(0, _reason(error)) from error


def _refused(status: int, reason: str) -> OSError:
    """The error of an answer that is not a file."""
    if status in (404, 410):
        return FileNotFoundError(2, "there is no such file")
    if status in (401, 403, 407):
        return PermissionError(13, f"{status} {reason}")
    kind = _CutError if status in _AGAIN else OSError
    return kind(0, f"the server answers {status} {reason}")


def _reason(error: BaseException) -> str:
    """The system's words for an error, or else its text."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror
        cause = getattr(cause, "reason", None) or cause.__cause__ or cause.__context__
        if not isinstance(cause, BaseException):
            break
    return str(error)
