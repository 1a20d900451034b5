"""The page, served for the tests by one process that ends with the last of those that use it.

As a program, ``python site.py FIFO WORDS...``: runs the command until nobody holds the pipe open
any more, however they ended, and then ends it.
"""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

READY_SECONDS = 600.0  # kernels may have to be compiled
ENDING_SECONDS = 5.0


@contextmanager
def served(folder: Path, *words: str) -> Iterator[str]:
    """The address of ``pokerlake serve`` with these words, one for all that name this folder.

    What it says is in ``folder/log``.
    """
    from filelock import FileLock

    folder.mkdir(exist_ok=True)
    pipe = folder / "users"
    with FileLock(folder / "lock"):
        user = _open(pipe)
        if user is None:
            user = _start(folder, pipe, *words)
    try:
        yield _address(folder / "log")
    finally:
        os.close(user)


def _open(pipe: Path) -> int | None:
    """Use what is served; None where nothing is."""
    try:
        return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # there is no pipe, or nobody reads it
        return None


def _start(folder: Path, pipe: Path, *words: str) -> int:
    if not pipe.exists():
        os.mkfifo(pipe)
    command = [sys.executable, "-m", "pokerlake", "serve", "--port", "0", *words]
    with (folder / "log").open("wb") as log:
        subprocess.Popen(
            [sys.executable, __file__, os.fspath(pipe), *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        ).returncode = 0  # it ends after this process, which is not to wait for it
    return os.open(pipe, os.O_WRONLY)


def _address(log: Path) -> str:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        said = log.read_text("utf-8")
        if found := re.search(r"the page is at (\S+)\n", said):
            wait_until_made(found[1], until - time.monotonic())
            return found[1]
        if "error" in said:
            break
        time.sleep(0.05)
    raise AssertionError(f"no page is served: {log.read_text('utf-8')}")


def wait_until_made(address: str, seconds: float = READY_SECONDS) -> None:
    """Wait until a page that answers has made ready all that it answers with."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with urllib.request.urlopen(f"{address}api/about", timeout=seconds) as response:
            if not json.load(response)["making"]:
                return
        time.sleep(0.05)
    raise AssertionError("the page is still being made ready")


def main() -> None:
    """Run the command while somebody holds the pipe open."""
    users = os.open(sys.argv[1], os.O_RDONLY)  # waits for the first
    process = subprocess.Popen(sys.argv[2:])
    while os.read(users, 1):
        pass
    os.close(users)
    process.terminate()
    try:
        process.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


if __name__ == "__main__":
    main()
