"""The games: what each says, and the names under which it is found."""

import copy
import pickle

import pytest

import pokerlake as pk
from pokerlake.catalogue import DOUBLE_BOARD_GAMES, DRAW_GAMES, GAMES, ORDERS, REFUSED, game_named
from pokerlake.engine.cards.text import format_hand


def test_games_as_played():
    said = {
        name: (
            rule.hole,
            rule.used,
            rule.high.name,
            rule.low and rule.low.name,
            rule.halves,
            len(rule.deck),
        )
        for name, rule in GAMES.items()
    }
    assert said == {
        "hold'em": (2, None, "high", None, False, 52),
        "omaha": (4, 2, "high", None, False, 52),
        "omaha5": (5, 2, "high", None, False, 52),
        "omaha6": (6, 2, "high", None, False, 52),
        "omaha hi-lo": (4, 2, "high", "eight or better", True, 52),
        "omaha5 hi-lo": (5, 2, "high", "eight or better", True, 52),
        "omaha6 hi-lo": (6, 2, "high", "eight or better", True, 52),
        "short deck": (2, None, "short deck", None, False, 36),
        "short deck omaha": (4, 2, "short deck", None, False, 36),
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
        ("Omaha Hi/Lo", "omaha hi-lo"), ("6 plus", "short deck"), ("6+ PLO", "short deck omaha"),
        ("Big O", "omaha5 hi-lo"), ("5 Card Omaha Hi/Lo", "omaha5 hi-lo"),
        ("6-card PLO8", "omaha6 hi-lo"),
        ("PLO-58", "omaha5 hi-lo"),
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


@pytest.mark.parametrize("name", ["deal", "equity", "evaluate", "winners", "OmahaRange", "Range"])
def test_help_lists_the_games(name):
    """Python's help is written out; what it leaves out of the catalogue, nobody finds."""
    told = " ".join(getattr(pk, name).__doc__.split())
    wanted = [game for game in GAMES.values() if game.used or name != "OmahaRange"]
    missing = [game.name for game in wanted if f'``"{game.name}"``' not in told]
    assert missing == (["hold'em"] if name == "Range" else [])


def test_what_sites_call_a_game_is_that_game():
    named = [game for game in GAMES.values() if game.pokerstars]
    assert all(game_named(game.pokerstars) is game for game in named)


def test_decks_holes_and_run_outs():
    assert {name: game.holes for name, game in GAMES.items()} == {
        "hold'em": 1326, "omaha": 270_725, "omaha5": 2_598_960, "omaha6": 20_358_520,
        "omaha hi-lo": 270_725, "omaha5 hi-lo": 2_598_960, "omaha6 hi-lo": 20_358_520,
        "short deck": 630, "short deck omaha": 58_905,
    }  # fmt: skip
    holdem, short = GAMES["hold'em"], GAMES["short deck"]
    assert (holdem.run_outs(0), holdem.own_run_outs(3), holdem.opponents(3)) == (
        1_712_304,
        1081,
        1081,
    )
    assert (short.run_outs(0), short.next_cards(3), short.hands) == (201_376, 29, 81)


def test_games_and_orders_are_the_same_after_pickling():
    for one in (*GAMES.values(), *ORDERS.values()):
        assert pickle.loads(pickle.dumps(one)) is copy.deepcopy(one) is one


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("double board PLO", "double board omaha"), ("PLO double board", "double board omaha"),
        ("Double-Board Hold'em", "double board hold'em"), ("2-board NLHE", "double board hold'em"),
        ("double board PLO5", "double board omaha5"),
        ("double board O8", "double board omaha hi-lo"),
        ("double board Big O", "double board omaha5 hi-lo"),
    ],
)  # fmt: skip
def test_games_of_two_boards(spelling, name):
    game = game_named(spelling)
    assert game is DOUBLE_BOARD_GAMES[name]
    assert (game.boards, game.on_each_board) == (2, GAMES[game.each])
    assert pickle.loads(pickle.dumps(game)) is game


def test_each_game_has_one_of_two_boards_and_no_name_means_two_of_them():
    assert [game.each for game in DOUBLE_BOARD_GAMES.values()] == [*GAMES]
    assert {game.boards for game in GAMES.values()} == {1}
    assert all(game.on_each_board is game for game in GAMES.values())
    every = [*GAMES.values(), *DOUBLE_BOARD_GAMES.values()]
    spellings = [spelling for game in every for spelling in game.spellings]
    assert len(spellings) == len(set(spellings))
    seats = {game.each: game.most_players for game in DOUBLE_BOARD_GAMES.values()}
    assert (seats["hold'em"], seats["omaha5"], seats["omaha6"]) == (10, 8, 7)


def test_games_that_are_not_played_here():
    """Every spelling is refused with a reason, and none is that of a game."""
    assert all(game_named(spelling) is None for spelling in REFUSED)
    for name in ("Crazy Pineapple", "irish", "Courchevel"):
        with pytest.raises(pk.PokerlakeError, match=f"(?i)^{name} is not played here: "):
            pk.equity("AhKh", "QsQc", game=name)


@pytest.mark.parametrize(("name", "game"), DRAW_GAMES.items())
def test_games_of_draw(name, game):
    spellings = [name, *game.spellings, *filter(None, [game.pokerstars])]
    assert all(game_named(spelling) is game for spelling in spellings)
    assert pickle.loads(pickle.dumps(game)) is game
    with pytest.raises(pk.PokerlakeError, match="is a game of draw, and is not asked here"):
        pk.equity("AhKh", "QsQc", game=name)
