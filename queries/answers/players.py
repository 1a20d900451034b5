"""Players of any game as users write them, and their shares of the pot, for all doors."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import shown
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.monte_carlo.sampling import Sample
from pokerlake.engine.pot_shares import Equity, HalvedShares, Method
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import UsageError, by_door

from ..reading import in_field, reading
from ..results import Result
from .equity import (
    Listener,
    Showdown,
    TwoCardSituation,
    Wanted,
    cards_given,
    categories_table,
    counts_table,
    halves_columns,
    known_cards,
    situation_equity,
    summary,
)
from .games.equity import OmahaSituation
from .games.stud import StudSituation
from .games.two_boards import DoubleBoard, DoubleEquity, Spread, double_equity, spread_of
from .lookup.matchups import StoredEquity
from .ranges.given import reader_of
from .ranges.omaha import OmahaReader
from .ranges.reader import is_any

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

_LONG = 40  # characters: tables cut longer ranges


# ---------------------------------------------------------------- the players


def players(
    rule: Game,
    hands: Sequence[Any],
    board: Any = "",
    dead: Any = "",
    *,
    lake: Path | None = None,
    by: str | None = None,
    files: bool = False,
) -> Showdown:
    """The players of a game with one board or none, from hands or ranges in any form."""
    if not rule.boards:
        stud_reader = OmahaReader(rule, lake)
        return StudSituation.of(rule, hands, board, dead, files=files, reader=stud_reader)
    known, dead_cards = known_cards(hands, board, dead, rule)
    reader = reader_of(rule, lake, by=by)

    def read(hand: Any) -> Any:
        if is_any(hand):
            return None  # all holes, without a list of them
        return reader.given(hand) if files and isinstance(hand, str) else reader.any(hand)

    ranges = []
    for player, hand in enumerate(hands):
        with in_field("hands", player), reading("a range", hand, RangeError):
            ranges.append(read(hand))
    names = [
        hand if isinstance(hand, str) else reader.text(hole_range)
        for hand, hole_range in zip(hands, ranges, strict=True)
    ]
    kind: type[TwoCardSituation | OmahaSituation] = (
        TwoCardSituation if rule.hole == 2 else OmahaSituation
    )
    return kind.of(rule, names, ranges, known, dead_cards)


def _both_boards(boards: Any, rule: Game) -> list[Cards]:
    """The two boards of a game, each by itself: cards on both are not refused yet."""
    with in_field("board"):
        if isinstance(boards, str) and not boards.strip():
            boards = ["", ""]
        if not isinstance(boards, (list, tuple)) or len(boards) != 2:
            raise UsageError(
                f"board is {shown(boards)}, and {rule.name} is played on two boards; give a list "
                'of both: board=["Qh2h3d", "7c8c9s"]'
            )
        each = rule.on_each_board
        return [
            cards_given(cards, f"board {number}", each) for number, cards in enumerate(boards, 1)
        ]


# ---------------------------------------------------------------- the answer


@dataclass(frozen=True, repr=False, eq=False)
class EquityResult(Result):
    """The shares of p players in the pot.

    Attributes
    ----------
    hands : tuple of str
        The hand or range of each player.
    board, dead : str
        As text; empty if there are none. Two boards are separated by a comma and a space.
    win, tie, equity : (p,) float64
        How often each player wins alone, how often he splits the pot, and his mean share of it, 0
        to 1. With two halves, ``win`` is how often he scoops: wins both halves alone.
    standard_error : (p,) float64
        Of the equity; 0 if it is exact.
    deals : int
        How many deals were counted or sampled.
    weight : float
        The sum of their weights: their number, if all weights of the ranges are 0 or 1.
    method : str
        ``exact`` or ``monte carlo``.
    source : str
        What was counted or sampled, or the table of the lake that has the answer.
    seed : int or None
        Of the sampled deals.
    seconds : float
        The time of counting or sampling, without compiling; 0 for an answer from a table.
    runs : int
        How often the board is run out; only ``spread`` depends on it.
    """

    hands: tuple[str, ...]
    board: str
    dead: str
    win: Floats
    tie: Floats
    equity: Floats
    standard_error: Floats
    deals: int
    weight: float
    method: Method
    source: str
    seed: int | None
    seconds: float
    _situation: Showdown | DoubleBoard
    _found: Equity | StoredEquity | Sample | DoubleEquity
    runs: int = 1
    _spread: Spread | None = None

    @property
    def standard_deviation(self) -> Floats | None:
        """Of the share of the pot over all runs, or both boards, ``(p,)``, 0 to 1; or None."""
        if isinstance(self._found, DoubleEquity):
            return self._found.pairs.deviation(2)
        return None if self._spread is None else self._spread.standard_deviation

    @property
    def spread(self) -> Spread | None:
        """How the pot shares vary if the board is run several times; None if it is run once.

        ``standard_deviation``, ``(p,)``, is that of the share of the pot over all runs, and
        ``standard_deviation_once`` that of a single run. ``deviation_error`` is the standard error
        of the first, 0 if it is exact. ``pairs`` has the results of two runs: ``pairs.win`` and
        ``pairs.lose`` say how often both are won or lost, and ``pairs.pairs`` has the counts.
        """
        return self._spread

    @property
    def chop(self) -> float:
        """How often the pot is split, 0 to 1."""
        return self._found.chop

    @property
    def by_board(self) -> Floats | None:
        """In a game of two boards, the mean share on each, ``(2, p)``, 0 to 1; None otherwise."""
        return self._found.by_board if isinstance(self._found, DoubleEquity) else None

    @functools.cached_property
    def categories(self) -> Floats:
        """How often each player has a hand of each category at the showdown, ``(p, 9)``, 0 to 1.

        Straight flush first, high card last; in razz, no pair first, and 0 after four of a kind.
        If the answer is from a table, categories are counted now, or sampled with seed 0 if
        counting takes too long: tables have none. UsageError for two boards.
        """
        if isinstance(self._situation, DoubleBoard):
            raise UsageError("categories are of hands on one board; ask for each board separately")
        counted = self.counted_categories
        if counted is None:
            computed = situation_equity(self._situation, Wanted(seed=0))
            return np.asarray(computed.categories[:, 1:] / computed.weight)
        return counted

    @property
    def counted_categories(self) -> Floats | None:
        """The categories if they were counted or sampled with the equity; None otherwise."""
        shares = self._found
        if isinstance(shares, DoubleEquity) or not shares.categories.size:
            return None
        return np.asarray(shares.categories[:, 1:] / shares.weight)

    @property
    def halves(self) -> HalvedShares | None:
        """In a game of two halves, the shares of each half; None otherwise.

        ``high_equity`` and ``low_equity``, ``(p,)``, are mean shares of the halves; ``win``,
        ``three_quarters``, ``half`` and ``quarter`` say how often that part of the pot is won, and
        ``no_low`` how often there is no low. ``halves`` has the counts.
        """
        return self._found if isinstance(self._found, HalvedShares) else None

    def __len__(self) -> int:
        return len(self.hands)

    def to_arrow(self) -> pa.Table:
        """A row for each player: ``hand``, ``win``, ``tie``, ``equity``, ``standard_error``.

        Two halves add ``high_equity``, ``low_equity``, ``three_quarters``, ``half``, ``quarter``
        and ``no_low``. Several runs add ``standard_deviation`` and ``standard_deviation_once``, and
        two runs ``win_both`` and ``lose_both``. Two boards add ``equity_board_1``,
        ``equity_board_2``, ``three_quarters``, ``half``, ``quarter`` and ``standard_deviation``.
        """
        shares = {"win": self.win, "tie": self.tie, "equity": self.equity}
        error = {"standard_error": self.standard_error}
        return pa.table({"hand": list(self.hands), **shares, **error, **self._parts()})

    def _parts(self) -> dict[str, Any]:
        """The columns for halves, runs and two boards."""
        if isinstance(self._found, DoubleEquity):
            return self._found.parts()
        runs = {} if self._spread is None else self._spread.shares()
        return {**halves_columns(self._found), **runs}

    def _shares(self) -> dict[str, Any]:
        """The columns to show: wins, ties, equity, and chop, the share of split deals."""
        chop = np.full(len(self), self.chop)
        shares = {"win": self.win, "tie": self.tie, "equity": self.equity, "chop": chop}
        return {**shares, **self._parts()}

    def shares(self) -> pa.Table:
        """The rows as the command line shows them, with the error of a sample."""
        error = {} if self.seed is None else {"standard_error": self._shown_error()}
        return pa.table({"hand": list(self.hands), **self._shares(), **error})

    def _shown_error(self) -> Floats:
        """The standard error; for two boards that of the pairs, as the equity may be exact."""
        if isinstance(self._found, DoubleEquity):
            return self._found.pairs.standard_error
        return self.standard_error

    def counts(self, *, nested: bool) -> pa.Table:
        """The rows with all counts, for programs; see :func:`counts_table`."""
        result = self._found
        if isinstance(result, DoubleEquity):
            return result.counts(self.hands)
        assert isinstance(result, Equity)
        shares = {"hand": list(self.hands), **self._shares()}
        names = [name.replace(" ", "_") for name in self._category_names]
        rows = counts_table(shares, result, nested=nested, weight=result.weight, names=names)
        rows = rows.add_column(
            rows.schema.get_field_index("seed"), "source", [[result.choice] * len(self)]
        )
        for name, column in ({} if self._spread is None else self._spread.counts()).items():
            rows = rows.append_column(name, [column])
        return rows

    def by_category(self) -> pa.Table:
        """How often each player ends with each category: a column for each player."""
        return categories_table(self.hands, self.categories, self._category_names)

    @property
    def _category_names(self) -> tuple[str, ...]:
        """The names of the categories, the best first; lows have others, and fewer."""
        high = self._situation.rule.high
        return high.category_names if high.lows_win else CATEGORY_NAMES

    def for_people(self) -> pa.Table:
        """The rows with long ranges cut."""
        hands = [hand if len(hand) <= _LONG else f"{hand[: _LONG - 1]}…" for hand in self.hands]
        rows = self.shares().drop_columns("chop")
        return rows.set_column(0, "hand", [hands])

    def summary(self) -> str:
        """The lines below the rows."""
        where = f"{self.board}: " if self.board else ""
        return f"{where}{self.had()}"

    def had(self) -> str:
        """How the equity was computed, in lines."""
        if isinstance(self._found, DoubleEquity):
            return f"{self._found.summary()}{_SCOOP}"
        scoop = "" if self.halves is None else _SCOOP
        runs = "" if self._spread is None else f"\n{self._spread.summary()}"
        how = "" if isinstance(self._found, Sample) else summary(self._found)
        return f"{how}{scoop}{runs}"


_SCOOP = "; win: the whole pot, a scoop"


def equity(
    rule: Game,
    hands: Sequence[Any],
    board: Any = "",
    dead: Any = "",
    wanted: Wanted | None = None,
    *,
    lake: Path | None = None,
    by: str | None = None,
    files: bool = False,
    runs: int = 1,
    counts: bool = False,
    threads: int = 0,
    listener: Listener | None = None,
    on_long: Callable[[str], object] | None = None,
) -> EquityResult:
    """The shares of players in the pot: from a table of the lake, else counted, else sampled.

    A table answers unless sampling is asked for, or ``counts``, which tables lack. An exact answer
    is the same from both; ``source`` says where it is from.
    """
    wanted = wanted or Wanted()
    if rule.boards > 1:
        if runs > 1:
            option = by_door(f"--runs {runs}", f"runs={runs}")
            raise UsageError(f"{option}: the boards of {rule.name} are run once")
        boards = _both_boards(board, rule)
        alone = players(rule.on_each_board, hands, "", dead, lake=lake, by=by, files=files)
        situation = DoubleBoard.of(rule, alone, boards)
        both = double_equity(situation, wanted, threads=threads, on_long=on_long)
        return _on_two_boards(situation, both)
    if runs > 1 and not rule.boards:
        option = by_door(f"--runs {runs}", f"runs={runs}")
        raise UsageError(f"{option}: the cards of {rule.name} are dealt once")
    showdown = players(rule, hands, board, dead, lake=lake, by=by, files=files)
    spread = None
    if runs > 1:
        spread = spread_of(showdown, runs, wanted, threads=threads, on_long=on_long)
        if spread.pairs.seed is not None:
            wanted = replace(
                wanted, seed=spread.pairs.seed
            )  # an equity that is sampled uses it too
    stored = None
    if not counts and wanted.chosen_method != "monte carlo":
        stored = showdown.stored(lake)
    shares = stored or situation_equity(
        showdown, wanted, threads=threads, listener=listener, on_long=on_long
    )
    return result_of(showdown, shares, runs, spread)


def result_of(
    situation: Showdown,
    shares: Equity | StoredEquity | Sample,
    runs: int = 1,
    spread: Spread | None = None,
) -> EquityResult:
    """The result for players on one board, final or so far."""
    how: dict[str, Any]
    if isinstance(shares, Equity):
        how = {
            "method": shares.method,
            "source": shares.choice,
            "standard_error": shares.standard_error,
            "seed": shares.seed,
            "seconds": shares.seconds,
        }
    elif isinstance(shares, StoredEquity):
        error = np.zeros(len(situation.hands))
        how = {"method": "exact", "source": shares.table, "standard_error": error, "seed": None}
    else:
        how = {"method": "monte carlo", "source": "", "standard_error": shares.standard_error}
    return EquityResult(
        hands=situation.hands,
        board=format_hand(situation.board),
        dead=format_hand(situation.dead),
        win=shares.win,
        tie=shares.tie,
        equity=shares.equity,
        deals=shares.deals,
        weight=float(shares.weight),
        _situation=situation,
        _found=shares,
        runs=runs,
        _spread=spread,
        **{"seed": None, "seconds": 0.0, **how},
    )


def _on_two_boards(situation: DoubleBoard, shares: DoubleEquity) -> EquityResult:
    boards = [format_hand(each.board) or "none" for each in situation.boards]
    return EquityResult(
        hands=situation.hands,
        board="" if boards == ["none", "none"] else ", ".join(boards),
        dead=format_hand(situation.dead),
        win=shares.win,
        tie=shares.tie,
        equity=shares.equity,
        standard_error=shares.standard_error,
        deals=shares.deals,
        weight=float(shares.weight),
        method=shares.method,
        source=shares.choice,
        seed=shares.seed,
        seconds=shares.seconds,
        _situation=situation,
        _found=shares,
    )
