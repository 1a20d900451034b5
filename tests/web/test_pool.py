"""The processes that answer: what goes wrong in one, or with who asks, is no matter for others."""

import asyncio
import os
import signal
import time
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import orjson
import pytest

from pokerlake.tables.errors import PokerlakeError
from pokerlake.web import Settings
from pokerlake.web.jobs import pool, process
from pokerlake.web.jobs import pool as making
from pokerlake.web.jobs.frames import Job
from pokerlake.web.jobs.pool import BusyError, Making, MakingError, Pool


@pytest.fixture(autouse=True)
def odd(monkeypatch):
    """Processes answer the questions of ``helpers/odd_worker.py``."""
    monkeypatch.setattr(process, "_WORKER", "helpers.odd_worker")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))


@asynccontextmanager
async def begun(tmp_path, workers=1):
    found = Pool(Settings(tmp_path, workers))
    await found.start()
    try:
        yield found
    finally:
        found.close()


HANGS = 120.0  # seconds: what comes, comes long before


def job(name, n=0.0, seconds=HANGS, at_once=0, is_long=False):
    return Job(name, orjson.dumps({"n": n}), seconds, at_once=at_once, is_long=is_long)


async def last(found, asked):
    """The status and the JSON of the last reply."""
    async with aclosing(found.ask(asked)) as replies:
        told = [reply async for reply in replies]
    return told[-1].status, orjson.loads(told[-1].body)


async def worker_of(found):
    status, answer = await last(found, job("echo"))
    assert status == 200
    return answer["data"]["pid"]


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def soon(wanted):
    """The result of something that comes true in a moment."""
    until = time.monotonic() + HANGS
    while not (found := wanted()):
        assert time.monotonic() < until
        await asyncio.sleep(0.01)
    return found


def test_a_job_that_takes_too_long_ends_with_its_process(tmp_path):
    async def story():
        async with begun(tmp_path, 2) as found:
            long = asyncio.create_task(last(found, job("deaf", 600, seconds=600)))
            await soon(lambda: len(found._idle) == 1)
            others = [await last(found, job("echo", n)) for n in range(20)]
            assert not long.done()
            assert [answer["data"]["n"] for _, answer in others] == list(range(20))
            long.cancel()
            await soon(lambda: len(found._idle) == 2)
            status, answer = await last(found, job("deaf", 600, seconds=0.2))
            assert status == 504
            assert answer["problem"].startswith("that takes more than 0.2 seconds here")
            await soon(lambda: len(found._idle) == 2)  # another has taken its place
            pids = {await worker_of(found), await worker_of(found)}
            assert len(pids) == 1  # the one that was free last

    asyncio.run(story())


def test_a_job_that_hears_stops_and_its_process_goes_on(tmp_path):
    async def story():
        async with begun(tmp_path) as found:
            pid = await worker_of(found)
            assert (await last(found, job("hears", seconds=0.1)))[0] == 504
            assert await worker_of(found) == pid

            asking = asyncio.create_task(last(found, job("hears", seconds=600)))
            await soon(lambda: not found._idle)
            asking.cancel()  # nobody waits any more
            assert await worker_of(found) == pid

    asyncio.run(story())


def test_a_deaf_job_that_nobody_waits_for_ends_with_its_process(tmp_path):
    async def story():
        async with begun(tmp_path) as found:
            pid = await worker_of(found)
            asking = asyncio.create_task(last(found, job("deaf", 600)))
            await soon(lambda: not found._idle)
            asking.cancel()
            assert await worker_of(found) != pid
            assert not is_running(pid)

    asyncio.run(story())


def test_who_waits_and_goes_takes_no_process(tmp_path):
    async def story():
        async with begun(tmp_path) as found:
            first = asyncio.create_task(last(found, job("deaf", 0.2)))
            await asyncio.sleep(0.01)
            others = [asyncio.create_task(last(found, job("echo", n))) for n in range(8)]
            await asyncio.sleep(0.01)
            for other in others[::2]:
                other.cancel()
            assert (await first)[0] == 200
            answers = await asyncio.gather(*others[1::2])
            assert [answer["data"]["n"] for _, answer in answers] == [1, 3, 5, 7]
            assert len(found._idle) == 1
            assert found._running["echo"] == 0

    asyncio.run(story())


def test_too_many_wait_and_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "WAITING", 2)
    monkeypatch.setattr(pool, "WAIT_SECONDS", 0.1)

    async def story():
        async with begun(tmp_path) as found:
            first = asyncio.create_task(last(found, job("deaf", 600, seconds=600)))
            await soon(lambda: not found._idle)
            waiting = [asyncio.create_task(last(found, job("echo"))) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(BusyError, match="busy; ask again"):
                await last(found, job("echo"))
            for each in waiting:
                with pytest.raises(BusyError):
                    await each
            assert not first.done()
            first.cancel()
            await soon(lambda: found._idle)
            assert (await last(found, job("echo")))[0] == 200

    asyncio.run(story())


def test_questions_of_which_few_run_at_once_do_not_hold_up_others(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "WAITING", 2)

    async def story():
        async with begun(tmp_path, 2) as found:
            few = [asyncio.create_task(last(found, job("deaf", 0.2, at_once=1))) for _ in range(3)]
            await asyncio.sleep(0.02)
            assert found._running["deaf"] == 1
            assert (await last(found, job("echo")))[0] == 200  # by the process that is idle
            begin = time.monotonic()
            assert [(await each)[0] for each in few] == [200, 200, 200]
            assert time.monotonic() - begin > 0.4  # one after the other

    asyncio.run(story())


def test_a_job_that_is_stopped_counts_until_another_process_is_ready(tmp_path):
    async def story():
        async with begun(tmp_path, 2) as found:
            pids = {process._popen.pid for process in found._all}
            deaf = asyncio.create_task(last(found, job("deaf", 60, seconds=0.1, at_once=1)))
            assert (await deaf)[0] == 504
            assert (len(found._idle), found._running["deaf"]) == (1, 1)
            assert (await last(found, job("deaf", at_once=1)))[0] == 200
            assert (len(found._idle), found._running["deaf"]) == (2, 0)
            assert len(pids & {process._popen.pid for process in found._all}) == 1

    asyncio.run(story())


def test_what_takes_a_moment_and_hears_nothing_is_waited_for(tmp_path, monkeypatch):
    """As exact equity, of which one after the other is out of date while a range is dragged."""
    monkeypatch.setattr(process, "GRACE_SECONDS", HANGS)

    async def story():
        async with begun(tmp_path) as found:
            pid = await worker_of(found)
            asking = asyncio.create_task(last(found, job("deaf", 0.4)))
            await soon(lambda: not found._idle)
            asking.cancel()
            assert await worker_of(found) == pid

    asyncio.run(story())


@pytest.mark.parametrize("workers", [1, 2])
def test_long_jobs_leave_a_process_to_others(tmp_path, workers):
    """Whatever they ask; where there is one process, it answers them too."""

    async def story():
        async with begun(tmp_path, workers) as found:
            seconds = 0.3 if workers == 1 else 600
            asked = [job("hears", seconds=seconds, is_long=True), job("deaf", 0.1, is_long=True)]
            long = [asyncio.create_task(last(found, each)) for each in asked]
            if workers == 2:
                await soon(lambda: found._long)
                assert (found._long, len(found._idle)) == (1, 1)
            assert (await last(found, job("echo")))[0] == 200
            if workers == 1:
                assert (await long[0])[0] == 504
            else:
                assert not long[0].done()
                long[0].cancel()
            assert (await long[1])[0] == 200
            await soon(lambda: found._long == 0)

    asyncio.run(story())


def test_a_process_that_ends_gets_a_line_and_a_successor(tmp_path):
    async def story():
        async with begun(tmp_path) as found:
            status, answer = await last(found, job("dies"))
            assert status == 500
            assert answer["problem"].startswith("the process that computed this was ended")

            pid = await worker_of(found)
            asking = asyncio.create_task(last(found, job("deaf", 600)))
            await soon(lambda: not found._idle)
            os.kill(pid, signal.SIGKILL)
            assert (await asking)[0] == 500

            pid = await worker_of(found)
            os.kill(pid, signal.SIGKILL)  # while it is idle
            await soon(lambda: not found._idle)
            assert await worker_of(found) != pid

    asyncio.run(story())


def test_memory_is_limited_and_given_back(tmp_path):
    async def story():
        async with begun(tmp_path) as found:
            pid = await worker_of(found)
            status, answer = await last(found, job("grows", 3000))
            assert status == 422
            assert answer["problem"].startswith("that takes more memory than a question may")
            assert await worker_of(found) == pid
            assert (await last(found, job("grows", 100)))[0] == 200
            assert await worker_of(found) != pid  # it kept too much, and was replaced

            status, answer = await last(found, job("huge", 64))
            assert status == 422
            assert answer["problem"] == "the answer has more than 63 MB; ask for less"

    asyncio.run(story())


def test_a_fault_is_a_line_without_its_reason(tmp_path, capfd):
    async def story():
        async with begun(tmp_path) as found:
            pid = await worker_of(found)
            status, answer = await last(found, job("fails"))
            assert status == 500
            assert "secret" not in answer["problem"]
            assert await worker_of(found) == pid

    asyncio.run(story())
    assert "RuntimeError: a secret" in capfd.readouterr().err


def test_of_answers_so_far_one_is_kept_for_who_reads_slowly(tmp_path):
    async def story():
        async with begun(tmp_path) as found:
            told = []
            async with aclosing(found.ask(job("tells", 5000))) as replies:
                async for reply in replies:
                    told.append((reply.status, orjson.loads(reply.body)["data"]["n"]))
                    await asyncio.sleep(0.2)
            assert told[0][0] == 102
            assert told[-1] == (200, -1)
            assert told[:-1] == sorted(told[:-1])
            assert len(told) < 20

    asyncio.run(story())


def test_a_process_is_free_as_soon_as_it_has_answered(tmp_path):
    async def story():
        async with begun(tmp_path) as found, aclosing(found.ask(job("echo"))) as replies:
            async for reply in replies:
                assert reply.is_last
                assert (await last(found, job("echo")))[0] == 200  # which the first reads still

    asyncio.run(story())


def test_closing_ends_processes_and_who_waits(tmp_path):
    async def story():
        async with begun(tmp_path) as found:
            pid = await worker_of(found)
            asking = [asyncio.create_task(last(found, job("deaf", 600))) for _ in range(2)]
            await soon(lambda: not found._idle)
        assert not is_running(pid)
        assert (await asking[0])[0] == 500
        with pytest.raises(BusyError):
            await asking[1]
        await soon(lambda: not found._tasks)

    asyncio.run(story())


def test_processes_that_do_not_begin(tmp_path, monkeypatch, capfd):
    async def story():
        async with begun(tmp_path) as found:
            monkeypatch.setattr(process, "_WORKER", "helpers.no_worker")
            monkeypatch.setattr(pool, "_PAUSE", 0.05)
            await last(found, job("dies"))
            await asyncio.sleep(0.3)  # tries of which each fails
            monkeypatch.setattr(process, "_WORKER", "helpers.odd_worker")
            assert (await last(found, job("echo")))[0] == 200
            monkeypatch.setattr(process, "_WORKER", "helpers.no_worker")
        with pytest.raises(PokerlakeError, match="ended before it was ready"):
            async with begun(tmp_path):
                pass

    asyncio.run(story())
    assert "No module named helpers.no_worker" in capfd.readouterr().err


def test_what_runs_one_at_a_time_is_at_home_in_one_process(tmp_path):
    """Which other jobs leave free as long as there are others, and whose place another takes."""

    async def story():
        async with begun(tmp_path, 3) as found:
            (home,) = (process for process in found._all if process.is_home)
            pids = set()
            for _ in range(4):
                status, answer = await last(found, job("echo", at_once=1))
                assert status == 200
                pids.add(answer["data"]["pid"])
                assert await worker_of(found) not in pids
            assert pids == {home._popen.pid}
            long = [asyncio.create_task(last(found, job("deaf", 0.3))) for _ in range(2)]
            await asyncio.sleep(0.05)
            assert found._idle == [home]
            assert await worker_of(found) in pids  # all others are at work
            await asyncio.gather(*long)
            home.kill()
            await soon(lambda: len(found._idle) == 3 and home not in found._all)
            assert sum(process.is_home for process in found._all) == 1

    asyncio.run(story())


def test_before_a_process_is_ready_all_wait(tmp_path):
    async def story():
        found = Pool(Settings(tmp_path, 1))
        with pytest.raises(MakingError, match=r"^pokerlake is starting"):
            await last(found, job("echo"))
        assert found.making.startswith("pokerlake is starting")
        await found.start()
        assert found.making == ""
        assert (await last(found, job("echo")))[0] == 200
        found.close()

    asyncio.run(story())


def test_what_needs_kernels_waits_while_they_are_compiled(tmp_path):
    """Others are answered meanwhile, and all of them once that is over."""

    async def story():
        told = []
        found = Pool(Settings(tmp_path, 1), told.append)
        await found.start()
        found._making = Making(told.append)
        with pytest.raises(MakingError, match=r"^pokerlake compiles its kernels for this machine"):
            await last(found, job("compiles"))
        assert (await last(found, job("echo")))[0] == 200
        found._making = None
        assert (await last(found, job("compiles")))[0] == 200
        found.close()

    asyncio.run(story())


def test_kernels_are_compiled_by_a_process_that_says_how_far_it_is(monkeypatch):
    monkeypatch.setattr(making, "PARTS", ("deal", "push or fold"))
    told = []
    making.Making(told.append).run()
    first, second = (f"compiling kernels: {n} of 3 parts, now" for n in range(2))
    assert told[:2] == [f"{first} deal", f"{second} push or fold"]
    assert told[3].startswith("compiling kernels: 3 of 3 parts")
