"""The exploitability of a stored blueprint in all of hold'em: best responses on all or some flops.

The worth of each flop is kept in ``lake/wip/blueprint_responses/<run>_<digest>/`` as soon as it is
known. A measurement that is killed loses the flops in progress, and one of more flops uses those
that are there. They are removed once all flops are measured. The digest covers strategies,
abstractions and code: flops of other digests are removed, not used.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from pokerlake.engine import clock
from pokerlake.engine.blueprint import Responses
from pokerlake.engine.blueprint.responses import Exploitability, Worth
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.tables.definitions.blueprints import (
    BLUEPRINT_GAINS,
    BLUEPRINT_RESPONSES,
    MEASURES,
)
from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import package_version
from pokerlake.tables.store import remove_folder, whole_file

from ..growing import adding
from ..lock import WORK_FOLDER, alone, remove_work_folder
from ..parts import PACKAGE, code_digest
from ..processes import in_order
from .asked import Asked, asked_of
from .rows import STREETS
from .stored import F32, BucketsOf, seen_by, stored_row, stored_shares

ALL = "all"  # streets or lines of a gain
Flop = tuple[int, ...]
BucketsOfLake = Callable[[Path, Asked], BucketsOf]  # a function of a module: workers import it


@dataclass(frozen=True)
class Measured:
    """A measurement, as the lake stores it.

    Attributes
    ----------
    row : dict
        The row of ``blueprint_responses``.
    gains : pyarrow.Table
        The rows of ``blueprint_gains``.
    stack : float, optional
        Of the blueprint; None in limit.
    """

    row: dict[str, Any]
    gains: pa.Table
    stack: float | None


def measure(
    lake: Path,
    run: int | None,
    buckets_of: BucketsOfLake,
    *,
    flops: int | None,
    seed: int,
    threads: int = 0,
    executor: Executor | None = None,
    listener: Callable[[int, int], object] = lambda *_: None,
) -> Measured:
    """Compute the exploitability of a blueprint, and add it to the lake.

    ``flops``: the size of the sample; None for all. ``executor``: walks them, if given.
    ``listener`` takes how many flops up to suits are done, and of how many. Raises LakeError,
    OutputError, or ValueError for an invalid number of flops.
    """
    began = clock.now()
    there = Lake.open(lake)
    row = stored_row(there, run)
    asked = asked_of(row)
    responses, digest = _begun(there, row["run"], asked, buckets_of, threads)
    chosen = responses.all_flops() if flops is None else responses.draw_flops(flops, seed)
    above = lake / WORK_FOLDER / BLUEPRINT_RESPONSES.name
    folder = above / f"{row['run']}_{digest}"
    kept = _WorthShelf(folder, len(responses.lines.roots[1]))  # also of lines where both are all in
    cards: list[Flop] = [tuple(flop) for flop in chosen.cards.tolist()]
    done = 0

    def look() -> bool:
        listener(done, len(cards))
        return False

    def count(_: int = 0) -> None:
        nonlocal done
        done += 1
        look()

    def taken(flop: Flop, walk: Callable[[], Worth]) -> Worth:
        if not kept.has(flop):
            kept.put(flop, walk())
        return kept.take(flop)

    with alone(folder):
        for old in above.glob(f"{row['run']}_*"):
            if old != folder:
                remove_folder(old)
        if executor is not None:
            place = _Place(lake.absolute(), row["run"], buckets_of, digest)
            work = partial(_walk_there, place)
            for _ in in_order(work, cards, executor, stop=look, shelf=kept):
                count()
        tell = count if executor is None else lambda _: None
        result = responses.exploitability(chosen, responses.values(chosen, tell, taken))
        row_of_measure = {
            "run": row["run"],
            "flops": int(chosen.weight.sum()),
            "seed": None if flops is None else seed,
            **_numbers(result, asked),
            "seconds": round(clock.now() - began, 3),
            "package_version": package_version(),
        }
        with adding(lake, MEASURES, wait=True) as addition:
            row_of_measure = {"measure": addition.first, **row_of_measure}
            gains = _gains(addition.first, result, asked)
            rows = pa.Table.from_pylist([row_of_measure], BLUEPRINT_RESPONSES.arrow_schema())
            addition.write[BLUEPRINT_RESPONSES.name](rows)
            addition.write[BLUEPRINT_GAINS.name](gains)
            addition.things = 1
            addition.seconds = row_of_measure["seconds"]
    if flops is None:
        remove_folder(folder)
        if not any(above.iterdir()):
            remove_folder(above)
        remove_work_folder(lake)
    return Measured(row_of_measure, gains, row["stack"])


class _Place(NamedTuple):
    """A blueprint, as those who walk its flops find it."""

    lake: Path
    run: int
    buckets_of: BucketsOfLake
    digest: str  # of all that the worth of a flop depends on


def _begun(
    lake: Lake, run: int, asked: Asked, buckets_of: BucketsOfLake, threads: int
) -> tuple[Responses, str]:
    """Best responses to a blueprint, and the digest of what they depend on."""
    shares = stored_shares(lake, run, asked)
    responses = Responses(asked.lines, shares, buckets_of(lake.path, asked), threads=threads)
    return responses, _digest(lake, asked, shares)


def _walk_there(place: _Place, flop: Flop) -> Worth:
    """The worth of a flop, on a worker. Raises LakeError if it sees another blueprint."""
    with _one_begins:
        responses, digest = _begun_there(place)
    if digest != place.digest:
        raise LakeError(
            f"{place.lake} has another blueprint {place.run} for a worker: give --lake a folder "
            "that all workers share"
        )
    return responses.walk(flop)


_one_begins = Lock()


@lru_cache(maxsize=1)
def _begun_there(place: _Place) -> tuple[Responses, str]:
    lake = Lake.open(place.lake)
    asked = asked_of(stored_row(lake, place.run))
    return _begun(lake, place.run, asked, place.buckets_of, 1)


class _WorthShelf:
    """Keeps the worths of flops in a folder."""

    def __init__(self, folder: Path, roots: int) -> None:
        self._folder, self._roots = folder, roots

    def _path(self, flop: Flop) -> Path:
        return self._folder / f"{format_hand(flop)}.npy"

    def has(self, flop: Flop) -> bool:
        return self._path(flop).exists()

    def put(self, flop: Flop, worth: Worth) -> None:
        with whole_file(self._path(flop)) as file:
            np.save(file, np.concatenate([array.ravel() for array in worth]))

    def take(self, flop: Flop) -> Worth:
        path = self._path(flop)
        try:
            with path.open("rb") as file:
                numbers = np.load(file)
            best, later = np.split(numbers, [len(numbers) - 3 * 2 * self._roots])
            return Worth(best.reshape(1, 2, self._roots, -1), later.reshape(1, 3, 2, self._roots))
        except (OSError, ValueError, EOFError) as error:
            raise from_outside(error, path) or LakeError(
                f"{path} cannot be gone on with ({type(error).__name__}: {error}); remove it to "
                "walk the flop again"
            ) from error


def _digest(lake: Lake, asked: Asked, shares: list[F32]) -> str:
    """A digest of all that the worth of a flop depends on."""
    digest = sha256(f"{asked.columns} {seen_by(lake, asked)} {code_digest(PACKAGE)}".encode())
    for of_street in shares:
        digest.update(of_street.data)
    return digest.hexdigest()[:16]


def _numbers(result: Exploitability, asked: Asked) -> dict[str, float]:
    """The results of a measurement, in thousandths of a big blind."""
    value, least, most = (
        number.mbb(asked.big_blind) for number in (result.value[1], result.least, result.most)
    )
    return {
        "value": value.value,
        "value_error": value.error,
        "least": least.value,
        "least_error": least.error,
        "most": most.value,
        "most_error": most.error,
        **{
            f"{player}_{name}": both[at].mbb(asked.big_blind).value
            for at, player in enumerate(PLAYERS)
            for name, both in (("least", result.lower), ("most", result.upper))
        },
    }


def _gains(measure: int, result: Exploitability, asked: Asked) -> pa.Table:
    """The rows of gains, in the order of their key."""
    rows = []
    for gain in result.gains:
        least, most = gain.least.mbb(asked.big_blind), gain.most.mbb(asked.big_blind)
        rows.append(
            {
                "measure": measure,
                "player": PLAYERS[gain.player],
                "street": ALL if gain.street is None else STREETS[gain.street],
                "line": ALL if gain.line is None else gain.line,
                "least": least.value,
                "least_error": least.error,
                "most": most.value,
                "most_error": most.error,
            }
        )
    rows.sort(key=lambda row: (row["player"], row["street"], row["line"]))
    return pa.Table.from_pylist(rows, BLUEPRINT_GAINS.arrow_schema())
