"""Tables of learned games, made by hand.

1. The document's own result table of its game, rounded as it prints it; made up where it does not.
2. The same game solved.
3. 4. Kuhn's game, by regrets and solved; the solution is another one.
5. 6. Threshold strategies of draw poker, by two readings of the rules.
7. Draw poker: a few states, of which a hundred or so rounds each were played.
8. A result table of draw poker that is still empty of all but its exchange.
"""

from fractions import Fraction

BILLION, MILLION = 1_000_000_000, 1_000_000
ALL = 10 * BILLION


def run(number, game, algorithm, games, *, parameters="{}", seed=1, players=2, unit=1):
    """A row of ``learning_runs``."""
    return {
        "run": number, "game": game, "algorithm": algorithm, "parameters": parameters,
        "seed": seed, "games_asked": games, "games": games, "players": players, "unit": unit,
        "seconds": 1.5, "threads": 2, "package_version": "1.0",
    }  # fmt: skip


def results(number, checkpoint, rows):
    """Rows of ``result_table``, from won and games of each choice, by player and state."""
    return [
        {
            "run": number, "checkpoint": checkpoint, "player": player, "state": state,
            "choice": choice, "games": int(games), "won": int(won),
        }
        for (player, state), choices in rows.items()
        for choice, (won, games) in choices.items()
    ]  # fmt: skip


def strategy(number, checkpoint, rows, *, value=None, nash_conv=None, error=None):
    """Rows of ``strategies``, from the probability of each choice, or that and gain and error."""
    return [
        {
            "run": number, "checkpoint": checkpoint, "player": player, "state": state,
            "choice": choice, "probability": float(probability), "gain": gain,
            "gain_standard_error": gain_error, "value": value, "nash_conv": nash_conv,
            "nash_conv_standard_error": error,
        }
        for (player, state), choices in rows.items()
        for choice, given in choices.items()
        for probability, gain, gain_error in [given if isinstance(given, tuple) else (given, 0, 0)]
    ]  # fmt: skip


def shares(rows):
    """The strategy of a result table."""
    return {
        state: {
            choice: games / sum(games for _, games in choices.values())
            for choice, (_, games) in choices.items()
        }
        for state, choices in rows.items()
    }


M, B = MILLION, BILLION
DOCUMENT = {
    (1, "Q"): {"c": (699 * M, 3.2 * B), "r": (29 * M, 164 * M)},
    (1, "K"): {"c": (2.5 * B, 3.3 * B), "r": (44 * M, 61 * M)},
    (1, "A"): {"c": (5.6 * B, 3.1 * B), "r": (361 * M, 206 * M)},
    (1, "Qcr"): {"f": (0, 1.4 * B), "c": (-2.4 * M, 4.7 * M), "r": (-3.4 * M, 4.7 * M)},
    (1, "Kcr"): {"f": (0, 546 * M), "c": (1200, 937 * M), "r": (-3.1 * M, 5 * M)},
    (1, "Acr"): {"f": (0, 4.8 * M), "c": (7.5 * M, 4.8 * M), "r": (2.2 * B, 1.4 * B)},
    (2, "Qc"): {"c": (705 * M, 2 * B), "r": (394 * M, 1.1 * B)},
    (2, "Kc"): {"c": (3.2 * B, 3.2 * B), "r": (15 * M, 18 * M)},
    (2, "Ac"): {"c": (26 * M, 15 * M), "r": (6 * B, 3.2 * B)},
    (2, "Qcrr"): {"f": (0, 394 * M), "c": (-2 * M, 2 * M)},
    (2, "Acrr"): {"f": (0, 5.2 * M), "c": (2.1 * B, 1 * B)},
    # Not in the document: where it says how to play, so, and otherwise numbers hard to round.
    (2, "Kcrr"): {"f": (0, 999_499), "c": (-999_500, 9_949)},
    (2, "Qr"): {"f": (0, 99_500), "c": (-1000, 999), "r": (-7, 995)},
    (2, "Kr"): {"f": (0, 500_000), "c": (-9_949_999, 500_000), "r": (9_950_000, 4)},
    (2, "Ar"): {"f": (0, 1), "c": (0, 0), "r": (999_500_000, 1_000_400)},
    (1, "Qrr"): {"f": (0, 3), "c": (0, 0)},
    (1, "Krr"): {"f": (0, 0), "c": (-3, 2)},
    (1, "Arr"): {"f": (0, 0), "c": (0, 0)},
}
EARLY = {
    state: {choice: (place, 100 + place) for place, choice in enumerate(choices)}
    for state, choices in DOCUMENT.items()
}

# An equilibrium: player 1 as in errata.md.
SOLVED = {
    (1, "Q"): {"c": 3 / 4, "r": 1 / 4},
    (1, "K"): {"c": 3 / 4, "r": 1 / 4},
    (1, "A"): {"c": 0, "r": 1},
    (1, "Qcr"): {"f": 1, "c": 0, "r": 0},
    (1, "Kcr"): {"f": 0, "c": 1, "r": 0},
}

JACK = {(1, "J"): {"c": 0.8, "r": (0.2, -0.01, 0)}, (1, "Jcr"): {"f": 0.95, "c": 0.05}}
KUHN = {
    (1, "J"): {"c": 4 / 5, "r": (1 / 5, -0.25, 0)},
    (1, "Jcr"): {"f": 0.995, "c": (0.005, -1.5, 0)},
    (2, "Kc"): {"c": 0, "r": 1},
    (2, "Jr"): {"f": 1, "c": 0},
}
KUHN_SOLVED = {**KUHN, (1, "J"): {"c": 1, "r": 0}, (1, "Jcr"): {"f": 1, "c": 0}}
KUHN_VALUE = float(Fraction(-1, 18))

MIX = {(0, "before the deal"): {
    "AA+": (0.8, 0.0002, 0.0001), "JJ+": (0.15, -0.0001, 0.0002), "A high+": (0.05, -0.02, 0.001),
    "two pair+": (0.004, -0.01, 0.0005),
}}  # fmt: skip
OTHER_MIX = {(0, "before the deal"): {
    "any pair or draw": (0.34, 0.001, 0.0003), "AA+": (0.66, 0.0005, 0.0003),
}}  # fmt: skip

FIRST = "betting=1 hand={} call={} bets={} players=5 behind=0"
SECOND = "betting=2 hand={} call={} bets={} players=2 behind=0 own={} least=3"
DRAW = {
    (0, FIRST.format("AA", 0, 0)): {"c": (60, 25), "r": (-60, 75)},
    (0, FIRST.format("AA", 1, 1)): {"f": (0, 10), "c": (0, 80), "r": (0, 10)},
    (0, FIRST.format("AA", 1, 2)): {"f": (0, 90), "c": (0, 10), "r": (0, 0)},
    (0, FIRST.format("low", 4, 4)): {"f": (0, 8), "c": (0, 0)},
    (0, FIRST.format("trips", 2, 2)): {"f": (0, 0), "c": (0, 1), "r": (0, 3)},
    (0, "exchange hand=AA bets=4 players=2 least=none"): {str(k): (0, 0) for k in range(6)},
    (0, "exchange hand=AA bets=1 players=2 least=0"): {"3": (6, 60), "2": (6, 20)},
    (0, "exchange hand=AA bets=1 players=2 least=3"): {"3": (0, 15), "0": (0, 5)},
    (0, "exchange hand=straight+ bets=1 players=2 least=3"): {"0": (0, 9), "5": (0, 1)},
    (0, SECOND.format("AA", 0, 0, 3)): {"c": (0, 40), "r": (0, 20)},
    (0, SECOND.format("AA", 1, 1, 3)): {"f": (0, 5), "c": (0, 5), "r": (0, 10)},
    (0, SECOND.format("trips", 0, 0, 3)): {"c": (0, 5), "r": (0, 15)},
    # He has bet, and is raised: not counted among those who exchanged three.
    (0, SECOND.format("AA", 1, 2, 3)): {"f": (0, 7), "c": (0, 3), "r": (0, 0)},
    (0, SECOND.format("straight", 0, 0, 0)): {"c": (0, 1), "r": (0, 2)},
    (0, SECOND.format("low", 2, 2, 4)): {"f": (0, 4), "c": (0, 0), "r": (0, 0)},
    (0, SECOND.format("flush", 3, 3, 0)): {"f": (0, 0), "c": (0, 0), "r": (0, 1)},
    (0, SECOND.format("KK", 0, 0, 1)): {"c": (0, 0), "r": (0, 0)},
}  # fmt: skip

LEARNING_RUNS = [
    run(1, "akq", "result-table", ALL, parameters='{"explore": 0.01}'),
    run(2, "akq", "exact", 1, seed=None),
    run(3, "kuhn", "cfr+", 100, seed=None),
    run(4, "kuhn", "exact", 1, seed=None),
    run(5, "draw-thresholds", "regret", 2000, players=5, unit=60,
        parameters='{"missed_draw": "raises", "nobody_opens": "showdown"}'),
    run(6, "draw-thresholds", "regret", 2000, players=5, unit=60, seed=7,
        parameters='{"missed_draw": "folds", "nobody_opens": "antes back"}'),
    run(7, "draw", "result-table", 500, players=5, unit=60),
    run(8, "draw", "result-table", 10, players=5, unit=60),
]  # fmt: skip
RESULT_TABLE = [
    *results(1, 2000, EARLY),
    *results(1, ALL, DOCUMENT),
    *results(7, 100, {(0, FIRST.format("AA", 0, 0)): {"c": (0, 1), "r": (0, 1)}}),
    *results(7, 500, DRAW),
    *results(8, 10, {(0, "exchange hand=KK bets=1 players=2 least=none"): {"3": (0, 10)}}),
]
STRATEGIES = [
    *strategy(1, 2000, shares(EARLY), nash_conv=0.5, error=0),
    *strategy(1, ALL, {**shares({key: made for key, made in DOCUMENT.items() if key != (1, "Arr")}),
                       (1, "Arr"): {"f": 0.5, "c": 0.5}}, value=-0.07, nash_conv=0.125, error=0),
    *strategy(2, 1, SOLVED, value=float(Fraction(-1, 36)), nash_conv=0, error=0),
    *strategy(3, 1, JACK, value=-0.1, nash_conv=1, error=0),
    *strategy(3, 100, KUHN, value=-0.056, nash_conv=0.01, error=0),
    *strategy(4, 1, KUHN_SOLVED, value=KUHN_VALUE, nash_conv=0, error=0),
    *strategy(5, 1000, OTHER_MIX, nash_conv=0.1, error=0.01),
    *strategy(5, 2000, MIX, nash_conv=0.001, error=0.0005),
    *strategy(6, 2000, OTHER_MIX, nash_conv=0.005, error=0.0015),
    *strategy(7, 500, {(0, "exchange hand=AA bets=1 players=2 least=0"): {"3": 1}}),
]  # fmt: skip
LEARNED_PROFITS = [
    {"run": 7, "opponent": opponent, "rounds": rounds, "won": won, "won_squares": squares}
    for opponent, rounds, won, squares in [
        # 4 rounds that win 1 and -3 and 2 and 2 dollars; 2 that win nothing; one.
        ("caller", 4, 2 * 60, (1 + 9 + 4 + 4) * 3600),
        ("learned", 2, 0, 0),
        ("raiser", 1, 90, 8100),
    ]
]

TABLES = {
    "learning_runs": LEARNING_RUNS,
    "result_table": RESULT_TABLE,
    "strategies": STRATEGIES,
    "learned_profits": LEARNED_PROFITS,
}
