"""The tables of games learned by playing: the runs, and their results at checkpoints."""

from __future__ import annotations

from ..schema import Column, Filling, Table, View

PLACE = 7  # among the modules, see registry

_RUN = Column("run", "uint32", "the run: 1, 2, 3, ...")
_OF_A_CHOICE = (
    _RUN,
    Column(
        "checkpoint", "uint64", "games played by then; iterations where each walks all of a game"
    ),
    Column("player", "uint8", "whose state, 1 the first; 0 where one is learned for all"),
    Column("state", "string", "what the player knows: his card and the choices before, Kcr"),
    Column("choice", "string", "f folds, c checks or calls, r bets or raises; see the game"),
)


def _learned(name: str, one_row: str, source: str, key: tuple[str, ...], *columns: Column) -> Table:
    filling = Filling("pokerlake learn GAME", "pokerlake learn GAME --replace")
    return Table(name, one_row, columns, key, source=source, filling=filling)


LEARNING_RUNS = _learned(
    "learning_runs",
    "a game learned in one go",
    'the draw-poker blog, "A Simple Machine Learning Algorithm"; see https://pokerlake.github.io/pokerlake/learning/',
    ("run",),
    _RUN,
    Column("game", "string", "as 'pokerlake learn' lists it: akq, kuhn, draw, ..."),
    Column("algorithm", "string", "as 'pokerlake learn' lists it: result-table, cfr, ..."),
    Column("parameters", "string", "what else it depends on, as JSON: {'explore': 0.01}"),
    Column("seed", "uint64", "of random numbers; null where there are none", True, True),
    Column("games_asked", "uint64", "how many were to be played; lots are played to their end"),
    Column("games", "uint64", "games played, or iterations"),
    Column("players", "uint8", "of the game"),
    Column("unit", "uint16", "result_table's won / unit is chips"),
    Column("seconds", "double", "that it took, stops not counted"),
    Column(
        "threads",
        "uint16",
        "on which it ended, here or of one worker; nothing but the seconds depends on them",
    ),
    Column("package_version", "string", "the pokerlake that ran it"),
)

RESULT_TABLE = _learned(
    "result_table",
    "a choice in a state, and what came of it by a checkpoint of a run",
    "step 3 of the document's algorithm",
    tuple(column.name for column in _OF_A_CHOICE),
    *_OF_A_CHOICE,
    Column("games", "uint64", "in which the choice was made"),
    Column("won", "int64", "what the player had in the end less what he had when he chose, summed"),
)

STRATEGIES = _learned(
    "strategies",
    "a choice in a state, and how often to make it, by a checkpoint of a run",
    "strategies of result tables are shares of games; of regrets, means over the run",
    tuple(column.name for column in _OF_A_CHOICE),
    *_OF_A_CHOICE,
    Column("probability", "double", "of the choice in its state"),
    Column(
        "gain",
        "double",
        "chips a game that he would win more who always made this choice here and changed "
        "nothing else; null where it is not known",
        True,
    ),
    Column("gain_standard_error", "double", "of the gain; 0 where it is exact", True),
    Column("value", "double", "chips a game of the first player, at this checkpoint", True),
    Column(
        "nash_conv",
        "double",
        "chips a game that the players could win more in all, each by his best response, at "
        "this checkpoint; null where it is not known",
        True,
    ),
    Column("nash_conv_standard_error", "double", "of nash_conv; 0 where it is exact", True),
)

LEARNED_PROFITS = _learned(
    "learned_profits",
    "opponents against whom a learned strategy has played, at the end of a run",
    "rounds of their own, with random numbers that the learner did not use",
    ("run", "opponent"),
    _RUN,
    Column("opponent", "string", "what all others play: caller, raiser, AA+, ..."),
    Column("rounds", "uint64", "played, his seat going round"),
    Column("won", "int64", "by the learned strategy, in 1 / unit chips"),
    Column("won_squares", "uint64", "sum of squares of what each round won"),
)

LEARNING = (LEARNING_RUNS, RESULT_TABLE, STRATEGIES, LEARNED_PROFITS)

LEARNED_DRAW = View(
    name="learned_draw",
    one_row="a choice in a state of five-card draw as a run has learned it, and the state's parts",
    columns=(
        Column("run", "bigint", "the latest of draw; learned_draw(7, 0) has run 7"),
        Column("checkpoint", "bigint", "its last; learned_draw(0, 1000) has that by 1,000 games"),
        Column("betting", "bigint", "1 before the exchange, 2 after it; 0 is the exchange itself"),
        Column("hand", "varchar", "what the player holds: AA, trips, four-flush, ..."),
        Column("bets_to_call", "bigint", "null in the exchange"),
        Column("bets", "bigint", "made in this round of betting, or in the one before"),
        Column("exchanged", "varchar", "cards that he has exchanged; 4 stands for 5 too"),
        Column("least_exchanged", "varchar", "fewest of any opponent; 4 stands for 5 too"),
        Column("choice", "varchar", "f, c or r; 0 .. 5 cards to exchange"),
        Column("games", "bigint", "in which the choice was made"),
    ),
    needs=("learning_runs", "result_table"),
    parameters={"of_run": 0, "by_games": 0},
)
