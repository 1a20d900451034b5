"""What hands of tournaments tell of the tournament; all names and numbers are made up."""

import json
import time
from decimal import Decimal

import pytest

from given.other_sites import OHH
from pokerlake.pipelines.growing import stored_rows
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.histories.tournaments.hands import entries_in, entries_of_object
from pokerlake.tables.lake import Lake

STARS = """\
PokerStars Hand #1: Tournament #900, $1.00+$0.25+$0.15 USD Hold'em No Limit - Level I (10/20) - 2010/08/03 10:57:43 ET
Table '900 8' 9-max Seat #1 is the button
Seat 1: Ann (2000 in chips)
Dealt to Ann [Jh 8h]
Ann wins the $0.25 bounty for eliminating Bob: the [Bot]
Bob: the [Bot] finished the tournament in 273rd place
*** SUMMARY ***

PokerStars Hand #2: Tournament #900, $1.00+$0.25+$0.15 USD Hold'em No Limit - Level I (10/20) - 2010/08/03 10:59:43 ET
Dealt to Ann [Jh 8h]
Ann wins $0.10 for splitting the elimination of Cy and their own bounty increases by $0.10 to $1
Dan wins $0.10 for splitting the elimination of Cy and their own bounty increases by $0.10 to $1
Cy finished the tournament in 2nd place and received $3.50.
Ann wins the tournament and receives $5.25 - congratulations!
*** SUMMARY ***

PokerStars Hand #3: Zoom Tournament #901, 10FPP 5 Card Omaha Pot Limit - Level X (100/200) - 2014/07/20 9:26:31 ET
Dealt to Ann [Jh 8h 2c 2d 2h]
Ann finished the tournament in 40th place and received a ticket to the Big One.
"""  # noqa: E501
# Of other sites: text, and of each player what is told beside the site.
OTHERS = [
    (
        "GGPoker",
        "Poker Hand #TM3: Tournament #936, WSOP #77: $5,000 No Limit Hold'em Main [Flight W], $25M "
        "GTD Hold'em No Limit - Level10 (1,000/2,000) - 2020/08/30 15:49:08\n"
        "Dealt to Hero [Qh Jh]\nDealt to 7d17fd2f \n",
        [
            {
                "tournament": "936",
                "player": "Hero",
                "game": "no limit hold'em",
                "hero": True,
                "name": "WSOP #77: $5,000 No Limit Hold'em Main [Flight W], $25M GTD",
            }
        ],
    ),
    (
        "Winamax",
        'Winamax Poker - Tournament "Quitte ou Double" buyIn: 0.93-0.07 level: 10 - HandId: '
        "#118-31-134 - Holdem no limit (50/200/400) - 2012/07/23 20:36:56 UTC\n"
        "Table: 'Quitte (2)(27536269)#0' 10-max (real money) Seat #2 is the button\n"
        "Dealt to Ann [Qh Jh]\n",
        [
            {
                "tournament": "27536269",
                "player": "Ann",
                "game": "no limit hold'em",
                "hero": True,
                "name": "Quitte ou Double",
                "currency": "EUR",
                "prize_currency": "EUR",
                "buy_in": 9300,
                "fee": 700,
            }
        ],
    ),
    (
        "888poker",
        "***** Cassava Hand History for Game 1 *****\n$600/$1,200 Blinds No Limit Holdem - *** 23 "
        "05 2012 20:51:06\nTournament #383 $0.90 + $0.09 - Table #73 (Real Money)\n"
        "Dealt to Ann [ 7s, 7c ]\n",
        [
            {
                "tournament": "383",
                "player": "Ann",
                "game": "no limit hold'em",
                "hero": True,
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 9000,
                "fee": 900,
            }
        ],
    ),
    (
        "PartyPoker",
        "***** Hand History for Game 154 *****\n"
        "NL Texas Hold'em $1 USD Buy-in  - Sunday, July 24, 19:32:00 CEST 2016\n"
        "Table $1 Sit & Go Hero (128) Table #1 (Real Money)\nDealt to Ann [  7s 7c ]\n"
        "Player Bob finished in 2.\nPlayer Ann finished in 1 place and received $3 USD\n",
        [
            {
                "tournament": "128",
                "player": "Ann",
                "game": "no limit hold'em",
                "hero": True,
                "name": "$1 Sit & Go Hero",
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 10_000,
                "place": 1,
                "prize": 30_000,
            },
            {
                "tournament": "128",
                "player": "Bob",
                "game": "no limit hold'em",
                "name": "$1 Sit & Go Hero",
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 10_000,
                "place": 2,
                "prize": 0,
            },
        ],
    ),
    (
        "PartyPoker",
        "***** Hand History For Game 16 *****\n250/500 Tourney Texas Holdem Game Table (NL) (MTT "
        "Tournament #302) (Buyin $3.0 + $0.3) - Tue May 04 12:00:14 EDT 2021\n"
        "Dealt to Hero [ Ah, Ks ]\nHero finished in 4\u00a0169 place.\n",
        [
            {
                "tournament": "302",
                "player": "Hero",
                "game": "no limit hold'em",
                "hero": True,
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 30_000,
                "fee": 3000,
                "place": 4169,
                "prize": 0,
            }
        ],
    ),
    (
        "PartyPoker",
        "NL Texas Hold'em  Trny: 714 Level: 1  Blinds(20/40) - Friday, July 27, 23:00:33 MSKS 2012"
        "\nTable $50 Freeroll (269) Table #173 (Real Money)\nDealt to Ann [  Ah Ks ]\n",
        [
            {
                "tournament": "714",
                "player": "Ann",
                "game": "no limit hold'em",
                "hero": True,
                "name": "$50 Freeroll",
            }
        ],
    ),
    (
        "Full Tilt",
        "Full Tilt Poker Game #31: $26 (Turbo) Matrix (244669), Match 3 - 15/30 - No Limit Hold'em "
        "- 09:20:06 EET - 2012/11/23 [02:20:06 ET - 2012/11/23]\nDealt to Ann [As 4d]\n"
        "Ann finished in 3rd place\n",
        [
            {
                "tournament": "244669",
                "player": "Ann",
                "game": "no limit hold'em",
                "hero": True,
                "name": "$26 (Turbo) Matrix",
                "entry": 3,
                "place": 3,
                "prize": 0,
            }
        ],
    ),
    (
        "Cake",
        "Hand#2930 - $2,500 Guaranteed - R&A T10965119 -- CASH -- $15 + $1.5 -- 10 Max -- Table 5 "
        "-- 0/75/150 NL Hold'em -- 2012/04/12 - 22:32:06\nDealt to Ann [Kh,2s]\n"
        "Ann finished 1 out of 10 players.\n",
        [
            {
                "tournament": "10965119",
                "player": "Ann",
                "game": "no limit hold'em",
                "hero": True,
                "name": "$2,500 Guaranteed - R&A",
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 150_000,
                "fee": 15_000,
                "place": 1,
                "prize": 0,
            }
        ],
    ),
    (
        "OnGame",
        '***** History for hand T5-33-1 (TOURNAMENT: "PL Omaha HL", R-186-1481, buy-in: $1.20) '
        "*****\nUser: Ann\nDealt to Ann [Kh,2s]\n",
        [
            {
                "tournament": "R-186-1481",
                "player": "Ann",
                "hero": True,
                "name": "PL Omaha HL",
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 12_000,
            }
        ],
    ),
    (
        "PokerTracker",
        "GAME #4 Version:20 Uncalled:Y Texas Hold'em NL Tournament 2021-04-03 01:05:29/GMT\n"
        "Table Event#197 Master PKO, 705, 703 (Tournament: Event#197 Buy-In: €22,25 + €22,25 + "
        "€5,50)\nDealt to Ann [Kh 2s]\nBob finished in place 8 and won $$12\n",
        [
            {
                "tournament": "703",
                "player": "Ann",
                "hero": True,
                "name": "Event#197 Master PKO",
                "currency": "EUR",
                "prize_currency": "EUR",
                "buy_in": 222_500,
                "bounty": 222_500,
                "fee": 55_000,
            },
            {
                "tournament": "703",
                "player": "Bob",
                "name": "Event#197 Master PKO",
                "currency": "EUR",
                "prize_currency": "USD",
                "buy_in": 222_500,
                "bounty": 222_500,
                "fee": 55_000,
                "place": 8,
                "prize": 120_000,
            },
        ],
    ),
    (
        "Bovada",
        "Ignition Hand #43: HOLDEM Tournament #416 TBL#81, Normal- Level 13 (300/600) - 2021-06-06 "
        "18:25:22\nSeat 2: UTG [ME] (48,213 in chips)\nUTG [ME] : Card dealt to a spot [Kh 2s]\n"
        "Dealer : Ranking 3\nUTG [ME] : Ranking 2\nUTG [ME] : Ranking 2\n"
        "UTG [ME] : Prize Cash [$60]\nUTG [ME] : BOUNTY PRIZE [$5]\n",
        [
            {
                "tournament": "416",
                "player": "Hero",
                "hero": True,
                "game": "no limit hold'em",
                "prize_currency": "USD",
                "place": 2,
                "prize": 600_000,
                "bounties_in_hands": 50_000,
            }
        ],
    ),
    (
        "iPoker",
        "<session sessioncode='1'><general><gametype>Holdem NL $10/$20</gametype>"
        "<tablename>Twister &amp; Co, 825200070</tablename><currency>USD</currency>"
        "<nickname>Ann</nickname><tournamentname>Twister &amp; Co</tournamentname><place>3</place>"
        "<buyin>$0.67+$0.07+$0.26</buyin><totalbuyin>$1.00</totalbuyin><win>$0.50</win></general>",
        [
            {
                "tournament": "825200070",
                "player": "Ann",
                "hero": True,
                "name": "Twister & Co",
                "game": "no limit hold'em",
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 9300,
                "fee": 700,
                "place": 3,
                "prize": 5000,
            }
        ],
    ),
    (
        "iPoker",
        "<session><general><gametype>Omaha PL $1/$2</gametype><tablename>Rome</tablename>"
        "<nickname>Ann</nickname><place>0</place></general>",
        [],
    ),
    (
        "OnGame",
        "***** History for hand T5-569087-5 (TOURNAMENT: ) *****\nUser: Ann\n",
        [{"tournament": "569087", "player": "Ann", "hero": True}],
    ),
    (
        "WPN",
        "Game Hand #129 - $5,000 GTD Tournament #270 - Holdem(No Limit) - Level 10 (30.00/60.00)- "
        "2022/07/11 01:11:44 UTC\nDealt to Ann [Kh 2s]\n",
        [{"tournament": "270", "player": "Ann", "hero": True, "game": "no limit hold'em"}],
    ),
    ("WPN", "Game ID: 69 10/20 Rome, Table 1 (Hold'em)\nPlayer Ann received card: [Kh]\n", []),
    (
        "PokerStars",
        "PokerStars Hand #3: Tournament #123, $125+$10 - Hold'em No Limit (3000/6000) - 2015/06/14 "
        "21:06:43\nDealt to Ann [9d 5h]\n",
        [
            {
                "tournament": "123",
                "player": "Ann",
                "hero": True,
                "game": "no limit hold'em",
                "currency": "USD",
                "prize_currency": "USD",
                "buy_in": 1_250_000,
                "fee": 100_000,
            }
        ],
    ),
    ("Run of the mill", STARS, []),
]


def told(entry):
    """What an entry tells beside what all have."""
    plain = {"entry": 1, "file": "a.txt", "hero": False, "summary": False}
    return {
        name: value
        for name, value in entry._asdict().items()
        if value is not None and value != plain.get(name) and name != "site"
    }


def test_stars():
    found = [told(one) for one in entries_in("PokerStars", STARS.encode(), "a.txt")]
    common = {
        "tournament": "900", "game": "no limit hold'em", "currency": "USD", "buy_in": 10_000,
        "bounty": 2500, "fee": 1500, "prize_currency": "USD",
    }  # fmt: skip
    ann = {"place": 1, "prize": 52_500, "bounties_in_hands": 3500, "hero": True}
    assert found == [
        {**common, "player": "Ann", **ann},
        {**common, "player": "Bob: the [Bot]", "place": 273, "prize": 0},
        {**common, "player": "Dan", "bounties_in_hands": 1000},
        {**common, "player": "Cy", "place": 2, "prize": 35_000},
        {
            "tournament": "901", "player": "Ann", "game": "pot limit omaha5", "currency": "FPP",
            "buy_in": 100_000, "prize_currency": "FPP", "place": 40, "hero": True,
        },
    ]  # fmt: skip


def test_one_who_enters_again():
    again = STARS.replace("Cy finished the tournament in 2nd place", "Bob: the [Bot] finished "
                          "the tournament in 30th place")  # fmt: skip
    found = entries_in("PokerStars", again.encode(), "a.txt")
    bob = [one for one in found if one.player.startswith("Bob")]
    assert [(one.entry, one.place, one.prize) for one in bob] == [(1, 273, 0), (2, 30, 35_000)]


def test_where_all_cards_are_face_up_nobody_is_the_hero():
    text = STARS.replace("Dealt to Ann [Jh 8h]\n", "Dealt to Ann [Jh 8h]\nDealt to Bob [2c 2d]\n")
    found = entries_in("PokerStars", text.encode(), "a.txt")
    assert [one.hero for one in found if one.tournament == "900"] == [False] * 4


@pytest.mark.parametrize(("site", "text", "expected"), OTHERS)
def test_other_sites(site, text, expected):
    found = entries_in(site, text.encode(), "a.txt")
    assert [told(one) for one in found] == expected
    assert {one.site for one in found} <= {site}


@pytest.mark.parametrize(("site", "text", "expected"), OTHERS)
def test_other_bytes_of_the_same_text(site, text, expected):
    raw = text.encode()
    for written in (
        b"\xef\xbb\xbf" + raw,
        b"\xc3\xaf\xc2\xbb\xc2\xbf" + raw,
        raw.replace(b"\n", b"\r\n"),
        raw.replace(b"\n", b"\r"),
        raw.replace(b"\n", b"\n  "),
        text.encode("cp1252"),
    ):
        assert [told(one) for one in entries_in(site, written, "a.txt")] == expected


def test_a_tournament_that_the_name_of_the_file_tells():
    text = (
        "Game ID: 69 10/20 $2.20 Turbo, Table 1 (Hold'em)\nPlayer Ann received card: [Kh]\n"
        "Player Bob received a card.\n"
    )
    (ann,) = entries_in("WPN", text.encode(), "a/HH2016 T5732408-G0.txt")
    assert (ann.tournament, ann.player, ann.name) == ("5732408", "Ann", "$2.20 Turbo")


def test_a_buy_in_that_is_none_tells_nothing():
    text = STARS.replace("$1.00+$0.25+$0.15", "$1.00+$0.25+$0.15+$1")
    ann = entries_in("PokerStars", text.encode(), "a.txt")[0]
    assert (ann.buy_in, ann.currency, ann.prize) == (None, None, 52_500)


def test_open_hand_histories():
    hand = {
        "site_name": "iPoker", "hero_player_id": 5,
        "tournament_info": {
            "name": "100 Gtd", "start_date_utc": "2018-05-25T14:35:34", "currency": "EUR",
            "buyin_amount": 0.45, "fee_amount": "0.05", "bounty_fee_amount": 0,
            "tournament_number": 925681798,
        },
        "players": [{"id": 0, "name": "Bob"}, {"id": 5, "name": "Ann"}, {"id": 7, "name": "Cy"}],
        "tournament_bounties": [
            {"player_id": 5, "bounty_won": 0.25}, {"player_id": 5, "bounty_won": 0.5},
            {"player_id": 7, "bounty_won": 1},
        ],
    }  # fmt: skip
    common = {
        "tournament": "925681798", "name": "100 Gtd", "currency": "EUR", "prize_currency": "EUR",
        "buy_in": 4500, "bounty": 0, "fee": 500, "zone": "UTC", "started": 1_527_258_934,
        "started_utc": 1_527_258_934,
    }  # fmt: skip
    assert [told(one) for one in entries_of_object(hand, "a.txt")] == [
        {**common, "player": "Ann", "hero": True, "bounties_in_hands": 7500},
        {**common, "player": "Cy", "bounties_in_hands": 10_000},
    ]
    hand["tournament_info"] |= {"currency": "PPC", "start_date_utc": None, "fee_amount": "much"}
    ann = entries_of_object(hand, "a.txt")[0]
    assert (ann.currency, ann.started, ann.fee) == (None, None, None)
    assert entries_of_object({**hand, "tournament_info": None}, "a.txt") == []


def test_no_line_takes_square_time():
    """Four times the text takes about four times as long: a square would take sixteen."""
    lines = [
        " " * 9999, "x" * 9999, "a " * 4999, "( " * 4999, "wins " * 1999, "1 " * 4999,
        "Player " + "finished in 1 " * 700, "Ann wins the " + "$1 bounty for " * 700,
        "NL " + " 1 USD Buy-in" * 750, "Hand#1 - " + "T1000000 -- CASH -- " * 490,
        "Table " + ", 1 (Tournament: Buy-In: " * 400, "Dealt to " + "[" * 9990,
        'Winamax Poker - Tournament "' + '" buyIn: level: 1 - ' * 490,
        "Poker Hand #TM1: Tournament #1, " + "Hold'em " * 1200,
        "Full Tilt Poker Game #1: " + "(123456) - " * 900,
    ]  # fmt: skip
    for site in ("PokerStars", "GGPoker", "Winamax", "PartyPoker", "Full Tilt", "Cake", "888poker",
                 "OnGame", "PokerTracker", "Bovada", "iPoker", "Microgaming"):  # fmt: skip
        text = STARS + "\n".join(lines) + "\n"
        seconds = []
        for times in (1, 4):
            raw = (text * times).encode()
            started = time.process_time()
            entries_in(site, raw, "a.txt")
            seconds.append(time.process_time() - started)
        assert seconds[1] < 10 * seconds[0] + 0.5, site


def test_open_hand_histories_come_in_with_their_tournament(tmp_path):
    """Once for each hand that is new; an object that is odd is one bad hand."""
    hand = json.loads(OHH.text)["ohh"]
    (pot,) = hand["pots"]
    pot["player_wins"][0]["win_amount"] += pot.pop("rake")
    hand |= {
        "tournament_info": {"tournament_number": "77", "buyin_amount": 5, "currency": "EUR"},
        "tournament_bounties": [{"player_id": hand["hero_player_id"], "bounty_won": 0.5}],
    }
    odd = {**hand, "game_number": "odd", "tournament_bounties": 5}
    file = tmp_path / "a.ohh"
    file.write_text("\n\n".join(json.dumps({"ohh": one}) for one in (hand, odd)))
    for known in range(2):
        done = import_histories(tmp_path / "lake", [str(file)])
        assert (done.new, done.known, len(done.bad)) == (1 - known, known, 1)
        assert done.bad[0].problem.startswith("its tournament is not told as it should be")
        rows = stored_rows(Lake.open(tmp_path / "lake"), "tournaments").to_pylist()
        assert [(row["tournament"], row["buy_in"], row["bounties_in_hands"]) for row in rows] == [
            ("77", Decimal(5), Decimal("0.5"))
        ]
