"""Spots of blueprints that are solved again: what could be won before, and can be after."""

from functools import partial

import numpy as np
import pytest

import pokerlake as pk
from helpers.blueprint_lakes import MadeUpBuckets
from helpers.lakes import share, without_views
from pokerlake.api.solutions import blueprints as asked_by_python
from pokerlake.engine.blueprint.deals import HOLES_BESIDE, width_of
from pokerlake.engine.blueprint.rounds import rounds_of
from pokerlake.engine.cards.holes import HOLES, dead_holes, hand_of_hole
from pokerlake.engine.solving import Betting, Spot
from pokerlake.engine.solving.best_response import respond
from pokerlake.pipelines.blueprints.asked import Asked
from pokerlake.pipelines.blueprints.outside import outs_at
from pokerlake.pipelines.blueprints.stored import path_of, reach_of, stored_shares
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

BOARD = "QsJh2h8c3d"
LINE = "c x x x x x"
SIZES = {"opens": "a", "reraises": "-", "bets": "a"}
SMALL = Asked("nolimit", (0, 1, 2, 3), (169, 4, 4, 4), stack=3.0, ante=0.5, **SIZES)


@pytest.fixture(scope="module")
def there(lake, tmp_path_factory):
    """A lake with a blueprint."""
    path = tmp_path_factory.mktemp("blueprint") / "lake"
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        patch.setattr(asked_by_python, "Buckets", MadeUpBuckets)
        share(lake, path)
        pk.blueprint("nolimit", stack=3, ante=0.5, **SIZES, iterations=32, lake=path)
    return path


@pytest.fixture
def asked(there, monkeypatch):
    monkeypatch.setattr(asked_by_python, "Buckets", MadeUpBuckets)
    return there


def buckets_of(seen):
    every = np.arange(HOLES)
    return hand_of_hole() if not seen else every % 4


@pytest.mark.parametrize(("line", "cards"), [(LINE, 5), ("c x x x", 4)])
def test_what_could_be_won_before_is_what_plain_numpy_says(there, line, cards):
    """The best response of a hole against the blueprint, by code that knows of no buckets."""
    lake, lines = Lake.open(there), SMALL.lines
    board = tuple(pk.parse_cards(BOARD)[:cards].tolist())
    path = path_of(lines, line, cards)
    reach = reach_of(lake, 1, SMALL, path, board, buckets_of)
    shares, shaped = stored_shares(lake, 1, SMALL), rounds_of(lines, width_of(HOLES_BESIDE))

    def strategy(then, dealt):
        node = path[-1]
        for word in then.split():
            (node,) = (one for one in lines.children[node] if lines.actions[one][0] == word[0])
            node = lines.children[node][0] if lines.kind[node] == 1 else node
        street = int(lines.street[node])
        first, lane = shaped[street].place[node]
        rows = shares[street].reshape(-1, shaped[street].slots, 16)
        own = rows[buckets_of((*board, *dealt)), first : first + len(lines.children[node]), lane]
        return own.astype(float)

    outs = outs_at(lake, 1, SMALL, line, board, buckets_of)
    betting = Betting.of("a", "a", street=cards - 3, chip=0.01, big_blind=1.0)
    for player in range(2):
        for hole in np.flatnonzero(~dead_holes(board))[[5, 700]]:
            ranges = reach.copy()
            ranges[player] = np.arange(HOLES) == hole
            spot = Spot(board, ranges, 300, 150, betting)
            best = respond(spot, strategy).best[player] - 150
            assert outs[player, hole] == pytest.approx(best, abs=0.02)


def test_a_way_out_leaves_nothing_to_gain(asked):
    ask = partial(pk.resolve, 1, line=LINE, board=BOARD, to=0.0005, lake=asked)
    plain, safe = ask(), ask(safe="ip")
    assert (plain.run, plain.safe, safe.safe) == (1, "", "ip")
    assert np.nanmax(plain.excess[0]) > 0.05
    assert np.nanmax(safe.excess[0]) < 0.02
    assert np.isnan(safe.excess[1]).all()
    assert plain.gain == pytest.approx(plain.exploitability, abs=1e-6)
    assert safe.gain <= 0.0005
    assert safe.reached
    assert safe.then("x").line == "x"
    assert "solved for ip, and oop has a way out" in safe.summary()
    assert "what oop can win here beside what he can against the blueprint" in safe.summary()
    assert "what ip can win" not in safe.summary()
    assert "what ip can win" in plain.summary()
    few = ask(safe="ip", iterations=10, to=1e-12)
    assert not few.reached
    assert "not reached" in few.summary()


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"safe": "button"}, "safe is 'button'; give oop or ip"),
        ({"line": "c"}, "line 'c' ends no street"),
        ({"board": "QsJh2h"}, "leads to the river: the board has 3 cards, give 5"),
    ],
)
def test_what_is_no_spot_is_refused(asked, given, problem):
    with pytest.raises(UsageError, match=problem):
        pk.resolve(1, **({"line": LINE, "board": BOARD} | given), lake=asked)
