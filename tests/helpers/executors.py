"""An executor for tests of what tasks are made of."""

import pickle
from concurrent.futures import Executor, Future


class Here(Executor):
    """Works off a task when it is given, and keeps what it was given.

    All that goes to a process and comes back from there is pickled.
    """

    def __init__(self):
        self.tasks = []

    def submit(self, fn, /, *args):
        self.tasks.append(args[0])
        future = Future()
        try:
            found = _sent(fn)(*_sent(args))
            future.set_result(_sent(found))
        except Exception as error:  # noqa: BLE001 as executors do
            future.set_exception(error)
        return future


def _sent(value):
    return pickle.loads(pickle.dumps(value))
