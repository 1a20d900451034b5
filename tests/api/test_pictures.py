"""Pictures of results, and results in a browser."""

import os
import stat
import subprocess
import sys
import webbrowser
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

import pokerlake as pk

pytestmark = pytest.mark.usefixtures("its_lake")

SPOT = {"pot": 100, "stack": 100, "bets": "100"}


@pytest.fixture(scope="module")
def ten(own_lake):
    return pk.push_fold(10, keep=True, lake=own_lake)


@pytest.fixture(scope="module")
def solved():
    return pk.solve("AhAd,KdKc,7h6h", "AcKc,QQ", "As8d5s2c2h", **SPOT)


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("asked", [{}, {"position": "BB"}, {"position": "bb", "before": "i"}])
def test_a_decision_of_push_or_fold_is_drawn_as_out_of_the_lake(ten, asked, monkeypatch):
    stored = pk.chart("push-fold", spot=ten.number, **asked)
    monkeypatch.setenv("POKERLAKE_LAKE", "none")
    drawn = ten.chart(**asked)
    assert (drawn.title, drawn.svg(), str(drawn)) == (stored.title, stored.svg(), str(stored))
    assert ten.chart(title="Ten").title == "Ten"


def test_a_picture_says_the_spot():
    found = pk.push_fold(stacks=[8, 12], ante=0.1, prizes=[50, 30, 20], others=[10])
    assert found.chart("BB").title == (
        "BB calls, 8,12; after SB pushes; ante 0.1; prizes 50,30,20; others 10"
    )


@pytest.mark.parametrize(("line", "board"), [("", "As8d5s2c2h"), ("b100", "As8d5s2c2h")])
def test_a_decision_of_a_solved_spot_is_drawn(solved, line, board):
    drawn = solved.chart(line)
    player = "ip after b100, pot 200" if line else "oop, pot 100"
    assert drawn.title == f"{board}: {player}"
    assert drawn.svg() == solved.at(line).chart().svg()
    assert drawn.svg().count("<title>") == 170  # the picture's, and one of each hand
    assert solved.chart(line, title="River").title == "River"
    shares = dict(zip(solved.at(line).actions, solved.at(line).frequencies, strict=True))
    words = {"x": "check", "b100": "bet 100", "f": "fold", "c": "call"}
    for action, taken in shares.items():
        assert f"{words[action]}: {100 * taken:.1f} %" in str(drawn)


def test_a_spot_of_the_lake_is_drawn_as_its_chart(tmp_path):
    there = tmp_path / "lake"
    rows = [{"board": "As8d5s2c", "oop": "AhAd,KdKc,7h6h", "ip": "AcKc,QQ"}]
    pk.solve_many(rows, **SPOT, to="2%", lake=there)
    spot = pk.solved_spot(1, lake=there)
    for line in ("", "x"):
        stored = pk.chart("strategy", spot=1, line=line, lake=there)
        assert spot.chart(line).svg() == stored.svg()
    river = spot.chart("x x", "9h")
    assert river.title == "As8d5s2c9h: oop after x x, pot 100"


def test_against_habits_there_is_a_picture_too(solved):
    countered = solved.against("ip", {"b100": {"f": 0.6}})
    assert countered.chart("b100").title == "As8d5s2c2h: ip after b100, pot 200"


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda ten, _: ten.chart("UTG"), "no position 'UTG'; there are: SB, BB"),
        (lambda ten, _: ten.chart("BB", "f"), "nothing comes after 'f'"),
        (lambda ten, _: ten.chart(title=3), "title is 3; give text"),
        (lambda *_: pk.push_fold([8, 10]).chart(), "there are 2 spots, and a picture is of one"),
        (lambda _, solved: solved.chart("b9"), "line 'b9' has 'b9': there is x, b100"),
        (lambda _, solved: solved.chart("x x"), "nobody decides after 'x x'"),
        (lambda *_: pk.equity("AA", "KK").chart(), "there is no picture of EquityResult; show()"),
        (lambda *_: pk.strength("AhQh", "3h4sJh").chart(), "there is no picture of Strength;"),
        (lambda *_: pk.bubble_factors([5, 3], [5]).chart("x"), "no picture of BubbleFactors;"),
        (lambda *_: pk.deal(2, players=2).chart(title="x"), "there is no picture of Deals;"),
        (lambda *_: pk.tables().chart(), "there is no picture of Rows;"),
        (lambda *_: pk.Range("AAKK", game="omaha5").chart(), "a range of omaha5 has no chart"),
        (lambda *_: pk.Range("AAKK", game="omaha5").show(), "a range of omaha5 has no chart"),
    ],
)
def test_what_has_no_picture(ten, solved, call, problem):
    with pytest.raises(pk.PokerlakeError) as caught:
        call(ten, solved)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_where_nobody_comes_there_is_no_picture():
    solved = pk.solve("AhAd", "KdKc", "As8d5s2c2h", **SPOT, locks={"": {"x": "AA"}})
    with pytest.raises(pk.PokerlakeError, match="nobody comes to 'b100'"):
        solved.chart("b100")
    assert solved.at("b100")._picture() is None


# ---------------------------------------------------------------- in a browser


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """The pages that a browser was told to open."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    pages = []

    def open_page(url):
        path = Path(unquote(urlparse(url).path))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        pages.append(path.read_text("utf-8"))
        return True

    monkeypatch.setattr(webbrowser, "open", open_page)
    return pages


def test_a_browser_shows_the_picture_and_the_rows(ten, solved, opened, capsys):
    found = pk.equity("AhKh", "QsQc", board="Jh2h3d")
    for shown in (ten, solved, solved.at("b100"), found, pk.tables()):
        shown.show()
    for shown, page in zip((ten, solved, solved.at("b100"), found), opened, strict=False):
        assert page.startswith("<!DOCTYPE html>")
        assert f"<title>{type(shown).__name__}</title>" in page
        assert shown._repr_html_() in page
        assert page.count("</svg>") == (shown is not found)
    assert len(opened) == 5
    assert capsys.readouterr().out == ""


def test_a_browser_shows_a_picture(opened, capsys):
    picture = pk.chart("range", "22+", title="Öpen <♠>")
    picture.show()
    pk.Range("22+").show()
    pk.Range("AAKK", game="omaha").show()
    assert opened[0] == picture.html()
    assert [page.count("</svg>") for page in opened] == [1, 1, 1]
    assert capsys.readouterr().out == ""


def test_without_a_browser_it_is_printed(ten, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    found = pk.equity("AhKh", "QsQc", board="Jh2h3d")
    for screen in ("", ":0"):  # none; and one that has no browser
        monkeypatch.setenv("DISPLAY", screen)
        monkeypatch.setattr(webbrowser, "open", lambda _: False)
        found.show()
        assert capsys.readouterr().out == f"{found}\n"
        ten.show()
        assert capsys.readouterr().out == f"{ten.chart()}\n{ten}\n"
        pk.Range("22+").show()
        assert capsys.readouterr().out == f"{pk.Range('22+').chart()}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_script_opens_the_browser_that_is_named(tmp_path):
    """It ends while the browser may be reading: the page stays."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/url\n')
    browser.chmod(0o700)
    code = "import pokerlake as pk; pk.Range('22+').show()"
    environment = {**os.environ, "BROWSER": f"{browser} %s", "TMPDIR": str(tmp_path)}
    said = subprocess.check_output([sys.executable, "-P", "-c", code], env=environment, text=True)
    assert said == ""
    page = Path(unquote(urlparse((tmp_path / "url").read_text().strip()).path))
    assert page.parent == tmp_path
    assert page.read_text("utf-8") == pk.Range("22+").chart().html()


def test_a_full_disk_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(pk.PokerlakeError, match="none"):
        pk.equity("AA", "KK").show()
