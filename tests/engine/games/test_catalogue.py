"""The catalogue of games collects itself."""

import sys

from pokerlake.engine import games
from pokerlake.engine.games import catalogue

COIN = """
from given.games import Coin
from pokerlake.engine.games.tree.learner import small_game

LEARNABLES = (small_game(Coin(), "a coin", iterations=10),)
"""


def test_the_games_there_are():
    assert list(catalogue.GAMES) == [
        "akq", "akq-check-first", "kuhn", "leduc", "draw", "draw-thresholds",
    ]  # fmt: skip


def test_a_module_that_declares_a_game_is_found(tmp_path, monkeypatch):
    (tmp_path / "a_coin.py").write_text(COIN)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    found = {game.name: game for game in catalogue.declared()}
    monkeypatch.delitem(sys.modules, f"{games.__name__}.a_coin")
    monkeypatch.delattr(games, "a_coin")
    assert found.keys() == {*catalogue.GAMES, "coin"}
    learner = found["coin"].algorithms[1].begin()
    learner.go_on(100)
    assert learner.learned().nash_conv < 0.1
