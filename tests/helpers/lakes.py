"""Lakes of a test's own."""

import os
import shutil
from pathlib import Path


def share(lake: Path, there: Path) -> None:
    """A lake that has the same tables and may get more: no file of a table is written in place.

    Whoever damages a file copies the lake. The lock and the manifest are the lake's own.
    """
    shutil.copytree(lake, there, copy_function=_link_or_copy)


def _link_or_copy(source: str, target: str) -> None:
    (os.link if source.endswith(".parquet") else shutil.copy2)(source, target)
