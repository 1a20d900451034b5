"""Checks the tables of hands against each other: pots, shares and showdowns, to the chip.

It shares nothing with the import but the evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

from pokerlake.catalogue import ORDERS, PLAYED_GAMES, Game
from pokerlake.engine.showdowns.evaluate import high_ids, low_ids
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.histories import HISTORIES, TOURNAMENTS
from pokerlake.tables.lake import Lake
from pokerlake.tables.view_sql import quoted

from ..cells import NO_CARDS, of_cells

Cards = npt.NDArray[np.uint8]
Classes = npt.NDArray[np.uint16]

_LOWS = ORDERS["eight or better"].qualifying  # classes of lows that can win
_RANKS, _SUITS = "23456789TJQKA", "cdhs"
_NUMBERS = """
select count_if(hand_id <> place) as "hands that are not numbered 1, 2, 3, ..."
from (select hand_id, row_number() over (order by hand_id) as place from hands)
"""


def _by_game(value: Callable[[Game], object]) -> str:
    """A value for each game."""
    return "case {} end".format(
        " ".join(
            f"when ends_with(game, ' {quoted(name)}') then {value(game)}"
            for name, game in PLAYED_GAMES.items()
        )
    )


# In stud, no more cards than were dealt on the streets that a player saw.
_HOLE_CARDS = _by_game(
    lambda game: (
        "least(length(hole) // 2, strpos('34567', saw[1]) + 2)" if game.is_stud else game.hole
    )
)
_LAST_STREET = _by_game(lambda game: f"'{game.streets[-1]}'")
# Rows with an invalid hand: nothing else of them is checked.
_OTHERS = ("seats", "actions", "showdowns")
_NO_HAND = """
select cast(count(*) > 0 as int) as "rows of an invalid hand"
from {table} anti join hands using (hand_id)
"""
_POTS = """
create macro is_first(street) as street in ('preflop', '3rd street', 'before the draw');
create macro decides(action) as action in ('fold', 'check', 'call', 'bet', 'raise');
create view pots as
select
    hand_id, pot, board, count(*) as players, sum(won) as won, min_by(size, seat) as size,
    count_if(size <> first_size) as unlike
from (
    select *, first(size) over (partition by hand_id, pot, board order by seat) as first_size
    from showdowns
)
group by hand_id, pot, board
"""
# A statement for each group of checks: the table, and what is counted. All counts should be 0.
_COUNTS = (
    ("hands", """
select
    count_if(pot is distinct from invested + added)
        as "pots unlike what was invested and added",
    count_if(pot is distinct from collected + rake + unpaid)
        as "pots unlike what was collected, the rake and what is unpaid",
    count_if(unpaid > 0 and not cashed) as "pots unpaid without a cash-out",
    count_if(hero is not null and not has_hero) as "heroes who were not dealt in",
    count_if(board3 is not null and board2 is null) as "third boards without a second",
    count_if(rake < 0) as "rakes below nothing",
    count_if(dealt is distinct from seats) as "hands of other seats than dealt in",
    count_if(left_in = 0) as "hands in which all fold",
    count_if(showdown <> (left_in > 1)) as "showdowns of one player, or none of several",
    count_if(showdown <> hand_id in (select hand_id from showdowns))
        as "showdowns without a pot, or pots without one",
    count_if(length(board) not in (6, 8, 10)) as "boards of no street",
    count_if(over is distinct from last) as "ends of the betting unlike the actions"
from hands
left join (
    select hand_id, max_by(street, number) as last from actions group by hand_id
) using (hand_id)
left join (
    select
        hand_id, sum(invested) as invested, sum(collected) as collected, count(*) as dealt,
        count_if(folded is null) as left_in, bool_or(cashout <> 0) as cashed,
        bool_or(seat = hero) as has_hero
    from seats join (select hand_id, hero from hands) using (hand_id)
    group by hand_id
) using (hand_id)
"""),
    ("actions", """
select count(*) as "actions of no seat, or of another player"
from actions anti join seats using (hand_id, seat, player)
"""),
    ("seats", """
select
    count_if(net <> collected - invested + cashout) as "nets unlike what makes them",
    count_if(put < invested) as "invested more than was put in",
    count(distinct hand_id) filter (put > invested and returned > 1)
        as "hands in which two have a bet returned",
    count_if(stack < put) as "stacks smaller than what was put in",
    count_if(folded is distinct from fold) as "streets of folds unlike the actions",
    count_if(hand is distinct from case when length(hole) = 4 then high || low || suits end)
        as "hands unlike their holes",
    count(position) - count(distinct if(position is null, null, (hand_id, position)))
        as "positions of two seats"
from (
    select
        seats.*, coalesce(amount, 0) as put, fold,
        count_if(put > invested) over (partition by hand_id) as returned,
        if(
            strpos('23456789TJQKA', hole[1]) > strpos('23456789TJQKA', hole[3]), hole[1], hole[3]
        ) as high,
        if(high = hole[1], hole[3], hole[1]) as low,
        case when high = low then '' when hole[2] = hole[4] then 's' else 'o' end as suits
    from seats
    left join (
        select
            hand_id, seat, player, sum(amount) as amount,
            max_by(street, number) filter (action = 'fold') as fold
        from actions
        group by hand_id, seat, player
    ) using (hand_id, seat, player)
)
"""),
    ("seats", """
select
    count_if(abs(luck) > 0.0001) as "hands whose luck adds up to something",
    count_if(not showdown or over = 'river') as "hands with luck where no card came"
from (
    select hand_id, sum(luck - cashout::double) as luck
    from seats where luck is not null group by hand_id
)
join hands using (hand_id)
"""),
    ("seats", f"""
select count_if(
    length(hole) <> 2 * {_HOLE_CARDS}
) as "holes of other cards than the game's"
from seats join hands using (hand_id)
"""),  # noqa: S608 numbers of ours
    ("actions", """
select
    count_if(number <> place) as "actions that are not numbered 1, 2, 3, ...",
    count_if(pot <> before) as "pots unlike the amounts before",
    count_if(all_in <> (amount > 0 and put = stack)) as "rows of all_in unlike the stacks",
    count_if(not starts_with(board_at_end, coalesce(board, '')))
        as "boards unlike those of the hands",
    count_if(not case
        when action = 'fold' then amount = 0
        when action = 'check' then amount = 0 and to_call = 0
        when action = 'call' then amount > 0 and amount = to_call
        when action in ('bet', 'raise') then amount > 0 and amount > to_call
        when action = 'stand pat' or starts_with(action, 'discard') then amount = 0
        else amount > 0 and to_call = 0
    end) as "amounts that are not an action's"
from (
    select
        actions.*, stack, coalesce(hands.board, '') as board_at_end,
        row_number() over acts as place,
        sum(amount) over acts - amount as before,
        sum(amount) over (
            partition by hand_id, seat order by actions.number rows unbounded preceding
        ) as put
    from actions
    left join seats using (hand_id, seat)
    left join hands using (hand_id)
    window acts as (partition by hand_id order by actions.number rows unbounded preceding)
)
"""),
    ("actions", """
select
    count_if(turn <> turns) as "turns unlike the actions before",
    count_if(raises <> raised or calls <> called or callers <> called_since)
        as "raises or calls unlike the actions before",
    count_if(own_raises <> own_raised or own_calls <> own_called)
        as "own raises or calls unlike the actions before",
    count_if(opponents <> dealt - folds - 1) as "opponents unlike the folds before",
    count_if(versus is distinct from raiser) as "rows of versus unlike the raises before",
    count_if(position is distinct from seated) as "positions unlike those of the seats",
    count_if(effective_stack > stack or behind > effective_stack or behind < 0)
        as "stacks that play larger than the player's",
    count_if(facing is distinct from case
        when not decides(action) then null
        when raised > 0
            then ['bet', 'raise', '3-bet', '4-bet', '5-bet'][
                cast(least(raised + if(is_first(street), 1, 0), 5) as int)
            ]
        when called > 0 and is_first(street) then 'limp'
        else 'nothing'
    end) as "rows of facing unlike the actions before",
    count_if(
        (first_bet is null) <> (facing is null)
        or (side is null) <> (facing is null or position is null)
    ) as "rows of first_bet or side that are not a decision's, or lack there"
from (
    select
        *,
        count_if(action = 'call') over (
            partition by hand_id, street, raised order by number
            rows between unbounded preceding and 1 preceding
        ) as called_since
    from (
        select
            actions.*, stack, seats.position as seated, hands.seats as dealt,
            count_if(decides(action)) over his + if(decides(action), 1, 0) as turns,
            count_if(action in ('bet', 'raise')) over earlier as raised,
            count_if(action = 'call') over earlier as called,
            count_if(action in ('bet', 'raise')) over his as own_raised,
            count_if(action = 'call') over his as own_called,
            max_by(actions.position, number) filter (action in ('bet', 'raise')) over earlier
                as raiser,
            count_if(action = 'fold') over of_hand as folds
        from actions
        join seats using (hand_id, seat)
        join (select hand_id, seats from hands) as hands using (hand_id)
        window
            of_hand as (
                partition by hand_id order by number
                rows between unbounded preceding and 1 preceding
            ),
            earlier as (
                partition by hand_id, street order by number
                rows between unbounded preceding and 1 preceding
            ),
            his as (
                partition by hand_id, street, seat order by number
                rows between unbounded preceding and 1 preceding
            )
    )
)
"""),
    ("seats", f"""
select
    count_if(vpip is distinct from put_in) as "rows of vpip unlike the actions",
    count_if(pfr is distinct from raised) as "rows of pfr unlike the actions",
    count_if(saw <> coalesce(folded, last)) as "streets seen unlike the board and the folds",
    count_if(seats.showdown <> (hands.showdown and folded is null))
        as "rows of showdown unlike the hands"
from seats
join (
    select
        hand_id, showdown,
        case length(board) when 6 then 'flop' when 8 then 'turn' when 10 then 'river'
            else if(showdown, {_LAST_STREET}, coalesce(over, 'preflop')) end as last
    from hands
) as hands using (hand_id)
left join (
    select
        hand_id, seat, bool_or(action in ('call', 'bet', 'raise')) as put_in,
        bool_or(action in ('bet', 'raise')) as raised
    from actions
    where is_first(street) and decides(action)
    group by hand_id, seat
) using (hand_id, seat)
"""),  # noqa: S608 streets of ours
    ("hands", """
select
    count_if(straddle <> coalesce(largest, 0)) as "straddles unlike the actions",
    count_if(bomb_pot <> (board is not null and not bet)) as "bomb pots unlike the actions"
from hands
left join (
    select
        hand_id, max(total) filter (action = 'straddle') as largest,
        bool_or(street = 'preflop' and action <> 'ante') as bet
    from actions
    group by hand_id
) using (hand_id)
"""),
    ("showdowns", """
select count(*) as "rows of no seat, or of another player"
from showdowns anti join seats using (hand_id, seat, player)
"""),
    ("showdowns", """
select count(*) as "won more than was collected"
from seats
join (select hand_id, seat, player, sum(won) as won from showdowns group by all)
    using (hand_id, seat, player)
where won > collected
"""),
    ("showdowns", """
select
    count_if(folded is not null) as "rows of players who have folded",
    count_if(showdowns.hole is distinct from seats.hole) as "holes unlike those of the seats"
from showdowns join seats using (hand_id, seat, player)
"""),
    ("showdowns", """
select
    count_if(players = 1) as "pots of one player",
    sum(unlike) as "rows of a pot that differ in its size",
    count_if(won > size) as "pots of which more is won than there is"
from pots
"""),
    ("showdowns", """
select count_if(size > pot) as "pots larger than what was put in"
from hands join (select hand_id, sum(size) as size from pots group by hand_id) using (hand_id)
"""),
    ("showdowns", """
select
    count_if(class_id is distinct from class) as "rows of class_id unlike the cards",
    count_if(wins is distinct from best) as "rows of wins unlike the cards",
    count_if(not best and won > 0) as "chips won with worse cards"
from (
    select
        *,
        if(
            count(class) over pot = count(*) over pot,
            class = min(class) over pot or coalesce(low = min(low) over pot, false),
            null
        ) as best
    from (
        select
            showdowns.*, class_of(hole, cards, game) as class, low_of(hole, cards, game) as low
        from (
            select
                showdowns.*, game,
                case showdowns.board when 1 then hands.board when 2 then board2 else board3 end
                    as cards
            from showdowns join hands using (hand_id)
        ) as showdowns
    )
    window pot as (partition by hand_id, pot, board)
)
"""),
)  # fmt: skip


def histories(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the four tables, views of the connection, against each other."""
    for table in HISTORIES:
        rows = len(connection.view(table.name).filter("hand_id > 0"))
        expected = lake.entry(table.name).rows
        yield Check(table.name, "rows of hands 1, 2, 3, ...", f"{expected:,}", f"{rows:,}")
    create_functions(connection)
    connection.execute(_POTS)
    cells = [check for table in HISTORIES for check in of_cells(connection, table.name)]
    yield from cells
    yield from _counted(connection, "hands", _NUMBERS)
    strays = [check for name in _OTHERS for check in _counted(connection, name, _NO_HAND)]
    yield from strays
    no_cards = [check for check in cells if not check.ok and check.check in NO_CARDS]
    if not no_cards and all(check.ok for check in strays):
        for name, statement in _COUNTS:
            if len(connection.view(name)):
                yield from _counted(connection, name, statement)


def tournaments(_: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the table of tournaments, a view of the connection."""
    yield from of_cells(connection, TOURNAMENTS.name)


def _counted(connection: duckdb.DuckDBPyConnection, table: str, statement: str) -> Iterator[Check]:
    counts = connection.sql(statement.format(table=table))
    for what, wrong in zip(counts.columns, counts.fetchall()[0], strict=True):
        yield Check(table, what, "0", f"{wrong or 0:,}")  # null: there is nothing to count


def create_functions(connection: duckdb.DuckDBPyConnection) -> None:
    """Give a connection functions of the text of cards and of a game.

    ``class_of(hole, board, game)`` and ``low_of`` are the class of the high hand and of the low;
    null for null, for cards that the game cannot deal, and if no low qualifies.
    """

    def highs(holes: pa.Array, boards: pa.Array, games: pa.Array) -> pa.Array:
        return _classes(holes, boards, games, high_ids)

    def lows(holes: pa.Array, boards: pa.Array, games: pa.Array) -> pa.Array:
        return _classes(holes, boards, games, low_ids, of_halves=True)

    for name, function in (("class_of", highs), ("low_of", lows)):
        connection.create_function(
            name,
            function,
            ["varchar", "varchar", "varchar"],
            "usmallint",
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )


def _classes(
    holes: pa.Array,
    boards: pa.Array,
    games: pa.Array,
    ids_of: Callable[[Game, Cards, Cards], Classes],
    *,
    of_halves: bool = False,
) -> pa.Array:
    """The class of each hole on its board."""
    texts = [
        (row, f"{hole}{board or ''}", PLAYED_GAMES[game.split(" ", 2)[2]])
        for row, (hole, board, game) in enumerate(
            zip(*(column.to_pylist() for column in (holes, boards, games)), strict=True)
        )
        if hole is not None
    ]
    class_of_row: list[int | None] = [None] * len(holes)
    for rule in PLAYED_GAMES.values():
        size = 2 * (rule.hole + 5 * rule.boards)
        of_game = [(row, text) for row, text, other in texts if other is rule and len(text) == size]
        if not of_game or (of_halves and not rule.halves):
            continue
        letters = np.array([list(text) for _, text in of_game], "U1").reshape(-1, size)
        rank, suit = (
            (letters[:, first::2, None] == np.array(list(names))).argmax(axis=2)
            for first, names in ((0, _RANKS), (1, _SUITS))
        )
        cards = (4 * rank + suit).astype(np.uint8)
        in_order = np.sort(cards, axis=1)
        dealt = (np.diff(in_order) > 0).all(axis=1) & ~np.isin(cards, rule.dead).any(axis=1)
        columns = np.ascontiguousarray(cards[dealt].T)
        ids = ids_of(rule, columns[: rule.hole], columns[rule.hole :])
        for at, class_id in zip(np.flatnonzero(dealt).tolist(), ids.tolist(), strict=True):
            class_of_row[of_game[at][0]] = None if of_halves and class_id > _LOWS else class_id
    return pa.array(class_of_row, pa.uint16())
