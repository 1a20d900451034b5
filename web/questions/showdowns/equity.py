"""The equity of players, exact or sampled with a shrinking error; by next card, by hole."""

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

# If counting takes longer than this, deals are sampled, unless the request chooses the method.
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
    """Whether deals are counted or sampled, by the estimated time of counting."""
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
    """The same question or view elsewhere, with the method that was used."""
    values = asked.model_dump(include={"hands", "board", "dead", "game"})
    values |= {name: getattr(wanted, name) for name in ("method", "standard_error", "seed")}
    question_ = declared.questions()["equity"]
    return same_of_view(question_, values, view) if view else same_elsewhere(question_, values)


_FLOP = {"hands": ["top 15%", "22+,A2s+,KTo+"], "board": "Jh2h3d"}


def _is_quick(asked: PlayersAsked) -> bool:
    """Whether it takes a moment: counting does, and sampling except for a small error."""
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

    All deals are counted if that is quick, or if ``method`` says so; otherwise they are sampled
    until the standard error of each equity is small enough. For a pot of two halves ``win`` is how
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

    result = situation_equity(situation, wanted, threads=1, listener=listener)
    return _answer(asked, answers.result_of(situation, result), wanted)


def _answer(asked: PlayersAsked, result: EquityResult, wanted: Wanted) -> Answer:
    data: dict[str, Any] = {
        "chop": result.chop,
        "deals": result.deals,
        "method": result.method,
        "source": result.source,
        "seed": wanted.seed,
        "categories": result.counted_categories,
    }
    if result.halves is not None:
        data["no_low"] = result.halves.no_low
    rows = result.to_arrow()
    rows = rows.drop_columns("no_low") if result.halves is not None else rows
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
