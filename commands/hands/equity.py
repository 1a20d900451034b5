"""``pokerlake equity``: who wins how often, of any hands and ranges."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    from pokerlake.engine.pot_shares import Equity, Method
    from pokerlake.queries.answers.equity import Showdown, Wanted
    from pokerlake.queries.answers.lookup.matchups import StoredEquity


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
    from pokerlake.queries.answers.orders import order_of_game, rule_of
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.tables.errors import UsageError

    double = rule_of(game, boards=2)
    rule = double.on_each_board
    wanted = precision.wanted(max_seconds, seed)
    if (source is not None) == bool(hands):
        raise UsageError("give hands such as AhKh QsQc, or a file with --from, and not both")
    if source is not None:
        if board or dead or by is not None or next_card or by_hole or categories or runs > 1:
            raise UsageError(
                "--board, --dead, --by, --runs, --next-card, --by-hole and --categories are for "
                "hands given here"
            )
        if double.boards > 1:
            raise UsageError(f"--from is for games of one board, and {double.name} has two")
        _show_file(source, columns, wanted, rule, lake, out)
        return
    if any(vars(columns).values()):
        raise UsageError("--players, other columns and --skip-bad are for a file; give --from")
    if next_card + by_hole + categories > 1:
        raise UsageError("--next-card, --by-hole and --categories are views; give one")
    if runs > 1 and (next_card or by_hole or categories):
        raise UsageError(
            "--runs is for the equity of players; --next-card, --by-hole and --categories have none"
        )
    boards = board or []
    if len(boards) > double.boards:
        raise UsageError(
            f"--board is given {len(boards)} times, and {double.name} has "
            f"{'one board' if double.boards == 1 else 'two boards'}; give it "
            f"{'once' if double.boards == 1 else 'twice'}"
        )
    if double.boards > 1:
        if runs > 1 or next_card or by_hole or categories:
            raise UsageError(
                "--runs, --next-card, --by-hole and --categories are for games of one board, and "
                f"{double.name} has two"
            )
        if len(boards) == 1:
            raise UsageError(
                f"--board is given once, and {double.name} is played on two boards; give it for "
                "each, or not at all"
            )
    shared = "".join(boards) if double.boards == 1 else ""
    situation: Showdown
    if rule.used:
        from pokerlake.queries.answers.games.equity import OmahaSituation
        from pokerlake.queries.answers.ranges.omaha import OmahaReader

        if by is not None:
            raise UsageError(
                f"--by is for ranges of hold'em; those of {rule.name} have one ranking"
            )
        reader = OmahaReader(rule, lake)
        situation = OmahaSituation.parse(hands or [], shared, dead, reader)
    else:
        order = order_of_game(rule)
        by_ranking = RangeReader.of(lake, by, None, order=order)
        situation = asked.Situation.parse(hands or [], shared, dead, by_ranking, order)
    if double.boards > 1:
        _show_double_board(double, situation, boards or ["", ""], wanted, out)
    elif next_card:
        _show_next_cards(situation, wanted, out)
    elif by_hole:
        out.show(asked.hole_equities(situation, wanted))
    else:
        _show_players(situation, wanted, lake, out, runs=runs, categories=categories)


def _show_players(
    situation: Showdown,
    wanted: Wanted,
    lake: Path | None,
    out: Output,
    *,
    runs: int,
    categories: bool,
) -> None:
    from pokerlake.queries.answers import equity as asked

    people = out.for_people()
    may_be_stored = people and not categories and wanted == asked.Wanted()
    spread = None
    if runs > 1:
        from pokerlake.queries.answers.games.two_boards import spread_of

        spread = spread_of(situation, runs, wanted, on_long=note)
        if spread.pairs.seed is not None:
            wanted = replace(wanted, seed=spread.pairs.seed)  # of an equity that is sampled, too
    stored = None
    if may_be_stored:
        stored = asked.stored_equity(situation, lake)
    found: Equity | StoredEquity
    if stored is not None:
        found, table = stored, asked.shares_table(situation, stored)
    else:
        found = counted = _counted_or_sampled(situation, wanted)
        if categories:
            table = asked.categories_table(situation, counted)
        elif people:
            table = asked.shares_table(situation, counted)
        else:
            table = asked.players_table(situation, counted, nested=out.nested())
    notes = [asked.summary(found)]
    if spread is not None:
        columns = spread.shares() if people else {**spread.shares(), **spread.counts()}
        for name, column in columns.items():
            table = table.append_column(name, [column])
        notes.append(spread.summary())
    out.show(table)
    for line in notes:
        note(line)


def _counted_or_sampled(situation: Showdown, wanted: Wanted) -> Equity:
    from pokerlake.queries.answers import equity as asked

    with progress_bars() as bars:
        task = bars.add_task("", total=None, visible=False)

        def listener(sample: Sample) -> None:
            bars.update(task, description=asked.live(situation, sample), visible=True)

        return asked.situation_equity(situation, wanted, listener=listener, on_long=note)


def _show_double_board(
    rule: Game, situation: Showdown, boards: list[str], wanted: Wanted, out: Output
) -> None:
    from pokerlake.engine.cards.text import parse_hand
    from pokerlake.queries.answers.games.two_boards import DoubleBoard, double_equity, double_table

    both = DoubleBoard.of(rule, situation, [parse_hand(board) for board in boards])
    found = double_equity(both, wanted, on_long=note)
    out.show(double_table(both, found, people=out.for_people()))
    note(found.summary())


def _show_next_cards(situation: Showdown, wanted: Wanted, out: Output) -> None:
    """A grid for people to read on stdout, else a row for each card."""
    from pokerlake.queries.answers import equity as asked

    if out.path is None and out.for_people():
        from pokerlake.queries.charts.hands.equities import next_cards

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
