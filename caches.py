"""Files that pokerlake keeps for itself, and takes as its own when it finds them again.

Machine code, views and what is known of a lake's files are taken as they lie there: so nobody else
may have written them. A folder is made for its user alone, whatever the umask; and what belongs to
another user, or others may write to, is not taken.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS_READ = stat.S_IRGRP | stat.S_IROTH
_FOR_USER = 0o700


def private_folder(folder: Path) -> Path:
    """A folder that is there; one that is made, and those above it, are for the user alone.

    Raises OSError if it cannot be made, or a file has the name.
    """
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        try:
            missing.mkdir(_FOR_USER)
            missing.chmod(_FOR_USER)  # a umask may have taken more
        except FileExistsError:  # another process was faster
            if not missing.is_dir():
                raise
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))
    return folder


def users_folder(folder: Path) -> Path:
    """As :func:`private_folder`, for one in the user's own cache: nobody else may write to it now.

    What was in it before is looked at file by file.
    """
    private_folder(folder)
    if sys.platform != "win32":
        found = folder.stat()
        if found.st_uid == os.geteuid() and found.st_mode & _OTHERS_WRITE:
            folder.chmod(_FOR_USER)
    return folder


def why_foreign(path: Path | int) -> str:
    """Why a file, or a folder, is not to be taken as one's own; nothing if it may be.

    It is the user's own, or root's, as in the image of a container; and nobody else may write to
    it. Windows has other rights, of which nothing is known here.

    ``path``: what it is called, or the descriptor of an open file. Raises OSError if it is not
    there.
    """
    if sys.platform == "win32":
        return ""
    found = os.stat(path)  # noqa: PTH116 of a descriptor, too
    if found.st_uid not in (os.geteuid(), 0):
        return "it belongs to another user"
    return "others may write to it" if found.st_mode & _OTHERS_WRITE else ""


def read_own(path: Path) -> bytes:
    """The bytes of a file that nobody else may have written.

    Raises OSError if it cannot be read; PermissionError if it is not the user's own.
    """
    with path.open("rb") as file:
        why = why_foreign(file.fileno())
        if why:
            raise PermissionError(13, why, str(path))
        return file.read()


def keep_private(path: Path, folder: Path) -> None:
    """Let a new file be written by the user alone; who may list its folder to be may read it."""
    path.chmod(0o600 | (folder.stat().st_mode & _OTHERS_READ))
