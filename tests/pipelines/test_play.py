"""Blueprints of a lake at play: bots, matches, and the dealer of the competition."""

import socket
import threading

import numpy as np
import pytest

import pokerlake as pk
from helpers.blueprint_lakes import trained
from helpers.command_line import answer, run
from helpers.lakes import share, without_views
from helpers.play import asked_of, buckets_of
from pokerlake.api.solutions import blueprints, bots
from pokerlake.api.solutions.dealers import MatchState, Player, table_of_betting
from pokerlake.engine.blueprint.lines import HOLDEM
from pokerlake.engine.dealing import deal
from pokerlake.engine.play.following import Table
from pokerlake.engine.play.strategies import Rules
from pokerlake.pipelines.blueprints.playing import other_of
from pokerlake.pipelines.push_fold.solving import counts_of
from pokerlake.queries.answers.buckets import Run
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

PUSH, WIDE, LIMIT = 1, 2, 3  # runs


class _Buckets:
    """Abstractions of no lake."""

    def __init__(self, *_):
        pass

    def run(self, street, **_):
        return Run(["preflop", "flop", "turn", "river"].index(street), street, "percentile", 4)

    def of(self, run, holes, boards, threads=1):
        on = boards if len(boards) else np.zeros((1, len(holes)), np.uint8)
        return buckets_of(holes, on)[run.run]

    def known(self, run):
        return lambda hole, board: int(
            self.of(run, np.array([hole]), np.array(board, np.uint8)[:, None])[0]
        )


@pytest.fixture(scope="module")
def there(lake, tmp_path_factory):
    place = tmp_path_factory.mktemp("play") / "lake"
    with pytest.MonkeyPatch.context() as patch:
        without_views(patch)
        share(lake, place)
        push = asked_of(stack=8.0, opens="a", reraises="-", bets="-", raises="-", limps=False)
        trained(place, push, iterations=160)
        trained(place, asked_of(stack=20.0, opens="2,3,a", bets="50,a"), iterations=32)
        trained(place, asked_of("limit"), iterations=16)
    return place


@pytest.fixture(autouse=True)
def made_up_buckets(monkeypatch):
    for module in (bots, blueprints):
        monkeypatch.setattr(module, "Buckets", _Buckets)


# ---------------------------------------------------------------- bots


@pytest.mark.whole
def test_a_bot_has_the_shares_of_the_lake(there):
    bot = pk.Bot(WIDE, lake=there)
    deals = deal(300, 5, seed=1)
    for line in ("r3 c", "c x"):
        whole = bot.batch(deals[:2], deals[2:], line)
        assert whole.sum(axis=1) == pytest.approx(1)
        for at in range(0, 300, 60):
            hole, board = (pk.format_cards(deals[some, at]) for some in (slice(2), slice(2, 5)))
            shares = bot.shares(hole, board, line)
            assert list(shares) == list(bot.actions(line))
            assert [*shares.values()] == whole[at].tolist()
    several = bot.batch(deals[:2], deals[2:], ["r3 c", "c x"] * 150)
    most = several.shape[1]
    for place, line in enumerate(("r3 c", "c x")):
        own = bot.batch(deals[:2], deals[2:], line)[place::2]
        assert np.array_equal(several[place::2], np.pad(own, ((0, 0), (0, most - own.shape[1]))))


def test_a_bot_draws_what_it_tells(there):
    bot = pk.Bot(WIDE, lake=there)
    asked = ("AhKd", "QsJh2h", "r2.7 c x b2.1")
    shares = bot.shares(*asked)
    assert sum(shares.values()) == pytest.approx(1)
    drawn = [bot.act(*asked, seed=seed) for seed in range(1500)]
    for action, often in shares.items():
        assert drawn.count(action) / 1500 == pytest.approx(often, abs=0.05)
    assert bot.act(*asked, seed=7) == drawn[7]
    # Between r2 and r3 of its betting: the mean of both, by the mapping.
    to = {"r2": 0.5, "r3": 1.0}
    low = (1.0 - 0.85) * 1.5 / (0.5 * 1.85)
    known = {line: bot.shares("7c7d", "", line) for line in to}
    mixed = bot.shares("7c7d", "", "r2.7")
    assert mixed["f"] == pytest.approx(low * known["r2"]["f"] + (1 - low) * known["r3"]["f"])
    # It is all in, as it sees it, and has no raise of that.
    assert pk.Bot(PUSH, lake=there).shares("7c7d", "", "r3 r8") == {"c": 1.0}


@pytest.mark.parametrize(
    ("hole", "board", "line", "problem"),
    [
        ("Ah", "", "", "hole 'Ah' has 1 cards; give 2"),
        ("AhKd", "QsJh", "c x", "the line leads to the flop: the board has 2 cards, give 3"),
        ("AhKd", "AhJh2h", "c x", "hole 'AhKd' and board 'AhJh2h' have a card twice"),
        ("AhKd", "", "r3 q", "line 'r3 q' has 'q': give x, c, f, b2 or r4.5"),
        ("AhKd", "", "r3 f", "line 'r3 f' ends the hand: nobody is to act"),
    ],
)
def test_what_a_bot_cannot_answer_is_refused(there, hole, board, line, problem):
    bot = pk.Bot(WIDE, lake=there)
    with pytest.raises(ValueError, match=problem.replace("(", "\\(")):
        bot.shares(hole, board, line)
    with pytest.raises(ValueError, match=problem):
        bot.act(hole, board, line, seed=1)


# ---------------------------------------------------------------- matches


def exact(there, opponent_goes_in):
    """What run 1 wins against who goes in with these hands as dealer and big blind; chips."""
    two = counts_of(Lake.open(there)).two.astype(float)
    often = two.sum(axis=2) / two.sum()
    edge = (two[:, :, 0] - two[:, :, 1]) / two.sum(axis=2)
    bot = pk.Bot(PUSH, lake=there)
    fold = [bot.actions(line).index("f") for line in ("", "r8")]
    goes_in = [
        1 - bot.strategy.share[at * 338 : (at + 1) * 338].reshape(169, 2)[:, place] / 1e4
        for at, place in enumerate(fold)
    ]
    his = opponent_goes_in
    as_dealer = goes_in[0][:, None] * (his[1] * 800 * edge + (1 - his[1]) * 100)
    as_dealer += (1 - goes_in[0][:, None]) * -50
    in_ = goes_in[1][:, None]
    as_big_blind = his[0] * (in_ * 800 * edge - (1 - in_) * 100) + (1 - his[0]) * 50
    return ((as_dealer + as_big_blind) / 2 * often).sum() * 10  # mbb


def test_a_match_of_push_or_fold_comes_to_its_exact_value(there):
    """Within the errors of what is played, over seeds; and of all lines all luck is known."""
    other, seen = other_of(Lake.open(there), "push", pk.Bot(PUSH, lake=there).asked)
    assert seen == (169, 1, 1, 1)
    goes_in = other.share.reshape(2, 169, 2)
    by_name = {
        "push": [goes_in[0, :, 1] / 1e4, goes_in[1, :, 0] / 1e4],
        "raise": np.ones((2, 169)),  # there is no other raise
    }
    for name, each in by_name.items():
        known = exact(there, each)
        for seed in (1, 2, 3):
            (found,) = pk.match(PUSH, name, hands=4000, seed=seed, lake=there).to_dicts()
            assert abs(found["won"] - known) <= 4 * found["won_error"] + 0.1
            assert abs(found["value"] - known) <= 4 * found["value_error"] + 0.1
        whole = pk.match(PUSH, name, hands=400, seed=1, all_lines=True, lake=there)
        (row,) = whole.to_dicts()
        assert row["value"] == pytest.approx(known, abs=0.01)  # what is left is rounding
        assert row["value_error"] < 0.01
    assert row["won_error"] > 100


def test_matches_are_the_same_for_any_workers_and_seats(there):
    asked = {"hands": 3000, "seed": 5, "lake": there}
    (one,) = pk.match(WIDE, "raise", threads=1, **asked).to_dicts()
    (two,) = pk.match(WIDE, "raise", threads=2, **asked).to_dicts()
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    by_command = answer(f"match {WIDE} raise --hands 3000 --seed 5", "--lake", str(there))[0]
    assert {**one, "seconds": 0} == {**by_command, "seconds": 0}
    for opponent in ("call", "push"):
        (few,) = pk.match(WIDE, opponent, all_lines=True, **asked).to_dicts()
        assert few["value_error"] < few["won_error"]
        assert abs(few["value"] - few["won"]) < 4 * few["won_error"]
    (itself,) = pk.match(WIDE, WIDE, all_lines=True, **asked).to_dicts()
    assert (itself["value"], itself["value_error"]) == pytest.approx((0, 0), abs=1e-9)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            f"{WIDE} nobody",
            "OPPONENT is 'nobody'; give the number of a blueprint, or call, raise, push",
        ),
        (f"{WIDE} {PUSH}", "opponent 1 has stack 8, and the blueprint 20: both sit at one table"),
        (f"{WIDE} {LIMIT}", "opponent 3 has game limit, and the blueprint nolimit"),
        (f"{LIMIT} push", "OPPONENT is push, who needs all-ins: a blueprint of limit has none"),
        (f"{WIDE} call --hands 10", "--hands is '10'; give a whole number, 400 to"),
    ],
)
def test_who_cannot_play_is_refused(there, words, problem):
    done = run(f"match {words} --lake", str(there))
    assert (done.code, done.out, done.err.count("\n")) == (2, b"", 1)
    assert problem in done.err


# ---------------------------------------------------------------- the dealer


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:0:0::TdAs|",
        "MATCHSTATE:1:7:cr:|Tc4h",
        "MATCHSTATE:0:30:cc/r250c/:9dAc|/8c8d5c/6s",
        "MATCHSTATE:1:31:r20000c///:8h8s|TdAs/8c8d5c/6s/2d",
    ],
)
def test_match_states_are_read_and_written(line):
    assert str(MatchState.read(line)) == line


def test_betting_is_that_of_the_protocol():
    rules = Rules(100, 50, 100, 20_000)
    table = table_of_betting(rules, "cc/r250c/")
    assert (table.street, table.player, table.put_in) == (2, 0, [250, 250])
    over = table_of_betting(rules, "r20000c///")
    assert (over.player, over.put_in) == (-1, [20_000, 20_000])
    limit = table_of_betting(Rules(2, 1, 2, 1 << 40), "rrrc/crc/rrrrc/r", HOLDEM)
    assert (limit.street, limit.player, limit.put_in) == (3, 1, [30, 26])


class Dealer(threading.Thread):
    """A small dealer: it deals hands by a seed to one player, and plays the other seat itself."""

    def __init__(self, player, hands, others):
        super().__init__(daemon=True)
        self.player, self.hands, self.others = player, hands, others
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.said, self.won = [], 0.0

    def run(self):
        with self.listening, self.listening.accept()[0] as client, client.makefile("rb") as lines:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.said.append(lines.readline())
            client.sendall(b"# a comment\r\n")
            rng = np.random.default_rng(1)
            for hand, cards in enumerate(deal(self.hands, 9, seed=3).T.tolist()):
                self._hand(hand, cards, rng, client, lines)

    def _hand(self, hand, cards, rng, client, lines):
        seat, betting, table = hand % 2, "", Table(self.player.rules)
        while True:
            over = table.player < 0
            holes = [tuple(cards[:2]), tuple(cards[2:4])]
            if not (over and table.folded < 0):
                holes[1 - seat] = ()
            streets = betting.count("/")
            board = tuple(cards[4 : 4 + (0, 3, 4, 5)[streets]])
            line = str(MatchState(seat, hand, betting, tuple(holes), board))
            client.sendall(f"{line}\r\n".encode())
            if over:
                self.won += self.player.won(MatchState.read(line))
                return
            if table.player == seat:
                answered = lines.readline().decode()
                assert answered.startswith(f"{line}:")
                assert answered.endswith("\r\n")
                word = answered.strip().rpartition(":")[2]
                self.said.append(word)
            else:
                word = self.others(table, rng)
            betting += word
            before = table.street
            table = table_of_betting(self.player.rules, betting, self.player.limit)
            if table.player < 0 and table.folded < 0:
                betting += "/" * (3 - before)
            elif table.street > before:
                betting += "/"


def any_bet(table, rng):
    """Checks, calls, and bets of any size."""
    if rng.random() < 0.5 or table.called >= table.rules.stack:
        return "c"
    return f"r{rng.integers(table.least, table.rules.stack + 1)}"


def any_fixed_bet(table, rng):
    return "r" if rng.random() < 0.5 and table.bets < HOLDEM.most[table.street] else "c"


@pytest.mark.parametrize(
    ("number", "others", "big"), [(WIDE, any_bet, 100), (LIMIT, any_fixed_bet, 10)]
)
def test_a_hundred_hands_with_a_dealer(there, number, others, big):
    dealer = Dealer(Player(pk.Bot(number, lake=there)), 100, others)
    dealer.start()
    (row,) = answer(f"bot {number} --port {dealer.port} --seed 4", "--lake", str(there))
    dealer.join(60)
    assert not dealer.is_alive()
    assert dealer.said[0] == b"VERSION:2.0.0\r\n"
    assert len(dealer.said) > 100
    assert (row["hands"], row["run"]) == (100, number)
    assert row["chips"] == pytest.approx(dealer.won)
    assert row["won"] == pytest.approx(10 * dealer.won / big)


def test_what_the_dealer_may_say_wrong_is_one_line(there):
    player = Player(pk.Bot(WIDE, lake=there))
    for betting, cards, problem in (
        ("cx", "9dAc|", "give MATCHSTATE"),
        ("cc", "9dAc|9d", "is not of two cards"),
        ("ccc", "9dAc|", "lacks a slash"),
        ("c/c", "9dAc|", "a slash where no street is over"),
        ("r10", "9dAc|", "a raise is to 200 to 2000 chips"),
        ("cr", "9dAc|", "of another game"),
        ("cc/", "9dAc|", "it lacks cards"),
        ("cc/", "9dAc|/9d8d5c", "has a card twice"),
    ):
        said = f"MATCHSTATE:0:3:{betting}:{cards}"
        with pytest.raises(ValueError, match=problem):
            player.answer(MatchState.read(said))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def speak():
            with listening.accept()[0] as client:
                client.sendall(b"hello\r\n")

        speaking = threading.Thread(target=speak)
        speaking.start()
        done = run(f"bot {WIDE} --port {port} --lake", str(there))
        speaking.join()
    assert (done.code, done.out) == (1, b"")
    assert f"error: the dealer at 127.0.0.1:{port} said 'hello', which is no state of" in done.err
    done = run(f"bot {WIDE} --port {port} --lake", str(there))  # it is gone
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert f"no dealer at 127.0.0.1:{port}: " in done.err
    done = run(f"bot {WIDE} --port 0 --lake", str(there))
    assert (done.code, done.err) == (2, "error: --port is '0'; give a whole number, 1 to 65,535\n")
    with pytest.raises(UsageError, match=r"big_blind is 3: the small blind of 1\.5"):
        Player(pk.Bot(WIDE, lake=there), big_blind=3)
