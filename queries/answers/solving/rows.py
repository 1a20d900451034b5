"""Solutions of spots after the flop as rows: actions, hands, holes, ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.holes import HANDS, HOLES, format_hole, hand_of_hole, hole_cards
from pokerlake.engine.cards.text import format_card, format_hand
from pokerlake.engine.given import shown
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.kinds.evaluate import draw_bits, made_kinds
from pokerlake.engine.kinds.table import DRAWS, kinds_of
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.solving.sizes import PLAYERS, amount
from pokerlake.engine.solving.written import line_aloud, short_line
from pokerlake.tables.errors import UsageError, by_door, counted

from ..class_columns import categories

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Decision, Solution
    from pokerlake.engine.solving.solving import RunOut

Kinds = Literal["made", "draw", "category"]

_DIGITS = 2  # of weights in the text of a range: whole percents


def actions_table(decisions: Iterable[Decision]) -> pa.Table:
    """A row for each action of each decision: its frequency, its EV, and its range."""
    rows = []
    for decision in decisions:
        weight = decision.reach * decision.met
        total = float(weight.sum())
        for action, name in enumerate(decision.actions):
            share = decision.shares[:, action]
            taken = float(weight @ share)
            here, values = _known(weight * share, decision.values[:, action])
            known = float(here.sum())
            value = float(here @ values) / known if known else None
            rows.append(
                {
                    "line": decision.line,
                    "aloud": line_aloud(decision.line),
                    "cards": format_hand(decision.dealt),
                    "player": PLAYERS[decision.player],
                    "pot": decision.pot,
                    "action": name,
                    "percent": 100 * taken / total if total else None,
                    "value": value,
                    "pot_share": None if value is None else 100 * value / decision.at_stake,
                    "combos": float(decision.reach @ share),
                    "gain": 100 * decision.gain,
                    "range": _range_text(decision, decision.reach * share),
                }
            )
    return pa.Table.from_pylist(rows, _ACTIONS)


_ACTIONS = pa.schema(
    {
        "line": pa.string(), "aloud": pa.string(), "cards": pa.string(), "player": pa.string(),
        "pot": pa.float64(), "action": pa.string(), "percent": pa.float64(), "value": pa.float64(),
        "pot_share": pa.float64(), "combos": pa.float64(), "gain": pa.float64(),
        "range": pa.string(),
    }
)  # fmt: skip


def actions_for_people(decisions: Iterable[Decision]) -> pa.Table:
    """The same, rounded, without columns that are of no use on a screen."""
    table = actions_table(decisions).drop_columns(["aloud", "pot_share", "gain"])
    for name, digits in (("percent", 2), ("value", 2), ("combos", 1)):
        place = table.schema.get_field_index(name)
        rounded = [None if x is None else round(x, digits) for x in table[name].to_pylist()]
        table = table.set_column(place, name, pa.array(rounded, pa.float64()))
    return table if any(table["cards"].to_pylist()) else table.drop_columns(["cards"])


def weights_of_action(decision: Decision, action: str) -> npt.NDArray[np.float64]:
    """The range that takes an action, ``(1326,)``: weights of holes that reach it and take it.

    The action may be words: ``raise 150``. UsageError if there is no such action.
    """
    short = short_line(action)
    if short not in decision.actions:
        raise UsageError(f"no action {shown(action)}; there is {', '.join(decision.actions)}")
    return _weights(decision, decision.reach * decision.shares[:, decision.actions.index(short)])


def holes_table(decision: Decision) -> pa.Table:
    """A row for each hole and action: its frequency and its EV."""
    order = np.lexsort((-decision.holes, hand_of_hole()[decision.holes]))
    actions = len(decision.actions)
    names = [format_hole(int(hole)) for hole in decision.holes[order]]
    hands = [HANDS[hand] for hand in hand_of_hole()[decision.holes[order]]]
    return pa.table(
        {
            "hole": pa.array([name for name in names for _ in range(actions)], pa.string()),
            "hand": pa.array([name for name in hands for _ in range(actions)], pa.string()),
            "reach": np.repeat(decision.reach[order], actions),
            "action": pa.array(decision.actions * len(names), pa.string()),
            "share": decision.shares[order].ravel(),
            "value": _or_null(decision.values[order].ravel()),
        }
    )


def run_outs_table(
    run_outs: Sequence[RunOut], actions: Sequence[Sequence[str]], unit: float
) -> pa.Table:
    """A row for each next card: EV, equity and action frequencies of both players after it.

    ``unit`` converts values to the unit of the spot.
    """
    total = sum(run_out.met for run_out in run_outs)
    columns = {
        "card": pa.array([format_card(run_out.card) for run_out in run_outs], pa.string()),
        "percent": np.array([100 * run_out.met / total for run_out in run_outs]),
    }
    for at, name in enumerate(PLAYERS):
        columns[f"ev_{name}"] = _or_null(
            unit * np.array([run_out.values[at] for run_out in run_outs])
        )
    for at, name in enumerate(PLAYERS):
        columns[f"equity_{name}"] = _or_null(
            100 * np.array([run_out.equities[at] for run_out in run_outs])
        )
    for at, name in enumerate(PLAYERS):
        shares = 100 * np.stack([run_out.shares[at] for run_out in run_outs])
        for action, share in zip(actions[at], shares.T, strict=True):
            columns[f"{name}_{action}"] = _or_null(share)
    return pa.table(columns)


def hands_table(decision: Decision) -> pa.Table:
    """A row for each starting hand and action: means over its holes, by their frequency."""
    there, shares = hand_means(decision, decision.shares)
    _, values = hand_means(decision, decision.values)
    actions = len(decision.actions)
    combos = np.bincount(hand_of_hole()[decision.holes], decision.reach, len(HANDS))[there]
    return pa.table(
        {
            "hand": pa.array([HANDS[hand] for hand in np.repeat(there, actions)], pa.string()),
            "combos": np.repeat(combos, actions),
            "action": pa.array(decision.actions * len(there), pa.string()),
            "share": shares.ravel(),
            "value": _or_null(values.ravel()),
        }
    )


def hand_means(
    decision: Decision, columns: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The starting hands that reach a decision, and means over their holes, by frequency.

    ``columns``, ``(n, k)``, have numbers for the holes, or NaN. Returns places in ``HANDS``,
    ``(h,)``, and means, ``(h, k)``, NaN if no hole of a hand has a number.
    """
    hands = hand_of_hole()[decision.holes]
    weight = decision.reach * decision.met
    there = np.flatnonzero(np.bincount(hands, weight, len(HANDS)) > 0)
    means = []
    for column in columns.T:
        here, numbers = _known(weight, column)
        sums, parts = (
            np.bincount(hands, each, len(HANDS))[there] for each in (here * numbers, here)
        )
        means.append(np.divide(sums, parts, out=np.full(len(there), np.nan), where=parts > 0))
    return there, np.stack(means, axis=1)


def kinds_table(decision: Decision, board: Sequence[int], by: Kinds) -> pa.Table:
    """A row for each kind of hand and action, the best kind first; draws are in alphabetical order.

    A hole counts for each of its draws. The numbers are those of the query ``strategy_by_hand``:
    ``combos`` are holes, ``deals`` is their percentage of all holes that reach the decision, and
    ``percent`` how often they take the action.
    """
    weight = decision.reach * decision.met
    there = np.flatnonzero(weight > 0)
    weight = weight[there]
    shares, values = decision.shares[there], decision.values[there]
    equities = np.broadcast_to(decision.equities[there][:, None], shares.shape)
    rows = []
    for name, has in _kinds_of(decision.holes[there], board, by):
        held = weight[has]
        deals = float(held.sum())
        for place, action in enumerate(decision.actions):
            taken = held * shares[has, place]
            row = {
                "kind": name, "combos": int(has.sum()), "action": action,
                "deals": 100 * deals / float(weight.sum()), "percent": 100 * taken.sum() / deals,
            }  # fmt: skip
            for column, numbers, unit in (("value", values, 1), ("equity_percent", equities, 100)):
                here, known = _known(taken, numbers[has, place])
                total = float(here.sum())
                row[column] = unit * float(here @ known) / total if total else None
            rows.append(row)
    return pa.Table.from_pylist(rows, _KINDS)


_KINDS = pa.schema(
    {
        "kind": pa.string(), "combos": pa.int64(), "deals": pa.float64(), "action": pa.string(),
        "percent": pa.float64(), "value": pa.float64(), "equity_percent": pa.float64(),
    }
)  # fmt: skip


def _kinds_of(
    holes: npt.NDArray[np.int64], board: Sequence[int], by: Kinds
) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """The kinds among some holes, and which of the holes have each."""
    cards = np.ascontiguousarray(hole_cards()[holes].T)
    boards = np.repeat(np.array(board, np.uint8)[:, None], len(holes), axis=1)
    if by == "draw":
        bits = draw_bits(HOLDEM, cards, boards)
        named = [(draw.name, bits >> bit & 1 == 1) for bit, draw in enumerate(DRAWS)]
        named = sorted([*named, ("no draw", bits == 0)], key=lambda each: each[0])
    else:
        if by == "made":
            codes = made_kinds(HOLDEM, cards, boards)
            names = [kind.name for kind in kinds_of(HOLDEM.high)]
        else:
            codes = categories()[class_ids(np.concatenate([cards, boards]), layout="columns")]
            names = [*CATEGORY_NAMES]
        named = [(name, codes == code) for code, name in enumerate(names, 1)]
    return ((name, has) for name, has in named if has.any())


def hole_columns(decision: Decision) -> pa.Table:
    """A row for each live hole, in the order of hands.

    ``value`` is its EV in chips from here on, ``share b30`` how often it takes an action,
    ``value b30`` the EV of that action, ``reach`` its weight in the range that reaches the
    decision, and ``weight`` that times the opponent's combos that it does not block.
    """
    hands = hand_of_hole()[decision.holes]
    order = np.lexsort((-decision.holes, hands))
    named = {
        "hole": pa.array([format_hole(int(hole)) for hole in decision.holes[order]], pa.string()),
        "hand": pa.array([HANDS[hand] for hand in hands[order]], pa.string()),
        "reach": decision.reach[order],
        "weight": (decision.reach * decision.met)[order],
    }
    numbers = _numbers(decision)
    return pa.table({**named, **_by_name(decision, numbers[order])})


def hand_columns(decision: Decision) -> pa.Table:
    """A row for each of the 169 hands that reaches the decision: ``combos``, and means of holes."""
    there, numbers = hand_means(decision, _numbers(decision))
    combos = np.bincount(hand_of_hole()[decision.holes], decision.reach, len(HANDS))[there]
    named = {"hand": pa.array([HANDS[hand] for hand in there], pa.string()), "combos": combos}
    return pa.table({**named, **_by_name(decision, numbers)})


def _numbers(decision: Decision) -> npt.NDArray[np.float64]:
    """For each hole: equity, value, and the share and the value of each action."""
    known = ~np.isnan(decision.values).all(axis=1)
    value = np.where(known, np.nansum(decision.shares * decision.values, axis=1), np.nan)
    return np.column_stack([decision.equities, value, decision.shares, decision.values])


def _by_name(decision: Decision, numbers: npt.NDArray[np.float64]) -> dict[str, pa.Array]:
    names = ["equity", "value"]
    names += [f"{kind} {action}" for kind in ("share", "value") for action in decision.actions]
    return {
        name: pa.array(column, mask=np.isnan(column))
        for name, column in zip(names, numbers.T, strict=True)
    }


def range_table(decision: Decision, action: str) -> pa.Table:
    """The holes that take an action, with weights in whole percents.

    UsageError if there is no such action.
    """
    weights = weights_of_action(decision, action)
    there = np.flatnonzero(weights)
    names = pa.array([format_hole(int(hole)) for hole in there], pa.string())
    return pa.table({"hole": names, "weight": weights[there]})


def summary(solution: Solution) -> str:
    """A solution in a line."""
    spot = solution.spot
    board = format_hand(spot.board)
    oop, ip = map(spot.worth, solution.values)
    if spot.prizes:
        return _of_prizes(board, solution)
    percent = 100 * solution.exploitability / solution.pot
    return _summary(board, spot.told(spot.pot), (oop, ip), percent, solution.iterations)


def _of_prizes(board: str, solution: Solution) -> str:
    """The same for a table that plays for prizes."""
    gains = [100 * gain / solution.pot for gain in solution.gains]
    return _summary_of_prizes(board, solution.values, solution.pot, gains, solution.iterations)


def not_reached(solution: Solution) -> str:
    """A line for a solution that misses the wanted exploitability; empty for any other."""
    if solution.reached:
        return ""
    percent = 100 * solution.exploitability / solution.pot
    return missed_words(percent, solution.iterations, solution.to, solution.compressed)


def missed_words(percent: float, iterations: int, to: float, is_compressed: bool) -> str:
    """The line for a solution that misses the wanted exploitability, a share of the pot."""
    return (
        f"not reached: exploitability is {percent:.3g} % of the pot after "
        f"{counted(iterations, 'iteration')}, and {100 * to:g} % was asked for; "
        f"{more_effort(is_compressed)}"
    )


def more_effort(is_compressed: bool) -> str:
    """What to do about a solution that misses the wanted exploitability."""
    plain = f", or leave out {by_door('--compress', 'compress=True')}" if is_compressed else ""
    return f"give more {by_door('--iterations', 'iterations=')}{plain}"


def summary_of_row(row: Mapping[str, Any]) -> str:
    """The same line for a row of ``solved_spots``."""
    values = row["value_oop"], row["value_ip"]
    if row.get("prizes") is not None:
        gains, worth = (row["gain_oop"], row["gain_ip"]), row["pot_worth"]
        return _summary_of_prizes(row["board"], values, worth, gains, row["iterations"])
    return _summary(row["board"], row["pot"], values, row["exploitability"], row["iterations"])


def _summary(
    board: str, pot: float, values: tuple[float, float], percent: float, iterations: int
) -> str:
    oop, ip = values
    return (
        f"{board}: EV {oop:z.2f} for oop and {ip:z.2f} for ip, {100 * oop / pot:z.1f} and"
        f" {100 * ip / pot:z.1f} % of the pot of {amount(pot)}; an epsilon-equilibrium of"
        f" exploitability {percent:.3g} % of the pot (what a best response gains, the mean of"
        f" both); {counted(iterations, 'iteration')}"
    )


def _summary_of_prizes(
    board: str,
    values: tuple[float, float],
    worth: float,
    gains: Sequence[float],
    iterations: int,
) -> str:
    oop, ip = values
    return (
        f"{board}: EV {oop:z.4g} of the prizes for oop and {ip:z.4g} for ip, by ICM; winning the "
        f"pot is worth {worth:.4g}. By deviating oop gains {gains[0]:.3g} % of that, ip "
        f"{gains[1]:.3g} %; {counted(iterations, 'iteration')}. This is no zero-sum game: "
        "strategies as hard to exploit may have other EVs"
    )


def _weights(decision: Decision, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    whole = np.zeros(HOLES)
    whole[decision.holes] = np.round(weights, _DIGITS)
    return whole


def _known(
    weight: npt.NDArray[np.float64], values: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Weights and values, both zero where the value is NaN."""
    known = ~np.isnan(values)
    return np.where(known, weight, 0.0), np.where(known, values, 0.0)


def _range_text(decision: Decision, weights: npt.NDArray[np.float64]) -> str:
    return format_range(_weights(decision, weights))


def _or_null(numbers: npt.NDArray[np.float64]) -> pa.Array:
    return pa.array(numbers, mask=np.isnan(numbers))
