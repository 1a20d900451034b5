"""The soak runs: a step of it, of which `make soak MINUTES=60 SEED=1` does thousands."""

import sys

import pytest

from soak import run


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes of Linux")
@pytest.mark.whole
def test_a_step_of_the_soak(tmp_path, monkeypatch, checkout):
    monkeypatch.setenv("PYTHONPATH", f"{checkout / 'tests'}:{checkout / '.src'}")
    monkeypatch.setattr(run, "BUILT", ["classes", "change"])
    assert run.main(tmp_path, seed=1998, steps=1) == []
    log = (tmp_path / "soak.log").read_text()
    assert "\n1 steps with seed 1998: " in log
