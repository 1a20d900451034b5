"""What a call is given in another's words: other keywords, and cards in other parts."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from pokerlake.queries.connection import connect

KEYWORDS = [
    (pk.equity, ("AhKh", "QsQc"), "samples", "no argument 'samples'; here it is deals="),
    (pk.equity, ("AhKh", "QsQc"), "n", "equity() has no argument 'n'; here it is deals="),
    (pk.equity, ("AhKh", "QsQc"), "exact", 'here it is method="exact" or method="monte carlo"'),
    (pk.equity, ("AhKh", "QsQc"), "flop", "here it is board="),
    (pk.equities, (["AhKh"], ["QsQc"]), "boards", "here it is board="),
    (pk.equities, (["AhKh"], ["QsQc"]), "dead_cards", "here it is dead="),
    (pk.evaluate, ("AsKsQsJsTs",), "variant", "here it is game="),
    (pk.evaluate, ("AsKsQsJsTs",), "n_jobs", "here it is threads="),
    (pk.winners, ("AhKh", "QsQc"), "flop", "here it is board="),
    (pk.deal, (3,), "n_players", "here it is players="),
    (pk.deal, (3,), "random_state", "here it is seed="),
    (pk.strength, ("AhQh", "3h4sJh"), "range", "here it is villain="),
    (pk.strength, ("AhQh", "3h4sJh"), "n_opponents", "here it is opponents="),
    (pk.strength, ("AhQh", "3h4sJh"), "opponent", "here it is villain="),
    (pk.buckets, ("AhQh",), "layuot", "buckets() has no argument 'layuot'; here it is layout="),
    (pk.push_fold, (10,), "sb", "here it is small_blind="),
    (pk.push_fold, (10,), "big_blind", "it has stack, stacks, players, small_blind, ante, bb_ante"),
    (pk.push_fold, (), "effective_stack", "here it is stack="),
    (pk.equity, (), "hero", "no argument 'hero'; players are given first, without a name"),
    (pk.equity, ("AhKh",), "opponents", "'random' is one of any hand"),
    (pk.equities, (), "hero", "players are given first, without a name"),
    (pk.stats, (), "hero", "here it is player="),
    (pk.stats, (), "group_by", "here it is by="),
    (pk.stats, (), "min_hands", "here it is least="),
    (pk.bubble_factors, ([8, 12], [1]), "n", "it has stacks, prizes"),
    (pk.solve, ("AA", "KK", "2c3c4c5c6d"), "epsilon", "here it is to="),
    (pk.push_fold, (10,), "antes", "push_fold() has no argument 'antes'; here it is ante="),
    (pk.push_fold, (10,), "rake", "it has stack, stacks, players, small_blind"),  # and no lake=
    (pk.Range, ("AA",), "ranking", "Range() has no argument 'ranking'; here it is by="),
    (pk.Range.top, (15,), "n_players", "Range.top() has no argument 'n_players'; here it is pl"),
    (pk.OmahaRange, ("AAxx",), "variant", "OmahaRange() has no argument 'variant'; here it is g"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "given", "keyword", "says"), KEYWORDS)
def test_keywords_of_others_are_told_as_here(call, given, keyword, says):
    with pytest.raises(TypeError) as told:
        call(*given, **{keyword: 2})
    assert says in str(told.value)
    assert "\n" not in str(told.value)


TOO_MANY = [
    (pk.outs, ("AhKh", "Jh2h3d", "QQ"), "outs() takes 2 arguments by their place, hole and board, "
     "and 3 are given; the others are named: villain=, dead=, game=, lake="),
    (pk.draw_duel, ("7c7d9hKsAc", "QsQhTd5c2d"), "draw_duel() takes 1 argument by its place, "
     "hands, and 2 are given; the others are named: dead=, game="),
    (pk.shown, ("Pluribus",), "shown() takes no arguments by their place, and 1 is given; the "
     "others are named: where=, player="),
    (pk.solve, ("AA", "KK", "2c3c4c5c6d", 100, 100), "oop, ip and board, and 5 are given; the "
     "others are named: pot=, stack=, preflop=, stacks=, blinds=, ante=, straddle=, players=, ..."),
    (pk.bubble_factors, ([8, 12], [1], 2), "stacks and prizes, and 3 are given"),
    (pk.push_fold, (10, 2), "push_fold() takes 1 argument by its place, stack"),
    (pk.Range, ("98s+", "piosolver"), "Range() takes 1 argument by its place, given, and 2 are"),
    (pk.OmahaRange, ("AAxx", "omaha"), "OmahaRange() takes 1 argument by its place, given, and"),
    (pk.query, ("best_flops", "JTs"), "query() takes 1 argument by its place, name, and 2 are "
      "given; the others are named: lake=, name=value"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "given", "says"), TOO_MANY)
def test_too_many_by_their_place(call, given, says):
    with pytest.raises(TypeError) as told:
        call(*given)
    assert says in str(told.value)


def test_errors_within_a_call_are_as_they_are():
    with pytest.raises(
        TypeError, match=r"^bubble_factors\(\): missing a required argument: 'prizes'"
    ):
        pk.bubble_factors([8, 12])
    with pytest.raises(pk.CardError, match="2 cards"):
        pk.evaluate("AsKs")


# ---------------------------------------------------------------- holes and boards in two parts

HOLES, BOARDS = ["AsKs", "7c7d"], ["QsJsTs", "7h2c2d"]
CLASSES = [1, pk.evaluate("7c7d7h2c2d")]


def of_texts(texts):
    return {str(n): [text[n : n + 2] for text in texts] for n in range(0, len(texts[0]), 2)}


def of_numbers(texts):
    return pk.Cards(texts).rows.astype(np.int64)


PARTS = [
    (HOLES, BOARDS),
    (pk.Cards(HOLES), pk.Cards(BOARDS)),
    (pk.Cards(HOLES), BOARDS),
    (pl.Series(HOLES), pd.Series(BOARDS)),
    (pl.DataFrame(of_texts(HOLES)), pl.DataFrame(of_texts(BOARDS))),
    (pd.DataFrame(of_texts(HOLES)), pd.DataFrame(of_texts(BOARDS))),
    (pd.DataFrame(of_numbers(HOLES)), pd.DataFrame(of_numbers(BOARDS))),
    (pl.DataFrame(of_numbers(HOLES)), pk.Cards(BOARDS)),
]


@pytest.mark.parametrize("parts", PARTS)
def test_parts_in_any_form(parts):
    assert pk.evaluate(*parts).tolist() == CLASSES
    assert pk.evaluate(parts[0], board=parts[1]).tolist() == CLASSES


def test_what_was_dealt_is_evaluated_and_compared(at_home):
    dealt = pk.deal(50, players=3, board=4, seed=7)
    one_by_one = [
        pk.evaluate(hole, board)
        for hole, board in zip(dealt.holes[1].texts, dealt.board.texts, strict=True)
    ]
    assert pk.evaluate(dealt.holes[1], dealt.board).tolist() == one_by_one
    assert pk.equities(dealt) == pk.equities(*dealt.holes, board=dealt.board)
    with pytest.raises(pk.CardError, match="hands of 3 players are several columns; give those of"):
        pk.evaluate(dealt.holes, dealt.board)


def test_what_was_dealt_says_its_game(at_home):
    dealt = pk.deal(20, players=2, board=3, seed=7, game="short deck")
    named = pk.equities(*dealt.holes, board=dealt.board, game="short deck")
    assert pk.equities(dealt) == named
    assert not np.isnan(named.equity).any()


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (("AsK", "sQsJsTs"), "'AsK' at character 3: 'K' has no suit"),
        (("As10", "hKsQsJs"), "'As10' at character 3: '10' has no suit"),
        (("AsKs", "QsJs"), "4 cards in a hand; 5 to 7 are needed"),
        (("AsAs", "QsJsTs"), "'AsAs' has As twice"),
        (("AsKs", "AsJsTs"), "As twice"),
    ],
)
def test_two_texts_are_two_parts(parts, says):
    with pytest.raises(pk.CardError) as told:
        pk.evaluate(*parts)
    assert says in str(told.value)


@pytest.mark.parametrize("parts", [("As", "KsQsJsTs"), ("A♠K♠", "QsJsTs"), ("10sKs", "AsQsJs")])
def test_two_texts_are_one_hand(parts):
    assert pk.evaluate(*parts) == 1


# ---------------------------------------------------------------- lists


def test_tables_and_queries_list(lake):
    there = pk.tables(lake)
    assert {"classes", "hand_equities"} <= set(there["name"])
    assert pk.tables(pk.open_lake(lake)) == there
    assert {"best_flops", "class_of_hand"} <= set(pk.queries()["query"])
    from pokerlake.tables.registry import TABLES

    assert "classes" in TABLES  # it is the module as well


def test_a_list_of_stacks_says_how_it_was_read(at_home):
    assert "stacks=[10, 12, 14]" in repr(pk.push_fold([10, 12, 14]))
    assert "stacks=" not in repr(pk.push_fold(np.array([10, 12, 14])))


@pytest.mark.parametrize(
    "empty", [pk.Range("AA") & pk.Range("KK"), pk.Range("22+") - pk.Range("22+"), pk.Range("")]
)
def test_an_empty_range_shows_itself_as_text(empty):
    assert empty._repr_html_() is None
    assert "''" in repr(empty)


# ---------------------------------------------------------------- messages


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda lake: pk.open_lake("nolake"), "or name another with lake= or $POKERLAKE_LAKE"),
        (lambda lake: pk.equity("AA", "KK", method="exact", deals=5), 'method="exact" counts, and'),
        (lambda lake: pk.equity("AA", "KK", deals=5, standard_error=0.1),
         "standard_error= and dea"),
        (lambda lake: pk.equity("AA", "KK", max_seconds=1e10), "max_seconds=1e+10; give a number"),
        (lambda lake: pk.queries().save("x.foo"), "x.foo has no ending that names a format; give"),
        (lambda lake: pk.sql("drop table classes", lake=lake), "makes one of your own"),
        (lambda lake: pk.query("best_flops", lake=lake), "query best_flops needs hand: one of"),
    ],
)  # fmt: skip
def test_python_speaks_of_no_options(call, says, lake):
    with pytest.raises(pk.PokerlakeError) as told:
        call(lake)
    outside_commands = str(told.value).split("'")[::2]
    assert says in str(told.value)
    assert not any("--" in part for part in outside_commands)
    assert not set("\ufdd0\ufdd1\ufdd2") & set(str(told.value))


# ---------------------------------------------------------------- signs of suits


@pytest.fixture(params=["", "\ufe0e", "\ufe0f"], ids=["plain", "text", "picture"])
def signed(request):
    """Puts signs in place of the letters of a text."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    return lambda text: text.translate(
        str.maketrans({letter: sign + request.param for letter, sign in signs.items()})
    )


def test_python(signed):
    assert pk.parse_cards(signed("As10hKd2c")).tolist() == pk.parse_cards("As10hKd2c").tolist()
    hands = ["AsKsQsJsTs", "7c5d4h3s2c"] * 20
    given = [signed(hand) for hand in hands]
    wanted = np.asarray(pk.evaluate(hands))
    for column in (given, np.array(given), pa.array(given), pa.array(given, pa.large_string())):
        assert (np.asarray(pk.evaluate(column)) == wanted).all()
    found = pk.equity(signed("AhKh"), signed("QsQc"), board=signed("Jh2h3d"), dead=signed("7c"))
    assert (
        found.equity.tolist()
        == pk.equity("AhKh", "QsQc", board="Jh2h3d", dead="7c").equity.tolist()
    )
    many = pk.equities([signed("AhKh")] * 3, [signed("QsQc")] * 3, board=[signed("Jh2h3d")] * 3)
    assert (
        many.equity.tolist()
        == pk.equities(["AhKh"] * 3, ["QsQc"] * 3, board=["Jh2h3d"] * 3).equity.tolist()
    )
    found = pk.strength(signed("AhQh"), signed("3h4sJh")).to_arrow()
    assert found["ehs"].to_pylist() == pk.strength("AhQh", "3h4sJh").to_arrow()["ehs"].to_pylist()


def test_ranges(signed):
    assert pk.Range(signed("AhKh,QsQc:0.5,TT+")) == pk.Range("AhKh,QsQc:0.5,TT+")
    holes = pk.OmahaRange(signed("AsAhKsKh,QcQdJcTd"))
    assert holes == pk.OmahaRange("AsAhKsKh,QcQdJcTd")


def test_sql(signed, lake):
    with connect(lake) as connection:
        for call in (
            "class_of('{}')", "class_of('{}', '{}')", "cards('{}')", "equity('{}', '{}')",
            "board_id('{}')",
        ):  # fmt: skip
            texts = ["3h4sJhKd2c", "AhQh"]
            if call.startswith("equity"):
                texts = ["AhKh", "QsQc"]
            if call.startswith("board_id"):
                texts = ["3h4sJh"]
            wanted = connection.sql(f"select {call.format(*texts)}").fetchall()
            found = connection.sql(f"select {call.format(*map(signed, texts))}").fetchall()
            assert found == wanted


def test_a_sign_behind_two_ranks_is_no_kind():
    """``AK♠`` is not ``AKs``, which is suited in any suit."""
    for text in ("AK♠", "AK♥", "A♠K"):
        with pytest.raises(pk.RangeError):
            pk.Range(text)
