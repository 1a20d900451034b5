"""``pokerlake range``: ranges of starting hands, read and written in the notation of the field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..base import Output, note
from ..options import App, GameOption, LakeOption, argument, flag, format_option, option

if TYPE_CHECKING:
    from pokerlake.engine.ranges.omaha.hole_range import OmahaRange
    from pokerlake.engine.ranges.parts import Weights
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.queries.answers.ranges.omaha import OmahaReader

ranges = App(help="Read, compare and convert ranges of hands.")

RangeArgument = Annotated[
    str,
    typer.Argument(
        metavar="RANGE",
        help="Text such as '22+,A2s+,AQo:0.5', of Omaha 'AAxx$ds'; @FILE, or - for stdin.",
    ),
]
DIALECTS = ("pokerlake", "piosolver", "equilab", "flopzilla", "propokertools")
_ALL_DIALECTS = f"{', '.join(DIALECTS[:-1])} or {DIALECTS[-1]}"


def _complete_dialect(start: str) -> list[str]:
    return [name for name in DIALECTS if name.startswith(start)]


def _dialect(*name: str, text: str = f"The dialect of the text: {_ALL_DIALECTS}.") -> Any:
    words = (*name, text)
    return option(*words, default=DIALECTS[0], metavar="DIALECT", autocompletion=_complete_dialect)


@dataclass(frozen=True)
class Reading:
    """The options of how a range is read."""

    dead: str = option(
        "Cards that no hole can have: AsKd.", default="", show_default=False, metavar="CARDS"
    )
    by: str | None = option(
        "The ranking for 15%: equity against a random hand, or 'income N'.  [default: equity]",
        metavar="RANKING",
    )
    players: int | None = option("Same as --by 'income N': the income rate of 2 to 10 players.")
    game: GameOption = "hold'em"
    lake: LakeOption = None

    def reader(self, dialect: str) -> RangeReader:
        """What reads ranges so."""
        from pokerlake.queries.answers.orders import order_of_game, rule_of
        from pokerlake.queries.answers.ranges.given import RangeReader

        order = order_of_game(rule_of(self.game))
        return RangeReader.of(self.lake, self.by, self.players, dialect, self.dead, order)

    def omaha(self, *dialects: str) -> OmahaReader | None:
        """What reads ranges of Omaha, if the game is one of it; else None.

        UsageError for a dialect or a ranking that these ranges do not have.
        """
        from pokerlake.engine.cards.text import parse_hand
        from pokerlake.queries.answers.orders import rule_of
        from pokerlake.queries.answers.ranges.omaha import OmahaReader, refuse_how

        rule = rule_of(self.game)
        if not rule.used:
            return None
        by = f"income {self.players}" if self.players is not None else self.by or "equity"
        for dialect in dialects:
            refuse_how(rule, dialect, by)
        return OmahaReader(rule, self.lake, tuple(parse_hand(self.dead).tolist()))


@dataclass(frozen=True)
class TextOutput(Output):
    """The options of where a range goes as text: bare, to be read by programs, if no format is."""

    fmt: str | None = format_option(
        " or npz.  [default: by FILE's ending; the bare text for .txt and on stdout]"
    )

    def show_text(self, text: str) -> None:
        """Show a range."""
        from pokerlake.tables.errors import UsageError

        if self.wide and self.fmt is None:
            raise UsageError("--wide is for a table, and this is the text of a range; add -f table")
        if self.fmt is None and self.path is None:
            typer.echo(text)
        elif self.fmt is None and self.path is not None and self.path.suffix.lower() == ".txt":
            from pokerlake.tables.store import write_text

            write_text(self.path, f"{text}\n")
        else:
            import pyarrow as pa

            self.show(pa.table({"range": [text]}))


@ranges.command("show")
def show_range(
    range_: RangeArgument,
    grid: bool = flag(
        "--grid", "Show the weights as the grid of hands, suited above the diagonal."
    ),
    dialect: str = _dialect(),
    *,
    given: Reading,
    out: Output,
) -> None:
    """Show the hands of a range with their weights and combos.

    Of Omaha these are the ranks and suits of its holes.
    """
    from pokerlake.queries.answers.ranges.tables import grid_table, hands_table, summary

    if omaha := given.omaha(dialect):
        _show_omaha(omaha, range_, grid=grid, out=out)
        return
    reader = given.reader(dialect)
    weights = reader.weights(range_)
    if grid:
        out.show(grid_table(weights, reader.dead, reader.ranks()))
    else:
        out.show(hands_table(weights, reader.dead))
    note(summary(weights, reader.live()))


@ranges.command()
def expand(
    range_: RangeArgument, dialect: str = _dialect(), *, given: Reading, out: Output
) -> None:
    """List the holes of a range, one row each."""
    from pokerlake.queries.answers.ranges.tables import combos_table

    if omaha := given.omaha(dialect):
        from pokerlake.queries.answers.ranges.omaha_tables import omaha_holes_table

        out.show(omaha_holes_table(omaha.given(range_)))
        return
    reader = given.reader(dialect)
    out.show(combos_table(reader.weights(range_)))


WholeOption = Annotated[
    bool,
    typer.Option(
        "--whole", help="Take holes whole: a weight from 0.5 on is 1, a smaller one is 0."
    ),
]


@ranges.command()
def top(
    percent: str = argument("PERCENT", "A percentage: 15, or 5-15."),
    dialect: str = _dialect(),
    whole: WholeOption = False,
    *,
    given: Reading,
    out: TextOutput,
) -> None:
    """Write the best hands as a range, up to a percentage of all combos.

    Hands are taken whole in the order of the ranking; the next one gets the weight that fills it.
    """
    from pokerlake.queries.answers.ranges.given import share_hint

    if omaha := given.omaha(dialect):
        out.show_text(_omaha_written(omaha.top(percent), whole=whole))
    else:
        reader = given.reader(dialect)
        out.show_text(_written(reader.top(percent), dialect, whole=whole))
    hint = share_hint(percent)
    if hint:
        note(hint)


@ranges.command()
def diff(
    first: RangeArgument,
    second: RangeArgument,
    dialect: str = _dialect(),
    *,
    given: Reading,
    out: Output,
) -> None:
    """List where two ranges differ.

    The column only is 1 or 2 if only that range has the holes, and 0 if both have them with
    different weights.
    """
    from pokerlake.queries.answers.ranges.tables import difference_table
    from pokerlake.tables.errors import UsageError

    if first == second == "-":
        raise UsageError("only one of two ranges can be read from standard input")
    if omaha := given.omaha(dialect):
        from pokerlake.queries.answers.ranges.omaha_tables import omaha_difference_table

        out.show(omaha_difference_table(omaha.given(first), omaha.given(second)))
        return
    reader = given.reader(dialect)
    out.show(difference_table(reader.weights(first), reader.weights(second)))


@ranges.command()
def convert(
    range_: RangeArgument,
    source: str = _dialect("--from"),
    target: str = _dialect("--to", text="The dialect to write."),
    whole: WholeOption = False,
    *,
    given: Reading,
    out: TextOutput,
) -> None:
    """Write a range in another dialect, or in the shortest form.

    If the dialect cannot express the range, that is an error; nothing is left out, unless --whole
    is given.
    """
    from pokerlake.engine.ranges.notation import dialect_of

    if omaha := given.omaha(source, target):
        out.show_text(_omaha_written(omaha.given(range_), whole=whole))
        return
    dialect_of(target)
    reader = given.reader(source)
    out.show_text(_written(reader.weights(range_), target, whole=whole))


def _written(weights: Weights, dialect: str, *, whole: bool) -> str:
    """A range as text; what is said where only whole hands can be written."""
    from pokerlake.engine.ranges.notation import format_range
    from pokerlake.engine.ranges.scanner import RangeError
    from pokerlake.queries.answers.ranges.given import whole_weights

    if whole:
        before, weights = weights, whole_weights(weights)
        if (before != weights).any():
            note(f"{before.sum():.6g} combos made whole: {weights.sum():.6g}")
    try:
        return format_range(weights, dialect=dialect)
    except RangeError as error:
        if "no weights" not in error.problem:
            raise
        raise RangeError(f"{error.problem}; --whole rounds them to 0 or 1") from error


@ranges.command()
def explain(
    range_: RangeArgument, dialect: str = _dialect(), *, given: Reading, out: Output
) -> None:
    """Explain how each part of a range is read.

    The column combos is the sum of the weights as this part gives them; deciding is the number of
    live holes whose weight comes from this part.
    """
    if omaha := given.omaha(dialect):
        from pokerlake.queries.answers.ranges.omaha_tables import omaha_parts_table

        out.show(omaha_parts_table(omaha.parts(range_), omaha.dead))
        return
    reader = given.reader(dialect)
    out.show(reader.explained(range_))


# ---------------------------------------------------------------- Omaha


def _show_omaha(reader: OmahaReader, given: str, *, grid: bool, out: Output) -> None:
    from pokerlake.queries.answers.ranges.omaha_tables import kinds_table, omaha_summary
    from pokerlake.tables.errors import UsageError

    if grid:
        raise UsageError(f"--grid is for hold'em; holes of {reader.rule.name} have ranks and suits")
    found = reader.given(given)
    out.show(kinds_table(found, reader.dead))
    note(omaha_summary(found, reader.live()))


def _omaha_written(found: OmahaRange, *, whole: bool) -> str:
    """A range of Omaha as text."""
    from pokerlake.engine.ranges.omaha.printer import format_omaha_range

    if whole:
        before, found = found, found.whole()
        if before.combos != found.combos:
            note(f"{before.combos:.6g} combos made whole: {found.combos:.6g}")
    return format_omaha_range(found)
