"""A process as those of the page, which is asked odd questions: to be deaf, to die, to take memory.

``python -m helpers.odd_worker LAKE``; it begins at once, since it loads nothing to answer by.
"""

import logging
import os
import signal
import time

from pokerlake.web.jobs import worker
from pokerlake.web.questions import Answer, Asked, answering, question

MB = 1 << 20
kept = []


class Odd(Asked):
    n: float = 0


@question("echo", Odd)
def echo(asked, asking):
    return Answer({"n": asked.n, "pid": os.getpid()})


@question("deaf", Odd)
def deaf(asked, asking):
    time.sleep(asked.n)
    return Answer()


@question("hears", Odd)
def hears(asked, asking):
    while True:
        asking.listen()
        time.sleep(0.01)


@question("tells", Odd)
def tells(asked, asking):
    for n in range(int(asked.n)):
        asking.tell(Answer({"n": n}))
    return Answer({"n": -1})


@question("dies", Odd)
def dies(asked, asking):
    os.kill(os.getpid(), signal.SIGKILL)


@question("fails", Odd)
def fails(asked, asking):
    raise RuntimeError("a secret")


@question("grows", Odd)
def grows(asked, asking):
    """Take so many MB, and keep them."""
    kept.append(b"x" * (int(asked.n) * MB))
    return Answer({"pid": os.getpid()})


@question("compiles", Odd)
def compiles(asked, asking):
    """As where a kernel is not compiled yet."""
    logging.getLogger("pokerlake.engine.kernel_cache").info("compiling kernel %s", "a")
    return Answer()


@question("huge", Odd)
def huge(asked, asking):
    return Answer({"text": "x" * (int(asked.n) * MB)})


def main():
    odd = {
        each.name: each
        for each in (
            echo,
            deaf,
            hears,
            tells,
            dies,
            fails,
            grows,
            huge,
            compiles,
        )
    }
    answering.questions = lambda: odd
    worker.WORKER_MB = 1500  # to write text, orjson takes eight times its bytes
    worker.WORKER_KEEPS_MB = 50
    worker.main()


if __name__ == "__main__":
    main()
