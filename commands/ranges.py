"""``pokerlake range``: ranges of starting hands, read and written in the notation of the field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .base import Output, note
from .options import App, GameOption, LakeOption, argument, flag, format_option, option

if TYPE_CHECKING:
    from pokerlake.queries.answers.ranges.reader import Reader

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

    def reader(self, dialect: str) -> Reader[Any]:
        """What reads ranges so.

        UsageError or RangeError for a dialect or a ranking that ranges of the game do not have.
        """
        from pokerlake.engine.cards.text import parse_hand
        from pokerlake.queries.answers.orders import rule_of
        from pokerlake.queries.answers.ranges.given import reader_of

        rule, dead = rule_of(self.game), parse_hand(self.dead).tolist()
        return reader_of(rule, self.lake, dead, dialect=dialect, by=self.by, players=self.players)


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
    reader = given.reader(dialect)
    found = reader.given(range_)
    out.show(reader.shown(found, grid=grid))
    note(reader.summary(found))


@ranges.command()
def expand(
    range_: RangeArgument, dialect: str = _dialect(), *, given: Reading, out: Output
) -> None:
    """List the holes of a range, one row each."""
    reader = given.reader(dialect)
    out.show(reader.holes(reader.given(range_)))


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
    from pokerlake.queries.answers.ranges.reader import share_hint

    reader = given.reader(dialect)
    _show_text(reader, reader.top(percent), dialect, whole=whole, out=out)
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
    from pokerlake.tables.errors import UsageError

    if first == second == "-":
        raise UsageError("only one of two ranges can be read from standard input")
    reader = given.reader(dialect)
    out.show(reader.difference(reader.given(first), reader.given(second)))


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
    reader = given.reader(source)
    reader.require_dialect(target)
    _show_text(reader, reader.given(range_), target, whole=whole, out=out)


def _show_text(
    reader: Reader[Any], found: Any, dialect: str, *, whole: bool, out: TextOutput
) -> None:
    """A range as text; what is said where only whole hands can be written."""
    from pokerlake.engine.ranges.scanner import RangeError

    if whole:
        before, found = found.combos, found.whole()
        if before != found.combos:
            note(f"{before:.6g} combos made whole: {found.combos:.6g}")
    try:
        written = reader.text(found, dialect)
    except RangeError as error:
        if "no weights" not in error.problem:
            raise
        raise RangeError(f"{error.problem}; --whole rounds them to 0 or 1") from error
    out.show_text(written)


@ranges.command()
def explain(
    range_: RangeArgument, dialect: str = _dialect(), *, given: Reading, out: Output
) -> None:
    """Explain how each part of a range is read.

    The column combos is the sum of the weights as this part gives them; deciding is the number of
    live holes whose weight comes from this part.
    """
    from pokerlake.queries.answers.ranges.reader import given_text

    _, parts = given.reader(dialect).explained(given_text(range_))
    out.show(parts)
