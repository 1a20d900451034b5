"""``pokerlake range --game omaha`` as a user runs it."""

import json

import pytest

from given.omaha_rankings import write_omaha_rankings
from helpers.command_line import run


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    write_omaha_rankings(tmp_path / "lake", tables=("omaha_hands",))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    return tmp_path


def test_show():
    finished = run("range show 'AAKK!$rb, QQQQ@50' --game omaha --dead As -f csv")
    assert finished.text == (
        "ranks,suits,range_weight,combos\nAAKK,ss,1.0,12.0\nAAKK,ds,1.0,3.0\nQQQQ,rainbow,0.5,0.5\n"
    )
    assert finished.err == "15.5 of 249,900 combos, 0.006202 %\n"


def test_expand():
    finished = run("range expand KQJT$ms --game plo -f ndjson")
    assert [json.loads(row)["hole"] for row in finished.out.splitlines()] == [
        "KsQsJsTs", "KhQhJhTh", "KdQdJdTd", "KcQcJcTc",
    ]  # fmt: skip


def test_explain():
    finished = run("range explain 'AAxx$ds, JT98+@50' --game omaha -f csv")
    assert finished.text == (
        "part,character,reading,holes,combos,deciding\n"
        'AAxx$ds,1,"AA and any 2 others, double-suited",864,864.0,864\n'
        'JT98+@50,10,"JT98 QJT9 KQJT AKQJ, weight 0.5",1024,512.0,1024\n'
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("top 0.0005 --game omaha --whole", "AAAA"),
        ("top 0.001-0.0005 --game omaha", "AAAK@8.4601562"),
        ("convert AxAyxy --game omaha", "AA$ds"),
        ("convert AxAyxy --game omaha --to propokertools", "AA$ds"),
        ("convert AAKKQQ$ds@60,JJTT99@40 --game omaha6 --whole", "AAKKQQ$ds"),
    ],
)
def test_text_goes_out_bare(line, text):
    finished = run(f"range {line}")
    assert finished.code == 0, finished.err
    assert finished.text.startswith(text)
    assert finished.text.count("\n") == 1


def test_diff():
    finished = run("range diff AAKK AAKK$ds --game omaha -f csv")
    assert [row.split(",")[0] for row in finished.text.splitlines()] == [
        "holes", "AAKK rainbow", "AAKK ss",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("show AAKKds --game omaha", "'AAKKds' has a word without $; write AAKK$ds"),
        ("show AA --grid --game omaha", "--grid is for hold'em; holes of omaha have"),
        ("show AA --game omaha --dialect equilab", "no dialect 'equilab' of omaha"),
        ("convert AA --game omaha --to piosolver", "no dialect 'piosolver' of omaha"),
        ("show AA --game omaha --players 6", "its holes are ranked by equity only"),
        ("show AA --game omaha --by income", "no ranking 'income' of omaha"),
        ("top 15 --game omaha5", "build it with 'pokerlake build omaha_hands5'"),
        ("top 15 --game omaha6", "build it with 'pokerlake build omaha_hands6'"),
        ("top 101 --game omaha", "101 percent is not in 0..100"),
        ("show AA --game omaha9", "no game 'omaha9'"),
        ("diff - - --game omaha", "only one of two ranges can be read from standard input"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line(line, says):
    finished = run(f"range {line}")
    assert finished.code != 0
    assert finished.err.startswith("error: ")
    assert says in finished.err
    assert finished.err.count("\n") == 1
