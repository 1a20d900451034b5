"""Jobs of the page: commands that solve into the lake, one after the other, and go on alone."""

import asyncio
import json

import pytest

from helpers.lakes import share
from pokerlake.tables.lake import Lake
from pokerlake.web.jobs import runs as running
from pokerlake.web.jobs.runs import Runs
from pokerlake.web.questions import answer_to

RIVER = {"oop": "AA,KQs", "ip": "KK", "board": "QsJh2h8c3d", "pot": 100, "stack": 200}
LARGE = RIVER | {"board": "QsJh2h", "oop": "random", "ip": "random"}


def words(lake, name="solve_job", jobs_gb=1.0, **asked):
    return answer_to(name, json.dumps(asked).encode(), lake, jobs_gb=jobs_gb)


def test_what_is_begun_and_what_is_refused(lake):
    found = json.loads(words(lake, **RIVER).body)["data"]
    assert found["title"] == "QsJh2h8c3d: pot 100, stack 200"
    assert (found["words"][0], found["words"][-1]) == ("solve", "--save")
    assert found["said"] == "it takes about 0.0 GB and 0 seconds of one core"
    several = json.loads(words(lake, "push_fold_job", players=5, stack="10").body)["data"]
    assert several["title"] == "push or fold of 5, stacks 10"
    assert several["words"][0] == "pushfold"
    assert several["page"] == "#/preflop?show=pushfold&run=1&stack=10&players=5"
    plan = json.loads(words(lake, "solve_plan", **RIVER, locks=["x: c=KK"]).body)["data"]
    assert plan["not_as_job"] == "the lake keeps no spots in which players keep to something"
    assert "jobs have 0.001 GB" in words(lake, jobs_gb=0.001, **LARGE).problem
    for name, asked in (("solve_job", RIVER), ("push_fold_job", {"players": 5})):
        assert "'pokerlake serve --jobs 4'" in words(lake, name, jobs_gb=0, **asked).problem


@pytest.mark.whole
def test_one_runs_after_the_other_and_says_how_it_ended(whole_lake, tmp_path, monkeypatch):
    there = tmp_path / "lake"
    share(whole_lake, there)
    before = Lake.open(there).entry("solved_spots").rows
    monkeypatch.setattr(running, "RUNS_WAITING", 4)
    answers = (words(there, jobs_gb=100, **asked).body for asked in (RIVER, LARGE))
    first, large = (json.loads(body)["data"]["words"] for body in answers)

    async def follow():
        jobs = Runs(there)
        told = (first, ["solve", "--spot", "x"], large)
        numbers = [jobs.begin("one", each, "#/solutions") for each in told]
        numbers += [jobs.begin("more", first) for _ in range(2)]
        assert numbers == [1, 2, 3, 4, None]
        assert [job["state"] for job in jobs.told()] == ["waits"] * 4
        assert jobs.stop(4)
        assert not jobs.stop(9)

        async def state_of(number, state):
            async with asyncio.timeout(180):
                while (found := jobs.told()[-number])["state"] != state:
                    await asyncio.sleep(0.05)
            return found

        done = await state_of(1, "done")
        assert done["seconds"] > 0
        assert done["page"] == f"#/solutions?spot={before + 1}"  # spots have numbers from 1 on
        assert "spot" in (await state_of(2, "failed"))["said"]
        await state_of(3, "runs")
        assert jobs.stop(3)
        await state_of(3, "stopped")
        await state_of(4, "stopped")
        jobs.begin("last", large)
        await state_of(5, "runs")
        jobs.close()
        await jobs._working

    asyncio.run(follow())
    assert Lake.open(there).entry("solved_spots").rows == before + 1
