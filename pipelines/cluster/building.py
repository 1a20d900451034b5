"""The parts of a table, computed here, by threads, or by the workers of a cluster."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import contextmanager
from pathlib import Path

from pokerlake.tables.errors import ClusterError, LakeError, PokerlakeError

from ..build import Build
from ..parts import finished_part, named_part, named_parts, partition, work_folder
from .account import Account, Made
from .on_worker import worker_name
from .tasks import ClusterExecutor

_LISTED = 5
_SECONDS_TO_SEE = 60.0  # a file that another machine wrote; file systems remember for so long


def compute_parts(
    lake: Path, build: Build, numbers: Sequence[int], pool: Executor | None, account: Account
) -> None:
    """Compute parts into the work folder of a table.

    On a cluster, a part that fails leaves the others alone. Elsewhere it ends the build at once.

    ``numbers``: the parts, which are not finished; ``pool``: what computes them; None for this
    thread. Raises LakeError or ClusterError.
    """
    if pool is None:
        account.count_running = lambda: (1, 1)
        for number in numbers:
            with _told(account, number):
                made = make(lake, build, number)
            account.part_done(number, made)
        return
    on_cluster = isinstance(pool, ClusterExecutor)
    # A worker has another folder that it works in.
    work = functools.partial(make_once if on_cluster else make, lake.absolute(), build)
    futures = {pool.submit(work, number): number for number in numbers}
    account.count_running = pool.counts if isinstance(pool, ClusterExecutor) else _of(futures)
    if on_cluster:
        account.write()  # who computes is known now
    made_here: set[str] = set()
    failed: dict[int, Exception] = {}
    for future in as_completed(futures):
        number = futures[future]
        try:
            with _told(account, number):
                made = future.result()
        except ClusterError:
            raise
        except Exception as error:
            if not on_cluster:
                raise
            failed[number] = error
        else:
            made_here.add(made.file)
            account.part_done(number, made)
    if failed:
        raise _some_failed(build, failed)
    if on_cluster:
        _wait_to_see(lake, build, made_here)


def make(lake: Path, build: Build, number: int) -> Made:
    """Compute a part into the work folder of its table."""
    return _made(partition(lake, build, number))


def make_once(lake: Path, build: Build, number: int) -> Made:
    """As :func:`make`, but if it is finished already it is left as it is.

    So it is where a worker was lost after its last part and before it told, or where an earlier
    client's worker was still at work.
    """
    found = finished_part(lake, build, number)
    return _made(found.path) if found else make(lake, build, number)


def _made(path: Path) -> Made:
    part = named_part(path)
    assert part is not None
    return Made(path.name, path.stat().st_size, part.seconds, worker_name())


@contextmanager
def _told(account: Account, number: int) -> Iterator[None]:
    """What goes wrong with a part is told; but that the scheduler is lost is no fault of a part."""
    try:
        yield
    except ClusterError:
        raise
    except BaseException as error:
        account.part_failed(number, error)
        raise


def _of(futures: Collection[Future[Made]]) -> Callable[[], tuple[int, int]]:
    """The threads at work, and the parts that they compute."""

    def count() -> tuple[int, int]:
        running = sum(future.running() for future in list(futures))
        return running, running

    return count


def _some_failed(build: Build, failed: Mapping[int, Exception]) -> LakeError:
    """What is said of parts that failed on workers; the rest is finished."""
    numbers = sorted(failed)
    first = failed[numbers[0]]
    why = str(first) if isinstance(first, PokerlakeError) else f"{type(first).__name__}: {first}"
    listed = ", ".join(map(str, numbers[:_LISTED])) + (", ..." if len(numbers) > _LISTED else "")
    which = f"part {listed} of {build.partitions} failed"
    if len(numbers) > 1:
        which = f"{len(numbers)} of {build.partitions} parts failed ({listed}), the first"
    error = LakeError(
        f"{build.table.name}: {which} twice: {why}; the others are kept: 'pokerlake build' goes on "
        "with them"
    )
    error.__cause__ = first
    return error


def _wait_to_see(lake: Path, build: Build, files: Collection[str]) -> None:
    """Wait until parts are here that other machines have written, as over a network they may take.

    Raises ClusterError if one is not seen for a minute.
    """
    until = time.monotonic() + _SECONDS_TO_SEE
    while missing := set(files) - {part.path.name for part in named_parts(lake, build)}:
        if time.monotonic() > until:
            raise ClusterError(
                f"{min(missing)} was written by a worker and is not in {work_folder(lake, build)}: "
                "give --lake a folder that all workers share"
            )
        time.sleep(0.2)
