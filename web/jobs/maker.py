"""The process that compiles the page's kernels, if they are not compiled yet.

:mod:`.pool` starts it, and reads a line of stdout for each module of kernels: how many are done, of
how many, and the part of the engine that is next. It ends with its parent.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading

from pokerlake.engine.kernel_cache import logger
from pokerlake.engine.warm_up import PARTS, warm_up


def main() -> None:
    """Compile the kernels of the parts that the arguments name."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for the parent
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    logger.setLevel(logging.ERROR)  # the parent reports progress
    parts = [part for part in sys.argv[1:] for _ in PARTS[part]]  # one for each module

    def tell(done: int, total: int) -> None:
        sys.stdout.write(f"{done} {total} {[*parts, 'the last'][done]}\n")
        sys.stdout.flush()

    tell(0, len(parts))
    warm_up(sys.argv[1:], listener=tell)


def _end_with_stdin() -> None:
    while os.read(0, 1 << 16):  # not through sys.stdin, which Python waits for as it exits
        pass
    if sys.platform == "win32":
        os._exit(1)
    os.killpg(0, signal.SIGKILL)  # with the processes that compile


if __name__ == "__main__":
    main()
