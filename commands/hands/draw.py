"""``pokerlake draw``: five-card draw, and change in coins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..base import FormatOption, LakeOption, OutputOption, note, progress_bars, show

if TYPE_CHECKING:
    from pokerlake.engine.equity.calculate import Method

draw = typer.Typer(help="Five-card draw, and change in coins.", rich_markup_mode=None)

_NESTED = ("json", "ndjson", "parquet")


@draw.command("hand")
def show_hand(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="Five cards: 7c7d9hKsAc.")],
    categories: Annotated[
        bool, typer.Option("--categories", help="Show the chance of each category.")
    ] = False,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Rank the 32 discards of a hand by expected strength.

    The strength of a result is the share of all hands that it beats or ties; its top percent is the
    share that is at least as strong. A result is better if its category is better than that of the
    hand as dealt. The counts come from the lake if it has them; otherwise they are computed, with
    the same result. CSV, JSON and Parquet have all counts.
    """
    from pokerlake.queries.answers.draw import discards as asked
    from pokerlake.queries.files import choose_format
    from pokerlake.tables.errors import UsageError

    people = choose_format(fmt, output).name == "table"
    if categories and not people:
        raise UsageError("--categories is for a table; other formats have every count")
    found = asked.discards(asked.parse_draw_hand(hand), lake)
    if people:
        show(asked.discards_for_people(found, categories=categories), fmt, output)
    else:
        show(asked.discards_table(found), fmt, output)
    note(asked.verdict(found))


@draw.command("duel")
def show_duel(
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND[:THROWN]",
            help="2 to 10 hands, and the cards thrown away of each, - for none: "
            "7c7d9hKsAc:9hKs.  [default of THROWN: the usual]",
        ),
    ],
    dead: Annotated[
        str, typer.Option(help="Cards that nobody can draw: 2c3c.", show_default=False)
    ] = "",
    exact: Annotated[
        bool, typer.Option("--exact", help="Count; refused if that takes too long.")
    ] = False,
    monte_carlo: Annotated[bool, typer.Option("--mc", help="Sample, and do not count.")] = False,
    standard_error: Annotated[
        float | None,
        typer.Option("--se", help="Sample until no standard error is larger.  [default: 0.0002]"),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Sample this number of deals, whatever the error.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**64 - 1, help="Seed of the deals.  [default: a new one]"),
    ] = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Compute who wins how often when 2 to 10 known hands exchange cards.

    Cards thrown away do not come back. For two players all ways to draw are counted, and for more
    players if that takes seconds; otherwise deals are sampled to a standard error. JSON has the
    exact counts, ties by the number of players who share them, and categories.
    """
    import secrets

    from pokerlake.queries.answers.draw import duels as asked
    from pokerlake.queries.answers.equity import Wanted
    from pokerlake.queries.files import choose_format
    from pokerlake.tables.errors import UsageError

    if exact and monte_carlo:
        raise UsageError("--exact counts and --mc samples; give one")
    method: Method | None = "exact" if exact else "monte carlo" if monte_carlo else None
    wanted = Wanted(method, standard_error, deals)
    duelists = asked.Duelists.parse(hands, dead)
    chosen = choose_format(fmt, output)
    with progress_bars() as bars:
        task = bars.add_task("", total=None, visible=False)
        found = asked.fight(
            duelists,
            wanted,
            seed=secrets.randbits(32) if seed is None else seed,
            listener=lambda done: bars.update(task, description=f"{done:,} deals", visible=True),
        )
    if chosen.name == "table":
        show(asked.duel_for_people(duelists, found), fmt, output)
    else:
        show(asked.duel_table(duelists, found, nested=chosen.name in _NESTED), fmt, output)
    note(asked.summary(found))


@draw.command("change")
def show_change(
    coins: Annotated[str, typer.Option(help="The values of the coins.")] = "1,5,10,25",
    amounts: Annotated[int, typer.Option(help="Number of amounts, from 0 on.")] = 100,
    weights: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT:WEIGHT,...",
            help="How often each amount comes, others never: 25:3,99:0.5.  [default: all alike]",
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--file",
            metavar="FILE",
            help="A file with a column amount; or price, which is paid with the next multiple of "
            "--amounts; and maybe weight; - for stdin.",
        ),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(help="csv, parquet or ndjson.  [default: by FILE's ending; csv on stdin]"),
    ] = None,
    each: Annotated[
        bool, typer.Option("--each", help="Show the coins of each amount, not the averages.")
    ] = False,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Compute how many of each coin to expect as change.

    Change is paid in the fewest coins. Fractions are exact. If always taking the largest coin that
    fits takes too many coins, that is shown too.
    """
    from pokerlake.queries.answers.draw import change as asked
    from pokerlake.queries.files import choose_format
    from pokerlake.tables.errors import UsageError

    people = choose_format(fmt, output).name == "table"
    if weights is not None and source is not None:
        raise UsageError("--weights and --file both say how often amounts come; give one")
    if input_format is not None and source is None:
        raise UsageError("--input-format is for a file; give it with --file")
    found = asked.fewest_coins(asked.parse_coins(coins), amounts)
    chances = None
    if weights is not None:
        chances = asked.parse_weights(weights)
    elif source is not None:
        chances = asked.file_weights(source, input_format, amounts)
    paid = asked.pay(found, chances)
    if each:
        show(asked.amounts_for_people(paid) if people else asked.amounts_table(paid), fmt, output)
        lines = asked.greedy_note(paid)
    else:
        show(asked.coins_table(paid), fmt, output)
        lines = asked.summary(paid)
    for line in lines:
        note(line)
