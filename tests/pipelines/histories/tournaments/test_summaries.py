"""Summaries of tournaments, in the forms of each site."""

import datetime as dt
import random

import pytest

from given.summaries import (
    EMAILED,
    FULL_TILT,
    GG,
    GG_TICKET,
    PACIFIC,
    PLAY,
    RIO,
    STARS,
    STILL,
    TRACKER,
    WINAMAX,
)  # fmt: skip
from pokerlake.pipelines.histories.hand import BadHandError
from pokerlake.pipelines.histories.tournaments.entries import (
    as_table,
    costs,
    entries_of,
    money,
)
from pokerlake.pipelines.histories.tournaments.summaries import (
    is_summary,
    read_summary,
    summaries_in,
)


def read(text):
    """The entries of a file of one summary."""
    ((line, told),) = summaries_in(text.encode())
    assert line == 1
    return read_summary(told, "a.txt")


def told(entries, *names):
    """Some of what is told of each entry."""
    return [tuple(getattr(one, name) for name in ("player", "entry", *names)) for one in entries]


def utc(*moment):
    """Seconds since 1970."""
    return int(dt.datetime(*moment, tzinfo=dt.UTC).timestamp())


def test_stars_a_list_of_entries():
    found = read(STARS)
    assert told(found, "place", "prize", "hero") == [
        ("Ann (x)", 1, 4, 0, False),
        ("Ann (x)", 2, 1, 10_150_800, False),
        ("Bob, the Bot", 1, 2, 81_200, True),
        ("Cy: 3", 1, 3, 0, False),
    ]
    bob = found[2]
    assert (bob.site, bob.tournament, bob.game) == ("PokerStars", "900100", "no limit hold'em")
    assert (bob.buy_in, bob.bounty, bob.fee, bob.currency) == (45_500, None, 4500, "USD")
    assert (bob.rebuys, bob.rebuy_cost, bob.bounties) == (3, 145_500, 15_000)
    assert (bob.players, bob.prize_pool, bob.prize_currency) == (4, 232_000, "USD")
    assert (bob.started, bob.zone) == (utc(2021, 6, 5, 20), "CET")
    assert bob.started_utc == utc(2021, 6, 5, 18)
    assert {one.summary for one in found} == {True}
    assert {one.rebuys for one in found} == {3, None}


def test_stars_while_others_play_and_tickets_by_what_they_are_worth():
    found = read(STILL)
    assert told(found, "place", "prize", "hero") == [
        ("", 1, None, None, True),
        ("Ann", 1, None, None, False),
        ("Bob", 1, 2, 110_000, False),
        ("Cy", 1, 5, 0, False),
    ]
    assert {(one.buy_in, one.fee, one.game) for one in found} == {(0, 0, "Mixed Omaha")}
    without = STILL.replace(" Buy-In: $10.00/1.00 USD", "")
    assert told(read(without), "prize")[2] == ("Bob", 1, None)


def test_stars_by_mail():
    (ann,) = read(EMAILED)
    assert (ann.player, ann.place, ann.prize, ann.hero) == ("Ann", 2, 9000, True)
    assert (ann.game, ann.prize_currency) == ("pot limit omaha hi-lo", "EUR")


def test_play_money_has_no_currency_and_who_did_not_play_is_not_there():
    found = read(PLAY)
    assert told(found, "prize", "hero") == [
        ("Ann", 1, 17_400_000, False), ("Bob", 1, 0, False),
    ]  # fmt: skip
    assert {(one.site, one.currency, one.prize_currency) for one in found} == {
        ("Full Tilt", None, None)
    }


def test_run_it_once():
    assert told(read(RIO), "place", "prize", "hero", "buy_in", "fee") == [
        ("Ann X", 1, 1, 125_000, False, 50_000, None),
        ("Bob", 1, 2, 0, True, 50_000, None),
        ("Cy", 1, 3, 0, False, 50_000, None),
    ]


def test_gg_has_its_fee_before_the_bounty_and_counts_re_entries():
    found = read(GG)
    assert told(found, "place", "prize", "hero") == [
        ("Hero", 1, None, 20_000, True),
        ("Hero", 2, None, 0, True),
        ("Hero", 3, 17, 287_500, True),
    ]
    last = found[-1]
    assert last.name == "12-M: $5.40 Bounty, Special [Turbo]"
    assert (last.buy_in, last.bounty, last.fee) == (23_000, 27_000, 4000)
    assert (last.players, last.prize_pool, last.zone, last.started_utc) == (
        1842, 42_106_000, None, None,
    )  # fmt: skip
    (ticket,) = read(GG_TICKET)
    assert (ticket.buy_in, ticket.prize, ticket.prize_currency) == (0, 500_000, "USD")
    assert (ticket.currency, ticket.game) == ("USD", "pot limit omaha")


def test_winamax():
    (ann,) = read(WINAMAX)
    assert (ann.name, ann.tournament, ann.game) == ("XTASE (2)", "468", "pot limit omaha5")
    assert (ann.buy_in, ann.bounty, ann.fee) == (450_000, 450_000, 100_000)
    assert (ann.rebuys, ann.rebuy_cost) == (6, 520_000)
    assert (ann.place, ann.prize, ann.bounties) == (2, 1_552_000, 225_000)
    assert ann.started_utc == ann.started == utc(2022, 8, 24, 18, 15, 1)
    (free,) = read(
        WINAMAX.replace("45€ + 45€ + 10€", "Ticket uniquement").replace("150.20€", "Ticket")
    )
    assert (free.buy_in, free.fee, free.prize, free.bounties) == (None, None, None, 225_000)


def test_full_tilt():
    found = read(FULL_TILT)
    assert told(found, "place", "prize", "hero", "bounties", "rebuys", "rebuy_cost") == [
        ("Ann", 2, None, None, False, None, None, None),
        ("Bob", 2, 2, 105_000, True, 80_000, 1, 100_000),
        ("Cy", 2, 2, None, False, None, None, None),
        ("Dan", 2, 4, 0, False, None, None, None),
    ]
    assert {(one.buy_in, one.bounty, one.fee) for one in found} == {(200_000, 40_000, 20_000)}
    assert {(one.name, one.game) for one in found} == {("$26 (Turbo) Matrix", "no limit hold'em")}


def test_888():
    (ann,) = read(PACIFIC)
    assert (ann.site, ann.players, ann.place, ann.prize) == ("888poker", 664, 3, 10_012_000)
    assert (ann.buy_in, ann.fee, ann.currency) == (900, 100, "EUR")


def test_what_pokertracker_exports_is_of_the_site_that_it_names():
    found = read(TRACKER)
    assert told(found, "place", "prize", "bounties", "rebuys", "rebuy_cost") == [
        ("Ann", 1, 1, 12_345_000, 150_000, 3, 495_000),
        ("Bob", 1, None, None, None, None, None),
        ("Cy", 1, 350, 0, None, None, None),
    ]
    assert {(one.site, one.game, one.fee) for one in found} == {
        ("Microgaming", "pot limit omaha", 70_000)
    }


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    "text", [STARS, STILL, EMAILED, PLAY, RIO, GG, GG_TICKET, WINAMAX, FULL_TILT, PACIFIC, TRACKER]
)
def test_a_file_of_summaries_is_known_however_it_is_written(text):
    expected = read(text)
    raw = text.encode()
    for written in (
        b"\xef\xbb\xbf" + raw,
        b"\x10" + raw,
        raw.replace(b"\n", b"\r\n"),
        raw.replace(b"\n", b"\r"),
        raw.replace(b"\n", b"\n\n"),
        text.replace(" players", "\u00a0players").replace(" + ", "\u00a0+ ").encode(),
        text.encode("cp1252"),
        raw + b"\n\n",
        b"Tournament History for your last tournament\n\n" + raw,
    ):
        assert is_summary(written)
        ((line, one),) = summaries_in(written)
        assert read_summary(one, "a.txt", line) == expected


def test_hands_are_no_summaries():
    for text in (
        "PokerStars Hand #1: Tournament #900100, $1+$0.10 USD Hold'em No Limit - Level I (10/20)",
        "Poker Hand #TM1: Tournament #847, Daily $5 Hold'em No Limit - Level1(25/50)",
        'Winamax Poker - Tournament "A" buyIn: 1€ + 0€ level: 1 - HandId: #1-1-1 - Holdem no limit',
        "***** Hand History for Game 1 *****",
        "",
    ):
        assert not is_summary(text.encode())


def test_several_summaries_of_a_file_each_with_its_line():
    text = "Tournament History requested by Ann\n\n" + STARS + "\n" + EMAILED
    (first, second) = summaries_in(text.encode())
    assert (first[0], second[0]) == (3, 3 + STARS.count("\n") + 1)
    assert [one.tournament for one in read_summary(second[1], "a.txt", second[0])] == ["900102"]


def test_players_of_one_name_are_entries_of_one():
    text = FULL_TILT.replace("4: Dan", "4: Cy").replace(" Match 2", "")
    assert told(read(text), "place")[2:] == [("Cy", 1, 2), ("Cy", 2, 4)]


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "problem"),
    [
        (STARS, "$4.55/", "$4.555555/", 2, "'$4.555555' is no amount of money"),
        (STARS, "$1,015.08", "$1,015.08.1", 8, "is no amount of"),
        (STARS, "of USD 14.55", "of USD much 14", 15, "'USD much 14.' is no amount of money"),
        (STARS, "4 players", f"{10**12} players", 3, "is no number of things"),
        (GG, "2 re-entries", "2000 re-entries", 1, "2,000 re-entries: at most 1,000 are read"),
        (GG, "$2.3+$0.4+$2.7", "$2+$1+$1+$1", 2, "'$2+$1+$1+$1' is no buy-in"),
        (GG, "$28.75", "$28.75 each", 6, "'$28.75 each' is no amount of money"),
        (WINAMAX, "9€ + 1€", "9 apples", 4, "'9 apples' is no amount of money"),
        (FULL_TILT, "Bounty: $4", "Bounty: $25", 1, "a bounty of $25 in a buy-in of $24 + $2"),
        (PACIFIC, "ID: 39132902", "ID: none", 1, "a summary of a tournament without its number"),
        (TRACKER, "Fee: $7.00", "Fee: 7 or 8", 8, "'7 or 8' is no amount of money"),
        (TRACKER, "Players", f"{'x' * 10_001}\nPlayers", 12, "a line is longer than 10,000"),
    ],
)
def test_what_cannot_be_read_says_where(text, old, new, line, problem):
    assert old in text
    with pytest.raises(BadHandError) as raised:
        read(text.replace(old, new))
    assert problem in str(raised.value)
    assert raised.value.line == line


def test_text_without_summaries_has_none():
    assert list(summaries_in(b"")) == list(summaries_in(b"x\n" * 9)) == []


def test_damaged_summaries_are_read_or_say_why():
    """Bytes that are changed, lost or doubled: no error but that of a bad hand, with its line."""
    chance = random.Random(7)
    junk = (b"\x00", b"\xff", b"9" * 30, b"\n", b"(", b"[", b",", b"$", b"\xed\xa0\x80", b"/", b" ")
    problems = []
    for text in [STARS, STILL, EMAILED, GG, WINAMAX, FULL_TILT, PACIFIC, TRACKER] * 40:
        raw = bytearray(text.encode())
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randint(0, 9)] = chance.choice((b"", *junk))
        for line, one in summaries_in(bytes(raw)):
            try:
                entries = read_summary(one, "a.txt", line)
                assert entries_of(as_table(entries)) == entries
            except BadHandError as problem:
                problems.append(problem.line)
    assert 20 < len(problems) < 200
    assert None not in problems


def test_a_summary_that_names_nobody():
    text = PLAY.replace("  1: Ann (Oslo), 1,740 (100%)\n  2: Bob (Rome),\n", "")
    with pytest.raises(BadHandError, match="names nobody"):
        read(text)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$1,234.50", 12_345_000, "USD"),
        ("0,09 €", 900, "EUR"),
        ("1.234,5 €", 12_345_000, "EUR"),
        ("EUR 0.90", 9000, "EUR"),
        ("₹1520 .35", 15_203_500, "INR"),
        ("25,750 FPP", 257_500_000, "FPP"),
        ("T$5", 50_000, "USD"),
        ("P1,740.00", 17_400_000, None),
        ("2,250 Play Chips", 22_500_000, None),
        ("$22 MiniFTOPS Ticket", 220_000, "USD"),
        ("$3.", 30_000, "USD"),
    ],
)
def test_money(text, amount, currency):
    assert money(text) == (amount, currency)


@pytest.mark.parametrize(
    ("text", "order", "expected"),
    [
        ("$12.30+$12.25+$2.45 USD", "pbf", (123_000, 122_500, 24_500, "USD")),
        ("$25.3+$4.4+$25.3", "pfb", (253_000, 253_000, 44_000, "USD")),
        ("$0.67+$0.07+$0.26", "pfp", (9300, None, 700, "USD")),
        ("0.93-0.07", "pbf", (9300, None, 700, None)),
        ("18€ - 2€", "pbf", (180_000, None, 20_000, "EUR")),
        ("1FPP", "pbf", (10_000, None, None, "FPP")),
        ("Freeroll", "pbf", (0, None, 0, None)),
        ("Gratuit", "pbf", (0, None, 0, None)),
        ("Ticket uniquement", "pbf", (None, None, None, None)),
        ("Einladung", "pbf", (None, None, None, None)),
    ],
)
def test_costs(text, order, expected):
    assert costs(text, order) == expected
