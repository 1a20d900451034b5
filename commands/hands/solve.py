"""``pokerlake solve``: how to play a spot after the flop, or many, or one of the lake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerlake.queries.questions.spots import (
    FIELDS,
    PARTS,
    spot_after_flop,
    spots_after_flop,
)

from ..base import Output, going_on, note, progress_bars, stopped
from ..options import (
    ClusterOption,
    InputFormatOption,
    LakeOption,
    flag,
    group_of,
    option,
    workers_option,
)
from ..questions import words_of_commands
from ..spot_files import spots_in_file
from .solve_habits import HabitOptions, countered

_AGAIN = "what is solved is in the lake; run the same command again to go on"
_PARTS_OF_BAR = 1000

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pokerlake.engine.solving import Decision, Solution, Spot
    from pokerlake.pipelines.solving.stored import Stored
    from pokerlake.queries.answers.solving.spots import GivenSpot

    SpotOptions = Any
else:
    SpotOptions = group_of("SpotOptions", FIELDS)


@dataclass(frozen=True)
class KeepOptions:
    """The options of spots that the lake keeps."""

    save: bool = flag("--save", "Add the spot to the lake; one that it has is only shown.")
    source: str | None = option(
        "--from",
        "Solve the spots of a file into the lake. Its columns are named as these options; what it "
        "does not have is as the options say. - is stdin.",
        metavar="FILE",
    )
    input_format: InputFormatOption = None
    spot: int | None = option("Show the spot of that number in the lake.", min=1)
    replace: bool = flag("--replace", "Solve anew, and replace all spots in the lake.")


@dataclass(frozen=True)
class Shown:
    """The options of which decisions are shown."""

    line: str | None = option(
        "Only the decision after these actions: 'x b94 c'.", metavar="ACTIONS"
    )
    cards: str = option("The cards dealt by then: 8c.", default="", metavar="CARDS")
    hands: bool = flag("--hands", "Show each starting hand of the decision.")
    holes: bool = flag("--holes", "Show each hole of the decision.")
    action: str | None = option(
        "Write the range that does this, in a dialect of ranges (-f piosolver).", metavar="ACTION"
    )


@dataclass(frozen=True)
class Effort:
    """The options of how well to solve."""

    to: str = option(
        "Solve until deviating gains no more than this share of the pot.", default="0.5%"
    )
    iterations: int = option("Iterations at most.", default=1000, min=1)
    compress: bool = flag("--compress", "Keep regrets and strategies in 16 bits: half the memory.")
    workers: int = workers_option("Number of threads and processes that solve.")
    cluster: ClusterOption = None


def solve(
    start: SpotOptions,
    *,
    effort: Effort,
    shown: Shown,
    habits: HabitOptions,
    keep: KeepOptions,
    plan: bool = flag("--plan", "Only show what memory and time it takes."),
    lake: LakeOption = None,
    out: Output,
) -> None:
    """Solve a spot after the flop: two players, any ranges, stacks and sizes.

    Regrets are minimized until deviating gains little. A row is an action: how often it is taken,
    the chips it wins from there on, and which hands take it. Without --line all decisions of the
    board are shown. Lines have x for check, b94 for a bet of 94 chips, r260 for a raise to 260 on
    that street, c for call, f for fold.

    With --from or --save spots go to the tables solved_spots, solved_nodes and solved_strategies of
    the lake; those that it has are not solved again. --spot shows one of them. With --cluster each
    is solved by one worker.

    pokerlake solve --board QsJh2h8c3d --oop 'QQ+,AK,KTs' --ip 'JJ-22,AQ,T9s' --pot 100 --stack 300

    pokerlake solve --board QsJh2h --oop 22+,A2s+,KTo+ --ip 22+,A2s+ --pot 180 --stack 910 --plan

    pokerlake solve --from flops.csv --oop 22+,A2s+ --ip 22+,A2s+ --pot 60 --stack 970

    With --lock a player keeps to a strategy, or to how often he takes actions. With --against he
    keeps to his habits, as imported hands tell them. The other plays what is best against that.
    """
    chosen = out.choose()
    given = {name: value for name, value in vars(start).items() if value is not None}
    _refuse(keep, given, shown, habits, effort, plan=plan, ranges=chosen.for_ranges)
    if keep.source is not None:
        _solve_file(keep, given, effort, plan=plan, lake=lake, out=out)
        return
    if keep.spot is not None:
        stored = _stored(lake, keep.spot)
        _show(out, shown, *_of_stored(stored, shown, effort, one=chosen.for_ranges))
        return
    one = _read(given, lake)
    if plan:
        from pokerlake.engine.solving import cost
        from pokerlake.queries.answers.solving.many import costs_table

        out.show(costs_table([one], [cost(one.spot)], named=False))
        return
    if shown.line is not None:
        _refuse_line(one, shown.line)
    if keep.save:
        (row,) = _solved_into([one], keep, effort, lake)
        stored = _stored(lake, row["spot"])
        _show(out, shown, *_of_stored(stored, shown, effort, one=chosen.for_ranges))
        return
    if habits.given:
        solution, notes = countered(one.spot, habits, lake, lambda spot: _solved(spot, effort))
        _show(out, shown, *_of_solution(solution, shown, one=chosen.for_ranges), *notes)
        return
    _show(out, shown, *_of_solution(_solved(one.spot, effort), shown, one=chosen.for_ranges))


def _show(out: Output, shown: Shown, decisions: Sequence[Decision], *notes: str) -> None:
    """Show decisions in the way that was asked for, and say what is to be said."""
    from pokerlake.queries.answers.solving import rows

    if out.choose().for_ranges:
        out.show(rows.range_table(decisions[0], shown.action or ""))
    elif shown.hands:
        out.show(rows.hands_table(decisions[0]))
    elif shown.holes:
        out.show(rows.holes_table(decisions[0]))
    elif out.for_people():
        out.show(rows.actions_for_people(decisions))
    else:
        out.show(rows.actions_table(decisions))
    for line in notes:
        note(line)


def _read(given: dict[str, Any], lake: Path | None) -> GivenSpot:
    """The spot that the options say."""
    from pokerlake.engine.ranges.notation import format_range
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.tables.errors import UsageError

    for field in FIELDS:
        if field.needed and field.name not in given:
            raise UsageError(
                f"a spot has no {field.name}; give --{field.name}, or spots of a file with --from"
            )
    weights = RangeReader.of(lake, None, None).weights
    with words_of_commands(FIELDS):
        return spot_after_flop(
            given,
            weights,
            lambda text: format_range(weights(text)),
            is_none=lambda part: part is None,
        )


def _solve_file(
    keep: KeepOptions,
    given: dict[str, Any],
    effort: Effort,
    *,
    plan: bool,
    lake: Path | None,
    out: Output,
) -> None:
    """Solve the spots of a file into the lake, or say what that takes."""
    import pyarrow as pa

    from pokerlake.engine.solving import cost
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.queries.answers.solving import many
    from pokerlake.tables.definitions.solving import SOLVED_SPOTS

    assert keep.source is not None
    reader = RangeReader.of(lake, None, None)
    with spots_in_file(keep.source, keep.input_format, given, PARTS) as (name, parts):
        found = list(spots_after_flop(parts, name, reader.weights))
    costs = [cost(one.spot) for one in found]
    if plan:
        out.show(many.costs_table(found, costs))
        note(many.costs_summary(costs))
        return
    if effort.cluster is None:
        many.refuse_too_large(found, costs, name, compress=effort.compress)
    rows = _solved_into(found, keep, effort, lake)
    whole = pa.Table.from_pylist(rows, SOLVED_SPOTS.arrow_schema())
    out.show(many.spots_for_people(rows) if out.for_people() else whole)


def _solved_into(
    found: Sequence[GivenSpot], keep: KeepOptions, effort: Effort, lake: Path | None
) -> list[dict[str, Any]]:
    """Solve spots into the lake with a bar; a command that is stopped ends here."""
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.solving.solved import solve_into
    from pokerlake.queries.answers.solving import spots
    from pokerlake.tables.lake import lake_path

    asked, goal = list(_asked(found)), spots.share_of("to", effort.to)
    with going_on(_AGAIN, effort.cluster) as (bars, executor, stop):
        task = bars.add_task("solving", total=_PARTS_OF_BAR)

        def listener(share: float, words: str) -> None:
            bars.update(task, completed=int(_PARTS_OF_BAR * share), description=words)

        done = solve_into(
            lake_path(lake), asked, to=goal, iterations=effort.iterations,
            compress=effort.compress, anew=keep.replace, workers=worker_count(effort.workers),
            executor=executor, listener=listener, stop=stop,
        )  # fmt: skip
    rows = [row for row in done if row is not None]
    if len(rows) < len(done):
        stopped(f"stopped after {len(rows):,} of {len(done):,} spots; {_AGAIN}")
    unfinished = [row for row in rows if row["exploitability"] > 100 * goal]
    if unfinished:
        worst = max(row["exploitability"] for row in unfinished)
        plain = ", or leave out --compress" if effort.compress else ""
        note(
            f"not reached by {len(unfinished):,} of {len(rows):,} spots: deviating gains up to "
            f"{worst:.3g} % of the pot after {effort.iterations:,} iterations, and {100 * goal:g} "
            f"% was asked for; give more --iterations{plain}"
        )
    return rows


def _asked(given: Sequence[GivenSpot]) -> Iterator[Any]:
    from pokerlake.pipelines.solving.asked import Asked
    from pokerlake.tables.errors import UsageError

    for place, one in enumerate(given, 1):
        try:
            yield Asked(one.spot, one.name, one.keep, one.ranges)
        except ValueError as error:
            raise UsageError(f"spot {place:,}: {error}") from error


# ---------------------------------------------------------------- what goes against each other


def _refuse(
    keep: KeepOptions,
    given: dict[str, Any],
    shown: Shown,
    habits: HabitOptions,
    effort: Effort,
    *,
    plan: bool,
    ranges: bool,
) -> None:
    """Refuse options that go against each other, before anything is solved."""
    from pokerlake.pipelines.cluster import refuse_no_cluster
    from pokerlake.tables.errors import UsageError

    refuse_no_cluster(effort.cluster, effort.workers)
    habits.refuse()
    into_lake = keep.save or keep.source is not None
    is_view = shown != Shown(None, "", hands=False, holes=False, action=None)
    of_spot = [f"--{name.replace('_', '-')}" for name in given]
    of_spot += ["--save"] * keep.save + ["--plan"] * plan
    modes = {"--from": keep.source is not None, "--spot": keep.spot is not None}
    modes |= {"--save": keep.save, "--plan": plan}
    others = [name for name, is_given in modes.items() if is_given]
    of_lake = [name for name in ("name", "keep") if name in given] + ["replace"] * keep.replace
    one_view = keep.source is None
    wrong = {
        "--input-format is of a file; give one with --from":
            keep.source is None and keep.input_format is not None,
        "--from is for spots of a file; leave --spot and --save out":
            keep.source is not None and (keep.spot is not None or keep.save),
        "--from shows a row for each spot; show one of them with --spot 1 --line 'x b94'":
            keep.source is not None and is_view,
        f"--spot shows a spot of the lake as it is; leave {', '.join(of_spot[:1])} out":
            keep.spot is not None and of_spot,
        f"--{', '.join(of_lake[:1])} is of spots in the lake; give --save or --from too":
            of_lake and not into_lake,
        "--cluster is for spots that are solved into the lake; give --save or --from, and not "
        "--plan": effort.cluster is not None and (plan or not into_lake),
        f"{', '.join(habits.given[:1])} is for a spot that is solved and shown; leave "
        f"{', '.join(others[:1])} out": habits.given and others,
        "--hands and --holes are views; give one": one_view and shown.hands and shown.holes,
        "--cards are dealt after a line; give it with --line":
            one_view and shown.cards and shown.line is None,
        "a dialect writes the range of one action; name it with --action b94":
            one_view and ranges and shown.action is None,
        "--action is for a dialect of ranges; give one with -f, or leave it out":
            one_view and shown.action is not None and not ranges,
    }  # fmt: skip
    for problem, is_wrong in wrong.items():
        if is_wrong:
            raise UsageError(problem)


def _refuse_line(one: GivenSpot, line: str) -> None:
    """Refuse a line that the tree does not have, before anything is solved."""
    from pokerlake.tables.errors import UsageError

    try:
        one.spot.tree().node(line)
    except ValueError as error:
        raise UsageError(str(error)) from error


# ---------------------------------------------------------------- one spot


def _of_solution(
    solution: Solution, shown: Shown, *, one: bool
) -> tuple[list[Decision], *tuple[str, ...]]:
    """The decision of a line, or all of the board; the first, if ``one`` is asked for."""
    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.queries.answers.solving import rows
    from pokerlake.tables.errors import UsageError

    summary: tuple[str, ...] = (rows.summary(solution), *_missed(solution))
    if shown.line is None and not (one or shown.hands or shown.holes):
        return list(solution.decisions()), *summary
    dealt = [int(card) for card in parse_hand(shown.cards)]
    try:
        return [solution.at(shown.line or "", dealt)], *summary
    except ValueError as error:
        raise UsageError(str(error)) from error


def _of_stored(
    stored: Stored, shown: Shown, effort: Effort, *, one: bool
) -> tuple[list[Decision], *tuple[str, ...]]:
    """The same of a spot of the lake; a later street that it does not keep is solved."""
    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.engine.threads import worker_count
    from pokerlake.queries.answers.solving import rows, spots

    summary: str = rows.summary_of_row(stored.row)
    if shown.line is None and not (one or shown.hands or shown.holes):
        return stored.decisions(), summary
    goal = spots.share_of("to", effort.to)
    with _solving_bar(goal) as report_of:
        found = stored.at(
            shown.line or "",
            [int(card) for card in parse_hand(shown.cards)],
            to=goal,
            iterations=effort.iterations,
            threads=worker_count(effort.workers),
            compress=effort.compress,
            report=report_of(stored.spot.pot),
        )
    if found.solution is None:
        return [found.decision], summary
    there = rows.summary(found.solution)
    told = f"solved with the ranges that come to it: {there}"
    return [found.decision], *(summary, told, *_missed(found.solution))


def _missed(solution: Solution) -> list[str]:
    from pokerlake.queries.answers.solving import rows

    missed = rows.not_reached(solution, words=rows.IN_COMMANDS)
    return [missed] if missed else []


def _stored(lake: Path | None, number: int) -> Stored:
    from pokerlake.pipelines.solving.stored import stored_spot
    from pokerlake.tables.lake import Lake, lake_path

    return stored_spot(Lake.open(lake_path(lake)), number)


def _solved(spot: Spot, effort: Effort) -> Solution:
    from pokerlake.engine.threads import worker_count
    from pokerlake.queries.answers.solving import spots

    goal = spots.share_of("to", effort.to)
    with _solving_bar(goal) as report_of:
        return spots.solution_of(
            spot, to=goal, iterations=effort.iterations, threads=worker_count(effort.workers),
            compress=effort.compress, report=report_of(spot.pot),
        )  # fmt: skip


@contextmanager
def _solving_bar(goal: float) -> Iterator[Callable[[int], Callable[[int, float], None]]]:
    """A bar that says how much deviating gains by now, of a pot."""
    from pokerlake.pipelines.solving.solved import part_done

    first: list[float] = []
    with progress_bars() as bars:
        task = bars.add_task("solving", total=None)

        def report_of(pot: int) -> Callable[[int, float], None]:
            def report(done: int, gain: float) -> None:
                first.append(gain)
                words = f"iteration {done:,}, deviating gains {100 * gain / pot:.3g} % of the pot"
                completed = int(100 * part_done(first[0], gain, goal * pot))
                bars.update(task, description=words, completed=completed, total=100)

            return report

        yield report_of
