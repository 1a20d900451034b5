"""Players of any game as people give them, and how they share the pot: the same at all doors."""

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
    Situation,
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

_LONG = 40  # characters of a range that a table shows


# ---------------------------------------------------------------- what is given


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
    """The players of a game of one board or none, of hands or ranges in any form people have."""
    if not rule.boards:
        own = OmahaReader(rule, lake)
        return StudSituation.of(rule, hands, board, dead, files=files, reader=own)
    known, gone = known_cards(hands, board, dead, rule)
    reader = reader_of(rule, lake, by=by)

    def read(hand: Any) -> Any:
        if is_any(hand):
            return None  # all holes, which need not be listed
        return reader.given(hand) if files and isinstance(hand, str) else reader.any(hand)

    ranges = []
    for player, hand in enumerate(hands):
        with in_field("hands", player), reading("a range", hand, RangeError):
            ranges.append(read(hand))
    names = [
        hand if isinstance(hand, str) else reader.text(found)
        for hand, found in zip(hands, ranges, strict=True)
    ]
    kind: type[Situation | OmahaSituation] = Situation if rule.hole == 2 else OmahaSituation
    return kind.of(rule, names, ranges, known, gone)


def _both_boards(given: Any, rule: Game) -> list[Cards]:
    """Both boards of a game of two, as yet alone."""
    with in_field("board"):
        if isinstance(given, str) and not given.strip():
            given = ["", ""]
        if not isinstance(given, (list, tuple)) or len(given) != 2:
            raise UsageError(
                f"board is {shown(given)}, and {rule.name} is played on two boards; give a list of "
                'both: board=["Qh2h3d", "7c8c9s"]'
            )
        each = rule.on_each_board
        return [cards_given(one, f"board {number}", each) for number, one in enumerate(given, 1)]


# ---------------------------------------------------------------- the answer


@dataclass(frozen=True, repr=False, eq=False)
class EquityResult(Result):
    """How p players share the pot.

    Attributes
    ----------
    hands : tuple of str
        The hand or range of each player.
    board, dead : str
        As text; empty where there are none. Two boards are apart by a comma and a blank.
    win, tie, equity : (p,) float64
        How often each player wins alone and splits the pot, and his mean share of it: 0 to 1. Of
        two halves ``win`` is how often he scoops: he gets both alone.
    standard_error : (p,) float64
        Of the equity; 0 where it is exact.
    deals : int
        How many were counted or sampled.
    weight : float
        The sum of their weights; their number, if all weights of the ranges are 0 or 1.
    method : str
        ``exact`` or ``monte carlo``.
    source : str
        What was gone through, or the table of the lake that has the answer.
    seed : int or None
        What deals were sampled from.
    seconds : float
        What counting or sampling took, without compiling; 0 out of a table.
    runs : int
        How often the cards to come are dealt; all but ``spread`` is the same for any number.
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
        """Of the share of the pot over all runs, or both boards, ``(p,)``, 0 to 1; else None."""
        if isinstance(self._found, DoubleEquity):
            return self._found.pairs.deviation(2)
        return None if self._spread is None else self._spread.standard_deviation

    @property
    def spread(self) -> Spread | None:
        """Where the board is run several times, what that does; None if it is run once.

        ``standard_deviation`` and ``standard_deviation_once``, ``(p,)``, are of the share of the
        pot over all runs, and if there were one. ``deviation_error`` is the standard error of the
        first; 0 where it is exact. ``pairs`` has what is won on both of two runs: ``pairs.win`` and
        ``pairs.lose`` say how often all or nothing, and ``pairs.pairs`` are the counts.
        """
        return self._spread

    @property
    def chop(self) -> float:
        """How often the pot is split, 0 to 1."""
        return self._found.chop

    @property
    def by_board(self) -> Floats | None:
        """Of a game of two boards the mean share on each, ``(2, p)``, 0 to 1; else None."""
        return self._found.by_board if isinstance(self._found, DoubleEquity) else None

    @functools.cached_property
    def categories(self) -> Floats:
        """How often each player has a hand of each category at the showdown, ``(p, 9)``, 0 to 1.

        Straight flush first, high card last; of razz no pair first, and 0 behind four of a kind.
        Where the answer is from a table, which has none, it is counted now, or sampled, with seed
        0, where counting takes too long. UsageError for two boards.
        """
        if isinstance(self._situation, DoubleBoard):
            raise UsageError("categories are of hands on one board; ask for each board by itself")
        counted = self.counted_categories
        if counted is None:
            found = situation_equity(self._situation, Wanted(seed=0))
            return np.asarray(found.categories[:, 1:] / found.weight)
        return counted

    @property
    def counted_categories(self) -> Floats | None:
        """The same where it was counted or sampled already, else None."""
        found = self._found
        if isinstance(found, DoubleEquity) or not found.categories.size:
            return None
        return np.asarray(found.categories[:, 1:] / found.weight)

    @property
    def halves(self) -> HalvedShares | None:
        """Of a game of two halves what is won of either; else None.

        ``high_equity`` and ``low_equity``, ``(p,)``, are mean shares of the halves; ``win``,
        ``three_quarters``, ``half`` and ``quarter`` say how often what part of the pot is won;
        ``no_low`` how often there is no low. ``halves`` has the counts.
        """
        return self._found if isinstance(self._found, HalvedShares) else None

    def __len__(self) -> int:
        return len(self.hands)

    def to_arrow(self) -> pa.Table:
        """A row a player: ``hand``, ``win``, ``tie``, ``equity``, ``standard_error``; 0 to 1.

        Of a game of two halves also ``high_equity``, ``low_equity``, ``three_quarters``, ``half``,
        ``quarter`` and ``no_low``. Of several runs ``standard_deviation`` and
        ``standard_deviation_once``, and of two ``win_both`` and ``lose_both``. Of two boards
        ``equity_board_1`` and ``equity_board_2``, ``three_quarters``, ``half`` and ``quarter``, and
        ``standard_deviation``.
        """
        shares = {"win": self.win, "tie": self.tie, "equity": self.equity}
        error = {"standard_error": self.standard_error}
        return pa.table({"hand": list(self.hands), **shares, **error, **self._parts()})

    def _parts(self) -> dict[str, Any]:
        """What there is of halves, of runs and of two boards."""
        if isinstance(self._found, DoubleEquity):
            return self._found.parts()
        runs = {} if self._spread is None else self._spread.shares()
        return {**halves_columns(self._found), **runs}

    def _shares(self) -> dict[str, Any]:
        """What is shown: wins, ties, equity, and chop, the share of deals that are split."""
        chop = np.full(len(self), self.chop)
        shares = {"win": self.win, "tie": self.tie, "equity": self.equity, "chop": chop}
        return {**shares, **self._parts()}

    def shares(self) -> pa.Table:
        """The rows as the command line shows them; the error where there is one."""
        error = {} if self.seed is None else {"standard_error": self._shown_error()}
        return pa.table({"hand": list(self.hands), **self._shares(), **error})

    def _shown_error(self) -> Floats:
        """Of two boards that of the shares of both, of which the mean may be exact."""
        if isinstance(self._found, DoubleEquity):
            return self._found.pairs.standard_error
        return self.standard_error

    def counts(self, *, nested: bool) -> pa.Table:
        """The rows with all that was counted, for programs; see :func:`counts_table`."""
        found = self._found
        if isinstance(found, DoubleEquity):
            return found.counts(self.hands)
        assert isinstance(found, Equity)
        shares = {"hand": list(self.hands), **self._shares()}
        names = [name.replace(" ", "_") for name in self._category_names]
        rows = counts_table(shares, found, nested=nested, weight=found.weight, names=names)
        rows = rows.add_column(
            rows.schema.get_field_index("seed"), "source", [[found.choice] * len(self)]
        )
        for name, column in ({} if self._spread is None else self._spread.counts()).items():
            rows = rows.append_column(name, [column])
        return rows

    def by_category(self) -> pa.Table:
        """How often each player ends with a hand of each category: a column a player."""
        return categories_table(self.hands, self.categories, self._category_names)

    @property
    def _category_names(self) -> tuple[str, ...]:
        """Of the categories that hands have, the best in front; of lows other ones, and fewer."""
        high = self._situation.rule.high
        return high.category_names if high.lows_win else CATEGORY_NAMES

    def for_people(self) -> pa.Table:
        """With ranges cut short."""
        hands = [hand if len(hand) <= _LONG else f"{hand[: _LONG - 1]}…" for hand in self.hands]
        rows = self.shares().drop_columns("chop")
        return rows.set_column(0, "hand", [hands])

    def summary(self) -> str:
        """What is said below the rows."""
        where = f"{self.board}: " if self.board else ""
        return f"{where}{self.had()}"

    def had(self) -> str:
        """How the equity was had, in lines."""
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
    """How players share the pot: out of a table of the lake, else counted, else sampled.

    A table answers where nothing is to be sampled, and where ``counts`` are not needed, which
    tables have not. An exact answer is the same from both; ``source`` says which it is.
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
            wanted = replace(wanted, seed=spread.pairs.seed)  # of an equity that is sampled, too
    stored = None
    if not counts and wanted.chosen_method != "monte carlo":
        stored = showdown.stored(lake)
    found = stored or situation_equity(
        showdown, wanted, threads=threads, listener=listener, on_long=on_long
    )
    return result_of(showdown, found, runs, spread)


def result_of(
    situation: Showdown,
    found: Equity | StoredEquity | Sample,
    runs: int = 1,
    spread: Spread | None = None,
) -> EquityResult:
    """What was found of players on one board, or so far."""
    how: dict[str, Any]
    if isinstance(found, Equity):
        how = {
            "method": found.method,
            "source": found.choice,
            "standard_error": found.standard_error,
            "seed": found.seed,
            "seconds": found.seconds,
        }
    elif isinstance(found, StoredEquity):
        error = np.zeros(len(situation.hands))
        how = {"method": "exact", "source": found.table, "standard_error": error, "seed": None}
    else:
        how = {"method": "monte carlo", "source": "", "standard_error": found.standard_error}
    return EquityResult(
        hands=situation.hands,
        board=format_hand(situation.board),
        dead=format_hand(situation.dead),
        win=found.win,
        tie=found.tie,
        equity=found.equity,
        deals=found.deals,
        weight=float(found.weight),
        _situation=situation,
        _found=found,
        runs=runs,
        _spread=spread,
        **{"seed": None, "seconds": 0.0, **how},
    )


def _on_two_boards(situation: DoubleBoard, found: DoubleEquity) -> EquityResult:
    boards = [format_hand(each.board) or "none" for each in situation.boards]
    return EquityResult(
        hands=situation.hands,
        board="" if boards == ["none", "none"] else ", ".join(boards),
        dead=format_hand(situation.dead),
        win=found.win,
        tie=found.tie,
        equity=found.equity,
        standard_error=found.standard_error,
        deals=found.deals,
        weight=float(found.weight),
        method=found.method,
        source=found.choice,
        seed=found.seed,
        seconds=found.seconds,
        _situation=situation,
        _found=found,
    )
