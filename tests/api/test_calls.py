"""What people write first who know numpy, polars, pandas, eval7, treys or a notebook.

A call is a line of Python. It gives what stands beside it, or is refused with that.
"""

import duckdb
import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest

import pokerlake as pl
from pokerlake import CardError, RangeError
from pokerlake.tables.errors import UsageError

ROYAL = "AsKsQsJsTs"
HANDS = ["AsKsQsJsTs", "7c7d9hKsAc2d2h"]
NUMBERS = np.array([[51, 47, 43, 39, 35], [0, 4, 8, 12, 21], [1, 5, 9, 13, 20]])
CLASSES = [1, 7462, 7462]

NAMES = {
    "pl": pl, "np": np, "pd": pd, "polars": polars, "pa": pa, "duckdb": duckdb,
    "ROYAL": ROYAL, "HANDS": HANDS, "NUMBERS": NUMBERS,
    "HEROES": ["AhKh", "2c2d", "7s8s"], "VILLAINS": ["AsKs", "3c3d", "7c8c"],
    "BOARDS": ["QcJdTs4h5h", "AcKdTs9h5h", "5h6h9dKcKd"],
}  # fmt: skip

GIVES = [
    # one hand
    ('pl.evaluate("AsKsQsJsTs")', 1),
    ('pl.evaluate("as ks qs js 10s")', 1),
    ('pl.evaluate("As,Ks,Qs,Js,Ts").name', "royal flush"),
    ('pl.evaluate("As", "Ks", "Qs", "Js", "Ts")', 1),
    ('pl.evaluate(["As", "Ks", "Qs", "Js", "Ts"])', 1),
    ("pl.evaluate(51, 47, 43, 39, 35)", 1),
    ("pl.evaluate([51, 47, 43, 39, 35, 0, 5])", 1),
    ("pl.evaluate((51, 47, 43, 39, 35, 0))", 1),
    ("pl.evaluate(np.array([51, 47, 43, 39, 35]))", 1),
    ("pl.evaluate(NUMBERS[0].astype(np.uint8))", 1),
    ("pl.evaluate(*NUMBERS[1].tolist())", 7462),
    ('pl.evaluate("AsKs", "QsJsTs2c3d")', 1),
    ('pl.evaluate("QsJsTs", "AsKs") == pl.evaluate("AsKs", "QsJsTs")', True),
    ("isinstance(pl.evaluate(ROYAL), int)", True),
    ('f"{pl.evaluate(ROYAL)}", repr(pl.evaluate(ROYAL))', ("1", "HandClass(1, 'royal flush')")),
    ("pl.evaluate(ROYAL).category, pl.evaluate(ROYAL).category_name", (1, "straight flush")),
    ('pl.evaluate("7c7d9hKsAc2d2h").category_name', "two pair"),
    ("pl.evaluate(pl.from_treys(pl.to_treys(ROYAL)))", 1),
    ("pl.evaluate(np.array(['As', 'Ks', 'Qs', 'Js', 'Ts']))", 1),
    ("pl.evaluate(pd.Series([51, 47, 43, 39, 35]))", 1),
    ("round(pl.evaluate('7c7d9hKsAc2d2h').percentile(), 4)", 35.7444),
    # batches
    ("pl.evaluate([]).tolist()", []),
    ("pl.evaluate(polars.DataFrame([h.split() for h in ['As Ks Qs Js Ts']], orient='row'))", [1]),
    ("pl.evaluate([[51, 47, 43, 39, 35], [1, 1, 2, 3, 60]], strict=False, layout='rows')", [1, 0]),
    ("pl.evaluate(HANDS + ['xx', None], strict=False)", [1, 3205, 0, 0]),
    ("pl.evaluate(HANDS)", [1, 3205]),
    ("pl.evaluate(tuple(HANDS))", [1, 3205]),
    ("pl.evaluate(np.array(HANDS))", [1, 3205]),
    ("pl.evaluate(np.array(HANDS, object))", [1, 3205]),
    ("pl.evaluate(polars.Series(HANDS))", [1, 3205]),
    ("pl.evaluate(pd.Series(HANDS))", [1, 3205]),
    ("pl.evaluate(pd.Series(HANDS, index=[7, 9], dtype='category'))", [1, 3205]),
    ("pl.evaluate(pa.array(HANDS))", [1, 3205]),
    ("pl.evaluate(pl.Cards(HANDS[:1]))", [1]),
    ("pl.evaluate(NUMBERS)", CLASSES),
    ("pl.evaluate(NUMBERS.astype(np.uint8))", CLASSES),
    ("pl.evaluate(NUMBERS.T)", CLASSES),
    ("pl.evaluate(NUMBERS.tolist())", CLASSES),
    ("pl.evaluate(list(NUMBERS))", CLASSES),
    ("pl.evaluate(pd.DataFrame(NUMBERS))", CLASSES),
    ("pl.evaluate(polars.DataFrame(NUMBERS))", CLASSES),
    ("pl.evaluate(polars.Series(NUMBERS.tolist()))", CLASSES),
    ("pl.evaluate(pl.Cards(NUMBERS, layout='rows'))", CLASSES),
    ("pl.evaluate([h.split() for h in ['As Ks Qs Js Ts', '2c 3c 4c 5c 7d']])", [1, 7462]),
    ('pl.evaluate(["AsKs", "7h7d"], "QsJsTs")', [1, 4966]),
    ('pl.evaluate(["AsKs", "7h7d"], ["QsJsTs", "2c3c4c"]).tolist()[0]', 1),
    ("pl.evaluate(NUMBERS[:, :2], NUMBERS[:, 2:], layout='rows')", CLASSES),
    ("pl.evaluate(NUMBERS).dtype.name", "uint16"),
    ("pd.DataFrame({'cards': HANDS}).assign(c=lambda f: pl.evaluate(f.cards)).c", [1, 3205]),
    ("polars.DataFrame({'cards': HANDS}).with_columns(c=pl.evaluate(HANDS))['c']", [1, 3205]),
    ("pl.class_name([1, 7462])[0], pl.category_name(np.array([1, 4966]))[1]", ("royal flush", "one pair")),
    # cards
    ('pl.parse_cards("AsKs")', [51, 47]),
    ('pl.parse_cards(["AsKs", "2c2d", "7h6h"])', [[51, 47], [0, 1], [22, 18]]),
    ("pl.format_cards([51, 47]), pl.format_cards(0)", ("AsKs", "2c")),
    ("pl.format_cards(NUMBERS, layout='rows')[0]", "AsKsQsJsTs"),
    ("len(pl.Cards(NUMBERS.T, layout='columns')), pl.Cards(NUMBERS, layout='rows')[1].texts, str(pl.Cards('AsKs'))", (3, ["2c3c4c5c7d"], "AsKs")),
    ("list(pl.Cards(['AsKs', '2c2d']))", ["AsKs", "2c2d"]),
    ("np.asarray(pl.Cards(['AsKs', '2c2d']))", [[51, 47], [0, 1]]),
    ("pl.Cards(['AsAh', '2d2c']).hole_ids", [1325, 0]),
    ("pl.from_treys(pl.to_treys(np.arange(52))).tolist() == list(range(52))", True),
    ("pl.from_eval7(pl.to_eval7(np.arange(52))).tolist() == list(range(52))", True),
    # who wins
    ('pl.winners(["AhKh", "QsQc"], "2h7d9hTc4h").shares', [1, 0]),
    ("pl.winners([HEROES, VILLAINS], BOARDS).shares", [[0.5, 0.5], [0, 1], [0.5, 0.5]]),
    ("pl.winners(list(zip(HEROES, VILLAINS)), BOARDS).shares", [[0.5, 0.5], [0, 1], [0.5, 0.5]]),
    ("pl.winners([pd.Series(HEROES), pd.Series(VILLAINS)], pd.Series(BOARDS)).split", [True, False, True]),
    ("pl.winners([polars.Series(HEROES), VILLAINS], BOARDS).winners.sum()", 5),
    ("pl.winners([pl.parse_cards(HEROES), pl.parse_cards(VILLAINS)], pl.parse_cards(BOARDS)).shares[:, 0]", [0.5, 0, 0.5]),
    ("pl.winners(np.stack([pl.parse_cards(HEROES), pl.parse_cards(VILLAINS)]), BOARDS).shares[:, 0]", [0.5, 0, 0.5]),
    ("pl.winners(np.stack([pl.parse_cards(HEROES), pl.parse_cards(VILLAINS)], axis=1), BOARDS).shares[:, 0]", [0.5, 0, 0.5]),
    ("pl.winners(pl.deal(100, players=10, board=5, seed=1)).shares.sum()", 100),
    ("pl.winners([HEROES, VILLAINS], 'QcJdTs4d5h', layout='columns').shares.shape", (3, 2)),
    # deals
    ("pl.deal(3, 5, seed=1) == pl.deal(3, 5, seed=1)", True),
    ("pl.deal(3, 5).rows.shape, pl.deal(3, 5).columns.shape", ((3, 5), (5, 3))),
    ("pl.evaluate(pl.deal(6, 7, seed=1)).shape", (6,)),
    ("pl.deal(4, players=6, board=3, seed=1).holes[5][0].texts", ["Td7d"]),
    ("'As' in str(pl.deal(1, 50, dead='As Ks', seed=1))", False),
    # equity
    ('pl.equity("AhKh", "QsQc", board="Jh2h3d").equity.round(4)', [0.5535, 0.4465]),
    ('pl.equity(["AhKh", "QsQc"], board="Jh2h3d").equity.round(4)', [0.5535, 0.4465]),
    ('pl.equity("AhKh", "QsQc", board=["Jh", "2h", "3d"]).equity.round(4)', [0.5535, 0.4465]),
    ('pl.equity([50, 46], "QsQc", board=[38, 2, 5]).equity.round(4)', [0.5535, 0.4465]),
    ('pl.equity(np.array([50, 46]), "QsQc", board=np.array([38, 2, 5])).equity.round(4)', [0.5535, 0.4465]),
    ('pl.equity(pl.Range("AhKh"), pl.Range("QsQc").weights, board="Jh2h3d").deals', 990),
    ('pl.equity("AhKh", "QsQc").source', "combo_matchups"),
    ('pl.equity("AA", "KK").equity.round(4)', [0.8195, 0.1805]),
    ('pl.equity("AhKh", "QsQc", dead="Qh Qd").equity.round(4).sum()', 1.0),
    ('pl.equity("AhKh", "QsQc", dead=np.array("Qh")).deals', 1_533_939),
    ('pl.equity("AhKh", "QsQc", "22+", board="Jh2h3d", deals=1000, seed=1).seed', 1),
    ('pl.equity("AhKh", "QsQc", board="Jh2h3d").to_dicts()[0]["hand"]', "AhKh"),
    ('polars.DataFrame(pl.equity("AhKh", "QsQc", board="Jh2h3d"))["equity"].round(4)', [0.5535, 0.4465]),
    ('pl.equity("AhKh", "QsQc", board="Jh2h3d").to_pandas().equity.round(4)', [0.5535, 0.4465]),
    ("pl.equities(['AhKh', '7c7d'], 'QsQc', board=['Jh2h3d', 'QsQd2c']).equity.round(4)", [[0.5535, 0.4465], [np.nan, np.nan]]),
    ("pl.equities(pd.Series(HEROES), pd.Series(VILLAINS)).equity[:, 0].round(4)", [0.5, 0.1889, 0.5]),
    ("pl.equities(pl.parse_cards(HEROES), polars.Series(VILLAINS)).equity[:, 0].round(4)", [0.5, 0.1889, 0.5]),
    ("pl.equities(HEROES, pl.Range('TT+'), board='2h3s9d').equity.shape", (3, 2)),
    # frames
    ("pl.poker(polars.Series(HEROES)).hand()", ["AKs", "22", "87s"]),
    ("pl.poker(pd.Series(HEROES)).hand()", ["AKs", "22", "87s"]),
    ("polars.DataFrame({'h': HEROES}).select(pl.poker(polars.col('h')).hole_id())['h'].dtype.to_python()", int),
    ("pl.equities(['AhKh', None], 'QsQc').errors", [None, "player 1 is null"]),
    ("pl.equities('AhKh', 'QsQc', board=['Jh', '2h', '3d']).equity.round(4)", [[0.5535, 0.4465]]),
    ("pl.equities(['Ah', 'Kh'], 'QsQc', board='Jh2h3d').equity.round(4)", [[0.5535, 0.4465]]),
    ("pl.equities(np.array([[50, 46], [3, 3], [2, 1]]), 'QsQc').errors[1]", "'2s2s' has 2s twice"),
    ("pl.equity(['Ah', 'Kh'], 'QsQc', board=['Jh', '2h', '3d']).deals", 990),
    ("pl.equity('AA', 'KK:0.5,QQ').weight < pl.equity('AA', 'KK,QQ').weight", True),
    # ranges
    ("pl.Range(pd.Series({'AA': 1.0, 'KK': 0.5})) == pl.Range('AA,KK:0.5')", True),
    ("pl.Range(pd.DataFrame({'hand': ['AA'], 'weight': [0.5]})) == pl.Range('AA:0.5')", True),
    ("pl.Range(polars.DataFrame({'hand': ['AA'], 'weight': [0.5]})) == pl.Range('AA:0.5')", True),
    ('len(pl.Range("AKs")), pl.Range("AKs").combos, "AhKh" in pl.Range("AKs")', (4, 4.0, True)),
    ('str(pl.Range("KK+, AKs") | "QQ")', "QQ+,AKs"),
    ('str(pl.Range("22+") & "TT+"), str("22+" & pl.Range("TT+"))', ("TT+", "TT+")),
    ('str(pl.Range("TT+") - "AA"), str(0.5 * pl.Range("AA"))', ("KK-TT", "AA:0.5")),
    ('pl.Range("top 15%") == pl.Range.top(15), round(pl.Range.top("15%").percent, 6)', (True, 15.0)),
    ("pl.Range(np.ones(1326)).combos, pl.Range(np.eye(13)) == pl.Range('22+')", (1326.0, True)),
    ("pl.Range({'AKs': 1, 'QQ': 0.5}).hands", {"AKs": 1.0, "QQ": 0.5}),
    ("pl.Range(['AA', 'KK']) == pl.Range('KK+'), pl.Range(pl.Range('AA')) == pl.Range('AA')", (True, True)),
    ("pl.Range(pd.DataFrame(np.eye(13))) == pl.Range('22+')", True),
    ("pl.Range('KAs') == pl.Range('AKs'), pl.Range('AK', dead='As').combos", (True, 12.0)),
    ("pl.Range('AA').weights.shape, np.asarray(pl.Range('AA')).sum()", ((1326,), 6.0)),
    ("[hole for hole in pl.Range('AKs')]", ["AsKs", "AhKh", "AdKd", "AcKc"]),
    ("pl.Range('AKs')['AKs'], pl.Range('AKs')['AK'], {pl.Range('AA'), pl.Range('AA')} == {pl.Range('AA')}", (1.0, 0.25, True)),
    # strength
    ('round(pl.strength("AhQh", "3h4sJh").ehs, 4)', 0.7094),
    ('pl.strength(["AhQh", "7c7d"], "3h4sJh").hs.round(4)', [0.5851, 0.8275]),
    ('pl.strength(pd.Series(["AhQh"]), pd.Series(["3h4sJh"])).equity.round(4)', [0.7094]),
    ('pl.strength("AhQh", "3h4sJh", pot=150, bet=50)["call"]', True),
    ('round(pl.strength("AhQh", "3h4sJh", "TT+").equity, 4)', 0.4444),
    ('pl.strength(["AsAh"]).equity.round(4)', [0.852]),
    # buckets
    ('pl.buckets("AhQh"), type(pl.buckets("AhQh"))', (2, int)),
    ('pl.buckets(pd.Series(["AhQh", "7c7d"]))', [2, 98]),
    ('pl.buckets(polars.Series(["AhQh"]))', [2]),
    # the lake
    ("pl.sql(\"select class_of('AsKsQsJsTs')\").fetchall()[0]", (1,)),
    ('pl.sql("select equity from hand_equities where hand = $hand", hand="AA").fetchall()[0][0]', 0.8520371330210104),
    ('pl.query("best_flops", hand="JTs", count=1).fetchall()[0][1]', "JcJdJh"),
    ("pl.sql('select count(*) from frame', frame=pd.DataFrame({'a': [1, 2]})).fetchall()", [(2,)]),
    ("pl.sql('select count(*) from frame', frame=polars.DataFrame({'a': [1, 2]})).fetchall()", [(2,)]),
    ('pl.query("best_flops", hand="JTs", count=1).df()["board"][0]', "JcJdJh"),
    ('pl.open_lake().tables[0], "flop_strength" in pl.open_lake()', ("classes", True)),
    ('pl.Lake()["classes"].shape[0], len(pl.Lake().scan("classes").collect())', (7462, 7462)),
    ('pl.Lake().scan("hand_equities").collect().height', 169),
    # pictures
    ('pl.chart("range", "22+, AKs").svg()[:4], "<svg" in pl.Range("22+")._repr_html_()', ("<svg", True)),
    ('"<table>" in pl.equity("AhKh", "QsQc", board="Jh2h3d")._repr_html_()', True),
    ('"<svg" in pl.chart("range", board="Jh2h3d")._repr_html_()', True),
]  # fmt: skip

REFUSED = [
    ("pl.evaluate()", "no cards; give 5 to 7"),
    ('pl.evaluate("AsKsQsJsTx")', "'x' is not a suit"),
    ('pl.evaluate("AsKsQsJs")', "has 4 cards; 5 to 7 are needed"),
    ('pl.evaluate("AsKsQsJsAs")', "has As twice"),
    ("pl.evaluate([51, 47, 43, 39])", "4 cards; 5 to 7 are needed"),
    ("pl.evaluate([51, 47, 43, 39, 39])", "twice"),
    ("pl.evaluate([52, 1, 2, 3, 4])", "card 52 is not in 0..51"),
    ("pl.evaluate([-1, 1, 2, 3, 4])", "card -1 is not in 0..51"),
    ("pl.evaluate(51.0, 47.0, 43.0, 39.0, 35.0)", "whole numbers 0..51 are needed"),
    ("pl.evaluate(NUMBERS.astype(float))", "cards are float64; whole numbers 0..51 are needed"),
    ("pl.evaluate(np.zeros((5, 7), int))", 'may be rows or columns: give Cards(..., layout="rows")'),
    ("pl.evaluate(NUMBERS, layout='foo')", "layout is 'foo'"),
    ("pl.evaluate(np.where(NUMBERS == 8, 300, NUMBERS))", "at index 1: card 300 is not in 0..51"),
    ("pl.evaluate(HANDS + ['AsKsQsJsAs'])", "at index 2: 'AsKsQsJsAs' has As twice"),
    ("pl.evaluate([HANDS[0], None])", "at index 1: null"),
    ("pl.evaluate(pd.Series([HANDS[0], None]))", "at index 1: null"),
    ("pl.evaluate(polars.Series([1, 2, 3]))", "cards"),
    ("pl.evaluate(None)", "cards are None"),
    ("pl.evaluate({'a': 1})", "cards are {'a': 1}"),
    ("pl.evaluate(NUMBERS, threads=-1)", "threads is -1"),
    ("pl.class_name(7463)", "class 7463 is not in 1..7462"),
    ("pl.evaluate([268442665, 134236965, 1, 2, 3])", "from_treys converts the cards of treys"),
    ("pl.parse_cards('A♠')", "'♠' is not a suit; write s"),
    ("pl.winners([np.array([[51, 47], [1, 2]]), np.array([[30, 31], [32, 33]])], BOARDS[:2])", 'give Cards(..., layout="rows")'),
    ("pl.strength(np.array([[51, 47], [1, 2]]), '3h4sJh')", 'give Cards(..., layout="rows")'),
    ("pl.strength('AhQh', '3h4sJh', pot=10, bet=50)", "the opponent's bet included"),
    ("pl.equities('AhKh', 'QQ', lake='/nowhere')", "no lake at /nowhere"),
    ("pl.equity('AKs', 'top 10%', board=['Jh2h3d', '2c2d2h'])", "board are 2 texts, from 'Jh2h3d' on; give one"),
    ("pl.Cards(np.zeros((3, 4), int))", "may be rows or columns"),
    ("pl.Cards(['AsKs', 'Qs'])", "at index 1: 1 card; row 0 has 2 cards"),
    ("pl.parse_cards('Asx')", "'x' is not a rank"),
    ("pl.format_cards(99)", "card 99 is not in 0..51"),
    ("pl.from_treys([5])", "5 is no card of treys"),
    ("pl.to_eval7([52])", "card 52 is not in 0..51"),
    ("pl.winners(['AhKh', 'AhQc'], '2h7d9hTc4h')", "Ah twice"),
    ("pl.winners(['AhKh', 'QsQc'], '2h7d9h')", "boards of 3 cards"),
    ("pl.winners(['AhKh', 'QsQc'])", "no board; give one for each deal"),
    ("pl.winners(polars.LazyFrame({'a': ['AhKh']}))", "a lazy frame; give winners(frame.collect())"),
    ("pl.winners(['AhKh'], '2h7d9hTc4h')", "1 players; give 2 to 10"),
    ("pl.winners([['AhKh', '2c2d'], ['AsKs', '3c3d']], 'QcJdTs4h5h')", "for players or for deals"),
    ("pl.winners([HEROES, VILLAINS[:2]], BOARDS)", "rows"),
    ("pl.deal(3)", "give either"),
    ("pl.deal(-3, 5)", "deals is -3"),
    ("pl.deal(3, 2.5)", "cards is 2.5"),
    ("pl.deal(3, 5, seed=-1)", "seed is -1"),
    ("pl.deal(3, players=26, board=1)", "cannot be dealt"),
    ("pl.deal(3, players=2, board=6, game='PLO6')", "board is 6; give a whole number, 0 to 5"),
    ("pl.deal(3, players=2, game='omaha8-5')", "no game 'omaha8-5': there are: hold'em, omaha"),
    ("pl.Range(polars.Series(['AA', 'KQx']))", "'AA,KQx' at character 6"),
    ("pl.equity('AhKh')", "1 players; give 2 to 10"),
    ("pl.equity('AhKh', 'AhQc')", "cannot be dealt together"),
    ("pl.equity('AhKh', 'QQ+', board='AhKh2c3d4h5s')", "has 6 cards"),
    ("pl.equity('AhKh', 'QQ+', board='2c2c3d')", "twice"),
    ("pl.equity('AhKh', 'QQ++')", "'QQ++' at character 4"),
    ("pl.equity('AhKh', 'QQ', method='fast')", "method is 'fast'"),
    ("pl.equity('AhKh', 'QQ', deals=10, standard_error=0.1)", "give one"),
    ("pl.equities(HEROES, VILLAINS, board=BOARDS[:2])", "is 3 long and board 2"),
    ("pl.equities(HEROES)", "columns of players"),
    ("pl.Range('XX')", "character 1"),
    ("pl.Range(np.ones(1000))", "(1000,) is no range"),
    ("pl.Range(np.full(1326, 2.0))", "weight 2.0"),
    ("pl.Range({'AKs': 2})", "weight 2 of 'AKs' is not in 0..1"),
    ("pl.Range(5)", "no range"),
    ("pl.Range(None)", "no range"),
    ("pl.Range('AA') * 2", "not in 0..1"),
    ("pl.Range('AA').to('pio')", "no dialect 'pio'"),
    ("pl.Range('AA').save('range.doc')", "none of the endings"),
    ("pl.strength('AhQh', 'AhKs2c')", "both have Ah"),
    ("pl.strength('AhQh', '3h4s')", "has 2 cards; 3, 4 or 5 are needed"),
    ("pl.strength(['AhQh', 'AsKs'], ['3h4sJh', 'As2c3d'])", "As"),
    ("pl.strength('AhQh', '3h4sJh', pot=3)", "pot and bet are given together"),
    ("pl.sql('select nothing')", "nothing"),
    ("pl.sql('select 1', lake='/nowhere')", "no lake at /nowhere"),
    ("pl.query('best_flop', hand='JTs')", "did you mean 'best_flops'?"),
    ("pl.query('best_flops', hand='JT')", "did you mean 'JTs' or 'JTo'?"),
    ("pl.query('best_flops', hands='JTs')", "no parameter 'hands'"),
    ("pl.open_lake('/nowhere')", "build one there"),
    ("pl.Lake()['class']", "did you mean 'classes'"),
    ("pl.Lake().scan('flop')", "did you mean 'flops'?"),
    ("pl.chart('rang', 'AA')", "did you mean 'range'?"),
    ("pl.chart('range', 'AA', titel='x')", "titel"),
    ("pl.equity('AhKh', 'QQ', board='Jh2h3d').save('x.foo')", "no ending that names a format"),
]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def standard_lake(lake):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POKERLAKE_LAKE", str(lake))
        yield


def plain(value):
    """What compares as it is written: arrays and columns as lists."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    return value.to_list() if isinstance(value, (pd.Series, polars.Series)) else value


@pytest.mark.parametrize(("call", "wanted"), GIVES, ids=[call for call, _ in GIVES])
def test_gives(call, wanted):
    found = plain(eval(call, NAMES.copy()))
    if isinstance(wanted, list):
        np.testing.assert_array_equal(np.array(found), np.array(wanted))
    else:
        assert found == wanted


@pytest.mark.parametrize(("call", "said"), REFUSED, ids=[call for call, _ in REFUSED])
def test_refuses(call, said):
    with pytest.raises((ValueError, pl.PokerlakeError)) as refused:
        eval(call, NAMES.copy())
    assert type(refused.value).__module__.startswith(("pokerlake", "builtins"))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_there_are_many_calls():
    assert len(GIVES) + len(REFUSED) > 160


# Arguments of another kind: one line, with the value; the corpus of tests/fuzz has more of them.
ODD = [
    ("pl.deal(10**18, 7)", UsageError, "deals is 1000000000000000000; give a whole number, 0 to 1,000,000,000,000"),
    ("pl.deal(10**12, 7)", UsageError, "1,000,000,000,000 deals of 7 cards take 7,000 GB of memory; deal fewer at once"),
    ("pl.deal(1, 2, seed=2**64)", UsageError, "seed is 18446744073709551616; give a whole number, 0 to 2**64 - 1"),
    ("pl.deal(1, 2, threads=[1])", UsageError, "threads is [1]; give a whole number, 0 or more"),
    ("pl.deal(10**5000, 2)", UsageError, "deals is one int that cannot be shown; give a whole number, 0 to 1,000,000,000,000"),
    ("pl.equity('AA', 'KK', deals=1.5)", UsageError, "deals is 1.5; give a whole number, 1 to 9,223,372,036,854,775,807"),
    ("pl.equity('AA', 'KK', max_seconds=float('nan'))", UsageError, "max_seconds is nan; give a number above 0"),
    ("pl.equity('AA', 'KK', lake='x\\0y')", UsageError, "lake is 'x\\x00y'; give a path"),
    ("pl.strength('AsKs', '2h7d9h', pot='x', bet=1)", UsageError, "pot is 'x'; give a number"),
    ("pl.strength('AsKs', '2h7d9h', opponents=0)", UsageError, "opponents is 0; give a whole number, 1 to 1,000"),
    ("pl.evaluate(['AsKsQsJsTs'], strict='no')", UsageError, "strict is 'no'; give True or False"),
    ("pl.evaluate(['AsKsQsJsTs'], layout=np.ones(2))", CardError, 'layout is array([1., 1.]): give "columns" or "rows"'),
    ("pl.HandClass(7463)", CardError, "class 7463 is not in 0..7462"),
    ("pl.HandClass(0).category", CardError, "class 0 is no hand"),
    ("pl.Range('22') / 1e-320", RangeError, "weight inf of 2d2c is not in 0..1"),
    ("pl.sql(5)", UsageError, "the statement is 5; give text"),
    ("pl.connect(config=5)", UsageError, "config is 5; give a mapping of DuckDB's settings"),
    ("pl.poker([1])", UsageError, "list [1] has no cards; give a series or expression of polars, or a series or frame of pandas"),
    ("pl.parse_cards('As' + ' ' * 100 + 'x')", CardError, f"'…{' ' * 30}x' at character 103: 'x' is not a rank; ranks are 23456789TJQKA"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "said"), ODD, ids=[call for call, *_ in ODD])
def test_arguments_of_another_kind(call, kind, said):
    with pytest.raises(kind) as raised:
        eval(call)
    assert str(raised.value) == said
