"""``pokerlake range`` as a user runs it."""

import pyarrow.parquet as pq
import pytest

from given.rankings import write_omaha_rankings, write_rankings
from helpers.command_line import answer as rows
from helpers.command_line import contents, run, told, told_of
from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.queries.questions import ranges as declared


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a lake of rankings in which the grid is the order of the hands."""
    write_omaha_rankings(write_rankings(tmp_path / "lake"), tables=("omaha_hands",))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    return tmp_path


def test_show():
    finished = run("range show QQ+,AKs@50,AhKd")
    assert finished.text == (
        "hand  row  col  range_weight  combos\n"
        "----  ---  ---  ------------  ------\n"
        "AA      0    0             1       6\n"
        "AKs     0    1           0.5       2\n"
        "AKo     1    0     0.0833333       1\n"
        "KK      1    1             1       6\n"
        "QQ      2    2             1       6\n"
    )
    assert finished.err == "21 of 1,326 combos, 1.584 %\n"
    assert finished.code == 0


def test_show_with_dead_cards():
    finished = run("range show AA,AK --dead AsKd -f csv")
    assert finished.text == (
        "hand,row,col,range_weight,combos\nAA,0,0,1.0,3.0\nAKs,0,1,1.0,2.0\nAKo,1,0,1.0,7.0\n"
    )
    assert finished.err == "12 of 1,225 combos, 0.9796 %\n"
    assert run("range show AA --dead AsAhAdAc").err == "0 of 1,128 combos, 0 %\n"


def test_show_grid():
    found = rows("range show KK+,AKs@50,72o --grid")
    assert [row["rank"] for row in found] == list("AKQJT98765432")
    assert list(found[0]) == ["rank", *"AKQJT98765432"]
    grid = {(row["rank"], rank): row[rank] for row in found for rank in "AKQJT98765432"}
    assert {where: weight for where, weight in grid.items() if weight is not None} == {
        ("A", "A"): 1.0,
        ("A", "K"): 0.5,
        ("K", "K"): 1.0,
        ("2", "7"): 1.0,
    }


def test_short_deck_is_of_its_630_holes():
    finished = run("range show 22+ --game 'short deck' -f csv")
    assert finished.text.splitlines()[-1] == "66,8,8,1.0,6.0"
    assert finished.err == "54 of 630 combos, 8.571 %\n"
    found = rows("range show AKo --grid --game 6+")
    assert list(found[0]) == ["rank", *"AKQJT9876"]
    assert [row["A"] for row in found] == [None, 1.0, *[None] * 7]


def test_expand():
    assert rows("range expand AKs@50,2d2c") == [
        {"hole_id": 1322, "hole": "AsKs", "hand": "AKs", "range_weight": 0.5},
        {"hole_id": 1271, "hole": "AhKh", "hand": "AKs", "range_weight": 0.5},
        {"hole_id": 1221, "hole": "AdKd", "hand": "AKs", "range_weight": 0.5},
        {"hole_id": 1172, "hole": "AcKc", "hand": "AKs", "range_weight": 0.5},
        {"hole_id": 0, "hole": "2d2c", "hand": "22", "range_weight": 1.0},
    ]
    assert len(rows("range expand random")) == 1326
    assert len(rows("range expand random --dead As")) == 1275


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("1", "AA,AKs,AQs:0.815"),
        ("1%", "AA,AKs,AQs:0.815"),
        ("1 --by equity", "AA,AKs,AQs:0.815"),
        ("1 --players 9", "AA,AKs,AQs:0.815"),
        ("1 --players 10", "22,32o:0.605"),
        ("1 --by 'income 10'", "22,32o:0.605"),
        ("1-2", "AJs-A9s,AQs:0.185,A8s:0.13"),
        ("1%-2%", "AJs-A9s,AQs:0.185,A8s:0.13"),
        ("1 --dialect flopzilla", "AA,AKs,[81.5]AQs[/81.5]"),
        ("100", "random"),
        ("0", ""),
        ("0.5% --dead As", "AhAd,AhAc,AdAc,0.1575(AhKh,AdKd,AcKc)"),
    ],
)
def test_top(line, text):
    finished = run(f"range top {line}")
    assert (finished.code, finished.text, finished.err) == (0, f"{text}\n", "")


def test_diff():
    columns = "holes", "hand", "combos", "first_weight", "second_weight", "difference", "only"
    found = rows("range diff 33+,AKs@50,AhKd 22,44+,AKs,AhAd:0.5")
    assert found == [
        dict(zip(columns, row, strict=True))
        for row in [
            ("AhKd", "AKo", 1, 1.0, 0.0, 1.0, 1), ("33", "33", 6, 1.0, 0.0, 1.0, 1),
            ("22", "22", 6, 0.0, 1.0, -1.0, 2), ("AhAd", "AA", 1, 1.0, 0.5, 0.5, 0),
            ("AKs", "AKs", 4, 0.5, 1.0, -0.5, 0),
        ]
    ]  # fmt: skip
    others = "A2+,!K2+,!Q2+,!J2+,!T2+,!92+,!82+,!72+,!62+,!52+,!42+,!32"
    assert rows(f"range diff 22+ random,!{others}") == []


def test_convert_a_file(folder):
    (folder / "open.txt").write_text("[50]AA[/50],\nKK\n", "utf-8")
    line = "range convert @open.txt --from flopzilla --to piosolver"
    assert run(line).text == "KK,AA:0.5\n"
    assert run(f"{line} -o pio.txt") == (0, b"", "")
    assert (folder / "pio.txt").read_text("utf-8") == "KK,AA:0.5\n"
    assert run(f"{line} -f csv").text == 'range\n"KK,AA:0.5"\n'
    assert run(f"{line} -o pio.parquet").code == 0
    assert pq.read_table("pio.parquet").to_pylist() == [{"range": "KK,AA:0.5"}]
    assert run("range convert - --to piosolver", stdin=b"AKs@50").text == "AKs:0.5\n"


def test_explain():
    finished = run("range explain '22+, QQ@50, T9s+, !AhAd' --dead 9s")
    assert finished.text == (
        "part   character  reading                                 holes  combos  deciding\n"
        "-----  ---------  --------------------------------------  -----  ------  --------\n"
        "22+            1  AA KK QQ JJ TT 99 88 77 66 55 44 33 22     78      78        68\n"
        "QQ@50          6  QQ, weight 0.5                              6       3         6\n"
        "T9s+          13  T9s: no better kicker                       4       4         3\n"
        "!AhAd         19  without AhAd                                1       0         1\n"
    )
    assert rows("range explain T9s+ --dialect piosolver") == [
        {
            "part": "T9s+",
            "character": 1,
            "reading": "AKs KQs QJs JTs T9s: both cards rise",
            "holes": 20,
            "combos": 20.0,
            "deciding": 20,
        }
    ]
    assert rows("range explain 'top 1%'")[0]["reading"] == "top 1 % by the ranking, 13.26 combos"
    assert rows("range explain ''") == []


# ---------------------------------------------------------------- Omaha


def test_show_omaha():
    finished = run("range show 'AAKK!$rb, QQQQ@50' --game omaha --dead As -f csv")
    assert finished.text == (
        "ranks,suits,range_weight,combos\nAAKK,ss,1.0,12.0\nAAKK,ds,1.0,3.0\nQQQQ,rainbow,0.5,0.5\n"
    )
    assert finished.err == "15.5 of 249,900 combos, 0.006202 %\n"


def test_explain_omaha():
    finished = run("range explain 'AAxx$ds, JT98+@50' --game omaha -f csv")
    assert finished.text == (
        "part,character,reading,holes,combos,deciding\n"
        'AAxx$ds,1,"AA and any 2 others, double-suited",864,864.0,864\n'
        'JT98+@50,10,"JT98 QJT9 KQJT AKQJ, weight 0.5",1024,512.0,1024\n'
    )


# Command lines, and what is said of each: wrong usage, or a failure where [1] stands.
TABLE = r"""
range show AA --dialect pio | --dialect: no dialect 'pio'; there are: pokerlake, piosolver, equilab, flopzilla, propokertools
range convert AA,KK@50 --to equilab | equilab has no weights, and KK has weight 0.5; pokerlake, piosolver and flopzilla can write it; --whole rounds them to 0 or 1
range top 15 --by equity --players 3 | --players 6 is short for --by 'income 6'; give one of them
[1] range show 15% --lake empty | table starting_hands is not in empty; build it with 'pokerlake build starting_hands'
range show AA --grid --game omaha | --grid is for hold'em; holes of omaha have ranks and suits
range convert AA --game omaha --to piosolver | --to: no dialect 'piosolver' of omaha; its ranges are in one notation, a subset of propokertools'
range diff - - | only one thing can be read from standard input
[1] range show @nowhere.txt | nowhere.txt cannot be read: No such file or directory
[1] range show @bytes.txt | bytes.txt is not text in UTF-8 (byte 1)
range top 15 --players 11 | Invalid value '11' for '--players': give 2 to 10 (see 'pokerlake range top --help')
range top 15 --by income | --by: no ranking 'income'; give 'equity', or 'income N' for N = 2 to 10
range show AA --by 'income 3' --game omaha | --by: no ranking 'income 3' of omaha; its holes are ranked by equity only
range top x | PERCENT: 'x' is not a percentage; give a number 0 to 100
range top 15 --dead Zz | --dead: 'Zz' at character 1: 'Z' is not a rank; ranks are 23456789TJQKA
range diff AA KKx | SECOND: 'KKx' at character 3: 'x' does not belong here; parts are set apart by commas; did you mean 'KK'?
range diff AA | Missing argument 'SECOND' (see 'pokerlake range diff --help')
range top 15 --wide | --wide is for a table, and this is the text of a range; add -f table
range shw AA | No such command 'shw'. Did you mean 'show'? (see 'pokerlake range --help')
"""  # noqa: E501


@pytest.mark.parametrize(("line", "said"), told_of(TABLE))
def test_bad_input_is_one_line(folder, line, said):
    (folder / "folder.csv").mkdir()
    (folder / "bytes.txt").write_bytes(b"\xff")
    (folder / "empty").mkdir()
    before = contents(folder)
    assert told(run(line)) == said
    assert contents(folder) == before


def test_dialects_are_named_as_in_the_engine():
    assert tuple(DIALECTS) == declared.DIALECTS


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("AKx", "; did you mean 'AKs' or 'AKo'?"),
        ("22+,kaz:0.5", "; did you mean 'AKs' or 'AKo'?"),
        ("AAs", "; did you mean 'AA'?"),
        ("Ah", "is one card; the cards of a hand stand together: AhKh"),
    ],
)
def test_a_hand_that_is_none_names_the_nearest(text, hint, at_home):
    finished = run(f"range convert {text}")
    assert (finished.code, finished.out) == (2, b"")
    assert finished.err.endswith(f"{hint}\n")


@pytest.mark.parametrize(
    ("percent", "hint"),
    [
        ("0.15", "0.15 is a percentage, 0.15 % of the combos; for 15 % give 15\n"),
        ("0.05-0.15",
         "0.05-0.15 is a percentage, 0.05-0.15 % of the combos; for 5-15 % give 5-15\n"),
        ("0.15%", ""),
        ("1", ""),
        ("0", ""),
        ("0.5-15", ""),
    ],
)  # fmt: skip
def test_a_share_in_place_of_a_percentage(percent, hint, at_home):
    finished = run(f"range top {percent}")
    assert finished.code == 0
    assert finished.err == hint


def test_holes_are_taken_whole(at_home):
    refused = run("range convert AA,KK:0.5,QQ:0.4 --to equilab")
    assert refused.code == 2
    assert refused.err.endswith("can write it; --whole rounds them to 0 or 1\n")
    finished = run("range convert AA,KK:0.5,QQ:0.4 --to equilab --whole")
    assert finished == (0, b"KK+\n", "11.4 combos made whole: 12\n")
    assert run("range convert AA,KK --whole") == (0, b"KK+\n", "")
    top = run("range top 15 --dialect equilab --whole")
    assert top.code == 0
    assert top.text == run("range convert 'top 15%' --to equilab --whole").text
