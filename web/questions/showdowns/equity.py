"""The equity of players, exact or sampled with its error as it narrows; by next card, by hole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from pokerlake.queries.questions import question as declared

from ..answer import Answer, Same
from ..declared import same_elsewhere, same_of_view
from ..fields import HOLDEM, CardsText, EquityGame, RangeText
from ..registry import Asked, Asking, question

if TYPE_CHECKING:
    from pokerlake.engine.monte_carlo.sampling import Sample
    from pokerlake.queries.answers.equity import Showdown, Wanted
    from pokerlake.queries.answers.players import EquityResult

# Counting that takes longer than this is sampled, where the page leaves that to us.
_QUICK_SECONDS = 0.5
_EXACT_SECONDS = 10.0


class PlayersAsked(Asked):
    """A game, hands or ranges of 2 to 10 players, a board and dead cards."""

    game: EquityGame = HOLDEM
    hands: Annotated[list[RangeText], Field(min_length=2, max_length=10)]
    board: CardsText = ""
    dead: CardsText = ""
    method: Literal["auto", "exact", "monte carlo"] = "auto"
    standard_error: Annotated[float, Field(ge=1e-5, le=0.1)] = 0.0005
    seed: Annotated[int, Field(ge=0, lt=1 << 64)] = 1


def _situation_of(asked: PlayersAsked, asking: Asking) -> Showdown:
    """The players; no file is read for them."""
    from pokerlake.queries.answers.orders import rule_of
    from pokerlake.queries.answers.players import players

    asking.listen()
    return players(
        rule_of(asked.game, least=0), asked.hands, asked.board, asked.dead, lake=asking.lake
    )


def _wanted_of(asked: PlayersAsked, situation: Showdown) -> Wanted:
    """Whether deals are counted or sampled, by how long counting is estimated to take."""
    from pokerlake.queries.answers.equity import Wanted
    from pokerlake.tables.errors import UsageError

    if asked.method != "monte carlo":
        way = situation.ways(1)[0]
        if way.seconds <= (_QUICK_SECONDS if asked.method == "auto" else _EXACT_SECONDS):
            return Wanted(method="exact")
        if asked.method == "exact":
            raise UsageError(
                f"counting all deals takes about {way.seconds:,.0f} seconds, which is too long for "
                "the page; sample them, or use Python"
            )
    return Wanted("monte carlo", standard_error=asked.standard_error, seed=asked.seed)


def _same(asked: PlayersAsked, wanted: Wanted, view: str = "") -> Same:
    """What asks the same elsewhere, or shows this view, with the method that was taken."""
    values = asked.model_dump(include={"hands", "board", "dead", "game"})
    values |= {name: getattr(wanted, name) for name in ("method", "standard_error", "seed")}
    question_ = declared.questions()["equity"]
    return same_of_view(question_, values, view) if view else same_elsewhere(question_, values)


_FLOP = {"hands": ["top 15%", "22+,A2s+,KTo+"], "board": "Jh2h3d"}


def _is_quick(asked: PlayersAsked) -> bool:
    """Whether it takes a moment: what is counted does, and samples but for a small error."""
    small = 0.0001 if len(asked.hands) == 2 else 0.0005
    return asked.method == "exact" or asked.standard_error >= small


@question(
    "equity",
    PlayersAsked,
    seconds=60,
    is_quick=_is_quick,
    warm=[_FLOP, {"hands": ["AA", "KK"]}, {"hands": ["AhKh", "QsQc"]},
          {"hands": ["AhKh", "QsQc", "22+"], "board": "Jh2h3d"},
          {"hands": ["AhKh", "22+", "random"], "standard_error": 0.01}],
)  # fmt: skip
def equity(asked: PlayersAsked, asking: Asking) -> Answer:
    """How often each of 2 to 10 players wins and splits the pot, and his equity.

    All deals are counted where that is quick, or where ``method`` says so; else they are sampled
    until the standard error of each equity is small enough. Of a pot of two halves ``win`` is how
    often a player wins all of it, and ``tie`` how often a part.
    """
    from pokerlake.queries.answers import players as answers
    from pokerlake.queries.answers.equity import Wanted, situation_equity

    situation = _situation_of(asked, asking)
    asking.listen()
    if asked.method != "monte carlo":
        stored = situation.stored(asking.lake)
        if stored is not None:
            return _answer(asked, answers.result_of(situation, stored), Wanted(method="exact"))
    wanted = _wanted_of(asked, situation)

    def listener(sample: Sample) -> None:
        asking.tell(_answer(asked, answers.result_of(situation, sample), wanted))

    found = situation_equity(situation, wanted, threads=1, listener=listener)
    return _answer(asked, answers.result_of(situation, found), wanted)


def _answer(asked: PlayersAsked, found: EquityResult, wanted: Wanted) -> Answer:
    data: dict[str, Any] = {
        "chop": found.chop,
        "deals": found.deals,
        "method": found.method,
        "source": found.source,
        "seed": wanted.seed,
        "categories": found.counted_categories,
    }
    if found.halves is not None:
        data["no_low"] = found.halves.no_low
    rows = found.to_arrow()
    rows = rows.drop_columns("no_low") if found.halves is not None else rows
    return Answer(data, rows, _same(asked, wanted), keep=wanted.seed is None)


# ---------------------------------------------------------------- by next card, by hole


@question("next_cards", PlayersAsked, seconds=20, at_once=1)
def next_cards(asked: PlayersAsked, asking: Asking) -> Answer:
    """The equity of each player for each card that can come next: a row a card."""
    from pokerlake.queries.answers.equity import next_card_equities

    situation = _situation_of(asked, asking)
    wanted = _wanted_of(asked, situation)
    table = next_card_equities(situation, wanted)
    keep = wanted.seed is None
    return Answer({}, table, _same(asked, wanted, "--next-card"), keep)


@question("hole_equities", PlayersAsked, seconds=30, at_once=1)
def hole_equities(asked: PlayersAsked, asking: Asking) -> Answer:
    """The equity of each hole of the first player against the others, the best first."""
    from pokerlake.queries.answers import equity as answers

    situation = _situation_of(asked, asking)
    wanted = _wanted_of(asked, situation)
    table = answers.hole_equities(situation, wanted)
    keep = wanted.seed is None
    return Answer({}, table, _same(asked, wanted, "--by-hole"), keep)
