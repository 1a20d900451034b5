"""Names of kinds and draws: of a code, and codes of a text; in SQL, frames and Python."""

import pandas as pd
import polars as pl
import pytest

import pokerlake as pk
from pokerlake.catalogue import HOLDEM, SHORT_DECK
from pokerlake.engine.kinds.draws_kernels import LATER_STRAIGHT_ONE, WRAP_9
from pokerlake.engine.kinds.table import DRAWS, kinds_of
from pokerlake.queries.answers.kinds import draws_named, kinds_named
from pokerlake.tables.errors import UsageError


@pytest.mark.parametrize("rule", [HOLDEM, SHORT_DECK], ids=lambda rule: rule.name)
def test_each_name_stands_for_its_code(rule):
    for code, kind in enumerate(kinds_of(rule.high), 1):
        assert kinds_named(kind.name.upper(), rule) == {code}
        assert pk.made_name(code, game=rule.name) == kind.name
    for bit, draw in enumerate(DRAWS):
        assert draws_named(draw.name) == 1 << bit
        assert pk.draw_names(1 << bit) == (draw.name,)
    assert (draws_named(DRAWS[13].name), draws_named(DRAWS[17].name)) == (
        LATER_STRAIGHT_ONE,
        WRAP_9,
    )


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("top pair", {30, 31, 32}),
        ("top pair top kicker", {30}),
        ("Set, overpair", {21, 29}),
        ("straight", {18, 19, 20}),
        ("flush", {*range(10, 18)}),
        ("nut flush", {10, 11}),
        ("pair", {*range(29, 41)}),
        ("straight +", {*range(1, 21)}),
        ("top pair+", {*range(1, 33)}),
    ],
)
def test_what_stands_for_several(text, codes):
    assert kinds_named(text, HOLDEM) == codes


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("flush draw", DRAWS[:2]),
        ("straight draw", [*DRAWS[3:6], *DRAWS[14:]]),
        ("overcards, gutshot", [DRAWS[5], *DRAWS[8:10]]),
        ("backdoor", DRAWS[10:14]),
        ("wrap", DRAWS[14:]),
    ],
)
def test_what_stands_for_several_draws(text, names):
    assert pk.draw_names(draws_named(text)) == tuple(draw.name for draw in names)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: kinds_named("tip pair", HOLDEM), "no kind of made hand 'tip pair': did you mean"),
        (lambda: kinds_named("set,", HOLDEM), "'set,' names no kind of made hand between commas"),
        (lambda: draws_named("gutshat"), "no draw 'gutshat': did you mean 'gutshot'"),
    ],
)
def test_what_names_nothing(ask, said):
    with pytest.raises(UsageError, match=said):
        ask()


HOLES = ["AhQd", "9h8h", "AsKsQhJh", "Ad9c", None, "7h7d"]
BOARDS = ["Ad7c2d", "7h6h2c", "Ts9s2s", "Ad7c2d", "Ad7c2d", "Qs7c2dQd2c"]
KINDS = [31, 41, 10, None, None, 5]
LATER = "backdoor flush with one card"
OPEN = ["flush draw with two cards", "open-ended", "combo draw", "two overcards"]


def test_in_sql(standard):
    standard.register("kinds_given", pl.DataFrame({"hole": HOLES, "board": BOARDS}).to_arrow())
    found = standard.execute(
        "with told as (select made(hole, board) m, draws(hole, board) d, nut_rank(hole, board) n "
        "from kinds_given) select m, made_name(m), is_made(m, 'two pair+'), "
        "draw_names(d), is_draw(d, 'flush draw'), n from told"
    ).fetchall()
    assert [row[0] for row in found] == KINDS
    assert found[0][1:3] == ("top pair with good kicker", False)
    assert found[1][3:5] == (OPEN, True)
    assert [row[2] for row in found] == [False, False, True, None, None, True]
    assert [row[5] for row in found] == [8, 82, 1, None, None, 5]
    assert found[3] == found[4] == (None,) * 6


def test_in_frames():
    pk.register()
    rows = [0, 1, 5]
    frame = pl.DataFrame({"hole": [HOLES[i] for i in rows], "board": [BOARDS[i] for i in rows]})
    hole = pl.col("hole").poker
    found = frame.select(
        hole.made("board").alias("made"), hole.made_name("board").alias("name"),
        hole.draws("board").alias("draws"), hole.draw_names("board").alias("names"),
        hole.nut_rank("board").alias("nuts"),
    )  # fmt: skip
    assert found.rows() == [
        (31, "top pair with good kicker", 2048, [LATER], 8),
        (41, "high card with two overcards", 393, OPEN, 82),
        (5, "full house with set", 0, [], 5),
    ]
    given = pd.DataFrame({"hole": HOLES[:2], "board": BOARDS[:2]})
    assert given.hole.poker.made(given.board).tolist() == [31, 41]
    shared = pl.DataFrame({"hole": ["AhQd", "AdQd"], "board": ["Ad7c2d"] * 2})
    assert shared.select(hole.made("board", strict=False)).rows() == [(31,), (None,)]


def test_batches_in_python():
    codes = pk.made(["AhQd", "7h7d"], ["Ad7c2d", "Qs7c2dQd2c"])
    assert pk.made_name(codes).tolist() == ["top pair with good kicker", "full house with set"]
    assert pk.is_made(codes, "two pair+").tolist() == [False, True]
    bits = pk.draws(["9h8h", "AhQd"], ["7h6h2c", "Ad7c2d"])
    assert pk.draw_names(bits) == [tuple(OPEN), (LATER,)]
    assert pk.is_draw(bits, "straight draw").tolist() == [True, False]
    assert pk.made("AhKh", "QhJh6h", game="short deck").name == "nut flush with two cards"
    assert pk.made_name(pk.made("AhKh", "QhJh6h", game="6+")) == "nut flush with two cards"
