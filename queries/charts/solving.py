"""Charts of solved spots: a decision by hands and by holes, and reports over many flops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HANDS, format_hole, hand_combos, hand_of_hole, parse_hole
from pokerlake.engine.cards.text import format_card, format_hand, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.solving.sizes import PLAYERS, STREETS, amount, in_unit
from pokerlake.engine.solving.tree import DEAL, DECISION, FOLD, SHOWDOWN
from pokerlake.engine.solving.written import line_aloud, short_line
from pokerlake.tables.errors import UsageError, did_you_mean, flag

from ..connection import connect
from ..questions.spots import OF_BETS, bets_after_flop
from ..statements.run import own_rows
from .drawing import figure as fig
from .drawing import svg
from .drawing.colours import NOTHING, scale_of
from .drawing.numerals import cell_numerals, percent
from .drawing.svg import FAINT, INK
from .equities import DECK, DECK_NAMES, DECK_WIDTH
from .hand_grids import DIAGONAL, DIAGONAL_TEXT, Looks, looks_of
from .hand_grids import WIDTH as GRID_WIDTH
from .registry import Option, chart

if TYPE_CHECKING:
    from pokerlake.engine.solving import Decision, Tree

SPOT = Annotated[int, Option("The number of a spot in the lake.", "N")]
LINE = Annotated[str, Option("The actions so far: 'x b94'.  [default: none]", "ACTIONS")]
CARDS = Annotated[str, Option("The cards dealt by then: 8c.", "CARDS")]
BY = ("flop", "suits", "pairing", "high", "connected", "straights")
SUBSETS = (22, 49, 95, 184, 1755)
ALL = "all flops"
_MOST_NAMED = 12  # lines or boards in a message
_WORDS = {"x": "check", "c": "call", "f": "fold", "b": "bet", "r": "raise to"}
_LEAST = 0.0005  # smaller shares are not drawn
_HEIGHT = "A cell is filled as high as its combos come here."
_CHECKED = "The line is what equity wins if nobody bets. A point has the colour of the main action."
_MOST_BARS = 200  # more bars have no names
_RANKS = "AKQJT98765432"
_MOST_ROWS = 300  # of a picture of a tree
_ROW, _STEP = 24.0, 36.0
_SIDES = ("#1f4e9c", "#a8321f")  # of actions out of position, and in position
_FAINT_INK = "#666666"
_ENDS = {DEAL: "next card", SHOWDOWN: "showdown"}
_HEADS = ("deals %", "equity %", "value")


@dataclass(frozen=True, eq=False)
class SolvedDecision:
    """The strategy of each hole at a decision."""

    title: str
    pot: float  # at the decision
    actions: tuple[str, ...]  # in words
    holes: tuple[str, ...]
    shares: npt.NDArray[np.float64]  # (holes, actions), 0 to 1
    values: npt.NDArray[np.float64]  # (holes, actions), EV in chips from there on, or NaN
    equity: npt.NDArray[np.float64]  # (holes,), 0 to 1, or NaN
    reach: npt.NDArray[np.float64]  # (holes,)
    weight: npt.NDArray[np.float64]  # (holes,)

    @property
    def hands(self) -> npt.NDArray[np.int64]:
        """The starting hand of each hole, as its place in HANDS."""
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
    """A decision from the lake's tables."""
    nodes = {
        row["line"]: row
        for row in own_rows(connection, "charts/solved_lines", spot=spot).to_pylist()
    }
    if not nodes:
        raise UsageError(
            f"no solved spot {shown(spot)}; 'pokerlake sql \"from solved_spots\"' lists them"
        )
    line = short_line(line)
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
        values: npt.NDArray[np.float64] = rows[name].to_numpy().astype(np.float64)
        return values.reshape(-1, count)

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
        column("pots") * node["pot_worth"],
        column("equity")[:, 0],
        column("reach")[:, 0],
        weight,
    )


def decision_of(decision: Decision, board: str) -> SolvedDecision:
    """A decision that is not from a lake, on a board with the cards dealt by then."""
    weight = decision.reach * decision.met
    if not weight.any():
        raise UsageError(f"nobody comes to {shown(decision.line)}")
    order = sorted(range(len(decision.actions)), key=decision.actions.__getitem__)  # as from a lake
    return SolvedDecision(
        _title(board, PLAYERS[decision.player], decision.line, decision.pot),
        decision.pot,
        tuple(action_words(decision.actions[at]) for at in order),
        tuple(map(format_hole, decision.holes.tolist())),
        decision.shares[:, order],
        decision.values[:, order],
        decision.equities,
        decision.reach,
        weight,
    )


def _title(said: str, player: str, line: str, pot: float) -> str:
    after = f" after {line}" if line else ""
    return f"{said}: {player}{after}, pot {amount(pot)}"


def _board(
    connection: duckdb.DuckDBPyConnection, spot: int, line: str, board: str, cards: str
) -> str:
    """The board of a decision with the dealt cards; without ``cards`` there must be only one."""
    boards = own_rows(connection, "charts/solved_boards", spot=spot, line=line)["board"].to_pylist()
    if len(boards) == 1 and not cards:
        return str(boards[0])
    wanted = {*parse_hand(board).tolist(), *parse_hand(cards).tolist()} if cards else set()
    for other in boards:
        if {*parse_hand(other).tolist()} == wanted:
            return str(other)
    dealt = [other[len(board) :] for other in boards]
    there = ", ".join(dealt[:_MOST_NAMED]) + (", …" if len(dealt) > _MOST_NAMED else "")
    if not cards:
        raise UsageError(f"cards are dealt before {shown(line)}; give {flag('cards')}: {there}")
    if dealt == [""]:
        raise UsageError(f"no cards are dealt before {shown(line)}; leave {flag('cards')} out")
    raise UsageError(
        f"spot {spot} has no {shown(line)} on {format_hand(sorted(wanted))}; boards that differ in "
        f"suits alone are there once: {there}"
    )


def _nearest(line: str, lines: Sequence[str] | dict[str, object]) -> str:
    named = [other for other in lines if other]
    if len(named) > _MOST_NAMED:
        near = did_you_mean(line, named)
        return near if near.startswith("did") else "see solved_nodes"
    return f"there are '' and {', '.join(map(shown, named))}" if named else "there is ''"


def action_words(action: str) -> str:
    """An action in words.

    Examples
    --------
    >>> action_words("b94"), action_words("r260"), action_words("x")
    ('bet 94', 'raise to 260', 'check')
    """
    letter, size = action[:1], action[1:]
    return f"{_WORDS.get(letter, action)} {size}".rstrip()


# ---------------------------------------------------------------- by hands


@chart("strategy", place=47, example="--spot 1", terminal=True)
def strategy(
    spot: SPOT, line: LINE = "", cards: CARDS = "", title: str = "", lake: Path | None = None
) -> fig.Figure:
    """Draw what each hand does in a decision of a solved spot.

    A cell is divided by how often the hand takes each action, and filled by how often its combos
    get here. In SVG and HTML, pointing at a cell shows the EV of each action. 'pokerlake solve
    --from' fills the lake.
    """
    with connect(lake) as connection:
        return strategy_figure(solved_decision(connection, spot, line, cards), title)


def strategy_figure(decision: SolvedDecision, title: str = "") -> fig.Figure:
    """The picture of a decision; the default title names the spot."""
    grid = fig.Grid(strategy_cells(decision), diagonal=True)
    legend = looks_of(decision.actions, decision.pot).legend(decision.totals)
    return fig.Figure(
        title or decision.title,
        [grid, legend, fig.Notes([_HEIGHT, DIAGONAL], drop=13, foot=18)],
        [grid, legend, f"\n{DIAGONAL_TEXT}"],
        width=GRID_WIDTH,
    )


def strategy_cells(decision: SolvedDecision) -> list[fig.Cell]:
    """A cell for each of the 169 hands, divided by its actions."""
    looks = looks_of(decision.actions, decision.pot)
    hands, weight = decision.hands, decision.weight
    cells = []
    for at, name in enumerate(HANDS):
        holes = np.flatnonzero((hands == at) & (weight > 0))
        if not len(holes):
            cells.append(fig.Cell(name, None, NOTHING, (f"{name}: never comes here",)))
            continue
        mass = weight[holes, None] * decision.shares[holes]
        shares = mass.sum(axis=0) / mass.sum()
        values = np.nansum(mass * decision.values[holes], axis=0)
        combos = float(decision.reach[holes].sum())
        tooltip = [f"{name}: {combos:.3g} of {int(hand_combos()[at])} combos"]
        there = [kind for kind in looks.order if shares[kind] >= _LEAST]
        tooltip += [
            f"{decision.actions[kind]}: {percent(float(shares[kind]))} %, "
            f"wins {values[kind] / mass[:, kind].sum():.2f}"
            for kind in there
        ]
        seen = np.where(shares >= _LEAST, shares, 0)
        pieces = looks.pieces(seen / sum(shares[kind] for kind in there))
        height = min(1.0, combos / float(hand_combos()[at]))
        cells.append(fig.Cell(name, None, NOTHING, tuple(tooltip), pieces=pieces, height=height))
    return cells


# ---------------------------------------------------------------- by holes


@chart("equity-value", place=48, example="--spot 1", terminal=True)
def equity_value(
    spot: SPOT, line: LINE = "", cards: CARDS = "", title: str = "", lake: Path | None = None
) -> fig.Figure:
    """Draw the EV of each hole in a decision of a solved spot, against its equity.

    A point is a hole, in the colour of what it does most. In SVG and HTML, pointing at it shows its
    numbers.
    """
    with connect(lake) as connection:
        decision = solved_decision(connection, spot, line, cards)
    looks = looks_of(decision.actions, decision.pot)
    dots = list(_points(decision, looks))
    values = [dot.y for dot in dots]
    low, high = min(0.0, *values), max(float(decision.pot), *values)
    plot = fig.Plot(
        fig.Axis.percents("equity, %"),
        fig.Axis.over(low, high, "value, chips", fewer=6),
        over=[fig.Straight((0, 0), (1, decision.pot)), fig.Dots(dots)],
        marks=[],
        right=10,
        height=460,
        rows=24,
    )
    room = fig.WIDTH - 2 * fig.MARGIN - plot.left - plot.right
    legend = looks.legend(decision.totals, width=room, above=62, indent=plot.left)
    return fig.Figure(
        title or decision.title,
        [plot, legend, fig.Notes([_CHECKED], drop=13, foot=17, indent=plot.left)],
        [plot, legend, "\n"],
    )


def _points(decision: SolvedDecision, looks: Looks) -> Iterator[fig.Dot]:
    """A point for each hole that reaches the decision."""
    values = np.nansum(decision.shares * decision.values, axis=1)
    for at in np.flatnonzero(decision.weight > 0).tolist():
        equity, value, shares = float(decision.equity[at]), float(values[at]), decision.shares[at]
        tooltip = [f"{decision.holes[at]}: equity {100 * equity:.1f} %, wins {value:.2f}"]
        tooltip += [
            f"{decision.actions[kind]}: {percent(float(shares[kind]))} %"
            for kind in looks.order
            if shares[kind] > 0
        ]
        main = int(shares.argmax())
        colour, letter = looks.colours[main], looks.letters[main]
        look = {"fill": colour, "stroke": INK, "stroke_width": 0.5}
        yield fig.Dot(equity, value, tuple(tooltip), 4.0, look, letter=letter, colour=colour)


# ---------------------------------------------------------------- reports


@chart("report", place=49, example="--by suits", terminal=True)
def report(
    game: Annotated[
        int, Option("Its number, see 'pokerlake query solved_list'; 0 is the newest.", "N")
    ] = 0,
    line: LINE = "",
    by: Annotated[
        str, Option(f"A bar for each: {', '.join(BY)}.", "KIND", names=lambda: BY)
    ] = "flop",
    subset: Annotated[
        int, Option("Weights of a subset: 22, 49, 95, 184; 1755 is all.", "FLOPS")
    ] = 1755,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw what the range does on the solved flops of a game, a bar for each flop or texture.

    A bar is divided by how often each action is taken. Flops with the most bets come first, below
    the mean over all flops. In SVG and HTML, pointing at a bar shows its numbers.
    """
    if by not in BY:
        raise UsageError(f"{flag('by')} is {shown(by)}; {did_you_mean(by, BY)}")
    if subset not in SUBSETS:
        raise UsageError(
            f"{flag('subset')} is {subset}; give one of {', '.join(map(str, SUBSETS))}"
        )
    line = short_line(line)
    asked = {"game": game, "line": line, "by": by, "subset": subset}
    with connect(lake) as connection:
        rows = own_rows(connection, "charts/solved_report", **asked).to_pylist()
    if not rows:
        raise UsageError(
            f"no solved flop has a decision after {shown(line)} in this game, or it lacks flops "
            "of the subset; see 'pokerlake query solved_list' and the table solved_nodes"
        )
    return report_of(rows, line, by, title)


def report_of(rows: Sequence[dict[str, Any]], line: str, by: str, title: str) -> fig.Figure:
    """Stacked bars, the first over all rows; many bars are thin and have no names."""
    actions = sorted({row["action"] for row in rows})
    names = sorted({row["kind"] for row in rows})
    sums = np.zeros((len(names), len(actions), 3))  # how often, value, equity
    flops = dict.fromkeys(names, 0)
    for row in rows:
        place = names.index(row["kind"]), actions.index(row["action"])
        sums[place] = row["taken"], row["value_sum"] or 0.0, row["equity_sum"] or 0.0
        flops[row["kind"]] = max(flops[row["kind"]], row["flops"])
    sums = np.concatenate([sums.sum(axis=0, keepdims=True), sums])
    taken, values, equities = np.moveaxis(sums, 2, 0)
    total = taken.sum(axis=1)
    shares = taken / total[:, None]
    figures = 100 * total / total[0], equities.sum(axis=1) / total, values.sum(axis=1) / total
    bets = shares[:, [name[0] in "br" for name in actions]].sum(axis=1)

    def order(name: str) -> tuple[float, str]:
        """Ranks and numbers in their order, others by their frequency of bets."""
        if by == "high":
            return _RANKS.index(name), name
        is_number = by in ("connected", "straights")
        return (int(name) if is_number else -float(bets[names.index(name) + 1])), name

    words = tuple(map(action_words, actions))
    looks = looks_of(words, rows[0]["pot"])
    bars: list[fig.Bar] = []
    for name in (ALL, *sorted(names, key=order)):
        at = 0 if name == ALL else names.index(name) + 1
        shown = [
            f"{float(column[at]):.{digits}f}"
            for column, digits in zip(figures, (2, 1, 2), strict=True)
        ]
        tooltip = [name if at else f"{name}: {sum(flops.values()):,} flops"]
        tooltip += [f"{words[kind]}: {100 * shares[at, kind]:.2f} %" for kind in looks.order]
        tooltip += [f"{head}: {text}" for head, text in zip(_HEADS, shown, strict=True)]
        pieces = looks.pieces(shares[at].tolist())
        bars.append(fig.Bar(name, pieces, shown, tuple(tooltip), 10.0 * (len(bars) == 1)))
    block = fig.Bars(
        bars,
        _HEADS,
        "% of the times",
        fig.WIDTH,
        names=92,
        figures=210,
        figure=70,
        step=20,
        thin=2 * (len(bars) > _MOST_BARS),
    )
    parts = zip(words, shares[0], strict=True)
    totals = [f"{name}: {100 * share:.1f} %" for name, share in parts]
    legend = looks.legend(totals, width=fig.WIDTH - 2 * fig.MARGIN, above=56)
    first = rows[0]
    said = first["name"] or f"game {first['game']}"
    kinds = "" if by == "flop" else f", by {by}"
    return fig.Figure(
        title or f"{_title(said, first['player'], line, first['pot'])}{kinds}",
        [block, legend, fig.Notes([], empty=8)],
        [block, "\n", legend, "\n"],
    )


@chart(
    "bet-tree", place=44, example="--board QsJh2h8c3d --pot 100 --stack 200", terminal=True,
    fields=OF_BETS,
)  # fmt: skip
def bet_tree(
    title: str = "",
    lake: Path | None = None,  # noqa: ARG001 that all charts take
    **given: Any,
) -> fig.Figure:
    """Draw what can be done in a spot after the flop, on the street of its board.

    Without a file it has the lines of all streets, as 'pokerlake solve --show-tree'.
    """
    chips, left, betting, tree = bets_after_flop(given)
    return tree_figure(tree, chips, left, betting.chip, title)


def tree_figure(tree: Tree, pot: int, stack: int, chip: float, title: str = "") -> fig.Figure:
    """The actions on the street of the board, with pots at its ends; as text, on all streets."""
    rows: list[tuple[int, int, int]] = []  # node, depth, and the row of its parent
    waiting = [(child, 0, -1) for child in tree.children_of(0).tolist()[::-1]]
    while waiting:
        node, depth, above = waiting.pop()
        rows.append((node, depth, above))
        if tree.kind[node] == DECISION:
            behind = tree.children_of(node).tolist()[::-1]
            waiting += [(child, depth + 1, len(rows) - 1) for child in behind]
    if len(rows) > _MOST_ROWS:
        raise UsageError(
            f"the tree has {len(rows):,} actions on the {STREETS[tree.street[0]]}; a picture has "
            f"{_MOST_ROWS} at most: give fewer sizes, or most_raises"
        )

    sides = ", ".join(f"{name} {said}" for name, said in zip(PLAYERS, ("blue", "red"), strict=True))
    whole, left = (amount(in_unit(chips, chip)) for chips in (pot, stack))
    about = f"{STREETS[tree.street[0]]}: pot {whole}, {left} left"
    deepest = max(depth for _, depth, _ in rows)
    return fig.Figure(
        title or f"What can be done on the {about}",
        [
            fig.Drawing(partial(_branches, tree, pot, chip, rows), _ROW * len(rows) + 12),
            fig.Notes([f"Actions of {sides}."], 20.0),
        ],
        [tree.text(pot, stack, chip)],
        width=max(fig.WIDTH, 2 * fig.MARGIN + _STEP * deepest + 260),
    )


def _branches(
    tree: Tree, pot: int, chip: float, rows: Sequence[tuple[int, int, int]], left: float, top: float
) -> Iterator[str]:
    for at, (node, depth, above) in enumerate(rows):
        x, y = left + _STEP * depth, top + _ROW * at + 20
        if depth:
            down = top + _ROW * above + 26
            yield svg.path(
                "M", x - _STEP + 8, down, "V", y - 5, "H", x - 6, fill="none", stroke=FAINT
            )
        player, words = int(tree.player[tree.parent[node]]), action_words(tree.actions[node])
        yield svg.label(x, y, words, fill=_SIDES[player])
        kind = int(tree.kind[node])
        if kind != DECISION:
            ends = f"{PLAYERS[1 - player]} wins" if kind == FOLD else _ENDS[kind]
            whole = amount(in_unit(pot + int(tree.put_in[node].sum()), chip))
            beside = x + svg.text_width(words, svg.TEXT_SIZE) + 16
            yield svg.label(beside, y, f"{ends}, pot {whole}", fill=_FAINT_INK)


def run_outs_figure(
    rows: Sequence[dict[str, Any]], line: str, column: str, title: str = ""
) -> fig.Figure:
    """The deck with a number for each next card: chips or percent."""
    values = {row["card"]: row[column] for row in rows if row[column] is not None}
    if not values:
        raise UsageError("this line is never reached, whatever the next card")
    what, _, whose = column.partition("_")
    words = {
        "ev": f"EV of {whose}",
        "equity": f"Equity of {whose}",
        "percent": "How often each comes",
    }
    said = words.get(what, f"{action_words(whose).capitalize()} by {what}" if whose else "")
    unit = "chips" if column.startswith("ev_") else "%"
    scale = scale_of(min(values.values()), max(values.values()))
    write = cell_numerals(values.values())
    cells = []
    for card in map(format_card, DECK):
        value = values.get(card)
        if value is None:
            cells.append(fig.Cell("", tooltip=(f"{card} cannot come",)))
            continue
        tooltip = card, f"{said}: {value:.2f} {unit}"
        cells.append(fig.Cell(write(value), ground=scale.colour(value), tooltip=tooltip))
    grid = fig.Grid(cells, names=DECK_NAMES)
    spread = f"{min(values.values()):.2f} to {max(values.values()):.2f} {unit}"
    blocks = [] if scale.low == scale.high else [fig.Colours(scale, unit, DECK_WIDTH)]
    notes = [f"{said}: {spread}. Grey: cards that cannot come."]
    return fig.Figure(
        title or f"Next cards after {line_aloud(line)}: {said}",
        [grid, *blocks, fig.Notes(notes, 64.0 if blocks else 26.0)],
        [grid, f"\n{notes[0]}"],
        width=2 * fig.MARGIN + DECK_WIDTH,
    )
