"""Hits: made hands and draws of a range on a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from ...results import Result, Rows
from ..fields import (
    Field,
    Setting,
    dead_field,
    game_field,
    hand_field,
    of_field,
    range_field,
)
from ..question import Column, View, question

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from pokerlake.catalogue import Game

    from ...answers.hits import Hit, HitFilter

    Floats = npt.NDArray[np.float64]

_SHOWN = 400  # the longest text of a kept range
_CARDS = {"flop": 3, "turn": 4, "river": 5}


def _boards_field() -> Field:
    cards = hand_field("board", "")

    def read(given: Any, by: Setting) -> Any:
        from pokerlake.engine.cards.text import format_hand
        from pokerlake.engine.spots.boards import parse_board_range

        text = given if isinstance(given, str) else format_hand(cards.read(given, by))
        return parse_board_range(text).boards(by.game.dead)

    about = "A board, or a range of boards to average over: Qh7h2c, AxKx2x, '*' for any."
    return Field("board", about, "BOARD", read, needed=True)


def _read_keep(given: Any, _: Setting) -> str:
    """Names separated by commas, or a list of names."""
    from pokerlake.engine.given import shown
    from pokerlake.tables.errors import UsageError

    parts = given if isinstance(given, (list, tuple)) else [given or ""]
    if not all(isinstance(part, str) for part in parts):
        raise UsageError(f"keep is {shown(given)}; give kinds and draws as 'top pair+, flush draw'")
    return ", ".join(parts)


def _read_street(given: Any, _: Setting) -> int:
    from pokerlake.engine.given import shown
    from pokerlake.tables.errors import UsageError

    given = given.strip().lower() if isinstance(given, str) else given
    if given not in ("", None, *_CARDS):
        raise UsageError(f"street is {shown(given)}; give {', '.join(_CARDS)}")
    return _CARDS.get(given, 0)


@dataclass(frozen=True, repr=False, eq=False)
class Hits(Result):
    """What a range hits on a board, or on average over boards: made hands and draws by kind.

    Attributes
    ----------
    combos : float
        The combos of the range that the board leaves; the mean over boards.
    boards : int
        The number of boards.
    kept_text : str
        The part of the range with the kinds and draws to keep, as text that every door takes;
        empty if there is none.
    kept_combos : float, or None
        Its combos; None if no kinds or draws were to be kept.
    """

    combos: float
    boards: int
    kept_text: str
    kept_combos: float | None
    _mine: Hit
    _theirs: Hit | None
    _game: Game
    _holes: npt.NDArray[np.uint8]  # (k, m): those of the range
    _weights: Floats  # (m,)
    _boards: npt.NDArray[np.uint8]  # (b, n)
    _keep: HitFilter | None

    @cached_property
    def _table(self) -> pa.Table:
        import pyarrow as pa

        from pokerlake.engine.kinds.table import DRAWS, kinds_of

        kinds = kinds_of(self._game.high)
        columns = {
            "part": ["made"] * len(kinds) + ["draw"] * len(DRAWS),
            "name": [kind.name for kind in kinds] + [draw.name for draw in DRAWS],
        }
        for who, hit in (("", self._mine), ("villain_", self._theirs)):
            columns |= {f"{who}{name}": column for name, column in _columns(hit).items()}
        types = {"part": pa.string(), "name": pa.string()}
        return pa.table(
            {name: pa.array(of, types.get(name, pa.float64())) for name, of in columns.items()}
        )

    def to_arrow(self) -> pa.Table:
        """A row for each kind, the best first, then a row for each draw."""
        return self._table

    def for_people(self) -> pa.Table:
        """The rows that either range has combos in."""
        import pyarrow.compute as pc

        table = self._table
        there = pc.greater(table["combos"], 0.0)
        if self._theirs is None:
            return table.filter(there).drop_columns([n for n in table.column_names if "vil" in n])
        return table.filter(pc.or_(there, pc.greater(table["villain_combos"], 0.0)))

    def by_hand(self) -> Rows:
        """The combos of each starting hand by group of kinds, the best first.

        ``share`` is the share of the hand's combos that the board leaves. UsageError for several
        boards, or holes of more than two cards.
        """
        import numpy as np
        import pyarrow as pa

        from pokerlake.engine.cards.holes import HANDS
        from pokerlake.tables.errors import UsageError

        from ...answers.hits import GROUPS, combos_by_hand, groups_of, live_combos, on_board

        if self.boards > 1 or self._game.hole > 2:
            raise UsageError("hands are told of two cards and one board; give one")
        board = self._boards[:, 0]
        made, drawn = on_board(self._game, self._holes, board)
        group, there = groups_of(self._game, made, drawn), self._weights * (made > 0)
        combos = combos_by_hand(self._holes, there, group)
        live = np.maximum(live_combos(self._game, board), 1)
        hand, of = np.nonzero(combos.T)
        kept = pa.nulls(len(hand), pa.float64())
        if self._keep is not None:
            left = there * self._keep.holds(made, drawn)
            kept = combos_by_hand(self._holes, left, group)[of, hand]
        columns = {
            "hand": [HANDS[at] for at in hand],
            "group": [GROUPS[at] for at in of],
            "combos": combos[of, hand],
            "share": (combos / live)[of, hand],
            "kept_combos": kept,
        }
        return Rows(pa.table(columns), self.summary())

    def for_ranges(self) -> pa.Table:
        """The kept holes; UsageError if no kinds or draws were to be kept."""
        import pyarrow as pa

        from pokerlake.engine.cards.text import format_hand
        from pokerlake.tables.errors import UsageError, by_door

        from ...answers.ranges.given import reader_of

        if self.kept_combos is None:
            keep = by_door("--keep 'top pair+'", "keep='top pair+'")
            raise UsageError(f"a dialect writes one range; say what to keep with {keep}")
        if self._game.hole > 2:
            raise UsageError("dialects write ranges of two cards; the text that is kept is one")
        held = reader_of(self._game).any(self.kept_text or {})
        holes = [format_hand(hole) for hole in held.holes]
        return pa.table({"hole": pa.array(holes, pa.string()), "weight": held.weights})

    def summary(self) -> str:
        """The number of combos, and of kept ones."""
        of = f"the mean of {self.boards:,} boards" if self.boards > 1 else "one board"
        lines = [f"{self.combos:,.10g} combos on {of}"]
        if self.kept_combos is not None:
            share = 100 * self.kept_combos / self.combos
            text = self.kept_text
            text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"
            lines.append(f"kept {self.kept_combos:,.10g} of them, {share:.4g} %: {text}")
        return "\n".join(lines)


def _columns(hit: Hit | None) -> dict[str, Any]:
    """Combos, share, and the share of a kind or better; nulls without a range."""
    from pokerlake.engine.kinds.table import DRAWS, kinds_of

    names = ("combos", "share", "or_better")
    if hit is None:
        from pokerlake.catalogue import HOLDEM

        return dict.fromkeys(names, [None] * (len(kinds_of(HOLDEM.high)) + len(DRAWS)))
    made, drawn = (each / hit.combos for each in (hit.made, hit.drawn))
    better = [*(hit.made.cumsum() / hit.combos), *[None] * len(drawn)]
    return dict(zip(names, ([*hit.made, *hit.drawn], [*made, *drawn], better), strict=True))


@question(
    replace(range_field("hands", "A range or a hand: 'TT+,AQ+'."), needed=True),
    _boards_field(),
    range_field("villain", "Another range, shown beside it."),
    Field(
        "street", "Average over all run-outs to this street: flop, turn, river.",
        "STREET", _read_street, "", told="that of the board", names=lambda: _CARDS,
    ),
    Field(
        "keep", "Kinds and draws of the holes to keep: 'top pair+, flush draw'.", "KINDS",
        _read_keep, "", longest=1000,
    ),
    dead_field(),
    game_field(),
    columns=[
        Column("part", "VARCHAR", "made, for a kind of made hand, or draw"),
        Column("name", "VARCHAR", "its name"),
        Column("combos", "DOUBLE", "its combos; the mean over boards"),
        Column("share", "DOUBLE", "their share of the range"),
        Column("or_better", "DOUBLE", "the share of this made hand or a better one"),
        Column("villain_combos", "DOUBLE", "the combos of the other range"),
        Column("villain_share", "DOUBLE", "its share"),
        Column("villain_or_better", "DOUBLE", "its share of this or better"),
    ],
    examples=[
        {"hands": "TT+,AQ+,KQs", "board": "Qh7h2c"},
        {"hands": "TT+,AQ+,KQs", "board": "Qh7h2c", "villain": "22+,A2s+,KTs+"},
        {"hands": "TT+,AQ+,KQs", "board": "Qh7h2c", "keep": "top pair+, flush draw"},
        {"hands": "AKs,AQs", "board": "Kh7h2c", "street": "turn", "dead": "Ks"},
        {"hands": "JJ", "board": "AxKx2x", "villain": "AK:0.5,QQ"},
        {"hands": "AsKsQdJd", "board": "Th9s2s", "game": "omaha"},
        {"hands": "JJ+,ATs", "board": "Qh9h6c", "game": "short deck"},
    ],
    views=[View("--by-hand", "Show each hand by groups of kinds, as a grid has them.", "by_hand")],
    seconds=10.0,
)  # fmt: skip
def hits(
    hands: Any,
    board: Any,
    *,
    villain: Any = None,
    street: Any = "",
    keep: Any = "",
    dead: Any = "",
    game: Any = "hold'em",
    lake: PathLike[str] | str | None = None,  # noqa: ARG001 the ranking of a range is read by it
) -> Hits:
    """Count what a range hits on a board: made hands by kind, and draws.

    Each hole has one kind and any number of draws, see
    https://pokerlake.github.io/pokerlake/kinds/. Several boards give the mean; each board counts
    the same. Everything is counted, nothing sampled.

    Parameters
    ----------
    hands : text, Range or other
        A range, or a hand.
    board : text, numbers or Cards
        A board of three to five cards, or a range of boards, such as AxKx2x or '*'.
    villain : text, Range or other, optional
        Another range, shown beside it.
    street : text, optional
        'turn' or 'river' takes the mean over all run-outs to that street, 'flop' over all flops.
    keep : text or list of texts, optional
        Kinds and draws of the holes to keep: 'top pair+, flush draw'. A plus includes better made
        hands. It needs one board.
    dead : text or numbers
        Cards that are out of play.
    game : str
        The game whose rule applies.
    lake : str or Path, optional
        The lake with the rankings of percentages.

    Returns
    -------
    Hits
        A row for each kind and each draw. ``.kept`` is the kept part, as a range.

    Raises
    ------
    CardError, RangeError, UsageError
        If a field is wrong. The message begins with its name.

    Examples
    --------
    >>> found = hits("TT+,AhKh", "Qh7h2c", keep="overpair+, flush draw")
    >>> [(row["name"], row["combos"]) for row in found if row["combos"] and row["part"] == "made"]
    [('set', 3.0), ('overpair', 12.0), ('pocket pair under top rank', 12.0), \
('high card with two overcards', 1.0)]
    >>> found.kept_text
    'KK+,QsQd,QsQc,QdQc,AhKh'
    """
    import numpy as np

    from pokerlake.engine.cards.text import format_hand
    from pokerlake.engine.ranges.scanner import RangeError
    from pokerlake.tables.errors import UsageError

    from ...answers.hits import boards_of, hit_by, kept_of, on_board, without
    from ...answers.ranges.given import reader_of

    gone = [*dead.tolist(), *game.dead]
    board = board[~np.isin(board, gone).any(axis=1)]
    with of_field("street"):
        boards = boards_of(board, street or max(board.shape[1], _CARDS["flop"]), gone)
    found: list[Any] = []
    for name, given in (("hands", hands), ("villain", villain)):
        if given is None:
            found.append(None)
            continue
        with of_field(name):
            hit = hit_by(game, *without(gone, *given), boards)
            if not hit.combos:
                raise RangeError("no hand of the range is live")
        found.append(hit)
    mine, theirs = found
    kept, combos, wanted = "", None, None
    holes, weights = without(gone, *hands)
    if keep.strip():
        with of_field("keep"):
            if boards.shape[1] > 1:
                raise UsageError(f"there are {boards.shape[1]:,} boards; a range is kept on one")
            wanted = kept_of(keep, game)
        left = wanted.holds(*on_board(game, holes, boards[:, 0]))
        held = {format_hand(h): w for h, w in zip(holes.T[left], weights[left], strict=True)}
        combos = float(weights[left].sum())
        reader = reader_of(game)
        kept = reader.text(reader.any(held)) if held else ""
    return Hits(
        mine.combos, boards.shape[1], kept, combos, mine, theirs, game, holes, weights, boards,
        wanted,
    )  # fmt: skip
