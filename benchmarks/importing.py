"""Imports of hand histories beside other parsers, into a large lake, and statistics of its hands.

`make bench-import` runs it.

Ours reads hands, checks that they balance, and writes every table; the others only parse. All take
turns in one process, several times over, on hands that benchmarks/redrawn.py draws. A rate is that
of the best run, in hands a second of processor time.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pokerkit import HandHistory
from redrawn import Shape, shapes, write

import pokerlake as pk
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.queries.charts.report.player import POSITION_STATISTICS

HANDS = 50_000  # of each form
FEW = 500  # for what takes milliseconds a hand
RUNS = 3
MORE = 1_000  # that are added to the large lake
# Of two workers also the processor time of the command's own process, and that of theirs.
WALLS = "1 worker, s", "2 workers, s", "ratio", "CPU s here", "there"
ACTIONS = (
    "select street, action, count(*) as actions, sum(amount)::double as chips from actions "
    "group by all order by all"
)
_ODD = re.compile(r"posts the ante|small & big|straddle|SECOND")  # not of peers


def main(hands: int) -> None:
    warnings.simplefilter("ignore")  # pokerkit warns of each key that it does not know
    drawn = shapes()
    with TemporaryDirectory() as folder:
        beside(Path(folder), drawn)
    with TemporaryDirectory() as folder:
        large(Path(folder), drawn["PokerStars"], hands)


def beside(folder: Path, drawn: dict[str, list[Shape]]) -> None:
    """Print the rate of each form and each peer, and what a second worker gives."""
    print(f"{HANDS:,} hands of each form; peers on {FEW:,}; the best of {RUNS} runs\n")
    line("form", "peer", "hands/CPU s", "peer's", "ratio", *WALLS)
    line("----", "----", "-----------", "------", "-----", *("-" * len(wall) for wall in WALLS))
    for form, of_form in drawn.items():
        many, few = folder / form, folder / f"{form} few"
        for place, shapes_of, count in ((many, of_form, HANDS), (few, plain(of_form), FEW)):
            place.mkdir()
            write(form, shapes_of, count, place)
        (text,) = few.iterdir()
        peers = PEERS.get(form, {})
        best: dict[str, float] = {}
        for run in range(RUNS):
            for workers in (1, 2):
                lake = folder / f"{form} {workers} {run}"
                wall, cpu, there = time.perf_counter(), time.process_time(), of_children()
                done = import_histories(lake, [str(many)], workers=workers)
                wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
                if done.new != HANDS:
                    raise RuntimeError(f"{form}: {done.new:,} of {HANDS:,} hands; {done.bad[:3]}")
                keep(best, f"wall {workers}", wall)
                keep(best, f"here {workers}", cpu)
                keep(best, f"there {workers}", of_children() - there)
            for name, parse in peers.items():
                cpu = time.process_time()
                parsed = parse(text)
                cpu = time.process_time() - cpu
                if parsed != FEW:
                    raise RuntimeError(f"{name} has parsed {parsed:,} of {FEW:,} hands")
                keep(best, name, cpu / FEW)
        ours, one, two = HANDS / best["here 1"], best["wall 1"], best["wall 2"]
        walls = f"{one:.2f}", f"{two:.2f}", f"{one / two:.2f}"
        both = f"{best['here 2']:.2f}", f"{best['there 2']:.2f}"
        line(form, "", f"{ours:,.0f}", "", "", *walls, *both)
        for name in peers:
            line("", name, "", f"{1 / best[name]:,.0f}", f"{ours * best[name]:.2f}")


def plain(of_form: list[Shape]) -> list[Shape]:
    """The shapes that peers read: hold'em without antes, straddles or second boards."""
    return [
        shape
        for shape in of_form
        if "Hold'em No Limit (" in shape.source and not _ODD.search(shape.source)
    ]


def of_children() -> float:
    """The processor seconds of processes that were started, and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def keep(best: dict[str, float], name: str, seconds: float) -> None:
    best[name] = min(seconds, best.get(name, seconds))


# ------------------------------------------------------------------------ peers


@dataclass
class Hand:
    """A hand as a parser by lines has it."""

    number: str
    about: str
    when: str
    stacks: dict[str, float] = field(default_factory=dict)
    actions: list[tuple[str, str, str, float]] = field(default_factory=list)
    collected: dict[str, float] = field(default_factory=dict)
    hole: dict[str, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)


_HEAD = re.compile(r"^PokerStars .*?#(?P<number>\d+): +(?P<about>.*\)) - (?P<when>.*)$")
_SEAT = re.compile(r"^Seat \d+: (?P<player>.+) \(\D?(?P<stack>[\d.]+) in chips")
_ACTION = re.compile(
    r"^(?P<player>.+): (?P<action>folds|checks|calls|bets|raises|posts)"
    r"(?:[a-z& ]*\D?(?P<amount>[\d.]+))?(?: to \D?(?P<to>[\d.]+))?"
)
_STREET = re.compile(r"^\*\*\* (?P<street>[A-Z ]+) \*\*\*(?P<cards>.*)$")
_BACK = re.compile(r"^Uncalled bet \(\D?(?P<amount>[\d.]+)\) returned to (?P<player>.+)$")
_COLLECTED = re.compile(r"^(?P<player>.+) collected \D?(?P<amount>[\d.]+) from ")
_SHOWN = re.compile(r"^(?:Dealt to )?(?P<player>.+?)(?:: shows)? \[(?P<cards>[^]]+)\]")


def by_lines(path: Path) -> int:
    """Hands of PokerStars read as fpdb does: regexes tried on each line, objects, no checks."""
    hands: list[Hand] = []
    street = ""
    for text in path.read_text("utf-8").splitlines():
        if head := _HEAD.match(text):
            hands.append(Hand(head["number"], head["about"], head["when"]))
            street = "PREFLOP"
        elif not text or street == "SUMMARY":
            continue
        elif seat := _SEAT.match(text):
            hands[-1].stacks[seat["player"]] = float(seat["stack"])
        elif action := _ACTION.match(text):
            amount = float(action["to"] or action["amount"] or 0)
            hands[-1].actions.append((street, action["player"], action["action"], amount))
        elif heading := _STREET.match(text):
            street = heading["street"]
            if heading["cards"]:
                hands[-1].board = heading["cards"].replace("[", "").replace("]", "").split()
        elif back := _BACK.match(text):
            hands[-1].actions.append((street, back["player"], "returned", -float(back["amount"])))
        elif got := _COLLECTED.match(text):
            before = hands[-1].collected.get(got["player"], 0.0)
            hands[-1].collected[got["player"]] = before + float(got["amount"])
        elif shown := _SHOWN.match(text):
            hands[-1].hole[shown["player"]] = shown["cards"].split()
    return len(hands)


def pokerkit_text(path: Path) -> int:
    """Hands of PokerStars that pokerkit parses; of others it prints a traceback."""
    with contextlib.redirect_stderr(io.StringIO()):
        return sum(1 for _ in HandHistory.from_pokerstars(path.read_text("utf-8")))


def pokerkit_phh(path: Path) -> int:
    """Hands in PHH that pokerkit parses, without playing them."""
    with path.open("rb") as file:
        return sum(1 for _ in HandHistory.load_all(file))


def pokerkit_played(path: Path) -> int:
    """Hands in PHH that pokerkit parses and plays to their ends."""
    with path.open("rb") as file:
        return sum(1 for hand in HandHistory.load_all(file) if list(hand))


PEERS: dict[str, dict[str, Callable[[Path], int]]] = {
    "PokerStars": {"by lines, as fpdb": by_lines, "pokerkit": pokerkit_text},
    "PHH": {"pokerkit, parsed": pokerkit_phh, "pokerkit, played": pokerkit_played},
}


# ------------------------------------------------------------------------ one large lake


def large(folder: Path, of_form: list[Shape], hands: int) -> None:
    """Print what many hands in one lake take, at a tenth of them and at all."""
    print(f"\nPokerStars into one lake: one worker, {MORE:,} hands more, all actions added up\n")
    line("hands", "seconds", "peak GB", "bytes/hand", f"+{MORE:,}, s", "select, s")
    line("-----", "-------", "-------", "----------", "---------", "---------")
    for count in (hands // 10, hands):
        given, more, lake = (folder / f"{count} {name}" for name in ("given", "more", "lake"))
        for place in (given, more):
            place.mkdir()
        write("PokerStars", of_form, count, given)
        write("PokerStars", of_form, MORE, more, first=count + 1)
        seconds, peak = command("import", str(given), "--workers", "1", "--lake", str(lake))
        size = sum(path.stat().st_size for path in lake.rglob("*.parquet"))
        added, _ = command("import", str(more), "--workers", "1", "--lake", str(lake))
        asked, _ = command("sql", ACTIONS, "--lake", str(lake))
        cells = f"{peak / 1e9:.2f}", f"{size / count:.0f}", f"{added:.2f}", f"{asked:.2f}"
        line(f"{count:,}", f"{seconds:.1f}", *cells)
    statistics(lake)


def statistics(lake: Path) -> None:
    """Print what statistics of all hands take: a whole command, and a second call of a process."""
    print("\nStatistics of them: a command from cold files, the best of three calls, peak memory\n")
    line("statistics", "by", "command, s", "call, s", "peak GB")
    line("----------", "--", "----------", "-------", "-------")
    many = ",".join(POSITION_STATISTICS)
    for names, by in (
        ("three_bet", "position,facing"), ("three_bet", "position,stack"),
        ("cbet", "street,suits"), ("vpip", "position,players"), ("bb_100", "position,stack"),
        ("ev_bb_100", "position,big_blind"), ("vpip,pfr,three_bet", "player"), (many, "position"),
    ):  # fmt: skip
        forget(lake)
        seconds, peak = command("stats", names, "--by", by, "--lake", str(lake))
        best = min(called(names, by, lake) for _ in range(RUNS))
        told = names if names != many else f"{len(POSITION_STATISTICS)} of a report"
        line(told[:20], by, f"{seconds:.2f}", f"{best:.2f}", f"{peak / 1e9:.2f}")


def called(names: str, by: str, lake: Path) -> float:
    """The seconds of a call in this process."""
    started = time.perf_counter()
    pk.stats(names, by=by, lake=lake)
    return time.perf_counter() - started


def forget(lake: Path) -> None:
    """Let the system keep no page of the lake's files, where it can be asked to."""
    for path in lake.glob("*.parquet"):
        with path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def command(*words: str) -> tuple[float, int]:
    """The seconds of a command of pokerlake, and the most bytes of memory that it has had."""
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-m", "pokerlake", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"pokerlake {' '.join(words)} ended with {child.returncode}")
    return time.perf_counter() - started, used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def line(first: str, second: str, *cells: str) -> None:
    print(f"{first:12}{second:20}" + "".join(f"{cell:>13}" for cell in cells), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
