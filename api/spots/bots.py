"""The question of a bot at the table of a dealer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pokerlake.queries.questions.fields import plain_field, seed_field, whole_field
from pokerlake.queries.questions.question import Column, question

from .common import RUN, LakePath

if TYPE_CHECKING:
    from pokerlake.queries.results import Rows

_HERE = "127.0.0.1"


@question(
    RUN,
    replace(
        whole_field("port", "The port of the dealer.", least=1, most=65_535),
        needed=True,
        by_name=True,
        by_keyword=True,
    ),
    plain_field("host", f"Its address.  [default: {_HERE}]", "ADDRESS"),
    whole_field("big_blind", "Chips of a big blind.  [default: 10 with limit, else 100]", least=1),
    seed_field("Seed of its choices.", "1", kind=int, least=0, most=2**63 - 1),
    columns=[
        Column("run", "BIGINT", "the blueprint"),
        Column("hands", "BIGINT", "complete hands"),
        Column("chips", "DOUBLE", "chips that it won"),
        Column("won", "DOUBLE", "mbb a hand; null without hands"),
        Column("won_error", "DOUBLE", "its standard error"),
    ],
    examples=[{"run": "1", "port": "18791"}],
    command="bot",
    counted="hands",
    in_rows=False,
    on_page=False,
    is_python=True,
)
def _bot(
    run: int | None = None,
    *,
    port: int,
    host: str | None = None,
    big_blind: int | None = None,
    seed: int | None = None,
    lake: LakePath | None = None,
) -> Rows:
    """Play a blueprint with a dealer of the Annual Computer Poker Competition, until it closes.

    The game is heads-up, limit or no limit, with the blueprint's stack and blinds. A bet that its
    betting lacks is mapped to one of the two nearest, by the pseudo-harmonic mapping. The same
    seed and cards give the same play.

    Parameters
    ----------
    run : int, optional
        The number of the blueprint; the last by default.
    port : int
        The port of the dealer.
    host : str, optional
        Its address; this machine by default.
    big_blind : int, optional
        In chips; by default 10 with limit, 100 without.
    seed : int, optional
    lake : path, optional

    Returns
    -------
    Rows
        One row.

    Raises
    ------
    OutputError
        If there is no dealer, or the connection breaks.
    InputError
        If the dealer sends an invalid state of the blueprint's game.
    """
    from ..solutions.dealers import played_at

    return played_at(run, host or _HERE, port, big_blind, 1 if seed is None else seed, lake)
