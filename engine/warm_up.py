"""Kernels compiled ahead: all of them, or those of one part of the engine, on every core."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from .threads import over_tasks, worker_count

# The parts, and the modules of their kernels. The slowest to compile come first.
PARTS = {
    "evaluate": (
        "hands.evaluate_kernels", "cards.text_kernels", "orders.evaluate_kernels",
        "orders.best_five_kernels",
    ),
    "deal": ("dealing.deck_kernels",),
    "equity": (
        "known_holes.several_kernels", "monte_carlo.sampling_kernels", "equity.sweep_kernels",
        "known_holes.two_kernels", "flop_subsets.many_ranges_kernels",
        "showdowns.two_boards_kernels", "opponents.disjoint_kernels", "spots.spots_kernels",
        "equity.run_outs_kernels",
    ),
    "strength": (
        "strength.transitions_kernels", "strength.rivers_kernels", "keys.canonical_rows_kernels",
        "cards.boards_kernels",
    ),
    "kinds": ("kinds.draws_kernels", "kinds.made_kernels", "kinds.nuts_kernels"),
    "starting hands": ("starting_hands.matchups_kernels",),
    "omaha": (
        "omaha.outcomes_kernels", "omaha.evaluate_kernels", "equity.omaha_known_kernels",
        "equity.omaha_boards_kernels", "equity.omaha_preflop_kernels", "omaha.flops_kernels",
    ),
    "stud": ("stud.exact_kernels", "stud.sampling_kernels", "stud.starts_kernels"),
    "draw": ("draw.duels_kernels", "draw.exchange_kernels", "draw.becoming_kernels"),
    "games": (
        "games.draw_play_kernels", "games.tree.cfr_kernels", "games.draw_thresholds_kernels",
    ),
    "push or fold": ("push_fold.solving_kernels", "push_fold.prizes_kernels"),
    "abstraction": (
        "abstraction.features_kernels", "abstraction.clustering_kernels",
        "abstraction.next_buckets_kernels",
    ),
    "solving": ("solving.street_kernels",),
    "blueprint": (
        "blueprint.first_kernels",
        "blueprint.response_kernels",
        "blueprint.walk_kernels",
    ),
    "play": ("play.edge_kernels", "play.follow_kernels", "play.match_kernels"),
    "histories": (
        "histories.replay_kernels", "histories.scan_kernels", "histories.sharing_kernels",
        "histories.text_kernels", "histories.toml_kernels", "histories.phh_kernels",
        "histories.ohh_kernels", "histories.decision_kernels",
    ),
}  # fmt: skip
_WORTH_A_PROCESS = 2  # modules: starting a process takes half a second
_WORKER = "from pokerlake.engine.warm_up import _work; _work()"

Listener = Callable[[int, int], object]


@dataclass(frozen=True)
class WarmUp:
    """The result of warming up."""

    kernels: int  # how many kernels the parts have
    compiled: int  # how many of them were compiled. The others were in the cache
    seconds: float  # how long it took
    folder: Path  # where the compiled kernels are kept


def warm_up(
    parts: str | Iterable[str] | None = None,
    *,
    processes: int = 0,
    listener: Listener = lambda *_: None,
) -> WarmUp:
    """Compile kernels ahead, so that no later call waits for them, in this process or another.

    Parameters
    ----------
    parts : str or iterable of str, optional
        Of ``PARTS``: "evaluate", "deal", "equity", "strength", "starting hands", "omaha", "draw",
        "games", ...; all of them by default.
    processes : int
        How many processes compile; 0 for one on each core. With 1 this process compiles, and has
        the kernels loaded afterwards.
    listener : callable, optional
        Called after each module with the number of modules done and the number of all modules.

    Raises
    ------
    ValueError
        If there is no such part, or ``processes`` is negative.
    RuntimeError
        If one of the processes breaks.

    Examples
    --------
    >>> warm_up("deal").kernels
    1
    """
    started = time.perf_counter()
    modules = _modules_of(parts)
    if processes < 0:
        raise ValueError(f"processes is {processes}: give 0 (one on each core) or more")
    workers = min(worker_count(processes), len(modules) // _WORTH_A_PROCESS)

    from .accelerate import prepare
    from .kernel_cache import cache_folder

    counts: list[tuple[int, int]] = []

    def note(count: tuple[int, int]) -> None:
        counts.append(count)
        listener(len(counts), len(modules))

    if workers <= 1:
        for module in modules:
            note(prepare(module))
    else:
        _in_processes(modules, workers, note, cache_folder())
    return WarmUp(
        kernels=sum(kernels for kernels, _ in counts),
        compiled=sum(compiled for _, compiled in counts),
        seconds=time.perf_counter() - started,
        folder=cache_folder(),
    )


def _modules_of(parts: str | Iterable[str] | None) -> list[str]:
    chosen = list(PARTS) if parts is None else [parts] if isinstance(parts, str) else list(parts)
    for part in chosen:
        if part not in PARTS:
            raise ValueError(f"no part {part!r}; there are: {', '.join(PARTS)}")
    names = [name for part in chosen for name in PARTS[part]]
    return [f"{__package__}.{name}" for name in dict.fromkeys(names)]


def _in_processes(
    modules: list[str], workers: int, note: Callable[[tuple[int, int]], None], folder: Path
) -> None:
    """Prepare modules in several processes, each of which takes one module after the other."""
    from .kernel_cache import FOLDER_VARIABLE

    waiting: SimpleQueue[str] = SimpleQueue()
    for module in modules:
        waiting.put(module)
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, FOLDER_VARIABLE: os.fspath(folder)}

    running: list[subprocess.Popen[str]] = []
    is_over = threading.Event()

    def serve(_: int) -> None:
        with subprocess.Popen(
            [sys.executable, "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            running.append(process)
            try:
                while not is_over.is_set():
                    try:
                        module = waiting.get_nowait()
                    except Empty:
                        process.stdin.close()
                        return
                    process.stdin.write(f"{module}\n")
                    process.stdin.flush()
                    answer = process.stdout.readline().split()
                    if not answer:
                        problem = process.stderr.read().strip().splitlines() or ["it was ended"]
                        raise RuntimeError(
                            f"the process that compiles {module} broke: {problem[-1]}"
                        )
                    kernels, compiled = map(int, answer)
                    note((kernels, compiled))
            except BaseException as error:
                if is_over.is_set() and isinstance(error, (OSError, RuntimeError)):
                    return  # another thread raised an error, and ended this process
                is_over.set()
                for each in running:
                    each.kill()
                raise

    over_tasks(serve, range(workers), workers)


def _work() -> None:
    """Prepare the modules named on stdin, and answer each with its counts of kernels."""
    from .accelerate import prepare
    from .kernel_cache import logger

    logger.disabled = True  # the parent says what is compiled
    for line in sys.stdin:
        kernels, compiled = prepare(line.strip())
        sys.stdout.write(f"{kernels} {compiled}\n")
        sys.stdout.flush()
