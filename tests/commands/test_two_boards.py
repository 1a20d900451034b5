"""Two boards as a user has them: ``pokerlake equity --runs``, and games of two boards."""

import json

import pytest

from helpers.command_line import run

pytestmark = pytest.mark.usefixtures("at_home")


def rows(line):
    finished = run(f"equity {line} -f json")
    assert finished.code == 0, finished.err
    return json.loads(finished.text)


def test_run_it_twice():
    finished = run("equity AhKh QsQc --board Qh2h3dAs --runs 2")
    assert [line.split() for line in finished.text.splitlines()] == [
        [
            "hand", "win", "tie", "equity", "chop", "standard_deviation",
            "standard_deviation_once", "win_both", "lose_both",
        ],
        ["----", "--------", "---", "--------", "----", "-" * 18, "-" * 23, "-" * 9, "-" * 9],
        ["AhKh", "0.181818", "0", "0.181818", "0", "0.269537", "0.385695", "0.0295983", "0.665962"],
        ["QsQc", "0.818182", "0", "0.818182", "0", "0.269537", "0.385695", "0.665962", "0.0295983"],
    ]  # fmt: skip
    first, second = finished.err.splitlines()
    assert first.startswith("44 deals, exact: 1 pair of holes, ")
    assert second.startswith("standard deviation: 1,892 pairs of run-outs, exact: 1 pair of holes,")


def test_programs_have_how_it_was_had():
    one, other = rows("AhKh QsQc --board Qh2h3dAs --runs 2")
    assert (one["runs"], one["run_pairs"], one["runs_method"], one["runs_seed"]) == (
        2, 44 * 43, "exact", None,
    )  # fmt: skip
    assert one["win_both"] == other["lose_both"] == 8 * 7 / (44 * 43)
    assert one["deviation_error"] == 0
    assert (one["wins"], one["deals"]) == (8, 44)  # of one run, as without --runs
    [thrice, _] = rows("AhKh QsQc --board Qh2h3dAs --runs 3")
    assert "win_both" not in thrice
    assert thrice["standard_deviation"] == pytest.approx(((8 * 36 / 44**2) / 3 * 41 / 43) ** 0.5)
    assert "runs" not in rows("AhKh QsQc --board Qh2h3dAs")[0]


def test_samples_have_one_seed_and_an_error():
    line = "AhKh,KdKc random --board Qh2h3d --runs 2 --mc --se 0.002 --seed 5"
    one, _ = rows(line)
    assert one["seed"] == one["runs_seed"] == 5
    assert 0 < one["deviation_error"] <= 0.002
    again, _ = rows(line)
    assert {**again, "seconds": 0} == {**one, "seconds": 0}
    [counted, _] = rows("AhKh,KdKc random --board Qh2h3d --runs 2 --exact")
    assert counted["standard_deviation"] == pytest.approx(one["standard_deviation"], abs=0.008)


def test_a_seed_that_nobody_gave_gives_both_again():
    finished = run("equity AhKh,KdKc random --board Qh2h3d --runs 2 --mc --deals 1000 -f json")
    one, _ = json.loads(finished.text)
    assert one["seed"] == one["runs_seed"]
    assert finished.err.count(f"seed {one['seed']}, ") == 2


def test_a_game_of_two_boards():
    finished = run(
        'equity AsAhKsKh QcQdJsTd --game "double board omaha" --board Qh7d2s --board KdJc9h'
    )
    head, _, *players = [line.split() for line in finished.text.splitlines()]
    assert head == [
        "hand", "win", "tie", "equity", "chop", "equity_board_1", "equity_board_2",
        "three_quarters", "half", "quarter", "standard_deviation",
    ]  # fmt: skip
    assert players[0][:7] == [
        "AsAhKsKh", "0.0772201", "0.435887", "0.295164", "0.435887", "0.199147", "0.391181",
    ]  # fmt: skip
    assert finished.err.startswith("442,890 pairs of boards, exact: 1 pair of holes, ")


def test_each_board_is_as_one_board_beside_dead_cards():
    line = "As2s3hKh AcAdTc9d --game"
    both, _ = rows(f"{line} 'double board o8' --board 4c5d8h --board KdJc9h")
    one, _ = rows(f"{line} o8 --board 4c5d8h --dead KdJc9h")
    other, _ = rows(f"{line} o8 --board KdJc9h --dead 4c5d8h")
    assert both["equity_board_1"] == pytest.approx(one["equity"], abs=1e-15)
    assert both["equity_board_2"] == pytest.approx(other["equity"], abs=1e-15)
    assert both["equity"] == pytest.approx((one["equity"] + other["equity"]) / 2, abs=1e-15)
    assert (both["method"], both["boards_method"], both["deals"]) == ("exact", "exact", 442_890)


def test_boards_need_not_be_known():
    one, _ = rows("AhKh QsQc --game 'double board holdem'")
    assert one["equity_board_1"] == one["equity_board_2"] == pytest.approx(0.462145, abs=1e-6)
    assert one["win"] == pytest.approx(0.197481, abs=1e-6)
    assert rows("AhKh QsQc --runs 2")[0]["win_both"] == one["win"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "AhKh QsQc --board Qh2h3dAs5c --runs 2",
            "the board has five cards, and no card is left to run twice; give a board of up to "
            "four",
        ),
        ("AhKh QsQc --runs 5", "Invalid value '5' for '--runs': give 1 to 4"),
        ("AhKh QsQc --runs 0", "Invalid value '0' for '--runs': give 1 to 4"),
        (
            "AhKh QsQc --runs 2 --next-card",
            "--next-card, --by-hole and --categories are of one board, run once; --runs asks for "
            "more",
        ),
        (
            "random random random random random random random --runs 3 --game omaha6",
            "52 cards left; too few for 7 players of omaha6 and three boards",
        ),
        (
            "AhKh QsQc --board Qh2h3d --board 7c8c9s",
            "--board is given twice, and hold'em has one board; give it once, or not at all",
        ),
        (
            "AhKh QsQc --board Qh2h3d --game 'double board holdem'",
            "--board is given once, and double board hold'em has two boards; give it twice, or not "
            "at all",
        ),
        (
            "AhKh QsQc --board Qh2h3d --board 7c8c9s --board 5c --game 'double board holdem'",
            "--board is given 3 times, and double board hold'em has two boards; give it twice",
        ),
        (
            "AhKh QsQc --board Qh2h3d --board 7c2h9s --game 'double board holdem'",
            "both boards have 2h; they are dealt from one deck",
        ),
        (
            "AhKh QsQc --board Qh2h3d --board 7c8c9s --dead 9s --game 'double board holdem'",
            "board 2 and dead cards both have 9s",
        ),
        (
            "AhKh QsQc --board Qh2h3d5c6c7d --board 8s8c9s --game 'double board holdem'",
            "board 1, Qh2h3d5c6c7d, has 6 cards; it has 5 at most",
        ),
        (
            "AhKh QsQc --game 'double board holdem' --runs 2",
            "--runs 2: the boards of double board hold'em are run once",
        ),
        (
            "AhKh QsQc --game 'double board holdem' --by-hole",
            "--next-card, --by-hole and --categories are of one board, run once; --game asks for "
            "more",
        ),
        (
            "--from spots.csv --game 'double board holdem'",
            "--from is for games of one board, and double board hold'em has two",
        ),
        (
            "AhKh QsQc --game 'dubble board holdem'",
            "--game: no game 'dubble board holdem': did you mean \"double board hold'em\"?",
        ),
        (
            "--from spots.csv --runs 2",
            "--runs is for hands given here; --from has them in a file",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(line, says):
    finished = run(f"equity {line}")
    assert (finished.code, finished.text) == (2, "")
    assert finished.err.startswith(f"error: {says}")
    assert finished.err.count("\n") == 1
