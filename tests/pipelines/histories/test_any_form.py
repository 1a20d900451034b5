"""Whatever a file of any form holds: each hand comes in or is told of, and in linear time."""

import json
import re
import sys

import pytest

from given import other_sites, site_forms, sites, summaries
from given.histories import WALK
from helpers.read_histories import read
from pokerlake.pipelines.histories import hand, sources
from pokerlake.pipelines.histories.heads import game_in
from pokerlake.pipelines.histories.reading import UNFORESEEN, read_pieces
from pokerlake.pipelines.histories.sites.known import SITES
from pokerlake.pipelines.histories.sources import Amount, Source, pieces
from pokerlake.pipelines.histories.tournaments.entries import Entry, as_table, merged

OHH = json.loads(other_sites.OHH.text)
LINE = json.dumps(OHH)
FLAT = json.dumps({"spec_version": "1.4.6"} | OHH["ohh"])
LOG = other_sites.POKERNOW.text
IPOKER, MERGE = other_sites.IPOKER.text, other_sites.MERGE.text
GG, PACIFIC, PARTY = sites.GGPOKER.text, sites.PACIFIC.text, sites.PARTYPOKER.text
TWO_IN_A_LINE = site_forms.PARTYPOKER.text.partition("\n\n")[0]
NONE_BEGINS = "no hand begins in it"
TOURNEY = {"tournament_number": "5"}
FIRST = OHH["ohh"]["players"][0]["id"]
WON = [{"player_id": FIRST, "bounty_won": 10**12}] * 2000
UNTOLD = "its tournament is not told as it should be"
MANY = "9" * 5000
NO_JSON = "is no JSON: "


def changed(**values):
    """The hand in OHH with other values of the hand, or of its first player."""
    text = json.loads(LINE)
    for name, value in values.items():
        of = text["ohh"]["players"][0] if name in text["ohh"]["players"][0] else text["ohh"]
        of[name] = value
    return json.dumps(text)


TOLD = [  # the form, a text, how many hands come in, and what is told of others
    ("xml", "<session><general/></session>", 0, [(1, NONE_BEGINS)]),
    ("pokernow", "entry,at,order\njoins,2022,1\n", 0, [(1, NONE_BEGINS)]),
    ("pokernow", LOG.replace("calls", "cal1s"), 0, [(9, "the flop comes before Ann acts")]),
    ("ohh", f"[{LINE}, {LINE},{LINE}]", 3, []),
    ("ohh", f'{LINE}\n{{"ohh": {{"x": }}}}\n{LINE}', 2, [(2, NO_JSON)]),
    ("ohh", f"{LINE[:99]}\n{LINE}", 1, [(1, NO_JSON)]),
    ("ohh", f"{FLAT}{FLAT}", 2, []),
    ("ohh", '{"ohh": ' + "[" * 100_000, 0, [(1, f"{NO_JSON[:-2]} that can be read: it is nested")]),
    ("ohh", '{"ohh": ' + "9" * 5000, 0, [(1, f"{NO_JSON}a number is too long")]),
    ("ohh", '{"ohh": 1.5e9999999999999999999}', 0, [(1, f"{NO_JSON}a number is too long")]),
    ("ohh", changed(starting_stack=float("inf")), 0, [(1, "inf is no amount")]),
    ("ohh", changed(starting_stack="1e999999"), 0, [(1, "'1e999999' is no amount")]),
    ("ohh", changed(starting_stack=2**64), 0, [(1, "18446744073709551616 is no amount")]),
    ("ohh", changed(name="\ud800"), 0, [(1, "has bytes that are no text")]),
    ("ohh", changed(table_name="\ud800"), 0, [(1, "is no hand in OHH")]),
    ("ohh", changed(game_number="9" * 20_000), 0, [(1, "a text is 20,000 characters long")]),
    ("ohh", changed(tournament_info=TOURNEY | {"name": "\ud800"}), 0, [(1, UNTOLD)]),
    ("ohh", changed(tournament_info=TOURNEY, tournament_bounties=WON), 0, [(1, UNTOLD)]),
    ("ohh", changed(name="x" * 2_000_000), 0, [(1, "a name is 2,000,000 characters long")]),
    ("xml", IPOKER.replace('"Ann"', f'"{"x" * 2_000_000}"'), 0, [(10, "a name is 2,000,000")]),
    ("xml", IPOKER.replace('seat="3"', 'seat="70000"'), 0, [(10, "Ann sits at seat 70000")]),
    ("xml", IPOKER.replace('gamecode="', f'gamecode="{MANY * 3}'), 0, [(10, "a text is 15,0")]),
    ("xml", MERGE.replace("Ann", "A\x00n"), 0, [(2, "is no XML")]),
    ("xml", IPOKER.replace("<round", "<a>" * 100_000 + "<round", 1), 0, [(10, "is no XML")]),
    ("text", f"{summaries.STARS}\n{WALK}", 1, []),
    ("text", f"{WALK}\n{summaries.STARS}", 1, []),
    ("text", f"PokerStars Hand #5:\n\n{GG}", 1, [(1, "'PokerStars Hand #5:' is no")]),
    ("text", f"{WALK.replace('folds', 'does', 1)}\n{GG}", 1, [(8, "'does' is no action")]),
    ("text", f"{PACIFIC}\n{PARTY}", 2, []),
    ("text", TWO_IN_A_LINE.replace(".Eve wins", ".Evi wins"), 0, [(31, "'Evi wins $51 USD")]),
    ("text", PARTY.replace("Seat 5:", f"Seat {MANY}:"), 0, [(10, "'Cy posts big blind")]),
]


@pytest.mark.whole
@pytest.mark.parametrize(("form", "text", "hands", "told"), TOLD)
def test_each_hand_comes_in_or_is_told_of(form, text, hands, told):
    found = read(text.encode("utf-8", "surrogatepass"), form)
    bad = [(one.line, one.problem) for one in found.bad]
    assert [problem for _, problem in bad if problem.startswith(UNFORESEEN)] == []
    assert found.tables["hands"].num_rows == hands
    assert len(bad) == len(told)
    assert [
        (line, problem[: len(start)]) for (line, problem), (_, start) in zip(bad, told, strict=True)
    ] == told


def test_a_hand_without_stakes_in_which_nobody_posts_is_bad():
    text = PARTY.partition("\n\n#Game")[0].replace("$1/$2", "$2")
    without = re.sub(r"\n\w+ posts big blind[^\n]*", "", text)
    assert [one.problem[:19] for one in read(without).bad] == ["the big blind is 0:"]


@pytest.mark.parametrize("text", [FLAT, f"[{FLAT}", summaries.STARS, PARTY])
def test_a_file_is_cut_where_hands_and_summaries_begin(text, tmp_path, monkeypatch):
    path = tmp_path / "given.txt"
    path.write_text(f"{text}\n" * 6)
    source = Source(path, "given.txt")
    (whole,) = pieces(source, Amount(None))
    monkeypatch.setattr(sources, "CHUNK_BYTES", 64)
    monkeypatch.setattr(sources, "_BLOCK_BYTES", 256)
    cut = list(pieces(source, Amount(None)))
    assert len(cut) > 4
    expected, *found = [read_pieces([piece]) for piece in (whole, *cut)]
    assert expected.bad == [] == [bad for one in found for bad in one.bad]
    assert expected.summaries == sum(one.summaries for one in found)
    lines = [line for one in found for line in one.tables["hands"]["line"].to_pylist()]
    assert expected.tables["hands"]["line"].to_pylist() == lines


# ---------------------------------------------------------------- work


def of_entries(n):
    """An entry of each of so many players, told twice."""
    one = Entry("PokerStars", "1", "", place=1)
    entries = [one._replace(player=f"P{at}") for at in range(n)]
    return lambda: merged(as_table([]), [*entries, *entries])


def of(form, text):
    return lambda: read(text, form)


def own(n):
    """Hands of pokerlake's own, each of another file, with a player who is capped many times."""
    more = {"_program": "pokerlake", "_capped": [FIRST] * n}
    hands = [json.dumps({"ohh": OHH["ohh"] | more | {"_file": f"f{at}"}}) for at in range(4)]
    return "\n".join(hands)


PLAYER = '<player seat="1" name="P{}" chips="1" bet="0" win="0"/>'
WORK = {
    "entries of hands": of_entries,
    "entries of a summary": lambda n: of("summary", summaries.STARS + "  4: Cy (Rome), $1\n" * n),
    "summaries": lambda n: of("summary", summaries.RIO * n),
    "capped": lambda n: of("ohh", own(n)),
    "players in XML": lambda n: of(
        "xml", IPOKER.replace("<player", "".join(map(PLAYER.format, range(n))) + "<player", 1)
    ),
    "blinds in XML": lambda n: of(
        "xml", MERGE.replace('type="SMALL_BLIND"', 'type="ALL_IN"').replace(
            "<event", '<event type="ALL_IN" player="0" amount="1"/>' * n + "<event", 1
        ),
    ),
    "a log": lambda n: of("pokernow", LOG + f'"{"@ x" * n} ""Ann @ x"" folds",2022,1\n' * n),
}  # fmt: skip


@pytest.mark.parametrize("what", WORK)
def test_work_grows_with_the_file_and_not_faster(what):
    def lines(n):
        """How many lines of Python run."""
        count = 0

        def trace(*_):
            nonlocal count
            count += 1
            return trace

        call = WORK[what](n)
        call()
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            call()
        finally:
            sys.settrace(before)
        return count

    assert lines(200) < 5 * lines(50)


def test_no_pattern_tries_the_blanks_of_a_head_twice():
    twice = re.compile(r"\\s\*\\n\\s\*|\[\^\\n\]\*\?\) - \[\^\\n\]\*\?\) -")
    assert [site.name for site in SITES if twice.search(site.begins + site.head)] == []


def test_of_long_texts_nothing_is_remembered():
    known = []
    answer = hand.of_short_texts(9)(lambda text, more=1: known.append(text) or len(text))
    for text in ("a", "a", "b" * 10_000, "b" * 10_000):
        assert answer(text, more=2) == len(text)
    assert known == ["a", "b" * 10_000, "b" * 10_000]
    assert game_in("Hold'em No Limit") == ("no limit", "hold'em")
