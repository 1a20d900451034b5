"""Hands of more sites, in XML and JSON too, as those of ``sites``; and small cases of one site."""

from typing import Any

from given.sites import Sample

# Sections with names, the date behind the time, no line of the uncalled bet.
UNIBET = Sample(
    "Unibet",
    """\
Game #4101: Table €5 NL - 0.50/1 - No Limit Hold'Em Banzai - 13:22:50 2021/04/04
*** Seated players ***
Seat 1: Ann (€5.15)
Seat 2: Bob (€10)
Seat 4: Cy (€9.50)
*** Blinds and button ***
Cy has the button
Ann posts small blind €0.50
Bob posts big blind €1
*** Hole cards ***
Dealt in Ann
Dealt to Bob [Qs Qd]
Dealt in Cy
*** Preflop ***
Cy folds
Ann raises €4.15 to €5.15, and is all-in
Bob calls €4.15
*** Flop *** [2c 7d Th]
*** Turn *** [2c 7d Th] [3s]
*** River *** [2c 7d Th 3s] [4c]
Ann: shows [Ac Ad]
Bob: shows [Qs Qd]
Ann wins €10
*** Summary ***
Total pot €10.30 Rake €0.30
Seat 1: Ann: bet €5.15 and won €10, net result: €4.85
Seat 2: Bob: bet €5.15 and won €0, net result: €-5.15
""",
    {
        "4101": {
            "nets": {1: "4.85", 2: "-5.15", 4: 0}, "game": "no limit hold'em", "currency": "EUR",
            "big_blind": 1, "rake": "0.30", "hero": 2, "board": "2c7dTh3s4c",
            "played_utc": "2021-04-04 13:22:50",
        },
    },
)  # fmt: skip

# Amounts also in another currency, the bet given back, a dead blind.
CAKE = Sample(
    "Cake",
    """\
Hand#42AB01 - Paris (6-max) 2 -- $1/$2 NL Hold'em -- 2012/01/29 - 20:01:54
Dealer: Seat 2
Seat 1: Ann ($60 in chips) (EUR45 in chips)
Seat 2: Bob ($60 in chips) (EUR45 in chips)
Seat 4: Cy ($60 in chips) (EUR45 in chips)
Cy: posts small blind $1 (EUR0.75)
Ann: posts big blind $2 (EUR1.50)
Bob: posts dead blind $1 and big blind $2 (EUR2.25)
Dealt to Ann [Qs,Qd]
Bob: checks
Cy: folds
Ann: raises to $10 (EUR7.50)
Bob: calls $8 (EUR6)
*** FLOP *** [2c,7d,Th]
Ann: bets $50 (EUR37.50)
Bob: folds
Ann: returns uncalled bet $50 (EUR37.50)
***SHOW DOWN***
Ann: mucks
Ann wins $20.90 (EUR15.67)
""",
    {
        "42AB01": {
            "nets": {1: "10.90", 2: -11, 4: -1}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": "1.10", "hero": 1, "board": "2c7dTh",
            "played_utc": "2012-01-30 01:01:54",
        },
    },
)  # fmt: skip

# The button has a line of its own, the posts of who comes back are two, two boards.
FULL_TILT = Sample(
    "Full Tilt",
    """\
Full Tilt Poker Game #4301: Table Juniper (6 max) - $1/$2 - Pot Limit Omaha Hi - 17:47:12 ET - 2010/10/09
Seat 1: Ann ($24)
Seat 2: Bob ($100)
Seat 3: Cy ($100)
Bob posts the small blind of $1
Cy posts the big blind of $2
Ann posts a dead small blind of $1
Ann posts $2
The button is in seat #1
*** HOLE CARDS ***
Dealt to Cy [Qs Qd 6c 5h]
Ann checks
Bob folds
Cy raises to $8
Ann raises to $23, and is all in
Cy calls $15
Ann shows [Ac Ad Kh 9s]
Cy shows [Qs Qd 6c 5h]
*** FLOP 1 *** [2c 7d Th]
*** TURN 1 *** [2c 7d Th] [3s]
*** RIVER 1 *** [2c 7d Th 3s] [4c]
*** FLOP 2 *** [Jc 5d 8h]
*** TURN 2 *** [Jc 5d 8h] [Ah]
*** RIVER 2 *** [Jc 5d 8h Ah] [9c]
Cy wins pot 1 ($23) with a straight
Ann wins pot 2 ($23) with three of a kind, Aces
*** SUMMARY ***
Total pot $48 | Rake $2
Board 1: [2c 7d Th 3s 4c]
Board 2: [Jc 5d 8h Ah 9c]
Seat 1: Ann (button) showed [Ac Ad Kh 9s] and won ($23)
Seat 2: Bob (small blind) folded before the Flop
Seat 3: Cy (big blind) showed [Qs Qd 6c 5h] and won ($23)
""",  # noqa: E501
    {
        "4301": {
            "nets": {1: -1, 2: -1, 3: 0}, "game": "pot limit omaha", "currency": "USD",
            "big_blind": 2, "rake": 2, "hero": 3, "board": "2c7dTh3s4c", "board2": "Jc5d8hAh9c",
            "played_utc": "2010-10-09 21:47:12",
        },
    },
)  # fmt: skip

# What is collected and the hands that are shown stand in the summary.
EVEREST = Sample(
    "Everest",
    """\
EverestPoker Game #4401: Tourney ID: 765432, Table 3 - 50/100 ante 10 - No Limit Hold'em - 12:13:14 - 2011/10/12
Seat 1: Ann (1,500)
Seat 4: Bob (1,200)
Ann antes 10
Bob antes 10
Ann posts the small blind of 50
Bob posts the big blind of 100
The button is in seat #1
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Ann raises to 1,490, and is all in
Bob calls 1,090, and is all in
Uncalled bet of 300 returned to Ann
*** FLOP *** [2c 7d Th]
*** TURN *** [3s]
*** RIVER *** [4c]
*** SUMMARY ***
Ann shows [Ac Ad] a pair of Aces
Bob mucked [Qs Qd]
Ann collects 2,400
""",  # noqa: E501
    {
        "4401": {
            "nets": {1: 1200, 4: -1200}, "game": "no limit hold'em", "currency": None,
            "big_blind": 100, "ante": 10, "rake": 0, "hero": 4, "tournament": "765432",
            "board": "2c7dTh3s4c", "played_utc": "2011-10-12 16:13:14",
        },
    },
)  # fmt: skip

# Pots before rake with what each wins in brackets, and the nets.
ONGAME = Sample(
    "OnGame",
    """\
***** History for hand R5-4501-7 *****
Start hand: Sat Sep 4 05:34:19 GMT+0100 2010
Table: Riga [4501] (NO_LIMIT TEXAS_HOLDEM $1/$2, Real money)
User: Bob
Button: seat 9
Players in round: 3
Seat 1: Ann ($40)
Seat 4: Bob ($60)
Seat 9: Cy ($100)
Ann posts small blind ($1)
Bob posts big blind ($2)
Cy posts dead blind ($1)
Cy posts big blind ($2)
---
Dealing pocket cards
Dealing to Bob: [Qs, Qd]
Cy checks
Ann folds
Bob raises $8 to $10
Cy calls $8
--- Dealing flop [2c, 7d, Th]
Bob bets $50 [all in]
Cy folds
---
Summary:
Main pot: $22 won by Bob ($21)
Rake taken: $1
Seat 1: Ann ($39), net: -$1
Seat 4: Bob ($71), net: +$11
Seat 9: Cy ($89), net: -$11
***** End of hand R5-4501-7 *****
""",
    {
        "R5-4501-7": {
            "nets": {1: -1, 4: 11, 9: -11}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": 1, "hero": 4, "board": "2c7dTh",
            "played_utc": "2010-09-04 04:34:19",
        },
    },
)  # fmt: skip

# Months first, no checks that are not told, no uncalled bet; what is won alone.
POKERTRACKER = Sample(
    "PokerTracker",
    """\
GAME #4601: Texas Hold'em NL $1/$2 2012-04-11 19:28:19
Table Kent, Seats 6
Seat 1: Ann ($61.87 in chips)
Seat 2: Bob ($40 in chips) DEALER
Bob: Post SB $1
Ann: Post BB $2
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Bob: Raise $6
Ann: Call $4
*** FLOP *** [2c 7d Th]
Ann: Bet $10
Bob: Allin $34
Ann: Call $24
*** TURN *** [3s]
*** RIVER *** [4c]
*** SUMMARY ***
Total pot $77 Rake $3
Ann: Shows [Ac Ad] a pair of aces
Bob: Shows [Qs Qd] a pair of queens
Ann: wins $77
""",
    {
        "4601": {
            "nets": {1: 37, 2: -40}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": 3, "hero": 2, "board": "2c7dTh3s4c",
            "played_utc": "2012-04-11 23:28:19",
        },
    },
)  # fmt: skip

# Of the viewer: bets say what they add, the first version says the total.
_VIEWED = """\
** {head} starting - 2010-05-06 07:08:09
** Aster [Hold'em] (1|2 NL - Cash Game) Real Money
- Ann sitting in seat 1 with $60
- Bob sitting in seat 3 with $60 [Dealer]
Bob posted the small blind - $1
Ann posted the big blind - $2
** Dealing card to Bob: Q of s, Q of d
Bob raised - ${raised}
Ann called - ${called}
** Dealing the flop: 2 of c, 7 of d, 10 of h
Ann checked
Bob bet - $20
Ann folded
Bob returned - $20
Bob wins $11.50 from the main pot
End of game 47
"""
_VIEWED_WANTED = {
    "nets": {1: -6, 3: "5.50"}, "game": "no limit hold'em", "big_blind": 2, "rake": "0.50",
    "hero": 3, "board": "2c7dTh", "played_utc": "2010-05-06 11:08:09",
}  # fmt: skip
MICROGAMING = Sample(
    "Microgaming",
    _VIEWED.format(head="Game ID 4701 Version:9", raised=5, called=4),
    {"4701": _VIEWED_WANTED},
)
MICROGAMING_OLD = Sample(
    "Microgaming of version 1",
    _VIEWED.format(head="Game ID 4702", raised=6, called=6),
    {"4702": _VIEWED_WANTED},
)

# Raises say the total of the street, all-ins what they add; ten is "10", the suit comes first.
IPOKER = Sample(
    "iPoker",
    """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="48">
<general>
<gametype>Holdem NL €1/€2</gametype>
<tablename>Oslo, 48000001</tablename>
<currency>EUR</currency>
<nickname>Bob</nickname>
<startdate>2019-03-04 05:06:07</startdate>
</general>
<game gamecode="4801">
<general>
<startdate>2019-03-04 05:06:08</startdate>
<players>
<player seat="3" name="Ann" chips="€60" dealer="1" win="€123.50" bet="€60" />
<player seat="5" name="Bob" chips="€1,200.50" dealer="0" win="€0" bet="€60" />
<player seat="8" name="Cy" chips="€100" dealer="0" win="€0" bet="€6" />
</players>
</general>
<round no="0">
<action no="1" player="Bob" type="1" sum="€1" cards="" />
<action no="2" player="Cy" type="2" sum="€2" cards="" />
</round>
<round no="1">
<cards type="Pocket" player="Ann">X X</cards>
<cards type="Pocket" player="Bob">SQ DQ</cards>
<cards type="Pocket" player="Cy">X X</cards>
<action no="3" player="Ann" type="23" sum="€6" cards="" />
<action no="4" player="Bob" type="3" sum="€5" cards="" />
<action no="5" player="Cy" type="3" sum="€4" cards="" />
</round>
<round no="2">
<cards type="Flop" player="">C2 D7 H10</cards>
<action no="6" player="Bob" type="4" sum="€0" cards="" />
<action no="7" player="Cy" type="4" sum="€0" cards="" />
<action no="8" player="Ann" type="7" sum="€54" cards="" />
<action no="9" player="Bob" type="3" sum="€54" cards="" />
<action no="10" player="Cy" type="0" sum="€0" cards="" />
</round>
<round no="3">
<cards type="Turn" player="">S3</cards>
</round>
<round no="4">
<cards type="River" player="">C4</cards>
</round>
</game>
</session>
""",
    {
        "4801": {
            "nets": {3: "63.50", 5: -60, 8: -6}, "game": "no limit hold'em", "currency": "EUR",
            "big_blind": 2, "rake": "2.50", "hero": 5, "board": "2c7dTh3s4c",
            "played_utc": "2019-03-04 05:06:08",
        },
    },
    "xml",
)  # fmt: skip

# Seats from 0 on, a blind of who comes back, the time in one word.
MERGE = Sample(
    "Merge",
    """\
<description type="Holdem" stakes="No Limit ($1/$2)"/>
<game id="49-1" starttime="20110507140723" numholecards="2" gametype="2" realmoney="true" \
data="20110507|Lima (49)|49|49-1|false">
<players dealer="3">
<player seat="0" nickname="Ann" balance="$60.00" dealtin="true" />
<player seat="1" nickname="Bob" balance="$60.00" dealtin="true" />
<player seat="3" nickname="Cy" balance="$60.00" dealtin="true" />
</players>
<round id="BLINDS" sequence="1">
<event sequence="1" type="SMALL_BLIND" player="0" amount="1.00"/>
<event sequence="2" type="BIG_BLIND" player="1" amount="2.00"/>
<event sequence="3" type="INITIAL_BLIND" player="3" amount="2.00"/>
</round>
<round id="PREFLOP" sequence="2">
<event sequence="4" type="CHECK" player="3"/>
<event sequence="5" type="FOLD" player="0"/>
<event sequence="6" type="RAISE" player="1" amount="10.00"/>
<event sequence="7" type="CALL" player="3" amount="8.00"/>
<cards type="HOLE" cards="Qs,Qd" player="1"/>
</round>
<round id="POSTFLOP" sequence="3">
<event sequence="8" type="BET" player="1" amount="20.00"/>
<event sequence="9" type="FOLD" player="3"/>
<cards type="COMMUNITY" cards="2c,7d,Th"/>
</round>
<round id="END_OF_FOLDED_GAME" sequence="4">
<winner amount="20.00" uncalled="true" potnumber="1" player="1" pottype="n"/>
<winner amount="20.00" uncalled="false" potnumber="1" player="1" pottype="n"/>
</round>
</game>
""",
    {
        "49-1": {
            "nets": {1: -1, 2: 10, 4: -10}, "game": "no limit hold'em", "currency": "USD",
            "big_blind": 2, "rake": 1, "hero": 2, "board": "2c7dTh",
            "played_utc": "2011-05-07 18:07:23",
        },
    },
    "xml",
)  # fmt: skip

# A dead blind, cards of two attributes, what each has at the end.
MICROGAMING_XML = Sample(
    "Microgaming in XML",
    """\
----PRIMA.DAT----
<Game hhversion="5" id="5001" date="2016-02-10 17:37:42" tablename="Lima" stakes="1|2" \
betlimit="NL" tabletype="Cash Game" gametype="Hold&apos;em" realmoney="true" \
currencysymbol="rCA=" playerseat="3" istournament="0">
<Seats>
<Seat num="1" alias="Ann" balance="60.00" endbalance="57.00" />
<Seat num="3" alias="Bob" balance="60.00" endbalance="62.70" dealer="true" />
</Seats>
<Gameplay>
<Action seq="1" type="SmallBlind" seat="3" value="1.00" />
<Action seq="2" type="BigBlind" seat="1" value="2.00" />
<Action seq="3" type="PostedDead" seat="1" value="1.00" />
<Action seq="4" type="DealCards" seat="3"><Card value="Q" suit="s" /><Card value="Q" suit="d" />\
</Action>
<Action seq="5" type="Call" seat="3" value="1.00" />
<Action seq="6" type="Check" seat="1" />
<Action seq="7" type="DealFlop"><Card value="2" suit="c" /><Card value="7" suit="d" />\
<Card value="10" suit="h" /></Action>
<Action seq="8" type="Check" seat="1" />
<Action seq="9" type="Bet" seat="3" value="4.00" />
<Action seq="10" type="Fold" seat="1" />
<Action seq="11" type="MoneyReturned" seat="3" value="4.00" />
<Action seq="12" type="MuckCards" seat="3" />
<Action type="Win">
<Seat num="3" amount="4.70" pot="0" type="" lowhandwin="0" />
</Action>
</Gameplay>
</Game>
""",
    {
        "5001": {
            "nets": {1: -3, 3: "2.70"}, "game": "no limit hold'em", "currency": "EUR",
            "big_blind": 2, "rake": "0.30", "hero": 3, "board": "2c7dTh",
            "played_utc": "2016-02-10 17:37:42",
        },
    },
    "xml",
)  # fmt: skip

# Raises say what they add, the uncalled bet is in no pot.
OHH = Sample(
    "OHH",
    """\
{"ohh": {"spec_version": "1.4.6", "site_name": "Ten", "game_type": "Holdem",
"table_name": "Lima", "game_number": "5101", "start_date_utc": "2026-02-02T20:17:51Z",
"currency": "EUR", "small_blind_amount": 1, "big_blind_amount": 2, "ante_amount": 0,
"bet_limit": {"bet_type": "NL", "bet_cap": 0}, "dealer_seat": 4, "hero_player_id": 7,
"players": [
{"id": 7, "name": "Ann", "seat": 2, "starting_stack": 60},
{"id": 8, "name": "Bob", "seat": 4, "starting_stack": 80.5}],
"rounds": [
{"id": 0, "street": "Preflop", "cards": [], "actions": [
{"action_number": 1, "player_id": 8, "action": "Post SB", "amount": 1},
{"action_number": 2, "player_id": 7, "action": "Post BB", "amount": 2},
{"action_number": 3, "player_id": 7, "action": "Dealt Cards", "cards": ["Qs", "Qd"]},
{"action_number": 4, "player_id": 8, "action": "Raise", "amount": 5},
{"action_number": 5, "player_id": 7, "action": "Call", "amount": 4}]},
{"id": 1, "street": "Flop", "cards": ["2c", "7d", "Th"], "actions": [
{"action_number": 6, "player_id": 7, "action": "Check"},
{"action_number": 7, "player_id": 8, "action": "Bet", "amount": 10},
{"action_number": 8, "player_id": 7, "action": "Raise", "amount": 30},
{"action_number": 9, "player_id": 8, "action": "Fold"}]}],
"pots": [{"number": 0, "amount": 32, "rake": 1.5,
"player_wins": [{"player_id": 7, "win_amount": 30.5}]}]}}
""",
    {
        "5101": {
            "nets": {2: "14.50", 4: -16}, "game": "no limit hold'em", "currency": "EUR",
            "big_blind": 2, "rake": "1.50", "hero": 2, "board": "2c7dTh",
            "played_utc": "2026-02-02 20:17:51",
        },
    },
    "ohh",
)  # fmt: skip

# Backwards; two of one name, a straddle, calls and raises that say the total.
_LOG = """\
-- starting hand #52 (id: q1)  (No Limit Texas Hold'em) (dealer: ""Ann @ aa"") --
Player stacks: #1 ""Ann @ aa"" (400) | #4 ""Bob @ bb"" (300) | #7 ""Bob @ cc"" (500)
Your hand is Q♠, Q♦
""Bob @ bb"" posts a small blind of 10
""Bob @ cc"" posts a big blind of 20
""Ann @ aa"" posts a straddle of 40
""Bob @ bb"" folds
""Bob @ cc"" raises to 140
""Ann @ aa"" calls 140
Flop:  [2♣, 7♦, 10♥]
""Bob @ cc"" bets 260 and go all in
""Ann @ aa"" calls 260 and go all in
Turn: 2♣, 7♦, 10♥ [3♠]
River: 2♣, 7♦, 10♥, 3♠ [4♣]
""Bob @ cc"" shows a Q♠, Q♦.
""Ann @ aa"" collected 810 from pot with Pair, A's (combination: A♣, A♦)
-- ending hand #52 --
"""
POKERNOW = Sample(
    "PokerNow",
    "entry,at,order\n"
    + "".join(
        f'"{entry}",2022-01-20T10:52:{50 - at:02}.000Z,{99 - at}\n'
        for at, entry in enumerate(reversed(_LOG.splitlines()))
    ),
    {
        "52": {
            "nets": {1: 410, 4: -10, 7: -400}, "game": "no limit hold'em", "currency": None,
            "big_blind": 20, "rake": 0, "board": "2c7dTh3s4c",
            "played_utc": "2022-01-20 10:52:34",
        },
    },
    "pokernow",
)  # fmt: skip

# Small cases of one site: a form each, with the number of a download's list before each hand.
_FOLDED = """\
Hand #77{n}:

PokerStars Hand #{n}:  {about}
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ({sign}90 in chips)
Seat 2: Bob ({sign}80 in chips)
Ann: posts small blind {sign}10
Bob: posts big blind {sign}20
*** HOLE CARDS ***
Dealt to Ann [7c 2d]
Ann: folds
{uncalled}Bob collected {sign}20 from pot
*** SUMMARY ***
Total pot {sign}20 | Rake {sign}0
Seat 1: Ann (button) (small blind) folded before Flop
Seat 2: Bob (big blind) collected ({sign}20)

"""
_ALL_IN = """\
PokerStars Hand #{n}:  Hold'em No Limit ($0.50/$1 USD) - 2025/08/02 11:24:53 CET [2025/08/02 5:24:53 ET]
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** HOLE CARDS ***
Ann: raises $49 to $50 and is all-in
Bob: calls $49 and is all-in
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th] [3s]
*** RIVER *** [2c 7d Th 3s] [4c]
*** SHOW DOWN ***
Ann: shows [Ac Ad] (a pair of Aces)
Bob: shows [Qs Qd] (a pair of Queens)
{paid}
*** SUMMARY ***
Total pot $100 | Rake $2
Board [2c 7d Th 3s 4c]
Seat 1: Ann (button) (small blind) showed [Ac Ad] and won ($98) with a pair of Aces{ann}
Seat 2: Bob (big blind) showed [Qs Qd] and lost with a pair of Queens{bob}

"""  # noqa: E501
_CASH = "Hold'em No Limit ({0}10/{0}20{1}) - 2022/03/04 5:06:07 {2}"
_TOURNAMENT = "#654, $3.00+$0.30 USD Hold'em No Limit - Level I (10/20) - 2022/03/04 5:06:07 ET"
_BACK = "Uncalled bet ({sign}10) returned to Bob\n"


def _folded(number: int, about: str, sign: str = "", *, uncalled: bool = True) -> str:
    back = _BACK.format(sign=sign) if uncalled else ""
    return _FOLDED.format(n=number, about=about, sign=sign, uncalled=back)


_LOST: dict[str, Any] = {"nets": {1: -10, 2: 10}, "rake": 0, "hero": 1, "big_blind": 20}
CASES = Sample(
    "cases",
    _ALL_IN.format(
        n=6001,
        paid="Ann collected $98 from pot\nBob cashed out the hand for $70.10 | Cash Out Fee $0.70",
        ann="",
        bob=" (cashed out)",
    )
    + _ALL_IN.format(
        n=6002,
        paid="Ann cashed out the hand for $30 | Cash Out Fee $0.30",
        ann=" (pot not awarded as player cashed out)",
        bob="",
    )
    + _folded(6003, f"Zoom Tournament {_TOURNAMENT}")
    + _folded(6004, f"Tournament {_TOURNAMENT}")
    + _folded(6005, "Hold'em No Limit ($10/$20) - 2008/01/31 - 23:45:12 (ET)", "$")
    + _folded(6006, _CASH.format("$", " USD", "PT [2022/03/04 8:06:07 ET]"), "$", uncalled=False)
    + _folded(6007, _CASH.format("Rs. ", " INR", "IST [2022/03/03 19:36:07 ET]"), "Rs. ")
    + """\
PokerStars Hand #6008:  6+ Hold'em No Limit (Button Blind $2\u00a0- Ante $1\u00a0 USD) - 2022/03/04 5:06:07 ET
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Ann: posts the ante $1
Bob: posts the ante $1
Ann: posts button blind $2
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Bob: folds
Uncalled bet ($2) returned to Ann
Ann collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Ann (button)\u00a0(button blind) collected ($2)
Seat 2: Bob folded before Flop

PokerStars Hand #6009: Tournament #654, $1+$0.10 USD Hold'em No Limit - Level I (10/20) - 2022/03/04 5:06:07 ET
Table 'Vesta' 9-max Seat #1 is the button
Seat 1: Ann (800 in chips)
Seat 2: Bob (900 in chips)
Seat 3: Cy (15 in chips) is sitting out
Bob: posts small blind 10
Cy: posts big blind 15 and is all-in
*** HOLE CARDS ***
Ann: raises 20 to 40
Bob: calls 30
Cy: folds
*** FLOP *** [2c 7d Th]
Bob: checks
Ann: checks
*** TURN *** [2c 7d Th] [3s]
Bob: checks
Ann: checks
*** RIVER *** [2c 7d Th 3s] [4c]
Bob: checks
Ann: checks
*** SHOW DOWN ***
Bob: shows [Qs Qd] (a pair of Queens)
Ann: shows [Ac Ad] (a pair of Aces)
Ann collected 50 from side pot
Ann collected 45 from main pot
*** SUMMARY ***
Total pot 95 Main pot 45. Side pot 50. | Rake 0
Board [2c 7d Th 3s 4c]
Seat 1: Ann (button) showed [Ac Ad] and won (95) with a pair of Aces
Seat 2: Bob (small blind) showed [Qs Qd] and lost with a pair of Queens
Seat 3: Cy (big blind) folded before Flop
""",  # noqa: E501
    {
        "6001": {
            "nets": {1: 48, 2: "20.10"}, "cashout": {2: "70.10"}, "rake": 2,
            "played_utc": "2025-08-02 09:24:53",
        },
        "6002": {"nets": {1: -20, 2: -50}, "cashout": {1: 30}, "rake": 2, "unpaid": 98},
        "6003": _LOST | {"tournament": "654", "currency": None},
        "6004": _LOST | {"tournament": "654", "currency": None},
        "6005": _LOST | {"currency": "USD", "zone": "ET", "played_utc": "2008-02-01 04:45:12"},
        "6006": _LOST | {"currency": "USD", "zone": "PT", "played_utc": "2022-03-04 13:06:07"},
        "6007": _LOST | {"currency": "INR", "zone": "IST", "played_utc": "2022-03-03 23:36:07"},
        "6008": {
            "nets": {1: 1, 2: -1}, "game": "no limit short deck", "big_blind": 2, "ante": 1,
            "currency": "USD", "hero": 2,
        },
        "6009": {"nets": {1: 55, 2: -40, 3: -15}, "rake": 0, "tournament": "654"},
    },
)  # fmt: skip

SAMPLES = (
    UNIBET, CAKE, FULL_TILT, EVEREST, ONGAME, POKERTRACKER, MICROGAMING, MICROGAMING_OLD, IPOKER,
    MERGE, MICROGAMING_XML, OHH, POKERNOW,
)  # fmt: skip
