"""Solving a spot to a given exploitability, and reading the strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from .. import clock
from ..cards.boards import suit_images
from ..cards.holes import HOLES
from ..cards.suit_symmetry import hole_images
from ..cards.text import format_card, format_hand
from ..given import as_number, shown
from ..signatures import F32, F64, I64, frozen
from ..threads import worker_count
from .blocks import Numbers, Outsider
from .dealing import CARDS, RIVER, Dealt, count_boards, deal, require_dealt
from .payoffs import payoffs, payoffs_of
from .sizes import Betting
from .tree import DECISION, SHOWDOWN, Spot, Tree, betting_tree
from .walks import Walks, block_of, meet, size_of

LOOK = 10  # iterations between two computations of the exploitability
# Values are sums of single precision: off by up to 1.5e-6 of the pot times the other's reach, as
# measured with all holes. A hole that meets a ten-thousandth of that is off by 1.5 %.
LEAST_MET = 1e-4
# An iteration walks twice, once for each player. Each walk reads both players' regrets and writes
# those of one, and in every second iteration also the strategy sums of one player. Computing the
# exploitability reads all sums once. As shares of regrets and sums together, which are as much.
READ = (2 + 0.5 + 1 / LOOK) / 2
WRITTEN = (1 + 0.5) / 2
_TABLES = 100  # bytes of a hand of a board, in all tables of cards: 73 to 90 as counted
_ROOM = 32  # bytes of a hand of a board at a node, in the scratch of eight threads: 16 as counted


@dataclass(frozen=True)
class Cost:
    """The memory and time that a spot takes: see :func:`cost`."""

    nodes: int  # of the public tree
    boards: int  # walked
    numbers: int  # regrets, one for each hand and action
    bytes: int
    compressed_bytes: int  # if regrets and strategies take 16 bits each
    seconds: float  # of 60 iterations on one core
    own: float  # the share of the numbers that belongs to the spot's own board
    block: float  # the share of the largest block of boards that is walked at once

    def kept_bytes(self, *, compress: bool) -> int:
        """The memory that regrets and strategies take."""
        whole = self.bytes - 8 * self.numbers
        return (self.compressed_bytes if compress else self.bytes) - whole

    def outside(self, *, compress: bool, threads: int = 0) -> tuple[int, int]:
        """The bytes in memory, and those outside of it, if dealt boards are stored there."""
        kept, blocks = self.kept_bytes(compress=compress), worker_count(threads) * self.block
        memory = self.bytes - 8 * self.numbers + int(kept * (self.own + blocks))
        return memory, int(kept * (1 - self.own))

    def moved(self, *, compress: bool) -> tuple[int, int]:
        """The bytes that 60 iterations read from there, and write."""
        _, kept = self.outside(compress=compress)
        return int(60 * READ * kept), int(60 * WRITTEN * kept)


@dataclass(frozen=True)
class Decision:
    """A player's strategy at a node of the tree, on a board.

    Attributes
    ----------
    line : str
        The actions before.
    dealt : tuple of int
        The cards dealt after the spot's board.
    player : int
        0 out of position, 1 in position.
    pot : int
        Chips in the pot.
    actions : list of str
    holes : (n,) int64
        The holes that the player can hold.
    shares : (n, a) float64
        How often each takes each action.
    values : (n, a) float64
        The chips that each wins from here on, after each action; folding wins nothing. NaN if it
        meets less than a ten-thousandth of the other's reach here: its value is then lost in the
        rounding of the others.
    equities : (n,) float64
        The equity of each if nobody bets any more. NaN as above.
    reach : (n,) float64
        The weight of each in the player's range, times how often he has come here with it.
    met : (n,) float64
        The other's reach, over the holes that each can meet: ``reach * met`` weights a mean over
        holes by how often they are here.
    at_stake : float
        The worth of the pot here: its chips; with prizes, winning it less giving it up.
    gain : float
        The player's gain from deviating in the whole spot, as a share of the initial pot.
    """

    line: str
    dealt: tuple[int, ...]
    player: int
    pot: int
    actions: list[str]
    holes: I64
    shares: F64
    values: F64
    equities: F64
    reach: F64
    met: F64
    at_stake: float
    gain: float


@dataclass(frozen=True)
class RunOut:
    """The effect of a next card on a line, before anybody acts after it.

    Attributes
    ----------
    card : int
    met : float
        The pairs of holes that both players can hold then, weighted by how often they occur.
    values : tuple of float
        The chips that each player wins from here on, out of position first; NaN if nobody comes
        here.
    equities : tuple of float
        Their shares of the pot if nobody bets any more; NaN as above.
    shares : tuple of (a,) float64
        How often the first takes each action; then the other, after his check.
    """

    card: int
    met: float
    values: tuple[float, float]
    equities: tuple[float, float]
    shares: tuple[F64, F64]


class Solution:
    """Strategies of both players, and their exploitability.

    Attributes
    ----------
    spot : Spot
    tree : Tree
    iterations : int
    gains : tuple of float
        Each player's gain from deviating, in chips, out of position first.
    exploitability : float
        The mean of both.
    to : float
        The share of the pot that was to be reached.
    values : tuple of float
        Each player's winnings from the pot, in chips.
    equities : tuple of float
        Their shares of the pot if nobody bets.
    seconds : float

    If a table plays for prizes, gains and values are expected prizes at the end of the hand, in the
    unit of the prizes.
    """

    def __init__(
        self, spot: Spot, walks: Walks, iterations: int, best: tuple[float, float], to: float
    ) -> None:
        self.spot, self.tree, self.to = spot, walks.tree, to
        self.iterations = iterations
        self._walks = walks
        worth = walks.worth(0), walks.worth(1)
        base = walks.worths.base.tolist()
        self.values = worth[0] + base[0], worth[1] + base[1]
        self.gains = best[0] - worth[0], best[1] - worth[1]
        self.exploitability = _exploitability(walks, spot, best)
        self.equities = _equities(spot, walks.dealt, walks.threads)
        self.seconds = 0.0

    @property
    def reached(self) -> bool:
        """Whether the requested exploitability was reached."""
        return self.exploitability <= self.to * self.pot

    @property
    def pot(self) -> float:
        """The worth of the pot: its chips; with prizes winning less giving up, the mean of both."""
        return self._walks.worths.pot

    @property
    def compressed(self) -> bool:
        """Whether regrets and strategies were stored in 16 bits."""
        return self._walks.is_short

    def at(self, line: str = "", dealt: Sequence[int] = ()) -> Decision:
        """The strategy of the player to act after a line.

        Parameters
        ----------
        line : str
            Actions such as ``"x b94 c"``; amounts are chips of the street.
        dealt : sequence of int
            The cards dealt after the spot's board.

        Raises
        ------
        ValueError
            If there is no such line, nobody decides there, or the cards do not fit it.
        """
        node = self.tree.decision(line, len(dealt))
        board, images = _find(self.spot.board, self._walks.dealt, dealt)
        (decision,) = _decisions(self, board, images, tuple(dealt), [node])
        return decision

    def decisions(self, dealt: Sequence[int] = ()) -> Iterator[Decision]:
        """All decisions on a board, in the order of the tree.

        Raises
        ------
        ValueError
            If the cards cannot be dealt.
        """
        board, images = _find(self.spot.board, self._walks.dealt, dealt)
        street = self.spot.street + len(dealt)
        nodes = np.flatnonzero((self.tree.kind == DECISION) & (self.tree.street == street))
        yield from _decisions(self, board, images, tuple(dealt), nodes.tolist())

    def run_outs(
        self, line: str, dealt: Sequence[int] = ()
    ) -> tuple[list[RunOut], list[list[str]]]:
        """The effect of each card on a line that ends a street, with both players' next actions.

        If both are all in, there are no actions.

        Parameters
        ----------
        line : str
            Actions such as ``"x x"``.
        dealt : sequence of int
            The cards dealt after the spot's board before it.

        Raises
        ------
        ValueError
            If there is no such line, no card is dealt after it, or the cards do not fit it.
        """
        tree, walks = self.tree, self._walks
        root = tree.behind_card(line, len(dealt))
        is_all_in = tree.kind[root] == SHOWDOWN
        actions: list[list[str]] = [[], []]
        checked = root
        if is_all_in:
            above, _ = _find(self.spot.board, walks.dealt, dealt)
            both = _all_in(self.spot, walks, above, root)
        else:
            actions[0] = [tree.actions[child] for child in tree.children_of(root)]
            checked = int(tree.children_of(root)[actions[0].index("x")])
            actions[1] = [tree.actions[child] for child in tree.children_of(checked)]
        known: dict[int, RunOut] = {}
        run_outs = []
        for card in range(CARDS):
            if card in self.spot.board or card in dealt:
                continue
            board, _ = _find(self.spot.board, walks.dealt, [*dealt, card])
            if board not in known:
                known[board] = (
                    _run_out_all_in(walks, board, card, root, both)
                    if is_all_in
                    else _run_out(self.spot, walks, board, card, root, checked)
                )
            run_outs.append(replace(known[board], card=card))
        return run_outs, actions

    def value_with(self, other: Solution, player: int) -> float:
        """A player's winnings from the pot, in chips, with his strategy from another solution.

        The opponent plays his strategy of this one. Against a locked opponent, who was free in the
        other, this gives the worth of knowing the lock: ``values[player]`` less this.

        Raises
        ------
        ValueError
            If the other solution has other boards, ranges or sizes, or a different setting of
            ``compress``.
        """
        sums = _mixed(self._walks, other._walks, player)
        return self._walks.worth(player, sums=sums) + float(self._walks.worths.base[player])

    def boards(self) -> Iterator[tuple[int, ...]]:
        """The cards that can be dealt after the spot's board, one of each up to suits."""
        yield from self._walks.dealt.boards


@dataclass(frozen=True)
class _Rows:
    """A player's numbers at decisions of a board, a row for each."""

    holes: I64
    values: F32  # of all nodes of the street
    known: F64  # the reach that is met, if it is enough for a value
    equities: F64
    weight: F64
    met: F64


def _decisions(
    solution: Solution, board: int, images: I64, dealt: tuple[int, ...], nodes: Sequence[int]
) -> Iterator[Decision]:
    """Read decisions of one board, with holes mapped by a permutation of suits.

    ``images`` are the mapped holes, ``nodes`` decisions on the board's street.
    """
    spot, tree, walks = solution.spot, solution.tree, solution._walks
    gains = [gain / solution.pot for gain in solution.gains]
    if not nodes:
        return
    low = int(walks.nodes[tree.street[nodes[0]]][0])
    whose = tree.player[list(nodes)].tolist()
    read, place = {}, {}
    for player in sorted(set(whose)):
        own_nodes = [node for node, who in zip(nodes, whose, strict=True) if who == player]
        read[player] = _read(spot, walks, board, images, player, np.array(own_nodes) - low)
        place.update({node: at for at, node in enumerate(own_nodes)})
    for node, player in zip(nodes, whose, strict=True):
        rows, at = read[player], place[node]
        children = tree.children_of(node)
        actions = [tree.actions[child] for child in children.tolist()]
        worth = (rows.values[children - low] / rows.known[at]).T
        worth -= walks.worths.given_up[node, player]
        if "f" in actions:
            fold = worth[:, actions.index("f")]
            fold[~np.isnan(fold)] = 0
        pot = spot.pot + int(tree.put_in[node].sum())
        yield Decision(
            tree.line(node), dealt, player, pot, actions, rows.holes, walks.shares(node, board),
            worth, rows.equities[at], rows.weight[at], rows.met[at],
            2 * float(walks.worths.stake[node, player]) if spot.prizes else float(pot),
            gains[player],
        )  # fmt: skip


def _read(spot: Spot, walks: Walks, board: int, images: I64, player: int, places: I64) -> _Rows:
    """Read a player's numbers at nodes, given by their places on the street."""
    room = walks.look(player, board)
    own_rows, other_rows, values = (
        rows.reshape(-1, walks.width) for rows in (room.own, room.reach, room.value)
    )
    holes = walks.holes(board, player)
    others = walks.dealt.hands[board, 1 - player]
    reach = other_rows[room.reach_row[places] // walks.width, :others].astype(np.float64, order="C")
    met, won = walks.met(board, player, reach)
    known = np.where(met > LEAST_MET * reach.sum(axis=1, keepdims=True), met, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        equities = np.clip(won / known, 0, 1)
    weight = (
        spot.ranges[player, holes] * own_rows[room.own_row[places] // walks.width, : len(holes)]
    )
    nodes = len(room.own_row)
    return _Rows(images[holes], values[:nodes, : len(holes)].copy(), known, equities, weight, met)


def _run_out(spot: Spot, walks: Walks, board: int, card: int, root: int, checked: int) -> RunOut:
    """The run-out of a board; players decide at ``root``, and after a check at ``checked``."""
    tree = walks.tree
    low = int(walks.nodes[tree.street[root]][0])
    met, values, equities, shares = 0.0, [], [], []
    for player, node in enumerate((root, checked)):
        rows = _read(spot, walks, board, np.arange(HOLES), player, np.array([root, node]) - low)
        weight = rows.weight * rows.met
        met = float(weight[0].sum())
        with np.errstate(invalid="ignore"):
            won = rows.weight[0] @ rows.values[root - low] / np.float64(met)
            values.append(float(won - walks.worths.given_up[root, player]))
            equities.append(float(np.nansum(weight[0] * rows.equities[0]) / np.float64(met)))
            shares.append(weight[1] @ walks.shares(node, board) / weight[1].sum())
    return RunOut(
        card, met, (values[0], values[1]), (equities[0], equities[1]), (shares[0], shares[1])
    )


def _all_in(spot: Spot, walks: Walks, board: int, node: int) -> tuple[F64, F64]:
    """Both players' weights, hand by hand, when they are all in on a board."""
    room = walks.look(0, board)
    place = node - int(walks.nodes[walks.tree.street[node]][0])
    holes = walks.holes(board, 0)
    own_reach = room.own.reshape(-1, walks.width)[room.own_row[place] // walks.width]
    other_reach = room.reach.reshape(-1, walks.width)[room.reach_row[place] // walks.width]
    others = walks.dealt.hands[board, 1]
    return spot.ranges[0, holes] * own_reach[: len(holes)], other_reach[:others].astype(np.float64)


def _run_out_all_in(
    walks: Walks, board: int, card: int, node: int, both: tuple[F64, F64]
) -> RunOut:
    """The run-out of a board for players who are already all in, with their weights there."""
    dealt, worths = walks.dealt, walks.worths
    image = dealt.first_image[board]
    own_weights, other_weights = (
        weights[dealt.up[dealt.up_start[image, player] :][: dealt.hands[board, player]]]
        for player, weights in enumerate(both)
    )
    met, won = walks.met(board, 0, other_weights[None])
    deals = float(own_weights @ met[0])
    equity = float(own_weights @ won[0]) / deals if deals else np.nan
    equities = equity, 1 - equity
    values = [np.nan, np.nan]
    if not worths.tied[node].any():
        for player in range(2):
            more = worths.stake[node, player] * (2 * equities[player] - 1)
            values[player] = float(more + worths.flat[node, player] - worths.given_up[node, player])
    nobody = np.zeros(0)
    return RunOut(card, deals, (values[0], values[1]), equities, (nobody, nobody))


def solve(
    spot: Spot,
    *,
    to: float = 0.005,
    iterations: int = 1000,
    threads: int = 0,
    dealt: Dealt | None = None,
    compress: bool = False,
    outsider: Outsider | None = None,
    report: Callable[[int, float], None] | None = None,
) -> Solution:
    """Solve a spot until its exploitability is at most a share of the pot.

    The exploitability of the mean strategies is computed every ``LOOK`` iterations. The first ones
    that are good enough are returned, or else the last, which need not be the best. Regrets are
    discounted as by N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted
    Regret Minimization", AAAI 2019, with positive regrets discounted less over time.

    Parameters
    ----------
    spot : Spot
    to : float
        The share of the pot: 0.005 is 0.5 %.
    iterations : int
        The largest number of iterations.
    threads : int
        0 for all cores. Results are the same for any number.
    dealt : Dealt, optional
        Boards and hands of another deck, with other cards to come or another order of hands. By
        default those of hold'em.
    compress : bool
        Whether regrets and strategies are stored in 16 bits: half the memory.
    outsider : callable, optional
        Provides bytes outside of memory for regrets and strategies on dealt boards: see
        :class:`.blocks.Outside`. Results are the same. A river spot has none.
    report : callable, optional
        Called with iterations and exploitability, as a share of the pot, each time it is computed.

    Raises
    ------
    ValueError
        If a number is out of range, a lock does not fit the tree, or arrays of ``dealt`` do not fit
        each other.
    """
    check_effort(to, iterations)
    iterations = int(iterations)
    begun = clock.now()
    tree = spot.tree()
    locks = {}
    for line, shares in spot.locks.items():
        node = tree.node(line)
        locks[node] = _checked(line, tree, node, shares)
    if dealt is None:
        dealt = deal(spot.board, spot.ranges, list(locks.values()))
    else:
        require_dealt(dealt, spot.board)
    walks = Walks(
        tree,
        dealt,
        spot.ranges,
        payoffs_of(spot, tree),
        locks,
        threads,
        compress=compress,
        outsider=outsider,
    )
    done, best, exploitability = 0, (np.inf, np.inf), np.inf
    while done < iterations and exploitability > to * walks.worths.pot:
        more = min(LOOK, iterations - done)
        walks.improve(discounts(done, done + more, iterations))
        done += more
        best = walks.worth(0, best=True), walks.worth(1, best=True)
        exploitability = _exploitability(walks, spot, best)
        if report:
            report(done, exploitability / walks.worths.pot)
    solution = Solution(spot, walks, done, best, to)
    solution.seconds = clock.now() - begun
    return solution


def check_effort(to: float, iterations: int) -> None:
    """Reject an invalid exploitability to reach, or number of iterations.

    Raises ValueError if ``to`` is not above 0, or ``iterations`` is not a whole number above 0.
    """
    if not as_number(to) > 0:
        raise ValueError(f"to is {shown(to)}: give a share of the pot above 0, such as 0.005")
    if not (as_number(iterations) >= 1 and as_number(iterations).is_integer()):
        raise ValueError(f"iterations is {shown(iterations)}: give a whole number, 1 or more")


def cost(spot: Spot) -> Cost:
    """The memory and time that solving a spot takes, without solving it."""
    tree = spot.tree()
    street, hands, below = count_boards(spot.board, spot.ranges)
    numbers, rows = size_of(tree, street, hands)
    whole = 8 * numbers + _TABLES * int(hands.sum()) + _ROOM * len(tree) * int(hands.max())
    blocks = np.bincount(block_of(below, spot.street), (tree.plan.rows[street] * hands).sum(axis=1))
    shares = blocks / blocks.sum()
    return Cost(
        len(tree), len(street), numbers, whole, whole - 4 * numbers + 8 * rows, numbers * 1.5e-7,
        float(shares[0]), float(shares[1:].max(initial=0)),
    )  # fmt: skip


@lru_cache
def discounts(first: int, last: int, end: int) -> F32:
    """The factors of positive regrets, negative regrets and strategy sums before each iteration.

    Every second strategy is added to the sums, and the last of all: adding takes as much memory
    traffic as the regrets do. -1 means that none is added.
    """
    t = np.arange(first, last, dtype=np.float64)
    power = t ** np.minimum(1 + t / 60, 5)
    kept = np.where(t % 2 == 1, (t - 1) / (t + 1), np.where(t == end - 1, t / (t + 1), -1.0))
    kept = np.where(kept >= 0, kept**6, -1.0)
    factors = np.stack([power / (power + 1), np.full(len(t), 0.5), kept], axis=1)
    return frozen(factors.astype(np.float32))


def _exploitability(walks: Walks, spot: Spot, best: tuple[float, float]) -> float:
    """The mean gain of both players."""
    gained = sum(best)
    if spot.rake or spot.prizes or walks.betting.locked.any():  # otherwise it is zero-sum
        gained -= sum(walks.worth(player) for player in range(2))
    return gained / 2


def _equities(spot: Spot, dealt: Dealt, threads: int) -> tuple[float, float]:
    """The equities of two ranges that check to the end."""
    if dealt.street[0] == RIVER:
        holes = np.split(dealt.hole, dealt.start[0, 1:])
        own_weights, other_weights = (spot.ranges[player, holes[player]] for player in range(2))
        met, beaten = meet(dealt, 0, 0, other_weights[None])
        first = float(own_weights @ beaten[0]) / float(own_weights @ met[0])
        return first, 1 - first
    tree = betting_tree(spot.pot, spot.stack, _no_bets(), spot.street)
    walks = Walks(tree, dealt, spot.ranges, payoffs(tree, spot.pot), threads=threads)
    first = walks.worth(0) / spot.pot + 0.5
    return first, 1 - first


@cache
def _no_bets() -> Betting:
    return Betting.of("", "")


def _mixed(walks: Walks, other: Walks, player: int) -> Numbers:
    """Strategy sums, with those of one player taken from the other solution."""
    dealt, tree = walks.dealt, walks.tree
    if not (
        tree.actions == other.tree.actions
        and np.array_equal(dealt.hole, other.dealt.hole)
        and walks.is_short == other.is_short
        and (walks.sums.away is None) == (other.sums.away is None)
    ):
        raise ValueError("the other solution is of another spot, or stores its numbers differently")
    return walks.sums.mixed(other.sums, player, walks.layout)


def _checked(line: str, tree: Tree, node: int, shares: F64) -> F64:
    """The shares of a lock, if they fit the decision."""
    shares = np.asarray(shares, np.float64)
    if tree.kind[node] != DECISION:
        raise ValueError(f"nobody decides after {shown(line)}, so nothing can be locked there")
    if shares.shape != (HOLES, tree.count[node]):
        actions = ", ".join(tree.actions[child] for child in tree.children_of(node))
        raise ValueError(
            f"the lock after {shown(line)} has shape {shares.shape}: give a row for each of the"
            f" {HOLES:,} holes, with shares of {actions}"
        )
    if not (shares >= 0).all() or not np.allclose(shares.sum(axis=1), 1, atol=1e-6):
        raise ValueError(f"the lock after {shown(line)} has a row whose shares do not add up to 1")
    return shares


def _find(board: tuple[int, ...], dealt: Dealt, cards: Sequence[int]) -> tuple[int, I64]:
    """The board that stands for dealt cards, and the mapped holes."""
    here, holes, suits = 0, np.arange(HOLES), np.arange(52)
    for count, card in enumerate(cards):
        if card in board or card in cards[:count]:
            known = format_hand(board + tuple(cards[:count]))
            raise ValueError(f"card {format_card(card)} is on the board {known} already")
        for below in range(*dealt.below[here]):
            images = range(*dealt.first_image[below : below + 2])
            last_card = dealt.boards[below][-1]
            matches = [i for i in images if suits[suit_images()[dealt.suits[i]][last_card]] == card]
            if matches:
                image = dealt.suits[matches[0]]
                holes, suits = holes[hole_images()[image]], suits[suit_images()[image]]
                here = below
                break
        else:
            raise ValueError(f"card {format_card(card)} is not in the deck")
    return here, holes
