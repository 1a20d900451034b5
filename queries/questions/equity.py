"""Equity of any hands and ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .fields import column_field, game_field, plain_field
from .question import Column, Door, File, View, question
from .telling import telling

if TYPE_CHECKING:
    from pokerlake.catalogue import Game

    from ..answers.equity import Showdown, Wanted
    from ..answers.players import EquityResult


def _boards(given: Any, rule: Game) -> Any:
    """The known cards of the board, or of both boards; the command line gives a list."""
    from pokerlake.tables.errors import UsageError

    if not isinstance(given, list):
        return given or ""
    if not rule.boards:
        if any(given):
            raise UsageError(
                f"--board is given, and {rule.name} has no board; give each player's own cards, "
                "as AhKhQs, and those of who has folded with --dead"
            )
        return ""
    if given and len(given) != rule.boards:
        boards = "one board" if rule.boards == 1 else "two boards"
        times = {1: "once", 2: "twice"}
        raise UsageError(
            f"--board is given {times.get(len(given), f'{len(given)} times')}, and {rule.name} has "
            f"{boards}; give it {times[rule.boards]}, or not at all"
        )
    return given if rule.boards > 1 and given else "".join(given)


def _wanted(
    *, method: Any, standard_error: Any, deals: Any, max_seconds: Any, seed: Any, **_: Any
) -> Wanted:
    from ..answers.equity import Wanted

    return Wanted(method, standard_error, deals, max_seconds, seed)


def _showdown(
    *,
    hands: Any,
    board: Any,
    dead: Any,
    game: Game,
    runs: int,
    by: str | None,
    door: Door,
    **_: Any,
) -> Showdown:
    """The players, for views of one board that is run once."""
    from ..answers.players import players

    _refuse_more(runs, game)
    cards = _boards(board, game)
    return players(game, hands, cards, dead, lake=door.lake, by=by, files=door.files)


def _refuse_more(runs: int, game: Game) -> None:
    from pokerlake.tables.errors import UsageError

    for option, is_given in {"--runs": runs > 1, "--game": game.boards > 1}.items():
        if is_given:
            raise UsageError(
                "--next-card, --by-hole and --categories are of one board, run once; "
                f"{option} asks for more"
            )


def _next_cards(**asked: Any) -> Any:
    """A grid if the door shows figures, else a row for each card."""
    from pokerlake.tables.errors import UsageError

    from ..answers.equity import next_card_equities

    if not asked["game"].boards:
        raise UsageError(f"--next-card is of a board, and {asked['game'].name} has none")
    showdown, wanted = _showdown(**asked), _wanted(**asked)
    charts = asked["door"].charts
    if charts is None:
        return next_card_equities(showdown, wanted)
    return charts("equities").next_cards(showdown, wanted).figure()


def _by_hole(**asked: Any) -> Any:
    from ..answers.equity import hole_equities

    return hole_equities(_showdown(**asked), _wanted(**asked))


def _by_category(**asked: Any) -> Any:
    _refuse_more(asked["runs"], asked["game"])
    found = _answered(**asked, counts=True)
    for line in found.had().splitlines():
        asked["door"].note(line)
    return found.by_category()


def _opened(
    name: str, *, players: Any, board_column: Any, dead_column: Any, game: Game, door: Door,
    **asked: Any,
) -> Any:  # fmt: skip
    """The rows of a file with the equity of each player."""
    from pokerlake.tables.errors import UsageError

    from ..answers.batches import equity_file

    if game.boards > 1:
        raise UsageError(f"--from is for games of one board, and {game.name} has two")
    how = {key: asked[key] for key in ("file_format", "skip_bad", "listener")}
    return equity_file(
        name, players or [], board=board_column, dead=dead_column, wanted=_wanted(**asked),
        rule=game, lake=door.lake, **how,
    )  # fmt: skip


def _printed(found: EquityResult, door: Door) -> tuple[Any, str]:
    table = found.shares() if door.people else found.counts(nested=door.nested)
    return table, found.had()


def _answered(
    *, hands: Any, board: Any, dead: Any, game: Game, runs: int, by: str | None, door: Door,
    counts: bool, **asked: Any,
) -> EquityResult:  # fmt: skip
    from ..answers.equity import live
    from ..answers.players import equity as answered

    return answered(
        game,
        hands,
        _boards(board, game),
        dead,
        _wanted(**asked),
        lake=door.lake,
        by=by,
        files=door.files,
        runs=runs,
        counts=counts,
        listener=lambda sample: telling().count(sample.deals, words=live(hands, sample)),
        on_long=door.note,
    )


@question(
    plain_field(
        "hands",
        "2 to 10 hands or ranges: AhKh 'QQ+,AKs' random; of Omaha 'AAxx$ds' KsQsJhTh; of stud "
        "what is known of each: AhKhQs '(A2)/3' xx/K.",
        "HAND", needed=True, several=True, longest=16_384,
    ),
    plain_field(
        "board", "None to five known cards: Qh2h3dAs; once for each board of a game of two.",
        "CARDS", default="", several=True,
    ),
    plain_field("dead", "Cards that are out of play: 7c7d.", "CARDS", default=""),
    game_field(boards=2, least=0),
    plain_field(
        "runs", "Run it twice or more: also show the standard deviation of the share of the pot.",
        kind=int, least=1, most=4, default=1,
    ),
    plain_field(
        "method", "Whether to count or to sample.",
        flags={
            "exact": ("--exact", "Count, however long it takes."),
            "monte carlo": ("--mc", "Sample, and do not count."),
        },
    ),
    plain_field(
        "standard_error", "Sample until no standard error is larger.", kind=float, option="--se",
        told="0.0002",
    ),
    plain_field("deals", "Sample this number of deals, whatever the error.", kind=int, least=1),
    plain_field(
        "max_seconds",
        "Count if that is estimated to take no longer, else sample, or with --exact refuse.",
        kind=float, told="5; of --exact none",
    ),
    plain_field(
        "seed", "Seed of the deals.", kind=int, least=0, most=2**64 - 1, told="a new one"
    ),
    plain_field(
        "by", "The ranking for 15%: equity or 'income N'.", "RANKING", told="equity",
        only_commands=True,
    ),
    columns=[
        Column("hand", "VARCHAR", "the hand or range of the player"),
        Column("win", "DOUBLE", "how often he wins alone, 0 to 1; in hi-lo both halves"),
        Column("tie", "DOUBLE", "how often he splits the pot"),
        Column("equity", "DOUBLE", "his mean share of the pot"),
        Column("standard_error", "DOUBLE", "of the equity; 0 where it is exact"),
    ],
    examples=[
        {"hands": ["AhKh", "QsQc"], "board": "Jh2h3d"},
        {"hands": ["AhKh", "QsQc", "7d7c"], "board": "Jh2h3d", "dead": "2c"},
        {"hands": ["TT+,AKs", "22+"], "board": "Jh9h6d", "game": "short deck"},
        {"hands": ["AsAhKsKh", "QcQdJcTd"], "board": "Qh7d2s", "game": "omaha"},
        {"hands": ["AsAh2s3h", "KcKdQc3d"], "board": "4h7d8s", "game": "omaha hi-lo"},
        {"hands": ["A23", "(xx)/K"], "dead": "Ac2d", "game": "razz"},
    ],
    views=[
        View("--next-card", "Show the equity after each possible next card, as a grid.",
             _next_cards),
        View("--by-hole", "Show the equity of each hole of the first range.", _by_hole),
        View("--categories", "Show how often each player ends with a hand of each category.",
             _by_category),
    ],
    printed=_printed,
    in_rows=False,
    on_page=False,  # whose answers narrow while they are looked at: web/questions/showdowns/
    file=File(
        fields=(
            column_field(
                "players", "The columns of hands.", several=True,
                told="player_1, player_2, ...; or hero, villain",
            ),
            column_field("board_column", "Column of boards.", told="board, if there"),
            column_field("dead_column", "Column of dead cards.", told="dead, if there"),
        ),
        shared=("game", "method", "standard_error", "deals", "max_seconds", "seed"),
        open=_opened,
        instead="hands such as AhKh QsQc",
        result="deals",
    ),
)  # fmt: skip
def equity(**asked: Any) -> EquityResult:
    """Compute the equity of hands or ranges, or of a file of them.

    All deals are counted if that takes seconds; otherwise they are sampled to a standard error.
    JSON has the exact counts, ties by the number of players who share them, and categories.
    'double board' before the name of a game plays it on two boards, for half of the pot on each.
    """
    return _answered(counts=asked["door"].counts, **asked)
