"""A game as flat arrays, which kernels walk."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from .game import CHANCE, OVER, Game

S = TypeVar("S", bound=Hashable)

MOST_NODES = 10_000_000


class GameError(ValueError):
    """A description that is no game."""


@dataclass(frozen=True)
class Tree:
    """All n nodes of a game, level by level, the children of a node side by side.

    Attributes
    ----------
    name : str
    players : int
    turn : (n,) int8
        Player, ``CHANCE`` or ``OVER``.
    first_child : (n,) int32
        Where the children begin; those of a player's node are in the order of his choices.
    children : (n,) int32
        How many there are.
    parent : (n,) int32
        The node before; that of the first is itself.
    chance : (n,) float64
        How likely chance leads here from there; 1 where it was no chance.
    choice : (n,) int32
        The choice that leads here, of all c choices; -1 where it was chance.
    state : (n,) int32
        What the player can tell: the number of his state; -1 where it is nobody's turn.
    paid : (n,) int64
        Chips of the player whose turn it is.
    won : (n, p) int64
        Chips won, where it is over; else 0.
    levels : (l + 1,) int64
        Where the levels begin: all nodes of a state are on one.
    names : list of str
        What is seen in each state, of s.
    state_turn : (s,) int8
        Whose each is.
    first_choice : (s + 1,) int32
        Where the choices of each begin among all c choices of all states.
    choices : list of str
        Of all states, one after the other.
    exact_chance : list of Fraction
        As ``chance``.
    """

    name: str
    players: int
    turn: npt.NDArray[np.int8]
    first_child: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]
    parent: npt.NDArray[np.int32]
    chance: npt.NDArray[np.float64]
    choice: npt.NDArray[np.int32]
    state: npt.NDArray[np.int32]
    paid: npt.NDArray[np.int64]
    won: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int64]
    names: list[str]
    state_turn: npt.NDArray[np.int8]
    first_choice: npt.NDArray[np.int32]
    choices: list[str]
    exact_chance: list[Fraction]

    def uniform(self) -> npt.NDArray[np.float64]:
        """The strategy that makes all choices of a state alike often, ``(c,)``."""
        counts = np.diff(self.first_choice)
        return np.repeat(1 / counts, counts)


def tree_of(game: Game[S]) -> Tree:
    """Lay out every node of a game.

    Raises
    ------
    GameError
        If it is not 1 to 10 players' game, chances do not add up to 1, nobody or somebody has no
        choice, nodes of one state differ in choices, level or what the player has chosen before,
        what is won does not fit, or there are more than ten million nodes.
    """
    if not 1 <= game.players <= 10:
        raise GameError(f"{game.name} has {game.players} players; 1 to 10 are possible")
    nodes = [game.start()]
    exact = [Fraction(1)]
    turn, first_child, children, state, paid, won = [], [], [], [], [], []
    numbers: dict[tuple[int, str], int] = {}
    choices_of: list[tuple[str, ...]] = []
    level_of: list[int] = []
    levels = [0]
    at = 0
    while at < len(nodes):
        if at == levels[-1]:
            levels.append(len(nodes))
        node, whose = nodes[at], game.turn(nodes[at])
        turn.append(whose)
        first_child.append(len(nodes))
        state.append(-1)
        paid.append(0)
        won.append((0,) * game.players)
        below: list[tuple[Fraction, S]] = []
        if whose == OVER:
            won[-1] = _checked(game, tuple(game.won(node)))
        elif whose == CHANCE:
            below = list(game.chances(node))
            if sum(chance for chance, _ in below) != 1 or any(chance < 0 for chance, _ in below):
                raise GameError(f"{game.name}: the chances at {node!r} do not add up to 1")
        elif not 0 <= whose < game.players:
            raise GameError(
                f"{game.name}: it is the turn of player {whose} at {node!r}, counted from 0; "
                f"there are {game.players}"
            )
        else:
            choices = tuple(game.choices(node))
            below = [(Fraction(1), game.after(node, choice)) for choice in choices]
            key = whose, game.seen(node)
            number = state[-1] = numbers.setdefault(key, len(numbers))
            if number == len(choices_of):
                choices_of.append(choices)
                level_of.append(len(levels))
            seen = f"{game.name}: player {whose + 1} sees {key[1]!r}"
            named = ", ".join(choices)
            if not choices:
                raise GameError(f"{seen} and has no choice")
            if len(set(choices)) < len(choices):
                raise GameError(f"{seen} and may do {named}: two choices of one name")
            if choices != choices_of[number]:
                first = ", ".join(choices_of[number])
                raise GameError(f"{seen} where he may do {first} and where he may do {named}")
            if level_of[number] != len(levels):
                times = f"after {level_of[number] - 2} moves and after {len(levels) - 2}"
                raise GameError(f"{seen} at two times, {times}")
            paid[-1] = game.paid(node)
        children.append(len(below))
        if len(nodes) + len(below) > MOST_NODES:
            raise GameError(f"{game.name} has more than {MOST_NODES:,} nodes")
        for chance, after in below:
            exact.append(chance)
            nodes.append(after)
        at += 1
    if not choices_of:
        raise GameError(f"{game.name} leaves its players nothing to choose")
    counts = np.array(children)
    parent = np.concatenate([[0], np.repeat(np.arange(len(nodes)), counts)]).astype(np.int32)
    first_choice = np.cumsum([0, *map(len, choices_of)]).astype(np.int32)
    place = np.arange(len(nodes)) - np.array(first_child)[parent]
    of_state = np.array(state)[parent]
    choice = np.where(of_state >= 0, first_choice[of_state] + place, -1).astype(np.int32)
    choice[0] = -1
    tree = Tree(
        name=game.name,
        players=game.players,
        turn=np.array(turn, np.int8),
        first_child=np.array(first_child, np.int32),
        children=counts.astype(np.int32),
        parent=parent,
        chance=np.array([float(chance) for chance in exact]),
        choice=choice,
        state=np.array(state, np.int32),
        paid=np.array(paid, np.int64),
        won=np.array(won, np.int64),
        levels=np.array(levels, np.int64),
        names=[seen for _, seen in numbers],
        state_turn=np.array([whose for whose, _ in numbers], np.int8),
        first_choice=first_choice,
        choices=[choice for choices in choices_of for choice in choices],
        exact_chance=exact,
    )
    for player in range(game.players):
        _check_memory(tree, player)
    return tree


def sequences(tree: Tree, player: int) -> npt.NDArray[np.int64]:
    """A player's last choice before each node, plus 1; 0 before his first, ``(n,)``."""
    found = np.zeros(len(tree.turn), np.int64)
    for first, last in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        parent = tree.parent[first:last]
        chosen = tree.turn[parent] == player
        found[first:last] = np.where(chosen, 1 + tree.choice[first:last], found[parent])
    return found


def _check_memory(tree: Tree, player: int) -> None:
    """A player who remembers comes to all nodes of a state by the same choices of his own."""
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


def _checked(game: Game[S], won: tuple[int, ...]) -> tuple[int, ...]:
    if len(won) != game.players or any(int(chips) != chips for chips in won):
        raise GameError(f"{game.name}: {won} is won; whole chips of {game.players} players are due")
    return won
