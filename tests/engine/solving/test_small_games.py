"""Small games solved as spots have the values and the equilibria of their exact solutions.

Each card of a small game is a hole. Where both players are dealt from one deck, they have the same
holes, which share cards with themselves only.
"""

from dataclasses import replace

import numpy as np
import pytest
from tests.helpers.spots import spot

from given.games import TOY_POKER
from pokerlake.engine.cards.holes import hole_cards, parse_hole
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.games.tree.flat import tree_of
from pokerlake.engine.games.tree.values import nash_conv, values
from pokerlake.engine.games.tree.values import solve as solve_exactly
from pokerlake.engine.solving import Betting, Spot, solve
from pokerlake.engine.solving.dealing import Dealt

BOARD = "8c7c5s3s2d"  # on which aces beat kings, and these queens
HEARTS = {"A": ["AhAd"], "K": ["KhKd"], "Q": ["QhQd"]}
SPADES = {"A": ["AsAc"], "K": ["KsKc"], "Q": ["QsQc"]}
KUHN = dict(zip("KQJ", HEARTS.values(), strict=True))  # the best card is an ace here
LEDUC = {rank: [f"{rank}s{rank}h", f"{rank}d{rank}c"] for rank in "JQK"}
LETTERS = {"x": "c", "b": "r"}  # a check is a call of nothing there, a bet a raise
TWO_BETS = {"stack": 2, "bets": "1c", "raises": "1c", "most_raises": 2}


def range_of(holes):
    return ",".join(hole for copies in holes.values() for hole in copies)


def leduc_dealt(board):
    """Leduc's deck: a public card is the first of a hole, which nobody holds then. Pairs win.

    The boards are that of the spot, which nobody looks at, and the six public cards.
    """
    holes = np.array([parse_hole(hole) for copies in LEDUC.values() for hole in copies])
    cards = hole_cards()[holes]
    hands, strengths, ups = [holes], [np.zeros(6)], []
    for public in range(6):
        rank = np.arange(6) // 2
        strength = rank + 3 * (rank == public // 2)
        order = np.argsort(strength, kind="stable")
        order = order[order != public]
        hands.append(holes[order])
        strengths.append(strength[order])
        ups += [order, order]
    count = np.array([[len(own)] * 2 for own in hands])
    places = [np.arange(len(own)) for own in hands for _ in range(2)]
    both = np.concatenate([own for own in hands for _ in range(2)])
    return Dealt(
        boards=[(), *((int(card),) for card in cards.max(axis=1))],
        street=np.array([1, *[2] * 6]),
        above=np.array([-1, *[0] * 6]),
        below=np.array([(1, 7), *[(0, 0)] * 6]),
        start=(np.cumsum(count) - count.ravel()).reshape(-1, 2),
        hands=count,
        hole=both,
        cards=hole_cards()[both],
        strength=np.concatenate([own for own in strengths for _ in range(2)]).astype(np.uint16),
        same=np.concatenate(places).astype(np.int32),
        first_image=np.array([0, *range(7)]),
        suits=np.zeros(6, np.int64),
        up_start=np.arange(0, 60, 5).reshape(6, 2),
        up=np.concatenate(ups).astype(np.int32),
        to_come=np.array([1, 4, 1]),
    )


def spot_of(name):
    """A small game as a spot, the holes of each player's cards, and the boards of its deck."""
    if name == "leduc":
        holes, board = LEDUC, "2s3s4s5s"
        one = spot(board, range_of(holes), range_of(holes), 2, 12, "2c/4c", "2c/4c", most_raises=2)
        return one, [holes, holes], leduc_dealt(one.board)
    if name == "kuhn":
        return spot(BOARD, range_of(KUHN), range_of(KUHN), 2, 1, "50", ""), [KUHN, KUHN], None
    more = TWO_BETS | ({"oop_bets": ""} if name == "akq-check-first" else {})
    return spot(BOARD, range_of(HEARTS), range_of(SPADES), 2, **more), [HEARTS, SPADES], None


def line_of(game, history):
    """What was done in a small game, as a line."""
    words = []
    for size, betting in zip(game.sizes, history.split("/"), strict=False):
        to = 0
        for choice in betting:
            to += size * (choice == "r")
            word = f"{'r' if to > size else 'b'}{to}" if choice == "r" else "c" if to else "x"
            words.append(word)
    return " ".join(words)


def strategy_in(tree, game, solution, holes):
    """A solution as the strategy of a small game; of a card's copies, the mean."""
    found = []
    for state, seen in enumerate(tree.names):
        player = int(tree.state_turn[state])
        cards, colon, history = seen.partition(":") if ":" in seen else (seen[0], "", seen[1:])
        dealt = parse_hand(holes[player][cards[1]][0])[:1].tolist() if colon else []
        decision = solution.at(line_of(game, history), dealt)
        own = [parse_hole(hole) for hole in holes[player][cards[0]]]
        shares = decision.shares[np.isin(decision.holes, own)].mean(axis=0)
        chosen = tree.choices[tree.first_choice[state] : tree.first_choice[state + 1]]
        assert [LETTERS.get(word[0], word[0]) for word in decision.actions] == chosen
        found += shares.tolist()
    return np.array(found)


@pytest.mark.parametrize("name", TOY_POKER)
def test_small_games_have_their_exact_values(name):
    game = TOY_POKER[name]
    tree = tree_of(game)
    one, holes, dealt = spot_of(name)
    solution = solve(one, to=5e-5, iterations=20_000, dealt=dealt)
    assert solution.exploitability <= 5e-5 * one.pot
    exact = solve_exactly(tree).value
    won = solution.values[0] - one.pot / 2  # an ante of one chip each
    assert won == pytest.approx(exact, abs=2 * solution.exploitability + 1e-6)
    assert solution.equities == pytest.approx((0.5, 0.5))
    strategy = strategy_in(tree, game, solution, holes)
    assert values(tree, strategy)[0] == pytest.approx(won, abs=1e-6)
    assert nash_conv(tree, strategy) == pytest.approx(2 * solution.exploitability, abs=2e-6)


def test_a_card_of_no_public_one_is_refused():
    one, _, dealt = spot_of("leduc")
    with pytest.raises(ValueError, match="card As is not in the deck"):
        solve(one, iterations=1, dealt=dealt).at("x x", parse_hand("As").tolist())


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("hands", lambda hands: hands[:, :1], r"hands .* \(7, 1\): give int64 .* \(7, 2\)"),
        ("hole", list, r"hole .* of the type list: give int64 .* \(\d+,\)"),
        ("same", lambda same: same.astype(np.int64), "same .* is int64 .*: give int32"),
        ("up", lambda up: up + 1, "up of what is dealt goes from 1 to 6: give 0 to 5"),
        ("street", lambda street: street - 1, "street of what is dealt goes from 0 to 1: give 1"),
        ("below", lambda below: below * 0, "street, above and below .* do not fit"),
        ("up_start", lambda start: start + 1, "first_image, up_start and up .* do not fit"),
        ("start", lambda start: start + 1, "hands of what is dealt go past the"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name, change, message):
    one, _, dealt = spot_of("leduc")
    other = replace(dealt, **{name: change(getattr(dealt, name))})
    with pytest.raises(ValueError, match=message):
        solve(one, iterations=1, dealt=other)


def test_what_each_player_of_kuhn_has_to_do():
    """He who acts first bluffs with some share of jacks, and bets three times as many kings."""
    one, *_ = spot_of("kuhn")
    solution = solve(one, to=1e-5, iterations=50_000)

    def shares(line, action):
        found = solution.at(line)
        column = found.shares[:, found.actions.index(action)]
        by_hole = dict(zip(found.holes.tolist(), column.tolist(), strict=True))
        return [by_hole[parse_hole(KUHN[rank][0])] for rank in "JQK"]

    bluffs = shares("", "b1")[0]
    assert 0 <= bluffs <= 1 / 3 + 0.01
    assert shares("", "b1") == pytest.approx([bluffs, 0, 3 * bluffs], abs=0.01)
    assert shares("x", "b1") == pytest.approx([1 / 3, 0, 1], abs=0.01)
    assert shares("b1", "c") == pytest.approx([0, 1 / 3, 1], abs=0.01)
    assert shares("x b1", "c") == pytest.approx([0, bluffs + 1 / 3, 1], abs=0.01)


STEPS = 54  # of the numbers from 0 to 1: 6 to a ninth


def uniform_spot(pot, bet):
    """Both hold a number from 0 to 1, in steps; the first may bet, the other call or fold.

    The holes of one are of low cards, those of the other of high ones: nobody has the other's.
    """
    cards = hole_cards().astype(int)
    own = np.flatnonzero((cards < 26).all(axis=1))[:STEPS]
    other = np.flatnonzero(((cards >= 26) & (cards < 47)).all(axis=1))[:STEPS]
    ranges = np.zeros((2, len(cards)))
    ranges[0, own] = ranges[1, other] = 1
    betting = Betting.of(f"{bet}c", "", ip_bets="")
    one = Spot(tuple(range(47, 52)), ranges, pot, bet, betting)
    both = np.concatenate([own, other])
    return one, Dealt(
        boards=[()],
        street=np.array([2]),
        above=np.array([-1]),
        below=np.array([(0, 0)]),
        start=np.array([(0, STEPS)]),
        hands=np.array([(STEPS, STEPS)]),
        hole=both,
        cards=hole_cards()[both],
        strength=np.tile(np.arange(STEPS, dtype=np.uint16), 2),
        same=np.full(2 * STEPS, -1, np.int32),
        first_image=np.zeros(2, np.int64),
        suits=np.zeros(0, np.int64),
        up_start=np.zeros((0, 2), np.int64),
        up=np.zeros(0, np.int32),
        to_come=np.array([1, 1, 1]),
    )


def test_numbers_from_0_to_1_are_played_as_von_neumann_says():
    """With a pot of two antes and a bet of two: bluffs below 1/9, bets from 7/9, calls from 5/9.

    These ends lie between steps, and two numbers of one step win half of the time each: so steps
    lose nothing, and the bettor wins 1/9 of an ante. J. von Neumann and O. Morgenstern, Theory of
    Games and Economic Behavior, 1944, section 19.
    """
    one, dealt = uniform_spot(pot=200, bet=200)
    solution = solve(one, to=1e-5, iterations=50_000, dealt=dealt)
    assert solution.exploitability <= 1e-5 * one.pot
    assert solution.values[0] == pytest.approx(100 + 100 / 9, abs=2e-5 * one.pot)
    call = solution.at("b200")
    calls = call.shares[:, call.actions.index("c")]
    assert calls[: STEPS // 9].max() < 0.01  # what bluffs does beat is never a call
    assert calls[STEPS * 7 // 9 :].min() > 0.99
    assert calls.mean() == pytest.approx(4 / 9, abs=0.01)
    bet = solution.at("")
    bets = bet.shares[:, bet.actions.index("b200")]
    assert bets[STEPS * 7 // 9 + 1 :].min() > 0.99
    assert bets[STEPS // 9 + 1 : STEPS * 7 // 9 - 1].max() < 0.02
    assert bets[: STEPS // 9].mean() == pytest.approx(1, abs=0.05)
