"""``pokerlake report``: a page about the hands of a player."""

from __future__ import annotations

from pathlib import Path

from .base import note, progress_bars
from .options import LakeOption, argument, option


def report(
    player: str = argument("PLAYER", "His name; hero is the owner of the files.", default=...),
    output: Path = option("--output", "-o", "A file ending in .html.", default=..., metavar="FILE"),
    where: list[str] | None = option(
        "Which hands: big_blind=0.05..0.25, 'day>=2024-01-01'.", metavar="CONDITION"
    ),
    beside: str = option(
        "A cohort to compare with: others, a player, or conditions such as 'year=2023'.",
        default="others",
        metavar="COHORT",
    ),
    *,
    lake: LakeOption = None,
) -> None:
    """Write a report of one player: a page of HTML that needs no other file.

    It has his sites, stakes and money; winnings with all-in EV; thirty statistics by position with
    their intervals and counts, beside all others; c-bets and folds by street; sizes of bets;
    results by starting hand; tournaments; and his best and worst hands, whose texts open.
    """
    from pokerlake.queries.charts.report.player import report as report_of
    from pokerlake.queries.charts.report.player import require_page
    from pokerlake.queries.questions.telling import Telling, told

    require_page(output)
    with progress_bars() as bars:
        task = bars.add_task("sections", total=None)

        def count(done: int, total: int) -> None:
            bars.update(task, completed=done, total=total)

        with told(Telling(count)):
            page = report_of(player, where=where, beside=beside, lake=lake)
    page.save(output)
    note(f"{output} written")
