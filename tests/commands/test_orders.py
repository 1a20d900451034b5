"""Other orders of hands as commands take them: of arguments, and of files."""

import json
from pathlib import Path

import pytest

from helpers.command_line import run


def rows(line, *more):
    finished = run(f"{line} --format json", *more)
    assert finished.code == 0
    return json.loads(finished.text)


@pytest.mark.parametrize(
    ("order", "hand", "named"),
    [
        ("2-7", "7c5d4h3s2c", "no pair, seven-five-four-three-deuce"),
        ("A-5", "As2d3c4h5sKsKd", "no pair, five-four-three-deuce-ace"),
        ("8 or better", "As2d3c4h9sKsKd", "no low"),
        ("short deck", "AsKsQsJs9s", "flush, ace-king-queen-jack-nine"),
        ("badugi", "As2d3c4h", "badugi, four-three-deuce-ace"),
    ],
)
def test_orders(at_home, order, hand, named):
    [row] = rows(f"evaluate {hand}", "--order", order)
    assert row["name"] == named
    (at_home / "hands.csv").write_text(f"cards\n{hand}\n")
    assert rows("evaluate --from hands.csv", "--order", order) == [row]


def test_cards_that_are_not_in_a_short_deck(at_home):
    wrong = "'AsKsQsJs2c' has 2c, which is not in the deck of 36 cards"
    (at_home / "numbers.csv").write_text("a,b,c,d,e\n51,47,43,39,35\n51,47,43,39,0\n1,1,2,3,4\n")
    (at_home / "texts.csv").write_text("cards\nAsKsQsJsTs\nAsKsQsJs2c\n1c\n")
    columns = " ".join(f"--cards {name}" for name in "abcde")
    for line in (f"numbers.csv {columns}", "texts.csv"):
        found = rows(f"evaluate --from {line} --order 6+ --skip-bad")
        assert [row["class_id"] for row in found] == [1, None, None]
        assert found[1]["error"].startswith(wrong)
    (at_home / "texts.csv").write_text("cards\nAsKsQsJsTs\nAsKsQsJs2c\n")
    finished = run("evaluate --from texts.csv --order 6+ -o out.csv")
    assert finished.code == 1
    assert wrong in finished.err


def test_compare():
    flush, full_house = "AsKsQsJs9s", "AhAdAcKhKd"
    results = {"high": "weaker", "short deck": "stronger", "2-7": "stronger"}
    for order, result in results.items():
        [row] = rows(f"compare {flush} {full_house}", "--order", order)
        assert row["result"] == result


def test_no_such_order():
    finished = run("evaluate AsKsQsJsTs --order shrt")
    assert (finished.code, finished.err) == (2, "error: no order 'shrt': did you mean 'short'?\n")


def test_short_deck():
    [row, other] = rows("equity AhKh QsQc --exact", "--game", "short deck")
    assert row["deals"] == 201_376
    assert round(row["equity"], 4) == 0.5428
    assert row["wins"] + other["wins"] + row["ties"]["2"] == 201_376
    nexts = rows("equity AhKh QsQc --board 6h7h8h --next-card --game short")
    assert len(nexts) == 36 - 4 - 3
    dealt = rows("deal 20 --players 2 --board 5 --seed 1 --game 6+")
    assert not any(set("2345") & set("".join(map(str, list(row.values())[1:]))) for row in dealt)
    compared = rows("deal 500 --players 2 --board 5 --seed 1 --compare --game 6+")
    assert compared[0]["wins"] + compared[1]["wins"] + compared[0]["ties"] == 500
    finished = run("equity AhKh QsQc --game shrt")
    assert finished.code == 2
    assert finished.err.startswith("error: --game: no game 'shrt'")


def test_files_strengths_and_ranges_of_short_deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("spots.csv").write_text(
        "hero,villain,board\nAhKh,QsQc,\n15%,AA,Jh9h6d\nAhKh,2c2d,\n", "utf-8"
    )
    first, second, bad = rows("equity --from spots.csv --game 6+ --skip-bad")
    assert (first["deals"], round(first["equity_1"], 6)) == (201_376, 0.542773)
    assert second["error"] is None
    assert bad["error"] == "2c is not in the deck of 36 cards, 6 to A"
    (row,) = rows("strength AhKh QhJh6c --game 6+")
    assert row["ahead"] + row["tied"] + row["behind"] == 465
    assert run("range top 15 --game 6+").text == "TT+,ATs+,KJs+,AJo+,QJs,KTs:0.125\n"
    assert len(rows("range expand 22+ --game 6+")) == 9 * 6
    refused = run("strength AhKh QhJh2c --game 6+")
    assert refused.err == ("error: 'QhJh2c' has 2c, which is not in the deck of 36 cards, 6 to A\n")
