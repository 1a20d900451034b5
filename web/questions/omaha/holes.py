"""All holes of Omaha against a random one: their ranking, what suits are worth, and a picture."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pokerlake.catalogue import GAMES

from ..answer import Answer, Same
from ..fields import FourCardGame, RankedGame
from ..preflop.rows import named
from ..registry import Asked, Asking, question
from ..same import call
from .checked import checked
from .ranges import Suits

Words = Annotated[str, Field(min_length=1, max_length=20)]

_MOST = 16_432  # rows of an answer: all holes of four cards


class HolesAsked(Asked):
    """Which holes of a game: by ranks such as ``AAxx``, pairs and suits, or one hole."""

    game: RankedGame = "omaha"
    hand: Words = "any"
    ranks: Words = "any"
    pairing: Words = "any"
    suits: Words = "any"
    count: Annotated[int, Field(ge=1, le=_MOST)] = 1000


@question("omaha_ranking", HolesAsked)
def omaha_ranking(asked: HolesAsked, asking: Asking) -> Answer:
    """Holes up to suits by their equity against one random hole, the best first."""
    query = f"{GAMES[asked.game].prefix}ranking"
    wanted = {name: getattr(asked, name) for name in ("hand", "ranks", "pairing", "suits")}
    checked(query, **{name: (name, value) for name, value in wanted.items()})
    given = {name: value for name, value in wanted.items() if value != "any"}
    table, same = named(asking, query, **given, count=asked.count)
    return Answer({}, table, same, keep=True)


class SuitednessAsked(Asked):
    """Holes of a game with some ranks, and whether each pairing has rows of its own."""

    game: RankedGame = "omaha"
    ranks: Words = "any"
    by_pairing: bool = False


@question("omaha_suitedness", SuitednessAsked)
def omaha_suitedness(asked: SuitednessAsked, asking: Asking) -> Answer:
    """The mean equity of holes that are rainbow, suited, double-suited."""
    query = f"{GAMES[asked.game].prefix}suitedness"
    checked(query, ranks=("ranks", asked.ranks))
    given = {} if asked.ranks == "any" else {"ranks": asked.ranks}
    by_pairing = "yes" if asked.by_pairing else "no"
    table, same = named(asking, query, **given, by_pairing=by_pairing)
    return Answer({}, table, same, keep=True)


class PictureAsked(Asked):
    """What all holes of four cards are coloured by, and suits above and below the diagonal."""

    game: FourCardGame = "omaha"
    by: Literal["equity", "top percent"] = "equity"
    above: Suits = "ds"
    below: Suits = "rainbow"


@question("omaha_picture", PictureAsked)
def omaha_picture(asked: PictureAsked, asking: Asking) -> Answer:
    """All holes of four cards in one picture, by ranks and suits."""
    from pokerlake.queries.charts import chart_named

    value = {"equity": "100 * equity", "top percent": "top_percent"}[asked.by]
    unit = {"equity": "% equity", "top percent": "top %"}[asked.by]
    given = {
        "sql": f"select hand, {value} as value from {GAMES[asked.game].prefix}equities",  # noqa: S608 names of ours
        "unit": unit,
        "title": f"Holes of {asked.game.capitalize()} against a random one: {asked.by}",
        "above": asked.above,
        "below": asked.below,
    }
    drawn = chart_named("omaha").drawn(**given, lake=asking.lake)
    words = " ".join(f'--{name} "{text}"' for name, text in given.items())
    same = Same(call("pk.chart", "omaha", **given), given["sql"], f"pokerlake chart omaha {words}")
    return Answer({"svg": drawn.svg()}, same=same, keep=True)
