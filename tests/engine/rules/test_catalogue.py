"""The rules of games: what each says, and the names under which it is found."""

import pytest

from pokerlake.catalogue import GAMES, game_named
from pokerlake.engine.cards.text import format_hand


def test_games_as_played():
    said = {
        name: (rule.hole, rule.used, rule.high, rule.low, rule.halves, len(rule.deck))
        for name, rule in GAMES.items()
    }
    assert said == {
        "hold'em": (2, None, "high", None, False, 52),
        "omaha": (4, 2, "high", None, False, 52),
        "omaha5": (5, 2, "high", None, False, 52),
        "omaha6": (6, 2, "high", None, False, 52),
        "omaha hi-lo": (4, 2, "high", "eight or better", True, 52),
        "short deck": (2, None, "short deck", None, False, 36),
    }


def test_a_short_deck_has_no_card_below_a_six():
    assert format_hand(GAMES["short deck"].deck[:4]) == "6c6d6h6s"
    assert format_hand(GAMES["short deck"].dead[-4:]) == "5c5d5h5s"
    assert len(GAMES["short deck"].dead) == 16
    assert GAMES["omaha"].dead == ()


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("holdem", "hold'em"), ("Texas Hold'em", "hold'em"), ("PLO", "omaha"), ("PLO-5", "omaha5"),
        ("Omaha Hi-Lo", "omaha hi-lo"), ("Omaha-8", "omaha hi-lo"), ("6+", "short deck"),
        ("short-deck", "short deck"), ("NLHE", "hold'em"), ("pot limit omaha", "omaha"),
        ("O8B", "omaha hi-lo"), ("omaha eight or better", "omaha hi-lo"),
        ("Omaha Hi/Lo", "omaha hi-lo"), ("6 plus", "short deck"),
    ],
)  # fmt: skip
def test_spellings(spelling, name):
    assert game_named(spelling) == GAMES[name]


def test_no_spelling_means_two_games_and_some_mean_none():
    spellings = [spelling for rule in GAMES.values() for spelling in rule.spellings]
    assert len(spellings) == len(set(spellings))
    assert all(game_named(spelling) is not None for spelling in spellings)
    assert all(game_named(name) is rule for name, rule in GAMES.items())
    assert game_named("chess") is None
    assert game_named("") is None
