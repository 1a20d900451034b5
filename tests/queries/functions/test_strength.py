"""SQL functions of strength: to the last digit what the views say, from the table or computed."""

import subprocess
import sys

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from helpers.slices import some_boards
from helpers.sql_answers import column, one, row
from oracle import naive
from pokerlake.engine.cards.holes import format_hole
from pokerlake.queries.answers.lookup import boards as lookup_boards
from pokerlake.queries.answers.strength import HoleOnBoard, Opponents, spot_strength
from pokerlake.queries.functions import register_functions
from pokerlake.queries.functions.registry import FUNCTIONS
from pokerlake.tables.manifest import Manifest, write_manifest

STREETS = {3: "flop", 4: "turn", 5: "river"}
RATIOS = {
    3: (
        "hs", "ppot1", "npot1", "ppot2", "npot2", "ehs", "equity", "equity_squared",
        "hole_percentile",
    ),
    4: ("hs", "ppot1", "npot1", "ehs", "equity", "equity_squared", "hole_percentile"),
    5: ("hs", "ehs", "equity", "equity_squared", "hole_percentile"),
}  # fmt: skip


def differences(asked, viewed, cards, boards, opponents):
    """How many raw deals there are, and those for which a ratio is not exactly the view's."""
    ids, raw = boards
    asked.register("dealt", pa.table({"board": list(map(naive.format_cards, raw))}))
    ratios = ", ".join(f"strength.{name}" for name in RATIOS[cards])
    found = asked.sql(f"""
        with dealt_holes as (select hole, board from dealt cross join
            (select card_text([b, a]) as hole from range(52) x(b), range(52) y(a) where b > a)),
        asked as (select hole, board, strength(hole, board, {opponents}) as strength
            from dealt_holes)
        select board_id(board) as board_id, hole_id(hole, board) as hole_id, {ratios},
            hs(hole, board, {opponents}) as own_hs, ehs(hole, board, {opponents}) as own_ehs,
            hole_percentile(hole, board) as own_percentile
        from asked where strength is not null
    """).to_arrow_table()
    viewed.register("found", found)
    names = RATIOS[cards]
    fine = " and ".join(f"found.{name} = view.{name}" for name in names)
    total, same = viewed.sql(f"""
        select count(*), count(*) filter ({fine} and own_hs = view.hs and own_ehs = view.ehs
            and own_percentile = view.hole_percentile)
        from found
        inner join (
            from {STREETS[cards]}_strength({opponents})
            where board_id in ({", ".join(map(str, ids))})
        ) as view using (board_id, hole_id)
    """).fetchall()[0]
    return total, total - same


@pytest.mark.parametrize("opponents", [1, 3])
@pytest.mark.parametrize(("cards", "number"), [(3, 6), (4, 5), (5, 6)])
def test_computed_as_the_views(cards, number, opponents, no_lake, whole):
    boards = some_boards(cards, number)
    live = (52 - cards) * (51 - cards) // 2
    assert differences(no_lake, whole, cards, boards, opponents) == (number * live, 0)


@pytest.mark.parametrize("opponents", [4])
def test_all_rows_of_many_flops_out_of_the_table(opponents, standard):
    number = 40
    assert number > lookup_boards._FEW
    boards = some_boards(3, number)
    found = differences(standard, standard, 3, boards, opponents)
    assert found == (number * 1176, 0)


def test_before_the_flop_all_holes(standard):
    found = standard.sql("""
        select count(*), count(*) filter (
            hs(hole_id) = equity and ehs(hole, '') = equity and hs(hole, '', 1) = equity
            and hole_percentile(hole) = top_percent and strength(hole).equity = equity
            and strength(hole).ppot1 is null and strength(hole, '').equity_squared is null
            and hs(hole, '', 3) = pow(equity, 3) and ehs(hole, '', 3) = pow(equity, 3)
        )
        from holes inner join hand_equities using (hand)
    """).fetchall()
    assert found == [(1326, 1326)]


# ---------------------------------------------------------------- opponents with a range


@pytest.mark.parametrize("board", ["3h4sJh", "3h4sJh9c", "3h4sJh9c2d"])
@pytest.mark.parametrize("text", ["TT+,AKs", "22+,A2s:0.5,KTo+", "random", "AhKh"])
def test_against_a_range_as_the_command_says(board, text, no_lake, tmp_path):
    """One hole alone and all holes at once: the same to the last digit."""
    write_manifest(tmp_path, Manifest())
    weights = one(no_lake, f"list_sum([h.range_weight for h in range_holes('{text}')])")
    assert weights > 0
    given = {"board": board, "range": text}
    names = ["hs", "ppot1", "npot1", "ppot2", "npot2", "ehs", "equity"]
    every = dict(
        no_lake.execute(
            "select h.hole, strength(h.hole, $board, $range) "
            "from (select unnest(range_holes('random', $board)) as h)",
            given,
        ).fetchall()
    )
    range_of = one(no_lake, "range_holes($range)", range=text)
    ranges = Opponents(1, (weights_of(range_of),))
    for hole in [*list(every)[::150], "AsAh"]:
        alone = one(no_lake, "strength($hole, $board, $range)", hole=hole, **given)
        assert alone == every[hole]
        if alone is None:
            continue
        found = spot_strength(HoleOnBoard.parse(hole, board), ranges, lake=tmp_path)
        for name in names:
            assert alone[name] == found.get(name), (hole, name)
        assert alone["equity_squared"] is alone["hole_percentile"] is None


def weights_of(holes):
    import numpy as np

    weights = np.zeros(1326)
    for hole in holes:
        weights[hole["hole_id"]] = hole["range_weight"]
    return weights


def test_no_hole_of_the_range_is_left(standard):
    found = row(
        standard, "hs('AhQh', '3h4sJh', 'AhKh')", "strength('AhQh', '3h4sJh', '')",
        "ehs('AhQh', '3h4sJh', 'JhJs')", "hs('AhQh', '3h4sJh', null)",
        "hs('AhQh', '3h4sJh', null::varchar)", "hs(null, '3h4sJh', 'AA')", "hs('AhQh', null, 'AA')",
    )  # fmt: skip
    assert found == (None,) * 7
    alive = "select hole, hs(hole, '3h4sJh', 'AhKh') is not null from holes where hand = 'AKs'"
    assert dict(standard.sql(alive).fetchall()) == {
        "AcKc": True, "AdKd": True, "AhKh": False, "AsKs": True,
    }  # fmt: skip


# ---------------------------------------------------------------- nulls, errors, where it stands


def test_null_gives_null_and_so_does_what_cannot_be_dealt(standard):
    for name in ("hs", "ehs", "strength", "hole_percentile"):
        for arguments in ("null", "null, ''", "'AhQh', null", "'AhQh', '3h4sQh'", "null, null"):
            assert one(standard, f"{name}({arguments})") is None
    assert one(standard, "hs('AhQh', '3h4sJh', null)") is None
    assert one(standard, "count(hs(hole, '3h4sJh')) from holes") == 1176


def test_columns_of_opponents(standard):
    sql = "select hs('AhQh', '3h4sJh', n) from (values (1), (5), (null)) t(n)"
    assert column(standard, sql) == [0.5851063829787234, 0.06857632055948792, None]
    sql = "select hs('AhQh', '3h4sJh', r) from (values ('AA'), ('KdTc'), (null), ('KhKc')) t(r)"
    assert column(standard, sql) == [0.0, 1.0, None, 0.0]


def test_what_is_asked_once_is_kept(no_lake, monkeypatch):
    """Distinct boards are computed once, whatever their suits and the order of the cards."""
    from pokerlake.engine.strength import transitions

    asked = []
    computed = transitions.strengths
    monkeypatch.setattr(
        transitions, "strengths", lambda b, **how: asked.append(len(b)) or computed(b, **how)
    )
    with duckdb.connect() as connection:
        register_functions(connection)
        boards = "(values ('3h4sJhQd'), ('QhJs4h3c'), ('Jd3d4cQs')) t(b)"
        holes = "(select card_text([x, 48]) as hole from range(48) r(x))"
        for _ in range(2):
            rows = connection.sql(f"select hs(hole, b), ehs(hole, b) from {holes}, {boards}")
            assert len(rows.fetchall()) == 144
    assert sum(asked) == 2


def test_boards_are_forgotten_where_there_are_too_many(no_lake, monkeypatch):
    monkeypatch.setattr(lookup_boards, "_MOST_ROWS", 3000)
    with duckdb.connect() as connection:
        register_functions(connection)
        _, raw = some_boards(5, 12)
        for text in [*map(naive.format_cards, raw)] * 2:
            assert one(connection, f"hs('AhQh', '{text}')") == one(no_lake, f"hs('AhQh', '{text}')")


def test_the_struct_has_the_columns_of_the_views():
    names = [field.split()[0] for field in FUNCTIONS["strength"].returns[7:-1].split(", ")]
    assert tuple(names) == RATIOS[3]
    assert format_hole(1325) == "AsAh"


# ---------------------------------------------------------------- one home for each ratio


def test_macros_of_the_views_are_the_engines_ratios(standard):
    """Counts of any size, to the last digit; where there is nothing to divide by, 0."""
    dealer = np.random.default_rng(3)
    now = dealer.multinomial(1081, [0.3, 0.1, 0.6], 500)
    now[:3] = [1081, 0, 0], [0, 1081, 0], [0, 0, 1081]
    each = dealer.dirichlet([1, 1, 1], (500, 3))
    then = np.array(
        [[dealer.multinomial(990 * n, p) for n, p in zip(*row, strict=True)]
         for row in zip(now, each, strict=True)]
    )  # fmt: skip
    names = ("ahead", "tied", "behind")
    columns = {name: now[:, i] for i, name in enumerate(names)}
    columns |= {f"{a}_{b}": then[:, i, j]
                for i, a in enumerate(names) for j, b in enumerate(names)}  # fmt: skip
    standard.register("counted", pa.table(columns))
    found = standard.sql("""
        select hand_strength(ahead, tied, 1081) as hs,
            potential(behind_ahead, behind_tied, tied_ahead, behind, tied, 990) as ppot,
            potential(ahead_behind, ahead_tied, tied_behind, ahead, tied, 990) as npot,
            effective_hand_strength(hs, ppot, npot) as ehs,
            hand_strength(ahead_ahead + tied_ahead + behind_ahead,
                ahead_tied + tied_tied + behind_tied, 1081 * 990) as equity
        from counted
    """).fetchnumpy()
    expected = lookup_boards.strength_ratios(now, then)
    for name, ratio in zip(expected, ("hs", "ppot", "npot", "ehs", "equity"), strict=True):
        assert (found[ratio] == expected[name]).all(), name


@pytest.mark.whole
def test_few_files_are_entered():
    """Once kernels are loaded: from the SQL function to the counts of the board."""
    code = """
import sys, threading, duckdb, pokerlake
from pokerlake.queries.functions import register_functions
entered = set()
def see(frame, event, _):
    if event == "call" and frame.f_code.co_filename.startswith(pokerlake.__path__[0]):
        entered.add(frame.f_code.co_filename)
with duckdb.connect() as connection:
    register_functions(connection)
    connection.sql("select ehs('AhAs', '3h4sJh')").fetchall()
    sys.setprofile(see)
    threading.setprofile(see)
    found = connection.sql("select ehs('AhAs', 'KdQd2c')").fetchall()
    sys.setprofile(None)
print(len(entered), found)
"""
    said = subprocess.check_output([sys.executable, "-P", "-c", code], text=True)
    files, found = said.split(" ", 1)
    assert int(files) <= 18
    assert found == "[(0.8516043880058681,)]\n"
