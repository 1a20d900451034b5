"""A range of Omaha as text: what its parts mean, and its picture."""

from __future__ import annotations

import shlex
from math import comb
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ..answer import Answer, Same
from ..fields import FourCardGame, OmahaGame, RangeText
from ..registry import Asked, Asking, field, question
from ..same import call, literal

if TYPE_CHECKING:
    import pyarrow as pa

Suits = Literal["ds", "ss", "rainbow", "ts", "ms", "all"]

_PARTS = 200  # of a range that are told


class OmahaRangeAsked(Asked):
    """A range of a game of Omaha as text."""

    game: OmahaGame = "omaha"
    text: RangeText


@question("omaha_range", OmahaRangeAsked, warm=[{"text": "AAxx$ds"}])
def omaha_range(asked: OmahaRangeAsked, asking: Asking) -> Answer:
    """Read a range of Omaha: a row for each part, with how it was read and its combos."""
    from pokerlake.catalogue import GAMES
    from pokerlake.engine.ranges.omaha.parser import range_of_parts, read_omaha_parts
    from pokerlake.queries.answers.games.equity import is_any
    from pokerlake.queries.answers.ranges.omaha import OmahaReader

    rule = GAMES[asked.game]
    same = Same(python=call("pk.Range", asked.text, game=asked.game))
    everything = comb(52, rule.hole)
    if is_any(asked.text):  # of six cards 20 million
        data = {"combos": float(everything), "percent": 100.0, "parts": 1}
        return Answer(
            data, _rows([asked.text.strip()], ["any hole"], [everything]), same, keep=True
        )
    with field("text"):
        parts = read_omaha_parts(asked.text, rule.hole, OmahaReader(rule, asking.lake).ranking)
        found = range_of_parts(parts, rule.hole)
    told = parts[:_PARTS]
    table = _rows(
        [part.text for part in told],
        [part.reading for part in told],
        [float(part.weights.sum()) for part in told],
    )
    data = {"combos": found.combos, "percent": found.percent, "parts": len(parts)}
    return Answer(data, table, same, keep=True)


def _rows(parts: list[str], readings: list[str], combos: list[float]) -> pa.Table:
    import pyarrow as pa

    return pa.table({"part": parts, "reading": readings, "combos": pa.array(combos, pa.float64())})


class OmahaRangePictureAsked(Asked):
    """A range of four cards, and which suits are above and below the diagonal."""

    game: FourCardGame = "omaha"
    text: Annotated[str, Field(min_length=1, max_length=4096)]
    above: Suits = "ds"
    below: Suits = "rainbow"


@question("omaha_range_picture", OmahaRangePictureAsked, warm=[{"text": "AAxx$ds"}])
def omaha_range_picture(asked: OmahaRangePictureAsked, asking: Asking) -> Answer:
    """A range of four cards as a picture, by ranks and suits."""
    from pokerlake.api.ranges import OmahaRange
    from pokerlake.queries.charts import chart_named
    from pokerlake.queries.charts.given import shortened

    with field("text"):
        # As an object: text given to a chart may name a file.
        found = OmahaRange(asked.text, game=asked.game, lake=asking.lake)
        drawn = chart_named("omaha").drawn(
            range=found, above=asked.above, below=asked.below, title=shortened(asked.text)
        )
    sides = {"above": asked.above, "below": asked.below}
    read = call("pk.Range", asked.text, game=asked.game)
    named = ", ".join(f"{name}={literal(value)}" for name, value in sides.items())
    python = f'pk.chart("omaha", range={read}, {named})'
    command = ""
    if asked.game == "omaha":  # the command's percentages go by its ranking
        options = f"--above {asked.above} --below {asked.below}"
        command = f"pokerlake chart omaha --range {shlex.quote(asked.text)} {options}"
    return Answer({"svg": drawn.svg()}, same=Same(python=python, command=command), keep=True)
