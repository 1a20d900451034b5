"""Solves spots that the lake does not have, and adds them to its tables.

Solutions are added every few seconds, in one step each time. A killed command loses at most these
seconds, a stopped one nothing, and the same command goes on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue

import numpy as np

from pokerlake.engine import clock
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.push_fold.counts import Counts
from pokerlake.engine.push_fold.solving import solve
from pokerlake.engine.push_fold.spots import PushFoldSolution, PushFoldSpot
from pokerlake.tables.definitions.push_fold import (
    PUSH_FOLD,
    PUSH_FOLD_PLAYERS,
    PUSH_FOLD_SPOTS,
    SOLVED,
)
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake, refuse_file

from ..growing import adding, once_more, rows_so_far, stored_rows, tidy
from .rows import Solved, hand_rows, player_rows, seed_of, solved_of, spot_of_row, spot_rows

SECONDS_A_SAVE = 15.0
_SECONDS_A_LOOK = 0.05  # between two checks whether to stop

Key = tuple[PushFoldSpot, int | None]  # with the seed, if any
Listener = Callable[[int, int], None]  # spots solved so far, and to solve in all


class _Stop(Exception):  # noqa: N818 - no error
    """The solver is to end after its current step."""


def solved(
    lake: Path,
    spots: Sequence[PushFoldSpot],
    *,
    keep: bool = True,
    anew: bool = False,
    seed: int = 1,
    threads: int = 0,
    listener: Listener = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Solved | None]:
    """Look spots up in a lake, and solve those that it lacks.

    ``lake``: with ``matchups``; for three players and more also with ``matchups3``; ``spots``:
    duplicates are solved once. Returns results in the order of the spots, None for those that were
    not solved before a stop. Raises LakeError or OutputError.
    """
    refuse_file(lake)
    opened = Lake.open(lake)
    keys = [(spot, seed_of(spot, seed)) for spot in spots]
    wanted = list(dict.fromkeys(keys))
    results = {} if anew else known_spots(opened, wanted)
    missing = [key for key in wanted if key not in results]
    if keep and not missing:
        tidy(lake, SOLVED)
    if missing:
        counts = counts_of(opened, three=any(spot.players > 2 for spot, _ in missing))
        places = {key: place for place, key in enumerate(missing)}
        unsaved: dict[Key, Solved] = {}
        saved = time.monotonic()
        done = 0
        listener(0, len(missing))
        for result in _solving(missing, counts, seed, threads):
            if result is not None:
                unsaved[result.solution.spot, result.seed] = result
                done += 1
                listener(done, len(missing))
            is_over = stop() or done == len(missing)
            if is_over or (keep and time.monotonic() - saved > SECONDS_A_SAVE):
                in_order = dict(sorted(unsaved.items(), key=lambda item: places[item[0]]))
                results |= _added(lake, in_order, anew=anew) if keep else in_order
                anew = anew and not unsaved
                unsaved, saved = {}, time.monotonic()
            if is_over:
                break
    return [results.get(key) for key in keys]


def known_spots(lake: Lake, wanted: Sequence[Key]) -> dict[Key, Solved]:
    """The spots that a lake has, of those that are wanted.

    Raises LakeError if a table is damaged.
    """
    numbers = _numbers(lake)
    there = sorted(numbers[key] for key in wanted if key in numbers)
    if not there:
        return {}
    within = [("spot", "in", there)]
    rows = (stored_rows(lake, table.name, filters=within) for table in SOLVED)
    try:
        solutions = list(solved_of(*rows))
    except ValueError as error:
        raise LakeError(
            f"table {PUSH_FOLD.name} of {lake.path} is damaged: {error}; "
            f"begin anew with '{PUSH_FOLD.made_anew_by}'"
        ) from error
    return {(solved.solution.spot, solved.seed): solved for solved in solutions}


def _numbers(lake: Lake) -> dict[Key, int]:
    """The numbers of all spots of a lake."""
    names = [
        "spot", "stacks", "small_blind", "ante", "prizes", "others", "bb_ante", "fixed", "seed",
    ]  # fmt: skip
    rows = rows_so_far(lake, PUSH_FOLD_SPOTS, columns=names).to_pylist()
    return {(spot_of_row(row), row["seed"]): row["spot"] for row in rows}


def counts_of(lake: Lake, *, three: bool = False) -> Counts:
    """How often hands win, from the tables of a lake.

    Raises LakeError if a table is missing or damaged.
    """
    if three:
        lake.entry("matchups3")  # fails before anything is read
    rows = stored_rows(lake, "matchups", columns=["hero", "villain", "win", "lose", "tie"])
    at = tuple(
        np.array([HAND_INDEX[hand] for hand in rows[name].to_pylist()])
        for name in ("hero", "villain")
    )
    two = np.zeros((len(HANDS), len(HANDS), 3), np.int64)
    two[at] = np.stack([rows[name].to_numpy() for name in ("win", "lose", "tie")], axis=1)
    orders = None
    if three:
        from ..tables.starting_hands import stored_orders

        orders = stored_orders(lake)
    return Counts(two, orders)


# ---------------------------------------------------------------- solving


def _solving(
    wanted: Sequence[Key], counts: Counts, seed: int, threads: int
) -> Iterator[Solved | None]:
    """Solve spots on other threads; None comes several times a second while nothing else does.

    If the caller stops asking, the threads end after their current spots.
    """
    spots = [spot for spot, _ in wanted]
    came: SimpleQueue[Solved | BaseException] = SimpleQueue()
    stopped = threading.Event()
    started = clock.now()
    here = threading.local()  # when this thread began its spot

    def on_solved(at: int, solution: PushFoldSolution) -> None:
        now = clock.now()
        came.put(Solved(0, solution, wanted[at][1], now - getattr(here, "began", started)))
        here.began = now
        if stopped.is_set():
            raise _Stop

    def run() -> None:
        try:
            solve(spots, counts, seed=seed, threads=threads, on_solved=on_solved)
        except _Stop:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            came.put(error)

    threading.Thread(target=run, daemon=True).start()
    left = len(spots)
    try:
        while left:
            try:
                got = came.get(timeout=_SECONDS_A_LOOK)
            except Empty:
                yield None
                continue
            if isinstance(got, BaseException):
                raise got
            left -= 1
            yield got
    finally:
        stopped.set()


@once_more
def _added(lake: Path, new: dict[Key, Solved], *, anew: bool) -> dict[Key, Solved]:
    """Add solutions to the lake, and number them."""
    if not new:
        return {}
    with adding(lake, SOLVED, anew=anew, wait=True) as addition:
        # Another command may have added some of them in the meantime.
        there = {} if anew else known_spots(Lake.open(lake), list(new))
        rest = [result for key, result in new.items() if key not in there]
        numbered = [
            Solved(number, result.solution, result.seed, result.seconds)
            for number, result in enumerate(rest, addition.first)
        ]
        addition.things = len(numbered)
        addition.seconds = sum(result.seconds for result in numbered)
        if numbered:
            addition.write[PUSH_FOLD_SPOTS.name](spot_rows(numbered))
            addition.write[PUSH_FOLD_PLAYERS.name](player_rows(numbered))
            addition.write[PUSH_FOLD.name](hand_rows(numbered))
    return there | {(result.solution.spot, result.seed): result for result in numbered}
