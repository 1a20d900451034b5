"""What more workers would gain: builds of measured parts, simulated for 1 to 1,000 workers.

`make bench-scaling` prints the table of docs/cluster.md from benchmarks/parts.json, which has the
processor seconds of each part of some tables, and of what one process does once all parts are
there: joining, checking, writing. It measures what handing out a part costs here, with two
processes, and what beginning a worker costs.

`python benchmarks/scaling.py measure TABLE...` computes these tables and records their parts.
`python benchmarks/scaling.py FOLDER...` simulates builds of which parts are in folders of work,
such as lake/wip/turn_hands; parts that are not there count as the mean of those that are.
"""

from __future__ import annotations

import heapq
import json
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from pokerlake.pipelines import parts, runner
from pokerlake.pipelines.cluster import executor
from pokerlake.pipelines.planning import all_builds

RECORDED = Path(__file__).with_name("parts.json")
WORKERS = (1, 2, 10, 100, 1000)
TASKS = 1000
# Not measured part by part: parts of the same size, and nothing after them.
PLANNED = ("omaha_flop_hands", "omaha_hands6")  # by what `pokerlake build --plan` says of two cores
SUPPOSED = {
    "1,755 flops solved, 1.4 s each": (1755, 41 * 60 / 1755),  # docs/flop-subsets.md
    "1,755 flops solved, 30 s each": (1755, 30.0),
    "100 core-hours in 64 parts": (64, 360_000 / 64),
    "100 core-hours in 2,000 parts": (2000, 360_000 / 2000),
}


@dataclass
class Recorded:
    """What a piece of work takes, in processor seconds of one core."""

    parts: list[float]
    last: float  # by one process, once all parts are there
    bytes: int  # of the files of all parts


@dataclass(frozen=True)
class Overheads:
    """What a cluster adds."""

    part: float  # seconds of the client and the scheduler, which take one part after the other
    worker: float  # processor seconds of a new worker before it computes


def main(words):
    """Measure, or print what a simulation gives."""
    if words[:1] == ["measure"]:
        measure(words[1:])
        return
    if words:
        work = {Path(word).name: of_folder(Path(word)) for word in words}
    else:
        builds = [all_builds()[name] for name in PLANNED]
        planned = {
            f"{build.table.name}, as planned": (
                build.partitions,
                2 * build.cost.seconds / build.partitions,
            )
            for build in builds
        }
        supposed = {**planned, **SUPPOSED}.items()
        work = recorded() | {name: Recorded([each] * n, 0.0, 0) for name, (n, each) in supposed}
    overheads = measured_overheads()
    print(
        f"handing out a part and taking its answer: {1000 * overheads.part:.1f} ms; beginning a "
        f"worker: {overheads.worker:.1f} s\n"
    )
    rows = [["work", "parts", "core-hours", "last, s", "serial", *map(str, WORKERS), "stops at"]]
    for name, found in work.items():
        rows.append(row_of(name, found, overheads))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        print("| " + " | ".join(map(str.ljust, row, widths)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def row_of(name, work, overheads):
    """The times with each number of workers, and what the last of use is."""
    total = sum(work.parts)
    walls = [simulated(work, workers, overheads) for workers in WORKERS]
    best = simulated(work, len(work.parts), overheads)
    stops = next(
        workers
        for workers in range(1, len(work.parts) + 1)
        if simulated(work, workers, overheads) <= 1.1 * best
    )
    return [
        name,
        f"{len(work.parts):,}",
        f"{total / 3600:.3g}",
        f"{work.last:.1f}",
        f"{100 * work.last / (total + work.last):.1f} %",
        *map(shown, walls),
        f"{stops:,}",
    ]


def simulated(work, workers, overheads):
    """The seconds from the command to the table in the lake.

    Each worker takes the next part when it has ended one. The scheduler hands out one part after
    the other, each in the time that this and the taking of its answer took.
    """
    free = [overheads.worker] * min(workers, len(work.parts))
    scheduler = last = 0.0
    for seconds in work.parts:
        begun = max(heapq.heappop(free), scheduler)
        scheduler = begun + overheads.part
        heapq.heappush(free, scheduler + seconds)
        last = max(last, scheduler + seconds)
    return last + work.last


def shown(seconds):
    """Seconds as people say them."""
    if seconds < 120:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


# ---------------------------------------------------------------- what is measured


def measure(names):
    """Compute tables in this thread, and record the processor seconds of each part."""
    found = recorded() if RECORDED.exists() else {}
    for name in names:
        build = all_builds()[name]
        build.compute(0, build.parameters)  # so that kernels and tables are loaded
        seconds = []
        with tempfile.TemporaryDirectory() as folder:
            lake = Path(folder) / "lake"
            runner.init(lake, build)
            for number in range(build.partitions):
                begun = time.process_time()
                parts.partition(lake, build, number)
                seconds.append(round(time.process_time() - begun, 4))
            size = sum(part.path.stat().st_size for part in parts.named_parts(lake, build))
            begun = time.process_time()
            runner.finalise(lake, build, 0.0)
            last = round(time.process_time() - begun, 2)
        found[name] = Recorded(seconds, last, size)
        print(
            f"{name}: {sum(seconds):.1f} s in {len(seconds)} parts, then {last:.1f} s", flush=True
        )
        text = {name: asdict(work) for name, work in found.items()}
        RECORDED.write_text(json.dumps(text, indent=1) + "\n", "utf-8")


def recorded():
    """What benchmarks/parts.json has."""
    text = json.loads(RECORDED.read_text("utf-8"))
    return {name: Recorded(**work) for name, work in text.items()}


def of_folder(folder):
    """The parts in a folder of work, by the seconds in their names."""
    plan = parts.read_plan(folder)
    if plan is None:
        sys.exit(f"{folder} is no folder of work: it has no plan.json")
    paths = map(parts.named_part, folder.glob("part_*.parquet"))
    known = {part.number: part.seconds for part in paths if part}
    if not known:
        sys.exit(f"{folder} has no part yet")
    mean = statistics.fmean(known.values())
    size = sum(path.stat().st_size for path in folder.glob("part_*.parquet"))
    # The last step reads, joins and checks all bytes: as fast as with the largest known table.
    largest = max(recorded().values(), key=lambda work: work.bytes)
    whole = size * plan["partitions"] / len(known)
    last = largest.last * whole / largest.bytes
    return Recorded([known.get(n, mean) for n in range(plan["partitions"])], last, int(whole))


def measured_overheads():
    """What a part, and beginning a worker, cost here, in processor seconds."""
    with executor("local:2", 0) as pool:
        worker = statistics.fmean(pool.map(_begun, range(2)))
        list(pool.map(abs, range(50)))
        busy = time.process_time()
        list(pool.map(abs, range(TASKS)))
        # This process is the client and the scheduler. What it computes, others wait for.
        part = (time.process_time() - busy) / TASKS
    return Overheads(part, worker)


def _begun(_):
    """Load what most builds load; the processor seconds of this process by then."""
    build = all_builds()["combo_matchups"]
    build.compute(0, build.parameters)
    known, begun = time.process_time(), time.process_time()
    build.compute(0, build.parameters)
    return known - (time.process_time() - begun)  # without the part itself


if __name__ == "__main__":
    main(sys.argv[1:])
