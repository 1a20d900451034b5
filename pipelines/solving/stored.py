"""A spot of the lake, opened again: its decisions from the tables, or solved from there on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.cards.suit_symmetry import hole_images
from pokerlake.engine.cards.text import format_card, format_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.shapes import hole_names
from pokerlake.engine.solving import Decision, Solution, Spot, Tree, solve
from pokerlake.engine.solving.dealing import CARDS
from pokerlake.engine.solving.payoffs import Payoffs, payoffs_of
from pokerlake.engine.solving.solving import RunOut
from pokerlake.engine.solving.tree import DECISION
from pokerlake.engine.solving.units import told
from pokerlake.engine.solving.written import tree_text
from pokerlake.tables.definitions.solving import SOLVED_SPOTS, SOLVED_STRATEGIES, WHOLE
from pokerlake.tables.errors import LakeError, UsageError, by_door
from pokerlake.tables.lake import Lake

from ..growing import stored_rows
from .asked import spot_of_row

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Found:
    """A decision, and its origin."""

    decision: Decision
    solution: Solution | None  # the one that was solved for it, if any
    # Else the board in the tables: the same, or one that differs in suits alone.
    board: str = ""


@dataclass(frozen=True)
class Stored:
    """A spot of the lake."""

    lake: Lake
    row: dict[str, Any]  # of ``solved_spots``

    @cached_property
    def spot(self) -> Spot:
        """The spot that was solved."""
        try:
            return spot_of_row(self.row)
        except ValueError as error:
            raise self._damaged(str(error)) from error

    @cached_property
    def tree(self) -> Tree:
        """Its public tree."""
        return self.spot.tree()

    @cached_property
    def _worths(self) -> Payoffs:
        """The payoffs at the ends of its tree."""
        return payoffs_of(self.spot, self.tree)

    def decisions(self) -> list[Decision]:
        """All decisions of the spot's own board, in the order of the tree."""
        there = (self.tree.kind == DECISION) & (self.tree.street == self.spot.street)
        return [self._required(node, ()) for node in np.flatnonzero(there).tolist()]

    def kept(self, line: str, dealt: Sequence[int]) -> Decision:
        """A decision from the tables.

        Raises LakeError if they lack it.
        """
        return self._required(self.tree.node(line), tuple(dealt))

    def found(self, node: int, dealt: Sequence[int]) -> Decision | None:
        """The decision of a node from the tables; None if they do not keep it."""
        kept = self._read(node, tuple(dealt))
        return None if kept is None else kept.decision

    def at(
        self,
        line: str = "",
        dealt: Sequence[int] = (),
        *,
        solver: Callable[[Spot], Solution] = solve,
    ) -> Found:
        """The decision after a line, from the tables, or by solving from there on.

        If the tables lack the decision, its street is solved with the ranges that reach its first
        decision by the strategies of the tables.

        ``dealt``: the cards dealt after the spot's board. Raises UsageError or LakeError.
        """
        try:
            node = self.tree.decision(line, len(dealt))
            self._check(dealt)
        except ValueError as error:
            raise UsageError(str(error)) from error
        cards = tuple(dealt)
        kept = self._read(node, cards)
        if kept is not None:
            return kept
        roots = [self._root(node, more) for more in range(len(dealt) + 1)]
        missing = (at for at, root in enumerate(roots) if self._read(root, cards[:at]) is None)
        more = next(missing, len(dealt))
        spot = self._from(roots[more], cards[:more])
        begun, line = self.tree.line(roots[more]), self.tree.line(node)
        solution = solver(spot)
        decision = told(solution.at(line[len(begun) :].strip(), cards[more:]), spot)
        return Found(replace(decision, line=line, dealt=cards), solution)

    def run_outs(
        self, line: str, dealt: Sequence[int] = ()
    ) -> tuple[list[RunOut], list[list[str]]]:
        """The effect of each card on a line that ends a street; then both players' actions.

        As :meth:`~pokerlake.engine.solving.solving.Solution.run_outs`, but from the tables, in
        which a value is a ten-thousandth of the pot. Raises ValueError as that does; UsageError if
        the tables do not keep the street after the line.
        """
        tree = self.tree
        root = tree.behind_card(line, len(dealt))
        if tree.kind[root] != DECISION:
            raise UsageError(
                f"both are all in after {shown(line)}, of which the lake keeps no next cards: give "
                "the spot itself to solve"
            )
        self._check(dealt)
        known = self.spot.board + tuple(dealt)
        cards = [card for card in range(CARDS) if card not in known]
        children = tree.children_of(root).tolist()
        checked = next(child for child in children if tree.actions[child] == "x")
        run_outs = []
        for card in cards:
            if self.found(root, (*dealt, card)) is None:
                raise UsageError(
                    f"spot {self.row['spot']} of the lake has not kept what comes after "
                    f"{shown(line)}; solve it anew with {by_door('--keep', 'keep=')} all"
                )
            there = {node: self._required(node, (*dealt, card)) for node in (root, *children)}
            run_outs.append(
                _run_out(card, there[root], there[checked], [there[c] for c in children])
            )
        return run_outs, [there[root].actions, there[checked].actions]

    def _root(self, node: int, more: int) -> int:
        """The first decision on the way to a node after this many cards."""
        tree = self.tree
        on_street = tree.street[0] + more
        return next(
            one for one in tree.path(node)
            if tree.kind[one] == DECISION and tree.street[one] == on_street
        )  # fmt: skip

    def _required(self, node: int, dealt: tuple[int, ...]) -> Decision:
        stored = self._read(node, dealt)
        if stored is None:
            line = shown(self.tree.line(node))
            raise self._damaged(f"spot {self.row['spot']} lacks rows of {line}")
        return stored.decision

    def _damaged(self, problem: str) -> LakeError:
        return LakeError(
            f"table {SOLVED_SPOTS.name} of {self.lake.path} is damaged: {problem}; "
            f"begin anew with '{SOLVED_SPOTS.made_anew_by}'"
        )

    def _check(self, dealt: Sequence[int]) -> None:
        for place, card in enumerate(dealt):
            known = self.spot.board + tuple(dealt[:place])
            if card in known:
                raise ValueError(
                    f"card {format_card(card)} is on the board {format_hand(known)} already"
                )

    def _from(self, root: int, dealt: tuple[int, ...]) -> Spot:
        """The spot that begins at the first decision of a street, with the ranges that reach it."""
        spot, tree = self.spot, self.tree
        put_in = tree.put_in[root]
        ranges = np.array(spot.ranges)
        for node, taken in itertools.pairwise(tree.path(root)):
            if tree.kind[node] != DECISION:
                continue
            player = int(tree.player[node])
            decision = self._required(node, dealt[: int(tree.street[node]) - spot.street])
            shares = np.zeros(HOLES)
            shares[decision.holes] = decision.shares[:, decision.actions.index(tree.actions[taken])]
            ranges[player] *= shares
        betting = replace(spot.betting, tree=tree_text(tree.nested(root)))
        table, called = spot.prizes, int(put_in[0])
        if table is not None:
            table = replace(table, behind=(table.behind[0] - called, table.behind[1] - called))
        try:
            return Spot(
                spot.board + dealt, ranges, spot.pot + int(put_in.sum()),
                spot.stack - called, betting, spot.rake, spot.rake_cap, prizes=table,
            )  # fmt: skip
        except ValueError as error:
            raise UsageError(f"nobody comes to {shown(tree.line(root))}: {error}") from error

    # ---------------------------------------------------------------- rows

    def _read(self, node: int, dealt: tuple[int, ...]) -> Found | None:
        """A decision from the table, under a permutation of suits; None if it is not kept."""
        line = self.tree.line(node)
        for board, image in self._images(dealt).items():
            rows = self._of_board(board).get(line)
            if rows is not None:
                return Found(self._decision(node, dealt, image, rows), None, board)
        return None

    def _images(self, dealt: tuple[int, ...]) -> dict[str, int]:
        """The boards that may stand for what is dealt, and the permutation of suits back."""
        spot = self.spot
        images: dict[str, int] = {}
        for image, suits in enumerate(suit_images()):
            holes = hole_images()[image]
            same = sorted(suits[list(spot.board)]) == sorted(spot.board)
            if same and np.array_equal(spot.ranges[:, holes], spot.ranges):
                back = np.argsort(suits)
                board = spot.board + tuple(int(back[card]) for card in dealt)
                images.setdefault(format_hand(board), image)
        return images

    def _of_board(self, board: str) -> dict[str, pa.Table]:
        """The rows of a board by line."""
        if board not in self._boards:
            within = [("spot", "==", self.row["spot"]), ("board", "==", board)]
            rows = stored_rows(self.lake, SOLVED_STRATEGIES.name, filters=within)
            lines = rows["line"].combine_chunks().dictionary_encode()
            places = lines.indices.to_numpy()
            starts = [0, *(np.flatnonzero(np.diff(places)) + 1).tolist(), len(rows)]
            self._boards[board] = {
                rows["line"][low].as_py(): rows.slice(low, high - low)
                for low, high in itertools.pairwise(starts)
                if high > low
            }
        return self._boards[board]

    @cached_property
    def _boards(self) -> dict[str, dict[str, pa.Table]]:
        return {}

    def _decision(self, node: int, dealt: tuple[int, ...], image: int, rows: pa.Table) -> Decision:
        tree, pot, line = self.tree, self.spot.pot, self.tree.line(node)
        actions = [tree.actions[child] for child in tree.children_of(node)]
        order = np.argsort(np.argsort(actions))
        count = len(actions)
        if rows["action"].to_pylist()[:count] != sorted(actions) or len(rows) % count:
            raise self._damaged(f"spot {self.row['spot']} has other actions after {shown(line)}")
        numbers = {text: hole for hole, text in enumerate(hole_names())}
        holes = np.array([numbers[text] for text in rows["hole"].to_pylist()[::count]])

        def column(name: str) -> npt.NDArray[np.float64]:
            values: npt.NDArray[np.float64] = rows[name].to_numpy().astype(np.float64)
            return values.reshape(-1, count)

        reach, weight = column("reach")[:, 0], column("weight")[:, 0]
        met = np.divide(weight, reach, out=np.zeros_like(weight), where=reach > 0)
        here = pot + int(tree.put_in[node].sum())
        player = int(tree.player[node])
        at_stake, worth = float(here), float(pot)
        if self.spot.prizes:
            at_stake, worth = 2 * float(self._worths.stake[node, player]), self._worths.pot
        gain = self.row.get(("gain_oop", "gain_ip")[player], self.row["exploitability"])
        decision = Decision(
            line, dealt, player, here, actions,
            hole_images()[image][holes].astype(np.int64),
            column("share")[:, order] / WHOLE, column("value")[:, order] * (worth / WHOLE),
            column("equity")[:, 0] / WHOLE, reach, met, at_stake, gain / 100,
        )  # fmt: skip
        return told(decision, self.spot)


def _run_out(card: int, root: Decision, checked: Decision, answers: Sequence[Decision]) -> RunOut:
    """The effect of a card on a line: both players' first decisions, and the last one's answers."""
    first, check = (decision.reach * decision.met for decision in (root, checked))
    with np.errstate(invalid="ignore"):
        equity = float(np.nansum(first * root.equities) / first.sum())
        shares = first @ root.shares / first.sum(), check @ checked.shares / check.sum()
        values = _worth([root]), _worth(answers)
    return RunOut(card, float(first.sum()), values, (equity, 1 - equity), shares)


def _worth(decisions: Sequence[Decision]) -> float:
    """The chips that the player of all decisions wins from there on, averaged over all hands."""
    often = [decision.reach * decision.met for decision in decisions]
    chips = [
        weight @ np.nan_to_num(decision.shares * decision.values).sum(axis=1)
        for weight, decision in zip(often, decisions, strict=True)
    ]
    return float(np.sum(chips) / np.sum([weight.sum() for weight in often]))


def stored_spot(lake: Lake, number: int) -> Stored:
    """Open a spot of the lake.

    Raises UsageError or LakeError.
    """
    rows = stored_rows(lake, SOLVED_SPOTS.name, filters=[("spot", "==", number)]).to_pylist()
    if not rows:
        there = lake.entry(SOLVED_SPOTS.name).rows
        spots = "spot 1" if there == 1 else f"spots 1 to {there:,}"
        raise UsageError(f"no solved spot {shown(number)}; the lake has {spots}")
    return Stored(lake, rows[0])
