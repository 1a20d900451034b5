"""The equity of players, exact or sampled with its error as it narrows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..answer import Answer, Same
from ..fields import game_unless_holdem
from ..registry import Asking, question
from ..same import call
from .players import PlayersAsked, command_of, situation_of, wanted_of

if TYPE_CHECKING:
    from pokerlake.engine.monte_carlo.sampling import Sample
    from pokerlake.queries.answers.equity import Wanted
    from pokerlake.queries.answers.players import EquityResult

_FLOP = {"hands": ["top 15%", "22+,A2s+,KTo+"], "board": "Jh2h3d"}
_OTHER_GAMES: list[dict[str, Any]] = [
    {"game": "omaha", "hands": ["AAxx$ds", "KQJT"], "board": "Jh2h3d"},
    {"game": "omaha", "hands": ["AsAhKsKh", "QcQdJcTd"]},
    {"game": "omaha", "hands": ["AsAhKsKh", "random", "KQJT"], "standard_error": 0.01},
    {"game": "omaha hi-lo", "hands": ["AA23", "KQJT"], "board": "3h4d9s"},
    {"game": "short deck", "hands": ["AKs", "77+"], "board": "Jh9h6d"},
]


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
          {"hands": ["AhKh", "22+", "random"], "standard_error": 0.01}, *_OTHER_GAMES],
)  # fmt: skip
def equity(asked: PlayersAsked, asking: Asking) -> Answer:
    """How often each of 2 to 10 players wins and splits the pot, and his equity.

    All deals are counted where that is quick, or where ``method`` says so; else they are sampled
    until the standard error of each equity is small enough. Of a pot of two halves ``win`` is how
    often a player wins all of it, and ``tie`` how often a part.
    """
    from pokerlake.queries.answers import players as answers
    from pokerlake.queries.answers.equity import Wanted, situation_equity

    situation = situation_of(asked, asking)
    asking.listen()
    if asked.method != "monte carlo":
        stored = situation.stored(asking.lake)
        if stored is not None:
            return _answer(asked, answers.result_of(situation, stored), Wanted(method="exact"))
    wanted = wanted_of(asked, situation)

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


def _same(asked: PlayersAsked, wanted: Wanted) -> Same:
    how: dict[str, Any] = {"game": game_unless_holdem(asked.game), "method": wanted.method}
    if wanted.seed is not None:
        how |= {"standard_error": wanted.standard_error, "seed": wanted.seed}
    python = call("pk.equity", *asked.hands, board=asked.board, dead=asked.dead, **how)
    return Same(python=python, command=command_of(asked, wanted))
