"""The process that compiles what the page computes with, where it is not compiled yet.

:mod:`.pool` starts it, and reads a line of stdout for each module of kernels: how many are done,
of how many, and of which part of the engine the next one is. It ends where the one that started it
is gone.
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
    """Compile the kernels of the parts that are given as words."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for who asks
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    logger.setLevel(logging.ERROR)  # who started this says what is done
    parts = [part for part in sys.argv[1:] for _ in PARTS[part]]  # of each module

    def tell(done: int, of: int) -> None:
        sys.stdout.write(f"{done} {of} {[*parts, 'the last'][done]}\n")
        sys.stdout.flush()

    tell(0, len(parts))
    warm_up(sys.argv[1:], listener=tell)


def _end_with_stdin() -> None:
    while os.read(0, 1 << 16):  # not through sys.stdin, which Python waits for as it ends
        pass
    if sys.platform == "win32":
        os._exit(1)
    os.killpg(0, signal.SIGKILL)  # with the processes that compile


if __name__ == "__main__":
    main()
