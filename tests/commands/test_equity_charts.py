"""``pokerlake chart next-card`` and ``by-hole`` as a user runs them: text, rows and refusals."""

import csv
import io

import pytest

from helpers.command_line import contents, run


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    return tmp_path


def test_next_cards_in_the_terminal(here):
    finished = run("chart next-card AhKh QsQc --board Qh2h3dAs")
    assert (finished.code, finished.err) == (0, "")
    assert finished.text.splitlines() == [
        "AhKh v QsQc on Qh2h3dAs: equity of AhKh by the next card",
        "",
        "      A     K     Q     J     T     9     8     7     6     5     4     3     2",
        "s           0           0     0     0     0     0     0     0     0     0     0",
        "h                     100   100   100   100   100   100   100   100     0",
        "d     0     0     0     0     0     0     0     0     0     0     0           0",
        "c     0     0           0     0     0     0     0     0     0     0     0     0",
        "now 18.18 %, then 0 to 100 %",
    ]
    assert run("equity AhKh QsQc --board Qh2h3dAs --next-card") == finished
    assert contents(here) == {}


def test_rows_stay_rows(here):
    line = "equity AhKh QsQc --board Qh2h3dAs --next-card"
    rows = list(csv.DictReader(io.StringIO(run(f"{line} --format csv").text)))
    assert len(rows) == 44
    assert sum(float(row["equity_1"]) for row in rows) == 8
    assert run(f"{line} -o a.csv").err == "44 rows in a.csv\n"


def test_holes_in_the_terminal(here):
    finished = run("chart by-hole AA,KK:0.5 QQ --board Qh2h3d --dead AsKs --title Mine")
    assert (finished.code, finished.err) == (0, "")
    assert finished.text.startswith("Mine\n\n  AA    AKs")
    assert max(map(len, finished.text.splitlines())) <= 80


REFUSED = r"""
$ next-card AhKh -o a.svg
error: 1 player; give 2 to 10 hands or ranges
$ next-card AhKh QsQc --board Qh2h3d4s5c -o a.svg
error: the board has five cards; no other comes
$ next-card AhKh AhQc -o a.svg
error: players 1 and 2 cannot be dealt together: both have Ah
$ next-card AhKh QsQc --board Qh2h3d --dead Qh -o a.svg
error: board and dead cards both have Qh
$ next-card AhKh QsXc -o a.svg
error: 'QsXc' at character 3: 'X' is not a rank
$ next-card AhKh QsQc -o a.gif
error: a.gif has none of the endings .svg, .html, .png; give it one
$ next-card AhKh QsQc --size 300
error: --size is the width of a PNG; give one with -o
$ next-card
error: Missing argument 'HAND' (see 'pokerlake chart next-card --help')
$ by-hole AA KK --board AhAsAd -o a.svg
error: no hole of 'AA' can be dealt with the others
$ by-hole AA KK --board Ah9 -o a.svg
error: 'Ah9' at character 3: '9' has no suit
$ by-hole AA:2 KK -o a.svg
error: 'AA:2' at character 4: weight 2 is not in 0..1
$ by-hole AA KK --board Qh2h3d -o nowhere/a.svg
error: nowhere/a.svg cannot be written: there is no folder nowhere
"""
LINES = REFUSED.strip("\n").split("\n")


@pytest.mark.parametrize(("line", "said"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_refused_in_one_line(here, line, said):
    finished = run(f"chart {line.removeprefix('$ ')}")
    assert finished.code in (1, 2)
    assert finished.err.startswith(said)
    assert finished.err.count("\n") == 1
    assert finished.out == b""
    assert contents(here) == {}


def test_players_that_cannot_be_dealt_have_no_next_card(here):
    finished = run("equity AhKh AhQc --next-card --format csv")
    assert finished.code == 2
    assert finished.err.startswith("error: players 1 and 2 cannot be dealt together")
