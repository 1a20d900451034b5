"""Grids of the starting hands: by value, by kinds of play, and by combos in a range.

Actions have the colours of the web page; black is legible on each.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.holes import HANDS, HOLES, hand_combos, hands_without
from pokerlake.engine.ranges.top_percent import Weights, as_range, hand_weights
from pokerlake.tables.errors import UsageError

from .drawing import figure as fig
from .drawing import numerals
from .drawing.colours import DIVERGING, FREE, NOTHING, Ends, Scale, mixed, scale_of
from .drawing.svg import clean
from .given import HandKinds, HandValues

WIDTH = 2 * fig.MARGIN + fig.GRID
DIAGONAL = "Pairs are framed; suited hands are above them, offsuit hands below."
DIAGONAL_TEXT = "Suited hands are above the diagonal of pairs, offsuit hands below."

# Actions from the left of a cell to the right: how each is written, its letter, and its colours
# from the first of that action to the last.
_ACTIONS = (
    (r"all[- ]?in|shove|jam|push", "a", ("#db45a6", "#e88cc6")),
    (r"(re-?)?raises?|open|[345]-?bet|r\d", "r", ("#e04b68", "#ec97a6")),
    (r"(over)?bets?|b\d", "b", ("#d45d2e", "#e7a386")),
    (r"calls?|limps?", "c", ("#279273", "#7cc2ab")),
    (r"checks?|x", "x", ("#3e933f", "#8cc48a")),
    (r"folds?", "f", ("#3787c8", "#8fbce2")),
)
# Bets of known size, from a tenth of the pot to two pots, as on the web page.
_BY_SIZE = ("#c8680f", "#d45d2e", "#dc534b", "#e04b68", "#e04686", "#db45a6")
_SIZES = 0.1, 2.0
# For other kinds: colours of Okabe and Ito's that black is legible on, the nearest to an action's
# last. https://jfly.uni-koeln.de/color/
_OTHERS = ("#e69f00", "#cc79a7", "#f0e442", "#009e73", "#56b4e9", "#d55e00", "#b0b0b0")
MOST_OTHERS = len(_OTHERS)
_MOST_SHADES = 4  # of one action
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_SPACE = 34.0  # between two grids
_SHORT = "Pairs are framed, suited hands above them."  # for a smaller grid
_DIFFERENCE = Scale(-1, 1, DIVERGING)

Shares = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ValueGrid:
    """Values of starting hands, and their texts."""

    hands: HandValues  # at least one hand has a value
    tooltips: Sequence[fig.Lines]  # of each hand
    title: str = ""
    unit: str = ""  # of the values, such as %
    meaning: str = ""  # of a value
    grey: str = ""  # which hands have no value
    ends: Ends = FREE  # of the scale, if given
    listed: fig.Lines = ()  # lines at the bottom

    def figure(self) -> fig.Figure:
        """The grid with its scale."""
        numbers = self.hands.given.tolist()
        spread = min(numbers), max(numbers)
        scale, write = scale_of(*spread, self.ends), numerals.cell_numerals(numbers)
        cells = []
        rows = zip(HANDS, self.hands.values.tolist(), self.hands.labels, self.tooltips, strict=True)
        for hand, value, label, tooltip in rows:
            if math.isnan(value):
                cells.append(fig.Cell(hand, tooltip=tooltip))
            else:
                below = write(value) if label is None else label
                cells.append(
                    fig.Cell(hand, below, scale.colour(value), tooltip, label=label is not None)
                )
        few = f"; {len(numbers)} of {len(HANDS)} hands have a value" * (len(numbers) < len(HANDS))
        grid = fig.Grid(cells, diagonal=True)
        legend = fig.Colours(
            scale, self.unit, spread=spread, strong=even_equity(self.unit), words=few,
            ends=self.ends,
        )  # fmt: skip
        notes = [note for note in (self.meaning, self.grey, DIAGONAL, *self.listed) if note]
        words = [note for note in (self.meaning, DIAGONAL_TEXT, *self.listed) if note]
        return fig.Figure(
            self.title,
            [grid, legend, fig.Notes(notes)],
            [grid, legend, "\n".join(words)],
            "Starting hands",
            WIDTH,
        )


def even_equity(unit: str) -> float | None:
    """Half of the pot in a unit of equity; None for another unit.

    Examples
    --------
    >>> even_equity("% equity"), even_equity("equity"), even_equity("%")
    (50.0, 0.5, None)
    """
    if "equity" not in unit.casefold():
        return None
    return 50.0 if "%" in unit else 0.5


def value_grid(hands: HandValues, title: str = "", unit: str = "", ends: Ends = FREE) -> ValueGrid:
    """The grid of any values; tooltips have the value, combos, and top percent of each hand."""
    tooltips: list[fig.Lines] = []
    tops = hands.top_percent().tolist()
    rows = zip(HANDS, hands.values.tolist(), hands.labels, tops, hand_combos(), strict=True)
    for hand, value, label, top, combos in rows:
        text = f"{hand}: no value, {combos} combos"
        if not math.isnan(value):
            facts = [
                f"{hand}: {numerals.exact(value)}{fig.spaced(unit)}",
                *([label] if label else []),
            ]
            text = ", ".join([*facts, f"{combos} combos", f"top {top:.1f} %"])
        tooltips.append((text,))
    count = len(hands.given)
    grey = f"{count} of {len(HANDS)} hands have a value; the others are grey."
    return ValueGrid(
        hands, tooltips, title, unit, grey=grey if count < len(HANDS) else "", ends=ends
    )


# ---------------------------------------------------------------- kinds


@dataclass(frozen=True)
class Looks:
    """Colours and letters of kinds."""

    order: tuple[int, ...]  # from the left to the right
    colours: tuple[str, ...]  # by kind
    letters: tuple[str, ...]  # by kind: its sign in a terminal

    def legend(self, texts: Sequence[str], **place: float) -> fig.Kinds:
        """A legend of the kinds, each with its text."""
        return fig.Kinds(
            [(self.colours[kind], self.letters[kind], texts[kind]) for kind in self.order], **place
        )

    def pieces(self, shares: Sequence[float]) -> tuple[fig.Piece, ...]:
        """Pieces of a cell or a bar, one for each kind that has a share."""
        return tuple(
            fig.Piece(float(shares[kind]), self.colours[kind], self.letters[kind])
            for kind in self.order
            if shares[kind] > 0
        )


@dataclass(frozen=True)
class KindGrid:
    """Shares of kinds of starting hands, and the looks of kinds."""

    hands: HandKinds
    title: str = ""
    unit: str = ""  # of written values
    looks: Looks = field(init=False)

    def __post_init__(self) -> None:
        """UsageError if there are more kinds than can be told apart."""
        object.__setattr__(self, "looks", looks_of(self.hands.kinds))

    def cells(self) -> list[fig.Cell]:
        """A cell for each of the 169 hands."""
        hands, cells = self.hands, []
        write = None
        if hands.values is not None:
            write = numerals.cell_numerals(hands.values[hands.there].tolist())
        for at, hand in enumerate(HANDS):
            shares = hands.shares[:, at].tolist()
            there = [kind for kind in self.looks.order if shares[kind] > 0]
            tooltip = [f"{hand}: {int(hand_combos()[at])} combos"]
            below = None
            if write and hands.values is not None and there:
                below, value = write(hands.values[at]), numerals.exact(hands.values[at])
                tooltip.append(f"{hands.kinds[there[0]]}: {value}{fig.spaced(self.unit)}")
            else:
                tooltip += [
                    f"{hands.kinds[other]}: {numerals.percent(shares[other])} %" for other in there
                ]
            pieces = self.looks.pieces(shares)
            cells.append(fig.Cell(hand, below, NOTHING, tuple(tooltip), pieces=pieces))
        return cells

    def figure(self) -> fig.Figure:
        """The grid: a cell is divided by the shares of its kinds."""
        hands, combos = self.hands, hand_combos()
        there = combos * hands.there
        total = int(there.sum())
        texts = [
            f"{kind}: {numerals.percent(float(shares @ combos / total))} %"
            for kind, shares in zip(hands.kinds, hands.shares, strict=True)
        ]
        grid, legend = fig.Grid(self.cells(), diagonal=True), self.looks.legend(texts)
        scope = "of all combos" if total == HOLES else f"of the {total:,} combos that have a kind"
        rest = float(np.maximum(1 - hands.shares.sum(axis=0), 0) @ there) / total
        meaning = f"The legend has the share {scope}"
        left = f"; {numerals.percent(rest)} % has none" if rest > 0.0005 else ""
        notes = f"{meaning}{left and f'{left}, grey'}.", DIAGONAL
        return fig.Figure(
            self.title,
            [grid, legend, fig.Notes(notes, drop=13, foot=18)],
            [grid, legend, f"\n{meaning}{left}.\n{DIAGONAL_TEXT}"],
            "Starting hands",
            WIDTH,
        )


def _sized(part: float) -> str:
    """The colour of a bet, by its size in pots."""
    least, most = _SIZES
    size = min(max(part, least), most)
    return mixed(_BY_SIZE, math.log(size / least) / math.log(most / least))


def looks_of(kinds: Sequence[str], pot: float | None = None) -> Looks:
    """The looks of kinds; the colour of a bet goes by its size if the pot is known.

    Well-known actions come first, in their usual order and in the colours of the web page; other
    kinds follow in the given order. Each has a letter of its own, from its name if possible.
    """
    ranks = [_rank(kind) for kind in kinds]
    if ranks.count(len(_ACTIONS)) > MOST_OTHERS:
        raise UsageError(
            f"column 'label' has {len(kinds)} kinds; a chart has colours for {MOST_OTHERS} "
            "besides raise, call, fold and the like (for a text in each cell, name it 'text')"
        )
    for at in range(len(_ACTIONS)):
        if ranks.count(at) > _MOST_SHADES:
            name = kinds[ranks.index(at)]
            raise UsageError(
                f"{ranks.count(at)} kinds as {name!r}; a chart has {_MOST_SHADES} shades of one"
            )

    def place(kind: int) -> tuple[int, float, int]:
        """Larger raises first; otherwise in the given order."""
        size = re.search(r"\d+(?:\.\d+)?", kinds[kind]) if ranks[kind] < len(_ACTIONS) else None
        return ranks[kind], -float(size[0]) if size else 0.0, kind

    order = sorted(range(len(kinds)), key=place)
    colours, letters = [""] * len(kinds), [""] * len(kinds)
    for kind in order:
        name = kinds[kind].casefold()
        alike = [other for other in order if ranks[other] == ranks[kind]]
        letters_wanted, colours[kind] = "", _OTHERS[alike.index(kind) % MOST_OTHERS]
        if ranks[kind] < len(_ACTIONS):
            _, letter, shades = _ACTIONS[ranks[kind]]
            letters_wanted = letter + re.sub(
                "[^0-9]", "", name
            )  # digits tell a second raise from the first
            colours[kind] = mixed(shades, alike.index(kind) / max(1, len(alike) - 1))
            if pot and letter == "b" and (chips := re.search(r"[0-9.]+", name)):
                colours[kind] = _sized(float(chips[0]) / pot)
        wanted = letters_wanted + re.sub("[^a-z0-9]", "", name) + _LETTERS
        letters[kind] = next(letter for letter in wanted if letter not in letters)
    return Looks(tuple(order), tuple(colours), tuple(letters))


def _rank(kind: str) -> int:
    """The place of the action of a kind: raise, raise 2.5, RAISE to 8bb; past the last if none."""
    for at, (pattern, _, _) in enumerate(_ACTIONS):
        if re.match(rf"(?:{pattern})(?![a-z])", kind.strip().casefold()):
            return at
    return len(_ACTIONS)


# ---------------------------------------------------------------- ranges


def hand_shares(weights: Weights) -> Shares:
    """The share of each hand's combos, ``(169,)``, in a range: ``(1326,)`` weights, 0 to 1."""
    range_weights = as_range(weights)
    if not range_weights.any():
        raise UsageError("the range is empty; there is nothing to draw")
    return hand_weights(range_weights) / hand_combos()


def range_total(shares: Shares, game: Game = HOLDEM) -> str:
    """The size of a range in words: ``73.5 of 1,326 combos, 5.54 %``."""
    combos = float(shares @ hand_combos())
    return f"{combos:,.6g} of {game.holes:,} combos, {100 * combos / game.holes:.3g} %"


def share_cell(hand: str, share: float, tooltip: fig.Lines) -> fig.Cell:
    """A cell that is filled by a share, 0 to 1."""
    below = f"{numerals.percent(share)}%" if 0 < share < 1 else None
    return fig.Cell(hand, below, NOTHING, tooltip, share)


def filled(
    grid: fig.Grid, title: str, text: str, total: str, words: str, name: str = ""
) -> fig.Figure:
    """A grid of filled cells; ``text`` says what the fill is, and ``total`` its sum."""
    side = grid.columns * fig.SIDE
    note = DIAGONAL if grid.columns == fig.COLUMNS else _SHORT
    return fig.Figure(
        title,
        [grid, fig.Fill(text, total, side), fig.Notes([note], drop=37, foot=23)],
        [grid, f"{words}: {total}\n{DIAGONAL_TEXT}"],
        name,
        2 * fig.MARGIN + side,
    )


def range_figure(weights: Weights, title: str = "", game: Game = HOLDEM) -> fig.Figure:
    """One range, ``(1326,)`` weights; errors are those of :func:`hand_shares`."""
    shares = hand_shares(weights)
    words = "% of a hand's combos that is in the range"
    total = range_total(shares, game)
    return filled(_filled(shares, game), title, "in the range", total, words, "Range")


def ranges_figure(
    weights: Weights,
    other_weights: Weights,
    names: tuple[str, str],
    title: str = "",
    game: Game = HOLDEM,
) -> fig.Figure:
    """Two ranges under their names, and their difference; a terminal shows only that."""
    first, second = hand_shares(weights), hand_shares(other_weights)
    less = _grid(
        game,
        lambda hand, at: _difference_cell(hand, at, float(first[at]), float(second[at])),
    )
    grids = [_filled(first, game), _filled(second, game), less]
    side = grids[0].columns * fig.SIDE
    lefts = [at * (side + _SPACE) for at in range(3)]
    totals = range_total(first, game), range_total(second, game)
    fills = [fig.Fill("in the range", total, side) for total in totals]
    captions = [
        fig.Caption(text, side) for text in (f"A: {names[0]}", f"B: {names[1]}", "A less B")
    ]
    scale = fig.Colours(Scale(-100, 100, DIVERGING), "% of combos", side)
    ranges = zip("AB", names, totals, strict=True)
    said = "".join(f"\n{letter}: {clean(name)}: {total}" for letter, name, total in ranges)
    return fig.Figure(
        title,
        [
            fig.Row(list(zip(lefts, captions, strict=True))),
            fig.Row(list(zip(lefts, grids, strict=True))),
            fig.Row([
                *zip(lefts, fills, strict=False),
                (0, fig.Notes([DIAGONAL], drop=51, foot=19)),
                (lefts[2], scale),
            ]),
        ],
        [
            grids[2],
            "% of a hand's combos, A less B; = in both alike",
            f"{said}\n{DIAGONAL_TEXT}",
        ],
        "Two ranges",
        2 * fig.MARGIN + 3 * side + 2 * _SPACE,
    )  # fmt: skip


def _combos_in(at: int, share: float) -> str:
    """The part of a hand in a range, in words: ``3 of 4 combos, 75 %``."""
    combos = int(hand_combos()[at])
    return f"{share * combos:.4g} of {combos} combos, {numerals.percent(share)} %"


def _grid(game: Game, cell: Callable[[str, int], fig.Cell]) -> fig.Grid:
    """A cell for each hand of a game; each row is a rank of its deck."""
    cells = [cell(HANDS[at], at) for at in hands_without(game.dead).tolist()]
    return fig.Grid(cells, len({card >> 2 for card in game.deck}), diagonal=True)


def _filled(shares: Shares, game: Game) -> fig.Grid:
    return _grid(
        game,
        lambda hand, at: share_cell(
            hand, float(shares[at]), (f"{hand}: {_combos_in(at, float(shares[at]))}",)
        ),
    )


def _difference_cell(hand: str, at: int, a: float, b: float) -> fig.Cell:
    tooltip = (f"{hand}: A {_combos_in(at, a)}; B {_combos_in(at, b)}",)
    below, ground = (difference(a, b), _DIFFERENCE.colour(a - b)) if a or b else (None, NOTHING)
    return fig.Cell(hand, below, ground, tooltip)


def difference(first: float, second: float) -> str:
    """The difference between two ranges for a hand: ``+50``, ``=``."""
    if abs(first - second) < 0.0005:
        return "="
    return ("+" if first > second else "-") + numerals.percent(abs(first - second))
