"""Other orders of hands from Python: in any form, by any spelling, and what is refused."""

import pickle
import re

import numpy as np
import pandas as pd
import pokerkit
import polars as pl
import pytest

import pokerlake as pk
from pokerlake import CardError, RangeError
from pokerlake.tables.errors import UsageError

BADUGIS = ["As2d3c4h", "KsKcKdKh"]
DEALT = pk.deal(2000, players=3, board=5, seed=1, game="short deck")
NUMBERS = np.array([[51, 1, 6, 8], [47, 44, 45, 46]])
EXAMPLES = [
    ('pk.evaluate("7c5d4h3s2c", order="2-7")', 1),
    ('pk.evaluate("7c5d4h3s2c", order="deuce to seven").name', "no pair, seven-five-four-three-deuce"),
    ('pk.evaluate("As2d", "3c4h5s", order="8 or better").name', "low, five-four-three-deuce-ace"),
    ('pk.evaluate("Ks2d", "3c4h5s9cTc", order="8 or better").name', "no low"),
    ("pk.evaluate(51, 47, 43, 39, 35, order='6+')", 1),
    ("pk.evaluate([51, 47, 43, 39, 35], order='A-5').category_name", "no pair"),
    ("repr(pk.evaluate(BADUGIS[0], order='badugi'))", "HandClass(1, 'badugi, four-three-deuce-ace', order='badugi')"),
    ("f\"{pk.evaluate(BADUGIS[0], order='badugi')}\"", "1"),
    ("round(pk.evaluate(BADUGIS[0], order='badugi').percentile(), 4)", 0.0089),
    ("round(pk.evaluate('7c5d4h3s2c', order='2-7').percentile(5), 4)", 0.0392),
    ("pk.evaluate('7c5d4h3s2c', order='2-7').category", 1),
    ("pickle.loads(pickle.dumps(pk.evaluate('7c5d4h3s2c', order='2-7'))).order", "deuce to seven"),
    ("pk.evaluate('AsKsQsJsTs').order, pk.evaluate('AsKsQsJsTs', order='hi')", ("high", 1)),
    ("pk.evaluate(BADUGIS, order='badugi')", [1, 1092]),
    ("pk.evaluate(pl.Series(BADUGIS), order='badugi')", [1, 1092]),
    ("pk.evaluate(pd.Series(BADUGIS), order='badugi')", [1, 1092]),
    ("pk.evaluate(pk.Cards(BADUGIS), order='badugi')", [1, 1092]),
    ("pk.evaluate(NUMBERS, order='badugi')", [1, 1092]),
    ("pk.evaluate(NUMBERS.astype(np.uint8), order='badugi')", [1, 1092]),
    ("pk.evaluate([BADUGIS[0], 'xx', None], order='badugi', strict=False)", [1, 0, 0]),
    ("pk.evaluate(['AsKdQcJhTd', '2sKcKdKhAs'], order='short', strict=False)", [271, 0]),
    ("pk.evaluate(['AsKd', '6s7s'], 'QcJhTd', order='short')", [271, 1391]),
    ("pk.evaluate([], order='short')", []),
    ("pk.class_name([1, 57], order='8 or better')", ["low, five-four-three-deuce-ace", "no low"]),
    ("pk.category_name([1, 1092], order='badugi')", ["badugi", "one card"]),
    # short deck as a game
    ("pk.equity('AhKh', 'QsQc', game='short deck').deals", 201_376),
    ("pk.equity('AhKh', 'QsQc', game='short deck').equity.round(4)", [0.5428, 0.4572]),
    ("pk.equity('AhKh', 'QsQc', game='holdem').deals", 1_712_304),
    ("pk.equity('AhKh', '77+', board='Jh9h6d', game='6+').categories.shape", (2, 9)),
    ("pk.winners(['AsKs', '9h9d'], '9sTs6sAhAd', game='short deck').shares", [1, 0]),
    ("pk.winners(['AsKs', '9h9d'], '9sTs6sAhAd').shares", [0, 1]),
    ("str(pk.winners(['AsKs', '9h9d'], '9sTs6sAhAd', game='short')).count('flush, ace-king-ten-nine-six')", 1),
    ("pk.winners(DEALT).order, DEALT.game", ("short deck", "short deck")),
    ("(pk.winners(DEALT).shares == pk.winners(list(DEALT.holes), DEALT.board, game='short deck').shares).all()", True),
    ("min(card for hole in (*DEALT.holes, DEALT.board) for card in np.asarray(hole).ravel().tolist())", 16),
    ("sorted(pk.deal(1, 36, seed=1, game='short deck').columns.ravel().tolist())", [*range(16, 52)]),
]  # fmt: skip
REFUSED = [
    ("pk.evaluate('AsKdQcJhTd', order='shrot')", UsageError, "no order 'shrot': did you mean 'short'?"),
    ("pk.evaluate('AsKdQcJhTd', order='A-6')", UsageError, "no order 'A-6': there are: high, short deck"),
    ("pk.evaluate('AsKdQcJhTd', order='A-5 l')", UsageError, "no order 'A-5 l': did you mean 'A-5'?"),
    ("pk.evaluate('AsKdQcJhTd', order='omaha')", UsageError, "no order 'omaha': there are: high, short deck, ace"),
    ("pk.evaluate('AsKdQcJhTd', order=5)", UsageError, "order is 5; give one of: high, short deck, ace to five"),
    ("pk.evaluate('AsKdQcJhTd', order=NUMBERS)", UsageError, "order is array([[51, 1, 6, 8]"),
    ("pk.evaluate('AsKdQcJh2d', order='short')", CardError, "'AsKdQcJh2d' has 2d, which is not in the deck of 36"),
    ("pk.evaluate(['AsKdQcJhTd', 'AsKdQcJh2d'], order='short')", CardError, "at index 1: 'AsKdQcJh2d' has 2d"),
    ("pk.evaluate('AsKdQcJh2d', order='badugi')", CardError, "5 cards; 4 are needed for badugi"),
    ("pk.evaluate('AsKd', ['QcJh2d'], order='badugi')", CardError, "5 cards in a hand; 4 are needed"),
    ("pk.evaluate(order='badugi')", CardError, "no cards; give 4, as text or numbers"),
    ("pk.equity('2c2d', 'AA', game='short deck')", RangeError, "player 1 has no hole in the deck of 36 cards, 6 to A"),
    ("pk.equity('AhKh', 'QQ', board='2c6d7h', game='short deck')", CardError, "'2c6d7h' has 2c, which is not in the deck of 36 cards"),
    ("pk.equity('AhKh', 'QQ', game='shot deck')", UsageError, "no game 'shot deck': did you mean 'short deck'?"),
    ("pk.equity('AhKh', 'QQ', game=6)", UsageError, "game is 6; give one of: hold'em, omaha"),
    ("pk.winners(['AsKs', '2h2d'], '9sTs6sAhAd', game='6+')", CardError, "at index 0: '2h2d9sTs6sAhAd' has 2h, which is"),
    ("pk.deal(1, 10, players=4, game='short deck')", CardError, "40 cards cannot be dealt from a deck of 36"),
    ("pk.class_name(58, order='8 or better')", CardError, "class 58 is not in 1..57"),
    ("pk.evaluate(BADUGIS[0], order='badugi').percentile(5)", CardError, "hands of 5 cards; give 4"),
]  # fmt: skip
NAMES = {
    "pk": pk, "np": np, "pd": pd, "pl": pl, "pickle": pickle,
    "DEALT": DEALT, "BADUGIS": BADUGIS, "NUMBERS": NUMBERS,
}  # fmt: skip


@pytest.mark.parametrize(("call", "expected"), EXAMPLES)
def test_orders(call, expected):
    found = eval(call, NAMES)
    assert (found.tolist() if isinstance(found, np.ndarray) else found) == expected


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_what_is_refused(call, error, message):
    with pytest.raises(error, match="^" + re.escape(message)):
        eval(call, NAMES)


# 10,000 were compared once.
def test_showdowns_of_pokerkit():
    holes = [hole[:200] for hole in DEALT.holes]
    shares = pk.winners(holes, DEALT.board[:200], game="short deck").shares
    for row in range(200):
        hole, board = [hole.texts[row] for hole in holes], DEALT.board.texts[row]
        hands = [pokerkit.ShortDeckHoldemHand.from_game(cards, board) for cards in hole]
        winners = [hand == max(hands) for hand in hands]
        assert shares[row].tolist() == [wins / sum(winners) for wins in winners]
