"""Queries in the Poker Query Language of ProPokerTools."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..questions.fields import (
    Field,
    Setting,
    choice_field,
    number_field,
    seed_field,
    text_field,
    whole_field,
)
from ..questions.question import Column, question

if TYPE_CHECKING:
    from .answer import Answered


def _optional(field: Field, **settings: Any) -> Field:
    """The field with empty text, the default in SQL macros, read as not given."""

    def read(value: object, by: Setting) -> object:
        return None if isinstance(value, str) and not value else field.read(value, by)

    return replace(field, default="", read=read, **settings)


@question(
    replace(
        text_field("text", "The query: \"select avg(riverEquity(hero)) from hero='AA', "
                   "villain='*'\".", "QUERY"),
        needed=True, longest=16_384, of_file=True,
    ),
    _optional(
        choice_field(
            "method",
            "Whether to list all deals or to sample.",
            {
                "exact": ("--exact", "List all deals, however long it takes."),
                "monte carlo": ("--mc", "Sample, also where all deals could be listed."),
            },
        )
    ),
    _optional(
        whole_field("deals", "Sample this number of deals.", least=1, most=10**12),
        told="1,000,000, or fewer that take 10 seconds",
    ),
    _optional(
        number_field("max_seconds", "The time limit in seconds, without a number of deals."),
        told="10",
    ),
    _optional(seed_field("Seed of the deals.", "1")),
    columns=[
        Column("name", "VARCHAR", "what is selected, by the name after as"),
        Column("outcome", "VARCHAR", "the value of a histogram; a maximum or minimum that is "
                                     "not a number"),
        Column("value", "DOUBLE", "the mean, or the share of deals from 0 to 1"),
        Column("standard_error", "DOUBLE", "of the value; null where all deals are listed"),
        Column("deals", "BIGINT", "the number of deals that pass where"),
    ],
    examples=[
        {"text": "select avg(riverEquity(hero)) as equity, count(winsHi(hero)) as wins "
                 "from game='holdem', hero='AhKh', villain='QQ+', board='Qh2h3d'"},
        {"text": "select histogram(flopHandCategory(hero)) from hero='QQ', villain='*'"},
        {"text": "select count(HvHequity(villain, turn) > 0.5 and winsHi(hero)) as resuck "
                 "from game='omahahi', hero='AsAhKsQd', villain='JsTs9h8h', board='Kc7s2d' "
                 "where HvHequity(hero, flop) > 0.5"},
        {"text": "select count(tiesLo(hero)) as quartered from game='omaha8', hero='AsJd2sQh', "
                 "villain='AA2*', board='3h4c8dKs' where nutLo(hero, river)"},
        {"text": "select avg(riverEquity(hero)) from game='shortdeck', hero='AKs', villain='QQ'",
         "deals": "5000", "seed": "3"},
    ],
)  # fmt: skip
def pql(
    text: str,
    *,
    method: str | None = None,
    deals: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    lake: PathLike[str] | str | None = None,
) -> Answered:
    """Answer a query in PQL, the language of ProPokerTools' Odds Oracle.

    All deals of the spot are listed if that takes only seconds: then the answer is exact.
    Otherwise, deals are sampled, and each value has a standard error. Percentages of hands go by
    pokerlake's rankings, which differ from those of ProPokerTools.

    Parameters
    ----------
    text : str
        The query. https://pokerlake.github.io/pokerlake/sql-propokertools/ has all functions.
    method : str, optional
        ``"exact"`` or ``"monte carlo"``; exact by default if that takes only seconds.
    deals : int, optional
        Sample this many deals; by default 1,000,000, or as many as fit into 10 seconds.
    max_seconds : float, optional
        How long it may take if no number of deals is given: deals are sampled if listing them would
        take longer.
    seed : int, optional
        Of the deals: 0 .. 2**64 - 1, by default 1.
    lake : str or Path, optional
        The lake with rankings for percentages.

    Returns
    -------
    Answered
        A row for each selector, or for each value of a histogram.

    Raises
    ------
    UsageError
        If the query is invalid, with the place in its text, or nothing can be dealt.

    Examples
    --------
    >>> pql("select avg(riverEquity(hero)) as eq from hero='AhKh', villain='QQ+', board='Qh2h3d'")
    name     value  deals
    ----  --------  -----
    eq    0.373569   8910
    8,910 deals, all of them
    """
    from ..reading import path_of
    from .answer import MAX_SECONDS, Wanted, answered

    wanted = Wanted(method, deals, max_seconds or MAX_SECONDS, 1 if seed is None else seed)
    return answered(text, wanted, None if lake is None else path_of("lake", lake))
