"""Bots: what a blueprint does, for programs that play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.play import follow
from pokerlake.engine.play.following import CALLS, Table, point_of, size_of, table_of
from pokerlake.engine.play.strategies import WHOLE, rules_of
from pokerlake.queries.answers.buckets import STREETS, Buckets
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, lake_path

from ..given import LakePath, place_of, seed_of, text, whole
from .blueprints import runs_of

if TYPE_CHECKING:
    import numpy.typing as npt

T = TypeVar("T")

_CARDS = tuple(STREETS.values())
_NAMES = tuple(STREETS)


class Bot:
    """A blueprint that plays: how often it takes each action, with a hole on a board after a line.

    Its strategy and the buckets of its cards are in memory. One bot may be asked by several
    threads. Bets that its betting has not are taken for one of those next to them, by the
    pseudo-harmonic mapping; after a bet where it has none at all, it checks and calls.

    Parameters
    ----------
    run : int, optional
        The number of the blueprint; the last by default.
    lake : str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Attributes
    ----------
    run : int
    game : str
        ``limit`` or ``nolimit``.
    stack : float or None
        Big blinds of both; None with limit.
    lines : tuple of str
        The lines of its betting that lead to a decision.

    Raises
    ------
    LakeError
        If the lake has no such blueprint, or no longer its abstractions.

    Examples
    --------
    >>> bot = Bot(1)  # doctest: +SKIP
    >>> bot.shares("AhKd", "QsJh2h", "r2.5 c x")  # doctest: +SKIP
    {'b2.5': 0.62, 'x': 0.38}
    """

    def __init__(self, run: int | None = None, *, lake: LakePath | None = None) -> None:
        from pokerlake.pipelines.blueprints.asked import asked_of
        from pokerlake.pipelines.blueprints.playing import stored_strategy
        from pokerlake.pipelines.blueprints.stored import stored_row

        there = Lake.open(lake_path(place_of(lake)))
        row = stored_row(there, None if run is None else whole("run", run, 1))
        self.run: int = row["run"]
        self.game: str = row["game"]
        self.stack: float | None = row["stack"]
        self.asked = asked_of(row)
        self.rules = rules_of(self.asked.rules)
        self.strategy = stored_strategy(there, self.run, self.asked)
        self._buckets = Buckets(there)
        self._runs = runs_of(self._buckets, self.asked)
        lines = self.asked.lines
        self._below = [
            [lines.actions[child] for child in self._children(node)] for node in range(len(lines))
        ]
        self._sizes = [
            [size_of(self.strategy, node, child) for child in self._children(node)]
            for node in range(len(lines))
        ]
        self._nodes = {lines.line(n): n for n in range(len(lines)) if lines.kind[n] == 0}
        self._street: list[int] = lines.street.tolist()
        self._begin: list[int] = self.strategy.begin.tolist()
        # The table of a street's buckets, by row; of rivers by strength, where that is enough.
        self._known = [self._buckets.known(own) for own in self._runs]

    def __repr__(self) -> str:
        return f"<Bot of blueprint {self.run}: {self.game}, {len(self._nodes):,} decisions>"

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its betting that lead to a decision."""
        return tuple(self._nodes)

    def shares(self, hole: str, board: str = "", line: str = "") -> dict[str, float]:
        """How often it takes each action.

        Parameters
        ----------
        hole, board : cards
            Its own hole, and the cards of the street that the line has come to.
        line : str
            What was done, as in ``blueprint_nodes``: ``"r2.5 c x b3"``. Amounts are big blinds,
            in all on the street. They need not be those of its betting.

        Returns
        -------
        dict
            By action, written the same way. Where an amount is taken now for one bet, now for
            another, the mean of both.

        Raises
        ------
        CardError, UsageError
            If cards are none, or there is no such line, or it is another street's.
        """
        node = self._nodes.get(line)
        if node is not None:
            bucket = self._bucket(hole, board, self._street[node])
            of = self._of(node, bucket)
            return dict(zip(self._below[node], of, strict=True))
        table = self._table(line)
        bucket = self._bucket(hole, board, table.street)
        found: dict[str, float] = {}
        for at, often in zip(*follow(self.strategy, self.rules, table.did), strict=True):
            for did, share in self._done(table, int(at), bucket):
                word = table.word(did, self.asked.rules.chip)
                found[word] = found.get(word, 0.0) + float(often) * share
        return found

    def act(self, hole: str, board: str = "", line: str = "", *, seed: int) -> str:
        """Choose an action by a seed: the same hand, line and seed, the same action.

        With one seed for a hand, a bet that its betting has not is taken for the same all along.
        Parameters and errors are those of :meth:`shares`.
        """
        number, node = seed_of(seed) or 0, self._nodes.get(line)
        if node is not None:
            shares = self.shares(hole, board, line)
            return _drawn(list(shares.items()), point_of(number, len(line.split())))
        table = self._table(line)
        chosen = self.choose(table, self._bucket(hole, board, table.street), number)
        return table.word(chosen, self.asked.rules.chip)

    def choose(self, table: Table, bucket: int, seed: int) -> int:
        """The same of a table and a bucket: chips, 0 for a check or a call, -1 for a fold."""
        points = [point_of(seed, place) for place in range(len(table.did))]
        (at,), _ = follow(self.strategy, self.rules, table.did, points)
        return _drawn(self._done(table, int(at), bucket), point_of(seed, len(table.did)))

    def bucket(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """The bucket of a hole on a board, both as numbers of cards, which are not checked."""
        low, high = sorted(hole)
        number = high * (high - 1) // 2 + low
        if not board:
            return int(hand_of_hole()[number])
        street = _CARDS.index(len(board))
        return self._known[street](number, board)

    def batch(
        self, holes: npt.ArrayLike, boards: npt.ArrayLike | None, lines: str | Sequence[str]
    ) -> npt.NDArray[np.float64]:
        """How often it takes each action, of many deals at once.

        Parameters
        ----------
        holes : (2, n) uint8
            Cards 0 to 51 as columns, as ``deal`` gives them.
        boards : (k, n) uint8, optional
            Of the street that all lines have come to; None before the flop.
        lines : str or sequence of n str
            One for all, or one each, of its own betting: ``lines`` has all.

        Returns
        -------
        (n, a) float64
            In the order of :meth:`actions`; of several lines ``a`` is that of the one that has the
            most, and 0 fills up.

        Raises
        ------
        CardError, UsageError
            As in :meth:`shares`.
        """
        from pokerlake.engine.keys.canonical_rows import hole_ids

        own = hole_ids(np.asarray(holes), layout="columns")
        each = [lines] if isinstance(lines, str) else list(lines)
        if not isinstance(lines, str) and len(each) != len(own):
            raise UsageError(f"lines has {len(each)} for {len(own)} holes; give one each")
        names = sorted(set(each))
        for name in names:
            if name not in self._nodes:
                raise UsageError(f"lines has {shown(name)}, which its betting has not; see lines")
        cards = np.empty((0, len(own)), np.uint8) if boards is None else np.asarray(boards)
        nodes = np.array([self._nodes[name] for name in names])
        for node in nodes:
            self._require(self._street[node], len(cards))
        street = self._street[nodes[0]] if len(nodes) else 0
        bucket = self._buckets.of(self._runs[street], own, cards).astype(np.int64)
        many = np.array([len(self._below[node]) for node in nodes])
        of = (
            np.zeros(len(own), np.int64) if isinstance(lines, str) else np.searchsorted(names, each)
        )
        at = np.arange(many.max(initial=0))
        place = (self.strategy.begin[nodes][of] + bucket * many[of])[:, None] + at
        there = at < many[of][:, None]
        found = self.strategy.share[np.where(there, place, 0)] / WHOLE
        return np.where(there, found, 0.0)

    def actions(self, line: str = "") -> tuple[str, ...]:
        """What it may do after a line of its own betting, in the order of :meth:`batch`."""
        if text("line", line) not in self._nodes:
            raise UsageError(f"line {shown(line)} is none of its betting; see lines")
        return tuple(self._below[self._nodes[line]])

    def _children(self, node: int) -> list[int]:
        own = self.strategy
        children: list[int] = own.child[own.first[node] : own.first[node + 1]].tolist()
        return children

    def _of(self, node: int, bucket: int) -> list[float]:
        many = len(self._below[node])
        begin = self._begin[node] + bucket * many
        return [share / WHOLE for share in self.strategy.share[begin : begin + many].tolist()]

    def _done(self, table: Table, node: int, bucket: int) -> list[tuple[int, float]]:
        """What it does at the table, and how often; it checks and calls off its betting."""
        if node < 0:
            return [(CALLS, 1.0)]
        found: dict[int, float] = {}
        for size, share in zip(self._sizes[node], self._of(node, bucket), strict=True):
            did = table.done_by(size)
            found[did] = found.get(did, 0.0) + share
        return list(found.items())

    def _table(self, line: str) -> Table:
        try:
            table = table_of(self.rules, text("line", line), self.asked.rules.chip)
        except ValueError as error:
            raise UsageError(str(error)) from None
        if table.player < 0:
            raise UsageError(f"line {shown(line)} ends the hand: nobody is to act")
        return table

    def _bucket(self, hole: str, board: str, street: int) -> int:
        own, on = parse_hand(hole).tolist(), parse_hand(board).tolist() if board else []
        if len(own) != 2:
            raise CardError(f"hole {shown(hole)} has {len(own)} cards; give 2")
        if len({*own, *on}) < len(own) + len(on):
            raise CardError(f"hole {shown(hole)} and board {shown(board)} have a card twice")
        self._require(street, len(on))
        return self.bucket(own, on)

    def _require(self, street: int, cards: int) -> None:
        if cards != _CARDS[street]:
            raise UsageError(
                f"the line leads to the {_NAMES[street]}: the board has {cards} cards, "
                f"give {_CARDS[street]}"
            )


def _drawn(done: list[tuple[T, float]], point: float) -> T:
    """The one of several that a point of 0 to 1 draws, each with its share."""
    for each, share in done:
        point -= share
        if point < 0:
            return each
    return max(done, key=lambda one: one[1])[0]  # what rounding has left over
