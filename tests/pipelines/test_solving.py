"""Spots solved into the lake: what is kept, what is known again, and what is read from it."""

import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from functools import partial

import numpy as np
import pytest

from helpers.command_line import with_tests
from helpers.executors import Here
from helpers.lakes import without_views
from helpers.spots import five_rivers, spot
from helpers.stores import new_place
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.solving import solve
from pokerlake.engine.solving.tree import Prizes
from pokerlake.pipelines import growing
from pokerlake.pipelines.solving import finished, solved
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.copied import copy_spots
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.pipelines.solving.stored import stored_spot
from pokerlake.tables.errors import ClusterError, LakeError, OutputError, UsageError
from pokerlake.tables.lake import Lake

RIVER = ("QsJh2h8c3d", "QQ+,AK,KTs,T9s", "JJ-88,AQ,KQs,J9s")
TURN = ("QsJh2h8c", "QQ,AK,T9s", "JJ,88,KQs,J9s")
FLOP = ("7s7h7d", "QQ,AKs", "AA,KQs")  # few boards: three suits are the same
SMALL = {"pot": 60, "stack": 100, "bets": "50", "raises": "a"}
TABLE = Prizes((50, 30, 20), (100, 160.5), (80,), (0, 2.5))


@pytest.fixture(scope="module", autouse=True)
def _no_database():
    """``lake.duckdb`` is not what these tests are about."""
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        yield


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A lake with a river, a turn, a flop, and the river of a table that plays for prizes."""
    path = tmp_path_factory.mktemp("solved") / "lake"
    asked = [
        Asked(spot(*RIVER, **SMALL), "a river"),
        Asked(spot(*TURN, **SMALL, rake=0.05)),
        Asked(spot(*FLOP, **SMALL, donks="33"), kept="x x, b30 c"),
        Asked(spot(*RIVER, **SMALL, prizes=TABLE), "a table"),
    ]
    rows = solve_into(path, asked, workers=1)
    assert [row["spot"] for row in rows] == [1, 2, 3, 4]
    return Lake.open(path)


def rows_of(there, name):
    return growing.stored_rows(there, name).to_pylist()


def test_rows_say_what_was_solved(there):
    river, turn, flop, table = rows_of(there, "solved_spots")
    found = solve(spot(*RIVER, **SMALL, prizes=TABLE))
    assert (table["prizes"], table["behind"], table["others"], table["bounties"]) == (
        "50,30,20", "100,160.5", "80", "0,2.5",
    )  # fmt: skip
    gains = table["gain_oop"], table["gain_ip"]
    assert gains == tuple(100 * gain / found.pot for gain in found.gains)
    assert (table["pot_worth"], table["value_oop"]) == (found.pot, found.values[0])
    assert (river["pot_worth"], river["prizes"]) == (60, None)
    found = solve(spot(*RIVER, **SMALL))
    assert river["exploitability"] == 100 * found.exploitability / 60
    assert (river["value_oop"], river["value_ip"]) == found.values
    assert (river["name"], river["oop"], river["kept"]) == (
        "a river", "KK+,AKs,KTs,T9s,AKo,QhQd,QhQc,QdQc", "all",
    )  # fmt: skip
    assert (turn["street"], turn["rake"], turn["donks"], turn["kept"]) == (
        "turn", 0.05, None, "all",
    )  # fmt: skip
    assert (flop["donks"], flop["kept"]) == ("33", "x x,b30 c")
    lines = [(row["line"], row["actions"]) for row in rows_of(there, "solved_nodes")
             if row["spot"] == 3]  # fmt: skip
    assert lines == [
        ("", "x,b30"), ("b30", "f,c,r100"), ("b30 c", "x,b60"), ("b30 r100", "f,c"),
        ("x", "x,b30"), ("x b30", "f,c,r100"), ("x b30 r100", "f,c"), ("x x", "x,b30"),
    ]  # fmt: skip


@pytest.mark.parametrize("number", [1, 2, 4])
def test_whole_trees_are_read_as_they_were_solved(there, number):
    """All decisions on all boards, also those that suits make the same."""
    stored = stored_spot(there, number)
    found = solve(stored.spot)
    for dealt in [(), *(((card,) for card in range(52)) if number == 2 else ())]:
        if set(dealt) & set(stored.spot.board):
            continue
        for one in found.decisions(dealt):
            kept = stored.at(one.line, dealt)
            assert kept.solution is None
            two = kept.decision
            order = np.argsort(one.holes)
            again = np.argsort(two.holes)
            assert (one.holes[order] == two.holes[again]).all()
            assert (one.actions, one.player, one.pot) == (two.actions, two.player, two.pot)
            np.testing.assert_allclose([one.at_stake, one.gain], [two.at_stake, two.gain])
            for name, close in (("shares", 1.01e-4), ("values", 6e-5 * 60), ("equities", 5.1e-5)):
                np.testing.assert_allclose(
                    getattr(one, name)[order], getattr(two, name)[again], rtol=0, atol=close
                )
            np.testing.assert_allclose(one.reach[order], two.reach[again], rtol=1e-6)
            weight = one.reach * one.met
            np.testing.assert_allclose(
                weight[order], (two.reach * two.met)[again], rtol=1e-5, atol=1e-9
            )


def test_later_streets_of_a_flop_are_kept_or_solved(there):
    stored = stored_spot(there, 3)
    card = int(parse_hand("8c")[0])
    kept = stored.at("b30 c", [card])
    assert kept.solution is None
    assert kept.decision.actions == ["x", "b60"]
    solved_now = stored.at("b30 c x", [card], solver=partial(solve, to=0.001))
    spot_there = solved_now.solution.spot
    assert (spot_there.pot, spot_there.stack, spot_there.board) == (
        120,
        70,
        (*stored.spot.board, card),
    )
    assert solved_now.decision.line == "b30 c x"
    # Its ranges are what comes there, and so is what is kept of the first decision.
    again = solve(spot_there, to=0.001).at()
    order = np.argsort(again.holes)
    there_too = np.argsort(kept.decision.holes)
    reach = again.reach[order]
    assert reach == pytest.approx(kept.decision.reach[there_too][np.isin(
        kept.decision.holes[there_too], again.holes)], abs=2e-4)  # fmt: skip
    # After a bet in position who is out of position leads by donks.
    led = stored.at("x b30 c", [card])
    assert led.decision.actions == ["x", "b40"]
    river = stored.at("x b30 c x x", [card, int(parse_hand("3d")[0])])
    assert river.solution.spot.street == 1


@pytest.mark.parametrize(
    ("line", "cards", "problem"),
    [
        ("x b30 c", "", "'x b30 c' comes after 1 card dealt later; cards has 0"),
        ("b30 f", "", "nobody decides after 'b30 f': the hand is over"),
        ("b31", "", "line 'b31' has 'b31': there is x, b30"),
        ("b30 c", "7s", "card 7s is on the board 7s7h7d already"),
    ],
)
def test_what_cannot_be_looked_up(there, line, cards, problem):
    with pytest.raises(UsageError, match=problem):
        stored_spot(there, 3).at(line, [int(card) for card in parse_hand(cards)])


def test_a_number_that_is_none(there):
    with pytest.raises(UsageError, match="no solved spot 5; the lake has spots 1 to 4"):
        stored_spot(there, 5)


def test_what_is_solved_is_known_again(tmp_path):
    lake = tmp_path / "lake"
    river = Asked(spot(*RIVER, **SMALL))
    same = Asked(spot("8c3dQsJh2h", *RIVER[1:], **SMALL))
    assert [row["spot"] for row in solve_into(lake, [river, same])] == [1, 1]
    assert solve_into(lake, [same], to=0.01)[0]["spot"] == 1
    better = solve_into(lake, [same], to=0.001)[0]
    assert (better["spot"], better["exploitability"] <= 0.1) == (2, True)
    assert solve_into(lake, [river], to=0.001)[0]["spot"] == 2
    turn = Asked(spot(*TURN, **SMALL), kept="street")
    assert solve_into(lake, [turn])[0]["spot"] == 3
    assert solve_into(lake, [Asked(turn.spot)])[0]["spot"] == 4  # with its rivers
    assert solve_into(lake, [turn])[0]["spot"] in (3, 4)
    assert solve_into(lake, [river], anew=True)[0]["spot"] == 1
    assert Lake.open(lake).entry("solved_spots").rows == 1


def test_a_spot_that_is_there_twice_keeps_what_both_keep(tmp_path):
    turn = spot(*TURN, **SMALL)
    rows = solve_into(tmp_path / "lake", [Asked(turn), Asked(turn, kept="street")])
    assert [(row["spot"], row["kept"]) for row in rows] == [(1, "all"), (1, "all")]
    flop = Asked(spot(*FLOP, **SMALL))
    assert flop.keeping_also(Asked(flop.spot, kept="x x")).kept == "x x"
    assert flop.keeping_also(flop).kept == "street"


def test_what_another_command_has_added_meanwhile_is_not_added_again(tmp_path):
    river = [Asked(spot(*RIVER, **SMALL))]
    rows = solve_into(
        tmp_path, river, workers=1,
        listener=lambda share, _: share == 1.0 and solve_into(tmp_path, river, workers=1),
    )  # fmt: skip
    assert rows[0]["spot"] == 1
    assert Lake.open(tmp_path).entry("solved_spots").rows == 1


def test_spots_of_another_lake_are_copied_whole(there, tmp_path):
    lake, other = tmp_path / "lake", tmp_path / "other"
    solve_into(lake, [Asked(spot(*RIVER, **SMALL), "known")], workers=1)
    rows, new = copy_spots(there.path, lake)
    assert ([row["spot"] for row in rows], rows[0]["name"], new) == ([1, 2, 3, 4], "known", 3)
    for name in ("solved_nodes", "solved_strategies"):
        assert rows_of(Lake.open(lake), name) == rows_of(there, name)
    before = Lake.open(lake).manifest
    assert copy_spots(there.path, lake)[1] == 0
    assert copy_spots(there.path, other, name="a river") == ([rows_of(there, "solved_spots")[0]], 1)
    assert Lake.open(lake).manifest == before
    assert copy_spots(other, lake, anew=True)[1] == Lake.open(lake).entry("solved_spots").rows == 1


@pytest.mark.parametrize(
    ("name", "file", "problem"),
    [
        (None, "solved_strategies", "has other bytes than it was written with"),
        (None, "solved_spots", "has other bytes than it was written with"),
        (None, None, "spot 1 of .*, QsJh2h8c3d, is spot 1 of .* with another solution: 30 iterat"),
        ("a rivver", None, "no spot 'a rivver' in .*; did you mean 'a river'"),
    ],
)
def test_what_cannot_be_copied_changes_nothing(there, tmp_path, name, file, problem):
    other, lake = tmp_path / "other", tmp_path / "lake"
    shutil.copytree(there.path, other)
    if file is not None:
        path = Lake.open(other).files(file)[0]
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    solve_into(lake, [Asked(spot(*RIVER, **SMALL))], to=0.05, workers=1)
    before = Lake.open(lake).manifest
    with pytest.raises((LakeError, UsageError), match=problem) as told:
        copy_spots(other, lake, name=name)
    assert "\n" not in str(told.value)
    assert (Lake.open(lake).manifest, (lake / "wip").exists()) == (before, False)


def test_what_is_stopped_goes_on(tmp_path):
    lake = tmp_path / "lake"
    boards = ("QsJh2h8c3d", "QsJh2h8c4d", "QsJh2h8c5d")
    asked = [Asked(spot(board, *RIVER[1:], **SMALL)) for board in boards]
    stop = threading.Event()

    def listener(_, words):
        if words == "1 of 3 spots":
            stop.set()

    done = solve_into(lake, asked, workers=1, listener=listener, stop=stop.is_set)
    assert [row and row["spot"] for row in done] == [1, None, None]
    shares = []
    done = solve_into(lake, asked, workers=1, listener=lambda share, _: shares.append(share))
    assert [row["spot"] for row in done] == [1, 2, 3]
    assert shares == sorted(shares)
    assert (shares[0] < 0.5, shares[-1]) == (True, 1.0)


@pytest.mark.parametrize(
    ("kept", "problem"),
    [("x b31", "line 'x b31' has 'b31'"), ("b30 f", "kept has 'b30 f': nobody decides there")],
)
def test_lines_that_cannot_be_kept(kept, problem):
    with pytest.raises(ValueError, match=problem):
        Asked(spot(*FLOP, **SMALL), kept=kept)


# ---------------------------------------------------------------- spots that are finished


TABLES = ("solved_nodes", "solved_strategies")  # and solved_spots, which has seconds


@pytest.fixture
def each_a_task(monkeypatch):
    monkeypatch.setattr(solved, "_TASK", 1)


@pytest.fixture(scope="module")
def at_once(tmp_path_factory):
    """The lake of a command that nobody kills."""
    lake = tmp_path_factory.mktemp("at_once")
    solve_into(lake, five_rivers(), workers=1)
    return lake


def is_as(lake, other):
    """Whether both have the same bytes, and the same rows where seconds are."""
    one, two = Lake.open(lake), Lake.open(other)
    rows = [
        growing.stored_rows(each, "solved_spots").drop_columns(["seconds"]) for each in (one, two)
    ]
    files = [
        [path.read_bytes() for name in TABLES for path in each.files(name)] for each in (one, two)
    ]
    return rows[0].equals(rows[1]) and files[0] == files[1] and not (lake / "wip").exists()


CLIENT = """
import sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from helpers.spots import five_rivers
from pokerlake.pipelines.solving import solved
from pokerlake.pipelines.solving.solved import solve_into
solved._TASK, solve = 1, solved.solve
solved.solve = lambda one, **how: time.sleep(600) if one.board == late else solve(one, **how)
late = five_rivers()[0].spot.board
solve_into(Path(sys.argv[1]), five_rivers(), executor=ThreadPoolExecutor(2))
"""


@pytest.mark.whole
def test_a_client_that_is_killed_while_a_late_spot_holds_back_the_others(
    tmp_path, at_once, each_a_task
):
    lake = tmp_path / "lake"
    command = [sys.executable, "-c", CLIENT, lake]
    with subprocess.Popen(command, env=with_tests()) as client:
        deadline = time.monotonic() + 60
        while len(kept := sorted(lake.glob("wip/solve_*/*.arrow"))) < 4:
            assert time.monotonic() < deadline
            assert client.poll() is None
            time.sleep(0.02)
        client.kill()
    assert not (lake / "manifest.json").exists()
    content = bytearray(kept[2].read_bytes())
    content[len(content) // 2] ^= 1
    kept[2].write_bytes(content)
    here = Here()
    assert [row["spot"] for row in solve_into(lake, five_rivers(), executor=here)] == [
        1, 2, 3, 4, 5,
    ]  # fmt: skip
    assert len(here.tasks) == 2  # the late one and the one that was damaged
    assert is_as(lake, at_once)


class Losing(Here):
    """Loses its cluster with the first task, when the others have come."""

    def submit(self, fn, /, *args):
        if self.tasks:
            return super().submit(fn, *args)
        self.tasks.append(args[0])
        future = Future()
        future.set_exception(ClusterError("the scheduler is lost"))
        return future


def begun(lake):
    with pytest.raises(ClusterError):
        solve_into(lake, five_rivers(), executor=Losing())
    return sorted(lake.glob("wip/solve_*/*.arrow"))


def test_in_a_store(at_once, each_a_task):
    lake, here = new_place("memory"), Here()
    with pytest.raises(ClusterError):
        solve_into(lake, five_rivers(), executor=Losing())
    solve_into(lake, five_rivers(), executor=here)
    assert len(here.tasks) == 1
    assert is_as(lake, at_once)


def test_what_other_code_or_another_command_has_solved_is_not_taken(
    tmp_path, monkeypatch, each_a_task
):
    assert len(begun(tmp_path)) == 4
    others = Here()
    solve_into(tmp_path, five_rivers()[:1], to=0.01, executor=others)
    monkeypatch.setattr(finished, "code_digest", lambda _: "other code")
    solve_into(tmp_path, five_rivers(), executor=others)
    assert len(others.tasks) == 1 + 5
    assert not (tmp_path / "wip").exists()


def test_what_is_kept_cannot_be_written_or_has_gone(tmp_path, monkeypatch, each_a_task):
    max(begun(tmp_path), key=lambda path: path.stat().st_mtime_ns).unlink()

    class Removing(Here):
        """Another command of the same spots ends when the last task is given."""

        def submit(self, fn, /, *args):
            if args[0].asked[0].name == "7d":
                for path in tmp_path.glob("wip/solve_*/*.arrow"):
                    path.unlink()
            return super().submit(fn, *args)

    with pytest.raises(LakeError, match=r"arrow is gone: another command solves the same spots"):
        solve_into(tmp_path, five_rivers(), executor=Removing())

    def full(path):
        raise OutputError(f"no space left on the disk of {path}")

    monkeypatch.setattr(finished, "whole_file", full)
    with pytest.raises(OutputError, match="no space left on the disk of "):
        solve_into(tmp_path, five_rivers(), executor=Here())


def test_of_two_commands_at_once_the_second_is_told(tmp_path, each_a_task):
    class Another(Here):
        """Another command begins to solve the same spots before the first of them is solved."""

        def submit(self, fn, /, *args):
            with pytest.raises(LakeError, match=r"^another command writes to .*wip/solve_"):
                solve_into(tmp_path, five_rivers(), executor=Here())
            assert list(tmp_path.glob("wip/solve_*"))
            return super().submit(fn, *args)

    assert all(solve_into(tmp_path, five_rivers(), executor=Another()))
    assert not (tmp_path / "wip").exists()
