"""Shared parts of the questions about spots."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import Any

from pokerlake.queries.questions.fields import Field, Setting, flag_field, whole_field
from pokerlake.queries.questions.question import Part

LakePath = str | PathLike[str]

AGAIN = "what is solved is in the lake; run the same command again to go on"
REPLACE = flag_field("replace", "Solve anew, and replace all spots in the lake.", effort=True)

RUN = replace(
    whole_field("run", "The number of the blueprint.  [default: the last]", least=1),
    by_place=True,
    metavar="RUN",
)


def as_given(given: Any, _: Setting) -> Any:
    """Of a field that is read with others, or may be a list: the answer reads it."""
    return given


_OF_POPULATION = Field(
    "where", "What players of imported hands do here, and what it costs: all hands, or those "
             "that meet conditions such as 'spr=2..5; suits=rainbow'.",
    "all|CONDITIONS", as_given, None, option="--population",
)  # fmt: skip
POPULATION = Part("population", (_OF_POPULATION,), is_last=True)
