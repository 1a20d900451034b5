"""Views of every hole on every board: as defined from rows of tables, known hands, raw deals."""

import functools
from fractions import Fraction
from itertools import accumulate, chain, combinations, product
from math import fsum

import numpy as np
import pytest

from helpers.slices import SLICES, boards_in_slice
from oracle import naive
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_combos, hand_of_hole, hole_cards
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.queries.statements.run import stream
from pokerlake.tables.definitions.boards import RELATIONS
from pokerlake.tables.errors import QueryError
from pokerlake.tables.registry import VIEWS

STREETS = {"flop": 3, "turn": 4, "river": 5}
# Some where many holes are alike, some where none are.
SAMPLE = {
    "flop": [0, 1, 90, 442, 1200, 1754],
    "turn": [0, 7, 5200, 5300, 16_431],
    "river": [0, 3, 77_777, 133_215, 134_458],
}
TURNS = SLICES["turn_hands"]
ROWS = {"flop": 1_286_792, "turn": TURNS.rows}
DEALS = {"flop": 25_989_600, "turn": TURNS.weight}


def ask(connection, sql, **parameters):
    return stream(connection, sql, parameters).read_all().to_pylist()


def columns(connection, sql, **parameters):
    """The answer as arrays, whole numbers as int64."""
    table = stream(connection, sql, parameters).read_all()
    arrays = {name: table[name].to_numpy() for name in table.column_names}
    return {
        name: array.astype(np.int64) if array.dtype.kind in "ui" else array
        for name, array in arrays.items()
    }


# ---------------------------------------------------------------- the definitions, in plain Python


def potential(row, street, now, then):
    """Papp's: of opponents on one side now, ties counted by halves, those that change it."""

    def count(*relations):
        return row["_".join((street, *relations))]

    changed = 2 * count(now, then) + count(now, "tied") + count("tied", then)
    of = sum(2 * count(now, later) + count("tied", later) for later in RELATIONS)
    return Fraction(changed, of) if of else Fraction(0)


def plain_strength(street, row, opponents):
    """All ratios of a row of counts, exactly."""
    if street == "river":
        equity = Fraction(2 * row["win"] + row["tie"], 2 * 990)
        hs = equity**opponents
        return {"hs": hs, "ehs": hs, "equity": equity, "equity_squared": equity**2}
    steps = {"ppot1": "turn", "ppot2": "river"} if street == "flop" else {"ppot1": "river"}
    found = {"hs": Fraction(2 * row["ahead"] + row["tied"], 2 * sum(map(row.get, RELATIONS)))}
    found["hs"] **= opponents
    for name, then in steps.items():
        found[name] = ppot = potential(row, then, "behind", "ahead")
        found["n" + name[1:]] = npot = potential(row, then, "ahead", "behind")
    found["ehs"] = found["hs"] + (1 - found["hs"]) * ppot - found["hs"] * npot
    won, tied, lost = (sum(row[f"river_{now}_{then}"] for now in RELATIONS) for then in RELATIONS)
    run_outs, later = (1081, 990) if street == "flop" else (46, 44)
    opponents_now = 1081 if street == "flop" else 1035
    assert won + tied + lost == opponents_now * later
    found["equity"] = Fraction(2 * won + tied, 2 * opponents_now * later)
    found["equity_squared"] = Fraction(row["river_strength_squares"], run_outs * 1980**2)
    return found


def of_sample(street):
    """Written out, since a list that SQL works out is looked up in all rows of rivers."""
    return f"where board_id in ({', '.join(map(str, SAMPLE[street]))}) order by board_id"


def sample(connection, street):
    """Rows of the table of some boards, by board."""
    rows = {board_id: [] for board_id in SAMPLE[street]}
    for row in ask(connection, f"from {street}_hands {of_sample(street)}, hole_id"):
        rows[row["board_id"]].append(row)
    return rows


SINGLE_DIVISIONS = {"ppot1", "npot1", "ppot2", "npot2", "equity"}


@pytest.mark.parametrize(("street", "opponents"), [*product(STREETS, (None, 2)), ("river", 9)])
def test_strength_as_defined(whole, street, opponents):
    """What is one division of whole numbers, to the last digit."""
    view = f"{street}_strength" + (f"({opponents})" if opponents else "")
    found = ask(whole, f"from {view} {of_sample(street)}, hole_id")
    names = [column.name for column in VIEWS[f"{street}_strength"].columns]
    given = [row for rows in sample(whole, street).values() for row in rows]
    assert len(found) == len(given) > 1000
    for row, counts in zip(found, given, strict=True):
        assert list(row) == names
        hole = counts["hole_id"]
        board = canonical_boards(STREETS[street]).cards[counts["board_id"]].tolist()
        expected = {
            "board_id": counts["board_id"],
            "board": naive.format_cards(board),
            "hole_id": hole,
            "hole": naive.format_cards(hole_cards()[hole].tolist()[::-1]),
            "hand": HANDS[hand_of_hole()[hole]],
            "weight": counts["weight"],
        }
        ratios = plain_strength(street, counts, opponents or 1)
        for name, ratio in ratios.items():
            once = name in SINGLE_DIVISIONS or (name == "hs" and opponents is None)
            expected[name] = float(ratio) if once else pytest.approx(float(ratio), rel=1e-14)
        assert set(names) == {*expected, "hole_percentile"}
        assert {name: row[name] for name in expected} == expected


@pytest.mark.parametrize("street", STREETS)
def test_percentile_as_counted(whole, street):
    """Of the weights on the board those of holes with at least this equity."""
    sql = f"select board_id, hole_percentile from {street}_strength {of_sample(street)}, hole_id"
    found = ask(whole, sql)
    expected = []
    for rows in sample(whole, street).values():
        equities = [plain_strength(street, row, 1)["equity"] for row in rows]
        weights = dict.fromkeys(equities, 0)
        for equity, row in zip(equities, rows, strict=True):
            weights[equity] += row["weight"]
        order = sorted(weights, reverse=True)
        at_least = dict(zip(order, accumulate(map(weights.get, order)), strict=True))
        of = sum(weights.values())
        expected += [float(Fraction(100 * at_least[equity], of)) for equity in equities]
    assert [row["hole_percentile"] for row in found] == expected


@pytest.mark.whole
@pytest.mark.parametrize("opponents", [1, 3])
@pytest.mark.parametrize("street", STREETS)
def test_by_hand_as_averaged(whole, street, opponents):
    """Over the raw deals of a hand and a board."""
    view = f"{street}_by_hand" + (f"({opponents})" if opponents > 1 else "")
    found = ask(whole, f"from {view} {of_sample(street)}, hand")
    expected = []
    for board_id, rows in sample(whole, street).items():
        by_hand = {}
        for row in rows:
            by_hand.setdefault(HANDS[hand_of_hole()[row["hole_id"]]], []).append(row)
        for hand, held in sorted(by_hand.items()):
            weight = sum(row["weight"] for row in held)
            strengths = [(row["weight"], plain_strength(street, row, opponents)) for row in held]
            means = {
                name: fsum(deals * float(ratios[name]) for deals, ratios in strengths) / weight
                for name in strengths[0][1]
            }
            board = naive.format_cards(canonical_boards(STREETS[street]).cards[board_id].tolist())
            expected.append(
                {"board_id": board_id, "board": board, "hand": hand, "weight": weight}
                | {name: pytest.approx(mean, rel=1e-13) for name, mean in means.items()}
            )
    assert found == expected
    assert list(found[0]) == [column.name for column in VIEWS[f"{street}_by_hand"].columns]


# ---------------------------------------------------------------- hands of the documents


def strength_of(connection, view, hole, board):
    sql = f"from {view} where board_id = board_id($board) and hole_id = hole_id($hole, $board)"
    (row,) = ask(connection, sql, hole=hole, board=board)
    return row


@pytest.mark.parametrize(
    ("view", "hole", "board", "expected"),
    [
        (
            "flop_strength", "AhQh", "3h4sJh",
            {"hs": 0.5851063829787234,
             "ppot1": 0.30112721417069244, "npot1": 0.0993939393939394,
             "ppot2": 0.50417891287456507, "npot2": 0.14514153391623746},
        ),
        ("flop_strength(1)", "QdAd", "Jd3d4c", {"ppot2": 0.50417891287456507}),
        ("flop_strength", "AdQc", "3h4cJh",
         {"ppot2": 0.20832404310665181, "npot2": 0.27369265780332974}),
    ],
)  # fmt: skip
def test_hands_of_the_documents(whole, view, hole, board, expected):
    row = strength_of(whole, view, hole, board)
    assert {name: row[name] for name in expected} == expected


def test_a_hole_that_cannot_lose(whole):
    """Nobody is ahead of it or tied with it, so nothing is there for a positive potential."""
    flop = strength_of(whole, "flop_strength(3)", "TcJc", "AcKcQc")
    turn = strength_of(whole, "turn_strength(3)", "TcJc", "AcKcQcAd")
    river = strength_of(whole, "river_strength(3)", "TcJc", "AcKcQcAdKd")
    for row in (flop, turn, river):
        ratios = {name: row[name] for name in row if name.startswith(("ppot", "npot"))}
        assert set(ratios.values()) <= {0.0}
        assert row["hs"] == row["ehs"] == row["equity"] == row["equity_squared"] == 1.0
    assert flop["hole_percentile"] == 100 * 1 / 1176
    assert turn["hole_percentile"] == 100 * 1 / 1128
    assert river["hole_percentile"] == 100 * 1 / 1081


# ---------------------------------------------------------------- whole views


@pytest.mark.parametrize("street", DEALS)
def test_whole_views(whole, street):
    """Against one opponent EHS is the equity; what one wins the other loses, now and later."""
    ((rows, deals, hs, equity, variance, most),) = whole.sql(f"""
        select
            count(*), sum(weight), sum(weight * hs), sum(weight * equity),
            min(equity_squared - equity * equity), max(abs(ehs - equity))
        from {street}_strength
    """).fetchall()
    assert (rows, deals) == (ROWS[street], DEALS[street])
    assert hs / deals == pytest.approx(0.5, abs=1e-11)
    assert equity / deals == pytest.approx(0.5, abs=1e-11)
    assert most < 1e-12
    assert variance > -1e-15


@pytest.mark.parametrize("view", [f"{street}_{kind}" for street in STREETS
                                  for kind in ("strength", "by_hand")])  # fmt: skip
@pytest.mark.parametrize("opponents", ["0", "-1", "1.5", "null"])
def test_no_opponents(whole, view, opponents):
    with pytest.raises(QueryError, match=r"^opponents are a whole number, 1 or more$"):
        ask(whole, f"from {view}({opponents}) where board_id = 5")


# ---------------------------------------------------------------- rows by weight, and raw deals


@functools.cache
def places(cards):
    """All ways to choose so many of fifty, as columns."""
    chosen = chain.from_iterable(combinations(range(50), cards))
    return np.fromiter(chosen, np.uint8).reshape(-1, cards).T.copy()


def raw_deals(hand, cards):
    """Every raw hole of a hand on every raw board of so many cards: holes, and boards as columns.

    Of rivers one hole only: 2,118,760 deals.
    """
    raw = np.flatnonzero(hand_of_hole() == HANDS.index(hand))
    for hole in raw[: None if cards < 5 else 1].tolist():
        unseen = [card for card in range(52) if card not in hole_cards()[hole]]
        boards = np.array(unseen, np.uint8)[places(cards)]
        yield np.full(boards.shape[1], hole, np.uint16), boards


class Raw:
    """The rows of a hand in a table, and how many raw deals each is found to stand for.

    Of turns and rivers the slice that the lake has.
    """

    def __init__(self, connection, street, hand):
        holes = np.flatnonzero(hand_of_hole() == HANDS.index(hand)).tolist()
        sql = f"from {street}_hands where hole_id in (select unnest($holes)) order by all"
        self.rows = columns(connection, sql, holes=holes)
        key = self.rows["board_id"] * 1326 + self.rows["hole_id"]
        self.deals = np.zeros(len(key), np.int64)
        for hole, boards in raw_deals(hand, STREETS[street]):
            found = row_keys(hole, boards)
            there = np.isin(found.board_id, boards_in_slice(STREETS[street]))
            of_deal = found.board_id[there].astype(np.int64) * 1326 + found.hole_id[there]
            place = np.searchsorted(key, of_deal)
            assert (key[place] == of_deal).all()
            self.deals += np.bincount(place, minlength=len(key))


@pytest.mark.parametrize(
    ("street", "hand"),
    [("flop", "AA"), ("flop", "AKs"), ("flop", "72o"), ("turn", "54s"), ("river", "AKs")],
)
def test_rows_by_weight_are_all_raw_deals(whole, street, hand):
    """Every count, added up over raw deals: as whole numbers the same."""
    raw = Raw(whole, street, hand)
    counts = set(raw.rows) - {"board_id", "hole_id", "hand", "weight", "class_id"}
    assert len(counts) == {"flop": 22, "turn": 13, "river": 2}[street]
    combos = int(hand_combos()[HANDS.index(hand)]) if street == "river" else 1  # one hole of it
    for name in sorted(counts):
        over_rows = raw.rows["weight"] @ raw.rows[name]
        assert over_rows == combos * (raw.deals @ raw.rows[name]) > 0
    if street != "river":
        assert (raw.deals == raw.rows["weight"]).all()
