"""Answers to queries of PQL: known figures, sampled ones and their errors, and what is refused."""

import pytest

import pokerlake as pk
from pokerlake.queries.pql.answer import Wanted, answered
from pokerlake.tables.errors import UsageError

SOME = Wanted(deals=4096)
BOARD = "p1='AhQh', p2='JdTd', board='AsKdJhKc3s'"
# What is known from elsewhere: the language's own pages, and books.
KNOWN = [
    (f"count(boardInRange('AKK')) from {BOARD}", 0),
    (f"count(boardInRange('AKJ3K')) from {BOARD}", 0),
    (f"count(boardInRange('KJAK3')) from {BOARD}", 1),
    ("count(nutHiForHandType(hero, flop)) from hero='AsKh', board='AdTd2d'", 1),
    ("avg(boardLoCardCount(river)) from game='omaha8', hero='AdAhJcJh', board='Ks8c7c7s2d'", 3),
    ("count(maxRank(boardRanks(flop)) > toRank('J')) from hero='JJ', villain='*'", 11164 / 19600),
    ("count(minFlopHandCategory(hero, flopset) and handType(hero, flop) <> straight) "
     "from hero='7h7d'", (2304 + 48) / 19600),
    ("count(fourFlush(hero, flop)) from hero='AhKh', villain='**'", 0.1094),
    ("avg(riverEquity(hero)) from hero='AhKh', villain='QsQc', board='Jh2h3d'", 0.5535),
    ("avg(HvHequity(hero, preflop)) from hero='AhKh', villain='QsQc'", 0.4621),
    ("avg(HvHequity(hero, preflop)) from game='shortdeck', hero='AhKh', villain='QsQc'", 0.5428),
    ("avg(riverEquity(hero)) from game='omahahi', hero='AsAhKsKh', villain='QcQdJcTd', "
     "board='Qh7d2s'", 0.229268),
    ("avg(equity(hero, flop)) from game='omaha8', hero='AsAh2s3h', villain='KcKdQcJd', "
     "board='Qh7d4s'", 0.784756),
    ("avg(HvRequity(hero, flop)) from hero='AhKh', villain='QsQc', board='Qh2h3d'", 0.264646),
    ("count(minHvRequity(hero, turn, 0.2)) from hero='AhKh', villain='QsQc', board='Qh2h3d4s'", 1),
    ("avg(HvPerceivedRangeEquity(hero, flop, 'QsQc')) from hero='AhKh', villain='JJ', "
     "board='Qh2h3d'", 0.264646),
    ("count(minHvPerceivedRangeEquity(hero, flop, 'QsQc', 0.3)) from hero='AhKh', villain='JJ', "
     "board='Qh2h3d'", 0),
    ("count(minEquity(hero, turn, 0.5)) from hero='AhKh', villain='QsQc', board='Qh2h3d'", 8 / 45),
    ("count(inRange(hero, 'TT+')) from hero='99,TT', villain='AA'", 0.5),
    ("count(inRange(hero, 'AA$ds')) from game='omahahi', hero='AsAhKsKh,AsAhKsKd'", 0.5),
    ("count(turnCard() in (toCard('As'), toCard('Ad'))) from hero='AhKh', board='Qh2h3d'", 2 / 47),
    ("count(minLoRating(hero, river, rateLoHand('8d7c6s5d4h'))) from game='omaha8', "
     "hero='As2sKhKd', board='3h4d8sQsQd'", 1),
    ("avg(case when handType(hero, flop) = pair then 1 else 0 end) from hero='AhKd', "
     "villain='*'", 0.404),
    ("count(toString(turnCard()) || toString(toRank('A')) = 'QsA') from hero='AhKh', "
     "board='Qh2h3d'", 1 / 47),
    ("avg(boardSuitCount(flop)) from hero='AhAd', board='2x3x4y,QwJwTw'", (12 * 2 + 4) / 16),
    ("avg(handRanking(hero)) from game='shortdeck', hero='AA'", 600 / 630),
    ("count(handRankingFor(hero, 'equity') <= 1) from game='shortdeck', hero='AA,KK'", 0.5),
    ("avg(handsHaving(minHandType, river, pair)) from hero='AhKh', p2='QsQc', board='Qh2h3d9c'",
     1 + 23 / 44),
    ("count(handsHaving(pocketPair) = 2) from hero='77,AhKh', villain='QsQc'", 6 / 7),
    # Tests that other programs of the language publish.
    ("avg(outsToHandType(PLAYER_1, flop, flush)) from game='omahahi', board='Qh7h2c', "
     "PLAYER_1='AhKh3s4d', PLAYER_2='AsAd5c6c'", 9),
    ("count(rainbowboard(turn)) from game='holdem', board='AhKdQc2s'", 1),
    ("count(rainbowboard(river)) from game='holdem', board='AhKdQc2s3s'", 0),
    ("count(handtype(hero, flop) = trips) from game='holdem', hero='AcAs', board='AhKdQc'", 1),
    ("count(flophandcategory(hero) = FLOPTOPPAIR) from hero='TsAh', board='7s8hTc'", 1),
    ("count(flophandcategory(hero) = FLOPSTRAIGHT) from hero='8d9s', board='7s6hTc'", 1),
    ("count(exacthandtype(hero, flop, quads)) from hero='AhAc', board='AsAd2c'", 1),
]  # fmt: skip


@pytest.mark.parametrize(("query", "value"), KNOWN, ids=range(len(KNOWN)))
def test_known_figures(query, value):
    exact, found = answered(f"select {query}", Wanted("exact")), answered(f"select {query}", SOME)
    assert exact["value"][0] == pytest.approx(value, abs=6e-4)
    assert found["value"][0] == pytest.approx(value, abs=5 * found["standard_error"][0] + 6e-4)


EXAMPLES = [
    "select avg(riverEquity(hero)) as heroEquity from game='holdem', hero='AA', villain='**'",
    "select count(HvHequity(villain, turn) > 0.5 and winsHi(hero)) as suckAndResuck "
    "from game='omahahi', hero='AA**', villain='****' where HvHequity(hero, flop) > 0.5",
    "select count(tiesLo(hero)) as lostSomeChips "
    "from game='omaha8', hero='A2**', villain1='****', villain2='AA**' "
    "where nutLo(hero, river) and not (winsHi(hero) or tiesHi(hero))",
    "select avg(riverEquity(hero)) from game='omahahi5', hero='AA***', villain='*****'",
    "select count(scoops(hero)) from game='omaha85', hero='AA23*', villain='*****'",
    "select count(minHandType(hero, river, flush)) from game='shortdeck', hero='AwKw', villain='*'",
    "select avg(riverEquity(p1)) from game='holdem', p1='KsJs', p2='8d8h' "
    "where handtype(p1, flop) >= flush",
    "select avg(case when inRange(villain, 'AA') then riverEquity(hero)*2 - 1 else case "
    "when minEquity(villain,flop,0.4000) then riverEquity(hero) else 1 end end) as EV4BET "
    "from game='holdem', syntax='generic', hero='AK', villain='QQ+'",
    "select count(maxrank(boardranks(flop)) = torank('k')) from game='holdem', hero='*', board='*'",
    "select count(inRange(PLAYER_1,'AK,KK')) from game='omahahi', syntax='Generic', "
    "board='Ad Ks 3s', PLAYER_1='AK,QQ', PLAYER_2='Qs Ts Jd 2d'",
    "select avg(equity(hero, turn)) as EQUITY \nfrom game='omahahi', \nsyntax='Generic', \n"
    "hero='AA', \nvillain='KdQsTcJd', \nboard='Kc8s5s' \n",
    "select /* Start */ avg(riverEquity(PLAYER_1)) from game='omahahi', syntax='Generic', "
    "board='Ad Ks 3s', PLAYER_1='Qs Ts Jd 2d', PLAYER_2='AA'",
]
FIGURES = {0: (0.852, 0), len(EXAMPLES) - 1: (0.41, 0.02)}  # and the error that is told with them


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_published_examples(number):
    found = answered(EXAMPLES[number], Wanted(deals=3000, seed=4))
    assert found.deals == 3000
    assert 0 < found["value"][0] < 1
    assert 0 < found["standard_error"][0] < 0.1
    value, error = FIGURES.get(number, (0.5, 0.5))
    assert found["value"][0] == pytest.approx(value, abs=error + 5 * found["standard_error"][0])


def test_a_seed_repeats_for_any_number_of_threads():
    query = (
        "select avg(riverEquity(hero)), histogram(handType(hero, river)), max(hiRating(hero, turn))"
        " from hero='22+,AK', villain='*', board='AKQ,JwTw9w' where not pairedBoard(river)"
    )
    one, two = (answered(query, Wanted(deals=100_001, seed=5, threads=n)) for n in (1, 2))
    assert one == two
    assert one.kept == two.kept < one.deals == 100_001
    assert one != answered(query, Wanted(deals=100_001, seed=6))


def test_weights_count():
    query = "select count(inRange(hero, 'AA')), avg(handType(hero, river) >= pair) from {}"
    found = answered(query.format("hero='AA@25,KK@75', villain='QhQd'"), Wanted(deals=50_000))
    assert found["value"][0] == pytest.approx(0.25, abs=0.01)
    exact = answered(query.format("hero='AA@25,KK@75', villain='QhQd', board='2c2d7h9h'"), Wanted())
    assert exact["value"].tolist() == pytest.approx([0.25, 1])
    assert exact.exact
    assert exact.to_arrow()["standard_error"].null_count == 2


def test_time_ends_sampling():
    query = "select avg(HvHequity(hero, flop)) from hero='AK', villain='22+'"
    found = answered(query, Wanted("monte carlo", max_seconds=0.01))
    assert found.deals < 1_000_000
    assert answered(query, Wanted(deals=found.deals)) == found


WRONG = {
    "selct 1": "character 1: a query begins with select",
    "select": "character 7: a selector is needed here",
    "select avg(riverEquity(hero) from hero='AA'": "character 30: ')' is needed here, not 'from'",
    "select avg(riverEquty(hero)) from hero='AA'": (
        "character 12: no function 'riverEquty': did you mean 'riverEquity'?"
    ),
    "select average(1) from hero='AA'": "character 8: no selector 'average': did you mean 'avg'?",
    "select avg(riverEquity(her)) from hero='AA'": "character 24: no 'her': did you mean 'hero'?",
    "select avg(handType(hero)) from hero='AA'": (
        "character 12: handType(player, street) takes 2, not 1"
    ),
    "select avg(riverEquity) from hero='AA'": (
        "character 12: riverEquity(player) is a function; give its arguments"
    ),
    "select count(handType(hero, flop)) from hero='AA'": (
        "character 14: this is a hand type, and a condition is needed"
    ),
    "select avg(handType(hero, flop)) from hero='AA'": "avg is the mean of a number",
    "select avg(hero) from hero='AA'": "avg is the mean of a number",
    "select histogram(hero) from hero='AA'": "this has no such value",
    "select count(handType(hero, preflop) = pair) from hero='AA'": (
        "character 29: handType is of flop, turn, river"
    ),
    "select count(nutHiOuts(hero, river) = 1) from hero='AA'": "nutHiOuts is of flop, turn",
    "select count(turnCard() = toRank('A')) from hero='AA'": (
        "a card and a rank cannot be compared"
    ),
    "select count(boardRanks(flop) > handRanks(hero, flop)) from hero='AA'": "has no order",
    "select count(hero = hero) from hero='AA'": "character 14: a player cannot be compared",
    "select count(winsLo(hero)) from hero='AA'": "winsLo needs a game with a low half",
    "select count(toCard('Ax') = turnCard()) from hero='AA'": "character 22: 'Ax' at character 2",
    "select count(toCard(1) = turnCard()) from hero='AA'": "a text in single quotes is needed here",
    "select count(inRange(hero, 'AB')) from hero='AA'": "'B' is not a rank",
    "select count(boardInRange('AB')) from hero='AA'": "character 29: 'B' does not belong here",
    "select avg(case when 1 then 2 end) from hero='AA'": "a number, and a condition is needed",
    "select avg(case when true then 2 else pair end) from hero='AA'": "case gives a number and a",
    "select count(true) from hero='AZ'": "character 33: a card is missing",
    "select count(true) from hero='AA', board='AhB'": "character 45: 'B' does not belong here",
    "select count(true) from hero='AA', dead='Ah2'": "has no suit",
    "select count(true) from hero='AA', hero='KK'": "hero is given twice",
    "select count(true) from hero=AA": "character 30: hero is text: write it in single quotes",
    "select count(true) from hero='AA": "a text is not closed",
    "select count(true) from hero='AA' were 1": "'were' does not belong here",
    "select histogram(winningHandType()) from game='holdem'": "the query has no player",
    "select count(upCard(hero, flop) = toCard('As')) from hero='AA'": "upCard is not here",
    "select avg(handRankingFor(hero, 'x')) from hero='AA'": "character 34: no ranking 'x'; give",
    "select avg(handRankingFor(hero)) from hero='AA'": "takes 2, not 1",
    "select avg(handRanking()) from hero='AA'": "handRanking(player) takes 1, not 0",
    "select avg(handsHaving(handType, flop)) from hero='AA'": "is no condition of a player",
    "select avg(handsHaving(winsHii)) from hero='AA'": "did you mean 'winsHi'?",
    "select avg(handsHaving('winsHi')) from hero='AA'": "give a function and values",
    "select count(true) from game='razz', hero='AA', board='Ac'": "character 56: razz has no board",
    "select count(true) from game='razz', hero='A23,AK'": "2 cards known here, and 3 cards before",
    "select avg(cardsPlay(hero, river)) from game='razz', hero='A23'": "needs a game with a board",
    "select avg(equity(hero, turn)) from game='razz', hero='A', villain='K'": "equity is of river",
    "select count(minHandType(hero, river, flush)) from game='razz', hero='A'": "no 'flush'",
    "select count(true) from game='badugi', hero='A234'": "badugi is a game of draw",
    "select count(true) from game='chess', hero='AA'": "character 30: no game 'chess'",
    "select count(true) from syntax='classic', hero='AA'": "only in the generic syntax",
    "select count(true) from hero='AhKh', villain='AhQh'": "cannot be dealt",
    "select count(true) from hero='AhKh', board='Ah'": "cannot be dealt",
    "select count(" + "(" * 60 + "true": "nested too deeply",
    "select count(true) # from hero='AA'": "character 20: '#' does not belong here",
}


def test_stud_is_sampled_as_equity_has_it(lake):
    asked = [
        ("studhi", "stud", "AhKhQs", "7s6s5s"),
        ("razz", "razz", "(A2)/[3-5]", "Kc7h8d"),
        ("stud8", "stud hi-lo", "Ah2h3d4s5c", "KsKdKc7h8d"),
    ]
    for name, game, hero, villain in asked:
        query = (
            f"select avg(riverEquity(hero)), count(winsHi(hero)), count(minHandType(hero, river, "
            f"pair)) from game='{name}', hero='{hero}', villain='{villain}', dead='Ac'"
        )
        equity, wins, pairs = answered(query, Wanted(deals=16384, seed=2)).to_arrow().to_pylist()
        exact = pk.equity(hero, villain, game=game, dead="Ac", method="exact")
        assert abs(equity["value"] - exact.equity[0]) < 4 * equity["standard_error"]
        if game != "stud hi-lo":
            assert abs(wins["value"] - exact.win[0]) < 4 * wins["standard_error"]
        first = 2 if game == "razz" else 8  # no pair and one pair, or all but high card
        assert pairs["value"] == pytest.approx(exact.categories[0][:first].sum(), abs=0.02)
    dealt = pk.deals("A23", "xx/K", game="razz", deals=100, seed=1)
    assert [hole.columns.shape for hole in dealt.holes] == [(7, 100), (7, 100)]
    rows = "from deals(['A23', 'xx/K'], game := 'razz', deals := 100, seed := 1)"
    assert [row[0] for row in pk.sql(f"select hero {rows}", lake=lake).fetchall()] == [
        str(cards) for cards in dealt.holes[0]
    ]


@pytest.mark.parametrize("query", WRONG)
def test_what_is_wrong_is_told_with_its_place(query):
    with pytest.raises(UsageError) as told:
        pk.pql(query)
    assert WRONG[query] in str(told.value)
    assert "\n" not in str(told.value)


def test_what_cannot_be_dealt_at_random():
    with pytest.raises(UsageError, match="hardly be dealt together on such a board"):
        pk.pql("select count(true) from hero='AhKh', board='Ah'", method="monte carlo")


def test_words_and_remarks():
    query = """
        SELECT Count(WINSHI(Hero)) AS wins, -- a remark
            count(not winshi(HERO) /* or two */) as 'not', max(-1 * -2.5) FROM
            Hero='AhKh', VILLAIN='QsQc', Board='Qh2h3d' WHERE TRUE and turncard() <> tocard('2c');
    """
    found = pk.pql(query)
    assert found["name"].tolist() == ["wins", "not", "max(-1 * -2.5)"]
    assert found["value"][2] == 2.5
    assert "44 deals" not in found.summary()
    assert "pass where" in found.summary()
    assert sum(found["value"][:2]) == pytest.approx(1)
    assert "standard_error" not in repr(found)
