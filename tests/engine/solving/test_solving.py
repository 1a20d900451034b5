"""Solutions: how far from an equilibrium, by a best response and a programme written apart."""

from dataclasses import replace

import numpy as np
import pytest
from tests.helpers.spots import random_spot, spot, strategy_of, value_by_programme

import pokerlake as pk
from pokerlake.engine.cards.holes import HOLES, parse_hole
from pokerlake.engine.cards.suit_symmetry import hole_images
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.solving import solve
from pokerlake.engine.solving.best_response import respond
from pokerlake.queries.answers.solving.rows import actions_table, hands_table, holes_table
from pokerlake.tables.errors import UsageError


def check(solution, spot):
    found = respond(spot, strategy_of(solution))
    assert solution.exploitability == pytest.approx(found.exploitability, abs=1e-5 * spot.pot)
    np.testing.assert_allclose(solution.values, found.values, atol=1e-6 * spot.pot, rtol=0)
    if not spot.rake:
        assert sum(solution.values) == pytest.approx(spot.pot, abs=1e-5 * spot.pot)


@pytest.mark.parametrize("seed", range(50))
def test_rivers_leave_to_gain_what_they_say(seed):
    """Ranges of random holes and weights, one in four with rake."""
    rng = np.random.default_rng(seed)
    raked = {"rake": 0.05, "rake_cap": 9.0} if seed % 4 == 0 else {}
    one = random_spot(rng, 5, int(rng.integers(5, 60)), **raked)
    solution = solve(one, to=0.002)
    assert solution.exploitability <= 0.002 * one.pot
    check(solution, one)


TURNS = [
    ("QsJh2h8c", "AA,KQs,76s,T9o:0.5", "QQ,AKs,98s,A5s", {}),
    ("QsJh2h8h", "AA,KQs,76s,T9o:0.5", "QQ,AKs,98s,A5s", {"rake": 0.05}),
    ("QsJs2s8s", "AA,KQs,76s", "QQ,AKs,98s", {"bets": "60,a"}),
    ("7c7d7h2s", "AA,22", "KK,A2s", {"add_all_in": 5}),
    ("AhAdKhKd", "QQ,98s", "JTs,77", {"donks": "25"}),
    ("2c3d4h5s", "66,AA", "A2s,77", {"stack": 30}),
    ("Td9d6h3c", "TT,87s,AdKd", "99,66,QJs", {"oop_bets": "33,75", "most_raises": 1}),
]


@pytest.mark.parametrize(
    ("board", "oop", "ip", "more"),
    [TURNS[0], *(pytest.param(*turn, marks=pytest.mark.whole) for turn in TURNS[1:])],
)
def test_turns_leave_to_gain_what_they_say(board, oop, ip, more):
    """On boards with suits that are alike two ways, three ways, in pairs, and not at all."""
    one = spot(board, oop, ip, **more)
    check(solve(one, to=0.01), one)


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(3))
def test_random_turns_leave_to_gain_what_they_say(seed):
    one = random_spot(np.random.default_rng(seed), 4, 9)
    check(solve(one, to=0.01), one)


@pytest.mark.whole
def test_a_flop_leaves_to_gain_what_it_says():
    one = spot("QsJs2s", "AA,7h6h", "AKs,QcQd", stack=150, bets="60//", raises="")
    check(solve(one, to=0.03), one)


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_a_river_is_worth_what_a_linear_programme_says(seed):
    one = random_spot(np.random.default_rng(100 + seed), 5, 10)
    solution = solve(one, to=1e-6, iterations=100_000)
    assert solution.values[0] == pytest.approx(value_by_programme(one), abs=1e-6 * one.pot)


def test_who_knows_where_he_stands_bluffs_by_the_odds():
    """One has the nuts or nothing, the other beats nothing only; the bet is the pot.

    He bets the nuts and half as many bluffs; the other calls half of the time, so that bluffs win
    nothing. Half of the hands being nuts, he wins 3/4 of the pot: 1/2 + 1/4.
    """
    nuts, air, catcher = "AhAd", "7h6h", "KcQc"
    one = spot("AsAc8d5s2s", f"{nuts},{air}", catcher, stack=100, bets="100", raises="")
    solution = solve(one, to=1e-6, iterations=50_000)
    first = solution.at()
    share = dict(zip(first.holes.tolist(), first.shares[:, 1], strict=True))
    assert share[parse_hole(nuts)] == pytest.approx(1, abs=1e-3)
    assert share[parse_hole(air)] == pytest.approx(0.5, abs=1e-2)
    facing = solution.at("b100")
    assert facing.actions == ["f", "c"]
    assert facing.shares[0] == pytest.approx([0.5, 0.5], abs=1e-2)
    assert facing.values[0] == pytest.approx([0, 0], abs=0.5)
    assert solution.values == pytest.approx((75, 25), abs=1e-3)
    assert solution.equities == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("compress", [False, True])
def test_a_line_of_ninety_raises_has_numbers(compress):
    """Hands come so deep by shares of next to nothing, and one over that would be no number."""
    one = spot("QsJh2h8c3d", "QQ+,AK", "JJ-22,AQ", pot=15, stack=94, bets="1c", raises="min")
    check(solve(one, to=1e-9, iterations=20, compress=compress), one)


@pytest.mark.parametrize("compress", [False, True])
def test_threads_change_nothing(compress):
    one = spot("QsJh2h", "AA,KQs,76s", "QQ,AKs,98s", most_raises=1)
    first, second = (
        solve(one, iterations=8, to=1e-9, threads=n, compress=compress) for n in (1, 2)
    )
    assert first.values == second.values
    assert first.exploitability == second.exploitability
    cards = parse_hand("8c").tolist()
    pair = [one.at("x x", cards) for one in (first, second)]
    np.testing.assert_array_equal(pair[0].shares, pair[1].shares)


@pytest.mark.parametrize("seed", range(6))
def test_compressed_rivers_leave_to_gain_what_they_say(seed):
    """One in three with rake."""
    raked = {"rake": 0.05} if seed % 3 == 0 else {}
    one = random_spot(np.random.default_rng(200 + seed), 5, 40, **raked)
    solution = solve(one, to=0.003, compress=True)
    assert solution.exploitability <= 0.003 * one.pot
    check(solution, one)


def test_a_compressed_turn_leaves_to_gain_what_it_says():
    one = spot(*TURNS[0][:3])
    solution = solve(one, to=0.003, compress=True)
    assert solution.exploitability <= 0.003 * one.pot
    check(solution, one)


def test_what_is_compressed_is_only_rounded():
    """Both come near to an equilibrium; what a river is worth is the same."""
    one = random_spot(np.random.default_rng(200), 5, 40)
    halves, whole = (solve(one, to=1e-9, iterations=2000, compress=each) for each in (True, False))
    assert halves.exploitability < 1e-4 * one.pot
    assert halves.values != whole.values
    np.testing.assert_allclose(halves.values, whole.values, atol=1e-4 * one.pot)


def test_a_lock_is_kept_in_16_bits():
    shares = np.random.default_rng(1).random((HOLES, 3))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[:9] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] * 3
    one = replace(spot("AsAc8d5s2s", "random", "random", raises="a"), locks={"b60": shares})
    found = solve(one, iterations=10, compress=True).at("b60")
    np.testing.assert_allclose(found.shares, shares[found.holes], atol=1e-4)
    pure = found.holes < 9
    assert pure.any()
    np.testing.assert_array_equal(found.shares[pure], shares[found.holes[pure]])


def test_suits_that_are_alike_have_one_solution():
    """A weight that differs a little breaks it up: the same game, walked board by board."""
    one = spot("QsJh2h8c", "AA,KQs,76s", "QQ,AKs,98s")
    ranges = np.array(one.ranges)
    ranges[0, parse_hole("AdAc")] -= 1e-9
    other = replace(one, ranges=ranges)
    first, second = (solve(each, iterations=30, to=1e-9) for each in (one, other))
    assert len(list(first.boards())) <= len(list(second.boards()))
    np.testing.assert_allclose(first.values, second.values, atol=1e-4)


def test_boards_that_are_alike_are_images():
    """On a board without clubs and diamonds they are the same, and so are their strategies."""
    solution = solve(spot("QsJh2h", "AA,KQs,76s", "QQ,AKs,98s", most_raises=1), iterations=20)
    club, diamond = (solution.at("x x", parse_hand(card).tolist()) for card in ("8c", "8d"))
    for image in hole_images():  # the one that swaps both suits
        if image[parse_hole("AcKc")] == parse_hole("AdKd") and image[parse_hole("AhKs")] == (
            parse_hole("AhKs")
        ):
            swap = image
    places = {hole: place for place, hole in enumerate(diamond.holes.tolist())}
    order = [places[int(swap[hole])] for hole in club.holes]
    np.testing.assert_array_equal(club.shares, diamond.shares[order])
    np.testing.assert_array_equal(club.values, diamond.values[order])


@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h8c", "QsJh2h8c3d"])
def test_equities_are_those_of_the_exact_engine(board):
    """And so is what is won all in: players with one chip left who bet it."""
    oop, ip = "88+,AJs+,KQs:0.5,76s", "TT-66,ATs+,KQo,54s:0.25"
    solution = solve(spot(board, oop, ip, stack=1), iterations=10)
    exact = pk.equity(oop, ip, board=board).to_dicts()[0]["equity"]
    assert solution.equities[0] == pytest.approx(exact, abs=1e-6)
    assert sum(solution.equities) == 1


def test_a_lock_is_kept_and_played_against():
    """Who always calls is never bluffed, and never folds."""
    one = spot("AsAc8d5s2s", "AhAd,7h6h", "KcQc", stack=100, bets="100", raises="")
    calls = np.zeros((HOLES, 2))
    calls[:, 1] = 1
    locked = replace(one, locks={"b100": calls})
    solution = solve(locked, to=1e-4)
    check(solution, locked)
    first = solution.at()
    share = dict(zip(first.holes.tolist(), first.shares[:, 1], strict=True))
    assert share[parse_hole("7h6h")] < 0.01
    assert solution.at("b100").shares[0].tolist() == [0, 1]
    assert solution.values[0] == pytest.approx(100, abs=0.1)


WRONG = [
    ({"pot": 0}, "pot is 0"), ({"stack": 0}, "stack is 0"), ({"bets": "1/2"}, "'1/2'"),
    ({"bets": "x"}, "'x'"), ({"bets": "2x"}, "for raises only"), ({"raises": "1x"}, "'1x'"),
    ({"donks": "2x"}, "donks has '2x': a multiple is for raises only"),
    ({"rake": 2}, "rake is 2"), ({"rake": "x"}, "rake is 'x'"), ({"rake_cap": "x"}, "rake_cap is"),
    ({"merge": -1}, "merge is -1"), ({"merge": "a"}, "merge is 'a': give 0 or more"),
    ({"add_all_in": float("nan")}, "add_all_in is nan"), ({"force_all_in": None}, "is None"),
    ({"most_raises": 1.5}, "most_raises is 1.5: give a whole number"),
    ({"most_raises": "1"}, "most_raises is '1'"), ({"most_raises": -1}, "most_raises is -1"),
    *[({"pot": pot}, "pot is .*: give a whole number") for pot in (1.5, "x", None, 10**400)],
    *[({"stack": float(stack)}, f"stack is {stack}: give a whole") for stack in ("nan", "inf")],
]  # fmt: skip


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_a_spot_that_is_none_is_said_in_a_line(given, said):
    with pytest.raises(ValueError, match=said):
        solve(spot("QsJh2h8c3d", "AA", "KK", **given))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"to": "x"}, "to is 'x'"),
        ({"to": 0}, "to is 0"),
        ({"iterations": 1.5}, "iterations is 1.5"),
    ],
)
def test_what_is_no_end_of_solving_is_said_in_a_line(given, said):
    with pytest.raises(ValueError, match=said):
        solve(spot("QsJh2h8c3d", "AA", "KK"), **given)


def test_a_line_that_is_none_says_what_there_is():
    solution = solve(spot("QsJh2h8c3d", "AA", "KK"), iterations=10)
    with pytest.raises(ValueError, match="after 'x' there is x, b60"):
        solution.at("x b50")
    with pytest.raises(ValueError, match="hand is over"):
        solution.at("x x")
    with pytest.raises(ValueError, match="comes after 0 cards dealt later; cards has 1"):
        solution.at("x", [3])


def test_two_ranges_of_the_same_cards_cannot_meet():
    with pytest.raises(ValueError, match="no holes that can meet"):
        solve(spot("QsJh2h8c3d", "AhAd", "AhKh:0.1,AdKd:0.7,AhQh:0.9"))


@pytest.mark.parametrize("weight", [1e-8, 1e-6, 1e-5, 1e-3, 0.1])
def test_values_against_hands_that_are_hardly_there(weight):
    """Beside a hand of weight 1, one of so much: it is all that the first player's ace can meet."""
    one = spot("AsKd8d5s2s", "AhQd,QcQs", f"AhKh,7c6c:{weight:.8f}", 100, 100, "", "")
    solution = solve(one, iterations=1)
    first = solution.at()
    values = dict(zip(first.holes.tolist(), first.values[:, 0].tolist(), strict=True))
    known = {} if weight < 1e-4 else {parse_hole("AhQd"): 100}
    known[parse_hole("QcQs")] = 100 * weight / (1 + weight)
    found = {hole: value for hole, value in values.items() if not np.isnan(value)}
    assert found == pytest.approx(known, abs=0.02)
    met = dict(zip(first.holes.tolist(), first.met.tolist(), strict=True))
    assert met[parse_hole("AhQd")] == pytest.approx(weight, rel=1e-6)
    (row,) = actions_table([first]).to_pylist()
    assert row["value"] == pytest.approx(200 * weight / (1 + 2 * weight), abs=0.02)
    by_hand = {row["hand"]: row["value"] for row in hands_table(first).to_pylist()}
    by_hole = {row["hole"]: row["value"] for row in holes_table(first).to_pylist()}
    assert by_hand["AQo"] == by_hole["AhQd"]
    assert (by_hand["AQo"] is None) == (weight < 1e-4)
    assert by_hand["QQ"] == by_hole["QsQc"]


@pytest.mark.parametrize(
    ("board", "lines"),
    [("As8d5s2c", ("x x", "x b60 c", "b60 c")), ("AsAd5h", ("x x", "b60 c"))],
)
def test_next_cards_make_of_a_line_what_their_boards_say(board, lines):
    found = pk.solve("AA,KQ,76s", "KK,QQ,AJs", board, pot=100, stack=150, bets="60", iterations=20)
    rows = {(row["line"], row["action"]): row for row in found.to_arrow().to_pylist()}
    for line in lines:
        cards = found.runouts(line).to_arrow().to_pylist()
        assert len(cards) == 52 - len(board) // 2
        chance = np.array([row["percent"] for row in cards]) / 100
        assert chance.sum() == pytest.approx(1)
        # All next cards together are worth what the action is before them.
        before = rows[tuple(line.rsplit(" ", 1))]
        worth = chance @ np.array([row[f"ev_{before['player']}"] for row in cards])
        paid = 60 * (before["action"] == "c")
        assert worth - paid == pytest.approx(before["value"], abs=1e-3)
        for row in cards:
            pot = 100 + 2 * 60 * ("b60" in line)
            assert row["ev_oop"] + row["ev_ip"] == pytest.approx(pot, abs=1e-3)
            assert row["equity_oop"] + row["equity_ip"] == pytest.approx(100, abs=1e-3)
            for player, where in (("oop", line), ("ip", f"{line} x")):
                does = found.at(where, row["card"])
                assert [row[f"{player}_{action}"] for action in does.actions] == pytest.approx(
                    100 * does.frequencies
                )


@pytest.mark.parametrize("board", ["As8d5s2c", "AsAd5h"])
def test_next_cards_of_players_who_are_all_in(board):
    """Their equities and chips, by card, are together those that the caller has before."""
    found = pk.solve("AA,KQ,76s", "KK,QQ,AJs", board, pot=100, stack=150, bets="a", iterations=20)
    cards = found.runouts("x b150 c").to_arrow()
    assert cards.column_names[-1] == "equity_ip"
    before = found._solution.at("x b150")
    calls = before.actions.index("c")
    weight = before.reach * before.met * before.shares[:, calls]
    there = [row for row in cards.to_pylist() if row["ev_oop"] is not None]
    chance = np.array([row["percent"] for row in there]) / 100
    assert chance.sum() == pytest.approx(1)
    for name, expected in (
        ("equity_oop", 100 * weight @ np.nan_to_num(before.equities) / weight.sum()),
        ("ev_oop", 150 + weight @ np.nan_to_num(before.values[:, calls]) / weight.sum()),
    ):
        assert chance @ [row[name] for row in there] == pytest.approx(expected, abs=1e-3)
    assert {round(row["ev_oop"] + row["ev_ip"], 6) for row in there} == {400.0}


def test_no_card_comes_behind_a_river():
    found = pk.solve("AA", "KK", "AsAd5h4c3c", pot=100, stack=150, bets="a", iterations=1)
    assert "; 1 iteration\nnot reached" in found.said()
    with pytest.raises(UsageError, match="no card is dealt after 'x x': the river is the last"):
        found.runouts("x x")


@pytest.mark.parametrize(
    ("after", "cards", "problem"),
    [
        ("x", "", "no card is dealt after 'x': give a line that ends a"),
        ("b150 f", "", "no card is dealt after 'b150 f': give a line that ends a"),
        ("b150 c", "3c", "'b150 c' comes after 0 cards dealt later; cards has 1"),
        ("x x x x", "", "'x x x x' comes after 1 card dealt later; cards has 0"),
    ],
)
def test_lines_behind_which_no_card_comes(after, cards, problem):
    found = pk.solve("AA", "KK", "AsAd5h", pot=100, stack=150, bets="a", iterations=1)
    with pytest.raises(UsageError, match=problem):
        found.runouts(after, cards)
