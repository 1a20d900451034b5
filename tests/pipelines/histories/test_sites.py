"""Hands of every site: what they give, however a file is written, and that no fault gets in."""

import codecs
import re
import time
from decimal import Decimal

import pytest

from given import other_sites, site_forms, sites
from given.other_sites import CASES, POKERNOW
from given.same_forms import SAME
from given.sites import GGPOKER, PACIFIC, POKERSTARS, WPN_OLD
from pokerlake.pipelines.histories.reading import read_pieces
from pokerlake.pipelines.histories.sites.known import SITES, site_of
from pokerlake.pipelines.histories.sources import Amount, Piece, Source, pieces

SAMPLES = (*sites.SAMPLES, *other_sites.SAMPLES)


def rows(found):
    """The hands, each with what its seats have."""
    hands = found.tables["hands"].to_pylist()
    for hand in hands:
        hand |= {"nets": {}, "cashout": {}, "by_player": {}, "positions": {}}
    for seat in found.tables["seats"].to_pylist():
        hand = hands[seat["hand_id"]]
        hand["positions"][seat["seat"]] = seat["position"]
        hand["nets"][seat["seat"]] = seat["net"]
        if seat["cashout"]:
            hand["cashout"][seat["seat"]] = seat["cashout"]
        if seat["net"]:
            hand["by_player"][seat["player"]] = seat["net"]
    return hands


def read(*read_from):
    return read_pieces([Piece(source, 1, text, format=form) for source, text, form in read_from])


def of(sample):
    return Source(None, sample.file), sample.text.encode(), sample.format


def check(found, *whose):
    """What is found of each hand of some samples is what is wanted, and there is nothing else."""
    assert (found.bad, dict(found.others)) == ([], {})
    wanted = {number: told for sample in whose for number, told in sample.wanted.items()}
    hands = {hand["number"]: hand for hand in rows(found)}
    assert list(hands) == list(wanted)
    for number, told in wanted.items():
        has = {
            name: str(hands[number][name]) if name == "played_utc" else hands[number][name]
            for name in told
        }
        assert has == {name: _exact(value) for name, value in told.items()}, number


def _exact(value):
    """Amounts of seats and fees are written as text where they are not whole."""
    if isinstance(value, dict):
        return {seat: _exact(amount) for seat, amount in value.items()}
    is_amount = isinstance(value, str) and re.fullmatch(r"-?\d+\.\d\d?", value)
    return Decimal(value) if is_amount else value


@pytest.mark.parametrize(
    "sample", [*SAMPLES, CASES, *site_forms.SAMPLES], ids=lambda sample: sample.name
)
def test_a_hand_gives_what_its_lines_say(sample):
    check(read(of(sample)), sample)


@pytest.mark.parametrize(
    ("sample", "other"),
    [
        pytest.param(sample, other, id=f"{sample.name} {next(iter(other.values()))[:20]}")
        for sample, other in SAME
    ],
)
def test_a_line_of_another_form_gives_the_same(sample, other, tmp_path):
    text = sample.text
    for old, new in other.items():
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "written.txt"
    path.write_text(text, "utf-8")
    check(read_pieces(list(pieces(Source(path, sample.file), Amount(None)))), sample)


# ---------------------------------------------------------------- files

WRITTEN = {
    "windows": lambda text: text.replace("\n", "\r\n").encode(),
    "returns": lambda text: text.replace("\n", "\r").encode(),
    "mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "cp1252": lambda text: text.encode("cp1252"),
    "utf-16": lambda text: text.encode("utf-16"),
    "indented": lambda text: re.sub("^(?=.)", "  ", text, flags=re.MULTILINE).encode(),
    "trailing": lambda text: re.sub("(?<=.)$", "  ", text, flags=re.MULTILINE).encode(),
}


@pytest.mark.parametrize(
    ("sample", "written"),
    [
        pytest.param(sample, how, id=f"{sample.name} {how}")
        for sample in (*SAMPLES, CASES)
        for how in WRITTEN
        # The table has suits, and no blanks beside its quotes.
        if sample is not POKERNOW or how not in ("cp1252", "indented", "trailing")
    ],
)
def test_a_file_is_read_however_it_is_written(sample, written, tmp_path):
    path = tmp_path / "written.txt"
    path.write_bytes(WRITTEN[written](sample.text))
    source = Source(path, sample.file)
    check(read_pieces(list(pieces(source, Amount(None)))), sample)


@pytest.mark.parametrize(
    "sample", [one for one in SAMPLES if one.format == "text"], ids=lambda sample: sample.name
)
def test_hands_of_two_sites_in_a_text(sample):
    other = POKERSTARS if sample is GGPOKER else GGPOKER
    for first, second in ((sample, other), (other, sample)):
        text = f"{first.text}\n\n{second.text}"
        found = read((Source(None, sample.file), text.encode(), "text"))
        check(found, first, second)
        lines = found.tables["hands"]["line"].to_pylist()
        assert lines == [1, first.text.count("\n") + 3]


def test_hands_of_all_sites_in_a_text_where_a_blank_line_ends_none():
    chosen = [one for one in SAMPLES if one.format == "text" and one not in (POKERSTARS, GGPOKER)]
    chosen.sort(key=lambda one: one is PACIFIC)  # heads of PartyPoker could be of 888poker
    text = "".join(one.text for one in chosen).encode()
    found = read((Source(None, WPN_OLD.file), text, "text"))
    assert found.bad == []
    hands = {hand["number"]: hand for hand in rows(found)}
    for one in chosen:
        for number, told in one.wanted.items():
            assert hands[number]["nets"] == _exact(told["nets"])


@pytest.mark.parametrize("letter", ["*", " ", "#", "-"])
def test_a_line_of_one_letter_is_searched_once(letter):
    assert site_of(letter.encode() * 200_000) is None


# Of what is rewritten: a part that stands there again and again, and what is around it.
AGAIN = {
    "BetOnline": [
        ("Total pot 5\nBoard [x]\n", "a shows b shows c\n", ""),
        ("Total pot 5\nBoard [x]\na", " shows ", "\n"),
        ("", "Total pot 5 shows \nBoard [ shows \n", ""),
    ],
    "Bovada": [("", "X : All-in 5 \n", ""), ("", "X : All-in ", "5\n")],
    "PartyPoker": [
        ("a", " wins 5 with x", ".\n"),
        ("a", " wins 5 with .", "b\n"),
        ("a", " does not show cards.", "\n"),
        ("Total number of players : 3\n", "seat 1: a ( 5 )\n", ""),
        ("Total number of players : 3\nseat 1: a", " ( ", "\nx\n"),
        ("", "Total number of players : 3\nseat 1: a ( 5 )\nb posts small blind\n", ""),
    ],
    "Microgaming": [
        ("", "a went all-in - ", "\nb\n"),
        ("", "a posted the small blind - ", "\nb went all-in - 3\n"),
        ("a posted the small blind - 5\n", "b went all-in - ", "\n"),
        ("", "a posted the small blind - 5\nb went all-in - 3\n", ""),
    ],
    "PokerTracker": [
        ("", "*** HOLE CARDS ***\na: Fold\n", ""),
        ("*** HOLE CARDS ***\n", "a: Fold\n", ""),
        ("GAME #1\n", "\nSeat 1: a (", "\na: BB 1\n*** HOLE CARDS ***\na: Fold\n"),
    ],
}


def test_what_is_rewritten_takes_no_square_time():
    rewritten = [site for site in SITES if site.rewrites]
    assert {site.name for site in rewritten} == {*AGAIN}
    for site in rewritten:
        for front, again, behind in AGAIN[site.name]:
            few, many = (_seconds(site, (front + again * n + behind)) for n in (1000, 16_000))
            assert many < 64 * few + 1, (site.name, again)


def _seconds(site, text):
    started = time.process_time()
    site.rewritten(text.encode())
    return time.process_time() - started


# ---------------------------------------------------------------- faults

# Lines that nothing else in a hand contradicts: where a file tells neither the pot nor the rake,
# what is put in beside the bets may be any, and what is taken out.
UNTOLD = {
    "GGPoker": {"Pays Cashout Risk"},
    "Bovada": {"Hand result"},
    "888poker": {"posts dead blind", "Dee collected"},
    "PartyPoker": {"posts big blind", "Ann wins"},
    "Cake": {"posts small blind", "posts dead blind", "Ann wins"},
    "Microgaming": {"Bob wins"},
    "Microgaming of version 1": {"Bob wins"},
    "iPoker": {'win="€1'},
    "Merge": {'"SMALL_BLIND"', '"INITIAL_BLIND"', 'uncalled="false"'},
    "PokerNow": {"posts a small blind"},
}
_NUMBER = re.compile(r"(?<![\w.,:#-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w:])")


def _one_more(match):
    """A number with one more in its last place."""
    places = len(match[0].partition(".")[2])
    return f"{Decimal(match[0].replace(',', '')) + Decimal(1).scaleb(-places):.{places}f}"


def _faults(text):
    """A text with one number changed, each in turn, or without one line; and that line as it is."""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        others = [
            line[: m.start()] + _one_more(m) + line[m.end() :] for m in _NUMBER.finditer(line)
        ]
        for changed in (*others, ""):
            yield changed or line, "".join([*lines[:at], changed, *lines[at + 1 :]])


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_hand_with_a_fault_is_refused_or_has_the_same_nets(sample):
    faults = list(_faults(sample.text))
    found = read(
        (of(sample)[0], sample.text.encode(), sample.format),
        *(
            (Source(None, f"{number} {sample.file}"), text.encode(), sample.format)
            for number, (_, text) in enumerate(faults)
        ),
    )
    assert [one for one in found.bad if "fault of pokerlake" in one.problem] == []
    good, *others = rows(found)
    assert len(found.bad) > len(faults) // 4
    came_in = [
        faults[int(hand["file"].split()[0])][0]
        for hand in others
        if hand["by_player"] != good["by_player"]
    ]
    untold = UNTOLD.get(sample.name, set())
    assert [line for line in came_in if not any(part in line for part in untold)] == []
    assert {part for part in untold if any(part in line for line in came_in)} == untold


# ---------------------------------------------------------------- logs of PokerNow

_LOG = POKERNOW.text.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("text", "hands", "problem"),
    [
        ("".join(_LOG[:-1]), 0, "no hand begins here: '-- ending hand #52 --'"),
        (" " + POKERNOW.text, 1, None),
        ('entry,at,order\n"' + "x" * 200_000, 0, "is no CSV: field larger than field limit"),
    ],
    ids=["cut", "blank", "long"],
)
def test_a_log_that_is_cut_or_written_otherwise(text, hands, problem):
    found = read((Source(None, "file"), text.encode(), "pokernow"))
    assert found.tables["hands"].num_rows == hands
    assert [one.problem[: len(problem)] for one in found.bad] == ([problem] if problem else [])
