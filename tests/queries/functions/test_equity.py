"""SQL functions of equity: plain enumeration, tables of the lake, card removal, nulls, errors."""

import numpy as np
import pyarrow as pa
import pytest

import pokerlake as pk
from helpers.sql_answers import column, one
from oracle.naive_equity import enumerate_deals
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import CARDS, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.ranges.notation import parse_range


def text_of(cards):
    return "".join(CARDS[card] for card in cards)


def held(text):
    """A range as plain enumeration takes it."""
    weights = parse_range(text)
    return {
        tuple(hole_cards()[hole].tolist()): float(weights[hole]) for hole in np.flatnonzero(weights)
    }


def enumerated(hands, board, dead=""):
    return enumerate_deals(
        [held(hand) for hand in hands], parse_hand(board).tolist(), parse_hand(dead).tolist()
    )


def shares(found):
    """Equity, win, tie, lose of the first player."""
    shared = found.shared[0] / found.weight
    won = sum(shared[n] / n for n in range(1, len(shared)))
    return won, shared[1], shared[2:].sum(), shared[0]


# ---------------------------------------------------------------- two hands


@pytest.mark.parametrize(
    ("hero", "villain", "board"),
    [
        ("AhKh", "QsQc", "7h8h"),
        *(
            (hero, villain, board)
            for hero, villain in [
                ("AhKh", "QsQc"),
                ("AhKh", "TT,AQs:0.5"),
                ("KK,AhQs:0.25", "JTs,AKs:0.5"),
            ]
            for board in ("Qh2h3d", "Qh2h3dAs", "2h3h9dTcJs")
        ),
    ],
)
def test_equity_as_every_deal(standard, hero, villain, board):
    found = enumerated([hero, villain], board)
    values = {"hero": hero, "villain": villain, "board": board}
    assert one(standard, "equity($hero, $villain, $board)", **values) == pytest.approx(
        shares(found)[0], rel=1e-14
    )
    both = one(standard, "range_vs_range($hero, $villain, $board)", **values)
    assert both["deals"] == found.deals
    assert [both[name] for name in ("equity", "win", "tie", "lose")] == pytest.approx(
        shares(found), rel=1e-14
    )


def test_all_match_ups_before_the_flop_are_those_of_the_lake(standard):
    """47,008 pairs of holes, each way, as text and by number."""
    found = standard.sql("""
        select count(*), count(*) filter (equity(hero, villain) = equity),
            count(*) filter (equity(hero_hole_id, villain_hole_id, '') = equity)
        from combo_equities
    """).fetchall()
    assert found == [(94_016, 94_016, 94_016)]


def test_many_rows_in_their_order(standard):
    """Known hands on boards of all sizes, ranges, nulls and what cannot be dealt, all mixed."""
    cards = deal(400, 9, seed=4).T.tolist()
    sizes = [0, 3, 4, 5]
    rows = [
        (text_of(c[:2]), text_of(c[2:4]), text_of(c[4 : 4 + sizes[i % 4]]))
        for i, c in enumerate(cards)
    ]
    rows += [
        ("AA", "KK", ""), ("AhKh", "AhQs", ""), ("AhKh", "QsQc", "Ah2c3c"), ("AhAs", "AcAd", ""),
    ]  # fmt: skip
    rows += [(None, "KK", ""), ("AA", None, ""), ("AA", "KK", None), ("AhAs", "AA,KK", "AdAc2c")]
    rows = [rows[place] for place in np.random.default_rng(1).permutation(len(rows))] * 8
    names = ("hero", "villain", "board")
    columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    standard.register("spots", pa.table(dict(zip(names, columns, strict=True))))
    found = column(standard, "select equity(hero, villain, board) from spots")
    known = {}
    for given, value in zip(rows, found, strict=True):
        if given not in known:
            known[given] = expected(*given)
        assert value == (None if known[given] is None else pytest.approx(known[given], rel=1e-14))


def expected(hero, villain, board):
    if None in (hero, villain, board) or {hero, villain} == {"AhKh", "AhQs"} or board == "Ah2c3c":
        return None
    found = equity(
        [parse_range(hero), parse_range(villain)], parse_hand(board), method="exact", threads=1
    )
    return float(found.equity[0])


def test_nothing_that_can_be_dealt_is_null(standard):
    for expression in (
        "equity('AhKh', 'AhQs')", "equity('AhKh', 'QsQc', 'Ah2c3c')", "equity('AhKh', 'AhKh')",
        "equity('AA', 'KK', 'AsAhAd')", "equity('AhKh', 'AhQh,AhJh')", "equity('', 'AA')",
        "equity('AhKh', 'QsQc', '', 'Qs')", "equities(['AhKh', 'AhQs', '22'])",
        "range_vs_range('AhKh', 'AhQs')", "equity(null, 'AA')", "equity('AA', null)",
        "equity('AA', 'KK', null)", "equity('AA', 'KK', '', null)", "equity(null, null)",
        "equities(null)", "equities(['AA', null])", "equities(['AA', 'KK'], null)",
        "equities(['AA', 'KK'], '', null)", "range_vs_range(null, 'AA')",
        "range_vs_range('AA', 'KK', null)", "flop_equities(null, 'AA')",
        "flop_equities('AA', null)",
    ):  # fmt: skip
        assert one(standard, expression) is None, expression


# ---------------------------------------------------------------- several hands


def test_equities_of_known_holes_by_the_rule_of_a_game(standard):
    """Rows of several games, in any spelling; null where a card is there twice."""
    found = column(
        standard,
        """
        select equities(hands, board, dead, game)
        from (values
            (['AhKh', 'QsQc'], 'Qh2h3dAs', '', 'hold''em'),
            (['AhKh', 'QsQc'], 'Qh7h8dAs', '', '6+'),
            (['AhKhQdJd', 'TsTc9s9c'], 'Th8h2c', 'Td', 'plo'),
            (['Ah2hKsKd', '3c4cAdAc'], '5s6s7hKc', '', 'omaha8'),
            (['AhKhQdJd', 'TsTc9s9c'], 'Th8h2c', 'Ah', 'plo'), (['AhKhQdJd', null], '', '', 'plo'),
            (['AhKh', 'QsQc'], '', '', null)
        ) t(hands, board, dead, game)
        """,
    )
    assert found[0] == [8 / 44, 36 / 44]
    for values, game, hands, board, dead in (
        (found[1], "short deck", ["AhKh", "QsQc"], "Qh7h8dAs", ""),
        (found[2], "omaha", ["AhKhQdJd", "TsTc9s9c"], "Th8h2c", "Td"),
        (found[3], "omaha hi-lo", ["Ah2hKsKd", "3c4cAdAc"], "5s6s7hKc", ""),
    ):
        one_by_one = pk.equity(*hands, board=board, dead=dead, game=game, method="exact")
        assert values == pytest.approx(one_by_one.equity.tolist(), rel=1e-14)
    assert found[4:] == [None, None, None]


@pytest.mark.parametrize("game", ["omaha", "omaha hi-lo", "omaha5 hi-lo", "short deck"])
def test_a_vector_of_a_game_is_counted_at_once(standard, game):
    """As arrays are, whatever the order of games, lists of players and boards in a column."""
    rows, one_by_one = [], []
    for players, board in ((2, 3), (3, 4), (2, 5)):
        dealt = pk.deal(40, players=players, board=board, game=game, seed=board).to_arrow()
        holes = [dealt[f"player_{n}"] for n in range(1, players + 1)]
        boards = dealt["board"].to_pylist()
        rows += zip(map(list, zip(*(of.to_pylist() for of in holes), strict=True)), boards,
                    strict=True)  # fmt: skip
        one_by_one += pk.equities(*holes, board=boards, game=game).equity.tolist()
    order = np.random.default_rng(1).permutation(len(rows))
    given = pa.table({
        "hands": [rows[row][0] for row in order], "board": [rows[row][1] for row in order],
        "game": [game if row % 3 else None for row in order],
    })  # fmt: skip
    standard.register("given", given)
    found = column(standard, "select equities(hands, board, '', game) from given")
    assert found == [one_by_one[row] if row % 3 else None for row in order]


def test_equities_of_lists_of_several_lengths(standard):
    found = column(
        standard,
        """
        select equities(hands, board)
        from (values
            (['AhKh', 'QsQc'], 'Qh2h3dAs'), (null, ''), (['AhKh', 'QsQc', '7d7c'], 'Qh2h3dAs'),
            (['AhKh', null], 'Qh2h3dAs'), (['AhKh', 'TT', '77'], 'Qh2h3dAs'), (['AA', 'KK'], null)
        ) t(hands, board)
        """,
    )
    three = enumerated(["AhKh", "TT", "77"], "Qh2h3dAs").shared
    shares_of_three = (three[:, 1:] / [1, 2, 3]).sum(axis=1) / three.sum(axis=1)
    assert found[0] == [8 / 44, 36 / 44]
    assert found[1] is found[3] is found[5] is None
    assert found[2] == [8 / 42, 34 / 42, 0]
    assert found[4] == pytest.approx(shares_of_three.tolist(), rel=1e-14)
    assert one(standard, "equities(['AhKh', 'QsQc'])") == [
        one(standard, "equity('AhKh', 'QsQc')"), one(standard, "equity('QsQc', 'AhKh')"),
    ]  # fmt: skip


# ---------------------------------------------------------------- where it stands


def test_a_sampled_equity_is_the_same_each_time(standard):
    """Five ranges are not counted in time: the seed is fixed, so that a query has one answer."""
    hands = "['22+,A2s+', 'random', 'KTo+,QJs', 'random', '55-22,AKs']"
    first = one(standard, f"equities({hands})")
    assert first == one(standard, f"equities({hands}, '')")
    assert sum(first) == pytest.approx(1, rel=1e-12)
