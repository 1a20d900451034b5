"""Shares of pots: by hand, and the showdowns of pokerkit."""

from fractions import Fraction

import numpy as np
import pytest
from pokerkit import (
    Card,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    StandardHighHand,
)

from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import CARDS, CardError, ParsedColumn, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.pot_shares import POT
from pokerlake.engine.showdowns.evaluate import deal_ids, high_ids, low_ids, sharing, showdown

DECK = [next(iter(Card.parse(card))) for card in CARDS]


def cards(text):
    return parse_hand(text)[:, None]


@pytest.mark.parametrize(
    ("game", "holes", "board", "shares"),
    [
        ("omaha", ["AsKsAhKh", "Ac2cJdTd"], "3h4d5hQsKd", [0, 1]),
        ("hold'em", ["AsKs", "AdKd"], "3h4d5hQsKc", [1 / 2, 1 / 2]),
        # The best hand and the best low; one of both; and both of one.
        ("omaha hi-lo", ["KsKhQcJc", "As2s9d9h"], "3h4d7hKcJd", [1 / 2, 1 / 2]),
        ("omaha hi-lo", ["KsKhQcJc", "As2s9d9h"], "3h4d5hKcJd", [0, 1]),
        # Without a low the best hand has it all.
        ("omaha hi-lo", ["KsKhQcJc", "As2s9d9h"], "3h4dThKcJd", [1, 0]),
        # A low of three ranks on the board that no hand has.
        ("omaha hi-lo", ["KsKhQcJc", "QsQhTd9h"], "3h4d5hKcJd", [1, 0]),
        # Quartered: one low of two with the high hand; and a low that three share.
        ("omaha hi-lo", ["As2sKdKh", "Ac2cQdJh"], "3h4d8hKcTd", [3 / 4, 1 / 4]),
        ("omaha hi-lo", ["As2sKdKh", "Ac2cQdJh", "Ad2dTh9h"], "3h4d8hKc7c", [4 / 6, 1 / 6, 1 / 6]),
    ],
)  # fmt: skip
def test_shares_by_hand(game, holes, board, shares):
    found = showdown(GAMES[game], [*map(cards, holes)], cards(board))
    assert np.allclose(found.shares[:, 0], shares, rtol=1e-15)
    assert (found.units(POT)[:, 0] == np.array(shares) * 2 * POT).all()
    assert (found.low is None) == (not GAMES[game].halves) == (found.low_best is None)


def best(hands):
    """Whose hands are the best; nobody's where there are none."""
    there = [hand for hand in hands if hand is not None]
    return [bool(there) and hand == max(there) for hand in hands]


def of_pokerkit(rule, holes, board):
    """The share of each player by pokerkit's hands, as fractions."""
    kind = OmahaHoldemHand if rule.used else StandardHighHand
    halves = [best([kind.from_game(hole, board) for hole in holes])]
    if rule.low:
        lows = [OmahaEightOrBetterLowHand.from_game_or_none(hole, board) for hole in holes]
        halves.append(best(lows) if any(lows) else halves[0])
    return [
        sum(Fraction(int(half[player]), sum(half)) for half in halves) / len(halves)
        for player in range(len(holes))
    ]


@pytest.mark.large
@pytest.mark.parametrize(
    ("game", "players", "deals"),
    [("hold'em", 3, 100), ("omaha", 2, 50), ("omaha", 6, 25), ("omaha hi-lo", 2, 80),
     ("omaha hi-lo", 6, 25), ("omaha5", 3, 20), ("omaha6", 4, 10),
     ("omaha5 hi-lo", 4, 20), ("omaha6 hi-lo", 3, 15)],
)  # fmt: skip
def test_showdowns_of_pokerkit(game, players, deals):
    rule = GAMES[game]
    most = rule.hole * players
    dealt = deal(deals, most + 5, seed=22)
    found = showdown(rule, np.split(dealt[:most], players), dealt[most:])
    units = found.units(POT).T
    assert (units.sum(axis=1) == 2 * POT).all()
    assert np.allclose(found.shares.T, units / (2 * POT), rtol=1e-15)
    for hand, ours in zip(dealt.T.tolist(), units.tolist(), strict=True):
        drawn = [DECK[card] for card in hand]
        holes = [drawn[rule.hole * n : rule.hole * (n + 1)] for n in range(players)]
        theirs = of_pokerkit(rule, holes, drawn[most:])
        assert [Fraction(won, 2 * POT) for won in ours] == theirs


def column(hands, most):
    """Hands of several sizes; none of None."""
    found = ParsedColumn(np.full((most, len(hands)), 255, np.uint8), np.zeros(len(hands), np.uint8))
    for row, hand in enumerate(hands):
        if hand is not None:
            found.cards[: len(hand) // 2, row] = parse_hand(hand)
            found.count[row] = len(hand) // 2
    return found


def test_rows_of_several_sizes_and_nulls():
    holes = column(["AsKsAhKh", "As2sKdKh", None, "As2sKdKh", "QsJsTs9s"], 4)
    boards = column(["QsJsTs2h2c", "3h4d8h", "3h4d8h", None, "8s7s2c2d"], 5)
    high, low = deal_ids(GAMES["omaha hi-lo"], holes, boards)
    each = [
        (function(GAMES["omaha hi-lo"], cards(hole), cards(board))[0] if hole else 0)
        for function in (high_ids, low_ids)
        for hole, board in [("AsKsAhKh", "QsJsTs2h2c"), ("As2sKdKh", "3h4d8h"), ("", ""), ("", ""),
                            ("QsJsTs9s", "8s7s2c2d")]
    ]  # fmt: skip
    assert [*high, *low] == each
    assert (low[0], low[1], high[0], high[2], low[3]) == (57, 22, 1, 0, 0)
    assert deal_ids(GAMES["omaha"], holes, boards)[1] is None


def test_what_is_refused():
    holes = column([None, "As2sKdKh", "As2sKdKh"], 4)
    boards = column(["3h4d8h", "3h4d8h", "3h4d8hKd"], 5)
    assert sharing(holes, boards).tolist() == [False, False, True]
    with pytest.raises(CardError, match=r"^at index 2: 'As2sKdKh3h4d8hKd' has Kd twice"):
        deal_ids(GAMES["omaha"], holes, boards)
    with pytest.raises(ValueError, match="short deck has no lows"):
        low_ids(GAMES["short deck"], cards("AsKs"), cards("QsJsTs"))


def test_how_many_can_play():
    assert {name: rule.most_players for name, rule in GAMES.items()} == {
        "hold'em": 10, "omaha": 10, "omaha5": 9, "omaha6": 7, "omaha hi-lo": 10,
        "omaha5 hi-lo": 9, "omaha6 hi-lo": 7, "short deck": 10,
        "short deck omaha": 7,
    }  # fmt: skip
