"""Five-card draw, learned and played: against a referee in plain Python, round by round."""

import copy
import re

import numpy as np
import pytest

from helpers.dealing import philox
from oracle import naive_draw_play as naive
from pokerlake.engine.draw.exchange import all_hands, canonical_discards, exchanges
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.engine.games import draw_states as states
from pokerlake.engine.games.draw_play import OPPONENTS, DrawPlayLearner, profits
from pokerlake.engine.games.draw_states import SETS, best_discards, first_hands, hand_records
from pokerlake.engine.games.protocol import Learned, Profit


def best(hand, count):
    """The cards of a hand that it throws away, from the table, which is tested for itself."""
    hand = sorted(hand)
    if count == 5:
        return set(hand)
    places = thrown(hand_records(), np.array([hand], np.uint8))[0, count - 1]
    return {card for i, card in enumerate(hand) if places >> i & 1}


def thrown(tables, hands):
    """The sets of one to four places that ascending hands throw away."""
    ranks = sum(tables.binomials[i, hands[:, i]] for i in range(5))
    records = tables.records[ranks]
    places = [records >> 18 & 7, records >> 21 & 15, records >> 25 & 15, records >> 29]
    return np.stack([tables.sets[size, place] for size, place in enumerate(places)], axis=1)


def rows(learned):
    return {
        (state, choice): [games, won]
        for state, choice, games, won in zip(
            learned.state, learned.choice, learned.games.tolist(), learned.won.tolist(), strict=True
        )
    }


# ---------------------------------------------------------------- hands


@pytest.fixture(scope="module")
def some_hands():
    return np.ascontiguousarray(all_hands()[:, ::1009].T)


def test_no_other_discard_of_so_many_cards_is_better(some_hands):
    chosen = thrown(hand_records(), some_hands)
    hands, images = canonical_discards(some_hands)
    found = exchanges(hands)
    strength = np.zeros((len(hands), 32), np.int64)
    strength[found.hand, found.discard] = found.strength
    n = np.arange(len(hands))
    for size, held in enumerate(SETS):
        assert np.isin(chosen[:, size], held).all()
        taken = strength[n, images[n, chosen[:, size]]]
        assert (taken == strength[:, held].max(axis=1)).all()


def test_hands_are_what_they_are_called(some_hands):
    tables = hand_records()
    sample = some_hands[::5]
    records = tables.records[sum(tables.binomials[i, sample[:, i]] for i in range(5))]
    found = draw_hands(sample)
    assert (records & 8191 == found.class_id).all()
    assert (records >> 13 & 31 == first_hands(sample)).all()
    final = tables.final_hand[found.class_id]
    for hand, kind, last in zip(sample.tolist(), first_hands(sample), final, strict=True):
        assert states.FIRST_HANDS[kind] == naive.first_hand(hand)
        assert states.FINAL_HANDS[last] == naive.final_hand(hand)


def test_usual_exchanges_are_those_of_the_usual_discards(some_hands):
    usual = np.array(states.USUAL_EXCHANGE)[first_hands(some_hands)]
    assert (usual == np.bitwise_count(draw_hands(some_hands).usual_discard)).all()


@pytest.mark.parametrize(
    ("hand", "kept"),
    [  # from one card thrown away to four
        ([0, 1, 20, 37, 51], [[0, 1, 37, 51], [0, 1, 51], [0, 1], [51]]),  # 22, A Jd 7c
        ([0, 23, 30, 45, 50], [[23, 30, 45, 50], [30, 45, 50], [45, 50], [50]]),  # A K 9 7 2
    ],
)
def test_best_discards(hand, kept):
    found = best_discards(np.array([hand], np.uint8))[0]
    cards = [[card for i, card in enumerate(hand) if not held >> i & 1] for held in found]
    assert cards == kept


# ---------------------------------------------------------------- states


def test_names_tell_states_apart_and_are_read_back():
    names = states.state_names()
    assert len(names) == len(set(names)) == states.STATES == 54_702
    numbers = np.flatnonzero(states.allowed())
    found = states.fields()
    texts = [names[state] for state in found.state[numbers]]
    assert states.choice_numbers(texts, states.choice_names(numbers)).tolist() == numbers.tolist()
    pattern = re.compile(r"(betting=1|exchange|betting=2)( [a-z]+=[\w+-]+)+")
    assert all(pattern.fullmatch(name) for name in names)


def test_states_are_few_enough_for_a_cache():
    assert states.CHOICES == 172_386


@pytest.mark.parametrize(
    ("state", "choice", "message"),
    [
        ("betting=3", "c", "five-card draw has no choice 'c' in a state 'betting=3'"),
        ("exchange hand=AA bets=1 players=2 least=none", "r", "no choice 'r' in a state 'exchange"),
        (
            "betting=1 hand=AA call=0 bets=0 players=5 behind=4",
            "f",
            "the rules do not allow 'f' in 'betting=1 hand=AA call=0 bets=0 players=5 behind=4'",
        ),
    ],
)
def test_choices_that_there_are_not(state, choice, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        states.choice_numbers([state], [choice])


# ---------------------------------------------------------------- learning


@pytest.mark.parametrize(
    ("explore", "tables", "games", "pots_shared"), [(0.02, 1, 1200, 0), (1.0, 3, 768, 0)]
)
def test_the_table_is_the_referees(explore, tables, games, pots_shared):
    run = DrawPlayLearner.begin(5, explore, tables)
    streams = [naive.words(int(word)) for word in run.random]
    run.go_on(games)
    table, splits = {}, 0
    lots = {1296: [128] * 9 + [144], 768: [128] * 2}[run.done]
    for lot in lots:
        before = copy.deepcopy(table)
        for random in streams:
            own = copy.deepcopy(before)
            for _ in range(lot):
                played = naive.Round(random, naive.learner(own, explore), best)
                assert sum(played.stacks) == 0
                splits += len(played.winners) > 1
                naive.write_down(own, played)
            for row, counts in own.items():
                old, sums = before.get(row, [0, 0]), table.setdefault(row, [0, 0])
                sums[0] += counts[0] - old[0]
                sums[1] += counts[1] - old[1]
    assert splits == pots_shared
    found = rows(run.learned())
    assert {row: counts for row, counts in found.items() if counts[0]} == table
    assert {state for state, _ in found} == {state for state, _ in table}


def test_a_run_is_the_same_for_any_threads_and_stops():
    at_once = DrawPlayLearner.begin(3, tables=4)
    at_once.go_on(3000)
    stopped = DrawPlayLearner.begin(3, tables=4)
    stopped.go_on(600, threads=2)
    kept = stopped.arrays()
    stopped.go_on(700)
    again = DrawPlayLearner.begin(3, tables=4)
    again.restore(kept)
    again.go_on(3000, threads=2)
    assert at_once.done == again.done == 3072
    for name, array in at_once.arrays().items():
        assert (array == again.arrays()[name]).all()
    other = DrawPlayLearner.begin(4, tables=4)
    other.go_on(3000)
    assert (other.games != at_once.games).any()


def test_shares_are_of_the_games_of_a_state():
    run = DrawPlayLearner.begin()
    run.go_on(1000)
    found = run.learned()
    assert set(found.player) == {0}
    sums = {}
    for state, share in zip(found.state, found.probability.tolist(), strict=True):
        sums[state] = sums.get(state, 0) + share
    assert set(np.round(list(sums.values()), 12)) == {1.0}
    opening = "betting=1 hand=low call=0 bets=0 players=5 behind=4"
    counts = rows(found)
    assert sum(counts[opening, choice][0] for choice in "cr") == pytest.approx(
        1024 * 0.186, rel=0.2
    )


# ---------------------------------------------------------------- profits


def fixed(opponent, state, choices):
    """What a fixed opponent does, from the state's name."""
    hand = re.search(r"hand=(\S+)", state)[1]
    if state.startswith("exchange"):
        usual = {"straight+": 0, "quads": 1, "trips": 2, "A-high": 4, "K-high": 4, "low": 5}
        pair = 3 if hand[0] == hand[1] else 1
        return str(usual.get(hand, pair))
    better = {"full-house+", "flush", "straight", "straight+", "quads", "trips"}
    better |= {"two-pair-high", "two-pair-low"}
    passive = "f" if "f" in choices else "c"
    active = "r" if "r" in choices else "c"
    if opponent == "passive":
        return passive
    if opponent == "caller":
        return "c"
    if opponent == "raiser":
        return active
    if opponent == "AA+":
        return active if hand in better | {"AA"} else passive
    if hand in better:
        return active
    return "c" if hand[0] == hand[1] or hand in {"four-flush", "open-ended"} else passive


@pytest.fixture(scope="module")
def strategy():
    run = DrawPlayLearner.begin(2, 0.3)
    run.go_on(20_000)
    return run.learned()


@pytest.fixture(scope="module")
def found(strategy):
    return profits(strategy, 250, seed=9)


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_profits_are_the_referees(strategy, found, opponent):
    shares = {}
    for state, choice, share in zip(
        strategy.state, strategy.choice, strategy.probability.tolist(), strict=True
    ):
        shares.setdefault(state, {})[choice] = share
    row = list(OPPONENTS).index(opponent)
    wins = []
    for number in range(250):
        high, low, *_ = philox(np.uint64(number), np.uint64(row), np.uint64(9))

        def choose(seat, state, choices, word, hero=number % 5):
            if seat != hero and opponent != "learned":
                return fixed(opponent, state, choices)
            if state not in shares:
                return fixed("passive", state, choices)
            share, total = (word >> 11) / 2**53, 0.0
            for choice in choices:
                total += shares[state][choice]
                if share < total:
                    return choice
            return choices[-1]

        played = naive.Round(naive.words(int(high) << 32 | int(low)), choose, best)
        assert sum(played.stacks) == 0
        wins.append(played.stacks[number % 5])
    assert found[row] == Profit(opponent, 250, sum(wins), sum(won**2 for won in wins))


def test_profits_are_the_same_for_any_threads(strategy):
    rounds = 33_000
    assert profits(strategy, rounds) == profits(strategy, rounds, threads=2)


def always(choices):
    """A strategy that makes the first of these that is allowed, where it bets."""
    numbers = np.flatnonzero(states.allowed() & (states.fields().betting > 0))
    names = states.choice_names(numbers)
    texts = [states.state_names()[state] for state in states.fields().state[numbers]]
    possible = {}
    for state, name in zip(texts, names, strict=True):
        possible.setdefault(state, []).append(name)
    made = {state: next(c for c in choices if c in names) for state, names in possible.items()}
    shares = [float(made[state] == name) for state, name in zip(texts, names, strict=True)]
    return Learned([0] * len(names), texts, names, np.array(shares))


NOTHING = Learned([], [], [], np.zeros(0))


def test_who_folds_to_every_bet_loses_his_ante():
    raiser = profits(NOTHING, 1000)[1]
    assert (raiser.won, raiser.won_squares) == (-60 * 1000, 3600 * 1000)
    assert (raiser.mean, raiser.standard_error) == (-60.0, 0.0)


@pytest.mark.parametrize(("seed", "won"), [(1, -60), (11, 240), (472, 90)])
def test_a_pot_that_all_check_is_the_antes(seed, won):
    """Lost, won, and shared by two."""
    caller = profits(NOTHING, 1, seed=seed)[0]
    assert (caller.won, caller.won_squares) == (won, won**2)
    assert np.isnan(caller.standard_error)


def test_who_checks_and_calls_among_such_wins_by_chance_only():
    caller = profits(NOTHING, 20_000)[0]
    assert abs(caller.mean) < 4 * caller.standard_error
    assert caller.standard_error == pytest.approx(120 / 20_000**0.5, rel=0.02)


@pytest.mark.parametrize(("seed", "won"), [(1, 2160), (2, -540), (48_117, 810)])
def test_a_capped_pot_is_nine_chips_of_each(seed, won):
    """Won, lost, and shared by two."""
    assert profits(always("rcf"), 1, seed=seed)[1].won == won


def test_there_are_two_bets_where_one_raises_and_all_call():
    caller = profits(always("rcf"), 1)[0]
    assert caller.won in (-180, 720)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"explore": 1.5}, "explore is 1.5: give 0 .. 1"),
        ({"explore": float("nan")}, "explore is nan: give 0 .. 1"),
        ({"seed": -1}, "seed is -1: give 0 .. 2**64 - 1"),
        ({"tables": 0}, "tables is 0: give 1 .. 256"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        DrawPlayLearner.begin(**parameters)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rounds": 0}, "rounds is 0: give 1 or more"),
        ({"rounds": 1, "seed": 1 << 64}, f"seed is {1 << 64}: give 0 .. 2**64 - 1"),
    ],
)
def test_bad_rounds(parameters, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        profits(NOTHING, **parameters)
