"""Holes before the flop: how hands rank and do against each other, and all holes of Omaha."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pokerlake.catalogue import GAMES

from ..answer import Answer, Same
from ..fields import HOLDEM, FourCardGame, RankedGame, Suits, TwoCardGame
from ..registry import Asked, Asking, field, question
from ..rows import named, rows_of
from ..same import call, sql_text

HandText = Annotated[str, Field(min_length=1, max_length=20)]
_MOST_LINES = 6


class GameAsked(Asked):
    """A game, with all its hands."""

    game: TwoCardGame = HOLDEM

    def named(self, name: str) -> str:
        """The query or view of that name for the game."""
        return f"{GAMES[self.game].prefix}{name}"


class RankingAsked(GameAsked):
    """A game, and how many players there are."""

    players: Annotated[int, Field(ge=2, le=10)] = 2


@question("hand_ranking", RankingAsked, warm=[{"players": 6}])
def hand_ranking(asked: RankingAsked, asking: Asking) -> Answer:
    """The hands by income rate, if all of 2 to 10 players stay to the showdown.

    ``equities`` has the equity of each against one random hand.
    """
    table, same = named(asking, asked.named("hand_ranking"), players=asked.players)
    equity_view = asked.named("hand_equities")
    heads_up = rows_of(asking, f"select hand, equity from {equity_view}")  # noqa: S608 names of ours
    equities = dict(zip(*(heads_up[name].to_pylist() for name in ("hand", "equity")), strict=True))
    return Answer({"equities": equities}, table, same, keep=True)


@question("rank_by_players", GameAsked)
def rank_by_players(asked: GameAsked, asking: Asking) -> Answer:
    """The rank of each hand for 2 to 10 players."""
    table, same = named(asking, asked.named("rank_by_players"))
    return Answer({}, table, same, keep=True)


class HandAsked(GameAsked):
    """A game, and a hand of two cards by its ranks."""

    hand: HandText


@question("match_ups", HandAsked, warm=[{"hand": "AKs"}])
def match_ups(asked: HandAsked, asking: Asking) -> Answer:
    """A hand against each hand, heads-up before the flop: the best opponents for it first."""
    hero = _hand(asked.hand, "hand", game=asked.game)
    table, same = named(asking, asked.named("hand_match_ups"), hero=hero)
    return Answer({"hand": hero}, table, same, keep=True)


class PairAsked(HandAsked):
    """A game, and two hands of it."""

    villain: HandText


@question("third_player", PairAsked)
def third_player(asked: PairAsked, asking: Asking) -> Answer:
    """Two hands against each third that can be dealt with them."""
    hero = _hand(asked.hand, "hand", game=asked.game)
    villain = _hand(asked.villain, "villain", game=asked.game)
    table, same = named(asking, asked.named("third_player"), hero=hero, villain=villain)
    return Answer({"hand": hero, "villain": villain}, table, same, keep=True)


class LinesAsked(Asked):
    """A few of the 169 hands."""

    hands: Annotated[list[HandText], Field(min_length=1, max_length=_MOST_LINES)]


@question("income_lines", LinesAsked, warm=[{"hands": ["AA"]}])
def income_lines(asked: LinesAsked, asking: Asking) -> Answer:
    """The income rates of a few hands by number of players: a picture, and its numbers."""
    from pokerlake.queries.charts import chart_named

    hands = [_hand(hand, "hands", place) for place, hand in enumerate(asked.hands)]
    with field("hands", len(hands) - 1):  # a duplicate
        drawn = chart_named("lines").drawn(hands, lake=asking.lake)
    listed = ", ".join(map(sql_text, hands))
    sql = (
        "select hand, players, income_rate, standard_error from income_rates "  # noqa: S608 names of ours
        f"where hand in ({listed}) order by hand, players"
    )
    words = " ".join(hands)
    same = Same(call("pk.chart", "lines", *hands), sql, f"pokerlake chart lines {words}")
    data = {"hands": hands, "svg": drawn.svg()}
    return Answer(data, rows_of(asking, sql), same, keep=True)


def _hand(text: str, *path: str | int, game: TwoCardGame = HOLDEM) -> str:
    """One of the hands of a game, as tables write it."""
    from pokerlake.catalogue import GAMES
    from pokerlake.engine.cards.text import RANKS
    from pokerlake.queries.files.hand_names import hand_named
    from pokerlake.tables.errors import UsageError

    with field(*path):
        try:
            name = hand_named(text)
        except ValueError as error:
            raise UsageError(str(error)) from error
        lowest = GAMES[game].deck[0] // 4
        if any(RANKS.index(rank) < lowest for rank in name[:2]):
            raise UsageError(f"{name!r} is no hand of {game}, whose lowest rank is {RANKS[lowest]}")
        return name


# ---------------------------------------------------------------- holes of four cards and more

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
    wanted = {name: getattr(asked, name) for name in ("hand", "ranks", "pairing", "suits")}
    parameters = {name: value for name, value in wanted.items() if value != "any"}
    query = f"{GAMES[asked.game].prefix}ranking"
    table, same = named(asking, query, **parameters, count=asked.count)
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
    parameters = {} if asked.ranks == "any" else {"ranks": asked.ranks}
    by_pairing = "yes" if asked.by_pairing else "no"
    table, same = named(asking, query, **parameters, by_pairing=by_pairing)
    return Answer({}, table, same, keep=True)


class PictureAsked(Asked):
    """The colour of all holes of four cards, and suits above and below the diagonal."""

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
    options = {
        "sql": f"select hand, {value} as value from {GAMES[asked.game].prefix}equities",  # noqa: S608 names of ours
        "unit": unit,
        "title": f"Holes of {asked.game.capitalize()} against a random one: {asked.by}",
        "above": asked.above,
        "below": asked.below,
    }
    drawn = chart_named("omaha").drawn(**options, lake=asking.lake)
    words = " ".join(f'--{name} "{text}"' for name, text in options.items())
    same = Same(
        call("pk.chart", "omaha", **options), options["sql"], f"pokerlake chart omaha {words}"
    )
    return Answer({"svg": drawn.svg()}, same=same, keep=True)
