"""Blueprints in a lake: trained, stopped, gone on with, held by verify, and what they come to."""

from dataclasses import replace
from functools import partialmethod

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest

import pokerlake as pk
from helpers.blueprint_lakes import SMALL, MadeUpBuckets, trained
from helpers.changed_cells import with_cell
from helpers.executors import Here
from helpers.lakes import share, without_views
from pokerlake.api.solutions import blueprints as asked_by_python
from pokerlake.engine.blueprint import Training
from pokerlake.engine.blueprint.responses import Worth
from pokerlake.engine.cards.holes import HANDS, dead_holes, hand_of_hole
from pokerlake.pipelines.blueprints import apart, training
from pokerlake.pipelines.blueprints.asked import Asked
from pokerlake.pipelines.blueprints.stored import spot_at, stored_shares
from pokerlake.pipelines.verify.blueprints import blueprints, responses
from pokerlake.pipelines.verify.checks import verify
from pokerlake.queries.questions import telling as telling_of
from pokerlake.tables.definitions.blueprints import BLUEPRINT
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake

# What nothing but the run itself tells: neither the betting nor the strategies depend on it.
ONLY_PINNED = {
    "blueprints": {"seed", "seconds", "package_version"},
    "blueprint_strategies": {"regret"},  # but for the largest of a bucket
}


@pytest.fixture
def here(lake, tmp_path, monkeypatch):
    """A lake that knows how starting hands meet, as who is all in before the flop needs it."""
    without_views(monkeypatch)
    share(lake, tmp_path / "lake")
    return tmp_path / "lake"


def rows_of(lake, name):
    return pq.read_table(Lake.open(lake).files(name))


def test_what_is_stopped_comes_to_the_same(here, lake, tmp_path, monkeypatch):
    share(lake, tmp_path / "other")
    monkeypatch.setattr(training, "SECONDS_A_SAVE", 0.0)
    whole = trained(here, threads=1)
    stops = iter([False, True])
    stopped = trained(tmp_path / "other", threads=2, iterations=64, stop=lambda: next(stops))
    assert (stopped.run, stopped.moment.iterations) == (None, 32)
    assert not (tmp_path / "other" / "blueprints_1_1.parquet").exists()
    later = trained(tmp_path / "other", threads=2)
    assert (whole.run, later.run, later.moment.iterations) == (1, 1, 32)
    assert not (tmp_path / "other" / "wip").exists()
    for table in BLUEPRINT[1:]:
        assert rows_of(here, table.name).equals(rows_of(tmp_path / "other", table.name))
    assert trained(here).run == 2
    assert trained(here, anew=True).run == 1


@pytest.mark.whole
def test_trainings_that_begin_anew(here, lake, tmp_path):
    """Their mean is the same, whoever walks them, and wherever they were stopped."""
    share(lake, tmp_path / "other")
    anew = replace(SMALL, restart=32)
    whole = trained(here, anew, iterations=90)
    assert whole.moment.iterations == 96  # three trainings
    names = [table.name for table in BLUEPRINT]
    assert [one for one in verify(Lake.open(here), names) if not one.ok] == []
    stops, workers = iter([False] * 4 + [True, True]), Here()
    stopped = trained(tmp_path / "other", anew, iterations=90, stop=lambda: next(stops))
    assert (stopped.run, stopped.moment.iterations) == (None, 32)  # within the second
    later = trained(tmp_path / "other", anew, iterations=90, executor=workers)
    assert workers.tasks == [1, 2]
    assert later.moment.iterations == 96
    assert not (tmp_path / "other" / "wip").exists()
    for table in BLUEPRINT[1:]:
        assert rows_of(here, table.name).equals(rows_of(tmp_path / "other", table.name))
    for iterations in (32, 96):
        other = trained(here, iterations=iterations).run
        rows = rows_of(here, "blueprint_strategies").to_pandas()
        one, two = (rows[rows.run == run].share.to_numpy() for run in (1, other))
        assert (one != two).any()


def test_nothing_that_was_walked_is_no_blueprint(here):
    stopped = trained(here, replace(SMALL, restart=32), seconds=0, stop=lambda: True)
    assert (stopped.run, stopped.moment.iterations) == (None, 0)
    assert trained(here, replace(SMALL, restart=32), seconds=0).moment.iterations == 32


def test_other_abstractions_begin_anew(here, monkeypatch):
    for seen, iterations in (("one", 16), ("one", 32), ("another", 16)):
        monkeypatch.setattr(training, "seen_by", lambda *_, seen=seen: seen)
        stopped = trained(here, iterations=64, stop=lambda: True)
        assert (stopped.run, stopped.moment.iterations) == (None, iterations)


@pytest.mark.whole
def test_every_column_is_held(here):
    trained(here)
    there = Lake.open(here)
    whole = {table.name: rows_of(here, table.name) for table in BLUEPRINT}
    unknown = {}
    with duckdb.connect(config={"threads": 1}) as connection:
        for name, rows in whole.items():
            connection.from_arrow(rows).create_view(name)
        assert all(check.ok for check in blueprints(there, connection))
        for name, rows in whole.items():
            for column in rows.column_names:
                known = [place for place, value in enumerate(rows[column]) if value.is_valid]
                connection.begin()
                other = with_cell(rows, column, known[len(known) // 2])
                connection.from_arrow(other).create_view(name)
                if all(check.ok for check in blueprints(there, connection)):
                    unknown.setdefault(name, set()).add(column)
                connection.rollback()
    assert unknown == ONLY_PINNED


def test_push_or_fold_is_what_is_known(here, lake):
    """Nothing is drawn there: shares are those of ``push_fold``, up to what costs nothing."""
    push = Asked(
        "nolimit", SMALL.runs, SMALL.buckets, stack=8.0, opens="a", reraises="-", limps=False
    )
    trained(here, push, iterations=400)
    exact = pk.push_fold(8.0, lake=lake).hands().to_pandas()
    shares = rows_of(here, "blueprint_strategies").to_pandas()
    combos = np.bincount(hand_of_hole(), minlength=169) / 1326
    for node, position in ((1, "SB"), (2, "BB")):
        of = shares[(shares.node == node) & (shares.action == "f")].sort_values("bucket")
        goes_in = 1 - of.share.to_numpy() / 1e4
        hands = exact[exact.position == position].set_index("hand").loc[list(HANDS)]
        assert combos @ goes_in == pytest.approx(combos @ hands.share, abs=0.002)
        # What it costs against who plays the equilibrium, in big blinds.
        cost = (hands.share - goes_in) * (hands.value_in - hands.value_fold)
        assert -1e-6 < combos @ cost < 2e-5


def test_stored_strategies_are_those_that_were_trained(here, monkeypatch):
    kept = []
    monkeypatch.setattr(
        apart, "Training", lambda *given, **how: kept.append(Training(*given, **how)) or kept[0]
    )
    trained(here)
    stored = stored_shares(Lake.open(here), 1, SMALL)
    for found, known, shaped in zip(stored, kept[0].mean_shares(), kept[0].rounds, strict=True):
        there = found.reshape(-1, shaped.slots, 16).any(axis=0)  # not where nobody comes to
        difference = np.abs(found - known).reshape(-1, shaped.slots, 16)[:, there]
        assert difference.max(initial=0) < 1e-4


def test_ranges_of_a_spot_are_how_often_players_come_there(here):
    trained(here)
    board = tuple(pk.parse_cards("QsJh2h").tolist())

    def buckets_of(seen):
        every = np.arange(1326)
        return hand_of_hole() if not seen else (every + seen[0]) % SMALL.buckets[len(seen) - 2]

    spot = spot_at(Lake.open(here), 1, SMALL, "c x", board, buckets_of)
    nodes = rows_of(here, "blueprint_nodes").to_pandas().set_index("line").node
    shares = rows_of(here, "blueprint_strategies").to_pandas()
    for player, line, action in (("ip", "", "c"), ("oop", "c", "x")):
        own = shares[(shares.node == nodes[line]) & (shares.action == action)]
        known = own.set_index("bucket").share.loc[hand_of_hole()].to_numpy() * 1.0
        known[dead_holes(board)] = 0
        found = pk.Range(spot[player]).weights
        assert found == pytest.approx(known / known.max(), abs=1e-4)
    assert (spot["pot"], spot["stack"], spot["chip"], spot["bets"]) == (3.0, 1.5, 0.01, "a")
    checked = spot_at(Lake.open(here), 1, SMALL, "c x x x", (*board, 3), buckets_of)
    assert pk.solve(**checked, iterations=20).exploitability < 1
    for line, cards, problem in (
        ("c", board, "line 'c' ends no street"),
        ("c q", board, "line 'c q' has 'q' after 'c': give x, "),
        ("c x", (*board, 3), "leads to the flop: the board has 4 cards, give 3"),
    ):
        with pytest.raises(UsageError, match=problem):
            spot_at(Lake.open(here), 1, SMALL, line, cards, buckets_of)


@pytest.mark.whole
def test_a_spot_of_limit_has_its_tree(here):
    limit = Asked("limit", (0, 1, 2, 3), SMALL.buckets)
    trained(here, limit, iterations=16)
    board = tuple(pk.parse_cards("QsJh2h8c3d").tolist())
    line = "r2 c x b1 c b2 c"
    spot = spot_at(
        Lake.open(here), 1, limit, line, board, lambda seen: hand_of_hole() * (not len(seen))
    )
    assert (spot["pot"], spot["stack"]) == (10.0, 20.0)
    found = pk.solve(**spot, iterations=20)
    assert list(found.at("b2 r4 r6 r8").actions) == ["f", "c"]


@pytest.fixture
def asked(here, monkeypatch):
    monkeypatch.setattr(asked_by_python, "Buckets", MadeUpBuckets)
    return here


def test_it_is_asked_in_python(asked):
    found = pk.blueprint("nolimit", stack=3, opens="a", reraises="-", iterations=16, lake=asked)
    assert len(found) == 1
    (row,) = found.to_arrow().to_pylist()
    assert row["buckets"] == "169/4/4/4"
    assert (row["run"], row["game"], row["stack"], row["iterations"]) == (1, "nolimit", 3, 16)
    assert "no exploitability" in found.summary()
    assert "Blueprint 1, no limit, 3 big blinds: the dealer, pot 1.5" in found.chart().svg()
    assert "all-in" not in (drawn := found.chart("r3").svg())
    assert "the big blind after r3, pot 4" in drawn
    with pytest.raises(UsageError, match="no decision before the flop after 'c r2'; there are 'c'"):
        found.chart("c r2")
    hands = rows_of(asked, "blueprint_strategies").to_pandas().set_index(["node", "action"])
    with pk.connect(asked) as connection:
        after = connection.sql("from blueprint_hands where line = 'c r3' order by hand, action")
        comes = after.fetchdf().groupby("hand").comes.first()
    limped = dict(zip(HANDS, hands.loc[1, "c"].sort_values("bucket").share / 100, strict=True))
    assert comes.to_dict() == pytest.approx(limped)


def made_up(self, walked, cards):
    """What a flop is worth, by numbers that its cards begin."""
    walked.append(cards)
    reach = self._played_reach
    rng = np.random.default_rng(cards)
    best = rng.normal(size=(1, *reach.shape), scale=1e3)
    later = rng.normal(size=(1, 3, *reach.shape[:2]), scale=1e6)
    later[:, 2, 1] = -later[:, 2, 0].sum() / later.shape[-1]  # what one wins the other loses
    return Worth(best, later)


@pytest.mark.parametrize("flops", [6, pytest.param(22_100, marks=pytest.mark.whole)])
def test_what_can_be_won_is_kept_in_the_lake(asked, monkeypatch, flops):
    """What flops are worth is made up here: tests/engine/blueprint holds it."""
    walked = []
    monkeypatch.setattr("pokerlake.engine.blueprint.Responses.walk", partialmethod(made_up, walked))
    pk.blueprint("nolimit", stack=3, opens="a", reraises="-", iterations=16, lake=asked)
    with (
        telling_of.told(telling_of.Telling(stop=lambda: len(walked) > 2)),
        pytest.raises(telling_of.StoppedError, match=r"stopped after 3 of \d+ flops"),
    ):
        pk.exploitability(flops=flops, threads=1, lake=asked)
    assert len(walked) == 3
    workers = Here() if flops == 6 else None
    with telling_of.told(telling_of.Telling(executor=workers)):
        found = pk.exploitability(flops=flops, lake=asked)
    assert workers is None or len(workers.tasks) == len(walked) - 3
    (row,) = found.to_arrow().to_pylist()
    assert (row["measure"], row["run"], row["flops"]) == (1, 1, flops)
    assert row["least"] <= row["most"]
    assert (row["most_error"] == 0) == (flops == 22_100)
    assert "exploitability within the declared bets" in found.summary()
    (stored,) = rows_of(asked, "blueprint_responses").to_pylist()
    gained = {by: found.by(by).to_arrow().to_pylist() for by in ("street", "line", "both")}
    for bound in ("least", "most"):
        for player, own in (("oop", -stored["value"]), ("ip", stored["value"])):
            for rows in gained.values():
                more = sum(row[bound] for row in rows if row["player"] == player)
                assert own + more == pytest.approx(stored[f"{player}_{bound}"], abs=1e-3)
    assert [row["street"] for row in gained["street"][:4]] == ["preflop", "flop", "turn", "river"]
    assert {row["line"] for row in gained["line"]} == {"preflop", "c x"}
    with pytest.raises(UsageError, match="by is 'suit'; there are: line, street, both"):
        found.by("suit")
    # What is there of flops is taken up: of a sample, not of all, which are removed.
    kept = asked / "wip" / "blueprint_responses"
    assert len(walked) == (1755 if flops == 22_100 else len(list(kept.glob("*/*.npy"))))
    if flops != 22_100:
        damaged = next(kept.glob("*/*.npy"))
        whole = damaged.read_bytes()
        damaged.write_bytes(whole[:100])
        with pytest.raises(LakeError, match=r"cannot be gone on with .*; remove it to walk"):
            pk.exploitability(1, flops=flops, lake=asked)
        damaged.write_bytes(whole)
        walked.clear()
        assert pk.exploitability(1, flops=flops, lake=asked)["measure"].tolist() == [2]
        assert walked == []
        one, two = rows_of(asked, "blueprint_responses").to_pylist()
        assert {**one, "measure": 2, "seconds": two["seconds"]} == two
        pk.exploitability(1, flops=flops + 2, lake=asked)
        assert 0 < len(walked) <= 2
    assert [one for one in verify(Lake.open(asked), ["blueprint_gains"]) if not one.ok] == []
    with duckdb.connect(config={"threads": 1}) as connection:
        names = ("blueprint_responses", "blueprint_gains", "blueprints", "blueprint_nodes")
        whole = {name: rows_of(asked, name) for name in names}
        for name, rows in whole.items():
            connection.from_arrow(rows).create_view(name)
        assert all(check.ok for check in responses(Lake.open(asked), connection))
        held = whole["blueprint_gains"]
        for column in held.column_names:
            for row in (0, len(held) // 2) if "error" not in column else ():
                connection.begin()
                connection.from_arrow(with_cell(held, column, row)).create_view("blueprint_gains")
                assert not all(check.ok for check in responses(Lake.open(asked), connection))
                connection.rollback()
    with pytest.raises(LakeError, match="no blueprint 3 in "):
        pk.exploitability(3, lake=asked)
    pk.blueprint("nolimit", stack=3, opens="a", iterations=16, replace=True, lake=asked)
    for name in ("blueprint_responses", "blueprint_gains"):
        assert len(rows_of(asked, name)) == 0  # they were of another one


@pytest.mark.parametrize(
    ("game", "more", "problem"),
    [
        ("holdem", {}, "no game 'holdem'; there are: limit, nolimit"),
        ("limit", {"stack": 20}, "stack is of nolimit: bets of limit are fixed"),
        ("limit", {"no_limps": True}, "no_limps is of nolimit"),
        ("nolimit", {"buckets": "169/200"}, "buckets is '169/200': give one entry for each street"),
        ("nolimit", {"buckets": "169/x/3/4"}, "buckets has 'x': give how many, or #3 for run 3"),
        ("nolimit", {"stack": 1}, "stack is 1: give more big blinds than are posted"),
        ("nolimit", {"small_blind": 1}, "small_blind is 1: give big blinds, below 1"),
        ("nolimit", {"opens": "1"}, "opens has '1x': a raise is more than 1x"),
        ("nolimit", {"opens": "q"}, "opens has 'q', which is no size"),
        ("nolimit", {"reraises": "3/q"}, "reraises has 'q', which is no size"),
        ("nolimit", {"bets": "0.5"}, "bets has '0.5', which is percent of the pot"),
        (
            "nolimit",
            {"stack": 200, "opens": "min", "reraises": "min", "bets": "10", "raises": "min"},
            "more than",
        ),
    ],
)  # fmt: skip
def test_what_is_no_blueprint_is_refused(asked, game, more, problem):
    with pytest.raises(UsageError, match=problem):
        pk.blueprint(game, **more, iterations=16, lake=asked)
