"""What a build tells the disk, and in which order; what a kill leaves: tests/damage/power.py."""

import os
import sys
from pathlib import Path

import pytest

from helpers.fake_builds import builds, squares
from pokerlake.pipelines import runner
from pokerlake.pipelines.cluster import account


@pytest.mark.skipif(sys.platform != "linux", reason="names of descriptors are files there")
def test_each_step_is_on_the_disk_before_the_next(tmp_path, monkeypatch):
    """What a power failure leaves is what the disk was told: bytes, then name, then manifest."""
    lake = tmp_path / "lake"
    steps = []
    replace, fsync = os.replace, os.fsync

    def name(path):
        path = Path(path).relative_to(tmp_path)
        return "part" if path.name.startswith("part_") else path.as_posix()

    def traced_replace(source, target, **options):
        steps.append(("move", name(target)))
        replace(source, target, **options)

    def traced_fsync(descriptor):
        steps.append(("sync", name(Path(f"/proc/self/fd/{descriptor}").readlink())))
        fsync(descriptor)

    monkeypatch.setattr(os, "replace", traced_replace)
    monkeypatch.setattr(os, "fsync", traced_fsync)
    monkeypatch.setattr(runner, "write_database", lambda lake: None)
    monkeypatch.setattr(runner, "remember", lambda *_: None)  # in the user's cache
    monkeypatch.setattr(account, "_SECONDS_BEFORE_THE_FIRST", 60)  # of what --status shows
    combine = lambda *_: (squares(number, {}) for number in range(4))  # noqa: E731
    runner.build(lake, builds=builds(partitions=1, combine=combine))

    work = "lake/wip/dag_nodes"
    written_part = [("sync", "part"), ("move", "part"), ("sync", work)]
    assert (
        steps
        == [
            ("sync", "."),  # in which the lake is
            ("sync", f"{work}/plan.json.wip"),
            ("move", f"{work}/plan.json"),
            ("sync", work),
            *written_part,
            *written_part[1:],  # the digest joins its name
            ("sync", f"{work}/dag_nodes.parquet.wip"),
            ("move", f"{work}/dag_nodes.parquet"),
            ("sync", work),
            ("move", "lake/dag_nodes.parquet"),
            ("sync", "lake"),
            ("sync", "lake/manifest.json.wip"),
            ("move", "lake/manifest.json"),
            ("sync", "lake"),
        ]
    )
