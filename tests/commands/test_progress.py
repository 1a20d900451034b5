"""How far long work is, where stderr is no terminal."""

import time
from contextlib import contextmanager

import pytest

from pokerlake.commands import base, signals


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(base, "_FIRST_SECONDS", 0.02)
    monkeypatch.setattr(base, "_MOST_SECONDS", 0.02)


def said(capsys, wanted):
    """What is said by the time that this is."""
    told = ""
    until = time.monotonic() + 60
    while wanted not in told:
        assert time.monotonic() < until, told
        time.sleep(0.01)
        told += capsys.readouterr().err
    return told


def test_lines_say_how_far_it_is(capsys):
    with base.progress_bars() as bars:
        task = bars.add_task("flop_hands", total=132)
        said(capsys, "flop_hands: 0 of 132\n")
        bars.update(task, completed=12)
        said(capsys, "flop_hands: 12 of 132")
        rows = bars.add_task("rows", total=None)
        bars.update(rows, completed=1_234_567)
        assert "; rows: 1,234,567\n" in said(capsys, "1,234,567")
        bars.update(task, completed=132)
        told = said(capsys, "\nrows: 1,234,567")
        assert "\x1b" not in told
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_nothing_is_said_of_what_is_quick_or_hidden(capsys, monkeypatch):
    monkeypatch.setattr(base, "_FIRST_SECONDS", 60)
    with base.progress_bars() as bars:
        bars.add_task("rows", total=1)
    monkeypatch.setattr(base, "_FIRST_SECONDS", 0.01)
    with base.progress_bars() as bars:
        bars.add_task("", total=None, visible=False)
        time.sleep(0.1)
    with base.progress_bars(shown=False) as bars:
        bars.add_task("rows", total=1)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def failing():
    with base.progress_bars() as bars:
        bars.add_task("rows", total=1)
        raise ValueError("wrong")


def test_an_error_ends_them(capsys):
    with pytest.raises(ValueError, match="wrong"):
        failing()
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_what_is_kept_is_said_until_the_bars_are_gone(monkeypatch):
    """Who waits for them so long that the time to stop is over leaves with it."""
    said = []

    @contextmanager
    def slow():
        yield
        said.append(signals.told())

    monkeypatch.setattr(base, "progress_bars", slow)
    with base.going_on("run it again"):
        pass
    assert [*said, signals.told()] == ["interrupted; run it again", "interrupted"]
