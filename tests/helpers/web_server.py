"""A web server of a folder on the loopback address, as plain as they come, or worse."""

import base64
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Site:
    """What a server has, and how it behaves."""

    folder: Path
    address: str = ""
    ranges: bool = True
    password: str = ""  # ``user:password``
    cut_after: int = 0  # bytes of a file, each time it is asked for; 0 for none
    moved: str = ""  # begin of the address that all files below /moved/ are sent on to
    asked: list[tuple[str, str]] = field(default_factory=list)  # paths and ranges
    sent: int = 0  # bytes
    connections: int = 0


@contextmanager
def serving(folder: Path, **behaviour: object) -> Iterator[Site]:
    """A server of the files of a folder."""
    site = Site(folder, **behaviour)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # keeps connections
        disable_nagle_algorithm = True  # as servers do: else each body waits for 40 ms

        def setup(self) -> None:
            site.connections += 1
            super().setup()

        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            site.asked.append((self.path, wanted))
            secret = base64.b64encode(site.password.encode()).decode()
            if site.password and self.headers.get("Authorization") != f"Basic {secret}":
                self.send_error(401)
                return
            if site.moved and self.path.startswith("/moved/"):
                self.send_response(302)
                self.send_header("Location", site.moved + self.path.removeprefix("/moved/"))
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            path = site.folder / self.path.removeprefix("/")
            if not path.is_file():
                self.send_error(404)
                return
            size = path.stat().st_size
            found = re.fullmatch(r"bytes=(\d+)-(\d*)", wanted) if site.ranges else None
            start, end = 0, size
            if found:
                start, end = int(found[1]), min(int(found[2] or size) + 1, size)
                if start >= size:
                    self.send_error(416)
                    return
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
            else:
                self.send_response(200)
            self.send_header("Content-Length", str(end - start))
            self.send_header("ETag", f'"{path.stat().st_mtime_ns}"')
            self.end_headers()
            if site.cut_after and path.suffix == ".parquet":
                end = min(end, start + site.cut_after)
                self.close_connection = True
            with path.open("rb") as file:
                file.seek(start)
                content = file.read(end - start)
            site.sent += len(content)
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False  # clients keep connections

        def handle_error(self, *_: object) -> None:
            """A client that has seen enough closes its connection."""

    server = Server(("127.0.0.1", 0), Handler)
    site.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
