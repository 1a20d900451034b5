"""Holes on boards by the rule of a game as commands take them: of arguments, and of files."""

from pathlib import Path

import pytest

from helpers.command_line import answer, run


@pytest.mark.parametrize(
    ("game", "hole", "board", "told"),
    [
        ("omaha", "AsKsAhKh", "QsJsTs2h2c", {"class_id": 1, "name": "royal flush"}),
        ("omaha5", "AsKhAhKdQs", "Js7s2s3c", {"name": "flush, ace-queen-jack-seven-deuce"}),
        ("plo6", "AsKhAhKdQc9c", "Js7s2s", {"name": "one pair, aces, jack-seven-deuce kickers"}),
        ("omaha8", "As2sKhKd", "3c4d8h9c9d", {
            "name": "two pair, kings and nines, eight kicker", "low_class_id": 22,
            "low": "low, eight-four-three-deuce-ace",
            "best_five": "KhKd9c9d8h", "low_five": "8h4d3c2sAs",
        }),
        ("omaha8", "AsKsAhKh", "QsJsTs2h2c", {
            "low_class_id": 57, "low": "no low", "low_five": None,
        }),
        ("short", "7c6c", "Ac8c9cKdKh", {"class_id": 6}),
    ],
)  # fmt: skip
def test_games(at_home, game, hole, board, told):
    [row] = answer(f"evaluate {hole} --board {board}", "--game", game)
    assert told.items() <= row.items()
    assert (row["hole"], row["board"]) == (hole, board)
    assert ("percentile" in row) == (game == "short")
    (at_home / "hands.csv").write_text(f"hole,board\n{hole},{board}\n")
    assert answer("evaluate --from hands.csv --board-column board", "--game", game) == [row]
    (at_home / "hands.csv").write_text(f"a,b\n{hole[:4]},{hole[4:] or ' '}\n")
    found = answer(f"evaluate --from hands.csv --cards a --cards b --board {board}", "--game", game)
    assert found[0] | {"hole": hole, "board": board} == row | {"a": hole[:4], "b": hole[4:] or " "}


BAD = """hole,board
AsKsAhKh,QsJsTs2h2c
As2sAhKh,3s4d5hAs
As2s,3s4d5h
As2s3s4s,3c4d
xx,3s4d5h
,3s4d5h
"""


def test_bad_answer(at_home):
    (at_home / "hands.csv").write_text(BAD)
    finished = run("evaluate --from hands.csv --game omaha -o out.csv")
    assert (finished.code, finished.err.strip()) == (
        1, "error: hands.csv, row 2: 'As2sAhKh3s4d5hAs' has As twice",
    )  # fmt: skip
    found = answer("evaluate --from hands.csv --game omaha8 --skip-bad")
    assert [row["class_id"] for row in found] == [1, None, None, None, None, None]
    assert [row["low"] for row in found] == ["no low", None, None, None, None, None]
    assert [(row["error"] or "")[:33] for row in found] == [
        "", "'As2sAhKh3s4d5hAs' has As twice", "'As2s' has 2 cards; 4 are needed",
        "'3c4d' has 2 cards; 3 to 5 are ne", "'xx' at character 1: 'x' is not a", "",
    ]  # fmt: skip
    (at_home / "short.csv").write_text("hole,board\nAsKs,QsJsTs2h2c\nAsKs,QsJsTs\n")
    found = answer("evaluate --from short.csv --game short --board-column board --skip-bad")
    assert [row["class_id"] for row in found] == [None, 1]
    assert "has 2h, which is not in the deck of 36 cards" in found[0]["error"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("AsKsAhKh QsJsTs2h2c --game omaha", "give the holes, and --board QsJsTs2h2c"),
        ("AsKsAh --board QsJsTs --game omaha", "'AsKsAh' has 3 cards; 4 are needed"),
        ("AsKsAhQs --board QsJs --game omaha", "'QsJs' has 2 cards; 3 to 5 are needed"),
        ("AsKs --board QsJsTs --order 2-7", "--game and boards of holes: give either"),
        ("AsKs --board QsJsTs --board-column b", "--board-column is for a file"),
        ("--from hands.csv --board QsJsTs --board-column b", "--board is that of all rows"),
        ("--from hands.csv --game omaha --cards hle", "did you mean 'hole'?"),
        ("--from hands.csv --game omaha --cards board", "column 'board' is given twice"),
        ("--from hands.ndjson --game omaha", "column 'hole' is BIGINT; holes and boards are"),
    ],
)
def test_what_is_refused(at_home, line, problem):
    (at_home / "hands.csv").write_text(BAD)
    (at_home / "hands.ndjson").write_text('{"hole": 1, "board": "3s4d5h"}\n')
    finished = run(f"evaluate {line}")
    assert finished.code in (1, 2)
    assert problem in finished.err
    assert finished.err.count("\n") == 1


# ---------------------------------------------------------------- other orders of hands


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
    [row] = answer(f"evaluate {hand}", "--order", order)
    assert row["name"] == named
    (at_home / "hands.csv").write_text(f"cards\n{hand}\n")
    assert answer("evaluate --from hands.csv", "--order", order) == [row]


def test_cards_that_are_not_in_a_short_deck(at_home):
    wrong = "'AsKsQsJs2c' has 2c, which is not in the deck of 36 cards"
    (at_home / "numbers.csv").write_text("a,b,c,d,e\n51,47,43,39,35\n51,47,43,39,0\n1,1,2,3,4\n")
    (at_home / "texts.csv").write_text("cards\nAsKsQsJsTs\nAsKsQsJs2c\n1c\n")
    columns = " ".join(f"--cards {name}" for name in "abcde")
    for line in (f"numbers.csv {columns}", "texts.csv"):
        found = answer(f"evaluate --from {line} --order 6+ --skip-bad")
        assert [row["class_id"] for row in found] == [1, None, None]
        assert found[1]["error"].startswith(wrong)
    (at_home / "texts.csv").write_text("cards\nAsKsQsJsTs\nAsKsQsJs2c\n")
    finished = run("evaluate --from texts.csv --order 6+ -o out.csv")
    assert finished.code == 1
    assert wrong in finished.err


def test_files_strengths_and_ranges_of_short_deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("spots.csv").write_text(
        "hero,villain,board\nAhKh,QsQc,\n15%,AA,Jh9h6d\nAhKh,2c2d,\n", "utf-8"
    )
    first, second, bad = answer("equity --from spots.csv --game 6+ --skip-bad")
    assert (first["deals"], round(first["equity_1"], 6)) == (201_376, 0.542773)
    assert second["error"] is None
    assert bad["error"] == "2c is not in the deck of 36 cards, 6 to A"
    (row,) = answer("strength AhKh QhJh6c --game 6+")
    assert row["ahead"] + row["tied"] + row["behind"] == 465
    assert run("range top 15 --game 6+").text == "TT+,ATs+,KJs+,AJo+,QJs,KTs:0.125\n"
    assert len(answer("range expand 22+ --game 6+")) == 9 * 6
    refused = run("strength AhKh QhJh2c --game 6+")
    assert refused.err == ("error: 'QhJh2c' has 2c, which is not in the deck of 36 cards, 6 to A\n")
