"""Hands of the folder of real files: each comes in, as another program reads and counts it."""

import csv
import re
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from pokerlake.pipelines.histories.reading import read_pieces
from pokerlake.pipelines.histories.sources import amount_of, chunks, find_sources
from pokerlake.tables.definitions.opportunities import FACTS, relation
from pokerlake.tables.definitions.statistics import STATISTICS

DATA = Path(__file__).parents[4] / "shared/data/sites"
_TOLERANCE = Decimal("0.0051")  # the other program rounds to cents
_LATE = ("CO", "HJ", "MP", *(f"UTG+{at}" for at in range(9, 0, -1)), "UTG")

# Where ours is another, and why: by what, reasons, and hands (or files) that they are of.
APART = {
    "hand": {
        "games that are counted by name": {"97007286518", "32447075821"},
    },
    "net": {
        "one risk of two is counted, the summary adds them up": {"OM47349310"},
        "a rake of 5: the file says that it is 0, and has 15 more at the end": {
            "5905016440",
            "5948296191",
        },
        "a side pot of one is his uncalled bet: 31 are put in, and 30 counted": {"13550918572"},
    },
    "cashout": {"one risk of two is counted": {"OM47349310"}},
    "vpip": {
        "who is all-in by a call has called": {"AF443780601"},
        "streets have no lines: bets on the flop are taken to be before it": {"2601408198"},
        "a straddle is a post": {"698327591"},
    },
    "pfr": {
        "streets have no lines: bets on the flop are taken to be before it": {
            "2607518885", "2601407767", "2601408198", "2601411038", "2601411145",
        },
        "a straddle is a post": {"698327591"},
    },
    "rake": {
        "see nets": {"5905016440", "5948296191", "13550918572"},
    },
    "hero": {"all cards are told, and one is called Hero": {"AF443780601"}},
    "hole": {
        "Russian ranks": {"103581731"},
        "Hero's are there": {"AF443780601"},
        "one card that is shown is not kept": {"35368081-1133", "9041577782"},
    },
    "board": {
        "Russian ranks": {"103581731"},
        "the other program lost a card, or the flop": {
            "4383748337", "3152355148", "3031589003", "3031601424", "3031609982", "3031627302",
            "4328078333", "4328086822", "2697696244", "2691494199", "2691498235", "2691503577",
            "2691504715", "5334642-860-", "5281577-471-",
        },
        "it has the flop twice": {"4999410502"},
    },
    "played_utc": {
        "no date": {"1140410638", "2607739781"},
        "the file tells its zone": {
            "4107052743", "4383748337", "4402349920", "9041577782", "4998771680", "1002060530",
            "1027919331", "60139095-", "3704959981",
        },
    },
    "position": {
        "a straddle is no blind": {"OM1410171", "OM1171256", "OM812126"},
        "nor is an ante of all chips": {"2697696244"},
        "one sits between the button and the small blind": {"143941885", "143944112", "19421044"},
        "one leaves before he acts": {"1593704164", "1073060164"},
        "a big blind that is not posted, or posted all-in": {"Freeroll-201107", "4969489282"},
        "the button's blind is no small blind": {"18512107436"},
        "of two, the button posts the big blind": {"R5-79836934-72"},
    },
}  # fmt: skip

# The flags, with the statistic that each is a row of; of showdowns no chances are told.
FLAGS = {
    "three_bet": "three_bet", "fold_to_3bet": "fold_to_three_bet", "cbet_flop": "cbet_flop",
    "fold_to_cbet": "fold_to_cbet_flop", "steal": "steal", "went_to_showdown": "wtsd",
    "won_at_showdown": "wsd",
}  # fmt: skip
# The kinds of differences, docs/statistics.md tells them: how many rows of each flag.
FLAGS_APART = {
    "he has no turn on the flop": {"cbet_flop_chance": 516},
    "another has bet before him": {"cbet_flop_chance": 98},
    "he raises another's bet": {"cbet_flop": 37},
    "he faces a raise": {"fold_to_cbet_chance": 79, "fold_to_cbet": 28},
    "nobody is left to put in more": {"three_bet_chance": 89},
    "he sits out": {"three_bet_chance": 24, "steal_chance": 4, "steal": 1},
    "one who posted has checked": {"steal_chance": 26, "steal": 4},
    "nobody sits at the button": {"steal_chance": 13, "steal": 1},
    "the button has the only blind": {"steal_chance": 4, "steal": 1},
    "every player at a showdown wins": {"won_at_showdown": 37},
    "one player is left": {"went_to_showdown": 15, "won_at_showdown": 15},
    "a bet that nobody could call is won": {"won_at_showdown": 4},
    "a cash-out is won": {"won_at_showdown": 2},
    "nothing is collected": {"won_at_showdown": 1},
    "all-in by a post": {"went_to_showdown": 3, "won_at_showdown": 1},
    "streets have no lines": {
        "three_bet_chance": 14, "three_bet": 9, "fold_to_3bet_chance": 6, "fold_to_3bet": 2,
        "cbet_flop_chance": 7, "cbet_flop": 7, "fold_to_cbet_chance": 11, "fold_to_cbet": 7,
    },
    "a straddle is a raise": {"three_bet_chance": 8, "cbet_flop_chance": 1, "steal_chance": 1},
    "lines are out of order": {"fold_to_cbet_chance": 1},
    "of two, the button posts the big blind": {"steal_chance": 1, "steal": 1},
    "all-in without a word": {"fold_to_3bet_chance": 1},
    "a fold has no line": {"steal_chance": 1, "went_to_showdown": 2, "won_at_showdown": 1},
}  # fmt: skip
# Those that are told by the text alone.
_NAMED = {
    "he sits out": {
        "86563945695", "86564017619", "86564377938", "86564468015", "86564506859", "86564710080",
        "86564750643", "86564797497", "86564871878", "86565334403", "86565401013", "86565431160",
        "47653174206", "47654094729", "47654301269",
    },
    "a bet that nobody could call is won": {
        "9247976-232-1478874498", "323549-11-1286000000", "118267374808858625-31-1343075816",
        "56408884989919351-21-1319723211",
    },
    "a cash-out is won": {"257180854570", "231645858339"},
    "nothing is collected": {"1073061094"},
    "all-in by a post": {"16652117062", "61011805711", "25234313412"},
    "streets have no lines": {
        "2607518885", "2607979051", "2601407767", "2601407966", "2601408198", "2601408550",
        "2601408756", "2601409299", "2601409940", "2601410320", "2601411038", "2601411145",
    },
    "a straddle is a raise": {"698327591", "OM812126"},
    "lines are out of order": {"3704959981"},
    "of two, the button posts the big blind": {"R5-79836934-72"},
    "all-in without a word": {"2855472319"},
    "a fold has no line": {"31493008322"},
}  # fmt: skip


def _same_number(text):
    return re.sub(r"[^0-9A-Za-z]", "", text)


@pytest.fixture(scope="module")
def hands():
    """All hands of the folder, by file and number, with their players."""
    if not DATA.is_dir():
        pytest.skip("needs sites of shared/data beside the checkout")
    sources = find_sources([str(DATA / "hands")])
    found = {}
    for chunk in chunks(sources, amount_of(sources)):
        tables = read_pieces(chunk).tables
        rows = tables["hands"].to_pylist()
        flags = _flags(tables)
        for row in rows:
            row["players"], row["actions"] = [], []
            file = str(Path(row["file"]).relative_to(DATA))
            found[file, _same_number(row["number"])] = row
        for seat in tables["seats"].to_pylist():
            told = flags[seat["hand_id"], seat["seat"]]
            rows[seat["hand_id"]]["players"].append(seat | told)
        for action in tables["actions"].to_pylist():
            rows[action["hand_id"]]["actions"].append(action)
    return found


def _flags(tables):
    """Of each player in a hand the flags, by statistics over the rows of opportunities."""
    found = defaultdict(dict)
    with duckdb.connect() as connection:
        for name, table in tables.items():
            connection.register(name, table)
        for flag, name in FLAGS.items():
            each = STATISTICS[name]
            asked = set(re.findall(r"\w+", f"{each.chance} {each.taken}")) & FACTS.keys()
            rows = relation(each.rows, ["hand_id", "seat", *sorted(asked)])
            for hand, seat, chances, taken in connection.sql(
                f"select hand_id, seat, max({each.denominator}), max({each.numerator}) "
                f"from ({rows}) group by all"
            ).fetchall():
                found[hand, seat] |= {f"{flag}_chance": chances, flag: taken}
    return found


@pytest.fixture(scope="module")
def expected(hands):
    """Each hand as the other program has it: file and number, ours, its rows."""
    rows = defaultdict(list)
    with (DATA / "expected.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            rows[row["file"], row["hand"]].append(row)
    found = []
    for (file, number), players in rows.items():
        whole = _same_number(number)
        hand = hands.get((file, whole)) or hands.get((file, re.sub(r"\D", "", whole)))
        found.append((file, number, hand, players))
    assert len(found) > 1800
    return found


@pytest.fixture(scope="module")
def apart(expected):
    """File and number of the hands that are not as expected, by what is not."""
    found = defaultdict(set)
    for file, number, hand, players in expected:
        for what in {"hand"} if hand is None else set(_differences(hand, players)):
            found[what].add((file, number))
    return found


def _differences(hand, players):
    first = players[0]
    for name in ("rake", "added"):
        if _differ(hand[name], first[name]):
            yield name
    for name in ("board", "board2"):
        if _cards(hand[name]) != _cards(first[name]):
            yield name
    if str(hand["played_utc"]) != first["played_utc"]:
        yield "played_utc"
    codes = _codes(hand["players"])
    for row, seat in _pairs(hand, players):
        if seat is not None and (row["hero"] == "1") != (seat["seat"] == hand["hero"]):
            yield "hero"
        if seat is None:  # not dealt in
            if Decimal(row["net"]):
                yield "net"
            continue
        for name in ("net", "cashout"):
            if _differ(seat[name], row[name]):
                yield name
        for name in ("vpip", "pfr"):
            if row[name] and bool(seat[name]) != (row[name] == "1"):
                yield name
        if _cards(seat["hole"]) != _cards(row["hole"]):
            yield "hole"
        if row["position"] and row["position"] not in codes[seat["position"]]:
            yield "position"


def _pairs(hand, players):
    """Rows of the other program, each with our player; None if he is not dealt in."""
    by_name = {seat["player"]: seat for seat in hand["players"]}
    by_seat = {str(seat["seat"]): seat for seat in hand["players"]}
    for row in players:
        yield row, by_name.get(row["player"]) or by_seat.get(row["seat"])


def _differ(amount, expected):
    return abs(amount - Decimal(expected or 0)) > _TOLERANCE


def _cards(text):
    return sorted(re.findall("..", text or ""))


def _codes(players):
    """What the other program calls each position: S, B, and numbers from the button on."""
    there = {seat["position"] for seat in players}
    others = [position for position in _LATE if position in there]
    codes = {position: str(at) for at, position in enumerate(others, "BTN" in there)}
    button = "0S" if len(players) == 2 else "0"
    return codes | {"BTN": button, "SB": "S", "BB": "B"}


@pytest.mark.parametrize(
    "what",
    ["hand", "net", "cashout", "rake", "added", "vpip", "pfr", "hero", "hole", "board", "board2",
     "played_utc", "position"],
)  # fmt: skip
def test_hands_are_those_of_the_other_program(apart, what):
    keys = {key for keys in APART.get(what, {}).values() for key in keys}
    seen = {
        (file, number): {key for key in keys if key in f"{file} {number}"}
        for file, number in apart[what]
    }
    assert sorted(hand for hand, known in seen.items() if not known) == []
    assert set().union(*seen.values()) == keys


def _kind(flag, number, hand, seat):
    """Of what kind a difference in a flag is: by what is so in the hand, else by its text."""
    mine = [row for row in hand["actions"] if row["seat"] == seat["seat"] and row["turn"]]
    early = [row for row in mine if row["street"] == "preflop"]
    flop = [row for row in mine if row["street"] == "flop"]
    left = [one for one in hand["players"] if one["folded"] is None]
    for kind, numbers in _NAMED.items():
        if number in numbers and flag in FLAGS_APART[kind]:
            return kind
    if flag == "cbet_flop_chance" and not flop:
        return "he has no turn on the flop"
    if flag == "cbet_flop_chance" and flop[0]["facing"] != "nothing":
        return "another has bet before him"
    if flag == "cbet_flop" and [row["action"] for row in flop].count("raise"):
        return "he raises another's bet"
    if flag.startswith("fold_to_cbet") and flop[-1]["facing"] not in ("nothing", "bet"):
        return "he faces a raise"
    if flag == "three_bet_chance" and early[0]["behind"] <= early[0]["to_call"]:
        return "nobody is left to put in more"
    if flag.startswith("steal"):
        if "short deck" in hand["game"]:
            return "the button has the only blind"
        if "BTN" not in {one["position"] for one in hand["players"]}:
            return "nobody sits at the button"
        before = [row for row in hand["actions"] if row["number"] < early[0]["number"]]
        if "check" in {row["action"] for row in before}:
            return "one who posted has checked"
    if flag.endswith("showdown") and len(left) == 1:
        return "one player is left"
    if flag == "won_at_showdown" and hand["site"] == "iPoker":
        return "every player at a showdown wins"
    return "not known"


def test_flags_are_those_of_the_other_program(expected):
    """Or the difference is of a kind, and so many are of it."""
    found, same = defaultdict(Counter), Counter()
    told = [
        each
        for flag in FLAGS
        for each in (flag, f"{flag}_chance")
        if not each.endswith("showdown_chance")
    ]
    for _, number, hand, players in expected:
        for row, seat in _pairs(hand, players) if hand else ():
            for flag in told if seat else ():
                if row[flag] and int(row[flag]) == seat.get(flag, 0):
                    same[flag] += 1
                elif row[flag]:
                    found[_kind(flag, number, hand, seat)][flag] += 1
    assert found == FLAGS_APART
    assert same == {
        "three_bet_chance": 9343, "three_bet": 9469, "fold_to_3bet_chance": 9471,
        "fold_to_3bet": 9476, "cbet_flop_chance": 8856, "cbet_flop": 9434,
        "fold_to_cbet_chance": 9387, "fold_to_cbet": 9443, "steal_chance": 9428, "steal": 9470,
        "went_to_showdown": 11_193, "won_at_showdown": 9417,
    }  # fmt: skip
