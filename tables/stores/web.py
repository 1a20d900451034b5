"""Files of plain web servers, read by ranges of bytes: what an address asks of a file system.

A server lists nothing. The manifest of a lake names the files, and each is asked for its size.
Nothing here is installed by an extra: tables are fetched by it too, see ``fetching.py``.
"""

from __future__ import annotations

import base64
import email.utils
import hashlib
import io
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar, cast
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import (
    AbstractHTTPHandler,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)

MANIFEST = "manifest.json"

_SECONDS = 30.0  # without a byte
_ATTEMPTS = 4
_WAIT_SECONDS = 0.5
_MOST_BYTES = (16 << 20) + 1  # of what is read whole
_BLOCK = 1 << 20
_AHEAD = 1 << 23  # bytes that are asked for at a time by who reads a whole file
_AT_ONCE = 16  # files that are asked for their sizes
_MOST_FILES = 10_000
_NAMES = re.compile(rb'"name":\s*"(\w+\.parquet)"')
_RANGE = re.compile(r"bytes (?:(\d+)-(\d+)|\*)/(\d+)")
_PROXY = "Proxy-authorization"  # as urllib spells it
_AGAIN = (429, 500, 502, 503, 504)  # answers of a server that is busy

T = TypeVar("T")


class About(NamedTuple):
    """A file of a server."""

    size: int | None  # None where it is not told
    mark: str  # another one once it was replaced
    time: float
    has_ranges: bool


class WebFiles:
    """The files of a server, by their addresses; they can only be read.

    Errors are OSErrors: FileNotFoundError where there is no such file, PermissionError where the
    server refuses it.

    ``protocol``: ``http`` or ``https``; ``host``: with a user, a password and a port, if the
    address has them.
    """

    def __init__(self, protocol: str, host: str) -> None:
        user, _, self._host = host.rpartition("@")
        self.place = f"{protocol}://{self._host}"
        self._headers = {"Accept-Encoding": "identity", "User-Agent": "pokerlake"}
        if user:
            secret = base64.b64encode(unquote(user).encode()).decode()
            self._headers["Authorization"] = f"Basic {secret}"
        kept = _Kept()
        self._opener: OpenerDirector = build_opener(
            _Redirects(self.place), _PlainHandler(kept), _EncryptedHandler(kept)
        )
        self._lists: dict[str, tuple[str, list[dict[str, Any]]]] = {}

    def invalidate_cache(self, key: str) -> None:
        """Nothing is kept but lists, which are as old as their manifests."""

    def ls(self, key: str, detail: bool = True) -> list[dict[str, Any]]:  # noqa: ARG002
        """The files of a lake: the manifest and those it names, as far as they are there."""
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
            found = pool.map(self._info_if_there, (f"{key}/{name}" for name in names))
            files = [info for info in found if info is not None]
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
        """What the server says of a file, by its first byte."""

        def asked() -> About:
            with self._opened(key, "bytes=0-0") as answer:
                headers = answer.headers
                match = _RANGE.fullmatch(headers.get("Content-Range", ""))
                length = headers.get("Content-Length", "")
                if match:
                    answer.read()  # its first byte, so that the connection is free
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
            content: bytes = answer.read(_MOST_BYTES)
        if len(content) == _MOST_BYTES:
            raise OSError(0, f"it is longer than {_MOST_BYTES - 1:,} bytes")
        return content

    def _range(self, key: str, start: int, end: int) -> bytes:
        with self._opened(key, f"bytes={start}-{end - 1}") as answer:
            if _begin_of(answer.headers) != start:
                raise OSError(0, NO_RANGES)
            content: bytes = answer.read(end - start)
        if len(content) != end - start:
            raise _CutError(0, f"{len(content):,} of {end - start:,} bytes came")
        return content

    def blocks(self, key: str, start: int) -> Iterator[tuple[int, bytes]]:
        """The rest of a file from a byte on, block by block, each with its place.

        A server without ranges sends all of it: the first place is 0 then. It ends where the
        connection is cut, which only the size tells.
        """
        with self._opened(key, f"bytes={start}-" if start else "") as answer:
            place = start if start and _begin_of(answer.headers) == start else 0
            with suppress(HTTPException, ConnectionError, TimeoutError):
                while block := answer.read(_BLOCK):
                    yield place, block
                    place += len(block)

    def get_file(self, key: str, local: str) -> None:
        """Copy a file here."""
        with Path(local).open("wb") as file:
            for _, block in self.blocks(key, 0):
                file.write(block)

    def open(self, key: str, mode: str) -> IO[bytes]:
        """A file to be read from its begin to its end."""
        if mode != "rb":
            raise ValueError(mode)
        return cast(IO[bytes], io.BufferedReader(_Ranges(self, key), _AHEAD))

    @contextmanager
    def _opened(self, key: str, wanted: str = "") -> Iterator[Any]:
        """The answer of the server; ``wanted``: a range of bytes."""
        rest = key.partition("://")[2].partition("/")[2]
        request = Request(f"{self.place}/{rest}", headers=dict(self._headers))
        if wanted:
            request.add_header("Range", wanted)
        with _told(), self._opener.open(request, timeout=_SECONDS) as answer:
            if answer.headers.get("Content-Encoding", "identity") != "identity":
                raise OSError(0, "the server packs what it sends, though it was asked not to")
            yield answer


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
        """It is."""
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


class _Answer(HTTPResponse):
    """An answer whose connection is used again once all of it was read."""

    let_go: Callable[[bool], None] | None = None  # takes whether it can be used again

    def close(self) -> None:
        """Close it."""
        all_was_read = self.isclosed() and not self.will_close
        super().close()
        let_go, self.let_go = self.let_go, None
        if let_go is not None:
            let_go(all_was_read)


_Place = tuple[object, ...]  # a server


class _Kept:
    """Connections that wait for the next request: to make one takes three times as long as that."""

    def __init__(self) -> None:
        self._waiting: dict[_Place, list[HTTPConnection]] = {}
        self._lock = threading.Lock()

    def take(self, place: _Place) -> HTTPConnection | None:
        """One to a server, if any waits."""
        with self._lock:
            waiting = self._waiting.get(place)
            return waiting.pop() if waiting else None

    def give_back(self, place: _Place, connection: HTTPConnection, usable: bool) -> None:
        """Keep one that can be used again."""
        if not usable:
            connection.close()
            return
        with self._lock:
            self._waiting.setdefault(place, []).append(connection)

    def __del__(self) -> None:
        for waiting in self._waiting.values():
            for connection in waiting:
                connection.close()


class _Keeping(AbstractHTTPHandler):
    """Asks by connections that are kept; urllib closes each."""

    def __init__(self, kept: _Kept) -> None:
        super().__init__()
        self._kept = kept

    def do_open(self, http_class: Any, req: Any, **given: Any) -> Any:
        """The answer to a request; a connection that waited may have been closed meanwhile."""
        through = req._tunnel_host  # of a proxy, for which urllib has set it
        place = (http_class, req.host, through)
        headers = {**req.headers, **req.unredirected_hdrs}
        tunnel = {}
        if through and _PROXY in headers:  # for the proxy, and not for the server behind it
            tunnel[_PROXY] = headers.pop(_PROXY)
        while True:
            waited = self._kept.take(place)
            connection = waited or http_class(req.host, timeout=req.timeout, **given)
            connection.response_class = _Answer
            if through and not waited:
                connection.set_tunnel(through, headers=tunnel)
            try:
                connection.request(req.get_method(), req.selector, headers=headers)
                answer = cast(_Answer, connection.getresponse())
            except (OSError, HTTPException):
                connection.close()
                if not waited:
                    raise
                continue
            answer.let_go = partial(self._kept.give_back, place, connection)
            answer.url = req.get_full_url()
            answer.msg = answer.reason  # type: ignore[assignment]  # urllib reads it there
            return answer


class _PlainHandler(_Keeping, HTTPHandler):
    pass


class _EncryptedHandler(_Keeping, HTTPSHandler):
    def __init__(self, kept: _Kept) -> None:
        HTTPSHandler.__init__(self)
        self._kept = kept


class _Redirects(HTTPRedirectHandler):
    """Goes where a server sends us, but to no address that is not encrypted from one that is.

    The password of an address is for its own server.
    """

    def __init__(self, place: str) -> None:
        self._place = place

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The request for the new address."""
        protocol = urlsplit(newurl).scheme
        if protocol not in ("http", "https") or (req.type == "https" and protocol == "http"):
            raise OSError(0, f"the server sends us on to an address of {protocol}://")
        new = super().redirect_request(req, fp, code, msg, headers, newurl)
        if new is not None and not newurl.startswith(f"{self._place}/"):
            new.remove_header("Authorization")
        return new


def _info(key: str, about: About) -> dict[str, Any]:
    told = {"name": key, "size": about.size, "type": "file", "ETag": about.mark}
    return {**told, "mtime": about.time}


def _begin_of(headers: Mapping[str, str]) -> int:
    """Where the range begins that a server sends: at 0 if it sends all."""
    match = _RANGE.fullmatch(headers.get("Content-Range", ""))
    return int(match[1]) if match and match[1] else 0


def _seconds(changed: str) -> float:
    try:
        return email.utils.parsedate_to_datetime(changed).timestamp()
    except ValueError:
        return 0.0


def _patiently(ask: Callable[[], T]) -> T:
    """What a server answers, which may be busy, or cut a connection, a few times."""
    for attempt in range(1, _ATTEMPTS):
        try:
            return ask()
        except _CutError:
            time.sleep(_WAIT_SECONDS * 2**attempt)
    return ask()


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong on the way is an OSError, in one line."""
    try:
        yield
    except HTTPError as error:
        error.close()
        if error.code in (404, 410):
            raise FileNotFoundError(2, "there is no such file") from error
        if error.code in (401, 403, 407):
            raise PermissionError(13, f"{error.code} {error.reason}") from error
        kind = _CutError if error.code in _AGAIN else OSError
        raise kind(0, f"the server answers {error.code} {error.reason}") from error
    except TimeoutError as error:
        raise _CutError(0, f"no answer within {_SECONDS:g} seconds") from error
    except (HTTPException, *_CUT) as error:
        raise _CutError(0, "the server cut the connection") from error
    except ValueError as error:  # what is no address
        raise OSError(0, str(error)) from error
    except (FileNotFoundError, PermissionError, _CutError):
        raise
    except OSError as error:
        raise OSError(0, _reason(error)) from error


_CUT = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)


def _reason(error: OSError) -> str:
    if isinstance(error, URLError) and isinstance(error.reason, OSError):
        error = error.reason
    return error.strerror or str(error.args[0] if error.args else error)
