"""Lakes of a test's own."""

import os
import shutil
from pathlib import Path

import pytest

from pokerlake.pipelines import growing
from pokerlake.tables.lake import DATABASE, Lake
from pokerlake.tables.stores.path import is_remote


def share(lake: Path, there: Path) -> None:
    """A lake that has the same tables and may get more: no file of a table is written in place.

    Whoever damages a file copies the lake. The lock and the manifest are the lake's own.
    """
    shutil.copytree(lake, there, copy_function=_link_or_copy)


def _link_or_copy(source: str, target: str) -> None:
    (os.link if source.endswith(".parquet") else shutil.copy2)(source, target)


def without_views(patch: pytest.MonkeyPatch) -> None:
    """What is added to a lake brings no views, which take a tenth of a second."""

    def write(lake: Lake) -> None:
        if not is_remote(lake.path):
            (lake.path / DATABASE).touch()

    patch.setattr(growing, "write_database", write)
