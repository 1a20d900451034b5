"""A game as flat arrays that kernels walk.

The result-table learner walks a tree with one random word for chance, then a sequence of choices.

Chance often moves several times in a row, as when hands are dealt. The learner then draws once
among all results. From one draw to the next, or to the end, the choices of the players decide the
line of a game. The kernel stores that line until one of the choices changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ...signatures import F64, I8, I32, I64, U64, Array
from .game import CHANCE, OVER, Game

S = TypeVar("S", bound=Hashable)

MOST_NODES = 10_000_000
_ALWAYS = Fraction(1)
WHOLE = 1 << 32


class GameError(ValueError):
    """An invalid description of a game."""


class Nodes(NamedTuple):
    """The arrays of a tree for kernels that walk every node; as the attributes of ``Tree``."""

    turn: Array[I8, "n"]
    first_child: Array[I32, "n"]
    children: Array[I32, "n"]
    chance: Array[F64, "n"]
    state: Array[I32, "n"]
    won: Array[I64, "n, p"]
    first_choice: Array[I32, "s + 1"]


@dataclass(frozen=True)
class Tree:
    """All n nodes of a game, level by level, the children of a node next to each other."""

    name: str
    players: int
    turn: I8  # (n,): the player to act, ``CHANCE`` or ``OVER``
    # (n,): the first child. The children of a player's node are in the order of his choices.
    first_child: I32
    children: I32  # (n,): the number of children
    parent: I32  # (n,): the previous node. The first node is its own parent.
    # (n,): the probability that chance leads here from the parent; 1 if it is not chance's turn.
    chance: F64
    # (n,): the choice that leads here, of all c choices; -1 for chance.
    choice: I32
    # (n,): the state of the player to act (his information set): all nodes that he cannot tell
    # apart have the same number. -1 if it is no player's turn.
    state: I32
    paid: I64  # (n,): the chips that the player to act has put in
    won: I64  # (n, p): the chips that each player has won at the end; 0 before the end
    # (l + 1,): the first node of each level. All nodes of a state are on one level.
    levels: I64
    names: list[str]  # what the player sees in each of the s states
    state_turn: I8  # (s,): the player of each state
    # (s + 1,): the first choice of each state among all c choices.
    first_choice: I32
    choices: list[str]  # the names of all choices, state by state
    exact_chance: list[Fraction]  # ``chance`` as fractions

    def uniform(self) -> F64:
        """The strategy that makes all choices of a state equally often, ``(c,)`` float64."""
        counts = np.diff(self.first_choice)
        return np.repeat(1 / counts, counts)

    @property
    def nodes(self) -> Nodes:
        """The arrays that kernels take."""
        return Nodes(*(getattr(self, name) for name in Nodes._fields))


@dataclass
class _Walked(Generic[S]):
    """The nodes of a game seen so far, in order, and its states by number."""

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
        If the game does not have 1 to 10 players, chances do not sum to 1, it is the turn of a
        nonexistent player, a player has no choice, nodes of one state differ in choices, level or
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


def sequences(tree: Tree, player: int) -> I64:
    """A player's last choice before each node, plus 1, ``(n,)`` int64; 0 before his first."""
    last_choices = np.zeros(len(tree.turn), np.int64)
    for first, last in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        parent = tree.parent[first:last]
        chosen = tree.turn[parent] == player
        last_choices[first:last] = np.where(
            chosen, 1 + tree.choice[first:last], last_choices[parent]
        )
    return last_choices


def _check_memory(tree: Tree, player: int) -> None:
    """Check perfect recall: all nodes of a state are reached by the same own choices."""
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
    """What is wrong with the choices at a node of a state; empty if nothing is.

    Their names must differ and be the same at all nodes of the state, all on one level.
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


class Walk(NamedTuple):
    """The n nodes of a tree, and the m lines that begin after a draw of chance."""

    # As in :class:`.flat.Tree`.
    turn: Array[I8, "n"]
    parent: Array[I32, "n"]
    choice: Array[I32, "n"]
    paid: Array[I64, "n"]
    won: Array[I64, "n, p"]
    first_choice: Array[I32, "s + 1"]
    kind: Array[I32, "n"]  # the state of a player's node; ``CHANCE`` or ``OVER``
    first: Array[I32, "n"]  # the first child of a player's node; the first draw of a chance node
    # The number of draws of a chance node. All are equally likely, by Vose's alias method.
    draws: Array[I32, "n"]
    # The number of words, out of 2^32, for which a draw leads to its own line and not the other.
    keep: Array[U64, "d"]
    line: Array[I32, "d, 2"]  # the line of each draw, and the other one
    # The node at which each line begins. If nothing is drawn at first, line 0 begins at node 0.
    start: Array[I32, "m"]
    first_line: Array[I32, "s + 1"]  # the first of each state in ``lines``
    lines: Array[I32, "k"]  # the lines on which each state can be reached
    # The least that can be won after each choice, less what was paid before it.
    least: Array[I64, "c"]
    longest: int  # the largest number of choices in a game


def walk_of(tree: Tree) -> Walk:
    """Lay out the draws and lines of a tree."""
    n = len(tree.turn)
    kind = np.where(tree.turn == OVER, OVER, tree.state).astype(np.int32)
    first, draws = tree.first_child.copy(), np.zeros(n, np.int32)
    keep: list[int] = []
    line: list[tuple[int, int]] = []
    start = [] if tree.turn[0] == CHANCE else [0]
    at_chance = tree.turn == CHANCE
    for node in np.flatnonzero(at_chance & ~(at_chance[tree.parent] & (np.arange(n) > 0))).tolist():
        outcomes = list(_outcomes(tree, node, Fraction(1)))
        first[node], draws[node] = len(line), len(outcomes)
        for draw, (share, other) in enumerate(alias([chance for _, chance in outcomes])):
            keep.append(int(share * WHOLE))
            line.append((len(start) + draw, len(start) + other))
        start += [outcome for outcome, _ in outcomes]
    line_of = np.full(n, -1, np.int32)
    line_of[start] = np.arange(len(start))
    moves = np.zeros(n, np.int64)
    for begin, end in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        nodes, parent = slice(begin, end), tree.parent[begin:end]
        moves[nodes] = moves[parent] + (tree.choice[nodes] >= 0)
        line_of[nodes] = np.where(line_of[nodes] < 0, line_of[parent], line_of[nodes])
    played = np.flatnonzero(tree.state >= 0)
    pairs = np.unique(np.stack([tree.state[played], line_of[played]]), axis=1)
    return Walk(
        turn=tree.turn,
        parent=tree.parent,
        choice=tree.choice,
        paid=tree.paid,
        won=tree.won,
        first_choice=tree.first_choice,
        kind=kind,
        first=first,
        draws=draws,
        keep=np.array(keep, np.uint64),
        line=np.array(line, np.int32).reshape(-1, 2),
        start=np.array(start, np.int32),
        first_line=np.searchsorted(pairs[0], np.arange(len(tree.names) + 1)).astype(np.int32),
        lines=pairs[1].astype(np.int32),
        least=_least(tree),
        longest=int(moves.max()),
    )


def alias(chances: list[Fraction]) -> list[tuple[Fraction, int]]:
    """Make n equally likely draws out of n things with these chances.

    For each draw, returns the probability that it stands for the thing with its own number, and the
    other thing that it may stand for. Source: Vose, "A linear algorithm for generating random
    numbers with a given distribution" (1991).
    """
    left = [chance * len(chances) for chance in chances]
    draws = [(Fraction(1), thing) for thing in range(len(chances))]
    under = [thing for thing, chance in enumerate(left) if chance < 1]
    over = [thing for thing, chance in enumerate(left) if chance >= 1]
    while under:
        thing = under.pop()
        draws[thing] = left[thing], over[-1]
        left[over[-1]] -= 1 - left[thing]
        if left[over[-1]] < 1:
            under.append(over.pop())
    return draws


def _outcomes(tree: Tree, node: int, reach: Fraction) -> Iterator[tuple[int, Fraction]]:
    """The results of chance from a node on, until a player acts or the game is over."""
    for child in range(tree.first_child[node], tree.first_child[node] + tree.children[node]):
        chance = reach * tree.exact_chance[child]
        if tree.turn[child] == CHANCE:
            yield from _outcomes(tree, child, chance)
        else:
            yield child, chance


def _least(tree: Tree) -> I64:
    most = np.iinfo(np.int64).max
    least = np.where((tree.turn == OVER)[:, None], tree.won, most)
    for begin, end in zip(tree.levels[-2:0:-1], tree.levels[:1:-1], strict=True):
        np.minimum.at(least, tree.parent[begin:end], least[begin:end])
    least_after = np.full(len(tree.choices), most)
    chosen = np.flatnonzero(tree.choice >= 0)
    before = tree.parent[chosen]
    won = least[chosen, tree.turn[before]] + tree.paid[before]
    np.minimum.at(least_after, tree.choice[chosen], won)
    return least_after
