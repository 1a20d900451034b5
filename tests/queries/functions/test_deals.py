"""The macro of deals: what it lists and samples, and what it refuses."""

import pytest

from helpers.sql_answers import one, row, table_error
from pokerlake import deals as listed
from pokerlake import equity
from pokerlake.queries.statements.run import stream


def test_deals_are_those_of_python(no_lake):
    spots = [
        ("['AhKh', 'QQ+:0.5']", ["AhKh", "QQ+:0.5"], {"board": "Qh2h3d"}, {}),
        ("['AhKh', 'random']", ["AhKh", "random"], {"board": "AxKx2x"}, {"deals": 2500, "seed": 7}),
        ("['TT', 'KsQs']", ["TT", "KsQs"], {"board": "7h7d2c3s"}, {"deals": 65600, "seed": 2}),
        ("['AA$ds', 'KKQJ']", ["AA$ds", "KKQJ"], {"game": "omaha"}, {"deals": 99, "seed": 7}),
        ("['AsKs', '77']", ["AsKs", "77"], {"game": "short deck"}, {"deals": 5, "seed": 1}),
    ]  # fmt: skip
    for hands, ranges, fields, how in spots:
        given = {**fields, **how}
        named = ", ".join(f"{name} := {value!r}" for name, value in given.items())
        found = stream(no_lake, f"from deals({hands}, {named})").read_all()
        mine = listed(*ranges, **given).to_arrow()
        holes = [mine[f"player_{n}"].to_pylist() for n in range(1, len(ranges) + 1)]
        assert found["holes"].to_pylist() == list(map(list, zip(*holes, strict=True)))
        assert found["hero"].to_pylist() == mine["player_1"].to_pylist()
        assert found["villain"].to_pylist() == mine["player_2"].to_pylist()
        assert found["deal"].to_pylist() == list(range(1, len(mine) + 1))
        for name in ("weight", "flop", "turn", "river", "board"):
            assert found[name].to_pylist() == mine[name].to_pylist(), name


def test_a_question_of_two_streets(no_lake):
    """How often a hand that is behind on the flop loses: counted from the deals, and by equity."""
    query = """
        select
            avg((mine < theirs)::int + (mine = theirs)::int / 2),
            avg((mine > theirs)::int) filter (class_of(hero, flop) > class_of(villain, flop))
        from (
            select *, class_of(hero, board) as mine, class_of(villain, board) as theirs
            from deals(['AhKh', 'QsQc'], board := 'AdQh2h')
        )
    """
    share, lost = no_lake.sql(query).fetchall()[0]
    assert share == pytest.approx(equity("AhKh", "QsQc", board="AdQh2h").equity[0])
    assert lost == pytest.approx(1 - share)  # it is behind on this flop, and never ties
    flushes = "avg((class_of(hero, flop) < 1600)::int) from deals(['AhKh'], deals := 20000)"
    assert one(no_lake, flushes) == pytest.approx(0.0084, abs=0.003)
    part = "deals(['AA', 'random'], '', '', 'holdem', 3000, 7, 33)[1].cards"
    whole = "from deals(['AA', 'random'], deals := 3000, seed := 7) where deal = 32 * 33 + 1"
    assert one(no_lake, part) == one(no_lake, f"board {whole}")
    weighed = "sum(weight) from deals(['AA:0.5', 'KK'], board := '2c2d2h2s3c')"
    assert row(no_lake, "count(*)", weighed) == (36, 18.0)


def test_what_is_wrong(no_lake):
    for call, problem in {
        "deals('AhKh')": "deals takes a list of hands and ranges, such as ['AhKh', 'QQ+']",
        "deals(['AhKh', 'QX'])": "'QX' at character 1: 'QX' names no second rank",
        "deals(['AhKh', 'QQ'], board := 'AhB')": "'AhB' at character 3: ",
        "deals(['AhKh', 'QQ'], game := 'chess')": "no game 'chess'",
        "deals(['AhKh', 'QQ'], deals := -1)": "deals is -1; give how many",
        "deals(['AhKh', 'QQ'], deals := 1.5)": "deals is 1.5; give how many",
        "deals(['AhKh', 'QQ'], deals := '9')": "deals is '9'; give how many",
        "deals(['AhKh', 'QQ'], deals := 9, seed := -1)": "seed is -1; give a whole number",
        "deals(['random', 'random', 'random'])": "too many deals to list all of them; give deals",
        "deals(['2c2d'], game := 'short deck')": "is empty",
        "deals(['AhKh', 'AhQd'])": "cannot be dealt",
    }.items():
        assert problem in table_error(no_lake, f"from {call}"), call
