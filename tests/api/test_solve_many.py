"""``pk.solve_many`` and ``pk.solved_spot``: what people have, and what they get."""

import numpy as np
import polars as pl
import pytest

import pokerlake as pk

ROWS = [
    {"board": "QsJh2h8c3d", "name": "a", "stack": 100},
    {"board": "QsJh2h8c", "name": "b", "stack": 60.0, "bets": "50/75"},
]
GIVEN = {"oop": "QQ,AK,T9s", "ip": "JJ,88,KQs,J9s", "pot": 60}


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    return tmp_path_factory.mktemp("solve_many") / "lake"


@pytest.fixture(scope="module")
def found(there):
    return pk.solve_many(ROWS, **GIVEN, lake=there)


def test_rows_become_spots_of_the_lake(found, there):
    alone = pk.solve(GIVEN["oop"], GIVEN["ip"], "QsJh2h8c3d", pot=60, stack=100)
    assert found.spots.tolist() == [1, 2]
    assert len(found) == 2
    assert (found.values[0] == alone.values).all()
    assert (found.equities[0] == alone.equities).all()
    assert found.exploitability[0] == pytest.approx(alone.exploitability)
    assert [row["name"] for row in found.to_dicts()] == ["a", "b"]
    assert "QsJh2h8c3d" in repr(found)
    frames = (pl.DataFrame(ROWS[:1]), pl.LazyFrame(ROWS[:1]), {"board": ["QsJh2h8c3d"]})
    for frame in frames:
        more = {} if not isinstance(frame, dict) else {"stack": 100}
        again = pk.solve_many(frame, **{**GIVEN, "oop": pk.Range("QQ,AK,T9s")}, **more, lake=there)
        assert again.spots.tolist() == [1]


def test_a_spot_is_opened_again(found, there):
    river = pk.solved_spot(1, lake=there)
    alone = pk.solve(GIVEN["oop"], GIVEN["ip"], "QsJh2h8c3d", pot=60, stack=100)
    assert (river.values == alone.values).all()
    assert (river.row["board"], river.lines()) == ("QsJh2h8c3d", alone.lines())
    assert river.at("x").actions == alone.at("check").actions
    assert alone.at("x, bets 30").aloud == "check, bet 30"
    assert alone.range("x", "x") == alone.at("x").range("x")
    assert (alone.ev == alone.values).all()
    assert alone.strategy["x"] == dict(
        zip(alone.at("x").actions, alone.at("x").frequencies, strict=True)
    )
    np.testing.assert_allclose(river.at("x").frequencies, alone.at("x").frequencies, atol=2e-4)
    assert [row["action"] for row in river.to_dicts()] == [r["action"] for r in alone.to_dicts()]
    turn = pk.solved_spot(2, lake=there)
    assert turn.at("x x", "3s").player == "oop"
    assert "an epsilon-equilibrium" in repr(turn)
    alone = pk.solve(**GIVEN, **{name: ROWS[1][name] for name in ("board", "stack", "bets")})
    cards, solved = (pl.DataFrame(one.runouts("x b30 c")) for one in (turn, alone))
    assert cards["card"].to_list() == solved["card"].to_list()
    np.testing.assert_allclose(cards.drop("card"), solved.drop("card"), atol=0.02)


@pytest.mark.parametrize(
    ("method", "by"), [("kinds", "made"), ("draws", "draw"), ("categories", "category")]
)
@pytest.mark.parametrize(
    ("spot", "line", "cards"), [(1, "", ""), (1, "x b30", ""), (2, "x", ""), (2, "x x", "3s")]
)
def test_kinds_of_hands_are_those_of_the_query(found, there, method, by, spot, line, cards):
    asked = {"spot": spot, "line": line or "first", "by": by}
    if cards:
        asked["board"] = ROWS[spot - 1]["board"] + cards
    expected = pk.query("strategy_by_hand", lake=there, **asked).to_arrow_table().to_pylist()
    decision = pk.solved_spot(spot, lake=there).at(line, cards)
    rows = getattr(decision, method)().to_pylist()
    assert rows == [
        {
            name: pytest.approx(of, rel=1e-5) if isinstance(of, float) else of
            for name, of in row.items()
        }
        for row in expected
    ]
    if not line:
        alone = pk.solve(GIVEN["oop"], GIVEN["ip"], "QsJh2h8c3d", pot=60, stack=100)
        solved = getattr(alone, method)().to_pylist()
        assert [row["kind"] for row in solved] == [row["kind"] for row in rows]


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda lake: pk.solve_many([], **GIVEN, lake=lake), "there are no spots; give a frame"),
        (lambda lake: pk.solve_many(ROWS, **GIVEN, stack=1, lake=lake), "the rows have 'stack'"),
        (lambda lake: pk.solve_many(ROWS, pots=1, lake=lake), "no 'pots' in a spot; did you mean"),
        (lambda lake: pk.solve_many([{"board": "AsKs"}], **GIVEN, stack=9, lake=lake),
         "the spots, row 1: "),
        (lambda lake: pk.solved_spot(9, lake=lake), "no solved spot 9; the lake has spots 1 to 2"),
        (lambda lake: pk.solved_spot("x", lake=lake), "spot is 'x'; give a whole number, 1 to"),
        (lambda lake: pk.solved_spot(1, lake=lake).at("b7"), "line 'b7' has 'b7': there is x, b30"),
        (lambda lake: pk.solved_spot(2, lake=lake).runouts("x"), "no card is dealt after 'x'"),
        (lambda lake: pk.solved_spot(2, lake=lake).runouts("x x", "3s"),
         "'x x' comes after 0 cards dealt later; cards has 1"),
    ],
)  # fmt: skip
def test_what_cannot_be(found, there, call, problem):
    with pytest.raises(pk.PokerlakeError) as raised:
        call(there)
    assert problem in str(raised.value)
    assert "\n" not in str(raised.value)


def test_targets_that_are_not_reached(tmp_path):
    few = pk.solve_many(ROWS[:1], **GIVEN, lake=tmp_path / "lake", to=1e-6, iterations=3)
    assert few.reached.tolist() == [False]
    assert "not reached by 1 of 1 spots: exploitability is up to " in repr(few)
    enough = pk.solve_many(ROWS[:1], **GIVEN, lake=tmp_path / "other", to=0.05)
    assert enough.reached.tolist() == [True]
    assert "not reached" not in repr(enough)


def test_a_solution_says_whether_its_target_is_reached():
    asked = (GIVEN["oop"], GIVEN["ip"], "QsJh2h8c3d")
    short = pk.solve(*asked, pot=60, stack=100, to=1e-6, iterations=3)
    assert not short.reached
    assert "and 0.0001 % was asked for; give more iterations=" in repr(short)
    done = pk.solve(*asked, pot=60, stack=100, to=0.05)
    assert done.reached
    assert "not reached" not in repr(done)
