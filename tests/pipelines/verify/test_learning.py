"""What `pokerlake verify` finds in tables of learned games that are not as they should be."""

import shutil

import pytest

from helpers import fake_learners
from helpers.changed_rows import more, other, pretend, wrong
from helpers.lakes import without_views
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.pipelines.verify import strategies as small_games
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.lake import Lake


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """Two runs: one with a result table and profits, and one of a small game."""
    folder = tmp_path_factory.mktemp("learned")
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        learn(folder, Lesson.of(fake_learners.GAMES, "toss", rounds=9))
        learn(folder, Lesson.of(GAMES, "kuhn", "cfr", rounds=50))
    return folder


@pytest.fixture
def lake(learned, tmp_path):
    return shutil.copytree(learned, tmp_path / "lake")


def test_nothing_is_wrong(lake):
    checks = [check for check in verify(Lake.open(lake)) if check.table != "lake.duckdb"]
    assert [check for check in checks if not check.ok] == []
    assert {check.table for check in checks} == {table.name for table in LEARNING}


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("learning_runs", other("run", 1, 3), {"runs 1, 2, 3, ...", "rows of an unknown run",
            "runs that do not end at a checkpoint", "run 3, kuhn"}),
        ("learning_runs", more("games", 0), {"runs that do not end at a checkpoint"}),
        ("strategies", more("probability", 0, 1e-6), {"shares of games unlike the strategy",
            "states whose probabilities do not add up to 1"}),
        ("strategies", lambda rows: rows.pop(0), {"choices without a strategy",
            "rows in the manifest", "states whose probabilities do not add up to 1"}),
        ("result_table", lambda rows: rows.pop(), {"strategies without a result",
            "rows in the manifest", "shares of games unlike the strategy"}),
        ("result_table", other("games", 4, 2), {"games that become fewer",
            "shares of games unlike the strategy"}),
        ("learned_profits", other("won", 1, 8), {"sums that their squares do not allow"}),
        ("strategies", more("value", -1, 1e-6), {"checkpoints of several values"}),
        ("strategies", other("state", -1, "X"), {"states whose probabilities do not add up to 1",
            "run 2, kuhn"}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(lake, name, change, expected):
    pretend(lake, name, change)
    assert wrong(lake) == expected


@pytest.mark.parametrize("column", ["value", "nash_conv"])
def test_a_small_game_that_is_worth_something_else(lake, column):
    def change(rows):
        for row in rows:
            row[column] += 1e-6 * (row["run"] == 2)

    pretend(lake, "strategies", change)
    assert wrong(lake) == {"run 2, kuhn"}


def test_a_strategy_is_worth_what_it_is_known_to_be():
    """Kuhn's: the first player never bets, the second always does with a king, and a third with a
    jack."""
    always = {"J": "c", "Q": "c", "K": "c", "Jcr": "f", "Kcr": "c", "Jr": "f", "Kr": "c", "Qc": "c",
              "Kc": "r"}  # fmt: skip
    mixed = {"Qcr": {"c": 1 / 3, "f": 2 / 3}, "Qr": {"c": 1 / 3, "f": 2 / 3}, "Jc": {
        "r": 1 / 3, "c": 2 / 3}}  # fmt: skip
    strategy = {}
    for state, chances in {**{s: {c: 1.0} for s, c in always.items()}, **mixed}.items():
        player = 1 + len(state[1:]) % 2
        for choice in ("f", "c") if state.endswith("r") else ("c", "r"):
            strategy[player, state, choice] = chances.get(choice, 0.0)
    from pokerlake.engine.games.toy_poker import kuhn

    value, nash_conv = small_games.worth(kuhn(), strategy)
    assert value == pytest.approx(-1 / 18, abs=1e-12)
    assert nash_conv == pytest.approx(0, abs=1e-12)
