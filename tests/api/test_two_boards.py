"""Run it twice, and games of two boards, in Python."""

import pickle

import numpy as np
import pytest

import pokerlake as pk
from oracle import naive_two_boards as naive
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.tables.errors import UsageError

SHARES = {
    "hold'em": naive.holdem_shares,
    "omaha": naive.omaha_shares,
    "omaha5 hi-lo": naive.hilo_shares,
}


def test_run_it_twice():
    once = pk.equity("AhKh", "QsQc", board="Jh2h3d")
    twice = pk.equity("AhKh", "QsQc", board="Jh2h3d", runs=2)
    thrice = pk.equity("AhKh", "QsQc", board="Jh2h3d", runs=3)
    assert (once.runs, once.spread, once.standard_deviation) == (1, None, None)
    assert (twice.equity == once.equity).all()
    assert twice.standard_deviation.round(4).tolist() == [0.3455, 0.3455]
    assert (thrice.standard_deviation < twice.standard_deviation).all()
    one = (once.equity * (1 - once.equity)) ** 0.5
    assert twice.spread.standard_deviation_once == pytest.approx(one)
    assert twice["win_both"].tolist() == twice.spread.pairs.win.tolist()
    assert twice.to_arrow().schema.names[-4:] == [
        "standard_deviation", "standard_deviation_once", "win_both", "lose_both",
    ]  # fmt: skip
    assert "win_both" not in thrice.to_arrow().schema.names
    assert pickle.loads(pickle.dumps(twice)) == twice
    assert "standard deviation: 893,970 pairs of run-outs, exact" in repr(twice)


def test_run_it_twice_with_ranges_in_short_deck():
    given = ["AKs,QQ", pk.Range("TT-99", game="short deck")]
    asked = {"board": "Jh9h6d", "game": "short deck", "runs": 2}
    exact = pk.equity(*given, **asked, method="exact")
    sample = pk.equity(*given, **asked, method="monte carlo", standard_error=0.001, seed=4)
    assert exact.spread.pairs.method == "exact"
    assert (sample.seed, sample.spread.pairs.seed) == (4, 4)
    assert sample.standard_deviation == pytest.approx(exact.standard_deviation, abs=0.005)
    assert (sample.spread.deviation_error > 0).all()


def test_two_boards_are_the_mean_of_both():
    boards = ["Qh7d2s", "KdJc9h8s"]
    hands = ("AsAhKsKh", "AAxx$ds", "QcQdJsTd")
    found = pk.equity(*hands, board=boards, game="double board omaha")
    each = [
        pk.equity(*hands, board=one, dead=other, game="omaha").equity
        for one, other in (boards, boards[::-1])
    ]
    assert found.by_board == pytest.approx(np.array(each), abs=1e-12)
    assert found.equity == pytest.approx(np.mean(each, axis=0), abs=1e-12)
    assert found.win.sum() + found.chop == pytest.approx(1)
    assert (found.method, found.halves) == ("exact", None)
    assert [len(board) for board in found.board.split(", ")] == [6, 8]
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(UsageError, match="categories are of hands on one board"):
        found.categories  # noqa: B018


def test_the_mean_is_exact_where_pairs_are_sampled():
    found = pk.equity("AA", "15%", game="double board hold'em", max_seconds=2)
    assert (found.method, found.standard_error.tolist()) == ("exact", [0, 0])
    assert found.equity == pytest.approx(pk.equity("AA", "15%").equity, abs=1e-12)
    assert found.seed is not None
    asked = {"game": "double board hold'em", "deals": 200_000, "seed": found.seed}
    sample = pk.equity("AA", "15%", **asked)
    assert sample.method == "monte carlo"
    assert (abs(sample.equity - found.equity) < 5 * sample.standard_error).all()
    assert (sample.equity == pk.equity("AA", "15%", **asked, threads=1).equity).all()


@pytest.mark.parametrize("game", SHARES)
def test_winners_and_deals_on_two_boards(game):
    dealt = pk.deal(200, players=3, board=5, game=f"double board {game}", seed=8)
    found = pk.winners(dealt)
    assert dealt.to_arrow().schema.names == [
        "player_1", "player_2", "player_3", "board_1", "board_2",
    ]  # fmt: skip
    for row, texts in enumerate(zip(*(c.to_pylist() for c in dealt.to_arrow()), strict=True)):
        *holes, first, second = [tuple(parse_hand(text).tolist()) for text in texts]
        assert len({card for part in (*holes, first, second) for card in part}) == sum(
            map(len, (*holes, first, second))
        )
        pairs = zip(SHARES[game](holes, first), SHARES[game](holes, second), strict=True)
        means = [float(one + other) / 2 for one, other in pairs]
        assert found.shares[row] == pytest.approx(means, abs=1e-15)
    named = pk.winners(
        list(dealt.holes), board=[dealt.board, dealt.second_board], game=f"double board {game}"
    )
    assert (named.shares == found.shares).all()
    assert found.classes.shape == (2, 200, 3)
    assert (found.high_winners.any(axis=2)).all()


def test_one_deal_on_two_boards_shows_the_hands_of_both():
    boards = ["2h7d9hTc4h", "QhQd2s3c8c"]
    found = pk.winners(["AhKh", "QsQc"], boards, game="double board hold'em")
    assert found.shares.tolist() == [0.5, 0.5]
    assert found.split
    assert "hand_board_2" in repr(found)
    assert "four of a kind, queens" in repr(found)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: pk.equity("AhKh", "QsQc", board=["2h7d9h", "QhQd2s"]),
            "board is two boards, and hold'em has one; give game=\"double board hold'em\"",
        ),
        (
            lambda: pk.equity("AhKh", "QsQc", board="2h7d9h", game="double board holdem"),
            "board is '2h7d9h', and double board hold'em is played on two boards; give a list of",
        ),
        (
            lambda: pk.equity("AhKh", "QsQc", game="double board holdem", runs=2),
            "runs=2: the boards of double board hold'em are run once",
        ),
        (lambda: pk.equity("AhKh", "QsQc", runs=5), "runs is 5; give a whole number, 1 to 4"),
        (
            lambda: pk.winners(["AhKh", "QsQc"], "2h7d9hTc4h", game="double board holdem"),
            "double board hold'em is played on two boards; give a list of the first boards and",
        ),
        (
            lambda: pk.winners(["AhKh", "QsQc"], game="double board holdem"),
            "double board hold'em is played on two boards; give a list of the first boards and",
        ),
        (
            lambda: pk.evaluate("AhKhQhJh", "2h7d9hTc4h", game="double board plo"),
            "double board omaha is played on two boards, and one is looked at here; give omaha",
        ),
        (
            lambda: pk.Range("AA", game="double board plo"),
            "double board omaha is played on two boards, and one is looked at here; give omaha",
        ),
    ],
)
def test_what_is_refused(call, says):
    with pytest.raises(UsageError) as refused:
        call()
    assert str(refused.value).startswith(says)


def test_boards_have_no_card_in_common():
    with pytest.raises(CardError, match="both boards have 2h; they are dealt from one deck"):
        pk.equity("AhKh", "QsQc", board=["2h7d9h", "QhQd2h"], game="double board hold'em")
    with pytest.raises(CardError, match="has 2h twice"):
        pk.winners(["AhKh", "QsQc"], ["2h7d9hTc4h", "2hQdJs3c8c"], game="double board hold'em")


def test_the_fields_word_is_told():
    with pytest.raises(TypeError, match="no argument 'run_it_twice'; here it is runs="):
        pk.equity("AhKh", "QsQc", run_it_twice=True)
