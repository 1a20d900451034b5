"""Hands of the folder of real files: each comes in, as another program reads it."""

import csv
import re
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import pytest

from pokerlake.pipelines.histories.reading import read_pieces
from pokerlake.pipelines.histories.sources import amount_of, chunks, find_sources

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
        for row in rows:
            row["players"] = []
            file = str(Path(row["file"]).relative_to(DATA))
            found[file, _same_number(row["number"])] = row
        for seat in tables["seats"].to_pylist():
            rows[seat["hand_id"]]["players"].append(seat | {"vpip": False, "pfr": False})
        for action in tables["actions"].to_pylist():
            for seat in rows[action["hand_id"]]["players"]:
                if action["street"] == "preflop" and action["seat"] == seat["seat"]:
                    seat["vpip"] |= action["action"] in ("call", "bet", "raise")
                    seat["pfr"] |= action["action"] in ("bet", "raise")
    return found


@pytest.fixture(scope="module")
def apart(hands):
    """File and number of the hands that are not as expected, by what is not."""
    expected = defaultdict(list)
    with (DATA / "expected.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            expected[row["file"], row["hand"]].append(row)
    found = defaultdict(set)
    for (file, number), players in expected.items():
        whole = _same_number(number)
        hand = hands.get((file, whole)) or hands.get((file, re.sub(r"\D", "", whole)))
        for what in {"hand"} if hand is None else set(_differences(hand, players)):
            found[what].add((file, number))
    assert len(expected) > 1800
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
    by_name = {seat["player"]: seat for seat in hand["players"]}
    by_seat = {str(seat["seat"]): seat for seat in hand["players"]}
    codes = _codes(hand["players"])
    for row in players:
        seat = by_name.get(row["player"]) or by_seat.get(row["seat"])
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
            if row[name] and seat[name] != (row[name] == "1"):
                yield name
        if _cards(seat["hole"]) != _cards(row["hole"]):
            yield "hole"
        if row["position"] and row["position"] not in codes[seat["position"]]:
            yield "position"


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
