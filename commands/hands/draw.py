"""``pokerlake draw``: five-card draw, and change in coins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base import Output, note, progress_bars
from ..options import App, InputFormatOption, LakeOption, argument, flag, option, seed_option

if TYPE_CHECKING:
    from pokerlake.engine.pot_shares import Method
    from pokerlake.queries.answers.equity import Wanted

draw = App(help="Five-card draw, and change in coins.")


@draw.command("hand")
def show_hand(
    hand: str = argument("HAND", "Five cards: 7c7d9hKsAc."),
    categories: bool = flag("--categories", "Show the chance of each category."),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Rank the 32 discards of a hand by expected strength.

    The strength of a result is the share of all hands that it beats or ties; its top percent is the
    share that is at least as strong. A result is better if its category is better than that of the
    hand as dealt. The counts come from the lake if it has them; otherwise they are computed, with
    the same result. CSV, JSON and Parquet have all counts.
    """
    from pokerlake.queries.answers.draw import discards as asked
    from pokerlake.tables.errors import UsageError

    people = out.for_people()
    if categories and not people:
        raise UsageError("--categories is for a table; other formats have every count")
    found = asked.discards(asked.parse_draw_hand(hand), lake)
    if people:
        out.show(asked.discards_for_people(found, categories=categories))
    else:
        out.show(asked.discards_table(found))
    note(asked.verdict(found))


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


@draw.command("duel")
def show_duel(
    hands: list[str] = argument(
        "HAND[:THROWN]",
        "2 to 10 hands, and the cards thrown away of each, - for none: "
        "7c7d9hKsAc:9hKs.  [default of THROWN: the usual]",
    ),
    dead: str = option(
        "Cards that nobody can draw: 2c3c.", default="", show_default=False, metavar="CARDS"
    ),
    *,
    precision: Precision,
    seed: int | None = seed_option("Seed of the deals.  [default: a new one]"),
    out: Output,
) -> None:
    """Compute who wins how often when 2 to 10 known hands exchange cards.

    Cards thrown away do not come back. For two players all ways to draw are counted, and for more
    players if that takes seconds; otherwise deals are sampled to a standard error. JSON has the
    exact counts, ties by the number of players who share them, and categories.
    """
    import secrets

    from pokerlake.queries.answers.draw import duels as asked

    wanted = precision.wanted()
    duelists = asked.Duelists.parse(hands, dead)
    people = out.for_people()
    with progress_bars() as bars:
        task = bars.add_task("", total=None, visible=False)
        found = asked.fight(
            duelists,
            wanted,
            seed=secrets.randbits(32) if seed is None else seed,
            listener=lambda done: bars.update(task, description=f"{done:,} deals", visible=True),
        )
    if people:
        out.show(asked.duel_for_people(duelists, found))
    else:
        out.show(asked.duel_table(duelists, found, nested=out.nested()))
    note(asked.summary(found))


@draw.command("change")
def show_change(
    coins: str = option("The values of the coins.", default="1,5,10,25", metavar="COINS"),
    amounts: int = option("Number of amounts, from 0 on.", default=100),
    weights: str | None = option(
        "How often each amount comes, others never: 25:3,99:0.5.  [default: all alike]",
        metavar="AMOUNT:WEIGHT,...",
    ),
    source: str | None = option(
        "--from",
        "A file with a column amount; or price, which is paid with the next multiple of "
        "--amounts; and maybe weight; - for stdin.",
        metavar="FILE",
    ),
    input_format: InputFormatOption = None,
    each: bool = flag("--each", "Show the coins of each amount, not the averages."),
    *,
    out: Output,
) -> None:
    """Compute how many of each coin to expect as change.

    Change is paid in the fewest coins. Fractions are exact. If always taking the largest coin that
    fits takes too many coins, that is shown too.
    """
    from pokerlake.queries.answers.draw import change as asked
    from pokerlake.tables.errors import UsageError

    people = out.for_people()
    if weights is not None and source is not None:
        raise UsageError("--weights and --from both say how often amounts come; give one")
    if input_format is not None and source is None:
        raise UsageError("--input-format is for a file; give it with --from")
    found = asked.fewest_coins(asked.parse_coins(coins), amounts)
    chances = None
    if weights is not None:
        chances = asked.parse_weights(weights)
    elif source is not None:
        chances = asked.file_weights(source, input_format, amounts)
    paid = asked.pay(found, chances)
    if each:
        out.show(asked.amounts_for_people(paid) if people else asked.amounts_table(paid))
        lines = asked.greedy_note(paid)
    else:
        out.show(asked.coins_table(paid))
        lines = asked.summary(paid)
    for line in lines:
        note(line)
