"""Errors in the words of the door that they came through, and what they count and guess."""

import pytest

from pokerlake.tables.errors import UsageError, by_door, counted, did_you_mean

KNOWN = ["flop_ranking", "turn_ranking", "pot_odds", "best_flops", "best_turns", "best_rivers"]


def test_a_message_has_the_words_of_commands_and_of_python():
    option = by_door("--max-seconds", "max_seconds=")
    error = UsageError(f"{option} is 0; give {by_door('--exact', 'method')} or more, not {option}")
    assert str(error) == "max_seconds= is 0; give method or more, not max_seconds="
    assert error.in_commands() == "--max-seconds is 0; give --exact or more, not --max-seconds"
    assert error.exit_code == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ranking", "did you mean 'flop_ranking' or 'turn_ranking'?"),
        ("best", "did you mean 'best_flops' or 'best_turns' or 'best_rivers'?"),
        ("BEST", "did you mean 'best_flops' or 'best_turns' or 'best_rivers'?"),
        ("Pot_Odds", "did you mean 'pot_odds'?"),
        ("pot_ods", "did you mean 'pot_odds'?"),
        ("odds", "did you mean 'pot_odds'?"),
        ("xyz", f"there are: {', '.join(KNOWN)}"),
        ("or", f"there are: {', '.join(KNOWN)}"),
    ],
)
def test_names_that_are_near(name, said):
    assert did_you_mean(name, KNOWN) == said


def test_of_many_names_some_are_listed():
    many = [f"q{number:03}" for number in range(1001)]
    assert did_you_mean("zz", many) == f"there are: {', '.join(many[:60])}, ... (1,001 in all)"


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1200, "1,200 rows")]
)
def test_one_has_no_s(number, said):
    assert counted(number, "row") == said
