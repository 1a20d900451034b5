"""Holes on boards by the rule of a game as commands take them: of arguments, and of files."""

import json

import pytest

from helpers.command_line import run


def rows(line, *more):
    finished = run(f"{line} --format json", *more)
    assert finished.code == 0, finished.err
    return json.loads(finished.text)


@pytest.mark.parametrize(
    ("game", "hole", "board", "told"),
    [
        ("omaha", "AsKsAhKh", "QsJsTs2h2c", {"class_id": 1, "name": "royal flush"}),
        ("omaha5", "AsKhAhKdQs", "Js7s2s3c", {"name": "flush, ace-queen-jack-seven-deuce"}),
        ("plo6", "AsKhAhKdQc9c", "Js7s2s", {"name": "one pair, aces, jack-seven-deuce kickers"}),
        ("omaha8", "As2sKhKd", "3c4d8h9c9d", {
            "name": "two pair, kings and nines, eight kicker", "low_class_id": 22,
            "low": "low, eight-four-three-deuce-ace",
        }),
        ("omaha8", "AsKsAhKh", "QsJsTs2h2c", {"low_class_id": 57, "low": "no low"}),
        ("short", "7c6c", "Ac8c9cKdKh", {"class_id": 6}),
    ],
)  # fmt: skip
def test_games(at_home, game, hole, board, told):
    [row] = rows(f"evaluate {hole} --board {board}", "--game", game)
    assert told.items() <= row.items()
    assert (row["hole"], row["board"]) == (hole, board)
    assert ("percentile" in row) == (game == "short")
    (at_home / "hands.csv").write_text(f"hole,board\n{hole},{board}\n")
    assert rows("evaluate --from hands.csv --board-column board", "--game", game) == [row]
    (at_home / "hands.csv").write_text(f"a,b\n{hole[:4]},{hole[4:] or ' '}\n")
    found = rows(f"evaluate --from hands.csv --cards a --cards b --board {board}", "--game", game)
    assert {**found[0], "hole": hole, "board": board} == {
        **row,
        "a": hole[:4],
        "b": hole[4:] or " ",
    }


def test_the_board_stands_for_holdem():
    [row] = rows("evaluate AsKs --board QsJsTs2h2c")
    [whole] = rows("evaluate AsKsQsJsTs2h2c")
    del whole["cards"]
    assert row == {"hole": "AsKs", "board": "QsJsTs2h2c", **whole}
    assert rows("evaluate AsKsQsJsTs2h2c --game holdem") == rows("evaluate AsKsQsJsTs2h2c")


BAD = """hole,board
AsKsAhKh,QsJsTs2h2c
As2sAhKh,3s4d5hAs
As2s,3s4d5h
As2s3s4s,3c4d
xx,3s4d5h
,3s4d5h
"""


def test_bad_rows(at_home):
    (at_home / "hands.csv").write_text(BAD)
    finished = run("evaluate --from hands.csv --game omaha -o out.csv")
    assert (finished.code, finished.err.strip()) == (
        1, "error: hands.csv, row 2: 'As2sAhKh3s4d5hAs' has As twice",
    )  # fmt: skip
    found = rows("evaluate --from hands.csv --game omaha8 --skip-bad")
    assert [row["class_id"] for row in found] == [1, None, None, None, None, None]
    assert [row["low"] for row in found] == ["no low", None, None, None, None, None]
    assert [(row["error"] or "")[:33] for row in found] == [
        "", "'As2sAhKh3s4d5hAs' has As twice", "'As2s' has 2 cards; 4 are needed",
        "'3c4d' has 2 cards; 3 to 5 are ne", "'xx' at character 1: 'x' is not a", "",
    ]  # fmt: skip
    (at_home / "short.csv").write_text("hole,board\nAsKs,QsJsTs2h2c\nAsKs,QsJsTs\n")
    found = rows("evaluate --from short.csv --game short --board-column board --skip-bad")
    assert [row["class_id"] for row in found] == [None, 1]
    assert "has 2h, which is not in the deck of 36 cards" in found[0]["error"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("AsKsAhKh QsJsTs2h2c --game omaha", "give the holes, and --board QsJsTs2h2c"),
        ("AsKsAh --board QsJsTs --game omaha", "'AsKsAh' has 3 cards; 4 are needed"),
        ("AsKsAhQs --board QsJsTs --game omaha", "'AsKsAhQsQsJsTs' has Qs twice"),
        ("AsKsAhQs --board QsJs --game omaha", "'QsJs' has 2 cards; 3 to 5 are needed"),
        ("AsKs --board QsJsTs --order 2-7", "--game and boards of holes: give either"),
        ("AsKs --board QsJsTs --board-column b", "--board is that of all rows"),
        ("AsKs --board-column b", "--board-column, --input-format and --skip-bad are for a file"),
        ("AsKs --board QsJsTs --game chess", "no game 'chess'"),
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


def test_deals_of_omaha():
    [row] = rows("deal --game omaha --players 6 --board 5 --seed 1")
    assert [len(text) for text in row.values() if isinstance(text, str)] == [8] * 6 + [10]
    assert len(rows("deal --game plo6 --seed 1")[0]["player_1"]) == 12
    assert len(rows("deal --seed 1")[0]["player_1"]) == 10
    found = rows("deal 400 --game omaha8 --players 2 --board 5 --compare --seed 1")
    assert sum(row["equity"] for row in found) == pytest.approx(1)
    assert all(row["ties"] > 40 for row in found)
