"""A hand that was played: every step of every site's hands, equities, texts and numbers."""

import itertools
import pickle
import re
from decimal import Decimal

import numpy as np
import pytest

import pokerlake as pk
from given import histories, odd_histories, omaha_histories, other_sites, sites
from helpers.command_line import answer, run
from oracle import naive_histories
from oracle.naive_omaha_equity import enumerate_deals
from pokerlake.api.played.replay import Replay, equities_of
from pokerlake.engine.cards.text import parse_hand
from pokerlake.queries import selection
from pokerlake.queries.connection import connect
from pokerlake.queries.files.whole_hands import hands_in
from pokerlake.queries.functions.library import Library
from pokerlake.queries.questions.question import EVERYWHERE, questions
from pokerlake.queries.statements.run import ask
from pokerlake.tables.lake import Lake

SAMPLES = (*sites.SAMPLES, *other_sites.SAMPLES)
ODD = [text.replace("#200", "#700") for text in odd_histories.ALL]  # numbers of their own
_CHECKED = "Ann: checks\nBob: checks\n*** SHOW"
BET = "Ann: bets $4\nBob: calls $4\n*** SHOW"
CALLED = histories.LIMIT.replace("#1004", "#7005").replace(_CHECKED, BET).replace("11.50", "15.50")
TEXTS = (
    histories.ALL, omaha_histories.ALL, *ODD,
    *(histories.WALK.replace("#1003", number) for number in ("#7003", "#5")),
    CALLED.replace("Total pot $24", "Total pot $32"),
)  # fmt: skip
BEFORE_CARDS = {"add", "ante", "small blind", "big blind", "straddle", "post"}


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """A lake of hands of every site."""
    folder = tmp_path_factory.mktemp("hands")
    given = [(sample.file, sample.text) for sample in SAMPLES]
    given += [("hands.txt", text) for text in TEXTS]
    for at, (name, text) in enumerate(given):
        (folder / str(at)).mkdir()
        (folder / str(at) / name).write_text(text, encoding="utf-8")
    files = [folder / str(at) / name for at, (name, _) in enumerate(given)]
    done = run(f"import {' '.join(map(repr, map(str, files)))} --lake {folder / 'lake'}")
    assert done.code == 0, done.err
    return folder / "lake"


@pytest.fixture(scope="module")
def replays(lake):
    """All hands of it, gone through."""
    with connect(lake) as connection:
        rows = selection.whole(connection, ask(connection, "from hands"))
        return [Replay(hand) for batch in rows for hand in hands_in(batch)]


def test_chips_move_as_tables_and_hands_worked_out_by_hand_say(replays, lake):
    wanted = {number: told for sample in SAMPLES for number, told in sample.wanted.items()}
    rows = pk.sql("select hand_id, number, cast(pot * 10000 as bigint) from actions", lake=lake)
    pots = {(hand, number): pot for hand, number, pot in rows.fetchall()}
    for replay in replays:
        steps, row = replay.steps, replay.hand.row
        assert steps[0].pot == steps[-1].pot_after == 0
        assert all(one.pot_after == other.pot for one, other in itertools.pairwise(steps))
        nets = {seat: steps[-1].behind[seat] - one.stack for seat, one in replay.seats.items()}
        assert nets == {
            seat: one.collected - one.invested + one.cashout for seat, one in replay.seats.items()
        }
        told = wanted.pop(row["number"], {}).get("nets", {})
        assert nets | {seat: Decimal(net) * 10_000 for seat, net in told.items()} == nets
        for step in steps:
            if step.number:
                assert pots.pop((row["hand_id"], step.number)) == step.pot - row["added"]
    assert pots == wanted == {}


def naive(game, holes, board):
    """The mean share of each of these holes."""
    if game == "hold'em":
        return naive_histories.equities(holes, board)
    cards = [tuple(map(int, parse_hand(hole))) for hole in holes]
    found = enumerate_deals([{hole: 1.0} for hole in cards], tuple(map(int, parse_hand(board))))
    no_low = len(holes) + 1
    shares = []
    for weights in found.halves:  # of deals in which he is one of so many, high and low
        halves = [
            weight * (1 / high if high else 0, 1 / low if low else 0)[is_low]
            for (high, low), weight in np.ndenumerate(weights)
            for is_low in (False, game == "omaha hi-lo" and low != no_low)
        ]
        shares.append(sum(halves) / 2 / found.weight)
    return shares


def test_equities_are_those_of_plain_enumeration(replays, lake):
    counted = set()
    library = Library(Lake.open(lake))
    for replay in replays:
        game, known = replay.hand.game, {seat: one.hole for seat, one in replay.seats.items()}
        for step, equities in zip(replay.steps, equities_of(replay, library), strict=True):
            seats = [seat for seat in step.live if known[seat]]
            if len(seats) < 2 or step.action in BEFORE_CARDS:
                assert equities == {}
                continue
            assert list(equities) == seats
            assert sum(equities.values()) == pytest.approx(1, abs=1e-12)
            key = (game, replay.hand.row["number"], *seats, *step.boards)
            is_plain = game in ("hold'em", "omaha", "omaha hi-lo") and len(step.boards) == 1
            if is_plain and len(step.boards[0]) >= 8 and key not in counted:
                counted.add(key)
                shares = naive(game, [known[seat] for seat in seats], step.boards[0])
                assert list(equities.values()) == pytest.approx(shares, abs=1e-12), key
    assert {game for game, *_ in counted} == {"hold'em", "omaha", "omaha hi-lo"}
    assert len(counted) > 20


def test_two_boards_share_the_pot(lake):
    found = pk.hand("7001", lake=lake)
    turn = next(at for at, step in enumerate(found.steps) if step.street == "turn")
    boards = found.steps[turn].boards
    assert found.to_arrow()["board"][turn].as_py() == ", ".join(boards) == "2c7dTsJh, 2c7dTsTh"
    seats = found.steps[turn].live
    holes = [row["hole"] for seat in seats for row in found.seats() if row["seat"] == seat]
    each = [
        naive_histories.equities(holes, board, dead=other[-2:])
        for board, other in (boards, boards[::-1])
    ]
    means = [sum(shares) / 2 for shares in zip(*each, strict=True)]
    assert [found.equities[turn][seat] for seat in seats] == pytest.approx(means, abs=1e-12)


def test_luck_in_all_ins_is_as_in_all_in_luck(lake):
    rows = pk.query("all_in_luck", lake=lake).to_arrow_table().to_pylist()
    luck = {(row["hand_id"], row["player"]): row["luck"] for row in rows}
    numbers = sorted({hand for hand, _ in luck})
    assert len(numbers) > 10
    for number in numbers[::3]:
        for row in pk.hand(number, lake=lake).seats():
            told = luck.pop((number, row["player"]), None)
            assert row["luck"] == pytest.approx(told, abs=1e-9)
            even = None if told is None else row["net"] - told
            assert row["net_by_equity"] == pytest.approx(even, abs=1e-9)
    assert {hand for hand, _ in luck} == {*numbers} - {*numbers[::3]}


def test_what_the_solver_does_in_a_spot_of_other_suits_and_chips(lake):
    assert not any(pk.hand("7005", lake=lake).mixes)
    spot = {"board": "2d7hTsJc3s", "oop": "AK,QQ", "ip": "AK,TT", "pot": 240, "bets": "20,75"}
    pk.solve_many([spot | {"stack": stack} for stack in (700, 400)], name="study", lake=lake)
    found = pk.hand("7005", lake=lake)
    solved = pk.solved_spot(2, lake=lake)  # the stacks of the first are too deep
    mixes = [mix for mix in found.mixes if mix]
    for mix, line, hole, taken in zip(
        mixes, ("", "b48"), ("AcKd", "AhKh"), ("b48", "c"), strict=True
    ):
        rows = [row for row in solved.at(line) if row["hole"] == hole]
        assert mix.shares == {row["action"]: pytest.approx(row["share"]) for row in rows}
        assert (mix.spot, mix.name, mix.line, mix.taken) == (2, "study", line, taken)
    assert mixes[0].text().endswith("; 17% is taken for 20%")
    told = "solver: spot 2 of study, stacks of 1.67 pots, 1.58 in the hand"
    assert told in found.summary().splitlines()
    assert found.to_arrow()["mix"].drop_null().to_pylist() == [mix.text() for mix in mixes]


def test_a_hand_as_text_is_what_is_exported(lake):
    found = pk.hand("1001", lake=lake)
    number = found.head["hand_id"]
    for name, text in (("ohh", found.ohh()), ("phh", found.phh()), ("pokerstars", found.text())):
        exported = run(f"export hands -f {name} --where hand_id={number} --lake {lake}")
        assert exported.text == text
    command = run(f"hand 1001 -f phh --lake {lake}")
    assert (command.text, command.err) == (found.phh(), "")


# Hands that do not come in again from the text of PokerStars.
APART = {
    ("GGPoker", "RC3101"): "the site added money",
    ("Run It Once", "3201"): "the site added money",
    ("Full Tilt", "7003"): "another hand has this number at PokerStars",
}


def test_hands_of_all_sites_come_in_again_from_the_text_of_pokerstars(lake, tmp_path):
    file = tmp_path / "all.txt"
    assert run(f"export hands -f pokerstars -o {file} --lake {lake}").code == 0
    assert run(f"import {file} --lake {tmp_path / 'again'}").code in (0, 1)
    nets = (
        "select site, number, list((seat, net) order by seat) from seats join hands using (hand_id)"
    )
    rows = [
        pk.sql(f"{nets} group by all", lake=each).fetchall() for each in (lake, tmp_path / "again")
    ]
    again = {number: found for _, number, found in rows[1]}
    for number in [*again]:  # of PokerNow, whose files count from 1: the file's number is in front
        again.setdefault(number[-9:], again[number])
    apart = {
        (site, number)
        for site, number, found in rows[0]
        if again.get(f"{number:0>9}" if site == "PokerNow" else re.sub(r"\D", "", number)[-20:])
        != found
    }
    assert apart == APART.keys()


def test_doors_agree_and_a_result_is_whole(lake, tmp_path):
    found = pk.hand("1003", lake=lake)
    assert pickle.loads(pickle.dumps(found)) == found == pk.load(found.save(tmp_path / "a.parquet"))
    assert [*found] == found.to_dicts()
    asked = questions(*EVERYWHERE)["hand"]
    assert [column.name for column in asked.columns] == found.keys()
    command = run(f"hand 1003 --lake {lake}")
    assert f"{found!r}\n" == f"{command.text}{command.err}"
    assert answer(f"hand 1003 --seats --lake {lake}") == found.seats().to_dicts()
    assert pk.hand("3001", lake=lake).notes == ["equities are without the unknown hole of Cy, Dee"]
    assert found.link == f"#/hand?id={found.head['hand_id']}"


def test_a_number_may_be_that_of_the_lake_and_of_a_site(lake):
    rows = pk.sql("select number, site, hand_id from hands where number = '5'", lake=lake)
    [(number, site, of_site)] = rows.fetchall()
    of_lake = pk.hand(number, lake=lake)
    assert (of_lake.head["hand_id"], of_lake.notes[-1]) == (
        5, f"5 is also a number of {site}; for that give site='{site}'"
    )  # fmt: skip
    assert pk.hand(number, site=site, lake=lake).head["hand_id"] == of_site
    assert pk.hand(5, lake=lake).notes == of_lake.notes[:-1]
    assert f"for that give --site '{site}'\n" in run(f"hand 5 --lake {lake}").err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            "hand 99999999",
            "no hand '99999999' in the lake; the table hands has all",
        ),
        (
            "hand 1001 --site GGPoker",
            "no hand '1001' of GGPoker in the lake; there are: PokerStars",
        ),
        ("hand 7003", "Full Tilt and PokerStars have hands '7003'; give one with --site"),
        ("hand ''", "ID is ''; give hand_id of the table hands, or a site's own number as text"),
    ],
)
def test_a_number_that_is_no_hand(words, problem, lake):
    done = run(f"{words} --lake {lake}")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith(f"error: {problem}")
