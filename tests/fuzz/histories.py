"""Files of hand histories in which hands were altered at random, and what an import makes of them.

Each file has sound hands between altered ones. Sound hands must come out as if the altered ones
were blank lines. Each altered hand must come out whole, with chips that add up, or be listed as
bad. By hand, from ``tests/``: ``python -m fuzz.histories --count 20000 --seed 7``.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from given.histories import FIRST_PHH, LIMIT, SAME_PHH, SAME_TEXT, SHORT_ANTE, SIDE_POTS, WALK
from given.omaha_histories import BUTTON_BLIND, HALVES, SIDE_POT, SIDE_POT_PHH
from oracle import naive_histories
from pokerlake.pipelines.histories.reading import UNFORESEEN, Read, read_pieces, without
from pokerlake.pipelines.histories.sources import Piece, Source

DATA = Path(__file__).parents[3] / "shared/data/hand-histories"
DATA_BESIDE = Path(__file__).parents[4] / "shared/data/hand-histories"
IN_A_FILE = 40  # altered hands
SECONDS = 10  # that a file may take

NUMBERS = [
    "0", "-1", "+5", "1_000", "00", "1e3", "1e400", "inf", "nan", "256", "65536", "4294967296",
    str(2**63), str(2**64), "9999999999999", "10000000000000", "9" * 5000, "0" * 5000, "٣", "²",
    "1.", ".5", "0.00001", "1,000", "1,00", "", "0x10", "99999999999", "3.5", "½", "x",
    "." * 9, "1" * 21, "1" * 19,
]  # fmt: skip
NAMES = [
    "", " ", "A: B", "Ann: folds", "Seat 1", "*** FLOP ***", "x [", "] [", "(5 in chips)", "Bob",
    "Ann collected 5 from pot", " collected ", "\x00", "\x1b[31m", "\u202eevil", "🂡", "é" * 3,
    "a" * 9000, "a" * 11_000, "' ", "Dealt to", "showed [Ah Kd]", "Total pot 5 |", "#", '"', "\\",
    "\u2028", "\x85", "\t", "İ", "\ufeff", "%s{0}",
]  # fmt: skip
CARDS = ["", "Ah", "AH", "10h", "1h", "?h", "??", "Ah Ah", "Ah Kd Qc", "A", "٣h", "[", "]", "2c"]
LINES = [
    "", "   ", "\t", "\r", "\x00", "*** FLOP ***", "*** FLOP *** [2c 7d Ts]", "*** SUMMARY ***",
    "*** SHOW DOWN ***", "*** TURN *** [[[[", "Seat 1: Ann ($10 in chips)",
    "Seat ²: x (5 in chips)", "Seat 256: x (5 in chips)", "Board []", "Board [2c", "Total pot 1 |",
    "Total pot | Rake 0",
    "Uncalled bet (5) returned to Ann", "Dealt to Ann []", "Hand was run twice", "# a comment",
    "PokerStars Hand #", "PokerStars Hand #5:", "[2]", "[]", "[[x]]", "_mine = 1", "x = [[[[",
    "variant = {}", "hand = []", "a.b.c = 1", ".".join("a" * 4000) + " = 1", '"""', "'''", "}", "=",
    "seats = [1, 1]", "year = 99999999999", "time = 25:00:00", 'players = ["Ann", "Ann"]',
]  # fmt: skip
VALUES = [
    "{}", "[]", "[[]]", "0", "-1", "1.5", "-1.5", "nan", "inf", "-inf", "true", '""', '"x"', "1e9",
    "99999999999", str(2**63), "9" * 5000, "0x" + "f" * 5000, "[" * 3000, "{a=" * 2000, "[1, 2]",
    "[1.5, nan]", "[true, false]", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "[{}]",
    '["p1 f"]', '["p٣ f"]', '["p' + "1" * 5000 + ' f"]', '["d db 2c"]', '["d dh p1 AhAh"]',
    "[0.1, 0.10, 1_0]", '"\\u0000"', '"\\ud800"', "'a\tb'", '["", ""]', "[1, 256]",
]  # fmt: skip
RUNS = [
    "[",
    "]",
    "(",
    ")",
    " ",
    "showed [",
    " collected ",
    "\t",
    "'",
    '"',
    "{",
    "}",
    "-",
    "a.",
    ",",
]


class Spot(NamedTuple):
    """Where an altered hand stands in a file: its first line, and the first after it."""

    first: int
    stop: int
    text: bytes


# ---------------------------------------------------------------- altering a hand


def altered(hand: str, rng: random.Random) -> bytes:
    """A hand with one to four faults; it ends with a blank line, as whole hands do.

    PHH's ``[1]`` stays, without which the hand would be more of the one before.
    """
    header = hand[: hand.index("\n") + 1] if hand.startswith("[") else ""
    data = hand.removeprefix(header)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        data = rng.choice(FAULTS)(data, rng)
    raw = data.encode("utf-8", "surrogatepass")
    if rng.random() < 0.05:
        raw = _byte(raw, rng)
    return header.encode() + raw.rstrip(b"\n") + b"\n\n"


def _lines(change: Callable[[list[str], int, random.Random], Any]) -> Callable[..., str]:
    def fault(text: str, rng: random.Random) -> str:
        lines = text.split("\n")
        change(lines, rng.randrange(len(lines)), rng)
        return "\n".join(lines)

    return fault


def _swap(lines: list[str], at: int, rng: random.Random) -> None:
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _instead(pattern: str, others: list[str]) -> Callable[[str, random.Random], str]:
    """Replaces one thing of a kind, wherever it stands, by another or by one of a list."""

    def fault(text: str, rng: random.Random) -> str:
        found = list(re.finditer(pattern, text))
        if not found:
            return text
        match = rng.choice(found)
        new = rng.choice((rng.choice(found)[0], rng.choice(others), rng.choice(others)))
        return text[: match.start()] + new + text[match.end() :]

    return fault


def _name(text: str, rng: random.Random) -> str:
    """Another name for one player, in all of the hand or in one place."""
    names = re.findall(r"^Seat \d+: (.+?) \(", text, re.M) or re.findall(r'"(\w+)"', text)
    if not names:
        return text
    new = rng.choice((*NAMES, *names))
    return text.replace(rng.choice(names), new, rng.choice((-1, -1, 1)))


def _cut(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return rng.choice((text[:at], text[at:], text[:at] + text[at + rng.randrange(40) :]))


def _run(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(RUNS) * rng.choice((2, 50, 3000)) + text[at:]


def _byte(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw) + 1)
    new = rng.choice((b"\xff", b"\x81", b"\x00", b"\r", b"\xef\xbb\xbf", b"\xed\xa0\x80"))
    return raw[:at] + new + raw[at + rng.randrange(2) :]


FAULTS: list[Callable[[str, random.Random], str]] = [
    _lines(lambda lines, at, rng: lines.pop(at)),
    _lines(lambda lines, at, rng: lines.insert(at, rng.choice(lines))),
    _lines(lambda lines, at, rng: lines.insert(at, rng.choice(LINES))),
    _lines(_swap),
    _instead(r"\d", list("0123456789")),
    _instead(r"[\d.,]*\d", NUMBERS),
    _instead(r"[2-9TJQKA][cdhs]", CARDS),
    _instead(r"(?<== ).+", VALUES),
    _instead(r"\w+", ["", "x", "folds", "checks", "calls", "bets", "raises", "posts", "shows"]),
    _name,
    _cut,
    _run,
    lambda text, rng: text.replace("\n", rng.choice(("\r\n", "\r", "\n\n", " \n"))),
]


# ---------------------------------------------------------------- what an import makes of it


def given_hands(file_format: str) -> list[str]:
    """Sound hands: those of the tests, and of text some of the study's if it is there."""
    if file_format == "phh":
        second = SAME_PHH.split("\n\n")[1]
        return [hand.strip() + "\n\n" for hand in (FIRST_PHH, second, "[3]\n" + SIDE_POT_PHH)]
    first, second = SAME_TEXT.strip().split("\n\n")
    hands = [SIDE_POTS, SHORT_ANTE, WALK, LIMIT, first, second, HALVES, SIDE_POT, BUTTON_BLIND]
    folder = next((folder for folder in (DATA, DATA_BESIDE) if folder.is_dir()), None)
    for file in sorted(folder.glob("*.txt"))[::9] if folder else ():
        hands += re.split(r"\n\n+", file.read_text("utf-8").strip())[::7]
    return [hand.strip() + "\n\n" for hand in hands]


def files(
    seed: int, count: int, file_format: str
) -> Iterator[tuple[int, bytes, bytes, list[Spot]]]:
    """Files with altered hands, the same with blank lines for them, and where they stand."""
    hands = given_hands(file_format)
    for number in range(-(-count // IN_A_FILE)):
        rng = random.Random(f"{seed} {file_format} {number}")
        whole, blank, spots, line = b"", b"", [], 1
        for _ in range(IN_A_FILE):
            sound = rng.choice(hands).encode()
            bad = altered(rng.choice(hands), rng)
            first = line + sound.count(b"\n")
            line = first + bad.count(b"\n")
            whole += sound + bad
            blank += sound + b"\n" * bad.count(b"\n")
            spots.append(Spot(first, line, bad))
        yield number, whole, blank, spots


def read(data: bytes, file_format: str) -> Read:
    """All hands of a file."""
    return read_pieces([Piece(Source(None, "file"), 1, data, format=file_format)])


def wrong(whole: bytes, blank: bytes, spots: list[Spot], file_format: str) -> Iterator[str]:
    """What is wrong with an import of a file; nothing, if all is well."""
    began = time.process_time()
    found, expected = read(whole, file_format), read(blank, file_format)
    if (seconds := time.process_time() - began) > SECONDS:
        yield f"took {seconds:.1f} s"
    lines = found.tables["hands"]["line"].to_pylist()
    new = {
        row: spot
        for row, line in enumerate(lines)
        for spot in spots
        if spot.first <= line < spot.stop
    }
    if expected.bad:
        yield f"sound hands are bad: {expected.bad[0]}"
    for name, table in without(found.tables, new).items():
        if not table.equals(expected.tables[name]):
            yield f"{name}: the sound hands are not as they would be without the others"
    listed = [one.line for one in found.bad]
    for one in found.bad:
        if one.problem.startswith(UNFORESEEN):
            yield f"line {one.line}: {one.problem}"
        if len(one.problem) > 400 or len(one.number or "") > 50:
            yield f"line {one.line}: a problem of {len(one.problem)} characters"
    uncounted = found.others.total()
    for spot in spots:
        told = any(spot.first <= (line or 0) <= spot.stop for line in (*lines, *listed))
        if not told and uncounted:
            uncounted -= 1
        elif not told and not _says_nothing(spot.text, file_format):
            yield f"line {spot.first}: a hand is neither read nor listed"
    yield from unbalanced(found.tables)
    for row, spot in new.items():
        yield from _unlike_naive(found.tables, row, spot)


def _says_nothing(text: bytes, file_format: str) -> bool:
    """Whether only comments and the like are left of a hand."""
    kept = (line.strip(b" \t\r\n\x0b\x0c\x85\xa0") for line in text.split(b"\n"))
    shown = [line for line in kept if line and not line.startswith(b"#")]
    return not shown or not "".join(map(bytes.decode, shown)).replace("\ufeff", "").strip()


def unbalanced(tables: dict[str, pa.Table]) -> Iterator[str]:
    """Hands whose chips are not all where they should be."""
    seats = (
        tables["seats"].group_by("hand_id").aggregate([("invested", "sum"), ("collected", "sum")])
    )
    sums = {row["hand_id"]: row for row in seats.to_pylist()}
    for hand in tables["hands"].to_pylist():
        own = sums[hand["hand_id"]]
        out = own["collected_sum"] + hand["rake"] + hand["unpaid"]
        balanced = own["invested_sum"] + hand["added"] == hand["pot"] == out
        if not balanced or hand["rake"] < 0 or hand["big_blind"] <= 0:
            yield f"line {hand['line']}: chips do not balance: {hand}, {own}"
    short = pc.less(tables["seats"]["stack"], tables["seats"]["invested"])
    least = pc.min(tables["seats"]["collected"]).as_py() or Decimal(0)
    if pc.any(short).as_py() or least < 0:
        yield "a player invests more than his stack, or collects less than nothing"


def _unlike_naive(tables: dict[str, pa.Table], row: int, spot: Spot) -> Iterator[str]:
    """Chips that the simple reader of the tests counts otherwise, in hands that it can read."""
    text = spot.text.decode("utf-8", "replace").rstrip("\n")
    plain = re.match(r"PokerStars Hand #\d+: Hold'em No Limit \([\d.]+/[\d.]+\)", text)
    strange = re.search(
        r"[^\x20-\x7e\n]|\*\*\*:| is all-in is|ante|straddle|&|: .*: |Seat .*\n.*Seat #", text
    )
    told = re.search(r"^Uncalled bet \(", text, re.MULTILINE)  # else it is computed, not naively
    if not plain or not told or strange or len(text) > 5000 or text.count("PokerStars Hand") > 1:
        return
    try:
        naive = naive_histories.read_hand(text)
    except (KeyError, IndexError, ValueError, AttributeError):
        return
    own = tables["seats"].filter(pc.equal(tables["seats"]["hand_id"], row)).to_pylist()
    for seat in own:
        ours = [Fraction(seat[name]) for name in ("invested", "collected")]
        theirs = [of.get(seat["player"]) for of in (naive.invested, naive.collected)]
        if ours != theirs:
            yield f"line {spot.first}: {seat['player']}: {ours}, naively {theirs}"


# ---------------------------------------------------------------- by hand


def problems(seed: int, count: int, file_format: str) -> Iterator[tuple[str, bytes]]:
    """What goes wrong, and the file: the whole, or one altered hand if that is enough."""
    for number, whole, blank, spots in files(seed, count, file_format):
        try:
            found = list(wrong(whole, blank, spots, file_format))
        except Exception as error:  # noqa: BLE001
            found = [f"{type(error).__name__}: {error!s:.300}"]
        for problem in found:
            line = re.match(r"line (\d+)", problem)
            text = next((s.text for s in spots if line and s.first <= int(line[1]) < s.stop), whole)
            yield f"{file_format}, seed {seed}, file {number}: {problem}", text


def main() -> None:
    """Alter hands and read them; the files that go wrong are kept in the working folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="altered hands of each form")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bad = 0
    began = time.perf_counter()
    for file_format in ("text", "phh"):
        for problem, text in problems(options.seed, options.count, file_format):
            bad += 1
            kept = Path(f"wrong_{file_format}_{options.seed}_{bad}.txt")
            kept.write_bytes(text)
            print(f"{problem}; see {kept}", flush=True)
    print(f"{2 * options.count:,} hands, {bad} problems, {time.perf_counter() - began:.1f} s")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
