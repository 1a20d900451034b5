"""Push or fold: who goes all in with what, out of the lake or solved on the spot; never stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from ..answer import Answer, Same
from ..registry import Asked, Asking, FieldError, field, question
from ..same import call, literal
from .rows import rows_of

if TYPE_CHECKING:
    from pokerlake.engine.push_fold.spots import Spot
    from pokerlake.pipelines.push_fold.rows import Solved

NumbersText = Annotated[str, Field(max_length=200)]
NumberText = Annotated[str, Field(max_length=40)]
_MOST_SOLVED = 3  # players; of more, what the lake has is shown
_SECONDS = 120.0
# Those that the page finds again: showdowns that are sampled have its seed.
_STORED = (
    "select spot, players, stacks, ante, small_blind, prizes, others, gain_by_deviating, method "
    "from push_fold_spots where coalesce(seed, 1) = 1 order by spot desc limit 5000"
)


class SpotAsked(Asked):
    """A spot; numbers are text as it was typed."""

    players: Annotated[int, Field(ge=2, le=6)] = 2
    stack: NumbersText = "10"  # of every player, or of each in the order of acting
    small_blind: NumberText = ""
    ante: NumberText = ""
    prizes: NumbersText = ""
    others: NumbersText = ""  # stacks of players who are not in the hand


class TwoPlayersAsked(SpotAsked):
    """A spot of two players, which takes a moment."""

    players: Annotated[int, Field(ge=2, le=2)] = 2


@question("push_fold", TwoPlayersAsked, warm=[{"stack": "10"}])
def push_fold(asked: TwoPlayersAsked, asking: Asking) -> Answer:
    """Who pushes and who calls, heads-up: an equilibrium, and how far it is from one.

    The rows are hands by decision; ``decisions`` and ``players`` of the data sum them up.
    """
    return _answer(_solved(_spot(asked), asking))


@question("push_fold_several", SpotAsked, seconds=_SECONDS, at_once=1)
def push_fold_several(asked: SpotAsked, asking: Asking) -> Answer:
    """As ``push_fold``, of up to three players; of more, what the lake has.

    The kernel that solves does not stop by itself: where nobody waits, the process is ended.
    """
    return _answer(_solved(_spot(asked), asking))


class StoredAsked(Asked):
    """Nothing: all spots."""


@question("push_fold_spots", StoredAsked)
def push_fold_spots(_: StoredAsked, asking: Asking) -> Answer:
    """The spots that the lake has, the newest first, and how far each is from an equilibrium."""
    same = Same(f"pk.sql({literal(_STORED)})", _STORED)
    return Answer({}, rows_of(asking, _STORED), same, keep=True)


def _spot(asked: SpotAsked) -> Spot:
    """The spot; the page has one field for a stack and for several."""
    from pokerlake.engine.given import pieces
    from pokerlake.queries.questions.spots import spot_of_push_fold
    from pokerlake.tables.errors import UsageError

    given = asked.model_dump()
    stacks = pieces(asked.stack)
    with field("stack"):
        if not stacks:
            raise UsageError("there is no stack; give one for all, or one for each player")
        if len(stacks) > 1:
            given["stacks"] = given.pop("stack")
    try:
        return spot_of_push_fold(given)
    except UsageError as error:
        if getattr(error, "field", "") == "stacks":
            raise FieldError("stack", str(error)) from error
        raise


def _solved(spot: Spot, asking: Asking) -> Solved:
    """The spot as the lake has it, else solved."""
    from pokerlake.pipelines.push_fold.rows import seed_of
    from pokerlake.pipelines.push_fold.solving import known_spots, solved
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.lake import Lake

    key = spot, seed_of(spot, 1)
    if spot.players > _MOST_SOLVED:
        known = known_spots(Lake.open(asking.lake), [key])
        if key not in known:
            raise UsageError(
                f"{spot.players} players take too long for the page, and the lake has not this "
                f"spot; '{_command(spot)}' solves it into the lake, and the page shows it then"
            )
        return known[key]
    asking.listen()
    (found,) = solved(asking.lake, [spot], keep=False, threads=1)
    assert found is not None
    return found


def _answer(found: Solved) -> Answer:
    from pokerlake.pipelines.push_fold import results
    from pokerlake.pipelines.push_fold.rows import worths

    solution, spot = found.solution, found.solution.spot
    taken = results.decisions_of([found])
    told = ("position", "before", "facing", "choice", "percent", "reach", "range")
    columns = zip(spot.positions, spot.stacks, worths(spot), solution.values, solution.gains,
                  strict=True)  # fmt: skip
    names = ("position", "stack", "worth", "value", "gain")
    data = {
        "spot": vars(spot),
        "players": [dict(zip(names, row, strict=True)) for row in columns],
        "decisions": results.decisions_table(taken).select(told).to_pylist(),
        "gain_by_deviating": solution.gain,
        "is_close": found.is_close,
        "number": found.number,
        "method": solution.method,
    }
    return Answer(data, results.hands_table(taken), _same(found), keep=True)


def _parts(spot: Spot) -> dict[str, str]:
    """What a spot is given by, as text, without what is so by default."""
    from pokerlake.pipelines.push_fold.rows import numbers_text

    parts = {
        "stacks": spot.stacks,
        "small_blind": () if spot.small_blind == 0.5 else (spot.small_blind,),
        "ante": (spot.ante,) if spot.ante else (),
        "prizes": spot.prizes,
        "others": spot.others,
    }
    return {name: numbers_text(numbers) for name, numbers in parts.items() if numbers}


def _command(spot: Spot) -> str:
    options = [f"--{name.replace('_', '-')} {text}" for name, text in _parts(spot).items()]
    return " ".join(["pokerlake pushfold", *options])


def _same(found: Solved) -> Same:
    spot = found.solution.spot
    sql = (
        "select position, before, hand, share, value_in, value_fold from push_fold "  # noqa: S608 a number
        f"where spot = {found.number} order by player, before, hand"
    )
    python = call("pk.push_fold", **_parts(spot))
    return Same(python, sql if found.number else "", f"{_command(spot)} --hands")
