"""Populations beside solved spots: counts of a naive reader, and losses by linear programming."""

import math
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

import pokerlake as pk
from helpers.command_line import run
from oracle.naive_histories import read_hands
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.queries.statistics.population import best_with, shares_of
from pokerlake.tables.errors import UsageError

FILES = Path(__file__).parents[4] / "shared/data/hand-histories"
SOME = sorted(FILES.glob("*.txt"))[:9]
needs_files = pytest.mark.skipif(not FILES.exists(), reason="needs hand-histories of shared/data")
SPOT = {"oop": "AA,TT,88,QJ,65s", "ip": "KK,QQ,98s,AQ", "board": "2c7dTsJh3s", "pot": 100,
        "stack": 300, "bets": "33,75", "raises": "60", "to": "1%"}  # fmt: skip


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """A lake of some hundred hands."""
    there = tmp_path_factory.mktemp("population") / "lake"
    import_histories(there, list(map(str, SOME)), workers=1)
    return there


@pytest.fixture(scope="module")
def solved():
    return pk.solve(**SPOT)


def naive(hands):
    """What each player did on rivers of two, by the line in the tree: bets of 33 or 75 % first."""
    found = {}
    for hand in hands:
        river = [act for act in hand.actions if act.street == "river"]
        if len({act.player for act in river}) != 2:
            continue
        line = []
        for act in river:
            pot, adds = act.pot + act.to_call, act.amount - act.to_call
            if act.action in ("bet", "raise"):
                size = round(100 * float(adds / pot))
                if line and line[-1][0] in "br":
                    word = "raise"
                else:
                    word = "b33" if abs(size - 33) <= abs(size - 75) else "b75"
            else:
                word = act.action[0] if act.action != "check" else "x"
            found.setdefault(" ".join(line), Counter())[act.player, word] += 1
            line.append(word)
    return found


@needs_files
@pytest.mark.parametrize("player", ["", "Pluribus"])
def test_counts_are_those_of_a_naive_reader(lake, solved, player):
    found = solved.population(player=player, least=1, lake=lake)
    hands = [hand for path in SOME for hand in read_hands(path.read_text("utf-8"))]
    told = naive(hands)
    checked = set()
    # Each decision of the tree has one raise at most, to which all raises belong.
    rows = [{name: re.sub(r"\br\d+", "raise", str(row[name])) for name in ("line", "action")}
            | {name: row[name] for name in row if name not in ("line", "action")}
            for row in found]  # fmt: skip
    there = {(row["line"], row["action"]) for row in rows}
    for row in rows:
        known = {key: n for key, n in told[row["line"]].items()
                 if player in ("", key[0]) and (row["line"], key[1]) in there}  # fmt: skip
        by_player = Counter()
        for (name, _), n in known.items():
            by_player[name] += n
        total = sum(by_player.values())
        taken = sum(n for (_, word), n in known.items() if word == row["action"])
        assert (row["decisions"], row["taken"]) == (total, taken)
        share = taken / total
        assert row["percent"] == pytest.approx(100 * share)
        assert row["difference"] == pytest.approx(row["percent"] - row["solved"])
        checked.add(row["line"])
        if not player and len(by_player) == 1:
            assert row["standard_error"] is None
            continue
        if player:
            error = math.sqrt(share * (1 - share) / total)
        else:
            off = sum((known.get((name, row["action"]), 0) - n * share) ** 2
                      for name, n in by_player.items())  # fmt: skip
            error = math.sqrt(off * len(by_player) / (len(by_player) - 1)) / total
        assert row["standard_error"] == pytest.approx(100 * error, abs=1e-9)
    assert {"", "x", "b75", "x b75"} <= checked
    assert player or any("raise" in line for line in checked)
    errors = [math.inf if row["lost_error"] is None else row["lost_error"] for row in found]
    low = [row["lost"] - 1.96 * error for row, error in zip(found, errors, strict=True)]
    assert low == sorted(low, reverse=True)
    assert found.unit == ("row" if player else "player")


@needs_files
def test_the_same_of_a_command_and_of_a_spot_in_a_lake(lake, solved, tmp_path):
    given = " ".join(f"--{name.replace('_', '-')} '{value}'" for name, value in SPOT.items())
    done = run(f"solve {given} --population 'player!=Pluribus; year=2019' -f csv --lake {lake}")
    where = {"year": 2019}
    wanted = solved.population("player!=Pluribus", lake=lake)
    assert len(done.text.splitlines()) == 1 + len(wanted)
    assert {row["aloud"] for row in wanted if row["line"] == "x"} == {"check"}
    assert wanted.summary().splitlines()[0] in done.err
    again = solved.population({**where, "player": ["Pluribus"]}, lake=lake)
    assert again.unit == "row"
    stored = pk.solve_many(
        [{name: SPOT[name] for name in SPOT if name != "to"}], to="1%", lake=tmp_path / "lake"
    )
    opened = pk.solved_spot(int(stored.spots[0]), lake=tmp_path / "lake")
    rows = opened.population("player!=Pluribus", lake=lake).to_arrow()
    assert rows["taken"].to_pylist() == wanted.to_arrow()["taken"].to_pylist()


@needs_files
@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"where": {"position": "UTG+7"}}, "the lake has too few decisions of this street: at "),
        ({"where": {"seconds": 2}}, "where has seconds, which decisions do not have"),
        ({"where": "player=Ann"}, "where has player 'Ann'; "),
        ({"least": 0}, "least is 0; give a whole number, 1 or more"),
    ],
)
def test_what_is_wrong_is_said(lake, solved, asked, problem):
    with pytest.raises(UsageError) as raised:
        solved.population(**asked, lake=lake)
    assert str(raised.value).startswith(problem)


# ---------------------------------------------------------------- what is lost


@pytest.mark.parametrize("seed", range(8))
def test_the_most_that_hands_win_is_that_of_linear_programming(seed):
    """And prices are what a small change of shares changes."""
    rng = np.random.default_rng(seed)
    n, a = int(rng.integers(2, 40)), int(rng.integers(2, 5))
    weight, values = rng.dirichlet(np.ones(n)), rng.normal(0, 50, (n, a))
    shares = rng.dirichlet(np.ones(a))

    def exactly(wanted):
        of_hands = [np.repeat(np.arange(n), a) == hand for hand in range(n)]
        of_actions = [np.tile(np.arange(a), n) == action for action in range(a)]
        found = linprog(
            -values.ravel(),
            A_eq=np.array([*of_hands, *of_actions], float),
            b_eq=[*weight, *wanted],
        )
        return -found.fun

    most, prices = best_with(weight, values, shares)
    assert most == pytest.approx(exactly(shares), abs=0.02)
    assert most >= exactly(shares) - 1e-9
    moved = shares + 1e-7 * np.array([1, -1, *[0] * (a - 2)])
    slope = (exactly(moved) - exactly(shares)) / 1e-7
    assert prices[0] - prices[1] == pytest.approx(slope, abs=0.5)


def test_a_population_that_plays_the_solution_loses_nothing(solved):
    found = solved.at()
    weight = found.reach * found._found.met
    weight = weight / weight.sum()
    shares = weight @ found.shares
    most, _ = best_with(weight, found.values, shares)
    assert weight @ (found.shares * found.values).sum(axis=1) == pytest.approx(most, abs=1)


def test_errors_of_one_player_and_of_several():
    counts = np.array([[3.0, 1.0], [1.0, 5.0]])
    shares, alone = shares_of(counts, clustered=False)
    assert shares.tolist() == [0.4, 0.6]
    assert alone[0, 0] == pytest.approx(0.24 / 10)
    _, spread = shares_of(counts, clustered=True)
    off = [3 - 0.4 * 4, 1 - 0.4 * 6]
    assert spread[0, 0] == pytest.approx(2 * (off[0] ** 2 + off[1] ** 2) / 100)
    assert np.isnan(shares_of(counts[:1], clustered=True)[1]).all()
