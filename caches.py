"""Files that pokerlake keeps for itself, and trusts when it finds them again.

Machine code, views and facts about a lake's files are used as they are, so nobody else may have
written them. A folder is made for its user alone, whatever the umask. Files of another user, and
files that others may write to, are ignored.
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
    """Make a folder for the user alone, and its missing parents too; return its path.

    Raises OSError if it cannot be made, or if a file has the name.
    """
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        try:
            missing.mkdir(_FOR_USER)
            missing.chmod(_FOR_USER)  # the umask may have removed more
        except FileExistsError:  # another process was faster
            if not missing.is_dir():
                raise
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))
    return folder


def users_folder(folder: Path) -> Path:
    """As :func:`private_folder`, in the user's own cache: removes the right of others to write.

    The files that are already in it are checked one by one.
    """
    private_folder(folder)
    if sys.platform != "win32":
        status = folder.stat()
        if status.st_uid == os.geteuid() and status.st_mode & _OTHERS_WRITE:
            folder.chmod(_FOR_USER)
    return folder


def why_foreign(path: Path | int) -> str:
    """Why a file or folder cannot be trusted; empty if it can.

    It can if it belongs to the user, or to root as in a container image, and nobody else may write
    to it. Rights on Windows differ, and are not checked.

    ``path``: a path, or the descriptor of an open file. Raises OSError if it does not exist.
    """
    if sys.platform == "win32":
        return ""
    status = os.stat(path)  # noqa: PTH116 of a descriptor, too
    if status.st_uid not in (os.geteuid(), 0):
        return "it belongs to another user"
    return "others may write to it" if status.st_mode & _OTHERS_WRITE else ""


def read_own(path: Path) -> bytes:
    """The bytes of a file that nobody else can have written.

    Raises OSError if it cannot be read; PermissionError if it cannot be trusted.
    """
    with path.open("rb") as file:
        why = why_foreign(file.fileno())
        if why:
            raise PermissionError(13, why, str(path))
        return file.read()


def keep_private(path: Path, folder: Path) -> None:
    """Make a new file writable by its user alone; whoever may list ``folder`` may read it."""
    path.chmod(0o600 | (folder.stat().st_mode & _OTHERS_READ))
