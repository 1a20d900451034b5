"""What people write first who know numpy, polars, pandas, eval7, treys or a notebook.

A call is a line of Python. It gives what stands beside it, or is refused with that.
"""

import pickle

import duckdb
import numpy as np
import pandas as pd
import pokerkit
import polars as pl
import pyarrow as pa
import pytest

import pokerlake as pk
from pokerlake import CardError, RangeError
from pokerlake.tables.errors import UsageError

ROYAL = "AsKsQsJsTs"
HANDS = ["AsKsQsJsTs", "7c7d9hKsAc2d2h"]
NUMBERS = np.array([[51, 47, 43, 39, 35], [0, 4, 8, 12, 21], [1, 5, 9, 13, 20]])
CLASSES = [1, 7462, 7462]
BADUGIS = ["As2d3c4h", "KsKcKdKh"]
BADUGI_NUMBERS = np.array([[51, 1, 6, 8], [47, 44, 45, 46]])
DEALT = pk.deal(2000, players=3, board=5, seed=1, game="short deck")

NAMES = {
    "pk": pk, "np": np, "pd": pd, "pl": pl, "pa": pa, "duckdb": duckdb,
    "pickle": pickle, "DEALT": DEALT, "BADUGIS": BADUGIS, "BADUGI_NUMBERS": BADUGI_NUMBERS,
    "HOLES": ["As2sAhKh", "KdKc2c3c", "AsKsAhKh"], "ON": ["3s4d5hQcQd", "4s5s6s", "QsJsTs2h2c"],
    "ROYAL": ROYAL, "HANDS": HANDS, "NUMBERS": NUMBERS,
    "HEROES": ["AhKh", "2c2d", "7s8s"], "VILLAINS": ["AsKs", "3c3d", "7c8c"],
    "BOARDS": ["QcJdTs4h5h", "AcKdTs9h5h", "5h6h9dKcKd"],
}  # fmt: skip

GIVES = [
    # one hand
    ('pk.evaluate("AsKsQsJsTs")', 1),
    ('pk.evaluate("as ks qs js 10s")', 1),
    ('pk.evaluate("As,Ks,Qs,Js,Ts").name', "royal flush"),
    ('pk.evaluate("As", "Ks", "Qs", "Js", "Ts")', 1),
    ('pk.evaluate(["As", "Ks", "Qs", "Js", "Ts"])', 1),
    ("pk.evaluate(51, 47, 43, 39, 35)", 1),
    ("pk.evaluate([51, 47, 43, 39, 35, 0, 5])", 1),
    ("pk.evaluate(np.array([51, 47, 43, 39, 35]))", 1),
    ("pk.evaluate(NUMBERS[0].astype(np.uint8))", 1),
    ("pk.evaluate(*NUMBERS[1].tolist())", 7462),
    ('pk.evaluate("AsKs", "QsJsTs2c3d")', 1),
    ('pk.evaluate("QsJsTs", "AsKs") == pk.evaluate("AsKs", "QsJsTs")', True),
    ('f"{pk.evaluate(ROYAL)}", repr(pk.evaluate(ROYAL))', ("1", "HandClass(1, 'royal flush')")),
    ("pk.evaluate(ROYAL).category, pk.evaluate(ROYAL).category_name", (1, "straight flush")),
    ('pk.evaluate("7c7d9hKsAc2d2h").category_name', "two pair"),
    ("pk.evaluate(pk.from_treys(pk.to_treys(ROYAL)))", 1),
    ("round(pk.evaluate('7c7d9hKsAc2d2h').percentile(), 4)", 35.7444),
    # batches
    ("pk.evaluate([]).tolist()", []),
    ("pk.evaluate(pl.DataFrame([h.split() for h in ['As Ks Qs Js Ts']], orient='row'))", [1]),
    ("pk.evaluate([[51, 47, 43, 39, 35], [1, 1, 2, 3, 60]], strict=False, layout='rows')", [1, 0]),
    ("pk.evaluate(HANDS + ['xx', None], strict=False)", [1, 3205, 0, 0]),
    ("pk.evaluate(['AsKs', '2c2d'], 'QsJsTs2c', strict=False)", [1, 0]),
    ("pk.evaluate(['AsKs', 'zz', None, '2c'], board='QsJsTs', strict=False)", [1, 0, 0, 0]),
    ("pk.evaluate('AsKs', ['QsJsTs2c', 'AsJsTs2c'], strict=False)", [1, 0]),
    ("pk.evaluate(pl.Series(['AsKs', '2c2d', '3c3d']), pd.Series(['QsJsTs', '2h3h4h5c', None]), strict=False)", [1, 2465, 0]),
    ("pk.evaluate(np.array([[51, 47], [0, 0], [1, 60]]), 'QsJsTs', strict=False, layout='rows')", [1, 0, 0]),
    ("pk.evaluate(['7c5d', 'zz'], '4h3s2c', order='2-7', strict=False)", [1, 0]),
    ("pk.evaluate(['AsKs', '2c2d'], 'QsJsTs9c', game='short deck', strict=False)", [1, 0]),
    ("pk.evaluate(['AhQh'] * 3, ['3h4sJh', 'Kd9s2c3c', 'Kd9s2c3c4d'])", [6383, 6207, 6206]),
    ("pk.evaluate(['AhQh', 'As'], ['3h4sJh', 'Kd9s2c3c'], strict=False)", [6383, 0]),
    ("pk.evaluate(pl.Series([[51, 47], [1, 2]]), board=pl.Series([[43, 39, 35], [3, 4, 5, 6]]))", [1, 310]),
    ("pk.evaluate(['AhQh', '7c7d'], ['9h8sJh', 'Kd9sTcJc'], order='short deck')", [1323, 1199]),
    ("pk.evaluate(HANDS)", [1, 3205]),
    ("pk.evaluate(np.array(HANDS, object))", [1, 3205]),
    ("pk.evaluate(pd.Series(HANDS, index=[7, 9], dtype='category'))", [1, 3205]),
    ("pk.evaluate(pk.Cards(HANDS[:1]))", [1]),
    ("pk.category_name(pk.evaluate('7c5d4h3s2c', order='2-7'))", "no pair"),
    ("pk.class_name([pk.evaluate('Ac2d3h4s5c', order='A-5')])", ["no pair, five-four-three-deuce-ace"]),
    ("pk.evaluate([], []).shape, pk.evaluate([], '2c3c4c').shape", ((0,), (0,))),
    ("pk.evaluate(NUMBERS)", CLASSES),
    ("pk.evaluate(NUMBERS.T)", CLASSES),
    ("pk.evaluate(pd.DataFrame(NUMBERS))", CLASSES),
    ("pk.evaluate(pk.Cards(NUMBERS, layout='rows'))", CLASSES),
    ("pk.evaluate([h.split() for h in ['As Ks Qs Js Ts', '2c 3c 4c 5c 7d']])", [1, 7462]),
    ('pk.evaluate(["AsKs", "7h7d"], "QsJsTs")', [1, 4966]),
    ('pk.evaluate(["AsKs", "7h7d"], ["QsJsTs", "2c3c4c"]).tolist()[0]', 1),
    ("pk.evaluate(NUMBERS[:, :2], NUMBERS[:, 2:], layout='rows')", CLASSES),
    ("pd.DataFrame({'cards': HANDS}).assign(c=lambda f: pk.evaluate(f.cards)).c", [1, 3205]),
    ("pk.class_name([1, 7462])[0], pk.category_name(np.array([1, 4966]))[1]", ("royal flush", "one pair")),
    # which five play
    ('pk.best_five("AhKh", "QhJhTh2c3d")', "AhKhQhJhTh"),
    ('pk.best_five("AhKhQhJhTh2c3d"), pk.best_five("Ah", "Kh", "Qh", "Jh", "Th")', ("AhKhQhJhTh",) * 2),
    ("pk.best_five(HANDS)", ["AsKsQsJsTs", "7c7d2d2hAc"]),
    ("pk.best_five(pl.Series(['AsKs', '3c3d']), board='QsJsTs2h2s')", ["AsKsQsJsTs", "3c3d2h2sQs"]),
    ("pk.best_five([51, 47, 43, 39, 35, 0, 5]), pk.best_five(*NUMBERS[0])", [[51, 47, 43, 39, 35]] * 2),
    ("pk.best_five(NUMBERS).shape, pk.best_five(NUMBERS.T).shape", ((3, 5), (5, 3))),
    ("pk.best_five(pk.Cards(['AsKs', '2c2d']), pk.Cards(['QsJsTs', '2h3h4h']))", ["AsKsQsJsTs", "2c2d2h4h3h"]),
    ("pk.best_five('As2d3c4h5s6d7d', order='8'), pk.best_five('AsKdQcJhTs', order='8')", ("5s4h3c2dAs", None)),
    ("pk.best_five(['AsKdQcJhTs', '8c7d4h3s2c'], order='8')", [None, "8c7d4h3s2c"]),
    ("tuple(pk.best_five('As2sKhKd', '3c4d8h9c9d', game='omaha hi-lo'))", ("KhKd9c9d8h", "8h4d3c2sAs")),
    ("pk.best_five('AhKh', '9h8h7h6h', game='short deck')", "9h8h7h6hAh"),
    # cards
    ('pk.parse_cards("AsKs")', [51, 47]),
    ('pk.parse_cards(["AsKs", "2c2d", "7h6h"])', [[51, 47], [0, 1], [22, 18]]),
    ("pk.format_cards([51, 47]), pk.format_cards(0)", ("AsKs", "2c")),
    ("pk.format_cards(NUMBERS, layout='rows')[0]", "AsKsQsJsTs"),
    ("len(pk.Cards(NUMBERS.T, layout='columns')), pk.Cards(NUMBERS, layout='rows')[1].texts, str(pk.Cards('AsKs'))", (3, ["2c3c4c5c7d"], "AsKs")),
    ("np.asarray(pk.Cards(['AsKs', '2c2d']))", [[51, 47], [0, 1]]),
    ("pk.Cards(['AsAh', '2d2c']).hole_ids", [1325, 0]),
    ("pk.from_treys(pk.to_treys(np.arange(52))).tolist() == list(range(52))", True),
    ("pk.from_eval7(pk.to_eval7(np.arange(52))).tolist() == list(range(52))", True),
    # who wins
    ('pk.winners(["AhKh", "QsQc"], "2h7d9hTc4h").shares', [1, 0]),
    ("pk.winners([HEROES, VILLAINS], BOARDS).shares", [[0.5, 0.5], [0, 1], [0.5, 0.5]]),
    ("pk.winners([pd.Series(HEROES), pd.Series(VILLAINS)], pd.Series(BOARDS)).split", [True, False, True]),
    ("pk.winners([pk.parse_cards(HEROES), pk.parse_cards(VILLAINS)], pk.parse_cards(BOARDS)).shares[:, 0]", [0.5, 0, 0.5]),
    ("pk.winners(np.stack([pk.parse_cards(HEROES), pk.parse_cards(VILLAINS)]), BOARDS).shares[:, 0]", [0.5, 0, 0.5]),
    ("pk.winners(np.stack([pk.parse_cards(HEROES), pk.parse_cards(VILLAINS)], axis=1), BOARDS).shares[:, 0]", [0.5, 0, 0.5]),
    ("pk.winners(pk.deal(100, players=10, board=5, seed=1)).shares.sum()", 100),
    ("pk.winners([HEROES, VILLAINS], 'QcJdTs4d5h', layout='columns').shares.shape", (3, 2)),
    # deals
    ("pk.deal(3, 5, seed=1) == pk.deal(3, 5, seed=1)", True),
    ("pk.deal(3, 5).rows.shape, pk.deal(3, 5).columns.shape", ((3, 5), (5, 3))),
    ("pk.evaluate(pk.deal(6, 7, seed=1)).shape", (6,)),
    ("pk.deal(4, players=6, board=3, seed=1).holes[5][0].texts", ["Td7d"]),
    ("'As' in str(pk.deal(1, 50, dead='As Ks', seed=1))", False),
    # equity
    ('pk.equity("AhKh", "QsQc", board="Jh2h3d").equity.round(4)', [0.5535, 0.4465]),
    ('pk.equity([50, 46], "QsQc", board=[38, 2, 5]).equity.round(4)', [0.5535, 0.4465]),
    ('pk.equity(np.array([50, 46]), "QsQc", board=np.array([38, 2, 5])).equity.round(4)', [0.5535, 0.4465]),
    ('pk.equity(pk.Range("AhKh"), pk.Range("QsQc").weights, board="Jh2h3d").deals', 990),
    ('pk.equity("AA", "KK").equity.round(4)', [0.8195, 0.1805]),
    ('pk.equity("AhKh", "QsQc", dead="Qh Qd").equity.round(4).sum()', 1.0),
    ('pk.equity("AhKh", "QsQc", dead=np.array("Qh")).deals', 1_533_939),
    ('pk.equity("AhKh", "QsQc", "22+", board="Jh2h3d", deals=1000, seed=1).seed', 1),
    ('pk.equity("AhKh", "QsQc", "22+", board="Jh2h3d", deals=1e3, seed=np.float64(1)).deals', 1000),
    ('pl.DataFrame(pk.equity("AhKh", "QsQc", board="Jh2h3d"))["equity"].round(4)', [0.5535, 0.4465]),
    ("pk.equities(['AhKh', '7c7d'], 'QsQc', board=['Jh2h3d', 'QsQd2c']).equity.round(4)", [[0.5535, 0.4465], [np.nan, np.nan]]),
    ("pk.equities(pd.Series(HEROES), pd.Series(VILLAINS)).equity[:, 0].round(4)", [0.5, 0.1889, 0.5]),
    ("pk.equities(pk.parse_cards(HEROES), pl.Series(VILLAINS)).equity[:, 0].round(4)", [0.5, 0.1889, 0.5]),
    ("pk.equities(HEROES, pk.Range('TT+'), board='2h3s9d').equity.shape", (3, 2)),
    # frames
    ("pk.poker(pl.Series(HEROES)).hand()", ["AKs", "22", "87s"]),
    ("pl.DataFrame({'h': HEROES}).select(pk.poker(pl.col('h')).hole_id())['h'].dtype.to_python()", int),
    ("pk.equities('AhKh', 'QsQc', board=['Jh', '2h', '3d']).equity.round(4)", [[0.5535, 0.4465]]),
    ("pk.equities(['Ah', 'Kh'], 'QsQc', board='Jh2h3d').equity.round(4)", [[0.5535, 0.4465]]),
    ("pk.equities(np.array([[50, 46], [3, 3], [2, 1]]), 'QsQc').errors[1]", "'2s2s' has 2s twice"),
    ("pk.equity(['Ah', 'Kh'], 'QsQc', board=['Jh', '2h', '3d']).deals", 990),
    ("pk.equity('AA', 'KK:0.5,QQ').weight < pk.equity('AA', 'KK,QQ').weight", True),
    # ranges
    ("pk.Range(pd.Series({'AA': 1.0, 'KK': 0.5})) == pk.Range('AA,KK:0.5')", True),
    ("pk.Range(pl.DataFrame({'hand': ['AA'], 'weight': [0.5]})) == pk.Range('AA:0.5')", True),
    ("pk.Range(pl.DataFrame({'hole_id': [1322, 1271], 'hole': ['AsKs', 'AhKh'], 'hand': ['AKs'] * 2, 'range_weight': [0.5, 1.0]}))", pk.Range("AhKh,AsKs:0.5")),
    ("pk.Range(pd.DataFrame({'Hole': ['AsKs', 'AhKh'], 'hand': ['AKs'] * 2, 'weight': [0.5, 1.0]}))", pk.Range("AhKh,AsKs:0.5")),
    ("pk.Range(pd.DataFrame({'hole_id': [1322, 1271]}))", pk.Range("AhKh,AsKs")),
    ("pk.Range(pl.DataFrame({'hand': ['AA', 'KK'], 'note': ['a', 'b'], 'new': [True, False]}))", pk.Range("AA,KK")),
    ("pk.OmahaRange(pd.DataFrame({'hole': ['AsKsAhKh'], 'weight': [0.5]})).combos", 0.5),
    ('len(pk.Range("AKs")), pk.Range("AKs").combos, "AhKh" in pk.Range("AKs")', (4, 4.0, True)),
    ('str(pk.Range("KK+, AKs") | "QQ")', "QQ+,AKs"),
    ('str(pk.Range("22+") & "TT+"), str("22+" & pk.Range("TT+"))', ("TT+", "TT+")),
    ('str(pk.Range("TT+") - "AA"), str(0.5 * pk.Range("AA"))', ("KK-TT", "AA:0.5")),
    ('pk.Range("top 15%") == pk.Range.top(15), round(pk.Range.top("15%").percent, 6)', (True, 15.0)),
    ("pk.Range(np.ones(1326)).combos, pk.Range(np.eye(13)) == pk.Range('22+')", (1326.0, True)),
    ("pk.Range({'AKs': 1, 'QQ': 0.5}).hands", {"AKs": 1.0, "QQ": 0.5}),
    ("pk.Range(['AA', 'KK']) == pk.Range('KK+'), pk.Range(pk.Range('AA')) == pk.Range('AA')", (True, True)),
    ("pk.Range('KAs') == pk.Range('AKs'), pk.Range('AK', dead='As').combos", (True, 12.0)),
    ("pk.Range('AA').weights.shape, np.asarray(pk.Range('AA')).sum()", ((1326,), 6.0)),
    ("np.asarray(pk.Range('AA'), np.float32).dtype.name, np.array([pk.Range('AA')] * 2).shape", ("float32", (2, 1326))),
    ("pd.Series(pk.Range('AKs:0.5')).tolist()", ["AsKs", "AhKh", "AdKd", "AcKc"]),
    ("pk.Range('AKs:0.5').to_pandas().columns.tolist(), pk.Range('AKs:0.5').to_polars()['range_weight'].sum()", (["hole_id", "hole", "hand", "range_weight"], 2.0)),
    ("pk.Range('15%', players=6) == pk.Range.top(15, by='income 6') == pk.Range.top(15, players=6)", True),
    ("[hole for hole in pk.Range('AKs')]", ["AsKs", "AhKh", "AdKd", "AcKc"]),
    ("pk.Range('AKs')['AKs'], pk.Range('AKs')['AK'], {pk.Range('AA'), pk.Range('AA')} == {pk.Range('AA')}", (1.0, 0.25, True)),
    # one of a thing
    ("str(pk.strength(['AhQh'], '3h4sJh')).splitlines()[-1]", "1 hole"),
    ("str(pk.deal(1, players=2, seed=1)).splitlines()[-1]", "1 deal, seed 1"),
    ("str(pk.equity('AhKh', 'QsQc', board='Jh2h3d4c5c')).splitlines()[-1].split(',')[0]", "Jh2h3d4c5c: 1 deal"),
    ("str(pk.equity('AA', 'KK', deals=1, seed=1)).splitlines()[-1].split(',')[0]", "monte carlo: 1 deal"),
    # sql
    ("pk.sql(\"select equity('AhKh', $r) as e\", r=pk.Range('QQ+,AKs:0.25')).fetchall()[0][0] == pk.equity('AhKh', 'QQ+,AKs:0.25').equity[0]", True),
    ("pk.sql(\"select in_omaha_range('AsAhKsKh', $r)\", r=pk.OmahaRange('AAxx')).fetchall()", [(True,)]),
    ("pk.sql('select board from d', d=pk.query('best_flops', hand='JTs', count=1)).fetchall()", [("JcJdJh",), ("4c5d6h",)]),
    ("pk.sql('from d', d=pk.sql('select 7 as a')).fetchall()", [(7,)]),
    ("pk.sql('from d', d=duckdb.sql('select 7 as a')).fetchall()", [(7,)]),
    # strength
    ('round(pk.strength("AhQh", "3h4sJh").ehs, 4)', 0.7094),
    ('pk.strength(["AhQh", "7c7d"], "3h4sJh").hs.round(4)', [0.5851, 0.8275]),
    ('pk.strength("AhQh", "3h4sJh", pot=150, bet=50)["call"]', True),
    ('round(pk.strength("AhQh", "3h4sJh", "TT+").equity, 4)', 0.4444),
    ('pk.strength(["AsAh"]).equity.round(4)', [0.852]),
    # buckets
    ('pk.buckets("AhQh"), type(pk.buckets("AhQh"))', (2, int)),
    ('pk.buckets(pd.Series(["AhQh", "7c7d"]))', [2, 98]),
    # the lake
    ("pk.sql(\"select class_of('AsKsQsJsTs')\").fetchall()[0]", (1,)),
    ('pk.sql("select equity from hand_equities where hand = $hand", hand="AA").fetchall()[0][0]', 0.8520371330210104),
    ('pk.query("best_flops", hand="JTs", count=1).fetchall()[0][1]', "JcJdJh"),
    ("pk.sql('select count(*) from frame', frame=pd.DataFrame({'a': [1, 2]})).fetchall()", [(2,)]),
    ("pl.DataFrame(pk.Range('AA, KK:0.5')).filter(pl.col('hand') == 'KK')['range_weight'].sum()", 3.0),
    ("pk.Range(pl.DataFrame(pk.Range('QQ+:0.5, AK'))) == pk.Range('QQ+:0.5, AK')", True),
    ("pk.Range(pk.Range('QQ+').to_arrow().to_pandas()) == pk.Range('QQ+')", True),
    ("pl.DataFrame(pk.OmahaRange('AAKK$ds')).columns", ["hole", "ranks", "suits", "range_weight"]),
    ("dict(pk.Range('AsAh, KsKh:0.5'))", {"AsAh": 1.0, "KsKh": 0.5}),
    ("pk.sql('select $hand', hand=pk.Range('AA')).fetchall()", [("AA",)]),
    ("pk.query('category_odds', cards=7.0).fetchall() == pk.query('category_odds', cards=7).fetchall()", True),
    ("[len(pk.query('flop_ranking', flop=flop)) for flop in (['Ah', 'Kd', '2c'], [50, 45, 0], pk.Cards('AhKd2c'))]", [1176] * 3),
    ("pk.sql('select $hands', hands=pl.Series(['AA', 'KK'])).fetchall()", [(["AA", "KK"],)]),
    ("pk.sql('select $hands', hands=pd.Series(['AA', 'KK'])).fetchall()", [(["AA", "KK"],)]),
    ("pl.DataFrame({'hole': pk.Cards(['AsKs', '2c2d'])})['hole'].to_list()", ["AsKs", "2c2d"]),
    ("pl.Series(pk.Cards('AsKs')).to_list()", ["AsKs"]),
    ('pk.open_lake().tables[0], "flop_strength" in pk.open_lake()', ("classes", True)),
    ('pk.Lake()["classes"].shape[0], len(pk.Lake().scan("classes").collect())', (7462, 7462)),
    ('pk.Lake().scan("hand_equities").collect().height', 169),
    # pictures
    ('pk.chart("range", "22+, AKs").svg()[:4], "<svg" in pk.Range("22+")._repr_html_()', ("<svg", True)),
    ('"<table>" in pk.equity("AhKh", "QsQc", board="Jh2h3d")._repr_html_()', True),
    ('"<svg" in pk.chart("range", board="Jh2h3d")._repr_html_()', True),
    # other orders of hands, and short deck as a game
    ('pk.evaluate("7c5d4h3s2c", order="2-7")', 1),
    ('pk.evaluate("7c5d4h3s2c", order="deuce to seven").name', "no pair, seven-five-four-three-deuce"),
    ('pk.evaluate("As2d", "3c4h5s", order="8 or better").name', "low, five-four-three-deuce-ace"),
    ('pk.evaluate("Ks2d", "3c4h5s9cTc", order="8 or better").name', "no low"),
    ("pk.evaluate(51, 47, 43, 39, 35, order='6+')", 1),
    ("pk.evaluate([51, 47, 43, 39, 35], order='A-5').category_name", "no pair"),
    ("repr(pk.evaluate(BADUGIS[0], order='badugi'))", "HandClass(1, 'badugi, four-three-deuce-ace', order='badugi')"),
    ("f\"{pk.evaluate(BADUGIS[0], order='badugi')}\"", "1"),
    ("round(pk.evaluate(BADUGIS[0], order='badugi').percentile(), 4)", 0.0089),
    ("round(pk.evaluate('7c5d4h3s2c', order='2-7').percentile(5), 4)", 0.0392),
    ("pk.evaluate('7c5d4h3s2c', order='2-7').category", 1),
    ("pickle.loads(pickle.dumps(pk.evaluate('7c5d4h3s2c', order='2-7'))).order", "deuce to seven"),
    ("pk.evaluate('AsKsQsJsTs').order, pk.evaluate('AsKsQsJsTs', order='hi')", ("high", 1)),
    ("pk.evaluate(BADUGIS, order='badugi')", [1, 1092]),
    ("pk.evaluate(pk.Cards(BADUGIS), order='badugi')", [1, 1092]),
    ("pk.evaluate(BADUGI_NUMBERS, order='badugi')", [1, 1092]),
    ("pk.evaluate([BADUGIS[0], 'xx', None], order='badugi', strict=False)", [1, 0, 0]),
    ("pk.evaluate(['AsKdQcJhTd', '2sKcKdKhAs'], order='short', strict=False)", [271, 0]),
    ("pk.evaluate(['AsKd', '6s7s'], 'QcJhTd', order='short')", [271, 1391]),
    ("pk.class_name([1, 57], order='8 or better')", ["low, five-four-three-deuce-ace", "no low"]),
    # short deck as a game
    ("pk.equity('AhKh', 'QsQc', game='short deck').deals", 201_376),
    ("pk.equity('AhKh', 'QsQc', game='holdem').deals", 1_712_304),
    ("pk.equity('AhKh', '77+', board='Jh9h6d', game='6+').categories.shape", (2, 9)),
    ("pk.winners(['AsKs', '9h9d'], '9sTs6sAhAd', game='short deck').shares", [1, 0]),
    ("str(pk.winners(['AsKs', '9h9d'], '9sTs6sAhAd', game='short')).count('flush, ace-king-ten-nine-six')", 1),
    ("pk.winners(DEALT).order, DEALT.game", ("short deck", "short deck")),
    ("(pk.winners(DEALT).shares == pk.winners(list(DEALT.holes), DEALT.board, game='short deck').shares).all()", True),
    ("min(card for hole in (*DEALT.holes, DEALT.board) for card in np.asarray(hole).ravel().tolist())", 16),
    ("sorted(pk.deal(1, 36, seed=1, game='short deck').columns.ravel().tolist())", [*range(16, 52)]),
]  # fmt: skip

REFUSED = [
    ("pk.evaluate()", "no cards; give 5 to 7"),
    ('pk.evaluate("AsKsQsJsTx")', "'x' is not a suit"),
    ("pk.evaluate([52, 1, 2, 3, 4])", "card 52 is not in 0..51"),
    ("pk.evaluate(NUMBERS.astype(float))", "cards are float64; whole numbers 0..51 are needed"),
    ("pk.evaluate(np.zeros((5, 7), int))", 'may be rows or columns: give Cards(..., layout="rows")'),
    ("pk.evaluate(NUMBERS, layout='foo')", "layout is 'foo'"),
    ("pk.evaluate(np.where(NUMBERS == 8, 300, NUMBERS))", "at index 1: card 300 is not in 0..51"),
    ("pk.evaluate(HANDS + ['AsKsQsJsAs'])", "at index 2: 'AsKsQsJsAs' has As twice"),
    ("pk.evaluate([HANDS[0], None])", "at index 1: null"),
    ("pk.evaluate(pl.Series([1, 2, 3]))", "cards"),
    ("pk.evaluate(None)", "cards are None"),
    ("pk.evaluate(['AhQh', 'As'], ['3h4sJh', 'Kd9s2c3c'])", "at index 1: 1 card; others have 2 cards"),
    ("pk.evaluate(['AhQh', '7c7d', '2c2d'], ['3h4sAh', 'Kd9s7c3c', '2c3c4c'])", "at index 0: 'AhQh3h4sAh' has Ah twice"),
    ("pk.evaluate(['AhQh'] * 3, ['9h8sJh', 'Kd9sTcJc', '9h8s'])", "at index 2: 4 cards in a hand; 5 to 7 are needed"),
    ("pk.evaluate(['AsKs', '2c2d', 'zz'], ['QsJsTs', 'QdJdTd'], strict=False)", "columns of 2 and 3 rows; give equally many"),
    ("pk.evaluate(['AsKs', '2c2d'], 'QsJsTs', strict='no')", "strict is 'no'; give True or False"),
    ("pk.evaluate({'a': 1})", "cards are {'a': 1}"),
    ("pk.evaluate(NUMBERS, threads=-1)", "threads is -1"),
    ("pk.evaluate([268442665, 134236965, 1, 2, 3])", "from_treys converts the cards of treys"),
    ("pk.parse_cards('A♤')", "'♤' (U+2664, White spade suit) is not a suit; suits are cdhs"),
    ("pk.Range('AK♠')", "'♠' does not belong here"),
    ("pk.winners([np.array([[51, 47], [1, 2]]), np.array([[30, 31], [32, 33]])], BOARDS[:2])", 'give Cards(..., layout="rows")'),
    ("pk.strength('AhQh', '3h4sJh', pot=10, bet=50)", "the opponent's bet included"),
    ("pk.equities('AhKh', 'QQ', lake='/nowhere')", "no lake at /nowhere"),
    ("pk.equity('AKs', 'top 10%', board=['Jh2h3d', '2c2d2h'])", "board is two boards, and hold'em has one; give"),
    ("pk.Cards(['AsKs', 'Qs'])", "at index 1: 1 card; row 0 has 2 cards"),
    ("pk.from_treys([5])", "5 is no card of treys"),
    ("pk.to_eval7([52])", "card 52 is not in 0..51"),
    ("pk.winners(['AhKh', 'AhQc'], '2h7d9hTc4h')", "Ah twice"),
    ("pk.winners(['AhKh', 'QsQc'])", "no board; give one for each deal"),
    ("pk.winners(pl.LazyFrame({'a': ['AhKh']}))", "a lazy frame; give frame.collect()"),
    ("pk.winners([['AhKh', '2c2d'], ['AsKs', '3c3d']], 'QcJdTs4h5h')", "for players or for deals"),
    ("pk.winners([HEROES, VILLAINS[:2]], BOARDS)", "rows"),
    ("pk.deal(3)", "give either"),
    ("pk.class_name(pk.evaluate('7c5d4h3s2c', order='2-7'), order='badugi')", "give those of one"),
    ("pk.deal(3, True)", "cards is True; give a whole number"),
    ("pk.evaluate([True, False, 2, 3, 4])", "card True is not a whole number"),
    ("pk.evaluate(np.array([[True] * 5]))", "cards are bool; whole numbers 0..51 are needed"),
    ("pk.Range.top(0.15)", "give 15 for 15 %, or the text '0.15%'"),
    ("pk.OmahaRange.top(0.5)", "give 50 for 50 %"),
    ("pk.equity('AhKh', 'QsQc', '2c3d4h')", "player 3 has 3 cards, '2c3d4h': a board is given by its name"),
    ("pk.equities(['AhKh'], ['QsQc'], ['2c3d4h5s'])", "player 3 has 4 cards"),
    ("pk.equity(pd.Series(HEROES), pd.Series(VILLAINS))", "hands are columns of 3 hands, and equity takes one situation: give equities"),
    ("pk.equity(np.array(HEROES), 'QQ')", "hands are columns of 3 hands"),
    ("pk.equity(HEROES, VILLAINS)", "hands are columns of 3 hands"),
    ("pk.sql('select * from df')", "a frame is given by its name"),
    ("pk.poker(pd.Series(['AhKh', 'QsQc'])).hs(pd.Series(['2c3d4h'] * 2, index=[1, 5]))", "a column has no row 0, and lacks 1 row of the index"),
    ("pk.deal(3, players=26, board=1)", "cannot be dealt"),
    ("pk.deal(3, players=2, board=6, game='PLO6')", "board is 6; give a whole number, 0 to 5"),
    ("pk.deal(3, players=2, game='omaha8-5')", "did you mean 'omaha5 hi-lo'?"),
    ("pk.Range(pl.Series(['AA', 'KQx']))", "'AA,KQx' at character 6"),
    ("pk.equity('AhKh', 'AhQc')", "cannot be dealt together"),
    ("pk.equity('AhKh', 'QQ+', board='AhKh2c3d4h5s')", "has 6 cards"),
    ("pk.equity('AhKh', 'QQ', method='fast')", "method is 'fast'"),
    ("pk.equity('AhKh', 'QQ', deals=10, standard_error=0.1)", "give one"),
    ("pk.equities(HEROES, VILLAINS, board=BOARDS[:2])", "is 3 long and board 2"),
    ("pk.equities(HEROES)", '3 hands, of one situation or one player'),
    ("pk.Range(np.ones(1000))", "(1000,) is no range"),
    ("pk.Range(5)", "5 is no range: give text, such as '15%'"),
    ("pk.equity('AhKh', 0.15)", "0.15 is no range: give text, such as '15%'"),
    ("pk.strength('AhQh', '3h4sJh', 3)", "3 is no range: give text"),
    ("pk.Range(None)", "None is no range: give"),
    ("pk.Range(pd.DataFrame({'hand': ['AA'], 'freq': [0.5]}))", "which of the columns freq is the weight? Name it weight, or give the hands alone: frame['hand']"),
    ("pk.Range(pl.DataFrame({'Hole': ['AhAs'], 'reach': [1.0], 'share': [0.5], 'value': [0.2]}))", "which of the columns reach, share, value is the weight? Name it weight, or give the hands alone: frame['Hole']"),
    ("pk.equity('AhKh', pl.DataFrame({'hand': ['AA'], 'percent': [50]}))", "which of the columns percent is the weight?"),
    ("pk.OmahaRange(pd.DataFrame({'hole': ['AsKsAhKh'], 'share': [0.5]}))", "which of the columns share is the weight?"),
    ("pk.Range(pd.DataFrame({'hand': ['AKs', 'AKs'], 'weight': [0.2, 0.8]}))", "AKs is there twice, with the weights 0.2 and 0.8"),
    ("pk.Range(pd.Series([0.2, 0.8], index=['AKs', 'AKs']))", "AKs is there twice"),
    ("pk.Range(pl.DataFrame({'hole_id': [1326]}))", "hole_id 1326 is not in 0..1325"),
    ("pk.Range(pl.DataFrame({'hole_id': [1.5]}))", "hole_id 1.5 is not in 0..1325"),
    ("pk.Range('AA') * 2", "not in 0..1"),
    ("pk.Range('AA').to('pio')", "no dialect 'pio'"),
    ("pk.Range('AA').to('GTO+')", "propokertools; that of GTO+ is flopzilla"),
    ("pk.Range.top(-1)", "-1 percent is not in 0..100"),
    ("pk.Range('AA', players=11)", "players is 11; give a whole number, 2 to 10"),
    ("pk.Range('9%', players=6, by='equity')", "players=6 is short for by='income 6'; give one"),
    ("pk.Range('AA').save('range.doc')", "none of the endings .svg, .html, .png, .txt; give it"),
    ("pk.push_fold(-3)", "stack is -3; give a number above 0"),
    ("pk.sql('select $hand')", "$hand has no value; give it by its name, as hand='AKs'"),
    ("pk.strength('AhQh', 'AhKs2c')", "both have Ah"),
    ("pk.strength(['AhQh', 'AsKs'], ['3h4sJh', 'As2c3d'])", "As"),
    ("pk.sql('select nothing')", "nothing"),
    ("pk.sql('select $hand', hnd='AA')", "the statement has no $hnd; did you mean 'hand'?"),
    ("pk.sql('select 1', x=1)", "the statement has no $x; leave it out"),
    ("pk.query('category_odds', cards=7.5)", "parameter cards is '7.5'; give one of 5, 6, 7"),
    ("pk.query('flop_ranking', flop=['Ah', 'Kd'])", "parameter flop: 'AhKd' has 2 cards, not 3"),
    ("pk.sql('from d', d=pl.DataFrame())", "must have at least one column"),
    ("pk.sql('select $d', d=pl.DataFrame({'a': [1]}))", "d is a table: write from d, not $d"),
    ("pk.sql('from hand_equities where hand in $h', h=pl.Series(['KAs']))", "no hand is 'KAs': the tables write 'AKs'"),
    ("pk.sql(\"select equity('AhKh', 'QsQx')\").fetchall()", "'QsQx' at character 4: 'x' is not a suit"),
    ("pk.sql(\"select equity('AhKh', 'QsQx')\").pl()", "'QsQx' at character 4: 'x' is not a suit"),
    ("pa.table(pk.sql(\"select equity('AhKh', 'QsQx')\"))", "'QsQx' at character 4: 'x' is not a suit"),
    ("repr(pk.sql(\"select hand::int from hand_equities\"))", "Could not convert string 'AA' to INTEGER"),
    ("pk.query('best_flops', hand='JTs').select('board::int').fetchall()", "Could not convert string"),
    ("pk.open_lake()['flops'].select('board::int').fetchall()", "Could not convert string"),
    ("pk.sql('from d', d={'a': [1]})", "the statement has no $d; a dict is no table: give a frame"),
    ("pk.sql('from d', d=pl.LazyFrame({'a': [1]}))", "a LazyFrame is no table"),
    ("pk.sql('from d', d=np.array([1, 2]))", "a ndarray is no table"),
    ("pk.sql('select 1', lake='/nowhere')", "no lake at /nowhere"),
    ("pk.query('best_flop', hand='JTs')", "did you mean 'best_flops'?"),
    ("pk.query('best_flops', hand='JT')", "did you mean 'JTs' or 'JTo'?"),
    ("pk.query('best_flops', hands='JTs')", "no parameter 'hands'"),
    ("pk.open_lake('/nowhere')", "build one there"),
    ("pk.open_lake('/')", "no lake at /: it has no manifest.json; build one there with"),
    ("pk.Lake()['class']", "did you mean 'classes'"),
    ("pk.Lake().scan('flop')", "did you mean 'flops'?"),
    ("pk.chart(pl.DataFrame({'hand': ['AA']}))", "the kind of chart comes first, and DataFrame is none"),
    ("pk.chart('rang', 'AA')", "did you mean 'range'?"),
    ("pk.chart('range', 'AA', titel='x')", "titel"),
    ("pk.equity('AhKh', 'QQ', board='Jh2h3d').save('x.foo')", "no ending that names a format"),
    # games
    ("pk.evaluate(['AsKsQs'], '2c3c4c', game='omaha')", "'AsKsQs' has 3 cards; 4 are needed"),
    ("pk.evaluate(HOLES, [*ON[:2], None], game='omaha')", "at index 2: null is among the boards"),
    ("pk.evaluate(HOLES, [*ON[:2], 'AsQs2d'], game='omaha')", "at index 2: 'AsKsAhKhAsQs2d' has As twice"),
    ("pk.evaluate('AsKsQsJsTs2h2c', game='omaha')", "a hand of omaha has 2 cards of the hole"),
    ("pk.evaluate(51, 47, game='omaha')", "a hand of omaha has 2 cards of the hole"),
    ("pk.evaluate('AsKs', '2c3c4c', game='6+')", "has 2c, which is not in the deck of 36 cards"),
    ("pk.evaluate('AsKs', '2c3c4c', game='chess')", "no game 'chess'"),
    ("pk.winners('AhKh', 'QsQc')", "is the board? Name it: "),
    ("pk.winners('AhKh', 'QsQc', '2h7d9hTc4h')", "is the board? Name it: "),
    ("pk.winners(['KsKhQcJc', 'KsAs2s3s'], '3h4d8h9c9d', game='omaha')", "has Ks twice"),
    ("pk.winners(['AhKh', 'QsQc'], ['2h7d9hTc4h', '2hQdJs3c8c'], game=\"double board hold'em\")", "has 2h twice"),
    ("pk.deal(1, players=8, board=5, game='omaha6')", "53 cards cannot be dealt"),
    ("pk.equity('AsAhKsKh', 7, game='omaha')", "no range"),
    ("pk.equity('AsAhKsKh', pk.OmahaRange('KK', game='omaha8'), game='omaha')", "make it one by Range"),
    ("pk.equity('AsAhKsKh', 'AsQdJcTd', game='omaha')", "cannot be dealt together"),
    # ranges of Omaha
    ("pk.Range('AA', game='plo', dialect='equilab')", "no dialect 'equilab'"),
    ("pk.Range('AA', game='omaha', by='income 6')", "no ranking 'income 6'"),
    ("pk.Range('AA', game='omahaa')", "no game 'omahaa'"),
    ('pk.OmahaRange("AA", game="hold\'em")', "its ranges are pokerlake.Range"),
    ("pk.OmahaRange('AA', game=4)", "game is 4; give one of"),
    ("pk.OmahaRange('1%', game='omaha6')", "pokerlake build"),
    ("pk.OmahaRange(np.zeros((2, 3), int))", "of shape (2, 3)"),
    ("pk.OmahaRange([[1, 2, 3, 99]])", "not in 0..51"),
    ("pk.OmahaRange([[1, 1, 2, 3]])", "twice"),
    ("pk.OmahaRange({'AA': 2})", "weight 2 of 'AA' is not in 0..1"),
    ("pk.OmahaRange({'AA': 'x'})", "give a number 0 to 1"),
    ("pk.OmahaRange({'AA': 1, 'AAKK': 0.5})", "with another weight"),
    ("pk.OmahaRange({'AA': 0, 'KK,AA': 1})", "in 'AA' with another"),
    ("pk.OmahaRange(pk.Range('AA'))", "is none of omaha; read its"),
    ("pk.OmahaRange(5)", "give text, or holes as (n, 4)"),
    ("pk.Range(pk.OmahaRange('AA'))", "is none of hold'em"),
    ("pk.OmahaRange('AAKKQ', game='plo5') | pk.Range('AA', game='plo')", "a range of omaha is none of omaha5; read its text anew"),
    ("pk.OmahaRange('AA') | pk.OmahaRange('KK', game='o8')", "a range of omaha hi-lo is none of omaha; make it one by Range(it, game='omaha')"),
    ("pk.OmahaRange(pl.Series(['AA', None]))", "is no range"),
    ("pk.OmahaRange('AA') * 3", "a weight is not in 0..1"),
    ("pk.OmahaRange('AA') / 0", "cannot be divided by 0"),
    ("pk.OmahaRange('AA')['$ds:AAAA']", "has no hole"),
    ("pk.OmahaRange('AA').grid()", "has no grid"),
    ("pk.OmahaRange('AA', game='omaha5').chart()", "has no chart"),
    ("pk.OmahaRange('AA').to('equilab')", "is not written in equilab"),
    ("pk.OmahaRange('AA').save('aces.doc')", "aces.doc"),
    ("pk.OmahaRange('AA', dead='Xx')", "X"),
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
    return value.to_list() if isinstance(value, (pd.Series, pl.Series)) else value


@pytest.mark.parametrize(("call", "wanted"), GIVES, ids=[call for call, _ in GIVES])
def test_gives(call, wanted):
    found = plain(eval(call, NAMES.copy()))
    if isinstance(wanted, list):
        np.testing.assert_array_equal(np.array(found), np.array(wanted))
    else:
        assert found == wanted


@pytest.mark.parametrize(("call", "said"), REFUSED, ids=[call for call, _ in REFUSED])
def test_refuses(call, said):
    with pytest.raises((ValueError, pk.PokerlakeError)) as refused:
        eval(call, NAMES.copy())
    assert type(refused.value).__module__.startswith(("pokerlake", "builtins"))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_there_are_many_calls():
    assert len(GIVES) + len(REFUSED) > 160


# Arguments of another kind: one line, with the value; the corpus of tests/fuzz has more of them.
ODD = [
    ("pk.deal(10**18, 7)", UsageError, "deals is 1000000000000000000; give a whole number, 0 to 1,000,000,000,000"),
    ("pk.deal(10**12, 7)", UsageError, "1,000,000,000,000 deals of 7 cards take 7,000 GB of memory; deal fewer at once"),
    ("pk.deal(1, 2, seed=2**64)", UsageError, "seed is 18446744073709551616; give a whole number, 0 to 2**64 - 1"),
    ("pk.deal(1, 2, threads=[1])", UsageError, "threads is [1]; give a whole number, 0 or more"),
    ("pk.deal(10**5000, 2)", UsageError, "deals is one int that cannot be shown; give a whole number, 0 to 1,000,000,000,000"),
    ("pk.equity('AA', 'KK', deals=1.5)", UsageError, "deals is 1.5; give a whole number, 1 to 9,223,372,036,854,775,807"),
    ("pk.equity('AA', 'KK', max_seconds=float('nan'))", UsageError, "max_seconds is nan; give a number above 0"),
    ("pk.equity('AA', 'KK', lake='x\\0y')", UsageError, "lake is 'x\\x00y'; give a path"),
    ("pk.strength('AsKs', '2h7d9h', pot='x', bet=1)", UsageError, "pot is 'x'; give a number"),
    ("pk.strength('AsKs', '2h7d9h', opponents=0)", UsageError, "opponents is 0; give a whole number, 1 to 1,000"),
    ("pk.evaluate(['AsKsQsJsTs'], strict='no')", UsageError, "strict is 'no'; give True or False"),
    ("pk.evaluate(['AsKsQsJsTs'], layout=np.ones(2))", CardError, 'layout is array([1., 1.]): give "columns" or "rows"'),
    ("pk.HandClass(7463)", CardError, "class 7463 is not in 0..7462"),
    ("pk.HandClass(0).category", CardError, "class 0 is no hand"),
    ("pk.Range('22') / 1e-320", RangeError, "weight inf of 2d2c is not in 0..1"),
    ("pk.sql(5)", UsageError, "the statement is 5; give text"),
    ("pk.connect(config=5)", UsageError, "config is 5; give a mapping of DuckDB's settings"),
    ("pk.poker([1])", UsageError, "list [1] has no cards; give a series or expression of polars, or a series or frame of pandas"),
    ("pk.parse_cards('As' + ' ' * 100 + 'x')", CardError, f"'…{' ' * 30}x' at character 103: 'x' is not a rank; ranks are 23456789TJQKA"),
    # other orders of hands
    ("pk.evaluate('AsKdQcJhTd', order='shrot')", UsageError, "no order 'shrot': did you mean 'short'?…"),
    ("pk.evaluate('AsKdQcJhTd', order='A-6')", UsageError, "no order 'A-6': there are: high, short deck…"),
    ("pk.evaluate('AsKdQcJhTd', order='A-5 l')", UsageError, "no order 'A-5 l': did you mean 'A-5'?…"),
    ("pk.evaluate('AsKdQcJhTd', order='omaha')", UsageError, "no order 'omaha': there are: high, short deck, ace…"),
    ("pk.evaluate('AsKdQcJhTd', order=5)", UsageError, "order is 5; give one of: high, short deck, ace to five…"),
    ("pk.evaluate('AsKdQcJhTd', order=BADUGI_NUMBERS)", UsageError, "order is array([[51, 1, 6, 8]…"),
    ("pk.evaluate('AsKdQcJh2d', order='short')", CardError, "'AsKdQcJh2d' has 2d, which is not in the deck of 36…"),
    ("pk.evaluate(['AsKdQcJhTd', 'AsKdQcJh2d'], order='short')", CardError, "at index 1: 'AsKdQcJh2d' has 2d…"),
    ("pk.evaluate('AsKdQcJh2d', order='badugi')", CardError, "5 cards; 4 are needed for badugi…"),
    ("pk.evaluate('AsKd', ['QcJh2d'], order='badugi')", CardError, "5 cards in a hand; 4 are needed…"),
    ("pk.evaluate(order='badugi')", CardError, "no cards; give 4, as text or numbers…"),
    ("pk.equity('2c2d', 'AA', game='short deck')", RangeError, "player 1 has no hole in the deck of 36 cards, 6 to A…"),
    ("pk.equity('AhKh', 'QQ', board='2c6d7h', game='short deck')", CardError, "'2c6d7h' has 2c, which is not in the deck of 36 cards…"),
    ("pk.equity('AhKh', 'QQ', game='shot deck')", UsageError, "no game 'shot deck': did you mean 'short deck'?…"),
    ("pk.equity('AhKh', 'QQ', game=6)", UsageError, "game is 6; give one of: hold'em, omaha…"),
    ("pk.winners(['AsKs', '2h2d'], '9sTs6sAhAd', game='6+')", CardError, "at index 0: '2h2d9sTs6sAhAd' has 2h, which is…"),
    ("pk.deal(1, 10, players=4, game='short deck')", CardError, "40 cards cannot be dealt from a deck of 36…"),
    ("pk.class_name(58, order='8 or better')", CardError, "class 58 is not in 1..57…"),
    ("pk.evaluate(BADUGIS[0], order='badugi').percentile(5)", CardError, "hands of 5 cards; give 4…"),
    # two boards
    ("pk.equity('AhKh', 'QsQc', board=['2h7d9h', 'QhQd2s'])", UsageError, "board is two boards, and hold'em has one; give game=\"double board hold'em\"…"),
    ("pk.equity('AhKh', 'QsQc', board='2h7d9h', game='double board holdem')", UsageError, "board is '2h7d9h', and double board hold'em is played on two boards; give a list of…"),
    ("pk.equity('AhKh', 'QsQc', game='double board holdem', runs=2)", UsageError, "runs=2: the boards of double board hold'em are run once…"),
    ("pk.equity('AhKh', 'QsQc', runs=5)", UsageError, "runs is 5; give a whole number, 1 to 4"),
    ("pk.winners(['AhKh', 'QsQc'], '2h7d9hTc4h', game='double board holdem')", UsageError, "double board hold'em is played on two boards; give a list of the first boards and…"),
    ("pk.winners(['AhKh', 'QsQc'], game='double board holdem')", UsageError, "double board hold'em is played on two boards; give a list of the first boards and…"),
    ("pk.evaluate('AhKhQhJh', '2h7d9hTc4h', game='double board plo')", UsageError, "double board omaha is played on two boards, and one is looked at here; give omaha…"),
    ("pk.Range('AA', game='double board plo')", UsageError, "double board omaha is played on two boards, and one is looked at here; give omaha…"),
    ("pk.equity('AhKh', 'QsQc', board=['2h7d9h', 'QhQd2h'], game=\"double board hold'em\")", CardError, "both boards have 2h; they are dealt from one deck"),
    ("pk.equity('AhKh', 'QsQc', run_it_twice=True)", TypeError, "equity() has no argument 'run_it_twice'; here it is runs=…"),
    # games
    ("pk.evaluate('AsKsQs', '2c3c4c', game='omaha')", CardError, "omaha holes of 3 cards each; 4 are needed…"),
    ("pk.evaluate('AsKsQsJs', '2c3c4c', game='plo5')", CardError, "omaha5 holes of 4 cards each; 5 are needed…"),
    ("pk.evaluate('AsKsQsJs', '2c3c4c', game=\"hold'em\")", CardError, "hold'em holes of 4 cards each; 2 are needed…"),
    ("pk.evaluate('AsKsQsJs', '2c3c', game='omaha')", CardError, "boards of 2 cards each; 3 to 5 are needed…"),
    ("pk.evaluate(HOLES, ON[:2], game='omaha')", CardError, "3 holes and 2 boards; give a board for each hole…"),
    ("pk.evaluate('AsKsQsJs', game='2-7')", UsageError, "'2-7' is an order of hands and no game: evaluate takes it…"),
    ("pk.evaluate('AsKs', '2c3c4c', game=7)", UsageError, "game is 7; give one of: hold'em, omaha…"),
    ("pk.evaluate('AsKsQsJs', '2c3c4c', game='omaha', order='2-7')", UsageError, "order is '2-7' and game 'omaha': give either…"),
    ("pk.winners('AhKh', 'QsQc')", UsageError, "2 hands…"),
    ("pk.winners('AhKh', 'QsQc', '2h7d9hTc4h')", UsageError, "3 hands…"),
    ("pk.winners(['AhKh', 'QsQc'])", UsageError, "no board; give one for each deal…"),
    ("pk.winners(board='2h7d9hTc4h')", UsageError, "no holes; give those of 2 to 10 players…"),
    ("pk.equity('AA', 'KK', board=np.arange(6).reshape(2, 3))", UsageError, "board has rows; equity takes one situation…"),
    ("pk.winners(['KsKhQcJc', 'As2s'], '3h4d8hKcJd', game='omaha')", CardError, "omaha holes of player 2 of 2 cards each; 4 are needed…"),
    ("pk.winners(['KsKhQcJc', 'As2s3s4s'], '3h4d8h', game='omaha')", CardError, "boards of 3 cards each; 5 are needed…"),
    # equity of Omaha, and ranges
    ("pk.equity('AsAhKsKh', game='omaha')", UsageError, "1 player…"),
    ("pk.equity('AsAhKsKh', pk.OmahaRange('AsAhKsKhQd', game='omaha5'), game='omaha')", RangeError, "a range of omaha5 is none of omaha…"),
    ("pk.equity('AsAhKsKh', pk.Range('AA'), game='omaha')", RangeError, "a range of hold'em is none of omaha…"),
    ("pk.equities([pk.Range('AA'), 'AsAhKsKh'], 'QcQdJcTd', game='omaha')", RangeError, "a range of hold'em is none of omaha…"),
    ("pk.strength('AhAd', 'QsJh9h8c7d', pk.Range('QQ+', game='short deck'))", RangeError, "a range of short deck is none of hold'em…"),
    ("pk.solve(board='QsJh9h8c7d', oop=pk.Range('QQ+', game='short deck'), ip='JJ', pot=6, stack=10)", RangeError, "oop: a range of short deck is none of hold'em…"),
    ("pk.equities(['AsAh'], pk.OmahaRange('AA$ds'))", RangeError, "a range of omaha is none of hold'em…"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "said"), ODD, ids=[call for call, *_ in ODD])
def test_arguments_of_another_kind(call, kind, said):
    """A message that goes on ends in … here."""
    with pytest.raises(kind) as raised:
        eval(call, NAMES.copy())
    told = str(raised.value)
    assert told.startswith(said[:-1]) if said.endswith("…") else told == said


# 10,000 were compared once.
def test_showdowns_of_pokerkit():
    holes = [hole[:200] for hole in DEALT.holes]
    shares = pk.winners(holes, DEALT.board[:200], game="short deck").shares
    for row in range(200):
        hole, board = [hole.texts[row] for hole in holes], DEALT.board.texts[row]
        hands = [pokerkit.ShortDeckHoldemHand.from_game(cards, board) for cards in hole]
        winners = [hand == max(hands) for hand in hands]
        assert shares[row].tolist() == [wins / sum(winners) for wins in winners]
