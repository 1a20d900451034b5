"""``pokerlake learn`` and ``pokerlake strategy``: games learned by playing, and their results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .base import Output, connected, going_on, note, stopped
from .options import (
    App,
    ClusterOption,
    LakeOption,
    argument,
    flag,
    option,
    seed_option,
    workers_option,
)

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.pipelines.learning.lessons import Lesson
    from pokerlake.pipelines.learning.running import Finished, Moment

_AGAIN = "run the same command again to go on"

strategy = App(help="Show the strategies that were learned.")


def complete_game(start: str) -> list[str]:
    """Games that begin with this text."""
    from pokerlake.engine.games.catalogue import GAMES

    return [name for name in GAMES if name.startswith(start)]


def learn(
    game: str | None = argument(
        "GAME", "A game; lists all by default.", default=None, autocompletion=complete_game
    ),
    algorithm: str | None = option(
        "An algorithm of the list of games.  [default: the game's first]"
    ),
    games: int | None = option(
        "Number of games or iterations: 1e10.  [default: the algorithm's]",
        min=0,
        metavar="N",
    ),
    seed: int | None = seed_option("Seed of the random numbers.  [default: 1]"),
    param: list[str] | None = option(
        "--param",
        "-p",
        "A parameter of those in the list of games: explore=0.05.",
        metavar="NAME=VALUE",
    ),
    workers: int = workers_option("Number of threads that play."),
    cluster: ClusterOption = None,
    replace: bool = flag("--replace", "Replace all runs in the lake by this one."),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Learn a game by playing it, and add the run to the lake.

    The strategy is kept after 1, 2, 5, 10, 20, 50, ... games and at the end. If its distance from
    optimal can be computed, the lake has that too. A run that is stopped with Ctrl-C, or killed, is
    resumed by the same command. The number of workers does not change the result.

    With --cluster, as many workers as a result table has tables play a small game; one worker at a
    time plays every other run, in turns after which this process keeps the state. Runs of different
    seeds or parameters can be learned in parallel, each by its own command.
    """
    from pokerlake.engine.games.catalogue import GAMES
    from pokerlake.pipelines.cluster import refuse_no_cluster
    from pokerlake.pipelines.learning.lessons import Lesson
    from pokerlake.queries.learned import runs
    from pokerlake.queries.sql.named import given_parameters
    from pokerlake.tables.lake import lake_path

    refuse_no_cluster(cluster, workers)
    out.choose()
    if game is None:
        out.show(_list_of_games())
        return
    lesson = Lesson.of(
        GAMES, game, algorithm, rounds=games, seed=seed, parameters=given_parameters(param or ())
    )
    word = "iterations" if lesson.algorithm.iterates else "games"
    if cluster is not None:
        note(_on_cluster(lesson))
    done = _learned(lake_path(lake), lesson, word, anew=replace, workers=workers, cluster=cluster)
    if done.run is None:
        stopped(f"stopped after {done.moment.done:,} {word}; {_AGAIN}")
    with connected(lake) as connection:
        out.show(runs(connection, done.run))
    known = "" if done.new else "learned already; "
    note(
        f"{known}run {done.run}: {done.moment.done:,} {word} in {done.moment.seconds:.1f} s; "
        f"see 'pokerlake strategy show {done.run}'"
    )


def _on_cluster(lesson: Lesson) -> str:
    """What workers do for a lesson."""
    name = f"{lesson.algorithm.name} of {lesson.game.name}"
    if lesson.algorithm.apart:
        return f"{name}: its {lesson.parameters['tables']} tables are played by as many workers"
    return f"{name}: one worker plays at a time, with its own threads"


def _learned(
    lake: Path, lesson: Lesson, word: str, *, anew: bool, workers: int, cluster: str | None
) -> Finished:
    """Learn with a bar that counts games, or another ``word``."""
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines.learning.running import learn as learn_game

    with going_on(_AGAIN, cluster) as (bars, executor, stop):
        task = bars.add_task(word, total=lesson.games)

        def listener(moment: Moment) -> None:
            rate = moment.done / moment.seconds if moment.seconds else 0.0
            far = "" if moment.nash_conv is None else f", NashConv {moment.nash_conv:.2g}"
            said = f"{word} ({rate / 1e6:.3g} M/s{far})"
            bars.update(task, description=said, completed=moment.done)

        return learn_game(
            lake,
            lesson,
            anew=anew,
            threads=worker_count(workers),
            executor=executor,
            listener=listener,
            stop=stop,
        )


def _list_of_games() -> pa.Table:
    import pyarrow as pa

    from pokerlake.engine.games.catalogue import GAMES

    rows: list[dict[str, Any]] = [
        {
            "game": game.name,
            "players": game.players,
            "algorithm": algorithm.name,
            "games": algorithm.games,
            "parameters": ", ".join(f"{k}={v}" for k, v in algorithm.parameters.items()),
            "about": f"{game.about}; {algorithm.about}",
        }
        for game in GAMES.values()
        for algorithm in game.algorithms
    ]
    return pa.Table.from_pylist(rows)


@strategy.command("list")
def list_runs(lake: LakeOption = None, *, out: Output) -> None:
    """List the runs in the lake, and how far from optimal each ended."""
    from pokerlake.queries.learned import runs

    out.choose()
    with connected(lake) as connection:
        out.show(runs(connection))


@strategy.command("show")
def show_strategy(
    run: int | None = argument(
        "RUN",
        "The number of the run.  [default: the last]",
        default=None,
        listed="pokerlake strategy list",
    ),
    checkpoint: int | None = option(
        "After this number of games.  [default: at the end]", min=0, metavar="N"
    ),
    state: str = option(
        "Only states whose name contains this text.", default="", metavar="TEXT", show_default=False
    ),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Show how often to make each choice in each state of a learned game.

    The gain is what a player would win more per game if he always made this choice in this state
    and changed nothing else. For a result table there is also the number of games in which the
    choice was made, and the mean result after it; do not play by that mean.
    """
    from pokerlake.queries import learned as asked

    people = out.for_people()
    with connected(lake) as connection:
        rows = asked.strategy(connection, run, checkpoint=checkpoint, state=state)
        out.show(asked.strategy_for_people(rows) if people else rows)
        last = asked.runs(connection, run).to_pylist()[-1]
    note(f"run {last['run']}: {last['game']} by {last['algorithm']}, {last['games']:,} in all")
