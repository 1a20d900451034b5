"""``pokerlake chart`` of boards as a user runs it: on every street, numbers, titles, refusals."""

import re
from xml.etree import ElementTree as ET

import pytest

from given.boards import board_lake
from helpers.command_line import contents, run
from helpers.golden_files import assert_golden

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = ["2c2d2h", "3c4dJc", "5c6c7c", "AcAdAh", "3c4dJcKh", "3c4dJcKdKh"]


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    return board_lake(tmp_path_factory.mktemp("boards") / "lake", *BOARDS)


@pytest.fixture
def here(boards, tmp_path, monkeypatch):
    """An empty working folder, from which every command finds the small lake."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("POKERLAKE_LAKE", str(boards))
    return folder


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("range --of ppot1 --board 3h4sJhKd", 169),
        ("range --of equity --board Kd3h4sJhKs", 169),
        ("distribution --board 3h4sJhKd AhKh QQ", 100),
        ("distribution --board Kd3h4sJhKs AhKh", 100),
        ("potential --board 3h4sJhKd", None),
        ("texture --of ehs 72o", 26),
    ],
)
def test_turns_rivers_and_other_measures(here, words, titles):
    for file in ("a.svg", "b.svg"):
        assert run(f"chart {words} -o {file}") == (0, b"", f"{file} written\n")
    made = contents(here)
    assert made["a.svg"] == made["b.svg"]
    assert titles in (None, made["a.svg"].count(b"<title>") - 1)


def test_documented_numbers_are_in_the_pictures(here):
    """EHS 0.70936375783739 of AhQh, HS 0.585 and two-step PPot 0.504."""
    assert run("chart range --board 3h4sJh -o a.svg").code == 0
    assert "\nAhQh: 70.94 %" in (here / "a.svg").read_text("utf-8")
    assert run("chart range --board 3h4sJh --of hs -o a.svg").code == 0
    assert "\nAhQh: 58.51 %" in (here / "a.svg").read_text("utf-8")
    assert run("chart potential --board Jh4s3h -o a.svg").code == 0
    cell = (here / "a.svg").read_text("utf-8").partition("AhQh")[0].rpartition("<title>")[2]
    assert cell.startswith("HS 0.58 to 0.60, PPot 0.50 to 0.52: ")
    assert run("chart distribution AhQh --board 3h4sJh -o a.svg").code == 0
    assert "70.94 % on average, 1 combo<" in (here / "a.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("range --board jh,3h,4s", "EHS of each hand on Jh3h4s, against a random hand"),
        (
            "range --board 3h4sJh --of ppot2",
            "Two-step PPot of each hand on 3h4sJh, against a random hand",
        ),
        ("distribution AA KK", "Equity of AA and KK over all flops, against a random hand"),
        ("distribution AA --board 3h4sJh", "Equity of AA on 3h4sJh, against a random hand"),
        (
            "distribution --hero AA --villain KK --board 3h4sJh",
            "Equity of AA on 3h4sJh, against KK",
        ),
        (
            "potential",
            "Hand strength and potential of each hand over all flops, against a random hand",
        ),
        (
            "potential --hand AKs",
            "Hand strength and potential of AKs over all flops, against a random hand",
        ),
        (
            "potential --board 3h4sJh",
            "Hand strength and potential of each hand on 3h4sJh, against a random hand",
        ),
        ("texture AA --of ehs", "EHS of AA by the texture of the flop, against a random hand"),
        ("texture AA --title Mine", "Mine"),
        ("distribution AA --title Mine", "Mine"),
        ("potential --title Mine", "Mine"),
        ("range --board 3h4sJh --title Mine", "Mine"),
    ],
)
def test_titles(here, words, title):
    assert run(f"chart {words} -o a.html").code == 0
    text = (here / "a.html").read_text("utf-8")
    assert text.count(f"<title>{title}</title>") == 2
    root = ET.fromstring(text[text.index("<svg") : text.index("</body>")])
    lines = ["".join(line.itertext()) for line in root.findall(f"{SVG}text[@font-size='20']")]
    assert " ".join(lines) == title


def test_a_board_is_written_tidily(here):
    assert run("chart distribution AA -o a.svg --board", "3H, 4s jh").code == 0
    text = re.sub("</?tspan[^>]*>", "", (here / "a.svg").read_text("utf-8"))
    assert text.count("on 3h4sJh") == 3


def test_a_grid_of_text(here):
    finished = run("chart range --board 3h4sJh")
    assert (finished.code, finished.err) == (0, "")
    assert max(map(len, finished.text.splitlines())) <= 80
    assert_golden("chart_board.txt", finished.out)


def test_a_range_from_standard_input(here):
    finished = run("chart distribution - --board 3h4sJh -o a.svg", stdin=b"AA, KK:0.5")
    assert finished.code == 0, finished.err
    assert "on average, 9 combos" in (here / "a.svg").read_text("utf-8")


REFUSED = r"""
$ range --board 3h4s
[2] error: '3h4s' has 2 cards; a board has 3, 4 or 5
$ range --board 3h4s3h
[2] error: '3h4s3h' has 3h twice
$ range --board flop
[2] error: 'flop' at character 1: 'f' is not a rank; ranks are 23456789TJQKA
$ range --board 3h4sJh --of eqity
[2] error: no measure 'eqity'; did you mean 'equity'?
$ range --board 3h4sJhKd --of ppot2
[2] error: a turn has no ppot2: one card is to come
$ range --board Kd3h4sJhKs --of npot1
[2] error: a river has no npot1: no card is to come
$ range --board 3h4sJh -o a.svg --size 500
[2] error: --size is the width of a PNG, and a.svg is none
$ distribution -o a.svg
[2] error: give one or two ranges, or --hero and --villain
$ distribution AA --hero AA --villain KK --board 3h4sJh
[2] error: give ranges against a random hand, or --hero and --villain, not both
$ distribution --hero AA --board 3h4sJh
[2] error: --hero and --villain go together; give both
$ distribution --hero AA --villain KK
[2] error: --hero and --villain need a board; give a flop, turn or river with --board
$ distribution --hero AA --villain KK --board AsAhAd
[2] error: no combo of 'AA' is left on AsAhAd
$ distribution --hero AcAd --villain AcAd --board 3h4sJh
[2] error: 'AcAd' and 'AcAd' cannot meet on 3h4sJh
$ distribution AA --board 3h4sJh --min 60 --max 40
[2] error: --min 60 is not below --max 40
$ distribution AA --board 3h4sJh --max 101
[2] error: an axis from 0 to 101 %; equities are 0 to 100
$ distribution AA KK QQ -o a.svg
[2] error: 3 ranges; give one or two
$ distribution '' -o a.svg
[2] error: the range '' is empty; there is nothing to draw
$ distribution AA --board AsAhAd -o a.svg
[2] error: no combo of 'AA' is left on AsAhAd
$ distribution 'AKs:2' -o a.svg
[2] error: 'AKs:2' at character 5: weight 2 is not in 0..1; @2 is 2 percent
$ distribution AA --board 3h4s -o a.svg
[2] error: '3h4s' has 2 cards; a board has 3, 4 or 5
$ distribution AA -o a.gif
[2] error: a.gif has none of the endings .svg, .html, .png; give it one
$ potential --board 3h4sJh --hand AA -o a.svg
[2] error: give --board or --hand, not both
$ potential --board Kd3h4sJhKs -o a.svg
[2] error: Kd3h4sJhKs is a river, with no card to come: it has no potential
$ potential --hand AhKh -o a.svg
[2] error: 'AhKh' is none of the 169 hands; did you mean 'AKs'?
$ potential -o a.svg --size 500
[2] error: --size is the width of a PNG, and a.svg is none
$ texture AA -o nowhere/a.svg
[1] error: nowhere/a.svg cannot be written: there is no folder nowhere
$ texture AA --of outs -o a.svg
[2] error: no measure 'outs'; there are: ehs, hs, equity, equity_squared, ppot1, npot1, ppot2, npot2
$ texture '' -o a.svg
[2] error: the range is empty; there is nothing to draw
"""
LINES = REFUSED.strip("\n").split("\n")


@pytest.mark.parametrize(("line", "said"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_refused_in_one_line(here, line, said):
    finished = run(f"chart {line.removeprefix('$ ')}")
    told = f"[{finished.code}] {finished.err}"
    assert told.startswith(said)
    assert told.count("\n") == 1
    assert finished.out == b""
    assert contents(here) == {}


@pytest.mark.parametrize(
    ("words", "tables"),
    [
        ("distribution AA -o a.svg", "flop_hands flops"),
        ("potential -o a.svg", "flop_hands flops"),
        ("texture AA -o a.svg", "flops"),
    ],
)
def test_tables_that_are_not_there(tmp_path, monkeypatch, words, tables):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    (tmp_path / "lake").mkdir()
    finished = run(f"chart {words}")
    assert finished.code == 1
    assert finished.err.endswith(f"is not in this lake; build it with 'pokerlake build {tables}'\n")
    assert finished.err.count("\n") == 1
