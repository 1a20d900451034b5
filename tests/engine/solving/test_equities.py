"""Equities of holes at a decision, and the boards of a spot counted without listing them."""

import runpy

import numpy as np
import pytest

import pokerlake as pk
from helpers.spots import random_spot, spot
from pokerlake.engine.cards.holes import format_hole
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.ranges import format_range
from pokerlake.engine.solving import solve
from pokerlake.engine.solving.dealing import count_boards, deal


@pytest.mark.parametrize("one", [
    spot("As8d5s2c2h", "AA,KQs,T9s,22,76s,AhKh", "QQ,AK,98s,JTs"),
    spot("As8d5s2c", "AA,KQs,T9s,22,76s,AhKh", "QQ,AK:0.3,98s,JTs"),
    spot("7s7h7d", "AA,KQs", "QQ,T9s"),
])  # fmt: skip
def test_equities_are_those_of_exact_counts(one):
    """At the first decision, and where a player has thinned his range by betting."""
    found = solve(one, iterations=20)
    root = found.at("")
    betting = np.zeros(1326)
    betting[root.holes] = root.reach * root.shares[:, root.actions.index("b60")]
    for line, others in (("", one.ranges[1]), ("b60", betting)):
        here = found.at(line)
        other = format_range(others)
        for place in range(0, len(here.holes), 3):
            hole = format_hole(int(here.holes[place]))
            if np.isnan(here.equities[place]):
                continue
            exact = pk.equity(hole, other, board=format_hand(one.board)).equity[0]
            assert here.equities[place] == pytest.approx(exact, abs=2e-6), (line, hole)


def test_the_reference_flop_has_its_published_equity(checkout):
    """What `make bench-solving` solves is the spot that others publish 0.55347 for."""
    reference = runpy.run_path(str(checkout / "benchmarks/solving.py"))
    found = pk.equity(reference["OOP"], reference["IP"], board="QsJh2h")
    assert found.equity[0] == pytest.approx(0.55347, abs=5e-6)


@pytest.mark.parametrize(("cards", "holes"), [(3, 40), (4, 300), (5, 1000)])
def test_boards_are_counted_as_they_are_listed(cards, holes):
    rng = np.random.default_rng(cards)
    spots = [random_spot(rng, cards, holes) for _ in range(2)]
    spots.append(spot("QsQhQdQc2s"[: 2 * cards], "AA,22+,AhKh", "22+"))
    spots.append(spot("QsJs2s8s3s"[: 2 * cards], "22+,A2s+,AhKh:0.5", "A2s+"))
    for one in spots:
        listed = deal(one.board, one.ranges)
        street, hands, _ = count_boards(one.board, one.ranges)
        rows = sorted(zip(listed.street.tolist(), listed.hands.tolist(), strict=True))
        assert sorted(zip(street.tolist(), hands.tolist(), strict=True)) == rows
