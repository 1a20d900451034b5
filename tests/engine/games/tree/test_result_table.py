"""The result-table learner: the document's algorithm, game by game."""

from fractions import Fraction

import numpy as np
import pytest

from given.games import Coin, OddOneOut
from oracle import naive_games
from pokerlake.engine.games.toy_poker import akq, kuhn, leduc
from pokerlake.engine.games.tree.cfr import ResultTable
from pokerlake.engine.games.tree.flat import WHOLE, alias, tree_of, walk_of


def play(run, games):
    """So many games of the only table of a run, in one call of the kernel."""
    from pokerlake.engine.games.tree.cfr_kernels import play

    log_stay = np.log1p(-run.explore)
    play(run.walk, log_stay, games, run.random, run.until_random, run.games[0], run.won[0])


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "games", "explore", "tables"),
    [
        (akq(), 4000, 0.01, 1),
        (akq(), 5000, 0.05, 3),
        (akq(check_first=True), 2000, 0.3, 2),
        (kuhn(), 2000, 1, 1),
        (kuhn(), 2000, 0, 2),
        (leduc(), 2000, 0.05, 2),
        (OddOneOut(), 3000, 0.01, 3),
        (Coin(), 2000, 0.1, 1),
    ],
    ids=["akq", "3 tables", "check-first", "random", "greedy", "leduc", "no chance", "1 player"],
)
def test_games_and_won_against_the_algorithm_in_plain_python(game, games, explore, tables):
    run = ResultTable.begin(tree_of(game), seed=7, explore=explore, tables=tables)
    seeds = np.random.SeedSequence(7).generate_state(tables, np.uint64)
    plain = naive_games.ResultTable(game, seeds, explore)
    run.go_on(games)
    plain.go_on(games)
    assert run.done == plain.done >= games
    for games_of, won_of, table in zip(run.games, run.won, plain.tables, strict=True):
        assert [*zip(games_of, won_of, strict=True)] == list(table.values())
    assert run.random.tolist() == [word.state for word in plain.words]


@pytest.mark.parametrize("game", [akq(), leduc()], ids=lambda game: game.name)
def test_what_is_kept_from_game_to_game_changes_nothing(game):
    """The kernel works out every choice when it begins, and then only those that may change."""
    at_once, one_by_one = (ResultTable.begin(tree_of(game), tables=1) for _ in range(2))
    for run in (at_once, one_by_one):
        run.go_on(300_000)
    play(at_once, 10_000)
    for _ in range(10_000):
        play(one_by_one, 1)
    assert at_once.games.tolist() == one_by_one.games.tolist()
    assert at_once.won.tolist() == one_by_one.won.tolist()
    assert at_once.random.tolist() == one_by_one.random.tolist()


def test_the_example_of_the_document():
    """He bets a king, is raised by a queen, calls by chance, and wins 4 and 5."""
    tree = tree_of(akq())
    place = {
        (tree.names[state], tree.choices[c]): c
        for state in range(len(tree.names))
        for c in range(tree.first_choice[state], tree.first_choice[state + 1])
    }
    before = {
        ("K", "c"): (2000, 1600),
        ("K", "r"): (1000, 900),
        ("Krr", "f"): (300, 0),
        ("Krr", "c"): (10, -3),
        ("Qr", "r"): (10, 20),
    }
    after = before | {("K", "r"): (1001, 904), ("Krr", "c"): (11, 2), ("Qr", "r"): (11, 18)}
    found = []
    for seed in range(100):
        run = ResultTable.begin(tree, seed=seed, tables=1)
        run.until_random[0] = 2
        for key, (games, won) in before.items():
            run.games[0, place[key]], run.won[0, place[key]] = games, won
        play(run, 1)
        counts = {key: (int(run.games[0, c]), int(run.won[0, c])) for key, c in place.items()}
        found.append({key: count for key, count in counts.items() if count[0]})
    assert after in found


def test_it_finds_what_is_best_for_one_player():
    run = ResultTable.begin(tree_of(Coin()), tables=2)
    run.go_on(1_000_000)
    # To look costs 1 and wins 3; not to look wins 1. One choice in a hundred is any of all.
    np.testing.assert_allclose(run.strategy(), [0, 0, 1, 1, 0, 0, 1], atol=0.03)
    assert run.expected()[2] == pytest.approx(2 - 0.03, abs=0.02)
    assert run.expected()[3:].tolist() == [3, -3, -3, 3]


def test_random_choices_are_one_in_a_hundred():
    run = ResultTable.begin(tree_of(OddOneOut()), tables=1, explore=0.02)
    run.games[:], run.won[:] = 10**9, [10**9, -(10**9)] * 3
    before = run.games.copy()
    run.go_on(200_000)
    made = (run.games - before).reshape(3, 2)
    assert made.sum(axis=1).tolist() == [run.done] * 3
    np.testing.assert_allclose(made[:, 1] / run.done, 0.01, atol=5 * 0.1 / 200_000**0.5)


@pytest.mark.parametrize(("tables", "ends"), [(1, [1, 2, 11]), (8, [8, 16, 24])])
def test_all_tables_play_as_many(tables, ends):
    run = ResultTable.begin(tree_of(kuhn()), tables=tables)
    for end in ends:
        run.go_on(end - tables + 1)
        assert run.done == end
        run.go_on(end)
        assert run.done == end


def test_expected_values_of_what_was_never_made():
    run = ResultTable.begin(tree_of(Coin()))
    assert np.isnan(run.expected()).all()
    assert run.strategy().tolist() == [1 / 3, 1 / 3, 1 / 3, 0.5, 0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    "chances",
    [[1], [0, 1], [Fraction(1, 3)] * 3, [Fraction(n, 36) for n in (1, 2, 3, 4, 5, 6, 7, 8)]],
    ids=["sure", "never", "alike", "all unlike"],
)
def test_draws_are_as_likely_as_they_should_be(chances):
    chances = [Fraction(chance) for chance in chances]
    found = [Fraction(0)] * len(chances)
    for own, (share, other) in enumerate(alias(chances)):
        found[own] += share / len(chances)
        found[other] += (1 - share) / len(chances)
    assert found == chances


@pytest.mark.parametrize(
    ("game", "draws"), [(akq(), [9]), (kuhn(), [6]), (leduc(), [9] + [3] * 36)], ids=["a", "k", "l"]
)
def test_deals_are_drawn_at_once(game, draws):
    """In Leduc the public card is drawn later, in each of nine deals after five ways of betting."""
    walk = walk_of(tree_of(game))
    assert walk.draws[walk.draws > 0].tolist()[0] == draws[0]
    assert len(walk.keep) == walk.draws.sum()
    assert walk.keep.max() == WHOLE


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"explore": 1.01}, r"^explore is 1.01: give 0 .. 1$"),
        ({"explore": float("nan")}, r"^explore is nan: give 0 .. 1$"),
        ({"tables": 0}, r"^tables is 0: give 1 .. 256$"),
        ({"tables": 257}, r"^tables is 257: give 1 .. 256$"),
        ({"seed": -1}, r"^seed is -1: give 0 .. 2\*\*64 - 1$"),
        ({"seed": 2**64}, r"^seed is 18446744073709551616: give 0 .. 2\*\*64 - 1$"),
    ],
    ids=str,
)
def test_out_of_range(parameters, message):
    with pytest.raises(ValueError, match=message):
        ResultTable.begin(tree_of(Coin()), **parameters)
