"""A decision of a solved spot as its pictures need it, and how they call its actions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import format_hole, hand_of_hole, parse_hole
from pokerlake.engine.cards.text import format_hand, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.tables.errors import UsageError, did_you_mean

from ...statements.run import own_rows

if TYPE_CHECKING:
    from pokerlake.engine.solving import Decision

_MOST_NAMED = 12  # lines or boards in a message
_WORDS = {"x": "check", "c": "call", "f": "fold", "b": "bet", "r": "raise to"}


@dataclass(frozen=True, eq=False)
class SolvedDecision:
    """What each hole does in a decision."""

    title: str
    pot: int  # at the decision
    actions: tuple[str, ...]  # in words
    holes: tuple[str, ...]
    shares: npt.NDArray[np.float64]  # (holes, actions), 0 to 1
    values: npt.NDArray[np.float64]  # the same: chips from there on; NaN where there is none
    equity: npt.NDArray[np.float64]  # (holes,), 0 to 1; NaN likewise
    reach: npt.NDArray[np.float64]  # (holes,)
    weight: npt.NDArray[np.float64]  # (holes,)

    @property
    def hands(self) -> npt.NDArray[np.int64]:
        """The starting hand of each hole, by its place in HANDS."""
        return hand_of_hole()[[parse_hole(hole) for hole in self.holes]].astype(np.int64)

    @property
    def totals(self) -> list[str]:
        """How often each action is taken, in words."""
        whole = self.weight.sum()
        percents = 100 * (self.weight @ self.shares) / whole
        return [f"{name}: {part:.1f} %" for name, part in zip(self.actions, percents, strict=True)]


def solved_decision(
    connection: duckdb.DuckDBPyConnection, spot: int, line: str, cards: str
) -> SolvedDecision:
    """A decision out of the lake's tables.

    Raises
    ------
    UsageError
        If there is no such spot, decision or board, or nobody comes there.
    QueryError
        If the lake has no solved spots.
    """
    nodes = {
        row["line"]: row
        for row in own_rows(connection, "charts/solved_lines", spot=spot).to_pylist()
    }
    if not nodes:
        raise UsageError(
            f"no solved spot {shown(spot)}; 'pokerlake sql \"from solved_spots\"' lists them"
        )
    line = " ".join(line.split())
    if line not in nodes:
        raise UsageError(
            f"spot {spot} has no decision after {shown(line)}; {_nearest(line, nodes)}"
        )
    node = nodes[line]
    board = _board(connection, spot, line, node["board"], cards)
    rows = own_rows(connection, "charts/solved_holes", spot=spot, line=line, board=board)
    names = sorted(set(rows["action"].to_pylist()))
    count = len(names)

    def column(name: str) -> npt.NDArray[np.float64]:
        found: npt.NDArray[np.float64] = rows[name].to_numpy().astype(np.float64)
        return found.reshape(-1, count)

    weight = column("weight")[:, 0]
    if not weight.any():
        raise UsageError(f"nobody comes to {shown(line)} of spot {spot}")
    said = " ".join(part for part in (node["name"], board) if part)
    return SolvedDecision(
        _title(said, node["player"], line, node["pot"]),
        node["pot"],
        tuple(map(action_words, names)),
        tuple(rows["hole"].to_pylist()[::count]),
        column("share"),
        column("pots") * node["spot_pot"],
        column("equity")[:, 0],
        column("reach")[:, 0],
        weight,
    )


def decision_of(found: Decision, board: str) -> SolvedDecision:
    """A decision that is not in a lake, on a board with the cards that are dealt by then.

    UsageError if nobody comes there.
    """
    weight = found.reach * found.met
    if not weight.any():
        raise UsageError(f"nobody comes to {shown(found.line)}")
    order = sorted(range(len(found.actions)), key=found.actions.__getitem__)  # as out of a lake
    return SolvedDecision(
        _title(board, PLAYERS[found.player], found.line, found.pot),
        found.pot,
        tuple(action_words(found.actions[at]) for at in order),
        tuple(map(format_hole, found.holes.tolist())),
        found.shares[:, order],
        found.values[:, order],
        found.equities,
        found.reach,
        weight,
    )


def _title(said: str, player: str, line: str, pot: int) -> str:
    after = f" after {line}" if line else ""
    return f"{said}: {player}{after}, pot {pot:,}"


def _board(
    connection: duckdb.DuckDBPyConnection, spot: int, line: str, board: str, cards: str
) -> str:
    """The board of a decision, with the cards that are dealt by then, which may be but one."""
    boards = own_rows(connection, "charts/solved_boards", spot=spot, line=line)["board"].to_pylist()
    if len(boards) == 1 and not cards:
        return str(boards[0])
    wanted = {*parse_hand(board).tolist(), *parse_hand(cards).tolist()} if cards else set()
    for one in boards:
        if {*parse_hand(one).tolist()} == wanted:
            return str(one)
    dealt = [one[len(board) :] for one in boards]
    there = ", ".join(dealt[:_MOST_NAMED]) + (", …" if len(dealt) > _MOST_NAMED else "")
    if not cards:
        raise UsageError(f"cards are dealt before {shown(line)}; give --cards: {there}")
    if dealt == [""]:
        raise UsageError(f"no cards are dealt before {shown(line)}; leave --cards out")
    raise UsageError(
        f"spot {spot} has no {shown(line)} on {format_hand(sorted(wanted))}; boards that differ in "
        f"suits alone are there once: {there}"
    )


def _nearest(line: str, lines: Sequence[str] | dict[str, object]) -> str:
    named = [one for one in lines if one]
    if len(named) > _MOST_NAMED:
        near = did_you_mean(line, named)
        return near if near.startswith("did") else "see solved_nodes"
    return f"there are '' and {', '.join(map(shown, named))}" if named else "there is ''"


def action_words(action: str) -> str:
    """An action as people say it.

    Examples
    --------
    >>> action_words("b94"), action_words("r260"), action_words("x")
    ('bet 94', 'raise to 260', 'check')
    """
    letter, size = action[:1], action[1:]
    return re.sub(" $", "", f"{_WORDS.get(letter, action)} {size}")
