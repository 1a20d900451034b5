"""What the range does on each flop of a game, or on flops of each texture, as stacked bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from rich.style import Style
from rich.text import Text

from pokerlake.engine.given import shown
from pokerlake.tables.errors import UsageError, did_you_mean

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import svg
from ..drawing.cells import TERMINAL, append_cards, start_text
from ..drawing.colours import BLACK
from ..drawing.layout import append_kinds, kind_legend, level_axis
from ..grids.kind_grid import Looks, looks_of
from ..registry import Drawn, Option, chart
from .decisions import action_words

BY = ("flop", "suits", "pairing", "high", "connected", "straights")
SUBSETS = (22, 49, 95, 184, 1755)
ALL = "all flops"
_WIDTH = 760.0
_NAMES, _FIGURES, _FIGURE = 92.0, 210.0, 70.0  # room beside the bars, and of one figure
_ROW, _THIN = 20.0, 2.0  # of a bar with its name, and of one without
_MOST_NAMED = 200  # bars with names
_RANKS = "AKQJT98765432"
_HEADS = ("deals %", "equity %", "value")


@dataclass(frozen=True, eq=False)
class Report:
    """What is drawn: a bar for all flops, and one for each flop or kind."""

    title: str
    actions: tuple[str, ...]  # in words
    names: tuple[str, ...]  # of the bars, the first of which is ALL
    flops: tuple[int, ...]  # in each
    shares: npt.NDArray[np.float64]  # (bars, actions), 0 to 1
    figures: npt.NDArray[np.float64]  # (bars, 3): deals and equity in percent, value in chips

    @property
    def looks(self) -> Looks:
        """How the actions look."""
        return looks_of(self.actions)

    @property
    def totals(self) -> list[str]:
        """How often each action is taken on all flops, in words."""
        parts = zip(self.actions, self.shares[0], strict=True)
        return [f"{name}: {100 * share:.1f} %" for name, share in parts]


@chart("report", place=49, example="--by suits", terminal=True)
def report(
    game: Annotated[
        int, Option("Its number, see 'pokerlake query solved_list'; 0 is the newest.", "N")
    ] = 0,
    line: Annotated[str, Option("The actions so far: 'x b94'.  [default: none]", "ACTIONS")] = "",
    by: Annotated[
        str, Option(f"A bar for each: {', '.join(BY)}.", "KIND", names=lambda: BY)
    ] = "flop",
    subset: Annotated[
        int, Option("Weights of a subset: 22, 49, 95, 184; 1755 is all.", "FLOPS")
    ] = 1755,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw what the range does on the solved flops of a game, a bar for each flop or texture.

    A bar is divided by how often each action is taken. Flops with the most bets stand first, and
    the mean over all above them. Pointed at in SVG or HTML, a bar shows its numbers.
    """
    if by not in BY:
        raise UsageError(f"--by is {shown(by)}; {did_you_mean(by, BY)}")
    if subset not in SUBSETS:
        raise UsageError(f"--subset is {subset}; give one of {', '.join(map(str, SUBSETS))}")
    line = " ".join(line.split())
    asked = {"game": game, "line": line, "by": by, "subset": subset}
    with connect(lake) as connection:
        rows = own_rows(connection, "charts/solved_report", **asked).to_pylist()
    if not rows:
        raise UsageError(
            f"no solved flop has a decision after {shown(line)} in this game, or it lacks flops "
            "of the subset; see 'pokerlake query solved_list' and the table solved_nodes"
        )
    found = _report(rows, line, by, title)
    return Drawn(found.title, (found,), draw_report, report_text)


def _report(rows: Sequence[dict[str, Any]], line: str, by: str, title: str) -> Report:
    """Bars of rows, the first over all of them."""
    actions = sorted({row["action"] for row in rows})
    names = sorted({row["kind"] for row in rows})
    sums = np.zeros((len(names), len(actions), 3))  # how often, value, equity
    flops = dict.fromkeys(names, 0)
    for row in rows:
        place = names.index(row["kind"]), actions.index(row["action"])
        sums[place] = row["taken"], row["value_sum"] or 0.0, row["equity_sum"] or 0.0
        flops[row["kind"]] = max(flops[row["kind"]], row["flops"])
    sums = np.concatenate([sums.sum(axis=0, keepdims=True), sums])
    taken = sums[:, :, 0]
    total = taken.sum(axis=1)
    shares = taken / total[:, None]
    figures = np.stack(
        [
            100 * total / total[0],
            sums[:, :, 2].sum(axis=1) / total,
            sums[:, :, 1].sum(axis=1) / total,
        ],
        axis=1,
    )
    bets = shares[:, [name[0] in "br" for name in actions]].sum(axis=1)
    order = sorted(range(len(names)), key=lambda at: _place(names[at], by, float(bets[at + 1])))
    places = [0, *(at + 1 for at in order)]
    first = rows[0]
    said = first["name"] or f"game {first['game']}"
    after = f" after {line}" if line else ""
    kinds = "" if by == "flop" else f", by {by}"
    return Report(
        title or f"{said}: {first['player']}{after}, pot {first['pot']:,}{kinds}",
        tuple(map(action_words, actions)),
        (ALL, *(names[at] for at in order)),
        (sum(flops.values()), *(flops[names[at]] for at in order)),
        shares[places],
        figures[places],
    )


def _place(name: str, by: str, bets: float) -> tuple[float, str]:
    """Ranks and numbers in their order, others by how often they bet."""
    if by == "high":
        return _RANKS.index(name), name
    if by in ("connected", "straights"):
        return int(name), name
    return -bets, name


def draw_report(found: Report) -> str:
    """The bars as SVG; many are thin, and have no names."""
    looks, totals = found.looks, found.totals
    head, top = svg.heading(found.title, _WIDTH)
    left, right = svg.MARGIN + _NAMES, _WIDTH - svg.MARGIN - _FIGURES
    named = len(found.names) <= _MOST_NAMED
    step = _ROW if named else _THIN
    top += 24
    heights = [top + 6, *(top + 16 + _ROW + step * at for at in range(len(found.names) - 1))]
    bottom = heights[-1] + step + 6
    ends = [_WIDTH - svg.MARGIN - _FIGURE * at for at in (2, 1, 0)]
    marks = [(left + (right - left) * mark / 100, str(mark)) for mark in range(0, 101, 20)]
    kinds = [(looks.colours[kind], totals[kind]) for kind in looks.order]
    legend, foot = kind_legend(kinds, svg.MARGIN, bottom + 56, _WIDTH - 2 * svg.MARGIN)
    parts = [
        *head,
        *(
            svg.label(x, top - 6, text, text_anchor="end")
            for x, text in zip(ends, _HEADS, strict=True)
        ),
        *level_axis(marks, top, bottom),
        *(
            _bar(found, looks, at, y, left, right, _ROW if at == 0 else step, ends)
            for at, y in enumerate(heights)
        ),
        svg.label((left + right) / 2, bottom + 44, "% of the times", text_anchor="middle"),
        *legend,
    ]
    return svg.document(found.title, _WIDTH, foot + 8, parts)


def _bar(
    found: Report, looks: Looks, at: int, y: float, left: float, right: float, step: float,
    ends: Sequence[float],
) -> str:  # fmt: skip
    shares, figures = found.shares[at], _figures(found, at)
    told = [f"{found.names[at]}: {found.flops[at]:,} flops" if at == 0 else found.names[at]]
    told += [f"{found.actions[kind]}: {100 * shares[kind]:.2f} %" for kind in looks.order]
    told += [f"{head}: {text}" for head, text in zip(_HEADS, figures, strict=True)]
    height = step - 4 if step > _THIN else step
    parts = [svg.hover(*told)]
    edges = accumulate((float(shares[kind]) for kind in looks.order), initial=0.0)
    for kind, (start, end) in zip(looks.order, pairwise(edges), strict=True):
        if end > start:
            begin, wide = left + (right - left) * start, (right - left) * (end - start)
            parts.append(svg.rectangle(begin, y, wide, height, fill=looks.colours[kind]))
    if step > _THIN:
        base = y + height / 2 + 5
        parts.append(svg.label(left - 8, base, found.names[at], text_anchor="end"))
        parts += [
            svg.label(x, base, text, text_anchor="end")
            for x, text in zip(ends, figures, strict=True)
        ]
    return svg.element("g", "".join(parts))


def _figures(found: Report, at: int) -> list[str]:
    deals, equity, value = found.figures[at].tolist()
    return [f"{deals:.2f}", f"{equity:.1f}", f"{value:.2f}"]


def report_text(found: Report, columns: int = TERMINAL) -> Text:
    """The bars for a terminal, each a letter of its action for a part of it."""
    looks, totals = found.looks, found.totals
    wide = max(len(name) for name in found.names)
    bar = max(10, min(60, columns - wide - 2 - sum(len(head) + 2 for head in _HEADS)))
    text = start_text(found.title)
    text.append(f"{'':{wide + 2 + bar}}" + "".join(f"  {head}" for head in _HEADS) + "\n")
    for at, name in enumerate(found.names):
        append_cards(text, f"{name:{wide}}  ")
        edges = accumulate((float(found.shares[at, kind]) for kind in looks.order), initial=0.0)
        places = [round(bar * edge) for edge in edges]
        for kind, (start, end) in zip(looks.order, pairwise(places), strict=True):
            style = Style(color=BLACK, bgcolor=looks.colours[kind])
            text.append(looks.letters[kind] * (end - start), style)
        figures = zip(_HEADS, _figures(found, at), strict=True)
        text.append("".join(f"  {figure:>{len(head)}}" for head, figure in figures) + "\n")
        text.append("\n" * (at == 0))
    kinds = ((looks.colours[kind], looks.letters[kind], totals[kind]) for kind in looks.order)
    return append_kinds(text.append("\n"), kinds).append("\n")
