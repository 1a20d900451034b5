"""A game as flat arrays that kernels walk."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ...signatures import F64, I8, I32, I64, Array
from .game import CHANCE, OVER, Game

S = TypeVar("S", bound=Hashable)

MOST_NODES = 10_000_000
_ALWAYS = Fraction(1)


class GameError(ValueError):
    """A description that is no game."""


class Nodes(NamedTuple):
    """What kernels that walk every node take of a tree; the attributes are those of ``Tree``."""

    turn: Array[I8, "n"]
    first_child: Array[I32, "n"]
    children: Array[I32, "n"]
    chance: Array[F64, "n"]
    state: Array[I32, "n"]
    won: Array[I64, "n, p"]
    first_choice: Array[I32, "s + 1"]


@dataclass(frozen=True)
class Tree:
    """All n nodes of a game, level by level, the children of a node side by side."""

    name: str
    players: int
    turn: npt.NDArray[np.int8]  # (n,): the player to act, ``CHANCE`` or ``OVER``
    # (n,): the first child. The children of a player's node are in the order of his choices.
    first_child: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]  # (n,): the number of children
    parent: npt.NDArray[np.int32]  # (n,): the node before. The first node is its own parent.
    # (n,): the probability that chance leads here from the parent; 1 where it is not chance's turn.
    chance: npt.NDArray[np.float64]
    # (n,): the choice that leads here, of all c choices; -1 where chance does.
    choice: npt.NDArray[np.int32]
    # (n,): the state of the player to act: all nodes that he cannot tell apart have the same
    # number. -1 where it is no player's turn.
    state: npt.NDArray[np.int32]
    paid: npt.NDArray[np.int64]  # (n,): the chips that the player to act has put in
    won: npt.NDArray[np.int64]  # (n, p): the chips that each player has won at the end; 0 before it
    # (l + 1,): the first node of each level. All nodes of a state are on one level.
    levels: npt.NDArray[np.int64]
    names: list[str]  # what the player sees in each of the s states
    state_turn: npt.NDArray[np.int8]  # (s,): the player of each state
    # (s + 1,): the first choice of each state among all c choices.
    first_choice: npt.NDArray[np.int32]
    choices: list[str]  # the names of all choices, state by state
    exact_chance: list[Fraction]  # ``chance`` as fractions

    def uniform(self) -> npt.NDArray[np.float64]:
        """The strategy that makes all choices of a state equally often, ``(c,)`` float64."""
        counts = np.diff(self.first_choice)
        return np.repeat(1 / counts, counts)

    @property
    def nodes(self) -> Nodes:
        """The arrays that kernels take."""
        return Nodes(*(getattr(self, name) for name in Nodes._fields))


@dataclass
class _Walked(Generic[S]):
    """What is known of the nodes of a game so far, in order, and of its states by number."""

    nodes: list[S]
    exact_chance: list[Fraction] = field(default_factory=lambda: [_ALWAYS])
    turn: list[int] = field(default_factory=list)
    first_child: list[int] = field(default_factory=list)
    state: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    won: list[tuple[int, ...]] = field(default_factory=list)
    levels: list[int] = field(default_factory=lambda: [0])
    states: dict[tuple[int, str], int] = field(default_factory=dict)
    choices: list[tuple[str, ...]] = field(default_factory=list)
    level_of: list[int] = field(default_factory=list)


def tree_of(game: Game[S]) -> Tree:
    """Lay out every node of a game.

    Raises
    ------
    GameError
        If the game has not 1 to 10 players, chances do not add up to 1, it is the turn of a player
        who does not exist, a player has no choice, nodes of one state differ in choices, level or
        what the player has chosen before, winnings are not whole chips of every player, or there
        are more than ten million nodes.
    """
    if not 1 <= game.players <= 10:
        raise GameError(f"{game.name} has {game.players} players; 1 to 10 are possible")
    walked = _walk(game)
    if not walked.choices:
        raise GameError(f"{game.name} leaves its players nothing to choose")
    n = len(walked.nodes)
    first_child = np.array(walked.first_child, np.int32)
    children = np.diff(walked.first_child, append=n)
    parent = np.concatenate([[0], np.repeat(np.arange(n), children)]).astype(np.int32)
    first_choice = np.cumsum([0, *map(len, walked.choices)]).astype(np.int32)
    of_state = np.array(walked.state)[parent]
    place = np.arange(n) - first_child[parent]
    choice = np.where(of_state >= 0, first_choice[of_state] + place, -1).astype(np.int32)
    choice[0] = -1
    tree = Tree(
        name=game.name,
        players=game.players,
        turn=np.array(walked.turn, np.int8),
        first_child=first_child,
        children=children.astype(np.int32),
        parent=parent,
        chance=np.array([float(chance) for chance in walked.exact_chance]),
        choice=choice,
        state=np.array(walked.state, np.int32),
        paid=np.array(walked.paid, np.int64),
        won=np.array(walked.won, np.int64),
        levels=np.array(walked.levels, np.int64),
        names=[seen for _, seen in walked.states],
        state_turn=np.array([player for player, _ in walked.states], np.int8),
        first_choice=first_choice,
        choices=[choice for choices in walked.choices for choice in choices],
        exact_chance=walked.exact_chance,
    )
    for player in range(game.players):
        _check_memory(tree, player)
    return tree


def _walk(game: Game[S]) -> _Walked[S]:
    """Visit every node, level by level."""
    nobody = (0,) * game.players
    walked = _Walked([game.start()])
    while (at := len(walked.turn)) < len(walked.nodes):
        if at == walked.levels[-1]:
            walked.levels.append(len(walked.nodes))
        node = walked.nodes[at]
        turn = game.turn(node)
        state, paid, won = -1, 0, nobody
        below: Sequence[tuple[Fraction, S]] = ()
        if turn == OVER:
            won = tuple(game.won(node))
            if len(won) != game.players or any(int(chips) != chips for chips in won):
                raise GameError(
                    f"{game.name}: {won} is won; whole chips of {game.players} players are due"
                )
        elif turn == CHANCE:
            below = game.chances(node)
            chances = [chance for chance, _ in below]
            if sum(chances) != 1 or min(chances) < 0:
                raise GameError(f"{game.name}: the chances at {node!r} do not add up to 1")
        else:
            if not 0 <= turn < game.players:
                raise GameError(
                    f"{game.name}: it is the turn of player {turn} at {node!r}, counted from 0; "
                    f"there are {game.players}"
                )
            choices, key = tuple(game.choices(node)), (turn, game.seen(node))
            state = walked.states.setdefault(key, len(walked.states))
            if state == len(walked.choices):
                walked.choices.append(choices)
                walked.level_of.append(len(walked.levels))
            problem = _problem(walked, state, choices)
            if problem:
                raise GameError(f"{game.name}: player {turn + 1} sees {key[1]!r} {problem}")
            paid = game.paid(node)
            below = [(_ALWAYS, game.after(node, choice)) for choice in choices]
        walked.turn.append(turn)
        walked.first_child.append(len(walked.nodes))
        walked.state.append(state)
        walked.paid.append(paid)
        walked.won.append(won)
        walked.exact_chance += (chance for chance, _ in below)
        walked.nodes += (after for _, after in below)
        if len(walked.nodes) > MOST_NODES:
            raise GameError(f"{game.name} has more than {MOST_NODES:,} nodes")
    return walked


def sequences(tree: Tree, player: int) -> npt.NDArray[np.int64]:
    """A player's last choice before each node, plus 1, ``(n,)`` int64; 0 before his first."""
    found = np.zeros(len(tree.turn), np.int64)
    for first, last in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        parent = tree.parent[first:last]
        chosen = tree.turn[parent] == player
        found[first:last] = np.where(chosen, 1 + tree.choice[first:last], found[parent])
    return found


def _check_memory(tree: Tree, player: int) -> None:
    """A player who remembers reaches all nodes of a state by the same choices of his own."""
    nodes = np.flatnonzero(tree.turn == player)
    before = sequences(tree, player)[nodes]
    states = tree.state[nodes]
    by_state = np.empty(len(tree.names), np.int64)
    by_state[states] = before
    wrong = by_state[states] != before
    if wrong.any():
        seen = tree.names[states[np.argmax(wrong)]]
        raise GameError(
            f"{tree.name}: player {player + 1} sees {seen!r} after different choices of his own; "
            "what he sees must tell what he has done"
        )


def _problem(walked: _Walked[S], state: int, choices: tuple[str, ...]) -> str:
    """What is wrong with the choices at a node of a state; nothing as a rule.

    They have different names, are the same at all nodes of the state, and all these on one level.
    """
    if not choices:
        return "and has no choice"
    if len(set(choices)) < len(choices):
        return f"and may do {', '.join(choices)}: two choices of one name"
    if choices != walked.choices[state]:
        named, others = (", ".join(names) for names in (walked.choices[state], choices))
        return f"where he may do {named} and where he may do {others}"
    if walked.level_of[state] != len(walked.levels):
        first, other = walked.level_of[state] - 2, len(walked.levels) - 2
        return f"at two times, after {first} moves and after {other}"
    return ""
