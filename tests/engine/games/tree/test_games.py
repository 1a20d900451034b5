"""Games as trees, the games there are, and descriptions that are no games."""

from fractions import Fraction

import pytest

from given.games import TOY_POKER
from pokerlake.engine.games.toy_poker import Hand, akq, leduc
from pokerlake.engine.games.tree import flat as tree_module
from pokerlake.engine.games.tree.flat import GameError, tree_of
from pokerlake.engine.games.tree.game import CHANCE, OVER


@pytest.mark.parametrize(
    ("name", "nodes", "states", "choices"),
    [
        ("akq", 139, 18, 42),
        ("akq-check-first", 85, 12, 24),
        ("kuhn", 58, 12, 24),
        ("leduc", 1939, 288, 672),
    ],
)
def test_how_large_games_are(name, nodes, states, choices):
    tree = tree_of(TOY_POKER[name])
    assert (len(tree.turn), len(tree.names), len(tree.choices)) == (nodes, states, choices)


def test_the_documents_states():
    """Its 18 states, and the choices that its table shows."""
    tree = tree_of(akq())
    histories = {"": "cr", "c": "cr", "r": "fcr", "cr": "fcr", "rr": "fc", "crr": "fc"}
    assert {
        name: "".join(tree.choices[tree.first_choice[s] : tree.first_choice[s + 1]])
        for s, name in enumerate(tree.names)
    } == {card + history: choices for history, choices in histories.items() for card in "QKA"}
    assert [int(turn) for turn in tree.state_turn] == [len(name) % 2 == 0 for name in tree.names]


@pytest.mark.parametrize(
    ("game", "cards", "board", "history", "won"),
    [
        (akq(), "AK", None, "crrf", (2, -2)),  # the document's first example
        (akq(), "KK", None, "rc", (0, 0)),  # and its second
        (akq(), "KQ", None, "rrc", (3, -3)),
        (akq(), "QA", None, "cc", (-1, 1)),
        (akq(), "QA", None, "rf", (1, -1)),
        (leduc(), "KQ", "Q", "crc/rrc", (-11, 11)),  # 1 + 2 + 8: a pair beats a king
        (leduc(), "KQ", "J", "rrc/cc", (5, -5)),
        (leduc(), "QQ", "J", "cc/rc", (0, 0)),
        (leduc(), "JK", "K", "rc/crrf", (7, -7)),
    ],
)
def test_what_is_won(game, cards, board, history, won):
    ranks = [game.ranks.index(card) for card in cards]
    state = Hand(tuple(ranks), None if board is None else game.ranks.index(board), history)
    assert game.turn(state) == OVER
    assert game.won(state) == won


class Described:
    """A game of one player, one choice and one end, in which a test puts something wrong."""

    name, players = "described", 1

    def __init__(self, **wrong):
        vars(self).update(wrong)

    def start(self):
        return ""

    def turn(self, state):
        return {"": CHANCE, "a": 0, "b": 0}.get(state, OVER)

    def chances(self, state):
        return [(Fraction(1, 2), "a"), (Fraction(1, 2), "b")]

    def choices(self, state):
        return ["go", "stay"]

    def after(self, state, choice):
        return state + choice

    def seen(self, state):
        return "all"

    def paid(self, state):
        return 0

    def won(self, state):
        return [1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 0}, "described has 0 players; 1 to 10 are possible"),
        ({"players": 11}, "described has 11 players; 1 to 10 are possible"),
        (
            {"chances": lambda state: [(Fraction(1, 2), "a"), (Fraction(1, 3), "b")]},
            "described: the chances at '' do not add up to 1",
        ),
        (
            {"chances": lambda state: [(Fraction(3, 2), "a"), (Fraction(-1, 2), "b")]},
            "described: the chances at '' do not add up to 1",
        ),
        (
            {"turn": lambda state: 1},
            "described: it is the turn of player 1 at '', counted from 0; there are 1",
        ),
        ({"turn": lambda state: OVER}, "described leaves its players nothing to choose"),
        ({"choices": lambda state: []}, "described: player 1 sees 'all' and has no choice"),
        (
            {"choices": lambda state: ["go", "stay"] if state == "a" else ["go"]},
            "described: player 1 sees 'all' where he may do go, stay and where he may do go",
        ),
        (
            {"choices": lambda state: ["go", "go"]},
            "described: player 1 sees 'all' and may do go, go: two choices of one name",
        ),
        (
            {"turn": lambda state: {"": CHANCE, "a": 0, "ago": 0}.get(state, OVER)},
            "described: player 1 sees 'all' at two times, after 1 moves and after 2",
        ),
        (
            {
                "turn": lambda state: {"": CHANCE}.get(state, 0 if len(state) < 3 else OVER),
                "after": lambda state, choice: state + choice[0],
                "seen": lambda state: "later" if len(state) > 1 else "at first",
            },
            "described: player 1 sees 'later' after different choices of his own; "
            "what he sees must tell what he has done",
        ),
        (
            {"won": lambda state: [1, -1]},
            "described: (1, -1) is won; whole chips of 1 players are due",
        ),
        (
            {"won": lambda state: [0.5]},
            "described: (0.5,) is won; whole chips of 1 players are due",
        ),
    ],
    ids=[
        "no player",
        "11 players",
        "chances",
        "negative chance",
        "turn",
        "over at once",
        "no choice",
        "other choices",
        "one name",
        "two times",
        "forgets",
        "won too many",
        "half a chip",
    ],
)
def test_what_is_no_game(wrong, message):
    with pytest.raises(GameError) as error:
        tree_of(Described(**wrong))
    assert str(error.value) == message


def test_a_game_that_is_too_large(monkeypatch):
    monkeypatch.setattr(tree_module, "MOST_NODES", 138)
    with pytest.raises(GameError, match=r"^akq has more than 138 nodes$"):
        tree_of(akq())
