"""``pokerlake pushfold``: all in or fold before the flop."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .base import Output, note, progress_bars
from .options import (
    InputFormatOption,
    LakeOption,
    argument,
    flag,
    option,
    seed_option,
    workers_option,
)
from .signals import asked_first, keeping, say_stopped
from .spot_files import spots_in_file

if TYPE_CHECKING:
    from pokerlake.engine.push_fold.spots import Spot
    from pokerlake.pipelines.push_fold.rows import Solved

_AGAIN = "what is solved is in the lake; run the same command again to go on"


def complete_position(start: str) -> list[str]:
    """Positions that begin so."""
    from pokerlake.engine.push_fold.spots import POSITIONS

    return [name for name in POSITIONS[6] if name.startswith(start.upper())]


@dataclass(frozen=True)
class SpotOptions:
    """The options of what is to be solved."""

    stack: list[str] | None = argument(
        "STACK",
        "The stack of every player in big blinds: 10, or 1:50:0.25 for all from 1 to 50 by 0.25.",
        default=None,
    )
    stacks: str | None = option(
        "The stack of each player, in the order of acting: 8,12,20.", metavar="STACKS"
    )
    players: int | None = option("Number of players with STACK: 2 to 6.  [default: 2]")
    small_blind: float | None = option("The small blind in big blinds.  [default: 0.5]")
    ante: float | None = option("The ante of each player in big blinds.  [default: 0]")
    prizes: str | None = option(
        "Prizes of the first place, the second, ...: 50,30,20.  [default: none, chips count]",
        metavar="PRIZES",
    )
    others: str | None = option(
        "Stacks of players who are not in the hand: 15,9; with --prizes.", metavar="STACKS"
    )

    @property
    def given(self) -> dict[str, Any]:
        """What is given, but for the stacks of all."""
        parts = {name: value for name, value in vars(self).items() if name != "stack"}
        return {name: value for name, value in parts.items() if value is not None}


def pushfold(
    spot: SpotOptions,
    *,
    source: str | None = option(
        "--from",
        "A file of spots with columns named as these options; - for stdin.",
        metavar="FILE",
    ),
    input_format: InputFormatOption = None,
    position: str | None = option(
        "Only this player: BTN, SB, BB, ...", metavar="POSITION", autocompletion=complete_position
    ),
    before: str | None = option(
        "Only after this: a letter for each player before, f folded, i went in.", metavar="LETTERS"
    ),
    hands: bool = flag("--hands", "Show every hand: how often it goes in, and what that is worth."),
    seed: int | None = seed_option("Seed of showdowns that are sampled.  [default: 1]"),
    workers: int = workers_option("Number of threads that solve."),
    replace: bool = flag("--replace", "Solve anew, and replace all spots in the lake."),
    lake: LakeOption = None,
    out: Output,
) -> None:
    """Find who pushes and who calls, all in or fold before the flop.

    Each spot is solved until nobody gains much by deviating, and added to the tables
    push_fold_spots, push_fold_players and push_fold of the lake; spots that it has are only shown.
    All amounts are big blinds. With --prizes the players want prizes, by Malmuth-Harville, and else
    chips. In a dialect of ranges (-f piosolver) one decision is written, its shares as weights in
    whole percents.

    pokerlake pushfold 10

    pokerlake pushfold --stacks 8,12,20 --prizes 50,30,20 --ante 0.125
    """
    from pokerlake.pipelines.push_fold import results
    from pokerlake.tables.lake import lake_path

    chosen = out.choose()
    spots = list(_spots(spot, source, input_format))
    found = _solved(
        lake_path(lake), spots, anew=replace, seed=1 if seed is None else seed, workers=workers
    )
    taken = results.decisions_of(found, position, before)
    if chosen.for_ranges:
        table = results.range_table(taken)
    elif hands:
        table = results.hands_table(taken)
    elif out.for_people():
        table = results.decisions_for_people(taken)
    else:
        table = results.decisions_table(taken)
    out.show(table)
    for line in results.summary(found):
        note(line)


def _spots(spot: SpotOptions, source: str | None, input_format: str | None) -> Iterator[Spot]:
    """The spots that are asked for, in their order."""
    from pokerlake.pipelines.push_fold.given import PARTS, spot_of, spots_of, stacks_of
    from pokerlake.tables.errors import UsageError

    if source is not None:
        if spot.stack or spot.stacks:
            raise UsageError("--from has the stacks; leave STACK and --stacks out")
        with spots_in_file(source, input_format, spot.given, PARTS) as (name, rows):
            yield from list(spots_of(rows, name))
    elif input_format is not None:
        raise UsageError("--input-format is of a file; give one with --from")
    elif not spot.stack:
        yield spot_of(spot.given)
    else:
        for text in spot.stack:
            for stack in stacks_of(text):
                yield spot_of({"stack": stack, **spot.given})


def _solved(lake: Path, spots: list[Spot], *, anew: bool, seed: int, workers: int) -> list[Solved]:
    """Solve with a bar that counts spots; a command that is stopped ends here."""
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.push_fold.solving import solved

    asked = threading.Event()
    with progress_bars() as bars, keeping(_AGAIN), asked_first(asked.set):
        task = bars.add_task("spots", total=None)

        def listener(done: int, of: int) -> None:
            bars.update(task, completed=done, total=of)

        found = solved(
            lake,
            spots,
            anew=anew,
            seed=seed,
            threads=worker_count(workers),
            listener=listener,
            stop=asked.is_set,
        )
    whole = [one for one in found if one is not None]
    if len(whole) < len(found):
        say_stopped(f"stopped after {len(whole):,} of {len(found):,} spots; {_AGAIN}")
        raise typer.Exit(130)
    return whole
