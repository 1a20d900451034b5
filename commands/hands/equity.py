"""``pokerlake equity``: who wins how often, of any hands and ranges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..base import Output, note, progress_bars
from ..options import (
    GameOption,
    InputFormatOption,
    LakeOption,
    SkipBadOption,
    argument,
    flag,
    option,
    seed_option,
)

if TYPE_CHECKING:
    from pokerlake.catalogue import Game
    from pokerlake.engine.monte_carlo.sampling import Sample
    from pokerlake.engine.pot_shares import Method
    from pokerlake.queries.answers.equity import Showdown, Wanted


@dataclass(frozen=True)
class Precision:
    """The options of whether deals are counted or sampled, and how many."""

    exact: bool = flag("--exact", "Count; refused if that takes too long.")
    monte_carlo: bool = flag("--mc", "Sample, and do not count.")
    standard_error: float | None = option(
        "--se", "Sample until no standard error is larger.  [default: 0.0002]"
    )
    deals: int | None = option("Sample this number of deals, whatever the error.", min=1)

    def wanted(self, max_seconds: float | None = None, seed: int | None = None) -> Wanted:
        """What is asked of an equity."""
        from pokerlake.queries.answers.equity import Wanted
        from pokerlake.tables.errors import UsageError

        if self.exact and self.monte_carlo:
            raise UsageError("--exact counts and --mc samples; give one")
        method: Method | None = (
            "exact" if self.exact else "monte carlo" if self.monte_carlo else None
        )
        return Wanted(method, self.standard_error, self.deals, max_seconds, seed)


@dataclass(frozen=True)
class HandsPrecision(Precision):
    """The same, where even a long count is made if it is asked for."""

    exact: bool = flag("--exact", "Count, however long it takes.")


@dataclass(frozen=True)
class Columns:
    """The options of a file of situations: which of its columns have what."""

    players: list[str] | None = option(
        "The columns of hands.  [default: player_1, player_2, ...; or hero, villain]",
        metavar="COLUMN",
    )
    board_column: str | None = option(
        "Column of boards.  [default: board, if there]", metavar="COLUMN"
    )
    dead_column: str | None = option(
        "Column of dead cards.  [default: dead, if there]", metavar="COLUMN"
    )
    input_format: InputFormatOption = None
    skip_bad: SkipBadOption = False


def equity(
    hands: list[str] | None = argument(
        "HAND",
        "2 to 10 hands or ranges: AhKh 'QQ+,AKs' random; of Omaha 'AAxx$ds' KsQsJhTh.",
        default=None,
    ),
    board: list[str] | None = option(
        "None to five known cards: Qh2h3dAs; once for each board of a game of two.",
        metavar="CARDS",
    ),
    dead: str = option("Cards that nobody can have: 7c7d.", default="", metavar="CARDS"),
    game: GameOption = "hold'em",
    *,
    runs: int = option(
        "Run it twice or more: also show the standard deviation of the share of the pot.",
        default=1,
        min=1,
        max=4,
    ),
    precision: HandsPrecision,
    max_seconds: float | None = option(
        "Count if that is estimated to take no longer, else sample, or with --exact refuse.  "
        "[default: 5; of --exact none]"
    ),
    seed: int | None = seed_option("Seed of the deals.  [default: a new one]"),
    next_card: bool = flag(
        "--next-card", "Show the equity after each possible next card, as a grid."
    ),
    by_hole: bool = flag("--by-hole", "Show the equity of each hole of the first range."),
    categories: bool = flag(
        "--categories", "Show how often each player ends with a hand of each category."
    ),
    source: str | None = option(
        "--from", "A file with a situation in each row; - for stdin.", metavar="FILE"
    ),
    columns: Columns,
    by: str | None = option(
        "The ranking for 15%: equity or 'income N'.  [default: equity]", metavar="RANKING"
    ),
    lake: LakeOption = None,
    out: Output,
) -> None:
    """Compute the equity of hands or ranges, or of a file of them.

    All deals are counted if that takes seconds; otherwise deals are sampled to a standard error.
    JSON has the exact counts, ties by the number of players who share them, and categories.
    With 'double board' before its name a game is played on two boards, for half of the pot on each.
    """
    from pokerlake.queries.answers import equity as asked
    from pokerlake.queries.answers.orders import rule_of
    from pokerlake.queries.answers.players import equity as answered
    from pokerlake.queries.answers.players import players
    from pokerlake.tables.errors import UsageError

    rule = rule_of(game, boards=2)
    wanted = precision.wanted(max_seconds, seed)
    if (source is not None) == bool(hands):
        raise UsageError("give hands such as AhKh QsQc, or a file with --from, and not both")
    if source is not None:
        if board or dead or by is not None or next_card or by_hole or categories or runs > 1:
            raise UsageError(
                "--board, --dead, --by, --runs, --next-card, --by-hole and --categories are for "
                "hands given here"
            )
        if rule.boards > 1:
            raise UsageError(f"--from is for games of one board, and {rule.name} has two")
        _show_file(source, columns, wanted, rule, lake, out)
        return
    if any(vars(columns).values()):
        raise UsageError("--players, other columns and --skip-bad are for a file; give --from")
    if next_card + by_hole + categories > 1:
        raise UsageError("--next-card, --by-hole and --categories are views; give one")
    if next_card or by_hole or categories:
        for option, is_given in {"--runs": runs > 1, "--game": rule.boards > 1}.items():
            if is_given:
                raise UsageError(
                    "--next-card, --by-hole and --categories are of one board, run once; "
                    f"{option} asks for more"
                )
    cards = _boards(board or [], rule)
    if next_card or by_hole:
        situation = players(rule, hands or [], cards, dead, lake=lake, by=by, files=True)
        if next_card:
            _show_next_cards(situation, wanted, out)
        else:
            out.show(asked.hole_equities(situation, wanted))
        return
    people = out.for_people()
    with progress_bars() as bars:
        task = bars.add_task("", total=None, visible=False)

        def listener(sample: Sample) -> None:
            bars.update(task, description=asked.live(hands or [], sample), visible=True)

        found = answered(
            rule,
            hands or [],
            cards,
            dead,
            wanted,
            lake=lake,
            by=by,
            files=True,
            runs=runs,
            counts=categories or not people,
            listener=listener,
            on_long=note,
        )
    if categories:
        out.show(found.by_category())
    else:
        out.show(found.shares() if people else found.counts(nested=out.nested()))
    for line in found.had().splitlines():
        note(line)


def _boards(given: list[str], rule: Game) -> str | list[str]:
    """The known cards of the board, or of both."""
    from pokerlake.tables.errors import UsageError

    if given and len(given) != rule.boards:
        boards = "one board" if rule.boards == 1 else "two boards"
        times = {1: "once", 2: "twice"}
        raise UsageError(
            f"--board is given {times.get(len(given), f'{len(given)} times')}, and {rule.name} has "
            f"{boards}; give it {times[rule.boards]}, or not at all"
        )
    return given if rule.boards > 1 and given else "".join(given)


def _show_next_cards(situation: Showdown, wanted: Wanted, out: Output) -> None:
    """A grid for people to read on stdout, else a row for each card."""
    from pokerlake.queries.answers import equity as asked

    if out.path is None and out.for_people():
        from pokerlake.queries.charts.equities import next_cards

        from ..charts import show_figure

        show_figure(next_cards(situation, wanted).figure())
    else:
        out.show(asked.next_card_equities(situation, wanted))


def _show_file(
    name: str, given: Columns, wanted: Wanted, rule: Game, lake: Path | None, out: Output
) -> None:
    from pokerlake.queries.answers.batches import equity_file

    out.show_file(
        partial(
            equity_file,
            name,
            given.players or [],
            board=given.board_column,
            dead=given.dead_column,
            file_format=given.input_format,
            wanted=wanted,
            rule=rule,
            lake=lake,
        ),
        skip_bad=given.skip_bad,
        result="deals",
    )
