"""Push or fold: which hands go all in, from the lake or solved on the spot; never stored."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from pydantic import Field

from pokerlake.api.spots.preflop import push_fold as asked_of_python

from ...settings import NO_JOBS
from ..answer import Answer, Same
from ..declared import model_of, same_elsewhere
from ..registry import Asked, Asking, FieldError, field, question
from ..rows import rows_of
from ..same import literal

if TYPE_CHECKING:
    from pokerlake.engine.push_fold.spots import PushFoldSpot

_DECLARED = asked_of_python.question  # type: ignore[attr-defined]
_MOST_SOLVED = 3  # players; with more, only spots of the lake are shown
_SECONDS = 120.0
# Spots that the page finds again: those with sampled showdowns must have its seed.
_STORED = (
    "select spot, players, stacks, ante, small_blind, prizes, others, bb_ante, fixed, "
    "gain_by_deviating, method "
    "from push_fold_spots where coalesce(seed, 1) = 1 order by spot desc limit 5000"
)


# A spot as it is declared; the page has one field for one stack and for several.
_STACK = (Annotated[str, Field(max_length=200)], "10")
SpotAsked = model_of(_DECLARED, stack=_STACK, players=(Annotated[int, Field(ge=2, le=9)], 2))
TwoPlayersAsked = model_of(_DECLARED, stack=_STACK, players=(Annotated[int, Field(ge=2, le=2)], 2))


@question("push_fold", TwoPlayersAsked, warm=[{"stack": "10"}])
def push_fold(asked: Any, asking: Asking) -> Answer:
    """Which hands push and which call, heads-up: an equilibrium, and its exploitability.

    The rows are hands by decision; ``decisions`` and ``players`` of the data sum them up.
    """
    return _answer(asked, asking)


@question("push_fold_several", SpotAsked, seconds=_SECONDS, at_once=1)
def push_fold_several(asked: Any, asking: Asking) -> Answer:
    """As ``push_fold``, for up to three players; for more, from the lake.

    The kernel that solves cannot be interrupted: if nobody waits, the process is killed.
    """
    return _answer(asked, asking)


@question("push_fold_job", SpotAsked, is_job=True)
def push_fold_job(asked: Any, asking: Asking) -> Answer:
    """Solve push or fold into the lake, as a job that continues when nobody waits for it."""
    from pokerlake.tables.errors import UsageError

    values = _values(asked)
    spot = _spot(values)
    if not asking.jobs_gb:
        raise UsageError(NO_JOBS)
    stacks = ", ".join(f"{stack:g}" for stack in sorted(set(spot.stacks)))
    fields = {name: value for name, value in asked.model_dump().items() if value}
    return Answer(
        {
            "title": f"push or fold of {spot.players}, stacks {stacks}",
            "words": shlex.split(same_elsewhere(_DECLARED, values).command)[1:],
            "page": "#/preflop?" + urlencode({"show": "pushfold", "run": 1} | fields),
        }
    )


class StoredAsked(Asked):
    """No fields: all spots."""


@question("push_fold_spots", StoredAsked)
def push_fold_spots(_: StoredAsked, asking: Asking) -> Answer:
    """The spots that the lake has, the newest first, and the exploitability of each."""
    same = Same(f"pk.sql({literal(_STORED)})", _STORED)
    return Answer({}, rows_of(asking, _STORED), same, keep=True)


def _answer(asked: Any, asking: Asking) -> Answer:
    from pokerlake.pipelines.push_fold.rows import worths

    values = _values(asked)
    spot = _spot(values)
    same = same_elsewhere(_DECLARED, values)
    if spot.players > _MOST_SOLVED:
        _require_known(spot, asking, same.command)
    asking.listen()
    solved = asked_of_python(**values, threads=1, lake=asking.lake)
    shown = ("position", "before", "facing", "choice", "percent", "reach", "range")
    names = ("position", "stack", "worth", "value", "gain")
    columns = zip(spot.positions, spot.stacks, worths(spot), solved.value, solved.gain, strict=True)
    data = {
        "spot": asdict(spot),
        "players": [dict(zip(names, row, strict=True)) for row in columns],
        "decisions": solved.to_arrow().select(shown).to_pylist(),
        "gain_by_deviating": solved.gain_by_deviating,
        "is_close": solved.is_close,
        "number": solved.number,
        "method": solved.methods[0],
    }
    sql = (
        "select position, before, hand, share, value_in, value_fold from push_fold "  # noqa: S608 a number
        f"where spot = {solved.number} order by player, before, hand"
    )
    same = Same(same.python, sql if solved.number else "", f"{same.command} --hands")
    return Answer(data, solved.hands(), same, keep=True)


def _spot(values: dict[str, Any]) -> PushFoldSpot:
    """The spot; errors of stacks name the field for one and for several."""
    from pokerlake.queries.questions.spots import spot_of_push_fold
    from pokerlake.tables.errors import UsageError

    try:
        return spot_of_push_fold(values)
    except UsageError as error:
        if getattr(error, "field", "") == "stacks":
            raise FieldError("stack", str(error)) from error
        raise


def _values(asked: Any) -> dict[str, Any]:
    """The request, by the fields of the question."""
    from pokerlake.engine.given import pieces
    from pokerlake.tables.errors import UsageError

    fields = {name: str(value) for name, value in asked.model_dump().items() if value}
    stacks = pieces(fields.get("stack", ""))
    with field("stack"):
        if not stacks:
            raise UsageError("there is no stack; give one for all, or one for each player")
    if len(stacks) > 1:
        fields["stacks"] = fields.pop("stack")
    if fields["players"] == str(len(stacks) if "stacks" in fields else 2):
        del fields["players"]
    return fields


def _require_known(spot: PushFoldSpot, asking: Asking, command: str) -> None:
    """Refuse a spot that would have to be solved."""
    from pokerlake.pipelines.push_fold.rows import seed_of
    from pokerlake.pipelines.push_fold.solving import known_spots
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.lake import Lake

    if not known_spots(Lake.open(asking.lake), [(spot, seed_of(spot, 1))]):
        raise UsageError(
            f"{spot.players} players take too long for the page, and the lake has not this spot; "
            f"'{command}' solves it into the lake, and the page shows it then"
        )
