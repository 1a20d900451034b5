"""Ctrl-C for what tests start, also where they are a job of a script, which ignores it."""

import signal
import threading


def listen_for_ctrl_c() -> None:
    """Have this process, and those that it starts, end at Ctrl-C."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignored and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
