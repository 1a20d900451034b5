"""All holes of four cards on a flop, against a random one."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..answer import Answer
from ..fields import BoardText
from ..preflop.rows import named
from ..registry import Asked, Asking, question
from .checked import checked


class FlopAsked(Asked):
    """A flop, and how many of the 211,876 holes on it, in percent."""

    board: BoardText
    percent: Annotated[float, Field(gt=0, le=20)] = 1.0


@question("omaha_flop", FlopAsked)
def omaha_flop(asked: FlopAsked, asking: Asking) -> Answer:
    """The best holes of four cards on a flop, up to the suits that it treats alike."""
    query = "omaha_flop_ranking"
    checked(query, flop=("board", asked.board))
    table, same = named(asking, query, flop=asked.board, percent=asked.percent)
    return Answer({}, table, same, keep=True)


class FlopHoleAsked(Asked):
    """A flop, and a hole of four cards."""

    board: BoardText
    hole: Annotated[str, Field(min_length=1, max_length=40)]


@question("omaha_flop_hole", FlopHoleAsked, warm=[{"board": "Jh2h3d", "hole": "AsAhKsKh"}])
def omaha_flop_hole(asked: FlopHoleAsked, asking: Asking) -> Answer:
    """A hole of four cards on a flop: what it has, how often it wins, and its rank."""
    query = "omaha_flop_hole"
    checked(query, flop=("board", asked.board), hole=("hole", asked.hole))
    table, same = named(asking, query, hole=asked.hole, flop=asked.board)
    return Answer({}, table, same, keep=True)
