"""Replaces an object only if it still is what was read: who comes second is told.

S3 decides that itself, by ``If-Match`` and ``If-None-Match``. Other stores are asked just before:
that holds in one process, and between processes but for a moment.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import cast

from ..errors import OutputError
from .path import S3, StorePath, answer_of, forget_lists, told

_REFUSED = ("PreconditionFailed", "ConditionalRequestConflict", "412", "409")
_one_at_a_time = threading.Lock()


def read_marked(path: Path) -> tuple[bytes | None, str]:
    """What is in an object, and its mark for :func:`replace`; None if it is not there.

    The mark is asked for first. If the object is replaced in between, the mark is too old, and
    :func:`replace` says so.
    """
    there = cast(StorePath, path)
    try:
        mark = there.stat().mark
        return there.read_bytes(), mark
    except FileNotFoundError:
        return None, ""


def replace(path: Path, content: bytes, mark: str) -> bool:
    """Put an object whole if it still has this mark, or is still not there if the mark is empty.

    Returns
    -------
    bool
        Whether it was put. False: another program was faster, or the answer to an earlier attempt
        of ours was lost on the way. Read it to find out.

    Raises
    ------
    OutputError
        If the store does not take it for another reason.
    """
    there = cast(StorePath, path)
    filesystem, key = there.filesystem, there.key
    forget_lists()
    with told(there, OutputError), _one_at_a_time:
        try:
            if not mark:
                filesystem.pipe_file(key, content, mode="create")
            elif there.protocol in S3:
                filesystem.pipe_file(key, content, IfMatch=mark)
            elif _mark(there) == mark:
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


def _mark(path: StorePath) -> str:
    try:
        return path.stat().mark
    except FileNotFoundError:
        return ""
