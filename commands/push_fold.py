"""``pokerlake pushfold``: all in or fold before the flop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_changes
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.spots import (
    PUSH_FOLD,
    of_rows,
    spot_of_push_fold,
    stacks_of,
)

from .base import Output, going_on, note, stopped
from .options import (
    InputFormatOption,
    LakeOption,
    argument,
    flag,
    group_of,
    option,
    seed_option,
    workers_option,
)
from .questions import words_of_commands
from .spot_files import spots_in_file

if TYPE_CHECKING:
    from pokerlake.engine.push_fold.spots import Spot
    from pokerlake.pipelines.push_fold.rows import Solved

    SpotOptions = Any
else:
    SpotOptions = group_of("SpotOptions", PUSH_FOLD[1:])

_STACK = with_changes(PUSH_FOLD[0], needed=True, by_name=False, metavar="STACK")  # by its place
_FIELDS = (_STACK, *PUSH_FOLD[1:])
_AGAIN = "what is solved is in the lake; run the same command again to go on"


def complete_position(start: str) -> list[str]:
    """Positions that begin so."""
    from pokerlake.engine.push_fold.spots import POSITIONS

    return [name for name in POSITIONS[6] if name.startswith(start.upper())]


def pushfold(
    stack: list[str] | None = argument(
        "STACK",
        "The stack of every player in big blinds: 10, or 1:50:0.25 for all from 1 to 50 by 0.25.",
        default=None,
    ),
    *,
    spot: SpotOptions,
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
    given = {name: value for name, value in vars(spot).items() if value is not None}
    with words_of_commands(_FIELDS):
        spots = list(_spots(stack or [], given, source, input_format))
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


def _spots(
    stack: list[str], given: dict[str, Any], source: str | None, input_format: str | None
) -> Iterator[Spot]:
    """The spots that are asked for, in their order."""
    from pokerlake.tables.errors import UsageError

    if source is not None:
        if stack or "stacks" in given:
            raise UsageError("--from has the stacks; leave STACK and --stacks out")
        parts = [each.name for each in PUSH_FOLD]
        with spots_in_file(source, input_format, given, parts) as (name, rows):
            yield from list(of_rows(rows, name, spot_of_push_fold))
    elif input_format is not None:
        raise UsageError("--input-format is of a file; give one with --from")
    elif not stack:
        yield spot_of_push_fold(given)
    else:
        for text in stack:
            for one in stacks_of(text):
                yield spot_of_push_fold({"stack": one, **given})


def _solved(lake: Path, spots: list[Spot], *, anew: bool, seed: int, workers: int) -> list[Solved]:
    """Solve with a bar that counts spots; a command that is stopped ends here."""
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.push_fold.solving import solved

    with going_on(_AGAIN) as (bars, _, stop):
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
            stop=stop,
        )
    whole = [one for one in found if one is not None]
    if len(whole) < len(found):
        stopped(f"stopped after {len(whole):,} of {len(found):,} spots; {_AGAIN}")
    return whole
